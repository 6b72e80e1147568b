/* SPDX-License-Identifier: BSD-3-Clause
 *
 * force_pneumatic.c -- `pneumatic_cylinder`: a cylinder with an ideal gas behind a four-way valve,
 * or shut, a gas spring. The pressures of its chambers (absolute) are states.
 *
 *   V_a p_a' = n (R T m_a' - p_a V_a'),  likewise b;   closed: p V^n = const
 *   F = p_a A - p_b B - p_0 (A - B) + stops - friction           (cylinder.h has A, B, V_a, V_b)
 * n = 1: chambers keep their temperature T; 1.4: no heat passes their walls (air).
 *
 * A valve lets a mass flow m' = C rho_0 p_1 psi(p_2/p_1) from the higher pressure p_1 to the lower
 * (ISO 6358): psi = 1 below the critical ratio b, else sqrt(1 - ((r - b)/(1 - b))^2), straight from
 * r = 0.999 to 1, where its slope would be infinite. rho_0 = 1.185 kg/m^3 is that of the standard
 * reference atmosphere, whose temperature the gas is taken to have at the valve.
 */
#include <math.h>
#include <stddef.h>
#include "element/cylinder.h"
#include "element/elements.h"

typedef struct {
    ph_place on, reaction;
    phk_cylinder is;
    ph_expr valve;           /* -1..1 */
    double exponent;         /* n */
    double temperature, gas; /* [K], [J/kg/K] */
    double supply, exhaust;  /* [Pa] absolute */
    double ambient;          /* [Pa] around the rod */
    double conductance;      /* [m^3/s/Pa] C */
    double critical;         /* b */
    ph_numbers pressure;     /* [Pa] at the start */
} pneumatic_par;

enum { A, B, VALVE = PHK_LINE_STATE + 2 };

static const double density = 1.185; /* [kg/m^3] */
static const double nearly = 0.999;  /* ratio of pressures from which on the flow is straight */

/* psi of the ratio r of two pressures. */
static phk_dual choke(double b, phk_dual r)
{
    if (r.v <= b) return phk_d_constant(1);
    if (r.v >= nearly) {
        double s = (nearly - b) / (1 - b), last = sqrt(1 - s * s);
        return phk_d_affine(-last / (1 - nearly), r, last / (1 - nearly));
    }
    return phk_d_sqrt(
        phk_d_affine(-1, phk_d_square(phk_d_affine(1 / (1 - b), r, -b / (1 - b))), 1));
}

/* Mass per time from a place at p to one at q, through an edge that is fully open. */
static phk_dual edge(const pneumatic_par *p, phk_dual from, phk_dual to)
{
    bool forth = from.v >= to.v;
    phk_dual high = forth ? from : to, low = forth ? to : from;
    phk_dual m = phk_d_times(high, choke(p->critical, phk_d_over(low, high)));
    return phk_d_affine((forth ? 1 : -1) * p->conductance * density, m, 0);
}

/* Mass per time into both chambers. */
static void flows(const pneumatic_par *p, const phk_dual *x, phk_dual in[2])
{
    phk_dual u = x[VALVE], chamber[2] = {x[PHK_LINE_STATE], x[PHK_LINE_STATE + 1]};
    if (fabs(u.v) > 1) u = phk_d_constant(u.v > 0 ? 1 : -1);
    phk_dual source = phk_d_constant(p->supply), sink = phk_d_constant(p->exhaust);
    for (int k = 0; k < 2; k++) {
        bool fills = (u.v >= 0) == (k == A);
        phk_dual m = fills ? edge(p, source, chamber[k]) : edge(p, chamber[k], sink);
        in[k] = phk_d_times(k == A ? u : phk_d_affine(-1, u, 0), m);
    }
}

static phk_line_answer law(const void *par, const phk_dual *x)
{
    const pneumatic_par *p = par;
    phk_line_answer is;
    phk_chambers c = phk_cylinder_now(&p->is, x);
    phk_dual in[2];
    flows(p, x, in);
    for (int k = 0; k < 2; k++) {
        phk_dual brought = phk_d_affine(p->gas * p->temperature, in[k], 0);
        phk_dual grown = phk_d_times(x[PHK_LINE_STATE + k], c.growth[k]);
        is.rate[k] =
            phk_d_over(phk_d_affine(p->exponent, phk_d_minus(brought, grown), 0), c.volume[k]);
    }
    phk_dual a = phk_d_affine(c.area[A], x[PHK_LINE_STATE], -p->ambient * c.area[A]);
    phk_dual b = phk_d_affine(c.area[B], x[PHK_LINE_STATE + 1], -p->ambient * c.area[B]);
    is.force = phk_d_plus(phk_d_minus(a, b), c.resists);
    return is;
}

static const phk_line_kind kind = {.law = law,
                                   .par_bytes = sizeof(pneumatic_par),
                                   .states = 2,
                                   .values = 1,
                                   .value = {offsetof(pneumatic_par, valve)}};
