/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The script: sizes, axes, texts and data as gnuplot reads them. gnuplot.c runs it.
 */
#include "figure.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "command.h"
#include "gnuplot.h"
#include "common/report.h"

enum { PANEL_HEIGHT = 260, ONE_PANEL_HEIGHT = 420, WIDTH = 860, KEY_LINES = 32 };

/* [pixel] around and between panels */
enum {
    TOP = 24,
    TITLE = 34,
    BOTTOM = 66,
    GAP = 16,
    LEFT = 104,
    RIGHT = 28,
    LETTER = 8,
    SAMPLE = 56,
    KEY_LINE = 18
};

/* of the span, beside the values */
#define ROOM 0.04
enum { COLOURS = 8, DASHES = 5 };

typedef struct {
    double min, max; /* of the finite values */
    bool any;
} range;

static void widen(range *r, double value, bool log)
{
    if (!isfinite(value) || (log && value <= 0)) return;
    if (!r->any || value < r->min) r->min = value;
    if (!r->any || value > r->max) r->max = value;
    r->any = true;
}

/* The values of a curve that can be drawn at all. */
static bool drawable(const figure *f, const figure_curve *c, size_t i)
{
    return isfinite(c->x[i]) && isfinite(c->y[i]) && (!f->log_x || c->x[i] > 0) &&
           (!f->log_y || c->y[i] > 0);
}

static range range_of(const figure *f, int panel, bool x)
{
    range r = {0, 0, false};
    for (int k = 0; k < f->curves; k++) {
        const figure_curve *c = &f->curve[k];
        for (size_t i = 0; i < c->n && (panel < 0 || c->panel == panel); i++)
            if (drawable(f, c, i)) widen(&r, x ? c->x[i] : c->y[i], x ? f->log_x : f->log_y);
    }
    return r;
}

/* A text in single quotes, where gnuplot interprets nothing but the quote itself. */
static void quoted(FILE *out, const char *text)
{
    fputc('\'', out);
    for (; *text; text++) {
        if (*text == '\'') fputc('\'', out);
        fputc((unsigned char)*text < ' ' ? ' ' : *text, out);
    }
    fputc('\'', out);
}

/* --- axes ----------------------------------------------------------------------------------- */

/* A range gnuplot can live with when all values are the same. */
static void put_flat_range(FILE *out, char axis, double value, bool log)
{
    double around = log ? 0 : value != 0 ? 0.1 * fabs(value) : 1;
    if (log)
        fprintf(out, "set %crange [%.17g:%.17g]\n", axis, 0.5 * value, 2 * value);
    else
        fprintf(out, "set %crange [%.17g:%.17g]\n", axis, value - around, value + around);
}

/* Powers of ten over many decades; 1, 2, 5 times them over few, so that there are always several
 * numbers to read. */
static void put_log_axis(FILE *out, char axis, range r)
{
    double low = floor(log10(r.min)), high = ceil(log10(r.max));
    double around = pow(r.max / r.min, 0.04);
    fprintf(out, "set logscale %c 10\nset %crange [%.17g:%.17g]\n", axis, axis, r.min / around,
            r.max * around);
    if (log10(r.max / r.min) > 2.5) {
        fprintf(out, "set format %c '10^{%%L}'\n", axis);
        return;
    }
    fprintf(out, "set format %c '%%g'\nset %ctics (", axis, axis);
    for (double p = low; p <= high; p++)
        fprintf(out, "%s1e%g, 2e%g, 5e%g", p > low ? ", " : "", p, p, p);
    fprintf(out, ")\n");
}

/* Numbers whose span drowns in their size are drawn relative to `shift`. */
static double shift_of(const figure *f, int panel, range r)
{
    double size = fmax(fabs(r.min), fabs(r.max));
    if (f->log_y || !r.any || r.max == r.min || r.max - r.min > 1e-4 * size) return 0;
    for (int k = 0; k < f->curves; k++)
        for (size_t i = 0; i < f->curve[k].n && f->curve[k].panel == panel; i++)
            if (drawable(f, &f->curve[k], i)) return f->curve[k].y[i];
    return 0;
}

/* The values and a little room, for a curve must not lie on the frame; but an axis does not cross
 * zero where no value does. */
static void put_range(FILE *out, char axis, range r, double room)
{
    double low = r.min - room * (r.max - r.min), high = r.max + room * (r.max - r.min);
    if (r.min >= 0 && low < 0) low = 0;
    if (r.max <= 0 && high > 0) high = 0;
    if (isfinite(low) && isfinite(high))
        fprintf(out, "set %crange [%.17g:%.17g]\n", axis, low, high);
}

static void put_y_axis(FILE *out, const figure *f, range r, double shift)
{
    fprintf(out, "unset logscale y\nset format y '%%h'\nset ytics autofreq\nset autoscale y\n");
    if (f->log_y && r.any)
        put_log_axis(out, 'y', r);
    else if (r.any)
        put_range(out, 'y', (range){r.min - shift, r.max - shift, true}, ROOM);
    if (r.min == r.max) put_flat_range(out, 'y', r.min, f->log_y && r.any);
}

