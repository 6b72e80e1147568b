/* SPDX-License-Identifier: BSD-3-Clause */
#include "summary.h"

#include <math.h>
#include <polhode/json.h>
#include "limits.h"

static const char *outcome(const summary *s)
{
    if (s->status == PH_OK) return ph_sim_stats(s->sim)->doubtful ? "doubtful" : "done";
    return s->status == PH_STOPPED ? "stopped" : "failed";
}

static limits limits_of(const summary *s)
{
    limits l = {.options = ph_sim_options(s->sim),
                .stats = ph_sim_stats(s->sim),
                .time = ph_sim_time(s->sim),
                .rows = s->rows};
    l.breaks = ph_sim_breaks(s->sim, &l.break_time);
    return l;
}

static double number_of(const ph_option *option, const ph_options *o)
{
    const void *at = (const char *)o + option->field.offset;
    return option->field.kind == PH_FIELD_NUMBER ? *(const double *)at : *(const int *)at;
}

static const char *analysis_of(const ph_options *o)
{
    return ph_option_find("analysis")->field.words[o->analysis];
}

/* "step 0.001 s" or "tolerance 0.0001", and the damping where it was chosen. */
static void print_method(const ph_options *o, FILE *out)
{
    if (o->analysis > PH_DYNAMIC) {
        fprintf(out, "%-22s %s\n", "analysis", analysis_of(o));
        return;
    }
    if (o->step > 0)
        fprintf(out, "%-22s %s, step %g s", "integrator", o->integrator.text, o->step);
    else
        fprintf(out, "%-22s %s, tolerance %g", "integrator", o->integrator.text, o->tolerance);
    for (int i = 0; i < ph_option_count(); i++) {
        const ph_option *option = ph_option_get(i);
        if (option->flags & PH_OF_METHOD && ph_option_given(option, o))
            fprintf(out, ", %s %g", option->field.name, number_of(option, o));
    }
    fputc('\n', out);
}

static void print_steps(const ph_options *o, const ph_stats *n, FILE *out)
{
    fprintf(out, "%-22s %lld (%lld rejected, %lld starts)\n", "steps", n->steps, n->rejected,
            n->restarts);
    if (o->tolerance > 0 && n->steps > 0)
        fprintf(out, "%-22s %.3g s to %.3g s\n", "step sizes", n->smallest_step, n->largest_step);
    fprintf(out, "%-22s %lld (and %lld for output)\n", "force evaluations", n->force_evaluations,
            n->output_evaluations);
    fprintf(out, "%-22s %lld\n", "Newton iterations", n->iterations);
    if (n->jacobians > 0)
        fprintf(out, "%-22s %lld (%.2g per step), %lld solves\n", "Jacobians", n->jacobians,
                n->steps > 0 ? (double)n->jacobians / (double)n->steps : 0.0, n->solves);
    fprintf(out, "%-22s %.4g rad\n", "largest turn per step", n->largest_turn);
    fprintf(out, "%-22s %.2g", "largest violation", n->largest_violation);
    if (n->largest_rate_violation > 0)
        fprintf(out, ", of its rate %.2g per second", n->largest_rate_violation);
    fputc('\n', out);
}

static void print_energy(ph_sim *sim, const ph_stats *n, FILE *out)
{
    ph_energy e;
    if (ph_sim_energy(sim, &e) != PH_OK) return;
    fprintf(out, "%-22s kinetic %.9g J, potential %.9g J, applied work %.9g J", "energy", e.kinetic,
            e.potential, e.applied);
    if (e.dissipated != 0) fprintf(out, ", dissipated %.9g J", e.dissipated);
    fputc('\n', out);
    fprintf(out, "%-22s %.3g J", "energy balance", e.numerical);
    if (n->energy_moved > 0)
        fprintf(out, "; at most %.3g J of %.3g J moved (%.2g)", n->energy_made, n->energy_moved,
                n->energy_error);
    fputc('\n', out);
}

/* Where flexible bodies were stressed most. */
static void print_stress(ph_sim *sim, FILE *out)
{
    ph_hottest h;
    for (int k = 0; k < ph_sim_stressed(sim); k++)
        if (ph_sim_hottest(sim, k, &h) == PH_OK)
            fprintf(out, "%-22s %s: %.4g MPa at t = %.6g s, %s (`polhode stress` lists more)\n",
                    "largest stress", h.body, h.stress / 1e6, h.time, h.name);
}

void summary_print(const summary *s, FILE *out)
{
    const ph_options *o = ph_sim_options(s->sim);
    const ph_stats *n = ph_sim_stats(s->sim);
    const char *title = ph_model_title(s->model);
    limits l = limits_of(s);
    if (*title) fprintf(out, "%s\n", title);
    if (s->status == PH_OK && n->doubtful) fprintf(out, "%-22s %s\n", "doubtful", s->message);
    print_method(o, out);
    fprintf(out, "%-22s %g s to %g s%s\n", "time", o->start, ph_sim_time(s->sim),
            s->status == PH_OK ? "" : " (ended early)");
    print_steps(o, n, out);
    limits_print(&l, out);
    print_energy(s->sim, n, out);
    print_stress(s->sim, out);
    fprintf(out, "%-22s %.3g s\n", "wall time", s->wall);
    fprintf(out, "%-22s %s/result.h5, %lld rows\n", "result", s->directory, s->rows);
}

