/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/result/bending.h"

#include <polhode/stress.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    const char *name, *unit;
    hid_t stored, memory;
    int rank;
    hsize_t dims[3];
} array;

/* Nothing is written of an array without entries. */
static int put(hid_t group, array a, const void *data)
{
    for (int k = 0; k < a.rank; k++)
        if (a.dims[k] == 0) return 0;
    hid_t space = H5Screate_simple(a.rank, a.dims, NULL);
    hid_t create = H5Pcreate(H5P_DATASET_CREATE), set = -1;
    if (space >= 0 && create >= 0 && H5Pset_obj_track_times(create, 0) >= 0)
        set = H5Dcreate2(group, a.name, a.stored, space, H5P_DEFAULT, create, H5P_DEFAULT);
    int done =
        set >= 0 && data && H5Dwrite(set, a.memory, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) >= 0;
    if (done && a.unit) done = phk_h5_put_text(set, "unit", a.unit) >= 0;
    if (set >= 0) H5Dclose(set);
    if (create >= 0) H5Pclose(create);
    if (space >= 0) H5Sclose(space);
    return done ? 0 : -1;
}

static array doubles(const char *name, const char *unit, int rows, int columns)
{
    return (array){name,
                   unit,
                   H5T_IEEE_F64LE,
                   H5T_NATIVE_DOUBLE,
                   columns ? 2 : 1,
                   {(hsize_t)rows, (hsize_t)columns}};
}

static array floats(const char *name, const char *unit, int rows, int columns, int depth)
{
    return (array){name,           unit,
                   H5T_IEEE_F32LE, H5T_NATIVE_FLOAT,
                   depth ? 3 : 2,  {(hsize_t)rows, (hsize_t)columns, (hsize_t)depth}};
}

static array integers(const char *name, int rows, int columns)
{
    return (array){name,
                   NULL,
                   H5T_STD_I32LE,
                   H5T_NATIVE_INT,
                   columns ? 2 : 1,
                   {(hsize_t)rows, (hsize_t)columns}};
}

static void put_vector(double *out, ph_vec3 v)
{
    out[0] = v.x, out[1] = v.y, out[2] = v.z;
}

static int put_nodes(hid_t group, const phk_flex *flex)
{
    const size_t n = (size_t)flex->nodes, m = 3 * (size_t)flex->modes;
    double *at = malloc((3 * n + 1) * sizeof *at);
    float *shape = malloc((n * m + 1) * sizeof *shape);
    int status = at && shape ? 0 : -1;
    for (size_t i = 0; !status && i < n; i++) {
        put_vector(at + 3 * i, flex->node[i].at);
        for (size_t j = 0; j < m; j++) shape[i * m + j] = (float)flex->node[i].phi[j];
    }
    if (!status) status = put(group, doubles("node_at", "m", flex->nodes, 3), at);
    if (!status) status = put(group, floats("shape", "m", flex->nodes, 3, flex->modes), shape);
    free(at);
    free(shape);
    return status;
}

static int put_spots(hid_t group, const phk_flex *flex)
{
    const size_t n = (size_t)flex->spots;
    double *at = malloc((3 * n + 1) * sizeof *at);
    int *node = malloc((n + 1) * sizeof *node);
    phk_arena arena = {0}; /* for the labels */
    const char **label = phk_arena_alloc(&arena, (n + 1) * sizeof *label);
    int status = at && node && label ? 0 : -1;
    for (size_t p = 0; !status && p < n; p++) {
        put_vector(at + 3 * p, flex->spot[p].at);
        node[p] = flex->spot[p].node;
        char text[200];
        phk_flex_spot_text(flex, (int)p, text, sizeof text);
        label[p] = phk_arena_text(&arena, text, strlen(text));
        if (!label[p]) status = -1;
    }
    if (!status) status = put(group, doubles("spot_at", "m", flex->spots, 3), at);
    if (!status) status = put(group, integers("spot_node", flex->spots, 0), node);
    if (!status && n) status = phk_h5_put_list(group, "spot_label", label, flex->spots);
    free(at);
    free(node);
    phk_arena_free(&arena);
    return status;
}

static hid_t open_group(hid_t parent, const char *name)
{
    return H5Lexists(parent, name, H5P_DEFAULT) > 0
               ? H5Gopen2(parent, name, H5P_DEFAULT)
               : H5Gcreate2(parent, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
}

static hid_t open_body(hid_t file, int k)
{
    char name[20];
    snprintf(name, sizeof name, "%d", k);
    hid_t all = open_group(file, "bending"), group = all >= 0 ? open_group(all, name) : -1;
    if (all >= 0) H5Gclose(all);
    return group;
}

int phk_bending_put(hid_t file, int k, const char *name, const phk_flex *flex)
{
    const size_t bytes = 6 * (size_t)flex->spots * (size_t)flex->modes * sizeof(float);
    hid_t group = open_body(file, k);
    if (group < 0) return -1;
    int status = phk_h5_put_text(group, "name", name);
    if (!status) status = phk_h5_put_int(group, "modes", flex->modes);
    if (!status) status = phk_h5_put_number(group, "separation", ph_flex_separation(flex));
    if (!status) status = put_nodes(group, flex);
    if (!status) status = put(group, integers("line", flex->lines, 2), flex->line);
    if (!status) status = put(group, integers("face", flex->faces, 3), flex->face);
    if (!status) status = put_spots(group, flex);
    if (!status && flex->stress && bytes <= PHK_LARGEST_STRESSES)
        status = put(group, floats("stress", "Pa", flex->spots, 6, flex->modes), flex->stress);
    H5Gclose(group);
    return status;
}

int phk_bending_put_peaks(hid_t file, int k, const phk_envelope *e)
{
    const int spots = e->of->spots;
    double *peak = malloc(((size_t)spots + 1) * sizeof *peak);
    hid_t group = open_body(file, k);
    int status = peak && group >= 0 ? 0 : -1;
    for (int p = 0; !status && p < spots; p++) peak[p] = phk_envelope_peak(e, p);
    if (!status) status = put(group, doubles("peak", "Pa", spots, 0), peak);
    if (!status) status = put(group, doubles("peak_time", "s", spots, 0), e->time);
    if (!status) status = put(group, floats("peak_stress", "Pa", spots, 6, 0), e->tensor);
    if (group >= 0) H5Gclose(group);
    free(peak);
    return status;
}
