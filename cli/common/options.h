/* SPDX-License-Identifier: BSD-3-Clause
 *
 * options.h -- one table per command says which options it takes; parsing, ranges, errors and the
 * text of --help follow from it.
 *
 * Options may stand anywhere: --name VALUE, --name=VALUE, -o VALUE, -oVALUE; "--" ends them. What
 * is given twice counts the last time, except CLI_TEXTS, which collects.
 */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <polhode/field.h>

typedef enum {
    CLI_FLAG,     /* bool; takes no value */
    CLI_TEXT,     /* const char * */
    CLI_TEXTS,    /* cli_texts: every occurrence, in order */
    CLI_NUMBER,   /* double: any finite number */
    CLI_POSITIVE, /* double > 0 */
    CLI_COUNT,    /* int >= 1 */
    CLI_FIELD     /* cli_field: a number, a word or a text, as a field table says */
} cli_kind;

typedef struct {
    const ph_field *field;
    void *in; /* the struct the field lies in */
} cli_field;

typedef struct {
    int count;
    const char **text; /* freed by the caller */
} cli_texts;

typedef struct {
    const char *name; /* without dashes; NULL ends a table */
    char letter;      /* short form; 0: none */
    cli_kind kind;
    void *value;         /* set when the option is given, else left alone */
    const char *operand; /* "T", "FILE": how --help calls the value */
    const char *help;    /* one line or more; lower case */
    const char *missing; /* what happens without it; NULL: nothing to say */
} cli_option;

typedef struct {
    const char *command;  /* "table" */
    const char *operands; /* "RESULT [COLUMN..]" */
    const char *about;    /* a paragraph, ends with a newline */
    const cli_option *option;
    int least, most; /* number of operands; most < 0: any */
} cli_syntax;

/* Parses argv[1..]. Returns -1 to go on, with the operands moved to argv[1..*count]; otherwise the
 * exit status (after --help, or a complaint). */
int cli_parse(const cli_syntax *syntax, int argc, char **argv, int *count);

/* A whole text as a finite decimal number, strictly. */
bool cli_number(const char *text, double *value);

#endif
