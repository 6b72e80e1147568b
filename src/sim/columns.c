/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a result shows: which columns there are. row.c fills them.
 */
#include <stdio.h>
#include <string.h>
#include "base/diag.h"
#include "sim/sim.h"

static const char *const xyz[] = {"x", "y", "z"};
static const char *const four[] = {"0", "1", "2", "3"};

/* Names an output may have, for "did you mean". */
static ph_status unknown_output(const ph_model *model, const char *name, ph_source where,
                                ph_diag *diag)
{
    phk_object o = phk_model_find(model, name, strlen(name));
    if (o.index >= 0)
        return phk_error(diag, PH_E_NAME, where,
                         "outputs are bodies, forces, variables, `energy` and `solver`; a variable "
                         "can show any quantity",
                         "a %s like `%s` has no columns of its own", phk_kind_text(o.kind), name);
    phk_nearest nearest = phk_nearest_to(name, strlen(name));
    static const phk_kind kinds[] = {PHK_KIND_BODY, PHK_KIND_FORCE, PHK_KIND_VARIABLE};
    for (int k = 0; k < 3 && phk_diag_wants(diag, where); k++)
        for (int i = 0; i < model->list[kinds[k]].count; i++)
            phk_nearest_offer(&nearest, model->list[kinds[k]].name[i]);
    phk_nearest_offer(&nearest, "energy");
    phk_nearest_offer(&nearest, "solver");
    char hint[200] = "outputs are bodies, forces, variables, `energy` and `solver`";
    if (nearest.best) snprintf(hint, sizeof hint, "did you mean `%.150s`?", nearest.best);
    return phk_error(diag, PH_E_NAME, where, hint, "there is no output `%s`", name);
}

static bool is_group(const char *name)
{
    return strcmp(name, "energy") == 0 || strcmp(name, "solver") == 0;
}

