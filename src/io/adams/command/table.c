/* SPDX-License-Identifier: BSD-3-Clause
 *
 * table.c -- the commands of ADAMS. Those that show something or concern ADAMS' own files
 * are skipped; those that would change the model or ask for an analysis there is not are errors.
 */
#include "io/adams/command/command.h"
#include "io/adams/read/readers.h"

#define SKIP(word, why)                                                                            \
    {                                                                                              \
        .type = {.name = word, .treatment = PHK_STATEMENT_SKIP, .becomes = why }                   \
    }
#define REFUSE(word, why)                                                                          \
    {                                                                                              \
        .type = {.name = word, .treatment = PHK_STATEMENT_REFUSE, .becomes = why }                 \
    }
#define RUN(word, letters, table, function)                                                        \
    {                                                                                              \
        .type = {.name = word, .abbreviation = letters, .args = table}, .run = function            \
    }

#define CHANGE(word, letters, table, function)                                                     \
    {                                                                                              \
        .type = {.name = word, .abbreviation = letters, .has_id = true, .args = table},            \
        .run = function                                                                            \
    }

#define REDEFINE(word, letters, table)                                                             \
    {                                                                                              \
        .type = {.name = word, .abbreviation = letters, .has_id = true, .args = table},            \
        .run = phk_command_redefine, .partial = true                                               \
    }

static void stop(phk_script *script, const phk_statement *command)
{
    (void)command;
    script->stopped = true;
}

static const char shows[] = "it shows or keeps what a result has anyway";
static const char form[] = "the form of ADAMS' output files";
static const char search[] = "settings of another search than polhode's";
static const char changes[] = "it changes the model; change the deck instead";

static const phk_arg file_args[] = {
    {"MODEL", PHK_ARG_TEXTS, .flags = 0},
    {"OUTPUT_PREFIX", PHK_ARG_TEXTS, .flags = PHK_ARG_UNUSED,
     .why = "the result goes into the folder that `polhode run -o` names"},
    {"TITLE", PHK_ARG_TEXTS, .flags = PHK_ARG_UNUSED, .why = "the deck's own title is kept"},
    {"COMMAND", PHK_ARG_TEXTS, .flags = PHK_ARG_REFUSED, .why = "put the commands into one file"},
    {.name = NULL}};

static const phk_arg no_args[] = {{.name = NULL}};

const phk_command phk_commands[] = {
    RUN("SIMULATE", 3, phk_command_simulate_args, phk_command_simulate),
    RUN("INTEGRATOR", 3, phk_adams_integrator_args, phk_command_integrator),
    RUN("ACTIVATE", 3, phk_command_switch_args, phk_command_activate),
    RUN("DEACTIVATE", 3, phk_command_switch_args, phk_command_deactivate),
    RUN("LINEAR", 3, phk_command_linear_args, phk_command_linear),
    CHANGE("VARIABLE", 3, phk_command_state_args, phk_command_change),
    CHANGE("DIFF", 3, phk_command_state_args, phk_command_change),
    CHANGE("MOTION", 3, phk_command_function_args, phk_command_change),
    CHANGE("SFORCE", 3, phk_command_function_args, phk_command_change),
    CHANGE("VFORCE", 2, phk_command_force_args, phk_command_change),
    CHANGE("VTORQUE", 2, phk_command_force_args, phk_command_change),
    CHANGE("GFORCE", 2, phk_command_force_args, phk_command_change),
    REDEFINE("BEAM", 3, phk_adams_beam_args),
    REDEFINE("BUSHING", 3, phk_adams_bushing_args),
    REDEFINE("FIELD", 3, phk_adams_field_args),
    REDEFINE("FRICTION", 3, phk_adams_friction_args),
    REDEFINE("SENSOR", 3, phk_adams_sensor_args),
    REDEFINE("SPRINGDAMPER", 3, phk_adams_springdamper_args),
    RUN("ACCGRAV", 3, phk_command_gravity_args, phk_command_gravity),
    RUN("FILE", 3, file_args, phk_command_file),
    RUN("STOP", 3, no_args, stop),
    SKIP("PREFERENCES", "how ADAMS goes about its work"),
    SKIP("LSOLVER", "how ADAMS goes about its work"),
    SKIP("ENVIRONMENT", "how ADAMS goes about its work"),
    SKIP("OUTPUT", form),
    SKIP("RESULTS", form),
    SKIP("EQUILIBRIUM", search),
    SKIP("IC", search),
    SKIP("KINEMATICS", search),
    SKIP("DEBUG", shows),
    SKIP("INFO", shows),
    SKIP("SHOW", shows),
    SKIP("HELP", shows),
    SKIP("MENU", shows),
    SKIP("TIME", shows),
    SKIP("SAVE", shows),
    REFUSE(
        "RELOAD",
        "a result has one course of time; put what follows into a command file of its own, behind "
        "the commands before SAVE"),
    REFUSE("CONTROL", "a run has one order of commands, that of the file"),
    REFUSE("ARRAY", changes),
    REFUSE("CONTACT", changes),
    REFUSE("COUPLER", changes),
    REFUSE("CURVE", changes),
    REFUSE("FLEX_BODY", changes),
    REFUSE("GCON", changes),
    REFUSE("GEAR", changes),
    REFUSE("GSE", changes),
    REFUSE("JOINT", changes),
    REFUSE("JPRIM", changes),
    REFUSE("LSE", changes),
    REFUSE("MARKER", changes),
    REFUSE("MFORCE", changes),
    REFUSE("MREQUEST", changes),
    REFUSE("NFORCE", changes),
    REFUSE("PART", changes),
    REFUSE("REQUEST", changes),
    REFUSE("SPLINE", changes),
    REFUSE("STRING", changes),
    REFUSE("TFSISO", changes),
    REFUSE("UCON", changes),
    {.type = {.name = NULL}}};
