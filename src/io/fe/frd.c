/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Columns of a line: ` -1`, a number in columns 4-13, then values of twelve columns each.
 */
#include "io/fe/frd.h"

#include <string.h>
#include "base/diag.h"

static bool begins(const phk_fe_text *t, const char *with)
{
    const size_t n = strlen(with);
    return (size_t)(t->stop - t->line) >= n && memcmp(t->line, with, n) == 0;
}

/* Binary results begin with the same keys. */
static bool is_binary(const phk_fe_source *in)
{
    return memchr(in->text, '\0', in->length) != NULL;
}

static ph_status binary(const phk_fe_source *in, ph_diag *diag)
{
    return phk_error(diag, PH_E_UNSUPPORTED, (ph_source){.file = in->file},
                     "write results as text: *NODE FILE and *EL FILE, not OUTPUT",
                     "the results are in binary form");
}

static ph_status read_node(phk_fe_build *b, const phk_fe_text *t)
{
    int id;
    double x[3];
    const phk_fe_piece number = phk_fe_columns(t, 3, 10);
    if (!phk_fe_whole(number, &id)) return phk_fe_expected(t, number, "the number of a node");
    for (int k = 0; k < 3; k++) {
        const phk_fe_piece piece = phk_fe_columns(t, 13 + 12 * k, 12);
        if (!phk_fe_real(piece, &x[k])) return phk_fe_expected(t, piece, "a coordinate");
    }
    return phk_fe_add_node(b, id, ph_v3(x[0], x[1], x[2])) < 0 ? PH_E_NOMEM : PH_OK;
}

/* Nodes of an element, in the lines behind its own. */
static ph_status read_corners(phk_fe_build *b, const phk_fe_text *t, phk_fe_element *e, int *left,
                              int *read)
{
    for (int k = 0; k < 15 && *left > 0; k++) {
        const phk_fe_piece piece = phk_fe_columns(t, 3 + 10 * k, 10);
        int number;
        if (piece.length == 0) return PH_OK;
        if (!phk_fe_whole(piece, &number)) return phk_fe_expected(t, piece, "the number of a node");
        if (*read < 8) e->corner[(*read)++] = number;
        if (--*left == 0) return phk_fe_add_element(b, e) ? PH_OK : PH_E_NOMEM;
    }
    return PH_OK;
}

ph_status phk_fe_read_frd(phk_fe_build *b, const phk_fe_source *in)
{
    /* kinds 1 to 12 */
    static const struct {
        phk_fe_kind kind;
        int nodes;
    } kinds[] = {{PHK_FE_HEX, 8},    {PHK_FE_WEDGE, 6}, {PHK_FE_TET, 4},      {PHK_FE_HEX, 20},
                 {PHK_FE_WEDGE, 15}, {PHK_FE_TET, 10},  {PHK_FE_TRIANGLE, 3}, {PHK_FE_TRIANGLE, 6},
                 {PHK_FE_QUAD, 4},   {PHK_FE_QUAD, 8},  {PHK_FE_BEAM, 2},     {PHK_FE_BEAM, 3}};
    phk_fe_text t;
    phk_fe_element element = {.kind = PHK_FE_TET};
    int block = 0, left = 0, read = 0, errors = 0, type;
    ph_status status = PH_OK;
    if (is_binary(in)) return binary(in, b->diag);
    phk_fe_text_begin(&t, in->file, in->text, in->length, b->diag);
    while (errors < PHK_FE_MANY && phk_fe_line(&t)) {
        ph_status one = PH_OK;
        if (begins(&t, "    2C"))
            block = 2;
        else if (begins(&t, "    3C"))
            block = 3;
        else if (begins(&t, " -3"))
            block = 0;
        else if (block == 2 && begins(&t, " -1"))
            one = read_node(b, &t);
        else if (block == 3 && begins(&t, " -1")) {
            const phk_fe_piece piece = phk_fe_columns(&t, 13, 5);
            left = read = 0;
            if (!phk_fe_whole(piece, &type) || type < 1 || type > 12)
                one = phk_fe_expected(&t, piece, "a kind of element, 1 to 12");
            else {
                left = kinds[type - 1].nodes;
                element = (phk_fe_element){.kind = kinds[type - 1].kind};
            }
        } else if (block == 3 && begins(&t, " -2"))
            one = read_corners(b, &t, &element, &left, &read);
        if (one == PH_OK) continue;
        status = one;
        errors++;
    }
    return status;
}

ph_status phk_frd_stresses(const phk_fe_source *in, ph_diag *diag, const phk_frd_visit *visit,
                           int *blocks)
{
    phk_fe_text t;
    bool inside = false;
    *blocks = 0;
    if (is_binary(in)) return binary(in, diag);
    phk_fe_text_begin(&t, in->file, in->text, in->length, diag);
    while (phk_fe_line(&t)) {
        if (begins(&t, " -4")) {
            inside = phk_fe_is(phk_fe_columns(&t, 5, 8), "STRESS");
            if (inside) visit->begin(visit->user, (*blocks)++);
        } else if (begins(&t, " -3"))
            inside = false;
        else if (inside && begins(&t, " -1")) {
            int node;
            double s[6];
            const phk_fe_piece number = phk_fe_columns(&t, 3, 10);
            if (!phk_fe_whole(number, &node))
                return phk_fe_expected(&t, number, "the number of a node");
            for (int k = 0; k < 6; k++) {
                const phk_fe_piece piece = phk_fe_columns(&t, 13 + 12 * k, 12);
                if (!phk_fe_real(piece, &s[k])) return phk_fe_expected(&t, piece, "a stress");
            }
            visit->stress(visit->user, *blocks - 1, node, s);
        }
    }
    return PH_OK;
}
