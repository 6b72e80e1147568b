/* SPDX-License-Identifier: BSD-3-Clause
 *
 * joint_convel.c -- `convel`: a constant-velocity joint between two shafts.
 *
 * The origins coincide (POINT), and with z of each marker along its shaft, away from the joint,
 *   C = x.Y + y.X
 * stays zero. With the turns phi, Phi of the shafts about their own z axes and the bend between
 * them C = -(1 + cos bend) sin(phi + Phi): the turns are equal and opposite at any bend short of
 * half a turn, where the row vanishes. ADAMS' CONVEL is the same. Where both z axes are drawn in
 * one direction the row is C = x.Y - y.X, and the turns are equal.
 */
#include <string.h>
#include "element/elements.h"
#include "element/pair.h"

typedef struct {
    double sign; /* of y.X */
} parameters;

static const char *complete(void *par, ph_drawn *drawn)
{
    parameters *p = par;
    double along = ph_dot(phk_axis(&drawn->frame[0].R_WM, 2), phk_axis(&drawn->frame[1].R_WM, 2));
    p->sign = along > 0 ? -1 : 1;
    if (fabs(along) < 0.5)
        drawn->note = "is bent by more than 60 deg: near 180 deg it does not hold its shafts";
    if (along > 0)
        drawn->note = "has both z axes drawn in one direction, not away from it: its shafts turn "
                      "alike about them, instead of opposite";
    return NULL;
}

enum { ROWS = 4 };

static double turn(const parameters *p, const phk_pair_at *pair, double s)
{
    return phk_pair_dot(pair, s, phk_pair_axis(pair, 0, 1), phk_pair_axis(pair, 1, 0)) +
           phk_pair_dot(pair, s * p->sign, phk_pair_axis(pair, 0, 0), phk_pair_axis(pair, 1, 1));
}

static void value(int n, const void *par, const ph_eval *eval, const ph_frame *frame, double *value)
{
    const parameters *p = par;
    (void)eval;
    for (int e = 0; e < n; e++, frame += 2, value += ROWS) {
        ph_vec3 d = ph_sub(frame[1].p, frame[0].p);
        value[0] = d.x;
        value[1] = d.y;
        value[2] = d.z;
        value[3] = turn(&p[e], &(phk_pair_at){.frame = frame}, 1);
    }
}

static void gradient(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                     double *gradient)
{
    const parameters *p = par;
    (void)eval;
    memset(gradient, 0, (size_t)n * ROWS * 12 * sizeof *gradient);
    for (int e = 0; e < n; e++, frame += 2, gradient += ROWS * 12) {
        for (int i = 0; i < 3; i++) {
            gradient[12 * i + i] = -1;
            gradient[12 * i + 6 + i] = 1;
        }
        turn(&p[e], &(phk_pair_at){.frame = frame, .markers = 2, .gradient = gradient + 36}, 1);
    }
}

static void curvature(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                      const double *lambda, double *curvature)
{
    const parameters *p = par;
    (void)eval;
    memset(curvature, 0, (size_t)n * 144 * sizeof *curvature);
    for (int e = 0; e < n; e++, frame += 2, lambda += ROWS, curvature += 144)
        turn(&p[e], &(phk_pair_at){.frame = frame, .markers = 2, .curvature = curvature},
             lambda[3]);
}

/* It has nothing to be told by a file: the sign follows from the drawing. */
static const ph_field fields[] = {{.name = NULL}};

const ph_joint_type phk_joint_convel = {
    .name = "convel",
    .help = "constant-velocity joint: two shafts turn equally at any bend between them",
    .notes =
        "Between markers z of each lies along its shaft, away from the joint, and their x axes "
        "are best drawn parallel. The turns of the shafts about these z axes are equal and "
        "opposite at any bend below half a turn; where both z axes are drawn in one direction "
        "they are equal, and a warning tells. A `universal` joint, in contrast, turns its second "
        "shaft unevenly"
        " when it is bent.",
    .rows = ROWS,
    .placing = PH_PLACE_BENT,
    .axis_help = "the first shaft, away from the joint",
    .axis2_help = "the second shaft, away from the joint; in line with the first if left out",
    .par_bytes = sizeof(parameters),
    .fields = fields,
    .complete = complete,
    .value = value,
    .gradient = gradient,
    .curvature = curvature,
};
