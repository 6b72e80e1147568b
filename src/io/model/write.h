/* SPDX-License-Identifier: BSD-3-Clause
 *
 * write.h -- what the parts of the writer of model files share.
 */
#ifndef PHK_MODEL_WRITE_H
#define PHK_MODEL_WRITE_H

#include <stdint.h>
#include <polhode/field.h>
#include "base/arena.h"
#include "io/model/sections.h"
#include "io/yaml/write.h"
#include "mech/model/model.h"

struct phk_writing {
    const ph_model *model;
    phk_out out;
    phk_map map;     /* of the object being written */
    phk_arena arena; /* of one object */
    ph_diag *diag;
    ph_status status; /* PH_OK, or what was reported */
};

/* A section of objects, where the model has some. */
void phk_write_objects(phk_writing *w, phk_kind kind);
/* Reports functions that no file can bring. */
void phk_check_functions(phk_writing *w);
/* phk_map_fields, with an error about object i where a value cannot be written. */
void phk_write_fields(phk_writing *w, phk_kind kind, int i, const ph_field *fields,
                      const void *value, const void *blank, uint64_t must);

/* Adds the fields of a struct to a map: those whose value differs from the one in `blank`, those
 * that are required, and those whose bit (phk_field_bit) is set in `must`. Returns the name of a
 * field whose value no file can hold, such as a number that is not finite; NULL: none. */
const char *phk_map_fields(phk_map *map, const ph_field *fields, const void *value,
                           const void *blank, uint64_t must);

/* A name or a text, in which a brace would begin an expression: it is written twice. */
void phk_put_text(phk_out *out, const char *text);

#endif
