/* SPDX-License-Identifier: BSD-3-Clause
 *
 * golden -- has anything changed, down to the last bit? Runs all models (plan.h) with the command
 * and compares hashes of what came of it with those stored for this platform; or with another build
 * of the command, in numbers. It guards changes that are to change no result; whether results are
 * right is the affair of other tests.
 *
 * Workers take every n-th run each and write lines; the parent sorts them, so that neither their
 * number nor the load of the machine shows.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "against.h"
#include "platform.h"
#include "store.h"

enum { SKIPPED = 77, USAGE = 2, MOST_JOBS = 64, PATH = 300, METHODS_TOLD = 4, REMARKS_TOLD = 60 };

static const char help[] =
    "usage: golden POLHODE [--bless | --against POLHODE] [--only TEXT] [--jobs N] [--verbose]\n"
    "Runs all models with the command and compares hashes of every column with stored ones.\n"
    "  --bless            stores what this build does, for this platform\n"
    "  --against POLHODE  compares with another build of the command, in numbers\n"
    "  --only TEXT        the runs whose \"MODEL METHOD\" has this in it\n"
    "  --jobs N           how many at a time (2)\n"
    "  --verbose          tells all that is to be told\n"
    "To be called at the top of the tree.\n";

typedef struct {
    const char *polhode, *other, *only;
    int bless, verbose, jobs;
    char platform[200], path[PATH]; /* its name, and its file */
    char folder[PATH];              /* of the runs */
    plan plan;
    store stored;
} job;

static int parse(int argc, char **argv, job *j)
{
    *j = (job){.jobs = 2};
    for (int i = 1; i < argc; i++) {
        int last = i + 1 == argc;
        if (!strcmp(argv[i], "--bless"))
            j->bless = 1;
        else if (!strcmp(argv[i], "--verbose"))
            j->verbose = 1;
        else if (!strcmp(argv[i], "--against") && !last)
            j->other = argv[++i];
        else if (!strcmp(argv[i], "--only") && !last)
            j->only = argv[++i];
        else if (!strcmp(argv[i], "--jobs") && !last)
            j->jobs = atoi(argv[++i]);
        else if (*argv[i] != '-' && !j->polhode)
            j->polhode = argv[i];
        else
            return 0;
    }
    /* a file of a part of the runs would be taken for one of all */
    return j->polhode && !(j->bless && (j->other || j->only)) && j->jobs >= 1 &&
           j->jobs <= MOST_JOBS;
}

/* One run: its line, and what is to be said of it. */
static int work(const job *j, const golden_run *run, const char *folder, FILE *lines, FILE *remarks)
{
    outcome o = {0}, other = {0};
    char *line = NULL;
    size_t size;
    int done = outcome_make(j->polhode, run, folder, &o) &&
               (!j->other || outcome_make(j->other, run, folder, &other));
    FILE *memory = done ? open_memstream(&line, &size) : NULL;
    if (memory) {
        outcome_line(&o, run, memory);
        fclose(memory);
        fputs(line, lines);
        line[size - 1] = '\0';
        const char *before = store_find(&j->stored, line);
        if (j->other)
            against_tell(run, &o, &other, remarks);
        else if (!before)
            fprintf(remarks, "%s %s: new\n", run->model, run->method);
        else if (strcmp(before, line) != 0)
            store_differences(before, line, &o, remarks);
        if (o.exit >= 128)
            fprintf(remarks, "%s %s: signal %d\n", run->model, run->method, o.exit - 128);
    } else {
        fprintf(remarks, "%s %s: could not be run, or its result not be read\n", run->model,
                run->method);
    }
    int sound = memory && o.exit < 128;
    free(line);
    outcome_free(&o);
    outcome_free(&other);
    return sound;
}

static FILE *open_part(const job *j, const char *what, int worker, const char *mode)
{
    char path[PATH + 40];
    snprintf(path, sizeof path, "%s/%s.%d", j->folder, what, worker);
    FILE *f = fopen(path, mode);
    if (f && *mode == 'r') unlink(path);
    return f;
}

/* A worker's life; its exit status says whether all its runs were sound. */
static int labour(const job *j, int worker)
{
    char folder[PATH + 20];
    FILE *lines = open_part(j, "lines", worker, "w"),
         *remarks = open_part(j, "remarks", worker, "w");
    snprintf(folder, sizeof folder, "%s/%d", j->folder, worker);
    int sound = lines && remarks && mkdir(folder, 0700) == 0;
    if (!sound) return 1;
    for (int i = worker; i < j->plan.count; i += j->jobs)
        sound = work(j, &j->plan.run[i], folder, lines, remarks) && sound;
    rmdir(folder);
    return fclose(lines) != 0 || fclose(remarks) != 0 || !sound;
}

