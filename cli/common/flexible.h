/* SPDX-License-Identifier: BSD-3-Clause
 *
 * flexible.h -- what a flexible body is, in a few lines: mass, nodes, modes, damping.
 */
#ifndef CLI_FLEXIBLE_H
#define CLI_FLEXIBLE_H

#include <stdio.h>
#include <polhode/flexible.h>
#include <polhode/json.h>

void flexible_print(FILE *out, const char *name, const ph_flex *flex);
/* The same as an object of a list. */
void flexible_put(ph_json *json, const char *name, const ph_flex *flex);

#endif
