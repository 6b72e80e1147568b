/* SPDX-License-Identifier: BSD-3-Clause
 *
 * models/bicycle.yaml, four bodies on wheels that roll: eigenvalues at 0 to 10 m/s against the
 * benchmark of Meijaard, Papadopoulos, Ruina and Schwab (2007), recomputed from its parameters.
 */
#include <polhode/analysis.h>
#include "build_model.h"

/* Upright, without the push. */
static ph_model *bicycle(double speed)
{
    char set[60];
    snprintf(set, sizeof set, "parameters.v=%.17g", speed);
    const char *sets[] = {set, "parameters.push=0"};
    ph_model *model = NULL;
    if (ph_model_read("models/bicycle.yaml", &(ph_reading){.set = sets, .sets = 2}, NULL, &model))
        printf("the model cannot be read\n"), exit(1);
    return model;
}

/* castering, capsize, and weave: two real ones, or a pair. */
static const double known[11][4] = {
    {-5.53094371765, -3.13164324791, 3.13164324791, 5.53094371765},
    {-7.11008014637, -3.13423125067, 3.52696170990, .80774027520},
    {-8.67387984832, -3.07158645642, 2.68234517513, 1.68066296591},
    {-10.35101467246, -2.63366137254, 1.70675605664, 2.31582447384},
    {-12.15861426576, -1.42944427361, .41325331521, 3.07910818603},
    {-14.07838969280, -.32286642900, -.77534188220, 4.46486771379},
    {-16.08537123098, -.00406690077, -1.52644486584, 5.87673060599},
    {-18.15788466125, .10268170575, -2.13875644258, 7.19525913330},
    {-20.27940894395, .14327879766, -2.69348683581, 8.46037971397},
    {-22.43788559041, .15790184031, -3.21675402252, 9.69377351532},
    {-24.62459635017, .16105338653, -3.72016840437, 10.90681139476}};

/* How far the nearest eigenvalue is. */
static double off(const ph_modes *m, double re, double im)
{
    double least = INFINITY;
    for (int k = 0; k < m->modes; k++)
        least = fmin(least, hypot(m->mode[k].re - re, m->mode[k].im - im));
    return least;
}

static ph_modes *modes_of(double speed, ph_modes_method method)
{
    ph_model *model = bicycle(speed);
    ph_diag *diag = ph_diag_create();
    ph_sim *sim = NULL;
    ph_modes *modes = NULL;
    ph_status status = ph_sim_create(model, NULL, diag, &sim);
    if (!status)
        status =
            ph_sim_modes(sim, &(ph_modes_options){.method = method, .count = 16}, diag, &modes);
    for (int i = 0; status && i < ph_diag_count(diag); i++)
        printf("%s\n", ph_diag_get(diag, i)->message);
    ph_sim_free(sim);
    ph_model_free(model);
    ph_diag_free(diag);
    return modes;
}

int main(void)
{
    for (int method = PH_MODES_ALL; method <= PH_MODES_SOME; method++) {
        double worst = 0;
        for (int v = 0; v <= 10; v++) {
            ph_modes *m = modes_of(v, (ph_modes_method)method);
            const double *k = known[v];
            CHECK(m != NULL);
            if (!m) continue;
            /* 24 directions, 17 rows on places, 4 on velocities */
            CHECK(m->freedoms == 3 && m->states == 10 && m->steady);
            double tolerance = 1e-10;
            double e[] = {off(m, k[0], 0), off(m, k[1], 0),
                          v ? off(m, k[2], k[3]) : off(m, k[2], 0), v ? 0 : off(m, k[3], 0)};
            for (int i = 0; i < 4; i++) {
                CHECK_NEAR(e[i], 0, tolerance);
                worst = fmax(worst, e[i]);
            }
            ph_modes_free(m);
        }
        printf("largest difference %.2g\n", worst);
    }
    return TEST_RESULT();
}
