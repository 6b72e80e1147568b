/* SPDX-License-Identifier: BSD-3-Clause
 *
 * marker.c -- MARKER: a point with axes, on a part.
 *
 * A marker that names no part belongs to the PART, POINT_MASS or FLEX_BODY before it. Its numbers
 * are in the frame of that part, or of another marker of it (RM). A floating marker has no place of
 * its own: a force puts it where its other marker is, and it says on which part the reaction acts.
 *
 * A marker of a FLEX_BODY moves with the node NODE_ID names: there, or where QP says, held to it
 * rigidly. Without a node it moves with the frame of the body. One of several nodes is on the node
 * of the body's file that is called as the marker, an average that was made when it was reduced.
 */
#include <stdio.h>
#include <string.h>
#include "io/adams/read/args.h"
#include "io/adams/build/frame.h"
#include "io/adams/read/readers.h"

const phk_arg phk_adams_marker_args[] = {
    {"PART", PHK_ARG_ID, .of = "PART"},
    {"POINT_MASS", PHK_ARG_ID, .of = "POINT_MASS"},
    {"FLEX_BODY", PHK_ARG_ID, .of = "FLEX_BODY"},
    {"NODE_ID", PHK_ARG_NUMBER, .least = 1, .most = -1},
    ARG_NUMBER("NODE"),
    {"CURVE", PHK_ARG_ID, .of = "CURVE", .flags = PHK_ARG_REFUSED,
     .why = "a marker cannot run along a curve"},
    {"SURFACE", PHK_ARG_ID, .of = "SURFACE", .flags = PHK_ARG_REFUSED,
     .why = "a marker cannot run on a surface"},
    ARG_VECTOR("QP"),
    ARG_VECTOR("REULER"),
    ARG_VECTOR("ZP"),
    ARG_VECTOR("XP"),
    ARG_FLAG("USEXP"),
    ARG_FLAG("FLOATING"),
    ARG_MARKER("RM"),
    ARG_END};

static const phk_frame_args frame_args = {"QP", "REULER", "ZP", "XP", "USEXP"};

/* What is known of a marker, from the time somebody asks. */
typedef enum { ASKED, PLACED, FAILED } knowledge;
typedef struct {
    phk_deck_marker marker;
    knowledge state;
    const phk_statement *waiting; /* the marker that refers to this one, while it is ASKED */
} place;

static place *place_of(const phk_statement *s)
{
    return s->data;
}

/* ---- the part it is on ---- */

static bool is(const phk_statement *s, const char *type)
{
    return strcmp(s->type->name, type) == 0;
}

/* The part before a marker in the file; NULL: there is none. */
static const phk_statement *part_before(phk_deck *deck, const phk_statement *s)
{
    if (!deck->behind) {
        deck->behind = phk_arena_alloc(&deck->arena, (size_t)deck->count * sizeof *deck->behind);
        if (!deck->behind) {
            phk_deck_failed(deck, PH_E_NOMEM);
            return NULL;
        }
        const phk_statement *last = NULL;
        for (int i = 0; i < deck->count; i++) {
            const phk_statement *t = &deck->statement[i];
            if (is(t, "PART") || is(t, "POINT_MASS") || is(t, "FLEX_BODY")) last = t;
            deck->behind[i] = last;
        }
    }
    return deck->behind[s - deck->statement];
}

/* False: reported. */
static bool find_part(phk_deck *deck, const phk_statement *s, const phk_statement **part)
{
    static const char *const owner[][2] = {
        {"PART", "part"}, {"POINT_MASS", "point mass"}, {"FLEX_BODY", "flexible body"}};
    const phk_given *given = NULL;
    int first = 0;
    for (int k = 0; k < 3; k++) {
        const phk_given *one = phk_arg_find(s, owner[k][0]);
        if (given && one) {
            phk_deck_error(deck, PH_E_KEY, one->name, "leave one of them out",
                           "marker `%s` is on a %s and on a %s", s->name, owner[first][1],
                           owner[k][1]);
            return false;
        }
        if (one) first = k;
        if (one) given = one;
    }
    *part = given ? given->target[0] : part_before(deck, s);
    if (*part && (*part)->left_out) {
        phk_deck_error(deck, PH_E_NAME, s->keyword, "put it on another part, or keep that one",
                       "marker `%s` is on %s, which is left out", s->name,
                       phk_deck_label(deck, *part));
        return false;
    }
    if (!*part && !given)
        phk_deck_error(deck, PH_E_MISSING, s->keyword,
                       "say which part it is on: PART = id; or write it after that part",
                       "marker `%s` is on no part", s->name);
    return *part != NULL;
}

