/* SPDX-License-Identifier: BSD-3-Clause
 *
 * contact.c -- CONTACT: what happens where geometries touch.
 *
 *   IMPACT   N = STIFFNESS q^EXPONENT + DAMPING q', the damping growing with the depth q up to DMAX
 *   POISSON  N = PENALTY q (1 + a q'), a such that a free body keeps RESTITUTION_COEFFICIENT of its
 *            speed: the same impulse, though not ADAMS' own force, of which no formula is published
 *   friction by cubic steps over the sliding speed: from 0 to MU_STATIC at the transition velocity
 *            of stiction, and on to MU_DYNAMIC at that of friction. DYNAMICS_ONLY: from 0 to
 *            MU_DYNAMIC at the latter.
 *
 * Several geometries of a side are a group. The stiffness is force/length^EXPONENT. IFLIP_GEOMETRY
 * and JFLIP_GEOMETRY name those that touch from their other side.
 */
#include <math.h>
#include "io/adams/build/frame.h"
#include "io/adams/build/graphics.h"
#include "io/adams/read/args.h"
#include "io/adams/read/readers.h"

static const char no_user[] =
    "there are no user's subroutines for contacts; use IMPACT and COULOMB_FRICTION, or in a model "
    "file a `force` by an expression of depth and rate";
static const char no_flexible[] = "a flexible body has no shapes; put them on its markers";
static const char no_curves[] = "name the GRAPHICS of points and curves by IGEOM and JGEOM";

#define REFUSED(word, values, because)                                                             \
    {                                                                                              \
        word, values, .most = -1, .flags = PHK_ARG_REFUSED, .why = because                         \
    }
#define FLIP(word)                                                                                 \
    {                                                                                              \
        word, PHK_ARG_ID, .least = 1, .most = -1, .of = "GRAPHICS"                                 \
    }
#define GEOMETRY(word)                                                                             \
    {                                                                                              \
        word, PHK_ARG_ID, .least = 1, .most = -1, .of = "GRAPHICS", .flags = PHK_ARG_REQUIRED      \
    }

enum { OFF, ON, DYNAMICS_ONLY };
static const char *const friction_words[] = {"OFF", "ON", "DYNAMICS_ONLY", "DYNAMICSONLY", NULL};

const phk_arg phk_adams_contact_args[] = {
    GEOMETRY("IGEOM"),
    GEOMETRY("JGEOM"),
    ARG_FLAG("IMPACT"),
    ARG_NUMBER("STIFFNESS"),
    ARG_NUMBER("EXPONENT"),
    ARG_NUMBER("DAMPING"),
    ARG_NUMBER("DMAX"),
    ARG_FLAG("POISSON"),
    ARG_NUMBER("PENALTY"),
    ARG_NUMBER("RESTITUTION_COEFFICIENT"),
    {"AUGMENTED_LAGRANGIAN_FORMULATION", PHK_ARG_FLAG, .flags = PHK_ARG_UNUSED,
     .why = "the depth that PENALTY leaves is not refined"},
    {"COULOMB_FRICTION", PHK_ARG_WORD, .words = friction_words},
    ARG_FLAG("NO_FRICTION"),
    ARG_NUMBER("MU_STATIC"),
    ARG_NUMBER("MU_DYNAMIC"),
    ARG_NUMBER("STICTION_TRANSITION_VELOCITY"),
    ARG_NUMBER("FRICTION_TRANSITION_VELOCITY"),
    REFUSED("NORMAL_FUNCTION", PHK_ARG_FUNCTION, no_user),
    REFUSED("NORMAL_ROUTINE", PHK_ARG_TEXTS, no_user),
    REFUSED("FRICTION_FUNCTION", PHK_ARG_FUNCTION, no_user),
    REFUSED("FRICTION_ROUTINE", PHK_ARG_TEXTS, no_user),
    REFUSED("IFLEX", PHK_ARG_NUMBER, no_flexible),
    REFUSED("JFLEX", PHK_ARG_NUMBER, no_flexible),
    FLIP("IFLIP_GEOMETRY"),
    FLIP("JFLIP_GEOMETRY"),
    REFUSED("ICURVE", PHK_ARG_NUMBER, no_curves),
    REFUSED("JCURVE", PHK_ARG_NUMBER, no_curves),
    REFUSED("IPOINT", PHK_ARG_NUMBER, no_curves),
    REFUSED("JPOINT", PHK_ARG_NUMBER, no_curves),
    ARG_END};

