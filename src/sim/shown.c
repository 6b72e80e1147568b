/* SPDX-License-Identifier: BSD-3-Clause */
#include "sim/shown.h"

#include <stdio.h>
#include <string.h>
#include "base/diag.h"
#include "sim/stress.h"

static const char gravity[] = "gravity";

static const char what_outputs_are[] =
    "outputs are bodies, their nodes, BODY.modes, BODY.stress, joints, motions, forces, "
    "contacts, variables, states, requests, "
    "`gravity`, `energy` and `solver`";

static bool has_columns(phk_kind kind)
{
    return phk_kinds[kind].flags & PHK_COLUMNS;
}

static bool is_group(const char *name)
{
    return strcmp(name, "energy") == 0 || strcmp(name, "solver") == 0 || strcmp(name, gravity) == 0;
}

/* A node of a body that bends: its marker was made with the program. */
static phk_named_place node_of(const ph_model *model, const char *name)
{
    phk_named_place place = phk_place_find(model, name, strlen(name));
    if (place.marker >= 0) place.node = -1;
    return place;
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

ph_status phk_shown_check(const ph_model *model, ph_diag *diag)
{
    ph_status status = PH_OK;
    for (int i = 0; i < model->output.count; i++) {
        const char *name = model->output.name[i];
        phk_object o = phk_model_find(model, name, strlen(name));
        bool bends = phk_stress_output(model, name) >= 0 || phk_modes_output(model, name) >= 0;
        if (bends || is_group(name) || (o.index >= 0 && has_columns(o.kind))) continue;
        const phk_named_place place = node_of(model, name);
        /* of a body that could not be read any node will do */
        const bool lost = place.marker < 0 && place.body >= 0;
        if (place.node < 0 && !lost)
            status = unknown_output(model, name, model->output.where[i], diag);
    }
    return status;
}

/* What lists are made with. */
typedef struct {
    phk_shown *shown; /* [PHK_SHOWN] */
    const phk_system *sys;
    const phk_ledger *ledger;
    phk_touch touch;
    phk_arena *arena;
    bool *chosen[PHK_KINDS]; /* [kind][index]: is it shown? */
    bool gravity;
} maker;

static void *room(const maker *m, int count, size_t size)
{
    return phk_arena_alloc(m->arena, ((size_t)count + 1) * size);
}

/* Makes room for a list of `most` objects with names. */
static bool begin(const maker *m, phk_shown_list of, int most)
{
    phk_shown *list = &m->shown[of];
    list->item = room(m, most, sizeof *list->item);
    list->name = room(m, most, sizeof *list->name);
    return list->item && list->name;
}

static void add(const maker *m, phk_shown_list of, const char *name, phk_shown_item item)
{
    phk_shown *list = &m->shown[of];
    list->name[list->count] = name;
    list->item[list->count++] = item;
}

/* Without a list of outputs everything is shown. */
static bool choose(maker *m)
{
    const ph_model *model = m->sys->program->model;
    bool all = model->output.count == 0, energy = all, solver = all;
    m->gravity = all;
    for (int k = 0; k < PHK_KINDS; k++) {
        m->chosen[k] = room(m, model->list[k].count, sizeof(bool));
        if (!m->chosen[k]) return false;
        memset(m->chosen[k], all, (size_t)model->list[k].count);
    }
    for (int i = 0; i < model->output.count; i++) {
        const char *name = model->output.name[i];
        phk_object o = phk_model_find(model, name, strlen(name));
        if (o.index >= 0) m->chosen[o.kind][o.index] = true;
        energy = energy || strcmp(name, "energy") == 0;
        solver = solver || strcmp(name, "solver") == 0;
        m->gravity = m->gravity || strcmp(name, gravity) == 0;
    }
    m->shown[PHK_SHOWN_ENERGY].count = energy;
    m->shown[PHK_SHOWN_SOLVER].count = solver;
    m->shown[PHK_SHOWN_STRAIN].count = energy && m->sys->program->flexible.n > 0;
    return true;
}

/* Those of a kind that are chosen, in the order of the model. */
static bool add_kind(const maker *m, phk_shown_list of, phk_kind kind)
{
    const phk_list *all = &m->sys->program->model->list[kind];
    if (!begin(m, of, all->count)) return false;
    for (int i = 0; i < all->count; i++)
        if (m->chosen[kind][i]) add(m, of, all->name[i], (phk_shown_item){.index = i});
    return true;
}

/* Bodies that bend, of those that are shown, and nodes by themselves. */
static bool add_flexible(const maker *m)
{
    const phk_program *p = m->sys->program;
    const ph_model *model = p->model;
    if (!begin(m, PHK_SHOWN_MODES, p->flexible.n) || !begin(m, PHK_SHOWN_STRESSES, p->flexible.n) ||
        !begin(m, PHK_SHOWN_NODES, model->output.count))
        return false;
    for (int k = 0; k < p->flexible.n; k++) {
        const int body = p->flexible.item[k].body;
        const char *name = ph_model_body_name(model, body);
        const phk_shown_item item = {.index = k, .body = body};
        if (p->flexible.item[k].is->modes > 0 &&
            (m->chosen[PHK_KIND_BODY][body] || phk_modes_wanted(model, body)))
            add(m, PHK_SHOWN_MODES, name, item);
        if (phk_stress_wanted(model, body)) add(m, PHK_SHOWN_STRESSES, name, item);
    }
    for (int i = 0; i < model->output.count; i++) {
        const char *name = model->output.name[i];
        if (node_of(model, name).node < 0) continue;
        const int marker = phk_program_node_marker(p, name);
        if (marker >= 0) add(m, PHK_SHOWN_NODES, name, (phk_shown_item){.marker = marker});
    }
    return true;
}

/* The columns of all requests are answered in the order of the model. */
static bool add_requests(const maker *m)
{
    const ph_model *model = m->sys->program->model;
    int first = 0;
    if (!begin(m, PHK_SHOWN_REQUESTS, ph_model_requests(model))) return false;
    for (int i = 0; i < ph_model_requests(model); first += phk_requests(model)[i++].count)
        if (m->chosen[PHK_KIND_REQUEST][i])
            add(m, PHK_SHOWN_REQUESTS, model->list[PHK_KIND_REQUEST].name[i],
                (phk_shown_item){.index = i, .answer = first});
    return true;
}

/* ---- forces ---- */

/* A named force that is shown. Impulses have no columns; gravity has no name of the model's. */
static bool is_shown(const maker *m, const phk_group *g, int e)
{
    phk_object o = phk_model_find(m->sys->program->model, g->name[e], strlen(g->name[e]));
    return g->type->wrench && o.index >= 0 && o.kind == PHK_KIND_FORCE &&
           m->chosen[PHK_KIND_FORCE][o.index];
}

static void add_force(const maker *m, int g, int e)
{
    const phk_group *group = &m->sys->program->elements.group[g];
    phk_shown_item item = {.group = g, .index = e};
    add(m, PHK_SHOWN_FORCES, group->name[e], item);
    if (group->type->potential && group->work[e] == PH_WORK_CONSERVATIVE)
        add(m, PHK_SHOWN_STORING, group->name[e], item);
    if (group->type->states || group->type->reports) add(m, PHK_SHOWN_OWN, group->name[e], item);
    item.account = phk_ledger_find(m->ledger, g, e, false);
    if (item.account >= 0) add(m, PHK_SHOWN_WORKING, group->name[e], item);
    item.account = phk_ledger_find(m->ledger, g, e, true);
    if (item.account >= 0) add(m, PHK_SHOWN_LOSING, group->name[e], item);
}

static bool add_forces(const maker *m)
{
    const phk_system *sys = m->sys;
    int n = ph_model_forces(sys->program->model);
    if (!begin(m, PHK_SHOWN_FORCES, n) || !begin(m, PHK_SHOWN_WORKING, n) ||
        !begin(m, PHK_SHOWN_STORING, n) || !begin(m, PHK_SHOWN_LOSING, n) ||
        !begin(m, PHK_SHOWN_OWN, n))
        return false;
    for (int g = 0; g < sys->program->elements.groups; g++)
        for (int e = 0; e < sys->program->elements.group[g].n; e++)
            if (is_shown(m, &sys->program->elements.group[g], e)) add_force(m, g, e);
    return true;
}

/* ---- contacts ---- */

static bool add_contacts(const maker *m)
{
    const phk_program *p = m->sys->program;
    phk_shown *list = &m->shown[PHK_SHOWN_CONTACTS];
    if (!add_kind(m, PHK_SHOWN_CONTACTS, PHK_KIND_CONTACT)) return false;
    for (int k = 0; k < list->count; k++)
        list->item[k].account =
            phk_ledger_find(m->ledger, p->elements.groups, list->item[k].index, true);
    list->met = room(m, p->contacts.contacts, sizeof *list->met);
    return list->met;
}

/* ---- joints and motions ---- */

static bool add_joints(const maker *m)
{
    const phk_system *sys = m->sys;
    int n = sys->program->constraints, joints = ph_model_joints(sys->program->model);
    if (!begin(m, PHK_SHOWN_JOINTS, n) || !begin(m, PHK_SHOWN_MOTIONS, n) ||
        !begin(m, PHK_SHOWN_EQUATIONS, n))
        return false;
    for (int k = 0; k < n; k++) {
        bool drives = k >= joints, equation = sys->program->constraint[k].kind == PHK_HOLD_EQUATION;
        if (!m->chosen[drives ? PHK_KIND_MOTION : PHK_KIND_JOINT][drives ? k - joints : k])
            continue;
        /* what it does is told of its second marker */
        phk_shown_item item = {.group = -1, .index = k, .account = -1, .side = 1};
        if (drives || equation) item.account = phk_ledger_find(m->ledger, -1, k, false);
        add(m,
            drives     ? PHK_SHOWN_MOTIONS
            : equation ? PHK_SHOWN_EQUATIONS
                       : PHK_SHOWN_JOINTS,
            sys->program->constraint[k].name, item);
    }
    return true;
}

/* ---- what acts on bodies ---- */

/* "push.on.crank"; what touches one body twice has its parts numbered: "push.on.crank_2". */
static const char *on_name(const maker *m, const char *owner, int body, int part, bool again)
{
    const char *on = ph_model_body_name(m->sys->program->model, body);
    size_t length = strlen(owner) + strlen(on) + 24;
    char *text = phk_arena_alloc(m->arena, length);
    if (!text) return NULL;
    if (again)
        snprintf(text, length, "%s.on.%s_%d", owner, on, part + 1);
    else
        snprintf(text, length, "%s.on.%s", owner, on);
    return text;
}

static bool add_on(const maker *m, const char *owner, phk_shown_item item, int part, bool again)
{
    phk_shown *list = &m->shown[PHK_SHOWN_ON];
    const char *name = on_name(m, owner, item.body, part, again);
    if (!name) return false;
    list->owner[list->count] = owner;
    add(m, PHK_SHOWN_ON, name, item);
    return true;
}

/* The parts of one owner: markers[parts], of which those on ground are left out. */
static bool add_parts(const maker *m, const char *owner, phk_shown_item first, const int *marker,
                      int parts)
{
    for (int k = 0; k < parts; k++) {
        phk_shown_item item = first;
        bool again = false;
        item.marker = marker[k];
        item.body = m->sys->program->places.marker[marker[k]].body;
        if (item.body < 0) continue;
        for (int j = 0; j < k; j++)
            again = again || m->sys->program->places.marker[marker[j]].body == item.body;
        if (item.group >= 0)
            item.index += k;
        else
            item.side = k;
        if (!add_on(m, owner, item, k, again)) return false;
    }
    return true;
}

static int loaded_of(const ph_force_type *type)
{
    /* what acts on modes alone is nothing on the body as a whole */
    const int all = type->shape ? type->markers - 2 : type->markers;
    return type->loaded ? type->loaded : all;
}

static bool add_ons_of_group(const maker *m, int g)
{
    const phk_group *group = &m->sys->program->elements.group[g];
    int per = group->type->markers;
    for (int e = 0; group->type->wrench && e < group->n; e++) {
        phk_object o =
            phk_model_find(m->sys->program->model, group->name[e], strlen(group->name[e]));
        bool listed = o.index >= 0 && o.kind == PHK_KIND_FORCE;
        /* gravity has no name in the model: it is shown with the body it pulls at */
        int body = per > 0 ? m->sys->program->places.marker[group->marker[e * per]].body : -1;
        bool shown = listed ? m->chosen[PHK_KIND_FORCE][o.index]
                            : m->gravity || (body >= 0 && m->chosen[PHK_KIND_BODY][body]);
        phk_shown_item first = {.group = g, .index = e * per};
        if (shown &&
            !add_parts(m, group->name[e], first, &group->marker[e * per], loaded_of(group->type)))
            return false;
    }
    return true;
}

static bool add_ons_of_joints(const maker *m, phk_shown_list of)
{
    const phk_shown *list = &m->shown[of];
    for (int i = 0; i < list->count; i++) {
        const phk_constraint *c = &m->sys->program->constraint[list->item[i].index];
        if (!add_parts(m, list->name[i], list->item[i], c->marker, c->markers)) return false;
    }
    return true;
}

static bool add_ons_of_equations(const maker *m)
{
    const phk_shown *list = &m->shown[PHK_SHOWN_EQUATIONS];
    for (int i = 0; i < list->count; i++)
        for (int b = 0; b < m->sys->program->bodies; b++) {
            phk_shown_item item = list->item[i];
            if (!m->touch.touches(m->touch.self, item.index, b)) continue;
            item.side = item.marker = -1;
            item.body = b;
            if (!add_on(m, list->name[i], item, 0, false)) return false;
        }
    return true;
}

static bool add_ons(const maker *m)
{
    const phk_system *sys = m->sys;
    const phk_shown *equations = &m->shown[PHK_SHOWN_EQUATIONS];
    phk_shown *list = &m->shown[PHK_SHOWN_ON];
    int most = 0;
    for (int k = 0; k < sys->program->constraints; k++) most += sys->program->constraint[k].markers;
    for (int i = 0; i < equations->count; i++)
        for (int b = 0; b < sys->program->bodies; b++)
            most += m->touch.touches(m->touch.self, equations->item[i].index, b);
    for (int g = 0; g < sys->program->elements.groups; g++)
        most += sys->program->elements.group[g].n * sys->program->elements.group[g].type->markers;
    list->owner = room(m, most, sizeof *list->owner);
    if (!list->owner || !begin(m, PHK_SHOWN_ON, most)) return false;
    for (int g = 0; g < sys->program->elements.groups; g++)
        if (!add_ons_of_group(m, g)) return false;
    return add_ons_of_joints(m, PHK_SHOWN_JOINTS) && add_ons_of_joints(m, PHK_SHOWN_MOTIONS) &&
           add_ons_of_equations(m);
}

static bool add_loads(const maker *m)
{
    static const phk_shown_list loads[] = {PHK_SHOWN_FORCES, PHK_SHOWN_JOINTS, PHK_SHOWN_MOTIONS,
                                           PHK_SHOWN_ON};
    for (size_t i = 0; i < sizeof loads / sizeof *loads; i++) {
        phk_shown *list = &m->shown[loads[i]];
        list->load = room(m, list->count, sizeof *list->load);
        if (!list->load) return false;
    }
    return true;
}

ph_status phk_shown_create(phk_shown *shown, const phk_system *system, const phk_ledger *ledger,
                           phk_touch touch, phk_arena *arena)
{
    maker m = {.shown = shown, .sys = system, .ledger = ledger, .touch = touch, .arena = arena};
    bool done = choose(&m) && add_kind(&m, PHK_SHOWN_BODIES, PHK_KIND_BODY) && add_flexible(&m) &&
                add_forces(&m) && add_contacts(&m) && add_joints(&m) && add_ons(&m) &&
                add_kind(&m, PHK_SHOWN_VARIABLES, PHK_KIND_VARIABLE) &&
                add_kind(&m, PHK_SHOWN_STATES, PHK_KIND_STATE) && add_requests(&m) && add_loads(&m);
    return done ? PH_OK : PH_E_NOMEM;
}
