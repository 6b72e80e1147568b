/* SPDX-License-Identifier: BSD-3-Clause
 *
 * graphics.c -- GRAPHICS: simple shapes are kept for viewing, and for contacts. What is drawn from
 * files, curves or the forces of a run is left out, with one note for all of a kind.
 *
 * A PLANE is all below the x-y plane of its marker, without an end. A POINT is there for contacts
 * only, as a ball too small to be seen; so are ARC and CURVE, as profiles (planar.c), and a CIRCLE
 * becomes one where it touches.
 */
#include <stdlib.h>
#include <string.h>
#include "geom/touchable.h"
#include "io/adams/build/frame.h"
#include "io/adams/build/graphics.h"
#include "io/adams/read/readers.h"
#include "io/model/mesh.h"
#include "mech/model/check.h"

static const char in_view[] =
    "ADAMS/Solver knows no such solid: ADAMS/View writes it as EXTERNAL, in a file";

#define MARKER_ID .of = "MARKER"
#define OF_VIEW   .kind = PHK_ARG_FLAG, .flags = PHK_ARG_REFUSED, .why = in_view
const phk_arg phk_adams_graphics_args[] = {
    /* kinds */
    {"ARC", .kind = PHK_ARG_FLAG},
    {"BOX", .kind = PHK_ARG_FLAG},
    {"CIRCLE", .kind = PHK_ARG_FLAG},
    {"CURVE", .kind = PHK_ARG_FLAG},
    {"CYLINDER", .kind = PHK_ARG_FLAG},
    {"ELLIPSOID", .kind = PHK_ARG_FLAG},
    {"EXTERNAL", .kind = PHK_ARG_FLAG, .abbreviation = 2},
    {"FORCE", .kind = PHK_ARG_FLAG},
    {"FRUSTUM", .kind = PHK_ARG_FLAG},
    {"OUTLINE", .kind = PHK_ARG_ID, MARKER_ID, .least = 2, .most = -1},
    {"PLANE", .kind = PHK_ARG_FLAG, .abbreviation = 2},
    {"POINT", .kind = PHK_ARG_FLAG},
    {"SPDP", .kind = PHK_ARG_FLAG},
    {"TORUS", .kind = PHK_ARG_FLAG},
    {"EXTRUSION", OF_VIEW},
    {"LINK", OF_VIEW},
    {"PLATE", OF_VIEW},
    {"REVOLUTION", OF_VIEW},
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
    {"CRM", .kind = PHK_ARG_ID, MARKER_ID},
    {"FILE", .kind = PHK_ARG_TEXTS},
    {"ELEMENT", .kind = PHK_ARG_TEXTS, .least = 1, .most = -1},
    {"TYPE", .kind = PHK_ARG_MIXED},
    {.name = NULL}};

typedef struct {
    const char *name;             /* the argument that says so */
    int shape;                    /* ph_shape_kind; -1: left out */
    const char *why;              /* then: what it is */
    phk_graphics_trouble trouble; /* with touching */
} graphic;
static const graphic graphics[] = {
    {"BOX", PH_SHAPE_BOX, NULL, PHK_GRAPHICS_TOUCH},
    {"CIRCLE", PH_SHAPE_CIRCLE, NULL, PHK_GRAPHICS_TOUCH},
    {"CYLINDER", PH_SHAPE_CYLINDER, NULL, PHK_GRAPHICS_TOUCH},
    {"ELLIPSOID", PH_SHAPE_ELLIPSOID, NULL, PHK_GRAPHICS_TOUCH},
    {"FRUSTUM", PH_SHAPE_FRUSTUM, NULL, PHK_GRAPHICS_TOUCH},
    {"OUTLINE", PH_SHAPE_LINE, NULL, PHK_GRAPHICS_FLAT},
    {"PLANE", PH_SHAPE_PLANE, NULL, PHK_GRAPHICS_TOUCH},
    {"SPDP", PH_SHAPE_SPRING, NULL, PHK_GRAPHICS_PICTURE},
    {"TORUS", PH_SHAPE_TORUS, NULL, PHK_GRAPHICS_TOUCH},
    {"ARC", PH_SHAPE_PROFILE, "arcs", PHK_GRAPHICS_TOUCH},
    {"CURVE", PH_SHAPE_PROFILE, "curves", PHK_GRAPHICS_TOUCH},
    {"EXTERNAL", PH_SHAPE_MESH, "shapes in files", PHK_GRAPHICS_TOUCH},
    {"FORCE", -1, "arrows of forces", PHK_GRAPHICS_PICTURE},
    {"POINT", PH_SHAPE_SPHERE, "points", PHK_GRAPHICS_TOUCH},
};
enum { GRAPHICS = sizeof graphics / sizeof *graphics };

