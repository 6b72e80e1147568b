/* SPDX-License-Identifier: BSD-3-Clause
 *
 * force_stop.c -- `stop`: a joint that turns or slides no further than from `lower` to `upper`.
 *
 * With q the coordinate of the joint (coordinate.h; turns are counted), d = q - upper or lower - q
 * how deep it is in a stop and N(d, d') a law of contact (contact/normal.h), never below zero,
 *
 *   Q = -N at the upper stop, +N at the lower one;   V = stored(d),  lost = (N(d, d') - N(d, 0)) d'
 *
 * With a restitution r the law is that of Hunt and Crossley, N = k d^e (1 + a d'), and a v_0 = x(r)
 * (contact/restitution.h): a blow at any speed v_0 sends back r times that. v_0 is the speed at the
 * end of the last step without touch; in the step into the touch it is the speed at hand if that is
 * larger. Otherwise N = k d^e + c S(d/depth) d', as ADAMS' BISTOP.
 */
#include <math.h>
#include <string.h>
#include "contact/normal.h"
#include "contact/restitution.h"
#include "element/coordinate.h"
#include "element/elements.h"
#include "element/tangent.h"

typedef struct {
    ph_joints joint;
    int direction;
    double bound[2];            /* [m] or [rad] lower, upper */
    double stiffness, exponent; /* [N/m^e], [N m/rad^e] */
    double damping, depth;      /* [N s/m], [m], or of angles */
    double restitution;         /* NAN: by damping */
    double slowest;             /* [m/s] or [rad/s] the least v_0: what comes slower is to rest */
    int way;                    /* by the joint: 0, 1, 2 along x y z; TWIST */
} stop_par;

enum { MARKERS = 2, MEMORY = 3, TWIST = 5 };
enum { NEAR, TOUCHED, SPEED }; /* angle; 1: in a stop; speed towards `upper` it came with */

static const char *const directions[] = {"x", "y", "z", "rz", NULL};

/* ---- the joint ---- */

static const char *attach(void *par, const ph_joint_type *joint, const ph_frame *frame,
                          const char **hint)
{
    stop_par *p = par;
    (void)frame;
    /* the turn about z of marker 0 is a twist only where the z axes stay parallel */
    bool crossed = strcmp(joint->name, "universal") == 0;
    int free[4], count = 0;
    for (int k = 0; k < 3; k++)
        if (joint->free & (PH_FREE_X << k)) free[count++] = k;
    if (joint->free & PH_TURN_Z && !crossed) free[count++] = TWIST;
    if (count == 0) {
        *hint = "stops are known of joints that slide, or turn about their z axis";
        return "has nothing to stop";
    }
    if (p->direction < 0 && count > 1) {
        *hint = "add `direction:` x, y, z or rz";
        return "moves in more than one direction";
    }
    p->way = p->direction < 0 ? free[0] : p->direction == 3 ? TWIST : p->direction;
    for (int k = 0; k < count; k++)
        if (free[k] == p->way) return NULL;
    *hint = "choose a `direction` it leaves free";
    return "holds that direction";
}

/* ---- the law ---- */

typedef struct {
    phk_coordinate at;
    double depth, side; /* of the stop it is in, or nearest to; 1: upper, -1: lower */
    phk_normal normal;
    double elastic; /* [N] without damping */
    double stored;
    bool defined;
} stopped;

static phk_normal push_back(const stop_par *p, const stopped *s, const double *memory)
{
    double rate = s->side * s->at.rate;
    phk_normal_par par = {p->stiffness, p->exponent, p->damping, p->depth, 0};
    if (isnan(p->restitution))
        return phk_normal_laws[PHK_NORMAL_IMPACT].force(&par, s->depth, rate);
    double came = fmax(memory ? s->side * memory[SPEED] : 0, p->slowest);
    bool by_own = !(memory && memory[TOUCHED] > 0) && rate > came;
    par.a = phk_restitutions[PHK_RESTITUTION_EXACT].damping(p->restitution);
    par.a /= by_own ? rate : came;
    phk_normal n = phk_normal_laws[PHK_NORMAL_POWER].force(&par, s->depth, rate);
    if (by_own) n.by_rate = 0;
    return n;
}

