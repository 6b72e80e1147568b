/* SPDX-License-Identifier: BSD-3-Clause
 *
 * loads.h -- loads of a body as they are named on a command line: NAME=FILE.csv.
 */
#ifndef PHK_FE_LOADS_H
#define PHK_FE_LOADS_H

#include <polhode/base.h>
#include <polhode/flexible.h>

/* `unit` is that of forces in the files [N]. All errors go to diag. */
ph_status phk_fe_add_loads(ph_flex *flex, const char *const *text, int count, double unit,
                           ph_diag *diag);

#endif
