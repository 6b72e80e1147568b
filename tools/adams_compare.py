#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""adams_compare.py -- runs decks and compares every row with what MSC.ADAMS wrote, and with itself.

usage: adams_compare.py POLHODE FOLDER [TOLERANCE]

FOLDER holds one folder per deck: model.adm and text files (pos vel acc quat avel aacc rforce rtorque)
with a time and three or four numbers a row; requests 1 to 5 of the deck are displacement, velocity,
acceleration, Euler parameters and forces. Errors are relative to the larger of 1 and the column's
size: the largest of all rows for places, rotations and rates, the root mean square for accelerations
and reactions, which carry the noise of ADAMS' own steps. `own` is the largest difference of places,
rotations and rates from a converged solution, on whose digits two integrators agree (`agree`).
Exits with 1 when a limit is passed.
"""
import csv
import math
import os
import subprocess
import sys
import tempfile

# file -> request, its columns, limit, whether by root mean square
SETS = {
    "pos": (1, "xyz", 2e-5, False), "quat": (4, "quat", 2e-5, False),
    "avel": (2, "turn", 2e-5, False), "vel": (2, "xyz", 1e-4, False),
    "acc": (3, "xyz", 1e-3, True), "aacc": (3, "turn", 1e-3, True),
    "rforce": (5, "xyz", 1e-3, True), "rtorque": (5, "turn", 1e-3, True)}
# eight components of a request: magnitude, x y z, magnitude, three rotations
PLACES = {"xyz": (1, 2, 3), "turn": (5, 6, 7), "quat": (1, 2, 3, 5)}
# ADAMS' own runs of these two are off by 4e-4: an exact integration shows it
LOOSE = {"spherical": 1e-3, "universal": 1e-3}
OWN_LIMIT = 1e-6
END, ROWS = 5, 500


def run(polhode, deck, folder, *options):
    subprocess.run([polhode, "run", deck, "-o", folder, "--end", str(END), "--steps", str(ROWS), "--quiet",
                    *options], check=True, stderr=subprocess.DEVNULL)
    text = subprocess.run([polhode, "table", folder], check=True, capture_output=True, text=True).stdout
    rows = list(csv.reader(text.splitlines()))
    return {name: [float(r[k]) for r in rows[1:]] for k, name in enumerate(rows[0])}


def reference(path):
    rows = [line.split() for line in open(path) if line[:1] in "+-"]
    return [[float(x) for x in column] for column in zip(*rows)]


def request(table, number, which):
    """The columns of a request, by the place among its eight components."""
    prefix = f"REQUEST_{number}."
    order = ["mag", "x", "y", "z", "amag"]
    columns = {}
    for name in table:
        if not name.startswith(prefix):
            continue
        word = name[len(prefix):]
        if word[0] == "f" and word[1:].isdigit():
            columns[int(word[1:]) - 1] = table[name]
        elif word in order:
            columns[order.index(word)] = table[name]
        else:
            columns[5 + sum(1 for k in columns if k >= 5)] = table[name]
    missing = [k + 1 for k in PLACES[which] if k not in columns]
    if missing:
        sys.exit(f"request {number} has no components {missing}")
    return [columns[k] for k in PLACES[which]]


def error(ours, theirs, rms):
    worst = 0.0
    for a, b in zip(ours, theirs):
        size = max(1.0, max(abs(x) for x in b))
        d = [abs(x - y) / size for x, y in zip(a, b)]
        worst = max(worst, math.sqrt(sum(x * x for x in d) / len(d)) if rms else max(d))
    return worst


def same_sign(ours, theirs):
    """Quaternions q and -q are one rotation."""
    out = [list(c) for c in ours]
    for i in range(len(out[0])):
        if sum(a[i] * b[i] for a, b in zip(ours, theirs)) < 0:
            for c in out:
                c[i] = -c[i]
    return out


def compare(table, other_set, names, rms=True):
    result = {}
    for name in names:
        number, which, _, by_rms = SETS[name]
        ours, theirs = request(table, number, which), other_set(name)
        if which == "quat":
            ours = same_sign(ours, theirs)
        result[name] = error(ours, theirs, by_rms and rms)
    return result


def main(polhode, root, tolerance="1e-8"):
    failed = False
    heads = list(SETS) + ["own", "agree"]
    print(f"tolerance {tolerance}\n{'deck':15s}" + "".join(f"{h:>10s}" for h in heads))
    with tempfile.TemporaryDirectory() as work:
        for deck in sorted(d for d in os.listdir(root) if os.path.isdir(os.path.join(root, d))):
            folder = os.path.join(root, deck)
            model = os.path.join(folder, "model.adm")
            table = run(polhode, model, os.path.join(work, "r"), "--tol", tolerance)
            files = {n: reference(os.path.join(folder, n + ".txt")) for n in SETS
                     if os.path.exists(os.path.join(folder, n + ".txt"))}
            errors = compare(table, lambda n: files[n][1:], files)
            # the converged solution, twice
            fine = run(polhode, model, os.path.join(work, "f"), "--tol", "1e-9")
            second = run(polhode, model, os.path.join(work, "s"), "--integrator", "ida", "--tol", "1e-12")
            kinematic = ["pos", "quat", "avel", "vel"]
            of = lambda t: lambda n: request(t, SETS[n][0], SETS[n][1])
            errors["own"] = max(compare(table, of(fine), kinematic).values())
            errors["agree"] = max(compare(fine, of(second), kinematic).values())
            line = f"{deck:15s}"
            for head in heads:
                if head not in errors:
                    line += f"{'':>10s}"
                    continue
                limit = OWN_LIMIT if head in ("own", "agree") else max(SETS[head][2], LOOSE.get(deck, 0))
                bad = not errors[head] <= limit
                failed |= bad
                line += f"{errors[head]:>9.1e}{'!' if bad else ' '}"
            print(line, flush=True)
    return 1 if failed else 0


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    sys.exit(main(*sys.argv[1:]))
