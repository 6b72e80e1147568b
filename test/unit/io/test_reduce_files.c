/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Files of finite-element programs and of flexible bodies: one model written in all forms gives the
 * same body; what is written is read back to the bit; damaged files are refused, whatever the
 * damage; bad texts are told with their place.
 */
#include "harness.h"
#include <stdarg.h>
#include <sys/stat.h>
#include <unistd.h>
#include <polhode/polhode.h>
#include "flex/flex.h"
#include "../flex/truss.h"

static char folder[] = "/tmp/polhode-reduce-XXXXXX";

static const char *path(const char *name)
{
    static char text[8][200];
    static int next;
    next = (next + 1) % 8;
    snprintf(text[next], sizeof text[next], "%s/%s", folder, name);
    return text[next];
}

static FILE *begin(const char *name)
{
    FILE *f = fopen(path(name), "w");
    CHECK(f != NULL);
    return f;
}

/* The unit of length of the files is the millimetre, of mass the tonne: entries are in N/mm and t.
 */
#define SCALE_K 1e-3
#define SCALE_M 1e-3
#define MM      1e3

static void write_nodes(FILE *f, const truss *t, const char *format)
{
    for (int i = 0; i < t->nodes; i++)
        fprintf(f, format, i + 1, MM * t->at[i][0], MM * t->at[i][1], MM * t->at[i][2]);
}

static void write_ccx(const truss *t)
{
    FILE *f = begin("job.dof");
    for (int i = 0; i < 3 * t->nodes; i++) fprintf(f, "%d.%d\n", i / 3 + 1, i % 3 + 1);
    fclose(f);
    const phk_triplets *of[] = {&t->k, &t->m};
    for (int k = 0; k < 2; k++) {
        f = begin(k ? "job.mas" : "job.sti");
        for (size_t i = 0; i < of[k]->count; i++)
            fprintf(f, "%d %d %.17e\n", of[k]->row[i] + 1, of[k]->column[i] + 1,
                    (k ? SCALE_M : SCALE_K) * of[k]->value[i]);
        fclose(f);
    }
    f = begin("job.inp");
    fprintf(f, "** a comment\n*NODE, NSET=Nall\n");
    write_nodes(f, t, "%d, %.17g, %.17g, %.17g\n");
    fprintf(f, "*ELEMENT, TYPE=C3D8, ELSET=E\n1, 1, 2, 5, 4,\n 10, 11, 14, 13\n");
    fprintf(f, "*NSET, NSET=end, GENERATE\n1, 9, 1\n*NSET,NSET=both\nend, 46,\n47, 48\n*STEP\n");
    fclose(f);
}

static void write_others(const truss *t)
{
    const phk_triplets *of[] = {&t->k, &t->m};
    FILE *f = begin("dofs.csv");
    fprintf(f, "node,direction,x,y,z\n");
    for (int i = 0; i < 3 * t->nodes; i++)
        fprintf(f, "%d,%d,%.17g,%.17g,%.17g\n", i / 3 + 1, i % 3 + 1, MM * t->at[i / 3][0],
                MM * t->at[i / 3][1], MM * t->at[i / 3][2]);
    fclose(f);
    for (int k = 0; k < 2; k++) {
        phk_sparse a;
        CHECK(phk_sparse_make(of[k], 3 * t->nodes, &a) == PH_OK);
        FILE *market = begin(k ? "mass.mtx" : "stiffness.mtx"),
             *abaqus = begin(k ? "job_MASS1.mtx" : "job_STIF1.mtx");
        fprintf(market,
                "%%%%MatrixMarket matrix coordinate real symmetric\n%% a comment\n%d %d %zu\n", a.n,
                a.n, a.start[a.n]);
        for (int j = 0; j < a.n; j++)
            for (size_t i = a.start[j]; i < a.start[j + 1]; i++) {
                const double v = (k ? SCALE_M : SCALE_K) * a.value[i];
                fprintf(market, "%d %d %.17e\n", a.row[i] + 1, j + 1, v);
                fprintf(abaqus, "%d,%d, %d,%d, %.17e\n", a.row[i] / 3 + 1, a.row[i] % 3 + 1,
                        j / 3 + 1, j % 3 + 1, v);
            }
        fclose(market);
        fclose(abaqus);
        phk_sparse_free(&a);
    }
}

