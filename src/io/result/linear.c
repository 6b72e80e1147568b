/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A linearised system as a file (layout in polhode/result.h).
 */
#include <stdio.h>
#include <polhode/result.h>
#include "base/diag.h"
#include "io/h5/h5.h"
#include "io/text/disk.h"
#include "io/text/replace.h"

static int put_matrix(hid_t file, const char *name, int rows, int columns, const double *value)
{
    hsize_t size[2] = {(hsize_t)rows, (hsize_t)columns};
    hid_t space = H5Screate_simple(2, size, NULL), create = H5Pcreate(H5P_DATASET_CREATE), set = -1;
    int done = space >= 0 && create >= 0 && H5Pset_obj_track_times(create, 0) >= 0;
    if (done) set = H5Dcreate2(file, name, H5T_IEEE_F64LE, space, H5P_DEFAULT, create, H5P_DEFAULT);
    done =
        set >= 0 && (rows == 0 || columns == 0 ||
                     H5Dwrite(set, H5T_NATIVE_DOUBLE, H5S_ALL, H5S_ALL, H5P_DEFAULT, value) >= 0);
    if (set >= 0) H5Dclose(set);
    if (create >= 0) H5Pclose(create);
    if (space >= 0) H5Sclose(space);
    return done ? 0 : -1;
}

static int put_all(hid_t file, const ph_linear *l, const char *title)
{
    int n = l->states, p = l->inputs, q = l->outputs;
    return phk_h5_put_int(file, "format", 1) < 0 ||
                   phk_h5_put_text(file, "polhode", ph_version()) < 0 ||
                   phk_h5_put_text(file, "title", title ? title : "") < 0 ||
                   phk_h5_put_number(file, "t", l->t) < 0 ||
                   phk_h5_put_int(file, "positions", l->positions) < 0 ||
                   phk_h5_put_int(file, "rates", l->rates) < 0 ||
                   phk_h5_put_int(file, "steady", l->steady) < 0 ||
                   phk_h5_put_number(file, "change", l->change) < 0 ||
                   put_matrix(file, "A", n, n, l->A) < 0 || put_matrix(file, "B", n, p, l->B) < 0 ||
                   put_matrix(file, "C", q, n, l->C) < 0 || put_matrix(file, "D", q, p, l->D) < 0 ||
                   phk_h5_put_list(file, "states", (const char *const *)l->state, n) < 0 ||
                   phk_h5_put_list(file, "units", (const char *const *)l->unit, n) < 0 ||
                   phk_h5_put_list(file, "inputs", l->input, p) < 0 ||
                   phk_h5_put_list(file, "outputs", l->output, q) < 0
               ? -1
               : 0;
}

ph_status ph_linear_write(const char *path, const ph_linear *linear, const char *title,
                          ph_diag *diag)
{
    phk_replace file;
    phk_h5 h5 = {.fd = -1, .driver = -1, .file = -1};
    char reason[256] = "";
    if (!path || !linear) return phk_tell(diag, PH_E_USAGE);
    ph_status status = phk_replace_open(&file, path, diag);
    if (status) return status;
    h5.fd = fileno(file.out);
    H5E_BEGIN_TRY
    {
        if (phk_h5_create(&h5) < 0 || put_all(h5.file, linear, title) < 0)
            phk_h5_reason(reason, sizeof reason);
        phk_h5_close(&h5);
    }
    H5E_END_TRY
    if (h5.error)
        status = phk_disk_error(diag, path, "write the matrices", h5.error);
    else if (reason[0])
        status = phk_error(diag, PH_E_IO, (ph_source){.file = path}, NULL,
                           "cannot write the matrices: HDF5 says \"%s\"", reason);
    return phk_replace_close(&file, status, diag);
}
