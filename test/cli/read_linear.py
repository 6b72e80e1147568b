# SPDX-License-Identifier: BSD-3-Clause
#
# read_linear.py DIR MODEL -- loads linear.mat and linear.h5 with SciPy and h5py, compares them, and
# the gains of the model with those of the regulator of its A and B.
import re
import sys

import h5py
import numpy
import scipy.io
import scipy.linalg

mat = scipy.io.loadmat(sys.argv[1] + "/linear.mat")
with h5py.File(sys.argv[1] + "/linear.h5") as h5:
    for name in "ABCD":
        assert numpy.array_equal(mat[name], h5[name][()]), name
    states = [s.decode() for s in h5["states"][()]]
    assert [s.decode() for s in h5["inputs"][()]] == ["push"]
    assert h5.attrs["steady"] == 1
assert states == [str(s[0]) for s in mat["states"][:, 0]], states
wanted = ["place", "angle", "place'", "angle'"]
order = [states.index(s) for s in wanted]
A, B = mat["A"][numpy.ix_(order, order)], mat["B"][order]
P = scipy.linalg.solve_continuous_are(A, B, numpy.diag([10, 100, 1, 1]), [[0.1]])
gains = (B.T @ P / 0.1)[0]
text = open(sys.argv[2]).read()
given = [float(re.search(rf"k_{k}: (\S+)", text).group(1)) for k in ("place", "angle", "speed", "turn")]
assert numpy.allclose(gains, given, rtol=1e-9), (gains, given)
print(gains)
