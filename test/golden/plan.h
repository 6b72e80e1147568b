/* SPDX-License-Identifier: BSD-3-Clause
 *
 * plan.h -- which runs there are: every model with its own settings, with each integrator of this
 * build, and with each engine the other way round: equal steps where the model follows a tolerance,
 * a tolerance where it has a step.
 */
#ifndef GOLDEN_PLAN_H
#define GOLDEN_PLAN_H

enum { RUN_ARGUMENTS = 8 };

typedef struct {
    char model[200];                  /* path from the top of the tree */
    char method[40];                  /* "own", "hht", "hht+step", "hht+tol" */
    char argument[RUN_ARGUMENTS][32]; /* of `polhode run MODEL`; "" behind the last */
} golden_run;

typedef struct {
    golden_run *run;
    int count, size;
} plan;

/* The runs whose "MODEL METHOD" has `only` in it; NULL: all. False, with a message: out of memory,
 * or the list of spans does not fit the models. */
int plan_make(const char *only, plan *p);
void plan_free(plan *p);

#endif
