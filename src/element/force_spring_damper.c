/* SPDX-License-Identifier: BSD-3-Clause
 *
 * force_spring_damper.c -- `spring_damper`: between two points, along the line that joins them.
 *
 *   d = p_0 - p_1,  L = |d|,  u = d/L,  L' = u . (v_0 - v_1)
 *   F = F_0 - k (L - L_0) - c L'     (positive: pushes apart),   f_0 = F u,  f_1 = -F u
 *   V = k/2 (L - L_0)^2 - F_0 (L - L_0),   lost = c L'^2
 *
 * Derivatives, with P = 1 - u u' and e = v_0 - v_1:
 *   df_0 = (-k u u' - c/L u (P e)' + (F/L) P) dd - c u u' de
 * A law that is not linear is an `axial_force`.
 */
#include <math.h>
#include "element/elements.h"
#include "element/tangent.h"

typedef struct {
    ph_place on, reaction;
    double stiffness, damping; /* [N/m], [N s/m] */
    double length;             /* [m] free length; NAN: not given */
    double force;              /* [N] at the free length, positive apart */
} spring_par;

enum { MARKERS = 2 };

/* The spring at a state. */
typedef struct {
    double length, rate; /* [m], [m/s] */
    ph_vec3 u, e;        /* direction; relative velocity */
    double stretch;      /* [m] */
    double force;        /* [N] */
    int defined;         /* it has a direction, or needs none */
} spring_now;

static spring_now now(const spring_par *p, const ph_frame *frame)
{
    spring_now s = {.e = ph_sub(frame[0].v, frame[1].v)};
    ph_vec3 d = ph_sub(frame[0].p, frame[1].p);
    double free_length = isnan(p->length) ? 0 : p->length;
    s.length = ph_norm(d);
    s.stretch = s.length - free_length;
    s.defined = s.length > 1e-100;
    if (s.defined) {
        s.u = ph_scale(1 / s.length, d);
        s.rate = ph_dot(s.u, s.e);
    } else if (p->damping == 0 && p->stiffness * free_length + p->force == 0) {
        /* f = -k d: at d = 0 nothing acts, whatever the direction */
        s.defined = 1;
    }
    s.force = p->force - p->stiffness * s.stretch - p->damping * s.rate;
    return s;
}

static ph_status wrench(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                        ph_wrench *w)
{
    const spring_par *p = par;
    ph_status status = PH_OK;
    (void)eval;
    for (int e = 0; e < n; e++, frame += MARKERS, w += MARKERS) {
        spring_now s = now(&p[e], frame);
        if (!s.defined) status = PH_E_NONFINITE;
        ph_vec3 f = ph_scale(s.defined ? s.force : NAN, s.u);
        w[0] = (ph_wrench){f, {0, 0, 0}};
        w[1] = (ph_wrench){ph_scale(-1, f), {0, 0, 0}};
    }
    return status;
}

static ph_status tangent(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                         ph_tangent *t)
{
    const spring_par *p = par;
    ph_status status = PH_OK;
    (void)eval;
    for (int e = 0; e < n; e++, frame += MARKERS) {
        spring_now s = now(&p[e], frame);
        ph_mat3 one = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}, along = phk_outer(s.u, s.u);
        double *by_place = phk_square(t->displacement, e, MARKERS);
        double *by_speed = phk_square(t->velocity, e, MARKERS);
        if (!s.defined) {
            status = PH_E_NONFINITE;
            continue;
        }
        if (s.length == 0) {
            phk_pair_add(by_place, MARKERS, PHK_FORCE(0), PHK_MOVE(0), -p[e].stiffness, &one);
            continue;
        }
        ph_mat3 across = phk_mat3_axpy(one, -1, along);
        ph_mat3 turned = phk_outer(s.u, ph_axpy(s.e, -s.rate, s.u));
        phk_pair_add(by_place, MARKERS, PHK_FORCE(0), PHK_MOVE(0), -p[e].stiffness, &along);
        phk_pair_add(by_place, MARKERS, PHK_FORCE(0), PHK_MOVE(0), -p[e].damping / s.length,
                     &turned);
        phk_pair_add(by_place, MARKERS, PHK_FORCE(0), PHK_MOVE(0), s.force / s.length, &across);
        phk_pair_add(by_speed, MARKERS, PHK_FORCE(0), PHK_MOVE(0), -p[e].damping, &along);
    }
    return status;
}

static void potential(int n, const void *par, const ph_eval *eval, const ph_frame *frame, double *v)
{
    const spring_par *p = par;
    (void)eval;
    for (int e = 0; e < n; e++) {
        double stretch = now(&p[e], &frame[MARKERS * e]).stretch;
        v[e] = stretch * (0.5 * p[e].stiffness * stretch - p[e].force);
    }
}

static void dissipation(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                        double *lost)
{
    const spring_par *p = par;
    (void)eval;
    for (int e = 0; e < n; e++) {
        double rate = now(&p[e], &frame[MARKERS * e]).rate;
        lost[e] = p[e].damping * rate * rate;
    }
}

static ph_work_class work(const void *par)
{
    (void)par;
    return PH_WORK_CONSERVATIVE;
}

static const char *check(const void *par, const char **hint)
{
    const spring_par *p = par;
    *hint = "give the free length; 0 is one";
    return p->stiffness != 0 && isnan(p->length) ? "a stiffness needs a `length`" : NULL;
}

#define AT(member) .offset = offsetof(spring_par, member)
static const ph_field fields[] = {
    {"on", PH_FIELD_PLACE, AT(on), .help = "Body or marker at one end.", .flags = PH_REQUIRED},
    {"reaction", PH_FIELD_PLACE, AT(reaction), .help = "Body or marker at the other end.",
     .flags = PH_REQUIRED},
    {"stiffness", PH_FIELD_NUMBER, AT(stiffness), .unit = "N/m", .help = "Force per stretch.",
     .min = 0, .max = INFINITY},
    {"damping", PH_FIELD_NUMBER, AT(damping), .unit = "N s/m",
     .help = "Force per rate of the length.", .min = 0, .max = INFINITY},
    {"length", PH_FIELD_NUMBER, AT(length), .unit = "m", .help = "Free length.", .init = NAN,
     .min = 0, .max = INFINITY, .default_help = "required with a stiffness"},
    {"force", PH_FIELD_NUMBER, AT(force), .unit = "N",
     .help = "Preload: the force at the free length, positive when it pushes the ends apart."},
    {.name = NULL}};
#undef AT

const ph_force_type phk_force_spring_damper = {
    .name = "spring_damper",
    .help = "linear spring and damper along the line between two places",
    .notes = "With L the distance of the ends the force is `force` - `stiffness` (L - "
             "`length`) - `damping` L', positive when it pushes them apart. When the ends "
             "come together it has no direction, and the run ends; only a spring without "
             "free length, preload and damping passes through.",
    .par_bytes = sizeof(spring_par),
    .fields = fields,
    .markers = MARKERS,
    .check = check,
    .wrench = wrench,
    .undefined = "its ends have come together, so that it has no direction",
    .tangent = tangent,
    .potential = potential,
    .dissipation = dissipation,
    .work = work,
};
