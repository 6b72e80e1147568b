/* SPDX-License-Identifier: BSD-3-Clause
 *
 * columns.h -- what a result shows: lists of what was chosen, and the blocks made of them.
 */
#ifndef PHK_COLUMNS_H
#define PHK_COLUMNS_H

#include <polhode/sim.h>
#include "mech/system/system.h"
#include "sim/ledger.h"

/* A force element of the system. */
typedef struct {
    int group, index;
} phk_element;

/* Something that acts on a body: wrench `at` of a group of forces, or a side of a constraint; a
 * constraint by an expression has no sides. */
typedef struct {
    int group, at;   /* group -1: */
    int joint, side; /* constraint of the system; its side */
    int marker;      /* where it acts; -1: at the reference point of */
    int body;
} phk_on;

/* Whether constraint `equation`, an expression, acts on a body. */
typedef struct {
    bool (*touches)(const void *self, int equation, int body);
    const void *self;
} phk_touch;

typedef struct {
    int bodies, *body;
    int forces;
    phk_element *force;
    int works, *work; /* accounts of their work, */
    int energies;
    phk_element *energy;           /* those with a potential, */
    int losses, *loss;             /* accounts of what they dissipate */
    int joints, *joint;            /* constraints of the system */
    int motions, *motion;          /* the same */
    int *motion_work;              /* [motions] accounts */
    int equations, *equation_work; /* accounts of the constraints by expressions */
    int ons;
    phk_on *on;
    int variables, *variable;
    int states, *state;
    int requests, *request; /* those of the model that are shown */
    bool energy_group, solver_group, gravity_group;
    int blocks;
    ph_block *block;
    size_t width; /* doubles of a row, time included */
} phk_columns;

/* Every name under `outputs` is something that has columns. */
ph_status phk_columns_check(const ph_model *model, ph_diag *diag);
ph_status phk_columns_create(phk_columns *columns, const phk_system *system,
                             const phk_ledger *ledger, phk_touch touch, phk_arena *arena);

#endif
