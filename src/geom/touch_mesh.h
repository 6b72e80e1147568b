/* SPDX-License-Identifier: BSD-3-Clause
 *
 * touch_mesh.h -- a mesh against the others, and a ball against a mesh, which the others are made
 * of: corners of each against the other, and edges where they cross.
 */
#ifndef PHK_TOUCH_MESH_H
#define PHK_TOUCH_MESH_H

#include "geom/shell.h"
#include "geom/touchable.h"

/* A ball about `centre` in axes of A against a surface of B. Features are below
 * phk_shell_features. Room for PHK_TOUCH_MOST points. */
int phk_touch_ball(const phk_touch_frame *a, ph_vec3 centre, double radius,
                   const phk_touch_frame *b, const phk_shell *surface, double within,
                   phk_touch_point *touch);
int phk_shell_features(const phk_shell *surface);

/* Points of a pair as they are found. */
typedef struct {
    const phk_touch_frame *frame[2];
    double within;
    phk_touch_point *touch;
    int points;
    double most,
        by_most[6];       /* [m] of two convex cores: how far they are apart, or the least way out
                             below zero; else 0, where surfaces begin to sink into each other */
    double skin;          /* [m] what is to be added about both */
    ph_vec3 normal;       /* along which they are apart; zero: nobody knows */
    double low_a, high_b; /* [m] where A begins and B ends along it */
} phk_touch_list;

/* Keeps a point, or, when there is no room, in place of the least deep one. */
void phk_list_put(phk_touch_list *list, const phk_touch_point *touch);
/* A number for what touches: kind, 0 to 3, part of A and part of B. */
int phk_touch_name(int kind, int i, int j, int of_j);

/* Walks over the faces of a surface that are near a box in other axes. */
typedef struct {
    const phk_shell *s;
    const phk_touch_frame *own, *other;
    ph_vec3 low, high; /* [m] in the other's axes */
    double reach;
    ph_vec3 down; /* and whose down.x is not above `below`, in own axes */
    double below;
    int stack[64], depth, node, next;
} phk_shell_walk;

void phk_walk_start(phk_shell_walk *walk, const phk_shell *surface, const phk_touch_frame *own,
                    const phk_touch_frame *other, double reach);
/* The next face; -1: there is none. */
int phk_walk_next(phk_shell_walk *walk);

/* What a corner is pointed, and an edge turns, at least; the least width of a weight, and the
 * largest by which faces of an edge may tilt: sines. */
#define PHK_MESH_LEAST  1e-4
#define PHK_MESH_NARROW 0.01
#define PHK_MESH_FLAT   0.02

/* Whether a corner of the surface of A is the one that bears, n being from B to A. */
bool phk_weigh_corner(const phk_shell *surface, int corner, const phk_touch_frame *a,
                      phk_touch_point *touch);

/* What is turned about z against a surface of B: touch_turned.c. */
void phk_touch_turned(phk_touch_list *list, const phk_touchable *a, const phk_shell *surface);

/* B has a surface; A is convex, or has a surface, too. apart: of two convex ones with edges how far
 * their cores are; NULL: one of them is not, or nobody knows. */
int phk_touch_mesh(const phk_touchable *a, const phk_touch_frame *fa, const phk_touchable *b,
                   const phk_touch_frame *fb, double within, const phk_convex_gap *apart,
                   phk_touch_point *touch);

#endif
