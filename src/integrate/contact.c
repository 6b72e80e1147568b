/* SPDX-License-Identifier: BSD-3-Clause */
#include "integrate/contact.h"

static const phk_stepping smooth = {.rho = 0.8, /* 0.9 works, 1 does not; 0.8 leaves a margin */
                                    .grow = 2,
                                    .closed = 2e-5, /* so that constraints are met to 1e-4 of it */
                                    .share = 1e-3,
                                    .band = 1.2,
                                    .degree = 2};
static const phk_stepping touching = {.rho = 0.5,
                                      .grow = 1.2,
                                      .closed = 1e-2,
                                      .share = 3e-3, /* as of BDF (ida.c) */
                                      .in_mean = true,
                                      .secant = true,
                                      .band = 1.45,
                                      .degree = 0};

phk_stepping phk_stepping_of(const phk_dae *dae, const ph_options *run)
{
    phk_stepping s = dae->contacts ? touching : smooth;
    s.per_unit_step = run->error != PH_ERROR_PER_STEP;
    return s;
}

double phk_contact_ahead(const phk_dae *dae, const phk_point *p, double h, double least, double *v)
{
    if (!dae->ahead || h < 0) return INFINITY;
    double bound = dae->ahead(dae->self, p);
    if (fabs(h) > bound) h = copysign(bound, h);
    for (int i = 0; i < dae->nv; i++) v[i] = p->v[i] + h * p->a[i];
    phk_point later = *p;
    later.v = v;
    bound = fmin(bound, dae->ahead(dae->self, &later));
    return bound < least ? least : bound;
}
