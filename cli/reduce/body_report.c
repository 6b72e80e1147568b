/* SPDX-License-Identifier: BSD-3-Clause */
#include "body_report.h"

#include <math.h>
#include <stdio.h>
#include <polhode/json.h>
#include "command.h"
#include "common/report.h"

enum { SHOWN = 20 }; /* frequencies */

static double largest_rigid(const ph_reduced *found)
{
    double most = 0;
    for (int i = 0; i < 6; i++) most = fmax(most, fabs(found->rigid[i]));
    return most;
}

static void print_frequencies(const ph_flex *flex)
{
    const int modes = ph_flex_modes(flex);
    printf("%-26s", "frequencies [Hz]");
    for (int j = 0; j < modes && j < SHOWN; j++)
        printf("%s%.7g", j == 0 || j % 5 ? " " : "\n                           ",
               ph_flex_frequency(flex, j));
    if (modes > SHOWN) printf(" .. %.7g", ph_flex_frequency(flex, modes - 1));
    printf("\n");
}

static void print_interface(const ph_flex *flex)
{
    for (int i = 0; i < ph_flex_nodes(flex); i++) {
        const char *name = ph_flex_node_name(flex, i);
        const ph_vec3 at = ph_flex_node_at(flex, i);
        if (!name) continue;
        printf("  %-24s [%.9g, %.9g, %.9g]%s\n", name, at.x, at.y, at.z,
               ph_flex_node_turns(flex, i) ? "" : ", position alone");
    }
}

void body_print(const ph_flex *flex, const ph_reduced *found)
{
    const ph_vec3 c = ph_flex_com(flex);
    const ph_sym3 J = ph_flex_inertia(flex);
    if (*found->source) printf("%-26s %s\n", "from", found->source);
    printf("%-26s %d\n", "nodes", found->nodes);
    if (found->equations > 0) {
        printf("%-26s %d\n", "equations", found->equations);
        printf("%-26s %.3g Hz at most\n", "six rigid modes", largest_rigid(found));
    }
    printf("%-26s %.10g kg\n", "mass", ph_flex_mass(flex));
    printf("%-26s [%.9g, %.9g, %.9g] m\n", "centre of mass", c.x, c.y, c.z);
    printf("%-26s [%.10g, %.10g, %.10g, %.9g, %.9g, %.9g] kg m^2\n", "inertia", J.xx, J.yy, J.zz,
           J.xy, J.xz, J.yz);
    printf("%-26s %d", "modes", ph_flex_modes(flex));
    if (found->equations > 0)
        printf(": %d unknowns of the interface%s, %d modes with it held", found->held,
               found->held ? ", less the rigid ones" : "", found->fixed);
    printf("\n");
    print_frequencies(flex);
    printf("%-26s %d places\n", "stresses", ph_flex_spots(flex));
    for (int i = 0; i < ph_flex_loads(flex); i++)
        printf("%-26s %s\n", i ? "" : "loads", ph_flex_load_name(flex, i));
    printf("interface\n");
    print_interface(flex);
    if (found->equations > 0 && !found->solid)
        printf("note: turns of nodes have mass, or directions differ in it: counted as rotary "
               "inertia\n");
}

static void put_vector(ph_json *j, const char *key, ph_vec3 v)
{
    ph_json_begin(j, key, '[');
    ph_json_number(j, NULL, v.x);
    ph_json_number(j, NULL, v.y);
    ph_json_number(j, NULL, v.z);
    ph_json_end(j);
}

void body_print_json(const ph_flex *flex, const ph_reduced *found)
{
    const ph_sym3 J = ph_flex_inertia(flex);
    const double inertia[] = {J.xx, J.yy, J.zz, J.xy, J.xz, J.yz};
    ph_json json = {.out = stdout, .spaced = true, .lines = 1}, *j = &json;
    ph_json_begin(j, NULL, '{');
    ph_json_text(j, "source", found->source);
    ph_json_int(j, "nodes", found->nodes);
    ph_json_int(j, "equations", found->equations);
    ph_json_begin(j, "rigid", '[');
    for (int i = 0; i < 6; i++) ph_json_number(j, NULL, found->rigid[i]);
    ph_json_end(j);
    ph_json_number(j, "mass", ph_flex_mass(flex));
    put_vector(j, "center", ph_flex_com(flex));
    ph_json_begin(j, "inertia", '[');
    for (int i = 0; i < 6; i++) ph_json_number(j, NULL, inertia[i]);
    ph_json_end(j);
    ph_json_int(j, "modes", ph_flex_modes(flex));
    ph_json_int(j, "held", found->held);
    ph_json_int(j, "held_besides", found->extra);
    ph_json_int(j, "fixed_interface_modes", found->fixed);
    ph_json_int(j, "dependent_shapes", found->dropped);
    ph_json_bool(j, "solid", found->solid);
    ph_json_begin(j, "frequency", '[');
    for (int i = 0; i < ph_flex_modes(flex); i++)
        ph_json_number(j, NULL, ph_flex_frequency(flex, i));
    ph_json_end(j);
    ph_json_int(j, "stress_places", ph_flex_spots(flex));
    ph_json_begin(j, "loads", '[');
    for (int i = 0; i < ph_flex_loads(flex); i++) ph_json_text(j, NULL, ph_flex_load_name(flex, i));
    ph_json_end(j);
    ph_json_begin(j, "interface", '[');
    for (int i = 0; i < ph_flex_nodes(flex); i++) {
        if (!ph_flex_node_name(flex, i)) continue;
        ph_json_begin(j, NULL, '{');
        ph_json_text(j, "name", ph_flex_node_name(flex, i));
        put_vector(j, "at", ph_flex_node_at(flex, i));
        ph_json_bool(j, "turns", ph_flex_node_turns(flex, i));
        ph_json_end(j);
    }
    ph_json_end(j);
    ph_json_end(j);
    printf("\n");
}

int body_check(const char *path, bool json)
{
    ph_diag *diag = ph_diag_create();
    ph_reduced found;
    ph_flex *flex;
    ph_status status = diag ? ph_flex_load(path, diag, &found, &flex) : PH_E_NOMEM;
    cli_report(diag);
    ph_diag_free(diag);
    if (status != PH_OK) return CLI_USAGE;
    (json ? body_print_json : body_print)(flex, &found);
    ph_flex_free(flex);
    return CLI_DONE;
}