/* A real of Nastran: no E, and a point. */
static const char *nastran(double v, int width)
{
    static char text[60];
    char e[40];
    const int digits = width == 16 ? 8 : 2;
    snprintf(e, sizeof e, "%.*e", digits, v);
    char *p = strchr(e, 'e');
    *p = '\0';
    snprintf(text, sizeof text, "%s%+d", e, atoi(p + 1));
    return text;
}

static void write_bulk(const truss *t)
{
    const phk_triplets *of[] = {&t->k, &t->m};
    FILE *f = begin("model.bdf");
    fprintf(f, "$ a comment\n");
    for (int i = 0; i < t->nodes; i++) {
        if (i % 2)
            fprintf(f, "GRID,%d,,%.15g,%.15g,%.15g\n", i + 1, MM * t->at[i][0], MM * t->at[i][1],
                    MM * t->at[i][2]);
        else {
            fprintf(f, "GRID*   %16d%16s%16.10g%16.10g\n", i + 1, "0", MM * t->at[i][0],
                    MM * t->at[i][1]);
            fprintf(f, "*       %16.10g\n", MM * t->at[i][2]);
        }
    }
    for (int k = 0; k < 2; k++) {
        phk_sparse a;
        CHECK(phk_sparse_make(of[k], 3 * t->nodes, &a) == PH_OK);
        fprintf(f, "DMIG    %-8s%8d%8d%8d\n", k ? "MAAX" : "KAAX", 0, 6, 2);
        for (int j = 0; j < a.n; j++) {
            fprintf(f, "DMIG*   %-16s%16d%16d\n", k ? "MAAX" : "KAAX", j / 3 + 1, j % 3 + 1);
            for (size_t i = a.start[j]; i < a.start[j + 1]; i++)
                fprintf(f, "*       %16d%16d%16s\n", a.row[i] / 3 + 1, a.row[i] % 3 + 1,
                        nastran((k ? SCALE_M : SCALE_K) * a.value[i], 16));
        }
        phk_sparse_free(&a);
    }
    fclose(f);
}

typedef struct {
    ph_reduced found;
    ph_flex *flex;
    char message[8][400];
    int messages;
} outcome;

/* files: names in the folder, up to NULL. */
static outcome reduce(ph_fe_reduction how, const char *const *file)
{
    outcome o = {.flex = NULL};
    const char *full_name[8];
    ph_diag *diag = ph_diag_create();
    for (how.files = 0; file[how.files]; how.files++) full_name[how.files] = path(file[how.files]);
    how.file = full_name;
    if (!how.modes) how.modes = 10;
    ph_status status = ph_flex_reduce(&how, diag, &o.found, &o.flex);
    CHECK((status == PH_OK) == (o.flex != NULL));
    for (int i = 0; i < ph_diag_count(diag) && i < 8; i++) {
        const ph_diagnostic *d = ph_diag_get(diag, i);
        const char *name = d->where.file ? strrchr(d->where.file, '/') : NULL;
        snprintf(o.message[o.messages++], 400, "%s:%d:%d: %s",
                 name            ? name + 1
                 : d->where.file ? d->where.file
                                 : "-",
                 d->where.line, d->where.column, d->message);
        CHECK(d->severity != PH_ERROR || d->message[0]);
    }
    ph_diag_free(diag);
    return o;
}
#define FILES(...) ((const char *const[]){__VA_ARGS__, NULL})

