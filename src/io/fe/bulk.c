/* SPDX-License-Identifier: BSD-3-Clause
 *
 * GRID and DMIG entries of Nastran's bulk data: fields of 8 columns, of 16 with a star, or between
 * commas. A column of a DMIG matrix is a group of lines: what follows the first is continued. The
 * basic coordinate system alone.
 */
#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include "base/diag.h"
#include "io/fe/formats.h"

enum { FIELDS = 64 };

/* An entry with its continuations: fields behind the name, of all its lines. */
typedef struct {
    phk_fe_piece name;
    phk_fe_piece field[FIELDS];
    phk_fe_text at[FIELDS]; /* the line of each, for messages */
    int fields;
} entry;

static bool ends_with_star(phk_fe_piece p)
{
    return p.length > 0 && p.at[p.length - 1] == '*';
}

/* Fields 2.. of the line at hand. */
static void read_fields(phk_fe_text *t, bool large, entry *e)
{
    phk_fe_piece piece;
    const char *p = t->line;
    const bool free = memchr(p, ',', (size_t)(t->stop - p)) != NULL;
    const int most = large ? 4 : 8;
    t->at = t->line;
    if (free) phk_fe_next(t, false, &piece);
    for (int k = 0; k < most && e->fields < FIELDS; k++) {
        if (free) {
            if (!phk_fe_next(t, false, &piece)) piece = (phk_fe_piece){t->stop, 0};
        } else
            piece = phk_fe_columns(t, 8 + (large ? 16 : 8) * k, large ? 16 : 8);
        e->at[e->fields] = *t;
        e->field[e->fields++] = piece;
    }
}

static bool is_comment(const phk_fe_text *t)
{
    return *t->line == '$';
}

static bool continues(const phk_fe_text *t)
{
    return *t->line == '+' || *t->line == '*' || *t->line == ' ' || *t->line == ',';
}

/* What is done with an entry; columns of matrices are longer than an entry has room for, and handed
 * over piece by piece: their first four fields stay. */
typedef struct {
    phk_fe_build *b;
    const char *stiffness, *mass; /* names of matrices; NULL: by their first letter */
    ph_status status;
    int errors;
} user;
static void use(user *u, entry *e);

/* The entry at the line at hand. False: there is no line behind it, else that is at hand then. */
static bool read_entry(phk_fe_text *t, entry *e, user *u)
{
    const char *p = t->line;
    while (p < t->stop && *p != ',' && p - t->line < 8) p++;
    e->name = (phk_fe_piece){t->line, (int)(p - t->line)};
    while (e->name.length > 0 && e->name.at[e->name.length - 1] == ' ') e->name.length--;
    e->fields = 0;
    read_fields(t, ends_with_star(e->name), e);
    bool more;
    while ((more = phk_fe_line(t))) {
        if (is_comment(t)) continue;
        if (!continues(t)) break;
        if (e->fields + 8 > FIELDS) {
            use(u, e);
            e->fields = 4;
        }
        read_fields(t, *t->line == '*', e);
    }
    use(u, e);
    return more;
}

static phk_fe_piece field(const entry *e, int k)
{
    /* an entry has one line of fields at least */
    return k < e->fields ? e->field[k]
                         : (phk_fe_piece){e->at[e->fields > 0 ? e->fields - 1 : 0].stop, 0};
}
static const phk_fe_text *line(const entry *e, int k)
{
    return &e->at[k < e->fields ? k : e->fields > 0 ? e->fields - 1 : 0];
}

static ph_status read_grid(phk_fe_build *b, const entry *e)
{
    int id, system;
    double x[3];
    if (!phk_fe_whole(field(e, 0), &id) || id < 1)
        return phk_fe_expected(line(e, 0), field(e, 0), "the number of a grid point");
    for (int k = 1; k <= 5; k += 4)
        if (field(e, k).length > 0 &&
            (!phk_fe_whole(field(e, k), &system) || (system != 0 && !(k == 5 && system == -1))))
            return phk_fe_error(line(e, k), field(e, k), PH_E_UNSUPPORTED,
                                "export in the basic coordinate system (CP and CD empty or 0)",
                                "grid point %d is in a coordinate system of its own", id);
    for (int k = 0; k < 3; k++) {
        x[k] = 0;
        if (field(e, 2 + k).length > 0 && !phk_fe_real(field(e, 2 + k), &x[k]))
            return phk_fe_expected(line(e, 2 + k), field(e, 2 + k), "a coordinate");
    }
    return phk_fe_add_node(b, id, ph_v3(x[0], x[1], x[2])) < 0 ? PH_E_NOMEM : PH_OK;
}

