# SPDX-License-Identifier: BSD-3-Clause
#
# contact_models.sh -- the models of models/contact show the numbers that their heads promise: closed
# forms, and what is conserved. With `long`: the same by a second engine; with `full`: also to another tolerance.
. "${0%/*}/lib.sh"
models=$SOURCE/models/contact

# shows MODEL TIME COLUMN WANTED TOLERANCE: of the run in the folder `run`
shows()
{
    got=$(at run "$2" "$3" 2>notes)
    near "$got" "$4" "$5" || fail "$1: $3 is $got at $2 s, want $4 +- $5"
}

# all of them, by what `run` is given beside the model
examine()
{
    # the fifth top of a ball, h e^10, and its rest at t0 (1 + e)/(1 - e) = 4.0637 s
    exits 0 run "$models/bouncing-balls.yaml" -o run "$@"
    shows bouncing-balls 2.73 ball8.pos.z 0.157374 5e-4
    shows bouncing-balls 1.37 bounce5.points 1 0
    shows bouncing-balls 4.08 bounce8.points 1 0
    shows bouncing-balls 4.08 ball8.vel.z 0 1e-4

    # g (sin - mu cos)/2, or nothing above mu = tan
    exits 0 run "$models/incline.yaml" -o run "$@"
    shows incline 1 way1.x 0.755770 5e-4
    shows incline 1 way2.x 0.294851 3e-4
    shows incline 1 way3.x 0.018311 4e-4
    shows incline 1 way4.x 0 2e-6
    shows incline 1 way5.x 0 2e-6

    # n m g, and (n m g/(4 k))^(2/3)
    exits 0 run "$models/stack.yaml" -o run "$@"
    shows stack 1 under1.force.z 58.86 1e-6
    shows stack 1 under1.depth 2.78723451e-5 1e-11
    shows stack 1 under6.force.z 9.81 1e-6
    shows stack 1 under6.depth 8.44123538e-6 1e-11

    # 5/7 and 3/5
    exits 0 run "$models/rolling.yaml" -o run "$@"
    shows rolling 0.5 solid.vel.x 1.428571 1e-4
    shows rolling 0.5 hollow.vel.x 1.2 1e-4
    shows rolling 0.5 solid.omega.y 14.28571 2e-3

    # the cup that is held, the one that slips, and the weight on both jaws
    exits 0 run "$models/gripper.yaml" -o run "$@"
    shows gripper 1.6 cup1.pos.z 0.34 1e-5
    shows gripper 1.6 cup2.pos.z 0.3307 3e-4
    near "$(at run 1.6 left_grip1.force.z right_grip1.force.z 2>notes | awk '{ print $1 + $2 }')" -3.924 1e-3 ||
        fail "gripper: the jaws do not bear the cup: $(at run 1.6 left_grip1.force.z right_grip1.force.z)"

    # velocities swap, and come back
    exits 0 run "$models/cradle.yaml" -o run --end 0.5 "$@"
    shows cradle 0.23 ball1.vel.x 0 1e-3
    shows cradle 0.23 ball3.vel.x 0 1e-3
    shows cradle 0.23 ball5.vel.x 0.72362 1.5e-3
    shows cradle 0.46 ball5.pos.z -0.173205 1e-4

    # a quarter for each turn; in the middle of it 2 pi (1 + sqrt(2)) rad/s
    exits 0 run "$models/geneva.yaml" -o run "$@"
    shows geneva 0.5 wheel.omega.z -15.16897 0.03
    shows geneva 1 turn.wheel -90 1e-3
    shows geneva 2 turn.wheel -180 1e-3

    # the law of the lift, less what is pressed together, and F + k h - m 2 h w^2
    exits 0 run "$models/cam-profile.yaml" -o run "$@"
    shows cam-profile 0.125 lift.follower 0.011994 2e-6
    shows cam-profile 0.1125 lift.follower 0.005993 2e-6
    shows cam-profile 0.125 touch.force.x 203.15 0.5
    shows cam-profile 0.15 touch.points 2 0

    # v = rho w, and v^2 = 2 g drop/(1 + 2/5 (r/rho)^2)
    exits 0 run "$models/ball-on-rails.yaml" -o run "$@"
    for t in 0.4 0.9 1.3 2; do
        shows ball-on-rails $t roll.slip 0 3e-5
        shows ball-on-rails $t roll.energy 0 1e-3
    done
    shows ball-on-rails 1.3 roll.speed 1.14204 1e-3
    shows ball-on-rails 2 ball.pos.y 0 1e-6

    # half a turn for each, whatever happened in between
    exits 0 run "$models/gears.yaml" -o run "$@"
    shows gears 1 turn.wheel -178.6078 1e-3
    shows gears 2 turn.wheel -358.6078 1e-3

    # each die lies on a face, and the table bears them all
    exits 0 run "$models/dice.yaml" -o run "$@"
    shows dice 0.8 d4.pos.z 4.000e-3 5e-6
    shows dice 0.8 d6.pos.z 6.928e-3 5e-6
    shows dice 0.8 d8.pos.z 6.928e-3 5e-6
    shows dice 0.8 d12.pos.z 9.536e-3 8e-6
    shows dice 0.8 d20.pos.z 9.536e-3 8e-6
    shows dice 0.8 table.force.z 0.177127 1e-5

    # a tooth, an eighth of a turn, for each swing
    exits 0 run "$models/ratchet.yaml" -o run "$@"
    shows ratchet 0.45 turn.wheel 44.692 2e-3
    shows ratchet 0.95 turn.wheel 89.692 2e-3
    shows ratchet 1.95 turn.wheel 179.692 2e-3

    # half a period of a ball that rolls in a hollow, 1.98589 s
    exits 0 run "$models/terrain.yaml" -o run --end 2 "$@"
    shows terrain 1.98589 ball.pos.x 10.8 2e-4
    shows terrain 1.98589 ball.vel.x 0 4e-3
    shows terrain 1 swing.slip 0 1e-3

    # what is wanted, F/k below, and where the jack has lifted it to
    exits 0 run "$models/force-control.yaml" -o run "$@"
    shows force-control 0.6 touch.force.z 40 2e-4
    shows force-control 0.6 table.pos.z -0.022 1e-7
    shows force-control 1.2 touch.force.z 40 2e-4
    shows force-control 1.2 table.pos.z -0.019 1e-7

    # it rises by 2 c, and Jellett's integral stays
    exits 0 run "$models/tippe-top.yaml" -o run "$@"
    shows tippe-top 0 jellett.value -1.10116e-6 1e-11
    shows tippe-top 4 jellett.value -1.10116e-6 3e-10
    shows tippe-top 4 top.pos.z 0.018 5e-5
    shows tippe-top 4 axis.angle 174.77 0.1
    shows tippe-top 4 top.omega.z -119.04 0.05
}

