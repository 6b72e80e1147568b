/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What must hold for the kernels of every force type of the build, with no code per type: on random
 * parameters, frames and values of expressions
 *   the tangents are the differences of the wrench and of the rates of states, to 1e-8, also by the
 *   reaction of the joint that an element is on;
 *   forces and moments of all markers add up to zero;
 *   the wrench at rest is minus the gradient of the potential;
 *   power = -dV/dt - dissipation, and nothing is dissipated at less than zero.
 */
#include "build_model.h"
#include "math/so3.h"
#include "tyre_example.h"

enum {
    N = 2,
    MARKERS = 4,
    STATES = 4,
    ROWS = 6 * MARKERS + STATES,
    VALUES = 8,
    NUMBERS = 160,
    MEMORY = 4
};

/* A few elements of one type, all that their kernels see. */
typedef struct {
    const ph_force_type *type;
    double numbers[N][4][NUMBERS]; /* what lists of numbers point to */
    union {
        double alignment;
        char bytes[N * 1024];
    } par;
    int values;
    double value[N * VALUES], memory[MEMORY * N], state[STATES * N];
    ph_quat q[N * MARKERS];
    ph_frame frame[N * MARKERS];
    ph_wrench reaction[N];
} batch;

static double between(unsigned long long *seed, double low, double high)
{
    return low + 0.5 * (chance(seed) + 1) * (high - low);
}

static double number(const ph_field *f, unsigned long long *seed)
{
    /* a time that never comes, or a bound that is not there */
    if (isinf(f->init)) return chance(seed) < 0 ? f->init : chance(seed);
    /* what follows from others where it is not given; of two coefficients the larger */
    if (isnan(f->init) && chance(seed) < 0) return f->init;
    if (isnan(f->init) && isinf(f->max)) return 3 + chance(seed);
    if (f->init == 0 && f->min == 0 && !f->flags && chance(seed) < -0.5) return 0;
    if (f->min == f->max) return 2 * chance(seed);
    if (f->min == 0 && !(f->flags & PH_ABOVE) && chance(seed) < 0) return 0;
    return between(seed, f->min + 0.1, isinf(f->max) ? f->min + 2 : f->max - 0.1);
}

/* Six numbers, or a matrix of 36 as A A' + B; B: none, or something that is not symmetric. Of the
 * pressures of a cylinder there are two. */
static ph_numbers numbers(double *at, const ph_field *f, unsigned long long *seed)
{
    if (strcmp(f->name, "pressure") == 0) {
        for (int i = 0; i < 2; i++) at[i] = between(seed, 0.1, 2);
        return (ph_numbers){2, at};
    }
    if (strcmp(f->name, "coefficients") == 0) {
        const phk_tyre t = tyre_of_size_one();
        memcpy(at, &t, sizeof t);
        return (ph_numbers){PHK_TYRE_COUNT, at};
    }
    if (strcmp(f->name, "size") == 0) {
        for (int i = 0; i < 2; i++) at[i] = between(seed, 1, 3);
        return (ph_numbers){2, at};
    }
    bool two = strcmp(f->name, "tube") == 0 || strcmp(f->name, "rectangle") == 0;
    if (two) { /* as often none as two */
        at[0] = between(seed, 1, 2);
        at[1] = between(seed, 0.2, 1);
        return (ph_numbers){chance(seed) < 0 ? 0 : 2, at};
    }
    bool six = strcmp(f->name, "preload") == 0 || strcmp(f->name, "force") == 0 ||
               strcmp(f->name, "rest") == 0;
    if (six || chance(seed) < -0.3) {
        for (int i = 0; i < 6; i++) at[i] = between(seed, 0.1, 2);
        return (ph_numbers){6, at};
    }
    double a[36], lopsided = chance(seed) < 0 ? 0 : 0.1;
    for (int i = 0; i < 36; i++) a[i] = chance(seed);
    for (int i = 0; i < 36; i++) at[i] = 0;
    for (int i = 0; i < 6; i++)
        for (int j = 0; j <= i; j++) {
            for (int k = 0; k < 6; k++) at[6 * i + j] += a[6 * i + k] * a[6 * j + k];
            at[6 * j + i] = at[6 * i + j];
        }
    at[5] += lopsided * chance(seed);
    return (ph_numbers){36, at};
}

