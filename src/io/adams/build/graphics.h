/* SPDX-License-Identifier: BSD-3-Clause
 *
 * graphics.h -- what of GRAPHICS can touch, and which files stand in for geometry that cannot be
 * read.
 */
#ifndef PHK_ADAMS_GRAPHICS_H
#define PHK_ADAMS_GRAPHICS_H

#include "io/adams/read/deck.h"

/* Why a GRAPHICS cannot touch. */
typedef enum {
    PHK_GRAPHICS_TOUCH, /* it can */
    PHK_GRAPHICS_FLAT,
    PHK_GRAPHICS_PICTURE,
    PHK_GRAPHICS_FLIPPED, /* from inside, and is no open curve */
    PHK_GRAPHICS_BOTH,    /* from inside by one CONTACT, not so by another */
    PHK_GRAPHICS_IN_FILE,
    PHK_GRAPHICS_TROUBLES
} phk_graphics_trouble;
/* flipped: the CONTACT that asks flips it. */
phk_graphics_trouble phk_graphics_trouble_of(phk_deck *deck, const phk_statement *graphics,
                                             bool flipped);

/* What is known of a GRAPHICS; NULL: out of memory, which is noted. */
typedef struct {
    bool touches;     /* a CONTACT names it */
    bool flipped;     /* a CONTACT flips it */
    bool straight;    /* a CONTACT does not */
    bool looked;      /* for its file, which is */
    const char *file; /* an STL or OBJ file that can be read; NULL: there is none */
} phk_graphics_known;

/* contact.c: whether a CONTACT lets a geometry of its side 0 or 1 touch from its other side. */
bool phk_contact_flips(const phk_statement *contact, int side, const phk_statement *graphics);

/* planar.c: ARC, CIRCLE and CURVE as a profile; false: its errors were reported. */
bool phk_graphics_read_planar(phk_deck *deck, const phk_statement *graphics, bool flipped,
                              ph_shape_def *def);
/* Whether it is an ARC or a CURVE with ends, which has two sides. */
bool phk_graphics_is_open(const phk_deck *deck, const phk_statement *graphics);

/* geometry.c: the STL or OBJ file for an EXTERNAL, in the deck's arena; NULL: none. */
const char *phk_geometry_find(phk_deck *deck, const phk_statement *graphics);
/* What such a file is to be called, without its ending. */
const char *phk_geometry_name(phk_deck *deck, const phk_statement *graphics);
/* "part" of "C:\\parts/part.xmt_txt" */
const char *phk_geometry_stem(phk_deck *deck, const char *path);
/* The file of a folder that is called by the first possible of n names, with this ending (NULL:
 * that of a mesh); NULL: none. */
const char *phk_geometry_look(phk_deck *deck, const char *folder, const char *const *name, int n,
                              const char *ending);
/* Whether the folder that the user names is there. */
ph_status phk_geometry_check(const phk_deck *deck);

#endif
