/* SPDX-License-Identifier: BSD-3-Clause
 *
 * force_axial.c -- `axial_force`: one expression s, along the line between two places or along an
 * axis of a marker.
 *
 *   line:  f_0 = s u,  u = (p_0 - p_1)/|p_0 - p_1|;  f_1 = -f_0.   s > 0 pushes them apart.
 *   axis:  f_0 = s e,  e the axis; the reaction acts at the same point of space.
 *
 * With d = p_0 - p_1, L = |d|:  du = (1 - u u') dd / L.
 */
#include "element/force_axial.h"

#include "element/tangent.h"

const char *const phk_axis_words[] = {"x", "y", "z", NULL};
static const char *const direction_words[] = {"line", "x", "y", "z", NULL};
enum { LINE };

/* Shorter than this there is no direction: also quotients by it would overflow. */
static const double nothing = 1e-100;

/* Unit vector of the force on the first marker, and the length of a line; false: there is none. */
static int direction_of(const phk_axial *p, const ph_frame *frame, ph_vec3 *u, double *length)
{
    *length = 0;
    if (p->direction != LINE) {
        int axes = phk_axes_marker(&p->axes_of, p->axes);
        *u = phk_axis(&frame[axes].R_WM, p->direction - 1);
        return 1;
    }
    ph_vec3 d = ph_sub(frame[0].p, frame[1].p);
    *length = ph_norm(d);
    *u = ph_scale(1 / *length, d);
    return *length > nothing;
}

static ph_status wrench(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                        ph_wrench *w)
{
    const phk_axial *p = par;
    ph_status status = PH_OK;
    for (int e = 0; e < n; e++, frame += PHK_ACTION_MARKERS, w += PHK_ACTION_MARKERS) {
        ph_vec3 u;
        double length;
        int ok = direction_of(&p[e], frame, &u, &length);
        if (!ok) status = PH_E_NONFINITE;
        w[0] = (ph_wrench){ok ? ph_scale(phk_value(&p[e].load, eval), u) : ph_v3(NAN, NAN, NAN),
                           {0, 0, 0}};
        phk_react(frame, w);
        if (p[e].direction == LINE) w[1].torque = ph_v3(0, 0, 0);
    }
    return status;
}

static ph_status tangent(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                         ph_tangent *t)
{
    enum { VALUES = 2 };
    const phk_axial *p = par;
    ph_status status = PH_OK;
    for (int e = 0; e < n; e++, frame += PHK_ACTION_MARKERS) {
        double *by_motion = phk_square(t->displacement, e, PHK_ACTION_MARKERS), length;
        double *by_value = t->value + (size_t)(e * 6 * PHK_ACTION_MARKERS * VALUES);
        double s = phk_value(&p[e].load, eval);
        ph_wrench unit = {{0, 0, 0}, {0, 0, 0}};
        if (!direction_of(&p[e], frame, &unit.force, &length)) {
            status = PH_E_NONFINITE;
            continue;
        }
        if (p[e].direction == LINE) {
            ph_mat3 one = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}};
            ph_mat3 across = phk_mat3_axpy(one, -1, phk_outer(unit.force, unit.force));
            phk_pair_add(by_motion, PHK_ACTION_MARKERS, PHK_FORCE(0), PHK_MOVE(0), s / length,
                         &across);
            phk_column_add(by_value, VALUES, PHK_FORCE(0), 0, 1, unit.force);
            phk_column_add(by_value, VALUES, PHK_FORCE(1), 0, -1, unit.force);
            continue;
        }
        ph_wrench w = {ph_scale(s, unit.force), {0, 0, 0}};
        phk_action_turned(by_motion, frame, &w, phk_axes_marker(&p[e].axes_of, p[e].axes));
        phk_action_by_value(by_value, VALUES, 0, frame, &unit);
    }
    return status;
}

void phk_axial_potential(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                         double *potential)
{
    const phk_axial *p = par;
    (void)frame;
    for (int e = 0; e < n; e++) potential[e] = phk_value(&p[e].potential, eval);
}

ph_work_class phk_axial_work(const void *par)
{
    return ((const phk_axial *)par)->potential.text ? PH_WORK_CONSERVATIVE : PH_WORK_APPLIED;
}

void phk_axial_window(const void *par, double *from, double *until)
{
    *from = ((const phk_axial *)par)->from;
    *until = ((const phk_axial *)par)->until;
}

static const ph_field fields[] = {
    PHK_PLACE_FIELDS(phk_axial, "force"),
    {"direction", PH_FIELD_WORD, .offset = offsetof(phk_axial, direction),
     .help =
         "`line`: along the line between `on` and `reaction`, positive apart; or along an axis.",
     .words = direction_words},
    PHK_AXES_FIELDS(phk_axial, PHK_AXES_OWN),
    {"force", PH_FIELD_EXPR, .offset = offsetof(phk_axial, load), .unit = "N",
     .help = "The force: an expression of time and the model's quantities.", .flags = PH_REQUIRED},
    PHK_LEDGER_FIELDS(phk_axial, "force")};

const ph_force_type phk_force_axial = {
    .name = "axial_force",
    .help = "force by one expression, along the line between two places or along an axis",
    .notes = "A spring or damper of any law is one of these: `force: -1e4*(distance(a, b) - "
             "0.2)^3 - 50*distance_rate(a, b)`. Along a `line` it ends the run when its ends"
             " come together, for it has no direction there.",
    .par_bytes = sizeof(phk_axial),
    .fields = fields,
    .markers = PHK_ACTION_MARKERS,
    .loaded = 2,
    .wrench = wrench,
    .undefined = "its ends have come together, so that it has no direction",
    .tangent = tangent,
    .potential = phk_axial_potential,
    .work = phk_axial_work,
    .window = phk_axial_window,
};