static void same(const outcome *o, const ph_flex *want, double tolerance)
{
    CHECK(o->flex != NULL);
    for (int i = 0; i < o->messages; i++) printf("%s\n", o->message[i]);
    if (!o->flex) return;
    CHECK_RATIO(ph_flex_mass(o->flex), ph_flex_mass(want), tolerance);
    CHECK_RATIO(ph_flex_inertia(o->flex).yy, ph_flex_inertia(want).yy, tolerance);
    CHECK(ph_flex_modes(o->flex) == ph_flex_modes(want));
    for (int j = 0; j < ph_flex_modes(want); j++)
        CHECK_RATIO(ph_flex_frequency(o->flex, j), ph_flex_frequency(want, j), tolerance);
}

static void test_forms(const truss *t, const ph_flex *want)
{
    const ph_fe_reduction mm = {.units = "mm t s"};
    outcome o = reduce(mm, FILES("job.sti"));
    same(&o, want, 1e-9);
    CHECK(o.found.nodes == t->nodes && o.found.equations == 3 * t->nodes && o.found.solid);
    CHECK(o.flex->faces == 12);
    ph_flex_free(o.flex);
    o = reduce(mm, FILES("stiffness.mtx", "mass.mtx", "dofs.csv"));
    same(&o, want, 1e-9);
    ph_flex_free(o.flex);
    o = reduce(mm, FILES("job_STIF1.mtx", "job_MASS1.mtx", "job.inp"));
    same(&o, want, 1e-9);
    ph_flex_free(o.flex);
    o = reduce(mm, FILES("model.bdf"));
    same(&o, want, 1e-6); /* fields of 16 columns have nine digits */
    ph_flex_free(o.flex);
    o = reduce((ph_fe_reduction){.units = "mm t s", .stiffness = "KAAX", .mass = "MAAX"},
               FILES("model.bdf"));
    same(&o, want, 1e-6);
    ph_flex_free(o.flex);
    /* in what the files do not say, the body is far too light */
    o = reduce((ph_fe_reduction){.modes = 3}, FILES("job.sti"));
    CHECK(o.flex && o.messages == 1 && strstr(o.message[0], "other units"));
    ph_flex_free(o.flex);
}

static void test_interface(void)
{
    const char *const in[] = {"end=end", "both=BOTH:average", "tip=54:position", "three=19,20,23"};
    outcome o = reduce((ph_fe_reduction){.units = "mm t s", .interface = in, .interfaces = 4},
                       FILES("job.sti"));
    CHECK(o.flex != NULL);
    if (!o.flex) {
        for (int i = 0; i < o.messages; i++) printf("%s\n", o.message[i]);
        return;
    }
    CHECK(o.found.held == 6 + 3 + 6);
    const int end = ph_flex_node(o.flex, "end", 3), tip = ph_flex_node(o.flex, "tip", 3);
    CHECK(ph_flex_node_turns(o.flex, end) && !ph_flex_node_turns(o.flex, tip));
    CHECK(ph_flex_node(o.flex, "54", 2) == tip);
    ph_flex_free(o.flex);
}

/* Every number of two bodies. */
static int differ(const ph_flex *a, const ph_flex *b)
{
    const size_t M = (size_t)a->modes;
    int bad =
        a->modes != b->modes || a->nodes != b->nodes || a->faces != b->faces || a->mass != b->mass;
    if (bad) return bad;
    bad |= memcmp(a->C1, b->C1, 9 * M * sizeof(double)) != 0;
    bad |= memcmp(a->stiffness, b->stiffness, M * sizeof(double)) != 0;
    bad |= memcmp(a->size, b->size, M * sizeof(double)) != 0;
    bad |= memcmp(&a->J0, &b->J0, sizeof a->J0) != 0;
    for (int k = 0; k < 6; k++) bad |= memcmp(a->D[k], b->D[k], M * M * sizeof(double)) != 0;
    for (int i = 0; i < a->nodes; i++) {
        const phk_flex_node *x = &a->node[i], *y = &b->node[i];
        bad |= x->id != y->id || !x->name != !y->name || (x->name && strcmp(x->name, y->name) != 0);
        bad |= memcmp(x->phi, y->phi, 3 * M * sizeof(double)) != 0;
        bad |=
            !x->psi != !y->psi || (x->psi && memcmp(x->psi, y->psi, 3 * M * sizeof(double)) != 0);
    }
    return bad;
}