static int kind_of(const phk_statement *s)
{
    for (int k = 0; k < GRAPHICS; k++)
        if (phk_arg_find(s, graphics[k].name)) return k;
    return GRAPHICS;
}

static phk_graphics_known *know(phk_deck *deck, const phk_statement *s)
{
    phk_statement *own = phk_deck_own(deck, s);
    if (!own->data) own->data = phk_arena_alloc(&deck->arena, sizeof(phk_graphics_known));
    if (!own->data) phk_deck_failed(deck, PH_E_NOMEM);
    return own->data;
}

/* The mesh that stands for an EXTERNAL. */
static const char *file_of(phk_deck *deck, const phk_statement *s)
{
    phk_graphics_known *known = know(deck, s);
    if (!known) return NULL;
    if (!known->looked) known->file = phk_geometry_find(deck, s);
    known->looked = true;
    return known->file;
}

/* Marks what contacts name, once. */
static void mark_touching(phk_deck *deck)
{
    static const char *const side[] = {"IGEOM", "JGEOM"};
    if (!phk_deck_is_new(deck, "GRAPHICS.marked")) return;
    for (const phk_statement *s = NULL; (s = phk_deck_next(deck, "CONTACT", s));)
        for (int i = 0; i < 2; i++) {
            const phk_given *given = phk_arg_find(s, side[i]);
            for (int k = 0; given && given->target && k < given->count; k++) {
                phk_graphics_known *known = given->target[k] ? know(deck, given->target[k]) : NULL;
                if (!known) continue;
                known->touches = true;
                bool flips = phk_contact_flips(s, i, given->target[k]);
                *(flips ? &known->flipped : &known->straight) = true;
            }
        }
}

phk_graphics_trouble phk_graphics_trouble_of(phk_deck *deck, const phk_statement *s, bool flipped)
{
    int k = kind_of(s);
    mark_touching(deck);
    if (k == GRAPHICS) return PHK_GRAPHICS_PICTURE;
    if (graphics[k].shape == PH_SHAPE_MESH && !file_of(deck, s)) return PHK_GRAPHICS_IN_FILE;
    if (graphics[k].trouble) return graphics[k].trouble;
    if (!phk_graphics_is_open(deck, s)) return flipped ? PHK_GRAPHICS_FLIPPED : PHK_GRAPHICS_TOUCH;
    const phk_graphics_known *known = know(deck, s);
    return known && known->flipped && known->straight ? PHK_GRAPHICS_BOTH : PHK_GRAPHICS_TOUCH;
}

/* Is it there for contacts alone? */
static bool is_hidden(const graphic *g)
{
    return g->shape == PH_SHAPE_SPHERE || g->shape == PH_SHAPE_PROFILE;
}

static bool is_shown(phk_deck *deck, const phk_statement *s, int k)
{
    if (k == GRAPHICS || graphics[k].shape < 0) return false;
    if (graphics[k].shape == PH_SHAPE_MESH) return file_of(deck, s) != NULL;
    const phk_graphics_known *known = is_hidden(&graphics[k]) ? know(deck, s) : NULL;
    return !is_hidden(&graphics[k]) || (known && known->touches);
}

