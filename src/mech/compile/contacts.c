/* SPDX-License-Identifier: BSD-3-Clause
 *
 * contacts.c -- contacts name shapes, bodies, groups and patterns; a program knows shapes, each
 * with a marker of its own in its middle, and sets of pairs.
 */
#include "mech/compile/contacts.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "mech/compile/scope.h"
#include "mech/model/masses.h"
#include "mech/model/materials.h"
#include "mech/model/place.h"

/* Pairs for each body up to which all of them are looked at in every step, and are in the matrix:
 * what comes and goes costs a new order of the matrix each time. */
#define FEW 3
/* And so many are few for any number of bodies: the whole matrix is small. */
#define FEW_IN_ALL 40
/* Of the smallest shape: how much further than its shapes a box reaches when pairs are sought. */
#define SKIN 0.4

/* What shapes are made of that nobody says a material of. */
static const char otherwise[] = "steel";

typedef struct {
    phk_program *program;
    const ph_model *model;
    phk_contact_plan *out;
    ph_diag *diag;
    int *number; /* [shapes of the model] among those that touch; -1: not one of them */
    char *visit; /* [groups of the model] of the names at hand: being looked at, or done with */
    ph_status status;
} maker;

static void *take(const maker *m, int n, size_t size)
{
    return phk_arena_alloc(&m->program->arena, ((size_t)n + 1) * size);
}

static const ph_shape_def *shape_of(const maker *m, int i)
{
    return &phk_shapes(m->model)[i];
}
static const char *shape_name(const maker *m, int i)
{
    return m->model->list[PHK_KIND_SHAPE].name[i];
}
static int shapes_of(const maker *m)
{
    return m->model->list[PHK_KIND_SHAPE].count;
}

/* --- names ------------------------------------------------------------------------------------ */

/* Does a name fit a pattern with `*`? */
static bool fits(const char *pattern, const char *name)
{
    const char *star = NULL, *from = NULL;
    while (*name) {
        if (*pattern == '*') {
            star = pattern++;
            from = name;
        } else if (*pattern == *name) {
            pattern++, name++;
        } else if (star) {
            pattern = star + 1;
            name = ++from;
        } else {
            return false;
        }
    }
    while (*pattern == '*') pattern++;
    return *pattern == 0;
}

/* The body of a place; -1: ground; PHK_NO_BODY. */
static int body_of(const maker *m, const char *place)
{
    return place ? phk_place_find(m->model, place, strlen(place)).body : -1;
}

/* Can a shape touch at all? Those that only show something are passed over unless named. */
static bool can_touch(const maker *m, int i)
{
    phk_touchable solid;
    ph_vec3 middle;
    const ph_shape_def *d = shape_of(m, i);
    const ph_shape_sizes sizes = phk_shape_sizes_of(d);
    /* what is wrong with what comes from files is told when it is wanted */
    if (ph_shape_has(d->kind) & PH_SHAPE_FILE) return true;
    return !phk_touchable_create(d->kind, &sizes, 0, NULL, NULL, &solid, &middle);
}

/* Marks the shapes on a body (-1: ground) that can touch; how many. */
static int mark_body(const maker *m, int body, bool *marked)
{
    int n = 0;
    for (int i = 0; i < shapes_of(m); i++)
        if (body_of(m, shape_of(m, i)->on.text) == body && can_touch(m, i)) marked[i] = true, n++;
    return n;
}

/* Shapes by their own names or by those of their bodies, each looked at once. */
static int mark_pattern(const maker *m, const char *pattern, bool *marked)
{
    int n = 0;
    for (int i = 0; i < shapes_of(m); i++) {
        bool meant = fits(pattern, shape_name(m, i));
        int body = meant ? -1 : body_of(m, shape_of(m, i)->on.text);
        if (body >= 0) meant = fits(pattern, ph_model_body_name(m->model, body));
        if (meant && can_touch(m, i)) marked[i] = true, n++;
    }
    return n;
}

