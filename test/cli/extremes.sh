# SPDX-License-Identifier: BSD-3-Clause
#
# extremes.sh -- numbers so large that their squares are infinite, or so small that they are zero,
# wherever a model has one: a command may refuse them or fail, but never without a word.
. "${0%/*}/lib.sh"

cat >model.yaml <<'END'
polhode: 1
gravity: [0, 0, -9.81]
bodies:
  base: {mass: 5, inertia: [0.2, 0.3, 0.4], position: [0, 0, 1], velocity: [0.1, 0, 0], omega: [0, 0, 0.1]}
  bob: {mass: 2, inertia: [0.05, 0.06, 0.04], position: [0.3, 0, 1]}
markers:
  eye: {on: base, at: [0.1, 0, 0]}
  hook: {at: [0, 0, 2]}
joints:
  ball: {type: spherical, between: [base, bob], at: [0.2, 0, 1]}
forces:
  spring: {type: spring_damper, on: eye, reaction: hook, stiffness: 200, damping: 3, length: 0.9}
  push: {type: force, on: bob, force: [0, 1, 0]}
variables:
  wave: 3*sin(2*time)
simulate: {start: 0, end: 0.02, tolerance: 1e-4, max_step: 0.01}
END
exits 0 run model.yaml -o good --quiet

# told ARGUMENT...: the command does as it is told, or says why not
told()
{
    "$POLHODE" "$@" >out 2>err </dev/null
    code=$?
    case $code in
    0) ;;
    1 | 2) grep -q 'error: \|^polhode' err || fail "polhode $*: exit $code without a reason: $(cat err)" ;;
    *) fail "polhode $*: exit $code" ;;
    esac
}

for value in 1e155 -1e300 1.7e308 1e-160 1e-300; do
    for path in 'gravity=[0, 0, X]' 'bodies.base.mass=X' 'bodies.base.inertia=[X, X, X]' \
        'bodies.base.inertia=[X, 0.3, 0.4]' 'bodies.base.position=[X, 0, 1]' \
        'bodies.base.velocity=[0, X, 0]' 'bodies.base.omega=[0, 0, X]' \
        'bodies.base.orientation={rotation: [X, 0, 0]}' 'markers.eye.at=[X, 0, 0]' \
        'markers.hook.at=[0, X, 0]' 'joints.ball.at=[0.2, X, 1]' 'forces.spring.stiffness=X' \
        'forces.spring.damping=X' 'forces.spring.length=X' 'forces.push.force=[0, X, 0]' \
        'variables.wave=X*time' 'simulate.start=X' 'simulate.max_step=X' 'simulate.tolerance=X'; do
        set=$(echo "$path" | sed "s/X/$value/g")
        told check model.yaml --set "$set"
        told run model.yaml --set "$set" -o out --quiet
    done
done

# what is wrong, and where
exits 2 check model.yaml --set 'gravity=[0, 0, -1e200]'
says err 'error: gravity is too long to compute with: its square is beyond the range of numbers'
says err 'hint: give numbers below 1e150'
sed 's/-9.81/-1e200/' model.yaml >heavy.yaml
exits 2 run heavy.yaml -o out
says err 'heavy.yaml:2:10: error: gravity is too long'
exit $failed
