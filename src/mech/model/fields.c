/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The field tables of the objects a model file is made of: one line per key. The reader, its
 * messages, the defaults and the manual page all follow from them.
 */
#include <limits.h>
#include <math.h>
#include <stddef.h>
#include "mech/model/kinds.h"

/* in the order of the PH_EXACT_ bits */
static const char *const exact_words[] = {"position", "orientation", "velocity", "omega",
                                          "x",        "y",           "z",        NULL};
static const char *const loose_words[] = {"vx", "vy", "vz", "wx", "wy", "wz", NULL};
static const char *const check_words[] = {"on", "off", NULL};
static const char *const beyond_words[] = {"tangent", "parabola", "chord", NULL};
static const char *const no_yes[] = {"no", "yes", NULL};

/* A definition records what was given. */
#define END                                                                                        \
    {                                                                                              \
        .name = NULL, .flags = PH_RECORDED                                                         \
    }

#define AT(member) .offset = offsetof(ph_parameter_def, member)
const ph_field phk_parameter_fields[] = {
    {"value", PH_FIELD_NUMBER, AT(value), .unit = "*", .help = "The number."}, END};
#undef AT

/* What a material has and two together have. */
#define OF_SURFACES                                                                                \
    {"friction",                                                                                   \
     PH_FIELD_NUMBER,                                                                              \
     AT(friction),                                                                                 \
     .unit = "",                                                                                   \
     .help = "Coefficient of friction at rest.",                                                   \
     .max = INFINITY,                                                                              \
     .default_help = "not known"},                                                                 \
        {"sliding_friction",                                                                       \
         PH_FIELD_NUMBER,                                                                          \
         AT(sliding_friction),                                                                     \
         .unit = "",                                                                               \
         .help = "Coefficient of friction once it slides.",                                        \
         .max = INFINITY,                                                                          \
         .default_help = "not known"},                                                             \
        {"restitution",                                                                            \
         PH_FIELD_NUMBER,                                                                          \
         AT(restitution),                                                                          \
         .unit = "",                                                                               \
         .help = "Velocity of parting over that of approach.",                                     \
         .max = 1,                                                                                 \
         .flags = PH_ABOVE,                                                                        \
         .default_help = "not known"},                                                             \
        {"rolling",                                                                                \
         PH_FIELD_NUMBER,                                                                          \
         AT(rolling),                                                                              \
         .unit = "m",                                                                              \
         .help = "Arm of the normal force against rolling.",                                       \
         .max = INFINITY,                                                                          \
         .default_help = "not known"},                                                             \
    {                                                                                              \
        "spinning", PH_FIELD_NUMBER, AT(spinning),                                                 \
            .unit = "m", .help = "Arm of the normal force against spinning about the normal.",     \
            .max = INFINITY, .default_help = "not known"                                           \
    }

#define AT(member) .offset = offsetof(ph_material_def, member)
const ph_field phk_material_fields[] = {
    {"density", PH_FIELD_NUMBER, AT(density), .unit = "kg/m^3", .help = "Mass by volume.",
     .max = INFINITY, .flags = PH_ABOVE, .default_help = "not known"},
    {"young", PH_FIELD_NUMBER, AT(young), .unit = "Pa", .help = "Modulus of elasticity.",
     .max = INFINITY, .flags = PH_ABOVE, .default_help = "not known"},
    {"poisson", PH_FIELD_NUMBER, AT(poisson), .unit = "",
     .help = "Poisson's ratio: how much thinner what is stretched becomes.", .min = -1, .max = 0.5,
     .flags = PH_ABOVE, .default_help = "not known"},
    OF_SURFACES,
    END};
#undef AT

#define AT(member) .offset = offsetof(ph_material_pair_def, member)
const ph_field phk_material_pair_fields[] = {
    {"between", PH_FIELD_NAMES, AT(between),
     .help = "The two materials, in either order; one of them twice: that on itself.",
     .flags = PH_REQUIRED},
    OF_SURFACES,
    END};
#undef AT

