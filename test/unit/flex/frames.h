/* SPDX-License-Identifier: BSD-3-Clause
 *
 * frames.h -- frames that several tests know numbers of.
 */
#ifndef FRAMES_H
#define FRAMES_H

#include <polhode/polhode.h>
#include "harness.h"

#define PI 3.14159265358979323846

typedef struct {
    ph_beams beams;
    ph_reduction how;
    ph_beam_node node[64];
    ph_beam_section section[4];
    ph_beam_member member[128];
    ph_beam_mass mass[64];
    ph_interface interface[64];
} example;

static inline void example_begin(example *e, double E, double nu, double rho)
{
    memset(e, 0, sizeof *e);
    e->beams.young = E;
    e->beams.poisson = nu;
    e->beams.density = rho;
    e->beams.node = e->node;
    e->beams.section = e->section;
    e->beams.member = e->member;
    e->beams.mass = e->mass;
    e->how.interface = e->interface;
    e->how.modes = -1;
}

static inline void add_node(example *e, const char *name, double x, double y, double z)
{
    e->node[e->beams.nodes++] = (ph_beam_node){{.text = name}, {x, y, z}};
}

static inline void add_section(example *e, const char *name, int kind, double a, double b)
{
    e->section[e->beams.sections++] =
        (ph_beam_section){.name.text = name, .kind = kind, .size = {a, b}};
}

static inline void add_member(example *e, const char *from, const char *to, const char *section)
{
    e->member[e->beams.members++] =
        (ph_beam_member){.from.text = from, .to.text = to, .section.text = section};
}

static inline void add_mass(example *e, const char *node, double mass, double J)
{
    e->mass[e->beams.masses++] =
        (ph_beam_mass){.node.text = node, .mass = mass, .inertia = {J, J, J, 0, 0, 0}};
}

static inline void hold(example *e, const char *node, int coordinates)
{
    e->interface[e->how.interfaces++] = (ph_interface){{.text = node}, coordinates};
}

/* The name of the left or right node. */
static inline const char *sided(const example *e, const char *name, int right)
{
    for (int i = 0; i < e->beams.nodes; i++) {
        const char *text = e->node[i].name.text;
        size_t length = strlen(name);
        if (strncmp(text, name, length) == 0 && text[length] == (right ? 'R' : 'L') &&
            text[length + 1] == 0)
            return text;
    }
    return NULL;
}

/* The frame of an all-terrain vehicle. Left nodes end with L, right ones with R. */
static inline void atv_frame(example *e, int divide)
{
    static const struct {
        const char *name;
        double x, y, z;
    } side[] = {{"l1", .75, .10, .25}, {"l2", .55, .13, .25},  {"l3", .30, .15, .25},
                {"l4", 0, .15, .25},   {"l5", -.25, .13, .25}, {"l6", -.45, .13, .25},
                {"u1", .73, .12, .52}, {"u2", .56, .13, .52},  {"u3", .30, .15, .55},
                {"u4", 0, .15, .55},   {"u5", -.30, .15, .55}, {"u6", -.62, .15, .57},
                {"a1", .74, .11, .38}, {"a2", .555, .13, .38}},
      middle[] = {{"lm1", .75, 0, .25}, {"lm2", .55, 0, .25},  {"lm3", .30, 0, .25},
                  {"lm4", 0, 0, .25},   {"lm5", -.25, 0, .25}, {"um3", .30, 0, .55},
                  {"um4", 0, 0, .55},   {"um5", -.30, 0, .55}, {"st", .42, 0, .66}};
    static const char *const main_members[][2] = {
        {"l1", "l2"}, {"l2", "l3"}, {"l3", "l4"}, {"l4", "l5"}, {"l5", "l6"}, {"u1", "u2"},
        {"u2", "u3"}, {"u3", "u4"}, {"u4", "u5"}, {"u5", "u6"}, {"l1", "a1"}, {"a1", "u1"},
        {"l2", "a2"}, {"a2", "u2"}, {"l3", "u3"}, {"l5", "u5"}, {"l6", "u6"}, {"a1", "a2"}};
    static const char *const across[][2] = {{"l1", "lm1"}, {"l2", "lm2"}, {"l3", "lm3"},
                                            {"l4", "lm4"}, {"l5", "lm5"}, {"u3", "um3"},
                                            {"u4", "um4"}, {"u5", "um5"}};
    static const char *const straight[] = {"l6", "u1", "u2", "u6", "a1", "a2"};
    static const char *const six[] = {"st", "lm4", "um4", "u3L", "lm3", "u1L", "u6L", "lm1"};
    static const char *const three[] = {"a1", "a2", "l1", "l2", "l5", "l6", "l4", "u2", "u5"};
    static const char *const right[] = {"u3R", "u1R", "u6R"};
    static char name[28][5];
    const double s = 1.32;
    int n = 0;
    example_begin(e, 2.07e11, .29, 7800);
    e->beams.divide = divide;
    add_section(e, "main", PH_SECTION_TUBE, .0254, .002);
    add_section(e, "side", PH_SECTION_TUBE, .0159, .0012);
    for (int i = 0; i < 14; i++)
        for (int k = 0; k < 2; k++) {
            snprintf(name[n], 5, "%s%c", side[i].name, k ? 'R' : 'L');
            add_node(e, name[n++], s * side[i].x, k ? -side[i].y : side[i].y, side[i].z);
        }
    for (int i = 0; i < 9; i++) add_node(e, middle[i].name, s * middle[i].x, 0, middle[i].z);
    for (int i = 0; i < 18; i++)
        for (int k = 0; k < 2; k++)
            add_member(e, sided(e, main_members[i][0], k), sided(e, main_members[i][1], k), "main");
    for (int k = 0; k < 2; k++) {
        add_member(e, "st", sided(e, "u2", k), "side");
        add_member(e, "st", sided(e, "u3", k), "side");
        for (int i = 0; i < 8; i++) add_member(e, sided(e, across[i][0], k), across[i][1], "side");
    }
    for (int i = 0; i < 6; i++)
        add_member(e, sided(e, straight[i], 0), sided(e, straight[i], 1), "side");
    for (int i = 0; i < 8; i++) hold(e, six[i], 6);
    for (int i = 0; i < 9; i++)
        for (int k = 0; k < 2; k++) hold(e, sided(e, three[i], k), 3);
    for (int i = 0; i < 3; i++) hold(e, right[i], 3);
    for (int i = 0; i < e->how.interfaces; i++)
        add_mass(e, e->interface[i].node.text, .0142, .0142 * 4e-4);
    e->how.modes = 29;
}

#endif
