/* SPDX-License-Identifier: BSD-3-Clause
 *
 * beam.c -- BEAM: a massless elastic beam from J along its x axis to I; FIELD: a force and torque
 * by 6 x 6 matrices. Both become the element of that name with projected angles.
 *
 * CMATRIX of a BEAM has 21 numbers: the columns of the upper triangle, each from the top down.
 * KMATRIX and CMATRIX of a FIELD have 36, by columns. The equations of FORMULATION = NONLINEAR and
 * STRING are ADAMS' own: such statements are refused, or with --approximate taken as LINEAR.
 */
#include "base/diag.h"
#include "element/elements.h"
#include "io/adams/build/force.h"
#include "io/adams/read/readers.h"

static const char *const beam_formulations[] = {"LINEAR", "NONLINEAR", "STRING", NULL};
static const char *const field_formulations[] = {"LINEAR", "NONLINEAR", NULL};

#define MARKER(name)                                                                               \
    {                                                                                              \
        name, .kind = PHK_ARG_ID, .of = "MARKER", .flags = PHK_ARG_REQUIRED                        \
    }
#define NEEDED(name)                                                                               \
    {                                                                                              \
        name, .kind = PHK_ARG_NUMBER, .flags = PHK_ARG_REQUIRED                                    \
    }
#define LIST(name, n)                                                                              \
    {                                                                                              \
        name, .kind = PHK_ARG_NUMBER, .least = (n), .most = (n)                                    \
    }
const phk_arg phk_adams_beam_args[] = {
    MARKER("I"),
    MARKER("J"),
    NEEDED("LENGTH"),
    NEEDED("AREA"),
    NEEDED("IXX"),
    NEEDED("IYY"),
    NEEDED("IZZ"),
    NEEDED("EMODULUS"),
    NEEDED("GMODULUS"),
    {"ASY", .kind = PHK_ARG_NUMBER},
    {"ASZ", .kind = PHK_ARG_NUMBER},
    {"CRATIO", .kind = PHK_ARG_NUMBER},
    LIST("CMATRIX", 21),
    {"FORMULATION", .kind = PHK_ARG_WORD, .words = beam_formulations},
    {.name = NULL}};

const phk_arg phk_adams_field_args[] = {
    MARKER("I"),
    MARKER("J"),
    LIST("KMATRIX", 36),
    LIST("CMATRIX", 36),
    {"CRATIO", .kind = PHK_ARG_NUMBER},
    LIST("FORCE", 6),
    LIST("LENGTH", 6),
    {"FUNCTION", .kind = PHK_ARG_FUNCTION, .flags = PHK_ARG_REFUSED,
     .why = "a law by a user's subroutine"},
    {"ROUTINE", .kind = PHK_ARG_TEXT, .flags = PHK_ARG_REFUSED,
     .why = "a law by a user's subroutine"},
    {"FORMULATION", .kind = PHK_ARG_WORD, .words = field_formulations},
    {.name = NULL}};

enum { LINEAR, PROJECTED = 1 /* of the words of `angles` */ };

/* Whether it is LINEAR, or is to be taken so. Of all statements of its kind that are not, the first
 * stands for the others. */
static bool is_linear(phk_deck *deck, const phk_statement *s)
{
    const char *name = s->type->name;
    if (phk_arg_word(s, "FORMULATION", LINEAR) == LINEAR) return true;
    int count = 0;
    for (const phk_statement *o = phk_deck_next(deck, name, NULL); o;
         o = phk_deck_next(deck, NULL, o))
        count += phk_arg_word(o, "FORMULATION", LINEAR) != LINEAR;
    const phk_given *given = phk_arg_find(s, "FORMULATION");
    bool first = phk_deck_is_new(deck, phk_deck_print(deck, "%s FORMULATION", name));
    const char *plural = count == 1 ? "" : "s, the first here";
    if (phk_deck_approximates(deck, s->type)) {
        if (first)
            phk_warn(deck->diag, PH_OK, phk_deck_place(deck, given->piece[0]),
                     "large bending and stiffening by tension within one element are not in it",
                     "%s/%d is taken as FORMULATION=LINEAR, as asked for: %d statement%s", name,
                     s->id, count, plural);
        return true;
    }
    if (first)
        phk_deck_error(deck, PH_E_UNSUPPORTED, given->piece[0],
                       phk_deck_print(deck,
                                      "`--approximate %s` takes LINEAR and says so; several short "
                                      "ones in a row bend as far as one likes",
                                      name),
                       "%s/%d: there is FORMULATION=LINEAR alone; %d statement%s", name, s->id,
                       count, plural);
    else
        deck->status = deck->status == PH_E_NOMEM ? PH_E_NOMEM : PH_E_MODEL;
    return false;
}

