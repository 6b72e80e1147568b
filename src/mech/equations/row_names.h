/* SPDX-License-Identifier: BSD-3-Clause
 *
 * row_names.h -- rows of constraints in words.
 *
 * Of an object that the file it comes from calls by a label, "JOINT/5", a row is named as users of
 * such decks know it, by the axes of its markers I (our second) and J (our first): `Zi.Yj` is kept
 * at zero, `Xi-Xj` is the difference of two places along x of the world, `DX` and `AX` are the
 * displacement along and the angle about x of J.
 */
#ifndef PHK_ROW_NAMES_H
#define PHK_ROW_NAMES_H

#include "mech/system/system.h"

/* The constraint that a row of all constraints belongs to; NULL: there is no such row. */
const phk_constraint *phk_row_owner(const phk_system *system, int row);
/* Row i of a joint that is a list of rows, or of a motion; *part: which equation of it. NULL: it is
 * neither. */
const ph_row *phk_row_of(const phk_constraint *constraint, int i, int *part);
/* "`crank`", or "JOINT/5 (crank)". */
void phk_constraint_text(const phk_constraint *constraint, char *text, size_t size);
/* Which of its owner's rows a row of all constraints is. */
int phk_row_index(const phk_system *system, int row);
/* "joint `crank`, row 4 (rotation about y)", or "Zi.Yj in JOINT/5 (crank)". */
void phk_row_text(const phk_system *system, int row, char *text, size_t size);

#endif
