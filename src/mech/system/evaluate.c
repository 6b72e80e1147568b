/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Evaluation of a compiled system at a state: frames -> quantities -> variables -> expressions ->
 * wrenches -> loads per body. Nothing here allocates.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/diag.h"
#include "math/so3.h"
#include "mech/system/shadow.h"
#include "mech/system/system.h"

static phk_pose pose_of(const phk_view *s, int i)
{
    ph_quat q = phk_view_turn(s, i);
    ph_mat3 R_WB = ph_mat3_from_quat(q);
    return (phk_pose){R_WB, phk_view_place(s, i), phk_view_speed(s, i),
                      ph_mat3_mul(R_WB, phk_view_spin(s, i)), q};
}

static ph_frame frame_of(const phk_marker *m, const phk_pose *b)
{
    ph_vec3 r = ph_mat3_mul(b->R_WB, m->r);
    return (ph_frame){.p = ph_add(b->p, r),
                      .R_WM = m->turned ? phk_mat3_product(b->R_WB, m->R_BM) : b->R_WB,
                      .v = ph_add(b->v, ph_cross(b->w, r)),
                      .w = b->w};
}

/* The same of one on a node. */
static ph_frame bent_frame(const phk_bend *bend, const phk_pose *b)
{
    ph_frame f = frame_of(&bend->now, b);
    f.v = ph_add(f.v, ph_mat3_mul(b->R_WB, bend->slip));
    f.w = ph_add(f.w, ph_mat3_mul(b->R_WB, bend->spin));
    return f;
}

ph_frame phk_marker_frame(const phk_system *sys, int marker)
{
    const phk_marker *m = &sys->program->places.marker[marker];
    if (m->body < 0) return (ph_frame){.p = m->r, .R_WM = m->R_BM};
    if (m->node) return bent_frame(&sys->bend[m->bend], &sys->pose[m->body]);
    return frame_of(m, &sys->pose[m->body]);
}

phk_spot phk_marker_spot(const phk_system *sys, int marker)
{
    const phk_marker *m = phk_marker_now(sys, marker);
    int body = m->body < 0 ? sys->program->bodies : m->body;
    return (phk_spot){&sys->frame[marker], &sys->pose[body].q, &m->q_BM};
}

double phk_system_quantity(const phk_system *sys, const phk_quantity *k, double t)
{
    const phk_quantity_type *type = phk_quantity_type_of(k->kind);
    if (type->markers > 0) {
        phk_spot at[2] = {phk_marker_spot(sys, k->a)};
        if (type->markers > 1) at[1] = phk_marker_spot(sys, k->b);
        return type->value(at, k->c);
    }
    if (k->kind == PHK_QUANTITY_TURN) {
        const phk_turning *turn = &sys->turn[k->c / 3];
        return sys->remembers ? turn->angle + turn->rate * (t - turn->t) : 0;
    }
    if (k->kind == PHK_QUANTITY_SETTING) return sys->setting[k->a];
    return phk_system_time(sys, t);
}

/* A function of the frames: no variable, and nothing that is solved for. */
static bool is_evaluated(phk_quantity_kind kind)
{
    return kind != PHK_QUANTITY_VARIABLE && kind != PHK_QUANTITY_CONTACT &&
           !phk_quantity_type_of(kind)->solved;
}

ph_status phk_system_formula(phk_system *sys, const phk_formula *f, double *value)
{
    if (f->fixed) return PH_OK;
    *value = 0;
    if (f->acts >= 0 && !sys->acts[f->acts]) return PH_OK;
    *value = phk_tape_value(f->tape, sys->input, sys->tape_work);
    if (isfinite(*value)) return PH_OK;
    if (f->zero && isnan(*value)) {
        if (!sys->undefined) {
            sys->undefined = f;
            sys->undefined_t = sys->input[0];
        }
        *value = 0;
        return PH_OK;
    }
    sys->fault = (phk_fault){.formula = f};
    return PH_E_NONFINITE;
}

