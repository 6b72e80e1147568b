/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Files written anew: the old one stays until the new one is whole and on the disk, nothing is left
 * behind, and the order of what is asked of the disk is file, name, folder.
 */
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <polhode/replace.h>
#include "harness.h"
#include "blocks.h"

/* What was asked of the disk: f a file, a all files, d a folder, r a rename. The linker leads calls
 * here. */
static char asked[32];
static int fail_at; /* errno of the next sync of a file */

int __real_rename(const char *from, const char *to);
int __wrap_rename(const char *from, const char *to);
int __wrap_fsync(int fd);
int __wrap_syncfs(int fd);

static void note(char what)
{
    size_t n = strlen(asked);
    if (n + 1 < sizeof asked) asked[n] = what;
}

int __wrap_rename(const char *from, const char *to)
{
    note('r');
    return __real_rename(from, to);
}

int __wrap_fsync(int fd)
{
    struct stat info;
    CHECK(fstat(fd, &info) == 0);
    note(S_ISDIR(info.st_mode) ? 'd' : 'f');
    if (!fail_at || S_ISDIR(info.st_mode)) return 0;
    errno = fail_at;
    return -1;
}

int __wrap_syncfs(int fd)
{
    CHECK(fd >= 0);
    note('a');
    if (!fail_at) return 0;
    errno = fail_at;
    return -1;
}

static void expect_asked(const char *want)
{
    CHECK_TEXT(asked, want);
    memset(asked, 0, sizeof asked);
}

static char folder[64], path[128];

static const char *content(void)
{
    static char text[64];
    memset(text, 0, sizeof text);
    FILE *in = fopen(path, "r");
    if (!in) return "none";
    CHECK(fread(text, 1, sizeof text - 1, in) > 0);
    fclose(in);
    return text;
}

static int begin(ph_replacement *r, const char *text)
{
    int error = ph_replacement_open(r, path);
    if (!error) fputs(text, r->out);
    return error;
}

static void order(void)
{
    ph_replacement r;
    CHECK(begin(&r, "old") == 0);
    CHECK(ph_replacement_place(&r) == 0 && !r.out && !r.part && !r.path);
    expect_asked("frd");
    CHECK_TEXT(content(), "old");
    /* closed first, in place later */
    CHECK(begin(&r, "new") == 0);
    CHECK_TEXT(content(), "old");
    CHECK(ph_replacement_close(&r) == 0);
    expect_asked("f");
    CHECK_TEXT(content(), "old");
    CHECK(ph_replacement_place(&r) == 0);
    expect_asked("rd");
    CHECK_TEXT(content(), "new");
}

static void failures(void)
{
    ph_replacement r, other;
    /* dropped, before and after it was closed; twice does no harm */
    CHECK(begin(&r, "no") == 0 && begin(&other, "nor this") == 0);
    CHECK(strcmp(r.part, other.part) != 0);
    CHECK(ph_replacement_close(&other) == 0);
    ph_replacement_drop(&r);
    ph_replacement_drop(&other);
    ph_replacement_drop(&other);
    expect_asked("f");
    /* a disk that does not take it */
    fail_at = EIO;
    CHECK(begin(&r, "no") == 0 && ph_replacement_place(&r) == EIO);
    fail_at = 0;
    expect_asked("f");
    CHECK_TEXT(content(), "new");
    /* a stream that does not take it */
    CHECK(ph_replacement_open(&r, path) == 0);
    int nowhere = open("/dev/full", O_WRONLY);
    if (nowhere >= 0) {
        CHECK(dup2(nowhere, fileno(r.out)) >= 0 && close(nowhere) == 0);
        fputs("no", r.out);
        CHECK(ph_replacement_place(&r) == ENOSPC);
    }
    ph_replacement_drop(&r);
    CHECK_TEXT(content(), "new");
    memset(asked, 0, sizeof asked);
    CHECK(ph_replacement_open(&r, folder) == EISDIR);
    CHECK(ph_replacement_open(&r, "/nowhere/at/all") == ENOENT);
    ph_replacement_drop(&r);
    /* nothing but the file is left */
    CHECK(unlink(path) == 0 && rmdir(folder) == 0 && mkdir(folder, 0777) == 0);
}

static void begin_many(ph_replacement r[3], char name[3][160])
{
    for (int i = 0; i < 3; i++) {
        snprintf(name[i], sizeof name[i], "%s/%d", folder, i);
        CHECK(ph_replacement_open(&r[i], name[i]) == 0 && fputs("many", r[i].out) >= 0);
        CHECK(ph_replacement_end(&r[i]) == 0 && access(name[i], F_OK) != 0);
    }
}

/* Many files wait for the disk together, and have their names when all are there. */
static void many(void)
{
    ph_replacement r[3];
    char name[3][160];
    const char *all = "fff";
#ifdef __linux__
    all = "a";
#endif
    fail_at = EIO;
    begin_many(r, name);
    CHECK(ph_replacement_place_all(r, 3) == EIO && !r[2].part && access(name[0], F_OK) != 0);
    fail_at = 0;
    memset(asked, 0, sizeof asked);
    begin_many(r, name);
    CHECK(ph_replacement_place_all(r, 3) == 0);
    char want[16];
    snprintf(want, sizeof want, "%srrrd", all);
    expect_asked(want);
    CHECK(ph_replacement_place_all(r, 0) == 0);
    expect_asked("");
    /* nothing but the files is left */
    for (int i = 0; i < 3; i++) CHECK(unlink(name[i]) == 0);
    CHECK(rmdir(folder) == 0 && mkdir(folder, 0777) == 0);
}

/* Both files are on the disk before either has its name. */
static void result(void)
{
    ph_writer *w = NULL;
    CHECK(phk_writer_create(folder, &test_about, test_block, TEST_BLOCKS, NULL, &w) == PH_OK);
    CHECK(ph_writer_finish(w, "{}\n", NULL) == PH_OK);
    expect_asked("ffrdrd");
}

int main(void)
{
    if (!temporary_folder(folder)) TEST_SKIP("no temporary folder");
    snprintf(path, sizeof path, "%s/file", folder);
    order();
    failures();
    many();
    result();
    remove_folder(folder);
    return TEST_RESULT();
}
