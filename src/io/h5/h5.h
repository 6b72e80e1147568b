/* SPDX-License-Identifier: BSD-3-Clause
 *
 * h5.h -- the little of HDF5 that files of results and of flexible bodies need: a file on a
 * descriptor, texts, lists of texts.
 *
 * HDF5's own drivers fail badly on a full disk: what could not be written stays in the library's
 * caches, the file cannot be closed any more, and the process repeats all that at its exit, aloud.
 * The driver here remembers the first error, lets every later write pass as if done, and so HDF5
 * always closes; the owner of the file asks `error` afterwards. It also takes no file locks, which
 * some network disks do not have.
 *
 * Functions return < 0 or NULL on failure, as HDF5 does, and print nothing as long as the caller
 * stands between H5E_BEGIN_TRY and H5E_END_TRY.
 */
#ifndef PHK_H5_H
#define PHK_H5_H

#include <hdf5.h>
#include <polhode/base.h>
#include "base/arena.h"

typedef struct {
    int fd;       /* the caller's */
    int error;    /* errno of the first failed write or read; 0: none */
    hid_t driver; /* registered for this file alone */
    hid_t file;   /* < 0: not open */
} phk_h5;

/* On h5->fd as it is set; `h5` must not move while the file is open. */
hid_t phk_h5_create(phk_h5 *h5);
hid_t phk_h5_open(phk_h5 *h5);
/* Closes the file, not the descriptor; all bytes have been handed to the system when error == 0
 * afterwards. Safe on a file that never opened. */
void phk_h5_close(phk_h5 *h5);

/* What HDF5 says about the last failure: its innermost reason. */
void phk_h5_reason(char *text, size_t size);

/* A text attribute (kept to 60,000 bytes, HDF5's limit is 64 KiB), and a list of them. */
int phk_h5_put_text(hid_t object, const char *name, const char *text);
int phk_h5_put_texts(hid_t object, const char *name, const char *const *text, int count);
int phk_h5_put_int(hid_t object, const char *name, int value);
int phk_h5_put_number(hid_t object, const char *name, double value);
/* A dataset of `count` texts, and one of a single text of any length. */
int phk_h5_put_list(hid_t parent, const char *name, const char *const *text, int count);
int phk_h5_put_document(hid_t parent, const char *name, const char *text);

/* NULL: not there, not a text, or out of memory. */
const char *phk_h5_get_text(phk_arena *arena, hid_t object, const char *name);
const char **phk_h5_get_texts(phk_arena *arena, hid_t object, const char *name, int *count);
int phk_h5_get_int(hid_t object, const char *name, int *value);
int phk_h5_get_number(hid_t object, const char *name, double *value);
const char **phk_h5_get_list(phk_arena *arena, hid_t parent, const char *name, int *count);

#endif