ph_status phk_system_expressions(phk_system *sys, double t)
{
    if (sys->fault.formula || sys->fault.element) {
        sys->last_fault = sys->fault;
        sys->last_fault_t = sys->input[0]; /* still that of the evaluation that failed */
    }
    sys->fault = (phk_fault){0};
    for (int i = 0; i < sys->program->inputs.n; i++)
        if (is_evaluated(sys->program->inputs.quantity[i].kind))
            sys->input[i] = phk_system_quantity(sys, &sys->program->inputs.quantity[i], t);
    for (int k = 0; k < sys->program->variables.ordered; k++) {
        int v = sys->program->variables.order[k];
        ph_status status = phk_system_formula(sys, &sys->program->variables.formula[v],
                                              &sys->input[sys->program->variables.input[v]]);
        if (status) return status;
    }
    for (int k = 0; k < sys->program->variables.loops; k++) {
        ph_status status = phk_system_formula(
            sys, &sys->program->variables.formula[sys->program->variables.loop[k]],
            &sys->loop_value[k]);
        if (status) return status;
    }
    for (int i = 0; i < sys->program->formulas; i++) {
        ph_status status = phk_system_formula(sys, &sys->program->formula[i], &sys->value[i]);
        if (status) return status;
    }
    return PH_OK;
}

/* What contacts do, for those who ask for it; their components stand side by side. */
static void ask_contacts(phk_system *sys, int end)
{
    phk_contact_load met;
    int last = -1;
    for (int i = sys->program->inputs.n; i < end; i++) {
        const phk_quantity *q = &sys->program->inputs.quantity[i];
        if (q->kind != PHK_QUANTITY_CONTACT) continue;
        if (q->a != last) phk_system_met(sys, last = q->a, 1, &met);
        const ph_wrench *w = &met.wrench[0];
        double value = phk_component(q->c < 3 ? w->force : w->torque, q->c % 3);
        sys->input[i] = q->b ? -value : value;
    }
}

void phk_system_ask(phk_system *sys, double t, int end)
{
    ask_contacts(sys, end);
    for (int i = sys->program->inputs.n; i < end; i++) {
        const phk_quantity *q = &sys->program->inputs.quantity[i];
        if (!is_evaluated(q->kind)) continue;
        if (phk_quantity_type_of(q->kind)->markers > 0) {
            sys->frame[q->a] = phk_marker_frame(sys, q->a);
            sys->frame[q->b] = phk_marker_frame(sys, q->b);
        }
        sys->input[i] = phk_system_quantity(sys, q, t);
    }
}

ph_status phk_system_answer(phk_system *sys, double t)
{
    phk_system_ask(sys, t, sys->program->inputs.asked);
    for (int i = 0; i < sys->program->answers; i++) {
        ph_status status = phk_system_formula(sys, &sys->program->answer[i], &sys->answer_value[i]);
        if (status) return status;
    }
    return PH_OK;
}

/* Which of n wrenches is not finite; -1: none. */
static int not_finite(const ph_wrench *w, int n)
{
    for (int i = 0; i < n; i++) {
        const ph_vec3 *f = &w[i].force, *t = &w[i].torque;
        /* 0 times what is finite is 0 */
        if (0 * f->x + 0 * f->y + 0 * f->z + 0 * t->x + 0 * t->y + 0 * t->z != 0) return i;
    }
    return -1;
}

ph_eval phk_group_eval(const phk_system *sys, const phk_group *g)
{
    return (ph_eval){.t = sys->input[0],
                     .value = sys->value,
                     .memory = sys->remembers ? phk_group_memory(sys, g) : NULL,
                     .state = g->type->states ? sys->state + g->state : NULL,
                     .reaction = g->reaction < 0 ? NULL : sys->reaction + g->reaction};
}

