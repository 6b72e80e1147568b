/* SPDX-License-Identifier: BSD-3-Clause */
#include "sim/ledger.h"

#include <limits.h>
#include <math.h>
#include <string.h>

static bool does_work(const phk_group *g, int e)
{
    return g->type->wrench && g->work[e] == PH_WORK_APPLIED;
}

static bool dissipates(const phk_group *g, int e)
{
    return g->type->dissipation && g->work[e] == PH_WORK_CONSERVATIVE;
}

/* Lists the accounts; counts only while there is no room for them. */
static void list(phk_ledger *l, const phk_system *sys)
{
    l->accounts = 0;
    for (int g = 0; g < sys->program->elements.groups; g++)
        for (int e = 0; e < sys->program->elements.group[g].n; e++) {
            const phk_group *group = &sys->program->elements.group[g];
            if (!does_work(group, e) && !dissipates(group, e)) continue;
            if (l->account) l->account[l->accounts] = (phk_account){g, e, dissipates(group, e)};
            l->accounts++;
        }
    for (int k = 0; k < sys->program->contacts.contacts; k++) {
        int group = sys->program->elements.groups;
        if (l->account) l->account[l->accounts] = (phk_account){group, k, true};
        l->accounts++;
    }
    for (int k = 0; k < sys->program->flexible.n; k++) {
        int group = sys->program->elements.groups + 1;
        if (l->account) l->account[l->accounts] = (phk_account){group, k, true};
        l->accounts++;
    }
    for (int k = 0; k < sys->program->constraints; k++) {
        const phk_constraint *c = &sys->program->constraint[k];
        /* what velocities are held against may move by itself */
        bool drives = c->kind == PHK_HOLD_MOTION || c->kind == PHK_HOLD_EQUATION;
        if (!drives && !c->velocity_rows) continue;
        if (l->account) l->account[l->accounts] = (phk_account){-1, k, false};
        l->accounts++;
    }
}

ph_status phk_ledger_create(phk_ledger *l, const phk_system *sys, phk_arena *arena)
{
    *l = (phk_ledger){0};
    list(l, sys);
    size_t n = (size_t)l->accounts + 1;
    l->account = phk_arena_alloc(arena, n * sizeof *l->account);
    double *room = phk_arena_alloc(arena, 4 * n * sizeof *room);
    if (!l->account || !room) return PH_E_NOMEM;
    memset(room, 0, 4 * n * sizeof *room);
    l->work = room;
    l->work_before = room + n;
    l->power = room + 2 * n;
    l->power_before = room + 3 * n;
    list(l, sys);
    return PH_OK;
}

/* Accounts lie in the order of groups and elements, constraints at the end. */
static long long place_of(int group, int index)
{
    return (group < 0 ? (long long)INT_MAX : group) * ((long long)INT_MAX + 1) + index;
}

int phk_ledger_find(const phk_ledger *l, int group, int index, bool lost)
{
    int low = 0, high = l->accounts;
    while (low < high) {
        int k = low + (high - low) / 2;
        const phk_account *a = &l->account[k];
        if (place_of(a->group, a->index) < place_of(group, index))
            low = k + 1;
        else
            high = k;
    }
    const phk_account *a = &l->account[low];
    bool found = low < l->accounts && a->group == group && a->index == index && a->lost == lost;
    return found ? low : -1;
}

static double work_rate(const phk_system *sys, const phk_group *g, int e)
{
    double power = 0;
    int per = g->type->markers;
    const ph_wrench *w = phk_group_wrenches(sys, g);
    const ph_frame *at = phk_group_frames(sys, g);
    for (int k = e * per; k < (e + 1) * per; k++)
        power += ph_dot(w[k].force, at[k].v) + ph_dot(w[k].torque, at[k].w);
    return power;
}

/* What contacts take: their accounts lie behind those of elements, in the order of the model. */
static void contact_powers(const phk_system *sys, double *power)
{
    for (int k = 0; k < sys->program->contacts.contacts; k++) power[k] = 0;
    for (int k = 0; k < sys->pool.pairs; k++) {
        const phk_contact_pair *p = &sys->pool.pair[k];
        power[sys->program->contacts.set[p->set].contact] += p->load.taken;
    }
}

