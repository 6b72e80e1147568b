/* SPDX-License-Identifier: BSD-3-Clause
 *
 * force_bushing.c -- `bushing`: six springs and dampers, coupled at will, between the first marker
 * (on) and the second (reaction), in the axes R of the second.
 *
 *   x = R'(p_0 - p_1),    psi = log(R' R_0)                     deformation  e = (x, psi)
 *   x' = R'(v_0 - v_1 - w_1 x (p_0 - p_1)),   w = R'(w_0 - w_1)  rate        e' = (x', w)
 *   (F, M) = -K e + e_0,   f = F,   t = B' M,   B = dexp^-1(psi);   then (f, t) -= C e'
 * on the first marker, in the axes of the second; the reaction is the opposite wrench at the same
 * point of space. B is there because psi' = B w: with it the power of (F, M) is that of (f, t), so
 * that a symmetric K has the potential
 *   V = 1/2 e'K e - e_0'e,   lost = e''C e'.
 * Where the rotational stiffness is the same about all axes B' psi = psi, and t = -k psi. K that
 * is not symmetric has no potential: the work of such a bushing counts as applied work.
 *
 * psi is the short way, at most half a turn: there its axis, and the torque, turns over.
 *
 * With `angles: projected` psi holds three projected angles instead (bushing_angles.h), and the
 * torque is M as it is, t = M, which has no potential: such bushings are those of other programs,
 * which ask for small angles about all axes but one.
 */
#include <math.h>
#include <stdbool.h>
#include <string.h>
#include "element/bushing_angles.h"
#include "element/elements.h"
#include "element/tangent.h"

typedef struct {
    ph_place on, reaction;
    ph_numbers stiffness, damping, preload;
    int angles;
} bushing_par;

static const char *const angle_words[] = {"vector", "projected", NULL};
enum { VECTOR, PROJECTED };
enum { MARKERS = 2, SIX = 6, COLUMNS = 12, ANGLES = 3 };

typedef struct {
    double e[SIX], rate[SIX]; /* deformation (x, psi) and its rate (x', w) */
    ph_vec3 arm, u;           /* p_0 - p_1 and R x', world axes */
    bool turns;               /* it resists rotation: else psi is not measured, and B is zero */
    ph_vec3 psi, M;
    ph_mat3 B;
    ph_vec3 f, t; /* on the first marker, axes of the second */
} bushing_now;

/* Entry of a matrix given by 36 numbers, by 6 on its diagonal, or not at all. */
static double entry(const ph_numbers *a, int i, int j)
{
    if (a->count == SIX * SIX) return a->value[SIX * i + j];
    return i == j && a->count == SIX ? a->value[i] : 0;
}

static double row_times(const ph_numbers *a, int i, const double x[SIX])
{
    double sum = 0;
    if (a->count == SIX) return a->value[i] * x[i];
    if (a->count == 0) return 0;
    for (int j = 0; j < SIX; j++) sum += entry(a, i, j) * x[j];
    return sum;
}

static void put(double *at, ph_vec3 v)
{
    at[0] = v.x;
    at[1] = v.y;
    at[2] = v.z;
}

static ph_mat3 transposed(const ph_mat3 *a)
{
    ph_mat3 r;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) r.m[i][j] = a->m[j][i];
    return r;
}

/* Does it resist rotation, or by it? */
static bool has_turn(const bushing_par *p)
{
    const double *l = p->preload.count ? p->preload.value : NULL, *k = p->stiffness.value;
    if (l && (l[3] != 0 || l[4] != 0 || l[5] != 0)) return true;
    if (p->stiffness.count == SIX) return k[3] != 0 || k[4] != 0 || k[5] != 0;
    for (int i = 3; i < SIX; i++)
        for (int j = 0; j < SIX; j++)
            if (entry(&p->stiffness, i, j) != 0 || entry(&p->stiffness, j, i) != 0) return true;
    return false;
}

static const double *memory_of(const ph_eval *eval, int e)
{
    return eval->memory ? &eval->memory[ANGLES * e] : NULL;
}