/* The rates of the states of a group; of those that do not act they are zero. */
static ph_status evaluate_rates(phk_system *sys, const phk_group *g, const ph_eval *eval)
{
    int per = g->type->states, bad = -1;
    double *rate = sys->rate + g->state;
    ph_status status = g->type->rates(g->n, g->par, eval, phk_group_frames(sys, g), rate);
    for (int k = 0; k < g->n * per; k++) {
        if (!phk_group_acts(sys, g)[k / per]) rate[k] = 0;
        if (!isfinite(rate[k]) && bad < 0) bad = k / per;
    }
    if (status >= 0 && bad < 0) return PH_OK;
    sys->fault = (phk_fault){.element = g->name[bad < 0 ? 0 : bad],
                             .reason = status < 0 ? g->type->undefined : NULL};
    return status < 0 ? status : PH_E_NONFINITE;
}

static ph_status evaluate_group(phk_system *sys, const phk_group *g, double t)
{
    ph_eval eval = phk_group_eval(sys, g);
    eval.t = phk_system_time(sys, t);
    int per = g->type->markers, n = g->n * per;
    ph_wrench *wrench = phk_group_wrenches(sys, g);
    const bool *acts = phk_group_acts(sys, g);
    ph_status status = g->type->wrench(g->n, g->par, &eval, phk_group_frames(sys, g), wrench);
    for (int e = 0; g->masked && e < g->n; e++)
        if (!acts[e]) memset(&wrench[e * per], 0, (size_t)per * sizeof *wrench);
    int bad = not_finite(wrench, n);
    if (status >= 0 && bad < 0) return g->type->states ? evaluate_rates(sys, g, &eval) : PH_OK;
    sys->fault = (phk_fault){.element = g->name[bad < 0 ? 0 : bad / per],
                             .reason = status < 0 ? g->type->undefined : NULL};
    return status < 0 ? status : PH_E_NONFINITE;
}

ph_status phk_system_wrenches(phk_system *sys, double t)
{
    for (int g = 0; g < sys->program->elements.groups; g++) {
        const phk_group *group = &sys->program->elements.group[g];
        if (!group->type->wrench || sys->known[g]) continue;
        ph_status status = evaluate_group(sys, group, t);
        if (status) return status;
        sys->known[g] = group->steady;
    }
    return phk_system_touch(sys);
}

void phk_system_frames(phk_system *sys)
{
    for (int k = 0; k < sys->program->places.moving; k++) {
        int m = sys->program->places.moving_marker[k];
        const phk_marker *marker = &sys->program->places.marker[m];
        sys->frame[m] =
            marker->node ? phk_marker_frame(sys, m) : frame_of(marker, &sys->pose[marker->body]);
    }
    for (int g = 0; g < sys->program->elements.groups; g++) {
        const phk_group *group = &sys->program->elements.group[g];
        bool reads = group->type->wrench && !group->steady;
        int n = reads ? group->n * group->type->markers : 0;
        for (int k = 0; k < n; k++)
            if (sys->program->places.marker[group->marker[k]].body >= 0)
                sys->at[group->place + k] = sys->frame[group->marker[k]];
    }
}

static void bend_all(phk_system *sys, const phk_view *view)
{
    for (int k = 0; k < sys->program->flexible.n; k++) {
        const phk_seat *seat = &view->seat[sys->program->flexible.item[k].body];
        phk_system_bend(sys, k, view->x + seat->modes, view->v + seat->mode_rates);
    }
}

ph_status phk_system_evaluate(phk_system *sys, double t, const phk_view *view)
{
    for (int i = 0; sys->posed && i < sys->program->bodies; i++) sys->pose[i] = pose_of(view, i);
    if (sys->program->flexible.n) bend_all(sys, view);
    phk_system_frames(sys);
    return phk_system_expressions(sys, t);
}

static bool is_zero(ph_vec3 v)
{
    return v.x == 0 && v.y == 0 && v.z == 0;
}

/* Adds a wrench at a marker to the load of its body, which is turned by q. The moment is formed in
 * body axes, so that a force on an axis of the body has exactly none about it. */
