/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/h5/h5.h"

#include <stdio.h>
#include <string.h>

enum { ATTRIBUTE_LIMIT = 60000 };

typedef struct {
    char *text;
    size_t size;
} reason_buffer;

static herr_t keep_reason(unsigned n, const H5E_error2_t *entry, void *user)
{
    (void)n;
    reason_buffer *buffer = user;
    if (entry->desc) snprintf(buffer->text, buffer->size, "%s", entry->desc);
    return 0;
}

void phk_h5_reason(char *text, size_t size)
{
    reason_buffer buffer = {text, size};
    snprintf(text, size, "no reason given");
    /* outermost first, so the innermost is kept */
    H5Ewalk2(H5E_DEFAULT, H5E_WALK_DOWNWARD, keep_reason, &buffer);
}

/* Fixed-length UTF-8, padded with zeros: what every HDF5 tool reads. */
static hid_t text_type(size_t size, H5T_str_t padding)
{
    hid_t type = H5Tcopy(H5T_C_S1);
    if (type < 0) return -1;
    if (H5Tset_size(type, size ? size : 1) < 0 || H5Tset_strpad(type, padding) < 0 ||
        H5Tset_cset(type, H5T_CSET_UTF8) < 0) {
        H5Tclose(type);
        return -1;
    }
    return type;
}

/* Where texts go: an attribute or a dataset. */
typedef enum { AS_ATTRIBUTE, AS_DATASET } place;

static int write_texts(hid_t object, place where, const char *name, const void *data, size_t size,
                       hid_t space)
{
    int done = 0;
    hid_t type = text_type(size, H5T_STR_NULLPAD);
    /* no times inside: the same run gives the same bytes */
    hid_t timeless = H5Pcreate(H5P_DATASET_CREATE);
    if (type >= 0 && space >= 0 && H5Pset_obj_track_times(timeless, 0) >= 0) {
        hid_t id = where == AS_DATASET
                       ? H5Dcreate2(object, name, type, space, H5P_DEFAULT, timeless, H5P_DEFAULT)
                       : H5Acreate2(object, name, type, space, H5P_DEFAULT, H5P_DEFAULT);
        if (id >= 0 && where == AS_DATASET)
            done = H5Dwrite(id, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) >= 0;
        else if (id >= 0)
            done = H5Awrite(id, type, data) >= 0;
        if (id >= 0 && (where == AS_DATASET ? H5Dclose(id) : H5Aclose(id)) < 0) done = 0;
    }
    if (space >= 0) H5Sclose(space);
    if (type >= 0) H5Tclose(type);
    if (timeless >= 0) H5Pclose(timeless);
    return done ? 0 : -1;
}

int phk_h5_put_text(hid_t object, const char *name, const char *text)
{
    size_t size = strlen(text);
    if (size > ATTRIBUTE_LIMIT) {
        /* cut between letters, not inside one */
        size = ATTRIBUTE_LIMIT;
        while (size && ((unsigned char)text[size] & 0xC0) == 0x80) size--;
    }
    return write_texts(object, AS_ATTRIBUTE, name, text, size, H5Screate(H5S_SCALAR));
}

int phk_h5_put_document(hid_t parent, const char *name, const char *text)
{
    return write_texts(parent, AS_DATASET, name, text, strlen(text), H5Screate(H5S_SCALAR));
}

static int put_many(hid_t object, place where, const char *name, const char *const *text, int count)
{
    size_t size = 1, n = (size_t)count;
    hsize_t dims = n;
    for (size_t i = 0; i < n; i++)
        if (strlen(text[i]) > size) size = strlen(text[i]);
    phk_arena arena = {0};
    char *table = n < (size_t)-1 / 2 / size ? phk_arena_alloc(&arena, n * size) : NULL;
    if (!table) return -1;
    for (size_t i = 0; i < n; i++) memcpy(table + i * size, text[i], strlen(text[i]));
    int result = write_texts(object, where, name, table, size, H5Screate_simple(1, &dims, NULL));
    phk_arena_free(&arena);
    return result;
}

int phk_h5_put_texts(hid_t object, const char *name, const char *const *text, int count)
{
    return put_many(object, AS_ATTRIBUTE, name, text, count);
}

int phk_h5_put_list(hid_t parent, const char *name, const char *const *text, int count)
{
    return put_many(parent, AS_DATASET, name, text, count);
}

