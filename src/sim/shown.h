/* SPDX-License-Identifier: BSD-3-Clause
 *
 * shown.h -- what a result shows: lists of objects, by what there is to tell of them. The columns
 * themselves are those of blocks.c.
 */
#ifndef PHK_SHOWN_H
#define PHK_SHOWN_H

#include <polhode/sim.h>
#include "mech/system/system.h"
#include "sim/ledger.h"

typedef enum {
    PHK_SHOWN_BODIES,
    PHK_SHOWN_MODES, /* of them: those that bend */
    PHK_SHOWN_NODES, /* nodes of those, where somebody has named them */
    PHK_SHOWN_FORCES,
    PHK_SHOWN_WORKING, /* forces by what they have: an account of work, */
    PHK_SHOWN_STORING, /* a potential, */
    PHK_SHOWN_LOSING,  /* an account of what they dissipate */
    PHK_SHOWN_OWN,     /* forces with states and numbers of their own */
    PHK_SHOWN_CONTACTS,
    PHK_SHOWN_JOINTS,
    PHK_SHOWN_MOTIONS,
    PHK_SHOWN_EQUATIONS, /* constraints by an expression, which act at no place */
    PHK_SHOWN_ON,        /* what acts on bodies, body by body */
    PHK_SHOWN_VARIABLES,
    PHK_SHOWN_STATES,
    PHK_SHOWN_STRESSES, /* flexible bodies whose stresses are */
    PHK_SHOWN_REQUESTS,
    PHK_SHOWN_ENERGY, /* one without a name, or none */
    PHK_SHOWN_STRAIN, /* the same, where something bends */
    PHK_SHOWN_SOLVER, /* the same */
    PHK_SHOWN
} phk_shown_list;

/* An object of a list, by what its list needs. */
typedef struct {
    int group;   /* of forces in the system; -1: it is none */
    int index;   /* in its list of the model; of an element or a wrench in its group; of a
                    constraint */
    int answer;  /* of a request: where its answers begin */
    int account; /* of the ledger; -1: none */
    int side;    /* of a constraint; -1: it acts on `body` without any */
    int marker;  /* where it acts; -1: at the reference point of */
    int body;
} phk_shown_item;

typedef struct {
    int count;
    phk_shown_item *item;  /* [count] */
    const char **name;     /* [count]; NULL: the one object is the group itself */
    const char **owner;    /* [count] whose load it is; NULL: each is its own */
    phk_contact_load *met; /* [contacts of the model] room for what they do; NULL: none */
    ph_wrench *load;       /* [count] room for what they do at a row; NULL: they do nothing */
} phk_shown;

/* Whether constraint `equation`, an expression, acts on a body. */
typedef struct {
    bool (*touches)(const void *self, int equation, int body);
    const void *self;
} phk_touch;

/* Every name under `outputs` is something that has columns. */
ph_status phk_shown_check(const ph_model *model, ph_diag *diag);
/* shown[PHK_SHOWN]. PH_E_NOMEM: out of memory. */
ph_status phk_shown_create(phk_shown *shown, const phk_system *system, const phk_ledger *ledger,
                           phk_touch touch, phk_arena *arena);

#endif
