/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kinds.h -- what a model can hold: a row for each kind of object, from kinds.def.
 *
 * Whatever is done with objects of all kinds (adding, copying, reading, writing, listing, finding
 * similar names) is a loop over these rows and their field tables.
 */
#ifndef PHK_KINDS_H
#define PHK_KINDS_H

#include <polhode/model.h>
#include <polhode/plugin.h>
#include "field/field.h"

typedef enum {
#define KIND(constant, ...)  PHK_KIND_##constant,
#define INNER(constant, ...) PHK_KIND_##constant,
#include "mech/model/kinds.def"
    PHK_KINDS
} phk_kind;

/* What every definition begins with. */
typedef struct {
    uint64_t given;
    ph_source where;
} phk_head;

typedef struct {
    uint64_t given;
    ph_source where;
    const ph_force_type *type;
    const void *par;
} phk_force;

/* type NULL: a constraint by an expression. */
typedef struct {
    union {
        ph_joint_def def;
        struct {
            uint64_t given;
            ph_source where;
        };
    };
    const ph_joint_type *type;
    const void *par;
    ph_expr equation;
} phk_joint;

typedef struct {
    uint64_t given;
    ph_source where;
    const struct phk_own_function *own;
} phk_function_def;

enum {
    PHK_VALUE = 1,      /* in a file it is `name: value` */
    PHK_OUTSIDE = 2,    /* it may not stand inside `repeat` */
    PHK_NAMELESS = 4,   /* a list without names */
    PHK_OF_BODY = 8,    /* it has the name of the body it belongs to, and no other */
    PHK_TYPED = 16,     /* its definition is made by a function of its own, as ph_model_add_joint */
    PHK_ZEROS = 32,     /* a definition of zeros is the default one */
    PHK_COLUMNS = 64,   /* a result has columns of it */
    PHK_SWITCHED = 128, /* a phase may activate and deactivate it */
    PHK_IS_BODY = 256   /* of PHK_OF_BODY: the body is made when it is added */
};

typedef struct {
    ph_kind is;
    unsigned flags;
    const char *one_of[2]; /* of these fields exactly one must be given */
    /* Each may be NULL. What the defaults of the field table leave out; */
    void (*defaults)(void *def);
    /* what follows from the values given; */
    void (*complete)(void *def);
    /* why a definition cannot be added; */
    ph_status (*refuse)(const void *def);
    /* replaces what it points to by copies, beyond what the field table says; 0: out of memory; */
    int (*keep)(ph_model *model, void *def);
    /* gives back what `keep` has taken and no arena frees; */
    void (*drop)(void *def);
    /* the body it is; */
    ph_status (*embody)(const void *def, ph_body_def *body);
    /* adds what else it is made of to the model, once it is there itself; */
    ph_status (*expand)(ph_model *model, const char *name, const void *def);
    /* what no such object can have, to diag. */
    ph_status (*check)(const ph_model *model, phk_kind kind, int index, ph_diag *diag);
} phk_kind_row;
extern const phk_kind_row phk_kinds[PHK_KINDS];

/* Room for a definition of any kind. */
typedef union {
    phk_head head;
#define KIND(constant, word, section, definition, ...)  definition word;
#define INNER(constant, word, section, definition, ...) definition word;
#include "mech/model/kinds.def"
} phk_any_def;

/* The definition of an object of which nothing is said. */
void phk_kind_default(phk_kind kind, void *def);
/* "body", "marker", ... */
const char *phk_kind_text(phk_kind kind);

/* The field tables of all kinds: phk_body_fields, phk_marker_fields, ...; see polhode/field.h. */
#define KIND(constant, word, ...)  extern const ph_field phk_##word##_fields[];
#define INNER(constant, word, ...) extern const ph_field phk_##word##_fields[];
#include "mech/model/kinds.def"
extern const ph_field phk_options_fields[], phk_request_column_fields[];

/* What the rows need of their own. */
void phk_default_joint(void *def);
void phk_complete_body(void *def);
void phk_complete_joint(void *def);
void phk_default_flexible(void *def);
void phk_complete_flexible(void *def);
ph_status phk_refuse_flexible(const void *def);
void phk_complete_marker(void *def);
void phk_complete_request(void *def);
void phk_complete_contact(void *def);
ph_status phk_refuse_parameter(const void *def);
ph_status phk_refuse_table(const void *def);
ph_status phk_refuse_variable(const void *def);
ph_status phk_refuse_state(const void *def);
ph_status phk_refuse_request(const void *def);
ph_status phk_refuse_event(const void *def);
ph_status phk_refuse_controller(const void *def);
ph_status phk_expand_controller(ph_model *model, const char *name, const void *def);
int phk_keep_flexible(ph_model *model, void *def);
void phk_drop_flexible(void *def);
ph_status phk_embody_flexible(const void *def, ph_body_def *body);
int phk_keep_joint(ph_model *model, void *def);
int phk_keep_force(ph_model *model, void *def);
int phk_keep_request(ph_model *model, void *def);
int phk_keep_phase(ph_model *model, void *def);
int phk_keep_controller(ph_model *model, void *def);
ph_status phk_refuse_phase(const void *def);
int phk_keep_event(ph_model *model, void *def);
int phk_keep_shape(ph_model *model, void *def);
int phk_keep_material_pair(ph_model *model, void *def);
ph_status phk_check_controller(const ph_model *model, phk_kind kind, int index, ph_diag *diag);
ph_status phk_check_marker(const ph_model *model, phk_kind kind, int index, ph_diag *diag);
ph_status phk_check_linearization(const ph_model *model, phk_kind kind, int index, ph_diag *diag);
ph_status phk_check_material(const ph_model *model, phk_kind kind, int index, ph_diag *diag);
ph_status phk_check_material_pair(const ph_model *model, phk_kind kind, int index, ph_diag *diag);
ph_status phk_check_shape(const ph_model *model, phk_kind kind, int index, ph_diag *diag);
/* Every place its fields name is there: enough for a kind that has no more to check. */
ph_status phk_check_places(const ph_model *model, phk_kind kind, int index, ph_diag *diag);

#endif
