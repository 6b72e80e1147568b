/* SPDX-License-Identifier: BSD-3-Clause
 *
 * frame.h -- where the frames of parts and markers sit.
 */
#ifndef PHK_ADAMS_FRAME_H
#define PHK_ADAMS_FRAME_H

#include "io/adams/read/deck.h"

typedef struct {
    ph_vec3 at;          /* [m] in the frame it is given in */
    ph_quat orientation; /* its axes to those of that frame */
} phk_deck_frame;

/* An inner frame, given in an outer one, as seen from where the outer one is given. */
phk_deck_frame phk_frame_in(phk_deck_frame outer, phk_deck_frame inner);

/* What the arguments that place a frame are called: QG or QP, REULER, ZG or ZP, XG or XP, and the
 * flag that lets XP be a point of the x axis rather than of the x-z plane; NULL: there is none. */
typedef struct {
    const char *at, *angles, *z, *x, *x_first;
} phk_frame_args;
/* False: its errors were reported. */
bool phk_frame_read(phk_deck *deck, const phk_statement *s, const phk_frame_args *args,
                    phk_deck_frame *frame);

/* A number of the deck in SI. What is a thousandth is divided by a thousand: so 25 mm are the
 * nearest number to 0.025. */
double phk_in_si(double number, double unit);

/* A part or point mass as it stands at the start, in the world; ground: the world itself. */
typedef struct {
    phk_deck_frame frame; /* of the part */
    ph_vec3 centre;       /* [m] centre of mass in the part's frame: where its body is */
    const ph_flex *flex;  /* modes of a FLEX_BODY; NULL: it is rigid */
} phk_deck_part;
/* `part` NULL: ground. NULL: its errors were reported. */
const phk_deck_part *phk_deck_part_of(phk_deck *deck, const phk_statement *part);

/* Velocities and what is EXACT of a part or a flexible body. */
void phk_deck_read_start(phk_deck *deck, const phk_statement *s, const phk_deck_part *part,
                         ph_body_def *def);
/* flex_body.c: the modes of a FLEX_BODY; NULL: it has none, which was reported. */
const ph_flex *phk_deck_modes_of(phk_deck *deck, const phk_statement *s);

/* A statement that can be written to. */
static inline phk_statement *phk_deck_own(phk_deck *deck, const phk_statement *s)
{
    return &deck->statement[s - deck->statement];
}

/* Is it the part that is ground? */
bool phk_deck_is_ground(const phk_statement *part);

/* The marker an argument names, with its place: fixed, of whatever part. NULL: not given, or its
 * errors were reported. */
const phk_deck_marker *phk_deck_fixed_marker(phk_deck *deck, const phk_statement *s,
                                             const char *name);

#endif
