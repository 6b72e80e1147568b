/* SPDX-License-Identifier: BSD-3-Clause
 *
 * file.h -- what the parts of the model file reader share.
 */
#ifndef PHK_MODEL_FILE_H
#define PHK_MODEL_FILE_H

#include <stdint.h>
#include "base/names.h"
#include "io/yaml/decode.h"
#include "io/model/sections.h"
#include "io/yaml/tree.h"
#include "mech/model/model.h"

/* Parameters and their values: what names mean in numbers. */
typedef struct {
    const phk_entry *entry;
    double value;
    enum { PHK_PARAMETER_NEW, PHK_PARAMETER_OPEN, PHK_PARAMETER_DONE, PHK_PARAMETER_BAD } state;
} phk_parameter;

typedef struct {
    phk_parameter *item;
    int count;
    phk_names names;
    int tainted; /* see phk_decoder */
    phk_loops loops;
    int patience; /* names still to be offered to searches for similar ones */
} phk_parameter_values;

/* So many copies all repeats of a file may make; a fuzzer wants fewer. */
#ifndef PHK_REPEAT_MOST
#define PHK_REPEAT_MOST 1000000
#endif
typedef struct phk_repeat phk_repeat;
extern const ph_field phk_equation_fields[], phk_beams_fields[];

struct phk_load {
    ph_diag *diag;
    ph_model *model;
    phk_arena arena;   /* of the tree: freed after reading */
    phk_arena scratch; /* of one object while it is read */
    phk_decoder decoder;
    phk_parameter_values parameters;
    phk_scope scope;
    phk_node *root;
    phk_repeat *repeats;
    int incomplete;    /* repeats could not be followed: much of what refers to them is missing */
    int lost_shapes;   /* some could not be read: what bodies weigh by them is not known */
    phk_names broken;  /* joints that could not be read */
    char context[200]; /* ", with k = 3" */
    const ph_field **joint_fields; /* [joint types] placement and own fields, made when needed */
    ph_status status;              /* PH_OK, PH_E_NOMEM, or PH_E_MODEL when errors were reported */
};

/* Notes that something failed; the message has been given. */
void phk_load_failed(phk_load *load, ph_status status);
/* The same for what a decoder said: false, an error. */
void phk_load_decoded(phk_load *load, int ok);
/* What ph_model_add_* said; a refused name is explained. */
void phk_load_added(phk_load *load, ph_status status, const phk_entry *entry);
/* A variable takes the name of something that could not be read, so that what refers to it is not
 * reported as unknown. */
void phk_load_stand_in(phk_load *load, const phk_entry *entry);

/* After all sections: bodies that may have lost their shapes are not told that they have none. */
void phk_load_mend_bodies(phk_load *load);

/* "body `top`" */
typedef struct {
    char text[100];
} phk_label;
phk_label phk_label_of(const char *kind, const phk_entry *entry);

/* Reads a section of objects, and one of its objects; what is special about a kind is in kinds.c.
 * An object with errors gets into the model with harmless values, or something else takes its name.
 */
void phk_read_objects(phk_load *load, phk_kind kind, const phk_node *node);
void phk_read_object(phk_load *load, phk_kind kind, const phk_entry *entry);
phk_scope phk_parameters_scope(phk_parameter_values *parameters);

/* Reads a section's objects inside of repeats. */
void phk_load_repeated(phk_load *load, const phk_section *section);
/* After all sections: no object may have the name of a running number. */
void phk_load_check_repeats(phk_load *load);

/* ph_model_load for a model file. */
ph_status phk_model_file_load(const char *path, const char *const *set, int n_set, ph_diag *diag,
                              ph_model *model);

/* Applies one override "path.to.key=value" to the tree. */
void phk_load_override(phk_load *load, const char *text);

#endif
