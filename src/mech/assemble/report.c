/* SPDX-License-Identifier: BSD-3-Clause
 *
 * report.c -- names, numbers and advice for what assembly finds.
 */
#include "mech/assemble/work.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/diag.h"
#include "integrate/jam.h"
#include "mech/equations/row_names.h"

enum { TEXT = 160, LISTED_MOST = 4, MOVED_MOST = 5 };

static const char *unit_of(const phk_system *sys, int row, phk_level level)
{
    static const char *const units[][3] = {
        {" m", " m/s", " m/s^2"}, {" rad", " rad/s", " rad/s^2"}, {"", "", ""}};
    const phk_constraint *c = phk_row_owner(sys, row);
    int part = 0;
    const ph_row *r = phk_row_of(c, phk_row_index(sys, row), &part);
    int kind = c->kind == PHK_HOLD_EQUATION ? 2 : r && r->kind == PH_ROW_DOT ? 1 : 0;
    return units[kind][level];
}

/* Names of the joints and motions of some rows, each once, motions first, as whoever drives is
 * sooner wrong than whoever holds: "`a`, `b` and 3 more". */
static void list_names(const phk_system *sys, const int *row, int count, char *text, size_t size)
{
    int listed = 0, more = 0;
    size_t used = 0;
    text[0] = '\0';
    for (int motions = 1; motions >= 0; motions--) {
        const phk_constraint *last = NULL;
        for (int i = 0; i < count; i++) {
            const phk_constraint *c = phk_row_owner(sys, row[i]);
            if (c == last || (c->kind == PHK_HOLD_MOTION) != motions) continue;
            last = c;
            char name[TEXT];
            phk_constraint_text(c, name, sizeof name);
            if (listed == LISTED_MOST || used + strlen(name) + 30 > size) {
                more++;
                continue;
            }
            used += (size_t)snprintf(text + used, size - used, "%s%s", listed ? ", " : "", name);
            listed++;
        }
    }
    if (more) snprintf(text + used, size - used, " and %d more", more);
}

ph_status phk_report_unable(phk_assembling *w, ph_status status)
{
    return phk_system_explain(w->system, status, w->diag);
}

ph_status phk_report_open(phk_assembling *w, int row)
{
    char text[TEXT];
    phk_row_text(w->system, row, text, sizeof text);
    return phk_error(w->diag, PH_E_MODEL, phk_row_owner(w->system, row)->where,
                     "draw the bodies nearer to where the joints close, or check their lengths",
                     "the mechanism cannot be assembled: %s is still open by %.3g%s; as drawn the "
                     "largest gap is %.3g",
                     text, fabs(w->c[row]), unit_of(w->system, row, PHK_LEVEL_POSITION),
                     w->out->drawn_open);
}

ph_status phk_report_contradiction(phk_assembling *w, int row, phk_level level)
{
    static const char *const what[] = {"position", "velocity", "acceleration"};
    const phk_system *sys = w->system;
    char text[TEXT], names[4 * TEXT];
    phk_row_text(sys, row, text, sizeof text);
    int count = w->rank.dependent[row] ? w->rank.with_start[row + 1] - w->rank.with_start[row] : 0;
    if (w->rank.dependent[row])
        list_names(sys, w->rank.with + w->rank.with_start[row], count, names, sizeof names);
    const char *unit = unit_of(sys, row, level);
    ph_source where = phk_row_owner(sys, row)->where;
    if (count == 0)
        return phk_error(w->diag, PH_E_MODEL, where,
                         "let something of it move: remove `exact` where it is not needed, and "
                         "joints that hold the ground",
                         "%s cannot be met in %s: it is off by %.3g%s and nothing it reads may "
                         "change",
                         text, what[level], fabs(w->c[row]), unit);
    return phk_error(w->diag, PH_E_MODEL, where,
                     level == PHK_LEVEL_POSITION
                         ? "take one of them out, or make their places agree"
                         : "take one of them out, or make their laws agree",
                     "%s contradicts %s: in %s they are apart by %.3g%s", text, names, what[level],
                     fabs(w->c[row]), unit);
}

ph_status phk_report_side(phk_assembling *w, int constraint)
{
    const phk_constraint *c = &w->system->program->constraint[constraint];
    char text[TEXT];
    phk_row_text(w->system, c->first, text, sizeof text);
    return phk_error(w->diag, PH_E_MODEL, c->where,
                     "draw the body where the motion starts, or give the motion as a velocity",
                     "%s %s more than a quarter turn from where its joint is drawn", text,
                     c->order == PHK_ORDER_START ? "is" : "starts");
}

