/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What must hold for every joint type of the build and for the driven row of every motion:
 * gradient, its derivative and the second derivative by time against central differences, wrenches
 * as transposed gradients, forces and moments in balance, as many independent rows as it says, and
 * free what it says is free. A type needs no line here to be tested.
 */
#include <glob.h>
#include "build_model.h"
#include "math/so3.h"
#include "mech/system/row.h"

/* A joint type, or a driven row (type NULL). */
typedef struct {
    const char *name;
    const ph_joint_type *type;
    const void *par;
    int direction; /* of a driven row */
    int rows;
    bool points; /* has rows that are differences of points */
} subject;

static phk_drive drive_at(double t)
{
    return (phk_drive){0.3 + 0.7 * t + 0.4 * sin(2 * t), 0.7 + 0.8 * cos(2 * t), -1.6 * sin(2 * t)};
}

static void value_of(const subject *s, double t, const ph_frame *frame, double *value)
{
    phk_drive drive = drive_at(t);
    ph_row row = phk_motion_row(s->direction);
    if (s->type)
        phk_joint_value(s->type, 1, s->par, &(ph_eval){.t = t}, frame, value);
    else
        phk_row_value(&row, &drive, frame, value);
}

static void gradient_of(const subject *s, double t, const ph_frame *frame, double (*g)[12])
{
    phk_drive drive = drive_at(t);
    ph_row row = phk_motion_row(s->direction);
    if (s->type)
        phk_joint_gradient(s->type, 1, s->par, &(ph_eval){.t = t}, frame, g[0]);
    else
        phk_row_gradient(&row, &drive, frame, g);
}

static void curvature_of(const subject *s, double t, const ph_frame *frame, const double *lambda,
                         double (*k)[12])
{
    phk_drive drive = drive_at(t);
    ph_row row = phk_motion_row(s->direction);
    memset(k, 0, 12 * sizeof *k);
    if (s->type)
        phk_joint_curvature(s->type, 1, s->par, &(ph_eval){.t = t}, frame, lambda, k[0]);
    else
        phk_row_curvature(&row, &drive, frame, lambda, k);
}

static void rates_of(const subject *s, double t, const ph_frame *frame, double *rate, double *gamma)
{
    phk_drive drive = drive_at(t);
    ph_row row = phk_motion_row(s->direction);
    if (s->type) {
        phk_joint_gamma(s->type, 1, s->par, &(ph_eval){.t = t}, frame, gamma);
        memset(rate, 0, (size_t)s->rows * sizeof *rate);
    } else {
        phk_row_rates(&row, &drive, frame, rate, gamma);
    }
}

static void wrench_of(const subject *s, double t, const ph_frame *frame, const double *lambda,
                      ph_wrench *wrench)
{
    phk_drive drive = drive_at(t);
    ph_row row = phk_motion_row(s->direction);
    wrench[0] = wrench[1] = (ph_wrench){{0, 0, 0}, {0, 0, 0}};
    if (s->type)
        phk_joint_wrench(s->type, 1, s->par, &(ph_eval){.t = t}, frame, lambda, wrench);
    else
        phk_row_wrench(&row, &drive, frame, lambda, wrench);
}

/* ---- frames ---- */

static ph_frame turned(ph_frame frame, ph_vec3 dp, ph_vec3 dphi)
{
    frame.p = ph_add(frame.p, dp);
    frame.R_WM = phk_mat3_product(ph_mat3_from_quat(phk_exp(dphi)), frame.R_WM);
    return frame;
}

static ph_frame chance_frame(unsigned long long *seed)
{
    return (ph_frame){chance3(seed), ph_mat3_from_quat(chance4(seed)), chance3(seed),
                      chance3(seed)};
}

/* The i-th of the twelve displacements, by h. */
static void displace(const ph_frame *frame, int i, double h, ph_frame *out)
{
    double d[12] = {0};
    d[i] = h;
    for (int m = 0; m < 2; m++)
        out[m] = turned(frame[m], ph_v3(d[6 * m], d[6 * m + 1], d[6 * m + 2]),
                        ph_v3(d[6 * m + 3], d[6 * m + 4], d[6 * m + 5]));
}

/* Central differences of fourth order: values at -2h, -h, h, 2h. */
static const double offset[4] = {-2, -1, 1, 2}, weight[4] = {1. / 12, -2. / 3, 2. / 3, -1. / 12};

/* ---- what is checked ---- */

/* Largest error relative to the largest entry (or 1). */
static double worst_gradient, worst_curvature, worst_rate, worst_second;