/* One note for all of each kind that is left out, at the first of them. */
static void note_left_out(phk_deck *deck)
{
    int count[GRAPHICS + 1] = {0};
    const phk_statement *first[GRAPHICS + 1] = {NULL};
    for (const phk_statement *s = NULL; (s = phk_deck_next(deck, "GRAPHICS", s));) {
        int k = kind_of(s);
        if (is_shown(deck, s, k)) continue;
        if (count[k]++ == 0) first[k] = s;
    }
    for (int k = 0; k < GRAPHICS; k++)
        if (count[k] > 0 && graphics[k].why)
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

#define SIZE(name) (deck->units.length * phk_arg_number(s, name, 0, 0))

/* The rectangle that is drawn of a plane, about its middle. */
static void read_plane(phk_deck *deck, const phk_statement *s, ph_shape_def *def)
{
    def->size = ph_v3(SIZE("XMAX") - SIZE("XMIN"), SIZE("YMAX") - SIZE("YMIN"), 0);
    def->at = ph_v3((SIZE("XMAX") + SIZE("XMIN")) / 2, (SIZE("YMAX") + SIZE("YMIN")) / 2, 0);
    const phk_graphics_known *known = know(deck, s);
    if (known && known->touches && phk_deck_is_new(deck, "GRAPHICS.PLANE"))
        phk_deck_note(deck, s->keyword,
                      "a PLANE that touches has no end here: XMIN to YMAX are what is drawn of it");
}

static void read_sizes(phk_deck *deck, const phk_statement *s, ph_shape_def *def)
{
    def->size = def->kind == PH_SHAPE_BOX ? ph_v3(SIZE("X"), SIZE("Y"), SIZE("Z"))
                                          : ph_v3(SIZE("XSCALE"), SIZE("YSCALE"), SIZE("ZSCALE"));
    def->radius = SIZE("RADIUS");
    def->length = SIZE("LENGTH");
    /* an ellipsoid of three equal diameters */
    if (def->kind == PH_SHAPE_ELLIPSOID && def->size.x == def->size.y &&
        def->size.y == def->size.z) {
        def->kind = PH_SHAPE_SPHERE;
        def->radius = def->size.x / 2;
    }
    if (def->kind == PH_SHAPE_FRUSTUM) def->radius = SIZE("BOTTOM"), def->radius2 = SIZE("TOP");
    if (def->kind == PH_SHAPE_TORUS)
        def->radius = SIZE("MAJOR_RADIUS"), def->radius2 = SIZE("MINOR_RADIUS");
    /* DA is the width of the coils, DB that of a damper */
    if (def->kind == PH_SHAPE_SPRING)
        def->radius = (phk_arg_find(s, "DA") ? SIZE("DA") : SIZE("DB")) / 2;
    if (phk_arg_flag(s, "POINT")) def->radius = PHK_POINT_RADIUS;
    if (def->kind == PH_SHAPE_PLANE) read_plane(deck, s, def);
}
#undef SIZE

/* A mesh that cannot be read is told here, not when somebody wants to see it. */
static bool read_mesh(phk_deck *deck, const phk_statement *s, ph_shape_def *def)
{
    ph_mesh mesh = {0};
    def->file = (ph_text){file_of(deck, s), def->where};
    def->scale = deck->units.length;
    ph_status status = phk_mesh_read(def->file.text, def->where, deck->diag, &mesh);
    ph_mesh_free(&mesh);
    phk_deck_failed(deck, status);
    return status == PH_OK;
}

/* The argument that says where a kind of them is. */
static const char *corner_of(int shape, const phk_statement *s)
{
    if (shape == PH_SHAPE_BOX) return "CORNER";
    if (phk_arg_flag(s, "CURVE")) return "CRM";
    bool reference = shape == PH_SHAPE_PLANE || shape == PH_SHAPE_MESH || phk_arg_flag(s, "POINT");
    return reference ? "RM" : "CM";
}

void phk_adams_build_graphics(phk_deck *deck, const phk_statement *s)
{
    if (phk_deck_is_new(deck, "GRAPHICS")) {
        mark_touching(deck);
        note_left_out(deck);
    }
    int k = kind_of(s);
    if (k == GRAPHICS)
        phk_deck_note(deck, s->keyword, "GRAPHICS/%d is of a kind that is not drawn", s->id);
    if (!is_shown(deck, s, k)) return;
    ph_shape_def def = {.where = phk_deck_place(deck, s->keyword), .kind = graphics[k].shape};
    const phk_graphics_known *known = know(deck, s);
    if (!known) return;
    if (def.kind == PH_SHAPE_CIRCLE && known->touches) def.kind = PH_SHAPE_PROFILE;
    bool between = def.kind == PH_SHAPE_LINE || def.kind == PH_SHAPE_SPRING;
    const char *corner = corner_of(def.kind, s);
    const phk_statement *marker = phk_arg_target(s, corner);
    if (between && !read_places(deck, s, &def.through)) return;
    if (!between && !marker) {
        if (!phk_arg_find(s, corner))
            phk_deck_error(deck, PH_E_MISSING, s->keyword, NULL, "GRAPHICS/%d, a %s, needs %s",
                           s->id, graphics[k].name, corner);
        return;
    }
    if (!between) def.on = (ph_place){phk_deck_marker_name(marker), def.where};
    if (def.kind == PH_SHAPE_MESH && !read_mesh(deck, s, &def)) return;
    bool planar = def.kind == PH_SHAPE_PROFILE;
    if (planar && !phk_graphics_read_planar(deck, s, known->flipped, &def)) return;
    if (def.kind != PH_SHAPE_MESH && !planar) read_sizes(deck, s, &def);
    phk_fit_sizes(&def); /* what a deck does not say is zero */
    phk_deck_added(deck, ph_model_add_shape(deck->model, s->name, &def), s, PHK_KIND_SHAPE);
}
