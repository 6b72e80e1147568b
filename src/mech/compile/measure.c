/* SPDX-License-Identifier: BSD-3-Clause */
#include "mech/compile/measure.h"

#include <stdio.h>

phk_operand phk_measure_input(phk_measuring *m, phk_quantity q)
{
    char key[80]; /* names of the model have no # */
    int length = snprintf(key, sizeof key, "#%d %d %d %d", (int)q.kind, q.a, q.b, q.c);
    int i = phk_system_input(m->system, key, (size_t)length, q);
    if (i >= 0) return (phk_operand){PHK_INPUT, i, 0};
    m->no_memory = true;
    return phk_constant_of(0);
}

static double component(ph_vec3 v, int c)
{
    return c == 0 ? v.x : c == 1 ? v.y : v.z;
}

phk_operand phk_measure_marker(phk_measuring *m, phk_quantity_kind kind, int marker, int c)
{
    const phk_marker *at = &m->system->marker[marker];
    if (at->body >= 0) return phk_measure_input(m, (phk_quantity){kind, marker, 0, c});
    const double q[4] = {at->q_BM.w, at->q_BM.x, at->q_BM.y, at->q_BM.z};
    switch (kind) {
    case PHK_QUANTITY_POSITION:
        return phk_constant_of(component(at->r, c));
    case PHK_QUANTITY_ROTATION:
        return phk_constant_of(at->R_BM.m[c / 3][c % 3]);
    case PHK_QUANTITY_QUATERNION:
        return phk_constant_of(q[c]);
    default:
        return phk_constant_of(0);
    }
}

int phk_measure_place(phk_measuring *m, const phk_span *argument, int index)
{
    const phk_span *name = &argument[index];
    int place = phk_system_place(m->system, name->text, name->length);
    if (place >= 0) return place;
    if (place == PHK_NO_MEMORY) m->no_memory = true;
    snprintf(m->problem, sizeof m->problem, "`%.*s` is no marker or body",
             (int)(name->length < 80 ? name->length : 80), name->text);
    m->at = index;
    return -1;
}