/* Marker k of element e, somewhere and in motion. */
static void put_place(batch *b, int e, int k, unsigned long long *seed)
{
    ph_frame *frame = &b->frame[e * b->type->markers + k];
    ph_quat *q = &b->q[e * b->type->markers + k];
    *q = phk_exp(ph_scale(0.8, chance3(seed)));
    *frame = (ph_frame){.R_WM = ph_mat3_from_quat(*q)};
    frame->p = ph_scale(2, chance3(seed));
    frame->v = chance3(seed);
    frame->w = chance3(seed);
}

/* Puts element e on a joint of some type that it can be on. */
static void attach(batch *b, int e, unsigned long long *seed)
{
    const char *hint = NULL;
    void *par = b->par.bytes + (size_t)e * b->type->par_bytes;
    ph_frame *frame = &b->frame[e * b->type->markers];
    b->reaction[e] = (ph_wrench){chance3(seed), chance3(seed)};
    int joint;
    do joint = (int)between(seed, 0, ph_joint_type_count());
    while (b->type->attach(par, ph_joint_type_get(joint), frame, &hint));
}

/* Parameters of element e as the field table allows them. Returns 1 when a place that lends its
 * axes alone was left out. */
static void fill(batch *b, int e, unsigned long long *seed)
{
    char *par = b->par.bytes + (size_t)e * b->type->par_bytes;
    int lists = 0, places = 0, values = 0;
    for (const ph_field *f = b->type->fields; f->name; f++) {
        char *at = par + f->offset;
        if (f->kind == PH_FIELD_NUMBER) {
            double v = number(f, seed);
            memcpy(at, &v, sizeof v);
        } else if (f->kind == PH_FIELD_VEC3) {
            ph_vec3 v = chance3(seed);
            memcpy(at, &v, sizeof v);
        } else if (f->kind == PH_FIELD_WORD) {
            int words = 0, word;
            while (f->words[words]) words++;
            word = (int)between(seed, 0, words);
            memcpy(at, &word, sizeof word);
        } else if (f->kind == PH_FIELD_WORDS) {
            int words = 0, bits;
            while (f->words[words]) words++;
            bits = (int)between(seed, 0, 1 << words);
            memcpy(at, &bits, sizeof bits);
        } else if (f->kind == PH_FIELD_JOINTS) {
            for (int k = 0; k < 2 * f->max; k++) put_place(b, e, places++, seed);
        } else if (f->kind == PH_FIELD_ROWS) {
            static const double hills[20] = {0.1,  0.2, 0.05, -0.1, 0,   0.3,  0.1, 0,    0.1, 0.2,
                                             -0.1, 0,   0.25, 0.1,  0.1, 0.15, 0.2, -0.2, 0,   0.1};
            /* a load over a body is given along its modes */
            if (!b->type->shape) memcpy(at, &(ph_rows){4, 5, hills}, sizeof(ph_rows));
        } else if (f->kind == PH_FIELD_NUMBERS) {
            ph_numbers v = numbers(b->numbers[e][lists++], f, seed);
            memcpy(at, &v, sizeof v);
        } else if (f->kind == PH_FIELD_PLACE) {
            int given = (f->flags & PH_REQUIRED) || chance(seed) < 0;
            ph_place v = {.text = given ? "m" : NULL};
            memcpy(at, &v, sizeof v);
            b->q[e * b->type->markers + places] = ph_quat_identity();
            b->frame[e * b->type->markers + places] =
                (ph_frame){.R_WM = ph_mat3_from_quat(ph_quat_identity())};
            if (given) put_place(b, e, places, seed);
            places++;
        } else if (f->kind == PH_FIELD_EXPR || f->kind == PH_FIELD_EXPR3) {
            for (int i = 0; i < (f->kind == PH_FIELD_EXPR ? 1 : 3); i++) {
                ph_expr v = {.text = "x", .value = e * VALUES + values};
                b->value[e * VALUES + values++] = 3 * chance(seed);
                memcpy(at + (size_t)i * sizeof v, &v, sizeof v);
            }
        }
    }
    while (places < b->type->markers) put_place(b, e, places++, seed);
    b->values = values;
    if (b->type->attach) attach(b, e, seed);
}

