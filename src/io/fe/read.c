/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ph_flex_reduce: finds out what each file is, reads them in the order in which they need each
 * other, and reduces.
 */
#include <math.h>
#include <polhode/reduce.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "base/diag.h"
#include "flex/reduce.h"
#include "io/fe/formats.h"
#include "io/fe/interface.h"
#include "io/fe/loads.h"
#include "io/fe/surface.h"
#include "io/text/file.h"
#include "io/yaml/units.h"

/* In the order of reading: tables of equations before matrices by their numbers. */
typedef enum { DOF, TABLE, STIFFNESS, MASS, MATRIX, BULK, DECK, RESULTS, KINDS } kind;

typedef struct {
    const char *path;
    kind is;
} item;

enum { MOST = 64 };
typedef struct {
    const ph_fe_reduction *how;
    ph_diag *diag;
    phk_fe_build build;
    item list[MOST];
    int count;
    bool dmig_stiffness, dmig_mass; /* --stiffness and --mass are names of DMIG matrices */
} reading;

static bool has_ending(const char *path, const char *end)
{
    const size_t n = strlen(path), k = strlen(end);
    return n > k && strcasecmp(path + n - k, end) == 0;
}

static bool exists(const char *path)
{
    FILE *f = fopen(path, "r");
    if (f) fclose(f);
    return f != NULL;
}

static ph_status add(reading *r, const char *path, kind is)
{
    for (int i = 0; i < r->count; i++)
        if (strcmp(r->list[i].path, path) == 0) return PH_OK;
    if (r->count == MOST)
        return phk_error(r->diag, PH_E_RANGE, (ph_source){.file = path}, NULL, "more than %d files",
                         MOST);
    r->list[r->count++] = (item){path, is};
    return PH_OK;
}

/* JOB.sti brings JOB.mas and JOB.dof, and JOB.inp or JOB.frd with the nodes where no file has them.
 */
static ph_status add_job(reading *r, const char *path)
{
    static const struct {
        const char *ending;
        kind is;
    } parts[] = {{".sti", STIFFNESS}, {".mas", MASS}, {".dof", DOF}};
    const int stem = (int)strlen(path) - 4;
    ph_status status = PH_OK;
    char name[1000];
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "%.*s%s", stem, path, parts[i].ending);
        const char *kept = phk_arena_text(&r->build.arena, name, strlen(name));
        if (!kept) return PH_E_NOMEM;
        if (!exists(kept)) {
            status = phk_error(r->diag, PH_E_IO, (ph_source){.file = kept},
                               "CalculiX writes .sti, .mas and .dof together, by *FREQUENCY, "
                               "SOLVER=MATRIXSTORAGE",
                               "there is no such file beside %s", path);
            continue;
        }
        ph_status one = add(r, kept, parts[i].is);
        if (one != PH_OK) status = one;
    }
    return status;
}

/* By the name of a file: stiffness, or mass, or neither. */
static kind guess(const char *path)
{
    const char *name = strrchr(path, '/');
    name = name ? name + 1 : path;
    for (const char *p = name; *p; p++) {
        if (strncasecmp(p, "stif", 4) == 0) return STIFFNESS;
        if (strncasecmp(p, "mass", 4) == 0) return MASS;
    }
    if (*name == 'K' || *name == 'k') return STIFFNESS;
    return *name == 'M' || *name == 'm' ? MASS : MATRIX;
}

static ph_status sort_out(reading *r, const char *path)
{
    if (has_ending(path, ".mnf"))
        return phk_error(
            r->diag, PH_E_UNSUPPORTED, (ph_source){.file = path},
            "export the finite-element matrices instead: CalculiX (.sti .mas .dof), Abaqus "
            "*MATRIX OUTPUT (.mtx), Nastran DMIG with GRID (.bdf, .pch), or MatrixMarket",
            "a modal neutral file of ADAMS: its form is not public");
    if (has_ending(path, ".sti") || has_ending(path, ".mas") || has_ending(path, ".dof"))
        return add_job(r, path);
    if (has_ending(path, ".inp")) return add(r, path, DECK);
    if (has_ending(path, ".frd")) return add(r, path, RESULTS);
    if (has_ending(path, ".csv")) return add(r, path, TABLE);
    if (has_ending(path, ".bdf") || has_ending(path, ".dat") || has_ending(path, ".nas") ||
        has_ending(path, ".pch"))
        return add(r, path, BULK);
    if (!has_ending(path, ".mtx") && !has_ending(path, ".mm"))
        return phk_error(
            r->diag, PH_E_FORMAT, (ph_source){.file = path},
            "what a file is shows in its ending: .sti .mas .dof .inp .frd (CalculiX), .mtx "
            "(Abaqus, MatrixMarket) with .csv, .bdf .dat .nas .pch (Nastran)",
            "not a finite-element file by its name");
    const kind is = guess(path);
    if (is != MATRIX) return add(r, path, is);
    return phk_error(r->diag, PH_E_MISSING, (ph_source){.file = path},
                     "name it --stiffness FILE or --mass FILE",
                     "its name does not tell whether it is the stiffness or the mass");
}

