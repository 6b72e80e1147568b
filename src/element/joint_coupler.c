/* SPDX-License-Identifier: BSD-3-Clause
 *
 * joint_coupler.c -- `coupler`: two or three joints that move in proportion.
 *
 * With the coordinates q of the joints it names, angle [rad] or displacement [m] (counted.h),
 *   C = r1 q1 + r2 q2 (+ r3 q3) - offset ,
 * as ADAMS' COUPLER. The multiplier lambda acts on each joint with the force or torque r lambda
 * along its axis. A coupling that is not linear is an equation of JOINT.angle and
 * JOINT.displacement. Turns are counted.
 */
#include <stdio.h>
#include <string.h>
#include "element/counted.h"
#include "element/elements.h"

enum {
    JOINTS = PH_JOINTS,
    MARKERS = 2 * JOINTS,
    WIDTH = 6 * MARKERS,
    MEMORY = PHK_ROW_MEMORY(JOINTS)
};

typedef struct {
    ph_joints joints;
    ph_numbers scales;
    ph_names coordinates;
    double offset;
    double scale[JOINTS]; /* 0 behind the last */
    phk_counted q[JOINTS];
    double drawn[MEMORY]; /* its memory before the first step */
} parameters;

/* Which coordinate of joint k is meant; false: drawn->text says why there is none. */
static bool choose(parameters *p, int k, ph_drawn *drawn)
{
    const char *name = p->joints.names.name[k].text;
    const char *word = p->coordinates.count ? p->coordinates.name[k].text : NULL;
    bool slides = phk_slides(p->joints.free[k]), turns = phk_turns(p->joints.free[k]);
    bool angle = word ? strcmp(word, "angle") == 0 : turns;
    drawn->text[0] = '\0';
    if (word && !angle && strcmp(word, "displacement") != 0)
        snprintf(drawn->text, sizeof drawn->text,
                 "has a coordinate `%.40s`: each is `angle` or `displacement`", word);
    else if (!word && slides && turns)
        snprintf(drawn->text, sizeof drawn->text,
                 "couples `%.60s`, which turns and slides: say which by `coordinates`, e.g. "
                 "[angle, displacement]",
                 name);
    else if (!(angle ? turns : slides))
        snprintf(drawn->text, sizeof drawn->text,
                 "couples `%.60s`, which has no %s along its z axis: revolute, prismatic and "
                 "cylindrical joints have one",
                 name, !word ? "angle or displacement" : word);
    p->q[k] = angle ? phk_angle : phk_displacement;
    return !drawn->text[0];
}

static const char *complete(void *par, ph_drawn *drawn)
{
    parameters *p = par;
    int n = p->joints.names.count;
    double largest = 0;
    if (p->scales.count != n) return "needs as many `scales` as joints";
    if (p->coordinates.count != 0 && p->coordinates.count != n)
        return "needs as many `coordinates` as joints, or none";
    p->drawn[PHK_ROW_WAS] = -p->offset;
    p->drawn[PHK_ROW_TIME] = 0;
    for (int k = 0; k < JOINTS; k++) {
        double *q = &p->drawn[PHK_ROW_FIRST + 2 * k];
        p->q[k] = phk_displacement;
        if (k < n && !choose(p, k, drawn)) return drawn->text;
        p->scale[k] = k < n ? p->scales.value[k] : 0;
        phk_counted_note(&p->q[k], drawn->frame + 2 * k, q);
        p->drawn[PHK_ROW_WAS] += p->scale[k] * q[0];
        largest = fmax(largest, fabs(p->scale[k]));
    }
    if (largest == 0) return "has no scale other than 0, and holds nothing";
    for (int k = 0; k < n; k++)
        if (p->scale[k] == 0) drawn->note = "has a scale of 0: that joint is not coupled";
    return NULL;
}

