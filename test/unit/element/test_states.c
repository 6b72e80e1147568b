/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Forces with states of their own, against closed forms: a motor, cylinders with oil and with gas.
 */
#include "text_model.h"

/* Values of the columns OBJECT.TAIL in the last row. */
typedef struct {
    const char *object[6], *tail[6];
    double value[6];
} last_row;

static ph_status note(void *user, const ph_sim *sim, const double *row)
{
    last_row *l = user;
    for (int k = 0; k < 6 && l->object[k]; k++) {
        char name[80];
        snprintf(name, sizeof name, "%s.%s", l->object[k], l->tail[k]);
        l->value[k] = NAN;
        for (int b = 0; b < ph_sim_blocks(sim); b++) {
            const ph_block *block = ph_sim_block(sim, b);
            for (int i = 0; i < block->objects * block->width; i++) {
                char text[120];
                ph_block_column_name(block, i / block->width, i % block->width, text, sizeof text);
                if (strcmp(text, name) == 0) l->value[k] = row[1 + block->first + i];
            }
        }
    }
    return PH_OK;
}

static text_outcome run_to(ph_model *model, double end, double tolerance, last_row *l)
{
    ph_options o = text_options(model, "galpha", tolerance);
    o.end = end;
    o.every = end / 20;
    text_outcome out = text_run(model, &o, note, l);
    if (out.status) printf("%s\n", out.said);
    CHECK(out.status == PH_OK);
    return out;
}

/* Two linear equations; numbers by Runge and Kutta's method with steps of 5 us. */
static void motor(void)
{
    ph_model *model = must_load("models/motor.yaml");
    last_row l = {.object = {"drive", "drive", "drive", "drive"},
                  .tail = {"current", "speed", "voltage", "power"}};
    run_to(model, 0.5, 1e-7, &l);
    CHECK_NEAR(l.value[0], 15.169319834, 1e-5);
    CHECK_NEAR(l.value[1], 18.016941903, 1e-5);
    text_outcome out = run_to(model, 1, 1e-7, &l);
    CHECK_NEAR(l.value[0], -26.502330519, 1e-5);
    CHECK_NEAR(l.value[1], -13.547802825, 1e-5);
    CHECK(l.value[2] == -24);
    CHECK_NEAR(l.value[3], 24 * 26.502330519, 1e-3);
    /* what the motor gives is what the flywheel has */
    CHECK_NEAR(out.energy.applied, out.energy.kinetic, 1e-4);
    ph_model_free(model);
}

/* A mass on a guide along x, held by a cylinder of bore 50 mm and rod 30 mm. */
static const char guide[] =
    "bodies: {m: {mass: 100, inertia: [1, 1, 1], position: [0.9, 0, 0], velocity: [%.17g, 0, 0]}}\n"
    "joints: {guide: {type: prismatic, between: [ground, m], axis: [1, 0, 0]}}\n"
    "gravity: [%.17g, 0, 0]\n"
    "forces:\n"
    "  c: {type: %s, on: m, reaction: ground, bore: 50 mm, rod: 30 mm, length: 0.6, stroke: 0.5,\n"
    "      dead_volume: 1e-4, %s}\n"
    "simulate: {end: 1}\n";

#define A_AREA (PH_PI / 4 * 0.05 * 0.05)
#define B_AREA (A_AREA - PH_PI / 4 * 0.03 * 0.03)

/* With the valve shut the oil is two springs: E A^2/V_a + E B^2/V_b. */
static void oil_spring(void)
{
    double v = 1e-3, k = 1.4e9 * (A_AREA * A_AREA / (1e-4 + 0.3 * A_AREA) +
                                  B_AREA * B_AREA / (1e-4 + 0.2 * B_AREA));
    double w = sqrt(k / 100);
    ph_model *model =
        text_model(guide, v, 0.0, "hydraulic_cylinder", "supply: 150e5, flow: 1e-3, load: 0");
    last_row l = {.object = {"m", "c"}, .tail = {"pos.x", "stroke"}};
    run_to(model, 0.5 * PH_PI / w, 1e-7, &l);
    CHECK_NEAR(l.value[0] - 0.9, v / w, 2e-4 * v / w);
    CHECK_NEAR(l.value[1], l.value[0] - 0.6, 1e-12);
    run_to(model, 2 * PH_PI / w, 1e-7, &l);
    CHECK_NEAR(l.value[0], 0.9, 1e-3 * v / w);
    ph_model_free(model);
}

/* Carries what it is told to, and stays. */
static void oil_holds(void)
{
    ph_model *model = text_model(guide, 0.0, -9.81, "hydraulic_cylinder",
                                 "supply: 150e5, tank: 2e5, flow: 1e-3,"
                                 " load: 981");
    last_row l = {.object = {"m", "c", "c", "c"},
                  .tail = {"vel.x", "pressure_a", "pressure_b", "force.x"}};
    run_to(model, 0.5, 0, &l);
    CHECK_NEAR(l.value[0], 0, 1e-9);
    CHECK_NEAR(l.value[1] + l.value[2], 152e5, 1e-3);
    CHECK_NEAR(l.value[1] * A_AREA - l.value[2] * B_AREA, 981, 1e-6);
    CHECK_NEAR(l.value[3], 981, 1e-6);
    ph_model_free(model);
}

/* Fully open it comes out at K sqrt((P A - T B)/(A^3 + B^3)), K the flow over the root of the drop:
 * what flows through both edges is what the piston sweeps. Then it stands at its stop. */
