/* SPDX-License-Identifier: BSD-3-Clause
 *
 * index.html: one file that needs nothing beside it; links lead to the numbers beside it.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "command.h"
#include "report.h"
#include "style.h"

static const char *const verdict_class[] = {"none", "holds", "caveat", "broken"};
static const char *const verdict_sign[] = {"\u2013", "\u2713", "\u2248", "\u2717"};

static void put_char(FILE *out, char c)
{
    switch (c) {
    case '<':
        fputs("&lt;", out);
        break;
    case '>':
        fputs("&gt;", out);
        break;
    case '&':
        fputs("&amp;", out);
        break;
    case '"':
        fputs("&quot;", out);
        break;
    default:
        fputc(c, out);
    }
}

static void put(FILE *out, const char *text)
{
    for (; *text; text++) put_char(out, *text);
}

/* --- numbers -------------------------------------------------------------------------------- */

/* 1.5e-07 as people write it; anything else as it is. */
static void put_value(FILE *out, const char *text)
{
    char *end;
    (void)strtod(text, &end);
    const char *e = strchr(text, 'e');
    if (*end || end == text || !e) {
        put(out, strcmp(text, "nan") == 0 || strcmp(text, "-nan") == 0 ? "\u2013" : text);
        return;
    }
    long power = strtol(e + 1, NULL, 10);
    if (power >= -2 && power <= 3) {
        const char *point = memchr(text, '.', (size_t)(e - text));
        long digits = point ? e - point - 1 : 0;
        fprintf(out, "%.*f", (int)(digits > power ? digits - power : 0), strtod(text, NULL));
        return;
    }
    bool one = e - text == 1 && *text == '1';
    if (!one) fprintf(out, "%.*s\u202f\u00b7\u202f", (int)(e - text), text);
    fprintf(out, "10<sup>%s%ld</sup>", power < 0 ? "\u2212" : "", labs(power));
}

static void put_number(FILE *out, double value)
{
    char text[40];
    snprintf(text, sizeof text,
             fabs(value) >= 1e4 || (value != 0 && fabs(value) < 1e-3) ? "%.3g" : "%.4g", value);
    put_value(out, text);
}

/* "between 1.95 and 2.05", shorter where an end is out of reach. */
static void put_range(FILE *out, const study_criterion *c)
{
    if (c->low == c->high) {
        put_number(out, c->low);
    } else if (c->low == 0 || c->low <= -1e6) {
        fputs("at most ", out);
        put_number(out, c->high);
    } else if (c->high >= 1e3 * fabs(c->low) && c->high >= 10 * fabs(c->value)) {
        fputs("at least ", out);
        put_number(out, c->low);
    } else {
        put_number(out, c->low);
        fputs(" to ", out);
        put_number(out, c->high);
    }
}

/* --- parts of an item ----------------------------------------------------------------------- */

/* A figure as gnuplot wrote it, from its <svg> on, with a name of its own and no fixed size. */
static bool put_svg(FILE *out, const char *path, const char *label)
{
    FILE *in = fopen(path, "r");
    char line[8192];
    bool inside = false, title = false;
    if (!in) return false;
    while (fgets(line, sizeof line, in)) {
        char *tag = inside ? NULL : strstr(line, "<svg");
        if (tag) {
            inside = true;
            fprintf(out, "<svg role=\"img\" aria-label=\"");
            put(out, label);
            fputs("\"", out);
            fputs(tag + 4, out);
            continue;
        }
        if (!inside) continue;
        /* its own title would show as "Gnuplot" under the mouse */
        if (!title && strstr(line, "<title>")) {
            title = true;
            continue;
        }
        fputs(line, out);
    }
    fclose(in);
    return inside;
}

static void put_chart(FILE *out, const report *r, const study_chart *c, const char *name, int k)
{
    char path[4096];
    snprintf(path, sizeof path, "%s/%s-%d.svg", r->directory, name, k + 1);
    fprintf(out, "<figure class=\"%s\">", c->square ? "square" : "wide");
    if (c->drawn) {
        fputs("<div class=\"plot\" tabindex=\"0\">", out);
        put_svg(out, path, c->caption);
        fputs("</div>", out);
    } else {
        fputs("<p class=\"absent\">Not drawn: gnuplot is not installed.</p>", out);
    }
    fputs("<figcaption>", out);
    put(out, c->caption);
    fprintf(out, " <a href=\"%s-%d.csv\">numbers</a></figcaption></figure>\n", name, k + 1);
}

