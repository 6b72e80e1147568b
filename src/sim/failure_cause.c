/* SPDX-License-Identifier: BSD-3-Clause
 *
 * failure_cause.c -- causes of failure, each with a test of its own.
 *
 * The tests stand in a table and are asked in turn; the first that finds its cause has the word.
 * Those that measure (rank of the constraints, a force looked at along the path) come before those
 * that conclude from sizes. What none of them finds is left to general words.
 */
#include "sim/failure_cause.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "linalg/rank.h"
#include "math/so3.h"
#include "sim/sim.h"

#define LIGHT  1e-8 /* of the heaviest: masses that rounding takes for none */
#define LEFT   1e-3 /* of its length: a row of which less is left is nearly dependent */
#define JUMP   0.5  /* of a change within the step, left in a millionth of it */
#define GROWTH 100  /* times a force, within */
#define AHEAD  1e3  /* steps */
#define SUDDEN 1e3  /* times the mean acceleration so far: a force that grew at the end */
#define WAY    1e-9 /* of the size of the model: a step in which something moves as far is one */

/* ---- names ---- */

static void name_row(const phk_trouble *f, int row, char *text, size_t size)
{
    text[0] = '\0';
    if (row >= 0) f->dae->describe(f->dae->self, row, text, size);
}

/* "body `rod`" */
static void name_body(const phk_trouble *f, const phk_cell *cell, char *text, size_t size)
{
    name_row(f, cell->v, text, size);
    char *comma = strrchr(text, ',');
    if (comma) *comma = '\0';
}

/* ---- a method beyond its limit ---- */

/* [rad] The largest turn of a body in the step that failed. */
static double turn_of(const phk_trouble *f)
{
    double most = 0;
    for (int i = 0; i < f->dae->cells; i++) {
        const double *w = f->at.v + f->dae->cell[i].v;
        if (f->dae->cell[i].kind == PHK_CELL_ROTATION)
            most = fmax(most, sqrt(w[0] * w[0] + w[1] * w[1] + w[2] * w[2]));
    }
    return most * fabs(f->h);
}

static bool turns_too_far(const phk_trouble *f, phk_cause *c)
{
    double turn = turn_of(f), most = f->engine ? f->engine->most_turn : 0;
    if (!(most > 0 && turn > most)) return false;
    snprintf(c->what, sizeof c->what,
             "with its damping it is unstable where joints hold the axis of a body that turns by "
             "more than %.2g rad in a step, and one turns by %.2g",
             most, turn);
    snprintf(c->cure, sizeof c->cure,
             "take `galpha`, which has no such limit, a smaller step, or more damping (`alpha`)");
    return true;
}

/* ---- masses that are none ---- */

static double inertia_of(const phk_cell *cell)
{
    if (cell->kind == PHK_CELL_VECTOR) return cell->mass;
    return fmax(cell->inertia.xx, fmax(cell->inertia.yy, cell->inertia.zz));
}

/* The largest of all cells of the same kind. */
static double heaviest(const phk_dae *dae, phk_cell_kind kind)
{
    double most = 0;
    for (int i = 0; i < dae->cells; i++)
        if (dae->cell[i].kind == kind) most = fmax(most, inertia_of(dae->cell + i));
    return most;
}

static bool in_row(const phk_dae *dae, int row, const phk_cell *cell)
{
    if (row < dae->nv) return row >= cell->v && row < cell->v + 3;
    return phk_pattern_find(dae->pattern, row, cell->v) >= 0;
}

