/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The Magic Formula: against numbers of another program, slopes and peaks in closed form, what is
 * the same turned round; slip from speeds and from deflections; and a wheel that rolls and brakes.
 */
#include "text_model.h"
#include "tyre_example.h"

typedef struct {
    double fx, fy, fz, mx, my, mz;
    double slope[2]; /* of fx by kappa, of fy by alpha */
} loads;

static loads loads_of(const phk_tyre *t, double fz, double kappa, double alpha, double gamma)
{
    phk_dual f[3], m[3];
    phk_tyre_slip s = {phk_d_variable(kappa, 0), phk_d_variable(alpha, 1), phk_d_variable(gamma, 2),
                       phk_d_variable(fz, 3)};
    phk_tyre_formula(t, &s, phk_d_constant(20), f, m);
    return (loads){f[0].v, f[1].v, f[2].v, m[0].v, m[1].v, m[2].v, {f[0].d[0], f[1].d[1]}};
}

/* By a plain program after the book, with the numbers of models/car.tir: F_x, F_y, M_x, M_z. */
static void numbers(void)
{
    static const struct {
        double fz, kappa, alpha, gamma, want[4];
    } c[] = {
        {4000, 0.05, 0, 0, {3463.022225, -131.2097261, -1.627000603, 23.77566879}},
        {4000, 0, -0.06, 0, {28.59779285, 3072.928565, 38.10431421, -92.90263603}},
        {5200, -0.08, 0.05, 0.03, {-4796.168486, -2662.145085, -71.92977877, -0.7086680913}},
        {2500, 0.12, -0.1, -0.05, {2265.6332, 1961.495451, 38.45158975, -5.625452862}},
        {4000, 0, 0.02, 0.1, {33.38472868, -1552.094656, -93.64597374, 37.81881282}},
        {7000, 0.3, 0.2, 0, {4969.570679, -3502.191922, -75.9975647, -11.76358395}},
    };
    const phk_tyre t = tyre_example();
    for (size_t k = 0; k < sizeof c / sizeof *c; k++) {
        loads l = loads_of(&t, c[k].fz, c[k].kappa, c[k].alpha, c[k].gamma);
        CHECK_NEAR(l.fx, c[k].want[0], 1e-6);
        CHECK_NEAR(l.fy, c[k].want[1], 1e-6);
        CHECK_NEAR(l.mx, c[k].want[2], 1e-7);
        CHECK_NEAR(l.mz, c[k].want[3], 1e-6);
        CHECK(l.fz == c[k].fz);
    }
}

/* A tyre without shifts: what it does turned round is what it does, the other way. */
static phk_tyre plain(void)
{
    phk_tyre t = tyre_example();
    t.LHX = t.LVX = t.LHY = t.LVY = t.LRES = 0;
    t.PEX4 = t.PEY3 = t.RHX1 = t.RBY3 = t.RHY1 = t.RHY2 = t.LVYKA = 0;
    t.QHZ1 = t.QHZ2 = t.QEZ4 = t.SSZ1 = 0;
    return t;
}

static void closed_forms(void)
{
    const phk_tyre t = plain();
    /* at nominal load: slopes K = B C D, peaks D */
    loads still = loads_of(&t, 4000, 0, 0, 0);
    CHECK_NEAR(still.slope[0], 22.0 * 4000, 1e-8);
    CHECK_NEAR(still.slope[1], -18 * 4000 * sin(2 * atan(1 / 1.8)), 1e-8);
    CHECK(still.fx == 0 && still.fy == 0 && fabs(still.mz) < 1e-12);
    double most_x = 0, most_y = 0;
    for (int k = 0; k <= 40000; k++) {
        most_x = fmax(most_x, loads_of(&t, 4000, 1e-5 * k, 0, 0).fx);
        most_y = fmax(most_y, loads_of(&t, 4000, 0, -1e-5 * k, 0).fy);
    }
    CHECK_NEAR(most_x, 1.15 * 4000, 1e-4);
    CHECK_NEAR(most_y, 1.0 * 4000, 1e-4);
    for (int k = 1; k < 8; k++) {
        double s = 0.03 * k, a = 0.02 * k;
        loads one = loads_of(&t, 5000, s, a, 0), other = loads_of(&t, 5000, s, -a, 0);
        loads back = loads_of(&t, 5000, -s, a, 0);
        CHECK_NEAR(one.fx, other.fx, 1e-9);
        CHECK_NEAR(one.fy, -other.fy, 1e-9);
        CHECK_NEAR(one.mz, -other.mz, 1e-9);
        CHECK_NEAR(one.fx, -back.fx, 1e-9);
        CHECK_NEAR(one.fy, back.fy, 1e-9);
        /* never more than both peaks allow */
        CHECK(hypot(one.fx / (1.15 * 5000), one.fy / 5000) < 1.05);
    }
}

