/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode papers: figures, tables and claims of papers, computed from the models that come with
 * polhode, with a verdict on each.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "command.h"
#include "common/data.h"
#include "plot/gnuplot.h"
#include "common/options.h"
#include "papers.h"
#include "report.h"
#include "common/progress.h"
#include "common/report.h"

static const char me[] = "papers";

typedef struct {
    const char *output, *models;
    bool list, quiet, whole;
    bool named; /* a paper or an item was asked for by name */
} papers_options;

/* What the progress bar shows while an item is under way. */
typedef struct {
    progress bar;
    double done, began; /* [s] by the items' own estimates; wall clock */
    const finding *now;
} watch;

/* --- which items ---------------------------------------------------------------------------- */

static bool wanted(const paper *p, const paper_item *item, char **name, int names)
{
    char full[128];
    snprintf(full, sizeof full, "%s.%s", p->name, item->name);
    for (int i = 0; i < names; i++)
        if (strcmp(name[i], p->name) == 0 || strcmp(name[i], full) == 0) return true;
    return names == 0;
}

static int count_items(void)
{
    int count = 0;
    for (int p = 0; p < PAPERS; p++) count += papers[p]->items;
    return count;
}

/* Tells every name that is none. */
static bool know_names(char **name, int names)
{
    enum { SIZE = 128 };
    int count = count_items() + PAPERS, n = 0;
    char(*full)[SIZE] = malloc((size_t)count * sizeof *full);
    const char **known = malloc((size_t)count * sizeof *known);
    bool good = full && known;
    for (int p = 0; good && p < PAPERS; p++) {
        snprintf(full[n++], SIZE, "%s", papers[p]->name);
        for (int i = 0; i < papers[p]->items; i++)
            snprintf(full[n++], SIZE, "%s.%s", papers[p]->name, papers[p]->item[i].name);
    }
    for (int i = 0; i < n; i++) known[i] = full[i];
    for (int k = 0; k < names && n; k++) {
        bool found = false;
        for (int i = 0; i < n; i++) found = found || strcmp(name[k], known[i]) == 0;
        if (found) continue;
        cli_error(me, "no paper or item \"%s\"; `polhode papers --list` shows them", name[k]);
        cli_did_you_mean(name[k], known, n);
        good = false;
    }
    free(full);
    free(known);
    return good;
}

static void print_list(char **name, int names)
{
    bool any = false;
    for (int p = 0; p < PAPERS; p++) {
        bool headed = false;
        for (int i = 0; i < papers[p]->items; i++) {
            const paper_item *item = &papers[p]->item[i];
            char full[128];
            if (!wanted(papers[p], item, name, names)) continue;
            if (!headed)
                printf("%s%s: %s\n", any ? "\n" : "", papers[p]->authors, papers[p]->title);
            any = headed = true;
            snprintf(full, sizeof full, "%s.%s", papers[p]->name, item->name);
            printf("  %-26s %-13s %s\n", full, item->place, item->title);
        }
    }
}

/* --- the work ------------------------------------------------------------------------------- */

static bool alive(void *user)
{
    watch *w = user;
    /* an item that takes longer than it says does not run over its part of the bar */
    double part = fmin(wall_clock() - w->began, 0.95 * w->now->item->seconds);
    char name[128];
    finding_name(w->now, name, sizeof name);
    return progress_part(&w->bar, w->done + part, name) == PH_OK;
}

static void compute(finding *f, watch *w, const char *models, bool whole)
{
    w->now = f;
    w->began = wall_clock();
    f->study = (study){.models = models, .whole = whole, .alive = alive, .user = w};
    f->item->compute(&f->study);
    if (f->study.no_memory) study_fail(&f->study, "out of memory");
    if (!f->study.failure && f->study.criteria == 0) study_fail(&f->study, "nothing was measured");
    study_done(&f->study);
    f->seconds = wall_clock() - w->began;
    w->done += f->item->seconds;
}

static void say(const finding *f)
{
    char name[128];
    finding_name(f, name, sizeof name);
    printf("%-26s %-13s %s\n", name, f->item->place, verdict_word(study_verdict_of(&f->study)));
    fflush(stdout);
}

/* Cell k of a row. */
static int cell_of(const char *row, int k, const char **cell)
{
    for (; k > 0 && row; k--) {
        row = strchr(row, '|');
        if (row) row++;
    }
    *cell = row ? row : "";
    return (int)strcspn(*cell, "|");
}

static void print_table(const study_table *t)
{
    int columns = 1;
    for (const char *c = t->head; *c; c++) columns += *c == '|';
    for (int r = -1; r < t->rows; r++) {
        printf("   ");
        for (int k = 0; k < columns; k++) {
            const char *cell;
            int width = cell_of(t->head, k, &cell);
            for (int i = 0; i < t->rows; i++) {
                int other = cell_of(t->row[i], k, &cell);
                width = other > width ? other : width;
            }
            int length = cell_of(r < 0 ? t->head : t->row[r], k, &cell);
            printf(" %*s%.*s%*s", k ? width - length : 0, "", length, cell, k ? 0 : width - length,
                   "");
        }
        putchar('\n');
    }
}

