/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <polhode/stress.h>
#include <stdlib.h>
#include <string.h>
#include "command.h"
#include "common/bending.h"
#include "common/csv.h"
#include "common/replacement.h"
#include "common/report.h"
#include "stress.h"

static const char *const component[] = {"xx", "yy", "zz", "xy", "yz", "zx"};

static int width_of(const hot_spots *h)
{
    size_t most = 5;
    for (int k = 0; k < h->count; k++) {
        size_t n = strlen(h->body->label[h->spot[k]]);
        if (n > most) most = n;
    }
    return most < 60 ? (int)most : 60;
}

void stress_table(const hot_spots *h, FILE *out)
{
    const ph_bending *b = h->body;
    int width = width_of(h);
    fprintf(out, "%s: largest von Mises stress in all steps, %d points", b->name, b->spots);
    if (h->separation > 0) fprintf(out, "; those listed are %.4g m apart at least", h->separation);
    if (h->separation < 0) fputs("; of each member the hottest", out);
    fprintf(out, "\n\n%3s  %-*s  %-26s  %10s  %10s ", "No.", width, "point", "at [m]", "stress/MPa",
            "time/s");
    for (int c = 0; c < 6; c++) fprintf(out, " %8s", component[c]);
    fputc('\n', out);
    for (int k = 0; k < h->count; k++) {
        int p = h->spot[k];
        const double *at = b->spot_at + 3 * (size_t)p;
        char place[60];
        snprintf(place, sizeof place, "%.4f %.4f %.4f", at[0], at[1], at[2]);
        fprintf(out, "%3d  %-*.*s  %-26s  %10.3f  %10.6g ", k + 1, width, width, b->label[p], place,
                b->peak[p] / 1e6, b->peak_time[p]);
        for (int c = 0; c < 6; c++) fprintf(out, " %8.2f", b->peak_stress[6 * (size_t)p + c] / 1e6);
        fputc('\n', out);
    }
}

void stress_csv_head(FILE *out)
{
    fputs("body,no,spot,label,x,y,z,mises,time", out);
    for (int c = 0; c < 6; c++) fprintf(out, ",%s", component[c]);
    fputc('\n', out);
}

/* In quotes where it needs them. */
static void put_text(const char *text, FILE *out)
{
    bool plain = !strpbrk(text, ",\"\n\r");
    if (!plain) fputc('"', out);
    for (const char *c = text; *c; c++) {
        if (*c == '"') fputc('"', out);
        fputc(*c, out);
    }
    if (!plain) fputc('"', out);
}

void stress_csv(const hot_spots *h, FILE *out)
{
    const ph_bending *b = h->body;
    for (int k = 0; k < h->count; k++) {
        int p = h->spot[k];
        const double *at = b->spot_at + 3 * (size_t)p;
        put_text(b->name, out);
        fprintf(out, ",%d,%d,", k + 1, p);
        put_text(b->label[p], out);
        fprintf(out, ",%.9g,%.9g,%.9g,%.9g,%.17g", at[0], at[1], at[2], b->peak[p],
                b->peak_time[p]);
        for (int c = 0; c < 6; c++)
            fprintf(out, ",%.9g", (double)b->peak_stress[6 * (size_t)p + c]);
        fputc('\n', out);
    }
}

void stress_json(const hot_spots *h, ph_json *j)
{
    const ph_bending *b = h->body;
    ph_json_begin(j, NULL, '{');
    ph_json_text(j, "body", b->name);
    ph_json_int(j, "points", b->spots);
    ph_json_number(j, "separation", h->separation >= 0 ? h->separation : NAN);
    ph_json_begin(j, "spots", '[');
    for (int k = 0; k < h->count; k++) {
        int p = h->spot[k];
        ph_json_begin(j, NULL, '{');
        ph_json_int(j, "spot", p);
        ph_json_text(j, "label", b->label[p]);
        ph_json_begin(j, "at", '[');
        for (int c = 0; c < 3; c++) ph_json_number(j, NULL, b->spot_at[3 * (size_t)p + c]);
        ph_json_end(j);
        ph_json_number(j, "mises", b->peak[p]);
        ph_json_number(j, "time", b->peak_time[p]);
        for (int c = 0; c < 6; c++)
            ph_json_number(j, component[c], (double)b->peak_stress[6 * (size_t)p + c]);
        ph_json_end(j);
    }
    ph_json_end(j);
    ph_json_end(j);
}

/* ---- courses ---- */

typedef struct {
    const hot_spots *h;
    FILE *out;
} course;

static bool put_row(void *user, double time, const double *q)
{
    const course *c = user;
    double s[6];
    fprintf(c->out, "%.17g", time);
    for (int k = 0; k < c->h->count; k++) {
        bending_stress(c->h->body, c->h->spot[k], q, s);
        fprintf(c->out, ",%.9g", ph_von_mises(s));
    }
    fputc('\n', c->out);
    return !ferror(c->out);
}

int stress_history(const hot_spots *h, ph_result *result, const char *path, ph_diag *diag)
{
    const ph_bending *b = h->body;
    cli_columns list = {.column = malloc(((size_t)b->modes + 1) * sizeof *list.column),
                        .count = b->modes};
    if (!list.column || !b->stress || !bending_columns(result, b, list.column)) {
        free(list.column);
        cli_error("stress", "the result does not hold the %s of `%s`: no courses",
                  b->stress ? "modal coordinates" : "stresses of unit modes, which are too many,",
                  b->name);
        if (b->stress)
            fprintf(stderr, "  add %s.modes to the model's outputs, and run it again.\n", b->name);
        return CLI_USAGE;
    }
    replacement file;
    if (!replacement_open(&file, path, "stress")) {
        free(list.column);
        return CLI_FAILED;
    }
    course c = {h, file.file.out};
    fputs("time", c.out);
    for (int k = 0; k < h->count; k++) {
        char name[300];
        snprintf(name, sizeof name, "%d %s", k + 1, b->label[h->spot[k]]);
        fputc(',', c.out);
        put_text(name, c.out);
    }
    fputc('\n', c.out);
    bool good = csv_rows(result, &list, put_row, &c, diag);
    free(list.column);
    return replacement_close(&file, good ? CLI_DONE : CLI_FAILED);
}
