/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Matrices of CalculiX (*FREQUENCY, SOLVER=MATRIXSTORAGE): JOB.dof, JOB.sti, JOB.mas.
 */
#include "base/diag.h"
#include "io/fe/formats.h"

ph_status phk_fe_read_dof(phk_fe_build *b, const phk_fe_source *in)
{
    phk_fe_text t;
    ph_status status = PH_OK;
    int errors = 0, repeated = 0;
    phk_fe_text_begin(&t, in->file, in->text, in->length, b->diag);
    while (errors < PHK_FE_MANY && phk_fe_line(&t)) {
        phk_fe_piece all, part;
        int node = 0, direction = 0, dot = 0;
        if (!phk_fe_next(&t, true, &all)) continue;
        while (dot < all.length && all.at[dot] != '.') dot++;
        part = (phk_fe_piece){all.at, dot};
        const phk_fe_piece rest = {all.at + dot + 1, all.length - dot - 1};
        if (dot == all.length || !phk_fe_whole(part, &node) || !phk_fe_whole(rest, &direction) ||
            node < 1 || direction < 1 || direction > 3) {
            status = phk_fe_expected(&t, all, "node.direction, such as 17.3");
            errors++;
            continue;
        }
        int said = phk_fe_add_equation(b, node, direction - 1);
        if (said < 0) return PH_E_NOMEM;
        if (said == 0 && !repeated++)
            status = phk_fe_error(
                &t, all, PH_E_UNSUPPORTED,
                "CalculiX makes solids of shells and beams and labels their nodes with "
                "those of the shell: mesh the part with solids, or use beams of polhode",
                "node %d has several equations in direction %d: a model of shells or "
                "beams cannot be reduced",
                node, direction);
    }
    b->fixed_order = true;
    return status;
}

/* i or j as an equation from 0 on; -1: it is none. */
static int equation_of(const phk_fe_build *b, phk_fe_piece piece)
{
    int i;
    return phk_fe_whole(piece, &i) && i >= 1 && i <= b->equations ? i - 1 : -1;
}

ph_status phk_fe_read_ccx_matrix(phk_fe_build *b, const phk_fe_source *in, phk_triplets *to)
{
    phk_fe_text t;
    ph_status status = PH_OK;
    int errors = 0;
    phk_fe_text_begin(&t, in->file, in->text, in->length, b->diag);
    while (errors < PHK_FE_MANY && phk_fe_line(&t)) {
        phk_fe_piece piece[3] = {{t.line, 0}, {t.line, 0}, {t.line, 0}};
        double value = 0;
        int at[2];
        for (int k = 0; k < 3; k++) phk_fe_next(&t, true, &piece[k]);
        for (int k = 0; k < 2; k++) at[k] = equation_of(b, piece[k]);
        if (at[0] >= 0 && at[1] >= 0 && phk_fe_real(piece[2], &value)) {
            phk_triplets_add(to, at[0], at[1], value);
            continue;
        }
        errors++;
        if (at[0] < 0 || at[1] < 0)
            status = phk_fe_error(&t, piece[at[0] >= 0], PH_E_RANGE,
                                  "the .dof, .sti and .mas of one job belong together",
                                  "expected an equation from 1 to %d, got \"%.*s\"", b->equations,
                                  piece[at[0] >= 0].length, piece[at[0] >= 0].at);
        else
            status = phk_fe_expected(&t, piece[2], "a number");
    }
    return to->failed ? PH_E_NOMEM : status;
}
