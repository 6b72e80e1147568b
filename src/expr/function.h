/* SPDX-License-Identifier: BSD-3-Clause
 *
 * function.h -- one entry per function of the library: name, arguments, manual, value, partial
 * derivatives, bend, corners. A new function is one entry (plus its code) in functions*.c.
 */
#ifndef PHK_FUNCTION_H
#define PHK_FUNCTION_H

#include "expr/ahead.h"
#include "expr/expr.h"

enum { PHK_ARGUMENTS = 64 }; /* most arguments of a call */

/* What stands between the parentheses. */
typedef enum {
    PHK_FORM_PLAIN,   /* numbers */
    PHK_FORM_IF,      /* cond, a, b   or   expr: neg, zero, pos */
    PHK_FORM_TABLE,   /* x, table [, order] */
    PHK_FORM_TABLE_Z, /* x, table   or   x, z, table [, order], as ADAMS has it */
    PHK_FORM_SPACE    /* parameter, order, component, curve */
} phk_function_form;

typedef struct phk_function {
    ph_function_info info; /* signature begins with the name and "(" */
    int least, most;       /* arguments */

    /* plain functions: y from x[n]; partial[k] = dy / dx[k]. A partial derivative that is 0 stops
     * the flow of derivatives, whatever comes from above: 0 * infinity counts as 0. */
    double (*value)(const double *x, int n);
    void (*partial)(const double *x, int n, double y, double *partial);
    /* The second derivative of y while the arguments move straight on at the rates u[n]: u'H u.
     * NULL: y is linear in its arguments, piece by piece. */
    double (*bend)(const double *x, int n, double y, const double *u);
    /* Looks at constant arguments (NaN: not constant); a sentence about what is wrong, or NULL.
     * The function itself must be safe for any arguments. */
    const char *(*check)(const double *x, int n);

    phk_function_form form;
    phk_spline_kind curve; /* of the table forms */

    /* Where pieces of it meet: notes what lies ahead while the arguments move along lines, and
     * tells the line its value moves along just behind ahead->t, if it knows one (where all
     * arguments stand still it need not). NULL: it is smooth. */
    phk_line (*corners)(const phk_line *x, int n, phk_ahead *ahead);
} phk_function;

/* A function of the user's: one without `value`. What it cannot tell is NaN. */
typedef struct phk_own_function {
    phk_function head;
    ph_function own;
} phk_own_function;
double phk_own_value(const phk_function *f, const double *x, int n);
void phk_own_partial(const phk_function *f, const double *x, int n, double *partial);
double phk_own_bend(const phk_function *f, const double *x, int n, const double *u);

static inline double phk_call_value(const phk_function *f, const double *x, int n)
{
    return f->value ? f->value(x, n) : phk_own_value(f, x, n);
}

static inline void phk_call_partial(const phk_function *f, const double *x, int n, double y,
                                    double *partial)
{
    if (f->value)
        f->partial(x, n, y, partial);
    else
        phk_own_partial(f, x, n, partial);
}

static inline double phk_call_bend(const phk_function *f, const double *x, int n, double y,
                                   const double *u)
{
    if (!f->value) return phk_own_bend(f, x, n, u);
    return f->bend ? f->bend(x, n, y, u) : 0;
}

/* A group of functions; ends with an entry whose signature is NULL. */
extern const phk_function phk_functions_plain[], phk_functions_adams[], phk_functions_contact[];

/* Case does not count. NULL: no such function. */
const phk_function *phk_function_find(const char *name, size_t length);
/* Length of the name a signature begins with. */
size_t phk_function_name(const phk_function *function);

/* The bend of a^b at the rates da, db. */
double phk_power_bend(double a, double b, double da, double db);

/* A product in which 0 beats infinity and NaN: what does not move adds nothing, however steep. */
static inline double phk_flow(double rate, double slope)
{
    return rate == 0 || slope == 0 ? 0 : rate * slope;
}

/* pi, e, rtod, dtor: what a name means when its scope does not know it. */
typedef struct {
    ph_function_info info; /* signature: the name */
    double value;
    int exact; /* case counts */
} phk_constant;
const phk_constant *phk_constant_find(const char *name, size_t length);

/* Offers all functions and constants to a search. */
void phk_library_offer(void (*candidate)(void *cookie, const char *name), void *cookie);

#endif
