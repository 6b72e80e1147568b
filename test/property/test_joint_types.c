/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What must hold for every joint type of the build and for the driven row of every motion:
 * gradient, its derivative and the second derivative by time against central differences, wrenches
 * as transposed gradients, forces and moments in balance, as many independent rows as it says, and
 * free what it says is free. A type needs no line here to be tested.
 */
#include <glob.h>
#include "build_model.h"
#include "joint_example.h"
#include "math/so3.h"
#include "mech/system/row.h"

/* A joint type, or a driven row (type NULL). */
typedef struct {
    const char *name;
    const ph_joint_type *type;
    joint_example *par;
    int direction; /* of a driven row */
    int rows, markers;
    bool points; /* has rows that are differences of points */
    double memory[8];
    bool remembers;
} subject;

static phk_drive drive_at(double t)
{
    return (phk_drive){0.3 + 0.7 * t + 0.4 * sin(2 * t), 0.7 + 0.8 * cos(2 * t), -1.6 * sin(2 * t)};
}

static ph_eval eval_of(const subject *s, double t)
{
    return (ph_eval){.t = t, .memory = s->remembers ? s->memory : NULL};
}

static void value_of(const subject *s, double t, const ph_frame *frame, double *value)
{
    ph_eval eval = eval_of(s, t);
    phk_drive drive = drive_at(t);
    ph_row row = phk_motion_row(s->direction);
    if (s->type)
        phk_joint_value(s->type, 1, s->par, &eval, frame, value);
    else
        phk_row_value(&row, &drive, frame, value);
}

static void gradient_of(const subject *s, double t, const ph_frame *frame, double *g)
{
    ph_eval eval = eval_of(s, t);
    phk_drive drive = drive_at(t);
    ph_row row = phk_motion_row(s->direction);
    if (s->type)
        phk_joint_gradient(s->type, 1, s->par, &eval, frame, g);
    else
        phk_row_gradient(&row, &drive, frame, (void *)g);
}

static void curvature_of(const subject *s, double t, const ph_frame *frame, const double *lambda,
                         double *k)
{
    ph_eval eval = eval_of(s, t);
    phk_drive drive = drive_at(t);
    ph_row row = phk_motion_row(s->direction);
    memset(k, 0, sizeof(phk_joint_curvatures));
    if (s->type)
        phk_joint_curvature(s->type, 1, s->par, &eval, frame, lambda, k);
    else
        phk_row_curvature(&row, &drive, frame, lambda, (void *)k);
}

static void rates_of(const subject *s, double t, const ph_frame *frame, double *rate, double *gamma)
{
    ph_eval eval = eval_of(s, t);
    phk_drive drive = drive_at(t);
    ph_row row = phk_motion_row(s->direction);
    if (s->type) {
        phk_joint_gamma(s->type, 1, s->par, &eval, frame, gamma);
        memset(rate, 0, (size_t)s->rows * sizeof *rate);
    } else {
        phk_row_rates(&row, &drive, frame, rate, gamma);
    }
}

