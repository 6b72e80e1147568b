/* SPDX-License-Identifier: BSD-3-Clause
 *
 * judge.h -- whether a run was right, and what right means.
 */
#ifndef JUDGE_H
#define JUDGE_H

#include "run.h"

typedef enum {
    RIGHT,   /* within the limit, said or not */
    ROUGH,   /* up to three times the limit, and less than a third of the size */
    TOLD,    /* not so, but a warning said it */
    REFUSED, /* no run, or none to the end, with a message */
    WRONG,   /* too far off, not a number, endless, or failed, without a word */
    CHAOTIC, /* the motion carries small errors too far for this tolerance to mean anything */
    UNSURE,  /* the references do not agree, or there is none */
    VERDICTS
} verdict;

enum { ENGINES = 4, TOLERANCES = 4, RIVAL = 3 /* ida */ };
extern const char *const engine_names[ENGINES];

typedef struct {
    bool done;
    verdict verdict;
    double tolerance; /* 0: the program's own */
    double error;     /* of length, or [rad] */
    double limit;
    long long steps;
    char why[300];
} judgement;

typedef struct {
    double carried; /* by how much the motion enlarges a disturbance */
    judgement run[ENGINES][TOLERANCES];
} trial;

typedef struct {
    bool defaults;    /* tolerance and scales are the program's, the limit 1 % */
    bool fourth;      /* also the tightest tolerance */
    unsigned engines; /* bit i: engine i is under test */
} terms;

trial judge(const problem *p, const terms *t);
setting setting_of(const terms *t, int engine, double tolerance);

#endif