static int put_one(hid_t object, const char *name, hid_t stored, hid_t type, const void *value)
{
    hid_t space = H5Screate(H5S_SCALAR);
    hid_t id = H5Acreate2(object, name, stored, space, H5P_DEFAULT, H5P_DEFAULT);
    int done = id >= 0 && H5Awrite(id, type, value) >= 0;
    if (id >= 0) H5Aclose(id);
    if (space >= 0) H5Sclose(space);
    return done ? 0 : -1;
}

int phk_h5_put_int(hid_t object, const char *name, int value)
{
    return put_one(object, name, H5T_STD_I32LE, H5T_NATIVE_INT, &value);
}

int phk_h5_put_number(hid_t object, const char *name, double value)
{
    return put_one(object, name, H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE, &value);
}

static int get_one(hid_t object, const char *name, H5T_class_t class, hid_t type, void *value)
{
    hid_t id = H5Aopen(object, name, H5P_DEFAULT);
    if (id < 0) return -1;
    hid_t space = H5Aget_space(id), stored = H5Aget_type(id);
    int good = H5Sget_simple_extent_npoints(space) == 1 && H5Tget_class(stored) == class &&
               H5Aread(id, type, value) >= 0;
    H5Sclose(space);
    H5Tclose(stored);
    H5Aclose(id);
    return good ? 0 : -1;
}

int phk_h5_get_int(hid_t object, const char *name, int *value)
{
    return get_one(object, name, H5T_INTEGER, H5T_NATIVE_INT, value);
}

int phk_h5_get_number(hid_t object, const char *name, double *value)
{
    return get_one(object, name, H5T_FLOAT, H5T_NATIVE_DOUBLE, value);
}

/* Reads all texts of an attribute or dataset into the arena, each with its terminator. `stored`
 * bounds what a damaged file can make us allocate. */
static const char **read_texts(phk_arena *arena, hid_t id, place where, int *count)
{
    hid_t space = where == AS_DATASET ? H5Dget_space(id) : H5Aget_space(id);
    hid_t type = where == AS_DATASET ? H5Dget_type(id) : H5Aget_type(id);
    hsize_t stored = where == AS_DATASET ? H5Dget_storage_size(id) : H5Aget_storage_size(id);
    hssize_t points = space >= 0 ? H5Sget_simple_extent_npoints(space) : -1;
    size_t size = 0;
    if (type >= 0 && H5Tget_class(type) == H5T_STRING && H5Tis_variable_str(type) == 0)
        size = H5Tget_size(type);
    const char **list = NULL;
    if (size > 0 && points >= 0 && points < INT32_MAX && (hsize_t)points <= stored / size) {
        size_t n = (size_t)points, step = size + 1;
        char *table = phk_arena_alloc(arena, n * step);
        const char **text = phk_arena_alloc(arena, n * sizeof *text);
        hid_t memory = text_type(step, H5T_STR_NULLTERM);
        if (table && text && memory >= 0 &&
            (where == AS_DATASET ? H5Dread(id, memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, table)
                                 : H5Aread(id, memory, table)) >= 0) {
            for (size_t i = 0; i < n; i++) text[i] = table + i * step;
            list = text;
            *count = (int)n;
        }
        if (memory >= 0) H5Tclose(memory);
    }
    if (type >= 0) H5Tclose(type);
    if (space >= 0) H5Sclose(space);
    return list;
}

const char **phk_h5_get_texts(phk_arena *arena, hid_t object, const char *name, int *count)
{
    hid_t id = H5Aopen(object, name, H5P_DEFAULT);
    if (id < 0) return NULL;
    const char **list = read_texts(arena, id, AS_ATTRIBUTE, count);
    H5Aclose(id);
    return list;
}

const char *phk_h5_get_text(phk_arena *arena, hid_t object, const char *name)
{
    int count = 0;
    const char **list = phk_h5_get_texts(arena, object, name, &count);
    return list && count == 1 ? list[0] : NULL;
}

const char **phk_h5_get_list(phk_arena *arena, hid_t parent, const char *name, int *count)
{
    hid_t id = H5Dopen2(parent, name, H5P_DEFAULT);
    if (id < 0) return NULL;
    const char **list = read_texts(arena, id, AS_DATASET, count);
    H5Dclose(id);
    return list;
}
