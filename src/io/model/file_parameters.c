/* SPDX-License-Identifier: BSD-3-Clause
 *
 * file_parameters.c -- parameters: numbers that may be expressions of each other.
 *
 * They are evaluated depth first along the names they use, with a stack of its own: a chain of a
 * hundred thousand parameters is no reason to overflow the machine's.
 */
#include <stdio.h>
#include <string.h>
#include "base/diag.h"
#include "expr/lex.h"
#include "io/model/kinds.h"
#include "mech/model/build.h"

static phk_symbol symbol_of(void *self, struct phk_code *code, phk_span name)
{
    (void)code;
    phk_parameter_values *p = self;
    for (int i = p->loops.count - 1; i >= 0; i--)
        if (strlen(p->loops.name[i]) == name.length &&
            memcmp(p->loops.name[i], name.text, name.length) == 0)
            return (phk_symbol){.kind = PHK_SYMBOL_CONSTANT, .value = p->loops.value[i]};
    int index = phk_names_find(&p->names, name.text, name.length);
    if (index < 0) return (phk_symbol){.kind = PHK_SYMBOL_NONE};
    if (p->item[index].state == PHK_PARAMETER_DONE)
        return (phk_symbol){.kind = PHK_SYMBOL_CONSTANT, .value = p->item[index].value};
    p->tainted = 1;
    return (phk_symbol){.kind = PHK_SYMBOL_CONSTANT, .value = 1};
}

static void offer_names(void *self, void (*candidate)(void *cookie, const char *name), void *cookie)
{
    phk_parameter_values *p = self;
    for (int i = 0; i < p->loops.count; i++) candidate(cookie, p->loops.name[i]);
    for (int i = 0; i < p->count && p->patience > 0; i++, p->patience--)
        candidate(cookie, p->item[i].entry->key);
}

phk_scope phk_parameters_scope(phk_parameter_values *parameters)
{
    return (phk_scope){.self = parameters, .name = symbol_of, .offer = offer_names};
}

/* The next parameter the text names, from *at on; -1: no more. */
static int next_use(const phk_parameter_values *p, const char *text, size_t length, size_t *at)
{
    for (;;) {
        phk_token token = phk_lex(text, length, *at);
        if (token.kind == PHK_T_END || token.kind == PHK_T_BAD) return -1;
        *at = token.start + token.length;
        if (token.kind != PHK_T_NAME || phk_lex(text, length, *at).kind == PHK_T_OPEN) continue;
        int index = phk_names_find(&p->names, text + token.start, token.length);
        if (index >= 0) return index;
    }
}

typedef struct {
    int index;
    size_t at, length; /* how far its text has been searched; of the number's part */
} frame;

/* stack[from..top] depend on each other in a ring. */
static void report_ring(phk_load *load, const frame *stack, int from, int top)
{
    phk_parameter *item = load->parameters.item;
    char ring[300];
    size_t used = 0;
    for (int i = from; i <= top; i++) {
        item[stack[i].index].state = PHK_PARAMETER_BAD;
        if (used < sizeof ring)
            used += (size_t)snprintf(ring + used, sizeof ring - used, "`%.60s` needs ",
                                     item[stack[i].index].entry->key);
    }
    if (used > 200) snprintf(ring + 200, sizeof ring - 200, "... needs ");
    const phk_entry *first = item[stack[from].index].entry;
    phk_error(load->diag, PH_E_NAME, first->where, "give one of them a value of its own",
              "circular parameters: %s`%.60s`", ring, first->key);
    phk_load_failed(load, PH_E_MODEL);
}

static void evaluate(phk_load *load, phk_parameter *p)
{
    if (p->state == PHK_PARAMETER_BAD) return;
    int ok = phk_decode_number(&load->decoder, p->entry->value, p->entry->key, "*", &p->value);
    p->state = ok ? PHK_PARAMETER_DONE : PHK_PARAMETER_BAD;
    if (!ok) phk_load_failed(load, PH_E_MODEL);
}

static frame open_frame(phk_parameter_values *p, int index)
{
    const phk_node *value = p->item[index].entry->value;
    p->item[index].state = PHK_PARAMETER_OPEN;
    return (frame){index, 0, value->kind == PHK_NODE_SCALAR ? phk_number_part(value->text) : 0};
}

static void evaluate_from(phk_load *load, frame *stack, int start)
{
    phk_parameter_values *p = &load->parameters;
    int top = 0;
    stack[0] = open_frame(p, start);
    while (top >= 0) {
        frame *f = &stack[top];
        const phk_node *value = p->item[f->index].entry->value;
        int used = f->length ? next_use(p, value->text, f->length, &f->at) : -1;
        if (used < 0) {
            evaluate(load, &p->item[f->index]);
            top--;
        } else if (p->item[used].state == PHK_PARAMETER_NEW) {
            stack[++top] = open_frame(p, used);
        } else if (p->item[used].state == PHK_PARAMETER_OPEN) {
            int from = top;
            while (stack[from].index != used) from--;
            report_ring(load, stack, from, top);
        }
    }
}

static void add_to_model(phk_load *load, const phk_parameter *p)
{
    ph_parameter_def def = {.where = p->entry->where,
                            .value = p->state == PHK_PARAMETER_DONE ? p->value : 1};
    ph_status status = phk_model_add(load->model, PHK_KIND_PARAMETER, p->entry->key, &def);
    if (status == PH_E_NAME)
        phk_model_explain_name(load->model, p->entry->key, p->entry->where, load->diag);
    if (status != PH_OK) phk_load_failed(load, status);
}

void phk_load_parameters(phk_load *load, const phk_node *node)
{
    phk_parameter_values *p = &load->parameters;
    size_t n = (size_t)node->count;
    p->item = phk_arena_alloc(&load->arena, (n + 1) * sizeof *p->item);
    frame *stack = phk_arena_alloc(&load->arena, (n + 1) * sizeof *stack);
    if (!p->item || !stack) {
        phk_load_failed(load, PH_E_NOMEM);
        return;
    }
    for (int i = 0; i < node->count; i++) {
        const phk_entry *e = &node->entry[i];
        p->item[i].entry = e;
        if (phk_names_add(&p->names, e->key, strlen(e->key), i) < 0) {
            phk_load_failed(load, PH_E_NOMEM);
            return;
        }
        p->count++;
    }
    for (int i = 0; i < p->count; i++)
        if (p->item[i].state == PHK_PARAMETER_NEW) evaluate_from(load, stack, i);
    for (int i = 0; i < p->count; i++) add_to_model(load, &p->item[i]);
}
