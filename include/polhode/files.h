/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode/files.h -- models from files and to files; functions from a shared object.
 *
 * Not in the core (polhode/core.h), which opens no file.
 */
#ifndef POLHODE_FILES_H
#define POLHODE_FILES_H

#include <polhode/base.h>
#include <polhode/model.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Reads a model file. `set` holds n_set overrides "path.to.key=value" applied before reading.
 * On errors *model is NULL and diag lists all of them. diag may be NULL. */
PH_API ph_status ph_model_load(const char *path, const char *const *set, int n_set, ph_diag *diag,
                               ph_model **model);

/* The same with all that may be said about reading a file; zero is nothing. */
typedef struct {
    const char *const *set; /* [sets] of a model file, as above */
    int sets;
    /* of an ADAMS deck: the folder with NAME.stl or NAME.obj for geometry that it has in files of
     * other forms; NULL: none */
    const char *geometry;
    const char *const *leave_out; /* [left_out] statements of a deck to go without: "CONTACT" */
    int left_out;
    const char *const *approximate; /* [approximated] statements of a deck to be taken as something
                                       near, where there is nothing better: "BEAM" */
    int approximated;
} ph_reading;
PH_API ph_status ph_model_read(const char *path, const ph_reading *how, ph_diag *diag,
                               ph_model **model);

/* Writes a model file that reads as the same model: numbers as they are, in SI units; expressions
 * and parameters by their names. An older file of that name is replaced when all is written. */
PH_API ph_status ph_model_save(const ph_model *model, const char *path, ph_diag *diag);

/* Opens a shared object and adds its functions; its types of elements are known to model files that
 * name it (`plugins: [libtyre.so]`). It stays open until the model is freed. */
PH_API ph_status ph_model_add_plugin(ph_model *model, const char *path, ph_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
