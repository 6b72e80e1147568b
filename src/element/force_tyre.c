/* SPDX-License-Identifier: BSD-3-Clause
 *
 * force_tyre.c -- `tyre`: a wheel (on), that turns about the y axis s of its marker, on a road
 * (reaction), the x-y plane of its marker or a surface above it. tyre.h has the law.
 *
 * At the wheel the road is the plane with the normal n through the point of the road below the
 * centre c of the wheel, h above the plane of the marker with axes X, Y, Z at p:
 *   n = (Z - h_x X - h_y Y)/N,  H = ((c - p).Z - h)/N                     height of the centre
 *   l = s x n/M,  t = n x l,  e = l x s,  M = cos(inclination),  sin(inclination) = s.n
 *   R_l = H/M,   a = -R_l e                      loaded radius; from the centre to the contact
 * With V the velocity of the centre and W the angular velocity against the road
 *   V_x = l.V,  V_y = t.(V + W x a),  spin = s.W,  rate of deflection = -n.V/M.
 * Forces and moments in the axes l, t, n act at the contact. All derivatives are taken along one
 * motion at a time (`turn_along`), then the law's own slopes are put before them.
 */
#include <math.h>
#include <stddef.h>
#include <string.h>
#include "element/elements.h"
#include "element/force_vector.h"
#include "element/road.h"
#include "element/tangent.h"
#include "element/tyre.h"

typedef struct {
    ph_place on, reaction;
    ph_text file;
    ph_numbers coefficients; /* phk_tyre */
    ph_expr height, slope_x, slope_y;
    ph_rows heights; /* [m] a map; none: the plane */
    ph_numbers size; /* [m] of it along x and y */
    int slip;
} tyre_par;

static const char *const slip_words[] = {"steady", "relaxation", NULL};
enum { STEADY, RELAXATION };
enum { MARKERS = 2, COLUMNS = 12, STATES = 2, ROWS = COLUMNS + STATES, VALUES = 3, REPORTS = 8 };

/* Where the wheel stands on the road. */
typedef struct {
    ph_vec3 n, s, l, t, e, a, Z, V, W, d; /* d = c - p */
    phk_road_at map;
    double N, H, M, R;
    double x[PHK_TYRE_SEES];
} stand;

static void axes_of(const tyre_par *p, const ph_eval *eval, const ph_frame *frame, stand *g)
{
    g->map = (phk_road_at){0};
    double h = phk_value(&p->height, eval);
    double hx = phk_value(&p->slope_x, eval), hy = phk_value(&p->slope_y, eval);
    g->d = ph_sub(frame[0].p, frame[1].p);
    if (p->heights.count) {
        ph_vec3 at = phk_mat3_transposed_mul(&frame[1].R_WM, g->d);
        g->map = phk_road_find(&p->heights, p->size.value, at.x, at.y);
        h += g->map.z, hx += g->map.by[0], hy += g->map.by[1];
    }
    ph_vec3 normal = ph_mat3_mul(frame[1].R_WM, ph_v3(-hx, -hy, 1));
    g->Z = phk_axis(&frame[1].R_WM, 2);
    g->s = phk_axis(&frame[0].R_WM, 1);
    g->N = ph_norm(normal);
    g->n = ph_scale(1 / g->N, normal);
    g->H = (ph_dot(g->d, g->Z) - h) / g->N;
    ph_vec3 m = ph_cross(g->s, g->n);
    g->M = ph_norm(m);
    g->l = ph_scale(1 / g->M, m);
    g->e = ph_cross(g->l, g->s);
    g->t = ph_cross(g->n, g->l);
    g->R = g->H / g->M;
    g->a = ph_scale(-g->R, g->e);
}

