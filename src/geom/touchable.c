/* SPDX-License-Identifier: BSD-3-Clause
 *
 * touchable.c -- how a shape becomes one that can touch: about its middle, edges rounded.
 */
#include "geom/touchable.h"

#include <math.h>
#include "geom/hull_core.h"
#include "geom/shape.h"
#include "geom/shell.h"
#include "geom/smooth.h"
#include "geom/terrain.h"

/* Of the least extent: the rounding of edges nobody has asked for. */
#define ROUND 0.02
/* Corners around what is round and touches by its triangles. */
enum { AROUND = 64 };

static double least(double x, double y, double z)
{
    return fmin(x, fmin(y, z));
}

static double norm3(double x, double y, double z)
{
    return sqrt(x * x + y * y + z * z);
}

/* The core of what has edges: what is left inside of the rounding. */
static void round_off(phk_touchable *t, phk_convex_kind kind, ph_vec3 half, double rounding)
{
    t->thickness = 2 * least(half.x, half.y, half.z);
    t->rounding = rounding > 0 ? rounding : ROUND * t->thickness;
    const double r = t->rounding;
    t->core = (phk_convex){.kind = kind, .half = {half.x - r, half.y - r, half.z - r}};
}

static void make_plane(phk_touchable *t, double rounding)
{
    (void)rounding;
    t->reach = t->thickness = t->radius = INFINITY;
}

static void make_sphere(phk_touchable *t, double rounding)
{
    (void)rounding;
    t->core = (phk_convex){.kind = PHK_CONVEX_POINT};
    t->rounding = t->reach = t->radius = t->sizes.radius;
    t->thickness = 2 * t->sizes.radius;
}

static void make_capsule(phk_touchable *t, double rounding)
{
    (void)rounding;
    t->core = (phk_convex){.kind = PHK_CONVEX_SEGMENT, .half = {0, 0, 0.5 * t->sizes.length}};
    t->rounding = t->radius = t->sizes.radius;
    t->reach = t->sizes.radius + 0.5 * t->sizes.length;
    t->thickness = 2 * t->sizes.radius;
}

static void make_box(phk_touchable *t, double rounding)
{
    const ph_vec3 e = t->sizes.size;
    const ph_vec3 half = {0.5 * fabs(e.x), 0.5 * fabs(e.y), 0.5 * fabs(e.z)};
    round_off(t, PHK_CONVEX_BOX, half, rounding);
    t->reach = norm3(half.x, half.y, half.z);
    t->radius = t->rounding;
}

static void make_cylinder(phk_touchable *t, double rounding)
{
    const double r = t->sizes.radius, h = 0.5 * t->sizes.length;
    round_off(t, PHK_CONVEX_CYLINDER, ph_v3(r, r, h), rounding);
    t->reach = hypot(r, h);
    t->radius = r;
}

/* The mantle goes inwards like the caps: the core of what is sharp has its tip further down, and so
 * its middle. */
static void make_frustum(phk_touchable *t, double rounding)
{
    const double low = t->sizes.radius, high = t->sizes.radius2, h = 0.5 * t->sizes.length;
    t->thickness = fmin(2 * h, low + high);
    t->rounding = rounding > 0 ? rounding : ROUND * t->thickness;
    if (!(t->thickness > 0)) return;
    const double r = t->rounding, slope = (high - low) / (2 * h);
    const double middle = 0.5 * (low + high) - r * hypot(1, slope);
    double bottom = r - h, top = h - r;
    if (middle + slope * top < 0) top = -middle / slope;
    if (middle + slope * bottom < 0) bottom = -middle / slope;
    t->core = (phk_convex){.kind = PHK_CONVEX_FRUSTUM};
    t->core.half.x = fmax(0, middle + slope * bottom);
    t->core.half.y = fmax(0, middle + slope * top);
    /* nothing is left where the mantle ends beyond a cap */
    const bool room = top >= r - h && bottom <= h - r && (middle > 0 || slope != 0);
    t->core.half.z = room ? 0.5 * (top - bottom) : -1;
    t->core_at = 0.5 * (top + bottom);
    t->reach = fmax(hypot(low, h + t->core_at), hypot(high, h - t->core_at));
    t->radius = 0.5 * (low + high);
}

static void make_ellipsoid(phk_touchable *t, double rounding)
{
    (void)rounding;
    const ph_vec3 e = t->sizes.size;
    const ph_vec3 half = {0.5 * fabs(e.x), 0.5 * fabs(e.y), 0.5 * fabs(e.z)};
    t->core = (phk_convex){.kind = PHK_CONVEX_ELLIPSOID, .half = half};
    t->thickness = 2 * least(half.x, half.y, half.z);
    t->reach = fmax(half.x, fmax(half.y, half.z));
    t->radius = cbrt(half.x * half.y * half.z);
}

