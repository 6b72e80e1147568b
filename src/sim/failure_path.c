/* SPDX-License-Identifier: BSD-3-Clause
 *
 * failure_path.c -- is it the forces? They are looked at along the path on which the simulation
 * would have gone on, and in states that differ by rounding alone.
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "math/so3.h"
#include "sim/failure_cause.h"

#define JUMP   0.5  /* of a change within the step, left in a millionth of it */
#define GROWTH 100  /* times a force, within */
#define AHEAD  1e3  /* steps */
#define SUDDEN 1e3  /* times the mean acceleration so far: a force that grew at the end */
#define FAR    1e3  /* sizes of the model from the origin: there it can be moved nearer */
#define LOST   1e-5 /* rounding as a tolerance, with which none is met any more */
#define NOISE  0.1  /* of the tolerance: rounding that leaves nothing of it */

/* ---- forces along the path ---- */

/* Forces on the way from the last good state, accelerations as they were there. */
typedef struct {
    const phk_trouble *f;
    int count;                      /* of wrenches */
    double *q, *v, *room;           /* of the state, of the residual */
    ph_wrench *low, *high, *middle; /* [count] */
    double *memory;
} path;

static int wrenches(const phk_system *sys)
{
    int n = 0;
    for (int g = 0; g < sys->program->elements.groups; g++)
        n += sys->program->elements.group[g].n * sys->program->elements.group[g].type->markers;
    return n;
}

static bool make_path(path *p, const phk_trouble *f)
{
    const phk_dae *dae = f->dae;
    *p = (path){.f = f, .count = wrenches(f->system)};
    int rows = dae->nv + dae->nx + dae->nl + dae->ny, own = dae->nq + dae->nv;
    p->memory = calloc((size_t)(rows + own) + 1, sizeof *p->memory);
    p->low = calloc(3 * (size_t)p->count + 1, sizeof *p->low);
    p->q = p->memory, p->v = p->memory ? p->q + dae->nq : NULL;
    p->room = p->memory ? p->v + dae->nv : NULL;
    p->high = p->low ? p->low + p->count : NULL;
    p->middle = p->low ? p->high + p->count : NULL;
    return p->memory && p->low;
}

static void free_path(path *p)
{
    free(p->memory);
    free(p->low);
}

static void move_along(path *p, double d)
{
    const phk_dae *dae = p->f->dae;
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = dae->cell + i;
        const double *v = p->f->at.v + cell->v, *a = p->f->at.a + cell->v;
        const double *q = p->f->at.q + cell->q;
        double move[3] = {0}, *out = p->q + cell->q;
        for (int k = 0; k < cell->width; k++) {
            double way = d * (v[k] + 0.5 * d * a[k]);
            p->v[cell->v + k] = v[k] + d * a[k];
            if (cell->kind == PHK_CELL_VECTOR)
                out[k] = q[k] + way;
            else
                move[k] = way;
        }
        if (cell->kind == PHK_CELL_VECTOR) continue;
        ph_quat r =
            phk_turn(ph_quat_make(q[0], q[1], q[2], q[3]), ph_v3(move[0], move[1], move[2]));
        out[0] = r.w, out[1] = r.x, out[2] = r.y, out[3] = r.z;
    }
}

/* All wrenches d behind the last good state. */
static bool forces_at(path *p, double d, ph_wrench *out)
{
    const phk_trouble *f = p->f;
    const phk_system *sys = f->system;
    phk_point at = f->at;
    move_along(p, d);
    at.t += d, at.q = p->q, at.v = p->v;
    double *rate = p->room + f->dae->nv, *c = rate + f->dae->nx;
    if (f->dae->residual(f->dae->self, &at, p->room, rate, c, c + f->dae->nl)) return false;
    size_t places = (size_t)sys->program->elements.places;
    if (places > 0) memcpy(out, sys->wrench, places * sizeof *out);
    return true;
}

static double size_of(ph_wrench w)
{
    return ph_norm(w.force) + ph_norm(w.torque);
}

static double between(ph_wrench a, ph_wrench b)
{
    return ph_norm(ph_sub(a.force, b.force)) + ph_norm(ph_sub(a.torque, b.torque));
}

/* The wrench that changes most; -1: none does. */
static int most_changed(const path *p, double *change)
{
    int most = -1;
    *change = 0;
    for (int i = 0; i < p->count; i++) {
        double d = between(p->low[i], p->high[i]);
        if (!(d > *change)) continue;
        *change = d;
        most = i;
    }
    return most;
}

