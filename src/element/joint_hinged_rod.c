/* SPDX-License-Identifier: BSD-3-Clause
 *
 * joint_hinged_rod.c -- `hinged_rod`: a massless rod with a hinge at the first body and a ball
 * joint at the second.
 *
 * With d = p1 - p0 and the hinge along z of marker 0
 *   C1 = Z.d - offset ,  C2 = |d| - length :
 * the ball stays on a circle about the hinge. The second multiplier is the tension of the rod [N],
 * the first what the hinge carries across. Other massless links are there by other names: two ball
 * joints, or a universal joint and a ball joint, make a `distance`, a slider with a ball joint an
 * `inline`. What is not given is as drawn.
 */
#include <string.h>
#include "element/elements.h"
#include "element/pair.h"

enum { ROWS = 2 };

typedef struct {
    double length, offset; /* [m]; NAN: as drawn, until completed */
} parameters;

static const char *complete(void *par, ph_drawn *drawn)
{
    parameters *p = par;
    ph_vec3 d = ph_sub(drawn->frame[1].p, drawn->frame[0].p);
    if (isnan(p->length)) p->length = ph_norm(d);
    if (isnan(p->offset)) p->offset = ph_dot(d, phk_axis(&drawn->frame[0].R_WM, 2));
    return p->length > fabs(p->offset) ? NULL : "has its ball on the axis of its hinge";
}

static void value(int n, const void *par, const ph_eval *eval, const ph_frame *frame, double *value)
{
    const parameters *p = par;
    (void)eval;
    for (int e = 0; e < n; e++, frame += 2, value += ROWS) {
        phk_pair_at pair = {.frame = frame};
        value[0] = phk_pair_offset(&pair, 1, phk_pair_axis(&pair, 0, 2)) - p[e].offset;
        value[1] = ph_norm(ph_sub(frame[1].p, frame[0].p)) - p[e].length;
    }
}

/* The unit vector from marker 0 to marker 1, and their distance; 0: they coincide. */
static double direction(const ph_frame *frame, ph_vec3 *n)
{
    ph_vec3 d = ph_sub(frame[1].p, frame[0].p);
    double r = ph_norm(d);
    *n = r > 0 ? ph_scale(1 / r, d) : ph_v3(1, 0, 0);
    return r;
}

static void gradient(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                     double *gradient)
{
    (void)par, (void)eval;
    memset(gradient, 0, (size_t)n * ROWS * 12 * sizeof *gradient);
    for (int e = 0; e < n; e++, frame += 2, gradient += ROWS * 12) {
        phk_pair_at hinge = {.frame = frame, .markers = 2, .gradient = gradient}, rod = hinge;
        ph_vec3 u;
        rod.gradient = gradient + 12;
        direction(frame, &u);
        phk_pair_offset(&hinge, 1, phk_pair_axis(&hinge, 0, 2));
        phk_pair_gradient(&rod, PHK_MOVE(0), -1, u);
        phk_pair_gradient(&rod, PHK_MOVE(1), 1, u);
    }
}

static void curvature(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                      const double *lambda, double *curvature)
{
    (void)par, (void)eval;
    memset(curvature, 0, (size_t)n * 144 * sizeof *curvature);
    for (int e = 0; e < n; e++, frame += 2, lambda += ROWS, curvature += 144) {
        phk_pair_at pair = {.frame = frame, .markers = 2, .curvature = curvature};
        ph_vec3 u;
        double r = direction(frame, &u);
        ph_mat3 one = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
        ph_mat3 across = phk_mat3_axpy(one, -1, phk_outer(u, u));
        phk_pair_offset(&pair, lambda[0], phk_pair_axis(&pair, 0, 2));
        if (r > 0) phk_pair_add(curvature, 2, PHK_MOVE(0), PHK_MOVE(0), lambda[1] / r, &across);
    }
}

static const ph_field fields[] = {
    {"length", PH_FIELD_NUMBER, .offset = offsetof(parameters, length), .unit = "m",
     .help = "Distance of the ball from the hinge.", .init = NAN, .min = 0, .max = INFINITY,
     .flags = PH_ABOVE, .default_help = "as they stand at the start"},
    {"offset", PH_FIELD_NUMBER, .offset = offsetof(parameters, offset), .unit = "m",
     .help = "How far along the hinge the ball lies, 0 for a rod across it.", .init = NAN,
     .default_help = "as they stand at the start"},
    {.name = NULL}};

const ph_joint_type phk_joint_hinged_rod = {
    .name = "hinged_rod",
    .help =
        "massless rod, hinged to the first body about z of its marker, with a ball at the second",
    .rows = ROWS,
    .placing = PH_PLACE_APART,
    .par_bytes = sizeof(parameters),
    .fields = fields,
    .complete = complete,
    .value = value,
    .gradient = gradient,
    .curvature = curvature,
};
