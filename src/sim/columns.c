/* SPDX-License-Identifier: BSD-3-Clause */
#include "sim/columns.h"

#include <stdio.h>
#include <string.h>
#include "base/diag.h"

static const char *const xyz[] = {"x", "y", "z"};
static const char *const four[] = {"0", "1", "2", "3"};
static const char gravity[] = "gravity";

static const char what_outputs_are[] =
    "outputs are bodies, joints, motions, forces, variables, states, requests, `gravity`, `energy` "
    "and `solver`";

static bool has_columns(phk_kind kind)
{
    return phk_kinds[kind].flags & PHK_COLUMNS;
}

static bool is_group(const char *name)
{
    return strcmp(name, "energy") == 0 || strcmp(name, "solver") == 0 || strcmp(name, gravity) == 0;
}

/* Names an output may have, for "did you mean". */
static ph_status unknown_output(const ph_model *model, const char *name, ph_source where,
                                ph_diag *diag)
{
    phk_object o = phk_model_find(model, name, strlen(name));
    char hint[200];
    snprintf(hint, sizeof hint, "%s", what_outputs_are);
    if (o.index >= 0) {
        snprintf(hint, sizeof hint, "%s; a variable can show any quantity", what_outputs_are);
        return phk_error(diag, PH_E_NAME, where, hint, "a %s like `%s` has no columns of its own",
                         phk_kind_text(o.kind), name);
    }
    phk_nearest nearest = phk_nearest_to(name, strlen(name));
    for (int k = 0; k < PHK_KINDS && phk_diag_wants(diag, where); k++)
        for (int i = 0; has_columns((phk_kind)k) && i < model->list[k].count; i++)
            phk_nearest_offer(&nearest, model->list[k].name[i]);
    phk_nearest_offer(&nearest, gravity);
    phk_nearest_offer(&nearest, "energy");
    phk_nearest_offer(&nearest, "solver");
    if (nearest.best) snprintf(hint, sizeof hint, "did you mean `%.150s`?", nearest.best);
    return phk_error(diag, PH_E_NAME, where, hint, "there is no output `%s`", name);
}

ph_status phk_columns_check(const ph_model *model, ph_diag *diag)
{
    ph_status status = PH_OK;
    for (int i = 0; i < model->output.count; i++) {
        const char *name = model->output.name[i];
        phk_object o = phk_model_find(model, name, strlen(name));
        if (!is_group(name) && !(o.index >= 0 && has_columns(o.kind)))
            status = unknown_output(model, name, model->output.where[i], diag);
    }
    return status;
}

/* What columns are made with. Memory that runs out shows in arena->exhausted, at the end. */
typedef struct {
    phk_columns *c;
    const phk_system *sys;
    const phk_ledger *ledger;
    phk_touch touch;
    phk_arena *arena;
    bool *chosen[PHK_KINDS]; /* [kind][index]: is it shown? */
} maker;

static void *room(const maker *m, int count, size_t size)
{
    return phk_arena_alloc(m->arena, ((size_t)count + 1) * size);
}

/* Without a list of outputs everything is shown. */
static bool choose(maker *m)
{
    const ph_model *model = m->sys->model;
    bool all = model->output.count == 0;
    m->c->energy_group = m->c->solver_group = m->c->gravity_group = all;
    for (int k = 0; k < PHK_KINDS; k++) {
        m->chosen[k] = room(m, model->list[k].count, sizeof(bool));
        if (!m->chosen[k]) return false;
        memset(m->chosen[k], all, (size_t)model->list[k].count);
    }
    for (int i = 0; i < model->output.count; i++) {
        const char *name = model->output.name[i];
        phk_object o = phk_model_find(model, name, strlen(name));
        if (o.index >= 0) m->chosen[o.kind][o.index] = true;
        if (strcmp(name, "energy") == 0) m->c->energy_group = true;
        if (strcmp(name, "solver") == 0) m->c->solver_group = true;
        if (strcmp(name, gravity) == 0) m->c->gravity_group = true;
    }
    return true;
}

/* The indices of a kind that are chosen, in order, and their names. */
static int *list(const maker *m, phk_kind kind, int *count, const char ***name)
{
    const phk_list *all = &m->sys->model->list[kind];
    int *index = room(m, all->count, sizeof *index);
    *name = room(m, all->count, sizeof **name);
    *count = 0;
    for (int i = 0; index && *name && i < all->count; i++)
        if (m->chosen[kind][i]) {
            (*name)[*count] = all->name[i];
            index[(*count)++] = i;
        }
    return index;
}

