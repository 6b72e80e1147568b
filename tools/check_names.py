#!/usr/bin/env python3
"""check_names.py -- fails when a phk_ name means two things, or a function is called by nobody.

usage: check_names.py SRC
A name may be declared in one header (and defined in one .c file), as a type, a function or a
variable, but not as two of them or in two headers.  A struct that one header announces and another
defines is one thing.  A function of a header has a definition in one file and a user in another one
of the library, the command or the tools; else it is dead, or static.
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

# For tests alone: they look into what they test, or bring it into a state.
FOR_TESTS = {"phk_adhesion_force", "phk_adhesion_stored", "phk_bristle_change", "phk_bristle_hold",
             "phk_bristle_keep", "phk_bristle_move", "phk_bristle_pull", "phk_bristle_stored",
             "phk_factor_count", "phk_factor_fill", "phk_frame_spin", "phk_hertz_stiffness", "phk_mechanism_drop",
             "phk_mechanism_suspend", "phk_resistance_change", "phk_resistance_couple",
             "phk_resistance_turn", "phk_resistance_turn_change", "phk_sim_create_from",
             "phk_sim_go_on", "phk_sim_write", "phk_store_free", "phk_store_reader",
             "phk_store_writer", "phk_symmetric_eigen", "phk_tape_is_constant"}

# Where shapes touch: for tests alone until there is an element that uses it.
CONTACT = {"phk_broad_find", "phk_broad_free", "phk_broad_left", "phk_convex_apart",
           "phk_convex_support", "phk_core_cylinder", "phk_core_edge", "phk_core_hole",
           "phk_core_link", "phk_core_sphere", "phk_touch_along", "phk_touch_boxes",
           "phk_touch_capsules", "phk_touch_rim_plane"}

def unused(src, functions):
    """Functions that fewer than two files mention, their header apart."""
    mentions = {name: set() for name in functions}
    root = os.path.dirname(os.path.abspath(src))
    for top in (src, os.path.join(root, "cli"), os.path.join(root, "tools")):
        for folder, _, files in os.walk(top):
            for f in files:
                path = os.path.join(folder, f)
                if not f.endswith((".c", ".h", ".def")):
                    continue
                # a name may be put together by a macro: phk_rot_##name
                text = re.sub(r"/\*.*?\*/", "", open(path).read(), flags=re.S)
                for name in set(re.findall(r"\bphk_\w+", text)) & functions.keys():
                    if path != functions[name]:
                        mentions[name].add(path)
    return [(n, functions[n], len(m)) for n, m in sorted(mentions.items())
            if len(m) < 2 and n not in FOR_TESTS | CONTACT]

def own_uses(path, name):
    """How often its header mentions it: inline functions and macros are users, too."""
    text = re.sub(r"/\*.*?\*/", "", open(path).read(), flags=re.S)
    return len(re.findall(rf"\b{name}\b", text))

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
    functions, inline = {}, set()
    for path in headers(src):
        for m in PATTERNS[4][1].finditer(plain(open(path).read())):
            functions[m[1]] = path
            if re.search("static|INLINE", m[0]):
                inline.add(m[1])
    for name, path, users in unused(src, functions):
        if own_uses(path, name) > 1 or (name in inline and users):
            continue
        print(f"{path}: {name} is " + ("called in its own file alone: make it static"
                                       if users else "called by nobody"))
        bad += 1
    return 1 if bad else 0

if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
