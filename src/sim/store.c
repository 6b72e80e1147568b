/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A run written out, to be continued with the same bits: by a simulation of the same model and
 * options, in the same build. What is made anew from those is not in it. First what a drive is made
 * for (which phase, what is active), then what it knows.
 */
#include <string.h>
#include "sim/sim.h"

enum { FORMAT = 1 };

static void store_text(const char *text, phk_store *s)
{
    phk_store_expect(s, (long long)strlen(text));
    for (const char *c = text; *c; c++) phk_store_expect(s, *c);
}

/* A run that is another one is refused before anything is made of it. */
static void store_identity(const ph_sim *sim, phk_store *s)
{
    const phk_program *p = sim->program;
    const long long number[] = {FORMAT,      sizeof *sim,   p->bodies,   p->rows,      p->states,
                                p->formulas, p->elements.n, sim->phases, p->triggers.n};
    store_text(ph_version(), s);
    for (size_t i = 0; i < sizeof number / sizeof *number; i++) phk_store_expect(s, number[i]);
}

/* What decides on the steps and rows of a phase. */
static void store_options(const ph_options *o, phk_store *s)
{
    const double value[] = {
        o->start, o->end, o->step, o->tolerance, o->every, (double)o->rows, (double)o->analysis};
    store_text(o->integrator.text, s);
    for (size_t i = 0; i < sizeof value / sizeof *value; i++) {
        long long bits;
        memcpy(&bits, &value[i], sizeof bits);
        phk_store_expect(s, bits);
    }
}

void phk_sim_store_head(ph_sim *sim, phk_store *s)
{
    store_identity(sim, s);
    for (int k = 0; k < sim->phases; k++) store_options(&sim->part[k], s);
    PHK_STORE_EACH(s, PHK_PART(sim->phase), PHK_PART(sim->tried));
    if (!s->status && (sim->phase < 0 || sim->phase >= sim->phases)) s->status = PH_E_FORMAT;
    if (s->status) return;
    if (s->reading) sim->options = sim->part[sim->phase];
    phk_system_store(sim->system, s);
    PHK_STORE(s, sim->stats);
}

void phk_sim_store_tail(ph_sim *sim, phk_store *s, ph_diag *diag)
{
    sim->drive->store(sim->drive, s, diag);
    phk_ledger_store(&sim->ledger, s);
    phk_stresses_store(&sim->stresses, s);
    PHK_STORE_EACH(s, PHK_PART(sim->h), PHK_PART(sim->direction), PHK_PART(sim->agenda.next),
                   PHK_PART(sim->agenda.way), PHK_PART(sim->watch), PHK_PART(sim->schedule),
                   PHK_PART(sim->over), PHK_PART(sim->options.end));
    phk_store_seal(s);
}

ph_status phk_sim_write(ph_sim *sim, phk_store *store)
{
    phk_sim_store_head(sim, store);
    phk_sim_store_tail(sim, store, NULL);
    return store->status;
}