static void look(const stop_par *p, const ph_frame *frame, const double *memory, stopped *s)
{
    memset(s, 0, sizeof *s);
    s->defined = true;
    if (p->way == TWIST)
        s->defined = phk_coordinate_twist(frame, memory ? memory[NEAR] : 0, &s->at);
    else
        phk_coordinate_slide(frame, p->way, &s->at);
    double above = s->at.value - p->bound[1], below = p->bound[0] - s->at.value;
    s->side = above > below ? 1 : -1;
    s->depth = fmax(above, below);
    if (!s->defined || !(s->depth > 0)) return;
    phk_normal_par par = {p->stiffness, p->exponent, 0, 0, 0};
    s->normal = push_back(p, s, memory);
    const phk_normal_law *law =
        &phk_normal_laws[isnan(p->restitution) ? PHK_NORMAL_IMPACT : PHK_NORMAL_POWER];
    s->elastic = law->force(&par, s->depth, 0).force;
    s->stored = law->stored(&par, s->depth);
}

static const double *memory_of(const ph_eval *eval, int e)
{
    return eval->memory ? &eval->memory[MEMORY * e] : NULL;
}

/* ---- the element ---- */

static ph_status wrench(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                        ph_wrench *w)
{
    const stop_par *p = par;
    ph_status status = PH_OK;
    for (int e = 0; e < n; e++, p++, frame += MARKERS, w += MARKERS) {
        stopped s;
        double *to = &w[0].force.x;
        look(p, frame, memory_of(eval, e), &s);
        for (int c = 0; c < PHK_TWELVE; c++) to[c] = -s.side * s.normal.force * s.at.g[c];
        if (s.defined) continue;
        w[0].torque.x = NAN;
        status = PH_E_NONFINITE;
    }
    return status;
}

static ph_status tangent(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                         ph_tangent *out)
{
    const stop_par *p = par;
    ph_status status = PH_OK;
    for (int e = 0; e < n; e++, p++, frame += MARKERS) {
        stopped s;
        look(p, frame, memory_of(eval, e), &s);
        if (!s.defined) status = PH_E_NONFINITE;
        double *by_place = phk_square(out->displacement, e, MARKERS);
        double *by_speed = phk_square(out->velocity, e, MARKERS);
        if (!s.defined || !(s.depth > 0)) continue;
        phk_twelve_outer(by_place, -s.normal.by_depth, s.at.g, s.at.g);
        phk_twelve_outer(by_place, -s.normal.by_rate, s.at.g, s.at.rate_by_place);
        phk_twelve_outer(by_speed, -s.normal.by_rate, s.at.g, s.at.g);
        for (int c = 0; c < PHK_TWELVE * PHK_TWELVE; c++)
            by_place[c] -= s.side * s.normal.force * (&s.at.dg[0][0])[c];
    }
    return status;
}

static void potential(int n, const void *par, const ph_eval *eval, const ph_frame *frame, double *v)
{
    const stop_par *p = par;
    for (int e = 0; e < n; e++) {
        stopped s;
        look(&p[e], &frame[MARKERS * e], memory_of(eval, e), &s);
        v[e] = s.stored;
    }
}

static void dissipation(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                        double *lost)
{
    const stop_par *p = par;
    for (int e = 0; e < n; e++) {
        stopped s;
        look(&p[e], &frame[MARKERS * e], memory_of(eval, e), &s);
        lost[e] = (s.normal.force - s.elastic) * s.side * s.at.rate;
    }
}

static void remember(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                     double *memory)
{
    const stop_par *p = par;
    for (int e = 0; e < n; e++, memory += MEMORY) {
        const double *last = memory_of(eval, e);
        stopped s;
        look(&p[e], &frame[MARKERS * e], last, &s);
        if (!s.defined) continue;
        bool touches = s.depth > 0, touched = last && last[TOUCHED] > 0;
        double speed = s.side * s.at.rate, came = last ? s.side * last[SPEED] : 0;
        /* a step into the stop has lost some of the speed it came with */
        if (touches) speed = touched ? came : fmax(speed, came);
        memory[NEAR] = s.at.value;
        memory[TOUCHED] = touches;
        memory[SPEED] = s.side * speed;
    }
}

