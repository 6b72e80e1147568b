/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The Magic Formula: against numbers of another program, slopes and peaks in closed form, what is
 * the same turned round; slip from speeds and from deflections; and a wheel that rolls and brakes.
 */
#include "text_model.h"
#include "element/road.h"
#include "element/tangent.h"
#include "math/so3.h"
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

/* The tyre 205/60 R15 of Pacejka's book (2006, table A3.1), and forces of it by a program of
 * others: magic-formula-tyre-library, MF 6.1. Without inclination that is the same, but that it
 * takes the angle of slip where a force is sideways, and its tangent where it is forwards. */
static phk_tyre published(void)
{
    phk_tyre t = tyre_example();
    double *value = &t.FNOMIN;
    for (int k = 0; k < PHK_TYRE_COUNT; k++) value[k] = 0;
    t.LFZO = t.LCX = t.LMUX = t.LEX = t.LKX = t.LHX = t.LVX = t.LGAX = t.LCY = t.LMUY = 1;
    t.LEY = t.LKY = t.LHY = t.LVY = t.LGAY = t.LTR = t.LRES = t.LGAZ = t.LXAL = t.LYKA = 1;
    t.LVYKA = t.LS = t.LMX = t.LVMX = t.LMY = 1;
    t.FNOMIN = 4000, t.UNLOADED_RADIUS = 0.313, t.LONGVL = 16.67, t.VXLOW = 1;
    t.PCX1 = 1.685, t.PDX1 = 1.210, t.PDX2 = -0.037, t.PEX1 = 0.344, t.PEX2 = 0.095;
    t.PEX3 = -0.020, t.PKX1 = 21.51, t.PKX2 = -0.163, t.PKX3 = 0.245, t.PHX1 = -0.002;
    t.PHX2 = 0.002, t.RBX1 = 12.35, t.RBX2 = -10.77, t.RCX1 = 1.092, t.RHX1 = 0.007;
    t.PCY1 = 1.193, t.PDY1 = -0.990, t.PDY2 = 0.145, t.PDY3 = -11.23, t.PEY1 = -1.003;
    t.PEY2 = -0.537, t.PEY3 = -0.083, t.PEY4 = -4.787, t.PKY1 = -14.95, t.PKY2 = 2.130;
    t.PKY3 = -0.028, t.PHY1 = 0.003, t.PHY2 = -0.001, t.PHY3 = 0.075, t.PVY1 = 0.045;
    t.PVY2 = -0.024, t.PVY3 = -0.532, t.PVY4 = 0.039, t.RBY1 = 6.461, t.RBY2 = 4.196;
    t.RBY3 = -0.015, t.RCY1 = 1.081, t.RHY1 = 0.009, t.RVY1 = 0.053, t.RVY2 = -0.073;
    t.RVY3 = 0.517, t.RVY4 = 35.44, t.RVY5 = 1.9, t.RVY6 = -10.71, t.QBZ1 = 8.964;
    t.QBZ2 = -1.106, t.QBZ3 = -0.842, t.QBZ5 = -0.227, t.QBZ9 = 18.47, t.QCZ1 = 1.180;
    t.QDZ1 = 0.100, t.QDZ2 = -0.001, t.QDZ3 = 0.007, t.QDZ4 = 13.05, t.QDZ6 = -0.008;
    t.QDZ8 = -0.296, t.QDZ9 = -0.009, t.QEZ1 = -1.609, t.QEZ2 = -0.359, t.QEZ4 = 0.174;
    t.QEZ5 = -0.896, t.QHZ1 = 0.007, t.QHZ2 = -0.002, t.QHZ3 = 0.147, t.QHZ4 = 0.004;
    t.SSZ1 = 0.043, t.SSZ2 = 0.001, t.SSZ3 = 0.731, t.SSZ4 = -0.238;
    return t;
}

