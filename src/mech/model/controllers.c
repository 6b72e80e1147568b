/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Controllers: what a model file says in one line becomes states and variables of the model or,
 * sampled, parameters and an event that sets them.
 *
 *   x' = A x + B u,  y = C x + D u            state_space; sampled: x' stands for the next x
 *   y/u = sum b_i s^i / sum a_i s^i           transfer, in controllable form
 *   y(t) = u(t - T)                           delay, by Pade's fraction of order (n, n)
 *   y = sat(kp e + ki I - kd v),  e = setpoint - u,  v = (u - f)/T_f,  f' = v,
 *   I' = e + (y - unlimited)/(ki T_t)         pid, with back-calculation against windup
 *
 * The controllable form has states that are each the derivative of the one before, of sizes apart
 * by powers of a frequency. They are scaled by w = |a_0/a_n|^(1/n), or the largest of such roots:
 *   z_i' = w z_{i+1},  z_n' = w (u - sum a_i/a_n w^(i-n) z_{i+1}),
 * so that all are as large as u.
 *
 * NAME makes variables NAME_u (NAME_u1, ..) and NAME_y (NAME_y1, ..) and states NAME_x1, .., or
 * parameters NAME_x1, .., NAME_held and an event NAME_sample; NAME itself is read as its first
 * output. Astrom, Hagglund: Advanced PID Control (2006).
 */
#include "mech/model/controllers.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "mech/model/build.h"

enum { MOST_ORDER = 10 };

/* ---- texts ---- */

typedef struct {
    char *text;
    size_t used, room;
    bool failed;
} page;

static void put(page *p, const char *format, ...) PH_PRINTF(2, 3);
static void put(page *p, const char *format, ...)
{
    va_list list;
    char piece[300];
    va_start(list, format);
    int n = vsnprintf(piece, sizeof piece, format, list);
    va_end(list);
    if (n < 0 || (size_t)n >= sizeof piece || p->failed) {
        p->failed = true;
        return;
    }
    if (p->used + (size_t)n + 1 > p->room) {
        char *larger = realloc(p->text, p->room = 2 * p->room + (size_t)n + 64);
        if (!larger) {
            p->failed = true;
            return;
        }
        p->text = larger;
    }
    memcpy(p->text + p->used, piece, (size_t)n + 1);
    p->used += (size_t)n;
}

/* "+ (a)*NAME_x1 ..": what is zero is left out. */
static void put_sum(page *p, const double *row, int n, const char *name, const char *letter,
                    bool numbered)
{
    for (int i = 0; i < n; i++) {
        if (row[i] == 0) continue;
        put(p, "%s(%.17g)*%s_%s", p->used ? " + " : "", row[i], name, letter);
        if (numbered) put(p, "%d", i + 1);
    }
}

static const char *finish(page *p)
{
    if (!p->used) put(p, "0");
    return p->failed ? NULL : p->text;
}

/* ---- objects ---- */

typedef struct {
    ph_model *model;
    const char *name;
    const ph_controller_def *def;
    ph_status status;
} maker;

/* "NAME_x1"; number 0: without. NULL: too long. */
static const char *made_name(maker *m, char *room, size_t size, const char *letter, int number)
{
    int n = number ? snprintf(room, size, "%s_%s%d", m->name, letter, number)
                   : snprintf(room, size, "%s_%s", m->name, letter);
    if (n >= 0 && (size_t)n < size) return room;
    m->status = PH_E_RANGE;
    return "";
}

static void note_made(maker *m, ph_status status, phk_kind kind)
{
    if (status && !m->status) m->status = status;
    if (m->status) return;
    const phk_list *list = &m->model->list[kind];
    const char *name = list->name[list->count - 1];
    m->status = phk_model_made(m->model, name, PHK_MADE);
}

/* Places of texts that stand in no file: somewhere in the controller's. */
static ph_expr expression(const maker *m, const char *text)
{
    ph_source where = m->def->where;
    if (where.length > 0) where.length = -where.length;
    return (ph_expr){text, where, -1};
}

