/* SPDX-License-Identifier: BSD-3-Clause
 *
 * dice.h -- random numbers that are the same everywhere: SplitMix64 (Steele et al., OOPSLA 2014).
 */
#ifndef DICE_H
#define DICE_H

#include <math.h>
#include <stdbool.h>
#include <stdint.h>

typedef struct {
    uint64_t state;
} dice;

static inline uint64_t dice_bits(dice *d)
{
    uint64_t z = d->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

/* Dice of their own for one model: neighbours have nothing in common. */
static inline dice dice_for(uint64_t seed, uint64_t kind, uint64_t index)
{
    dice d = {seed};
    d.state = dice_bits(&d) ^ kind;
    d.state = dice_bits(&d) ^ index;
    return d;
}

static inline double dice_between(dice *d, double low, double high)
{
    return low + (high - low) * (double)(dice_bits(d) >> 11) * 0x1p-53;
}

/* Every decade is as likely as every other. */
static inline double dice_decades(dice *d, double low, double high)
{
    return low * pow(high / low, dice_between(d, 0, 1));
}

/* low, .., high */
static inline int dice_whole(dice *d, int low, int high)
{
    return low + (int)(dice_bits(d) % (uint64_t)(high - low + 1));
}

static inline bool dice_chance(dice *d, double probability)
{
    return dice_between(d, 0, 1) < probability;
}

static inline double dice_sign(dice *d)
{
    return dice_chance(d, 0.5) ? 1 : -1;
}

/* A direction, all alike. */
static inline void dice_direction(dice *d, double *u)
{
    double z = dice_between(d, -1, 1), a = dice_between(d, 0, 6.283185307179586);
    u[0] = sqrt(1 - z * z) * cos(a), u[1] = sqrt(1 - z * z) * sin(a), u[2] = z;
}

#endif
