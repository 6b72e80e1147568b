/* SPDX-License-Identifier: BSD-3-Clause
 *
 * rolling.h -- what is round rolls on a plane: a disc with a sharp or a round rim, a sphere.
 *
 * The plane is x, y of marker 0, with the normal e; the middle of the disc is the origin of marker
 * 1, its axle n, the z axis. With c = e.n, s = sqrt(1 - c^2) and the ring's radius r, the rim's k,
 *   rho = -r (e - c n)/s - k e      from the middle to the point that touches
 *   C = e.d - r s - k               keeps it on the plane: one row on positions
 *   V = x.u, y.u                    keep it from slipping: two rows in velocities, of
 *   u = v1 + w1 x rho - v0 - w0 x (d + rho) - q
 * with q the velocity of the surface over the body of marker 0, as of a conveyor. A sphere is a rim
 * without a ring. The multipliers are the opposite of normal force and friction [N].
 *
 * A disc that lies flat (s = 0) touches everywhere: rho has no direction there. It is remembered
 * which way is up along the disc, so that s runs through zero to below when a disc falls over, and
 * the run ends there instead of going on with the opposite point of the rim.
 */
#ifndef PHK_ROLLING_H
#define PHK_ROLLING_H

#include <polhode/element.h>

typedef struct {
    double ring;     /* [m] from the middle to the middle of the rim; 0: a sphere */
    double rim;      /* [m] radius of the rim's section */
    ph_vec3 surface; /* [m/s] axes of marker 0 */
} phk_rolling;

/* Functions of ph_joint_type and ph_velocity_rows over phk_rolling. */
void phk_rolling_value(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                       double *value);
void phk_rolling_gradient(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                          double *gradient);
void phk_rolling_curvature(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                           const double *lambda, double *curvature);
extern const ph_velocity_rows phk_rolling_rows;

/* Of a ring: sin of its angle to the plane below which it is flat, and what it remembers. */
#define PHK_ROLLING_FLAT 1e-6
enum { PHK_ROLLING_MEMORY = 3 };
void phk_rolling_remember(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                          double *memory);
bool phk_rolling_lost(const void *par, const ph_eval *eval, const ph_frame *frame, char *why,
                      size_t size);

#endif
