/* SPDX-License-Identifier: BSD-3-Clause
 *
 * joint.c -- JOINT and JPRIM: joints between two markers.
 *
 * ADAMS holds its marker I against its marker J, a joint of ours the second marker against the
 * first: so J comes first. Then they are the same, down to which marker carries the line (INLINE),
 * the plane (INPLANE, PLANAR) or the pin (HOOKE: y of J across x of I; UNIVERSAL: both z axes), the
 * rack (RACKPIN: J) or the screw.
 */
#include "io/adams/build/joint.h"

#include <math.h>
#include <string.h>
#include "io/adams/read/args.h"
#include "io/adams/build/frame.h"
#include "io/adams/read/readers.h"

/* ---- the two markers ---- */

bool phk_deck_pair(phk_deck *deck, const phk_statement *s, const phk_statement *pair[2])
{
    const phk_deck_marker *i = phk_deck_fixed_marker(deck, s, "I");
    const phk_deck_marker *j = phk_deck_fixed_marker(deck, s, "J");
    if (!i || !j) return false;
    pair[0] = phk_arg_target(s, "J");
    pair[1] = phk_arg_target(s, "I");
    if (i->part != j->part) return true;
    phk_deck_error(deck, PH_E_MODEL, s->keyword, "name markers of two different parts",
                   "both markers of `%s` are on `%s`", s->name, phk_deck_part_name(i->part));
    return false;
}

ph_status phk_deck_add_joint(phk_deck *deck, const char *name, const char *type,
                             const ph_joint_def *def)
{
    return ph_model_add_joint(deck->model, name, ph_joint_type_find(type), def, NULL);
}

static ph_status add_joint(phk_deck *deck, const phk_statement *s, const char *type,
                           const phk_statement *const pair[2], ph_joint_def *def, const void *par)
{
    def->where = phk_deck_place(deck, s->keyword);
    ph_text names[2];
    for (int k = 0; k < 2; k++) {
        const phk_given *given = phk_arg_find(s, k ? "I" : "J");
        names[k] = (ph_text){phk_deck_marker_name(pair[k]), phk_deck_place(deck, given->piece[0])};
    }
    def->between = (ph_names){2, names};
    return ph_model_add_joint(deck->model, s->name, ph_joint_type_find(type), def, par);
}

/* ---- which kind ---- */

/* The one of `count` kinds a statement is of; NULL: reported. */
static const phk_joint_kind *find_kind(phk_deck *deck, const phk_statement *s,
                                       const phk_joint_kind *kinds, int count, const char *hint)
{
    const phk_joint_kind *found = NULL;
    for (int k = 0; k < count; k++) {
        const phk_given *given = phk_arg_find(s, kinds[k].word);
        if (!given) continue;
        if (found) {
            phk_deck_error(deck, PH_E_KEY, given->name, "leave one of them out",
                           "`%s` is %s and %s", s->name, found->word, kinds[k].word);
            return NULL;
        }
        found = &kinds[k];
    }
    if (!found) phk_deck_error(deck, PH_E_MISSING, s->keyword, hint, "`%s` has no type", s->name);
    return found;
}

/* ---- JOINT ---- */

#define MARKERS                                                                                    \
    {"I", PHK_ARG_ID, .of = "MARKER", .flags = PHK_ARG_REQUIRED},                                  \
    {                                                                                              \
        "J", PHK_ARG_ID, .of = "MARKER", .flags = PHK_ARG_REQUIRED                                 \
    }
const phk_arg phk_adams_joint_args[] = {MARKERS,
                                        ARG_FLAG("REVOLUTE"),
                                        ARG_FLAG("TRANSLATIONAL"),
                                        ARG_FLAG("CYLINDRICAL"),
                                        ARG_FLAG("SPHERICAL"),
                                        ARG_FLAG("PLANAR"),
                                        ARG_FLAG("UNIVERSAL"),
                                        ARG_FLAG("HOOKE"),
                                        ARG_FLAG("FIXED"),
                                        {"IC", PHK_ARG_NUMBER, .least = 1, .most = 2},
                                        {"ICTRAN", PHK_ARG_NUMBER, .least = 1, .most = 2},
                                        {"ICROT", PHK_ARG_NUMBER, .least = 1, .most = 2},
                                        ARG_FLAG("CONVEL"),
                                        ARG_FLAG("SCREW"),
                                        ARG_FLAG("RACKPIN"),
                                        ARG_NUMBER("PITCH"),
                                        ARG_NUMBER("PD"),
                                        ARG_END};

