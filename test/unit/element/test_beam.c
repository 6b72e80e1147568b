/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Beams and fields: the matrix of beam theory, a cantilever, sections, damping, and decks.
 */
#include "build_model.h"
#include "math/so3.h"

static ph_frame at(double x, double y, double z, ph_vec3 turn)
{
    return (ph_frame){.p = {x, y, z}, .R_WM = ph_mat3_from_quat(phk_exp(turn))};
}

static void act(const force_par *f, const ph_frame *frame, ph_wrench *w)
{
    ph_eval eval = {0};
    CHECK(f->type->wrench(1, f->par.bytes, &eval, frame, w) == PH_OK);
}

/* A round steel rod of 10 mm radius and half a metre. */
static force_par rod(double shear)
{
    force_par f = force_begin("beam");
    force_number(&f, "length", 0.5);
    force_number(&f, "young", 2.1e11);
    force_number(&f, "shear", 8e10);
    force_number(&f, "radius", 0.01);
    force_number(&f, "shear_y", shear);
    force_number(&f, "shear_z", shear);
    return f;
}

/* P L^3/3EI + s P L/GA and P L^2/2EI: where the end of a cantilever is under 100 N across. */
static const double deflection = 2.528479423287e-3, slope = 7.578806813900e-3;

static void cantilever(void)
{
    force_par f = rod(10.0 / 9);
    force_word(&f, "angles", 1);
    ph_wrench w[2];
    ph_frame y[2] = {at(0.5, deflection, 0, ph_v3(0, 0, slope)), at(0, 0, 0, ph_v3(0, 0, 0))};
    act(&f, y, w);
    CHECK_NEAR(w[0].force.y, -100, 1e-8);
    CHECK_NEAR(w[0].force.x, 0, 1e-8);
    CHECK_NEAR(w[0].torque.z, 0, 1e-8);
    CHECK_NEAR(w[1].force.y, 100, 1e-8);
    CHECK_NEAR(w[1].torque.z, 50, 1e-8);
    /* along z it turns the other way */
    ph_frame z[2] = {at(0.5, 0, deflection, ph_v3(0, -slope, 0)), at(0, 0, 0, ph_v3(0, 0, 0))};
    act(&f, z, w);
    CHECK_NEAR(w[0].force.z, -100, 1e-8);
    CHECK_NEAR(w[0].torque.y, 0, 1e-8);
    CHECK_NEAR(w[1].torque.y, -50, 1e-8);
}

/* Stiffness of both ends of a beam without shear, end 1 at x = 0: x y z rx ry rz of each. */
static void euler_bernoulli(double L, double EA, double EI, double GJ, double k[12][12])
{
    memset(k, 0, 144 * sizeof(double));
    k[0][0] = k[6][6] = EA / L, k[0][6] = k[6][0] = -EA / L;
    k[3][3] = k[9][9] = GJ / L, k[3][9] = k[9][3] = -GJ / L;
    for (int plane = 0; plane < 2; plane++) {
        int v = 1 + plane, r = 5 - plane; /* y with rz, z with ry */
        double s = plane ? -1 : 1, a = 12 * EI / (L * L * L), b = s * 6 * EI / (L * L);
        int q[4] = {v, r, v + 6, r + 6};
        double m[4][4] = {{a, b, -a, b},
                          {b, 4 * EI / L, -b, 2 * EI / L},
                          {-a, -b, a, -b},
                          {b, 2 * EI / L, -b, 4 * EI / L}};
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < 4; j++) k[q[i]][q[j]] = m[i][j];
    }
}

static void both_ends(void)
{
    double k[12][12], place[144] = {0}, speed[144] = {0};
    double A = PH_PI * 1e-4, I = PH_PI / 4 * 1e-8;
    ph_tangent t = {.displacement = place, .velocity = speed};
    ph_eval eval = {0};
    force_par f = rod(0);
    euler_bernoulli(0.5, 2.1e11 * A, 2.1e11 * I, 8e10 * 2 * I, k);
    for (int projected = 0; projected < 2; projected++) {
        memset(place, 0, sizeof place);
        force_word(&f, "angles", projected);
        ph_frame straight[2] = {at(0.5, 0, 0, ph_v3(0, 0, 0)), at(0, 0, 0, ph_v3(0, 0, 0))};
        CHECK(f.type->tangent(1, f.par.bytes, &eval, straight, &t) == PH_OK);
        /* the first marker is the second end */
        for (int i = 0; i < 12; i++)
            for (int j = 0; j < 12; j++)
                CHECK_NEAR(place[12 * i + j], -k[(i + 6) % 12][(j + 6) % 12],
                           1e-12 * 2.1e11 * A / 0.5);
    }
}

