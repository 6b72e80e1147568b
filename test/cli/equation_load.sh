# SPDX-License-Identifier: BSD-3-Clause
#
# equation_load.sh -- what a constraint by an expression does, as a request tells it: the same as
# the joint that holds the same distance, on both of its bodies and on ground.
. "${0%/*}/lib.sh"

# model JOINT REQUEST...: two masses, one hung from ground, the other from a marker on the first
model()
{
    printf '%s\n' 'polhode: 1' 'gravity: [0, 0, -9.81]' 'bodies:' \
        '  a: {mass: 1, inertia: [0.1, 0.1, 0.2], position: [1, 0, 0], omega: [0.3, 0.4, 0]}' \
        '  b: {mass: 2, inertia: [0.2, 0.1, 0.2], position: [2, 0.5, 0]}' 'markers:' \
        '  nail: {at: [0, 0.2, 0.1]}' '  eye: {on: a, at: [-0.2, 0, 0.1]}' \
        '  hook: {on: a, at: [0.3, 0, 0]}' '  loop: {on: b, at: [0, 0, 0.2]}' 'joints:' "$1" "$2" \
        'requests:' '  r:' '    columns:' >m.yaml
    shift 2
    printf "%s\n" "$@" | sed "s/^/      /" >>m.yaml
    echo 'simulate: {end: 1, steps: 10, tolerance: 1e-7}' >>m.yaml
}
columns()
{
    k=0
    for load in "fx($1, $2)" "fy($1, $2)" "fz($1, $2, hook)" "tx($1, $2)" "ty($1, $2)" "tz($1, $2)" "fm($1, $2)"; do
        k=$((k + 1))
        echo "$3$k: \"load_$load\""
    done
}

model '  rod: {type: distance, between: [nail, eye]}' '  link: {type: distance, between: [hook, loop]}' \
    "$(columns rod nail a)" "$(columns rod eye b)" "$(columns link hook c)" "$(columns link loop d)"
exits 0 run m.yaml -o joint
# lengths as they stand at the start: the markers' distances
model '  rod: {type: equation, expression: "dm(eye, nail) - sqrt(0.68)"}' \
    '  link: {type: equation, expression: "dm(hook, loop) - sqrt(0.78)"}' \
    "$(columns rod nail a)" "$(columns rod eye b)" "$(columns link hook c)" "$(columns link loop d)"
exits 0 run m.yaml -o equation
"$POLHODE" table joint r >joint.csv
"$POLHODE" table equation r >equation.csv
[ "$(head -n 1 joint.csv | tr ',' '\n' | wc -l)" = 29 ] || fail "there are not 28 columns"
paste -d , joint.csv equation.csv | awk -F , 'NR > 1 {
        for (k = 2; k <= 29; k++) { d = $k - $(k + 29); if (d < 0) d = -d; if (d > 1e-4) bad = 1
            if ($k > 1) large = 1 } }
    END { exit bad || !large }' || fail "the equation does not pull as the joint does"

# it is not for forces and variables
model '  rod: {type: equation, expression: "dm(eye, nail) - sqrt(0.68)"}' '' 'x: "load_fx(rod, eye)"'
printf '%s\n' 'variables: {pull: "load_fx(rod, eye)"}' >>m.yaml
exits 2 run m.yaml -o wrong
says err 'what equation `rod` does can be read in requests only'
exit $failed