#define AT(member) .offset = offsetof(ph_body_def, member)
const ph_field phk_body_fields[] = {
    {"mass", PH_FIELD_NUMBER, AT(mass), .unit = "kg", .help = "Mass. Zero only with joints.",
     .min = 0, .max = INFINITY, .default_help = "that of its shapes with a density"},
    {"inertia", PH_FIELD_INERTIA, AT(inertia), .unit = "kg m^2",
     .help = "Inertia tensor in body axes, about the centre of mass, or about the pivot of a body "
             "that has one: three numbers for a diagonal tensor, six (xx yy zz xy xz yz) for a "
             "full one. With joints it may be zero: a point mass.",
     .default_help = "that of its shapes"},
    {"position", PH_FIELD_VEC3, AT(position), .unit = "m",
     .help = "Centre of mass at the start, world axes.",
     .default_help = "the origin; with a pivot: the pivot"},
    {"orientation", PH_FIELD_ORIENTATION, AT(orientation),
     .help = "Body axes to world axes at the start.", .default_help = "axes aligned"},
    {"velocity", PH_FIELD_VEC3, AT(velocity), .unit = "m/s",
     .help = "Velocity of the centre of mass at the start, world axes. Not with a pivot: there it "
             "follows from omega."},
    {"omega", PH_FIELD_VEC3, AT(omega), .unit = "rad/s",
     .help = "Angular velocity at the start, body axes."},
    {"pivot", PH_FIELD_VEC3, AT(pivot), .unit = "m",
     .help = "A point of the body that stays where it is, world axes. The body then only rotates, "
             "and its inertia is given about this point.",
     .default_help = "none: the body is free"},
    {"inertia_check", PH_FIELD_WORD, AT(any_inertia),
     .help =
         "`off` accepts an inertia that violates the triangle inequality, which no body has but "
         "some published test problems use.",
     .words = check_words},
    {"exact", PH_FIELD_WORDS, AT(exact),
     .help = "What of the body stands fast at the start: where joints and given values do not fit "
             "together, the rest is moved until they do. `x`, `y`, `z`: one coordinate of the "
             "position.",
     .words = exact_words, .default_help = "nothing"},
    {"loose", PH_FIELD_WORDS, AT(loose),
     .help =
         "Components of a `velocity` (`vx`, `vy`, `vz`) or `omega` (`wx`, `wy`, `wz`) that follow "
         "from the joints although the others are given.",
     .words = loose_words, .default_help = "none"},
    END};
#undef AT

static const char *const start_words[] = {"relaxed", "drawn", NULL};
#define AT(member) .offset = offsetof(ph_flexible_def, member)
const ph_field phk_flexible_fields[] = {
    {"position", PH_FIELD_VEC3, AT(position), .unit = "m",
     .help = "Where the origin lies, at the start, that the coordinates of its nodes count from; "
             "world axes.",
     .default_help = "the origin: nodes are drawn in the world"},
    {"orientation", PH_FIELD_ORIENTATION, AT(orientation),
     .help = "Axes its nodes are drawn in to world axes at the start.",
     .default_help = "axes aligned"},
    {"velocity", PH_FIELD_VEC3, AT(velocity), .unit = "m/s",
     .help = "Velocity of the centre of mass at the start, world axes."},
    {"omega", PH_FIELD_VEC3, AT(omega), .unit = "rad/s",
     .help = "Angular velocity at the start, body axes."},
    {"exact", PH_FIELD_WORDS, AT(exact),
     .help = "What of the body stands fast at the start, as of rigid bodies; a position is that of "
             "the centre of mass.",
     .words = exact_words, .default_help = "nothing"},
    {"loose", PH_FIELD_WORDS, AT(loose),
     .help = "Components of `velocity` and `omega` that follow from the joints although the others "
             "are given, as of rigid bodies.",
     .words = loose_words, .default_help = "none"},
    {"file", PH_FIELD_TEXT, AT(file),
     .help =
         "Instead of `beams`: NAME.phf.h5, which `polhode reduce` made of finite-element matrices; "
         "its path as seen from the model file.",
     .default_help = "none"},
    {"modes", PH_FIELD_INTEGER, AT(reduction.modes), .unit = "",
     .help = "So many modes with its interface held, beside the shapes the interface can have; "
             "without an interface, of the free body.",
     .init = -1, .min = 0, .max = 10000, .default_help = "6, or as many as there are"},
    {"up_to", PH_FIELD_NUMBER, AT(reduction.up_to), .unit = "Hz",
     .help = "Instead: all of them up to this frequency.", .min = 0, .max = INFINITY,
     .default_help = "none"},
    {"damping", PH_FIELD_EXPR, AT(reduction.damping),
     .help =
         "Ratio of the damping of each mode: a number, or an expression of its frequency `f` in "
         "Hz.",
     .default_help = "`default`: 1 % below 100 Hz, 10 % below 1 kHz, critical above"},
    {"substructures", PH_FIELD_INTEGER, AT(substructures), .unit = "",
     .help = "A `line` becomes so many bodies in a row, NAME, NAME_2, and so on, joined to each "
             "other: for large deflections.",
     .init = 1, .min = 1, .max = 1000},
    {"start", PH_FIELD_WORD, AT(start),
     .help = "How it is bent at the start: `relaxed`, so that its loads and its spin hold it in "
             "balance and no mode rings, or as `drawn`.",
     .words = start_words},
    {"coordinates", PH_FIELD_NUMBERS, AT(modes), .unit = "sqrt(kg) m",
     .help = "Its modal coordinates at the start, instead; they are at rest.",
     .default_help = "as `start` says"},
    END};
