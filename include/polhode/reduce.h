/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode/reduce.h -- flexible bodies from finite-element programs: matrices are reduced to modes,
 * kept in files NAME.phf.h5 (docs/reduce.md), and given stresses.
 *
 * Not in the core (polhode/core.h), which opens no file.
 */
#ifndef POLHODE_REDUCE_H
#define POLHODE_REDUCE_H

#include <stdbool.h>
#include <polhode/base.h>
#include <polhode/flexible.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What is known of a reduction beside its modes. */
typedef struct {
    int nodes, equations;
    int held;         /* unknowns of the interface */
    int extra;        /* held besides, so that the body does not float while shapes are found */
    int fixed;        /* modes with the interface held */
    int dropped;      /* shapes that depended on others */
    bool solid;       /* the mass matrix is that of a solid: one for all directions */
    double rigid[6];  /* [Hz] frequencies of the rigid motions, which rounding makes of zero */
    double unit[3];   /* [m], [kg], [s] in the units of the finite-element files */
    char source[200]; /* names of the files */
} ph_reduced;

typedef struct {
    const char *const *file; /* [files]: matrices, nodes, tables; what each is shows in it */
    int files;
    const char *stiffness, *mass; /* files of these matrices, where their names do not tell, or
                                     names of DMIG matrices; NULL: by their names */
    const char *units;            /* of length, mass and time: "mm t s"; NULL: m kg s */
    /* "NAME=SET", "NAME=17" (a node), "NAME=17,18,19", with ":rigid", ":average" or ":position"
     * behind it; a set without one is rigid */
    const char *const *interface;
    int interfaces;
    const char *const *load; /* "NAME=FILE.csv": node, fx, fy, fz in each line */
    int loads;
    int modes;    /* with the interface held */
    double up_to; /* [Hz] all modes up to there besides; 0: none */
    /* asked now and then, with the share that is done; not PH_OK ends it. NULL: nobody asks */
    ph_status (*progress)(void *user, double share, const char *doing);
    void *user;
} ph_fe_reduction;

/* All errors of the files go to diag. found may be NULL. */
PH_API ph_status ph_flex_reduce(const ph_fe_reduction *how, ph_diag *diag, ph_reduced *found,
                                ph_flex **flex);

/* Files of flexible bodies. found: what is known of the reduction; NULL: nothing is written,
 * nothing is wanted. */
PH_API ph_status ph_flex_load(const char *path, ph_diag *diag, ph_reduced *found, ph_flex **flex);
PH_API ph_status ph_flex_save(const ph_flex *flex, const ph_reduced *found, const char *path,
                              ph_diag *diag);
/* True for a name that ends in .phf.h5. */
PH_API bool ph_flex_is_file(const char *path);

/* Stresses, in two calls with CalculiX between them: a deck with a static step for each mode, which
 * prescribes every node; and the results of it, in a new file of the body. `inp` is the deck with
 * mesh and material, of which all before its first *STEP is taken. */
PH_API ph_status ph_flex_stress_deck(const char *body, const char *inp, const char *deck,
                                     ph_diag *diag);
PH_API ph_status ph_flex_stress_read(const char *body, const char *frd, const char *out,
                                     ph_diag *diag);

#ifdef __cplusplus
}
#endif
#endif
