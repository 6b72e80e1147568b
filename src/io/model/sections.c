/* SPDX-License-Identifier: BSD-3-Clause */
#include "io/model/sections.h"

#include <string.h>

/* Those without objects, then all in the order of kinds.def. */
static const phk_section section_polhode = {.name = "polhode",
                                            .kind = PHK_KINDS,
                                            .help = "Version of the format: 1. Required.",
                                            .read = phk_read_version,
                                            .write = phk_write_head};
static const phk_section section_title = {.name = "title",
                                          .kind = PHK_KINDS,
                                          .help = "One line, shown with results.",
                                          .read = phk_read_title};
static const phk_section section_description = {
    .name = "description", .kind = PHK_KINDS, .help = "Any text.", .read = phk_read_description};
static const phk_section section_plugins = {
    .name = "plugins",
    .kind = PHK_KINDS,
    .help = "Shared objects with functions, forces and joints of your own: a list of files, "
            "relative to the model file.",
    .read = phk_read_plugins,
    .write = phk_write_plugins};
static const phk_section section_repeat = {
    .name = "repeat",
    .kind = PHK_KINDS,
    .help = "Families of objects: a list of `{for: k, from: 1, to: 10, bodies: {..}, ..}`.",
    .fields = phk_repeat_fields,
    .read = phk_load_repeats};
static const phk_section section_gravity = {.name = "gravity",
                                            .kind = PHK_KINDS,
                                            .help = "Acceleration of free fall.",
                                            .fields = phk_gravity_fields,
                                            .read = phk_read_gravity};
static const phk_section section_outputs = {
    .name = "outputs",
    .kind = PHK_KINDS,
    .help = "A list of what the result shows: names of objects, `gravity` (what it does to each "
            "body), `energy`, `solver`. Without it: all.",
    .repeats = 1,
    .read = phk_read_outputs,
    .write = phk_write_outputs};
static const phk_section section_simulate = {.name = "simulate",
                                             .kind = PHK_KINDS,
                                             .help = "How to run; the command line goes before it.",
                                             .fields = phk_options_fields,
                                             .read = phk_read_options,
                                             .write = phk_write_options};

static const phk_section of_kind[PHK_KINDS] = {
#define KIND(constant, word, section, ...)                                                         \
    [PHK_KIND_##constant] = {.name = #section, .kind = PHK_KIND_##constant},
#include "mech/model/kinds.def"
};

const phk_section *const phk_sections[] = {
#define SECTION(name)       &section_##name,
#define KIND(constant, ...) &of_kind[PHK_KIND_##constant],
#include "mech/model/kinds.def"
    NULL};

const phk_section *phk_section_find(const char *name, size_t length)
{
    for (const phk_section *const *s = phk_sections; *s; s++)
        if (strncmp((*s)->name, name, length) == 0 && (*s)->name[length] == '\0') return *s;
    return NULL;
}

static unsigned flags_of(const phk_section *s)
{
    return s->kind < PHK_KINDS ? phk_kinds[s->kind].flags : PHK_NAMELESS;
}

const char *phk_section_help(const phk_section *s)
{
    return s->kind < PHK_KINDS ? phk_kinds[s->kind].is.help : s->help;
}

const ph_field *phk_section_fields(const phk_section *s)
{
    if (s->kind == PHK_KINDS) return s->fields;
    const ph_field *fields = phk_kinds[s->kind].is.fields;
    return fields->name && !(flags_of(s) & PHK_VALUE) ? fields : NULL;
}

bool phk_section_named(const phk_section *s)
{
    return !(flags_of(s) & PHK_NAMELESS);
}

bool phk_section_repeats(const phk_section *s)
{
    return s->kind < PHK_KINDS ? !(flags_of(s) & PHK_OUTSIDE) : s->repeats;
}