static bool is_light(const phk_trouble *f, phk_cause *c)
{
    const phk_dae *dae = f->dae;
    const phk_cell *light = NULL;
    double ratio = LIGHT;
    for (int i = 0; f->row >= 0 && i < dae->cells; i++) {
        const phk_cell *cell = dae->cell + i;
        double own = inertia_of(cell), share = own / heaviest(dae, cell->kind);
        if (!(own > 0 && share < ratio) || !in_row(dae, f->row, cell)) continue;
        light = cell;
        ratio = share;
    }
    if (!light) return false;
    char body[160];
    name_body(f, light, body, sizeof body);
    bool turn = light->kind == PHK_CELL_ROTATION;
    snprintf(c->what, sizeof c->what,
             "%s has %.2g of the %s of the heaviest, which rounding makes nothing of", body, ratio,
             turn ? "moment of inertia" : "mass");
    snprintf(c->cure, sizeof c->cure,
             "leave it out (one joint or force for the two it stands between), or give it %s of "
             "the size of the others",
             turn ? "a moment of inertia" : "a mass");
    return true;
}

/* ---- constraints that lose their rank ---- */

typedef struct {
    int *start, *column;
    double *value, *scale;
    bool *dependent;
    int *with_start, *with;
    double *memory;
} rows_work;

static void free_rows(rows_work *w)
{
    free(w->start);
    free(w->column);
    free(w->value);
    free(w->scale);
    free(w->dependent);
    free(w->with_start);
    free(w->with);
    free(w->memory);
}

static bool make_rows(rows_work *w, const phk_dae *dae)
{
    size_t rows = (size_t)dae->nl + 1, entries = (size_t)dae->pattern->entries + 1;
    w->start = malloc(rows * sizeof *w->start);
    w->column = malloc(entries * sizeof *w->column);
    w->value = malloc(entries * sizeof *w->value);
    w->scale = malloc(((size_t)dae->nv + 1) * sizeof *w->scale);
    w->dependent = calloc(rows, sizeof *w->dependent);
    w->memory = calloc(3 * entries + (size_t)(dae->nv + dae->nx) + rows, sizeof *w->memory);
    return w->start && w->column && w->value && w->scale && w->dependent && w->memory;
}

/* Turns count by the longest lever arm there is; see mech/assemble_rank.c. */
static void scale_turns(const phk_dae *dae, rows_work *w)
{
    double arm = 0;
    for (int k = 0; k < dae->nv; k++) w->scale[k] = 1;
    for (int i = 0; i < dae->cells; i++)
        for (int k = 0; k < 3 && dae->cell[i].kind == PHK_CELL_ROTATION; k++)
            w->scale[dae->cell[i].v + k] = 0;
    for (int r = 0; r < dae->nl; r++) {
        double move = 0, turn = 0;
        for (int p = w->start[r]; p < w->start[r + 1]; p++) {
            double *most = w->scale[w->column[p]] > 0 ? &move : &turn;
            *most = fmax(*most, fabs(w->value[p]));
        }
        if (move > 0) arm = fmax(arm, turn / move);
    }
    for (int k = 0; k < dae->nv; k++)
        if (w->scale[k] == 0) w->scale[k] = arm > 0 ? 1 / arm : 1;
    for (int p = 0; p < w->start[dae->nl]; p++) w->value[p] *= w->scale[w->column[p]];
}

/* G at the point, by rows. */
static bool take_rows(const phk_trouble *f, rows_work *w)
{
    const phk_dae *dae = f->dae;
    const phk_pattern *a = dae->pattern;
    size_t entries = (size_t)a->entries + 1;
    phk_tangents out = {w->memory, w->memory + entries, w->memory + 2 * entries};
    int count = 0, first = dae->nv + dae->nx;
    if (dae->tangent(dae->self, &f->at, &out)) return false;
    for (int r = 0; r < dae->nl; r++) {
        w->start[r] = count;
        for (int p = a->row_start[first + r]; p < a->row_start[first + r + 1]; p++) {
            if (a->column[p] >= dae->nv || out.by_q[p] == 0) continue;
            w->column[count] = a->column[p];
            w->value[count++] = out.by_q[p];
        }
    }
    w->start[dae->nl] = count;
    scale_turns(dae, w);
    return true;
}

/* The row that has least left when those before it are taken away, and how much that is; -1: all
 * have enough. */
