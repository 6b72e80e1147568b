/* SPDX-License-Identifier: BSD-3-Clause */
#include "element/elements.h"

#include <string.h>

static const ph_joint_type *const joints[] = {
#define PH_JOINT(descriptor) &descriptor,
#include "element/elements.def"
};

static const ph_force_type *const forces[] = {
#define PH_FORCE(descriptor) &descriptor,
#include "element/elements.def"
};

int ph_joint_type_count(void)
{
    return (int)(sizeof joints / sizeof joints[0]);
}

const ph_joint_type *ph_joint_type_get(int index)
{
    return index >= 0 && index < ph_joint_type_count() ? joints[index] : NULL;
}

int ph_force_type_count(void)
{
    return (int)(sizeof forces / sizeof forces[0]);
}

const ph_force_type *ph_force_type_get(int index)
{
    return index >= 0 && index < ph_force_type_count() ? forces[index] : NULL;
}

const ph_joint_type *ph_joint_type_find(const char *name)
{
    for (int i = 0; name && i < ph_joint_type_count(); i++)
        if (strcmp(joints[i]->name, name) == 0) return joints[i];
    return NULL;
}

const ph_force_type *ph_force_type_find(const char *name)
{
    for (int i = 0; name && i < ph_force_type_count(); i++)
        if (strcmp(forces[i]->name, name) == 0) return forces[i];
    return NULL;
}
