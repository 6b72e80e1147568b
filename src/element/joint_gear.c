/* SPDX-License-Identifier: BSD-3-Clause
 *
 * joint_gear.c -- `gear`: two parts whose teeth meet at a point of the carrier that bears both.
 *
 * Each part is borne by a joint on the carrier, revolute, prismatic or cylindrical. The pitch point
 * is a marker on the carrier, its z axis e along the common velocity of the teeth; b leads to it
 * from the joint's marker on the carrier, whose z axis is Z. With the joint's coordinate q
 *   rho = e . (Z x b) of an angle,  e . Z of a displacement:   C = rho_1 q_1 - rho_2 q_2 - c0 ,
 * c0 as drawn. Spur, internal, bevel, planetary gears and racks need no cases of their own.
 *
 * As it stands this row turns the parts with pure torques, and their bearings would not feel that
 * teeth press each other. So each q is measured at the tooth: with d = p1 - p0 and the turn of part
 * against carrier across Z, both kept at zero by the bearing,
 *   angle:         rho q + e.d + u.z ,              u = (b.Z) e - (e.Z) b
 *   displacement:  e.d + sum_i v_i.a_i / 2 ,        v_i = (b x e) x A_i ,  A, a: axes of 0 and 1
 * The values are the same, and the gradient is a force along e through the pitch point, lambda on
 * the first part and -lambda on the second: nothing on the carrier but what the bearings bring it.
 * e, b, u and v are constant in the axes of marker 0. Turns are counted.
 */
#include <stdio.h>
#include <string.h>
#include "element/counted.h"
#include "element/elements.h"

enum { JOINTS = 2, MARKERS = 2 * JOINTS + 1, WIDTH = 6 * MARKERS, MEMORY = PHK_ROW_MEMORY(JOINTS) };

/* A part and its bearing. */
typedef struct {
    phk_counted q;
    int carrier;        /* which marker of its joint is on the carrier */
    double rho;         /* [m] of an angle, a pure number of a displacement */
    ph_vec3 e, u, v[3]; /* in the axes of that marker */
} toothed;

typedef struct {
    ph_joints joints;
    ph_place pitch_point;
    toothed part[JOINTS];
    double drawn[MEMORY]; /* its memory before the first step */
} parameters;

/* Both frames of its joint, that on the carrier first. */
static void frames_of(const toothed *part, const ph_frame *joint, ph_frame *frame)
{
    frame[0] = joint[part->carrier];
    frame[1] = joint[1 - part->carrier];
}

/* Adds s times the derivatives of what lies beside the coordinate, which is zero. */
static double add_bearing(const toothed *t, const phk_pair_at *pair, double s)
{
    const ph_mat3 *R = &pair->frame[0].R_WM;
    double sum = 0;
    if (t->q.turns) {
        sum += phk_pair_offset(pair, s, ph_mat3_mul(*R, t->e));
        return sum + phk_pair_dot(pair, s, ph_mat3_mul(*R, t->u), phk_pair_axis(pair, 1, 2));
    }
    sum += phk_pair_offset(pair, s, ph_axpy(ph_mat3_mul(*R, t->e), -t->rho, phk_axis(R, 2)));
    for (int i = 0; i < 3; i++)
        sum += phk_pair_dot(pair, s / 2, ph_mat3_mul(*R, t->v[i]), phk_pair_axis(pair, 1, i));
    return sum;
}

static double add_terms(const toothed *t, const phk_pair_at *pair, double s)
{
    t->q.add(pair, s * t->rho);
    return add_bearing(t, pair, s);
}

/* The row without what lies beside the coordinates; that is added where `bearing` wants it. */
static double value_now(const parameters *p, const ph_eval *eval, int e, const ph_frame *frame,
                        double *bearing)
{
    const double *was = eval->memory ? eval->memory + e * MEMORY : p->drawn;
    double dt = eval->t - was[PHK_ROW_TIME], sum = was[PHK_ROW_WAS];
    *bearing = 0;
    for (int k = 0; k < JOINTS; k++) {
        const toothed *t = &p->part[k];
        double sign = k == 0 ? 1 : -1;
        ph_frame pair[2];
        frames_of(t, frame + 2 * k, pair);
        sum += sign * t->rho * phk_counted_change(&t->q, pair, was + PHK_ROW_FIRST + 2 * k, dt);
        *bearing += add_bearing(t, &(phk_pair_at){.frame = pair}, sign);
    }
    return sum;
}

