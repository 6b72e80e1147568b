/* SPDX-License-Identifier: BSD-3-Clause */
#include "element/elements.h"

static const ph_force_type *const types[] = {
#define PH_FORCE(descriptor) &descriptor,
#include "element/elements.def"
#undef PH_FORCE
};

int ph_force_type_count(void)
{
    return (int)(sizeof types / sizeof types[0]);
}

const ph_force_type *ph_force_type_get(int index)
{
    return index >= 0 && index < ph_force_type_count() ? types[index] : NULL;
}
