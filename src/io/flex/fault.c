/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What data of a flexible body must satisfy.
 */
#include <math.h>
#include <stdio.h>
#include "io/flex/container.h"
#include "linalg/symmetric.h"

static bool all_finite(const double *v, size_t count)
{
    for (size_t i = 0; v && i < count; i++)
        if (!isfinite(v[i])) return false;
    return true;
}

static const char *inertia_fault(const phk_flex *f, char text[200])
{
    double J[9] = {f->J0.xx, f->J0.xy, f->J0.xz, f->J0.xy, f->J0.yy,
                   f->J0.yz, f->J0.xz, f->J0.yz, f->J0.zz},
           p[3];
    if (!(f->mass > 0) || !isfinite(f->mass)) return "its mass is not positive";
    if (!all_finite(J, 9) || phk_symmetric_eigen(3, J, p) != PH_OK || !(p[0] > 0))
        return "its inertia is not positive";
    if (p[2] > (p[0] + p[1]) * (1 + 1e-9)) {
        snprintf(text, 200,
                 "principal moments %.6g, %.6g, %.6g kg m^2 are those of no body: the largest "
                 "exceeds the sum of the others",
                 p[0], p[1], p[2]);
        return text;
    }
    return NULL;
}

static const char *modal_fault(const phk_flex *f, char text[200])
{
    const size_t M = (size_t)f->modes;
    for (size_t i = 0; i < M; i++)
        for (size_t j = 0; j < M; j++) {
            double sum = f->I6r ? f->I6r[i * M + j] : 0;
            for (int a = 0; a < 3; a++) {
                sum += f->D[a][i * M + j];
                if (!(fabs(f->D[a][i * M + j] - f->D[a][j * M + i]) < 1e-8)) {
                    snprintf(text, 200, "D_%c%c is not symmetric (modes %zu and %zu)", "xyz"[a],
                             "xyz"[a], i + 1, j + 1);
                    return text;
                }
            }
            if (fabs(sum - (i == j)) < 1e-8) continue;
            snprintf(text, 200, "the modal mass of modes %zu and %zu is %.9g, not %d", i + 1, j + 1,
                     sum, i == j);
            return text;
        }
    /* a turn of the whole by a mode: m x x phi, with what it is measured by */
    const double scale = sqrt(f->J0.xx + f->J0.yy + f->J0.zz);
    for (int a = 0; a < 3; a++)
        for (size_t j = 0; j < M; j++) {
            const int p = (a + 1) % 3, q = (a + 2) % 3;
            const double sum = f->C1[(size_t)(3 * p + q) * M + j] -
                               f->C1[(size_t)(3 * q + p) * M + j] +
                               (f->I4r ? f->I4r[(size_t)a * M + j] : 0);
            if (fabs(sum) < 1e-6 * scale) continue;
            snprintf(text, 200, "mode %zu turns the body: it is not in mean axes (%.3g about %c)",
                     j + 1, sum, "xyz"[a]);
            return text;
        }
    return NULL;
}

const char *phk_flex_fault(const phk_flex *f, char text[200])
{
    const size_t M = (size_t)f->modes;
    bool finite = all_finite(f->C1, 9 * M) && all_finite(f->I4r, 3 * M) &&
                  all_finite(f->I6r, M * M) && all_finite(f->coupled, M * M) &&
                  all_finite(f->stiffness, M) && all_finite(&f->C0[0][0], 9) &&
                  all_finite(&f->com.x, 3);
    for (int k = 0; k < 6; k++)
        finite = finite && all_finite(f->D[k], M * M) && all_finite(f->stiffening[k], M * M);
    for (int i = 0; i < f->nodes; i++)
        finite = finite && all_finite(f->node[i].phi, 3 * M) && all_finite(f->node[i].psi, 3 * M) &&
                 all_finite(&f->node[i].at.x, 3);
    if (!finite) return "it holds numbers that are not finite";
    for (size_t j = 0; j < M; j++) {
        if (!(f->stiffness[j] > 0)) {
            snprintf(text, 200, "mode %zu has the frequency zero: it is rigid", j + 1);
            return text;
        }
        if (f->damping[j] < 0) {
            snprintf(text, 200, "mode %zu has a negative damping ratio, %.6g", j + 1,
                     f->damping[j]);
            return text;
        }
    }
    const char *fault = inertia_fault(f, text);
    return fault ? fault : modal_fault(f, text);
}
