/* SPDX-License-Identifier: BSD-3-Clause
 *
 * gen_docs.c -- writes docs/model-file.md from the tables that drive the reader.
 *
 * usage: gen_docs FILE          write it
 *        gen_docs --check FILE  fail when it is not what would be written
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "io/model/file.h"
#include "io/yaml/units.h"
#include "mech/model/materials.h"

static const char *value_text(const ph_field *f, char *text, size_t size)
{
    switch (f->kind) {
    case PH_FIELD_NUMBER:
        return "number";
    case PH_FIELD_INTEGER:
        return "whole number";
    case PH_FIELD_WORD:
        text[0] = '\0';
        for (int i = 0; f->words[i]; i++)
            snprintf(text + strlen(text), size - strlen(text), "%s`%s`", i ? " or " : "",
                     f->words[i]);
        return text;
    case PH_FIELD_TEXT:
        return "text";
    case PH_FIELD_VEC3:
        return "[x, y, z]";
    case PH_FIELD_INERTIA:
        return "3 or 6 numbers";
    case PH_FIELD_ORIENTATION:
        return "[orientation](#orientations)";
    case PH_FIELD_EXPR:
        return "[expression](#expressions)";
    case PH_FIELD_EXPR3:
        return "3 [expressions](#expressions)";
    case PH_FIELD_PLACE:
        return "name of a body or marker";
    case PH_FIELD_NUMBERS:
        return "list of numbers";
    case PH_FIELD_ROWS:
        return "list of lists of numbers";
    case PH_FIELD_NAMES:
        return "list of names";
    case PH_FIELD_WORDS:
        snprintf(text, size, "list of");
        for (int i = 0; f->words[i]; i++)
            snprintf(text + strlen(text), size - strlen(text), " `%s`,", f->words[i]);
        snprintf(text + strlen(text), size - strlen(text), " or `all`");
        return text;
    case PH_FIELD_JOINTS:
        if (f->min < f->max)
            snprintf(text, size, "list of %g to %g joints", f->min, f->max);
        else
            snprintf(text, size, f->max > 1 ? "list of %g joints" : "name of a joint", f->max);
        return text;
    case PH_FIELD_CURVE:
        return "name of a [table](#tables) with `points`";
    case PH_FIELD_GROUP:
        snprintf(text, size, "{");
        for (int i = 0; f->group[i].name; i++)
            snprintf(text + strlen(text), size - strlen(text), "%s%s: .. %s", i ? ", " : "",
                     f->group[i].name, f->group[i].unit);
        snprintf(text + strlen(text), size - strlen(text), "}");
        return text;
    }
    return "";
}

static const char *default_text(const ph_field *f, char *text, size_t size)
{
    if (f->flags & PH_REQUIRED) return "required";
    if (f->default_help) return f->default_help;
    switch (f->kind) {
    case PH_FIELD_NUMBER:
    case PH_FIELD_INTEGER:
        snprintf(text, size, "%g", f->init);
        return text;
    case PH_FIELD_WORD:
        snprintf(text, size, "`%s`", f->words[(int)f->init]);
        return text;
    case PH_FIELD_VEC3:
        return "[0, 0, 0]";
    default:
        return "none";
    }
}

static const char *range_text(const ph_field *f, char *text, size_t size)
{
    const char *above = f->flags & PH_ABOVE ? ">" : ">=";
    if (f->min == f->max) return "";
    if (isinf(f->max))
        snprintf(text, size, "%s %g", above, f->min);
    else if (isinf(f->min))
        snprintf(text, size, "<= %g", f->max);
    else
        snprintf(text, size, "%s %g, <= %g", above, f->min, f->max);
    return text;
}

static const char *unit_text(const ph_field *f)
{
    if (!f->unit) return "";
    return strcmp(f->unit, "*") == 0 ? "any" : f->unit;
}

static void write_fields(FILE *out, const ph_field *fields)
{
    char value[500], standard[60], range[80];
    fprintf(out, "| key | value | unit | default | range | meaning |\n");
    fprintf(out, "|---|---|---|---|---|---|\n");
    for (const ph_field *f = fields; f->name; f++)
        fprintf(out, "| `%s` | %s | %s | %s | %s | %s |\n", f->name,
                value_text(f, value, sizeof value), unit_text(f),
                default_text(f, standard, sizeof standard), range_text(f, range, sizeof range),
                f->help ? f->help : "");
    fprintf(out, "\n");
}

static void write_intro(FILE *out)
{
    fputs(
        "<!-- Written by tools/gen_docs.c (ninja docs-reference). Do not edit. -->\n"
        "# Model files\n\n"
        "A model file is YAML (JSON is a subset): a map of the sections below, in any order. "
        "Unknown keys, wrong kinds, wrong units and missing names are errors with their place; "
        "all are listed at once. Anchors `&a`, aliases `*a` and merge keys `<<: *a` work as "
        "usual.\n\n"
        "```yaml\n"
        "polhode: 1\n"
        "gravity: [0, 0, -9.81]\n"
        "parameters: {spin: 150 rad/s}\n"
        "bodies:\n"
        "  top:\n"
        "    mass: 15\n"
        "    inertia: [15.234375, 0.46875, 15.234375]  # about the pivot\n"
        "    pivot: [0, 0, 0]\n"
        "    position: [0, 1, 0]\n"
        "    omega: [0, spin, -4.61538]\n"
        "simulate: {end: 1, step: 1 ms}\n"
        "```\n\n"
        "Names of objects are a letter or `_`, then letters, digits and `_`. Everything with a "
        "name shares one name space, parameters too.\n\n"
        "`--set PATH=VALUE` on the command line replaces a value before the file is read: "
        "`--set bodies.top.mass=3`, `--set bodies.top.omega.1=\"2*spin\"`. A path goes through "
        "maps by key and through lists by index from 0 (`--set repeat.0.to=20`); its last key may "
        "be new where keys are the format's own.\n\n",
        out);
}

static void write_numbers(FILE *out)
{
    fputs(
        "## Numbers\n\n"
        "A number is a literal (`1e-3`) or an expression of `parameters` (`2*pi*f`), with an "
        "optional unit behind it: `45 deg`, `30 rpm`, `12 mm`, `2*m0 kg`. Without a unit it is "
        "in the unit of the field's column. A unit holds for the whole expression: `h + 60 mm` is "
        "(h + 60) mm, so write `h + 0.06`. Units multiply by a blank and divide by `/`, with "
        "powers: `kg m^2/s`. A unit of another quantity is an error; an angle counts as a "
        "quantity of its own. Infinite values and NaN are errors.\n\n"
        "| unit | in SI | quantity |\n|---|---|---|\n",
        out);
    for (int i = 0; i < phk_unit_count(); i++) {
        const phk_unit_info *u = phk_unit_get(i);
        const char *quantity = phk_unit_quantity(u->unit);
        fprintf(out, "| `%s` | %.10g | %s |\n", u->name, u->unit.factor, quantity ? quantity : "");
    }
    fputs(
        "\n## Orientations\n\n"
        "| form | meaning |\n|---|---|\n"
        "| `[w, x, y, z]` | unit quaternion, scalar first; its norm must be 1 within 1e-6 |\n"
        "| `{axis: [x, y, z], angle: 45 deg}` | a turn about an axis of any length |\n"
        "| `{rotation: [x, y, z]}` | rotation vector: axis times angle |\n"
        "| `{euler: [a, b, c], order: zxz}` | successive turns about axes fixed in the body; any "
        "sequence of the letters x, y, z |\n"
        "| `{matrix: [[..], [..], [..]]}` | rotation matrix by rows, orthonormal within 1e-6 |\n\n",
        out);
}

/* What a section looks like, where words alone do not say it. */
static const struct {
    const char *section, *text;
} example[] = {
    {"repeat",
     "Objects inside are made once for every value of the running number. It may stand in any "
     "number there, and in expressions; in names and texts its value, or that of any expression "
     "of it and of parameters, is written in braces: `link{k}`, `link{k-1}`; so a number may be "
     "one of a family of parameters, `angle{k}`. Braces with "
     "parameters alone work outside too, as in `outputs: [\"link{N}\"]`. A text with braces needs "
     "quotes within `[..]` and `{..}`; `{{` is a brace itself.\n\n"
     "Beside the keys above an item has sections of objects (`bodies`, `markers`, `joints`, and "
     "so on), `outputs`, and `repeat` for families of families, whose range may depend on the "
     "number outside. First and last members that differ are written outside. All repeats of a "
     "file make at most 1,000,000 copies.\n\n"
     "A chain of N links, hung from ground (`--set parameters.N=100` makes it longer):\n\n"
     "```yaml\n"
     "polhode: 1\n"
     "gravity: [0, 0, -9.81]\n"
     "parameters: {N: 10, length: 1 m, l: length/N, m: 2 kg}\n"
     "repeat:\n"
     "  - for: k\n"
     "    to: N\n"
     "    bodies:\n"
     "      link{k}: {mass: m/N, inertia: [0, m*l^2/N/12, m*l^2/N/12], "
     "position: [(k - 0.5)*l, 0, 0]}\n"
     "  - for: k\n"
     "    from: 2\n"
     "    to: N\n"
     "    joints:\n"
     "      hinge{k}: {type: revolute, between: [\"link{k-1}\", \"link{k}\"], "
     "at: [(k - 1)*l, 0, 0], axis: [0, 1, 0]}\n"
     "joints:\n"
     "  hinge1: {type: revolute, between: [ground, link1], axis: [0, 1, 0]}\n"
     "outputs: [\"link{N}\", energy]\n"
     "simulate: {end: 1}\n"
     "```\n\n"},
    {"bodies",
     "Mass and inertia that are not given follow from the body's shapes, those under "
     "[`shapes`](#shapes) too. Without a mass, the shapes with a density (their own, else that of "
     "their material) make it up, and the others are only to look at. With a mass and no inertia, "
     "the shapes say how it is spread: those with a density, or if none has one, all that have a "
     "volume, as of one density. Where two shapes overlap, both count.\n\n"
     "`position` is that of the centre of mass, and places on the body count from there; so the "
     "shapes that a body weighs by must have their common centre of mass there. If they do not, an "
     "error says how far to move them. A single `shape` without `at` is placed so. Lines, links, "
     "springs, circles, planes and meshes that are not closed have no volume. `polhode check` "
     "shows "
     "mass and inertia of such bodies; `polhode convert` writes what was given.\n\n"
     "```yaml\n"
     "bodies:\n"
     "  ball: {shape: {sphere: {radius: 0.1, material: steel}}}\n"
     "  beam: {mass: 12, shape: {box: {size: [2, 0.1, 0.2]}}}\n"
     "  dumbbell: {}\n"
     "shapes:\n"
     "  left: {type: sphere, on: dumbbell, at: [-0.2, 0, 0], radius: 0.05, material: brass}\n"
     "  right: {type: sphere, on: dumbbell, at: [0.2, 0, 0], radius: 0.05, material: brass}\n"
     "  bar: {type: cylinder, on: dumbbell, at: [-0.2, 0, 0], radius: 0.01, length: 0.4, axis: x, "
     "density: 7.8 g/cm^3}\n"
     "```\n\n"},
    {"flexible",
     "Beside these keys: `interface`, a list of nodes where joints and forces act (`end`, or "
     "`{node: end, "
     "hold: position}` where nothing turns the node); `stiffening: {held: NODE}` for a body that "
     "spins "
     "about that node; and in `beams`, beside the keys above, sections, nodes, members and masses: "
     "[Flexible bodies](flexible.md) explains them.\n\n"
     "```yaml\n"
     "flexible:\n"
     "  rod:\n"
     "    beams: {material: aluminium, section: {rectangle: [0.01, 0.01]}, line: [[0, 0, 0], [1, "
     "0, 0]], "
     "divide: 8}\n"
     "    interface: [start, end]\n"
     "    modes: 4\n"
     "  frame:\n"
     "    beams:\n"
     "      E: 2.07e11\n"
     "      nu: 0.29\n"
     "      density: 7800\n"
     "      sections: {main: {tube: [25.4 mm, 2 mm]}, side: {I: [40 mm, 20 mm, 2 mm, 3 mm]}}\n"
     "      nodes: {a: [0, 0, 0], b: [1, 0, 0], c: [0.5, 0.8, 0]}\n"
     "      members: [[a, b, main], [b, c, main], {between: [c, a], section: side, up: [0, 0, 1], "
     "divide: "
     "6}]\n"
     "      masses: {c: 0.5, b: {mass: 0.2, inertia: [1e-4, 1e-4, 1e-4]}}\n"
     "    interface: [a, b, {node: c, hold: position}]\n"
     "    up_to: 2000\n"
     "joints:\n"
     "  pin: {type: revolute, between: [ground, rod.start], axis: [0, 1, 0]}\n"
     "```\n\n"},
    {"material_pairs", "```yaml\n"
                       "materials:\n"
                       "  felt: {density: 0.3 g/cm^3, friction: 0.6}\n"
                       "material_pairs:\n"
                       "  skate: {between: [steel, ice], friction: 0.02, sliding_friction: 0.01}\n"
                       "  pad: {between: [felt, steel], friction: 0.3}\n"
                       "```\n\n"},
    {"joints",
     "A joint between two bodies is placed in the world, as the bodies stand in the file; one "
     "between two markers sits where they do. Joints and given values that do not fit together "
     "are made to fit at the start: `polhode check` says what moved.\n\n"
     "```yaml\n"
     "joints:\n"
     "  tip: {type: spherical, between: [ground, top], at: [0, 0, 0]}\n"
     "  hinge: {type: revolute, between: [arm, forearm], at: [0.4, 0, 0], axis: [0, 0, 1]}\n"
     "  pin: {type: revolute, between: [eye, fork]}  # two markers: their z axes, their origins\n"
     "  gear: {type: equation, expression: \"2*wheel.pos.x - slider.pos.x\"}  # kept at zero\n"
     "```\n\n"},
    {"motions",
     "One of `joint` and `between`, and one of `displacement`, `velocity` and `acceleration`.\n\n"
     "```yaml\n"
     "motions:\n"
     "  drive: {joint: crank_bearing, displacement: 2*pi*time}\n"
     "  lift: {between: [floor, table], direction: z, velocity: \"0.1*sin(time)\"}\n"
     "```\n\n"},
    {"variables",
     "A variable that reads itself, or is read by what it reads, is solved for together with the "
     "motion; `start` is a first guess where there are several solutions. So `v: v - (f)` with any "
     "f that reads v keeps 0 = f: an algebraic unknown. Integrators of free bodies do not solve "
     "for such.\n\n"
     "```yaml\n"
     "variables:\n"
     "  lift: 0.5*drop^2\n"
     "  flow: {value: flow - (flow*abs(flow) + 0.1*flow - pressure), start: 1}\n"
     "```\n\n"},
    {"states", "One of `rate` and `equation`.\n\n"
               "```yaml\n"
               "states:\n"
               "  valve: {rate: (command - valve)/0.02, initial: 0}\n"
               "  pressure: {equation: \"0.5*pressure.rate + pressure - 2*valve\"}\n"
               "```\n\n"},
    {"phases",
     "A phase goes on where the one before ended. Where joints are activated, bodies move the "
     "least "
     "way that closes them and lose the velocities they have against each other: the log says how "
     "far, and how much energy that takes (`energy.dissipated`). Energy that comes or goes with a "
     "spring or a motor is `energy.applied`. Columns stay the same: what is not active shows "
     "zeros. "
     "A row at the time of a change shows the state after it.\n\n"
     "```yaml\n"
     "simulate: {tolerance: 1e-6, every: 0.01}\n"
     "phases:\n"
     "  - {end: 1, deactivate: [latch]}\n"
     "  - {end: 1.5, activate: [latch], deactivate: [motor], max_step: 1 ms}\n"
     "  - {end: 10, every: 0.1}\n"
     "```\n\n"},
    {"requests",
     "Each column is an expression, or a map of `value` and `unit`; the unit is shown, the value "
     "is the expression's. In a result they are called NAME.COLUMN, `tip.x` here.\n\n"
     "```yaml\n"
     "requests:\n"
     "  tip:\n"
     "    title: where the tip is\n"
     "    columns: {x: {value: 1000*arm.pos.x, unit: mm}, load: pin.force.z + spring.force.z}\n"
     "```\n\n"},
    {"shapes", "A body has one of its own with `shape: {TYPE: {..}}`, about its centre of mass "
               "where it has no `at`: with the middle of its box, or with its own centre of mass "
               "where the body weighs by it; it is called BODY_shape.\n\n"
               "```yaml\n"
               "shapes:\n"
               "  rotor: {type: tube, on: hub, radius: 0.2, radius2: 0.15, length: 0.05, axis: x}\n"
               "  string: {type: line, through: [hook, bob]}\n"
               "```\n\n"},
    {NULL, NULL}};

