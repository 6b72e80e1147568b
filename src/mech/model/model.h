/* SPDX-License-Identifier: BSD-3-Clause
 *
 * model.h -- a model from inside: named definitions in an arena, nothing compiled yet.
 */
#ifndef PHK_MODEL_H
#define PHK_MODEL_H

#include <polhode/model.h>
#include <polhode/plugin.h>
#include "base/arena.h"
#include "base/names.h"

typedef enum {
    PHK_KIND_PARAMETER,
    PHK_KIND_BODY,
    PHK_KIND_MARKER,
    PHK_KIND_TABLE,
    PHK_KIND_VARIABLE,
    PHK_KIND_FORCE,
    PHK_KIND_JOINT,
    PHK_KIND_MOTION,
    PHK_KIND_STATE,
    PHK_KIND_REQUEST,
    PHK_KIND_SHAPE,
    PHK_KIND_FUNCTION,
    PHK_KINDS
} phk_kind;

/* An object found by name. index < 0: no such object. */
typedef struct {
    phk_kind kind;
    int index;
} phk_object;

typedef struct {
    const ph_force_type *type;
    const void *par;
    ph_source where;
} phk_force;

/* type NULL: a constraint by an expression. */
typedef struct {
    const ph_joint_type *type;
    ph_joint_def def;
    const void *par;
    ph_expr equation;
} phk_joint;

/* A variable as a file gives it. */
typedef struct {
    ph_expr value;
    double start;
} phk_variable;

typedef struct {
    int count;
    const char **name;
    ph_source *where;
    const char **label; /* what the file it comes from calls it, "JOINT/5"; NULL: its name alone */
} phk_list;

/* A shared object the model uses, closed with it. */
typedef struct phk_plugin phk_plugin;
struct phk_plugin {
    const char *path; /* from whatever folder */
    const ph_plugin *content;
    void *handle;
    void (*close)(void *handle);
    phk_plugin *before; /* opened earlier; NULL: none */
};

struct ph_model {
    phk_arena arena;
    const char *title, *path, *source;
    ph_vec3 gravity; /* [m/s^2] */
    ph_options options;
    phk_names objects;        /* every name -> kind and index; one name space */
    phk_list list[PHK_KINDS]; /* names and places, by kind */
    double *parameter;
    ph_body_def *body;
    ph_marker_def *marker;
    ph_table_def *table;
    ph_expr *variable;
    double *variable_start; /* first guess of those that read themselves */
    phk_force *force;
    phk_joint *joint;
    ph_motion_def *motion;
    ph_state_def *state;
    ph_request_def *request;
    ph_shape_def *shape;
    const struct phk_own_function **function;
    phk_plugin *plugin; /* the last opened */
    int phases;
    ph_phase_def *phase;
    const ph_reference_def **reference; /* [bodies], NULL entries: none; grown on demand */
    int references;
    phk_list output;
};

phk_object phk_model_find(const ph_model *model, const char *name, size_t length);
/* "body", "marker", ... */
const char *phk_kind_text(phk_kind kind);

/* Gives an object, the last of its kind, the label messages add to its name. */
ph_status phk_model_label(ph_model *model, phk_kind kind, const char *label);

/* Whether the equation of a state reads its rate, NAME.rate; one that does not is algebraic. */
bool phk_reads_rate(const char *equation, const char *name);
/* A variable that is kept where 0 = equation: it reads itself, and is solved for from a first guess
 * on. */
ph_status phk_model_add_algebraic(ph_model *model, const char *name, const ph_expr *equation,
                                  double guess);

/* Reports why ph_model_add_* would refuse (or has refused) a name with PH_E_NAME. */
ph_status phk_model_explain_name(const ph_model *model, const char *name, ph_source where,
                                 ph_diag *diag);
ph_status phk_model_set_source(ph_model *model, const char *path, const char *text, size_t length);

/* The field tables of the objects a model file is made of; see polhode/field.h. */
extern const ph_field phk_body_fields[], phk_marker_fields[], phk_options_fields[],
    phk_table_fields[], phk_reference_fields[], phk_joint_fields[], phk_motion_fields[],
    phk_state_fields[], phk_variable_fields[], phk_request_fields[], phk_request_column_fields[],
    phk_phase_fields[], phk_shape_fields[];
/* What follows from the fields a file gave: pivot and position of a body. Errors go to diag. */
ph_status phk_body_complete(ph_body_def *def, const char *name, ph_diag *diag);

/* True for a letter or _ followed by letters, digits and _. */
bool phk_is_name(const char *name);

#endif
