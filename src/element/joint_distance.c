/* SPDX-License-Identifier: BSD-3-Clause
 *
 * joint_distance.c -- `distance`: a massless rod with a ball joint at each end.
 *
 * C = |d| - length, d = p1 - p0; with n = d / |d| the gradient is -n by p0, n by p1, its derivative
 * (1 - n n') / |d|. The multiplier is the tension of the rod [N]. Where the points coincide the rod
 * has no direction; it is then taken along the world's x axis, with no derivative, so that nothing
 * becomes infinite.
 *
 * Without a length the rod is as long as it is drawn.
 */
#include <stddef.h>
#include <string.h>
#include "element/elements.h"

typedef struct {
    double length; /* [m]; NAN: as drawn, until completed */
} parameters;

static const char *complete(void *par, ph_drawn *drawn)
{
    parameters *p = par;
    if (isnan(p->length)) p->length = ph_norm(ph_sub(drawn->frame[1].p, drawn->frame[0].p));
    return p->length > 0 ? NULL : "has no length: its two points coincide";
}

/* The unit vector from marker 0 to marker 1, and their distance; 0: they coincide. */
static double along(const ph_frame *frame, ph_vec3 *n)
{
    ph_vec3 d = ph_sub(frame[1].p, frame[0].p);
    double r = ph_norm(d);
    *n = r > 0 ? ph_scale(1 / r, d) : ph_v3(1, 0, 0);
    return r;
}

static void value(int n, const void *par, const ph_eval *eval, const ph_frame *frame, double *value)
{
    const parameters *p = par;
    (void)eval;
    for (int e = 0; e < n; e++, frame += 2)
        value[e] = ph_norm(ph_sub(frame[1].p, frame[0].p)) - p[e].length;
}

static void gradient(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                     double *gradient)
{
    (void)par, (void)eval;
    memset(gradient, 0, (size_t)n * 12 * sizeof *gradient);
    for (int e = 0; e < n; e++, frame += 2, gradient += 12) {
        ph_vec3 u;
        along(frame, &u);
        const double c[3] = {u.x, u.y, u.z};
        for (int i = 0; i < 3; i++) {
            gradient[i] = -c[i];
            gradient[6 + i] = c[i];
        }
    }
}

static void curvature(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                      const double *lambda, double *curvature)
{
    (void)par, (void)eval;
    memset(curvature, 0, (size_t)n * 144 * sizeof *curvature);
    for (int e = 0; e < n; e++, frame += 2, curvature += 144) {
        ph_vec3 u;
        double r = along(frame, &u), s = r > 0 ? lambda[e] / r : 0;
        const double c[3] = {u.x, u.y, u.z};
        double(*k)[12] = (void *)curvature;
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++) {
                double block = s * ((i == j) - c[i] * c[j]);
                k[i][j] = k[6 + i][6 + j] = block;
                k[i][6 + j] = k[6 + i][j] = -block;
            }
    }
}

static const ph_field fields[] = {
    {"length", PH_FIELD_NUMBER, .offset = offsetof(parameters, length), .unit = "m",
     .help = "Distance kept between the two points.", .init = NAN, .min = 0, .max = INFINITY,
     .flags = PH_ABOVE, .default_help = "as they stand at the start"},
    {.name = NULL}};

const ph_joint_type phk_joint_distance = {
    .name = "distance",
    .help = "massless rod between two points: markers, or the bodies' centres of mass",
    .rows = 1,
    .placing = PH_PLACE_APART,
    .par_bytes = sizeof(parameters),
    .fields = fields,
    .complete = complete,
    .value = value,
    .gradient = gradient,
    .curvature = curvature,
};
