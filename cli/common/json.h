/* SPDX-License-Identifier: BSD-3-Clause
 *
 * json.h -- reads JSON that polhode has written: the scene of a result. Nodes are numbers from 0,
 * which is the whole; -1 is none, and everything may be asked of it.
 */
#ifndef CLI_JSON_H
#define CLI_JSON_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
    char kind;              /* { [ " 0 (a number) or the first letter of true, false, null */
    const char *key, *text; /* key NULL: not in an object; both point into the text, at the quote */
    int child, next;        /* -1: none */
    double number;
} json_node;

typedef struct {
    json_node *node;
    int count, capacity;
    const char *at; /* while reading */
} json;

/* False: no JSON, deeper than 32, or out of memory. The text must stay; json_free in any case. */
bool json_read(json *j, const char *text);
void json_free(json *j);

/* The member of an object; the first item of a list, and the next one. */
int json_get(const json *j, int node, const char *key);
int json_first(const json *j, int node);
int json_next(const json *j, int node);
/* The number, or `missing`. */
double json_number(const json *j, int node, double missing);
bool json_is(const json *j, int node, const char *text);
/* A list of numbers into value[most]; returns how many the list has. */
int json_numbers(const json *j, int node, double *value, int most);
/* A text without its quotes and escapes, to be freed; NULL: none, or out of memory. */
char *json_text(const json *j, int node);

#endif
