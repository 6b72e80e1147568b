/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Stresses of modes by CalculiX: a static step for each, in which the displacements of all nodes
 * are prescribed, so that nothing is solved for and the stresses are those of the shape.
 *
 * Each shape is scaled to a largest displacement of one unit of length: the results are texts of
 * six digits.
 */
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "base/diag.h"
#include "io/fe/frd.h"
#include "io/flex/container.h"
#include "io/text/file.h"
#include "io/text/replace.h"

/* The largest component of a mode, over the nodes that CalculiX knows. */
static double largest(const phk_flex *f, int mode)
{
    double most = 0;
    for (int i = 0; i < f->nodes; i++)
        for (int d = 0; f->node[i].id > 0 && d < 3; d++)
            most = fmax(most, fabs(f->node[i].phi[(size_t)d * (size_t)f->modes + (size_t)mode]));
    return most;
}

/* True for a line that begins with a keyword, whatever follows it. */
static bool is_keyword(const char *line, const char *word)
{
    const size_t n = strlen(word);
    return strncasecmp(line, word, n) == 0 && !isalpha((unsigned char)line[n]);
}

/* A folder's name and the slash behind it. */
static int folder(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? (int)(slash - path) + 1 : 0;
}

/* The deck up to its first step, without what holds it; files it includes as seen from the new one.
 */
static ph_status copy_model(FILE *out, const char *inp, const char *deck, ph_diag *diag)
{
    char *text = NULL;
    size_t length = 0;
    ph_status status = phk_file_read(inp, (ph_source){.file = inp}, diag, &text, &length);
    if (status != PH_OK) return status;
    const bool elsewhere =
        folder(inp) != folder(deck) || strncmp(inp, deck, (size_t)folder(inp)) != 0;
    bool leave_out = false, material = false;
    for (char *line = text, *next; line && *line; line = next) {
        next = strchr(line, '\n');
        if (next) *next++ = '\0';
        if (is_keyword(line, "*STEP")) break;
        if (*line == '*' && line[1] != '*')
            leave_out = is_keyword(line, "*BOUNDARY") || is_keyword(line, "*CLOAD") ||
                        is_keyword(line, "*EQUATION") || is_keyword(line, "*RIGID BODY") ||
                        is_keyword(line, "*INITIAL CONDITIONS");
        if (leave_out) continue;
        material |= is_keyword(line, "*ELASTIC") || is_keyword(line, "*INCLUDE");
        char *input = is_keyword(line, "*INCLUDE") && elsewhere ? strchr(line, '=') : NULL;
        if (input && input[1 + strspn(input + 1, " ")] != '/')
            fprintf(out, "%.*s=%.*s%s\n", (int)(input - line), line, folder(inp), inp,
                    input + 1 + strspn(input + 1, " "));
        else
            fprintf(out, "%s\n", line);
    }
    free(text);
    if (material) return PH_OK;
    return phk_error(diag, PH_E_MISSING, (ph_source){.file = inp},
                     "give the deck that the matrices were made with: mesh, material and sections",
                     "no *ELASTIC before the first *STEP");
}

static void put_step(FILE *out, const phk_flex *f, int mode)
{
    const double scale = 1 / largest(f, mode);
    fprintf(out, "*STEP\n*STATIC\n*BOUNDARY\n");
    for (int i = 0; i < f->nodes; i++)
        for (int d = 0; f->node[i].id > 0 && d < 3; d++)
            fprintf(out, "%d,%d,%d,%.12e\n", f->node[i].id, d + 1, d + 1,
                    scale * f->node[i].phi[(size_t)d * (size_t)f->modes + (size_t)mode]);
    fprintf(out, "*EL FILE\nS\n*END STEP\n");
}

ph_status ph_flex_stress_deck(const char *body, const char *inp, const char *deck, ph_diag *diag)
{
    phk_flex *f;
    phk_replace to;
    ph_status status = ph_flex_load(body, diag, NULL, &f);
    if (status != PH_OK) return status;
    status = phk_replace_open(&to, deck, diag);
    if (status == PH_OK) {
        status = copy_model(to.out, inp, deck, diag);
        for (int j = 0; status == PH_OK && j < f->modes; j++) put_step(to.out, f, j);
        status = phk_replace_close(&to, status, diag);
    }
    ph_flex_free(f);
    return phk_tell(diag, status);
}