static int weakest(const phk_dae *dae, rows_work *w, double *left)
{
    for (*left = LEFT * 1e-9; *left < LEFT * 1.1; *left *= 10) {
        int rank = 0;
        free(w->with_start);
        free(w->with);
        w->with_start = w->with = NULL;
        if (phk_rank_rows(dae->nl, dae->nv, w->start, w->column, w->value, *left, w->dependent,
                          &rank, &w->with_start, &w->with))
            return -1;
        for (int r = 0; rank < dae->nl && r < dae->nl; r++)
            if (w->dependent[r]) return r;
    }
    return -1;
}

/* Does time itself move the row, or one of those it depends on? */
static bool is_driven(const phk_trouble *f, rows_work *w, int row)
{
    const phk_dae *dae = f->dae;
    double *still = w->memory, *rate = still + dae->nv + dae->nx;
    memset(still, 0, (size_t)(dae->nv + dae->nx) * sizeof *still);
    phk_point p = f->at;
    p.v = p.xd = still;
    if (!dae->driven || dae->rates(dae->self, &p, rate, NULL)) return false;
    bool driven = rate[row] != 0;
    for (int k = w->with_start[row]; k < w->with_start[row + 1]; k++)
        driven = driven || rate[w->with[k]] != 0;
    return driven;
}

static void tell_rank(const phk_trouble *f, rows_work *w, int row, double left, phk_cause *c)
{
    int first = f->dae->nv + f->dae->nx, from = w->with_start[row], other = w->with_start[row + 1];
    char name[160], with[160] = "others";
    name_row(f, first + row, name, sizeof name);
    if (other > from) name_row(f, first + w->with[other - 1], with, sizeof with);
    bool locks = is_driven(f, w, row);
    snprintf(c->what, sizeof c->what,
             "it comes to a position in which the mechanism %s: %.90s and %.90s%s are no longer "
             "independent (%.0e is left)",
             locks ? "locks" : "can go on in more than one way", name, with,
             other - from > 1 ? ", with others," : "", left);
    snprintf(c->cure, sizeof c->cure, "%s",
             locks ? "let the motion end or turn back before, or lay the mechanism out so that it "
                     "gets past"
                   : "lay the mechanism out so that it does not pass there, or let a spring or a "
                     "little play decide which way it goes");
}

static bool has_lost_rank(const phk_trouble *f, phk_cause *c)
{
    rows_work w = {0};
    double left;
    int row = -1;
    if (f->dae->nl > 0 && make_rows(&w, f->dae) && take_rows(f, &w))
        row = weakest(f->dae, &w, &left);
    if (row >= 0) tell_rank(f, &w, row, left, c);
    free_rows(&w);
    return row >= 0;
}

/* ---- motions to where nothing reaches ---- */

static void tell_reach(const phk_trouble *f, double t, double left, phk_cause *c)
{
    char name[160];
    name_row(f, phk_project_culprit(f->project), name, sizeof name);
    snprintf(c->what, sizeof c->what,
             "the mechanism does not reach where it is driven: at t = %.10g s no position meets "
             "all constraints, and %.100s misses by %.2g",
             t, *name ? name : "one", left);
    snprintf(c->cure, sizeof c->cure,
             "let the motion end or turn back before, or lay the mechanism out so that it gets "
             "there");
}

