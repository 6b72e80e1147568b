/* SPDX-License-Identifier: BSD-3-Clause */
#include "plot.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "command.h"
#include "common/report.h"

static const char me[] = "plot";

/* Texts one after the other, in memory of their own; NULL: out of memory. */
static char *joined(const char *a, const char *b, const char *c, const char *d)
{
    size_t size = strlen(a) + strlen(b) + strlen(c) + strlen(d) + 1;
    char *text = malloc(size);
    if (text) snprintf(text, size, "%s%s%s%s", a, b, c, d);
    return text;
}

static char *with_unit(const char *name, const char *unit)
{
    return *unit ? joined(name, *name ? " [" : "[", unit, "]") : strdup(name);
}

/* --- what columns share ---------------------------------------------------------------------- */

/* "push", "push.on", "push.on.crank", "push.on.crank.force", "push.on.crank.force.x" */
enum { OWNER = 1, OWNER_GROUP, OBJECT, QUANTITY, COLUMN };

/* The name of a column down to a level, in memory of its own; NULL: out of memory. */
static char *name_to(const ph_result *result, int column, int level)
{
    const ph_block *b = ph_result_block_of(result, column);
    int object = (column - b->first) / b->width;
    if (level == COLUMN) return cli_column_name(result, column);
    if (level == OWNER && b->owner) return strdup(b->owner[object]);
    if (level == OWNER_GROUP && b->owner) return joined(b->owner[object], ".", b->group, "");
    if (level <= OBJECT)
        return strdup(level < OWNER ? "" : b->object ? b->object[object] : b->group);
    size_t size = ph_block_column_name(b, object, -1, NULL, 0) + 1;
    char *name = malloc(size);
    if (name) ph_block_column_name(b, object, -1, name, size);
    return name;
}

static bool has_level(const ph_result *result, int column, const char *name)
{
    bool found = false;
    for (int level = OWNER; level <= COLUMN && !found; level++) {
        char *own = name_to(result, column, level);
        found = own && strcmp(own, name) == 0;
        free(own);
    }
    return found;
}

/* Lowers `s` to what it shares with another column. */
static void share(const ph_result *result, plot_shared *s, int column)
{
    for (bool shares = false; s->level >= OWNER && !shares; s->level -= !shares) {
        char *name = name_to(result, s->column, s->level);
        shares = name && has_level(result, column, name);
        free(name);
    }
}

/* --- panels ---------------------------------------------------------------------------------- */

/* The unit of what is drawn of a column. */
static char *drawn_unit(const plot *p, int column)
{
    const char *unit = ph_result_column_unit(p->all.part[0].result, column);
    if (p->kind != TRACE_PHASE) return strdup(unit);
    size_t n = strlen(unit);
    bool rate = n > 2 && strcmp(unit + n - 2, "/s") == 0;
    return joined(*unit ? unit : "1", rate ? "^2" : "/s", "", "");
}

/* Finds or makes the panel of a column, which is called by what its columns share. */
static int panel_of(plot *p, int column, int *panel)
{
    char *unit = drawn_unit(p, column);
    int *panels = &p->figure.panels;
    if (!unit) return -1;
    for (*panel = 0; *panel < *panels && strcmp(p->unit[*panel], unit) != 0;) ++*panel;
    if (*panel < *panels) {
        share(p->all.part[0].result, &p->shared[*panel], column);
        free(unit);
        return CLI_DONE;
    }
    if (*panel == FIGURE_PANELS) {
        free(unit);
        cli_error(me, "more than %d different units are too many for one figure", FIGURE_PANELS);
        return CLI_USAGE;
    }
    p->unit[*panel] = unit;
    p->shared[*panel] = (plot_shared){column, COLUMN};
    ++*panels;
    return CLI_DONE;
}

/* A curve is called by what tells it from the others: its column, its result or both. */
static bool name_curve(plot *p, int part, int i, const char *column)
{
    const char *result = p->all.part[part].name;
    char *legend = p->drawn == 1     ? strdup(column)
                   : p->columns == 1 ? strdup(result)
                                     : joined(column, ", ", result, "");
    int k = part * p->columns + i;
    p->legend[k] = legend;
    p->curve[k].label = legend;
    return legend != NULL;
}