static void add_variable(maker *m, const char *letter, int number, const char *text)
{
    char room[200];
    ph_expr value = expression(m, text);
    const char *name = made_name(m, room, sizeof room, letter, number);
    if (!text) m->status = PH_E_NOMEM;
    if (m->status) return;
    note_made(m, ph_model_add_variable(m->model, name, &value), PHK_KIND_VARIABLE);
}

/* Its inputs, each as the file has it. */
static void add_inputs(maker *m)
{
    char room[200];
    for (int j = 0; j < m->def->inputs && !m->status; j++) {
        const char *name = made_name(m, room, sizeof room, "u", m->def->inputs > 1 ? j + 1 : 0);
        note_made(m, ph_model_add_variable(m->model, name, &m->def->input[j]), PHK_KIND_VARIABLE);
    }
}

static void add_state(maker *m, const char *letter, int number, const char *rate, double initial)
{
    char room[200];
    ph_state_def def = ph_default_state();
    def.where = m->def->where;
    def.rate = expression(m, rate);
    def.initial = initial;
    def.static_hold = m->def->static_hold;
    const char *name = made_name(m, room, sizeof room, letter, number);
    if (!rate) m->status = PH_E_NOMEM;
    if (!m->status) note_made(m, ph_model_add_state(m->model, name, &def), PHK_KIND_STATE);
}

static void add_held(maker *m, const char *letter, int number, double value)
{
    char room[200];
    const char *name = made_name(m, room, sizeof room, letter, number);
    if (!m->status) note_made(m, ph_model_add_parameter(m->model, name, value), PHK_KIND_PARAMETER);
}

/* The event of a sampled controller: sets letter[i]number[i] to text[i]. */
typedef struct {
    int n;
    ph_setting *set;
    char (*name)[200];
    page *text;
} samples;

static page *add_sample(maker *m, samples *s, const char *letter, int number)
{
    int i = s->n++;
    s->set[i].name =
        (ph_text){made_name(m, s->name[i], sizeof s->name[i], letter, number), m->def->where};
    return &s->text[i];
}

static bool open_samples(maker *m, samples *s, int most)
{
    size_t n = (size_t)most + 1;
    *s = (samples){.set = calloc(n, sizeof *s->set),
                   .name = calloc(n, sizeof *s->name),
                   .text = calloc(n, sizeof *s->text)};
    if (!s->set || !s->name || !s->text) m->status = PH_E_NOMEM;
    return m->status == PH_OK;
}

/* What is held, and the variable that shows it. */
static void add_output(maker *m, int number)
{
    char room[200];
    add_held(m, "held", number, 0);
    const char *name = made_name(m, room, sizeof room, "held", number);
    if (!m->status) add_variable(m, "y", number, name);
}

static void close_samples(maker *m, samples *s)
{
    ph_event_def def;
    char room[200];
    phk_kind_default(PHK_KIND_EVENT, &def);
    def.where = m->def->where;
    def.every = m->def->every;
    def.first = m->def->first;
    def.count = s->n;
    def.set = s->set;
    for (int i = 0; s->text && i < s->n; i++) {
        s->set[i].value = expression(m, finish(&s->text[i]));
        if (!s->set[i].value.text) m->status = PH_E_NOMEM;
    }
    const char *name = made_name(m, room, sizeof room, "sample", 0);
    if (!m->status) note_made(m, ph_model_add_event(m->model, name, &def), PHK_KIND_EVENT);
    for (int i = 0; s->text && i < s->n; i++) free(s->text[i].text);
    free(s->set);
    free(s->name);
    free(s->text);
}

/* ---- linear systems ---- */

/* n states, m inputs, p outputs; one array holds all. */
typedef struct {
    int n, m, p;
    double *A, *B, *C, *D, *x;
} linear;

static bool make_linear(linear *l, int n, int m, int p)
{
    size_t a = (size_t)n * (size_t)n, b = (size_t)n * (size_t)m, c = (size_t)p * (size_t)n;
    double *room = calloc(a + b + c + (size_t)p * (size_t)m + (size_t)n + 1, sizeof *room);
    *l = (linear){n, m, p, room, room + a, room + a + b, room + a + b + c, NULL};
    if (room) l->x = l->D + (size_t)p * (size_t)m;
    return room != NULL;
}

