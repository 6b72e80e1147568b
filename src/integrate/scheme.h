/* SPDX-License-Identifier: BSD-3-Clause
 *
 * scheme.h -- the constants of the generalised-alpha family (Chung & Hulbert 1993), of which HHT
 * (Hilber, Hughes & Taylor 1977) is the member with am = 0.
 *
 *   q1 = q + h v + h^2 ((1/2 - beta) A_n + beta A_1)
 *   v1 = v + h ((1 - gamma) A_n + gamma A_1)
 *   (1 - am) A_1 + am A_n = (1 - af) v'_1 + af v'_n
 *
 * The auxiliary A_n approximates v'(t_n + del h) to second order. States of first order are carried
 * by the same formulas with an auxiliary rate Y in place of A (second order), or by the weighted
 * Euler rule x1 = x + h ((1 - g) x' + g x'_1) of Negrut et al. (2007) (first order).
 */
#ifndef PHK_SCHEME_H
#define PHK_SCHEME_H

#include <stdbool.h>
#include <polhode/base.h>

typedef struct {
    double am, af, del, gamma, beta;
    double kappa; /* d v'_1 / d A_1 = (1 - am) / (1 - af) */
    double k;     /* local error of a place: k h^2 (A_1 - A_n) */
    /* of the states: x1 = x + h ((1 - gamma_x) Y_n + gamma_x Y_1),
     * x'_1 = ((1 - am_x) Y_1 + am_x Y_n - af_x x'_n) / (1 - af_x) */
    double am_x, af_x, gamma_x, kappa_x;
    double k_x; /* local error of a state: k_x h (Y_1 - Y_n), or, with shifted_x, k_x h times the
                   second difference of Y */
    bool shifted_x; /* Y_n belongs to t_n + del h as A_n does; else Y_n is x'(t_n) */
} phk_scheme;

/* alpha in [-1/3, 0], rho in [0, 1]; states by the weighted Euler rule. */
phk_scheme phk_scheme_hht(double alpha);
phk_scheme phk_scheme_rho(double rho);
/* The states by the formulas of the accelerations. */
void phk_scheme_second_order_states(phk_scheme *scheme);
/* am = af = 0, beta = 1/2, gamma = 1: what went before drops out. For implicit starts. */
phk_scheme phk_scheme_backward(void);

#endif