static void unknown(maker *m, const ph_text *name, const char *owner)
{
    phk_nearest nearest = phk_nearest_to(name->text, strlen(name->text));
    char hint[220] = "name shapes, bodies, groups, `ground` or `everything`";
    static const phk_kind kinds[] = {PHK_KIND_SHAPE, PHK_KIND_BODY, PHK_KIND_GROUP};
    for (int k = 0; k < 3 && phk_diag_wants(m->diag, name->where); k++)
        phk_model_offer(m->model, kinds[k], &nearest);
    if (nearest.best) snprintf(hint, sizeof hint, "did you mean `%.150s`?", nearest.best);
    m->status = phk_error(m->diag, PH_E_NAME, name->where, hint,
                          "contact `%s`: there is no shape, body or group `%s`", owner, name->text);
}

enum { VISITING = 1, VISITED };
static void mark(maker *m, const ph_text *name, const char *owner, bool *marked);

/* Each group once: what it holds is marked then. */
static void mark_group(maker *m, const ph_text *name, int group, const char *owner, bool *marked)
{
    if (m->visit[group] == VISITING)
        m->status = phk_error(m->diag, PH_E_NAME, name->where, "let no group hold itself",
                              "contact `%s`: group `%s` holds itself", owner, name->text);
    if (m->visit[group]) return;
    const ph_names *of = &phk_groups(m->model)[group].of;
    m->visit[group] = VISITING;
    for (int i = 0; i < of->count; i++) mark(m, &of->name[i], owner, marked);
    m->visit[group] = VISITED;
}

/* Marks the shapes a name stands for. */
static void mark(maker *m, const ph_text *name, const char *owner, bool *marked)
{
    int found;
    phk_object o = phk_model_find(m->model, name->text, strlen(name->text));
    if (o.index >= 0 && o.kind == PHK_KIND_GROUP) {
        mark_group(m, name, o.index, owner, marked);
        return;
    }
    if (o.index >= 0 && o.kind == PHK_KIND_SHAPE) {
        marked[o.index] = true;
        return;
    }
    if (strcmp(name->text, "everything") == 0)
        found = mark_pattern(m, "*", marked) + mark_body(m, -1, marked);
    else if (strcmp(name->text, "ground") == 0)
        found = mark_body(m, -1, marked);
    else if (o.index >= 0 && o.kind == PHK_KIND_BODY)
        found = mark_body(m, o.index, marked);
    else if (strchr(name->text, '*'))
        found = mark_pattern(m, name->text, marked);
    else {
        unknown(m, name, owner);
        return;
    }
    if (found) return;
    m->status = phk_error(m->diag, PH_E_MODEL, name->where,
                          "give it a shape with an inside, e.g. `shape: {sphere: {radius: 0.1}}`",
                          "contact `%s`: `%s` has no shape that could touch", owner, name->text);
}

/* --- shapes ----------------------------------------------------------------------------------- */

/* What a material is as a surface; what it does not say is as of steel, but for how stiff it is. */
static phk_surface surface_of(const ph_model *model, const char *name)
{
    ph_material_def steel, d;
    phk_material_find(model, otherwise, strlen(otherwise), &steel);
    if (!phk_material_find(model, name, strlen(name), &d)) d = steel;
#define KNOWN(member, instead) (PHK_GIVEN(phk_material_fields, &d, member) ? d.member : (instead))
    return (phk_surface){.young = KNOWN(young, NAN),
                         .poisson = KNOWN(poisson, steel.poisson),
                         .friction = KNOWN(friction, steel.friction),
                         .sliding_friction = KNOWN(sliding_friction, NAN),
                         .restitution = KNOWN(restitution, steel.restitution),
                         .rolling = KNOWN(rolling, 0),
                         .spinning = KNOWN(spinning, 0)};
#undef KNOWN
}

