/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode table: columns of a result as CSV, with all 17 digits.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "common/columns.h"
#include "command.h"
#include "common/csv.h"
#include "common/options.h"
#include "common/report.h"
#include "common/sample.h"

static const char me[] = "table";
enum { MOST_ROWS = 1000000000 };

static bool print_at(sampler *s, double t, double *value)
{
    static const char *const form[] = {"", "", "a line through 2", "a parabola through 3",
                                       "a cubic through 4"};
    double time;
    int points = sampler_at(s, t, &time, value);
    if (points == 0) return false;
    csv_row(stdout, time, value, s->wanted);
    if (points > 1) cli_note("no row is stored at t = %g s: %s rows around it", t, form[points]);
    return true;
}

static bool print_every(sampler *s, double dt, double *value)
{
    long long between = 0, rows = 0;
    for (; !cli_output_failed(); rows++) {
        double t = s->begin + (double)rows * dt, time;
        if (t > s->end && !sample_same_time(t, s->end)) break;
        int points = sampler_at(s, t, &time, value);
        if (points == 0) return false;
        between += points > 1;
        csv_row(stdout, time, value, s->wanted);
    }
    if (between)
        cli_note("%lld of %lld rows lie between stored ones: cubics through the rows around them",
                 between, rows);
    return true;
}

/* True when the times asked for make sense for the result; else a complaint. */
static bool in_range(const sampler *s, double at, double every)
{
    if (isnan(at)) {
        if ((s->end - s->begin) / every < MOST_ROWS) return true;
        cli_error(me, "--every %g would give more than %d rows", every, MOST_ROWS);
        return false;
    }
    if ((at >= s->begin && at <= s->end) || sample_same_time(at, s->begin) ||
        sample_same_time(at, s->end))
        return true;
    cli_error(me, "--at %g is outside the result, which covers %.17g to %.17g s", at, s->begin,
              s->end);
    return false;
}

/* --at or --every. Returns the exit status; -1: see the diagnostics. */
static int print_samples(ph_result *result, const cli_columns *list, double at, double every,
                         ph_diag *diag)
{
    if (ph_result_rows(result) == 0) {
        cli_error(me, "the result has no rows");
        return CLI_USAGE;
    }
    sampler *s = calloc(1, sizeof *s);
    double *value = malloc(((size_t)list->count + 1) * sizeof *value);
    int status = -1;
    if (s && value && sampler_open(s, result, list->column, list->count, diag)) {
        if (!in_range(s, at, every))
            status = CLI_USAGE;
        else if (csv_header(stdout, result, list) &&
                 (isnan(at) ? print_every(s, every, value) : print_at(s, at, value)))
            status = CLI_DONE;
    }
    if (s) sampler_close(s);
    free(s);
    free(value);
    return status;
}

static int print_table(ph_result *result, const cli_columns *list, double at, double every)
{
    ph_diag *diag = ph_diag_create();
    int status = -1;
    if (diag && isnan(at) && isnan(every))
        status = csv_all(stdout, result, list, diag) ? CLI_DONE : -1;
    else if (diag)
        status = print_samples(result, list, at, every, diag);
    if (status < 0 && (!diag || ph_diag_errors(diag) == 0)) cli_error(me, "out of memory");
    cli_report(diag);
    ph_diag_free(diag);
    return status < 0 ? CLI_FAILED : status;
}

int cmd_table(int argc, char **argv)
{
    double at = NAN, every = NAN;
    const cli_option option[] = {
        {"at", 0, CLI_NUMBER, &at, "T", "one row, at time T [s]", NULL},
        {"every", 0, CLI_POSITIVE, &every, "DT", "a row every DT [s] from the first time on",
         "every stored row"},
        {0},
    };
    const cli_syntax syntax = {
        me,
        "RESULT [COLUMN..]",
        "Prints columns of a result as CSV: a line time,COLUMN,..., then the rows with 17 digits.\n"
        "RESULT is a result.h5 or its folder. A COLUMN is a name like top.pos.x, or the beginning\n"
        "of several: top.pos, top. Without any, all are printed. Between stored rows values are\n"
        "interpolated, with a note on standard error.\n",
        option,
        1,
        -1};
    int count;
    int status = cli_parse(&syntax, argc, argv, &count);
    if (status >= 0) return status;
    if (!isnan(at) && !isnan(every)) {
        cli_error(me, "--at and --every exclude each other");
        return CLI_USAGE;
    }
    ph_result *result = cli_open_result(argv[1]);
    if (!result) return CLI_USAGE;
    cli_columns list = {0};
    bool good = count > 1 || cli_columns_all(&list, me, result);
    /* all wrong names are told; time is always there and needs no asking */
    for (int i = 2; i <= count; i++)
        if (strcmp(argv[i], "time") != 0) good &= cli_columns_add(&list, me, result, argv[i]);
    status = good ? print_table(result, &list, at, every) : CLI_USAGE;
    cli_columns_free(&list);
    ph_result_close(result);
    return status;
}
