/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Reads a container (container.h).
 */
#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/diag.h"
#include "io/flex/arrays.h"
#include "io/flex/container.h"
#include "io/flex/seal.h"
#include "io/text/disk.h"

#define TWO_PI 6.283185307179586

enum { VERSION = 1 };

/* A file while it is read. `why` and `status` once something is wrong with it. */
typedef struct {
    const char *path;
    hid_t file;
    phk_flex *flex;
    ph_diag *diag;
    unsigned long long most; /* bytes of an array */
    ph_status status;
    char why[200];
} in;

static bool ends_with(const char *path, const char *end)
{
    const size_t n = strlen(path), k = strlen(end);
    return n > k && strcasecmp(path + n - k, end) == 0;
}

bool ph_flex_is_file(const char *path)
{
    return ends_with(path, ".phf.h5");
}

static void *get(in *r, const char *path, phk_array_kind kind, bool *missing, long long size[3])
{
    if (r->status != PH_OK) return NULL;
    phk_array a = {path, kind, {size[0], size[1], size[2]}};
    bool none = false;
    void *data = phk_array_read(&r->flex->arena, r->file, &a, r->most, &none, r->why);
    memcpy(size, a.size, sizeof a.size);
    if (missing) *missing = none;
    if (!data && !(missing && none)) r->status = PH_E_FORMAT;
    return data;
}
#define SIZE(...) ((long long[3]){__VA_ARGS__})

static void wrong(in *r, const char *what)
{
    if (r->status != PH_OK) return;
    snprintf(r->why, sizeof r->why, "%s", what);
    r->status = PH_E_FORMAT;
}

static void get_modes(in *r)
{
    phk_flex *f = r->flex;
    long long size[3] = {-1, 0, 0};
    bool missing;
    const double *hertz = get(r, "frequency", PHK_DOUBLES, NULL, size);
    if (!hertz) return;
    const long long M = size[0];
    if (M < 1) {
        wrong(r, "it has no modes");
        return;
    }
    f->modes = (int)M;
    double *stiffness = get(r, "stiffness", PHK_DOUBLES, &missing, SIZE(M, 0, 0));
    if (!stiffness && r->status == PH_OK) {
        stiffness = phk_arena_alloc(&f->arena, (size_t)M * sizeof *stiffness);
        for (long long j = 0; stiffness && j < M; j++) stiffness[j] = pow(TWO_PI * hertz[j], 2);
        if (!stiffness) r->status = PH_E_NOMEM;
    }
    f->stiffness = stiffness;
    double *zeta = get(r, "zeta", PHK_DOUBLES, &missing, SIZE(M, 0, 0));
    if (!zeta && r->status == PH_OK) {
        zeta = phk_arena_alloc(&f->arena, (size_t)M * sizeof *zeta);
        for (long long j = 0; zeta && j < M; j++) zeta[j] = NAN;
        if (!zeta) r->status = PH_E_NOMEM;
    }
    f->damping = zeta;
    f->coupled = get(r, "modal_stiffness", PHK_DOUBLES, &missing, SIZE(M, M, 0));
    const double *kg = get(r, "stiffening/KG", PHK_DOUBLES, &missing, SIZE(6, M, M));
    for (int k = 0; kg && k < 6; k++) f->stiffening[k] = kg + (size_t)k * (size_t)(M * M);
}

static void get_inertia(in *r)
{
    phk_flex *f = r->flex;
    const long long M = f->modes;
    bool missing;
    const double *mass = get(r, "mass", PHK_DOUBLES, NULL, SIZE(0, 0, 0));
    const double *com = get(r, "com", PHK_DOUBLES, NULL, SIZE(3, 0, 0));
    const double *c0 = get(r, "C0", PHK_DOUBLES, NULL, SIZE(3, 3, 0));
    const double *i7 = get(r, "I7r", PHK_DOUBLES, &missing, SIZE(3, 3, 0));
    f->C1 = get(r, "C1", PHK_DOUBLES, NULL, SIZE(3, 3, M));
    const double *d = get(r, "D", PHK_DOUBLES, NULL, SIZE(6, M, M));
    f->I4r = get(r, "I4r", PHK_DOUBLES, &missing, SIZE(3, M, 0));
    f->I6r = get(r, "I6r", PHK_DOUBLES, &missing, SIZE(M, M, 0));
    if (r->status != PH_OK || !mass || !com || !c0 || !d) return;
    f->mass = *mass;
    f->com = ph_v3(com[0], com[1], com[2]);
    memcpy(f->C0, c0, sizeof f->C0);
    for (int k = 0; k < 6; k++) f->D[k] = d + (size_t)k * (size_t)(M * M);
    if (i7) f->I7r = (ph_sym3){i7[0], i7[4], i7[8], i7[1], i7[2], i7[5]};
    const double trace = c0[0] + c0[4] + c0[8];
    const ph_sym3 i = f->I7r;
    f->J0 = (ph_sym3){trace - c0[0] + i.xx, trace - c0[4] + i.yy, trace - c0[8] + i.zz,
                      i.xy - c0[1],         i.xz - c0[2],         i.yz - c0[5]};
}

