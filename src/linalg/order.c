/* SPDX-License-Identifier: BSD-3-Clause */
#include "linalg/order.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <amd.h>

/* A shared unknown makes all its nodes neighbours of each other while they are few. Beyond this
 * many, of one of them only: k^2 edges would cost more than the better order could save, as such an
 * unknown is eliminated near the end whatever the order of its nodes. */
enum { CLIQUE_MOST = 16 };

typedef struct {
    const phk_pattern *a; /* by rows */
    int *start, *row;     /* the same by columns */
    int *node;            /* [n] */
    int nodes;
    int *seen;       /* [n] stamps of nodes */
    int *touched;    /* [n] the nodes an unknown touches */
    int *edge_start; /* [nodes + 1] */
    int *edge;
    int *node_place; /* [nodes] */
} graph;

static void by_columns(graph *g)
{
    const phk_pattern *a = g->a;
    memset(g->start, 0, ((size_t)a->n + 1) * sizeof *g->start);
    for (int p = 0; p < a->entries; p++) g->start[a->column[p] + 1]++;
    for (int c = 0; c < a->n; c++) g->start[c + 1] += g->start[c];
    for (int r = 0; r < a->n; r++)
        for (int p = a->row_start[r]; p < a->row_start[r + 1]; p++)
            g->row[g->start[a->column[p]]++] = r;
    memmove(g->start + 1, g->start, (size_t)a->n * sizeof *g->start);
    g->start[0] = 0;
}

/* The nodes an unknown touches by its row or its column, into g->touched; their number. */
static int touch(graph *g, int u, int stamp)
{
    int count = 0;
    for (int side = 0; side < 2; side++) {
        const int *start = side ? g->start : g->a->row_start;
        const int *other = side ? g->row : g->a->column;
        for (int p = start[u]; p < start[u + 1]; p++) {
            int k = g->node[other[p]];
            if (k < 0 || g->seen[k] == stamp) continue;
            g->seen[k] = stamp;
            g->touched[count++] = k;
        }
    }
    return count;
}

/* Numbers the nodes 0, 1, ... without gaps, then makes nodes of the unknowns that touch none. */
static ph_status number_nodes(graph *g, const int *node)
{
    int n = g->a->n;
    for (int k = 0; k < n; k++) g->touched[k] = -1;
    for (int u = 0; u < n; u++) {
        if (node[u] >= n) return PH_E_USAGE;
        g->node[u] = -1;
        if (node[u] < 0) continue;
        int *number = &g->touched[node[u]];
        if (*number < 0) *number = g->nodes++;
        g->node[u] = *number;
    }
    for (int k = 0; k < n; k++) g->seen[k] = -1;
    for (int u = 0; u < n; u++)
        if (g->node[u] < 0 && touch(g, u, u) == 0) g->node[u] = g->nodes++;
    return PH_OK;
}

/* Counts the edges by their lower node when edge is NULL, else enters them. */
static void add_edge(graph *g, int a, int b)
{
    if (a == b) return;
    if (g->edge) {
        g->edge[g->edge_start[a]++] = b;
    } else {
        g->edge_start[a + 1]++;
    }
}

static void add_edges(graph *g)
{
    const phk_pattern *a = g->a;
    for (int k = 0; k < a->n; k++) g->seen[k] = -1;
    for (int u = 0; u < a->n; u++) {
        int own = g->node[u], count = touch(g, u, u);
        if (own >= 0) {
            for (int i = 0; i < count; i++) add_edge(g, own, g->touched[i]);
        } else if (count <= CLIQUE_MOST) {
            for (int i = 0; i < count; i++)
                for (int j = 0; j < i; j++) add_edge(g, g->touched[i], g->touched[j]);
        } else {
            for (int i = 1; i < count; i++) add_edge(g, g->touched[0], g->touched[i]);
        }
    }
}

/* amd_order looks at A + A', so that every edge is entered once, and minds no repeated ones. */
static ph_status order_nodes(graph *g)
{
    g->edge_start = calloc((size_t)g->nodes + 1, sizeof *g->edge_start);
    g->node_place = malloc(((size_t)g->nodes + 1) * sizeof *g->node_place);
    if (!g->edge_start || !g->node_place) return PH_E_NOMEM;
    add_edges(g);
    long long edges = 0;
    for (int k = 0; k < g->nodes; k++) edges += g->edge_start[k + 1];
    if (edges > INT_MAX) return PH_E_RANGE;
    for (int k = 0; k < g->nodes; k++) g->edge_start[k + 1] += g->edge_start[k];
    g->edge = malloc(((size_t)edges + 1) * sizeof *g->edge);
    if (!g->edge) return PH_E_NOMEM;
    add_edges(g);
    memmove(g->edge_start + 1, g->edge_start, (size_t)g->nodes * sizeof *g->edge_start);
    g->edge_start[0] = 0;
    int done = amd_order(g->nodes, g->edge_start, g->edge, g->node_place, NULL, NULL);
    return done >= AMD_OK ? PH_OK : PH_E_NOMEM;
}

/* The unknowns without node that each node is touched by. */
typedef struct {
    int *start, *unknown; /* [nodes + 1] */
    int *left;            /* [n] nodes an unknown touches that are not eliminated yet */
    int *size;            /* [nodes] unknowns of a node */
    int *parent;          /* [nodes] forest of what has been eliminated together */
    int *spare;           /* [nodes] of its roots: directions less rows */
} plan;

static int root_of(plan *s, int k)
{
    while (s->parent[k] != k) k = s->parent[k] = s->parent[s->parent[k]];
    return k;
}