static void put_cells(FILE *out, const char *row, const char *tag)
{
    char cell[512];
    fputs("<tr>", out);
    for (bool more = true; more;) {
        size_t n = strcspn(row, "|");
        snprintf(cell, sizeof cell, "%.*s", (int)n, row);
        fprintf(out, "<%s>", tag);
        put_value(out, cell);
        fprintf(out, "</%s>", tag);
        row += n;
        more = *row != '\0';
        if (more) row++;
    }
    fputs("</tr>\n", out);
}

static void put_table(FILE *out, const study_table *t, const char *name, int k)
{
    fputs("<div class=\"scroll\" tabindex=\"0\"><table><caption>", out);
    put(out, t->caption);
    fprintf(out, "%s<a href=\"%s-table-%d.csv\">numbers</a></caption>\n<thead>",
            *t->caption ? " " : "", name, k + 1);
    put_cells(out, t->head, "th");
    fputs("</thead>\n<tbody>\n", out);
    for (int i = 0; i < t->rows; i++) put_cells(out, t->row[i], "td");
    fputs("</tbody></table></div>\n", out);
}

static void put_criteria(FILE *out, const study *s)
{
    fputs("<details class=\"criteria\"><summary>Criteria: ", out);
    int met = 0;
    for (int i = 0; i < s->criteria; i++) met += s->criterion[i].met;
    fprintf(out, "%d of %d met</summary>\n<ul>\n", met, s->criteria);
    for (int i = 0; i < s->criteria; i++) {
        const study_criterion *c = &s->criterion[i];
        fprintf(out, "<li class=\"%s\"><span class=\"mark\" aria-label=\"%s\">%s</span> <span>",
                c->met        ? "met"
                : c->required ? "failed"
                              : "missed",
                c->met ? "met" : "not met", c->met ? "\u2713" : "\u2717");
        put(out, c->text);
        fputs(": <strong>", out);
        put_number(out, c->value);
        fputs("</strong> <span class=\"range\">(", out);
        put_range(out, c);
        fprintf(out, "%s)</span></span></li>\n", c->required ? "" : "; else a caveat");
    }
    fputs("</ul></details>\n", out);
}

/* What is not met is said without being asked. */
static void put_unmet(FILE *out, const study *s)
{
    bool any = false;
    for (int i = 0; i < s->criteria; i++) {
        const study_criterion *c = &s->criterion[i];
        if (c->met) continue;
        fputs(any ? "" : "<ul class=\"unmet\">", out);
        any = true;
        fputs("<li>", out);
        put(out, c->text);
        fputs(": <strong>", out);
        put_number(out, c->value);
        fputs("</strong>, wanted ", out);
        put_range(out, c);
        fputs("</li>", out);
    }
    if (any) fputs("</ul>\n", out);
}

static void put_item(FILE *out, const report *r, const finding *f)
{
    char name[128];
    study_verdict v = study_verdict_of(&f->study);
    finding_name(f, name, sizeof name);
    fprintf(out, "<article id=\"%s\" class=\"item\">\n<header><h3><span class=\"place\">", name);
    put(out, f->item->place);
    fputs("</span> ", out);
    put(out, f->item->title);
    fprintf(out, "</h3><span class=\"verdict %s\">%s %s</span></header>\n", verdict_class[v],
            verdict_sign[v], verdict_word(v));
    fputs("<p class=\"claim\"><b>The paper:</b> ", out);
    put(out, f->item->claim);
    fputs("</p>\n<p class=\"found\"><b>To know:</b> ", out);
    put(out, f->item->found);
    fputs("</p>\n", out);
    if (f->study.failure) {
        fputs("<p class=\"failure\">", out);
        put(out, f->study.failure);
        fputs("</p>\n", out);
    } else {
        put_unmet(out, &f->study);
        bool grid = f->study.charts > 0 && f->study.chart[0]->square;
        if (grid) fputs("<div class=\"grid\">", out);
        for (int k = 0; k < f->study.charts; k++) put_chart(out, r, f->study.chart[k], name, k);
        if (grid) fputs("</div>", out);
        for (int k = 0; k < f->study.tables; k++) put_table(out, f->study.table[k], name, k);
        put_criteria(out, &f->study);
    }
    fprintf(out, "<p class=\"again\"><code>polhode papers %s</code></p>\n</article>\n", name);
}

