/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode/expression.h -- what expressions in model files may use.
 */
#ifndef POLHODE_EXPRESSION_H
#define POLHODE_EXPRESSION_H

#include <polhode/base.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A function of the caller's program, or of a plug-in, for use in expressions: NAME(x1, .., xn). It
 * must depend on its arguments alone, for it is called in any order and as often as needed. */
typedef struct {
    const char *name;      /* a letter or _, then letters, digits and _ */
    const char *signature; /* "name(x, y)", for messages; NULL: the name */
    int least, most;       /* arguments; at most 64 */
    void *user;            /* handed to the calls */
    /* y from x[n]. Anything but PH_OK, or a y that is not finite, ends the step as failed. */
    ph_status (*value)(void *user, const double *x, int n, double *y);
    /* partial[k] = dy / dx[k]. NULL: differences are taken. */
    ph_status (*partial)(void *user, const double *x, int n, double *partial);
    /* For USER(p1, .., pn) of ADAMS decks: the function gets the parameters p, then the values of
     * what it wants to know of the model, such as "DX(12, 14)", an expression of the deck. Writes
     * number k of these into text (at most size bytes); 0: there are no more. NULL: none. */
    int (*reads)(void *user, const double *p, int n, int k, char *text, int size);
} ph_function;

typedef struct {
    const char *signature; /* "step(x, x0, h0, x1, h1)" */
    const char *help;      /* one sentence */
} ph_function_info;

PH_API int ph_function_count(void);
PH_API const ph_function_info *ph_function_get(int index);

/* The quantities of the model they may read; "signature" is the name, NAME a body or marker. */
PH_API int ph_quantity_count(void);
PH_API const ph_function_info *ph_quantity_get(int index);

#ifdef __cplusplus
}
#endif
#endif
