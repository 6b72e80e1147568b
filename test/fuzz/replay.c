/* SPDX-License-Identifier: BSD-3-Clause
 *
 * replay.c -- a fuzzer's inputs without the fuzzer: every file of the given folders as it is, cut
 * short, and with some thousand changes of a fixed random sequence.
 *
 * usage: replay CHANGES DICTIONARY FOLDER..
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { FILES = 400, WORDS = 1000, LARGEST = 1 << 20 };

typedef struct {
    uint8_t *data;
    size_t size;
} text;

static text seed[FILES];
static char word[WORDS][80];
static int seeds, words;
static uint64_t state = 88172645463325252u;

/* xorshift: the same sequence on every machine */
static size_t below(size_t n)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return n ? (size_t)(state % n) : 0;
}

static void read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file || seeds == FILES) exit(1);
    uint8_t *data = malloc(LARGEST);
    if (!data) exit(1);
    seed[seeds++] = (text){data, fread(data, 1, LARGEST, file)};
    fclose(file);
}

static int by_name(const struct dirent **a, const struct dirent **b)
{
    return strcmp((*a)->d_name, (*b)->d_name);
}

static void read_folder(const char *folder)
{
    struct dirent **entry;
    int count = scandir(folder, &entry, NULL, by_name);
    for (int i = 0; i < count; i++) {
        char path[600];
        snprintf(path, sizeof path, "%s/%s", folder, entry[i]->d_name);
        size_t n = strlen(path);
        const char *ending = n > 4 ? path + n - 4 : "";
        if (strcmp(ending, ".adm") == 0 || strcmp(ending, ".acf") == 0) read_file(path);
        free(entry[i]);
    }
    if (count >= 0) free(entry);
}

/* A backslash and a line break, as a dictionary of libFuzzer writes them. */
static void unescape(char *t)
{
    char *to = t;
    for (; *t; t++, to++) {
        *to = *t;
        if (*t != '\\') continue;
        if (strncmp(t, "\\x0a", 4) == 0) {
            *to = '\n';
            t += 3;
        } else if (t[1]) {
            *to = *++t;
        }
    }
    *to = '\0';
}

/* Lines "text" of a libFuzzer dictionary. */
static void read_words(const char *path)
{
    char line[200];
    FILE *file = fopen(path, "r");
    if (!file) exit(1);
    while (words < WORDS && fgets(line, sizeof line, file)) {
        char *last = strrchr(line, '"');
        if (line[0] != '"' || last == line) continue;
        snprintf(word[words], sizeof word[0], "%.*s", (int)(last - line - 1), line + 1);
        unescape(word[words++]);
    }
    fclose(file);
}

static void put(text *t, size_t at, const void *what, size_t n)
{
    if (t->size + n > 2 * LARGEST) return;
    memmove(t->data + at + n, t->data + at, t->size - at);
    memcpy(t->data + at, what, n);
    t->size += n;
}

static void cut(text *t, size_t at, size_t n)
{
    if (n > t->size - at) n = t->size - at;
    memmove(t->data + at, t->data + at + n, t->size - at - n);
    t->size -= n;
}

static void change(text *t)
{
    static const char marks[] = "\n\n,,&!='\"/\\()*+-:;.0123456789DEde \t\r\x80";
    size_t at = below(t->size + 1);
    const text *other = &seed[below((size_t)seeds)];
    size_t from = below(other->size + 1), n = below(80);
    switch (below(7)) {
    case 0:
        if (at < t->size) t->data[at] = (uint8_t)below(256);
        break;
    case 1:
        if (at < t->size) t->data[at] = (uint8_t)marks[below(sizeof marks - 1)];
        break;
    case 2:
        put(t, at, &marks[below(sizeof marks - 1)], 1);
        break;
    case 3:
        cut(t, at, below(40));
        break;
    case 4:
        if (words) {
            const char *w = word[below((size_t)words)];
            put(t, at, w, strlen(w));
        }
        break;
    case 5:
        put(t, at, other->data + from, n < other->size - from ? n : other->size - from);
        break;
    default:
        if (below(8) == 0) t->size = at;
    }
}

int main(int argc, char **argv)
{
    if (argc < 4) return 2;
    long changes = atol(argv[1]);
    read_words(argv[2]);
    for (int i = 3; i < argc; i++) read_folder(argv[i]);
    text work = {malloc(4 * LARGEST), 0};
    if (!work.data || seeds == 0) return 1;
    for (int i = 0; i < seeds; i++) LLVMFuzzerTestOneInput(seed[i].data, seed[i].size);
    for (long k = 0; k < changes; k++) {
        const text *s = &seed[below((size_t)seeds)];
        memcpy(work.data, s->data, s->size);
        work.size = s->size;
        for (size_t n = 1 + below(6); n > 0; n--) change(&work);
        LLVMFuzzerTestOneInput(work.data, work.size);
    }
    printf("%d files, %ld changes of them\n", seeds, changes);
    for (int i = 0; i < seeds; i++) free(seed[i].data);
    free(work.data);
    return 0;
}
