# SPDX-License-Identifier: BSD-3-Clause
#
# doubtful.sh -- runs whose energy is wrong: exit status 3, a summary and a result that say so, and
# who opens it is told; steps one has chosen oneself are warned of only. And runs that rounding keeps
# from what was asked for.
. "${0%/*}/lib.sh"
papers=$SOURCE/models/papers

# model POTENTIAL: a mass on a spring whose energy is 2*a.pos.z^2
model()
{
    printf '%s\n' 'polhode: 1' 'bodies:' '  a: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 1]}' \
        'forces:' "  pull: {type: force, on: a, force: [0, 0, -4*a.pos.z], potential: $1}" \
        'simulate: {end: 5, tolerance: 1e-5, steps: 50}' >m.yaml
}
verdict='the integrator lost 2 J of energy, where 6 J were moved'

model '2*a.pos.z^2'
exits 0 run m.yaml -o right --json
[ "$(field status)" = done ] || fail "a run that is right is $(field status)"
[ ! -s err ] || fail "a run that is right: $(cat err)"
exits 0 run m.yaml -o right
grep -q doubtful out && fail "a run that is right is doubtful"
says out 'of 4 J moved ('
exits 0 table right a.pos.z
[ ! -s err ] || fail "a result that is right: $(cat err)"

model '4*a.pos.z^2'
exits 3 run m.yaml -o r
says err "warning: $verdict: the result is doubtful"
says err 'hint: tighten the tolerance; if that changes little, force `pull` may not be'
says out "doubtful               $verdict"
says out 'at most -2 J of 6 J moved (0.33)'
grep -q 'ended early' out && fail "a doubtful run ended early"
exits 3 run m.yaml -o r --quiet
[ ! -s out ] || fail "--quiet says $(cat out)"
exits 3 run m.yaml -o r --json
[ "$(field status)" = doubtful ] || fail "the summary says $(field status)"
[ "$(field message)" = "the integrator lost 2 J of energy" ] || fail "the summary says $(field message)"
check "share" near "$(field energy_error)" 0.333333 1e-3
check "made" near "$(field energy_made)" -2 1e-2
check "moved" near "$(field energy_moved)" 6 1e-2
cmp -s out r/summary.json || fail "summary.json is not what --json prints"

# all rows are kept, and who reads them is warned
exits 0 table r a.pos.z
[ "$(wc -l <out)" = 52 ] || fail "$(wc -l <out) lines of a table of 51 rows"
says err "r/result.h5: warning: the result is doubtful: $verdict"
exits 0 convert r r.csv
says err "the result is doubtful: $verdict"
echo POLHODE_DATA >bare.html
export POLHODE_VIEWER="$PWD/bare.html"
exits 0 view r -o r.html
says err "the result is doubtful: $verdict"
says r.html "\"doubtful\":\"$verdict\""
exits 0 view right -o right.html
says right.html '"doubtful":null'

# a warning alone, above a tenth
model '2.8*a.pos.z^2'
exits 0 run m.yaml -o r --json
says err 'the result is far from accurate'
[ "$(field status)" = done ] || fail "0.17 is $(field status)"
exits 0 table r a.pos.z
[ ! -s err ] || fail "a warning of the run is in the result: $(cat err)"

# equal steps
model '4*a.pos.z^2'
exits 0 run m.yaml -o r --step 0.001 --json
says err "$verdict: the result is far from accurate"
says err 'hint: take a smaller step'
[ "$(field status)" = done ] || fail "with equal steps it is $(field status)"
exits 0 run "$papers/slow-top.yaml" --integrator hstagm --step 0.05 --end 30 -o r
says err 'warning: the integrator made '
says err 'hint: take a smaller step'

# what an integrator does by itself: damped away, at a tolerance that allows it
exits 3 run "$papers/heavy-top.yaml" --integrator hht-classic --tol 1e-2 -o r
says err 'warning: the integrator lost '
exits 0 run "$papers/heavy-top.yaml" --tol 1e-4 -o r
[ ! -s err ] || fail "the heavy top is said to be wrong: $(cat err)"

# a rod that falls onto a stop as hard as a stone: its motion is right, but the work of the stop is
# summed from powers at the ends of steps that see little of the blow
cat >stop.yaml <<'END'
polhode: 1
gravity: [0, 0, -9.81]
bodies:
  rod:
    mass: 1e-3
    inertia: [1.5e-7, 1.5e-7, 0.73e-7]
    position: [0.0208, 0, -0.0387]
    orientation: {rotation: [0, -0.493, 0]}
    omega: [0, 13.25, 0]
joints:
  hinge: {type: revolute, between: [ground, rod], axis: [0, 1, 0]}
forces:
  stop: {type: torque, on: rod, torque: [0, "-bistop(-ay(rod), -rod.omega.y, 0.192, 0.9, 8.9e11, 1.73, 9.37, 2e-7)", 0]}
simulate:
  {integrator: hht-euler, end: 0.276, steps: 40, tolerance: 1e-3, scale: {length: 0.044, angle: 1, time: 0.067}}
END
exits 0 run stop.yaml -o r --json
[ "$(field status)" = done ] || fail "a hard stop is $(field status)"

# who failed has failed
model '4*a.pos.z^2 + 0*sqrt(4 - time)'
exits 1 run m.yaml -o r --json
[ "$(field status)" = failed ] || fail "failed and doubtful is $(field status)"
exits 0 table r a.pos.z
says err 'the run ended early: '
says err 'the result is doubtful: '

# a tolerance beyond what numbers can hold
exits 0 run "$SOURCE/models/four-bar.yaml" --tol 1e-12 --end 0.02 -o r
says err 'warning: rounding limits the accuracy of '
says err ' would; 1e-12 was asked for'
says out 'held by rounding       '
exits 0 run "$SOURCE/models/four-bar.yaml" --end 0.02 -o r --json
[ ! -s err ] || fail "a tolerance that can be met: $(cat err)"
check "rounding" near "$(field rounding)" 0 0
exit $failed
