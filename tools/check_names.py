#!/usr/bin/env python3
"""check_names.py -- fails when a phk_ name means two things.

usage: check_names.py SRC
A name may be declared in one header (and defined in one .c file), as a type, a function or a
variable, but not as two of them or in two headers.  A struct that one header announces and another
defines is one thing.
"""
import os
import re
import sys

PATTERNS = (
    ("type", re.compile(r"^\}\s*(phk_\w+)\s*;", re.M)),
    ("type", re.compile(r"^typedef\s[^{;()]*?\b(phk_\w+)\s*(?:\[[^\]]*\]\s*)*;", re.M)),
    ("type", re.compile(r"^typedef\s[^{;]*?\(\*?(phk_\w+)\)\(", re.M)),
    ("tag", re.compile(r"^(?:typedef\s+)?(?:struct|union|enum)\s+(phk_\w+)\s*\{", re.M)),
    ("function", re.compile(r"^(?!typedef)[A-Za-z_][\w \*]*?[ \*](phk_\w+)\(", re.M)),
    ("variable", re.compile(r"^extern\s[^;()]*?\b(phk_\w+)\s*(?:\[[^\]]*\]\s*)*;", re.M)),
)

def plain(text):
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r'"(?:\\.|[^"\\\n])*"', '""', text)
    return re.sub(r"^#.*$", "", text, flags=re.M)

def headers(src):
    for folder, _, files in os.walk(src):
        for f in sorted(files):
            if f.endswith(".h"):
                yield os.path.join(folder, f)

def main(src):
    found = {}
    for path in headers(src):
        text = plain(open(path).read())
        for kind, pattern in PATTERNS:
            for m in pattern.finditer(text):
                opaque = kind == "type" and re.match(r"typedef\s+struct\s+(\w+)\s+\1", m[0])
                found.setdefault(m[1], set()).add(("opaque" if opaque else kind, path))
    bad = 0
    for name, places in sorted(found.items()):
        real = {(k, p) for k, p in places if k not in ("opaque", "tag")}
        kinds = {k for k, _ in real}
        if {k for k, _ in places} & {"opaque", "tag"}:
            kinds.add("type")
        homes = {p for _, p in real} | {p for k, p in places if k == "tag"}
        if len(kinds) > 1 or len(homes) > 1:
            print(f"{name}: " + ", ".join(sorted(f"{k} in {p}" for k, p in places)))
            bad += 1
    return 1 if bad else 0

if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
