/* SPDX-License-Identifier: BSD-3-Clause
 *
 * counted.h -- rows that are sums of coordinates of pairs of markers, C = sum_k s_k q_k - c0, as
 * threads, racks, couplers and gears are: travels and angles, with full turns.
 *
 * An angle of a thousand turns has lost digits that a row cannot spare. So nothing here is as
 * large: a row remembers what it was at the end of the last step, and where each angle was within
 * half a turn and how fast it went, and adds what has changed since then. Before the first step
 * that is what is drawn. A step may turn by any number of turns if its rate tells of them.
 */
#ifndef PHK_COUNTED_H
#define PHK_COUNTED_H

#include "element/pair.h"

typedef struct {
    double (*add)(const phk_pair_at *pair, double s); /* a term of pair.h */
    bool turns;                                       /* it is an angle */
} phk_counted;

/* What a row of n coordinates remembers: its value and the time, then value and rate of each. */
#define PHK_ROW_MEMORY(n) (2 + 2 * (n))
enum { PHK_ROW_WAS, PHK_ROW_TIME, PHK_ROW_FIRST };

/* By how much a coordinate has changed since its part of the memory was written, dt ago. */
static inline double phk_counted_change(const phk_counted *c, const ph_frame *frame,
                                        const double *memory, double dt)
{
    double change = c->add(&(phk_pair_at){.frame = frame}, 1) - memory[0];
    if (!c->turns) return change;
    return change + 2 * PH_PI * nearbyint((memory[1] * dt - change) / (2 * PH_PI));
}

/* Writes its part of the memory. */
static inline void phk_counted_note(const phk_counted *c, const ph_frame *frame, double *memory)
{
    double g[12] = {0}, rate = 0;
    memory[0] = c->add(&(phk_pair_at){.frame = frame, .markers = 2, .gradient = g}, 1);
    for (int m = 0; m < 2; m++) {
        const double *by = g + 6 * m;
        rate += by[0] * frame[m].v.x + by[1] * frame[m].v.y + by[2] * frame[m].v.z +
                by[3] * frame[m].w.x + by[4] * frame[m].w.y + by[5] * frame[m].w.z;
    }
    memory[1] = rate;
}

/* ---- coordinates of joints, as JOINT.displacement and JOINT.angle of expressions ---- */

static const phk_counted phk_displacement = {phk_pair_travel, false};
static const phk_counted phk_angle = {phk_pair_shadow, true};

/* Whether a joint that leaves this free has such a coordinate along, or about, its z axis. */
static inline bool phk_slides(unsigned free)
{
    return (free & (PH_FREE_X | PH_FREE_Y | PH_FREE_Z)) == PH_FREE_Z;
}
static inline bool phk_turns(unsigned free)
{
    return (free & (PH_TURN_X | PH_TURN_Y | PH_TURN_Z)) == PH_TURN_Z;
}

#endif
