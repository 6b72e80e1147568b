/* SPDX-License-Identifier: BSD-3-Clause
 *
 * file_flexible.c -- what flexible bodies of a model file have beyond their fields: frames of
 * beams, the nodes they are held at, stiffening; read and written.
 */
#include <math.h>
#include <stdio.h>
#include <string.h>
#include "base/diag.h"
#include "field/field.h"
#include "flex/flex.h"
#include "io/model/kinds.h"
#include "mech/model/build.h"
#include "mech/model/materials.h"

/* What a frame says of all its members. */
typedef struct {
    ph_text material;
    double young, poisson, density;
    int divide, slender;
    ph_vec3 up;
    ph_rows line;
} frame_keys;

static const char *const theory_words[] = {"timoshenko", "euler", NULL};
#define AT(member) .offset = offsetof(frame_keys, member)
const ph_field phk_beams_fields[] = {
    {"line", PH_FIELD_ROWS, AT(line), .unit = "m",
     .help = "Members through these points: x, y and z of each. Its ends are the nodes `start` and "
             "`end`; all have numbers along it, from 1."},
    {"material", PH_FIELD_TEXT, AT(material), .help = "Gives `E`, `nu` and `density`.",
     .default_help = "none"},
    {"E", PH_FIELD_NUMBER, AT(young), .unit = "Pa", .help = "Modulus of elasticity.", .init = NAN,
     .default_help = "that of the material"},
    {"nu", PH_FIELD_NUMBER, AT(poisson), .unit = "", .help = "Poisson's ratio.", .init = NAN,
     .default_help = "that of the material, or 0.3"},
    {"density", PH_FIELD_NUMBER, AT(density), .unit = "kg/m^3", .help = "Mass by volume.",
     .init = NAN, .default_help = "that of the material"},
    {"divide", PH_FIELD_INTEGER, AT(divide), .unit = "",
     .help = "Elements of each member; of a line, between two points.", .init = 4, .min = 1,
     .max = 1000},
    {"up", PH_FIELD_VEC3, AT(up), .unit = "",
     .help = "z of a section is this direction made perpendicular to the member; x lies along it.",
     .default_help = "[0, 0, 1]; of members along that, [1, 0, 0]"},
    {"theory", PH_FIELD_WORD, AT(slender),
     .help = "Whether members bend by shear, too: `timoshenko`, or not: `euler`.",
     .words = theory_words},
    {.name = NULL}};
#undef AT
static const char frame_own[] = "nodes section sections members masses";

typedef struct {
    double A, Iy, Iz, It, ky, kz;
} given_section;
#define AT(member) .offset = offsetof(given_section, member)
static const ph_field given_fields[] = {
    {"A", PH_FIELD_NUMBER, AT(A), .unit = "m^2", .flags = PH_REQUIRED},
    {"Iy", PH_FIELD_NUMBER, AT(Iy), .unit = "*", .flags = PH_REQUIRED},
    {"Iz", PH_FIELD_NUMBER, AT(Iz), .unit = "*", .flags = PH_REQUIRED},
    {"It", PH_FIELD_NUMBER, AT(It), .unit = "*", .flags = PH_REQUIRED},
    {"ky", PH_FIELD_NUMBER, AT(ky), .unit = ""},
    {"kz", PH_FIELD_NUMBER, AT(kz), .unit = ""},
    {.name = NULL}};
#undef AT

typedef struct {
    ph_names between;
    ph_text section;
    ph_vec3 up;
    int divide;
} member_keys;
#define AT(member) .offset = offsetof(member_keys, member)
static const ph_field member_fields[] = {
    {"between", PH_FIELD_NAMES, AT(between), .flags = PH_REQUIRED},
    {"section", PH_FIELD_TEXT, AT(section)},
    {"up", PH_FIELD_VEC3, AT(up), .unit = ""},
    {"divide", PH_FIELD_INTEGER, AT(divide), .unit = "", .min = 0, .max = 1000},
    {.name = NULL}};
#undef AT

typedef struct {
    double mass;
    ph_sym3 inertia;
} mass_keys;
#define AT(member) .offset = offsetof(mass_keys, member)
static const ph_field mass_fields[] = {
    {"mass", PH_FIELD_NUMBER, AT(mass), .unit = "kg", .flags = PH_REQUIRED},
    {"inertia", PH_FIELD_INERTIA, AT(inertia), .unit = "kg m^2"},
    {.name = NULL}};