int plot_panels(plot *p)
{
    const overlay_part *first = &p->all.part[0];
    for (int i = 0; i < p->columns; i++) {
        int panel = 0, column = first->list.column[i];
        char *name = cli_column_name(first->result, column);
        int status = name ? panel_of(p, column, &panel) : -1;
        for (int k = 0; k < p->drawn && status == CLI_DONE; k++) {
            p->curve[k * p->columns + i].panel = panel;
            if (!name_curve(p, k, i, name)) status = -1;
        }
        free(name);
        if (status != CLI_DONE) return status;
    }
    /* a lone curve is named by its axis and needs no legend */
    for (int k = 0; k < p->figure.panels; k++) {
        int curves = 0, last = 0;
        for (int i = 0; i < p->drawn * p->columns; i++)
            if (p->curve[i].panel == k) curves++, last = i;
        if (curves == 1) p->curve[last].label = "";
    }
    return CLI_DONE;
}

/* --- texts ----------------------------------------------------------------------------------- */

/* "amplitude of top.pos [m]" */
static char *y_text(const plot *p, const char *name, const char *unit)
{
    const char *kind = p->kind == TRACE_PHASE      ? "rate of "
                       : p->kind == TRACE_SPECTRUM ? "amplitude of "
                                                   : "";
    char *what = joined(kind, p->option->minus ? "difference of " : "", name, "");
    if (!what) return NULL;
    size_t n = strlen(what);
    if (!*name && n) what[n - strlen(" of ")] = '\0';
    char *text = with_unit(what, unit);
    free(what);
    return text;
}

/* A phase plot has the columns themselves along its x axis: they must have one unit. */
static int phase_text(plot *p)
{
    const overlay_part *first = &p->all.part[0];
    int *column = first->list.column;
    const char *unit = ph_result_column_unit(first->result, column[0]);
    plot_shared shared = {column[0], COLUMN};
    for (int i = 1; i < p->columns; i++) {
        const char *its_unit = ph_result_column_unit(first->result, column[i]);
        if (strcmp(unit, its_unit) != 0) {
            char *other = cli_column_name(first->result, column[i]);
            cli_error(me, "units differ along the x axis: \"%s\" is in [%s], not in [%s]",
                      other ? other : "", its_unit, unit);
            fprintf(stderr, "  draw columns of one unit in a phase plot\n");
            free(other);
            return CLI_USAGE;
        }
        share(first->result, &shared, column[i]);
    }
    char *name = name_to(first->result, shared.column, shared.level);
    if (name) p->x_label = with_unit(name, unit);
    free(name);
    return CLI_DONE;
}

static int x_text(plot *p)
{
    const overlay_part *first = &p->all.part[0];
    if (p->kind == TRACE_PHASE) return phase_text(p);
    if (p->kind == TRACE_SPECTRUM) {
        p->x_label = strdup("frequency [Hz]");
    } else if (first->x < 0) {
        p->x_label = strdup("time [s]");
    } else {
        char *name = cli_column_name(first->result, first->x);
        if (name) p->x_label = with_unit(name, ph_result_column_unit(first->result, first->x));
        free(name);
    }
    return CLI_DONE;
}

/* The title of the model where all results have the same; what was done to the columns. */
static char *title_text(const plot *p)
{
    const overlay_part *part = p->all.part;
    const char *title = ph_result_title(part[0].result);
    for (int k = 1; k < p->all.parts; k++)
        if (strcmp(title, ph_result_title(part[k].result)) != 0) title = "";
    char *less = p->option->minus
                     ? joined(p->drawn == 1 ? part[0].name : "", p->drawn == 1 ? " less " : "less ",
                              part[p->drawn].name, "")
                     : strdup("");
    const char *done = p->kind == TRACE_SPECTRUM ? "spectrum (Hann window)" : "";
    bool resampled = false;
    for (int i = 0; i < p->drawn * p->columns; i++) resampled |= p->data[i].resampled;
    if (resampled) done = "spectrum (Hann window, resampled to equal steps)";
    char *both = less ? joined(less, *less && *done ? ", " : "", done, "") : NULL;
    char *text = both ? joined(title, *title && *both ? ": " : "", both, "") : NULL;
    free(less);
    free(both);
    return text;
}

int plot_labels(plot *p)
{
    for (int k = 0; k < p->figure.panels; k++) {
        const plot_shared *s = &p->shared[k];
        char *name = name_to(p->all.part[0].result, s->column, s->level);
        if (name) p->label[k] = y_text(p, name, p->unit[k]);
        free(name);
        if (!p->label[k]) return -1;
    }
    p->title = p->option->title ? strdup(p->option->title) : title_text(p);
    int status = x_text(p);
    if (status == CLI_DONE && (!p->title || !p->x_label)) return -1;
    return status;
}
