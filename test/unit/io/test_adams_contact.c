/* SPDX-License-Identifier: BSD-3-Clause
 *
 * CONTACT of ADAMS decks: its numbers in any units, that it moves as the same contact in a model
 * file does, what requests read of it, geometry in files, and what is left out.
 */
#include <stdlib.h>
#include "adams_deck.h"
#include "text_model.h"

/* A ball of 1 kg and 0.1 m above a plate; lengths of the deck are so many metres, masses kilograms,
 * times seconds, forces newtons. */
typedef struct {
    const char *units;
    double length, mass, time, force;
} system_of;
static const system_of systems[] = {
    {"FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND", 1, 1, 1, 1},
    {"FORCE=NEWTON, MASS=TONNE, LENGTH=MILLIMETER, TIME=SECOND", 1e-3, 1e3, 1, 1},
    {"FORCE=KNEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=MILLISECOND", 1e-3, 1, 1e-3, 1e3},
    {"FORCE=POUND_FORCE, MASS=POUND_MASS, LENGTH=INCH, TIME=SECOND", 0.0254, 0.45359237, 1,
     0.45359237 * 9.80665},
};
enum { SYSTEMS = sizeof systems / sizeof *systems };

static const char *ball_deck(const system_of *u, const char *contact)
{
    static char text[4000];
    double l = u->length, inertia = 0.004 / (u->mass * l * l);
    snprintf(text, sizeof text,
             "UNITS/%s\n"
             "PART/1, GROUND\n"
             "MARKER/10, PART=1, QP=%.17g, %.17g, %.17g\n"
             "PART/2, QG=0, 0, %.17g, MASS=%.17g, CM=20, IP=%.17g, %.17g, %.17g, VX=%.17g\n"
             "MARKER/20, PART=2\n"
             "MARKER/21, PART=2, REULER=90D,90D,0D\n"
             "GRAPHICS/1, BOX, CORNER=10, X=%.17g, Y=%.17g, Z=%.17g\n"
             "GRAPHICS/2, ELLIPSOID, CM=20, XSCALE=%.17g, YSCALE=%.17g, ZSCALE=%.17g\n"
             "ACCGRAV/KGRAV=%.17g\n"
             "%s\n",
             u->units, -1 / l, -1 / l, -0.05 / l, 0.11 / l, 1 / u->mass, inertia, inertia, inertia,
             0.5 * u->time / l, 2 / l, 2 / l, 0.05 / l, 0.2 / l, 0.2 / l, 0.2 / l,
             -9.81 * u->time * u->time / l, contact);
    return text;
}

static const char *impact(const system_of *u)
{
    static char text[600];
    double speed = u->length / u->time;
    snprintf(text, sizeof text,
             "CONTACT/7, IGEOM=2, JGEOM=1, IMPACT, STIFFNESS=%.17g, EXPONENT=1.5, DAMPING=%.17g\n"
             ", DMAX=%.17g, COULOMB_FRICTION=ON, MU_STATIC=0.3, MU_DYNAMIC=0.2\n"
             ", STICTION=%.17g, FRICTION_TRANSITION_VELOCITY=%.17g\n"
             "REQUEST/1, F1=CONTACT(7,0,1,0)\\F2=CONTACT(7,0,2,0)\\F4=CONTACT(7,0,4,0)\n"
             ", F5=CONTACT(7,1,4,0)\\F6=CONTACT(7,0,4,21)\\F7=CONTACT(7,0,7,0)\n",
             1e6 * pow(u->length, 1.5) / u->force, 200 * u->length / (u->force * u->time),
             1e-4 / u->length, 0.01 / speed, 0.1 / speed);
    return text;
}

static const ph_contact_def *contact(const ph_model *m, const char *name)
{
    static ph_contact_def none;
    int index = deck_find(m, PHK_KIND_CONTACT, name);
    return index < 0 ? &none : &phk_contacts(m)[index];
}

/* At time t with fixed steps. */
static ph_sim *steps_to(const ph_model *model, double t)
{
    ph_options o = *ph_model_options(model);
    ph_diag *diag = ph_diag_create();
    ph_sim *sim = NULL;
    o.integrator = (ph_text){.text = "galpha"};
    o.step = 2e-4;
    o.tolerance = 0;
    o.end = 1;
    CHECK(ph_sim_create(model, &o, diag, &sim) == PH_OK);
    CHECK(sim && ph_sim_advance(sim, t, diag) == PH_OK);
    ph_diag_free(diag);
    return sim;
}

