/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rubbing.h -- friction between the surfaces of a joint, pressed together by what the joint does at
 * the same instant (F, T on its second body; friction_load.h).
 *
 * A surface slides in one, two or three ways k at the speeds V_k = r_k rate_k (coordinate.h), and
 * along each of them acts
 *
 *   Q_k = -(w_k N + N_k) m_k,   N_k = preload/mu_s
 *
 *                 ways                 r          w          N
 *   revolute      turn about z         R_p        1          R_p F_r + R_n F_a + (R_p/R_b) T_b
 *   prismatic     slide along z        1          1          F_r + T_b/X + T_a/R_a
 *   cylindrical   slide, turn          1, R_p     1, R_p     F_r + T_b/X
 *   spherical     turns about x y z    R          1          R |F|
 *   universal, hooke: each pin as a revolute joint
 *
 * with R_p the radius of the pin, R_n the arm of its axial load, R_b that of bending, X the overlap
 * of guide and slider (constant, or growing or shrinking as they slide), R_a the arm of torsion.
 * These are the terms of ADAMS' FRICTION; how they are put together there its manual shows in
 * pictures only. What m is, a vector no longer than the coefficient of friction against the way it
 * slides, is a law of its own: by speed or by events in force_joint_friction.c, by bristles in
 * force_joint_bristle.c.
 */
#ifndef PHK_RUBBING_H
#define PHK_RUBBING_H

#include <stddef.h>
#include "element/coordinate.h"
#include "element/friction_load.h"

typedef enum { PHK_PIN, PHK_GUIDE, PHK_SLEEVE, PHK_BALL } phk_surface_kind;

/* Where two surfaces touch: what slides on what, about or along which axis of which marker. */
typedef struct {
    phk_surface_kind kind;
    int marker, axis;
} phk_rub_surface;

enum { PHK_RUB_WAYS = 3, PHK_RUB_SURFACES = 2, PHK_RUB_MARKERS = 2 };

/* What all laws have. */
typedef struct {
    ph_joints joint;
    double mu_s, mu_d;        /* NAN: mu_s is mu_d */
    double speed;             /* [m/s] v_s */
    double pin, arm, bending; /* [m] R_p, R_n, R_b; 0: not given */
    double ball, torsion;     /* [m] R, R_a */
    double overlap;           /* [m] X at the start */
    int change;               /* of the overlap as the second marker moves along +z */
    double force, torque;     /* [N], [N m] preloads */
    int inputs, pins;
    phk_rub_surface surface[PHK_RUB_SURFACES]; /* by the joint */
    int surfaces;
} phk_rub_par;

/* What is remembered: largest force and torque of the joint so far [N], [N m]; where it stood at
 * the start [m]. A law may remember more behind. */
enum { PHK_RUB_FORCE, PHK_RUB_TORQUE, PHK_RUB_SLID, PHK_RUB_MEMORY };

double phk_rub_static(const phk_rub_par *p);
/* The surfaces of the joint; as ph_force_type.attach. */
const char *phk_rub_attach(phk_rub_par *p, const ph_joint_type *joint, const char **hint);
const char *phk_rub_check(const phk_rub_par *p, const char **hint);

/* One surface at an instant. */
typedef struct {
    const phk_rub_surface *surface;
    int ways;
    phk_coordinate way[PHK_RUB_WAYS];
    double radius[PHK_RUB_WAYS], weight[PHK_RUB_WAYS], preload[PHK_RUB_WAYS];
    double V[PHK_RUB_WAYS], speed; /* [m/s], its magnitude */
    double load[PHK_RUB_WAYS];     /* w_k N + N_k */
    phk_pressed pressed;
    double by_slide; /* dN by the way slid */
    bool defined;
    /* by the law: m, dm_k/dV_j */
    double m[PHK_RUB_WAYS], by_V[PHK_RUB_WAYS][PHK_RUB_WAYS];
} phk_rub;

/* All but what the law puts in. */
void phk_rub_look(const phk_rub_par *p, int surface, const ph_frame *frame,
                  const ph_wrench *reaction, const double *memory, phk_rub *r);
/* Adds its wrenches, NAN where it is not defined; and their derivatives by places and velocities
 * [12][12] and by the reaction [12][6]. */
void phk_rub_wrench(const phk_rub *r, ph_wrench *wrench);
void phk_rub_tangent(const phk_rub *r, const ph_frame *frame, double *by_place, double *by_speed,
                     double *by_reaction);
/* [W] */
double phk_rub_lost(const phk_rub *r);
/* memory[PHK_RUB_MEMORY] of one element; start: it is the first time. */
void phk_rub_remember(const ph_frame *frame, const ph_wrench *reaction, bool start, double *memory);