#undef AT

#define AT(member) .offset = offsetof(ph_marker_def, member)
const ph_field phk_marker_fields[] = {
    {"on", PH_FIELD_PLACE, AT(on),
     .help = "The body that carries the marker, or a node of a flexible one.",
     .default_help = "ground"},
    {"at", PH_FIELD_VEC3, AT(at), .unit = "m",
     .help = "Place on the body, from its centre of mass or the node, in body axes (on ground: in "
             "the world)."},
    {"orientation", PH_FIELD_ORIENTATION, AT(orientation), .help = "Marker axes to body axes.",
     .default_help = "axes aligned"},
    END};
#undef AT

#define AT(member) .offset = offsetof(ph_table_def, member)
const ph_field phk_table_fields[] = {
    {"x", PH_FIELD_NUMBERS, AT(x), .help = "Abscissae, strictly increasing, at least four."},
    {"y", PH_FIELD_NUMBERS, AT(y),
     .help = "As many ordinates; with z: those of all x at the first z, then at the next, and so "
             "on."},
    {"z", PH_FIELD_NUMBERS, AT(z),
     .help = "Of a surface y(x, z): where its curves y(x) stand, strictly increasing, at least "
             "two. Between them it is linear.",
     .default_help = "none: the table is a curve"},
    {"beyond", PH_FIELD_WORD, AT(beyond),
     .help = "How it goes on outside its points: along the tangent of the spline, along the "
             "parabola through the last three points, or along the line through the last two.",
     .words = beyond_words},
    {"file", PH_FIELD_TEXT, AT(file),
     .help = "Instead of x and y: a CSV file with x and y in its first two columns, relative to "
             "the model file."},
    {"points", PH_FIELD_NUMBERS, AT(points),
     .help = "Instead of x and y: a curve in space for `curve`, through points at equal steps of a "
             "parameter from -1 to 1; x, y, z of the first point, then of the next, at least four "
             "points."},
    {"order", PH_FIELD_INTEGER, AT(order),
     .help = "Of a curve in space: the number of terms of its polynomials. 2 joins the points by "
             "straight lines, 4 by cubics; derivatives up to the order less two are continuous.",
     .init = 4, .min = 2, .max = 10},
    {"control", PH_FIELD_WORD, AT(control),
     .help = "Whether the points of a curve in space are its control points, which it follows but "
             "does not pass.",
     .words = no_yes},
    {"closed", PH_FIELD_WORD, AT(closed),
     .help = "Whether a curve in space goes round, without a kink; its last point is its first.",
     .words = no_yes},
    END};
#undef AT

#define INITIAL(name, index, unit_text)                                                            \
    {                                                                                              \
        name, PH_FIELD_NUMBER, .offset = (index) * sizeof(double), .unit = unit_text, .init = NAN, \
                               .default_help = "free"                                              \
    }
static const ph_field initial_fields[] = {INITIAL("displacement", 0, "m"),
                                          INITIAL("velocity", 1, "m/s"),
                                          INITIAL("angle", 2, "rad"),
                                          INITIAL("rate", 3, "rad/s"),
                                          {.name = NULL}};
#undef INITIAL

#define AT(member) .offset = offsetof(ph_joint_def, member)
const ph_field phk_joint_fields[] = {
    {"between", PH_FIELD_NAMES, AT(between),
     .help = "Two bodies, or two markers: the joint then uses their places and axes. `ground` may "
             "be one of them.",
     .flags = PH_REQUIRED},
    {"at", PH_FIELD_VEC3, AT(at), .unit = "m",
     .help = "Place of the joint in the world, as the bodies stand at the start. Not with markers.",
     .default_help = "the origin"},
    {"axis", PH_FIELD_VEC3, AT(axis), .unit = "",
     .help = "Direction of the joint in the world, as the bodies stand at the start: the z axis "
             "of its markers. Not with markers.",
     .default_help = "[0, 0, 1]"},
    {"axis2", PH_FIELD_VEC3, AT(axis2), .unit = "",
     .help = "The second direction of a joint that has two.", .default_help = "[1, 0, 0]"},
    {"initial", PH_FIELD_GROUP, AT(initial),
     .help = "Where the joint starts, wherever its bodies are drawn, if it leaves that free: "
             "`displacement` and `velocity` of its second marker along z of its first, `angle` "
             "and `rate` about it.",
     .default_help = "as drawn", .group = initial_fields},
    END};
