/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode/integrator.h -- the time integrators of this build, by name.
 */
#ifndef POLHODE_INTEGRATOR_H
#define POLHODE_INTEGRATOR_H

#include <stdbool.h>
#include <polhode/base.h>

#ifdef __cplusplus
extern "C" {
#endif

enum {
    PH_SYMMETRIC = 1,    /* a step back undoes a step forward */
    PH_MOMENTUM = 2,     /* keeps the spatial angular momentum of a free body to rounding */
    PH_ENERGY = 4,       /* keeps the energy of a free body to rounding */
    PH_IMPLICIT = 8,     /* iterates on the loads: iterations + 1 evaluations per step */
    PH_FREE_BODIES = 16, /* handles bodies without joints only */
    PH_ABSENT = 32,      /* known by name: the library it needs was not there at build time */
    PH_OWN_STEPS = 64    /* a given step is one it ends at, by as many of its own as it needs */
};

typedef struct {
    const char *name;      /* the word in model files */
    const char *summary;   /* one line */
    const char *reference; /* where the method comes from */
    int order;
    unsigned traits;    /* of the list above */
    int calls_per_step; /* load evaluations; implicit methods: the least */
    int calls_at_start; /* further ones at the start and after each restart */
    /* keys of the options it takes, of those that are not of every run; NULL at the end; NULL:
     * none. With `tolerance` it follows one, and takes equal steps as well; else the latter. */
    const char *const *options;
} ph_integrator_info;

PH_API int ph_integrator_count(void);
PH_API const ph_integrator_info *ph_integrator_get(int index);
PH_API const ph_integrator_info *ph_integrator_find(const char *name); /* NULL: none such */
PH_API const char *ph_integrator_default(void);
PH_API bool ph_integrator_takes(const ph_integrator_info *integrator, const char *option);

#ifdef __cplusplus
}
#endif
#endif
