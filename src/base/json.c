/* SPDX-License-Identifier: BSD-3-Clause */
#include <polhode/json.h>

#include <math.h>
#include "base/decimal.h"

static void put_quoted(const ph_json *j, const char *text)
{
    fputc('"', j->out);
    for (const unsigned char *p = (const unsigned char *)text; *p; p++) {
        bool quote = *p == '"' || *p == '\\';
        if (*p < 0x20 || (j->page && (quote || *p == '<')))
            fprintf(j->out, "\\u%04x", *p);
        else if (quote)
            fprintf(j->out, "\\%c", *p);
        else
            fputc(*p, j->out);
    }
    fputc('"', j->out);
}

static bool begins_line(const ph_json *j)
{
    return j->line || (j->depth > 0 && j->depth <= j->lines);
}

static void new_line(const ph_json *j, int depth)
{
    fprintf(j->out, "\n%*s", j->spaced ? 2 * depth : 0, "");
}

/* Up to the value. */
static void begin_item(ph_json *j, const char *key)
{
    bool line = begins_line(j);
    if (j->begun >> j->depth & 1 && j->depth) fputs(j->spaced && !line ? ", " : ",", j->out);
    if (line) new_line(j, j->depth);
    j->begun |= 1u << j->depth;
    j->line = false;
    if (!key) return;
    put_quoted(j, key);
    fputs(j->spaced ? ": " : ":", j->out);
}

void ph_json_begin(ph_json *j, const char *key, char bracket)
{
    begin_item(j, key);
    fputc(bracket, j->out);
    unsigned bit = 1u << ++j->depth;
    j->begun &= ~bit;
    j->lists = bracket == '[' ? j->lists | bit : j->lists & ~bit;
}

void ph_json_end(ph_json *j)
{
    if (begins_line(j) && j->begun >> j->depth & 1) new_line(j, j->depth - 1);
    j->line = false;
    fputc(j->lists >> j->depth & 1 ? ']' : '}', j->out);
    j->depth--;
}

void ph_json_line(ph_json *j)
{
    j->line = true;
}

void ph_json_text(ph_json *j, const char *key, const char *text)
{
    begin_item(j, key);
    if (text)
        put_quoted(j, text);
    else
        fputs("null", j->out);
}

void ph_json_number(ph_json *j, const char *key, double value)
{
    ph_json_rounded(j, key, value, 17);
}

void ph_json_rounded(ph_json *j, const char *key, double value, int digits)
{
    begin_item(j, key);
    if (isfinite(value))
        fprintf(j->out, "%.*g", digits, value);
    else
        fputs("null", j->out);
}

void ph_json_short(ph_json *j, const char *key, double value)
{
    char text[PHK_DECIMAL];
    begin_item(j, key);
    /* most are zero or one, and there may be a million of them */
    if (fabs(value) < 1e6 && value == (int)value)
        fprintf(j->out, "%d", (int)value);
    else
        fputs(isfinite(value) ? phk_decimal(value, text) : "null", j->out);
}

void ph_json_int(ph_json *j, const char *key, long long value)
{
    begin_item(j, key);
    fprintf(j->out, "%lld", value);
}

void ph_json_bool(ph_json *j, const char *key, bool value)
{
    begin_item(j, key);
    fputs(value ? "true" : "false", j->out);
}

void ph_json_raw(ph_json *j, const char *key, const char *value)
{
    begin_item(j, key);
    for (; *value; value++)
        if (*value == '<' && j->page)
            fputs("\\u003c", j->out);
        else
            fputc(*value, j->out);
}
