/* SPDX-License-Identifier: BSD-3-Clause */
#include "words.h"

#include <ctype.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "common/report.h"

/* The next word, without blanks around it; *text is moved behind its comma. */
static char *next_word(const char **text)
{
    const char *from = *text + strspn(*text, " "), *end = from;
    for (int depth = 0; *end && (depth > 0 || *end != ','); end++)
        depth += (*end == '(' || *end == '[') - (*end == ')' || *end == ']');
    *text = *end ? end + 1 : end;
    while (end > from && end[-1] == ' ') end--;
    return strndup(from, (size_t)(end - from));
}

bool words_cut(words *list, const char *text)
{
    *list = (words){0};
    if (!text) return true;
    list->word = calloc(strlen(text) + 1, sizeof *list->word);
    while (list->word && *text) {
        char *word = next_word(&text);
        if (!word) return false;
        if (*word)
            list->word[list->count++] = word;
        else
            free(word);
    }
    return list->word != NULL;
}

void words_free(words *list)
{
    for (int i = 0; i < list->count; i++) free(list->word[i]);
    free(list->word);
    *list = (words){0};
}

bool words_rename(words *list, int index, const char *name)
{
    char *copy = strdup(name);
    if (!copy) return false;
    free(list->word[index]);
    list->word[index] = copy;
    return true;
}

bool words_is_name(const char *word)
{
    if (!isalpha((unsigned char)*word) && *word != '_') return false;
    while (isalnum((unsigned char)*word) || *word == '_') word++;
    return !*word;
}

void words_suggest(const char *word, const ph_model *model)
{
    int count = ph_model_variables(model);
    const char **name = calloc((size_t)count + 1, sizeof *name);
    for (int i = 0; name && i < count; i++) name[i] = ph_model_name(model, "variable", i);
    if (name) cli_did_you_mean(word, name, count);
    free(name);
}

/* One folder; 0 or an errno. */
static int make(const char *path)
{
    struct stat info;
    if (mkdir(path, 0777) == 0) return 0;
    int error = errno;
    if (error != EEXIST) return error;
    return stat(path, &info) == 0 && S_ISDIR(info.st_mode) ? 0 : ENOTDIR;
}

bool words_folder(const char *path, const char *command)
{
    char *part = strdup(path);
    int error = part ? 0 : ENOMEM;
    for (char *p = part; part && !error && *p; p++)
        if (*p == '/' && p > part) {
            *p = '\0';
            error = make(part);
            *p = '/';
        }
    if (!error) error = make(path);
    free(part);
    if (error) cli_error(command, "cannot make the folder %s: %s", path, strerror(error));
    return !error;
}