/* Whether a matrix is the one of a name, or of a letter where none is given. */
static bool is_matrix(phk_fe_piece name, const char *given, char letter)
{
    return given ? phk_fe_is(name, given)
                 : name.length > 0 && toupper((unsigned char)name.at[0]) == letter;
}

static ph_status read_unknown(phk_fe_build *b, const entry *e, int k, int *equation)
{
    int node, direction;
    if (!phk_fe_whole(field(e, k), &node) || node < 1)
        return phk_fe_expected(line(e, k), field(e, k), "the number of a grid point");
    if (!phk_fe_whole(field(e, k + 1), &direction) || direction < 1 || direction > 6)
        return phk_fe_expected(line(e, k + 1), field(e, k + 1),
                               "a component, 1 to 6 (scalar points cannot be used)");
    *equation = phk_fe_equation(b, node, direction - 1);
    return *equation < 0 ? PH_E_NOMEM : PH_OK;
}

/* DMIG, NAME, 0, IFO, TIN, ..: IFO 6 says that one triangle is given. */
static ph_status read_head(const entry *e)
{
    int form;
    if (phk_fe_whole(field(e, 2), &form) && form == 6) return PH_OK;
    return phk_fe_error(line(e, 2), field(e, 2), PH_E_UNSUPPORTED,
                        "export stiffness and mass as symmetric matrices (IFO 6)",
                        "matrix %.*s has form \"%.*s\"", field(e, 0).length, field(e, 0).at,
                        field(e, 2).length, field(e, 2).at);
}

static ph_status read_dmig(phk_fe_build *b, const entry *e, const char *stiffness, const char *mass)
{
    const phk_fe_piece name = field(e, 0);
    phk_triplets *to = is_matrix(name, stiffness, 'K') ? &b->stiffness
                       : is_matrix(name, mass, 'M')    ? &b->mass
                                                       : NULL;
    int column, row, zero;
    double value;
    if (!to) return PH_OK;
    if (phk_fe_whole(field(e, 1), &zero) && zero == 0) return read_head(e);
    ph_status status = read_unknown(b, e, 1, &column);
    /* field 4 is empty, then groups of row, component, value, and one that is empty */
    for (int k = 4; status == PH_OK && k < e->fields; k += 4) {
        if (field(e, k).length == 0 && field(e, k + 2).length == 0) continue;
        status = read_unknown(b, e, k, &row);
        if (status == PH_OK && !phk_fe_real(field(e, k + 2), &value))
            status = phk_fe_expected(line(e, k + 2), field(e, k + 2), "a number");
        if (status == PH_OK) phk_triplets_add(to, row, column, value);
    }
    return status;
}

static void use(user *u, entry *e)
{
    phk_fe_piece name = e->name;
    ph_status one = PH_OK;
    if (ends_with_star(name)) name.length--;
    if (u->errors >= PHK_FE_MANY) return;
    if (phk_fe_is(name, "GRID")) one = read_grid(u->b, e);
    if (phk_fe_is(name, "DMIG")) one = read_dmig(u->b, e, u->stiffness, u->mass);
    if (one == PH_OK) return;
    u->status = one;
    u->errors++;
}

ph_status phk_fe_read_bulk(phk_fe_build *b, const phk_fe_source *in, const char *stiffness,
                           const char *mass)
{
    phk_fe_text t;
    entry e;
    user u = {b, stiffness, mass, PH_OK, 0};
    phk_fe_text_begin(&t, in->file, in->text, in->length, b->diag);
    bool more = phk_fe_line(&t);
    while (more && u.errors < PHK_FE_MANY)
        more = is_comment(&t) ? phk_fe_line(&t) : read_entry(&t, &e, &u);
    return b->stiffness.failed || b->mass.failed ? PH_E_NOMEM : u.status;
}
