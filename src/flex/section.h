/* SPDX-License-Identifier: BSD-3-Clause
 *
 * section.h -- what the section of a beam is to its elements: area, second moments, torsion, shear,
 * and the places where its stress is looked at.
 */
#ifndef PHK_SECTION_H
#define PHK_SECTION_H

#include <polhode/flexible.h>

enum { PHK_SECTION_POINTS = 8 };
typedef struct {
    double A, Iy, Iz, It; /* [m^2], [m^4] */
    double ky, kz;        /* part of A that takes shear along y, z; 0: no bending by shear */
    double arm;           /* [m] shear stress of torsion is torque * arm / It, at most */
    int points;
    double y[PHK_SECTION_POINTS], z[PHK_SECTION_POINTS]; /* [m] */
} phk_beam_profile;

/* What is wrong with it, and why; NULL: nothing. */
const char *phk_beam_profile_wrong(const ph_beam_section *def, const char **hint);
phk_beam_profile phk_beam_profile_make(const ph_beam_section *def, double poisson, bool slender);

#endif
