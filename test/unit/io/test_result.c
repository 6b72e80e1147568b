/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Results: what is written comes back bit for bit, under the right names; files that are not
 * results, or not whole, are refused with a reason.
 */
#include <dirent.h>
#include <hdf5.h>
#include <sys/stat.h>
#include <unistd.h>
#include <polhode/result.h>
#include "harness.h"
#include "blocks.h"

static char folder[64], path[128];

static int write_rows(const char *directory, long long rows, const char *summary, ph_diag *diag)
{
    ph_writer *w;
    if (phk_writer_create(directory, &test_about, test_block, TEST_BLOCKS, diag, &w) != PH_OK)
        return 0;
    double row[TEST_WIDTH];
    for (long long i = 0; i < rows; i++) {
        row[0] = 0.01 * (double)i;
        for (int c = 1; c < TEST_WIDTH; c++)
            row[c] = test_number((unsigned long long)i, (unsigned long long)c);
        if (ph_writer_row(w, row, TEST_WIDTH, diag) != PH_OK) {
            ph_writer_abandon(w);
            return 0;
        }
    }
    return ph_writer_finish(w, summary, diag) == PH_OK;
}

static int files_in(const char *directory)
{
    int count = 0;
    DIR *d = opendir(directory);
    for (struct dirent *e; d && (e = readdir(d));)
        count += strcmp(e->d_name, ".") != 0 && strcmp(e->d_name, "..") != 0;
    if (d) closedir(d);
    return count;
}

/* Around the size of the buffer (4096 rows), where mistakes live. */
static void round_trip(long long rows)
{
    ph_diag *diag = ph_diag_create();
    ph_result *r = NULL;
    CHECK(write_rows(folder, rows, "{}\n", diag));
    CHECK(ph_result_open(folder, diag, &r) == PH_OK);
    if (!r) return;
    CHECK(ph_result_rows(r) == rows);
    CHECK(ph_result_columns(r) == TEST_WIDTH - 1);
    size_t n = (size_t)rows + 1;
    double *one = malloc(n * sizeof *one), *all = malloc(n * TEST_WIDTH * sizeof *all);
    CHECK(ph_result_time(r, 0, rows, one, diag) == PH_OK);
    long long wrong = 0;
    for (long long i = 0; i < rows; i++) wrong += !same_bits(one[i], 0.01 * (double)i);
    int column[TEST_WIDTH - 1];
    for (int c = 0; c < TEST_WIDTH - 1; c++) {
        column[c] = c;
        CHECK(ph_result_read(r, c, 0, rows, one, diag) == PH_OK);
        for (long long i = 0; i < rows; i++)
            wrong +=
                !same_bits(one[i], test_number((unsigned long long)i, (unsigned long long)c + 1));
    }
    CHECK(ph_result_read_rows(r, column, TEST_WIDTH - 1, 0, rows, all, diag) == PH_OK);
    for (long long i = 0; i < rows; i++)
        for (int c = 0; c < TEST_WIDTH - 1; c++)
            wrong += !same_bits(all[i * (TEST_WIDTH - 1) + c],
                                test_number((unsigned long long)i, (unsigned long long)c + 1));
    CHECK(wrong == 0);
    CHECK(ph_diag_count(diag) == 0);
    free(one);
    free(all);
    ph_result_close(r);
    ph_diag_free(diag);
}

