/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A body at rest, free or behind a spring, that nothing happens to for seconds but one or two short
 * pulses of a force, or bumps of the ground it is sprung to: by if(), step(), havsin() or a table,
 * 0.1 ms to 100 ms long in 1 to 100 s.
 */
#include <stdlib.h>
#include "contact.h"
#include "problem.h"

typedef enum { BY_IF, BY_STEP, BY_HAVSIN, BY_TABLE, SHAPES } shape;

typedef struct {
    shape shape;
    double at, width, height; /* it begins, lasts, reaches */
} bump;

typedef struct {
    double m, k, c;
    bool base; /* bumps of the base a spring stands on; else of a force */
    int count;
    bump bump[2];
} pulses;

static double half(double u)
{
    return u <= 0 ? 0 : u >= 1 ? 1 : (1 - cos(3.14159265358979323846 * u)) / 2;
}

static double height(const bump *b, double t)
{
    double u = (t - b->at) / b->width;
    if (u < 0 || u >= 1) return 0;
    if (b->shape == BY_IF) return b->height;
    if (b->shape == BY_STEP) return b->height * cubic_step(fmin(u, 1 - u), 0, 0, 0.5, 1);
    if (b->shape == BY_HAVSIN) return b->height * half(2 * fmin(u, 1 - u));
    return b->height * fmin(1, 4 * fmin(u, 1 - u)); /* a trapezium */
}

static double heights(const pulses *p, double t)
{
    double sum = 0;
    for (int i = 0; i < p->count; i++) sum += height(&p->bump[i], t);
    return sum;
}

static void begin(const void *data, double nudge, double *y)
{
    (void)data, (void)nudge;
    y[0] = y[1] = 0;
}

static void rates(const void *data, double nudge, double t, const double *y, double *rate)
{
    const pulses *p = data;
    double h = heights(p, t) * (1 + nudge), f = p->base ? p->k * h : h;
    rate[0] = y[1];
    rate[1] = (f - p->k * y[0] - p->c * y[1]) / p->m;
}

static void poses(const void *data, double t, const double *y, double *pose)
{
    const pulses *p = data;
    pose_flat(y[0], 0, 0, pose);
    if (p->base) pose_flat(heights(p, t), 0, 0, pose + POSE);
}

static const own_motion own = {2, begin, rates, poses};

static void write_bump(FILE *f, const bump *b, int number)
{
    double from = b->at, middle = b->at + b->width / 2, to = b->at + b->width;
    const char *name = b->shape == BY_STEP ? "step" : "havsin";
    if (b->shape == BY_IF)
        fprintf(f, "if(time < %.17g, 0, if(time < %.17g, %.17g, 0))", from, to, b->height);
    else if (b->shape == BY_TABLE)
        fprintf(f, "linear(time, table%d)", number);
    else
        fprintf(f, "%s(time, %.17g, 0, %.17g, %.17g) - %s(time, %.17g, 0, %.17g, %.17g)", name,
                from, middle, b->height, name, middle, to, b->height);
}

static void write_bumps(FILE *f, const pulses *p)
{
    for (int i = 0; i < p->count; i++) {
        if (i) fprintf(f, " + ");
        write_bump(f, &p->bump[i], i);
    }
}

static void write_tables(FILE *f, const pulses *p, double span)
{
    fprintf(f, "tables:\n");
    for (int i = 0; i < p->count; i++) {
        const bump *b = &p->bump[i];
        fprintf(f, "  table%d: {x: [-1, %.17g, %.17g, %.17g, %.17g, %.17g],", i, b->at,
                b->at + b->width / 4, b->at + 3 * b->width / 4, b->at + b->width, span + 1);
        fprintf(f, " y: [0, 0, %.17g, %.17g, 0, 0]}\n", b->height, b->height);
    }
}

