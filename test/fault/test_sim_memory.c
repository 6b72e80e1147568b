/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The k-th allocation fails, for every k, while a model is built from C and a simulation of it is
 * made: PH_E_NOMEM, no crash, no leak. And once a simulation is made, nothing allocates: not a
 * step, not an event, not a row, not the whole run, but for the row the first run is given. Engines
 * find their pivots in the first step, and allocate there. A free body costs less than a kilobyte.
 *
 * The linker sends the allocators to the __wrap_ functions below.
 */
#include <malloc.h>
#include "../property/problem_g.h"

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *memory, size_t size);
void *__real_aligned_alloc(size_t alignment, size_t size);
void __real_free(void *memory);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *memory, size_t size);
void *__wrap_aligned_alloc(size_t alignment, size_t size);
void __wrap_free(void *memory);

static long countdown = -1; /* allocations until one fails; negative: none does */
static long count, live;    /* allocations so far; blocks in use */
static size_t used;         /* [bytes] in those */

static int fails(void)
{
    count++;
    if (countdown > 0) countdown--;
    if (countdown != 0) return 0;
    countdown = -1;
    return 1;
}

void *__wrap_malloc(size_t size)
{
    void *memory = fails() ? NULL : __real_malloc(size);
    live += memory != NULL;
    used += malloc_usable_size(memory);
    return memory;
}

void *__wrap_calloc(size_t n, size_t size)
{
    void *memory = fails() ? NULL : __real_calloc(n, size);
    live += memory != NULL;
    used += malloc_usable_size(memory);
    return memory;
}

void *__wrap_realloc(void *old, size_t size)
{
    size_t before = malloc_usable_size(old);
    void *memory = fails() ? NULL : __real_realloc(old, size);
    live += memory != NULL && !old;
    if (memory) used += malloc_usable_size(memory) - before;
    return memory;
}

void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    void *memory = fails() ? NULL : __real_aligned_alloc(alignment, size);
    live += memory != NULL;
    used += malloc_usable_size(memory);
    return memory;
}

void __wrap_free(void *memory)
{
    live -= memory != NULL;
    used -= malloc_usable_size(memory);
    __real_free(memory);
}

static double with_drag = 1;

/* A bit of everything; so many variables that every array grows a few times. */
static ph_status build(ph_model *model)
{
    static double x[] = {0, 1, 2, 3, 4}, y[] = {0, 1, 0, -1, 0};
    static const char pulses[] =
        "if(time < 0.3, 1, 1 + (mod(time, 0.002) < 0.001))"; /* many breaks */
    ph_body_def b = ph_default_body();
    b.mass = 1.7;
    b.inertia = (ph_sym3){2, 3, 2.5, .3, -.2, .4};
    b.omega = ph_v3(1, -.7, .9);
    ph_marker_def m = ph_default_marker();
    m.on.text = "g";
    m.at = g_arm;
    ph_table_def t = {.x = {5, x}, .y = {5, y}};
    force_par push = force_make("force", "b", "p", 1, "sin(v3)", "cubspl(time, 0, t)", "c");
    force_par twist = force_make("torque", "g", NULL, 0, "distance(b, p)", pulses, "p.omega.x");
    force_par blow = force_begin("impulse");
    force_expr(&push, "potential", 0, "v5");
    force_number(&twist, "from", 0.31);
    force_number(&twist, "until", 0.47);
    force_place(&blow, "on", "b");
    force_number(&blow, "at", 0.333);
    force_vec3(&blow, "linear", ph_v3(1, 0, 0));
    ph_status status = ph_model_set_title(model, "everything");
    if (!status) status = ph_model_set_gravity(model, ph_v3(0, 0, -9.81));
    if (!status) status = ph_model_add_body(model, "g", &b);
    b.has_pivot = true;
    if (!status) status = ph_model_add_body(model, "p", &b);
    if (!status) status = ph_model_add_marker(model, "b", &m);
    if (!status) status = ph_model_add_parameter(model, "c", 3);
    if (!status) status = ph_model_add_table(model, "t", &t);
    for (int i = 0; i < 300 && !status; i++) {
        char name[20], text[60];
        snprintf(name, sizeof name, "v%d", i);
        snprintf(text, sizeof text, i < 299 ? "v%d + 0.1*c" : "b.pos.x", i + 1);
        status = add_variable(model, name, text);
    }
    if (!status) status = force_add(model, "push", &push);
    if (!status) status = force_add(model, "twist", &twist);
    if (!status) status = force_add(model, "blow", &blow);
    if (!status) status = ph_model_add_force_function(model, "law", "b", g_law, &with_drag);
    const ph_request_column column = {.name = {.text = "x"}, .value = {.text = "p.pos.x"}};
    if (!status)
        status =
            ph_model_add_request(model, "ask", &(ph_request_def){.count = 1, .column = &column});
    if (!status) status = ph_model_add_output(model, "ask", (ph_source){0});
    if (!status) status = ph_model_add_reference(model, "g", &(ph_reference_def){0});
    if (!status) status = ph_model_add_output(model, "g", (ph_source){0});
    if (!status) status = ph_model_add_output(model, "push", (ph_source){0});
    if (!status) status = ph_model_add_output(model, "v7", (ph_source){0});
    if (!status) status = ph_model_add_output(model, "energy", (ph_source){0});
    return status;
}

