/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Modes of the present state of a simulation, as motions of its bodies.
 */
#include "analysis/modes.h"

#include <math.h>
#include <stdlib.h>
#include <polhode/analysis.h>
#include "base/diag.h"
#include "linalg/eigen.h"
#include "sim/linearize.h"
#include "sim/sim.h"

enum { SMALL = 400, USUAL = 20 }; /* unknowns, modes */

/* Displacement of the centre of mass and turn of a body, world axes; one part of a shape. */
typedef struct {
    ph_vec3 move, turn;
} motion;

static void add_cell(const phk_here *h, const ph_sim *sim, const phk_cell *cell,
                     const double complex *xi, int part, ph_mode_body *to)
{
    double x[3];
    if (cell->kind == PHK_CELL_VECTOR && !phk_cell_is_place(cell)) return;
    for (int k = 0; k < 3; k++) x[k] = part ? cimag(xi[cell->v + k]) : creal(xi[cell->v + k]);
    ph_quat axes = phk_cell_axes(cell, &h->p);
    ph_vec3 v = ph_rotate(axes, ph_v3(x[0], x[1], x[2]));
    if (cell->kind == PHK_CELL_VECTOR) {
        to->move[part] = ph_add(to->move[part], v);
        return;
    }
    ph_vec3 arm = ph_rotate(axes, sim->program->r_C[h->drive->dae->node[cell->v]]);
    to->turn[part] = v;
    to->move[part] = ph_add(to->move[part], ph_cross(v, arm));
}

/* The modal coordinates of a flexible body; `room` has place for both parts. */
static void add_modal(const ph_sim *sim, const phk_flexible_body *f, const double complex *xi,
                      ph_mode_body *to, double *room)
{
    const int n = f->is->modes;
    xi += sim->drive->seating.seat[f->body].mode_rates;
    to->modes = n;
    for (int j = 0; j < n; j++) {
        room[j] = creal(xi[j]);
        room[n + j] = cimag(xi[j]);
        to->bend = fmax(to->bend, cabs(xi[j]) * f->is->size[j]);
    }
    to->modal[0] = room;
    to->modal[1] = room + n;
}

/* [m] The longest way between corners of the box about all their nodes. */
static double reach_of(const ph_sim *sim)
{
    const phk_flexible_list *list = &sim->program->flexible;
    phk_view bodies = phk_sim_bodies(sim);
    ph_vec3 low = {INFINITY, INFINITY, INFINITY}, high = {-INFINITY, -INFINITY, -INFINITY};
    for (int k = 0; k < list->n; k++)
        for (int i = 0; i < list->item[k].is->nodes; i++) {
            ph_vec3 at =
                ph_rotate(phk_view_turn(&bodies, list->item[k].body), list->item[k].is->node[i].at);
            at = ph_add(at, phk_view_place(&bodies, list->item[k].body));
            low = ph_v3(fmin(low.x, at.x), fmin(low.y, at.y), fmin(low.z, at.z));
            high = ph_v3(fmax(high.x, at.x), fmax(high.y, at.y), fmax(high.z, at.z));
        }
    return high.x >= low.x ? ph_norm(ph_sub(high, low)) : 0;
}

static double component(const ph_vec3 *v, int k)
{
    return k == 0 ? v->x : k == 1 ? v->y : v->z;
}

/* The modal coordinate that displaces most, with that displacement as its size. */
static double complex bent(const ph_mode_body *body)
{
    double complex largest = 0;
    for (int j = 0; j < body->modes; j++) {
        double complex z = phk_complex(body->modal[0][j], body->modal[1][j]);
        if (cabs(z) > cabs(largest) * (1 + 1e-9)) largest = z;
    }
    return largest == 0 ? 0 : largest * (body->bend / cabs(largest));
}

static void turn_modal(ph_mode_body *body, double complex f)
{
    double *re = body->modal[0], *im = body->modal[1];
    body->bend *= cabs(f);
    for (int j = 0; j < body->modes; j++) {
        double complex z = f * phk_complex(re[j], im[j]);
        re[j] = creal(z);
        im[j] = cimag(z);
    }
}