static void oil_moves(void)
{
    double K = 2e-4 / sqrt(35e5), A = A_AREA, B = B_AREA;
    double v = K * sqrt((100e5 * A - 1e5 * B) / (A * A * A + B * B * B));
    ph_model *model = text_model(guide, 0.0, 0.0, "hydraulic_cylinder",
                                 "supply: 100e5, tank: 1e5, flow: 2e-4, valve: 1, friction: 0");
    last_row l = {.object = {"m", "c", "c", "c", "c"},
                  .tail = {"vel.x", "flow_a", "flow_b", "pressure_a", "stroke"}};
    text_outcome out = run_to(model, 0.4, 1e-6, &l);
    CHECK_NEAR(l.value[0], v, 1e-5 * v);
    CHECK_NEAR(l.value[1], A * v, 1e-4 * A * v);
    CHECK_NEAR(l.value[2], -B * v, 1e-4 * A * v);
    CHECK_NEAR(l.value[3], 100e5 - pow(A * v / K, 2), 100);
    CHECK(fabs(out.energy.applied - out.energy.kinetic) < 1e-3 * out.energy.kinetic + 1e-4);
    run_to(model, 3, 1e-5, &l);
    CHECK_NEAR(l.value[0], 0, 1e-4);
    CHECK(l.value[4] > 0.5 && l.value[4] < 0.502);
    CHECK_NEAR(l.value[3], 100e5, 10);
    ph_model_free(model);
}

/* Shut chambers keep p V^n, and what they do to the mass is what they give up. */
static void gas_spring(void)
{
    double n = 1.25, pa = 6e5, pb = 2e5, p0 = 101325;
    ph_model *model =
        text_model(guide, 0.0, 0.0, "pneumatic_cylinder", "exponent: 1.25, pressure: [6e5, 2e5]");
    last_row l = {.object = {"m", "c", "c", "m"},
                  .tail = {"pos.x", "pressure_a", "pressure_b", "vel.x"}};
    text_outcome out = run_to(model, 0.15, 1e-8, &l);
    double s = l.value[0] - 0.6, Va = 1e-4 + A_AREA * s, Vb = 1e-4 + B_AREA * (0.5 - s);
    double Ua = 1e-4 + A_AREA * 0.3, Ub = 1e-4 + B_AREA * 0.2;
    CHECK_NEAR(l.value[1] * pow(Va, n), pa * pow(Ua, n), 1e-6 * pa * pow(Ua, n));
    CHECK_NEAR(l.value[2] * pow(Vb, n), pb * pow(Ub, n), 1e-6 * pb * pow(Ub, n));
    /* integral of p dV, polytropic, less that of the air around */
    double given = (pa * Ua - l.value[1] * Va + pb * Ub - l.value[2] * Vb) / (n - 1) -
                   p0 * (Va - Ua + Vb - Ub);
    CHECK_NEAR(50 * l.value[3] * l.value[3], given, 1e-5 * given);
    CHECK_NEAR(out.energy.applied, given, 1e-5 * given);
    ph_model_free(model);
}

/* A piston that is held: while the flow is choked the pressure rises straight. */
static void gas_fills(void)
{
    ph_model *model = text_model(
        "bodies: {m: {mass: 1, inertia: [1, 1, 1], position: [0.9, 0, 0]}}\n"
        "joints: {weld: {type: fixed, between: [ground, m]}}\n"
        "forces:\n"
        "  c: {type: pneumatic_cylinder, on: m, reaction: ground, bore: 50 mm, length: 0.6,\n"
        "      stroke: 0.5, dead_volume: 1e-4, exponent: 1.4, valve: 0.5, conductance: 2e-9,\n"
        "      critical: 0.4, supply: 7e5, pressure: [1e5, 1e5]}\n"
        "variables: {over: c.pressure_a - c.pressure_b}\n"
        "simulate: {end: 1}\n");
    last_row l = {.object = {"c", "c", "c"}, .tail = {"pressure_a", "flow_a", "force.x"}};
    double flow = 0.5 * 2e-9 * 1.185 * 7e5, V = 1e-4 + A_AREA * 0.3;
    run_to(model, 0.1, 1e-7, &l);
    CHECK_NEAR(l.value[1], flow, 1e-12);
    CHECK_NEAR(l.value[0], 1e5 + 1.4 * 287.05 * 293.15 * flow / V * 0.1, 1);
    ph_model_free(model);
}

/* Expressions read states by their names, and methods for free bodies refuse who has some. */
static void told(void)
{
    ph_model *model = must_load("models/motor.yaml");
    CHECK(add_variable(model, "heat", "0.4*drive.current^2") == PH_OK);
    ph_options o = text_options(model, "galpha", 1e-6);
    last_row l = {.object = {"drive"}, .tail = {"current"}};
    o.end = 0.1;
    o.every = 0.1;
    CHECK(text_run(model, &o, note, &l).status == PH_OK);
    CHECK_NEAR(l.value[0], 46.58549232, 1e-3);
    ph_model_free(model);
    model = text_model("bodies: {m: {mass: 1, inertia: [1, 1, 1]}}\n"
                       "forces: {d: {type: motor, on: m, reaction: ground, voltage: 1,\n"
                       "             resistance: 1, inductance: 1, constant: 1}}\n"
                       "simulate: {end: 1, step: 0.1}\n");
    o = text_options(model, "liemid-ea", 0);
    o.step = 0.1;
    text_outcome out = text_run(model, &o, NULL, NULL);
    CHECK(out.status != PH_OK && strstr(out.said, "force `d`, which has states of its own"));
    ph_model_free(model);
}

int main(void)
{
    motor();
    oil_spring();
    oil_holds();
    oil_moves();
    gas_spring();
    gas_fills();
    told();
    return TEST_RESULT();
}
