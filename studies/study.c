/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A study as a collection of things: memory, criteria, charts, tables.
 */
#include "study.h"

#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct study_kept {
    void *object;
    void (*release)(void *);
    struct study_kept *next;
} study_kept;

/* Handed out when memory is out: written to, never read. */
static study_chart spare_chart;
static study_curve spare_curve;
static study_table spare_table;

const char *verdict_word(study_verdict verdict)
{
    static const char *const word[] = {"not computed", "holds", "holds with a caveat",
                                       "does not hold"};
    return word[verdict];
}

static bool remember(study *s, study_kept **list, void *object, void (*release)(void *))
{
    study_kept *k = object ? malloc(sizeof *k) : NULL;
    if (!k) {
        s->no_memory = true;
        if (object) release(object);
        return false;
    }
    *k = (study_kept){object, release, *list};
    *list = k;
    return true;
}

static void forget(study_kept **list)
{
    while (*list) {
        study_kept *k = *list;
        *list = k->next;
        k->release(k->object);
        free(k);
    }
}

bool study_borrow(study *s, void *object, void (*release)(void *))
{
    return remember(s, &s->scratch, object, release);
}

void *study_scratch(study *s, size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    return study_borrow(s, memory, free) ? memory : NULL;
}

static void *memory_for(study *s, size_t count, size_t size)
{
    void *memory = calloc(count ? count : 1, size);
    return remember(s, &s->kept, memory, free) ? memory : NULL;
}

/* Room for one more pointer in a list that doubles. */
static void *grow(study *s, void *list, int count, size_t size)
{
    if (count & (count - 1)) return list; /* not a power of two: there is room */
    void *larger = memory_for(s, count ? 2 * (size_t)count : 1, size);
    if (larger && count) memcpy(larger, list, (size_t)count * size);
    return larger;
}

static char *text_of(study *s, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int n = vsnprintf(NULL, 0, format, args);
    char *text = memory_for(s, (size_t)n + 1, 1);
    if (text) vsnprintf(text, (size_t)n + 1, format, again);
    va_end(again);
    return text;
}

static char *copy_of(study *s, const char *text)
{
    char *copy = memory_for(s, strlen(text) + 1, 1);
    if (copy) memcpy(copy, text, strlen(text) + 1);
    return copy;
}

static void release_curve(void *object)
{
    study_curve *c = object;
    free(c->x);
    free(c->y);
    free(c);
}

void study_done(study *s)
{
    forget(&s->scratch);
}

void study_free(study *s)
{
    forget(&s->scratch);
    forget(&s->kept);
    *s = (study){0};
}

void study_fail(study *s, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    if (!s->failure) s->failure = text_of(s, format, args);
    va_end(args);
}

void study_skip(study *s, const char *why)
{
    study_fail(s, "%s", why);
    s->skipped = true;
}

study_verdict study_verdict_of(const study *s)
{
    if (s->failure || s->no_memory || s->criteria == 0) return VERDICT_NONE;
    study_verdict verdict = VERDICT_HOLDS;
    for (int i = 0; i < s->criteria; i++) {
        if (s->criterion[i].met) continue;
        if (s->criterion[i].required) return VERDICT_BROKEN;
        verdict = VERDICT_CAVEAT;
    }
    return verdict;
}

static void add_criterion(study *s, bool required, double value, double low, double high,
                          char *text)
{
    study_criterion *list = grow(s, s->criterion, s->criteria, sizeof *list);
    if (!list || !text) return;
    s->criterion = list;
    /* a value that is not a number meets nothing */
    list[s->criteria++] =
        (study_criterion){text, value, low, high, required, value >= low && value <= high};
}

void study_must(study *s, double value, double low, double high, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add_criterion(s, true, value, low, high, text_of(s, format, args));
    va_end(args);
}

void study_should(study *s, double value, double low, double high, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    add_criterion(s, false, value, low, high, text_of(s, format, args));
    va_end(args);
}

/* --- charts --------------------------------------------------------------------------------- */

