/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Making a mechanism, and dropping rows of it, when the k-th allocation fails, for every k: an
 * error, never a crash, and nothing is lost. The linker sends the allocators here.
 */
#include "compiled.h"
#include "mech/equations/mechanism.h"
#include "mech/system/system.h"
#include "mechanism_models.h"

void *__real_malloc(size_t size);
void *__real_calloc(size_t count, size_t size);
void *__real_realloc(void *old, size_t size);
void __real_free(void *old);
void *__wrap_malloc(size_t size);
void *__wrap_calloc(size_t count, size_t size);
void *__wrap_realloc(void *old, size_t size);
void __wrap_free(void *old);

static long left = -1; /* allocations until failure; < 0: none fails */
static long live;

static bool refuse(void)
{
    if (left < 0) return false;
    return left-- == 0 || left < 0;
}
static void *counted(void *p)
{
    live += p != NULL;
    return p;
}
void *__wrap_malloc(size_t size)
{
    return refuse() ? NULL : counted(__real_malloc(size));
}
void *__wrap_calloc(size_t count, size_t size)
{
    return refuse() ? NULL : counted(__real_calloc(count, size));
}
void *__wrap_realloc(void *old, size_t size)
{
    if (refuse()) return NULL;
    void *p = __real_realloc(old, size);
    live += p && !old;
    return p;
}
void __wrap_free(void *old)
{
    live -= old != NULL;
    __real_free(old);
}

/* One attempt; true when no allocation failed. */
static bool attempt(const ph_model *model, long k)
{
    phk_system *sys = NULL;
    phk_mechanism *m = NULL;
    int row[] = {1, 4};
    long before = live;
    left = k;
    ph_status status = compile_system(model, NULL, &sys);
    if (!status) status = phk_mechanism_create(sys, NULL, &m);
    if (!status) status = phk_mechanism_drop(m, 2, row);
    bool unharmed = left >= 0;
    left = -1;
    CHECK(status == (unharmed ? PH_OK : PH_E_NOMEM));
    phk_mechanism_free(m);
    compiled_free(sys);
    CHECK(live == before);
    return unharmed;
}

int main(void)
{
    ph_model *model[] = {everything_model(), equations_model(), measures_model(),
                         solved_measures_model()};
    for (int i = 0; i < 4; i++) {
        long k = 0;
        while (k < 5000 && !attempt(model[i], k)) k++;
        CHECK(k > 10 && k < 5000);
        printf("%ld allocations\n", k);
        ph_model_free(model[i]);
    }
    return TEST_RESULT();
}
