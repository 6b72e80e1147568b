/* SPDX-License-Identifier: BSD-3-Clause
 *
 * problems.c -- see problems.h. Tops: t = -mgl (R e3) x e3, so T = mgl (g2, -g1, 0), g = R^T e3.
 */
#include "problems.h"
#include <string.h>

#define PI 3.14159265358979323846

static ph_vec3 up_in_body(const problem_state *s)
{
    return ph_unrotate(s->q, ph_v3(0, 0, 1));
}

static void top(double t, const problem_state *s, ph_vec3 *force, ph_vec3 *torque)
{
    (void)t, (void)force;
    ph_vec3 g = up_in_body(s);
    *torque = ph_scale(20, ph_v3(g.y, -g.x, 0));
}

/* a unit disc of mass 1 at the distance sqrt(3)/2 from the tip */
static void disc_top(double t, const problem_state *s, ph_vec3 *force, ph_vec3 *torque)
{
    (void)t, (void)force;
    ph_vec3 g = up_in_body(s);
    *torque = ph_scale(sqrt(3.0) / 2 * 9.81, ph_v3(g.y, -g.x, 0));
}

/* spatial torque for two seconds, then an impulse */
static void book(double t, const problem_state *s, ph_vec3 *force, ph_vec3 *torque)
{
    (void)force;
    (void)t;
    *torque = ph_unrotate(s->q, ph_v3(20, 0, 0));
}

static void coulomb(double t, const problem_state *s, ph_vec3 *force, ph_vec3 *torque)
{
    (void)t, (void)force;
    ph_vec3 g = up_in_body(s);
    double u = 1.1 + g.z, f = 1 / (u * u) - 0.01 / pow(u, 11);
    *torque = ph_scale(f, ph_v3(g.y, -g.x, 0));
}

/* the sign printed in the paper: repulsion, no wall */
static void coulomb_printed(double t, const problem_state *s, ph_vec3 *force, ph_vec3 *torque)
{
    coulomb(t, s, force, torque);
    *torque = ph_scale(-1, *torque);
}

static void sphere(double t, const problem_state *s, ph_vec3 *force, ph_vec3 *torque)
{
    (void)force;
    *torque = ph_unrotate(s->q, ph_v3(0, 1e5 * exp(t), 0));
}

/* body torques; the third component is garbled in the paper and has three readings */
static void cylinder_a(double t, const problem_state *s, ph_vec3 *force, ph_vec3 *torque)
{
    (void)s, (void)force;
    *torque = ph_v3(5e-4 * sin(200 * PI * t), 1e-5 * exp(3 + 24 * t), 1e-5 * 552 * t);
}
static void cylinder_b(double t, const problem_state *s, ph_vec3 *force, ph_vec3 *torque)
{
    cylinder_a(t, s, force, torque);
    torque->z = 1e-5 * pow(55, 2 * t);
}
static void cylinder_c(double t, const problem_state *s, ph_vec3 *force, ph_vec3 *torque)
{
    cylinder_a(t, s, force, torque);
    torque->z = 1e-5 * pow(5, 52 * t);
}

/* anisotropic spring at a body point, forcing, and (drag 1) drag and a gyroscopic force */
static void general_body(double t, const problem_state *s, double drag, ph_vec3 *force,
                         ph_vec3 *torque)
{
    ph_vec3 arm = ph_rotate(s->q, ph_v3(0.6, -0.3, 0.5)), p = ph_add(s->x, arm);
    ph_vec3 u = ph_add(s->v, ph_cross(ph_rotate(s->q, s->w), arm));
    ph_vec3 f = {-2 * p.x + 0.8 * sin(2 * t), -1.5 * p.y, -3 * p.z + 0.5 * cos(3 * t)};
    f = ph_axpy(f, -drag * 0.4 * (1 + 0.5 * ph_norm(u)), u);
    f = ph_axpy(f, drag, ph_cross(s->v, ph_v3(0, 0, 1.1)));
    ph_vec3 w = {s->w.x, 2 * s->w.y, 3 * s->w.z};
    *force = f;
    *torque = ph_axpy(ph_unrotate(s->q, ph_cross(arm, f)), -0.3 * drag * ph_norm(s->w), w);
}
static void general(double t, const problem_state *s, ph_vec3 *force, ph_vec3 *torque)
{
    general_body(t, s, 0, force, torque);
}
static void general_drag(double t, const problem_state *s, ph_vec3 *force, ph_vec3 *torque)
{
    general_body(t, s, 1, force, torque);
}

