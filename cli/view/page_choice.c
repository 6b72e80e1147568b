/* SPDX-License-Identifier: BSD-3-Clause
 *
 * page_choice.c -- what of a result goes into a page of a given size.
 *
 * The animation comes first: as many frames a second as asked for, fewer where they would take
 * more than their share. Curves get what is left: all rows of all columns if that fits; else rows
 * at even distances; else, below LEAST_SAMPLES rows, columns go in the order of their rank.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "page.h"

/* Frames of a short run that is likely to be seen in slow motion. */
enum { LEAST_SAMPLES = 200, FRAMES = 600 };
/* Of the data, when it does not all fit. */
#define FRAME_SHARE 0.8
/* base64 has 4 letters for 3 bytes. */
#define LETTERS (4.0 / 3.0)
/* Largest coordinate that a float keeps to 5e-7 m. */
#define FLOAT_REACH 16

/* --- rows ----------------------------------------------------------------------------------- */

/* Rows at least `gap` apart, the first and the last always; with list NULL only their number. */
static long long rows_apart(const page *p, double gap, long long *list)
{
    long long count = 0;
    double next = -INFINITY, slack = 1e-6 * gap;
    for (long long i = 0; i < p->rows; i++) {
        double t = p->time[i];
        bool last = i == p->rows - 1;
        if (t < next - slack && !last) continue;
        if (list) list[count] = i;
        count++;
        /* onto the grid from the first time, so that rounding does not add up */
        next = gap > 0 ? p->time[0] + gap * (floor((t - p->time[0] + slack) / gap) + 1) : t;
    }
    return count;
}

/* The largest number of rows up to `most`, at distances of `gap` or a multiple of it. */
static bool choose_rows(const page *p, double gap, double most, long long **list, long long *count)
{
    double span = p->rows ? p->time[p->rows - 1] - p->time[0] : 0;
    long long n = rows_apart(p, gap, NULL);
    if (most < 2) most = 2;
    int first = gap > 0 && (double)n / most < 1e6 ? (int)((double)n / most) : 2;
    for (int k = first > 2 ? first : 2; (double)n > most && k < 2000000; k++) {
        double wider = gap > 0 ? gap * k : span / most * (1 + 0.02 * (k - 2));
        n = rows_apart(p, wider, NULL);
        if ((double)n <= most) gap = wider;
    }
    *list = malloc((size_t)(n ? n : 1) * sizeof **list);
    if (!*list) return false;
    *count = rows_apart(p, gap, *list);
    return true;
}

/* Positions as floats where these are exact enough: of all bodies, at some of the frames. */
static bool choose_precision(page *p, ph_diag *diag)
{
    size_t n = 3 * (size_t)p->bodies.count;
    int *column = malloc((n + 1) * sizeof *column);
    double *value = malloc((n + 1) * sizeof *value), most = 0;
    bool good = column && value;
    long long step = p->frames > 64 ? p->frames / 64 : 1;
    for (size_t i = 0; good && i < n; i++) column[i] = p->bodies.body[i / 3].pos + (int)(i % 3);
    for (long long f = 0; good && n && f < p->frames; f += step) {
        good = ph_result_read_rows(p->result, column, (int)n, p->frame[f], 1, value, diag) == PH_OK;
        for (size_t i = 0; good && i < n; i++) most = fmax(most, fabs(value[i]));
    }
    free(column);
    free(value);
    /* a factor of two for what lies between the rows looked at */
    p->position_bytes = 2 * most > FLOAT_REACH ? 8 : 4;
    return good;
}

static void add_note(page *p, const char *format, double a, double b)
{
    if (p->notes < 4) snprintf(p->note[p->notes++], sizeof p->note[0], format, a, b);
}

static bool choose_frames(page *p, double room, ph_diag *diag)
{
    double span = p->rows ? p->time[p->rows - 1] - p->time[0] : 0;
    double frame = LETTERS * (8 + (double)p->bodies.count * (3 * 8 + 16) + 4.0 * p->bends.modes);
    double fps = p->options->fps;
    if (!(fps > 0)) fps = span > 0 ? fmax(50, FRAMES / span) : 50;
    if (!choose_rows(p, 1 / fps, room / frame, &p->frame, &p->frames)) return false;
    double rate = span > 0 ? (double)(p->frames - 1) / span : 0;
    if (p->frames < p->rows && rate > 0.9 * fps)
        add_note(p, "animation: %.0f frames, %.3g a second", (double)p->frames, rate);
    else if (p->frames < p->rows)
        add_note(p, "animation: %.0f frames, %.3g a second (--size makes room for more)",
                 (double)p->frames, rate);
    return choose_precision(p, diag);
}

