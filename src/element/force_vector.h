/* SPDX-License-Identifier: BSD-3-Clause
 *
 * force_vector.h -- what the vector elements (force, torque) share: three expressions in chosen
 * axes, acting on one marker and, when a second is named, oppositely on that one.
 */
#ifndef PHK_FORCE_VECTOR_H
#define PHK_FORCE_VECTOR_H

#include <math.h>
#include "element/elements.h"

enum { PHK_AXES_WORLD, PHK_AXES_OWN };

typedef struct {
    ph_place on, reaction; /* reaction: ground when not given */
    int axes;              /* PHK_AXES_ */
    ph_expr component[3];
    ph_expr potential;  /* [J] text NULL: the work is applied work */
    double from, until; /* [s] when it acts */
} phk_vector;

static inline ph_vec3 phk_vector_world(const phk_vector *p, const ph_eval *eval, const ph_frame *on)
{
    double c[3];
    for (int i = 0; i < 3; i++)
        c[i] = p->component[i].value < 0 ? 0 : eval->value[p->component[i].value];
    ph_vec3 v = ph_v3(c[0], c[1], c[2]);
    return p->axes == PHK_AXES_OWN ? ph_mat3_mul(on->R_WM, v) : v;
}

void phk_vector_potential(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                          double *potential);
ph_work_class phk_vector_work(const void *par);
void phk_vector_window(const void *par, double *from, double *until);

/* The rows of the field tables that are the same for both. */
extern const char *const phk_axes_words[];
#define PHK_VECTOR_FIELDS(noun, unit_text)                                                         \
    {"on", PH_FIELD_PLACE, .offset = offsetof(phk_vector, on),                                     \
     .help = "Body or marker the " noun " acts on.", .flags = PH_REQUIRED},                        \
        {"reaction", PH_FIELD_PLACE, .offset = offsetof(phk_vector, reaction),                     \
         .help = "Body or marker that takes the opposite " noun ", at the same point.",            \
         .default_help = "ground"},                                                                \
        {"axes", PH_FIELD_WORD, .offset = offsetof(phk_vector, axes),                              \
         .help = "Axes the components are given in: `world`, or `own`: those of `on`.",            \
         .words = phk_axes_words},                                                                 \
        {noun,                                                                                     \
         PH_FIELD_EXPR3,                                                                           \
         .offset = offsetof(phk_vector, component),                                                \
         .unit = unit_text,                                                                        \
         .help = "The three components: expressions of time and the model's quantities.",          \
         .flags = PH_REQUIRED},                                                                    \
        {"potential",                                                                              \
         PH_FIELD_EXPR,                                                                            \
         .offset = offsetof(phk_vector, potential),                                                \
         .unit = "J",                                                                              \
         .help = "Potential energy, when the " noun " is conservative: for the energy ledger.",    \
         .default_help = "none: its work counts as applied work"},                                 \
        {"from",                                                                                   \
         PH_FIELD_NUMBER,                                                                          \
         .offset = offsetof(phk_vector, from),                                                     \
         .unit = "s",                                                                              \
         .help = "When it begins to act; a step ends there.",                                      \
         .init = -INFINITY,                                                                        \
         .default_help = "the start"},                                                             \
        {"until",                                                                                  \
         PH_FIELD_NUMBER,                                                                          \
         .offset = offsetof(phk_vector, until),                                                    \
         .unit = "s",                                                                              \
         .help = "When it ceases to act; a step ends there.",                                      \
         .init = INFINITY,                                                                         \
         .default_help = "the end"},                                                               \
    {                                                                                              \
        .name = NULL                                                                               \
    }

#endif
