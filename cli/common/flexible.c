/* SPDX-License-Identifier: BSD-3-Clause */
#include "common/flexible.h"

#include <math.h>

enum { MOST_FREQUENCIES = 6 };

static void print_modes(FILE *out, const ph_flex *flex)
{
    int modes = ph_flex_modes(flex), shown = modes < MOST_FREQUENCIES ? modes : MOST_FREQUENCIES;
    fprintf(out, "  %-24s %d:", "modes", modes);
    for (int j = 0; j < shown; j++)
        fprintf(out, "%s %.7g", j ? "," : "", ph_flex_frequency(flex, j));
    if (modes > shown)
        fprintf(out, "%s %.7g", modes > shown + 1 ? ", ..," : ",",
                ph_flex_frequency(flex, modes - 1));
    fprintf(out, " Hz\n");
}

/* Ratios, each with how many modes in a row have it and up to which frequency. */
static void print_damping(FILE *out, const ph_flex *flex)
{
    int modes = ph_flex_modes(flex), rows = 0;
    fprintf(out, "  %-24s", "damping");
    for (int j = 0, first = 0; j < modes && rows < MOST_FREQUENCIES; j++) {
        double ratio = ph_flex_damping(flex, j);
        if (j + 1 < modes && fabs(ph_flex_damping(flex, j + 1) - ratio) <= 1e-6 * ratio) continue;
        fprintf(out, "%s %.4g of %d to %.5g Hz", rows++ ? "," : "", ratio, j - first + 1,
                ph_flex_frequency(flex, j));
        first = j + 1;
        if (rows == MOST_FREQUENCIES && first < modes) fprintf(out, ", ..");
    }
    fprintf(out, "\n");
}

void flexible_print(FILE *out, const char *name, const ph_flex *flex)
{
    if (!flex) return;
    ph_vec3 c = ph_flex_com(flex);
    ph_sym3 J = ph_flex_inertia(flex);
    fprintf(out,
            "%-26s %.9g kg at [%.9g, %.9g, %.9g] m: [%.9g, %.9g, %.9g, %.9g, %.9g, %.9g] kg m^2\n",
            name, ph_flex_mass(flex), c.x, c.y, c.z, J.xx, J.yy, J.zz, J.xy, J.xz, J.yz);
    fprintf(out, "  %-24s %d", "nodes", ph_flex_nodes(flex));
    if (ph_flex_interfaces(flex)) fprintf(out, ", %d of them interface", ph_flex_interfaces(flex));
    fprintf(out, "\n");
    if (ph_flex_modes(flex) == 0) return;
    print_modes(out, flex);
    fprintf(out, "  %-24s six, below %.2g of the first frequency\n", "rigid modes",
            ph_flex_rigid(flex));
    print_damping(out, flex);
}

void flexible_put(ph_json *j, const char *name, const ph_flex *flex)
{
    if (!flex) return;
    ph_vec3 c = ph_flex_com(flex);
    ph_sym3 J = ph_flex_inertia(flex);
    const double centre[] = {c.x, c.y, c.z}, inertia[] = {J.xx, J.yy, J.zz, J.xy, J.xz, J.yz};
    ph_json_begin(j, NULL, '{');
    ph_json_text(j, "body", name);
    ph_json_number(j, "mass", ph_flex_mass(flex));
    ph_json_begin(j, "centre", '[');
    for (int k = 0; k < 3; k++) ph_json_number(j, NULL, centre[k]);
    ph_json_end(j);
    ph_json_begin(j, "inertia", '[');
    for (int k = 0; k < 6; k++) ph_json_number(j, NULL, inertia[k]);
    ph_json_end(j);
    ph_json_int(j, "nodes", ph_flex_nodes(flex));
    ph_json_int(j, "interface", ph_flex_interfaces(flex));
    ph_json_number(j, "rigid", ph_flex_rigid(flex));
    ph_json_begin(j, "frequencies", '[');
    for (int k = 0; k < ph_flex_modes(flex); k++)
        ph_json_number(j, NULL, ph_flex_frequency(flex, k));
    ph_json_end(j);
    ph_json_begin(j, "damping", '[');
    for (int k = 0; k < ph_flex_modes(flex); k++) ph_json_number(j, NULL, ph_flex_damping(flex, k));
    ph_json_end(j);
    ph_json_end(j);
}