#undef AT

static const char *const direction_words[] = {"x", "y", "z", "rx", "ry", "rz", NULL};
#define AT(member) .offset = offsetof(ph_motion_def, member)
const ph_field phk_motion_fields[] = {
    {"joint", PH_FIELD_TEXT, AT(joint), .help = "The joint it drives."},
    {"between", PH_FIELD_NAMES, AT(between),
     .help = "Instead of a joint: two markers, the second driven against the first."},
    {"direction", PH_FIELD_WORD, AT(direction),
     .help = "Along or about which axis of the first marker: `x`, `y`, `z`, `rx`, `ry`, `rz`.",
     .init = -1, .words = direction_words, .default_help = "the one the joint leaves free"},
    {"displacement", PH_FIELD_EXPR, AT(displacement),
     .help = "Displacement [m] or angle [rad], an expression of time."},
    {"velocity", PH_FIELD_EXPR, AT(velocity),
     .help = "Instead: its rate [m/s], [rad/s]; it starts from where the bodies stand."},
    {"acceleration", PH_FIELD_EXPR, AT(acceleration),
     .help = "Instead: its second derivative; it starts from where the bodies stand and from the "
             "velocity they have."},
    {"initial_displacement", PH_FIELD_NUMBER, AT(initial_displacement), .unit = "*",
     .help = "With `velocity` or `acceleration`: where it starts [m], [rad]; bodies move there.",
     .init = NAN, .default_help = "as drawn"},
    {"initial_velocity", PH_FIELD_NUMBER, AT(initial_velocity), .unit = "*",
     .help = "With `acceleration`: how fast it starts [m/s], [rad/s].", .init = NAN,
     .default_help = "as the bodies move"},
    {"weight", PH_FIELD_NUMBER, AT(weight), .unit = "", .min = 0, .max = INFINITY,
     .flags = PH_ABOVE,
     .help = "Its displacement was measured, and counts for so much: `analysis: inverse` follows "
             "it as well as the others allow, every other analysis goes without it.",
     .default_help = "none: it is to be followed exactly, in every analysis"},
    END};
#undef AT

#define AT(member) .offset = offsetof(ph_variable_def, member)
static const char *const undefined_words[] = {"error", "zero", NULL};
const ph_field phk_variable_fields[] = {
    {"value", PH_FIELD_EXPR, AT(value), .help = "The expression.", .flags = PH_REQUIRED},
    {"start", PH_FIELD_NUMBER, AT(start), .unit = "*",
     .help = "Of a variable that reads itself: about where its value is at the start."},
    {"undefined", PH_FIELD_WORD, AT(undefined), .words = undefined_words,
     .help =
         "What holds where the expression is 0/0, or undefined for another reason: the run ends "
         "with an error, or goes on with zero and warns of it."},
    END};
#undef AT

#define AT(member) .offset = offsetof(ph_state_def, member)
const ph_field phk_state_fields[] = {
    {"rate", PH_FIELD_EXPR, AT(rate), .help = "Its derivative by time, an expression."},
    {"equation", PH_FIELD_EXPR, AT(equation),
     .help = "Instead of `rate`: an expression kept at zero, which reads NAME and NAME.rate. If it "
             "does not read the latter, NAME is an algebraic unknown: solved for, from `initial` "
             "on, and shown as a variable."},
    {"initial", PH_FIELD_NUMBER, AT(initial), .unit = "*", .help = "Value at the start."},
    {"static_hold", PH_FIELD_WORD, AT(static_hold),
     .help = "Whether it stays as it is in a search for equilibrium.", .words = no_yes},
    {"guess", PH_FIELD_NUMBER, AT(guess), .unit = "*",
     .help =
         "With an `equation` that has several solutions: about where its rate is at the start."},
    {"size", PH_FIELD_NUMBER, AT(size), .unit = "*",
     .help = "Its usual size, which the tolerance of its error is relative to; once it has been "
             "larger, that counts.",
     .init = 1, .min = 0, .max = INFINITY, .flags = PH_ABOVE},
    END};
#undef AT

#define AT(member) .offset = offsetof(ph_request_def, member)
const ph_field phk_request_fields[] = {
    {"id", PH_FIELD_INTEGER, AT(id), .unit = "",
     .help = "A number by which it is known elsewhere, such as in a deck it comes from.", .min = 0,
     .max = INT_MAX, .default_help = "none"},
    {"title", PH_FIELD_TEXT, AT(title), .help = "One line, kept in the result.",
     .default_help = "none"},
    END};