static const char *const sides[] = {"IGEOM", "JGEOM"};
static const char *const flips[] = {"IFLIP_GEOMETRY", "JFLIP_GEOMETRY"};

/* what ADAMS/View puts where nothing is said */
#define EXPONENT        2.2
#define STICTION        0.1  /* [m/s] */
#define SLIDING         1.0  /* [m/s] */
#define LEAST_RESTITUTE 1e-3 /* instead of none: the damping would be without a bound */

/* ---- geometries that cannot touch ---- */

static bool is_named(const phk_given *given, const phk_statement *s)
{
    for (int k = 0; given && given->target && k < given->count; k++)
        if (given->target[k] == s) return true;
    return false;
}

bool phk_contact_flips(const phk_statement *s, int side, const phk_statement *graphics)
{
    return is_named(phk_arg_find(s, flips[side]), graphics);
}

/* The first geometry of a contact that cannot touch in such a way; NULL: none. */
static const phk_statement *troubled(phk_deck *deck, const phk_statement *s,
                                     phk_graphics_trouble trouble)
{
    for (int i = 0; i < 2; i++) {
        const phk_given *given = phk_arg_find(s, sides[i]);
        for (int k = 0; given && given->target && k < given->count; k++) {
            const phk_statement *g = given->target[k];
            if (g && phk_graphics_trouble_of(deck, g, phk_contact_flips(s, i, g)) == trouble)
                return g;
        }
    }
    return NULL;
}

static const struct {
    const char *what, *hint; /* NULL: there is more to say */
} troubles[PHK_GRAPHICS_TROUBLES] = {
    [PHK_GRAPHICS_FLAT] = {"lines from marker to marker, which cannot touch",
                           "name solids, or an ARC, a CIRCLE or a CURVE, by IGEOM and JGEOM, or go "
                           "without: `--leave-out CONTACT`"},
    [PHK_GRAPHICS_PICTURE] = {"a picture, which cannot touch",
                              "name solids by IGEOM and JGEOM, such as a CYLINDER, or go without: "
                              "`--leave-out CONTACT`"},
    [PHK_GRAPHICS_FLIPPED] = {"and flips it: only an ARC or a CURVE with ends can touch from its "
                              "other side",
                              "a hole is an ARC or a CURVE with ends, flipped; or go without: "
                              "`--leave-out CONTACT`"},
    [PHK_GRAPHICS_BOTH] = {"which another CONTACT has the other way round: flipped, or not",
                           "give each of them a GRAPHICS of its own"},
};

static void tell_trouble(phk_deck *deck, phk_graphics_trouble trouble, const phk_statement *first,
                         int count)
{
    const phk_statement *g = troubled(deck, first, trouble);
    const char *many =
        count > 1 ? phk_deck_print(deck, " (%d statements, the first here)", count) : "";
    if (troubles[trouble].what) {
        phk_deck_error(deck, PH_E_UNSUPPORTED, first->keyword, troubles[trouble].hint,
                       "%s names %s, %s%s", phk_deck_label(deck, first), phk_deck_label(deck, g),
                       troubles[trouble].what, many);
        return;
    }
    const char *name = phk_geometry_name(deck, g), *file = phk_arg_text(deck, g, "FILE");
    const char *folder = deck->how ? deck->how->geometry : NULL;
    const char *hint = phk_deck_print(
        deck,
        "give it as %s/%s.stl (or .obj), in the units of the deck and the axes of its marker RM%s; "
        "or go without: `--leave-out CONTACT`",
        folder ? folder : "DIR", name, folder ? "" : ", and `--geometry DIR`");
    phk_deck_error(deck, PH_E_UNSUPPORTED, first->keyword, hint,
                   "%s needs %s, whose geometry cannot be read: it is in %s%s",
                   phk_deck_label(deck, first), phk_deck_label(deck, g),
                   file ? file : "a file that is not named", many);
}

