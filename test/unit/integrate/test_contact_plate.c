/* SPDX-License-Identifier: BSD-3-Clause
 *
 * test_contact_plate.c -- a ball of 5 mm falls onto a plate, so thin that it is between two steps
 * and between two looks of a run of 100 s: dae->ahead keeps steps short enough, however high it
 * falls from, and only as long as it is needed. Fixed steps cannot be kept short, and tell.
 */
#include "harness.h"
#include "integrate/ida.h"
#include "contact_ball.h"

#define RADIUS 5e-3 /* [m] */
#define SPAN   100  /* [s] of which the fall and the first bounces are of interest */

/* From where it is down to half of the plate, at the speed it has. */
static double ahead(void *self, const phk_point *p)
{
    const ball *b = self;
    double way, depth = ball_depth(b, p->q[2], &way), speed = -way * p->v[2];
    if (!(speed > 0)) return INFINITY;
    return (fmax(-depth, 0) + b->radius + 0.5 * b->thickness) / speed;
}

static void create(ball *b, double thickness, double fall)
{
    phk_normal_par par = {.k = 1e9, .e = 1.5};
    ball_create(b, PHK_NORMAL_POWER, par, 4e-3, RADIUS, fall);
    b->thickness = thickness;
    b->p.dae.ahead = ahead;
}

/* Heights whose falls end with about 4.4 m/s. */
static const double HEIGHT[] = {0.95, 0.98, 1.0, 1.03};
static const double THICKNESS[] = {2e-3, 10e-3, 50e-3};

typedef struct {
    bool stopped, failed;
    double highest; /* [m] reached again after the first touch */
    phk_engine_counts count;
} outcome;

static outcome run(ball *b, const phk_engine_method *method, double tolerance, double step)
{
    phk_engine_options o = dae_options();
    o.run.tolerance = step > 0 ? 0 : tolerance;
    o.length = 0.1;
    o.span = SPAN;
    o.follow = true;
    phk_engine *engine = dae_start(&b->p, method, &o);
    outcome r = {.stopped = true};
    bool touched = false;
    for (double t = 0; engine->now.t < 2 && !r.failed;) {
        t += step;
        r.failed = engine->step(engine, step > 0 ? t : SPAN, step > 0) != PH_OK;
        touched = touched || engine->now.v[2] > 0;
        if (engine->now.q[2] < -0.5 * b->thickness) r.stopped = false;
        if (touched) r.highest = fmax(r.highest, engine->now.q[2] - b->radius);
    }
    r.count = engine->count;
    engine->free(engine);
    return r;
}

/* How many of the balls are stopped by all plates. */
static int stopped(const phk_engine_method *method, double tolerance, bool bounded, bool *back)
{
    int held = 0;
    long long steps = 0, limited = 0;
    *back = true;
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 4; k++) {
            ball b;
            create(&b, THICKNESS[i], HEIGHT[k]);
            if (!bounded) b.p.dae.ahead = NULL;
            outcome r = run(&b, method, tolerance, 0);
            held += r.stopped && !r.failed;
            if (bounded) CHECK(!r.failed && r.count.leapt == 0);
            /* output rows are steps: the top of the bounce lies between two of them */
            if (!(r.highest > 0.9 * HEIGHT[k] && r.highest < 1.05 * HEIGHT[k])) *back = false;
            steps += r.count.steps, limited += r.count.limited;
            dae_free(&b.p);
        }
    printf("%-9s %5.0e %s: %2d of 12 stopped%s, %lld of %lld steps kept short\n", method->info.name,
           tolerance, bounded ? "ahead" : "blind", held, *back ? ", and back to their height" : "",
           limited, steps);
    CHECK((limited > 0) == bounded);
    return held;
}

/* A fixed step that is too long is counted, one that is not is not. */
static void fixed(void)
{
    const double step[] = {0.05, 5e-4};
    for (int i = 0; i < 2; i++) {
        ball b;
        create(&b, 2e-3, 1);
        outcome r = run(&b, &phk_engine_galpha, 0, step[i]);
        printf("steps of %g s: %lld of %lld too long%s\n", step[i], r.count.leapt, r.count.steps,
               r.stopped ? "" : ", flown through");
        CHECK(!r.failed && (r.count.leapt > 0) == (i == 0) && r.count.limited == 0);
        dae_free(&b.p);
    }
}

int main(void)
{
    const phk_engine_method *all[] = {&phk_engine_galpha, &phk_engine_hht, &phk_engine_hht_euler,
                                      &phk_engine_ida};
    int blind = 0;
    bool back;
    for (int i = 0; i < 4; i++) {
        if (all[i]->info.traits & PH_ABSENT) continue;
        for (double tolerance = 1e-3; tolerance > 0.5e-5; tolerance /= 10) {
            CHECK(stopped(all[i], tolerance, true, &back) == 12);
            if (i < 3) CHECK(back);
        }
        blind += stopped(all[i], 1e-3, false, &back);
    }
    /* else it would show nothing */
    CHECK(blind == 0);
    fixed();
    return TEST_RESULT();
}
