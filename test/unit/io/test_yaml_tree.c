/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The tree: kinds, places in bytes whatever the letters, merging, sharing.
 */
#include "io/yaml/tree.h"
#include "base/diag.h"
#include "harness.h"

static phk_arena arena;

static phk_node *read(const char *text, ph_status want)
{
    phk_node *root = NULL;
    phk_yaml_text in = {"t", text, strlen(text), 0};
    CHECK(phk_yaml_read(&arena, &in, NULL, &root) == want);
    return root;
}

static const phk_node *at(const phk_node *node, const char *key)
{
    const phk_node *found = phk_node_find(node, key);
    CHECK(found != NULL);
    return found ? found : node;
}

static void test_places(void)
{
    const phk_node *r = read("a: 1\n\xC3\xBC: [x, 'y z', &k \"w\"]\nm: {c: 1}\n", PH_OK);
    CHECK(r && r->kind == PHK_NODE_MAP && r->count == 3);
    const phk_node *list = at(r, "\xC3\xBC");
    CHECK(list->kind == PHK_NODE_LIST && list->count == 3);
    CHECK(list->where.line == 2 && list->where.column == 5 && list->where.length == 18);
    const phk_node *y = list->entry[1].value, *w = list->entry[2].value;
    CHECK_TEXT(y->text, "y z");
    CHECK(!y->plain && y->where.column == 9 && y->where.length == 5);
    CHECK(y->inside.column == 10 && y->inside.length == 3);
    /* behind the anchor and the quote */
    CHECK(w->where.column == 16 && w->inside.column == 20);
}

static void test_block_place(void)
{
    const phk_node *v = at(read("v: |\n\n    sin(time)\n", PH_OK), "v");
    CHECK_TEXT(v->text, "\nsin(time)\n");
    CHECK(v->inside.line == 3 && v->inside.column == 5);
}

static void test_long_lines(void)
{
    /* 400 letters of two bytes before a key on the same line */
    char text[1000] = "{'";
    for (int i = 0; i < 400; i++) strcat(text, "\xC3\xBC");
    strcat(text, "': 1, b: 2}");
    const phk_node *r = read(text, PH_OK);
    CHECK(r && r->count == 2 && r->entry[1].where.column == 2 + 800 + 1 + 5 + 1);
}

static void test_merge(void)
{
    const phk_node *r = read("p: &p {a: 1, b: 2}\nq: &q {b: 3, c: 4}\n"
                             "r: {<<: *p, a: 5}\ns: {b: 6, <<: [*q, *p]}\nt: {'<<': 1}\n",
                             PH_OK);
    const phk_node *m = at(r, "r"), *s = at(r, "s");
    CHECK(m->count == 2 && s->count == 3);
    CHECK_TEXT(at(m, "a")->text, "5");
    CHECK_TEXT(at(m, "b")->text, "2");
    CHECK(m->entry[1].where.line == 1);
    CHECK_TEXT(at(s, "a")->text, "1");
    CHECK_TEXT(at(s, "b")->text, "6");
    CHECK_TEXT(at(s, "c")->text, "4");
    CHECK(at(r, "t")->count == 1);
    /* an alias shares */
    const phk_node *v = read("a: &x [1]\nb: *x\n", PH_OK);
    CHECK(at(v, "a") == at(v, "b"));
    /* an anchor used again means the newer value */
    v = read("[&x 1, *x, &x 2, *x]", PH_OK);
    CHECK_TEXT(v->entry[1].value->text, "1");
    CHECK_TEXT(v->entry[3].value->text, "2");
}

static void test_many_keys(void)
{
    static char text[2000] = "";
    for (int i = 0; i < 100; i++) sprintf(text + strlen(text), "k%d: %d\n", i, i);
    const phk_node *r = read(text, PH_OK);
    CHECK(r && r->count == 100);
    for (int i = 0; i < 100; i++) CHECK(atoi(r->entry[i].value->text) == i);
    strcat(text, "k3: 1\nk9: 1\nk99: 1\n");
    r = read(text, PH_E_KEY);
    CHECK(r && r->count == 100);
}

static void test_nothing(void)
{
    CHECK(read("", PH_OK) == NULL);
    CHECK(read("# comment\n", PH_OK) == NULL);
    const phk_node *r = read("a:\nb: ~\nc: null\nd: ''\ne: \"null\"\n", PH_OK);
    CHECK(phk_node_is_null(at(r, "a")) && phk_node_is_null(at(r, "b")));
    CHECK(phk_node_is_null(at(r, "c")) && !phk_node_is_null(at(r, "d")));
    CHECK(!phk_node_is_null(at(r, "e")));
}

static void test_depth(void)
{
    char text[2 * PHK_TREE_DEPTH + 3] = "";
    memset(text, '[', PHK_TREE_DEPTH);
    memset(text + PHK_TREE_DEPTH, ']', PHK_TREE_DEPTH);
    read(text, PH_OK);
    memset(text, '[', PHK_TREE_DEPTH + 1);
    memset(text + PHK_TREE_DEPTH + 1, ']', PHK_TREE_DEPTH + 1);
    read(text, PH_E_SYNTAX);
}

static void test_json(void)
{
    const phk_node *r = read("{\"a\":[1,-2.5e3,true,null],\n\t\"b\":{\"c\":\"\\u00fc\"}}", PH_OK);
    CHECK(at(r, "a")->count == 4);
    CHECK_TEXT(at(at(r, "b"), "c")->text, "\xC3\xBC");
}

int main(void)
{
    test_places();
    test_block_place();
    test_long_lines();
    test_merge();
    test_many_keys();
    test_nothing();
    test_depth();
    test_json();
    phk_arena_free(&arena);
    return TEST_RESULT();
}
