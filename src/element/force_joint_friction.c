/* SPDX-License-Identifier: BSD-3-Clause
 *
 * force_joint_friction.c -- `joint_friction`: friction in a joint (rubbing.h) by the speed of the
 * surfaces, or exactly, by events.
 *
 *   stick: no      m = mu(|V|) V/|V|, mu by a curve of contact/friction.h: what should stick creeps
 *   stick: event   slides with m = mu_d, -mu_d until V passes zero; then a row keeps V at zero
 * until its force is more than mu_s (w N + N_k) could be. See ph_holding; rows come and go in
 * sim/drive_engine_hold.c.
 */
#include <math.h>
#include <string.h>
#include "contact/friction.h"
#include "element/elements.h"
#include "element/rubbing.h"
#include "element/tangent.h"

typedef struct {
    phk_rub_par rub;
    int stick, curve;
} friction_par;

enum { CREEPS, BY_EVENTS };
enum { MARKERS = PHK_RUB_MARKERS, MODE = PHK_RUB_MEMORY, MEMORY };
#define RESTS 1e-9 /* [m/s], [rad/s] what is slower at the start is held */

static const char *attach(void *par, const ph_joint_type *joint, const ph_frame *frame,
                          const char **hint)
{
    friction_par *p = par;
    (void)frame;
    const char *wrong = phk_rub_attach(&p->rub, joint, hint);
    phk_surface_kind kind = p->rub.surface[0].kind;
    bool one = p->rub.surfaces == 1 && (kind == PHK_PIN || kind == PHK_GUIDE);
    if (wrong || p->stick != BY_EVENTS || one) return wrong;
    *hint = "sticking by events is known of revolute and prismatic joints and of one of two pins; "
            "`joint_bristle` holds any other";
    return "slides in more than one way";
}

/* ---- the law ---- */

static void put_friction(const friction_par *p, const double *memory, phk_rub *r)
{
    if (p->stick == BY_EVENTS) {
        r->m[0] = memory ? p->rub.mu_d * memory[MODE] : 0;
        return;
    }
    double speed = p->rub.speed;
    phk_friction_par par = {phk_rub_static(&p->rub), p->rub.mu_d, speed, 1.5 * speed};
    phk_friction_phi f = phk_friction_curves[p->curve].phi(&par, r->speed);
    for (int k = 0; k < r->ways; k++) {
        r->m[k] = f.phi * r->V[k];
        for (int j = 0; j < r->ways; j++) r->by_V[k][j] = f.slope * r->V[k] * r->V[j];
        r->by_V[k][k] += f.phi;
    }
}

/* Surface i of element e. */
static void look(const friction_par *p, int i, const ph_eval *eval, int e, const ph_frame *frame,
                 phk_rub *r)
{
    static const ph_wrench none;
    const double *memory = eval->memory ? &eval->memory[MEMORY * e] : NULL;
    phk_rub_look(&p->rub, i, frame, eval->reaction ? &eval->reaction[e] : &none, memory, r);
    put_friction(p, memory, r);
}

/* ---- the element ---- */

static ph_status wrench(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                        ph_wrench *w)
{
    const friction_par *p = par;
    ph_status status = PH_OK;
    memset(w, 0, (size_t)(n * MARKERS) * sizeof *w);
    for (int e = 0; e < n; e++, p++, frame += MARKERS, w += MARKERS)
        for (int i = 0; i < p->rub.surfaces; i++) {
            phk_rub r;
            look(p, i, eval, e, frame, &r);
            phk_rub_wrench(&r, w);
            if (!r.defined) status = PH_E_NONFINITE;
        }
    return status;
}

static ph_status tangent(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                         ph_tangent *out)
{
    const friction_par *p = par;
    ph_status status = PH_OK;
    for (int e = 0; e < n; e++, p++, frame += MARKERS)
        for (int i = 0; i < p->rub.surfaces; i++) {
            phk_rub r;
            look(p, i, eval, e, frame, &r);
            if (!r.defined) status = PH_E_NONFINITE;
            phk_rub_tangent(&r, frame, phk_square(out->displacement, e, MARKERS),
                            phk_square(out->velocity, e, MARKERS),
                            out->reaction + 6 * PHK_TWELVE * e);
        }
    return status;
}

static void dissipation(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                        double *lost)
{
    const friction_par *p = par;
    for (int e = 0; e < n; e++, p++, frame += MARKERS) {
        lost[e] = 0;
        for (int i = 0; i < p->rub.surfaces; i++) {
            phk_rub r;
            look(p, i, eval, e, frame, &r);
            lost[e] += phk_rub_lost(&r);
        }
    }
}

static ph_work_class work(const void *par)
{
    (void)par;
    return PH_WORK_CONSERVATIVE; /* it stores nothing: all its power is lost */
}

static const char *check(const void *par, const char **hint)
{
    return phk_rub_check(par, hint);
}

/* ---- sticking by events ---- */