static char *write(const pulses *p, double span, double l)
{
    double j = 0.1 * p->m * l * l;
    flat_body block = {.name = "block", .mass = p->m, .inertia = {j, j, j}}, base = block;
    base.name = "base";
    pen w;
    pen_open(&w);
    write_head(w.file, "short pulses in long rest", 0);
    if (p->bump[0].shape == BY_TABLE) write_tables(w.file, p, span);
    fprintf(w.file, "bodies:\n");
    write_flat_body(w.file, &block);
    if (p->base) write_flat_body(w.file, &base);
    fprintf(w.file,
            "joints:\n  guide: {type: prismatic, between: [ground, block], axis: [1, 0, 0]}\n");
    if (p->base) {
        fprintf(w.file, "  rail: {type: prismatic, between: [ground, base], axis: [1, 0, 0]}\n"
                        "motions:\n  drive: {joint: rail, displacement: \"");
        write_bumps(w.file, p);
        fprintf(w.file, "\"}\n");
    }
    fprintf(w.file, "forces:\n  pull: {type: force, on: block, force: [\"");
    if (!p->base) write_bumps(w.file, p);
    fprintf(w.file, "%s - %.17g*block.pos.x - %.17g*block.vel.x\", 0, 0]}\n", p->base ? "0" : "",
            p->k, p->c);
    if (p->base)
        fprintf(w.file, "  push: {type: force, on: block, force: [\"%.17g*base.pos.x\", 0, 0]}\n",
                p->k);
    return pen_close(&w);
}

void make_pulse(problem *p, dice *d)
{
    static const char *const name[] = {"if", "step", "havsin", "table"};
    units u = units_workshop(d);
    pulses *q = calloc(1, sizeof *q);
    p->span = dice_decades(d, 1, 100);
    double width = dice_decades(d, 1e-4, 0.1), w = 0;
    q->m = u.m;
    q->count = dice_whole(d, 1, 2);
    q->base = dice_chance(d, 0.35);
    if (q->base || dice_chance(d, 0.4)) {
        /* swings a few to some dozen times in all */
        w = 6.28 * dice_between(d, 1, 20) / p->span;
        q->k = u.m * w * w;
        q->c = u.m * w * dice_between(d, 0, 0.3);
    }
    /* jumps of a driven place are no motion: bumps are smooth */
    shape s =
        q->base ? (shape)dice_whole(d, BY_STEP, BY_HAVSIN) : (shape)dice_whole(d, 0, SHAPES - 1);
    /* what makes the body go by about the length */
    double kick = u.m * u.l * (w > 0 ? w : 2 / p->span);
    for (int i = 0; i < q->count; i++) {
        double at = (i + dice_between(d, 0.1, 0.8)) * p->span / 2;
        double part = s == BY_IF ? 1 : s == BY_TABLE ? 0.75 : 0.5;
        q->bump[i] = (bump){s, at, width, kick / width / part * dice_between(d, 0.5, 1)};
        if (q->base) q->bump[i].height = u.l * dice_between(d, 0.3, 1);
    }
    p->bodies = q->base ? 2 : 1;
    p->length = p->size[0] = u.l;
    p->time = w > 0 ? 1 / w : p->span / 2;
    if (q->base) {
        /* of a short bump the sprung body feels a part; what is wrong about it counts by itself */
        p->length *= fmin(1, 10 * w * width);
        p->size[0] = p->length;
    }
    p->size[1] = p->size[0] / p->time;
    p->own = &own;
    p->data = q;
    for (int i = 0; i < q->count; i++)
        for (int k = 0; k <= 4; k++)
            if (k % 2 == 0 || s == BY_TABLE) p->at[p->breaks++] = q->bump[i].at + k * width / 4;
    p->event = true;
    p->text = write(q, p->span, u.l);
    snprintf(p->what, sizeof p->what, "%d %s by %s, %.2g s in %.3g s, %.2g rad/s", q->count,
             q->base ? "bumps" : "pulses", name[s], width, p->span, w);
}
