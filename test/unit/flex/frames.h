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

static void example_begin(example *e, double E, double nu, double rho)
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

static void add_node(example *e, const char *name, double x, double y, double z)
{
    e->node[e->beams.nodes++] = (ph_beam_node){{.text = name}, {x, y, z}};
}

static void add_section(example *e, const char *name, int kind, double a, double b)
{
    e->section[e->beams.sections++] =
        (ph_beam_section){.name.text = name, .kind = kind, .size = {a, b}};
}

static void add_member(example *e, const char *from, const char *to, const char *section)
{
    e->member[e->beams.members++] =
        (ph_beam_member){.from.text = from, .to.text = to, .section.text = section};
}

static void add_mass(example *e, const char *node, double mass, double J)
{
    e->mass[e->beams.masses++] =
        (ph_beam_mass){.node.text = node, .mass = mass, .inertia = {J, J, J, 0, 0, 0}};
}

static void hold(example *e, const char *node, int coordinates)
{
    e->interface[e->how.interfaces++] = (ph_interface){{.text = node}, coordinates};
}

#endif
