/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Stresses of a run: the envelope is that of rows at every step, whatever rows are asked for; the
 * same of a run that was written out and went on; and in a result it is read as it was.
 */
#include <string.h>
#include <unistd.h>
#include "bending_beam.h"
#include "sim/sim.h"

typedef struct {
    int column, rows, stop; /* stop > 0: writes the state out at that row */
    double most, time;
    ph_sim *sim;
    phk_store store;
} watch;

static int stress_column(const ph_sim *sim)
{
    for (int i = 0; i < ph_sim_blocks(sim); i++)
        if (strcmp(ph_sim_block(sim, i)->quantity, "stress.max") == 0)
            return 1 + ph_sim_block(sim, i)->first;
    return 0;
}

static ph_status on_row(void *user, const double *row, size_t width)
{
    watch *w = user;
    (void)width;
    if (row[w->column] > w->most) w->most = row[w->column], w->time = row[0];
    w->rows++;
    return PH_OK;
}

static ph_status on_tick(void *user, const ph_sim *sim)
{
    watch *w = user;
    if (!w->stop || w->store.size || ph_sim_time(sim) < 0.1) return PH_OK;
    w->store = phk_store_writer();
    CHECK(phk_sim_write((ph_sim *)sim, &w->store) == PH_OK);
    return PH_OK;
}

static ph_options settings(double every)
{
    ph_options o = ph_default_options();
    o.end = 0.25;
    o.step = 1e-3;
    o.every = every;
    o.integrator.text = "galpha";
    return o;
}

static ph_sim *run(const ph_model *model, double every, watch *w)
{
    ph_options o = settings(every);
    ph_diag *diag = ph_diag_create();
    ph_run_hooks hooks = {w, on_row, on_tick};
    CHECK(ph_sim_create(model, &o, diag, &w->sim) == PH_OK);
    w->column = w->sim ? stress_column(w->sim) : 0;
    CHECK(w->column > 0);
    CHECK(w->sim && ph_sim_run(w->sim, &hooks, diag) == PH_OK);
    for (int i = 0; i < ph_diag_count(diag); i++) printf("%s\n", ph_diag_get(diag, i)->message);
    ph_diag_free(diag);
    return w->sim;
}

static void test_rows(const ph_model *model)
{
    watch fine = {0}, coarse = {0};
    ph_sim *a = run(model, 0, &fine), *b = run(model, 0.1, &coarse);
    ph_hottest h = {0}, i = {0};
    CHECK(ph_sim_stressed(a) == 1);
    CHECK(ph_sim_hottest(a, 0, &h) == PH_OK && ph_sim_hottest(b, 0, &i) == PH_OK);
    CHECK(fine.rows == 251 && coarse.rows == 4);
    CHECK(h.stress > 1e5);
    CHECK_RATIO(h.stress, fine.most, 1e-6);
    CHECK_NEAR(h.time, fine.time, 1e-12);
    /* rows that are far apart miss it, the envelope does not: to the last bit */
    CHECK(coarse.most < 0.999 * h.stress);
    CHECK(h.stress == i.stress && h.time == i.time && h.spot == i.spot);
    CHECK_TEXT(h.body, "rod");
    const phk_envelope *e = a->stresses.envelope, *f = b->stresses.envelope;
    CHECK(memcmp(e->square, f->square, (size_t)e->of->spots * sizeof *e->square) == 0);
    CHECK(e->shown == 251);
    CHECK(ph_sim_hottest(a, 1, &h) == PH_E_USAGE);
    ph_sim_free(a);
    ph_sim_free(b);
}

static void test_going_on(const ph_model *model)
{
    watch whole = {.stop = 1}, rest = {0};
    ph_sim *a = run(model, 0, &whole), *b = NULL;
    ph_options o = settings(0);
    phk_store store = phk_store_reader(whole.store.data, whole.store.size);
    CHECK(phk_sim_create_from(model, &o, &store, NULL, &b) == PH_OK);
    ph_run_hooks hooks = {&rest, on_row, NULL};
    rest.column = whole.column;
    CHECK(b && phk_sim_go_on(b, &hooks, NULL) == PH_OK);
    CHECK(rest.rows < 200);
    phk_envelope *e = a->stresses.envelope, *f = b->stresses.envelope;
    phk_envelope_settle(e);
    phk_envelope_settle(f);
    size_t n = (size_t)e->of->spots;
    CHECK(e->shown == f->shown);
    CHECK(memcmp(e->square, f->square, n * sizeof *e->square) == 0);
    CHECK(memcmp(e->time, f->time, n * sizeof *e->time) == 0);
    CHECK(memcmp(e->tensor, f->tensor, n * sizeof *e->tensor) == 0);
    phk_store_free(&whole.store);
    ph_sim_free(a);
    ph_sim_free(b);
}

