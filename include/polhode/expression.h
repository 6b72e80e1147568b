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
