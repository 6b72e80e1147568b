/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode/flexible.h -- modes of bodies that bend: of frames made of beams, by the library itself,
 * or from a finite-element program (polhode/files.h).
 *
 * A ph_flex does not change once it is made. Bodies, models and threads may share one; it is freed
 * by the last who lets go.
 */
#ifndef POLHODE_FLEXIBLE_H
#define POLHODE_FLEXIBLE_H

#include <stdbool.h>
#include <polhode/base.h>
#include <polhode/field.h>
#include <polhode/math.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ph_flex ph_flex;

/* One user more, one less; NULL is allowed. A model that has got one is a user of its own. */
PH_API ph_flex *ph_flex_keep(ph_flex *flex);
PH_API void ph_flex_free(ph_flex *flex);

PH_API int ph_flex_modes(const ph_flex *flex);
PH_API int ph_flex_nodes(const ph_flex *flex);
/* So many of them were held when the modes were found; 0 also where that is not known. */
PH_API int ph_flex_interfaces(const ph_flex *flex);
/* The largest |f| of its six rigid modes over the lowest frequency of the others. */
PH_API double ph_flex_rigid(const ph_flex *flex);
PH_API double ph_flex_mass(const ph_flex *flex);     /* [kg] */
PH_API ph_vec3 ph_flex_com(const ph_flex *flex);     /* [m] in the coordinates of its drawing */
PH_API ph_sym3 ph_flex_inertia(const ph_flex *flex); /* [kg m^2] undeformed, centre of mass */
/* [Hz] of a mode by itself; -1: there is no such mode, or modes are coupled. */
PH_API double ph_flex_frequency(const ph_flex *flex, int mode);
/* The ratio of its damping: given, or that of its frequency. */
PH_API double ph_flex_damping(const ph_flex *flex, int mode);
/* The node of a name, or of a number of the finite-element model; -1: none. */
PH_API int ph_flex_node(const ph_flex *flex, const char *name, size_t length);
/* Where it lies [m], in the coordinates of the drawing; and what it is called, NULL: by its number
 * alone. */
PH_API ph_vec3 ph_flex_node_at(const ph_flex *flex, int node);
PH_API const char *ph_flex_node_name(const ph_flex *flex, int node);
PH_API int ph_flex_node_number(const ph_flex *flex, int node); /* -1: it has none */

/* ---- frames of beams ---- */

/* A place where members begin and end. All nodes of elements have numbers, from 1: first these in
 * their order, then what divides each member; of a line, along it. */
typedef struct {
    ph_text name; /* NULL text: none */
    ph_vec3 at;   /* [m] */
} ph_beam_node;

typedef enum {
    PH_SECTION_TUBE,      /* outer diameter, thickness */
    PH_SECTION_CIRCLE,    /* diameter */
    PH_SECTION_RECTANGLE, /* width along y of the member, height along z */
    PH_SECTION_I,         /* height, width, thickness of the web, of the flanges; the web along z */
    PH_SECTION_GIVEN      /* numbers */
} ph_section_kind;

typedef struct {
    ph_text name;   /* NULL text: that of all members that name none */
    int kind;       /* ph_section_kind */
    double size[4]; /* [m] */
    /* of a given one: area [m^2], second moments about y and z, and for torsion [m^4] */
    double A, Iy, Iz, It;
    double ky, kz; /* part of the area that takes shear along y and z; 0: it does not bend by it */
} ph_beam_section;

typedef struct {
    ph_text from, to; /* two nodes */
    int first, last;  /* or, where these have no text, their indices */
    ph_text section;  /* NULL text: that without a name */
    ph_vec3 up;       /* z of the section is this made perpendicular; zero: that of the frame */
    int divide;       /* elements; 0: as many as the frame says */
    ph_source where;
} ph_beam_member;

/* What a node carries. */
typedef struct {
    ph_text node;
    double mass;     /* [kg] */
    ph_sym3 inertia; /* [kg m^2] */
} ph_beam_mass;

typedef struct {
    ph_source where;
    double young, poisson, density; /* [Pa], [], [kg/m^3] */
    int divide;                     /* elements of each member */
    ph_vec3 up;                     /* zero: z; x for members along z */
    int slender;                    /* 1: beams do not bend by shear */
    ph_rows line; /* [m] x, y, z: members through these points, from node `start` to node `end`;
                     instead of nodes and members */
    int nodes, sections, members, masses;
    const ph_beam_node *node;
    const ph_beam_section *section;
    const ph_beam_member *member;
    const ph_beam_mass *mass;
} ph_beams;

/* A node that something else is attached to. */
typedef struct {
    ph_text node; /* by name or number */
    int hold;     /* 6: place and turn; 3: place alone */
} ph_interface;

/* How a body of many coordinates becomes one of few (Craig and Bampton 1968): shapes of unit
 * motions of the interface, and modes with the interface held. Without an interface: modes of the
 * free body.
 */
typedef struct {
    int interfaces;
    const ph_interface *interface;
    int modes;       /* so many of the lowest with the interface held */
    double up_to;    /* [Hz] > 0: instead, all up to that frequency */
    ph_expr damping; /* ratio, an expression of the frequency f [Hz]; NULL text, "default": 1 % up
                        to 100 Hz, 10 % up to 1 kHz, critical above */
    ph_text held;    /* node of the axis of a spinning body, for its geometric stiffening; NULL */
} ph_reduction;

/* The modes of a frame; what is wrong with it goes to diag. */
PH_API ph_status ph_flex_of_beams(const ph_beams *beams, const ph_reduction *reduction,
                                  ph_diag *diag, ph_flex **flex);

/* A line cut into so many bodies of about as many elements, flex[count]. Both sides of a cut are
 * interface nodes of the same number. */
PH_API ph_status ph_flex_pieces_of_line(const ph_beams *beams, const ph_reduction *reduction,
                                        int count, ph_diag *diag, ph_flex **flex);

/* A load that is fixed in its axes: forces [N] at nodes (by their index), in the axes of its
 * drawing. Before anybody else sees the body. PH_E_NAME: it has a load of that name. */
PH_API ph_status ph_flex_add_load(ph_flex *flex, const char *name, int count, const int *node,
                                  const ph_vec3 *force);
PH_API int ph_flex_loads(const ph_flex *flex);
PH_API const char *ph_flex_load_name(const ph_flex *flex, int load);

/* Whether its turns are known, which rigid joints need; and at how many places stresses are. */
PH_API bool ph_flex_node_turns(const ph_flex *flex, int node);
PH_API int ph_flex_spots(const ph_flex *flex);

#ifdef __cplusplus
}
#endif
#endif
