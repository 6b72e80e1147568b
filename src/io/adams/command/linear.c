/* SPDX-License-Identifier: BSD-3-Clause
 *
 * linear.c -- LINEAR as a command: modes, or matrices, of the state that was reached.
 */
#include "base/diag.h"
#include "io/adams/command/command.h"
#include "io/adams/read/args.h"

static const char told[] = "all that is known of the modes is written";
static const char named[] = "files are named by what they hold";
static const char minimal[] = "states are as few as there can be";

const phk_arg phk_command_linear_args[] = {
    ARG_FLAG("EIGENSOL"),
    ARG_FLAG("STATEMAT"),
    {"MKB", PHK_ARG_FLAG, .flags = PHK_ARG_REFUSED,
     .why = "take STATEMAT, in states of first order"},
    {"EXPORT", PHK_ARG_FLAG, .flags = PHK_ARG_REFUSED, .why = "nothing is written for NASTRAN"},
    {"NODAMPIN", PHK_ARG_FLAG, .flags = PHK_ARG_REFUSED,
     .why = "modes are those of the model with its dampers; deactivate these"},
    {"NOVECTOR", PHK_ARG_FLAG, .flags = PHK_ARG_UNUSED, .why = told},
    {"COORDS", PHK_ARG_MIXED, .flags = PHK_ARG_UNUSED, .why = told},
    {"ORIGINAL", PHK_ARG_FLAG, .flags = PHK_ARG_UNUSED, .why = minimal},
    {"FILE", PHK_ARG_TEXTS, .flags = PHK_ARG_UNUSED, .why = named},
    {"FORMAT", PHK_ARG_TEXTS, .flags = PHK_ARG_UNUSED, .why = named},
    ARG_NUMBER("PINPUT"),
    ARG_NUMBER("POUTPUT"),
    ARG_NUMBER("PSTATE"),
    ARG_NUMBER("RM"),
    ARG_END};

/* The statement of the deck that an argument gives the number of; NULL: none, or reported. */
static const phk_statement *find(phk_script *script, const phk_statement *s, const char *name,
                                 const char *type)
{
    const phk_given *given = phk_arg_find(s, name);
    if (!given) return NULL;
    const phk_statement *found = phk_deck_find(&script->deck, type, (int)given->number[0]);
    if (!found)
        phk_deck_error(&script->text, PH_E_NAME, given->piece[0], NULL,
                       "%s of LINEAR: the deck has no %s/%g", name, type, given->number[0]);
    return found;
}

/* The variables a PINPUT, POUTPUT or PSTATE lists. */
static ph_names list(phk_script *script, const phk_statement *s, const char *name)
{
    phk_deck *text = &script->text;
    const phk_statement *from = find(script, s, name, name);
    const phk_given *variables = from ? phk_arg_find(from, "VARIABLES") : NULL;
    if (!variables) return (ph_names){0};
    ph_text *names = phk_arena_alloc(&text->arena, (size_t)variables->count * sizeof *names + 1);
    if (!names) {
        phk_deck_failed(text, PH_E_NOMEM);
        return (ph_names){0};
    }
    int count = 0;
    for (int i = 0; i < variables->count; i++)
        if (variables->target[i])
            names[count++] = (ph_text){.text = variables->target[i]->name,
                                       .where = phk_deck_place(text, phk_arg_find(s, name)->name)};
    return (ph_names){count, names};
}

void phk_command_linear(phk_script *script, const phk_statement *s)
{
    phk_deck *text = &script->text;
    bool modes = phk_arg_flag(s, "EIGENSOL"), matrices = phk_arg_flag(s, "STATEMAT");
    if (modes + matrices != 1) {
        phk_deck_error(text, PH_E_MISSING, s->keyword, "LINEAR/EIGENSOL or LINEAR/STATEMAT",
                       "LINEAR needs one kind of analysis");
        return;
    }
    const ph_phase_def *last = script->phases ? &script->phase[script->phases - 1] : NULL;
    ph_linearization_def def;
    phk_deck_failed(text, ph_kind_default("linearization", &def));
    def.where = phk_deck_place(text, s->keyword);
    def.matrices = matrices;
    def.at = script->phases ? script->time : text->model->options.start;
    def.equilibrium = last && last->options.analysis == PH_STATIC;
    if (matrices) {
        def.inputs = list(script, s, "PINPUT");
        def.outputs = list(script, s, "POUTPUT");
    }
    def.states = list(script, s, "PSTATE");
    const phk_statement *frame = find(script, s, "RM", "MARKER");
    if (frame) def.frame = (ph_text){.text = phk_deck_marker_name(frame), .where = def.where};
    const char *name = phk_deck_new_name(&script->deck, "%s", modes ? "eigensol" : "statemat");
    phk_deck_failed(text, ph_model_add(text->model, "linearization", name, &def));
}
