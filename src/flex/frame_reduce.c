/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Craig and Bampton's reduction of a frame, with full matrices: b interface coordinates, i others,
 *
 *   Psi = -K_ii^-1 K_ib,   K_ii V = M_ii V om^2,   B = [1 0; Psi V],
 *   (B'K B) Q = (B'M B) Q om^2,   Phi = B Q without the six lowest, which are rigid.
 *
 * What is left spans all static shapes under loads at the interface; the highest of them are there
 * for that, and are not to be cut.
 */
#include "flex/modes.h"

#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/diag.h"
#include "base/names.h"
#include "linalg/symmetric.h"

#define TWO_PI     6.283185307179586
#define NO_PIVOT   1e-12 /* of a diagonal entry is left: something is free to move */
#define RIGID_PART 1e-3  /* of the first frequency a rigid one may be */

enum { LOWEST = 6 }; /* modes, where nothing is said of them */

typedef struct {
    const phk_frame *frame;
    const ph_reduction *how;
    ph_source where;
    ph_diag *diag;
    phk_arena *scratch;
    int n, nb, ni; /* coordinates; of the interface; the others */
    int *b, *i;    /* [nb], [ni] which they are */
    double *K, *M; /* [n][n] */
    double *B;     /* [n][columns] */
    int columns;
    ph_status status;
} work;

static double *take(work *w, int rows, int columns)
{
    double *a = phk_arena_alloc(w->scratch, ((size_t)rows * (size_t)columns + 1) * sizeof *a);
    if (!a) w->status = PH_E_NOMEM;
    return a;
}

static double *at(double *a, int columns, int row, int column)
{
    return a + (size_t)row * (size_t)columns + (size_t)column;
}

static void tell_node(work *w, const ph_text *name)
{
    const phk_frame *f = w->frame;
    char hint[200];
    phk_nearest nearest = phk_nearest_to(name->text, strlen(name->text));
    for (int i = 0; i < f->nodes; i++)
        if (f->name[i]) phk_nearest_offer(&nearest, f->name[i]);
    snprintf(hint, sizeof hint, "name one of its nodes, or give a number from 1 to %d", f->nodes);
    if (nearest.best) snprintf(hint, sizeof hint, "did you mean `%.100s`?", nearest.best);
    w->status = phk_error(w->diag, PH_E_NAME, name->where.line > 0 ? name->where : w->where, hint,
                          "interface: there is no node `%.60s`", name->text);
}

/* Parts the coordinates. */
static void part(work *w)
{
    bool *held = phk_arena_alloc(w->scratch, (size_t)w->n + 1);
    w->b = phk_arena_alloc(w->scratch, ((size_t)w->n + 1) * sizeof *w->b);
    w->i = phk_arena_alloc(w->scratch, ((size_t)w->n + 1) * sizeof *w->i);
    if (!held || !w->b || !w->i) {
        w->status = PH_E_NOMEM;
        return;
    }
    for (int k = 0; k < w->how->interfaces; k++) {
        const ph_interface *one = &w->how->interface[k];
        int node = one->node.text ? phk_frame_node(w->frame, one->node.text) : -1;
        if (node < 0) {
            tell_node(w, one->node.text ? &one->node : &(ph_text){"", one->node.where});
            continue;
        }
        for (int c = 0; c < (one->hold == 3 ? 3 : 6); c++) held[6 * node + c] = true;
    }
    for (int k = 0; k < w->n; k++)
        if (held[k])
            w->b[w->nb++] = k;
        else
            w->i[w->ni++] = k;
}

/* What the interface leaves free. */
static void tell_free(work *w, int k)
{
    static const char *const way[] = {"moves along x", "moves along y", "moves along z",
                                      "turns about x", "turns about y", "turns about z"};
    int node = w->i[k] / 6;
    const char *name = w->frame->name[node];
    char number[20];
    snprintf(number, sizeof number, "%d", node + 1);
    w->status = phk_error(
        w->diag, PH_E_MODEL, w->where,
        "hold all six coordinates of one of its nodes: `interface: [NODE, ..]`",
        "with its interface held the body is still free: node `%.60s` %s and nothing resists",
        name ? name : number, way[w->i[k] % 6]);
}

