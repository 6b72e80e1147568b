/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The integrators of this build by name: so far the rotation methods.
 */
#include <polhode/integrator.h>
#include <string.h>
#include "rot/rot.h"

int ph_integrator_count(void)
{
    int n = 0;
    while (phk_rot_methods[n]) n++;
    return n;
}

const ph_integrator_info *ph_integrator_get(int index)
{
    return index >= 0 && index < ph_integrator_count() ? &phk_rot_methods[index]->info : NULL;
}

const ph_integrator_info *ph_integrator_find(const char *name)
{
    const phk_rot_method *method = name ? phk_rot_find(name) : NULL;
    return method ? &method->info : NULL;
}

const char *ph_integrator_default(void)
{
    return "liemid-ea";
}