static void add_block(phk_columns *c, const char *group, const char *quantity, const char *unit,
                      int objects, const char *const *names, int width)
{
    if (objects == 0) return;
    const char *const *component = width == 3 ? xyz : width == 4 ? four : NULL;
    c->block[c->blocks++] = (ph_block){.group = group,
                                       .quantity = quantity,
                                       .unit = unit,
                                       .objects = objects,
                                       .width = width,
                                       .object = names,
                                       .component = component};
    c->width += (size_t)objects * (size_t)width;
}

static bool add_bodies(const maker *m)
{
    phk_columns *c = m->c;
    const char **name;
    c->body = list(m, PHK_KIND_BODY, &c->bodies, &name);
    if (!c->body || !name) return false;
    add_block(c, "bodies", "pos", "m", c->bodies, name, 3);
    add_block(c, "bodies", "vel", "m/s", c->bodies, name, 3);
    add_block(c, "bodies", "acc", "m/s^2", c->bodies, name, 3);
    add_block(c, "bodies", "quat", "", c->bodies, name, 4);
    add_block(c, "bodies", "omega", "rad/s", c->bodies, name, 3);
    add_block(c, "bodies", "alpha", "rad/s^2", c->bodies, name, 3);
    add_block(c, "bodies", "omega_world", "rad/s", c->bodies, name, 3);
    add_block(c, "bodies", "alpha_world", "rad/s^2", c->bodies, name, 3);
    return true;
}

/* ---- forces ---- */

/* A named force that is shown. Impulses have no columns; gravity has no name of the model's. */
static bool is_shown(const maker *m, const phk_group *g, int e)
{
    phk_object o = phk_model_find(m->sys->model, g->name[e], strlen(g->name[e]));
    return g->type->wrench && o.index >= 0 && o.kind == PHK_KIND_FORCE &&
           m->chosen[PHK_KIND_FORCE][o.index];
}

/* Forces by what they have: loads, and one of work, or energy and losses. */
static bool add_forces(const maker *m)
{
    phk_columns *c = m->c;
    const phk_system *sys = m->sys;
    int n = ph_model_forces(sys->model);
    const char **name[4];
    for (int i = 0; i < 4; i++)
        if (!(name[i] = room(m, n, sizeof **name))) return false;
    c->force = room(m, n, sizeof *c->force);
    c->work = room(m, n, sizeof *c->work);
    c->energy = room(m, n, sizeof *c->energy);
    c->loss = room(m, n, sizeof *c->loss);
    if (!c->force || !c->work || !c->energy || !c->loss) return false;
    for (int g = 0; g < sys->groups; g++)
        for (int e = 0; e < sys->group[g].n; e++) {
            const phk_group *group = &sys->group[g];
            if (!is_shown(m, group, e)) continue;
            int work = phk_ledger_find(m->ledger, g, e, false);
            int loss = phk_ledger_find(m->ledger, g, e, true);
            name[0][c->forces] = group->name[e];
            c->force[c->forces++] = (phk_element){g, e};
            if (work >= 0) {
                name[1][c->works] = group->name[e];
                c->work[c->works++] = work;
            }
            if (group->type->potential && group->work[e] == PH_WORK_CONSERVATIVE) {
                name[2][c->energies] = group->name[e];
                c->energy[c->energies++] = (phk_element){g, e};
            }
            if (loss >= 0) {
                name[3][c->losses] = group->name[e];
                c->loss[c->losses++] = loss;
            }
        }
    add_block(c, "forces", "force", "N", c->forces, name[0], 3);
    add_block(c, "forces", "torque", "N m", c->forces, name[0], 3);
    add_block(c, "forces", "work", "J", c->works, name[1], 1);
    add_block(c, "forces", "energy", "J", c->energies, name[2], 1);
    add_block(c, "forces", "dissipated", "J", c->losses, name[3], 1);
    return true;
}

/* ---- joints and motions ---- */

