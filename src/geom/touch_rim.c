/* SPDX-License-Identifier: BSD-3-Clause
 *
 * touch_rim.c -- the rim of a cylinder or a cone on a plane: its deepest point,
 *
 *   x = x0 + R t,  t = -(n - (n.u) u)/|n - (n.u) u|,  u the axis.
 *
 * Of one that stands upright every point is the deepest one, and t turns about with the slightest
 * tilt: there four points of the rim take over.
 */
#include "geom/touch.h"

/* Squares of the sine of the tilt: below the first one it stands, above the second it does not. */
static const double standing = 1e-6, tilted = 1e-4;

int phk_touch_rim_plane(const phk_touch_frame *a, const phk_touch_rim *rim,
                        const phk_touch_frame *b, phk_touch_point touch[PHK_TOUCH_RIM])
{
    const ph_vec3 u = ph_rotate(a->q, ph_v3(0, 0, 1)), n = ph_rotate(b->q, ph_v3(0, 0, 1));
    const double lean = ph_dot(n, u);
    const ph_vec3 across = ph_axpy(n, -lean, u);
    const double sine2 = ph_dot(across, across), sine = sqrt(sine2);
    double slope, by[6], less[6];
    const double one = phk_touch_ramp(sine2, standing, tilted, &slope);
    int points = 0;

    /* sine^2 = 1 - (n.u)^2, and n rests in B */
    for (int k = 0; k < 6; k++) {
        by[k] = -2 * slope * lean * ph_dot(n, phk_touch_turns(k, u));
        less[k] = -0.25 * by[k];
    }
    if (one > 0) {
        const ph_vec3 t = ph_scale(-1 / sine, across), centre = ph_scale(rim->height, u);
        const ph_vec3 arm = ph_axpy(centre, rim->radius, t), x = ph_add(a->p, arm);
        phk_touch_point *const p = &touch[points++];
        *p = (phk_touch_point){.weight = 1, .normal = n};
        p->gap = ph_dot(n, ph_sub(x, b->p)) - rim->section;
        p->point = ph_axpy(x, -(rim->section + 0.5 * p->gap), n);
        p->arm_a = ph_sub(p->point, a->p);
        p->arm_b = ph_sub(p->point, b->p);
        for (int k = 0; k < 6; k++) {
            const ph_vec3 du = phk_touch_turns(k, u);
            const ph_vec3 d = ph_axpy(ph_scale(ph_dot(n, du), u), lean, du);
            const ph_vec3 dt = ph_scale(1 / sine, ph_axpy(d, -ph_dot(t, d), t));
            const ph_vec3 dx = ph_axpy(phk_touch_moves(k, centre), rim->radius, dt);
            p->by_point[k] = ph_axpy(dx, -0.5 * ph_dot(n, dx), n);
        }
        phk_touch_weigh(p, one, by);
    }
    if (one < 1) {
        const phk_touch_core plane = phk_core_plane();
        for (int i = 0; i < 4; i++) {
            const ph_vec3 at = {rim->radius * (i == 0) - rim->radius * (i == 2),
                                rim->radius * (i == 1) - rim->radius * (i == 3), rim->height};
            phk_touch_round(a, at, rim->section, b, &plane, &touch[points]);
            touch[points].feature += 64 * (i + 1);
            phk_touch_weigh(&touch[points++], 0.25 * (1 - one), less);
        }
    }
    return points;
}
