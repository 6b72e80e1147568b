/* SPDX-License-Identifier: BSD-3-Clause
 *
 * driver.c -- runs the stages of a method over a batch of bodies.
 *
 * Stage by stage when loads act, because all bodies must have reached a call point before any
 * load is known. Free bodies do not wait for each other: there all stages run over a strip of
 * bodies that stays in the cache, then over the next.
 *
 * A step that may fail begins with a copy of the state. A step of free bodies by an explicit
 * method fails only when numbers overflow, so there the copy is left out while all numbers are far
 * from that; `careful` says when they are not.
 */
#include "rot/kernel.h"
#include <stdlib.h>
#include <string.h>

enum { STRIP = 128, LINE = 8 /* doubles in a cache line */ };

#define LARGE       1e15 /* state, in SI units: beyond it steps are careful */
#define LARGE_STEP  1e6  /* [s] */
#define LARGE_RATIO 1e6  /* of principal moments */

void phk_rot_idle(phk_rot *rot, int begin, int end)
{
    (void)rot, (void)begin, (void)end;
}

const phk_rot_stage phk_rot_start_loaded[] = {
    {phk_rot_idle, 0, PHK_AT_STATE, 0},
    {0},
};

void phk_rot_fail(phk_rot *rot, int body, ph_status status, double turn)
{
    if (rot->status != PH_OK) return;
    rot->status = status;
    rot->failed_body = body;
    rot->failed_turn = turn;
}

static size_t state_size(const phk_rot *rot)
{
    return (size_t)rot->slots * (size_t)rot->ld;
}

static double *zeroed(size_t count)
{
    double *p = aligned_alloc(sizeof(double) * LINE, count * sizeof(double));
    if (p) memset(p, 0, count * sizeof(double));
    return p;
}

/* Distance between slots. Whole cache lines; for large batches 17 lines more than a multiple of
 * 64, so that the slots of a body do not fall into the same few places of the cache. */
static int distance(int n)
{
    int ld = (n + LINE - 1) / LINE * LINE;
    if (ld >= 512) ld += (17 * LINE - ld % (64 * LINE) + 64 * LINE) % (64 * LINE);
    return ld;
}

static int constants_of(const phk_rot_method *method)
{
    return method->axes ? PHK_CONSTANTS_OF_AXES : PHK_CONSTANTS;
}

ph_status phk_rot_create(const phk_rot_method *method, int n, int loaded, phk_rot **out)
{
    *out = NULL;
    if (!method || n < 1 || n > 1000000000) return PH_E_USAGE;
    phk_rot *rot = calloc(1, sizeof *rot);
    if (!rot) return PH_E_NOMEM;
    rot->method = method;
    rot->n = n;
    rot->ld = distance(n);
    rot->slots = method->lean && !loaded ? PHK_F : PHK_OWN + method->slots;
    rot->diagonal = 1;
    rot->failed_body = -1;
    rot->s = zeroed(state_size(rot));
    rot->backup = zeroed(state_size(rot));
    rot->c = zeroed((size_t)constants_of(method) * (size_t)rot->ld);
    if (!rot->s || !rot->backup || !rot->c) {
        phk_rot_free(rot);
        return PH_E_NOMEM;
    }
    ph_sym3 unit = {1, 1, 1, 0, 0, 0};
    for (int i = 0; i < n; i++) {
        phk_rot_set_constants(rot, i, 1, unit);
        phk_rot_set_state(rot, i, ph_v3(0, 0, 0), ph_v3(0, 0, 0), ph_quat_identity(),
                          ph_v3(0, 0, 0));
    }
    phk_rot_begin(rot, 0, 0);
    *out = rot;
    return PH_OK;
}

void phk_rot_free(phk_rot *rot)
{
    if (!rot) return;
    free(rot->s);
    free(rot->c);
    free(rot->backup);
    free(rot);
}

void phk_rot_store(phk_rot *rot, phk_store *store)
{
    phk_store_expect(store, rot->n);
    phk_store_expect(store, (long long)state_size(rot));
    phk_store_doubles(store, rot->s, state_size(rot));
    PHK_STORE_EACH(store, PHK_PART(rot->careful), PHK_PART(rot->t0), PHK_PART(rot->h),
                   PHK_PART(rot->k), PHK_PART(rot->started), PHK_PART(rot->reversed),
                   PHK_PART(rot->open), PHK_PART(rot->pass), PHK_PART(rot->calls),
                   PHK_PART(rot->iterations), PHK_PART(rot->status), PHK_PART(rot->failed_body),
                   PHK_PART(rot->failed_turn));
}