static void add_continuous(maker *m, const linear *l)
{
    bool many_u = l->m > 1, many_y = l->p > 1;
    for (int i = 0; i < l->n && !m->status; i++) {
        page p = {0};
        put_sum(&p, l->A + i * l->n, l->n, m->name, "x", true);
        put_sum(&p, l->B + i * l->m, l->m, m->name, "u", many_u);
        add_state(m, "x", i + 1, finish(&p), l->x[i]);
        free(p.text);
    }
    for (int k = 0; k < l->p && !m->status; k++) {
        page p = {0};
        put_sum(&p, l->C + k * l->n, l->n, m->name, "x", true);
        put_sum(&p, l->D + k * l->m, l->m, m->name, "u", many_u);
        add_variable(m, "y", many_y ? k + 1 : 0, finish(&p));
        free(p.text);
    }
}

static void add_sampled(maker *m, const linear *l)
{
    bool many_u = l->m > 1, many_y = l->p > 1;
    samples s;
    if (open_samples(m, &s, l->n + l->p)) {
        for (int i = 0; i < l->n; i++) {
            page *p = add_sample(m, &s, "x", i + 1);
            put_sum(p, l->A + i * l->n, l->n, m->name, "x", true);
            put_sum(p, l->B + i * l->m, l->m, m->name, "u", many_u);
            add_held(m, "x", i + 1, l->x[i]);
        }
        for (int k = 0; k < l->p; k++) {
            page *p = add_sample(m, &s, "held", many_y ? k + 1 : 0);
            put_sum(p, l->C + k * l->n, l->n, m->name, "x", true);
            put_sum(p, l->D + k * l->m, l->m, m->name, "u", many_u);
            add_output(m, many_y ? k + 1 : 0);
        }
    }
    close_samples(m, &s);
}

int phk_transfer_order(const ph_numbers *denominator)
{
    int n = denominator->count - 1;
    while (n >= 0 && denominator->value[n] == 0) n--;
    return n;
}

double phk_transfer_rate(const ph_numbers *denominator)
{
    int n = phk_transfer_order(denominator);
    const double *a = denominator->value;
    double most = 0;
    if (n < 1) return 1;
    if (a[0] != 0) return pow(fabs(a[0] / a[n]), 1.0 / n);
    for (int i = 0; i < n; i++) most = fmax(most, pow(fabs(a[i] / a[n]), 1.0 / (n - i)));
    return most > 0 ? most : 1;
}

/* The controllable form, scaled; u0: the input it has long had. */
static bool from_transfer(const ph_numbers *b, const ph_numbers *a, bool sampled, double u0,
                          linear *l)
{
    int n = phk_transfer_order(a);
    double w = sampled ? 1 : phk_transfer_rate(a), last = a->value[n];
    if (!make_linear(l, n, 1, 1)) return false;
    double bn = b->count > n ? b->value[n] / last : 0;
    for (int i = 0; i < n; i++) {
        double alpha = a->value[i] / last, beta = i < b->count ? b->value[i] / last : 0;
        double down = pow(w, i - n);
        if (i + 1 < n) l->A[i * n + i + 1] = w;
        l->A[(n - 1) * n + i] = -w * alpha * down;
        l->C[i] = (beta - bn * alpha) * down;
    }
    if (n > 0) l->B[n - 1] = w;
    l->D[0] = bn;
    if (n > 0 && u0 != 0) l->x[0] = u0 * pow(w, n) * last / a->value[0];
    return true;
}

/* Pade: exp(-s T) = sum (-1)^k c_k (s T)^k / sum c_k (s T)^k. */
static bool from_delay(const ph_controller_def *def, linear *l)
{
    double a[MOST_ORDER + 1], b[MOST_ORDER + 1], c = 1, T = 1;
    int n = def->order;
    for (int k = 0; k <= n; k++) {
        a[k] = c * T;
        b[k] = k % 2 ? -a[k] : a[k];
        c *= (double)(n - k) / (double)((2 * n - k) * (k + 1));
        T *= def->delay;
    }
    double u0 = def->initial.count ? def->initial.value[0] : 0;
    return from_transfer(&(ph_numbers){n + 1, b}, &(ph_numbers){n + 1, a}, false, u0, l);
}

