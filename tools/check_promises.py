#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""check_promises.py -- fails when a document or a comment names what is not there.

usage: check_promises.py ROOT POLHODE
Of the documents: paths and file names, names that begin with ph_, phk_, PH_ and PHK_, commands of
polhode with their options, integrators, targets of make and CMake.  Of comments in sources: file
names and phk_ names.  What documents show of models is run by test/cli/docs.sh, and tables that are
made of the program are compared with it elsewhere.
"""
import fnmatch
import os
import re
import subprocess
import sys

SUFFIX = r"(?:c|h|def|py|sh|js|mjs|md|yaml|adm|acf|txt|cmake)"
# files that readers make when they follow a document, and words that stand for any
MADE = re.compile(r"^(out/.*|build/.*|stiffen\.c|wrong\.yaml|mine\.yaml)$|[A-Z]{3}")
ANY = {"ph_noun_verb"}


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


class Tree:
    """What there is."""

    def __init__(self, root, polhode):
        self.root, self.polhode = root, polhode
        listed = subprocess.run(["git", "-C", root, "ls-files", "-co", "--exclude-standard"],
                                capture_output=True, text=True).stdout.split("\n")
        self.files = [f for f in listed if f and os.path.exists(os.path.join(root, f))]
        self.pieces = set()
        self.public = self.words("include/*")
        self.inner = self.public | self.words("src/*") | self.words("test/*") | \
            self.words("bench/*") | self.words("tools/*") | self.words("cli/*")
        make = read(os.path.join(root, "Makefile"))
        self.make = set(re.findall(r"^([a-z][\w-]*):", make, re.M))
        self.cmake = {t for f in self.files if f.endswith("CMakeLists.txt")
                      for t in re.findall(r"(?:add_custom_target|function)\((\S+?)[\s)]",
                                          read(os.path.join(root, f)))}
        self.commands = set(re.findall(r"^  (\w+) ", self.ask("--help"), re.M))
        self.helps = {c: self.ask(c, "--help") for c in self.commands}
        self.integrators = set(re.findall(r'"name": "([^"]+)"',
                                          self.ask("list", "integrators", "--json")))

    def ask(self, *args):
        return subprocess.run([self.polhode, *args], capture_output=True, text=True).stdout

    def words(self, pattern):
        """All names in the code, as far as it is no comment; names a macro puts together count."""
        found = set()
        for f in self.files:
            if not fnmatch.fnmatch(f, pattern) or not f.endswith((".c", ".h", ".def")):
                continue
            text = re.sub(r"/\*.*?\*/", "", read(os.path.join(self.root, f)), flags=re.S)
            found.update(re.findall(r"\w+", text))
            self.pieces.update(re.findall(r"\b(phk?_\w*)##", text))
        return found

    def has_option(self, name):
        """Of a command, or of a script or program beside it."""
        if any(name in h for h in [*self.helps.values(), self.ask("--help")]):
            return True
        return any(name in read(os.path.join(self.root, f)) for f in self.files
                   if re.match(r"(tools|test/adversary|bench)/.*\.(sh|py|c)$", f))

    def has_file(self, name):
        name = re.sub(r"^\./", "", name).rstrip("/")
        parts = [name] if "{" not in name else \
            [re.sub(r"\{[^}]*\}", p, name) for p in re.search(r"\{([^}]*)\}", name)[1].split(",")]
        return all(any(fnmatch.fnmatch(f, p) or fnmatch.fnmatch(f, "*/" + p) or
                       fnmatch.fnmatch(f, p + "/*") or fnmatch.fnmatch(f, "*/" + p + "/*")
                       for f in self.files) for p in parts)

    def has_name(self, name):
        words = self.public if name.lower().startswith("ph_") else self.inner
        if name in words:
            return True
        if name.endswith(("_", "*")):  # a family: phk_rot_*
            return any(w.startswith(name.rstrip("*")) for w in words)
        # put together by a macro: phk_##section, phk_##word##_fields
        for piece in self.pieces:
            rest = name[len(piece):]
            if name.startswith(piece) and {rest, re.sub(r"_[a-z]+$", "", rest)} & words:
                return True
        return name in ANY or name in self.cmake


def codes(text):
    """Backticked pieces and lines of fenced blocks, with their line numbers."""
    fenced = False
    for number, line in enumerate(text.split("\n"), 1):
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif fenced:
            yield number, line.strip(), True
        else:
            for m in re.finditer(r"`([^`]+)`", line):
                yield number, m[1].strip(), False


def check_command(tree, line, tell):
    m = re.search(r"(?:^|[ /$|])polhode ([a-z]+)\b(.*)", line)
    if not m:
        return
    if m[1] not in tree.commands:
        tell(f"polhode has no command `{m[1]}`")
        return
    rest = re.split(r"\s#|[|;&>]", m[2])[0]
    for option in re.findall(r"(?<!\S)(--?[a-z][\w-]*)", rest):
        if not re.search(rf"(?<![\w-]){option}\b", tree.helps[m[1]]):
            tell(f"`polhode {m[1]}` has no option {option}")
    for name in re.findall(r"--integrators? ([a-z][\w,-]*)", rest):
        for one in name.split(","):
            if one not in tree.integrators:
                tell(f"there is no integrator `{one}`")


def check_document(tree, path):
    bad = []
    for number, code, fenced in codes(read(os.path.join(tree.root, path))):
        def tell(what, number=number):
            bad.append(f"{path}:{number}: {what}")
        check_command(tree, code, tell)
        alone = re.match(r"(--[a-z][\w-]*)", code)
        if alone and not tree.has_option(alone[1]):
            tell(f"nothing has an option {alone[1]}")
        for name in re.findall(r"(?<![\w#<])((?:phk?|PHK?)_\w+)", code):
            if not tree.has_name(name) and "<" not in code and not fenced:
                tell(f"{name} is nowhere in the code")
        for target in re.findall(r"^make ([a-z][\w-]*)", code):
            if target not in tree.make:
                tell(f"the Makefile has no target `{target}`")
        for target in re.findall(r"(?:^ninja|--target) ([a-z][\w-]*)", code):
            if target not in tree.cmake | tree.commands | {"polhode"}:
                tell(f"CMake has no target `{target}`")
        for name in re.findall(r"integrator: ([a-z][\w-]*)", code):
            if name not in tree.integrators:
                tell(f"there is no integrator `{name}`")
        whole = re.fullmatch(rf"(?:[\w.*{{}},-]+/)*[\w.*{{}},-]+(?:\.{SUFFIX}|/)", code)
        if whole and not fenced and not MADE.search(code) and not tree.has_file(code):
            tell(f"there is no `{code}`")
    return bad


def check_comments(tree, path):
    bad = []
    text = read(os.path.join(tree.root, path))
    for m in re.finditer(r"/\*.*?\*/|//[^\n]*", text, re.S):
        line = text.count("\n", 0, m.start()) + 1
        for name in re.findall(r"\bphk_\w+", m[0]):
            if not tree.has_name(name):
                bad.append(f"{path}:{line}: {name} is nowhere in the code")
        for name in re.findall(rf"(?<![\w./-])((?:[\w-]+/)*[\w-]+\.(?:c|h|def|py|sh))\b(?!\()", m[0]):
            if len(os.path.basename(name)) > 3 and not tree.has_file(name):
                bad.append(f"{path}:{line}: there is no {name}")
    return bad


def check_manual(tree, path):
    options = set(re.findall(r"\\-\\-((?:[a-z]|\\-)+)", read(os.path.join(tree.root, path))))
    options = {"--" + o.replace("\\", "") for o in options}
    known = "\n".join(tree.helps.values()) + tree.ask("--help")
    return [f"{path}: no command has an option {o}" for o in sorted(options)
            if not re.search(rf"{o}(?![\w-])", known)]


def main(root, polhode):
    tree = Tree(root, polhode)
    bad = check_manual(tree, "docs/polhode.1")
    for f in tree.files:
        if f.endswith(".md") and f != "CHANGELOG.md":
            bad += check_document(tree, f)
        elif re.match(r"(src|cli|include|bench|test|tools)/.*\.[ch]$", f):
            bad += check_comments(tree, f)
    for line in bad:
        print(line)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