void phk_rot_set_constants(phk_rot *rot, int i, double mass, ph_sym3 inertia)
{
    double value[3];
    ph_vec3 axis[3];
    ph_sym3 inverse = phk_sym3_inverse(inertia);
    phk_sym3_eigen(inertia, value, axis);
    const double row[PHK_CONSTANTS_OF_AXES] = {
        mass > 0 ? 1 / mass : 0,
        inertia.xx,
        inertia.yy,
        inertia.zz,
        inertia.xy,
        inertia.xz,
        inertia.yz,
        inverse.xx,
        inverse.yy,
        inverse.zz,
        inverse.xy,
        inverse.xz,
        inverse.yz,
        value[0],
        value[1],
        value[2],
        axis[0].x,
        axis[0].y,
        axis[0].z,
        axis[1].x,
        axis[1].y,
        axis[1].z,
        axis[2].x,
        axis[2].y,
        axis[2].z,
    };
    for (int k = 0; k < constants_of(rot->method); k++)
        rot->c[(size_t)k * (size_t)rot->ld + (size_t)i] = row[k];
    if (inertia.xy != 0 || inertia.xz != 0 || inertia.yz != 0) rot->diagonal = 0;
}

void phk_rot_set_state(phk_rot *rot, int i, ph_vec3 x, ph_vec3 v, ph_quat q, ph_vec3 w)
{
    phk_batch b = phk_batch_of(rot);
    phk_put3(b, PHK_X, i, x);
    phk_put3(b, PHK_V, i, v);
    phk_put4(b, PHK_Q, i, q);
    phk_put3(b, PHK_W, i, w);
}

ph_sym3 phk_rot_inertia_inverse(const phk_rot *rot, int i)
{
    return phk_get_sym3(phk_batch_of((phk_rot *)rot), PHK_INERTIA_INVERSE, i, 0);
}

/* Constants and step so moderate that a step from a state below LARGE cannot overflow. */
static int moderate(const phk_rot *rot)
{
    phk_batch b = phk_batch_of((phk_rot *)rot);
    if (!(fabs(rot->h) <= LARGE_STEP)) return 0;
    for (int i = 0; i < rot->n; i++) {
        double most = 0, least = HUGE_VAL, m = phk_batch_constant(b, PHK_MASS_INVERSE, i);
        double moment[3];
        ph_vec3 axis[3];
        phk_sym3_eigen(phk_get_sym3(b, PHK_INERTIA, i, 0), moment, axis);
        for (int k = 0; k < 3; k++) {
            most = moment[k] > most ? moment[k] : most;
            least = moment[k] < least ? moment[k] : least;
        }
        if (!(most <= LARGE && least >= 1 / LARGE && most <= LARGE_RATIO * least && m <= LARGE))
            return 0;
    }
    return 1;
}

void phk_rot_begin(phk_rot *rot, double t, double h)
{
    rot->t0 = t;
    rot->h = h;
    rot->k = 0;
    rot->started = rot->reversed = 0;
    rot->careful = 1;
    rot->status = PH_OK;
    rot->failed_body = -1;
}

void phk_rot_halt(phk_rot *rot)
{
    if (rot->started && rot->method->halt) rot->method->halt(rot, 0, rot->n);
    rot->started = 0;
}

void phk_rot_reverse(phk_rot *rot)
{
    /* what a method without symmetry carries belongs to the way forward */
    if (!(rot->method->info.traits & PH_SYMMETRIC)) phk_rot_halt(rot);
    rot->reversed = rot->started ? !rot->reversed : 0;
    /* t0 + k h stays, and the times of the way back are those of the way out */
    rot->h = -rot->h;
    rot->k = -rot->k;
}

/* Counts bodies whose numbers are large or not finite. Long long like double in width, so that
 * the loop is vectorised. */
PHK_CLONES static long long count_large(const phk_rot *rot, int begin, int end)
{
    const phk_batch b = phk_batch_of((phk_rot *)rot);
    const double h = fabs(b.h);
    long long large = 0;
    for (int i = begin; i < end; i++) {
        ph_vec3 x = phk_get3(b, PHK_X, i), v = phk_get3(b, PHK_V, i), w = phk_get3(b, PHK_W, i);
        ph_quat q = phk_get4(b, PHK_Q, i);
        double spin = fabs(w.x) + fabs(w.y) + fabs(w.z);
        double sum = fabs(x.x) + fabs(x.y) + fabs(x.z) + fabs(v.x) + fabs(v.y) + fabs(v.z);
        sum += fabs(q.w) + fabs(q.x) + fabs(q.y) + fabs(q.z);
        /* one test for both bounds: the turn is held to PHK_SINCOS_MAX */
        sum += spin + h * spin * (LARGE / PHK_SINCOS_MAX);
        large += sum <= LARGE ? 0 : 1;
    }
    return large;
}