static ph_status read_item(reading *r, const item *file)
{
    phk_fe_build *b = &r->build;
    char *text = NULL;
    size_t length = 0;
    ph_status status =
        phk_file_read(file->path, (ph_source){.file = file->path}, r->diag, &text, &length);
    if (status != PH_OK) return status;
    const phk_fe_source in = {file->path, text, length};
    const bool ccx = has_ending(file->path, ".sti") || has_ending(file->path, ".mas");
    phk_triplets *to = file->is == MASS ? &b->mass : &b->stiffness;
    phk_diag_text(r->diag, file->path, text, length);
    switch (file->is) {
    case DOF:
        status = phk_fe_read_dof(b, &in);
        break;
    case TABLE:
        status = phk_fe_read_dof_table(b, &in);
        break;
    case STIFFNESS:
    case MASS:
        status = ccx ? phk_fe_read_ccx_matrix(b, &in, to) : phk_fe_read_mtx(b, &in, to);
        break;
    case BULK:
        status = phk_fe_read_bulk(b, &in, r->dmig_stiffness ? r->how->stiffness : NULL,
                                  r->dmig_mass ? r->how->mass : NULL);
        break;
    case DECK:
        status = phk_fe_read_inp(b, &in, 0);
        break;
    case RESULTS:
        status = phk_fe_read_frd(b, &in);
        break;
    default:
        break;
    }
    phk_diag_text(r->diag, file->path, NULL, 0);
    free(text);
    return status;
}

/* The deck or the results of a job, where nothing else says where nodes are. */
static ph_status read_beside(reading *r)
{
    if (r->build.nodes > 0) return PH_OK;
    for (int i = 0; i < r->count; i++) {
        if (!has_ending(r->list[i].path, ".sti")) continue;
        static const char *const ending[] = {".inp", ".frd"};
        for (int k = 0; k < 2; k++) {
            char name[1000];
            snprintf(name, sizeof name, "%.*s%s", (int)strlen(r->list[i].path) - 4, r->list[i].path,
                     ending[k]);
            const char *kept = phk_arena_text(&r->build.arena, name, strlen(name));
            if (kept && exists(kept)) return read_item(r, &(item){kept, k ? RESULTS : DECK});
        }
    }
    return PH_OK;
}

static ph_status read_units(reading *r, double unit[3])
{
    static const char *const what[] = {"length", "mass", "time"};
    static const char hint[] =
        "units of length, mass and time: \"mm t s\", \"m kg s\", \"in lb s\"";
    const char *p = r->how->units;
    for (int k = 0; k < 3; k++) {
        unit[k] = 1;
        if (!r->how->units) continue;
        while (*p == ' ' || *p == ',') p++;
        size_t n = strcspn(p, " ,");
        phk_unit u;
        if (n == 1 && *p == 't' && k == 1)
            unit[k] = 1000; /* a tonne, whatever else t is */
        else if (n > 0 && phk_unit_parse(p, n, &u, NULL) && u.m == (k == 0) && u.kg == (k == 1) &&
                 u.s == (k == 2) && u.rad == 0)
            unit[k] = u.factor;
        else
            return phk_error(r->diag, PH_E_UNIT, (ph_source){.file = "--units"}, hint,
                             "\"%.*s\" is no unit of %s", (int)n, p, what[k]);
        p += n;
    }
    return p && *(p + strspn(p, " ,"))
               ? phk_error(r->diag, PH_E_UNIT, (ph_source){.file = "--units"}, hint,
                           "more than three units")
               : PH_OK;
}

