/* SPDX-License-Identifier: BSD-3-Clause
 *
 * words.h -- lists of names on the command line, and folders for files.
 */
#ifndef CLI_WORDS_H
#define CLI_WORDS_H

#include <stdbool.h>
#include <polhode/model.h>

typedef struct {
    int count;
    char **word; /* each in memory of its own */
} words;

/* Cuts "a,f(b, c),d" at commas outside of brackets. text NULL: an empty list. False: out of memory.
 */
bool words_cut(words *list, const char *text);
void words_free(words *list);
bool words_rename(words *list, int index, const char *name);
static inline const char *const *words_list(const words *list)
{
    return (const char *const *)list->word;
}
/* A letter or _, then letters, digits and _. */
bool words_is_name(const char *word);
/* "did you mean" with the variables of a model. */
void words_suggest(const char *word, const ph_model *model);
/* Makes a folder and those above it where they are missing; false after a complaint. */
bool words_folder(const char *path, const char *command);

#endif