static void put_x_axis(FILE *out, const figure *f, range r)
{
    if (f->log_x)
        put_log_axis(out, 'x', r);
    else if (r.max - r.min < 1e-3 * fmax(fabs(r.min), fabs(r.max)))
        fprintf(out, "set format x '%%.12g'\n");
    if (r.min == r.max)
        put_flat_range(out, 'x', r.min, f->log_x);
    else if (!f->log_x)
        put_range(out, 'x', r, f->room_x ? ROOM : 0);
}

/* --- data and plots ------------------------------------------------------------------------- */

static void put_data(FILE *out, const figure *f, const double *shift)
{
    for (int k = 0; k < f->curves; k++) {
        const figure_curve *c = &f->curve[k];
        fprintf(out, "$curve%d << END_OF_CURVE\n", k);
        /* an empty line breaks the curve where there is nothing to draw */
        for (size_t i = 0; i < c->n; i++)
            if (drawable(f, c, i))
                fprintf(out, "%.17g %.17g\n", c->x[i], c->y[i] - shift[c->panel]);
            else
                fprintf(out, "\n");
        fprintf(out, "END_OF_CURVE\n");
    }
}

static bool has_drawable(const figure *f, const figure_curve *c)
{
    for (size_t i = 0; i < c->n; i++)
        if (drawable(f, c, i)) return true;
    return false;
}

static void put_curves(FILE *out, const figure *f, int panel)
{
    /* colours most eyes tell apart, on white and in print */
    static const char *const colour[COLOURS] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                "#e69f00", "#56b4e9", "#7f3c8d", "#444444"};
    static const char *const style[] = {"lines lw 1.8", "lines dt 2 lw 1.4", "points ps 0.7",
                                        "linespoints ps 0.7 lw 1.6"};
    /* for parts, or when the colours are used up: filled square, triangles and diamond; dashes */
    static const int point[DASHES] = {7, 5, 9, 11, 13}, dash[DASHES] = {1, 2, 3, 4, 5};
    int drawn = 0, place = -1;
    fprintf(out, "plot ");
    for (int k = 0; k < f->curves; k++) {
        const figure_curve *c = &f->curve[k];
        if (c->panel != panel) continue;
        /* a curve has the same looks in every panel, also where another one is missing */
        place++;
        int round = (f->parts > 1 ? k / (f->curves / f->parts) : place / COLOURS) % DASHES;
        if (!has_drawable(f, c)) continue;
        fprintf(out, "%s$curve%d using 1:2 with %s lc rgb '%s'", drawn ? ", " : "", k,
                style[c->style], c->style == FIGURE_DASHED ? "#777777" : colour[place % COLOURS]);
        if (c->style >= FIGURE_POINTS) fprintf(out, " pt %d", point[round]);
        if (c->style == FIGURE_LINE) fprintf(out, " dt %d", dash[round]);
        fprintf(out, " title ");
        quoted(out, c->label);
        drawn++;
    }
    if (!drawn) fprintf(out, "NaN notitle");
    fprintf(out, "\n");
}

/* --- the whole ------------------------------------------------------------------------------ */

typedef struct {
    int width, height, right; /* [pixel] */
    bool key, tight;          /* there is a legend; it is long */
} layout;

static int letters(const char *text)
{
    int n = 0;
    for (; *text; text++) n += ((unsigned char)*text & 0xC0) != 0x80;
    return n;
}

/* The legend stands right of the panels, where it covers no curve. */
static layout layout_of(const figure *f)
{
    layout l = {f->width ? f->width : WIDTH, f->height, RIGHT, false, false};
    int longest = 0, most = 0;
    for (int p = 0; p < f->panels; p++) {
        int labels = 0;
        for (int k = 0; k < f->curves; k++) {
            if (f->curve[k].panel != p || !*f->curve[k].label) continue;
            labels++;
            if (letters(f->curve[k].label) > longest) longest = letters(f->curve[k].label);
        }
        if (labels > most) most = labels;
    }
    l.key = most > 0 && most <= KEY_LINES;
    l.tight = most > 12;
    if (!l.height) {
        /* each panel is as high as its legend */
        int each = f->panels == 1 ? ONE_PANEL_HEIGHT - TITLE - BOTTOM : PANEL_HEIGHT;
        int key = l.key ? most * KEY_LINE + 2 * GAP : 0;
        l.height = f->panels * (key > each ? key : each) + TITLE + BOTTOM;
    }
    if (l.key) l.right = longest * LETTER + SAMPLE;
    if (l.right > l.width / 2) l.right = l.width / 2;
    return l;
}

