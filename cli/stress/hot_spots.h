/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hot_spots.h -- the hottest spots of a flexible body that lie apart from each other.
 */
#ifndef CLI_HOT_SPOTS_H
#define CLI_HOT_SPOTS_H

#include <stdbool.h>
#include <polhode/result.h>

/* Are two points of one member, by their names? "a-b at b" is of "a-b". */
bool hot_spots_same_member(const char *a, const char *b);

/* At most `count`, by falling stress (of equal ones the first): each at least `separation` [m] from
 * all before it; negative: each of another member. spot [count]; returns how many; -1: out of
 * memory. */
int hot_spots_find(const ph_bending *bending, int count, double separation, int *spot);

#endif
