/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Breaks are found by looking ahead (expr/ahead.h) through all variables and formulas at once, from
 * one break to the next: what lies ahead of a formula may lie in a variable it reads.
 *
 * How much a corner matters depends on who reads it. One in a force is one in an acceleration; what
 * a motion prescribes, or a constraint by an expression, is differentiated twice before it is that.
 */
#include "mech/compile/breaks.h"

#include <float.h>
#include <math.h>
#include "base/diag.h"
#include "expr/tape_ahead.h"
#include "mech/compile/scope.h"

enum { NOBODY = -1, MOST = 100000 }; /* most corners of one expression */
#define NEAR 1e-10                   /* of the largest time of a run */

/* An expression, as a reader of time. */
typedef struct {
    const phk_formula *formula;
    int input;     /* that holds its value; -1: none */
    int level;     /* how often it is differentiated to make an acceleration; or NOBODY reads it */
    int told;      /* how often it was the first to have a corner */
    bool left_out; /* has too many */
} reader;

/* Corners that are one. */
typedef struct {
    double time;    /* [s] of the first */
    double side[2]; /* [s] before the first and behind the last, by the blur of each */
    int order;
} corner;

typedef struct {
    phk_system *sys;
    phk_arena arena;
    int readers;
    reader *reader; /* [readers] each behind those it reads */
    int *holder;    /* [inputs] reader whose value it is; -1: none */
    phk_line *line; /* [inputs] */
    phk_line *work; /* for one tape */
    int corners;
    corner *corner;
    double near;     /* [s] breaks as near as that are one: no step is so short */
    double rounding; /* [s] of the largest time */
} search;

/* ---- who reads time ---- */

/* Only what reads time, by itself or through variables, can tell anything. */
static void add_reader(search *s, const phk_formula *formula, int input, int level)
{
    const int *read;
    int n = phk_tape_inputs(formula->tape, &read);
    bool timed = n > 0 && read[0] == 0;
    for (int k = 0; k < n && !timed; k++) timed = s->holder[read[k]] >= 0;
    if (!timed) return;
    if (input >= 0) s->holder[input] = s->readers;
    s->reader[s->readers++] = (reader){.formula = formula, .input = input, .level = level};
}

/* A variable counts as much as what is made of it; one that is only looked at does not. */
static void raise_levels(search *s)
{
    for (int r = s->readers - 1; r >= 0; r--) {
        const int *input;
        int n = phk_tape_inputs(s->reader[r].formula->tape, &input);
        for (int k = 0; k < n; k++) {
            int holder = s->holder[input[k]];
            if (holder >= 0 && s->reader[holder].level < s->reader[r].level)
                s->reader[holder].level = s->reader[r].level;
        }
    }
}

static void add_variables(search *s)
{
    const phk_system *sys = s->sys;
    for (int k = 0; k < sys->program->variables.ordered; k++) {
        int v = sys->program->variables.order[k], input = sys->program->variables.input[v];
        if (sys->program->variables.formula[v].fixed)
            s->line[input] = phk_line_constant(sys->input[input]);
        add_reader(s, &sys->program->variables.formula[v], input, NOBODY);
    }
    for (int k = 0; k < sys->program->variables.loops; k++)
        add_reader(s, &sys->program->variables.formula[sys->program->variables.loop[k]], -1, 0);
}

static void add_formulas(search *s, int *level)
{
    const phk_system *sys = s->sys;
    for (int k = 0; k < sys->program->constraints; k++)
        if (sys->program->constraint[k].kind == PHK_HOLD_EQUATION)
            level[sys->program->constraint[k].formula] =
                sys->program->constraint[k].velocity_rows ? 1 : 2;
    for (int i = 0; i < sys->program->formulas; i++)
        add_reader(s, &sys->program->formula[i], -1, level[i]);
    for (int k = 0; k < sys->program->constraints; k++) {
        const phk_constraint *c = &sys->program->constraint[k];
        if (c->kind == PHK_HOLD_MOTION && c->order != PHK_ORDER_START)
            add_reader(s, &c->motion, -1, 2 - c->order);
    }
}

