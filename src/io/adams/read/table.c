/* SPDX-License-Identifier: BSD-3-Clause
 *
 * table.c -- the table of statements for those who ask from outside.
 */
#include <polhode/deck.h>
#include "io/adams/read/statement.h"

int ph_statement_count(void)
{
    int count = 0;
    while (phk_statement_types[count].name) count++;
    return count;
}

ph_statement_info ph_statement_get(int index)
{
    if (index < 0 || index >= ph_statement_count()) return (ph_statement_info){.name = NULL};
    const phk_statement_type *t = &phk_statement_types[index];
    ph_deck_use use = t->treatment == PHK_STATEMENT_BUILD  ? PH_DECK_READ
                      : t->treatment == PHK_STATEMENT_SKIP ? PH_DECK_SKIPPED
                                                           : PH_DECK_REFUSED;
    return (ph_statement_info){t->name, t->has_id, use, t->becomes};
}

ph_argument_info ph_statement_argument(int index, int k)
{
    if (index < 0 || index >= ph_statement_count() || k < 0)
        return (ph_argument_info){.name = NULL};
    const phk_arg *a = phk_statement_types[index].args;
    for (int i = 0; a && a->name && i < k; i++) a++;
    if (!a || !a->name) return (ph_argument_info){.name = NULL};
    ph_deck_use use = a->flags & PHK_ARG_REFUSED  ? PH_DECK_REFUSED
                      : a->flags & PHK_ARG_UNUSED ? PH_DECK_SKIPPED
                                                  : PH_DECK_READ;
    return (ph_argument_info){a->name, (a->flags & PHK_ARG_REQUIRED) != 0, use, a->why};
}