/* While results are read. */
typedef struct {
    phk_flex *flex;
    double scale;  /* of the mode at hand: stress of a unit of it [Pa], by what is in the file */
    double stress; /* [Pa] in the units of the file */
    double length; /* [m] */
    int *spot;     /* [nodes] */
    float *tensor; /* [spots][6][modes] */
    int unknown, lines;
} work;

static void begin(void *user, int block)
{
    work *w = user;
    if (block < w->flex->modes) w->scale = w->stress * largest(w->flex, block) / w->length;
}

static int find_node(const phk_flex *f, int id)
{
    /* numbers ascend, sets are behind them */
    int low = 0, high = f->nodes;
    while (high > 0 && f->node[high - 1].id < 0) high--;
    const int end = high;
    while (low < high) {
        const int middle = (low + high) / 2;
        if (f->node[middle].id < id)
            low = middle + 1;
        else
            high = middle;
    }
    return low < end && f->node[low].id == id ? low : -1;
}

static void put_stress(void *user, int block, int node, const double s[6])
{
    work *w = user;
    const int at = find_node(w->flex, node);
    const size_t M = (size_t)w->flex->modes;
    if (at < 0 || block >= w->flex->modes) {
        w->unknown += at < 0;
        return;
    }
    w->lines++;
    for (size_t k = 0; k < 6; k++)
        w->tensor[((size_t)w->spot[at] * 6 + k) * M + (size_t)block] = (float)(w->scale * s[k]);
}

static ph_status make_room(work *w)
{
    phk_flex *f = w->flex;
    int spots = 0;
    w->spot = phk_arena_alloc(&f->arena, (size_t)f->nodes * sizeof *w->spot);
    phk_flex_spot *spot = phk_arena_alloc(&f->arena, (size_t)f->nodes * sizeof *spot);
    if (!w->spot || !spot) return PH_E_NOMEM;
    for (int i = 0; i < f->nodes; i++) {
        if (f->node[i].id < 0) continue;
        spot[spots] = (phk_flex_spot){i, NULL, f->node[i].at};
        w->spot[i] = spots++;
    }
    w->tensor =
        phk_arena_alloc(&f->arena, (size_t)spots * 6 * (size_t)f->modes * sizeof *w->tensor);
    if (!w->tensor) return PH_E_NOMEM;
    f->spots = spots;
    f->spot = spot;
    f->stress = w->tensor;
    return PH_OK;
}

static ph_status read_results(work *w, const char *frd, ph_diag *diag)
{
    const phk_frd_visit visit = {w, begin, put_stress};
    char *text = NULL;
    size_t length = 0;
    int blocks = 0;
    ph_status status = phk_file_read(frd, (ph_source){.file = frd}, diag, &text, &length);
    if (status != PH_OK) return status;
    phk_diag_text(diag, frd, text, length);
    status = phk_frd_stresses(&(phk_fe_source){frd, text, length}, diag, &visit, &blocks);
    phk_diag_text(diag, frd, NULL, 0);
    free(text);
    if (status != PH_OK) return status;
    if (blocks != w->flex->modes)
        return phk_error(
            diag, PH_E_FORMAT, (ph_source){.file = frd},
            "run ccx to the end with the deck that --stress-deck has written for this body",
            "%d blocks of stresses for %d modes", blocks, w->flex->modes);
    if (w->lines != w->flex->modes * w->flex->spots || w->unknown > 0)
        return phk_error(
            diag, PH_E_FORMAT, (ph_source){.file = frd},
            "the results must be of the model that was reduced",
            "stresses at %d places instead of %d, %d of nodes that the body does not have",
            w->lines, w->flex->modes * w->flex->spots, w->unknown);
    return PH_OK;
}

ph_status ph_flex_stress_read(const char *body, const char *frd, const char *out, ph_diag *diag)
{
    phk_flex *f;
    ph_reduced found;
    ph_status status = ph_flex_load(body, diag, &found, &f);
    if (status != PH_OK) return status;
    work w = {.flex = f,
              .stress = found.unit[1] / (found.unit[0] * found.unit[2] * found.unit[2]),
              .length = found.unit[0]};
    status = make_room(&w);
    if (status == PH_OK) status = read_results(&w, frd, diag);
    if (status == PH_OK) status = ph_flex_save(f, &found, out, diag);
    ph_flex_free(f);
    return phk_tell(diag, status);
}
