/* SPDX-License-Identifier: BSD-3-Clause */
#include "mat.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include "common/columns.h"
#include "common/mat_file.h"

enum { READ_NUMBERS = 1 << 22 };
static const size_t most = 0x7fffffff;

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
        if (good) contents += mat_text_bytes(text);
        free(text);
    }
    if (good) mat_list(out, name, (size_t)columns, contents);
    for (int i = 0; i < columns && good; i++) {
        char *text = get(result, i);
        good = text != NULL;
        if (good) mat_put_text(out, "", text);
        free(text);
    }
    return good;
}

/* --- numbers --------------------------------------------------------------------------------- */

static bool put_time(FILE *out, ph_result *result, size_t rows, ph_diag *diag)
{
    double *time = malloc((rows + 1) * sizeof *time);
    bool good = time && ph_result_time(result, 0, (long long)rows, time, diag) == PH_OK;
    mat_matrix(out, "time", rows, 1);
    if (good) mat_numbers(out, time, rows);
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
    mat_matrix(out, "data", rows, (size_t)columns);
    for (int first = 0; first < columns && good; first += at_once) {
        int n = columns - first < at_once ? columns - first : at_once;
        for (int i = 0; i < n; i++) column[i] = first + i;
        good = ph_result_read_rows(result, column, n, 0, (long long)rows, value, diag) == PH_OK;
        for (int i = 0; i < n && good; i++) {
            for (size_t k = 0; k < rows; k++) one[k] = value[k * (size_t)n + (size_t)i];
            mat_numbers(out, one, rows);
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
    mat_begin(out);
    size_t rows = (size_t)ph_result_rows(result);
    char *title = strdup(ph_result_title(result));
    if (!title) return false;
    mat_put_text(out, "title", title);
    free(title);
    return put_texts(out, "names", result, cli_column_name) &&
           put_texts(out, "units", result, unit_of) && put_time(out, result, rows, diag) &&
           put_data(out, result, rows, ph_result_columns(result), diag);
}
