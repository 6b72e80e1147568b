# SPDX-License-Identifier: BSD-3-Clause
"""colour.py -- blocks of code as HTML: comments, keys, numbers and prompts set apart."""
import html
import re

COMMENT = re.compile(r"(^|\s)#.*$")
KEY = re.compile(r"([A-Za-z_][\w.{}-]*)(:)(?=\s|$)")
NUMBER = re.compile(r"(?<![\w.])[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?(?![\w.])")


def span(kind, text):
    return f'<span class="{kind}">{html.escape(text, quote=False)}</span>'


def split_comment(line):
    match = COMMENT.search(line)
    return (line[:match.start()], line[match.start():]) if match else (line, "")


def yaml_line(line):
    text, comment = split_comment(line)
    out, at = "", 0
    for match in re.finditer(f"{KEY.pattern}|{NUMBER.pattern}", text):
        out += html.escape(text[at:match.start()], quote=False)
        out += span("k", match.group(1)) + ":" if match.group(1) else span("n", match.group(0))
        at = match.end()
    out += html.escape(text[at:], quote=False)
    return out + (span("c", comment) if comment else "")


def shell_line(line):
    text, comment = split_comment(line)
    return html.escape(text, quote=False) + (span("c", comment) if comment else "")


def console_line(line):
    """`$ command`, or what it prints. The prompt is no part of a copy."""
    if line.startswith("$ "):
        return '<span class="p">$ </span><span class="in">' + shell_line(line[2:]) + "</span>"
    return html.escape(line, quote=False)


KINDS = {"yaml": yaml_line, "sh": shell_line, "console": console_line}


def block(text, kind):
    line = KINDS.get(kind, lambda line: html.escape(line, quote=False))
    inside = "\n".join(line(part) for part in text.split("\n"))
    return f'<pre tabindex="0"><code>{inside}</code></pre>'
