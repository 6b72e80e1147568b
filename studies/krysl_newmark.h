/* SPDX-License-Identifier: BSD-3-Clause
 *
 * krysl_newmark.h -- the items of the first paper of Krysl, over three files.
 */
#ifndef STUDIES_KRYSL_NEWMARK_H
#define STUDIES_KRYSL_NEWMARK_H

#include "study.h"

typedef void compute_item(study *s);
compute_item newmark_fig1, newmark_fig2, newmark_fig3, newmark_fig4, newmark_fig5, newmark_fig6,
    newmark_fig7, newmark_fig8, newmark_fig9, newmark_fig10, newmark_fig11, newmark_fig12,
    newmark_fig13, newmark_sign, newmark_spatial, newmark_symmetry, newmark_sw_drift, newmark_eq33,
    newmark_eq43;

#endif