static void copy_rows(double *to, const ph_rows *rows)
{
    if (rows->count * rows->width > 0)
        memcpy(to, rows->value, (size_t)rows->count * (size_t)rows->width * sizeof *to);
}

static bool from_matrices(const ph_controller_def *def, linear *l)
{
    int p = def->c.count ? def->c.count : def->d.count;
    if (!make_linear(l, def->a.count, def->inputs, p)) return false;
    copy_rows(l->A, &def->a);
    copy_rows(l->B, &def->b);
    copy_rows(l->C, &def->c);
    copy_rows(l->D, &def->d);
    return true;
}

/* ---- PID ---- */

/* Its numbers, with what is not given. */
typedef struct {
    double filter, tracking;
} pid;

static pid complete_pid(const ph_controller_def *d)
{
    double Ti = d->ki != 0 ? d->kp / d->ki : 0, Td = d->kp != 0 ? d->kd / d->kp : 0;
    pid p = {d->filter, d->tracking};
    if (!(p.filter > 0)) p.filter = Td > 0 ? Td / 10 : 1;
    if (!(p.tracking > 0)) p.tracking = Td > 0 ? sqrt(fabs(Ti * Td)) : fabs(Ti);
    return p;
}

static bool is_limited(const ph_controller_def *d)
{
    return isfinite(d->low) || isfinite(d->high);
}

/* Of the derivative: "(NAME_u - NAME_f)/T". */
static void put_law(const maker *m, const pid *k, page *p)
{
    const ph_controller_def *d = m->def;
    put(p, "(%.17g)*%s_e", d->kp, m->name);
    if (d->ki != 0) put(p, " + (%.17g)*%s_i", d->ki, m->name);
    if (d->kd != 0) put(p, " - (%.17g)*(%s_u - %s_f)", d->kd / k->filter, m->name, m->name);
}

/* The limits around a text that is in the page. */
static void put_limited(const maker *m, page *p)
{
    const ph_controller_def *d = m->def;
    if (isfinite(d->low)) put(p, "max(%.17g, ", d->low);
    if (isfinite(d->high)) put(p, "min(%.17g, ", d->high);
    put(p, "%s_raw", m->name);
    if (isfinite(d->high)) put(p, ")");
    if (isfinite(d->low)) put(p, ")");
}

/* What the integral grows by: the error, less what the limits take. */
static void put_growth(const maker *m, const pid *k, page *p)
{
    const ph_controller_def *d = m->def;
    put(p, "%s_e", m->name);
    if (!is_limited(d)) return;
    put(p, " + (%.17g)*(", 1 / (d->ki * k->tracking));
    put_limited(m, p);
    put(p, " - %s_raw)", m->name);
}

static void add_text(maker *m, const char *letter, page *p)
{
    add_variable(m, letter, 0, finish(p));
    free(p->text);
}

static void add_error(maker *m)
{
    char room[200];
    if (m->def->setpoint.text) {
        const char *name = made_name(m, room, sizeof room, "r", 0);
        note_made(m, ph_model_add_variable(m->model, name, &m->def->setpoint), PHK_KIND_VARIABLE);
    }
    page e = {0};
    if (m->def->setpoint.text) put(&e, "%s_r", m->name);
    put(&e, " - %s_u", m->name);
    add_text(m, "e", &e);
}

static void add_pid(maker *m)
{
    const ph_controller_def *d = m->def;
    pid k = complete_pid(d);
    page p = {0}, limited = {0}, growth = {0}, f = {0};
    double start = d->initial.count ? d->initial.value[0] : 0;
    add_error(m);
    put_law(m, &k, &p);
    add_text(m, "raw", &p);
    put_limited(m, &limited);
    put_growth(m, &k, &growth);
    put(&f, "(%.17g)*(%s_u - %s_f)", 1 / k.filter, m->name, m->name);
    add_text(m, "y", &limited);
    if (d->ki != 0) add_state(m, "i", 0, finish(&growth), start);
    if (d->kd != 0)
        add_state(m, "f", 0, finish(&f), d->initial.count > 1 ? d->initial.value[1] : 0);
    free(growth.text);
    free(f.text);
}

