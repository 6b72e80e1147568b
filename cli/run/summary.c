/* SPDX-License-Identifier: BSD-3-Clause */
#include "summary.h"

#include <math.h>
#include "limits.h"
#include "common/report.h"

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

/* "step 0.001 s" or "tolerance 0.0001", and the damping where it was chosen. */
static void print_method(const ph_options *o, FILE *out)
{
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
    fprintf(out, "%-22s %.3g s\n", "wall time", s->wall);
    fprintf(out, "%-22s %s/result.h5, %lld rows\n", "result", s->directory, s->rows);
}

static void text(FILE *out, const char *key, const char *value)
{
    fprintf(out, "  \"%s\": ", key);
    cli_json_text(out, value);
    fprintf(out, ",\n");
}

static void number(FILE *out, const char *key, double value, const char *end)
{
    fprintf(out, "\"%s\": ", key);
    cli_json_number(out, value);
    fputs(end, out);
}

static void options_json(const ph_options *o, FILE *out)
{
    text(out, "integrator", o->integrator.text);
    for (int i = 0; i < ph_option_count(); i++) {
        const ph_option *option = ph_option_get(i);
        if (!(option->flags & PH_IN_SUMMARY)) continue;
        fputs("  ", out);
        number(out, option->field.name, number_of(option, o), ",\n");
    }
}

void summary_json(const summary *s, FILE *out)
{
    const ph_stats *n = ph_sim_stats(s->sim);
    limits l = limits_of(s);
    ph_energy e;
    fprintf(out, "{\n");
    text(out, "polhode", ph_version());
    text(out, "model", ph_model_path(s->model));
    text(out, "title", ph_model_title(s->model));
    text(out, "status", outcome(s));
    text(out, "message", s->message);
    options_json(ph_sim_options(s->sim), out);
    const struct {
        const char *key;
        double value;
    } real[] = {{"time", ph_sim_time(s->sim)},
                {"wall_seconds", s->wall},
                {"energy_moved", n->energy_moved},
                {"energy_made", n->energy_made},
                {"energy_error", n->energy_error},
                {"largest_turn", n->largest_turn},
                {"largest_violation", n->largest_violation},
                {"largest_rate_violation", n->largest_rate_violation},
                {"smallest_step", n->smallest_step},
                {"largest_step", n->largest_step}};
    const struct {
        const char *key;
        long long value;
    } count[] = {{"rows", s->rows},
                 {"steps", n->steps},
                 {"rejected", n->rejected},
                 {"restarts", n->restarts},
                 {"iterations", n->iterations},
                 {"jacobians", n->jacobians},
                 {"solves", n->solves},
                 {"force_evaluations", n->force_evaluations},
                 {"output_evaluations", n->output_evaluations}};
    for (size_t i = 0; i < sizeof real / sizeof real[0]; i++) {
        fputs("  ", out);
        number(out, real[i].key, real[i].value, ",\n");
    }
    for (size_t i = 0; i < sizeof count / sizeof count[0]; i++)
        fprintf(out, "  \"%s\": %lld,\n", count[i].key, count[i].value);
    limits_json(&l, out);
    if (ph_sim_energy(s->sim, &e) == PH_OK) {
        fputs("  \"energy\": {", out);
        number(out, "kinetic", e.kinetic, ", ");
        number(out, "potential", e.potential, ", ");
        number(out, "applied", e.applied, ", ");
        number(out, "dissipated", e.dissipated, ", ");
        number(out, "numerical", e.numerical, ", ");
        number(out, "total", e.total, "},\n");
    }
    fputs("  \"result\": ", out);
    cli_json_text(out, s->directory);
    fputs("\n}\n", out);
}
