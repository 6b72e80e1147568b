/* SPDX-License-Identifier: BSD-3-Clause */
#include "view_body.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <polhode/polhode.h>
#include <polhode/reduce.h>
#include "command.h"
#include "common/report.h"
#include "modes/modes.h"

static const char me[] = "view";
/* Of the largest frequency: a rigid motion, whose zero is only rounded. */
#define RIGID 1e-6
#define NEAR  1e-3

/* A model of the body alone, without weight. */
static ph_model *model_of(ph_flex *flex, const char *path)
{
    ph_model *model = ph_model_create();
    ph_flexible_def def = ph_default_flexible();
    const char *slash = strrchr(path, '/');
    def.flex = flex;
    bool good = model && ph_model_set_title(model, slash ? slash + 1 : path) == PH_OK &&
                ph_model_add_flexible(model, "body", &def) == PH_OK;
    if (good) return model;
    ph_model_free(model);
    return NULL;
}

/* The modes that bend it, as they were without damping: |s| is their frequency. One that is damped
 * critically has two eigenvalues. The list is to be freed; NULL: out of memory. */
static ph_modes bending_of(const ph_modes *all)
{
    ph_modes bent = *all;
    double most = 0, last = 0; /* last: of a critical one that waits for its second */
    bent.modes = 0;
    bent.mode = malloc(((size_t)all->modes + 1) * sizeof *bent.mode);
    for (int k = 0; k < all->modes; k++) most = fmax(most, hypot(all->mode[k].re, all->mode[k].im));
    for (int k = 0; k < all->modes && bent.mode; k++) {
        ph_mode m = all->mode[k];
        double size = hypot(m.re, m.im);
        bool critical = m.im <= NEAR * size, second = critical && size <= (1 + NEAR) * last;
        last = critical && !second ? size : 0;
        if (size <= RIGID * most || second) continue;
        m.im = size;
        m.frequency = size / (2 * PH_PI);
        m.re = m.damping = 0;
        bent.mode[bent.modes++] = m;
    }
    return bent;
}

static int write_modes(const ph_model *model, const char *folder, ph_diag *diag)
{
    ph_options options = ph_default_options();
    ph_sim *sim = NULL;
    ph_modes *modes = NULL;
    options.integrator.text = "galpha";
    options.step = 1e-3;
    options.end = 1;
    int status = CLI_USAGE;
    if (ph_sim_create(model, &options, diag, &sim) == PH_OK &&
        ph_sim_modes(sim, NULL, diag, &modes) == PH_OK) {
        ph_modes bent = bending_of(modes);
        status = bent.mode ? modes_result(folder, model, sim, &bent, diag) : CLI_FAILED;
        if (!bent.mode) cli_error(me, "out of memory");
        free(bent.mode);
    }
    ph_modes_free(modes);
    ph_sim_free(sim);
    return status;
}

char *view_body_begin(const char *path, int *status)
{
    static const char template[] = "/tmp/polhode-view-XXXXXX";
    ph_diag *diag = ph_diag_create();
    ph_flex *flex = NULL;
    ph_model *model = NULL;
    char *folder = strdup(template);
    *status = CLI_USAGE;
    if (ph_flex_load(path, diag, NULL, &flex) == PH_OK) model = model_of(flex, path);
    if (!folder || !mkdtemp(folder)) {
        cli_error(me, "cannot make a folder in /tmp");
        *status = CLI_FAILED;
        free(folder);
        folder = NULL;
    } else if (model) {
        *status = write_modes(model, folder, diag);
    }
    cli_report(diag);
    ph_model_free(model);
    ph_flex_free(flex);
    ph_diag_free(diag);
    if (*status == CLI_DONE) return folder;
    view_body_end(folder);
    return NULL;
}

void view_body_end(char *folder)
{
    static const char *const file[] = {"result.h5", "summary.json", "modes.csv"};
    char path[100];
    if (!folder) return;
    for (int i = 0; i < 3; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, file[i]);
        unlink(path);
    }
    rmdir(folder);
    free(folder);
}
