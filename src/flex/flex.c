/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A flexible body's data as others see it: users, frequencies, nodes by name.
 */
#include "flex/flex.h"

#include <ctype.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TWO_PI 6.283185307179586

phk_flex *phk_flex_create(void)
{
    phk_flex *flex = calloc(1, sizeof *flex);
    if (flex) atomic_init(&flex->users, 1);
    return flex;
}

ph_flex *ph_flex_keep(ph_flex *flex)
{
    if (flex && atomic_load(&flex->users) > 0) atomic_fetch_add(&flex->users, 1);
    return flex;
}

void ph_flex_free(ph_flex *flex)
{
    if (!flex || atomic_load(&flex->users) == 0) return;
    if (atomic_fetch_sub(&flex->users, 1) != 1) return;
    phk_arena_free(&flex->arena);
    free(flex);
}

ph_status phk_flex_measure(phk_flex *flex)
{
    const size_t M = (size_t)flex->modes;
    double *size = phk_arena_alloc(&flex->arena, M * sizeof *size);
    if (!size) return PH_E_NOMEM;
    for (int i = 0; i < flex->nodes; i++)
        for (size_t j = 0; j < M; j++) {
            const double *u = flex->node[i].phi + j;
            size[j] = fmax(size[j], sqrt(u[0] * u[0] + u[M] * u[M] + u[2 * M] * u[2 * M]));
        }
    flex->size = size;
    return PH_OK;
}

int ph_flex_modes(const ph_flex *flex)
{
    return flex->modes;
}

int ph_flex_nodes(const ph_flex *flex)
{
    return flex->nodes;
}

int ph_flex_interfaces(const ph_flex *flex)
{
    return flex->interfaces;
}

double ph_flex_rigid(const ph_flex *flex)
{
    return flex->rigid;
}

double ph_flex_mass(const ph_flex *flex)
{
    return flex->mass;
}

ph_vec3 ph_flex_com(const ph_flex *flex)
{
    return flex->com;
}

ph_sym3 ph_flex_inertia(const ph_flex *flex)
{
    return flex->J0;
}

double ph_flex_frequency(const ph_flex *flex, int mode)
{
    if (mode < 0 || mode >= flex->modes || flex->coupled) return -1;
    return sqrt(flex->stiffness[mode]) / TWO_PI;
}

/* ADAMS' default: 1 % below 100 Hz, 10 % below 1 kHz, then critical. */
static double default_damping(double frequency)
{
    return frequency < 100 ? 0.01 : frequency < 1000 ? 0.1 : 1;
}

double ph_flex_damping(const ph_flex *flex, int mode)
{
    if (mode < 0 || mode >= flex->modes) return 0;
    if (flex->damping && !isnan(flex->damping[mode])) return flex->damping[mode];
    double k = flex->coupled ? flex->coupled[(size_t)mode * (size_t)(flex->modes + 1)]
                             : flex->stiffness[mode];
    return default_damping(sqrt(fmax(k, 0)) / TWO_PI);
}

/* A whole number above zero; 0: it is none. */
static int number_of(const char *name, size_t length)
{
    long n = 0;
    for (size_t i = 0; i < length; i++) {
        if (!isdigit((unsigned char)name[i]) || n > 100000000) return 0;
        n = 10 * n + (name[i] - '0');
    }
    return (int)n;
}

int ph_flex_node(const ph_flex *flex, const char *name, size_t length)
{
    int number = number_of(name, length);
    for (int i = 0; i < flex->nodes; i++) {
        const phk_flex_node *node = &flex->node[i];
        if (number > 0 ? node->id == number
                       : node->name && strlen(node->name) == length &&
                             memcmp(node->name, name, length) == 0)
            return i;
    }
    return -1;
}

ph_vec3 ph_flex_node_at(const ph_flex *flex, int node)
{
    ph_vec3 none = {0, 0, 0};
    if (node < 0 || node >= flex->nodes) return none;
    return ph_add(flex->node[node].at, flex->com);
}

const char *ph_flex_node_name(const ph_flex *flex, int node)
{
    return node < 0 || node >= flex->nodes ? NULL : flex->node[node].name;
}

bool ph_flex_node_turns(const ph_flex *flex, int node)
{
    return node >= 0 && node < flex->nodes && flex->node[node].psi;
}

int ph_flex_spots(const ph_flex *flex)
{
    return flex->spots;
}

int ph_flex_node_number(const ph_flex *flex, int node)
{
    return node < 0 || node >= flex->nodes ? -1 : flex->node[node].id;
}
