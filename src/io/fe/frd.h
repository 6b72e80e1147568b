/* SPDX-License-Identifier: BSD-3-Clause
 *
 * frd.h -- stresses in results of CalculiX (.frd, as text).
 */
#ifndef PHK_FE_FRD_H
#define PHK_FE_FRD_H

#include "io/fe/formats.h"

/* Called for each line of a block STRESS: xx yy zz xy yz zx, in the order of phk_flex. */
typedef struct {
    void *user;
    void (*begin)(void *user, int block);
    void (*stress)(void *user, int block, int node, const double s[6]);
} phk_frd_visit;

ph_status phk_frd_stresses(const phk_fe_source *in, ph_diag *diag, const phk_frd_visit *visit,
                           int *blocks);

#endif
