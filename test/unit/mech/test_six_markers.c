/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A joint over six markers in every engine: three blocks on springs and rails that a row keeps
 * together. Places and the reaction converge as those of other joints do.
 */
#include "six_joint.h"
#include "text_model.h"

static ph_model *blocks(void)
{
    ph_model *model =
        text_model("markers:\n"
                   "  r0: {on: ground}\n"
                   "  r1: {on: ground, orientation: {axis: [0, 0, 1], angle: pi/2}}\n"
                   "  r2: {on: arm, at: [0, 0.3, 0]}\n"
                   "bodies:\n" SIX_BODIES "joints:\n"
                   "  ra: {type: prismatic, between: [ground, a], axis: [1, 0, 0]}\n"
                   "  rb: {type: prismatic, between: [ground, b], axis: [0, 1, 0]}\n"
                   "  pin: {type: revolute, between: [ground, arm], axis: [0, 0, 1]}\n"
                   "  rc: {type: prismatic, between: [arm, c], axis: [1, 0, 0]}\n"
                   "forces:\n"
                   "  fa: {type: force, on: a, force: [\"-9*a.pos.x\", 0, 0]}\n"
                   "  fb: {type: force, on: b, force: [0, \"-5*b.pos.y\", 0]}\n"
                   "simulate: {end: 0.8, steps: 4}\n");
    add_six(model, "row", (const char *const[6]){"r0", "a", "r1", "b", "r2", "c"});
    return model;
}

enum { ROWS = 5, VALUES = 4 };
typedef struct {
    int rows;
    double at[ROWS][VALUES]; /* a.x, b.y, c.x, reaction */
} track;

static ph_status note(void *user, const ph_sim *sim, const double *row)
{
    track *t = user;
    double *to = t->at[t->rows++];
    to[0] = row[column_of(sim, "a", "pos", 0)];
    to[1] = row[column_of(sim, "b", "pos", 1)];
    to[2] = row[column_of(sim, "c", "pos", 0)];
    to[3] = row[column_of(sim, "row", "force", 0)];
    return PH_OK;
}

static track run(const ph_model *model, const char *engine, double step, double tolerance)
{
    track t = {0};
    ph_options o = text_options(model, engine, tolerance);
    o.step = step;
    text_outcome r = text_run(model, &o, note, &t);
    if (r.status) printf("%s: %s\n", engine, r.said);
    CHECK(r.status == PH_OK && t.rows == ROWS);
    return t;
}

static double apart(const track *a, const track *b, int from, int to)
{
    double most = 0;
    for (int r = 1; r < ROWS; r++)
        for (int k = from; k < to; k++) most = fmax(most, fabs(a->at[r][k] - b->at[r][k]));
    return most;
}

int main(void)
{
    static const char *const engine[] = {"galpha", "hht", "hht-euler", "hht-modified",
                                         "hht-classic"};
    ph_model *model = blocks();
    bool ida = !(ph_integrator_find("ida")->traits & PH_ABSENT);
    track truth = ida ? run(model, "ida", 0, 1e-11) : run(model, "galpha", 2.5e-5, 0);
    for (int i = 0; i < 5; i++) {
        double place[2], force[2];
        for (int k = 0; k < 2; k++) {
            track t = run(model, engine[i], 2e-3 / (1 + k), 0);
            place[k] = apart(&t, &truth, 0, 3);
            force[k] = apart(&t, &truth, 3, 4);
        }
        printf("%s: places %.2e %.2e, order %.2f; force %.2e %.2e, order %.2f\n", engine[i],
               place[0], place[1], log2(place[0] / place[1]), force[0], force[1],
               log2(force[0] / force[1]));
        /* hht-classic is of first order where bodies turn */
        double least = i < 4 ? 3.6 : 2;
        CHECK(place[0] > least * place[1] && force[0] > least * force[1]);
    }
    ph_model_free(model);
    return TEST_RESULT();
}
