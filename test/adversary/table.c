/* SPDX-License-Identifier: BSD-3-Clause */
#include "table.h"

void table_add(table *t, int class, const trial *all)
{
    t->models[class]++;
    for (int e = 0; e < ENGINES; e++)
        for (int i = 0; i < TOLERANCES; i++)
            if (all->run[e][i].done) t->count[class][e][all->run[e][i].verdict]++;
}

static void print_line(const char *class, const char *models, const char *engine, const int *count)
{
    int runs = 0;
    for (int v = 0; v < VERDICTS; v++) runs += count[v];
    if (!runs) return;
    printf("%-10s %6s  %-10s %6d %6d %6d %6d %8d %6d %8d %7d\n", class, models, engine, runs,
           count[RIGHT], count[ROUGH], count[TOLD], count[REFUSED], count[WRONG], count[CHAOTIC],
           count[UNSURE]);
}

void table_print(const table *t)
{
    int sum[ENGINES][VERDICTS] = {0};
    char models[20];
    printf("%-10s %6s  %-10s %6s %6s %6s %6s %8s %6s %8s %7s\n", "class", "models", "engine",
           "runs", "right", "rough", "told", "refused", "wrong", "chaotic", "unsure");
    for (int c = 0; problem_classes[c].name; c++) {
        bool first = true;
        for (int e = 0; e < ENGINES; e++) {
            snprintf(models, sizeof models, "%d", t->models[c]);
            print_line(first ? problem_classes[c].name : "", first ? models : "", engine_names[e],
                       t->count[c][e]);
            first = false;
            for (int v = 0; v < VERDICTS; v++) sum[e][v] += t->count[c][e][v];
        }
        if (t->crashed[c]) printf("%-10s %6d  crashed\n", "", t->crashed[c]);
    }
    for (int e = 0; e < ENGINES; e++) print_line(e ? "" : "all", "", engine_names[e], sum[e]);
}

int table_failures(const table *t)
{
    int failures = 0;
    for (int c = 0; problem_classes[c].name; c++) {
        int wrong = t->crashed[c];
        for (int e = 0; e < ENGINES; e++)
            if (e != RIVAL || !problem_classes[c].astray) wrong += t->count[c][e][WRONG];
        if (wrong == 0) continue;
        printf("%s: %d wrong\n", problem_classes[c].name, wrong);
        failures++;
    }
    return failures;
}
