/* SPDX-License-Identifier: BSD-3-Clause
 *
 * cylinder.h -- what hydraulic and pneumatic cylinders share: two chambers on both sides of a
 * piston, their volumes by the stroke s, and stops at its ends.
 *
 *   s = L - L_0,   A = pi D^2/4,  B = pi (D^2 - d^2)/4       bore D, rod d
 *   V_a = V_0 + A s,   V_b = V_0 + B (S - s)
 * Beyond its stroke, by c, a stop pushes back with k c^2/(c + 1 mm) times max(0, 1 + b c'): a
 * spring of stiffness k that sets in smoothly.
 */
#ifndef PHK_CYLINDER_H
#define PHK_CYLINDER_H

#include "element/line.h"

typedef struct {
    double bore, rod;          /* [m] diameters */
    double length, stroke;     /* [m] between the ends when drawn in; how far it comes out */
    double dead_volume;        /* [m^3] of each chamber, with its hose, at its end */
    double stop, stop_damping; /* [N/m], [s/m] */
    double friction;           /* [N s/m] */
} phk_cylinder;

typedef struct {
    double area[2];     /* [m^2] */
    phk_dual volume[2]; /* [m^3] */
    phk_dual growth[2]; /* [m^3/s] */
    phk_dual resists;   /* [N] what stops and friction add to the force */
} phk_chambers;

void phk_cylinder_areas(const phk_cylinder *c, double area[2]);
phk_chambers phk_cylinder_now(const phk_cylinder *c, const phk_dual *x);
/* What is wrong with it; NULL: nothing. */
const char *phk_cylinder_check(const phk_cylinder *c, const char **hint);

/* Rows of the field tables; S: a parameter struct with places `on`, `reaction` and a phk_cylinder
 * `is`. */
#define PHK_CYLINDER_AT(S, member) .offset = offsetof(S, is) + offsetof(phk_cylinder, member)
#define PHK_CYLINDER_FIELDS(S)                                                                     \
    {"on", PH_FIELD_PLACE, .offset = offsetof(S, on), .help = "Body or marker at the rod's end.",  \
     .flags = PH_REQUIRED},                                                                        \
        {"reaction", PH_FIELD_PLACE, .offset = offsetof(S, reaction),                              \
         .help = "Body or marker at the bottom of the barrel.", .flags = PH_REQUIRED},             \
        {"bore",                                                                                   \
         PH_FIELD_NUMBER,                                                                          \
         PHK_CYLINDER_AT(S, bore),                                                                 \
         .unit = "m",                                                                              \
         .help = "Diameter of the piston.",                                                        \
         .min = 0,                                                                                 \
         .max = INFINITY,                                                                          \
         .flags = PH_REQUIRED | PH_ABOVE},                                                         \
        {"rod",                                                                                    \
         PH_FIELD_NUMBER,                                                                          \
         PHK_CYLINDER_AT(S, rod),                                                                  \
         .unit = "m",                                                                              \
         .help = "Diameter of the rod, which takes from the area of chamber b.",                   \
         .min = 0,                                                                                 \
         .max = INFINITY},                                                                         \
        {"length",                                                                                 \
         PH_FIELD_NUMBER,                                                                          \
         PHK_CYLINDER_AT(S, length),                                                               \
         .unit = "m",                                                                              \
         .help = "Distance of its ends when it is drawn in.",                                      \
         .min = 0,                                                                                 \
         .max = INFINITY,                                                                          \
         .flags = PH_REQUIRED},                                                                    \
        {"stroke",                                                                                 \
         PH_FIELD_NUMBER,                                                                          \
         PHK_CYLINDER_AT(S, stroke),                                                               \
         .unit = "m",                                                                              \
         .help = "How far it comes out; stops end it on both sides.",                              \
         .min = 0,                                                                                 \
         .max = INFINITY,                                                                          \
         .flags = PH_REQUIRED | PH_ABOVE},                                                         \
        {"dead_volume",                                                                            \
         PH_FIELD_NUMBER,                                                                          \
         PHK_CYLINDER_AT(S, dead_volume),                                                          \
         .unit = "m^3",                                                                            \
         .help = "Of each chamber when the piston is at its end, with hose and bore holes.",       \
         .min = 0,                                                                                 \
         .max = INFINITY,                                                                          \
         .flags = PH_REQUIRED | PH_ABOVE},                                                         \
        {"stop_stiffness",                                                                         \
         PH_FIELD_NUMBER,                                                                          \
         PHK_CYLINDER_AT(S, stop),                                                                 \
         .unit = "N/m",                                                                            \
         .init = 1e8,                                                                              \
         .help = "Of the stops; they set in smoothly within a millimetre.",                        \
         .min = 0,                                                                                 \
         .max = INFINITY},                                                                         \
        {"stop_damping",                                                                           \
         PH_FIELD_NUMBER,                                                                          \
         PHK_CYLINDER_AT(S, stop_damping),                                                         \
         .unit = "s/m",                                                                            \
         .init = 1,                                                                                \
         .help = "Of the stops: their force is 1 + this times the speed as large.",                \
         .min = 0,                                                                                 \
         .max = INFINITY},                                                                         \
    {                                                                                              \
        "friction", PH_FIELD_NUMBER, PHK_CYLINDER_AT(S, friction),                                 \
            .unit = "N s/m", .help = "Force per speed of the seals.", .min = 0, .max = INFINITY    \
    }

#endif
