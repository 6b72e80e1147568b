/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Frames of beams against what is known of them: free-free, clamped and spinning beams, buckling,
 * sections; and random ones, whose data must agree with each other, turn with them, and not depend
 * on the order of their members.
 */
#include "flex/modes.h"
#include "frames.h"
#include "linalg/symmetric.h"
#include "math/so3.h"

/* Coordinates of a frame that are kept, of both matrices; frequencies [1/s] of the first few. */
static void frequencies(const phk_frame *f, const double *extra, const bool *kept, int count,
                        double *omega)
{
    int n = 6 * f->nodes, m = 0, *at = calloc((size_t)n, sizeof *at);
    double *K = calloc((size_t)n * (size_t)n, sizeof *K),
           *M = calloc((size_t)n * (size_t)n, sizeof *M);
    phk_frame_stiffness(f, K);
    phk_frame_mass(f, M);
    for (int i = 0; i < n; i++)
        if (kept[i]) at[m++] = i;
    double *k = calloc((size_t)m * (size_t)m, sizeof *k),
           *mass = calloc((size_t)m * (size_t)m, sizeof *k);
    double *value = calloc((size_t)m, sizeof *value);
    for (int i = 0; i < m; i++)
        for (int j = 0; j < m; j++) {
            k[i * m + j] = K[at[i] * n + at[j]] + (extra ? extra[at[i] * n + at[j]] : 0);
            mass[i * m + j] = M[at[i] * n + at[j]];
        }
    CHECK(phk_symmetric_eigen2(m, k, mass, value) == PH_OK);
    for (int j = 0; j < count; j++) omega[j] = value[j] > 0 ? sqrt(value[j]) : 0;
    free(K);
    free(M);
    free(k);
    free(mass);
    free(value);
    free(at);
}

static void line(example *e, double length, int divide)
{
    static double point[6];
    point[3] = length;
    e->beams.line = (ph_rows){2, 3, point};
    e->beams.divide = divide;
}

static void make_frame(const ph_beams *beams, phk_arena *arena, phk_frame *f)
{
    ph_beams along;
    CHECK(phk_beams_along(beams, arena, NULL, &along) == PH_OK);
    CHECK(phk_frame_make(&along, arena, NULL, f) == PH_OK);
}

/* Every node's coordinates in the plane z, or y: displacement and turn. */
static void keep_plane(const phk_frame *f, int displacement, int turn, bool clamped, bool *kept)
{
    memset(kept, 0, 6 * (size_t)f->nodes);
    for (int i = clamped; i < f->nodes; i++) kept[6 * i + displacement] = kept[6 * i + turn] = true;
}

/* A free beam without shear and rotary inertia, in both planes. */
static void test_free_beam(void)
{
    static const double tall[] = {106.3323, 293.1131, 574.6451}, flat[] = {159.4984, 439.6696};
    example e;
    phk_arena arena = {0};
    phk_frame f;
    bool kept[6 * 21];
    double omega[5];
    example_begin(&e, 2.1e11, 0.3, 7850);
    e.beams.slender = 1;
    add_section(&e, NULL, PH_SECTION_RECTANGLE, 0.02, 0.03);
    line(&e, 1, 20);
    make_frame(&e.beams, &arena, &f);
    f.no_rotary = true;
    keep_plane(&f, 1, 5, false, kept);
    frequencies(&f, NULL, kept, 5, omega);
    for (int j = 0; j < 3; j++) CHECK_NEAR(omega[j + 2] / (2 * PI), tall[j], 1e-4);
    keep_plane(&f, 2, 4, false, kept);
    frequencies(&f, NULL, kept, 4, omega);
    for (int j = 0; j < 2; j++) CHECK_NEAR(omega[j + 2] / (2 * PI), flat[j], 1e-4);
    /* along: n c/(2 L) */
    memset(kept, 0, sizeof kept);
    for (int i = 0; i < 21; i++) kept[6 * i] = true;
    frequencies(&f, NULL, kept, 3, omega);
    CHECK_NEAR(omega[1] / (2 * PI) / (sqrt(2.1e11 / 7850) / 2), 1, 2e-3);
    phk_arena_free(&arena);
}

