/* SPDX-License-Identifier: BSD-3-Clause
 *
 * kernel.h -- what the methods are written with: slots as vectors, the dynamics of one body, and
 * the loops over bodies.
 *
 * A stage is written for one body as NAME_body(batch, i, diagonal, loaded) and becomes a loop by
 * PHK_STAGE(NAME) (branch-free bodies: the loop is vectorised) or PHK_STAGE_SERIAL(NAME) (bodies
 * that iterate or can fail). `diagonal` and `loaded` are constants in each of the four loops
 * PHK_STAGE makes, so that off-diagonal inertia and loads nobody applies cost no memory traffic.
 */
#ifndef PHK_ROT_KERNEL_H
#define PHK_ROT_KERNEL_H

#include "math/clones.h"
#include "math/so3.h"
#include "rot/rot.h"

/* The arrays of a batch; h may be that of a part of the step. */
typedef struct {
    phk_rot *rot;
    double *s;
    const double *c;
    size_t ld;
    double h; /* [s] */
} phk_batch;

static inline phk_batch phk_batch_of(phk_rot *rot)
{
    phk_batch b = {rot, rot->s, rot->c, (size_t)rot->ld, rot->h};
    return b;
}

#define PHK_LOOP_(name, begin, end, diagonal, loaded)                                              \
    PHK_INDEPENDENT for (int i = begin; i < end; i++) name##_body(b, i, diagonal, loaded)

#define PHK_STAGE(name)                                                                            \
    PHK_CLONES static void name(phk_rot *rot, int begin, int end)                                  \
    {                                                                                              \
        const phk_batch b = phk_batch_of(rot);                                                     \
        if (rot->diagonal && rot->load) {                                                          \
            PHK_LOOP_(name, begin, end, 1, 1);                                                     \
        } else if (rot->diagonal) {                                                                \
            PHK_LOOP_(name, begin, end, 1, 0);                                                     \
        } else if (rot->load) {                                                                    \
            PHK_LOOP_(name, begin, end, 0, 1);                                                     \
        } else {                                                                                   \
            PHK_LOOP_(name, begin, end, 0, 0);                                                     \
        }                                                                                          \
    }

#define PHK_STAGE_SERIAL(name)                                                                     \
    static void name(phk_rot *rot, int begin, int end)                                             \
    {                                                                                              \
        const phk_batch b = phk_batch_of(rot);                                                     \
        for (int i = begin; i < end; i++) name##_body(b, i, rot->diagonal, rot->load != NULL);     \
    }

/* Most passes of a step that iterates on the loads. Without the derivative of the loads the
 * iteration is linear: 8 passes are usual, 27 were seen at a soft wall, and what needs more than
 * 100 does not converge. */
enum { PHK_PASSES = 100 };

/* Records the first failure of a step. */
void phk_rot_fail(phk_rot *rot, int body, ph_status status, double turn);

/* A stage that does nothing: for a load call at the state as it is. */
void phk_rot_idle(phk_rot *rot, int begin, int end);

/* Call points: the state itself; the state with predicted velocities; a point of its own. */
#define PHK_AT_STATE                                                                               \
    {                                                                                              \
        PHK_X, PHK_V, PHK_Q, PHK_W                                                                 \
    }
#define PHK_AT_PREDICTED                                                                           \
    {                                                                                              \
        PHK_X, PHK_CV, PHK_Q, PHK_CW                                                               \
    }
#define PHK_AT_POINT                                                                               \
    {                                                                                              \
        PHK_CX, PHK_CV, PHK_CQ, PHK_CW                                                             \
    }
#define PHK_NOWHERE                                                                                \
    {                                                                                              \
        0, 0, 0, 0                                                                                 \
    }

/* Most explicit methods call for loads once a step, at its end, and begin the next step with them.
 * The first call is at the state a run begins with; the work is that of the trapezoidal rule. */
extern const phk_rot_stage phk_rot_start_loaded[];
#define PHK_LOADS_CARRIED .start = phk_rot_start_loaded, .step = step, .carry = 0.5, .weight = {0.5}

/* Of those, the steps in two stages: the first brings all bodies to the end, with predicted
 * velocities for the loads there, which the second takes in. */
#define PHK_STEP_OF_TWO(first, second)                                                             \
    static const phk_rot_stage step[] = {                                                          \
        {first, 1, PHK_AT_PREDICTED, 0}, {second, PHK_NO_CALL, PHK_NOWHERE, 0}, {0}};

