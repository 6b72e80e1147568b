/* SPDX-License-Identifier: BSD-3-Clause
 *
 * command.h -- an ADAMS command file (.acf) while it is carried out.
 *
 * Its first line names the deck, the second what ADAMS calls its output files; or FILE/MODEL= says
 * both. Each SIMULATE becomes a part of the run, with the settings and switches before it. A single
 * one without any switches needs no parts: it is how the model is run.
 *
 * What a command changes of the model is changed at once before the first simulation. Later an
 * expression becomes `if(stage >= 2, new, old)` with a parameter that phases set (change.c).
 */
#ifndef PHK_ADAMS_COMMAND_H
#define PHK_ADAMS_COMMAND_H

#include "io/adams/read/deck.h"

typedef struct {
    phk_deck text;       /* the command file: its text and lines, what is reported about it */
    phk_deck deck;       /* what it speaks of */
    bool has_deck;       /* it was read, though perhaps with errors */
    const char *path;    /* of the command file */
    double time;         /* [s] where the simulations have come to */
    ph_phase_def next;   /* what the next SIMULATE begins with */
    int switches;        /* names in next.activate and next.deactivate */
    int phases;          /* SIMULATEs so far */
    ph_phase_def *phase; /* in the arena of `text` */
    const char *stage;   /* parameter that counts the simulations; NULL: none was needed */
    bool changed;        /* the model is another one for the next of them */
    ph_vec3 gravity;     /* [m/s^2] now; */
    bool weighs;         /* it is known */
    phk_piece assembly;  /* INITIAL_CONDITIONS; length 0: none */
    bool stopped;
    phk_deck joined;              /* the text of the command file and then of the deck, for what is
                                     made of both; NULL text: not yet */
    const phk_statement **change; /* [changes] what commands have made of statements */
    int changes;
} phk_script;

/* Reads a command file and its deck into a model: ph_model_read for `.acf`. */
ph_status phk_command_load(const char *path, const ph_reading *how, ph_diag *diag, ph_model *model);

/* The commands, and what each takes. */
typedef struct {
    phk_statement_type type; /* name, abbreviation, args; treatment and why */
    void (*run)(phk_script *script, const phk_statement *command);
    bool partial; /* the table is that of a deck's statement, of which some arguments are given */
} phk_command;
extern const phk_command phk_commands[]; /* ends with type.name == NULL */

void phk_command_simulate(phk_script *script, const phk_statement *command);
void phk_command_integrator(phk_script *script, const phk_statement *command);
void phk_command_activate(phk_script *script, const phk_statement *command);
void phk_command_deactivate(phk_script *script, const phk_statement *command);
void phk_command_file(phk_script *script, const phk_statement *command);
/* change.c, redefine.c: the same statements as in decks, with what is to change alone. */
void phk_command_change(phk_script *script, const phk_statement *command);
void phk_command_redefine(phk_script *script, const phk_statement *command);
/* The statement of the deck that a command is about; NULL: there is none, which was reported. */
const phk_statement *phk_command_target(phk_script *script, const phk_statement *command);
void phk_command_gravity(phk_script *script, const phk_statement *command);
extern const phk_arg phk_command_function_args[], phk_command_state_args[],
    phk_command_force_args[], phk_command_gravity_args[];
/* The next simulation is of the model as it was changed: notes it in its phase. */
void phk_script_note_change(phk_script *script);
void phk_command_linear(phk_script *script, const phk_statement *command);
extern const phk_arg phk_command_simulate_args[], phk_command_switch_args[],
    phk_command_linear_args[];

/* switch.c: nothing is called KIND/id any more. */
void phk_script_unlabel(phk_script *script, const char *kind, int id);
/* The new object acts from the next simulation on in the place of the old one, if that acts now. */
void phk_script_replace(phk_script *script, const char *old, const char *new, ph_source where);

/* Makes what was simulated the run of the model. */
void phk_script_finish(phk_script *script);

#endif
