/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A convergence study as a table, as CSV and as a log-log figure.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "command.h"
#include "converge.h"
#include "plot/figure.h"
#include "common/report.h"

static const char *const error_name[ERRORS] = {"attitude", "momentum", "position", "velocity"};
static const char *const error_unit[ERRORS] = {"rad", "kg m^2/s", "m", "m/s"};

static bool known(const converge_study *s, int e)
{
    for (int i = 0; i < s->methods * s->steps; i++)
        if (!isnan(s->run[i].error[e])) return true;
    return false;
}

void converge_print(const converge_study *s, FILE *out)
{
    fprintf(out, "%-17s %-10s", "integrator", s->by_tolerance ? "tolerance" : "h");
    for (int e = 0; e < ERRORS; e++)
        if (known(s, e)) fprintf(out, " %-10s %-6s", error_name[e], "order");
    fprintf(out, " %s%s\n", "evaluations", s->by_tolerance ? " steps" : "");
    for (int m = 0; m < s->methods; m++)
        for (int k = 0; k < s->steps; k++) {
            const converge_run *run = &s->run[m * s->steps + k];
            fprintf(out, "%-17s %-10.5g", k ? "" : s->method[m], s->step[k]);
            if (run->status < 0) {
                fprintf(out, " failed: %s\n", run->message);
                continue;
            }
            for (int e = 0; e < ERRORS; e++) {
                if (!known(s, e)) continue;
                fprintf(out, " %-10.3e", run->error[e]);
                if (isfinite(run->order[e]))
                    fprintf(out, " %-6.2f", run->order[e]);
                else
                    fprintf(out, " %-6s", "");
            }
            fprintf(out, " %-*lld", s->by_tolerance ? 11 : 0, run->evaluations);
            if (s->by_tolerance) fprintf(out, " %lld", run->steps);
            fputc('\n', out);
        }
}

static void csv_number(FILE *out, double value)
{
    if (isfinite(value))
        fprintf(out, ",%.17g", value);
    else
        fputc(',', out);
}

void converge_csv(const converge_study *s, FILE *out)
{
    fprintf(out, "integrator,%s", s->by_tolerance ? "tolerance" : "h");
    for (int e = 0; e < ERRORS; e++)
        if (known(s, e)) fprintf(out, ",%s,%s_order", error_name[e], error_name[e]);
    fprintf(out, ",evaluations%s\n", s->by_tolerance ? ",steps" : "");
    for (int m = 0; m < s->methods; m++)
        for (int k = 0; k < s->steps; k++) {
            const converge_run *run = &s->run[m * s->steps + k];
            fprintf(out, "%s,%.17g", s->method[m], s->step[k]);
            for (int e = 0; e < ERRORS; e++) {
                if (!known(s, e)) continue;
                csv_number(out, run->error[e]);
                csv_number(out, run->order[e]);
            }
            fprintf(out, ",%lld", run->evaluations);
            if (s->by_tolerance) fprintf(out, ",%lld", run->steps);
            fputc('\n', out);
        }
}

/* Slopes to compare with: lines of order 1, 2 and 4 from the upper right corner of a panel. */
enum { SLOPES = 3 };
typedef struct {
    double x[2], y[2];
} slope_line;

static int add_slopes(const converge_study *s, int e, int panel, slope_line *line,
                      figure_curve *curve)
{
    static const int order[SLOPES] = {1, 2, 4};
    double h_min = HUGE_VAL, h_max = 0, min = HUGE_VAL, max = 0;
    for (int i = 0; i < s->methods * s->steps; i++) {
        double error = s->run[i].error[e], h = s->step[i % s->steps];
        if (!isfinite(error) || error <= 0) continue;
        h_min = fmin(h_min, h), h_max = fmax(h_max, h);
        min = fmin(min, error), max = fmax(max, error);
    }
    if (!(h_min < h_max) || !(min < max)) return 0;
    for (int k = 0; k < SLOPES; k++) {
        /* a steep one ends at the lower edge */
        double x = fmax(h_min, h_max * pow(min / max, 1.0 / order[k]));
        line[k] = (slope_line){{h_max, x}, {max, max * pow(x / h_max, order[k])}};
        curve[k] = (figure_curve){line[k].x, line[k].y,    2, panel || k ? "" : "slopes 1, 2, 4",
                                  panel,     FIGURE_DASHED};
    }
    return SLOPES;
}

/* One panel for each known error, one curve for each method. */
static int draw(const converge_study *s, const char *path)
{
    slope_line slope[ERRORS * SLOPES];
    int panels = 0, curves = 0, status = CLI_FAILED;
    char label[ERRORS][64];
    const char *labels[ERRORS];
    figure_curve *curve = calloc(((size_t)s->methods + SLOPES) * ERRORS, sizeof *curve);
    double *y = calloc((size_t)s->methods * (size_t)s->steps * ERRORS, sizeof *y);
    for (int e = 0; curve && y && e < ERRORS; e++) {
        if (!known(s, e)) continue;
        snprintf(label[panels], sizeof label[panels], "%s error [%s]", error_name[e],
                 error_unit[e]);
        labels[panels] = label[panels];
        for (int m = 0; m < s->methods; m++) {
            double *to = y + (size_t)(panels * s->methods + m) * (size_t)s->steps;
            for (int k = 0; k < s->steps; k++) to[k] = s->run[m * s->steps + k].error[e];
            curve[curves++] = (figure_curve){
                s->step, to, (size_t)s->steps, panels ? "" : s->method[m], panels, FIGURE_BOTH};
        }
        curves += add_slopes(s, e, panels, slope + panels * SLOPES, curve + curves);
        panels++;
    }
    const char *title = ph_model_title(s->model);
    const char *axis = s->by_tolerance ? "tolerance" : "step size h [s]";
    figure f = {.title = title,
                .x_label = axis,
                .y_label = labels,
                .panels = panels,
                .log_x = true,
                .log_y = true,
                .curve = curve,
                .curves = curves,
                .output = path};
    if (panels) status = figure_write(&f, "converge");
    free(curve);
    free(y);
    return status;
}

int converge_files(const converge_study *s, const char *directory)
{
    char path[4096];
    if (mkdir(directory, 0777) != 0 && errno != EEXIST) {
        cli_error("converge", "cannot make %s: %s", directory, strerror(errno));
        return CLI_FAILED;
    }
    snprintf(path, sizeof path, "%s/converge.csv", directory);
    FILE *out = fopen(path, "w");
    if (!out) {
        cli_error("converge", "cannot write %s: %s", path, strerror(errno));
        return CLI_FAILED;
    }
    converge_csv(s, out);
    int bad = ferror(out);
    if (fclose(out) != 0 || bad) {
        cli_error("converge", "cannot write %s: %s", path, strerror(errno));
        return CLI_FAILED;
    }
    snprintf(path, sizeof path, "%s/converge.svg", directory);
    return draw(s, path);
}
