/* SPDX-License-Identifier: BSD-3-Clause
 *
 * From the definition of a frame to its elements: names are found, members divided, and what no
 * frame can be is told, all at once.
 */
#include "flex/frame.h"

#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/diag.h"
#include "base/names.h"

/* full matrices: a line of 400 nodes takes half a minute of a processor */
enum { MOST_NODES = 400 };

typedef struct {
    const ph_beams *def;
    phk_arena *arena;
    ph_diag *diag;
    phk_frame *frame;
    bool *used; /* [nodes of the definition] a member ends there */
    int *part;  /* [nodes] the first node of what it is connected with */
    ph_status status;
} maker;

static ph_source somewhere(const maker *m, ph_source where)
{
    return where.line > 0 ? where : m->def->where;
}

#define TELL(m, code, where, hint, ...)                                                            \
    ((m)->status = phk_error((m)->diag, code, somewhere(m, where), hint, __VA_ARGS__))

/* ---- names ---- */

static int same(const char *a, const char *b)
{
    return a && b && strcmp(a, b) == 0;
}

int phk_frame_node(const phk_frame *f, const char *name)
{
    char *end = NULL;
    for (int i = 0; i < f->nodes; i++)
        if (same(f->name[i], name)) return i;
    if (!isdigit((unsigned char)name[0]) || strlen(name) > 9) return -1;
    long number = 0;
    for (end = (char *)name; isdigit((unsigned char)*end); end++)
        number = 10 * number + (*end - '0');
    return *end == 0 && number >= 1 && number <= f->nodes ? (int)number - 1 : -1;
}

static int find_node(maker *m, const ph_text *name, int index, ph_source where, const char *whose)
{
    const ph_beams *d = m->def;
    if (!name->text && index >= 0 && index < d->nodes) return index;
    for (int i = 0; name->text && i < d->nodes; i++)
        if (same(d->node[i].name.text, name->text)) return i;
    char hint[200] = "name it under `nodes`", text[20];
    snprintf(text, sizeof text, "%d", index);
    phk_nearest nearest =
        phk_nearest_to(name->text ? name->text : "", name->text ? strlen(name->text) : 0);
    for (int i = 0; i < d->nodes; i++)
        if (d->node[i].name.text) phk_nearest_offer(&nearest, d->node[i].name.text);
    if (nearest.best) snprintf(hint, sizeof hint, "did you mean `%.100s`?", nearest.best);
    TELL(m, PH_E_NAME, name->where.line > 0 ? name->where : where, hint,
         "%s: there is no node `%.60s`", whose, name->text ? name->text : text);
    return -1;
}

static const ph_beam_section *find_section(maker *m, const ph_beam_member *b)
{
    const ph_beams *d = m->def;
    for (int i = 0; i < d->sections; i++)
        if (b->section.text ? same(d->section[i].name.text, b->section.text)
                            : !d->section[i].name.text || d->sections == 1)
            return &d->section[i];
    char hint[200] = "`sections: {main: {tube: [0.05, 0.004]}}`";
    phk_nearest nearest = phk_nearest_to(b->section.text ? b->section.text : "",
                                         b->section.text ? strlen(b->section.text) : 0);
    for (int i = 0; i < d->sections; i++)
        if (d->section[i].name.text) phk_nearest_offer(&nearest, d->section[i].name.text);
    if (nearest.best) snprintf(hint, sizeof hint, "did you mean `%.100s`?", nearest.best);
    if (b->section.text)
        TELL(m, PH_E_NAME, b->section.where.line > 0 ? b->section.where : b->where, hint,
             "member: there is no section `%.60s`", b->section.text);
    else
        TELL(m, PH_E_MISSING, b->where, hint, "a member has no section");
    return NULL;
}

/* ---- numbers ---- */

static bool is_finite(ph_vec3 v)
{
    return isfinite(v.x + v.y + v.z);
}

static void check_material(maker *m)
{
    const ph_beams *d = m->def;
    if (!(d->young > 0) || isinf(d->young))
        TELL(m, PH_E_RANGE, d->where, "steel: `E: 2.1e11`, in Pa",
             "the modulus of elasticity is %g Pa, not above zero", d->young);
    if (!(d->poisson > -1 && d->poisson <= 0.5))
        TELL(m, PH_E_RANGE, d->where, "steel: `nu: 0.3`",
             "Poisson's ratio is %g, not between -1 and 0.5", d->poisson);
    if (!(d->density > 0) || isinf(d->density))
        TELL(m, PH_E_RANGE, d->where, "steel: `density: 7850`, in kg/m^3",
             "the density is %g kg/m^3, not above zero", d->density);
    for (int i = 0; i < d->sections; i++) {
        const char *hint, *wrong = phk_beam_profile_wrong(&d->section[i], &hint);
        const char *name = d->section[i].name.text;
        if (wrong)
            TELL(m, PH_E_RANGE, d->section[i].name.where, hint, "section%s%.60s%s: %s",
                 name ? " `" : "", name ? name : "", name ? "`" : "", wrong);
    }
}