/* clang-format off */
#define NOWHERE   {0, 0, 0}
#define TILT_0_3  0.98877107793604228, 0.14943813247359922, 0, 0
#define TILT_0_05 0.99968751627570263, 0.024997395914712332, 0, 0
#define SPHERE    (0.4 * 1100 * 4 * PI / 3)
/* cylinder: density 1100, radius 5 mm, length 30 mm, axis x */
#define MASS      (1100 * PI * 25e-6 * 0.03)
#define ALONG     (MASS * 25e-6 / 2)
#define ACROSS    (MASS * (3 * 25e-6 + 9e-4) / 12)

const problem problems[] = {
    {"free", 0, {0.9144, 1.098, 1.66, 0, 0, 0}, {NOWHERE, NOWHERE, {1, 0, 0, 0}, {0.45549, 0.82623, 0.03476}}, NULL, 0, {0, 0, 0}, 100,
     {NOWHERE, NOWHERE, {0.9357751480830903, -0.30547678777252396, -0.1396046546315325, 0.10732821049221557}, {0.7235002229360951, 0.5775325218932459, 0.2409787776382005}},
     {0.6615686038527653, 0.634130709038784, 0.4000247708794128}},
    {"free-10", 0, {0.9144, 1.098, 1.66, 0, 0, 0}, {NOWHERE, NOWHERE, {1, 0, 0, 0}, {0.45549, 0.82623, 0.03476}}, NULL, 0, {0, 0, 0}, 10,
     {NOWHERE, NOWHERE, {0.058781608737328926, -0.7696983376152684, -0.5277725815630854, 0.35435193480039057}, {0.9042332209321066, -0.0922672778726084, -0.3331830261298791}},
     {0.8268308572203182, -0.10130947110412401, -0.5530838233755994}},
    {"book", 0, {5, 10, 1, 0, 0, 0}, {NOWHERE, NOWHERE, {1, 0, 0, 0}, {0, 0, 0}}, book, 2, {0, 0.2, 0}, 5,
     {NOWHERE, NOWHERE, {0.0019826769647516137, 0.005016805992074117, -0.664460036888283, -0.7473043289237076}, {-7.999919620808915, -0.017153989262328834, -0.20670166944760585}},
     {-39.99959810404457, -0.17153989262328834, -0.20670166944760585}},
    {"book-2", 0, {5, 10, 1, 0, 0, 0}, {NOWHERE, NOWHERE, {1, 0, 0, 0}, {0, 0, 0}}, book, 0, {0, 0, 0}, 2,
     {NOWHERE, NOWHERE, {-0.6536436208636119, -0.7568024953079282, 0, 0}, {8.0, 0, 0}},
     {40.0, 0, 0}},
    {"ltop", 0, {1, 1, 0.5, 0, 0, 0}, {NOWHERE, NOWHERE, {TILT_0_3}, {0, 0, 15}}, disc_top, 0, {0, 0, 0}, 10,
     {NOWHERE, NOWHERE, {0.9717871452861876, 0.10902529064646617, 0.10225825832380471, 0.18244582445361093}, {0.01635259512099419, 0.0111235643428106, 15.0}},
     {0.01635259512099419, 0.0111235643428106, 7.5}},
    {"fast-1", 0, {5, 5, 1, 0, 0, 0}, {NOWHERE, NOWHERE, {TILT_0_3}, {0, 0, 50}}, top, 0, {0, 0, 0}, 1,
     {NOWHERE, NOWHERE, {0.9793251007680922, 0.14020692739051613, 0.08213741282168316, -0.12048987481210627}, {-0.13410072753645738, 0.2172130314974357, 50.0}},
     {-0.6705036376822868, 1.0860651574871785, 50.0}},
    {"fast", 0, {5, 5, 1, 0, 0, 0}, {NOWHERE, NOWHERE, {TILT_0_3}, {0, 0, 50}}, top, 0, {0, 0, 0}, 10,
     {NOWHERE, NOWHERE, {0.33852151631668276, 0.10390086392275633, -0.12136733643593153, -0.9272959414950581}, {-0.16505112365229954, 0.15445632918441699, 50.0}},
     {-0.8252556182614977, 0.7722816459220849, 50.0}},
    {"slow", 0, {5, 5, 1, 0, 0, 0}, {NOWHERE, NOWHERE, {TILT_0_05}, {0, 0, 5}}, top, 0, {0, 0, 0}, 10,
     {NOWHERE, NOWHERE, {0.41283083543430354, -0.013366390944613197, -0.02837009270927851, -0.9102676412722785}, {-0.039794464287021394, 0.06445808597310097, 5.0}},
     {-0.19897232143510696, 0.3222904298655048, 5.0}},
    {"slow-5", 0, {5, 5, 1, 0, 0, 0}, {NOWHERE, NOWHERE, {TILT_0_05}, {0, 0, 5}}, top, 0, {0, 0, 0}, 5,
     {NOWHERE, NOWHERE, {-0.840253452783753, -0.014412876530169642, 0.02229788725214374, 0.5415433577278908}, {-0.0312554221772262, 0.017435891625752774, 5.0}},
     {-0.156277110886131, 0.08717945812876388, 5.0}},
    {"coulomb", 0, {2, 3, 4.5, 0, 0, 0}, {NOWHERE, NOWHERE, {1, 0, 0, 0}, {1, 2.0 / 3, 2 / 4.5}}, coulomb, 0, {0, 0, 0}, 10,
     {NOWHERE, NOWHERE, {-0.05589521177326555, 0.03315316695586576, 0.4709516041851117, -0.8797620015305777}, {1.0278355590216983, -0.8829822880788348, -0.07745976950856899}},
     {2.0556711180433966, -2.648946864236504, -0.3485689627885604}},
    {"coulomb-printed", 0, {2, 3, 4.5, 0, 0, 0}, {NOWHERE, NOWHERE, {1, 0, 0, 0}, {1, 2.0 / 3, 2 / 4.5}}, coulomb_printed, 0, {0, 0, 0}, 10,
     {NOWHERE, NOWHERE, {-0.4855955416275374, -0.3397035211530602, 0.5543383193524095, -0.5843864435159469}, {0.46137150541320177, -0.9087879615641504, 0.38795421968024896}},
     {0.9227430108264035, -2.7263638846924514, 1.7457939885611202}},
    {"symmetric", 0, {1100, 1100, 2600, 0, 0, 0}, {NOWHERE, NOWHERE, {1, 0, 0, 0}, {1.2, 0.45, -0.6}}, NULL, 0, {0, 0, 0}, 100,
     {NOWHERE, NOWHERE, {-0.2909700326129502, -0.6232559918904673, -0.1862484049350949, 0.7015696261619238}, {1.2501494598404954, 0.28218137440397756, -0.6}},
     {1375.164405824545, 310.3995118443753, -1560.0}},
    {"sphere", 0, {SPHERE, SPHERE, SPHERE, 0, 0, 0}, {NOWHERE, NOWHERE, {1, 0, 0, 0}, {0, 0, 0}}, sphere, 0, {0, 0, 0}, 1,
     {NOWHERE, NOWHERE, {0.8041902654543214, 0, 0.5943719516838829, 0}, {0, 93.22944771280814, 0}},
     {0, 171828.18284590452, 0}},
    {"cylinder", 0, {ALONG, ACROSS, ACROSS, 0, 0, 0}, {NOWHERE, NOWHERE, {1, 0, 0, 0}, {0, 0, 0}}, cylinder_a, 0, {0, 0, 0}, 0.1,
     {NOWHERE, NOWHERE, {0.8637625892319979, 0.4375028053077402, -0.10924102528062224, -0.22488193165910628}, {-9.576840375081585e-29, 351.3770521950408, -115.7162964111579}},
     {-3.102673547217588e-36, 7.399469527110224e-05, -2.4368102690130706e-05}},
    {"cylinder-b", 0, {ALONG, ACROSS, ACROSS, 0, 0, 0}, {NOWHERE, NOWHERE, {1, 0, 0, 0}, {0, 0, 0}}, cylinder_b, 0, {0, 0, 0}, 0.1,
     {NOWHERE, NOWHERE, {0.818047636013261, 0.37514775845918397, -0.42519549794360195, -0.09628610005944417}, {-7.682547900959872e-29, 283.167512077316, -202.05234575719413}},
     {-2.488966842296057e-36, 5.963079727587539e-05, -4.2549169502441334e-05}},
    {"cylinder-c", 0, {ALONG, ACROSS, ACROSS, 0, 0, 0}, {NOWHERE, NOWHERE, {1, 0, 0, 0}, {0, 0, 0}}, cylinder_c, 0, {0, 0, 0}, 0.1,
     {NOWHERE, NOWHERE, {-0.5459461013227508, 0.44164510108827626, 0.38685124312712266, 0.5976943824616514}, {-7.111573608327527e-28, 839.5486113004727, 2098.31827931281}},
     {-2.3039844509740594e-35, 0.000176796245714911, 0.0004418741084245635}},
    {"general", 1.7, {2, 3, 2.5, 0.3, -0.2, 0.4},
     {{0.4, -0.2, 0}, {0, 0.5, 0.3}, {1, 0, 0, 0}, {1, -0.7, 0.9}}, general, 0, {0, 0, 0}, 4,
     {{-1.2063606755236, 0.6522515840888, -0.3709287001073}, {1.1237587434564, -0.4800946187701, 0.7052982651668}, {-0.96578683005047, -0.08380586650697, -0.03077060883615, 0.24348623220201}, {1.01755821597894, -0.05832693482656, 1.09387110836656}},
     {1.7988441298366, 0.567835103660626, 2.507835353789988}},
    {"general-drag", 1.7, {2, 3, 2.5, 0.3, -0.2, 0.4},
     {{0.4, -0.2, 0}, {0, 0.5, 0.3}, {1, 0, 0, 0}, {1, -0.7, 0.9}}, general_drag, 0, {0, 0, 0}, 4,
     {{-1.1849291339428, 1.1054474611438, -0.3537891992684}, {0.2202880941648, -0.3691388383147, 0.1593042416412}, {-0.15814372584595, 0.70019104691838, -0.43947113036700, 0.53998906041221}, {0.24917561792365, -0.26828287641740, 0.40104917797329}},
     {0.337656537327422, -0.569676272685789, 0.8454746707815349}},
    {0},
};
/* clang-format on */

