/* SPDX-License-Identifier: BSD-3-Clause
 *
 * curve_joint.c -- PTCV and CVCV: a point on a curve, a curve on another.
 *
 * ADAMS holds what is on I against what is on J, so J comes first, as in joints. The floating
 * markers stand where the two touch; nothing of ours has to be told. DISP chooses where on the
 * curve the search for that place begins, as in ADAMS, but moves no part there.
 */
#include "io/adams/build/joint.h"

#include <math.h>
#include "io/adams/build/frame.h"
#include "io/adams/read/args.h"
#include "io/adams/read/readers.h"

static const char no_speed[] =
    "give the velocity of the part instead (VX, VY, VZ): it is brought along the curve";

#define NEEDED(name, what)                                                                         \
    {                                                                                              \
        name, PHK_ARG_ID, .of = what, .flags = PHK_ARG_REQUIRED                                    \
    }
#define SPEED(name)                                                                                \
    {                                                                                              \
        name, PHK_ARG_NUMBER, .flags = PHK_ARG_REFUSED, .why = no_speed                            \
    }

const phk_arg phk_adams_ptcv_args[] = {
    NEEDED("I", "MARKER"), NEEDED("CURVE", "CURVE"), NEEDED("RM", "MARKER"), ARG_MARKER("JFLOAT"),
    ARG_VECTOR("DISP"),    ARG_MARKER("ICM"),        SPEED("VEL"),           ARG_END};

const phk_arg phk_adams_cvcv_args[] = {NEEDED("ICURVE", "CURVE"),
                                       NEEDED("JCURVE", "CURVE"),
                                       NEEDED("IRM", "MARKER"),
                                       NEEDED("JRM", "MARKER"),
                                       ARG_MARKER("IFLOAT"),
                                       ARG_MARKER("JFLOAT"),
                                       ARG_VECTOR("IDISP"),
                                       ARG_VECTOR("JDISP"),
                                       ARG_MARKER("IICM"),
                                       ARG_MARKER("JICM"),
                                       SPEED("IVEL"),
                                       SPEED("JVEL"),
                                       ARG_END};

/* Names of the arguments that speak of one side. */
typedef struct {
    const char *marker, *curve, *disp, *icm; /* curve NULL: a point */
} side;

/* The axes of DISP against those of the curve: both markers are on one part. */
static bool read_near(phk_deck *deck, const phk_statement *s, const side *of, ph_vec3 *near)
{
    const phk_given *disp = phk_arg_find(s, of->disp), *icm = phk_arg_find(s, of->icm);
    if (!disp) return true;
    double unit = deck->units.length;
    *near = ph_v3(phk_in_si(disp->number[0], unit), phk_in_si(disp->number[1], unit),
                  phk_in_si(disp->number[2], unit));
    if (!icm) return true;
    const phk_deck_marker *from = phk_deck_fixed_marker(deck, s, of->icm),
                          *to = phk_deck_fixed_marker(deck, s, of->marker);
    if (!from || !to) return false;
    if (from->part != to->part) {
        phk_deck_error(deck, PH_E_MODEL, icm->name, "both give axes to one curve",
                       "%s of `%s` must be on the part of %s", of->icm, s->name, of->marker);
        return false;
    }
    ph_vec3 p = ph_add(from->at, ph_rotate(from->orientation, *near));
    *near = ph_unrotate(to->orientation, ph_sub(p, to->at));
    return true;
}

static void build(phk_deck *deck, const phk_statement *s, const char *name, const side *sides)
{
    static const char *const curve_field[] = {"curve", "curve2"},
                             *const unit_field[] = {"unit", "unit2"},
                             *const near_field[] = {"near", "near2"};
    const ph_joint_type *type = ph_joint_type_find(name);
    const phk_deck_marker *on[2];
    ph_text names[2];
    bool good = true;
    void *par = phk_arena_alloc(&deck->arena, type->par_bytes);
    if (!par) {
        phk_deck_failed(deck, PH_E_NOMEM);
        return;
    }
    ph_field_defaults(type->fields, par);
    for (int k = 0; k < 2; k++) {
        const side *of = &sides[k];
        const phk_given *marker = phk_arg_find(s, of->marker);
        on[k] = phk_deck_fixed_marker(deck, s, of->marker);
        good = good && on[k];
        names[k] = (ph_text){phk_deck_marker_name(phk_arg_target(s, of->marker)),
                             phk_deck_place(deck, marker->piece[0])};
        if (!of->curve) continue;
        ph_vec3 near = {NAN, NAN, NAN};
        good = read_near(deck, s, of, &near) && good;
        ph_field_set_text(type->fields, par, curve_field[k], phk_arg_target(s, of->curve)->name,
                          NULL);
        ph_field_set_number(type->fields, par, unit_field[k], deck->units.length, NULL);
        if (!isnan(near.x)) ph_field_set_vector(type->fields, par, near_field[k], near, NULL);
    }
    if (!good) return;
    if (on[0]->part == on[1]->part) {
        phk_deck_error(deck, PH_E_MODEL, s->keyword, "name markers of two different parts",
                       "both markers of `%s` are on `%s`", s->name,
                       phk_deck_part_name(on[0]->part));
        return;
    }
    ph_joint_def def = ph_default_joint();
    def.where = phk_deck_place(deck, s->keyword);
    def.between = (ph_names){2, names};
    phk_deck_added(deck, ph_model_add_joint(deck->model, s->name, type, &def, par), s,
                   PHK_KIND_JOINT);
}

void phk_adams_build_ptcv(phk_deck *deck, const phk_statement *s)
{
    static const side sides[2] = {{"RM", "CURVE", "DISP", "ICM"}, {"I", NULL, NULL, NULL}};
    build(deck, s, "point_on_curve", sides);
}

void phk_adams_build_cvcv(phk_deck *deck, const phk_statement *s)
{
    static const side sides[2] = {{"JRM", "JCURVE", "JDISP", "JICM"},
                                  {"IRM", "ICURVE", "IDISP", "IICM"}};
    build(deck, s, "curve_on_curve", sides);
}
