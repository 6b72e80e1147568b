/* SPDX-License-Identifier: BSD-3-Clause */
#include "element/bushing.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>
#include "element/bushing_angles.h"
#include "element/tangent.h"

const char *const phk_angle_words[] = {"vector", "projected", NULL};
enum {
    MARKERS = PHK_BUSHING_MARKERS,
    SIX = PHK_BUSHING_SIX,
    COLUMNS = 12,
    ANGLES = PHK_BUSHING_ANGLES
};

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
static bool has_turn(const phk_bushing *p)
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

static bushing_now now(const phk_bushing *p, const ph_frame *frame, const double *memory)
{
    bushing_now b = {.arm = ph_sub(frame[0].p, frame[1].p)};
    const ph_mat3 back = transposed(&frame[1].R_WM);
    b.turns = has_turn(p);
    if (b.turns || p->angles == PHK_ANGLES_PROJECTED) {
        const ph_mat3 relative = phk_mat3_product(back, frame[0].R_WM);
        phk_bushing_turn(p->angles == PHK_ANGLES_PROJECTED, &relative, memory, &b.psi, &b.B);
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
    b.t = b.turns && p->angles == PHK_ANGLES_VECTOR ? phk_mat3_transposed_mul(&b.B, b.M) : b.M;
    b.t = ph_sub(b.t, ph_v3(D[3], D[4], D[5]));
    return b;
}

/* Element e as a bushing. */
static phk_bushing of(const phk_bushing_kind *kind, const void *par, int e, phk_bushing_room *room)
{
    return kind->of((const char *)par + (size_t)e * kind->par_bytes, room);
}

void phk_bushing_remember(const phk_bushing_kind *kind, int n, const void *par, const ph_eval *eval,
                          const ph_frame *frame, double *memory)
{
    phk_bushing_room room;
    for (int e = 0; e < n; e++) {
        const phk_bushing p = of(kind, par, e, &room);
        put(&memory[ANGLES * e], now(&p, &frame[MARKERS * e], memory_of(eval, e)).psi);
    }
}

ph_status phk_bushing_wrench(const phk_bushing_kind *kind, int n, const void *par,
                             const ph_eval *eval, const ph_frame *frame, ph_wrench *w)
{
    phk_bushing_room room;
    for (int e = 0; e < n; e++, frame += MARKERS, w += MARKERS) {
        const phk_bushing p = of(kind, par, e, &room);
        bushing_now b = now(&p, frame, memory_of(eval, e));
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

ph_status phk_bushing_tangent(const phk_bushing_kind *kind, int n, const void *par,
                              const ph_eval *eval, const ph_frame *frame, ph_tangent *out)
{
    phk_bushing_room room;
    for (int e = 0; e < n; e++, frame += MARKERS) {
        const phk_bushing p = of(kind, par, e, &room);
        bushing_now b = now(&p, frame, memory_of(eval, e));
        const ph_mat3 *R = &frame[1].R_WM;
        ph_mat3 back = transposed(R);
        six_rows de = deformation_by_place(&b, &back), dr = rate_by_place(&b, &back, frame);
        six_rows ds = rate_by_speed(&b, &back);
        six_rows elastic = times(&p.stiffness, -1, &de);
        six_rows viscous = times(&p.damping, -1, &dr), bent = {0};
        if (b.turns && p.angles == PHK_ANGLES_VECTOR) bend_torque(&b, &de, &elastic, &bent);
        for (int i = 0; i < SIX; i++)
            for (int j = 0; j < COLUMNS; j++) elastic.m[i][j] += viscous.m[i][j] + bent.m[i][j];
        double *by_place = phk_square(out->displacement, e, MARKERS);
        spread(by_place, &elastic, R, b.arm);
        carry(by_place, &b, R);
        viscous = times(&p.damping, -1, &ds);
        spread(phk_square(out->velocity, e, MARKERS), &viscous, R, b.arm);
    }
    return PH_OK;
}

void phk_bushing_potential(const phk_bushing_kind *kind, int n, const void *par,
                           const ph_eval *eval, const ph_frame *frame, double *v)
{
    phk_bushing_room room;
    for (int e = 0; e < n; e++) {
        const phk_bushing p = of(kind, par, e, &room);
        bushing_now b = now(&p, &frame[MARKERS * e], memory_of(eval, e));
        v[e] = 0;
        for (int i = 0; i < SIX; i++) {
            double preload = p.preload.count ? p.preload.value[i] : 0;
            v[e] += b.e[i] * (0.5 * row_times(&p.stiffness, i, b.e) - preload);
        }
    }
}

void phk_bushing_dissipation(const phk_bushing_kind *kind, int n, const void *par,
                             const ph_eval *eval, const ph_frame *frame, double *lost)
{
    phk_bushing_room room;
    for (int e = 0; e < n; e++) {
        const phk_bushing p = of(kind, par, e, &room);
        bushing_now b = now(&p, &frame[MARKERS * e], memory_of(eval, e));
        lost[e] = 0;
        for (int i = 0; i < SIX; i++) lost[e] += b.rate[i] * row_times(&p.damping, i, b.rate);
    }
}

ph_work_class phk_bushing_work(const phk_bushing_kind *kind, const void *par)
{
    phk_bushing_room room;
    const phk_bushing own = kind->of(par, &room), *p = &own;
    double size = 0, lopsided = 0;
    if (p->angles == PHK_ANGLES_PROJECTED && has_turn(p)) return PH_WORK_APPLIED;
    for (int i = 0; i < SIX; i++)
        for (int j = 0; j < i; j++) {
            double a = entry(&p->stiffness, i, j), b = entry(&p->stiffness, j, i);
            lopsided = fmax(lopsided, fabs(a - b));
            size = fmax(size, fmax(fabs(a), fabs(b)));
        }
    /* entries from one formula in two places may differ by their rounding */
    return lopsided <= 1e-14 * size ? PH_WORK_CONSERVATIVE : PH_WORK_APPLIED;
}
