/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode view: a result as a page to look at, written to a file or served to the browser.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>
#include <polhode/reduce.h>
#include "command.h"
#include "common/options.h"
#include "page.h"
#include "page_drawing.h"
#include "common/replacement.h"
#include "common/report.h"
#include "serve.h"
#include "template.h"
#include "view_body.h"

static const char me[] = "view";
/* A page for a mail; what this machine's own browser gets may be larger. */
#define PAGE_MEGABYTES   5
#define SERVED_MEGABYTES 64
/* To read a result that is being written. */
enum { ATTEMPTS = 20 };

typedef struct {
    const char *output, *columns;
    double fps, megabytes;
    int port;
    bool no_browser;
} view_options;

typedef struct {
    const view_options *options;
    const char *path;   /* of the result */
    const char *source; /* what was asked for */
    char *folder; /* where a run may be under way; NULL: a page in a file shows what is whole */
    ph_running *running;
    template template;
} view;

/* Columns named a,b,c. */
static bool add_columns(cli_columns *list, const ph_result *result, const char *names)
{
    char *copy = strdup(names);
    bool good = copy != NULL;
    for (char *rest = copy, *name; good && (name = strtok_r(rest, ",", &rest));)
        good = cli_columns_add(list, me, result, name);
    free(copy);
    return good;
}

/* The folder of a result, given by its file or by itself; NULL: out of memory. */
static char *folder_of(const char *path)
{
    struct stat info;
    const char *slash = strrchr(path, '/');
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode)) return strdup(path);
    return slash ? strndup(path, (size_t)(slash - path) + 1) : strdup(".");
}

static bool is_running(view *v)
{
    if (v->folder && !v->running) (void)ph_running_open(v->folder, &v->running);
    if (v->running && !ph_running_goes_on(v->running)) {
        ph_running_close(v->running);
        v->running = NULL;
    }
    return v->running != NULL;
}

/* Opens the result, before all that of a run that is under way; NULL, after a complaint unless it
 * runs and has written nothing yet. */
static ph_result *open_result(view *v, bool *live)
{
    ph_result *result = NULL;
    *live = is_running(v);
    if (!*live) return cli_open_result(v->path);
    ph_running_read(v->running, NULL, &result);
    return result;
}

/* Writes the data. Returns an exit status, after a complaint when it is not CLI_DONE. */
static int write_data(ph_result *result, const page_options *o, FILE *out, bool tell)
{
    ph_diag *diag = ph_diag_create();
    page p = {0};
    bool good = diag && page_choose(&p, result, o, diag);
    for (int i = 0; good && tell && i < p.notes; i++) cli_note("%s", p.note[i]);
    if (good && tell && p.bodies.count == 0)
        cli_note("no body is in the result, so nothing moves; name some in `outputs` of the model");
    good = good && page_write(&p, out, diag);
    if (!good && (!diag || ph_diag_errors(diag) == 0)) cli_error(me, "out of memory");
    cli_report(diag);
    ph_diag_free(diag);
    page_free(&p);
    return good ? CLI_DONE : CLI_FAILED;
}

/* The page, or its data alone, of a result. */
static int write_result(view *v, ph_result *result, page_options *to, FILE *out, bool whole,
                        bool tell)
{
    const view_options *o = v->options;
    const char *scene = ph_result_scene(result);
    char *drawn = page_drawing(result);
    int status = drawn ? CLI_USAGE : CLI_FAILED;
    if (!drawn) cli_error(me, "out of memory");
    to->taken = (double)v->template.size;
    to->taken += scene ? (double)strlen(scene) : 0;
    to->taken += drawn ? (double)strlen(drawn) : 0;
    to->drawn = drawn;
    if (drawn && (!o->columns || add_columns(&to->wanted, result, o->columns))) {
        if (whole) fwrite(v->template.text, 1, v->template.before, out);
        status = write_data(result, to, out, tell);
        if (whole) fputs(v->template.after, out);
    }
    cli_columns_free(&to->wanted);
    free(drawn);
    return status;
}

static int write_page(view *v, FILE *out, bool whole, bool tell)
{
    const view_options *o = v->options;
    bool live;
    ph_result *result = open_result(v, &live);
    if (!result) return CLI_USAGE;
    double most = o->output ? PAGE_MEGABYTES : SERVED_MEGABYTES;
    page_options to = {.source = v->source,
                       .fps = o->fps,
                       .bytes = 1e6 * (o->megabytes > 0 ? o->megabytes : most),
                       .live = live};
    int status = write_result(v, result, &to, out, whole, tell);
    ph_result_close(result);
    return status;
}

