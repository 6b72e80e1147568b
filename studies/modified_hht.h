/* SPDX-License-Identifier: BSD-3-Clause
 *
 * modified_hht.h -- the items of Sherif and others, over three files: spin and heavy top, V8
 * engine, texts.
 */
#ifndef STUDIES_MODIFIED_HHT_H
#define STUDIES_MODIFIED_HHT_H

#include "study.h"

typedef void compute_item(study *s);
compute_item hht_eq28, hht_eq42, hht_stall, hht_alpha_zero, hht_local_error, hht_fig2, hht_fig3,
    hht_fig4, hht_fig5, hht_fig8, hht_fig9, hht_fig10, hht_v8_joints;

#endif
