/* SPDX-License-Identifier: BSD-3-Clause
 *
 * graphics.c -- GRAPHICS: simple shapes are kept for viewing. What is drawn from files, curves or
 * the forces of a run is left out, with one note for all of a kind.
 */
#include <stdlib.h>
#include <string.h>
#include "io/adams/read/deck.h"
#include "io/adams/read/readers.h"
#include "mech/model/check.h"

#define MARKER_ID .of = "MARKER"
const phk_arg phk_adams_graphics_args[] = {
    /* kinds */
    {"ARC", .kind = PHK_ARG_FLAG},
    {"BOX", .kind = PHK_ARG_FLAG},
    {"CIRCLE", .kind = PHK_ARG_FLAG},
    {"CURVE", .kind = PHK_ARG_FLAG},
    {"CYLINDER", .kind = PHK_ARG_FLAG},
    {"ELLIPSOID", .kind = PHK_ARG_FLAG},
    {"EXTERNAL", .kind = PHK_ARG_FLAG},
    {"FORCE", .kind = PHK_ARG_FLAG},
    {"FRUSTUM", .kind = PHK_ARG_FLAG},
    {"OUTLINE", .kind = PHK_ARG_ID, MARKER_ID, .least = 2, .most = -1},
    {"PLANE", .kind = PHK_ARG_FLAG},
    {"POINT", .kind = PHK_ARG_FLAG},
    {"SPDP", .kind = PHK_ARG_FLAG},
    {"TORUS", .kind = PHK_ARG_FLAG},
    /* where */
    {"CM", .kind = PHK_ARG_ID, MARKER_ID},
    {"CORNER", .kind = PHK_ARG_ID, MARKER_ID},
    {"I", .kind = PHK_ARG_ID, MARKER_ID},
    {"J", .kind = PHK_ARG_ID, MARKER_ID},
    {"RM", .kind = PHK_ARG_ID, MARKER_ID},
    /* how large */
    {"X", .kind = PHK_ARG_NUMBER},
    {"Y", .kind = PHK_ARG_NUMBER},
    {"Z", .kind = PHK_ARG_NUMBER},
    {"XSCALE", .kind = PHK_ARG_NUMBER},
    {"YSCALE", .kind = PHK_ARG_NUMBER},
    {"ZSCALE", .kind = PHK_ARG_NUMBER},
    {"RADIUS", .kind = PHK_ARG_NUMBER},
    {"LENGTH", .kind = PHK_ARG_NUMBER},
    {"TOP", .kind = PHK_ARG_NUMBER},
    {"BOTTOM", .kind = PHK_ARG_NUMBER},
    {"MAJOR_RADIUS", .kind = PHK_ARG_NUMBER},
    {"MINOR_RADIUS", .kind = PHK_ARG_NUMBER},
    {"DA", .kind = PHK_ARG_NUMBER},
    /* details that are not drawn */
    {"ANGLE", .kind = PHK_ARG_NUMBER},
    {"RANGLE", .kind = PHK_ARG_NUMBER},
    {"SEG", .kind = PHK_ARG_NUMBER},
    {"SIDES", .kind = PHK_ARG_NUMBER},
    {"COILS", .kind = PHK_ARG_NUMBER},
    {"DB", .kind = PHK_ARG_NUMBER},
    {"DC", .kind = PHK_ARG_NUMBER},
    {"LA", .kind = PHK_ARG_NUMBER},
    {"LB", .kind = PHK_ARG_NUMBER},
    {"LC", .kind = PHK_ARG_NUMBER},
    {"LD", .kind = PHK_ARG_NUMBER},
    {"XMIN", .kind = PHK_ARG_NUMBER},
    {"XMAX", .kind = PHK_ARG_NUMBER},
    {"YMIN", .kind = PHK_ARG_NUMBER},
    {"YMAX", .kind = PHK_ARG_NUMBER},
    {"ETYPE", .kind = PHK_ARG_MIXED},
    {"EID", .kind = PHK_ARG_NUMBER},
    {"EMARKER", .kind = PHK_ARG_NUMBER},
    {"CID", .kind = PHK_ARG_NUMBER},
    {"CRM", .kind = PHK_ARG_NUMBER},
    {"FILE", .kind = PHK_ARG_TEXTS},
    {"ELEMENT", .kind = PHK_ARG_MIXED},
    {"TYPE", .kind = PHK_ARG_MIXED},
    {.name = NULL}};