/* The same at samples: the integral by rectangles, the filter by Euler's backward rule. */
static void add_sampled_pid(maker *m)
{
    const ph_controller_def *d = m->def;
    pid k = complete_pid(d);
    double h = d->every, part = h / (k.filter + h);
    double start = d->initial.count ? d->initial.value[0] : 0;
    samples s;
    page law = {0};
    add_error(m);
    put(&law, "(%.17g)*%s_e", d->kp, m->name);
    if (d->ki != 0) put(&law, " + (%.17g)*%s_i", d->ki, m->name);
    if (d->kd != 0)
        put(&law, " - (%.17g)*(%s_u - %s_f)", d->kd * (1 - part) / k.filter, m->name, m->name);
    if (open_samples(m, &s, 3)) {
        add_output(m, 0);
        if (d->ki != 0) add_held(m, "i", 0, start);
        if (d->kd != 0) add_held(m, "f", 0, d->initial.count > 1 ? d->initial.value[1] : 0);
        add_text(m, "raw", &law);
        put_limited(m, add_sample(m, &s, "held", 0));
        if (d->ki != 0) {
            page *i = add_sample(m, &s, "i", 0);
            put(i, "%s_i + (%.17g)*(", m->name, h);
            put_growth(m, &k, i);
            put(i, ")");
        }
        if (d->kd != 0)
            put(add_sample(m, &s, "f", 0), "%s_f + (%.17g)*(%s_u - %s_f)", m->name, part, m->name,
                m->name);
    }
    close_samples(m, &s);
}

/* ---- what is right ---- */

static ph_status wrong_size(const ph_controller_def *d, const char *name, const char *what,
                            const ph_rows *rows, int high, int wide, ph_diag *diag)
{
    if (rows->count == 0 || (rows->count == high && rows->width == wide)) return PH_OK;
    return phk_error(diag, PH_E_RANGE, d->where, NULL,
                     "controller `%s`: `%s` is of %d x %d numbers, and %d x %d are needed", name,
                     what, rows->count, rows->width, high, wide);
}

static ph_status check_matrices(const ph_controller_def *d, const char *name, ph_diag *diag)
{
    int n = d->a.count, p = d->c.count ? d->c.count : d->d.count;
    ph_status part[] = {wrong_size(d, name, "a", &d->a, n, n, diag),
                        wrong_size(d, name, "b", &d->b, n, d->inputs, diag),
                        wrong_size(d, name, "c", &d->c, p, n, diag),
                        wrong_size(d, name, "d", &d->d, p, d->inputs, diag)};
    ph_status status = PH_OK;
    for (int i = 0; i < 4; i++)
        if (part[i]) status = part[i];
    if (p == 0)
        status = phk_error(diag, PH_E_MISSING, d->where, "give `c`, `d` or both",
                           "controller `%s` has no output", name);
    if (d->initial.count && d->initial.count != n)
        status = phk_error(diag, PH_E_RANGE, d->where, "give one for each state",
                           "controller `%s` has %d states and %d `initial` values", name, n,
                           d->initial.count);
    return status;
}

static ph_status check_transfer(const ph_controller_def *d, const char *name, ph_diag *diag)
{
    int n = phk_transfer_order(&d->denominator), m = phk_transfer_order(&d->numerator);
    if (n < 0 || m < 0)
        return phk_error(diag, PH_E_MISSING, d->where,
                         "e.g. `numerator: [1], denominator: [1, 0.1]` for 1/(1 + 0.1 s)",
                         "controller `%s`: its %s has no number but zero", name,
                         n < 0 ? "denominator" : "numerator");
    if (m > n)
        return phk_error(diag, PH_E_RANGE, d->where,
                         "add a fast pole, such as a filter: numbers are by ascending powers of s",
                         "controller `%s` is improper: its numerator is of degree %d, its "
                         "denominator of degree %d",
                         name, m, n);
    if (d->initial.count && d->initial.count != n)
        return phk_error(diag, PH_E_RANGE, d->where, "give one for each state",
                         "controller `%s` has %d states and %d `initial` values", name, n,
                         d->initial.count);
    return PH_OK;
}

