/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The shapes of a reduction: how the body follows its interface, answers forces, and swings while
 * that is held.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "flex/reduce_work.h"
#include "linalg/dense.h"
#include "linalg/lanczos.h"

#define TWO_PI 6.283185307179586

/* What is held, and what is left of the matrices without it. */
typedef struct {
    phk_reduce_work *w;
    unsigned char *held; /* [n] 1: by the interface, 2: besides */
    int *place;          /* [n] number among the others, -1 */
    int left;
    phk_frontal *factors;
    double *wide; /* [n][PHK_WIDE] */
    bool holds;   /* the interface holds the body */
} shapes;

static const char *direction_name(int d)
{
    static const char *const name[] = {"x",           "y", "z", "turn about x", "turn about y",
                                       "turn about z"};
    return name[d];
}

/* "node 12 (z)": whose equation it is. */
static void describe(const phk_fe *fe, int equation, char text[64])
{
    snprintf(text, 64, "equation %d", equation + 1);
    for (int i = 0; i < fe->nodes; i++)
        for (int d = 0; d < 6; d++)
            if (fe->equation[i][d] == equation)
                snprintf(text, 64, "node %d (%s)", fe->id[i], direction_name(d));
}

static int motions(const phk_fe_interface *face, const phk_fe *fe)
{
    int count = 0;
    if (face->hold == PHK_FE_RIGID) return 6;
    if (face->hold == PHK_FE_AVERAGE) return 0;
    for (int d = 0; d < (face->hold == PHK_FE_POINT ? 3 : 6); d++)
        count += fe->equation[face->node[0]][d] >= 0;
    return count;
}

/* The unknowns of an interface are held, each by one. */
static ph_status hold(shapes *s, const phk_fe_interface *face)
{
    const phk_fe *fe = s->w->fe;
    for (int i = 0; i < face->count; i++)
        for (int d = 0; d < (face->hold == PHK_FE_POINT ? 3 : 6); d++) {
            const int e = fe->equation[face->node[i]][d];
            if (e < 0) continue;
            if (s->held[e])
                return phk_error(
                    s->w->diag, PH_E_MODEL, face->where,
                    "interfaces that hold nodes have none in common; `average` holds none",
                    "interface `%s`: node %d is held by another interface already", face->name,
                    fe->id[face->node[i]]);
            s->held[e] = 1;
        }
    return PH_OK;
}

/* Rigid motions of the unknowns of one kind, each row divided so that turns count as shifts. */
static void rigid_row(const shapes *s, int e, double row[6])
{
    for (int k = 0; k < 6; k++)
        row[k] = *phk_wide_at(&s->w->rigid, e, k) / (k < 3 ? 1 : s->w->size);
}

/* Takes the part along the directions that are held out of a row; returns the length left. */
static double take_out(double basis[6][6], int count, double row[6])
{
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < count; k++) {
            double sum = 0;
            for (int j = 0; j < 6; j++) sum += basis[k][j] * row[j];
            for (int j = 0; j < 6; j++) row[j] -= sum * basis[k][j];
        }
    double sum = 0;
    for (int j = 0; j < 6; j++) sum += row[j] * row[j];
    return sqrt(sum);
}

/* Finds among unknowns (those held, or those free) rows that hold what is not held yet: the one
 * that does most, again and again. */
static int hold_most(shapes *s, bool of_held, double least, double basis[6][6], int count)
{
    while (count < 6) {
        double most = least, best[6] = {0}, row[6];
        int at = -1;
        for (int e = 0; e < s->w->n; e++) {
            if ((s->held[e] == 1) != of_held || s->held[e] == 2) continue;
            rigid_row(s, e, row);
            const double length = take_out(basis, count, row);
            if (length > most) {
                most = length;
                at = e;
                memcpy(best, row, sizeof best);
            }
        }
        if (at < 0) break;
        for (int j = 0; j < 6; j++) basis[count][j] = best[j] / most;
        count++;
        if (!of_held) {
            s->held[at] = 2;
            s->w->found->extra++;
        }
    }
    return count;
}