/* false: the wheel lies flat. */
static bool stand_of(const tyre_par *p, const ph_eval *eval, int e, const ph_frame *frame, stand *g)
{
    axes_of(p, eval, frame, g);
    if (!(g->M > 1e-6)) return false;
    g->V = ph_sub(ph_sub(frame[0].v, frame[1].v), ph_cross(frame[1].w, g->d));
    g->W = ph_sub(frame[0].w, frame[1].w);
    g->x[PHK_TYRE_RADIUS] = g->R;
    g->x[PHK_TYRE_RATE] = -ph_dot(g->n, g->V) / g->M;
    g->x[PHK_TYRE_LEAN] = ph_dot(g->s, g->n);
    g->x[PHK_TYRE_FORWARD] = ph_dot(g->l, g->V);
    g->x[PHK_TYRE_SIDE] = ph_dot(g->t, ph_add(g->V, ph_cross(g->W, g->a)));
    g->x[PHK_TYRE_SPIN] = ph_dot(g->s, g->W);
    g->x[PHK_TYRE_U] = eval->state ? eval->state[STATES * e] : 0;
    g->x[PHK_TYRE_V] = eval->state ? eval->state[STATES * e + 1] : 0;
    return true;
}

static phk_tyre_answer answer(const tyre_par *p, const stand *g)
{
    const phk_tyre *t = (const void *)p->coefficients.value;
    return phk_tyre_law(t, p->slip == RELAXATION, g->x);
}

/* v in the axes of the contact, to world axes. */
static ph_vec3 out_of(const stand *g, const phk_dual v[3])
{
    return ph_axpy(ph_axpy(ph_scale(v[0].v, g->l), v[1].v, g->t), v[2].v, g->n);
}

static ph_status wrench(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                        ph_wrench *w)
{
    const tyre_par *p = par;
    ph_status status = PH_OK;
    for (int e = 0; e < n; e++, frame += MARKERS, w += MARKERS) {
        stand g;
        ph_vec3 F = {NAN, NAN, NAN}, T = F;
        if (stand_of(&p[e], eval, e, frame, &g)) {
            phk_tyre_answer is = answer(&p[e], &g);
            F = out_of(&g, is.force);
            T = ph_add(out_of(&g, is.moment), ph_cross(g.a, F));
        } else {
            status = PH_E_NONFINITE;
        }
        w[0] = (ph_wrench){F, T};
        w[1] = (ph_wrench){ph_scale(-1, F), ph_scale(-1, ph_add(T, ph_cross(g.d, F)))};
    }
    return status;
}

static ph_status rates(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                       double *rate)
{
    const tyre_par *p = par;
    for (int e = 0; e < n; e++) {
        stand g;
        if (!stand_of(&p[e], eval, e, &frame[MARKERS * e], &g)) return PH_E_NONFINITE;
        phk_tyre_answer is = answer(&p[e], &g);
        for (int k = 0; k < STATES; k++) rate[STATES * e + k] = is.rate[k].v;
    }
    return PH_OK;
}

/* A motion: of the places and turns, or of the velocities, of both markers; of the road; of the
 * states. */
typedef struct {
    ph_vec3 p[2], phi[2], v[2], w[2];
    double height, slope[2], state[2];
} motion;

/* How everything changes along a motion. */
typedef struct {
    ph_vec3 l, t, n, a, d;
    double x[PHK_TYRE_SEES];
} change;

