# SPDX-License-Identifier: BSD-3-Clause
#
# phases.sh -- runs in phases: joints, motions and forces that come and go, options of their own,
# the ledger throughout, and what is said of phases that cannot be.
. "${0%/*}/lib.sh"
engines='galpha hht hht-euler'

# numerical RESULT TOLERANCE: the largest energy the integrator made or lost
numerical()
{
    "$POLHODE" table "$1" energy.numerical |
        awk -F, -v e="$2" 'NR > 1 && ($2 > e || -$2 > e) { exit 1 }' || fail "$1: energy is not kept"
}

# --- a pendulum is let go, then flies: times once each, in each phase its own rows
cat >release.yaml <<'END'
polhode: 1
gravity: [0, 0, -9.81]
bodies:
  arm: {mass: 2, inertia: [0.1, 0.2, 0.1], position: [1, 0, 0]}
joints:
  pin: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 1, 0]}
  stop: {type: inplane, between: [ground, arm], axis: [0, 0, 1]}
simulate: {tolerance: 1e-7, every: 0.1}
phases:
  - {end: 0.3, deactivate: [stop]}
  - {end: 0.6, deactivate: [pin]}
  - {end: 1, steps: 2, integrator: hht, tolerance: 1e-5}
END
exits 0 run release.yaml -o release
"$POLHODE" table release time arm.vel.x arm.vel.z arm.pos.z pin.force.z >all 2>/dev/null ||
    "$POLHODE" table release arm.vel.x arm.vel.z arm.pos.z pin.force.z >all
cut -d , -f 1 all | sed 's/0000000000000.*//; s/99999999999999.*//' >times
is times time 0 0.1 0.2 0.2 0.4 0.5 0.5 0.8 1
awk -F, 'NR == 5 { v = $3; z = $4; vx = $2; t0 = $1 }
    NR >= 5 { t = $1 - t0; d = z + v * t - 4.905 * t * t - $4; e = $2 - vx
        if (d > 1e-9 || -d > 1e-9 || e > 1e-12 || -e > 1e-12 || $5 != 0) exit 1 }
    NR == 4 && !($5 > 1) { exit 1 }' all || fail "it does not fly: $(cat all)"
numerical release 1e-5
exits 0 check release.yaml
says out 'degrees of freedom         1 '
says out 'simulation                 galpha, tolerance 1e-07, to 1 s'

# the command line cuts, extends, and goes before a phase where it says something else
exits 0 run release.yaml --end 0.45 -o cut
"$POLHODE" table cut arm.vel.z | tail -n 1 | grep -q '^0.45' || fail "not cut"
exits 0 run release.yaml --end 0.2 -o short
exits 0 run release.yaml --end 1.5 --steps 10 -o long
[ "$("$POLHODE" table long arm.vel.z | wc -l)" = 32 ] || fail "not thirty intervals"
near "$(at long 1.5 arm.vel.z)" "$(at release 1 arm.vel.z | awk '{ printf "%.12f", $1 - 4.905 }')" 1e-9 || fail "not extended"
exits 0 run release.yaml --step 0.01 -o fixed --json
[ "$(field steps)" = 100 ] || fail "fixed steps: $(field steps)"

# --- two bodies become one: what a blow without rebound loses is dissipated
cat >catch.yaml <<'END'
polhode: 1
bodies:
  ball: {mass: 1, inertia: [0.1, 0.1, 0.1], velocity: [1, 0, 0]}
  net: {mass: 3, inertia: [0.1, 0.1, 0.1], position: [1, 0, 0]}
markers:
  on_ball: {on: ball}
  on_net: {on: net}
joints:
  catch: {type: fixed, between: [on_net, on_ball]}
simulate: {tolerance: 1e-7, steps: 4}
phases:
  - {end: 1, deactivate: [catch]}
  - {end: 2, activate: [catch]}
END
for engine in $engines ida; do
    "$POLHODE" list integrators | grep -q "^ *$engine " || continue
    exits 0 run catch.yaml --integrator $engine -o catch
    near "$(at catch 2 ball.vel.x)" 0.25 1e-6 || fail "$engine: caught at $(at catch 2 ball.vel.x)"
    near "$(at catch 1 net.vel.x)" 0.25 1e-6 || fail "$engine: a row shows the state after the blow"
    near "$(at catch 2 energy.dissipated)" 0.375 1e-5 || fail "$engine: lost $(at catch 2 energy.dissipated)"
    near "$(at catch 0.75 energy.dissipated)" 0 1e-12 || fail "$engine: lost before"
    numerical catch 1e-6
done
exits 0 run catch.yaml -o catch
says err 'note: phase 2 begins at 1 s: joints that close take 0.375 J out of the motion'
# not quite there: it is said how far they move
sed 's/end: 1,/end: 0.9,/' catch.yaml >early.yaml
exits 0 run early.yaml -o early
says err 'note: body `ball` was moved by 0.075 m'
says err 'note: body `net` was moved by 0.025 m'

