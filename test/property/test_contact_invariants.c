/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What must be the same whatever the model looks like: a scene that is moved, turned, renumbered,
 * written the other way round, in other units, or among many shapes that are far away; and what
 * contacts keep: momentum, and the books of energy.
 */
#include "contact_models.h"
#include "math/so3.h"

/* ---- one scene in many clothes ---- */

/* How it is written. Units: what a length, a time and a mass of the scene are [m, s, kg]. */
typedef struct {
    ph_vec3 shift;
    ph_quat turn;
    bool reversed, swapped, everything;
    int far; /* shapes that nothing ever reaches */
    double length, time, mass;
} clothes;

static const clothes plain = {.turn = {1, 0, 0, 0}, .length = 1, .time = 1, .mass = 1};

typedef struct {
    const char *name, *shape;
    double mass, inertia[3];
    ph_vec3 at, size, p, v, w;
    double radius, length, turned; /* about (1, 2, 3) */
} thing;

static const thing things[] = {
    {.name = "ball",
     .shape = "sphere",
     .mass = 1,
     .inertia = {.004, .004, .004},
     .radius = 0.1,
     .p = {0, 0, 0.102},
     .v = {0.8, 0.1, -0.3},
     .w = {1, -2, 3}},
    {.name = "block",
     .shape = "box",
     .mass = 2,
     .inertia = {.01, .012, .014},
     .at = {-.1, -.08, -.06},
     .size = {.2, .16, .12},
     .p = {0.27, 0.02, 0.1},
     .turned = 0.3},
    {.name = "rod",
     .shape = "capsule",
     .mass = 0.5,
     .inertia = {.003, .003, .0005},
     .at = {0, 0, -.1},
     .radius = 0.05,
     .length = 0.2,
     .p = {-0.2, 0.05, 0.12},
     .v = {1.5, 0, 0},
     .turned = 1.1},
    {.name = "slab",
     .shape = "box",
     .mass = 1.5,
     .inertia = {.01, .01, .01},
     .at = {-.1, -.1, -.05},
     .size = {.2, .2, .1},
     .p = {0.3, 0.03, 0.26},
     .v = {0, 0, -1}},
};
enum { THINGS = 4 };

static void write_vec3(FILE *f, const char *key, ph_vec3 v)
{
    fprintf(f, "%s: [%.17g, %.17g, %.17g]", key, v.x, v.y, v.z);
}

static void write_things(FILE *f, const clothes *c, const ph_vec3 g)
{
    const double l = c->length, t = c->time, j = c->mass * l * l;
    write_vec3(f, "gravity", ph_scale(l / (t * t), ph_rotate(c->turn, g)));
    fprintf(f, "\nbodies:\n");
    for (int k = 0; k < THINGS; k++) {
        const thing *b = &things[c->reversed ? THINGS - 1 - k : k];
        const ph_quat q =
            ph_quat_mul(c->turn, phk_exp(ph_scale(b->turned / sqrt(14), ph_v3(1, 2, 3))));
        fprintf(f, "  %s: {mass: %.17g, inertia: [%.17g, %.17g, %.17g], ", b->name,
                b->mass * c->mass, b->inertia[0] * j, b->inertia[1] * j, b->inertia[2] * j);
        write_vec3(f, "position", ph_scale(l, ph_add(c->shift, ph_rotate(c->turn, b->p))));
        write_vec3(f, ", velocity", ph_scale(l / t, ph_rotate(c->turn, b->v)));
        write_vec3(f, ", omega", ph_scale(1 / t, b->w));
        fprintf(f, ", orientation: [%.17g, %.17g, %.17g, %.17g]}\n", q.w, q.x, q.y, q.z);
    }
    fprintf(f, "markers: {level: {");
    write_vec3(f, "at", ph_scale(l, c->shift));
    fprintf(f, ", orientation: [%.17g, %.17g, %.17g, %.17g]}}\n", c->turn.w, c->turn.x, c->turn.y,
            c->turn.z);
}

