/* SPDX-License-Identifier: BSD-3-Clause
 *
 * index3_hht.h -- items of the paper on HHT for index 3 that have a file of their own.
 */
#ifndef STUDIES_INDEX3_HHT_H
#define STUDIES_INDEX3_HHT_H

#include "study.h"

void index3_belt(study *s);
void index3_track(study *s);
void index3_vehicle(study *s);

#endif