/* A clamped one: beta L of Euler and Bernoulli; and what spins about its clamp. */
static void test_cantilever(void)
{
    static const double beta[] = {1.8751041, 4.6940911, 7.8547574};
    static const double gamma[] = {0, 1, 2, 3, 4, 5, 6, 12};
    static const double first[] = {3.51602, 3.68167, 4.13739, 4.79741,
                                   5.58518, 6.44976, 7.36062, 13.17044};
    static const double second[] = {22.0345, 22.1811, 22.6152, 23.3209,
                                    24.2744, 25.4477, 26.8113, 37.6103};
    enum { N = 40, COORDINATES = 6 * (N + 1) };
    example e;
    phk_arena arena = {0};
    phk_frame f;
    static bool kept[COORDINATES];
    static double force[6 * N], KG[COORDINATES * COORDINATES];
    example_begin(&e, 1, 0.3, 1);
    e.beams.slender = 1;
    e.section[e.beams.sections++] =
        (ph_beam_section){.kind = PH_SECTION_GIVEN, .A = 1, .Iy = 1, .Iz = 1, .It = 1};
    line(&e, 1, N);
    make_frame(&e.beams, &arena, &f);
    f.no_rotary = true;
    keep_plane(&f, 2, 4, true, kept);
    CHECK(phk_frame_spin(&f, 0, &arena, force) == PH_OK);
    for (int i = 0; i < N; i++) {
        /* spin about x pulls nothing along x; about y and z alike: w^2 (L^2 - x^2)/2, mean */
        double a = i / (double)N, b = (i + 1) / (double)N;
        CHECK_NEAR(force[i], 0, 1e-12);
        CHECK_NEAR(force[2 * N + i], 0.5 - (b * b * b - a * a * a) / (b - a) / 6, 1e-12);
        CHECK_NEAR(force[N + i], force[2 * N + i], 1e-12);
    }
    for (int k = 0; k < 8; k++) {
        double omega[3], scaled[N];
        for (int i = 0; i < N; i++) scaled[i] = gamma[k] * gamma[k] * force[2 * N + i];
        memset(KG, 0, sizeof KG);
        phk_frame_geometric(&f, scaled, KG);
        frequencies(&f, KG, kept, 3, omega);
        CHECK_NEAR(omega[0], first[k], 6e-6);
        CHECK_NEAR(omega[1], second[k], 6e-5);
        for (int j = 0; k == 0 && j < 3; j++) CHECK_NEAR(sqrt(omega[j]), beta[j], 5e-6);
    }
    phk_arena_free(&arena);
}

/* The beams that are spun up elsewhere: first frequency with one end clamped, in the plane. */
static void test_spinning_beams(void)
{
    static const struct {
        double L, E, rho, A, I, ky, omega;
    } beam[] = {{10, 2.8e7, 1.2, 1, 5e-4, 1e7 * 2.6 / 2.8e7, 3.7976},
                {8, 6.8952e10, 2766.67, 7.2968e-5, 8.2189e-9, 0, 2.9107}};
    for (int k = 0; k < 2; k++) {
        example e;
        phk_arena arena = {0};
        phk_frame f;
        bool kept[6 * 21];
        double omega[1];
        example_begin(&e, beam[k].E, 0.3, beam[k].rho);
        e.section[e.beams.sections++] = (ph_beam_section){.kind = PH_SECTION_GIVEN,
                                                          .A = beam[k].A,
                                                          .Iy = beam[k].I,
                                                          .Iz = beam[k].I,
                                                          .It = beam[k].I,
                                                          .ky = beam[k].ky,
                                                          .kz = beam[k].ky};
        line(&e, beam[k].L, 20);
        make_frame(&e.beams, &arena, &f);
        keep_plane(&f, 1, 5, true, kept);
        frequencies(&f, NULL, kept, 1, omega);
        CHECK_NEAR(omega[0], beam[k].omega, 1e-4);
        phk_arena_free(&arena);
    }
}

