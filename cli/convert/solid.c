/* SPDX-License-Identifier: BSD-3-Clause */
#include "solid.h"

#include <math.h>

/* Turns axes p and q so that a[p][q] vanishes (Jacobi). */
static void turn_plane(double a[3][3], int p, int q, ph_quat *turn)
{
    if (fabs(a[p][q]) < 1e-300) return;
    double theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
    double t = (theta >= 0 ? 1 : -1) / (fabs(theta) + sqrt(theta * theta + 1));
    double c = 1 / sqrt(t * t + 1), s = t * c;
    for (int k = 0; k < 3; k++) {
        double x = a[k][p], y = a[k][q];
        a[k][p] = c * x - s * y;
        a[k][q] = s * x + c * y;
    }
    for (int k = 0; k < 3; k++) {
        double x = a[p][k], y = a[q][k];
        a[p][k] = c * x - s * y;
        a[q][k] = s * x + c * y;
    }
    /* axis p goes to c p - s q: about y forwards, about z and x backwards */
    double half = 0.5 * atan2(s, c) * (q - p == 2 ? 1 : -1);
    double axis[3] = {0};
    axis[3 - p - q] = sin(half);
    *turn = ph_quat_mul(*turn, ph_quat_make(cos(half), axis[0], axis[1], axis[2]));
}

bool solid_box(double mass, const double inertia[6], double size[3], ph_quat *turn)
{
    const double *j = inertia;
    double a[3][3] = {{j[0], j[3], j[4]}, {j[3], j[1], j[5]}, {j[4], j[5], j[2]}}, longest = 0;
    *turn = ph_quat_identity();
    for (int sweep = 0; sweep < 30; sweep++) {
        turn_plane(a, 0, 1, turn);
        turn_plane(a, 0, 2, turn);
        turn_plane(a, 1, 2, turn);
    }
    for (int k = 0; k < 3; k++) {
        /* the moment about an edge is m (b^2 + c^2) / 12 */
        double around = a[(k + 1) % 3][(k + 1) % 3] + a[(k + 2) % 3][(k + 2) % 3] - a[k][k];
        size[k] = sqrt(fmax(6 * around / mass, 0));
        longest = fmax(longest, size[k]);
    }
    for (int k = 0; k < 3; k++) size[k] = fmax(size[k], 0.04 * longest);
    return mass > 0 && longest > 0 && isfinite(longest);
}
