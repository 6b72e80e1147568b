/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode plot: columns of one or several results as a figure, one panel per unit.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "command.h"
#include "plot.h"
#include "common/report.h"
#include "thin.h"

static const char me[] = "plot";
enum { MOST_CURVES = 200 };

/* --- results and columns --------------------------------------------------------------------- */

/* The first operand is a result; further ones are, where they are no columns of it. */
static bool choose(plot *p, int count, char **argv)
{
    const plot_options *o = p->option;
    const char **name = malloc((size_t)count * sizeof *name);
    int names = 0;
    bool good = name && overlay_add(&p->all, argv[1], me);
    if (!name) cli_error(me, "out of memory");
    for (int i = 2; i <= count && good; i++) {
        if (overlay_is_result(&p->all, argv[i]))
            good = overlay_add(&p->all, argv[i], me);
        else
            name[names++] = argv[i];
    }
    for (int i = 0; i < o->with.count && good; i++)
        good = overlay_add(&p->all, o->with.text[i], me);
    p->drawn = p->all.parts;
    if (good && o->minus) good = overlay_add(&p->all, o->minus, me);
    if (good && !names) {
        cli_error(me, "which columns? `polhode table %s --at 0` shows their names", argv[1]);
        good = false;
    }
    good = good && overlay_choose(&p->all, name, names, me) && overlay_choose_x(&p->all, o->x, me);
    if (good) p->columns = p->all.part[0].list.count;
    if (good && (long long)p->columns * p->drawn > MOST_CURVES) {
        cli_error(me, "%d curves are too many for one figure (at most %d)", p->columns * p->drawn,
                  MOST_CURVES);
        good = false;
    }
    if (good) p->named = name[0];
    free(name);
    return good;
}

/* --- curves ---------------------------------------------------------------------------------- */

/* Of a spectrum with a linear axis only what can be seen: up to a little above the last frequency
 * with a thousandth of the largest amplitude. */
static void cut_spectra(plot *p, int curves)
{
    double most = 0, end = 0;
    for (int i = 0; i < curves; i++) {
        const trace *t = &p->data[i];
        double high = 0;
        for (size_t k = 0; k < t->n; k++) high = fmax(high, t->y[k]);
        for (size_t k = 0; k < t->n; k++)
            if (t->y[k] > 1e-3 * high) end = fmax(end, 1.25 * t->x[k]);
        most = fmax(most, t->x[t->n - 1]);
    }
    if (!(end > 0) || end >= most) return;
    for (int i = 0; i < curves; i++)
        while (p->data[i].n > 2 && p->data[i].x[p->data[i].n - 1] > end) p->data[i].n--;
    cli_note("drawn to %.3g of %.3g Hz: beyond, nothing reaches a thousandth of the largest "
             "amplitude (--log y shows all)",
             end, most);
}

static void say_how(const plot *p, int curves)
{
    size_t rows = p->data[0].rows;
    bool resampled = false;
    for (int i = 0; i < curves; i++) resampled |= p->data[i].resampled;
    if (p->option->minus)
        cli_note("\"%s\" is interpolated by cubics to %zu times from %g to %g s of \"%s\"",
                 p->all.part[p->drawn].path, rows, p->data[0].begin, p->data[0].end,
                 p->all.part[0].path);
    if (p->kind == TRACE_SPECTRUM)
        cli_note("spectrum of %zu rows%s, mean taken off, Hann window", rows,
                 resampled ? ", by cubics at equal steps" : "");
    if (p->kind == TRACE_PHASE) cli_note("rates are slopes of parabolas through three rows each");
}

/* What a logarithmic axis leaves out; of a spectrum that is frequency zero, which nobody misses. */
static void say_what_is_missing(const plot *p, int curves)
{
    size_t missing = 0;
    for (int i = 0; i < curves && p->kind != TRACE_SPECTRUM; i++)
        for (size_t k = 0; k < p->data[i].n; k++)
            if ((p->figure.log_x && p->data[i].x[k] <= 0) ||
                (p->figure.log_y && p->data[i].y[k] <= 0))
                missing++;
    if (missing)
        cli_note("%zu points at or below zero are left out: the axis is logarithmic", missing);
}

