/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode plot: columns of a result as a figure, one panel per unit.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "columns.h"
#include "command.h"
#include "figure.h"
#include "options.h"
#include "report.h"
#include "sample.h"
#include "thin.h"

static const char me[] = "plot";
enum { MOST_CURVES = 200 };

typedef struct {
    const char *output, *title, *x, *size;
    double from, to; /* [s] */
} plot_options;

/* Everything a figure of a result needs; freed as one. */
typedef struct {
    ph_result *result;
    cli_columns list;
    int x; /* column of the x axis; -1: time */
    thinned *data;
    figure_curve *curve;
    char **name;
    char *label[FIGURE_PANELS];
    const char *unit[FIGURE_PANELS];
    char *x_label, *output;
    figure figure;
} plot;

static char *text_of(const char *name, const char *unit)
{
    size_t size = strlen(name) + strlen(unit) + 4;
    char *text = malloc(size);
    if (text)
        snprintf(text, size, *unit ? "%s%s[%s]" : "%s%s%s", name, *name && *unit ? " " : "", unit);
    return text;
}

/* Shortens `common` to what it shares with `name`, ending at a dot. */
static void share(char *common, const char *name)
{
    size_t n = 0;
    while (common[n] && common[n] == name[n]) n++;
    if (common[n] || (name[n] && name[n] != '.')) {
        while (n > 0 && common[n] != '.') n--;
    }
    common[n] = '\0';
}

/* One panel per unit, in order of appearance. A panel is called by what its curves share. */
static bool make_panels(plot *p)
{
    figure *f = &p->figure;
    for (int i = 0; i < p->list.count; i++) {
        const char *unit = ph_result_column_unit(p->result, p->list.column[i]);
        int panel = 0;
        while (panel < f->panels && strcmp(p->unit[panel], unit) != 0) panel++;
        if (panel == FIGURE_PANELS) {
            cli_error(me, "more than %d different units are too many for one figure",
                      FIGURE_PANELS);
            return false;
        }
        p->name[i] = cli_column_name(p->result, p->list.column[i]);
        if (!p->name[i]) return false;
        if (panel == f->panels) {
            p->unit[f->panels++] = unit;
            p->label[panel] = cli_column_name(p->result, p->list.column[i]);
            if (!p->label[panel]) return false;
        }
        share(p->label[panel], p->name[i]);
        p->curve[i].panel = panel;
        p->curve[i].label = p->name[i];
    }
    for (int k = 0; k < f->panels; k++) {
        char *text = text_of(p->label[k], p->unit[k]);
        if (!text) return false;
        /* a lone curve is named by its axis and needs no legend */
        int curves = 0, last = 0;
        for (int i = 0; i < p->list.count; i++)
            if (p->curve[i].panel == k) curves++, last = i;
        if (curves == 1) p->curve[last].label = "";
        free(p->label[k]);
        p->label[k] = text;
    }
    return true;
}

/* Rows between the times --from and --to. */
static bool row_range(plot *p, const plot_options *o, ph_diag *diag, long long *first,
                      long long *count)
{
    long long rows = ph_result_rows(p->result);
    sampler *s = calloc(1, sizeof *s);
    bool good = s && rows > 0 && sampler_open(s, p->result, NULL, 0, diag);
    if (good) {
        *first = isnan(o->from) || o->from <= s->begin ? 0 : sampler_row(s, o->from);
        if (*first > 0 && sampler_time(s, *first) < o->from &&
            !sample_same_time(sampler_time(s, *first), o->from))
            ++*first;
        long long last = isnan(o->to) ? rows - 1 : sampler_row(s, o->to);
        *count = !isnan(o->to) && o->to < s->begin ? 0 : last - *first + 1;
        if (*count < 1) {
            cli_error(me, "no rows from %g to %g s; the result covers %g to %g s",
                      isnan(o->from) ? s->begin : o->from, isnan(o->to) ? s->end : o->to, s->begin,
                      s->end);
            good = false;
        }
    } else if (rows == 0) {
        cli_error(me, "the result has no rows");
    }
    if (s) sampler_close(s);
    free(s);
    return good;
}

static bool load_data(plot *p, const plot_options *o, ph_diag *diag)
{
    long long first = 0, count = 0;
    if (!row_range(p, o, diag, &first, &count)) return false;
    bool thin = false;
    for (int i = 0; i < p->list.count; i++) {
        thinned *t = &p->data[i];
        if (!thin_read(t, p->result, p->x, p->list.column[i], first, count, diag)) return false;
        p->curve[i].x = t->x;
        p->curve[i].y = t->y;
        p->curve[i].n = t->n;
        thin |= (long long)t->n < count;
    }
    if (thin)
        cli_note("%lld rows drawn by the smallest and largest value of each of %d parts", count,
                 THIN_PARTS);
    return true;
}

