/* SPDX-License-Identifier: BSD-3-Clause
 *
 * An elastic ball that falls 1 m, as a model that says nothing of scales: at every row, in the air
 * and on the ground, it is within 20 tolerances (of 1 m) of parabolas and the law by itself,
 * however stiff the ground is and whenever the run ends.
 */
#include "contact_models.h"
#include "unit/integrate/contact_ball.h"

typedef struct {
    const ball *b;
    const ball_truth *truth;
    int z;
    double worst; /* [m] */
} rows;

static ph_status on_row(void *user, const ph_sim *sim, const double *row)
{
    rows *r = user;
    if (r->z < 0) r->z = column_of(sim, "ball", "pos", 2);
    r->worst = fmax(r->worst, fabs(row[r->z] - ball_height(r->b, 1, r->truth, row[0])));
    return PH_OK;
}

/* [tolerances] the furthest it is off. */
static double bounce(double k, double end, double tolerance, long long *steps)
{
    ball b;
    ball_create(&b, PHK_NORMAL_POWER, (phk_normal_par){.k = k, .e = 1.5}, 1, BALL_R, BALL_FALL);
    const ball_truth truth = ball_flies(&b, 1, end);
    char law[100];
    snprintf(law, sizeof law, "law: power, stiffness: %g, damping: 0, friction: 0", k);
    ph_model *model = text_model(CONTACT_BALL, "-9.81", 1.1, 0., 0., law, end);
    ph_options o = contact_options(model, "galpha", tolerance);
    rows r = {&b, &truth, -1, 0};
    const text_outcome out = text_run(model, &o, on_row, &r);
    CHECK(out.status == PH_OK && r.z > 0);
    *steps += out.stats.steps;
    ph_model_free(model);
    dae_free(&b.p);
    return r.worst / tolerance;
}

int main(int argc, char **argv)
{
    const int ends = argc > 1 ? atoi(argv[1]) : 4;
    double worst = 0;
    long long steps = 0;
    for (int i = 0; i < ends; i++) {
        const double end = i == 0 ? 2 : 0.46 + 1.54 * uniform();
        for (double k = 1e6; k < 2e12; k *= 10)
            for (double tolerance = 1e-3; tolerance > 0.5e-6; tolerance /= 10) {
                const double off = bounce(k, end, tolerance, &steps);
                worst = fmax(worst, off);
                CHECK(off <= 20);
                if (off > 20) printf("k %g, end %.17g, tolerance %g: %g\n", k, end, tolerance, off);
            }
    }
    printf("at most %.3g tolerances off in %d runs of %lld steps\n", worst, 28 * ends, steps);
    return TEST_RESULT();
}
