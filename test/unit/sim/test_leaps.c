/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is driven, with corners: velocities jump as in a blow, by the work of who drives. With
 * jumps: it cannot be followed, and the message says what and when.
 */
#include "../../build_model.h"

/* A cart of 2 kg on rails along x, and a rod of 3 kg, 0.4 m below its pin on the cart. */
enum { CART = 2, ROD = 3 };
#define BELOW   0.4
#define INERTIA 0.25

static ph_model *cart(const char *level, const char *law)
{
    ph_model *model = ph_model_create();
    ph_body_def b = ph_default_body();
    b.mass = CART;
    b.inertia = (ph_sym3){1, 1, 1, 0, 0, 0};
    CHECK(ph_model_add_body(model, "cart", &b) == PH_OK);
    b.mass = ROD;
    b.inertia = (ph_sym3){INERTIA, INERTIA, INERTIA, 0, 0, 0};
    b.position = ph_v3(0, 0, -BELOW);
    CHECK(ph_model_add_body(model, "rod", &b) == PH_OK);
    joint_add(model, "rails", "prismatic", "ground", "cart", ph_v3(0, 0, 0), ph_v3(1, 0, 0));
    joint_add(model, "pin", "revolute", "cart", "rod", ph_v3(0, 0, 0), ph_v3(0, 1, 0));
    ph_motion_def m = ph_default_motion();
    m.joint.text = "rails";
    m.initial_displacement = m.initial_velocity = NAN;
    ph_expr *to = *level == 'd' ? &m.displacement : *level == 'v' ? &m.velocity : &m.acceleration;
    to->text = law;
    CHECK(add_variable(model, "since", "time - 0.3") == PH_OK);
    CHECK(add_variable(model, "late", "max(since, 0)") == PH_OK);
    if (*level != 'e') {
        CHECK(ph_model_add_motion(model, "drive", &m) == PH_OK);
        return model;
    }
    /* a constraint by an expression does the same */
    CHECK(ph_model_add_equation(model, "drive", &(ph_expr){.text = law}) == PH_OK);
    return model;
}

static ph_options options(const char *engine, double tolerance, double end)
{
    ph_options o = options_of(engine, tolerance > 0 ? 0 : 0.01, end);
    o.tolerance = tolerance > 0 ? tolerance : 0;
    return o;
}

/* From rest to 0.5 m/s at 0.3 s: the rod hangs back. */
static void corner(const char *engine, double tolerance, const char *level, const char *law)
{
    ph_model *model = cart(level, law);
    ph_options o = options(engine, tolerance, 1);
    ph_sim *sim = must_create(model, &o);
    ph_diag *diag = ph_diag_create();
    const double *time;
    CHECK(ph_sim_breaks(sim, &time) == 1 && time[0] == 0.3);
    CHECK(ph_sim_advance(sim, 0.3, diag) == PH_OK);
    show_diag(diag);
    /* the blow P at the pin: P/m + P l^2/J = u */
    double u = 0.5, blow = u / (1.0 / ROD + BELOW * BELOW / INERTIA), v = blow / ROD;
    double w = blow * BELOW / INERTIA;
    CHECK_NEAR(value_now(sim, "cart", "vel", 0), u, 1e-9);
    CHECK_NEAR(value_now(sim, "rod", "vel", 0), v, 1e-9);
    CHECK_NEAR(fabs(value_now(sim, "rod", "omega", 1)), w, 1e-9);
    double energy = (CART * u * u + ROD * v * v + INERTIA * w * w) / 2;
    CHECK_NEAR(value_now(sim, "energy", "applied", 0), energy, 1e-9);
    CHECK_NEAR(value_now(sim, "energy", "numerical", 0), 0, 1e-9);
    /* there is no gravity: the pin moves straight on, the rod goes on turning about it */
    CHECK(ph_sim_advance(sim, 1, diag) == PH_OK);
    show_diag(diag);
    CHECK_NEAR(value_now(sim, "cart", "pos", 0), u * 0.7, 1e-6);
    CHECK_NEAR(fabs(value_now(sim, "rod", "omega", 1)), w, 1e-3);
    ph_diag_free(diag);
    ph_sim_free(sim);
    ph_model_free(model);
}

static void corners(const char *engine, double tolerance)
{
    corner(engine, tolerance, "d", "if(time < 0.3, 0, 0.5*(time - 0.3))");
    corner(engine, tolerance, "d", "0.5*max(time - 0.3, 0)");
    corner(engine, tolerance, "d", "0.25*(time - 0.3 + abs(time - 0.3))");
    corner(engine, tolerance, "v", "if(time < 0.3, 0, 0.5)");
    /* through variables, which count as much as what is made of them */
    corner(engine, tolerance, "d", "0.5*late");
    corner(engine, tolerance, "v", "0.5*sign(late)");
}

