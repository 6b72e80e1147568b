/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Sections: shear coefficients by Cowper, J. Appl. Mech. 33 (1966); torsion of a rectangle l x s by
 *   It = l s^3 (1/3 - 0.21 s/l (1 - s^4/(12 l^4)))
 * (0.4 % off at most, Young and Budynas) and its largest shear stress by Saint-Venant's series; of
 * an I by its three rectangles, without warping.
 */
#include "flex/section.h"

#include <math.h>

#define PI 3.14159265358979323846

const char *phk_beam_profile_wrong(const ph_beam_section *d, const char **hint)
{
    static const int sizes[] = {2, 1, 2, 4, 0};
    *hint = "give lengths above zero";
    for (int i = 0; i < sizes[d->kind]; i++)
        if (!(d->size[i] > 0) || !isfinite(d->size[i])) return "a size is not above zero";
    if (d->kind == PH_SECTION_TUBE && d->size[1] > d->size[0] / 2) {
        *hint = "`tube: [outer diameter, thickness]`";
        return "a wall is thicker than its outer radius";
    }
    if (d->kind == PH_SECTION_I && (2 * d->size[3] >= d->size[0] || d->size[2] > d->size[1])) {
        *hint = "`I: [height, width, thickness of the web, of the flanges]`";
        return "there is no room for its web";
    }
    if (d->kind != PH_SECTION_GIVEN) return NULL;
    *hint = "`{A: .., Iy: .., Iz: .., It: ..}`, all above zero";
    if (!(d->A > 0) || !(d->Iy > 0) || !(d->Iz > 0) || !(d->It > 0))
        return "`A`, `Iy`, `Iz` or `It` is not above zero";
    if (!isfinite(d->A + d->Iy + d->Iz + d->It)) return "a number is not finite";
    if (!(d->ky >= 0) || !(d->kz >= 0) || isinf(d->ky) || isinf(d->kz)) {
        *hint = "they are parts of the area: between 0 and 1";
        return "`ky` or `kz` is below zero";
    }
    return NULL;
}

static double rectangle_torsion(double a, double b)
{
    double l = fmax(a, b), s = fmin(a, b), q = s / l;
    return l * s * s * s * (1.0 / 3 - 0.21 * q * (1 - q * q * q * q / 12));
}

/* Largest shear stress per twist and shear modulus: in the middle of the long sides. */
static double rectangle_arm(double a, double b)
{
    double l = fmax(a, b), s = fmin(a, b), sum = 0;
    for (int n = 1; n < 12; n += 2) sum += 1 / (n * n * cosh(n * PI * l / (2 * s)));
    return s * (1 - 8 / (PI * PI) * sum);
}

static phk_beam_profile round_section(double D, double d, double nu)
{
    double mu = d / D, m2 = (1 + mu * mu) * (1 + mu * mu);
    double I = PI / 64 * (D * D * D * D - d * d * d * d);
    double k = 6 * (1 + nu) * m2 / ((7 + 6 * nu) * m2 + (20 + 12 * nu) * mu * mu);
    phk_beam_profile s = {.A = PI / 4 * (D * D - d * d),
                          .Iy = I,
                          .Iz = I,
                          .It = 2 * I,
                          .ky = k,
                          .kz = k,
                          .arm = D / 2,
                          .points = 8};
    for (int i = 0; i < 8; i++) {
        s.y[i] = D / 2 * cos(i * PI / 4);
        s.z[i] = D / 2 * sin(i * PI / 4);
    }
    return s;
}

static void put_corners(phk_beam_profile *s, double b, double h)
{
    s->points = 4;
    for (int i = 0; i < 4; i++) {
        s->y[i] = (i == 0 || i == 3 ? 1 : -1) * b / 2;
        s->z[i] = (i < 2 ? 1 : -1) * h / 2;
    }
}

static phk_beam_profile rectangle(double b, double h, double nu)
{
    double k = 10 * (1 + nu) / (12 + 11 * nu);
    phk_beam_profile s = {.A = b * h,
                          .Iy = b * h * h * h / 12,
                          .Iz = h * b * b * b / 12,
                          .It = rectangle_torsion(b, h),
                          .ky = k,
                          .kz = k,
                          .arm = rectangle_arm(b, h)};
    put_corners(&s, b, h);
    return s;
}

/* Cowper's thin walls where the web takes the shear; the flanges as rectangles where they do. */
static phk_beam_profile i_section(const double *size, double nu)
{
    double h = size[0], b = size[1], w = size[2], f = size[3], web = h - 2 * f, c = h - f;
    double A = 2 * b * f + web * w;
    double Iy = (b * h * h * h - (b - w) * web * web * web) / 12;
    double Iz = (2 * f * b * b * b + web * w * w * w) / 12;
    double m = 2 * b * f / (c * w), n = b / c;
    double top = 10 * (1 + nu) * (1 + 3 * m) * (1 + 3 * m);
    double bottom = 12 + 72 * m + 150 * m * m + 90 * m * m * m +
                    nu * (11 + 66 * m + 135 * m * m + 90 * m * m * m) + 30 * n * n * (m + m * m) +
                    5 * nu * n * n * (8 * m + 9 * m * m);
    double ky = 10 * (1 + nu) / (12 + 11 * nu) * 2 * b * f / A;
    phk_beam_profile s = {.A = A,
                          .Iy = Iy,
                          .Iz = Iz,
                          .It = 2 * rectangle_torsion(b, f) + rectangle_torsion(web, w),
                          .ky = ky,
                          .kz = top / bottom,
                          .arm = fmax(f, w)};
    put_corners(&s, b, h);
    return s;
}

phk_beam_profile phk_beam_profile_make(const ph_beam_section *d, double nu, bool slender)
{
    phk_beam_profile s = {
        .A = d->A, .Iy = d->Iy, .Iz = d->Iz, .It = d->It, .ky = d->ky, .kz = d->kz};
    if (d->kind == PH_SECTION_TUBE)
        s = round_section(d->size[0], d->size[0] - 2 * d->size[1], nu);
    else if (d->kind == PH_SECTION_CIRCLE)
        s = round_section(d->size[0], 0, nu);
    else if (d->kind == PH_SECTION_RECTANGLE)
        s = rectangle(d->size[0], d->size[1], nu);
    else if (d->kind == PH_SECTION_I)
        s = i_section(d->size, nu);
    if (slender) s.ky = s.kz = 0;
    return s;
}
