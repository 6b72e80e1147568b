/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sincos.h -- sine and cosine without branches, for loops over many bodies.
 *
 * x = k pi/2 + r + tail with |r| <= pi/4: k by adding and subtracting a large number that leaves no
 * room for a fraction, the product k pi/2 subtracted in three parts (Cody & Waite 1980; the first
 * two have 33 bits, so that k times them is exact up to |k| < 2^20). Polynomials are minimax fits
 * (Remez, weighted) of degree 13 and 14. Error below one unit in the last place for |x| < 1e6.
 *
 * Not a replacement for libm beyond that: r is held to [-1, 1], so that a larger x still gives a
 * finite unit pair, but not that of x. Own code because compilers vectorise it, and because a
 * vector and a scalar loop then give the same bits on every machine.
 */
#ifndef PHK_SINCOS_H
#define PHK_SINCOS_H

#include <math.h>

#define PHK_SINCOS_MAX 1e6 /* [rad] */

/* For what loops are made of: a call left over would keep the loop from being vectorised. */
#if defined(__GNUC__)
#define PHK_INLINE static inline __attribute__((always_inline))
#else
#define PHK_INLINE static inline
#endif

PHK_INLINE void phk_sincos(double x, double *sine, double *cosine)
{
    const double magic = 6755399441055744.0; /* 1.5 * 2^52 */
    const double p1 = 0x1.921fb544p+0, p2 = 0x1.0b4611a6p-34, p3 = 0x1.3198a2e037073p-69;

    /* nearest multiple of pi/2, and what is left in two parts */
    double k = (x * 0.6366197723675814 + magic) - magic;
    double r1 = x - k * p1, w = k * p2;
    double r2 = r1 - w;
    double rest = ((r1 - r2) - w) - k * p3;
    double r = r2 + rest;
    double tail = (r2 - r) + rest;
    r = r > 1 ? 1 : r;
    r = r < -1 ? -1 : r;
    tail = fabs(tail) < 1e-15 ? tail : 0;

    double z = r * r, z2 = z * z;
    double ps = (-0x1.5555555555549p-3 + z * 0x1.111111110f87ap-7) +
                z2 * ((-0x1.a01a019c11996p-13 + z * 0x1.71de3577b6ab2p-19) +
                      z2 * (-0x1.ae5e663a9c8b8p-26 + z * 0x1.5d9300ff82869p-33));
    double pc = (0x1.555555555554cp-5 + z * -0x1.6c16c16c151b4p-10) +
                z2 * ((0x1.a01a019cb65f3p-16 + z * -0x1.27e4f80ce9df5p-22) +
                      z2 * (0x1.1ee9edbd51af5p-29 + z * -0x1.8faf7ab21a29ep-37));
    double s = r + (r * z * ps + tail * (1 - 0.5 * z));
    double h = 0.5 * z, c1 = 1 - h;
    double c = c1 + (((1 - c1) - h) + (z2 * pc - r * tail));

    /* quadrant: m = k mod 4 in -2 .. 2 */
    double m = k - 4 * ((k * 0.25 + magic) - magic);
    double am = fabs(m);
    double a = am == 1 ? c : s, b = am == 1 ? s : c;
    double sign_a = m == -1 ? -1 : 1, sign_b = m == 1 ? -1 : 1;
    double half = am == 2 ? -1 : 1;
    *sine = a * (sign_a * half);
    *cosine = b * (sign_b * half);
}

#endif
