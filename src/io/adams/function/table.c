/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Every function of the ADAMS/Solver language, FORTRAN and C++, and what it is in the model.
 */
#include <stdio.h>
#include <string.h>
#include "base/decimal.h"
#include "io/adams/function/function.h"

/* The same in the model, in small letters. */
static void same(phk_translation *t, const phk_function_entry *e, const phk_function_argument *a,
                 int count)
{
    char name[20];
    size_t n = strlen(e->name);
    for (size_t i = 0; i <= n && i < sizeof name; i++) {
        char c = e->name[i];
        name[i] = c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
    }
    phk_function_write_call(t, name, e->unit, a, count);
}

/* What the number of a statement stands for is its name. */
static void named(phk_translation *t, const phk_function_entry *e, const phk_function_argument *a,
                  int count)
{
    (void)e, (void)count;
    phk_function_write(t, "%s", a[0].text);
}

/* What a sensor has evaluated when it became active; one without EVALUATE: 0. */
static void sensed(phk_translation *t, const phk_function_entry *e,
                   const phk_function_argument *argument, int count)
{
    const phk_statement *s = argument[0].target;
    (void)e, (void)count;
    phk_function_write(t, "%s",
                       s && phk_arg_find(s, "EVALUATE") ? phk_deck_sensor_value(t->deck, s) : "0");
}

/* A constant of the arguments; false: reported. */
static bool constant(phk_translation *t, const phk_function_argument *a, const char *what,
                     double *value)
{
    static const phk_scope constants;
    ph_source nowhere = {0};
    if (phk_expr_constant(a->text, nowhere, &constants, NULL, value)) return true;
    phk_complain(&t->in, PH_E_UNSUPPORTED, &a->token, NULL, "DELAY: the %s must be a number", what);
    return false;
}

/* DELAY(e, delay, history): a controller `delay`, by a fraction of Pade. */
static void delayed(phk_translation *t, const phk_function_entry *e, const phk_function_argument *a,
                    int count)
{
    phk_delay *d = phk_arena_alloc(&t->deck->arena, sizeof *d);
    (void)e, (void)count;
    if (!d) {
        phk_deck_failed(t->deck, PH_E_NOMEM);
        return;
    }
    *d = (phk_delay){
        .input = {phk_deck_print(t->deck, "%s", a[0].text), phk_deck_place(t->deck, t->where), -1},
        .before = t->deck->delay};
    phk_kind_default(PHK_KIND_CONTROLLER, &d->def);
    if (d->input.where.length > 0) d->input.where.length = -d->input.where.length;
    if (!constant(t, &a[1], "delay", &d->def.delay) || !constant(t, &a[2], "history", &d->history))
        return;
    d->def.type = PH_CONTROLLER_DELAY;
    d->def.where = d->input.where;
    d->def.delay *= t->deck->units.time;
    d->def.order = 6;
    d->def.inputs = 1;
    d->def.input = &d->input;
    d->def.initial = (ph_numbers){1, &d->history};
    d->name = phk_deck_new_name(t->deck, "delay");
    t->deck->delay = d;
    if (phk_deck_is_new(t->deck, "DELAY"))
        phk_deck_note(t->deck, t->where,
                      "DELAY becomes a controller `delay`, by Pade's fraction of order 6: signals "
                      "that change within a sixth of the delay are rounded off");
    phk_function_write(t, "%s_y", d->name);
}

static void rate(phk_translation *t, const phk_function_entry *e, const phk_function_argument *a,
                 int count)
{
    const char *unit = phk_function_unit(t, e->unit);
    (void)count;
    phk_function_write(t, unit[0] ? "(%s.rate%s)" : "%s.rate%s", a[0].text, unit);
}

/* AKISPL and CUBSPL (x, z, id, iord): a z that stands for none is left out with the order. */
static void spline(phk_translation *t, const phk_function_entry *e, const phk_function_argument *a,
                   int count)
{
    bool family =
        a[2].target && phk_arg_find(a[2].target, "Y") && !phk_arg_find(a[2].target, "FILE");
    int curves = 0;
    for (int k = 0; family && k < a[2].target->count; k++)
        curves += strcmp(a[2].target->given[k].arg->name, "Y") == 0;
    phk_function_argument b[4] = {a[0], a[1], a[2], count == 4 ? a[3] : a[2]};
    /* one curve is one at any z */
    if (curves <= 1) b[1].text = "0";
    same(t, e, b, count);
}

