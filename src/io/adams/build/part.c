/* SPDX-License-Identifier: BSD-3-Clause
 *
 * part.c -- PART and POINT_MASS: bodies.
 *
 * The body's frame sits at the centre of mass (the CM marker; a part without: its own origin) with
 * the axes of the part. What the numbers of a PART mean:
 *   IP      inertia about the origin of IM in the axes of IM (not given: CM); the products are the
 *           integrals of xy, xz, yz, the negative entries of the tensor
 *   VX..VZ  velocity of the centre of mass along the axes of ground, or of VM
 *   WX..WZ  angular velocity along the axes of CM, or of WM
 * Velocities that are not given follow from the joints. A part may have no mass when joints hold
 * it, and no inertia. A point mass moves but does not turn: a joint keeps its orientation.
 */
#include <math.h>
#include <string.h>
#include "io/adams/read/args.h"
#include "io/adams/build/frame.h"
#include "io/adams/build/joint.h"
#include "io/adams/read/readers.h"
#include "math/so3.h"
#include "mech/model/check.h"

static const char *const part_exact[] = {"X", "Y", "Z", "PSI", "THETA", "PHI", NULL};
static const char *const point_exact[] = {"X", "Y", "Z", NULL};

/* Where it starts, and how fast. */
#define ARG_START                                                                                  \
    ARG_VECTOR("QG"), ARG_VECTOR("REULER"), ARG_VECTOR("ZG"), ARG_VECTOR("XG"), ARG_NUMBER("VX"),  \
        ARG_NUMBER("VY"), ARG_NUMBER("VZ")

const phk_arg phk_adams_part_args[] = {
    ARG_FLAG("GROUND"),
    {"MASS", PHK_ARG_NUMBER, .abbreviation = 1},
    ARG_MARKER("CM"),
    ARG_MARKER("IM"),
    {"IP", PHK_ARG_NUMBER, .least = 3, .most = 6},
    {"MATERIAL", PHK_ARG_TEXTS, .flags = PHK_ARG_UNUSED,
     .why = "mass and inertia are those of the part"},
    ARG_START,
    ARG_NUMBER("WX"),
    ARG_NUMBER("WY"),
    ARG_NUMBER("WZ"),
    ARG_MARKER("VM"),
    ARG_MARKER("WM"),
    {"EXACT", PHK_ARG_WORDS, .least = 1, .most = 6, .words = part_exact},
    {"PLANAR", PHK_ARG_TEXTS, .flags = PHK_ARG_REFUSED, .why = "parts move in space"},
    ARG_END};

const phk_arg phk_adams_point_mass_args[] = {
    {"MASS", PHK_ARG_NUMBER, .flags = PHK_ARG_REQUIRED},
    ARG_MARKER("CM"),
    ARG_START,
    {"EXACT", PHK_ARG_WORDS, .least = 1, .most = 3, .words = point_exact},
    ARG_END};

static const phk_frame_args frame_args = {"QG", "REULER", "ZG", "XG", NULL};

bool phk_deck_is_ground(const phk_statement *part)
{
    return !part || phk_arg_flag(part, "GROUND");
}

const char *phk_deck_part_name(const phk_statement *part)
{
    return phk_deck_is_ground(part) ? "ground" : part->name;
}

/* ---- where it stands ---- */

/* The centre of mass in the part's frame. False: reported. */
static bool find_centre(phk_deck *deck, const phk_statement *s, phk_deck_part *part)
{
    ph_vec3 *centre = &part->centre;
    *centre = ph_v3(0, 0, 0);
    if (strcmp(s->type->name, "FLEX_BODY") == 0) {
        part->flex = phk_deck_modes_of(deck, s);
        if (part->flex) *centre = ph_flex_com(part->flex);
        return part->flex != NULL;
    }
    const phk_given *cm = phk_arg_find(s, "CM");
    if (!cm) {
        const phk_given *mass = phk_arg_find(s, "MASS");
        if (!mass || mass->number[0] == 0) return true;
        phk_deck_error(deck, PH_E_MISSING, mass->name,
                       "name the marker at its centre of mass: CM = id",
                       "`%s` has a mass and no centre of mass", s->name);
        return false;
    }
    const phk_deck_marker *marker = phk_deck_fixed_marker(deck, s, "CM");
    if (!marker) return false;
    if (marker->part != s) {
        phk_deck_error(deck, PH_E_MODEL, cm->piece[0], "name a marker of the part itself",
                       "the centre of mass of `%s` is a marker of `%s`", s->name,
                       phk_deck_part_name(marker->part));
        return false;
    }
    *centre = marker->at;
    return true;
}

/* Errors of parts that are ground, as an argument that means nothing there. */
static void check_ground(phk_deck *deck, const phk_statement *s)
{
    if (deck->ground)
        phk_deck_error(deck, PH_E_KEY, s->keyword,
                       "put the markers of both on one part, and leave out the other",
                       "a second ground: PART/%d is ground already", deck->ground->id);
    deck->ground = s;
    for (int k = 0; k < s->count; k++) {
        const phk_arg *arg = s->given[k].arg;
        if (arg->kind == PHK_ARG_FLAG || arg->flags & PHK_ARG_UNUSED) continue;
        phk_deck_error(deck, PH_E_KEY, s->given[k].name, "leave it out",
                       "ground stands at the origin and has no %s", arg->name);
    }
}