/* Numbers those that are free: what is held besides the interface may count as free, too. */
static ph_status number(shapes *s, bool interface_alone)
{
    s->left = 0;
    for (int e = 0; e < s->w->n; e++)
        s->place[e] = s->held[e] == 1 || (s->held[e] == 2 && !interface_alone) ? -1 : s->left++;
    return s->left > 0 ? PH_OK
                       : phk_error(s->w->diag, PH_E_MODEL, phk_nowhere,
                                   "leave some nodes out of the interface",
                                   "the interface holds every node: nothing is left to bend");
}

static ph_status factor(shapes *s, double shift, phk_sparse *matrix)
{
    const phk_fe *fe = s->w->fe;
    int culprit = -1;
    phk_frontal_free(s->factors);
    s->factors = NULL;
    *matrix = (phk_sparse){0};
    ph_status status = phk_sparse_part(&fe->stiffness, shift > 0 ? &fe->mass : NULL, shift,
                                       s->place, s->left, matrix);
    if (status == PH_OK) status = phk_frontal_make(matrix, &s->factors, &culprit);
    if (status != PH_E_SINGULAR) return status;
    char text[64] = "";
    for (int e = 0; e < s->w->n; e++)
        if (s->place[e] == culprit) describe(fe, e, text);
    return phk_error(
        s->w->diag, PH_E_SINGULAR, phk_nowhere,
        "a part that is not connected, a hinge, or a node without stiffness; are these "
        "the matrices of the body as it is, without boundary conditions?",
        "the stiffness has no positive pivot at %s while the interface is held", text);
}

/* Solves for the unknowns that are not held; those keep what they have. x, b [n][PHK_WIDE]: the
 * right side is -b where b is not NULL, else what x has. */
static void solve(shapes *s, double *x, const double *b)
{
    const size_t one = PHK_WIDE * sizeof *x;
    for (int e = 0; e < s->w->n; e++)
        if (s->place[e] >= 0)
            for (int r = 0; r < PHK_WIDE; r++)
                s->wide[(size_t)s->place[e] * PHK_WIDE + (size_t)r] =
                    b ? -b[(size_t)e * PHK_WIDE + (size_t)r] : x[(size_t)e * PHK_WIDE + (size_t)r];
    phk_frontal_solve(s->factors, s->wide);
    for (int e = 0; e < s->w->n; e++)
        if (s->place[e] >= 0)
            memcpy(x + (size_t)e * PHK_WIDE, s->wide + (size_t)s->place[e] * PHK_WIDE, one);
}

/* Interface unknowns follow its motions: from column `at` on. Returns the next. */
static int put_motions(const phk_reduce_work *w, const phk_fe_interface *face, int at)
{
    const phk_fe *fe = w->fe;
    if (face->hold == PHK_FE_AVERAGE) return at;
    if (face->hold != PHK_FE_RIGID) {
        for (int d = 0; d < (face->hold == PHK_FE_POINT ? 3 : 6); d++)
            if (fe->equation[face->node[0]][d] >= 0)
                *phk_wide_at(&w->shape, fe->equation[face->node[0]][d], at++) = 1;
        return at;
    }
    /* the motions of the whole body about its centre serve as well as those about the set's */
    for (int i = 0; i < face->count; i++)
        for (int d = 0; d < 6; d++) {
            const int e = fe->equation[face->node[i]][d];
            for (int k = 0; e >= 0 && k < 6; k++)
                *phk_wide_at(&w->shape, e, at + k) = *phk_wide_at(&w->rigid, e, k);
        }
    return at + 6;
}

