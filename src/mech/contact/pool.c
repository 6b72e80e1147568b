/* SPDX-License-Identifier: BSD-3-Clause
 *
 * pool.c -- the list of pairs: what comes, what goes, what is kept.
 */
#include "mech/contact/pool.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "mech/model/materials.h"

/* --- which pairs there are -------------------------------------------------------------------- */

static int compare(const void *x, const void *y)
{
    const phk_candidate *a = x, *b = y;
    return a->a != b->a ? (a->a > b->a) - (a->a < b->a) : (a->b > b->b) - (a->b < b->b);
}

static bool is_joined(const phk_contact_plan *c, int a, int b)
{
    int i = c->shape[a].body, j = c->shape[b].body;
    const phk_candidate key = {i < j ? i : j, i < j ? j : i};
    return c->joints && bsearch(&key, c->joint, (size_t)c->joints, sizeof key, compare);
}

bool phk_contact_may_touch(const phk_contact_plan *c, const phk_contact_set *set, int a, int b)
{
    return c->shape[a].body != c->shape[b].body && (set->joined || !is_joined(c, a, b));
}

/* The set that a pair of shapes belongs to; -1: they never touch. Most that are near each other are
 * parts of one body, or named by nobody. */
static int set_of(const phk_contact_plan *c, int a, int b)
{
    if (c->shape[a].body == c->shape[b].body) return -1;
    /* of both the one that fewer name */
    int few = c->named[a + 1] - c->named[a] <= c->named[b + 1] - c->named[b] ? a : b;
    for (int i = c->named[few]; i < c->named[few + 1]; i++) {
        const int s = c->namer[i];
        const phk_contact_set *set = &c->set[s];
        bool has =
            (set->member[0][a] && set->member[1][b]) || (set->member[0][b] && set->member[1][a]);
        if (has) return phk_contact_may_touch(c, set, a, b) ? s : -1;
    }
    return -1;
}

/* The first of a pair is the one that its contact names first. */
static bool is_turned(const phk_contact_set *set, int a, int b)
{
    return !(set->member[0][a] && set->member[1][b]);
}

/* What is said of two materials together; NAN where nothing is. */
static phk_surface common_of(const ph_model *model, const phk_contact_shape *s[2])
{
    phk_surface out = {NAN, NAN, NAN, NAN, NAN, NAN, NAN};
    const ph_material_pair_def *d = phk_material_pair_find(model, s[0]->material, s[1]->material);
    if (!d) return out;
#define KNOWN(member)                                                                              \
    if (PHK_GIVEN(phk_material_pair_fields, d, member)) out.member = d->member
    KNOWN(friction);
    KNOWN(sliding_friction);
    KNOWN(restitution);
    KNOWN(rolling);
    KNOWN(spinning);
#undef KNOWN
    return out;
}

static phk_contact_pair new_pair(const phk_contact_plan *c, phk_candidate at, int set)
{
    phk_contact_pair p = {.a = at.a, .b = at.b, .set = set};
    if (set < 0) return p;
    if (is_turned(&c->set[p.set], at.a, at.b)) p.a = at.b, p.b = at.a;
    const phk_contact_shape *s[2] = {&c->shape[p.a], &c->shape[p.b]};
    const phk_contact_side side[2] = {{&s[0]->solid, &s[0]->surface, s[0]->mass},
                                      {&s[1]->solid, &s[1]->surface, s[1]->mass}};
    const phk_surface both = common_of(c->model, s);
    p.law = phk_contact_law_of(c->set[p.set].def, side, &both, c->gravity);
    p.law.formula = c->set[p.set].formula;
    return p;
}

static phk_candidate key_of(const phk_contact_pair *p)
{
    return p->a < p->b ? (phk_candidate){p->a, p->b} : (phk_candidate){p->b, p->a};
}

