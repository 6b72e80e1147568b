/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The figures, their numbers, and summary.json.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <polhode/json.h>
#include "command.h"
#include "plot/gnuplot.h"
#include "common/report.h"
#include "report.h"

static const char me[] = "papers";

void finding_name(const finding *f, char *name, size_t size)
{
    snprintf(name, size, "%s.%s", f->paper->name, f->item->name);
}

FILE *report_open(const report *r, const char *name)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s", r->directory, name);
    FILE *out = fopen(path, "w");
    if (!out) cli_error(me, "cannot write %s: %s", path, strerror(errno));
    return out;
}

int report_close(const report *r, FILE *out, const char *name)
{
    bool bad = ferror(out) != 0;
    errno = 0;
    if (fclose(out) == 0 && !bad) return CLI_DONE;
    cli_error(me, "cannot write %s/%s: %s", r->directory, name, strerror(errno ? errno : EIO));
    return CLI_FAILED;
}

/* --- numbers -------------------------------------------------------------------------------- */

/* A text as a CSV field. */
static void csv_text(FILE *out, const char *text)
{
    bool quote = strpbrk(text, ",\"") != NULL;
    if (quote) fputc('"', out);
    for (; *text; text++) {
        if (*text == '"') fputc('"', out);
        fputc(*text, out);
    }
    if (quote) fputc('"', out);
}

/* The curves of a panel are labelled in the first one only. */
static const char *label_of(const study_chart *c, int k)
{
    int place = 0;
    for (int i = 0; i < k; i++) place += c->curve[i]->panel == c->curve[k]->panel;
    if (*c->curve[k]->label) return c->curve[k]->label;
    for (int i = 0, at = 0; i < c->curves; i++)
        if (c->curve[i]->panel == 0 && at++ == place) return c->curve[i]->label;
    return "";
}

static int write_chart(const report *r, const study_chart *c, const char *name)
{
    FILE *out = report_open(r, name);
    if (!out) return CLI_FAILED;
    fprintf(out, "panel,curve,");
    csv_text(out, c->x_label);
    fprintf(out, ",value\n");
    for (int k = 0; k < c->curves; k++)
        for (size_t i = 0; i < c->curve[k]->n; i++) {
            csv_text(out, c->panel[c->curve[k]->panel]);
            fputc(',', out);
            csv_text(out, label_of(c, k));
            fprintf(out, ",%.12g,%.12g\n", c->curve[k]->x[i], c->curve[k]->y[i]);
        }
    return report_close(r, out, name);
}

static void csv_cells(FILE *out, const char *row)
{
    char cell[512];
    while (*row) {
        size_t n = strcspn(row, "|");
        snprintf(cell, sizeof cell, "%.*s", (int)n, row);
        csv_text(out, cell);
        row += n;
        if (*row) {
            fputc(',', out);
            row++;
        }
    }
    fputc('\n', out);
}

static int write_table(const report *r, const study_table *t, const char *name)
{
    FILE *out = report_open(r, name);
    if (!out) return CLI_FAILED;
    csv_cells(out, t->head);
    for (int i = 0; i < t->rows; i++) csv_cells(out, t->row[i]);
    return report_close(r, out, name);
}

/* --- figures -------------------------------------------------------------------------------- */

static int draw(const report *r, const study_chart *c, const char *name)
{
    enum { SQUARE = 420 };
    char path[4096];
    figure_curve *curve = calloc((size_t)c->curves + 1, sizeof *curve);
    if (!curve) {
        cli_error(me, "out of memory");
        return CLI_FAILED;
    }
    for (int k = 0; k < c->curves; k++) {
        const study_curve *from = c->curve[k];
        curve[k] = (figure_curve){from->x, from->y, from->n, from->label, from->panel, from->style};
    }
    snprintf(path, sizeof path, "%s/%s", r->directory, name);
    figure f = {.title = "",
                .x_label = c->x_label,
                .y_label = (const char *const *)c->panel,
                .panels = c->panels,
                .log_x = c->log_x,
                .log_y = c->log_y,
                .curve = curve,
                .curves = c->curves,
                .width = c->square ? SQUARE : 0,
                .height = c->square ? SQUARE : 0,
                .output = path};
    int status = figure_write(&f, me);
    free(curve);
    return status;
}

static int draw_finding(const report *r, finding *f)
{
    char name[128], file[160];
    int status = CLI_DONE;
    if (f->study.failure) return CLI_DONE; /* what there is of it is not shown either */
    finding_name(f, name, sizeof name);
    for (int k = 0; k < f->study.charts; k++) {
        study_chart *c = f->study.chart[k];
        snprintf(file, sizeof file, "%s-%d.csv", name, k + 1);
        if (write_chart(r, c, file) != CLI_DONE) return CLI_FAILED;
        snprintf(file, sizeof file, "%s-%d.svg", name, k + 1);
        c->drawn = r->figures && draw(r, c, file) == CLI_DONE;
        if (r->figures && !c->drawn) status = CLI_FAILED;
    }
    for (int k = 0; k < f->study.tables; k++) {
        snprintf(file, sizeof file, "%s-table-%d.csv", name, k + 1);
        if (write_table(r, f->study.table[k], file) != CLI_DONE) return CLI_FAILED;
    }
    return status;
}

int report_figures(report *r)
{
    int status = CLI_DONE;
    for (int i = 0; i < r->findings; i++) {
        if (r->finding[i].study.failure || r->finding[i].study.no_memory) continue;
        if (draw_finding(r, &r->finding[i]) != CLI_DONE) status = CLI_FAILED;
    }
    return status;
}

/* --- summary -------------------------------------------------------------------------------- */

static void put_criterion(ph_json *j, const study_criterion *c)
{
    ph_json_line(j);
    ph_json_begin(j, NULL, '{');
    ph_json_text(j, "text", c->text);
    ph_json_number(j, "value", c->value);
    ph_json_number(j, "low", c->low);
    ph_json_number(j, "high", c->high);
    ph_json_bool(j, "required", c->required);
    ph_json_bool(j, "met", c->met);
    ph_json_end(j);
}

static void put_finding(ph_json *j, const finding *f)
{
    char name[128];
    finding_name(f, name, sizeof name);
    ph_json_begin(j, NULL, '{');
    /* name and verdict on one line: simple tools can read them */
    ph_json_text(j, "name", name);
    ph_json_text(j, "verdict", verdict_word(study_verdict_of(&f->study)));
    ph_json_line(j);
    ph_json_text(j, "place", f->item->place);
    ph_json_text(j, "title", f->item->title);
    ph_json_line(j);
    ph_json_text(j, "claim", f->item->claim);
    ph_json_line(j);
    ph_json_rounded(j, "seconds", f->seconds, 3);
    if (f->study.failure) {
        ph_json_line(j);
        ph_json_text(j, "message", f->study.failure);
    }
    ph_json_line(j);
    ph_json_begin(j, "criteria", '[');
    for (int i = 0; i < f->study.criteria; i++) put_criterion(j, &f->study.criterion[i]);
    ph_json_end(j);
    ph_json_end(j);
}

int report_json(const report *r)
{
    FILE *out = report_open(r, "summary.json");
    if (!out) return CLI_FAILED;
    ph_json j = {.out = out, .spaced = true, .lines = 2};
    ph_json_begin(&j, NULL, '{');
    ph_json_text(&j, "polhode", ph_version());
    ph_json_begin(&j, "items", '[');
    for (int i = 0; i < r->findings; i++) put_finding(&j, &r->finding[i]);
    ph_json_end(&j);
    ph_json_end(&j);
    fputc('\n', out);
    return report_close(r, out, "summary.json");
}
