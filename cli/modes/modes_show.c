/* SPDX-License-Identifier: BSD-3-Clause */
#include <math.h>
#include <string.h>
#include "modes.h"

#define SMALL 1e-6 /* of the largest eigenvalue: a free motion, whose zero is only rounded */

static double size_of(const ph_vec3 v[2])
{
    return sqrt(ph_dot(v[0], v[0]) + ph_dot(v[1], v[1]));
}

/* Which axis most of it is along. */
static char axis_of(const ph_vec3 v[2])
{
    double x = hypot(v[0].x, v[1].x), y = hypot(v[0].y, v[1].y), z = hypot(v[0].z, v[1].z);
    return x >= y && x >= z ? 'x' : y >= z ? 'y' : 'z';
}

/* "arm moves along x": what moves most; or turns, or bends, where nothing moves as far. */
static void describe(const ph_mode *m, int bodies, const ph_model *model, char *text, size_t size)
{
    int best = -1;
    bool turns = false, bends = false;
    double most = 0;
    for (int i = 0; i < bodies; i++)
        for (int k = 0; k < 2; k++) {
            double s = size_of(k ? m->body[i].turn : m->body[i].move);
            if (s > most * (1 + 1e-9)) most = s, best = i, turns = k;
        }
    for (int i = 0; i < bodies; i++)
        if (m->body[i].bend > most * (1 + 1e-9)) most = m->body[i].bend, best = i, bends = true;
    snprintf(text, size, "-");
    if (best >= 0 && bends)
        snprintf(text, size, "%s bends", ph_model_body_name(model, best));
    else if (best >= 0)
        snprintf(text, size, "%s %s %c", ph_model_body_name(model, best),
                 turns ? "turns about" : "moves along",
                 axis_of(turns ? m->body[best].turn : m->body[best].move));
}

static double largest(const ph_modes *modes)
{
    double most = 0;
    for (int i = 0; i < modes->modes; i++)
        most = fmax(most, hypot(modes->mode[i].re, modes->mode[i].im));
    return most;
}

/* Without the sign of a zero. */
static double rounded(double damping)
{
    return fabs(damping) < 5e-7 ? 0 : damping;
}

/* "unstable", "decays", "free", or nothing to say. */
static const char *kind_of(const ph_mode *m, double most)
{
    double size = hypot(m->re, m->im);
    if (size <= SMALL * most) return "free";
    if (m->re > SMALL * size) return "unstable";
    return m->im == 0 ? "decays" : "";
}

static void print_shape(const ph_mode *m, int bodies, const ph_model *model, FILE *out)
{
    for (int i = 0; i < bodies; i++)
        for (int k = 0; k < 2; k++) {
            const ph_vec3 *v = k ? m->body[i].turn : m->body[i].move;
            if (!(size_of(v) > 1e-9)) continue;
            fprintf(out, "        %-16s %s  %9.5f %9.5f %9.5f", ph_model_body_name(model, i),
                    k ? "turns" : "moves", v[0].x, v[0].y, v[0].z);
            if (ph_norm(v[1]) > 1e-9)
                fprintf(out, "  + i (%9.5f %9.5f %9.5f)", v[1].x, v[1].y, v[1].z);
            fputc('\n', out);
        }
}

void modes_print(const ph_modes *modes, const ph_model *model, bool shapes, FILE *out)
{
    double most = largest(modes);
    fprintf(out, "%d mode%s at t = %g s%s; degrees of freedom: %d, states: %d\n", modes->modes,
            modes->modes == 1 ? "" : "s", modes->t, modes->all ? ", which are all" : "",
            modes->freedoms, modes->states);
    fprintf(out, "%4s %14s %12s %14s %14s  %-9s %s\n", "mode", "frequency/Hz", "damping",
            "re/(1/s)", "im/(1/s)", "", "most of it");
    for (int i = 0; i < modes->modes; i++) {
        const ph_mode *m = modes->mode + i;
        char text[200];
        describe(m, modes->bodies, model, text, sizeof text);
        const char *kind = kind_of(m, most);
        bool idle = strcmp(kind, "free") == 0; /* what it would be damped by is rounding */
        fprintf(out, "%4d %14.8g %12.6f %14.8g %14.8g  %-9s %s\n", i + 1, m->frequency,
                idle ? 0 : rounded(m->damping), m->re, m->im, kind, text);
        if (shapes) print_shape(m, modes->bodies, model, out);
    }
}

void modes_csv(const ph_modes *modes, const ph_model *model, bool shapes, FILE *out)
{
    static const char *const part[] = {"re", "im"}, *const what[] = {"move", "turn"};
    fprintf(out, "mode,frequency,damping,re,im");
    for (int i = 0; shapes && i < modes->bodies; i++)
        for (int k = 0; k < 12; k++)
            fprintf(out, ",%s.%s.%c.%s", ph_model_body_name(model, i), what[k / 6],
                    "xyz"[k / 2 % 3], part[k % 2]);
    fputc('\n', out);
    for (int n = 0; n < modes->modes; n++) {
        const ph_mode *m = modes->mode + n;
        fprintf(out, "%d,%.17g,%.17g,%.17g,%.17g", n + 1, m->frequency, m->damping, m->re, m->im);
        for (int i = 0; shapes && i < modes->bodies; i++)
            for (int k = 0; k < 12; k++) {
                const ph_vec3 *v = (k / 6 ? m->body[i].turn : m->body[i].move) + k % 2;
                fprintf(out, ",%.17g", (&v->x)[k / 2 % 3]);
            }
        fputc('\n', out);
    }
}
