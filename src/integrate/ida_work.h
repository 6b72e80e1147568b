/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ida_work.h -- what the parts of the engine by SUNDIALS' IDA share.
 */
#ifndef PHK_IDA_WORK_H
#define PHK_IDA_WORK_H

#include <ida/ida.h>
#include <nvector/nvector_serial.h>
#include "integrate/engine.h"
#include "integrate/ggl.h"
#include "integrate/ida_look.h"
#include "linalg/factor.h"

/* Over the scale of time: how the quaternions' norm is held (ggl.h), strongly against any drift,
 * weakly against rounding. */
#define PHK_IDA_RELAXATION 100.0

typedef struct {
    phk_engine base;
    phk_engine_options options;
    phk_ggl *ggl;
    phk_project *project;
    phk_factor *factor;
    double *values;           /* of the matrix */
    double *residual;         /* [n] the last one, for messages */
    double *radius;           /* [cells] from a cell's velocity to a speed */
    double *later;            /* [nv] velocities at the end of a step */
    double speed;             /* [m/s] largest so far, slowly forgotten */
    double spread;            /* root of components over weighted components */
    ph_status trouble;        /* the last thing that went wrong inside IDA */
    bool evaluation;          /* it was the system's evaluation */
    phk_engine_counts before; /* counts of the runs before the last start */
    double longest;           /* [s] bound of steps to a tolerance; 0: none */
    phk_ida_look look;
    double apart; /* [s] steps beyond are looked into; 0: none are */
    double until; /* [s] what was passed over lies before: short steps till then */
    bool careful; /* that is so */
    int returns;  /* steps taken back so far */
    bool started;
    SUNContext context;
    void *memory;
    N_Vector z, zp, errors, weights;
    SUNMatrix matrix;
    SUNLinearSolver solver;
} phk_ida;

/* Trouble asks for a smaller step, and is remembered for when that does not help. */
int phk_ida_report(phk_ida *e, ph_status status, bool evaluation);

/* ida_weights.c: how strongly the norm of quaternions is held [1/s]. */
double phk_ida_relaxation(const phk_ida *e);
/* The last step has made `now`: how fast is it? */
void phk_ida_follow(phk_ida *e);
/* Index 3 alone has no test on velocities. */
bool phk_ida_judges_speeds(const phk_ida *e);
/* For IDA: the weights of all components. */
int phk_ida_weigh(N_Vector vector, N_Vector weights, void *self);

/* ida_linear.c: matrix and solver of IDA; false: out of memory. */
bool phk_ida_make_linear(phk_ida *e);

#endif
