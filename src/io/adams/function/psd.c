/* SPDX-License-Identifier: BSD-3-Clause
 *
 * psd.c -- INVPSD(x, id, f0, f1, n, linlog, seed): a signal with a given power spectral density.
 *
 *   sum of A_i sin(2 pi f_i x + p_i),  A_i^2/2 = integral of the density over cell i
 *
 * with the n cells of equal width between f0 and f1, and f_i in the middle of each, so that the
 * effective value is that of the density. Between its points the density is a straight line, or one
 * in logarithms. The phases p_i follow from the seed: the same seed, the same signal. ADAMS' own
 * generator of phases is not published: the spectrum is the same, its signal another.
 */
#include <math.h>
#include <stdint.h>
#include <string.h>
#include "base/decimal.h"
#include "io/adams/function/function.h"

enum { MOST = 1000, LONGEST = 60 };

/* The density at a frequency: between two points, or on from the two that are next. */
static double density(const phk_given *x, const phk_given *y, double f, bool logarithms)
{
    int k = 1;
    while (k + 1 < x->count && x->number[k] < f) k++;
    double a = x->number[k - 1], b = x->number[k], u = y->number[k - 1], v = y->number[k];
    if (logarithms) return u * pow(f / a, log(v / u) / log(b / a));
    return u + (v - u) * (f - a) / (b - a);
}

/* Integral over a cell, by Simpson's rule in parts that the points of the density do not cut. */
static double integral(const phk_given *x, const phk_given *y, double from, double to, bool log)
{
    enum { PARTS = 16 };
    double sum = 0, begin = from;
    for (int k = 0; k <= x->count; k++) {
        double end = k < x->count ? fmin(x->number[k], to) : to;
        if (!(end > begin)) continue;
        double h = (end - begin) / PARTS;
        for (int i = 0; i < PARTS; i++)
            sum +=
                h / 6 *
                (density(x, y, begin + i * h, log) + 4 * density(x, y, begin + (i + 0.5) * h, log) +
                 density(x, y, begin + (i + 1) * h, log));
        begin = end;
    }
    return sum;
}

/* The next of a row of numbers in [0, 1): a linear congruence of 64 bits, its upper half. */
static double next_random(uint64_t *state)
{
    *state = *state * 6364136223846793005u + 1442695040888963407u;
    return (double)(*state >> 11) / 9007199254740992.0;
}

/* The numbers behind the spline, which must be constants. */
static bool read_numbers(phk_translation *t, const phk_function_argument *a, double v[5])
{
    static const phk_scope constants;
    ph_source nowhere = {0};
    for (int k = 0; k < 5; k++)
        if (!phk_expr_constant(a[k].text, nowhere, &constants, NULL, &v[k])) {
            phk_complain(&t->in, PH_E_TYPE, &a[k].token, NULL,
                         "the frequencies, their number and the seed of INVPSD are numbers");
            return false;
        }
    return true;
}

/* What is wrong with them and the density; NULL: nothing. */
static const char *judge(const phk_given *x, const phk_given *y, const double v[5])
{
    bool log = v[3] == 1;
    if (!x || !y || x->count != y->count || x->count < 2)
        return "its density is a SPLINE of one curve with X and Y";
    if (!(v[0] >= 0) || !(v[1] > v[0]) || !isfinite(v[1]))
        return "its frequencies lie above 0, the second above the first";
    if (!(v[2] >= 2 && v[2] <= MOST && v[2] == floor(v[2])))
        return "the number of frequencies is a whole one from 2 to 1000";
    if (v[3] != 0 && v[3] != 1) return "linlog is 0, straight lines, or 1, in logarithms";
    if (!(fabs(v[4]) < 1e15)) return "its seed is too large";
    for (int k = 0; k < x->count; k++) {
        if (!(y->number[k] >= 0)) return "a density is not negative";
        if (log && !(y->number[k] > 0 && x->number[k] > 0))
            return "in logarithms frequencies and densities are above 0";
        if (k > 0 && !(x->number[k] > x->number[k - 1])) return "its X do not increase";
    }
    return v[0] < x->number[0] || v[1] > x->number[x->count - 1]
               ? "its SPLINE does not reach from the first to the last frequency"
               : NULL;
}

void phk_function_write_psd(phk_translation *t, const phk_function_entry *e,
                            const phk_function_argument *a, int count)
{
    double v[5];
    (void)e, (void)count;
    const phk_statement *s = a[1].target;
    const phk_given *x = phk_arg_find(s, "X"), *y = phk_arg_find(s, "Y");
    if (!read_numbers(t, a + 2, v)) return;
    const char *wrong = judge(x, y, v);
    if (!wrong && strlen(a[0].text) > LONGEST)
        wrong = "its first argument is long and needed often: name it as a VARIABLE";
    if (wrong) {
        phk_complain(&t->in, PH_E_RANGE, &a[1].token, NULL, "INVPSD: %s", wrong);
        return;
    }
    if (phk_deck_is_new(t->deck, "INVPSD"))
        phk_deck_note(
            t->deck, t->where,
            "INVPSD: the phases are not those of ADAMS, which are not known: the spectrum "
            "is the same, the signal another");
    double width = (v[1] - v[0]) / v[2];
    uint64_t state = (uint64_t)(int64_t)v[4] * 2654435761u + 12345;
    phk_function_write(t, "(");
    for (int i = 0; i < (int)v[2]; i++) {
        char amplitude[PHK_DECIMAL], rate[PHK_DECIMAL], phase[PHK_DECIMAL];
        double from = v[0] + i * width, power = integral(x, y, from, from + width, v[3] == 1);
        phk_decimal(sqrt(2 * fmax(power, 0)), amplitude);
        phk_decimal(2 * PH_PI * (from + width / 2), rate);
        phk_decimal(2 * PH_PI * next_random(&state), phase);
        phk_function_write(t, "%s%s*sin(%s*(%s) + %s)", i ? " + " : "", amplitude, rate, a[0].text,
                           phase);
    }
    phk_function_write(t, ")");
}