/* A pinned one buckles at pi^2 EI/L^2: there is nothing left of its first frequency. */
static void test_buckling(void)
{
    enum { N = 40, COORDINATES = 6 * (N + 1) };
    example e;
    phk_arena arena = {0};
    phk_frame f;
    static bool kept[COORDINATES];
    static double KG[COORDINATES * COORDINATES];
    double force[N], low = 0.9, high = 1.1, omega[1];
    example_begin(&e, 1, 0.3, 1);
    e.beams.slender = 1;
    e.section[e.beams.sections++] =
        (ph_beam_section){.kind = PH_SECTION_GIVEN, .A = 1, .Iy = 1, .Iz = 1, .It = 1};
    line(&e, 1, N);
    make_frame(&e.beams, &arena, &f);
    f.no_rotary = true;
    keep_plane(&f, 2, 4, false, kept);
    kept[2] = kept[6 * N + 2] = false;
    for (int k = 0; k < 40; k++) {
        double P = (low + high) / 2;
        for (int i = 0; i < N; i++) force[i] = -P * PI * PI;
        memset(KG, 0, sizeof KG);
        phk_frame_geometric(&f, force, KG);
        frequencies(&f, KG, kept, 1, omega);
        if (omega[0] > 0)
            low = P;
        else
            high = P;
    }
    printf("buckling at %.8f\n", low);
    CHECK_NEAR(low, 1.00000005, 1e-8);
    phk_arena_free(&arena);
}

/* Two straight parts with a mass: four modes of the free body. */
static void test_bent_rod(void)
{
    static const double known[] = {9.01683099, 24.76099794, 32.27284584, 53.00942857};
    static const double principal[] = {.06241274, .53755956, .59858912};
    example e;
    ph_flex *flex;
    double point[] = {0, 0, 0, 1, 0, 0, 1, .6, .2}, value[3];
    example_begin(&e, 7e9, .3, 2700);
    add_section(&e, NULL, PH_SECTION_RECTANGLE, .02, .03);
    add_mass(&e, "start", .5, 1e-3);
    e.beams.line = (ph_rows){3, 3, point};
    e.beams.divide = 6;
    e.how.modes = 4;
    CHECK(ph_flex_of_beams(&e.beams, &e.how, NULL, &flex) == PH_OK);
    for (int j = 0; j < 4; j++) CHECK_NEAR(ph_flex_frequency(flex, j), known[j], 1e-8 * 2);
    CHECK_NEAR(flex->mass, 3.144577962, 1e-9);
    const ph_sym3 J = flex->J0;
    double a[9] = {J.xx, J.xy, J.xz, J.xy, J.yy, J.yz, J.xz, J.yz, J.zz};
    CHECK(phk_symmetric_eigen(3, a, value) == PH_OK);
    for (int j = 0; j < 3; j++) CHECK_NEAR(value[j], principal[j], 1e-8);
    ph_flex_free(flex);
}

/* The tube of a top, held at both ends, and a pendulum of a square bar. */
static void test_tube_and_pendulum(void)
{
    static const double top[] = {110.2489, 361.7629}, pendulum[] = {12.90117, 38.79368};
    example e;
    ph_flex *flex;
    double along_y[] = {0, 0, 0, 0, 1, 0};
    example_begin(&e, 7e10, .3, 2700);
    add_section(&e, NULL, PH_SECTION_TUBE, .06, .004);
    e.beams.line = (ph_rows){2, 3, along_y};
    e.beams.divide = 6;
    e.mass[e.beams.masses++] =
        (ph_beam_mass){.node.text = "end", .mass = 13, .inertia = {.2, .45, .2, 0, 0, 0}};
    hold(&e, "start", 6);
    hold(&e, "end", 6);
    e.how.modes = 2;
    CHECK(ph_flex_of_beams(&e.beams, &e.how, NULL, &flex) == PH_OK);
    for (int j = 0; j < 4; j++) CHECK_NEAR(ph_flex_frequency(flex, j), top[j / 2], 1e-4);
    CHECK(ph_flex_modes(flex) == 8);
    ph_flex_free(flex);
    example_begin(&e, 7e9, .3, 2700);
    add_section(&e, NULL, PH_SECTION_RECTANGLE, .01, .01);
    line(&e, 1, 8);
    add_mass(&e, "end", .1, 1e-5);
    hold(&e, "start", 6);
    hold(&e, "end", 6);
    e.how.modes = 4;
    CHECK(ph_flex_of_beams(&e.beams, &e.how, NULL, &flex) == PH_OK);
    for (int j = 0; j < 4; j++) CHECK_NEAR(ph_flex_frequency(flex, j), pendulum[j / 2], 1e-5);
    ph_flex_free(flex);
}

