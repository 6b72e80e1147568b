/* SPDX-License-Identifier: BSD-3-Clause */
#include "limits.h"

/* Times a line has room for. */
enum { MOST_TIMES = 5 };

static void print_rounding(const limits *l, FILE *out)
{
    const ph_stats *n = l->stats;
    if (!(n->rounded > 0 && n->rounding > l->options->tolerance)) return;
    fprintf(out, "%-22s %lld of %lld steps, at worst as by a tolerance of %.2g\n",
            "held by rounding", n->rounded, n->steps, n->rounding);
}

static void print_bounds(const limits *l, FILE *out)
{
    const ph_stats *n = l->stats;
    if (n->longest > 0)
        fprintf(out, "%-22s %lld of %lld steps, %.3g s long%s\n", "held by max_step", n->longest,
                n->steps, n->largest_step,
                l->options->max_step > 0 ? "" : " (a fiftieth of the run)");
    if (n->shortest > 0)
        fprintf(out, "%-22s %lld of %lld steps, %.3g s long\n", "held by min_step", n->shortest,
                n->steps, l->options->min_step);
    if (n->limited > 0)
        fprintf(out, "%-22s %lld of %lld steps, so that nothing passes through anything\n",
                "held by contacts", n->limited, n->steps);
    if (n->sampled > 0)
        fprintf(out, "%-22s %lld of %lld steps\n", "held by samples", n->sampled, n->steps);
}

/* Breaks within what was run; *first: the first of them. */
static int breaks_met(const limits *l, int *first)
{
    int end = 0;
    *first = 0;
    while (*first < l->breaks && !(l->break_time[*first] > l->options->start)) ++*first;
    for (end = *first; end < l->breaks && l->break_time[end] < l->time;) end++;
    return end - *first;
}

static void print_breaks(const limits *l, FILE *out)
{
    int first, count = breaks_met(l, &first);
    if (count == 0) return;
    /* one more takes no more room than to say that there is one */
    int shown = count <= MOST_TIMES + 1 ? count : MOST_TIMES;
    fprintf(out, "%-22s ", "corners at");
    for (int i = 0; i < shown; i++) fprintf(out, "%s%g", i ? ", " : "", l->break_time[first + i]);
    fputs(" s", out);
    if (count > shown) fprintf(out, " and %d more", count - shown);
    fputc('\n', out);
}

void limits_print(const limits *l, FILE *out)
{
    print_rounding(l, out);
    print_bounds(l, out);
    print_breaks(l, out);
    if (l->stats->settled > 0)
        fprintf(out, "%-22s %lld of %lld rows, for stiff forces\n", "brought into balance",
                l->stats->settled, l->rows);
}

void limits_json(const limits *l, ph_json *j)
{
    const ph_stats *n = l->stats;
    int first, count = breaks_met(l, &first);
    ph_json_int(j, "longest", n->longest);
    ph_json_int(j, "shortest", n->shortest);
    /* of runs with contacts only */
    if (n->limited > 0) ph_json_int(j, "limited", n->limited);
    if (n->leapt > 0) ph_json_int(j, "leapt", n->leapt);
    /* of runs with events of equal times only */
    if (n->sampled > 0) ph_json_int(j, "sampled", n->sampled);
    ph_json_int(j, "rounded", n->rounded);
    ph_json_number(j, "rounding", n->rounding);
    ph_json_int(j, "settled", n->settled);
    ph_json_begin(j, "breaks", '[');
    for (int i = 0; i < count; i++) ph_json_number(j, NULL, l->break_time[first + i]);
    ph_json_end(j);
}
