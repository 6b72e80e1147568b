/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Matrices as MatrixMarket and as Abaqus write them, and the table of equations that the first
 * needs.
 */
#include <math.h>
#include <string.h>
#include "base/diag.h"
#include "io/fe/formats.h"

ph_status phk_fe_read_dof_table(phk_fe_build *b, const phk_fe_source *in)
{
    phk_fe_text t;
    ph_status status = PH_OK;
    int errors = 0, node, direction, said;
    phk_fe_text_begin(&t, in->file, in->text, in->length, b->diag);
    for (bool first = true; errors < PHK_FE_MANY && phk_fe_line(&t); first = false) {
        phk_fe_piece piece = {t.line, 0};
        double x[3];
        ph_status one = PH_OK;
        if (*t.line == '#') continue;
        phk_fe_next(&t, true, &piece);
        if (!phk_fe_whole(piece, &node) || node < 1) {
            if (first) continue; /* a heading */
            one = phk_fe_expected(&t, piece, "node,direction,x,y,z: the number of a node");
        }
        if (one == PH_OK && (!phk_fe_next(&t, true, &piece) || !phk_fe_whole(piece, &direction) ||
                             direction < 1 || direction > 6))
            one = phk_fe_expected(&t, piece, "a direction, 1 to 3 or of a turn 4 to 6");
        for (int k = 0; one == PH_OK && k < 3; k++) {
            piece = (phk_fe_piece){t.stop, 0};
            if (!phk_fe_next(&t, true, &piece) || !phk_fe_real(piece, &x[k]))
                one = phk_fe_expected(&t, piece, "a coordinate");
        }
        if (one == PH_OK && (said = phk_fe_add_equation(b, node, direction - 1)) <= 0)
            one = said < 0 ? PH_E_NOMEM
                           : phk_fe_error(&t, (phk_fe_piece){t.line, (int)(t.stop - t.line)},
                                          PH_E_NAME, "each motion of a node has one equation",
                                          "node %d has direction %d twice", node, direction);
        if (one == PH_OK && phk_fe_add_node(b, node, ph_v3(x[0], x[1], x[2])) < 0) one = PH_E_NOMEM;
        if (one == PH_OK) continue;
        status = one;
        errors++;
    }
    b->fixed_order = true;
    return status;
}

/* The size after the comments; the file must be of this model. */
static ph_status read_size(phk_fe_text *t, const phk_fe_build *b)
{
    int size[3] = {0, 0, 0};
    phk_fe_piece piece = {t->line, 0};
    for (int k = 0; k < 3; k++)
        if (!phk_fe_next(t, true, &piece) || !phk_fe_whole(piece, &size[k]))
            return phk_fe_expected(t, piece, "rows, columns and entries");
    if (size[0] == b->equations && size[1] == b->equations) return PH_OK;
    return phk_fe_error(t, (phk_fe_piece){t->line, (int)(t->stop - t->line)}, PH_E_FORMAT,
                        "the table of degrees of freedom has a line for each row of the matrix",
                        "the matrix is %d x %d, the table has %d equations", size[0], size[1],
                        b->equations);
}