static bushing_now now(const bushing_par *p, const ph_frame *frame, const double *memory)
{
    bushing_now b = {.arm = ph_sub(frame[0].p, frame[1].p)};
    const ph_mat3 back = transposed(&frame[1].R_WM);
    b.turns = has_turn(p);
    if (b.turns || p->angles == PROJECTED) {
        const ph_mat3 relative = phk_mat3_product(back, frame[0].R_WM);
        phk_bushing_turn(p->angles == PROJECTED, &relative, memory, &b.psi, &b.B);
    }
    b.u = ph_sub(ph_sub(frame[0].v, frame[1].v), ph_cross(frame[1].w, b.arm));
    put(b.e, ph_mat3_mul(back, b.arm));
    put(b.e + 3, b.psi);
    put(b.rate, ph_mat3_mul(back, b.u));
    put(b.rate + 3, ph_mat3_mul(back, ph_sub(frame[0].w, frame[1].w)));
    double Q[SIX], D[SIX];
    for (int i = 0; i < SIX; i++) {
        Q[i] = (p->preload.count ? p->preload.value[i] : 0) - row_times(&p->stiffness, i, b.e);
        D[i] = row_times(&p->damping, i, b.rate);
    }
    b.M = ph_v3(Q[3], Q[4], Q[5]);
    b.f = ph_v3(Q[0] - D[0], Q[1] - D[1], Q[2] - D[2]);
    b.t = b.turns && p->angles == VECTOR ? phk_mat3_transposed_mul(&b.B, b.M) : b.M;
    b.t = ph_sub(b.t, ph_v3(D[3], D[4], D[5]));
    return b;
}

static void remember(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                     double *memory)
{
    const bushing_par *p = par;
    for (int e = 0; e < n; e++)
        put(&memory[ANGLES * e], now(&p[e], &frame[MARKERS * e], memory_of(eval, e)).psi);
}

static ph_status wrench(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                        ph_wrench *w)
{
    const bushing_par *p = par;
    for (int e = 0; e < n; e++, frame += MARKERS, w += MARKERS) {
        bushing_now b = now(&p[e], frame, memory_of(eval, e));
        ph_vec3 f = ph_mat3_mul(frame[1].R_WM, b.f), t = ph_mat3_mul(frame[1].R_WM, b.t);
        w[0] = (ph_wrench){f, t};
        w[1] = (ph_wrench){ph_scale(-1, f), ph_scale(-1, ph_add(t, ph_cross(b.arm, f)))};
    }
    return PH_OK;
}

/* A matrix of six rows by the motion of both markers, in 3x3 blocks. */
typedef struct {
    double m[SIX][COLUMNS];
} six_rows;

static void add(six_rows *a, int row, int column, double s, const ph_mat3 *b)
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++) a->m[3 * row + i][3 * column + j] += s * b->m[i][j];
}

/* de: dx = R'(dp_0 - dp_1 + arm~ dphi_1), dpsi = B R'(dphi_0 - dphi_1) */
static six_rows deformation_by_place(const bushing_now *b, const ph_mat3 *back)
{
    six_rows d = {0};
    ph_mat3 arm = phk_hat(b->arm), lever = phk_mat3_product(*back, arm);
    add(&d, 0, PHK_MOVE(0), 1, back);
    add(&d, 0, PHK_MOVE(1), -1, back);
    add(&d, 0, PHK_TURN(1), 1, &lever);
    if (!b->turns) return d;
    ph_mat3 twist = phk_mat3_product(b->B, *back);
    add(&d, 1, PHK_TURN(0), 1, &twist);
    add(&d, 1, PHK_TURN(1), -1, &twist);
    return d;
}

/* de': dx' = R'(-w_1~ (dp_0 - dp_1) + u~ dphi_1), dw = R'(w_0 - w_1)~ dphi_1 */
static six_rows rate_by_place(const bushing_now *b, const ph_mat3 *back, const ph_frame *frame)
{
    six_rows d = {0};
    ph_mat3 carried = phk_mat3_product(*back, phk_hat(frame[1].w));
    ph_mat3 u = phk_mat3_product(*back, phk_hat(b->u));
    ph_mat3 w = phk_mat3_product(*back, phk_hat(ph_sub(frame[0].w, frame[1].w)));
    add(&d, 0, PHK_MOVE(0), -1, &carried);
    add(&d, 0, PHK_MOVE(1), 1, &carried);
    add(&d, 0, PHK_TURN(1), 1, &u);
    add(&d, 1, PHK_TURN(1), 1, &w);
    return d;
}

