/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Dry friction made smooth by tanh() or by step(): a block on a moving belt behind a spring, a
 * block on a plane that is pushed and comes to rest, a pendulum with friction in its hinge. The
 * speed over which friction changes its sign is a hundredth to a ten-thousandth of the typical one,
 * so that what sticks creeps and is stiff. One equation each.
 */
#include <stdlib.h>
#include "contact.h"
#include "problem.h"

typedef enum { BELT, PUSH, HINGE } kind;

typedef struct {
    kind kind;
    bool steps;              /* step() instead of tanh() */
    double m, g, arm;        /* mass or inertia, weight and arm of a pendulum */
    double belt, f, soft;    /* speed of the belt, friction, speed over which it turns */
    double k, c, push, rate; /* spring, damper; push * sin(rate * time) */
    double x, v;
} rubbing;

static void begin(const void *data, double nudge, double *y)
{
    const rubbing *r = data;
    y[0] = r->x;
    y[1] = r->v * (1 + nudge);
}

static void rates(const void *data, double nudge, double t, const double *y, double *rate)
{
    const rubbing *r = data;
    double v = y[1] - r->belt;
    double rub = r->steps ? cubic_step(v, -r->soft, -1, r->soft, 1) : tanh(v / r->soft);
    double f = -r->k * y[0] - r->c * y[1] - r->f * (1 + nudge) * rub;
    if (r->push != 0) f += r->push * sin(r->rate * t);
    if (r->kind == HINGE) f -= r->arm * r->g * sin(y[0]);
    rate[0] = y[1];
    rate[1] = f / r->m;
}

static void poses(const void *data, double t, const double *y, double *pose)
{
    const rubbing *r = data;
    (void)t;
    if (r->kind == HINGE)
        pose_flat(r->arm * sin(y[0]), -r->arm * cos(y[0]), -y[0], pose);
    else
        pose_flat(y[0], 0, 0, pose);
}

static const own_motion own = {2, begin, rates, poses};

static void write_law(FILE *f, const rubbing *r, const char *x, const char *v)
{
    if (r->steps)
        fprintf(f, "%.17g*step(%s - (%.17g), %.17g, -1, %.17g, 1)", -r->f, v, r->belt, -r->soft,
                r->soft);
    else
        fprintf(f, "%.17g*tanh((%s - (%.17g))/%.17g)", -r->f, v, r->belt, r->soft);
    fprintf(f, " - %.17g*%s - %.17g*%s + %.17g*sin(%.17g*time)", r->k, x, r->c, v, r->push,
            r->rate);
}

static char *write(const rubbing *r, double mass, double l)
{
    pen w;
    pen_open(&w);
    write_head(w.file, "dry friction", r->kind == HINGE ? r->g / mass : 0);
    fprintf(w.file, "bodies:\n");
    if (r->kind == HINGE) {
        double j = r->m - mass * r->arm * r->arm;
        flat_body rod = {.name = "rod", .mass = mass, .inertia = {j, j, j / 2}};
        rod.x = r->arm * sin(r->x), rod.z = -r->arm * cos(r->x), rod.angle = -r->x;
        write_flat_body(w.file, &rod);
        fprintf(w.file,
                "joints:\n  hinge: {type: revolute, between: [ground, rod], axis: [0, 1, 0]}\n"
                "forces:\n  rub: {type: torque, on: rod, torque: [0, \"-(");
        write_law(w.file, r, "(-ay(rod))", "(-rod.omega.y)");
        fprintf(w.file, ")\", 0]}\n");
        return pen_close(&w);
    }
    double j = 0.1 * mass * l * l;
    write_flat_body(
        w.file,
        &(flat_body){.name = "block", .mass = mass, .inertia = {j, j, j}, .x = r->x, .vx = r->v});
    fprintf(w.file,
            "joints:\n  guide: {type: prismatic, between: [ground, block], axis: [1, 0, 0]}\n"
            "forces:\n  rub: {type: force, on: block, force: [\"");
    write_law(w.file, r, "block.pos.x", "block.vel.x");
    fprintf(w.file, "\", 0, 0]}\n");
    return pen_close(&w);
}

void make_friction(problem *p, dice *d)
{
    static const char *const name[] = {"belt", "push", "hinge"};
    units u = units_any(d);
    rubbing *r = calloc(1, sizeof *r);
    double speed = u.l / u.t, force = u.m * u.g;
    *r = (rubbing){.kind = (kind)dice_whole(d, 0, 2), .m = u.m};
    r->steps = dice_chance(d, 0.5);
    double soft = dice_decades(d, 1e-4, 1e-2);
    r->soft = soft * speed;
    r->f = force * dice_between(d, 0.1, 0.8);
    p->size[0] = p->length = u.l;
    p->time = u.t;
    p->size[1] = speed;
    p->span = u.t * dice_between(d, 5, 20);
    if (r->kind == BELT) {
        /* a spring that friction stretches by a part of the length, and a slow belt */
        r->k = r->f / (u.l * dice_between(d, 0.2, 1));
        r->belt = speed * dice_between(d, 0.05, 0.5);
        r->c = dice_between(d, 0, 0.05) * sqrt(r->k * u.m);
        r->v = dice_chance(d, 0.5) ? r->belt : 0;
    } else if (r->kind == PUSH) {
        r->v = speed * dice_between(d, -1, 1);
        r->push = r->f * dice_between(d, 0.5, 2);
        r->rate = dice_between(d, 0.3, 2) / u.t;
    } else {
        r->arm = u.l;
        r->m = u.m * u.l * u.l * dice_between(d, 1.05, 1.4);
        r->g = force;
        r->f *= 0.3 * u.l;
        r->soft = soft / u.t;
        r->x = dice_between(d, 0.5, 2.5);
        p->size[0] = 1;
        p->size[1] = 1 / u.t;
    }
    p->bodies = 1;
    p->own = &own;
    p->data = r;
    p->text = write(r, u.m, u.l);
    snprintf(p->what, sizeof p->what, "%s of %.2g m, %s over %.2g of the speed", name[r->kind], u.l,
             r->steps ? "step" : "tanh", soft);
}
