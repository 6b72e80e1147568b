/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A simulation's rows through the writer and back: every column of every row, bit for bit, and
 * the run's settings inside the file.
 */
#include <hdf5.h>
#include <polhode/polhode.h>
#include "base/arena.h"
#include "io/h5/h5.h"
#include "harness.h"
#include "blocks.h"

enum { MOST_ROWS = 64 };

typedef struct {
    ph_writer *writer;
    ph_diag *diag;
    double *kept; /* [MOST_ROWS][width] */
    int rows;
} sink;

static ph_status take_row(void *user, const double *row, size_t width)
{
    sink *s = user;
    if (s->rows < MOST_ROWS) memcpy(s->kept + (size_t)s->rows++ * width, row, width * sizeof *row);
    return ph_writer_row(s->writer, row, width, s->diag);
}

static void check_texts(const char *folder)
{
    char path[128];
    phk_arena arena = {0};
    snprintf(path, sizeof path, "%s/result.h5", folder);
    hid_t file = H5Fopen(path, H5F_ACC_RDONLY, H5P_DEFAULT);
    int format = 0;
    CHECK(phk_h5_get_int(file, "format", &format) == 0 && format == 1);
    CHECK_TEXT(phk_h5_get_text(&arena, file, "polhode"), ph_version());
    CHECK_TEXT(phk_h5_get_text(&arena, file, "title"), "a free body");
    CHECK_TEXT(phk_h5_get_text(&arena, file, "integrator"), ph_integrator_default());
    const char *settings = phk_h5_get_text(&arena, file, "settings");
    CHECK(settings && strstr(settings, "end = 0.25 s\n") && strstr(settings, "step = 0.01"));
    H5Fclose(file);
    phk_arena_free(&arena);
}

int main(void)
{
    char folder[64];
    if (!temporary_folder(folder)) TEST_SKIP("no temporary folder");
    ph_diag *diag = ph_diag_create();
    ph_model *model = ph_model_create();
    ph_body_def body = ph_default_body();
    body.mass = 2;
    body.inertia = (ph_sym3){.xx = 1, .yy = 2, .zz = 2.5};
    body.omega = (ph_vec3){0.1, 3, 0.2};
    ph_options options = ph_default_options();
    options.end = 0.25;
    options.step = 0.01;
    CHECK(ph_model_set_title(model, "a free body") == PH_OK);
    CHECK(ph_model_add_body(model, "top", &body) == PH_OK);
    CHECK(ph_model_set_options(model, &options) == PH_OK);
    ph_sim *sim = NULL;
    sink s = {.diag = diag};
    CHECK(ph_sim_create(model, NULL, diag, &sim) == PH_OK);
    if (!sim) return TEST_RESULT();
    size_t width = ph_sim_row_width(sim);
    s.kept = calloc(MOST_ROWS * width, sizeof *s.kept);
    CHECK(ph_writer_open(folder, model, sim, diag, &s.writer) == PH_OK);
    ph_run_hooks hooks = {.user = &s, .row = take_row};
    CHECK(ph_sim_run(sim, &hooks, diag) == PH_OK);
    ph_sim_free(sim);
    ph_model_free(model);
    CHECK(ph_writer_finish(s.writer, "{}\n", diag) == PH_OK);

    ph_result *r = NULL;
    CHECK(ph_result_open(folder, diag, &r) == PH_OK);
    if (r) {
        CHECK(s.rows == 26 && ph_result_rows(r) == s.rows);
        CHECK(ph_result_columns(r) == (int)width - 1);
        CHECK(ph_result_find(r, "top.pos.x") >= 0 && ph_result_find(r, "top.quat.3") >= 0);
        CHECK(ph_result_match(r, "energy", NULL, 0) >= 6);
        double out[MOST_ROWS];
        int wrong = 0;
        for (int c = -1; c < (int)width - 1; c++) {
            CHECK((c < 0 ? ph_result_time(r, 0, s.rows, out, diag)
                         : ph_result_read(r, c, 0, s.rows, out, diag)) == PH_OK);
            for (int i = 0; i < s.rows; i++)
                wrong += !same_bits(out[i], s.kept[(size_t)i * width + (size_t)(c + 1)]);
        }
        CHECK(wrong == 0);
    }
    ph_result_close(r);
    check_texts(folder);
    CHECK(ph_diag_errors(diag) == 0);
    ph_diag_free(diag);
    free(s.kept);
    remove_folder(folder);
    return TEST_RESULT();
}