/* All contacts of which nothing can become, once for each reason. */
static void tell_troubles(phk_deck *deck)
{
    for (int trouble = 1; trouble < PHK_GRAPHICS_TROUBLES; trouble++) {
        const phk_statement *first = NULL;
        int count = 0;
        for (const phk_statement *s = NULL; (s = phk_deck_next(deck, "CONTACT", s));) {
            if (s->broken || !troubled(deck, s, (phk_graphics_trouble)trouble)) continue;
            if (count++ == 0) first = s;
        }
        if (first) tell_trouble(deck, (phk_graphics_trouble)trouble, first, count);
    }
}

static bool can_touch(phk_deck *deck, const phk_statement *s)
{
    for (int trouble = 1; trouble < PHK_GRAPHICS_TROUBLES; trouble++)
        if (troubled(deck, s, (phk_graphics_trouble)trouble)) return false;
    return true;
}

/* ---- numbers ---- */

/* Reads a number; false: it is wrong, or not there without `otherwise`, which was reported. */
typedef struct {
    const char *name;
    double unit;
    double least; /* in the deck's units */
    bool above;   /* it must not be the least itself */
    double most;
} rule;
static bool read_number(phk_deck *deck, const phk_statement *s, rule r, double otherwise,
                        double *value)
{
    const phk_given *given = phk_arg_find(s, r.name);
    *value = otherwise;
    if (!given) {
        if (isnan(otherwise))
            phk_deck_error(deck, PH_E_MISSING, s->keyword, NULL, "%s needs %s",
                           phk_deck_label(deck, s), r.name);
        return !isnan(otherwise);
    }
    double x = given->number[0];
    *value = phk_in_si(x, r.unit);
    if (x >= r.least && x <= r.most && !(r.above && x == r.least)) return true;
    if (x > r.most)
        phk_deck_error(deck, PH_E_RANGE, given->piece[0], NULL, "%s must not be above %g", r.name,
                       r.most);
    else
        phk_deck_error(deck, PH_E_RANGE, given->piece[0], NULL, "%s must %s %g", r.name,
                       r.above ? "be above" : "not be below", r.least);
    return false;
}

static void note_default(phk_deck *deck, const phk_statement *s, const char *name, const char *is)
{
    if (!phk_arg_find(s, name) && phk_deck_is_new(deck, phk_deck_print(deck, "CONTACT %s", name)))
        phk_deck_note(deck, s->keyword,
                      "%s of CONTACT is %s where it is not given, as in "
                      "ADAMS/View",
                      name, is);
}

static bool read_impact(phk_deck *deck, const phk_statement *s, ph_contact_def *def)
{
    const phk_deck_units *u = &deck->units;
    def->law = PH_CONTACT_IMPACT;
    note_default(deck, s, "EXPONENT", "2.2");
    bool ok = read_number(deck, s, (rule){"EXPONENT", 1, 0.5, false, 10}, EXPONENT, &def->exponent);
    double stiffness = u->force / pow(u->length, def->exponent);
    double damping = u->force * u->time / u->length;
    ok &= read_number(deck, s, (rule){"STIFFNESS", stiffness, 0, true, INFINITY}, NAN,
                      &def->stiffness);
    ok &= read_number(deck, s, (rule){"DAMPING", damping, 0, false, INFINITY}, NAN, &def->damping);
    ok &= read_number(deck, s, (rule){"DMAX", u->length, 0, true, INFINITY}, NAN, &def->depth);
    return ok;
}