static ph_eval eval_of(const batch *b)
{
    return (ph_eval){0.3, b->value, b->type->memory ? b->memory : NULL,
                     b->type->states ? b->state : NULL, b->reaction};
}

static void wrenches(const batch *b, ph_wrench *w)
{
    ph_eval eval = eval_of(b);
    CHECK(b->type->wrench(N, b->par.bytes, &eval, b->frame, w) == PH_OK);
}

static double potential(const batch *b, int e)
{
    double v[N];
    ph_eval eval = eval_of(b);
    b->type->potential(N, b->par.bytes, &eval, b->frame, v);
    return v[e];
}

/* What a difference is taken along: a component of the motion of a marker, a value, a state, a
 * component of the reaction. */
typedef enum { DISPLACEMENT, VELOCITY, VALUE, STATE, REACTION } way;

static void add_component(ph_vec3 *v, int c, double h)
{
    *(c == 0 ? &v->x : c == 1 ? &v->y : &v->z) += h;
}

/* What a state of an element is measured in: its size. */
static double state_size(const batch *b, int e, int k)
{
    double size[STATES] = {1, 1, 1, 1};
    if (b->type->size) b->type->size(b->par.bytes + (size_t)e * b->type->par_bytes, size);
    return size[k];
}

/* Wrenches, then rates of one element. */
static void rows_of(const batch *b, int e, double *row)
{
    ph_wrench w[N * MARKERS];
    double rate[N * STATES];
    wrenches(b, w);
    memcpy(row, &w[e * b->type->markers], (size_t)b->type->markers * sizeof *w);
    if (!b->type->states) return;
    ph_eval eval = eval_of(b);
    CHECK(b->type->rates(N, b->par.bytes, &eval, b->frame, rate) == PH_OK);
    memcpy(row + 6 * b->type->markers, rate + e * b->type->states,
           (size_t)b->type->states * sizeof *rate);
}

static batch moved(const batch *b, int e, way along, int column, double h)
{
    batch m = *b;
    if (along == VALUE) {
        m.value[e * VALUES + column] += h;
        return m;
    }
    if (along == REACTION) {
        (&m.reaction[e].force.x)[column] += h;
        return m;
    }
    if (along == STATE) {
        m.state[e * b->type->states + column] += h * state_size(b, e, column);
        return m;
    }
    int at = e * b->type->markers + column / 6, c = column % 3;
    int turn = column % 6 > 2;
    if (along == VELOCITY) {
        add_component(turn ? &m.frame[at].w : &m.frame[at].v, c, h);
    } else if (!turn) {
        add_component(&m.frame[at].p, c, h);
    } else {
        ph_vec3 axis = {0, 0, 0};
        add_component(&axis, c, h);
        m.q[at] = ph_quat_mul(phk_exp(axis), b->q[at]);
        m.frame[at].R_WM = ph_mat3_from_quat(m.q[at]);
    }
    return m;
}

/* All frames a time dt later. */
static batch later(const batch *b, double dt)
{
    batch m = *b;
    for (int k = 0; k < N * b->type->markers; k++) {
        m.frame[k].p = ph_axpy(b->frame[k].p, dt, b->frame[k].v);
        m.q[k] = ph_quat_mul(phk_exp(ph_scale(dt, b->frame[k].w)), b->q[k]);
        m.frame[k].R_WM = ph_mat3_from_quat(m.q[k]);
    }
    return m;
}

/* Fourth order: 8 (f(h) - f(-h)) - (f(2h) - f(-2h)) over 12 h */
static const double h = 2e-4, offset[4] = {1, -1, 2, -2}, weight[4] = {8, -8, -1, 1};

/* Differences of all rows of element e along one column, with this step; `least` [rows] becomes no
 * less than what rounding does to them. */
