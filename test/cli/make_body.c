/* SPDX-License-Identifier: BSD-3-Clause
 *
 * make_body.c -- writes the file of a flexible body: a rod of 1 m along x, of the same beams as the
 * model files of flex_body.sh.
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
    if (!status) status = ph_flex_save(flex, NULL, argv[1], NULL);
    ph_flex_free(flex);
    if (status) fprintf(stderr, "make_body: %s\n", ph_status_text(status));
    return status ? 1 : 0;
}