const phk_deck_part *phk_deck_part_of(phk_deck *deck, const phk_statement *part)
{
    static const phk_deck_part ground = {.frame.orientation = {1, 0, 0, 0}};
    if (phk_deck_is_ground(part)) return &ground;
    if (part->data || part->broken) return part->data;
    phk_deck_part made = {.flex = NULL};
    bool ok = phk_frame_read(deck, part, &frame_args, &made.frame);
    if (ok) ok = find_centre(deck, part, &made);
    phk_statement *own = phk_deck_own(deck, part);
    own->broken = !ok;
    if (!ok) return NULL;
    phk_deck_part *kept = phk_arena_alloc(&deck->arena, sizeof *kept);
    if (!kept) {
        deck->status = PH_E_NOMEM;
        return NULL;
    }
    *kept = made;
    own->data = kept;
    return kept;
}

/* ---- what it is made of ---- */

/* I about the centre of mass from J about a point at r from it. */
static ph_sym3 to_centre(ph_sym3 j, double m, ph_vec3 r)
{
    double rr = ph_dot(r, r);
    return (ph_sym3){j.xx - m * (rr - r.x * r.x), j.yy - m * (rr - r.y * r.y),
                     j.zz - m * (rr - r.z * r.z), j.xy + m * r.x * r.y,
                     j.xz + m * r.x * r.z,        j.yz + m * r.y * r.z};
}

/* Inertia about the centre of mass, in the axes of the part. False: reported. */
static bool read_inertia(phk_deck *deck, const phk_statement *s, double mass, ph_vec3 centre,
                         ph_sym3 *inertia)
{
    *inertia = (ph_sym3){0, 0, 0, 0, 0, 0};
    const phk_given *ip = phk_arg_find(s, "IP");
    const char *name = phk_arg_find(s, "IM") ? "IM" : "CM";
    if (!ip) return true;
    if (!phk_arg_find(s, name)) {
        phk_deck_error(deck, PH_E_MISSING, ip->name,
                       "name the marker it is taken about: CM = id, or IM = id",
                       "`%s` has an inertia and no centre of mass", s->name);
        return false;
    }
    const phk_deck_marker *about = phk_deck_fixed_marker(deck, s, name);
    if (!about) return false;
    if (about->part != s) {
        phk_deck_error(deck, PH_E_MODEL, phk_arg_find(s, name)->piece[0],
                       "name a marker of the part itself",
                       "the inertia of `%s` is about a marker of `%s`", s->name,
                       phk_deck_part_name(about->part));
        return false;
    }
    double unit = deck->units.mass * deck->units.length * deck->units.length, v[6] = {0};
    for (int k = 0; k < ip->count && k < 6; k++) v[k] = phk_in_si(ip->number[k], unit);
    ph_sym3 tensor = {v[0], v[1], v[2], -v[3], -v[4], -v[5]};
    tensor = phk_sym3_rotate(about->orientation, tensor);
    *inertia = to_centre(tensor, mass, ph_sub(about->at, centre));
    return true;
}

/* Inertias of decks are rounded and guessed: what no body can have passes, as in ADAMS. */
static void check_inertia(phk_deck *deck, const phk_statement *s, ph_body_def *def)
{
    ph_sym3 j = def->inertia;
    def->any_inertia = !(j.xx == 0 && j.yy == 0 && j.zz == 0) && !phk_is_physical(j);
    if (def->any_inertia)
        phk_deck_note(deck, phk_arg_find(s, "IP")->name,
                      "no body has the inertia of `%s`: a principal moment exceeds the sum of the "
                      "other two",
                      s->name);
}

/* Which component of the frame the velocity is kept in an axis of the deck is; -1: it is oblique.
 */
static int same_axis(ph_vec3 axis)
{
    const double part[3] = {axis.x, axis.y, axis.z};
    for (int k = 0; k < 3; k++)
        if (fabs(part[k]) > 1 - 1e-12) return k;
    return -1;
}

/* Three components in SI along `axes`, in the frame the body keeps them in. Those that are not
 * given beside others follow from the joints: bits in *loose. False: none is given. */
static bool read_rate(const phk_statement *s, const char *const names[3], ph_quat axes, double unit,
                      ph_vec3 *rate, int *loose)
{
    double v[3];
    int given = 0;
    *loose = 0;
    for (int k = 0; k < 3; k++) {
        v[k] = phk_in_si(phk_arg_number(s, names[k], 0, 0), unit);
        int axis = same_axis(ph_rotate(axes, ph_v3(k == 0, k == 1, k == 2)));
        if (phk_arg_find(s, names[k]))
            given++;
        else if (axis >= 0)
            *loose |= 1 << axis;
    }
    if (given) *rate = ph_rotate(axes, ph_v3(v[0], v[1], v[2]));
    return given > 0;
}