static void near3(ph_vec3 got, ph_vec3 want, double tolerance)
{
    CHECK_NEAR(got.x, want.x, tolerance);
    CHECK_NEAR(got.y, want.y, tolerance);
    CHECK_NEAR(got.z, want.z, tolerance);
}

/* In all units the same contact, and the motion of a model file that says the same. */
static void test_units(void)
{
    ph_model *twin =
        text_model("gravity: [0, 0, -9.81]\n"
                   "bodies:\n"
                   "  ball: {mass: 1, inertia: [0.004, 0.004, 0.004], position: [0, 0, 0.11],\n"
                   "         velocity: [0.5, 0, 0]}\n"
                   "markers: {corner: {at: [-1, -1, -0.05]}}\n"
                   "shapes:\n"
                   "  plate: {type: box, on: corner, size: [2, 2, 0.05]}\n"
                   "  round: {type: sphere, on: ball, radius: 0.1}\n"
                   "contacts:\n"
                   "  hit: {between: [round, plate], law: impact, stiffness: 1e6, exponent: 1.5,\n"
                   "        damping: 200, depth: 1e-4, friction_law: step, friction: 0.3,\n"
                   "        sliding_friction: 0.2, stiction_speed: 0.01, sliding_speed: 0.1}\n");
    /* in the first blow, and when it has come to roll */
    static const double times[] = {0.047, 0.3};
    for (int k = 0; k < SYSTEMS; k++) {
        const system_of *u = &systems[k];
        ph_model *m = deck_load("", ball_deck(u, impact(u)));
        const ph_contact_def *c = contact(m, "CONTACT_7");
        CHECK(c->law == PH_CONTACT_IMPACT && c->friction_law == PH_FRICTION_STEP && c->joined == 1);
        CHECK_NEAR(c->stiffness, 1e6, 1e-9);
        CHECK_NEAR(c->damping, 200, 1e-12);
        CHECK_NEAR(c->depth, 1e-4, 1e-18);
        CHECK_NEAR(c->stiction_speed, 0.01, 1e-16);
        CHECK_NEAR(c->sliding_speed, 0.1, 1e-16);
        CHECK(c->exponent == 1.5 && c->friction == 0.3 && c->sliding_friction == 0.2);
        for (int i = 0; i < 2; i++) {
            ph_sim *a = steps_to(m, times[i]), *b = steps_to(twin, times[i]);
            near3(deck_body(a, 0).position, deck_body(b, 0).position, 1e-12);
            near3(deck_body(a, 0).velocity, deck_body(b, 0).velocity, 1e-10);
            near3(deck_body(a, 0).omega, deck_body(b, 0).omega, 1e-10);
            double fx = deck_column(b, "hit", "force", "x"),
                   fz = deck_column(b, "hit", "force", "z");
            CHECK(fz > 1);
            CHECK_NEAR(deck_column(a, "REQUEST_1", "", "f1") * u->force, hypot(fx, fz), 1e-7);
            CHECK_NEAR(deck_column(a, "REQUEST_1", "", "f2") * u->force, fx, 1e-7);
            CHECK_NEAR(deck_column(a, "REQUEST_1", "", "f4") * u->force, fz, 1e-7);
            /* on the plate it is the opposite */
            CHECK_NEAR(deck_column(a, "REQUEST_1", "", "f5") * u->force, -fz, 1e-7);
            /* z of marker 21 is x of the ball, which turns about y */
            ph_vec3 axis = ph_rotate(deck_body(a, 0).orientation, ph_v3(1, 0, 0));
            CHECK_NEAR(deck_column(a, "REQUEST_1", "", "f6") * u->force, axis.x * fx + axis.z * fz,
                       1e-7);
            CHECK_NEAR(deck_column(a, "REQUEST_1", "", "f7"), 0, 1e-7);
            ph_sim_free(a);
            ph_sim_free(b);
        }
        ph_model_free(m);
    }
    ph_model_free(twin);
}

static ph_model *milli(const char *statements)
{
    return deck_load("", ball_deck(&systems[1], statements));
}

