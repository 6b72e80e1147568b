/* SPDX-License-Identifier: BSD-3-Clause
 *
 * store.h -- what a run goes on from, written out and read back. Whoever has something to keep
 * names it once, in a function that is called in both directions: what is read is what was written,
 * in the same order.
 *
 * The bytes are those of the machine: they are read back by the same build, or refused.
 */
#ifndef PHK_STORE_H
#define PHK_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <polhode/base.h>

typedef struct {
    bool reading;
    ph_status status; /* the first trouble; nothing is written or read after it */
    unsigned char *data;
    size_t size; /* bytes written, or there to read */
    size_t at;   /* the next to read */
    size_t room;
} phk_store;

/* To be written, or to read these bytes, which are borrowed. */
phk_store phk_store_writer(void);
phk_store phk_store_reader(const void *data, size_t size);
/* Frees what was written. */
void phk_store_free(phk_store *store);

void phk_store_bytes(phk_store *store, void *data, size_t size);
/* A number that must be what it was when it was written: PH_E_FORMAT otherwise. */
void phk_store_expect(phk_store *store, long long number);
/* The end of all: a sum over the bytes, which finds what was torn or changed. */
void phk_store_seal(phk_store *store);
/* Before anything is read: does the seal hold? Else store->status is PH_E_FORMAT. */
void phk_store_check(phk_store *store);

/* A thing without pointers, whole; and several, one after the other. */
#define PHK_STORE(store, thing) phk_store_bytes(store, &(thing), sizeof(thing))
#define PHK_PART(thing)                                                                            \
    {                                                                                              \
        &(thing), sizeof(thing)                                                                    \
    }
#define PHK_STORE_EACH(store, ...) phk_store_parts(store, (const phk_part[]){__VA_ARGS__, {0}})
typedef struct {
    void *data;
    size_t size;
} phk_part;
void phk_store_parts(phk_store *store, const phk_part *part);

static inline void phk_store_doubles(phk_store *store, double *array, size_t count)
{
    if (count > 0) phk_store_bytes(store, array, count * sizeof *array);
}
static inline void phk_store_ints(phk_store *store, int *array, size_t count)
{
    if (count > 0) phk_store_bytes(store, array, count * sizeof *array);
}

#endif