/* A constraint by an expression acts at no place: it has columns of its work and on bodies. */
static bool add_joints(const maker *m)
{
    phk_columns *c = m->c;
    const phk_system *sys = m->sys;
    const char **joint = room(m, sys->constraints, sizeof *joint);
    const char **motion = room(m, sys->constraints, sizeof *motion);
    const char **equation = room(m, sys->constraints, sizeof *equation);
    c->joint = room(m, sys->constraints, sizeof *c->joint);
    c->motion = room(m, sys->constraints, sizeof *c->motion);
    c->motion_work = room(m, sys->constraints, sizeof *c->motion_work);
    c->equation_work = room(m, sys->constraints, sizeof *c->equation_work);
    if (!joint || !motion || !equation || !c->joint || !c->motion || !c->motion_work ||
        !c->equation_work)
        return false;
    int joints = ph_model_joints(sys->model);
    for (int k = 0; k < sys->constraints; k++) {
        bool drives = k >= joints;
        int index = drives ? k - joints : k;
        if (!m->chosen[drives ? PHK_KIND_MOTION : PHK_KIND_JOINT][index]) continue;
        if (drives) {
            motion[c->motions] = sys->constraint[k].name;
            c->motion_work[c->motions] = phk_ledger_find(m->ledger, -1, k, false);
            c->motion[c->motions++] = k;
        } else if (sys->constraint[k].kind == PHK_HOLD_EQUATION) {
            equation[c->equations] = sys->constraint[k].name;
            c->equation_work[c->equations++] = phk_ledger_find(m->ledger, -1, k, false);
        } else {
            joint[c->joints] = sys->constraint[k].name;
            c->joint[c->joints++] = k;
        }
    }
    add_block(c, "joints", "force", "N", c->joints, joint, 3);
    add_block(c, "joints", "torque", "N m", c->joints, joint, 3);
    add_block(c, "motions", "force", "N", c->motions, motion, 3);
    add_block(c, "motions", "torque", "N m", c->motions, motion, 3);
    add_block(c, "motions", "work", "J", c->motions, motion, 1);
    add_block(c, "equations", "work", "J", c->equations, equation, 1);
    return true;
}

/* ---- what acts on bodies ---- */

/* "push.on.crank"; what touches one body twice has its parts numbered: "push.on.crank_2". */
static const char *on_name(const maker *m, const char *owner, int body, int part, bool again)
{
    const char *on = ph_model_body_name(m->sys->model, body);
    size_t length = strlen(owner) + strlen(on) + 24;
    char *text = phk_arena_alloc(m->arena, length);
    if (!text) return NULL;
    if (again)
        snprintf(text, length, "%s.on.%s_%d", owner, on, part + 1);
    else
        snprintf(text, length, "%s.on.%s", owner, on);
    return text;
}

/* The parts of one owner: markers[parts], of which those on ground are left out. */
static bool add_parts(const maker *m, const char *owner, phk_on first, const int *marker, int parts,
                      const char **name)
{
    phk_columns *c = m->c;
    for (int k = 0; k < parts; k++) {
        int body = m->sys->marker[marker[k]].body;
        if (body < 0) continue;
        bool again = false;
        for (int j = 0; j < k; j++) again = again || m->sys->marker[marker[j]].body == body;
        phk_on on = first;
        on.marker = marker[k];
        on.body = body;
        on.at += k;
        on.side += k;
        if (!(name[c->ons] = on_name(m, owner, body, k, again))) return false;
        c->on[c->ons++] = on;
    }
    return true;
}

static int loaded_of(const ph_force_type *type)
{
    return type->loaded ? type->loaded : type->markers;
}

static bool add_ons_of_group(const maker *m, int g, const char **name)
{
    const phk_group *group = &m->sys->group[g];
    int per = group->type->markers;
    for (int e = 0; group->type->wrench && e < group->n; e++) {
        phk_object o = phk_model_find(m->sys->model, group->name[e], strlen(group->name[e]));
        bool listed = o.index >= 0 && o.kind == PHK_KIND_FORCE;
        /* gravity has no name in the model: it is shown with the body it pulls at */
        int body = per > 0 ? m->sys->marker[group->marker[e * per]].body : -1;
        bool shown = listed ? m->chosen[PHK_KIND_FORCE][o.index]
                            : m->c->gravity_group || (body >= 0 && m->chosen[PHK_KIND_BODY][body]);
        phk_on first = {.group = g, .at = e * per, .joint = -1};
        if (shown && !add_parts(m, group->name[e], first, &group->marker[e * per],
                                loaded_of(group->type), name))
            return false;
    }
    return true;
}

/* A constraint by an expression that is shown. */
static bool is_equation(const maker *m, int k)
{
    return m->sys->constraint[k].kind == PHK_HOLD_EQUATION && m->chosen[PHK_KIND_JOINT][k];
}

