/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bending_beam.h -- a square rod of a metre with a lump at its end, which swings, for tests of what
 * is made of flexible bodies. Its stresses at the pinned end swing with its first bending mode.
 */
#ifndef BENDING_BEAM_H
#define BENDING_BEAM_H

#include "build_model.h"

static inline ph_flex *bending_beam(int modes)
{
    static const ph_beam_node node[2] = {{{.text = "start"}, {0, 0, 0}},
                                         {{.text = "end"}, {1, 0, 0}}};
    static const ph_beam_section section[1] = {
        {.kind = PH_SECTION_RECTANGLE, .size = {0.01, 0.01}}};
    static const ph_beam_member member[1] = {{.from = {.text = "start"}, .to = {.text = "end"}}};
    static const ph_interface interface[2] = {{{.text = "start"}, 6}, {{.text = "end"}, 6}};
    static const ph_beam_mass mass[1] = {
        {.node = {.text = "end"}, .mass = 0.1, .inertia = {1e-4, 1e-4, 1e-4, 0, 0, 0}}};
    const ph_beams beams = {.young = 7e9,
                            .poisson = 0.3,
                            .density = 2700,
                            .divide = 8,
                            .nodes = 2,
                            .sections = 1,
                            .members = 1,
                            .node = node,
                            .section = section,
                            .member = member,
                            .masses = 1,
                            .mass = mass};
    const ph_reduction reduction = {.interfaces = 2, .interface = interface, .modes = modes};
    ph_flex *flex = NULL;
    CHECK(ph_flex_of_beams(&beams, &reduction, NULL, &flex) == PH_OK);
    return flex;
}

/* Horizontal at rest, on a ball. */
static inline ph_model *bending_model(void)
{
    ph_model *model = ph_model_create();
    ph_flexible_def f = ph_default_flexible();
    f.flex = bending_beam(4);
    CHECK(ph_model_add_flexible(model, "rod", &f) == PH_OK);
    ph_flex_free(f.flex);
    joint_add(model, "pin", "spherical", "ground", "rod.start", ph_v3(0, 0, 0), ph_v3(0, 1, 0));
    ph_model_set_gravity(model, ph_v3(0, 0, -9.81));
    return model;
}

#endif