static unsigned char *slurp(const char *name, long *size)
{
    FILE *f = fopen(name, "rb");
    fseek(f, 0, SEEK_END);
    *size = ftell(f);
    rewind(f);
    unsigned char *bytes = malloc((size_t)*size);
    CHECK(fread(bytes, 1, (size_t)*size, f) == (size_t)*size);
    fclose(f);
    return bytes;
}

static void spill(const char *name, const unsigned char *bytes, long size)
{
    FILE *f = fopen(name, "wb");
    CHECK(fwrite(bytes, 1, (size_t)size, f) == (size_t)size);
    fclose(f);
}

/* Cut anywhere, and with bits turned over: refused. Without its seal, as other programs write such
 * a file, damage may be where nothing depends on it; but nothing else happens. */
static void test_damage(const char *name, int turns, bool sealed)
{
    long size;
    unsigned char *bytes = slurp(name, &size);
    if (!sealed) size -= 16;
    const char *bad = path("bad.phf.h5");
    unsigned seed = 1;
    int refused = 0;
    for (int i = 0; i < 60 + turns; i++) {
        ph_diag *diag = ph_diag_create();
        ph_flex *flex = NULL;
        ph_reduced found;
        seed = seed * 1664525u + 1013904223u;
        if (i < 60)
            spill(bad, bytes, size * i / 60);
        else {
            /* half of them where HDF5 keeps its own tables */
            const long most = size - 16, at = (long)(seed >> 3) % (i % 2         ? most
                                                                   : most < 4096 ? most
                                                                                 : 4096);
            const unsigned char bit = (unsigned char)(1u << (seed >> 1) % 8);
            bytes[at] ^= bit;
            spill(bad, bytes, size);
            bytes[at] ^= bit;
        }
        ph_status status = ph_flex_load(bad, diag, &found, &flex);
        refused += status != PH_OK;
        CHECK((status == PH_OK) == (flex != NULL) &&
              (status == PH_OK) == (ph_diag_errors(diag) == 0));
        if (i < 60 || sealed) CHECK(status != PH_OK);
        ph_flex_free(flex);
        ph_diag_free(diag);
    }
    printf("%d of %d refused\n", refused, 60 + turns);
    /* not a byte of it differs, so it is read */
    ph_flex *whole = NULL;
    spill(bad, bytes, size);
    CHECK(ph_flex_load(bad, NULL, NULL, &whole) == PH_OK);
    ph_flex_free(whole);
    free(bytes);
}

static void test_container(const ph_flex *want, const ph_reduced *found)
{
    ph_flex *back = NULL;
    ph_reduced about;
    ph_diag *diag = ph_diag_create();
    const char *name = path("body.phf.h5");
    CHECK(ph_flex_save(want, found, name, diag) == PH_OK);
    CHECK(ph_flex_load(name, diag, &about, &back) == PH_OK);
    for (int i = 0; i < ph_diag_count(diag); i++) printf("%s\n", ph_diag_get(diag, i)->message);
    ph_diag_free(diag);
    if (!back) return;
    CHECK(!differ(want, back));
    CHECK(about.rigid[3] == found->rigid[3] && about.held == found->held &&
          about.unit[0] == found->unit[0]);
    CHECK_TEXT(about.source, found->source);
    ph_flex_free(back);
    test_damage(name, 600, true);
    /* cut only: HDF5 itself loses memory over bytes of its tables that were turned over */
    test_damage(name, 0, false);
}

