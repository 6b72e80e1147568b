/* SPDX-License-Identifier: BSD-3-Clause
 *
 * flex_bodies.h -- bodies that bend of which motions are known: a free rod, a top, a pendulum, the
 * beam that is spun up. Numbers in the tests are of computations of their own elsewhere, with
 * integrators of another kind.
 */
#ifndef FLEX_BODIES_H
#define FLEX_BODIES_H

#include "build_model.h"
#include "flex/flex.h"
#include "sim/sim.h"
#include "unit/flex/frames.h"

static inline ph_flex *flex_of(const example *e)
{
    ph_flex *flex = NULL;
    ph_diag *diag = ph_diag_create();
    CHECK(ph_flex_of_beams(&e->beams, &e->how, diag, &flex) == PH_OK);
    if (!flex) show_diag(diag);
    ph_diag_free(diag);
    return flex;
}

static inline const double *flex_rows(phk_flex *to, const double *a, int rows, int n, int kept)
{
    if (!a) return NULL;
    double *r = phk_arena_alloc(&to->arena, (size_t)(rows * kept + 1) * sizeof *r);
    for (int i = 0; i < rows; i++)
        for (int j = 0; j < kept; j++) r[i * kept + j] = a[i * n + j];
    return r;
}

/* The same body with the lowest modes alone; the other one is let go. Ratio of damping: NAN: as it
 * was. */
static inline ph_flex *flex_lowest(ph_flex *from, int kept, double ratio)
{
    const int n = from->modes;
    phk_flex *to = phk_flex_create();
    phk_flex all = *from;
    all.arena = to->arena;
    *to = all;
    atomic_init(&to->users, 1);
    to->modes = kept;
    to->C1 = flex_rows(to, from->C1, 9, n, kept);
    for (int d = 0; d < 6; d++) to->D[d] = flex_rows(to, from->D[d], kept, n, kept);
    to->I4r = flex_rows(to, from->I4r, 3, n, kept);
    to->I6r = flex_rows(to, from->I6r, kept, n, kept);
    for (int c = 0; c < 6; c++)
        to->stiffening[c] = flex_rows(to, from->stiffening[c], kept, n, kept);
    to->stiffness = flex_rows(to, from->stiffness, 1, n, kept);
    to->size = flex_rows(to, from->size, 1, n, kept);
    double *damping = phk_arena_alloc(&to->arena, (size_t)kept * sizeof *damping);
    for (int j = 0; j < kept; j++)
        damping[j] = !isnan(ratio) ? ratio : from->damping ? from->damping[j] : NAN;
    to->damping = damping;
    phk_flex_node *node = phk_arena_alloc(&to->arena, (size_t)from->nodes * sizeof *node);
    for (int i = 0; i < from->nodes; i++) {
        node[i] = from->node[i];
        if (node[i].name) {
            char *name = phk_arena_alloc(&to->arena, strlen(node[i].name) + 1);
            strcpy(name, from->node[i].name);
            node[i].name = name;
        }
        node[i].phi = flex_rows(to, from->node[i].phi, 3, n, kept);
        node[i].psi = flex_rows(to, from->node[i].psi, 3, n, kept);
    }
    to->node = node;
    to->lines = to->faces = to->spots = 0;
    ph_flex_free(from);
    return to;
}

/* A free rod with a corner and a lump, of Young's modulus E: 4 modes of the free body. */
static inline ph_flex *flex_rod(double E)
{
    static example e;
    example_begin(&e, E, 0.3, 2700);
    e.beams.divide = 6;
    add_section(&e, NULL, PH_SECTION_RECTANGLE, 0.02, 0.03);
    add_node(&e, "a", 0, 0, 0);
    add_node(&e, "b", 1, 0, 0);
    add_node(&e, "c", 1, 0.6, 0.2);
    add_member(&e, "a", "b", NULL);
    add_member(&e, "b", "c", NULL);
    add_mass(&e, "a", 0.5, 1e-3);
    e.how.modes = 4;
    return flex_lowest(flex_of(&e), 4, 0);
}

/* A tube on its tip, with a heavy end. */
static inline ph_flex *flex_top(void)
{
    static example e;
    example_begin(&e, 7e10, 0.3, 2700);
    e.beams.divide = 6;
    add_section(&e, NULL, PH_SECTION_TUBE, 0.06, 0.004);
    add_node(&e, "near", 0, 0, 0);
    add_node(&e, "far", 0, 1, 0);
    add_member(&e, "near", "far", NULL);
    e.mass[e.beams.masses++] =
        (ph_beam_mass){.node.text = "far", .mass = 13, .inertia = {0.2, 0.45, 0.2, 0, 0, 0}};
    hold(&e, "near", 6);
    hold(&e, "far", 6);
    e.how.modes = 2;
    return flex_lowest(flex_of(&e), 4, 0.02);
}

static inline ph_flex *flex_pendulum(void)
{
    static example e;
    example_begin(&e, 7e9, 0.3, 2700);
    e.beams.divide = 8;
    add_section(&e, NULL, PH_SECTION_RECTANGLE, 0.01, 0.01);
    add_node(&e, "start", 0, 0, 0);
    add_node(&e, "end", 1, 0, 0);
    add_member(&e, "start", "end", NULL);
    add_mass(&e, "end", 0.1, 1e-5);
    hold(&e, "start", 6);
    hold(&e, "end", 6);
    e.how.modes = 4;
    return flex_lowest(flex_of(&e), 4, 0.01);
}

/* Part of the beam that is spun up (Simo and Vu-Quoc): soft in one plane, hard in the other, so
 * that its modes are those of the plane. */
static inline ph_flex *flex_spun(double length, int elements, bool held)
{
    static example e;
    example_begin(&e, 2.8e7, 0.4, 1.2);
    e.beams.divide = elements;
    e.section[e.beams.sections++] = (ph_beam_section){
        .kind = PH_SECTION_GIVEN, .A = 1, .Iy = 0.05, .Iz = 5e-4, .It = 0.05, .ky = 1, .kz = 1};
    add_node(&e, "hub", 0, 0, 0);
    add_node(&e, "tip", length, 0, 0);
    add_member(&e, "hub", "tip", NULL);
    hold(&e, "hub", 6);
    hold(&e, "tip", 6);
    e.how.modes = 3;
    if (held) e.how.held.text = "hub";
    ph_flex *flex = flex_of(&e);
    return flex_lowest(flex, ph_flex_modes(flex), 0);
}

#endif
