/* SPDX-License-Identifier: BSD-3-Clause */
#include "vtk.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "common/bodies.h"
#include "command.h"
#include "common/replacement.h"
#include "common/report.h"
#include "vtp.h"

/* Frames a second, and frames of a short run that is likely to be seen in slow motion. */
enum { FPS = 50, FRAMES = 600 };
/* Columns of a body in the order they are read: pos, quat, vel, omega_world. */
enum { POS = 0, QUAT = 3, VEL = 7, OMEGA = 10, WIDTH = 13 };

/* Everything a series needs; freed as one. */
typedef struct {
    ph_result *result;
    const char *path, *command;
    ph_diag *diag;
    const char **name; /* [bodies] the result's */
    int *column; /* [bodies * WIDTH]; without velocities these read positions, and are not used */
    vtp_body *body;
    double *value; /* [bodies * WIDTH] a row */
    int bodies;
    bool moves;
    geometry shape;
    double *time; /* [rows] */
    long long rows, frames;
    char *folder, *stem;  /* out/show_frames, show */
    replacements waiting; /* frames that are written, but not in place */
} series_work;

/* --- bodies --------------------------------------------------------------------------------- */

/* The columns of one body in a row of values; without both velocities none are written. */
static void place_columns(series_work *w, int index, const cli_body *b)
{
    static const int begin[5] = {POS, QUAT, VEL, OMEGA, WIDTH};
    if (b->vel < 0 || b->omega_world < 0) w->moves = false;
    const int first[4] = {b->pos, b->quat, b->vel < 0 ? b->pos : b->vel,
                          b->omega_world < 0 ? b->pos : b->omega_world};
    for (int k = 0; k < 4; k++)
        for (int i = begin[k]; i < begin[k + 1]; i++)
            w->column[index * WIDTH + i] = first[k] + i - begin[k];
}

static bool take_bodies(series_work *w, const cli_bodies *list)
{
    size_t n = (size_t)list->count;
    w->column = calloc(n * WIDTH + 1, sizeof *w->column);
    w->name = calloc(n + 1, sizeof *w->name);
    w->body = calloc(n + 1, sizeof *w->body);
    w->value = calloc(n * WIDTH + 1, sizeof *w->value);
    if (!w->column || !w->name || !w->body || !w->value) return false;
    w->moves = true;
    for (; w->bodies < list->count; w->bodies++) {
        place_columns(w, w->bodies, &list->body[w->bodies]);
        w->name[w->bodies] = list->body[w->bodies].name;
    }
    return true;
}

static bool find_bodies(series_work *w)
{
    cli_bodies list;
    bool good = cli_bodies_find(&list, w->result) && take_bodies(w, &list);
    cli_bodies_free(&list);
    return good;
}

static int body_by_name(void *user, const char *name)
{
    const series_work *w = user;
    int i = w->bodies - 1;
    while (i >= 0 && strcmp(w->name[i], name) != 0) i--;
    return i;
}

/* The centres of the bodies, then their shapes. False: out of memory. */
static bool make_shapes(series_work *w)
{
    geometry *g = &w->shape;
    size_t n = (size_t)w->bodies;
    g->corner = calloc(n + 1, sizeof *g->corner);
    if (!g->corner) return false;
    g->corner_room = n + 1;
    for (g->corners = 0; g->corners < n; g->corners++) g->corner[g->corners].body = (int)g->corners;
    const char *scene = ph_result_scene(w->result);
    if (scene && !geometry_add_scene(g, scene, body_by_name, w) && g->failed) return false;
    if (!g->triangles && !g->lines) cli_note("no shapes in this result: bodies are points alone");
    if (g->left_out)
        cli_note("%d shapes are left out: their bodies are not in the result", g->left_out);
    if (!w->moves) cli_note("no velocities: the result does not hold them for all bodies");
    return true;
}

/* --- files ----------------------------------------------------------------------------------- */

/* The name of a frame, in memory of its own. */
static char *frame_path(const series_work *w, long long frame)
{
    size_t size = strlen(w->folder) + strlen(w->stem) + 32;
    char *path = malloc(size);
    if (path) snprintf(path, size, "%s/%s_%05lld.vtp", w->folder, w->stem, frame);
    return path;
}

static int write_vtp(series_work *w, const char *path, const vtp_frame *f)
{
    replacement r;
    if (!replacement_open(&r, path, w->command)) return CLI_FAILED;
    vtp_write(r.file.out, f);
    return replacements_add(&w->waiting, &r);
}

/* A frame of a row. -1: see the diagnostics, or out of memory. */
static int write_frame(series_work *w, long long row, long long frame)
{
    if (w->bodies && ph_result_read_rows(w->result, w->column, w->bodies * WIDTH, row, 1, w->value,
                                         w->diag) != PH_OK)
        return -1;
    for (int i = 0; i < w->bodies; i++) {
        const double *v = w->value + (size_t)i * WIDTH;
        w->body[i] = (vtp_body){{v[0], v[1], v[2]},
                                ph_quat_make(v[QUAT], v[QUAT + 1], v[QUAT + 2], v[QUAT + 3]),
                                {v[VEL], v[VEL + 1], v[VEL + 2]},
                                {v[OMEGA], v[OMEGA + 1], v[OMEGA + 2]}};
    }
    vtp_frame f = {w->time[row], w->body, w->name, w->bodies, w->moves, &w->shape};
    char *path = frame_path(w, frame);
    int status = path ? write_vtp(w, path, &f) : -1;
    free(path);
    return status;
}

