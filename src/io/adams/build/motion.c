/* SPDX-License-Identifier: BSD-3-Clause
 *
 * motion.c -- MOTION: a joint, or one marker against another, driven by a function of time.
 *
 * Along the axes of J a motion of ours is the same. B1, B2, B3 are the angles of three turns of I
 * from J about x, then the new y, then the new z. With x, y, z of J and X, Y, Z of I:
 *   tan B1 = -y.Z / z.Z    sin B2 = x.Z    tan B3 = -x.Y / x.X
 * A motion of ours in the direction ry has tan = x.Z / z.Z, one in rz has tan = y.X / x.X. So B1 is
 * an ry from a copy of J whose x is -y, and B3 an rz of J from a copy of I whose y is -Y. B2 is a
 * constraint by an equation, for which a velocity or an acceleration is integrated by states.
 */
#include <math.h>
#include "io/adams/read/args.h"
#include "io/adams/build/frame.h"
#include "io/adams/build/joint.h"
#include "io/adams/read/readers.h"
#include "math/so3.h"

const phk_arg phk_adams_motion_args[] = {{"JOINT", PHK_ARG_ID, .of = "JOINT"},
                                         ARG_MARKER("I"),
                                         ARG_MARKER("J"),
                                         ARG_FLAG("ROTATIONAL"),
                                         ARG_FLAG("TRANSLATIONAL"),
                                         ARG_FLAG("X"),
                                         ARG_FLAG("Y"),
                                         ARG_FLAG("Z"),
                                         ARG_FLAG("B1"),
                                         ARG_FLAG("B2"),
                                         ARG_FLAG("B3"),
                                         ARG_FLAG("DISPLACEMENT"),
                                         ARG_FLAG("VELOCITY"),
                                         ARG_FLAG("ACCELERATION"),
                                         {"FUNCTION", PHK_ARG_FUNCTION, .flags = PHK_ARG_REQUIRED},
                                         ARG_TEXT("ROUTINE"),
                                         ARG_NUMBER("ICDISP"),
                                         ARG_NUMBER("ICVEL"),
                                         ARG_END};

/* Directions of ph_motion_def; an angle B is the turn about the axis of that number. */
enum { ALONG_Z = 2, B1 = 3, B2, B3, ABOUT_Y = 4, ABOUT_Z = 5 };

/* Which one of several flags is given; NONE, or SEVERAL, which is reported. */
enum { NONE = -1, SEVERAL = -2 };
static int pick(phk_deck *deck, const phk_statement *s, const char *const *flags, int count)
{
    int found = NONE;
    for (int k = 0; k < count; k++) {
        const phk_given *given = phk_arg_find(s, flags[k]);
        if (!given) continue;
        if (found >= 0) {
            phk_deck_error(deck, PH_E_KEY, given->name, "leave one of them out",
                           "motion `%s` is given %s and %s", s->name, flags[found], flags[k]);
            return SEVERAL;
        }
        found = k;
    }
    return found;
}

/* ---- the law ---- */

/* Reads the expression into the field it is for, with what it starts from. */
static void read_law(phk_deck *deck, const phk_statement *s, bool turn, ph_motion_def *def)
{
    static const char *const flags[] = {"DISPLACEMENT", "VELOCITY", "ACCELERATION"};
    static const char *const units[2][3] = {
        {"length_unit", "length_unit/time_unit", "length_unit/time_unit^2"},
        {NULL, "1/time_unit", "1/time_unit^2"}};
    ph_expr *const fields[] = {&def->displacement, &def->velocity, &def->acceleration};
    int order = pick(deck, s, flags, 3);
    if (order < 0) order = 0;
    phk_function_role role = {.unit = units[turn][order], .self = s};
    *fields[order] = phk_deck_expression(deck, phk_arg_find(s, "FUNCTION")->piece[0], role);
    double unit = turn ? 1 : deck->units.length;
    def->initial_displacement = phk_in_si(phk_arg_number(s, "ICDISP", 0, NAN), unit);
    def->initial_velocity = phk_in_si(phk_arg_number(s, "ICVEL", 0, NAN), unit / deck->units.time);
    for (int k = order; k < 2; k++) {
        const phk_given *given = phk_arg_find(s, k ? "ICVEL" : "ICDISP");
        double *initial = k ? &def->initial_velocity : &def->initial_displacement;
        *initial = NAN;
        if (given)
            phk_deck_note(deck, given->name, "%s of motion `%s` has no use: its %s is given",
                          given->arg->name, s->name, order ? "velocity" : "displacement");
    }
}