/* What each kind of shape has, by its row. A file has a scale. */
static void write_shapes(FILE *out)
{
    const char *size;
    fputs("| type | keys | what |\n|---|---|---|\n", out);
    for (int kind = 0; kind < PH_SHAPE_KINDS; kind++) {
        const char *comma = "";
        fprintf(out, "| `%s` | ", ph_shape_word(kind));
        for (int k = 0; (size = ph_shape_size_name(k)); k++)
            if (ph_shape_has(kind) >> k & 1) {
                fprintf(out, "%s`%s`", comma, size);
                comma = ", ";
            }
        if (ph_shape_has(kind) & PH_SHAPE_FILE) fputs(", `scale`", out);
        fprintf(out, " | %s |\n", ph_shape_help(kind));
    }
    fputc('\n', out);
}

/* Those that need not be defined. */
static void write_materials(FILE *out)
{
    const phk_material *m;
    fputs("These are there without being defined, with values typical of dry surfaces of the same "
          "material, or on steel for metals; one of the same name in the file replaces all of "
          "it:\n\n"
          "| name | density [kg/m^3] | young [GPa] | poisson | friction | sliding_friction | "
          "restitution |\n|---|---|---|---|---|---|---|\n",
          out);
    for (int i = 0; (m = phk_material_get(i)); i++)
        fprintf(out, "| `%s` | %g | %g | %g | %g | %g | %g |\n", m->name, m->def.density,
                m->def.young / 1e9, m->def.poisson, m->def.friction, m->def.sliding_friction,
                m->def.restitution);
    fputc('\n', out);
}