/* What is wrong with a part as drawn, or NULL. */
static const char *draw_part(parameters *p, int k, ph_drawn *drawn)
{
    toothed *t = &p->part[k];
    double *memory = &p->drawn[PHK_ROW_FIRST + 2 * k];
    const ph_frame *point = &drawn->frame[4];
    const char *name = p->joints.names.name[k].text;
    unsigned free = p->joints.free[k];
    bool turns = phk_turns(free);
    /* a joint that keeps all but z: five equations, or four */
    int free_ones = !!(free & PH_FREE_Z) + !!(free & PH_TURN_Z);
    if ((free & ~(unsigned)(PH_FREE_Z | PH_TURN_Z)) || free_ones + p->joints.rows[k] != 6) {
        snprintf(drawn->text, sizeof drawn->text,
                 "has a part on `%.60s`, which is no revolute, prismatic or cylindrical joint",
                 name);
        return drawn->text;
    }
    const int *body = drawn->body;
    t->carrier = body[2 * k] == body[4] ? 0 : 1;
    if (body[2 * k + t->carrier] != body[4]) {
        snprintf(drawn->text, sizeof drawn->text,
                 "has its pitch point on a body that joint `%.60s` does not hold: both joints and "
                 "the pitch point are on the carrier",
                 name);
        return drawn->text;
    }
    ph_frame frame[2];
    frames_of(t, drawn->frame + 2 * k, frame);
    const ph_mat3 *R = &frame[0].R_WM;
    ph_vec3 b = ph_sub(point->p, frame[0].p), z = ph_v3(0, 0, 1);
    t->e = phk_mat3_transposed_mul(R, phk_axis(&point->R_WM, 2));
    b = phk_mat3_transposed_mul(R, b);
    t->q = turns ? phk_angle : phk_displacement;
    phk_counted_note(&t->q, frame, memory);
    t->rho = turns ? ph_dot(t->e, ph_cross(z, b)) : t->e.z;
    t->u = ph_axpy(ph_scale(b.z, t->e), -t->e.z, b);
    ph_vec3 moment = ph_cross(b, t->e);
    for (int i = 0; i < 3; i++) t->v[i] = ph_cross(moment, ph_v3(i == 0, i == 1, i == 2));
    double size = turns ? ph_norm(b) : 1;
    if (fabs(t->rho) > 1e-3 * size) return NULL;
    if (fabs(t->rho) <= 1e-9 * size) {
        snprintf(drawn->text, sizeof drawn->text,
                 "does not move the part on `%.60s`: z of the pitch point is to lie along the "
                 "velocity the teeth have there",
                 name);
        return drawn->text;
    }
    snprintf(drawn->text, sizeof drawn->text,
             "has a pitch point whose z axis is nearly across the velocity of the part on `%.60s`",
             name);
    drawn->note = drawn->text;
    return NULL;
}

static const char *complete(void *par, ph_drawn *drawn)
{
    parameters *p = par;
    p->drawn[PHK_ROW_WAS] = p->drawn[PHK_ROW_TIME] = 0;
    for (int k = 0; k < JOINTS; k++) {
        const char *wrong = draw_part(p, k, drawn);
        if (wrong) return wrong;
    }
    return NULL;
}

static void value(int n, const void *par, const ph_eval *eval, const ph_frame *frame, double *value)
{
    const parameters *p = par;
    for (int e = 0; e < n; e++) {
        double bearing, geared = value_now(&p[e], eval, e, frame + e * MARKERS, &bearing);
        value[e] = geared + bearing;
    }
}

/* Derivatives of one part, by the markers of its joint in their own order: exchanged where the
 * carrier is the second. */
