/* SPDX-License-Identifier: BSD-3-Clause
 *
 * make_result DIR ROWS DT [BEGIN [UNIT [UNEVEN]]] -- a result with known values, for the tests of
 * table and plot: a body that turns about z with 2 rad/s while it falls, and numbers that are hard
 * to draw. Times are from BEGIN on and every other one by UNEVEN steps late; UNIT is that of
 * positions.
 */
#include "../unit/io/blocks.h"

static const char *const bodies[] = {"top"};
static const char *const variables[] = {"constant", "gaps", "it_s_100%"};
static ph_block block[] = {
    BLOCK("bodies", "pos", "m", 1, 3, bodies, xyz),
    BLOCK("bodies", "quat", "", 1, 4, bodies, quat),
    BLOCK("bodies", "vel", "m/s", 1, 3, bodies, xyz),
    BLOCK("bodies", "omega", "rad/s", 1, 3, bodies, xyz),
    BLOCK("variables", "", "", 3, 1, variables, NULL),
    BLOCK("energy", "kinetic", "J", 1, 1, NULL, NULL),
    BLOCK("energy", "potential", "J", 1, 1, NULL, NULL),
    BLOCK("energy", "total", "J", 1, 1, NULL, NULL),
};
enum { BLOCKS = sizeof block / sizeof block[0], WIDTH = 1 + 13 + 3 + 3 };

int main(int argc, char **argv)
{
    if (argc < 4 || argc > 7) return 2;
    double begin = argc > 4 ? atof(argv[4]) : 0, uneven = argc > 6 ? atof(argv[6]) : 0;
    if (argc > 5) block[0].unit = argv[5];
    phk_result_about about = test_about;
    about.title = "It's a $HOME `top` \"spinning\" with_low_scores";
    ph_diag *diag = ph_diag_create();
    ph_writer *w;
    if (phk_writer_create(argv[1], &about, block, BLOCKS, diag, &w) != PH_OK) return 1;
    long rows = atol(argv[2]);
    double dt = atof(argv[3]);
    for (long i = 0; i < rows; i++) {
        double t = begin + ((double)i + (i % 2 ? uneven : 0)) * dt, kinetic = 50 * t * t,
               total = 98.1 + 1e-12 * sin(40 * t);
        double row[WIDTH] = {
            t,      cos(2 * t),          sin(2 * t),     10 - 5 * t * t, cos(t),           0,    0,
            sin(t), -2 * sin(2 * t),     2 * cos(2 * t), -10 * t,        0.3 * sin(9 * t), 0,    2,
            7,      i % 3 ? t * t : NAN, exp(t),         kinetic,        total - kinetic,  total};
        /* the same attitude with the other sign in every other row */
        for (int k = 4; k < 8 && i % 2; k++) row[k] = -row[k];
        if (ph_writer_row(w, row, WIDTH, diag) != PH_OK) return 1;
    }
    ph_status status = ph_writer_finish(w, "{}\n", diag);
    ph_diag_free(diag);
    return status != PH_OK;
}
