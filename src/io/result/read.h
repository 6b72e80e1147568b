/* SPDX-License-Identifier: BSD-3-Clause
 *
 * read.h -- an open result, as its reader (read.c), its columns' names (names.c) and their numbers
 * (numbers.c) see it.
 */
#ifndef PHK_RESULT_READ_H
#define PHK_RESULT_READ_H

#include <polhode/result.h>
#include "base/arena.h"
#include "base/names.h"
#include "io/h5/h5.h"

/* Names of objects; several blocks of a group share one list. The table is made when a name is
 * first looked for: opening a result of 100,000 bodies for one look at its times needs none. */
typedef struct phk_name_list {
    struct phk_name_list *next;
    const char *path; /* "bodies/names" */
    const char **name;
    const char **owner; /* of "tip.on.top": "tip"; NULL: no name has a dot in it */
    int count;
    phk_names table;
} phk_name_list;

typedef struct {
    ph_block is;
    hid_t dataset;
    phk_name_list *names; /* NULL: the group's own quantity */
    int rank;             /* 1: [rows], 3: [rows, objects, width] */
} phk_block_in;

struct ph_result {
    phk_arena arena;
    phk_h5 h5;
    const char *path, *title;
    const char *scene, *modes; /* NULL: none, or not asked for yet */
    const char *doubtful;      /* why; NULL: it is not */
    double time_unit;          /* [s] */
    bool bends_read;
    int bends; /* flexible bodies, when read; -1: damaged */
    ph_bending *bending;
    hid_t time;
    long long rows;
    phk_block_in *block;
    int blocks, columns;
    phk_name_list *lists;
};

/* What to do about a damaged result. */
extern const char phk_result_again[];

/* The block that holds a column of the result. */
const phk_block_in *phk_result_holder(const ph_result *result, int column);

#endif