/* ---- between markers ---- */

static ph_text text_of(phk_deck *deck, const char *name, phk_piece piece)
{
    return (ph_text){name, phk_deck_place(deck, piece)};
}

static void add_between(phk_deck *deck, const phk_statement *s, const char *first,
                        const char *second, ph_motion_def *def)
{
    ph_text names[2] = {text_of(deck, first, s->keyword), text_of(deck, second, s->keyword)};
    def->between = (ph_names){2, names};
    phk_deck_added(deck, ph_model_add_motion(deck->model, s->name, def), s, PHK_KIND_MOTION);
}

/* A marker at the place of another, with its axes turned. */
static const char *turned_copy(phk_deck *deck, const phk_statement *s, const phk_statement *marker,
                               ph_vec3 turn)
{
    const phk_deck_marker *m = phk_deck_marker_of(deck, marker);
    const phk_deck_part *part = m ? phk_deck_part_of(deck, m->part) : NULL;
    const char *name = phk_deck_new_name(deck, "%s_axes", s->name);
    if (!part) return name;
    ph_marker_def def = ph_default_marker();
    def.where = phk_deck_place(deck, s->keyword);
    if (m->part) def.on = (ph_place){m->part->name, def.where};
    def.at = ph_sub(m->at, part->centre);
    def.orientation = phk_turn(m->orientation, turn);
    phk_deck_added(deck, ph_model_add_marker(deck->model, name, &def), s, PHK_KIND_MARKER);
    return name;
}

/* The axes of a marker in the world, as drawn. */
static ph_mat3 axes_of(phk_deck *deck, const phk_statement *marker)
{
    ph_quat q = ph_quat_identity();
    const phk_deck_marker *m = phk_deck_marker_of(deck, marker);
    const phk_deck_part *part = m ? phk_deck_part_of(deck, m->part) : NULL;
    if (part) q = ph_quat_mul(part->frame.orientation, m->orientation);
    return ph_mat3_from_quat(q);
}

/* A state with a rate, as an expression. */
static ph_expr integral(phk_deck *deck, const phk_statement *s, const char *suffix, ph_expr rate,
                        double initial)
{
    const char *name = phk_deck_new_name(deck, "%s_%s", s->name, suffix);
    ph_state_def def = ph_default_state();
    def.where = phk_deck_place(deck, s->keyword);
    def.rate = rate;
    def.initial = initial;
    phk_deck_added(deck, ph_model_add_state(deck->model, name, &def), s, PHK_KIND_STATE);
    return (ph_expr){name, rate.where, -1};
}

static void add_b2(phk_deck *deck, const phk_statement *s, const phk_statement *const pair[2],
                   const ph_motion_def *def)
{
    ph_mat3 j = axes_of(deck, pair[0]), i = axes_of(deck, pair[1]);
    double drawn = 0;
    for (int k = 0; k < 3; k++) drawn += j.m[k][0] * i.m[k][2];
    drawn = asin(fmin(1, fmax(-1, drawn)));
    ph_expr angle = def->displacement, rate = def->velocity;
    if (def->acceleration.text)
        rate = integral(deck, s, "rate", def->acceleration,
                        isnan(def->initial_velocity) ? 0 : def->initial_velocity);
    if (rate.text)
        angle = integral(deck, s, "angle", rate,
                         isnan(def->initial_displacement) ? drawn : def->initial_displacement);
    const char *x = phk_deck_marker_name(pair[0]), *z = phk_deck_marker_name(pair[1]);
    angle.text =
        phk_deck_print(deck, "%s.R.11*%s.R.13 + %s.R.21*%s.R.23 + %s.R.31*%s.R.33 - sin(%s)", x, z,
                       x, z, x, z, angle.text);
    phk_deck_added(deck, ph_model_add_equation(deck->model, s->name, &angle), s, PHK_KIND_JOINT);
}