/* Any columns in any order, from any row. */
static void pieces(void)
{
    ph_diag *diag = ph_diag_create();
    ph_result *r = NULL;
    CHECK(write_rows(folder, 5000, "{}\n", diag) && ph_result_open(path, diag, &r) == PH_OK);
    if (!r) return;
    const int column[] = {35, 1, 2, 3, 4, 5, 6, 7, 30, 0, 0, 19, 20, 21, 33};
    enum { N = sizeof column / sizeof column[0] };
    double out[7][N];
    CHECK(ph_result_read_rows(r, column, N, 4093, 7, out[0], diag) == PH_OK);
    int wrong = 0;
    for (int i = 0; i < 7; i++)
        for (int c = 0; c < N; c++)
            wrong +=
                !same_bits(out[i][c], test_number((unsigned)(4093 + i), (unsigned)column[c] + 1));
    CHECK(wrong == 0);
    /* outside: refused, nothing read */
    CHECK(ph_result_read(r, 0, 4999, 2, out[0], diag) == PH_E_RANGE);
    CHECK(ph_result_read(r, 0, -1, 1, out[0], diag) == PH_E_RANGE);
    CHECK(ph_result_read(r, -1, 0, 1, out[0], diag) == PH_E_RANGE);
    CHECK(ph_result_read(r, TEST_WIDTH - 1, 0, 1, out[0], diag) == PH_E_RANGE);
    CHECK(ph_result_time(r, 0, 5001, out[0], diag) == PH_E_RANGE);
    CHECK(ph_result_time(r, 5000, 0, out[0], diag) == PH_OK);
    ph_result_close(r);
    ph_diag_free(diag);
}

static void names(void)
{
    ph_result *r = NULL;
    CHECK(write_rows(folder, 1, "{}\n", NULL) && ph_result_open(path, NULL, &r) == PH_OK);
    if (!r) return;
    static const struct {
        int column;
        const char *name, *unit;
    } want[] = {{0, "top.pos.x", "m"},
                {5, "rotor.pos.z", "m"},
                {9, "top.quat.3", ""},
                {14, "top.omega.x", "rad/s"},
                {23, "tip.on.top.force.x", "N"},
                {30, "motor.torque.y", "N m"},
                {32, "tilt", ""},
                {33, "gap", ""},
                {34, "energy.kinetic", "J"},
                {35, "energy.total", "J"}};
    char text[64];
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
        CHECK(ph_result_column_name(r, want[i].column, text, sizeof text) == strlen(want[i].name));
        CHECK_TEXT(text, want[i].name);
        CHECK_TEXT(ph_result_column_unit(r, want[i].column), want[i].unit);
    }
    for (int c = 0; c < ph_result_columns(r); c++) {
        ph_result_column_name(r, c, text, sizeof text);
        CHECK(ph_result_find(r, text) == c);
    }
    CHECK(ph_result_column_name(r, 0, text, 4) == 9);
    CHECK_TEXT(text, "top");
    const char *none[] = {"",        ".",          "time",     "top",      "top.",
                          "top.pos", "top.pos.x.", "top..pos", ".top",     "bodies",
                          "energy",  "top.pos.xx", "to.pos.x", "TOP.pos.x"};
    for (size_t i = 0; i < sizeof none / sizeof none[0]; i++)
        CHECK(ph_result_find(r, none[i]) == -1);
    static const struct {
        const char *name;
        int count, first;
    } match[] = {{"top", 10, 0},
                 {"top.pos", 3, 0},
                 {"rotor.omega", 3, 17},
                 {"top.pos.y", 1, 1},
                 {"tip", 6, 23},
                 {"tip.on", 6, 23},
                 {"tip.on.rotor", 3, 26},
                 {"tip.on.top.force", 3, 23},
                 {"energy", 2, 34},
                 {"energy.total", 1, 35},
                 {"tilt", 1, 32},
                 {"", 0, 0},
                 {"top.", 0, 0},
                 {"top.po", 0, 0},
                 {"to", 0, 0},
                 {"bodies", 0, 0},
                 {"tip.on.t", 0, 0},
                 {"variables", 0, 0}};
    for (size_t i = 0; i < sizeof match / sizeof match[0]; i++) {
        int found[16] = {-1};
        CHECK(ph_result_match(r, match[i].name, found, 16) == match[i].count);
        if (match[i].count) CHECK(found[0] == match[i].first);
    }
    CHECK(ph_result_match(r, "top", NULL, 0) == 10);
    static const char *const suggest[][2] = {{"top.posx", "top.pos"},
                                             {"tpo.pos.x", "top.pos.x"},
                                             {"top.omga.x", "top.omega.x"},
                                             {"enrgy.total", "energy.total"},
                                             {"energy.totl", "energy.total"},
                                             {"rotr", "rotor"},
                                             {"tip.on.topp.force.x", "tip.on.top.force.x"},
                                             {"tlt", "tilt"}};
    for (size_t i = 0; i < sizeof suggest / sizeof suggest[0]; i++) {
        CHECK(ph_result_suggest(r, suggest[i][0], text, sizeof text) == strlen(suggest[i][1]));
        CHECK_TEXT(text, suggest[i][1]);
    }
    CHECK(ph_result_suggest(r, "nothing_like_it.at.all", text, sizeof text) == 0);
    CHECK(ph_result_suggest(r, "", text, sizeof text) == 0);
    CHECK_TEXT(ph_result_title(r), "heavy top");
    ph_result_close(r);
}