static inline double phk_batch_get(phk_batch b, int slot, int i)
{
    return b.s[(size_t)slot * b.ld + (size_t)i];
}
static inline void phk_batch_put(phk_batch b, int slot, int i, double value)
{
    b.s[(size_t)slot * b.ld + (size_t)i] = value;
}
static inline ph_vec3 phk_get3(phk_batch b, int slot, int i)
{
    return ph_v3(phk_batch_get(b, slot, i), phk_batch_get(b, slot + 1, i),
                 phk_batch_get(b, slot + 2, i));
}
static inline void phk_put3(phk_batch b, int slot, int i, ph_vec3 v)
{
    phk_batch_put(b, slot, i, v.x);
    phk_batch_put(b, slot + 1, i, v.y);
    phk_batch_put(b, slot + 2, i, v.z);
}
static inline ph_quat phk_get4(phk_batch b, int slot, int i)
{
    return ph_quat_make(phk_batch_get(b, slot, i), phk_batch_get(b, slot + 1, i),
                        phk_batch_get(b, slot + 2, i), phk_batch_get(b, slot + 3, i));
}
static inline void phk_put4(phk_batch b, int slot, int i, ph_quat q)
{
    phk_batch_put(b, slot, i, q.w);
    phk_put3(b, slot + 1, i, ph_v3(q.x, q.y, q.z));
}
static inline double phk_batch_constant(phk_batch b, int slot, int i)
{
    return b.c[(size_t)slot * b.ld + (size_t)i];
}
PHK_INLINE ph_sym3 phk_get_sym3(phk_batch b, int slot, int i, int diagonal)
{
    ph_sym3 a = {0, 0, 0, 0, 0, 0};
    a.xx = phk_batch_constant(b, slot, i);
    a.yy = phk_batch_constant(b, slot + 1, i);
    a.zz = phk_batch_constant(b, slot + 2, i);
    if (!diagonal) {
        a.xy = phk_batch_constant(b, slot + 3, i);
        a.xz = phk_batch_constant(b, slot + 4, i);
        a.yz = phk_batch_constant(b, slot + 5, i);
    }
    return a;
}
PHK_INLINE ph_vec3 phk_mul(ph_sym3 a, ph_vec3 v, int diagonal)
{
    return diagonal ? ph_v3(a.xx * v.x, a.yy * v.y, a.zz * v.z) : ph_sym3_mul(a, v);
}

/* I w and I^-1 p of body i. */
PHK_INLINE ph_vec3 phk_momentum(phk_batch b, int i, int diagonal, ph_vec3 w)
{
    return phk_mul(phk_get_sym3(b, PHK_INERTIA, i, diagonal), w, diagonal);
}
PHK_INLINE ph_vec3 phk_velocity(phk_batch b, int i, int diagonal, ph_vec3 p)
{
    return phk_mul(phk_get_sym3(b, PHK_INERTIA_INVERSE, i, diagonal), p, diagonal);
}

/* Velocity w after its momentum I w = p0 became p. By the difference, because the rounding of
 * I^-1 I is a bias that would add up from step to step. */
PHK_INLINE ph_vec3 phk_velocity_after(phk_batch b, int i, int diagonal, ph_vec3 w, ph_vec3 p0,
                                      ph_vec3 p)
{
    return ph_add(w, phk_velocity(b, i, diagonal, ph_sub(p, p0)));
}

/* [rad] turn of body i in a step, for reports */
static inline double phk_rot_turn(phk_batch b, int i)
{
    return fabs(b.h) * ph_norm(phk_get3(b, PHK_W, i));
}

/* Torque (body axes of the call point) and acceleration F/m of the last load call. */
PHK_INLINE ph_vec3 phk_torque(phk_batch b, int i, int loaded)
{
    return loaded ? phk_get3(b, PHK_T, i) : ph_v3(0, 0, 0);
}
PHK_INLINE ph_vec3 phk_acceleration(phk_batch b, int i, int loaded)
{
    if (!loaded) return ph_v3(0, 0, 0);
    return ph_scale(phk_batch_constant(b, PHK_MASS_INVERSE, i), phk_get3(b, PHK_F, i));
}

/* I^-1 (T - w x I w) */
PHK_INLINE ph_vec3 phk_spin_rate(phk_batch b, int i, int diagonal, ph_vec3 w, ph_vec3 torque)
{
    ph_vec3 gyro = ph_cross(w, phk_momentum(b, i, diagonal, w));
    return phk_velocity(b, i, diagonal, ph_sub(torque, gyro));
}

#endif