PHK_LINE_KERNELS(kind)

static void start(const void *par, const ph_eval *eval, const ph_frame *frame, double *state)
{
    const pneumatic_par *p = par;
    (void)eval, (void)frame;
    for (int k = 0; k < 2; k++)
        state[k] = p->pressure.count == 2 ? p->pressure.value[k] : p->exhaust;
}

static void size(const void *par, double *size)
{
    size[A] = size[B] = ((const pneumatic_par *)par)->supply;
}

static void tell(int n, const void *par, const ph_eval *eval, const ph_frame *frame, double *out)
{
    const pneumatic_par *p = par;
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
    const pneumatic_par *p = par;
    const char *wrong = phk_cylinder_check(&p->is, hint);
    if (wrong) return wrong;
    *hint = "give those of chambers a and b, above a vacuum";
    if (p->pressure.count == 0) return NULL;
    if (p->pressure.count != 2) return "`pressure` needs 2 numbers";
    return p->pressure.value[A] > 0 && p->pressure.value[B] > 0 ? NULL
                                                                : "`pressure` is not above zero";
}

static const ph_named_number state[] = {
    {"pressure_a", "Pa", "In the chamber at the bottom, above a vacuum."},
    {"pressure_b", "Pa", "In the chamber at the rod, above a vacuum."}};
static const ph_named_number report[] = {{"stroke", "m", "How far it has come out."},
                                         {"flow_a", "kg/s", "Into chamber a."},
                                         {"flow_b", "kg/s", "Into chamber b."}};

#define AT(member) .offset = offsetof(pneumatic_par, member)
static const ph_field fields[] = {
    PHK_CYLINDER_FIELDS(pneumatic_par),
    {"valve", PH_FIELD_EXPR, AT(valve), .unit = "",
     .help = "Opening: 1 lets the supply into chamber a and the piston come out, -1 the other way, "
             "0 shuts all; beyond that it is fully open.",
     .default_help = "shut: a gas spring"},
    {"exponent", PH_FIELD_NUMBER, AT(exponent), .unit = "", .init = 1,
     .help = "Polytropic exponent: 1 for a gas that keeps its temperature, 1.4 for air that "
             "exchanges no heat.",
     .min = 1, .max = 1.7},
    {"supply", PH_FIELD_NUMBER, AT(supply), .unit = "Pa", .init = 7e5,
     .help = "Pressure of the supply, above a vacuum.", .min = 0, .max = INFINITY,
     .flags = PH_ABOVE},
    {"exhaust", PH_FIELD_NUMBER, AT(exhaust), .unit = "Pa", .init = 101325,
     .help = "Pressure of the exhaust, above a vacuum.", .min = 0, .max = INFINITY,
     .flags = PH_ABOVE},
    {"ambient", PH_FIELD_NUMBER, AT(ambient), .unit = "Pa", .init = 101325,
     .help = "Pressure around the rod.", .min = 0, .max = INFINITY},
    {"conductance", PH_FIELD_NUMBER, AT(conductance), .unit = "m^3/s/Pa",
     .help = "Sonic conductance C of one edge of the valve, fully open (ISO 6358).", .min = 0,
     .max = INFINITY},
    {"critical", PH_FIELD_NUMBER, AT(critical), .unit = "", .init = 0.3,
     .help = "Ratio of pressures below which the flow does not grow any more.", .min = 0,
     .max = 0.9},
    {"temperature", PH_FIELD_NUMBER, AT(temperature), .unit = "K", .init = 293.15,
     .help = "Of the gas that flows in.", .min = 0, .max = INFINITY, .flags = PH_ABOVE},
    {"gas", PH_FIELD_NUMBER, AT(gas), .unit = "J/kg/K", .init = 287.05,
     .help = "Specific gas constant; that of air is the default.", .min = 0, .max = INFINITY,
     .flags = PH_ABOVE},
    {"pressure", PH_FIELD_NUMBERS, AT(pressure), .unit = "Pa",
     .help = "Of chambers a and b at the start, above a vacuum.",
     .default_help = "that of the exhaust"},
    {.name = NULL}};
#undef AT

const ph_force_type phk_force_pneumatic = {
    .name = "pneumatic_cylinder",
    .help = "cylinder with gas behind a four-way valve, or a gas spring; its pressures are states",
    .notes =
        "Chamber a is at the bottom, b at the rod. With areas A and B of the piston in them and "
        "p_0 `ambient` the force is (p_a - p_0) A - (p_b - p_0) B, positive outwards, with "
        "stops at both ends of the `stroke` and `friction`. A chamber of volume V that is shut "
        "keeps p V^n with n `exponent`. The valve follows ISO 6358. Pressures are above a "
        "vacuum; `NAME.pressure_a` and `NAME.pressure_b` can be read in expressions. Its work "
        "counts as applied work.",
    .par_bytes = sizeof(pneumatic_par),
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