static void test_sections(void)
{
    /* an I as a rectangle without flanges beyond its web: the two agree but for the formulas of
     * shear; a square's torsion 0.1406 a^4 and 0.208 a^3 */
    ph_beam_section i = {.kind = PH_SECTION_I, .size = {.2, .1, .006, .01}};
    phk_beam_profile s = phk_beam_profile_make(&i, 0.3, false);
    CHECK_NEAR(s.A, 2 * .1 * .01 + .18 * .006, 1e-15);
    CHECK_NEAR(s.Iy, (.1 * .008 - .094 * .18 * .18 * .18) / 12, 1e-15);
    CHECK_NEAR(s.Iz, (.02 * .001 + .18 * .006 * .006 * .006) / 12, 1e-15);
    CHECK(s.kz > 0.3 && s.kz < 0.45 && s.ky > 0.5 && s.ky < 0.6 && s.points == 4);
    ph_beam_section square = {.kind = PH_SECTION_RECTANGLE, .size = {2, 2}};
    s = phk_beam_profile_make(&square, 0.3, false);
    CHECK_NEAR(s.It / 16, 0.1406, 5e-4);
    CHECK_NEAR(s.It / s.arm / 8, 0.208, 1e-3);
    CHECK_NEAR(s.ky, 13.0 / 15.3, 1e-14);
    ph_beam_section tube = {.kind = PH_SECTION_TUBE, .size = {2, 1}};
    ph_beam_section circle = {.kind = PH_SECTION_CIRCLE, .size = {2}};
    s = phk_beam_profile_make(&tube, 0.3, false);
    phk_beam_profile c = phk_beam_profile_make(&circle, 0.3, true);
    CHECK_NEAR(s.Iy, PI / 4, 1e-15);
    CHECK(s.It == c.It && s.A == c.A && c.ky == 0 && s.points == 8);
    CHECK_NEAR(s.ky, 6 * 1.3 / 8.8, 1e-14);
}

/* The pull of any spin on a beam of any direction d: |w x d|^2 times the mass farther out. */
static void test_spin_of_any_axis(void)
{
    example e;
    phk_arena arena = {0};
    phk_frame f;
    double force[6 * 5];
    const ph_vec3 d = {2.0 / 7, 3.0 / 7, -6.0 / 7}, w = {0.3, -1.1, 0.7};
    const double product[6] = {w.x * w.x, w.y * w.y, w.z * w.z, w.x * w.y, w.y * w.z, w.z * w.x};
    const double point[6] = {1, 2, 3, 1 + d.x, 2 + d.y, 3 + d.z};
    ph_vec3 across = ph_cross(w, d);
    example_begin(&e, 1, 0.3, 1);
    e.section[e.beams.sections++] =
        (ph_beam_section){.kind = PH_SECTION_GIVEN, .A = 1, .Iy = 1, .Iz = 1, .It = 1};
    e.beams.line = (ph_rows){2, 3, point};
    e.beams.divide = 5;
    make_frame(&e.beams, &arena, &f);
    CHECK(phk_frame_spin(&f, 0, &arena, force) == PH_OK);
    for (int i = 0; i < 5; i++) {
        double a = i / 5.0, b = (i + 1) / 5.0, sum = 0;
        for (int c = 0; c < 6; c++) sum += product[c] * force[5 * c + i];
        CHECK_NEAR(sum, ph_dot(across, across) * (0.5 - (b * b * b - a * a * a) / (b - a) / 6),
                   1e-12);
    }
    phk_arena_free(&arena);
}

/* Stresses by strains: the mean of both ends of an element is how much longer the fibre has become,
 * u + z ry - y rz. */