static double *interior(work *w, const double *a)
{
    double *part = take(w, w->ni, w->ni);
    for (int r = 0; part && r < w->ni; r++)
        for (int c = 0; c < w->ni; c++)
            *at(part, w->ni, r, c) = a[(size_t)w->i[r] * (size_t)w->n + (size_t)w->i[c]];
    return part;
}

/* How many of the modes with the held interface are kept. */
static int fixed_modes(const work *w, const double *value)
{
    int count = w->how->modes >= 0 ? w->how->modes : w->ni < LOWEST ? w->ni : LOWEST;
    if (w->how->up_to > 0) {
        double most = TWO_PI * w->how->up_to;
        for (count = 0; count < w->ni && value[count] <= most * most;) count++;
    }
    return count;
}

static void tell_many(work *w, int most)
{
    w->status = phk_error(w->diag, PH_E_RANGE, w->where,
                          "divide its members into more elements, or ask for fewer modes",
                          "%d modes of a frame that has %d", w->how->modes, most);
}

/* B for an interface. */
static void constraint_modes(work *w)
{
    int n = w->n, nb = w->nb, ni = w->ni;
    double *k = interior(w, w->K), *rhs = take(w, ni, nb), *value = take(w, ni, 1);
    if (w->status) return;
    int fails = phk_cholesky_factor(ni, k, NO_PIVOT);
    if (fails >= 0) {
        tell_free(w, fails);
        return;
    }
    for (int r = 0; r < ni; r++)
        for (int c = 0; c < nb; c++) *at(rhs, nb, r, c) = -*at(w->K, n, w->i[r], w->b[c]);
    phk_cholesky_solve(ni, k, nb, rhs);
    double *v = interior(w, w->K), *m = interior(w, w->M);
    if (w->status) return;
    w->status = phk_symmetric_eigen2(ni, v, m, value);
    if (w->status == PH_E_SOLVE)
        phk_error(w->diag, PH_E_MODEL, w->where, "give it a density, and masses above zero",
                  "its modes cannot be found: there are coordinates without mass");
    if (w->status) return;
    int kept = fixed_modes(w, value);
    if (kept > ni) {
        tell_many(w, ni);
        return;
    }
    w->columns = nb + kept;
    w->B = take(w, n, w->columns);
    if (!w->B) return;
    for (int c = 0; c < nb; c++) *at(w->B, w->columns, w->b[c], c) = 1;
    for (int r = 0; r < ni; r++) {
        for (int c = 0; c < nb; c++) *at(w->B, w->columns, w->i[r], c) = *at(rhs, nb, r, c);
        for (int c = 0; c < kept; c++) *at(w->B, w->columns, w->i[r], nb + c) = *at(v, ni, c, r);
    }
}

/* a = A B; then out = B'A B. */
static double *project(work *w, const double *A, const double *B, int columns)
{
    double *a = take(w, w->n, columns), *out = take(w, columns, columns);
    if (w->status) return NULL;
    for (int r = 0; r < w->n; r++)
        for (int k = 0; k < w->n; k++) {
            double s = A[(size_t)r * (size_t)w->n + (size_t)k];
            if (s == 0) continue;
            for (int c = 0; c < columns; c++)
                *at(a, columns, r, c) += s * B[(size_t)k * (size_t)columns + (size_t)c];
        }
    for (int k = 0; k < w->n; k++)
        for (int r = 0; r < columns; r++) {
            double s = B[(size_t)k * (size_t)columns + (size_t)r];
            if (s == 0) continue;
            for (int c = 0; c < columns; c++) *at(out, columns, r, c) += s * *at(a, columns, k, c);
        }
    for (int r = 0; r < columns; r++)
        for (int c = 0; c < r; c++)
            *at(out, columns, r, c) = *at(out, columns, c, r) =
                0.5 * (*at(out, columns, r, c) + *at(out, columns, c, r));
    return out;
}