/* The largest displacement becomes 1. */
static void normalise(ph_mode_body *body, int bodies, double size)
{
    double complex largest = 0;
    for (int i = 0; i < bodies; i++)
        for (int k = 0; k < 6; k++) {
            const ph_vec3 *v = k < 3 ? body[i].move : body[i].turn;
            double complex z =
                (k < 3 ? 1 : size) * phk_complex(component(&v[0], k % 3), component(&v[1], k % 3));
            /* of equal ones the first, whatever rounding says */
            if (cabs(z) > cabs(largest) * (1 + 1e-9)) largest = z;
        }
    for (int i = 0; i < bodies; i++)
        if (body[i].bend > cabs(largest) * (1 + 1e-9)) largest = bent(&body[i]);
    if (largest == 0) return;
    double complex f = 1 / largest;
    for (int i = 0; i < bodies; i++)
        for (int k = 0; k < 2; k++) {
            ph_vec3 *v = k ? body[i].turn : body[i].move;
            ph_vec3 re = ph_sub(ph_scale(creal(f), v[0]), ph_scale(cimag(f), v[1]));
            v[1] = ph_add(ph_scale(creal(f), v[1]), ph_scale(cimag(f), v[0]));
            v[0] = re;
        }
    for (int i = 0; i < bodies; i++) turn_modal(&body[i], f);
}

static ph_status take(const phk_here *h, const ph_sim *sim, const phk_modes *m, ph_modes *out)
{
    const phk_dae *dae = h->drive->dae;
    phk_freedoms free = phk_pencil_freedoms(&h->pencil);
    *out = (ph_modes){.t = h->p.t,
                      .modes = m->count,
                      .bodies = sim->program->bodies,
                      .freedoms = free.rates,
                      .states = free.states,
                      .all = m->all,
                      .factorisations = m->factorisations,
                      .solves = m->solves,
                      .change = h->change,
                      .steady = h->change <= PHK_STEADY};
    out->mode = calloc((size_t)m->count + 1, sizeof *out->mode);
    ph_mode_body *body =
        calloc((size_t)m->count * (size_t)out->bodies + 1, sizeof *out->mode->body);
    const phk_flexible_list *list = &sim->program->flexible;
    double *modal = calloc(2 * (size_t)m->count * (size_t)list->modes + 1, sizeof *modal);
    if (out->mode) out->mode[0].body = body;
    if (!out->mode || !body || !modal) return PH_E_NOMEM;
    out->modal = modal;
    out->reach = reach_of(sim);
    for (int i = 0; i < m->count; i++, body += out->bodies) {
        double complex s = m->value[i];
        double size = cabs(s);
        out->mode[i] = (ph_mode){.re = creal(s),
                                 .im = cimag(s),
                                 .frequency = cimag(s) / (2 * PH_PI),
                                 .damping = size > 0 ? 0 - creal(s) / size : 0,
                                 .body = body};
        for (int k = 0; k < 2 * dae->cells; k++)
            add_cell(h, sim, dae->cell + k / 2, m->xi + (size_t)i * dae->nv, k % 2,
                     body + dae->node[dae->cell[k / 2].v]);
        for (int k = 0; k < list->n; k++, modal += 2 * list->item[k - 1].is->modes)
            add_modal(sim, &list->item[k], m->xi + (size_t)i * dae->nv, body + list->item[k].body,
                      modal);
        normalise(body, out->bodies, dae->size > 0 ? dae->size : 1);
    }
    return PH_OK;
}

static ph_status solve(const phk_here *h, const ph_modes_options *o, phk_modes *m, ph_diag *diag)
{
    int row = -1, count = o->count > 0 ? o->count : h->pencil.dae->nv * 2 + h->pencil.dae->nx;
    phk_freedoms free = phk_pencil_freedoms(&h->pencil);
    if (free.states <= 0)
        return phk_error(diag, PH_E_MODEL, phk_nowhere, "leave out a motion or a joint",
                         "the model has no freedom, and no states: nothing can swing");
    bool all = o->method == PH_MODES_ALL ||
               (o->method == PH_MODES_BY_SIZE && h->pencil.pattern.n <= SMALL);
    ph_status status = all ? phk_modes_all(&h->pencil, &h->p, m, &row) : PH_E_UNSUPPORTED;
    if (status == PH_E_UNSUPPORTED) {
        int most = o->count > 0 || all ? count : USUAL;
        status = phk_modes_some(&h->pencil, most < free.states ? most : free.states, m, &row);
    }
    if (status) return phk_here_explain(h, status, row, diag);
    phk_modes_cut(m, count);
    return PH_OK;
}

ph_status ph_sim_modes(ph_sim *sim, const ph_modes_options *options, ph_diag *diag, ph_modes **out)
{
    const ph_modes_options usual = {0}, *o = options ? options : &usual;
    phk_here here;
    phk_modes modes = {0};
    *out = calloc(1, sizeof **out);
    if (!*out) return phk_tell(diag, PH_E_NOMEM);
    ph_status status = phk_here_create(sim, o->frame, diag, &here);
    if (!status) status = solve(&here, o, &modes, diag);
    if (!status) status = take(&here, sim, &modes, *out);
    if (!status) phk_here_tell(&here, diag);
    phk_modes_free(&modes);
    phk_here_free(&here);
    if (status) {
        ph_modes_free(*out);
        *out = NULL;
    }
    return phk_tell(diag, status);
}