static const char *owner_of(const phk_system *sys, int wrench)
{
    for (int g = 0; g < sys->program->elements.groups; g++) {
        int markers = sys->program->elements.group[g].type->markers,
            own = sys->program->elements.group[g].n * markers;
        if (wrench < own) return sys->program->elements.group[g].name[wrench / markers];
        wrench -= own;
    }
    return "";
}

static void tell_force(const phk_trouble *f, const path *p, int i, const char *verb, double time,
                       phk_cause *c)
{
    bool turn = ph_norm(p->low[i].force) + ph_norm(p->high[i].force) == 0;
    double a = turn ? ph_norm(p->low[i].torque) : ph_norm(p->low[i].force);
    double b = turn ? ph_norm(p->high[i].torque) : ph_norm(p->high[i].force);
    snprintf(c->what, sizeof c->what, "force `%.100s` %s, from %.3g to %.3g %s%s within %.2g s",
             owner_of(f->system, i), verb, a, b, turn ? "N m" : "N", a == b ? " the other way" : "",
             time);
}

/* Halves [low, high] towards the larger change of a wrench, in so many cuts. */
static double close_in(path *p, int i, double low, double high)
{
    enum { CUTS = 20 };
    for (int k = 0; k < CUTS; k++) {
        double middle = 0.5 * (low + high);
        if (!forces_at(p, middle, p->middle)) return 0;
        bool later = between(p->middle[i], p->high[i]) > between(p->low[i], p->middle[i]);
        memcpy(later ? p->low : p->high, p->middle, (size_t)p->count * sizeof *p->low);
        *(later ? &low : &high) = middle;
    }
    return between(p->low[i], p->high[i]);
}

static bool finds_jump(const phk_trouble *f, path *p, phk_cause *c)
{
    double change;
    for (double d = f->h; fabs(d) < AHEAD * fabs(f->h); d *= 10) {
        if (!forces_at(p, 0, p->low) || !forces_at(p, d, p->high)) return false;
        int i = most_changed(p, &change);
        if (i < 0 || change < JUMP * fmax(size_of(p->low[i]), size_of(p->high[i]))) continue;
        if (!(close_in(p, i, 0, d) > JUMP * change)) continue;
        tell_force(f, p, i, "jumps", fabs(d) * 1e-6, c);
        snprintf(c->cure, sizeof c->cure,
                 "let it change over a short way or time, as by `step` or `tanh`: no step is small "
                 "enough for a jump that depends on the motion");
        return true;
    }
    return false;
}

bool phk_force_jumps(const phk_trouble *f, phk_cause *c)
{
    path p;
    bool found = f->h != 0 && make_path(&p, f) && finds_jump(f, &p, c);
    if (f->h != 0) free_path(&p);
    return found;
}

/* Have accelerations come to be far above what made the speed there is? */
static bool is_sudden(const phk_trouble *f)
{
    double speed = 0, most = 0, time = fabs(f->at.t - f->start);
    for (int i = 0; i < f->dae->nv; i++) {
        speed = fmax(speed, fabs(f->at.v[i]));
        most = fmax(most, fabs(f->at.a[i]));
    }
    return time > 0 && speed > 0 && most * time > SUDDEN * speed;
}

static bool finds_growth(const phk_trouble *f, path *p, phk_cause *c)
{
    if (!forces_at(p, 0, p->low)) return false;
    for (double d = f->h; fabs(d) < AHEAD * fabs(f->h); d *= 1.1) {
        double change;
        if (!forces_at(p, d, p->high)) return false;
        int i = most_changed(p, &change);
        if (i < 0 || !(change > GROWTH * size_of(p->low[i])) || size_of(p->low[i]) == 0) continue;
        tell_force(f, p, i, "grows without bound", fabs(d), c);
        snprintf(c->cure, sizeof c->cure,
                 "bound it where it is not meant to act any more: no step is small enough there");
        return true;
    }
    return false;
}

bool phk_force_grows(const phk_trouble *f, phk_cause *c)
{
    path p;
    if (f->h == 0 || !is_sudden(f)) return false;
    bool found = make_path(&p, f) && finds_growth(f, &p, c);
    free_path(&p);
    return found;
}

/* ---- more than numbers hold ---- */

