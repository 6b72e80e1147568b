/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Elements that name joints: a force sees the markers of the joint and what it leaves free, and
 * joints that are not there, or named twice, are told.
 */
#include <stddef.h>
#include "build_model.h"
#include "text_model.h"

/* A torque on both bodies of a joint, about z, of -2 N m per turn of the second marker. */
typedef struct {
    ph_joints joints;
} wind_par;

static ph_status wind(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                      ph_wrench *w)
{
    const wind_par *p = par;
    (void)eval;
    for (int e = 0; e < n; e++, frame += 4, w += 4) {
        memset(w, 0, 4 * sizeof *w);
        for (int k = 0; k < p[e].joints.names.count; k++) {
            const ph_frame *f = frame + 2 * k;
            CHECK(p[e].joints.joint[k] == k && p[e].joints.free[k] == PH_TURN_Z);
            ph_vec3 x = ph_mat3_mul(f[1].R_WM, ph_v3(1, 0, 0));
            double angle = atan2(ph_dot(x, ph_mat3_mul(f[0].R_WM, ph_v3(0, 1, 0))),
                                 ph_dot(x, ph_mat3_mul(f[0].R_WM, ph_v3(1, 0, 0))));
            ph_vec3 torque = ph_mat3_mul(f[0].R_WM, ph_v3(0, 0, -2 * angle));
            w[2 * k].torque = ph_scale(-1, torque);
            w[2 * k + 1].torque = torque;
        }
    }
    return PH_OK;
}

static const ph_field fields[] = {{"joints", PH_FIELD_JOINTS, .offset = offsetof(wind_par, joints),
                                   .help = "Which.", .flags = PH_REQUIRED, .min = 1, .max = 2},
                                  {.name = NULL}};
static const ph_force_type winder = {.name = "wind",
                                     .help = "winds joints",
                                     .par_bytes = sizeof(wind_par),
                                     .fields = fields,
                                     .markers = 4,
                                     .wrench = wind};

static ph_model *two_arms(void)
{
    return text_model("bodies:\n"
                      "  a: {mass: 1, inertia: [0.1, 0.1, 0.1], omega: [0, 0, 1]}\n"
                      "  b: {mass: 1, inertia: [0.1, 0.1, 0.1], omega: [0, 0, 2]}\n"
                      "joints:\n"
                      "  ja: {type: revolute, between: [ground, a]}\n"
                      "  jb: {type: revolute, between: [ground, b]}\n"
                      "  je: {type: equation, expression: a.pos.x}\n"
                      "  jm: {type: spherical, between: [ground, a]}\n"
                      "simulate: {end: 1, steps: 10}\n");
}

static ph_status add(ph_model *model, int count, const char *const *name)
{
    wind_par par;
    ph_text text[3] = {{.text = name[0]}, {.text = name[1]}, {.text = name[2]}};
    ph_field_defaults(fields, &par);
    CHECK(ph_field_set_names(fields, &par, "joints", count, text, NULL) == PH_OK);
    return ph_model_add_force(model, "w", &winder, &par, (ph_source){0});
}

/* Each swings with sqrt(2 / 0.1) rad/s. */
static void swings(int count)
{
    static const char *const names[] = {"ja", "jb", ""};
    ph_model *model = two_arms();
    CHECK(add(model, count, names) == PH_OK);
    ph_options o = options_of("galpha", 1e-3, 1);
    ph_sim *sim = must_create(model, &o);
    while (ph_sim_time(sim) < 1 - 1e-9) CHECK(ph_sim_step(sim, NULL) == PH_OK);
    double rate = sqrt(20), cosine = cos(rate * ph_sim_time(sim));
    ph_body_state a, b;
    CHECK(ph_sim_get_body(sim, 0, &a) == PH_OK && ph_sim_get_body(sim, 1, &b) == PH_OK);
    CHECK_NEAR(a.omega.z, cosine, 1e-4);
    CHECK_NEAR(b.omega.z, count == 2 ? 2 * cosine : 2, 2e-4);
    ph_sim_free(sim);
    ph_model_free(model);
}

static void told(int count, const char *a, const char *b, const char *c, const char *message)
{
    const char *const names[] = {a, b, c};
    ph_model *model = two_arms();
    ph_diag *diag = ph_diag_create();
    ph_sim *sim = NULL;
    ph_options o = options_of("galpha", 1e-3, 1);
    CHECK(add(model, count, names) == PH_OK);
    CHECK(ph_sim_create(model, &o, diag, &sim) != PH_OK && !sim);
    bool found = false;
    for (int i = 0; i < ph_diag_count(diag); i++)
        found |= strstr(ph_diag_get(diag, i)->message, message) != NULL;
    CHECK(found);
    ph_diag_free(diag);
    ph_model_free(model);
}

int main(void)
{
    swings(1);
    swings(2);
    told(2, "ja", "jx", "", "force `w`: there is no joint `jx`");
    told(2, "ja", "ja", "", "force `w` names joint `ja` twice");
    told(1, "je", "", "", "force `w`: `je` is an equation, not a joint between two markers");
    told(3, "ja", "jb", "jm", "`joints` of force `w` takes 1 to 2 joints, got 3");
    told(0, "", "", "", "`joints` of force `w` takes 1 to 2 joints, got 0");
    return TEST_RESULT();
}
