/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Sherif, Nachbagauer, Steiner and Lauss: what the paper says, and what there is to know about it.
 */
#include "modified_hht.h"
#include "papers.h"

static const paper_item items[] = {
    {"eq28", "Eq. 28", "Loss of speed of the classic method in one step",
     "With Newmark's formulas on Euler parameters, HHT loses angular velocity in every step: a "
     "quarter of "
     "alpha omega^3 h^2, and a term of third order given in closed form.",
     "Inertia and torque are ours. What the series leaves over must be of fourth order in h.", 0.1,
     hht_eq28},
    {"stall", "Sec. 5", "The classic method stalls",
     "Because the loss grows with the cube of the speed, the classic method cannot accelerate a "
     "body beyond "
     "a certain speed, while the modified method follows.",
     "Both are as claimed. The speed at which it stalls follows from equation 28. The modified "
     "method is off "
     "by 0.3 %, the frame-consistent hht-euler by nothing.",
     1, hht_stall},
    {"eq42", "Eq. 42", "Error of the modified method in one step",
     "The modified method misses the speed by (M/I) h gamma alpha (1 - e0) only, and by nothing "
     "without "
     "torque or without damping.",
     "Agreement to rounding.", 0.1, hht_eq42},
    {"alpha-zero", "Sec. 7, 8", "Without damping",
     "With alpha = 0 the modified method gives the exact speed, and conserves angular momentum. In "
     "practice "
     "damping cannot be done without, because the integrator would fail to converge.",
     "A single joint is enough: errors of its reaction alternate from step to step and nothing "
     "takes them "
     "away, until Newton's method fails.",
     1, hht_alpha_zero},
    {"local-error", "Sec. 8", "Error of one step",
     "The error of one step of the modified method is of third order in positions and of second "
     "order in "
     "velocities.",
     "So it is, and so it is for hht-euler, whose error over many steps is of second order: the "
     "first step "
     "starts from the true acceleration, while those that follow carry one that belongs to a time "
     "within the "
     "step. The order of a single step therefore decides nothing about figure 2.",
     0.1, hht_local_error},
    {"fig2", "Fig. 2", "Heavy top: error over the step",
     "The integrated errors of the angular velocities are straight lines of slope one, which is "
     "said to "
     "indicate convergence of second order.",
     "Slope one is first order, and first order it is. The accelerations of HHT belong to a time "
     "within the "
     "step, but the mass matrix of Euler parameters is taken at its end. Carrying the force of the "
     "old step "
     "in the body's frame is enough to repair it: hht-euler, second order. The paper prints "
     "0.234275 for "
     "the third moment of inertia, a slip for 0.234375, which is used here.",
     2, hht_fig2},
    {"fig3", "Fig. 3", "Heavy top: velocity of the centre of mass",
     "The velocity of the centre of mass over one second.", "The step is not given: 0.1 ms here.",
     0.2, hht_fig3},
    {"fig4", "Fig. 4", "Heavy top: angular velocity",
     "The angular velocity about the body's x axis over one second.",
     "The step is not given: 0.1 ms here.", 0.2, hht_fig4},
    {"fig5", "Fig. 5", "Heavy top: energy",
     "With a step of 10 us over 10 s the energy of the modified method is practically conserved; "
     "alpha sets "
     "how much is dissipated.",
     "The change is some 1e-9 of the energy, so small that the stop of Newton's method decides on "
     "its sign; the "
     "classic method loses a tenth to a quarter of the energy, the more the larger the damping.",
     20, hht_fig5},
    {"v8-joints", "Sec. 10.2", "V8: equations and joints",
     "The engine has 17 bodies, 119 coordinates and 118 constraints.",
     "The paper does not say which joints it uses. The set that comes to mind first, a ball on the "
     "crankpin, a "
     "hinge in the piston and a sleeve in the bore, has the right number of equations, but at "
     "every dead "
     "centre four of them depend on the others, because four rods can turn about their bores. A "
     "sleeve on the "
     "crankpin, a ball in the piston and a slider in the bore are regular everywhere, and are used "
     "here.",
     3, hht_v8_joints},
    {"fig8", "Figs. 7, 8", "V8: speed of the crank",
     "The classic method stops accelerating after a while, against the laws of motion; the "
     "modified method "
     "accelerates nearly correctly.",
     "All data of the engine are ours. Its speed is known from an equation in one variable.", 10,
     hht_fig8},
    {"fig9", "Fig. 9", "V8: error over the step",
     "The error of the crank's speed is a straight line of slope one, which is said to indicate "
     "second order.",
     "It is of second order: in this planar engine the term of first order is negligible. But then "
     "the line has "
     "slope two, not one.",
     22, hht_fig9},
    {"fig10", "Fig. 10", "V8: error over the damping",
     "The error grows with the second power of alpha.",
     "Not with this engine: the exponent is below one half. With the weakest damping tried, -0.05, "
     "the method "
     "is unstable where a joint holds the axis of a body that turns by more than 0.019 rad in a "
     "step, which the "
     "crank does from 5 s on: rounding that tilts it grows until the run breaks off. The limit is "
     "0.072 rad for "
     "-0.1, and 0.52 rad for -0.3.",
     20, hht_fig10},
};

const paper paper_modified_hht = {"modified-hht",
                                  "K. Sherif, K. Nachbagauer, W. Steiner, T. Lauss",
                                  "A modified HHT method for the numerical simulation of rigid "
                                  "body rotations with Euler parameters",
                                  "Multibody System Dynamics, 2019",
                                  "Figs. 1 and 6, which are sketches.",
                                  items,
                                  sizeof items / sizeof items[0]};