/* Slip by speeds: a wheel at 20 m/s that rolls, drives, slides sideways. */
static void slip(void)
{
    const phk_tyre t = tyre_example();
    double x[PHK_TYRE_SEES] = {0};
    x[PHK_TYRE_RADIUS] = 0.29;
    x[PHK_TYRE_FORWARD] = 20;
    phk_tyre_answer is = phk_tyre_law(&t, false, x);
    double load = 2e5 * 0.02, r = load / 4000;
    CHECK_NEAR(is.rolling, 0.31 - 0.02 * (0.25 * atan(8 * r) + 0.07 * r), 1e-12);
    CHECK_NEAR(is.force[2].v, load, 1e-9);
    CHECK_NEAR(is.kappa, -1, 1e-12);
    x[PHK_TYRE_SPIN] = 20 * 1.1 / is.rolling;
    x[PHK_TYRE_SIDE] = 1;
    is = phk_tyre_law(&t, false, x);
    CHECK_NEAR(is.kappa, 0.1, 1e-12);
    CHECK_NEAR(is.alpha, atan(0.05), 1e-12);
    CHECK(is.force[0].v > 1000 && is.force[1].v < -1000);
    CHECK(is.moment[1].v < 0);
    /* with deflections: at first none, then v' = V_sy - V v/sigma, in balance at the same slip */
    phk_tyre_answer soft = phk_tyre_law(&t, true, x);
    CHECK(soft.kappa == 0 && soft.alpha == 0);
    CHECK_NEAR(soft.rate[0].v, 2, 1e-12);
    CHECK_NEAR(soft.rate[1].v, 1, 1e-12);
    x[PHK_TYRE_U] = 0.1 * 1.9 * 0.31;
    x[PHK_TYRE_V] = 0.05 * 2 * 0.31 * sin(2 * atan(0.5));
    soft = phk_tyre_law(&t, true, x);
    CHECK_NEAR(soft.rate[0].v, 0, 1e-12);
    CHECK_NEAR(soft.rate[1].v, 0, 1e-12);
    CHECK_NEAR(soft.force[0].v, is.force[0].v, 1e-8);
    CHECK_NEAR(soft.force[1].v, is.force[1].v, 1e-8);
    /* in the air there is nothing */
    x[PHK_TYRE_RADIUS] = 0.32;
    is = phk_tyre_law(&t, false, x);
    CHECK(!is.touches && is.force[0].v == 0 && is.force[2].v == 0);
}

typedef struct {
    double fx, fz, kappa, vx;
} seen;

static ph_status note(void *user, const ph_sim *sim, const double *row)
{
    static const char *const name[] = {"tyre.fx", "tyre.fz", "tyre.kappa", "wheel.vel.x"};
    seen *s = user;
    double *to[] = {&s->fx, &s->fz, &s->kappa, &s->vx};
    for (int b = 0; b < ph_sim_blocks(sim); b++) {
        const ph_block *block = ph_sim_block(sim, b);
        for (int i = 0; i < block->objects * block->width; i++) {
            char text[120];
            ph_block_column_name(block, i / block->width, i % block->width, text, sizeof text);
            for (int k = 0; k < 4; k++)
                if (strcmp(text, name[k]) == 0) *to[k] = row[1 + block->first + i];
        }
    }
    return PH_OK;
}

/* A loaded wheel, held upright, that is braked: its force is its mass times what it slows by. The
 * same with relaxation, which loses nothing but a little time. */
static void braked(void)
{
    static const char *const way[] = {"steady", "relaxation"};
    seen s[2];
    for (int k = 0; k < 2; k++) {
        FILE *f = fopen("models/car.tir", "rb");
        CHECK(f != NULL);
        if (f) fclose(f);
        char folder[400];
        CHECK(getcwd(folder, sizeof folder) != NULL);
        ph_model *model = text_model(
            "gravity: [0, 0, -9.81]\n"
            "bodies: {wheel: {mass: 400, inertia: [1, 1, 1], position: [0, 0, 0.29],\n"
            "                 velocity: [20, 0, 0], omega: [0, 66, 0]}}\n"
            "markers: {hub: {on: wheel}}\n"
            "joints: {upright: {type: parallel_axes, between: [ground, wheel], axis: [0, 1, 0]},\n"
            "         lane: {type: inplane, between: [ground, wheel], axis: [0, 1, 0]}}\n"
            "forces:\n"
            "  tyre: {type: tyre, on: hub, file: \"%s/models/car.tir\", slip: %s}\n"
            "  brake: {type: torque, on: hub, torque: [0, \"-step5(time, 0, 0, 0.2, 500)\", 0]}\n"
            "simulate: {end: 1, tolerance: 1e-7}\n",
            folder, way[k]);
        ph_options o = text_options(model, "galpha", 1e-7);
        o.end = 1;
        o.every = 0.1;
        text_outcome out = text_run(model, &o, note, &s[k]);
        if (out.status) printf("%s\n", out.said);
        CHECK(out.status == PH_OK);
        CHECK_NEAR(s[k].fz, 400 * 9.81, 100);
        CHECK(s[k].kappa < -0.005 && s[k].kappa > -0.1 && s[k].fx < -1000);
        /* the force through the contact times the radius is the torque, less rolling resistance */
        CHECK_NEAR(s[k].fx * 0.29, -500, 40);
        /* the ledger: what the tyre took and the brake did is what the wheel lost */
        CHECK(fabs(out.energy.numerical) < 1e-3 * out.energy.kinetic);
        ph_model_free(model);
    }
    CHECK_NEAR(s[0].vx, s[1].vx, 0.02);
    CHECK_NEAR(s[0].fx, s[1].fx, 5);
}

int main(void)
{
    numbers();
    closed_forms();
    slip();
    braked();
    return TEST_RESULT();
}
