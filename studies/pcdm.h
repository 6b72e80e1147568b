/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pcdm.h -- what the two files on Seelen, Padding and Kuipers share.
 */
#ifndef STUDIES_PCDM_H
#define STUDIES_PCDM_H

#include "study.h"

void pcdm_fig3(study *s);
void pcdm_fig5(study *s);
/* Where an arrow along the body's x axis points. */
ph_vec3 pcdm_arrow(const track_row *row);

#endif
