/* SPDX-License-Identifier: BSD-3-Clause
 *
 * failure_tests.h -- the tests of causes of failure, for their table in failure_cause.c.
 */
#ifndef PHK_FAILURE_TESTS_H
#define PHK_FAILURE_TESTS_H

#include "sim/failure_cause.h"

/* True: it is this cause, and the words are there. */
typedef bool (*phk_cause_test)(const phk_trouble *trouble, phk_cause *cause);

/* failure_rank.c: the constraints are no longer independent; a motion leads to where none of the
 * positions is. */
bool phk_lost_rank(const phk_trouble *f, phk_cause *c);
bool phk_out_of_reach(const phk_trouble *f, phk_cause *c);

/* failure_path.c: the tolerance is finer than rounding; a force jumps; it grows without bound. */
bool phk_asks_too_much(const phk_trouble *f, phk_cause *c);
bool phk_force_jumps(const phk_trouble *f, phk_cause *c);
bool phk_force_grows(const phk_trouble *f, phk_cause *c);

/* "joint `crank`, row 4"; "body `rod`". */
void phk_name_row(const phk_trouble *f, int row, char *text, size_t size);
void phk_name_body(const phk_trouble *f, const phk_cell *cell, char *text, size_t size);

#endif
