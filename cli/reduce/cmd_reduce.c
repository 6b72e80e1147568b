/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode reduce: matrices of a finite-element program to a flexible body, and its stresses.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <polhode/polhode.h>
#include "body_report.h"
#include "command.h"
#include "common/options.h"
#include "common/progress.h"
#include "common/report.h"

static const char me[] = "reduce";

typedef struct {
    ph_fe_reduction how;
    cli_texts interface, load;
    const char *out, *deck, *stress_deck, *stress;
    double up_to;
    bool json, quiet;
} request;

static ph_status tick(void *user, double share, const char *doing)
{
    return progress_part(user, share, doing);
}

static int failed(const ph_diag *diag, ph_status status)
{
    cli_report(diag);
    if (status == PH_STOPPED) cli_error(me, "interrupted");
    return status == PH_STOPPED || status == PH_E_NOMEM || status == PH_E_SOLVE ? CLI_FAILED
                                                                                : CLI_USAGE;
}

static int reduce(request *r, ph_diag *diag)
{
    progress bar;
    ph_reduced found;
    ph_flex *flex = NULL;
    progress_begin(&bar, 0, 1, r->quiet);
    r->how.progress = tick;
    r->how.user = &bar;
    ph_status status = ph_flex_reduce(&r->how, diag, &found, &flex);
    progress_end(&bar);
    if (status == PH_OK) status = ph_flex_save(flex, &found, r->out, diag);
    if (status != PH_OK) {
        ph_flex_free(flex);
        return failed(diag, status);
    }
    cli_report(diag);
    (r->json ? body_print_json : body_print)(flex, &found);
    ph_flex_free(flex);
    return CLI_DONE;
}

/* A body that is there gets stresses. */
static int work_on(const request *r, const char *body, ph_diag *diag)
{
    ph_status status = PH_OK;
    if (r->stress_deck)
        status = ph_flex_stress_deck(body, r->deck, r->stress_deck, diag);
    else
        status = ph_flex_stress_read(body, r->stress, r->out ? r->out : body, diag);
    if (status != PH_OK) return failed(diag, status);
    cli_report(diag);
    if (!r->quiet && r->stress_deck)
        cli_note("run `ccx %.*s`, then `polhode reduce %s --stress %.*s.frd`",
                 (int)(strlen(r->stress_deck) - 4), r->stress_deck, body,
                 (int)(strlen(r->stress_deck) - 4), r->stress_deck);
    return CLI_DONE;
}

static bool ends_with(const char *text, const char *end)
{
    const size_t n = strlen(text), k = strlen(end);
    return n > k && strcmp(text + n - k, end) == 0;
}

/* What does not fit together; true after a complaint. */
static bool refuse(const request *r, int files, char **file)
{
    const bool body = files == 1 && ph_flex_is_file(file[0]), stress = r->stress || r->stress_deck;
    if (stress && !body)
        cli_error(me,
                  "stresses belong to a body: polhode reduce BODY.phf.h5 --stress-deck DECK.inp "
                  "--deck JOB.inp, then --stress DECK.frd");
    else if (r->stress && r->stress_deck)
        cli_error(
            me,
            "--stress-deck writes what ccx is to run, --stress reads what it found: one at a time");
    else if (r->stress_deck && !r->deck)
        cli_error(me, "--stress-deck needs --deck JOB.inp, the deck with mesh and material");
    else if (r->stress_deck && !ends_with(r->stress_deck, ".inp"))
        cli_error(me, "--stress-deck writes a deck of CalculiX: a name that ends in .inp");
    else if (!stress && body)
        cli_error(
            me,
            "%s is reduced already; `polhode check` tells what it is, --stress-deck and --stress "
            "give it stresses",
            file[0]);
    else if (!stress && !r->out)
        cli_error(me, "-o BODY.phf.h5 is missing: where the body is written to");
    else if (r->out && !ph_flex_is_file(r->out))
        cli_error(me, "a body is written to a name that ends in .phf.h5, not %s", r->out);
    else
        return false;
    return true;
}

int cmd_reduce(int argc, char **argv)
{
    request r = {.how = {.modes = 20}};
    int files;
    const cli_option options[] = {
        {"output", 'o', CLI_TEXT, &r.out, "BODY.phf.h5", "the file to write", NULL},
        {"interface", 'i', CLI_TEXTS, &r.interface, "NAME=WHERE",
         "where the body is held: a set of the deck, a node, or nodes 1,2,3; with :rigid,\n"
         ":average or :position behind it; may be repeated",
         "no interface: modes of the free body"},
        {"load", 0, CLI_TEXTS, &r.load, "NAME=FILE.csv",
         "a load spread over the body: node, fx, fy, fz in each line; may be repeated", NULL},
        {"modes", 'n', CLI_COUNT, &r.how.modes, "N", "modes with the interface held", "20"},
        {"up-to", 0, CLI_POSITIVE, &r.up_to, "HZ", "all modes up to a frequency, if those are more",
         NULL},
        {"units", 'u', CLI_TEXT, &r.how.units, "UNITS",
         "of length, mass and time in the files: \"mm t s\"", "m kg s"},
        {"stiffness", 0, CLI_TEXT, &r.how.stiffness, "FILE",
         "the stiffness, where its name does not tell; or a DMIG name", NULL},
        {"mass", 0, CLI_TEXT, &r.how.mass, "FILE", "the same of the mass", NULL},
        {"stress-deck", 0, CLI_TEXT, &r.stress_deck, "DECK.inp",
         "of a body: write the deck that finds stresses of its modes", NULL},
        {"deck", 0, CLI_TEXT, &r.deck, "JOB.inp",
         "with --stress-deck: the deck with mesh and material", NULL},
        {"stress", 0, CLI_TEXT, &r.stress, "DECK.frd",
         "of a body: take the stresses that ccx found", NULL},
        {"json", 0, CLI_FLAG, &r.json, NULL, "print as JSON", NULL},
        {"quiet", 'q', CLI_FLAG, &r.quiet, NULL, "no progress, no notes", NULL},
        {.name = NULL}};
    const cli_syntax syntax = {
        me,
        "FILE..",
        "Makes a flexible body of matrices of a finite-element program: static shapes of the "
        "interface\n"
        "and modes with that held (Craig-Bampton), in mean axes. Files are known by their "
        "endings:\n"
        ".sti .mas .dof with .inp or .frd (CalculiX), .mtx (Abaqus) with .inp, .mtx (MatrixMarket) "
        "with\n"
        ".csv (node,direction,x,y,z), .bdf .dat .nas .pch (Nastran: GRID and DMIG). Prints mass, "
        "inertia,\n"
        "frequencies and what tells a free body: six rigid modes. With a body, its stresses.\n",
        options,
        1,
        -1};
    int status = cli_parse(&syntax, argc, argv, &files);
    if (status < 0 && refuse(&r, files, argv + 1)) status = CLI_USAGE;
    if (status < 0) {
        ph_diag *diag = ph_diag_create();
        r.how.file = (const char *const *)(argv + 1);
        r.how.files = files;
        r.how.interface = r.interface.text;
        r.how.interfaces = r.interface.count;
        r.how.load = r.load.text;
        r.how.loads = r.load.count;
        r.how.up_to = r.up_to;
        status = r.stress || r.stress_deck ? work_on(&r, argv[1], diag) : reduce(&r, diag);
        ph_diag_free(diag);
    }
    free(r.interface.text);
    free(r.load.text);
    return status;
}
