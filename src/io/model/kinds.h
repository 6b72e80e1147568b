/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kinds.h -- what model files have of each kind of object beyond its field table.
 */
#ifndef PHK_FILE_KINDS_H
#define PHK_FILE_KINDS_H

#include "io/model/file.h"
#include "io/model/write.h"

/* Each may be NULL: an object is then read and written by its fields alone. */
typedef struct {
    /* Reads the section as a whole, or an object, instead of by its fields. */
    void (*read_all)(phk_load *load, const phk_node *node);
    void (*read)(phk_load *load, const phk_entry *entry);
    /* Keys of the object that are `finish`'s own business, with blanks between them. */
    const char *skip;
    /* Reads what the fields do not say; ok: they were read without errors. False: reported. */
    int (*finish)(phk_load *load, const phk_entry *entry, int ok, void *def);
    /* Harmless values for one with errors, whose place is known; NULL: a variable takes its name.
     */
    void (*mend)(void *def);
    /* Adds it to the model, instead of phk_model_add. */
    void (*add)(phk_load *load, const phk_entry *entry, const void *def);
    /* Reads what else stands there, once it has been added. */
    void (*after)(phk_load *load, const phk_entry *entry);

    /* Puts an object to w->map, instead of its fields; of a PHK_VALUE kind, its value. */
    void (*write)(phk_writing *w, int i);
    /* Changes a copy so that its fields say all that a file needs; 0: out of memory. */
    int (*prepare)(phk_writing *w, void *def);
} phk_file_kind;
extern const phk_file_kind phk_file_kinds[PHK_KINDS];

/* The hooks of the kinds, where they are: parameters, */
void phk_load_parameters(phk_load *load, const phk_node *node);
/* materials, bodies, tables, variables, states, references, shapes, (file_objects.c) */
void phk_read_variable(phk_load *load, const phk_entry *entry);
void phk_read_body_shape(phk_load *load, const phk_entry *entry);
int phk_finish_table(phk_load *load, const phk_entry *entry, int ok, void *def);
int phk_finish_shape(phk_load *load, const phk_entry *entry, int ok, void *def);
void phk_mend_material(void *def);
void phk_mend_body(void *def);
void phk_mend_table(void *def);
void phk_mend_state(void *def);
void phk_mend_nothing(void *def);
void phk_add_state(phk_load *load, const phk_entry *entry, const void *def);
void phk_add_reference(phk_load *load, const phk_entry *entry, const void *def);
/* forces, joints, motions, (file_elements.c) */
void phk_read_force(phk_load *load, const phk_entry *entry);
void phk_read_joint(phk_load *load, const phk_entry *entry);
void phk_add_motion(phk_load *load, const phk_entry *entry, const void *def);
/* flexible bodies, (file_flexible.c) */
int phk_finish_flexible(phk_load *load, const phk_entry *entry, int ok, void *def);
void phk_mend_flexible(void *def);
void phk_add_flexible(phk_load *load, const phk_entry *entry, const void *def);
void phk_write_flexible(phk_writing *w, int i);
/* those of files (file_body.c); the definition to write names its file from wherever */
int phk_read_body(phk_load *load, const phk_entry *entry, ph_flexible_def *def);
int phk_write_body(phk_writing *w, const ph_flexible_def *def, ph_flexible_def *out);
/* requests, events and phases, (file_run.c) */
int phk_finish_request(phk_load *load, const phk_entry *entry, int ok, void *def);
int phk_finish_controller(phk_load *load, const phk_entry *entry, int ok, void *def);
int phk_finish_event(phk_load *load, const phk_entry *entry, int ok, void *def);
void phk_load_phases(phk_load *load, const phk_node *node);
/* and for writing (write_objects.c). */
void phk_write_parameter(phk_writing *w, int i);
void phk_write_variable(phk_writing *w, int i);
void phk_write_joint(phk_writing *w, int i);
void phk_write_force(phk_writing *w, int i);
void phk_write_request(phk_writing *w, int i);
void phk_write_controller(phk_writing *w, int i);
void phk_write_event(phk_writing *w, int i);
void phk_write_phase(phk_writing *w, int i);
int phk_prepare_table(phk_writing *w, void *def);
int phk_prepare_shape(phk_writing *w, void *def);

#endif
