/* SPDX-License-Identifier: BSD-3-Clause
 *
 * polhode/json.h -- writes JSON: commas, quotes, escapes and lines are seen to.
 *
 *     ph_json j = {.out = stdout, .spaced = true};
 *     ph_json_begin(&j, NULL, '{');
 *     ph_json_text(&j, "name", "top");
 *     ph_json_end(&j);
 *
 * gives {"name": "top"}. The key of what is no member of an object is NULL. Errors of the stream
 * are the caller's to ask for.
 */
#ifndef POLHODE_JSON_H
#define POLHODE_JSON_H

#include <stdbool.h>
#include <stdio.h>
#include <polhode/base.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct {
    FILE *out;
    bool spaced; /* blanks behind colons and commas, and lines indented by two for each bracket */
    bool page;   /* it may stand inside a page: `<` and quotes in texts are numbers, \u003c */
    int lines;   /* within so many brackets each item begins a line, and they end on one */
    /* its own */
    int depth;             /* open brackets, 31 at most */
    unsigned lists, begun; /* bits by depth: it is a list, it has items */
    bool line;
} ph_json;

/* An object { or a list [; and the end of the one opened last. */
PH_API void ph_json_begin(ph_json *json, const char *key, char bracket);
PH_API void ph_json_end(ph_json *json);
/* The next item, or the next end, begins a line. */
PH_API void ph_json_line(ph_json *json);

/* NULL is null. */
PH_API void ph_json_text(ph_json *json, const char *key, const char *text);
/* With 17 digits; null when it is not finite. */
PH_API void ph_json_number(ph_json *json, const char *key, double value);
/* With the fewest digits that read back to the same bits; with so many at most. */
PH_API void ph_json_short(ph_json *json, const char *key, double value);
PH_API void ph_json_rounded(ph_json *json, const char *key, double value, int digits);
PH_API void ph_json_int(ph_json *json, const char *key, long long value);
PH_API void ph_json_bool(ph_json *json, const char *key, bool value);
/* A value that is JSON already. With "" the caller writes it to the stream. */
PH_API void ph_json_raw(ph_json *json, const char *key, const char *value);

#ifdef __cplusplus
}
#endif
#endif
