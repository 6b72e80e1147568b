/* SPDX-License-Identifier: BSD-3-Clause
 *
 * problem.h -- a random model with what is needed to judge its motion, and the classes that make
 * them. A model is the text of a model file, all but its section `simulate`: what ran can be saved
 * and run again, bit for bit.
 */
#ifndef PROBLEM_H
#define PROBLEM_H

#include <stdio.h>
#include "dice.h"

enum { POSE = 7, MOST_STATE = 8, MOST_BREAKS = 10 };

/* A way to know the motion without polhode: a few differential equations, and where the bodies are
 * in terms of them. `nudge` changes the start and the forces by that part of them. */
typedef struct {
    int n; /* state, at most MOST_STATE */
    void (*begin)(const void *data, double nudge, double *y);
    void (*rates)(const void *data, double nudge, double t, const double *y, double *rate);
    /* position [m] and quaternion of each body; NULL: state 0 is z of the only body */
    void (*poses)(const void *data, double t, const double *y, double *pose);
} own_motion;

typedef struct {
    char what[200];          /* what it is, for reports */
    char *text;              /* the model file, without `simulate` */
    char *stand_in;          /* NULL, or the model its motion is compared with instead */
    int bodies;              /* as many as the model has */
    double length, time;     /* [m], [s] scales of the motion: what the tolerance is relative to */
    double span;             /* [s] how long it runs */
    double slack;            /* of length: how far the reference may be from the truth */
    double roughly;          /* limits up to which a run is rough, not wrong; 0: as all are */
    const own_motion *own;   /* NULL: another engine is the reference */
    void *data;              /* of `own`, freed with the problem */
    double size[MOST_STATE]; /* of its state */
    double longest;          /* [s] longest step of it; 0: a hundredth of the span */
    int breaks;              /* times at which it begins anew, in order */
    double at[MOST_BREAKS];  /* [s] */
    double fine;             /* [s] > 0: the reference is the rotation method cf4 at this step */
    bool sturdy;             /* its motion forgets disturbances: not asked how it carries them */
    bool event;              /* it is about something that happens once: not to be prolonged */
    bool rings; /* a stiff spring may ring undamped: to resolve that may be right, and takes long */
    double ring; /* of length: how far it does, where its stiffness has the part `ring`; 0: no */
} problem;

/* Sizes of a model: everything it has is a number times these. */
typedef struct {
    double l, m, t, g; /* [m], [kg], [s], [m/s^2]; t^2 g = l */
} units;

units units_any(dice *d);      /* micrometres to kilometres */
units units_workshop(dice *d); /* centimetres to metres */

/* How far a stiff element gives way under its load, as a part of the size. Undamped, half of them
 * so little that their ring is below any tolerance in use, the others so much that it is soon
 * resolved: between the two a run resolves thousands of cycles, which is right, and takes minutes.
 */
double give_any(dice *d, bool damped);
/* Fills in what is the same of all that hang by something stiff of a damping ratio, 0: none. */
void problem_hangs(problem *p, const units *u, int bodies, double ratio, dice *d);

/* The text of a model, being written. */
typedef struct {
    FILE *file;
    char *text;
    size_t size;
} pen;

void pen_open(pen *p);
char *pen_close(pen *p); /* the text, to be freed */

/* A body in the plane x, z, turned about y (from z towards x) by `angle`. Velocities are times
 * (1 + nudge), a parameter of the model. */
typedef struct {
    const char *name;
    double mass, inertia[3], x, z, angle, vx, vz, rate;
} flat_body;
void write_flat_body(FILE *f, const flat_body *b);

/* Gravity along -z, and the parameters `nudge` and `ring`. */
void write_head(FILE *f, const char *title, double g);

void problem_free(problem *p);
void pose_flat(double x, double z, double angle, double *pose);

typedef struct {
    const char *name, *help;
    void (*make)(problem *p, dice *d);
    bool astray; /* the rival may be wrong here: it has no watch for singular positions */
} problem_class;

extern const problem_class problem_classes[]; /* name NULL at the end */

void make_ball(problem *p, dice *d);
void make_bushing(problem *p, dice *d);
void make_spring(problem *p, dice *d);
void make_stop(problem *p, dice *d);
void make_friction(problem *p, dice *d);
void make_pulse(problem *p, dice *d);
void make_balance(problem *p, dice *d);
void make_line(problem *p, dice *d);
void make_slender(problem *p, dice *d);
void make_smooth(problem *p, dice *d);
void make_spin(problem *p, dice *d);
void make_drop(problem *p, dice *d);

#endif
