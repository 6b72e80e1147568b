/* SPDX-License-Identifier: BSD-3-Clause
 *
 * model.h -- a model from inside: named definitions in an arena, nothing compiled yet.
 */
#ifndef PHK_MODEL_H
#define PHK_MODEL_H

#include <stdatomic.h>
#include "base/arena.h"
#include "base/names.h"
#include "mech/model/kinds.h"

/* An object found by name. index < 0: no such object. */
typedef struct {
    phk_kind kind;
    int index;
} phk_object;

/* Objects of one kind, or names alone. */
typedef struct {
    int count;
    const char **name;
    ph_source *where;   /* of names alone; a definition has its own, see phk_model_where */
    int labels;         /* those up to the last object that has one */
    const char **label; /* [labels] what the file it comes from calls it, "JOINT/5"; NULL: none */
    void *def;          /* their definitions; see the accessors below */
    phk_names keys;     /* -> index: PHK_OF_BODY: names of bodies; of pairs: both materials */
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

/* What a model was compiled to when it was checked (mech/system/program.h begins with this). Who
 * uses it counts; the last one to let go frees it. */
typedef struct phk_compiled phk_compiled;
struct phk_compiled {
    atomic_int users;
    void (*free)(phk_compiled *compiled);
};
void phk_compiled_let_go(phk_compiled *compiled); /* NULL is allowed */

struct ph_model {
    phk_arena arena;
    const char *title, *path, *source;
    ph_vec3 gravity; /* [m/s^2] */
    ph_options options;
    phk_names objects;        /* every name -> kind and index; one name space */
    phk_list list[PHK_KINDS]; /* the objects, by kind */
    phk_names made;           /* names of objects that no file has, see phk_model_made */
    phk_plugin *plugin;       /* the last opened */
    phk_list output;
    /* kept until the model changes; simulations in several threads may ask for it */
    _Atomic(phk_compiled *) compiled;
};

/* The definitions of all objects of a kind: phk_bodies(model)[i]. */
#define KIND(constant, word, section, definition, ...)                                             \
    static inline const definition *phk_##section(const ph_model *model)                           \
    {                                                                                              \
        return model->list[PHK_KIND_##constant].def;                                               \
    }
#define INNER KIND
#include "mech/model/kinds.def"

phk_object phk_model_find(const ph_model *model, const char *name, size_t length);
/* What the name of a controller is read as: its first output. */
phk_object phk_controller_output(const ph_model *model, int controller);
/* Offers the names of all objects of a kind to a search for a similar one. */
void phk_model_offer(const ph_model *model, phk_kind kind, phk_nearest *nearest);

/* An object was made by another one and is in no file: all of that name, or a body alone. */
enum { PHK_MADE = 1, PHK_MADE_BODY = 2 };
ph_status phk_model_made(ph_model *model, const char *name, unsigned of);
bool phk_model_is_made(const ph_model *model, phk_kind kind, const char *name);

/* What makes a body flexible, and its modes; NULL: it is rigid. */
const ph_flexible_def *phk_model_flexible(const ph_model *model, int body);
const struct ph_flex *phk_model_flex(const ph_model *model, int body);

/* Where an object stands in a file. */
static inline ph_source phk_model_where(const ph_model *model, phk_kind kind, int index)
{
    const char *def = model->list[kind].def;
    return ((const phk_head *)(const void *)(def + (size_t)index * phk_kinds[kind].is.bytes))
        ->where;
}

/* Gives an object, the last of its kind, the label messages add to its name; and that of an object,
 * NULL: it is called by its name alone. */
ph_status phk_model_label(ph_model *model, phk_kind kind, const char *label);
static inline const char *phk_list_label(const phk_list *list, int index)
{
    return index < list->labels ? list->label[index] : NULL;
}

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

/* True for a letter or _ followed by letters, digits and _. */
bool phk_is_name(const char *name);

#endif
