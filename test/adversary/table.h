/* SPDX-License-Identifier: BSD-3-Clause
 *
 * table.h -- counts of verdicts by class and engine.
 */
#ifndef TABLE_H
#define TABLE_H

#include "judge.h"

enum { MOST_CLASSES = 16 };

typedef struct {
    int models[MOST_CLASSES];
    int crashed[MOST_CLASSES];
    int count[MOST_CLASSES][ENGINES][VERDICTS]; /* of runs */
} table;

void table_add(table *t, int class, const trial *all);
void table_print(const table *t);
/* Classes with more wrong runs than they may have. */
int table_failures(const table *t);

#endif
