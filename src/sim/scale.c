/* SPDX-License-Identifier: BSD-3-Clause
 *
 * scale.c -- how large a model is: what the tolerance is relative to, unless the model says.
 *
 * The largest side of the box around bodies, joints and markers, as drawn. Where the world's origin
 * lies does not matter, so a mechanism far from it is judged as one that is near. A single body has
 * no such box: its radius of gyration is taken.
 */
#include <math.h>
#include "sim/sim.h"

typedef struct {
    double low[3], high[3];
} box;

static void add(box *b, ph_vec3 p)
{
    const double at[3] = {p.x, p.y, p.z};
    for (int c = 0; c < 3; c++) {
        b->low[c] = fmin(b->low[c], at[c]);
        b->high[c] = fmax(b->high[c], at[c]);
    }
}

static double side(const box *b)
{
    double most = 0;
    for (int c = 0; c < 3; c++) most = fmax(most, b->high[c] - b->low[c]);
    return most;
}

/* Where a marker is drawn. */
static ph_vec3 marker_place(const phk_system *sys, const phk_marker *m)
{
    if (m->body < 0) return m->r;
    const ph_body_def *body = &phk_bodies(sys->program->model)[m->body];
    return ph_add(body->has_pivot ? body->pivot : body->position,
                  ph_rotate(body->orientation, m->r));
}

static double gyration(const phk_program *program, int body)
{
    const ph_sym3 *j = &program->inertia[body];
    double mass = program->mass[body];
    return mass > 0 ? sqrt(fmax(j->xx, fmax(j->yy, j->zz)) / mass) : 0;
}

double phk_system_size(const phk_system *sys)
{
    const ph_model *model = sys->program->model;
    box b = {{INFINITY, INFINITY, INFINITY}, {-INFINITY, -INFINITY, -INFINITY}};
    double radius = 0;
    for (int i = 0; i < ph_model_bodies(model); i++) {
        add(&b, phk_bodies(model)[i].position);
        if (phk_bodies(model)[i].has_pivot) add(&b, phk_bodies(model)[i].pivot);
        radius = fmax(radius, gyration(sys->program, i));
    }
    /* `ground` itself stands for no place */
    for (int i = 0; i < sys->program->places.n; i++)
        if (i != sys->program->places.of_ground)
            add(&b, marker_place(sys, &sys->program->places.marker[i]));
    double size = side(&b);
    if (size > 0 && isfinite(size)) return size;
    return radius > 0 && isfinite(radius) ? radius : 1;
}
