/* SPDX-License-Identifier: BSD-3-Clause
 *
 * adversary -- looks for models that an engine gets wrong without saying so.
 *
 * Models are made at random, class by class, each from its own dice: seed, class and number name a
 * model for ever. Each is run by every engine at three tolerances and compared with a reference
 * that is not the engine (judge.c). A model runs in a process of its own, so that a crash is a
 * verdict like any other.
 */
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
#include "table.h"

typedef struct {
    unsigned long long seed;
    int first, count, class; /* class < 0: all in turn */
    const char *save;        /* folder for wrong models; NULL: none */
    bool verbose;
    terms terms;
} options;

static const char help[] =
    "usage: adversary [--seed N] [--first N] [--count N] [--class NAME] [--engine NAME]\n"
    "                 [--save DIR] [--default] [--verbose]\n"
    "Runs random models with every engine and says which were wrong without a word.\n"
    "  --seed N      which models (1)\n"
    "  --first N     number of the first one (0)\n"
    "  --count N     how many, in turn from all classes (48)\n"
    "  --class NAME  of this class only\n"
    "  --engine NAME this engine only\n"
    "  --save DIR    writes every wrong model there, as a file for `polhode run`\n"
    "  --default     tolerance and scales of the program itself, over 100 characteristic times\n"
    "  --verbose     a line for every run\n"
    "classes:\n";

static int usage(FILE *f, int status)
{
    fputs(help, f);
    for (const problem_class *c = problem_classes; c->name; c++)
        fprintf(f, "  %-10s %s\n", c->name, c->help);
    return status;
}

static int classes(void)
{
    int n = 0;
    while (problem_classes[n].name) n++;
    return n;
}

static problem make(const options *o, int class, int number)
{
    problem p = {0};
    dice d = dice_for(o->seed, (uint64_t) class, (uint64_t)number);
    problem_classes[class].make(&p, &d);
    if (o->terms.defaults && !p.event) p.span = 100 * p.time;
    return p;
}

/* ---- one model, in a process of its own ---- */

static bool try(const options *o, int class, int number, trial *all)
{
    int ends[2];
    fflush(stdout);
    if (pipe(ends)) abort();
    pid_t child = fork();
    if (child < 0) abort();
    if (child == 0) {
        problem p = make(o, class, number);
        terms t = o->terms;
        /* the tightest tolerance costs most: now and then */
        t.fourth = number % 5 == 0;
        *all = judge(&p, &t);
        bool sent = write(ends[1], all, sizeof *all) == (ssize_t)sizeof *all;
        problem_free(&p);
        _exit(!sent);
    }
    close(ends[1]);
    size_t got = 0;
    for (ssize_t n = 1; n > 0 && got<sizeof *all; got += n> 0 ? (size_t)n : 0)
        n = read(ends[0], (char *)all + got, sizeof *all - got);
    close(ends[0]);
    int status;
    waitpid(child, &status, 0);
    return got == sizeof *all && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* ---- what is told of it ---- */

static void save(const options *o, int class, int number, int engine, const judgement *j)
{
    char path[400];
    problem p = make(o, class, number);
    snprintf(path, sizeof path, "%s/%s-%llu-%d-%s-%.0e.yaml", o->save, problem_classes[class].name,
             o->seed, number, engine_names[engine], j->tolerance);
    FILE *f = fopen(path, "w");
    if (!f) {
        perror(path);
        exit(2);
    }
    setting s = setting_of(&o->terms, engine, j->tolerance);
    fprintf(f, "# %s\n# %s\n", p.what, j->why);
    write_model(f, p.text, &p, &s);
    fclose(f);
    problem_free(&p);
}

/* One line for an engine and a model: what was wrong, tolerance by tolerance. */
static void report_engine(const options *o, int class, int number, int engine, const trial *all)
{
    bool any = false;
    for (int i = 0; i < TOLERANCES; i++) {
        const judgement *j = &all->run[engine][i];
        if (!j->done || j->verdict != WRONG) continue;
        if (!any)
            printf("WRONG: %s %d %s:", problem_classes[class].name, number, engine_names[engine]);
        printf("%s %.0e %s", any ? ";" : "", j->tolerance, j->why);
        any = true;
        if (o->save) save(o, class, number, engine, j);
    }
    if (any) printf("\n");
}

/* Every run of a model, and the model. */
static void report_all(const problem *p, int class, int number, const trial *all)
{
    static const char *const word[VERDICTS] = {"right", "rough",   "told",  "refused",
                                               "WRONG", "chaotic", "unsure"};
    printf("%s %d: %s; carries disturbances %.2g times\n", problem_classes[class].name, number,
           p->what, all->carried);
    for (int e = 0; e < ENGINES; e++)
        for (int i = 0; i < TOLERANCES; i++) {
            const judgement *j = &all->run[e][i];
            if (j->done)
                printf("  %-9s %.0e %-7s error %.2g, limit %.2g, %lld steps; %s\n", engine_names[e],
                       j->tolerance, word[j->verdict], j->error, j->limit, j->steps, j->why);
        }
}

static void report(const options *o, int class, int number, const trial *all)
{
    problem p = make(o, class, number);
    if (o->verbose) report_all(&p, class, number, all);
    for (int e = 0; e < ENGINES; e++) report_engine(o, class, number, e, all);
    problem_free(&p);
}

static int hunt(const options *o)
{
    static table t;
    int n = classes();
    for (int i = 0; i < o->count; i++) {
        trial all;
        int class = o->class < 0 ? i % n : o->class;
        int number = o->first + (o->class < 0 ? i / n : i);
        if (try(o, class, number, &all)) {
            table_add(&t, class, &all);
            report(o, class, number, &all);
        } else {
            t.crashed[class]++;
            printf("WRONG: %s %d: crashed\n", problem_classes[class].name, number);
        }
    }
    table_print(&t);
    return table_failures(&t) ? 1 : 0;
}

/* ---- the command line ---- */

/* Reads one option with a value; false: it is none, or its value is no good. */
static bool read_option(options *o, const char *name, const char *value)
{
    if (!value) return false;
    if (strcmp(name, "--seed") == 0) return sscanf(value, "%llu", &o->seed) == 1;
    if (strcmp(name, "--first") == 0) return sscanf(value, "%d", &o->first) == 1;
    if (strcmp(name, "--count") == 0) return sscanf(value, "%d", &o->count) == 1;
    if (strcmp(name, "--save") == 0) return (o->save = value) != NULL;
    if (strcmp(name, "--class") == 0) {
        for (int i = 0; i < classes(); i++)
            if (strcmp(value, problem_classes[i].name) == 0) o->class = i;
        return o->class >= 0;
    }
    if (strcmp(name, "--engine") != 0) return false;
    o->terms.engines = 0;
    for (int e = 0; e < ENGINES; e++)
        if (strcmp(value, engine_names[e]) == 0) o->terms.engines = 1u << e;
    return o->terms.engines;
}

int main(int argc, char **argv)
{
    options o = {.seed = 1, .count = 48, .class = -1, .terms.engines = (1u << ENGINES) - 1};
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0) return usage(stdout, 0);
        if (strcmp(argv[i], "--default") == 0)
            o.terms.defaults = true;
        else if (strcmp(argv[i], "--verbose") == 0)
            o.verbose = true;
        else if (read_option(&o, argv[i], argv[i + 1]))
            i++;
        else
            return usage(stderr, 2);
    }
    const ph_integrator_info *ida = ph_integrator_find("ida");
    if (!ida || ida->traits & PH_ABSENT) {
        printf("skipped: the reference, ida, is not in this build\n");
        return 77;
    }
    return hunt(&o);
}
