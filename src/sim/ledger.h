/* SPDX-License-Identifier: BSD-3-Clause
 *
 * ledger.h -- who has put energy into the system, or taken it out: one account for each force
 * whose work is not the change of a potential, for each that dissipates, and for each motion and
 * each constraint by an expression, which may depend on time. Other joints do no work.
 *
 * The account of a contact holds all that it takes from the bodies, what it stores included: what
 * it has lost is that less what is stored. A damping that sets in within a step is so not lost from
 * sight, and the books close as well as the work of the forces is known.
 */
#ifndef PHK_LEDGER_H
#define PHK_LEDGER_H

#include "mech/system/system.h"

typedef struct {
    /* element of the system; group -1: constraint `index`; behind the last group: contact, behind
     * those: damping of a flexible body */
    int group, index;
    bool lost; /* what it dissipates, else the work it does */
} phk_account;

typedef struct {
    double initial;    /* [J] total energy at the start */
    double potential;  /* [J] of it, without that of contacts */
    double struck;     /* [J] work of impulses, and of who attaches and detaches at a phase */
    double lost;       /* [J] to joints that close at a phase */
    double applied;    /* [J] theirs and that of all accounts of work */
    double dissipated; /* [J] of all accounts of losses */
    double passed;     /* [J] what went in and out by all of them, whatever the sum leaves */
    int accounts;
    phk_account *account;
    double *work, *work_before;   /* [accounts] [J] now, and at the beginning of the last step */
    double *power, *power_before; /* [accounts] [W] the same */
    double step;                  /* [s] between the two; 0: powers at its ends are not known */
    double before_applied, before_dissipated;
    double blur;       /* [J] how far off the sum over all steps may be */
    double slope;      /* [W/s] of the power of all accounts together, in the last step */
    double slope_step; /* [s] its length; 0: there was none */
} phk_ledger;

/* The arena keeps it all. */
ph_status phk_ledger_create(phk_ledger *ledger, const phk_system *system, phk_arena *arena);
/* What is booked. */
void phk_ledger_store(phk_ledger *ledger, phk_store *store);
/* The account of an element; -1: it has none. */
int phk_ledger_find(const phk_ledger *ledger, int group, int index, bool lost);
/* Power of the force accounts, from the wrenches of the last evaluation; those of what is driven
 * are left. */
void phk_ledger_powers(const phk_ledger *ledger, phk_system *system, double *power);
/* What contacts hold at the start they have taken before it; from the last evaluation. */
void phk_ledger_press(phk_ledger *ledger, const phk_system *system);
/* Keeps what is booked at the beginning of a step. */
void phk_ledger_keep(phk_ledger *ledger);
/* Adds h times mean power to each account; then the sums. */
void phk_ledger_add(phk_ledger *ledger, double h, const double *mean);
/* The same by the trapezoidal rule: ledger->power was kept at the beginning and is now that at the
 * end. */
void phk_ledger_step(phk_ledger *ledger, double h);
void phk_ledger_strike(phk_ledger *ledger, double work);
void phk_ledger_lose(phk_ledger *ledger, double energy);
/* Work of an account at a share (0 to 1) of the last step: cubic where the powers at both ends are
 * known, else linear. */
double phk_ledger_at(const phk_ledger *ledger, int account, double share);
/* The sums there; what impulses did belongs to the end of a step. */
void phk_ledger_sums(const phk_ledger *ledger, double share, double *applied, double *dissipated);

#endif