static ph_work_class work(const void *par)
{
    (void)par;
    return PH_WORK_CONSERVATIVE;
}

static const char *check(const void *par, const char **hint)
{
    const stop_par *p = par;
    if (isinf(p->bound[0]) && isinf(p->bound[1])) {
        *hint = "add `lower:`, `upper:` or both";
        return "it has neither `lower` nor `upper`";
    }
    if (!(p->bound[0] < p->bound[1])) {
        *hint = "`lower` must lie below `upper`";
        return "its stops lie the wrong way round, or on each other";
    }
    if (!isnan(p->restitution) && p->damping > 0) {
        *hint = "with a `restitution` damping follows from the speed of the blow";
        return "it has both a `restitution` and a `damping`";
    }
    return NULL;
}

#define AT(member) .offset = offsetof(stop_par, member)
static const ph_field fields[] = {
    {"joint", PH_FIELD_JOINTS, AT(joint), .min = 1, .max = 1, .help = "The joint that is stopped.",
     .flags = PH_REQUIRED},
    {"direction", PH_FIELD_WORD, AT(direction),
     .help = "Along x, y, z or about z of the joint, as for a motion.", .init = -1,
     .words = directions, .default_help = "the only one the joint leaves free"},
    {"lower", PH_FIELD_NUMBER, AT(bound[0]), .unit = "*",
     .help = "Least displacement [m] or angle [rad] of the second side against the first.",
     .init = -INFINITY, .default_help = "none"},
    {"upper", PH_FIELD_NUMBER, AT(bound[1]), .unit = "*", .help = "Largest one.", .init = INFINITY,
     .default_help = "none"},
    {"stiffness", PH_FIELD_NUMBER, AT(stiffness), .unit = "*",
     .help = "Force [N/m^e] or torque [N m/rad^e] per depth to the power e = `exponent`.", .min = 0,
     .max = INFINITY, .flags = PH_REQUIRED | PH_ABOVE},
    {"exponent", PH_FIELD_NUMBER, AT(exponent), .unit = "", .help = "Power of the depth.",
     .init = 1.5, .min = 1, .max = INFINITY},
    {"restitution", PH_FIELD_NUMBER, AT(restitution), .unit = "",
     .help = "Speed after a blow by that before it.", .init = NAN, .min = 0, .max = 1,
     .flags = PH_ABOVE, .default_help = "follows from `damping`"},
    {"damping", PH_FIELD_NUMBER, AT(damping), .unit = "*",
     .help = "Force per speed [N s/m] or torque per rate [N m s/rad] in full depth.", .min = 0,
     .max = INFINITY},
    {"depth", PH_FIELD_NUMBER, AT(depth), .unit = "*",
     .help = "Depth [m] or [rad] from which the damping is full; 0: it sets in with a jump.",
     .min = 0, .max = INFINITY},
    {"rest_speed", PH_FIELD_NUMBER, AT(slowest), .unit = "*",
     .help = "With a restitution: what comes slower [m/s], [rad/s] is damped as if it came so.",
     .init = 1e-3, .min = 0, .max = INFINITY, .flags = PH_ABOVE},
    {.name = NULL}};
#undef AT

const ph_force_type phk_force_stop = {
    .name = "stop",
    .help = "limits of a joint: it turns or slides from `lower` to `upper`",
    .notes = "Beyond a limit by the depth d a force N acts back, never a pull. With a "
             "`restitution` N = k d^e (1 + a d') of Hunt and Crossley, with the damping a that "
             "sends a free mass back with so much of its speed, whatever that is; otherwise N = k "
             "d^e + c S d', S rising by a cubic step to 1 at `depth`. An angle is within half a "
             "turn of zero at the start, and turns are counted.",
    .par_bytes = sizeof(stop_par),
    .fields = fields,
    .markers = MARKERS,
    .attach = attach,
    .one_sided = true,
    .check = check,
    .wrench = wrench,
    .undefined = "the z axes of its joint point in opposite directions, so that it has no angle",
    .tangent = tangent,
    .potential = potential,
    .dissipation = dissipation,
    .memory = MEMORY,
    .remember = remember,
    .work = work,
};
