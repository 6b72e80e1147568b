/* SPDX-License-Identifier: BSD-3-Clause
 *
 * report.h -- what the commands say on standard error.
 */
#ifndef CLI_REPORT_H
#define CLI_REPORT_H

#include <stdio.h>
#include <polhode/base.h>

/* "polhode table: message" on a line. command NULL: "polhode: message". */
void cli_error(const char *command, const char *format, ...) PH_PRINTF(2, 3);
void cli_note(const char *format, ...) PH_PRINTF(1, 2);
/* "  did you mean ...?" when one of the words is near. */
void cli_did_you_mean(const char *word, const char *const *words, int count);

/* All diagnostics, then "and N more" for those not kept. */
void cli_report(const ph_diag *diag);

/* True when standard output is a pipe nobody reads any more. Stop quietly then. */
int cli_output_closed(void);
/* True as soon as standard output has failed, for whatever reason: no use in going on. */
int cli_output_failed(void);

#endif
