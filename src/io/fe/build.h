/* SPDX-License-Identifier: BSD-3-Clause
 *
 * build.h -- a finite-element model while its files are read: nodes, equations, entries, sets, in
 * any order and in the units of the files; then, at once, the model of flex/fe.h in SI units.
 */
#ifndef PHK_FE_BUILD_H
#define PHK_FE_BUILD_H

#include <stdbool.h>
#include "flex/fe.h"

typedef struct {
    struct phk_number_slot *slot;
    size_t room, count;
} phk_numbers; /* from whole numbers to indices */
/* -1: it has none. */
int phk_numbers_find(const phk_numbers *numbers, long long key);

typedef enum {
    PHK_FE_TET,
    PHK_FE_WEDGE,
    PHK_FE_HEX,
    PHK_FE_TRIANGLE,
    PHK_FE_QUAD,
    PHK_FE_BEAM
} phk_fe_kind;
typedef struct {
    phk_fe_kind kind;
    int corner[8]; /* numbers of nodes */
} phk_fe_element;

typedef struct {
    const char *name;
    int count;
    int *node; /* numbers */
} phk_fe_list;

typedef struct {
    phk_arena arena; /* for all of this */
    ph_diag *diag;
    int nodes, equations, elements, lists;
    int *id;
    ph_vec3 *at;
    phk_numbers node;     /* number -> index */
    int *label;           /* [equations] 8 number + direction */
    phk_numbers equation; /* label -> index */
    phk_triplets stiffness, mass;
    phk_fe_element *element;
    phk_fe_list *list;
    double length, weight, time; /* [m], [kg], [s] in the units of the files */
    bool fixed_order;            /* equations have come with a table: there are no others */
} phk_fe_build;

void phk_fe_build_begin(phk_fe_build *b, ph_diag *diag);
void phk_fe_build_free(phk_fe_build *b);
/* 1: new; 0: there is one of that number already, which stays; -1: no memory. */
int phk_fe_add_node(phk_fe_build *b, int id, ph_vec3 at);
/* The equation of a direction (0..5), made where there is none; -1: no memory, or there are no
 * others. */
int phk_fe_equation(phk_fe_build *b, int node, int direction);
/* One more at the end. 0: that motion has one already. */
int phk_fe_add_equation(phk_fe_build *b, int node, int direction);
bool phk_fe_add_element(phk_fe_build *b, const phk_fe_element *element);
/* The list of a name, made where there is none; NULL: no memory. */
phk_fe_list *phk_fe_find_list(phk_fe_build *b, const char *name, int length);
bool phk_fe_add_to_list(phk_fe_build *b, phk_fe_list *list, int node);

#endif
