/* SPDX-License-Identifier: BSD-3-Clause
 *
 * XML that names the arrays, and behind it the arrays one after the other: a length in bytes (64
 * bits), then the numbers in the order of this machine, which the head tells.
 */
#include "vtp.h"

#include <stdint.h>

/* --- the arrays ------------------------------------------------------------------------------ */

/* All numbers of a file behind the XML, and where the next array begins. */
typedef struct {
    FILE *out;
    unsigned long long offset;
} heap;

/* Says in the XML where an array lies. */
static void name_array(heap *h, const char *type, const char *name, int width, size_t count,
                       size_t size)
{
    fprintf(h->out,
            "<DataArray type=\"%s\" Name=\"%s\" NumberOfComponents=\"%d\" format=\"appended\" "
            "offset=\"%llu\"/>\n",
            type, name, width, h->offset);
    h->offset += sizeof(uint64_t) + (unsigned long long)(count * (size_t)width) * size;
}

static void begin_array(FILE *out, size_t count, size_t size)
{
    const uint64_t bytes = (uint64_t)count * size;
    fwrite(&bytes, sizeof bytes, 1, out);
}

static void put_cells(FILE *out, const int *corner, size_t cells, size_t width)
{
    begin_array(out, cells * width, sizeof(int32_t));
    for (size_t i = 0; i < cells * width; i++) {
        const int32_t which = corner ? corner[i] : (int32_t)i;
        fwrite(&which, sizeof which, 1, out);
    }
    begin_array(out, cells, sizeof(int32_t));
    for (size_t i = 1; i <= cells; i++) {
        const int32_t end = (int32_t)(i * width);
        fwrite(&end, sizeof end, 1, out);
    }
}

static void name_cells(heap *h, const char *kind, size_t cells, size_t width)
{
    fprintf(h->out, "<%s>\n", kind);
    name_array(h, "Int32", "connectivity", 1, cells * width, sizeof(int32_t));
    name_array(h, "Int32", "offsets", 1, cells, sizeof(int32_t));
    fprintf(h->out, "</%s>\n", kind);
}

/* --- points ---------------------------------------------------------------------------------- */

enum { POINT, ORIENTATION, VELOCITY, OMEGA };

static int numbers_of(const vtp_frame *f, const geometry_corner *c, int what, double *out)
{
    static const vtp_body ground = {.turn = {1, 0, 0, 0}};
    const vtp_body *b = c->body < 0 ? &ground : &f->body[c->body];
    ph_vec3 arm = ph_rotate(b->turn, c->at), v = b->omega;
    if (what == ORIENTATION) {
        out[0] = b->turn.w, out[1] = b->turn.x, out[2] = b->turn.y, out[3] = b->turn.z;
        return 4;
    }
    if (what == POINT) v = ph_add(b->at, arm);
    if (what == VELOCITY) v = ph_add(b->speed, ph_cross(b->omega, arm));
    out[0] = v.x, out[1] = v.y, out[2] = v.z;
    return 3;
}

static void put_points(FILE *out, const vtp_frame *f, int what)
{
    const geometry *g = f->shape;
    double value[4];
    begin_array(out, g->corners * (what == ORIENTATION ? 4 : 3), sizeof *value);
    for (size_t i = 0; i < g->corners; i++) {
        int n = numbers_of(f, &g->corner[i], what, value);
        fwrite(value, sizeof *value, (size_t)n, out);
    }
}

/* --- the file -------------------------------------------------------------------------------- */

/* Texts are numbers of their letters, each with a zero at its end. */
static void put_field(FILE *out, const vtp_frame *f)
{
    fprintf(out,
            "<FieldData>\n<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" "
            "format=\"ascii\">%.17g</DataArray>\n",
            f->time);
    fprintf(out,
            "<DataArray type=\"String\" Name=\"bodies\" NumberOfTuples=\"%d\" format=\"ascii\">",
            f->bodies);
    for (int i = 0; i < f->bodies; i++) {
        for (const char *c = f->name[i]; *c; c++) fprintf(out, "%d ", (unsigned char)*c);
        fputs("0\n", out);
    }
    fputs("</DataArray>\n</FieldData>\n", out);
}

static void put_head(FILE *out, const vtp_frame *f)
{
    const geometry *g = f->shape;
    const uint16_t one = 1;
    heap h = {out, 0};
    fprintf(out,
            "<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\" "
            "byte_order=\"%s\" header_type=\"UInt64\">\n<PolyData>\n",
            *(const unsigned char *)&one ? "LittleEndian" : "BigEndian");
    put_field(out, f);
    fprintf(out,
            "<Piece NumberOfPoints=\"%zu\" NumberOfVerts=\"%d\" NumberOfLines=\"%zu\" "
            "NumberOfStrips=\"0\" NumberOfPolys=\"%zu\">\n<PointData>\n",
            g->corners, f->bodies, g->lines, g->triangles);
    name_array(&h, "Int32", "body", 1, g->corners, sizeof(int32_t));
    name_array(&h, "Float64", "orientation", 4, g->corners, sizeof(double));
    if (f->moves) name_array(&h, "Float64", "velocity", 3, g->corners, sizeof(double));
    if (f->moves) name_array(&h, "Float64", "omega", 3, g->corners, sizeof(double));
    fputs("</PointData>\n<Points>\n", out);
    name_array(&h, "Float64", "Points", 3, g->corners, sizeof(double));
    fputs("</Points>\n", out);
    name_cells(&h, "Verts", (size_t)f->bodies, 1);
    name_cells(&h, "Lines", g->lines, 2);
    name_cells(&h, "Polys", g->triangles, 3);
    fputs("</Piece>\n</PolyData>\n<AppendedData encoding=\"raw\">\n_", out);
}

void vtp_write(FILE *out, const vtp_frame *f)
{
    const geometry *g = f->shape;
    put_head(out, f);
    begin_array(out, g->corners, sizeof(int32_t));
    for (size_t i = 0; i < g->corners; i++) {
        const int32_t body = g->corner[i].body;
        fwrite(&body, sizeof body, 1, out);
    }
    put_points(out, f, ORIENTATION);
    if (f->moves) put_points(out, f, VELOCITY);
    if (f->moves) put_points(out, f, OMEGA);
    put_points(out, f, POINT);
    put_cells(out, NULL, (size_t)f->bodies, 1);
    put_cells(out, g->line, g->lines, 2);
    put_cells(out, g->triangle, g->triangles, 3);
    fputs("\n</AppendedData>\n</VTKFile>\n", out);
}
