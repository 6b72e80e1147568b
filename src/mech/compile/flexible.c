/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Flexible bodies of a program, and markers on their nodes.
 */
#include <math.h>
#include <string.h>
#include "base/diag.h"
#include "mech/system/program.h"

static void *take(phk_program *program, int n, size_t size)
{
    return phk_arena_alloc(&program->arena, (size_t)(n > 0 ? n : 1) * size);
}

/* A mode of torsion moves no point of an axis: turns count by what they move that far from a node,
 * as part of the body's radius of gyration. */
#define TURNING 0.01

static double size_of(const phk_flex *is, int mode)
{
    const double gyration = sqrt((is->J0.xx + is->J0.yy + is->J0.zz) / (2 * is->mass));
    double turn = 0;
    for (int i = 0; i < is->nodes; i++)
        for (int c = 0; is->node[i].psi && c < 3; c++)
            turn = fmax(turn, fabs(is->node[i].psi[c * is->modes + mode]));
    return fmax(is->size[mode], TURNING * gyration * turn);
}

static ph_status fill(phk_program *program, phk_flexible_body *f)
{
    const phk_flex *is = f->is;
    const ph_flexible_def *def = phk_model_flexible(program->model, f->body);
    f->damping = take(program, is->modes, sizeof *f->damping);
    f->start = take(program, is->modes, sizeof *f->start);
    f->size = take(program, is->modes, sizeof *f->size);
    if (!f->damping || !f->start || !f->size) return PH_E_NOMEM;
    for (int j = 0; j < is->modes; j++) {
        const double k =
            is->coupled ? is->coupled[(size_t)j * (size_t)(is->modes + 1)] : is->stiffness[j];
        f->damping[j] = 2 * ph_flex_damping(is, j) * sqrt(fmax(k, 0));
        f->size[j] = size_of(is, j);
        f->start[j] = def && j < def->modes.count ? def->modes.value[j] : 0;
    }
    f->relaxed = !def || (def->start == PH_BENT_RELAXED && def->modes.count == 0);
    return PH_OK;
}

ph_status phk_program_bend_body(phk_program *program, int body, const phk_flex *flex)
{
    phk_flexible_list *list = &program->flexible;
    if (!list->of_body) {
        list->of_body = take(program, program->bodies, sizeof *list->of_body);
        if (!list->of_body) return PH_E_NOMEM;
        for (int i = 0; i < program->bodies; i++) list->of_body[i] = -1;
    }
    phk_flexible_body *larger =
        phk_arena_grow(&program->arena, list->item, (size_t)list->n, sizeof *larger);
    if (!larger) return PH_E_NOMEM;
    list->item = larger;
    larger[list->n] = (phk_flexible_body){.body = body, .first = list->modes, .is = flex};
    ph_status status = fill(program, &larger[list->n]);
    if (status) return status;
    list->of_body[body] = list->n++;
    list->modes += flex->modes;
    if (flex->modes > list->most) list->most = flex->modes;
    program->mass[body] = flex->mass;
    program->inertia[body] = flex->J0;
    return PH_OK;
}

/* A place held rigidly off a node, small turns of which move it: phi - d~ psi. */
static const phk_flex_node *off_node(phk_program *program, const phk_flex *is,
                                     const phk_flex_node *at, ph_vec3 d)
{
    if (!at->psi || (d.x == 0 && d.y == 0 && d.z == 0)) return at;
    size_t n = (size_t)is->modes;
    phk_flex_node *node = take(program, 1, sizeof *node);
    double *phi = take(program, 3 * is->modes, sizeof *phi);
    if (!node || !phi) return NULL;
    memcpy(phi, at->phi, 3 * n * sizeof *phi);
    for (size_t j = 0; j < n; j++) {
        ph_vec3 turn = {at->psi[j], at->psi[n + j], at->psi[2 * n + j]};
        ph_vec3 more = ph_cross(turn, d);
        phi[j] += more.x;
        phi[n + j] += more.y;
        phi[2 * n + j] += more.z;
    }
    *node = *at;
    node->at = ph_add(at->at, d);
    node->phi = phi;
    return node;
}

ph_status phk_program_put_on_node(phk_program *program, int marker, int node, ph_vec3 off)
{
    phk_marker *m = &program->places.marker[marker];
    const phk_flex *is = phk_program_flexible(program, m->body)->is;
    m->node = off_node(program, is, &is->node[node], off);
    if (!m->node) return PH_E_NOMEM;
    m->r = ph_add(program->r_C[m->body], ph_add(is->node[node].at, off));
    m->bend = program->places.bends++;
    return PH_OK;
}

/* A marker in the centre of mass that turns about x as the modes do. */
static int add_turning(phk_program *program, const phk_flexible_body *f, const double *shape,
                       double sign)
{
    const int n = f->is->modes;
    const ph_vec3 at = program->r_C[f->body];
    phk_flex_node *node = take(program, 1, sizeof *node);
    double *phi = take(program, 3 * n, sizeof *phi), *psi = take(program, 3 * n, sizeof *psi);
    int m = phk_program_add_marker(program, f->body, at, ph_quat_identity());
    if (!node || !phi || !psi || m < 0) return PHK_NO_MEMORY;
    memset(phi, 0, 3 * (size_t)n * sizeof *phi);
    memset(psi, 0, 3 * (size_t)n * sizeof *psi);
    for (int j = 0; j < n; j++) psi[j] = sign * shape[j];
    *node = (phk_flex_node){.id = -1, .phi = phi, .psi = psi};
    program->places.marker[m].node = node;
    program->places.marker[m].bend = program->places.bends++;
    return m;
}

ph_status phk_program_shape(phk_program *program, const phk_shaped *by, int *marker, ph_diag *diag)
{
    const int places = by->type->markers - 2;
    const int body = program->places.marker[marker[0]].body;
    const phk_flexible_body *f = body < 0 ? NULL : phk_program_flexible(program, body);
    const ph_flexible_def *def = body < 0 ? NULL : phk_model_flexible(program->model, body);
    /* its data could not be read, which has been told */
    if (!f && def) return PH_E_MODEL;
    if (!f || program->places.of_body[body] != marker[0])
        return phk_error(
            diag, PH_E_MODEL, by->where, "name a body of `flexible` by itself, without a node",
            "force `%s` loads the modes of a body, and is on none that bends", by->name);
    double *shape = take(program, f->is->modes, sizeof *shape);
    if (!shape) return PH_E_NOMEM;
    memset(shape, 0, (size_t)f->is->modes * sizeof *shape);
    ph_status status = by->type->shape(by->par, f->is, by->name, by->where, diag, shape);
    for (int k = 0; !status && k < 2; k++) {
        marker[places + k] = add_turning(program, f, shape, k ? -1 : 1);
        if (marker[places + k] < 0) status = PH_E_NOMEM;
    }
    return status;
}
