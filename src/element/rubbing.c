/* SPDX-License-Identifier: BSD-3-Clause */
#include "element/rubbing.h"

#include <math.h>
#include <string.h>
#include "element/tangent.h"

enum { PRELOAD = 1, REACTION = 2, BENDING = 4, TORSION = 8 };
enum { CONSTANT, INCREASE, DECREASE };
#define SMALL 1e-6 /* of the largest load: what magnitudes are rounded by at zero */

const char *const phk_rub_inputs[] = {"preload", "reaction_force", "bending_moment",
                                      "torsional_moment", NULL};
const char *const phk_rub_changes[] = {"constant", "increase", "decrease", NULL};
const char *const phk_rub_pins[] = {"both", "first", "second", NULL};

double phk_rub_static(const phk_rub_par *p)
{
    return isnan(p->mu_s) ? p->mu_d : p->mu_s;
}

/* ---- the joint ---- */

static bool is_type(const ph_joint_type *type, const char *name)
{
    return strcmp(type->name, name) == 0;
}

static const char *missing(const phk_rub_par *p, const char **hint)
{
    phk_surface_kind kind = p->surface[0].kind;
    if ((kind == PHK_PIN || kind == PHK_SLEEVE) && p->pin == 0) {
        *hint = "add `pin_radius:` in m";
        return "needs the radius of its pin";
    }
    if (kind == PHK_BALL && p->ball == 0) {
        *hint = "add `ball_radius:` in m";
        return "needs the radius of its ball";
    }
    return NULL;
}

const char *phk_rub_attach(phk_rub_par *p, const ph_joint_type *joint, const char **hint)
{
    p->surfaces = 1;
    p->surface[0] = (phk_rub_surface){PHK_PIN, 0, 2};
    if (is_type(joint, "universal") || is_type(joint, "hooke")) {
        bool crossed = is_type(joint, "universal");
        phk_rub_surface pin[2] = {{PHK_PIN, 0, crossed ? 2 : 1}, {PHK_PIN, 1, crossed ? 2 : 0}};
        p->surfaces = p->pins == 0 ? 2 : 1;
        p->surface[0] = pin[p->pins == 2];
        p->surface[1] = pin[1];
    } else if (is_type(joint, "prismatic")) {
        p->surface[0].kind = PHK_GUIDE;
    } else if (is_type(joint, "cylindrical")) {
        p->surface[0].kind = PHK_SLEEVE;
    } else if (is_type(joint, "spherical")) {
        p->surface[0].kind = PHK_BALL;
    } else if (!is_type(joint, "revolute")) {
        *hint = "friction is known of revolute, prismatic, cylindrical, spherical, universal and "
                "hooke joints";
        return "has no friction";
    }
    return missing(p, hint);
}

const char *phk_rub_check(const phk_rub_par *p, const char **hint)
{
    if (!(p->mu_s < p->mu_d)) return NULL;
    *hint = "the static coefficient is the larger one; leave it out where they are the same";
    return "`static` is below `dynamic`";
}

/* ---- one surface ---- */

static void add_way(phk_rub *r, double radius, double weight, double preload)
{
    int k = r->ways++;
    r->radius[k] = radius;
    r->weight[k] = weight;
    r->preload[k] = preload;
    r->V[k] = radius * r->way[k].rate;
    r->speed = hypot(r->speed, r->V[k]);
}

static void put_ways(const phk_rub_par *p, const ph_frame *frame, phk_rub *r)
{
    const phk_rub_surface *s = r->surface;
    double mu = phk_rub_static(p);
    if (!(mu > 0) || !(p->inputs & PRELOAD)) mu = INFINITY;
    if (s->kind == PHK_GUIDE || s->kind == PHK_SLEEVE) {
        phk_coordinate_slide(frame, s->axis, &r->way[r->ways]);
        add_way(r, 1, 1, p->force / mu);
    }
    if (s->kind == PHK_PIN || s->kind == PHK_SLEEVE) {
        phk_coordinate_turn(frame, s->marker, s->axis, &r->way[r->ways]);
        add_way(r, p->pin, s->kind == PHK_PIN ? 1 : p->pin, p->torque / mu);
    }
    for (int k = 0; s->kind == PHK_BALL && k < 3; k++) {
        phk_coordinate_fixed(frame, k, &r->way[r->ways]);
        add_way(r, p->ball, 1, p->torque / mu);
    }
}

/* What the loads of the joint count for. */
static phk_pressing pressing_of(const phk_rub_par *p, phk_surface_kind kind, double overlap)
{
    phk_pressing n = {0};
    bool force = p->inputs & REACTION, bends = p->inputs & BENDING;
    if (kind == PHK_PIN) {
        n.across = force ? p->pin : 0;
        n.along = force ? (p->arm > 0 ? p->arm : p->pin) : 0;
        n.bend = bends && p->bending > 0 ? p->pin / p->bending : 0;
    } else if (kind == PHK_BALL) {
        n.across = force ? p->ball : 0;
    } else {
        bool twists = kind == PHK_GUIDE && p->inputs & TORSION;
        n.across = force;
        n.bend = bends && p->overlap > 0 ? 1 / overlap : 0;
        n.twist = twists && p->torsion > 0 ? 1 / p->torsion : 0;
    }
    return n;
}

