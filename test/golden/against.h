/* SPDX-License-Identifier: BSD-3-Clause
 *
 * against.h -- how far two outcomes of the same run are apart, in numbers.
 */
#ifndef GOLDEN_AGAINST_H
#define GOLDEN_AGAINST_H

#include "outcome.h"

/* A line on how they differ; nothing where they do not. */
void against_tell(const golden_run *run, const outcome *this, const outcome *other, FILE *out);

#endif