static void build_between(phk_deck *deck, const phk_statement *s)
{
    static const char *const flags[] = {"X", "Y", "Z", "B1", "B2", "B3"};
    const phk_statement *pair[2];
    bool paired = phk_deck_pair(deck, s, pair);
    ph_motion_def def = ph_default_motion();
    def.where = phk_deck_place(deck, s->keyword);
    def.direction = pick(deck, s, flags, 6);
    read_law(deck, s, def.direction >= B1, &def);
    if (def.direction == NONE)
        phk_deck_error(deck, PH_E_MISSING, s->keyword, "one of X, Y, Z, B1, B2, B3",
                       "motion `%s` has no direction", s->name);
    if (def.direction < 0 || !paired) return;
    const char *j = phk_deck_marker_name(pair[0]), *i = phk_deck_marker_name(pair[1]);
    switch (def.direction) {
    case B1:
        def.direction = ABOUT_Y;
        add_between(deck, s, turned_copy(deck, s, pair[0], ph_v3(0, 0, -PH_PI / 2)), i, &def);
        break;
    case B2:
        add_b2(deck, s, pair, &def);
        break;
    case B3:
        def.direction = ABOUT_Z;
        add_between(deck, s, turned_copy(deck, s, pair[1], ph_v3(PH_PI, 0, 0)), j, &def);
        break;
    default:
        add_between(deck, s, j, i, &def);
    }
}

/* ---- of a joint ---- */

static void build_driven(phk_deck *deck, const phk_statement *s, const phk_given *given)
{
    static const char *const flags[] = {"TRANSLATIONAL", "ROTATIONAL"};
    const phk_statement *joint = given->target[0];
    const phk_joint_kind *kind = joint ? phk_deck_joint_kind(joint) : NULL;
    int way = pick(deck, s, flags, 2);
    unsigned free = kind ? kind->free : 0;
    if (way == NONE && free == PH_TURN_Z) way = 1;
    if (way == NONE && free == PH_FREE_Z) way = 0;
    ph_motion_def def = ph_default_motion();
    read_law(deck, s, way == 1, &def);
    if (!kind || way == SEVERAL) return;
    if (!(free & (way == 1 ? PH_TURN_Z : PH_FREE_Z)) || way < 0) {
        const char *hint = way < 0 && free ? "say which: TRANSLATION or ROTATION"
                                           : "a motion drives TRANSLATIONAL, REVOLUTE and "
                                             "CYLINDRICAL joints; others by I, J and a direction";
        phk_deck_error(deck, PH_E_MODEL, given->piece[0], hint,
                       "motion `%s` cannot drive%s joint `%s`, which is %s", s->name,
                       way < 0 ? ""
                       : way   ? " the rotation of"
                               : " the translation of",
                       joint->name, kind->word);
        return;
    }
    def.where = phk_deck_place(deck, s->keyword);
    def.direction = way ? ABOUT_Z : ALONG_Z;
    def.joint = text_of(deck, joint->name, given->piece[0]);
    phk_deck_added(deck, ph_model_add_motion(deck->model, s->name, &def), s, PHK_KIND_MOTION);
}

void phk_adams_build_motion(phk_deck *deck, const phk_statement *s)
{
    const phk_given *joint = phk_arg_find(s, "JOINT");
    bool markers = phk_arg_find(s, "I") && phk_arg_find(s, "J");
    if (joint && (phk_arg_find(s, "I") || phk_arg_find(s, "J")))
        phk_deck_error(deck, PH_E_KEY, joint->name, "leave one of them out",
                       "motion `%s` is given a joint and markers", s->name);
    else if (joint)
        build_driven(deck, s, joint);
    else if (markers)
        build_between(deck, s);
    else
        phk_deck_error(deck, PH_E_MISSING, s->keyword,
                       "JOINT = id, or two markers I = id, J = id and a direction",
                       "motion `%s` drives nothing", s->name);
}