/* The blocks come back as they were given, with their first columns; empty ones are not there. */
static void blocks(void)
{
    ph_result *r = NULL;
    CHECK(write_rows(folder, 1, "{}\n", NULL) && ph_result_open(path, NULL, &r) == PH_OK);
    if (!r) return;
    int k = 0, column = 0;
    for (int i = 0; i < TEST_BLOCKS; i++) {
        const ph_block *want = &test_block[i], *b = ph_result_block(r, k);
        if (!want->objects) continue;
        k++;
        CHECK(b && b->objects == want->objects && b->width == want->width && b->first == column);
        if (!b) break;
        CHECK_TEXT(b->group, want->group);
        CHECK_TEXT(b->quantity, want->quantity);
        CHECK_TEXT(ph_block_unit(b, 0), want->unit);
        CHECK(!b->object == !want->object && !b->component == !want->component);
        for (int o = 0; o < b->objects && b->object; o++) CHECK_TEXT(b->object[o], want->object[o]);
        for (int c = 0; c < b->width && b->component; c++)
            CHECK_TEXT(b->component[c], want->component[c]);
        int end = column + b->objects * b->width;
        for (; column < end; column++) CHECK(ph_result_block_of(r, column) == b);
    }
    CHECK(ph_result_blocks(r) == k && column == ph_result_columns(r));
    CHECK(!ph_result_block(r, -1) && !ph_result_block(r, k));
    CHECK(!ph_result_block_of(r, -1) && !ph_result_block_of(r, column));
    CHECK(ph_result_column(r, "rotor", "pos", "z") == 5);
    CHECK(ph_result_column(r, "tip.on.top", "force", "x") == 23);
    CHECK(ph_result_column(r, "tilt", "", "") == ph_result_find(r, "tilt"));
    CHECK(ph_result_column(r, "energy", "total", "") == ph_result_find(r, "energy.total"));
    CHECK(ph_result_column(r, "energy", "total", "x") == -1);
    CHECK(ph_result_column(r, "rotor", "pos", "") == -1);
    CHECK(ph_result_column(r, "rotor", "pos.z", "") == -1);
    /* a result that does not say whose loads they are: it shows in the names */
    const ph_block *force = ph_result_block_of(r, 23);
    CHECK_TEXT(force->owner[0], "spring");
    CHECK_TEXT(force->owner[2], "tip");
    CHECK(!ph_result_block(r, 0)->owner);
    ph_result_close(r);
}

