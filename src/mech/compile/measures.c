/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The functions, with the meaning MSC.ADAMS gives them: i against j, in the axes of r, derivatives
 * by time as seen from l; what is left out is ground. With d = p_i - p_j and all in the world,
 *   velocity        v = d' - w_l x d
 *   acceleration    d'' - alpha_l x d - w_l x (2 v + w_l x d)
 *   spin            w_i - w_j,  its rate  alpha_i - alpha_j - w_l x (w_i - w_j).
 */
#include "mech/compile/measures.h"

#include <stdio.h>
#include <string.h>
#include "expr/lex.h"
#include "mech/compile/measure_angle.h"
#include "mech/compile/measure_vector.h"

typedef enum {
    PLACE,
    DISTANCE,
    PARTING,
    SHADOW,   /* ax, ay, az */
    SEQUENCE, /* angle `part` of the rotation sequence `axes` */
    INCLUDED,
    ORIENT,
    SPEED,
    SPIN,
    ACCELERATION,
    SPIN_RATE,
    LOAD_FORCE,
    LOAD_TORQUE
} measure_kind;

enum { MAGNITUDE = 3 };

typedef struct {
    ph_function_info info;
    measure_kind kind;
    int part; /* axis 0, 1, 2 or MAGNITUDE */
    int least, most;
    int axes; /* of SEQUENCE: 321 */
} measure;

/* One row per line, so that the table reads as one. */
/* clang-format off */
#define ROW(text, help, kind, part, least, most) {{text, help}, kind, part, least, most, 0}
#define TURNS(name, help, part, axes) {{name "(i[, j])", help}, SEQUENCE, part, 1, 2, axes}
#define VECTOR(name, l, kind, most, what) \
    ROW(name "m(i[, j" l "])", "magnitude of " what, kind, MAGNITUDE, 1, most - 1), \
    ROW(name "x(i[, j[, r" l "]])", "x component of it in the axes of r", kind, 0, 1, most), \
    ROW(name "y(i[, j[, r" l "]])", "y component", kind, 1, 1, most), \
    ROW(name "z(i[, j[, r" l "]])", "z component", kind, 2, 1, most)
#define LOAD(name, kind, what) \
    ROW("load_" name "m(ELEMENT, i)", "magnitude of the " what " a joint, motion, force or contact exerts at its place i", kind, MAGNITUDE, 2, 2), \
    ROW("load_" name "x(ELEMENT, i[, r])", "x component of it in the axes of r", kind, 0, 2, 3), \
    ROW("load_" name "y(ELEMENT, i[, r])", "y component", kind, 1, 2, 3), \
    ROW("load_" name "z(ELEMENT, i[, r])", "z component", kind, 2, 2, 3)

static const measure measures[] = {
    ROW("distance(i, j)", "distance of two markers or bodies [m]", DISTANCE, 0, 2, 2),
    ROW("distance_rate(i, j)", "its rate of change [m/s]", PARTING, 0, 2, 2),
    ROW("dm(i[, j])", "distance of the markers or bodies i and j [m]", DISTANCE, 0, 1, 2),
    ROW("dx(i[, j[, r]])", "x of the way from j to i in the axes of r [m]; what is left out is ground", PLACE, 0, 1, 3),
    ROW("dy(i[, j[, r]])", "y of it", PLACE, 1, 1, 3),
    ROW("dz(i[, j[, r]])", "z of it", PLACE, 2, 1, 3),
    ROW("ax(i[, j])", "angle of i about x of j, as the shadow of its z axis shows; full turns count [rad]", SHADOW, 0, 1, 2),
    ROW("ay(i[, j])", "about y of j, by the shadow of its z axis", SHADOW, 1, 1, 2),
    ROW("az(i[, j])", "about z of j, by the shadow of its x axis", SHADOW, 2, 1, 2),
    TURNS("yaw", "first angle of the turns about z, y, x of i that lead from j to i [rad]", 0, 321),
    TURNS("pitch", "the second, with the opposite sign", 1, -321),
    TURNS("roll", "the third", 2, 321),
    TURNS("psi", "first angle of the turns about z, x, z of i that lead from j to i [rad]", 0, 313),
    TURNS("theta", "the second", 1, 313),
    TURNS("phi", "the third", 2, 313),
    ROW("incang(i, j, k)", "angle at j between the ways to i and to k, 0 to pi", INCLUDED, 0, 3, 3),
    ROW("orient(system, component, i[, j])",
        "Euler angle or parameter of i against j by ADAMS' numbers: 1 to 12 angles of turns about axes of i in the "
        "orders 123 231 312 132 213 321 121 131 212 232 313 323, 13 to 24 the same about axes of j, 27 Euler parameters",
        ORIENT, 0, 3, 4),
    VECTOR("v", "[, l]", SPEED, 4, "the velocity of i against j as seen from l [m/s]"),
    ROW("vr(i[, j[, l]])", "rate of the distance of i and j [m/s]", PARTING, 0, 1, 3),
    VECTOR("w", "", SPIN, 3, "the angular velocity of i against j [rad/s]"),
    VECTOR("acc", "[, l]", ACCELERATION, 4, "the acceleration of i against j as seen from l [m/s^2]"),
    VECTOR("wdt", "[, l]", SPIN_RATE, 4, "the rate of the angular velocity as seen from l [rad/s^2]"),
    LOAD("f", LOAD_FORCE, "force [N]"),
    LOAD("t", LOAD_TORQUE, "torque [N m]"),
};
/* clang-format on */
enum { MEASURES = sizeof measures / sizeof *measures };

