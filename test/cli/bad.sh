# SPDX-License-Identifier: BSD-3-Clause
#
# bad.sh -- bad models, options and places through `polhode run`: exit status, what is said and
# where, and that an older result is still there, byte for byte.
. "${0%/*}/lib.sh"
free=$SOURCE/models/papers/free-body.yaml

# --- an older result that nothing below may touch --------------------------------------------------
exits 0 run "$free" --end 1 -o old
cp -r old saved
untouched()
{
    diff -r old saved >differences && return
    fail "$1: the older result has changed"
    cat differences
}

# model LINE...: a model with one good body, and these lines in front of `simulate`
model()
{
    printf 'polhode: 1\nbodies:\n  a: {mass: 1, inertia: [1, 2, 2.5], omega: [0.1, 1, 0.2]}\n' >m.yaml
    for line; do printf '%s\n' "$line" >>m.yaml; done
    echo 'simulate: {end: 1, step: 0.01}' >>m.yaml
}

# refused PLACE TEXT [HINT]: m.yaml is not run; exit 2
refused()
{
    exits 2 run m.yaml -o old
    says err "$1 error: "
    says err "$2"
    says err "${3:-}"
    [ -s out ] && fail "a refused model prints a summary"
    untouched "$2"
}

# --- the file --------------------------------------------------------------------------------------
model '  b: {mas: 1, inertia: [1, 1, 1]}'
refused m.yaml:4:7: 'unknown key `mas` in body `b`' 'did you mean `mass`?'
model 'forces:' '  f: {type: torqe, on: a, torque: [0, 1, 0]}'
refused m.yaml:5:13: 'no force type `torqe`' 'did you mean `torque`?'
model '  b: {mass: 5 m, inertia: [1, 1, 1]}'
refused m.yaml:4:15: 'mass is in kg; `m` is a length' 'give it in kg'
model 'forces:' '  f: {type: torque, on: top, torque: [0, 1, 0]}'
refused m.yaml:5:25: 'there is no body or marker `top`'
model '  b: {mass: 1, inertia: [1, 2, 3.5]}'
refused m.yaml:4:3: 'violates the triangle inequality' 'inertia_check'
model '  b: {mass: 1, inertia: [1, 1, 1, 2, 0, 0]}'
refused m.yaml:4:3: 'inertia of body `b` is not positive definite'
model '  b: {mass: 1, inertia: [1, -1, 1]}'
refused m.yaml:4:3: 'not positive definite'
model '  b: {mass: 0, inertia: [1, 1, 1]}'
refused m.yaml:4:3: 'mass of body `b` is 0 kg' 'a body without mass needs joints'
model '  b: {mass: -3, inertia: [1, 1, 1]}'
refused m.yaml:4:13: 'mass must be at least 0 kg, got -3 kg'
model '  b: {mass: 1, inertia: [1, 1, 1], orientation: [1, 1, 0, 0]}'
refused m.yaml:4:49: 'norm 1.41421356' 'normalised it is [0.70710678118654746, '
model '  b: {mass: 1, inertia: [1, 1, 1], orientation: [0, 0, 0, 0]}'
refused m.yaml:4:49: 'a quaternion of zeros is no rotation'
model '  a: {mass: 1, inertia: [1, 1, 1]}'
refused m.yaml:4:3: 'the key `a` is given twice' 'line 3, column 3'
model 'markers:' '  a: {on: a, at: [1, 1, 1]}'
refused m.yaml:5:3: '`a` is already a body (line 3)'
model 'forces:' '  f: {type: torque, on: a, torque: [0, 1 +* 2, 0]}'
refused m.yaml:5:43: 'expected a value, found `*`'
model 'forces:' '  f: {type: torque, on: a, torque: [0, a.omga.x, 0]}'
refused m.yaml:5:40: 'omga' 'did you mean'
model '  b: {mass: 1, inertia: [1, 1, 1]' # the brace is never closed
refused m.yaml:5:1: 'a flow mapping that begins in line 4' 'close the map with `}`'
: >m.yaml
refused m.yaml: 'the file is empty'
head -c 3000 "$POLHODE" >m.yaml
refused m.yaml:1:1: '0x7F has no place in a text file' 'is this a binary file?'
awk 'BEGIN { for (i = 0; i < 100000; i++) printf "["; print "" }' >m.yaml
refused m.yaml:1:101: 'nested more than 100 deep'
{
    echo 'a: &a [1, 1, 1, 1, 1, 1, 1, 1, 1]'
    for pair in a:b b:c c:d d:e e:f f:g g:h h:i; do
        printf '%s: &%s [' ${pair#*:} ${pair#*:}
        for k in 1 2 3 4 5 6 7 8; do printf '*%s, ' ${pair%:*}; done
        printf '*%s]\n' ${pair%:*}
    done
} >m.yaml
refused m.yaml:7:8: 'the aliases of this file stand for more than'
model '  b: {mas: 1, inertia: [1, 1]}' 'frces: {}'
refused m.yaml:4:7: 'unknown key `mas`'
says err 'm.yaml:5:1: error: '
for step in 0 -1 .nan .inf text '[1, 2]'; do
    model
    sed "s/step: 0.01/step: $step/" m.yaml >n.yaml && mv n.yaml m.yaml
    refused m.yaml:4:26: step
done
model
sed 's/step: 0.01/tolerance: 1e-4, integrator: nmb/' m.yaml >n.yaml && mv n.yaml m.yaml
refused m.yaml:4:11: 'it cannot follow a tolerance'
for wrong in 'step: 0.01, tolerance: 1e-4|both a step and a tolerance' 'tolerance: 2|not between' \
    'alpha: -0.1|set by `rho`, not by `alpha`' 'integrator: hht, rho: 0.9|set by `alpha`, not by' \
    'integrator: nmb|needs a step'; do
    model
    sed "s/step: 0.01/${wrong%|*}/" m.yaml >n.yaml && mv n.yaml m.yaml
    refused m.yaml:4:11: "${wrong#*|}"
done
for integrator in nmb liemid-ea; do
    model 'joints: {pin: {type: revolute, between: [ground, a]}}'
    sed "s/step: 0.01/&, integrator: $integrator/" m.yaml >n.yaml && mv n.yaml m.yaml
    refused m.yaml:5:44: "\`$integrator\` moves free bodies: it cannot handle joint \`pin\`" galpha
done

# --- the command line ------------------------------------------------------------------------------
# denied TEXT ARGUMENT...: like refused, for `run MODEL ARGUMENT...`
denied()
{
    text=$1
    shift
    exits 2 run "$free" -o old "$@"
    says err "$text"
    [ -s out ] && fail "$*: a refused option prints a summary"
    untouched "$*"
}
for step in 0 -1 nan inf text '' 1e999; do
    denied "--step wants a number above 0, not \"$step\"" --step "$step"
done
denied '--end -1: error: the end, -1 s, is not after the start' --end -1
denied '--end 0: error: the end, 0 s, is not after the start' --end 0
denied '--end wants a number' --end never
denied '--tol 0.001: error: integrator `nmb` takes steps of one size' --integrator nmb --tol 1e-3
denied '`alpha` does not apply' --alpha -0.1
denied '`rho` does not apply' --rho 0.9
denied 'did you mean `liemid-ea`?' --integrator liemidea
denied 'polhode list integrators' --integrator foo
denied 'did you mean `mass`?' --set bodies.body.mas=2
denied 'the model has no `body` there' --set body.mass=2
denied 'an override has no `=`' --set bodies.body.mass
denied 'step must be above 0 s' --set simulate.step=0
denied 'no option "--stp"' --stp 0.1
says err 'did you mean "--step"?'
denied '--step wants a value' --step
denied '--steps wants a whole number' --steps 2.5
denied 'output times are set twice' --steps 10 --every 1
denied 'makes more than 1e9 rows' --every 1e-12
denied 'lost in the rounding of times' --step 1e-20
denied 'one too many: "other.yaml"' other.yaml
exits 2 run
says err "MODEL"
exits 2 run nothere.yaml -o old
says err "nothere.yaml: error: cannot read nothere.yaml: No such file"
exits 2 run saved -o old
says err "is a folder"
untouched "files that are none"

# --- places that cannot be written (permissions do not bind everyone) ------------------------------
: >file
exits 2 run "$free" -o file/below
says err "file/below: error: cannot make this folder"
says err "a file has that name"
exits 2 run "$free" -o file
[ -s file ] && fail "a file in the place of the folder was written to"
if [ -d /proc/self ]; then
    exits 2 run "$free" -o /proc/polhode
    says err "/proc/polhode: error: cannot make this folder"
fi
mkdir -p taken/result.h5
exits 2 run "$free" -o taken
says err "taken/result.h5: error: cannot replace this folder by a file"

# --- disk full on the way --------------------------------------------------------------------------
ran=$(
    ulimit -f 200
    "$POLHODE" run "$free" --step 1e-3 --steps 50000 -o old >out 2>err
    echo $?
)
[ "$ran" = 1 ] || fail "a full disk ends with $ran, want 1"
says err "old/result.h5: error: cannot write the result"
untouched "disk full"
exit $failed