static void differences(const batch *b, int e, way along, int column, double step, double *d,
                        double *least)
{
    int rows = 6 * b->type->markers + b->type->states;
    for (int r = 0; r < rows; r++) d[r] = 0;
    for (int k = 0; k < 4; k++) {
        double row[ROWS];
        batch m = moved(b, e, along, column, offset[k] * step);
        rows_of(&m, e, row);
        for (int r = 0; r < rows; r++) {
            d[r] += weight[k] * row[r] / (12 * step);
            least[r] = fmax(least[r], 2e-16 * fabs(row[r]) / step);
        }
    }
}

/* As far as two differences agree with each other; a row of a state is compared in its size. */
static void compare(const batch *b, way along, const double *analytic, int columns)
{
    int wrench = 6 * b->type->markers, rows = wrench + b->type->states;
    for (int e = 0; e < N; e++)
        for (int column = 0; column < columns; column++) {
            double coarse[ROWS], fine[ROWS], least[ROWS] = {0}, size = 1;
            double by = along == STATE ? state_size(b, e, column) : 1;
            differences(b, e, along, column, h, coarse, least);
            differences(b, e, along, column, h / 2, fine, least);
            for (int r = 0; r < wrench; r++) size = fmax(size, fabs(fine[r]));
            for (int r = 0; r < rows; r++) {
                if (r >= wrench) size = fmax(state_size(b, e, r - wrench), fabs(fine[r]));
                CHECK_NEAR(by * analytic[(e * rows + r) * columns + column], fine[r],
                           1e-8 * size + 4 * fabs(fine[r] - coarse[r]) + 2 * least[r]);
            }
        }
}

static void tangents_of(const batch *b)
{
    static double displacement[N * ROWS * ROWS], velocity[N * ROWS * ROWS],
        value[N * ROWS * VALUES], state[N * ROWS * STATES], reaction[N * ROWS * 6];
    ph_tangent t = {displacement, velocity, value, state, reaction};
    memset(displacement, 0, sizeof displacement);
    memset(velocity, 0, sizeof velocity);
    memset(value, 0, sizeof value);
    memset(state, 0, sizeof state);
    memset(reaction, 0, sizeof reaction);
    ph_eval eval = eval_of(b);
    CHECK(b->type->tangent(N, b->par.bytes, &eval, b->frame, &t) == PH_OK);
    compare(b, DISPLACEMENT, displacement, 6 * b->type->markers);
    compare(b, VELOCITY, velocity, 6 * b->type->markers);
    compare(b, VALUE, value, b->values);
    compare(b, STATE, state, b->type->states);
    if (b->type->reacts) compare(b, REACTION, reaction, 6);
}

/* A single marker is pushed from outside; from two on nothing comes from nowhere. */
static void sums_of(const batch *b)
{
    ph_wrench w[N * MARKERS];
    int markers = b->type->markers, loaded = b->type->loaded ? b->type->loaded : markers;
    wrenches(b, w);
    for (int e = 0; e < N; e++) {
        ph_vec3 force = {0, 0, 0}, moment = {0, 0, 0};
        double size = 1;
        for (int k = e * markers; k < (e + 1) * markers; k++) {
            force = ph_add(force, w[k].force);
            moment = ph_add(moment, ph_add(w[k].torque, ph_cross(b->frame[k].p, w[k].force)));
            size += ph_norm(w[k].force) + ph_norm(w[k].torque);
            if (k - e * markers >= loaded)
                CHECK(ph_norm(w[k].force) == 0 && ph_norm(w[k].torque) == 0);
        }
        if (markers < 2) continue;
        CHECK_NEAR(ph_norm(force), 0, 1e-14 * size);
        CHECK_NEAR(ph_norm(moment), 0, 1e-14 * size);
    }
}

/* Types that get their potential from an expression are tested with one that fits. */
static int has_own_potential(const ph_force_type *t)
{
    for (const ph_field *f = t->fields; f->name; f++)
        if (strcmp(f->name, "potential") == 0) return 0;
    return t->potential != NULL;
}

