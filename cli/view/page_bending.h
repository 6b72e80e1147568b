/* SPDX-License-Identifier: BSD-3-Clause
 *
 * page_bending.h -- flexible bodies of a page: what they are made of, small.
 *
 * JSON `bending`, a list: name; nodes, modes; `separation` [m] of hot spots; `at`, floats
 * [nodes][3]; `shape`, whole numbers of two bytes [nodes][3][modes] with their unit of each mode in
 * `shape_unit`; `line`, `face`, numbers of nodes; `spot_at`, floats; `spot_node`; `labels`, and of
 * each spot which in `spot_label`; `stress` and `stress_unit` [spots][6][modes] likewise, where
 * there is room; `peak` [Pa] and `peak_time` [s], floats, where they are known; `q`, floats
 * [frames][modes], where the result has them.
 */
#ifndef CLI_PAGE_BENDING_H
#define CLI_PAGE_BENDING_H

#include <polhode/json.h>
#include <polhode/result.h>

typedef struct {
    const ph_bending *is;
    int *column; /* [modes] of modal coordinates; NULL: not in the result */
    bool stress; /* there is room for stresses of unit modes */
} page_bend;

typedef struct {
    page_bend *body;
    int count, modes; /* modes: of all whose coordinates are there */
    double bytes;     /* they take in the page, frames not counted */
} page_bends;

/* Those of a result, in a page of so many bytes. False: out of memory, or it is damaged (diag). */
bool page_bends_find(page_bends *bends, ph_result *result, double bytes, ph_diag *diag);
/* Members of an object that is open. */
void page_bend_put(const page_bend *bend, ph_json *j);
void page_bends_free(page_bends *bends);

#endif