static ph_status list_readers(search *s)
{
    const phk_system *sys = s->sys;
    size_t inputs = (size_t)sys->program->inputs.n + 1,
           formulas = (size_t)sys->program->formulas + 1, lines = 1;
    size_t most = (size_t)sys->program->variables.n + formulas + (size_t)sys->program->constraints;
    s->reader = phk_arena_alloc(&s->arena, most * sizeof *s->reader);
    s->holder = phk_arena_alloc(&s->arena, inputs * sizeof *s->holder);
    s->line = phk_arena_alloc(&s->arena, inputs * sizeof *s->line);
    int *level = phk_arena_alloc(&s->arena, formulas * sizeof *level);
    if (!s->reader || !s->holder || !s->line || !level) return PH_E_NOMEM;
    for (int i = 0; i < sys->program->inputs.n; i++) {
        s->holder[i] = -1;
        s->line[i] = phk_line_unknown();
    }
    s->line[0] = phk_line_time();
    add_variables(s);
    add_formulas(s, level);
    raise_levels(s);
    for (int r = 0; r < s->readers; r++) {
        size_t own = phk_tape_lines(s->reader[r].formula->tape);
        lines = own > lines ? own : lines;
    }
    s->work = phk_arena_alloc(&s->arena, lines * sizeof *s->work);
    return s->work ? PH_OK : PH_E_NOMEM;
}

/* ---- from corner to corner ---- */

/* What lies ahead of t in any expression, and whose it is; NULL: there is nothing. */
static reader *look(search *s, double t, phk_ahead *all)
{
    reader *first = NULL;
    int edge = PHK_SMOOTH;
    *all = phk_ahead_from(t);
    for (int i = 0; i < s->readers; i++) {
        reader *r = &s->reader[i];
        phk_ahead own = phk_ahead_from(t);
        if (r->left_out || r->level == NOBODY) continue;
        phk_line line = phk_tape_ahead(r->formula->tape, s->line, s->work, &own);
        if (r->input >= 0) s->line[r->input] = line;
        own.order -= r->level;
        own.edge -= r->level;
        if (own.edge < edge) edge = own.edge;
        if (own.next < all->next) {
            *all = own;
            first = r;
        } else if (own.next == all->next && first) {
            if (own.order < all->order) all->order = own.order;
            all->blur = fmax(all->blur, own.blur);
        }
    }
    if (edge < all->order) all->order = edge;
    return first;
}

static ph_status add_corner(search *s, const phk_ahead *found)
{
    double blur = fmax(found->blur, s->rounding);
    double before = found->next - blur, behind = found->next + blur;
    corner *last = s->corners ? &s->corner[s->corners - 1] : NULL;
    if (last && (found->next - last->time <= s->near || before <= last->side[1])) {
        last->side[0] = fmin(last->side[0], before);
        last->side[1] = fmax(last->side[1], behind);
        if (found->order < last->order) last->order = found->order;
        return PH_OK;
    }
    corner *larger = phk_arena_grow(&s->arena, s->corner, (size_t)s->corners, sizeof *larger);
    if (!larger) return PH_E_NOMEM;
    s->corner = larger;
    larger[s->corners++] = (corner){found->next, {before, behind}, found->order};
    return PH_OK;
}

static void leave_out(search *s, reader *r, double from, double to, ph_diag *diag)
{
    const phk_formula *f = r->formula;
    r->left_out = true;
    if (r->input >= 0) s->line[r->input] = phk_line_unknown();
    phk_warn(diag, PH_OK, f->where,
             "let `max_step` be a part of the time between two of them, or give the mean of what "
             "changes so fast",
             "%s of `%s` has more than %d corners or jumps between %g s and %g s: steps do not end "
             "at them",
             f->field, f->owner, MOST, from, to);
}

