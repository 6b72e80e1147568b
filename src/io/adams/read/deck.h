/* SPDX-License-Identifier: BSD-3-Clause
 *
 * deck.h -- an ADAMS deck while it is made into a model.
 *
 * Everything in the model is SI. Expressions of a deck compute in the deck's units; they are
 * translated so that quantities of the model enter in those units and the result leaves in SI, by
 * parameters of the model: length_unit, time_unit, force_unit, mass_unit, each of them there only
 * where it is not 1. Variables, states and requests stay in the deck's units.
 */
#ifndef PHK_ADAMS_DECK_H
#define PHK_ADAMS_DECK_H

#include <polhode/files.h>
#include "base/names.h"
#include "expr/expr.h"
#include "io/adams/read/statement.h"
#include "mech/model/model.h"

/* Units of a deck in SI. */
typedef struct {
    double length, time, force, mass;                             /* [m], [s], [N], [kg] */
    const char *length_name, *time_name, *force_name, *mass_name; /* "mm", "s", "N", "kg" */
} phk_deck_units;

struct phk_deck {
    ph_diag *diag;
    ph_model *model;
    const ph_reading *how; /* what the user says of it; NULL: nothing */
    bool *left_out;        /* [types] statements that are left out; NULL: none */
    bool *approximated;    /* [types] those that may be taken as something near; NULL: none */
    phk_arena arena;       /* of the deck: freed after reading */
    const char *file, *text;
    size_t length;
    phk_lines lines;
    const char *title; /* the first line */
    int count;
    phk_statement *statement;   /* in the order of the file */
    struct phk_id_index *index; /* (type, id) -> statement */
    struct phk_pairs *pairs;    /* elements by their markers; NULL: nobody has asked yet */
    phk_names names;            /* names taken, lower case */
    phk_names noted;            /* what was noted once for all of its kind */
    phk_deck_units units;
    struct phk_deck_flex *flex;  /* the modes of flexible bodies, the last first */
    struct phk_delay *delay;     /* what DELAYs of functions become, the last first; NULL: none */
    const phk_statement *ground; /* the part that is; NULL: none yet */
    /* [count] the part each statement stands behind, for markers that name none; NULL: not yet
     * looked for */
    const phk_statement **behind;
    ph_status status; /* PH_OK, PH_E_NOMEM, or PH_E_MODEL when errors were reported */
};

/* Modes that the deck keeps a use of until it is freed. */
typedef struct phk_deck_flex {
    ph_flex *is;
    struct phk_deck_flex *before;
} phk_deck_flex;

/* A DELAY, and the controller of the model it becomes when all variables are there, as a model file
 * has them. */
typedef struct phk_delay {
    const char *name;
    ph_controller_def def;
    ph_expr input;
    double history;
    struct phk_delay *before;
} phk_delay;

/* Reads a deck into a model: ph_model_read for `.adm`. */
ph_status phk_adams_load(const char *path, const ph_reading *how, ph_diag *diag, ph_model *model);
/* The same, with the deck left for what a command file says of it, and without the check of the
 * whole. Before, the deck is zero but for diag, model and how. `where` is the place that names the
 * file. Free the deck whatever is returned. */
ph_status phk_deck_load(phk_deck *deck, const char *path, ph_source where);
/* Adds the controllers that DELAYs become, in their order. */
void phk_deck_add_delays(phk_deck *deck);
/* Whether statements of that type are left out. */
bool phk_deck_leaves_out(const phk_deck *deck, const phk_statement_type *type);
/* Whether they may be taken as something near. */
bool phk_deck_approximates(const phk_deck *deck, const phk_statement_type *type);
/* All statements of the deck's text, with their names and what they refer to. */
void phk_deck_read(phk_deck *deck);
void phk_deck_free(phk_deck *deck);

/* The statement NAME/id, or NULL. */
const phk_statement *phk_deck_find(const phk_deck *deck, const char *type, int id);
/* What to do about a number nothing of the type (or of a list "A|B") has: the nearest one there is.
 * NULL: nobody would read it. */
const char *phk_deck_missing_hint(phk_deck *deck, const char *of, phk_piece where, int id);
/* All statements of a type, one after the other: start with NULL. */
const phk_statement *phk_deck_next(const phk_deck *deck, const char *type,
                                   const phk_statement *after);

/* The path of a file that a deck names: seen from its folder, or, where it is not there, as on
 * another machine or drive, what lies beside the deck under the last part of its name. NULL: no
 * memory, which is noted. */
