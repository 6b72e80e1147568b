/* SPDX-License-Identifier: BSD-3-Clause
 *
 * body_report.h -- what is told of a flexible body: by `reduce` that makes it and `check` that
 * reads it.
 */
#ifndef CLI_BODY_REPORT_H
#define CLI_BODY_REPORT_H

#include <polhode/polhode.h>

void body_print(const ph_flex *flex, const ph_reduced *found);
void body_print_json(const ph_flex *flex, const ph_reduced *found);
/* The whole of `polhode check BODY.phf.h5`. */
int body_check(const char *path, bool json);

#endif
