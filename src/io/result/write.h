/* SPDX-License-Identifier: BSD-3-Clause
 *
 * write.h -- the writer of results without a simulation behind it: plain blocks and texts.
 * ph_writer_open (open.c) is the thin layer that asks a ph_sim for them.
 */
#ifndef PHK_RESULT_WRITE_H
#define PHK_RESULT_WRITE_H

#include <polhode/result.h>
#include "io/h5/h5.h"

/* What a result says about itself. No text but scene may be NULL. */
typedef struct {
    const char *title;
    const char *integrator;
    const char *settings;   /* lines "name = value unit" */
    const char *model_path; /* "": built from C */
    const char *model_text; /* the model file, whole */
    double time_unit;       /* [s] in which requests count time; 0: not said */
    const char *scene;      /* as scene.h has it; NULL: none */
} phk_result_about;

/* Everything is copied: blocks and texts need not outlive the call. */
ph_status phk_writer_create(const char *directory, const phk_result_about *about,
                            const ph_block *block, int blocks, ph_diag *diag, ph_writer **writer);

/* Lets `put` write more into the file: negative, it failed. */
ph_status phk_writer_put(ph_writer *writer, int (*put)(phk_h5 *h5, const void *what),
                         const void *what, ph_diag *diag);

/* The layout's version; a reader refuses newer ones. */
enum { PHK_RESULT_FORMAT = 1 };

#endif
