/* SPDX-License-Identifier: BSD-3-Clause
 *
 * decimal.h -- numbers as text for people and programs alike.
 */
#ifndef PHK_DECIMAL_H
#define PHK_DECIMAL_H

enum { PHK_DECIMAL = 32 };

/* A finite number with the fewest digits that read back to the same bits: "0.1", "2e5", "1e-7".
 * Writes into text and returns it. The locale must have a decimal point. */
const char *phk_decimal(double value, char text[PHK_DECIMAL]);

#endif