/* What is told of a bad text, first of all. */
static void bad(const char *name, const char *text, const char *const *file, const char *wanted)
{
    FILE *f = begin(name);
    fputs(text, f);
    fclose(f);
    outcome o = reduce((ph_fe_reduction){.modes = 2}, file);
    CHECK(!o.flex && o.messages > 0);
    int told = 0;
    for (int i = 0; i < o.messages; i++) told |= strstr(o.message[i], wanted) != NULL;
    CHECK(told);
    if (!told)
        for (int i = 0; i < o.messages; i++) printf("  not \"%s\" but %s\n", wanted, o.message[i]);
    ph_flex_free(o.flex);
}

static void test_bad(void)
{
    bad("x.mnf", "", FILES("x.mnf"), "modal neutral file of ADAMS");
    bad("x.op2", "", FILES("x.op2"), "not a finite-element file");
    bad("lonely.sti", "1 1 1\n", FILES("lonely.sti"), "lonely.mas:0:0: there is no such file");
    bad("b.dof", "1.1\n1.2\n", FILES("b.dof"), "no such file");
    bad("b.sti", "1 1 1\n", FILES("b.sti"), "no such file");
    bad("b.mas", "1 1 1\n2 9 1\n1 1 x\n", FILES("b.sti"),
        "b.mas:2:3: expected an equation from 1 to 2");
    bad("b.dof", "1.1\n1.2\n1.x\n", FILES("b.sti"), "b.dof:3:1: expected node.direction");
    bad("b.dof", "1.1\n1.2\n1.2\n", FILES("b.sti"), "b.dof:3:1: node 1 has several equations");
    bad("b.dof", "1.1\n1.2\n", FILES("b.sti"), "b.mas:3:5: expected a number, got \"x\"");
    bad("b.mas", "1 1 1\n", FILES("b.sti"), "node 1 of the matrices has no place");
    bad("m.mtx", "%%MatrixMarket matrix coordinate real symmetric\n2 2 1\n1 1 1\n", FILES("m.mtx"),
        "MatrixMarket file do not say whose");
    bad("m.csv", "1,1,0,0,0\n1,9,0,0,0\n", FILES("m.csv", "m.mtx"),
        "m.csv:2:3: expected a direction");
    bad("m.csv", "1,1,0,0,0\n1,1,0,0,0\n", FILES("m.csv", "m.mtx"),
        "m.csv:2:1: node 1 has direction 1 twice");
    bad("m.csv", "1,1,0,0,0\n", FILES("m.csv", "m.mtx"),
        "m.mtx:2:1: the matrix is 2 x 2, the table has 1");
    bad("m.mtx", "%%MatrixMarket matrix array real general\n", FILES("m.csv", "m.mtx"),
        "m.mtx:1:1: expected %%MatrixMarket");
    bad("k.mtx", "1,1, 1,1, 5\n1,7, 1,1, 2\n", FILES("k.mtx", "m.csv"),
        "k.mtx:2:3: expected a direction");
    bad("k.mtx", "1,1, 1,1, 5\n-1,1, 1,1, 2\n", FILES("k.mtx"), "internal unknowns");
    bad("g.bdf", "GRID,1,4,0.,0.,0.\n", FILES("g.bdf"),
        "g.bdf:1:8: grid point 1 is in a coordinate system");
    bad("g.bdf", "DMIG    KAAX           0       1       2\n", FILES("g.bdf"),
        "g.bdf:1:32: matrix KAAX has form \"1\"");
    bad("g.bdf", "DMIG,KAAX,1,0,,1,1,1.0\n", FILES("g.bdf"), "g.bdf:1:13: expected a component");
    bad("g.bdf", "DMIG,KAAX,1,1,,1,1,1.x\n", FILES("g.bdf"), "g.bdf:1:20: expected a number");
    bad("d.inp", "*NODE\n1, 0, 0, zero\n", FILES("d.inp"), "d.inp:2:10: expected a coordinate");
    bad("d.inp", "*INCLUDE, INPUT=d.inp\n", FILES("d.inp"), "more than 8 deep");
    bad("d.inp", "*INCLUDE, INPUT=nothing.inp\n", FILES("d.inp"), "d.inp:1:17:");
    bad("d.inp", "*NSET, NSET=a\nnowhere\n", FILES("d.inp"),
        "d.inp:2:1: expected numbers of nodes");
    bad("n.phf.h5", "", FILES("n.phf.h5"), "not a finite-element file");
}

