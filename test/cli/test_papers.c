/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The items of `polhode papers` without their models, and given up soon after they began: each must
 * say why it has no verdict, and read nothing that is not there.
 */
#include "studies/papers.h"
#include "harness.h"

/* How often an item may ask whether to go on. */
typedef struct {
    int left;
    bool refused;
} patience;

static bool ask(void *user)
{
    patience *p = user;
    if (p->left-- > 0) return true;
    p->refused = true;
    return false;
}

static void compute(const paper_item *item, const char *models, patience *p, study *s)
{
    *s = (study){.models = models, .alive = ask, .user = p};
    item->compute(s);
    study_done(s);
}

static void test_no_models(const paper *p, const paper_item *item)
{
    study s;
    compute(item, "nowhere", &(patience){.left = 1 << 30}, &s);
    /* a claim on formulas alone needs no model */
    bool named = s.failure && strstr(s.failure, "nowhere/") && strstr(s.failure, ".yaml");
    if (!named && study_verdict_of(&s) == VERDICT_NONE)
        printf("%s.%s without models: %s\n", p->name, item->name, s.failure);
    CHECK(named || study_verdict_of(&s) != VERDICT_NONE);
    study_free(&s);
}

static void test_given_up(const paper *p, const paper_item *item, int after)
{
    study s;
    patience left = {.left = after};
    compute(item, "models", &left, &s);
    const char *said = s.failure ? s.failure : "";
    bool good = !left.refused || strcmp(said, "interrupted") == 0;
    if (!good) printf("%s.%s given up after %d: \"%s\"\n", p->name, item->name, after, said);
    CHECK(good);
    study_free(&s);
}

int main(void)
{
    for (int p = 0; p < PAPERS; p++)
        for (int i = 0; i < papers[p]->items; i++) {
            const paper_item *item = &papers[p]->item[i];
            test_no_models(papers[p], item);
            test_given_up(papers[p], item, 0);
            test_given_up(papers[p], item, 3);
        }
    return TEST_RESULT();
}