/* Signs are free: the largest entry of each is above zero. */
static void orient(int n, int modes, double *shape)
{
    for (int j = 0; j < modes; j++) {
        double most = 0;
        for (int r = 0; r < n; r++)
            if (fabs(*at(shape, modes, r, j)) > fabs(most) * (1 + 1e-6))
                most = *at(shape, modes, r, j);
        for (int r = 0; r < n && most < 0; r++) *at(shape, modes, r, j) *= -1;
    }
}

/* Keeps the shapes number first .. first + modes - 1 of those in the rows of q. */
static void keep(work *w, const double *value, double *q, int first, int modes, phk_shapes *out)
{
    int columns = w->columns;
    out->modes = modes;
    out->value = take(w, modes, 1);
    out->shape = take(w, w->n, modes);
    if (w->status) return;
    memcpy(out->value, value + first, sizeof *value * (size_t)modes);
    for (int r = 0; r < w->n; r++)
        for (int j = 0; j < modes; j++) {
            double sum = 0;
            const double *y = at(q, columns, first + j, 0);
            if (w->B)
                for (int c = 0; c < columns; c++) sum += *at(w->B, columns, r, c) * y[c];
            else
                sum = y[r];
            *at(out->shape, modes, r, j) = sum;
        }
    phk_frame_mean_axes(w->frame, w->M, modes, out->shape, w->scratch);
    orient(w->n, modes, out->shape);
}

/* The six lowest of all are rigid. */
static void reduce(work *w, phk_shapes *out)
{
    int m = w->columns;
    double *k = w->B ? project(w, w->K, w->B, m) : w->K;
    double *q = take(w, m, m), *mass = take(w, m, m), *value = take(w, m + 1, 1);
    double *own = w->B ? project(w, w->M, w->B, m) : w->M;
    if (w->status) return;
    memcpy(q, k, sizeof *q * (size_t)m * (size_t)m);
    memcpy(mass, own, sizeof *q * (size_t)m * (size_t)m);
    w->status = phk_symmetric_eigen2(m, q, mass, value);
    if (w->status) {
        if (w->status == PH_E_SOLVE)
            phk_error(w->diag, PH_E_MODEL, w->where, "name each node once",
                      "its modes cannot be found: shapes depend on each other");
        return;
    }
    int modes = m - 6;
    if (!w->B && w->how->up_to > 0) {
        double most = TWO_PI * w->how->up_to;
        for (modes = 0; modes < m - 6 && value[6 + modes] <= most * most;) modes++;
    } else if (!w->B) {
        modes = w->how->modes >= 0 ? w->how->modes : m - 6 < LOWEST ? m - 6 : LOWEST;
    }
    if (modes > m - 6) {
        tell_many(w, m - 6);
        return;
    }
    if (modes <= 0) {
        w->status = phk_error(w->diag, PH_E_MODEL, w->where,
                              "name interface nodes where something is attached, and some `modes`",
                              "no modes are left: six of %d are rigid", m < 6 ? 6 : m);
        return;
    }
    double rigid = 0;
    for (int j = 0; j < 6; j++) rigid = fmax(rigid, fabs(value[j]));
    out->rigid = sqrt(rigid / fmax(value[6], 1e-300));
    if (!(value[6] > 0) || !(out->rigid < RIGID_PART)) {
        w->status = phk_error(w->diag, PH_E_MODEL, w->where,
                              "sections and masses must be of sizes that belong together",
                              "its six lowest modes are not rigid: |f| up to %.3g of the seventh",
                              out->rigid);
        return;
    }
    keep(w, value, q, 6, modes, out);
}

ph_status phk_frame_reduce(const phk_frame *frame, const ph_reduction *how, ph_source where,
                           ph_diag *diag, phk_arena *scratch, phk_shapes *out)
{
    work w = {.frame = frame,
              .how = how,
              .where = where,
              .diag = diag,
              .scratch = scratch,
              .n = 6 * frame->nodes};
    *out = (phk_shapes){0};
    w.K = take(&w, w.n, w.n);
    w.M = take(&w, w.n, w.n);
    if (!w.status) part(&w);
    if (w.status) return w.status;
    phk_frame_stiffness(frame, w.K);
    phk_frame_mass(frame, w.M);
    w.columns = w.n;
    if (w.nb > 0) constraint_modes(&w);
    if (!w.status) reduce(&w, out);
    return w.status;
}