static bool make_room(phk_pool *pool, int pairs)
{
    if (pairs <= pool->room) return true;
    int room = pairs + pairs / 2 + 16;
    phk_contact_pair *larger = realloc(pool->pair, (size_t)room * sizeof *larger);
    if (!larger) return false;
    pool->pair = larger;
    pool->room = room;
    return true;
}

/* How far apart the spheres around two shapes are. Of a half space its surface counts. */
static double apart(const phk_pool *pool, int a, int b)
{
    const phk_contact_shape *s[2] = {&pool->contacts->shape[a], &pool->contacts->shape[b]};
    const phk_touch_frame *f[2] = {&pool->place[a], &pool->place[b]};
    const ph_vec3 d = ph_sub(f[0]->p, f[1]->p);
    for (int i = 0; i < 2; i++) {
        if (!isinf(s[i]->solid.reach)) continue;
        const ph_vec3 up = ph_rotate(f[i]->q, ph_v3(0, 0, 1));
        return (i ? 1 : -1) * ph_dot(up, d) - s[!i]->solid.reach;
    }
    return ph_norm(d) - s[0]->solid.reach - s[1]->solid.reach;
}

/* A pair whose boxes overlap but whose spheres are further apart than shapes can have come since
 * those were made: across the diagonal of the skin, each of them half of it. */
static bool is_far(const phk_pool *pool, phk_candidate key)
{
    return apart(pool, key.a, key.b) > sqrt(3) * pool->contacts->skin + pool->contacts->range;
}

/* Merges sorted keys into the sorted list. keep: pairs that are not among them stay. */
static ph_status merge(phk_pool *pool, const phk_candidate *key, int keys, bool keep)
{
    const phk_contact_plan *c = pool->contacts;
    int old = pool->pairs, at = 0, n = 0;
    bool changed = false;
    if (!make_room(pool, old + keys)) return PH_E_NOMEM;
    phk_contact_pair *from = malloc(((size_t)old + 1) * sizeof *from);
    if (!from) return PH_E_NOMEM;
    memcpy(from, pool->pair, (size_t)old * sizeof *from);
    for (int k = 0; k < keys || at < old;) {
        phk_candidate mine = at < old ? key_of(&from[at]) : (phk_candidate){0, 0};
        int order = at >= old ? 1 : k >= keys ? -1 : compare(&mine, &key[k]);
        if (order > 0) { /* a new one */
            int set = is_far(pool, key[k]) ? -1 : set_of(c, key[k].a, key[k].b);
            bool may = set >= 0;
            if (may) pool->pair[n] = new_pair(c, key[k], set);
            k++;
            n += may;
            changed |= may;
            continue;
        }
        bool stays = keep || (order == 0 && !is_far(pool, mine));
        if (stays) pool->pair[n++] = from[at];
        changed |= !stays;
        at++;
        k += order == 0;
    }
    pool->pairs = n;
    pool->generation += changed;
    free(from);
    return PH_OK;
}

/* A pair, and the set that names it. */
typedef struct {
    phk_candidate key;
    int set;
} named;

static int compare_named(const void *x, const void *y)
{
    const named *a = x, *b = y;
    int order = compare(&a->key, &b->key);
    return order ? order : (a->set > b->set) - (a->set < b->set);
}

/* Those of a set; counts only while there is no room for them. */
static int name_pairs(const phk_contact_plan *c, int s, named *out)
{
    const phk_contact_set *set = &c->set[s];
    int n = 0;
    for (int i = 0; i < set->count[0]; i++)
        for (int j = 0; j < set->count[1]; j++) {
            int a = set->list[0][i], b = set->list[1][j];
            if (a == b) continue;
            if (out) out[n] = (named){a < b ? (phk_candidate){a, b} : (phk_candidate){b, a}, s};
            n++;
        }
    return n;
}