/* The largest coordinate of a body, and whose it is. */
static double furthest(const phk_trouble *f, const phk_cell **whose)
{
    double most = 0;
    *whose = NULL;
    for (int i = 0; i < f->dae->cells; i++) {
        const phk_cell *cell = f->dae->cell + i;
        for (int k = 0; k < cell->width && cell->kind == PHK_CELL_VECTOR; k++) {
            double x = phk_cell_size(cell, k) * fabs(f->at.q[cell->q + k]);
            if (!(x > most)) continue;
            most = x;
            *whose = cell;
        }
    }
    return most;
}

/* The state with every coordinate, or the time, off by its last digit: accelerations follow by at
 * most how much, from forces alone? */
static double shaken(path *p, bool time)
{
    const phk_dae *dae = p->f->dae;
    phk_point at = p->f->at;
    double *d = p->room + dae->nv, *c = d + dae->nx, most = 0;
    memcpy(p->q, at.q, (size_t)dae->nq * sizeof *p->q);
    if (dae->residual(dae->self, &at, p->room, d, c, c + dae->nl)) return 0;
    memcpy(p->v, p->room, (size_t)dae->nv * sizeof *p->v);
    for (int i = 0; i < dae->cells && !time; i++)
        for (int k = 0; k < dae->cell[i].width && dae->cell[i].kind == PHK_CELL_VECTOR; k++)
            p->q[dae->cell[i].q + k] *= 1 + ((i + k) % 2 ? DBL_EPSILON : -DBL_EPSILON);
    at.q = p->q;
    if (time) at.t *= 1 + DBL_EPSILON;
    if (dae->residual(dae->self, &at, p->room, d, c, c + dae->nl)) return 0;
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = dae->cell + i;
        const double *now = p->room + cell->v, *then = p->v + cell->v;
        for (int k = 0; k < cell->width && cell->mass > 0; k++)
            most = fmax(most, phk_cell_size(cell, k) * fabs(now[k] - then[k]) / cell->mass);
    }
    return most;
}

/* [m/s] The fastest body, at least as fast as who crosses the model in the run. */
static double fastest(const phk_trouble *f)
{
    double most = f->length / f->span;
    for (int i = 0; i < f->dae->cells; i++) {
        const phk_cell *cell = f->dae->cell + i;
        for (int k = 0; k < cell->width && cell->kind == PHK_CELL_VECTOR; k++)
            most = fmax(most, phk_cell_size(cell, k) * fabs(f->at.v[cell->v + k]));
    }
    return most;
}

/* Rounding as a tolerance: of accelerations, over a usual step. */
static double noise_of(const phk_trouble *f, bool time)
{
    path p;
    long long steps = f->engine ? f->engine->count.steps : 0;
    double h = steps > 0 ? fabs(f->at.t - f->start) / (double)steps : fabs(f->h);
    double noise = make_path(&p, f) ? h * shaken(&p, time) / fastest(f) : 0;
    free_path(&p);
    return noise;
}

/* What rounding allows for, where that is worth having. */
static void tell_tolerance(double noise, phk_cause *c)
{
    double enough = pow(10, ceil(log10(10 * noise)));
    if (noise < LOST)
        snprintf(c->cure, sizeof c->cure,
                 "move the origin to the mechanism, or take a tolerance of %.0e or more", enough);
    else
        snprintf(c->cure, sizeof c->cure,
                 "move the origin to the mechanism: no tolerance makes up for that");
}

bool phk_asks_too_much(const phk_trouble *f, phk_cause *c)
{
    const phk_cell *whose;
    double x = furthest(f, &whose), place = DBL_EPSILON * x;
    if (!(f->tolerance > 0) || !(f->length > 0)) return false;
    double of_place = 0, of_time = fabs(f->at.t) > f->span ? noise_of(f, true) : 0;
    if (x > FAR * f->length) of_place = fmax(place / f->length, noise_of(f, false));
    char body[160];
    if (!(fmax(of_place, of_time) > fmin(NOISE * f->tolerance, LOST))) return false;
    if (of_time > of_place) {
        snprintf(c->what, sizeof c->what,
                 "rounding does not allow for a tolerance of %.0e: so late a time is known to %.1e "
                 "s, in which forces change too much",
                 f->tolerance, DBL_EPSILON * fabs(f->at.t));
        snprintf(c->cure, sizeof c->cure,
                 "let the run start nearer to zero, and shift the times in expressions");
        return true;
    }
    if (!whose) return false;
    phk_name_body(f, whose, body, sizeof body);
    snprintf(c->what, sizeof c->what,
             "rounding does not allow for a tolerance of %.0e: a coordinate of %s is %.3g m, and "
             "known to %.1e m",
             f->tolerance, body, x, place);
    tell_tolerance(of_place, c);
    return true;
}
