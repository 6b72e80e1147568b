/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What elements do at their markers: JOINT(id, jflag, comp, rm) and its like of one element, jflag
 * 0 at its marker I and 1 at J; FX(i, j, rm) and its like of all that acts between two markers, at
 * the first of them, or without the second of what acts on the first alone.
 */
#include <string.h>
#include "io/adams/function/function.h"
#include "io/adams/function/pairs.h"

/* Component 1..8 of the element functions: magnitude, x, y, z of the force, then of the torque. */
static const char *const load_name[] = {"load_fm", "load_fx", "load_fy", "load_fz",
                                        "load_tm", "load_tx", "load_ty", "load_tz"};

/* ---- one element ---- */

static bool is(const phk_statement *s, const char *type)
{
    return strcmp(s->type->name, type) == 0;
}

/* The reaction of a force by components acts at the place of I, on another part. */
static bool floats(const phk_statement *s)
{
    return is(s, "VFORCE") || is(s, "VTORQUE") || is(s, "GFORCE");
}

/* The place of side 0 (I) or 1 (J) of an element, as its model calls it; NULL: it has none. */
static const char *place_of(const phk_statement *s, int side)
{
    const phk_statement *at = s;
    if (is(s, "CONTACT")) return side ? "2" : "1";
    /* of their first joint: J is its first marker */
    if (is(s, "GEAR") || is(s, "COUPLER")) return side ? "1" : "2";
    if (is(s, "MOTION")) {
        /* the angles B1 and B3 are driven between one marker and a turned copy of the other, which
         * comes first */
        if (phk_arg_flag(s, "B2")) return NULL;
        if (phk_arg_flag(s, side ? "B1" : "B3")) return "1";
    }
    if (phk_arg_find(s, "JOINT")) at = phk_arg_target(s, "JOINT");
    const phk_statement *marker = at ? phk_arg_target(at, side ? "J" : "I") : NULL;
    return marker ? phk_deck_marker_name(marker) : NULL;
}

/* One term, with its sign, of what is asked for at marker `at`, a side of the element; false: the
 * element does nothing there. */
static bool write_term(phk_translation *t, const phk_statement *s, const phk_statement *at,
                       int side, int component, const char *axes, bool first)
{
    bool magnitude = component == 0 || component == 4, opposite = side == 1 && floats(s);
    if (side == 1 && is(s, "SFORCE") && phk_arg_flag(s, "ACTIONONLY")) return false;
    const char *place = is(s, "GCON") ? phk_deck_marker_name(at) : place_of(s, opposite ? 0 : side);
    if (!place) {
        if (is(s, "MOTION"))
            phk_deck_error(
                t->deck, PH_E_UNSUPPORTED, t->where, NULL,
                "what MOTION/%d does cannot be told: its angle B2 is held by an equation", s->id);
        t->in.errors++; /* else a marker is missing, which was reported */
        return false;
    }
    bool minus = opposite && !magnitude;
    phk_function_write(t, first ? (minus ? "-" : "") : minus ? " - " : " + ");
    phk_function_write(t, "%s(%s, %s", load_name[component], s->name, place);
    if (axes && !magnitude) phk_function_write(t, ", %s", axes);
    phk_function_write(t, ")");
    return true;
}

static phk_in_unit unit_of(int component)
{
    return component < 4 ? PHK_IN_FORCE : PHK_IN_TORQUE;
}

void phk_function_write_load(phk_translation *t, const phk_function_entry *e,
                             const phk_function_argument *a, int count)
{
    (void)e;
    int flag = a[1].number, component = a[2].number;
    if (flag < 0 || flag > 1)
        phk_complain(&t->in, PH_E_RANGE, &a[1].token, NULL,
                     "jflag is 0, at marker I, or 1, at marker J");
    if (component < 1 || component > 8)
        phk_complain(&t->in, PH_E_RANGE, &a[2].token,
                     "1 to 4: magnitude, x, y, z of the force; 5 to 8: of the torque",
                     "there is no component %d", component);
    if (flag < 0 || flag > 1 || component < 1 || component > 8) return;
    if (a[0].target->left_out) { /* what is not there does nothing */
        phk_function_write(t, "0");
        return;
    }
    const char *axes = count > 3 && a[3].target ? a[3].text : NULL;
    const char *factors = phk_function_unit(t, unit_of(component - 1));
    phk_function_write(t, "(");
    if (!write_term(t, a[0].target, NULL, flag, component - 1, axes, true))
        phk_function_write(t, "0");
    phk_function_write(t, "%s)", factors);
}

/* ---- all between two markers ---- */

/* The sum of a component over all elements; how many. */
static int write_sum(phk_translation *t, const phk_function_argument *a, int component,
                     const char *axes)
{
    const phk_statement *i = a[0].target, *j = a[1].target;
    int n = 0;
    for (const phk_pair_entry *p = phk_pairs_find(t->deck, i, j, NULL); p;
         p = phk_pairs_find(t->deck, i, j, p)) {
        int side = p->i == i ? 0 : 1;
        if (write_term(t, p->element, i, side, component, axes, n == 0)) n++;
    }
    if (n == 0) phk_function_write(t, "0");
    return n;
}

void phk_function_write_force(phk_translation *t, const phk_function_entry *e,
                              const phk_function_argument *a, int count)
{
    int component = (e->name[0] == 'T' ? 4 : 0) + (int)(strchr("MXYZ", e->name[1]) - "MXYZ");
    phk_function_argument pair[2] = {a[0], {.text = "ground"}};
    if (count > 1) pair[1] = a[1];
    const char *axes = count > 2 && a[2].target ? a[2].text : NULL;
    const char *factors = phk_function_unit(t, unit_of(component));
    int n = 0;
    for (const phk_pair_entry *p = phk_pairs_find(t->deck, a[0].target, pair[1].target, NULL); p;
         p = phk_pairs_find(t->deck, a[0].target, pair[1].target, p))
        n++;
    if (n == 0)
        phk_deck_note(t->deck, phk_function_piece(t, &a[0].token),
                      "nothing acts %s MARKER/%d%s: %s is 0 there", count > 1 ? "between" : "on",
                      a[0].number, count > 1 ? " and the other" : " alone", e->name);
    phk_function_write(t, "(");
    if (component % 4 == 0 && n > 1) {
        /* the magnitude of the sum */
        phk_function_write(t, "hypot(hypot(");
        write_sum(t, pair, component + 1, NULL);
        phk_function_write(t, ", ");
        write_sum(t, pair, component + 2, NULL);
        phk_function_write(t, "), ");
        write_sum(t, pair, component + 3, NULL);
        phk_function_write(t, ")");
    } else {
        /* a sum within a quotient needs parentheses of its own */
        phk_function_write(t, n > 1 ? "(" : "");
        write_sum(t, pair, component, axes);
        phk_function_write(t, n > 1 ? ")" : "");
    }
    phk_function_write(t, "%s)", factors);
}
