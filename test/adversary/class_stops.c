/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Stops of pendulums and sliders, by impact() and bistop(), and barriers and walls across a free
 * flight. One equation each. Walls are no thinner than 1/500 of the whole flight: what is shorter,
 * no engine that chooses its steps can promise to see.
 */
#include <stdlib.h>
#include "contact.h"
#include "problem.h"

typedef enum { PENDULUM, SLIDER, BARRIER } kind;

typedef struct {
    kind kind;
    double m, g;       /* mass or inertia; what pulls: 0 for flights */
    double low, high;  /* stops; the wall */
    double k, e, c, d; /* of both stops */
    double f;          /* largest force of the wall */
    double x, v, arm;  /* start; arm of a pendulum */
    double spring;     /* about x = 0 */
} stop;

static void begin(const void *data, double nudge, double *y)
{
    const stop *s = data;
    y[0] = s->x;
    y[1] = s->v * (1 + nudge);
}

/* A wall pushes back all the way through, most in its middle. */
static double wall(const stop *s, double x)
{
    double middle = (s->low + s->high) / 2;
    return -s->f * (cubic_step(x, s->low, 0, middle, 1) - cubic_step(x, middle, 0, s->high, 1));
}

static void rates(const void *data, double nudge, double t, const double *y, double *rate)
{
    const stop *s = data;
    (void)t;
    double x = y[0], v = y[1], f = -s->spring * x;
    if (s->kind == BARRIER)
        f += wall(s, x);
    else
        f += impact_force(x, v, s->low, s->k, s->e, s->c, s->d) -
             impact_force(-x, -v, -s->high, s->k, s->e, s->c, s->d);
    /* from hanging, about -y: x'' = -m g arm sin(x) / J, and J is m here */
    if (s->kind == PENDULUM) f -= s->arm * s->g * (1 + nudge) * sin(x);
    rate[0] = v;
    rate[1] = f / s->m;
}

static void poses(const void *data, double t, const double *y, double *pose)
{
    const stop *s = data;
    (void)t;
    if (s->kind == PENDULUM)
        pose_flat(s->arm * sin(y[0]), -s->arm * cos(y[0]), -y[0], pose);
    else
        pose_flat(y[0], 0, 0, pose);
}

static const own_motion own = {2, begin, rates, poses};

/* How x and its rate are read in the model. */
static const char *const place[] = {"-ay(rod)", "slider.pos.x", "slider.pos.x"};
static const char *const speed[] = {"-rod.omega.y", "slider.vel.x", "slider.vel.x"};

static void write_law(FILE *f, const stop *s)
{
    const char *x = place[s->kind], *v = speed[s->kind];
    double middle = (s->low + s->high) / 2;
    if (s->kind == BARRIER)
        fprintf(f, "%.17g*(step(%s, %.17g, 0, %.17g, 1) - step(%s, %.17g, 0, %.17g, 1))", -s->f, x,
                s->low, middle, x, middle, s->high);
    else if (isfinite(s->high))
        fprintf(f, "bistop(%s, %s, %.17g, %.17g, %.17g, %.17g, %.17g, %.17g)", x, v, s->low,
                s->high, s->k, s->e, s->c, s->d);
    else
        fprintf(f, "impact(%s, %s, %.17g, %.17g, %.17g, %.17g, %.17g)", x, v, s->low, s->k, s->e,
                s->c, s->d);
    if (s->spring > 0) fprintf(f, " - %.17g*(%s)", s->spring, x);
}

static char *write(const stop *s, double l, double mass, bool guided)
{
    pen w;
    pen_open(&w);
    write_head(w.file, "a stop or a barrier", s->kind == PENDULUM ? s->g / mass : 0);
    fprintf(w.file, "bodies:\n");
    if (s->kind == PENDULUM) {
        double j = s->m - mass * s->arm * s->arm;
        flat_body rod = {.name = "rod", .mass = mass, .inertia = {j, j, j / 2}};
        rod.x = s->arm * sin(s->x), rod.z = -s->arm * cos(s->x);
        rod.angle = -s->x, rod.rate = -s->v;
        rod.vx = s->v * s->arm * cos(s->x), rod.vz = s->v * s->arm * sin(s->x);
        write_flat_body(w.file, &rod);
        fprintf(w.file,
                "joints:\n  hinge: {type: revolute, between: [ground, rod], axis: [0, 1, 0]}\n"
                "forces:\n  stop: {type: torque, on: rod, torque: [0, \"-(");
        write_law(w.file, s);
        fprintf(w.file, ")\", 0]}\n");
        return pen_close(&w);
    }
    double j = 0.1 * mass * l * l;
    write_flat_body(
        w.file,
        &(flat_body){.name = "slider", .mass = mass, .inertia = {j, j, j}, .x = s->x, .vx = s->v});
    if (guided)
        fprintf(
            w.file,
            "joints:\n  guide: {type: prismatic, between: [ground, slider], axis: [1, 0, 0]}\n");
    fprintf(w.file, "forces:\n  stop: {type: force, on: slider, force: [\"");
    write_law(w.file, s);
    fprintf(w.file, "\", 0, 0]}\n");
    return pen_close(&w);
}

