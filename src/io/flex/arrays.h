/* SPDX-License-Identifier: BSD-3-Clause
 *
 * arrays.h -- whole arrays in an HDF5 file, by their path.
 */
#ifndef PHK_ARRAYS_H
#define PHK_ARRAYS_H

#include <stdbool.h>
#include "io/h5/h5.h"

typedef enum { PHK_DOUBLES, PHK_FLOATS, PHK_INTS } phk_array_kind;

/* An array [size[0]][size[1]].. of up to three sizes; those that are zero end the list. */
typedef struct {
    const char *path;
    phk_array_kind kind;
    long long size[3]; /* when it is read: -1 is any, and becomes what it is */
} phk_array;

/* 0, or -1. The groups of the path are there. */
int phk_array_write(hid_t file, const phk_array *array, const void *data);
/* What is stored there. Sizes that do not fit, a kind that is no number, more bytes than `most`:
 * NULL, and `why` says which. missing (NULL: it must be there): set when there is none. */
void *phk_array_read(phk_arena *arena, hid_t file, phk_array *array, unsigned long long most,
                     bool *missing, char why[200]);

#endif
