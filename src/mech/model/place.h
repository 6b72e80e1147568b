/* SPDX-License-Identifier: BSD-3-Clause
 *
 * place.h -- where joints sit: from the names, points and axes of a model to two markers.
 *
 * A joint between two bodies is placed in the world as they are drawn (their definitions), by the
 * rule of its type (ph_placing). Between two markers it uses these. With one marker and one body,
 * the body gets a marker where the other one is drawn.
 */
#ifndef PHK_PLACE_H
#define PHK_PLACE_H

#include "mech/model/model.h"

/* What the name of a place means: a body, marker, `ground`, or `BODY.NODE`, by name or number of a
 * node of a flexible body. */
enum { PHK_NO_BODY = -2 }; /* there is no such place, or it stands on what is not there */
typedef struct {
    int marker; /* of the model; -1: none */
    int body;   /* -1: ground; PHK_NO_BODY */
    int node;   /* of the body; -1: none */
} phk_named_place;
phk_named_place phk_place_find(const ph_model *model, const char *name, size_t length);
/* How many letters of the name of a quantity, `rod.end.pos.x`, are those of its owner. */
size_t phk_place_length(const ph_model *model, const char *name, size_t length);
/* What would be right in place of one that is not there; search: among all that have names. */
void phk_place_hint(const ph_model *model, const char *name, bool search, char *hint, size_t size);

/* One side of a joint or motion: a marker, of the model or to be made. */
typedef struct {
    int marker;          /* of the model; -1: to be made as follows */
    int body;            /* -1: ground */
    ph_vec3 at;          /* [m] from the body's centre of mass, body axes (ground: world) */
    ph_quat orientation; /* marker axes to body axes */
    /* Of a flexible body: the node that carries it, while it is as drawn; -1: none, it moves with
     * the frame of its body. */
    int node;
} phk_side;
/* A body or ground with its own origin and axes, or a node of it. */
phk_side phk_place_side(const ph_model *model, phk_named_place place);

/* Both sides of a joint of the model that has a type, or all its places if it has more (up to
 * PH_JOINT_MARKERS). All errors go to diag. */
ph_status phk_place_joint(const ph_model *model, int joint, ph_diag *diag, phk_side *side);
/* Which joints of the model a field of an element names: joint[PH_JOINTS], -1: not given. They are
 * different ones, as many as the field takes, and each is between two markers. `kind` and `name` of
 * the element are for messages; all errors go to diag. */
ph_status phk_find_joints(const ph_model *model, const char *kind, const char *name,
                          ph_source where, const ph_field *field, const ph_joints *joints,
                          ph_diag *diag, int *joint);
/* Both sides of a motion between two places: markers, or bodies with their centre of mass and
 * axes. */
ph_status phk_place_motion(const ph_model *model, int motion, ph_diag *diag, phk_side side[2]);
/* Where a shape begins, on its body; `axis` has turned it. Its marker is left out. */
phk_side phk_place_shape(const ph_model *model, const ph_shape_def *shape);
/* The frame of a side in the world, as drawn; at rest. */
ph_frame phk_side_frame(const ph_model *model, const phk_side *side);

#endif
