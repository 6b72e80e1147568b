/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Errors follow the tolerance: ten smooth mechanisms, from 1e-3 to 1e-9 and with the scales the
 * program finds, against `ida` at 1e-12. Until rounding decides, which the statistics then say, the
 * error over the tolerance stays the same number.
 */
#include "text_model.h"

enum { ROWS = 40, MOST_BODIES = 40 };

typedef struct {
    int rows, bodies;
    double at[ROWS + 1][MOST_BODIES][7];
} track;

static ph_status note(void *user, const ph_sim *sim, const double *row)
{
    track *t = user;
    int pos = -1, quat = -1, at = 1;
    for (int k = 0; k < ph_sim_blocks(sim); k++) {
        const ph_block *b = ph_sim_block(sim, k);
        if (strcmp(b->group, "bodies") == 0 && strcmp(b->quantity, "pos") == 0) pos = at;
        if (strcmp(b->group, "bodies") == 0 && strcmp(b->quantity, "quat") == 0) quat = at;
        at += b->objects * b->width;
    }
    for (int i = 0; i < t->bodies && t->rows <= ROWS; i++) {
        memcpy(t->at[t->rows][i], row + pos + 3 * i, 3 * sizeof *row);
        memcpy(t->at[t->rows][i] + 3, row + quat + 4 * i, 4 * sizeof *row);
    }
    t->rows++;
    return PH_OK;
}

/* Largest distance and turn between two runs, in any row. */
static double apart(const track *a, const track *b, double length)
{
    double most = 0;
    for (int r = 0; r <= ROWS; r++)
        for (int i = 0; i < a->bodies; i++) {
            const double *p = a->at[r][i], *q = b->at[r][i];
            double d = 0, plus = 0, minus = 0;
            for (int k = 0; k < 3; k++) d += (p[k] - q[k]) * (p[k] - q[k]);
            for (int k = 3; k < 7; k++) {
                plus += (p[k] - q[k]) * (p[k] - q[k]);
                minus += (p[k] + q[k]) * (p[k] + q[k]);
            }
            most = fmax(most, fmax(sqrt(d) / length, 2 * sqrt(fmin(plus, minus))));
        }
    return most;
}

static track truth, check, now;

static text_outcome run(const ph_model *model, const char *engine, double tolerance, double end,
                        track *t)
{
    ph_options o = text_options(model, engine, tolerance);
    o.step = 0;
    o.end = end;
    o.every = end / ROWS;
    o.rows = 0;
    *t = (track){.bodies = ph_model_bodies(model)};
    return text_run(model, &o, note, t);
}

/* Steps that the tolerance decides: not so few that the longest step does. */
enum { FEW = 200 };

static void follows(const char *path, double end, double length)
{
    ph_model *model = must_load(path);
    text_outcome r = run(model, "ida", 1e-12, end, &truth);
    CHECK(r.status == PH_OK && run(model, "ida", 1e-11, end, &check).status == PH_OK);
    printf("%s: reference to %.1g\n", path, apart(&truth, &check, length));
    for (int i = 0; i < TEXT_ENGINES; i++) {
        double low = INFINITY, high = 0;
        int count = 0;
        printf("  %-9s", text_engine[i]);
        for (double tolerance = 1e-3; tolerance > 0.5e-9; tolerance /= 10) {
            r = run(model, text_engine[i], tolerance, end, &now);
            double ratio = apart(&now, &truth, length) / tolerance;
            bool told = r.stats.rounding > tolerance;
            printf(" %.3g%s", ratio, told ? "*" : "");
            CHECK(r.status == PH_OK);
            if (told || r.stats.steps < FEW || r.stats.longest > r.stats.steps / 10) continue;
            low = fmin(low, ratio), high = fmax(high, ratio);
            count++;
        }
        printf("\n");
        CHECK(count >= 2 && high < 2 * low && high < 50);
    }
    ph_model_free(model);
}

int main(void)
{
    if (ph_integrator_find("ida")->traits & PH_ABSENT) TEST_SKIP("there is no ida");
    printf("error over tolerance, 1e-3 to 1e-9; *: rounding decides, and it is said\n");
    follows("models/pendulum.yaml", 1, 1);
    follows("models/double-pendulum.yaml", 0.5, 1);
    follows("models/slider-crank.yaml", 0.1, 0.2);
    follows("models/spatial-slider-crank.yaml", 0.2, 0.3);
    follows("models/bricard.yaml", 0.5, 1);
    follows("models/chain.yaml", 1, 1);
    follows("models/andrews.yaml", 0.005, 0.06);
    follows("models/machine-mounts.yaml", 0.2, 0.1);
    follows("models/papers/heavy-top.yaml", 0.05, 1);
    follows("models/papers/slow-top.yaml", 1, 1);
    return TEST_RESULT();
}
