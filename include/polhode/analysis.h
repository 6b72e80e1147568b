/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode/analysis.h -- what else can be asked of a mechanism than how it moves.
 *
 * Static and kinematic analyses are runs: set `analysis` of the options (polhode/options.h), and
 * rows, phases and results are those of any simulation.
 */
#ifndef POLHODE_ANALYSIS_H
#define POLHODE_ANALYSIS_H

#include <polhode/sim.h>

#ifdef __cplusplus
extern "C" {
#endif

/* An equilibrium, and how it was found. */
typedef struct {
    bool found;
    int iterations;  /* of the search */
    bool settled;    /* it had to swing to rest first, without its energy */
    double force;    /* [N] size of the forces in balance */
    double residual; /* [N] what is left of them; torques by the length of a lever */
    /* Freedoms in which the mechanism would leave it, and in which it stays where it is put; states
     * held. -1: not known. */
    int unstable, neutral;
    double rate; /* [1/s] at which it leaves, at most: as exp(rate t) */
} ph_equilibrium;

/* Brings the simulation to an equilibrium at its present time, from its present places: at rest,
 * but for what motions move. It goes on from there. Where there is none, or none was found, it
 * stays as it was and diag says why. Unstable ones are told with a warning. PH_E_UNSUPPORTED: a
 * rotation method runs it. */
PH_API ph_status ph_sim_find_equilibrium(ph_sim *sim, ph_diag *diag, ph_equilibrium *out);
/* The last that was found: by the above, by `analysis: static` or `start_at: equilibrium`. */
PH_API ph_equilibrium ph_sim_equilibrium(const ph_sim *sim);

/* ---- linearisation and modes ----
 *
 * Both are of the present state of a simulation, which an engine runs (PH_E_UNSUPPORTED: a method
 * for free bodies does). They are exact where that state is steady as seen from the axes chosen: at
 * rest, or in a motion in which nothing changes but by the turning of the frame, and of bodies that
 * are round about their axes. Elsewhere they are those of a frozen state, which `steady` tells.
 */

typedef struct {
    const char *frame; /* marker, body or NULL (the world): displacements are seen from its axes,
                          which turn as its body does at this instant */
    int inputs, outputs, states; /* variables, see ph_model_open_variable: */
    const char *const *input;    /* what is added to each is an input */
    const char *const *output;
    const char *const *state; /* functions of places, to be taken for states in the place of
                                 displacements of bodies; not more than there are freedoms */
} ph_linear_options;

/* x' = A x + B u, y = C x + D u for small changes of states, inputs and outputs; matrices row by
 * row. States are displacements, rates of displacements, states of the model. */
typedef struct {
    double t; /* [s] */
    int states, inputs, outputs;
    int positions, rates; /* of the states: the first are displacements, then their rates */
    char **state;         /* [states] "arm.rot.y", "arm.rot.y'": along the axes of the frame */
    char **unit;          /* [states] "m", "rad/s"; "": of the model */
    const char **input, **output;
    double *A, *B, *C, *D; /* [states][states], [states][inputs], [outputs][states], .. */
    double change; /* relative, in a thousandth of the time in which bodies move noticeably */
    bool steady;
} ph_linear;

/* options NULL: in the world, without inputs and outputs. */
PH_API ph_status ph_sim_linearize(ph_sim *sim, const ph_linear_options *options, ph_diag *diag,
                                  ph_linear **out);
PH_API void ph_linear_free(ph_linear *linear);

typedef enum {
    PH_MODES_BY_SIZE, /* all of a small system, some of a large one */
    PH_MODES_ALL,     /* from the full matrix A */
    PH_MODES_SOME     /* those near zero, from sparse factors */
} ph_modes_method;

typedef struct {
    const char *frame; /* see ph_linear_options */
    int count;         /* those of lowest frequency; 0: all, of a large system 20 */
    ph_modes_method method;
} ph_modes_options;

/* A body in a mode: how its centre of mass is displaced and how it turns, world axes; real and
 * imaginary parts. The motion is the real part of shape exp(eigenvalue t). */
typedef struct {
    ph_vec3
        move[2]; /* the largest displacement of the mode, of a body or by its turn at the size */
    ph_vec3 turn[2];  /* of the mechanism, is 1 [m], real and above zero */
    int modes;        /* of a flexible body: its modal coordinates, */
    double *modal[2]; /* [modes] in the mode; else NULL */
    double bend;      /* [m] largest displacement that one of them is; it counts as one */
} ph_mode_body;

typedef struct {
    double re, im;      /* [1/s] eigenvalue; of a pair the one above the real axis */
    double frequency;   /* [Hz] im / 2 pi */
    double damping;     /* -re / |eigenvalue|; 0 where that is zero */
    ph_mode_body *body; /* [bodies] */
} ph_mode;

typedef struct {
    double t;          /* [s] */
    int modes, bodies; /* pairs once, by size of the eigenvalue */
    ph_mode *mode;
    double *modal; /* room for modal coordinates of all */
    int freedoms;  /* of displacements, */
    double reach;  /* [m] how far the nodes of flexible bodies are apart; 0: there are none */
    int states;    /* and of states in all: eigenvalues, pairs twice */
    bool all;      /* modes has all of them */
    int factorisations, solves;
    double change;
    bool steady;
} ph_modes;

PH_API ph_status ph_sim_modes(ph_sim *sim, const ph_modes_options *options, ph_diag *diag,
                              ph_modes **out);
PH_API void ph_modes_free(ph_modes *modes);
/* How alike two modes of one model are: the modal assurance criterion, 0 to 1. size: [m] what a
 * turn of a radian counts for. */
PH_API double ph_mode_likeness(const ph_mode *a, const ph_mode *b, int bodies, double size);

#ifdef __cplusplus
}
#endif
#endif
