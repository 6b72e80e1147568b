/* SPDX-License-Identifier: BSD-3-Clause
 *
 * models/inverted-pendulum.yaml: its gains are those of the linear regulator of its own A and B,
 * with them all modes decay, and the pole comes upright.
 */
#include <complex.h>
#include <polhode/analysis.h>
#include "build_model.h"
#include "linalg/dense.h"
#include "linalg/eigen.h"

enum { N = 4 };

static ph_model *load(const char *path, double tilt, double closed)
{
    char tilted[60], loop[60];
    snprintf(tilted, sizeof tilted, "parameters.tilt=%.17g", tilt);
    snprintf(loop, sizeof loop, "parameters.closed=%.17g", closed);
    const char *set[] = {tilted, loop};
    ph_diag *diag = ph_diag_create();
    ph_model *model = NULL;
    ph_reading how = {.set = set, .sets = 2};
    if (ph_model_read(path, &how, diag, &model)) {
        printf("%s\n", ph_diag_get(diag, 0)->message);
        exit(1);
    }
    ph_diag_free(diag);
    return model;
}

/* The stable subspace of the Hamiltonian (A, -B B'/R; -Q, -A') is (X1; X2): P = X2 X1^-1, and the
 * gains are B'P / R. */
static void regulate(const double *A, const double *B, const double *Q, double R, double *gain)
{
    double H[4 * N * N];
    double complex value[2 * N], vector[4 * N * N];
    for (int i = 0; i < N; i++)
        for (int j = 0; j < N; j++) {
            H[i * 2 * N + j] = A[i * N + j];
            H[i * 2 * N + N + j] = -B[i] * B[j] / R;
            H[(N + i) * 2 * N + j] = i == j ? -Q[i] : 0;
            H[(N + i) * 2 * N + N + j] = -A[j * N + i];
        }
    CHECK(phk_eigen(2 * N, H, value, vector) == PH_OK);
    /* real and imaginary parts of the decaying ones span it */
    double top[N * N], bottom[N * N], x[N];
    int column = 0, pivot[N];
    for (int k = 0; k < 2 * N; k++) {
        if (creal(value[k]) >= 0 || column == N) continue;
        bool imaginary = cimag(value[k]) < 0;
        for (int i = 0; i < N; i++) {
            double complex a = vector[i * 2 * N + k], b = vector[(N + i) * 2 * N + k];
            top[column * N + i] = imaginary ? cimag(a) : creal(a); /* transposed */
            bottom[column * N + i] = imaginary ? cimag(b) : creal(b);
        }
        column++;
    }
    CHECK(column == N && phk_dense_factor(N, top, pivot) < 0);
    /* P X1 = X2, so X1' P = X2' with P symmetric */
    for (int j = 0; j < N; j++) gain[j] = 0;
    for (int c = 0; c < N; c++) {
        for (int i = 0; i < N; i++) x[i] = bottom[i * N + c];
        phk_dense_solve(N, top, pivot, x);
        for (int j = 0; j < N; j++) gain[j] += B[c] * x[j] / R;
    }
}

static void gains(const char *path)
{
    static const char *const input[] = {"push"}, *const state[] = {"place", "angle"};
    static const double Q[] = {10, 100, 1, 1};
    ph_model *model = load(path, 0, 0);
    ph_sim *sim = NULL;
    ph_linear *l = NULL;
    CHECK(ph_model_open_variable(model, "push") == PH_OK);
    for (int i = 0; i < 2; i++) CHECK(ph_model_open_variable(model, state[i]) == PH_OK);
    CHECK(ph_sim_create(model, NULL, NULL, &sim) == PH_OK);
    const ph_linear_options o = {.inputs = 1, .input = input, .states = 2, .state = state};
    CHECK(ph_sim_linearize(sim, &o, NULL, &l) == PH_OK);
    if (!l || l->states != N) return;
    /* the plant by hand: (M + m) x'' + m l a'' = u, 4/3 m l^2 a'' + m l x'' = m g l a */
    double M = 1, m = 0.25, r = 0.4, det = (M + m) * 4 / 3. * m * r * r - m * m * r * r;
    int place = strcmp(l->state[0], "place") == 0 ? 0 : 1, angle = 1 - place;
    CHECK_TEXT(l->state[angle], "angle");
    CHECK_RATIO(l->B[2 + place], 4 / 3. * m * r * r / det, 1e-12);
    CHECK_RATIO(l->B[2 + angle], -m * r / det, 1e-12);
    CHECK_RATIO(l->A[(2 + angle) * N + angle], (M + m) * m * 9.81 * r / det, 1e-12);
    /* in the order of the gains */
    int order[] = {place, angle, 2 + place, 2 + angle};
    double A[N * N], B[N], gain[N];
    for (int i = 0; i < N; i++) {
        B[i] = l->B[order[i]];
        for (int j = 0; j < N; j++) A[i * N + j] = l->A[order[i] * N + order[j]];
    }
    regulate(A, B, Q, 0.1, gain);
    static const char *const name[] = {"k_place", "k_angle", "k_speed", "k_turn"};
    for (int i = 0; i < N; i++) {
        double value = NAN;
        for (int k = 0; k < ph_model_count(model, "parameter"); k++)
            if (strcmp(ph_model_name(model, "parameter", k), name[i]) == 0)
                value = ((const ph_parameter_def *)ph_model_get(model, "parameter", k))->value;
        CHECK_RATIO(value, gain[i], 1e-9);
        if (!(fabs(value - gain[i]) <= 1e-9 * fabs(gain[i])))
            printf("%s: %.10g\n", name[i], gain[i]);
    }
    ph_linear_free(l);
    ph_sim_free(sim);
    ph_model_free(model);
}

static void closed_loop(const char *path)
{
    ph_model *model = load(path, 0, 1);
    ph_sim *sim = NULL;
    ph_modes *modes = NULL;
    CHECK(ph_sim_create(model, NULL, NULL, &sim) == PH_OK);
    CHECK(ph_sim_modes(sim, NULL, NULL, &modes) == PH_OK);
    for (int i = 0; modes && i < modes->modes; i++) CHECK(modes->mode[i].re < -0.5);
    ph_modes_free(modes);
    ph_sim_free(sim);
    ph_model_free(model);
    model = load(path, 0.35, 1);
    CHECK(ph_sim_create(model, NULL, NULL, &sim) == PH_OK);
    CHECK(ph_sim_advance(sim, 6, NULL) == PH_OK);
    ph_body_state pole;
    CHECK(ph_sim_get_body(sim, 1, &pole) == PH_OK);
    CHECK_NEAR(pole.position.x, 0, 0.01);
    CHECK_NEAR(pole.position.z, 0.4, 1e-4);
    ph_sim_free(sim);
    ph_model_free(model);
}

int main(void)
{
    gains("models/inverted-pendulum.yaml");
    closed_loop("models/inverted-pendulum.yaml");
    return TEST_RESULT();
}
