/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode check: read a model, put it together, and say what it consists of.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <polhode/json.h>
#include "command.h"
#include "common/flexible.h"
#include "common/model_options.h"
#include "common/report.h"
#include "reduce/body_report.h"

static const char me[] = "check";

/* What there is to tell. */
typedef struct {
    const ph_model *model;
    ph_assembly assembly;
    const ph_sim *sim; /* NULL: the file says nothing of a simulation */
    ph_energy energy;
    const ph_body_mass *mass; /* of the bodies */
} findings;

static int count_pivots(const ph_model *model)
{
    int pivots = 0;
    for (int i = 0; i < ph_model_bodies(model); i++) pivots += ph_model_body(model, i)->has_pivot;
    return pivots;
}

/* Hands over how many objects of each kind there are, and how many bodies are on a pivot. */
static void count_objects(const ph_model *model, void *to,
                          void (*put)(void *to, const char *key, const char *text, int count))
{
    for (int k = 0; k < ph_kind_count(); k++) {
        const ph_kind *kind = ph_kind_get(k);
        if (!kind->section) continue;
        put(to, kind->section, kind->section, ph_model_count(model, kind->word));
        if (strcmp(kind->word, "body") == 0) put(to, "pivots", "  on a pivot", count_pivots(model));
    }
}

static void print_count(void *to, const char *key, const char *text, int count)
{
    (void)to;
    if (count > 0 || strcmp(key, "bodies") == 0) printf("%-26s %d\n", text, count);
}

static void put_count(void *to, const char *key, const char *text, int count)
{
    (void)text;
    ph_json_int(to, key, count);
}

/* So many bodies are worth a line each. */
enum { MOST_MASSES = 20 };

static void print_masses(const findings *f)
{
    int more = 0, shown = 0;
    for (int i = 0; f->mass && i < ph_model_bodies(f->model); i++) {
        const ph_body_mass *m = &f->mass[i];
        const ph_field *fields = ph_kind_fields("body");
        const ph_body_def *def = ph_model_body(f->model, i);
        if (m->shapes == 0) continue;
        if (shown++ >= MOST_MASSES) {
            more++;
            continue;
        }
        printf("%-26s %.9g kg%s of %d shape%s: [%.9g, %.9g, %.9g, %.9g, %.9g, %.9g] kg m^2%s\n",
               ph_model_body_name(f->model, i), m->mass,
               ph_field_given(fields, def, "mass") ? ", given, inertia" : "", m->shapes,
               m->shapes == 1 ? "" : "s", m->inertia.xx, m->inertia.yy, m->inertia.zz,
               m->inertia.xy, m->inertia.xz, m->inertia.yz,
               ph_field_given(fields, def, "inertia") ? ", given" : "");
    }
    if (more) printf("  and %d more bodies by their shapes\n", more);
}

static void put_masses(const findings *f, ph_json *j)
{
    ph_json_begin(j, "masses", '[');
    for (int i = 0; f->mass && i < ph_model_bodies(f->model); i++) {
        const ph_body_mass *m = &f->mass[i];
        const double inertia[] = {m->inertia.xx, m->inertia.yy, m->inertia.zz,
                                  m->inertia.xy, m->inertia.xz, m->inertia.yz};
        if (m->shapes == 0) continue;
        ph_json_begin(j, NULL, '{');
        ph_json_text(j, "body", ph_model_body_name(f->model, i));
        ph_json_number(j, "mass", m->mass);
        ph_json_begin(j, "inertia", '[');
        for (int k = 0; k < 6; k++) ph_json_number(j, NULL, inertia[k]);
        ph_json_end(j);
        ph_json_int(j, "shapes", m->shapes);
        ph_json_end(j);
    }
    ph_json_end(j);
}

static void print_flexible(const findings *f)
{
    for (int i = 0; i < ph_model_count(f->model, "flexible"); i++) {
        const ph_flexible_def *def = ph_model_get(f->model, "flexible", i);
        if (i < MOST_MASSES)
            flexible_print(stdout, ph_model_name(f->model, "flexible", i), def->flex);
        else if (i == MOST_MASSES)
            printf("  and %d more flexible bodies\n",
                   ph_model_count(f->model, "flexible") - MOST_MASSES);
    }
}

static void put_flexible(const findings *f, ph_json *j)
{
    ph_json_begin(j, "flexible_bodies", '[');
    for (int i = 0; i < ph_model_count(f->model, "flexible"); i++) {
        const ph_flexible_def *def = ph_model_get(f->model, "flexible", i);
        flexible_put(j, ph_model_name(f->model, "flexible", i), def->flex);
    }
    ph_json_end(j);
}

static void both(const char *text, int euler, int six)
{
    printf("%-26s %-18d %d\n", text, euler, six);
}

