/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/names.h"

#include <ctype.h>
#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <polhode/base.h>

/* Small, for models of many objects: a name tells its length by its end. */
struct phk_name_slot {
    const char *name; /* NULL: free */
    uint32_t hash;
    int value;
};

/* FNV-1a */
static uint32_t hash_of(const char *name, size_t length)
{
    uint32_t h = 2166136261u;
    for (size_t i = 0; i < length; i++) h = (h ^ (unsigned char)name[i]) * 16777619u;
    return h;
}

static struct phk_name_slot *locate(const phk_names *t, const char *name, size_t length,
                                    uint32_t hash)
{
    size_t i = hash & (t->capacity - 1);
    while (t->slot[i].name) {
        const struct phk_name_slot *s = &t->slot[i];
        if (s->hash == hash && strncmp(s->name, name, length) == 0 && !s->name[length]) break;
        i = (i + 1) & (t->capacity - 1);
    }
    return &t->slot[i];
}

static int enlarge(phk_names *t)
{
    phk_names larger = {NULL, t->capacity ? 2 * t->capacity : 16, t->count};
    larger.slot = calloc(larger.capacity, sizeof *larger.slot);
    if (!larger.slot) return 0;
    for (size_t i = 0; i < t->capacity; i++) {
        const struct phk_name_slot *s = &t->slot[i];
        if (s->name) *locate(&larger, s->name, strlen(s->name), s->hash) = *s;
    }
    free(t->slot);
    *t = larger;
    return 1;
}

int phk_names_add(phk_names *t, const char *name, size_t length, int value)
{
    /* up to three quarters are taken: a name is then found at the second look, on average */
    if (4 * (t->count + 1) > 3 * t->capacity && !enlarge(t)) return -1;
    uint32_t hash = hash_of(name, length);
    struct phk_name_slot *s = locate(t, name, length, hash);
    if (s->name) return 0;
    *s = (struct phk_name_slot){name, hash, value};
    t->count++;
    return 1;
}

int phk_names_find(const phk_names *t, const char *name, size_t length)
{
    if (!t->capacity) return -1;
    const struct phk_name_slot *s = locate(t, name, length, hash_of(name, length));
    return s->name ? s->value : -1;
}

void phk_names_free(phk_names *t)
{
    free(t->slot);
    *t = (phk_names){0};
}

/* Edit distance with swaps of neighbours, on words of at most 63 letters; case counts nothing. */
static int edit_distance(const char *a, size_t na, const char *b, size_t nb)
{
    enum { LIMIT = 63 };
    int row[3][LIMIT + 2];
    if (na > LIMIT || nb > LIMIT) return INT_MAX;
    for (size_t j = 0; j <= nb; j++) row[0][j] = (int)j;
    for (size_t i = 1; i <= na; i++) {
        int *now = row[i % 3], *up = row[(i + 2) % 3], *up2 = row[(i + 1) % 3];
        now[0] = (int)i;
        for (size_t j = 1; j <= nb; j++) {
            int ca = tolower((unsigned char)a[i - 1]), cb = tolower((unsigned char)b[j - 1]);
            int best = up[j - 1] + (ca != cb);
            if (up[j] + 1 < best) best = up[j] + 1;
            if (now[j - 1] + 1 < best) best = now[j - 1] + 1;
            if (i > 1 && j > 1 && ca == tolower((unsigned char)b[j - 2]) &&
                cb == tolower((unsigned char)a[i - 2]) && up2[j - 2] + 1 < best)
                best = up2[j - 2] + 1;
            now[j] = best;
        }
    }
    return row[na % 3][nb];
}

phk_nearest phk_nearest_to(const char *word, size_t length)
{
    /* one slip in three letters is a typing error, more is another word */
    int most = length < 3 ? 1 : (int)(length + 2) / 3;
    return (phk_nearest){word, length, NULL, most + 1};
}

void phk_nearest_offer(phk_nearest *n, const char *candidate)
{
    int d = edit_distance(n->word, n->length, candidate, strlen(candidate));
    if (d < n->distance) {
        n->distance = d;
        n->best = candidate;
    }
}

const char *ph_nearest(const char *word, const char *const *words, int count)
{
    phk_nearest nearest = phk_nearest_to(word, strlen(word));
    for (int i = 0; i < count; i++) phk_nearest_offer(&nearest, words[i]);
    return nearest.best;
}