static void note(double *worst, double error, double size)
{
    double relative = error / fmax(1, size);
    if (!(relative <= *worst)) *worst = relative;
    CHECK_NEAR(relative, 0, 1e-8);
}

static void derivatives(const subject *s, const ph_frame *frame, const double *lambda)
{
    const double h = 1e-3, t = 0.4;
    double g[PHK_JOINT_ROWS][12], k[12][12];
    gradient_of(s, t, frame, g);
    curvature_of(s, t, frame, lambda, k);
    for (int i = 0; i < 12; i++) {
        double dg[PHK_JOINT_ROWS] = {0}, dk[12] = {0};
        for (int n = 0; n < 4; n++) {
            ph_frame moved[2];
            double value[PHK_JOINT_ROWS], gm[PHK_JOINT_ROWS][12];
            displace(frame, i, h * offset[n], moved);
            value_of(s, t, moved, value);
            gradient_of(s, t, moved, gm);
            for (int r = 0; r < s->rows; r++) {
                dg[r] += weight[n] * value[r] / h;
                for (int j = 0; j < 12; j++) dk[j] += weight[n] * lambda[r] * gm[r][j] / h;
            }
        }
        for (int r = 0; r < s->rows; r++) note(&worst_gradient, fabs(dg[r] - g[r][i]), fabs(dg[r]));
        for (int j = 0; j < 12; j++) note(&worst_curvature, fabs(dk[j] - k[j][i]), fabs(dk[j]));
    }
}

static void wrenches(const subject *s, const ph_frame *frame, const double *lambda)
{
    double g[PHK_JOINT_ROWS][12], sum[12] = {0};
    ph_wrench w[2];
    gradient_of(s, 0.4, frame, g);
    wrench_of(s, 0.4, frame, lambda, w);
    for (int r = 0; r < s->rows; r++)
        for (int i = 0; i < 12; i++) sum[i] += lambda[r] * g[r][i];
    for (int m = 0; m < 2; m++) {
        CHECK_NEAR(w[m].force.x, sum[6 * m], 1e-14);
        CHECK_NEAR(w[m].force.y, sum[6 * m + 1], 1e-14);
        CHECK_NEAR(w[m].force.z, sum[6 * m + 2], 1e-14);
        CHECK_NEAR(w[m].torque.x, sum[6 * m + 3], 1e-14);
        CHECK_NEAR(w[m].torque.y, sum[6 * m + 4], 1e-14);
        CHECK_NEAR(w[m].torque.z, sum[6 * m + 5], 1e-14);
    }
}

/* Both markers move as one body: no row notices, so forces and moments add up to nothing. A row
 * that compares points in world axes does so where they coincide. */
static void balance(const subject *s, const ph_frame *given, const double *lambda)
{
    ph_frame frame[2] = {given[0], given[1]};
    ph_wrench w[2];
    if (s->points) frame[1].p = frame[0].p;
    wrench_of(s, 0.4, frame, lambda, w);
    ph_vec3 force = ph_add(w[0].force, w[1].force);
    ph_vec3 moment = ph_add(w[0].torque, w[1].torque);
    for (int m = 0; m < 2; m++) moment = ph_add(moment, ph_cross(frame[m].p, w[m].force));
    CHECK_NEAR(ph_norm(force), 0, 1e-14);
    CHECK_NEAR(ph_norm(moment), 0, 1e-14);
}

/* Two markers on smooth motions: p = p0 + v t + a t^2/2 + c t^3/6, R = R0 exp(w t + b t^2/2), so
 * that w and b are angular velocity and acceleration at t = 0, in the marker's axes. */
typedef struct {
    ph_frame start;
    ph_vec3 a, c, w, b;
} path;

static ph_frame at_time(const path *p, double t)
{
    ph_vec3 x = ph_axpy(ph_axpy(p->start.p, t, p->start.v), t * t / 2, p->a);
    ph_mat3 turn = ph_mat3_from_quat(phk_exp(ph_axpy(ph_scale(t, p->w), t * t / 2, p->b)));
    return (ph_frame){.p = ph_axpy(x, t * t * t / 6, p->c),
                      .R_WM = phk_mat3_product(p->start.R_WM, turn)};
}

static double along(const double *g, const ph_vec3 *x, const ph_vec3 *phi)
{
    double sum = 0;
    for (int m = 0; m < 2; m++)
        sum += g[6 * m] * x[m].x + g[6 * m + 1] * x[m].y + g[6 * m + 2] * x[m].z +
               g[6 * m + 3] * phi[m].x + g[6 * m + 4] * phi[m].y + g[6 * m + 5] * phi[m].z;
    return sum;
}

