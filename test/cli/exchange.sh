# SPDX-License-Identifier: BSD-3-Clause
#
# exchange.sh -- results for other programs: ParaView, MATLAB and Python, read back by VTK, SciPy
# and h5py (Debian's python3-vtk9, python3-scipy, python3-h5py).
. "${0%/*}/lib.sh"
here=${0%/*}
case $here in /*) ;; *) here=$OLDPWD/$here ;; esac

cat >box.yaml <<'END'
polhode: 1
title: A box – über allem
bodies:
  box: {mass: 1, inertia: [1, 2, 3], velocity: [1, 0, 0.5], omega: [0.1, 3, 0.2],
        shape: {box: {size: [0.4, 0.2, 0.1]}}}
  arm: {mass: 2, inertia: [1, 1, 1], position: [1, 2, 3]}
shapes: {string: {type: line, through: [arm, ground]}}
simulate: {end: 1, steps: 200}
END
exits 0 run box.yaml -o box --quiet
exits 0 table box
mv out table.csv

# a series for ParaView: frames in a folder, the list last
exits 0 convert box show.pvd --fps 20
says err "21 frames of 201 rows, at most 20 a second"
says show.pvd 'file="show_frames/show_00020.vtp"'
[ "$(ls show_frames | wc -l)" = 21 ] || fail "other than 21 frames"
# beside the result, not in it
ls box >before
exits 0 convert box box.pvd
ls box >after
check "the result's folder was written to" cmp before after
exits 0 convert box/result.h5 all.pvd
[ "$(ls all_frames | wc -l)" = 201 ] || fail "other than all rows of a short run"
# a shorter one takes the place of a longer one
exits 0 convert box all.pvd --fps 5
[ "$(ls all_frames | wc -l)" = 6 ] || fail "frames of an older series are left"
exits 0 convert box box.mat

# what cannot be
exits 2 convert box box.mat --fps 3
says err "--fps is for .pvd"
exits 2 convert box.yaml again.yaml --fps 3
says err "is a model"
exits 2 convert box show.pvd --fps 0
exits 1 convert box nowhere/show.pvd
says err "nowhere/show_frames"
exits 1 convert box nowhere/box.mat
echo >taken_frames
exits 1 convert box taken.pvd
says err "taken"
sed 's/^simulate/outputs: [energy]\n&/' box.yaml >empty.yaml
exits 0 run empty.yaml -o empty --quiet
exits 2 convert empty empty.pvd
says err "no body"
[ -e empty.pvd ] && fail "a series of nothing"
# a result without a scene
"$MAKE_RESULT" old 11 0.1
exits 0 convert old old.pvd
says err "no shapes"
says err "no velocities"
exits 0 convert old old.mat
(
    ulimit -f 4
    exits 1 convert box full.mat
    [ -e full.mat ] && fail "half a file"
    exit $failed
) || failed=1
[ -z "$(find . -name '.polhode*')" ] || fail "temporary files are left behind"

# the snippet of the documentation, as it stands there
awk '/^```python/ { inside = 1; next } /^```/ { inside = 0 } inside' "$SOURCE/docs/results.md" |
    sed 's:out/toss:box:; s/"body"/"box"/' >snippet.py
[ -s snippet.py ] || fail "docs/results.md shows no Python"
grep -q h5py snippet.py || fail "the snippet of docs/results.md does not use h5py"

# with PACKAGE MODULE COMMAND...: runs Python where it has the module
missing=
with()
{
    package=$1 module=$2
    shift 2
    for python in python3 /usr/bin/python3; do
        "$python" -c "import $module" 2>/dev/null || continue
        check "read back with $module" "$python" "$@"
        return
    done
    missing="$missing $package"
}
export PYTHONIOENCODING=utf-8
with python3-vtk9 vtk "$here/read_vtk.py" show.pvd table.csv
with python3-scipy scipy.io "$here/read_mat.py" box.mat table.csv
with python3-h5py h5py snippet.py >printed
cat printed
if ! echo "$missing" | grep -q h5py; then
    says printed "m/s"
    wanted=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == "box.pos.x") c = i } END { print $c }' table.csv)
    near "$(awk '/^last/ { print $2 }' printed)" "$wanted" 1e-15 || fail "the snippet reads other numbers"
fi
[ $failed = 0 ] || exit 1
[ -z "$missing" ] && exit 0
echo "skipped in part: no Python with$missing"
exit 77
