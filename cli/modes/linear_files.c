/* SPDX-License-Identifier: BSD-3-Clause */
#include "linear_files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "command.h"
#include "common/mat_file.h"
#include "common/replacement.h"
#include "common/report.h"

static void put_mat(FILE *out, const ph_linear *l, const char *title)
{
    size_t n = (size_t)l->states, p = (size_t)l->inputs, q = (size_t)l->outputs;
    char *copy = strdup(title ? title : "");
    double t = l->t, steady = l->steady;
    mat_begin(out);
    if (copy) mat_put_text(out, "title", copy);
    free(copy);
    mat_put_matrix(out, "A", n, n, l->A);
    mat_put_matrix(out, "B", n, p, l->B);
    mat_put_matrix(out, "C", q, n, l->C);
    mat_put_matrix(out, "D", q, p, l->D);
    mat_put_list(out, "states", n, l->state);
    mat_put_list(out, "units", n, l->unit);
    mat_put_list(out, "inputs", p, (char *const *)l->input);
    mat_put_list(out, "outputs", q, (char *const *)l->output);
    mat_put_matrix(out, "t", 1, 1, &t);
    mat_put_matrix(out, "steady", 1, 1, &steady);
}

int linear_files(const char *command, const ph_linear *linear, const char *title,
                 const char *folder, const char *name, ph_diag *diag)
{
    char path[600];
    replacement mat;
    snprintf(path, sizeof path, "%s/%s.h5", folder, name);
    if (ph_linear_write(path, linear, title, diag) < 0) {
        cli_report(diag);
        return CLI_FAILED;
    }
    snprintf(path, sizeof path, "%s/%s.mat", folder, name);
    if (!replacement_open(&mat, path, command)) return CLI_FAILED;
    put_mat(mat.file.out, linear, title);
    return replacement_close(&mat, CLI_DONE);
}
