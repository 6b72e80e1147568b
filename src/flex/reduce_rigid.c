/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The six rigid motions of a finite-element model, and what its mass matrix says about them.
 */
#include <math.h>
#include "base/diag.h"
#include "flex/reduce_work.h"

/* Entry of motion k (three shifts, three turns about `about`) in direction d of a node. */
static double entry(ph_vec3 at, ph_vec3 about, int d, int k)
{
    const ph_vec3 y = ph_sub(at, about);
    const double moved[3][3] = {{0, y.z, -y.y}, {-y.z, 0, y.x}, {y.y, -y.x, 0}};
    if (k < 3) return d == k;
    return d < 3 ? moved[d][k - 3] : d == k;
}

static ph_status fill(phk_reduce_work *w, ph_vec3 about)
{
    const phk_fe *fe = w->fe;
    phk_wide_free(&w->rigid);
    phk_wide_free(&w->mass_rigid);
    w->rigid = (phk_wide){.n = w->n};
    ph_status status = phk_wide_append(&w->rigid, 6);
    for (int i = 0; status == PH_OK && i < fe->nodes; i++)
        for (int d = 0; d < 6; d++)
            for (int k = 0; fe->equation[i][d] >= 0 && k < 6; k++)
                *phk_wide_at(&w->rigid, fe->equation[i][d], k) = entry(fe->at[i], about, d, k);
    return status == PH_OK ? phk_wide_times(&fe->mass, &w->rigid, &w->mass_rigid) : status;
}

static void measure(phk_reduce_work *w)
{
    ph_vec3 low = w->fe->at[0], high = low;
    for (int i = 1; i < w->fe->nodes; i++) {
        const ph_vec3 p = w->fe->at[i];
        low = ph_v3(fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z));
        high = ph_v3(fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z));
    }
    w->size = ph_norm(ph_sub(high, low));
    w->middle = ph_scale(0.5, ph_add(low, high));
}

ph_status phk_reduce_rigid(phk_reduce_work *w)
{
    double g[36];
    measure(w);
    if (!(w->size > 0) || !isfinite(w->size))
        return phk_error(w->diag, PH_E_PHYSICS, phk_nowhere, "a body that bends has some extent",
                         "all nodes are at one place");
    ph_status status = fill(w, w->middle);
    if (status != PH_OK) return status;
    phk_wide_gram(&w->rigid, &w->mass_rigid, g);
    w->mass = (g[0] + g[7] + g[14]) / 3;
    if (!(w->mass > 0) || !isfinite(w->mass))
        return phk_error(w->diag, PH_E_PHYSICS, phk_nowhere,
                         "was a density given, and is it the mass matrix?",
                         "the mass matrix has a mass of %.9g", w->mass);
    /* shift d against turn k sums m times `entry`: -m c~ */
    const double f = 1 / (2 * w->mass);
    w->com = ph_add(w->middle,
                    ph_v3(f * (g[1 * 6 + 5] - g[2 * 6 + 4]), f * (g[2 * 6 + 3] - g[0 * 6 + 5]),
                          f * (g[0 * 6 + 4] - g[1 * 6 + 3])));
    status = fill(w, w->com);
    if (status != PH_OK) return status;
    phk_wide_gram(&w->rigid, &w->mass_rigid, g);
    for (int a = 0; a < 3; a++)
        for (int b = 0; b < 3; b++)
            w->inertia[a][b] = (g[(a + 3) * 6 + b + 3] + g[(b + 3) * 6 + a + 3]) / 2;
    return PH_OK;
}
