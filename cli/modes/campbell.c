/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Campbell diagrams: how frequencies change with a speed, or any other number of a model. For each
 * value the model is read anew and its modes found; then modes are joined from value to value.
 * Those go together that are alike (modal assurance criterion) and whose eigenvalue is where the
 * last two lead: at crossings shapes tell them apart, where shapes are mixed, as those of a pair at
 * rest are, the eigenvalues.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "command.h"
#include "common/replacement.h"
#include "common/report.h"
#include "modes.h"
#include "plot/figure.h"
#include "words.h"

static const char me[] = "modes";
enum { MOST_VALUES = 10000 };

typedef struct {
    int n;         /* values */
    double *value; /* [n] */
    ph_modes **at; /* [n] */
    int tracks;
    int *track; /* [n][tracks] mode of each track; -1: it is not there */
    double size;
} diagram;

/* ---- what was asked for ---- */

bool campbell_read(const char *text, campbell_options *out)
{
    const char *equal = strchr(text, '='), *dot;
    char word[3][64] = {"", "", ""}, rest;
    double count;
    size_t length = equal ? (size_t)(equal - text) : 0;
    bool good =
        equal && length > 0 && length < 160 &&
        sscanf(equal + 1, "%63[^:]:%63[^:]:%63[^:]%c", word[0], word[1], word[2], &rest) == 3;
    good = good && cli_number(word[0], &out->from) && cli_number(word[1], &out->to) &&
           cli_number(word[2], &count) && count >= 2 && count <= MOST_VALUES &&
           count == floor(count) && out->from != out->to;
    if (!good) {
        cli_error(me, "--campbell wants a value of the model, its range and how many: "
                      "spin=0:400:41, or bodies.rotor.omega.2=0:400:41");
        return false;
    }
    dot = memchr(text, '.', length);
    snprintf(out->set, sizeof out->set, "%s%.*s", dot ? "" : "parameters.", (int)length, text);
    snprintf(out->label, sizeof out->label, "%.*s", (int)length, text);
    out->n = (int)count;
    return true;
}

bool campbell_read_orders(const char *text, campbell_options *out)
{
    words list;
    bool good = words_cut(&list, text) && list.count <= 16;
    for (int i = 0; good && i < list.count; i++)
        good = cli_number(list.word[i], &out->order[out->orders++]);
    words_free(&list);
    if (!good) cli_error(me, "--orders wants up to 16 numbers: 1,2");
    return good;
}

/* ---- one value ---- */

static int solve_at(const campbell_options *how, const model_options *given,
                    const reach_options *where, double value, ph_modes **modes)
{
    model_options own = *given;
    char set[300];
    const char **text = malloc(((size_t)given->set.count + 1) * sizeof *text);
    ph_diag *diag = ph_diag_create();
    ph_options options;
    ph_sim *sim = NULL;
    if (!text || !diag) return CLI_FAILED;
    snprintf(set, sizeof set, "%s=%.17g", how->set, value);
    for (int i = 0; i < given->set.count; i++) text[i] = given->set.text[i];
    text[given->set.count] = set;
    own.set = (cli_texts){given->set.count + 1, text};
    ph_model *model = model_open(how->path, &own, diag, &options);
    int status = model ? reach(me, model, &options, where, diag, &sim) : CLI_USAGE;
    const ph_modes_options o = {.frame = where->frame, .count = how->count};
    if (status == CLI_DONE && ph_sim_modes(sim, &o, diag, modes) < 0) {
        cli_report(diag);
        status = CLI_FAILED;
    }
    if (status != CLI_DONE) cli_error(me, "no modes with %s", set);
    ph_sim_free(sim);
    ph_model_free(model);
    ph_diag_free(diag);
    free(text);
    return status;
}

/* ---- joining ---- */

typedef struct {
    double cost;
    int track, mode;
} match;

static int by_cost(const void *a, const void *b)
{
    const match *x = a, *y = b;
    if (x->cost != y->cost) return x->cost < y->cost ? -1 : 1;
    return x->track != y->track ? x->track - y->track : x->mode - y->mode;
}

/* Mode of a track at value k, or NULL. */
static const ph_mode *mode_at(const diagram *d, int k, int track)
{
    int m = k < 0 ? -1 : d->track[(size_t)k * d->tracks + track];
    return m < 0 ? NULL : d->at[k]->mode + m;
}

