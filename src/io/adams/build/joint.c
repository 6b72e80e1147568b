/* SPDX-License-Identifier: BSD-3-Clause
 *
 * joint.c -- JOINT and JPRIM: joints between two markers.
 *
 * ADAMS holds its marker I against its marker J, a joint of ours the second marker against the
 * first: so J comes first. Then they are the same, down to which marker carries the line (INLINE),
 * the plane (INPLANE, PLANAR) or the pin (HOOKE: y of J across x of I; UNIVERSAL: both z axes).
 */
#include "io/adams/build/joint.h"

#include <math.h>
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
                           const phk_statement *const pair[2], ph_joint_def *def)
{
    def->where = phk_deck_place(deck, s->keyword);
    ph_text names[2];
    for (int k = 0; k < 2; k++) {
        const phk_given *given = phk_arg_find(s, k ? "I" : "J");
        names[k] = (ph_text){phk_deck_marker_name(pair[k]), phk_deck_place(deck, given->piece[0])};
    }
    def->between = (ph_names){2, names};
    return phk_deck_add_joint(deck, s->name, type, def);
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
#define REFUSED(name, kind, text)                                                                  \
    {                                                                                              \
        name, kind, .flags = PHK_ARG_REFUSED, .why = text                                          \
    }
#define NO_SUCH(name) REFUSED(name, PHK_ARG_FLAG, "there is no such joint yet")
const phk_arg phk_adams_joint_args[] = {
    MARKERS,
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
    NO_SUCH("CONVEL"),
    NO_SUCH("SCREW"),
    NO_SUCH("RACKPIN"),
    REFUSED("PITCH", PHK_ARG_NUMBER, "there is no screw joint yet"),
    REFUSED("PD", PHK_ARG_NUMBER, "there is no rack and pinion yet"),
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

void phk_adams_build_joint(phk_deck *deck, const phk_statement *s)
{
    const phk_joint_kind *kind = find_kind(
        deck, s, joints, JOINTS,
        "one of REVOLUTE, TRANSLATIONAL, CYLINDRICAL, SPHERICAL, PLANAR, UNIVERSAL, HOOKE, FIXED");
    const phk_statement *pair[2];
    bool paired = phk_deck_pair(deck, s, pair);
    if (!kind) return;
    ph_joint_def def = ph_default_joint();
    read_initial(deck, s, kind->free, &def);
    if (paired) phk_deck_added(deck, add_joint(deck, s, kind->type, pair, &def), s, PHK_KIND_JOINT);
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
        phk_deck_added(deck, add_joint(deck, s, kind->type, pair, &def), s, PHK_KIND_JOINT);
}
