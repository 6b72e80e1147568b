/* SPDX-License-Identifier: BSD-3-Clause
 *
 * sections.h -- the sections of a model file: the kinds of objects, and what else a file says.
 */
#ifndef PHK_SECTIONS_H
#define PHK_SECTIONS_H

#include "io/yaml/tree.h"
#include "mech/model/kinds.h"

typedef struct phk_load phk_load;
typedef struct phk_writing phk_writing;

/* A section of a model file: of objects of a kind, which says all about it, or of something else.
 */
typedef struct {
    const char *name;
    phk_kind kind;          /* PHK_KINDS: none, but: */
    const char *help;       /* one sentence for the manual */
    int repeats;            /* may stand inside `repeat`: a list */
    const ph_field *fields; /* NULL: see help */
    void (*read)(phk_load *load, const phk_node *node);
    void (*write)(phk_writing *writing); /* NULL: it is written with another, or not at all */
} phk_section;
extern const phk_section *const phk_sections[]; /* in the order of kinds.def; ends with NULL */
const phk_section *phk_section_find(const char *name, size_t length); /* NULL: there is none */
const char *phk_section_help(const phk_section *section);
/* Those of the section, or of each object in it; NULL: see help. */
const ph_field *phk_section_fields(const phk_section *section);
/* A map whose keys are names of the user's choice. */
bool phk_section_named(const phk_section *section);
bool phk_section_repeats(const phk_section *section);

/* What is read and written of the sections without objects. */
extern const ph_field phk_gravity_fields[], phk_repeat_fields[];
void phk_read_version(phk_load *load, const phk_node *node);
void phk_read_title(phk_load *load, const phk_node *node);
void phk_read_description(phk_load *load, const phk_node *node);
void phk_read_plugins(phk_load *load, const phk_node *node);
/* Finds the repeats of the file, before the sections with objects are read. */
void phk_load_repeats(phk_load *load, const phk_node *node);
void phk_read_gravity(phk_load *load, const phk_node *node);
void phk_read_outputs(phk_load *load, const phk_node *node);
void phk_read_options(phk_load *load, const phk_node *node);
void phk_write_head(phk_writing *writing); /* format, title and gravity */
void phk_write_plugins(phk_writing *writing);
void phk_write_outputs(phk_writing *writing);
void phk_write_options(phk_writing *writing);

#endif