#undef AT

static const char *const controller_words[] = {"transfer", "state_space", "pid", "delay", NULL};
#define AT(member) .offset = offsetof(ph_controller_def, member)
const ph_field phk_controller_fields[] = {
    {"type", PH_FIELD_WORD, AT(type),
     .help = "`transfer`: a fraction of polynomials; `state_space`: matrices; `pid`; `delay`.",
     .words = controller_words, .flags = PH_REQUIRED},
    {"every", PH_FIELD_NUMBER, AT(every), .unit = "s",
     .help = "Of a sampled one: the time from sample to sample. Its output is held between them; "
             "polynomials are then of z, and `a` leads to the next states.",
     .min = 0, .max = INFINITY, .default_help = "none: it is continuous"},
    {"first", PH_FIELD_NUMBER, AT(first), .unit = "s", .help = "The first sample.", .init = NAN,
     .default_help = "the start of the run"},
    {"numerator", PH_FIELD_NUMBERS, AT(numerator),
     .help = "Of a `transfer`: by ascending powers of s; [1, 0.1] is 1 + 0.1 s."},
    {"denominator", PH_FIELD_NUMBERS, AT(denominator), .help = "The same below the line."},
    {"a", PH_FIELD_ROWS, AT(a), .unit = "*",
     .help = "Of a `state_space`: x' = a x + b u, y = c x + d u. Lists of rows; what is not given "
             "is zero."},
    {"b", PH_FIELD_ROWS, AT(b), .unit = "*", .help = "A row for each state."},
    {"c", PH_FIELD_ROWS, AT(c), .unit = "*", .help = "A row for each output."},
    {"d", PH_FIELD_ROWS, AT(d), .unit = "*", .help = "A row for each output."},
    {"initial", PH_FIELD_NUMBERS, AT(initial),
     .help =
         "Its states at the start; of a `pid` the integral and the filtered input; of a `delay` "
         "the input before the start.",
     .default_help = "zero"},
    {"setpoint", PH_FIELD_EXPR, AT(setpoint),
     .help = "Of a `pid`: what the input is to become, an expression.", .default_help = "0"},
    {"kp", PH_FIELD_NUMBER, AT(kp), .unit = "*", .help = "Gain of the error."},
    {"ki", PH_FIELD_NUMBER, AT(ki), .unit = "*", .help = "Gain of its integral by time."},
    {"kd", PH_FIELD_NUMBER, AT(kd), .unit = "*",
     .help = "Gain of the derivative of the input, filtered; it acts against it."},
    {"low", PH_FIELD_NUMBER, AT(low), .unit = "*", .help = "Least output.", .init = -INFINITY,
     .default_help = "none"},
    {"high", PH_FIELD_NUMBER, AT(high), .unit = "*", .help = "Largest output.", .init = INFINITY,
     .default_help = "none"},
    {"filter", PH_FIELD_NUMBER, AT(filter), .unit = "s", .help = "Time of the filter.", .min = 0,
     .max = INFINITY, .default_help = "a tenth of kd/kp"},
    {"tracking", PH_FIELD_NUMBER, AT(tracking), .unit = "s",
     .help = "Time in which the integral follows an output at its limits.", .min = 0,
     .max = INFINITY, .default_help = "sqrt(kp/ki * kd/kp); kp/ki without kd"},
    {"delay", PH_FIELD_NUMBER, AT(delay), .unit = "s",
     .help = "Of a `delay`: by how much the output is late.", .min = 0, .max = INFINITY},
    {"order", PH_FIELD_INTEGER, AT(order),
     .help = "Of Pade's fraction for a `delay`: the higher, the faster the signals it delays.",
     .init = 4, .min = 1, .max = 10},
    {"static_hold", PH_FIELD_WORD, AT(static_hold),
     .help = "Whether its states stay as they are in a search for equilibrium.", .words = no_yes},
    END};
#undef AT

static const char *const find_words[] = {"modes", "matrices", NULL};
#define AT(member) .offset = offsetof(ph_linearization_def, member)
const ph_field phk_linearization_fields[] = {
    {"at", PH_FIELD_NUMBER, AT(at), .unit = "s", .help = "The time of the run.", .init = NAN,
     .default_help = "the start"},
    {"equilibrium", PH_FIELD_WORD, AT(equilibrium),
     .help = "`yes`: not that state, but the equilibrium that is found from there.",
     .words = no_yes},
    {"find", PH_FIELD_WORD, AT(matrices),
     .help = "`modes`: eigenvalues and shapes; `matrices`: A, B, C and D of x' = A x + B u, "
             "y = C x + D u.",
     .words = find_words},
    {"frame", PH_FIELD_TEXT, AT(frame),
     .help = "Marker or body from whose axes, which turn with it, displacements are seen.",
     .default_help = "the world's axes"},
    {"inputs", PH_FIELD_NAMES, AT(inputs),
     .help = "Variables; what is added to their values is an input.", .default_help = "none"},
    {"outputs", PH_FIELD_NAMES, AT(outputs), .help = "Variables that are outputs.",
     .default_help = "none"},
    {"states", PH_FIELD_NAMES, AT(states),
     .help = "Variables, functions of places, to be states in the place of displacements.",
     .default_help = "none"},
    END};