static bool read_poisson(phk_deck *deck, const phk_statement *s, ph_contact_def *def)
{
    const phk_deck_units *u = &deck->units;
    def->law = PH_CONTACT_POWER;
    def->exponent = 1;
    bool ok = read_number(deck, s, (rule){"PENALTY", u->force / u->length, 0, true, INFINITY}, NAN,
                          &def->stiffness);
    ok &= read_number(deck, s, (rule){"RESTITUTION_COEFFICIENT", 1, 0, false, 1}, NAN,
                      &def->restitution);
    def->restitution = fmax(def->restitution, LEAST_RESTITUTE);
    if (phk_deck_is_new(deck, "CONTACT POISSON"))
        phk_deck_note(deck, s->keyword,
                      "POISSON of CONTACT is read as the law `power`: PENALTY times the depth, "
                      "damped so that a free body keeps RESTITUTION_COEFFICIENT of its speed (at "
                      "least %g of it)",
                      LEAST_RESTITUTE);
    return ok;
}

static bool read_law(phk_deck *deck, const phk_statement *s, ph_contact_def *def)
{
    bool impact = phk_arg_flag(s, "IMPACT"), poisson = phk_arg_flag(s, "POISSON");
    if (!impact && !poisson) {
        impact = phk_arg_find(s, "STIFFNESS");
        poisson = phk_arg_find(s, "PENALTY");
    }
    if (impact == poisson) {
        phk_deck_error(deck, PH_E_MODEL, s->keyword,
                       "IMPACT has STIFFNESS, EXPONENT, DAMPING and DMAX, POISSON has PENALTY and "
                       "RESTITUTION_COEFFICIENT",
                       "%s is %s IMPACT %s POISSON", phk_deck_label(deck, s),
                       impact ? "both" : "neither", impact ? "and" : "nor");
        return false;
    }
    ph_field_give(phk_contact_fields, def, "law");
    return impact ? read_impact(deck, s, def) : read_poisson(deck, s, def);
}

/* ---- friction ---- */

static bool read_friction(phk_deck *deck, const phk_statement *s, ph_contact_def *def)
{
    int how = phk_arg_word(s, "COULOMB_FRICTION", OFF);
    if (how > DYNAMICS_ONLY) how = DYNAMICS_ONLY;
    bool none = phk_arg_flag(s, "NO_FRICTION");
    if (none && how != OFF) {
        phk_deck_error(deck, PH_E_MODEL, phk_arg_find(s, "NO_FRICTION")->name,
                       "leave one of them out", "%s has NO_FRICTION and COULOMB_FRICTION",
                       phk_deck_label(deck, s));
        return false;
    }
    const phk_given *mu = phk_arg_find(s, "MU_STATIC");
    if (!mu) mu = phk_arg_find(s, "MU_DYNAMIC");
    if (!none && mu && !phk_arg_find(s, "COULOMB_FRICTION") && phk_deck_is_new(deck, "CONTACT MU"))
        phk_deck_note(deck, mu->name,
                      "there is no friction in a CONTACT without COULOMB_FRICTION = ON");
    ph_field_give(phk_contact_fields, def, "friction_law");
    def->friction_law = PH_FRICTION_NONE;
    if (how == OFF) return true;
    def->friction_law = PH_FRICTION_STEP;
    double speed = deck->units.length / deck->units.time;
    rule stiction = {"STICTION_TRANSITION_VELOCITY", speed, 0, true, INFINITY};
    rule sliding = {"FRICTION_TRANSITION_VELOCITY", speed, 0, true, INFINITY};
    note_default(deck, s, sliding.name, "1 m/s");
    bool ok = read_number(deck, s, sliding, SLIDING, &def->sliding_speed);
    ok &= read_number(deck, s, (rule){"MU_DYNAMIC", 1, 0, false, INFINITY}, NAN,
                      &def->sliding_friction);
    if (how == DYNAMICS_ONLY) {
        def->friction = def->sliding_friction;
        def->stiction_speed = def->sliding_speed;
        def->sliding_speed = NAN; /* where nothing changes any more */
        return ok;
    }
    note_default(deck, s, stiction.name, "0.1 m/s");
    ok &= read_number(deck, s, stiction, STICTION, &def->stiction_speed);
    ok &= read_number(deck, s, (rule){"MU_STATIC", 1, 0, false, INFINITY}, NAN, &def->friction);
    if (!ok || def->stiction_speed < def->sliding_speed) return ok;
    phk_deck_error(deck, PH_E_RANGE, s->keyword,
                   "friction of rest counts up to the first, that of sliding from the second on",
                   "%s: STICTION_TRANSITION_VELOCITY must be below FRICTION_TRANSITION_VELOCITY",
                   phk_deck_label(deck, s));
    return false;
}

