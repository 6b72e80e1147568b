/* SPDX-License-Identifier: BSD-3-Clause
 *
 * frame.c -- frames by coordinates and either Euler angles or points.
 *
 * REULER are three turns about axes that turn along: z, x, z. Instead, ZP is a point of the z axis
 * and XP one of the half plane of z and x (USEXP: of the x axis, and ZP one of the half plane); in
 * the coordinates of the outer frame, like the origin. A point that is not given lies along the
 * outer frame's own axis, and where that leaves the frame undetermined, x being along the outer z,
 * the frame is turned the short way.
 */
#include "io/adams/build/frame.h"

#include <math.h>
#include "math/so3.h"

phk_deck_frame phk_frame_in(phk_deck_frame outer, phk_deck_frame inner)
{
    return (phk_deck_frame){ph_add(outer.at, ph_rotate(outer.orientation, inner.at)),
                            phk_renormalise(ph_quat_mul(outer.orientation, inner.orientation))};
}

double phk_in_si(double number, double unit)
{
    double per_unit = 1 / unit;
    return per_unit == rint(per_unit) ? number / per_unit : number * unit;
}

/* Three numbers of an argument in SI; zero where it is not given. */
static ph_vec3 arg_vector(const phk_statement *s, const char *name, double unit)
{
    return ph_v3(phk_in_si(phk_arg_number(s, name, 0, 0), unit),
                 phk_in_si(phk_arg_number(s, name, 1, 0), unit),
                 phk_in_si(phk_arg_number(s, name, 2, 0), unit));
}

static ph_quat by_angles(const phk_statement *s, const char *name)
{
    ph_vec3 a = arg_vector(s, name, 1);
    ph_quat psi = phk_exp(ph_v3(0, 0, a.x)), theta = phk_exp(ph_v3(a.y, 0, 0)),
            phi = phk_exp(ph_v3(0, 0, a.z));
    return phk_renormalise(ph_quat_mul(psi, ph_quat_mul(theta, phi)));
}

/* The direction from the origin to a point. False: they are the same. */
static bool direction(phk_deck *deck, const phk_statement *s, const phk_frame_args *args,
                      const char *name, ph_vec3 otherwise, ph_vec3 *way)
{
    const phk_given *point = phk_arg_find(s, name);
    *way = otherwise;
    if (!point) return true;
    ph_vec3 to = arg_vector(s, name, 1), from = arg_vector(s, args->at, 1);
    ph_vec3 d = ph_sub(to, from);
    double length = ph_norm(d);
    if (!isfinite(length) || length <= 1e-12 * (ph_norm(to) + ph_norm(from))) {
        phk_deck_error(deck, PH_E_RANGE, point->name,
                       "give a point on the axis, away from the origin of the frame",
                       "%s is the origin itself (%s), and no direction", name, args->at);
        return false;
    }
    *way = ph_scale(1 / length, d);
    return true;
}

/* Unit vectors along `first` and, across it, towards `second`. False: both are along one line. */
static bool square(ph_vec3 first, ph_vec3 *second)
{
    ph_vec3 across = ph_axpy(*second, -ph_dot(first, *second), first);
    double length = ph_norm(across);
    if (length <= 1e-9) return false;
    *second = ph_scale(1 / length, across);
    return true;
}

static bool by_points(phk_deck *deck, const phk_statement *s, const phk_frame_args *args,
                      ph_quat *q)
{
    ph_vec3 x, z;
    bool x_first = args->x_first && phk_arg_flag(s, args->x_first);
    bool ok = direction(deck, s, args, args->x, ph_v3(1, 0, 0), &x);
    ok = direction(deck, s, args, args->z, ph_v3(0, 0, 1), &z) && ok;
    if (!ok) return false;
    ph_vec3 *first = x_first ? &x : &z, *second = x_first ? &z : &x;
    const phk_given *point = phk_arg_find(s, x_first ? args->z : args->x);
    if (!square(*first, second)) {
        if (point) {
            phk_deck_error(deck, PH_E_RANGE, point->name, "give a point beside that axis",
                           "%s lies on the %s axis: it does not say where the axes across it are",
                           point->arg->name, x_first ? "x" : "z");
            return false;
        }
        // the outer axis of the second lies along the first: turned the short way, about y
        ph_vec3 turned = x_first ? ph_v3(-x.z, 0, x.x) : ph_v3(z.z, 0, -z.x);
        *second = turned;
        square(*first, second);
    }
    ph_vec3 y = ph_cross(z, x);
    ph_mat3 r = {{{x.x, y.x, z.x}, {x.y, y.y, z.y}, {x.z, y.z, z.z}}};
    *q = phk_renormalise(phk_quat_from_mat3(&r));
    return true;
}

bool phk_frame_read(phk_deck *deck, const phk_statement *s, const phk_frame_args *args,
                    phk_deck_frame *frame)
{
    frame->at = arg_vector(s, args->at, deck->units.length);
    frame->orientation = ph_quat_identity();
    const phk_given *angles = phk_arg_find(s, args->angles);
    const phk_given *point = phk_arg_find(s, args->z);
    if (!point) point = phk_arg_find(s, args->x);
    if (angles && point) {
        phk_deck_error(deck, PH_E_KEY, point->name, "leave one of them out",
                       "the axes are given by angles and by points");
        return false;
    }
    if (angles)
        frame->orientation = by_angles(s, args->angles);
    else if (point)
        return by_points(deck, s, args, &frame->orientation);
    return true;
}