static void add_wrench(const phk_marker *m, ph_quat q, const ph_wrench *w, ph_wrench *load)
{
    load->force = ph_add(load->force, w->force);
    if (is_zero(m->r) && is_zero(w->torque)) return;
    ph_vec3 moment = ph_cross(m->r, ph_unrotate(q, w->force));
    load->torque = ph_add(load->torque, ph_add(ph_unrotate(q, w->torque), moment));
}

/* The same of one that may sit on a node; loads along the modes besides. */
static void add_load(phk_system *sys, int marker, const ph_wrench *w)
{
    const phk_marker *m = phk_marker_now(sys, marker);
    const ph_quat q = sys->pose[m->body].q;
    add_wrench(m, q, w, &sys->load[m->body]);
    const phk_bend *bend = phk_bend_of(m);
    if (!bend) return;
    double *to = sys->mode_load + sys->program->flexible.item[bend->flexible].first;
    phk_bend_load(bend, ph_unrotate(q, w->force), ph_unrotate(q, w->torque), to);
}

void phk_system_unload(phk_system *sys)
{
    memset(sys->load, 0, ((size_t)sys->program->bodies + 1) * sizeof *sys->load);
    size_t modes = (size_t)sys->program->flexible.modes;
    if (modes) memset(sys->mode_load, 0, modes * sizeof *sys->mode_load);
}

void phk_system_gather(phk_system *sys)
{
    for (int g = 0; g < sys->program->elements.groups; g++) {
        const phk_group *group = &sys->program->elements.group[g];
        int n = group->type->wrench ? group->n * group->type->markers : 0;
        for (int k = 0; k < n; k++) {
            const phk_marker *m = &sys->program->places.marker[group->marker[k]];
            if (m->body >= 0 && !m->node)
                add_wrench(m, sys->pose[m->body].q, &sys->wrench[group->place + k],
                           &sys->load[m->body]);
            else if (m->node)
                add_load(sys, group->marker[k], &sys->wrench[group->place + k]);
        }
    }
    const phk_pool *pool = &sys->pool;
    for (int k = 0; k < pool->pairs; k++) {
        const phk_contact_pair *pair = &pool->pair[k];
        for (int i = 0; pair->load.acts && i < 2; i++) {
            const phk_contact_shape *s = &sys->program->contacts.shape[i ? pair->b : pair->a];
            if (s->body >= 0) add_load(sys, s->marker, &pair->load.wrench[i]);
        }
    }
}

static double power_of(const phk_system *sys, const phk_group *g)
{
    double power = 0;
    int per = g->type->markers;
    const ph_wrench *w = phk_group_wrenches(sys, g);
    const ph_frame *at = phk_group_frames(sys, g);
    for (int e = 0; e < g->n; e++) {
        if (g->work[e] != PH_WORK_APPLIED) continue;
        for (int k = e * per; k < (e + 1) * per; k++)
            power += ph_dot(w[k].force, at[k].v) + ph_dot(w[k].torque, at[k].w);
    }
    return power;
}

ph_status phk_system_loads(phk_system *sys, double t, const phk_view *s, double *force,
                           double *torque, double *power)
{
    if (power) *power = 0;
    const ph_wrench none = {0};
    size_t loads = sys->posed ? (size_t)sys->program->bodies : 0;
    memset(sys->load, 0, loads * sizeof *sys->load);
    ph_status status = phk_system_evaluate(sys, t, s);
    if (!status) status = phk_system_wrenches(sys, t);
    if (!status) phk_system_gather(sys);
    for (int i = 0; i < sys->program->bodies; i++) {
        const ph_wrench *load = loads ? &sys->load[i] : &none;
        phk_put_column3(force, s->stride, phk_view_at_speed(s, i), load->force);
        phk_put_column3(torque, s->stride, phk_view_at_spin(s, i), load->torque);
    }
    for (int g = 0; power && !status && g < sys->program->elements.groups; g++)
        if (sys->program->elements.group[g].type->wrench)
            *power += power_of(sys, &sys->program->elements.group[g]);
    return status;
}

/* The frames of a steady group, which evaluations leave alone. */
static void refresh(phk_system *sys, const phk_group *group)
{
    for (int k = 0; group->steady && k < group->n * group->type->markers; k++)
        sys->at[group->place + k] = phk_marker_frame(sys, group->marker[k]);
}

