/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The integrators of this build by name: the engines, then the rotation methods. Engines of other
 * analyses are none, and have no names.
 */
#include <polhode/integrator.h>
#include <string.h>
#include "analysis/engines.h"
#include "rot/rot.h"
#include "sim/sim.h"

const phk_engine_method *phk_sim_method(const ph_options *o)
{
    if (o->analysis == PH_STATIC) return &phk_engine_static;
    if (o->analysis == PH_KINEMATIC) return &phk_engine_kinematic;
    if (o->analysis == PH_INVERSE) return &phk_engine_inverse;
    return phk_engine_find(o->integrator.text);
}

static int engines(void)
{
    int n = 0;
    while (phk_engine_methods[n]) n++;
    return n;
}

int ph_integrator_count(void)
{
    int n = 0;
    while (phk_rot_methods[n]) n++;
    return engines() + n;
}

const ph_integrator_info *ph_integrator_get(int index)
{
    if (index < 0 || index >= ph_integrator_count()) return NULL;
    int first = engines();
    return index < first ? &phk_engine_methods[index]->info : &phk_rot_methods[index - first]->info;
}

const ph_integrator_info *ph_integrator_find(const char *name)
{
    if (!name) return NULL;
    const phk_engine_method *engine = phk_engine_find(name);
    if (engine) return &engine->info;
    const phk_rot_method *method = phk_rot_find(name);
    return method ? &method->info : NULL;
}

const char *ph_integrator_default(void)
{
    return phk_engine_galpha.info.name;
}

bool ph_integrator_takes(const ph_integrator_info *integrator, const char *option)
{
    for (const char *const *o = integrator ? integrator->options : NULL; o && *o; o++)
        if (strcmp(*o, option) == 0) return true;
    return false;
}