/* How far mode m at value k is from where a track leads. */
static double cost_of(const diagram *d, int k, int track, const ph_mode *m)
{
    const ph_mode *last = mode_at(d, k - 1, track), *before = mode_at(d, k - 2, track);
    if (!last) return INFINITY;
    double re = last->re, im = last->im;
    if (before) re += last->re - before->re, im += last->im - before->im;
    double size = hypot(re, im) + hypot(m->re, m->im);
    double off = size > 0 ? 2 * hypot(re - m->re, im - m->im) / size : 0;
    return 1 - ph_mode_likeness(last, m, d->at[k]->bodies, d->size) + off;
}

/* Joins the modes at value k to the tracks, the most alike first; what is left begins anew. */
static bool join(diagram *d, int k)
{
    int modes = d->at[k]->modes, n = 0;
    int *own = d->track + (size_t)k * d->tracks;
    match *all = malloc(((size_t)modes * d->tracks + 1) * sizeof *all);
    bool *taken = calloc((size_t)modes + 1, sizeof *taken);
    for (int t = 0; t < d->tracks; t++) own[t] = -1;
    for (int t = 0; all && taken && t < d->tracks; t++)
        for (int m = 0; m < modes; m++) {
            double cost = k > 0 ? cost_of(d, k, t, d->at[k]->mode + m) : INFINITY;
            if (isfinite(cost)) all[n++] = (match){cost, t, m};
        }
    if (all) qsort(all, (size_t)n, sizeof *all, by_cost);
    for (int i = 0; all && taken && i < n; i++) {
        if (own[all[i].track] >= 0 || taken[all[i].mode]) continue;
        own[all[i].track] = all[i].mode;
        taken[all[i].mode] = true;
    }
    for (int m = 0; taken && m < modes; m++) {
        int t = 0;
        while (t < d->tracks && (own[t] >= 0 || mode_at(d, k - 1, t))) t++;
        if (!taken[m] && t < d->tracks) own[t] = m;
    }
    bool good = all && taken;
    free(all);
    free(taken);
    return good;
}

static bool join_all(diagram *d)
{
    int most = 0;
    for (int k = 0; k < d->n; k++) most = d->at[k]->modes > most ? d->at[k]->modes : most;
    d->tracks = 2 * most; /* pairs may part into two */
    d->track = malloc(((size_t)d->n * d->tracks + 1) * sizeof *d->track);
    for (int k = 0; d->track && k < d->n; k++)
        if (!join(d, k)) return false;
    return d->track != NULL;
}

/* Does a track swing anywhere? */
static bool swings(const diagram *d, int track)
{
    for (int k = 0; k < d->n; k++) {
        const ph_mode *m = mode_at(d, k, track);
        if (m && m->im > 1e-6) return true;
    }
    return false;
}

/* ---- what is shown ---- */

static void print_csv(const diagram *d, const char *label, FILE *out)
{
    fprintf(out, "%s", label);
    for (int t = 0, n = 0; t < d->tracks; t++)
        if (swings(d, t)) {
            n++;
            fprintf(out, ",mode%d.frequency,mode%d.damping,mode%d.re,mode%d.im", n, n, n, n);
        }
    fputc('\n', out);
    for (int k = 0; k < d->n; k++) {
        fprintf(out, "%.17g", d->value[k]);
        for (int t = 0; t < d->tracks; t++) {
            const ph_mode *m = mode_at(d, k, t);
            if (!swings(d, t)) continue;
            if (m)
                fprintf(out, ",%.17g,%.17g,%.17g,%.17g", m->frequency, m->damping, m->re, m->im);
            else
                fputs(",,,,", out);
        }
        fputc('\n', out);
    }
}

static void print_table(const diagram *d, const char *label)
{
    enum { MOST = 8 };
    int shown = 0, all = 0;
    for (int t = 0; t < d->tracks; t++) all += swings(d, t);
    printf("%-14.14s", label);
    for (int n = 1; n <= all && n <= MOST; n++) printf("  f%d/Hz         ", n);
    printf("%s\n", all > MOST ? "  .." : "");
    for (int k = 0; k < d->n; k++, shown = 0) {
        printf("%-14g", d->value[k]);
        for (int t = 0; t < d->tracks && shown < MOST; t++) {
            if (!swings(d, t)) continue;
            const ph_mode *m = mode_at(d, k, t);
            shown++;
            if (m)
                printf("  %-14.8g", m->frequency);
            else
                printf("  %-14s", "-");
        }
        putchar('\n');
    }
}

