# SPDX-License-Identifier: BSD-3-Clause
"""reference.py -- pages of what the program itself knows, as Markdown: from `polhode list .. --json`
and `polhode COMMAND --help`."""
import json
import re
import subprocess


def ask(polhode, *arguments):
    return subprocess.run([polhode, *arguments], capture_output=True, text=True, check=True).stdout


def listed(polhode, what):
    return json.loads(ask(polhode, "list", what, "--json"))


def cell(text):
    return str(text if text is not None else "").replace("|", "\\|")


def table(head, rows):
    lines = ["| " + " | ".join(head) + " |", "|" + "---|" * len(head)]
    return "\n".join(lines + ["| " + " | ".join(cell(c) for c in row) + " |" for row in rows]) + "\n"


def sentence(text):
    return text[:1].upper() + text[1:].rstrip(".") + "."


def fields(list_):
    rows = []
    for f in list_:
        value = " or ".join(f"`{w}`" for w in f["words"]) if f.get("words") else f["kind"]
        rows.append((f"`{f['name']}`", value, f["unit"] or "", "yes" if f["required"] else "", f["help"]))
    return table(("key", "value", "unit", "required", "meaning"), rows)


def elements(polhode):
    all_ = listed(polhode, "elements")
    out = ["# Elements\n\nJoints hold bodies together, forces act on them. The [model file](model-file.md) says where they "
           "stand and what they have in common; `polhode list elements` prints the same.\n"]
    for kind, title in (("joint", "Joints"), ("force", "Forces")):
        these = [e for e in all_ if e["kind"] == kind]
        out.append(f"## {title}\n")
        head = ("type", "equations", "what it is") if kind == "joint" else ("type", "what it is")
        rows = [(f"[`{e['name']}`](#{e['name']})", *([e["equations"]] if kind == "joint" else []), e["help"]) for e in these]
        out.append(table(head, rows))
        for e in these:
            out.append(f"### `{e['name']}`\n\n{sentence(e['help'])}\n")
            more = [f"`{key}`: {e[key]}." for key in ("axis", "axis2") if e.get(key)]
            if e.get("motions"):
                more.append("A motion may drive " + ", ".join(f"`{m}`" for m in e["motions"]) + ".")
            if more:
                out.append(" ".join(more) + "\n")
            if e["fields"]:
                out.append(fields(e["fields"]))
    known = {e["kind"] for e in all_} - {"joint", "force"}
    for kind in sorted(known):
        out.append(f"## {kind.capitalize()}\n")
        for e in (e for e in all_ if e["kind"] == kind):
            out.append(f"### `{e['name']}`\n\n{sentence(e['help'])}\n\n" + fields(e.get("fields", [])))
    return "\n".join(out)


def integrators(polhode):
    all_ = listed(polhode, "integrators")
    rows = [(f"`{i['name']}`" + (", the default" if i["default"] else ""), i["summary"], i["order"],
             ", ".join(i["properties"]), i["reference"]) for i in all_]
    return ("# Integrators\n\n[Which integrator when](integrators.md) helps to choose, with measured errors. `order` is that of the "
            "method; `polhode list integrators` prints the same.\n\n" +
            table(("name", "method", "order", "properties", "reference"), rows))


def functions(polhode):
    all_ = listed(polhode, "functions")
    groups = {}
    for f in all_:
        groups.setdefault(f.get("kind", "function"), []).append(f)
    out = ["# Functions\n\nWhat expressions of model files may use; the [model file](model-file.md#expressions) has also the "
           "quantities of bodies, joints and forces. ADAMS' functions are translated into these, see [ADAMS decks]"
           "(adams.md#functions).\n"]
    for kind, these in groups.items():
        if len(groups) > 1:
            out.append(f"## {kind.capitalize()}\n")
        out.append(table(("function", "meaning"), [(f"`{f['signature']}`", f["help"]) for f in these]))
    return "\n".join(out)


def statements(polhode):
    all_ = listed(polhode, "statements")
    say = {"read": "Read", "skipped": "Skipped: they cannot change the motion", "refused": "Refused: there is no such element yet"}
    out = ["# ADAMS statements\n\nWhat becomes of the statements of a deck; [ADAMS decks](adams.md) says how decks are read and run. "
           "`polhode list statements` prints the same.\n"]
    for use, title in say.items():
        these = [s for s in all_ if s["use"] == use]
        if not these:
            continue
        out.append(f"## {title}\n")
        out.append(table(("statement", "becomes" if use == "read" else "what it is"),
                         [(f"[`{s['name']}`](#{s['name'].lower()})" if use == "read" else f"`{s['name']}`", s["meaning"]) for s in these]))
        for s in these if use == "read" else ():
            id_ = "/id" if s["numbered"] else ""
            out.append(f"### `{s['name']}`\n\n`{s['name']}{id_}`: {s['meaning']}.\n")
            for kind, words in (("read", "Arguments"), ("unused", "Not used"), ("skipped", "Not used"), ("refused", "Refused")):
                mine = [a for a in s["arguments"] if a["use"] == kind]
                if mine:
                    each = [f"`{a['name']}`" + (" (required)" if a["required"] else "") + (f" ({a['why']})" if a["why"] else "")
                            for a in mine]
                    out.append(f"{words}: {', '.join(each)}.\n")
    return "\n".join(out)


def commands(polhode):
    help_ = ask(polhode, "--help")
    names = re.findall(r"^  (\w+)  +(.*)$", help_.split("commands:")[1], re.M)
    out = ["# Commands\n\n`polhode COMMAND --help` prints what is below; the manual page `docs/polhode.1` has the columns of results and "
           "what exit codes mean.\n", table(("command", "what it does"), [(f"[`{n}`](#{n})", what) for n, what in names])]
    for name, _ in names:
        out.append(f"## `{name}`\n\n```\n{ask(polhode, name, '--help').rstrip()}\n```\n")
    return "\n".join(out)


PAGES = [("ref-commands", "Commands", commands), ("ref-elements", "Elements", elements),
         ("ref-functions", "Functions", functions), ("ref-integrators", "Integrators", integrators),
         ("ref-statements", "ADAMS statements", statements)]
