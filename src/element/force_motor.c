/* SPDX-License-Identifier: BSD-3-Clause
 *
 * force_motor.c -- `motor`: a direct-current motor with a gear between two places, about the z axis
 * Z of the second (reaction, its housing). Its current i is a state.
 *
 *   w = Z.(w_0 - w_1)                       speed of what it turns
 *   L i' = U - R i - k r w                  r: turns of the rotor for one of the shaft
 *   T = r k i - r^2 b w                     on the first marker about Z, the opposite on the second
 * The constant k [N m/A] is that of the torque and of the induced voltage, [V s/rad]: what the
 * current gives is what the rotor takes, U i = R i^2 + (L i^2/2)' + k i r w. The rotor's inertia
 * is not in it: r^2 of it belongs to the body it turns.
 *
 * With Z = column z of R_1: dZ = dphi_1 x Z.
 */
#include <math.h>
#include <stddef.h>
#include "element/force_vector.h"
#include "element/tangent.h"

typedef struct {
    ph_place on, reaction;
    ph_expr voltage;   /* [V] */
    double resistance; /* [Ohm] */
    double inductance; /* [H] */
    double constant;   /* [N m/A] */
    double ratio;      /* turns of the rotor for one of the shaft */
    double friction;   /* [N m s/rad] at the rotor */
    double current;    /* [A] at the start */
    double rated;      /* [A] what tolerances of the current refer to */
} motor_par;

enum { MARKERS = 2, COLUMNS = 12, ROWS = 13 };

typedef struct {
    ph_vec3 Z, w;          /* axis; relative angular velocity */
    double i, U;           /* [A], [V] */
    double speed, torque;  /* of the shaft [rad/s], [N m] */
    double by_i, by_speed; /* derivatives of the torque */
} motor_now;

static motor_now now(const motor_par *p, const ph_eval *eval, int e, const ph_frame *frame)
{
    motor_now m = {.Z = phk_axis(&frame[1].R_WM, 2), .w = ph_sub(frame[0].w, frame[1].w)};
    m.i = eval->state[e];
    m.U = phk_value(&p->voltage, eval);
    m.speed = ph_dot(m.Z, m.w);
    m.by_i = p->ratio * p->constant;
    m.by_speed = -p->ratio * p->ratio * p->friction;
    m.torque = m.by_i * m.i + m.by_speed * m.speed;
    return m;
}

static ph_status wrench(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                        ph_wrench *w)
{
    const motor_par *p = par;
    for (int e = 0; e < n; e++, frame += MARKERS, w += MARKERS) {
        motor_now m = now(&p[e], eval, e, frame);
        w[0] = (ph_wrench){{0, 0, 0}, ph_scale(m.torque, m.Z)};
        w[1] = (ph_wrench){{0, 0, 0}, ph_scale(-m.torque, m.Z)};
    }
    return PH_OK;
}

static ph_status rates(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                       double *rate)
{
    const motor_par *p = par;
    for (int e = 0; e < n; e++) {
        motor_now m = now(&p[e], eval, e, &frame[MARKERS * e]);
        rate[e] = (m.U - p[e].resistance * m.i - m.by_i * m.speed) / p[e].inductance;
    }
    return PH_OK;
}

static void put(double *at, ph_vec3 v)
{
    at[0] = v.x, at[1] = v.y, at[2] = v.z;
}

static ph_status tangent(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                         ph_tangent *out)
{
    const motor_par *p = par;
    for (int e = 0; e < n; e++, frame += MARKERS) {
        motor_now m = now(&p[e], eval, e, frame);
        double *place = out->displacement + (size_t)(e * ROWS * COLUMNS);
        double *speed = out->velocity + (size_t)(e * ROWS * COLUMNS);
        double *value = out->value + (size_t)(e * ROWS), *state = out->state + (size_t)(e * ROWS);
        /* w changes by Z.(dw_0 - dw_1) and by (Z x w).dphi_1 */
        ph_vec3 turned = ph_cross(m.Z, m.w);
        ph_mat3 along = phk_outer(m.Z, m.Z), slewed = phk_outer(m.Z, turned), Z = phk_hat(m.Z);
        phk_pair_add(speed, MARKERS, PHK_TORQUE(0), PHK_TURN(0), m.by_speed, &along);
        for (int k = 0; k < 2; k++) {
            double sign = k ? -1 : 1;
            phk_block_add(place, MARKERS, PHK_TORQUE(k), PHK_TURN(1), -sign * m.torque, &Z);
            phk_block_add(place, MARKERS, PHK_TORQUE(k), PHK_TURN(1), sign * m.by_speed, &slewed);
            phk_column_add(state, 1, PHK_TORQUE(k), 0, sign * m.by_i, m.Z);
        }
        double by = -m.by_i / p[e].inductance;
        put(place + (size_t)(COLUMNS * COLUMNS + 9), ph_scale(by, turned));
        put(speed + (size_t)(COLUMNS * COLUMNS + 3), ph_scale(by, m.Z));
        put(speed + (size_t)(COLUMNS * COLUMNS + 9), ph_scale(-by, m.Z));
        state[COLUMNS] = -p[e].resistance / p[e].inductance;
        value[COLUMNS] = 1 / p[e].inductance;
    }
    return PH_OK;
}

