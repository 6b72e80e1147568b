/* SPDX-License-Identifier: BSD-3-Clause */
#include "geom/turned.h"

#include <math.h>

void phk_profile_point(phk_profile *p, double r, double z, bool edge)
{
    int n = p->points;
    if (n == PHK_PROFILE_POINTS) return;
    if (n && p->point[n - 1].r == r && p->point[n - 1].z == z) {
        p->point[n - 1].edge |= edge;
        return;
    }
    p->point[n].r = r;
    p->point[n].z = z;
    p->point[n].edge = edge;
    p->points++;
}

void phk_profile_arc(phk_profile *p, double r, double z, double radius, const double angle[2],
                     int steps)
{
    for (int i = 0; i <= steps; i++) {
        double a = angle[0] + (angle[1] - angle[0]) * i / steps, x = r + radius * cos(a);
        /* the cosine of a right angle is not zero, but the axis is */
        phk_profile_point(p, fabs(x) < 1e-12 * radius ? 0 : x, z + radius * sin(a), false);
    }
}

/* Vertices of a point of the profile: around the axis, or the one on it. */
static int add_ring(ph_mesh *m, double r, double z, int around)
{
    if (!(r > 0)) return ph_mesh_add_vertex(m, ph_v3(0, 0, z));
    int first = m->vertices;
    for (int i = 0; i < around; i++) {
        double angle = 2 * PH_PI * i / around;
        ph_mesh_add_vertex(m, ph_v3(r * cos(angle), r * sin(angle), z));
    }
    return first;
}

/* Triangles between two rings; on the axis the corners of a ring are one. */
static void add_band(ph_mesh *m, int low, bool low_round, int high, bool high_round, int around)
{
    for (int i = 0; i < around; i++) {
        int next = (i + 1) % around;
        int a = low_round ? low + i : low, b = low_round ? low + next : low;
        int c = high_round ? high + next : high, d = high_round ? high + i : high;
        if (low_round) ph_mesh_add_triangle(m, a, b, d);
        if (high_round) ph_mesh_add_triangle(m, b, c, d);
    }
}

void phk_profile_turn(const phk_profile *p, int around, ph_mesh *m)
{
    int ring[PHK_PROFILE_POINTS + 1];
    for (int k = 0; k < p->points; k++) ring[k] = add_ring(m, p->point[k].r, p->point[k].z, around);
    int bands = p->closed ? p->points : p->points - 1;
    for (int k = 0; k < bands; k++) {
        int next = (k + 1) % p->points;
        if (p->point[k].edge) ph_mesh_end_patch(m);
        add_band(m, ring[k], p->point[k].r > 0, ring[next], p->point[next].r > 0, around);
    }
    ph_mesh_end_patch(m);
}

/* Integrals over z of the disc of radius r(z) = a + (b - a) z / h: V = pi r^2, about the axis
 * pi r^4 / 2, across it half of that and pi r^2 z^2. */
ph_mass_of phk_frustum_mass(double a, double b, double length)
{
    double h = fabs(length), sum = a * a + a * b + b * b, volume = PH_PI * h / 3 * sum;
    if (!(volume > 0)) return (ph_mass_of){0};
    double centre = h / 4 * (a * a + 2 * a * b + 3 * b * b) / sum;
    double fourth = a * a * a * a + a * a * a * b + a * a * b * b + a * b * b * b + b * b * b * b;
    double along = PH_PI * h / 10 * fourth;
    double across = along / 2 + PH_PI * h * h * h * (a * a / 30 + a * b / 10 + b * b / 5) -
                    volume * centre * centre;
    return (ph_mass_of){
        volume, {0, 0, length < 0 ? -centre : centre}, {across, across, along, 0, 0, 0}};
}