static bool add_equation(const maker *m, int k, const char **name)
{
    phk_columns *c = m->c;
    for (int b = 0; b < m->sys->bodies && is_equation(m, k); b++) {
        if (!m->touch.touches(m->touch.self, k, b)) continue;
        if (!(name[c->ons] = on_name(m, m->sys->constraint[k].name, b, 0, false))) return false;
        c->on[c->ons++] = (phk_on){.group = -1, .joint = k, .side = -1, .marker = -1, .body = b};
    }
    return true;
}

static bool add_ons(const maker *m)
{
    phk_columns *c = m->c;
    const phk_system *sys = m->sys;
    int most = 2 * sys->constraints;
    for (int k = 0; k < sys->constraints; k++)
        for (int b = 0; b < sys->bodies && is_equation(m, k); b++)
            most += m->touch.touches(m->touch.self, k, b);
    for (int g = 0; g < sys->groups; g++) most += sys->group[g].n * sys->group[g].type->markers;
    const char **name = room(m, most, sizeof *name);
    c->on = room(m, most, sizeof *c->on);
    if (!name || !c->on) return false;
    for (int g = 0; g < sys->groups; g++)
        if (!add_ons_of_group(m, g, name)) return false;
    for (int i = 0; i < c->joints + c->motions; i++) {
        int k = i < c->joints ? c->joint[i] : c->motion[i - c->joints];
        phk_on first = {.group = -1, .joint = k};
        if (!add_parts(m, sys->constraint[k].name, first, sys->constraint[k].marker, 2, name))
            return false;
    }
    for (int k = 0; k < sys->constraints; k++)
        if (!add_equation(m, k, name)) return false;
    add_block(c, "on", "force", "N", c->ons, name, 3);
    add_block(c, "on", "torque", "N m", c->ons, name, 3);
    return true;
}

/* ---- the rest ---- */

static bool add_values(const maker *m)
{
    phk_columns *c = m->c;
    const char **variable, **state;
    c->variable = list(m, PHK_KIND_VARIABLE, &c->variables, &variable);
    c->state = list(m, PHK_KIND_STATE, &c->states, &state);
    if (!c->variable || !c->state || !variable || !state) return false;
    add_block(c, "variables", "", "", c->variables, variable, 1);
    add_block(c, "states", "", "", c->states, state, 1);
    return true;
}

/* Each request is a block with names and units of its own. */
static bool add_requests(const maker *m)
{
    phk_columns *c = m->c;
    const char **name;
    c->request = list(m, PHK_KIND_REQUEST, &c->requests, &name);
    if (!c->request || !name) return false;
    for (int k = 0; k < c->requests; k++) {
        const ph_request_def *def = &phk_requests(m->sys->model)[c->request[k]];
        const char **column = room(m, def->count, sizeof *column);
        const char **unit = room(m, def->count, sizeof *unit);
        if (!column || !unit) return false;
        for (int i = 0; i < def->count; i++) {
            column[i] = def->column[i].name.text;
            unit[i] = def->column[i].unit.text ? def->column[i].unit.text : "";
        }
        add_block(c, "requests", "", "", 1, &name[k], def->count);
        ph_block *b = &c->block[c->blocks - 1];
        b->component = column;
        b->units = unit;
        b->id = def->id;
        b->title = def->title.text;
    }
    return true;
}

static void add_groups(phk_columns *c)
{
    static const char *const energies[] = {"kinetic",    "potential", "applied",
                                           "dissipated", "numerical", "total"};
    for (int k = 0; c->energy_group && k < 6; k++)
        add_block(c, "energy", energies[k], "J", 1, NULL, 1);
    if (!c->solver_group) return;
    add_block(c, "solver", "step", "s", 1, NULL, 1);
    add_block(c, "solver", "error", "", 1, NULL, 1);
    add_block(c, "solver", "iterations", "", 1, NULL, 1);
    add_block(c, "solver", "violation", "", 1, NULL, 1);
}

ph_status phk_columns_create(phk_columns *c, const phk_system *system, const phk_ledger *ledger,
                             phk_touch touch, phk_arena *arena)
{
    enum { MOST_BLOCKS = 40 };
    maker m = {.c = c, .sys = system, .ledger = ledger, .touch = touch, .arena = arena};
    *c = (phk_columns){.width = 1 /* time */};
    c->block = room(&m, MOST_BLOCKS + ph_model_requests(system->model), sizeof *c->block);
    /* row.c fills them in this order */
    if (!c->block || !choose(&m) || !add_bodies(&m) || !add_forces(&m) || !add_joints(&m) ||
        !add_ons(&m) || !add_values(&m) || !add_requests(&m))
        return PH_E_NOMEM;
    add_groups(c);
    return PH_OK;
}
