/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The command runs in a process of its own, as a user would call it, and its result is read by the
 * library: command, reader of models, simulation, writer and reader of results all have their part.
 */
#include "outcome.h"

#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>
#include <polhode/polhode.h>
#include "hash.h"

enum { PATH = 300, RUN_SECONDS = 120 }; /* a run that takes longer, of processor time, hangs */

/* In the child: output into files of the folder, then the command. */
static void become(const char *polhode, const golden_run *run, const char *folder)
{
    const char *argv[RUN_ARGUMENTS + 7] = {polhode, "run", run->model, "--json", "-o", folder};
    char path[2][PATH];
    int n = 6;
    for (int i = 0; i < RUN_ARGUMENTS && *run->argument[i]; i++) argv[n++] = run->argument[i];
    snprintf(path[0], PATH, "%s/out", folder);
    snprintf(path[1], PATH, "%s/err", folder);
    const struct rlimit most = {RUN_SECONDS, RUN_SECONDS};
    setrlimit(RLIMIT_CPU, &most);
    setenv("LC_ALL", "C", 1);
    if (!freopen("/dev/null", "r", stdin) || !freopen(path[0], "w", stdout) ||
        !freopen(path[1], "w", stderr))
        _exit(126);
    execv(polhode, (char *const *)argv);
    _exit(127);
}

/* A file of the folder as text; NULL: there is none. */
static char *text_of(const char *folder, const char *name)
{
    char path[PATH], part[4096], *text = NULL;
    size_t size = 0, n;
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "rb"), *memory = f ? open_memstream(&text, &size) : NULL;
    while (memory && (n = fread(part, 1, sizeof part, f)) > 0) fwrite(part, 1, n, memory);
    if (memory) fclose(memory);
    if (f) fclose(f);
    return text;
}

/* Takes out the lines that another run, folder or release changes. */
static void keep_lasting(char *summary)
{
    static const char *const passing[] = {"  \"wall_seconds\":", "  \"result\":", "  \"polhode\":"};
    char *to = summary;
    for (const char *from = summary, *next; *from; from = next) {
        const char *end = strchr(from, '\n');
        next = end ? end + 1 : from + strlen(from);
        int keep = 1;
        for (int i = 0; i < 3; i++) keep = keep && strncmp(from, passing[i], strlen(passing[i]));
        if (keep) memmove(to, from, (size_t)(next - from));
        if (keep) to += next - from;
    }
    *to = '\0';
}

static void remove_result(const char *folder)
{
    static const char *const file[] = {"out", "err", "result.h5", "summary.json"};
    char path[PATH];
    for (int i = 0; i < 4; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, file[i]);
        unlink(path);
    }
}

/* Column 0 is time, column c + 1 the result's column c. */
static int read_names(ph_result *result, outcome *o)
{
    o->name = calloc((size_t)o->columns, sizeof *o->name);
    o->unit = calloc((size_t)o->columns, sizeof *o->unit);
    int done = o->name && o->unit && (o->name[0] = strdup("time")) && (o->unit[0] = strdup("s"));
    for (int c = 1; done && c < o->columns; c++) {
        size_t size = ph_result_column_name(result, c - 1, NULL, 0) + 1;
        done = (o->name[c] = malloc(size)) &&
               (o->unit[c] = strdup(ph_result_column_unit(result, c - 1)));
        if (done) ph_result_column_name(result, c - 1, o->name[c], size);
    }
    return done;
}

/* All at once, row by row, which is far quicker than one by one; kept column by column. */
static int read_values(ph_result *result, ph_diag *diag, outcome *o)
{
    size_t columns = (size_t)o->columns, rows = (size_t)o->rows;
    o->value = malloc((columns * rows + 1) * sizeof *o->value);
    double *block = malloc((columns * rows + 1) * sizeof *block);
    int *wanted = malloc(columns * sizeof *wanted);
    int done = o->value && block && wanted;
    for (int c = 0; done && c < o->columns; c++) wanted[c] = c;
    done = done && ph_result_time(result, 0, o->rows, o->value, diag) == PH_OK &&
           ph_result_read_rows(result, wanted, o->columns - 1, 0, o->rows, block, diag) == PH_OK;
    for (size_t c = 1; done && c < columns; c++)
        for (size_t r = 0; r < rows; r++) o->value[c * rows + r] = block[r * (columns - 1) + c - 1];
    free(block);
    free(wanted);
    return done;
}

