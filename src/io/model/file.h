/* SPDX-License-Identifier: BSD-3-Clause
 *
 * file.h -- what the parts of the model file reader share.
 */
#ifndef PHK_MODEL_FILE_H
#define PHK_MODEL_FILE_H

#include <stdint.h>
#include "base/names.h"
#include "io/yaml/decode.h"
#include "io/yaml/tree.h"
#include "mech/model/model.h"

/* The sections of a model file. */
typedef struct phk_load phk_load;
typedef struct {
    const char *name;
    const char *help;       /* one sentence for the manual */
    int named;              /* a map whose keys are names of the user's choice */
    int repeats;            /* may stand inside `repeat` */
    const ph_field *fields; /* of the section, or of each object in it; NULL: see help */
    void (*read)(phk_load *load, const phk_node *node);       /* the section as a whole, or: */
    void (*read_one)(phk_load *load, const phk_entry *entry); /* each object in it */
} phk_section;
extern const phk_section phk_sections[]; /* in the order they are read; ends with name == NULL */

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
} phk_parameters;

/* So many copies all repeats of a file may make; a fuzzer wants fewer. */
#ifndef PHK_REPEAT_MOST
#define PHK_REPEAT_MOST 1000000
#endif
typedef struct phk_repeat phk_repeat;
extern const ph_field phk_repeat_fields[], phk_equation_fields[];

struct phk_load {
    ph_diag *diag;
    ph_model *model;
    phk_arena arena;   /* of the tree: freed after reading */
    phk_arena scratch; /* of one object while it is read */
    phk_decoder decoder;
    phk_parameters parameters;
    phk_scope scope;
    phk_node *root;
    phk_repeat *repeats;
    int incomplete;    /* repeats could not be followed: much of what refers to them is missing */
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
/* The one field of those in `choice` (bits) that was given; -1: reported, none or several were. */
int phk_load_one_of(phk_load *load, const phk_entry *entry, const ph_field *fields, uint64_t given,
                    uint64_t choice, const char *what);

/* "body `top`" */
typedef struct {
    char text[100];
} phk_label;
phk_label phk_label_of(const char *kind, const phk_entry *entry);

/* One object of a section. An object with errors gets into the model with harmless values, or
 * something else takes its name. */
void phk_read_body(phk_load *load, const phk_entry *entry);
void phk_read_marker(phk_load *load, const phk_entry *entry);
void phk_read_table(phk_load *load, const phk_entry *entry);
void phk_read_variable(phk_load *load, const phk_entry *entry);
void phk_read_state(phk_load *load, const phk_entry *entry);
void phk_read_request(phk_load *load, const phk_entry *entry);
void phk_read_reference(phk_load *load, const phk_entry *entry);
void phk_read_force(phk_load *load, const phk_entry *entry);
void phk_read_joint(phk_load *load, const phk_entry *entry);
void phk_read_motion(phk_load *load, const phk_entry *entry);
void phk_read_shape(phk_load *load, const phk_entry *entry);

/* Reads the section `phases`. */
void phk_load_phases(phk_load *load, const phk_node *node);
/* Reads the section `parameters`, in whatever order they depend on each other. */
void phk_load_parameters(phk_load *load, const phk_node *node);
phk_scope phk_parameters_scope(phk_parameters *parameters);

/* Finds the repeats of the file, before the sections with objects are read. */
void phk_load_repeats(phk_load *load, const phk_node *node);
/* Reads a section's objects inside of them. */
void phk_load_repeated(phk_load *load, const phk_section *section);
/* After all sections: no object may have the name of a running number. */
void phk_load_check_repeats(phk_load *load);

/* ph_model_load for a model file. */
ph_status phk_model_file_load(const char *path, const char *const *set, int n_set, ph_diag *diag,
                              ph_model *model);

/* Applies one override "path.to.key=value" to the tree. */
void phk_load_override(phk_load *load, const char *text);

#endif
