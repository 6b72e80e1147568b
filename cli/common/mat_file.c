/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The format is that of MathWorks' "MAT-File Format", level 5: elements of a type, a length in
 * bytes and the bytes, filled up to eight; a variable is an element of elements. Numbers are in the
 * order of this machine, which the header tells.
 */
#include "mat_file.h"

#include <stdint.h>
#include <string.h>
#include <polhode/base.h>

/* types of elements and classes of variables */
enum { INT8 = 1, INT32 = 5, UINT32 = 6, DOUBLE = 9, MATRIX = 14, UTF8 = 16 };
enum { CELL_CLASS = 1, CHAR_CLASS = 4, DOUBLE_CLASS = 6 };

static size_t padded(size_t bytes)
{
    return (bytes + 7) / 8 * 8;
}

static void put_tag(FILE *out, uint32_t type, size_t bytes)
{
    const uint32_t tag[2] = {type, (uint32_t)bytes};
    fwrite(tag, sizeof tag, 1, out);
}

static void put_padding(FILE *out, size_t bytes)
{
    static const char zero[8] = {0};
    fwrite(zero, 1, padded(bytes) - bytes, out);
}

static void put_element(FILE *out, uint32_t type, const void *data, size_t bytes)
{
    put_tag(out, type, bytes);
    if (bytes) fwrite(data, 1, bytes, out);
    put_padding(out, bytes);
}

/* Of a variable whose contents take so many bytes. */
static size_t variable_bytes(const char *name, size_t contents)
{
    return 16 + 16 + 8 + padded(strlen(name)) + contents;
}

static void begin_variable(FILE *out, const char *name, int class, size_t rows, size_t columns,
                           size_t contents)
{
    const uint32_t flags[2] = {(uint32_t) class, 0};
    const int32_t size[2] = {(int32_t)rows, (int32_t)columns};
    put_tag(out, MATRIX, variable_bytes(name, contents));
    put_element(out, UINT32, flags, sizeof flags);
    put_element(out, INT32, size, sizeof size);
    put_element(out, INT8, name, strlen(name));
}

/* --- texts: UTF-8 ---------------------------------------------------------------------------- */

/* Letters of a text; what is no UTF-8 becomes '?'. */
static size_t letters(char *text)
{
    size_t n = 0;
    for (unsigned char *p = (unsigned char *)text; *p; n++) {
        int more = *p < 0x80 ? 0 : *p >> 5 == 6 ? 1 : *p >> 4 == 14 ? 2 : *p >> 3 == 30 ? 3 : -1;
        int k = 1;
        while (k <= more && p[k] >> 6 == 2) k++;
        if (more < 0 || k <= more) *p = '?', k = 1;
        p += k;
    }
    return n;
}

static size_t text_contents(const char *text)
{
    return 8 + padded(strlen(text));
}

void mat_put_text(FILE *out, const char *name, char *text)
{
    size_t n = letters(text);
    begin_variable(out, name, CHAR_CLASS, n ? 1 : 0, n, text_contents(text));
    put_element(out, UTF8, text, strlen(text));
}

size_t mat_text_bytes(const char *text)
{
    return 8 + variable_bytes("", text_contents(text));
}

void mat_list(FILE *out, const char *name, size_t count, size_t bytes)
{
    begin_variable(out, name, CELL_CLASS, count, 1, bytes);
}

void mat_put_list(FILE *out, const char *name, size_t count, char *const *text)
{
    size_t bytes = 0;
    for (size_t i = 0; i < count; i++) bytes += mat_text_bytes(text[i]);
    mat_list(out, name, count, bytes);
    for (size_t i = 0; i < count; i++) mat_put_text(out, "", text[i]);
}

/* --- numbers --------------------------------------------------------------------------------- */

void mat_matrix(FILE *out, const char *name, size_t rows, size_t columns)
{
    size_t bytes = 8 * rows * columns;
    begin_variable(out, name, DOUBLE_CLASS, rows, columns, 8 + bytes);
    put_tag(out, DOUBLE, bytes);
}

void mat_numbers(FILE *out, const double *value, size_t count)
{
    if (count) fwrite(value, sizeof *value, count, out);
}

void mat_put_matrix(FILE *out, const char *name, size_t rows, size_t columns, const double *value)
{
    mat_matrix(out, name, rows, columns);
    for (size_t j = 0; j < columns; j++)
        for (size_t i = 0; i < rows; i++) mat_numbers(out, value + i * columns + j, 1);
}

void mat_begin(FILE *out)
{
    char head[128];
    const uint16_t mark[2] = {0x0100, 0x4d49}; /* the version, and the order of bytes */
    memset(head, ' ', sizeof head);
    int n = snprintf(head, 100, "MATLAB 5.0 MAT-file, written by polhode %s", ph_version());
    if (n > 0 && n < 100) head[n] = ' ';
    memcpy(head + 124, mark, sizeof mark);
    fwrite(head, 1, sizeof head, out);
}