void phk_ledger_powers(const phk_ledger *l, phk_system *sys, double *power)
{
    int done = -1; /* group whose losses stand in its scratch */
    for (int k = 0; k < l->accounts && l->account[k].group >= 0; k++) {
        int e = l->account[k].index;
        if (l->account[k].group == sys->program->elements.groups) {
            if (e == 0) contact_powers(sys, power + k);
            continue;
        }
        if (l->account[k].group > sys->program->elements.groups) {
            power[k] = phk_system_damping(sys, e);
            continue;
        }
        const phk_group *g = &sys->program->elements.group[l->account[k].group];
        if (!l->account[k].lost) {
            power[k] = work_rate(sys, g, e);
            continue;
        }
        ph_eval eval = phk_group_eval(sys, g);
        double *lost = sys->potential + g->first;
        if (done != l->account[k].group)
            g->type->dissipation(g->n, g->par, &eval, phk_group_frames(sys, g), lost);
        done = l->account[k].group;
        power[k] = phk_group_acts(sys, g)[e] ? lost[e] : 0;
    }
}

static void sum(phk_ledger *l)
{
    l->applied = l->struck;
    l->dissipated = l->lost;
    l->passed = fabs(l->struck) + fabs(l->lost);
    for (int k = 0; k < l->accounts; k++) {
        *(l->account[k].lost ? &l->dissipated : &l->applied) += l->work[k];
        l->passed += fabs(l->work[k]);
    }
}

void phk_ledger_press(phk_ledger *l, const phk_system *sys)
{
    int first = phk_ledger_find(l, sys->program->elements.groups, 0, true);
    for (int k = 0; first >= 0 && k < sys->program->contacts.contacts; k++) l->work[first + k] = 0;
    for (int k = 0; k < sys->pool.pairs; k++) {
        const phk_contact_pair *p = &sys->pool.pair[k];
        l->work[first + sys->program->contacts.set[p->set].contact] += p->load.stored;
    }
    sum(l);
}

void phk_ledger_keep(phk_ledger *l)
{
    memcpy(l->work_before, l->work, (size_t)l->accounts * sizeof *l->work);
    memcpy(l->power_before, l->power, (size_t)l->accounts * sizeof *l->power);
    l->before_applied = l->applied;
    l->before_dissipated = l->dissipated;
    l->step = 0;
}

void phk_ledger_add(phk_ledger *l, double h, const double *mean)
{
    for (int k = 0; k < l->accounts; k++) l->work[k] += h * mean[k];
    sum(l);
}

/* The trapezoidal rule is off by h^3/12 of the second derivative of the power, which is seen from
 * this step and the one before; by six times that where the power jumps within the step. */
static void add_blur(phk_ledger *l, double h)
{
    double change = 0, length = fabs(h);
    for (int k = 0; k < l->accounts; k++)
        change += (l->account[k].lost ? -1 : 1) * (l->power[k] - l->power_before[k]);
    double slope = change / h;
    if (l->slope_step > 0)
        l->blur += fabs(slope - l->slope) / (length + l->slope_step) * length * h * h;
    l->slope = slope;
    l->slope_step = length;
}

void phk_ledger_step(phk_ledger *l, double h)
{
    for (int k = 0; k < l->accounts; k++)
        l->work[k] += 0.5 * h * (l->power_before[k] + l->power[k]);
    l->step = h;
    sum(l);
    if (h != 0) add_blur(l, h);
}

void phk_ledger_strike(phk_ledger *l, double work)
{
    l->struck += work;
    sum(l);
}

void phk_ledger_lose(phk_ledger *l, double energy)
{
    l->lost += energy;
    sum(l);
}

double phk_ledger_at(const phk_ledger *l, int k, double s)
{
    double a = l->work_before[k], b = l->work[k], h = l->step, s2 = s * s, s3 = s2 * s;
    if (h == 0) return a + s * (b - a);
    return a + (3 * s2 - 2 * s3) * (b - a) +
           h * ((s - 2 * s2 + s3) * l->power_before[k] + (s3 - s2) * l->power[k]);
}

void phk_ledger_sums(const phk_ledger *l, double share, double *applied, double *dissipated)
{
    *applied = l->struck;
    *dissipated = l->lost;
    for (int k = 0; k < l->accounts; k++)
        *(l->account[k].lost ? dissipated : applied) += phk_ledger_at(l, k, share);
}

void phk_ledger_store(phk_ledger *l, phk_store *store)
{
    double *sums[] = {&l->initial,        &l->potential,         &l->struck, &l->lost,
                      &l->applied,        &l->dissipated,        &l->passed, &l->step,
                      &l->before_applied, &l->before_dissipated, &l->blur,   &l->slope,
                      &l->slope_step};
    double *each[] = {l->work, l->work_before, l->power, l->power_before};
    phk_store_expect(store, l->accounts);
    for (size_t i = 0; i < sizeof sums / sizeof *sums; i++) PHK_STORE(store, *sums[i]);
    for (size_t i = 0; i < sizeof each / sizeof *each; i++)
        phk_store_doubles(store, each[i], (size_t)l->accounts);
}
