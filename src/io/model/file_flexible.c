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
#include "mech/quantity/quantity.h"

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

/* Is it what stands behind the dot of a body's own quantity, `rod.pos.x`, or column? */
static bool is_taken(const char *name)
{
    static const char *const column[] = {"q", "modes", "energy", "stress"};
    size_t length = strlen(name);
    for (size_t k = 0; k < sizeof column / sizeof *column; k++)
        if (strcmp(column[k], name) == 0) return true;
    for (int k = 0; k < PHK_QUANTITIES; k++) {
        const char *tail = phk_quantity_type_of(k)->tails;
        if (tail && strncmp(tail, name, length) == 0 && tail[length] == '.') return true;
    }
    return false;
}

static int check_node_name(phk_load *l, const phk_entry *e)
{
    bool taken = is_taken(e->key);
    if (phk_is_name(e->key) && !taken) return 1;
    phk_error(l->diag, PH_E_NAME, e->where,
              taken ? "choose another name" : "a name is a letter or _, then letters, digits and _",
              taken ? "node `%.60s` has the name of a quantity of its body"
                    : "`%.60s` is no name of a node",
              e->key);
    return 0;
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
        ok &= check_node_name(l, e);
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
        "`{tube: [diameter, thickness]}`, `{circle: diameter}`, `{rectangle: [b, "
        "h]}`, `{I: [height, width, web, flange]}`, or `{A: .., Iy: .., Iz: .., "
        "It: ..}`";
    for (int k = 0; node->kind == PHK_NODE_MAP && node->count == 1 && k < 4; k++)
        if (strcmp(node->entry[0].key, word[k]) == 0) {
            const phk_node *size = node->entry[0].value;
            s->kind = k;
            return sizes[k] == 1 && size->kind == PHK_NODE_SCALAR
                       ? phk_decode_number(&l->decoder, size, word[k], "m", s->size)
                       : phk_decode_numbers(&l->decoder, size, word[k], "m", sizes[k], s->size);
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
    if (f->file.text) return ok && phk_read_body(l, e, f);
    if (beams) ok &= read_beams(l, beams, &f->beams);
    if (interface) ok &= read_interface(l, interface, &f->reduction);
    if (stiffening)
        ok &= phk_decode_map(&l->decoder, stiffening, stiffening_fields, "`stiffening`", e->where,
                             NULL, &keys, NULL);
    f->reduction.held = keys.held;
    if (!beams) {
        if (!ok) return 0;
        phk_error(l->diag, PH_E_MISSING, e->where,
                  "`beams: {line: [[0, 0, 0], [1, 0, 0]], ..}`, or `file: NAME.phf.h5`",
                  "flexible body `%.60s` has neither `beams` nor a `file`", e->key);
        return 0;
    }
    if (!ok || f->substructures > 1) return ok;
    return !ph_flex_of_beams(&f->beams, &f->reduction, l->diag, &f->flex);
}

void phk_mend_flexible(void *def)
{
    ((ph_flexible_def *)def)->lost = 1;
}

/* ---- a line in several bodies ---- */

typedef struct {
    phk_load *l;
    const phk_entry *entry;
    const ph_flexible_def *def;
    ph_flex **flex; /* [def->substructures] */
    ph_vec3 com;    /* [m] of the whole */
} chain;

/* The name of piece k from 0; false: too long. */
static bool piece_name(const chain *c, int k, char *name, size_t size)
{
    int n = k ? snprintf(name, size, "%s_%d", c->entry->key, k + 1)
              : snprintf(name, size, "%s", c->entry->key);
    return n > 0 && (size_t)n < size;
}

static void add_piece(chain *c, int k)
{
    char name[200];
    ph_model *model = c->l->model;
    ph_flexible_def def = *c->def;
    phk_entry named = *c->entry;
    def.flex = c->flex[k];
    def.piece = 1;
    def.whole = c->com;
    if (k > 0) def.substructures = 1;
    named.key = name;
    if (!piece_name(c, k, name, sizeof name)) {
        phk_load_failed(c->l, PH_E_RANGE);
        return;
    }
    /* the first is the line itself, of which a file tells; before its body is noted as made */
    const char *kept = k > 0 ? phk_arena_text(&model->arena, name, strlen(name)) : NULL;
    if (k > 0 && (!kept || phk_model_made(model, kept, PHK_MADE)))
        phk_load_failed(c->l, PH_E_NOMEM);
    phk_load_added(c->l, phk_model_add(model, PHK_KIND_FLEXIBLE, name, &def), &named);
}

/* Holds piece k to the one before, at the node both have. */
static void add_joint(chain *c, int k)
{
    char name[220], place[2][240];
    ph_joint_def def = ph_default_joint();
    int node = ph_flex_node_number(c->flex[k], 0);
    for (int i = 0; i < 2; i++) {
        piece_name(c, k - 1 + i, name, sizeof name);
        snprintf(place[i], sizeof place[i], "%s.%d", name, node);
    }
    const ph_text pair[2] = {{place[0], c->entry->where}, {place[1], c->entry->where}};
    def.where = c->entry->where;
    def.between = (ph_names){2, pair};
    piece_name(c, k, name, sizeof name - 8);
    strcat(name, "_joint");
    phk_entry named = {.key = name, .where = c->entry->where};
    phk_load_added(c->l,
                   ph_model_add_joint(c->l->model, name, ph_joint_type_find("fixed"), &def, NULL),
                   &named);
    const phk_list *list = &c->l->model->list[PHK_KIND_JOINT];
    if (list->count > 0 && phk_model_made(c->l->model, list->name[list->count - 1], PHK_MADE))
        phk_load_failed(c->l, PH_E_NOMEM);
}

static void add_chain(phk_load *l, const phk_entry *e, const ph_flexible_def *f)
{
    const int n = f->substructures;
    double mass = 0;
    chain c = {.l = l, .entry = e, .def = f, .flex = take(l, n, sizeof(ph_flex *))};
    if (!c.flex) return;
    ph_status status = ph_flex_pieces_of_line(&f->beams, &f->reduction, n, l->diag, c.flex);
    if (status) {
        phk_load_failed(l, status);
        ph_flexible_def lost = *f;
        lost.lost = 1;
        phk_load_added(l, phk_model_add(l->model, PHK_KIND_FLEXIBLE, e->key, &lost), e);
        return;
    }
    for (int k = 0; k < n; k++) {
        mass += ph_flex_mass(c.flex[k]);
        c.com = ph_axpy(c.com, ph_flex_mass(c.flex[k]), ph_flex_com(c.flex[k]));
    }
    c.com = ph_scale(1 / mass, c.com);
    for (int k = 0; k < n; k++) add_piece(&c, k);
    for (int k = 1; k < n; k++) add_joint(&c, k);
    for (int k = 0; k < n; k++) ph_flex_free(c.flex[k]);
}

void phk_add_flexible(phk_load *l, const phk_entry *e, const void *def)
{
    const ph_flexible_def *f = def;
    if (f->substructures > 1 && !f->lost) {
        add_chain(l, e, f);
        return;
    }
    phk_load_added(l, phk_model_add(l->model, PHK_KIND_FLEXIBLE, e->key, f), e);
    ph_flex_free(f->flex);
}

/* ---- writing ---- */

static void put_vector(phk_out *out, ph_vec3 v)
{
    const double value[3] = {v.x, v.y, v.z};
    for (int i = 0; i < 3; i++) {
        phk_put(out, i ? ", " : "[");
        phk_put_number(out, value[i]);
    }
    phk_put(out, "]");
}

static void put_list(phk_out *out, const char *key, int count, const double *value)
{
    phk_put(out, "%s: [", key);
    for (int i = 0; i < count; i++) {
        phk_put(out, i ? ", " : "");
        phk_put_number(out, value[i]);
    }
    phk_put(out, "]");
}

static void put_section(phk_out *out, const ph_beam_section *s)
{
    static const char *const word[] = {"tube", "circle", "rectangle", "I"};
    static const int sizes[] = {2, 1, 2, 4};
    static const char *const key[] = {"A", "Iy", "Iz", "It", "ky", "kz"};
    const double value[] = {s->A, s->Iy, s->Iz, s->It, s->ky, s->kz};
    phk_put(out, "{");
    if (s->kind != PH_SECTION_GIVEN) put_list(out, word[s->kind], sizes[s->kind], s->size);
    for (int i = 0; s->kind == PH_SECTION_GIVEN && i < 6; i++) {
        phk_put(out, "%s%s: ", i ? ", " : "", key[i]);
        phk_put_number(out, value[i]);
    }
    phk_put(out, "}");
}

static void put_member(phk_out *out, const ph_beams *b, const ph_beam_member *m)
{
    const char *from = m->from.text ? m->from.text : b->node[m->first].name.text;
    const char *to = m->to.text ? m->to.text : b->node[m->last].name.text;
    bool map = ph_norm(m->up) > 0 || m->divide > 0;
    phk_put(out, map ? "{between: [%s, %s]" : "[%s, %s", from ? from : "", to ? to : "");
    if (m->section.text) phk_put(out, map ? ", section: %s" : ", %s", m->section.text);
    if (ph_norm(m->up) > 0) {
        phk_put(out, ", up: ");
        put_vector(out, m->up);
    }
    if (m->divide > 0) phk_put(out, ", divide: %d", m->divide);
    phk_put(out, map ? "}" : "]");
}

static void put_mass(phk_out *out, const ph_beam_mass *m)
{
    const ph_sym3 J = m->inertia;
    const double six[6] = {J.xx, J.yy, J.zz, J.xy, J.xz, J.yz};
    bool plain = true;
    for (int i = 0; i < 6; i++) plain = plain && six[i] == 0;
    phk_put(out, "%s: %s", m->node.text, plain ? "" : "{mass: ");
    phk_put_number(out, m->mass);
    if (plain) return;
    phk_put(out, ", ");
    put_list(out, "inertia", 6, six);
    phk_put(out, "}");
}

static void put_numbers(phk_out *out, const ph_beams *b)
{
    const double number[3] = {b->young, b->poisson, b->density};
    static const char *const key[3] = {"E", "nu", "density"};
    for (int i = 0; i < 3; i++) {
        phk_put(out, "%s%s: ", i ? ", " : "", key[i]);
        phk_put_number(out, number[i]);
    }
    phk_put(out, ", divide: %d", b->divide);
    if (b->slender) phk_put(out, ", theory: euler");
    if (ph_norm(b->up) > 0) {
        phk_put(out, ", up: ");
        put_vector(out, b->up);
    }
}

static void put_beams(phk_out *out, const ph_beams *b)
{
    phk_put(out, "{");
    put_numbers(out, b);
    for (int i = 0; i < b->sections; i++)
        if (!b->section[i].name.text) {
            phk_put(out, ", section: ");
            put_section(out, &b->section[i]);
        }
    int named = 0;
    for (int i = 0; i < b->sections; i++)
        if (b->section[i].name.text) {
            phk_put(out, named++ ? ", %s: " : ", sections: {%s: ", b->section[i].name.text);
            put_section(out, &b->section[i]);
        }
    if (named) phk_put(out, "}");
    for (int i = 0; i < b->line.count; i++) {
        const double *p = b->line.value + 3 * (size_t)i;
        phk_put(out, i ? ", " : ", line: [");
        put_vector(out, ph_v3(p[0], p[1], p[2]));
    }
    if (b->line.count) phk_put(out, "]");
    for (int i = 0; i < b->nodes; i++) {
        phk_put(out,
                i ? ", %s: " : ", nodes: {%s: ", b->node[i].name.text ? b->node[i].name.text : "");
        put_vector(out, b->node[i].at);
    }
    if (b->nodes) phk_put(out, "}");
    for (int i = 0; i < b->members; i++) {
        phk_put(out, i ? ", " : ", members: [");
        put_member(out, b, &b->member[i]);
    }
    if (b->members) phk_put(out, "]");
    for (int i = 0; i < b->masses; i++) {
        phk_put(out, i ? ", " : ", masses: {");
        put_mass(out, &b->mass[i]);
    }
    phk_put(out, b->masses ? "}}" : "}");
}

/* Whatever a file can say of it; modes that a program has made it cannot. */
void phk_write_flexible(phk_writing *w, int i)
{
    ph_flexible_def blank = ph_default_flexible();
    const ph_flexible_def *f = &phk_flexible(w->model)[i];
    const ph_reduction *r = &f->reduction;
    phk_out *out = &w->map.values;
    bool named = true;
    if (f->file.text) {
        ph_flexible_def def;
        if (!phk_write_body(w, f, &def))
            w->status = PH_E_NOMEM;
        else
            phk_write_fields(w, PHK_KIND_FLEXIBLE, i, phk_flexible_fields, &def, &blank, f->given);
        return;
    }
    for (int k = 0; k < f->beams.nodes; k++) named = named && f->beams.node[k].name.text;
    if ((f->beams.line.count == 0 && f->beams.members == 0) || !named) {
        w->status = phk_error(w->diag, PH_E_UNSUPPORTED, f->where, NULL,
                              "flexible body `%s` cannot be written to a file: its %s",
                              w->model->list[PHK_KIND_FLEXIBLE].name[i],
                              named ? "modes belong to a program" : "nodes have no names");
        return;
    }
    phk_write_fields(w, PHK_KIND_FLEXIBLE, i, phk_flexible_fields, f, &blank, f->given);
    phk_map_key(&w->map, "beams");
    put_beams(out, &f->beams);
    if (r->interfaces) {
        phk_map_key(&w->map, "interface");
        for (int k = 0; k < r->interfaces; k++)
            phk_put(out, r->interface[k].hold == 3 ? "%s{node: %s, hold: position}" : "%s%s",
                    k ? ", " : "[", r->interface[k].node.text);
        phk_put(out, "]");
    }
    if (!r->held.text) return;
    phk_map_key(&w->map, "stiffening");
    phk_put(out, "{held: %s}", r->held.text);
}