/* All that may ever touch, once: of those that name a pair the first set owns it. */
static ph_status fill(phk_pool *pool)
{
    const phk_contact_plan *c = pool->contacts;
    int n = 0;
    for (int s = 0; s < c->sets; s++) n += name_pairs(c, s, NULL);
    named *all = malloc(((size_t)n + 1) * sizeof *all);
    bool room = all && make_room(pool, n);
    n = 0;
    for (int s = 0; room && s < c->sets; s++) n += name_pairs(c, s, all + n);
    if (room) qsort(all, (size_t)n, sizeof *all, compare_named);
    for (int i = 0; room && i < n; i++) {
        bool again = i > 0 && compare(&all[i].key, &all[i - 1].key) == 0;
        if (again || !phk_contact_may_touch(c, &c->set[all[i].set], all[i].key.a, all[i].key.b))
            continue;
        pool->pair[pool->pairs++] = new_pair(c, all[i].key, all[i].set);
    }
    free(all);
    return room ? PH_OK : PH_E_NOMEM;
}

ph_status phk_pool_create(phk_pool *pool, const phk_contact_plan *c)
{
    *pool = (phk_pool){.contacts = c};
    size_t n = (size_t)c->shapes + 1;
    if (c->sets == 0) return PH_OK;
    pool->place = calloc(n, sizeof *pool->place);
    pool->bounds = calloc(n, sizeof *pool->bounds);
    pool->off = calloc((size_t)c->contacts + 1, sizeof *pool->off);
    ph_status status = pool->place && pool->bounds && pool->off ? PH_OK : PH_E_NOMEM;
    if (!status && c->fixed) status = fill(pool);
    if (status) phk_pool_free(pool);
    return status;
}

void phk_pool_free(phk_pool *pool)
{
    phk_broad_free(&pool->broad);
    free(pool->pair);
    free(pool->memory);
    free(pool->memory_next);
    free(pool->place);
    free(pool->bounds);
    free(pool->off);
    *pool = (phk_pool){0};
}

/* --- an evaluation ---------------------------------------------------------------------------- */

/* Seeks those that are near. keep: others stay, as long as the step is not accepted. */
static ph_status seek(phk_pool *pool, bool keep)
{
    const phk_contact_plan *c = pool->contacts;
    ph_status status =
        phk_broad_find(&pool->broad, pool->bounds, c->shapes, c->skin, PHK_BROAD_BY_COUNT);
    if (status) return status;
    pool->grown = keep;
    return merge(pool, pool->broad.pair, (int)pool->broad.pairs, keep);
}

/* What pulls does so before it touches. */
static phk_bounds widened(phk_bounds b, double by)
{
    const ph_vec3 d = {by, by, by};
    return (phk_bounds){ph_sub(b.low, d), ph_add(b.high, d)};
}

ph_status phk_pool_move(phk_pool *pool, const phk_pool_frames *at)
{
    const phk_contact_plan *c = pool->contacts;
    if (c->sets == 0) return PH_OK;
    for (int i = 0; i < c->shapes; i++)
        pool->place[i] = (phk_touch_frame){at->frame[c->shape[i].marker].p, at->turn[i]};
    if (c->fixed) return PH_OK;
    for (int i = 0; i < c->shapes; i++)
        pool->bounds[i] =
            widened(phk_touchable_bounds(&c->shape[i].solid, &pool->place[i]), 0.5 * c->range);
    bool sought = pool->broad.things == c->shapes;
    if (sought && !phk_broad_left(&pool->broad, pool->bounds, c->shapes)) return PH_OK;
    return seek(pool, true);
}

phk_contact_at phk_pool_at(const phk_pool *pool, int k, const phk_pool_frames *at)
{
    const phk_contact_plan *c = pool->contacts;
    const phk_contact_pair *p = &pool->pair[k];
    const phk_contact_shape *a = &c->shape[p->a], *b = &c->shape[p->b];
    const phk_contact_memory *memory =
        pool->past ? pool->memory_next : pool->memory; /* NULL: nobody remembers */
    return (phk_contact_at){.law = &p->law,
                            .shape = {&a->solid, &b->solid},
                            .place = {pool->place[p->a], pool->place[p->b]},
                            .frame = {&at->frame[a->marker], &at->frame[b->marker]},
                            .memory = memory ? memory + (pool->past ? p->before : p->memory) : NULL,
                            .memories = pool->past ? p->befores : p->memories,
                            .time = at->time};
}