static change turn_along(const stand *g, const ph_frame *frame, const motion *b)
{
    change c;
    const ph_mat3 *R = &frame[1].R_WM;
    ph_vec3 s = ph_cross(b->phi[0], g->s), Z = ph_cross(b->phi[1], g->Z);
    c.d = ph_sub(b->p[0], b->p[1]);
    /* over the map the wheel moves by m, in axes of the road */
    ph_vec3 m = phk_mat3_transposed_mul(R, ph_sub(c.d, ph_cross(b->phi[1], g->d)));
    const double *by = g->map.by, *by2 = g->map.by2;
    double height = b->height + by[0] * m.x + by[1] * m.y;
    ph_vec3 tilt = ph_mat3_mul(*R, ph_v3(-b->slope[0] - by2[0] * m.x - by2[1] * m.y,
                                         -b->slope[1] - by2[1] * m.x - by2[2] * m.y, 0));
    ph_vec3 normal = ph_add(ph_cross(b->phi[1], ph_scale(g->N, g->n)), tilt);
    double N = ph_dot(g->n, normal);
    c.n = ph_scale(1 / g->N, ph_axpy(normal, -N, g->n));
    double H = (ph_dot(c.d, g->Z) + ph_dot(g->d, Z) - height - g->H * N) / g->N;
    m = ph_add(ph_cross(s, g->n), ph_cross(g->s, c.n));
    double M = ph_dot(g->l, m), r = (H - g->R * M) / g->M;
    c.l = ph_scale(1 / g->M, ph_axpy(m, -M, g->l));
    ph_vec3 e = ph_add(ph_cross(c.l, g->s), ph_cross(g->l, s));
    c.t = ph_add(ph_cross(c.n, g->l), ph_cross(g->n, c.l));
    c.a = ph_axpy(ph_scale(-r, g->e), -g->R, e);
    ph_vec3 V = ph_sub(ph_sub(b->v[0], b->v[1]),
                       ph_add(ph_cross(b->w[1], g->d), ph_cross(frame[1].w, c.d)));
    ph_vec3 W = ph_sub(b->w[0], b->w[1]);
    ph_vec3 at = ph_add(g->V, ph_cross(g->W, g->a));
    ph_vec3 moved = ph_add(V, ph_add(ph_cross(W, g->a), ph_cross(g->W, c.a)));
    c.x[PHK_TYRE_RADIUS] = r;
    c.x[PHK_TYRE_RATE] = -(ph_dot(c.n, g->V) + ph_dot(g->n, V) + g->x[PHK_TYRE_RATE] * M) / g->M;
    c.x[PHK_TYRE_LEAN] = ph_dot(s, g->n) + ph_dot(g->s, c.n);
    c.x[PHK_TYRE_FORWARD] = ph_dot(c.l, g->V) + ph_dot(g->l, V);
    c.x[PHK_TYRE_SIDE] = ph_dot(c.t, at) + ph_dot(g->t, moved);
    c.x[PHK_TYRE_SPIN] = ph_dot(s, g->W) + ph_dot(g->s, W);
    c.x[PHK_TYRE_U] = b->state[0];
    c.x[PHK_TYRE_V] = b->state[1];
    return c;
}

static double along(const phk_dual *y, const double *x)
{
    double sum = 0;
    for (int k = 0; k < PHK_TYRE_SEES; k++) sum += y->d[k] * x[k];
    return sum;
}

/* Change of a vector given in the axes of the contact. */
static ph_vec3 changed(const stand *g, const change *c, const phk_dual v[3])
{
    ph_vec3 own = ph_axpy(ph_axpy(ph_scale(v[0].v, c->l), v[1].v, c->t), v[2].v, c->n);
    const ph_vec3 *axis[3] = {&g->l, &g->t, &g->n};
    for (int k = 0; k < 3; k++) own = ph_axpy(own, along(&v[k], c->x), *axis[k]);
    return own;
}

/* A column of the tangent: the change of all rows along a motion. */
static void put_column(const stand *g, const phk_tyre_answer *is, const ph_frame *frame,
                       const motion *b, double *matrix, int width, int column)
{
    const change c = turn_along(g, frame, b);
    ph_vec3 F = out_of(g, is->force), dF = changed(g, &c, is->force);
    ph_vec3 dT = ph_add(changed(g, &c, is->moment), ph_add(ph_cross(c.a, F), ph_cross(g->a, dF)));
    ph_vec3 about = ph_add(dT, ph_add(ph_cross(c.d, F), ph_cross(g->d, dF)));
    phk_column_add(matrix, width, PHK_FORCE(0), column, 1, dF);
    phk_column_add(matrix, width, PHK_TORQUE(0), column, 1, dT);
    phk_column_add(matrix, width, PHK_FORCE(1), column, -1, dF);
    phk_column_add(matrix, width, PHK_TORQUE(1), column, -1, about);
    for (int k = 0; k < STATES; k++)
        matrix[(COLUMNS + k) * width + column] = along(&is->rate[k], c.x);
}

static void put(ph_vec3 *v, int c)
{
    *(c == 0 ? &v->x : c == 1 ? &v->y : &v->z) = 1;
}