static bool is_out_of_reach(const phk_trouble *f, phk_cause *c)
{
    enum { ROUNDS = 100 };
    double left = 0;
    if (!f->dae->driven || f->h == 0) return false;
    double *q = malloc((size_t)f->dae->nq * sizeof *q);
    if (!q) return false;
    memcpy(q, f->at.q, (size_t)f->dae->nq * sizeof *q);
    phk_point p = f->at;
    p.t += f->h, p.q = q;
    phk_project_forget(f->project);
    ph_status status =
        phk_project_positions(f->project, &p, q, 1e-12 * f->dae->length, ROUNDS, &left);
    bool found = status == PH_E_SOLVE || status == PH_E_SINGULAR;
    if (found) tell_reach(f, p.t, left, c);
    /* there is a position, but is there a way on from it? */
    phk_trouble there = *f;
    there.at = p;
    if (!status) found = has_lost_rank(&there, c);
    phk_project_forget(f->project);
    free(q);
    return found;
}

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
    for (int g = 0; g < sys->groups; g++) n += sys->group[g].n * sys->group[g].type->markers;
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
        double move[3], *out = p->q + cell->q;
        for (int k = 0; k < 3; k++) {
            move[k] = d * (v[k] + 0.5 * d * a[k]);
            p->v[cell->v + k] = v[k] + d * a[k];
        }
        for (int k = 0; k < 3 && cell->kind == PHK_CELL_VECTOR; k++) out[k] = q[k] + move[k];
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
    for (int g = 0, n = 0; g < sys->groups; g++) {
        int own = sys->group[g].n * sys->group[g].type->markers;
        if (own > 0) memcpy(out + n, sys->group[g].wrench, (size_t)own * sizeof *out);
        n += own;
    }
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
    for (int g = 0; g < sys->groups; g++) {
        int markers = sys->group[g].type->markers, own = sys->group[g].n * markers;
        if (wrench < own) return sys->group[g].name[wrench / markers];
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

static bool jumps(const phk_trouble *f, phk_cause *c)
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

static bool grows(const phk_trouble *f, phk_cause *c)
{
    path p;
    if (f->h == 0 || !is_sudden(f)) return false;
    bool found = make_path(&p, f) && finds_growth(f, &p, c);
    free_path(&p);
    return found;
}

/* ---- clocks ---- */

/* The largest way or turn of a body in the step, as a share of the model's size or of a radian. */
static double way_of(const phk_trouble *f)
{
    double most = 0, h = fabs(f->h), size = phk_system_size(f->system);
    for (int i = 0; i < f->dae->cells; i++) {
        const phk_cell *cell = f->dae->cell + i;
        double unit = cell->kind == PHK_CELL_VECTOR && size > 0 ? size : 1;
        for (int k = cell->v; k < cell->v + 3; k++)
            most = fmax(most, h * (fabs(f->at.v[k]) + h * fabs(f->at.a[k])) / unit);
    }
    return most;
}

static bool clock_is_coarse(const phk_trouble *f, phk_cause *c)
{
    double shortest = f->engine ? f->engine->failure.shortest : 0, t = fabs(f->at.t);
    if (!(shortest > 0) || way_of(f) < WAY) return false;
    if (t > f->span) {
        snprintf(c->what, sizeof c->what,
                 "at so late a time a step below %.2g s, a million-millionth of it, is lost in the "
                 "rounding of times",
                 shortest);
        snprintf(c->cure, sizeof c->cure,
                 "let the run start nearer to zero, and shift the times in expressions");
        return true;
    }
    snprintf(c->what, sizeof c->what,
             "a run of %.3g s has no steps below %.2g s, a million-millionth of it", f->span,
             shortest);
    snprintf(c->cure, sizeof c->cure,
             "let it end earlier, or divide it into `phases`; `first_step` and `max_step` keep it "
             "from beginning with steps too long");
    return true;
}

/* ---- damping ---- */

static bool is_undamped(const phk_trouble *f, phk_cause *c)
{
    const phk_scheme *s = f->engine ? f->engine->scheme : NULL;
    if (!s || s->del < -1e-9 || f->dae->nl == 0) return false;
    snprintf(c->what, sizeof c->what,
             "without numerical damping errors of the constraint forces alternate from step to "
             "step, and nothing takes them away");
    snprintf(c->cure, sizeof c->cure, "leave out `%s`: the default damps them",
             f->engine->method->info.traits & PH_RHO ? "rho" : "alpha");
    return true;
}

/* ---- */

bool phk_find_cause(const phk_trouble *trouble, phk_cause *cause)
{
    static bool (*const test[])(const phk_trouble *, phk_cause *) = {
        turns_too_far, is_light, has_lost_rank,   is_out_of_reach,
        jumps,         grows,    clock_is_coarse, is_undamped};
    for (size_t i = 0; i < sizeof test / sizeof *test; i++)
        if (test[i](trouble, cause)) return true;
    return false;
}
