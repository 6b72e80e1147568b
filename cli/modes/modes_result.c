/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Modes as a result that `polhode view` animates: each swings for two seconds, one after the other,
 * whatever its frequency, and as if it were not damped. The rows hold what the state had, but for
 * the places of bodies.
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include "command.h"
#include "common/replacement.h"
#include "common/report.h"
#include "modes.h"

enum { FRAMES = 48 };
static const double swing = 2, gap = 1; /* [s] of a mode, and to the next */
static const double part = 0.2;         /* of the model's size: how far it swings */
static const double bending = 2;        /* what bends shows its form at half of that */
static const char me[] = "modes";

/* Where the rows hold places and quaternions of bodies. */
typedef struct {
    const ph_block *pos, *quat;
    int *body;     /* [objects] of the model; -1: it is none */
    double *still; /* [width] the row of the state */
} places;

static bool find_places(const ph_sim *sim, const ph_model *model, places *p)
{
    *p = (places){0};
    for (int i = 0; i < ph_sim_blocks(sim); i++) {
        const ph_block *b = ph_sim_block(sim, i);
        if (strcmp(b->group, "bodies") != 0) continue;
        if (strcmp(b->quantity, "pos") == 0) p->pos = b;
        if (strcmp(b->quantity, "quat") == 0) p->quat = b;
    }
    int n = p->pos ? p->pos->objects : 0;
    p->body = malloc(((size_t)n + 1) * sizeof *p->body);
    for (int k = 0; p->body && k < n; k++) {
        p->body[k] = -1;
        for (int i = 0; i < ph_model_bodies(model); i++)
            if (strcmp(ph_model_body_name(model, i), p->pos->object[k]) == 0) p->body[k] = i;
    }
    return p->body != NULL;
}

/* [m] how far the bodies are apart; of one body, from where the world begins. */
static double size_of(const ph_sim *sim, int bodies)
{
    ph_vec3 low = ph_v3(0, 0, 0), high = low;
    for (int i = 0; i < bodies; i++) {
        ph_body_state s;
        if (ph_sim_get_body(sim, i, &s)) continue;
        ph_vec3 p = s.position;
        low = ph_v3(fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z));
        high = ph_v3(fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z));
    }
    double size = ph_norm(ph_sub(high, low));
    return size > 0 ? size : 1;
}

/* How much a mode is swung by: the largest displacement is a part of the size, no body turns by
 * more than half a radian. */
static double gain_of(const ph_mode *m, int bodies, double size)
{
    double move = 0, turn = 0;
    for (int i = 0; i < bodies; i++)
        for (int k = 0; k < 2; k++) {
            move = fmax(move, ph_norm(m->body[i].move[k]));
            turn = fmax(turn, ph_norm(m->body[i].turn[k]));
        }
    for (int i = 0; i < bodies; i++) move = fmax(move, bending * m->body[i].bend);
    double gain = INFINITY;
    if (move > 0) gain = part * size / move;
    if (turn > 0) gain = fmin(gain, 0.5 / turn);
    return isfinite(gain) ? gain : 0;
}

/* A quaternion turned by a vector of the world. */
static ph_quat turned(ph_quat q, ph_vec3 v)
{
    double angle = ph_norm(v), s = angle > 0 ? sin(angle / 2) / angle : 0.5;
    return ph_quat_mul(ph_quat_make(cos(angle / 2), s * v.x, s * v.y, s * v.z), q);
}

/* The real part of shape exp(i angle). */
static ph_vec3 at_angle(const ph_vec3 v[2], double gain, double angle)
{
    return ph_sub(ph_scale(gain * cos(angle), v[0]), ph_scale(gain * sin(angle), v[1]));
}

/* Columns of modal coordinates: of each flexible body a block of its own. */
static void put_modal(const places *p, const ph_sim *sim, const ph_model *model, const ph_mode *m,
                      double gain, double angle, double *row)
{
    for (int i = 0; i < ph_sim_blocks(sim); i++) {
        const ph_block *b = ph_sim_block(sim, i);
        if (strcmp(b->group, "bodies") != 0 || strcmp(b->quantity, "q") != 0) continue;
        for (int k = 0; k < ph_model_bodies(model); k++) {
            const ph_mode_body *body = m->body + k;
            if (strcmp(ph_model_body_name(model, k), b->object[0]) != 0) continue;
            for (int j = 0; j < body->modes && j < b->width; j++)
                row[1 + b->first + j] =
                    p->still[1 + b->first + j] +
                    gain * (cos(angle) * body->modal[0][j] - sin(angle) * body->modal[1][j]);
        }
    }
}

