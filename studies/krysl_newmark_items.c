/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Krysl and Endres: what the paper says, and what there is to know about it.
 */
#include "krysl_newmark.h"
#include "papers.h"

static const paper_item items[] = {
    {"fig1", "Fig. 1", "Energy of the free body with large steps",
     "The energy of a freely spinning body is not kept by the explicit Newmark method, but "
     "oscillates "
     "with a constant amplitude and without drift, for steps of 4, 2, 1 and 0.5 s.",
     "There is a reason: between the half steps the velocities of the method obey the implicit "
     "midpoint rule, which keeps energy and momentum exactly; whole steps deviate from it by a "
     "bounded amount.",
     0.1, newmark_fig1},
    {"fig2", "Fig. 2", "How large the steps are",
     "The steps of figure 1 are quite large, as the angles turned in a step show.",
     "A step of 4 s turns the body by more than half a revolution.", 0.1, newmark_fig2},
    {"fig3", "Fig. 3", "Angular velocity with large steps",
     "Steps of 2, 4 and even 5 s keep the character of the motion. At 5 s the method is on a par "
     "with "
     "the implicit midpoint rule, while the discrete Moser-Veselov method fails.",
     "As a measure of character we take the range of each component over 200 s against the exact "
     "range.",
     0.1, newmark_fig3},
    {"fig4", "Fig. 4", "Error of the attitude of the free body",
     "The method converges with second order, and its attitude is two orders of magnitude more "
     "accurate than that of the implicit midpoint rule of Austin, Krishnaprasad and Wang.",
     "The factor is 80, and it comes from the Cayley map by which that rule turns. The same rule "
     "with "
     "the exponential (akw-exp), which is not in the paper, is behind by a factor of 4 only. The "
     "reference is exact to all digits. The method of Lewis and Simo is not specified in the "
     "paper; "
     "energy-momentum stands for it.",
     1, newmark_fig4},
    {"fig5", "Fig. 5", "Error of the momentum of the free body",
     "The errors of the momentum of the second-order methods are parallel lines of slope two.",
     "In momentum the implicit midpoint rule (akw) is twice as good as Newmark. The Moser-Veselov "
     "methods of "
     "order four and six are not in this build.",
     1, newmark_fig5},
    {"fig6", "Fig. 6", "Book toss: angular velocity",
     "With a step of 0.05 s the explicit method of Simo and Wong becomes unstable on the tumbling "
     "book, while Newmark stays stable and usable. With 0.001 s both are good.",
     "The paper does not say when the torque ends nor how long it simulates: 2 s and 10 s here. "
     "Its "
     "torque is defined twice at the ends of its pieces; here it ends, and the blow strikes, "
     "exactly "
     "at 2 s.",
     0.1, newmark_fig6},
    {"fig7", "Fig. 7", "Book toss: angular momentum",
     "Newmark does not keep the angular momentum, but lets it oscillate within limits; Simo and "
     "Wong "
     "keep it exactly, even where their method is unstable.",
     "So conserving momentum is no proof of a good result.", 0.1, newmark_fig7},
    {"fig8", "Fig. 8", "Lagrangian top: energy",
     "Over 100 s with a step of 0.05 s the error of the energy does not drift and stays below half "
     "a "
     "percent.",
     "Of the top only m g l is given. Inertia, tilt and spin are ours: a unit disc on a stem of "
     "sqrt(3)/2.",
     0.1, newmark_fig8},
    {"fig9", "Fig. 9", "Lagrangian top: momentum about its axis",
     "The component of the angular momentum along the top's axis is kept to machine precision when "
     "the attitude matrix is kept orthogonal.",
     "Here the attitude is a unit quaternion, so that nothing needs to be made orthogonal.", 0.1,
     newmark_fig9},
    {"fig10", "Fig. 10", "Fast top: errors",
     "The methods of Simo and Wong and of Hulbert (staggered) give practically the same answers "
     "but "
     "for the largest steps.",
     "They do, and Newmark is eight times less accurate than both on this problem.", 1.5,
     newmark_fig10},
    {"fig11", "Fig. 11", "Slow top: errors",
     "Newmark is robust, and more accurate than the implicit midpoint rule.",
     "The final time is not given: 10 s here.", 1, newmark_fig11},
    {"fig12", "Fig. 12", "Energies: free body and slow top",
     "On the free body the staggered method behaves like Newmark; on the slow top an instability "
     "develops and ends in a blow-up.",
     "It happens at every step size, later for smaller ones, and not within the first 10 s: figure "
     "11 "
     "cannot show it. The two chains of the method drift apart.",
     0.5, newmark_fig12},
    {"fig13", "Fig. 13", "Coulomb field with a soft wall",
     "Newmark is clearly better than all the others, the implicit midpoint rule included.",
     "With the printed sign of the torque there is no wall to hit; the physical sign, as described "
     "in "
     "words, is used here. The final time is not given, and it decides: after 50 s Newmark is the "
     "best in "
     "attitude, by a factor of 1.4; after 10 s, three bounces, it is third, and the last in "
     "momentum.",
     1.5, newmark_fig13},
    {"sign", "Sec. 3.6", "The torque of the Coulomb field",
     "The body is attracted, and again and again thrown back by a soft wall.",
     "The printed torque has the opposite sign: it repels from afar and attracts nearby, and the "
     "body never "
     "comes near the wall. With the sign changed the motion is the one described.",
     0.1, newmark_sign},
    {"spatial", "Sec. 2.5", "The form in world axes is the same method",
     "Written in spatial instead of body quantities, the method gives the same results.",
     "Both forms are implemented separately, as nmb and nms.", 0.1, newmark_spatial},
    {"symmetry", "Discussion", "Time symmetry",
     "Newmark, in both forms, and the method of Simo and Wong are symmetric in time: a step back "
     "undoes a step forward.",
     "Two methods that are not symmetric are run as well.", 0.2, newmark_symmetry},
    {"sw-drift", "Discussion", "Energy drift of the method of Simo and Wong",
     "The energy of the method of Simo and Wong drifts for all step sizes.",
     "No drift is found on the free body, the slow top or the Lagrangian top. The energy grows on "
     "the "
     "book toss with a step of 0.05 s (figure 6), and not with half of it.",
     0.5, newmark_sw_drift},
    {"eq33", "Eq. 33", "The tangent of the exponential",
     "Equation 33 carries rotation increments from one tangent space to another, in the sense of "
     "equation 31.",
     "The sign of its term of first order belongs to the other convention. The algorithm does not "
     "suffer: it applies the matrix to its own axis only, where the term vanishes.",
     0.1, newmark_eq33},
    {"eq43", "Eq. 43", "Tangent for Newton's method",
     "Equation 43 is the derivative with which Newton's method finds the acceleration.",
     "Printed with half of h squared where a quarter is right, and with the inertia outside of the "
     "cross product where it belongs inside. It still converges, linearly. The listing in the "
     "appendix of the paper is right.",
     0.1, newmark_eq43},
};

const paper paper_krysl_newmark = {"krysl-newmark",
                                   "P. Krysl, L. Endres",
                                   "Explicit Newmark/Verlet algorithm for time integration of the "
                                   "rotational dynamics of rigid bodies",
                                   "Int. J. Numer. Meth. Engng, 2005",
                                   NULL,
                                   items,
                                   sizeof items / sizeof items[0]};