static int write_file(view *v)
{
    replacement r;
    const char *path = v->options->output;
    if (!replacement_open(&r, path, me)) return CLI_FAILED;
    int status = write_page(v, r.file.out, true, true);
    long size = ftell(r.file.out);
    status = replacement_close(&r, status);
    if (status == CLI_DONE) fprintf(stderr, "wrote %s (%.1f MB)\n", path, (double)size / 1e6);
    return status;
}

static void pause_for(long ms)
{
    struct timespec time = {ms / 1000, ms % 1000 * 1000000};
    nanosleep(&time, NULL);
}

/* Of a run that is just writing, again until nothing has changed meanwhile. */
static bool answer(void *user, const char *path, FILE *out, const char **type)
{
    view *v = user;
    bool whole = strcmp(path, "/") == 0, good = false;
    if (!whole && strcmp(path, "/data") != 0) return false;
    if (!whole) *type = "application/json";
    for (int i = 0; i < ATTEMPTS && !good; i++) {
        if (i) pause_for(100);
        rewind(out);
        if (ftruncate(fileno(out), 0) != 0) return false;
        int status = write_page(v, out, whole, false);
        good = status == CLI_DONE && (!v->running || ph_running_unchanged(v->running));
        if (status != CLI_DONE && !v->running) return false;
    }
    if (v->running) ph_running_goes_on(v->running);
    return good;
}

/* A run that has just begun has nothing to show yet. */
static void wait_for_rows(view *v)
{
    bool live, told = false;
    while (is_running(v)) {
        ph_result *result = open_result(v, &live);
        ph_result_close(result);
        if (result || !live) return;
        if (!told) cli_note("waiting for the first rows of the run in %s", v->folder);
        told = true;
        is_running(v); /* closing has taken our mark from the file */
        pause_for(300);
    }
}

/* What is wrong with the result is said now, not when the browser asks for it. */
static int serve_page(view *v)
{
    v->folder = folder_of(v->path);
    wait_for_rows(v);
    if (is_running(v)) cli_note("the run is under way; the page follows it");
    FILE *nowhere = fopen("/dev/null", "wb");
    int status = nowhere ? write_page(v, nowhere, false, true) : CLI_FAILED;
    if (nowhere) fclose(nowhere);
    /* it may have been changing just now; the next look will do */
    if (status != CLI_DONE && !v->running) return status;
    server s = {v, answer};
    return serve(&s, v->options->port, !v->options->no_browser, me);
}

int cmd_view(int argc, char **argv)
{
    view_options o = {0};
    const cli_option option[] = {
        {"output", 'o', CLI_TEXT, &o.output, "PAGE",
         "one file with everything in it, to keep or to send", "the page is served to the browser"},
        {"columns", 0, CLI_TEXT, &o.columns, "NAME,..", "curves that go into the page",
         "all, as many as fit"},
        {"fps", 0, CLI_POSITIVE, &o.fps, "N", "frames for each second of the run, at most",
         "50; of a run below 12 s 600 in all"},
        {"size", 0, CLI_POSITIVE, &o.megabytes, "MB", "size of the page, at most", "5; served: 64"},
        {"port", 0, CLI_COUNT, &o.port, "N", "where the page is served on 127.0.0.1",
         "any free port"},
        {"no-browser", 0, CLI_FLAG, &o.no_browser, NULL, "serve, but open no browser", NULL},
        {0},
    };
    const cli_syntax syntax = {
        me,
        "RESULT",
        "Shows a result as an animation in space with curves of its columns, in a page of its "
        "own.\n"
        "RESULT is a result.h5 or its folder; of a flexible body, BODY.phf.h5, its free modes are "
        "shown. With -o PAGE.html the page is one file that needs "
        "no\n"
        "network; without, it is served to this machine's browser until Ctrl-C.\n",
        option,
        1,
        1};
    int count;
    int status = cli_parse(&syntax, argc, argv, &count);
    if (status >= 0) return status;
    if (o.port > 65535) {
        cli_error(me, "--port goes up to 65535");
        return CLI_USAGE;
    }
    view v = {.options = &o, .path = argv[1], .source = argv[1]};
    char *body = NULL;
    status = template_read(&v.template, me);
    if (status == CLI_DONE && ph_flex_is_file(argv[1]))
        v.path = body = view_body_begin(argv[1], &status);
    if (status == CLI_DONE) status = o.output ? write_file(&v) : serve_page(&v);
    template_free(&v.template);
    ph_running_close(v.running);
    free(v.folder);
    view_body_end(body);
    return status;
}
