/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Stresses of beams: at points of the section at both ends of each element,
 *   xx = N/A + My z/Iy - Mz y/Iz,   shear = T arm/It,
 * along the axes of the element, then turned to those of the body. Shear by Vy and Vz is left out;
 * that of torsion is the largest of the section, which of all but round ones is not at its corners,
 * so that von Mises' stress is on the safe side there.
 */
#include "flex/modes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

typedef struct {
    const phk_frame *frame;
    const ph_beams *beams;
    phk_flex *flex;
    const phk_shapes *shapes;
    double *force; /* [2][6][modes] of the element at hand */
} work;

static void name_node(const phk_frame *f, int node, char *text, size_t size)
{
    if (f->name[node])
        snprintf(text, size, "%.60s", f->name[node]);
    else
        snprintf(text, size, "%d", node + 1);
}

static void name_end(const work *w, const ph_text *name, int index, char *text, size_t size)
{
    if (name->text)
        snprintf(text, size, "%.60s", name->text);
    else
        name_node(w->frame, index, text, size);
}

/* "a-b at node": the same for all points of a section; NULL: out of memory. */
static const char *label_of(const work *w, const phk_element *e, int end)
{
    char from[64], to[64], node[64], text[220];
    const ph_beam_member *b = &w->beams->member[e->member];
    name_end(w, &b->from, b->first, from, sizeof from);
    name_end(w, &b->to, b->last, to, sizeof to);
    name_node(w->frame, e->node[end], node, sizeof node);
    snprintf(text, sizeof text, "%s-%s at %s", from, to, node);
    return phk_arena_text(&w->flex->arena, text, strlen(text));
}

static void find_forces(work *w, const phk_element *e)
{
    size_t m = (size_t)w->shapes->modes;
    for (size_t j = 0; j < m; j++) {
        double u[12], force[2][6];
        for (int i = 0; i < 12; i++)
            u[i] = w->shapes->shape[(6 * (size_t)e->node[i / 6] + (size_t)(i % 6)) * m + j];
        phk_frame_forces(w->frame, e, u, force);
        for (int k = 0; k < 12; k++) w->force[(size_t)k * m + j] = force[k / 6][k % 6];
    }
}

/* The tensor at a point, of all modes: [6][modes]. */
static void put_stress(const work *w, const phk_element *e, int end, int point, float *out)
{
    static const int a[6] = {0, 1, 2, 0, 1, 2}, b[6] = {0, 1, 2, 1, 2, 0};
    size_t m = (size_t)w->shapes->modes;
    const phk_beam_profile *s = &e->section;
    const double y = s->y[point], z = s->z[point], *f = w->force + (size_t)(6 * end) * m;
    const double r = y * y + z * z, *x = e->axis[0];
    double tangent[3];
    for (int c = 0; c < 3; c++)
        tangent[c] = r > 0 ? (y * e->axis[2][c] - z * e->axis[1][c]) / sqrt(r) : 0;
    for (size_t j = 0; j < m; j++) {
        double xx = f[j] / s->A + f[4 * m + j] * z / s->Iy - f[5 * m + j] * y / s->Iz;
        double shear = f[3 * m + j] * s->arm / s->It;
        for (int c = 0; c < 6; c++)
            out[(size_t)c * m + j] =
                (float)(xx * x[a[c]] * x[b[c]] +
                        shear * (x[a[c]] * tangent[b[c]] + tangent[a[c]] * x[b[c]]));
    }
}

static ph_status add_end(work *w, const phk_element *e, int end, phk_flex_spot *spot, float *stress)
{
    size_t m = (size_t)w->shapes->modes;
    const char *label = e->section.points ? label_of(w, e, end) : "";
    if (!label) return PH_E_NOMEM;
    int node = e->node[end];
    for (int k = 0; k < e->section.points; k++) {
        ph_vec3 at = ph_sub(w->frame->at[node], w->flex->com);
        const double(*axis)[3] = e->axis;
        at = ph_axpy(at, e->section.y[k], ph_v3(axis[1][0], axis[1][1], axis[1][2]));
        at = ph_axpy(at, e->section.z[k], ph_v3(axis[2][0], axis[2][1], axis[2][2]));
        spot[k] = (phk_flex_spot){node, label, at};
        put_stress(w, e, end, k, stress + (size_t)k * 6 * m);
    }
    return PH_OK;
}

ph_status phk_frame_stress(const phk_frame *f, const ph_beams *beams, const phk_shapes *shapes,
                           phk_flex *flex)
{
    size_t m = (size_t)shapes->modes, spots = 0;
    for (int i = 0; i < f->elements; i++) spots += 2 * (size_t)f->element[i].section.points;
    work w = {.frame = f, .beams = beams, .flex = flex, .shapes = shapes};
    phk_flex_spot *spot = phk_arena_alloc(&flex->arena, (spots + 1) * sizeof *spot);
    float *stress = phk_arena_alloc(&flex->arena, (spots * 6 * m + 1) * sizeof *stress);
    w.force = phk_arena_alloc(&flex->arena, 12 * m * sizeof *w.force);
    if (!spot || !stress || !w.force) return PH_E_NOMEM;
    flex->spot = spot;
    flex->stress = stress;
    flex->spots = (int)spots;
    for (int i = 0; i < f->elements; i++) {
        const phk_element *e = &f->element[i];
        find_forces(&w, e);
        for (int end = 0; end < 2; end++) {
            ph_status status = add_end(&w, e, end, spot, stress);
            if (status) return status;
            spot += e->section.points;
            stress += (size_t)e->section.points * 6 * m;
        }
    }
    return PH_OK;
}
