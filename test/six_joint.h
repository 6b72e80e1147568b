/* SPDX-License-Identifier: BSD-3-Clause
 *
 * six_joint.h -- a joint over six markers, for tests: with u_k the displacement of marker 2k + 1
 * against marker 2k along x of the latter, it keeps u_0 u_1 + u_2 at zero.
 */
#ifndef SIX_JOINT_H
#define SIX_JOINT_H

#include <stddef.h>
#include <string.h>
#include "build_model.h"
#include "mech/system/row.h"

typedef struct {
    ph_place at[6];
} six_par;

static const ph_row six_row = {PH_ROW_OFFSET, {0, 0}};

static inline void six_value(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                             double *value)
{
    (void)par, (void)eval;
    for (int e = 0; e < n; e++, frame += 6, value++) {
        double u[3];
        for (int k = 0; k < 3; k++) phk_row_value(&six_row, NULL, frame + 2 * k, &u[k]);
        *value = u[0] * u[1] + u[2];
    }
}

/* u, and its gradients. */
static inline void six_coordinates(const ph_frame *frame, double u[3], double (*by)[12])
{
    for (int k = 0; k < 3; k++) {
        phk_row_value(&six_row, NULL, frame + 2 * k, &u[k]);
        phk_row_gradient(&six_row, NULL, frame + 2 * k, by + k);
    }
}

static inline void six_gradient(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                                double *gradient)
{
    (void)par, (void)eval;
    for (int e = 0; e < n; e++, frame += 6, gradient += 36) {
        double u[3], by[3][12];
        six_coordinates(frame, u, by);
        const double factor[3] = {u[1], u[0], 1};
        for (int i = 0; i < 36; i++) gradient[i] = factor[i / 12] * by[i / 12][i % 12];
    }
}

static inline void six_curvature(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                                 const double *lambda, double *curvature)
{
    (void)par, (void)eval;
    memset(curvature, 0, (size_t)n * 36 * 36 * sizeof *curvature);
    for (int e = 0; e < n; e++, frame += 6, lambda++, curvature += 36 * 36) {
        double u[3], by[3][12];
        six_coordinates(frame, u, by);
        const double factor[3] = {*lambda * u[1], *lambda * u[0], *lambda};
        for (int k = 0; k < 3; k++) {
            double own[12][12] = {{0}};
            phk_row_curvature(&six_row, NULL, frame + 2 * k, &factor[k], own);
            for (int i = 0; i < 144; i++)
                curvature[(12 * k + i / 12) * 36 + 12 * k + i % 12] += own[i / 12][i % 12];
        }
        for (int i = 0; i < 12; i++)
            for (int j = 0; j < 12; j++) {
                curvature[i * 36 + 12 + j] += *lambda * by[0][i] * by[1][j];
                curvature[(12 + i) * 36 + j] += *lambda * by[1][i] * by[0][j];
            }
    }
}

static const ph_field six_fields[] = {
#define PLACE(k)                                                                                   \
    {                                                                                              \
        .name = "at" #k, .kind = PH_FIELD_PLACE,                                                   \
        .offset = offsetof(six_par, at) + (k) * sizeof(ph_place), .help = "a marker"               \
    }
    PLACE(0),      PLACE(1), PLACE(2), PLACE(3), PLACE(4), PLACE(5),
#undef PLACE
    {.name = NULL}};

static const ph_joint_type six_joint = {.name = "six",
                                        .help = "holds six markers by one row",
                                        .rows = 1,
                                        .par_bytes = sizeof(six_par),
                                        .fields = six_fields,
                                        .markers = 6,
                                        .value = six_value,
                                        .gradient = six_gradient,
                                        .curvature = six_curvature};

static inline void add_six(ph_model *model, const char *name, const char *const at[6])
{
    six_par par = {0};
    for (int k = 0; k < 6; k++) par.at[k].text = at[k];
    ph_joint_def def = ph_default_joint();
    CHECK(ph_model_add_joint(model, name, &six_joint, &def, &par) == PH_OK);
}

/* Bodies for a joint over six markers. */
#define SIX_BODIES                                                                                 \
    "  a: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0.5, 0, 0], velocity: [0.2, 0, 0]}\n"     \
    "  b: {mass: 2, inertia: [0.1, 0.1, 0.1], position: [0, 0.4, 0]}\n"                            \
    "  arm: {mass: 3, inertia: [0.2, 0.3, 0.4], omega: [0, 0, 0.5]}\n"                             \
    "  c: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [-0.2, 0.3, 0],"                           \
    " velocity: [-0.23, 0, 0]}\n"

#endif