/* Is any of them, but for rounding? */
static bool is_damped(const diagram *d)
{
    for (int t = 0; t < d->tracks; t++)
        for (int k = 0; k < d->n; k++) {
            const ph_mode *m = mode_at(d, k, t);
            if (m && swings(d, t) && fabs(m->damping) > 1e-9) return true;
        }
    return false;
}

/* Curves of two panels: frequency and, if there is any, damping; then lines of multiples of the
 * speed. */
static int draw(const diagram *d, const campbell_options *how, const char *path)
{
    static const char *const labels[] = {"frequency [Hz]", "damping ratio"};
    size_t curves = 2 * (size_t)d->tracks + (size_t)how->orders, n = (size_t)d->n;
    figure_curve *curve = calloc(curves + 1, sizeof *curve);
    double *room = malloc((curves * n + 1) * sizeof *room), *y = room, top = 0;
    char(*name)[24] = malloc((curves + 1) * sizeof *name);
    int count = 0, number = 0, status = CLI_FAILED, panels = is_damped(d) ? 2 : 1;
    for (int t = 0; curve && room && name && t < d->tracks; t++) {
        if (!swings(d, t)) continue;
        snprintf(name[t], sizeof name[t], "mode %d", ++number);
        for (int panel = 0; panel < panels; panel++, y += n) {
            for (int k = 0; k < d->n; k++) {
                const ph_mode *m = mode_at(d, k, t);
                y[k] = !m ? NAN : panel ? m->damping : m->frequency;
                if (m) top = fmax(top, m->frequency);
            }
            curve[count++] =
                (figure_curve){d->value, y, n, panel ? "" : name[t], panel, FIGURE_LINE};
        }
    }
    for (int i = 0; curve && room && name && i < how->orders; i++, y += n) {
        char *text = name[d->tracks + i];
        snprintf(text, sizeof *name, "%g x", how->order[i]);
        for (int k = 0; k < d->n; k++) {
            y[k] = how->order[i] * d->value[k] / (2 * PH_PI);
            if (y[k] > 1.2 * top || y[k] < 0) y[k] = NAN;
        }
        curve[count++] = (figure_curve){d->value, y, n, text, 0, FIGURE_DASHED};
    }
    if (curve && room && name) {
        figure f = {.title = "Campbell diagram",
                    .x_label = how->label,
                    .y_label = labels,
                    .panels = panels,
                    .curve = curve,
                    .curves = count,
                    .output = path};
        status = figure_write(&f, me);
    }
    free(curve);
    free(room);
    free(name);
    return status;
}

static int write_files(const diagram *d, const campbell_options *how)
{
    char path[600];
    replacement csv;
    if (!words_folder(how->directory, me)) return CLI_FAILED;
    snprintf(path, sizeof path, "%s/campbell.csv", how->directory);
    if (!replacement_open(&csv, path, me)) return CLI_FAILED;
    print_csv(d, how->label, csv.file.out);
    int status = replacement_close(&csv, CLI_DONE);
    snprintf(path, sizeof path, "%s/campbell.svg", how->directory);
    return status == CLI_DONE ? draw(d, how, path) : status;
}

static int show(diagram *d, const campbell_options *how)
{
    if (!join_all(d)) {
        cli_error(me, "out of memory");
        return CLI_FAILED;
    }
    int unsteady = 0, status = CLI_DONE;
    for (int k = 0; k < d->n; k++) unsteady += !d->at[k]->steady;
    if (unsteady)
        cli_error(me, "%d of %d states are not steady: eigenvalues of frozen states", unsteady,
                  d->n);
    if (how->csv)
        print_csv(d, how->label, stdout);
    else if (!how->quiet)
        print_table(d, how->label);
    if (how->directory) status = write_files(d, how);
    return status;
}

int campbell(const campbell_options *how, model_options *given, const reach_options *where)
{
    diagram d = {.n = how->n, .size = 1};
    d.value = calloc((size_t)d.n + 1, sizeof *d.value);
    d.at = calloc((size_t)d.n + 1, sizeof *d.at);
    int status = d.value && d.at ? CLI_DONE : CLI_FAILED;
    for (int k = 0; status == CLI_DONE && k < d.n; k++) {
        d.value[k] = how->from + (how->to - how->from) * k / (d.n - 1);
        status = solve_at(how, given, where, d.value[k], &d.at[k]);
    }
    if (status == CLI_DONE) status = show(&d, how);
    for (int k = 0; d.at && k < d.n; k++) ph_modes_free(d.at[k]);
    free(d.at);
    free(d.value);
    free(d.track);
    return status;
}
