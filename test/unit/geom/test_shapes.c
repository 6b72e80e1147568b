/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Every kind of shape that has an inside: its triangles are closed and look outwards; their volume,
 * centre and inertia go to those of the formula with the square of the width of a triangle; the
 * triangles of the unit shape, stretched, are its own. No shape is named but for its sizes, so that
 * a new one is tested as soon as it is a row of PH_SHAPE_LIST.
 */
#include "geom/shape.h"
#include "harness.h"
#include "math/so3.h"

static const ph_shape_sizes cases[] = {
    {.size = {2, 3, 4}, .radius = 1.5, .radius2 = 0.4, .length = 2},
    {.size = {0.3, 0.1, 0.7}, .radius = 0.25, .radius2 = 0.125, .length = -0.5},
    {.size = {-1, 2, 0.01}, .radius = 3, .radius2 = 0.01, .length = 0.02},
    {.size = {1e-3, 2e-3, 3e-3}, .radius = 4e-3, .radius2 = 1e-3, .length = 0.1}};
enum { CASES = sizeof cases / sizeof *cases };

/* Points in space: corners, some twice, some inside, in a face or on an edge of the others. */
static const double brick[] = {0, 0, 0, 2, 0, 0, 0, 3, 0, 2, 3, 0, 0, 0, 4, 2,   0,   4,
                               0, 3, 4, 2, 3, 4, 1, 1, 1, 1, 1, 4, 2, 3, 0, 0.5, 0.6, 2};
static const double pyramid[] = {0, 0, -1, 1, 0, -1, 1.5, 1, -1, 0, 1, -1, 0.3, 0.4, 2};
static const double spread[] = {-5, 2,  7, 3,  1, 4, 1, -5, 9, -2, 6, -5, 3,
                                5,  -8, 9, -7, 9, 3, 2, 3,  8, 4,  6, -2, 6};
static const double small[] = {0, 0, 0, 1e-6, 0, 0, 0, 1e-6, 0, 0, 0, 1e-6, 1e-7, 1e-7, 1e-7};
static const ph_rows in_space[CASES] = {
    {12, 3, brick}, {5, 3, pyramid}, {8, 3, spread}, {5, 3, small}};
/* Of an extrusion: hollow, clockwise, with corners in line, and far away. */
static const double bracket[] = {0, 0, 3, 0, 3, 1, 1, 1, 1, 4, 0, 4};
static const double arrow[] = {0, 0, -1, 2, 0, 1.5, 1, 2};
static const double in_line[] = {0, 0, 0.5, 0, 1, 0, 1, 0.5, 1, 1, 0.25, 1, 0, 1};
static const double away[] = {1e3, 1e3, 1e3 + 0.1, 1e3, 1e3 + 0.07, 1e3 + 0.2};
static const ph_rows polygons[CASES] = {
    {6, 2, bracket}, {4, 2, arrow}, {7, 2, in_line}, {3, 2, away}};
/* A bean, and a bent loop, of smooth curves. */
static const double bean[] = {1, 0, 0.6, 0.5, 0, 0.3, -0.7, 0.6, -1, 0, -0.5, -0.6, 0.5, -0.7},
                    loop[] = {30, 0, 9, 20, 25, 0, 0, 31, 4, -22, 18, 0, -30, 0, 7, 0, -25, -5};
static const ph_rows bean_rows = {7, 2, bean}, loop_rows = {6, 3, loop};
/* A slope, whose box is that of its heights. */
static const double slope[] = {0, 1, 2, 3, 4, 5};
static const ph_rows slope_rows = {2, 3, slope};

/* The sizes a kind has: others are zero, as in a model. */
static ph_shape_sizes sizes_of(int kind, int i)
{
    ph_shape_sizes s = cases[i];
    unsigned has = ph_shape_has(kind);
    if (!(has & PH_SHAPE_SIZE)) s.size = ph_v3(0, 0, 0);
    if (!(has & PH_SHAPE_RADIUS)) s.radius = 0;
    if (!(has & PH_SHAPE_RADIUS2)) s.radius2 = 0;
    if (!(has & PH_SHAPE_LENGTH)) s.length = 0;
    if (kind == PH_SHAPE_HULL) s.rows = in_space[i];
    if (kind == PH_SHAPE_EXTRUSION) s.rows = polygons[i];
    if (kind == PH_SHAPE_PROFILE) s.rows = bean_rows;
    if (kind == PH_SHAPE_CURVE) s.rows = loop_rows, s.open = i % 2;
    if (kind == PH_SHAPE_TERRAIN) s.rows = slope_rows, s.size.x = fabs(s.size.x);
    return s;
}

