/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode/replace.h -- a file written anew. Until all of it is on the disk an older one of its name
 * stays as it is: a reader sees the old file or the new one, never a part.
 *
 * It is written under the name .NAME.PID-N.part in the folder of its final place, brought to the
 * disk, renamed, and the folder, which holds the name, brought to the disk as well.
 */
#ifndef POLHODE_REPLACE_H
#define POLHODE_REPLACE_H

#include <stdio.h>
#include <polhode/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    FILE *out;         /* write here; it may be read back, too */
    char *path, *part; /* its final name, and that until then */
} ph_replacement;

/* Each returns 0 or an errno. After a failure of the first there is nothing to drop. */
PH_API int ph_replacement_open(ph_replacement *file, const char *path);
/* Brings what was written to the disk and closes it. Of several files that belong together all are
 * closed before the first is put in place. */
PH_API int ph_replacement_close(ph_replacement *file);
/* Puts it in place, closed before where it is not yet; where that fails it is dropped. */
PH_API int ph_replacement_place(ph_replacement *file);
/* Many files of one folder. Each is ended, which leaves the disk its time; then all are brought to
 * the disk at once, put in place, and the folder is brought to the disk. That waits for the disk
 * twice, and not for every file. Where it fails those that are not in place yet are dropped. */
PH_API int ph_replacement_end(ph_replacement *file);
PH_API int ph_replacement_place_all(ph_replacement *file, int count);
/* Leaves no trace of it. Safe on one that was put in place, dropped, or zero. */
PH_API void ph_replacement_drop(ph_replacement *file);

#ifdef __cplusplus
}
#endif
#endif
