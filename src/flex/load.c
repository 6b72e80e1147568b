/* SPDX-License-Identifier: BSD-3-Clause
 *
 * load.c -- loads of a flexible body, fixed in its axes: what forces at nodes are along the modes,
 * sum phi'f, and their resultant about the centre of mass.
 */
#include <string.h>
#include "flex/flex.h"

void phk_flex_push(const phk_flex *flex, int node, ph_vec3 f, phk_flex_push_sum *sum)
{
    const phk_flex_node *n = &flex->node[node];
    const double *phi = n->phi, push[3] = {f.x, f.y, f.z};
    sum->force = ph_add(sum->force, f);
    sum->torque = ph_add(sum->torque, ph_cross(n->at, f));
    for (int c = 0; c < 3; c++, phi += flex->modes)
        for (int j = 0; j < flex->modes; j++) sum->modal[j] += phi[j] * push[c];
}

ph_status ph_flex_add_load(ph_flex *flex, const char *name, int count, const int *node,
                           const ph_vec3 *force)
{
    if (!flex || !name || !*name || count < 1 || !node || !force) return PH_E_USAGE;
    for (int k = 0; k < flex->loads; k++)
        if (strcmp(flex->load[k].name, name) == 0) return PH_E_NAME;
    for (int k = 0; k < count; k++)
        if (node[k] < 0 || node[k] >= flex->nodes) return PH_E_RANGE;
    const size_t n = (size_t)flex->loads, M = (size_t)flex->modes;
    phk_flex_load *load = phk_arena_alloc(&flex->arena, (n + 1) * sizeof *load);
    double *modal = phk_arena_alloc(&flex->arena, (M + 1) * sizeof *modal);
    char *kept = phk_arena_text(&flex->arena, name, strlen(name));
    if (!load || !modal || !kept) return PH_E_NOMEM;
    memset(modal, 0, (M + 1) * sizeof *modal);
    phk_flex_push_sum sum = {.modal = modal};
    for (int k = 0; k < count; k++) phk_flex_push(flex, node[k], force[k], &sum);
    if (n) memcpy(load, flex->load, n * sizeof *load);
    load[n] = (phk_flex_load){kept, modal, sum.force, sum.torque};
    flex->load = load;
    flex->loads++;
    return PH_OK;
}

int ph_flex_loads(const ph_flex *flex)
{
    return flex->loads;
}

const char *ph_flex_load_name(const ph_flex *flex, int load)
{
    return load < 0 || load >= flex->loads ? NULL : flex->load[load].name;
}