const problem *problem_find(const char *name)
{
    for (const problem *p = problems; p->name; p++)
        if (strcmp(p->name, name) == 0) return p;
    return NULL;
}

static void read_point(const phk_rot *rot, int i, const phk_rot_point *at, problem_state *s)
{
    const double *p = rot->s + i;
    const size_t ld = (size_t)rot->ld;
#define SLOT(k) p[(size_t)(k)*ld]
    s->x = ph_v3(SLOT(at->x), SLOT(at->x + 1), SLOT(at->x + 2));
    s->v = ph_v3(SLOT(at->v), SLOT(at->v + 1), SLOT(at->v + 2));
    s->q = ph_quat_make(SLOT(at->q), SLOT(at->q + 1), SLOT(at->q + 2), SLOT(at->q + 3));
    s->w = ph_v3(SLOT(at->w), SLOT(at->w + 1), SLOT(at->w + 2));
#undef SLOT
}

void problem_read(const phk_rot *rot, int i, problem_state *s)
{
    const phk_rot_point at = {PHK_X, PHK_V, PHK_Q, PHK_W};
    read_point(rot, i, &at, s);
}

ph_status problem_loads(void *self, phk_rot *rot, double t, const phk_rot_point *at, int call)
{
    (void)call;
    const problem *p = self;
    for (int i = 0; i < rot->n; i++) {
        problem_state s;
        ph_vec3 force = {0, 0, 0}, torque = {0, 0, 0};
        read_point(rot, i, at, &s);
        p->load(t, &s, &force, &torque);
        const double f[6] = {force.x, force.y, force.z, torque.x, torque.y, torque.z};
        for (int k = 0; k < 6; k++)
            rot->s[(size_t)(PHK_F + k) * (size_t)rot->ld + (size_t)i] = f[k];
    }
    return PH_OK;
}

