/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The numbers of an open result: any columns of any rows.
 */
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "io/result/read.h"
#include "io/text/disk.h"

/* A box of a dataset. */
typedef struct {
    hsize_t start[3], count[3];
} box;

/* Reads a box into out, packed. File and memory get selections of one shape: HDF5 then copies run
 * by run; between different shapes it goes element by element, ten times slower. */
static int read_box(hid_t dataset, int rank, const box *b, double *out)
{
    hid_t file = H5Dget_space(dataset), memory = H5Screate_simple(rank, b->count, NULL);
    int done = file >= 0 && memory >= 0 &&
               H5Sselect_hyperslab(file, H5S_SELECT_SET, b->start, NULL, b->count, NULL) >= 0 &&
               H5Dread(dataset, H5T_NATIVE_DOUBLE, memory, file, H5P_DEFAULT, out) >= 0;
    if (file >= 0) H5Sclose(file);
    if (memory >= 0) H5Sclose(memory);
    return done;
}

static ph_status read_failed(const ph_result *r, ph_diag *diag)
{
    if (r->h5.error) return phk_disk_error(diag, r->path, "read the result", r->h5.error);
    char reason[256];
    phk_h5_reason(reason, sizeof reason);
    return phk_error(diag, PH_E_FORMAT, (ph_source){.file = r->path}, phk_result_again,
                     "the result is damaged: HDF5 says \"%s\"", reason);
}

static ph_status check_rows(const ph_result *r, long long first, long long count, ph_diag *diag)
{
    if (first >= 0 && count >= 0 && first <= r->rows && count <= r->rows - first) return PH_OK;
    return phk_error(diag, PH_E_RANGE, (ph_source){.file = r->path}, NULL,
                     "rows %lld to %lld of a result with %lld rows", first, first + count - 1,
                     r->rows);
}

/* Where numbers go: columns to, to + 1, ... of out[count][n], through scratch[count][..]. */
typedef struct {
    long long first, count; /* rows */
    double *out, *scratch;
    size_t n, to;
} target;

static int read_part(const phk_block_in *b, int object, int objects, int component, int components,
                     target *t)
{
    size_t columns = (size_t)objects * (size_t)components;
    box numbers = {{(hsize_t)t->first, (hsize_t)object, (hsize_t)component},
                   {(hsize_t)t->count, (hsize_t)objects, (hsize_t)components}};
    double *direct = columns == t->n ? t->out : t->scratch;
    if (!read_box(b->dataset, b->rank, &numbers, direct)) return 0;
    for (long long i = 0; i < t->count && direct != t->out; i++)
        memcpy(t->out + (size_t)i * t->n + t->to, direct + (size_t)i * columns,
               columns * sizeof *direct);
    t->to += columns;
    return 1;
}

/* Reads `length` columns of one block, from `column` on: what is left of a first object, whole
 * objects, what is asked of a last one. */
static int read_run(const phk_block_in *b, int column, int length, target *t)
{
    int at = column - b->is.first, end = at + length, width = b->is.width;
    while (at < end) {
        int object = at / width, component = at % width;
        int whole = component == 0 ? (end - at) / width : 0;
        int left = width - component < end - at ? width - component : end - at;
        int components = whole ? width : left, objects = whole ? whole : 1;
        if (!read_part(b, object, objects, component, components, t)) return 0;
        at += objects * components;
    }
    return 1;
}

/* How many of the n columns follow each other within one block. */
static int run_length(const phk_block_in *b, const int *column, int n)
{
    int length = 1, end = b->is.first + b->is.objects * b->is.width;
    while (length < n && column[length] == column[0] + length && column[length] < end) length++;
    return length;
}

static ph_status read_columns(ph_result *r, const int *column, int n, target *t, ph_diag *diag)
{
    int longest = 1;
    for (int i = 0, length; i < n; i += length) {
        length = run_length(phk_result_holder(r, column[i]), column + i, n - i);
        if (length > longest) longest = length;
    }
    t->scratch = malloc((size_t)t->count * (size_t)longest * sizeof *t->scratch);
    if (!t->scratch) return phk_error(diag, PH_E_NOMEM, phk_nowhere, NULL, "out of memory");
    ph_status status = PH_OK;
    for (int i = 0, length; i < n && status == PH_OK; i += length) {
        const phk_block_in *b = phk_result_holder(r, column[i]);
        length = run_length(b, column + i, n - i);
        if (!read_run(b, column[i], length, t)) status = read_failed(r, diag);
    }
    free(t->scratch);
    return status;
}

ph_status ph_result_read_rows(ph_result *r, const int *column, int n, long long first,
                              long long count, double *out, ph_diag *diag)
{
    ph_status status = check_rows(r, first, count, diag);
    for (int i = 0; i < n && status == PH_OK; i++)
        if (column[i] < 0 || column[i] >= r->columns)
            status = phk_error(diag, PH_E_RANGE, (ph_source){.file = r->path}, NULL,
                               "column %d of a result with %d columns", column[i], r->columns);
    if (status != PH_OK || count == 0 || n <= 0) return status;
    target t = {first, count, out, NULL, (size_t)n, 0};
    H5E_BEGIN_TRY
    {
        status = read_columns(r, column, n, &t, diag);
    }
    H5E_END_TRY
    return status;
}

ph_status ph_result_read(ph_result *r, int column, long long first, long long count, double *out,
                         ph_diag *diag)
{
    return ph_result_read_rows(r, &column, 1, first, count, out, diag);
}

ph_status ph_result_time(ph_result *r, long long first, long long count, double *out, ph_diag *diag)
{
    ph_status status = check_rows(r, first, count, diag);
    if (status != PH_OK || count == 0) return status;
    box numbers = {{(hsize_t)first, 0, 0}, {(hsize_t)count, 1, 1}};
    H5E_BEGIN_TRY
    {
        if (!read_box(r->time, 1, &numbers, out)) status = read_failed(r, diag);
    }
    H5E_END_TRY
    return status;
}