if [ "${1-}" = full ]; then examine --tol 1e-6; fi
if [ -n "${1-}" ]; then
    examine --integrator ida --tol 1e-6
    exit $failed
fi
examine

# an event happens where a contact reaches a force
{
    cat "$models/force-control.yaml"
    echo 'events: {felt: {when: touch.force.z - 30, direction: rising, stop: yes}}'
} >felt.yaml
exits 0 run felt.yaml -o run
near "$("$POLHODE" table run touch.force.z 2>notes | tail -n 1 | cut -d, -f2)" 30 2e-3 ||
    fail "force-control: no event at 30 N: $("$POLHODE" table run touch.force.z | tail -n 1)"

# stones fall in their order; a push that does not carry the first over its edge moves no other
exits 0 run "$models/dominoes.yaml" -o run --end 0.3
last=90
for stone in 1 2 3 4; do
    tilt=$(at run 0.3 tilt$stone.angle 2>notes)
    awk -v a="$tilt" -v b="$last" 'BEGIN { exit !(a < b && a > 5) }' || fail "dominoes: stone $stone is at $tilt"
    last=$tilt
done
shows dominoes 0.3 tilt6.angle 0 0.01
exits 0 run "$models/dominoes.yaml" -o run --end 0.3 --set "parameters.push=0.9*over"
shows dominoes 0.3 tilt2.angle 0 0.01

# the follower of the slow cam never leaves it, that of the fast one does
exits 0 run "$models/cam.yaml" -o run --end 0.12
"$POLHODE" table run touch1.points touch2.points >points 2>notes
awk -F, 'NR > 1 { slow += $2 == 0; fast += $3 == 0 } END { exit !(slow == 0 && fast > 0.2*NR) }' points ||
    fail "cam: not the fast one alone lifts off"

# a turn of the shaft carries the cage by ri/(2 rp) of it
exits 0 run "$models/ball-bearing.yaml" -o run
before=$(at run 0.2 turns.cage 2>notes) after=$(at run 0.3 turns.cage 2>notes)
near "$(awk "BEGIN { print $after - $before }")" 138.355 0.5 || fail "ball-bearing: the cage goes $before to $after"

# it turns the other way; without friction the momentum about the vertical stays
exits 0 run "$models/rattleback.yaml" -o run
shows rattleback 1 about_z.rate -5 0.1
shows rattleback 5 about_z.rate 1.5 1
exits 0 run "$models/rattleback.yaml" -o run --set contacts.rock.friction=0 --end 1
shows rattleback 1 about_z.momentum "$(at run 0 about_z.momentum)" 1e-6

# the floor bears all balls that have come out
exits 0 run "$models/funnel.yaml" -o run --set parameters.columns=3 --set parameters.rows=3 \
    --set parameters.layers=3
shows funnel 2 land.force.z 1.324350 0.01
shows funnel 2 slide.points 0 0

# a roller that comes to a profile askew: nobody knows how they touch, and the run says so
cat >askew.yaml <<'END'
polhode: 1
bodies:
  roller: {mass: 1, inertia: [1e-3, 1e-3, 1e-3], position: [0, 0.25, 0], velocity: [0, -1, 0], omega: [1, 0, 0]}
shapes:
  cam: {type: profile, at: [0, 0, -0.05], length: 0.1, points: [[0.1, 0], [0, 0.1], [-0.1, 0], [0, -0.1]]}
  rim: {type: cylinder, on: roller, at: [0, 0, -0.05], radius: 0.05, length: 0.1}
contacts:
  touch: {between: [rim, cam]}
simulate: {end: 1}
END
exits 1 run askew.yaml -o run
says err "\`touch\` is undefined: a profile has come near"
says err "more than 1 degree apart"
exit $failed
