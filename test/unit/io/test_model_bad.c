/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Every model of test/data/bad and every deck of test/data/bad/adams has mistakes; expected.txt in
 * each holds what is said about them, to the letter: place, message, line with caret, hint. First
 * lines `# set PATH=VALUE` are overrides. After a change of a message, `test_model_bad --bless`
 * writes the page anew: read it before committing it.
 */
#include <dirent.h>
#include <stdbool.h>
#include <polhode/polhode.h>
#include "harness.h"

typedef struct {
    char *text;
    size_t used, size;
} page;

static void put(page *p, const char *text)
{
    size_t n = strlen(text);
    if (p->used + n + 1 > p->size) p->text = realloc(p->text, p->size = 2 * p->size + n + 1);
    if (!p->text) exit(1);
    memcpy(p->text + p->used, text, n + 1);
    p->used += n;
}

static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static int list_files(const char *where, const char *ending, char *name[], int most)
{
    int count = 0;
    DIR *folder = opendir(where);
    for (struct dirent *e; folder && (e = readdir(folder)) && count < most;) {
        size_t n = strlen(e->d_name), m = strlen(ending);
        if (n > m && strcmp(e->d_name + n - m, ending) == 0) name[count++] = strdup(e->d_name);
    }
    if (folder) closedir(folder);
    qsort(name, (size_t)count, sizeof *name, compare);
    return count;
}

static int read_overrides(const char *path, char set[][200], int most)
{
    char line[200];
    int count = 0;
    FILE *file = fopen(path, "r");
    while (file && count < most && fgets(line, sizeof line, file) &&
           strncmp(line, "# set ", 6) == 0) {
        line[strcspn(line, "\n")] = '\0';
        strcpy(set[count++], line + 6);
    }
    if (file) fclose(file);
    return count;
}

static void describe(page *p, const char *folder, const char *name)
{
    char path[300], set_text[20][200], text[4000];
    const char *set[20];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    int n_set = read_overrides(path, set_text, 20);
    for (int i = 0; i < n_set; i++) set[i] = set_text[i];
    ph_diag *diag = ph_diag_create();
    ph_model *model;
    ph_status status = ph_model_load(path, set, n_set, diag, &model);
    CHECK(status < 0);
    CHECK(model == NULL);
    CHECK(ph_diag_errors(diag) > 0);
    snprintf(text, sizeof text, "== %s: %s\n", name, ph_status_name(status));
    put(p, text);
    for (int i = 0; i < ph_diag_count(diag); i++) {
        ph_diagnostic_format(ph_diag_get(diag, i), text, sizeof text);
        put(p, text);
    }
    ph_diag_free(diag);
    /* the same without anyone to tell */
    CHECK(ph_model_load(path, set, n_set, NULL, &model) == status);
}

/* The line both texts differ at first. */
static void show_difference(const char *got, const char *want)
{
    const char *g = got, *w = want;
    int line = 1;
    for (; *g && *g == *w; g++, w++) line += *g == '\n';
    while (g > got && g[-1] != '\n') g--, w--;
    printf("expected.txt:%d:\n got: %.*s\nwant: %.*s\n", line, (int)strcspn(g, "\n"), g,
           (int)strcspn(w, "\n"), w);
}

/* All files of a folder, of which there must be some. */
static void test_folder(const char *folder, const char *ending, int least, bool bless)
{
    char *name[200], expected[200];
    int count = list_files(folder, ending, name, 200);
    page got = {0}, want = {0};
    put(&got, "");
    put(&want, "");
    CHECK(count > least);
    snprintf(expected, sizeof expected, "%s/expected.txt", folder);
    for (int i = 0; i < count; i++) describe(&got, folder, name[i]);
    for (int i = 0; i < count; i++) free(name[i]);
    if (bless) {
        FILE *file = fopen(expected, "wb");
        CHECK(file && fwrite(got.text, 1, got.used, file) == got.used);
        if (file) fclose(file);
    }
    FILE *file = fopen(expected, "rb");
    char line[4000];
    while (file && fgets(line, sizeof line, file)) put(&want, line);
    if (file) fclose(file);
    int same = strcmp(got.text, want.text) == 0;
    CHECK(same);
    if (!same) show_difference(got.text, want.text);
    free(got.text);
    free(want.text);
}

int main(int argc, char **argv)
{
    bool bless = argc > 1 && strcmp(argv[1], "--bless") == 0;
    test_folder("test/data/bad", ".yaml", 50, bless);
    test_folder("test/data/bad/adams", ".adm", 10, bless);
    return TEST_RESULT();
}