static void put_settings(const summary *s, ph_json *j)
{
    const ph_options *o = ph_sim_options(s->sim);
    ph_json_text(j, "polhode", ph_version());
    ph_json_text(j, "model", ph_model_path(s->model));
    ph_json_text(j, "title", ph_model_title(s->model));
    ph_json_text(j, "status", outcome(s));
    ph_json_text(j, "message", s->message);
    if (o->analysis > PH_DYNAMIC)
        ph_json_text(j, "analysis", analysis_of(o));
    else
        ph_json_text(j, "integrator", o->integrator.text);
    for (int i = 0; i < ph_option_count(); i++) {
        const ph_option *option = ph_option_get(i);
        if (option->flags & PH_IN_SUMMARY)
            ph_json_number(j, option->field.name, number_of(option, o));
    }
    ph_json_number(j, "time", ph_sim_time(s->sim));
    ph_json_number(j, "wall_seconds", s->wall);
}

static void put_stats(const summary *s, ph_json *j)
{
    const ph_stats *n = ph_sim_stats(s->sim);
    ph_json_number(j, "energy_moved", n->energy_moved);
    ph_json_number(j, "energy_made", n->energy_made);
    ph_json_number(j, "energy_error", n->energy_error);
    ph_json_number(j, "largest_turn", n->largest_turn);
    ph_json_number(j, "largest_violation", n->largest_violation);
    ph_json_number(j, "largest_rate_violation", n->largest_rate_violation);
    ph_json_number(j, "smallest_step", n->smallest_step);
    ph_json_number(j, "largest_step", n->largest_step);
    ph_json_int(j, "rows", s->rows);
    ph_json_int(j, "steps", n->steps);
    ph_json_int(j, "rejected", n->rejected);
    ph_json_int(j, "restarts", n->restarts);
    ph_json_int(j, "iterations", n->iterations);
    ph_json_int(j, "jacobians", n->jacobians);
    ph_json_int(j, "solves", n->solves);
    ph_json_int(j, "force_evaluations", n->force_evaluations);
    ph_json_int(j, "output_evaluations", n->output_evaluations);
}

static void put_energy(const ph_energy *e, ph_json *j)
{
    ph_json_begin(j, "energy", '{');
    ph_json_number(j, "kinetic", e->kinetic);
    ph_json_number(j, "potential", e->potential);
    ph_json_number(j, "applied", e->applied);
    ph_json_number(j, "dissipated", e->dissipated);
    ph_json_number(j, "numerical", e->numerical);
    ph_json_number(j, "total", e->total);
    ph_json_end(j);
}

static void put_equilibrium(ph_equilibrium e, ph_json *j)
{
    if (!e.found) return;
    ph_json_begin(j, "equilibrium", '{');
    ph_json_int(j, "iterations", e.iterations);
    ph_json_number(j, "force", e.force);
    ph_json_number(j, "residual", e.residual);
    ph_json_int(j, "unstable", e.unstable);
    ph_json_int(j, "neutral", e.neutral);
    ph_json_number(j, "rate", e.rate);
    ph_json_end(j);
}

static void put_stresses(ph_sim *sim, ph_json *j)
{
    ph_hottest h;
    if (ph_sim_stressed(sim) == 0) return;
    ph_json_begin(j, "largest_stress", '[');
    for (int k = 0; k < ph_sim_stressed(sim); k++) {
        if (ph_sim_hottest(sim, k, &h) != PH_OK) continue;
        ph_json_begin(j, NULL, '{');
        ph_json_text(j, "body", h.body);
        ph_json_int(j, "spot", h.spot);
        ph_json_text(j, "label", h.name);
        ph_json_number(j, "mises", h.stress);
        ph_json_number(j, "time", h.time);
        ph_json_end(j);
    }
    ph_json_end(j);
}

void summary_json(const summary *s, FILE *out)
{
    ph_json j = {.out = out, .spaced = true, .lines = 1};
    limits l = limits_of(s);
    ph_energy e;
    ph_json_begin(&j, NULL, '{');
    put_settings(s, &j);
    put_stats(s, &j);
    limits_json(&l, &j);
    if (ph_sim_energy(s->sim, &e) == PH_OK) put_energy(&e, &j);
    put_equilibrium(ph_sim_equilibrium(s->sim), &j);
    put_stresses(s->sim, &j);
    ph_json_text(&j, "result", s->directory);
    ph_json_end(&j);
    fputc('\n', out);
}
