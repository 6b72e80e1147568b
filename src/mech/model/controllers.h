/* SPDX-License-Identifier: BSD-3-Clause
 *
 * controllers.h -- what controllers of a model are made into.
 */
#ifndef PHK_CONTROLLERS_H
#define PHK_CONTROLLERS_H

#include "mech/model/model.h"

/* The degree of a polynomial by ascending powers; -1: all of it is zero. */
int phk_transfer_order(const ph_numbers *denominator);
/* [1/s] w of a transfer function, by which its states are scaled: x_i = z_i / w^(n - i + 1), where
 * x_1 is n integrals of the input less what flows back, and each x the derivative of the one
 * before.
 */
double phk_transfer_rate(const ph_numbers *denominator);

#endif