/* The core is for its box only: the ring is the rim of it. */
static void make_torus(phk_touchable *t, double rounding)
{
    (void)rounding;
    const double ring = t->sizes.radius, section = t->sizes.radius2;
    t->core = (phk_convex){.kind = PHK_CONVEX_CYLINDER, .half = {ring, ring, 0}};
    t->rounding = t->radius = section;
    t->thickness = 2 * section;
    t->reach = ring + section;
}

/* The core is that of the outside; inside it begins at `radius2` and the rounding. */
static void make_tube(phk_touchable *t, double rounding)
{
    const double wall = t->sizes.radius - t->sizes.radius2;
    const double given = rounding > 0 ? rounding : ROUND * fmin(wall, t->sizes.length);
    make_cylinder(t, given);
    t->thickness = fmin(wall, t->sizes.length);
    if (2 * given > wall) t->core.half.x = -1;
}

/* A mesh has no core, but its box has its bounds. */
static const char *make_mesh(phk_touchable *t, double rounding, const ph_mesh *mesh,
                             phk_arena *arena, ph_vec3 *middle)
{
    phk_shell *s = phk_arena_alloc(arena, sizeof *s);
    if (!s) return "needs more memory than there is";
    const char *wrong = phk_shell_create(mesh, rounding, arena, s, middle);
    if (wrong) return wrong;
    t->surface = s;
    t->core = (phk_convex){.kind = PHK_CONVEX_BOX, .half = s->high};
    t->rounding = t->radius = s->rounding;
    t->reach = ph_norm(s->high);
    t->thickness = s->thickness;
    return NULL;
}

/* A hull is the shell of its core, and a skin. */
static const char *make_hull(phk_touchable *t, double rounding, phk_arena *arena, ph_vec3 *middle)
{
    phk_hull_core *h = phk_arena_alloc(arena, sizeof *h);
    if (!h) return "needs more memory than there is";
    const char *wrong = phk_hull_core_create(&t->sizes.rows, rounding, arena, h, middle);
    if (wrong) return wrong;
    t->surface = &h->shell;
    t->core = h->convex;
    t->rounding = t->radius = h->rounding;
    t->reach = ph_norm(h->shell.high) + h->rounding;
    t->thickness = h->thickness;
    return NULL;
}

/* What is cut to triangles here touches by them. */
static const char *make_cut(phk_touchable *t, double rounding, phk_arena *arena, ph_vec3 *middle)
{
    ph_mesh mesh;
    const ph_status status = ph_shape_mesh(t->kind, &t->sizes, AROUND, &mesh);
    const char *wrong = status == PH_OK ? make_mesh(t, rounding, &mesh, arena, middle)
                                        : "needs more memory than there is";
    ph_mesh_free(&mesh);
    return wrong;
}

/* About the middle of its box. The box is the core, which is for its bounds only. */
static const char *make_smooth(phk_touchable *t, phk_arena *arena, ph_vec3 middle)
{
    const phk_shape_type *type = phk_shape_types[t->kind];
    char text[160];
    if (type->wrong(&t->sizes) || type->fault(&t->sizes, text, sizeof text))
        return "has points that no smooth curve goes through";
    phk_smooth *s = phk_arena_alloc(arena, sizeof *s);
    if (!s || !phk_smooth_create(&t->sizes.rows, t->sizes.open, arena, s))
        return "needs more memory than there is";
    phk_smooth_shift(s, ph_v3(-middle.x, -middle.y, s->flat ? 0 : -middle.z));
    t->curve = s;
    t->sizes.length = fabs(t->sizes.length);
    t->core = (phk_convex){.kind = PHK_CONVEX_BOX, .half = s->node[0].high};
    if (s->flat) {
        t->core.half.z = 0.5 * t->sizes.length;
        t->radius = s->length / (2 * PH_PI);
        t->thickness = fmin(t->sizes.length, phk_smooth_thickness(s));
    } else {
        t->rounding = t->radius = t->sizes.radius;
        t->thickness = 2 * t->sizes.radius;
    }
    t->reach = ph_norm(t->core.half) + t->rounding;
    return t->thickness > 0 ? NULL : "has no volume";
}

/* A half space for all that is above it: below its lowest point it is as deep as it is wide, which
 * nothing comes through. */
static const char *make_terrain(phk_touchable *t, phk_arena *arena, ph_vec3 *middle)
{
    if (t->sizes.rows.count < 2 || t->sizes.rows.width < 2) return "has no heights";
    phk_terrain *s = phk_arena_alloc(arena, sizeof *s);
    double *room = phk_arena_alloc(arena, phk_terrain_room(&t->sizes.rows) * sizeof *room);
    if (!s || !room) return "needs more memory than there is";
    phk_terrain_fit(&t->sizes.rows, t->sizes.size, room, s);
    const double low = s->low - fmin(s->size[0], s->size[1]);
    const ph_vec3 half = {0.5 * s->size[0], 0.5 * s->size[1], 0.5 * (s->high - low)};
    *middle = s->middle = ph_v3(half.x, half.y, low + half.z);
    t->terrain = s;
    t->core = (phk_convex){.kind = PHK_CONVEX_BOX, .half = half};
    t->reach = ph_norm(half);
    t->thickness = t->radius = INFINITY;
    return NULL;
}

