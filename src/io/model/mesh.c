/* SPDX-License-Identifier: BSD-3-Clause
 *
 * mesh.c -- reads STL and OBJ. Of an OBJ file the lines `v` and `f` count, polygons are cut into
 * fans; of an STL file the corners. Equal corners of an STL file stay apart: shading wants them so.
 */
#include "io/model/mesh.h"

#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "base/diag.h"
#include "io/text/file.h"

typedef struct {
    const char *path;
    ph_source where;
    ph_diag *diag;
    ph_mesh *mesh;
} reader;

bool phk_mesh_is(const char *path)
{
    const char *dot = strrchr(path, '.');
    return dot && (strcasecmp(dot, ".stl") == 0 || strcasecmp(dot, ".obj") == 0);
}

static ph_status no_memory(const reader *r)
{
    return phk_error(r->diag, PH_E_NOMEM, r->where, NULL, "out of memory for `%s`", r->path);
}

static ph_status bad(const reader *r, long line, const char *what)
{
    return phk_error(r->diag, PH_E_FORMAT, r->where,
                     "a mesh is an STL file (text or binary) or an OBJ file with lines `v` and `f`",
                     line ? "cannot read mesh `%s`: %s, line %ld" : "cannot read mesh `%s`: %s",
                     r->path, what, line);
}

static ph_status too_many(const reader *r)
{
    return phk_error(r->diag, PH_E_RANGE, r->where, "make it coarser in the program it comes from",
                     "mesh `%s` has more than %d triangles", r->path, PHK_MESH_TRIANGLES);
}

static ph_status add_vertex(reader *r, const float v[3])
{
    if (r->mesh->vertices >= 3 * PHK_MESH_TRIANGLES) return too_many(r);
    ph_mesh_add_vertex(r->mesh, ph_v3((double)v[0], (double)v[1], (double)v[2]));
    return r->mesh->failed ? no_memory(r) : PH_OK;
}

static ph_status add_triangle(reader *r, int a, int b, int c)
{
    if (r->mesh->triangles >= PHK_MESH_TRIANGLES) return too_many(r);
    ph_mesh_add_triangle(r->mesh, a, b, c);
    return r->mesh->failed ? no_memory(r) : PH_OK;
}

static bool read_three(const char *text, float v[3])
{
    for (int k = 0; k < 3; k++) {
        char *end;
        v[k] = strtof(text, &end);
        if (end == text || !isfinite(v[k])) return false;
        text = end;
    }
    return true;
}

/* After each third corner a triangle of the last three. */
static ph_status add_corner(reader *r, const float v[3])
{
    ph_status status = add_vertex(r, v);
    int n = r->mesh->vertices;
    return status == PH_OK && n % 3 == 0 ? add_triangle(r, n - 3, n - 2, n - 1) : status;
}

static uint32_t little(const unsigned char *b)
{
    return b[0] | (uint32_t)b[1] << 8 | (uint32_t)b[2] << 16 | (uint32_t)b[3] << 24;
}

/* 80 bytes of anything, a count, then 50 bytes for each triangle: normal, corners, two spare. */
static ph_status read_binary(reader *r, const unsigned char *data, uint32_t count)
{
    if (count > PHK_MESH_TRIANGLES) return too_many(r);
    ph_status status = PH_OK;
    for (uint32_t i = 0; i < 3 * count && status == PH_OK; i++) {
        const unsigned char *at = data + 84 + 50 * (size_t)(i / 3) + 12 + 12 * (i % 3);
        float v[3];
        for (int k = 0; k < 3; k++) {
            uint32_t bits = little(at + 4 * k);
            memcpy(&v[k], &bits, sizeof bits);
            if (!isfinite(v[k])) return bad(r, 0, "a corner is not finite");
        }
        status = add_corner(r, v);
    }
    return status;
}

/* One face of an OBJ file: corners `7`, `7/1`, `7//3`; below zero they count from the last. */
static ph_status read_face(reader *r, const char *text, long line)
{
    int corner[3] = {0}, n = 0;
    ph_status status = PH_OK;
    for (;;) {
        char *end;
        long k = strtol(text, &end, 10);
        if (end == text) break;
        if (k < 0) k += r->mesh->vertices + 1;
        if (k < 1 || k > r->mesh->vertices) return bad(r, line, "no such vertex");
        text = end + strcspn(end, " \t\r\n");
        corner[n < 2 ? n : 2] = (int)k - 1;
        if (n++ < 2) continue;
        status = add_triangle(r, corner[0], corner[1], corner[2]);
        if (status != PH_OK) return status;
        corner[1] = corner[2];
    }
    return n < 3 ? bad(r, line, "a face of fewer than three corners") : PH_OK;
}

/* Lines of a text: `vertex x y z` of STL, `v x y z` and `f a b c ..` of OBJ. */
static ph_status read_lines(reader *r, char *text, bool stl)
{
    ph_status status = PH_OK;
    long line = 1;
    for (char *next; text && status == PH_OK; text = next, line++) {
        next = strchr(text, '\n');
        if (next) *next++ = '\0';
        text += strspn(text, " \t");
        float v[3];
        size_t word = strcspn(text, " \t\r");
        bool vertex =
            stl ? word == 6 && strncasecmp(text, "vertex", 6) == 0 : word == 1 && *text == 'v';
        if (vertex && !read_three(text + word, v))
            status = bad(r, line, "not three numbers");
        else if (vertex)
            status = stl ? add_corner(r, v) : add_vertex(r, v);
        else if (!stl && word == 1 && *text == 'f')
            status = read_face(r, text + word, line);
    }
    return status;
}

ph_status phk_mesh_read(const char *path, ph_source where, ph_diag *diag, ph_mesh *mesh)
{
    *mesh = (ph_mesh){0};
    reader r = {path, where, diag, mesh};
    char *text = NULL;
    size_t length = 0, name = strlen(path);
    ph_status status = phk_file_read(path, where, diag, &text, &length);
    if (status != PH_OK) return status;
    bool obj = name > 4 && strcasecmp(path + name - 4, ".obj") == 0;
    bool stl = name > 4 && strcasecmp(path + name - 4, ".stl") == 0;
    const unsigned char *data = (const unsigned char *)text;
    if (!obj && !stl)
        status = bad(&r, 0, "its name ends neither in .stl nor in .obj");
    else if (stl && length >= 84 && (length - 84) / 50 == little(data + 80) &&
             (length - 84) % 50 == 0)
        status = read_binary(&r, data, little(data + 80));
    else
        status = read_lines(&r, text, stl);
    free(text);
    if (status == PH_OK && (!mesh->triangles || (stl && mesh->vertices % 3)))
        status = bad(&r, 0, mesh->triangles ? "its end is missing" : "there is no triangle in it");
    return status;
}
