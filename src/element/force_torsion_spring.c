/* SPDX-License-Identifier: BSD-3-Clause
 *
 * force_torsion_spring.c -- `torsion_spring`: a spring and damper about the z axes of two markers.
 *
 * With axes x, y, z of the first marker (on) and X, Y, Z of the second (reaction) the angle is the
 * twist of the first against the second,
 *   a = atan2(Y.x - X.y, X.x + Y.y),   a' = g . (w_0 - w_1),   g = (z + Z)/(1 + z.Z).
 * With parallel axes that is the angle from X to x about z = Z, and g = z. Where a joint lets the
 * axes part, the twist is still defined (but for opposite ones) and treats both ends alike; the
 * projection of x on the plane of X and Y does neither.
 *   T = T_0 - k (a - a_0) - c a',   t_0 = T g,  t_1 = -T g
 *   V = k/2 (a - a_0)^2 - T_0 (a - a_0),   lost = c a'^2
 * Since t is along the gradient of a, it is conservative at any angle between the axes.
 *
 * Turns are counted: a is within half a turn of zero at the start, and within half a turn of that
 * of the step before from then on.
 *
 * Derivatives, with s = 1 + z.Z and dz = dphi x z:
 *   dg/dphi_0 = -(z~ + g (z x Z)')/s,   dg/dphi_1 = -(Z~ + g (Z x z)')/s
 */
#include <math.h>
#include "element/elements.h"
#include "element/tangent.h"

typedef struct {
    ph_place on, reaction;
    double stiffness, damping; /* [N m/rad], [N m s/rad] */
    double angle;              /* [rad] free angle */
    double torque;             /* [N m] at the free angle */
} torsion_par;

enum { MARKERS = 2 };

typedef struct {
    double angle, rate; /* [rad], [rad/s] */
    double s, torque;   /* 1 + z.Z; [N m] */
    ph_vec3 g, w;       /* gradient of the angle; relative angular velocity */
    int defined;
} torsion_now;

static torsion_now now(const torsion_par *p, const ph_frame *frame, const double *memory)
{
    const ph_mat3 *r = &frame[0].R_WM, *R = &frame[1].R_WM;
    ph_vec3 x = phk_axis(r, 0), y = phk_axis(r, 1), z = phk_axis(r, 2);
    ph_vec3 X = phk_axis(R, 0), Y = phk_axis(R, 1), Z = phk_axis(R, 2);
    torsion_now t = {.s = 1 + ph_dot(z, Z), .w = ph_sub(frame[0].w, frame[1].w)};
    t.defined = t.s > 1e-12;
    if (!t.defined) return t;
    t.angle = atan2(ph_dot(Y, x) - ph_dot(X, y), ph_dot(X, x) + ph_dot(Y, y));
    if (memory) t.angle += 2 * PH_PI * nearbyint((*memory - t.angle) / (2 * PH_PI));
    t.g = ph_scale(1 / t.s, ph_add(z, Z));
    t.rate = ph_dot(t.g, t.w);
    t.torque = p->torque - p->stiffness * (t.angle - p->angle) - p->damping * t.rate;
    return t;
}

static const double *memory_of(const ph_eval *eval, int e)
{
    return eval->memory ? &eval->memory[e] : NULL;
}

static void remember(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                     double *memory)
{
    const torsion_par *p = par;
    for (int e = 0; e < n; e++) {
        torsion_now t = now(&p[e], &frame[MARKERS * e], memory_of(eval, e));
        if (t.defined) memory[e] = t.angle;
    }
}

static ph_status wrench(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                        ph_wrench *w)
{
    const torsion_par *p = par;
    ph_status status = PH_OK;
    for (int e = 0; e < n; e++, frame += MARKERS, w += MARKERS) {
        torsion_now t = now(&p[e], frame, memory_of(eval, e));
        if (!t.defined) status = PH_E_NONFINITE;
        ph_vec3 torque = ph_scale(t.defined ? t.torque : NAN, t.g);
        w[0] = (ph_wrench){{0, 0, 0}, torque};
        w[1] = (ph_wrench){{0, 0, 0}, ph_scale(-1, torque)};
    }
    return status;
}

/* Derivative of g by the turn of the marker whose axis is z. */
static ph_mat3 turned(const torsion_now *t, ph_vec3 z, ph_vec3 other)
{
    ph_mat3 sum = phk_mat3_axpy(phk_hat(z), 1, phk_outer(t->g, ph_cross(z, other)));
    ph_mat3 none = {{{0, 0, 0}, {0, 0, 0}, {0, 0, 0}}};
    return phk_mat3_axpy(none, -1 / t->s, sum);
}