static void get_nodes(in *r)
{
    phk_flex *f = r->flex;
    long long size[3] = {-1, 0, 0};
    bool missing;
    const int *id = get(r, "nodes/id", PHK_INTS, NULL, size);
    const long long N = size[0], M = f->modes;
    const double *at = get(r, "nodes/position", PHK_DOUBLES, NULL, SIZE(N, 3, 0));
    const double *u = get(r, "modes/translation", PHK_DOUBLES, NULL, SIZE(N, 3, M));
    const double *turn = get(r, "modes/rotation", PHK_DOUBLES, &missing, SIZE(N, 3, M));
    if (r->status == PH_OK && N < 1) wrong(r, "it has no nodes");
    if (r->status != PH_OK) return;
    phk_flex_node *node = phk_arena_alloc(&f->arena, (size_t)N * sizeof *node);
    if (!node) {
        r->status = PH_E_NOMEM;
        return;
    }
    for (size_t i = 0; i < (size_t)N; i++) {
        const double *psi = turn ? turn + 3 * (size_t)M * i : NULL;
        node[i] = (phk_flex_node){id[i], NULL, ph_v3(at[3 * i], at[3 * i + 1], at[3 * i + 2]),
                                  u + 3 * (size_t)M * i, psi && !isnan(*psi) ? psi : NULL};
    }
    f->nodes = (int)N;
    f->node = node;
}

static void get_interface(in *r)
{
    phk_flex *f = r->flex;
    long long size[3] = {-1, 0, 0};
    bool missing;
    int count = 0;
    const int *at = get(r, "interface/node", PHK_INTS, &missing, size);
    if (!at) return;
    const double *turn =
        get(r, "interface/rotation", PHK_DOUBLES, NULL, SIZE(size[0], 3, f->modes));
    const char **name = phk_h5_get_list(&f->arena, r->file, "interface/name", &count);
    if (r->status == PH_OK && (!name || count != size[0]))
        wrong(r, "\"interface/name\" is missing or too short");
    phk_flex_node *node = (phk_flex_node *)f->node;
    f->interfaces = count;
    for (int i = 0; r->status == PH_OK && i < count; i++) {
        if (at[i] < 0 || at[i] >= f->nodes) {
            wrong(r, "\"interface/node\" names a node that is not there");
            return;
        }
        const double *psi = turn + 3 * (size_t)f->modes * (size_t)i;
        node[at[i]].name = name[i];
        node[at[i]].psi = isnan(*psi) ? NULL : psi;
    }
}

/* Indices of nodes [count]. */
static void check_nodes(in *r, const int *index, long long count, int least, const char *what)
{
    for (long long i = 0; r->status == PH_OK && index && i < count; i++)
        if (index[i] < least || index[i] >= r->flex->nodes) wrong(r, what);
}

static void get_drawing(in *r)
{
    phk_flex *f = r->flex;
    long long size[3] = {-1, 2, 0};
    bool missing;
    f->line = get(r, "elements/line", PHK_INTS, &missing, size);
    f->lines = f->line ? (int)size[0] : 0;
    size[0] = -1;
    size[1] = 3;
    f->face = get(r, "elements/face", PHK_INTS, &missing, size);
    f->faces = f->face ? (int)size[0] : 0;
    check_nodes(r, f->line, 2LL * f->lines, 0, "\"elements/line\" names a node that is not there");
    check_nodes(r, f->face, 3LL * f->faces, 0, "\"elements/face\" names a node that is not there");
}