/* --- triangles -------------------------------------------------------------------------------- */

typedef struct {
    int from, to;
} edge;

static int compare_edges(const void *a, const void *b)
{
    const edge *p = a, *q = b;
    return p->from != q->from ? p->from - q->from : p->to - q->to;
}

/* Each edge is walked once in either sense: closed, and all triangles look to the same side. */
static bool is_closed(const ph_mesh *m)
{
    int n = 3 * m->triangles;
    edge *list = malloc((size_t)n * sizeof *list);
    for (int i = 0; i < n; i++)
        list[i] = (edge){m->corner[i], m->corner[i % 3 == 2 ? i - 2 : i + 1]};
    qsort(list, (size_t)n, sizeof *list, compare_edges);
    bool good = n > 0;
    for (int i = 0; i < n && good; i++) {
        const edge back = {list[i].to, list[i].from};
        good = bsearch(&back, list, (size_t)n, sizeof back, compare_edges) != NULL;
        good = good && list[i].from != list[i].to;
        good = good && (i == 0 || compare_edges(&list[i - 1], &list[i]) != 0);
    }
    free(list);
    return good;
}

static void check_patches(const ph_mesh *m)
{
    int last = 0;
    for (int k = 0; k < m->patches; k++) {
        CHECK(m->patch[k] > last);
        last = m->patch[k];
    }
    CHECK(m->patches > 0 && last == m->triangles);
}

static void test_triangles(void)
{
    int tested = 0;
    for (int kind = 0; kind < PH_SHAPE_KINDS; kind++)
        for (int i = 0; i < CASES; i++) {
            const ph_shape_sizes s = sizes_of(kind, i);
            ph_mesh m;
            ph_status status = ph_shape_mesh(kind, &s, 24, &m);
            CHECK((status == PH_OK) == (phk_shape_types[kind]->mesh != NULL));
            if (status != PH_OK) continue;
            CHECK(is_closed(&m));
            CHECK(ph_mesh_mass(&m).volume > 0);
            ph_vec3 low, high, middle = phk_shape_middle(kind, &s);
            ph_mesh_bounds(&m, &low, &high);
            /* of a curve that of its pieces, which hold it */
            const double exact = ph_shape_has(kind) & PH_SHAPE_CLOSED ? 3e-2 : 1e-14;
            CHECK_NEAR(ph_norm(ph_sub(ph_scale(0.5, ph_add(low, high)), middle)), 0.0,
                       exact * ph_norm(ph_sub(high, low)));
            check_patches(&m);
            ph_mesh_free(&m);
            tested++;
        }
    CHECK(tested >= 10 * CASES);
}

/* --- volume, centre, inertia ------------------------------------------------------------------ */

/* The largest part of what two masses differ by, each relative to what the second has. */
static double distance(const ph_mass_of *a, const ph_mass_of *b, double size)
{
    const ph_sym3 p = a->inertia, q = b->inertia;
    const double part[] = {p.xx - q.xx, p.yy - q.yy, p.zz - q.zz,
                           p.xy - q.xy, p.xz - q.xz, p.yz - q.yz};
    double worst = fabs(a->volume / b->volume - 1), most = fmax(q.xx, fmax(q.yy, q.zz));
    for (int k = 0; k < 6; k++) worst = fmax(worst, fabs(part[k]) / most);
    return fmax(worst, ph_norm(ph_sub(a->centre, b->centre)) / size);
}

static double error_of(int kind, const ph_shape_sizes *s, int around)
{
    const ph_mass_of want = ph_shape_mass(kind, s);
    ph_mesh m;
    ph_vec3 low, high;
    CHECK(ph_shape_mesh(kind, s, around, &m) == PH_OK);
    ph_mesh_bounds(&m, &low, &high);
    const ph_mass_of got = ph_mesh_mass(&m);
    ph_mesh_free(&m);
    return distance(&got, &want, ph_norm(ph_sub(high, low)));
}

