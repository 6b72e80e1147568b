/* SPDX-License-Identifier: BSD-3-Clause
 *
 * methods.c -- the rotation methods of this build, by name.
 */
#include "rot/rot.h"
#include <string.h>

#define PHK_ROT(id) extern const phk_rot_method phk_rot_##id;
#include "rot/methods.def"
#undef PHK_ROT

const phk_rot_method *const phk_rot_methods[] = {
#define PHK_ROT(id) &phk_rot_##id,
#include "rot/methods.def"
#undef PHK_ROT
    NULL,
};

const phk_rot_method *phk_rot_find(const char *name)
{
    for (int i = 0; phk_rot_methods[i]; i++)
        if (strcmp(phk_rot_methods[i]->info.name, name) == 0) return phk_rot_methods[i];
    return NULL;
}
