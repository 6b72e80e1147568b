# SPDX-License-Identifier: BSD-3-Clause
#
# analyses.sh -- equilibrium and kinematics from the command line: what they print, the results they
# leave, and what they refuse.
. "${0%/*}/lib.sh"
models=$SOURCE/models

for command in equilibrium kinematics inverse; do
    exits 0 $command --help
    says out "usage: polhode $command"
done

# --- the chain: pull on the hook, and a result of one row that table and plot open ------------------
exits 0 equilibrium "$models/catenary.yaml" -o rest
says out "stability              stable"
says out "rest/result.h5, 1 row"
[ -s err ] && fail "the chain: $(cat err)"
exits 0 table rest hook.force.x link1.vel energy.kinetic
[ "$(wc -l <out)" = 2 ] || fail "a result of $(wc -l <out) lines"
near "$(at rest 0 hook.force.x)" 3.8380513548 1e-9 || fail "the pull is $(at rest 0 hook.force.x)"
exits 0 equilibrium "$models/catenary.yaml" -o rest --set parameters.N=10
near "$(at rest 0 hook.force.x)" 3.8272634223 1e-9 || fail "the pull of ten is $(at rest 0 hook.force.x)"
exits 0 equilibrium "$models/catenary.yaml" -o rest --json
says out '"analysis": "static"'
says out '"unstable": 0'

# a run that begins there stays there
exits 0 run "$models/catenary.yaml" -o rest
near "$(at rest 0.5 hook.force.x)" 3.8380513548 1e-7 || fail "it does not stay: $(at rest 0.5 hook.force.x)"

# --- unstable, neutral: told -------------------------------------------------------------------------
cat >up.yaml <<'END'
polhode: 1
gravity: [0, 0, -9.81]
bodies:
  arm: {mass: 1.7, inertia: [0.1, 0.08, 0.1], position: [0, 0, 0.6]}
  disc: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [3, 0, 0]}
joints:
  pin: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 1, 0]}
  axle: {type: revolute, between: [ground, disc], at: [3, 0, 0], axis: [0, 1, 0]}
simulate: {end: 1}
END
exits 0 equilibrium up.yaml -o up
says err "unstable in 1 direction: \`arm\` would leave it, as exp(3.803 t)"
says err "nothing holds 1 freedom, which stays where the search left it: \`disc\`"
says out "unstable in 1 direction, fastest as exp(3.80261 t), 1 freedom held by nothing"

# --- none ---------------------------------------------------------------------------------------------
cat >falls.yaml <<'END'
polhode: 1
gravity: [0, 0, -9.81]
bodies: {ball: {mass: 2, inertia: [1, 1, 1]}}
simulate: {end: 1}
END
exits 1 equilibrium falls.yaml -o none
says err "there is no equilibrium: out of balance by 19.6 N"
says err "body \`ball\`, force z"
[ -e none ] && fail "what has no equilibrium has no result"
exits 2 run falls.yaml --analysis statics
says err "static"
exits 2 run falls.yaml --integrator nmb --start-at equilibrium --step 0.01
says err "it looks for no equilibrium"

# --- kinematics ----------------------------------------------------------------------------------------
exits 0 kinematics "$models/four-bar.yaml" -o led --steps 4
says out "analysis               kinematic"
exits 0 run "$models/four-bar.yaml" -o run
for column in rocker.pos.x rocker.vel.y drive.torque.z; do
    for t in 0.5 1.5; do
        near "$(at led $t $column)" "$(at run $t $column)" 1e-5 ||
            fail "$column at $t s: $(at led $t $column), in a run $(at run $t $column)"
    done
done
exits 2 kinematics "$models/chain.yaml" -o none
says err "30 degrees of freedom are left"

# --- inverse dynamics ----------------------------------------------------------------------------------
exits 0 inverse "$models/lifted-arm.yaml" -o arm
while read -r t column want; do
    near "$(at arm "$t" "$column")" "$want" 1e-5 || fail "$column at $t s: $(at arm "$t" "$column"), want $want"
done <<END
0 shoulder_angle.torque.y -18.68805
0 elbow_angle.torque.y -5.886
1 shoulder_angle.torque.y -7.31941
1 elbow_angle.torque.y 2.48753
END
# in a run the arm falls
exits 0 run "$models/lifted-arm.yaml" -o arm --end 0.1
awk -v z="$(at arm 0.1 hand.pos.z)" 'BEGIN { exit !(z + 0 < -0.04) }' || fail "the arm does not fall: $(at arm 0.1 hand.pos.z)"
sed 's/displacement: lift/velocity: lift/' "$models/lifted-arm.yaml" >bad.yaml
exits 2 inverse bad.yaml -o none
says err "motion \`shoulder_angle\` has a \`weight\`, which is for measured displacements"

# --- command files: equilibria, and a model that changes between simulations ---------------------------
exits 0 run "$models/adams/hanging-mass.acf" -o acf
while read -r t column want; do
    near "$(at acf "$t" "$column")" "$want" 1e-10 || fail "$column at $t s: $(at acf "$t" "$column"), want $want"
done <<END
0 mass.pos.z -0.04905
0 slide.vel.z 0.01
0.4 mass.pos.z -0.04905
0.5 mass.pos.z -0.0122625
0.5 slide.vel.z 0.02
0.9 mass.pos.z -0.0122625
1 slide.pos.z 0.015
1.5 mass.pos.z -0.0060125
2 mass.pos.z 0.0002375
2 slide.vel.z 0
END
# and the same as a model file
exits 0 convert "$models/adams/hanging-mass.acf" hanging.yaml
exits 0 run hanging.yaml -o again --quiet
near "$(at again 2 mass.pos.z)" 0.0002375 1e-10 || fail "written, it comes to $(at again 2 mass.pos.z)"

# --- phases set parameters ------------------------------------------------------------------------------
cat >set.yaml <<'END'
polhode: 1
parameters: {k: 100}
bodies: {mass: {mass: 1, inertia: [1, 1, 1]}}
joints: {guide: {type: prismatic, between: [ground, mass], at: [0, 0, 0], axis: [0, 0, 1]}}
forces: {pull: {type: force, on: mass, force: [0, 0, "5 - k*mass.pos.z"]}}
phases:
  - {analysis: static, end: 0}
  - {analysis: static, end: 1, steps: 1, set: {k: 50}}
END
exits 0 run set.yaml -o set
near "$(at set 0 mass.pos.z)" 0.1 1e-12 || fail "at k = 50: $(at set 0 mass.pos.z)"
sed 's/{k: 50}/{kk: 50}/' set.yaml >bad.yaml
exits 2 run bad.yaml
says err "phase 2: there is no parameter \`kk\`"
says err "did you mean \`k\`?"
sed 's/{k: 50}/[k]/' set.yaml >bad.yaml
exits 2 run bad.yaml
says err "a map from names to numbers"
exit $failed