static void second_derivative(const subject *s, unsigned long long *seed)
{
    path p[2];
    ph_frame now[2];
    ph_vec3 v[2], w[2], a[2], b[2];
    for (int m = 0; m < 2; m++) {
        p[m] =
            (path){chance_frame(seed), chance3(seed), chance3(seed), chance3(seed), chance3(seed)};
        p[m].start.w = ph_mat3_mul(p[m].start.R_WM, p[m].w);
        now[m] = p[m].start;
        v[m] = now[m].v;
        w[m] = now[m].w;
        a[m] = p[m].a;
        b[m] = ph_mat3_mul(p[m].start.R_WM, p[m].b);
    }
    const double t = 0.4, h = 2e-3;
    double g[PHK_JOINT_ROWS][12], rate[PHK_JOINT_ROWS], gamma[PHK_JOINT_ROWS];
    gradient_of(s, t, now, g);
    rates_of(s, t, now, rate, gamma);
    static const double second[5] = {-1. / 12, 4. / 3, -2.5, 4. / 3, -1. / 12};
    double d1[PHK_JOINT_ROWS] = {0}, d2[PHK_JOINT_ROWS] = {0}, value[PHK_JOINT_ROWS];
    for (int n = -2; n <= 2; n++) {
        ph_frame frame[2] = {at_time(&p[0], n * h), at_time(&p[1], n * h)};
        value_of(s, t + n * h, frame, value);
        for (int r = 0; r < s->rows; r++) {
            if (n) d1[r] += weight[n < 0 ? n + 2 : n + 1] * value[r] / h;
            d2[r] += second[n + 2] * value[r] / (h * h);
        }
    }
    for (int r = 0; r < s->rows; r++) {
        double first = along(g[r], v, w) + rate[r], twice = along(g[r], a, b) + gamma[r];
        note(&worst_rate, fabs(first - d1[r]), fabs(d1[r]));
        note(&worst_second, fabs(twice - d2[r]), fabs(d2[r]));
    }
}

/* Rank of the first n rows by displacements of marker 1, by Gram-Schmidt. */
static int rank_of(double (*g)[12], int n)
{
    double q[7][6];
    int rank = 0;
    for (int r = 0; r < n; r++) {
        double *row = q[rank], norm = 0;
        memcpy(row, &g[r][6], sizeof q[0]);
        for (int pass = 0; pass < 2; pass++)
            for (int k = 0; k < rank; k++) {
                double dot = 0;
                for (int i = 0; i < 6; i++) dot += row[i] * q[k][i];
                for (int i = 0; i < 6; i++) row[i] -= dot * q[k][i];
            }
        for (int i = 0; i < 6; i++) norm += row[i] * row[i];
        norm = sqrt(norm);
        if (norm < 1e-8) continue;
        for (int i = 0; i < 6; i++) row[i] /= norm;
        rank++;
    }
    return rank;
}

/* The markers of a joint as a model places them. */
static void assembled(const ph_joint_type *type, unsigned long long *seed, ph_frame *frame)
{
    frame[0] = frame[1] = chance_frame(seed);
    ph_vec3 x = phk_frame_axis(&frame[0], 0);
    if (type->placing == PH_PLACE_CROSSED)
        frame[1] = turned(frame[1], ph_v3(0, 0, 0), ph_scale(-PH_PI / 2, x));
    if (type->placing == PH_PLACE_APART) {
        ph_vec3 d = chance3(seed);
        frame[1].p = ph_axpy(frame[0].p, 1 / ph_norm(d), d);
    }
}

/* In one direction of marker 0, by a finite amount. */
static ph_frame moved(const ph_frame *frame, int direction, double by)
{
    ph_vec3 d = ph_scale(by, phk_frame_axis(&frame[0], direction % 3)), none = {0, 0, 0};
    return direction < 3 ? turned(frame[1], d, none) : turned(frame[1], none, d);
}

static void freedom(const subject *s, unsigned long long *seed)
{
    ph_frame frame[2];
    double value[PHK_JOINT_ROWS], g[PHK_JOINT_ROWS + 1][12];
    assembled(s->type, seed, frame);
    value_of(s, 0, frame, value);
    for (int r = 0; r < s->rows; r++) CHECK_NEAR(value[r], 0, 1e-14);
    gradient_of(s, 0, frame, g);
    CHECK(rank_of(g, s->rows) == s->rows);

    int bits = 0;
    for (int d = 0; d < 6; d++) {
        if (!(s->type->free >> d & 1)) continue;
        bits++;
        /* the joint does not notice, by however much, and a motion adds a row of its own */
        ph_frame far[2] = {frame[0], moved(frame, d, 0.9)};
        value_of(s, 0, far, value);
        for (int r = 0; r < s->rows; r++) CHECK_NEAR(value[r], 0, 1e-14);
        ph_row row = phk_motion_row(d);
        phk_row_gradient(&row, &(phk_drive){0, 0, 0}, frame, &g[s->rows]);
        CHECK(rank_of(g, s->rows + 1) == s->rows + 1);
    }
    CHECK(bits <= 6 - s->rows);
}