/* --- the page ------------------------------------------------------------------------------- */

static void put_overview(FILE *out, const report *r)
{
    int count[4] = {0};
    for (int i = 0; i < r->findings; i++) count[study_verdict_of(&r->finding[i].study)]++;
    fputs("<p class=\"counts\">", out);
    for (int v = VERDICT_HOLDS; v <= VERDICT_BROKEN; v++)
        fprintf(out, "<span class=\"verdict %s\">%s %d %s</span> ", verdict_class[v],
                verdict_sign[v], count[v],
                v == VERDICT_HOLDS    ? count[v] == 1 ? "holds" : "hold"
                : v == VERDICT_CAVEAT ? count[v] == 1 ? "holds with a caveat" : "hold with a caveat"
                : count[v] == 1       ? "does not hold"
                                      : "do not hold");
    if (count[VERDICT_NONE])
        fprintf(out, "<span class=\"verdict none\">%d not computed</span>", count[VERDICT_NONE]);
    fputs("</p>\n", out);
}

static void put_contents(FILE *out, const report *r)
{
    fputs("<nav aria-label=\"Contents\">\n", out);
    const paper *last = NULL;
    for (int i = 0; i < r->findings; i++) {
        const finding *f = &r->finding[i];
        char name[128];
        study_verdict v = study_verdict_of(&f->study);
        finding_name(f, name, sizeof name);
        if (f->paper != last) {
            if (last) fputs("</ul></section>\n", out);
            fprintf(out, "<section><h2><a href=\"#%s\">", f->paper->name);
            put(out, f->paper->name);
            fputs("</a></h2><ul>\n", out);
            last = f->paper;
        }
        fprintf(out,
                "<li><a href=\"#%s\"><span class=\"dot %s\" title=\"%s\">%s</span> <span "
                "class=\"place\">",
                name, verdict_class[v], verdict_word(v), verdict_sign[v]);
        put(out, f->item->place);
        fputs("</span> ", out);
        put(out, f->item->title);
        fputs("</a></li>\n", out);
    }
    if (last) fputs("</ul></section>\n", out);
    fputs("</nav>\n", out);
}

static void put_paper(FILE *out, const paper *p)
{
    fprintf(out, "<section class=\"paper\" id=\"%s\"><h2>", p->name);
    put(out, p->title);
    fputs("</h2><p class=\"by\">", out);
    put(out, p->authors);
    fputs(". <i>", out);
    put(out, p->where);
    fputs("</i></p>", out);
    if (p->left_out) {
        fputs("<p class=\"left-out\"><b>Not here:</b> ", out);
        put(out, p->left_out);
        fputs("</p>", out);
    }
    fputs("</section>\n", out);
}

static void put_page(FILE *out, const report *r)
{
    fprintf(out,
            "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
            "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
            "<meta name=\"color-scheme\" content=\"light dark\">\n"
            "<title>Papers, computed anew</title>\n<style>%s%s</style>\n</head>\n<body>\n<main>\n"
            "<h1>Papers, computed anew</h1>\n"
            "<p class=\"lead\">Figures, tables and claims of papers on the integration of "
            "rotations and "
            "mechanisms, computed by polhode %s from the models in <code>models/papers</code>. "
            "Each verdict "
            "follows from criteria that are listed with the numbers found: a claim <em>holds</em> "
            "when all are "
            "met, <em>holds with a caveat</em> when the required ones are, and else <em>does not "
            "hold</em>. "
            "The papers' claims are given in our words.</p>\n",
            report_style[0], report_style[1], ph_version());
    put_overview(out, r);
    put_contents(out, r);
    const paper *last = NULL;
    for (int i = 0; i < r->findings; i++) {
        if (r->finding[i].paper != last) put_paper(out, last = r->finding[i].paper);
        put_item(out, r, &r->finding[i]);
    }
    fputs("</main>\n</body>\n</html>\n", out);
}

int report_html(const report *r)
{
    FILE *out = report_open(r, "index.html");
    if (!out) return CLI_FAILED;
    put_page(out, r);
    return report_close(r, out, "index.html");
}
