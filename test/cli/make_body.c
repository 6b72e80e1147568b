/* SPDX-License-Identifier: BSD-3-Clause
 *
 * make_body.c -- writes the file of a flexible body: a rod of 1 m along x, of the same beams as the
 * model files of flex_body.sh.
 * With two loads: `gust`, unevenly along it, and `pinch`, which is balanced.
 * usage: make_body FILE.phf.h5
 */
#include <stdio.h>
#include <polhode/polhode.h>
#include <polhode/reduce.h>

int main(int argc, char **argv)
{
    static const double line[] = {0, 0, 0, 1, 0, 0};
    const ph_beam_section section = {.kind = PH_SECTION_RECTANGLE, .size = {0.02, 0.01}};
    const ph_interface interface[] = {{{.text = "start"}, 6}, {{.text = "end"}, 6}};
    const ph_beams beams = {.young = 70e9,
                            .poisson = 0.3,
                            .density = 2700,
                            .divide = 6,
                            .line = {.count = 2, .width = 3, .value = line},
                            .sections = 1,
                            .section = &section};
    const ph_reduction reduction = {.interfaces = 2, .interface = interface, .modes = 2};
    ph_flex *flex = NULL;
    if (argc != 2) return 2;
    ph_status status = ph_flex_of_beams(&beams, &reduction, NULL, &flex);
    static const int along[] = {1, 2, 3, 5, 6}, across[] = {1, 3, 5};
    static const ph_vec3 gust[] = {{0, 1, 2}, {0.3, 2, 2}, {0, 3, 1}, {0, 0, -1}, {1, 0, -2}};
    static const ph_vec3 pinch[] = {{0, 0, 1}, {0, 0, -2}, {0, 0, 1}};
    if (!status) status = ph_flex_add_load(flex, "gust", 5, along, gust);
    if (!status) status = ph_flex_add_load(flex, "pinch", 3, across, pinch);
    if (!status) status = ph_flex_save(flex, NULL, argv[1], NULL);
    ph_flex_free(flex);
    if (status) fprintf(stderr, "make_body: %s\n", ph_status_text(status));
    return status ? 1 : 0;
}
