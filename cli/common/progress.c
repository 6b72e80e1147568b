/* SPDX-License-Identifier: BSD-3-Clause */
#include "progress.h"

#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#define AGAIN 0.5 /* [s] after which a second signal is meant as one */

static volatile sig_atomic_t interrupted;
static volatile double since; /* [s] then */

double wall_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* A second Ctrl-C ends the program at once. But who sends a signal to a program and to its group,
 * as `timeout` and batch systems do, sends two at a time and wants the result. */
static void on_signal(int number)
{
    const double now = wall_clock();
    if (!interrupted) since = now;
    if (now - since > AGAIN) {
        signal(number, SIG_DFL);
        raise(number);
    }
    interrupted = 1;
}

void progress_begin(progress *p, double start, double end, bool quiet)
{
    /* without SA_RESTART, so that what waits ends */
    struct sigaction action = {.sa_handler = on_signal};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
    double now = wall_clock();
    *p = (progress){!quiet && isatty(STDERR_FILENO), start, end, now, now, 0};
}

enum { WIDTH = 30 };

static void make_bar(char bar[WIDTH + 1], double share)
{
    for (int i = 0; i < WIDTH; i++) bar[i] = i < share * WIDTH ? '#' : '.';
    bar[WIDTH] = '\0';
}

static void draw(progress *p, const ph_sim *sim, double now)
{
    double t = ph_sim_time(sim), share = (t - p->start) / (p->end - p->start);
    const ph_stats *stats = ph_sim_stats(sim);
    double spent = now - p->began, left = share > 0 ? spent * (1 - share) / share : 0;
    char bar[WIDTH + 1];
    make_bar(bar, share);
    fprintf(
        stderr,
        "\r[%s] %3.0f %%  t = %.4g s  h = %.3g s  %lld rejected  %.3g steps/s  %.0f s left\033[K",
        bar, 100 * share, t, stats->last_step, stats->rejected,
        spent > 0 ? (double)stats->steps / spent : 0, left);
    fflush(stderr);
}

ph_status progress_tick(progress *p, const ph_sim *sim)
{
    if (interrupted) return PH_STOPPED;
    /* asking the clock costs as much as a small step: look now and then */
    if (!p->shown || (++p->ticks & 63)) return PH_OK;
    double now = wall_clock();
    if (now - p->drawn < 0.1) return PH_OK;
    p->drawn = now;
    draw(p, sim, now);
    return PH_OK;
}

ph_status progress_part(progress *p, double done, const char *text)
{
    if (interrupted) return PH_STOPPED;
    double now = wall_clock(), share = (done - p->start) / (p->end - p->start);
    if (!p->shown || now - p->drawn < 0.1) return PH_OK;
    char bar[WIDTH + 1];
    double spent = now - p->began;
    make_bar(bar, share);
    fprintf(stderr, "\r[%s] %3.0f %%  %s  %.0f s left\033[K", bar, 100 * share, text,
            share > 0 ? spent * (1 - share) / share : 0);
    fflush(stderr);
    p->drawn = now;
    return PH_OK;
}

void progress_end(progress *p)
{
    if (p->shown) fprintf(stderr, "\r\033[K");
}