/* May the pair have forces? By the spheres around its shapes. */
static bool is_near(const phk_pool *pool, const phk_contact_pair *p, double within)
{
    return !pool->off[pool->contacts->set[p->set].contact] && apart(pool, p->a, p->b) <= within;
}

void phk_pool_evaluate(phk_pool *pool, const phk_pool_frames *frames)
{
    for (int k = 0; k < pool->pairs; k++) {
        phk_contact_pair *p = &pool->pair[k];
        const double within = phk_contact_within(&p->law);
        phk_touch_point touch[PHK_TOUCH_MOST];
        p->load = (phk_contact_load){0};
        if (!is_near(pool, p, within)) continue;
        const phk_contact_at at = phk_pool_at(pool, k, frames);
        int points = phk_contact_points(&at, within, touch);
        p->load.lost = points == PHK_TOUCH_LOST;
        if (points > 0) phk_contact_load_of(&at, points, touch, &p->load);
    }
}

/* --- after a step ----------------------------------------------------------------------------- */

/* Points that come are remembered from a little above the surface on. */
#define ABOVE 0.1 /* of the thickness */

static double above(const phk_contact_at *at)
{
    double t = fmin(at->shape[0]->thickness, at->shape[1]->thickness);
    return phk_contact_within(at->law) + ABOVE * (isfinite(t) ? t : 0);
}

static bool room_for_memories(phk_pool *pool, int more, int kept)
{
    if (kept + more <= pool->memory_room) return true;
    int room = 2 * (kept + more) + 64;
    phk_contact_memory *a = realloc(pool->memory, (size_t)room * sizeof *a);
    if (a) pool->memory = a;
    phk_contact_memory *b = a ? realloc(pool->memory_next, (size_t)room * sizeof *b) : NULL;
    if (!b) return false;
    pool->memory_next = b;
    pool->memory_room = room;
    return true;
}

static int remember_pair(phk_pool *pool, int k, const phk_pool_frames *frames, int kept)
{
    phk_contact_at at = phk_pool_at(pool, k, frames);
    phk_touch_point touch[PHK_TOUCH_MOST];
    if (!is_near(pool, &pool->pair[k], above(&at))) return 0;
    int points = phk_contact_points(&at, above(&at), touch);
    /* out of memory: what cannot be kept begins anew */
    if (points <= 0 || !room_for_memories(pool, points, kept)) return 0;
    at.memory = pool->memory + pool->pair[k].memory;
    return phk_contact_remember(&at, points, touch, pool->memory_next + kept);
}

void phk_pool_remember(phk_pool *pool, const phk_pool_frames *frames, bool start)
{
    int kept = 0;
    for (int k = 0; k < pool->pairs; k++) {
        phk_contact_pair *p = &pool->pair[k];
        if (start) p->memories = 0;
        int n = remember_pair(pool, k, frames, kept);
        p->before = p->memory;
        p->befores = p->memories;
        p->memory = kept;
        p->memories = n;
        kept += n;
    }
    phk_contact_memory *old = pool->memory;
    pool->memory = pool->memory_next;
    pool->memory_next = old;
    pool->memories = kept;
    if (pool->grown) seek(pool, false);
}

/* --- what is ahead ---------------------------------------------------------------------------- */

/* No point of a shape is faster against another frame. */
static double fastest(const phk_contact_shape *s, const ph_frame *f, ph_vec3 against)
{
    double reach = isfinite(s->solid.reach) ? s->solid.reach : 0;
    return ph_norm(ph_sub(f->v, against)) + ph_norm(f->w) * reach;
}

