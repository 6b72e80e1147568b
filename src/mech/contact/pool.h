/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pool.h -- which pairs of shapes may touch at present, and what they do.
 *
 * A model says which shapes may ever touch: sets of pairs. Where these are few all of them are in
 * the pool, for good. Where they are many the pool holds those that are near: whenever a shape has
 * left the box, inflated by a skin, in which it was when they were sought, they are sought anew,
 * at any evaluation. A pair that is not near has no force, so nothing jumps when it comes or goes.
 * Within a step pairs only come; those that are not near any more go when the step is accepted, so
 * that nothing is forgotten in a step that is tried and given up.
 *
 * Pairs are in the order of their shapes, whatever way they were found.
 */
#ifndef PHK_CONTACT_POOL_H
#define PHK_CONTACT_POOL_H

#include "base/store.h"
#include "mech/contact/pair.h"

/* A shape that may touch. */
typedef struct {
    const char *name;
    ph_source where;
    int marker, body; /* of the program; body -1: ground */
    double mass;      /* [kg] INFINITY: ground */
    phk_touchable solid;
    phk_surface surface;
    const char *material;
} phk_contact_shape;

/* The pairs of one contact: each of the first list with each of the second. */
typedef struct {
    const char *name;
    const ph_contact_def *def;
    int count[2], *list[2];  /* [count] shapes */
    bool *member[2];         /* [shapes] */
    bool joined;             /* bodies that a joint joins touch, too */
    const phk_tape *formula; /* of its normal force; NULL: by its law */
    int contact;             /* of the model */
} phk_contact_set;

/* What a program knows of contacts; constant. */
typedef struct {
    int shapes;
    phk_contact_shape *shape;
    int sets;
    phk_contact_set *set; /* with the fewest pairs first: the first that has a pair owns it */
    int *named,
        *namer;   /* sets that name shape i: namer[named[i]] up to namer[named[i + 1]], in order */
    int contacts; /* of the model: sets by number */
    bool fixed;   /* few enough pairs for all to be in the pool */
    int joints;   /* pairs of bodies that a joint joins, in order */
    phk_candidate *joint;
    double gravity; /* [m/s^2] */
    double skin;    /* [m] */
    double range;   /* [m] gap up to which any of them pull each other */
    const ph_model *model;
} phk_contact_plan;

typedef struct {
    int a, b; /* shapes, a < b */
    int set;
    int memory, memories; /* in the pool's list */
    int before, befores;  /* the same where the last step began, in its other list */
    phk_contact_law law;
    phk_contact_load load;
} phk_contact_pair;

/* Zero is an empty one. */
typedef struct {
    const phk_contact_plan *contacts;
    int pairs, room;
    phk_contact_pair *pair;
    phk_contact_memory *memory, *memory_next; /* [memory_room] each */
    int memories, memory_room;
    phk_touch_frame *place; /* [shapes] at the last evaluation */
    phk_bounds *bounds;     /* [shapes] */
    bool *off;              /* [contacts] a phase has deactivated it */
    phk_broad broad;
    long long generation; /* changes with the list of pairs */
    bool grown;           /* pairs have come since the last step */
    bool past;            /* the last step is looked into: what it began with counts */
} phk_pool;

/* Whether a pair of shapes of a set may touch as far as their bodies go. */
bool phk_contact_may_touch(const phk_contact_plan *c, const phk_contact_set *set, int a, int b);

ph_status phk_pool_create(phk_pool *pool, const phk_contact_plan *contacts);
void phk_pool_free(phk_pool *pool);

/* Where the shapes are: frame[markers], turn of a marker given by its quaternion. Finds the pairs
 * that are near, if that is called for. */
typedef struct {
    const ph_frame *frame; /* by marker */
    const ph_quat *turn;   /* by shape */
    double time;           /* [s] */
} phk_pool_frames;
ph_status phk_pool_move(phk_pool *pool, const phk_pool_frames *at);
/* Forces of all pairs. */
void phk_pool_evaluate(phk_pool *pool, const phk_pool_frames *at);
/* Pair k with its surroundings. */
phk_contact_at phk_pool_at(const phk_pool *pool, int k, const phk_pool_frames *at);
/* After a step. `start`: nothing is remembered. */
void phk_pool_remember(phk_pool *pool, const phk_pool_frames *at, bool start);
/* [s] how long, at the velocities they have, before a shape could pass through another. */
double phk_pool_ahead(const phk_pool *pool, const phk_pool_frames *at);
void phk_pool_store(phk_pool *pool, phk_store *store);

#endif