static ph_status add_static(shapes *s)
{
    phk_reduce_work *w = s->w;
    const int count = w->found->held + w->found->extra;
    phk_wide product;
    ph_status status = phk_wide_append(&w->shape, count);
    if (status != PH_OK) return status;
    int at = 0;
    for (int i = 0; i < w->how->interfaces; i++) at = put_motions(w, &w->how->interface[i], at);
    for (int e = 0; e < w->n; e++)
        if (s->held[e] == 2) *phk_wide_at(&w->shape, e, at++) = 1;
    status = phk_wide_times(&w->fe->stiffness, &w->shape, &product);
    for (int k = 0; status == PH_OK && k < phk_wide_blocks(&w->shape); k++)
        solve(s, w->shape.block[k], product.block[k]);
    phk_wide_free(&product);
    return status;
}

/* f - M Z (Z'M Z)^-1 Z'f: forces that are in balance with the inertia of the body. */
static ph_status relieve(const phk_reduce_work *w, phk_wide *force)
{
    double g[36], h[36 + 12], a[PHK_WIDE * PHK_WIDE] = {0};
    int pivot[6];
    phk_wide_gram(&w->rigid, &w->mass_rigid, g);
    phk_wide_gram(&w->rigid, force, h);
    if (phk_dense_factor(6, g, pivot) >= 0) return PH_E_SINGULAR;
    for (int j = 0; j < force->count; j++) {
        double x[6];
        for (int k = 0; k < 6; k++) x[k] = h[k * force->count + j];
        phk_dense_solve(6, g, pivot, x);
        for (int k = 0; k < 6; k++) a[k * PHK_WIDE + j] = x[k];
    }
    phk_wide_subtract(w->n, w->mass_rigid.block[0], a, force->block[0]);
    return PH_OK;
}

/* The answers to forces and moments on sets of mean motion. */
static ph_status add_answers(shapes *s, const phk_fe_interface *face)
{
    phk_reduce_work *w = s->w;
    const phk_fe *fe = w->fe;
    ph_vec3 centre;
    phk_wide force = {.n = w->n};
    double *row = malloc(18 * (size_t)face->count * sizeof *row);
    ph_status status = row ? phk_wide_append(&force, 6) : PH_E_NOMEM;
    if (status == PH_OK && !phk_reduce_average(fe, face, &centre, row)) status = PH_E_SINGULAR;
    for (int k = 0; status == PH_OK && k < 6; k++)
        for (int i = 0; i < face->count; i++)
            for (int d = 0; d < 3; d++)
                *phk_wide_at(&force, fe->equation[face->node[i]][d], k) +=
                    row[(size_t)k * 3 * (size_t)face->count + (size_t)(3 * i + d)];
    if (status == PH_OK && !s->holds) status = relieve(w, &force);
    if (status == PH_OK) {
        for (int e = 0; e < w->n; e++)
            if (s->place[e] < 0)
                memset(force.block[0] + (size_t)e * PHK_WIDE, 0, PHK_WIDE * sizeof(double));
        solve(s, force.block[0], NULL);
        const int at = w->shape.count;
        status = phk_wide_append(&w->shape, 6);
        for (int e = 0; status == PH_OK && e < w->n; e++)
            for (int k = 0; k < 6; k++)
                *phk_wide_at(&w->shape, e, at + k) = *phk_wide_at(&force, e, k);
    }
    phk_wide_free(&force);
    free(row);
    return status;
}

static ph_status tell_modes(void *user, int found, int wanted)
{
    return phk_reduce_tell(user, 0.2 + 0.6 * found / (found + (double)wanted + 1), "modes");
}

/* Where the body is not held the stiffness is singular: a shift far below what bends, far above
 * what rounding makes of nothing. */
static double shift_of(const phk_fe *fe)
{
    double most = 0;
    for (int e = 0; e < fe->stiffness.n; e++) {
        const size_t k = fe->stiffness.start[e], m = fe->mass.start[e];
        if (k == fe->stiffness.start[e + 1] || m == fe->mass.start[e + 1]) continue;
        if (fe->mass.value[m] > 0) most = fmax(most, fe->stiffness.value[k] / fe->mass.value[m]);
    }
    return 1e-9 * most;
}

