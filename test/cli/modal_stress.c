/* SPDX-License-Identifier: BSD-3-Clause
 *
 * modal_stress BODY.phf.h5 MODES.frd FIRST LENGTH STRESS: the stresses of a body's modes against
 * those that CalculiX has found for its own modes, of which the first elastic one is number FIRST
 * (from 0); LENGTH [m] and STRESS [Pa]: its units. Prints the largest difference of the first and
 * of all, by the largest stress of each mode; modes have any sign and size there, so that
 * displacements tell the factor.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <polhode/polhode.h>
#include "flex/flex.h"

typedef struct {
    double *u, *s; /* [nodes][3], [nodes][6] */
    int read;
} mode;

static int find(const phk_flex *f, int id)
{
    for (int i = 0; i < f->nodes; i++)
        if (f->node[i].id == id) return i;
    return -1;
}

static double number(const char *line, int k)
{
    char text[13];
    if (strlen(line) < (size_t)(25 + 12 * k)) return NAN;
    memcpy(text, line + 13 + 12 * k, 12);
    text[12] = '\0';
    return atof(text);
}

/* Blocks DISP and STRESS follow each other, mode by mode. */
static void read_modes(FILE *in, const phk_flex *f, int first, mode *list)
{
    char line[200], id[11] = "";
    int disp = -1, stress = -1, inside = 0, hint = 0;
    while (fgets(line, sizeof line, in)) {
        if (strncmp(line, " -4  DISP", 9) == 0) {
            disp++;
            inside = 1;
        } else if (strncmp(line, " -4  STRESS", 11) == 0) {
            stress++;
            inside = 2;
        } else if (strncmp(line, " -3", 3) == 0)
            inside = 0;
        if (!inside || strncmp(line, " -1", 3) != 0) continue;
        const int k = (inside == 1 ? disp : stress) - first;
        if (k < 0 || k >= f->modes) continue;
        memcpy(id, line + 3, 10);
        const int number_of = atoi(id);
        int node = hint < f->nodes && f->node[hint].id == number_of ? hint : find(f, number_of);
        hint = node + 1;
        if (node < 0) continue;
        for (int c = 0; c < (inside == 1 ? 3 : 6); c++)
            (inside == 1 ? list[k].u + 3 * node : list[k].s + 6 * node)[c] = number(line, c);
        list[k].read++;
    }
}

int main(int argc, char **argv)
{
    ph_flex *f = NULL;
    if (argc != 6 || ph_flex_load(argv[1], NULL, NULL, &f) != PH_OK || f->spots != f->nodes)
        return 2;
    const double length = atof(argv[4]), unit = atof(argv[5]);
    const size_t M = (size_t)f->modes;
    mode *list = calloc(M, sizeof *list);
    for (size_t j = 0; j < M; j++) {
        list[j].u = calloc(3 * (size_t)f->nodes, sizeof(double));
        list[j].s = calloc(6 * (size_t)f->nodes, sizeof(double));
    }
    FILE *in = fopen(argv[2], "r");
    if (!in) return 2;
    read_modes(in, f, atoi(argv[3]), list);
    double worst = 0;
    for (size_t j = 0; j < M; j++) {
        double uv = 0, vv = 0, most = 0, off = 0;
        if (list[j].read != 2 * f->nodes) return 3;
        for (int i = 0; i < f->nodes; i++)
            for (int d = 0; d < 3; d++) {
                const double v = length * list[j].u[3 * i + d];
                uv += f->node[i].phi[(size_t)d * M + j] * v;
                vv += v * v;
            }
        for (int i = 0; i < f->nodes; i++)
            for (int c = 0; c < 6; c++) {
                const double own = f->stress[((size_t)i * 6 + (size_t)c) * M + j];
                const double its = uv / vv * unit * list[j].s[6 * i + c];
                most = fmax(most, fabs(its));
                off = fmax(off, fabs(own - its));
            }
        worst = fmax(worst, off / most);
        if (j == 0) printf("%.3g ", worst);
    }
    printf("%.3g\n", worst);
    fclose(in);
    for (size_t j = 0; j < M; j++) {
        free(list[j].u);
        free(list[j].s);
    }
    free(list);
    ph_flex_free(f);
    return 0;
}