/* ---- what touches ---- */

/* The name of a side: a shape, or a group of several. NULL: reported. */
static const char *name_side(phk_deck *deck, const phk_statement *s, int side)
{
    const phk_given *given = phk_arg_find(s, sides[side]);
    ph_source where = phk_deck_place(deck, given->name);
    if (given->count == 1) return given->target[0]->name;
    ph_text *name = phk_arena_alloc(&deck->arena, (size_t)given->count * sizeof *name);
    if (!name) {
        phk_deck_failed(deck, PH_E_NOMEM);
        return NULL;
    }
    for (int k = 0; k < given->count; k++) name[k] = (ph_text){given->target[k]->name, where};
    ph_group_def def = {.where = where, .of = {given->count, name}};
    const char *group = phk_deck_new_name(deck, "%s_%c", s->name, "ij"[side]);
    phk_deck_added(deck, ph_model_add(deck->model, "group", group, &def), s, PHK_KIND_GROUP);
    return group;
}

/* What is flipped is one of the geometries of its side. */
static bool flips_own(phk_deck *deck, const phk_statement *s)
{
    for (int side = 0; side < 2; side++) {
        const phk_given *flip = phk_arg_find(s, flips[side]);
        for (int k = 0; flip && k < flip->count; k++) {
            if (is_named(phk_arg_find(s, sides[side]), flip->target[k])) continue;
            phk_deck_error(deck, PH_E_MODEL, flip->piece[k], NULL,
                           "%s names %s, which is none of its %s", flips[side],
                           phk_deck_label(deck, flip->target[k]), sides[side]);
            return false;
        }
    }
    return true;
}

/* Two laws for the same two geometries would both act in ADAMS. */
static bool is_alone(phk_deck *deck, const phk_statement *s)
{
    const phk_given *i = phk_arg_find(s, "IGEOM"), *j = phk_arg_find(s, "JGEOM");
    for (int k = 0; k < i->count; k++)
        for (int n = 0; n < j->count; n++) {
            int a = i->target[k]->id, b = j->target[n]->id;
            if (phk_deck_is_new(
                    deck, phk_deck_print(deck, "CONTACT %d %d", a < b ? a : b, a < b ? b : a)))
                continue;
            phk_deck_error(deck, PH_E_UNSUPPORTED, s->keyword,
                           "let one of them name the two; its law is the only one",
                           "GRAPHICS/%d and GRAPHICS/%d touch by another CONTACT already", a, b);
            return false;
        }
    return true;
}

void phk_adams_build_contact(phk_deck *deck, const phk_statement *s)
{
    if (phk_deck_is_new(deck, "CONTACT")) tell_troubles(deck);
    ph_contact_def def = ph_default_contact();
    def.where = phk_deck_place(deck, s->keyword);
    bool ok = read_law(deck, s, &def);
    ok &= read_friction(deck, s, &def);
    ok &= flips_own(deck, s);
    if (!ok || !can_touch(deck, s) || !is_alone(deck, s)) return;
    ph_text between[2];
    for (int side = 0; side < 2; side++) {
        between[side] = (ph_text){name_side(deck, s, side), def.where};
        if (!between[side].text) return;
    }
    def.between = (ph_names){2, between};
    def.joined = 1;
    phk_deck_added(deck, ph_model_add(deck->model, "contact", s->name, &def), s, PHK_KIND_CONTACT);
}