static void write_shapes(FILE *f, const clothes *c)
{
    const double l = c->length;
    fprintf(f, "shapes:\n");
    if (!c->reversed) fprintf(f, "  floor: {type: plane, on: level}\n");
    for (int k = 0; k < THINGS; k++) {
        const thing *b = &things[c->reversed ? THINGS - 1 - k : k];
        fprintf(f, "  %s_s: {type: %s, on: %s, ", b->name, b->shape, b->name);
        write_vec3(f, "at", ph_scale(l, b->at));
        if (b->radius > 0) fprintf(f, ", radius: %.17g", l * b->radius);
        if (b->length > 0) fprintf(f, ", length: %.17g", l * b->length);
        if (b->size.x > 0) write_vec3(f, ", size", ph_scale(l, b->size));
        fprintf(f, "}\n");
    }
    if (c->reversed) fprintf(f, "  floor: {type: plane, on: level}\n");
    for (int k = 0; k < c->far; k++)
        fprintf(f, "  far_%d: {type: sphere, at: [%.17g, %.17g, %.17g], radius: %.17g}\n", k,
                l * (k % 10 + c->shift.x), l * (k / 10 % 10 + c->shift.y), l * (100 + k / 100),
                0.1 * l);
}

static void write_law(FILE *f, const clothes *c)
{
    const double l = c->length, t = c->time, m = c->mass;
    fprintf(f,
            "stiffness: %.17g, exponent: 1.5, damping: %.17g, law: power, friction: 0.4, "
            "sliding_friction: 0.3, stiction_speed: %.17g, bristle_stiffness: %.17g, "
            "bristle_damping: %.17g, rolling: %.17g, spinning: %.17g",
            1e6 * m * l / (t * t) / pow(l, 1.5), 0.2 * t / l, 0.01 * l / t, 1e5 * m / (t * t),
            100 * m / t, 1e-3 * l, 2e-3 * l);
}

static void write_contacts(FILE *f, const clothes *c)
{
    /* all that have a formula */
    static const char *const pair[][2] = {
        {"ball_s", "floor"},   {"block_s", "floor"}, {"rod_s", "floor"},    {"slab_s", "floor"},
        {"ball_s", "block_s"}, {"ball_s", "rod_s"},  {"block_s", "slab_s"}, {"ball_s", "slab_s"}};
    enum { PAIRS = 8 };
    fprintf(f, "contacts:\n");
    if (c->everything) {
        fprintf(f, "  all: {between: [group_a, group_b], ");
        write_law(f, c);
        fprintf(f, "}\n  more: {between: [rod_s, group_c], ");
        write_law(f, c);
        fprintf(f,
                "}\ngroups:\n"
                "  group_a: {of: [ball, block, slab, floor%s]}\n"
                "  group_b: {of: [floor, group_a]}\n"
                "  group_c: {of: [ball, floor]}\n",
                c->far ? ", far_*" : "");
        return;
    }
    for (int k = 0; k < PAIRS; k++) {
        int i = c->reversed ? PAIRS - 1 - k : k;
        fprintf(f, "  c%d: {between: [%s, %s], ", i, pair[i][c->swapped], pair[i][!c->swapped]);
        write_law(f, c);
        fprintf(f, "}\n");
    }
}

static ph_model *scene(const clothes *c, ph_vec3 g, double end, double step)
{
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    write_things(f, c, g);
    write_shapes(f, c);
    write_contacts(f, c);
    fprintf(f, "simulate: {end: %.17g, step: %.17g, steps: 1}\n", end * c->time, step * c->time);
    fclose(f);
    ph_model *model = text_model("%s", text);
    free(text);
    return model;
}

typedef struct {
    ph_vec3 p[THINGS], v[THINGS], L[THINGS], angular, linear;
    double kinetic;
} ending;

/* Where all ended, in the scene's own place and units. */
static ending end_of(const clothes *c, const ph_sim *sim)
{
    ending e = {0};
    const double l = c->length, u = l / c->time;
    for (int k = 0; k < THINGS; k++) {
        ph_body_state s;
        CHECK(ph_sim_get_body(sim, c->reversed ? THINGS - 1 - k : k, &s) == PH_OK);
        const ph_quat back = ph_quat_conj(c->turn);
        const thing *b = &things[k];
        e.p[k] = ph_rotate(back, ph_sub(ph_scale(1 / l, s.position), c->shift));
        e.v[k] = ph_rotate(back, ph_scale(1 / u, s.velocity));
        const ph_vec3 w = ph_scale(c->time, s.omega);
        const ph_vec3 J = {b->inertia[0] * w.x, b->inertia[1] * w.y, b->inertia[2] * w.z};
        e.L[k] = ph_rotate(back, ph_rotate(s.orientation, J));
        e.linear = ph_axpy(e.linear, b->mass, e.v[k]);
        e.angular = ph_add(e.angular, ph_axpy(e.L[k], b->mass, ph_cross(e.p[k], e.v[k])));
        e.kinetic += 0.5 * b->mass * ph_dot(e.v[k], e.v[k]) + 0.5 * ph_dot(w, J);
    }
    return e;
}