/* ---- where it is there ---- */

static int no_node(phk_deck *deck, const phk_statement *s, const phk_given *given,
                   const phk_statement *body)
{
    const ph_flex *flex = phk_deck_part_of(deck, body)->flex;
    const int shown = given->number[0] >= 0 && given->number[0] < 2e9 ? (int)given->number[0] : -1;
    if (given->count > 1)
        phk_deck_error(deck, PH_E_UNSUPPORTED, given->piece[1],
                       phk_deck_print(deck,
                                      "name one node, or give their average a place when the body "
                                      "is reduced: `polhode reduce .. -i %s=%d,..:average`",
                                      s->name, shown),
                       "marker `%s` is on %d nodes, and the modes of `%s` know no node `%s`",
                       s->name, given->count, body->name, s->name);
    else
        phk_deck_error(deck, PH_E_NAME, given->piece[0],
                       "`polhode check` on the file of its modes lists the interface; numbers are "
                       "those of the finite-element model",
                       "there is no node %d among the %d of `%s`", shown, ph_flex_nodes(flex),
                       body->name);
    return -2;
}

/* The node a marker moves with; -1: the frame of its part, -2: there is none, which was reported.
 */
static int node_of(phk_deck *deck, const phk_statement *s, const phk_statement *part)
{
    const phk_given *given = phk_arg_find(s, "NODE_ID");
    char text[32];
    if (!given) given = phk_arg_find(s, "NODE");
    if (!given) return -1;
    if (!part || !is(part, "FLEX_BODY")) {
        phk_deck_note(deck, given->name, "%s of `%s` is not used: it is on no flexible body",
                      given->arg->name, s->name);
        return -1;
    }
    const phk_deck_part *body = phk_deck_part_of(deck, part);
    if (!body) return -2;
    const int n = snprintf(text, sizeof text, "%.0f", given->number[0]);
    const int node = given->count > 1 ? ph_flex_node(body->flex, s->name, strlen(s->name))
                                      : ph_flex_node(body->flex, text, (size_t)n);
    return node >= 0 ? node : no_node(deck, s, given, part);
}

/* The place of a marker, whose reference marker, if any, is placed. */
static bool put(phk_deck *deck, const phk_statement *s, const phk_statement *reference)
{
    const phk_statement *part;
    phk_deck_frame frame;
    if (!find_part(deck, s, &part) || !phk_frame_read(deck, s, &frame_args, &frame)) return false;
    // one name for ground, whoever stands for it
    if (phk_deck_is_ground(part)) part = NULL;
    const int node = node_of(deck, s, part);
    const bool bends = part && is(part, "FLEX_BODY");
    if (node < -1 || (bends && !phk_deck_part_of(deck, part))) return false;
    if (bends && phk_arg_flag(s, "FLOATING")) {
        phk_deck_error(deck, PH_E_MODEL, s->keyword, "let the reaction act on a rigid part",
                       "marker `%s` floats on a flexible body, where no node takes the load",
                       s->name);
        return false;
    }
    if (node >= 0 && !reference && !phk_arg_find(s, "QP"))
        frame.at = ph_flex_node_at(phk_deck_part_of(deck, part)->flex, node);
    if (reference) {
        const phk_deck_marker *r = &place_of(reference)->marker;
        if (r->part != part) {
            phk_deck_error(deck, PH_E_MODEL, phk_arg_find(s, "RM")->piece[0],
                           "name a marker of the same part",
                           "marker `%s` is placed by a marker of another part", s->name);
            return false;
        }
        frame = phk_frame_in((phk_deck_frame){r->at, r->orientation}, frame);
    }
    place_of(s)->marker =
        (phk_deck_marker){part, frame.at, frame.orientation, phk_arg_flag(s, "FLOATING"), node};
    return true;
}

