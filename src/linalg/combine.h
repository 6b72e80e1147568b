/* SPDX-License-Identifier: BSD-3-Clause
 *
 * combine.h -- combinations of rows that are zero, y'A = 0, and who is to blame for them.
 *
 * Row i depends on the rows before it exactly when some combination has its last term at i. So the
 * combinations are reduced until their last terms are all different: these are the rows to blame.
 * Reduced further until none contains another's last term, each is written by independent rows
 * alone.
 */
#ifndef PHK_COMBINE_H
#define PHK_COMBINE_H

#include <polhode/base.h>

typedef struct {
    int row;
    double value; /* for rows of length 1 */
} phk_term;

typedef struct {
    int count;
    phk_term *term; /* rows increase, after phk_combinations_reduce */
} phk_combination;

ph_status phk_combination_create(int count, phk_combination *out);
void phk_combinations_free(phk_combination *all, int count);
static inline int phk_combination_last(const phk_combination *c)
{
    return c->term[c->count - 1].row;
}
/* Reduces independent combinations as said above. */
ph_status phk_combinations_reduce(phk_combination *all, int count, int rows);

#endif