static void print(const findings *f)
{
    const ph_assembly *a = &f->assembly;
    if (*ph_model_title(f->model)) printf("%s\n", ph_model_title(f->model));
    count_objects(f->model, NULL, print_count);
    print_masses(f);
    print_flexible(f);
    printf("%-26s %-18s %s\n", "", "Euler parameters", "six per body");
    both("coordinates", a->euler.coordinates, a->six.coordinates);
    both("differential equations", a->euler.equations, a->six.equations);
    both("constraints", a->euler.constraints, a->six.constraints);
    both("redundant constraints", a->redundant, a->redundant);
    both("degrees of freedom", a->freedom, a->freedom);
    printf("%-26s %.3g as drawn, %.3g assembled\n", "initial violation", a->drawn_violation,
           a->violation);
    if (a->drawn_rate > 0)
        printf("%-26s %.3g with the velocities given\n", "  of its rate", a->drawn_rate);
    if (a->moved)
        printf("%-26s %d bodies, by %.3g m and %.3g rad at most\n", "moved by assembly", a->moved,
               a->move, a->turn);
    if (!f->sim) return;
    const ph_options *o = ph_sim_options(f->sim);
    printf("%-26s %.9g J\n", "initial energy", f->energy.total);
    printf("%-26s %s, %s %g%s, to %g s\n", "simulation", o->integrator.text,
           o->step > 0 ? "step" : "tolerance", o->step > 0 ? o->step : o->tolerance,
           o->step > 0 ? " s" : "", o->end);
}

/* In one of the two forms of coordinates. */
static void put_counts(const ph_count *n, ph_json *j)
{
    ph_json_int(j, "coordinates", n->coordinates);
    ph_json_int(j, "equations", n->equations);
    ph_json_int(j, "constraints", n->constraints);
}

/* With six coordinates per body, as most integrators have it; the other form beside it. */
static void print_json(const findings *f)
{
    const ph_assembly *a = &f->assembly;
    ph_json json = {.out = stdout, .spaced = true, .lines = 1}, *j = &json;
    ph_json_begin(j, NULL, '{');
    count_objects(f->model, j, put_count);
    put_masses(f, j);
    put_flexible(f, j);
    put_counts(&a->six, j);
    ph_json_begin(j, "euler_parameters", '{');
    put_counts(&a->euler, j);
    ph_json_end(j);
    ph_json_int(j, "redundant", a->redundant);
    ph_json_int(j, "degrees_of_freedom", a->freedom);
    ph_json_number(j, "drawn_violation", a->drawn_violation);
    ph_json_number(j, "drawn_rate", a->drawn_rate);
    ph_json_int(j, "moved", a->moved);
    ph_json_number(j, "largest_move", a->move);
    ph_json_number(j, "largest_turn", a->turn);
    ph_json_number(j, "initial_violation", a->violation);
    if (f->sim) ph_json_number(j, "initial_energy", f->energy.total);
    ph_json_end(j);
    printf("\n");
}

static int check(const ph_model *model, const ph_options *o, bool json, ph_diag *diag)
{
    findings f = {.model = model};
    ph_sim *sim = NULL;
    ph_status status = model_assemble(model, o, diag, &f.assembly, &sim);
    cli_report(diag);
    ph_body_mass *mass = malloc(((size_t)ph_model_bodies(model) + 1) * sizeof *mass);
    if (mass && ph_model_masses(model, mass) == PH_OK) f.mass = mass;
    f.sim = sim;
    if (sim) ph_sim_energy(sim, &f.energy);
    if (status >= 0) (json ? print_json : print)(&f);
    ph_sim_free(sim);
    free(mass);
    return status >= 0 ? CLI_DONE : CLI_USAGE;
}

int cmd_check(int argc, char **argv)
{
    model_options given = model_options_none();
    bool json = false;
    const cli_option options[] = {MODEL_OPTION_SET(given),
                                  MODEL_OPTIONS_DECK(given),
                                  {"json", 0, CLI_FLAG, &json, NULL, "print as JSON", NULL},
                                  {.name = NULL}};
    const cli_syntax syntax = {
        me,
        "MODEL",
        "Reads a model file, lists every error in it, or else puts it together and says what it\n"
        "consists of: coordinates, equations, constraints (in Euler parameters, and with six\n"
        "coordinates per body), redundant constraints, degrees of freedom, and what had to move;\n"
        "mass and inertia of bodies that have them by their shapes, and modes of flexible ones. Of "
        "a\n"
        "flexible body by itself (BODY.phf.h5): what `polhode reduce` told of it.\n",
        options,
        1,
        1};
    ph_diag *diag;
    ph_options o;
    ph_model *model;
    int status = model_parse(&syntax, argc, argv, &given);
    if (status < 0 && ph_flex_is_file(argv[1])) {
        status = body_check(argv[1], json);
        model_options_free(&given);
    }
    if (status >= 0) return status;
    diag = ph_diag_create();
    model = model_open(argv[1], &given, diag, &o);
    status = !model ? CLI_USAGE : check(model, &o, json, diag);
    ph_model_free(model);
    ph_diag_free(diag);
    model_options_free(&given);
    return status;
}
