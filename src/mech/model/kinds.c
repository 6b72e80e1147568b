/* SPDX-License-Identifier: BSD-3-Clause */
#include "mech/model/kinds.h"

#include <stddef.h>
#include <string.h>

#define ROW(word_, section_, definition, ...)                                                      \
    {.is.word = #word_,                                                                            \
     .is.section = section_,                                                                       \
     .is.bytes = sizeof(definition),                                                               \
     .is.fields = phk_##word_##_fields,                                                            \
     __VA_ARGS__},
const phk_kind_row phk_kinds[PHK_KINDS] = {
#define KIND(constant, word, section, definition, ...)                                             \
    [PHK_KIND_##constant] = ROW(word, #section, definition, __VA_ARGS__)
#define INNER(constant, word, section, definition, ...)                                            \
    [PHK_KIND_##constant] = ROW(word, NULL, definition, __VA_ARGS__)
#include "mech/model/kinds.def"
};
#undef ROW

/* The head of a definition is reached without knowing its kind. */
#define KIND(constant, word, section, definition, ...)                                             \
    _Static_assert(offsetof(definition, given) == 0, #definition);                                 \
    _Static_assert(offsetof(definition, where) == offsetof(phk_head, where), #definition);
#define INNER KIND
#include "mech/model/kinds.def"

const char *phk_kind_text(phk_kind kind)
{
    return phk_kinds[kind].is.word;
}

void phk_kind_default(phk_kind kind, void *def)
{
    const phk_kind_row *row = &phk_kinds[kind];
    memset(def, 0, row->is.bytes);
    if (row->flags & PHK_ZEROS) return;
    ph_field_defaults(row->is.fields, def);
    if (row->defaults) row->defaults(def);
}