/* What a result tells beside its numbers. */
static uint64_t about(ph_result *result, const outcome *o)
{
    uint64_t h = hash_text(HASH_SEED, ph_result_title(result));
    const char *scene = ph_result_scene(result);
    double unit = ph_result_time_unit(result);
    for (int c = 1; c < o->columns; c++) {
        h = hash_text(h, o->name[c]);
        h = hash_text(h, o->unit[c]);
    }
    for (int i = 0; i < ph_result_blocks(result); i++) {
        const ph_block *b = ph_result_block(result, i);
        if (strcmp(b->group, "requests") != 0) continue;
        h = hash_text(hash_text(h, b->object[0]), b->title ? b->title : "");
        h = hash_word(hash_word(hash_word(h, (uint64_t)b->id), (uint64_t)b->first),
                      (uint64_t)b->width);
    }
    return hash_text(hash_bytes(h, &unit, sizeof unit), scene ? scene : "");
}

static int read_result(const char *folder, outcome *o)
{
    char path[PATH];
    ph_result *result = NULL;
    ph_diag *diag = ph_diag_create();
    snprintf(path, sizeof path, "%s/result.h5", folder);
    if (access(path, F_OK) != 0) {
        ph_diag_free(diag);
        return 1;
    }
    int done = ph_result_open(path, diag, &result) >= 0;
    if (done) {
        o->rows = (int)ph_result_rows(result);
        o->columns = ph_result_columns(result) + 1;
        done = read_names(result, o) && read_values(result, diag, o);
        if (done) o->about = about(result, o);
        ph_result_close(result);
    }
    ph_diag_free(diag);
    return done;
}

int outcome_make(const char *polhode, const golden_run *run, const char *folder, outcome *o)
{
    int status;
    *o = (outcome){0};
    remove_result(folder);
    fflush(NULL);
    pid_t child = fork();
    if (child == 0) become(polhode, run, folder);
    if (child < 0 || waitpid(child, &status, 0) < 0) return 0;
    o->exit = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    o->messages = text_of(folder, "err");
    o->summary = text_of(folder, "out");
    int done =
        o->exit != 126 && o->exit != 127 && o->messages && o->summary && read_result(folder, o);
    if (done) keep_lasting(o->summary);
    remove_result(folder);
    return done;
}

void outcome_free(outcome *o)
{
    for (int c = 0; o->name && c < o->columns; c++) free(o->name[c]);
    for (int c = 0; o->unit && c < o->columns; c++) free(o->unit[c]);
    free(o->name);
    free(o->unit);
    free(o->value);
    free(o->messages);
    free(o->summary);
}

/* A count of the summary, for the reader of the line. */
static void put_count(const outcome *o, const char *key, FILE *out)
{
    char pattern[40];
    snprintf(pattern, sizeof pattern, "\"%s\": ", key);
    const char *at = strstr(o->summary, pattern);
    if (at)
        fprintf(out, " %s=%.*s", key, (int)strcspn(at + strlen(pattern), ",\n"),
                at + strlen(pattern));
}

/* Twelve bits as two letters: a change is seen by the hash of all values, these only tell which
 * columns it is in, and there are a hundred thousand of them. */
static void put_column(uint64_t hash, FILE *out)
{
    static const char digit[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    uint32_t h = hash_short(hash);
    fputc(digit[h & 63], out);
    fputc(digit[h >> 6 & 63], out);
}

void outcome_line(const outcome *o, const golden_run *run, FILE *out)
{
    size_t rows = (size_t)o->rows;
    fprintf(out, "%s %s exit=%d", run->model, run->method, o->exit);
    if (*o->messages) fprintf(out, " messages=%08x", hash_short(hash_text(HASH_SEED, o->messages)));
    if (*o->summary) {
        put_count(o, "rows", out);
        put_count(o, "steps", out);
        put_count(o, "rejected", out);
        fprintf(out, " summary=%08x", hash_short(hash_text(HASH_SEED, o->summary)));
    }
    if (o->columns > 0) {
        uint64_t all =
            hash_bytes(HASH_SEED, o->value, (size_t)o->columns * rows * sizeof *o->value);
        fprintf(out, " about=%08x values=%016llx columns=", hash_short(o->about),
                (unsigned long long)all);
        for (int c = 0; c < o->columns; c++) {
            const double *v = o->value + (size_t)c * rows;
            put_column(hash_bytes(HASH_SEED, v, rows * sizeof *v), out);
        }
    }
    fputc('\n', out);
}