static void compare(const ph_bending *b, const phk_envelope *e)
{
    const phk_flex *is = e->of;
    CHECK(b->modes == is->modes && b->nodes == is->nodes && b->spots == is->spots);
    CHECK(b->lines == is->lines && b->stress && b->peak && b->peak_time && b->peak_stress);
    for (int p = 0; p < b->spots && b->peak; p++) {
        CHECK(b->peak[p] == phk_envelope_peak(e, p) && b->peak_time[p] == e->time[p]);
        CHECK(memcmp(b->peak_stress + 6 * p, e->tensor[p], sizeof e->tensor[p]) == 0);
        CHECK(b->spot_node[p] == is->spot[p].node);
        CHECK_TEXT(b->label[p], is->spot[p].label);
    }
    size_t size = 6 * (size_t)b->spots * (size_t)b->modes * sizeof(float);
    CHECK(memcmp(b->stress, is->stress, size) == 0);
    for (int i = 0; i < b->nodes; i++) {
        CHECK(b->node_at[3 * i] == is->node[i].at.x);
        for (int j = 0; j < 3 * b->modes; j++)
            CHECK(b->shape[3 * i * b->modes + j] == (float)is->node[i].phi[j]);
    }
}

static void test_result(const ph_model *model)
{
    char folder[] = "/tmp/polhode-stress-XXXXXX", path[80];
    watch w = {0};
    ph_sim *sim = run(model, 0.1, &w);
    ph_writer *writer = NULL;
    ph_result *r = NULL;
    double *row = calloc(ph_sim_row_width(sim), sizeof *row);
    CHECK(mkdtemp(folder) && ph_writer_open(folder, model, sim, NULL, &writer) == PH_OK);
    CHECK(ph_writer_row(writer, row, ph_sim_row_width(sim), NULL) == PH_OK);
    CHECK(ph_writer_stresses(writer, sim, NULL) == PH_OK);
    CHECK(ph_writer_finish(writer, "{}\n", NULL) == PH_OK);
    CHECK(ph_result_open(folder, NULL, &r) == PH_OK);
    CHECK(r && ph_result_bends(r, NULL) == 1 && !ph_result_bending(r, 1));
    CHECK(r && ph_result_find(r, "rod.stress.max") >= 0);
    const ph_bending *b = r ? ph_result_bending(r, 0) : NULL;
    CHECK(b);
    if (b) CHECK_TEXT(b->name, "rod");
    if (b) compare(b, sim->stresses.envelope);
    ph_result_close(r);
    snprintf(path, sizeof path, "%s/result.h5", folder);
    unlink(path);
    snprintf(path, sizeof path, "%s/summary.json", folder);
    unlink(path);
    rmdir(folder);
    free(row);
    ph_sim_free(sim);
}

/* Who names outputs gets the stresses that are named. */
static void test_outputs(void)
{
    static const struct {
        const char *output;
        int stressed;
    } is[] = {{"rod", 0}, {"rod.stress", 1}, {"energy", 0}};
    const ph_source none = {0};
    for (size_t k = 0; k < sizeof is / sizeof *is; k++) {
        ph_model *model = bending_model();
        ph_options o = settings(0);
        ph_sim *sim = NULL;
        CHECK(ph_model_add_output(model, is[k].output, none) == PH_OK);
        CHECK(ph_sim_create(model, &o, NULL, &sim) == PH_OK);
        CHECK(sim && ph_sim_stressed(sim) == is[k].stressed);
        CHECK(sim && (stress_column(sim) > 0) == (is[k].stressed > 0));
        ph_sim_free(sim);
        ph_model_free(model);
    }
}

int main(void)
{
    ph_model *model = bending_model();
    test_rows(model);
    test_going_on(model);
    test_result(model);
    test_outputs();
    ph_model_free(model);
    return TEST_RESULT();
}
