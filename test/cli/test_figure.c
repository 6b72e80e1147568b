/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The figure of a convergence study: logarithmic axes, points and lines, values that cannot be
 * drawn there. Given a file name, leaves the figure there to look at.
 */
#include <unistd.h>
#include "plot/figure.h"
#include "harness.h"

enum { N = 6 };

int main(int argc, char **argv)
{
    char folder[] = "/tmp/polhode-figure-XXXXXX", path[64];
    if (system("command -v gnuplot >/dev/null") != 0) TEST_SKIP("no gnuplot");
    if (!mkdtemp(folder)) TEST_SKIP("no temporary folder");
    snprintf(path, sizeof path, "%s/figure.svg", folder);
    double h[N], second[N], fourth[N], slope[N], bad[N];
    for (int i = 0; i < N; i++) {
        h[i] = 0.1 / (1 << i);
        second[i] = 3 * pow(h[i], 2);
        fourth[i] = 0.5 * pow(h[i], 4);
        slope[i] = pow(h[i], 2);
        bad[i] = i % 2 ? 0 : NAN;
    }
    const figure_curve curve[] = {{h, second, N, "liemid-ea", 0, FIGURE_BOTH},
                                  {h, fourth, N, "cf4", 0, FIGURE_BOTH},
                                  {h, bad, N, "fails everywhere", 0, FIGURE_BOTH},
                                  {h, slope, N, "order 2", 0, FIGURE_DASHED}};
    const char *const label[] = {"error of the orientation [rad]"};
    figure f = {.title = "Convergence",
                .x_label = "step h [s]",
                .y_label = label,
                .panels = 1,
                .log_x = true,
                .log_y = true,
                .curve = curve,
                .curves = 4,
                .output = path};
    if (argc > 1) f.output = argv[1];
    CHECK(figure_write(&f, "test") == 0);
    f.output = path;
    f.log_x = f.log_y = false;
    CHECK(figure_write(&f, "test") == 0);
    f.log_x = f.log_y = true;
    /* nothing but values a logarithmic axis cannot show */
    f.curve = &curve[2];
    f.curves = 1;
    CHECK(figure_write(&f, "test") == 1);
    f.output = "/tmp/x.gif";
    CHECK(figure_write(&f, "test") == 2);
    unlink(path);
    CHECK(rmdir(folder) == 0);
    return TEST_RESULT();
}
