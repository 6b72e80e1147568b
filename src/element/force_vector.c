/* SPDX-License-Identifier: BSD-3-Clause
 *
 * force_vector.c -- `force`: a force by three expressions, at the origin of a marker.
 *
 * The reaction acts at the same point of space on the other body: at that body's marker it is the
 * opposite force and the moment of shifting it there, -(p_on - p_reaction) x f.
 */
#include "element/force_vector.h"

#include <stddef.h>

const char *const phk_axes_words[] = {"world", "own", NULL};

void phk_vector_potential(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                          double *potential)
{
    const phk_vector *p = par;
    (void)frame;
    for (int e = 0; e < n; e++)
        potential[e] = p[e].potential.value < 0 ? 0 : eval->value[p[e].potential.value];
}

ph_work_class phk_vector_work(const void *par)
{
    const phk_vector *p = par;
    return p->potential.text ? PH_WORK_CONSERVATIVE : PH_WORK_APPLIED;
}

void phk_vector_window(const void *par, double *from, double *until)
{
    const phk_vector *p = par;
    *from = p->from;
    *until = p->until;
}

static ph_status wrench(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                        ph_wrench *w)
{
    const phk_vector *p = par;
    for (int e = 0; e < n; e++, frame += 2, w += 2) {
        ph_vec3 f = phk_vector_world(&p[e], eval, &frame[0]);
        ph_vec3 arm = ph_sub(frame[1].p, frame[0].p);
        w[0] = (ph_wrench){f, ph_v3(0, 0, 0)};
        w[1] = (ph_wrench){ph_scale(-1, f), ph_cross(arm, f)};
    }
    return PH_OK;
}

static const ph_field fields[] = {PHK_VECTOR_FIELDS("force", "N")};

const ph_force_type phk_force_vector = {
    .name = "force",
    .help = "force by three expressions, on one body or between two",
    .par_bytes = sizeof(phk_vector),
    .fields = fields,
    .markers = 2,
    .wrench = wrench,
    .potential = phk_vector_potential,
    .work = phk_vector_work,
    .window = phk_vector_window,
};