/* All corners from `from` to `to`, both included; *many: an expression that has too many. */
static ph_status walk(search *s, double from, double to, phk_break_choice choice, reader **many)
{
    phk_ahead ahead;
    double t = from - s->near;
    s->corners = 0;
    *many = NULL;
    for (int i = 0; i < s->readers; i++) s->reader[i].told = 0;
    for (reader *r; (r = look(s, t, &ahead)) && ahead.next <= to + s->near; t = ahead.next) {
        if (ahead.order > choice.order(choice.self, ahead.next)) continue;
        if (++r->told > MOST) {
            *many = r;
            return PH_OK;
        }
        if (add_corner(s, &ahead)) return PH_E_NOMEM;
    }
    return PH_OK;
}

/* ---- events ---- */

/* What happens at one time but for rounding happens at one time: a break where another event is,
 * and one of those where the one before it is. */
static void join_events(phk_system *sys, double near, double rounding)
{
    phk_event *e = sys->event;
    for (int i = 1; i < sys->events; i++) {
        bool before = e[i - 1].kind == PHK_EVENT_BREAK, here = e[i].kind == PHK_EVENT_BREAK;
        double apart = e[i].time - e[i - 1].time;
        if (before && !here && apart <= near)
            e[i - 1].time = e[i].time;
        else if (!before && apart <= (here ? near : rounding))
            e[i].time = e[i - 1].time;
    }
    phk_event_sort(sys->event, sys->events);
}

static ph_status add_events(const search *s, double from, double to)
{
    phk_system *sys = s->sys;
    sys->break_time =
        phk_arena_alloc(&sys->arena, ((size_t)s->corners + 1) * sizeof *sys->break_time);
    if (!sys->break_time) return PH_E_NOMEM;
    for (int i = 0; i < s->corners; i++) {
        const corner *c = &s->corner[i];
        phk_event event = {.time = c->time,
                           .kind = PHK_EVENT_BREAK,
                           .group = -1,
                           .index = c->order,
                           .side = {c->side[0], c->side[1]}};
        /* what happens at the ends of a run, but for rounding, happens at the ends */
        if (fabs(event.time - from) <= s->near) event.time = from;
        if (fabs(event.time - to) <= s->near) event.time = to;
        if (phk_event_add(&sys->arena, &sys->event, &sys->events, event)) return PH_E_NOMEM;
        if (event.time > from && event.time < to) sys->break_time[sys->breaks++] = event.time;
    }
    phk_event_sort(sys->event, sys->events);
    join_events(sys, s->near, 4 * s->rounding);
    return PH_OK;
}

ph_status phk_system_add_breaks(phk_system *sys, double from, double to, phk_break_choice choice,
                                ph_diag *diag)
{
    double largest = fmax(fabs(from), fabs(to));
    search s = {.sys = sys, .near = NEAR * largest, .rounding = DBL_EPSILON * largest};
    reader *many = NULL;
    ph_status status = list_readers(&s);
    do {
        if (many) leave_out(&s, many, from, to, diag);
        if (!status) status = walk(&s, from, to, choice, &many);
    } while (!status && many);
    if (!status) status = add_events(&s, from, to);
    phk_arena_free(&s.arena);
    if (status) return status;
    int behind = -1;
    for (int i = 0; i < sys->events && sys->event[i].time <= from; i++)
        if (sys->event[i].kind == PHK_EVENT_BREAK) behind = i;
    phk_system_pass(sys, behind, 1);
    return PH_OK;
}

void phk_system_pass(phk_system *sys, int event, int direction)
{
    int other = event + direction;
    while (other >= 0 && other < sys->events && sys->event[other].kind != PHK_EVENT_BREAK)
        other += direction;
    int left = direction > 0 ? event : other, right = direction > 0 ? other : event;
    sys->piece[0] = left >= 0 ? sys->event[left].side[1] : -INFINITY;
    sys->piece[1] = right < sys->events ? sys->event[right].side[0] : INFINITY;
}
