/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a summary says of what held the steps of a run: each line by itself, and nothing where there
 * is nothing to tell.
 */
#include "run/limits.h"
#include "harness.h"

/* All the text of a run that ended at 10 s. */
static const char *say(const ph_options *o, const ph_stats *n, const double *time, int breaks,
                       void (*write)(const limits *, FILE *))
{
    static char text[2000];
    memset(text, 0, sizeof text);
    FILE *out = fmemopen(text, sizeof text - 1, "w");
    if (!out) return NULL;
    limits l = {o, n, 10, time, breaks, 101};
    write(&l, out);
    fclose(out);
    return text;
}

static void lines(void)
{
    ph_options o = {.tolerance = 1e-10};
    ph_stats n = {.steps = 12345, .largest_step = 0.2};
    CHECK_TEXT(say(&o, &n, NULL, 0, limits_print), "");

    n.rounded = 678, n.rounding = 5e-8;
    CHECK_TEXT(say(&o, &n, NULL, 0, limits_print),
               "held by rounding       678 of 12345 steps, at worst as by a tolerance of 5e-08\n");
    /* it decided, but for nothing worse than was asked for */
    n.rounding = 0.9e-10;
    CHECK_TEXT(say(&o, &n, NULL, 0, limits_print), "");

    n = (ph_stats){.steps = 50, .longest = 45, .largest_step = 0.2};
    CHECK_TEXT(say(&o, &n, NULL, 0, limits_print),
               "held by max_step       45 of 50 steps, 0.2 s long (a fiftieth of the run)\n");
    o.max_step = 0.2;
    CHECK_TEXT(say(&o, &n, NULL, 0, limits_print),
               "held by max_step       45 of 50 steps, 0.2 s long\n");

    n = (ph_stats){.steps = 50, .shortest = 3};
    o.min_step = 1e-6;
    CHECK_TEXT(say(&o, &n, NULL, 0, limits_print),
               "held by min_step       3 of 50 steps, 1e-06 s long\n");

    n = (ph_stats){.steps = 50, .limited = 7};
    CHECK_TEXT(say(&o, &n, NULL, 0, limits_print),
               "held by contacts       7 of 50 steps, so that nothing passes through anything\n");

    n = (ph_stats){.steps = 50, .settled = 99};
    CHECK_TEXT(say(&o, &n, NULL, 0, limits_print),
               "brought into balance   99 of 101 rows, for stiff forces\n");
}

static void breaks(void)
{
    ph_options o = {.tolerance = 1e-4};
    ph_stats n = {.steps = 50};
    /* what lies at or before the start, and from the end on, was not met */
    double time[20] = {-1, 0, 0.5, 1.25, 10, 11};
    CHECK_TEXT(say(&o, &n, time, 6, limits_print), "corners at             0.5, 1.25 s\n");
    CHECK_TEXT(say(&o, &n, time, 2, limits_print), "");
    CHECK_TEXT(say(&o, &n, time + 4, 2, limits_print), "");
    for (int i = 0; i < 20; i++) time[i] = 0.25 * (i + 1);
    CHECK_TEXT(say(&o, &n, time, 6, limits_print),
               "corners at             0.25, 0.5, 0.75, 1, 1.25, 1.5 s\n");
    CHECK_TEXT(say(&o, &n, time, 17, limits_print),
               "corners at             0.25, 0.5, 0.75, 1, 1.25 s and 12 more\n");
}

static void as_json(const limits *l, FILE *out)
{
    ph_json j = {.out = out, .spaced = true, .lines = 1};
    ph_json_begin(&j, NULL, '{');
    limits_json(l, &j);
    ph_json_end(&j);
}

static void json(void)
{
    ph_options o = {.tolerance = 1e-4};
    ph_stats n = {.longest = 1, .shortest = 2, .rounded = 3, .rounding = 0.5, .settled = 4};
    double time[] = {0, 0.5, 2};
    CHECK_TEXT(say(&o, &n, time, 3, as_json),
               "{\n  \"longest\": 1,\n  \"shortest\": 2,\n  \"rounded\": 3,\n  \"rounding\": 0.5,\n"
               "  \"settled\": 4,\n  \"breaks\": [0.5, 2]\n}");
    CHECK_TEXT(say(&o, &n, NULL, 0, as_json),
               "{\n  \"longest\": 1,\n  \"shortest\": 2,\n  \"rounded\": 3,\n  \"rounding\": 0.5,\n"
               "  \"settled\": 4,\n  \"breaks\": []\n}");
    n = (ph_stats){.limited = 5, .leapt = 6};
    CHECK_TEXT(say(&o, &n, NULL, 0, as_json),
               "{\n  \"longest\": 0,\n  \"shortest\": 0,\n  \"limited\": 5,\n  \"leapt\": 6,\n"
               "  \"rounded\": 0,\n  \"rounding\": 0,\n  \"settled\": 0,\n  \"breaks\": []\n}");
}

int main(void)
{
    lines();
    breaks();
    json();
    return TEST_RESULT();
}
