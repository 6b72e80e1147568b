/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode/base.h -- status codes, diagnostics and version: what every other header stands on.
 *
 * No function of libpolhode prints, exits or keeps global state. A function that can fail returns
 * a ph_status; the details go into a ph_diag owned by the caller.
 */
#ifndef POLHODE_BASE_H
#define POLHODE_BASE_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__)
#define PH_API                 __attribute__((visibility("default")))
#define PH_PRINTF(text, first) __attribute__((format(printf, text, first)))
#else
#define PH_API
#define PH_PRINTF(text, first)
#endif

/* 0 done, > 0 the caller may go on (try smaller, stop), < 0 failure. */
#define PH_STATUS_LIST(X)                                                                          \
    X(PH_OK, 0, "done")                                                                            \
    X(PH_RETRY, 1, "step rejected, a smaller one may succeed")                                     \
    X(PH_STOPPED, 2, "stopped on request")                                                         \
    X(PH_E_NOMEM, -1, "out of memory")                                                             \
    X(PH_E_USAGE, -2, "unusable argument")                                                         \
    X(PH_E_SYNTAX, -3, "syntax error")                                                             \
    X(PH_E_KEY, -4, "unknown or repeated key")                                                     \
    X(PH_E_TYPE, -5, "value of the wrong kind")                                                    \
    X(PH_E_RANGE, -6, "value out of range")                                                        \
    X(PH_E_UNIT, -7, "wrong unit")                                                                 \
    X(PH_E_NAME, -8, "unknown or repeated name")                                                   \
    X(PH_E_MISSING, -9, "something required is missing")                                           \
    X(PH_E_PHYSICS, -10, "values no physical body can have")                                       \
    X(PH_E_MODEL, -11, "the model has errors")                                                     \
    X(PH_E_UNSUPPORTED, -12, "the integrator cannot handle this model")                            \
    X(PH_E_IO, -13, "a file could not be read or written")                                         \
    X(PH_E_FORMAT, -14, "not a file of the expected format")                                       \
    X(PH_E_SOLVE, -15, "an equation of the step has no solution that could be found")              \
    X(PH_E_NONFINITE, -16, "a quantity became infinite or not a number")                           \
    X(PH_E_USER, -17, "a user function reported an error")                                         \
    X(PH_E_SINGULAR, -18, "the equations are singular: something in them is not determined")

typedef enum {
#define X(name, value, text) name = value,
    PH_STATUS_LIST(X)
#undef X
} ph_status;

/* One lower-case phrase for a status, and its name ("PH_E_NOMEM"). Never NULL. */
PH_API const char *ph_status_text(ph_status status);
PH_API const char *ph_status_name(ph_status status);

/* "1.2.3" */
PH_API const char *ph_version(void);

/* A place in an input file. line == 0: no place (the object was built from C). */
typedef struct {
    const char *file; /* owned by the model or the diagnostics; NULL: none */
    int line, column; /* from 1, columns in bytes */
    int length;       /* of the offending text on that line; 0: unknown */
} ph_source;

typedef enum { PH_NOTE, PH_WARNING, PH_ERROR } ph_severity;

typedef struct {
    ph_severity severity;
    ph_status code;
    ph_source where;
    const char *message; /* what is wrong */
    const char *hint;    /* what would be right; NULL: none */
    const char *excerpt; /* the line of the input file; NULL: none */
} ph_diagnostic;

/* A bounded list of diagnostics; what does not fit is counted, not kept. */
typedef struct ph_diag ph_diag;

PH_API ph_diag *ph_diag_create(void); /* NULL: out of memory */
PH_API void ph_diag_free(ph_diag *diag);
PH_API void ph_diag_clear(ph_diag *diag);

/* Number of kept diagnostics, and one of them (0 <= index < count). */
PH_API int ph_diag_count(const ph_diag *diag);
PH_API const ph_diagnostic *ph_diag_get(const ph_diag *diag, int index);

/* How many errors (also those not kept), and how many diagnostics of any kind were not kept. */
PH_API int ph_diag_errors(const ph_diag *diag);
PH_API int ph_diag_dropped(const ph_diag *diag);

/* Writes one diagnostic as text: place, severity, message, code, the line with a caret, the hint.
 * Like snprintf: returns the length needed, always terminates when size > 0. */
PH_API size_t ph_diagnostic_format(const ph_diagnostic *entry, char *text, size_t size);

/* "Did you mean": the one of `count` words nearest to a misspelt one; NULL: none is near. */
PH_API const char *ph_nearest(const char *word, const char *const *words, int count);

#ifdef __cplusplus
}
#endif
#endif
