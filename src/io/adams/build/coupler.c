/* SPDX-License-Identifier: BSD-3-Clause
 *
 * coupler.c -- COUPLER and GEAR: joints that move together.
 *
 * COUPLER keeps r1 q1 + r2 q2 (+ r3 q3) at zero, q the displacement of marker I of each joint
 * against J in units of the deck, or its angle in radians. A first scale that is left out is 1. In
 * metres, where one of them is a displacement, angles are multiplied by the unit of length: so the
 * row is as large as those it is solved with.
 *
 * With a FUNCTION it is an equation that is kept at zero: by USER a function of a plug-in, which
 * asks for the coordinates it wants (AZ, DZ), or any other expression of the deck.
 *
 * GEAR takes both bearings and its marker CV, on the carrier, as our `gear` does.
 */
#include <string.h>
#include "io/adams/build/frame.h"
#include "io/adams/build/joint.h"
#include "io/adams/read/args.h"
#include "io/adams/read/readers.h"

static const char *const freedoms[] = {"TRANSLATIONAL", "ROTATIONAL", NULL};

#define JOINTS_OF(number)                                                                          \
    {                                                                                              \
        "JOINTS", PHK_ARG_ID, .least = 2, .most = number, .of = "JOINT", .flags = PHK_ARG_REQUIRED \
    }
const phk_arg phk_adams_coupler_args[] = {
    JOINTS_OF(PH_JOINTS),
    {"TYPE", PHK_ARG_WORDS, .least = 1, .most = PH_JOINTS, .words = freedoms},
    {"SCALES", PHK_ARG_NUMBER, .least = 1, .most = PH_JOINTS},
    {"FUNCTION", .kind = PHK_ARG_FUNCTION},
    {"ROUTINE", .kind = PHK_ARG_TEXT},
    ARG_END};
const phk_arg phk_adams_gear_args[] = {
    JOINTS_OF(2), {"CV", PHK_ARG_ID, .of = "MARKER", .flags = PHK_ARG_REQUIRED}, ARG_END};

/* What the joints of a statement leave free, along and about z; false: reported. */
static bool read_joints(phk_deck *deck, const phk_statement *s, ph_text *name, unsigned *free)
{
    const phk_given *joints = phk_arg_find(s, "JOINTS");
    bool right = true;
    for (int k = 0; k < joints->count; k++) {
        const phk_statement *joint = joints->target[k];
        const phk_joint_kind *kind = joint ? phk_deck_joint_kind(joint) : NULL;
        free[k] = kind ? kind->free : 0;
        name[k] = (ph_text){joint ? joint->name : "", phk_deck_place(deck, joints->piece[k])};
        if (kind && !kind->free)
            phk_deck_error(deck, PH_E_MODEL, joints->piece[k],
                           "name TRANSLATIONAL, REVOLUTE or CYLINDRICAL joints",
                           "%s/%d: JOINT/%d is %s and has no coordinate", s->type->name, s->id,
                           joint->id, kind->word);
        for (int i = 0; joint && i < k; i++)
            if (joints->target[i] == joint) {
                right = false;
                phk_deck_error(deck, PH_E_MODEL, joints->piece[k], "name different ones",
                               "%s/%d names JOINT/%d twice", s->type->name, s->id, joint->id);
            }
        right = right && kind && kind->free;
    }
    return right;
}

/* Which coordinate of each joint is coupled, by TYPE or the only one; false: reported. */
static bool read_types(phk_deck *deck, const phk_statement *s, int count, const unsigned *free,
                       ph_text *word)
{
    const phk_given *type = phk_arg_find(s, "TYPE");
    if (type && type->count != count) {
        phk_deck_error(deck, PH_E_RANGE, type->name, "one of T, R for each joint: TYPE = T:R",
                       "COUPLER/%d has %d joints and %d of TYPE", s->id, count, type->count);
        return false;
    }
    for (int k = 0; k < count; k++) {
        char letter = type ? deck->text[type->piece[k].at] : free[k] & PH_FREE_Z ? 'T' : 'R';
        unsigned wanted = letter == 'T' || letter == 't' ? PH_FREE_Z : PH_TURN_Z;
        word[k] = (ph_text){.text = wanted == PH_FREE_Z ? "displacement" : "angle"};
        bool both = free[k] == (PH_FREE_Z | PH_TURN_Z);
        if (free[k] & wanted && (type || !both)) continue;
        phk_piece at = type ? type->piece[k] : phk_arg_find(s, "JOINTS")->piece[k];
        phk_deck_error(deck, both ? PH_E_MISSING : PH_E_MODEL, at,
                       "TYPE = T:R, one letter for each",
                       both ? "COUPLER/%d: joint %d turns and slides: TYPE tells which is coupled"
                            : "COUPLER/%d: joint %d does not move so",
                       s->id, k + 1);
        return false;
    }
    return true;
}

