/* SPDX-License-Identifier: BSD-3-Clause
 *
 * force_beam.c -- `beam`: a straight elastic beam without mass, along the x axis of its second
 * marker (reaction), with its first (on) at x = L. Linear, with shear (Timoshenko):
 *
 *   P_y = 12 E I_zz s_y/(G A L^2),  P_z = 12 E I_yy s_z/(G A L^2)
 *   K_11 = E A/L                         K_44 = G I_xx/L
 *   K_22 = 12 E I_zz/(L^3 (1 + P_y))     K_33 = 12 E I_yy/(L^3 (1 + P_z))
 *   K_26 = -6 E I_zz/(L^2 (1 + P_y))     K_35 = 6 E I_yy/(L^2 (1 + P_z))
 *   K_66 = (4 + P_y) E I_zz/(L (1 + P_y))   K_55 = (4 + P_z) E I_yy/(L (1 + P_z))
 * It is a bushing (bushing.h) with this K and the preload K (L, 0, ..): deformations are those of
 * the one end as seen from the other, at any turn of both. J. S. Przemieniecki, Theory of Matrix
 * Structural Analysis, McGraw-Hill 1968, section 5.6, has K as part of the matrix of both ends.
 *
 * Within one element bending is small, and there is no stiffness by tension: a beam that bends far,
 * buckles or hangs is a row of them. Then the error falls with the square of the bend of each.
 */
#include <math.h>
#include <stddef.h>
#include <string.h>
#include "element/bushing.h"
#include "element/elements.h"

typedef struct {
    ph_place on, reaction;
    double length, young, shear; /* [m], [Pa], [Pa] */
    double area, ixx, iyy, izz;  /* [m^2], [m^4]; of a section by numbers */
    double radius;               /* [m] of a round one */
    ph_numbers tube, rectangle;  /* [m] radii outside and inside; sides along y and z */
    double shear_y, shear_z;     /* area over shear area; 0: shear does not bend it */
    double damping_ratio;        /* [s] */
    ph_numbers damping;          /* instead: 6 or 36 */
    int angles;
} beam_par;

typedef struct {
    double area, ixx, iyy, izz;
} section;

/* Torsion of a rectangle with sides a >= b: R. J. Roark, Formulas for Stress and Strain. */
static double rectangle_torsion(double a, double b)
{
    if (a < b) return rectangle_torsion(b, a);
    double r = b / a;
    return a * b * b * b * (1.0 / 3 - 0.21 * r * (1 - r * r * r * r / 12));
}

static section ring(double outer, double inner)
{
    double a = outer * outer, b = inner * inner, i = PH_PI / 4 * (a * a - b * b);
    return (section){PH_PI * (a - b), 2 * i, i, i};
}

static section section_of(const beam_par *p)
{
    if (p->radius > 0) return ring(p->radius, 0);
    if (p->tube.count == 2) return ring(p->tube.value[0], p->tube.value[1]);
    if (p->rectangle.count == 2) {
        double b = p->rectangle.value[0], h = p->rectangle.value[1];
        return (section){b * h, rectangle_torsion(b, h), b * h * h * h / 12, h * b * b * b / 12};
    }
    return (section){p->area, p->ixx, p->iyy, p->izz};
}

/* One plane of bending: displacement i, turn j, and the sign of their coupling. */
static void bend(double K[36], int i, int j, double sign, double stiffness, double L, double P)
{
    double k = stiffness / (1 + P);
    K[7 * i] = 12 * k / (L * L * L);
    K[6 * i + j] = K[6 * j + i] = sign * 6 * k / (L * L);
    K[7 * j] = (4 + P) * k / L;
}

static phk_bushing of(const void *par, phk_bushing_room *room)
{
    const beam_par *p = par;
    const section s = section_of(p);
    double L = p->length, E = p->young, shear = p->shear * s.area * L * L, *K = room->stiffness;
    phk_bushing b = {.stiffness = {36, K}, .preload = {6, room->preload}, .angles = p->angles};
    memset(K, 0, sizeof room->stiffness);
    memset(room->preload, 0, sizeof room->preload);
    K[0] = E * s.area / L;
    K[21] = p->shear * s.ixx / L;
    bend(K, 1, 5, -1, E * s.izz, L, 12 * E * s.izz * p->shear_y / shear);
    bend(K, 2, 4, 1, E * s.iyy, L, 12 * E * s.iyy * p->shear_z / shear);
    room->preload[0] = E * s.area;
    b.damping = p->damping;
    if (p->damping_ratio == 0) return b;
    for (int k = 0; k < 36; k++) room->damping[k] = p->damping_ratio * K[k];
    b.damping = (ph_numbers){36, room->damping};
    return b;
}

static const phk_bushing_kind kind = {sizeof(beam_par), of};
PHK_BUSHING_KERNELS(kind)