/* All runs; false: some could not be made. */
static int run_all(const job *j, store *lines, store *remarks)
{
    pid_t child[MOST_JOBS];
    int sound = 1, status;
    fflush(stdout);
    for (int w = 0; w < j->jobs; w++)
        if ((child[w] = fork()) == 0) _exit(labour(j, w));
    for (int w = 0; w < j->jobs; w++) {
        if (child[w] < 0 || waitpid(child[w], &status, 0) < 0 || status != 0) sound = 0;
        FILE *l = open_part(j, "lines", w, "r"), *r = open_part(j, "remarks", w, "r");
        sound = l && r && store_read(lines, l) && store_read(remarks, r) && sound;
        if (l) fclose(l);
        if (r) fclose(r);
    }
    store_sort(lines);
    store_sort(remarks);
    return sound;
}

/* What is stored and was not run: the model is gone, or the integrator. */
static int tell_gone(const job *j, const store *lines)
{
    int gone = 0;
    for (int i = 0; !j->other && !j->only && i < j->stored.count; i++) {
        if (store_find(lines, j->stored.line[i])) continue;
        printf("%.*s: gone\n", (int)store_key(j->stored.line[i]), j->stored.line[i]);
        gone++;
    }
    return gone;
}

/* Replaces the file of this platform by the lines. */
static int bless(const job *j, const store *lines)
{
    char fresh[PATH + 8];
    snprintf(fresh, sizeof fresh, "%s.new", j->path);
    FILE *f = fopen(fresh, "w");
    if (!f) return 0;
    fprintf(f,
            "# Hashes of what all models do, on the platform of the name of this file; written by\n"
            "# `make bless`, read by test/golden/golden.c. Not to be edited.\n");
    for (int i = 0; i < lines->count; i++) fprintf(f, "%s\n", lines->line[i]);
    return fclose(f) == 0 && rename(fresh, j->path) == 0;
}

/* Prints a remark once, with the methods of the same model it is said of; their lines are emptied.
 */
static void print_remark(store *s, int first)
{
    char *line = s->line[first];
    size_t key = store_key(line), model = strcspn(line, " ");
    int others = 0;
    printf("%.*s", (int)key, line);
    for (int i = first + 1; i < s->count; i++) {
        char *next = s->line[i];
        if (strncmp(next, line, model + 1) != 0 || strcmp(next + store_key(next), line + key) != 0)
            continue;
        if (++others < METHODS_TOLD)
            printf(", %.*s", (int)(store_key(next) - model - 1), next + model + 1);
        *next = '\0';
    }
    if (others >= METHODS_TOLD) printf(" and %d more", others - METHODS_TOLD + 1);
    printf("%s\n", line + key);
}

/* The remarks, or the first of them. */
static void print_remarks(store *s, int all)
{
    int printed = 0, left = 0;
    for (int i = 0; i < s->count; i++) {
        if (!*s->line[i]) continue;
        if (all || printed < REMARKS_TOLD)
            print_remark(s, i);
        else
            left++;
        printed++;
    }
    if (left) printf("... and %d more; --verbose tells all\n", left);
}

static int judge(const job *j)
{
    store lines = {0}, remarks = {0};
    int sound = run_all(j, &lines, &remarks), status = 1;
    print_remarks(&remarks, j->verbose);
    int changed = remarks.count + tell_gone(j, &lines);
    printf("%d runs, %d to be looked at\n", lines.count, changed);
    if (j->bless && sound) {
        status = !bless(j, &lines);
        printf(status ? "%s could not be written\n" : "stored in %s\n", j->path);
    } else if (j->bless) {
        printf("not stored, since not all could be run\n");
    } else {
        status = !sound || changed > 0;
    }
    if (status && !j->bless && !j->other)
        printf("how far they are off: build/test/golden build/polhode --against POLHODE, another\n"
               "build of the command. Where the change is meant: make bless\n");
    store_free(&lines);
    store_free(&remarks);
    return status;
}

/* The file of this platform. False: the test is skipped. */
static int open_store(job *j)
{
    const char *unfit = platform_unfit();
    platform_name(j->platform, sizeof j->platform);
    snprintf(j->path, sizeof j->path, "test/golden/%s.txt", j->platform);
    if (unfit) {
        printf("skipped: results are not stored for %s\n", unfit);
        return 0;
    }
    FILE *f = fopen(j->path, "r");
    if (f) {
        store_read(&j->stored, f);
        store_sort(&j->stored);
        fclose(f);
    } else if (!j->bless) {
        printf("skipped: no results are stored for this platform, %s\n"
               "To store them, in a tree that is trusted: make bless\n",
               j->platform);
    }
    return f || j->bless;
}

int main(int argc, char **argv)
{
    job j;
    const char *temporary = getenv("TMPDIR");
    if (!parse(argc, argv, &j)) {
        fputs(help, stderr);
        return USAGE;
    }
    if (!j.other && !open_store(&j)) return SKIPPED;
    snprintf(j.folder, sizeof j.folder, "%s/golden.XXXXXX", temporary ? temporary : "/tmp");
    if (!plan_make(j.only, &j.plan) || !mkdtemp(j.folder)) return 1;
    int status = judge(&j);
    rmdir(j.folder);
    plan_free(&j.plan);
    store_free(&j.stored);
    return status;
}
