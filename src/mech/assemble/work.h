/* SPDX-License-Identifier: BSD-3-Clause
 *
 * work.h -- what the parts of an assembly share.
 */
#ifndef PHK_ASSEMBLE_WORK_H
#define PHK_ASSEMBLE_WORK_H

#include "integrate/project.h"
#include "mech/assemble/assemble.h"

/* Rows of all constraints as a matrix, and what depends in it. */
typedef struct {
    int *row_start, *column;
    double *value;
    double *scale;   /* [nv] 1 for displacements, 1 / lever arm for rotations */
    bool *dependent; /* [rows] */
    bool *idle;      /* [rows] not there at this level */
    bool *kept;      /* [rows] in the mechanism at present */
    int rank;
    double tolerance;  /* part of a row that may be left for it to depend */
    double *left_open; /* [rows] by how much rows are open at the end */
    int *with_start, *with;
} phk_dependence;

typedef struct {
    phk_system *system;
    phk_mechanism *mechanism;
    phk_assembly *out;
    ph_diag *diag;
    int nv, rows;
    bool later; /* not at the start of the model */

    phk_point point; /* of out's arrays; lambda: zeros */
    double *zero;    /* [rows] or more */
    double *drawn_q, *drawn_v, *start_v;
    const double *begin_v; /* velocities to keep to where possible: those drawn, or at the start */
    double *g, *d, *s;     /* residuals nobody looks at */
    double *c;             /* [rows] values, rates or accelerations of all constraints */
    double *weight;        /* [nv] of directions */
    bool *frozen;          /* [nv] directions that must not move */

    phk_dependence rank;

    phk_project *project; /* for the rows kept at present; NULL: none yet */
} phk_assembling;

/* levels.c */
ph_status phk_assemble_positions(phk_assembling *w);
/* Velocities that meet the constraints. */
ph_status phk_assemble_velocities(phk_assembling *w);
/* Velocities, accelerations, multipliers, rates of states. */
ph_status phk_assemble_motion(phk_assembling *w);
/* Whether the rows that depend do so in every position. */
ph_status phk_assemble_probe(phk_assembling *w);

/* relax.c: modal coordinates that loads hold in balance, where bodies start so; positions then are
 * on the constraints as before. */
ph_status phk_assemble_relaxed(phk_assembling *w);

/* start.c: positions and velocities that meet the initial values of joints and motions as
 * well, into out's, which hold the state as drawn. */
ph_status phk_assemble_start(phk_assembling *w);

/* run.c: room for an assembly at time t; `release` gives back what is not out's. */
ph_status phk_assembling_allocate(phk_assembling *w, double t);
void phk_assembling_release(phk_assembling *w);

/* rank.c */

/* All constraints at w->point: their values into w->c (of velocity rows zero) and, if wanted, their
 * rows. The mechanism has
 * all its rows afterwards. */
ph_status phk_assembling_evaluate(phk_assembling *w, bool rows);
/* Their rates into w->c, or their accelerations with the rows at hand; likewise. */
ph_status phk_assembling_rates(phk_assembling *w, bool accelerations);
/* c [rows] += rows times v */
void phk_assembling_add_product(const phk_assembling *w, const double *v, double *c);
/* Which rows depend on those before them; frozen: directions left out; NULL: none. */
ph_status phk_assembling_rank(phk_assembling *w, const bool *frozen, double tolerance);
/* Keeps the rows that do not depend, in the mechanism, and makes the projection for them. */
ph_status phk_assembling_keep(phk_assembling *w);
/* The row with the largest |c|; -1: there is none. */
int phk_assembling_worst(const phk_assembling *w);

/* report.c: what went wrong, told; each returns the status it means. */

typedef enum { PHK_LEVEL_POSITION, PHK_LEVEL_VELOCITY, PHK_LEVEL_ACCELERATION } phk_level;

/* The system could not be evaluated. */
ph_status phk_report_unable(phk_assembling *w, ph_status status);
/* Positions cannot be reached; w->c holds how far rows are open. */
ph_status phk_report_open(phk_assembling *w, int row);
/* A row that others imply, but with another value; w->c holds the difference. */
ph_status phk_report_contradiction(phk_assembling *w, int row, phk_level level);
/* A motion is met half a turn off. */
ph_status phk_report_side(phk_assembling *w, int constraint);
/* The row is implied by others in this position only. */
ph_status phk_report_position(phk_assembling *w, int row);
/* Accelerations or multipliers are not determined; row: of the mechanism's equations; -1: not
 * known. */
ph_status phk_report_undetermined(phk_assembling *w, int row);
/* Warnings and notes of an assembly that succeeded. */
void phk_report_assembly(phk_assembling *w);

#endif
