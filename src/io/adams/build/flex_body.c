/* SPDX-License-Identifier: BSD-3-Clause
 *
 * flex_body.c -- FLEX_BODY: a body that bends. ADAMS keeps its modes in a modal neutral file, whose
 * form is not public; a container NAME.phf.h5, reduced from the same finite-element model, takes
 * its place. It is looked for in the folder the user gives, then beside the deck, by the name of
 * the body in ADAMS/View, its own name, and the name of its MNF; upper and lower case are the same.
 *
 * The frame of the deck (QG, REULER) is that in which nodes are drawn. Modal coordinates are others
 * than in the MNF: those that the deck starts with (DMODE) mean nothing here.
 */
#include <string.h>
#include "flex/flex.h"
#include "io/adams/build/frame.h"
#include "io/adams/build/graphics.h"
#include "io/adams/read/args.h"
#include "io/adams/read/readers.h"
#include "io/flex/container.h"
#include "io/text/disk.h"
#include "io/text/file.h"

static const char *const exact_words[] = {"X", "Y", "Z", "PSI", "THETA", "PHI", NULL};
static const char of_file[] = "the modes are those of the file NAME.phf.h5";

#define UNUSED(name, how, most_, reason)                                                           \
    {                                                                                              \
        name, how, .least = 1, .most = (most_), .flags = PHK_ARG_UNUSED, .why = (reason)           \
    }

const phk_arg phk_adams_flex_body_args[] = {
    {"MNF_FILE", PHK_ARG_TEXTS, .abbreviation = 3},
    UNUSED("DB_FILE", PHK_ARG_TEXTS, 1, of_file),
    UNUSED("INDEX_IN_DATABASE", PHK_ARG_NUMBER, 1, of_file),
    UNUSED("MATRICES", PHK_ARG_NUMBER, -1, of_file),
    {"BDF_FILE", PHK_ARG_TEXTS, .flags = PHK_ARG_REFUSED,
     .why = "bodies of nonlinear finite elements are not known"},
    ARG_VECTOR("QG"),
    ARG_VECTOR("REULER"),
    ARG_VECTOR("ZG"),
    ARG_VECTOR("XG"),
    ARG_NUMBER("VX"),
    ARG_NUMBER("VY"),
    ARG_NUMBER("VZ"),
    ARG_NUMBER("WX"),
    ARG_NUMBER("WY"),
    ARG_NUMBER("WZ"),
    ARG_MARKER("VM"),
    ARG_MARKER("WM"),
    {"EXACT", PHK_ARG_WORDS, .least = 1, .most = 6, .words = exact_words},
    {"CRATIO", PHK_ARG_FUNCTION, .flags = 0},
    {"INVARIANTS", PHK_ARG_MIXED, .flags = 0},
    UNUSED("DMODE", PHK_ARG_NUMBER, -1, "the modes are others than in the MNF"),
    UNUSED("VMODE", PHK_ARG_NUMBER, -1, "the modes are others than in the MNF"),
    UNUSED("EMODE", PHK_ARG_NUMBER, -1, "the modes are others than in the MNF"),
    UNUSED("CHAR_LEN", PHK_ARG_NUMBER, 1, "no warning depends on it"),
    UNUSED("CHARACTERISTIC_LENGTH", PHK_ARG_NUMBER, 1, "no warning depends on it"),
    UNUSED("STABILITY", PHK_ARG_NUMBER, 1, "static equilibrium needs none"),
    UNUSED("GENERALIZED_DAMPING", PHK_ARG_TEXTS, 1, "damping is that of CRATIO"),
    ARG_END};

/* ---- the file of its modes ---- */

static bool is_of(const phk_statement *s)
{
    return phk_arg_find(s, "MNF_FILE") && phk_arg_find(s, "MNF_FILE")->count == 1;
}

/* The names its file may have, best first; how many. */
enum { NAMES = 4 };
static int names_of(phk_deck *deck, const phk_statement *s, const char *name[NAMES])
{
    const char *dot = s->view_name ? strrchr(s->view_name, '.') : NULL;
    int n = 0;
    if (s->view_name) name[n++] = s->view_name;
    if (dot && dot[1]) name[n++] = dot + 1;
    name[n++] = s->name;
    if (is_of(s)) name[n++] = phk_geometry_stem(deck, phk_arg_text(deck, s, "MNF_FILE"));
    return n;
}

/* The folder of the deck, in its arena. */
static const char *folder_of(phk_deck *deck)
{
    const char *slash = strrchr(deck->file, '/');
    return slash ? phk_deck_print(deck, "%.*s", (int)(slash - deck->file + 1), deck->file) : ".";
}

static const char *find_file(phk_deck *deck, const phk_statement *s)
{
    const char *name[NAMES], *found = NULL;
    const int n = names_of(deck, s, name);
    if (deck->how && deck->how->geometry)
        found = phk_geometry_look(deck, deck->how->geometry, name, n, ".phf.h5");
    return found ? found : phk_geometry_look(deck, folder_of(deck), name, n, ".phf.h5");
}