/* Sections by shape are those by numbers. */
static void sections(void)
{
    static const double tube[2] = {0.02, 0.015}, bar[2] = {0.01, 0.03};
    double i = PH_PI / 4 * (pow(0.02, 4) - pow(0.015, 4));
    struct {
        const char *shape;
        const double *size;
        double area, ixx, iyy, izz;
    } cases[] = {
        {"tube", tube, PH_PI * (4e-4 - 2.25e-4), 2 * i, i, i},
        /* torsion of a rectangle 1 : 3 by its series: 0.263175 a b^3 */
        {"rectangle", bar, 3e-4, 0.263175 * 0.03 * 1e-6, 0.01 * 2.7e-5 / 12, 0.03 * 1e-6 / 12}};
    ph_frame moved[2] = {at(0.501, 0.002, -0.003, ph_v3(0.01, 0.02, 0.03)),
                         at(0, 0, 0, ph_v3(0, 0, 0))};
    for (int c = 0; c < 2; c++) {
        force_par a = rod(0), b = rod(0);
        force_number(&a, "radius", 0);
        force_number(&b, "radius", 0);
        force_put(&a, cases[c].shape, 0, &(ph_numbers){2, cases[c].size}, sizeof(ph_numbers));
        force_number(&b, "area", cases[c].area);
        force_number(&b, "ixx", cases[c].ixx);
        force_number(&b, "iyy", cases[c].iyy);
        force_number(&b, "izz", cases[c].izz);
        ph_wrench u[2], v[2];
        act(&a, moved, u);
        act(&b, moved, v);
        const double *p = &u[0].force.x, *q = &v[0].force.x;
        for (int k = 0; k < 6; k++) CHECK_NEAR(p[k], q[k], (k > 2 ? 2e-3 : 1e-12) * fabs(q[k]));
    }
}

/* A field is a bushing about another place; its damping follows its stiffness. */
static void field(void)
{
    double k[36] = {0}, rest[6] = {0.1, 0, 0, 0, 0, 0}, load[6] = {1, 2, 3, 0, 0, 0};
    for (int i = 0; i < 6; i++) k[7 * i] = 10 * (i + 1);
    k[1] = 4; /* F_x by y alone: not symmetric */
    force_par f = force_begin("field");
    force_put(&f, "stiffness", 0, &(ph_numbers){36, k}, sizeof(ph_numbers));
    force_put(&f, "rest", 0, &(ph_numbers){6, rest}, sizeof(ph_numbers));
    force_put(&f, "force", 0, &(ph_numbers){6, load}, sizeof(ph_numbers));
    force_number(&f, "damping_ratio", 0.5);
    CHECK(f.type->work(f.par.bytes) == PH_WORK_APPLIED);
    ph_frame frame[2] = {at(0.3, 0.2, 0, ph_v3(0, 0, 0)), at(0, 0, 0, ph_v3(0, 0, 0))};
    frame[0].v = ph_v3(0, 1, 0);
    ph_wrench w[2];
    act(&f, frame, w);
    CHECK_NEAR(w[0].force.x, 1 - 10 * 0.2 - 4 * 0.2 - 0.5 * 4, 1e-14);
    CHECK_NEAR(w[0].force.y, 2 - 20 * 0.2 - 0.5 * 20, 1e-14);
    CHECK_NEAR(w[0].force.z, 3, 1e-14);
    k[1] = 0;
    CHECK(f.type->work(f.par.bytes) == PH_WORK_CONSERVATIVE);
}

int main(void)
{
    cantilever();
    both_ends();
    sections();
    field();
    return TEST_RESULT();
}