static double value_now(const parameters *p, const ph_eval *eval, int e, const ph_frame *frame)
{
    const double *was = eval->memory ? eval->memory + e * MEMORY : p->drawn;
    double dt = eval->t - was[PHK_ROW_TIME], sum = was[PHK_ROW_WAS];
    for (int k = 0; k < p->joints.names.count; k++)
        sum += p->scale[k] *
               phk_counted_change(&p->q[k], frame + 2 * k, was + PHK_ROW_FIRST + 2 * k, dt);
    return sum;
}

static void value(int n, const void *par, const ph_eval *eval, const ph_frame *frame, double *value)
{
    const parameters *p = par;
    for (int e = 0; e < n; e++) value[e] = value_now(&p[e], eval, e, frame + e * MARKERS);
}

static void gradient(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                     double *gradient)
{
    const parameters *p = par;
    (void)eval;
    memset(gradient, 0, (size_t)n * WIDTH * sizeof *gradient);
    for (int e = 0; e < n; e++, p++, frame += MARKERS, gradient += WIDTH)
        for (int k = 0; k < p->joints.names.count; k++)
            p->q[k].add(&(phk_pair_at){.frame = frame + 2 * k,
                                       .markers = MARKERS,
                                       .first = 2 * k,
                                       .gradient = gradient},
                        p->scale[k]);
}

static void curvature(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                      const double *lambda, double *curvature)
{
    const parameters *p = par;
    (void)eval;
    memset(curvature, 0, (size_t)n * WIDTH * WIDTH * sizeof *curvature);
    for (int e = 0; e < n; e++, p++, frame += MARKERS, curvature += WIDTH * WIDTH)
        for (int k = 0; k < p->joints.names.count; k++)
            p->q[k].add(&(phk_pair_at){.frame = frame + 2 * k,
                                       .markers = MARKERS,
                                       .first = 2 * k,
                                       .curvature = curvature},
                        lambda[e] * p->scale[k]);
}

static void remember(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                     double *memory)
{
    const parameters *p = par;
    for (int e = 0; e < n; e++, p++, frame += MARKERS, memory += MEMORY) {
        memory[PHK_ROW_WAS] = value_now(p, eval, e, frame);
        memory[PHK_ROW_TIME] = eval->t;
        for (int k = 0; k < JOINTS; k++)
            phk_counted_note(&p->q[k], frame + 2 * k, memory + PHK_ROW_FIRST + 2 * k);
    }
}

#define AT(member) .offset = offsetof(parameters, member)
static const ph_field fields[] = {
    {"joints", PH_FIELD_JOINTS, AT(joints),
     .help = "The joints it ties together: revolute, prismatic or cylindrical ones.",
     .flags = PH_REQUIRED, .min = 2, .max = JOINTS},
    {"scales", PH_FIELD_NUMBERS, AT(scales), .unit = "*",
     .help = "A factor for the coordinate of each joint, angles in rad and displacements in m; the "
             "sum of all is kept at `offset`.",
     .flags = PH_REQUIRED},
    {"coordinates", PH_FIELD_NAMES, AT(coordinates),
     .help = "For each joint `angle` or `displacement`; needed where one of them has both.",
     .default_help = "the one each joint has"},
    {"offset", PH_FIELD_NUMBER, AT(offset), .unit = "*",
     .help = "What the sum is kept at. Coordinates of joints between bodies are 0 as drawn."},
    {.name = NULL}};
#undef AT

const ph_joint_type phk_joint_coupler = {
    .name = "coupler",
    .help = "two or three joints that turn or slide in proportion",
    .notes =
        "Keeps the sum of `scales` times coordinates at `offset`: [1, -3] lets the first joint "
        "turn three times while the second turns once. Coordinates are those that expressions "
        "read as JOINT.angle and JOINT.displacement, full turns counted. A coupling that is no "
        "sum is an equation: `{type: equation, expression: a.angle - 0.3*sin(b.angle)}`.",
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