static ph_status add_modes(shapes *s, phk_sparse *matrix)
{
    phk_reduce_work *w = s->w;
    int found = 0, rigid = 0;
    double *value = NULL, *vector = NULL, shift = 0;
    phk_sparse mass = {0};
    ph_status status = PH_OK;
    if (w->how->modes <= 0 && !(w->how->below > 0)) return PH_OK;
    if (!s->holds) {
        /* held by the interface alone, which leaves some rigid motion */
        status = number(s, true);
        rigid = w->found->extra;
        shift = shift_of(w->fe);
        phk_sparse_free(matrix);
        if (status == PH_OK) status = factor(s, shift, matrix);
    }
    if (status == PH_OK) status = phk_sparse_part(&w->fe->mass, NULL, 0, s->place, s->left, &mass);
    const phk_lanczos how = {w->how->modes > 0 ? w->how->modes + rigid : 0,
                             w->how->below > 0 ? pow(TWO_PI * w->how->below, 2) : 0,
                             4000,
                             shift,
                             tell_modes,
                             w};
    if (status == PH_OK)
        status = phk_lanczos_lowest(matrix, &mass, s->factors, &how, &found, &value, &vector);
    if (status == PH_E_SOLVE)
        phk_error(w->diag, status, phk_nowhere,
                  "ask for fewer, or for those below a lower frequency",
                  "modes with the interface held: more than %d, or no convergence", how.most);
    const int at = w->shape.count;
    if (status == PH_OK) status = phk_wide_append(&w->shape, found);
    for (int k = 0; status == PH_OK && k < found; k++)
        for (int e = 0; e < w->n; e++)
            if (s->place[e] >= 0)
                *phk_wide_at(&w->shape, e, at + k) =
                    vector[(size_t)k * (size_t)s->left + (size_t)s->place[e]];
    w->found->fixed = found > rigid ? found - rigid : 0;
    phk_sparse_free(&mass);
    free(value);
    free(vector);
    return status;
}

static ph_status make(shapes *s, phk_sparse *matrix)
{
    phk_reduce_work *w = s->w;
    double basis[6][6];
    ph_status status = PH_OK;
    for (int i = 0; status == PH_OK && i < w->how->interfaces; i++) {
        const phk_fe_interface *face = &w->how->interface[i];
        w->found->held += motions(face, w->fe);
        if (face->hold != PHK_FE_AVERAGE) status = hold(s, face);
    }
    if (status != PH_OK) return status;
    int held = hold_most(s, true, 1e-4, basis, 0);
    s->holds = held == 6;
    if (!s->holds && hold_most(s, false, 1e-8, basis, held) < 6)
        return phk_error(w->diag, PH_E_PHYSICS, phk_nowhere,
                         "nodes with positions alone must not all lie on a line",
                         "no equation of the model sees all rigid motions");
    status = number(s, false);
    if (status == PH_OK) status = phk_reduce_tell(w, 0.05, "factors");
    if (status == PH_OK) status = factor(s, 0, matrix);
    if (status == PH_OK) status = phk_reduce_tell(w, 0.15, "shapes of the interface");
    if (status == PH_OK) status = add_static(s);
    for (int i = 0; status == PH_OK && i < w->how->interfaces; i++)
        if (w->how->interface[i].hold == PHK_FE_AVERAGE)
            status = add_answers(s, &w->how->interface[i]);
    return status == PH_OK ? add_modes(s, matrix) : status;
}

ph_status phk_reduce_shapes(phk_reduce_work *w)
{
    shapes s = {.w = w};
    phk_sparse matrix = {0};
    const size_t n = (size_t)w->n;
    s.held = calloc(n + 1, 1);
    s.place = malloc((n + 1) * sizeof *s.place);
    s.wide = calloc((n + 1) * PHK_WIDE, sizeof *s.wide);
    w->shape = (phk_wide){.n = w->n};
    ph_status status = s.held && s.place && s.wide ? make(&s, &matrix) : PH_E_NOMEM;
    phk_sparse_free(&matrix);
    phk_frontal_free(s.factors);
    free(s.held);
    free(s.place);
    free(s.wide);
    return status;
}
