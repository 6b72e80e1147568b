/* SPDX-License-Identifier: BSD-3-Clause
 *
 * jam.h -- does a mechanism jam by forces that follow the reactions, as friction does?
 *
 * Constraints hold by G M^-1 (G' - Q_lambda) dlambda, with Q_lambda how forces answer to
 * multipliers. As long as its determinant has the sign of that without friction, of G M^-1 G',
 * accelerations and reactions are there and unique. Where it passes zero, what friction takes grows
 * as fast as what presses (P. Painleve, Lecons sur le frottement, Hermann 1895): there may be no
 * answer, or more than one.
 */
#ifndef PHK_JAM_H
#define PHK_JAM_H

#include "integrate/dae.h"

/* True: it does, and *row is the row of the system whose reaction is answered most. False also
 * where it has too many rows to be asked. */
bool phk_jams(const phk_dae *dae, const phk_point *p, int *row);

#endif