static ph_status check_delay(const ph_controller_def *d, const char *name, ph_diag *diag)
{
    if (!(d->delay > 0))
        return phk_error(diag, PH_E_RANGE, d->where, "a delay of nothing is no controller",
                         "controller `%s`: its `delay` must be above 0 s", name);
    if (d->every > 0)
        return phk_error(diag, PH_E_KEY, d->where, "leave `every` out",
                         "controller `%s`: a delay is not sampled", name);
    return PH_OK;
}

static ph_status check_pid(const ph_controller_def *d, const char *name, ph_diag *diag)
{
    if (d->kp == 0 && d->ki == 0 && d->kd == 0)
        return phk_error(diag, PH_E_MISSING, d->where, "give `kp`, `ki` or `kd`",
                         "controller `%s` does nothing", name);
    if (!(d->low < d->high))
        return phk_error(diag, PH_E_RANGE, d->where, NULL,
                         "controller `%s`: `low` must be below `high`", name);
    if (d->kd != 0 && d->kp == 0 && !(d->filter > 0))
        return phk_error(diag, PH_E_MISSING, d->where, "give `filter`, a time",
                         "controller `%s`: without `kp` the derivative needs a filter time", name);
    if (is_limited(d) && d->ki != 0 && d->kp == 0 && !(d->tracking > 0))
        return phk_error(diag, PH_E_MISSING, d->where, "give `tracking`, a time",
                         "controller `%s`: without `kp` limits need a tracking time", name);
    return PH_OK;
}

static ph_status check(const ph_controller_def *d, const char *name, ph_diag *diag)
{
    bool matrices = d->type == PH_CONTROLLER_STATE_SPACE;
    if (d->inputs < 1 || (d->inputs > 1 && !matrices))
        return phk_error(
            diag, PH_E_MISSING, d->where, matrices ? "e.g. `input: [a, b]`" : "give one expression",
            "controller `%s` needs %s, got %d", name, matrices ? "inputs" : "one input", d->inputs);
    switch (d->type) {
    case PH_CONTROLLER_TRANSFER:
        return check_transfer(d, name, diag);
    case PH_CONTROLLER_STATE_SPACE:
        return check_matrices(d, name, diag);
    case PH_CONTROLLER_DELAY:
        return check_delay(d, name, diag);
    default:
        return check_pid(d, name, diag);
    }
}

ph_status phk_check_controller(const ph_model *model, phk_kind kind, int i, ph_diag *diag)
{
    return check(&phk_controllers(model)[i], model->list[kind].name[i], diag);
}

/* ---- all of it ---- */

static bool make(const ph_controller_def *d, linear *l)
{
    if (d->type == PH_CONTROLLER_DELAY) return from_delay(d, l);
    bool made = d->type == PH_CONTROLLER_TRANSFER
                    ? from_transfer(&d->numerator, &d->denominator, d->every > 0, 0, l)
                    : from_matrices(d, l);
    for (int i = 0; made && i < d->initial.count && i < l->n; i++) l->x[i] = d->initial.value[i];
    return made;
}

ph_status phk_expand_controller(ph_model *model, const char *name, const void *def)
{
    maker m = {model, name, def, PH_OK};
    linear l;
    add_inputs(&m);
    /* what is wrong is told when the model is checked; until then its name is one */
    if (check(m.def, name, NULL)) {
        add_variable(&m, "y", 0, "0");
    } else if (m.def->type == PH_CONTROLLER_PID) {
        if (m.def->every > 0)
            add_sampled_pid(&m);
        else
            add_pid(&m);
    } else if (make(m.def, &l)) {
        if (m.def->every > 0)
            add_sampled(&m, &l);
        else
            add_continuous(&m, &l);
        free(l.A);
    } else {
        return PH_E_NOMEM;
    }
    return m.status;
}

phk_object phk_controller_output(const ph_model *model, int controller)
{
    const char *name = model->list[PHK_KIND_CONTROLLER].name[controller];
    static const char *const tail[] = {"_y", "_y1"};
    phk_object o = {PHK_KIND_VARIABLE, -1};
    for (int k = 0; k < 2 && o.index < 0; k++) {
        char text[200];
        int n = snprintf(text, sizeof text, "%s%s", name, tail[k]);
        if (n > 0 && (size_t)n < sizeof text) o = phk_model_find(model, text, (size_t)n);
    }
    return o;
}