/* Up and down: every way there has its corner, and the displacement is what is prescribed. */
static void zigzag(const char *engine)
{
    ph_model *model = cart("d", "0.1*abs(mod(time + 0.5, 1) - 0.5)");
    ph_options o = options(engine, 1e-6, 3.25);
    ph_sim *sim = must_create(model, &o);
    const double *time;
    CHECK(ph_sim_breaks(sim, &time) == 6 && time[0] == 0.5 && time[5] == 3);
    for (int k = 1; k <= 13; k++) {
        double t = 0.25 * k, to = 0.1 * fabs(fmod(t + 0.5, 1) - 0.5);
        CHECK(ph_sim_advance(sim, t, NULL) == PH_OK);
        CHECK_NEAR(value_now(sim, "cart", "pos", 0), to, 1e-9);
        CHECK_NEAR(value_now(sim, "cart", "vel", 0), fmod(t, 1) < 0.5 ? 0.1 : -0.1, 1e-8);
    }
    ph_sim_free(sim);
    ph_model_free(model);
}

/* The acceleration of a driven body jumps where a force would. */
static void accelerations(const char *engine)
{
    ph_model *model = cart("a", "if(time < 0.5, 2, -2)");
    ph_options o = options(engine, 1e-6, 1);
    ph_sim *sim = must_create(model, &o);
    CHECK(ph_sim_advance(sim, 0.5, NULL) == PH_OK);
    CHECK_NEAR(value_now(sim, "cart", "acc", 0), -2, 1e-9);
    CHECK_NEAR(value_now(sim, "cart", "vel", 0), 1, 1e-9);
    CHECK(ph_sim_advance(sim, 1, NULL) == PH_OK);
    CHECK_NEAR(value_now(sim, "cart", "pos", 0), 0.5, 1e-9);
    CHECK_NEAR(value_now(sim, "cart", "vel", 0), 0, 1e-9);
    ph_sim_free(sim);
    ph_model_free(model);
}

/* What jumps is refused; what jumps by rounding is not, nor what nobody has to follow. */
static void jumps(const char *engine, double tolerance)
{
    static const struct {
        const char *law;
        bool refused;
    } want[] = {{"if(time < 0.3, 0, 0.5)", true},
                {"0.1*floor(time/0.3)*(time < 0.5)", true},
                {"mod(time, 0.3)", true},
                {"if(time < 0.3, time, 0.3 + 1e-5)", true},
                {"if(time < 0.3, time, 0.3 + 1e-8)", false},
                {"if(time < 1, 0.1*time, 7)", false},
                {"if(time <= 0, 9, 0.1*time)", false}};
    for (int k = 0; k < 7; k++) {
        ph_model *model = cart("d", want[k].law);
        ph_options o = options(engine, tolerance, 1);
        ph_sim *sim = must_create(model, &o);
        ph_diag *diag = ph_diag_create();
        ph_status status = ph_sim_run(sim, NULL, diag);
        CHECK(status == (want[k].refused ? PH_E_SOLVE : PH_OK));
        if (want[k].refused) {
            CHECK_NEAR(ph_sim_time(sim), 0.3, 1e-12);
            CHECK(ph_diag_errors(diag) == 1);
            CHECK(strstr(ph_diag_get(diag, 0)->message, "t = 0.3 s: what motion `drive`") != NULL);
            CHECK(strstr(ph_diag_get(diag, 0)->message, "jumps by") != NULL);
        } else if (status) {
            printf("  %s by %s\n", want[k].law, engine);
            show_diag(diag);
        }
        ph_diag_free(diag);
        ph_sim_free(sim);
        ph_model_free(model);
    }
}

/* A motion that ends with its phase may jump there. */
static void in_phases(const char *engine)
{
    ph_model *model = cart("d", "if(time < 0.5, 0.2*time, 9)");
    ph_phase_def phase = {.options = ph_default_options()};
    phase.options.end = 0.5;
    CHECK(ph_model_add_phase(model, &phase) == PH_OK);
    ph_text off = {.text = "drive"};
    phase.options.end = 1;
    phase.deactivate = (ph_names){1, &off};
    CHECK(ph_model_add_phase(model, &phase) == PH_OK);
    ph_options o = options(engine, 1e-6, NAN);
    ph_sim *sim = must_create(model, &o);
    ph_diag *diag = ph_diag_create();
    CHECK(ph_sim_run(sim, NULL, diag) == PH_OK);
    show_diag(diag);
    CHECK_NEAR(value_now(sim, "cart", "pos", 0), 0.2, 5e-3); /* the rod swings a little */
    ph_diag_free(diag);
    ph_sim_free(sim);
    ph_model_free(model);
}

int main(void)
{
    static const char *const engines[] = {"galpha", "hht", "hht-euler", "ida"};
    for (int i = 0; i < 4; i++) {
        if (ph_integrator_find(engines[i])->traits & PH_ABSENT) continue;
        corners(engines[i], 1e-7);
        zigzag(engines[i]);
        accelerations(engines[i]);
        jumps(engines[i], 1e-4);
        in_phases(engines[i]);
    }
    corners("galpha", 0);
    corners("hht-euler", 0);
    jumps("galpha", 0);
    corner("galpha", 1e-7, "e", "cart.pos.x - if(time < 0.3, 0, 0.5*(time - 0.3))");
    return TEST_RESULT();
}