/* COLUMN.svg beside the result. */
static char *default_output(const char *result, const char *column)
{
    struct stat info;
    bool folder = stat(result, &info) == 0 && S_ISDIR(info.st_mode);
    const char *slash = strrchr(result, '/');
    int length = folder ? (int)strlen(result) : slash ? (int)(slash - result) + 1 : 0;
    size_t size = (size_t)length + strlen(column) + 8;
    char *path = malloc(size);
    if (!path) return NULL;
    bool joint = folder && length > 0 && result[length - 1] != '/';
    int n = snprintf(path, size, "%.*s%s", length, result, joint ? "/" : "");
    snprintf(path + n, size - (size_t)n, "%s.svg", column);
    for (char *c = path + n; *c; c++)
        if (*c == '/') *c = '_';
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

static bool choose_columns(plot *p, const plot_options *o, int count, char **argv)
{
    bool good = true;
    for (int i = 2; i <= count; i++) good &= cli_columns_add(&p->list, me, p->result, argv[i]);
    p->x = -1;
    if (o->x && strcmp(o->x, "time") != 0) {
        cli_columns x = {0};
        bool known = cli_columns_add(&x, me, p->result, o->x);
        if (known && x.count != 1)
            cli_error(me, "--x wants one column; \"%s\" stands for %d", o->x, x.count);
        good &= known && x.count == 1;
        if (known) p->x = x.column[0];
        cli_columns_free(&x);
    }
    if (good && p->list.count > MOST_CURVES) {
        cli_error(me, "%d columns are too many for one figure (at most %d)", p->list.count,
                  MOST_CURVES);
        good = false;
    }
    return good;
}

/* Returns an exit status; -1: see the diagnostics, or out of memory. */
static int make_plot(plot *p, const plot_options *o, int count, char **argv, ph_diag *diag)
{
    figure *f = &p->figure;
    if (o->output && !figure_check_output(o->output, me)) return CLI_USAGE;
    if (o->size && !parse_size(o->size, f)) return CLI_USAGE;
    p->result = cli_open_result(argv[1]);
    if (!p->result || !choose_columns(p, o, count, argv)) return CLI_USAGE;
    size_t n = (size_t)p->list.count;
    p->curve = calloc(n, sizeof *p->curve);
    p->data = calloc(n, sizeof *p->data);
    p->name = calloc(n, sizeof *p->name);
    if (!p->curve || !p->data || !p->name) return -1;
    if (!make_panels(p)) return f->panels == FIGURE_PANELS ? CLI_USAGE : -1;
    if (!load_data(p, o, diag)) return ph_diag_errors(diag) ? -1 : CLI_USAGE;
    char *x_name = p->x >= 0 ? cli_column_name(p->result, p->x) : NULL;
    p->x_label = p->x < 0 ? text_of("time", "s")
                          : text_of(x_name ? x_name : "", ph_result_column_unit(p->result, p->x));
    free(x_name);
    p->output = o->output ? NULL : default_output(argv[1], argv[2]);
    if (!p->x_label || (!o->output && !p->output)) return -1;
    f->title = o->title ? o->title : ph_result_title(p->result);
    f->x_label = p->x_label;
    f->y_label = (const char *const *)p->label;
    f->curve = p->curve;
    f->curves = p->list.count;
    f->output = o->output ? o->output : p->output;
    int status = figure_write(f, me);
    if (status == CLI_DONE) fprintf(stderr, "wrote %s\n", f->output);
    return status;
}

static void free_plot(plot *p)
{
    for (int i = 0; i < p->list.count && p->data && p->name; i++) {
        thin_free(&p->data[i]);
        free(p->name[i]);
    }
    for (int i = 0; i < FIGURE_PANELS; i++) free(p->label[i]);
    free(p->data);
    free(p->name);
    free(p->curve);
    free(p->x_label);
    free(p->output);
    cli_columns_free(&p->list);
    ph_result_close(p->result);
}

int cmd_plot(int argc, char **argv)
{
    plot_options o = {.from = NAN, .to = NAN};
    const cli_option option[] = {
        {"output", 'o', CLI_TEXT, &o.output, "FIG", "the figure: .svg, .png or .pdf",
         "COLUMN.svg beside the result"},
        {"title", 0, CLI_TEXT, &o.title, "TEXT", "its title", "the model's title"},
        {"x", 0, CLI_TEXT, &o.x, "COLUMN", "column along the x axis", "time"},
        {"from", 0, CLI_NUMBER, &o.from, "T", "first time [s]", NULL},
        {"to", 0, CLI_NUMBER, &o.to, "T", "last time [s]", NULL},
        {"size", 0, CLI_TEXT, &o.size, "WxH", "in pixels", "860 wide, by the number of panels"},
        {0},
    };
    const cli_syntax syntax = {
        me,
        "RESULT COLUMN..",
        "Draws columns of a result over time, columns of one unit in one panel. RESULT is a\n"
        "result.h5 or its folder. A COLUMN is a name like top.pos.x, or the beginning of several:\n"
        "top.pos, top. Needs gnuplot.\n",
        option,
        2,
        -1};
    int count;
    int status = cli_parse(&syntax, argc, argv, &count);
    if (status >= 0) return status;
    ph_diag *diag = ph_diag_create();
    plot p = {0};
    status = diag ? make_plot(&p, &o, count, argv, diag) : -1;
    if (status < 0 && (!diag || ph_diag_errors(diag) == 0)) cli_error(me, "out of memory");
    cli_report(diag);
    ph_diag_free(diag);
    free_plot(&p);
    return status < 0 ? CLI_FAILED : status;
}