static void join(plan *s, int a, int b)
{
    a = root_of(s, a);
    b = root_of(s, b);
    if (a == b) return;
    s->parent[b] = a;
    s->spare[a] += s->spare[b];
}

/* An unknown without node is placed: what it touches and is eliminated becomes one group. */
static void settle(graph *g, plan *s, const bool *gone, int node, int u, int stamp)
{
    for (int i = touch(g, u, stamp) - 1; i >= 0; i--)
        if (gone[g->touched[i]]) join(s, node, g->touched[i]);
    s->spare[root_of(s, node)]--;
}

/* Gives the unknowns without node their keys: 3 k + 1 when complete with the node of rank k, and
 * 3 k + 2 when placed early after it. */
static void place_others(graph *g, plan *s, bool early, bool *gone, int *key)
{
    int stamp = g->a->n;
    for (int k = 0; k < g->nodes; k++) {
        int node = g->node_place[k], waiting = 0;
        gone[node] = true;
        s->spare[node] = s->size[node];
        for (int p = s->start[node]; p < s->start[node + 1]; p++) {
            int u = s->unknown[p];
            s->left[u]--;
            if (key[u] >= 0) continue;
            if (s->left[u] > 0) {
                waiting++;
            } else {
                key[u] = 3 * k + 1;
                settle(g, s, gone, node, u, stamp++);
            }
        }
        if (!early || waiting == 0 || waiting > s->spare[root_of(s, node)]) continue;
        for (int p = s->start[node]; p < s->start[node + 1]; p++) {
            int u = s->unknown[p];
            if (key[u] >= 0) continue;
            key[u] = 3 * k + 2;
            settle(g, s, gone, node, u, stamp++);
        }
    }
}

/* Which unknowns without node touch each node, and how large nodes are. */
static void count_touching(graph *g, plan *s)
{
    int n = g->a->n;
    for (int k = 0; k < n; k++) g->seen[k] = -1;
    for (int u = 0; u < n; u++) {
        s->left[u] = g->node[u] < 0 ? touch(g, u, u) : 0;
        for (int i = 0; i < s->left[u]; i++) s->start[g->touched[i] + 1]++;
        if (g->node[u] >= 0) s->size[g->node[u]]++;
    }
    for (int k = 0; k < g->nodes; k++) s->start[k + 1] += s->start[k];
    for (int k = 0; k < n; k++) g->seen[k] = -1;
    for (int u = 0; u < n; u++)
        for (int i = (g->node[u] < 0 ? touch(g, u, u) : 0) - 1; i >= 0; i--)
            s->unknown[s->start[g->touched[i]]++] = u;
    memmove(s->start + 1, s->start, (size_t)g->nodes * sizeof *s->start);
    s->start[0] = 0;
    for (int k = 0; k < g->nodes; k++) s->parent[k] = k;
}

/* Unknowns sorted by key; those of equal key in their given order. */
static void sort_by_key(int n, int keys, const int *key, int *start, int *place)
{
    for (int u = 0; u < n; u++) start[key[u] + 1]++;
    for (int k = 0; k < keys; k++) start[k + 1] += start[k];
    for (int u = 0; u < n; u++) place[start[key[u]]++] = u;
}

static ph_status expand(graph *g, bool early, int *place)
{
    size_t n = (size_t)g->a->n, nodes = (size_t)g->nodes;
    plan s = {.start = calloc(nodes + 1, sizeof(int)),
              .unknown = malloc((2 * (size_t)g->a->entries + 1) * sizeof(int)),
              .left = malloc((n + 1) * sizeof(int)),
              .size = calloc(nodes + 1, sizeof(int)),
              .parent = malloc((nodes + 1) * sizeof(int)),
              .spare = malloc((nodes + 1) * sizeof(int))};
    bool *gone = calloc(nodes + 1, sizeof *gone);
    int *key = malloc((n + 1) * sizeof *key), *start = calloc(3 * nodes + 2, sizeof *start);
    int *rank = malloc((nodes + 1) * sizeof *rank);
    ph_status status = PH_E_NOMEM;
    if (s.start && s.unknown && s.left && s.size && s.parent && s.spare && gone && key && start &&
        rank) {
        status = PH_OK;
        count_touching(g, &s);
        for (int k = 0; k < g->nodes; k++) rank[g->node_place[k]] = k;
        for (int u = 0; u < g->a->n; u++) key[u] = g->node[u] < 0 ? -1 : 3 * rank[g->node[u]];
        place_others(g, &s, early, gone, key);
        sort_by_key(g->a->n, 3 * g->nodes, key, start, place);
    }
    free(s.start);
    free(s.unknown);
    free(s.left);
    free(s.size);
    free(s.parent);
    free(s.spare);
    free(gone);
    free(key);
    free(start);
    free(rank);
    return status;
}

ph_status phk_order(const phk_pattern *pattern, const int *node, bool early, int *place)
{
    size_t n = (size_t)pattern->n;
    graph g = {.a = pattern};
    g.start = malloc((n + 1) * sizeof *g.start);
    g.row = malloc(((size_t)pattern->entries + 1) * sizeof *g.row);
    g.node = malloc((n + 1) * sizeof *g.node);
    g.seen = malloc((n + 1) * sizeof *g.seen);
    g.touched = malloc((n + 1) * sizeof *g.touched);
    ph_status status = PH_E_NOMEM;
    if (g.start && g.row && g.node && g.seen && g.touched) {
        by_columns(&g);
        status = number_nodes(&g, node);
        if (!status) status = order_nodes(&g);
        if (!status) status = expand(&g, early, place);
    }
    free(g.start);
    free(g.row);
    free(g.node);
    free(g.seen);
    free(g.touched);
    free(g.edge_start);
    free(g.edge);
    free(g.node_place);
    return status;
}