#undef AT

static const char *const crossing_words[] = {"both", "rising", "falling", NULL};
#define AT(member) .offset = offsetof(ph_event_def, member)
const ph_field phk_event_fields[] = {
    {"when", PH_FIELD_EXPR, AT(when),
     .help = "It happens where this expression crosses zero. It may read all a request can read."},
    {"every", PH_FIELD_NUMBER, AT(every), .unit = "s",
     .help = "Instead of `when`: the time from one to the next, as of a sampled controller.",
     .min = 0, .max = INFINITY, .flags = PH_ABOVE},
    {"first", PH_FIELD_NUMBER, AT(first), .unit = "s", .help = "With `every`: the first of them.",
     .init = NAN, .default_help = "the start of the run"},
    {"direction", PH_FIELD_WORD, AT(direction),
     .help = "Which way the expression crosses zero: `both`, `rising` or `falling`.",
     .words = crossing_words},
    {"once", PH_FIELD_WORD, AT(once), .help = "Whether it happens the first time alone.",
     .words = no_yes},
    {"at_start", PH_FIELD_WORD, AT(at_start),
     .help = "Whether it happens at the start, too, if the expression is zero there, or above "
             "(`rising`), or below (`falling`).",
     .words = no_yes},
    {"within", PH_FIELD_NUMBER, AT(within), .unit = "*",
     .help = "What counts as zero at the start.", .min = 0, .max = INFINITY},
    {"stop", PH_FIELD_WORD, AT(stop), .help = "Whether the run ends.", .words = no_yes},
    {"end_phase", PH_FIELD_WORD, AT(end_phase),
     .help = "Whether the phase ends and the next one begins; after the last, the run ends.",
     .words = no_yes},
    {"restart", PH_FIELD_WORD, AT(restart),
     .help = "Whether the integrator starts anew. It does so by itself where velocities or states "
             "jump; where only forces do, it shifts what it knows of accelerations.",
     .words = no_yes},
    {"next_step", PH_FIELD_NUMBER, AT(next_step), .unit = "s",
     .help = "The integrator starts anew, with a step of this size; where steps are equal, with "
             "its own.",
     .min = 0, .max = INFINITY, .default_help = "its own choice"},
    {"rows_every", PH_FIELD_NUMBER, AT(rows_every), .unit = "s",
     .help = "Time between output rows from then on, to the end of the phase.", .min = 0,
     .max = INFINITY, .default_help = "as before"},
    {"activate", PH_FIELD_NAMES, AT(activate),
     .help =
         "Joints, motions, forces, contacts and events that begin to act. Where a joint closes, "
         "velocities jump as in a blow without rebound."},
    {"deactivate", PH_FIELD_NAMES, AT(deactivate), .help = "Those that cease to act."},
    {"message", PH_FIELD_TEXT, AT(message), .help = "What the log says of it.",
     .default_help = "what it does"},
    END};
#undef AT

#define AT(member) .offset = offsetof(ph_request_column, member)
const ph_field phk_request_column_fields[] = {
    {"value", PH_FIELD_EXPR, AT(value), .help = "What the column shows.", .flags = PH_REQUIRED},
    {"unit", PH_FIELD_TEXT, AT(unit), .help = "Its unit, for show.", .default_help = "none"},
    {.name = NULL}};
#undef AT