/* Why a shape cannot touch; where less rounding would do, that is said. */
static void tell_wrong(maker *m, int i, const char *wrong)
{
    const ph_shape_def *d = shape_of(m, i);
    const ph_shape_sizes sizes = phk_shape_sizes_of(d);
    phk_touchable sharp;
    ph_vec3 middle;
    char hint[120] = "leave it out of the contact, or make it a solid";
    if (d->rounding > 0 &&
        !phk_touchable_create(d->kind, &sizes, 0, d->mesh, &m->program->arena, &sharp, &middle))
        snprintf(hint, sizeof hint,
                 "its least extent is %.6g m; without `rounding` its edges have a radius of %.3g m",
                 sharp.thickness, sharp.rounding);
    m->status =
        phk_error(m->diag, PH_E_RANGE, d->where, hint, "shape `%s` %s", shape_name(m, i), wrong);
}

/* A shape gets a marker in its middle. -1: it has been reported. */
static int add_shape(maker *m, int i)
{
    const ph_shape_def *d = shape_of(m, i);
    const ph_shape_sizes sizes = phk_shape_sizes_of(d);
    phk_program *p = m->program;
    phk_contact_shape *s = &m->out->shape[m->out->shapes];
    phk_side at = phk_place_shape(m->model, d);
    ph_vec3 middle;
    *s = (phk_contact_shape){.name = shape_name(m, i),
                             .where = d->where,
                             .body = at.body,
                             .material = d->material.text ? d->material.text : otherwise};
    const char *wrong =
        phk_touchable_create(d->kind, &sizes, d->rounding, d->mesh, &p->arena, &s->solid, &middle);
    if (wrong) tell_wrong(m, i, wrong);
    /* a place that is not there has been told of */
    if (wrong || at.body == PHK_NO_BODY) return -1;
    at.at = ph_add(at.at, ph_rotate(at.orientation, middle));
    s->surface = surface_of(m->model, s->material);
    s->mass = at.body < 0 ? INFINITY : p->mass[at.body];
    s->marker = phk_program_add_side(p, &at);
    if (s->marker < 0) m->status = PH_E_NOMEM;
    return m->status == PH_E_NOMEM ? -1 : m->out->shapes++;
}

/* --- sets ------------------------------------------------------------------------------------- */

static bool list_side(maker *m, phk_contact_set *set, int side, const bool *marked)
{
    int n = 0;
    for (int i = 0; i < shapes_of(m); i++) n += marked[i];
    set->list[side] = take(m, n, sizeof(int));
    if (!set->list[side]) return false;
    for (int i = 0; i < shapes_of(m); i++) {
        if (!marked[i]) continue;
        if (m->number[i] < 0) m->number[i] = add_shape(m, i);
        if (m->number[i] < 0) continue;
        set->list[side][set->count[side]++] = m->number[i];
    }
    return true;
}

/* Reports the first two kinds of shapes of a set that have no formula. */
static void check_pairs(maker *m, const phk_contact_set *set)
{
    bool seen[PH_SHAPE_KINDS][PH_SHAPE_KINDS] = {{false}};
    long long pairs = 0;
    for (int i = 0; i < set->count[0]; i++)
        for (int j = 0; j < set->count[1]; j++) {
            const phk_contact_shape *a = &m->out->shape[set->list[0][i]],
                                    *b = &m->out->shape[set->list[1][j]];
            if (a->body == b->body) continue;
            pairs++;
            if (seen[a->solid.kind][b->solid.kind]) continue;
            seen[a->solid.kind][b->solid.kind] = true;
            const char *why = phk_touch_unknown(&a->solid, &b->solid);
            if (!why) continue;
            m->status = phk_error(
                m->diag, PH_E_MODEL, set->def->where,
                "leave such pairs out, or use other shapes for the contact",
                "contact `%s`: a %s like `%s` and a %s like `%s` cannot touch: %s", set->name,
                ph_shape_word(a->solid.kind), a->name, ph_shape_word(b->solid.kind), b->name, why);
        }
    if (pairs || m->status) return;
    for (int side = 0; side < 2; side++)
        if (set->count[side] == 0)
            m->status = phk_error(m->diag, PH_E_MODEL, set->def->where,
                                  "let its groups hold shapes or bodies",
                                  "contact `%s`: one of its sides has no shape", set->name);
    if (m->status) return;
    m->status = phk_error(m->diag, PH_E_MODEL, set->def->where,
                          "name shapes of two bodies, or of a body and of ground",
                          "contact `%s`: all that it names is on one body, which cannot touch "
                          "itself",
                          set->name);
}

