/* SPDX-License-Identifier: BSD-3-Clause
 *
 * expr.h -- expressions: text -> tape -> value and exact partial derivatives.
 *
 * The one function library of model files and ADAMS decks, whose expressions become those of model
 * files (reading.h). An expression is compiled once against a scope that says what its names mean,
 * into a tape over a vector of inputs (time, model quantities, other variables). Evaluation neither
 * allocates nor fails: a result that is not finite is for the caller to find.
 */
#ifndef PHK_EXPR_H
#define PHK_EXPR_H

#include <polhode/base.h>
#include <polhode/expression.h>
#include "base/arena.h"
#include "expr/spline.h"

typedef enum {
    PHK_SYMBOL_NONE,
    PHK_SYMBOL_CONSTANT,
    PHK_SYMBOL_INPUT,
    PHK_SYMBOL_RESULT /* of what a call has written, see phk_scope.call */
} phk_symbol_kind;

/* What a name stands for. */
typedef struct {
    phk_symbol_kind kind;
    double value; /* constant */
    int input;    /* index into the input vector; of a result: the instruction */
} phk_symbol;

typedef struct {
    const char *text;
    size_t length;
} phk_span;

typedef struct phk_tape phk_tape;
struct phk_code;

/* How the user of an expression resolves what the function library does not know. Each may be
 * NULL. Names arrive as written, dots included: "body.pos.x". */
typedef struct {
    void *self;
    /* What a name stands for; it may be written out as code (expr/code.h). */
    phk_symbol (*name)(void *self, struct phk_code *code, phk_span name);
    /* A function whose arguments are names, e.g. distance(a, b). Returns kind NONE when it knows
     * no such function; when it knows it but an argument is wrong, it sets *problem (a sentence
     * owned by self) and *at (index of the wrong argument, -1: the call as a whole). It may write
     * the function out as code (expr/code.h). */
    phk_symbol (*call)(void *self, struct phk_code *code, phk_span function,
                       const phk_span *argument, int count, const char **problem, int *at);
    /* A function of the user's, by its name; NULL: no such function. */
    const struct phk_function *(*function)(void *self, phk_span name);
    /* A table for akispl/cubspl. NULL: no such table. */
    const phk_spline *(*table)(void *self, phk_span name);
    /* Offers every name it knows to a "did you mean" search; cookie is the search. */
    void (*offer)(void *self, void (*candidate)(void *cookie, const char *name), void *cookie);
} phk_scope;

/* Compiles `text`. Errors go to diag with the column moved to the offending character: `where` is
 * the place of text[0] in its file (line == 0: none; the message then names the column inside the
 * expression; length < 0: the text is not what stands there, and messages point to the whole of
 * it). Returns NULL on error. The tape lives in the arena. */
const phk_tape *phk_expr_compile(phk_arena *arena, const char *text, ph_source where,
                                 const phk_scope *scope, ph_diag *diag);

/* True when the value does not depend on any input. */
int phk_tape_is_constant(const phk_tape *tape);
/* The distinct inputs a tape reads: their indices into the input vector. */
int phk_tape_inputs(const phk_tape *tape, const int **index);
/* Doubles of workspace the evaluations below need. */
size_t phk_tape_work(const phk_tape *tape);

double phk_tape_value(const phk_tape *tape, const double *input, double *work);
/* Value, and gradient[k] = d value / d input[index[k]] for the k-th input of phk_tape_inputs. */
double phk_tape_gradient(const phk_tape *tape, const double *input, double *work, double *gradient);
/* Value, and its first and second derivative while the inputs move: first_in[k] and second_in[k]
 * are the derivatives of the k-th input of phk_tape_inputs (second_in NULL: they move straight on).
 * *second = gradient . second_in + first_in' H first_in. Where pieces of a function meet, the
 * derivatives are those of the piece that gave the value. */
double phk_tape_jet(const phk_tape *tape, const double *input, const double *first_in,
                    const double *second_in, double *work, double *first, double *second);

/* The degree of the expression, as it is written, in some of its inputs: degree[k] of the k-th
 * input of phk_tape_inputs is 0 or more. work: as many numbers as phk_tape_work says. */
enum { PHK_DEGREE_MORE = 2 }; /* more than linear, or no polynomial at all */
int phk_tape_degree(const phk_tape *tape, const int *degree, int *work);

/* Compiles and evaluates an expression of constants. Returns 0 on error (reported). */
int phk_expr_constant(const char *text, ph_source where, const phk_scope *scope, ph_diag *diag,
                      double *value);

#endif
