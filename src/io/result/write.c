/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Writes result.h5 (layout in polhode/result.h) and summary.json.
 *
 * Rows are gathered block by block and written when a few megabytes are together: one HDF5 chunk
 * per block and flush, so that memory does not grow with rows and nothing is written twice. The
 * datasets are made at the first flush. A short run is then one chunk of just its own rows instead
 * of a mostly empty large one.
 */
#include "io/result/write.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include "base/arena.h"
#include "base/diag.h"
#include "io/text/disk.h"
#include "io/text/replace.h"
#include "io/h5/h5.h"
#include "io/result/live.h"

enum {
    BUFFER_BYTES = 4 << 20, /* gathered before a write, or one row where that is more */
    BUFFER_ROWS = 4096,
    CHUNK_BYTES = 4 << 20, /* largest chunk; wider rows are split by objects */
    WATCHED_ROWS = 512     /* least in a chunk that is begun before it is full */
};

/* One dataset to be. */
typedef struct {
    const char *path;     /* "bodies/pos" */
    const char *quantity; /* as columns call it; the path may differ from it */
    const char *unit;
    const char *names, *owners;   /* datasets of the objects' names, and of who they belong to, in
                                     the group; NULL: none */
    const char *const *component; /* [width] or NULL */
    const char *const *units;     /* [width] or NULL */
    const char *title;            /* of a request */
    int id;                       /* the same */
    int objects, width;
    size_t first, columns; /* in the row, time being column 0 */
    hid_t dataset;
} block_out;

struct ph_writer {
    phk_arena arena;
    phk_h5 h5;
    const char *directory;
    char *result, *summary; /* paths */
    ph_replacement file;    /* of the result */
    block_out *block;
    int blocks;
    block_out time;
    size_t width;          /* of a row, time included */
    size_t capacity, used; /* rows in the buffer */
    double *buffer;        /* block by block: [capacity][columns] each */
    long long rows;        /* already in the file */
    int made;              /* the datasets exist */
    time_t looked;         /* [s] when it was last asked whether somebody watches */
    ph_status failed;      /* the first failure; nothing is written after it */
};

static ph_status no_memory(ph_diag *diag)
{
    return phk_error(diag, PH_E_NOMEM, phk_nowhere, NULL, "out of memory for the result");
}

/* The failure at hand: the disk's where it gave one, else HDF5's own. */
static ph_status write_failed(ph_writer *w, ph_diag *diag)
{
    if (w->h5.error) {
        w->failed = phk_disk_error(diag, w->result, "write the result", w->h5.error);
    } else {
        char reason[256];
        phk_h5_reason(reason, sizeof reason);
        w->failed = phk_error(diag, PH_E_IO, (ph_source){.file = w->result}, NULL,
                              "cannot write the result: HDF5 says \"%s\"", reason);
    }
    return w->failed;
}

/* --- what stands in the file before the first row ------------------------------------------ */

static char *text_of(phk_arena *arena, const char *text)
{
    return phk_arena_text(arena, text, strlen(text));
}

static int same_objects(const ph_block *a, const ph_block *b)
{
    if (a->objects != b->objects) return 0;
    if (a->object == b->object) return 1;
    for (int i = 0; i < a->objects; i++)
        if (strcmp(a->object[i], b->object[i]) != 0) return 0;
    return 1;
}

/* A list of a group, the n-th of its kind: "names", "names_2". Returns its name; NULL: failed. */
static const char *put_texts(ph_writer *w, hid_t group, const char *what, int n,
                             const char *const *text, int count)
{
    char name[32];
    if (n > 1)
        snprintf(name, sizeof name, "%s_%d", what, n);
    else
        snprintf(name, sizeof name, "%s", what);
    return phk_h5_put_list(group, name, text, count) < 0 ? NULL : text_of(&w->arena, name);
}

/* The names of a block's objects, and whose they are: written once per group and list of objects,
 * as "names", or "names_2", ... for further lists. */
static int put_names(ph_writer *w, hid_t group, const ph_block *given, int index)
{
    const ph_block *b = &given[index];
    int lists = 1;
    for (int i = 0; i < index; i++) {
        const ph_block *other = &given[i];
        if (!other->object || other->units || !w->block[i].columns ||
            strcmp(other->group, b->group) != 0)
            continue;
        if (same_objects(other, b)) {
            w->block[index].names = w->block[i].names;
            w->block[index].owners = w->block[i].owners;
            return 0;
        }
        lists++;
    }
    w->block[index].names = put_texts(w, group, "names", lists, b->object, b->objects);
    if (!w->block[index].names) return -1;
    if (!b->owner) return 0;
    w->block[index].owners = put_texts(w, group, "owners", lists, b->owner, b->objects);
    return w->block[index].owners ? 0 : -1;
}

