/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/adams/build/force.h"

void phk_deck_force_function(phk_deck_force *f, const char *field, int k, const char *argument,
                             phk_function_role role)
{
    if (!f->par) return;
    const phk_given *given = phk_arg_find(f->statement, argument);
    phk_deck_force_expr(f, field, k,
                        given
                            ? phk_deck_expression(f->deck, given->piece[0], role)
                            : phk_deck_expression_text(f->deck, "0", f->statement->keyword, role));
}
