/* SPDX-License-Identifier: BSD-3-Clause
 *
 * noise.c -- what rounding does to accelerations, and so to Newton and to the error test.
 *
 * A constraint row is known to a rounding s of its terms, and enters the step over beta h^2, so
 * accelerations carry a noise that grows as the step shrinks. The scheme carries the rows'
 * rounding on as ((z - 1)/(z + rho))^2 / (beta h^2): white noise of deviation s becomes one of
 * G s/(beta h^2) in A_1 - A_n, G = 4.2/(1 - rho)^1.5, and the error estimate k h^2 (A_1 - A_n) has
 * a noise of (k/beta) G s whatever h is. Judged per unit step the error allowed falls with h:
 * below some step a shorter one is only worse, and a run to a tight tolerance would die there. So
 * the test allows for the noise (judge.c), and the summary tells.
 *
 * How the rounding of rows becomes that of accelerations (levers of millimetres, places close to a
 * singular one) only the factors know: they are asked after each factorisation, by one solve with
 * a rounding of irregular sign on every row. Velocity rows, which are known better, count as rows
 * on positions do: their own rounding would change with speed and step, and the watch (watch.c)
 * wants answers to the same rates. Noise must not be measured from what the error test sees and be
 * fed back: that runs away.
 *
 * Newton's corrections are held against it as well, places against a rounding of places and turns
 * against one of turns. A floor in metres for both, or of at least a metre, is no rounding to a
 * model of micrometres: there a bounce was cut short, and its energy with it.
 */
#include "integrate/stepper.h"

#include <math.h>
#include <string.h>
#include "math/euler.h"

#define UNIT     1.1e-16 /* rounding of a number */
#define GAIN     4.2     /* of the scheme, see above; 0.6: irregular signs against white noise */
#define WHITE    0.6
#define UNDAMPED 0.05  /* least 1 - rho: with rho 1 the noise has no bound */
#define ROUNDING 3e-16 /* of a coordinate, in a correction of Newton's */
#define PROBE    3     /* of the largest answer to the probe: the same */
#define STAGNANT 30    /* roundings: a correction that no longer shrinks may be as large */
#define PATIENT  10    /* more of them for each failure of Newton in the same step */
#define MOST     1000  /* at most */
#define MARGIN                                                                                     \
    30 /* of the standard deviation: what the error test allows for; 10: half as many steps more   \
        */
#define ALIKE    3.0   /* ratio of steps whose answers to the probe can be compared */
#define DIFFER   1e-13 /* relative: what must not be moving still when Newton stagnates */
#define DIFFER_Y 1e-10

/* Largest coordinate, now or so far. */
static double extent(const phk_stepper *s)
{
    double most = fmax(s->form->dae->size, s->scale.furthest);
    return most > 0 ? most : s->form->length;
}

/* What the terms of a constraint row are: lengths where it holds a place, else numbers of size 1.
 * The row of the matrix tells, for it holds the row's derivatives. */
static double row_size(const phk_stepper *s, int row, const double *values)
{
    const phk_pattern *pattern = s->form->pattern;
    double place = 0, turn = 0;
    for (int at = pattern->row_start[row]; at < pattern->row_start[row + 1]; at++) {
        int column = pattern->column[at];
        if (column >= s->form->na) break;
        if (s->scale.lengths[column] > 0)
            place = fmax(place, fabs(values[at]) * s->scale.lengths[column]);
        else
            turn = fmax(turn, fabs(values[at]));
    }
    return fmax(place * extent(s), turn);
}

/* C_t of the constraints: what is driven moves by as much in the rounding of a time. NULL: nothing
 * is driven. zero [n] holds zeros. */
static const double *rates_of_time(phk_stepper *s, const double *zero)
{
    const phk_dae *dae = s->form->dae;
    phk_point p = phk_stepper_point(s, &s->to);
    p.v = p.xd = zero;
    return dae->driven && !dae->rates(dae->self, &p, s->it.c, NULL) ? s->it.c : NULL;
}

static bool is_row(const phk_form *form, int i)
{
    int first = form->na + form->dae->nx, own = form->n - form->ne;
    return (i >= first && i < first + form->dae->nl) || i >= own;
}

void phk_noise_create(phk_stepper *s)
{
    const phk_dae *dae = s->form->dae;
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = dae->cell + i;
        bool turns = cell->kind == PHK_CELL_ROTATION, own = s->form->own_velocities;
        double *lengths = s->scale.lengths + (own ? cell->q : cell->v);
        int count = own ? phk_cell_coordinates(cell) : cell->width;
        for (int k = 0; k < count; k++) lengths[k] = turns ? 0 : 1 / phk_cell_size(cell, k);
    }
    s->noise.patience = s->noise.plain = 1;
}

/* Keeps the answer to the probe as velocities, for the watch. */
static void see(phk_stepper *s, const double *x)
{
    const phk_dae *dae = s->form->dae;
    bool own = s->form->own_velocities;
    for (int i = 0; i < dae->cells; i++) {
        const phk_cell *cell = dae->cell + i;
        const double *from = x + (own ? cell->q : cell->v);
        double *to = s->seen.dv + cell->v;
        memcpy(to, from, (size_t)cell->width * sizeof *to);
        if (!own || cell->kind == PHK_CELL_VECTOR) continue;
        ph_vec3 w = ph_scale(2, phk_euler_down(s->to.q + cell->q, from));
        to[0] = w.x, to[1] = w.y, to[2] = w.z;
    }
    memcpy(s->seen.q, s->to.q, (size_t)dae->nq * sizeof *s->seen.q);
    phk_watch_to_world(dae, s->seen.q, s->seen.dv);
    s->seen.t = s->to.t;
    s->seen.there = true;
}

