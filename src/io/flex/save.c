/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Writes a container (container.h).
 */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/diag.h"
#include "io/flex/arrays.h"
#include "io/flex/container.h"
#include "io/flex/seal.h"
#include "io/text/disk.h"
#include "io/text/replace.h"

#define TWO_PI 6.283185307179586

/* A file while it is written; `bad` once anything has failed. */
typedef struct {
    hid_t file;
    const phk_flex *flex;
    phk_arena arena;
    int bad;
} out;

static void put(out *o, const char *path, phk_array_kind kind, const void *data, long long a,
                long long b, long long c)
{
    if (!o->bad) o->bad = phk_array_write(o->file, &(phk_array){path, kind, {a, b, c}}, data) < 0;
}

static void group(out *o, const char *name)
{
    if (o->bad) return;
    hid_t id = H5Gcreate2(o->file, name, H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    o->bad = id < 0 || H5Gclose(id) < 0;
}

static void *room(out *o, size_t bytes)
{
    void *p = phk_arena_alloc(&o->arena, bytes + 1);
    if (!p) o->bad = 1;
    return p;
}

static void put_attributes(out *o, const ph_reduced *found)
{
    if (o->bad) return;
    o->bad |= phk_h5_put_text(o->file, "format", "polhode-flex") < 0;
    o->bad |= phk_h5_put_int(o->file, "version", 1) < 0;
    o->bad |= phk_h5_put_text(o->file, "units", "m kg s") < 0;
    o->bad |= phk_h5_put_text(o->file, "written_by", ph_version()) < 0;
    if (!found) return;
    static const char *const rigid[] = {"rigid1", "rigid2", "rigid3", "rigid4", "rigid5", "rigid6"};
    static const char *const unit[] = {"unit_length", "unit_mass", "unit_time"};
    o->bad |= phk_h5_put_text(o->file, "source", found->source) < 0;
    o->bad |= phk_h5_put_int(o->file, "equations", found->equations) < 0;
    o->bad |= phk_h5_put_int(o->file, "held", found->held) < 0;
    o->bad |= phk_h5_put_int(o->file, "extra", found->extra) < 0;
    o->bad |= phk_h5_put_int(o->file, "fixed", found->fixed) < 0;
    o->bad |= phk_h5_put_int(o->file, "dropped", found->dropped) < 0;
    o->bad |= phk_h5_put_int(o->file, "solid", found->solid) < 0;
    for (int i = 0; i < 6; i++) o->bad |= phk_h5_put_number(o->file, rigid[i], found->rigid[i]) < 0;
    for (int i = 0; i < 3; i++) o->bad |= phk_h5_put_number(o->file, unit[i], found->unit[i]) < 0;
}

static void put_inertia(out *o)
{
    const phk_flex *f = o->flex;
    const long long M = f->modes;
    const size_t square = (size_t)M * (size_t)M;
    const ph_sym3 i = f->I7r;
    const double com[3] = {f->com.x, f->com.y, f->com.z};
    const double i7[9] = {i.xx, i.xy, i.xz, i.xy, i.yy, i.yz, i.xz, i.yz, i.zz};
    double *d = room(o, 6 * square * sizeof *d), *hertz = room(o, (size_t)M * sizeof *hertz);
    if (o->bad) return;
    for (int k = 0; k < 6; k++) memcpy(d + (size_t)k * square, f->D[k], square * sizeof *d);
    for (int j = 0; j < f->modes; j++) hertz[j] = sqrt(f->stiffness[j]) / TWO_PI;
    put(o, "mass", PHK_DOUBLES, &f->mass, 0, 0, 0);
    put(o, "com", PHK_DOUBLES, com, 3, 0, 0);
    put(o, "C0", PHK_DOUBLES, f->C0, 3, 3, 0);
    put(o, "C1", PHK_DOUBLES, f->C1, 3, 3, M);
    put(o, "D", PHK_DOUBLES, d, 6, M, M);
    put(o, "I7r", PHK_DOUBLES, i7, 3, 3, 0);
    if (f->I4r) put(o, "I4r", PHK_DOUBLES, f->I4r, 3, M, 0);
    if (f->I6r) put(o, "I6r", PHK_DOUBLES, f->I6r, M, M, 0);
    put(o, "frequency", PHK_DOUBLES, hertz, M, 0, 0);
    /* what comes back is what was there: squares of rounded roots are not */
    put(o, "stiffness", PHK_DOUBLES, f->stiffness, M, 0, 0);
    put(o, "zeta", PHK_DOUBLES, f->damping, M, 0, 0);
    if (f->coupled) put(o, "modal_stiffness", PHK_DOUBLES, f->coupled, M, M, 0);
    if (!f->stiffening[0]) return;
    for (int k = 0; k < 6; k++)
        memcpy(d + (size_t)k * square, f->stiffening[k], square * sizeof *d);
    group(o, "stiffening");
    put(o, "stiffening/KG", PHK_DOUBLES, d, 6, M, M);
}

static void put_nodes(out *o)
{
    const phk_flex *f = o->flex;
    const size_t N = (size_t)f->nodes, wide = 3 * (size_t)f->modes;
    int *id = room(o, N * sizeof *id), turns = 0;
    double *at = room(o, 3 * N * sizeof *at), *u = room(o, N * wide * sizeof *u);
    if (o->bad) return;
    for (size_t i = 0; i < N; i++) {
        const phk_flex_node *n = &f->node[i];
        id[i] = n->id;
        at[3 * i] = n->at.x;
        at[3 * i + 1] = n->at.y;
        at[3 * i + 2] = n->at.z;
        memcpy(u + i * wide, n->phi, wide * sizeof *u);
        turns += n->psi && !n->name;
    }
    group(o, "nodes");
    group(o, "modes");
    put(o, "nodes/id", PHK_INTS, id, f->nodes, 0, 0);
    put(o, "nodes/position", PHK_DOUBLES, at, f->nodes, 3, 0);
    put(o, "modes/translation", PHK_DOUBLES, u, f->nodes, 3, f->modes);
    if (!turns) return;
    for (size_t i = 0; i < N; i++)
        for (size_t k = 0; k < wide; k++)
            u[i * wide + k] = f->node[i].psi ? f->node[i].psi[k] : NAN;
    put(o, "modes/rotation", PHK_DOUBLES, u, f->nodes, 3, f->modes);
}

static void put_interface(out *o)
{
    const phk_flex *f = o->flex;
    const size_t wide = 3 * (size_t)f->modes;
    int count = 0;
    for (int i = 0; i < f->nodes; i++) count += f->node[i].name != NULL;
    if (count == 0) return;
    const char **name = room(o, (size_t)count * sizeof *name);
    int *node = room(o, (size_t)count * sizeof *node);
    double *u = room(o, (size_t)count * wide * sizeof *u);
    if (o->bad) return;
    count = 0;
    for (int i = 0; i < f->nodes; i++) {
        if (!f->node[i].name) continue;
        name[count] = f->node[i].name;
        node[count] = i;
        for (size_t k = 0; k < wide; k++)
            u[(size_t)count * wide + k] = f->node[i].psi ? f->node[i].psi[k] : NAN;
        count++;
    }
    group(o, "interface");
    if (!o->bad) o->bad = phk_h5_put_list(o->file, "interface/name", name, count) < 0;
    put(o, "interface/node", PHK_INTS, node, count, 0, 0);
    put(o, "interface/rotation", PHK_DOUBLES, u, count, 3, f->modes);
}

static void put_stress(out *o)
{
    const phk_flex *f = o->flex;
    const size_t P = (size_t)f->spots;
    if (P == 0 || !f->stress) return;
    int *node = room(o, P * sizeof *node), labels = 0;
    double *at = room(o, 3 * P * sizeof *at);
    const char **label = room(o, P * sizeof *label);
    if (o->bad) return;
    for (size_t i = 0; i < P; i++) {
        node[i] = f->spot[i].node;
        at[3 * i] = f->spot[i].at.x;
        at[3 * i + 1] = f->spot[i].at.y;
        at[3 * i + 2] = f->spot[i].at.z;
        label[i] = f->spot[i].label ? f->spot[i].label : "";
        labels += *label[i] != '\0';
    }
    group(o, "stress");
    put(o, "stress/node", PHK_INTS, node, f->spots, 0, 0);
    put(o, "stress/position", PHK_DOUBLES, at, f->spots, 3, 0);
    put(o, "stress/tensor", PHK_FLOATS, f->stress, f->spots, 6, f->modes);
    if (labels && !o->bad) o->bad = phk_h5_put_list(o->file, "stress/label", label, f->spots) < 0;
}

static void put_loads(out *o)
{
    const phk_flex *f = o->flex;
    const size_t L = (size_t)f->loads, M = (size_t)f->modes;
    if (L == 0) return;
    const char **name = room(o, L * sizeof *name);
    double *modal = room(o, L * M * sizeof *modal), *sum = room(o, 6 * L * sizeof *sum);
    if (o->bad) return;
    for (size_t i = 0; i < L; i++) {
        const phk_flex_load *load = &f->load[i];
        name[i] = load->name;
        memcpy(modal + i * M, load->modal, M * sizeof *modal);
        memcpy(sum + 6 * i, &load->force, sizeof load->force);
        memcpy(sum + 6 * i + 3, &load->torque, sizeof load->torque);
    }
    group(o, "loads");
    if (!o->bad) o->bad = phk_h5_put_list(o->file, "loads/name", name, f->loads) < 0;
    put(o, "loads/modal", PHK_DOUBLES, modal, f->loads, f->modes, 0);
    put(o, "loads/resultant", PHK_DOUBLES, sum, f->loads, 6, 0);
}

static void put_drawing(out *o)
{
    const phk_flex *f = o->flex;
    if (f->lines + f->faces == 0) return;
    group(o, "elements");
    if (f->lines) put(o, "elements/line", PHK_INTS, f->line, f->lines, 2, 0);
    if (f->faces) put(o, "elements/face", PHK_INTS, f->face, f->faces, 3, 0);
}

ph_status ph_flex_save(const ph_flex *flex, const ph_reduced *found, const char *path,
                       ph_diag *diag)
{
    ph_replacement file = {0};
    phk_h5 h5 = {.fd = -1, .file = -1};
    out o = {.flex = flex};
    char reason[256] = "no reason given";
    ph_status status = phk_replacement_open(&file, path, diag);
    if (status != PH_OK) return status;
    const int fd = fileno(file.out);
    H5E_BEGIN_TRY
    {
        h5.fd = fd;
        o.file = phk_h5_create(&h5);
        o.bad = o.file < 0;
        put_attributes(&o, found);
        put_inertia(&o);
        put_nodes(&o);
        put_interface(&o);
        put_drawing(&o);
        put_stress(&o);
        put_loads(&o);
        if (o.bad) phk_h5_reason(reason, sizeof reason);
        phk_h5_close(&h5);
    }
    H5E_END_TRY
    if (h5.error)
        status = phk_disk_error(diag, path, "write the body", h5.error);
    else if (o.bad)
        status = o.arena.exhausted ? phk_error(diag, PH_E_NOMEM, phk_nowhere, NULL, "out of memory")
                                   : phk_error(diag, PH_E_IO, (ph_source){.file = path}, NULL,
                                               "cannot write the body: HDF5 says \"%s\"", reason);
    phk_arena_free(&o.arena);
    const int unsealed = status == PH_OK ? phk_seal_put(fd) : 0;
    if (unsealed) status = phk_disk_error(diag, path, "write the body", unsealed);
    if (status != PH_OK) {
        ph_replacement_drop(&file);
        return status;
    }
    const int error = ph_replacement_place(&file);
    return error ? phk_disk_error(diag, path, "write the body", error) : PH_OK;
}
