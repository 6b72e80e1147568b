/* SPDX-License-Identifier: BSD-3-Clause
 *
 * project_work.h -- inside a projection: its memory and its matrices.
 */
#ifndef PHK_PROJECT_WORK_H
#define PHK_PROJECT_WORK_H

#include "integrate/project.h"
#include "linalg/factor.h"
#include "math/so3.h"

typedef enum { PHK_PROJECT_NONE, PHK_PROJECT_INDEX_1, PHK_PROJECT_WEIGHTED } phk_project_kind;

typedef struct {
    int culprit;     /* the row that stopped it; -1: none */
    bool evaluation; /* the system could not be evaluated */
} phk_project_trouble;

struct phk_project {
    const phk_dae *dae;
    const phk_pattern *pattern; /* with the diagonal of states and algebraic unknowns: */
    phk_pattern *own; /* the system's may lack it; stays where it is, factors hold on to it */
    int generation;   /* of the system's pattern when this one was made */
    int *from; /* [pattern->entries] entry of the system's pattern, or -1; NULL: the same one */
    phk_factor *factor;
    phk_project_kind factored;
    phk_factor *places; /* of positions, where there are velocity rows; else NULL */
    bool placed;        /* they are made */
    /* Of rows in stiff steps (project_settle.c). Where bodies touch these are of their own: pivots
     * that are good for the one matrix are not for the other, and rows alternate between them. */
    phk_factor *stiff;
    double *weight; /* [nv] NULL: mass and inertia */
    int room;       /* entries of: */
    double *values;
    double *memory, *g, *d, *c, *s, *r, *dz, *gamma, *still, *zero, *q, *xdd, *kept, *base, *way;
    phk_tangents tangents; /* one block, */
    int slopes;            /* with room for so many entries */
    bool near;             /* they are of a point so near that the next factors may be theirs */
    phk_watch watch;
    bool made;                   /* the factors are new since the last look */
    bool states_held;            /* some constraint reads a state */
    phk_project_trouble trouble; /* of the last call */
};

/* Notes that the system could not be evaluated; gives back the status. */
static inline ph_status phk_project_unable(phk_project *p, ph_status status)
{
    p->trouble.evaluation = true;
    return status;
}
/* Moves q by `part` of dz, from `from`. */
void phk_project_displace(const phk_project *p, const double *from, double part, double *q);
/* r [nv] = inertia and forces at the point; and c, d, s there. */
ph_status phk_project_balance(phk_project *p, const phk_point *point);
/* Derivatives of the system at the point, into the tangents, with pattern and factors made for
 * where they are. */
ph_status phk_project_differentiate(phk_project *p, const phk_point *point);
/* New factors of the kind asked for; those for velocities; and those for positions, of which
 * velocity rows say nothing. */
ph_status phk_project_renew(phk_project *p, const phk_point *point, phk_project_kind which);
ph_status phk_project_renew_speeds(phk_project *p, const phk_point *point);
ph_status phk_project_renew_places(phk_project *p, const phk_point *point);

#endif