static void put_row(const places *p, const ph_sim *sim, const ph_mode *m, double gain, double angle,
                    double *row)
{
    for (int k = 0; p->pos && k < p->pos->objects; k++) {
        ph_body_state s;
        if (p->body[k] < 0 || ph_sim_get_body(sim, p->body[k], &s)) continue;
        const ph_mode_body *b = m->body + p->body[k];
        ph_vec3 x = ph_add(s.position, at_angle(b->move, gain, angle));
        ph_quat q = turned(s.orientation, at_angle(b->turn, gain, angle));
        double *pos = row + 1 + p->pos->first + 3 * k;
        pos[0] = x.x, pos[1] = x.y, pos[2] = x.z;
        if (!p->quat) continue;
        double *quat = row + 1 + p->quat->first + 4 * k;
        quat[0] = q.w, quat[1] = q.x, quat[2] = q.y, quat[3] = q.z;
    }
}

static bool put_rows(ph_writer *writer, ph_sim *sim, const ph_model *model, const ph_modes *modes,
                     ph_diag *diag)
{
    places p;
    size_t width = ph_sim_row_width(sim);
    double *row = malloc(2 * width * sizeof *row), size = size_of(sim, modes->bodies);
    bool good = find_places(sim, model, &p) && row && ph_sim_row(sim, row, diag) == PH_OK;
    if (modes->reach > 0) size = modes->bodies > 1 ? fmax(size, modes->reach) : modes->reach;
    if (good) p.still = memcpy(row + width, row, width * sizeof *row);
    for (int n = 0; good && n < modes->modes; n++) {
        double gain = gain_of(modes->mode + n, modes->bodies, size);
        for (int k = 0; good && k <= FRAMES; k++) {
            double share = (double)k / FRAMES;
            row[0] = n * (swing + gap) + swing * share;
            put_row(&p, sim, modes->mode + n, gain, 2 * PH_PI * share, row);
            put_modal(&p, sim, model, modes->mode + n, gain, 2 * PH_PI * share, row);
            good = ph_writer_row(writer, row, width, diag) == PH_OK;
        }
    }
    free(p.body);
    free(row);
    return good;
}

/* What the page needs to know of them. */
static char *list_modes(const ph_modes *modes)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out) return NULL;
    ph_json json = {.out = out}, *j = &json;
    ph_json_begin(j, NULL, '{');
    ph_json_number(j, "t", modes->t);
    ph_json_bool(j, "steady", modes->steady);
    ph_json_begin(j, "list", '[');
    for (int n = 0; n < modes->modes; n++) {
        const ph_mode *m = modes->mode + n;
        ph_json_begin(j, NULL, '{');
        ph_json_number(j, "frequency", m->frequency);
        ph_json_number(j, "damping", m->damping);
        ph_json_number(j, "re", m->re);
        ph_json_number(j, "im", m->im);
        ph_json_number(j, "from", n * (swing + gap));
        ph_json_number(j, "to", n * (swing + gap) + swing);
        ph_json_end(j);
    }
    ph_json_end(j);
    ph_json_end(j);
    fputc('\n', out);
    fclose(out);
    return text;
}

static int put_table(const char *directory, const ph_model *model, const ph_modes *modes)
{
    char path[600];
    replacement csv;
    snprintf(path, sizeof path, "%s/modes.csv", directory);
    if (!replacement_open(&csv, path, me)) return CLI_FAILED;
    modes_csv(modes, model, true, csv.file.out);
    return replacement_close(&csv, CLI_DONE);
}

int modes_result(const char *directory, const ph_model *model, ph_sim *sim, const ph_modes *modes,
                 ph_diag *diag)
{
    ph_writer *writer;
    if (ph_writer_open(directory, model, sim, diag, &writer) < 0) return CLI_USAGE;
    char *list = list_modes(modes);
    bool good = list && ph_writer_modes(writer, list, diag) == PH_OK &&
                put_rows(writer, sim, model, modes, diag);
    ph_status status = PH_E_IO;
    if (good)
        status = ph_writer_finish(writer, list, diag);
    else
        ph_writer_abandon(writer);
    if (!list) cli_error(me, "out of memory");
    free(list);
    return status == PH_OK ? put_table(directory, model, modes) : CLI_FAILED;
}
