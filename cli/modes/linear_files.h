/* SPDX-License-Identifier: BSD-3-Clause
 *
 * linear_files.h -- a linearised model as files: HDF5 (polhode/result.h) and a MAT-file with the
 * same names.
 */
#ifndef CLI_LINEAR_FILES_H
#define CLI_LINEAR_FILES_H

#include <polhode/polhode.h>

/* FOLDER/NAME.h5 and NAME.mat. Complains itself (to diag, which is reported, too); an exit status.
 */
int linear_files(const char *command, const ph_linear *linear, const char *title,
                 const char *folder, const char *name, ph_diag *diag);

#endif
