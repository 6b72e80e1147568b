# SPDX-License-Identifier: BSD-3-Clause
#
# start.sh -- initial values of joints and motions: met at the start, whatever is drawn, by all that
# hangs on them; forgotten afterwards; refused where they cannot be.
. "${0%/*}/lib.sh"

cat >arm.yaml <<'END'
polhode: 1
bodies:
  arm: {mass: 2, inertia: [0.1, 0.2, 0.3], position: [1, 0, 0]}
  block: {mass: 1, inertia: [0.1, 0.1, 0.1]}
joints:
  pin: {type: revolute, between: [ground, arm], initial: {angle: 170 deg, rate: 2}}
  slide: {type: prismatic, between: [arm, block], axis: [1, 0, 0], initial: {displacement: 100 mm, velocity: -0.3}}
simulate: {end: 1, steps: 2, tolerance: 1e-7}
END
# the same drawn where it starts, with the velocities it has there
cat >drawn.yaml <<'END'
polhode: 1
parameters: {a: 170 deg, vx: -0.3*cos(a) - 0.2*sin(a), vy: -0.3*sin(a) + 0.2*cos(a)}
bodies:
  arm: {mass: 2, inertia: [0.1, 0.2, 0.3], position: [cos(a), sin(a), 0], orientation: {rotation: [0, 0, a]}, omega: [0, 0, 2], velocity: [-2*sin(a), 2*cos(a), 0]}
  block: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0.1*cos(a), 0.1*sin(a), 0], orientation: {rotation: [0, 0, a]}, omega: [0, 0, 2], velocity: [vx, vy, 0]}
joints:
  pin: {type: revolute, between: [ground, arm]}
  slide: {type: prismatic, between: [arm, block], axis: [cos(a), sin(a), 0]}
simulate: {end: 1, steps: 2, tolerance: 1e-7}
END
columns='arm.pos.x arm.pos.y arm.omega.z block.pos.x block.pos.y block.vel.x block.vel.y'
# same A B TIME TOLERANCE: two results show the same there
same()
{
    # shellcheck disable=SC2086
    at "$1" "$3" $columns | tr ' ' '\n' | sed '/^$/d' >a.txt
    # shellcheck disable=SC2086
    at "$2" "$3" $columns | tr ' ' '\n' | sed '/^$/d' >b.txt
    [ "$(wc -l <a.txt)" = 7 ] || fail "$1: not seven columns"
    paste a.txt b.txt | awk -v e="$4" '{ d = $1 - $2; if (d > e || -d > e) exit 1 }' ||
        fail "$1 and $2 differ at $3: $(paste a.txt b.txt)"
}
exits 0 run drawn.yaml -o drawn
for engine in galpha hht hht-euler; do
    exits 0 run arm.yaml --integrator $engine -o arm
    same arm drawn 0 1e-12
    same arm drawn 1 1e-4
done
says err 'note: body `arm` was moved by 1.99 m and turned by 2.97 rad to meet the joints'

# a loop follows: the crank of a four-bar turned by 40 degrees, the rest closes
sed 's/velocity: speed/displacement: 40*pi\/180 + speed*time/' "$SOURCE/models/four-bar.yaml" >driven.yaml
sed -e '/^  A: /s/}/, initial: {angle: 40 deg, rate: speed}}/' -e '/^motions:/d' -e '/^  drive:/d' \
    "$SOURCE/models/four-bar.yaml" >free.yaml
exits 0 run driven.yaml --end 0.01 -o driven
exits 0 run free.yaml --end 0.01 -o free
for column in rocker.pos.x coupler.pos.y rocker.omega.z coupler.vel.x; do
    near "$(at free 0 $column)" "$(at driven 0 $column)" 1e-10 || fail "four-bar: $column"
done

# motions by velocity and acceleration start where they are told to
cat >motion.yaml <<'END'
polhode: 1
bodies:
  arm: {mass: 2, inertia: [0.1, 0.2, 0.3], position: [1, 0, 0]}
  block: {mass: 1, inertia: [0.1, 0.1, 0.1]}
joints:
  pin: {type: revolute, between: [ground, arm]}
  slide: {type: prismatic, between: [arm, block], axis: [1, 0, 0]}
motions:
  turn: {joint: pin, velocity: "2", initial_displacement: 170 deg}
  push: {joint: slide, acceleration: "0.6", initial_displacement: 0.1, initial_velocity: -0.3}
simulate: {end: 1, steps: 2, tolerance: 1e-7}
END
exits 0 run motion.yaml -o motion
same motion drawn 0 1e-12
set -- $(at motion 1 arm.pos.x arm.omega.z block.pos.x)
near "$1" "$(awk 'BEGIN { print cos(170 * 3.14159265358979 / 180 + 2) }')" 1e-6 || fail "turn: $1"
near "$3" "$(awk 'BEGIN { print (0.1 - 0.3 + 0.3) * cos(170 * 3.14159265358979 / 180 + 2) }')" 1e-6 ||
    fail "push: $3"

# refused FILE SED TEXT...: the model, changed so, is refused, and this is said of it
refused()
{
    sed "$2" "$1" >bad.yaml
    shift 2
    exits 2 run bad.yaml -o bad
    for text; do says err "$text"; done
}
refused arm.yaml 's/angle: 170 deg/displacement: 1/' 'bad.yaml:6:3: error: joint `pin` has an initial displacement' \
    'a joint of type `revolute` does not move along its z axis'
refused arm.yaml 's/prismatic/fixed/; s/axis: [^]]*\], //' 'joint `slide` has an initial velocity' 'type `fixed`'
refused arm.yaml 's/angle:/angel:/' 'unknown key `angel`' 'did you mean `angle`?'
refused arm.yaml 's/170 deg/3 m/' 'angle'
refused motion.yaml 's/"2"/"2", initial_velocity: 1/' 'motion `turn` has an initial velocity, which follows from its law'
refused motion.yaml 's/velocity: "2"/displacement: "2"/' 'motion `turn` has a displacement, and an initial one'

# against each other, against a motion, and against what stands fast
cat >closed.yaml <<'END'
polhode: 1
bodies:
  arm: {mass: 2, inertia: [0.1, 0.2, 0.3], position: [1, 0, 0]}
joints:
  upper: {type: revolute, between: [ground, arm], at: [0, 0, 1], initial: {angle: 0.1}}
  lower: {type: revolute, between: [ground, arm], at: [0, 0, 0], initial: {angle: 0.1, rate: 1}}
simulate: {end: 0.1}
END
exits 0 run closed.yaml -o closed
near "$(at closed 0 arm.omega.z)" 1 1e-12 || fail "closed: $(at closed 0 arm.omega.z)"
refused closed.yaml 's/angle: 0.1, rate/angle: 0.3, rate/' \
    'bad.yaml:6:3: error: the start of joint `lower` about z contradicts' 'in position they are apart by 0.'
refused closed.yaml 's/angle: 0.1}/angle: 0.1, rate: 3}/' \
    'the start of joint `lower` about z contradicts' 'in velocity they are apart by 2 rad/s'
refused closed.yaml 's/\[1, 0, 0\]}/[1, 0, 0], exact: orientation}/' 'the start of joint `upper` about z cannot be met'
refused closed.yaml 's/^simulate/motions: {m: {joint: lower, displacement: time}}\nsimulate/' \
    'the start of joint `upper` about z contradicts `m`'
exit $failed