/* The factor of each coordinate in SI; false: reported. */
static bool read_scales(phk_deck *deck, const phk_statement *s, int count, const ph_text *word,
                        double *scale)
{
    const phk_given *given = phk_arg_find(s, "SCALES");
    bool slides = false;
    if (!given || given->count < count - 1 || given->count > count) {
        phk_deck_error(deck, given ? PH_E_RANGE : PH_E_MISSING, given ? given->name : s->keyword,
                       "a scale for each joint, or for all but the first, which then has 1",
                       "COUPLER/%d has %d joints and %d SCALES", s->id, count,
                       given ? given->count : 0);
        return false;
    }
    for (int k = 0; k < count; k++) slides |= strcmp(word[k].text, "displacement") == 0;
    for (int k = 0; k < count; k++) {
        int at = k - (count - given->count);
        bool turns = strcmp(word[k].text, "angle") == 0;
        scale[k] = at < 0 ? 1 : given->number[at];
        if (slides && turns) scale[k] = phk_in_si(scale[k], deck->units.length);
    }
    return true;
}

static void add(phk_deck *deck, const phk_statement *s, const ph_joint_type *type, const void *par)
{
    ph_joint_def def = ph_default_joint();
    def.where = phk_deck_place(deck, s->keyword);
    phk_deck_added(deck, ph_model_add_joint(deck->model, s->name, type, &def, par), s,
                   PHK_KIND_JOINT);
}

/* Parameters of a type with its joints named; NULL: out of memory, reported. */
static void *begin(phk_deck *deck, const phk_statement *s, const ph_joint_type *type, int count,
                   const ph_text *name)
{
    void *par = phk_arena_alloc(&deck->arena, type->par_bytes);
    if (!par) {
        phk_deck_added(deck, PH_E_NOMEM, s, PHK_KIND_JOINT);
        return NULL;
    }
    ph_field_defaults(type->fields, par);
    ph_field_set_names(type->fields, par, "joints", count, name, deck->diag);
    return par;
}

/* The joints are only looked at: what couples them is in the function. */
static void build_equation(phk_deck *deck, const phk_statement *s)
{
    const phk_given *scales = phk_arg_find(s, "SCALES");
    ph_text name[PH_JOINTS];
    unsigned free[PH_JOINTS];
    if (scales) {
        phk_deck_error(deck, PH_E_MODEL, scales->name, "give one of them",
                       "COUPLER/%d has both SCALES and a FUNCTION", s->id);
        return;
    }
    if (!read_joints(deck, s, name, free)) return;
    phk_function_role role = {.unit = "length_unit", .self = s}; /* as of a GCON */
    ph_expr equation = phk_deck_expression(deck, phk_arg_find(s, "FUNCTION")->piece[0], role);
    phk_deck_added(deck, ph_model_add_equation(deck->model, s->name, &equation), s, PHK_KIND_JOINT);
}

void phk_adams_build_coupler(phk_deck *deck, const phk_statement *s)
{
    if (phk_arg_find(s, "FUNCTION")) {
        build_equation(deck, s);
        return;
    }
    const ph_joint_type *type = ph_joint_type_find("coupler");
    int count = phk_arg_find(s, "JOINTS")->count;
    ph_text name[PH_JOINTS], word[PH_JOINTS];
    unsigned free[PH_JOINTS];
    double scale[PH_JOINTS];
    if (!read_joints(deck, s, name, free) || !read_types(deck, s, count, free, word) ||
        !read_scales(deck, s, count, word, scale))
        return;
    void *par = begin(deck, s, type, count, name);
    if (!par) return;
    ph_field_set_numbers(type->fields, par, "scales", count, scale, deck->diag);
    ph_field_set_names(type->fields, par, "coordinates", count, word, deck->diag);
    add(deck, s, type, par);
}

void phk_adams_build_gear(phk_deck *deck, const phk_statement *s)
{
    const ph_joint_type *type = ph_joint_type_find("gear");
    ph_text name[2];
    unsigned free[2];
    bool joined = read_joints(deck, s, name, free);
    const phk_deck_marker *cv = phk_deck_fixed_marker(deck, s, "CV");
    void *par = joined && cv ? begin(deck, s, type, 2, name) : NULL;
    if (!par) return;
    const char *place = phk_deck_marker_name(phk_arg_target(s, "CV"));
    ph_field_set_text(type->fields, par, "pitch_point", place, deck->diag);
    add(deck, s, type, par);
}