static void check_nodes(maker *m)
{
    const ph_beams *d = m->def;
    for (int i = 0; i < d->nodes; i++) {
        const ph_beam_node *n = &d->node[i];
        if (!is_finite(n->at))
            TELL(m, PH_E_NONFINITE, n->name.where, "give finite coordinates",
                 "node `%.60s` is nowhere", n->name.text ? n->name.text : "");
        for (int k = 0; k < i; k++)
            if (same(n->name.text, d->node[k].name.text))
                TELL(m, PH_E_NAME, n->name.where, "choose another name",
                     "there are two nodes `%.60s`", n->name.text);
    }
    if (d->members == 0)
        TELL(m, PH_E_MISSING, d->where,
             "`members: [[a, b], ..]`, or `line: [[0, 0, 0], [1, 0, 0]]`",
             "a frame has no members");
}

/* ---- members ---- */

static int node_count(const ph_beams *d)
{
    int n = d->nodes;
    for (int i = 0; i < d->members && n <= MOST_NODES; i++) {
        int divide = d->member[i].divide > 0 ? d->member[i].divide : d->divide > 0 ? d->divide : 1;
        n = divide > MOST_NODES ? MOST_NODES + 1 : n + divide - 1;
    }
    return n;
}

static int element_count(const ph_beams *d)
{
    return node_count(d) - d->nodes + d->members;
}

static ph_vec3 unit(ph_vec3 v)
{
    return ph_scale(1 / ph_norm(v), v);
}

/* x along the member; z is `up` made perpendicular to it. */
static void put_axes(const ph_beams *d, const ph_beam_member *b, ph_vec3 along, double axis[3][3])
{
    ph_vec3 x = unit(along), up = b->up;
    if (!(ph_norm(up) > 0) || isinf(ph_norm(up))) up = d->up;
    if (!(ph_norm(up) > 0) || isinf(ph_norm(up))) up = ph_v3(0, 0, 1);
    up = unit(up);
    ph_vec3 z = ph_axpy(up, -ph_dot(up, x), x);
    if (!(ph_norm(z) > 1e-6)) {
        up = fabs(x.x) < 0.9 ? ph_v3(1, 0, 0) : ph_v3(0, 0, 1);
        z = ph_axpy(up, -ph_dot(up, x), x);
    }
    z = unit(z);
    ph_vec3 y = ph_cross(z, x);
    const double rows[3][3] = {{x.x, x.y, x.z}, {y.x, y.y, y.z}, {z.x, z.y, z.z}};
    memcpy(axis, rows, sizeof rows);
}

static int root(const maker *m, int node)
{
    while (m->part[node] != node) node = m->part[node];
    return node;
}

static void join(maker *m, int a, int b)
{
    a = root(m, a);
    b = root(m, b);
    if (a < b)
        m->part[b] = a;
    else
        m->part[a] = b;
}

static void add_member(maker *m, int i)
{
    const ph_beams *d = m->def;
    const ph_beam_member *b = &d->member[i];
    phk_frame *f = m->frame;
    int from = find_node(m, &b->from, b->first, b->where, "member");
    int to = find_node(m, &b->to, b->last, b->where, "member");
    const ph_beam_section *section = find_section(m, b);
    if (from >= 0) m->used[from] = true;
    if (to >= 0) m->used[to] = true;
    if (from < 0 || to < 0) return;
    join(m, from, to);
    if (!section) return;
    ph_vec3 a = d->node[from].at, along = ph_sub(d->node[to].at, a);
    double L = ph_norm(along);
    const char *na = d->node[from].name.text, *nb = d->node[to].name.text;
    if (!(L > 0)) {
        TELL(m, PH_E_RANGE, b->where, "its nodes must lie apart",
             "member `%.40s` to `%.40s` has the length 0", na ? na : "?", nb ? nb : "?");
        return;
    }
    if (m->status || !isfinite(L)) return;
    int n = b->divide > 0 ? b->divide : d->divide > 0 ? d->divide : 1;
    double axis[3][3];
    put_axes(d, b, along, axis);
    for (int k = 0, last = from; k < n; k++) {
        int next = k == n - 1 ? to : f->nodes++;
        if (k < n - 1) f->at[next] = ph_axpy(a, (k + 1.0) / n, along);
        phk_element *e = &f->element[f->elements++];
        *e = (phk_element){.node = {last, next}, .member = i, .L = L / n};
        memcpy(e->axis, axis, sizeof axis);
        e->section = phk_beam_profile_make(section, d->poisson, d->slender);
        last = next;
    }
}

static void check_parts(maker *m)
{
    const ph_beams *d = m->def;
    int first = -1;
    for (int i = 0; i < d->nodes; i++)
        if (!m->used[i])
            TELL(m, PH_E_MODEL, d->node[i].name.where, "remove it, or lead a member to it",
                 "node `%.60s` is in no member", d->node[i].name.text ? d->node[i].name.text : "?");
    for (int i = 0; i < d->nodes; i++) {
        if (!m->used[i]) continue;
        if (first < 0) first = i;
        if (root(m, i) == root(m, first) || root(m, i) != i) continue;
        TELL(m, PH_E_MODEL, d->node[i].name.where,
             "a body is one piece: join the parts by a member, or make them two bodies",
             "the frame is not connected: no members lead from node `%.60s` to node `%.60s`",
             d->node[first].name.text ? d->node[first].name.text : "?",
             d->node[i].name.text ? d->node[i].name.text : "?");
    }
}

