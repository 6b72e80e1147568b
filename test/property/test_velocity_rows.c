/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What must hold for the rows in velocities of every joint type of the build, and of those of the
 * tests: they are linear in the velocities, their coefficients, gradient, curvature and rate agree
 * with central differences, wrenches are transposed coefficients, and markers that move as one body
 * are held by nothing. A type needs no line here to be tested.
 */
#include "joint_example.h"
#include "math/so3.h"
#include "mech/system/velocity.h"
#include "velocity_joints.h"

static ph_frame chance_frame(unsigned long long *seed)
{
    return (ph_frame){chance3(seed), ph_mat3_from_quat(chance4(seed)), chance3(seed),
                      chance3(seed)};
}

/* Component i of place and turn (level 0) or of the velocities (1) of all markers, by h. */
static void shift(ph_frame *frame, int level, int i, double h)
{
    ph_frame *f = &frame[i / 6];
    ph_vec3 d = ph_scale(h, vj_unit(i));
    bool turn = i % 6 >= 3;
    if (level == 1 && turn)
        f->w = ph_add(f->w, d);
    else if (level == 1)
        f->v = ph_add(f->v, d);
    else if (turn)
        f->R_WM = phk_mat3_product(ph_mat3_from_quat(phk_exp(d)), f->R_WM);
    else
        f->p = ph_add(f->p, d);
}

typedef struct {
    const ph_joint_type *type;
    const void *par;
    int width; /* 6 markers */
} subject;

enum { ROWS = PH_JOINT_ROWS, WIDTH = 6 * PH_JOINT_MARKERS };

static void value_at(const subject *s, double t, const ph_frame *frame, double *value)
{
    s->type->velocity->value(1, s->par, &(ph_eval){.t = t}, frame, value);
}

static void derivatives(const subject *s, const ph_frame *frame, const double *lambda)
{
    const ph_velocity_rows *v = s->type->velocity;
    const double t = 0.4, h = 1e-5;
    double n[ROWS * WIDTH], by[ROWS * WIDTH], rate[ROWS] = {0}, at[2][ROWS], nn[2][ROWS * WIDTH];
    static double k[WIDTH * WIDTH];
    ph_eval eval = {.t = t};
    v->coefficient(1, s->par, &eval, frame, n);
    v->gradient(1, s->par, &eval, frame, by);
    v->curvature(1, s->par, &eval, frame, lambda, k);
    if (v->rate) v->rate(1, s->par, &eval, frame, rate);
    for (int i = 0; i < 2 * s->width; i++) {
        int level = i / s->width, u = i % s->width;
        for (int side = 0; side < 2; side++) {
            ph_frame moved[PH_JOINT_MARKERS];
            memcpy(moved, frame, sizeof moved);
            shift(moved, level, u, side ? h : -h);
            value_at(s, t, moved, at[side]);
            v->coefficient(1, s->par, &eval, moved, nn[side]);
        }
        for (int r = 0; r < v->rows; r++)
            CHECK_NEAR((level ? n : by)[r * s->width + u], (at[1][r] - at[0][r]) / (2 * h), 1e-8);
        for (int j = 0; j < s->width; j++) {
            double sum = 0;
            for (int r = 0; r < v->rows; r++)
                sum += lambda[r] * (nn[1][r * s->width + j] - nn[0][r * s->width + j]) / (2 * h);
            CHECK_NEAR(level ? 0 : k[j * s->width + u], sum, 1e-8);
        }
    }
    value_at(s, t + h, frame, at[1]);
    value_at(s, t - h, frame, at[0]);
    for (int r = 0; r < v->rows; r++) CHECK_NEAR(rate[r], (at[1][r] - at[0][r]) / (2 * h), 1e-8);
}

/* Forces and moments add up to nothing. */
static void balance(const subject *s, const ph_frame *frame, const double *lambda)
{
    ph_wrench w[PH_JOINT_MARKERS] = {0};
    ph_vec3 force = {0, 0, 0}, moment = {0, 0, 0};
    phk_velocity_wrench(s->type, s->par, &(ph_eval){.t = 0.4}, frame, lambda, w);
    for (int m = 0; m < s->width / 6; m++) {
        force = ph_add(force, w[m].force);
        moment = ph_add(moment, ph_add(w[m].torque, ph_cross(frame[m].p, w[m].force)));
    }
    CHECK_NEAR(ph_norm(force), 0, 1e-13);
    CHECK_NEAR(ph_norm(moment), 0, 1e-13);
}

/* gamma along velocities held, against V a little later. */
static void rates(const subject *s, const ph_frame *frame)
{
    const double h = 1e-5;
    double n[ROWS * WIDTH], gamma[ROWS], at[2][ROWS];
    phk_velocity_gamma(s->type, s->par, &(ph_eval){.t = 0.4}, frame, n, gamma);
    for (int side = 0; side < 2; side++) {
        ph_frame moved[PH_JOINT_MARKERS];
        double by = side ? h : -h;
        memcpy(moved, frame, sizeof moved);
        for (int m = 0; m < s->width / 6; m++) {
            moved[m].p = ph_axpy(frame[m].p, by, frame[m].v);
            moved[m].R_WM = phk_mat3_product(ph_mat3_from_quat(phk_exp(ph_scale(by, frame[m].w))),
                                             frame[m].R_WM);
        }
        value_at(s, 0.4 + by, moved, at[side]);
    }
    for (int r = 0; r < s->type->velocity->rows; r++)
        CHECK_NEAR(gamma[r], (at[1][r] - at[0][r]) / (2 * h), 1e-8 * fmax(1, fabs(gamma[r])));
}

/* Frames for a joint along a curve, which is met where it is drawn, completed with them, and then
 * moved a little. */
static void meet(const ph_joint_type *type, void *par, unsigned long long *seed, ph_frame *frame)
{
    ph_vec3 z = phk_frame_axis(&frame[0], 2), way = chance3(seed);
    way = ph_axpy(way, -ph_dot(way, z), z);
    frame[1].p = ph_axpy(frame[0].p, 2 / ph_norm(way), way);
    joint_example_make(type, true, par);
    CHECK(type->complete(par, &(ph_drawn){.frame = frame}) == NULL);
    for (int i = 0; i < 12; i++) shift(frame, 0, i, 0.1 * chance(seed));
}

static void all_of(const ph_joint_type *type, void *par)
{
    subject s = {type, par, 6 * phk_joint_markers(type)};
    unsigned long long seed = 3;
    for (int k = 0; k < 20; k++) {
        ph_frame frame[PH_JOINT_MARKERS];
        double lambda[ROWS];
        for (int m = 0; m < PH_JOINT_MARKERS; m++) frame[m] = chance_frame(&seed);
        for (int r = 0; r < ROWS; r++) lambda[r] = chance(&seed);
        if (joint_has_curves(type)) meet(type, par, &seed, frame);
        derivatives(&s, frame, lambda);
        balance(&s, frame, lambda);
        rates(&s, frame);
    }
    printf("%-14s rows in velocities %d\n", type->name, type->velocity->rows);
}

int main(void)
{
    for (int i = 0; i < ph_joint_type_count(); i++) {
        joint_example par;
        const ph_joint_type *t = ph_joint_type_get(i);
        if (!t->velocity) continue;
        joint_example_make(t, true, &par);
        all_of(t, &par);
    }
    edge_par edge = {0.3, 0.7};
    all_of(&edge_joint, &edge);
    return TEST_RESULT();
}