static const phk_joint_kind joints[] = {
    {"REVOLUTE", "revolute", PH_TURN_Z},
    {"TRANSLATIONAL", "prismatic", PH_FREE_Z},
    {"CYLINDRICAL", "cylindrical", PH_FREE_Z | PH_TURN_Z},
    {"SPHERICAL", "spherical", 0},
    {"PLANAR", "planar", 0},
    {"UNIVERSAL", "universal", 0},
    {"HOOKE", "hooke", 0},
    {"FIXED", "fixed", 0},
    {"CONVEL", "convel", 0},
    {"SCREW", "screw", 0},
    {"RACKPIN", "rack_pinion", 0},
};
enum { JOINTS = sizeof joints / sizeof joints[0] };

const phk_joint_kind *phk_deck_joint_kind(const phk_statement *joint)
{
    for (int k = 0; k < JOINTS; k++)
        if (phk_arg_flag(joint, joints[k].word)) return &joints[k];
    return NULL;
}

/* Displacement and velocity along or about z; IC means whichever of them the joint has alone. */
static void read_initial(phk_deck *deck, const phk_statement *s, unsigned free, ph_joint_def *def)
{
    static const char *const names[] = {"IC", "ICTRAN", "ICROT"};
    for (int n = 0; n < 3; n++) {
        const phk_given *given = phk_arg_find(s, names[n]);
        if (!given) continue;
        unsigned which = n == 1 ? PH_FREE_Z : n == 2 ? PH_TURN_Z : free;
        if (!(which & free) || which == (PH_FREE_Z | PH_TURN_Z)) {
            phk_deck_error(deck, PH_E_KEY, given->name,
                           "IC is for TRANSLATIONAL and REVOLUTE joints, ICTRAN and ICROT for "
                           "CYLINDRICAL ones",
                           "%s says nothing about joint `%s`", names[n], s->name);
            continue;
        }
        bool turn = which == PH_TURN_Z;
        double unit = turn ? 1 : deck->units.length;
        double *initial = def->initial + (turn ? 2 : 0);
        initial[0] = phk_in_si(given->number[0], unit);
        if (given->count > 1) initial[1] = phk_in_si(given->number[1], unit / deck->units.time);
    }
}

/* Where a marker stands in the world as drawn. */
static phk_deck_frame in_world(phk_deck *deck, const phk_deck_marker *marker)
{
    const phk_deck_part *part = phk_deck_part_of(deck, marker->part);
    phk_deck_frame own = {marker->at, marker->orientation};
    return part ? phk_frame_in(part->frame, own) : own;
}

/* The side a rack lies on is seen from its markers; where these are one point its diameter's sign
 * stands for it. */
static void look_beside(phk_deck *deck, const phk_statement *s, const phk_given *given)
{
    const phk_deck_marker *i = phk_deck_fixed_marker(deck, s, "I");
    const phk_deck_marker *j = phk_deck_fixed_marker(deck, s, "J");
    if (!i || !j) return;
    phk_deck_frame pinion = in_world(deck, i), rack = in_world(deck, j);
    ph_vec3 z = ph_rotate(pinion.orientation, ph_v3(0, 0, 1));
    ph_vec3 side = ph_cross(z, ph_rotate(rack.orientation, ph_v3(0, 0, 1)));
    double r = fabs(given->number[0]) * deck->units.length / 2;
    if (fabs(ph_dot(ph_sub(pinion.at, rack.at), side)) > 1e-3 * r) return;
    phk_deck_note(deck, given->piece[0],
                  "the rack of `%s` is drawn on neither side of its pinion: the sign of PD tells, "
                  "positive where a turn about z of I moves the rack along z of J",
                  s->name);
}

