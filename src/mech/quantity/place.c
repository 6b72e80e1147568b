/* SPDX-License-Identifier: BSD-3-Clause
 *
 * place.c -- place and velocity of a marker, and the distance of two.
 */
#include <stddef.h>
#include "mech/quantity/quantity.h"

/* ---- position ---- */

static double position(const phk_spot *at, int c)
{
    return phk_component(at->frame->p, c);
}

static void position_covector(const phk_spot *at, int c, phk_covector *cov)
{
    (void)at;
    cov->p = phk_axis_vector(c);
}

static void position_jet(const phk_spot *at, const phk_course *by, int c, double *first,
                         double *second)
{
    (void)at;
    *first = phk_component(by->first, c);
    *second = phk_component(by->second, c);
}

const phk_quantity_type phk_quantity_position = {
    .owner = PHK_OF_MARKER,
    .tails = "pos.x pos.y pos.z",
    .info = {"NAME.pos.x .y .z",
             "position of a marker or of a body's centre of mass, world axes [m]"},
    .markers = 1,
    .place = true,
    .value = position,
    .covector = position_covector,
    .jet = position_jet};

/* ---- velocity ---- */

static double velocity(const phk_spot *at, int c)
{
    return phk_component(at->frame->v, c);
}

static void velocity_covector(const phk_spot *at, int c, phk_covector *cov)
{
    (void)at;
    cov->v = phk_axis_vector(c);
}

const phk_quantity_type phk_quantity_velocity = {
    .owner = PHK_OF_MARKER,
    .tails = "vel.x vel.y vel.z",
    .info = {"NAME.vel.x .y .z", "its velocity, world axes [m/s]"},
    .markers = 1,
    .speed = true,
    .value = velocity,
    .covector = velocity_covector};

/* ---- distance of two markers, and its rate ---- */

static double distance(const phk_spot *at, int c)
{
    (void)c;
    return ph_norm(ph_sub(at[1].frame->p, at[0].frame->p));
}

/* The opposite at the first marker. */
static void oppose(phk_covector *cov)
{
    cov[0].p = ph_scale(-1, cov[1].p);
    cov[0].v = ph_scale(-1, cov[1].v);
}

static void distance_covector(const phk_spot *at, int c, phk_covector *cov)
{
    ph_vec3 d = ph_sub(at[1].frame->p, at[0].frame->p);
    double length = ph_norm(d);
    (void)c;
    if (length > 0) cov[1].p = ph_scale(1 / length, d);
    oppose(cov);
}

static void distance_jet(const phk_spot *at, const phk_course *by, int c, double *first,
                         double *second)
{
    ph_vec3 d = ph_sub(at[1].frame->p, at[0].frame->p);
    ph_vec3 d1 = ph_sub(by[1].first, by[0].first), d2 = ph_sub(by[1].second, by[0].second);
    double length = ph_norm(d);
    (void)c;
    if (!(length > 0)) return;
    *first = ph_dot(d, d1) / length;
    *second = (ph_dot(d1, d1) + ph_dot(d, d2) - *first * *first) / length;
}

const phk_quantity_type phk_quantity_distance = {.markers = 2,
                                                 .place = true,
                                                 .value = distance,
                                                 .covector = distance_covector,
                                                 .jet = distance_jet};

static double closing(const phk_spot *at, int c)
{
    ph_vec3 d = ph_sub(at[1].frame->p, at[0].frame->p), u = ph_sub(at[1].frame->v, at[0].frame->v);
    double length = ph_norm(d);
    (void)c;
    /* at distance zero the rate is that of parting, in whatever direction */
    return length > 0 ? ph_dot(d, u) / length : ph_norm(u);
}

static void closing_covector(const phk_spot *at, int c, phk_covector *cov)
{
    ph_vec3 d = ph_sub(at[1].frame->p, at[0].frame->p), dv = ph_sub(at[1].frame->v, at[0].frame->v);
    double length = ph_norm(d), speed = ph_norm(dv);
    (void)c;
    if (length > 0) {
        ph_vec3 u = ph_scale(1 / length, d);
        cov[1].v = u;
        cov[1].p = ph_scale(1 / length, ph_axpy(dv, -ph_dot(u, dv), u));
    } else if (speed > 0) {
        cov[1].v = ph_scale(1 / speed, dv);
    }
    oppose(cov);
}

const phk_quantity_type phk_quantity_closing = {
    .markers = 2, .speed = true, .value = closing, .covector = closing_covector};
