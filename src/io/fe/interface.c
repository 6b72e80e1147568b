/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/fe/interface.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "base/diag.h"
#include "base/names.h"

static const char form[] = "NAME=SET or NAME=NODE or NAME=NODE,NODE,NODE, with :rigid, :average or "
                           ":position behind it; e.g. left=Nleft:rigid";

typedef struct {
    const char *text; /* all of it, for messages */
    const char *name, *where, *how;
    int name_length, where_length;
} parts;

static bool good_name(const char *name, int length)
{
    if (length < 1 || !(isalpha((unsigned char)*name) || *name == '_')) return false;
    for (int i = 0; i < length; i++)
        if (!(isalnum((unsigned char)name[i]) || name[i] == '_' || name[i] == '-')) return false;
    return true;
}

static ph_status split(const char *text, ph_diag *diag, parts *p)
{
    const char *equals = strchr(text, '='), *colon = strrchr(text, ':');
    if (!equals || !equals[1] || equals[1] == ':')
        return phk_error(diag, PH_E_SYNTAX, (ph_source){.file = text}, form,
                         "an interface is NAME=WHERE");
    *p = (parts){
        text, text, equals + 1, colon && colon > equals ? colon + 1 : "", (int)(equals - text), 0};
    p->where_length =
        (int)((*p->how || (colon && colon > equals) ? colon : text + strlen(text)) - p->where);
    if (!good_name(p->name, p->name_length))
        return phk_error(diag, PH_E_NAME, (ph_source){.file = text},
                         "a name has letters, digits, - and _, and begins with a letter",
                         "\"%.*s\" is no name of an interface", p->name_length, p->name);
    return PH_OK;
}

static ph_status find_set(const phk_fe *fe, const parts *p, ph_diag *diag, phk_fe_interface *out)
{
    phk_nearest near = phk_nearest_to(p->where, (size_t)p->where_length);
    for (int i = 0; i < fe->sets; i++) {
        const phk_fe_set *set = &fe->set[i];
        phk_nearest_offer(&near, set->name);
        if ((int)strlen(set->name) != p->where_length ||
            strncasecmp(set->name, p->where, (size_t)p->where_length) != 0)
            continue;
        out->count = set->count;
        out->node = set->node;
        if (set->count > 0) return PH_OK;
        return phk_error(diag, PH_E_MODEL, (ph_source){.file = p->text}, NULL,
                         "set %s has no node of the matrices", set->name);
    }
    char hint[200] = "sets come from *NSET of a deck; a node is named by its number";
    if (near.best) snprintf(hint, sizeof hint, "did you mean %s?", near.best);
    return phk_error(diag, PH_E_NAME, (ph_source){.file = p->text}, hint,
                     "there is no set \"%.*s\"", p->where_length, p->where);
}

static ph_status find_nodes(const phk_fe *fe, const parts *p, phk_arena *arena, ph_diag *diag,
                            phk_fe_interface *out)
{
    int *node = NULL, count = 0;
    for (const char *at = p->where, *end = p->where + p->where_length; at < end;) {
        char *stop;
        const long id = strtol(at, &stop, 10);
        if (stop == at || (stop < end && *stop != ','))
            return phk_error(diag, PH_E_SYNTAX, (ph_source){.file = p->text}, form,
                             "\"%.*s\" is no list of nodes", p->where_length, p->where);
        const int found = id > 0 && id < 2147483647 ? phk_fe_node(fe, (int)id) : -1;
        if (found < 0)
            return phk_error(diag, PH_E_NAME, (ph_source){.file = p->text},
                             "the matrices have no equation of such a node", "there is no node %ld",
                             id);
        node = phk_arena_grow(arena, node, (size_t)count, sizeof *node);
        if (!node) return PH_E_NOMEM;
        for (int i = 0; i < count; i++)
            if (node[i] == found)
                return phk_error(diag, PH_E_NAME, (ph_source){.file = p->text}, NULL,
                                 "node %ld is named twice", id);
        node[count++] = found;
        at = stop + (stop < end);
    }
    out->count = count;
    out->node = node;
    return PH_OK;
}

static ph_status choose(const parts *p, ph_diag *diag, phk_fe_interface *out)
{
    const bool one = out->count == 1;
    out->hold = one ? PHK_FE_NODE : PHK_FE_RIGID;
    if (!*p->how) return PH_OK;
    const bool rigid = strcmp(p->how, "rigid") == 0, average = strcmp(p->how, "average") == 0;
    if (!rigid && !average && strcmp(p->how, "position") != 0)
        return phk_error(diag, PH_E_NAME, (ph_source){.file = p->text}, form,
                         "\"%s\" is no way to hold an interface", p->how);
    if (rigid || average) {
        if (one)
            return phk_error(diag, PH_E_MODEL, (ph_source){.file = p->text},
                             "leave :rigid and :average away for one node",
                             "interface `%s` is one node", out->name);
        out->hold = rigid ? PHK_FE_RIGID : PHK_FE_AVERAGE;
        return PH_OK;
    }
    if (!one)
        return phk_error(diag, PH_E_MODEL, (ph_source){.file = p->text},
                         "take :average, which holds nothing, or :rigid",
                         "interface `%s` is a set of nodes, which has more than a position",
                         out->name);
    out->hold = PHK_FE_POINT;
    return PH_OK;
}

static ph_status read_one(const phk_fe *fe, const char *text, phk_arena *arena, ph_diag *diag,
                          phk_fe_interface *out)
{
    parts p = {.text = text};
    ph_status status = split(text, diag, &p);
    if (status != PH_OK) return status;
    *out = (phk_fe_interface){.name = phk_arena_text(arena, p.name, (size_t)p.name_length),
                              .where = (ph_source){.file = text}};
    if (!out->name) return PH_E_NOMEM;
    status = isdigit((unsigned char)*p.where) ? find_nodes(fe, &p, arena, diag, out)
                                              : find_set(fe, &p, diag, out);
    return status == PH_OK ? choose(&p, diag, out) : status;
}

ph_status phk_fe_interfaces(const phk_fe *fe, const char *const *text, int count, phk_arena *arena,
                            ph_diag *diag, phk_fe_interface *out)
{
    ph_status status = PH_OK;
    for (int i = 0; i < count; i++) {
        ph_status one = read_one(fe, text[i], arena, diag, &out[i]);
        if (one != PH_OK) status = one;
        for (int k = 0; one == PH_OK && k < i; k++)
            if (out[k].name && strcmp(out[k].name, out[i].name) == 0)
                status =
                    phk_error(diag, PH_E_NAME, (ph_source){.file = text[i]}, "names are unique",
                              "there are two interfaces `%s`", out[i].name);
    }
    return status;
}
