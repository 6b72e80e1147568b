/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode/plugin.h -- functions and elements of your own in a shared object.
 *
 * A model file names it: `plugins: [libtyre.so]`; so does a deck: ROUTINE = libtyre::tyre. It
 * exports one function, polhode_plugin, which hands over what it brings.
 */
#ifndef POLHODE_PLUGIN_H
#define POLHODE_PLUGIN_H

#include <polhode/element.h>
#include <polhode/expression.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { PH_PLUGIN_VERSION = 1 };

/* Lists end with NULL; a list that is NULL is empty. All of it must last as long as the object. */
typedef struct {
    int version; /* PH_PLUGIN_VERSION as it was compiled: another one is refused */
    const ph_function *const *functions;
    const ph_force_type *const *forces;
    const ph_joint_type *const *joints;
} ph_plugin;

typedef const ph_plugin *(*ph_plugin_entry)(void);
#define PH_PLUGIN PH_API                         /* makes it visible */
PH_PLUGIN const ph_plugin *polhode_plugin(void); /* yours */

#ifdef __cplusplus
}
#endif
#endif