# --- springs and motors: energy that comes and goes with them is applied; what is not there is not
# evaluated; turns of a torsion spring are kept
cat >spring.yaml <<'END'
polhode: 1
bodies:
  wheel: {mass: 1, inertia: [0.1, 0.1, 0.1]}
joints:
  axle: {type: revolute, between: [ground, wheel]}
motions:
  wind: {joint: axle, velocity: "20"}
forces:
  spring: {type: torsion_spring, on: wheel, reaction: ground, stiffness: 0.2}
  brake: {type: torque, on: wheel, torque: [0, 0, "-sqrt(1 - time)*wheel.omega.z"]}
simulate: {tolerance: 1e-7, steps: 10}
phases:
  - {end: 1}
  - {end: 2, deactivate: [wind, brake]}
  - {end: 3, deactivate: [spring]}
  - {end: 4, activate: [wind]}
END
for engine in $engines; do
    exits 0 run spring.yaml --integrator $engine -o spring
    near "$(at spring 1 spring.torque.z)" -4 1e-5 || fail "$engine: wound to $(at spring 1 spring.torque.z)"
    near "$(at spring 1.1 spring.torque.z)" \
        "$(awk 'BEGIN { w = sqrt(2); print -0.2 * (20 * cos(0.1 * w) + 20 / w * sin(0.1 * w)) }')" 1e-4 ||
        fail "$engine: turns are lost: $(at spring 1.1 spring.torque.z)"
    near "$(at spring 1.5 brake.torque.z)" 0 0 || fail "$engine: the brake still works"
    near "$(at spring 2.5 spring.torque.z)" 0 0 || fail "$engine: the spring still works"
    near "$(at spring 2.5 wheel.omega.z)" "$(at spring 2.9 wheel.omega.z)" 1e-3 || fail "$engine: not free"
    near "$(at spring 3 wheel.omega.z)" 20 1e-6 || fail "$engine: the motor does not turn it again"
    numerical spring 5e-3
done

# --- what cannot be
# refused SED TEXT...: release.yaml, changed so, is not run, and this is said of it
refused()
{
    sed "$1" release.yaml >bad.yaml
    shift
    exits 2 run bad.yaml -o bad
    for text; do says err "$text"; done
}
refused 's/\[pin\]/[pni]/' 'bad.yaml:11:29: error: phase 2: there is no joint, motion, force, contact or event `pni`' 'did you mean `pin`?'
refused 's/\[pin\]/[arm]/' 'phase 2: a body like `arm` cannot be activated or deactivated'
refused 's/end: 0.6, //' 'bad.yaml:11:5: error: phase 2 has no final time'
refused 's/end: 0.6/end: 0.2/' 'phase 2 would end at 0.2 s, before it begins at 0.3 s'
refused 's/integrator: hht/integrator: liemid/' 'phase 3 cannot be run so'
refused 's/integrator: hht/integrator: hth/' 'there is no integrator `hth`' 'did you mean `hht`?' 'phase 3 cannot'
refused 's/end: 1,/end: 1, start: 2,/' 'unknown key `start` in phase 3'
refused 's/^phases:/phases: 3\nx:/' 'phases: expected a list of maps'
cat >free.yaml <<'END'
polhode: 1
bodies: {top: {mass: 1, inertia: [1, 2, 2.5], omega: [0.1, 1, 0]}}
simulate: {integrator: liemid, step: 0.01}
phases: [{end: 1}, {end: 2, step: 0.02}]
END
exits 2 run free.yaml -o bad
says err 'integrator `liemid` moves free bodies: it cannot run in phases'

# one that fails on its way, and one that cannot begin: named, with a result up to there
cat >late.yaml <<'END'
polhode: 1
bodies:
  arm: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [1, 0, 0]}
joints:
  pin: {type: spherical, between: [ground, arm]}
  far: {type: distance, between: [ground, arm], length: 3}
motions:
  m: {between: [ground, arm], direction: z, displacement: sqrt(1.5 - time)}
simulate: {tolerance: 1e-5, steps: 10}
phases:
  - {end: 1, deactivate: [far, m]}
  - {end: 2, deactivate: [pin]}
  - {end: 3, activate: [pin, far]}
END
exits 1 run late.yaml -o late
says err 'note: this was phase 3 of the run, from 2 s to 3 s'
"$POLHODE" table late arm.pos.x 2>/dev/null | tail -n 1 | grep -q '^2,' || fail "no result up to the third phase"
sed 's/deactivate: \[pin\]/activate: [m]/; s/sqrt(1.5 - time)/sqrt(1.5 - time) - sqrt(0.5)/' late.yaml >later.yaml
exits 1 run later.yaml -o later
says err 'note: this was phase 2 of the run, from 1 s to 2 s'
exit $failed