const ph_function_info *phk_measure_info(int index)
{
    return index >= 0 && index < MEASURES ? &measures[index].info : NULL;
}

int phk_measure_find(phk_span name)
{
    for (int k = 0; k < MEASURES; k++) {
        const char *signature = measures[k].info.signature;
        if (phk_same_words(signature, strcspn(signature, "("), name.text, name.length)) return k;
    }
    return -1;
}

/* ---- vectors of a call ---- */

/* The markers of a call. */
typedef struct {
    int i, j, r, l;
} places;

static phk_operand3 of_marker(phk_measuring *m, phk_quantity_kind kind, int marker)
{
    phk_operand3 v;
    for (int c = 0; c < 3; c++) v.c[c] = phk_measure_marker(m, kind, marker, c);
    return v;
}

static phk_operand3 difference(phk_measuring *m, phk_quantity_kind kind, const places *p)
{
    return phk_minus(m->code, of_marker(m, kind, p->i), of_marker(m, kind, p->j));
}

static phk_operand3 velocity(phk_measuring *m, const places *p, phk_operand3 d)
{
    phk_operand3 w = of_marker(m, PHK_QUANTITY_OMEGA_WORLD, p->l);
    return phk_minus(m->code, difference(m, PHK_QUANTITY_VELOCITY, p), phk_cross(m->code, w, d));
}

static phk_operand3 acceleration(phk_measuring *m, const places *p)
{
    phk_code *c = m->code;
    phk_operand3 d = difference(m, PHK_QUANTITY_POSITION, p), v = velocity(m, p, d);
    phk_operand3 w = of_marker(m, PHK_QUANTITY_OMEGA_WORLD, p->l);
    phk_operand3 alpha = of_marker(m, PHK_QUANTITY_ALPHA_WORLD, p->l);
    phk_operand3 turned = phk_plus(c, phk_plus(c, v, v), phk_cross(c, w, d));
    phk_operand3 a =
        phk_minus(c, difference(m, PHK_QUANTITY_ACCELERATION, p), phk_cross(c, alpha, d));
    return phk_minus(c, a, phk_cross(c, w, turned));
}

static phk_operand3 spin_rate(phk_measuring *m, const places *p)
{
    phk_operand3 w = of_marker(m, PHK_QUANTITY_OMEGA_WORLD, p->l);
    phk_operand3 spin = difference(m, PHK_QUANTITY_OMEGA_WORLD, p);
    return phk_minus(m->code, difference(m, PHK_QUANTITY_ALPHA_WORLD, p),
                     phk_cross(m->code, w, spin));
}

/* A component in the axes of a marker, or the length. */
static phk_operand take_part(phk_measuring *m, phk_operand3 v, int part, int r)
{
    if (part == MAGNITUDE) return phk_length(m->code, v);
    return phk_dot(m->code, v, phk_measure_axis(m, r, part));
}