static ph_status tangent(int n, const void *par, const ph_eval *eval, const ph_frame *frame,
                         ph_tangent *out)
{
    const tyre_par *p = par;
    for (int e = 0; e < n; e++, frame += MARKERS) {
        stand g;
        if (!stand_of(&p[e], eval, e, frame, &g)) return PH_E_NONFINITE;
        phk_tyre_answer is = answer(&p[e], &g);
        for (int k = 0; k < COLUMNS; k++) {
            motion place = {0}, speed = {0};
            put(k % 6 < 3 ? &place.p[k / 6] : &place.phi[k / 6], k % 3);
            put(k % 6 < 3 ? &speed.v[k / 6] : &speed.w[k / 6], k % 3);
            put_column(&g, &is, frame, &place, out->displacement + (size_t)(e * ROWS * COLUMNS),
                       COLUMNS, k);
            put_column(&g, &is, frame, &speed, out->velocity + (size_t)(e * ROWS * COLUMNS),
                       COLUMNS, k);
        }
        const motion road[VALUES] = {{.height = 1}, {.slope = {1, 0}}, {.slope = {0, 1}}};
        const motion bend[STATES] = {{.state = {1, 0}}, {.state = {0, 1}}};
        for (int k = 0; k < VALUES; k++)
            put_column(&g, &is, frame, &road[k], out->value + (size_t)(e * ROWS * VALUES), VALUES,
                       k);
        for (int k = 0; k < STATES; k++)
            put_column(&g, &is, frame, &bend[k], out->state + (size_t)(e * ROWS * STATES), STATES,
                       k);
    }
    return PH_OK;
}

static void size(const void *par, double *size)
{
    const tyre_par *p = par;
    const phk_tyre *t = (const void *)p->coefficients.value;
    size[0] = size[1] = 0.1 * t->UNLOADED_RADIUS;
}

static void tell(int n, const void *par, const ph_eval *eval, const ph_frame *frame, double *out)
{
    const tyre_par *p = par;
    for (int e = 0; e < n; e++, out += REPORTS) {
        stand g;
        memset(out, 0, REPORTS * sizeof *out);
        if (!stand_of(&p[e], eval, e, &frame[MARKERS * e], &g)) continue;
        phk_tyre_answer is = answer(&p[e], &g);
        out[0] = is.kappa;
        out[1] = is.alpha;
        out[2] = is.gamma;
        for (int k = 0; k < 3; k++) out[3 + k] = is.force[k].v;
        out[6] = is.moment[2].v;
        out[7] = g.R;
    }
}

static const char *check(const void *par, const char **hint)
{
    const tyre_par *p = par;
    *hint = "give `file`, a property file (.tir) of the model PAC2002";
    if (p->coefficients.count == 0) return "it has no property file";
    if (p->coefficients.count != PHK_TYRE_COUNT) return "`coefficients` are not those of a tyre";
    const phk_tyre *t = (const void *)p->coefficients.value;
    *hint = "rows for each y of the road, and `size` [m] along x and y";
    bool map = p->heights.count > 0;
    if (map && (p->heights.count < 2 || p->heights.width < 2))
        return "`heights` are not two rows or more of two numbers or more";
    if (map != (p->size.count > 0)) return "`heights` and `size` belong together";
    if (map && (p->size.count != 2 || !(p->size.value[0] > 0) || !(p->size.value[1] > 0)))
        return "`size` is not two lengths above 0";
    *hint = "the number stands in the property file";
    if (!(t->FNOMIN > 0)) return "FNOMIN is not above 0";
    if (!(t->UNLOADED_RADIUS > 0)) return "UNLOADED_RADIUS is not above 0";
    if (!(t->VERTICAL_STIFFNESS > 0)) return "VERTICAL_STIFFNESS is not above 0";
    if (!(t->VXLOW > 0)) return "VXLOW is not above 0";
    *hint = "take `slip: steady`, or another file";
    if (p->slip == RELAXATION && !(t->PTX1 > 0 && t->PTY1 > 0))
        return "its file has no relaxation lengths (PTX1, PTY1)";
    return NULL;
}

static const ph_named_number state[] = {
    {"stretch_x", "m", "Deflection of the tyre along the road; 0 without relaxation."},
    {"stretch_y", "m", "Deflection of the tyre sideways; 0 without relaxation."}};