/* Both triangles of `general` must be the same; the lower one is taken, of either. */
static ph_status read_market(phk_fe_build *b, phk_fe_text *t, phk_triplets *to)
{
    phk_fe_piece word[5] = {{t->line, 0}};
    ph_status status = PH_OK;
    int errors = 0;
    bool sized = false;
    for (int k = 0; k < 5; k++)
        if (!phk_fe_next(t, true, &word[k])) word[k] = (phk_fe_piece){t->stop, 0};
    const bool general = phk_fe_is(word[4], "general");
    if (!phk_fe_is(word[2], "coordinate") ||
        !(phk_fe_is(word[3], "real") || phk_fe_is(word[3], "integer")) ||
        !(general || phk_fe_is(word[4], "symmetric")))
        return phk_fe_error(t, (phk_fe_piece){t->line, (int)(t->stop - t->line)}, PH_E_UNSUPPORTED,
                            NULL, "expected %%%%MatrixMarket matrix coordinate real symmetric");
    if (b->equations == 0)
        return phk_fe_error(t, (phk_fe_piece){t->line, 14}, PH_E_MISSING,
                            "give a table with a line node,direction,x,y,z for each row: DOFS.csv",
                            "rows of a MatrixMarket file do not say whose they are");
    while (errors < PHK_FE_MANY && phk_fe_line(t)) {
        int at[2] = {0, 0};
        double value = 0;
        phk_fe_piece piece = {t->line, 0};
        if (*t->line == '%') continue;
        if (!sized) {
            if ((status = read_size(t, b)) != PH_OK) return status;
            sized = true;
            continue;
        }
        bool good = true;
        for (int k = 0; good && k < 2; k++)
            good = phk_fe_next(t, true, &piece) && phk_fe_whole(piece, &at[k]) && at[k] >= 1 &&
                   at[k] <= b->equations;
        if (!good) status = phk_fe_expected(t, piece, "a row and a column of the matrix");
        piece = (phk_fe_piece){t->stop, 0};
        if (good && (!phk_fe_next(t, true, &piece) || !phk_fe_real(piece, &value))) {
            status = phk_fe_expected(t, piece, "a number");
            good = false;
        }
        errors += !good;
        /* symmetric files have the lower triangle, a careless one perhaps the upper */
        if (good && (!general || at[0] >= at[1])) phk_triplets_add(to, at[0] - 1, at[1] - 1, value);
    }
    return to->failed ? PH_E_NOMEM : status;
}

static ph_status read_abaqus(phk_fe_build *b, phk_fe_text *t, phk_triplets *to)
{
    ph_status status = PH_OK;
    int errors = 0;
    do {
        phk_fe_piece piece = {t->line, 0};
        int number[4] = {0, 0, 0, 0}, at[2] = {-1, -1};
        double value = 0;
        ph_status one = PH_OK;
        if (*t->line == '*') continue;
        for (int k = 0; one == PH_OK && k < 4; k++)
            if (!phk_fe_next(t, false, &piece) || !phk_fe_whole(piece, &number[k]) ||
                (k % 2 && (number[k] < 1 || number[k] > 6)))
                one = phk_fe_expected(t, piece,
                                      k % 2 ? "a direction, 1 to 6" : "the number of a node");
        if (one == PH_OK && (number[0] < 1 || number[2] < 1))
            one = phk_fe_error(t, piece, PH_E_UNSUPPORTED,
                               "leave out what makes them, or reduce before exporting",
                               "the matrix has internal unknowns (nodes below 1)");
        piece = (phk_fe_piece){t->stop, 0};
        if (one == PH_OK && (!phk_fe_next(t, false, &piece) || !phk_fe_real(piece, &value)))
            one = phk_fe_expected(t, piece, "a number");
        for (int k = 0; one == PH_OK && k < 2; k++)
            if ((at[k] = phk_fe_equation(b, number[2 * k], number[2 * k + 1] - 1)) < 0)
                one = b->fixed_order ? phk_fe_error(t, (phk_fe_piece){t->line, 0}, PH_E_RANGE, NULL,
                                                    "node %d, direction %d is not in the table",
                                                    number[2 * k], number[2 * k + 1])
                                     : PH_E_NOMEM;
        if (one == PH_OK) {
            phk_triplets_add(to, at[0], at[1], value);
            continue;
        }
        status = one;
        errors++;
    } while (errors < PHK_FE_MANY && phk_fe_line(t));
    return to->failed ? PH_E_NOMEM : status;
}

ph_status phk_fe_read_mtx(phk_fe_build *b, const phk_fe_source *in, phk_triplets *to)
{
    static const char market[] = "%%MatrixMarket";
    phk_fe_text t;
    phk_fe_text_begin(&t, in->file, in->text, in->length, b->diag);
    if (!phk_fe_line(&t))
        return phk_error(b->diag, PH_E_FORMAT, (ph_source){.file = in->file}, NULL,
                         "the file is empty");
    if (t.stop - t.line >= 14 && memcmp(t.line, market, 14) == 0) return read_market(b, &t, to);
    return read_abaqus(b, &t, to);
}