double phk_system_potential(phk_system *sys, double *size)
{
    double sum = 0, magnitudes = 0;
    for (int g = 0; g < sys->program->elements.groups; g++) {
        const phk_group *group = &sys->program->elements.group[g];
        if (!group->type->potential) continue;
        refresh(sys, group);
        ph_eval eval = phk_group_eval(sys, group);
        double *stored = sys->potential + group->first;
        group->type->potential(group->n, group->par, &eval, phk_group_frames(sys, group), stored);
        for (int e = 0; e < group->n; e++)
            if (group->work[e] == PH_WORK_CONSERVATIVE && phk_group_acts(sys, group)[e]) {
                sum += stored[e];
                magnitudes += fabs(stored[e]);
            }
    }
    if (sys->program->flexible.n) {
        const double strain = phk_system_strain(sys);
        sum += strain;
        magnitudes += strain;
    }
    if (size) *size = magnitudes;
    return sum;
}

/* The angle nearest to where the last step's led. */
static void remember_turn(const phk_system *sys, int n)
{
    phk_turning *turn = &sys->turn[n];
    const phk_quantity *q = &sys->program->inputs.quantity[sys->program->turn[n]];
    ph_frame i = phk_marker_frame(sys, q->a), j = phk_marker_frame(sys, q->b);
    double t = sys->input[0], expected = phk_system_quantity(sys, q, t), angle, rate;
    if (!phk_shadow_angle(&i, &j, q->c % 3, &angle, &rate)) return;
    angle += 2 * PH_PI * nearbyint((expected - angle) / (2 * PH_PI));
    turn->angle = angle;
    turn->rate = rate;
    turn->t = t;
}

static void remember_joint(phk_system *sys, const phk_constraint *c)
{
    ph_frame frame[PH_JOINT_MARKERS];
    ph_eval eval = phk_constraint_eval(sys, c);
    for (int m = 0; m < c->markers; m++) frame[m] = phk_marker_frame(sys, c->marker[m]);
    c->type->remember(1, c->par, &eval, frame, sys->kept + c->memory);
}

ph_status phk_system_lost(const phk_system *sys, ph_diag *diag)
{
    const phk_program *program = sys->program;
    for (int k = 0; k < program->constraints; k++) {
        const phk_constraint *c = &program->constraint[k];
        ph_frame frame[PH_JOINT_MARKERS];
        char why[300] = "", name[200];
        if (!c->type || !c->type->lost || !*phk_constraint_acts(sys, k)) continue;
        ph_eval eval = phk_constraint_eval(sys, c);
        for (int m = 0; m < c->markers; m++) frame[m] = phk_marker_frame(sys, c->marker[m]);
        if (!c->type->lost(c->par, &eval, frame, why, sizeof why)) continue;
        if (c->label)
            snprintf(name, sizeof name, "%s (%s)", c->label, c->name);
        else
            snprintf(name, sizeof name, "joint `%s`", c->name);
        return phk_error(diag, PH_E_RANGE, phk_nowhere, NULL, "t = %.10g s: %s %s", sys->input[0],
                         name, why);
    }
    return PH_OK;
}

void phk_system_remember(phk_system *sys, bool start)
{
    if (start) sys->remembers = false;
    for (int k = 0; k < sys->program->flexible.n; k++) {
        const phk_pose *pose = &sys->pose[sys->program->flexible.item[k].body];
        if (start || ph_norm(pose->w) > ph_norm(sys->fastest[k]))
            sys->fastest[k] = ph_unrotate(pose->q, pose->w);
    }
    for (int k = 0; k < sys->program->turns; k++) remember_turn(sys, k);
    for (int k = 0; sys->program->kept && k < sys->program->constraints; k++)
        if (sys->program->constraint[k].memory >= 0)
            remember_joint(sys, &sys->program->constraint[k]);
    for (int g = 0; g < sys->program->elements.groups; g++) {
        const phk_group *group = &sys->program->elements.group[g];
        double *memory = phk_group_memory(sys, group);
        if (!memory) continue;
        ph_eval eval = phk_group_eval(sys, group);
        group->type->remember(group->n, group->par, &eval, phk_group_frames(sys, group), memory);
    }
    if (sys->program->contacts.sets) {
        const phk_pool_frames at = phk_system_shapes(sys);
        phk_pool_remember(&sys->pool, &at, start);
    }
    sys->remembers = true;
}