static bool is_engine(const char *method)
{
    return !(ph_integrator_find(method)->traits & PH_FREE_BODIES);
}

/* Builds, creates and runs with the k-th allocation failing; 1: none had to. */
static int attempt(const char *method, long k)
{
    ph_options o = options_of(method, 0.01, 0.5);
    o.every = 0.033;
    ph_diag *diag = ph_diag_create();
    long before = live;
    countdown = k;
    ph_model *model = ph_model_create();
    ph_status status = model ? build(model) : PH_E_NOMEM;
    ph_sim *sim = NULL;
    if (!status) status = ph_model_check(model, diag);
    if (!status) status = ph_sim_create(model, &o, diag, &sim);
    bool stepped = !status && is_engine(method);
    if (stepped) status = ph_sim_step(sim, diag);
    int unharmed = countdown >= 0;
    if (!status) {
        long allocated = count;
        status = ph_sim_run(sim, NULL, diag);
        CHECK(count == allocated);
    }
    countdown = -1;
    /* an engine gets by without a note, and a factorisation that failed is tried again */
    bool as_wanted = status == (unharmed ? PH_OK : PH_E_NOMEM) || (!status && is_engine(method));
    CHECK(as_wanted);
    if (!as_wanted) printf("%s, k = %ld: %s\n", method, k, ph_status_name(status));
    CHECK((sim != NULL) == (status == PH_OK || stepped));
    ph_sim_free(sim);
    ph_model_free(model);
    ph_diag_free(diag);
    CHECK(live == before - 1); /* the list of diagnostics is gone too */
    return unharmed;
}

/* The next phase begins, with the k-th allocation failing: the simulation stays where it was, and
 * can go on when there is memory again. 1: none had to fail. */
static int begin_phase(long k)
{
    ph_model *model = ph_model_create();
    CHECK(build(model) == PH_OK);
    const ph_text push = {.text = "push"};
    ph_phase_def phase = {.options = ph_default_options()};
    phase.options.end = 0.1;
    CHECK(ph_model_add_phase(model, &phase) == PH_OK);
    phase.options.end = 0.2;
    phase.deactivate = (ph_names){1, &push};
    CHECK(ph_model_add_phase(model, &phase) == PH_OK);
    ph_options o = options_of("galpha", 0.01, NAN);
    ph_sim *sim = must_create(model, &o);
    CHECK(ph_sim_advance(sim, 0.09, NULL) == PH_OK);
    countdown = k;
    ph_status status = ph_sim_step(sim, NULL);
    int unharmed = countdown >= 0;
    countdown = -1;
    CHECK(status == PH_OK || status == PH_E_NOMEM);
    CHECK(ph_sim_time(sim) == 0.1);
    CHECK(ph_sim_advance(sim, 0.2, NULL) == PH_OK);
    int column = column_of(sim, "push", "force", 0);
    double *row = malloc(ph_sim_row_width(sim) * sizeof *row);
    CHECK(ph_sim_row(sim, row, NULL) == PH_OK && row[column] == 0);
    free(row);
    ph_sim_free(sim);
    ph_model_free(model);
    return unharmed;
}