/* Words and numbers that may be left out, and sides of several geometries. */
static void test_forms(void)
{
    ph_model *m = milli("CONTACT/1, IGEOM=2, JGEOM=1, STIFFNESS=1000, DAMPING=1, DMAX=0.1\n"
                        ", COULOMB=ON, MU_STATIC=0.3, MU_DYNAMIC=0.1");
    const ph_contact_def *c = contact(m, "CONTACT_1");
    CHECK_NEAR(c->stiffness, 1000 * pow(1000, 2.2), 1e-3);
    CHECK(c->exponent == 2.2 && c->stiction_speed == 0.1 && c->sliding_speed == 1);
    CHECK(strstr(deck_messages, "EXPONENT of CONTACT is 2.2 where it is not given") != NULL);
    CHECK(strstr(deck_messages, "STICTION_TRANSITION_VELOCITY of CONTACT is 0.1 m/s") != NULL);
    ph_model_free(m);
    m = milli("CONTACT/1, IGEOM=2, JGEOM=1, POISSON, PENALTY=1000, RESTITUTION=0.4\n"
              ", COULOMB_FRICTION=DynamicsOnly, MU_DYNAMIC=0.2, FRICTION_TRANS=100");
    c = contact(m, "CONTACT_1");
    CHECK(c->law == PH_CONTACT_POWER && c->exponent == 1 && c->restitution == 0.4);
    CHECK_NEAR(c->stiffness, 1e6, 1e-9);
    CHECK(c->friction == 0.2 && c->sliding_friction == 0.2 && c->stiction_speed == 0.1);
    CHECK(strstr(deck_messages, "POISSON of CONTACT is read as the law `power`") != NULL);
    ph_model_free(m);
    m = milli("GRAPHICS/3, BOX, CORNER=10, X=10, Y=10, Z=60\n"
              "CONTACT/1, IGEOM=2, JGEOM=1, 3, POISSON, PENALTY=1000, RESTITUTION=0\n"
              ", NO_FRICTION, MU_STATIC=1");
    c = contact(m, "CONTACT_1");
    CHECK(c->restitution == 1e-3 && c->friction_law == PH_FRICTION_NONE);
    CHECK_TEXT(c->between.name[0].text, "GRAPHICS_2");
    CHECK_TEXT(c->between.name[1].text, "CONTACT_1_j");
    int group = deck_find(m, PHK_KIND_GROUP, "CONTACT_1_j");
    CHECK(group >= 0 && phk_groups(m)[group].of.count == 2);
    ph_model_free(m);
}

/* A ball keeps the part of its speed that POISSON says. */
static void test_poisson(void)
{
    ph_model *m = milli("CONTACT/1, IGEOM=2, JGEOM=1, POISSON, PENALTY=100000, RESTITUTION=0.4");
    double fall = sqrt(2 * 0.01 / 9.81);
    ph_sim *sim = deck_run(m, fall - 1e-3);
    double before = deck_body(sim, 0).velocity.z - 9.81e-3;
    ph_sim_free(sim);
    sim = deck_run(m, fall + 2e-3);
    double after = deck_body(sim, 0).velocity.z + 9.81 * 1.6e-3;
    CHECK_NEAR(after / -before, 0.4, 5e-3); /* gravity acts during the blow */
    ph_sim_free(sim);
    ph_model_free(m);
}

/* A point and a ball above a plane that is turned. */
static void test_plane(void)
{
    ph_model *m = milli("MARKER/11, PART=1, QP=0,0,-500, REULER=0D,0D,90D\n"
                        "MARKER/22, PART=2, QP=0,0,-100\n"
                        "GRAPHICS/3, PLANE, RM=11, XMIN=-100, XMAX=300, YMIN=-50, YMAX=50\n"
                        "GRAPHICS/4, POINT, RM=22\n"
                        "CONTACT/1, IGEOM=4, JGEOM=3, IMPACT, STIFFNESS=1000, EXPONENT=1\n"
                        ", DAMPING=2, DMAX=0.01");
    int plane = deck_find(m, PHK_KIND_SHAPE, "GRAPHICS_3");
    deck_find(m, PHK_KIND_SHAPE, "GRAPHICS_4");
    const ph_shape_def *s = &phk_shapes(m)[plane < 0 ? 0 : plane];
    near3(s->size, ph_v3(0.4, 0.1, 0), 1e-15);
    near3(s->at, ph_v3(0.1, 0, 0), 1e-15);
    CHECK(strstr(deck_messages, "a PLANE that touches has no end here") != NULL);
    ph_sim *sim = steps_to(m, 0.9);
    /* upright on its point, for so long; 9.81 N press it 9.81 um in */
    CHECK_NEAR(deck_body(sim, 0).position.z, -0.4 - 9.81e-6 + 1e-6, 1e-8);
    ph_sim_free(sim);
    ph_model_free(m);
}