typedef struct {
    const char *name; /* the argument that says so */
    int shape;        /* ph_shape_kind; -1: left out */
    const char *why;  /* then: what it is */
} graphic;
static const graphic graphics[] = {
    {"BOX", PH_SHAPE_BOX, NULL},
    {"CIRCLE", PH_SHAPE_CIRCLE, NULL},
    {"CYLINDER", PH_SHAPE_CYLINDER, NULL},
    {"ELLIPSOID", PH_SHAPE_ELLIPSOID, NULL},
    {"FRUSTUM", PH_SHAPE_FRUSTUM, NULL},
    {"OUTLINE", PH_SHAPE_LINE, NULL},
    {"SPDP", PH_SHAPE_SPRING, NULL},
    {"TORUS", PH_SHAPE_TORUS, NULL},
    {"ARC", -1, "arcs"},
    {"CURVE", -1, "curves"},
    {"EXTERNAL", -1, "shapes in files"},
    {"FORCE", -1, "arrows of forces"},
    {"PLANE", -1, "planes"},
    {"POINT", -1, "points"},
};
enum { GRAPHICS = sizeof graphics / sizeof *graphics };

static int kind_of(const phk_statement *s)
{
    for (int k = 0; k < GRAPHICS; k++)
        if (phk_arg_find(s, graphics[k].name)) return k;
    return GRAPHICS;
}

/* One note for all of each kind that is left out, at the first of them. */
static void note_left_out(phk_deck *deck)
{
    int count[GRAPHICS + 1] = {0};
    const phk_statement *first[GRAPHICS + 1] = {NULL};
    for (const phk_statement *s = NULL; (s = phk_deck_next(deck, "GRAPHICS", s));) {
        int k = kind_of(s);
        if (count[k]++ == 0) first[k] = s;
    }
    for (int k = 0; k < GRAPHICS; k++)
        if (count[k] > 0 && graphics[k].shape < 0)
            phk_deck_note(deck, first[k]->keyword, "GRAPHICS: %s are not drawn (%d left out)",
                          graphics[k].why, count[k]);
}

/* The markers of an outline, or both ends of a spring. */
static bool read_places(phk_deck *deck, const phk_statement *s, ph_names *through)
{
    const phk_given *outline = phk_arg_find(s, "OUTLINE");
    const phk_statement *ends[] = {phk_arg_target(s, "I"), phk_arg_target(s, "J")};
    const phk_statement **marker = outline ? outline->target : ends;
    int n = outline ? outline->count : 2;
    ph_text *name = phk_arena_alloc(&deck->arena, (size_t)n * sizeof *name);
    if (!name) phk_deck_failed(deck, PH_E_NOMEM);
    for (int k = 0; name && k < n; k++) {
        if (!marker[k]) return false;
        name[k] = (ph_text){phk_deck_marker_name(marker[k]), phk_deck_place(deck, s->keyword)};
    }
    *through = (ph_names){n, name};
    return name != NULL;
}

void phk_adams_build_graphics(phk_deck *deck, const phk_statement *s)
{
    if (phk_deck_next(deck, "GRAPHICS", NULL) == s) note_left_out(deck);
    int k = kind_of(s);
    if (k == GRAPHICS)
        phk_deck_note(deck, s->keyword, "GRAPHICS/%d is of a kind that is not drawn", s->id);
    if (k == GRAPHICS || graphics[k].shape < 0) return;
    double unit = deck->units.length;
    ph_shape_def def = {.where = phk_deck_place(deck, s->keyword), .kind = graphics[k].shape};
    bool between = def.kind == PH_SHAPE_LINE || def.kind == PH_SHAPE_SPRING;
    const char *corner = def.kind == PH_SHAPE_BOX ? "CORNER" : "CM";
    const phk_statement *marker = phk_arg_target(s, corner);
    if (between && !read_places(deck, s, &def.through)) return;
    if (!between && !marker) {
        if (!phk_arg_find(s, corner))
            phk_deck_error(deck, PH_E_MISSING, s->keyword, NULL, "GRAPHICS/%d, a %s, needs %s",
                           s->id, graphics[k].name, corner);
        return;
    }
    if (!between) def.on = (ph_place){phk_deck_marker_name(marker), def.where};
#define SIZE(name) (unit * phk_arg_number(s, name, 0, 0))
    def.size = def.kind == PH_SHAPE_BOX ? ph_v3(SIZE("X"), SIZE("Y"), SIZE("Z"))
                                        : ph_v3(SIZE("XSCALE"), SIZE("YSCALE"), SIZE("ZSCALE"));
    def.radius = SIZE("RADIUS");
    def.length = SIZE("LENGTH");
    if (def.kind == PH_SHAPE_FRUSTUM) def.radius = SIZE("BOTTOM"), def.radius2 = SIZE("TOP");
    if (def.kind == PH_SHAPE_TORUS)
        def.radius = SIZE("MAJOR_RADIUS"), def.radius2 = SIZE("MINOR_RADIUS");
    /* DA is the width of the coils, DB that of a damper */
    if (def.kind == PH_SHAPE_SPRING)
        def.radius = (phk_arg_find(s, "DA") ? SIZE("DA") : SIZE("DB")) / 2;
#undef SIZE
    phk_fit_sizes(&def); /* what a deck does not say is zero */
    phk_deck_added(deck, ph_model_add_shape(deck->model, s->name, &def), s, PHK_KIND_SHAPE);
}