ph_status phk_report_position(phk_assembling *w, int row)
{
    char text[TEXT], names[4 * TEXT];
    phk_row_text(w->system, row, text, sizeof text);
    int start = w->rank.with_start[row];
    list_names(w->system, w->rank.with + start, w->rank.with_start[row + 1] - start, names,
               sizeof names);
    return phk_error(w->diag, PH_E_SINGULAR, phk_row_owner(w->system, row)->where,
                     "start a little off this position",
                     "the mechanism starts in a singular position: here, and only here, %s repeats "
                     "what %s already hold",
                     text, names);
}

/* Variables and forces that read themselves: Newton found nothing that satisfies them. */
static ph_status report_loop(phk_assembling *w, int row, const char *text)
{
    const phk_system *sys = w->system;
    int k = row - phk_mechanism_dae(w->mechanism)->nv - phk_mechanism_dae(w->mechanism)->nx -
            phk_mechanism_dae(w->mechanism)->nl;
    ph_source where = k < sys->program->variables.loops
                          ? sys->program->variables.formula[sys->program->variables.loop[k]].where
                          : phk_nowhere;
    return phk_error(w->diag, PH_E_SOLVE, where,
                     "check that there is a solution, and that small changes of the one side do "
                     "not change the other as much",
                     "%s depends on itself, and no value was found at the start that satisfies it",
                     text);
}

ph_status phk_report_undetermined(phk_assembling *w, int row)
{
    const phk_dae *dae = phk_mechanism_dae(w->mechanism);
    char text[TEXT] = "an equation";
    ph_source where = phk_nowhere;
    const char *hint = NULL, *what = "acceleration or reaction in";
    if (row >= 0) dae->describe(dae->self, row, text, sizeof text);
    if (row >= dae->nv + dae->nx + dae->nl) return report_loop(w, row, text);
    if (row >= dae->nv && row < dae->nv + dae->nx) {
        where = phk_program_state_where(w->system->program, row - dae->nv);
        hint = "an `equation` must read the rate of its state; what has none is a variable that "
               "reads itself, `v: v - (..)`, which is solved for";
        what = "rate of";
    }
    int jammed;
    if (phk_jams(dae, &w->point, &jammed)) {
        dae->describe(dae->self, jammed, text, sizeof text);
        char *comma = strrchr(text, ',');
        if (comma) *comma = '\0';
        return phk_error(w->diag, PH_E_SINGULAR, phk_nowhere,
                         "less friction, a longer `overlap` or `bending_arm`, or forces and masses "
                         "nearer to the axis of the joint",
                         "%s jams from the start: its friction takes as much as what presses its "
                         "surfaces together gains by it",
                         text);
    }
    if (row >= 0 && row < dae->nv) {
        where = phk_bodies(w->system->program->model)[dae->node[row]].where;
        hint = "a body without mass or inertia must be held by joints in that direction";
    }
    return phk_error(w->diag, PH_E_SINGULAR, where, hint,
                     "the system is singular from the start: nothing determines the %s %s", what,
                     text);
}

static void report_redundant(phk_assembling *w, const phk_redundant *r)
{
    char text[TEXT], names[4 * TEXT];
    phk_row_text(w->system, r->row, text, sizeof text);
    list_names(w->system, r->with, r->with_count, names, sizeof names);
    if (r->with_count == 0) {
        phk_warn_each(w->diag, phk_row_owner(w->system, r->row)->where,
                      "redundant: %s: it holds nothing that moves", text);
        return;
    }
    char open[60] = "";
    if (r->open > 1e-10 * phk_mechanism_dae(w->mechanism)->length)
        snprintf(open, sizeof open, "; it stays open by %.3g%s", r->open,
                 unit_of(w->system, r->row, PHK_LEVEL_POSITION));
    phk_warn_each(w->diag, phk_row_owner(w->system, r->row)->where,
                  "redundant: %s: already held by %s%s", text, names, open);
}

/* Only what a user could see: rounding is not worth a line. */
static bool is_visible(const phk_moved *m, double length)
{
    return m->moved > 1e-9 * length || m->turned > 1e-9;
}

void phk_report_assembly(phk_assembling *w)
{
    const phk_assembly *a = w->out;
    double length = phk_mechanism_dae(w->mechanism)->length;
    bool some = false;
    for (int k = 0; k < a->redundants; k++) {
        bool *told = &w->system->told[a->redundant[k].row];
        if (!*told) report_redundant(w, &a->redundant[k]);
        some = some || !*told;
        *told = true;
    }
    if (some)
        phk_note(w->diag, "redundant equations are left out: their reactions are taken as zero");
    int told = 0, more = 0;
    for (int k = 0; k < a->moveds; k++) {
        const phk_moved *m = &a->moved[k];
        if (!is_visible(m, length)) continue;
        if (told++ >= MOVED_MOST) {
            more++;
            continue;
        }
        phk_note(w->diag, "body `%s` was moved by %.3g m and turned by %.3g rad to meet the joints",
                 ph_model_body_name(w->system->program->model, m->body), m->moved, m->turned);
    }
    if (more) phk_note(w->diag, "and %d more bodies", more);
}