#define WORD(NAME, word, help) #word,
static const char *const shape_words[] = {PH_SHAPE_LIST(WORD) NULL};
#undef WORD
static const char *const axis_words[] = {"z", "x", "y", NULL};
#define AT(member) .offset = offsetof(ph_shape_def, member)
const ph_field phk_shape_fields[] = {
    {"type", PH_FIELD_WORD, AT(kind), .help = "What it is; see below.", .words = shape_words,
     .flags = PH_REQUIRED},
    {"on", PH_FIELD_PLACE, AT(on),
     .help = "The marker that carries it, or a body: then its centre of mass and its axes.",
     .default_help = "ground"},
    {"size", PH_FIELD_VEC3, AT(size), .unit = "m",
     .help =
         "Edges of a `box`, from a corner at the marker along its axes; diameters of an "
         "`ellipsoid` about the marker; x and y of a `terrain`, from a corner, and how thick it "
         "is drawn below its lowest height."},
    {"radius", PH_FIELD_NUMBER, AT(radius), .unit = "m",
     .help = "Radius; of a `frustum` at the marker, of a `torus` that of the ring.", .min = 0,
     .max = INFINITY},
    {"radius2", PH_FIELD_NUMBER, AT(radius2), .unit = "m",
     .help = "Radius of a `frustum` at its other end, of a `torus` that of its section, of a "
             "`tube` inside.",
     .min = 0, .max = INFINITY},
    {"length", PH_FIELD_NUMBER, AT(length), .unit = "m",
     .help = "Length from the marker along its z axis; below zero: the other way."},
    {"through", PH_FIELD_NAMES, AT(through),
     .help = "Bodies and markers a `line` goes through; the two ends of a `spring` or a `link`."},
    {"points", PH_FIELD_ROWS, AT(points), .unit = "m",
     .help = "What a `hull`, an `extrusion`, a `profile` or a `curve` goes through: x and y of "
             "each point, of a `hull` and a `curve` z, too."},
    {"heights", PH_FIELD_ROWS, AT(heights), .unit = "m",
     .help = "Of a `terrain`: a row for each y, from 0 to the `size`, in even steps of x."},
    {"closed", PH_FIELD_WORD, AT(closed),
     .help = "Whether a `profile` or a `curve` goes on from its last point to its first. An open "
             "`profile` is a wall with its inside on the left.",
     .words = no_yes, .default_help = "`yes` of a `profile`, `no` of a `curve`"},
    {"file", PH_FIELD_TEXT, AT(file),
     .help =
         "Of a `mesh`: an STL or OBJ file, its path as seen from the model file. Of shapes with "
         "`points` or `heights`: a CSV file of them; of a `hull` a mesh will do."},
    {"scale", PH_FIELD_NUMBER, AT(scale), .help = "Metres in a unit of that file.", .init = 1,
     .max = INFINITY, .flags = PH_ABOVE},
    {"at", PH_FIELD_VEC3, AT(at), .unit = "m",
     .help = "Where it begins, instead of at the marker: in the marker's axes."},
    {"axis", PH_FIELD_WORD, AT(axis), .help = "The axis of the marker it lies along.",
     .words = axis_words},
    {"rounding", PH_FIELD_NUMBER, AT(rounding), .unit = "m",
     .help = "Radius of its edges where it touches; its sizes stay as they are.", .min = 0,
     .max = INFINITY, .default_help = "a fiftieth of its least extent"},
    {"density", PH_FIELD_NUMBER, AT(density), .unit = "kg/m^3",
     .help = "Mass by volume, for a body whose mass or inertia is not given; 0: it does not count.",
     .max = INFINITY, .default_help = "that of its material"},
    {"material", PH_FIELD_TEXT, AT(material), .help = "What it is made of.",
     .default_help = "none"},
    END};
#undef AT

#define AT(member) .offset = offsetof(ph_group_def, member)
const ph_field phk_group_fields[] = {
    {"of", PH_FIELD_NAMES, AT(of),
     .help = "Shapes, bodies (all their shapes) and other groups; `*` stands for any part of a "
             "name, as in `ball_*`.",
     .flags = PH_REQUIRED},
    END};
#undef AT

/* A number of a contact that follows from something else where it is not given. */
#define FOLLOWS(key, member, unit_text, help_text, default_text, low, high, flag)                  \
    {                                                                                              \
        key, PH_FIELD_NUMBER, .offset = offsetof(ph_contact_def, member), .unit = unit_text,       \
                              .help = help_text, .init = NAN, .default_help = default_text,        \
                              .min = low, .max = high, .flags = flag                               \
    }
static const char *const law_words[] = {"power", "hertz", "impact", NULL};
static const char *const friction_words[] = {"bristle", "step", "tanh", "none", NULL};
static const char *const formula_words[] = {"exact", "hunt_crossley", "lankarani_nikravesh",
                                            "flores", NULL};