static void add_masses(maker *m)
{
    const ph_beams *d = m->def;
    phk_frame *f = m->frame;
    for (int i = 0; i < d->masses; i++) {
        const ph_beam_mass *mass = &d->mass[i];
        int node = find_node(m, &mass->node, -1, mass->node.where, "mass");
        const ph_sym3 J = mass->inertia;
        if (!(mass->mass >= 0) || !(J.xx >= 0) || !(J.yy >= 0) || !(J.zz >= 0) ||
            !isfinite(mass->mass + J.xx + J.yy + J.zz + J.xy + J.xz + J.yz))
            TELL(m, PH_E_RANGE, mass->node.where, "give numbers above zero",
                 "the mass of node `%.60s` is negative, or its inertia is", mass->node.text);
        if (node >= 0) f->lump[f->lumps++] = (phk_lump){node, mass->mass, J};
    }
}

ph_status phk_frame_make(const ph_beams *d, phk_arena *arena, ph_diag *diag, phk_frame *f)
{
    int nodes = node_count(d), elements = element_count(d);
    maker m = {.def = d, .arena = arena, .diag = diag, .frame = f};
    *f = (phk_frame){.E = d->young, .G = d->young / (2 * (1 + d->poisson)), .rho = d->density};
    if (nodes > MOST_NODES)
        return TELL(
            &m, PH_E_RANGE, d->where,
            "divide members into fewer elements; larger bodies come from a finite-element program",
            "a frame of more than %d nodes", MOST_NODES);
    size_t n = (size_t)nodes + 1;
    f->at = phk_arena_alloc(arena, n * sizeof *f->at);
    f->name = phk_arena_alloc(arena, n * sizeof *f->name);
    f->element = phk_arena_alloc(arena, ((size_t)elements + 1) * sizeof *f->element);
    f->lump = phk_arena_alloc(arena, ((size_t)d->masses + 1) * sizeof *f->lump);
    m.used = phk_arena_alloc(arena, n * sizeof *m.used);
    m.part = phk_arena_alloc(arena, n * sizeof *m.part);
    if (!f->at || !f->name || !f->element || !f->lump || !m.used || !m.part) return PH_E_NOMEM;
    for (int i = 0; i < d->nodes; i++) {
        const char *name = d->node[i].name.text;
        f->at[i] = d->node[i].at;
        f->name[i] = name ? phk_arena_text(arena, name, strlen(name)) : NULL;
        m.part[i] = i;
        if (name && !f->name[i]) return PH_E_NOMEM;
    }
    f->nodes = d->nodes;
    check_material(&m);
    check_nodes(&m);
    for (int i = 0; i < d->members; i++) add_member(&m, i);
    if (d->members > 0) check_parts(&m);
    add_masses(&m);
    return m.status ? PH_E_MODEL : PH_OK;
}

/* ---- lines ---- */

ph_status phk_beams_along(const ph_beams *d, phk_arena *arena, ph_diag *diag, ph_beams *out)
{
    const int points = d->line.count, per = d->divide > 0 ? d->divide : 1;
    *out = *d;
    if (points == 0) return PH_OK;
    if (d->nodes > 0 || d->members > 0)
        return phk_error(diag, PH_E_KEY, d->where, "give one of them",
                         "a frame has both a line and nodes or members");
    if (d->line.width != 3 || points < 2)
        return phk_error(diag, PH_E_RANGE, d->where, "`line: [[0, 0, 0], [1, 0, 0]]`",
                         "a line goes through two points or more, each of three numbers");
    if (per > MOST_NODES || (points - 1) > MOST_NODES / per)
        return phk_error(diag, PH_E_RANGE, d->where, "divide it into fewer elements",
                         "a frame of more than %d nodes", MOST_NODES);
    const int members = (points - 1) * per;
    ph_beam_node *node = phk_arena_alloc(arena, ((size_t)members + 1) * sizeof *node);
    ph_beam_member *member = phk_arena_alloc(arena, (size_t)members * sizeof *member);
    if (!node || !member) return PH_E_NOMEM;
    for (int i = 0; i <= members; i++) {
        const double *a = d->line.value + 3 * (size_t)(i / per);
        const double *b = i < members ? a + 3 : a;
        double x = (double)(i % per) / per;
        node[i].name.where = d->where;
        node[i].at =
            ph_v3(a[0] + x * (b[0] - a[0]), a[1] + x * (b[1] - a[1]), a[2] + x * (b[2] - a[2]));
    }
    node[0].name.text = "start";
    node[members].name.text = "end";
    for (int i = 0; i < members; i++)
        member[i] = (ph_beam_member){.first = i, .last = i + 1, .divide = 1, .where = d->where};
    out->nodes = members + 1;
    out->node = node;
    out->members = members;
    out->member = member;
    out->line.count = 0;
    return PH_OK;
}
