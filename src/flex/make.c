/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A frame of beams becomes a flexible body: elements, shapes, all that follows from them.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "flex/modes.h"

static ph_status find_held(const phk_frame *f, const ph_text *name, ph_source where, ph_diag *diag,
                           int *held)
{
    *held = name->text ? phk_frame_node(f, name->text) : -1;
    if (!name->text || *held >= 0) return PH_OK;
    return phk_error(diag, PH_E_NAME, name->where.line > 0 ? name->where : where,
                     "name a node of the body, on the axis it turns about",
                     "stiffening: there is no node `%.60s`", name->text);
}

static ph_status fill(const phk_frame *f, const ph_beams *beams, const ph_reduction *how,
                      const phk_shapes *shapes, int held, ph_diag *diag, phk_arena *scratch,
                      phk_flex *flex)
{
    ph_status status = phk_frame_inertia(f, shapes, flex);
    if (!status) status = phk_frame_nodes(f, shapes, flex);
    if (!status) status = phk_frame_stress(f, beams, shapes, flex);
    if (!status && held >= 0) status = phk_frame_stiffening(f, held, shapes, flex, scratch);
    if (!status) status = phk_flex_damp(flex, &how->damping, beams->where, diag);
    return status;
}

/* numbers: the number of the first node, less 1. */
static ph_status make(const ph_beams *def, const ph_reduction *how, int numbers, ph_diag *diag,
                      ph_flex **out)
{
    phk_arena scratch = {0};
    phk_frame frame;
    phk_shapes shapes;
    ph_beams along;
    const ph_beams *beams = &along;
    int held = -1;
    *out = NULL;
    ph_status status = phk_beams_along(def, &scratch, diag, &along);
    if (!status) status = phk_frame_make(beams, &scratch, diag, &frame);
    if (!status) status = find_held(&frame, &how->held, beams->where, diag, &held);
    if (!status) status = phk_frame_reduce(&frame, how, beams->where, diag, &scratch, &shapes);
    phk_flex *flex = status ? NULL : phk_flex_create();
    if (!status && !flex) status = PH_E_NOMEM;
    if (!status) {
        flex->rigid = shapes.rigid;
        flex->interfaces = how->interfaces;
        status = fill(&frame, beams, how, &shapes, held, diag, &scratch, flex);
        phk_flex_node *node = (phk_flex_node *)flex->node;
        for (int i = 0; !status && i < flex->nodes; i++) node[i].id += numbers;
    }
    if (scratch.exhausted || (flex && flex->arena.exhausted)) status = PH_E_NOMEM;
    phk_arena_free(&scratch);
    if (status)
        ph_flex_free(flex);
    else
        *out = flex;
    return status;
}

ph_status ph_flex_of_beams(const ph_beams *beams, const ph_reduction *how, ph_diag *diag,
                           ph_flex **out)
{
    return make(beams, how, 0, diag, out);
}

/* ---- pieces of a line ---- */

typedef struct {
    const ph_beams *line; /* its nodes and members */
    const ph_reduction *how;
    int from, to; /* its nodes */
    ph_beams beams;
    ph_reduction reduction;
    ph_interface interface[2];
    ph_beam_mass mass[2];
    char number[2][12];
} piece;

/* What is at an end of the whole is at that of the first or last piece. */
static void put_end(piece *p, int end)
{
    static const char *const name[2] = {"start", "end"};
    const int node = end ? p->to : p->from;
    const bool whole = node == (end ? p->line->nodes - 1 : 0);
    snprintf(p->number[end], sizeof p->number[end], "%d", node - p->from + 1);
    ph_interface cut = {{.text = p->number[end]}, 6};
    if (!whole) p->interface[p->reduction.interfaces++] = cut;
    for (int i = 0; whole && i < p->how->interfaces; i++)
        if (p->how->interface[i].node.text &&
            strcmp(p->how->interface[i].node.text, name[end]) == 0)
            p->interface[p->reduction.interfaces++] = p->how->interface[i];
    for (int i = 0; whole && i < p->line->masses; i++)
        if (p->line->mass[i].node.text && strcmp(p->line->mass[i].node.text, name[end]) == 0 &&
            p->beams.masses < 2)
            p->mass[p->beams.masses++] = p->line->mass[i];
}

static ph_status make_piece(const ph_beams *line, const ph_reduction *how, int from, int to,
                            ph_diag *diag, ph_flex **out)
{
    piece p = {.line = line, .how = how, .from = from, .to = to, .beams = *line, .reduction = *how};
    ph_beam_member *member = calloc((size_t)(to - from) + 1, sizeof *member);
    if (!member) return PH_E_NOMEM;
    p.beams.nodes = to - from + 1;
    p.beams.node = line->node + from;
    p.beams.members = to - from;
    p.beams.member = member;
    p.beams.masses = 0;
    p.beams.mass = p.mass;
    p.reduction.interfaces = 0;
    p.reduction.interface = p.interface;
    for (int i = 0; i < to - from; i++) {
        member[i] = line->member[from + i];
        member[i].first = i;
        member[i].last = i + 1;
    }
    for (int end = 0; end < 2; end++) put_end(&p, end);
    ph_status status = make(&p.beams, &p.reduction, from, diag, out);
    free(member);
    return status;
}

/* What is not at an end of the line is on none of its pieces. */
static ph_status check_ends(const ph_text *name, ph_source where, const char *what, ph_diag *diag)
{
    if (name->text && (strcmp(name->text, "start") == 0 || strcmp(name->text, "end") == 0))
        return PH_OK;
    return phk_error(diag, PH_E_UNSUPPORTED, name->where.line > 0 ? name->where : where,
                     "of a line in several bodies they are at `start` or `end`; the cuts are "
                     "interface nodes by themselves",
                     "%s at node `%.60s` of a line in several bodies", what,
                     name->text ? name->text : "");
}

ph_status ph_flex_pieces_of_line(const ph_beams *beams, const ph_reduction *how, int count,
                                 ph_diag *diag, ph_flex **flex)
{
    phk_arena arena = {0};
    ph_beams along;
    ph_status status = PH_OK, one;
    for (int k = 0; k < count; k++) flex[k] = NULL;
    if (beams->line.count == 0)
        return phk_error(diag, PH_E_UNSUPPORTED, beams->where, "give its beams as a `line`",
                         "only a line can be several bodies");
    if (how->held.text)
        return phk_error(diag, PH_E_UNSUPPORTED, beams->where, "leave one of them out",
                         "a line in several bodies needs no stiffening by its spin");
    for (int i = 0; i < how->interfaces; i++)
        if ((one = check_ends(&how->interface[i].node, beams->where, "interface", diag)))
            status = one;
    for (int i = 0; i < beams->masses; i++)
        if ((one = check_ends(&beams->mass[i].node, beams->where, "mass", diag))) status = one;
    if (!status) status = phk_beams_along(beams, &arena, diag, &along);
    if (!status && (count < 1 || count > along.members))
        status = phk_error(diag, PH_E_RANGE, beams->where, "divide its members into more elements",
                           "%d bodies of %d elements", count, along.members);
    for (int k = 0; !status && k < count; k++) {
        int from = (int)((long)k * along.members / count),
            to = (int)((k + 1L) * along.members / count);
        status = make_piece(&along, how, from, to, diag, &flex[k]);
    }
    for (int k = 0; status && k < count; k++) {
        ph_flex_free(flex[k]);
        flex[k] = NULL;
    }
    phk_arena_free(&arena);
    return status;
}