static void start(const void *par, const ph_eval *eval, const ph_frame *frame, double *state)
{
    (void)eval, (void)frame;
    *state = ((const motor_par *)par)->current;
}

static void size(const void *par, double *size)
{
    *size = ((const motor_par *)par)->rated;
}

static void tell(int n, const void *par, const ph_eval *eval, const ph_frame *frame, double *out)
{
    const motor_par *p = par;
    for (int e = 0; e < n; e++, out += 3) {
        motor_now m = now(&p[e], eval, e, &frame[MARKERS * e]);
        out[0] = m.U;
        out[1] = m.speed;
        out[2] = m.U * m.i;
    }
}

static const ph_named_number state[] = {{"current", "A", "Current."}};
static const ph_named_number report[] = {{"voltage", "V", "Voltage it is given."},
                                         {"speed", "rad/s", "Speed of the shaft."},
                                         {"power", "W", "Voltage times current."}};

#define AT(member) .offset = offsetof(motor_par, member)
static const ph_field fields[] = {
    {"on", PH_FIELD_PLACE, AT(on), .help = "Body or marker the shaft turns.", .flags = PH_REQUIRED},
    {"reaction", PH_FIELD_PLACE, AT(reaction),
     .help = "Body or marker of the housing; the motor turns about its z axis.",
     .flags = PH_REQUIRED},
    {"voltage", PH_FIELD_EXPR, AT(voltage), .unit = "V",
     .help = "An expression of time and the model's quantities.", .flags = PH_REQUIRED},
    {"resistance", PH_FIELD_NUMBER, AT(resistance), .unit = "Ohm", .help = "Of the winding.",
     .min = 0, .max = INFINITY, .flags = PH_REQUIRED | PH_ABOVE},
    {"inductance", PH_FIELD_NUMBER, AT(inductance), .unit = "H", .help = "Of the winding.",
     .min = 0, .max = INFINITY, .flags = PH_REQUIRED | PH_ABOVE},
    {"constant", PH_FIELD_NUMBER, AT(constant), .unit = "N m/A",
     .help = "Torque per current; the same number is the induced voltage per speed [V s/rad].",
     .min = 0, .max = INFINITY, .flags = PH_REQUIRED | PH_ABOVE},
    {"ratio", PH_FIELD_NUMBER, AT(ratio), .unit = "", .init = 1,
     .help = "Turns of the rotor for one of the shaft; below zero: they turn against each other."},
    {"friction", PH_FIELD_NUMBER, AT(friction), .unit = "N m s/rad",
     .help = "Torque per speed of the rotor that is lost.", .min = 0, .max = INFINITY},
    {"current", PH_FIELD_NUMBER, AT(current), .unit = "A", .help = "Current at the start."},
    {"rated", PH_FIELD_NUMBER, AT(rated), .unit = "A", .init = 10,
     .help = "Rated current: what the tolerance of the current refers to.", .min = 0,
     .max = INFINITY, .flags = PH_ABOVE},
    {.name = NULL}};
#undef AT

const ph_force_type phk_force_motor = {
    .name = "motor",
    .help = "direct-current motor with a gear, about the z axis of its housing",
    .notes = "With w the speed of the shaft and r `ratio`, the current i follows `inductance` i' = "
             "`voltage` - `resistance` i - `constant` r w, and the shaft gets r `constant` i - r^2 "
             "`friction` w. The inertia of the rotor belongs to the body the shaft turns, times "
             "r^2. `NAME.current` can be read in expressions, for a controller.",
    .par_bytes = sizeof(motor_par),
    .fields = fields,
    .markers = MARKERS,
    .wrench = wrench,
    .tangent = tangent,
    .states = 1,
    .state = state,
    .rates = rates,
    .start = start,
    .size = size,
    .reports = 3,
    .report = report,
    .tell = tell,
};