/* GROUP/QUANTITY, or GROUP/value for an object's own value; a number is added when that is taken
 * (the same quantity of another list of objects). What has units of its own is GROUP/OBJECT. */
static char *path_of(ph_writer *w, const ph_block *b, int index)
{
    if (b->units) return phk_disk_join(&w->arena, b->group, b->object[0]);
    const char *quantity = *b->quantity ? b->quantity : "value";
    size_t size = strlen(b->group) + strlen(quantity) + 16;
    char *path = phk_arena_alloc(&w->arena, size);
    if (!path) return NULL;
    snprintf(path, size, "%s/%s", b->group, quantity);
    for (int i = 0, n = 2; i < index; i++) {
        if (!w->block[i].path || strcmp(w->block[i].path, path) != 0) continue;
        snprintf(path, size, "%s/%s_%d", b->group, quantity, n++);
        i = -1;
    }
    return path;
}

/* A list of texts, copied; NULL: out of memory. */
static const char *const *copy_texts(ph_writer *w, const char *const *text, int count)
{
    const char **copy = phk_arena_alloc(&w->arena, (size_t)count * sizeof *copy);
    for (int i = 0; copy && i < count; i++)
        if (!(copy[i] = text_of(&w->arena, text[i]))) return NULL;
    return copy;
}

static int copy_labels(ph_writer *w, const ph_block *b, int index)
{
    block_out *out = &w->block[index];
    out->path = path_of(w, b, index);
    out->quantity = text_of(&w->arena, b->quantity);
    out->unit = text_of(&w->arena, b->unit ? b->unit : "");
    if (!out->path || !out->quantity || !out->unit) return -1;
    if (b->component && !(out->component = copy_texts(w, b->component, b->width))) return -1;
    if (b->units && !(out->units = copy_texts(w, b->units, b->width))) return -1;
    if (b->title && !(out->title = text_of(&w->arena, b->title))) return -1;
    out->id = b->id;
    return 0;
}