/* The axes of a marker in the world, or `otherwise` where none is named. */
static ph_quat axes_of(phk_deck *deck, const phk_statement *s, const char *name, ph_quat otherwise)
{
    if (!phk_arg_find(s, name)) return otherwise;
    const phk_deck_marker *marker = phk_deck_fixed_marker(deck, s, name);
    const phk_deck_part *part = marker ? phk_deck_part_of(deck, marker->part) : NULL;
    return part ? ph_quat_mul(part->frame.orientation, marker->orientation) : otherwise;
}

static void read_rates(phk_deck *deck, const phk_statement *s, const phk_deck_part *part,
                       ph_body_def *def)
{
    static const char *const v[] = {"VX", "VY", "VZ"}, *const w[] = {"WX", "WY", "WZ"};
    ph_quat own = part->frame.orientation;
    double per_time = 1 / deck->units.time;
    int loose;
    ph_quat axes = axes_of(deck, s, "VM", ph_quat_identity());
    if (read_rate(s, v, axes, deck->units.length * per_time, &def->velocity, &loose)) {
        ph_field_give(phk_body_fields, def, "velocity");
        def->loose |= loose;
    }
    axes = ph_quat_mul(ph_quat_conj(own), axes_of(deck, s, "WM", axes_of(deck, s, "CM", own)));
    if (read_rate(s, w, axes, per_time, &def->omega, &loose)) {
        ph_field_give(phk_body_fields, def, "omega");
        def->loose |= loose << 3;
    }
}

/* Single angles cannot be held: they are those of the part, not directions a body turns in. */
static void read_exact(phk_deck *deck, const phk_statement *s, ph_body_def *def)
{
    const phk_given *exact = phk_arg_find(s, "EXACT");
    if (!exact) return;
    unsigned place = exact->words & 7, angles = exact->words >> 3 & 7;
    def->exact = place == 7 ? PH_EXACT_POSITION : (int)place * PH_EXACT_X;
    if (angles == 7)
        def->exact |= PH_EXACT_ORIENTATION;
    else if (angles)
        phk_deck_note(deck, exact->name,
                      "EXACT of `%s`: angles are kept all together or not at all: these are not",
                      s->name);
}

void phk_deck_read_start(phk_deck *deck, const phk_statement *s, const phk_deck_part *part,
                         ph_body_def *def)
{
    read_rates(deck, s, part, def);
    read_exact(deck, s, def);
}

static bool read_body(phk_deck *deck, const phk_statement *s, ph_body_def *def)
{
    *def = ph_default_body();
    def->where = phk_deck_place(deck, s->keyword);
    def->mass = phk_in_si(phk_arg_number(s, "MASS", 0, 0), deck->units.mass);
    /* a part has no mass, or no inertia, where it says nothing of it */
    ph_field_give(phk_body_fields, def, "mass");
    ph_field_give(phk_body_fields, def, "inertia");
    const phk_deck_part *part = phk_deck_part_of(deck, s);
    if (!part || !read_inertia(deck, s, def->mass, part->centre, &def->inertia)) return false;
    check_inertia(deck, s, def);
    phk_deck_frame centre = {part->centre, ph_quat_identity()};
    def->position = phk_frame_in(part->frame, centre).at;
    def->orientation = part->frame.orientation;
    phk_deck_read_start(deck, s, part, def);
    return true;
}

void phk_adams_build_part(phk_deck *deck, const phk_statement *s)
{
    if (phk_deck_is_ground(s)) {
        check_ground(deck, s);
        return;
    }
    ph_body_def def;
    if (!read_body(deck, s, &def)) return;
    phk_deck_added(deck, ph_model_add_body(deck->model, s->name, &def), s, PHK_KIND_BODY);
}

/* The body turns with nothing: its axes are held to the world's, and it needs no inertia. */
static ph_status keep_axes(phk_deck *deck, const phk_statement *s, const char *name,
                           ph_source where)
{
    ph_text names[2] = {{"ground", where}, {s->name, where}};
    ph_joint_def def = ph_default_joint();
    def.where = where;
    def.between = (ph_names){2, names};
    return phk_deck_add_joint(deck, name, "orientation", &def);
}

void phk_adams_build_point_mass(phk_deck *deck, const phk_statement *s)
{
    ph_body_def def;
    if (!read_body(deck, s, &def)) return;
    if (!(def.mass > 0)) {
        phk_deck_error(deck, PH_E_RANGE, phk_arg_find(s, "MASS")->piece[0],
                       "give a mass above zero", "point mass `%s` has no mass", s->name);
        return;
    }
    phk_deck_added(deck, ph_model_add_body(deck->model, s->name, &def), s, PHK_KIND_BODY);
    const char *name = phk_deck_new_name(deck, "%s_axes", s->name);
    phk_deck_added(deck, keep_axes(deck, s, name, def.where), s, PHK_KIND_JOINT);
}
