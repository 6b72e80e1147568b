/* SPDX-License-Identifier: BSD-3-Clause
 *
 * smooth.h -- smooth curves through points: cubic splines whose parameter is the length of the
 * chords, so that direction and curvature have no jumps. Closed ones are periodic, open ones end
 * without curvature.
 *
 * A curve is cut into short pieces that turn by little. A tree of boxes over them, in their order,
 * finds those near something; in the plane z is zero.
 */
#ifndef PHK_SMOOTH_H
#define PHK_SMOOTH_H

#include <polhode/geometry.h>
#include "base/arena.h"

/* More points are refused. */
enum { PHK_SMOOTH_POINTS = 4000 };

typedef struct {
    ph_vec3 at[2], slope[2]; /* [m, -] ends and derivatives there: the next piece has the same */
    double length;           /* [m] of the parameter */
    double turn;             /* [rad] no two tangents of it are further apart */
    double before;           /* [m] of the parameter, from the beginning of the curve */
    double thick;            /* [m] in the plane: how far behind its middle the other side is, up to
                                a fifth of the size */
    int row;                 /* of the points: the last one before it */
} phk_smooth_piece;

/* A node's first half is the next one. */
typedef struct {
    ph_vec3 low, high; /* [m] */
    int first, pieces; /* of a leaf one piece */
    int other;         /* its second half; a leaf has none */
    ph_vec3 way;       /* tangents are no further from it than `turn` [rad] */
    double turn;
    double thick; /* [m] of its thickest piece */
} phk_smooth_node;

typedef struct phk_smooth {
    int pieces;
    bool open, flat;         /* flat: it lies in the plane, and its pieces know how thick it is */
    double length;           /* [m] of the parameter */
    double size;             /* [m] of its box: the longest side */
    phk_smooth_piece *piece; /* [pieces] */
    phk_smooth_node *node;   /* [2 pieces - 1] */
} phk_smooth;

/* Of a place at u from the beginning of a piece: derivatives by u, and of those by the length s. */
typedef struct {
    ph_vec3 x, d1, d2, d3; /* [m, -, 1/m, 1/m^2] by u */
    ph_vec3 t, k;          /* tangent; curvature dt/ds [1/m], towards the centre of its circle */
    ph_vec3 by_k;          /* [1/m^2] dk/ds */
} phk_smooth_at;

/* Through rows of two or three numbers; a last one that is the first one again closes it. Of a
 * closed one in the plane what is inside is to its left, whichever way the rows go. arena NULL:
 * to be freed. False: there is no memory. Rows that are neighbours are at different places. */
bool phk_smooth_create(const ph_rows *rows, bool open, phk_arena *arena, phk_smooth *spline);
void phk_smooth_free(phk_smooth *spline);
/* Moves all of it. */
void phk_smooth_shift(phk_smooth *spline, ph_vec3 by);
ph_vec3 phk_smooth_point(const phk_smooth_piece *piece, double u);
phk_smooth_at phk_smooth_eval(const phk_smooth_piece *piece, double u);

/* Places of the curve. */
typedef struct {
    int piece;
    double u;        /* [m] */
    double distance; /* [m] from what was asked for */
    int end;         /* of an open one: 1 its beginning, 2 its end */
} phk_smooth_foot;

/* Those that are nearer to y than what is around them, and nearer than `reach`: the nearest ones if
 * there are more than `most`. Ends of an open one are among them where they are nearest. */
int phk_smooth_feet(const phk_smooth *smooth, ph_vec3 y, double reach, int most,
                    phk_smooth_foot *foot);
/* How far its box is at least. */
double phk_smooth_off(const phk_smooth *smooth, ph_vec3 y);
/* The nearest one of all. */
phk_smooth_foot phk_smooth_nearest(const phk_smooth *smooth, ph_vec3 y);
/* Those that are lower along n than what is around them: distance is x.n, below `reach`. No ends.
 */
int phk_smooth_lowest(const phk_smooth *smooth, ph_vec3 n, double reach, int most,
                      phk_smooth_foot *foot);

/* [m] how thick what is inside is, in the mean. */
double phk_smooth_thickness(const phk_smooth *smooth);

/* What is wrong with its rows, into a text; false: nothing is. radius: of a wire; below zero: the
 * curve lies in the plane, and must not cross itself. */
bool phk_smooth_fault(const ph_shape_sizes *sizes, double radius, char *text, size_t size);

/* Places along a piece and weights of Gauss' rule, which is exact up to the 11th power. */
enum { PHK_SMOOTH_GAUSS = 6 };
void phk_smooth_gauss(const phk_smooth_piece *piece, double u[PHK_SMOOTH_GAUSS],
                      double weight[PHK_SMOOTH_GAUSS]);

#endif
