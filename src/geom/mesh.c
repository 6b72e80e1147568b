/* SPDX-License-Identifier: BSD-3-Clause
 *
 * mesh.c -- meshes grow by one item at a time, and know their box and their mass.
 *
 * Mass: a triangle (a, b, c) and a point o span a tetrahedron of six times the volume
 * d = (a - o) . (b - o) x (c - o), negative where the triangle looks towards o; over a closed mesh
 * what lies outside cancels. With o the origin its integrals are
 *
 *     1: d/6      x: d/24 s      x x^T: d/120 (s s^T + a a^T + b b^T + c c^T),    s = a + b + c.
 *
 * o is the middle of the box, so that a mesh far away loses no digits.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <polhode/geometry.h>

/* --- making ----------------------------------------------------------------------------------- */

/* The list with room for another item of a size. It holds count of them, and has room for the next
 * power of two: no capacity need be kept. A mesh without memory forgets all it had. */
static void *grown(ph_mesh *m, void *list, int count, size_t size)
{
    if (m->failed) return NULL;
    if (count & (count - 1)) return list;
    void *more = count < 1 << 29 ? realloc(list, (count ? 2 * (size_t)count : 1) * size) : NULL;
    if (more) return more;
    ph_mesh_free(m);
    m->failed = true;
    return NULL;
}

int ph_mesh_add_vertex(ph_mesh *m, ph_vec3 vertex)
{
    ph_vec3 *list = grown(m, m->vertex, m->vertices, sizeof *list);
    if (!list) return 0;
    m->vertex = list;
    list[m->vertices] = vertex;
    return m->vertices++;
}

/* Room goes by whole triangles and lines: a list of them is one of arrays. */
void ph_mesh_add_triangle(ph_mesh *m, int a, int b, int c)
{
    int(*list)[3] = grown(m, m->corner, m->triangles, sizeof *list);
    if (!list) return;
    m->corner = *list;
    list[m->triangles][0] = a;
    list[m->triangles][1] = b;
    list[m->triangles++][2] = c;
}

void ph_mesh_add_line(ph_mesh *m, int a, int b)
{
    int(*list)[2] = grown(m, m->line, m->lines, sizeof *list);
    if (!list) return;
    m->line = *list;
    list[m->lines][0] = a;
    list[m->lines++][1] = b;
}

void ph_mesh_end_patch(ph_mesh *m)
{
    if (m->triangles == (m->patches ? m->patch[m->patches - 1] : 0)) return;
    int *list = grown(m, m->patch, m->patches, sizeof *list);
    if (!list) return;
    m->patch = list;
    list[m->patches++] = m->triangles;
}

void ph_mesh_free(ph_mesh *m)
{
    free(m->vertex);
    free(m->corner);
    free(m->patch);
    free(m->line);
    *m = (ph_mesh){0};
}

/* --- measuring -------------------------------------------------------------------------------- */

void ph_mesh_bounds(const ph_mesh *m, ph_vec3 *low, ph_vec3 *high)
{
    *low = *high = m->vertices ? m->vertex[0] : ph_v3(0, 0, 0);
    for (int i = 1; i < m->vertices; i++) {
        ph_vec3 v = m->vertex[i];
        *low = ph_v3(fmin(low->x, v.x), fmin(low->y, v.y), fmin(low->z, v.z));
        *high = ph_v3(fmax(high->x, v.x), fmax(high->y, v.y), fmax(high->z, v.z));
    }
}

/* Adds w v v^T. */
static void add_square(ph_sym3 *to, double w, ph_vec3 v)
{
    to->xx += w * v.x * v.x;
    to->yy += w * v.y * v.y;
    to->zz += w * v.z * v.z;
    to->xy += w * v.x * v.y;
    to->xz += w * v.x * v.z;
    to->yz += w * v.y * v.z;
}

ph_mass_of ph_mesh_mass(const ph_mesh *m)
{
    ph_vec3 low, high, first = {0, 0, 0};
    ph_sym3 second = {0};
    double volume = 0;
    ph_mesh_bounds(m, &low, &high);
    ph_vec3 middle = ph_scale(0.5, ph_add(low, high));
    for (int i = 0; i < m->triangles; i++) {
        const int *t = &m->corner[3 * i];
        ph_vec3 v[3];
        for (int k = 0; k < 3; k++) v[k] = ph_sub(m->vertex[t[k]], middle);
        double d = ph_dot(v[0], ph_cross(v[1], v[2]));
        ph_vec3 sum = ph_add(v[0], ph_add(v[1], v[2]));
        volume += d / 6;
        first = ph_axpy(first, d / 24, sum);
        add_square(&second, d / 120, sum);
        for (int k = 0; k < 3; k++) add_square(&second, d / 120, v[k]);
    }
    if (!(fabs(volume) > 0)) return (ph_mass_of){0};
    /* about the centre, then from squares to moments */
    ph_vec3 c = ph_scale(1 / volume, first);
    add_square(&second, -volume, c);
    const ph_sym3 s = second;
    return (ph_mass_of){
        volume, ph_add(middle, c), {s.yy + s.zz, s.xx + s.zz, s.xx + s.yy, -s.xy, -s.xz, -s.yz}};
}