static const ph_named_number report[REPORTS] = {
    {"kappa", "", "Longitudinal slip, positive where it drives."},
    {"alpha", "rad", "Slip angle, positive where the wheel slides to its left."},
    {"gamma", "rad", "Inclination, positive where the wheel leans to its right."},
    {"fx", "N", "Force on the wheel forwards."},
    {"fy", "N", "Force on the wheel to its left."},
    {"fz", "N", "Force on the wheel along the normal of the road."},
    {"mz", "N m", "Aligning moment about the normal of the road."},
    {"radius", "m", "Loaded radius; above the unloaded one in the air."}};

#define AT(member) .offset = offsetof(tyre_par, member)
static const ph_field fields[] = {
    {"on", PH_FIELD_PLACE, AT(on),
     .help = "Body or marker in the middle of the wheel, which turns about its y axis; y points to "
             "the left of the way forwards.",
     .flags = PH_REQUIRED},
    {"reaction", PH_FIELD_PLACE, AT(reaction),
     .help = "Body or marker of the road, the plane of its x and y axes; z points up.",
     .default_help = "ground"},
    {"file", PH_FIELD_TEXT, AT(file),
     .help = "Property file (.tir) of the model PAC2002, in SI units; from the folder of the model "
             "file.",
     .default_help = "see `coefficients`"},
    {"coefficients", PH_FIELD_NUMBERS, AT(coefficients), .unit = "",
     .help = "Instead of `file`: what was read of one.", .default_help = "those of `file`"},
    {"height", PH_FIELD_EXPR, AT(height), .unit = "m",
     .help =
         "Height of the road below the wheel above the plane of `reaction`, as an expression of "
         "where the wheel is: a table, a bump.",
     .default_help = "flat"},
    {"slope_x", PH_FIELD_EXPR, AT(slope_x), .unit = "",
     .help = "Slope of the road there along x of `reaction`.", .default_help = "zero"},
    {"slope_y", PH_FIELD_EXPR, AT(slope_y), .unit = "", .help = "The same along y.",
     .default_help = "zero"},
    {"heights", PH_FIELD_ROWS, AT(heights), .unit = "m",
     .help = "A map of the road instead, or besides: a row of heights for each y, over a rectangle "
             "from the origin of `reaction` along its x and y axes. Its slopes count. Beyond it "
             "the road goes on straight.",
     .default_help = "none"},
    {"size", PH_FIELD_NUMBERS, AT(size), .unit = "m", .help = "Of the map, along x and y.",
     .default_help = "needed with `heights`"},
    {"slip", PH_FIELD_WORD, AT(slip),
     .help = "`steady`: forces follow the slip at once; `relaxation`: over its relaxation lengths.",
     .words = slip_words},
    {.name = NULL}};
#undef AT

const ph_force_type phk_force_tyre = {
    .name = "tyre",
    .help = "tyre of a wheel on a road by the Magic Formula (PAC2002) of a property file",
    .notes = "The wheel is a thin disk. Below its centre the road is a plane, by `height` and the "
             "slopes; what that presses the tyre by gives the load, `VERTICAL_STIFFNESS` and "
             "`VERTICAL_DAMPING` of the file. Slips, in ISO axes: kappa = -(V_x - R_e spin)/|V_x| "
             "and tan alpha = V_y/|V_x|; below the speed `VXLOW` the denominator stays above half "
             "of it. With `slip: relaxation` deflections are states, and a wheel that stands is "
             "held by them, without damping. Forces and moments of pure and combined slip are "
             "Pacejka's of 2002, with camber and all scale factors, without turn slip. Its work "
             "counts as applied work.",
    .par_bytes = sizeof(tyre_par),
    .fields = fields,
    .markers = MARKERS,
    .check = check,
    .wrench = wrench,
    .undefined = "the wheel lies flat on the road",
    .tangent = tangent,
    .states = STATES,
    .state = state,
    .rates = rates,
    .size = size,
    .reports = REPORTS,
    .report = report,
    .tell = tell,
    .read_file = phk_tyre_read,
    .file_numbers = PHK_TYRE_COUNT,
};