static void wrench_of(const subject *s, double t, const ph_frame *frame, const double *lambda,
                      ph_wrench *wrench)
{
    ph_eval eval = eval_of(s, t);
    phk_drive drive = drive_at(t);
    ph_row row = phk_motion_row(s->direction);
    memset(wrench, 0, (size_t)s->markers * sizeof *wrench);
    if (s->type)
        phk_joint_wrench(s->type, 1, s->par, &eval, frame, lambda, wrench);
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

/* The i-th of the displacements of all markers, by h. */
static void displace(const subject *s, const ph_frame *frame, int i, double h, ph_frame *out)
{
    double d[PHK_JOINT_WIDTH] = {0};
    d[i] = h;
    for (int m = 0; m < s->markers; m++)
        out[m] = turned(frame[m], ph_v3(d[6 * m], d[6 * m + 1], d[6 * m + 2]),
                        ph_v3(d[6 * m + 3], d[6 * m + 4], d[6 * m + 5]));
}

/* Frames for a joint that is met where it is drawn: markers with their z axes in line and some way
 * apart, remembered, and then moved a little in every direction. */
static void meet(subject *s, unsigned long long *seed, ph_frame *frame)
{
    s->remembers = false;
    if (!s->type || !joint_has_curves(s->type)) return;
    ph_vec3 z = phk_frame_axis(&frame[0], 2), way = chance3(seed);
    frame[1] = turned(frame[0], ph_v3(0, 0, 0), ph_scale(3 * chance(seed), z));
    way = ph_axpy(way, -ph_dot(way, z), z);
    frame[1].p = ph_axpy(frame[0].p, (s->rows == 2 ? 1.5 : 2.6) / ph_norm(way), way);
    joint_example_make(s->type, true, s->par);
    const char *wrong = s->type->complete(s->par, &(ph_drawn){.frame = frame});
    if (wrong) printf("%s %s\n", s->name, wrong);
    CHECK(wrong == NULL);
    s->type->remember(1, s->par, &(ph_eval){0}, frame, s->memory);
    s->remembers = true;
    frame[1] = turned(frame[1], ph_scale(0.05, chance3(seed)), ph_scale(0.05, chance3(seed)));
    frame[1].v = chance3(seed), frame[1].w = chance3(seed);
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
    const int width = 6 * s->markers;
    phk_joint_gradients g, gm;
    phk_joint_curvatures k;
    gradient_of(s, t, frame, g);
    curvature_of(s, t, frame, lambda, k);
    for (int i = 0; i < width; i++) {
        double dg[PHK_JOINT_ROWS] = {0}, dk[PHK_JOINT_WIDTH] = {0};
        for (int n = 0; n < 4; n++) {
            ph_frame moved[PH_JOINT_MARKERS];
            double value[PHK_JOINT_ROWS];
            displace(s, frame, i, h * offset[n], moved);
            value_of(s, t, moved, value);
            gradient_of(s, t, moved, gm);
            for (int r = 0; r < s->rows; r++) {
                dg[r] += weight[n] * value[r] / h;
                for (int j = 0; j < width; j++)
                    dk[j] += weight[n] * lambda[r] * gm[r * width + j] / h;
            }
        }
        for (int r = 0; r < s->rows; r++)
            note(&worst_gradient, fabs(dg[r] - g[r * width + i]), fabs(dg[r]));
        for (int j = 0; j < width; j++)
            note(&worst_curvature, fabs(dk[j] - k[j * width + i]), fabs(dk[j]));
    }
}

static void wrenches(const subject *s, const ph_frame *frame, const double *lambda)
{
    const int width = 6 * s->markers;
    phk_joint_gradients g;
    double sum[PHK_JOINT_WIDTH] = {0};
    ph_wrench w[PH_JOINT_MARKERS];
    gradient_of(s, 0.4, frame, g);
    wrench_of(s, 0.4, frame, lambda, w);
    for (int r = 0; r < s->rows; r++)
        for (int i = 0; i < width; i++) sum[i] += lambda[r] * g[r * width + i];
    for (int m = 0; m < s->markers; m++) {
        CHECK_NEAR(w[m].force.x, sum[6 * m], 1e-14);
        CHECK_NEAR(w[m].force.y, sum[6 * m + 1], 1e-14);
        CHECK_NEAR(w[m].force.z, sum[6 * m + 2], 1e-14);
        CHECK_NEAR(w[m].torque.x, sum[6 * m + 3], 1e-14);
        CHECK_NEAR(w[m].torque.y, sum[6 * m + 4], 1e-14);
        CHECK_NEAR(w[m].torque.z, sum[6 * m + 5], 1e-14);
    }
}

/* All markers move as one body: no row notices, so forces and moments add up to nothing. A row
 * that compares points in world axes does so where they coincide. */
static void balance(const subject *s, const ph_frame *given, const double *lambda)
{
    ph_frame frame[PH_JOINT_MARKERS];
    ph_wrench w[PH_JOINT_MARKERS];
    memcpy(frame, given, (size_t)s->markers * sizeof *frame);
    if (s->points) frame[1].p = frame[0].p;
    wrench_of(s, 0.4, frame, lambda, w);
    ph_vec3 force = {0, 0, 0}, moment = {0, 0, 0};
    for (int m = 0; m < s->markers; m++) {
        force = ph_add(force, w[m].force);
        moment = ph_add(moment, ph_add(w[m].torque, ph_cross(frame[m].p, w[m].force)));
    }
    CHECK_NEAR(ph_norm(force), 0, 1e-14);
    CHECK_NEAR(ph_norm(moment), 0, 1e-14);
}

/* Markers on smooth motions: p = p0 + v t + a t^2/2 + c t^3/6, R = R0 exp(w t + b t^2/2), so
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

static double along(int markers, const double *g, const ph_vec3 *x, const ph_vec3 *phi)
{
    double sum = 0;
    for (int m = 0; m < markers; m++)
        sum += g[6 * m] * x[m].x + g[6 * m + 1] * x[m].y + g[6 * m + 2] * x[m].z +
               g[6 * m + 3] * phi[m].x + g[6 * m + 4] * phi[m].y + g[6 * m + 5] * phi[m].z;
    return sum;
}

static void second_derivative(subject *s, const ph_frame *at, unsigned long long *seed)
{
    path p[PH_JOINT_MARKERS];
    ph_frame now[PH_JOINT_MARKERS], start[PH_JOINT_MARKERS];
    ph_vec3 v[PH_JOINT_MARKERS], w[PH_JOINT_MARKERS], a[PH_JOINT_MARKERS], b[PH_JOINT_MARKERS];
    memcpy(start, at, (size_t)s->markers * sizeof *start);
    meet(s, seed, start);
    for (int m = 0; m < s->markers; m++) {
        p[m] = (path){start[m], chance3(seed), chance3(seed), chance3(seed), chance3(seed)};
        p[m].start.w = ph_mat3_mul(p[m].start.R_WM, p[m].w);
        now[m] = p[m].start;
        v[m] = now[m].v;
        w[m] = now[m].w;
        a[m] = p[m].a;
        b[m] = ph_mat3_mul(p[m].start.R_WM, p[m].b);
    }
    const double t = 0.4, h = 2e-3;
    phk_joint_gradients g;
    double rate[PHK_JOINT_ROWS], gamma[PHK_JOINT_ROWS];
    gradient_of(s, t, now, g);
    rates_of(s, t, now, rate, gamma);
    static const double second[5] = {-1. / 12, 4. / 3, -2.5, 4. / 3, -1. / 12};
    double d1[PHK_JOINT_ROWS] = {0}, d2[PHK_JOINT_ROWS] = {0}, value[PHK_JOINT_ROWS];
    for (int n = -2; n <= 2; n++) {
        ph_frame frame[PH_JOINT_MARKERS];
        for (int m = 0; m < s->markers; m++) frame[m] = at_time(&p[m], n * h);
        value_of(s, t + n * h, frame, value);
        for (int r = 0; r < s->rows; r++) {
            if (n) d1[r] += weight[n < 0 ? n + 2 : n + 1] * value[r] / h;
            d2[r] += second[n + 2] * value[r] / (h * h);
        }
    }
    for (int r = 0; r < s->rows; r++) {
        const double *row = g + 6 * s->markers * r;
        double first = along(s->markers, row, v, w) + rate[r];
        double twice = along(s->markers, row, a, b) + gamma[r];
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

/* Completes the parameters for markers as drawn; false: the type refuses to be drawn so. Where a
 * curve is met is for `meet`. */
static bool complete(subject *s, const ph_frame *frame)
{
    static const int body[PH_JOINT_MARKERS] = {0, 1, 0, 2, 0, 3};
    ph_drawn drawn = {.frame = frame, .body = body};
    if (!s->type || !s->type->complete || joint_has_curves(s->type)) return true;
    joint_example_make(s->type, false, s->par);
    return !s->type->complete(s->par, &drawn);
}

/* The markers of a joint as a model places them. */
static void assembled(subject *s, unsigned long long *seed, ph_frame *frame)
{
    const ph_joint_type *type = s->type;
    frame[0] = frame[1] = chance_frame(seed);
    ph_vec3 x = phk_frame_axis(&frame[0], 0);
    if (joint_has_curves(type)) {
        meet(s, seed, frame);
        for (int k = 0; k < 20; k++) {
            double open[PHK_JOINT_ROWS], g[PHK_JOINT_ROWS][12];
            value_of(s, 0, frame, open);
            gradient_of(s, 0, frame, g[0]);
            for (int r = 0; r < s->rows; r++)
                frame[1].p = ph_axpy(frame[1].p, -open[r], ph_v3(g[r][6], g[r][7], g[r][8]));
        }
        return;
    }
    if (type->placing == PH_PLACE_ROUND) {
        /* anywhere over the plane, at the height that fits */
        double open[PHK_JOINT_ROWS];
        frame[1] = chance_frame(seed);
        value_of(s, 0, frame, open);
        frame[1].p = ph_axpy(frame[1].p, -open[0], phk_frame_axis(&frame[0], 2));
    }
    if (type->placing == PH_PLACE_CROSSED)
        frame[1] = turned(frame[1], ph_v3(0, 0, 0), ph_scale(-PH_PI / 2, x));
    if (type->placing == PH_PLACE_BENT)
        frame[1] = turned(frame[1], ph_v3(0, 0, 0), ph_scale(PH_PI - 0.6, x));
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

static void freedom(subject *s, unsigned long long *seed)
{
    ph_frame frame[2];
    double value[PHK_JOINT_ROWS], g[PHK_JOINT_ROWS + 1][12];
    assembled(s, seed, frame);
    complete(s, frame);
    value_of(s, 0, frame, value);
    for (int r = 0; r < s->rows; r++) CHECK_NEAR(value[r], 0, 1e-14);
    gradient_of(s, 0, frame, g[0]);
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

/* Crossed axes do not lie along each other: a turn about one shows on the other. Nor does an axle
 * lie along the normal of its plane: there a disc lies flat. */
static bool apart(const subject *s, const ph_frame *frame)
{
    double along = ph_dot(phk_frame_axis(&frame[0], 2), phk_frame_axis(&frame[1], 2));
    bool across =
        s->type && (s->type->placing == PH_PLACE_CROSSED || s->type->placing == PH_PLACE_ROUND);
    return !across || fabs(along) < 0.5;
}

static void all_of(subject *s)
{
    unsigned long long seed = 11;
    worst_gradient = worst_curvature = worst_rate = worst_second = 0;
    for (int k = 0; k < 20; k++) {
        ph_frame frame[PH_JOINT_MARKERS];
        double lambda[PHK_JOINT_ROWS];
        do
            for (int m = 0; m < s->markers; m++) {
                frame[m] = chance_frame(&seed);
                /* those of joints it names are not far from each other: angles are defined */
                if (s->type && s->type->markers > 0 && m % 2 == 1)
                    frame[m].R_WM = turned(frame[m - 1], ph_v3(0, 0, 0), chance3(&seed)).R_WM;
            }
        while (!complete(s, frame) || !apart(s, frame));
        for (int m = 0; m < s->markers; m++)
            frame[m] =
                turned(frame[m], ph_scale(0.3, chance3(&seed)), ph_scale(0.3, chance3(&seed)));
        meet(s, &seed, frame);
        for (int r = 0; r < s->rows; r++) lambda[r] = chance(&seed);
        derivatives(s, frame, lambda);
        wrenches(s, frame, lambda);
        balance(s, frame, lambda);
        second_derivative(s, frame, &seed);
        if (s->type && s->type->markers == 0) freedom(s, &seed);
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
    points = t->placing == PH_PLACE_BENT;
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
        joint_example par;
        CHECK(t->par_bytes <= sizeof par);
        subject s = {.name = t->name, .type = t, .par = &par, .rows = t->rows};
        s.markers = phk_joint_markers(t);
        joint_example_make(t, true, &par);
        s.points = described(t);
        if (t->rows > 0) all_of(&s);
    }
    static const char *const names[6] = {"drive x",  "drive y",  "drive z",
                                         "drive rx", "drive ry", "drive rz"};
    for (int d = 0; d < 6; d++)
        all_of(&(subject){.name = names[d], .direction = d, .rows = 1, .markers = 2});
    drives(&seed);
    return TEST_RESULT();
}
