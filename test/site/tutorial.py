# SPDX-License-Identifier: BSD-3-Clause
"""tutorial.py -- does what the tutorial, or another document, says: writes its files, runs its commands
in order, and compares what they print. A line `...` stands for any lines; numbers may differ by a
thousandth.

usage: tutorial.py POLHODE SOURCE [DOCUMENT]"""
import math
import os
import re
import shutil
import subprocess
import sys
import tempfile

BLOCK = re.compile(r"^```(yaml|c|console)\n(.*?)^```", re.M | re.S)
NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?")


def same_line(wanted, got):
    if NUMBER.sub("0", wanted) != NUMBER.sub("0", got):
        return False
    pairs = zip(NUMBER.findall(wanted), NUMBER.findall(got))
    return all(math.isclose(float(a), float(b), rel_tol=1e-3, abs_tol=1e-3) for a, b in pairs)


def same(wanted, got):
    """True when the lines `got` are those wanted."""
    if not wanted:
        return not got
    if wanted[0] == "...":
        return any(same(wanted[1:], got[i:]) for i in range(len(got) + 1))
    return bool(got) and same_line(wanted[0], got[0]) and same(wanted[1:], got[1:])


def commands(text):
    """[(command, lines it prints)] of a console block."""
    out = []
    for line in text.splitlines():
        if line.startswith("$ "):
            out.append((line[2:], []))
        else:
            out[-1][1].append(line)
    return out


class Walk:
    """What has been done so far: a folder, and the shell's."""

    def __init__(self, polhode, source, work):
        self.source, self.folder, self.build = source, work, os.path.dirname(polhode)
        os.makedirs(os.path.join(work, "build"))
        os.symlink(polhode, os.path.join(work, "build", "polhode"))
        os.symlink(os.path.join(source, "include"), os.path.join(work, "include"))
        self.environment = dict(os.environ, LC_ALL="C")
        beside = os.path.join(os.path.dirname(polhode), "viewer.html")
        if not os.path.exists(beside) and "POLHODE_VIEWER" not in os.environ:
            # built without Node.js: the page is then nothing but its data
            beside = os.path.join(work, "viewer.html")
            with open(beside, "w", encoding="utf-8") as file:
                file.write("POLHODE_DATA")
        self.environment.setdefault("POLHODE_VIEWER", beside)

    def shell(self, command):
        """Runs a command; folder and variables it changes stay changed."""
        if command.startswith("make "):
            return self.make(command.split()[1:])
        if command.startswith("polhode plot") and not shutil.which("gnuplot"):
            return 0, ""
        done = subprocess.run(["sh", "-c", f'{command}\nstatus=$?\npwd >"$STATE"; echo "$PATH" >>"$STATE"; exit $status'],
                              cwd=self.folder, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              env=dict(self.environment, STATE=os.path.join(self.top, "state")))
        with open(os.path.join(self.top, "state"), encoding="utf-8") as file:
            self.folder, self.environment["PATH"] = file.read().splitlines()
        return done.returncode, done.stdout

    def make(self, words):
        """In the folder polhode was built in, if make built it; else it is only seen what make would do."""
        if os.path.exists(os.path.join(self.build, ".configured")):
            words = words + [f"BUILD={self.build}", f"SHOW={os.path.join(self.top, 'out', 'v8')}"]
        else:
            words = ["-n"] + words
        done = subprocess.run(["make", "-C", self.source, *words], text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              env={k: v for k, v in self.environment.items() if not k.startswith("MAKE")})
        return done.returncode, done.stdout

    def follow(self, text, top):
        self.top, failed, count = top, 0, 0
        for kind, block in BLOCK.findall(text):
            if kind != "console":
                name = re.match(r"(?:#|/\*) ([\w-]+\.(?:yaml|c)\b)", block)
                if not name:
                    print(f"failed: a file without a name: {block.splitlines()[0]}")
                    failed += 1
                    continue
                with open(os.path.join(self.folder, name.group(1)), "w", encoding="utf-8") as file:
                    file.write(block)
                continue
            for command, wanted in commands(block):
                count += 1
                status, got = self.shell(command)
                meant = any("error:" in line for line in wanted)
                lines = [line for line in got.splitlines() if wanted or status]
                if (status != 0) != meant or not same(wanted, lines):
                    print(f"failed: `{command}` ended with {status} and printed\n{got}instead of\n" + "\n".join(wanted))
                    failed += 1
        return count, failed


def text_of(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def main():
    polhode, source = (os.path.abspath(a) for a in sys.argv[1:3])
    document = sys.argv[3] if len(sys.argv) > 3 else "tutorial"
    text = text_of(os.path.join(source, "docs", document + ".md"))
    with tempfile.TemporaryDirectory() as work:
        walk = Walk(polhode, source, work)
        count, failed = walk.follow(text, work)
        page = os.path.join(walk.folder, "mine.html")  # where the tutorial ends: the pendulum in a page
        if document == "tutorial" and (not os.path.exists(page) or '"title":"My own pendulum"' not in text_of(page)):
            print("failed: the tutorial does not end with a page of one's own pendulum")
            failed += 1
    print(f"{count} commands")
    return 1 if failed or not count else 0


if __name__ == "__main__":
    sys.exit(main())
