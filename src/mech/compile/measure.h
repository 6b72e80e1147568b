/* SPDX-License-Identifier: BSD-3-Clause
 *
 * measure.h -- quantities of the model as operands of code being written.
 */
#ifndef PHK_MEASURE_H
#define PHK_MEASURE_H

#include "expr/code.h"
#include "mech/system/program.h"

/* Where a call is written to. */
typedef struct {
    phk_program *program;
    phk_code *code;
    bool no_memory;
    char problem[200]; /* a sentence about what is wrong with the call; "": nothing */
    int at;            /* the argument it is about; -1: the whole call */
} phk_measuring;

/* A quantity of a marker: a constant where the marker is on ground. */
phk_operand phk_measure_marker(phk_measuring *m, phk_quantity_kind kind, int marker, int component);
/* A quantity as an input, made when new. */
phk_operand phk_measure_input(phk_measuring *m, phk_quantity quantity);
/* The marker of an argument; -1: reported. */
int phk_measure_place(phk_measuring *m, const phk_span *argument, int index);

/* measure_load.c: component c (force x y z, torque x y z, world axes) of what an element does at
 * one of its places; both are argument 0 and 1. Constant 0 after an error. */
phk_operand phk_measure_load(phk_measuring *m, const phk_span *argument, int c);
/* The same at a side of it: a joint or motion, or the number of a marker of a force. */
phk_operand phk_measure_load_at(phk_measuring *m, phk_object element, int side, int c);

#endif
