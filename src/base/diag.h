/* SPDX-License-Identifier: BSD-3-Clause
 *
 * diag.h -- how the library fills a ph_diag. All calls accept diag == NULL.
 */
#ifndef PHK_DIAG_H
#define PHK_DIAG_H

#include <polhode/base.h>

/* In all of these, where.length < 0 means: somewhere in the -length bytes from there on. */

/* Adds an error and returns its code, so that `return phk_error(...)` reads well. hint: NULL or a
 * finished sentence. */
ph_status phk_error(ph_diag *diag, ph_status code, ph_source where, const char *hint,
                    const char *format, ...) PH_PRINTF(5, 6);
void phk_warn(ph_diag *diag, ph_status code, ph_source where, const char *hint, const char *format,
              ...) PH_PRINTF(5, 6);
/* One of a list of things that look alike, such as those a repeat makes: none is left out for being
 * like another. */
void phk_warn_each(ph_diag *diag, ph_source where, const char *format, ...) PH_PRINTF(3, 4);
void phk_note(ph_diag *diag, const char *format, ...) PH_PRINTF(2, 3);
/* A note about a place; it is told without the line that stands there. */
void phk_note_at(ph_diag *diag, ph_source where, const char *format, ...) PH_PRINTF(3, 4);

/* What every public function ends with that can fail and has a list: a failure of which the list
 * says nothing is told by its status. Returns the status. */
ph_status phk_tell(ph_diag *diag, ph_status status);

/* Lets later diagnostics of `file` show the line they speak of. Both are borrowed; end the loan
 * with text == NULL, all loans with file == NULL. Several files may be on loan. */
void phk_diag_text(ph_diag *diag, const char *file, const char *text, size_t length);

/* What errors and warnings are said about from here on, behind their message: ", with k = 3". NULL:
 * nothing. Borrowed. */
void phk_diag_context(ph_diag *diag, const char *text);
/* Whether a message about this place would be one more to read: there is a list, it has room, and
 * nothing was said about the place yet. Saves the search for a hint nobody sees. */
int phk_diag_wants(const ph_diag *diag, ph_source where);

/* Puts the kept diagnostics of `file` in the order of their places, before all others: a reader
 * finds mistakes in the order it looks for them, a user mends them from top to bottom. */
void phk_diag_sort(ph_diag *diag, const char *file);

extern const ph_source phk_nowhere;

#endif
