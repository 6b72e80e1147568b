/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A run written out on its way and continued in a new process has the same bits as one that was
 * left alone: rows, counts and messages, with every integrator that can run a model, for all models
 * of the folders named. Those over IDA start anew, and say so. A number before a folder is how many
 * steps its models take at most.
 */
#define _DEFAULT_SOURCE
#include <glob.h>
#include <sys/wait.h>
#include <unistd.h>
#include "../build_model.h"
#include "../golden/hash.h"
#include "sim/sim.h"

static long long most = 500; /* ticks of a run: a sample will do */

/* What came of a run from some tick on. */
typedef struct {
    ph_status status;
    unsigned long long sum; /* of all rows */
    long long rows, ticks;
    ph_stats stats;
    int notes;
} outcome;

/* A run is written out early, and late. */
enum { TIMES = 2 };

typedef struct {
    int times;
    long long ticks;
    long long write_at[TIMES];
    phk_store written[TIMES];
    outcome out[TIMES]; /* from there on: what the other process is to come to */
} follower;

static ph_status take_row(void *user, const double *row, size_t width)
{
    follower *f = user;
    for (int k = 0; k < f->times; k++) {
        f->out[k].sum = hash_bytes(f->out[k].sum, row, width * sizeof *row);
        f->out[k].rows++;
    }
    return PH_OK;
}

static ph_status tick(void *user, const ph_sim *sim)
{
    follower *f = user;
    f->ticks++;
    for (int k = 0; k < f->times; k++) {
        if (f->ticks != f->write_at[k]) continue;
        CHECK(phk_sim_write((ph_sim *)sim, &f->written[k]) == PH_OK);
        f->out[k].sum = HASH_SEED;
        f->out[k].rows = 0;
    }
    return f->ticks >= most ? PH_E_USER : PH_OK;
}

static void finish(follower *f, ph_sim *sim, ph_status status, const ph_diag *diag)
{
    for (int k = 0; k < f->times; k++) {
        f->out[k].status = status;
        f->out[k].ticks = f->ticks;
        f->out[k].stats = *ph_sim_stats(sim);
        f->out[k].notes = (int)ph_diag_count(diag);
    }
    ph_sim_free(sim);
}

/* ---- the other process: continue MODEL INTEGRATOR TICKS FILE MOST ---- */

static ph_options options_for(const ph_model *model, const char *integrator)
{
    ph_options o = *ph_model_options(model);
    o.integrator = (ph_text){.text = integrator};
    if (!(o.end > 0)) o.end = 0.5;
    if (ph_integrator_find(integrator)->traits & PH_FREE_BODIES && !(o.step > 0)) o.step = 0.001;
    return o;
}

static int be_the_other(char **argument)
{
    ph_model *model = must_load(argument[0]);
    ph_options o = options_for(model, argument[1]);
    most = atoll(argument[4]);
    FILE *file = fopen(argument[3], "rb");
    static unsigned char bytes[1 << 26];
    size_t size = file ? fread(bytes, 1, sizeof bytes, file) : 0;
    if (file) fclose(file);
    phk_store store = phk_store_reader(bytes, size);
    ph_diag *diag = ph_diag_create();
    follower f = {.times = 1, .ticks = atoll(argument[2]), .out[0].sum = HASH_SEED};
    ph_run_hooks hooks = {&f, take_row, tick};
    ph_sim *sim;
    ph_status status = phk_sim_create_from(model, &o, &store, diag, &sim);
    if (status) {
        show_diag(diag);
        return 1;
    }
    if (store.at != size) return 2;
    status = phk_sim_go_on(sim, &hooks, diag);
    finish(&f, sim, status, diag);
    file = fopen(argument[3], "wb");
    if (!file || fwrite(&f.out[0], sizeof f.out[0], 1, file) != 1 || fclose(file)) return 3;
    ph_diag_free(diag);
    ph_model_free(model);
    return 0;
}

/* ---- this one ---- */

static const char *program;

static bool ask_the_other(const char *path, const char *integrator, long long at,
                          const phk_store *store, outcome *out)
{
    char name[80], ticks[40], last[40];
    snprintf(name, sizeof name, "/tmp/polhode_continue_%ld", (long)getpid());
    snprintf(ticks, sizeof ticks, "%lld", at);
    snprintf(last, sizeof last, "%lld", most);
    FILE *file = fopen(name, "wb");
    bool good = file && fwrite(store->data, 1, store->size, file) == store->size;
    if (file) fclose(file);
    fflush(stdout);
    pid_t child = fork();
    if (child == 0) {
        execl(program, program, "continue", path, integrator, ticks, name, last, (char *)NULL);
        _exit(9);
    }
    int code = -1;
    waitpid(child, &code, 0);
    if (code != 0) printf("%s %s: the other process ended with %d\n", path, integrator, code);
    file = fopen(name, "rb");
    good = good && code == 0 && file && fread(out, sizeof *out, 1, file) == 1;
    if (file) fclose(file);
    remove(name);
    return good;
}

