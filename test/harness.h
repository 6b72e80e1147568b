/* SPDX-License-Identifier: BSD-3-Clause
 *
 * harness.h -- checks for test programs. A test is a function; main runs them and returns
 * TEST_RESULT(). TEST_SKIP leaves a program with the code ctest shows as skipped.
 */
#ifndef HARNESS_H
#define HARNESS_H

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int harness_failed, harness_passed;

#define CHECK(condition)                                                                           \
    do {                                                                                           \
        if (condition) {                                                                           \
            harness_passed++;                                                                      \
        } else {                                                                                   \
            harness_failed++;                                                                      \
            printf("%s:%d: failed: %s\n", __FILE__, __LINE__, #condition);                         \
        }                                                                                          \
    } while (0)

/* |got - want| <= tolerance, with the numbers in the message. Fails on NaN. */
#define CHECK_NEAR(got, want, tolerance)                                                           \
    do {                                                                                           \
        double g_ = (got), w_ = (want), t_ = (tolerance);                                          \
        if (fabs(g_ - w_) <= t_) {                                                                 \
            harness_passed++;                                                                      \
        } else {                                                                                   \
            harness_failed++;                                                                      \
            printf("%s:%d: failed: %s = %.17g, want %.17g +- %.3g (off by %.3g)\n", __FILE__,      \
                   __LINE__, #got, g_, w_, t_, fabs(g_ - w_));                                     \
        }                                                                                          \
    } while (0)

/* |got / want - 1| <= tolerance */
#define CHECK_RATIO(got, want, tolerance) CHECK_NEAR(got, want, (tolerance)*fabs(want))

#define CHECK_TEXT(got, want)                                                                      \
    do {                                                                                           \
        const char *g_ = (got), *w_ = (want);                                                      \
        if (g_ && strcmp(g_, w_) == 0) {                                                           \
            harness_passed++;                                                                      \
        } else {                                                                                   \
            harness_failed++;                                                                      \
            printf("%s:%d: failed: %s is\n  \"%s\", want\n  \"%s\"\n", __FILE__, __LINE__, #got,   \
                   g_ ? g_ : "(null)", w_);                                                        \
        }                                                                                          \
    } while (0)

#define TEST_SKIP(reason)                                                                          \
    do {                                                                                           \
        printf("skipped: %s\n", reason);                                                           \
        return 77;                                                                                 \
    } while (0)

#define TEST_RESULT()                                                                              \
    (printf("%d checks passed, %d failed\n", harness_passed, harness_failed),                      \
     harness_failed || !harness_passed)

#endif
