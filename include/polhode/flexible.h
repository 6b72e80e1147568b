/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode/flexible.h -- modes of bodies that bend: of frames made of beams, by the library itself,
 * or from a finite-element program (polhode/files.h).
 *
 * A ph_flex does not change once it is made. Bodies, models and threads may share one; it is freed
 * by the last who lets go.
 */
#ifndef POLHODE_FLEXIBLE_H
#define POLHODE_FLEXIBLE_H

#include <stdbool.h>
#include <polhode/base.h>
#include <polhode/field.h>
#include <polhode/math.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ph_flex ph_flex;

/* One user more, one less; NULL is allowed. A model that has got one is a user of its own. */
PH_API ph_flex *ph_flex_keep(ph_flex *flex);
PH_API void ph_flex_free(ph_flex *flex);

PH_API int ph_flex_modes(const ph_flex *flex);
PH_API int ph_flex_nodes(const ph_flex *flex);
PH_API double ph_flex_mass(const ph_flex *flex);     /* [kg] */
PH_API ph_vec3 ph_flex_com(const ph_flex *flex);     /* [m] in the coordinates of its drawing */
PH_API ph_sym3 ph_flex_inertia(const ph_flex *flex); /* [kg m^2] undeformed, centre of mass */
/* [Hz] of a mode by itself; -1: there is no such mode, or modes are coupled. */
PH_API double ph_flex_frequency(const ph_flex *flex, int mode);
/* The ratio of its damping: given, or that of its frequency. */
PH_API double ph_flex_damping(const ph_flex *flex, int mode);
/* The node of a name, or of a number of the finite-element model; -1: none. */
PH_API int ph_flex_node(const ph_flex *flex, const char *name, size_t length);
/* Where it lies [m], in the coordinates of the drawing; and what it is called, NULL: by its number
 * alone. */
PH_API ph_vec3 ph_flex_node_at(const ph_flex *flex, int node);
PH_API const char *ph_flex_node_name(const ph_flex *flex, int node);

/* Whether its turns are known, which rigid joints need; and at how many places stresses are. */
PH_API bool ph_flex_node_turns(const ph_flex *flex, int node);
PH_API int ph_flex_spots(const ph_flex *flex);

#ifdef __cplusplus
}
#endif
#endif
