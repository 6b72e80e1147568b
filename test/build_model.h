/* SPDX-License-Identifier: BSD-3-Clause
 *
 * build_model.h -- models from C in a few lines, for tests: force parameters are filled by the
 * keys of the type's field table, as a reader of files would do it.
 */
#ifndef BUILD_MODEL_H
#define BUILD_MODEL_H

#include <polhode/polhode.h>
#include "harness.h"

typedef struct {
    const ph_force_type *type;
    union {
        double alignment;
        char bytes[1024];
    } par;
} force_par;

static inline const ph_force_type *force_type(const char *name)
{
    return ph_force_type_find(name);
}

/* Parameters with their defaults. */
static inline force_par force_begin(const char *type)
{
    force_par f = {.type = force_type(type)};
    for (const ph_field *k = f.type->fields; k->name; k++)
        if (k->kind == PH_FIELD_NUMBER) memcpy(f.par.bytes + k->offset, &k->init, sizeof k->init);
    return f;
}

/* Writes a value at a key; by copying, for the bytes have no type of their own. */
static inline void force_put(force_par *f, const char *key, int index, const void *value,
                             size_t size)
{
    const ph_field *k = f->type->fields;
    while (k->name && strcmp(k->name, key) != 0) k++;
    if (!k->name) printf("no field %s in %s\n", key, f->type->name), exit(1);
    memcpy(f->par.bytes + k->offset + (size_t)index * size, value, size);
}

static inline void force_place(force_par *f, const char *key, const char *place)
{
    force_put(f, key, 0, &(ph_place){.text = place}, sizeof(ph_place));
}
static inline void force_number(force_par *f, const char *key, double value)
{
    force_put(f, key, 0, &value, sizeof value);
}
static inline void force_word(force_par *f, const char *key, int value)
{
    force_put(f, key, 0, &value, sizeof value);
}
static inline void force_vec3(force_par *f, const char *key, ph_vec3 value)
{
    force_put(f, key, 0, &value, sizeof value);
}
static inline void force_expr(force_par *f, const char *key, int component, const char *text)
{
    force_put(f, key, component, &(ph_expr){.text = text, .value = -1}, sizeof(ph_expr));
}
static inline ph_status force_add(ph_model *model, const char *name, const force_par *f)
{
    return ph_model_add_force(model, name, f->type, f->par.bytes, (ph_source){0});
}

/* A force or torque by three expressions on a place. reaction NULL: ground; own: in its axes. */
static inline force_par force_make(const char *type, const char *on, const char *reaction, int own,
                                   const char *x, const char *y, const char *z)
{
    force_par f = force_begin(type);
    force_place(&f, "on", on);
    force_place(&f, "reaction", reaction);
    force_word(&f, "axes", own);
    force_expr(&f, type, 0, x);
    force_expr(&f, type, 1, y);
    force_expr(&f, type, 2, z);
    return f;
}

/* A joint type, which must be there. */
static inline const ph_joint_type *joint_type(const char *name)
{
    for (int i = 0; i < ph_joint_type_count(); i++)
        if (strcmp(ph_joint_type_get(i)->name, name) == 0) return ph_joint_type_get(i);
    printf("no joint type %s\n", name), exit(1);
}

/* A joint between two places; axis: its own, where it has one. */
static inline void joint_add(ph_model *model, const char *name, const char *type, const char *a,
                             const char *b, ph_vec3 at, ph_vec3 axis)
{
    const ph_text sides[] = {{.text = a}, {.text = b}};
    ph_joint_def def = ph_default_joint();
    def.between = (ph_names){2, sides};
    def.at = at;
    def.axis = axis;
    CHECK(ph_model_add_joint(model, name, joint_type(type), &def, NULL) == PH_OK);
}

/* A motion of a joint by its displacement. */
static inline void motion_add(ph_model *model, const char *name, const char *joint, const char *law)
{
    ph_motion_def def = ph_default_motion();
    def.joint.text = joint;
    def.displacement = (ph_expr){.text = law};
    CHECK(ph_model_add_motion(model, name, &def) == PH_OK);
}

static inline ph_status add_variable(ph_model *model, const char *name, const char *text)
{
    return ph_model_add_variable(model, name, &(ph_expr){.text = text});
}

static inline ph_options options_of(const char *integrator, double step, double end)
{
    ph_options o = ph_default_options();
    o.integrator.text = integrator;
    o.step = step;
    o.end = end;
    return o;
}

static inline void show_diag(const ph_diag *diag)
{
    for (int i = 0; i < ph_diag_count(diag); i++) {
        char text[2000];
        ph_diagnostic_format(ph_diag_get(diag, i), text, sizeof text);
        printf("%s", text);
    }
}

/* The model of a file, which must be right. */
static inline ph_model *must_load(const char *path)
{
    ph_model *model = NULL;
    ph_diag *diag = ph_diag_create();
    if (ph_model_load(path, NULL, 0, diag, &model) != PH_OK) show_diag(diag), exit(1);
    ph_diag_free(diag);
    return model;
}

/* A simulation that must come about; ends the program when it does not. */
static inline ph_sim *must_create(const ph_model *model, const ph_options *o)
{
    ph_sim *sim = NULL;
    ph_diag *diag = ph_diag_create();
    if (ph_sim_create(model, o, diag, &sim) != PH_OK) {
        show_diag(diag);
        exit(1);
    }
    ph_diag_free(diag);
    return sim;
}

/* Index in a row of OBJECT.QUANTITY.COMPONENT; object NULL: GROUP.QUANTITY. -1: none. */
static inline int column_of(const ph_sim *sim, const char *object, const char *quantity,
                            int component)
{
    int at = 1;
    for (int k = 0; k < ph_sim_blocks(sim); k++) {
        const ph_block *b = ph_sim_block(sim, k);
        for (int i = 0; i < b->objects; i++)
            if (strcmp(b->quantity, quantity) == 0 &&
                strcmp(b->object ? b->object[i] : b->group, object) == 0)
                return at + i * b->width + component;
        at += b->objects * b->width;
    }
    return -1;
}

/* The value of a column now. */
static inline double value_now(ph_sim *sim, const char *object, const char *quantity, int component)
{
    double *row = calloc(ph_sim_row_width(sim), sizeof *row);
    int column = column_of(sim, object, quantity, component);
    CHECK(column > 0 && ph_sim_row(sim, row, NULL) == PH_OK);
    double found = column > 0 ? row[column] : NAN;
    free(row);
    return found;
}

/* Numbers in [-1, 1), always the same ones. */
static inline double chance(unsigned long long *seed)
{
    *seed = *seed * 6364136223846793005ull + 1442695040888963407ull;
    return (double)(*seed >> 11) / 4503599627370496.0 - 1;
}
static inline ph_vec3 chance3(unsigned long long *seed)
{
    double x = chance(seed), y = chance(seed);
    return ph_v3(x, y, chance(seed));
}
static inline ph_quat chance4(unsigned long long *seed)
{
    ph_vec3 v = chance3(seed);
    ph_quat q = ph_quat_make(chance(seed), v.x, v.y, v.z);
    double n = ph_quat_norm(q);
    return ph_quat_make(q.w / n, q.x / n, q.y / n, q.z / n);
}

#endif