/* Nothing allocates once a simulation is made, whatever the method: steps, rows, events, turning
 * back, setting a state, failing. */
static void nothing_allocates(const char *method)
{
    ph_model *model = ph_model_create();
    CHECK(build(model) == PH_OK);
    ph_options o = options_of(method, 0.01, 0.5);
    ph_sim *sim = must_create(model, &o);
    double *row = malloc(ph_sim_row_width(sim) * sizeof *row);
    ph_body_state s;
    ph_energy e;
    if (is_engine(method)) CHECK(ph_sim_step(sim, NULL) == PH_OK);
    long before = count;
    CHECK(ph_sim_step(sim, NULL) == PH_OK && ph_sim_row(sim, row, NULL) == PH_OK);
    CHECK(ph_sim_run(sim, NULL, NULL) == PH_OK);
    CHECK(ph_sim_get_body(sim, 0, &s) == PH_OK && ph_sim_set_body(sim, 0, &s) == PH_OK);
    CHECK(ph_sim_energy(sim, &e) == PH_OK);
    if (!is_engine(method)) {
        CHECK(ph_sim_reverse(sim) == PH_OK && ph_sim_advance(sim, 0.1, NULL) == PH_OK);
    } else {
        CHECK(ph_sim_reverse(sim) == PH_E_UNSUPPORTED);
        CHECK(ph_sim_advance(sim, 0.6, NULL) == PH_OK);
    }
    CHECK(count == before);
    free(row);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* [bytes] of each of many free bodies, in a simulation that has taken a step */
static double cost_of_a_body(const char *method)
{
    enum { MANY = 20000 };
    size_t before = used;
    ph_model *model = ph_model_create();
    ph_body_def b = ph_default_body();
    b.mass = 1;
    b.inertia = (ph_sym3){2, 3, 2.5, 0, 0, 0};
    b.omega = ph_v3(1, -.7, .9);
    for (int i = 0; i < MANY; i++) {
        char name[20];
        snprintf(name, sizeof name, "body_%d", i);
        CHECK(ph_model_add_body(model, name, &b) == PH_OK);
    }
    ph_options o = options_of(method, 0.01, 0.02);
    ph_sim *sim = must_create(model, &o);
    long made = count;
    CHECK(ph_sim_step(sim, NULL) == PH_OK);
    CHECK(count == made);
    double bytes = (double)(used - before) / MANY;
    CHECK(ph_sim_run(sim, NULL, NULL) == PH_OK);
    CHECK(count <= made + 2); /* what rows need */
    ph_sim_free(sim);
    ph_model_free(model);
    CHECK(used == before);
    printf("%s: %.0f bytes a body\n", method, bytes);
    return bytes;
}

int main(void)
{
    static const char *const methods[] = {"nmb", "liemid", "cf4", "galpha"};
    for (int i = 0; i < 4; i++) {
        long k = 1;
        while (k < 10000 && !attempt(methods[i], k)) k++;
        printf("%s: %ld allocations\n", methods[i], k - 1);
        CHECK(k > 20 && k < 10000);
    }
    for (int i = 0; i < ph_integrator_count(); i++)
        if (!(ph_integrator_get(i)->traits & PH_ABSENT))
            nothing_allocates(ph_integrator_get(i)->name);
    long k = 1;
    while (k < 1000 && !begin_phase(k)) k++;
    printf("a phase: %ld allocations\n", k - 1);
    CHECK(k > 20 && k < 1000);
    CHECK(cost_of_a_body("liemid-ea") < 1000);
    CHECK(cost_of_a_body("lp2") < 1000);
    CHECK(live == 0);
    return TEST_RESULT();
}