/* Of the shapes of a contact whose law is to follow from materials. */
static void check_materials(maker *m, const phk_contact_set *set)
{
    for (int k = 0; k < set->count[0] + set->count[1]; k++) {
        bool second = k >= set->count[0];
        int i = set->list[second][second ? k - set->count[0] : k];
        const phk_contact_shape *s = &m->out->shape[i];
        if (!isnan(s->surface.young)) continue;
        m->status = phk_error(m->diag, PH_E_MISSING, set->def->where,
                              "give the contact a `stiffness`, or the material `young`",
                              "contact `%s`: nothing says how stiff `%s` is, which is of `%s`",
                              set->name, s->name, s->material);
        return;
    }
}

static void check_numbers(maker *m, const phk_contact_set *set)
{
    const ph_contact_def *d = set->def;
    if (isnan(d->stiffness) && !d->force.text) check_materials(m, set);
    const double rest = isnan(d->stiction_speed) ? PHK_CONTACT_STICTION : d->stiction_speed;
    if (d->sliding_speed <= rest)
        m->status = phk_error(m->diag, PH_E_RANGE, d->where, "`sliding_speed` must be the larger",
                              "contact `%s`: friction at rest counts up to %g m/s, that of sliding "
                              "from %g m/s on",
                              set->name, rest, d->sliding_speed);
    const double *const of_laws[] = {&d->stiffness, &d->exponent, &d->damping, &d->depth,
                                     &d->restitution};
    bool law = false;
    for (int i = 0; i < 5; i++) law |= !isnan(*of_laws[i]);
    if (d->force.text && law)
        m->status = phk_error(m->diag, PH_E_KEY, d->where, "give one of them",
                              "contact `%s` has both a `force` and numbers of a law", set->name);
    if (d->law == PH_CONTACT_IMPACT && !isnan(d->restitution))
        m->status = phk_error(m->diag, PH_E_KEY, d->where,
                              "give `damping`, or `law: power` with the restitution",
                              "contact `%s`: law `impact` takes no restitution", set->name);
    if (d->law != PH_CONTACT_IMPACT && !isnan(d->damping) && !isnan(d->restitution))
        m->status = phk_error(m->diag, PH_E_KEY, d->where, "give one of them",
                              "contact `%s` has both a damping and a restitution", set->name);
}

/* A formula that pushes at no depth is a mistake in a sign: shapes would pass through each other.
 */
static ph_status check_formula(maker *m, const phk_contact_set *set)
{
    for (double depth = 1e-12; depth < 10; depth *= 10)
        for (int rate = 0; rate < 2; rate++)
            if (phk_contact_formula_force(set->formula, depth, rate).force > 0) return PH_OK;
    return phk_error(m->diag, PH_E_RANGE, set->def->force.where,
                     "it is above zero where it pushes shapes apart, as `1e5*depth` is",
                     "contact `%s`: its force is above zero at no depth from 1 pm to 1 m",
                     set->name);
}

/* What is named once touches its own kind. */
static const ph_text *name_of_side(const ph_contact_def *d, int side)
{
    return &d->between.name[side < d->between.count ? side : 0];
}