/* Who acts on a body is told, whatever it is called. */
static void owners(void)
{
    static const char *const names[] = {"a.on.top", "b.on.top"}, *const who[] = {"a", "c"};
    const ph_block given = {.group = "on",
                            .quantity = "force",
                            .unit = "N",
                            .objects = 2,
                            .width = 3,
                            .object = names,
                            .component = xyz,
                            .owner = who};
    ph_writer *w = NULL;
    ph_result *r = NULL;
    CHECK(phk_writer_create(folder, &test_about, &given, 1, NULL, &w) == PH_OK);
    CHECK(ph_writer_finish(w, NULL, NULL) == PH_OK);
    CHECK(ph_result_open(path, NULL, &r) == PH_OK);
    if (!r) return;
    const ph_block *b = ph_result_block(r, 0);
    CHECK_TEXT(b->owner[0], "a");
    CHECK_TEXT(b->owner[1], "c");
    char text[40];
    CHECK(ph_block_column_name(b, 1, 2, text, sizeof text) == 16);
    CHECK_TEXT(text, "b.on.top.force.z");
    CHECK(ph_block_column_name(b, 1, -1, text, sizeof text) == 14);
    CHECK_TEXT(text, "b.on.top.force");
    ph_result_close(r);
}

/* --- files that are no results -------------------------------------------------------------- */

static void expect(ph_status want, const char *where, const char *message)
{
    ph_diag *diag = ph_diag_create();
    ph_result *r = (ph_result *)&diag;
    CHECK(ph_result_open(where, diag, &r) == want);
    CHECK(r == NULL);
    CHECK(ph_diag_errors(diag) == 1);
    if (ph_diag_count(diag) && !strstr(ph_diag_get(diag, 0)->message, message)) {
        printf("message is: %s\n", ph_diag_get(diag, 0)->message);
        CHECK(!"the expected message");
    }
    ph_diag_free(diag);
}

static void write_file(const char *name, const char *text)
{
    FILE *f = fopen(name, "wb");
    if (f) {
        fputs(text, f);
        fclose(f);
    }
}