#undef AT

static const char *const hold_words[] = {"all", "position", NULL};
typedef struct {
    ph_text node;
    int hold;
} interface_keys;
#define AT(member) .offset = offsetof(interface_keys, member)
static const ph_field interface_fields[] = {{"node", PH_FIELD_TEXT, AT(node), .flags = PH_REQUIRED},
                                            {"hold", PH_FIELD_WORD, AT(hold), .words = hold_words},
                                            {.name = NULL}};
#undef AT

typedef struct {
    ph_text held;
} stiffening_keys;
static const ph_field stiffening_fields[] = {
    {"held", PH_FIELD_TEXT, .offset = offsetof(stiffening_keys, held), .flags = PH_REQUIRED},
    {.name = NULL}};

static const ph_field text_field = {.name = "node", .kind = PH_FIELD_TEXT};

/* ---- reading ---- */

static void *take(phk_load *l, int count, size_t size)
{
    void *room = phk_arena_alloc(&l->scratch, ((size_t)count + 1) * size);
    if (!room) phk_load_failed(l, PH_E_NOMEM);
    return room;
}

/* A map of the frame; NULL: it is not there. */
static const phk_node *map_of(phk_load *l, const phk_node *frame, const char *key,
                              const char *example, int *ok)
{
    const phk_node *node = phk_node_find(frame, key);
    if (!node || node->kind == PHK_NODE_MAP) return node;
    *ok = phk_decode_wrong_kind(&l->decoder, node, key, "a map", example);
    return NULL;
}

static int read_nodes(phk_load *l, const phk_node *frame, ph_beams *b)
{
    int ok = 1;
    const phk_node *map = map_of(l, frame, "nodes", "`nodes: {a: [0, 0, 0], b: [1, 0, 0]}`", &ok);
    if (!map) return ok;
    ph_beam_node *node = take(l, map->count, sizeof *node);
    if (!node) return 0;
    for (int i = 0; i < map->count; i++) {
        const phk_entry *e = &map->entry[i];
        const ph_field field = {.name = e->key, .kind = PH_FIELD_VEC3, .unit = "m"};
        node[i].name = (ph_text){e->key, e->where};
        if (!phk_is_name(e->key)) {
            phk_error(l->diag, PH_E_NAME, e->where,
                      "a name is a letter or _, then letters, digits and _",
                      "`%.60s` is no name of a node", e->key);
            ok = 0;
        }
        ok &= phk_decode_value(&l->decoder, e->value, &field, &node[i].at);
    }
    b->nodes = map->count;
    b->node = node;
    return ok;
}

/* `{tube: [D, t]}` and the like, or a map of numbers. */
static int read_section(phk_load *l, const phk_node *node, const char *key, ph_source where,
                        ph_beam_section *s)
{
    static const char *const word[] = {"tube", "circle", "rectangle", "I"};
    static const int sizes[] = {2, 1, 2, 4};
    static const char hint[] =
        "`{tube: [diameter, thickness]}`, `{circle: [diameter]}`, `{rectangle: [b, "
        "h]}`, `{I: [height, width, web, flange]}`, or `{A: .., Iy: .., Iz: .., "
        "It: ..}`";
    for (int k = 0; node->kind == PHK_NODE_MAP && node->count == 1 && k < 4; k++)
        if (strcmp(node->entry[0].key, word[k]) == 0) {
            s->kind = k;
            return phk_decode_numbers(&l->decoder, node->entry[0].value, word[k], "m", sizes[k],
                                      s->size);
        }
    given_section given = {0};
    if (node->kind != PHK_NODE_MAP || !phk_node_find(node, "A")) {
        phk_error(l->diag, PH_E_KEY, where, hint, "%.60s is no section", key);
        return 0;
    }
    if (!phk_decode_map(&l->decoder, node, given_fields, key, where, NULL, &given, NULL)) return 0;
    *s = (ph_beam_section){s->name,  PH_SECTION_GIVEN, {0},      given.A, given.Iy,
                           given.Iz, given.It,         given.ky, given.kz};
    return 1;
}

