/* SPDX-License-Identifier: BSD-3-Clause
 *
 * own_malloc.h -- a malloc in front of the C library's, for this program and the libraries it
 * uses: the k-th allocation can be made to fail, and blocks in use are counted. Not under the
 * address sanitizer, which does the same: OWN_MALLOC is 0 then, and this is the whole program,
 * which says so.
 */
#ifndef OWN_MALLOC_H
#define OWN_MALLOC_H

#include <errno.h>
#include "harness.h"

#if !defined(__GLIBC__) || defined(__SANITIZE_ADDRESS__)
#define OWN_MALLOC 0
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define OWN_MALLOC 0
#endif
#endif
#ifndef OWN_MALLOC
#define OWN_MALLOC 1
#endif

#if OWN_MALLOC
extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void __libc_free(void *memory);

/* visible to the other libraries */
#define SHARED __attribute__((visibility("default")))

static long countdown = -1; /* allocations until one fails; negative: none does */
static long live;           /* blocks in use */
static long taken;          /* allocations so far */

static int fails(void)
{
    taken++;
    if (countdown > 0) countdown--;
    if (countdown != 0) return 0;
    countdown = -1;
    errno = ENOMEM;
    return 1;
}

SHARED void *malloc(size_t size)
{
    void *memory = fails() ? NULL : __libc_malloc(size);
    live += memory != NULL;
    return memory;
}

SHARED void *calloc(size_t count, size_t size)
{
    void *memory = fails() ? NULL : __libc_calloc(count, size);
    live += memory != NULL;
    return memory;
}

SHARED void *realloc(void *old, size_t size)
{
    void *memory = fails() ? NULL : __libc_realloc(old, size);
    live += memory != NULL && !old;
    return memory;
}

SHARED void free(void *memory)
{
    live -= memory != NULL;
    __libc_free(memory);
}
#else
int main(void)
{
    if (!harness_passed && !harness_failed) TEST_SKIP("needs a malloc of its own");
    return TEST_RESULT();
}
#endif

#endif