static void test_bad_interface(void)
{
    static const struct {
        const char *text, *wanted;
    } list[] = {{"x", "NAME=WHERE"},
                {"=end", "is no name"},
                {"a=", "NAME=WHERE"},
                {"a=ende", "no set \"ende\""},
                {"a=1,2x", "no list of nodes"},
                {"a=99", "no node 99"},
                {"a=1,1", "named twice"},
                {"a=end:fixed", "no way to hold"},
                {"a=1:rigid", "is one node"},
                {"a=end:position", "a set of nodes"},
                {"a=1,10", "lie on a line"},
                {"a=Nall", "every node"}};
    for (size_t i = 0; i < sizeof list / sizeof list[0]; i++) {
        outcome o = reduce(
            (ph_fe_reduction){.units = "mm t s", .interface = &list[i].text, .interfaces = 1},
            FILES("job.sti"));
        CHECK(!o.flex && o.messages == 1 && strstr(o.message[0], list[i].wanted));
        if (o.messages != 1 || !strstr(o.message[0], list[i].wanted))
            printf("  %s: %s\n", list[i].text, o.message[0]);
        ph_flex_free(o.flex);
    }
    outcome o = reduce((ph_fe_reduction){.units = "mm kg kg"}, FILES("job.sti"));
    CHECK(!o.flex && strstr(o.message[0], "no unit of time"));
}

/* Texts that were cut or have bytes turned over end in an error or a body. */
static void test_broken_texts(void)
{
    static const char *const name[] = {"job.dof", "job.mas", "job.inp", "model.bdf"};
    unsigned seed = 9;
    for (int k = 0; k < 4; k++) {
        long size;
        unsigned char *bytes = slurp(path(name[k]), &size);
        for (int i = 0; i < 12; i++) {
            seed = seed * 1664525u + 1013904223u;
            const long at = (long)(seed >> 4) % size;
            const unsigned char kept = bytes[at];
            bytes[at] = (unsigned char)(seed >> 24);
            spill(path(name[k]), bytes, i % 3 ? size : at);
            bytes[at] = kept;
            outcome o = reduce((ph_fe_reduction){.units = "mm t s", .modes = 1},
                               k < 3 ? FILES("job.sti") : FILES("model.bdf"));
            CHECK(o.flex || o.messages > 0);
            ph_flex_free(o.flex);
        }
        spill(path(name[k]), bytes, size);
        free(bytes);
    }
}

int main(void)
{
    if (!mkdtemp(folder)) return 1;
    truss t = truss_make(6, 3, 3);
    write_ccx(&t);
    write_others(&t);
    write_bulk(&t);
    const char *const in[] = {"end=end:rigid", "tip=54"};
    outcome free_body = reduce((ph_fe_reduction){.units = "mm t s"}, FILES("job.sti"));
    outcome held = reduce((ph_fe_reduction){.units = "mm t s", .interface = in, .interfaces = 2},
                          FILES("job.sti"));
    CHECK(free_body.flex && held.flex);
    if (free_body.flex && held.flex) {
        test_forms(&t, free_body.flex);
        test_interface();
        test_container(held.flex, &held.found);
        test_bad();
        test_bad_interface();
        test_broken_texts();
    }
    ph_flex_free(free_body.flex);
    ph_flex_free(held.flex);
    truss_free(&t);
    char command[300];
    snprintf(command, sizeof command, "rm -r %s", folder);
    CHECK(system(command) == 0);
    return TEST_RESULT();
}