/* A terrain has no bottom, but ridges, which may be as narrow as its cells. */
static double depth_of(const phk_contact_shape *s)
{
    const ph_shape_sizes *of = &s->solid.sizes;
    if (s->solid.kind != PH_SHAPE_TERRAIN) return 0.5 * s->solid.thickness;
    return 0.5 * fmin(of->size.x / (of->rows.width - 1), of->size.y / (of->rows.count - 1));
}

double phk_pool_ahead(const phk_pool *pool, const phk_pool_frames *at)
{
    const phk_contact_plan *c = pool->contacts;
    double ahead = INFINITY;
    for (int k = 0; k < pool->pairs; k++) {
        const phk_contact_pair *p = &pool->pair[k];
        const phk_contact_shape *a = &c->shape[p->a], *b = &c->shape[p->b];
        const ph_frame *fa = &at->frame[a->marker], *fb = &at->frame[b->marker];
        double way = fmax(0, apart(pool, p->a, p->b)) + depth_of(a) + depth_of(b);
        double speed = fastest(a, fa, fb->v) + ph_norm(fb->w) * fmin(b->solid.reach, 1e300);
        if (isfinite(way) && way < ahead * speed) ahead = way / speed;
    }
    /* of those that are not in the pool none comes nearer unseen */
    const ph_vec3 rest = {0, 0, 0};
    for (int i = 0; !c->fixed && i < c->shapes; i++) {
        const phk_contact_shape *s = &c->shape[i];
        double way = 0.5 * c->skin + depth_of(s), speed = fastest(s, &at->frame[s->marker], rest);
        if (isfinite(way) && way < ahead * speed) ahead = way / speed;
    }
    return ahead;
}

/* --- a run that goes on ----------------------------------------------------------------------- */

void phk_pool_store(phk_pool *pool, phk_store *store)
{
    const phk_contact_plan *c = pool->contacts;
    phk_store_expect(store, c->shapes);
    phk_store_expect(store, c->sets);
    if (c->sets == 0) return;
    phk_store_bytes(store, pool->off, (size_t)c->contacts * sizeof *pool->off);
    int pairs = pool->pairs, memories = pool->memories, things = pool->broad.things;
    PHK_STORE_EACH(store, PHK_PART(pairs), PHK_PART(memories), PHK_PART(things));
    PHK_STORE_EACH(store, PHK_PART(pool->grown), PHK_PART(pool->generation));
    if (store->status) return;
    bool room = make_room(pool, pairs) && room_for_memories(pool, memories, 0);
    if (!room) store->status = PH_E_NOMEM;
    for (int k = 0; !store->status && k < pairs; k++) {
        phk_contact_pair *p = &pool->pair[k];
        phk_candidate key = store->reading ? (phk_candidate){0, 0} : key_of(p);
        int memory[2] = {p->memory, p->memories};
        PHK_STORE_EACH(store, PHK_PART(key), PHK_PART(memory));
        if (!store->reading || store->status) continue;
        if (key.a < 0 || key.a >= key.b || key.b >= c->shapes) {
            store->status = PH_E_FORMAT;
            return;
        }
        *p = new_pair(c, key, set_of(c, key.a, key.b));
        p->memory = memory[0], p->memories = memory[1];
    }
    if (store->status) return;
    pool->pairs = pairs;
    pool->memories = memories;
    if (memories) phk_store_bytes(store, pool->memory, (size_t)memories * sizeof *pool->memory);
    if (things == 0) return;
    /* the boxes in which the pairs were sought */
    if (store->reading &&
        phk_broad_find(&pool->broad, pool->bounds, c->shapes, c->skin, PHK_BROAD_BY_COUNT))
        store->status = PH_E_NOMEM;
    phk_store_bytes(store, pool->broad.box, (size_t)c->shapes * sizeof *pool->broad.box);
}
