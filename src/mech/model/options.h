/* SPDX-License-Identifier: BSD-3-Clause
 *
 * mech/model/options.h -- options of phases over those before, and single ones by their row.
 */
#ifndef PHK_MODEL_OPTIONS_H
#define PHK_MODEL_OPTIONS_H

#include <polhode/model.h>

bool phk_option_same(const ph_option *option, const ph_options *a, const ph_options *b);
void phk_option_clear(const ph_option *option, ph_options *options);

/* Puts what a phase says over the options before. The damping of one integrator is not that of
 * another. What is asked for otherwise than the model says goes before it; asked NULL: nothing. */
void phk_options_go_on(ph_options *options, const ph_options *phase, const ph_options *asked,
                       const ph_options *model);

#endif