static ph_work_class work_of(const batch *b, int e)
{
    const ph_force_type *t = b->type;
    return t->work ? t->work(b->par.bytes + (size_t)e * t->par_bytes) : PH_WORK_APPLIED;
}

static void gradient_of(const batch *b, int e)
{
    ph_wrench w[N * MARKERS];
    batch rest = *b;
    int markers = b->type->markers;
    for (int k = 0; k < N * markers; k++) rest.frame[k].v = rest.frame[k].w = ph_v3(0, 0, 0);
    wrenches(&rest, w);
    for (int column = 0; column < 6 * markers; column++) {
        double slope = 0;
        for (int k = 0; k < 4; k++) {
            batch m = moved(&rest, e, DISPLACEMENT, column, offset[k] * h);
            slope += weight[k] * potential(&m, e) / (12 * h);
        }
        double load = (&w[e * markers].force.x)[column];
        CHECK_NEAR(load, -slope, 1e-8 * (1 + fabs(load)));
    }
}

static void power_of(const batch *b, int e)
{
    ph_wrench w[N * MARKERS];
    double rate = 0, power = 0, lost[N] = {0};
    ph_eval eval = eval_of(b);
    wrenches(b, w);
    for (int k = e * b->type->markers; k < (e + 1) * b->type->markers; k++)
        power += ph_dot(w[k].force, b->frame[k].v) + ph_dot(w[k].torque, b->frame[k].w);
    for (int k = 0; b->type->potential && k < 4; k++) {
        batch m = later(b, offset[k] * h);
        rate += weight[k] * potential(&m, e) / (12 * h);
    }
    if (b->type->dissipation) b->type->dissipation(N, b->par.bytes, &eval, b->frame, lost);
    CHECK_NEAR(power, -rate - lost[e], 1e-8 * (1 + fabs(power) + fabs(rate)));
    CHECK(lost[e] >= 0 || b->type->states); /* states may store and give back */
}

static void kernels_of(const ph_force_type *type)
{
    static batch b;
    int conservative = 0;
    CHECK(type->tangent != NULL && type->markers <= MARKERS);
    for (unsigned long long seed = 1; seed <= 60; seed++) {
        unsigned long long s = 977 * seed;
        memset(&b, 0, sizeof b);
        b.type = type;
        for (int e = 0; e < N; e++) {
            const char *hint, *wrong = "";
            /* what is given may contradict itself: a rod thicker than its bore */
            for (int tries = 0; wrong && tries < 2000; tries++) {
                fill(&b, e, &s);
                void *par = b.par.bytes + (size_t)e * type->par_bytes;
                wrong = type->check ? type->check(par, &hint) : NULL;
            }
            CHECK(wrong == NULL);
        }
        CHECK(type->memory <= MEMORY && (type->memory > 0) == (type->remember != NULL));
        if (type->remember) {
            ph_eval start = {.t = 0.3, .value = b.value, .reaction = b.reaction};
            type->remember(N, b.par.bytes, &start, b.frame, b.memory);
        }
        CHECK(type->states <= STATES && (type->states > 0) == (type->rates != NULL));
        for (int k = 0; k < N * type->states; k++)
            b.state[k] = between(&s, 0.3, 1.2) * state_size(&b, k / type->states, k % type->states);
        tangents_of(&b);
        sums_of(&b);
        bool stores = has_own_potential(type), loses = !type->potential && type->dissipation;
        for (int e = 0; (stores || loses) && e < N; e++) {
            if (work_of(&b, e) != PH_WORK_CONSERVATIVE) continue;
            if (stores) gradient_of(&b, e);
            power_of(&b, e);
            conservative++;
        }
    }
    CHECK(!has_own_potential(type) || conservative > 10);
}

int main(void)
{
    for (int i = 0; i < ph_force_type_count(); i++)
        if (ph_force_type_get(i)->wrench) {
            int failed = harness_failed;
            kernels_of(ph_force_type_get(i));
            if (harness_failed > failed) printf("in %s\n", ph_force_type_get(i)->name);
        }
    return TEST_RESULT();
}