/* Once for all that have none. */
static void tell_missing(phk_deck *deck)
{
    const phk_statement *first = NULL;
    const char *name[NAMES], *wanted = "";
    int count = 0;
    if (!phk_deck_is_new(deck, "FLEX_BODY without a file")) return;
    for (const phk_statement *s = NULL; (s = phk_deck_next(deck, "FLEX_BODY", s));) {
        if (find_file(deck, s)) continue;
        const int n = names_of(deck, s, name);
        if (count++ < 4)
            wanted = phk_deck_print(deck, "%s%s%s.phf.h5", wanted, *wanted ? ", " : "",
                                    is_of(s) ? name[n - 1] : s->name);
        if (!first) first = s;
    }
    phk_deck_error(
        deck, PH_E_MISSING, first->keyword,
        "the form of MNF files is not public: export matrices of the finite-element model "
        "(Nastran DMIG with GRID, Abaqus .mtx, CalculiX, MatrixMarket), `polhode reduce FILES -i "
        "NODE .. -o NAME.phf.h5`, and name the folder: --geometry DIR",
        count == 1 ? "%s: there is no file of its modes, %s"
                   : "%s: there are no files of modes, %s%s (%d bodies, the first here)",
        phk_deck_label(deck, first), wanted, count > 4 ? ", .." : "", count);
}

/* The deck's own use of modes. False: out of memory. */
static bool keep(phk_deck *deck, ph_flex *flex)
{
    phk_deck_flex *kept = phk_arena_alloc(&deck->arena, sizeof *kept);
    if (!kept) {
        ph_flex_free(flex);
        phk_deck_failed(deck, PH_E_NOMEM);
        return false;
    }
    *kept = (phk_deck_flex){flex, deck->flex};
    deck->flex = kept;
    return true;
}

/* Its damping as an expression of the frequency f; NULL text: the default, which is ADAMS'. */
static ph_expr damping_of(phk_deck *deck, const phk_statement *s)
{
    const phk_given *ratio = phk_arg_find(s, "CRATIO");
    if (!ratio) return (ph_expr){.text = NULL};
    return phk_deck_expression(deck, ratio->piece[0], (phk_function_role){NULL, s, NULL});
}

const ph_flex *phk_deck_modes_of(phk_deck *deck, const phk_statement *s)
{
    phk_flex *flex;
    const char *path = find_file(deck, s);
    if (deck->status == PH_E_NOMEM) return NULL;
    if (!path) {
        tell_missing(deck);
        return NULL;
    }
    ph_source where =
        phk_deck_place(deck, is_of(s) ? phk_arg_find(s, "MNF_FILE")->piece[0] : s->keyword);
    ph_status status = phk_flex_read(path, where, deck->diag, NULL, &flex);
    if (status == PH_OK && !keep(deck, flex)) return NULL;
    ph_expr damping = damping_of(deck, s);
    if (status == PH_OK && damping.text) status = phk_flex_damp(flex, &damping, where, deck->diag);
    phk_deck_failed(deck, status);
    return status == PH_OK ? flex : NULL;
}

/* ---- the model ---- */

/* Nine letters T and F: which terms ADAMS takes. Here all are taken; those that it leaves out for
 * speed change the motion a little. */
static void read_invariants(phk_deck *deck, const phk_statement *s)
{
    const phk_given *given = phk_arg_find(s, "INVARIANTS");
    int letters = 0, off = 0;
    bool wrong = false;
    if (!given) return;
    const char *text = deck->text + given->piece[0].at;
    for (size_t i = 0; i < given->piece[0].length; i++) {
        const char c = text[i];
        const bool no = c == 'F' || c == 'f', yes = c == 'T' || c == 't';
        letters += no || yes;
        off += no;
        wrong = wrong || (!no && !yes && !strchr(": \t\r\n", c));
    }
    if (wrong || letters != 9)
        phk_deck_error(deck, PH_E_TYPE, given->piece[0], "T:T:T:T:F:T:T:T:F, as ADAMS writes it",
                       "INVARIANTS are nine letters T or F");
    else if (off > 0)
        phk_deck_note(deck, given->name,
                      "INVARIANTS of `%s` leaves %d of nine out: here all are taken, with which "
                      "bending and turning are fully coupled",
                      s->name, off);
}

static ph_flexible_def flexible_of(phk_deck *deck, const phk_statement *s,
                                   const phk_deck_part *part)
{
    static const char *const same[] = {"velocity", "omega", "exact", "loose"};
    ph_flexible_def def = ph_default_flexible();
    ph_body_def body = ph_default_body();
    phk_deck_read_start(deck, s, part, &body);
    def.where = phk_deck_place(deck, s->keyword);
    def.position = part->frame.at;
    def.orientation = part->frame.orientation;
    def.velocity = body.velocity;
    def.omega = body.omega;
    def.exact = body.exact;
    def.loose = body.loose;
    def.start = PH_BENT_DRAWN; /* ADAMS begins so; a static simulation before finds it at rest */
    ph_field_give(phk_flexible_fields, &def, "start");
    for (int k = 0; k < 4; k++)
        if (ph_field_given(phk_body_fields, &body, same[k]))
            ph_field_give(phk_flexible_fields, &def, same[k]);
    def.flex = deck->flex->is;
    for (const phk_deck_flex *f = deck->flex; f; f = f->before)
        if (f->is == part->flex) def.flex = f->is;
    def.file = (ph_text){find_file(deck, s), def.where};
    def.reduction.damping = damping_of(deck, s);
    return def;
}

void phk_adams_build_flex_body(phk_deck *deck, const phk_statement *s)
{
    read_invariants(deck, s);
    const phk_deck_part *part = phk_deck_part_of(deck, s);
    if (!part) return;
    ph_flexible_def def = flexible_of(deck, s, part);
    phk_deck_added(deck, ph_model_add_flexible(deck->model, s->name, &def), s, PHK_KIND_FLEXIBLE);
}
