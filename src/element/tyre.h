/* SPDX-License-Identifier: BSD-3-Clause
 *
 * tyre.h -- a tyre by the Magic Formula, PAC2002: H. B. Pacejka, Tyre and Vehicle Dynamics,
 * Butterworth-Heinemann 2002, section 4.3.2, with the names and the axes (ISO: x forward, y left,
 * z up) that property files have:
 *   y(x) = D sin(C atan(B x - E (B x - atan(B x))))                  forces
 *   kappa = -V_sx/|V_x|,   tan alpha = V_sy/|V_x|                     slip
 *   sigma_k u' + |V_x| u = -sigma_k V_sx,   kappa = u/sigma_k         with relaxation, and
 *   sigma_a v' + |V_x| v =  sigma_a V_sy,   tan alpha = v/sigma_a     likewise sideways
 * Turn slip, pressures and gyroscopic moments are not in it.
 */
#ifndef PHK_TYRE_H
#define PHK_TYRE_H

#include <polhode/element.h>
#include "math/dual.h"

/* Every number of a property file that is read: NUMBER(name, default), NEEDED(name). */
/* clang-format off */
#define PHK_TYRE_NUMBERS \
    NEEDED(FNOMIN) NEEDED(UNLOADED_RADIUS) NEEDED(VERTICAL_STIFFNESS) \
    NUMBER(VERTICAL_DAMPING, 0) NUMBER(BREFF, 0) NUMBER(DREFF, 0) NUMBER(FREFF, 0) \
    NUMBER(VXLOW, 1) NUMBER(LONGVL, 16.7) NUMBER(KPUMIN, -1.5) NUMBER(KPUMAX, 1.5) \
    NUMBER(ALPMIN, -1.5) NUMBER(ALPMAX, 1.5) NUMBER(CAMMIN, -0.5) NUMBER(CAMMAX, 0.5) \
    NUMBER(FZMIN, 0) NUMBER(FZMAX, 1e9) NUMBER(LFZO, 1) NUMBER(LCX, 1) NUMBER(LMUX, 1) \
    NUMBER(LEX, 1) NUMBER(LKX, 1) NUMBER(LHX, 1) NUMBER(LVX, 1) NUMBER(LGAX, 1) NUMBER(LCY, 1) \
    NUMBER(LMUY, 1) NUMBER(LEY, 1) NUMBER(LKY, 1) NUMBER(LHY, 1) NUMBER(LVY, 1) \
    NUMBER(LGAY, 1) NUMBER(LTR, 1) NUMBER(LRES, 1) NUMBER(LGAZ, 1) NUMBER(LXAL, 1) \
    NUMBER(LYKA, 1) NUMBER(LVYKA, 1) NUMBER(LS, 1) NUMBER(LSGKP, 1) NUMBER(LSGAL, 1) \
    NUMBER(LMX, 1) NUMBER(LVMX, 1) NUMBER(LMY, 1) NEEDED(PCX1) NEEDED(PDX1) NUMBER(PDX2, 0) \
    NUMBER(PDX3, 0) NUMBER(PEX1, 0) NUMBER(PEX2, 0) NUMBER(PEX3, 0) NUMBER(PEX4, 0) \
    NEEDED(PKX1) NUMBER(PKX2, 0) NUMBER(PKX3, 0) NUMBER(PHX1, 0) NUMBER(PHX2, 0) \
    NUMBER(PVX1, 0) NUMBER(PVX2, 0) NUMBER(RBX1, 0) NUMBER(RBX2, 0) NUMBER(RCX1, 0) \
    NUMBER(REX1, 0) NUMBER(REX2, 0) NUMBER(RHX1, 0) NUMBER(PTX1, 0) NUMBER(PTX2, 0) \
    NUMBER(PTX3, 0) NUMBER(QSX1, 0) NUMBER(QSX2, 0) NUMBER(QSX3, 0) NEEDED(PCY1) NEEDED(PDY1) \
    NUMBER(PDY2, 0) NUMBER(PDY3, 0) NUMBER(PEY1, 0) NUMBER(PEY2, 0) NUMBER(PEY3, 0) \
    NUMBER(PEY4, 0) NEEDED(PKY1) NEEDED(PKY2) NUMBER(PKY3, 0) NUMBER(PHY1, 0) NUMBER(PHY2, 0) \
    NUMBER(PHY3, 0) NUMBER(PVY1, 0) NUMBER(PVY2, 0) NUMBER(PVY3, 0) NUMBER(PVY4, 0) \
    NUMBER(RBY1, 0) NUMBER(RBY2, 0) NUMBER(RBY3, 0) NUMBER(RCY1, 0) NUMBER(REY1, 0) \
    NUMBER(REY2, 0) NUMBER(RHY1, 0) NUMBER(RHY2, 0) NUMBER(RVY1, 0) NUMBER(RVY2, 0) \
    NUMBER(RVY3, 0) NUMBER(RVY4, 0) NUMBER(RVY5, 0) NUMBER(RVY6, 0) NUMBER(PTY1, 0) \
    NUMBER(PTY2, 1) NUMBER(QSY1, 0) NUMBER(QSY2, 0) NUMBER(QSY3, 0) NUMBER(QSY4, 0) \
    NUMBER(QBZ1, 0) NUMBER(QBZ2, 0) NUMBER(QBZ3, 0) NUMBER(QBZ4, 0) NUMBER(QBZ5, 0) \
    NUMBER(QBZ9, 0) NUMBER(QBZ10, 0) NUMBER(QCZ1, 0) NUMBER(QDZ1, 0) NUMBER(QDZ2, 0) \
    NUMBER(QDZ3, 0) NUMBER(QDZ4, 0) NUMBER(QDZ6, 0) NUMBER(QDZ7, 0) NUMBER(QDZ8, 0) \
    NUMBER(QDZ9, 0) NUMBER(QEZ1, 0) NUMBER(QEZ2, 0) NUMBER(QEZ3, 0) NUMBER(QEZ4, 0) \
    NUMBER(QEZ5, 0) NUMBER(QHZ1, 0) NUMBER(QHZ2, 0) NUMBER(QHZ3, 0) NUMBER(QHZ4, 0) \
    NUMBER(SSZ1, 0) NUMBER(SSZ2, 0) NUMBER(SSZ3, 0) NUMBER(SSZ4, 0)
