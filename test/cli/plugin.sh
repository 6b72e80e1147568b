# SPDX-License-Identifier: BSD-3-Clause
#
# plugin.sh -- functions and a force of a shared object in a model file, and what goes wrong there.
. "${0%/*}/lib.sh"
cp "$PLUGIN" plugin.so

# model FORCE...: a mass on a slider along x from x = 1 m, with these forces
model()
{
    printf '%s\n' 'polhode: 1' 'plugins: [plugin.so]' 'bodies:' \
        '  a: {mass: 1, inertia: [1, 1, 1], position: [1, 0, 0]}' 'joints:' \
        '  guide: {type: prismatic, between: [ground, a], axis: [1, 0, 0]}' 'forces:' "$@" \
        'simulate: {end: 2, steps: 20, tolerance: 1e-7}' >m.yaml
}

# same COLUMN TOLERANCE: the results r and own agree in all rows
same()
{
    "$POLHODE" table r "$1" >r.csv
    "$POLHODE" table own "$1" >own.csv
    paste -d , r.csv own.csv | awk -F , -v e="$2" 'NR > 1 { d = $2 - $4; if (d < 0) d = -d; if (d > e) bad = 1; n++ }
        END { exit bad || n != 21 }' || fail "$1 differs from what the library gives"
}

# a function without derivatives, beside the same law as a formula
model '  f: {type: force, on: a, force: ["duffing(a.pos.x, 3, 2)", 0, 0]}'
exits 0 run m.yaml -o r
model '  f: {type: force, on: a, force: ["-3*a.pos.x - 2*a.pos.x^3", 0, 0]}'
exits 0 run m.yaml -o own
same a.pos.x 1e-9
same a.acc.x 1e-7

# one with derivatives, in a motion: its second derivative comes from differences of them
model '  none: {type: force, on: a, force: [0, 0, 0]}' 'motions:' \
    '  drive: {joint: guide, displacement: "1 + twice(time, sin(time))"}'
exits 0 run m.yaml -o r
model '  none: {type: force, on: a, force: [0, 0, 0]}' 'motions:' \
    '  drive: {joint: guide, displacement: "1 + 2*time*sin(time)"}'
exits 0 run m.yaml -o own
same a.pos.x 1e-9
same a.acc.x 1e-6

# a force of its own
model '  w: {type: well, on: a, stiffness: 4 N/m}'
exits 0 run m.yaml -o r
model '  w: {type: force, on: a, force: [-4*a.pos.x, 0, 0]}'
exits 0 run m.yaml -o own
same a.pos.x 1e-9

# what goes wrong is named
model '  f: {type: force, on: a, force: ["late(time)", 0, 0]}'
exits 1 run m.yaml -o r
says err 'force of `f`'
says err 'not a finite number'
model '  f: {type: force, on: a, force: ["duffing(time)", 0, 0]}'
exits 2 run m.yaml -o r
says err 'duffing takes 3 arguments: duffing(x, k, c), got 1'
model '  w: {type: wel, on: a, stiffness: 4}'
exits 2 run m.yaml -o r
says err 'did you mean `well`?'
sed -i 's/plugin.so/absent.so/' m.yaml
exits 2 run m.yaml -o r
says err 'm.yaml:2:11: error: cannot open plug-in `absent.so`'
printf 'int nothing;\n' >empty.c
if cc -shared -fPIC -o absent.so empty.c 2>/dev/null; then
    exits 2 run m.yaml -o r
    says err '`absent.so` is no plug-in'
fi
sed -i 's/\[absent.so\]/[plugin.so, plugin.so]/; s/wel,/well,/' m.yaml
exits 0 run m.yaml -o r

exit $failed