const char *phk_deck_path(phk_deck *deck, const char *name, phk_piece where);
ph_source phk_deck_place(const phk_deck *deck, phk_piece piece);
/* Errors and notes about a piece of the text; `hint` may be NULL. */
void phk_deck_error(phk_deck *deck, ph_status code, phk_piece piece, const char *hint,
                    const char *format, ...) PH_PRINTF(5, 6);
void phk_deck_note(phk_deck *deck, phk_piece piece, const char *format, ...) PH_PRINTF(3, 4);
/* True for the first time something is named so. */
bool phk_deck_is_new(phk_deck *deck, const char *what);
/* The note about an argument without meaning here, once for all of its kind. */
void phk_deck_note_argument(phk_deck *deck, const phk_statement *s, const phk_given *given);
/* The error about an argument that `count` statements have and that cannot be done. */
void phk_deck_refuse_argument(phk_deck *deck, const phk_statement *s, const phk_given *given,
                              int count);
/* Errors and want of memory count, whoever has reported them. */
void phk_deck_failed(phk_deck *deck, ph_status status);
/* "JOINT/5", in the deck's arena. */
const char *phk_deck_label(phk_deck *deck, const phk_statement *s);
/* What ph_model_add_* said; gives the object, the last of its kind, its label "JOINT/5". */
void phk_deck_added(phk_deck *deck, ph_status status, const phk_statement *s, phk_kind kind);
/* A text in the deck's arena; "" and the status PH_E_NOMEM when memory runs out. */
const char *phk_deck_print(phk_deck *deck, const char *format, ...) PH_PRINTF(2, 3);
/* A name nobody has, for an object a reader adds besides; made of the text, with digits behind it
 * where that is taken. */
const char *phk_deck_new_name(phk_deck *deck, const char *format, ...) PH_PRINTF(2, 3);

/* A place or a set of axes: where a marker sits on its part. Part 0 or the ground part: `ground`;
 * axes of the part's own frame (not of its centre of mass). NULL data until parts are built. */
typedef struct {
    const phk_statement *part; /* NULL: ground */
    ph_vec3 at;                /* [m] in the part's frame */
    ph_quat orientation;       /* marker axes to the part's axes */
    bool floating;             /* it goes wherever a force puts it */
    int node; /* of a flexible body, among its nodes; -1: it is on the part itself */
} phk_deck_marker;
/* NULL: its errors were reported. */
const phk_deck_marker *phk_deck_marker_of(phk_deck *deck, const phk_statement *marker);

/* Element n of an array X or Y that TFSISO, LSE or GSE fills, as an expression of the model.
 * Returns how many it has; -1: nothing fills it. */
int phk_deck_array_element(phk_deck *deck, const phk_statement *array, int n, const char **text);
/* The parameter that holds what a SENSOR has evaluated. */
const char *phk_deck_sensor_value(phk_deck *deck, const phk_statement *sensor);

/* The name of the body of a part ("ground"), and a marker as the model knows it; of NULL: ground.
 */
const char *phk_deck_part_name(const phk_statement *part);
const char *phk_deck_marker_name(const phk_statement *marker);

/* Translates an expression of the deck into one of the model. The result is in the deck's units,
 * except that a `unit` other than NULL is multiplied to it: "force_unit*length_unit" or
 * "length_unit/time_unit^2"; what is 1 is left out. On errors, which are reported, a harmless
 * expression. `self` is the statement it stands in. */
typedef struct {
    const char *unit;
    const phk_statement *self;
    const char *component; /* behind the name of a USER routine, "_fx"; NULL: nothing */
} phk_function_role;
/* Opens the plug-in that ROUTINE = library::function of a statement names, for its USER(..); false:
 * it cannot, or there is none, which was reported. Then the function with what `component` adds to
 * its name (NULL: nothing); NULL: there is none. */
bool phk_deck_open_routine(phk_deck *deck, const phk_statement *s, phk_piece where);
const ph_function *phk_deck_routine(phk_deck *deck, const phk_statement *s, const char *component);
ph_expr phk_deck_expression(phk_deck *deck, phk_piece function, phk_function_role role);
/* A vector: three expressions, of its components. */
void phk_deck_vector(phk_deck *deck, phk_piece function, phk_function_role role, ph_expr out[3]);
/* The same from a text made by a reader: "DM(12,13)-2". */
ph_expr phk_deck_expression_text(phk_deck *deck, const char *text, phk_piece where,
                                 phk_function_role role);

#endif