static void write_sections(FILE *out)
{
    fputs("## Sections\n\n", out);
    for (const phk_section *const *s = phk_sections; *s; s++) {
        const ph_field *fields = phk_section_fields(*s);
        fprintf(out, "### `%s`\n\n%s\n\n", (*s)->name, phk_section_help(*s));
        if (fields) write_fields(out, fields);
        if (strcmp((*s)->name, "flexible") == 0) {
            fputs("Keys of `beams`:\n\n", out);
            write_fields(out, phk_beams_fields);
        }
        if (strcmp((*s)->name, "shapes") == 0) write_shapes(out);
        if (strcmp((*s)->name, "materials") == 0) write_materials(out);
        for (int i = 0; example[i].section; i++)
            if (strcmp(example[i].section, (*s)->name) == 0) fputs(example[i].text, out);
    }
}

/* A help text as a sentence of its own. */
static void write_help(FILE *out, const char *name, const char *help)
{
    char first = help[0] >= 'a' && help[0] <= 'z' ? (char)(help[0] - 32) : help[0];
    fprintf(out, "### `type: %s`\n\n%c%s.\n\n", name, first, help + 1);
}

/* What a motion may drive: x y z rx ry rz. */
static void write_free(FILE *out, unsigned freedom)
{
    static const char *const direction[6] = {"x", "y", "z", "rx", "ry", "rz"};
    for (int d = 0; d < 6; d++)
        if (freedom >> d & 1) fprintf(out, " `%s`", direction[d]);
}

