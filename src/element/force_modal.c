/* SPDX-License-Identifier: BSD-3-Clause
 *
 * force_modal.c -- `modal_force`: a load that is spread over a flexible body, fixed in its axes,
 * times an expression. Along the modes it is Q = sum phi'f over all nodes, along the frame of the
 * body its resultant F = sum f and T = sum x~ f about the centre of mass; its power is
 * e (F.v + T.w + Q.q').
 *
 * An element sees frames, and no modes. Two more markers of the body turn about its x axis as the
 * load deforms the body, by Q.q and by -Q.q: the torques e/2 and -e/2 about that axis are Q along
 * the modes, and nothing else. See ph_force_type.shape.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/diag.h"
#include "base/names.h"
#include "element/elements.h"
#include "element/tangent.h"
#include "flex/flex.h"
#include "math/so3.h"

typedef struct {
    ph_place on, reaction;
    ph_text load;
    ph_rows nodes;
    ph_numbers modes;
    ph_vec3 force, torque; /* [N], [N m] about the centre of mass, body axes */
    ph_expr scale;
    double from, until;
} modal;

enum { MARKERS = 4 };

static ph_wrench resultant(const modal *p, const ph_frame *frame, double scale)
{
    return (ph_wrench){ph_scale(scale, ph_mat3_mul(frame->R_WM, p->force)),
                       ph_scale(scale, ph_mat3_mul(frame->R_WM, p->torque))};
}

static void act(const modal *p, const ph_frame *frame, double scale, ph_wrench *w)
{
    const ph_vec3 none = {0, 0, 0}, along = ph_scale(0.5 * scale, phk_axis(&frame->R_WM, 0));
    w[0] = resultant(p, frame, scale);
    ph_vec3 arm = ph_sub(frame[1].p, frame[0].p);
    w[1] = (ph_wrench){ph_scale(-1, w[0].force), ph_sub(ph_cross(arm, w[0].force), w[0].torque)};
    w[2] = (ph_wrench){none, along};
    w[3] = (ph_wrench){none, ph_scale(-1, along)};
}

static ph_status wrench(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                        ph_wrench *w)
{
    const modal *p = par;
    for (int e = 0; e < n; e++, frame += MARKERS, w += MARKERS)
        act(&p[e], frame, eval->value[p[e].scale.value], w);
    return PH_OK;
}

static ph_status tangent(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                         ph_tangent *out)
{
    const modal *p = par;
    for (int e = 0; e < n; e++, frame += MARKERS) {
        double *d = phk_square(out->displacement, e, MARKERS);
        double *v = out->value + (size_t)(e * 6 * MARKERS);
        ph_wrench w[MARKERS];
        act(&p[e], frame, 1, w);
        for (int k = 0; k < MARKERS; k++) {
            phk_column_add(v, 1, PHK_FORCE(k), 0, 1, w[k].force);
            phk_column_add(v, 1, PHK_TORQUE(k), 0, 1, w[k].torque);
        }
        act(&p[e], frame, eval->value[p[e].scale.value], w);
        const ph_mat3 arm = phk_hat(ph_sub(frame[1].p, frame[0].p)), f = phk_hat(w[0].force);
        const ph_mat3 arm_f = phk_mat3_product(arm, f);
        phk_block_add(d, MARKERS, PHK_TORQUE(1), PHK_TURN(0), -1, &arm_f);
        phk_block_add(d, MARKERS, PHK_TORQUE(1), PHK_MOVE(1), -1, &f);
        phk_block_add(d, MARKERS, PHK_TORQUE(1), PHK_MOVE(0), 1, &f);
        for (int k = 0; k < MARKERS; k++) {
            const ph_mat3 force = phk_hat(w[k].force);
            const ph_mat3 torque = phk_hat(k == 1 ? ph_scale(-1, w[0].torque) : w[k].torque);
            phk_block_add(d, MARKERS, PHK_FORCE(k), PHK_TURN(0), -1, &force);
            phk_block_add(d, MARKERS, PHK_TORQUE(k), PHK_TURN(0), -1, &torque);
        }
    }
    return PH_OK;
}

static void window(const void *par, double *from, double *until)
{
    const modal *p = par;
    *from = p->from;
    *until = p->until;
}

static const char *check(const void *par, const char **hint)
{
    const modal *p = par;
    const int given = (p->load.text != NULL) + (p->nodes.count > 0) + (p->modes.count > 0);
    const bool sums = ph_norm(p->force) > 0 || ph_norm(p->torque) > 0;
    *hint =
        "`load`: one of the body's file; `nodes`: forces at nodes; or `modes`, with `force` and "
        "`torque`";
    if (given != 1) return given ? "it says twice what it is" : "it does not say what it is";
    *hint = "each row is the number of a node and three forces [N], body axes";
    if (p->nodes.count && p->nodes.width != 4) return "`nodes` needs four numbers in each row";
    *hint = "leave them out";
    return sums && !p->modes.count ? "`force` and `torque` follow from the load" : NULL;
}

/* ---- along the modes ---- */