/* Notes that somebody asks for a marker. False: out of memory. */
static bool ask(phk_deck *deck, const phk_statement *s, const phk_statement *waiting)
{
    place *p = phk_arena_alloc(&deck->arena, sizeof *p);
    if (!p) {
        deck->status = PH_E_NOMEM;
        return false;
    }
    *p = (place){.state = ASKED, .waiting = waiting};
    phk_deck_own(deck, s)->data = p;
    return true;
}

/* Places a marker that waited for its reference marker, if it has one. */
static knowledge settle(phk_deck *deck, const phk_statement *s)
{
    const phk_statement *reference = phk_arg_target(s, "RM");
    if (s->broken || (phk_arg_find(s, "RM") && !reference)) return FAILED;
    if (reference && place_of(reference)->state != PLACED) return FAILED;
    return put(deck, s, reference) ? PLACED : FAILED;
}

const phk_deck_marker *phk_deck_marker_of(phk_deck *deck, const phk_statement *marker)
{
    if (!marker) return NULL;
    // up the markers it refers to, and back down
    const phk_statement *s = marker, *last = NULL;
    for (; s && !s->data; last = s, s = phk_arg_target(s, "RM"))
        if (!ask(deck, s, last)) return NULL;
    if (last && s && place_of(s)->state == ASKED) {
        phk_deck_error(deck, PH_E_MODEL, s->keyword,
                       "let one of them be placed in its part, without RM",
                       "marker `%s` is placed by itself, by way of RM", s->name);
        place_of(s)->state = FAILED;
    }
    for (; last; last = place_of(last)->waiting)
        if (place_of(last)->state == ASKED) place_of(last)->state = settle(deck, last);
    const place *p = marker->data;
    return p->state == PLACED ? &p->marker : NULL;
}

const phk_deck_marker *phk_deck_fixed_marker(phk_deck *deck, const phk_statement *s,
                                             const char *name)
{
    const phk_given *given = phk_arg_find(s, name);
    const phk_statement *target = phk_arg_target(s, name);
    const phk_deck_marker *marker = phk_deck_marker_of(deck, target);
    if (!marker || !marker->floating) return marker;
    phk_deck_error(deck, PH_E_MODEL, given->piece[0], "name a marker without FLOATING",
                   "marker `%s` floats: it cannot be %s of `%s`", target->name, name, s->name);
    return NULL;
}

/* ---- the model ---- */

const char *phk_deck_marker_name(const phk_statement *marker)
{
    if (!marker) return "ground";
    const place *p = marker->data;
    return p && p->marker.floating ? phk_deck_part_name(p->marker.part) : marker->name;
}

void phk_adams_build_marker(phk_deck *deck, const phk_statement *s)
{
    const phk_deck_marker *m = phk_deck_marker_of(deck, s);
    const phk_deck_part *part = m ? phk_deck_part_of(deck, m->part) : NULL;
    if (!part || m->floating) return;
    ph_marker_def def = ph_default_marker();
    def.where = phk_deck_place(deck, s->keyword);
    if (m->part) def.on = (ph_place){m->part->name, def.where};
    def.at = ph_sub(m->at, part->centre);
    if (m->node >= 0) {
        const char *name = ph_flex_node_name(part->flex, m->node);
        def.on.text = name ? phk_deck_print(deck, "%s.%s", m->part->name, name)
                           : phk_deck_print(deck, "%s.%d", m->part->name,
                                            ph_flex_node_number(part->flex, m->node));
        def.at = ph_sub(m->at, ph_flex_node_at(part->flex, m->node));
    }
    def.orientation = m->orientation;
    phk_deck_added(deck, ph_model_add_marker(deck->model, s->name, &def), s, PHK_KIND_MARKER);
}