/* The fields of phk_rub_par, the first member of a law's parameters. */
#define PHK_RUB_AT(member) .offset = offsetof(phk_rub_par, member)
#define PHK_RUB_FIELDS                                                                             \
    {"joint",                                                                                      \
     PH_FIELD_JOINTS,                                                                              \
     PHK_RUB_AT(joint),                                                                            \
     .min = 1,                                                                                     \
     .max = 1,                                                                                     \
     .help = "A revolute, prismatic, cylindrical, spherical, universal or hooke joint.",           \
     .flags = PH_REQUIRED},                                                                        \
        {"dynamic",                                                                                \
         PH_FIELD_NUMBER,                                                                          \
         PHK_RUB_AT(mu_d),                                                                         \
         .unit = "",                                                                               \
         .help = "Coefficient of sliding friction.",                                               \
         .min = 0,                                                                                 \
         .max = INFINITY,                                                                          \
         .flags = PH_REQUIRED},                                                                    \
        {"static",                                                                                 \
         PH_FIELD_NUMBER,                                                                          \
         PHK_RUB_AT(mu_s),                                                                         \
         .unit = "",                                                                               \
         .help = "Coefficient up to which the surfaces hold.",                                     \
         .init = NAN,                                                                              \
         .min = 0,                                                                                 \
         .max = INFINITY,                                                                          \
         .default_help = "as `dynamic`"},                                                          \
        {"transition_velocity",                                                                    \
         PH_FIELD_NUMBER,                                                                          \
         PHK_RUB_AT(speed),                                                                        \
         .unit = "m/s",                                                                            \
         .help =                                                                                   \
             "Sliding speed of the surfaces at which friction is `static`; it is `dynamic` from "  \
             "1.5 times that on.",                                                                 \
         .init = 1e-3,                                                                             \
         .min = 0,                                                                                 \
         .max = INFINITY,                                                                          \
         .flags = PH_ABOVE},                                                                       \
        {"pin_radius",                                                                             \
         PH_FIELD_NUMBER,                                                                          \
         PHK_RUB_AT(pin),                                                                          \
         .unit = "m",                                                                              \
         .help = "Radius of the pin of a revolute, cylindrical, universal or hooke joint.",        \
         .min = 0,                                                                                 \
         .max = INFINITY,                                                                          \
         .flags = PH_ABOVE,                                                                        \
         .default_help = "needed where there is a pin"},                                           \
        {"friction_arm",                                                                           \
         PH_FIELD_NUMBER,                                                                          \
         PHK_RUB_AT(arm),                                                                          \
         .unit = "m",                                                                              \
         .help = "Arm at which the load along a pin rubs.",                                        \
         .min = 0,                                                                                 \
         .max = INFINITY,                                                                          \
         .flags = PH_ABOVE,                                                                        \
         .default_help = "`pin_radius`"},                                                          \
        {"bending_arm",                                                                            \
         PH_FIELD_NUMBER,                                                                          \
         PHK_RUB_AT(bending),                                                                      \
         .unit = "m",                                                                              \
         .help = "Distance over which a pin takes a bending moment.",                              \
         .min = 0,                                                                                 \
         .max = INFINITY,                                                                          \
         .flags = PH_ABOVE,                                                                        \
         .default_help = "bending does not rub"},                                                  \
        {"ball_radius",                                                                            \
         PH_FIELD_NUMBER,                                                                          \
         PHK_RUB_AT(ball),                                                                         \
         .unit = "m",                                                                              \
         .help = "Radius of a spherical joint.",                                                   \
         .min = 0,                                                                                 \
         .max = INFINITY,                                                                          \
         .flags = PH_ABOVE,                                                                        \
         .default_help = "needed where there is a ball"},                                          \
        {"reaction_arm",                                                                           \
         PH_FIELD_NUMBER,                                                                          \
         PHK_RUB_AT(torsion),                                                                      \
         .unit = "m",                                                                              \
         .help = "Arm at which a prismatic joint takes a torque about its guide.",                 \
         .min = 0,                                                                                 \
         .max = INFINITY,                                                                          \
         .flags = PH_ABOVE,                                                                        \
         .default_help = "torsion does not rub"},                                                  \
        {"overlap",                                                                                \
         PH_FIELD_NUMBER,                                                                          \
         PHK_RUB_AT(overlap),                                                                      \
         .unit = "m",                                                                              \
         .help =                                                                                   \
             "Length on which guide and slider overlap at the start, over which a prismatic or "   \
             "cylindrical joint takes a bending moment.",                                          \
         .min = 0,                                                                                 \
         .max = INFINITY,                                                                          \
         .flags = PH_ABOVE,                                                                        \
         .default_help = "bending does not rub"},                                                  \
        {"overlap_change", PH_FIELD_WORD, PHK_RUB_AT(change),                                      \
         .help = "How the overlap changes as the second body moves along the axis.",               \
         .words = phk_rub_changes},                                                                \
        {"force_preload",                                                                          \
         PH_FIELD_NUMBER,                                                                          \
         PHK_RUB_AT(force),                                                                        \
         .unit = "N",                                                                              \
         .help = "Friction force of a prismatic or cylindrical joint without load.",               \
         .min = 0,                                                                                 \
         .max = INFINITY},                                                                         \
        {"torque_preload",                                                                         \
         PH_FIELD_NUMBER,                                                                          \
         PHK_RUB_AT(torque),                                                                       \
         .unit = "N m",                                                                            \
         .help = "Friction torque of any other one, and of a cylindrical one, without load.",      \
         .min = 0,                                                                                 \
         .max = INFINITY},                                                                         \
        {"inputs",                                                                                 \
         PH_FIELD_WORDS,                                                                           \
         PHK_RUB_AT(inputs),                                                                       \
         .help = "Which loads rub.",                                                               \
         .init = PHK_RUB_ALL,                                                                      \
         .words = phk_rub_inputs,                                                                  \
         .default_help = "all"},                                                                   \
    {                                                                                              \
        "pins", PH_FIELD_WORD, PHK_RUB_AT(pins),                                                   \
            .help = "Which pins of a universal or hooke joint rub.", .words = phk_rub_pins         \
    }

/* All bits of `inputs`. */
enum { PHK_RUB_ALL = 15 };
extern const char *const phk_rub_inputs[], *const phk_rub_changes[], *const phk_rub_pins[];

#endif
