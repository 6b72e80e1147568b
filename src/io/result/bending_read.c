/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Reads the flexible bodies of a result (bending.h). What does not fit together is damaged: sizes
 * follow from the datasets, and what names nodes is looked at.
 */
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include "base/diag.h"
#include "io/result/bending.h"
#include "io/result/read.h"

/* An array of a rank and type; dims that are not negative must be so. NULL: it is not there, or
 * not so (*wrong). */
static void *get(phk_arena *arena, hid_t group, const char *name, hid_t type, int rank,
                 long long dims[3], bool *wrong)
{
    if (H5Lexists(group, name, H5P_DEFAULT) <= 0) return NULL;
    hid_t set = H5Dopen2(group, name, H5P_DEFAULT), space = set >= 0 ? H5Dget_space(set) : -1;
    hid_t stored = set >= 0 ? H5Dget_type(set) : -1;
    hsize_t is[H5S_MAX_RANK] = {0};
    bool good = space >= 0 && stored >= 0 && H5Sget_simple_extent_ndims(space) == rank &&
                H5Sget_simple_extent_dims(space, is, NULL) >= 0 &&
                H5Tget_class(stored) == H5Tget_class(type);
    double count = 1;
    for (int k = 0; good && k < rank; k++) {
        if (dims[k] < 0) dims[k] = is[k] < INT32_MAX ? (long long)is[k] : -1;
        good = dims[k] == (long long)is[k];
        count *= (double)is[k];
    }
    /* what is stored bounds what a damaged file can make us allocate */
    size_t size = H5Tget_size(type);
    good = good && count * (double)H5Tget_size(stored) <= (double)H5Dget_storage_size(set);
    void *data = good ? phk_arena_alloc(arena, (size_t)count * size + 1) : NULL;
    if (data && H5Dread(set, type, H5S_ALL, H5S_ALL, H5P_DEFAULT, data) < 0) data = NULL;
    if (stored >= 0) H5Tclose(stored);
    if (space >= 0) H5Sclose(space);
    if (set >= 0) H5Dclose(set);
    *wrong = *wrong || !data;
    return data;
}

static bool within(const int *index, long long count, int least, int end)
{
    for (long long i = 0; i < count; i++)
        if (index[i] < least || index[i] >= end) return false;
    return true;
}

static bool get_nodes(phk_arena *arena, hid_t group, ph_bending *b)
{
    bool wrong = false;
    long long nodes[3] = {-1, 3}, lines[3] = {-1, 2}, faces[3] = {-1, 3};
    b->node_at = get(arena, group, "node_at", H5T_NATIVE_DOUBLE, 2, nodes, &wrong);
    b->nodes = b->node_at ? (int)nodes[0] : 0;
    long long shape[3] = {b->nodes, 3, b->modes};
    b->shape = get(arena, group, "shape", H5T_NATIVE_FLOAT, 3, shape, &wrong);
    b->line = get(arena, group, "line", H5T_NATIVE_INT, 2, lines, &wrong);
    b->lines = b->line ? (int)lines[0] : 0;
    b->face = get(arena, group, "face", H5T_NATIVE_INT, 2, faces, &wrong);
    b->faces = b->face ? (int)faces[0] : 0;
    return !wrong && within(b->line, 2LL * b->lines, 0, b->nodes) &&
           within(b->face, 3LL * b->faces, 0, b->nodes) && (b->shape || !b->nodes || !b->modes);
}

static bool get_spots(phk_arena *arena, hid_t group, ph_bending *b)
{
    bool wrong = false;
    long long spots[3] = {-1, 3};
    int labels = 0;
    b->spot_at = get(arena, group, "spot_at", H5T_NATIVE_DOUBLE, 2, spots, &wrong);
    if (!b->spot_at) return !wrong;
    long long one[3] = {spots[0]}, stress[3] = {spots[0], 6, b->modes}, six[3] = {spots[0], 6};
    b->spots = (int)spots[0];
    b->spot_node = get(arena, group, "spot_node", H5T_NATIVE_INT, 1, one, &wrong);
    b->label = phk_h5_get_list(arena, group, "spot_label", &labels);
    b->stress = get(arena, group, "stress", H5T_NATIVE_FLOAT, 3, stress, &wrong);
    b->peak = get(arena, group, "peak", H5T_NATIVE_DOUBLE, 1, one, &wrong);
    b->peak_time = get(arena, group, "peak_time", H5T_NATIVE_DOUBLE, 1, one, &wrong);
    b->peak_stress = get(arena, group, "peak_stress", H5T_NATIVE_FLOAT, 2, six, &wrong);
    return !wrong && labels == b->spots && b->spot_node &&
           within(b->spot_node, b->spots, -1, b->nodes) &&
           (b->peak != NULL) == (b->peak_time != NULL) &&
           (b->peak != NULL) == (b->peak_stress != NULL);
}

static bool get_body(ph_result *r, int k, ph_bending *b)
{
    char path[40];
    snprintf(path, sizeof path, "bending/%d", k);
    hid_t group = H5Gopen2(r->h5.file, path, H5P_DEFAULT);
    *b = (ph_bending){.name = group >= 0 ? phk_h5_get_text(&r->arena, group, "name") : NULL};
    bool good = b->name && phk_h5_get_int(group, "modes", &b->modes) >= 0 && b->modes >= 0 &&
                phk_h5_get_number(group, "separation", &b->separation) >= 0 &&
                get_nodes(&r->arena, group, b) && get_spots(&r->arena, group, b);
    if (group >= 0) H5Gclose(group);
    return good;
}

static int count_bodies(const ph_result *r)
{
    H5G_info_t info = {0};
    if (H5Lexists(r->h5.file, "bending", H5P_DEFAULT) <= 0) return 0;
    if (H5Gget_info_by_name(r->h5.file, "bending", &info, H5P_DEFAULT) < 0) return -1;
    return info.nlinks < INT32_MAX ? (int)info.nlinks : -1;
}

static int read_bodies(ph_result *r)
{
    int count = count_bodies(r);
    if (count <= 0) return count;
    r->bending = phk_arena_alloc(&r->arena, (size_t)count * sizeof *r->bending);
    for (int k = 0; r->bending && k < count; k++)
        if (!get_body(r, k, &r->bending[k])) return -1;
    return r->bending ? count : -1;
}

int ph_result_bends(ph_result *r, ph_diag *diag)
{
    if (!r->bends_read) {
        H5E_BEGIN_TRY
        {
            r->bends = read_bodies(r);
        }
        H5E_END_TRY
        r->bends_read = true;
    }
    if (r->bends < 0)
        phk_error(diag, PH_E_FORMAT, (ph_source){.file = r->path}, phk_result_again,
                  "the result is damaged: flexible bodies");
    return r->bends;
}

const ph_bending *ph_result_bending(ph_result *r, int index)
{
    return index >= 0 && index < ph_result_bends(r, NULL) ? &r->bending[index] : NULL;
}
