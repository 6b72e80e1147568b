/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode/polhode.h -- everything: the core, and what reads and writes files.
 */
#ifndef POLHODE_POLHODE_H
#define POLHODE_POLHODE_H

#include <polhode/core.h>
#include <polhode/replace.h>
#include <polhode/files.h>
#include <polhode/reduce.h>
#include <polhode/deck.h>
#include <polhode/result.h>

#endif