study_chart *study_add_chart(study *s, chart_axes axes, const char *x_label, const char *caption)
{
    study_chart *chart = memory_for(s, 1, sizeof *chart);
    study_chart **list = grow(s, s->chart, s->charts, sizeof(void *));
    if (!chart || !list) return &spare_chart;
    chart->log_x = axes & CHART_LOG_X;
    chart->log_y = (axes & CHART_LOG_Y) != 0;
    chart->caption = copy_of(s, caption);
    chart->x_label = copy_of(s, x_label);
    s->chart = list;
    list[s->charts++] = chart;
    return chart;
}

int chart_add_panel(study *s, study_chart *chart, const char *label)
{
    if (chart == &spare_chart || chart->panels == FIGURE_PANELS) return 0;
    chart->panel[chart->panels] = copy_of(s, label);
    return chart->panels++;
}

study_curve *chart_add_curve(study *s, study_chart *chart, int panel, figure_style style,
                             const char *format, ...)
{
    study_curve *curve = calloc(1, sizeof *curve);
    if (!remember(s, &s->kept, curve, release_curve) || chart == &spare_chart) return &spare_curve;
    study_curve **list = grow(s, chart->curve, chart->curves, sizeof(void *));
    if (!list) return &spare_curve;
    va_list args;
    va_start(args, format);
    curve->label = text_of(s, format, args);
    va_end(args);
    curve->panel = panel;
    curve->style = style;
    chart->curve = list;
    list[chart->curves++] = curve;
    return curve;
}

void curve_add(study *s, study_curve *c, double x, double y)
{
    if (c == &spare_curve) return;
    if (c->n == c->capacity) {
        size_t capacity = c->capacity ? 2 * c->capacity : 64;
        double *xs = realloc(c->x, capacity * sizeof *xs);
        if (xs) c->x = xs;
        double *ys = realloc(c->y, capacity * sizeof *ys);
        if (ys) c->y = ys;
        if (!xs || !ys) {
            s->no_memory = true;
            return;
        }
        c->capacity = capacity;
    }
    c->x[c->n] = x;
    c->y[c->n++] = y;
}

void chart_add_slope(study *s, study_chart *chart, int panel, int order)
{
    double h_min = HUGE_VAL, h_max = 0, low = HUGE_VAL, max = 0;
    for (int k = 0; k < chart->curves; k++) {
        const study_curve *c = chart->curve[k];
        for (size_t i = 0; i < c->n && c->panel == panel && c->style != FIGURE_DASHED; i++) {
            if (!(c->y[i] > 0) || !isfinite(c->y[i])) continue;
            if (c->x[i] < h_min) low = HUGE_VAL;
            h_min = fmin(h_min, c->x[i]), h_max = fmax(h_max, c->x[i]);
            if (c->x[i] <= h_min) low = fmin(low, c->y[i]);
            max = fmax(max, c->y[i]);
        }
    }
    if (!(h_min < h_max) || !(low < max)) return;
    /* a steep one ends at the upper edge */
    double end = fmin(h_max, h_min * pow(max / low, 1.0 / order));
    char label[24] = "";
    if (panel == 0) snprintf(label, sizeof label, "slope %d", order);
    study_curve *line = chart_add_curve(s, chart, panel, FIGURE_DASHED, "%s", label);
    curve_add(s, line, h_min, low);
    curve_add(s, line, end, low * pow(end / h_min, order));
}

/* --- tables --------------------------------------------------------------------------------- */

study_table *study_add_table(study *s, const char *head, const char *caption)
{
    study_table *table = memory_for(s, 1, sizeof *table);
    study_table **list = grow(s, s->table, s->tables, sizeof(void *));
    if (!table || !list) return &spare_table;
    table->head = copy_of(s, head);
    table->caption = copy_of(s, caption);
    s->table = list;
    list[s->tables++] = table;
    return table;
}

void table_add(study *s, study_table *table, const char *format, ...)
{
    if (table == &spare_table) return;
    char **list = grow(s, table->row, table->rows, sizeof(void *));
    if (!list) return;
    va_list args;
    va_start(args, format);
    table->row = list;
    char *text = text_of(s, format, args);
    if (text) list[table->rows++] = text;
    va_end(args);
}