static void write_joints(FILE *out)
{
    fputs(
        "## Joint types\n\n"
        "A joint between two bodies is placed in the world as they are drawn; between two "
        "markers it uses their places and axes: z is `axis`. The second is held against the "
        "first, and a motion drives the second along or about axes of the first: z along "
        "`axis`, x towards `axis2`. In a `universal`, `perpendicular`, `convel` or `rack_pinion` "
        "joint z of the second marker is `axis2`. A `coupler` or a `gear` is about other joints, "
        "which it names, and has no place of its own.\n\n"
        "What rolls or slides along an edge is held by equations in velocities: they take away "
        "directions to move in, and no place. `rolling_disc` and `rolling_sphere` stand on a "
        "plane, x "
        "and y of the first marker, or through `at` across `axis`; the middle is the second "
        "marker, or "
        "the centre of mass. The plane may be on a body that moves, such as a turntable, and its "
        "`surface` may run over that body, as a conveyor does; the work of a conveyor is "
        "`energy.applied`. They hold by whatever force it takes, also by one that pulls: what may "
        "slide or lift off is a contact.\n\n"
        "`point_on_curve` and `curve_on_curve` hold along curves: [tables](#tables) with `points`, "
        "in "
        "the axes of the marker that carries them, or of the body about its centre of mass. A "
        "closed "
        "curve goes round; where an open one ends the run ends, too, with a message. Of several "
        "places "
        "where two curves touch the one nearest at the start is kept.\n\n"
        "| type | equations | meaning | `axis` | `axis2` | motions |\n|---|---|---|---|---|---|\n",
        out);
    for (int i = 0; i < ph_joint_type_count(); i++) {
        const ph_joint_type *t = ph_joint_type_get(i);
        int speeds = t->velocity ? t->velocity->rows : 0;
        fprintf(out, "| `%s` | %d%s", t->name, t->rows + speeds, speeds ? ", in velocities " : "");
        if (speeds) fprintf(out, "%d", speeds);
        fprintf(out, " | %s | %s | %s |", t->help, t->axis_help ? t->axis_help : "",
                t->axis2_help ? t->axis2_help : "");
        write_free(out, t->free);
        fputs(" |\n", out);
    }
    fputs("| `equation` | 1 | a constraint given by an expression, of places or of velocities; it "
          "has no place | | | |\n\n",
          out);
    for (int i = 0; i < ph_joint_type_count(); i++) {
        const ph_joint_type *t = ph_joint_type_get(i);
        bool fields = t->fields && t->fields->name;
        if (fields || t->notes) fprintf(out, "### `type: %s`\n\n", t->name);
        if (fields) write_fields(out, t->fields);
        if (t->notes) fprintf(out, "%s\n\n", t->notes);
    }
    fputs("### `type: equation`\n\n", out);
    write_fields(out, phk_equation_fields);
}