bool phk_program_is_free(const phk_program *program)
{
    for (int g = 0; g < program->elements.groups; g++)
        if (program->elements.group[g].type->wrench) return false;
    return program->contacts.sets == 0;
}

void phk_system_impulse(phk_system *sys, const phk_event *event, const phk_view *s, double *linear,
                        double *angular)
{
    const phk_group *g = &sys->program->elements.group[event->group];
    size_t per = (size_t)g->type->markers, first = (size_t)event->index * per;
    const int *marker = g->marker + first;
    ph_frame *frame = phk_group_frames(sys, g) + first;
    ph_wrench *impulse = phk_group_wrenches(sys, g) + first;
    if (sys->program->flexible.n) bend_all(sys, s);
    for (size_t k = 0; k < per; k++) {
        const phk_marker *m = phk_marker_now(sys, marker[k]);
        if (m->body < 0) continue;
        phk_pose pose = pose_of(s, m->body);
        frame[k] = m->node ? bent_frame(phk_bend_of(m), &pose) : frame_of(m, &pose);
    }
    g->type->impulse(g->par + (size_t)event->index * g->type->par_bytes, frame, impulse);
    for (size_t k = 0; k < per; k++) {
        const phk_marker *m = phk_marker_now(sys, marker[k]);
        int i = m->body;
        if (i < 0) continue;
        const ph_quat q = phk_view_turn(s, i);
        if (m->node)
            phk_bend_load(phk_bend_of(m), ph_unrotate(q, impulse[k].force),
                          ph_unrotate(q, impulse[k].torque), linear + s->seat[i].mode_rates);
        int at = phk_view_at_speed(s, i), about = phk_view_at_spin(s, i);
        ph_wrench load = {phk_column3(linear, s->stride, at),
                          phk_column3(angular, s->stride, about)};
        add_wrench(m, q, &impulse[k], &load);
        phk_put_column3(linear, s->stride, at, load.force);
        phk_put_column3(angular, s->stride, about, load.torque);
    }
}

ph_status phk_system_explain(const phk_system *sys, ph_status status, ph_diag *diag)
{
    bool here = sys->fault.formula || sys->fault.element;
    const phk_fault *fault = here ? &sys->fault : &sys->last_fault;
    double t = here ? sys->input[0] : sys->last_fault_t; /* every evaluation begins with the time */
    const phk_formula *f = fault->formula;
    const char *source = sys->program->model->source;
    if (f) {
        phk_diag_text(diag, sys->program->model->path, source, strlen(source));
        phk_error(diag, status, f->where,
                  "guard the expression, e.g. if(x > 0, 1/x, 0), or mend its arguments",
                  "t = %.10g s: %s of `%s`, `%.200s`, %s", t, f->field, f->owner, f->text,
                  fault->reason ? fault->reason : "is not a finite number");
        phk_diag_text(diag, NULL, NULL, 0);
        return status;
    }
    const char *element = fault->element ? fault->element : "?";
    if (fault->reason)
        return phk_error(diag, status, phk_nowhere, NULL,
                         "t = %.10g s: force `%s` is undefined: %s", t, element, fault->reason);
    if (status == PH_E_NONFINITE)
        return phk_error(diag, status, phk_nowhere,
                         "the motion may have become unstable: try a smaller step",
                         "t = %.10g s: the load of `%s` is not finite", t, element);
    return phk_error(diag, status, phk_nowhere, NULL, "t = %.10g s: force `%s` failed: %s", t,
                     element, ph_status_text(status));
}
