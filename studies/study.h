/* SPDX-License-Identifier: BSD-3-Clause
 *
 * study.h -- what is found out about one figure, table or claim of a paper: curves, tables, and the
 * criteria from which its verdict follows. report.c writes it down.
 *
 * Everything that is made belongs to the study: models and runs until the item is computed, what is
 * found until it is written down. When memory is out, or a model or a
 * run fails that should not, the study remembers it, hands out empty things from then on, and has
 * no verdict: what computes an item need not look after every call.
 */
#ifndef STUDIES_STUDY_H
#define STUDIES_STUDY_H

#include <stdbool.h>
#include <polhode/polhode.h>
#include "converge/converge.h"
#include "plot/figure.h"

/* From criteria: HOLDS when all are met, CAVEAT when all required ones are, else BROKEN. */
typedef enum { VERDICT_NONE, VERDICT_HOLDS, VERDICT_CAVEAT, VERDICT_BROKEN } study_verdict;
const char *verdict_word(study_verdict verdict); /* "holds", as in summary.json */

typedef struct {
    char *text;
    double value, low, high; /* met when low <= value <= high */
    bool required, met;
} study_criterion;

typedef struct {
    double *x, *y;
    size_t n, capacity;
    char *label;
    int panel;
    figure_style style;
} study_curve;

typedef struct {
    char *caption, *x_label;
    char *panel[FIGURE_PANELS];
    int panels;
    bool log_x, log_y, square;
    bool drawn; /* NAME-K.svg is there */
    study_curve **curve;
    int curves;
} study_chart;

/* A row is its cells, parted by bars. */
typedef struct {
    char *caption, *head;
    char **row;
    int rows;
} study_table;

typedef struct study {
    const char *models; /* the folder `models` */
    bool whole;         /* long runs are made to the end, not only begun */
    study_chart **chart;
    int charts;
    study_table **table;
    int tables;
    study_criterion *criterion;
    int criteria;
    char *failure;             /* why there is no verdict; NULL: there is one */
    bool skipped;              /* which is no fault: something this build lacks */
    bool (*alive)(void *user); /* asked now and then; false: give up */
    void *user;
    /* what is freed with the study, and what when its computation is done */
    struct study_kept *kept, *scratch;
    bool no_memory;
} study;

/* --- making one ----------------------------------------------------------------------------- */

void study_free(study *s);
study_verdict study_verdict_of(const study *s);
void study_fail(study *s, const char *format, ...) PH_PRINTF(2, 3);
void study_skip(study *s, const char *why);
/* Memory for the computation, set to zero; NULL when there is none. */
void *study_scratch(study *s, size_t count, size_t size);
/* Calls `release` with the object when the computation is done, or now when that cannot be
 * remembered. */
bool study_borrow(study *s, void *object, void (*release)(void *));
/* The computation is done: its models, runs and scratch memory go, what it found stays. */
void study_done(study *s);

/* A criterion the claim stands or falls with, and one that costs it a caveat only. The text says
 * what the value is. */
void study_must(study *s, double value, double low, double high, const char *format, ...)
    PH_PRINTF(5, 6);
void study_should(study *s, double value, double low, double high, const char *format, ...)
    PH_PRINTF(5, 6);

/* --- charts and tables ---------------------------------------------------------------------- */

typedef enum { CHART_PLAIN = 0, CHART_LOG_X = 1, CHART_LOG_Y = 2, CHART_LOG = 3 } chart_axes;
study_chart *study_add_chart(study *s, chart_axes axes, const char *x_label, const char *caption);
int chart_add_panel(study *s, study_chart *chart, const char *label);
study_curve *chart_add_curve(study *s, study_chart *chart, int panel, figure_style style,
                             const char *format, ...) PH_PRINTF(5, 6);
void curve_add(study *s, study_curve *curve, double x, double y);
/* A dashed line of this slope from the smallest error at the smallest step on, in a panel with both
 * axes logarithmic. */
void chart_add_slope(study *s, study_chart *chart, int panel, int order);

study_table *study_add_table(study *s, const char *head, const char *caption);
void table_add(study *s, study_table *table, const char *format, ...) PH_PRINTF(3, 4);

/* --- runs ----------------------------------------------------------------------------------- */

/* models/NAME.yaml, with values changed as by --set; NULL after study_fail. */
const ph_model *study_model(study *s, const char *name, const char *const *set, int sets);

typedef struct {
    const char *method;
    double step, tolerance; /* one of them */
    double alpha;           /* where the method takes it; 0 is 0: NAN for the method's own */
    double end;             /* 0: the file's */
    int every;              /* steps between rows; 0: 1 */
    double grid;            /* [s] between rows, which steps end at; 0: by `every` */
    int body;               /* whose state is kept */
    const char *column;     /* a result column that is kept as well; NULL: none */
    bool energy, may_fail;
} run_plan;

typedef struct {
    double t;
    ph_body_state body;
    double energy; /* [J] total */
    double column;
} track_row;

typedef struct {
    track_row *row;
    size_t rows, capacity;
    ph_status status;
    ph_stats stats;
    double inertia[3]; /* principal: every body here has its axes along them */
    char message[160];
} track;

/* Where a column "OBJECT.QUANTITY.COMPONENT" stands in a row; 0, which is time: nowhere. */
size_t study_column(const ph_sim *sim, const char *name);
/* Runs, and keeps the first row, every so many steps, and the last. */
const track *study_run(study *s, const ph_model *model, run_plan plan);
/* The first and the last row; zeros when there is none. */
const track_row *track_start(const track *t);
const track_row *track_end(const track *t);
ph_vec3 row_momentum(const track *t, const track_row *row); /* world axes */

/* Errors of methods at the end over step sizes, against the file's reference or, where `end` is not
 * the file's (0: it is), a fine run of cf4 with step `fine`. */
typedef struct {
    const char *const *method;
    int methods;
    const double *step;
    int steps;
    double end, fine, alpha;
    bool by_tolerance, may_fail;
} converge_plan;
const converge_study *study_converge(study *s, const ph_model *model, converge_plan plan);
double study_error(const converge_study *c, const char *method, double step, int kind);
/* Between two steps. */
double study_order(const converge_study *c, const char *method, double h1, double h2, int kind);
/* One panel of the chart: all methods over the step; a panel of its own. */
int chart_add_errors(study *s, study_chart *chart, const converge_study *c, int kind,
                     const char *label);

/* N steps of one method and back, by the same (as it is, with all it carries along) or by another
 * that starts where the first has come to: the distance of the attitude from the start. */
double study_return(study *s, const ph_model *model, const char *forth, const char *back, double h,
                    int steps);

/* The rotation by a vector. */
ph_quat quat_turn(ph_vec3 v);
/* Attitude: 2 |vector part of p q*|; and the angle of the turn from a to b, near `about`. */
double turn_between(ph_quat p, ph_quat q);
double turn_angle(ph_quat a, ph_quat b, double about);

#endif