static ph_status tangent(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                         ph_tangent *out)
{
    const torsion_par *p = par;
    ph_status status = PH_OK;
    for (int e = 0; e < n; e++, frame += MARKERS) {
        torsion_now t = now(&p[e], frame, memory_of(eval, e));
        double *by_turn = phk_square(out->displacement, e, MARKERS);
        if (!t.defined) {
            status = PH_E_NONFINITE;
            continue;
        }
        ph_vec3 z[2] = {phk_axis(&frame[0].R_WM, 2), phk_axis(&frame[1].R_WM, 2)};
        ph_mat3 along = phk_outer(t.g, t.g);
        phk_pair_add(by_turn, MARKERS, PHK_TORQUE(0), PHK_TURN(0), -p[e].stiffness, &along);
        for (int k = 0; k < 2; k++) {
            /* g turns: the torque with it, and the rate a' = g . w */
            ph_mat3 dg = turned(&t, z[k], z[1 - k]);
            ph_mat3 rate = phk_outer(t.g, phk_mat3_transposed_mul(&dg, t.w));
            for (int row = 0; row < 2; row++) {
                double sign = row == 0 ? 1 : -1;
                phk_block_add(by_turn, MARKERS, PHK_TORQUE(row), PHK_TURN(k), sign * t.torque, &dg);
                phk_block_add(by_turn, MARKERS, PHK_TORQUE(row), PHK_TURN(k), -sign * p[e].damping,
                              &rate);
            }
        }
        phk_pair_add(phk_square(out->velocity, e, MARKERS), MARKERS, PHK_TORQUE(0), PHK_TURN(0),
                     -p[e].damping, &along);
    }
    return status;
}

static void potential(int n, const void *par, const ph_eval *eval, const ph_frame *frame, double *v)
{
    const torsion_par *p = par;
    for (int e = 0; e < n; e++) {
        double wound = now(&p[e], &frame[MARKERS * e], memory_of(eval, e)).angle - p[e].angle;
        v[e] = wound * (0.5 * p[e].stiffness * wound - p[e].torque);
    }
}

static void dissipation(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                        double *lost)
{
    const torsion_par *p = par;
    for (int e = 0; e < n; e++) {
        double rate = now(&p[e], &frame[MARKERS * e], memory_of(eval, e)).rate;
        lost[e] = p[e].damping * rate * rate;
    }
}

static ph_work_class work(const void *par)
{
    (void)par;
    return PH_WORK_CONSERVATIVE;
}

#define AT(member) .offset = offsetof(torsion_par, member)
static const ph_field fields[] = {
    {"on", PH_FIELD_PLACE, AT(on), .help = "Body or marker at one end.", .flags = PH_REQUIRED},
    {"reaction", PH_FIELD_PLACE, AT(reaction), .help = "Body or marker at the other end.",
     .flags = PH_REQUIRED},
    {"stiffness", PH_FIELD_NUMBER, AT(stiffness), .unit = "N m/rad", .help = "Torque per angle.",
     .min = 0, .max = INFINITY},
    {"damping", PH_FIELD_NUMBER, AT(damping), .unit = "N m s/rad", .help = "Torque per rate.",
     .min = 0, .max = INFINITY},
    {"angle", PH_FIELD_NUMBER, AT(angle), .unit = "rad",
     .help = "Free angle, from the x axis of `reaction` to that of `on`. The angle is within half "
             "a turn of zero at the start; further turns are counted."},
    {"torque", PH_FIELD_NUMBER, AT(torque), .unit = "N m",
     .help = "Preload: the torque on `on` at the free angle."},
    {.name = NULL}};
#undef AT

const ph_force_type phk_force_torsion_spring = {
    .name = "torsion_spring",
    .help = "linear spring and damper about the z axes of two markers",
    .notes = "With a the angle the torque on `on` is `torque` - `stiffness` (a - `angle`) - "
             "`damping` a'. The angle is the twist of `on` against `reaction`: with parallel"
             " z axes, as a joint keeps them, that from one x axis to the other about z. "
             "Where the z axes part by an angle the torque is along z + Z over 1 + z.Z, the "
             "gradient of the twist, so that no energy is made; opposite z axes end the run."
             " Turns are counted from step to step; a step must turn by less than half of "
             "one.",
    .par_bytes = sizeof(torsion_par),
    .fields = fields,
    .markers = MARKERS,
    .wrench = wrench,
    .undefined = "its z axes point in opposite directions, so that it has no angle",
    .tangent = tangent,
    .potential = potential,
    .dissipation = dissipation,
    .memory = 1,
    .remember = remember,
    .work = work,
};
