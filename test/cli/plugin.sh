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

# --- decks: USER(..) is a function of the plug-in that ROUTINE names, in the deck's units -------------

# deck STATEMENT..: a mass at (1500, 200, 0) mm
deck()
{
    printf '%s\n' 'a deck' 'UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND' \
        'PART/1, GROUND' 'MARKER/10, PART=1' 'MARKER/11, FLOATING, PART=1' \
        'PART/2, QG=1500,200,0, MASS=1, CM=20, IP=1E6,1E6,1E6' 'MARKER/20, PART=2' "$@" END >m.adm
}
deck 'SFORCE/1, TRANSLATIONAL, I=20, J=10, FUNCTION=USER(20, 10, 2*0.01)\, ROUTINE=plugin::spring'
exits 0 run m.adm -o r --end 2 --steps 20
deck 'SFORCE/1, TRANSLATIONAL, I=20, J=10, FUNCTION=-0.02*(DM(20,10) - 1) - 0.1*VR(20,10)'
exits 0 run m.adm -o own --end 2 --steps 20
same PART_2.pos.x 1e-7
same PART_2.pos.y 1e-7
# a coupler by a function: a wheel that follows the sine of another
wheels()
{
    deck 'MARKER/21, PART=2' 'PART/3, MASS=1, CM=30, IP=1E5,1E5,1E5' 'MARKER/30, PART=3' \
        'MARKER/31, PART=3' 'MARKER/12, PART=1, QP=1500,200,0' 'MARKER/13, PART=1' \
        'JOINT/1, REVOLUTE, I=21, J=12' 'JOINT/2, REVOLUTE, I=31, J=13' \
        'SFORCE/9, ROTATIONAL, ACTIONONLY, I=31, J=13, FUNCTION=300' "$@"
}
wheels 'COUPLER/1, JOINTS=1,2, FUNCTION=USER(21,12,31,13,0.5)\, ROUTINE=plugin::wave'
exits 0 run m.adm -o r --end 2 --steps 20
wheels 'COUPLER/1, JOINTS=1,2, FUNCTION=AZ(21,12) - 0.5*SIN(AZ(31,13))'
exits 0 run m.adm -o own --end 2 --steps 20
same PART_2.omega.z 1e-6
near "$(at own 2 PART_2.quat.3)" 0 1e-12 && fail "the coupler does not couple"
wheels 'COUPLER/1, JOINTS=1,2, SCALES=1,2, FUNCTION=AZ(21,12)'
exits 2 check m.adm
says err 'COUPLER/1 has both SCALES and a FUNCTION'
deck 'VFORCE/1, I=20, JFLOAT=11, RM=10, FUNCTION=USER(0.03)\, ROUTINE=plugin.so::pull'
exits 0 run m.adm -o r --end 2 --steps 20
deck 'VFORCE/1, I=20, JFLOAT=11, RM=10, FX=-0.03*DX(20)\FY=-0.03*DY(20)\FZ=-0.03*DZ(20)'
exits 0 run m.adm -o own --end 2 --steps 20
same PART_2.pos.x 1e-7
same PART_2.pos.y 1e-7
deck 'DIFF/1, IC=1, FUNCTION=USER(2)\, ROUTINE=plugin::twice' 'VARIABLE/1, FUNCTION=USER(4)\, ROUTINE=plugin::twice'
exits 0 run m.adm -o r --end 2 --steps 20
near "$(at r 2 DIFF_1)" 9 1e-9 || fail "DIFF/1 is $(at r 2 DIFF_1), want 9"
near "$(at r 2 VARIABLE_1)" 8 0 || fail "VARIABLE/1 is $(at r 2 VARIABLE_1), want 8"
deck 'REQUEST/1, FUNCTION=USER(2)\, ROUTINE=plugin::measure, CNAMES="a", "b"'
exits 0 run m.adm -o r --end 1
near "$(at r 1 REQUEST_1.b)" -3000 1e-6 || fail "REQUEST/1 is $(at r 1 REQUEST_1.b), want -3000"
deck 'REQUEST/1, FUNCTION=USER(2)\, ROUTINE=plugin::late'
exits 2 run m.adm -o r
says err 'the plug-in of REQUEST/1 has no function for it'

# what goes wrong is named
deck 'VARIABLE/1, FUNCTION=USER(4)\, ROUTINE=plugin::absent'
exits 2 run m.adm -o r
says err 'm.adm:8:40: error: the plug-in has no function `absent`'
deck 'VARIABLE/1, FUNCTION=USER(TIME)\, ROUTINE=plugin::twice'
exits 2 run m.adm -o r
says err 'the parameters of USER are numbers'
deck 'VARIABLE/1, FUNCTION=USER(1)\, ROUTINE=plugin::endless'
exits 2 run m.adm -o r
says err 'USER needs the function of a plug-in'
deck 'GFORCE/1, I=20, JFLOAT=11, RM=10, FUNCTION=USER(1)\, ROUTINE=plugin::pull'
exits 2 run m.adm -o r
says err 'has no function `pull_tx`'

# --- GSE: x' = 2 (1 - x) and, every 0.1 s, d := d + x; both are read through their arrays ---------------
deck 'VARIABLE/1, FUNCTION=1' 'ARRAY/1, U, VARIABLES=1' 'ARRAY/2, X, SIZE=1' 'ARRAY/3, X, SIZE=1' \
    'ARRAY/4, Y, SIZE=2' 'ARRAY/5, IC, NUMBERS=0.5' \
    'GSE/1, X=2, XD=3, U=1, Y=4, IC=5, NS=1, ND=1, NO=2, SAMPLE_PERIOD=0.1, FUNCTION=USER(2)\, ROUTINE=plugin::filter' \
    'REQUEST/1, F2=ARYVAL(2,1)\F3=ARYVAL(3,1)\F4=ARYVAL(4,1)\F6=ARYVAL(4,2), CNAMES="","x","d","y1","","y2","",""'
exits 0 run m.adm -o r --end 0.55 --every 0.05 --tol 1e-7
near "$(at r 0.55 REQUEST_1.x)" "$(awk 'BEGIN { printf "%.12f", 1 - 0.5*exp(-1.1) }')" 1e-7 || fail 'GSE: x'
near "$(at r 0.55 REQUEST_1.d)" "$(awk 'BEGIN { for (k = 0; k < 6; k++) s += 1 - 0.5*exp(-0.2*k); printf "%.12f", s }')" 1e-6 || fail "GSE: d"
near "$(at r 0.55 REQUEST_1.y1)" "$(at r 0.55 REQUEST_1.x)" 1e-12 || fail 'GSE: y1'
near "$(at r 0.55 REQUEST_1.y2)" "$(at r 0.55 REQUEST_1.d)" 1e-12 || fail 'GSE: y2'
deck 'ARRAY/2, X' 'GSE/1, X=2, NS=1, FUNCTION=USER(2)\, ROUTINE=plugin::pull'
exits 2 run m.adm -o r
says err 'GSE/1: the plug-in has no function .._deriv'

exit $failed