/* de': dx' = R'(dv_0 - dv_1 + arm~ dw_1), dw = R'(dw_0 - dw_1) */
static six_rows rate_by_speed(const bushing_now *b, const ph_mat3 *back)
{
    six_rows d = {0};
    ph_mat3 lever = phk_mat3_product(*back, phk_hat(b->arm));
    add(&d, 0, PHK_MOVE(0), 1, back);
    add(&d, 0, PHK_MOVE(1), -1, back);
    add(&d, 0, PHK_TURN(1), 1, &lever);
    add(&d, 1, PHK_TURN(0), 1, back);
    add(&d, 1, PHK_TURN(1), -1, back);
    return d;
}

/* s a d */
static six_rows times(const ph_numbers *a, double s, const six_rows *d)
{
    six_rows r = {0};
    const bool diagonal = a->count == SIX;
    for (int i = 0; i < SIX; i++)
        for (int k = diagonal ? i : 0; k < (diagonal ? i + 1 : SIX); k++) {
            double factor = s * entry(a, i, k);
            for (int j = 0; factor != 0 && j < COLUMNS; j++) r.m[i][j] += factor * d->m[k][j];
        }
    return r;
}

/* rows 3..5 of d become a times themselves */
static void turn_torque(six_rows *d, const ph_mat3 *a)
{
    for (int j = 0; j < COLUMNS; j++) {
        ph_vec3 v = ph_mat3_mul(*a, ph_v3(d->m[3][j], d->m[4][j], d->m[5][j]));
        d->m[3][j] = v.x, d->m[4][j] = v.y, d->m[5][j] = v.z;
    }
}

/* From derivatives of (F, M) to those of (f, t) where t = B' M; what B changes by is left to add.
 */
static void bend_torque(const bushing_now *b, const six_rows *de, six_rows *elastic, six_rows *bent)
{
    const ph_mat3 BT = transposed(&b->B), bend = phk_bushing_bend(b->psi, b->M);
    turn_torque(elastic, &BT);
    *bent = *de;
    turn_torque(bent, &bend);
    memset(bent->m, 0, 3 * sizeof bent->m[0]);
}

/* Adds the derivatives of the wrench at both markers from those of (f, t) in the axes R. */
static void spread(double *out, const six_rows *d, const ph_mat3 *R, ph_vec3 arm)
{
    for (int j = 0; j < COLUMNS; j++) {
        ph_vec3 f = ph_mat3_mul(*R, ph_v3(d->m[0][j], d->m[1][j], d->m[2][j]));
        ph_vec3 t = ph_mat3_mul(*R, ph_v3(d->m[3][j], d->m[4][j], d->m[5][j]));
        phk_column_add(out, COLUMNS, PHK_FORCE(0), j, 1, f);
        phk_column_add(out, COLUMNS, PHK_TORQUE(0), j, 1, t);
        phk_column_add(out, COLUMNS, PHK_FORCE(1), j, -1, f);
        phk_column_add(out, COLUMNS, PHK_TORQUE(1), j, -1, ph_add(t, ph_cross(arm, f)));
    }
}

/* The rest of the derivatives by place: f and t turn with the second marker, the arm changes. */
static void carry(double *out, const bushing_now *b, const ph_mat3 *R)
{
    ph_mat3 f = phk_hat(ph_mat3_mul(*R, b->f)), t = phk_hat(ph_mat3_mul(*R, b->t));
    ph_mat3 arm = phk_hat(b->arm), moment = phk_mat3_axpy(t, 1, phk_mat3_product(arm, f));
    phk_block_add(out, MARKERS, PHK_FORCE(0), PHK_TURN(1), -1, &f);
    phk_block_add(out, MARKERS, PHK_TORQUE(0), PHK_TURN(1), -1, &t);
    phk_block_add(out, MARKERS, PHK_FORCE(1), PHK_TURN(1), 1, &f);
    phk_block_add(out, MARKERS, PHK_TORQUE(1), PHK_TURN(1), 1, &moment);
    phk_block_add(out, MARKERS, PHK_TORQUE(1), PHK_MOVE(0), 1, &f);
    phk_block_add(out, MARKERS, PHK_TORQUE(1), PHK_MOVE(1), -1, &f);
}