/* The one way it slides in. */
static void sliding_way(const void *par, const ph_frame *frame, phk_coordinate *c)
{
    const phk_rub_surface *s = &((const friction_par *)par)->rub.surface[0];
    if (s->kind == PHK_GUIDE)
        phk_coordinate_slide(frame, s->axis, c);
    else
        phk_coordinate_turn(frame, s->marker, s->axis, c);
}

static void remember(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                     double *memory)
{
    const friction_par *p = par;
    for (int e = 0; e < n; e++, p++, frame += MARKERS, memory += MEMORY) {
        static const ph_wrench none;
        bool start = !eval->memory;
        phk_rub_remember(frame, eval->reaction ? &eval->reaction[e] : &none, start, memory);
        if (!start) continue;
        phk_coordinate c;
        sliding_way(p, frame, &c);
        memory[MODE] = fabs(c.rate) <= RESTS ? 0 : c.rate > 0 ? 1 : -1;
    }
}

static void stick_value(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                        double *value)
{
    (void)n, (void)eval;
    phk_coordinate c;
    sliding_way(par, frame, &c);
    *value = c.rate;
}

static void stick_coefficient(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                              double *coefficient)
{
    (void)n, (void)eval;
    phk_coordinate c;
    sliding_way(par, frame, &c);
    memcpy(coefficient, c.g, sizeof c.g);
}

static void stick_gradient(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                           double *gradient)
{
    (void)n, (void)eval;
    phk_coordinate c;
    sliding_way(par, frame, &c);
    memcpy(gradient, c.rate_by_place, sizeof c.rate_by_place);
}

static void stick_curvature(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                            const double *lambda, double *curvature)
{
    (void)n, (void)eval;
    phk_coordinate c;
    sliding_way(par, frame, &c);
    for (int i = 0; i < PHK_TWELVE * PHK_TWELVE; i++) curvature[i] = lambda[0] * (&c.dg[0][0])[i];
}

static const ph_velocity_rows stick_rows = {.rows = 1,
                                            .value = stick_value,
                                            .coefficient = stick_coefficient,
                                            .gradient = stick_gradient,
                                            .curvature = stick_curvature};
static const ph_joint_type stick = {
    .name = "joint_friction", .help = "a joint that sticks", .velocity = &stick_rows};

static const ph_joint_type *row(const void *par)
{
    return ((const friction_par *)par)->stick == BY_EVENTS ? &stick : NULL;
}

static double guard(const void *par, const ph_eval *eval, const ph_frame *frame, double lambda)
{
    const friction_par *p = par;
    phk_rub r;
    look(p, 0, eval, 0, frame, &r);
    double mode = eval->memory[MODE];
    return mode == 0 ? phk_rub_static(&p->rub) * r.load[0] - fabs(lambda) : mode * r.way[0].rate;
}

static const ph_holding holding = {.row = row, .mode = MODE, .guard = guard};

/* ---- the type ---- */

static const char *const sticks[] = {"no", "event", NULL};
static const char *const curves[] = {"step", "tanh", NULL};
static const ph_field fields[] = {
    PHK_RUB_FIELDS,
    {"stick", PH_FIELD_WORD, .offset = offsetof(friction_par, stick),
     .help = "Whether it holds where it does not slide: `no`, it creeps, by a curve of the speed; "
             "`event`, it does, exactly, until more than `static` times the load would be needed.",
     .words = sticks},
    {"curve", PH_FIELD_WORD, .offset = offsetof(friction_par, curve),
     .help = "Friction by speed: by cubic steps up to `static` and down to `dynamic`, or `static` "
             "times tanh.",
     .words = curves},
    {.name = NULL}};

const ph_force_type phk_force_joint_friction = {
    .name = "joint_friction",
    .help = "friction in a joint, by the load that joint carries",
    .notes = "The load on the surfaces is what the joint does at the same instant, which is solved "
             "for together with the motion: across the axis F_r, along it F_a, bending T_b, "
             "torsion T_a. A pin rubs with the torque mu (R_p F_r + R_n F_a + R_p/R_b T_b), a "
             "guide with the force mu (F_r + T_b/X + T_a/R_a), a sleeve with mu (F_r + T_b/X) "
             "against the direction it slides and turns in, a ball with mu R |F|. R_p is "
             "`pin_radius`, R_n `friction_arm`, R_b `bending_arm`, X the overlap, R_a "
             "`reaction_arm`. Where rows of a joint are redundant its reaction is not unique, and "
             "neither is its friction.",
    .par_bytes = sizeof(friction_par),
    .fields = fields,
    .markers = MARKERS,
    .attach = attach,
    .reacts = true,
    .holding = &holding,
    .check = check,
    .wrench = wrench,
    .undefined = "guide and slider no longer overlap",
    .tangent = tangent,
    .dissipation = dissipation,
    .memory = MEMORY,
    .remember = remember,
    .work = work,
};
