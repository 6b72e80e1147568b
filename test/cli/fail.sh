# SPDX-License-Identifier: BSD-3-Clause
#
# fail.sh -- runs that end early: exit status 1, a message that names time and cause, and a valid
# result up to there.
. "${0%/*}/lib.sh"
papers=$SOURCE/models/papers

# load TORQUE: a model with this torque about the body's x axis
load()
{
    printf '%s\n' 'polhode: 1' 'bodies:' '  a: {mass: 1, inertia: [1, 2, 2.5], omega: [0.1, 1, 0.2]}' \
        'forces:' "  push: {type: torque, on: a, torque: [$1, 0, 0]}" \
        'simulate: {end: 1, step: 0.01, integrator: liemid-ea}' >m.yaml
}

# ends RESULT TIME: the last row has this time, and all of the table is numbers
ends()
{
    "$POLHODE" table "$1" >table 2>said || fail "$1 cannot be read"
    grep -q 'warning: the run ended early: ' said || fail "$1 does not say that it is not whole"
    grep -qi 'nan\|inf' table && fail "$1 holds numbers that are none"
    last=$(tail -n 1 table | cut -d , -f 1)
    check "$1: last time" near "$last" "$2" 1e-12
}

# --- loads that are no numbers ---------------------------------------------------------------------
load '1/(time - 0.5)'
exits 1 run m.yaml -o r
says err 'm.yaml:5:40: error: t = 0.5 s: torque of `push`, `1/(time - 0.5)`, is not a finite number'
says out '(ended early)'
ends r 0.49
grep -q '"status": "failed"' r/summary.json || fail "the summary does not say it failed"
grep -q '"message": "t = 0.5 s: torque of' r/summary.json || fail "the summary does not say why"
load 'sqrt(0.255 - time)'
exits 1 run m.yaml -o r
says err 't = 0.26 s: torque of `push`, `sqrt(0.255 - time)`'
ends r 0.25
# with few rows, the last state is there all the same
exits 1 run m.yaml -o r --steps 1
ends r 0.25
load 'exp(1e4*time)'
exits 1 run m.yaml -o r
says err 'integrator `liemid-ea` lost body `a`'
ends r 0.01
load 1e308
exits 1 run m.yaml -o r
says err 'the motion has become unstable'
ends r 0

# --- at the start already: nothing is worth replacing an older result ------------------------------
cp -r r saved
for torque in 1/time 1e308*1e308*1 'log(time)'; do
    load "$torque"
    "$POLHODE" run m.yaml -o r >out 2>err
    code=$?
    [ $code = 1 ] || [ $code = 2 ] || fail "$torque: exit $code"
    says err 'push'
    diff -r r saved >/dev/null || fail "$torque: the older result has changed"
done
# finite loads whose sum is not: the first row cannot be shown
load 1.7e308
sed 's/^  push/  push2: {type: torque, on: a, torque: [1.7e308, 0, 0]}\n&/' m.yaml >n.yaml
exits 1 run n.yaml -o r
says err 't = 0 s: a.alpha is not finite'
diff -r r saved >/dev/null || fail "a run without a row replaces an older result"
load 1/time
exits 1 run m.yaml -o r
says err 'm.yaml:5:40: error: t = 0 s: torque of `push`, `1/time`'

# --- a torque no step survives: the start is all there is
load 1e308
exits 1 run m.yaml -o r
says err 'body `a`'
ends r 0

# --- mechanisms ------------------------------------------------------------------------------------
# a force that is no number, under an engine: by steps and by a tolerance
cat >m.yaml <<'END'
polhode: 1
bodies:
  bob: {mass: 2, inertia: [0.05, 0.06, 0.04], position: [0.3, 0.1, -0.2]}
joints:
  ball: {type: spherical, between: [ground, bob]}
forces:
  pull: {type: force, on: bob, force: [1, "sqrt(0.4567 - time)", 0]}
simulate: {end: 1}
END
exits 1 run m.yaml -o r --step 0.01
says err 'm.yaml:7:44: error: t = 0.46 s: force of `pull`, `sqrt(0.4567 - time)`, is not a finite number'
ends r 0.45
exits 1 run m.yaml -o r
says err 'force of `pull`, `sqrt(0.4567 - time)`, is not a finite number'
ends r "$(sed -n 's/^ *"time": \([^,]*\),/\1/p' r/summary.json)"
# an arm of 1 m, pulled to where it does not reach
cat >m.yaml <<'END'
polhode: 1
gravity: [0, 0, -9.81]
bodies:
  arm: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0.5, 0, -0.8660254037844386]}
markers:
  wall: {at: [0, 0, 0]}
  hand: {on: arm}
joints:
  hinge: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 1, 0]}
motions:
  pull: {between: [wall, hand], direction: x, displacement: 0.5 + 0.5*time}
simulate: {end: 2}
END
exits 1 run m.yaml -o r --step 0.001
says err 't = 0.999 s: '
says err 'in motion `pull`'
ends r 0.999
exits 1 run m.yaml -o r
grep -q 't = 0.99999[0-9]* s: ' err || fail "time of the failure: $(cat err)"
grep -q 'motion `pull`\|body `arm`' err || fail "nothing is to blame: $(cat err)"
ends r "$(sed -n 's/^ *"time": \([^,]*\),/\1/p' r/summary.json)"

# --- methods out of their depth --------------------------------------------------------------------
exits 1 run "$papers/free-body.yaml" --integrator dmv --step 4 -o r
says err 'integrator `dmv` found no solution for body `body`; h|omega| = 3.7'
ends r 0
exits 1 run "$papers/free-body.yaml" --integrator dmv --step 2.2 -o r
says err 'h|omega| ='
ends r "$(sed -n 's/^ *"time": \([^,]*\),/\1/p' r/summary.json)"
exits 1 run "$papers/free-body.yaml" --integrator ipcdm --step 4 --end 40000 -o r
says err 'integrator `ipcdm` lost body `body`'
says err 'try a smaller step'
ends r "$(sed -n 's/^ *"time": \([^,]*\),/\1/p' r/summary.json)"

# --- Ctrl-C ----------------------------------------------------------------------------------------
# stopped SIGNAL...: the signals, at once one after the other, and a result up to there
stopped()
{
    rm -rf stop
    "$POLHODE" run "$papers/free-body.yaml" --step 1e-6 --end 1000 --every 0.01 -o stop >out 2>err &
    pid=$!
    # wait until it runs: its unfinished file is there, and from before that on it minds the signal
    until [ -n "$(ls -A stop 2>/dev/null)" ]; do sleep 0.1; done
    for signal; do kill -"$signal" $pid 2>/dev/null; done
    wait $pid
    code=$?
    [ $code = 1 ] || fail "$*: exit $code, want 1"
    says err "stopped at t = "
    says err "the result holds what was reached"
    grep -q '"status": "stopped"' stop/summary.json || fail "$*: the summary does not say it was stopped"
    ends stop "$(sed -n 's/^ *"time": \([^,]*\),/\1/p' stop/summary.json)"
    [ "$(ls -A stop | wc -l)" = 2 ] || fail "$* leaves $(ls -A stop)"
}
stopped INT
# to the program and to its group, as `timeout` sends it
stopped INT INT
stopped TERM TERM TERM
exit $failed
