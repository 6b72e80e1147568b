/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode/result.h -- write and read results (HDF5).
 *
 * Layout of result.h5: /time [rows]; for each ph_block a dataset /GROUP/QUANTITY of shape
 * [rows, objects, width] (or [rows] for a group's own number) with attributes "unit", "quantity"
 * ("" in /GROUP/value, an object's own value), "component" (their names, where there are several)
 * and "names" (which dataset of the group holds the names of the objects: /GROUP/names), of what
 * acts on bodies also "owners" (the same for who does: /GROUP/owners); /blocks lists the datasets
 * in the order of the columns. A request is a dataset /requests/NAME of shape
 * [rows, 1, columns] with "component" and "units" of each column and, where it has them, "id" and
 * "title". /model is the model file's text;
 * /scene, JSON, is what there is to look at: bodies, markers, joints, forces and shapes with their
 * places (docs/viewer.md); of modes /modes, JSON, says which rows show which. Attributes of /:
 * format (1), polhode (version), title, integrator, settings, model_path; of a
 * model whose parameter time_unit says so time_unit [s], in which its requests count time; of a run
 * that did not reach its end ended_early (why); and of one not to be trusted doubtful (why).
 */
#ifndef POLHODE_RESULT_H
#define POLHODE_RESULT_H

#include <stdbool.h>
#include <polhode/base.h>
#include <polhode/analysis.h>
#include <polhode/sim.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct ph_writer ph_writer;

/* Prepares DIR (made when missing) and a temporary file in it. An older result stays untouched
 * until ph_writer_finish. */
PH_API ph_status ph_writer_open(const char *directory, const ph_model *model, const ph_sim *sim,
                                ph_diag *diag, ph_writer **writer);
/* Appends one row as ph_sim_row gives it; buffered. */
PH_API ph_status ph_writer_row(ph_writer *writer, const double *row, size_t width, ph_diag *diag);
/* Says inside the result that it is not whole, and why: whoever opens it is warned. */
PH_API ph_status ph_writer_ended_early(ph_writer *writer, const char *why, ph_diag *diag);
/* The same of a result that is whole, but not to be trusted: see ph_stats.doubtful. */
PH_API ph_status ph_writer_doubtful(ph_writer *writer, const char *why, ph_diag *diag);
/* Says that its rows are shapes of modes, one after the other, and which: JSON (docs/viewer.md). */
PH_API ph_status ph_writer_modes(ph_writer *writer, const char *json, ph_diag *diag);
/* The stresses a run has kept, at its end. */
PH_API ph_status ph_writer_stresses(ph_writer *writer, ph_sim *sim, ph_diag *diag);
/* Puts result.h5 and summary.json (its text) in place, atomically, and frees the writer. On
 * failure nothing is replaced. */
PH_API ph_status ph_writer_finish(ph_writer *writer, const char *summary_json, ph_diag *diag);
/* Drops what was written and frees the writer. NULL is allowed. */
PH_API void ph_writer_abandon(ph_writer *writer);

/* An open result belongs to one thread at a time, also where it is const: names are looked up in
 * tables made when first needed. */
typedef struct ph_result ph_result;

/* path: a result.h5 or the folder that holds it. Of a run that ended early, or is doubtful, diag
 * gets a warning. */
PH_API ph_status ph_result_open(const char *path, ph_diag *diag, ph_result **result);
PH_API void ph_result_close(ph_result *result);
PH_API long long ph_result_rows(const ph_result *result);
PH_API int ph_result_columns(const ph_result *result); /* without time */
/* The columns as blocks, in their order: what the file says of them. NULL: no such block. */
PH_API int ph_result_blocks(const ph_result *result);
PH_API const ph_block *ph_result_block(const ph_result *result, int index);
/* The block that holds a column; NULL: no such column. Its object there is (column - first) /
 * width, its component (column - first) % width. */
PH_API const ph_block *ph_result_block_of(const ph_result *result, int column);
/* Writes the name of a column ("top.pos.x") into text; returns the length needed. */
PH_API size_t ph_result_column_name(const ph_result *result, int column, char *text, size_t size);
PH_API const char *ph_result_column_unit(const ph_result *result, int column);
/* The column of a quantity of an object, or of a group's own quantity; component "": it has none.
 * -1: no such column. */
PH_API int ph_result_column(const ph_result *result, const char *object, const char *quantity,
                            const char *component);
/* The same by its whole name. "time" is no column. */
PH_API int ph_result_find(const ph_result *result, const char *name);
/* All columns a name stands for: a full column, or a prefix ("top.pos", "top") of several.
 * Writes at most max indices; returns how many there are. */
PH_API int ph_result_match(const ph_result *result, const char *name, int *columns, int max);
/* The existing name closest to a misspelt one, for "did you mean"; returns 0 when none is near. */
PH_API size_t ph_result_suggest(const ph_result *result, const char *name, char *text, size_t size);
PH_API ph_status ph_result_time(ph_result *result, long long first, long long count, double *out,
                                ph_diag *diag);
PH_API ph_status ph_result_read(ph_result *result, int column, long long first, long long count,
                                double *out, ph_diag *diag);
/* n columns at once, row by row: out[count][n]. Far quicker than one by one when n is large. */
PH_API ph_status ph_result_read_rows(ph_result *result, const int *columns, int n, long long first,
                                     long long count, double *out, ph_diag *diag);
PH_API const char *ph_result_title(const ph_result *result);
/* Why it is not to be trusted; NULL: nobody said so. */
PH_API const char *ph_result_doubtful(const ph_result *result);
/* What there is to look at, as JSON (docs/viewer.md), until the result is closed; NULL: an older
 * result without, or one that is damaged there. */
PH_API const char *ph_result_scene(ph_result *result);
/* Of modes: which its rows show, as JSON, likewise; NULL: rows are states of a run. */
PH_API const char *ph_result_modes(ph_result *result);

/* A flexible body of a run: what it is, and the stresses it has seen. Arrays are NULL where they
 * have no entries, and live as long as the result. */
typedef struct {
    const char *name; /* of the body */
    int modes, nodes, lines, faces, spots;
    double separation;     /* [m] of hot spots, where nothing else is asked for */
    const double *node_at; /* [nodes][3] [m] undeformed, body axes from the centre of mass */
    const float *shape;    /* [nodes][3][modes] [m] of a unit of each modal coordinate */
    const int *line;       /* [lines][2] between nodes */
    const int *face;       /* [faces][3] of nodes */
    const double *spot_at; /* [spots][3] [m] where stresses are known */
    const int *spot_node;  /* [spots] -1: none */
    const char *const *label;
    const float *stress; /* [spots][6][modes] [Pa] of a unit of each modal coordinate: xx, yy, zz,
                            xy, yz, zx; NULL: too many to be kept in a result */
    /* the largest von Mises stress in all steps, when that was, and the tensor then; NULL: stresses
     * were not among the outputs, or the run goes on */
    const double *peak, *peak_time; /* [spots] [Pa], [s] */
    const float *peak_stress;       /* [spots][6] [Pa] */
} ph_bending;
/* How many there are; -1: the result is damaged, see diag. */
PH_API int ph_result_bends(ph_result *result, ph_diag *diag);
PH_API const ph_bending *ph_result_bending(ph_result *result, int index); /* NULL: no such one */

/* The unit of time of the deck requests come from [s]: 1 where none is said. Times in a result are
 * in seconds whatever it is. */
PH_API double ph_result_time_unit(const ph_result *result);

/* A linearised system as HDF5, in a folder that is there: /A, /B, /C, /D with rows and columns as
 * in ph_linear, /states, /units, /inputs and /outputs (names), and attributes of /: format (1),
 * polhode, title, t [s], positions, rates, steady (0, 1), change. */
PH_API ph_status ph_linear_write(const char *path, const ph_linear *linear, const char *title,
                                 ph_diag *diag);

/* A run that is still writing its result into a folder, and is watched: it then writes out every
 * second what it has. Only runs of other processes are found. */
typedef struct ph_running ph_running;
/* *running is NULL when nobody is writing there. */
PH_API ph_status ph_running_open(const char *directory, ph_running **running);
PH_API void ph_running_close(ph_running *running);
/* False: it has ended, and its result, if it left one, is in place. To be asked often, and after
 * each ph_result_close: so the run knows that it is watched. */
PH_API bool ph_running_goes_on(ph_running *running);
/* What has been written so far. It fails as long as there is nothing yet, or now and then while
 * more is being written: try again. What was read counts if ph_running_unchanged afterwards. */
PH_API ph_status ph_running_read(ph_running *running, ph_diag *diag, ph_result **result);
PH_API bool ph_running_unchanged(const ph_running *running);

#ifdef __cplusplus
}
#endif
#endif
