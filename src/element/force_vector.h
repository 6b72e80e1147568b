/* SPDX-License-Identifier: BSD-3-Clause
 *
 * force_vector.h -- what the elements by components (force, torque, general_force) share: three or
 * six expressions in chosen axes, acting at the origin of a marker and, when a second is named,
 * oppositely on that one.
 *
 * The reaction acts at the same point of space on the other body: at that body's marker it is the
 * opposite wrench and the moment of shifting it there,
 *   f_0 = f,  t_0 = t;   f_1 = -f,  t_1 = -t + (p_1 - p_0) x f.
 * A third marker lends its axes only.
 */
#ifndef PHK_FORCE_VECTOR_H
#define PHK_FORCE_VECTOR_H

#include <math.h>
#include <stddef.h>
#include "element/elements.h"

enum { PHK_AXES_WORLD, PHK_AXES_OWN };

typedef struct {
    ph_place on, reaction, axes_of; /* reaction: ground when not given */
    int axes;                       /* PHK_AXES_, when axes_of is not given */
    ph_expr force[3], torque[3];    /* which of them a type has: phk_vector_kind */
    ph_expr potential;              /* [J] text NULL: the work is applied work */
    double from, until;             /* [s] when it acts */
} phk_vector;

/* What a type is made of; values: its expressions, the potential last. */
typedef struct {
    int force, torque, values;
} phk_vector_kind;

/* Defines the `wrench` and `tangent` of a type of this kind. */
#define PHK_VECTOR_KERNELS(...)                                                                    \
    static ph_status wrench(int n, const void *par, const ph_eval *eval, const ph_frame *frame,    \
                            ph_wrench *w)                                                          \
    {                                                                                              \
        phk_vector_wrench((phk_vector_kind){__VA_ARGS__}, n, par, eval, frame, w);                 \
        return PH_OK;                                                                              \
    }                                                                                              \
    static ph_status tangent(int n, const void *par, const ph_eval *eval, const ph_frame *frame,   \
                             ph_tangent *derivative)                                               \
    {                                                                                              \
        phk_vector_tangent((phk_vector_kind){__VA_ARGS__}, n, par, eval, frame, derivative);       \
        return PH_OK;                                                                              \
    }

/* What the descriptors of these types have in common, beside their own `fields`. */
#define PHK_VECTOR_TYPE                                                                            \
    .par_bytes = sizeof(phk_vector), .fields = fields, .markers = 3, .loaded = 2,                  \
    .wrench = wrench, .tangent = tangent, .potential = phk_vector_potential,                       \
    .work = phk_vector_work, .window = phk_vector_window

void phk_vector_wrench(phk_vector_kind kind, int n, const phk_vector *par, const ph_eval *eval,
                       const ph_frame *frame, ph_wrench *wrench);
void phk_vector_tangent(phk_vector_kind kind, int n, const phk_vector *par, const ph_eval *eval,
                        const ph_frame *frame, ph_tangent *tangent);
void phk_vector_potential(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                          double *potential);
ph_work_class phk_vector_work(const void *par);
void phk_vector_window(const void *par, double *from, double *until);

enum { PHK_ACTION_MARKERS = 3 };

/* Value of an expression; 0 when it was not given. */
static inline double phk_value(const ph_expr *x, const ph_eval *eval)
{
    return x->value < 0 ? 0 : eval->value[x->value];
}

/* Fills w[1], w[2] from what acts on the first marker, w[0]. */
void phk_react(const ph_frame *frame, ph_wrench *w);
/* Derivatives of w[0], w[1] by the motion of the markers, where w[0] turns with marker `axes`. */
void phk_action_turned(double *displacement, const ph_frame *frame, const ph_wrench *w, int axes);
/* Derivatives by an expression that multiplies `unit`. */
void phk_action_by_value(double *value, int values, int column, const ph_frame *frame,
                         const ph_wrench *unit);

/* Which of the markers on, reaction, axes_of the components refer to. */
int phk_axes_marker(const ph_place *axes_of, int axes);

/* The rows of the field tables that all elements by expressions have; S: the parameter struct. */
extern const char *const phk_axes_words[];
#define PHK_PLACE_FIELDS(S, noun)                                                                  \
    {"on", PH_FIELD_PLACE, .offset = offsetof(S, on),                                              \
     .help = "Body or marker the " noun " acts on.", .flags = PH_REQUIRED},                        \
    {                                                                                              \
        "reaction", PH_FIELD_PLACE,                                                                \
            .offset = offsetof(S, reaction),                                                       \
            .help = "Body or marker that takes the opposite " noun ", at the same point.",         \
            .default_help = "ground"                                                               \
    }
#define PHK_AXES_FIELDS(S, default_axes)                                                           \
    {"axes",                                                                                       \
     PH_FIELD_WORD,                                                                                \
     .offset = offsetof(S, axes),                                                                  \
     .help = "Axes it is given in: `world`, or `own`: those of `on`.",                             \
     .words = phk_axes_words,                                                                      \
     .init = (default_axes)},                                                                      \
    {                                                                                              \
        "axes_of", PH_FIELD_PLACE,                                                                 \
            .offset = offsetof(S, axes_of),                                                        \
            .help = "Instead of `axes`: a body or marker whose axes it is given in.",              \
            .default_help = "see `axes`"                                                           \
    }
#define PHK_COMPONENT_FIELD(S, noun, unit_text, must)                                              \
    {                                                                                              \
#noun, PH_FIELD_EXPR3,                                                                     \
            .offset = offsetof(S, noun), .unit = unit_text,                                        \
            .help = "The three components: expressions of time and the model's quantities.",       \
            .flags = (must), .default_help = "zero"                                                \
    }
#define PHK_LEDGER_FIELDS(S, noun)                                                                 \
    {"potential",                                                                                  \
     PH_FIELD_EXPR,                                                                                \
     .offset = offsetof(S, potential),                                                             \
     .unit = "J",                                                                                  \
     .help = "Potential energy, when the " noun " is conservative: for the energy ledger.",        \
     .default_help = "none: its work counts as applied work"},                                     \
        {"from",                                                                                   \
         PH_FIELD_NUMBER,                                                                          \
         .offset = offsetof(S, from),                                                              \
         .unit = "s",                                                                              \
         .help = "When it begins to act; a step ends there.",                                      \
         .init = -INFINITY,                                                                        \
         .default_help = "the start"},                                                             \
        {"until",                                                                                  \
         PH_FIELD_NUMBER,                                                                          \
         .offset = offsetof(S, until),                                                             \
         .unit = "s",                                                                              \
         .help = "When it ceases to act; a step ends there.",                                      \
         .init = INFINITY,                                                                         \
         .default_help = "the end"},                                                               \
    {                                                                                              \
        .name = NULL                                                                               \
    }

#endif
