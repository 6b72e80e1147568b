/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode/field.h -- one table per object drives parsing, defaults, ranges, messages and manual.
 *
 * A ph_field says where a value lies in a parameter struct, what may stand there in a model file,
 * and what it means. Plug-in elements bring such a table; so do bodies, markers and options. With a
 * table the fields of a struct can be set by name, checked as a file is.
 */
#ifndef POLHODE_FIELD_H
#define POLHODE_FIELD_H

#include <stdbool.h>
#include <stddef.h>
#include <polhode/base.h>
#include <polhode/math.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What a field stores, at its offset in the struct. */
typedef enum {
    PH_FIELD_NUMBER,      /* double; a constant expression of the parameters, with optional unit */
    PH_FIELD_INTEGER,     /* int */
    PH_FIELD_WORD,        /* int: index into `words` */
    PH_FIELD_TEXT,        /* ph_text */
    PH_FIELD_VEC3,        /* ph_vec3 */
    PH_FIELD_INERTIA,     /* ph_sym3: 3 numbers (diagonal) or 6 (xx yy zz xy xz yz) */
    PH_FIELD_ORIENTATION, /* ph_quat: quaternion, axis and angle, rotation vector, euler angles */
    PH_FIELD_EXPR,        /* ph_expr: an expression of time and the model's quantities */
    PH_FIELD_EXPR3,       /* ph_expr[3] */
    PH_FIELD_PLACE,       /* ph_place: the name of a marker or a body (then its centre of mass) */
    PH_FIELD_NUMBERS,     /* ph_numbers: a list of any length */
    PH_FIELD_ROWS,        /* ph_rows: a list of lists of numbers, all as long */
    PH_FIELD_NAMES,       /* ph_names: a list of names */
    PH_FIELD_WORDS,       /* int: bit k for words[k]; a word, a list of words, or `all` */
    PH_FIELD_GROUP,       /* double[]: the numbers of `group`, as a map or as a list in its order */
    PH_FIELD_JOINTS,      /* ph_joints: the name of a joint, or a list of `min` to `max` of them */
    PH_FIELD_CURVE        /* ph_curve: the name of a table that is a curve in space */
} ph_field_kind;

typedef struct {
    const char *text; /* NULL: not given */
    ph_source where;
} ph_text;

/* An expression as written, and once a simulation has compiled it, where its value stands. */
typedef struct {
    const char *text; /* NULL: not given */
    ph_source where;
    int value; /* index into ph_eval.value; -1: not given */
} ph_expr;

typedef struct {
    const char *text; /* NULL: ground */
    ph_source where;
} ph_place;

typedef struct {
    int count;
    const double *value;
} ph_numbers;

typedef struct {
    int count, width; /* rows, and numbers in each */
    const double *value;
} ph_rows;

typedef struct {
    int count;
    const ph_text *name;
} ph_names;

/* Joints of the model that an element is about. It sees the two markers of each, `max` pairs in
 * all; those of joints that are not given are on ground. */
enum { PH_JOINTS = 3 }; /* the most a field may name */
typedef struct {
    ph_names names;
    /* once a simulation has compiled it: which of the model's joints each is, -1: not given; and
     * what it leaves free, PH_FREE_* and PH_TURN_* of polhode/element.h */
    int joint[PH_JOINTS];
    unsigned free[PH_JOINTS];
    int rows[PH_JOINTS]; /* of equations; 6 less these is what it really leaves free */
} ph_joints;

/* A curve in space, of which a model has a table with `points`. Its parameter u runs from -1 to 1;
 * an open one goes on along its tangents beyond, a closed one goes round again. */
typedef struct {
    ph_text name;
    /* once a simulation has compiled it: derivative[k] is the k-th by u */
    void (*at)(const void *form, double u, ph_vec3 derivative[4]);
    const void *form;
    bool closed, control; /* control: it follows its points, but does not pass them */
    int order, count;     /* terms of its polynomials; points */
    const double *point;  /* [count][3] */
} ph_curve;

enum {
    PH_REQUIRED = 1, /* must be given */
    PH_ABOVE = 2,    /* the minimum itself is excluded */
    PH_RECORDED = 4 /* of the row that ends a table: the struct begins with a uint64_t `given`, with
                       bit k set when field k was given */
};

typedef struct ph_field ph_field;
struct ph_field {
    const char *name; /* key in the model file; NULL ends a table */
    ph_field_kind kind;
    size_t offset;            /* in the parameter struct */
    const char *unit;         /* "kg", "rad/s", "N m"; "": a pure number; NULL: none applies;
                                 "N, N m" of six numbers: three forces, three torques */
    const char *help;         /* one sentence */
    double init, min, max;    /* numbers: default and range; min == max: any finite value.
                                 Joints: how many, at least and at most */
    unsigned flags;           /* PH_REQUIRED | PH_ABOVE */
    const char *const *words; /* the choices, NULL at the end; default words[init] */
    const char *default_help; /* what happens when not given, for the manual; NULL: see init */
    const ph_field *group;    /* PH_FIELD_GROUP: its PH_FIELD_NUMBERs, offsets from the first */
};

/* The field of that name; NULL: the table has none. */
PH_API const ph_field *ph_field_find(const ph_field *fields, const char *name);
/* Sets every field of the table in *par to its default. */
PH_API void ph_field_defaults(const ph_field *fields, void *par);

/* Set one field of *par, by its name in model files. Texts and lists are borrowed until what is
 * made of *par is added to a model. What does not fit is refused with a message, and *par stays as
 * it is; diag may be NULL. In a definition that records what was given, the field is given from
 * then on, also when it is set to what it would be anyway. */
PH_API ph_status ph_field_set_number(const ph_field *fields, void *par, const char *name,
                                     double value, ph_diag *diag);
/* A vector, an inertia (3 or 6), an orientation (w, x, y, z), a list or a group of numbers. */
PH_API ph_status ph_field_set_numbers(const ph_field *fields, void *par, const char *name,
                                      int count, const double *value, ph_diag *diag);
/* Rows of so many numbers, one after the other. */
PH_API ph_status ph_field_set_rows(const ph_field *fields, void *par, const char *name, int count,
                                   int width, const double *value, ph_diag *diag);
PH_API ph_status ph_field_set_vector(const ph_field *fields, void *par, const char *name,
                                     ph_vec3 value, ph_diag *diag);
/* A text, a word, an expression, or the name of a body or marker (`ground` too). */
PH_API ph_status ph_field_set_text(const ph_field *fields, void *par, const char *name,
                                   const char *text, ph_diag *diag);
/* A list of names, of joints, a set of words, or three expressions. */
PH_API ph_status ph_field_set_names(const ph_field *fields, void *par, const char *name, int count,
                                    const ph_text *text, ph_diag *diag);

/* Whether a field of a definition was given, and to say that it was. In a definition that is added
 * to a model, all that differs from its default counts as given, too. */
PH_API bool ph_field_given(const ph_field *fields, const void *def, const char *name);
PH_API void ph_field_give(const ph_field *fields, void *def, const char *name);

#ifdef __cplusplus
}
#endif
#endif