static bool has_columns(phk_kind kind)
{
    return kind == PHK_KIND_BODY || kind == PHK_KIND_FORCE || kind == PHK_KIND_VARIABLE;
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

/* chosen[kind][index]: is it shown? Without a list of outputs everything is. */
typedef struct {
    bool *of[PHK_KINDS];
    bool energy, solver;
} choice;

static ph_status choose(ph_sim *sim, choice *c)
{
    const ph_model *model = sim->model;
    bool all = model->output.count == 0;
    c->energy = c->solver = all;
    for (int k = 0; k < PHK_KINDS; k++) {
        size_t n = (size_t)model->list[k].count;
        c->of[k] = phk_arena_alloc(&sim->arena, n + 1);
        if (!c->of[k]) return PH_E_NOMEM;
        memset(c->of[k], all, n);
    }
    for (int i = 0; i < model->output.count; i++) {
        const char *name = model->output.name[i];
        phk_object o = phk_model_find(model, name, strlen(name));
        if (strcmp(name, "energy") == 0)
            c->energy = true;
        else if (strcmp(name, "solver") == 0)
            c->solver = true;
        else if (o.index >= 0)
            c->of[o.kind][o.index] = true;
    }
    return PH_OK;
}

static void *room(ph_sim *sim, int count, size_t size)
{
    return phk_arena_alloc(&sim->arena, ((size_t)count + 1) * size);
}

/* The indices that are chosen, in order. */
static int *chosen(ph_sim *sim, const bool *flag, int n, int *count)
{
    int *list = room(sim, n, sizeof *list);
    *count = 0;
    for (int i = 0; list && i < n; i++)
        if (flag[i]) list[(*count)++] = i;
    return list;
}

/* Which element of which group a named force is. Impulses have no columns. */
static ph_status choose_forces(ph_sim *sim, const bool *flag)
{
    phk_columns *c = &sim->columns;
    const phk_system *sys = sim->system;
    int n = ph_model_forces(sim->model), most = 0;
    c->force_group = room(sim, n, sizeof(int));
    c->force_index = room(sim, n, sizeof(int));
    if (!c->force_group || !c->force_index) return PH_E_NOMEM;
    for (int g = 0; g < sys->groups; g++) {
        const phk_group *group = &sys->group[g];
        for (int e = 0; group->type->wrench && e < group->n; e++) {
            phk_object o = phk_model_find(sim->model, group->name[e], strlen(group->name[e]));
            if (o.index < 0 || o.kind != PHK_KIND_FORCE || !flag[o.index]) continue;
            c->force_group[c->forces] = g;
            c->force_index[c->forces++] = e;
            most += group->type->markers;
        }
    }
    c->on_force = room(sim, most, sizeof(int));
    c->on_marker = room(sim, most, sizeof(int));
    if (!c->on_force || !c->on_marker) return PH_E_NOMEM;
    for (int f = 0; f < c->forces; f++) {
        const phk_group *group = &sys->group[c->force_group[f]];
        int per = group->type->markers;
        int loaded = group->type->loaded ? group->type->loaded : per;
        for (int m = 0; m < loaded; m++) {
            if (sys->marker[group->marker[c->force_index[f] * per + m]].body < 0) continue;
            c->on_force[c->ons] = f;
            c->on_marker[c->ons++] = m;
        }
    }
    return PH_OK;
}

static void add_block(phk_columns *c, const char *group, const char *quantity, const char *unit,
                      int objects, const char *const *names, int width)
{
    if (objects == 0) return;
    const char *const *component = width == 3 ? xyz : width == 4 ? four : NULL;
    c->block[c->blocks++] = (ph_block){group, quantity, unit, objects, width, names, component};
    c->width += (size_t)objects * (size_t)width;
}

static const char **body_names(ph_sim *sim)
{
    phk_columns *c = &sim->columns;
    const char **name = room(sim, c->bodies, sizeof *name);
    for (int i = 0; name && i < c->bodies; i++)
        name[i] = ph_model_body_name(sim->model, c->body[i]);
    return name;
}

static const char **force_names(ph_sim *sim)
{
    phk_columns *c = &sim->columns;
    const char **name = room(sim, c->forces, sizeof *name);
    for (int i = 0; name && i < c->forces; i++)
        name[i] = sim->system->group[c->force_group[i]].name[c->force_index[i]];
    return name;
}

/* "push.on.crank"; a force that touches one body twice has its parts numbered by the marker. */
static const char **on_names(ph_sim *sim, const char *const *force)
{
    phk_columns *c = &sim->columns;
    const phk_system *sys = sim->system;
    const char **name = room(sim, c->ons, sizeof *name);
    for (int i = 0; name && i < c->ons; i++) {
        int f = c->on_force[i];
        const phk_group *group = &sys->group[c->force_group[f]];
        int m = group->marker[c->force_index[f] * group->type->markers + c->on_marker[i]];
        const char *body = ph_model_body_name(sim->model, sys->marker[m].body);
        size_t length = strlen(force[f]) + strlen(body) + 24;
        char *text = phk_arena_alloc(&sim->arena, length);
        if (!text) return NULL;
        snprintf(text, length, "%s.on.%s", force[f], body);
        for (int j = i - 1; j >= 0 && c->on_force[j] == f; j--)
            if (strcmp(text, name[j]) == 0)
                snprintf(text, length, "%s.on.%s_%d", force[f], body, c->on_marker[i] + 1);
        name[i] = text;
    }
    return name;
}

static const char **variable_names(ph_sim *sim)
{
    phk_columns *c = &sim->columns;
    const char **name = room(sim, c->variables, sizeof *name);
    for (int i = 0; name && i < c->variables; i++)
        name[i] = sim->model->list[PHK_KIND_VARIABLE].name[c->variable[i]];
    return name;
}

ph_status phk_columns_create(ph_sim *sim)
{
    phk_columns *c = &sim->columns;
    choice pick;
    ph_status status = choose(sim, &pick);
    if (!status) status = choose_forces(sim, pick.of[PHK_KIND_FORCE]);
    if (status) return status;
    c->body = chosen(sim, pick.of[PHK_KIND_BODY], sim->system->bodies, &c->bodies);
    c->variable = chosen(sim, pick.of[PHK_KIND_VARIABLE], sim->system->variables, &c->variables);
    c->energy = pick.energy;
    c->solver = pick.solver;
    enum { MOST_BLOCKS = 32 };
    c->block = room(sim, MOST_BLOCKS, sizeof *c->block);
    const char **bodies = body_names(sim), **forces = force_names(sim);
    const char **ons = forces ? on_names(sim, forces) : NULL, **variables = variable_names(sim);
    if (!c->body || !c->variable || !c->block || !bodies || !forces || !ons || !variables)
        return PH_E_NOMEM;
    c->width = 1; /* time */
    /* row.c fills them in this order */
    add_block(c, "bodies", "pos", "m", c->bodies, bodies, 3);
    add_block(c, "bodies", "vel", "m/s", c->bodies, bodies, 3);
    add_block(c, "bodies", "acc", "m/s^2", c->bodies, bodies, 3);
    add_block(c, "bodies", "quat", "", c->bodies, bodies, 4);
    add_block(c, "bodies", "omega", "rad/s", c->bodies, bodies, 3);
    add_block(c, "bodies", "alpha", "rad/s^2", c->bodies, bodies, 3);
    add_block(c, "bodies", "omega_world", "rad/s", c->bodies, bodies, 3);
    add_block(c, "bodies", "alpha_world", "rad/s^2", c->bodies, bodies, 3);
    add_block(c, "forces", "force", "N", c->forces, forces, 3);
    add_block(c, "forces", "torque", "N m", c->forces, forces, 3);
    add_block(c, "on", "force", "N", c->ons, ons, 3);
    add_block(c, "on", "torque", "N m", c->ons, ons, 3);
    add_block(c, "variables", "", "", c->variables, variables, 1);
    static const char *const energies[] = {"kinetic",    "potential", "applied",
                                           "dissipated", "numerical", "total"};
    for (int k = 0; c->energy && k < 6; k++) add_block(c, "energy", energies[k], "J", 1, NULL, 1);
    if (c->solver) {
        add_block(c, "solver", "step", "s", 1, NULL, 1);
        add_block(c, "solver", "error", "", 1, NULL, 1);
        add_block(c, "solver", "iterations", "", 1, NULL, 1);
        add_block(c, "solver", "violation", "", 1, NULL, 1);
    }
    return PH_OK;
}

int ph_sim_blocks(const ph_sim *sim)
{
    return sim->columns.blocks;
}

const ph_block *ph_sim_block(const ph_sim *sim, int index)
{
    return index >= 0 && index < sim->columns.blocks ? &sim->columns.block[index] : NULL;
}

size_t ph_sim_row_width(const ph_sim *sim)
{
    return sim->columns.width;
}
