/* SPDX-License-Identifier: BSD-3-Clause
 *
 * force_torque.c -- `torque`: a free torque by three expressions. See force_vector.h.
 */
#include "element/force_vector.h"

static const phk_vector_kind kind = {.torque = 1, .values = 4};

static ph_status wrench(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                        ph_wrench *w)
{
    phk_vector_wrench(kind, n, par, eval, frame, w);
    return PH_OK;
}

static ph_status tangent(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                         ph_tangent *derivative)
{
    phk_vector_tangent(kind, n, par, eval, frame, derivative);
    return PH_OK;
}

static const ph_field fields[] = {PHK_PLACE_FIELDS(phk_vector, "torque"),
                                  PHK_AXES_FIELDS(phk_vector, PHK_AXES_WORLD),
                                  PHK_COMPONENT_FIELD(phk_vector, torque, "N m", PH_REQUIRED),
                                  PHK_LEDGER_FIELDS(phk_vector, "torque")};

const ph_force_type phk_force_torque = {
    .name = "torque",
    .help = "torque by three expressions, on one body or between two",
    .par_bytes = sizeof(phk_vector),
    .fields = fields,
    .markers = 3,
    .loaded = 2,
    .wrench = wrench,
    .tangent = tangent,
    .potential = phk_vector_potential,
    .work = phk_vector_work,
    .window = phk_vector_window,
};