static int read_sections(phk_load *l, const phk_node *frame, ph_beams *b)
{
    int ok = 1;
    const phk_node *map =
        map_of(l, frame, "sections", "`sections: {main: {tube: [0.05, 0.004]}}`", &ok);
    const phk_node *single = phk_node_find(frame, "section");
    int count = map ? map->count : 0;
    ph_beam_section *section = take(l, count + 1, sizeof *section);
    if (!section) return 0;
    for (int i = 0; i < count; i++) {
        const phk_entry *e = &map->entry[i];
        section[i].name = (ph_text){e->key, e->where};
        ok &= read_section(l, e->value, e->key, e->where, &section[i]);
    }
    if (single) {
        section[count].name = (ph_text){NULL, single->where};
        ok &= read_section(l, single, "section", single->where, &section[count++]);
    }
    b->sections = count;
    b->section = section;
    return ok;
}

/* `[a, b, section]`, or a map. */
static int read_member(phk_load *l, const phk_entry *e, ph_beam_member *m)
{
    member_keys keys = {{0}, {0}, {0, 0, 0}, 0};
    ph_text *list[3] = {&m->from, &m->to, &m->section};
    const phk_node *node = e->value;
    int ok = 1;
    *m = (ph_beam_member){.first = -1, .last = -1, .where = e->where};
    if (node->kind == PHK_NODE_LIST && node->count >= 2 && node->count <= 3) {
        for (int k = 0; k < node->count; k++)
            ok &= phk_decode_value(&l->decoder, node->entry[k].value, &text_field, list[k]);
        return ok;
    }
    if (node->kind != PHK_NODE_MAP)
        return phk_decode_wrong_kind(&l->decoder, node, "a member",
                                     "two nodes and perhaps a section", "`[a, b, main]`");
    ok = phk_decode_map(&l->decoder, node, member_fields, "a member", e->where, NULL, &keys, NULL);
    if (ok && keys.between.count != 2) {
        phk_error(l->diag, PH_E_MISSING, e->where, "`between: [a, b]`",
                  "a member is between two nodes");
        ok = 0;
    }
    if (!ok) return 0;
    m->from = keys.between.name[0];
    m->to = keys.between.name[1];
    m->section = keys.section;
    m->up = keys.up;
    m->divide = keys.divide;
    return 1;
}

static int read_members(phk_load *l, const phk_node *frame, ph_beams *b)
{
    const phk_node *list = phk_node_find(frame, "members");
    int ok = 1;
    if (!list) return 1;
    if (list->kind != PHK_NODE_LIST)
        return phk_decode_wrong_kind(&l->decoder, list, "members", "a list of members",
                                     "`members: [[a, b, main], ..]`");
    ph_beam_member *member = take(l, list->count, sizeof *member);
    if (!member) return 0;
    for (int i = 0; i < list->count; i++) ok &= read_member(l, &list->entry[i], &member[i]);
    b->members = list->count;
    b->member = member;
    return ok;
}

/* `node: kg`, or `node: {mass: .., inertia: ..}`. */
static int read_masses(phk_load *l, const phk_node *frame, ph_beams *b)
{
    int ok = 1;
    const phk_node *map = map_of(l, frame, "masses", "`masses: {a: 0.5}`", &ok);
    if (!map) return ok;
    ph_beam_mass *mass = take(l, map->count, sizeof *mass);
    if (!mass) return 0;
    for (int i = 0; i < map->count; i++) {
        const phk_entry *e = &map->entry[i];
        mass_keys keys = {0};
        ok &= e->value->kind == PHK_NODE_MAP
                  ? phk_decode_map(&l->decoder, e->value, mass_fields, "a mass", e->where, NULL,
                                   &keys, NULL)
                  : phk_decode_number(&l->decoder, e->value, e->key, "kg", &keys.mass);
        mass[i] = (ph_beam_mass){{e->key, e->where}, keys.mass, keys.inertia};
    }
    b->masses = map->count;
    b->mass = mass;
    return ok;
}

/* What a material says; what the frame says itself goes before. */
static int read_material(phk_load *l, frame_keys *keys)
{
    ph_material_def material;
    const ph_text *name = &keys->material;
    if (name->text && !phk_material_find(l->model, name->text, strlen(name->text), &material)) {
        phk_error(l->diag, PH_E_NAME, name->where, "e.g. `steel`, or one under `materials`",
                  "there is no material `%.60s`", name->text);
        return 0;
    }
    if (name->text && isnan(keys->young) && PHK_GIVEN(phk_material_fields, &material, young))
        keys->young = material.young;
    if (name->text && isnan(keys->poisson) && PHK_GIVEN(phk_material_fields, &material, poisson))
        keys->poisson = material.poisson;
    if (name->text && isnan(keys->density) && PHK_GIVEN(phk_material_fields, &material, density))
        keys->density = material.density;
    if (isnan(keys->poisson)) keys->poisson = 0.3;
    return 1;
}

