/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Breaks of a run: where expressions of time have corners or jumps, and what happens there.
 *
 * With steps to a tolerance a step ends at every break: what is short is not passed over. Where an
 * acceleration jumps, or more, the method starts anew, for what it remembers is of another piece.
 * At smoother breaks methods of one step go on: a corner of a force costs them nothing. (Bump of
 * 40 ms by `step`, 1e-6: `galpha` 3.5e-8 m off with 5498 steps; started anew, 3.4e-8 and 5505.
 * `ida`: 1.0e-6 with 345, 5.2e-7 and 385; at 1e-4 2.3e-4 and 9.5e-6.)
 *
 * Equal steps keep their grid at smooth breaks, and end at the others alone, as they do where a
 * force begins or ends.
 */
#include "mech/compile/breaks.h"

#include <math.h>
#include "sim/sim.h"

#define LEAP 8 /* from one step to the next */

/* Of the phase that leads up to t. */
static int order_at(const void *self, double t)
{
    const ph_sim *sim = self;
    int k = 0;
    while (k + 1 < sim->phases && t > sim->part[k].end) k++;
    return sim->part[k].step > 0 ? PHK_BREAK_ACCELERATION : PHK_BREAK_ANY;
}

ph_status phk_sim_find_breaks(ph_sim *sim, ph_diag *diag)
{
    phk_break_choice choice = {order_at, sim};
    return phk_system_add_breaks(sim->system, sim->whole.start, sim->whole.end, choice, diag);
}

/* The present phase is over, and the next one puts together anew what it is to start with. */
static bool is_over(const ph_sim *sim)
{
    return sim->phase + 1 < sim->phases && sim->now.t >= sim->options.end;
}

/* After a step cut short by the break before, what the method remembers is of no use to one that is
 * far longer. */
static bool was_cut(const ph_sim *sim)
{
    const phk_sim_drive *drive = sim->drive;
    return fmin(drive->wanted, phk_sim_until_event(sim)) > LEAP * fabs(drive->h);
}

ph_status phk_sim_pass_break(ph_sim *sim, int event, ph_diag *diag)
{
    phk_sim_drive *drive = sim->drive;
    int order = sim->system->event[event].index;
    bool forgets = drive->multistep && order <= PHK_BREAK_FAINT;
    if (order <= PHK_BREAK_ACCELERATION || forgets || was_cut(sim)) drive->halt(drive);
    if (order >= PHK_BREAK_ACCELERATION || !drive->leap || is_over(sim)) {
        phk_system_pass(sim->system, event, sim->direction);
        return PH_OK;
    }
    return drive->leap(drive, event, diag);
}
