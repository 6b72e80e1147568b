/* SPDX-License-Identifier: BSD-3-Clause
 *
 * contacts.h -- which shapes may touch, from the names that contacts give.
 */
#ifndef PHK_COMPILE_CONTACTS_H
#define PHK_COMPILE_CONTACTS_H

#include "mech/system/program.h"

/* Needs bodies, places and constraints. Errors go to diag. */
ph_status phk_program_add_contacts(phk_program *program, ph_diag *diag);
/* Marks the shapes that one side (0, 1) of a contact names, marked[shapes of the model]. */
ph_status phk_contact_names(const ph_model *model, int contact, int side, bool *marked);

#endif