/* Counts and measures of two runs; IDA's differ. */
static bool is_same(const outcome *a, const outcome *b)
{
    return a->status == b->status && a->rows == b->rows && a->ticks == b->ticks &&
           a->sum == b->sum && memcmp(&a->stats, &b->stats, sizeof a->stats) == 0;
}

static bool is_kept(const ph_integrator_info *method)
{
    return strncmp(method->name, "ida", 3) != 0;
}

/* Runs a model that is expected to take so many ticks, and writes it out twice. */
static void run_alone(const ph_model *model, const ph_options *o, long long ticks, follower *f)
{
    ph_sim *sim;
    ph_diag *diag = ph_diag_create();
    *f = (follower){.times = TIMES, .write_at = {ticks / 3 + 1, 5 * ticks / 6 + 1}};
    for (int k = 0; k < TIMES; k++) {
        f->written[k] = phk_store_writer();
        f->out[k].sum = HASH_SEED;
    }
    ph_status status = ph_sim_create(model, o, diag, &sim);
    if (!status) {
        ph_run_hooks hooks = {f, take_row, tick};
        status = ph_sim_run(sim, &hooks, diag);
        finish(f, sim, status, diag);
    }
    ph_diag_free(diag);
}

static void forget(follower *f)
{
    for (int k = 0; k < TIMES; k++) phk_store_free(&f->written[k]);
}

static int continued, damaged;

/* What is damaged or cut off is refused. */
static void damage(const ph_model *model, const ph_options *o, phk_store *store)
{
    ph_sim *sim;
    ph_diag *diag = ph_diag_create();
    for (int k = 0; k < 20; k++) {
        size_t at = store->size * (size_t)k / 20;
        store->data[at] ^= 4;
        phk_store torn = phk_store_reader(store->data, store->size);
        CHECK(phk_sim_create_from(model, o, &torn, diag, &sim) == PH_E_FORMAT && !sim);
        store->data[at] ^= 4;
        torn = phk_store_reader(store->data, at);
        CHECK(phk_sim_create_from(model, o, &torn, diag, &sim) == PH_E_FORMAT && !sim);
    }
    ph_options other = *o;
    other.end *= 2;
    phk_store whole = phk_store_reader(store->data, store->size);
    CHECK(phk_sim_create_from(model, &other, &whole, diag, &sim) == PH_E_FORMAT && !sim);
    ph_diag_free(diag);
    damaged++;
}

/* Whether the run that was written out k-th goes on to the same end. */
static void compare(const char *path, const ph_integrator_info *method, const follower *f, int k)
{
    const outcome *alone = &f->out[k];
    const long long at = f->write_at[k];
    outcome other;
    memset(&other, 0, sizeof other);
    CHECK(ask_the_other(path, method->name, at, &f->written[k], &other));
    if (is_kept(method)) {
        if (!is_same(alone, &other))
            printf("%s %s from tick %lld: status %d %d, rows %lld %lld, ticks %lld %lld, sums %s\n",
                   path, method->name, at, alone->status, other.status, alone->rows, other.rows,
                   alone->ticks, other.ticks, alone->sum == other.sum ? "same" : "differ");
        CHECK(is_same(alone, &other));
    } else {
        CHECK(other.notes > 0 && (other.status == alone->status || other.ticks >= most));
    }
    continued++;
}

static void try_twice(const char *path, const ph_model *model, const ph_integrator_info *method)
{
    ph_options o = options_for(model, method->name);
    follower f;
    run_alone(model, &o, most, &f);
    const long long ticks = f.ticks;
    if (ticks < most && ticks >= 3) {
        /* it has ended before: its own third and end */
        forget(&f);
        run_alone(model, &o, ticks, &f);
    }
    for (int k = 0; k < TIMES && ticks >= 3; k++) {
        compare(path, method, &f, k);
        if (damaged < 3 && f.written[k].size < 200000) damage(model, &o, &f.written[k]);
    }
    forget(&f);
}

static void each_integrator(const char *path)
{
    ph_model *model = must_load(path);
    for (int i = 0; i < ph_integrator_count(); i++) {
        const ph_integrator_info *method = ph_integrator_get(i);
        if (!(method->traits & PH_ABSENT)) try_twice(path, model, method);
    }
    ph_model_free(model);
}

int main(int arguments, char **argument)
{
    program = argument[0];
    if (arguments == 7 && strcmp(argument[1], "continue") == 0) return be_the_other(argument + 2);
    for (int i = 1; i < arguments; i++) {
        glob_t found = {0};
        if (atoll(argument[i]) > 0) {
            most = atoll(argument[i]);
            continue;
        }
        CHECK(glob(argument[i], 0, NULL, &found) == 0);
        for (size_t k = 0; k < found.gl_pathc; k++) each_integrator(found.gl_pathv[k]);
        globfree(&found);
    }
    printf("%d runs continued\n", continued);
    CHECK(arguments == 1 || continued > 0);
    return TEST_RESULT();
}