/* What a motion prescribes is what marker 1 has done against marker 0. */
static void drives(unsigned long long *seed)
{
    for (int d = 0; d < 6; d++) {
        ph_frame frame[2];
        frame[0] = frame[1] = chance_frame(seed);
        ph_row row = phk_motion_row(d);
        double value;
        frame[1] = moved(frame, d, 0.8);
        phk_row_value(&row, &(phk_drive){.f = 0.8}, frame, &value);
        CHECK_NEAR(value, 0, 1e-15);
        phk_row_value(&row, &(phk_drive){.f = 0.7}, frame, &value);
        CHECK_NEAR(value, d < 3 ? 0.1 : sin(0.1), 1e-15);
        phk_row_value(&row, NULL, frame, &value);
        CHECK_NEAR(value, d < 3 ? 0.8 : sin(0.8), 1e-15);
    }
}

static void all_of(const subject *s)
{
    unsigned long long seed = 11;
    worst_gradient = worst_curvature = worst_rate = worst_second = 0;
    for (int k = 0; k < 20; k++) {
        ph_frame frame[2] = {chance_frame(&seed), chance_frame(&seed)};
        double lambda[PHK_JOINT_ROWS];
        for (int r = 0; r < s->rows; r++) lambda[r] = chance(&seed);
        derivatives(s, frame, lambda);
        wrenches(s, frame, lambda);
        balance(s, frame, lambda);
        second_derivative(s, &seed);
        if (s->type) freedom(s, &seed);
    }
    printf("%-14s rows %d, error of gradient %.1e, curvature %.1e, C' %.1e, C'' %.1e\n", s->name,
           s->rows, worst_gradient, worst_curvature, worst_rate, worst_second);
}

/* The type's own description. Returns whether it has rows that compare points. */
static bool described(const ph_joint_type *t)
{
    bool points = false;
    int rows = 0;
    CHECK(t->name && t->name[0] && t->help && t->help[0]);
    int speeds = t->velocity ? t->velocity->rows : 0; /* see test_velocity_rows.c */
    CHECK(t->rows + speeds > 0 && t->rows + speeds <= PHK_JOINT_ROWS);
    CHECK((t->par_bytes > 0) == (t->fields != NULL));
    CHECK(!t->axis2_help || t->axis_help);
    CHECK(t->placing != PH_PLACE_CROSSED || t->axis2_help);
    CHECK(t->rows == 0 || (t->row != NULL) != (t->value && t->gradient && t->curvature));
    for (int k = 0; k < t->row_count; k++) {
        rows += phk_row_size(t->row[k].kind);
        points |= t->row[k].kind == PH_ROW_POINT;
    }
    CHECK(!t->row || rows == t->rows);
    for (int i = 0; i < ph_joint_type_count(); i++)
        if (ph_joint_type_get(i) != t) CHECK(strcmp(ph_joint_type_get(i)->name, t->name) != 0);
    return points;
}

int main(void)
{
    unsigned long long seed = 5;
    /* a file of its own for each, and none that is not listed */
    glob_t files;
    CHECK(glob("src/element/joint_*.c", 0, NULL, &files) == 0);
    CHECK((size_t)ph_joint_type_count() == files.gl_pathc);
    globfree(&files);
    CHECK(ph_joint_type_get(-1) == NULL && ph_joint_type_get(ph_joint_type_count()) == NULL);
    for (int i = 0; i < ph_joint_type_count(); i++) {
        const ph_joint_type *t = ph_joint_type_get(i);
        /* one number as parameter, as in `distance`; a type with more needs an example here */
        double par = 1;
        CHECK(t->par_bytes == 0 || t->par_bytes == sizeof par);
        subject s = {.name = t->name, .type = t, .par = &par, .rows = t->rows};
        s.points = described(t);
        if (t->rows > 0) all_of(&s);
    }
    static const char *const names[6] = {"drive x",  "drive y",  "drive z",
                                         "drive rx", "drive ry", "drive rz"};
    for (int d = 0; d < 6; d++) all_of(&(subject){.name = names[d], .direction = d, .rows = 1});
    drives(&seed);
    return TEST_RESULT();
}
