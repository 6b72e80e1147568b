/* SPDX-License-Identifier: BSD-3-Clause
 *
 * model_options.h -- what run, check and converge share: a model file, the options that override
 * its `simulate` section, and reading it.
 */
#ifndef CLI_MODEL_OPTIONS_H
#define CLI_MODEL_OPTIONS_H

#include <polhode/polhode.h>
#include "options.h"

enum { MODEL_SWITCHES = 32 };

typedef struct {
    ph_options options; /* as far as they are given */
    cli_texts set, leave_out, approximate;
    const char *geometry;
    cli_field field[MODEL_SWITCHES]; /* where switches put their values */
    int fields;
    char place[512]; /* "MODEL --end -1": where an option that is refused stands */
} model_options;

model_options model_options_none(void);

/* Rows of an option table that fill a model_options `m`: the run options that the command line has,
 * all of them (returns how many) or one by its key. */
int model_switches(model_options *m, cli_option row[MODEL_SWITCHES]);
cli_option model_switch(model_options *m, const char *key);
#define MODEL_OPTION_SET(m)                                                                        \
    {                                                                                              \
        "set", 0, CLI_TEXTS, &(m).set, "PATH=VALUE",                                               \
            "change a value of the model file, e.g. parameters.spin=20; may be repeated", NULL     \
    }

/* For ADAMS decks: three rows. */
#define MODEL_OPTIONS_DECK(m)                                                                      \
    {"geometry", 0,                                                                                \
     CLI_TEXT,   &(m).geometry,                                                                    \
     "DIR",      "of a deck: folder with NAME.stl or .obj for geometry in files of other forms",   \
     NULL},                                                                                        \
        {"leave-out", 0,                                                                           \
         CLI_TEXTS,   &(m).leave_out,                                                              \
         "KEYWORD",   "of a deck: go without these statements, e.g. CONTACT; may be repeated",     \
         NULL},                                                                                    \
    {                                                                                              \
        "approximate", 0, CLI_TEXTS, &(m).approximate, "KEYWORD",                                  \
            "of a deck: take these statements, e.g. BEAM, as something near; may be repeated",     \
            NULL                                                                                   \
    }
/* What they say to those who read the model. */
ph_reading model_reading(const model_options *given);
void model_options_free(model_options *given);

/* cli_parse for a command that takes one model: where it ends the command, `given` is given back.
 */
int model_parse(const cli_syntax *syntax, int argc, char **argv, model_options *given);

/* Reads the model and the options that result; they point into `given`. Complains itself; NULL on
 * errors. */
ph_model *model_open(const char *path, model_options *given, ph_diag *diag, ph_options *options);

/* The same two, for a command that does nothing before it has its model; diag is the caller's to
 * free. Returns what ends the command, or -1: it goes on, with *model. */
int model_begin(const cli_syntax *syntax, int argc, char **argv, model_options *given,
                ph_diag **diag, ph_options *options, ph_model **model);

/* Puts a model together as a run would. *sim: NULL when the file leaves `simulate`, or the end in
 * it, to the command line, since what it has must be right all the same; the caller's to free. */
ph_status model_assemble(const ph_model *model, const ph_options *options, ph_diag *diag,
                         ph_assembly *assembly, ph_sim **sim);

/* "book-toss" of "models/papers/book-toss.yaml", cut to fit. */
void model_stem(const char *path, char *stem, int size);

#endif