static bool add_set(maker *m, int contact)
{
    const ph_contact_def *d = &phk_contacts(m->model)[contact];
    phk_contact_set *set = &m->out->set[m->out->sets++];
    *set = (phk_contact_set){
        .name = m->model->list[PHK_KIND_CONTACT].name[contact], .def = d, .contact = contact};
    if (d->between.count < 1 || d->between.count > 2) {
        m->status = phk_error(m->diag, PH_E_RANGE, d->where, "e.g. `between: [ball, floor]`",
                              "contact `%s` is between %d things, not two or one", set->name,
                              d->between.count);
        return true;
    }
    for (int side = 0; side < 2; side++) {
        bool *marked = calloc((size_t)shapes_of(m) + 1, sizeof *marked);
        if (!marked) return false;
        memset(m->visit, 0, (size_t)m->model->list[PHK_KIND_GROUP].count);
        mark(m, name_of_side(d, side), set->name, marked);
        bool good = list_side(m, set, side, marked);
        free(marked);
        if (!good) return false;
    }
    set->joined = PHK_GIVEN(phk_contact_fields, d, joined)
                      ? d->joined
                      : set->count[0] == 1 && set->count[1] == 1;
    if (!m->status) check_pairs(m, set);
    check_numbers(m, set);
    ph_status law = d->force.text
                        ? phk_program_compile_contact(m->program, &d->force, m->diag, &set->formula)
                        : PH_OK;
    if (!law && set->formula) law = check_formula(m, set);
    if (law) m->status = law;
    return m->status != PH_E_NOMEM;
}

static long long pairs_of(const phk_contact_set *s)
{
    return (long long)s->count[0] * s->count[1];
}

static int compare_sets(const void *x, const void *y)
{
    const phk_contact_set *a = x, *b = y;
    if (pairs_of(a) != pairs_of(b)) return pairs_of(a) < pairs_of(b) ? -1 : 1;
    return (a->contact > b->contact) - (a->contact < b->contact);
}

static int compare_joints(const void *x, const void *y)
{
    const phk_candidate *a = x, *b = y;
    return a->a != b->a ? (a->a > b->a) - (a->a < b->a) : (a->b > b->b) - (a->b < b->b);
}

/* Bodies that a joint of the model joins. */
static bool list_joints(maker *m)
{
    const phk_program *p = m->program;
    phk_contact_plan *c = m->out;
    c->joint = take(m, p->constraints, sizeof *c->joint);
    if (!c->joint) return false;
    for (int k = 0; k < p->constraints; k++) {
        const phk_constraint *held = &p->constraint[k];
        bool joint = held->kind == PHK_HOLD_ROWS || held->kind == PHK_HOLD_TYPE;
        if (!joint || held->markers < 2) continue;
        int a = p->places.marker[held->marker[0]].body, b = p->places.marker[held->marker[1]].body;
        c->joint[c->joints++] = (phk_candidate){a < b ? a : b, a < b ? b : a};
    }
    qsort(c->joint, (size_t)c->joints, sizeof *c->joint, compare_joints);
    return true;
}

/* Whether any pair of a set is left, of those that joints join. */
static bool has_pair(const phk_contact_plan *c, const phk_contact_set *set)
{
    for (int i = 0; i < set->count[0]; i++)
        for (int j = 0; j < set->count[1]; j++)
            if (phk_contact_may_touch(c, set, set->list[0][i], set->list[1][j])) return true;
    return false;
}

static ph_status check_joined(const maker *m)
{
    ph_status status = PH_OK;
    for (int s = 0; s < m->out->sets; s++) {
        const phk_contact_set *set = &m->out->set[s];
        if (has_pair(m->out, set)) continue;
        status = phk_error(m->diag, PH_E_MODEL, set->def->where, "add `joined: yes`",
                           "contact `%s`: joints join all bodies that it names, and what is joined "
                           "does not touch",
                           set->name);
    }
    return status;
}

/* [m] the gap up to which shapes of a contact pull each other. */
static double range_of(const maker *m, const ph_contact_def *d)
{
    double most = 0;
    if (!(d->adhesion > 0)) return 0;
    if (!isnan(d->range)) return d->range;
    for (int i = 0; i < m->out->shapes; i++) {
        double radius = m->out->shape[i].solid.radius;
        most = fmax(most, PHK_CONTACT_RANGE * (isfinite(radius) ? radius : 1));
    }
    return most;
}