static void gradient_of(const toothed *t, const ph_frame *joint, double s, double *gradient)
{
    ph_frame frame[2];
    double g[12] = {0};
    frames_of(t, joint, frame);
    add_terms(t, &(phk_pair_at){.frame = frame, .markers = 2, .gradient = g}, s);
    for (int i = 0; i < 12; i++) gradient[i] = g[(i + 6 * t->carrier) % 12];
}

static void gradient(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                     double *gradient)
{
    const parameters *p = par;
    (void)eval;
    memset(gradient, 0, (size_t)n * WIDTH * sizeof *gradient);
    for (int e = 0; e < n; e++, p++, frame += MARKERS, gradient += WIDTH)
        for (int k = 0; k < JOINTS; k++)
            gradient_of(&p->part[k], frame + 2 * k, k == 0 ? 1 : -1, gradient + 12 * k);
}

static void curvature_of(const toothed *t, const ph_frame *joint, double s, double *curvature)
{
    ph_frame frame[2];
    double c[12][12] = {{0}};
    frames_of(t, joint, frame);
    add_terms(t, &(phk_pair_at){.frame = frame, .markers = 2, .curvature = c[0]}, s);
    for (int i = 0; i < 12; i++)
        for (int j = 0; j < 12; j++)
            curvature[i * WIDTH + j] = c[(i + 6 * t->carrier) % 12][(j + 6 * t->carrier) % 12];
}

static void curvature(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                      const double *lambda, double *curvature)
{
    const parameters *p = par;
    (void)eval;
    memset(curvature, 0, (size_t)n * WIDTH * WIDTH * sizeof *curvature);
    for (int e = 0; e < n; e++, p++, frame += MARKERS, curvature += WIDTH * WIDTH)
        for (int k = 0; k < JOINTS; k++)
            curvature_of(&p->part[k], frame + 2 * k, k == 0 ? lambda[e] : -lambda[e],
                         curvature + 12 * k * (WIDTH + 1));
}

static void remember(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                     double *memory)
{
    const parameters *p = par;
    for (int e = 0; e < n; e++, p++, frame += MARKERS, memory += MEMORY) {
        double bearing;
        memory[PHK_ROW_WAS] = value_now(p, eval, e, frame, &bearing);
        memory[PHK_ROW_TIME] = eval->t;
        for (int k = 0; k < JOINTS; k++) {
            ph_frame pair[2];
            frames_of(&p->part[k], frame + 2 * k, pair);
            phk_counted_note(&p->part[k].q, pair, memory + PHK_ROW_FIRST + 2 * k);
        }
    }
}

#define AT(member) .offset = offsetof(parameters, member)
static const ph_field fields[] = {
    {"joints", PH_FIELD_JOINTS, AT(joints),
     .help = "The bearings of the two parts on the carrier: revolute, prismatic or cylindrical "
             "joints. Of a cylindrical one the turn is geared.",
     .flags = PH_REQUIRED, .min = JOINTS, .max = JOINTS},
    {"pitch_point", PH_FIELD_PLACE, AT(pitch_point),
     .help = "Marker on the carrier where the teeth meet; its z axis lies along the velocity they "
             "have in common there.",
     .flags = PH_REQUIRED},
    {.name = NULL}};
#undef AT

const ph_joint_type phk_joint_gear = {
    .name = "gear",
    .help = "two toothed parts that meet at a pitch point of their carrier",
    .notes =
        "Both parts are borne on one carrier, which may be ground, by joints of either order of "
        "bodies. Where the teeth meet, both parts have the same velocity along z of the pitch "
        "point; spur, ring, bevel and planetary gears and racks differ only in where that is. "
        "The teeth press each other there, along that z axis: `NAME.on.BODY.force` is what a part "
        "gets, and its bearing takes it up.",
    .rows = 1,
    .markers = MARKERS,
    .par_bytes = sizeof(parameters),
    .fields = fields,
    .complete = complete,
    .value = value,
    .gradient = gradient,
    .curvature = curvature,
    .memory = MEMORY,
    .remember = remember,
};
