/* SPDX-License-Identifier: BSD-3-Clause
 *
 * view.h -- the bodies of a state, wherever their numbers are: in columns, one per component, as
 * the rotation methods keep them, or cell after cell as the engines do.
 *
 * x, v are of the reference point in world axes, q turns body to world axes, w is in body axes.
 */
#ifndef PHK_VIEW_H
#define PHK_VIEW_H

#include <stddef.h>
#include <polhode/math.h>

/* Where the numbers of a body begin, among those of all. */
typedef struct {
    int place, turn;       /* of coordinates, */
    int speed, spin;       /* of velocities, accelerations and forces */
    int modes, mode_rates; /* of a flexible body, likewise */
} phk_seat;

typedef struct {
    const double *x, *q;  /* coordinates */
    const double *v, *w;  /* velocities */
    int stride;           /* from component to component */
    const phk_seat *seat; /* [bodies] NULL: they begin at the number of the body */
} phk_view;

/* Column i: component c is a[c * ld + i]. */
static inline ph_vec3 phk_column3(const double *a, int ld, int i)
{
    return ph_v3(a[i], a[ld + i], a[2 * (size_t)ld + i]);
}
static inline void phk_put_column3(double *a, int ld, int i, ph_vec3 v)
{
    a[i] = v.x;
    a[ld + i] = v.y;
    a[2 * (size_t)ld + i] = v.z;
}
static inline ph_quat phk_column4(const double *a, int ld, int i)
{
    return ph_quat_make(a[i], a[ld + i], a[2 * (size_t)ld + i], a[3 * (size_t)ld + i]);
}

static inline ph_vec3 phk_view_place(const phk_view *s, int i)
{
    return phk_column3(s->x, s->stride, s->seat ? s->seat[i].place : i);
}
static inline ph_quat phk_view_turn(const phk_view *s, int i)
{
    return phk_column4(s->q, s->stride, s->seat ? s->seat[i].turn : i);
}
/* Of velocities, or of what is laid out as they are. */
static inline int phk_view_at_speed(const phk_view *s, int i)
{
    return s->seat ? s->seat[i].speed : i;
}
static inline int phk_view_at_spin(const phk_view *s, int i)
{
    return s->seat ? s->seat[i].spin : i;
}
static inline ph_vec3 phk_view_speed(const phk_view *s, int i)
{
    return phk_column3(s->v, s->stride, phk_view_at_speed(s, i));
}
static inline ph_vec3 phk_view_spin(const phk_view *s, int i)
{
    return phk_column3(s->w, s->stride, phk_view_at_spin(s, i));
}

#endif
