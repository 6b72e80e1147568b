/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/flex/arrays.h"

#include <limits.h>
#include <stdio.h>

static const struct {
    size_t bytes;
    H5T_class_t class;
} kinds[] = {[PHK_DOUBLES] = {sizeof(double), H5T_FLOAT},
             [PHK_FLOATS] = {sizeof(float), H5T_FLOAT},
             [PHK_INTS] = {sizeof(int), H5T_INTEGER}};

static hid_t memory_type(phk_array_kind kind)
{
    return kind == PHK_DOUBLES  ? H5T_NATIVE_DOUBLE
           : kind == PHK_FLOATS ? H5T_NATIVE_FLOAT
                                : H5T_NATIVE_INT;
}
static hid_t file_type(phk_array_kind kind)
{
    return kind == PHK_DOUBLES  ? H5T_IEEE_F64LE
           : kind == PHK_FLOATS ? H5T_IEEE_F32LE
                                : H5T_STD_I32LE;
}

static int rank_of(const phk_array *a)
{
    int rank = 0;
    while (rank < 3 && a->size[rank] != 0) rank++;
    return rank;
}

int phk_array_write(hid_t file, const phk_array *a, const void *data)
{
    hsize_t dims[3] = {1, 1, 1};
    const int rank = rank_of(a);
    for (int i = 0; i < rank; i++) dims[i] = (hsize_t)a->size[i];
    /* no times inside: the same body gives the same bytes */
    hid_t timeless = H5Pcreate(H5P_DATASET_CREATE);
    hid_t space = rank ? H5Screate_simple(rank, dims, NULL) : H5Screate(H5S_SCALAR), id = -1;
    if (timeless >= 0 && space >= 0 && H5Pset_obj_track_times(timeless, 0) >= 0)
        id = H5Dcreate2(file, a->path, file_type(a->kind), space, H5P_DEFAULT, timeless,
                        H5P_DEFAULT);
    int done =
        id >= 0 && H5Dwrite(id, memory_type(a->kind), H5S_ALL, H5S_ALL, H5P_DEFAULT, data) >= 0;
    if (id >= 0 && H5Dclose(id) < 0) done = 0;
    if (space >= 0) H5Sclose(space);
    if (timeless >= 0) H5Pclose(timeless);
    return done ? 0 : -1;
}

static bool fits(hid_t id, phk_array *a, unsigned long long most, unsigned long long *bytes,
                 char why[200])
{
    hsize_t dims[32] = {0};
    hid_t space = H5Dget_space(id), type = H5Dget_type(id);
    const int rank = space >= 0 ? H5Sget_simple_extent_ndims(space) : -1, wanted = rank_of(a);
    const bool number = type >= 0 && H5Tget_class(type) == kinds[a->kind].class;
    bool good = rank == wanted && number && rank <= 3 &&
                (rank == 0 || H5Sget_simple_extent_dims(space, dims, NULL) >= 0);
    if (space >= 0) H5Sclose(space);
    if (type >= 0) H5Tclose(type);
    snprintf(why, 200, number ? "\"%s\" has %d sizes instead of %d" : "\"%s\" holds no numbers",
             a->path, rank, wanted);
    *bytes = kinds[a->kind].bytes;
    for (int i = 0; good && i < rank; i++) {
        if (a->size[i] >= 0 && dims[i] != (hsize_t)a->size[i]) {
            snprintf(why, 200, "\"%s\" is %llu wide where it must be %lld", a->path,
                     (unsigned long long)dims[i], a->size[i]);
            return false;
        }
        if (dims[i] > INT_MAX || (dims[i] > 0 && *bytes > most / dims[i])) {
            snprintf(why, 200, "\"%s\" would need more memory than its file can hold", a->path);
            return false;
        }
        *bytes *= dims[i];
        a->size[i] = (long long)dims[i];
    }
    return good;
}

void *phk_array_read(phk_arena *arena, hid_t file, phk_array *a, unsigned long long most,
                     bool *missing, char why[200])
{
    unsigned long long bytes;
    void *data = NULL;
    hid_t id = H5Dopen2(file, a->path, H5P_DEFAULT);
    snprintf(why, 200, "there is no \"%s\"", a->path);
    if (missing) *missing = id < 0;
    if (id < 0) return NULL;
    if (fits(id, a, most, &bytes, why)) {
        data = phk_arena_alloc(arena, (size_t)bytes + 1);
        snprintf(why, 200, data ? "\"%s\" cannot be read" : "no memory for \"%s\"", a->path);
        if (data && bytes > 0 &&
            H5Dread(id, memory_type(a->kind), H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0)
            data = NULL;
    }
    H5Dclose(id);
    return data;
}
