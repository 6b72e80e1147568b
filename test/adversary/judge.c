/* SPDX-License-Identifier: BSD-3-Clause
 *
 * judge.c -- the limit, the references, the verdict.
 *
 * An engine promises that the error of a step is below tol h/T of the length (or of 1 rad): over a
 * run, tol span/T, when the motion carries errors on as they are. But motions enlarge them: a speed
 * that is off becomes a place that is off more and more, and a double pendulum may enlarge a
 * thousand times in a few swings what was within the tolerance. So each motion is first asked how
 * far it carries a disturbance: the reference runs again with gravity, speeds or forces changed by
 * a part of 1e-5, and is then off by C times that of the length. Runs are a few T long, or C says
 * how long they are in the same way. The limit of a run is
 *
 *     tol max(200, 50 C)     of the length, or in radians,
 *
 * and where that is more than 0.3, or C more than 3000, nothing can be said: the motion is chaotic
 * to that tolerance. 200 is what ten to twenty times T of an ordinary motion make of a tolerance,
 * times ten; an engine that is as good as its word is below, and one that loses a bounce is far
 * above. `ida` promises less, an error of tol in each step however short, and is allowed ten times
 * as much. C is measured in one direction, and another may be worse: up to three limits a run is
 * rough, which is counted and not held against it. With tolerance
 * and scales of the program itself the limit is a hundredth, and nothing is rough.
 *
 * What rings undamped by less than that limit may have any phase: no tolerance as loose promises
 * it. Where a run is off, the reference runs again with what rings softer and stiffer by up to 2 %,
 * and as far as those motions part, engines may.
 *
 * A small disturbance says nothing of a fork: a box that comes down on an edge falls to one side or
 * the other. Where a run is off, the reference runs again disturbed by some times the tolerance,
 * and a run that is off by no more than that makes is one of another branch.
 *
 * Nothing is called wrong on the word of one reference: it is worked out again with a tolerance ten
 * times tighter, and the two must agree ten times better than the limit.
 */
#include "judge.h"

#include <stdlib.h>
#include <string.h>

const char *const engine_names[ENGINES] = {"galpha", "hht", "hht-euler", "ida"};
static const double tolerances[TOLERANCES] = {1e-3, 1e-4, 1e-5, 1e-6};

#define NUDGE           1e-5
#define LEAST           200.0 /* of the tolerance */
#define CARRIED         50.0
#define MOST_CARRIED    3000.0
#define ROUGHLY         3.0
#define PER_STEP        10.0
#define MEANINGFUL      0.3
#define ONE_PERCENT     0.01
#define BRANCH          1.5 /* times what a disturbance does: the branch it leads to */
#define DEFAULT_CARRIED 200.0
#define DEFAULT         1e-5 /* tolerance */
#define ORDINARY        1e-4 /* tolerance up to which WORK is enough */
enum { IDA = 3, REFERENCE_WORK = 4000000, WORK = 300000, DEFAULT_WORK = 2000000 };

/* The motion to compare with, to a part `tight` of the usual tolerance, nudged, and with what rings
 * stiffer by the part `ring`. */
static outcome reference(const problem *p, double nudge, double ring, double tight)
{
    if (p->own) return run_own(p, 1e-11 * tight, nudge);
    setting s = {
        .integrator = "ida", .nudge = nudge, .ring = ring, .scaled = true, .most = REFERENCE_WORK};
    s.tolerance = 1e-9 * tight;
    if (p->fine > 0) {
        s.integrator = "cf4";
        s.tolerance = 0;
        /* of order four */
        s.step = p->fine * pow(tight, 0.25);
        s.scaled = false;
    }
    return run_model(p->stand_in ? p->stand_in : p->text, p, &s);
}

setting setting_of(const terms *t, int engine, double tolerance)
{
    /* steps of second order: their number goes with the root of the tolerance */
    double tight = tolerance > 0 ? fmax(1, sqrt(ORDINARY / tolerance)) : 1;
    return (setting){.integrator = engine_names[engine],
                     .tolerance = tolerance,
                     .scaled = !t->defaults,
                     .most = t->defaults ? DEFAULT_WORK : (long long)(WORK * tight)};
}

/* What can be said of a run without a reference; RIGHT: nothing against it. */
static verdict look(const outcome *o, char *why, size_t size)
{
    const char *said = o->message[0] ? o->message : "nothing was said";
    if (o->endless) {
        snprintf(why, size, "no end after %lld steps", o->steps);
        return WRONG;
    }
    if (o->status != PH_OK) {
        snprintf(why, size, "%s", said);
        return o->said == PH_ERROR ? REFUSED : WRONG;
    }
    if (o->not_a_number) {
        snprintf(why, size, "a row is not finite");
        return WRONG;
    }
    return RIGHT;
}

static judgement judge_run(const problem *p, const setting *s, const outcome *truth, double limit)
{
    outcome o = run_model(p->text, p, s);
    judgement j = {.done = true, .tolerance = s->tolerance, .limit = limit, .steps = o.steps};
    j.verdict = look(&o, j.why, sizeof j.why);
    if (o.endless && p->rings) j.verdict = UNSURE;
    if (j.verdict == RIGHT) {
        j.error = distance_of(p, &o, truth);
        if (limit > MEANINGFUL) {
            j.verdict = CHAOTIC;
        } else if (!(j.error <= limit)) {
            j.verdict = o.said > PH_NOTE ? TOLD : WRONG;
            bool rough =
                s->tolerance > 0 && j.error <= (p->roughly > 0 ? p->roughly : ROUGHLY) * limit;
            if (rough) j.verdict = ROUGH;
            snprintf(j.why, sizeof j.why, "off by %.2g, limit %.2g%s%.200s", j.error, limit,
                     o.message[0] ? ": " : "", o.message);
        }
    }
    outcome_free(&o);
    return j;
}

