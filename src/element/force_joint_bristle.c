/* SPDX-License-Identifier: BSD-3-Clause
 *
 * force_joint_bristle.c -- `joint_bristle`: friction in a joint (rubbing.h) that holds by bristles
 * (Canudas de Wit, Olsson, Astrom & Lischinsky 1995). Each way it slides in has a bend z,
 *
 *   z_k' = V_k - |V| z_k/(g D),   g = (mu_d + (mu_s - mu_d) exp(-(|V|/v_s)^2))/mu_s
 *   m_k  = mu_s z_k/D + s_1 z_k'
 *
 * with D the bend at which it gives way: held, it is a spring of mu_s N/D; in steady sliding m is
 * mu_s g. The bend of a ball turns with the mean of both bodies, z' += (w_0 + w_1)/2 x z.
 *
 * All that it takes from the bodies is booked as lost, also what bent bristles give back.
 */
#include <math.h>
#include <string.h>
#include "element/elements.h"
#include "element/rubbing.h"
#include "element/tangent.h"

typedef struct {
    phk_rub_par rub;
    double bend;    /* [m] D */
    double damping; /* [s/m] s_1; NAN: SHARE mu_s/v_s */
} bristle_par;

enum { MARKERS = PHK_RUB_MARKERS, STATES = PHK_RUB_WAYS, ROWS = PHK_TWELVE + STATES };
enum { MEMORY = PHK_RUB_MEMORY };
#define SHARE 0.1 /* of mu_s: what the damping takes at v_s */

/* The bristles of one surface. */
typedef struct {
    phk_rub rub;
    int first;                                                                   /* of its states */
    double rate[PHK_RUB_WAYS], rate_by_V[PHK_RUB_WAYS][PHK_RUB_WAYS], rate_by_z; /* of z */
    double s0, s1; /* m = s0 z + s1 z' */
    double z[PHK_RUB_WAYS];
} bristles;

static const char *attach(void *par, const ph_joint_type *joint, const ph_frame *frame,
                          const char **hint)
{
    (void)frame;
    return phk_rub_attach(&((bristle_par *)par)->rub, joint, hint);
}

static ph_vec3 mean_turn(const ph_frame *frame)
{
    return ph_scale(0.5, ph_add(frame[0].w, frame[1].w));
}

static void bend(const bristle_par *p, const ph_frame *frame, bristles *b)
{
    phk_rub *r = &b->rub;
    double mu_s = phk_rub_static(&p->rub), u = r->speed / p->rub.speed;
    double fall = (mu_s - p->rub.mu_d) * exp(-u * u);
    double g = (p->rub.mu_d + fall) / mu_s, dg = -2 * u / p->rub.speed * fall / mu_s;
    /* how fast it gives way: |V|/(g D), and its derivative by |V| */
    double give = r->speed / (g * p->bend), by_speed = (1 - r->speed * dg / g) / (g * p->bend);
    b->s0 = mu_s / p->bend;
    b->s1 = isnan(p->damping) ? SHARE * mu_s / p->rub.speed : p->damping;
    b->rate_by_z = -give;
    ph_vec3 z = {b->z[0], b->z[1], b->z[2]}, carried = ph_cross(mean_turn(frame), z);
    bool ball = r->surface->kind == PHK_BALL;
    for (int k = 0; k < r->ways; k++) {
        b->rate[k] = r->V[k] - give * b->z[k];
        for (int j = 0; r->speed > 0 && j < r->ways; j++)
            b->rate_by_V[k][j] = -by_speed * b->z[k] * r->V[j] / r->speed;
        b->rate_by_V[k][k] += 1;
        r->m[k] = b->s0 * b->z[k] + b->s1 * b->rate[k];
        for (int j = 0; j < r->ways; j++) r->by_V[k][j] = b->s1 * b->rate_by_V[k][j];
        if (ball) b->rate[k] += (&carried.x)[k];
    }
}

/* Surface i of element e. */
static void look(const bristle_par *p, int i, const ph_eval *eval, int e, const ph_frame *frame,
                 bristles *b)
{
    static const ph_wrench none;
    const double *memory = eval->memory ? &eval->memory[MEMORY * e] : NULL;
    memset(b, 0, sizeof *b);
    phk_rub_look(&p->rub, i, frame, eval->reaction ? &eval->reaction[e] : &none, memory, &b->rub);
    b->first = i;
    for (int k = 0; eval->state && k < b->rub.ways; k++) b->z[k] = eval->state[STATES * e + i + k];
    bend(p, frame, b);
}

static ph_status wrench(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                        ph_wrench *w)
{
    const bristle_par *p = par;
    ph_status status = PH_OK;
    memset(w, 0, (size_t)(n * MARKERS) * sizeof *w);
    for (int e = 0; e < n; e++, p++, frame += MARKERS, w += MARKERS)
        for (int i = 0; i < p->rub.surfaces; i++) {
            bristles b;
            look(p, i, eval, e, frame, &b);
            phk_rub_wrench(&b.rub, w);
            if (!b.rub.defined) status = PH_E_NONFINITE;
        }
    return status;
}

static ph_status rates(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                       double *rate)
{
    const bristle_par *p = par;
    memset(rate, 0, (size_t)(n * STATES) * sizeof *rate);
    for (int e = 0; e < n; e++, p++, frame += MARKERS, rate += STATES)
        for (int i = 0; i < p->rub.surfaces; i++) {
            bristles b;
            look(p, i, eval, e, frame, &b);
            for (int k = 0; k < b.rub.ways; k++) rate[i + k] = b.rate[k];
        }
    return PH_OK;
}