static void get_stress(in *r)
{
    phk_flex *f = r->flex;
    long long size[3] = {-1, 0, 0};
    bool missing;
    int labels = 0;
    const int *node = get(r, "stress/node", PHK_INTS, &missing, size);
    if (!node) return;
    const long long P = size[0];
    const double *at = get(r, "stress/position", PHK_DOUBLES, &missing, SIZE(P, 3, 0));
    f->stress = get(r, "stress/tensor", PHK_FLOATS, NULL, SIZE(P, 6, f->modes));
    check_nodes(r, node, P, -1, "\"stress/node\" names a node that is not there");
    if (r->status != PH_OK) return;
    for (long long i = 0; i < P * 6 * f->modes; i++)
        if (!isfinite(f->stress[i])) {
            wrong(r, "\"stress/tensor\" holds numbers that are not finite");
            return;
        }
    const char **label = phk_h5_get_list(&f->arena, r->file, "stress/label", &labels);
    phk_flex_spot *spot = phk_arena_alloc(&f->arena, ((size_t)P + 1) * sizeof *spot);
    if (!spot) {
        r->status = PH_E_NOMEM;
        return;
    }
    for (int i = 0; i < (int)P; i++) {
        spot[i].node = node[i];
        spot[i].label = label && labels == P && *label[i] ? label[i] : NULL;
        if (at)
            spot[i].at = ph_v3(at[3 * i], at[3 * i + 1], at[3 * i + 2]);
        else if (node[i] >= 0)
            spot[i].at = f->node[node[i]].at;
    }
    f->spots = (int)P;
    f->spot = spot;
}

static void get_loads(in *r)
{
    phk_flex *f = r->flex;
    long long size[3] = {-1, f->modes, 0};
    bool missing;
    int count = 0;
    const double *modal = get(r, "loads/modal", PHK_DOUBLES, &missing, size);
    if (!modal) return;
    const double *sum = get(r, "loads/resultant", PHK_DOUBLES, NULL, SIZE(size[0], 6, 0));
    const char **name = phk_h5_get_list(&f->arena, r->file, "loads/name", &count);
    if (r->status == PH_OK && (!name || count != size[0]))
        wrong(r, "\"loads/name\" is missing or too short");
    if (r->status != PH_OK) return;
    phk_flex_load *load = phk_arena_alloc(&f->arena, ((size_t)count + 1) * sizeof *load);
    if (!load) {
        r->status = PH_E_NOMEM;
        return;
    }
    for (long long i = 0; i < count * (6LL + f->modes); i++)
        if (!isfinite(i < 6LL * count ? sum[i] : modal[i - 6LL * count])) {
            wrong(r, "\"loads\" hold numbers that are not finite");
            return;
        }
    for (int i = 0; i < count; i++, sum += 6)
        load[i] = (phk_flex_load){name[i], modal + (size_t)i * (size_t)f->modes,
                                  ph_v3(sum[0], sum[1], sum[2]), ph_v3(sum[3], sum[4], sum[5])};
    f->load = load;
    f->loads = count;
}

static void get_about(in *r, ph_reduced *found)
{
    static const char *const rigid[] = {"rigid1", "rigid2", "rigid3", "rigid4", "rigid5", "rigid6"};
    static const char *const unit[] = {"unit_length", "unit_mass", "unit_time"};
    int solid = 0;
    *found = (ph_reduced){.unit = {1, 1, 1}};
    /* sets have places among the nodes, but are none */
    for (int i = 0; i < r->flex->nodes; i++) found->nodes += r->flex->node[i].id > 0;
    if (found->nodes == 0) found->nodes = r->flex->nodes;
    const char *source = phk_h5_get_text(&r->flex->arena, r->file, "source");
    if (source) snprintf(found->source, sizeof found->source, "%s", source);
    phk_h5_get_int(r->file, "equations", &found->equations);
    phk_h5_get_int(r->file, "held", &found->held);
    phk_h5_get_int(r->file, "extra", &found->extra);
    phk_h5_get_int(r->file, "fixed", &found->fixed);
    phk_h5_get_int(r->file, "dropped", &found->dropped);
    phk_h5_get_int(r->file, "solid", &solid);
    found->solid = solid != 0;
    for (int i = 0; i < 6; i++)
        if (phk_h5_get_number(r->file, rigid[i], &found->rigid[i]) < 0) found->rigid[i] = NAN;
    for (int i = 0; i < 3; i++) {
        double value;
        if (phk_h5_get_number(r->file, unit[i], &value) == 0 && value > 0 && isfinite(value))
            found->unit[i] = value;
    }
}

