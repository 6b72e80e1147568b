/* SPDX-License-Identifier: BSD-3-Clause
 *
 * model_file.h -- what the parts of the model file reader share.
 */
#ifndef PHK_MODEL_FILE_H
#define PHK_MODEL_FILE_H

#include "base/names.h"
#include "io/decode.h"
#include "io/yaml_tree.h"
#include "mech/model.h"

/* The sections of a model file. */
typedef struct phk_load phk_load;
typedef struct {
    const char *name;
    const char *help;       /* one sentence for the manual */
    int named;              /* a map whose keys are names of the user's choice */
    const ph_field *fields; /* of the section, or of each object in it; NULL: see help */
    void (*read)(phk_load *load, const phk_node *node);
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
    int tainted;  /* see phk_decoder */
    int patience; /* names still to be offered to searches for similar ones */
} phk_parameters;

struct phk_load {
    ph_diag *diag;
    ph_model *model;
    phk_arena arena; /* of the tree: freed after reading */
    phk_decoder decoder;
    phk_parameters parameters;
    phk_scope scope;
    phk_node *root;
    ph_status status; /* PH_OK, PH_E_NOMEM, or PH_E_MODEL when errors were reported */
};

/* Notes that something failed; the message has been given. */
void phk_load_failed(phk_load *load, ph_status status);

/* Reads the section `parameters`, in whatever order they depend on each other. */
void phk_load_parameters(phk_load *load, const phk_node *node);
phk_scope phk_parameters_scope(phk_parameters *parameters);

/* Applies one override "path.to.key=value" to the tree. */
void phk_load_override(phk_load *load, const char *text);

#endif
