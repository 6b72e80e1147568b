/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode stress: where flexible bodies of a result were stressed most.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "command.h"
#include "common/columns.h"
#include "common/options.h"
#include "common/replacement.h"
#include "common/report.h"
#include "hot_spots.h"
#include "stress.h"

static const char me[] = "stress";

typedef struct {
    int count;
    double separation, at, scale;
    const char *body, *csv, *history, *vtp;
    bool members, json;
} request;

static double separation_of(const request *r, const ph_bending *body)
{
    if (r->members) return -1;
    return isnan(r->separation) ? body->separation : r->separation;
}

/* The bodies asked for that have stresses; a complaint where there are none. [ph_result_bends] */
static int choose(const request *r, ph_result *result, const ph_bending **body, const char *path)
{
    int all = ph_result_bends(result, NULL), count = 0;
    const char *names[64];
    bool named = false;
    int known = 0;
    for (int k = 0; k < all; k++) {
        const ph_bending *b = ph_result_bending(result, k);
        if (known < 64) names[known++] = b->name;
        if (r->body && strcmp(r->body, b->name) != 0) continue;
        named = true;
        if (b->peak) body[count++] = b;
    }
    if (count) return count;
    if (all == 0) {
        cli_error(me, "%s: no body of this result bends", path);
        fprintf(stderr,
                "  stresses are of bodies under `flexible` in the model (docs/flexible.md).\n");
    } else if (!named) {
        cli_error(me, "no flexible body is called \"%s\"", r->body);
        cli_did_you_mean(r->body, names, known);
    } else {
        const char *name = r->body ? r->body : names[0];
        cli_error(me, "%s: no stresses of `%s` were kept", path, name);
        fprintf(stderr,
                "  name %s.stress among the model's outputs and run it again; beams with sections "
                "have\n  stresses, bodies from elsewhere where their file does.\n",
                name);
    }
    return 0;
}

static int write_csv(const request *r, const hot_spots *h, int bodies)
{
    replacement file;
    if (!replacement_open(&file, r->csv, me)) return CLI_FAILED;
    stress_csv_head(file.file.out);
    for (int k = 0; k < bodies; k++) stress_csv(&h[k], file.file.out);
    return replacement_close(&file, CLI_DONE);
}

static void print(const request *r, const hot_spots *h, int bodies)
{
    ph_json j = {.out = stdout, .spaced = true, .lines = 4};
    if (r->json) {
        ph_json_begin(&j, NULL, '[');
        for (int k = 0; k < bodies; k++) stress_json(&h[k], &j);
        ph_json_end(&j);
        putchar('\n');
        return;
    }
    for (int k = 0; k < bodies; k++) {
        if (k) putchar('\n');
        stress_table(&h[k], stdout);
    }
}

/* Courses and pictures are of one body. */
static int write_files(const request *r, const hot_spots *h, ph_result *result, ph_diag *diag)
{
    int status = CLI_DONE;
    double t = isnan(r->at) && h->count ? h->body->peak_time[h->spot[0]] : r->at;
    if (r->history) status = stress_history(h, result, r->history, diag);
    if (!status && r->vtp) status = stress_vtp(h->body, result, t, r->scale, r->vtp, diag);
    return status;
}

static int work(const request *r, ph_result *result, const char *path, ph_diag *diag)
{
    int all = ph_result_bends(result, diag), status = CLI_DONE;
    if (all < 0) return CLI_USAGE;
    const ph_bending **body = malloc(((size_t)all + 1) * sizeof *body);
    hot_spots *h = calloc((size_t)all + 1, sizeof *h);
    int *spot = malloc(((size_t)all * (size_t)r->count + 1) * sizeof *spot);
    int bodies = body && h && spot ? choose(r, result, body, path) : 0;
    if (!body || !h || !spot) cli_error(me, "out of memory");
    if (bodies > 1 && (r->history || r->vtp)) {
        cli_error(me, "%d bodies bend: say of which with --body", bodies);
        bodies = 0;
    }
    if (bodies == 0) status = CLI_USAGE;
    for (int k = 0; k < bodies; k++) {
        int *at = spot + (size_t)k * (size_t)r->count;
        double separation = separation_of(r, body[k]);
        int found = hot_spots_find(body[k], r->count, separation, at);
        h[k] = (hot_spots){body[k], separation, found > 0 ? found : 0, at};
    }
    if (!status && r->csv) status = write_csv(r, h, bodies);
    if (!status) status = write_files(r, h, result, diag);
    if (!status) print(r, h, bodies);
    free(body);
    free(h);
    free(spot);
    return status;
}

int cmd_stress(int argc, char **argv)
{
    request r = {.count = 10, .separation = NAN, .at = NAN, .scale = 1};
    const cli_option option[] = {
        {"body", 0, CLI_TEXT, &r.body, "NAME", "of this body alone", "all that bend"},
        {"count", 'n', CLI_COUNT, &r.count, "N", "so many points", "10"},
        {"separation", 0, CLI_NUMBER, &r.separation, "L",
         "points at least L [m] apart; 0: whichever are hottest",
         "3 times as far as points mostly are"},
        {"members", 0, CLI_FLAG, &r.members, NULL,
         "instead the hottest point of each member of a frame", NULL},
        {"csv", 0, CLI_TEXT, &r.csv, "FILE", "write the table there, in SI units", NULL},
        {"history", 0, CLI_TEXT, &r.history, "FILE",
         "write the stresses of these points at every row as CSV", NULL},
        {"vtp", 0, CLI_TEXT, &r.vtp, "FILE",
         "write the body as it is bent, with its stresses, for ParaView", NULL},
        {"at", 0, CLI_NUMBER, &r.at, "T", "time of that [s]", "when it is stressed most"},
        {"scale", 0, CLI_POSITIVE, &r.scale, "S", "multiply displacements by S in that", "1"},
        {"json", 0, CLI_FLAG, &r.json, NULL, "print the table as JSON, in SI units", NULL},
        {0},
    };
    const cli_syntax syntax = {
        me,
        "RESULT",
        "Lists where flexible bodies were stressed most: the largest von Mises stress of each "
        "point\n"
        "in all steps of the run, whatever rows it wrote, when that was, and the tensor then. "
        "RESULT\n"
        "is a result.h5 or its folder. Points close to a hotter one are left out.\n",
        option,
        1,
        1};
    int count;
    int status = cli_parse(&syntax, argc, argv, &count);
    if (status >= 0) return status;
    if (r.separation < 0) {
        cli_error(me, "--separation must not be negative");
        return CLI_USAGE;
    }
    if (r.members && !isnan(r.separation)) {
        cli_error(me, "--members and --separation exclude each other");
        return CLI_USAGE;
    }
    ph_result *result = cli_open_result(argv[1]);
    if (!result) return CLI_USAGE;
    ph_diag *diag = ph_diag_create();
    status = diag ? work(&r, result, argv[1], diag) : CLI_FAILED;
    cli_report(diag);
    ph_diag_free(diag);
    ph_result_close(result);
    return status;
}