/* INTERP(x, method, id, iord): 1 straight lines, 3 a cubic spline. */
static void interpolate(phk_translation *t, const phk_function_entry *e,
                        const phk_function_argument *a, int count)
{
    (void)e;
    if (a[1].number != 1 && a[1].number != 3) {
        phk_complain(&t->in, PH_E_RANGE, &a[1].token, NULL,
                     "the method of INTERP is 1, straight lines, or 3, a cubic");
        return;
    }
    phk_function_argument b[3] = {a[0], a[2], a[count - 1]};
    phk_function_write_call(t, a[1].number == 1 ? "linear" : "cubic", PHK_IN_NOTHING, b, count - 1);
}

/* Element n of the list of numbers or variables a statement holds. */
/* Of the mode whose damping an expression is [Hz]. */
static void frequency(phk_translation *t, const phk_function_entry *e,
                      const phk_function_argument *a, int count)
{
    if (!t->role.self || strcmp(t->role.self->type->name, "FLEX_BODY") != 0)
        phk_complain(&t->in, PH_E_MODEL, count > 0 ? &a[0].token : &t->in.token,
                     "it is for CRATIO of a FLEX_BODY", "%s is not known here", e->name);
    phk_function_write(t, "f");
}

static void element(phk_translation *t, const phk_function_entry *e, const phk_function_argument *a,
                    int count)
{
    const phk_given *numbers = phk_arg_find(a[0].target, "NUMBERS");
    const phk_given *list = numbers ? numbers : phk_arg_find(a[0].target, "VARIABLES");
    const char *filled = NULL;
    char text[PHK_DECIMAL];
    int n = a[1].number,
        size = list ? -1 : phk_deck_array_element(t->deck, a[0].target, n, &filled);
    (void)count;
    if (filled)
        phk_function_write(t, "%s", filled);
    else if (size >= 0)
        phk_complain(&t->in, PH_E_RANGE, &a[1].token, NULL, "%s/%d has elements 1 to %d", e->of,
                     a[0].number, size);
    else if (!list)
        phk_complain(&t->in, PH_E_UNSUPPORTED, &a[0].token, "name the variables or states instead",
                     "%s/%d is filled by another element, of which there is none", e->of,
                     a[0].number);
    else if (n < 1 || n > list->count)
        phk_complain(&t->in, PH_E_RANGE, &a[1].token, NULL, "%s/%d has elements 1 to %d", e->of,
                     a[0].number, list->count);
    else if (numbers)
        phk_function_write(t, numbers->number[n - 1] < 0 ? "(%s)" : "%s",
                           phk_decimal(numbers->number[n - 1], text));
    else if (list->target[n - 1])
        phk_function_write(t, "%s", list->target[n - 1]->name);
    else
        t->in.errors++; /* which was reported where it is listed */
}

#define ONE(name)                                                                                  \
    {                                                                                              \
        name, "e", name "(a)", NULL, same, PHK_IN_NOTHING                                          \
    }
#define TWO(name)                                                                                  \
    {                                                                                              \
        name, "ee", name "(a,b)", NULL, same, PHK_IN_NOTHING                                       \
    }
#define OF_NUMBERS(name, arguments, takes)                                                         \
    {                                                                                              \
        name, arguments, name takes, NULL, same, PHK_IN_NOTHING                                    \
    }
#define OF_MARKERS(name, arguments, takes, unit)                                                   \
    {                                                                                              \
        name, arguments, name takes, NULL, same, unit                                              \
    }
#define AXES(name, arguments, takes, unit)                                                         \
    OF_MARKERS(name "X", arguments, takes, unit), OF_MARKERS(name "Y", arguments, takes, unit),    \
        OF_MARKERS(name "Z", arguments, takes, unit)
#define FORCE(name)                                                                                \
    {name "M", "m|m", name "M(i[,j])", NULL, phk_function_write_force, PHK_IN_NOTHING},            \
        {name "X", "m|mm", name "X(i[,j[,k]])", NULL, phk_function_write_force, PHK_IN_NOTHING},   \
        {name "Y", "m|mm", name "Y(i[,j[,k]])", NULL, phk_function_write_force, PHK_IN_NOTHING},   \
    {                                                                                              \
        name "Z", "m|mm", name "Z(i[,j[,k]])", NULL, phk_function_write_force, PHK_IN_NOTHING      \
    }