static void book(void)
{
    static const struct {
        double fz, kappa, alpha, fx, fy; /* fy NAN: of slip forwards, too */
    } c[] = {
        {4000, 0.1, 0, 4642.134416, NAN},
        {4000, -0.15, 0, -4837.649514, NAN},
        {2000, 0.06, 0, 1762.153016, NAN},
        {6000, -0.03, 0, -4000.067746, NAN},
        {8000, 0.3, 0, 8107.423799, NAN},
        {4000, 0, 0.102, -90.52551299, -3307.58342},
        {4000, 0, -0.17, -59.98490325, 4053.845846},
        {2000, 0, -0.0735, -84.02632368, 1648.708949},
        {2000, 0, 0.21, -27.38732579, -2006.056707},
        {4000, 0.05, -0.068, 2717.691781, NAN},
        {4000, -0.2, 0.034, -4606.723698, NAN},
        {4000, 0.25, 0.17, 3450.343003, NAN},
    };
    const phk_tyre t = published();
    double worst = 0;
    for (size_t k = 0; k < sizeof c / sizeof *c; k++) {
        loads l = loads_of(&t, c[k].fz, c[k].kappa, tan(c[k].alpha), 0);
        worst = fmax(worst, fabs(l.fx - c[k].fx));
        if (isnan(c[k].fy)) continue;
        l = loads_of(&t, c[k].fz, c[k].kappa, c[k].alpha, 0);
        worst = fmax(worst, fabs(l.fy - c[k].fy));
    }
    CHECK_NEAR(worst, 0, 2e-6);
    printf("tyre of the book: off by %.1e N at most\n", worst);
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

/* ---- a road by a map ---- */

static const double hills[20] = {0.1,  0.2, 0.05, -0.1, 0,   0.3,  0.1, 0,    0.1, 0.2,
                                 -0.1, 0,   0.25, 0.1,  0.1, 0.15, 0.2, -0.2, 0,   0.1};
static const double extent[2] = {4, 3};

static void map(void)
{
    const ph_rows rows = {4, 5, hills};
    double plane[20];
    for (int k = 0; k < 20; k++) plane[k] = 0.3 + 0.2 * (k % 5) - 0.1 * (k / 5);
    for (int k = 0; k < 40; k++) {
        double x = 0.1 * k + 0.03, y = 0.07 * k + 0.045;
        phk_road_at flat = phk_road_find(&(ph_rows){4, 5, plane}, extent, x, y);
        CHECK_NEAR(flat.z, 0.3 + 0.2 * x - 0.1 * y, 1e-14);
        CHECK_NEAR(flat.by[0], 0.2, 1e-14);
        CHECK_NEAR(flat.by[1], -0.1, 1e-14);
        CHECK_NEAR(fabs(flat.by2[0]) + fabs(flat.by2[1]) + fabs(flat.by2[2]), 0, 1e-13);
        const double h = 1e-6;
        phk_road_at at = phk_road_find(&rows, extent, x, y);
        for (int i = 0; i < 2; i++) {
            phk_road_at a = phk_road_find(&rows, extent, x - (i == 0) * h, y - (i == 1) * h);
            phk_road_at b = phk_road_find(&rows, extent, x + (i == 0) * h, y + (i == 1) * h);
            CHECK_NEAR(at.by[i], (b.z - a.z) / (2 * h), 1e-9);
            CHECK_NEAR(at.by2[i], (b.by[0] - a.by[0]) / (2 * h), 1e-8);
            CHECK_NEAR(at.by2[1 + i], (b.by[1] - a.by[1]) / (2 * h), 1e-8);
        }
    }
    /* it goes through the heights, and on from its border */
    CHECK(phk_road_find(&rows, extent, 2, 1).z == hills[7]);
    phk_road_at off = phk_road_find(&rows, extent, 9, 1);
    CHECK_NEAR(off.z, hills[9] + 5 * (hills[9] - hills[8]), 1e-14);
    CHECK_NEAR(off.by[0], hills[9] - hills[8], 1e-15);
    CHECK_NEAR(off.by2[0], 0, 0);
}

static ph_frame pose(ph_vec3 p, ph_vec3 turn, ph_vec3 v, ph_vec3 w)
{
    return (ph_frame){p, ph_mat3_from_quat(phk_exp(turn)), v, w};
}

/* Column by column against differences of what the tyre does. */
static void map_derivatives(void)
{
    const phk_tyre t = tyre_of_size_one();
    force_par f = force_begin("tyre");
    force_put(&f, "coefficients", 0, &(ph_numbers){PHK_TYRE_COUNT, &t.FNOMIN}, sizeof(ph_numbers));
    force_put(&f, "heights", 0, &(ph_rows){4, 5, hills}, sizeof(ph_rows));
    force_put(&f, "size", 0, &(ph_numbers){2, extent}, sizeof(ph_numbers));
    const double value[3] = {0.02, 0.1, -0.05}, state[2] = {0.01, -0.02}, h = 1e-6;
    double place[14 * 12] = {0}, speed[14 * 12] = {0}, by[14 * 3] = {0}, own[14 * 2] = {0};
    ph_eval eval = {.value = value, .state = state};
    ph_frame frame[2] = {
        pose(ph_v3(1.7, 1.2, 2.3), ph_v3(0.1, 0.2, 0.1), ph_v3(2, 0.3, -0.1), ph_v3(0, 0.6, 0.1)),
        pose(ph_v3(0.1, 0.2, 0), ph_v3(0.05, -0.1, 0.1), ph_v3(0.1, 0, 0), ph_v3(0, 0.1, 0.2))};
    CHECK(f.type->tangent(1, f.par.bytes, &eval, frame, &(ph_tangent){place, speed, by, own, 0}) ==
          PH_OK);
    double most = 0;
    for (int c = 0; c < 12; c++) {
        double at[2][12];
        for (int side = 0; side < 2; side++) {
            ph_frame moved[2] = {frame[0], frame[1]};
            ph_frame *m = &moved[c / 6];
            ph_vec3 d = ph_v3((c % 3 == 0) * h, (c % 3 == 1) * h, (c % 3 == 2) * h);
            if (side == 0) d = ph_scale(-1, d);
            if (c % 6 < 3)
                m->p = ph_add(m->p, d);
            else
                m->R_WM = phk_mat3_product(ph_mat3_from_quat(phk_exp(d)), m->R_WM);
            ph_wrench w[2];
            CHECK(f.type->wrench(1, f.par.bytes, &eval, moved, w) == PH_OK);
            memcpy(at[side], w, sizeof at[side]);
        }
        for (int r = 0; r < 12; r++) {
            double d = (at[1][r] - at[0][r]) / (2 * h);
            most = fmax(most, fabs(place[12 * r + c]));
            CHECK_NEAR(place[12 * r + c], d, 1e-7 * fmax(1, fabs(d)));
        }
    }
    CHECK(most > 1);
}

/* Up a ramp by a map or by an expression: the same. */
static void map_or_words(void)
{
    double end[2];
    char folder[400];
    CHECK(getcwd(folder, sizeof folder) != NULL);
    for (int k = 0; k < 2; k++) {
        ph_model *model = text_model(
            "gravity: [0, 0, -9.81]\n"
            "bodies: {hub: {mass: 400, inertia: [20, 20, 20], position: [0.5, 1, 0.29],"
            " velocity: [20, 0, 0], omega: [0, 67, 0]}}\n"
            "joints: {up: {type: parallel_axes, between: [ground, hub], axis: [0, 1, 0]}}\n"
            "forces: {tyre: {type: tyre, on: hub, file: \"%s/models/car.tir\", %s}}\n"
            "simulate: {end: 1}\n",
            folder,
            k ? "heights: [[0, 1, 2], [0, 1, 2]], size: [20, 2]"
              : "height: 0.1*hub.pos.x, slope_x: 0.1");
        ph_options o = text_options(model, "galpha", 1e-7);
        ph_sim *sim = must_create(model, &o);
        CHECK(ph_sim_run(sim, NULL, NULL) == PH_OK);
        end[k] = value_now(sim, "hub", "pos", 0);
        ph_sim_free(sim);
        ph_model_free(model);
    }
    CHECK_NEAR(end[1], end[0], 1e-6);
}

int main(void)
{
    map();
    map_derivatives();
    map_or_words();
    numbers();
    book();
    closed_forms();
    slip();
    braked();
    return TEST_RESULT();
}