/* After a step: fails when the state is not finite, and makes the next step careful when it is
 * large. */
static void check_state(phk_rot *rot, int begin, int end)
{
    if (!count_large(rot, begin, end)) return;
    rot->careful = 1;
    phk_batch b = phk_batch_of(rot);
    for (int i = begin; i < end; i++)
        for (int k = PHK_X; k < PHK_F; k++)
            if (!isfinite(phk_batch_get(b, k, i)))
                phk_rot_fail(rot, i, PH_E_NONFINITE, phk_rot_turn(b, i));
}

/* Before a careful step: fails when the state is not finite, or turns so far in a step that its
 * sine is not known. */
static void check_start(phk_rot *rot)
{
    phk_batch b = phk_batch_of(rot);
    check_state(rot, 0, rot->n);
    for (int i = 0; i < rot->n && rot->status == PH_OK; i++)
        if (!(phk_rot_turn(b, i) <= PHK_SINCOS_MAX))
            phk_rot_fail(rot, i, PH_E_RANGE, phk_rot_turn(b, i));
}

static void call_loads(phk_rot *rot, const phk_rot_stage *stage, int call)
{
    rot->calls++;
    if (!rot->load) return;
    double t = rot->t0 + ((double)rot->k + stage->at) * rot->h;
    ph_status status = rot->load(rot->load_self, rot, t, &stage->point, call);
    if (status != PH_OK) {
        phk_rot_fail(rot, -1, status, 0);
        return;
    }
    phk_batch b = phk_batch_of(rot);
    for (int i = 0; i < rot->n; i++) {
        double sum = 0;
        for (int k = PHK_F; k < PHK_CX; k++) sum += 0 * phk_batch_get(b, k, i);
        if (sum != 0) phk_rot_fail(rot, i, PH_E_NONFINITE, phk_rot_turn(b, i));
    }
}

/* One list of stages over all bodies, with the load calls, numbered from `call` if it is not -1. */
static void run_all(phk_rot *rot, const phk_rot_stage *list, int call)
{
    rot->pass = 0;
    for (int j = 0; list && list[j].run && rot->status == PH_OK; j++) {
        rot->open = 0;
        list[j].run(rot, 0, rot->n);
        if (rot->status != PH_OK) return;
        if (list[j].at >= 0) {
            call_loads(rot, &list[j], call);
            if (call >= 0) call++;
        }
        if (list[j].back && rot->open) {
            if (++rot->pass > PHK_PASSES) {
                phk_rot_fail(rot, -1, PH_E_SOLVE, 0);
                return;
            }
            /* a repeated call keeps its number */
            for (int m = 0; m <= list[j].back; m++)
                if (call >= 0 && list[j - m].at >= 0) call--;
            j -= list[j].back + 1;
        }
    }
    if (rot->status == PH_OK) check_state(rot, 0, rot->n);
}

static int has_back(const phk_rot_stage *list)
{
    for (; list->run; list++)
        if (list->back) return 1;
    return 0;
}

/* Free bodies: all stages over one strip, then over the next. */
static void run_strips(phk_rot *rot, const phk_rot_stage *list)
{
    for (const phk_rot_stage *p = list; p->run; p++)
        if (p->at >= 0) rot->calls++;
    for (int begin = 0; begin < rot->n && rot->status == PH_OK; begin += STRIP) {
        int end = rot->n - begin > STRIP ? begin + STRIP : rot->n;
        for (const phk_rot_stage *p = list; p->run && rot->status == PH_OK; p++)
            p->run(rot, begin, end);
        check_state(rot, begin, end);
    }
}

ph_status phk_rot_step(phk_rot *rot)
{
    const phk_rot_method *m = rot->method;
    const phk_rot_stage *list = rot->reversed && m->reverse ? m->reverse : m->step;
    int copied = rot->careful || rot->load || m->solves;
    rot->status = PH_OK;
    rot->failed_body = -1;
    rot->failed_turn = 0;
    if (rot->careful) {
        rot->careful = !moderate(rot);
        check_start(rot);
    }
    if (copied) memcpy(rot->backup, rot->s, state_size(rot) * sizeof(double));

    if (!rot->started) run_all(rot, m->start, -1);
    if (rot->status == PH_OK) {
        if (rot->load || has_back(list))
            run_all(rot, list, 0);
        else
            run_strips(rot, list);
    }
    if (rot->status != PH_OK) {
        if (copied) memcpy(rot->s, rot->backup, state_size(rot) * sizeof(double));
        rot->careful = 1;
        return rot->status;
    }
    rot->started = 1;
    rot->k++;
    return PH_OK;
}
