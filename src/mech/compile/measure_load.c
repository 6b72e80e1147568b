/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What an element does at one of its places. The place is named as the element names it, so that
 * nobody has to know which of its markers is the first.
 */
#include <stdio.h>
#include <string.h>
#include "mech/compile/measure.h"

enum { PLACES = 8 };

/* The two places of a joint between markers. */
static int sides_of(const ph_names *between, const char **place)
{
    int n = 0;
    for (; n < between->count && n < 2; n++)
        place[n] = between->name[n].text ? between->name[n].text : "ground";
    return n;
}

/* The places an element lists in its fields, those of joints it names among them. */
static int listed(const ph_model *model, const ph_field *fields, const void *par,
                  const char *place[PLACES])
{
    int n = 0;
    for (const ph_field *f = fields; f->name; f++) {
        const void *value = (const char *)par + f->offset;
        const ph_place *at = value;
        const ph_joints *joints = value;
        if (f->kind == PH_FIELD_PLACE && n < PLACES) place[n++] = at->text ? at->text : "ground";
        for (int k = 0; f->kind == PH_FIELD_JOINTS && k < f->max && n + 2 <= PLACES; k++, n += 2) {
            const char *name = k < joints->names.count ? joints->names.name[k].text : "";
            phk_object o = phk_model_find(model, name, strlen(name));
            place[n] = place[n + 1] = "ground";
            if (o.index >= 0 && o.kind == PHK_KIND_JOINT)
                sides_of(&phk_joints(model)[o.index].def.between, place + n);
        }
    }
    return n;
}

/* The names of the places an element acts at; how many. */
static int places_of(const ph_model *model, phk_object o, const char *place[PLACES])
{
    int n = 0;
    if (o.kind == PHK_KIND_FORCE) {
        const phk_force *force = &phk_forces(model)[o.index];
        return listed(model, force->type->fields, force->par, place);
    }
    const ph_names *between = NULL;
    phk_object joint = o;
    if (o.kind == PHK_KIND_JOINT && phk_joints(model)[o.index].type->markers > 0)
        return listed(model, phk_joints(model)[o.index].type->fields,
                      phk_joints(model)[o.index].par, place);
    if (o.kind == PHK_KIND_CONTACT) {
        /* one that names a single thing has two sides as well */
        between = &phk_contacts(model)[o.index].between;
        for (n = 0; n < 2 && between->count > 0; n++)
            place[n] = between->name[n < between->count ? n : 0].text;
        return n;
    }
    if (o.kind == PHK_KIND_MOTION) {
        const ph_text *driven = &phk_motions(model)[o.index].joint;
        between = &phk_motions(model)[o.index].between;
        joint.index = -1;
        if (driven->text) joint = phk_model_find(model, driven->text, strlen(driven->text));
    }
    if (joint.index >= 0 && joint.kind == PHK_KIND_JOINT)
        between = &phk_joints(model)[joint.index].def.between;
    return between ? sides_of(between, place) : 0;
}

static bool acts(const ph_model *model, phk_object o)
{
    if (o.index < 0) return false;
    return o.kind == PHK_KIND_MOTION || o.kind == PHK_KIND_CONTACT ||
           (o.kind == PHK_KIND_JOINT && phk_joints(model)[o.index].type) ||
           (o.kind == PHK_KIND_FORCE && phk_forces(model)[o.index].type->wrench);
}

/* The number of a force and its marker, or of a contact and its side, among those watched, new if
 * need be; -1: out of memory. */
static int watch_of(phk_program *program, phk_watched what)
{
    char key[60]; /* beside the names of inputs, like none of them */
    int length = snprintf(key, sizeof key, "#%s %d %d", what.contact ? "touch" : "watch",
                          what.force, what.marker);
    int found = phk_names_find(&program->inputs.names, key, (size_t)length);
    if (found >= 0) return found;
    int n = program->watched.n;
    phk_watched *larger =
        phk_arena_grow(&program->arena, program->watched.item, (size_t)n, sizeof *larger);
    const char *copy = phk_arena_text(&program->arena, key, (size_t)length);
    if (larger) program->watched.item = larger;
    if (!larger || !copy || phk_names_add(&program->inputs.names, copy, (size_t)length, n) < 0)
        return -1;
    larger[n] = what;
    return program->watched.n++;
}

phk_operand phk_measure_load_at(phk_measuring *m, phk_object o, int side, int c)
{
    phk_quantity q = {PHK_QUANTITY_REACTION, o.index, side, c};
    if (o.kind == PHK_KIND_MOTION) q.a += ph_model_joints(m->program->model);
    bool contact = o.kind == PHK_KIND_CONTACT;
    if (contact) q.kind = PHK_QUANTITY_CONTACT;
    if (o.kind == PHK_KIND_FORCE || (contact && !m->program->inputs.asking)) {
        int watch = watch_of(m->program, (phk_watched){o.index, side, contact});
        if (watch < 0) m->no_memory = true;
        q = (phk_quantity){contact ? PHK_QUANTITY_TOUCH : PHK_QUANTITY_WATCH, watch, 0, c};
    }
    return m->no_memory ? phk_constant_of(0) : phk_measure_input(m, q);
}

static phk_operand wrong(phk_measuring *m, int at, const char *format, phk_span what,
                         const char *rest)
{
    snprintf(m->problem, sizeof m->problem, format, (int)(what.length < 60 ? what.length : 60),
             what.text, rest);
    m->at = at;
    return phk_constant_of(0);
}

/* An equation has no places of its own: any body or marker may be asked for. */
static phk_operand equation_load(phk_measuring *m, int equation, const phk_span *argument, int c)
{
    if (!m->program->inputs.asking)
        return wrong(m, 0, "what equation `%.*s` does can be read in requests only%s", argument[0],
                     "");
    int marker = phk_measure_place(m, argument, 1);
    if (marker < 0) return phk_constant_of(0);
    return phk_measure_input(m, (phk_quantity){PHK_QUANTITY_EQUATION, equation, marker, c});
}

phk_operand phk_measure_load(phk_measuring *m, const phk_span *argument, int c)
{
    const ph_model *model = m->program->model;
    const char *place[PLACES];
    phk_object o = phk_model_find(model, argument[0].text, argument[0].length);
    if (o.index >= 0 && o.kind == PHK_KIND_JOINT && !phk_joints(model)[o.index].type)
        return equation_load(m, o.index, argument, c);
    if (!acts(model, o))
        return wrong(m, 0, "`%.*s` is no joint, motion, force or contact%s", argument[0], "");
    int n = places_of(model, o, place);
    for (int side = 0; side < n; side++)
        if (strlen(place[side]) == argument[1].length &&
            memcmp(place[side], argument[1].text, argument[1].length) == 0)
            return phk_measure_load_at(m, o, side, c);
    /* or by its number, where it has no name of its own */
    if (argument[1].length == 1 && argument[1].text[0] >= '1' && argument[1].text[0] < '1' + n)
        return phk_measure_load_at(m, o, argument[1].text[0] - '1', c);
    char list[100] = "";
    for (int k = 0, used = 0; k < n && used < 60; k++)
        used += snprintf(list + used, sizeof list - (size_t)used, "%s`%.20s`", k ? " and " : "",
                         place[k]);
    return wrong(m, 1, "it does not act at `%.*s`, but at %s", argument[1], list);
}
