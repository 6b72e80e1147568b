/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Memory of contacts. The k-th allocation fails, for every k, while a simulation with contacts is
 * made and run: PH_E_NOMEM, or none the worse, no crash, no leak; with all pairs in the pool, and
 * with pairs that come and go. Once all pairs are there, no step allocates.
 *
 * The linker sends the allocators to the __wrap_ functions below.
 */
#include "../contact_models.h"

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
    return memory;
}
void *__wrap_calloc(size_t n, size_t size)
{
    void *memory = fails() ? NULL : __real_calloc(n, size);
    live += memory != NULL;
    return memory;
}
void *__wrap_realloc(void *old, size_t size)
{
    void *memory = fails() ? NULL : __real_realloc(old, size);
    live += memory != NULL && !old;
    return memory;
}
void *__wrap_aligned_alloc(size_t alignment, size_t size)
{
    void *memory = fails() ? NULL : __real_aligned_alloc(alignment, size);
    live += memory != NULL;
    return memory;
}
void __wrap_free(void *memory)
{
    live -= memory != NULL;
    __real_free(memory);
}

/* A few balls on a floor, which bounce, rest and roll; far: shapes that are not reached, so many
 * that pairs are sought. */
static ph_model *balls(int far)
{
    char text[40000], *at = text;
    at += sprintf(at, "gravity: [0, 0, -9.81]\nbodies:\n");
    for (int k = 0; k < 4; k++)
        at += sprintf(at,
                      "  ball_%d: {mass: 1, inertia: [0.004, 0.004, 0.004], position: [%g, 0, %g], "
                      "velocity: [%g, 0, 0]}\n",
                      k, 0.19 * k, 0.13 + 0.01 * k, 0.3 - 0.2 * k);
    at += sprintf(at, "shapes:\n  floor: {type: plane}\n"
                      "  step: {type: box, size: [1, 1, 0.1], at: [0.5, -0.5, -0.05]}\n");
    for (int k = 0; k < 4; k++)
        at += sprintf(at, "  s%d: {type: sphere, on: ball_%d, radius: 0.1}\n", k, k);
    for (int k = 0; k < far; k++)
        at += sprintf(at, "  far_%d: {type: sphere, at: [%d, 9, 9], radius: 0.2}\n", k, k);
    sprintf(at, "contacts: {all: {between: [everything], stiffness: 1e5, restitution: 0.5, "
                "friction: 0.4}}\nsimulate: {end: 0.15, every: 0.15}\n");
    return text_model("%s", text);
}

/* 1: no allocation had to fail. */
static int attempt(const ph_model *model, const char *method, long k)
{
    ph_options o = contact_options(model, method, 1e-3);
    if (ph_integrator_find(method)->traits & PH_FREE_BODIES) o.tolerance = 0, o.step = 1e-3;
    ph_diag *diag = ph_diag_create();
    const long before = live;
    countdown = k;
    ph_sim *sim = NULL;
    ph_status status = ph_sim_create(model, &o, diag, &sim);
    if (!status) status = ph_sim_run(sim, NULL, diag);
    const int unharmed = countdown >= 0;
    countdown = -1;
    /* a step gets by without what it can do without */
    const bool as_wanted = !status || (!unharmed && status == PH_E_NOMEM);
    CHECK(as_wanted);
    if (!as_wanted) printf("%s, k = %ld: %s\n", method, k, ph_status_name(status));
    ph_sim_free(sim);
    ph_diag_free(diag);
    CHECK(live == before - 1); /* the list of diagnostics is gone too */
    return unharmed;
}

/* Steps with all pairs in the pool allocate nothing, from the second on. */
static void nothing_allocates(const ph_model *model, const char *method)
{
    ph_options o = contact_options(model, method, 1e-3);
    if (ph_integrator_find(method)->traits & PH_FREE_BODIES) o.tolerance = 0, o.step = 1e-3;
    ph_sim *sim = must_create(model, &o);
    CHECK(ph_sim_step(sim, NULL) == PH_OK);
    const long before = count;
    while (ph_sim_time(sim) < 0.14 && ph_sim_step(sim, NULL) == PH_OK) continue;
    CHECK(ph_sim_time(sim) >= 0.14);
    if (count != before) printf("%s: steps allocated %ld times\n", method, count - before);
    CHECK(count == before);
    ph_sim_free(sim);
}

int main(void)
{
    static const char *const methods[] = {"galpha", "hht-euler", "liemid-ea"};
    for (int far = 0; far < 2; far++) {
        ph_model *model = balls(150 * far);
        for (int i = 0; i < 3; i++) {
            long k = 1;
            while (k < 5000 && !attempt(model, methods[i], k)) k++;
            printf("%s%s: %ld allocations\n", methods[i], far ? ", pairs sought" : "", k - 1);
            CHECK(k > 10 && k < 5000);
            if (!far) nothing_allocates(model, methods[i]);
        }
        ph_model_free(model);
    }
    return TEST_RESULT();
}
