/* SPDX-License-Identifier: BSD-3-Clause
 *
 * again.h -- what holds of any file that is read as a model: a model or errors, never both;
 * messages can be shown; a model that was read can be written, and what was written can be read.
 */
#ifndef AGAIN_H
#define AGAIN_H

#include <polhode/polhode.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static inline void write_and_read(const ph_model *model)
{
    char path[60], text[2000];
    snprintf(path, sizeof path, "/tmp/polhode_again_%ld.yaml", (long)getpid());
    ph_diag *diag = ph_diag_create();
    ph_model *copy = NULL;
    if (ph_model_save(model, path, diag) != PH_OK ||
        ph_model_load(path, NULL, 0, diag, &copy) != PH_OK) {
        for (int i = 0; i < ph_diag_count(diag); i++) {
            ph_diagnostic_format(ph_diag_get(diag, i), text, sizeof text);
            fputs(text, stderr);
        }
        abort();
    }
    if (ph_model_bodies(copy) != ph_model_bodies(model)) abort();
    ph_model_free(copy);
    ph_diag_free(diag);
    remove(path);
}

/* Reads a file; what is said of it is in diag. */
static inline void try_file(const char *path, const char *const *set, int n_set, ph_diag *diag)
{
    char text[2000];
    ph_model *model = NULL;
    ph_status status = ph_model_load(path, set, n_set, diag, &model);
    if ((status == PH_OK) != (model != NULL)) abort();
    if ((status == PH_OK) != (ph_diag_errors(diag) == 0)) abort();
    for (int i = 0; i < ph_diag_count(diag); i++)
        ph_diagnostic_format(ph_diag_get(diag, i), text, sizeof text);
    if (model) write_and_read(model);
    ph_model_free(model);
}

#endif