static int copy_block(ph_writer *w, const ph_block *given, int index)
{
    const ph_block *b = &given[index];
    block_out *out = &w->block[index];
    out->dataset = -1;
    out->objects = b->objects;
    out->width = b->width;
    out->first = w->width;
    out->columns = (size_t)b->objects * (size_t)b->width;
    w->width += out->columns;
    if (!out->columns) return 0;
    if (copy_labels(w, b, index) < 0) return -1;
    htri_t there = H5Lexists(w->h5.file, b->group, H5P_DEFAULT);
    hid_t group = there > 0
                      ? H5Gopen2(w->h5.file, b->group, H5P_DEFAULT)
                      : H5Gcreate2(w->h5.file, b->group, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    if (group < 0) return -1;
    int result = b->object && !b->units ? put_names(w, group, given, index) : 0;
    H5Gclose(group);
    return result;
}

/* The order of the blocks, which is the order of the columns. */
static int put_order(ph_writer *w)
{
    int count = 0;
    const char **path = malloc(((size_t)w->blocks + 1) * sizeof *path);
    if (!path) return -1;
    for (int i = 0; i < w->blocks; i++)
        if (w->block[i].columns) path[count++] = w->block[i].path;
    int result = phk_h5_put_list(w->h5.file, "blocks", path, count);
    free(path);
    return result;
}

static int put_about(ph_writer *w, const phk_result_about *about)
{
    hid_t root = w->h5.file;
    if (phk_h5_put_int(root, "format", PHK_RESULT_FORMAT) < 0 ||
        phk_h5_put_text(root, "polhode", ph_version()) < 0 ||
        phk_h5_put_text(root, "title", about->title) < 0 ||
        phk_h5_put_text(root, "integrator", about->integrator) < 0 ||
        phk_h5_put_text(root, "settings", about->settings) < 0 ||
        phk_h5_put_text(root, "model_path", about->model_path) < 0 ||
        (about->time_unit > 0 && phk_h5_put_number(root, "time_unit", about->time_unit) < 0))
        return -1;
    /* the model's text may be long, and attributes end at 64 KiB */
    if (about->scene && phk_h5_put_document(root, "scene", about->scene) < 0) return -1;
    return phk_h5_put_document(root, "model", about->model_text);
}

static ph_status prepare_file(ph_writer *w, const phk_result_about *about, const ph_block *block,
                              ph_diag *diag)
{
    ph_status status = phk_disk_folder(w->directory, diag);
    if (status == PH_OK) status = phk_disk_target(w->result, diag);
    if (status == PH_OK) status = phk_disk_target(w->summary, diag);
    if (status == PH_OK) status = phk_replacement_open(&w->file, w->result, diag);
    if (status != PH_OK) return status;
    w->h5.fd = fileno(w->file.out);
    phk_live_begin(w->h5.fd);
    if (phk_h5_create(&w->h5) < 0 || put_about(w, about) < 0) return write_failed(w, diag);
    w->width = 1;
    for (int i = 0; i < w->blocks; i++)
        if (copy_block(w, block, i) < 0) return write_failed(w, diag);
    if (put_order(w) < 0) return write_failed(w, diag);
    return PH_OK;
}

static ph_status check_blocks(const ph_block *block, int blocks, ph_diag *diag)
{
    double columns = 0;
    for (int i = 0; i < blocks; i++) {
        const ph_block *b = &block[i];
        int bad = !b->group || !*b->group || !b->quantity || strchr(b->group, '/') ||
                  strchr(b->quantity, '/') || b->objects < 0 || b->width < 1 ||
                  (b->width > 1 && !b->component) || (b->objects > 1 && !b->object) ||
                  (b->units && (b->objects != 1 || !b->object || !b->component));
        if (bad)
            return phk_error(diag, PH_E_USAGE, phk_nowhere, NULL,
                             "block %d of the result is not well formed", i);
        columns += (double)b->objects * b->width;
    }
    if (columns > INT32_MAX)
        return phk_error(diag, PH_E_RANGE, phk_nowhere,
                         "name the objects of interest in `outputs`.",
                         "a result of %.0f columns is too wide", columns);
    return PH_OK;
}

static ph_status prepare(ph_writer *w, const char *directory, const phk_result_about *about,
                         const ph_block *block, int blocks, ph_diag *diag)
{
    ph_status status = check_blocks(block, blocks, diag);
    if (status != PH_OK) return status;
    w->blocks = blocks;
    w->directory = text_of(&w->arena, directory);
    w->result = phk_disk_join(&w->arena, directory, "result.h5");
    w->summary = phk_disk_join(&w->arena, directory, "summary.json");
    w->block = phk_arena_alloc(&w->arena, (size_t)blocks * sizeof *w->block + 1);
    if (!w->directory || !w->result || !w->summary || !w->block) return no_memory(diag);
    status = prepare_file(w, about, block, diag);
    if (status != PH_OK) return status;
    size_t row = w->width * sizeof(double);
    w->capacity = BUFFER_BYTES / row;
    if (w->capacity > BUFFER_ROWS) w->capacity = BUFFER_ROWS;
    if (w->capacity < 1) w->capacity = 1;
    w->buffer = malloc(w->capacity * row);
    return w->buffer ? PH_OK : no_memory(diag);
}

ph_status phk_writer_create(const char *directory, const phk_result_about *about,
                            const ph_block *block, int blocks, ph_diag *diag, ph_writer **writer)
{
    *writer = NULL;
    ph_writer *w = calloc(1, sizeof *w);
    if (!w) return no_memory(diag);
    w->h5 = (phk_h5){.fd = -1, .driver = -1, .file = -1};
    w->time = (block_out){.path = "time",
                          .quantity = "time",
                          .unit = "s",
                          .objects = 1,
                          .width = 1,
                          .columns = 1,
                          .dataset = -1};
    ph_status status;
    H5E_BEGIN_TRY
    {
        status = prepare(w, directory, about, block, blocks, diag);
    }
    H5E_END_TRY
    if (status == PH_OK)
        *writer = w;
    else
        ph_writer_abandon(w);
    return status;
}

/* --- rows ----------------------------------------------------------------------------------- */

/* A dataset [rows], or [rows, objects, width], that grows by rows. */
static int make_dataset(ph_writer *w, block_out *b, size_t chunk_rows)
{
    hsize_t objects = (hsize_t)b->objects, width = (hsize_t)b->width;
    hsize_t most = CHUNK_BYTES / sizeof(double) / width;
    hsize_t parts = most ? (objects + most - 1) / most : objects;
    hsize_t dims[3] = {0, objects, width}, largest[3] = {H5S_UNLIMITED, objects, width};
    hsize_t chunk[3] = {chunk_rows, (objects + parts - 1) / parts, width};
    int rank = b->columns == 1 && !b->names && !b->units ? 1 : 3;
    hid_t space = H5Screate_simple(rank, dims, largest);
    hid_t create = H5Pcreate(H5P_DATASET_CREATE), access = H5Pcreate(H5P_DATASET_ACCESS);
    /* whole chunks are written once, so there is nothing to cache or to fill beforehand */
    if (space >= 0 && create >= 0 && access >= 0 && H5Pset_chunk(create, rank, chunk) >= 0 &&
        H5Pset_fill_time(create, H5D_FILL_TIME_NEVER) >= 0 &&
        H5Pset_obj_track_times(create, 0) >= 0 && H5Pset_chunk_cache(access, 0, 0, 1) >= 0)
        b->dataset =
            H5Dcreate2(w->h5.file, b->path, H5T_IEEE_F64LE, space, H5P_DEFAULT, create, access);
    if (space >= 0) H5Sclose(space);
    if (create >= 0) H5Pclose(create);
    if (access >= 0) H5Pclose(access);
    if (b->dataset < 0) return -1;
    if (b->units ? phk_h5_put_texts(b->dataset, "units", b->units, b->width) < 0
                 : phk_h5_put_text(b->dataset, "unit", b->unit) < 0)
        return -1;
    if (b->id && phk_h5_put_int(b->dataset, "id", b->id) < 0) return -1;
    if (b->title && phk_h5_put_text(b->dataset, "title", b->title) < 0) return -1;
    if (b != &w->time && phk_h5_put_text(b->dataset, "quantity", b->quantity) < 0) return -1;
    if (b->names && phk_h5_put_text(b->dataset, "names", b->names) < 0) return -1;
    if (b->owners && phk_h5_put_text(b->dataset, "owners", b->owners) < 0) return -1;
    if (b->component && phk_h5_put_texts(b->dataset, "component", b->component, b->width) < 0)
        return -1;
    return 0;
}

static int append(ph_writer *w, block_out *b)
{
    hsize_t first = (hsize_t)w->rows, rows = w->used;
    hsize_t size[3] = {first + rows, (hsize_t)b->objects, (hsize_t)b->width};
    hsize_t start[3] = {first, 0, 0}, count[3] = {rows, size[1], size[2]};
    if (H5Dset_extent(b->dataset, size) < 0) return -1;
    hid_t file = H5Dget_space(b->dataset);
    int rank = file >= 0 ? H5Sget_simple_extent_ndims(file) : 1;
    hid_t memory = H5Screate_simple(rank, count, NULL);
    int done = file >= 0 && memory >= 0 &&
               H5Sselect_hyperslab(file, H5S_SELECT_SET, start, NULL, count, NULL) >= 0 &&
               H5Dwrite(b->dataset, H5T_NATIVE_DOUBLE, memory, file, H5P_DEFAULT,
                        w->buffer + w->capacity * b->first) >= 0;
    if (file >= 0) H5Sclose(file);
    if (memory >= 0) H5Sclose(memory);
    return done ? 0 : -1;
}

static ph_status flush(ph_writer *w, size_t chunk_rows, ph_diag *diag)
{
    for (int i = -1; i < w->blocks; i++) {
        block_out *b = i < 0 ? &w->time : &w->block[i];
        if (!b->columns) continue;
        if (!w->made && make_dataset(w, b, chunk_rows) < 0) return write_failed(w, diag);
        if (w->used && append(w, b) < 0) return write_failed(w, diag);
        if (w->h5.error) return write_failed(w, diag);
    }
    w->made = 1;
    w->rows += (long long)w->used;
    w->used = 0;
    return PH_OK;
}

/* Asked once a second. */
static bool is_watched(ph_writer *w)
{
    time_t now = time(NULL);
    if (now == w->looked) return false;
    w->looked = now;
    return phk_live_watched(w->h5.fd);
}

ph_status ph_writer_row(ph_writer *w, const double *row, size_t width, ph_diag *diag)
{
    if (w->failed != PH_OK) return w->failed;
    if (width != w->width)
        return phk_error(diag, PH_E_USAGE, phk_nowhere, NULL,
                         "a row of %zu numbers for a result of %zu", width, w->width);
    w->buffer[w->used] = row[0];
    for (int i = 0; i < w->blocks; i++) {
        const block_out *b = &w->block[i];
        memcpy(w->buffer + w->capacity * b->first + w->used * b->columns, row + b->first,
               b->columns * sizeof *row);
    }
    bool watched = ++w->used < w->capacity && is_watched(w);
    if (w->used < w->capacity && !watched) return PH_OK;
    size_t least = w->capacity < WATCHED_ROWS ? w->capacity : WATCHED_ROWS;
    ph_status status;
    H5E_BEGIN_TRY
    {
        status = flush(w, watched && w->used < least ? least : w->used, diag);
        if (status == PH_OK && watched && H5Fflush(w->h5.file, H5F_SCOPE_LOCAL) < 0)
            status = write_failed(w, diag);
    }
    H5E_END_TRY
    return status;
}

/* --- the end -------------------------------------------------------------------------------- */

/* Closes what is open. After this h5.error tells whether all bytes could be written. */
static void close_file(ph_writer *w)
{
    H5E_BEGIN_TRY
    {
        for (int i = 0; i < w->blocks && w->block; i++)
            if (w->block[i].columns && w->block[i].dataset >= 0) H5Dclose(w->block[i].dataset);
        if (w->time.dataset >= 0) H5Dclose(w->time.dataset);
        phk_h5_close(&w->h5);
    }
    H5E_END_TRY
    w->blocks = 0;
    w->time.dataset = -1;
}

void ph_writer_abandon(ph_writer *w)
{
    if (!w) return;
    close_file(w);
    ph_replacement_drop(&w->file);
    free(w->buffer);
    phk_arena_free(&w->arena);
    free(w);
}

/* The summary, closed but not yet in place. */
static ph_status put_summary(ph_writer *w, const char *text, ph_diag *diag, ph_replacement *file)
{
    ph_status status = phk_replacement_open(file, w->summary, diag);
    if (status != PH_OK) return status;
    fputs(text, file->out);
    int error = ph_replacement_close(file);
    return error ? phk_disk_error(diag, w->summary, "write the summary", error) : PH_OK;
}

static ph_status put_in_place(ph_writer *w, ph_replacement *summary, ph_diag *diag)
{
    ph_status status = phk_disk_target(w->result, diag);
    if (status == PH_OK) status = phk_disk_target(w->summary, diag);
    if (status != PH_OK) return status;
    int error = ph_replacement_place(&w->file);
    if (error) return phk_disk_error(diag, w->result, "put the result in place", error);
    error = ph_replacement_place(summary);
    return error ? phk_disk_error(diag, w->summary, "put the summary in place", error) : PH_OK;
}

/* A text as an attribute of the whole file. */
static ph_status put_remark(ph_writer *w, const char *name, const char *text, ph_diag *diag)
{
    int done;
    H5E_BEGIN_TRY
    {
        done = phk_h5_put_text(w->h5.file, name, text);
    }
    H5E_END_TRY
    if (done < 0 && w->failed == PH_OK) w->failed = write_failed(w, diag);
    return w->failed;
}

ph_status ph_writer_ended_early(ph_writer *w, const char *why, ph_diag *diag)
{
    return put_remark(w, "ended_early", why, diag);
}

ph_status ph_writer_doubtful(ph_writer *w, const char *why, ph_diag *diag)
{
    return put_remark(w, "doubtful", why, diag);
}

ph_status ph_writer_modes(ph_writer *w, const char *json, ph_diag *diag)
{
    int done;
    H5E_BEGIN_TRY
    {
        done = phk_h5_put_document(w->h5.file, "modes", json);
    }
    H5E_END_TRY
    if (done < 0 && w->failed == PH_OK) w->failed = write_failed(w, diag);
    return w->failed;
}

ph_status phk_writer_put(ph_writer *w, int (*put)(phk_h5 *h5, const void *what), const void *what,
                         ph_diag *diag)
{
    int done;
    if (w->failed != PH_OK) return w->failed;
    H5E_BEGIN_TRY
    {
        done = put(&w->h5, what);
    }
    H5E_END_TRY
    if (done < 0) w->failed = write_failed(w, diag);
    return w->failed;
}

ph_status ph_writer_finish(ph_writer *w, const char *summary_json, ph_diag *diag)
{
    ph_status status = w->failed;
    ph_replacement summary = {0};
    if (status == PH_OK && (w->used || !w->made)) {
        H5E_BEGIN_TRY
        {
            status = flush(w, w->used ? w->used : 1, diag);
        }
        H5E_END_TRY
    }
    close_file(w);
    if (status == PH_OK && !w->h5.error) w->h5.error = ph_replacement_close(&w->file);
    if (status == PH_OK && w->h5.error) status = write_failed(w, diag);
    if (status == PH_OK)
        status = put_summary(w, summary_json ? summary_json : "{}\n", diag, &summary);
    if (status == PH_OK) status = put_in_place(w, &summary, diag);
    ph_replacement_drop(&summary);
    ph_writer_abandon(w);
    return status;
}