#define AT(member) .offset = offsetof(ph_contact_def, member)
const ph_field phk_contact_fields[] = {
    {"between", PH_FIELD_NAMES, AT(between),
     .help = "What touches what: two of shapes, bodies (all their shapes), groups, `ground` and "
             "`everything`; or one of them, whose parts touch each other. Parts of one body never "
             "do, nor do, where more than one pair is meant, bodies that a joint joins.",
     .flags = PH_REQUIRED},
    {"joined", PH_FIELD_WORD, AT(joined), .help = "Whether bodies that a joint joins touch, too.",
     .words = no_yes, .default_help = "no; yes where one pair is named"},
    {"law", PH_FIELD_WORD, AT(law),
     .help = "How they push each other apart: `power`, `hertz` or `impact`.", .words = law_words,
     .default_help = "`hertz`; `power` with a stiffness, `impact` with a damping as well"},
    FOLLOWS("stiffness", stiffness, "*", "Force at a depth of 1 [N/m^exponent].",
            "Hertz' of the materials and radii", 0, INFINITY, PH_ABOVE),
    FOLLOWS("exponent", exponent, "", "Of the depth.", "1.5", 0.5, 10, 0),
    FOLLOWS("damping", damping, "*",
            "Of `impact` the full damping [N s/m]; of the others the factor of the rate of the "
            "depth [s/m], instead of `restitution`.",
            "`impact`: a tenth of the critical one", 0, INFINITY, 0),
    FOLLOWS("depth", depth, "m", "Of `impact`: where the damping is full; it grows from touch on.",
            "a tenth of that at rest", 0, INFINITY, PH_ABOVE),
    FOLLOWS("restitution", restitution, "",
            "How much of its speed a free body comes back with from the first blow.",
            "the materials'", 0, 1, PH_ABOVE),
    {"formula", PH_FIELD_WORD, AT(formula),
     .help = "By which the restitution becomes a damping: exactly, or as published.",
     .words = formula_words},
    FOLLOWS("adhesion", adhesion, "N", "How hard touching surfaces pull each other.", "none", 0,
            INFINITY, 0),
    FOLLOWS("range", range, "m", "The gap at which that has faded.", "a hundredth of the radius", 0,
            INFINITY, PH_ABOVE),
    {"force", PH_FIELD_EXPR, AT(force),
     .help = "Instead of a law: the normal force [N], an expression of `depth` [m] and `rate` "
             "[m/s], its derivative by time. It acts while the depth is above zero, and never "
             "pulls."},
    {"friction_law", PH_FIELD_WORD, AT(friction_law),
     .help = "How they rub: `bristle` holds what rests; `step` (as in MSC.ADAMS) and `tanh` are "
             "functions of the sliding speed, and let it creep.",
     .words = friction_words},
    FOLLOWS("friction", friction, "", "Coefficient of friction at rest.", "the materials'", 0,
            INFINITY, 0),
    FOLLOWS("sliding_friction", sliding_friction, "", "The same while sliding.", "that at rest", 0,
            INFINITY, 0),
    FOLLOWS("stiction_speed", stiction_speed, "m/s", "Up to which the first counts.", "0.01 m/s", 0,
            INFINITY, PH_ABOVE),
    FOLLOWS("sliding_speed", sliding_speed, "m/s", "From which on the second counts.",
            "ten times that", 0, INFINITY, PH_ABOVE),
    FOLLOWS("bristle_stiffness", bristle_stiffness, "N/m",
            "Of what holds bodies that stick, along the surface.",
            "that of the normal force at rest", 0, INFINITY, PH_ABOVE),
    FOLLOWS("bristle_damping", bristle_damping, "N s/m", "The same.", "0.3 of the critical one", 0,
            INFINITY, 0),
    FOLLOWS("rolling", rolling, "m",
            "Arm of the couple that resists rolling: times the normal force.", "the materials'", 0,
            INFINITY, 0),
    FOLLOWS("spinning", spinning, "m", "The same of spinning about the normal.", "the materials'",
            0, INFINITY, 0),
    END};
#undef AT
#undef FOLLOWS

#define AT(member) .offset = offsetof(ph_reference_def, member)
const ph_field phk_reference_fields[] = {
    {"orientation", PH_FIELD_ORIENTATION, AT(orientation), .help = "Orientation at the end.",
     .default_help = "not compared"},
    {"momentum", PH_FIELD_VEC3, AT(momentum), .unit = "kg m^2/s",
     .help = "Inertia times angular velocity at the end, body axes.",
     .default_help = "not compared"},
    {"position", PH_FIELD_VEC3, AT(position), .unit = "m", .help = "Centre of mass at the end.",
     .default_help = "not compared"},
    {"velocity", PH_FIELD_VEC3, AT(velocity), .unit = "m/s", .help = "Its velocity at the end.",
     .default_help = "not compared"},
    END};
#undef AT

/* What a force is its type says, and a function is none of a file. */
const ph_field phk_force_fields[] = {END};
const ph_field phk_function_fields[] = {END};
