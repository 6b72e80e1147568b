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
    PHK_GRAPHICS_IN_FILE,
    PHK_GRAPHICS_TROUBLES
} phk_graphics_trouble;
phk_graphics_trouble phk_graphics_trouble_of(phk_deck *deck, const phk_statement *graphics);

/* What is known of a GRAPHICS; NULL: out of memory, which is noted. */
typedef struct {
    bool touches;     /* a CONTACT names it */
    bool looked;      /* for its file, which is */
    const char *file; /* an STL or OBJ file that can be read; NULL: there is none */
} phk_graphics_known;

/* geometry.c: the STL or OBJ file for an EXTERNAL, in the deck's arena; NULL: none. */
const char *phk_geometry_find(phk_deck *deck, const phk_statement *graphics);
/* What such a file is to be called, without its ending. */
const char *phk_geometry_name(phk_deck *deck, const phk_statement *graphics);
/* Whether the folder that the user names is there. */
ph_status phk_geometry_check(const phk_deck *deck);

#endif
