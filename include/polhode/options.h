/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode/options.h -- how a model is run: one struct, and one table that says what is in it.
 *
 * What model files, phases, decks, the command line and a caller's program say of a run are such
 * structs, merged field by field: the later one holds where it says something.
 */
#ifndef POLHODE_OPTIONS_H
#define POLHODE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <polhode/field.h>
#include <polhode/integrator.h>

#ifdef __cplusplus
extern "C" {
#endif

/* What an error of the size of the tolerance belongs to. */
typedef enum {
    PH_ERROR_PER_UNIT_STEP, /* a time as long as the scale: errors at the end follow the tolerance
                             */
    PH_ERROR_PER_STEP       /* a step, as published for the HHT methods */
} ph_error;

/* What is worked out from one time to the next. */
typedef enum {
    PH_DYNAMIC,   /* the motion, by an integrator */
    PH_STATIC,    /* equilibria: at the start, and at every row from there on */
    PH_KINEMATIC, /* the motion that joints and motions determine, and the forces it takes */
    PH_INVERSE    /* the same with motions that were measured */
} ph_analysis;

/* What a run begins with. */
typedef enum {
    PH_START_DRAWN,      /* the places and velocities of the model */
    PH_START_EQUILIBRIUM /* the equilibrium that is found from there */
} ph_start;

/* Run options; what is not set follows the model file, then the default. */
typedef struct {
    uint64_t given;
    ph_source where;
    int analysis;       /* ph_analysis; -1: not given */
    int start_at;       /* ph_start; -1: not given */
    ph_text integrator; /* NULL text: the default */
    double start;       /* [s] initial time */
    double end;         /* [s] final time; NAN: not given */
    double step;        /* [s] fixed step; 0: not given */
    double tolerance;   /* local error; 0: not given */
    double alpha, rho;  /* numerical damping, of the methods that have it; NAN: not given */
    double scale[3];    /* length [m], angle [rad], time [s] the tolerance is relative to; 0: the
                           size of the model, 1 rad, the time its fastest body takes for that */
    int error;          /* ph_error; -1: not given */
    double max_step;    /* [s] longest step to a tolerance; 0: a fiftieth of the run */
    double min_step;    /* [s] a shorter one ends the run; 0: none */
    double first_step;  /* [s] the step it begins with; 0: found out */
    int iterations;     /* most corrections of a step; 0: the method's */
    int max_order;      /* highest order of a method that has several; 0: the method's */
    double every;       /* [s] between output rows; 0: not given */
    int rows;           /* number of output intervals; 0: not given */
} ph_options;
PH_API ph_options ph_default_options(void);

enum {
    PH_OF_EVERY_RUN = 1, /* whatever its integrator; others are for integrators that take them */
    PH_OF_METHOD = 2,    /* of the integrator it was given with: another phase's begins without */
    PH_IN_SUMMARY = 4,   /* shown in the summary of a run */
    PH_OF_PHASE = 8      /* of the phase it is given in: the next one has what `simulate` says */
};

/* How the command line has an option. */
typedef struct {
    const char *name;    /* "tol": --tol; NULL: it is not there */
    const char *operand; /* "E": what --help calls its value */
    const char *help;    /* one line, lower case */
    const char *missing; /* what holds without it; NULL: nothing to say */
} ph_switch;

/* A row of the table. */
typedef struct {
    ph_field field; /* key, place in ph_options and range; its `init` stands for: not given */
    ph_switch line;
    unsigned flags;      /* of the list above */
    const char *instead; /* the option it may stand for: the later of the two holds; NULL: none */
    /* said to an integrator that does not take it, which is an error; NULL: a warning */
    const char *sets;    /* "damping": that is what it and `instead` set */
    const char *refused; /* "has no numerical damping": goes on after the integrator's name */
    const char *hint;
} ph_option;

PH_API int ph_option_count(void);
PH_API const ph_option *ph_option_get(int index);
PH_API const ph_option *ph_option_find(const char *key); /* NULL: none such */
/* Whether the options say something of it. */
PH_API bool ph_option_given(const ph_option *option, const ph_options *options);
/* Puts what `over` gives in place of what the options say of it. */
PH_API void ph_options_merge(ph_options *options, const ph_options *over);
/* Drops what an integrator does not take. */
PH_API void ph_options_fit(ph_options *options, const ph_integrator_info *integrator);

#ifdef __cplusplus
}
#endif
#endif