void phk_rub_look(const phk_rub_par *p, int surface, const ph_frame *frame,
                  const ph_wrench *reaction, const double *memory, phk_rub *r)
{
    const phk_rub_surface *s = &p->surface[surface];
    memset(r, 0, sizeof *r);
    r->surface = s;
    put_ways(p, frame, r);
    /* the overlap changes with the way since the start */
    double side = p->change == INCREASE ? 1 : p->change == DECREASE ? -1 : 0;
    double slid = memory ? r->way[0].value - memory[PHK_RUB_SLID] : 0;
    double overlap = p->overlap + side * slid;
    bool slides = s->kind == PHK_GUIDE || s->kind == PHK_SLEEVE;
    r->defined = !slides || p->overlap == 0 || overlap > 0;
    phk_pressing n = pressing_of(p, s->kind, overlap);
    n.e_force = memory ? SMALL * memory[PHK_RUB_FORCE] : 0;
    n.e_torque = memory ? SMALL * memory[PHK_RUB_TORQUE] : 0;
    ph_vec3 axis = phk_axis(&frame[s->marker].R_WM, s->axis);
    r->pressed = phk_press(&n, reaction, s->kind == PHK_BALL ? NULL : &axis);
    if (slides) r->by_slide = -n.bend * n.bend * side * r->pressed.bending;
    for (int k = 0; k < r->ways; k++) r->load[k] = r->weight[k] * r->pressed.N + r->preload[k];
}

void phk_rub_wrench(const phk_rub *r, ph_wrench *w)
{
    double *to = &w[0].force.x;
    for (int k = 0; k < r->ways; k++)
        for (int c = 0; c < PHK_TWELVE; c++) to[c] -= r->load[k] * r->m[k] * r->way[k].g[c];
    if (!r->defined) w[0].force.x = NAN;
}

/* N by the places: the axis turns, the overlap changes. */
static void pressed_by_place(const phk_rub *r, const ph_frame *frame, double *by)
{
    const phk_rub_surface *s = r->surface;
    ph_vec3 a = phk_axis(&frame[s->marker].R_WM, s->axis), turn = ph_cross(a, r->pressed.by_axis);
    memset(by, 0, PHK_TWELVE * sizeof *by);
    for (int c = 0; s->kind != PHK_BALL && c < 3; c++) by[6 * s->marker + 3 + c] = (&turn.x)[c];
    for (int c = 0; r->by_slide != 0 && c < PHK_TWELVE; c++) by[c] += r->by_slide * r->way[0].g[c];
}

void phk_rub_tangent(const phk_rub *r, const ph_frame *frame, double *by_place, double *by_speed,
                     double *by_reaction)
{
    double N_by_place[PHK_TWELVE];
    pressed_by_place(r, frame, N_by_place);
    for (int k = 0; k < r->ways; k++) {
        const double *g = r->way[k].g, by_N = -r->weight[k] * r->m[k];
        for (int j = 0; j < r->ways; j++) {
            double by_rate = -r->load[k] * r->by_V[k][j] * r->radius[j];
            phk_twelve_outer(by_speed, by_rate, g, r->way[j].g);
            phk_twelve_outer(by_place, by_rate, g, r->way[j].rate_by_place);
        }
        phk_twelve_outer(by_place, by_N, g, N_by_place);
        for (int c = 0; c < PHK_TWELVE * PHK_TWELVE; c++)
            by_place[c] -= r->load[k] * r->m[k] * (&r->way[k].dg[0][0])[c];
        for (int c = 0; c < PHK_TWELVE; c++)
            for (int f = 0; f < 3; f++) {
                by_reaction[6 * c + f] += by_N * g[c] * (&r->pressed.by_force.x)[f];
                by_reaction[6 * c + 3 + f] += by_N * g[c] * (&r->pressed.by_torque.x)[f];
            }
    }
}

double phk_rub_lost(const phk_rub *r)
{
    double lost = 0;
    for (int k = 0; k < r->ways; k++) lost += r->load[k] * r->m[k] * r->way[k].rate;
    return lost;
}

void phk_rub_remember(const ph_frame *frame, const ph_wrench *reaction, bool start, double *memory)
{
    if (start) {
        phk_coordinate way;
        phk_coordinate_slide(frame, 2, &way);
        memory[PHK_RUB_FORCE] = memory[PHK_RUB_TORQUE] = 0;
        memory[PHK_RUB_SLID] = way.value;
    }
    memory[PHK_RUB_FORCE] = fmax(memory[PHK_RUB_FORCE], ph_norm(reaction->force));
    memory[PHK_RUB_TORQUE] = fmax(memory[PHK_RUB_TORQUE], ph_norm(reaction->torque));
}