/* A point that begins as deep as it rests, which is more than it is thick. */
static void test_rest(void)
{
    ph_model *m = milli("MARKER/11, PART=1, QP=0,0,-500\n"
                        "MARKER/22, PART=2, QP=0,0,-610.0098\n"
                        "GRAPHICS/3, PLANE, RM=11, XMIN=-100, XMAX=300, YMIN=-50, YMAX=50\n"
                        "GRAPHICS/4, POINT, RM=22\n"
                        "CONTACT/1, IGEOM=4, JGEOM=3, IMPACT, STIFFNESS=1000, EXPONENT=1\n"
                        ", DAMPING=2, DMAX=0.01");
    ph_sim *sim = steps_to(m, 0.01);
    CHECK_NEAR(deck_body(sim, 0).position.z, 0.11, 2e-6);
    ph_sim_free(sim);
    ph_model_free(m);
}

/* A cube as an STL file in text, edges of 2 a. */
static void write_cube(const char *path, double a)
{
    static const int face[6][4] = {{0, 1, 3, 2}, {4, 6, 7, 5}, {0, 4, 5, 1},
                                   {2, 3, 7, 6}, {0, 2, 6, 4}, {1, 5, 7, 3}};
    FILE *f = fopen(path, "wb");
    CHECK(f != NULL);
    if (!f) return;
    fprintf(f, "solid cube\n");
    for (int i = 0; i < 12; i++) {
        const int *q = face[i / 2];
        int corner[3] = {q[0], q[1 + i % 2], q[2 + i % 2]};
        fprintf(f, "facet normal 0 0 0\nouter loop\n");
        for (int k = 0; k < 3; k++)
            fprintf(f, "vertex %g %g %g\n", corner[k] & 4 ? a : -a, corner[k] & 2 ? a : -a,
                    corner[k] & 1 ? a : -a);
        fprintf(f, "endloop\nendfacet\n");
    }
    fprintf(f, "endsolid cube\n");
    fclose(f);
}

/* What is read of the deck at deck_path in that way; the messages go to deck_messages. */
static ph_model *read_how(const ph_reading *how)
{
    ph_model *model = NULL;
    ph_diag *diag = ph_diag_create();
    size_t used = 0;
    ph_model_read(deck_path, how, diag, &model);
    deck_messages[0] = '\0';
    for (int i = 0; i < ph_diag_count(diag) && used < sizeof deck_messages - 2000; i++) {
        ph_diagnostic_format(ph_diag_get(diag, i), deck_messages + used, 2000);
        used += strlen(deck_messages + used);
    }
    ph_diag_free(diag);
    return model;
}

static void says(const char *text)
{
    CHECK(strstr(deck_messages, text) != NULL);
    if (!strstr(deck_messages, text)) printf("no \"%s\" in\n%s\n", text, deck_messages);
}

static const char law[] = "IMPACT, STIFFNESS=31, EXPONENT=1.5, DAMPING=0.2, DMAX=0.1";

