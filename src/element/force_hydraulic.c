/* SPDX-License-Identifier: BSD-3-Clause
 *
 * force_hydraulic.c -- `hydraulic_cylinder`: a cylinder behind a four-way valve. The pressures of
 * its chambers, above that of the air, are states.
 *
 *   V_a p_a' = E (Q_a - V_a' - G (p_a - p_b)),   V_b p_b' = E (Q_b - V_b' + G (p_a - p_b))
 *   F = p_a A - p_b B + stops - friction                       (cylinder.h has A, B, V_a, V_b)
 *   opening u > 0:  Q_a =  u q(P - p_a),  Q_b = -u q(p_b - T)
 *           u < 0:  Q_a =  u q(p_a - T),  Q_b = -u q(P - p_b)        P, T: supply and tank
 *   q(d) = Q_N sqrt(d/d_N) of a sharp edge, made smooth at zero: Q_N d/(sqrt(d_N) (d^2 + e^2)^1/4),
 * with e = 0.1 bar, below which the flow is laminar. u is held within -1..1.
 *
 * A valve whose edges are alike keeps p_a + p_b = P + T where it hardly opens, H. E. Merritt,
 * Hydraulic Control Systems, Wiley 1967, sections 5-2 and 6-1: from there, and with the load it is
 * to carry, pressures start unless they are given. Cavitation is not in it: where oil cannot
 * follow, pressures fall below zero, and the run goes on.
 */
#include <math.h>
#include <stddef.h>
#include "element/cylinder.h"
#include "element/elements.h"

typedef struct {
    ph_place on, reaction;
    phk_cylinder is;
    ph_expr valve;       /* -1..1 */
    double bulk;         /* [Pa] of the oil */
    double supply, tank; /* [Pa] */
    double flow, drop;   /* [m^3/s] through one open edge at this drop of pressure [Pa] */
    double leakage;      /* [m^3/s/Pa] past the piston */
    ph_numbers pressure; /* [Pa] at the start */
    double load;         /* [N] carried at the start, where no pressures are given */
} hydraulic_par;

enum { A, B, VALVE = PHK_LINE_STATE + 2 };

static const double laminar = 1e4; /* [Pa] */

static phk_dual edge(const hydraulic_par *p, phk_dual drop)
{
    phk_dual root = phk_d_power(phk_d_affine(1, phk_d_square(drop), laminar * laminar), 0.25);
    return phk_d_affine(p->flow / sqrt(p->drop), phk_d_over(drop, root), 0);
}

/* Into both chambers. */
static void flows(const hydraulic_par *p, const phk_dual *x, phk_dual in[2])
{
    phk_dual u = x[VALVE], a = x[PHK_LINE_STATE], b = x[PHK_LINE_STATE + 1];
    if (fabs(u.v) > 1) u = phk_d_constant(u.v > 0 ? 1 : -1);
    bool out = u.v >= 0; /* the piston comes out */
    phk_dual qa =
        out ? edge(p, phk_d_affine(-1, a, p->supply)) : edge(p, phk_d_affine(1, a, -p->tank));
    phk_dual qb =
        out ? edge(p, phk_d_affine(1, b, -p->tank)) : edge(p, phk_d_affine(-1, b, p->supply));
    phk_dual past = phk_d_affine(p->leakage, phk_d_minus(a, b), 0);
    in[A] = phk_d_minus(phk_d_times(u, qa), past);
    in[B] = phk_d_plus(phk_d_affine(-1, phk_d_times(u, qb), 0), past);
}

static phk_line_answer law(const void *par, const phk_dual *x)
{
    const hydraulic_par *p = par;
    phk_line_answer is;
    phk_chambers c = phk_cylinder_now(&p->is, x);
    phk_dual in[2];
    flows(p, x, in);
    for (int k = 0; k < 2; k++)
        is.rate[k] =
            phk_d_over(phk_d_affine(p->bulk, phk_d_minus(in[k], c.growth[k]), 0), c.volume[k]);
    is.force = phk_d_plus(phk_d_minus(phk_d_affine(c.area[A], x[PHK_LINE_STATE], 0),
                                      phk_d_affine(c.area[B], x[PHK_LINE_STATE + 1], 0)),
                          c.resists);
    return is;
}

static const phk_line_kind kind = {.law = law,
                                   .par_bytes = sizeof(hydraulic_par),
                                   .states = 2,
                                   .values = 1,
                                   .value = {offsetof(hydraulic_par, valve)}};
PHK_LINE_KERNELS(kind)

static void start(const void *par, const ph_eval *eval, const ph_frame *frame, double *state)
{
    const hydraulic_par *p = par;
    double area[2], sum = p->supply + p->tank;
    (void)eval, (void)frame;
    phk_cylinder_areas(&p->is, area);
    state[A] = (p->load + area[B] * sum) / (area[A] + area[B]);
    state[B] = sum - state[A];
    for (int k = 0; k < 2 && p->pressure.count == 2; k++) state[k] = p->pressure.value[k];
}

static void size(const void *par, double *size)
{
    const hydraulic_par *p = par;
    size[A] = size[B] = p->supply;
}