static bool is_named(const phk_contact_set *set, int shape)
{
    return set->member[0][shape] || set->member[1][shape];
}

/* Which sets name a shape. */
static bool list_namers(maker *m)
{
    phk_contact_plan *c = m->out;
    int n = 0;
    for (int s = 0; s < c->sets; s++) n += c->set[s].count[0] + c->set[s].count[1];
    c->named = take(m, c->shapes + 1, sizeof *c->named);
    c->namer = take(m, n, sizeof *c->namer);
    if (!c->named || !c->namer) return false;
    n = 0;
    for (int i = 0; i < c->shapes; i++) {
        c->named[i] = n;
        for (int s = 0; s < c->sets; s++)
            if (is_named(&c->set[s], i)) c->namer[n++] = s;
    }
    c->named[c->shapes] = n;
    return true;
}

/* What the search for pairs needs to know. */
static bool finish(maker *m)
{
    phk_contact_plan *c = m->out;
    long long pairs = 0;
    double least = INFINITY;
    qsort(c->set, (size_t)c->sets, sizeof *c->set, compare_sets);
    for (int s = 0; s < c->sets; s++) {
        phk_contact_set *set = &c->set[s];
        pairs += pairs_of(set);
        for (int side = 0; side < 2; side++) {
            set->member[side] = take(m, c->shapes, sizeof(bool));
            if (!set->member[side]) return false;
            for (int i = 0; i < set->count[side]; i++) set->member[side][set->list[side][i]] = true;
        }
    }
    for (int i = 0; i < c->shapes; i++) least = fmin(least, 0.5 * c->shape[i].solid.thickness);
    c->skin = isfinite(least) ? SKIN * least : 0;
    for (int s = 0; s < c->sets; s++) c->range = fmax(c->range, range_of(m, c->set[s].def));
    c->fixed = pairs <= FEW_IN_ALL || pairs <= FEW * (long long)(m->program->bodies + 1);
    ph_vec3 g = m->model->gravity;
    c->gravity = ph_norm(g);
    c->contacts = m->model->list[PHK_KIND_CONTACT].count;
    c->model = m->model;
    return list_namers(m) && list_joints(m);
}

ph_status phk_program_add_contacts(phk_program *program, ph_diag *diag)
{
    const ph_model *model = program->model;
    int contacts = model->list[PHK_KIND_CONTACT].count;
    if (contacts == 0) return PH_OK;
    maker m = {.program = program, .model = model, .out = &program->contacts, .diag = diag};
    m.out->set = take(&m, contacts, sizeof *m.out->set);
    m.out->shape = take(&m, shapes_of(&m), sizeof *m.out->shape);
    m.number = take(&m, shapes_of(&m), sizeof *m.number);
    m.visit = take(&m, model->list[PHK_KIND_GROUP].count, sizeof *m.visit);
    if (!m.out->set || !m.out->shape || !m.number || !m.visit) return PH_E_NOMEM;
    for (int i = 0; i < shapes_of(&m); i++) m.number[i] = -1;
    ph_status status = PH_OK;
    for (int k = 0; k < contacts; k++) {
        m.status = PH_OK;
        if (!add_set(&m, k)) return PH_E_NOMEM;
        if (m.status) status = m.status;
    }
    if (status) return status;
    return finish(&m) ? check_joined(&m) : PH_E_NOMEM;
}

ph_status phk_contact_names(const ph_model *model, int contact, int side, bool *marked)
{
    maker m = {.model = model};
    const ph_contact_def *d = &phk_contacts(model)[contact];
    if (d->between.count < 1) return PH_E_MODEL;
    m.visit = calloc((size_t)model->list[PHK_KIND_GROUP].count + 1, sizeof *m.visit);
    if (!m.visit) return PH_E_NOMEM;
    mark(&m, name_of_side(d, side), model->list[PHK_KIND_CONTACT].name[contact], marked);
    free(m.visit);
    return m.status;
}
