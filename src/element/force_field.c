/* SPDX-License-Identifier: BSD-3-Clause
 *
 * force_field.c -- `field`: a force and torque by full 6 x 6 matrices about a place of rest e_0,
 *   (F, M) = F_0 - K (e - e_0) - C e'
 * with the deformation e of the first marker (on) against the second (reaction), in the axes of the
 * second. It is a bushing (bushing.h) with the preload F_0 + K e_0.
 */
#include <math.h>
#include <stddef.h>
#include "element/bushing.h"
#include "element/elements.h"

typedef struct {
    ph_place on, reaction;
    ph_numbers stiffness, damping; /* 6 or 36 */
    double damping_ratio;          /* [s] */
    ph_numbers force, rest;        /* 6: F_0 and e_0 */
    int angles;
} field_par;

static double entry(const ph_numbers *a, int i, int j)
{
    if (a->count == 36) return a->value[6 * i + j];
    return i == j && a->count == 6 ? a->value[i] : 0;
}

static phk_bushing of(const void *par, phk_bushing_room *room)
{
    const field_par *p = par;
    phk_bushing b = {p->stiffness, p->damping, {6, room->preload}, p->angles};
    for (int i = 0; i < 6; i++) {
        room->preload[i] = p->force.count ? p->force.value[i] : 0;
        for (int j = 0; p->rest.count && j < 6; j++)
            room->preload[i] += entry(&p->stiffness, i, j) * p->rest.value[j];
    }
    if (p->damping_ratio == 0) return b;
    for (int k = 0; k < 36; k++)
        room->damping[k] = p->damping_ratio * entry(&p->stiffness, k / 6, k % 6);
    b.damping = (ph_numbers){36, room->damping};
    return b;
}

static const phk_bushing_kind kind = {sizeof(field_par), of};
PHK_BUSHING_KERNELS(kind)

static const char *check(const void *par, const char **hint)
{
    const field_par *p = par;
    int k = p->stiffness.count, c = p->damping.count;
    *hint = "6 numbers are the diagonal (x, y, z, rx, ry, rz), 36 the rows of the matrix";
    if (k != 0 && k != 6 && k != 36) return "`stiffness` needs 6 or 36 numbers";
    if (c != 0 && c != 6 && c != 36) return "`damping` needs 6 or 36 numbers";
    *hint = "`damping_ratio` times the stiffness, or a matrix of its own";
    if (c && p->damping_ratio != 0) return "it is damped in two ways";
    *hint = "three forces, then three torques";
    if (p->force.count && p->force.count != 6) return "`force` needs 6 numbers";
    *hint = "three displacements, then three angles";
    return p->rest.count && p->rest.count != 6 ? "`rest` needs 6 numbers" : NULL;
}

#define AT(member) .offset = offsetof(field_par, member)
static const ph_field fields[] = {
    {"on", PH_FIELD_PLACE, AT(on), .help = "Body or marker at one end.", .flags = PH_REQUIRED},
    {"reaction", PH_FIELD_PLACE, AT(reaction),
     .help = "Body or marker at the other end, whose axes the numbers refer to.",
     .flags = PH_REQUIRED},
    {"stiffness", PH_FIELD_NUMBERS, AT(stiffness), .unit = "N/m, N m/rad",
     .help = "Six numbers, for x, y, z and the rotation about them, or the 36 of a full matrix by "
             "rows.",
     .default_help = "zero"},
    {"damping", PH_FIELD_NUMBERS, AT(damping), .unit = "N s/m, N m s/rad", .help = "The same.",
     .default_help = "zero"},
    {"damping_ratio", PH_FIELD_NUMBER, AT(damping_ratio), .unit = "s",
     .help = "Instead: the matrix of damping is this times that of stiffness.", .min = 0,
     .max = INFINITY},
    {"force", PH_FIELD_NUMBERS, AT(force), .unit = "N, N m",
     .help = "Three forces and three torques on `on` at the place `rest`.", .default_help = "zero"},
    {"rest", PH_FIELD_NUMBERS, AT(rest), .unit = "m, rad",
     .help = "Three displacements and three angles of `on` from `reaction` that the stiffness is "
             "measured from.",
     .default_help = "zero"},
    {"angles", PH_FIELD_WORD, AT(angles),
     .help = "How rotation is measured: the rotation `vector`, or three `projected` angles.",
     .words = phk_angle_words},
    {.name = NULL}};
#undef AT

const ph_force_type phk_force_field = {
    .name = "field",
    .help = "force and torque between two places by 6 x 6 matrices about a place of rest",
    .notes =
        "With e the displacement and rotation of `on` against `reaction`, in the axes of "
        "`reaction`, the force and torque on `on` are `force` - K (e - `rest`) - C e', as of a "
        "`bushing`. The work of a K that is not symmetric counts as applied work, and so does "
        "that of `angles: projected`, which are those of ADAMS.",
    .par_bytes = sizeof(field_par),
    .fields = fields,
    .check = check,
    PHK_BUSHING_TYPE,
};
