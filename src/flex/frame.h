/* SPDX-License-Identifier: BSD-3-Clause
 *
 * frame.h -- a frame of straight beam elements: stiffness, mass, geometric stiffness.
 *
 * Two nodes with six coordinates each: displacement and turn, along the axes it is drawn in. In the
 * axes of an element x is along it; bending with shear by Timoshenko (P = 12 E I/(k G A L^2)), mass
 * by four Gauss points in which displacements are cubic, turns their slopes, and rotary inertia is
 * that of the section. The same points give all inertia of the modes, so that it is consistent.
 */
#ifndef PHK_FRAME_H
#define PHK_FRAME_H

#include "base/arena.h"
#include "flex/section.h"

enum { PHK_FRAME_GAUSS = 4 };

typedef struct {
    int node[2], member; /* member: of its definition */
    double L;            /* [m] */
    double axis[3][3];   /* rows: x, y, z of the element */
    phk_beam_profile section;
} phk_element;

typedef struct {
    int node;
    double mass;
    ph_sym3 inertia;
} phk_lump;

typedef struct {
    double E, G, rho;
    bool no_rotary; /* sections have no inertia against turning */
    int nodes;
    ph_vec3 *at;       /* [nodes] */
    const char **name; /* [nodes] NULL: none */
    int elements;
    phk_element *element;
    int lumps;
    phk_lump *lump;
} phk_frame;

/* A point that has mass: how it moves with the twelve coordinates of its element. */
typedef struct {
    double mass; /* [kg] */
    ph_sym3 J;   /* [kg m^2] */
    ph_vec3 at;  /* [m] */
    double phi[3][12], psi[3][12];
} phk_mass_point;

/* The nodes and members of a line, one for each of its elements; of others a copy. */
ph_status phk_beams_along(const ph_beams *beams, phk_arena *arena, ph_diag *diag, ph_beams *out);
/* The frame of a definition, in the arena. What is wrong goes to diag. */
ph_status phk_frame_make(const ph_beams *beams, phk_arena *arena, ph_diag *diag, phk_frame *frame);
/* A node by name or number; -1: none. */
int phk_frame_node(const phk_frame *frame, const char *name);

/* Gauss point g of an element; and a lump, of which the first six coordinates are those of its
 * node. */
phk_mass_point phk_frame_point(const phk_frame *frame, const phk_element *e, int g);
phk_mass_point phk_lump_point(const phk_frame *frame, const phk_lump *lump);

/* Adds to K, M [6 nodes][6 nodes]. */
void phk_frame_stiffness(const phk_frame *frame, double *K);
void phk_frame_mass(const phk_frame *frame, double *M);
/* The same of the axial force of each element [N]. */
void phk_frame_geometric(const phk_frame *frame, const double *force, double *K);
/* N, Vy, Vz, T, My, Mz at both ends of an element, from its twelve coordinates. */
void phk_frame_forces(const phk_frame *frame, const phk_element *e, const double u[12],
                      double force[2][6]);

#endif