/* A matrix of 36 from the arguments' numbers, in SI: entry (i, j) is number[at(i, j)]. */
static void put_matrix(phk_deck_force *f, const char *field, const phk_given *given,
                       int (*at)(int i, int j), double time)
{
    const phk_deck_units *u = &f->deck->units;
    if (!given) return;
    double *value = phk_arena_alloc(&f->deck->arena, 36 * sizeof *value);
    if (!value) phk_deck_failed(f->deck, PH_E_NOMEM);
    for (int k = 0; value && k < 36; k++) {
        /* a force over a length; a torque has one length more, an angle one less to divide by */
        int i = k / 6, j = k % 6;
        double row = i < 3 ? u->force : u->force * u->length, column = j < 3 ? u->length : 1;
        value[k] = given->number[at(i, j)] * row / column * time;
    }
    phk_deck_force_numbers(f, field, value ? 36 : 0, value);
}

static int by_columns(int i, int j)
{
    return 6 * j + i;
}

static int upper_triangle(int i, int j)
{
    return i <= j ? j * (j + 1) / 2 + i : upper_triangle(j, i);
}

static bool is_damped_once(phk_deck *deck, const phk_statement *s)
{
    const phk_given *ratio = phk_arg_find(s, "CRATIO");
    if (!ratio || !phk_arg_find(s, "CMATRIX")) return true;
    phk_deck_error(deck, PH_E_MODEL, ratio->name, "give one of them",
                   "%s/%d has both CRATIO and CMATRIX", s->type->name, s->id);
    return false;
}

static phk_deck_force begin(phk_deck *deck, const phk_statement *s, const ph_force_type *type)
{
    phk_deck_force f = phk_deck_force_begin(deck, s, type);
    phk_deck_force_marker(&f, "on", phk_arg_target(s, "I"));
    phk_deck_force_marker(&f, "reaction", phk_arg_target(s, "J"));
    phk_deck_force_word(&f, "angles", PROJECTED);
    phk_deck_force_number(&f, "damping_ratio", phk_arg_number(s, "CRATIO", 0, 0) * deck->units.time,
                          "CRATIO");
    return f;
}

void phk_adams_build_beam(phk_deck *deck, const phk_statement *s)
{
    const phk_deck_units *u = &deck->units;
    double area = u->length * u->length, modulus = u->force / area;
    static const char *const name[] = {"LENGTH",   "AREA",     "IXX", "IYY", "IZZ",
                                       "EMODULUS", "GMODULUS", "ASY", "ASZ"};
    static const char *const field[] = {"length", "area",  "ixx",     "iyy",    "izz",
                                        "young",  "shear", "shear_y", "shear_z"};
    double unit[] = {u->length, area, area * area, area * area, area * area, modulus, modulus,
                     1,         1};
    if (!is_linear(deck, s) || !is_damped_once(deck, s)) return;
    bool ok = true;
    for (int k = 0; k < 7; k++) {
        const phk_given *given = phk_arg_find(s, name[k]);
        if (!given || given->number[0] > 0) continue;
        phk_deck_error(deck, PH_E_RANGE, given->piece[0], NULL, "%s must be above 0", name[k]);
        ok = false;
    }
    if (!ok) return;
    phk_deck_force f = begin(deck, s, &phk_force_beam);
    for (int k = 0; k < 9; k++)
        phk_deck_force_number(&f, field[k], unit[k] * phk_arg_number(s, name[k], 0, 0), name[k]);
    put_matrix(&f, "damping", phk_arg_find(s, "CMATRIX"), upper_triangle, u->time);
    phk_deck_force_add(&f);
}

/* Six numbers in SI. */
static void put_six(phk_deck_force *f, const char *field, const phk_given *given, double first,
                    double second)
{
    if (!given) return;
    double *value = phk_arena_alloc(&f->deck->arena, 6 * sizeof *value);
    if (!value) phk_deck_failed(f->deck, PH_E_NOMEM);
    for (int k = 0; value && k < 6; k++) value[k] = given->number[k] * (k < 3 ? first : second);
    phk_deck_force_numbers(f, field, value ? 6 : 0, value);
}

void phk_adams_build_field(phk_deck *deck, const phk_statement *s)
{
    const phk_deck_units *u = &deck->units;
    if (!is_linear(deck, s) || !is_damped_once(deck, s)) return;
    phk_deck_force f = begin(deck, s, &phk_force_field);
    put_matrix(&f, "stiffness", phk_arg_find(s, "KMATRIX"), by_columns, 1);
    put_matrix(&f, "damping", phk_arg_find(s, "CMATRIX"), by_columns, u->time);
    put_six(&f, "force", phk_arg_find(s, "FORCE"), u->force, u->force * u->length);
    put_six(&f, "rest", phk_arg_find(s, "LENGTH"), u->length, 1);
    phk_deck_force_add(&f);
}
