/* SPDX-License-Identifier: BSD-3-Clause
 *
 * match.c -- what an abbreviated name stands for.
 */
#include <string.h>
#include "io/adams/read/read.h"

void phk_match_offer(phk_match *m, const char *name, int abbreviation, int index)
{
    if (m->length > strlen(name) || !phk_abbreviates(m->word, m->length, name, 1)) return;
    if (name[m->length] == '\0') m->exact = index;
    if (m->begins >= 0) m->other = m->begins;
    m->begins = index;
    if (abbreviation > 0 && m->length >= (size_t)abbreviation) m->allowed = index;
}

int phk_match_found(const phk_match *m)
{
    if (m->exact >= 0) return m->exact;
    return m->other >= 0 ? m->allowed : m->begins;
}

phk_match phk_match_arg(const phk_arg *args, const char *word, size_t length)
{
    phk_match m = PHK_MATCH(word, length);
    for (int i = 0; args && args[i].name; i++)
        phk_match_offer(&m, args[i].name, args[i].abbreviation, i);
    return m;
}

phk_match phk_match_type(const char *word, size_t length)
{
    phk_match m = PHK_MATCH(word, length);
    for (int i = 0; phk_statement_types[i].name; i++)
        phk_match_offer(&m, phk_statement_types[i].name, phk_statement_types[i].abbreviation, i);
    return m;
}