static void (*const makers[PH_SHAPE_KINDS])(phk_touchable *t, double rounding) = {
    [PH_SHAPE_PLANE] = make_plane,       [PH_SHAPE_SPHERE] = make_sphere,
    [PH_SHAPE_CAPSULE] = make_capsule,   [PH_SHAPE_BOX] = make_box,
    [PH_SHAPE_CYLINDER] = make_cylinder, [PH_SHAPE_CONE] = make_frustum,
    [PH_SHAPE_FRUSTUM] = make_frustum,   [PH_SHAPE_ELLIPSOID] = make_ellipsoid,
    [PH_SHAPE_TORUS] = make_torus,       [PH_SHAPE_TUBE] = make_tube,
};

/* Lengths above zero; of a frustum and a cone radii are those at the lower and the upper end. */
static ph_shape_sizes upright(int kind, const ph_shape_sizes *sizes)
{
    ph_shape_sizes s = *sizes;
    if (kind == PH_SHAPE_CONE) s.radius2 = 0;
    if (sizes->length < 0 && (kind == PH_SHAPE_CONE || kind == PH_SHAPE_FRUSTUM)) {
        const double r = s.radius;
        s.radius = s.radius2;
        s.radius2 = r;
    }
    s.length = fabs(sizes->length);
    return s;
}

const char *phk_touchable_create(int kind, const ph_shape_sizes *sizes, double rounding,
                                 const ph_mesh *mesh, phk_arena *arena, phk_touchable *out,
                                 ph_vec3 *middle)
{
    *out = (phk_touchable){.kind = kind, .sizes = *sizes};
    *middle = kind == PH_SHAPE_PLANE ? ph_v3(0, 0, 0) : phk_shape_middle(kind, sizes);
    if (kind == PH_SHAPE_MESH) return make_mesh(out, rounding, mesh, arena, middle);
    if (kind == PH_SHAPE_HULL) return make_hull(out, rounding, arena, middle);
    if (kind == PH_SHAPE_EXTRUSION) return make_cut(out, rounding, arena, middle);
    if (kind == PH_SHAPE_PROFILE || kind == PH_SHAPE_CURVE) return make_smooth(out, arena, *middle);
    if (kind == PH_SHAPE_TERRAIN) return make_terrain(out, arena, middle);
    if (kind < 0 || kind >= PH_SHAPE_KINDS || !makers[kind])
        return "has no inside that could touch";
    out->sizes = upright(kind, sizes);
    makers[kind](out, rounding);
    if (!(out->thickness > 0)) return "has no volume";
    if (out->core.half.x < 0 || out->core.half.y < 0 || out->core.half.z < 0)
        return "is rounded by more than half its least extent";
    middle->z += out->core_at;
    return NULL;
}

/* Half of what a core that is the same on both sides of its middle takes up along l, in its own
 * axes; below zero: it is not such a one. */
static double half_extent(const phk_convex *core, ph_vec3 l)
{
    const ph_vec3 h = core->half;
    switch (core->kind) {
    case PHK_CONVEX_SEGMENT:
        return fabs(l.z) * h.z;
    case PHK_CONVEX_BOX:
        return fabs(l.x) * h.x + fabs(l.y) * h.y + fabs(l.z) * h.z;
    case PHK_CONVEX_CYLINDER:
        return sqrt(l.x * l.x + l.y * l.y) * h.x + fabs(l.z) * h.z;
    default:
        return -1;
    }
}

phk_bounds phk_touchable_bounds(const phk_touchable *shape, const phk_touch_frame *f)
{
    if (isinf(shape->reach)) {
        const double end = INFINITY;
        return (phk_bounds){{-end, -end, -end}, {end, end, end}};
    }
    const double r = shape->rounding;
    if (shape->core.kind == PHK_CONVEX_POINT)
        return (phk_bounds){ph_sub(f->p, ph_v3(r, r, r)), ph_add(f->p, ph_v3(r, r, r))};
    phk_bounds b;
    const double *middle = &f->p.x;
    double *low = &b.low.x, *high = &b.high.x;
    for (int k = 0; k < 3; k++) {
        const ph_vec3 up = phk_touch_unit(k);
        const double half = half_extent(&shape->core, ph_unrotate(f->q, up));
        if (half >= 0) {
            high[k] = middle[k] + half + r;
            low[k] = middle[k] - half - r;
            continue;
        }
        const ph_vec3 top = phk_convex_support(&shape->core, f, up);
        const ph_vec3 end = phk_convex_support(&shape->core, f, ph_scale(-1, up));
        high[k] = ph_dot(up, top) + r;
        low[k] = ph_dot(up, end) - r;
    }
    return b;
}