phk_rot *problem_begin(const problem *p, const phk_rot_method *method, double h)
{
    phk_rot *rot;
    if (phk_rot_create(method, 1, p->load != NULL, &rot) != PH_OK) return NULL;
    phk_rot_set_constants(rot, 0, p->mass, p->inertia);
    phk_rot_set_state(rot, 0, p->start.x, p->start.v, p->start.q, p->start.w);
    if (p->load) {
        rot->load = problem_loads;
        rot->load_self = (void *)p;
    }
    phk_rot_begin(rot, 0, h);
    return rot;
}

/* Adds the impulse and goes on without load. */
static void strike(const problem *p, phk_rot *rot)
{
    problem_state s;
    phk_rot_halt(rot);
    problem_read(rot, 0, &s);
    ph_vec3 momentum = ph_add(problem_momentum(p, s.w), ph_unrotate(s.q, p->impulse));
    s.w = ph_v3(momentum.x / p->inertia.xx, momentum.y / p->inertia.yy, momentum.z / p->inertia.zz);
    phk_rot_set_state(rot, 0, s.x, s.v, s.q, s.w);
    rot->load = NULL;
    phk_rot_begin(rot, p->impulse_time, rot->h);
}

ph_status problem_run(const problem *p, const phk_rot_method *method, int steps, problem_state *s,
                      long long *calls, long long *iterations)
{
    double h = p->end / steps;
    int strike_at = p->impulse_time > 0 ? (int)floor(p->impulse_time / h + 0.5) : -1;
    ph_status status = PH_OK;
    phk_rot *rot = problem_begin(p, method, h);
    if (!rot) return PH_E_NOMEM;
    for (int k = 0; k < steps && status == PH_OK; k++) {
        if (k == strike_at) strike(p, rot);
        status = phk_rot_step(rot);
    }
    problem_read(rot, 0, s);
    if (calls) *calls = rot->calls;
    if (iterations) *iterations = rot->iterations;
    phk_rot_free(rot);
    return status;
}

double problem_turn_error(ph_quat a, ph_quat b)
{
    ph_quat d = ph_quat_mul(a, ph_quat_conj(b));
    return 2 * ph_norm(ph_v3(d.x, d.y, d.z));
}
double problem_distance(ph_vec3 a, ph_vec3 b)
{
    return ph_norm(ph_sub(a, b));
}
ph_vec3 problem_momentum(const problem *p, ph_vec3 w)
{
    return ph_sym3_mul(p->inertia, w);
}
double problem_spin_energy(const problem *p, ph_vec3 w)
{
    return 0.5 * ph_dot(w, problem_momentum(p, w));
}