static void get_all(in *r)
{
    const char *format = phk_h5_get_text(&r->flex->arena, r->file, "format");
    const char *by = phk_h5_get_text(&r->flex->arena, r->file, "written_by");
    int version = 0;
    if (!format || strcmp(format, "polhode-flex") != 0) {
        r->status = phk_error(r->diag, PH_E_FORMAT, (ph_source){.file = r->path},
                              "give a file that `polhode reduce FILES -o BODY.phf.h5` writes",
                              "an HDF5 file, but not of a flexible body");
        return;
    }
    if (phk_h5_get_int(r->file, "version", &version) < 0 || version != VERSION) {
        r->status =
            phk_error(r->diag, PH_E_FORMAT, (ph_source){.file = r->path},
                      "reduce the finite-element model again with this version",
                      "a flexible body in version %d of its format, written by polhode %s; this "
                      "is polhode %s, which reads version %d",
                      version, by ? by : "?", ph_version(), VERSION);
        return;
    }
    get_modes(r);
    get_inertia(r);
    get_nodes(r);
    get_interface(r);
    get_drawing(r);
    get_stress(r);
    get_loads(r);
    for (int i = 0; r->status == PH_OK && i < 6; i++) {
        double rigid;
        char name[] = "rigid1";
        name[5] = (char)('1' + i);
        if (phk_h5_get_number(r->file, name, &rigid) == 0)
            r->flex->rigid =
                fmax(r->flex->rigid, fabs(rigid) * TWO_PI / sqrt(r->flex->stiffness[0]));
    }
}

/* A plain HDF5 file, or what it is instead. */
static ph_status open_file(const char *path, ph_source where, ph_diag *diag, int *fd,
                           unsigned long long *size)
{
    static const char signature[8] = "\211HDF\r\n\032\n";
    char head[8] = "";
    struct stat info;
    if (ends_with(path, ".mnf"))
        return phk_error(
            diag, PH_E_UNSUPPORTED, where,
            "export the finite-element matrices (CalculiX, Abaqus .mtx, Nastran DMIG with "
            "GRID, MatrixMarket) and reduce them: polhode reduce FILES -o BODY.phf.h5",
            "%s is a modal neutral file of ADAMS: its form is not public", path);
    *fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (*fd < 0)
        return phk_error(diag, PH_E_IO, where, "`polhode reduce` writes such files",
                         "cannot read %s: %s", path, strerror(errno));
    ssize_t n =
        fstat(*fd, &info) == 0 && S_ISREG(info.st_mode) ? pread(*fd, head, sizeof head, 0) : -1;
    *size = n >= 0 ? (unsigned long long)info.st_size : 0;
    if (n == sizeof head && memcmp(head, signature, sizeof head) == 0) return PH_OK;
    close(*fd);
    return phk_error(diag, PH_E_FORMAT, where,
                     "give a file that `polhode reduce FILES -o BODY.phf.h5` writes",
                     n == 0 ? "%s is empty" : "%s is no flexible body (no HDF5 file)", path);
}

ph_status phk_flex_read(const char *path, ph_source where, ph_diag *diag, ph_reduced *found,
                        phk_flex **out)
{
    phk_h5 h5 = {.fd = -1, .file = -1};
    unsigned long long size = 0;
    char text[200], reason[256] = "";
    *out = NULL;
    ph_status status = open_file(path, where, diag, &h5.fd, &size);
    if (status != PH_OK) return status;
    if (!phk_seal_holds(h5.fd)) {
        close(h5.fd);
        return phk_error(diag, PH_E_FORMAT, where,
                         "copy it again, or reduce the finite-element model again",
                         "%s is damaged: its bytes are not those that were written", path);
    }
    in r = {.path = path, .flex = phk_flex_create(), .diag = diag, .most = 1000 * size + (1 << 20)};
    const int fd = h5.fd;
    if (!r.flex) {
        close(fd);
        return phk_tell(diag, PH_E_NOMEM);
    }
    H5E_BEGIN_TRY
    {
        r.file = phk_h5_open(&h5);
        if (r.file >= 0)
            get_all(&r);
        else
            phk_h5_reason(reason, sizeof reason);
        if (r.file >= 0 && r.status == PH_OK && found) get_about(&r, found);
        phk_h5_close(&h5);
    }
    H5E_END_TRY
    close(fd);
    if (*reason) {
        snprintf(r.why, sizeof r.why, "HDF5 says \"%.150s\"", reason);
        r.status = PH_E_FORMAT;
    }
    const char *fault = r.status == PH_OK ? phk_flex_fault(r.flex, text) : NULL;
    if (fault) wrong(&r, fault);
    if (r.status == PH_OK) r.status = phk_flex_measure(r.flex);
    if (r.status == PH_OK) {
        *out = r.flex;
        return PH_OK;
    }
    if (r.status == PH_E_FORMAT && *r.why)
        phk_error(diag, r.status, where,
                  "the file is damaged, or was not made by polhode: reduce the "
                  "finite-element model again",
                  "%s: %s", path, r.why);
    ph_flex_free(r.flex);
    return phk_tell(diag, r.status);
}

ph_status ph_flex_load(const char *path, ph_diag *diag, ph_reduced *found, ph_flex **flex)
{
    return phk_flex_read(path, (ph_source){.file = path}, diag, found, flex);
}
