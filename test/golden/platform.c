/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The C library chooses between versions of its functions when a program starts, by processor and
 * by settings of the user; their last bits differ. So the name holds, beside what can be asked for,
 * what these functions say.
 */
#include "platform.h"

#include <klu.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#ifdef __GLIBC__
#include <gnu/libc-version.h>
#endif
#ifdef GOLDEN_IDA
#include <sundials/sundials_config.h>
#else
#define SUNDIALS_VERSION "none"
#endif
#include "hash.h"

const char *platform_unfit(void)
{
    if (GOLDEN_SANITIZE) return "a build with sanitizers";
    if (strcmp(GOLDEN_BUILD, "Release") != 0) return "not a Release build";
    return NULL;
}

static const char *c_library(void)
{
#ifdef __GLIBC__
    return gnu_get_libc_version();
#else
    return "other";
#endif
}

static const char *processor(void)
{
#if defined __x86_64__
    return __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") ? "x86_64-fma"
                                                                           : "x86_64";
#elif defined __aarch64__
    return "aarch64";
#else
    return "other";
#endif
}

/* What the functions say whose last bit is the library's affair. They are called through pointers,
 * so that no compiler puts its own in their place. */
static uint64_t functions(void)
{
    static double (*const volatile one[])(double) = {sin,  cos,  tan,  exp,  log,  log10,
                                                     sinh, cosh, tanh, cbrt, atan, expm1};
    static double (*const volatile two[])(double, double) = {pow, atan2, hypot, fmod};
    uint64_t h = HASH_SEED;
    for (int i = 1; i <= 2000; i++) {
        double x = 0.0137 * i, y;
        for (size_t k = 0; k < sizeof one / sizeof one[0]; k++) {
            y = one[k](x);
            h = hash_bytes(h, &y, sizeof y);
        }
        for (size_t k = 0; k < sizeof two / sizeof two[0]; k++) {
            y = two[k](x, 1.7);
            h = hash_bytes(h, &y, sizeof y);
        }
    }
    return h;
}

void platform_name(char *text, size_t size)
{
    char flags[32] = "";
    if (*GOLDEN_FLAGS)
        snprintf(flags, sizeof flags, "-flags-%08x",
                 hash_short(hash_text(HASH_SEED, GOLDEN_FLAGS)));
    snprintf(text, size, "%s%s-libc-%s-%s-libm-%08x-klu-%d.%d.%d-ida-%s", GOLDEN_COMPILER, flags,
             c_library(), processor(), hash_short(functions()), KLU_MAIN_VERSION, KLU_SUB_VERSION,
             KLU_SUBSUB_VERSION, SUNDIALS_VERSION);
}
