/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The k-th allocation fails, for every k, while matrices are ordered, factored and ranked, and
 * while a mechanism is assembled: PH_E_NOMEM, no crash, no leak. KLU's allocations count too. And
 * once a matrix is factored, neither refactoring nor solving allocates.
 */
#include "compiled.h"
#include "linalg/factor.h"
#include "linalg/rank.h"
#include "mech/assemble/assemble.h"
#include "own_malloc.h"

#if OWN_MALLOC
/* A ring of 12 nodes of three unknowns, with a row between each two, so that loops close. */
enum { NODES = 12, N = 4 * NODES };

static double value_of(int r, int c, double shift)
{
    if (r == c && r < 3 * NODES) return 2 + 0.1 * (r % 5);
    if (r < 3 * NODES && c < 3 * NODES) return 0.1;
    int low = r < c ? r : c, high = r < c ? c : r;
    return high == low ? 0 : sin(1 + 3.7 * low + 0.3 * high + shift);
}

static ph_status matrices(bool spoil)
{
    int node[N];
    phk_pattern p = {0};
    phk_factor *f = NULL;
    double *value = NULL, x[N];
    phk_collector *c = phk_collector_create(N);
    if (!c) return PH_E_NOMEM;
    for (int b = 0; b < NODES; b++) {
        int row = 3 * NODES + b, next = (b + 1) % NODES;
        phk_collect_block(c, 3 * b, 3, 3 * b, 3);
        phk_collect_block(c, row, 1, 3 * b, 3);
        phk_collect_block(c, row, 1, 3 * next, 3);
        phk_collect_block(c, 3 * b, 3, row, 1);
        phk_collect_block(c, 3 * next, 3, row, 1);
        for (int i = 0; i < 3; i++) node[3 * b + i] = spoil ? 3 * b + i : b;
        node[row] = spoil ? row : -1;
    }
    ph_status status = phk_collector_finish(c, &p);
    phk_collector_free(c);
    if (!status) status = phk_factor_create(&p, node, &f);
    if (!status && !(value = malloc((size_t)p.entries * sizeof *value))) status = PH_E_NOMEM;
    for (int round = 0; round < 3 && !status; round++) {
        for (int r = 0; r < N; r++)
            for (int k = p.row_start[r]; k < p.row_start[r + 1]; k++)
                value[k] = value_of(r, p.column[k], 1e-3 * round);
        long before = taken;
        status = phk_factor_make(f, value);
        for (int k = 0; k < N; k++) x[k] = 1;
        if (!status) phk_factor_solve(f, x);
        if (!status && round) CHECK(taken == before);
        if (!status) CHECK(isfinite(x[0]));
    }
    free(value);
    phk_factor_free(f);
    phk_pattern_free(&p);
    return status;
}

static ph_status whole_matrices(void)
{
    return matrices(false);
}

static ph_status spoilt_matrices(void)
{
    return matrices(true);
}

/* Rows that repeat each other, in an order of elimination that is not theirs. */
static ph_status ranks(void)
{
    enum { ROWS = 30 };
    int start[ROWS + 1], column[3 * ROWS], rank, *with_start, *with;
    double value[3 * ROWS];
    bool dependent[ROWS];
    for (int r = 0; r < ROWS; r++) {
        start[r] = 3 * r;
        for (int i = 0; i < 3; i++) {
            column[3 * r + i] = (r % 15 + 2 * i) % 17;
            value[3 * r + i] = sin(1 + r % 15 + 0.7 * i);
        }
    }
    start[ROWS] = 3 * ROWS;
    ph_status status =
        phk_rank_rows(ROWS, 17, start, column, value, 1e-9, dependent, &rank, &with_start, &with);
    if (status) {
        CHECK(!with_start && !with);
        return status;
    }
    CHECK(rank == 15 && dependent[20] && !dependent[10]);
    CHECK(with_start[21] - with_start[20] == 1 && with[with_start[20]] == 5);
    free(with_start);
    free(with);
    return PH_OK;
}

