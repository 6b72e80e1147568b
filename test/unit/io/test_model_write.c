/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Models written and read again: every field of every object is the same to the last bit, and so
 * is what a run gives.
 */
#include <dirent.h>
#include <polhode/polhode.h>
#include <unistd.h>
#include "harness.h"
#include "io/yaml/write.h"
#include "mech/model/model.h"

static char folder[] = "/tmp/polhode-write-XXXXXX", path[200];
static const char *what; /* for messages */
static int ran;

static void differs(const char *kind, const char *name, const char *field)
{
    harness_failed++;
    printf("%s: %s `%s`: `%s` is not what was written\n", what, kind, name, field);
}

static int same_text(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

/* Ground may be named or not. */
static int same_place(const ph_place *a, const ph_place *b)
{
    return same_text(a->text ? a->text : "ground", b->text ? b->text : "ground");
}

static int same_bytes(const void *a, const void *b, size_t size)
{
    return size == 0 || memcmp(a, b, size) == 0;
}

static int same_field(const ph_field *f, const char *a, const char *b)
{
    const ph_numbers *na = (const void *)a, *nb = (const void *)b;
    const ph_rows *ra = (const void *)a, *rb = (const void *)b;
    const ph_names *la = (const void *)a, *lb = (const void *)b;
    switch (f->kind) {
    case PH_FIELD_NUMBER:
        return same_bytes(a, b, sizeof(double));
    case PH_FIELD_INTEGER:
    case PH_FIELD_WORD:
    case PH_FIELD_WORDS:
        return same_bytes(a, b, sizeof(int));
    case PH_FIELD_VEC3:
        return same_bytes(a, b, sizeof(ph_vec3));
    case PH_FIELD_INERTIA:
        return same_bytes(a, b, sizeof(ph_sym3));
    case PH_FIELD_ORIENTATION:
        return same_bytes(a, b, sizeof(ph_quat));
    case PH_FIELD_PLACE:
        return same_place((const void *)a, (const void *)b);
    case PH_FIELD_TEXT:
    case PH_FIELD_CURVE:
    case PH_FIELD_EXPR:
        return same_text(*(const char *const *)(const void *)a,
                         *(const char *const *)(const void *)b);
    case PH_FIELD_EXPR3:
        for (int i = 0; i < 3; i++)
            if (!same_text(((const ph_expr *)(const void *)a)[i].text,
                           ((const ph_expr *)(const void *)b)[i].text))
                return 0;
        return 1;
    case PH_FIELD_NUMBERS:
        return na->count == nb->count &&
               same_bytes(na->value, nb->value, (size_t)na->count * sizeof *na->value);
    case PH_FIELD_ROWS:
        return ra->count == rb->count && ra->width == rb->width &&
               same_bytes(ra->value, rb->value,
                          (size_t)ra->count * (size_t)ra->width * sizeof *ra->value);
    case PH_FIELD_NAMES:
    case PH_FIELD_JOINTS: /* which begin with their names */
        for (int i = 0; i < la->count && la->count == lb->count; i++)
            if (!same_text(la->name[i].text, lb->name[i].text)) return 0;
        return la->count == lb->count;
    case PH_FIELD_GROUP:
        for (const ph_field *g = f->group; g->name; g++)
            if (!same_field(g, a + g->offset, b + g->offset)) return 0;
        return 1;
    }
    return 0;
}

static void compare(const char *kind, const char *name, const ph_field *fields, const void *a,
                    const void *b)
{
    for (const ph_field *f = fields; f->name; f++) {
        /* tables hold their points, meshes are found from the new place */
        if (strcmp(f->name, "file") == 0) continue;
        if (same_field(f, (const char *)a + f->offset, (const char *)b + f->offset))
            harness_passed++;
        else
            differs(kind, name, f->name);
    }
}

/* What the field tables of all kinds say. */
static void compare_objects(const ph_model *a, const ph_model *b)
{
    for (int k = 0; k < ph_kind_count(); k++) {
        const ph_kind *kind = ph_kind_get(k);
        for (int i = 0; i < ph_model_count(a, kind->word); i++) {
            const void *p = ph_model_get(a, kind->word, i), *q = ph_model_get(b, kind->word, i);
            const char *name = ph_model_name(a, kind->word, i);
            if (p && q) compare(kind->word, name ? name : "", kind->fields, p, q);
        }
    }
}

static void compare_elements(const ph_model *a, const ph_model *b)
{
    for (int i = 0; i < ph_model_joints(a); i++) {
        const phk_joint *p = &phk_joints(a)[i], *q = &phk_joints(b)[i];
        const char *name = a->list[PHK_KIND_JOINT].name[i];
        if (p->type != q->type || !same_text(p->equation.text, q->equation.text))
            differs("joint", name, "type");
        else if (p->type && p->type->fields)
            compare("joint", name, p->type->fields, p->par, q->par);
    }
    for (int i = 0; i < ph_model_forces(a); i++) {
        const phk_force *p = &phk_forces(a)[i], *q = &phk_forces(b)[i];
        const char *name = a->list[PHK_KIND_FORCE].name[i];
        if (p->type != q->type)
            differs("force", name, "type");
        else
            compare("force", name, p->type->fields, p->par, q->par);
    }
}

static void compare_requests(const ph_model *a, const ph_model *b)
{
    for (int i = 0; i < ph_model_requests(a); i++) {
        const ph_request_def *p = &phk_requests(a)[i], *q = &phk_requests(b)[i];
        const char *name = a->list[PHK_KIND_REQUEST].name[i];
        CHECK(p->count == q->count);
        for (int k = 0; k < p->count && p->count == q->count; k++) {
            compare("request", name, phk_request_column_fields, &p->column[k], &q->column[k]);
            CHECK_TEXT(q->column[k].name.text, p->column[k].name.text);
        }
    }
}

static int same_lists(const phk_list *a, const phk_list *b)
{
    for (int i = 0; i < a->count && a->count == b->count; i++)
        if (!same_text(a->name[i], b->name[i])) return 0;
    return a->count == b->count;
}

static void compare_models(const ph_model *a, const ph_model *b)
{
    for (phk_kind k = 0; k < PHK_KINDS; k++) {
        CHECK(same_lists(&a->list[k], &b->list[k]));
        if (a->list[k].count != b->list[k].count) return;
    }
    CHECK_TEXT(b->title, a->title);
    CHECK(same_bytes(&a->gravity, &b->gravity, sizeof a->gravity));
    CHECK(same_lists(&a->output, &b->output));
    compare_objects(a, b);
    compare_elements(a, b);
    compare_requests(a, b);
    compare("options", "simulate", phk_options_fields, &a->options, &b->options);
}

static void show(const ph_diag *diag)
{
    char text[2000];
    for (int i = 0; i < ph_diag_count(diag); i++) {
        ph_diagnostic_format(ph_diag_get(diag, i), text, sizeof text);
        printf("%s\n", text);
    }
}

static ph_model *load(const char *file)
{
    ph_diag *diag = ph_diag_create();
    ph_model *model = NULL;
    if (ph_model_load(file, NULL, 0, diag, &model) != PH_OK) {
        harness_failed++;
        show(diag);
    }
    ph_diag_free(diag);
    return model;
}

static ph_model *again(const ph_model *model)
{
    ph_diag *diag = ph_diag_create();
    CHECK(ph_model_save(model, path, diag) == PH_OK);
    if (ph_diag_errors(diag)) show(diag);
    ph_diag_free(diag);
    return load(path);
}

/* ---- runs ---- */

typedef struct {
    double *value;
    size_t count, size;
    int ticks;
} rows;

/* So many ticks are enough to tell two models apart, and of a large machine many. */
enum { TICKS = 60 };

static ph_status keep_row(void *user, const double *row, size_t width)
{
    rows *r = user;
    if (r->count + width > r->size) {
        r->size = 2 * (r->count + width);
        double *larger = realloc(r->value, r->size * sizeof *larger);
        if (!larger) return PH_E_NOMEM;
        r->value = larger;
    }
    memcpy(r->value + r->count, row, width * sizeof *row);
    r->count += width;
    return PH_OK;
}

static ph_status tick(void *user, const ph_sim *sim)
{
    (void)sim;
    return ++((rows *)user)->ticks < TICKS ? PH_OK : PH_STOPPED;
}

/* The beginning of a run. Some of the models are for reading only, and do not run. */
static rows run(const ph_model *model, ph_status *status)
{
    rows r = {0};
    ph_sim *sim = NULL;
    ph_options o = *ph_model_options(model);
    if (isnan(o.end)) o.end = o.start + 1; /* a deck says no end */
    double span = o.end - o.start;
    o.end = o.start + (o.step > 0 ? fmin(span, 50 * o.step) : span / 20);
    o.every = 0;
    o.rows = 200;
    ph_run_hooks hooks = {&r, keep_row, tick};
    *status = ph_sim_create(model, &o, NULL, &sim);
    if (!*status) *status = ph_sim_run(sim, &hooks, NULL);
    ph_sim_free(sim);
    return r;
}

static void compare_runs(const ph_model *a, const ph_model *b)
{
    ph_status first, second;
    rows p = run(a, &first), q = run(b, &second);
    CHECK(first == second);
    ran += first >= PH_OK && p.count > 0;
    CHECK(p.count == q.count && same_bytes(p.value, q.value, p.count * sizeof(double)));
    free(p.value);
    free(q.value);
}

static void round_trip(const char *file)
{
    what = file;
    int before = harness_failed;
    ph_model *a = load(file), *b = a ? again(a) : NULL;
    if (a && b) compare_models(a, b);
    if (a && b) compare_runs(a, b);
    if (harness_failed > before) printf("failed: %s\n", file);
    ph_model_free(a);
    ph_model_free(b);
}

/* All files of a folder with that ending. */
static int round_trips(const char *directory, const char *ending)
{
    char file[600];
    int count = 0;
    struct dirent *e;
    DIR *d = opendir(directory);
    while (d && (e = readdir(d))) {
        size_t n = strlen(e->d_name), k = strlen(ending);
        if (n < k || strcmp(e->d_name + n - k, ending) != 0) continue;
        snprintf(file, sizeof file, "%s/%s", directory, e->d_name);
        round_trip(file);
        count++;
    }
    if (d) closedir(d);
    return count;
}

/* Decks become model files that run to the same bits. */
static void test_decks(void)
{
    char place[600];
    const char *reference = getenv("POLHODE_REFERENCE");
    int before = ran, decks = round_trips("models/adams", ".adm");
    CHECK(decks > 3);
    round_trip("models/adams/four-bar-coast.acf");
    decks++;
    static const char *const shared[] = {"cylindrical",    "distance",  "prismatic",
                                         "revolute",       "spherical", "spring",
                                         "torsion_spring", "universal", NULL};
    for (int i = 0; reference && shared[i]; i++) {
        snprintf(place, sizeof place, "%s/adams/%s", reference, shared[i]);
        decks += round_trips(place, ".adm");
    }
    CHECK(ran == before + decks);
}

/* ---- numbers and texts ---- */

static const char *number(double value)
{
    static char text[60];
    phk_out out = {0};
    phk_put_number(&out, value);
    snprintf(text, sizeof text, "%.*s", (int)out.used, out.text);
    phk_out_free(&out);
    return text;
}

static void test_numbers(void)
{
    CHECK_TEXT(number(0), "0");
    CHECK_TEXT(number(-0.0), "-0");
    CHECK_TEXT(number(0.1), "0.1");
    CHECK_TEXT(number(-9.81), "-9.81");
    CHECK_TEXT(number(1.0 / 3), "0.3333333333333333");
    CHECK_TEXT(number(0.1 + 0.2), "0.30000000000000004");
    CHECK_TEXT(number(1e-7), "1e-7");
    CHECK_TEXT(number(2.1e11), "2.1e11");
    CHECK_TEXT(number(1000), "1000");
    CHECK_TEXT(number(1e300), "1e300");
    CHECK_TEXT(number(-1.5e-300), "-1.5e-300");
    CHECK_TEXT(number(5e-324), "5e-324");
    CHECK_TEXT(number(1.7976931348623157e308), "1.7976931348623157e308");
    unsigned long long seed = 1;
    for (int i = 0; i < 100000; i++) {
        double value;
        seed = seed * 6364136223846793005ull + 1442695040888963407ull;
        memcpy(&value, &seed, sizeof value);
        if (!isfinite(value)) continue;
        double back = strtod(number(value), NULL);
        if (memcmp(&back, &value, sizeof value) != 0) CHECK_NEAR(back, value, 0);
    }
}

static const char *scalar(const char *value)
{
    static char text[200];
    phk_out out = {0};
    phk_put_scalar(&out, value);
    snprintf(text, sizeof text, "%.*s", (int)out.used, out.text);
    phk_out_free(&out);
    return text;
}

static void test_scalars(void)
{
    CHECK_TEXT(scalar("a.pos.x*2 - 1"), "a.pos.x*2 - 1");
    CHECK_TEXT(scalar("step(time, 0, 0, 1, 1)"), "\"step(time, 0, 0, 1, 1)\"");
    CHECK_TEXT(scalar("-x"), "-x");
    CHECK_TEXT(scalar("- x"), "\"- x\"");
    CHECK_TEXT(scalar("null"), "\"null\"");
    CHECK_TEXT(scalar(""), "\"\"");
    CHECK_TEXT(scalar("a: b"), "\"a: b\"");
    CHECK_TEXT(scalar("say \"so\"\\\n"), "\"say \\\"so\\\"\\\\\\n\"");
    CHECK_TEXT(scalar("\xc3\xa4 \xe4"), "\"\xc3\xa4 \\xe4\"");
}

/* ---- models from C ---- */

static void test_from_c(void)
{
    what = "a model from C";
    ph_model *m = ph_model_create();
    ph_body_def body = ph_default_body();
    body.mass = 2;
    body.inertia = (ph_sym3){1, 1.5, 2, 0.1, 0, -0.0};
    body.orientation = ph_quat_make(0.6, 0, 0.8, 0);
    body.velocity = ph_v3(1, 0, 0.1);
    body.exact = PH_EXACT_POSITION | PH_EXACT_OMEGA;
    CHECK(ph_model_add_body(m, "arm", &body) == PH_OK);
    CHECK(ph_model_set_title(m, "with \"quotes\", a: colon\nand two lines") == PH_OK);
    ph_marker_def marker = ph_default_marker();
    marker.on.text = "arm";
    CHECK(ph_model_add_marker(m, "null", &marker) == PH_OK);
    /* values a joint between markers does not look at must not get into the file */
    ph_joint_def joint = ph_default_joint();
    ph_text sides[] = {{.text = "ground"}, {.text = "null"}};
    joint.between = (ph_names){2, sides};
    const ph_joint_type *revolute = NULL, *universal = NULL;
    for (int i = 0; i < ph_joint_type_count(); i++) {
        if (strcmp(ph_joint_type_get(i)->name, "revolute") == 0) revolute = ph_joint_type_get(i);
        if (strcmp(ph_joint_type_get(i)->name, "universal") == 0) universal = ph_joint_type_get(i);
    }
    CHECK(ph_model_add_joint(m, "pin", revolute, &joint, NULL) == PH_OK);
    CHECK(ph_model_add_body(m, "forearm", &body) == PH_OK);
    static char name[3000];
    memset(name, 'n', sizeof name - 1);
    CHECK(ph_model_add_marker(m, name, &marker) == PH_OK);
    name[0] = 'p';
    CHECK(ph_model_add_parameter(m, name, 1) == PH_OK);
    sides[0].text = "arm";
    sides[1].text = "forearm";
    joint.axis = ph_v3(0, 0, 2);
    CHECK(ph_model_add_joint(m, "cross", universal, &joint, NULL) == PH_OK);
    ph_options o = ph_default_options();
    o.end = 0.01;
    o.tolerance = 1e-6;
    CHECK(ph_model_set_options(m, &o) == PH_OK);
    ph_model *b = again(m);
    if (b) compare_models(m, b);
    int before = ran;
    if (b) compare_runs(m, b);
    CHECK(ran == before + 1);
    ph_model_free(b);
    ph_model_free(m);
}

static ph_status pull(void *user, double t, const ph_frame *on, ph_wrench *wrench)
{
    (void)user, (void)t, (void)on, (void)wrench;
    return PH_OK;
}

/* What no file can hold is refused, and an older file stays. */
static void test_refused(void)
{
    ph_diag *diag = ph_diag_create();
    ph_model *m = ph_model_create();
    ph_body_def body = ph_default_body();
    body.mass = 1;
    body.inertia = (ph_sym3){1, 1, 1, 0, 0, 0};
    CHECK(ph_model_add_body(m, "b", &body) == PH_OK);
    CHECK(ph_model_save(m, path, diag) == PH_OK);
    CHECK(ph_model_add_force_function(m, "law", "b", pull, NULL) == PH_OK);
    body.omega.x = NAN;
    CHECK(ph_model_add_body(m, "c", &body) == PH_OK);
    CHECK(ph_model_save(m, path, diag) == PH_E_UNSUPPORTED);
    CHECK(ph_diag_errors(diag) == 2);
    CHECK(strstr(ph_diag_get(diag, 0)->message, "body `c`") != NULL);
    CHECK(strstr(ph_diag_get(diag, 1)->message, "force `law`") != NULL);
    ph_model *old = load(path);
    CHECK(old && ph_model_bodies(old) == 1 && ph_model_forces(old) == 0);
    CHECK(ph_model_save(old, "/nowhere/at/all.yaml", diag) == PH_E_IO);
    CHECK(ph_model_save(old, folder, diag) == PH_E_IO);
    ph_model_free(old);
    ph_model_free(m);
    ph_diag_free(diag);
}

/* Lines stay short where they can be. */
static void test_layout(void)
{
    what = "models/four-bar.yaml";
    ph_model *m = load(what), *b = m ? again(m) : NULL;
    FILE *f = fopen(path, "r");
    char line[1000];
    int lines = 0, longest = 0;
    while (f && fgets(line, sizeof line, f)) {
        lines++;
        if ((int)strlen(line) - 1 > longest) longest = (int)strlen(line) - 1;
    }
    if (f) fclose(f);
    CHECK(lines > 10 && longest <= 100);
    ph_model_free(m);
    ph_model_free(b);
}

int main(void)
{
    if (!mkdtemp(folder)) return 1;
    snprintf(path, sizeof path, "%s/model.yaml", folder);
    test_numbers();
    test_scalars();
    CHECK(round_trips("models", ".yaml") > 5);
    CHECK(round_trips("models/papers", ".yaml") > 5);
    CHECK(round_trips("test/data/good", ".yaml") > 2);
    CHECK(ran > 20);
    test_decks();
    test_from_c();
    test_refused();
    test_layout();
    unlink(path);
    CHECK(rmdir(folder) == 0); /* no temporary file is left */
    return TEST_RESULT();
}
