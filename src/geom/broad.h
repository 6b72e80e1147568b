/* SPDX-License-Identifier: BSD-3-Clause
 *
 * broad.h -- which of many things may touch: pairs whose boxes overlap.
 *
 * Boxes are inflated by half a skin, so that the pairs hold until something has left its inflated
 * box; a generous skin makes that rare. Pairs come in the order of their numbers, whatever way they
 * were found. Memory is kept from one search to the next.
 */
#ifndef PHK_BROAD_H
#define PHK_BROAD_H

#include <stdbool.h>
#include <stddef.h>
#include <polhode/base.h>
#include <polhode/math.h>

typedef struct {
    ph_vec3 low, high; /* [m] world; may be infinite */
} phk_bounds;

typedef struct {
    int a, b; /* a < b */
} phk_candidate;

typedef enum {
    PHK_BROAD_BY_COUNT, /* all pairs below 100, sweep below 1,000, else grid */
    PHK_BROAD_ALL,
    PHK_BROAD_SWEEP, /* along the axis on which they are spread most */
    PHK_BROAD_GRID   /* sweep where sizes differ too much for one */
} phk_broad_way;

/* Zero is an empty one. */
typedef struct {
    phk_candidate *pair;
    phk_bounds *box; /* [things] inflated, of the last search */
    void *work;
    size_t pairs, pair_room, work_room;
    int things, box_room;
    phk_broad_way way; /* that was gone */
    bool failed;       /* out of memory while pairs were added */
} phk_broad;

ph_status phk_broad_find(phk_broad *broad, const phk_bounds *bounds, int things, double skin,
                         phk_broad_way way);
/* Whether something has left its inflated box since the last search. */
bool phk_broad_left(const phk_broad *broad, const phk_bounds *bounds, int things);
void phk_broad_free(phk_broad *broad);

/* Between broad.c and grid.c. */
static inline bool phk_bounds_overlap(const phk_bounds *a, const phk_bounds *b)
{
    return a->low.x <= b->high.x && b->low.x <= a->high.x && a->low.y <= b->high.y &&
           b->low.y <= a->high.y && a->low.z <= b->high.z && b->low.z <= a->high.z;
}
/* Adds the pair if the boxes overlap. */
void phk_broad_try(phk_broad *broad, int a, int b);
/* So many bytes until the next call; NULL: out of memory. */
void *phk_broad_work(phk_broad *broad, size_t bytes);
/* False: it is not for these sizes, and there are no pairs. */
bool phk_broad_grid(phk_broad *broad);

#endif
