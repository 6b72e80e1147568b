/* SPDX-License-Identifier: BSD-3-Clause
 *
 * force_axial_torque.c -- `axial_torque`: one expression s, a torque about an axis e of a marker:
 * t_0 = s e,  t_1 = -s e.
 */
#include "element/force_axial.h"
#include "element/tangent.h"

static ph_vec3 axis_of(const phk_axial *p, const ph_frame *frame)
{
    return phk_axis(&frame[phk_axes_marker(&p->axes_of, p->axes)].R_WM, p->direction);
}

static ph_status wrench(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                        ph_wrench *w)
{
    const phk_axial *p = par;
    for (int e = 0; e < n; e++, frame += PHK_ACTION_MARKERS, w += PHK_ACTION_MARKERS) {
        w[0] = (ph_wrench){{0, 0, 0}, ph_scale(phk_value(&p[e].load, eval), axis_of(&p[e], frame))};
        phk_react(frame, w);
    }
    return PH_OK;
}

static ph_status tangent(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                         ph_tangent *t)
{
    enum { VALUES = 2 };
    const phk_axial *p = par;
    for (int e = 0; e < n; e++, frame += PHK_ACTION_MARKERS) {
        ph_wrench unit = {{0, 0, 0}, axis_of(&p[e], frame)};
        ph_wrench w = {{0, 0, 0}, ph_scale(phk_value(&p[e].load, eval), unit.torque)};
        phk_action_turned(phk_square(t->displacement, e, PHK_ACTION_MARKERS), frame, &w,
                          phk_axes_marker(&p[e].axes_of, p[e].axes));
        phk_action_by_value(t->value + (size_t)(e * 6 * PHK_ACTION_MARKERS * VALUES), VALUES, 0,
                            frame, &unit);
    }
    return PH_OK;
}

static const ph_field fields[] = {
    {"on", PH_FIELD_PLACE, .offset = offsetof(phk_axial, on),
     .help = "Body or marker the torque acts on.", .flags = PH_REQUIRED},
    {"reaction", PH_FIELD_PLACE, .offset = offsetof(phk_axial, reaction),
     .help = "Body or marker that takes the opposite torque.", .default_help = "ground"},
    {"direction", PH_FIELD_WORD, .offset = offsetof(phk_axial, direction),
     .help = "The axis the torque turns about.", .words = phk_axis_words, .init = 2},
    PHK_AXES_FIELDS(phk_axial, PHK_AXES_OWN),
    {"torque", PH_FIELD_EXPR, .offset = offsetof(phk_axial, load), .unit = "N m",
     .help = "The torque: an expression of time and the model's quantities.", .flags = PH_REQUIRED},
    PHK_LEDGER_FIELDS(phk_axial, "torque")};

const ph_force_type phk_force_axial_torque = {
    .name = "axial_torque",
    .help = "torque by one expression about an axis of a marker",
    .par_bytes = sizeof(phk_axial),
    .fields = fields,
    .markers = PHK_ACTION_MARKERS,
    .loaded = 2,
    .wrench = wrench,
    .tangent = tangent,
    .potential = phk_axial_potential,
    .work = phk_axial_work,
    .window = phk_axial_window,
};
