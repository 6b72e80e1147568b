/* SPDX-License-Identifier: BSD-3-Clause
 *
 * plugin.h -- shared objects a model brings with it.
 */
#ifndef PHK_PLUGIN_H
#define PHK_PLUGIN_H

#include "mech/model/model.h"

/* Opens a shared object, found from the folder of the model's file, and adds its functions. One
 * that is open already stays as it is. Errors point to `where`. */
ph_status phk_plugin_open(ph_model *model, const char *path, ph_source where, ph_diag *diag);

/* Types of elements by index: those of this build, then those of the model's plug-ins; NULL: behind
 * the last. */
const ph_force_type *phk_plugin_force_type(const ph_model *model, int index);
const ph_joint_type *phk_plugin_joint_type(const ph_model *model, int index);

#endif