static phk_operand gap(phk_measuring *m, phk_quantity_kind kind, const places *p)
{
    if (m->program->places.marker[p->i].body >= 0 || m->program->places.marker[p->j].body >= 0)
        return phk_measure_input(m, (phk_quantity){kind, p->j, p->i, 0});
    if (kind == PHK_QUANTITY_CLOSING) return phk_constant_of(0);
    return phk_length(m->code, difference(m, PHK_QUANTITY_POSITION, p));
}

static phk_operand included(phk_measuring *m, const places *p)
{
    phk_code *c = m->code;
    places other = {p->r, p->j, 0, 0};
    phk_operand3 a = difference(m, PHK_QUANTITY_POSITION, p);
    phk_operand3 b = difference(m, PHK_QUANTITY_POSITION, &other);
    return phk_angle(c, phk_length(c, phk_cross(c, a, b)), phk_dot(c, a, b));
}

static phk_operand load(phk_measuring *m, const measure *f, const phk_span *argument, int r)
{
    phk_operand3 v;
    int first = f->kind == LOAD_TORQUE ? 3 : 0;
    for (int c = 0; c < 3; c++) v.c[c] = phk_measure_load(m, argument, first + c);
    if (m->problem[0]) return phk_constant_of(0);
    return take_part(m, v, f->part, r);
}

/* ---- calls ---- */

/* "it takes 1 to 3 arguments: dx(i[, j[, r]])" */
static phk_operand wrong_count(phk_measuring *m, const measure *f)
{
    char number[32];
    snprintf(number, sizeof number, f->least == f->most ? "%d" : "%d to %d", f->least, f->most);
    snprintf(m->problem, sizeof m->problem, "it takes %s arguments: %.120s", number,
             f->info.signature);
    m->at = -1;
    return phk_constant_of(0);
}

static phk_operand write(phk_measuring *m, const measure *f, const places *p)
{
    switch (f->kind) {
    case PLACE:
        return take_part(m, difference(m, PHK_QUANTITY_POSITION, p), f->part, p->r);
    case DISTANCE:
        return gap(m, PHK_QUANTITY_DISTANCE, p);
    case PARTING:
        return gap(m, PHK_QUANTITY_CLOSING, p);
    case SHADOW:
        return phk_measure_shadow(m, p->i, p->j, f->part);
    case SEQUENCE: {
        int axes = f->axes < 0 ? -f->axes : f->axes;
        phk_operand angle = phk_measure_sequence(m, p->i, p->j, axes, f->part);
        return f->axes < 0 ? phk_emit(m->code, PHK_OP_NEGATE, angle, angle) : angle;
    }
    case INCLUDED:
        return included(m, p);
    case SPEED:
        return take_part(m, velocity(m, p, difference(m, PHK_QUANTITY_POSITION, p)), f->part, p->r);
    case SPIN:
        return take_part(m, difference(m, PHK_QUANTITY_OMEGA_WORLD, p), f->part, p->r);
    case ACCELERATION:
        return take_part(m, acceleration(m, p), f->part, p->r);
    default:
        return take_part(m, spin_rate(m, p), f->part, p->r);
    }
}

phk_operand phk_measure_write(phk_measuring *m, int function, const phk_span *argument, int count)
{
    const measure *f = &measures[function];
    if (count < f->least || count > f->most) return wrong_count(m, f);
    /* the first arguments of some are no places */
    int first = f->kind == ORIENT || f->kind == LOAD_FORCE || f->kind == LOAD_TORQUE ? 2 : 0;
    int marker[4], ground = phk_program_place(m->program, "ground", 6);
    if (ground < 0) m->no_memory = true;
    for (int k = 0; k < 4; k++) marker[k] = ground;
    for (int k = first; k < count; k++)
        if ((marker[k - first] = phk_measure_place(m, argument, k)) < 0) return phk_constant_of(0);
    if (m->no_memory) return phk_constant_of(0);
    if (f->kind == ORIENT) return phk_measure_orient(m, argument, marker[0], marker[1]);
    if (first) return load(m, f, argument, marker[0]);
    /* a magnitude needs no axes: its third place is where it is seen from */
    places p = {marker[0], marker[1], marker[2], f->part == MAGNITUDE ? marker[2] : marker[3]};
    return write(m, f, &p);
}