void phk_noise_watch(phk_stepper *s)
{
    phk_passage passage;
    /* factors of a longer step that was refused say nothing of this one */
    if (!s->seen.there || s->form->dae->nl == 0 || (s->seen.t - s->now.t) * s->engine.h > 0) return;
    s->seen.there = false;
    /* stiff forces take part in the answer, and with another share in a step of another size */
    double ratio = s->it.h_factored / s->seen.h;
    s->seen.h = s->it.h_factored;
    if (s->form->stiffness > PHK_STIFF && !(ratio < ALIKE && ratio > 1 / ALIKE)) s->watch.size = 0;
    bool passed =
        phk_watch_see(&s->watch, s->form->dae, s->seen.dv, s->seen.q, s->seen.t, &passage);
    if (!passed || s->engine.passed) return;
    s->engine.passed = true;
    s->engine.passage = passage;
}

void phk_noise_probe(phk_stepper *s, const double *values)
{
    const phk_form *form = s->form;
    phk_noise *noise = &s->noise;
    unsigned seed = 12345;
    double *x = s->it.bar, sum = 0;
    noise->rms = noise->place = noise->turn = 0;
    if (!(s->options.run.tolerance > 0) || form->dae->nl + form->ne == 0) return;
    memset(x, 0, (size_t)form->n * sizeof *x);
    const double *drift = rates_of_time(s, x);
    for (int i = form->na + form->dae->nx; i < form->n; i++) {
        if (!is_row(form, i)) continue;
        int row = i - form->na - form->dae->nx;
        bool own = i >= form->n - form->ne;
        double size = own ? 1 : row_size(s, i, values);
        if (!own) s->scale.row_size[row] = size;
        if (drift && row < phk_dae_positions(form->dae))
            size = fmax(size, fabs(s->to.t * drift[row]));
        seed = seed * 1664525u + 1013904223u;
        x[i] = (seed >> 31 ? 1 : -1) * UNIT * size;
    }
    phk_factor_solve(s->factor, x);
    s->engine.count.solves++;
    for (int i = 0; i < form->na; i++) sum += x[i];
    if (!isfinite(sum)) return;
    see(s, x);
    phk_size size;
    form->type->correct(s->form, x, 0, s->it.u, &size);
    noise->rms = sqrt(size.sum / form->components);
    noise->place = size.place;
    noise->turn = size.turn;
    double weighted = size.sum;
    s->form->weight = s->scale.alike;
    form->type->correct(s->form, x, 0, s->it.u, &size);
    s->form->weight = s->scale.weight;
    noise->plain = weighted > 0 ? sqrt(size.sum / weighted) : 1;
}

void phk_noise_begin(phk_stepper *s, double h)
{
    double place, turn, bh2 = s->scheme.beta * h * h;
    if (s->options.run.tolerance > 0) {
        place = fmax(ROUNDING * extent(s), PROBE * s->noise.place);
        turn = fmax(ROUNDING, PROBE * s->noise.turn);
    } else {
        /* the factors were not asked: sizes and levers of a metre, or more */
        place = turn = ROUNDING * fmax(s->form->dae->length, s->scale.furthest);
    }
    s->noise.floor = place / bh2;
    s->noise.floor_turn = turn / bh2;
    s->noise.left = 0;
}

double phk_noise_roundings(const phk_stepper *s, const phk_size *a)
{
    return fmax(a->place / s->noise.floor, a->turn / s->noise.floor_turn);
}

bool phk_noise_stagnant(phk_stepper *s, const phk_size *a, double x, double y, double size_y)
{
    const phk_form *form = s->form;
    double size_x = 1, h = form->h;
    if (!(phk_noise_roundings(s, a) <= STAGNANT * s->noise.patience)) return false;
    for (int i = 0; i < form->dae->nx; i++) size_x = fmax(size_x, fabs(s->now.x[i]));
    if (!(x * fabs(h) < DIFFER * size_x) || !(y <= DIFFER_Y * fmax(1, size_y))) return false;
    s->noise.left = s->scheme.k * h * h * sqrt(a->sum / form->components);
    return true;
}

void phk_noise_failed(phk_stepper *s, int failures)
{
    if (failures > 1) s->noise.patience = fmin(PATIENT * s->noise.patience, MOST);
}

double phk_noise_of_error(const phk_stepper *s)
{
    const phk_form *form = s->form;
    const phk_noise *noise = &s->noise;
    double rho = (1 + s->scheme.del) / (1 - s->scheme.del);
    double gain = GAIN / pow(fmax(1 - rho, UNDAMPED), 1.5) * WHITE;
    double row = UNIT * extent(s) / form->length / sqrt((double)form->components);
    double rows = s->scheme.k / s->scheme.beta * gain * fmax(noise->rms, row);
    return MARGIN * fmax(rows, fmax(noise->left, noise->left_before));
}
