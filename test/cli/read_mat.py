# SPDX-License-Identifier: BSD-3-Clause
#
# read_mat.py RESULT.mat TABLE.csv -- loads a MAT-file with SciPy and compares it with the result.
import csv
import sys

import scipy.io

mat = scipy.io.loadmat(sys.argv[1])
with open(sys.argv[2]) as file:
    lines = list(csv.reader(file))
names = [str(n[0]) for n in mat["names"][:, 0]]
units = [str(u[0]) if u.size else "" for u in mat["units"][:, 0]]
assert ["time", *names] == lines[0], names
assert mat["title"][0] == "A box – über allem", mat["title"]
assert units[names.index("box.vel.x")] == "m/s"
assert units[names.index("box.quat.0")] == ""
numbers = [[float(x) for x in line] for line in lines[1:]]
assert mat["time"].shape == (len(numbers), 1)
assert mat["data"].shape == (len(numbers), len(names))
for k, row in enumerate(numbers):
    assert [mat["time"][k, 0], *mat["data"][k]] == row, f"row {k}"
print(f"{len(numbers)} rows of {len(names)} columns read")
