/* SPDX-License-Identifier: BSD-3-Clause
 *
 * masses.h -- mass and inertia of bodies that leave them to their shapes.
 *
 * The definitions stay as they were given, so that a model can be written again; whoever wants the
 * mass of a body asks here, or the program the model was compiled to.
 */
#ifndef PHK_MASSES_H
#define PHK_MASSES_H

#include "mech/model/model.h"

typedef struct {
    int body;
    bool known; /* false: that they do not say it has been told */
    ph_body_mass is;
} phk_mass;

/* Of the bodies without a mass or an inertia of their own, in the order of bodies. */
typedef struct {
    int count;
    phk_mass *row;
} phk_masses;

/* One pass over all shapes. PH_E_MODEL: some bodies have none, which is told; free it also then.
 * PH_E_NOMEM: nothing was made. */
ph_status phk_masses_create(const ph_model *model, ph_diag *diag, phk_masses *masses);
void phk_masses_free(phk_masses *masses);
/* NULL: what the body's definition says is all. */
const phk_mass *phk_masses_find(const phk_masses *masses, int body);

/* Does it leave mass or inertia to its shapes? */
bool phk_body_lacks(const ph_body_def *body);
/* The centre of mass from the pivot of a body that has one, body axes; else zero. */
ph_vec3 phk_body_arm(const ph_body_def *body);
/* The sizes of a shape. */
ph_shape_sizes phk_shape_sizes_of(const ph_shape_def *shape);
/* Of density 1, in the axes of the shape; zero: it has no inside, or none that is known. */
ph_mass_of phk_shape_solid(const ph_shape_def *shape);
/* An inertia about the centre of mass, about a point that far from it; mass < 0: the way back. */
ph_sym3 phk_inertia_at(ph_sym3 inertia, double mass, ph_vec3 r);

#endif
