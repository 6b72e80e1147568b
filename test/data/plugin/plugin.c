/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A plug-in for the tests: a function by value alone, one with its derivatives, one that fails, one
 * for decks, and a force of its own.
 */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <polhode/plugin.h>

/* -k x - c x^3 */
static ph_status duffing(void *user, const double *x, int n, double *y)
{
    (void)user, (void)n;
    *y = -x[1] * x[0] - x[2] * x[0] * x[0] * x[0];
    return PH_OK;
}

static ph_status product(void *user, const double *x, int n, double *y)
{
    *y = *(const double *)user;
    for (int k = 0; k < n; k++) *y *= x[k];
    return PH_OK;
}

static ph_status product_partial(void *user, const double *x, int n, double *partial)
{
    for (int k = 0; k < n; k++) {
        partial[k] = *(const double *)user;
        for (int j = 0; j < n; j++) partial[k] *= j == k ? 1 : x[j];
    }
    return PH_OK;
}

static ph_status late(void *user, const double *x, int n, double *y)
{
    (void)user, (void)n;
    *y = 0;
    return x[0] > 0.5 ? PH_E_USER : PH_OK;
}

/* USER(marker, marker, k): a spring by the deck's own measures. */
static ph_status spring(void *user, const double *x, int n, double *y)
{
    (void)user, (void)n;
    *y = -x[2] * (x[3] - 1) - 0.1 * x[4];
    return PH_OK;
}

static int spring_reads(void *user, const double *p, int n, int k, char *text, int size)
{
    static const char *const what[] = {"DM", "VR"};
    (void)user, (void)n;
    if (k > 1) return 0;
    snprintf(text, (size_t)size, "%s(%d, %d)", what[k], (int)p[0], (int)p[1]);
    return 1;
}

/* USER(marker, marker, marker, marker, r): a coupler that is no sum, a - r sin b of two angles. */
static ph_status wave(void *user, const double *x, int n, double *y)
{
    (void)user, (void)n;
    *y = x[5] - x[4] * sin(x[6]);
    return PH_OK;
}

static int wave_reads(void *user, const double *p, int n, int k, char *text, int size)
{
    (void)user, (void)n;
    if (k > 1) return 0;
    snprintf(text, (size_t)size, "AZ(%d, %d)", (int)p[2 * k], (int)p[2 * k + 1]);
    return 1;
}

/* USER(k) of a VFORCE: -k times the coordinates of marker 20, one function for each component. */
static ph_status pull(void *user, const double *x, int n, double *y)
{
    (void)user, (void)n;
    *y = -x[0] * x[1];
    return PH_OK;
}

static int pull_reads(void *user, const double *p, int n, int k, char *text, int size)
{
    (void)p, (void)n;
    if (k > 0) return 0;
    snprintf(text, (size_t)size, "%s(20)", (const char *)user);
    return 1;
}

/* One that asks for itself. */
static int endless_reads(void *user, const double *p, int n, int k, char *text, int size)
{
    (void)user, (void)p, (void)n;
    if (k > 0) return 0;
    snprintf(text, (size_t)size, "USER(1)");
    return 1;
}

/* A general state equation: number, p, time, x, d, u. x' = p (u - x), d := d + x at samples. */
static ph_status filter_deriv(void *user, const double *x, int n, double *y)
{
    (void)user, (void)n;
    *y = x[1] * (x[5] - x[3]);
    return PH_OK;
}

static ph_status filter_update(void *user, const double *x, int n, double *y)
{
    (void)user, (void)n;
    *y = x[4] + x[3];
    return PH_OK;
}

static ph_status filter_output(void *user, const double *x, int n, double *y)
{
    (void)user, (void)n;
    *y = x[0] == 1 ? x[3] : x[4];
    return PH_OK;
}

/* A force towards the origin that grows with the distance. */
typedef struct {
    ph_place on;
    double stiffness;
} well;

static const ph_field well_fields[] = {
    {"on", PH_FIELD_PLACE, .offset = offsetof(well, on), .help = "Where.", .flags = PH_REQUIRED},
    {"stiffness", PH_FIELD_NUMBER, .offset = offsetof(well, stiffness), .unit = "N/m",
     .help = "How steep.", .flags = PH_REQUIRED},
    {.name = NULL}};

static ph_status well_wrench(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                             ph_wrench *wrench)
{
    const well *w = par;
    (void)eval;
    for (int e = 0; e < n; e++)
        wrench[e] = (ph_wrench){ph_scale(-w[e].stiffness, frame[e].p), {0, 0, 0}};
    return PH_OK;
}

static const ph_force_type well_type = {.name = "well",
                                        .help = "Pulls towards the origin.",
                                        .par_bytes = sizeof(well),
                                        .fields = well_fields,
                                        .markers = 1,
                                        .wrench = well_wrench};

static double two = 2;
static const ph_function functions[] = {
    {.name = "duffing", .signature = "duffing(x, k, c)", .least = 3, .most = 3, .value = duffing},
    {.name = "twice",
     .least = 1,
     .most = 9,
     .user = &two,
     .value = product,
     .partial = product_partial},
    {.name = "late", .least = 1, .most = 1, .value = late},
    {.name = "wave", .least = 5, .most = 7, .value = wave, .reads = wave_reads},
    {.name = "spring", .least = 3, .most = 5, .value = spring, .reads = spring_reads},
    {.name = "pull_fx", .least = 2, .most = 2, .user = "DX", .value = pull, .reads = pull_reads},
    {.name = "pull_fy", .least = 2, .most = 2, .user = "DY", .value = pull, .reads = pull_reads},
    {.name = "pull_fz", .least = 2, .most = 2, .user = "DZ", .value = pull, .reads = pull_reads},
    {.name = "measure_f2", .least = 2, .most = 2, .user = "DX", .value = pull, .reads = pull_reads},
    {.name = "filter_deriv", .least = 6, .most = 6, .value = filter_deriv},
    {.name = "filter_update", .least = 6, .most = 6, .value = filter_update},
    {.name = "filter_output", .least = 6, .most = 6, .value = filter_output},
    {.name = "endless", .least = 1, .most = 2, .value = pull, .reads = endless_reads}};
static const ph_function *const list[] = {
    &functions[0],  &functions[1],  &functions[2],  &functions[3], &functions[4],
    &functions[5],  &functions[6],  &functions[7],  &functions[8], &functions[9],
    &functions[10], &functions[11], &functions[12], NULL};
static const ph_force_type *const forces[] = {&well_type, NULL};

const ph_plugin *polhode_plugin(void)
{
    static const ph_plugin content = {PH_PLUGIN_VERSION, list, forces, NULL};
    return &content;
}