/* --- columns of the curves ------------------------------------------------------------------- */

/* How soon the columns of a block are wanted: 0 first. */
static int rank_of(const ph_block *block)
{
    static const struct {
        const char *quantity;
        int rank;
    } known[] = {{"alpha_world", 3}, {"alpha", 3}, {"omega_world", 2}, {"acc", 2},   {"quat", 2},
                 {"pos", 1},         {"vel", 1},   {"omega", 1},       {"force", 1}, {"torque", 1}};
    if (block->owner || strcmp(block->quantity, "q") == 0) return 4;
    for (size_t k = 0; k < sizeof known / sizeof *known; k++)
        if (strcmp(block->quantity, known[k].quantity) == 0) return known[k].rank;
    return 0;
}

enum { RANKS = 5 };

/* Keeps columns of the first ranks, as many as fit. */
static bool drop_columns(page *p, double most)
{
    int total = p->curve.count, kept = 0;
    char *rank = malloc((size_t)total + 1);
    if (!rank) return false;
    long long at[RANKS] = {0};
    for (int i = 0; i < total; i++) {
        rank[i] = (char)rank_of(ph_result_block_of(p->result, p->curve.column[i]));
        at[(int)rank[i]]++;
    }
    double room = most;
    for (int r = 0; r < RANKS; r++) {
        double take = fmin((double)at[r], room);
        at[r] = (long long)take;
        room -= take;
    }
    for (int i = 0; i < total; i++)
        if (at[(int)rank[i]]-- > 0) p->curve.column[kept++] = p->curve.column[i];
    free(rank);
    p->curve.count = kept;
    add_note(p, "curves: %.0f of %.0f columns (--columns chooses, --size makes room)", kept, total);
    return true;
}

static bool choose_curves(page *p, double room)
{
    const page_options *o = p->options;
    bool all = o->wanted.count == 0;
    if (all && !cli_columns_all(&p->curve, "view", p->result)) return false;
    if (!all) {
        p->curve.column = malloc((size_t)o->wanted.count * sizeof *p->curve.column);
        if (!p->curve.column) return false;
        memcpy(p->curve.column, o->wanted.column, (size_t)o->wanted.count * sizeof(int));
        p->curve.count = p->curve.capacity = o->wanted.count;
    }
    long long least = p->rows < LEAST_SAMPLES ? p->rows : LEAST_SAMPLES;
    if (least < 1) least = 1;
    double most = (room / (double)least / LETTERS - 8) / 4;
    if (all && (double)p->curve.count > most && !drop_columns(p, fmax(most, 0))) return false;
    double row = LETTERS * (8 + 4.0 * p->curve.count);
    if (!choose_rows(p, 0, fmax(room / row, (double)least), &p->sample, &p->samples)) return false;
    if (p->samples < p->rows)
        add_note(p,
                 "curves: %.0f of %.0f rows; what swings faster looks slow (--columns with fewer "
                 "names, or --size, makes room)",
                 (double)p->samples, (double)p->rows);
    return true;
}

bool page_choose(page *p, ph_result *result, const page_options *options, ph_diag *diag)
{
    *p = (page){.result = result, .options = options, .rows = ph_result_rows(result)};
    p->time = malloc((size_t)(p->rows ? p->rows : 1) * sizeof *p->time);
    if (!p->time || !cli_bodies_find(&p->bodies, result)) return false;
    if (p->rows && ph_result_time(result, 0, p->rows, p->time, diag) != PH_OK) return false;
    if (!page_bends_find(&p->bends, result, options->bytes, diag)) return false;
    for (int k = 0; k < p->bends.count; k++)
        if (p->bends.body[k].is->stress && !p->bends.body[k].stress)
            add_note(p, "stresses: the largest alone, not those of each time (--size makes room)",
                     0, 0);
    /* the names of bodies and columns take a little, too */
    double room = fmax(0.97 * options->bytes - options->taken - p->bends.bytes, 0);
    if (!choose_frames(p, FRAME_SHARE * room, diag)) return false;
    room -= (double)p->frames * LETTERS *
            (8 + (double)p->bodies.count * (3.0 * p->position_bytes + 16) + 4.0 * p->bends.modes);
    return choose_curves(p, fmax(room, 0.1 * options->bytes));
}

void page_free(page *p)
{
    cli_bodies_free(&p->bodies);
    page_bends_free(&p->bends);
    free(p->time);
    free(p->frame);
    free(p->sample);
    cli_columns_free(&p->curve);
    *p = (page){0};
}