/* Geometry in a file is told with both ways out, and read from the folder. */
static void test_geometry(void)
{
    char text[2000], path[200];
    const ph_reading folder = {.geometry = deck_folder};
    snprintf(text, sizeof text,
             "GRAPHICS/3, EXTERNAL, RM=20, FILE=parts.xmt_txt, ELEMENT='Solid 4'\n"
             "GRAPHICS/4, EXTERNAL, RM=10, FILE=parts.xmt_txt, ELEMENT=SOLID5\n"
             "CONTACT/1, IGEOM=3, JGEOM=1, %s\nCONTACT/2, IGEOM=2, JGEOM=4, %s",
             law, law);
    ph_model *m = deck_read("", ball_deck(&systems[1], text));
    CHECK(m == NULL);
    says("CONTACT/1 needs GRAPHICS/3, whose geometry cannot be read: it is in parts.xmt_txt (2 "
         "statements, the first here)");
    says("give it as DIR/Solid 4.stl (or .obj)");
    says("`--leave-out CONTACT`");
    /* one of them is there now */
    snprintf(path, sizeof path, "%s/solid 4.STL", deck_folder);
    write_cube(path, 100);
    CHECK(read_how(&folder) == NULL);
    says("CONTACT/2 needs GRAPHICS/4");
    says("SOLID5.stl");
    CHECK(strstr(deck_messages, "CONTACT/1 needs") == NULL);
    /* without the contacts both may be looked at, as far as they are there */
    static const char *const word[] = {"contact"};
    ph_reading both = {.geometry = deck_folder, .leave_out = word, .left_out = 1};
    m = read_how(&both);
    CHECK(m != NULL);
    says("CONTACT is left out, as asked for: 2 statements, the first here");
    says("shapes in files are not drawn (1 left out)");
    int shape = m ? deck_find(m, PHK_KIND_SHAPE, "GRAPHICS_3") : -1;
    if (shape >= 0) {
        const ph_shape_def *s = &phk_shapes(m)[shape];
        CHECK(s->kind == PH_SHAPE_MESH && s->scale == 1e-3);
        CHECK(s->file.text && strstr(s->file.text, "/solid 4.STL") != NULL);
        CHECK_TEXT(s->on.text, "MARKER_20");
    }
    ph_model_free(m);
    remove(path);
    /* a file that others take from is no one's own; one of a single solid is */
    snprintf(path, sizeof path, "%s/parts.obj", deck_folder);
    FILE *f = fopen(path, "wb");
    CHECK(f && fputs("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", f) >= 0);
    if (f) fclose(f);
    CHECK(read_how(&folder) == NULL);
    says("CONTACT/1 needs GRAPHICS/3");
    m = deck_read("", ball_deck(&systems[1], "GRAPHICS/3, EXTERNAL, RM=20, FILE=parts.xmt_txt"));
    ph_model_free(m);
    m = read_how(&folder);
    CHECK(m && deck_find(m, PHK_KIND_SHAPE, "GRAPHICS_3") >= 0);
    ph_model_free(m);
    /* a mesh beside the deck needs no folder */
    m = deck_read("", ball_deck(&systems[1], "GRAPHICS/3, EXTERNAL, RM=20, FILE=parts.obj"));
    CHECK(m && deck_find(m, PHK_KIND_SHAPE, "GRAPHICS_3") >= 0);
    ph_model_free(m);
    remove(path);
    CHECK(read_how(&(ph_reading){.geometry = "/no/such/folder"}) == NULL);
    says("cannot look into the folder of geometry");
}

/* What is left out is not there: loads of it are zero, and what needs it says so. */
static void test_left_out(void)
{
    static const char *const contacts[] = {"CONTACT"}, *const graphics[] = {"Graphics"},
                             *const wrong[] = {"CONTAKT"}, *const end[] = {"END"};
    const ph_reading without = {.leave_out = contacts, .left_out = 1};
    ph_model *m = deck_load("", ball_deck(&systems[1], impact(&systems[1])));
    ph_model_free(m);
    m = read_how(&without);
    CHECK(m != NULL && ph_model_count(m, "contact") == 0);
    if (m) {
        ph_sim *sim = steps_to(m, 0.5);
        CHECK_NEAR(deck_body(sim, 0).position.z, 0.11 - 0.5 * 9.81 * 0.25, 1e-6);
        CHECK(deck_column(sim, "REQUEST_1", "", "f4") == 0);
        ph_sim_free(sim);
    }
    ph_model_free(m);
    CHECK(read_how(&(ph_reading){.leave_out = graphics, .left_out = 1}) == NULL);
    says("CONTACT/7 needs GRAPHICS/2, which is left out");
    CHECK(read_how(&(ph_reading){.leave_out = wrong, .left_out = 1}) == NULL);
    says("`CONTAKT` cannot be left out: it is no statement of a deck");
    says("did you mean CONTACT?");
    CHECK(read_how(&(ph_reading){.leave_out = end, .left_out = 1}) == NULL);
    deck_read("", ball_deck(&systems[1], "UCON/1\nUCON/2, FUNCTION\nUCON/4"));
    says("UCON: polhode has no element for it yet (a constraint by a user's subroutine); 3 "
         "statements, the first here");
    /* nothing of the sort in model files */
    ph_model *model = NULL;
    CHECK(ph_model_read("x.yaml", &without, NULL, &model) == PH_E_USAGE && !model);
}