/* What was measured: for who asks for a paper or an item by name. */
static void print_numbers(const study *s)
{
    for (int i = 0; i < s->tables; i++) print_table(s->table[i]);
    for (int i = 0; i < s->criteria; i++) {
        const study_criterion *c = &s->criterion[i];
        printf("    %-7s %.4g (%g to %g): %s\n", c->met ? "met" : "not met", c->value, c->low,
               c->high, c->text);
    }
    fflush(stdout);
}

/* Computes all; false when one could not be. */
static bool compute_all(report *r, const papers_options *o, const char *models)
{
    watch w = {.done = 0};
    double total = 0;
    bool good = true;
    for (int i = 0; i < r->findings; i++) total += r->finding[i].item->seconds;
    progress_begin(&w.bar, 0, total, o->quiet);
    for (int i = 0; i < r->findings; i++) {
        finding *f = &r->finding[i];
        compute(f, &w, models, o->whole);
        progress_end(&w.bar);
        if (!alive(&w)) {
            cli_error(me, "interrupted: the report has the items that were done");
            study_free(&f->study);
            r->findings = i;
            return false;
        }
        if (!o->quiet) say(f);
        if (!o->quiet && o->named) print_numbers(&f->study);
        if (f->study.failure && f->study.skipped)
            cli_note("%s.%s: %s", f->paper->name, f->item->name, f->study.failure);
        else if (f->study.failure)
            cli_error(me, "%s.%s: %s", f->paper->name, f->item->name, f->study.failure);
        good = good && (!f->study.failure || f->study.skipped);
    }
    return good;
}

static int write_all(report *r)
{
    r->figures = gnuplot_present();
    if (!r->figures)
        cli_note("no figures: gnuplot, which draws them, is not installed (Debian: apt install "
                 "gnuplot-nox); tables, numbers and verdicts are all there");
    int drawn = report_figures(r), page = report_html(r), summary = report_json(r);
    if (page == CLI_DONE) fprintf(stderr, "wrote %s/index.html\n", r->directory);
    return drawn == CLI_DONE && page == CLI_DONE && summary == CLI_DONE ? CLI_DONE : CLI_FAILED;
}

static int work(const papers_options *o, char **name, int names)
{
    char models[4096];
    if (!know_names(name, names)) return CLI_USAGE;
    if (o->list) {
        print_list(name, names);
        return CLI_DONE;
    }
    if (o->models)
        snprintf(models, sizeof models, "%s", o->models);
    else if (!data_folder("models", models, sizeof models)) {
        cli_error(
            me, "the models that come with polhode are not found: give their folder with --models");
        return CLI_USAGE;
    }
    report r = {.directory = o->output};
    if (mkdir(o->output, 0777) != 0 && errno != EEXIST) {
        cli_error(me, "cannot make %s: %s", o->output, strerror(errno));
        return CLI_FAILED;
    }
    r.finding = calloc((size_t)count_items(), sizeof *r.finding);
    if (!r.finding) {
        cli_error(me, "out of memory");
        return CLI_FAILED;
    }
    for (int p = 0; p < PAPERS; p++)
        for (int i = 0; i < papers[p]->items; i++)
            if (wanted(papers[p], &papers[p]->item[i], name, names))
                r.finding[r.findings++] =
                    (finding){.paper = papers[p], .item = &papers[p]->item[i]};
    papers_options with = *o;
    with.named = names > 0;
    bool good = compute_all(&r, &with, models);
    int status = write_all(&r);
    for (int i = 0; i < r.findings; i++) study_free(&r.finding[i].study);
    free(r.finding);
    return good ? status : CLI_FAILED;
}

int cmd_papers(int argc, char **argv)
{
    papers_options o = {.output = "papers"};
    const cli_option options[] = {
        {"output", 'o', CLI_TEXT, &o.output, "DIR", "write the report into this folder", "papers"},
        {"list", 0, CLI_FLAG, &o.list, NULL, "list papers and items, and compute nothing", NULL},
        {"models", 0, CLI_TEXT, &o.models, "DIR", "the folder `models` that came with polhode",
         "the one installed, or that of the source tree"},
        {"whole", 0, CLI_FLAG, &o.whole, NULL,
         "belt and track to the end of their runs: about ten minutes more", NULL},
        {"quiet", 'q', CLI_FLAG, &o.quiet, NULL, "no progress and no verdicts on the terminal",
         NULL},
        {.name = NULL}};
    const cli_syntax syntax = {
        me,
        "[NAME..]",
        "Computes figures, tables and claims of papers on the integration of rotations and\n"
        "mechanisms, and writes a report, DIR/index.html, with curves, numbers and a verdict on\n"
        "each: holds, holds with a caveat, does not hold. A NAME is a paper, like pcdm, or one "
        "item\n"
        "of it, like pcdm.table1: then tables and numbers are printed, too; without any, all are\n"
        "computed, in about five minutes. The verdicts are in DIR/summary.json as well.\n",
        options,
        0,
        -1};
    int operands, status = cli_parse(&syntax, argc, argv, &operands);
    if (status >= 0) return status;
    return work(&o, argv + 1, operands);
}
