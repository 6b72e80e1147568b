/* SPDX-License-Identifier: BSD-3-Clause */
#include "mech/equations/row_names.h"

#include <stdio.h>

const phk_constraint *phk_row_owner(const phk_system *sys, int row)
{
    const phk_program *p = sys->program;
    int low = 0, high = p->constraints - 1;
    bool velocity = row >= p->rows - p->velocity_rows;
    if (row < 0 || row >= p->rows) return NULL;
    /* the last that begins there or before: whoever has no such rows begins where the next does */
    while (low < high) {
        int middle = (low + high + 1) / 2;
        const phk_constraint *c = &p->constraint[middle];
        if ((velocity ? c->velocity_first : c->first) <= row)
            low = middle;
        else
            high = middle - 1;
    }
    return &p->constraint[low];
}

int phk_row_index(const phk_system *sys, int row)
{
    const phk_constraint *c = phk_row_owner(sys, row);
    bool velocity = row >= sys->program->rows - sys->program->velocity_rows;
    return velocity ? c->rows + row - c->velocity_first : row - c->first;
}

static const char *word_of(const phk_constraint *c)
{
    return c->kind == PHK_HOLD_MOTION     ? "motion"
           : c->kind == PHK_HOLD_EQUATION ? "equation"
                                          : "joint";
}

/* Row i of a joint that is a list of rows; *part: which equation of it. */
const ph_row *phk_row_of(const phk_constraint *c, int i, int *part)
{
    if (c->kind == PHK_HOLD_MOTION) return &c->row;
    if (!c->type || !c->type->row || i >= c->rows) return NULL;
    const ph_row *row = c->type->row;
    for (; i >= (row->kind == PH_ROW_POINT ? 3 : 1); row++) i -= row->kind == PH_ROW_POINT ? 3 : 1;
    *part = i;
    return row;
}

/* What a row holds: world axes for points, axes of the first marker for the rest. */
static void describe_kind(const ph_row *row, int part, char *text, size_t size)
{
    if (row->kind == PH_ROW_POINT) {
        snprintf(text, size, "displacement along world %c", "xyz"[part]);
    } else if (row->kind == PH_ROW_OFFSET) {
        snprintf(text, size, "displacement along %c", "xyz"[row->axis[0]]);
    } else if (row->axis[0] == row->axis[1]) {
        snprintf(text, size, "angle between the %c axes", "xyz"[row->axis[0]]);
    } else {
        snprintf(text, size, "rotation about %c", "xyz"[3 - row->axis[0] - row->axis[1]]);
    }
}

/* The same by the axes of both markers. */
static void describe_axes(const phk_constraint *c, int i, char *text, size_t size)
{
    static const char axes[] = "XYZ";
    int part = 0;
    const ph_row *row = phk_row_of(c, i, &part);
    if (i >= c->rows)
        snprintf(text, size, c->velocity_rows == 1 ? "velocity" : "velocity %d", i - c->rows + 1);
    else if (!row)
        snprintf(text, size, c->rows == 1 ? "equation" : "equation %d", i + 1);
    else if (row->kind == PH_ROW_POINT)
        snprintf(text, size, "%ci-%cj", axes[part], axes[part]);
    else if (row->kind == PH_ROW_OFFSET)
        snprintf(text, size, "D%c", axes[row->axis[0]]);
    else if (c->kind == PHK_HOLD_MOTION)
        snprintf(text, size, "A%c", axes[3 - row->axis[0] - row->axis[1]]);
    else
        snprintf(text, size, "%ci.%cj", axes[row->axis[1]], axes[row->axis[0]]);
}

void phk_constraint_text(const phk_constraint *c, char *text, size_t size)
{
    if (c->label)
        snprintf(text, size, "%s (%s)", c->label, c->name);
    else
        snprintf(text, size, "`%s`", c->name);
}

void phk_row_text(const phk_system *system, int row, char *text, size_t size)
{
    const phk_constraint *c = phk_row_owner(system, row);
    char kind[60] = "";
    int part = 0;
    if (size) text[0] = '\0';
    if (!c) return;
    if (c->kind == PHK_HOLD_MOTION && c->order == PHK_ORDER_START) {
        char name[120];
        phk_constraint_text(c, name, sizeof name);
        snprintf(text, size, "the start of joint %s %s z", name,
                 c->row.kind == PH_ROW_DOT ? "about" : "along");
        return;
    }
    if (c->label) {
        describe_axes(c, phk_row_index(system, row), kind, sizeof kind);
        snprintf(text, size, "%s in %s (%s)", kind, c->label, c->name);
        return;
    }
    int i = phk_row_index(system, row);
    const ph_row *r = phk_row_of(c, i, &part);
    if (r) describe_kind(r, part, kind, sizeof kind);
    if (i >= c->rows) snprintf(kind, sizeof kind, "velocity");
    const char *open = *kind ? " (" : "", *close = *kind ? ")" : "";
    if (phk_constraint_rows(c) == 1)
        snprintf(text, size, "%s `%s`%s%s%s", word_of(c), c->name, open, kind, close);
    else
        snprintf(text, size, "%s `%s`, row %d%s%s%s", word_of(c), c->name, i + 1, open, kind,
                 close);
}