static ph_status read_all(reading *r)
{
    const ph_fe_reduction *how = r->how;
    ph_status status = PH_OK;
    const char *given[2] = {how->stiffness, how->mass};
    for (int k = 0; k < 2; k++) {
        if (!given[k]) continue;
        /* a file, or the name of a matrix within one */
        const bool file = exists(given[k]) || strpbrk(given[k], "./");
        if (k == 0)
            r->dmig_stiffness = !file;
        else
            r->dmig_mass = !file;
        if (file && add(r, given[k], k ? MASS : STIFFNESS) != PH_OK) status = PH_E_RANGE;
    }
    for (int i = 0; i < how->files; i++) {
        ph_status one = sort_out(r, how->file[i]);
        if (one != PH_OK) status = one;
    }
    for (int is = 0; is < KINDS && status == PH_OK; is++)
        for (int i = 0; i < r->count; i++) {
            if ((int)r->list[i].is != is) continue;
            ph_status one = read_item(r, &r->list[i]);
            if (one != PH_OK) status = one;
        }
    return status == PH_OK ? read_beside(r) : status;
}

/* Steel in millimetres and tonnes, read as metres and kilograms, is lighter than air. */
static void doubt_units(const phk_fe *fe, double mass, ph_diag *diag)
{
    ph_vec3 low = fe->at[0], high = low;
    for (int i = 1; i < fe->nodes; i++) {
        const ph_vec3 p = fe->at[i];
        low = ph_v3(fmin(low.x, p.x), fmin(low.y, p.y), fmin(low.z, p.z));
        high = ph_v3(fmax(high.x, p.x), fmax(high.y, p.y), fmax(high.z, p.z));
    }
    const ph_vec3 d = ph_sub(high, low);
    const double size = ph_norm(d), density = mass / (size * size * size);
    if (density > 1e-5 && density < 1e5) return;
    phk_warn(diag, PH_E_UNIT, phk_nowhere, "say which with --units, for example --units \"mm t s\"",
             "a mass of %.6g kg over %.6g m: are the files in other units?", mass, size);
}

static void describe(const reading *r, const phk_fe *fe, const phk_reduction_found *from,
                     ph_reduced *found)
{
    *found = (ph_reduced){.nodes = fe->nodes,
                          .equations = fe->mass.n,
                          .held = from->held,
                          .extra = from->extra,
                          .fixed = from->fixed,
                          .dropped = from->dropped,
                          .solid = from->solid,
                          .unit = {r->build.length, r->build.weight, r->build.time}};
    memcpy(found->rigid, from->rigid, sizeof found->rigid);
    size_t used = 0;
    for (int i = 0; i < r->how->files && used < sizeof found->source; i++) {
        const char *name = strrchr(r->how->file[i], '/');
        int n = snprintf(found->source + used, sizeof found->source - used, "%s%s", i ? " " : "",
                         name ? name + 1 : r->how->file[i]);
        used += n > 0 ? (size_t)n : 0;
    }
}

static ph_status reduce(reading *r, const phk_fe *fe, ph_reduced *found, ph_flex **flex)
{
    phk_arena arena = {0};
    phk_reduction_found said;
    ph_reduced about;
    const ph_fe_reduction *how = r->how;
    phk_fe_interface *face = phk_arena_alloc(&arena, ((size_t)how->interfaces + 1) * sizeof *face);
    ph_status status =
        face ? phk_fe_interfaces(fe, how->interface, how->interfaces, &arena, r->diag, face)
             : PH_E_NOMEM;
    const phk_reduction inner = {face,       how->interfaces, how->modes,
                                 how->up_to, how->progress,   how->user};
    if (status == PH_OK) status = phk_flex_reduce(fe, &inner, r->diag, &said, flex);
    const phk_fe_build *b = &r->build;
    if (status == PH_OK)
        status = phk_fe_add_loads(*flex, how->load, how->loads,
                                  b->weight * b->length / (b->time * b->time), r->diag);
    if (status != PH_OK) {
        ph_flex_free(*flex);
        *flex = NULL;
    }
    if (status == PH_OK) {
        describe(r, fe, &said, found ? found : &about);
        doubt_units(fe, ph_flex_mass(*flex), r->diag);
    }
    phk_arena_free(&arena);
    return status;
}

ph_status ph_flex_reduce(const ph_fe_reduction *how, ph_diag *diag, ph_reduced *found,
                         ph_flex **flex)
{
    reading r = {.how = how, .diag = diag};
    phk_fe fe = {.nodes = 0};
    double unit[3];
    *flex = NULL;
    phk_fe_build_begin(&r.build, diag);
    ph_status status = read_units(&r, unit);
    ph_status one = read_all(&r);
    if (one != PH_OK) status = one;
    if (status == PH_OK) {
        r.build.length = unit[0];
        r.build.weight = unit[1];
        r.build.time = unit[2];
        status = phk_fe_build_end(&r.build, &fe);
    }
    if (status == PH_OK) status = reduce(&r, &fe, found, flex);
    phk_fe_free(&fe);
    phk_fe_build_free(&r.build);
    return phk_tell(diag, status);
}
