/* SPDX-License-Identifier: BSD-3-Clause */
#include "mech/compile/measure.h"

#include <stdio.h>

phk_operand phk_measure_input(phk_measuring *m, phk_quantity q)
{
    char key[80]; /* names of the model have no # */
    int length = snprintf(key, sizeof key, "#%d %d %d %d", (int)q.kind, q.a, q.b, q.c);
    int i = phk_program_input(m->program, key, (size_t)length, q);
    if (i >= 0) return (phk_operand){PHK_INPUT, i, 0};
    m->no_memory = true;
    return phk_constant_of(0);
}

phk_operand phk_measure_marker(phk_measuring *m, phk_quantity_kind kind, int marker, int c)
{
    const phk_marker *at = &m->program->places.marker[marker];
    const phk_quantity_type *type = phk_quantity_type_of(kind);
    if (at->body >= 0) return phk_measure_input(m, (phk_quantity){kind, marker, 0, c});
    ph_frame frame = {.p = at->r, .R_WM = at->R_BM};
    ph_quat none = ph_quat_identity();
    phk_spot ground = {&frame, &none, &at->q_BM};
    return phk_constant_of(type->markers == 1 ? type->value(&ground, c) : 0);
}

int phk_measure_place(phk_measuring *m, const phk_span *argument, int index)
{
    const phk_span *name = &argument[index];
    int place = phk_program_place(m->program, name->text, name->length);
    if (place >= 0) return place;
    if (place == PHK_NO_MEMORY) m->no_memory = true;
    snprintf(m->problem, sizeof m->problem, "`%.*s` is no marker or body",
             (int)(name->length < 80 ? name->length : 80), name->text);
    m->at = index;
    return -1;
}
