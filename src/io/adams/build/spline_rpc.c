/* SPDX-License-Identifier: BSD-3-Clause
 *
 * spline_rpc.c -- one channel of a time history in a file of MTS' form RPC III.
 *
 * Records of 128 bytes, a keyword of 32 and its value of 96, fill NUM_HEADER_BLOCKS blocks of 512
 * bytes; NUM_PARAMS of them count. Numbers follow in groups: PTS_PER_GROUP of the first channel,
 * then as many of each other one, until there are FRAMES of PTS_PER_FRAME. They are integers of 16
 * bits times SCALE.CHAN_n, or floating point of 32 bits, at times DELTA_T [s] apart from 0 on. The
 * byte order is FORMAT's. Reference: the description of the form that MTS Systems gives away.
 */
#include <limits.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "base/diag.h"
#include "io/adams/build/spline_rpc.h"

enum { RECORD = 128, WORD = 32, BLOCK = 512, MOST_POINTS = 50000000 };

typedef struct {
    const unsigned char *text;
    size_t length;
    int records; /* that count */
} file;

/* ---- the head ---- */

/* Whether a field holds the word: blanks and zeros fill it up. */
static bool is(const unsigned char *field, size_t size, const char *word)
{
    size_t n = strlen(word);
    if (n > size || memcmp(field, word, n) != 0) return false;
    return n == size || field[n] == '\0' || field[n] == ' ';
}

/* The value of a keyword; NULL: it is not there. */
static const unsigned char *find(const file *f, const char *keyword)
{
    for (int k = 0; k < f->records; k++)
        if (is(f->text + (size_t)k * RECORD, WORD, keyword))
            return f->text + (size_t)k * RECORD + WORD;
    return NULL;
}

/* The number a keyword has; `otherwise` where it is not there, NAN where it is none. */
static double number_of(const file *f, const char *keyword, double otherwise)
{
    const unsigned char *value = find(f, keyword);
    char copy[RECORD - WORD + 1], *end;
    if (!value) return otherwise;
    memcpy(copy, value, RECORD - WORD);
    copy[RECORD - WORD] = '\0';
    double x = strtod(copy, &end);
    return end == copy ? (double)NAN : x;
}

typedef struct {
    int channels, head;       /* head: [blocks] */
    int frame, group, frames; /* points of a frame and of a group, how many frames */
    bool floats, swapped;     /* numbers of 32 bits; the other byte order */
    double step, scale;       /* [s] */
} layout;

static bool is_count(double x, double most)
{
    return x >= 1 && x <= most && x == floor(x);
}

/* What the head says. NULL: all is well; else what is wrong. */
static const char *read_head(const file *f, int channel, layout *out)
{
    static const unsigned char one[] = {1, 0};
    uint16_t probe;
    memcpy(&probe, one, sizeof probe);
    const unsigned char *form = find(f, "FORMAT"), *type = find(f, "DATA_TYPE");
    const double v[] = {number_of(f, "NUM_HEADER_BLOCKS", NAN), number_of(f, "CHANNELS", NAN),
                        number_of(f, "PTS_PER_FRAME", NAN), number_of(f, "PTS_PER_GROUP", NAN),
                        number_of(f, "FRAMES", NAN)};
    for (int k = 0; k < 5; k++)
        if (!is_count(v[k], MOST_POINTS))
            return "its head lacks NUM_HEADER_BLOCKS, CHANNELS, PTS_PER_FRAME, PTS_PER_GROUP or "
                   "FRAMES, or one of them is no number";
    bool little = form && is(form, RECORD - WORD, "BINARY_IEEE_LITTLE_END");
    bool big = form && is(form, RECORD - WORD, "BINARY_IEEE_BIG_END");
    if (!little && !big) return "its FORMAT is neither BINARY_IEEE_LITTLE_END nor .._BIG_END";
    char scale[WORD];
    snprintf(scale, sizeof scale, "SCALE.CHAN_%d", channel);
    *out = (layout){.head = (int)v[0],
                    .channels = (int)v[1],
                    .frame = (int)v[2],
                    .group = (int)v[3],
                    .frames = (int)v[4],
                    .floats = type && is(type, RECORD - WORD, "FLOATING_POINT"),
                    .swapped = (probe == 1) != little,
                    .step = number_of(f, "DELTA_T", NAN)};
    out->scale = out->floats ? 1 : number_of(f, scale, 1);
    if (!(out->step > 0 && isfinite(out->step))) return "its DELTA_T is no time above zero";
    if (!isfinite(out->scale)) return "the SCALE of the channel is no number";
    if (out->group % out->frame) return "PTS_PER_GROUP is no multiple of PTS_PER_FRAME";
    if (v[2] * v[4] > MOST_POINTS || v[1] > 1024) return "it has more numbers than any such file";
    return NULL;
}

/* ---- the numbers ---- */

static double number_at(const layout *l, const unsigned char *at)
{
    unsigned char b[4];
    size_t n = l->floats ? 4 : 2;
    for (size_t k = 0; k < n; k++) b[k] = at[l->swapped ? n - 1 - k : k];
    float x;
    int16_t i;
    memcpy(&i, b, sizeof i);
    if (l->floats) memcpy(&x, b, sizeof x);
    return l->floats ? (double)x : i * l->scale;
}

/* Whether the file is as long as it says; whole groups are written, whatever they hold. */
static bool fits(const file *f, const layout *l, int points)
{
    double groups = ceil((double)points / l->group), width = l->floats ? 4 : 2;
    return l->head * (double)BLOCK + groups * l->group * l->channels * width <= (double)f->length;
}

bool phk_rpc_is(const char *text, size_t length)
{
    return length >= BLOCK && is((const unsigned char *)text, WORD, "FORMAT");
}

const char *phk_rpc_read(phk_arena *arena, const char *text, size_t length, int channel,
                         double unit, ph_numbers *x, ph_numbers *y, int *channels)
{
    file f = {(const unsigned char *)text, length, 3};
    double records = number_of(&f, "NUM_PARAMS", NAN);
    if (!is_count(records, INT_MAX) || (size_t)records > length / RECORD)
        return "its head lacks NUM_PARAMS";
    f.records = (int)records;
    layout l;
    const char *wrong = read_head(&f, channel, &l);
    if (wrong) return wrong;
    *channels = l.channels;
    if (channel < 1 || channel > l.channels) return "";
    int points = l.frame * l.frames;
    if (!fits(&f, &l, points)) return "it is shorter than its head says";
    double *value = phk_arena_alloc(arena, 2 * (size_t)points * sizeof *value);
    if (!value) return NULL;
    size_t width = l.floats ? 4 : 2, group = (size_t)l.group;
    const unsigned char *data = f.text + (size_t)l.head * BLOCK;
    for (size_t i = 0; i < (size_t)points; i++) {
        size_t at = (i / group * (size_t)l.channels + (size_t)channel - 1) * group + i % group;
        value[i] = (double)i * l.step / unit;
        value[(size_t)points + i] = number_at(&l, data + at * width);
        if (!isfinite(value[(size_t)points + i])) return "one of its numbers is not finite";
    }
    *x = (ph_numbers){points, value};
    *y = (ph_numbers){points, value + points};
    return NULL;
}
