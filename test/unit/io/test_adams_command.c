/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Command files: which deck they run, and what their commands become.
 */
#include <polhode/polhode.h>
#include <unistd.h>
#include "harness.h"
#include "mech/model/model.h"

static char folder[] = "/tmp/polhode-acf-XXXXXX", path[200];

/* A double pendulum in millimetres and milliseconds. */
static const char deck[] =
    "A double pendulum\n"
    "UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=MILLISECOND\n"
    "PART/1, GROUND\nMARKER/1, PART=1\n"
    "PART/2, MASS=2, CM=20, IP=1000,1000,1000, QG=100,0,0\n"
    "MARKER/20, PART=2\nMARKER/21, PART=2, QP=-100,0,0\n"
    "MARKER/22, PART=2, QP=100,0,0\n"
    "PART/3, MASS=2, CM=30, IP=1000,1000,1000, QG=300,0,0\n"
    "MARKER/30, PART=3\nMARKER/31, PART=3, QP=-100,0,0\n"
    "JOINT/1, REVOLUTE, I=21, J=1\nJOINT/2, REVOLUTE, I=31, J=22\n"
    "JOINT/5, FIXED, I=30, J=1\n"
    "SPRINGDAMPER/1, TRANSLATION, I=30, J=1, K=1, LENGTH=1\n"
    "INTEGRATOR/HHT, ERROR=1e-3\n"
    "END\n";

static const char *put(const char *name, const char *text)
{
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *f = fopen(path, "wb");
    CHECK(f && fputs(text, f) >= 0);
    if (f) fclose(f);
    return path;
}

/* The model, or NULL with the first error in `message`. */
static char message[400];
static ph_model *load(const char *commands)
{
    ph_diag *diag = ph_diag_create();
    ph_model *model = NULL;
    ph_model_load(put("run.acf", commands), NULL, 0, diag, &model);
    message[0] = '\0';
    for (int i = ph_diag_count(diag) - 1; i >= 0; i--) {
        const ph_diagnostic *d = ph_diag_get(diag, i);
        if (d->severity == PH_ERROR)
            snprintf(message, sizeof message, "%d:%d: %s", d->where.line, d->where.column,
                     d->message);
    }
    ph_diag_free(diag);
    return model;
}

#define REFUSED(commands, text)                                                                    \
    do {                                                                                           \
        ph_model *m_ = load(commands);                                                             \
        CHECK(!m_);                                                                                \
        CHECK_TEXT(message, text);                                                                 \
        ph_model_free(m_);                                                                         \
    } while (0)

/* One simulation is how the model is run. */
static void test_one(void)
{
    ph_model *m = load("pend\nout\n! comment\nSIM/DYN, END=500,\n, STEPS=50\nSTOP\nnonsense\n");
    CHECK_TEXT(message, "");
    CHECK(m && ph_model_phases(m) == 0);
    if (!m) return;
    const ph_options *o = ph_model_options(m);
    CHECK_NEAR(o->end, 0.5, 1e-15);
    CHECK(o->rows == 50 && o->every == 0);
    CHECK_TEXT(o->integrator.text, "hht");
    CHECK_TEXT(ph_model_title(m), "A double pendulum");
    ph_model_free(m);

    m = load("'pend.adm'\r\n\r\nintegrator/error=1e-5, hmax=2\r\nsimulate/transient & ! more\r\n"
             ", duration=1e3, dtout=10\r\n");
    CHECK_TEXT(message, "");
    if (!m) return;
    o = ph_model_options(m);
    CHECK_NEAR(o->end, 1, 1e-15);
    CHECK_NEAR(o->every, 0.01, 1e-15);
    CHECK_RATIO(o->tolerance * o->scale[0], 1e-8, 1e-9); /* of a metre */
    CHECK_NEAR(o->max_step, 2e-3, 1e-15);
    CHECK_TEXT(o->integrator.text, "hht"); /* the deck's stays */
    ph_model_free(m);

    /* no simulation: the command line must say how long */
    m = load("FILE/MODEL=pend, OUTPUT=x\nPREFERENCES/SOLVER=CXX\n");
    CHECK_TEXT(message, "");
    CHECK(m && ph_model_phases(m) == 0 && isnan(ph_model_options(m)->end));
    ph_model_free(m);
}

static int has(const ph_names *names, const char *name)
{
    for (int i = 0; i < names->count; i++)
        if (strcmp(names->name[i].text, name) == 0) return 1;
    return 0;
}