/* The bend of a ball by the turning of its bodies: dz' = dw x z/2. */
static void add_carried(const bristles *b, const ph_frame *frame, double *by_speed,
                        double *by_state)
{
    ph_mat3 z = phk_hat(ph_v3(b->z[0], b->z[1], b->z[2])), w = phk_hat(mean_turn(frame));
    for (int k = 0; k < 3; k++)
        for (int j = 0; j < 3; j++) {
            double *row = by_speed + (PHK_TWELVE + k) * PHK_TWELVE;
            row[3 + j] -= 0.5 * z.m[k][j];
            row[9 + j] -= 0.5 * z.m[k][j];
            by_state[(PHK_TWELVE + k) * STATES + j] += w.m[k][j];
        }
}

/* The rows of its bends, and the columns. */
static void add_states(const bristles *b, const ph_frame *frame, double *by_place, double *by_speed,
                       double *by_state)
{
    const phk_rub *r = &b->rub;
    for (int k = 0; k < r->ways; k++) {
        int row = PHK_TWELVE + b->first + k, column = b->first + k;
        double by_z = b->s0 + b->s1 * b->rate_by_z;
        for (int c = 0; c < PHK_TWELVE; c++) {
            by_state[c * STATES + column] -= r->load[k] * by_z * r->way[k].g[c];
            for (int j = 0; j < r->ways; j++) {
                double by_rate = b->rate_by_V[k][j] * r->radius[j];
                by_speed[row * PHK_TWELVE + c] += by_rate * r->way[j].g[c];
                by_place[row * PHK_TWELVE + c] += by_rate * r->way[j].rate_by_place[c];
            }
        }
        by_state[row * STATES + column] += b->rate_by_z;
    }
    if (r->surface->kind == PHK_BALL) add_carried(b, frame, by_speed, by_state);
}

static ph_status tangent(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                         ph_tangent *out)
{
    const bristle_par *p = par;
    ph_status status = PH_OK;
    for (int e = 0; e < n; e++, p++, frame += MARKERS) {
        double *by_place = out->displacement + e * ROWS * PHK_TWELVE,
               *by_speed = out->velocity + e * ROWS * PHK_TWELVE;
        for (int i = 0; i < p->rub.surfaces; i++) {
            bristles b;
            look(p, i, eval, e, frame, &b);
            if (!b.rub.defined) status = PH_E_NONFINITE;
            phk_rub_tangent(&b.rub, frame, by_place, by_speed, out->reaction + e * ROWS * 6);
            add_states(&b, frame, by_place, by_speed, out->state + e * ROWS * STATES);
        }
    }
    return status;
}

static void dissipation(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                        double *lost)
{
    const bristle_par *p = par;
    for (int e = 0; e < n; e++, p++, frame += MARKERS) {
        lost[e] = 0;
        for (int i = 0; i < p->rub.surfaces; i++) {
            bristles b;
            look(p, i, eval, e, frame, &b);
            lost[e] += phk_rub_lost(&b.rub);
        }
    }
}

static void remember(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                     double *memory)
{
    static const ph_wrench none;
    (void)par;
    for (int e = 0; e < n; e++)
        phk_rub_remember(&frame[MARKERS * e], eval->reaction ? &eval->reaction[e] : &none,
                         !eval->memory, &memory[MEMORY * e]);
}

static void size(const void *par, double *size)
{
    for (int k = 0; k < STATES; k++) size[k] = ((const bristle_par *)par)->bend;
}

static ph_work_class work(const void *par)
{
    (void)par;
    return PH_WORK_CONSERVATIVE;
}

static const char *check(const void *par, const char **hint)
{
    const bristle_par *p = par;
    if (phk_rub_static(&p->rub) > 0) return phk_rub_check(&p->rub, hint);
    *hint = "give `dynamic` or `static` above zero, or leave the friction out";
    return "it has no friction";
}

static const ph_named_number states[] = {
    {"bend_1", "m", "Bend of the bristles along the first way it slides in, or about x."},
    {"bend_2", "m", "The same along the second, or about y."},
    {"bend_3", "m", "The same of a ball about z."}};

static const ph_field fields[] = {
    PHK_RUB_FIELDS,
    {"deformation", PH_FIELD_NUMBER, .offset = offsetof(bristle_par, bend), .unit = "m",
     .help = "Way the surfaces give before they slide.", .init = 1e-5, .min = 0, .max = INFINITY,
     .flags = PH_ABOVE},
    {"damping", PH_FIELD_NUMBER, .offset = offsetof(bristle_par, damping), .unit = "s/m",
     .help = "Coefficient of friction per speed of bending.", .init = NAN, .min = 0,
     .max = INFINITY, .default_help = "0.1 `static`/`transition_velocity`"},
    {.name = NULL}};

const ph_force_type phk_force_joint_bristle = {
    .name = "joint_bristle",
    .help = "friction in a joint that holds by bristles (LuGre)",
    .notes =
        "The load on the surfaces and its keys are those of `joint_friction`. The surfaces are "
        "held by bristles that bend by z: m = mu_s z/D + s_1 z', z' = V - |V| z/(g D), with D "
        "= `deformation`, s_1 = `damping`, mu_s g falling from `static` to `dynamic` by "
        "exp(-(V/v_s)^2). Held, the joint gives by at most D, and comes back; the way it "
        "creeps in a run of stick and slip must be long beside D.",
    .par_bytes = sizeof(bristle_par),
    .fields = fields,
    .markers = MARKERS,
    .attach = attach,
    .reacts = true,
    .check = check,
    .wrench = wrench,
    .undefined = "guide and slider no longer overlap",
    .tangent = tangent,
    .dissipation = dissipation,
    .memory = MEMORY,
    .remember = remember,
    .states = STATES,
    .state = states,
    .states_stay = true,
    .rates = rates,
    .size = size,
    .work = work,
};