/* clang-format on */

/* The same as a struct of doubles, in that order. */
typedef struct {
#define NUMBER(name, otherwise) double name;
#define NEEDED(name)            double name;
    PHK_TYRE_NUMBERS
#undef NUMBER
#undef NEEDED
} phk_tyre;
enum { PHK_TYRE_COUNT = sizeof(phk_tyre) / sizeof(double) };

/* What a tyre sees, as duals are numbered: loaded radius [m], rate of its deflection [m/s], sine of
 * the inclination, forward speed, side speed at the road [m/s], spin [rad/s], deflections [m]. */
enum {
    PHK_TYRE_RADIUS,
    PHK_TYRE_RATE,
    PHK_TYRE_LEAN,
    PHK_TYRE_FORWARD,
    PHK_TYRE_SIDE,
    PHK_TYRE_SPIN,
    PHK_TYRE_U,
    PHK_TYRE_V,
    PHK_TYRE_SEES
};

/* What it gives: forces and moments in the axes of the contact, rates of the deflections. */
typedef struct {
    phk_dual force[3], moment[3], rate[2];
    double kappa, alpha, gamma; /* slip it works with; inclination [rad] */
    double rolling;             /* [m] effective rolling radius */
    bool touches;
} phk_tyre_answer;

phk_tyre_answer phk_tyre_law(const phk_tyre *t, bool relaxes, const double x[PHK_TYRE_SEES]);

/* Forces and moments by slip and load, and forward speed [m/s] for the resistance to rolling. */
typedef struct {
    phk_dual kappa, alpha, gamma, load;
} phk_tyre_slip;
void phk_tyre_formula(const phk_tyre *t, const phk_tyre_slip *s, phk_dual forward,
                      phk_dual force[3], phk_dual moment[3]);

/* Reads the text of a property file; messages name its lines. */
ph_status phk_tyre_read(const char *path, const char *text, size_t length, ph_source where,
                        ph_diag *diag, double *value);

#endif