static void test_sequence(void)
{
    ph_model *m = load("pend\n\n"
                       "DEACTIVATE/JOINT, ID=5; DEACT/SPR, ID=1\n"
                       "SIMULATE/DYNAMIC, END=100, STEPS=10\n"
                       "ACTIVATE/SPRINGDAMPER, ID=1\n"
                       "INTEGRATOR/GSTIFF, ERROR=1e-6\n"
                       "SIMULATE/KINEMATICS, DURATION=50, DTOUT=5\n"
                       "DEACTIVATE/JOINT, ID=1:2, 5\n"
                       "ACTIVATE/JOINT, RANGE=1,1\n"
                       "SIM/TRA, END=400\n");
    CHECK_TEXT(message, "");
    CHECK(m && ph_model_phases(m) == 3);
    if (!m || ph_model_phases(m) != 3) return;
    const ph_phase_def *p = phk_phases(m);
    CHECK_NEAR(p[0].options.end, 0.1, 1e-15);
    CHECK(p[0].options.rows == 10 && p[0].options.tolerance == 0 && !p[0].options.integrator.text);
    CHECK(p[0].options.analysis == -1 && p[1].options.analysis == PH_KINEMATIC);
    CHECK(p[0].activate.count == 0 && p[0].deactivate.count == 2);
    CHECK(has(&p[0].deactivate, "JOINT_5") && has(&p[0].deactivate, "SPRINGDAMPER_1"));
    CHECK_NEAR(p[1].options.end, 0.15, 1e-15);
    CHECK_NEAR(p[1].options.every, 0.005, 1e-15);
    CHECK_RATIO(p[1].options.tolerance * p[1].options.scale[0], 1e-9, 1e-9);
    CHECK_TEXT(p[1].options.integrator.text, "galpha");
    CHECK(p[1].activate.count == 1 && has(&p[1].activate, "SPRINGDAMPER_1"));
    CHECK(p[1].deactivate.count == 0 && p[1].where.line == 7);
    CHECK_NEAR(p[2].options.end, 0.4, 1e-15);
    /* the last word counts */
    CHECK(p[2].deactivate.count == 2 && has(&p[2].deactivate, "JOINT_2"));
    CHECK(has(&p[2].deactivate, "JOINT_5"));
    CHECK(p[2].activate.count == 1 && has(&p[2].activate, "JOINT_1"));
    ph_model_free(m);
}

static void test_refused(void)
{
#define HEAD "pend\n\n"
    REFUSED("", "1:1: the file is empty");
    REFUSED("! only a comment\n", "2:1: the file is empty");
    CHECK(!load("nowhere\n") && strstr(message, "nowhere.adm: No such file or directory"));
    REFUSED(HEAD "VARIABLE/77, FUNCTION=1\nSIM/DYN, END=1\n",
            "3:1: there is no VARIABLE/77 in the deck");
    REFUSED(HEAD "MOTION, FUNCTION=1\nSIM/DYN, END=1\n",
            "3:1: MOTION needs the number of what it changes: MOTION/1");
    REFUSED(HEAD "SIM/DYN, END=1, DUR=2\n", "3:17: SIMULATE has both END and DURATION");
    REFUSED(HEAD "SIM/DYN\n", "3:1: SIMULATE needs END or DURATION");
    REFUSED(HEAD "SIM/END=1\n", "3:1: SIMULATE needs one kind of simulation");
    REFUSED(HEAD "SIM/DYN, END=1, STEPS=0\n", "3:23: STEPS is the number of output steps, not 0");
    REFUSED(HEAD "SIM/DYN, END=1, DTOUT=-1\n", "3:23: DTOUT of SIMULATE is not above zero");
    REFUSED(HEAD "SIM/DYN, END=5\nSIM/DYN, END=4\n",
            "4:14: END is before 5, where the simulation begins");
    REFUSED(HEAD "LINEAR\n", "3:1: LINEAR needs one kind of analysis");
    REFUSED(HEAD "LINEAR/STATEMAT, PINPUT=9\n", "3:25: PINPUT of LINEAR: the deck has no PINPUT/9");
    REFUSED(HEAD "SIMLATE/DYN\n", "3:1: there is no command `SIMLATE`");
    REFUSED(HEAD "S/DYN\n", "3:1: `S` may be one of several commands");
    REFUSED(HEAD "DEACTIVATE/JOINT, ID=9\n", "3:22: there is no JOINT/9");
    REFUSED(HEAD "DEACTIVATE/JOINT, ID=6:8\n", "3:24: there is no JOINT/6, nor up to 8");
    REFUSED(HEAD "DEACTIVATE/JOINT, ID=2:1\n", "3:24: these are no numbers of statements");
    REFUSED(HEAD "DEACTIVATE/JOINT\n", "3:1: DEACTIVATE needs the numbers of what is meant");
    REFUSED(HEAD "ACTIVATE/ID=1\n", "3:1: ACTIVATE needs one kind of statement");
    REFUSED(HEAD "PART/2, MASS=3\n",
            "3:1: PART cannot be carried out: it changes the model; change the deck instead");
    REFUSED(HEAD "FILE/MODEL=other\n", "3:12: a second deck is named here: `other`");
    REFUSED("! none\nFILE/OUT=x\nSIM/DYN, END=1\n", "3:1: no deck was named before this command");
    REFUSED("FILE/OUT=x\n", "1:1: no deck is named");
    REFUSED(HEAD "INTEGRATOR/ALPHA=-0.1\n", "3:12: ALPHA needs the method it belongs to");
    REFUSED(HEAD "12\n", "3:1: a command is expected here, not `12`");
    /* of a deck with errors the commands are read, too */
    put("bad.adm", "title\nJOINT/1, REVOLUTE, I=7, J=8\nEND\n");
    ph_diag *diag = ph_diag_create();
    ph_model *model = NULL;
    CHECK(ph_model_load(put("bad.acf", "bad\n\nSIM/DYN\n"), NULL, 0, diag, &model) == PH_E_MODEL);
    CHECK(ph_diag_errors(diag) == 3);
    const char *set[] = {"bodies.a.mass=1"};
    CHECK(ph_model_load(path, set, 1, diag, &model) == PH_E_USAGE);
    ph_diag_free(diag);
    unlink(path);
    put("bad.adm", "");
    unlink(path);
#undef HEAD
}

int main(void)
{
    if (!mkdtemp(folder)) return 1;
    put("pend.adm", deck);
    test_one();
    test_sequence();
    test_refused();
    put("pend.adm", "");
    unlink(path);
    put("run.acf", "");
    unlink(path);
    CHECK(rmdir(folder) == 0);
    return TEST_RESULT();
}
