# SPDX-License-Identifier: BSD-3-Clause
#
# algebraic.sh -- algebraic unknowns in a model file: a state whose equation has no rate, and a
# variable that reads itself, are the same thing.
. "${0%/*}/lib.sh"

cat >state.yaml <<'END'
polhode: 1
gravity: [0, 0, -9.81]
bodies:
  arm: {mass: 2, inertia: [0.1, 0.2, 0.1], position: [1, 0, 0]}
joints:
  pin: {type: revolute, between: [ground, arm], axis: [0, 1, 0]}
states:
  v: {equation: "v^3 + v - arm.pos.x - 1", initial: 0.3}
  lag: {equation: "0.1*lag.rate + lag - v"}
forces:
  pull: {type: force, on: arm, force: [0, 0, 3*v]}
simulate: {end: 1, steps: 5, tolerance: 1e-7}
END
sed -e '/^  v: /d' -e 's/^states:/variables:\n  v: {value: v - (v^3 + v - arm.pos.x - 1), start: 0.3}\nstates:/' \
    state.yaml >variable.yaml
for engine in galpha hht hht-euler hht-classic; do
    exits 0 run state.yaml --integrator $engine -o state
    exits 0 run variable.yaml --integrator $engine -o variable
    "$POLHODE" table state v lag arm.pos.x >a
    "$POLHODE" table variable v lag arm.pos.x >b
    cmp -s a b || fail "$engine: a state and a variable differ"
    awk -F, 'NR > 1 { d = $2 ^ 3 + $2 - $4 - 1; if (d > 1e-12 || -d > 1e-12) exit 1 }' a ||
        fail "$engine: $(cat a)"
done
sed 's/v^3 + v - arm.pos.x - 1/v^2 + 1/' state.yaml >none.yaml
exits 2 run none.yaml -o none
says err 'none.yaml:8:18: error: variable `v` depends on itself, and no value was found at the start'
sed 's/v^3 + v - arm.pos.x - 1/v^3 + v - arm.pso.x/' state.yaml >typo.yaml
exits 2 check typo.yaml
says err 'typo.yaml:8:'
says err 'unknown name `arm.pso.x`'
exits 2 run state.yaml --integrator liemid --step 0.01 -o free
exit $failed
