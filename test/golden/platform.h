/* SPDX-License-Identifier: BSD-3-Clause
 *
 * platform.h -- the name of what bits depend on: compiler and its flags, C library, processor kind
 * and the libraries that calculate. Stored results belong to one such name.
 */
#ifndef GOLDEN_PLATFORM_H
#define GOLDEN_PLATFORM_H

#include <stddef.h>

/* NULL, or why this build is none whose results are stored. */
const char *platform_unfit(void);
void platform_name(char *text, size_t size);

#endif