/* The one number a kind of joint has beside its markers; false: reported. */
static bool read_number(phk_deck *deck, const phk_statement *s, const phk_joint_kind *kind,
                        void *par)
{
    static const struct {
        const char *kind, *argument, *field, *hint;
    } rows[] = {{"SCREW", "PITCH", "pitch", "PITCH = r: the way along the axis with each turn"},
                {"RACKPIN", "PD", "diameter", "PD = r: the pitch diameter of the pinion"}};
    const ph_joint_type *type = ph_joint_type_find(kind->type);
    bool right = true;
    if (type->fields) ph_field_defaults(type->fields, par);
    for (int k = 0; k < 2; k++) {
        const phk_given *given = phk_arg_find(s, rows[k].argument);
        bool wanted = strcmp(kind->word, rows[k].kind) == 0;
        if (wanted == (given != NULL)) {
            if (!given) continue;
            double si = phk_in_si(given->number[0], deck->units.length);
            right &= !ph_field_set_number(type->fields, par, rows[k].field, si, deck->diag);
            if (k == 1) look_beside(deck, s, given);
            continue;
        }
        right = false;
        if (given)
            phk_deck_error(deck, PH_E_KEY, given->name, "leave it out",
                           "%s says nothing about %s joint `%s`", rows[k].argument, kind->word,
                           s->name);
        else
            phk_deck_error(deck, PH_E_MISSING, s->keyword, rows[k].hint, "%s joint `%s` has no %s",
                           kind->word, s->name, rows[k].argument);
    }
    return right;
}

void phk_adams_build_joint(phk_deck *deck, const phk_statement *s)
{
    const phk_joint_kind *kind =
        find_kind(deck, s, joints, JOINTS,
                  "one of REVOLUTE, TRANSLATIONAL, CYLINDRICAL, SPHERICAL, PLANAR, UNIVERSAL, "
                  "HOOKE, FIXED, CONVEL, SCREW, RACKPIN");
    const phk_statement *pair[2];
    bool paired = phk_deck_pair(deck, s, pair);
    if (!kind) return;
    ph_joint_def def = ph_default_joint();
    size_t bytes = ph_joint_type_find(kind->type)->par_bytes;
    void *par = phk_arena_alloc(&deck->arena, bytes + 1);
    if (!par) {
        phk_deck_added(deck, PH_E_NOMEM, s, PHK_KIND_JOINT);
        return;
    }
    read_initial(deck, s, kind->free, &def);
    if (read_number(deck, s, kind, par) && paired)
        phk_deck_added(deck, add_joint(deck, s, kind->type, pair, &def, par), s, PHK_KIND_JOINT);
}

/* ---- JPRIM ---- */

const phk_arg phk_adams_jprim_args[] = {MARKERS,
                                        ARG_FLAG("ATPOINT"),
                                        ARG_FLAG("INLINE"),
                                        ARG_FLAG("INPLANE"),
                                        ARG_FLAG("ORIENTATION"),
                                        ARG_FLAG("PARALLEL_AXES"),
                                        ARG_FLAG("PERPENDICULAR"),
                                        ARG_END};

static const phk_joint_kind primitives[] = {
    {"ATPOINT", "atpoint", 0},
    {"INLINE", "inline", 0},
    {"INPLANE", "inplane", 0},
    {"ORIENTATION", "orientation", 0},
    {"PARALLEL_AXES", "parallel_axes", 0},
    {"PERPENDICULAR", "perpendicular", 0},
};

void phk_adams_build_jprim(phk_deck *deck, const phk_statement *s)
{
    const phk_joint_kind *kind =
        find_kind(deck, s, primitives, sizeof primitives / sizeof primitives[0],
                  "one of ATPOINT, INLINE, INPLANE, ORIENTATION, PARALLEL_AXES, PERPENDICULAR");
    const phk_statement *pair[2];
    bool paired = phk_deck_pair(deck, s, pair);
    ph_joint_def def = ph_default_joint();
    if (kind && paired)
        phk_deck_added(deck, add_joint(deck, s, kind->type, pair, &def, NULL), s, PHK_KIND_JOINT);
}