static ph_status take_load(modal *p, const phk_flex *flex, const char *name, ph_source where,
                           ph_diag *diag, double *shape)
{
    phk_nearest nearest = phk_nearest_to(p->load.text, strlen(p->load.text));
    for (int k = 0; k < flex->loads; k++) {
        const phk_flex_load *load = &flex->load[k];
        phk_nearest_offer(&nearest, load->name);
        if (strcmp(load->name, p->load.text) != 0) continue;
        memcpy(shape, load->modal, (size_t)flex->modes * sizeof *shape);
        p->force = load->force;
        p->torque = load->torque;
        return PH_OK;
    }
    char hint[120] = "give the forces at its nodes: `nodes: [[4, 0, 0, -10]]`";
    if (nearest.best) snprintf(hint, sizeof hint, "did you mean `%.80s`?", nearest.best);
    return phk_error(diag, PH_E_NAME, p->load.where.line > 0 ? p->load.where : where, hint,
                     "force `%s`: the body has no load `%s` (%d in all)", name, p->load.text,
                     flex->loads);
}

static ph_status sum_nodes(modal *p, const phk_flex *flex, const char *name, ph_source where,
                           ph_diag *diag, double *shape)
{
    phk_flex_push_sum sum = {.modal = shape};
    ph_status status = PH_OK;
    for (int i = 0; i < p->nodes.count; i++) {
        const double *row = p->nodes.value + 4 * (size_t)i;
        int node = 0;
        while (node < flex->nodes && (flex->node[node].id < 0 || flex->node[node].id != row[0]))
            node++;
        if (node < flex->nodes)
            phk_flex_push(flex, node, ph_v3(row[1], row[2], row[3]), &sum);
        else
            status = phk_error(diag, PH_E_NAME, where,
                               "each row is the number of a node and three forces [N], body axes",
                               "force `%s`: the body has no node %g", name, row[0]);
    }
    p->force = sum.force;
    p->torque = sum.torque;
    return status;
}

static ph_status shape_of(void *par, const phk_flex *flex, const char *name, ph_source where,
                          ph_diag *diag, double *shape)
{
    modal *p = par;
    if (p->load.text) return take_load(p, flex, name, where, diag, shape);
    if (p->nodes.count) return sum_nodes(p, flex, name, where, diag, shape);
    if (p->modes.count != flex->modes)
        return p->modes.count == 0
                   ? PH_OK /* which `check` tells */
                   : phk_error(diag, PH_E_RANGE, where, "give one for each mode, in their order",
                               "force `%s`: %d numbers along %d modes", name, p->modes.count,
                               flex->modes);
    memcpy(shape, p->modes.value, (size_t)flex->modes * sizeof *shape);
    return PH_OK;
}

#define AT(member) .offset = offsetof(modal, member)
static const ph_field fields[] = {
    {"on", PH_FIELD_PLACE, AT(on), .help = "The flexible body.", .flags = PH_REQUIRED},
    {"reaction", PH_FIELD_PLACE, AT(reaction),
     .help = "Body or marker that takes the opposite of its resultant, at the same point.",
     .default_help = "ground"},
    {"load", PH_FIELD_TEXT, AT(load), .help = "The load, by its name in the file of the body.",
     .default_help = "none"},
    {"nodes", PH_FIELD_ROWS, AT(nodes), .unit = "N",
     .help =
         "The load as forces at nodes: the number of a node and three components along the axes "
         "of the body, in each row.",
     .default_help = "none"},
    {"modes", PH_FIELD_NUMBERS, AT(modes), .unit = "",
     .help = "The load along each mode, [N] times the displacement of a unit of it [1/sqrt(kg)].",
     .default_help = "none"},
    {"force", PH_FIELD_VEC3, AT(force), .unit = "N",
     .help = "With `modes`: its resultant, body axes.", .default_help = "none"},
    {"torque", PH_FIELD_VEC3, AT(torque), .unit = "N m",
     .help = "With `modes`: its moment about the centre of mass, body axes.",
     .default_help = "none"},
    {"scale", PH_FIELD_EXPR, AT(scale), .unit = "", .help = "What the load is multiplied with.",
     .flags = PH_REQUIRED},
    {"from", PH_FIELD_NUMBER, AT(from), .unit = "s", .help = "When it begins to act.",
     .init = -INFINITY, .default_help = "the start"},
    {"until", PH_FIELD_NUMBER, AT(until), .unit = "s", .help = "When it ceases to act.",
     .init = INFINITY, .default_help = "the end"},
    {.name = NULL}};

const ph_force_type phk_force_modal = {
    .name = "modal_force",
    .help = "a load spread over a flexible body, times an expression",
    .notes = "The load turns with the body. It is a load of the body's file, a list of forces at "
             "nodes, or numbers along its modes with their resultant.",
    .par_bytes = sizeof(modal),
    .fields = fields,
    .markers = MARKERS,
    .check = check,
    .shape = shape_of,
    .wrench = wrench,
    .tangent = tangent,
    .window = window,
};