static ph_status tangent(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                         ph_tangent *out)
{
    const bushing_par *p = par;
    for (int e = 0; e < n; e++, frame += MARKERS) {
        bushing_now b = now(&p[e], frame, memory_of(eval, e));
        const ph_mat3 *R = &frame[1].R_WM;
        ph_mat3 back = transposed(R);
        six_rows de = deformation_by_place(&b, &back), dr = rate_by_place(&b, &back, frame);
        six_rows ds = rate_by_speed(&b, &back);
        six_rows elastic = times(&p[e].stiffness, -1, &de);
        six_rows viscous = times(&p[e].damping, -1, &dr), bent = {0};
        if (b.turns && p[e].angles == VECTOR) bend_torque(&b, &de, &elastic, &bent);
        for (int i = 0; i < SIX; i++)
            for (int j = 0; j < COLUMNS; j++) elastic.m[i][j] += viscous.m[i][j] + bent.m[i][j];
        double *by_place = phk_square(out->displacement, e, MARKERS);
        spread(by_place, &elastic, R, b.arm);
        carry(by_place, &b, R);
        viscous = times(&p[e].damping, -1, &ds);
        spread(phk_square(out->velocity, e, MARKERS), &viscous, R, b.arm);
    }
    return PH_OK;
}

static void potential(int n, const void *par, const ph_eval *eval, const ph_frame *frame, double *v)
{
    const bushing_par *p = par;
    for (int e = 0; e < n; e++) {
        bushing_now b = now(&p[e], &frame[MARKERS * e], memory_of(eval, e));
        v[e] = 0;
        for (int i = 0; i < SIX; i++) {
            double preload = p[e].preload.count ? p[e].preload.value[i] : 0;
            v[e] += b.e[i] * (0.5 * row_times(&p[e].stiffness, i, b.e) - preload);
        }
    }
}

static void dissipation(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                        double *lost)
{
    const bushing_par *p = par;
    for (int e = 0; e < n; e++) {
        bushing_now b = now(&p[e], &frame[MARKERS * e], memory_of(eval, e));
        lost[e] = 0;
        for (int i = 0; i < SIX; i++) lost[e] += b.rate[i] * row_times(&p[e].damping, i, b.rate);
    }
}

static ph_work_class work(const void *par)
{
    const bushing_par *p = par;
    double size = 0, lopsided = 0;
    if (p->angles == PROJECTED && has_turn(p)) return PH_WORK_APPLIED;
    for (int i = 0; i < SIX; i++)
        for (int j = 0; j < i; j++) {
            double a = entry(&p->stiffness, i, j), b = entry(&p->stiffness, j, i);
            lopsided = fmax(lopsided, fabs(a - b));
            size = fmax(size, fmax(fabs(a), fabs(b)));
        }
    /* entries from one formula in two places may differ by their rounding */
    return lopsided <= 1e-14 * size ? PH_WORK_CONSERVATIVE : PH_WORK_APPLIED;
}

static const char *check(const void *par, const char **hint)
{
    const bushing_par *p = par;
    int k = p->stiffness.count, c = p->damping.count, l = p->preload.count;
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
    {"stiffness", PH_FIELD_NUMBERS, AT(stiffness), .unit = "N/m, N m/rad",
     .help = "Six numbers, for x, y, z and the rotation about them, or the 36 of a full matrix by "
             "rows. Rotation is measured by its rotation vector, the short way.",
     .flags = PH_REQUIRED},
    {"damping", PH_FIELD_NUMBERS, AT(damping), .unit = "N s/m, N m s/rad", .help = "The same.",
     .default_help = "zero"},
    {"preload", PH_FIELD_NUMBERS, AT(preload), .unit = "N, N m",
     .help = "Three forces and three torques on `on` when both ends coincide.",
     .default_help = "zero"},
    {"angles", PH_FIELD_WORD, AT(angles),
     .help = "How rotation is measured: the rotation `vector`, or three `projected` angles.",
     .words = angle_words},
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
    .markers = MARKERS,
    .check = check,
    .wrench = wrench,
    .tangent = tangent,
    .potential = potential,
    .dissipation = dissipation,
    .memory = ANGLES,
    .remember = remember,
    .work = work,
};