/* What a type has columns for beside its wrench. */
static void write_own_numbers(FILE *out, const ph_force_type *type)
{
    if (type->states + type->reports == 0) return;
    fputs("| column | unit | meaning |\n|---|---|---|\n", out);
    for (int k = 0; k < type->states + type->reports; k++) {
        bool is_state = k < type->states;
        const ph_named_number *n = is_state ? &type->state[k] : &type->report[k - type->states];
        fprintf(out, "| `NAME.%s` | %s | %s%s |\n", n->name, n->unit, n->help,
                is_state ? " A state: expressions can read it." : "");
    }
    fputs("\n", out);
}

static void write_forces(FILE *out)
{
    fputs("## Force types\n\n"
          "A force acts on the body or marker `on`, at its origin. `reaction` takes the opposite "
          "force at the same point of space, as a body that pushes another does; where none is "
          "named the ground takes it, so that the force acts on `on` alone. In a result, "
          "`NAME.force` and `NAME.torque` are what it does to `on` there, `NAME.on.BODY.force` and "
          "`.torque` what it does to a body about its centre of mass, all in world axes. Springs, "
          "bushings and forces with a `potential` are conservative in the energy ledger, and what "
          "their dampers take is `energy.dissipated`; the work of the others is "
          "`energy.applied`.\n\n",
          out);
    for (int i = 0; i < ph_force_type_count(); i++) {
        const ph_force_type *type = ph_force_type_get(i);
        write_help(out, type->name, type->help);
        write_fields(out, type->fields);
        write_own_numbers(out, type);
        if (type->notes) fprintf(out, "%s\n\n", type->notes);
    }
}