/* Like that of a body that there can be: positive, and no moment above the sum of the others. */
static void check_inertia(const ph_mass_of *m)
{
    double moment[3];
    ph_vec3 axis[3];
    phk_sym3_eigen(m->inertia, moment, axis);
    for (int k = 0; k < 3; k++) {
        CHECK(moment[k] > 0);
        CHECK(moment[k] < moment[(k + 1) % 3] + moment[(k + 2) % 3]);
    }
}

static void test_masses(void)
{
    for (int kind = 0; kind < PH_SHAPE_KINDS; kind++)
        for (int i = 0; i < CASES; i++) {
            const ph_shape_sizes s = sizes_of(kind, i);
            const ph_mass_of mass = ph_shape_mass(kind, &s);
            CHECK((mass.volume > 0) == (phk_shape_types[kind]->mass != NULL));
            if (!(mass.volume > 0)) continue;
            check_inertia(&mass);
            double coarse = error_of(kind, &s, 32), fine = error_of(kind, &s, 64);
            double finest = error_of(kind, &s, 128);
            CHECK(finest < 5e-3);
            /* of flat faces nothing is off but rounding */
            if (coarse < 1e-12) continue;
            CHECK_NEAR(coarse / fine, 4.0, 0.1);
            CHECK_NEAR(fine / finest, 4.0, 0.03);
        }
}

/* --- units ------------------------------------------------------------------------------------ */

static void test_units(void)
{
    for (int kind = 0; kind < PH_SHAPE_KINDS; kind++)
        for (int i = 0; i < CASES; i++) {
            const ph_shape_sizes s = sizes_of(kind, i);
            ph_shape_sizes unit;
            ph_vec3 by = ph_shape_unit(kind, &s, &unit);
            ph_mesh m, one;
            CHECK(by.x > 0 && by.y > 0 && by.z > 0);
            if (ph_shape_mesh(kind, &s, 12, &m) != PH_OK) continue;
            CHECK(ph_shape_mesh(kind, &unit, 12, &one) == PH_OK);
            CHECK(one.vertices == m.vertices && one.triangles == m.triangles);
            double worst = 0, size = 0;
            for (int k = 0; k < m.vertices; k++) {
                const ph_vec3 v = one.vertex[k], at = {by.x * v.x, by.y * v.y, by.z * v.z};
                worst = fmax(worst, ph_norm(ph_sub(at, m.vertex[k])));
                size = fmax(size, ph_norm(m.vertex[k]));
            }
            CHECK(worst < 1e-14 * size);
            ph_mesh_free(&m);
            ph_mesh_free(&one);
        }
    /* what has no width keeps none, and is not stretched by it */
    const ph_shape_sizes flat = {.size = {2, -3, 0}};
    ph_shape_sizes unit;
    ph_vec3 by = ph_shape_unit(PH_SHAPE_BOX, &flat, &unit);
    CHECK(by.x == 2 && by.y == 3 && by.z == 1);
    CHECK(unit.size.x == 1 && unit.size.y == -1 && unit.size.z == 0);
}

/* --- names ------------------------------------------------------------------------------------ */

static void test_names(void)
{
    for (int kind = 0; kind < PH_SHAPE_KINDS; kind++) {
        CHECK(ph_shape_kind_find(ph_shape_word(kind)) == kind);
        CHECK(ph_shape_has(kind) && *ph_shape_help(kind));
        CHECK((phk_shape_types[kind]->optional & ~ph_shape_has(kind)) == 0);
    }
    const ph_shape_sizes s = {.radius = 1};
    ph_mesh m;
    CHECK(ph_shape_kind_find("con") == -1 && ph_shape_kind_find("") == -1);
    CHECK(!ph_shape_word(-1) && !ph_shape_help(PH_SHAPE_KINDS) && !ph_shape_has(-1));
    CHECK(ph_shape_mesh(PH_SHAPE_KINDS, &s, 24, &m) == PH_E_USAGE);
    CHECK(ph_shape_mesh(PH_SHAPE_LINK, &s, 24, &m) == PH_E_USAGE);
    CHECK(ph_shape_mesh(PH_SHAPE_SPHERE, &s, 2, &m) == PH_E_USAGE);
    CHECK(ph_shape_mass(-1, &s).volume == 0);
    CHECK(strcmp(ph_shape_size_name(1), "radius") == 0 && !ph_shape_size_name(10));
}

int main(void)
{
    test_names();
    test_triangles();
    test_masses();
    test_units();
    return TEST_RESULT();
}
