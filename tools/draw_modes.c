/* SPDX-License-Identifier: BSD-3-Clause
 *
 * draw_modes.c -- draws the first modes of a flexible body of a model side by side.
 *
 * usage: draw_modes MODEL BODY MODES FILE
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <polhode/polhode.h>
#include "flex/flex.h"

enum { WIDTH = 230, HEIGHT = 380, PARTS = 8 };

typedef struct {
    double x[2];
} spot;

/* Seen from the front and a little from the right and above. */
static spot seen(ph_vec3 p)
{
    return (spot){{0.95 * p.x - 0.3 * p.y, -p.z - 0.12 * p.x - 0.28 * p.y}};
}

static ph_vec3 moved(const phk_flex *f, int node, int mode, double by)
{
    const phk_flex_node *n = &f->node[node];
    size_t m = (size_t)f->modes, j = (size_t)mode;
    return ph_axpy(n->at, by, ph_v3(n->phi[j], n->phi[m + j], n->phi[2 * m + j]));
}

/* What all nodes span: its middle and size. */
static double frame_of(const phk_flex *f, double middle[2])
{
    double low[2] = {DBL_MAX, DBL_MAX}, high[2] = {-DBL_MAX, -DBL_MAX};
    for (int i = 0; i < f->nodes; i++)
        for (int k = 0; k < 2; k++) {
            low[k] = fmin(low[k], seen(f->node[i].at).x[k]);
            high[k] = fmax(high[k], seen(f->node[i].at).x[k]);
        }
    for (int k = 0; k < 2; k++) middle[k] = (low[k] + high[k]) / 2;
    return fmin((WIDTH - 90) / (high[0] - low[0]), (HEIGHT - 90) / (high[1] - low[1]));
}

static void draw(FILE *out, const phk_flex *f, int mode, int column, double by, const char *style)
{
    double middle[2], scale = frame_of(f, middle);
    fprintf(out, "<path %s d=\"", style);
    for (int i = 0; i < f->lines; i++)
        for (int k = 0; k < 2; k++) {
            spot s = seen(moved(f, f->line[2 * i + k], mode, by));
            fprintf(out, "%c%.1f %.1f", k ? 'L' : 'M',
                    column * WIDTH + WIDTH / 2.0 + scale * (s.x[0] - middle[0]),
                    HEIGHT / 2.0 - 10 + scale * (s.x[1] - middle[1]));
        }
    fprintf(out, "\"/>\n");
}

static int write_page(const phk_flex *f, int modes, FILE *out)
{
    double span = 0;
    for (int i = 0; i < f->nodes; i++) span = fmax(span, ph_norm(f->node[i].at));
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 %d %d\" width=\"%d\" "
            "height=\"%d\">\n<rect width=\"100%%\" height=\"100%%\" fill=\"#fff\"/>\n",
            modes * WIDTH, HEIGHT, modes * WIDTH, HEIGHT);
    for (int j = 0; j < modes; j++) {
        double by = 0.15 * span / f->size[j];
        draw(out, f, j, j, 0, "fill=\"none\" stroke=\"#bbb\" stroke-width=\"1\"");
        draw(out, f, j, j, by,
             "fill=\"none\" stroke=\"#1f6fb4\" stroke-width=\"2\" stroke-linecap=\"round\"");
        fprintf(out,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"middle\" font-family=\"sans-serif\" "
                "font-size=\"14\">%.1f Hz</text>\n",
                j * WIDTH + WIDTH / 2, HEIGHT - 14, ph_flex_frequency(f, j));
    }
    return fprintf(out, "</svg>\n") > 0;
}

int main(int argc, char **argv)
{
    ph_diag *diag = ph_diag_create();
    ph_model *model = NULL;
    int done = 0;
    if (argc != 5) {
        fprintf(stderr, "usage: draw_modes MODEL BODY MODES FILE\n");
        return 2;
    }
    if (ph_model_load(argv[1], NULL, 0, diag, &model) == PH_OK)
        for (int i = 0; i < ph_model_count(model, "flexible"); i++) {
            const ph_flexible_def *def = ph_model_get(model, "flexible", i);
            int modes = atoi(argv[3]);
            if (strcmp(ph_model_name(model, "flexible", i), argv[2]) != 0) continue;
            if (modes < 1 || modes > ph_flex_modes(def->flex)) break;
            FILE *out = fopen(argv[4], "w");
            done = out && write_page(def->flex, modes, out);
            if (out && fclose(out) != 0) done = 0;
        }
    if (!done) fprintf(stderr, "draw_modes: no such body, or not so many modes\n");
    ph_model_free(model);
    ph_diag_free(diag);
    return done ? 0 : 1;
}
