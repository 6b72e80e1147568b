/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode run: simulate a model, write its result, say how it went. And polhode equilibrium,
 * kinematics and inverse, which are runs of another analysis.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "command.h"
#include "common/model_options.h"
#include "common/progress.h"
#include "common/report.h"
#include "modes/looks.h"
#include "places.h"
#include "summary.h"
#include "swings.h"

/* What differs from command to command. */
typedef struct {
    const char *name, *about;
    int analysis;               /* ph_analysis; -1: the model's */
    const char *const *options; /* of a run that it takes, by their keys; NULL: all */
    bool places;                /* says where bodies are in the last row, and what holds them */
} style;

typedef struct {
    const style *style;
    const char *directory;
    bool json, quiet;
    ph_diag *diag;
    ph_model *model;
    ph_sim *sim;
    ph_writer *writer;
    progress bar;
    long long rows;
    swings swings;
    double *last; /* row, where it is wanted */
} job;

static ph_status on_row(void *user, const double *row, size_t width)
{
    job *j = user;
    j->rows++;
    swings_row(&j->swings, row);
    if (j->last) memcpy(j->last, row, width * sizeof *row);
    return ph_writer_row(j->writer, row, width, j->diag);
}

static ph_status on_tick(void *user, const ph_sim *sim)
{
    return progress_tick(&((job *)user)->bar, sim);
}

/* The text of the last error, for the summary. */
static const char *last_error(const ph_diag *diag)
{
    for (int i = ph_diag_count(diag) - 1; i >= 0; i--)
        if (ph_diag_get(diag, i)->severity == PH_ERROR) return ph_diag_get(diag, i)->message;
    return NULL;
}

/* Says in the result what is wrong with it. */
static void put_remarks(job *j, const summary *s, const char *verdict)
{
    if (s->status != PH_OK)
        ph_writer_ended_early(j->writer, s->message ? s->message : ph_status_text(s->status),
                              j->diag);
    if (ph_sim_stats(j->sim)->doubtful) ph_writer_doubtful(j->writer, verdict, j->diag);
}

/* Writes the summary and puts the result in place. A run that failed on the way is kept too: it is
 * valid up to the time it reached. So is a doubtful one. */
static int finish(job *j, ph_status status, double wall)
{
    summary s = {j->model, j->sim, status, NULL, j->directory, j->rows, wall};
    char verdict[200];
    ph_sim_verdict(j->sim, verdict, sizeof verdict);
    bool doubtful = status == PH_OK && ph_sim_stats(j->sim)->doubtful;
    s.message = doubtful               ? verdict
                : status == PH_STOPPED ? "stopped on request"
                                       : last_error(j->diag);
    char *json = NULL;
    size_t size;
    FILE *memory = open_memstream(&json, &size);
    if (memory) {
        summary_json(&s, memory);
        fclose(memory);
    }
    put_remarks(j, &s, verdict);
    ph_writer_stresses(j->writer, j->sim, j->diag);
    ph_status written = json ? ph_writer_finish(j->writer, json, j->diag) : PH_E_NOMEM;
    if (json) j->writer = NULL;
    cli_report(j->diag);
    if (!json) cli_error(j->style->name, "out of memory: no summary, and the result is not kept");
    if (written == PH_OK && j->json) fputs(json, stdout);
    bool print = written == PH_OK && !j->json && !j->quiet;
    if (print && j->last)
        places_print(&s, j->last, stdout);
    else if (print)
        summary_print(&s, stdout);
    free(json);
    char hint[400];
    if (!j->quiet && swings_tell(&j->swings, j->sim, hint, sizeof hint)) cli_note("%s", hint);
    if (status == PH_STOPPED)
        cli_note("stopped at t = %g s; the result holds what was reached", ph_sim_time(j->sim));
    if (written != PH_OK || status != PH_OK) return CLI_FAILED;
    return doubtful ? CLI_DOUBTFUL : CLI_DONE;
}

static int simulate(job *j)
{
    ph_run_hooks hooks = {j, on_row, on_tick};
    swings_begin(&j->swings, ph_sim_row_width(j->sim));
    if (j->style->places) j->last = calloc(ph_sim_row_width(j->sim), sizeof *j->last);
    ph_status status = ph_sim_run(j->sim, &hooks, j->diag);
    double wall = wall_clock() - j->bar.began;
    progress_end(&j->bar);
    /* nothing of a result that could not be written, or that has not even a beginning, is worth
     * replacing an older one */
    if (status == PH_E_IO || status == PH_E_NOMEM || (status < 0 && j->rows == 0)) {
        cli_report(j->diag);
        return CLI_FAILED;
    }
    return finish(j, status, wall);
}

/* An equilibrium takes no time, unless a series of them is asked for. */
static void prepare(const job *j, const ph_options *given, ph_options *o)
{
    if (j->style->analysis < 0) return;
    o->analysis = j->style->analysis;
    if (o->analysis == PH_STATIC && isnan(given->end)) o->end = o->start;
}