/* A pendulum that swings against one stop or two. */
static void swing(stop *s, problem *p, const units *u, dice *d)
{
    s->arm = 1 * u->l;
    s->m = u->m * u->l * u->l * dice_between(d, 1.05, 1.4);
    s->g = u->g * u->m; /* the weight: arm times it is the torque */
    s->x = dice_between(d, 0.3, 1.5);
    s->low = dice_between(d, -0.3, 0.2);
    if (dice_chance(d, 0.5)) s->v = dice_between(d, -2, 2) / u->t;
    if (dice_chance(d, 0.5)) s->high = s->x + dice_between(d, 0.01, 0.5);
    p->length = u->l;
    p->time = u->t;
    p->size[0] = 1;
    p->size[1] = 1 / u->t;
}

/* A slider between two stops, or one stop and a spring. */
static void slide(stop *s, problem *p, const units *u, dice *d)
{
    s->m = u->m;
    s->x = dice_between(d, -0.3, 0.3) * u->l;
    s->v = dice_sign(d) * u->l / u->t;
    s->low = -0.5 * u->l;
    if (dice_chance(d, 0.6)) s->high = 0.5 * u->l;
    if (!isfinite(s->high)) s->spring = u->m / (u->t * u->t) * dice_between(d, 0.3, 3);
    p->length = u->l;
    p->time = u->t;
    p->size[0] = u->l;
    p->size[1] = u->l / u->t;
}

/* A flight at a wall that is just too high, or not quite. */
static void fly(stop *s, problem *p, const units *u, dice *d)
{
    s->m = u->m;
    s->v = u->l / u->t;
    double way = u->l * dice_between(d, 3, 10), thick = way * dice_decades(d, 2e-3, 0.1);
    s->low = way * dice_between(d, 0.1, 0.8);
    s->high = s->low + thick;
    /* the work of the wall is f thick / 2 */
    double work = 0.5 * u->m * s->v * s->v;
    s->f = work * 2 / thick *
           (dice_chance(d, 0.6) ? dice_between(d, 1.2, 20) : dice_between(d, 0.2, 0.8));
    p->length = u->l;
    p->time = u->t;
    p->span = way / s->v;
    p->size[0] = u->l;
    p->size[1] = s->v;
    p->longest = thick / s->v / 20;
}

void make_stop(problem *p, dice *d)
{
    static void (*const shape[])(stop *, problem *, const units *, dice *) = {swing, slide, fly};
    static const char *const name[] = {"pendulum", "slider", "barrier"};
    units u = units_any(d);
    stop *s = calloc(1, sizeof *s);
    s->kind = (kind)dice_whole(d, 0, 2);
    s->high = INFINITY;
    p->span = u.t * dice_between(d, 4, 12);
    shape[s->kind](s, p, &u, d);
    double v = fmax(fabs(s->v), p->size[1]), depth = p->size[0] * dice_decades(d, 1e-6, 3e-2);
    double ratio = dice_chance(d, 0.5) ? 0 : dice_decades(d, 0.01, 0.5);
    s->e = dice_chance(d, 0.4) ? 1 : dice_between(d, 1, 2.5);
    s->k = stiffness_for(s->m, v, depth, s->e);
    s->c = damping_for(s->m, s->k, depth, s->e, ratio);
    s->d = depth * dice_decades(d, 0.01, 1);
    p->bodies = 1;
    p->own = &own;
    p->data = s;
    p->event = true;
    p->text = write(s, u.l, u.m, dice_chance(d, 0.5));
    if (s->kind == BARRIER)
        snprintf(p->what, sizeof p->what, "barrier %.2g thick at %.2g m of %.2g m",
                 s->high - s->low, s->low, s->v * p->span);
    else
        snprintf(p->what, sizeof p->what, "%s of %.2g m, %s, depth %.2g, e %.2g, damping %.2g",
                 name[s->kind], u.l, isfinite(s->high) ? "two stops" : "one stop",
                 depth / p->size[0], s->e, ratio);
}
