/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hull_core.c -- the core of a hull: what is left when its rounding r is taken off, so that a ball
 * of that radius rolls along inside of all its faces.
 *
 * A corner goes to where such a ball touches its faces, which is one place where three of them
 * meet. Where there are more, or where a small face ends before it, the place p by least squares
 * may be outside of the plane n.x = d - r of some face; it then goes towards the centre c, as far
 * as needed:
 *
 *     p + s (c - p),    s = max (r - a)/(b - a),    a = d - n.p,  b = d - n.c.
 *
 * So the body never stands out of the hull, and has its faces where three of them meet. The core is
 * the hull of these places.
 */
#include "geom/hull_core.h"

#include <math.h>
#include <stdlib.h>
#include "geom/hull.h"

/* Of the least extent: the rounding of edges nobody has asked for. Of bodies with more faces than
 * these some are looked at for the extent, and for each corner those near it. */
#define ROUND 0.02
enum { MANY = 500 };

static const char *const no_memory = "needs more memory than there is";
static const char *const too_round = "is rounded by more than fits into it";

static double height(const phk_shell *s, const phk_shell_face *f, ph_vec3 x)
{
    return ph_dot(f->normal, ph_sub(s->corner[f->corner[0]].at, x));
}

static double thickness_of(const phk_shell *s)
{
    double least = INFINITY;
    for (int i = 0; i < s->faces; i += (s->faces + MANY - 1) / MANY) {
        double most = 0;
        for (int k = 0; k < s->corners; k++)
            most = fmax(most, height(s, &s->face[i], s->corner[k].at));
        least = fmin(least, most);
    }
    return least;
}

/* How far towards the centre a place has to go so that it is below a face by r. */
static double way_in(const phk_shell *s, const phk_shell_face *f, ph_vec3 p, ph_vec3 centre,
                     double r)
{
    const double a = height(s, f, p), b = height(s, f, centre);
    return r - a > 1e-13 * b ? (r - a) / (b - a) : 0;
}

/* The same for all faces of a corner. */
static double way_in_at(const phk_shell *s, int corner, ph_vec3 p, ph_vec3 centre, double r)
{
    const phk_shell_corner *c = &s->corner[corner];
    double in = 0;
    for (int i = c->first; i < c[1].first; i++)
        for (int k = 0; k < 2; k++)
            in = fmax(in, way_in(s, &s->face[s->edge[s->spoke[i]].face[k]], p, centre, r));
    return in;
}

static ph_vec3 place_of(const phk_shell *s, int corner, ph_vec3 centre, double r)
{
    const phk_shell_corner *c = &s->corner[corner];
    const ph_vec3 p = ph_axpy(c->at, r / s->rounding, ph_sub(c->inset, c->at));
    double in = 0;
    for (int i = 0; s->faces <= MANY && i < s->faces; i++)
        in = fmax(in, way_in(s, &s->face[i], p, centre, r));
    for (int i = c->first; s->faces > MANY && i < c[1].first; i++)
        for (int k = 0; k < 2; k++)
            in = fmax(in, way_in_at(s, s->edge[s->spoke[i]].corner[k], p, centre, r));
    return ph_axpy(p, in, ph_sub(centre, p));
}

/* Corners of the core, about the middle of the hull. */
static const char *shrink(const phk_shell *s, ph_vec3 centre, double r, ph_mesh *core)
{
    for (int i = 0; i < s->faces; i++)
        if (!(height(s, &s->face[i], centre) > 1.0001 * r)) return too_round;
    double *xyz = malloc((size_t)s->corners * 3 * sizeof *xyz);
    if (!xyz) return no_memory;
    for (int i = 0; i < s->corners; i++) {
        const ph_vec3 p = place_of(s, i, centre, r);
        xyz[3 * i] = p.x;
        xyz[3 * i + 1] = p.y;
        xyz[3 * i + 2] = p.z;
    }
    const bool made = phk_hull_make(xyz, s->corners, core) == NULL;
    free(xyz);
    return made ? NULL : core->failed ? no_memory : too_round;
}

static const char *make_core(const ph_mesh *mesh, double rounding, phk_hull_core *out,
                             ph_mesh *core, ph_vec3 *middle)
{
    phk_arena scratch = {0};
    phk_shell sharp;
    const char *wrong = phk_shell_create(mesh, 0, &scratch, &sharp, middle);
    if (!wrong) {
        out->thickness = thickness_of(&sharp);
        out->rounding = rounding > 0 ? rounding : ROUND * out->thickness;
        if (2 * out->rounding > out->thickness)
            wrong = "is rounded by more than half its least extent";
        else
            wrong = shrink(&sharp, ph_sub(ph_mesh_mass(mesh).centre, *middle), out->rounding, core);
    }
    phk_arena_free(&scratch);
    return wrong;
}

/* Its corners, and which of them are next to each other. */
static bool list_corners(phk_hull_core *h, phk_arena *arena)
{
    const phk_shell *s = &h->shell;
    const size_t corners = (size_t)s->corners + 1, spokes = 2 * (size_t)s->edges;
    ph_vec3 *vertex = phk_arena_alloc(arena, corners * sizeof *vertex);
    int *first = phk_arena_alloc(arena, corners * sizeof *first);
    int *near = phk_arena_alloc(arena, spokes * sizeof *near);
    if (!vertex || !first || !near) return false;
    for (int i = 0; i <= s->corners; i++) {
        first[i] = s->corner[i].first;
        if (i == s->corners) break;
        vertex[i] = s->corner[i].at;
        for (int j = s->corner[i].first; j < s->corner[i + 1].first; j++) {
            const int *ends = s->edge[s->spoke[j]].corner;
            near[j] = ends[ends[0] == i];
        }
    }
    h->convex = (phk_convex){.kind = PHK_CONVEX_HULL,
                             .half = s->high,
                             .vertex = vertex,
                             .vertices = s->corners,
                             .first = first,
                             .near = near};
    return true;
}

const char *phk_hull_core_create(const ph_rows *points, double rounding, phk_arena *arena,
                                 phk_hull_core *out, ph_vec3 *middle)
{
    ph_mesh mesh = {0}, core = {0};
    ph_vec3 more;
    *out = (phk_hull_core){0};
    *middle = ph_v3(0, 0, 0);
    if (points->width != 3 || phk_hull_make(points->value, points->count, &mesh))
        return mesh.failed ? no_memory : "has no inside that could touch";
    const char *wrong = make_core(&mesh, rounding, out, &core, middle);
    if (!wrong) wrong = phk_shell_create(&core, 0, arena, &out->shell, &more);
    ph_mesh_free(&mesh);
    ph_mesh_free(&core);
    if (wrong) return wrong;
    *middle = ph_add(*middle, more);
    out->shell.thickness = out->thickness;
    /* its skin is all that is round of it */
    phk_shell *s = &out->shell;
    s->rounding = 0;
    for (int i = 0; i < s->corners; i++) s->corner[i].inset = s->corner[i].at;
    return list_corners(out, arena) ? NULL : no_memory;
}