/* Text inside XML. */
static void put_xml(FILE *out, const char *text)
{
    for (; *text; text++) switch (*text) {
        case '&':
            fputs("&amp;", out);
            break;
        case '<':
            fputs("&lt;", out);
            break;
        case '"':
            fputs("&quot;", out);
            break;
        default:
            putc(*text, out);
        }
}

/* The times of the frames are the first of w->time. */
static void put_list(FILE *out, const series_work *w)
{
    const double *time = w->time;
    const char *slash = strrchr(w->folder, '/'); /* names count from the folder of the list */
    fputs("<?xml version=\"1.0\"?>\n<VTKFile type=\"Collection\" version=\"0.1\">\n<Collection>\n",
          out);
    for (long long i = 0; i < w->frames; i++) {
        fprintf(out, "<DataSet timestep=\"%.17g\" part=\"0\" file=\"", time[i]);
        put_xml(out, slash ? slash + 1 : w->folder);
        putc('/', out);
        put_xml(out, w->stem);
        fprintf(out, "_%05lld.vtp\"/>\n", i);
    }
    fputs("</Collection>\n</VTKFile>\n", out);
}

/* The list, when all frames it names are on the disk. */
static int write_list(series_work *w)
{
    int status = replacements_close(&w->waiting, w->folder, w->command);
    replacement r;
    if (status != CLI_DONE) return status;
    if (!replacement_open(&r, w->path, w->command)) return CLI_FAILED;
    put_list(r.file.out, w);
    return replacement_close(&r, CLI_DONE);
}

/* --- the series ------------------------------------------------------------------------------ */

/* Frames of an older, longer series of the same name. */
static void remove_rest(const series_work *w)
{
    for (long long i = w->frames;; i++) {
        char *path = frame_path(w, i);
        bool more = path && unlink(path) == 0;
        free(path);
        if (!more) return;
    }
}

/* Rows at least 1/fps apart, on the grid from the first time; the last one always. The times of
 * the frames are moved to the front of w->time. */
static int write_frames(series_work *w, double fps)
{
    double begin = w->time[0], span = w->time[w->rows - 1] - begin;
    if (!(fps > 0)) fps = span > 0 ? fmax(FPS, FRAMES / span) : FPS;
    double gap = 1 / fps, slack = 1e-6 * gap, next = -INFINITY;
    for (long long i = 0; i < w->rows; i++) {
        double t = w->time[i];
        if (t < next - slack && i < w->rows - 1) continue;
        int status = write_frame(w, i, w->frames);
        if (status != CLI_DONE) return status;
        w->time[w->frames++] = t;
        next = begin + gap * (floor((t - begin + slack) / gap) + 1);
    }
    int status = write_list(w);
    if (status != CLI_DONE) return status;
    remove_rest(w);
    if (w->frames < w->rows)
        cli_note("%lld frames of %lld rows, at most %.4g a second (--fps)", w->frames, w->rows,
                 fps);
    return status;
}

/* out/show_frames and show of out/show.pvd: out/show may well be the result itself. */
static bool make_names(series_work *w)
{
    const char *slash = strrchr(w->path, '/'), *dot = strrchr(w->path, '.');
    const char *stem = slash ? slash + 1 : w->path;
    size_t length = (size_t)(dot - w->path), size = length + sizeof "_frames";
    w->stem = strndup(stem, (size_t)(dot - stem));
    w->folder = malloc(size);
    if (w->folder) snprintf(w->folder, size, "%.*s_frames", (int)length, w->path);
    return w->folder && w->stem;
}

static int write_series(series_work *w, double fps)
{
    w->rows = ph_result_rows(w->result);
    if (w->rows == 0) {
        cli_error(w->command, "the result has no rows");
        return CLI_USAGE;
    }
    w->time = malloc((size_t)w->rows * sizeof *w->time);
    if (!w->time || !make_names(w) || !find_bodies(w)) return -1;
    if (w->bodies == 0) {
        cli_error(w->command, "nothing to see: the result holds no body with .pos and .quat");
        return CLI_USAGE;
    }
    if (!make_shapes(w)) return -1;
    if (ph_result_time(w->result, 0, w->rows, w->time, w->diag) != PH_OK) return -1;
    if (mkdir(w->folder, 0777) != 0 && errno != EEXIST) {
        cli_error(w->command, "cannot make the folder \"%s\" for the frames: %s", w->folder,
                  strerror(errno));
        return CLI_FAILED;
    }
    return write_frames(w, fps);
}

int vtk_write(const char *path, ph_result *result, double fps, const char *command)
{
    series_work w = {.result = result, .path = path, .command = command, .diag = ph_diag_create()};
    int status = w.diag ? write_series(&w, fps) : -1;
    if (status < 0 && (!w.diag || ph_diag_errors(w.diag) == 0)) cli_error(command, "out of memory");
    cli_report(w.diag);
    ph_diag_free(w.diag);
    free(w.name);
    free(w.column);
    free(w.body);
    free(w.value);
    free(w.time);
    free(w.folder);
    free(w.stem);
    geometry_free(&w.shape);
    replacements_drop(&w.waiting);
    return status < 0 ? CLI_FAILED : status;
}
