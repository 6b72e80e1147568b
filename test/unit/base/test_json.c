/* SPDX-License-Identifier: BSD-3-Clause
 *
 * JSON: texts with their escapes, numbers, and the three ways to lay it out.
 */
#include <math.h>
#include <stdlib.h>
#include <polhode/json.h>
#include "harness.h"

static char *text;
static size_t size;

static ph_json begin(bool spaced, bool page, int lines)
{
    return (ph_json){
        .out = open_memstream(&text, &size), .spaced = spaced, .page = page, .lines = lines};
}

static void expect(ph_json *j, const char *want)
{
    fclose(j->out);
    CHECK_TEXT(text, want);
    free(text);
    text = NULL;
}

static void put_all(ph_json *j)
{
    ph_json_begin(j, NULL, '{');
    ph_json_text(j, "a", "x");
    ph_json_begin(j, "b", '[');
    ph_json_int(j, NULL, 1);
    ph_json_bool(j, NULL, true);
    ph_json_end(j);
    ph_json_begin(j, "c", '{');
    ph_json_end(j);
    ph_json_begin(j, "d", '[');
    ph_json_begin(j, NULL, '{');
    ph_json_text(j, "e", NULL);
    ph_json_end(j);
    ph_json_end(j);
    ph_json_end(j);
}

static void layouts(void)
{
    ph_json j = begin(false, false, 0);
    put_all(&j);
    expect(&j, "{\"a\":\"x\",\"b\":[1,true],\"c\":{},\"d\":[{\"e\":null}]}");
    j = begin(true, false, 0);
    put_all(&j);
    expect(&j, "{\"a\": \"x\", \"b\": [1, true], \"c\": {}, \"d\": [{\"e\": null}]}");
    j = begin(true, false, 1);
    put_all(&j);
    expect(&j,
           "{\n  \"a\": \"x\",\n  \"b\": [1, true],\n  \"c\": {},\n  \"d\": [{\"e\": null}]\n}");
    j = begin(true, false, 2);
    put_all(&j);
    expect(&j, "{\n  \"a\": \"x\",\n  \"b\": [\n    1,\n    true\n  ],\n  \"c\": {},\n  \"d\": [\n"
               "    {\"e\": null}\n  ]\n}");
    /* a line where it is asked for */
    j = begin(false, false, 0);
    ph_json_begin(&j, NULL, '[');
    ph_json_int(&j, NULL, 1);
    ph_json_line(&j);
    ph_json_int(&j, NULL, 2);
    ph_json_int(&j, NULL, 3);
    ph_json_end(&j);
    expect(&j, "[1,\n2,3]");
}

static void values(void)
{
    ph_json j = begin(false, false, 0);
    ph_json_begin(&j, NULL, '[');
    ph_json_text(&j, NULL, "\"\\\n<");
    ph_json_number(&j, NULL, 0.1);
    ph_json_number(&j, NULL, NAN);
    ph_json_short(&j, NULL, 0.1);
    ph_json_short(&j, NULL, -3);
    ph_json_short(&j, NULL, 1e300);
    ph_json_short(&j, NULL, INFINITY);
    ph_json_rounded(&j, NULL, 2.0 / 3, 3);
    ph_json_raw(&j, NULL, "{\"<\":0}");
    ph_json_end(&j);
    expect(&j, "[\"\\\"\\\\\\u000a<\",0.10000000000000001,null,0.1,-3,1e300,null,0.667,{\"<\":0}]");
    /* nothing in a page may look like one of its tags */
    j = begin(false, true, 0);
    ph_json_begin(&j, NULL, '[');
    ph_json_text(&j, NULL, "</script>\"\\");
    ph_json_raw(&j, NULL, "\"<\"");
    ph_json_end(&j);
    expect(&j, "[\"\\u003c/script>\\u0022\\u005c\",\"\\u003c\"]");
}

int main(void)
{
    layouts();
    values();
    return TEST_RESULT();
}