static int run(job *j, const char *path, model_options *given)
{
    ph_options options;
    j->model = model_open(path, given, j->diag, &options);
    if (!j->model) return CLI_USAGE;
    prepare(j, &given->options, &options);
    ph_status status = ph_sim_create(j->model, &options, j->diag, &j->sim);
    if (status < 0) {
        cli_report(j->diag);
        /* a load that fails at the start is the simulation's failure, not the file's */
        bool failed = status == PH_E_NONFINITE || status == PH_E_NOMEM;
        /* so is an equilibrium that is not found */
        bool rests = options.analysis == PH_STATIC || options.start_at == PH_START_EQUILIBRIUM;
        failed = failed || (rests && status == PH_E_SOLVE);
        return failed ? CLI_FAILED : CLI_USAGE;
    }
    /* from here on Ctrl-C ends the run with a result, and leaves no unfinished file behind */
    const ph_options *o = ph_sim_options(j->sim);
    progress_begin(&j->bar, o->start, o->end, j->quiet || j->json);
    if (ph_writer_open(j->directory, j->model, j->sim, j->diag, &j->writer) < 0) {
        cli_report(j->diag);
        return CLI_USAGE;
    }
    int done = simulate(j);
    if (done == CLI_FAILED) return done;
    int looked = looks_take(j->style->name, j->model, &options, j->directory, j->quiet || j->json);
    return looked == CLI_DONE ? done : looked;
}

/* --output, the options of the run, and the rest. */
static void list_options(job *j, model_options *given, cli_option *row)
{
    const cli_option rest[] = {
        MODEL_OPTION_SET(*given),
        MODEL_OPTIONS_DECK(*given),
        {"json", 0, CLI_FLAG, &j->json, NULL, "print the summary as JSON", NULL},
        {"quiet", 'q', CLI_FLAG, &j->quiet, NULL, "no progress bar and no summary", NULL},
        {.name = NULL}};
    *row++ = (cli_option){"output",
                          'o',
                          CLI_TEXT,
                          &j->directory,
                          "DIR",
                          "folder for result.h5 and summary.json",
                          "out/NAME of the model"};
    for (const char *const *key = j->style->options; key && *key; key++)
        *row++ = model_switch(given, *key);
    if (!j->style->options) row += model_switches(given, row);
    memcpy(row, rest, sizeof rest);
}

static int run_as(const style *as, int argc, char **argv)
{
    model_options given = model_options_none();
    job j = {.style = as};
    cli_option options[MODEL_SWITCHES + 8];
    list_options(&j, &given, options);
    const cli_syntax syntax = {as->name, "MODEL", as->about, options, 1, 1};
    int status = model_parse(&syntax, argc, argv, &given);
    if (status >= 0) return status;
    char stem[200], directory[256];
    model_stem(argv[1], stem, sizeof stem);
    snprintf(directory, sizeof directory, "out/%s", stem);
    if (!j.directory || !*j.directory) j.directory = directory;
    j.diag = ph_diag_create();
    status = run(&j, argv[1], &given);
    swings_end(&j.swings);
    free(j.last);
    ph_writer_abandon(j.writer);
    ph_sim_free(j.sim);
    ph_model_free(j.model);
    ph_diag_free(j.diag);
    model_options_free(&given);
    return status;
}

int cmd_run(int argc, char **argv)
{
    static const style plain = {
        "run",
        "Simulates a model (.yaml, an ADAMS deck .adm, or a command file .acf that runs one) and\n"
        "writes result.h5 and summary.json. A run that fails or is stopped (Ctrl-C) keeps a valid\n"
        "result up to that time. The exit status is 3 when the result is doubtful: the integrator\n"
        "made or lost a good part of the energy.\n",
        -1, NULL, false};
    return run_as(&plain, argc, argv);
}

int cmd_equilibrium(int argc, char **argv)
{
    static const char *const keys[] = {"end", "every", "steps", NULL};
    static const style rest = {
        "equilibrium",
        "Finds where a model stays at rest, from where it is drawn: all velocities zero, states "
        "at\n"
        "rates zero, motions where they are at the start. Prints places and reactions, says "
        "whether\n"
        "the equilibrium is stable and which bodies nothing holds, and writes a result of one "
        "row.\n"
        "With --end a row for every equilibrium on the way there, each sought from the last.\n",
        PH_STATIC, keys, true};
    return run_as(&rest, argc, argv);
}

int cmd_kinematics(int argc, char **argv)
{
    static const char *const keys[] = {"end", "every", "steps", NULL};
    static const style driven = {
        "kinematics",
        "Moves a model as its motions say, which must leave no freedom: places, velocities and\n"
        "accelerations at every row follow from joints and motions alone, the forces of all of "
        "them\n"
        "from the accelerations. Nothing is integrated, and no error grows. Writes a result as\n"
        "`polhode run` does.\n",
        PH_KINEMATIC, keys, false};
    return run_as(&driven, argc, argv);
}

int cmd_inverse(int argc, char **argv)
{
    static const char *const keys[] = {"end", "every", "steps", NULL};
    static const style measured = {
        "inverse",
        "Finds the forces behind a motion that was measured: motions with a `weight` are followed\n"
        "exactly where there are as many as freedoms, and as well as they can be where there are\n"
        "more. Their columns NAME.force and NAME.torque are what it took. Writes a result as\n"
        "`polhode run` does.\n",
        PH_INVERSE, keys, false};
    return run_as(&measured, argc, argv);
}
