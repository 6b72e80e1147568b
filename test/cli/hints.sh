# SPDX-License-Identifier: BSD-3-Clause
#
# hints.sh -- what "did you mean" names exists: each mistake here is mended by its own hint, and then
# all is well. Where nothing near exists, nothing is named.
. "${0%/*}/lib.sh"

# a model with an object of each kind
cat >good.yaml <<'END'
polhode: 1
parameters: {reach: 0.5}
gravity: [0, 0, -9.81 m/s^2]
bodies:
  base: {mass: 5, inertia: [0.2, 0.3, 0.4], position: [0, 0, 1]}
  bob: {mass: 2 kg, inertia: [0.05, 0.06, 0.04], position: [0.3, 0, 1]}
  stage: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0, 1, 0]}
markers:
  eye: {on: base, at: [0.1, 0, 0]}
  hook: {at: [0, 0, 2]}
joints:
  ball: {type: spherical, between: [base, bob], at: [0.2, 0, 1]}
  rail: {type: prismatic, between: [ground, stage], at: [0, 1, 0], axis: [1, 0, 0]}
motions:
  drive: {joint: rail, displacement: 0.1*sin(time)}
forces:
  spring: {type: spring_damper, on: eye, reaction: hook, stiffness: 200, length: 0.9}
  mount: {type: bushing, on: eye, reaction: hook, stiffness: [1, 1, 1, 1, 1, 1], angles: vector}
  blow: {type: impulse, on: bob, at: 0.5, linear: [1, 0, 0]}
states:
  lag: {rate: -lag, initial: 1}
variables:
  wave: 0
outputs: [base, energy]
simulate: {end: 0.02, tolerance: 1e-4, integrator: galpha}
END
exits 0 check good.yaml

# hint: what the message names
hint() { sed -n 's/^.*did you mean [`"]\([^`"]*\)[`"]?.*/\1/p' err | head -n 1; }

# mends RIGHT WRONG WORD: a mistake in the model, and what becomes of it when the hint replaces the word
mends()
{
    sed "s|$1|$2|" good.yaml >m.yaml
    cmp -s good.yaml m.yaml && fail "no $1 in the model"
    exits 2 check m.yaml
    found=$(hint)
    [ -n "$found" ] || { fail "$2: no hint: $(cat err)"; return; }
    sed -i "s|$3|$found|" m.yaml
    exits 0 check m.yaml
}

# reads EXPRESSION [WORD]: the same in an expression
reads()
{
    mends 'wave: 0' "wave: $1" "${2:-$1}"
}

# --- names in expressions --------------------------------------------------------------------------
for name in bse.pos.x base.poss.x eyes.vel.y eye.ometa.z groud.pos.x bal.force.z ball.torqe.x \
    driv.force.x drive.forc.x sprng.torque.y spring.force.w lag.rat lg.rate rech lga tme base.R.14; do
    reads $name
done
reads 'sinn(time)' sinn
reads 'dxx(eye)' dxx
reads 'load_fxx(spring, eye)' load_fxx
# what nothing has is not offered with another owner; nor a load of what has none
for name in bse.angle bse.length bse.force.x.y blow.force.x blw.force.x lga.pos.x; do
    sed "s|wave: 0|wave: $name|" good.yaml >m.yaml
    exits 2 check m.yaml
    found=$(hint)
    [ -z "$found" ] && continue
    sed -i "s|wave: $name|wave: $found|" m.yaml
    "$POLHODE" check m.yaml >out 2>again || fail "$name: did you mean $found? No: $(head -n 1 again)"
done

# --- keys, words, names and units ------------------------------------------------------------------
mends 'bob: {mass' 'bob: {masss' masss
mends markers: makers: makers
mends spherical spherica1 spherica1
mends spring_damper spring_dampr spring_dampr
mends 'stiffness: 200' 'stifness: 200' stifness
mends 'angles: vector' 'angles: vectr' vectr
mends '2 kg,' '2 kgg,' kgg
mends 'on: base' 'on: bse' bse
mends 'between: \[base' 'between: [baes' baes
mends 'joint: rail' 'joint: rial' rial
mends 'outputs: \[base' 'outputs: [basee' basee
mends ', energy\]' ', enrgy]' enrgy
mends 'integrator: galpha' 'integrator: galhpa' galhpa
mends 'tolerance:' 'tolernace:' tolernace

# --- the command line ------------------------------------------------------------------------------
exits 2 check good.yaml --set bodies.bse.mass=3
found=$(hint)
exits 0 check good.yaml --set "bodies.$found.mass=3"
exits 0 run good.yaml -o r --quiet
for column in bse.pos base.poss.x enrgy.total; do
    exits 2 table r $column
    found=$(hint)
    exits 0 table r "${found:-$column}"
done
exits 2 run good.yaml --integrator nbm
found=$(hint)
"$POLHODE" list integrators | grep -q "^ *$found " || fail "no integrator $found"
exits 2 run good.yaml --evry 0.1 -o r
found=$(hint)
exits 0 run good.yaml "$found" 0.01 -o r
exits 2 tabel
found=$(hint)
exits 0 "$found" --help
exit $failed