/* Returns an exit status; -1: see the diagnostics, or out of memory. */
static int read_curves(plot *p, ph_diag *diag)
{
    const plot_options *o = p->option;
    int curves = p->drawn * p->columns;
    for (int i = 0; i < curves; i++) {
        const overlay_part *part = &p->all.part[i / p->columns], *less = &p->all.part[p->drawn];
        int which = i % p->columns;
        trace_wanted w = {p->kind, part->result, part->list.column[which], part->x, o->from,
                          o->to,   .command = me};
        if (o->minus) w.minus = less->result, w.minus_column = less->list.column[which];
        int status = trace_read(&p->data[i], &w, diag);
        if (status != CLI_DONE) return status;
    }
    say_how(p, curves);
    if (p->kind == TRACE_SPECTRUM && !p->figure.log_y) cut_spectra(p, curves);
    say_what_is_missing(p, curves);
    size_t most = 0;
    for (int i = 0; i < curves; i++) {
        trace *t = &p->data[i];
        size_t n = thin(t->x, t->y, t->n);
        if (n < t->n && t->n > most) most = t->n;
        p->curve[i].x = t->x;
        p->curve[i].y = t->y;
        p->curve[i].n = t->n = n;
    }
    if (most)
        cli_note("%zu %s drawn by the smallest and largest value of each of %d parts", most,
                 p->kind == TRACE_SPECTRUM ? "frequencies" : "rows", THIN_PARTS);
    return CLI_DONE;
}

/* --- the figure ------------------------------------------------------------------------------ */

/* COLUMN.svg beside the result. */
static char *default_output(const plot *p)
{
    static const char *const tail[] = {"", "-phase", "-spectrum"};
    const char *result = p->all.part[0].path;
    struct stat info;
    bool folder = stat(result, &info) == 0 && S_ISDIR(info.st_mode);
    const char *slash = strrchr(result, '/');
    int length = folder ? (int)strlen(result) : slash ? (int)(slash - result) + 1 : 0;
    size_t size = (size_t)length + strlen(p->named) + 24;
    char *path = malloc(size);
    if (path) {
        bool joint = folder && length > 0 && result[length - 1] != '/';
        int n = snprintf(path, size, "%.*s%s", length, result, joint ? "/" : "");
        snprintf(path + n, size - (size_t)n, "%s%s%s.svg", p->named, tail[p->kind],
                 p->option->minus ? "-difference" : "");
        for (char *c = path + n; *c; c++)
            if (*c == '/') *c = '_';
    }
    return path;
}

static bool parse_size(const char *text, figure *f)
{
    char tail;
    if (sscanf(text, "%5dx%5d%c", &f->width, &f->height, &tail) == 2 && f->width >= 200 &&
        f->height >= 150 && f->width <= 20000 && f->height <= 20000)
        return true;
    cli_error(me, "--size wants WIDTHxHEIGHT in pixels, from 200x150 on, not \"%s\"", text);
    return false;
}

/* Options that do not go together, or mean nothing. */
static bool check_options(plot *p)
{
    const plot_options *o = p->option;
    figure *f = &p->figure;
    if ((o->x != NULL) + o->phase + o->fft > 1) {
        cli_error(me, "--x, --phase and --fft: one at a time");
        return false;
    }
    if (o->log && strcmp(o->log, "x") != 0 && strcmp(o->log, "y") != 0 &&
        strcmp(o->log, "xy") != 0) {
        cli_error(me, "--log wants x, y or xy, not \"%s\"", o->log);
        return false;
    }
    f->log_x = o->log && o->log[0] == 'x';
    f->log_y = o->log && strcmp(o->log, "x") != 0;
    p->kind = o->phase ? TRACE_PHASE : o->fft ? TRACE_SPECTRUM : TRACE_OVER;
    return (!o->output || figure_check_output(o->output, me)) &&
           (!o->size || parse_size(o->size, f));
}

