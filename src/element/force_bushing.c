/* SPDX-License-Identifier: BSD-3-Clause
 *
 * force_bushing.c -- `bushing`: six springs and dampers, coupled at will, between the first marker
 * (on) and the second (reaction), in the axes of the second. bushing.h has the equations.
 */
#include <stddef.h>
#include "element/bushing.h"
#include "element/elements.h"

typedef struct {
    ph_place on, reaction;
    phk_bushing is;
} bushing_par;

enum { SIX = PHK_BUSHING_SIX };

static phk_bushing of(const void *par, phk_bushing_room *room)
{
    (void)room;
    return ((const bushing_par *)par)->is;
}

static const phk_bushing_kind kind = {sizeof(bushing_par), of};
PHK_BUSHING_KERNELS(kind)

static const char *check(const void *par, const char **hint)
{
    const bushing_par *p = par;
    int k = p->is.stiffness.count, c = p->is.damping.count, l = p->is.preload.count;
    *hint = "6 numbers are the diagonal (x, y, z, rx, ry, rz), 36 the rows of the matrix";
    if (k != SIX && k != SIX * SIX) return "`stiffness` needs 6 or 36 numbers";
    if (c != 0 && c != SIX && c != SIX * SIX) return "`damping` needs 6 or 36 numbers";
    *hint = "three forces, then three torques";
    return l != 0 && l != SIX ? "`preload` needs 6 numbers" : NULL;
}

#define AT(member) .offset = offsetof(bushing_par, member)
static const ph_field fields[] = {
    {"on", PH_FIELD_PLACE, AT(on), .help = "Body or marker at one end.", .flags = PH_REQUIRED},
    {"reaction", PH_FIELD_PLACE, AT(reaction),
     .help = "Body or marker at the other end, whose axes the numbers refer to.",
     .flags = PH_REQUIRED},
    {"stiffness", PH_FIELD_NUMBERS, AT(is.stiffness), .unit = "N/m, N m/rad",
     .help = "Six numbers, for x, y, z and the rotation about them, or the 36 of a full matrix by "
             "rows. Rotation is measured by its rotation vector, the short way.",
     .flags = PH_REQUIRED},
    {"damping", PH_FIELD_NUMBERS, AT(is.damping), .unit = "N s/m, N m s/rad", .help = "The same.",
     .default_help = "zero"},
    {"preload", PH_FIELD_NUMBERS, AT(is.preload), .unit = "N, N m",
     .help = "Three forces and three torques on `on` when both ends coincide.",
     .default_help = "zero"},
    {"angles", PH_FIELD_WORD, AT(is.angles),
     .help = "How rotation is measured: the rotation `vector`, or three `projected` angles.",
     .words = phk_angle_words},
    {.name = NULL}};
#undef AT

const ph_force_type phk_force_bushing = {
    .name = "bushing",
    .help = "six springs and dampers between two places, for displacement and rotation",
    .notes = "The displacement x of `on` from `reaction` and the rotation vector psi between"
             " them are taken in the axes of `reaction`, and with K and C the matrices of "
             "stiffness and damping (F, M) = `preload` - K (x, psi). The force on `on` is F,"
             " the torque B'M with B the matrix that makes the rate of psi from the angular "
             "velocity: with it a symmetric K conserves energy at any angle, and where it is"
             " the same about all axes the torque is -k psi. Then C times the relative "
             "velocity and angular velocity is taken off. The work of a K that is not "
             "symmetric counts as applied work. psi is the short way round: a bushing turned"
             " by half a turn snaps over. With `angles: projected` psi holds three angles instead,"
             " as ADAMS takes them: of the z axis of `on` about x and about y of `reaction`, of its"
             " x axis about z, with their turns counted; the torque is M. That is meant for small"
             " angles about all axes but one, and its work counts as applied work.",
    .par_bytes = sizeof(bushing_par),
    .fields = fields,
    .check = check,
    PHK_BUSHING_TYPE,
};