static void tell(int n, const void *par, const ph_eval *eval, const ph_frame *frame, double *out)
{
    const hydraulic_par *p = par;
    for (int e = 0; e < n; e++, out += 3) {
        phk_dual length, rate, in[2], x[PHK_DUALS] = {{0}};
        phk_line_now(&frame[PHK_LINE_MARKERS * e], &length, &rate);
        for (int k = 0; k < 2; k++) x[PHK_LINE_STATE + k].v = eval->state[2 * e + k];
        x[VALVE].v = p[e].valve.value < 0 ? 0 : eval->value[p[e].valve.value];
        flows(&p[e], x, in);
        out[0] = length.v - p[e].is.length;
        out[1] = in[A].v;
        out[2] = in[B].v;
    }
}

static const char *check(const void *par, const char **hint)
{
    const hydraulic_par *p = par;
    const char *wrong = phk_cylinder_check(&p->is, hint);
    if (wrong) return wrong;
    *hint = "the oil flows from the supply to the tank";
    if (!(p->supply > p->tank)) return "`supply` is not above `tank`";
    *hint = "give those of chambers a and b, or `load`";
    return p->pressure.count != 0 && p->pressure.count != 2 ? "`pressure` needs 2 numbers" : NULL;
}

static const ph_named_number state[] = {{"pressure_a", "Pa", "In the chamber at the bottom."},
                                        {"pressure_b", "Pa", "In the chamber at the rod."}};
static const ph_named_number report[] = {
    {"stroke", "m", "How far it has come out."},
    {"flow_a", "m^3/s", "Into chamber a, less what leaks past the piston."},
    {"flow_b", "m^3/s", "Into chamber b, likewise."}};

#define AT(member) .offset = offsetof(hydraulic_par, member)
static const ph_field fields[] = {
    PHK_CYLINDER_FIELDS(hydraulic_par),
    {"valve", PH_FIELD_EXPR, AT(valve), .unit = "",
     .help = "Opening: 1 lets the supply into chamber a and the piston come out, -1 the other way, "
             "0 shuts all; beyond that it is fully open.",
     .default_help = "shut"},
    {"supply", PH_FIELD_NUMBER, AT(supply), .unit = "Pa", .help = "Pressure of the pump.", .min = 0,
     .max = INFINITY, .flags = PH_REQUIRED | PH_ABOVE},
    {"tank", PH_FIELD_NUMBER, AT(tank), .unit = "Pa", .help = "Pressure of the return."},
    {"flow", PH_FIELD_NUMBER, AT(flow), .unit = "m^3/s",
     .help = "Through one edge of the valve when it is fully open, at the drop of pressure `drop`.",
     .min = 0, .max = INFINITY, .flags = PH_REQUIRED},
    {"drop", PH_FIELD_NUMBER, AT(drop), .unit = "Pa", .init = 35e5,
     .help = "Drop of pressure that `flow` belongs to.", .min = 0, .max = INFINITY,
     .flags = PH_ABOVE},
    {"bulk", PH_FIELD_NUMBER, AT(bulk), .unit = "Pa", .init = 1.4e9,
     .help = "Bulk modulus of the oil, with hoses and air.", .min = 0, .max = INFINITY,
     .flags = PH_ABOVE},
    {"leakage", PH_FIELD_NUMBER, AT(leakage), .unit = "m^3/s/Pa",
     .help = "Past the piston, per difference of pressure.", .min = 0, .max = INFINITY},
    {"pressure", PH_FIELD_NUMBERS, AT(pressure), .unit = "Pa",
     .help = "Of chambers a and b at the start.", .default_help = "those that carry `load`"},
    {"load", PH_FIELD_NUMBER, AT(load), .unit = "N",
     .help = "Force it begins with, above zero outwards: its pressures add up to those of supply "
             "and tank, as a valve leaves them that is nearly shut."},
    {.name = NULL}};
#undef AT

const ph_force_type phk_force_hydraulic = {
    .name = "hydraulic_cylinder",
    .help = "cylinder with oil behind a four-way valve; its pressures are states",
    .notes =
        "Chamber a is at the bottom, b at the rod. With areas A and B of the piston in them the "
        "force is p_a A - p_b B, positive outwards, with stops at both ends of the `stroke` "
        "and `friction`. A pressure rises by `bulk` over the volume of its chamber times what "
        "flows in less what the chamber grows by. Through an edge of the valve flows "
        "`flow` times its opening times the root of the drop of pressure over `drop`. Pressures "
        "are above that of the air. Cavitation is left out: pressures below zero are those of "
        "a load that runs ahead of its oil. `NAME.pressure_a` and `NAME.pressure_b` can be "
        "read in expressions. Its work counts as applied work.",
    .par_bytes = sizeof(hydraulic_par),
    .fields = fields,
    .markers = PHK_LINE_MARKERS,
    .check = check,
    .wrench = wrench,
    .undefined = "its ends have come together, so that it has no direction",
    .tangent = tangent,
    .states = 2,
    .state = state,
    .rates = rates,
    .start = start,
    .size = size,
    .reports = 3,
    .report = report,
    .tell = tell,
};