/* Runs all engines under test at all tolerances; true: something is off. */
static bool judge_all(const problem *p, const terms *t, const outcome *truth, trial *all)
{
    bool off = false;
    for (int e = 0; e < ENGINES; e++) {
        /* what is compared with itself proves nothing */
        bool itself = !p->own && !(p->fine > 0) && e == IDA;
        if (!(t->engines >> e & 1) || itself) continue;
        int count = t->defaults ? 1 : t->fourth ? 4 : 3;
        for (int i = 0; i < count; i++) {
            setting s = setting_of(t, e, t->defaults ? 0 : tolerances[i]);
            double limit = tolerances[i] * fmax(LEAST, CARRIED * all->carried);
            if (all->carried > MOST_CARRIED) limit = INFINITY;
            if (e == IDA) limit = fmax(limit, fmin(PER_STEP * limit, MEANINGFUL));
            /* what makes a hundredth of a small multiple of 1e-5 is no test of the default */
            if (t->defaults) limit = all->carried > DEFAULT_CARRIED ? INFINITY : ONE_PERCENT;
            judgement *j = &all->run[e][i];
            *j = judge_run(p, &s, truth,
                           limit + p->slack * fmax(1, fmin(all->carried, MOST_CARRIED)));
            off |= j->verdict == WRONG || j->verdict == ROUGH;
        }
    }
    return off;
}

/* Allows what another phase of a ring makes, to tolerances that do not promise its phase. */
static void free_phase(const problem *p, trial *all, const outcome *truth)
{
    static const double part[] = {-0.02, -0.005, 0.005, 0.02};
    double apart = 0;
    for (int i = 0; i < 4; i++) {
        outcome other = reference(p, 0, part[i], 1);
        apart = fmax(apart, other.status ? INFINITY : distance_of(p, truth, &other));
        outcome_free(&other);
    }
    for (int e = 0; e < ENGINES; e++)
        for (int i = 0; i < TOLERANCES; i++) {
            judgement *j = &all->run[e][i];
            double tolerance = j->tolerance > 0 ? j->tolerance : DEFAULT;
            bool off = j->done && j->verdict == WRONG && j->error > 0;
            if (!off || p->ring > LEAST * tolerance) continue;
            j->limit += apart;
            if (j->limit > MEANINGFUL)
                j->verdict = CHAOTIC;
            else if (j->error <= j->limit)
                j->verdict = RIGHT;
        }
}

/* Allows another branch, where a disturbance that is within the limit leads there. */
static void allow_branch(const problem *p, const outcome *truth, judgement *j)
{
    static const double times[] = {-10, -3, 3, 10};
    double apart = 0;
    for (int i = 0; i < 4 && apart < j->error; i++) {
        outcome other = reference(p, times[i] * j->tolerance, 0, 1);
        if (!other.status) apart = fmax(apart, BRANCH * distance_of(p, truth, &other));
        outcome_free(&other);
    }
    if (apart < j->error) return;
    j->verdict = CHAOTIC;
    j->limit = apart;
}

static void allow_branches(const problem *p, const outcome *truth, trial *all)
{
    for (int e = 0; e < ENGINES; e++)
        for (int i = 0; i < TOLERANCES; i++) {
            judgement *j = &all->run[e][i];
            bool off = j->verdict == WRONG || j->verdict == ROUGH;
            if (j->done && off && j->error > 0 && j->tolerance > 0) allow_branch(p, truth, j);
        }
}

/* Takes back what an unsure reference said, where `doubt` is how far two of them part. */
static void take_back(trial *all, double doubt)
{
    for (int e = 0; e < ENGINES; e++)
        for (int i = 0; i < TOLERANCES; i++) {
            judgement *j = &all->run[e][i];
            if (j->done && j->verdict == WRONG && j->error > 0 && !(doubt < 0.1 * j->limit)) {
                j->verdict = UNSURE;
                snprintf(j->why, sizeof j->why, "references part by %.2g", doubt);
            }
        }
}

/* Without a reference there is nothing to say, but that a run must end, and with numbers. */
static void without(const problem *p, const terms *t, const outcome *truth, trial *all)
{
    char why[sizeof all->run[0][0].why];
    snprintf(why, sizeof why, "no reference: %.200s", truth->message);
    for (int e = 0; e < ENGINES; e++)
        for (int i = 0; t->engines >> e & 1 && i < (t->defaults ? 1 : 3); i++) {
            setting s = setting_of(t, e, t->defaults ? 0 : tolerances[i]);
            judgement *j = &all->run[e][i];
            *j = judge_run(p, &s, truth, INFINITY);
            if (j->verdict != CHAOTIC) continue;
            j->verdict = UNSURE;
            memcpy(j->why, why, sizeof why);
        }
}

trial judge(const problem *p, const terms *t)
{
    trial all = {0};
    outcome truth = reference(p, 0, 0, 1);
    if (truth.status != PH_OK) {
        without(p, t, &truth, &all);
        outcome_free(&truth);
        return all;
    }
    if (!p->sturdy) {
        outcome other = reference(p, NUDGE, 0, 1);
        all.carried = other.status ? INFINITY : distance_of(p, &truth, &other) / NUDGE;
        outcome_free(&other);
    }
    if (judge_all(p, t, &truth, &all)) {
        if (p->ring > 0) free_phase(p, &all, &truth);
        if (!p->sturdy) allow_branches(p, &truth, &all);
        outcome other = reference(p, 0, 0, 0.1);
        take_back(&all, other.status ? INFINITY : distance_of(p, &truth, &other));
        outcome_free(&other);
    }
    outcome_free(&truth);
    return all;
}
