/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fe.h -- a finite-element model as matrices: nodes, which equation belongs to which motion of a
 * node, stiffness and mass. In SI units, free (not held), in one system of axes.
 */
#ifndef PHK_FE_H
#define PHK_FE_H

#include <polhode/math.h>
#include "base/arena.h"
#include "linalg/sparse.h"

typedef struct {
    const char *name;
    int count;
    const int *node; /* [count] */
} phk_fe_set;

typedef struct {
    int nodes;
    const int *id;        /* [nodes] ascending */
    const ph_vec3 *at;    /* [nodes] [m] */
    int (*equation)[6];   /* [nodes] of x, y, z and turns about them; -1: none */
    phk_sparse stiffness; /* [N/m] */
    phk_sparse mass;      /* [kg] */
    /* what to draw, and sets by name */
    int lines, faces, sets;
    const int (*line)[2], (*face)[3];
    const phk_fe_set *set;
    phk_arena arena; /* for all but the matrices */
} phk_fe;

void phk_fe_free(phk_fe *fe);
/* The node of a number; -1: none. */
int phk_fe_node(const phk_fe *fe, int id);

/* Where the body is held, pushed and measured. */
typedef enum {
    PHK_FE_NODE,    /* a node by itself, with all equations it has */
    PHK_FE_POINT,   /* its position alone */
    PHK_FE_RIGID,   /* a set of nodes that moves as a rigid body (RBE2) */
    PHK_FE_AVERAGE, /* their mean motion, which does not stiffen (RBE3) */
} phk_fe_hold;
typedef struct {
    const char *name;
    phk_fe_hold hold;
    int count;
    const int *node; /* [count] */
    ph_source where; /* for messages */
} phk_fe_interface;

#endif
