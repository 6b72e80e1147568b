/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The mean motion of a set: for a set that moves rigidly it is that motion, to rounding.
 */
#include <math.h>
#include <string.h>
#include "flex/reduce_work.h"
#include "linalg/symmetric.h"

bool phk_reduce_average(const phk_fe *fe, const phk_fe_interface *face, ph_vec3 *centre,
                        double *row)
{
    const int count = face->count;
    ph_vec3 sum = {0, 0, 0};
    for (int i = 0; i < count; i++) sum = ph_add(sum, fe->at[face->node[i]]);
    *centre = ph_scale(1.0 / count, sum);
    /* sum y~'y~ is what a turn moves, as an inertia of unit masses */
    double a[9] = {0}, value[3], wide = 0;
    for (int i = 0; i < count; i++) {
        const ph_vec3 y = ph_sub(fe->at[face->node[i]], *centre);
        const double v[3] = {y.x, y.y, y.z}, square = ph_dot(y, y);
        wide += square;
        for (int p = 0; p < 3; p++)
            for (int q = 0; q < 3; q++) a[3 * p + q] += (p == q ? square : 0) - v[p] * v[q];
    }
    if (phk_symmetric_eigen(3, a, value) != PH_OK || !(value[0] > 1e-8 * wide)) return false;
    /* theta = A^-1 sum y x u, d = sum u / count */
    memset(row, 0, 18 * (size_t)count * sizeof *row);
    for (int i = 0; i < count; i++) {
        const ph_vec3 y = ph_sub(fe->at[face->node[i]], *centre);
        const double cross[3][3] = {{0, -y.z, y.y}, {y.z, 0, -y.x}, {-y.y, y.x, 0}};
        for (int d = 0; d < 3; d++) {
            row[(size_t)d * 3 * (size_t)count + (size_t)(3 * i + d)] = 1.0 / count;
            for (int p = 0; p < 3; p++) {
                double sum_p = 0;
                for (int k = 0; k < 3; k++)
                    for (int q = 0; q < 3; q++)
                        sum_p += a[3 * k + p] * a[3 * k + q] / value[k] * cross[q][d];
                row[(size_t)(3 + p) * 3 * (size_t)count + (size_t)(3 * i + d)] = sum_p;
            }
        }
    }
    return true;
}
