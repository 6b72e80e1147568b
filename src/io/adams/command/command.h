/* SPDX-License-Identifier: BSD-3-Clause
 *
 * command.h -- an ADAMS command file (.acf) while it is carried out.
 *
 * Its first line names the deck, the second what ADAMS calls its output files; or FILE/MODEL= says
 * both. Each SIMULATE becomes a part of the run, with the settings and switches before it. A single
 * one without any switches needs no parts: it is how the model is run.
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
    phk_piece assembly;  /* INITIAL_CONDITIONS; length 0: none */
    bool stopped;
} phk_script;

/* Reads a command file and its deck into a model: ph_model_read for `.acf`. */
ph_status phk_command_load(const char *path, const ph_reading *how, ph_diag *diag, ph_model *model);

/* The commands, and what each takes. */
typedef struct {
    phk_statement_type type; /* name, abbreviation, args; treatment and why */
    void (*run)(phk_script *script, const phk_statement *command);
} phk_command;
extern const phk_command phk_commands[]; /* ends with type.name == NULL */

void phk_command_simulate(phk_script *script, const phk_statement *command);
void phk_command_integrator(phk_script *script, const phk_statement *command);
void phk_command_activate(phk_script *script, const phk_statement *command);
void phk_command_deactivate(phk_script *script, const phk_statement *command);
void phk_command_file(phk_script *script, const phk_statement *command);
extern const phk_arg phk_command_simulate_args[], phk_command_switch_args[];

/* Makes what was simulated the run of the model. */
void phk_script_finish(phk_script *script);

#endif
