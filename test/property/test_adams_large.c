/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Large decks are read in time that grows with their size and no faster: chains of parts in the
 * style of ADAMS/View, and decks full of one thing, in many small decks and in one large one.
 *
 * usage: test_adams_large [long | PARTS DECK]
 * `long`: also a hundred thousand parts, and a deck of some hundred megabytes. With PARTS the deck
 * is written and nothing is tested.
 */
#include <polhode/polhode.h>
#include <sys/resource.h>
#include <unistd.h>
#include "cost.h"
#include "harness.h"

/* One link of a chain: a part, its markers, the joint to the one before, a request. */
static void write_link(FILE *out, int k)
{
    int part = k + 1, marker = 10 * part, before = k > 1 ? 10 * k + 3 : 11;
    fprintf(out,
            "!\n!                         adams_view_name='link_%d'\nPART/%d\n, MASS = 1.5\n"
            ", CM = %d\n, IP = 0.01, 0.02, 0.0200000000001\n, QG = %.6f, 0, 0\n!\n",
            k, part, marker + 1, 0.1 * k);
    fprintf(out,
            "!                         adams_view_name='link_%d.cm'\nMARKER/%d\n, PART = %d\n"
            ", QP = 0.05, 0, 0\n!\n",
            k, marker + 1, part);
    fprintf(out, "MARKER/%d, PART = %d, QP = 0, 0, 0, REULER = 0D, 90D, 0D\n", marker + 2, part);
    fprintf(out, "MARKER/%d\n, PART = %d\n, QP = 0.1, 0, 0\n, REULER = 0D, 90D, 0D\n", marker + 3,
            part);
    fprintf(out,
            "!\n!                         adams_view_name='pin_%d'\nJOINT/%d\n, REVOLUTE\n"
            ", I = %d\n, J = %d\n!\n",
            k, k, marker + 2, before);
    fprintf(out, "REQUEST/%d\n, DISPLACEMENT\n, I = %d\n, J = 11\n, COMMENT = link %d\n", k,
            marker + 1, k);
}

static void write_deck(const char *path, int parts)
{
    FILE *out = fopen(path, "w");
    if (!out) exit(1);
    fputs("ADAMS/View model name: chain\n!\nUNITS/\n, FORCE = NEWTON\n, MASS = KILOGRAM\n"
          ", LENGTH = METER\n, TIME = SECOND\n!\nPART/1\n, GROUND\nMARKER/11\n, PART = 1\n"
          ", QP = 0.1, 0, 0\n, REULER = 0D, 90D, 0D\nACCGRAV/\n, KGRAV = -9.80665\n",
          out);
    for (int k = 1; k <= parts; k++) write_link(out, k);
    fputs("END\n", out);
    if (fclose(out) != 0) exit(1);
}

/* Processor time of some readings of a chain. */
static double read_chain(int parts, int times)
{
    char path[60];
    snprintf(path, sizeof path, "/tmp/polhode_large_%ld.adm", (long)getpid());
    write_deck(path, parts);
    double begin = cost_now();
    for (int k = 0; k < times; k++) {
        ph_diag *diag = ph_diag_create();
        ph_model *model = NULL;
        ph_status status = ph_model_load(path, NULL, 0, diag, &model);
        CHECK(status == PH_OK);
        if (status != PH_OK && ph_diag_count(diag) > 0)
            printf("%s\n", ph_diag_get(diag, 0)->message);
        ph_model_free(model);
        ph_diag_free(diag);
    }
    double taken = cost_now() - begin;
    FILE *file = fopen(path, "r");
    long size = file && fseek(file, 0, SEEK_END) == 0 ? ftell(file) : 0;
    if (file) fclose(file);
    struct rusage use;
    getrusage(RUSAGE_SELF, &use);
    printf("%3d times %8d parts, %6.1f MB: %.3f s, at most %ld MB of memory so far\n", times, parts,
           (double)size * 1e-6, taken, use.ru_maxrss / 1024);
    remove(path);
    return taken;
}

/* What a deck may be full of, good or bad, told how often it stands there. */
static const struct {
    const char *before, *again, *after;
} monotonous[] = {{"", "MARKER/1, PART=1\n", ""},                 /* the same number */
                  {"", "! adams_view_name='x'\nMARKER/%d\n", ""}, /* the same name, on no part */
                  {"", "MARKER/%d, PART=%d\n", ""},               /* parts that are not there */
                  {"", "PART/%d, COLOUR=3\n", ""},
                  {"", "NOTHING/%d\n", ""},
                  {"", "DEBUG/;", ""},
                  {"PART/1, GROUND", "\n\n", ""},
                  {"PART/1, GROUND", "\n,", ""},
                  {"PART/1, GROUND", " &\n", ""},
                  {"REQUEST/1, COMMENT=", "'\"", ""},
                  {"REQUEST/1, COMMENT=x", ", \n", "y"},
                  {"REQUEST/1, COMMENT=x", " & ", "y"},
                  {"ARRAY/1, NUMBERS=1", ", %d.5", ""},
                  {"VARIABLE/1, FUNCTION=1", "+VARVAL(%d)", ""},
                  {"VARIABLE/1, FUNCTION=1", "(", ""},
                  {"VARIABLE/1, FUNCTION=(1", "\n, I", ""}};

static double read_monotony(int k, int count, int times)
{
    char path[60];
    snprintf(path, sizeof path, "/tmp/polhode_large_%ld.adm", (long)getpid());
    FILE *out = fopen(path, "w");
    if (!out) exit(1);
    fprintf(out, "title\n%s", monotonous[k].before);
    for (int i = 1; i <= count; i++) {
        for (const char *c = monotonous[k].again; *c; c++) {
            if (c[0] == '%' && c[1] == 'd') {
                fprintf(out, "%d", i);
                c++;
            } else {
                fputc(*c, out);
            }
        }
    }
    fprintf(out, "%s\nEND\n", monotonous[k].after);
    if (fclose(out) != 0) exit(1);
    double begin = cost_now();
    for (int i = 0; i < times; i++) {
        ph_diag *diag = ph_diag_create();
        ph_model *model = NULL;
        ph_model_load(path, NULL, 0, diag, &model);
        ph_model_free(model);
        ph_diag_free(diag);
    }
    remove(path);
    return cost_now() - begin;
}

static void test_monotony(int size)
{
    for (int k = 0; k < (int)(sizeof monotonous / sizeof monotonous[0]); k++) {
        double small = read_monotony(k, size, COST_PIECES);
        double large = read_monotony(k, COST_PIECES * size, 1);
        if (!(large < COST_LIMIT * small))
            printf("%s: %g s in pieces, %g s in one\n", monotonous[k].again, small, large);
        CHECK(large < COST_LIMIT * small);
    }
}

int main(int argc, char **argv)
{
    if (argc == 3) {
        write_deck(argv[2], atoi(argv[1]));
        return 0;
    }
    test_monotony(argc == 2 ? 2400 : 480);
    double small = read_chain(100, COST_PIECES), large = read_chain(100 * COST_PIECES, 1);
    CHECK(large < COST_LIMIT * small);
    if (argc == 2) {
        small = read_chain(1000, COST_PIECES);
        large = read_chain(1000 * COST_PIECES, 1);
        CHECK(large < COST_LIMIT * small);
        CHECK(read_chain(2200 * COST_PIECES, 1) < 2.2 * COST_LIMIT * small);
    }
    return TEST_RESULT();
}