static void put_terminal(FILE *out, const figure *f, layout l)
{
    const char *dot = strrchr(f->output, '.');
    if (strcmp(dot, ".svg") == 0)
        fprintf(out,
                "set terminal svg enhanced size %d,%d font 'sans-serif,13' background '#ffffff'\n",
                l.width, l.height);
    else if (strcmp(dot, ".png") == 0)
        fprintf(out, "set terminal pngcairo enhanced size %d,%d font 'sans,10'\n", l.width,
                l.height);
    else
        fprintf(out, "set terminal pdfcairo enhanced size %.3fin,%.3fin font 'sans,10'\n",
                l.width / 96.0, l.height / 96.0);
}

/* Placed by hand: gnuplot leaves out a ylabel that its long tic labels push off the picture. */
static void put_y_label(FILE *out, const figure *f, int panel, layout l, double middle,
                        double shift)
{
    char label[512];
    if (shift != 0)
        snprintf(label, sizeof label, "%s - (%.15g)", f->y_label[panel], shift);
    else
        snprintf(label, sizeof label, "%s", f->y_label[panel]);
    fprintf(out, "set label 2 ");
    quoted(out, label);
    fprintf(out, " at screen %.6f, screen %.6f center rotate by 90 noenhanced\n", 16.0 / l.width,
            middle / l.height);
}

static void put_panel(FILE *out, const figure *f, int panel, layout l, double shift)
{
    int top = *f->title ? TITLE + 8 : TOP;
    double free = l.height - top - BOTTOM - GAP * (f->panels - 1);
    double each = free > 20.0 * f->panels ? free / f->panels : 20;
    double upper = l.height - top - panel * (each + GAP);
    fprintf(out, "set tmargin at screen %.6f\nset bmargin at screen %.6f\n", upper / l.height,
            (upper - each) / l.height);
    if (l.key)
        fprintf(out,
                "set key at screen %.6f, screen %.6f left top Left reverse noenhanced samplen 1.6 "
                "spacing %s\n",
                1 - (l.right - 8.0) / l.width, (upper + 4) / l.height, l.tight ? "0.9" : "1");
    put_y_axis(out, f, range_of(f, panel, false), shift);
    put_y_label(out, f, panel, l, upper - each / 2, shift);
    if (panel == f->panels - 1) {
        if (!f->log_x) fprintf(out, "set xtics autofreq\n");
        fprintf(out, "set format x '%%h'\n");
        put_x_axis(out, f, range_of(f, -1, true));
        fprintf(out, "set xlabel ");
        quoted(out, f->x_label);
        fprintf(out, " noenhanced\n");
    }
    put_curves(out, f, panel);
}

static void put_script(FILE *out, const figure *f, layout l, const double *shift)
{
    put_data(out, f, shift);
    put_terminal(out, f, l);
    fprintf(
        out,
        "set encoding utf8\nset border 3 back lc rgb '#444444'\nset tics nomirror out scale 0.6\n"
        "set grid lt 1 lc rgb '#dcdcdc' lw 0.6\n");
    fprintf(out, "unset key\n");
    fprintf(out, "set lmargin at screen %.6f\nset rmargin at screen %.6f\n", (double)LEFT / l.width,
            1 - (double)l.right / l.width);
    fprintf(out, "set multiplot\n");
    if (*f->title) {
        fprintf(out, "set label 1 ");
        quoted(out, f->title);
        fprintf(out, " at screen %.6f, screen %.6f left noenhanced\n", (double)LEFT / l.width,
                1 - 20.0 / l.height);
    }
    put_x_axis(out, f, range_of(f, -1, true));
    fprintf(out, "set format x ''\n");
    for (int p = 0; p < f->panels; p++) {
        put_panel(out, f, p, l, shift[p]);
        if (p == 0) fprintf(out, "unset label 1\n");
    }
    fprintf(out, "unset multiplot\n");
}

bool figure_check_output(const char *output, const char *command)
{
    const char *dot = strrchr(output, '.');
    if (dot && (strcmp(dot, ".svg") == 0 || strcmp(dot, ".png") == 0 || strcmp(dot, ".pdf") == 0))
        return true;
    cli_error(command, "cannot draw \"%s\": figures are .svg, .png or .pdf", output);
    return false;
}

int figure_write(const figure *f, const char *command)
{
    double shift[FIGURE_PANELS] = {0};
    if (!figure_check_output(f->output, command)) return CLI_USAGE;
    if (f->panels < 1 || f->panels > FIGURE_PANELS) {
        cli_error(command, "%d panels are too many for a figure (at most %d)", f->panels,
                  FIGURE_PANELS);
        return CLI_USAGE;
    }
    if (!range_of(f, -1, true).any) {
        cli_error(command, "nothing to draw: no finite values%s",
                  f->log_x || f->log_y ? " above zero" : "");
        return CLI_FAILED;
    }
    for (int p = 0; p < f->panels; p++) shift[p] = shift_of(f, p, range_of(f, p, false));
    FILE *script = tmpfile();
    if (!script) {
        cli_error(command, "cannot make a temporary file for gnuplot");
        return CLI_FAILED;
    }
    layout l = layout_of(f);
    put_script(script, f, l, shift);
    int status = gnuplot_run(script, f->output, command);
    fclose(script);
    return status;
}