static void foreign_files(void)
{
    char other[160];
    snprintf(other, sizeof other, "%s/other", folder);
    expect(PH_E_IO, other, "no such file");
    write_file(other, "");
    expect(PH_E_FORMAT, other, "empty");
    write_file(other, "bodies: {}\n");
    expect(PH_E_FORMAT, other, "not a result");
    write_file(other, "\211HDF\r\n\032\nand then nothing that makes sense");
    expect(PH_E_FORMAT, other, "damaged");
    unlink(other);
    CHECK(mkfifo(other, 0600) == 0);
    expect(PH_E_FORMAT, other, "plain file");
    unlink(other);
    mkdir(other, 0700);
    expect(PH_E_IO, other, "no result.h5");
    rmdir(other);
    expect(PH_E_FORMAT, "/dev/null", "plain file");
    /* an HDF5 file of another program */
    hid_t f = H5Fcreate(other, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    H5Fclose(f);
    expect(PH_E_FORMAT, other, "not a result of polhode");
    unlink(other);
}

static void copy_part(const char *from, const char *to, long size)
{
    static char data[1 << 20];
    FILE *in = fopen(from, "rb"), *out = fopen(to, "wb");
    size_t n = fread(data, 1, size < (long)sizeof data ? (size_t)size : sizeof data, in);
    fwrite(data, 1, n, out);
    fclose(in);
    fclose(out);
}

static void truncated_files(void)
{
    char other[160];
    struct stat info;
    snprintf(other, sizeof other, "%s/other.h5", folder);
    CHECK(write_rows(folder, 100, "{}\n", NULL) && stat(path, &info) == 0);
    for (long size = 9; size < info.st_size; size += 997) {
        copy_part(path, other, size);
        expect(PH_E_FORMAT, other, "damaged");
    }
    copy_part(path, other, info.st_size - 1);
    expect(PH_E_FORMAT, other, "damaged");
    unlink(other);
}

/* A newer format, and datasets that are gone. */
static void changed_files(void)
{
    char other[160];
    snprintf(other, sizeof other, "%s/other.h5", folder);
    CHECK(write_rows(folder, 10, "{}\n", NULL));
    copy_part(path, other, 1 << 20);
    hid_t f = H5Fopen(other, H5F_ACC_RDWR, H5P_DEFAULT);
    hid_t a = H5Aopen(f, "format", H5P_DEFAULT);
    int format = 2;
    H5Awrite(a, H5T_NATIVE_INT, &format);
    H5Aclose(a);
    H5Fclose(f);
    expect(PH_E_FORMAT, other, "format 2");
    static const char *const gone[] = {"time", "blocks", "bodies/pos", "bodies/names",
                                       "energy/total"};
    for (int i = 0; i < 5; i++) {
        copy_part(path, other, 1 << 20);
        f = H5Fopen(other, H5F_ACC_RDWR, H5P_DEFAULT);
        H5Ldelete(f, gone[i], H5P_DEFAULT);
        H5Fclose(f);
        expect(PH_E_FORMAT, other, "damaged");
    }
    unlink(other);
}

/* --- the folder ----------------------------------------------------------------------------- */

static void replaces_atomically(void)
{
    ph_writer *w = NULL;
    ph_result *r = NULL;
    char summary[160], text[64] = "";
    snprintf(summary, sizeof summary, "%s/summary.json", folder);
    CHECK(write_rows(folder, 7, "{\"steps\": 7}\n", NULL));
    CHECK(files_in(folder) == 2);
    /* a second run that is given up leaves the first alone */
    CHECK(phk_writer_create(folder, &test_about, test_block, TEST_BLOCKS, NULL, &w) == PH_OK);
    CHECK(files_in(folder) == 3);
    ph_writer_abandon(w);
    CHECK(files_in(folder) == 2);
    /* two writers at once; an open reader keeps what it opened */
    CHECK(ph_result_open(folder, NULL, &r) == PH_OK);
    CHECK(phk_writer_create(folder, &test_about, test_block, TEST_BLOCKS, NULL, &w) == PH_OK);
    CHECK(write_rows(folder, 3, "{\"steps\": 3}\n", NULL));
    CHECK(r && ph_result_rows(r) == 7);
    double t[7];
    CHECK(r && ph_result_time(r, 0, 7, t, NULL) == PH_OK && t[6] == 0.06);
    ph_result_close(r);
    CHECK(ph_result_open(folder, NULL, &r) == PH_OK && ph_result_rows(r) == 3);
    ph_result_close(r);
    CHECK(ph_writer_finish(w, "{\"steps\": 0}\n", NULL) == PH_OK);
    CHECK(ph_result_open(folder, NULL, &r) == PH_OK && ph_result_rows(r) == 0);
    ph_result_close(r);
    FILE *f = fopen(summary, "r");
    CHECK(f && fgets(text, sizeof text, f));
    CHECK_TEXT(text, "{\"steps\": 0}\n");
    if (f) fclose(f);
    CHECK(files_in(folder) == 2);
}

static void folders(void)
{
    char deep[200], name[240];
    ph_diag *diag = ph_diag_create();
    ph_writer *w = (ph_writer *)&diag;
    snprintf(deep, sizeof deep, "%s/a/b//c/", folder);
    CHECK(write_rows(deep, 1, "{}\n", diag));
    CHECK(files_in(deep) == 2 && ph_diag_count(diag) == 0);
    /* a file where the folder should be, and above it */
    snprintf(name, sizeof name, "%s/file", folder);
    write_file(name, "mine\n");
    CHECK(phk_writer_create(name, &test_about, test_block, TEST_BLOCKS, diag, &w) == PH_E_IO);
    CHECK(w == NULL && ph_diag_errors(diag) == 1);
    snprintf(deep, sizeof deep, "%s/file/below", folder);
    CHECK(!write_rows(deep, 1, "{}\n", diag) && ph_diag_errors(diag) == 2);
    CHECK(phk_writer_create("", &test_about, test_block, TEST_BLOCKS, diag, &w) == PH_E_IO);
    /* summary.json is a folder: refused before anything is computed */
    snprintf(deep, sizeof deep, "%s/d/summary.json", folder);
    snprintf(name, sizeof name, "mkdir -p '%s'", deep);
    CHECK(system(name) == 0);
    snprintf(deep, sizeof deep, "%s/d", folder);
    CHECK(phk_writer_create(deep, &test_about, test_block, TEST_BLOCKS, diag, &w) == PH_E_IO);
    CHECK(files_in(deep) == 1);
    if (getuid() != 0) {
        snprintf(deep, sizeof deep, "%s/locked", folder);
        mkdir(deep, 0500);
        CHECK(phk_writer_create(deep, &test_about, test_block, TEST_BLOCKS, diag, &w) == PH_E_IO);
    }
    ph_diag_free(diag);
}

/* Titles beyond what an attribute holds, models of megabytes, blocks that share a name. */
static void long_texts(void)
{
    char *text = malloc(3000001);
    memset(text, 'm', 3000000);
    text[3000000] = '\0';
    phk_result_about about = {text, "", "", "", text, 0, text};
    ph_block block[] = {test_block[0], test_block[0]};
    const char *const other[] = {"left", "right"};
    block[1].object = other;
    ph_writer *w = NULL;
    ph_result *r = NULL;
    double row[13] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12}, x;
    CHECK(phk_writer_create(folder, &about, block, 2, NULL, &w) == PH_OK);
    CHECK(w && ph_writer_row(w, row, 12, NULL) == PH_E_USAGE);
    CHECK(w && ph_writer_row(w, row, 13, NULL) == PH_OK);
    CHECK(w && ph_writer_finish(w, NULL, NULL) == PH_OK);
    CHECK(ph_result_open(folder, NULL, &r) == PH_OK);
    if (r) {
        CHECK(strlen(ph_result_title(r)) == 60000);
        int column = ph_result_find(r, "right.pos.y");
        CHECK(column == 10 && ph_result_read(r, column, 0, 1, &x, NULL) == PH_OK && x == 11);
        column = ph_result_find(r, "rotor.pos.x");
        CHECK(column == 3 && ph_result_read(r, column, 0, 1, &x, NULL) == PH_OK && x == 4);
    }
    ph_result_close(r);
    /* no columns at all, only time */
    CHECK(phk_writer_create(folder, &about, NULL, 0, NULL, &w) == PH_OK);
    CHECK(w && ph_writer_row(w, row, 1, NULL) == PH_OK && ph_writer_finish(w, NULL, NULL) == PH_OK);
    CHECK(ph_result_open(folder, NULL, &r) == PH_OK && ph_result_columns(r) == 0);
    ph_result_close(r);
    free(text);
}

