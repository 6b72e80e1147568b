/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The format is that of MathWorks' "MAT-File Format", level 5: elements of a type, a length in
 * bytes and the bytes, filled up to eight; a variable is an element of elements. Numbers are in the
 * order of this machine, which the header tells.
 */
#include "mat.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "common/columns.h"

/* types of elements and classes of variables */
enum { INT8 = 1, INT32 = 5, UINT32 = 6, DOUBLE = 9, MATRIX = 14, UTF8 = 16 };
enum { CELL_CLASS = 1, CHAR_CLASS = 4, DOUBLE_CLASS = 6 };
enum { READ_NUMBERS = 1 << 22 };
static const size_t most = 0x7fffffff;

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

static void put_text(FILE *out, const char *name, char *text)
{
    size_t n = letters(text);
    begin_variable(out, name, CHAR_CLASS, n ? 1 : 0, n, text_contents(text));
    put_element(out, UTF8, text, strlen(text));
}

/* A text of a column, its name or its unit, to be freed. */
typedef char *(*text_of)(const ph_result *result, int column);

static char *unit_of(const ph_result *result, int column)
{
    return strdup(ph_result_column_unit(result, column));
}

static bool put_texts(FILE *out, const char *name, const ph_result *result, text_of get)
{
    int columns = ph_result_columns(result);
    size_t contents = 0;
    bool good = true;
    for (int i = 0; i < columns && good; i++) {
        char *text = get(result, i);
        good = text != NULL;
        if (good) contents += 8 + variable_bytes("", text_contents(text));
        free(text);
    }
    if (good) begin_variable(out, name, CELL_CLASS, (size_t)columns, 1, contents);
    for (int i = 0; i < columns && good; i++) {
        char *text = get(result, i);
        good = text != NULL;
        if (good) put_text(out, "", text);
        free(text);
    }
    return good;
}

/* --- numbers --------------------------------------------------------------------------------- */

static bool put_time(FILE *out, ph_result *result, size_t rows, ph_diag *diag)
{
    double *time = malloc((rows + 1) * sizeof *time);
    bool good = time && ph_result_time(result, 0, (long long)rows, time, diag) == PH_OK;
    begin_variable(out, "time", DOUBLE_CLASS, rows, 1, 8 + 8 * rows);
    if (good) put_element(out, DOUBLE, time, 8 * rows);
    free(time);
    return good;
}

/* Column by column, as the format wants it; several are read at once, which is far quicker. */
static bool put_data(FILE *out, ph_result *result, size_t rows, int columns, ph_diag *diag)
{
    int at_once = rows < READ_NUMBERS ? (int)(READ_NUMBERS / (rows + 1)) : 1;
    if (at_once > columns) at_once = columns;
    if (at_once < 1) at_once = 1;
    int *column = malloc((size_t)at_once * sizeof *column);
    double *value = malloc((rows * (size_t)at_once + 1) * sizeof *value);
    double *one = malloc((rows + 1) * sizeof *one);
    bool good = column && value && one;
    size_t bytes = 8 * rows * (size_t)columns;
    begin_variable(out, "data", DOUBLE_CLASS, rows, (size_t)columns, 8 + bytes);
    put_tag(out, DOUBLE, bytes);
    for (int first = 0; first < columns && good; first += at_once) {
        int n = columns - first < at_once ? columns - first : at_once;
        for (int i = 0; i < n; i++) column[i] = first + i;
        good = ph_result_read_rows(result, column, n, 0, (long long)rows, value, diag) == PH_OK;
        for (int i = 0; i < n && good; i++) {
            for (size_t k = 0; k < rows; k++) one[k] = value[k * (size_t)n + (size_t)i];
            fwrite(one, sizeof *one, rows, out);
        }
    }
    free(column);
    free(value);
    free(one);
    return good;
}

bool mat_fits(const ph_result *result)
{
    double numbers = (double)ph_result_rows(result) * (ph_result_columns(result) + 1);
    /* and the names: a thousand bytes for each are more than enough */
    return 8 * numbers + 1000.0 * ph_result_columns(result) < (double)most;
}

bool mat_write(FILE *out, ph_result *result, ph_diag *diag)
{
    char head[128];
    const uint16_t mark[2] = {0x0100, 0x4d49}; /* the version, and the order of bytes */
    memset(head, ' ', sizeof head);
    int n = snprintf(head, 100, "MATLAB 5.0 MAT-file, written by polhode %s", ph_version());
    if (n > 0 && n < 100) head[n] = ' ';
    memcpy(head + 124, mark, sizeof mark);
    fwrite(head, 1, sizeof head, out);
    size_t rows = (size_t)ph_result_rows(result);
    char *title = strdup(ph_result_title(result));
    if (!title) return false;
    put_text(out, "title", title);
    free(title);
    return put_texts(out, "names", result, cli_column_name) &&
           put_texts(out, "units", result, unit_of) && put_time(out, result, rows, diag) &&
           put_data(out, result, rows, ph_result_columns(result), diag);
}