static ending run_scene(const clothes *c, const char *integrator, double end, double step)
{
    ph_model *model = scene(c, ph_v3(0.5, 0, -9.81), end, step);
    ph_options o = contact_options(model, integrator, 0);
    ph_sim *sim = contact_run(model, &o);
    const ending e = end_of(c, sim);
    ph_sim_free(sim);
    ph_model_free(model);
    return e;
}

static double apart(const ending *a, const ending *b)
{
    double worst = 0;
    for (int k = 0; k < THINGS; k++) {
        worst = fmax(worst, ph_norm(ph_sub(a->p[k], b->p[k])));
        worst = fmax(worst, ph_norm(ph_sub(a->v[k], b->v[k])));
        worst = fmax(worst, 100 * ph_norm(ph_sub(a->L[k], b->L[k])));
    }
    return worst;
}

static void same_scene(void)
{
    clothes c[8];
    static const char *const name[] = {"moved",  "turned",   "reversed", "swapped",
                                       "groups", "far away", "in mm",    "all at once"};
    for (int i = 0; i < 8; i++) c[i] = plain;
    c[0].shift = ph_v3(3, -2, 5);
    c[1].turn = c[7].turn = phk_exp(ph_v3(1, -0.5, 2));
    c[2].reversed = c[7].reversed = true;
    c[3].swapped = true;
    c[4].everything = c[5].everything = c[7].everything = true;
    c[5].far = c[7].far = 200;
    c[6].length = 1e-3, c[6].time = 0.1, c[6].mass = 1e-6;
    const ending want = run_scene(&plain, "galpha", 0.3, 1e-4);
    ending fixed = want;
    CHECK(want.kinetic > 0 && want.p[0].z > 0.09);
    for (int i = 0; i < 8; i++) {
        const ending e = run_scene(&c[i], "galpha", 0.3, 1e-4);
        const double off = apart(&want, &e);
        printf("%s: %.2g\n", name[i], off);
        CHECK(off < 1e-7);
        if (i == 4) fixed = e;
        if (i == 5) CHECK(apart(&fixed, &e) <= 1e-12);
    }
}

/* Methods of free bodies come to the same, and all of them nearer with smaller steps. */
static void same_method(void)
{
    static const char *const method[] = {"hht", "hht-euler", "liemid-ea", "nmb", "cf4", "liemid"};
    const ending want = run_scene(&plain, "galpha", 0.1, 2.5e-6);
    for (int i = 0; i < 6; i++) {
        const ending a = run_scene(&plain, method[i], 0.1, 4e-5);
        const ending b = run_scene(&plain, method[i], 0.1, 1e-5);
        printf("%s: %.2g, %.2g with a quarter of the step\n", method[i], apart(&want, &a),
               apart(&want, &b));
        /* touches begin with a step: of first order */
        CHECK(apart(&want, &b) < 0.4 * apart(&want, &a) && apart(&want, &b) < 4e-3);
    }
}

/* ---- momentum ---- */