static void test_stress_by_strain(void)
{
    example e;
    ph_flex *flex;
    double worst = 0, most = 0;
    example_begin(&e, 7e10, .3, 2700);
    add_section(&e, NULL, PH_SECTION_RECTANGLE, .02, .03);
    line(&e, 1, 4);
    hold(&e, "start", 6);
    hold(&e, "end", 6);
    e.how.modes = 5;
    CHECK(ph_flex_of_beams(&e.beams, &e.how, NULL, &flex) == PH_OK);
    const size_t m = (size_t)flex->modes;
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 4; k++)
            for (size_t j = 0; j < m; j++) {
                double longer = 0, stress = 0;
                for (int end = 0; end < 2; end++) {
                    const phk_flex_node *n = &flex->node[i + end];
                    const size_t p = (size_t)(8 * i + 4 * end + k);
                    ph_vec3 at = ph_sub(flex->spot[p].at, n->at);
                    double x = n->phi[j] + at.z * n->psi[m + j] - at.y * n->psi[2 * m + j];
                    longer += end ? x : -x;
                    stress += (double)flex->stress[p * 6 * m + j] / 2;
                }
                worst = fmax(worst, fabs(stress - 7e10 * longer / 0.25));
                most = fmax(most, fabs(stress));
            }
    CHECK(most > 0 && worst < 1e-6 * most);
    ph_flex_free(flex);
}

/* ---- random frames ---- */

static unsigned long long seed = 3;

static double chance(void)
{
    seed = seed * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(seed >> 11) / 9007199254740992.0 - 0.5;
}

/* A tree of members with some more between any two nodes. */
static void random_frame(example *e, int nodes)
{
    static char name[12][16];
    example_begin(e, 2e11, 0.3, 7800);
    e->beams.divide = 2;
    add_section(e, "tube", PH_SECTION_TUBE, .03, .002);
    add_section(e, "flat", PH_SECTION_RECTANGLE, .02, .03);
    for (int i = 0; i < nodes; i++) {
        snprintf(name[i], sizeof name[i], "n%d", i);
        add_node(e, name[i], chance(), chance(), chance());
        if (i > 0)
            add_member(e, name[(int)((chance() + 0.5) * i)], name[i],
                       chance() > 0 ? "tube" : "flat");
        e->member[e->beams.members > 0 ? e->beams.members - 1 : 0].up =
            ph_v3(chance(), chance(), chance());
    }
    add_member(e, name[0], name[nodes - 1], "tube");
    add_mass(e, name[1], 0.3, 2e-4);
    hold(e, name[0], 6);
    hold(e, name[nodes - 1], 3);
    /* not a number of modes: that may part two of the same frequency, as tubes have them */
    e->how.up_to = 400;
}

/* Modal mass and the two invariants that mean axes take away. */
static void check_invariants(const ph_flex *f)
{
    size_t m = (size_t)f->modes;
    double mass = 0, turn = 0, size = 0, ends = 0;
    for (size_t j = 0; j < m; j++) {
        for (size_t k = 0; k < m; k++) {
            double sum =
                f->D[0][j * m + k] + f->D[1][j * m + k] + f->D[2][j * m + k] + f->I6r[j * m + k];
            mass = fmax(mass, fabs(sum - (j == k)));
        }
        const double *C = f->C1;
        for (int a = 0; a < 3; a++) {
            int b = (a + 1) % 3, c = (a + 2) % 3;
            double ax = C[(size_t)(3 * b + c) * m + j] - C[(size_t)(3 * c + b) * m + j];
            turn = fmax(turn, fabs(ax + f->I4r[(size_t)a * m + j]));
            size = fmax(size, fabs(C[(size_t)(4 * a) * m + j]));
        }
        ends = fmax(ends, f->size[j]);
        CHECK(f->size[j] > 0 && f->stiffness[j] > 0);
    }
    CHECK(mass < 1e-11);
    CHECK(turn < 1e-12 * fmax(1, size));
}

static ph_vec3 turned(ph_quat q, ph_vec3 v)
{
    return ph_rotate(q, v);
}

/* Frequencies, inertia and C1 of a frame that is turned and moved; and of one whose members stand
 * in another order. */
