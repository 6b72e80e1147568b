/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Opens result.h5 (layout in polhode/result.h). Names are names.c's, numbers numbers.c's.
 */
#include "io/result/read.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/diag.h"
#include "io/text/disk.h"
#include "io/result/write.h"

enum { CACHE_BYTES = 5 << 20, CACHE_ROWS = 8 };

const char phk_result_again[] = "run the model again to write it anew.";

/* --- opening -------------------------------------------------------------------------------- */

/* Opens the file itself, or result.h5 in a folder; nothing that is not a plain file. */
static ph_status open_file(ph_result *r, const char *path, ph_diag *diag)
{
    struct stat info;
    r->path = phk_arena_text(&r->arena, path, strlen(path));
    if (!r->path) return phk_error(diag, PH_E_NOMEM, phk_nowhere, NULL, "out of memory");
    int folder = stat(path, &info) == 0 && S_ISDIR(info.st_mode);
    if (folder && !(r->path = phk_disk_join(&r->arena, path, "result.h5")))
        return phk_error(diag, PH_E_NOMEM, phk_nowhere, NULL, "out of memory");
    /* O_NONBLOCK: a pipe of that name must not keep us waiting */
    r->h5.fd = open(r->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (r->h5.fd < 0 && errno == ENOENT)
        return phk_error(diag, PH_E_IO, (ph_source){.file = path},
                         "`polhode run MODEL -o DIR` writes DIR/result.h5; give DIR or that file.",
                         folder ? "no result.h5 in this folder" : "no such file or folder");
    if (r->h5.fd < 0) return phk_disk_error(diag, r->path, "read the result", errno);
    if (fstat(r->h5.fd, &info) != 0) return phk_disk_error(diag, r->path, "read the result", errno);
    if (!S_ISREG(info.st_mode))
        return phk_error(diag, PH_E_FORMAT, (ph_source){.file = r->path}, NULL,
                         "not a plain file, so no result");
    return PH_OK;
}

static ph_status check_signature(const ph_result *r, ph_diag *diag)
{
    static const char signature[8] = "\211HDF\r\n\032\n";
    char head[8] = "";
    ssize_t n = pread(r->h5.fd, head, sizeof head, 0);
    if (n < 0) return phk_disk_error(diag, r->path, "read the result", errno);
    if (n == sizeof head && memcmp(head, signature, sizeof head) == 0) return PH_OK;
    return phk_error(
        diag, PH_E_FORMAT, (ph_source){.file = r->path},
        "give the result.h5 that `polhode run MODEL -o DIR` writes, or its folder DIR.",
        n == 0 ? "an empty file, not a result" : "not a result (no HDF5 file)");
}

/* A message about a damaged or foreign file. */
static ph_status damaged(const ph_result *r, ph_diag *diag, const char *what, const char *name)
{
    return phk_error(diag, PH_E_FORMAT, (ph_source){.file = r->path}, phk_result_again,
                     "the result is damaged: %s%s%s", what, name ? " " : "", name ? name : "");
}

static ph_status check_format(ph_result *r, ph_diag *diag)
{
    int format = 0;
    const char *version = phk_h5_get_text(&r->arena, r->h5.file, "polhode");
    if (!version || phk_h5_get_int(r->h5.file, "format", &format) < 0)
        return phk_error(diag, PH_E_FORMAT, (ph_source){.file = r->path},
                         "give the result.h5 that `polhode run MODEL -o DIR` writes.",
                         "an HDF5 file, but not a result of polhode");
    if (format > PHK_RESULT_FORMAT || format < 1)
        return phk_error(diag, PH_E_FORMAT, (ph_source){.file = r->path},
                         "read it with that version, or run the model again with this one.",
                         "written by polhode %s in format %d; this is polhode %s, which reads "
                         "format %d",
                         version, format, ph_version(), PHK_RESULT_FORMAT);
    return PH_OK;
}

/* --- the blocks ----------------------------------------------------------------------------- */

/* Opens a dataset of doubles and tells its shape. Where a chunk holds many rows, reading a column
 * block by block wants the last chunk kept (one slot: with more, HDF5 1.10 keeps a chunk in each,
 * whatever their size); where it holds few, the numbers are picked one by one. */
static hid_t open_numbers(hid_t file, const char *path, int *rank, hsize_t dims[3])
{
    hid_t access = H5Pcreate(H5P_DATASET_ACCESS);
    hid_t probe = H5Dopen2(file, path, H5P_DEFAULT), dataset = -1;
    if (probe >= 0 && access >= 0) {
        hsize_t chunk[3] = {1, 1, 1};
        hid_t create = H5Dget_create_plist(probe);
        int large = create >= 0 && H5Pget_layout(create) == H5D_CHUNKED &&
                    H5Pget_chunk(create, 3, chunk) > 0 && chunk[0] >= CACHE_ROWS;
        H5Pset_chunk_cache(access, large, large ? CACHE_BYTES : 0, 1);
        if (create >= 0) H5Pclose(create);
        H5Dclose(probe);
        probe = -1;
        dataset = H5Dopen2(file, path, access);
    }
    if (probe >= 0) H5Dclose(probe);
    if (access >= 0) H5Pclose(access);
    if (dataset < 0) return -1;
    hid_t space = H5Dget_space(dataset), type = H5Dget_type(dataset);
    *rank = space >= 0 ? H5Sget_simple_extent_ndims(space) : -1;
    int good = (*rank == 1 || *rank == 3) && type >= 0 && H5Tget_class(type) == H5T_FLOAT &&
               H5Sget_simple_extent_dims(space, dims, NULL) >= 0;
    if (space >= 0) H5Sclose(space);
    if (type >= 0) H5Tclose(type);
    if (good) return dataset;
    H5Dclose(dataset);
    return -1;
}

/* Results without "owners": who acts on a body stands before the first dot. */
static bool find_owners(ph_result *r, phk_name_list *list)
{
    bool dotted = false;
    for (int i = 0; i < list->count && !dotted; i++) dotted = strchr(list->name[i], '.') != NULL;
    if (!dotted) return true;
    list->owner = phk_arena_alloc(&r->arena, (size_t)list->count * sizeof *list->owner);
    for (int i = 0; list->owner && i < list->count; i++) {
        list->owner[i] = phk_arena_text(&r->arena, list->name[i], strcspn(list->name[i], "."));
        if (!list->owner[i]) return false;
    }
    return list->owner != NULL;
}

static phk_name_list *name_list(ph_result *r, const char *group, const char *name)
{
    char *path = phk_disk_join(&r->arena, group, name);
    if (!path) return NULL;
    for (phk_name_list *l = r->lists; l; l = l->next)
        if (strcmp(l->path, path) == 0) return l;
    phk_name_list *list = phk_arena_alloc(&r->arena, sizeof *list);
    if (!list) return NULL;
    list->path = path;
    list->name = phk_h5_get_list(&r->arena, r->h5.file, path, &list->count);
    if (!list->name || !find_owners(r, list)) return NULL;
    list->next = r->lists;
    r->lists = list;
    return list;
}

/* The list of the one object that has the dataset for itself: GROUP/OBJECT. */
static phk_name_list *own_name(ph_result *r, const char *path, const char *object)
{
    phk_name_list *list = phk_arena_alloc(&r->arena, sizeof *list);
    const char **name = phk_arena_alloc(&r->arena, sizeof *name);
    if (!list || !name) return NULL;
    *name = object;
    *list = (phk_name_list){.next = r->lists, .path = path, .name = name, .count = 1};
    return r->lists = list;
}

/* Components with units of their own, of a request. */
static ph_status open_request(ph_result *r, phk_block_in *in, const char *path, ph_diag *diag)
{
    int count = 0;
    ph_block *b = &in->is;
    b->unit = "";
    b->units = phk_h5_get_texts(&r->arena, in->dataset, "units", &count);
    if (!b->units || count != b->width || b->objects != 1)
        return damaged(r, diag, "cannot read the units of", path);
    in->names = own_name(r, path, strchr(path, '/') + 1);
    if (!in->names) return damaged(r, diag, "cannot read the names of", path);
    b->title = phk_h5_get_text(&r->arena, in->dataset, "title");
    if (phk_h5_get_int(in->dataset, "id", &b->id) < 0) b->id = 0;
    return PH_OK;
}

/* A list of texts of the group that an attribute of the dataset names; NULL: none. */
static ph_status open_list(ph_result *r, const phk_block_in *in, const char *attribute,
                           const char *path, ph_diag *diag, phk_name_list **list)
{
    if (H5Aexists(in->dataset, attribute) <= 0) return PH_OK;
    const char *name = phk_h5_get_text(&r->arena, in->dataset, attribute);
    *list = name ? name_list(r, in->is.group, name) : NULL;
    return *list ? PH_OK : damaged(r, diag, "cannot read the names of", path);
}

/* Whose the objects are, and what they are called. */
static ph_status open_objects(ph_result *r, phk_block_in *in, const char *path, ph_diag *diag)
{
    ph_block *b = &in->is;
    phk_name_list *owners = NULL;
    ph_status status = in->names ? PH_OK : open_list(r, in, "names", path, diag, &in->names);
    if (status == PH_OK) status = open_list(r, in, "owners", path, diag, &owners);
    if (status != PH_OK) return status;
    if ((in->names ? in->names->count != b->objects : b->objects != 1) ||
        (owners && owners->count != b->objects))
        return damaged(r, diag, "names and numbers do not agree in", path);
    b->object = in->names ? in->names->name : NULL;
    b->owner = owners ? owners->name : in->names ? in->names->owner : NULL;
    return PH_OK;
}

/* Group from the path; quantity, unit, names and components from the dataset's attributes. */
static ph_status open_labels(ph_result *r, phk_block_in *in, const char *path, ph_diag *diag)
{
    ph_block *b = &in->is;
    const char *slash = strchr(path, '/');
    if (!slash) return damaged(r, diag, "no group in", path);
    b->group = phk_arena_text(&r->arena, path, (size_t)(slash - path));
    b->quantity = phk_h5_get_text(&r->arena, in->dataset, "quantity");
    b->unit = phk_h5_get_text(&r->arena, in->dataset, "unit");
    if (b->group && b->quantity && H5Aexists(in->dataset, "units") > 0) {
        ph_status status = open_request(r, in, path, diag);
        if (status != PH_OK) return status;
    }
    if (!b->group || !b->quantity || !b->unit)
        return damaged(r, diag, "unit or quantity is missing in", path);
    if (H5Aexists(in->dataset, "component") > 0) {
        int count = 0;
        b->component = phk_h5_get_texts(&r->arena, in->dataset, "component", &count);
        if (!b->component || count != b->width)
            return damaged(r, diag, "cannot read the components of", path);
    }
    return open_objects(r, in, path, diag);
}

static ph_status open_block(ph_result *r, phk_block_in *in, const char *path, ph_diag *diag)
{
    hsize_t dims[3] = {0, 1, 1};
    ph_block *b = &in->is;
    in->dataset = open_numbers(r->h5.file, path, &in->rank, dims);
    if (in->dataset < 0) return damaged(r, diag, "no dataset", path);
    if (dims[0] != (hsize_t)r->rows || dims[1] < 1 || dims[2] < 1 ||
        dims[1] > INT32_MAX / dims[2] || dims[1] * dims[2] > (hsize_t)(INT32_MAX - r->columns))
        return damaged(r, diag, "unexpected shape of", path);
    b->objects = (int)dims[1];
    b->width = (int)dims[2];
    b->first = r->columns;
    r->columns += b->objects * b->width;
    ph_status status = open_labels(r, in, path, diag);
    if (status != PH_OK) return status;
    if (b->width > 1 && !b->component) return damaged(r, diag, "no components in", path);
    return PH_OK;
}

static ph_status open_blocks(ph_result *r, ph_diag *diag)
{
    hsize_t dims[3] = {0, 1, 1};
    int rank = 0, count = 0;
    r->title = phk_h5_get_text(&r->arena, r->h5.file, "title");
    if (!r->title) r->title = "";
    bool said = phk_h5_get_number(r->h5.file, "time_unit", &r->time_unit) == 0;
    if (!said || !(r->time_unit > 0) || !isfinite(r->time_unit)) r->time_unit = 1;
    const char *why = phk_h5_get_text(&r->arena, r->h5.file, "ended_early");
    if (why)
        phk_warn(diag, PH_OK, (ph_source){.file = r->path}, NULL, "the run ended early: %s", why);
    r->doubtful = phk_h5_get_text(&r->arena, r->h5.file, "doubtful");
    if (r->doubtful)
        phk_warn(diag, PH_OK, (ph_source){.file = r->path}, NULL, "the result is doubtful: %s",
                 r->doubtful);
    r->time = open_numbers(r->h5.file, "time", &rank, dims);
    if (r->time < 0 || rank != 1 || dims[0] > INT64_MAX / 8)
        return damaged(r, diag, "no dataset", "time");
    r->rows = (long long)dims[0];
    const char **path = phk_h5_get_list(&r->arena, r->h5.file, "blocks", &count);
    if (!path) return damaged(r, diag, "cannot read", "blocks");
    r->block = phk_arena_alloc(&r->arena, (size_t)count * sizeof *r->block + 1);
    if (!r->block) return phk_error(diag, PH_E_NOMEM, phk_nowhere, NULL, "out of memory");
    for (; r->blocks < count; r->blocks++) {
        ph_status status = open_block(r, &r->block[r->blocks], path[r->blocks], diag);
        if (status != PH_OK) {
            r->blocks++;
            return status;
        }
    }
    return PH_OK;
}

static ph_status open_result(ph_result *r, const char *path, ph_diag *diag)
{
    ph_status status = open_file(r, path, diag);
    if (status == PH_OK) status = check_signature(r, diag);
    if (status != PH_OK) return status;
    if (phk_h5_open(&r->h5) < 0) {
        char reason[256];
        phk_h5_reason(reason, sizeof reason);
        return phk_error(diag, PH_E_FORMAT, (ph_source){.file = r->path},
                         "the disk may have been full, or a copy cut short: run the model, or "
                         "copy the file, again.",
                         "the result is damaged or incomplete: HDF5 says \"%s\"", reason);
    }
    status = check_format(r, diag);
    return status == PH_OK ? open_blocks(r, diag) : status;
}

ph_status ph_result_open(const char *path, ph_diag *diag, ph_result **result)
{
    *result = NULL;
    ph_result *r = calloc(1, sizeof *r);
    if (!r) return phk_error(diag, PH_E_NOMEM, phk_nowhere, NULL, "out of memory");
    r->h5 = (phk_h5){.fd = -1, .driver = -1, .file = -1};
    r->time = -1;
    ph_status status;
    H5E_BEGIN_TRY
    {
        status = open_result(r, path, diag);
    }
    H5E_END_TRY
    if (status == PH_OK)
        *result = r;
    else
        ph_result_close(r);
    return phk_tell(diag, status);
}

void ph_result_close(ph_result *r)
{
    if (!r) return;
    H5E_BEGIN_TRY
    {
        for (int i = 0; i < r->blocks; i++)
            if (r->block[i].dataset >= 0) H5Dclose(r->block[i].dataset);
        if (r->time >= 0) H5Dclose(r->time);
        int fd = r->h5.fd;
        phk_h5_close(&r->h5);
        if (fd >= 0) close(fd);
    }
    H5E_END_TRY
    for (phk_name_list *l = r->lists; l; l = l->next) phk_names_free(&l->table);
    phk_arena_free(&r->arena);
    free(r);
}

long long ph_result_rows(const ph_result *r)
{
    return r->rows;
}

int ph_result_columns(const ph_result *r)
{
    return r->columns;
}

/* A text of the file, which is kept. */
static const char *document(ph_result *r, const char *name, const char **kept)
{
    int count = 0;
    H5E_BEGIN_TRY
    {
        const char **list = *kept ? NULL : phk_h5_get_list(&r->arena, r->h5.file, name, &count);
        if (list && count == 1) *kept = list[0];
    }
    H5E_END_TRY
    return *kept;
}

const char *ph_result_scene(ph_result *r)
{
    return document(r, "scene", &r->scene);
}

const char *ph_result_modes(ph_result *r)
{
    return document(r, "modes", &r->modes);
}

int ph_result_blocks(const ph_result *r)
{
    return r->blocks;
}

const ph_block *ph_result_block(const ph_result *r, int index)
{
    return index >= 0 && index < r->blocks ? &r->block[index].is : NULL;
}

const phk_block_in *phk_result_holder(const ph_result *r, int column)
{
    int low = 0, high = r->blocks - 1;
    while (low < high) {
        int middle = (low + high + 1) / 2;
        if (r->block[middle].is.first <= column)
            low = middle;
        else
            high = middle - 1;
    }
    return &r->block[low];
}

const ph_block *ph_result_block_of(const ph_result *r, int column)
{
    return column >= 0 && column < r->columns ? &phk_result_holder(r, column)->is : NULL;
}

double ph_result_time_unit(const ph_result *r)
{
    return r->time_unit;
}

const char *ph_result_title(const ph_result *r)
{
    return r->title;
}

const char *ph_result_doubtful(const ph_result *r)
{
    return r->doubtful;
}