#define LOAD(name, of)                                                                             \
    {                                                                                              \
        name, "inn|m", name "(id,jflag,comp,rm)", of, phk_function_write_load, PHK_IN_NOTHING      \
    }
#define NOT_KNOWN(name, why)                                                                       \
    {                                                                                              \
        name, NULL, why, NULL, NULL, PHK_IN_NOTHING                                                \
    }

const phk_function_entry phk_function_entries[] = {
    /* of FORTRAN */
    ONE("ABS"),
    ONE("ACOS"),
    ONE("AINT"),
    ONE("ANINT"),
    ONE("ASIN"),
    ONE("ATAN"),
    TWO("ATAN2"),
    ONE("COS"),
    ONE("COSH"),
    TWO("DIM"),
    ONE("EXP"),
    ONE("LOG"),
    ONE("LOG10"),
    OF_NUMBERS("MAX", "ee*", "(a,b,..)"),
    OF_NUMBERS("MIN", "ee*", "(a,b,..)"),
    TWO("MOD"),
    TWO("SIGN"),
    ONE("SIN"),
    ONE("SINH"),
    ONE("SQRT"),
    ONE("TAN"),
    ONE("TANH"),
    {"IF", "", "IF(expression: negative, zero, positive)", NULL, NULL, PHK_IN_NOTHING},
    /* general */
    OF_NUMBERS("STEP", "eeeee", "(x,x0,h0,x1,h1)"),
    OF_NUMBERS("STEP5", "eeeee", "(x,x0,h0,x1,h1)"),
    OF_NUMBERS("HAVSIN", "eeeee", "(x,x0,h0,x1,h1)"),
    OF_NUMBERS("HAVERSIN", "eeeee", "(x,x0,h0,x1,h1)"),
    OF_NUMBERS("IMPACT", "eeeeeee", "(x,xdot,x1,k,e,cmax,d)"),
    OF_NUMBERS("BISTOP", "eeeeeeee", "(x,xdot,x1,x2,k,e,cmax,d)"),
    OF_NUMBERS("POLY", "eee|e*", "(x,x0,a0,a1,..)"),
    OF_NUMBERS("CHEBY", "eee|e*", "(x,x0,a0,a1,..)"),
    OF_NUMBERS("SHF", "eeeeee", "(x,x0,a,w,phi,b)"),
    OF_NUMBERS("FORCOS", "eeee|e*", "(x,x0,w,a0,a1,..)"),
    OF_NUMBERS("FORSIN", "eeee|e*", "(x,x0,w,a0,a1,..)"),
    OF_NUMBERS("SWEEP", "eeeeeee", "(x,a,x0,f0,x1,f1,dx)"),
    /* displacements */
    OF_MARKERS("DM", "m|m", "(i[,j])", PHK_IN_LENGTH),
    AXES("D", "m|mm", "(i[,j[,k]])", PHK_IN_LENGTH),
    AXES("A", "m|m", "(i[,j])", PHK_IN_NOTHING),
    OF_MARKERS("PSI", "m|m", "(i[,j])", PHK_IN_NOTHING),
    OF_MARKERS("THETA", "m|m", "(i[,j])", PHK_IN_NOTHING),
    OF_MARKERS("PHI", "m|m", "(i[,j])", PHK_IN_NOTHING),
    OF_MARKERS("YAW", "m|m", "(i[,j])", PHK_IN_NOTHING),
    OF_MARKERS("PITCH", "m|m", "(i[,j])", PHK_IN_NOTHING),
    OF_MARKERS("ROLL", "m|m", "(i[,j])", PHK_IN_NOTHING),
    OF_MARKERS("INCANG", "mmm", "(i,j,k)", PHK_IN_NOTHING),
    OF_MARKERS("ORIENT", "nnm|m", "(system,component,i[,j])", PHK_IN_NOTHING),
    /* velocities and accelerations */
    OF_MARKERS("VM", "m|mm", "(i[,j[,l]])", PHK_IN_VELOCITY),
    OF_MARKERS("VR", "m|mm", "(i[,j[,l]])", PHK_IN_VELOCITY),
    AXES("V", "m|mmm", "(i[,j[,k[,l]]])", PHK_IN_VELOCITY),
    OF_MARKERS("WM", "m|m", "(i[,j])", PHK_IN_RATE),
    AXES("W", "m|mm", "(i[,j[,k]])", PHK_IN_RATE),
    OF_MARKERS("ACCM", "m|mm", "(i[,j[,l]])", PHK_IN_ACCELERATION),
    AXES("ACC", "m|mmm", "(i[,j[,k[,l]]])", PHK_IN_ACCELERATION),
    OF_MARKERS("WDTM", "m|mm", "(i[,j[,l]])", PHK_IN_RATE2),
    AXES("WDT", "m|mmm", "(i[,j[,k[,l]]])", PHK_IN_RATE2),
    /* forces */
    FORCE("F"),
    FORCE("T"),
    LOAD("JOINT", "JOINT"),
    LOAD("JPRIM", "JPRIM"),
    LOAD("GEAR", "GEAR"),
    LOAD("COUPLER", "COUPLER"),
    LOAD("MOTION", "MOTION"),
    LOAD("SFORCE", "SFORCE"),
    LOAD("VFORCE", "VFORCE"),
    LOAD("VTORQ", "VTORQUE"),
    LOAD("VTORQUE", "VTORQUE"),
    LOAD("GFORCE", "GFORCE"),
    LOAD("SPDP", "SPRINGDAMPER"),
    LOAD("BUSH", "BUSHING"),
    LOAD("CONTACT", "CONTACT"),
    LOAD("BEAM", "BEAM"),
    LOAD("FIELD", "FIELD"),
    NOT_KNOWN("NFORCE", "there are no forces between many markers yet"),
    NOT_KNOWN("FRICTION",
              "which of its numbers is meant by its component is not known; FX and its like of "
              "the joint's markers hold what it does"),
    NOT_KNOWN("PTCV", "what a constraint on a curve does cannot be read"),
    NOT_KNOWN("CVCV", "what a constraint on a curve does cannot be read"),
    NOT_KNOWN("MFORCE", "what a load on modes does cannot be read"),
    NOT_KNOWN("TIRE", "there are no tires yet"),
    /* variables, states and lists */
    {"VARVAL", "i", "VARVAL(id)", "VARIABLE", named, PHK_IN_NOTHING},
    {"DIF", "i", "DIF(id)", "DIFF", named, PHK_IN_NOTHING},
    {"DIF1", "i", "DIF1(id)", "DIFF", rate, PHK_IN_RATE},
    {"ARYVAL", "in", "ARYVAL(id,n)", "ARRAY", element, PHK_IN_NOTHING},
    {"PINVAL", "in", "PINVAL(id,n)", "PINPUT", element, PHK_IN_NOTHING},
    {"POUVAL", "in", "POUVAL(id,n)", "POUTPUT", element, PHK_IN_NOTHING},
    {"SENVAL", "i", "SENVAL(id)", "SENSOR", sensed, PHK_IN_NOTHING},
    /* tables */
    {"AKISPL", "eei|n", "AKISPL(x,z,id[,order])", "SPLINE", spline, PHK_IN_NOTHING},
    {"CUBSPL", "eei|n", "CUBSPL(x,z,id[,order])", "SPLINE", spline, PHK_IN_NOTHING},
    {"CURVE", "enni", "CURVE(alpha,order,component,id)", "CURVE", same, PHK_IN_NOTHING},
    {"INTERP", "eni|n", "INTERP(x,method,id[,order])", "SPLINE", interpolate, PHK_IN_NOTHING},
    {"INVPSD", "eieeeee", "INVPSD(x,id,f0,f1,n,linlog,seed)", "SPLINE", phk_function_write_psd,
     PHK_IN_NOTHING},
    {"DELAY", "eee|n", "DELAY(e,delay,history[,id])", NULL, delayed, PHK_IN_NOTHING},
    /* of flexible bodies */
    {"FXFREQ", "|i", "FXFREQ", "FLEX_BODY", frequency, PHK_IN_NOTHING},
    NOT_KNOWN("FXMODE", "modes have other numbers here than in the MNF; use FXFREQ"),
    NOT_KNOWN("Q", "modes are others here than in the MNF; measure at markers of nodes"),
    {"USER", "|e*", "USER(p1, ..)", NULL, phk_function_write_user, PHK_IN_NOTHING},
    {.name = NULL}};