/* A cell of a table: a bar would end it. */
static void write_cell(FILE *out, const char *text)
{
    for (; *text; text++) fprintf(out, *text == '|' ? "\\%c" : "%c", *text);
}

static void write_word(FILE *out, const ph_function_info *f)
{
    fputs("| `", out);
    write_cell(out, f->signature);
    fputs("` | ", out);
    write_cell(out, f->help);
    fputs(" |\n", out);
}

static void write_functions(FILE *out)
{
    fputs("## Expressions\n\n"
          "Expressions may use time, parameters, variables and quantities "
          "of bodies and markers.\n\n"
          "| function | meaning |\n|---|---|\n",
          out);
    for (int i = 0; i < ph_function_count(); i++) write_word(out, ph_function_get(i));
    fputs("\nQuantities of the model; NAME is a body (its centre of mass), a marker, "
          "a node of a [flexible](#flexible) body (`rod.end`) or `ground`:\n\n"
          "| quantity | meaning |\n|---|---|\n",
          out);
    for (int i = 0; i < ph_quantity_count(); i++) write_word(out, ph_quantity_get(i));
}

static void write_page(FILE *out)
{
    write_intro(out);
    write_sections(out);
    write_joints(out);
    write_forces(out);
    write_numbers(out);
    write_functions(out);
}

/* True when both files hold the same bytes. */
static int same(FILE *a, FILE *b)
{
    int x, y;
    do {
        x = getc(a);
        y = getc(b);
    } while (x == y && x != EOF);
    return x == y;
}

int main(int argc, char **argv)
{
    int check = argc == 3 && strcmp(argv[1], "--check") == 0;
    if ((argc != 2 && !check) || *argv[argc - 1] == '-') {
        fprintf(stderr, "usage: gen_docs [--check] FILE\n");
        return 2;
    }
    const char *path = argv[argc - 1];
    FILE *page = check ? tmpfile() : fopen(path, "w");
    if (!page) {
        perror(path);
        return 1;
    }
    write_page(page);
    int ok = !ferror(page);
    if (check) {
        rewind(page);
        FILE *there = fopen(path, "r");
        ok = ok && there && same(page, there);
        if (there) fclose(there);
        if (!ok) fprintf(stderr, "%s is not current: run `ninja docs-reference`\n", path);
    }
    return fclose(page) == 0 && ok ? 0 : 1;
}
