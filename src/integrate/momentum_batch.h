/* SPDX-License-Identifier: BSD-3-Clause
 *
 * momentum_batch.h -- the momentum map at work on all bodies at once: what Newton asks of it in
 * every iteration, one array per component, so that the loops are done four bodies at a time. The
 * arrays are those of a block of bodies: dozens of arrays as long as a chain of thousands are more
 * than the processor reads ahead.
 *
 * All in principal axes, at the start of the step unless said otherwise.
 */
#ifndef PHK_MOMENTUM_BATCH_H
#define PHK_MOMENTUM_BATCH_H

#include <stdbool.h>
#include <stddef.h>
#include "integrate/momentum_map.h"

enum { PHK_MB_BLOCK = 56 }; /* bodies; odd in cache lines, so that the arrays do not collide */

enum {
    /* constants of a body: the members of phk_map_body in turn, [3] each */
    PHK_MB_MAP = 0,
    /* of the step */
    PHK_MB_START = 24, /* [4] orientation of the principal axes */
    PHK_MB_W = 28,     /* [3] angular velocity, and from here on [3]: */
    PHK_MB_U = 31,     /* momentum */
    PHK_MB_B = 34,     /* B_n */
    PHK_MB_P = 37,     /* p_n */
    PHK_MB_END = 40,   /* u + h (1 - gamma) b: what pi_1 has without B_1 */
    PHK_MB_TRUE = 43,  /* (am b - af p) / (1 - af): what p_1 has without B_1 */
    PHK_MB_LAST = 46,  /* [rad/s] theta / h of the step before */
    /* of the iteration */
    PHK_MB_THETA = 49,
    PHK_MB_N = 52,
    PHK_MB_B1 = 55,
    PHK_MB_W1 = 58, /* at the end of the step */
    PHK_MB_P1 = 61, /* the same */
    PHK_MB_E = 64,  /* [4] exp(theta/2) */
    PHK_MB_F = 68,  /* [4] exp(theta) */
    PHK_MB_Q1 = 72, /* [4] orientation at the end of the step */
    PHK_MB_Z = 76,  /* |theta|^2 */
    PHK_MB_SLOTS
};

typedef struct {
    int count, lanes; /* bodies; rounded up, the rest are bodies at rest */
    int stride;       /* from component to component: PHK_MB_BLOCK, or lanes if that is less */
    double *s;        /* [blocks][PHK_MB_SLOTS][stride] */
} phk_momentum_batch;

static inline double *phk_mb_at(const phk_momentum_batch *b, int slot, int i)
{
    unsigned block = (unsigned)i / PHK_MB_BLOCK, lane = (unsigned)i % PHK_MB_BLOCK;
    return b->s + (size_t)block * (PHK_MB_SLOTS * PHK_MB_BLOCK) + (size_t)(slot * b->stride) + lane;
}
static inline ph_vec3 phk_mb_get(const phk_momentum_batch *b, int slot, int i)
{
    const double *s = phk_mb_at(b, slot, i);
    return ph_v3(s[0], s[b->stride], s[2 * b->stride]);
}
static inline void phk_mb_put(phk_momentum_batch *b, int slot, int i, ph_vec3 v)
{
    double *s = phk_mb_at(b, slot, i);
    s[0] = v.x, s[b->stride] = v.y, s[2 * b->stride] = v.z;
}
static inline ph_quat phk_mb_quat(const phk_momentum_batch *b, int slot, int i)
{
    const double *s = phk_mb_at(b, slot, i);
    return ph_quat_make(s[0], s[b->stride], s[2 * b->stride], s[3 * b->stride]);
}
static inline void phk_mb_put_quat(phk_momentum_batch *b, int slot, int i, ph_quat q)
{
    double *s = phk_mb_at(b, slot, i);
    s[0] = q.w, s[b->stride] = q.x, s[2 * b->stride] = q.y, s[3 * b->stride] = q.z;
}
phk_map_body phk_mb_map(const phk_momentum_batch *b, int i);

/* PH_E_NOMEM as false. All bodies are idle: unit inertia, at rest. */
bool phk_mb_create(phk_momentum_batch *b, int count);
void phk_mb_free(phk_momentum_batch *b);
void phk_mb_set(phk_momentum_batch *b, int i, ph_vec3 j);

/* From theta: everything of the iteration. */
typedef struct {
    double h, beta, gamma, kappa;
} phk_mb_step;
void phk_mb_place(phk_momentum_batch *b, const phk_mb_step *step);
/* theta of the momentum pi_n + h ((1/2 - beta) B_n + beta B_1) with B_1 in the slot B1, from
 * theta = h w. */
void phk_mb_predict(phk_momentum_batch *b, const phk_mb_step *step);

#endif