/* Returns an exit status; -1: see the diagnostics, or out of memory. */
static int make_plot(plot *p, int count, char **argv, ph_diag *diag)
{
    const plot_options *o = p->option;
    figure *f = &p->figure;
    if (!check_options(p) || !choose(p, count, argv)) return CLI_USAGE;
    size_t n = (size_t)p->columns * (size_t)p->drawn;
    p->curve = calloc(n, sizeof *p->curve);
    p->data = calloc(n, sizeof *p->data);
    p->legend = calloc(n, sizeof *p->legend);
    if (!p->curve || !p->data || !p->legend) return -1;
    int status = plot_panels(p);
    if (status == CLI_DONE) status = read_curves(p, diag);
    if (status == CLI_DONE) status = plot_labels(p);
    if (status != CLI_DONE) return status;
    p->output = o->output ? strdup(o->output) : default_output(p);
    if (!p->output) return -1;
    f->title = p->title;
    f->x_label = p->x_label;
    f->y_label = (const char *const *)p->label;
    f->room_x = p->kind == TRACE_PHASE || p->all.part[0].x >= 0;
    f->curve = p->curve;
    f->curves = (int)n;
    f->output = p->output;
    f->parts = p->drawn;
    status = figure_write(f, me);
    if (status == CLI_DONE) fprintf(stderr, "wrote %s\n", f->output);
    return status;
}

static void free_plot(plot *p)
{
    int curves = p->drawn * p->columns;
    for (int i = 0; i < curves && p->data; i++) trace_free(&p->data[i]);
    for (int i = 0; i < curves && p->legend; i++) free(p->legend[i]);
    for (int i = 0; i < FIGURE_PANELS; i++) {
        free(p->label[i]);
        free(p->unit[i]);
    }
    free(p->data);
    free(p->legend);
    free(p->curve);
    free(p->title);
    free(p->x_label);
    free(p->output);
    overlay_free(&p->all);
}

int cmd_plot(int argc, char **argv)
{
    plot_options o = {.from = NAN, .to = NAN};
    const cli_option option[] = {
        {"output", 'o', CLI_TEXT, &o.output, "FIG", "the figure: .svg, .png or .pdf",
         "COLUMN.svg beside the result"},
        {"title", 0, CLI_TEXT, &o.title, "TEXT", "its title", "the model's title"},
        {"x", 0, CLI_TEXT, &o.x, "COLUMN", "column along the x axis", "time"},
        {"phase", 0, CLI_FLAG, &o.phase, NULL, "the rate of each column over the column", NULL},
        {"fft", 0, CLI_FLAG, &o.fft, NULL,
         "the spectrum: amplitude over frequency, with a Hann window", NULL},
        {"with", 0, CLI_TEXTS, &o.with, "RESULT",
         "draw the same columns of it too; may be repeated", NULL},
        {"minus", 0, CLI_TEXT, &o.minus, "RESULT",
         "take its columns off, interpolated to the same times", NULL},
        {"from", 0, CLI_NUMBER, &o.from, "T", "first time [s]", NULL},
        {"to", 0, CLI_NUMBER, &o.to, "T", "last time [s]", NULL},
        {"log", 0, CLI_TEXT, &o.log, "AXES", "logarithmic axes: x, y or xy", NULL},
        {"size", 0, CLI_TEXT, &o.size, "WxH", "in pixels", "860 wide, by the number of panels"},
        {0},
    };
    const cli_syntax syntax = {
        me,
        "RESULT.. COLUMN..",
        "Draws columns of a result over time, columns of one unit in one panel; of several "
        "results\n"
        "in the same panels. RESULT is a result.h5 or its folder. A COLUMN is a name like\n"
        "top.pos.x, or the beginning of several: top.pos, top. Needs gnuplot.\n",
        option,
        2,
        -1};
    int count;
    int status = cli_parse(&syntax, argc, argv, &count);
    if (status < 0) {
        ph_diag *diag = ph_diag_create();
        plot p = {.option = &o};
        status = diag ? make_plot(&p, count, argv, diag) : -1;
        if (status < 0 && (!diag || ph_diag_errors(diag) == 0)) cli_error(me, "out of memory");
        cli_report(diag);
        ph_diag_free(diag);
        free_plot(&p);
        if (status < 0) status = CLI_FAILED;
    }
    free(o.with.text);
    return status;
}
