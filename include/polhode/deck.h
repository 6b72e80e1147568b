/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode/deck.h -- what is read of ADAMS decks (ph_model_load with a name that ends in .adm).
 */
#ifndef POLHODE_DECK_H
#define POLHODE_DECK_H

#include <stdbool.h>
#include <polhode/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
    PH_DECK_READ,    /* becomes part of the model */
    PH_DECK_SKIPPED, /* cannot change the motion: a note says that it is passed over */
    PH_DECK_REFUSED  /* would change the motion, and there is nothing for it: an error */
} ph_deck_use;

typedef struct {
    const char *name; /* "SFORCE" */
    bool numbered;    /* SFORCE/id; otherwise ACCGRAV/ */
    ph_deck_use use;
    const char *meaning; /* what it becomes, or what it is that is skipped or refused */
} ph_statement_info;

/* The statements of the language, by name. */
PH_API int ph_statement_count(void);
PH_API ph_statement_info ph_statement_get(int index);

typedef struct {
    const char *name; /* NULL: there is no such argument */
    bool required;
    ph_deck_use use;
    const char *why; /* it is skipped or refused; NULL: no more to say */
} ph_argument_info;

/* Argument k of a statement that is read, from 0. */
PH_API ph_argument_info ph_statement_argument(int index, int k);

#ifdef __cplusplus
}
#endif
#endif