/* A force lifts the ball by half of what the plate bears, whose share is then 1/1.5 of its weight;
 * a variable and a differential equation read the other side. */
static void test_read(void)
{
    const system_of *u = &systems[1];
    char text[1200];
    snprintf(text, sizeof text,
             "%s"
             "MARKER/11, PART=1\n"
             "SFORCE/1, TRANS, ACTIONONLY, I=20, J=11, FUNCTION=0.5*CONTACT(7,0,4,0)\n"
             "VARIABLE/3, FUNCTION=CONTACT(7,1,4,0)\n"
             "DIFF/4, IC=0, FUNCTION=VARVAL(3)\n"
             "REQUEST/2, F2=VARVAL(3)\\F3=DIF(4)\\F4=DIF1(4)\n",
             impact(u));
    ph_model *m = deck_load("", ball_deck(u, text));
    ph_sim *a = steps_to(m, 0.6);
    const double borne = 9.81 / 1.5;
    CHECK_NEAR(deck_column(a, "REQUEST_1", "", "f4") * u->force, borne, 1e-3);
    CHECK_NEAR(deck_column(a, "REQUEST_2", "", "f2") * u->force, -borne, 1e-3);
    CHECK_NEAR(deck_column(a, "REQUEST_2", "", "f4"), deck_column(a, "REQUEST_2", "", "f2"), 1e-6);
    /* the impulse of all that the plate has borne: what 1 kg fell, and since then the weight */
    const double impulse = deck_column(a, "REQUEST_2", "", "f3") * u->force * u->time;
    CHECK_NEAR(-1.5 * impulse - 9.81 * 0.6, deck_body(a, 0).velocity.z, 1e-3);
    ph_sim_free(a);
    ph_model_free(m);
}

static void test_refused(void)
{
    char text[1000];
    snprintf(text, sizeof text, "CONTACT/7, IGEOM=2, JGEOM=1, %s\nCONTACT/8, IGEOM=1, JGEOM=2, %s",
             law, law);
    deck_bad("", ball_deck(&systems[1], text),
             "GRAPHICS/1 and GRAPHICS/2 touch by another CONTACT already");
}

/* A command file lets the ball fall through the plate after it has lain on it. */
static void test_switch(void)
{
    char path[200];
    ph_model *m = deck_load("", ball_deck(&systems[1], impact(&systems[1])));
    ph_model_free(m);
    snprintf(path, sizeof path, "%s/run.acf", deck_folder);
    FILE *f = fopen(path, "wb");
    CHECK(f && fputs("deck\nout\nSIMULATE/DYNAMIC, END=0.3, STEPS=3\n"
                     "DEACTIVATE/CONTACT, ID=7\nSIMULATE/DYNAMIC, END=0.5, STEPS=2\n"
                     "STOP\n",
                     f) >= 0);
    if (f) fclose(f);
    ph_diag *diag = ph_diag_create();
    CHECK(ph_model_load(path, NULL, 0, diag, &m) == PH_OK);
    ph_sim *sim = NULL;
    CHECK(m && ph_sim_create(m, ph_model_options(m), diag, &sim) == PH_OK);
    CHECK(sim && ph_sim_advance(sim, 0.3, diag) == PH_OK);
    double z = deck_body(sim, 0).position.z;
    CHECK_NEAR(z, 0.1 - pow(9.81e-6, 1 / 1.5), 1e-4);
    CHECK(sim && ph_sim_advance(sim, 0.5, diag) == PH_OK);
    CHECK_NEAR(deck_body(sim, 0).position.z, z - 0.5 * 9.81 * 0.04, 2e-3);
    CHECK(deck_column(sim, "REQUEST_1", "", "f4") == 0);
    ph_sim_free(sim);
    ph_model_free(m);
    ph_diag_free(diag);
    remove(path);
}

int main(void)
{
    deck_begin();
    test_units();
    test_forms();
    test_poisson();
    test_plane();
    test_rest();
    test_geometry();
    test_left_out();
    test_read();
    test_refused();
    test_switch();
    deck_end();
    return TEST_RESULT();
}