static herr_t host_handler(hid_t stack, void *data)
{
    (void)stack;
    ++*(int *)data;
    return 0;
}

/* A host program's own use of HDF5 goes on as before. */
static void leaves_the_host_alone(void)
{
    int called = 0;
    H5E_auto2_t now = NULL;
    void *data = NULL;
    H5Eset_auto2(H5E_DEFAULT, host_handler, &called);
    write_rows(folder, 2, "{}\n", NULL);
    expect(PH_E_IO, "/nowhere/at/all", "no such file");
    truncated_files();
    CHECK(called == 0);
    H5Eget_auto2(H5E_DEFAULT, &now, &data);
    CHECK(now == host_handler && data == &called);
    H5Fopen("/nowhere", H5F_ACC_RDONLY, H5P_DEFAULT);
    CHECK(called > 0);
    CHECK(H5Fget_obj_count((hid_t)H5F_OBJ_ALL, H5F_OBJ_ALL) == 0);
    H5Eset_auto2(H5E_DEFAULT, NULL, NULL);
}

int main(void)
{
    if (!temporary_folder(folder)) TEST_SKIP("no temporary folder");
    snprintf(path, sizeof path, "%s/result.h5", folder);
    const long long rows[] = {0, 1, 2, 4095, 4096, 4097, 9000};
    for (int i = 0; i < 7; i++) round_trip(rows[i]);
    pieces();
    names();
    blocks();
    owners();
    foreign_files();
    truncated_files();
    changed_files();
    replaces_atomically();
    folders();
    long_texts();
    leaves_the_host_alone();
    remove_folder(folder);
    return TEST_RESULT();
}