static const char *check_section(const beam_par *p, const char **hint)
{
    bool plain = p->area != 0 || p->ixx != 0 || p->iyy != 0 || p->izz != 0;
    int ways = plain + (p->radius != 0) + (p->tube.count > 0) + (p->rectangle.count > 0);
    *hint = "give `area`, `ixx`, `iyy` and `izz`, or one of `radius`, `tube` and `rectangle`";
    if (ways != 1) return ways ? "it has more than one cross section" : "it has no cross section";
    if (plain && !(p->area > 0 && p->ixx > 0 && p->iyy > 0 && p->izz > 0))
        return "`area`, `ixx`, `iyy` and `izz` must all be above 0";
    const double *t = p->tube.value, *r = p->rectangle.value;
    *hint = "two radii, the outer one first";
    if (p->tube.count && (p->tube.count != 2 || !(t[0] > t[1]) || !(t[1] >= 0)))
        return "`tube` is not a radius outside and a smaller one inside";
    *hint = "two sides, along y and along z";
    if (p->rectangle.count && (p->rectangle.count != 2 || !(r[0] > 0) || !(r[1] > 0)))
        return "`rectangle` is not two lengths above 0";
    return NULL;
}

static const char *check(const void *par, const char **hint)
{
    const beam_par *p = par;
    const char *wrong = check_section(p, hint);
    if (wrong) return wrong;
    *hint = "`damping_ratio` times the stiffness, or a matrix of its own";
    if (p->damping_ratio != 0 && p->damping.count) return "it is damped in two ways";
    *hint = "6 numbers are the diagonal (x, y, z, rx, ry, rz), 36 the rows of the matrix";
    int c = p->damping.count;
    return c != 0 && c != 6 && c != 36 ? "`damping` needs 6 or 36 numbers" : NULL;
}

#define AT(member) .offset = offsetof(beam_par, member)
#define POSITIVE   .min = 0, .max = INFINITY, .flags = PH_REQUIRED | PH_ABOVE
#define NOT_BELOW  .min = 0, .max = INFINITY
static const ph_field fields[] = {
    {"on", PH_FIELD_PLACE, AT(on), .help = "Body or marker at the end x = `length`.",
     .flags = PH_REQUIRED},
    {"reaction", PH_FIELD_PLACE, AT(reaction),
     .help = "Body or marker where the beam begins; it lies along its x axis.",
     .flags = PH_REQUIRED},
    {"length", PH_FIELD_NUMBER, AT(length), .unit = "m", .help = "Of the unloaded beam.", POSITIVE},
    {"young", PH_FIELD_NUMBER, AT(young), .unit = "Pa", .help = "Young's modulus.", POSITIVE},
    {"shear", PH_FIELD_NUMBER, AT(shear), .unit = "Pa", .help = "Shear modulus.", POSITIVE},
    {"radius", PH_FIELD_NUMBER, AT(radius), .unit = "m", .help = "Of a round cross section.",
     NOT_BELOW},
    {"tube", PH_FIELD_NUMBERS, AT(tube), .unit = "m",
     .help = "Two radii, outside and inside, of a round cross section with a hole.",
     .default_help = "none"},
    {"rectangle", PH_FIELD_NUMBERS, AT(rectangle), .unit = "m",
     .help = "Two sides, along y and z of `reaction`, of a rectangular cross section.",
     .default_help = "none"},
    {"area", PH_FIELD_NUMBER, AT(area), .unit = "m^2",
     .help = "Area of a cross section by its numbers.", NOT_BELOW},
    {"ixx", PH_FIELD_NUMBER, AT(ixx), .unit = "m^4", .help = "Its torsion constant.", NOT_BELOW},
    {"iyy", PH_FIELD_NUMBER, AT(iyy), .unit = "m^4",
     .help = "Its second moment of area about y, against bending along z.", NOT_BELOW},
    {"izz", PH_FIELD_NUMBER, AT(izz), .unit = "m^4",
     .help = "Its second moment of area about z, against bending along y.", NOT_BELOW},
    {"shear_y", PH_FIELD_NUMBER, AT(shear_y), .unit = "",
     .help =
         "Area over shear area along y: 10/9 for a round section, 6/5 for a rectangle; 0: shear "
         "does not bend it.",
     NOT_BELOW},
    {"shear_z", PH_FIELD_NUMBER, AT(shear_z), .unit = "", .help = "The same along z.", NOT_BELOW},
    {"damping_ratio", PH_FIELD_NUMBER, AT(damping_ratio), .unit = "s",
     .help = "The matrix of damping is this times that of stiffness.", NOT_BELOW},
    {"damping", PH_FIELD_NUMBERS, AT(damping), .unit = "N s/m, N m s/rad",
     .help = "Instead: six numbers, or the 36 of a full matrix by rows.", .default_help = "zero"},
    {"angles", PH_FIELD_WORD, AT(angles),
     .help = "How rotation is measured: the rotation `vector`, or three `projected` angles.",
     .words = phk_angle_words},
    {.name = NULL}};
#undef AT

const ph_force_type phk_force_beam = {
    .name = "beam",
    .help = "straight elastic beam without mass between two places",
    .notes =
        "The beam lies along the x axis of `reaction`; unloaded, `on` is at x = `length` with "
        "its axes parallel. How far `on` is from there, in the axes of `reaction`, times the "
        "6 x 6 matrix of linear beam theory (Timoshenko's where `shear_y` or `shear_z` is "
        "given) is the force and torque at `on`; `reaction` takes the opposite ones at the "
        "same point. Ends may turn with each other at will; against each other they bend a "
        "little, and tension does not stiffen it: a beam that bends far, buckles or hangs is a "
        "row of beams with bodies between them. With `angles: vector` it is conservative; "
        "`projected` ones are those of ADAMS, and its work then counts as applied work.",
    .par_bytes = sizeof(beam_par),
    .fields = fields,
    .check = check,
    PHK_BUSHING_TYPE,
};
