/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A flexible body as a VTK file of PolyData, in letters: nodes where they are, lines, faces, and
 * over the nodes displacement, mises (then), peak and peak_time. A node has the largest value of
 * its spots. Without modal coordinates in the result it is the undeformed body, without `mises`.
 */
#include <math.h>
#include <polhode/stress.h>
#include <stdlib.h>
#include <string.h>
#include "command.h"
#include "common/bending.h"
#include "common/replacement.h"
#include "common/report.h"
#include "common/sample.h"
#include "stress.h"

typedef struct {
    const ph_bending *b;
    bool bent;     /* q is known, */
    bool stressed; /* and stresses follow from it */
    double t, scale;
    double *q;  /* [modes] */
    ph_vec3 at; /* of the body */
    ph_quat turn;
    double *mises, *peak, *peak_time; /* [nodes] */
} picture;

/* The state of the body at a time, as far as the result has it. False: see the diagnostics. */
static bool look(picture *p, ph_result *result, ph_diag *diag)
{
    const ph_bending *b = p->b;
    int n = b->modes + 7, *column = malloc((size_t)n * sizeof *column);
    double *value = malloc((size_t)n * sizeof *value);
    sampler *s = calloc(1, sizeof *s);
    bool good = column && value && s;
    p->turn = ph_quat_identity();
    for (int k = 0; good && k < 7; k++) {
        static const char *const part[] = {"x", "y", "z", "0", "1", "2", "3"};
        column[b->modes + k] = ph_result_column(result, b->name, k < 3 ? "pos" : "quat", part[k]);
    }
    p->bent = good && ph_result_rows(result) > 0 && bending_columns(result, b, column);
    bool placed = p->bent;
    for (int k = 0; good && k < 7; k++) placed = placed && column[b->modes + k] >= 0;
    if (p->bent && good) {
        double time;
        good = sampler_open(s, result, column, placed ? n : b->modes, diag);
        p->t = fmin(fmax(p->t, s->begin), s->end);
        good = good && sampler_at(s, p->t, &time, value) > 0;
        sampler_close(s);
    }
    if (p->bent && good) memcpy(p->q, value, (size_t)b->modes * sizeof *value);
    if (placed && good) {
        const double *v = value + b->modes;
        p->at = ph_v3(v[0], v[1], v[2]);
        p->turn = ph_quat_make(v[3], v[4], v[5], v[6]);
    }
    p->stressed = p->bent && b->stress;
    free(column);
    free(value);
    free(s);
    return good;
}

static void find_stresses(picture *p)
{
    const ph_bending *b = p->b;
    for (int k = 0; k < b->spots; k++) {
        int node = b->spot_node[k];
        if (node < 0) continue;
        double s[6], mises = 0;
        if (p->stressed) bending_stress(b, k, p->q, s), mises = ph_von_mises(s);
        p->mises[node] = fmax(p->mises[node], mises);
        if (!b->peak || b->peak[k] <= p->peak[node]) continue;
        p->peak[node] = b->peak[k];
        p->peak_time[node] = b->peak_time[k];
    }
}

static void put_array(FILE *out, const char *name, const double *value, int count)
{
    fprintf(out, "<DataArray type=\"Float64\" Name=\"%s\" format=\"ascii\">\n", name);
    for (int i = 0; i < count; i++) fprintf(out, "%.9g\n", value[i]);
    fputs("</DataArray>\n", out);
}

static void put_points(const picture *p, const char *name, bool moved, FILE *out)
{
    fprintf(out,
            "<DataArray type=\"Float64\" Name=\"%s\" NumberOfComponents=\"3\" "
            "format=\"ascii\">\n",
            name);
    for (int i = 0; i < p->b->nodes; i++) {
        ph_vec3 x = bending_node(p->b, i, p->q, moved ? p->scale : 1);
        if (!moved) x = ph_sub(x, bending_node(p->b, i, p->q, 0));
        x = ph_rotate(p->turn, x);
        if (moved) x = ph_add(x, p->at);
        fprintf(out, "%.9g %.9g %.9g\n", x.x, x.y, x.z);
    }
    fputs("</DataArray>\n", out);
}

static void put_cells(FILE *out, const char *kind, const int *corner, int cells, int width)
{
    fprintf(out, "<%s>\n<DataArray type=\"Int32\" Name=\"connectivity\" format=\"ascii\">\n", kind);
    for (int i = 0; i < cells * width; i++)
        fprintf(out, "%d%c", corner[i], (i + 1) % width ? ' ' : '\n');
    fputs("</DataArray>\n<DataArray type=\"Int32\" Name=\"offsets\" format=\"ascii\">\n", out);
    for (int i = 1; i <= cells; i++) fprintf(out, "%d\n", i * width);
    fprintf(out, "</DataArray>\n</%s>\n", kind);
}

static void put_file(const picture *p, FILE *out)
{
    const ph_bending *b = p->b;
    fputs("<?xml version=\"1.0\"?>\n<VTKFile type=\"PolyData\" version=\"1.0\">\n<PolyData>\n",
          out);
    fprintf(out,
            "<FieldData>\n<DataArray type=\"Float64\" Name=\"TimeValue\" NumberOfTuples=\"1\" "
            "format=\"ascii\">%.17g</DataArray>\n</FieldData>\n",
            p->t);
    fprintf(out,
            "<Piece NumberOfPoints=\"%d\" NumberOfVerts=\"0\" NumberOfLines=\"%d\" "
            "NumberOfStrips=\"0\" NumberOfPolys=\"%d\">\n<PointData>\n",
            b->nodes, b->lines, b->faces);
    put_points(p, "displacement", false, out);
    if (p->stressed) put_array(out, "mises", p->mises, b->nodes);
    if (b->peak) put_array(out, "peak", p->peak, b->nodes);
    if (b->peak) put_array(out, "peak_time", p->peak_time, b->nodes);
    fputs("</PointData>\n<Points>\n", out);
    put_points(p, "Points", true, out);
    fputs("</Points>\n", out);
    put_cells(out, "Lines", b->line, b->lines, 2);
    put_cells(out, "Polys", b->face, b->faces, 3);
    fputs("</Piece>\n</PolyData>\n</VTKFile>\n", out);
}

int stress_vtp(const ph_bending *body, ph_result *result, double t, double scale, const char *path,
               ph_diag *diag)
{
    size_t n = (size_t)body->nodes + 1;
    picture p = {.b = body, .t = t, .scale = scale};
    p.q = calloc((size_t)body->modes + 1, sizeof *p.q);
    double *value = calloc(3 * n, sizeof *value);
    replacement file;
    int status = CLI_FAILED;
    if (p.q && value && look(&p, result, diag)) {
        p.mises = value, p.peak = value + n, p.peak_time = value + 2 * n;
        find_stresses(&p);
        if (!p.bent)
            cli_note("the result does not hold the modal coordinates of `%s`: it is written as it "
                     "is undeformed, with the largest stresses",
                     body->name);
        if (replacement_open(&file, path, "stress")) {
            put_file(&p, file.file.out);
            status = replacement_close(&file, CLI_DONE);
        }
    }
    free(p.q);
    free(value);
    return status;
}