static int read_beams(phk_load *l, const phk_node *frame, ph_beams *b)
{
    frame_keys keys;
    ph_field_defaults(phk_beams_fields, &keys);
    int ok = phk_decode_map(&l->decoder, frame, phk_beams_fields, "`beams`", b->where, frame_own,
                            &keys, NULL);
    if (frame->kind != PHK_NODE_MAP) return 0;
    if (ok) ok = read_material(l, &keys);
    ok &= read_nodes(l, frame, b);
    ok &= read_sections(l, frame, b);
    ok &= read_members(l, frame, b);
    ok &= read_masses(l, frame, b);
    if (ok && (isnan(keys.young) || isnan(keys.density))) {
        phk_error(l->diag, PH_E_MISSING, b->where,
                  "`E: 2.1e11, density: 7850`, or `material: steel`", "beams have no %s",
                  isnan(keys.young) ? "modulus of elasticity" : "density");
        ok = 0;
    }
    b->young = keys.young;
    b->poisson = keys.poisson;
    b->density = keys.density;
    b->divide = keys.divide;
    b->slender = keys.slender;
    b->up = keys.up;
    b->line = keys.line;
    return ok;
}

static int read_interface(phk_load *l, const phk_node *list, ph_reduction *r)
{
    int ok = 1;
    if (list->kind != PHK_NODE_LIST)
        return phk_decode_wrong_kind(&l->decoder, list, "interface", "a list of nodes",
                                     "`interface: [start, {node: end, hold: position}]`");
    ph_interface *interface = take(l, list->count, sizeof *interface);
    if (!interface) return 0;
    for (int i = 0; i < list->count; i++) {
        const phk_entry *e = &list->entry[i];
        interface_keys keys = {{0}, 0};
        ok &= e->value->kind == PHK_NODE_MAP
                  ? phk_decode_map(&l->decoder, e->value, interface_fields, "an interface node",
                                   e->where, NULL, &keys, NULL)
                  : phk_decode_value(&l->decoder, e->value, &text_field, &keys.node);
        interface[i] = (ph_interface){keys.node, keys.hold ? 3 : 6};
        for (int k = 0; ok && k < i; k++)
            if (strcmp(interface[k].node.text, keys.node.text) == 0) {
                phk_error(l->diag, PH_E_NAME, keys.node.where, "name it once",
                          "interface: node `%.60s` twice", keys.node.text);
                ok = 0;
            }
    }
    r->interfaces = list->count;
    r->interface = interface;
    return ok;
}

int phk_finish_flexible(phk_load *l, const phk_entry *e, int ok, void *def)
{
    ph_flexible_def *f = def;
    const phk_node *map = e->value;
    if (map->kind != PHK_NODE_MAP) return 0;
    const phk_node *beams = phk_node_find(map, "beams"),
                   *interface = phk_node_find(map, "interface");
    const phk_node *stiffening = phk_node_find(map, "stiffening");
    stiffening_keys keys = {{0}};
    f->beams.where = e->where;
    if (beams) ok &= read_beams(l, beams, &f->beams);
    if (interface) ok &= read_interface(l, interface, &f->reduction);
    if (stiffening)
        ok &= phk_decode_map(&l->decoder, stiffening, stiffening_fields, "`stiffening`", e->where,
                             NULL, &keys, NULL);
    f->reduction.held = keys.held;
    if (!beams) {
        if (!ok) return 0;
        phk_error(l->diag, PH_E_MISSING, e->where, "`beams: {line: [[0, 0, 0], [1, 0, 0]], ..}`",
                  "flexible body `%.60s` has no `beams`", e->key);
        return 0;
    }
    if (!ok || f->substructures > 1) return ok;
    return !ph_flex_of_beams(&f->beams, &f->reduction, l->diag, &f->flex);
}

void phk_mend_flexible(void *def)
{
    ((ph_flexible_def *)def)->lost = 1;
}

void phk_add_flexible(phk_load *l, const phk_entry *e, const void *def)
{
    const ph_flexible_def *f = def;
    phk_load_added(l, phk_model_add(l->model, PHK_KIND_FLEXIBLE, e->key, f), e);
    ph_flex_free(f->flex);
}