/* ---- a mechanism ---- */

static ph_model *model;

static void add_joint(const char *name, const char *a, const char *b, ph_vec3 at)
{
    ph_text between[2] = {{.text = a}, {.text = b}};
    ph_joint_def def = ph_default_joint();
    def.between = (ph_names){2, between};
    def.at = at;
    def.axis = ph_v3(0, 0, 1);
    /* as the motion wants it */
    if (strcmp(name, "a") == 0) def.initial[3] = 1;
    for (int k = 0; k < ph_joint_type_count(); k++)
        if (strcmp(ph_joint_type_get(k)->name, "revolute") == 0)
            CHECK(ph_model_add_joint(model, name, ph_joint_type_get(k), &def, NULL) == PH_OK);
}

static void add_body(const char *name, ph_vec3 position)
{
    ph_body_def b = ph_default_body();
    b.mass = 1;
    b.inertia = (ph_sym3){1, 1.1, 1.2, 0, 0, 0};
    b.position = position;
    b.omega = ph_v3(0, 0, 1);
    CHECK(ph_model_add_body(model, name, &b) == PH_OK);
}

static void add_motion(const char *name, const char *joint, const char *law)
{
    ph_motion_def def = ph_default_motion();
    def.joint.text = joint;
    def.displacement = (ph_expr){.text = law};
    CHECK(ph_model_add_motion(model, name, &def) == PH_OK);
}

/* A driven four-bar, with redundant rows; wrong: driven twice. */
static void make_model(bool wrong)
{
    model = ph_model_create();
    add_body("crank", ph_v3(0, 0.5, 0));
    add_body("coupler", ph_v3(1, 1.25, 0));
    add_body("rocker", ph_v3(2, 0.75, 0));
    add_joint("a", "ground", "crank", ph_v3(0, 0, 0));
    add_joint("b", "crank", "coupler", ph_v3(0, 1, 0));
    add_joint("c", "coupler", "rocker", ph_v3(2, 1.5, 0));
    add_joint("d", "rocker", "ground", ph_v3(2.2, 0, 0));
    add_motion("drive", "a", "0.1 + time");
    if (wrong) add_motion("second", "a", "2*time");
}

static ph_status assembly(void)
{
    phk_system *system = NULL;
    phk_mechanism *mechanism = NULL;
    phk_assembly *a = NULL;
    ph_diag *diag = ph_diag_create();
    ph_status status = diag ? compile_system(model, diag, &system) : PH_E_NOMEM;
    if (!status) status = phk_mechanism_create(system, diag, &mechanism);
    if (!status) status = phk_assemble(system, mechanism, 0, NULL, diag, &a);
    CHECK((status == PH_OK) == (a != NULL));
    if (a) CHECK(a->redundants == 3 && a->freedom == 0);
    phk_assembly_free(a);
    phk_mechanism_free(mechanism);
    compiled_free(system);
    ph_diag_free(diag);
    return status;
}

static void try_all(const char *what, ph_status (*run)(void), ph_status normal)
{
    long k = 0;
    for (bool harmed = true; harmed && k < 100000; k++) {
        long before = live;
        countdown = k + 1;
        ph_status status = run();
        harmed = countdown < 0;
        countdown = -1;
        if (harmed && status != normal) CHECK(status == PH_E_NOMEM);
        if (!harmed) CHECK(status == normal);
        CHECK(live == before);
    }
    printf("%s: %ld allocations\n", what, k - 1);
    CHECK(k > 10 && k < 100000);
}

int main(void)
{
    try_all("matrices", whole_matrices, PH_OK);
    try_all("matrices in a bad order", spoilt_matrices, PH_OK);
    try_all("rank", ranks, PH_OK);
    make_model(false);
    try_all("assembly", assembly, PH_OK);
    ph_model_free(model);
    make_model(true);
    try_all("contradiction", assembly, PH_E_MODEL);
    ph_model_free(model);
    return TEST_RESULT();
}
#endif