static void test_random(void)
{
    for (int round = 0; round < 6; round++) {
        static example e, moved;
        ph_flex *a, *b, *c;
        random_frame(&e, 4 + round);
        CHECK(ph_flex_of_beams(&e.beams, &e.how, NULL, &a) == PH_OK);
        check_invariants(a);
        moved = e;
        moved.beams.node = moved.node;
        moved.beams.member = moved.member;
        ph_quat q = ph_quat_make(chance(), chance(), chance(), chance());
        q = phk_quat_unit(q);
        for (int i = 0; i < e.beams.nodes; i++)
            moved.node[i].at = ph_add(turned(q, e.node[i].at), ph_v3(3, -2, 1));
        for (int i = 0; i < e.beams.members; i++) {
            ph_vec3 up = e.member[i].up;
            moved.member[i].up = turned(q, ph_norm(up) > 0 ? up : ph_v3(0, 0, 1));
        }
        CHECK(ph_flex_of_beams(&moved.beams, &moved.how, NULL, &b) == PH_OK);
        CHECK(a->modes == b->modes);
        for (int j = 0; j < a->modes; j++) CHECK_NEAR(b->stiffness[j] / a->stiffness[j], 1, 1e-7);
        CHECK_NEAR(b->mass, a->mass, 1e-12);
        CHECK_NEAR(ph_norm(ph_sub(b->com, ph_add(turned(q, a->com), ph_v3(3, -2, 1)))), 0, 1e-12);
        CHECK_NEAR(b->J0.xx + b->J0.yy + b->J0.zz, a->J0.xx + a->J0.yy + a->J0.zz, 1e-10);
        /* the place of a node by its modes turns with the frame, up to signs: phi'om^-2 phi */
        double flexible[2] = {0, 0};
        for (int j = 0; j < a->modes; j++)
            for (int k = 0; k < 3; k++) {
                double x = a->node[1].phi[k * a->modes + j], y = b->node[1].phi[k * b->modes + j];
                flexible[0] += x * x / a->stiffness[j];
                flexible[1] += y * y / b->stiffness[j];
            }
        CHECK_NEAR(flexible[1] / flexible[0], 1, 1e-7);
        for (int i = 0; i < e.beams.members; i++)
            moved.member[i] = e.member[e.beams.members - 1 - i];
        memcpy(moved.node, e.node, sizeof e.node);
        CHECK(ph_flex_of_beams(&moved.beams, &moved.how, NULL, &c) == PH_OK);
        for (int j = 0; j < a->modes; j++) CHECK_NEAR(c->stiffness[j] / a->stiffness[j], 1, 1e-7);
        ph_flex_free(a);
        ph_flex_free(b);
        ph_flex_free(c);
    }
}

/* Three bodies of a line: mass and inertia of the whole, numbers that go on, ends that are named.
 */
static void test_pieces(void)
{
    example e;
    ph_flex *piece[9], *whole;
    double mass = 0;
    example_begin(&e, 7e9, .3, 2700);
    add_section(&e, NULL, PH_SECTION_RECTANGLE, .01, .01);
    line(&e, 1, 8);
    add_mass(&e, "end", .1, 1e-5);
    hold(&e, "start", 6);
    hold(&e, "end", 3);
    e.how.modes = 3;
    CHECK(ph_flex_of_beams(&e.beams, &e.how, NULL, &whole) == PH_OK);
    CHECK(ph_flex_pieces_of_line(&e.beams, &e.how, 3, NULL, piece) == PH_OK);
    for (int k = 0; k < 3; k++) {
        mass += piece[k]->mass;
        if (k > 0)
            CHECK(ph_flex_node_number(piece[k], 0) ==
                  ph_flex_node_number(piece[k - 1], piece[k - 1]->nodes - 1));
        CHECK((ph_flex_node(piece[k], "start", 5) >= 0) == (k == 0));
        CHECK((ph_flex_node(piece[k], "end", 3) >= 0) == (k == 2));
    }
    CHECK_NEAR(mass, whole->mass, 1e-15);
    CHECK(ph_flex_node_number(piece[2], piece[2]->nodes - 1) == 9);
    CHECK(piece[0]->modes == 6 + 6 + 3 - 6 && piece[2]->modes == 6 + 3 + 3 - 6);
    for (int k = 0; k < 3; k++) ph_flex_free(piece[k]);
    CHECK(ph_flex_pieces_of_line(&e.beams, &e.how, 9, NULL, piece) == PH_E_RANGE);
    ph_flex_free(whole);
}

int main(void)
{
    test_free_beam();
    test_cantilever();
    test_spinning_beams();
    test_buckling();
    test_bent_rod();
    test_tube_and_pendulum();
    test_sections();
    test_spin_of_any_axis();
    test_stress_by_strain();
    test_random();
    test_pieces();
    return TEST_RESULT();
}
