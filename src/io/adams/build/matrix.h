/* SPDX-License-Identifier: BSD-3-Clause
 *
 * matrix.h -- the numbers of a MATRIX, for the statements that name one.
 */
#ifndef PHK_ADAMS_MATRIX_H
#define PHK_ADAMS_MATRIX_H

#include "io/adams/read/deck.h"

typedef struct {
    int rows, columns;
    double *value; /* [rows][columns] */
} phk_deck_matrix;

/* Of a MATRIX, read once; NULL: it has none, which was reported. */
const phk_deck_matrix *phk_deck_matrix_of(phk_deck *deck, const phk_statement *matrix);

/* The matrix `name` in a file of the form ADAMSMAT. False: reported at `where`, which names the
 * file, or in the file. */
bool phk_deck_matrix_read(phk_deck *deck, phk_piece where, const char *file, const char *name,
                          phk_deck_matrix *out);

#endif