static void momentum(const char *integrator, double step, double linear, double angular)
{
    clothes c = plain;
    char *text = NULL;
    size_t size;
    FILE *f = open_memstream(&text, &size);
    write_things(f, &c, ph_v3(0, 0, 0));
    write_shapes(f, &c);
    fprintf(f, "contacts:\n  a: {between: [ball, block], ");
    write_law(f, &c);
    fprintf(f, "}\n  b: {between: [rod, ball], ");
    write_law(f, &c);
    fprintf(f, "}\n  c: {between: [slab, block], ");
    write_law(f, &c);
    fprintf(f, "}\nsimulate: {end: 0.5, step: %.17g, steps: 1}\n", step);
    fclose(f);
    ph_model *model = text_model("%s", text);
    ph_options o = contact_options(model, integrator, 0);
    free(text);
    ph_sim *sim = must_create(model, &o);
    const ending a = end_of(&c, sim);
    CHECK(ph_sim_run(sim, NULL, NULL) == PH_OK);
    const ending b = end_of(&c, sim);
    CHECK(apart(&a, &b) > 0.1); /* they have met */
    CHECK(fabs(a.kinetic - b.kinetic) > 1e-2);
    const double dp = ph_norm(ph_sub(a.linear, b.linear)),
                 dl = ph_norm(ph_sub(a.angular, b.angular));
    printf("%s: momentum changes by %.2g, its moment by %.2g\n", integrator, dp, dl);
    CHECK(dp < linear && dl < angular);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* ---- energy ---- */

/* The ledger of a run closes to some tolerances of what was moved. */
static void books(const char *what, ph_model *model, double limit)
{
    for (int e = 0; e < TEXT_ENGINES; e++) {
        ph_sim *sim = contact_run_one(model, text_engine[e], 1e-4);
        ph_energy s;
        CHECK(ph_sim_energy(sim, &s) == PH_OK);
        CHECK(fabs(s.numerical) < limit && !ph_sim_stats(sim)->doubtful);
        if (!(fabs(s.numerical) < limit)) printf("%s, %s:\n", what, text_engine[e]);
        if (!(fabs(s.numerical) < limit)) printf("  %.3g J\n", s.numerical);
        CHECK(s.dissipated > -1e-6);
        ph_sim_free(sim);
    }
    ph_model_free(model);
}

static void energy(void)
{
    const char *const bounce = "law: power, stiffness: 1e6, damping: 0.3, friction: 0.3";
    books("slides to rest", contact_block(0, 1, "friction: 0.3", 1), 1e-4);
    books("slides to rest, step",
          contact_block(0, 1, "friction_law: step, friction: 0.3, stiction_speed: 1e-3", 1), 1e-4);
    books("sticks", contact_block(0.3, 0, "friction: 0.5", 5), 1e-4);
    books("slips", contact_block(0.3, 0, "friction: 0.2", 1), 1e-3);
    books("rolls", text_model(CONTACT_BALL, "-9.81", 0.0995, 2., 0., bounce, 1.), 5e-3);
    books("bounces", text_model(CONTACT_BALL, "-9.81", 1.1, 1., 0., bounce, 2.), 2e-2);
    books("bounces, restitution",
          text_model(CONTACT_BALL, "-9.81", 1.1, 1., 0., "stiffness: 1e8, restitution: 0.6", 2.),
          2e-2);
    books("adhesion",
          text_model(CONTACT_BALL, "-9.81", 0.3, 0.5, 0.,
                     "stiffness: 1e6, restitution: 0.6, adhesion: 50, range: 0.01", 2.),
          2e-2);
}

/* ---- phases, and what turns ---- */

typedef struct {
    double rest, falls, end;
} phase_rows;

static ph_status on_phase(void *user, const ph_sim *sim, const double *row)
{
    phase_rows *r = user;
    const double z = row[column_of(sim, "ball", "pos", 2)];
    if (fabs(row[0] - 1) < 1e-9) r->rest = z;
    if (fabs(row[0] - 1.2) < 1e-9) r->falls = z;
    r->end = z;
    return PH_OK;
}

static void phase(void)
{
    ph_model *model = text_model(
        "gravity: [0, 0, -9.81]\n"
        "bodies: {ball: {mass: 1, inertia: [0.004, 0.004, 0.004], position: [0, 0, 0.0995]}}\n"
        "shapes: {round: {type: sphere, on: ball, radius: 0.1}, floor: {type: plane}, "
        "low: {type: plane, at: [0, 0, -1]}}\n"
        "contacts:\n  trap: {between: [round, floor], stiffness: 1e6, damping: 200, depth: 1e-4}\n"
        "  net: {between: [round, low], stiffness: 1e6, restitution: 0.3}\n"
        "simulate: {tolerance: 1e-5, every: 0.1}\n"
        "phases: [{end: 1}, {end: 3, deactivate: [trap]}]\n");
    ph_options o = contact_options(model, "galpha", 1e-5);
    phase_rows rows = {0};
    text_outcome out = text_run(model, &o, on_phase, &rows);
    CHECK(out.status == PH_OK);
    const double z = 0.1 - pow(9.81e-6, 2. / 3);
    CHECK_NEAR(rows.rest, z, 1e-6);
    /* and then nothing but the net below */
    CHECK_NEAR(rows.falls, z - 0.5 * 9.81 * 0.04, 1e-5);
    CHECK_NEAR(rows.end, z - 1, 2e-2);
    ph_model_free(model);
}

/* A block that lies on a table that turns stays where it is on it. */
static void turntable(const char *integrator, double tolerance)
{
    const double w = 2, r = 0.2;
    ph_model *model = text_model(
        "gravity: [0, 0, -9.81]\n"
        "bodies:\n"
        "  table: {mass: 10, inertia: [1, 1, 1], omega: [0, 0, %g]}\n"
        "  block: {mass: 1, inertia: [0.002, 0.004, 0.004], position: [%g, 0, 0.1498], "
        "velocity: [0, %g, 0], omega: [0, 0, %g]}\n"
        "joints: {axle: {type: revolute, between: [ground, table], axis: [0, 0, 1]}}\n"
        "motions: {drive: {joint: axle, displacement: '%g*time'}}\n"
        "shapes:\n"
        "  top: {type: box, on: table, at: [-1, -1, -0.1], size: [2, 2, 0.2]}\n"
        "  b: {type: box, on: block, at: [-0.1, -0.05, -0.05], size: [0.2, 0.1, 0.1]}\n"
        "contacts: {lies: {between: [b, top], law: impact, stiffness: 1e6, damping: 200, "
        "depth: 1e-4, friction: 0.5}}\n"
        "simulate: {end: 20, steps: 20}\n",
        w, r, w * r, w, w);
    ph_options o = contact_options(model, integrator, tolerance);
    text_scale_one(&o);
    ph_sim *sim = must_create(model, &o);
    double x[2], y[2];
    for (int i = 0; i < 2; i++) {
        const double t = i ? 20 : 5, c = cos(w * t), s = sin(w * t);
        CHECK(ph_sim_advance(sim, t, NULL) == PH_OK);
        const double px = value_now(sim, "block", "pos", 0), py = value_now(sim, "block", "pos", 1);
        x[i] = c * px + s * py;
        y[i] = c * py - s * px;
    }
    printf("turntable, %s: creeps by %.2g, %.2g m in 15 s\n", integrator, x[1] - x[0], y[1] - y[0]);
    CHECK_NEAR(x[1], x[0], 20 * tolerance * 1e-3);
    CHECK_NEAR(y[1], y[0], 20 * tolerance * 1e-3);
    CHECK_NEAR(x[0], r, 1e-3);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* Surfaces that pull each other from afar do so among many others, too. */
static void afar(void)
{
    double v[2];
    for (int many = 0; many < 2; many++) {
        char more[12000] = "", *at = more;
        for (int k = 0; k < 100 * many; k++)
            at += sprintf(at, "  f%d: {type: sphere, at: [%d, 50, 0], radius: 0.1}\n", k, k);
        ph_model *model =
            text_model("bodies:\n  a: {mass: 1, inertia: [0.004, 0.004, 0.004]}\n"
                       "  b: {mass: 1, inertia: [0.004, 0.004, 0.004], position: [0.26, 0, 0]}\n"
                       "shapes:\n  sa: {type: sphere, on: a, radius: 0.1}\n"
                       "  sb: {type: sphere, on: b, radius: 0.1}\n%s"
                       "contacts: {all: {between: [everything], stiffness: 1e5, restitution: 0.5, "
                       "adhesion: 10, range: 0.1}}\nsimulate: {end: 0.1, step: 1e-4, steps: 1}\n",
                       more);
        ph_options o = contact_options(model, "galpha", 0);
        ph_sim *sim = contact_run(model, &o);
        v[many] = value_now(sim, "a", "vel", 0);
        ph_sim_free(sim);
        ph_model_free(model);
    }
    CHECK(v[0] > 0.1);
    CHECK_NEAR(v[1], v[0], 1e-12);
}

int main(void)
{
    afar();
    same_scene();
    same_method();
    momentum("galpha", 1e-4, 1e-10, 1e-6);
    momentum("hht", 1e-4, 1e-10, 1e-6);
    momentum("liemid-ea", 1e-5, 1e-12, 1e-6);
    energy();
    phase();
    turntable("galpha", 1e-4);
    turntable("hht", 1e-4);
    return TEST_RESULT();
}
