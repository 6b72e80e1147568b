# SPDX-License-Identifier: BSD-3-Clause
#
# adams.sh -- every deck that comes along is read and runs, and moves as it must: against the same
# system as a model file in SI, closed forms, and equations of one angle solved elsewhere.
. "${0%/*}/lib.sh"
decks=$SOURCE/models/adams

# moves DECK TIME COLUMN WANTED TOLERANCE: of the run in the folder `run`
moves()
{
    got=$(at run "$2" "$3")
    near "$got" "$4" "$5" || fail "$1: $3 is $got at $2 s, want $4 +- $5"
}

# agrees DECK TIME TOLERANCE COLUMN COLUMN..: of the runs in `run` and, by the second name, `twin`
agrees()
{
    deck=$1 time=$2 tolerance=$3
    shift 3
    while [ $# -gt 0 ]; do
        want=$(at twin "$time" "$2")
        moves "$deck" "$time" "$1" "${want# }" "$tolerance"
        shift 2
    done
}

for deck in "$decks"/*.adm "$SOURCE"/test/data/good/*.adm; do
    exits 0 check "$deck"
    exits 0 run "$deck" --end 0.05 -o all
    exits 0 convert "$deck" all.yaml
    exits 0 check all.yaml
done

# --- a beam and a field in balance, and the beam twice as stiff ----------------------------------------
exits 0 run "$decks/beams.acf" -o run
while read -r time column want tolerance; do
    moves beams "$time" "REQUEST_1.$column" "$want" "$tolerance"
done <<STOP
0 aside 2.528479423287 1e-10
0 turned 7.5788068139e-3 1e-12
0 x 2 1e-10
0 y -1 1e-10
0 field -3 1e-9
0.5 aside 1.265344954304 1e-5
0.5 turned 3.78940340695e-3 1e-7
STOP

# --- a steady turn: no accelerations but the noise of terms that cancel, and its rows are written -----
cat >steady.adm <<STOP
a hinge that turns steadily
PART/1, GROUND
MARKER/1
PART/2, MASS=1, CM=21, IP=1,1,1
MARKER/21
JOINT/1, REVOLUTE, I=21, J=1
MOTION/1, JOINT=1, FUNCTION=300D+TIME
END
STOP
exits 0 run steady.adm -o run --end 0.1
moves steady 0.1 PART_2.omega.z 1 1e-6

# --- gears and joints that drive, in millimetres: ratios and closed forms ----------------------------
exits 0 run "$decks/gears.adm" -o run --end 1 --steps 10
moves gears 1 sun.omega.z 25.132741228718345 1e-5
moves gears 1 planet.omega.z -12.566370614359172 1e-5
moves gears 1 pointer.pos.z 0.031415926535897934 1e-9
exits 0 run "$decks/drives.adm" -o run --end 1 --steps 10
moves drives 1 second.omega_world.x 5.441398092702653 1e-8
moves drives 1 second.omega_world.y 3.141592653589793 1e-8
moves drives 1 nut.vel.z -0.065819460393 1e-9
moves drives 1 rack.vel.z -2.675454545455 1e-8
moves drives 1 pinion.omega.y 53.50909090909 1e-6

# --- a bar on a ball joint, in millimetres: the same as a model file, and its energy -----------------
cat >twin.yaml <<END
polhode: 1
gravity: [0, 0, -9.80665]
bodies:
  bar:
    mass: 2
    inertia: [40e-6, 0.026666666666666668, 0.026666666666666668]
    position: [0.2*cos(pi/6), 0, -0.1]
    orientation: {axis: [0, 1, 0], angle: 30 deg}
    omega: [1800 deg/s, 0, 2.5]
joints:
  ball: {type: spherical, between: [ground, bar]}
simulate: {end: 2, step: 1 ms}
END
exits 0 run twin.yaml -o twin
exits 0 run "$decks/pendulum-mm.adm" -o run --end 2 --step 1e-3
# the part's axes are the world's at the start, those of the bar in the model file are its own
agrees pendulum-mm 2 1e-7 bar.pos.x bar.pos.x bar.pos.y bar.pos.y bar.pos.z bar.pos.z \
    bar.omega_world.x bar.omega_world.x bar.omega_world.z bar.omega_world.z
agrees pendulum-mm 2 1e-5 ball.force.x ball.force.x ball.force.z ball.force.z
moves pendulum-mm 2 energy.numerical 0 1e-3

# --- a bar on a ball joint and a spring, in inches, pounds of mass and pounds of force -----------------
cat >twin.yaml <<END
polhode: 1
gravity: [0, 0, -9.80665]
parameters: {lb: 0.45359237, lbf: lb*9.80665, inch: 0.0254}
bodies:
  bar:
    mass: 5*lb
    inertia: [5*lb*(16*inch)^2/12, 5*lb*(16*inch)^2/12, 0.25*lb*inch^2]
    position: [8*inch/sqrt(2), 8*inch/sqrt(2), 0]
    orientation: {matrix: [[0, 0.7071067811865476, 0.7071067811865476], [0, -0.7071067811865476, 0.7071067811865476], [1, 0, 0]]}
markers:
  tip: {on: bar, at: [0, 0, 8*inch]}
  hook: {at: [0, 0, 20*inch]}
joints:
  ball: {type: spherical, between: [ground, bar]}
forces:
  spring: {type: spring_damper, on: tip, reaction: hook, stiffness: 0.4*lbf/inch, damping: 0.02*lbf/inch, length: 12*inch}
simulate: {end: 2, step: 1 ms}
END
exits 0 run twin.yaml -o twin
exits 0 run "$decks/pendulum-inch.adm" -o run --end 2 --step 1e-3
agrees pendulum-inch 2 1e-7 bar.pos.x bar.pos.x bar.pos.y bar.pos.y bar.pos.z bar.pos.z \
    bar.omega.y bar.omega.y
agrees pendulum-inch 2 1e-5 spring.force.z spring.force.z ball.force.x ball.force.x
moves pendulum-inch 2 energy.numerical 0 1e-3

# --- four-bar: three redundant equations; the rocker follows from the crank's angle ------------------
exits 0 check "$decks/four-bar.adm" --json
[ "$(field redundant)" = 3 ] || fail "four-bar: redundant equations: $(field redundant), want 3"
[ "$(field degrees_of_freedom)" = 0 ] || fail "four-bar has $(field degrees_of_freedom) freedoms"
says err "JOINT/4 (hinge_D)"
says err "integrator GSTIFF becomes \`galpha\`"
exits 0 run "$decks/four-bar.adm" -o run --end 0.75
moves four-bar 0.3 rocker.pos.x 0.235698949355942 1e-9
moves four-bar 0.3 rocker.pos.y 0.07658573552607748 1e-9
moves four-bar 0.75 rocker.pos.x 0.2793714588995463 1e-9
moves four-bar 0.75 rocker.pos.y 0.09784918646604523 1e-9

# --- assembly: dozens of redundant equations; each trammel is a pendulum, Runge-Kutta ----------------
exits 0 check "$decks/cad-assembly.adm" --json
[ "$(field redundant)" = 42 ] || fail "cad-assembly: redundant equations: $(field redundant), want 42"
[ "$(field degrees_of_freedom)" = 2 ] || fail "cad-assembly has $(field degrees_of_freedom) freedoms"
[ "$(grep -c 'redundant: .* in J' err)" = 42 ] || fail "cad-assembly: not every redundant equation is told"
says err "redundant: Zi.Xj in JOINT/102 (front_slide_guide2)"
exits 0 run "$decks/cad-assembly.adm" -o run --end 1
moves cad-assembly 1 front_slide.pos.x -0.0997086097 2e-4
moves cad-assembly 1 front_lift.pos.y -0.2292557375 2e-4
moves cad-assembly 1 side_slide.pos.z -0.1695970370 2e-4
moves cad-assembly 1 side_lift.pos.y 0.1836759240 2e-4
moves cad-assembly 1 energy.numerical 0 5e-3
exits 0 run "$decks/cad-assembly.adm" -o run --end 1 --tol 1e-10
moves cad-assembly 1 front_slide.pos.x -0.0997086097 2e-6
moves cad-assembly 1 side_lift.pos.y 0.1836759240 2e-6

# --- servo: a controller's differential equation; w = 10 + 8 exp(-t) - 18 exp(-2 t) -------------------
exits 0 run "$decks/servo.adm" -o run --end 3 --every 0.1
moves servo 1 REQUEST_1.speed 10.507000431112509 2e-6
moves servo 3 REQUEST_1.speed 10.353679007763 2e-6
moves servo 1 flywheel.omega.z 10.507000431112509 2e-6
# the drag takes 0.1 w of the torque, the rest is 0.5 w' = 0.5 (36 exp(-2 t) - 8 exp(-t))
moves servo 1 REQUEST_1.torque 2.015217376685 1e-5

# --- PTCV and CVCV: a bead on a parabola passes the bottom, a cam lifts its follower ------------------
exits 0 run "$decks/bead.adm" -o run --end 0.23774675037361837 --tol 1e-7
moves bead 0.23774675037361837 REQUEST_1.x 0 1e-3
moves bead 0.23774675037361837 REQUEST_1.speed -700.2374597 1e-3
exits 0 run "$decks/cam-curves.adm" -o run --end 0.3
moves cam-curves 0.3 REQUEST_1.lift 90.6174225 5e-4

# --- brake: sensors keep a place and a speed, change rows and halt, all at known times -----------------
exits 0 run "$decks/brake.adm" -o run --end 2 --every 0.1
says err 'SENSOR/2 (far_enough) at t = 0.299999999 s, value 0: DT, EVALUATE, PRINT'
[ "$("$POLHODE" table run REQUEST_1 | tail -n 1 | cut -c 1-9)" = 0.7999999 ] || fail 'brake: not halted'
moves brake 0.1 REQUEST_1.start 50 1e-12
moves brake 0.2 REQUEST_1.first_speed 0 1e-12
moves brake 0.5 REQUEST_1.first_speed 1000 1e-6
moves brake 0.5 REQUEST_1.speed 600 1e-3
moves brake 0.7999999 REQUEST_1.place 600 1e-3
# 0, 0.1, 0.2, the event, then every 0.02 s, and the end
[ "$("$POLHODE" table run REQUEST_1 | wc -l)" = 30 ] || fail 'brake: not 29 rows'

# a sensor returns to the command file, which goes on without it; another one restarts with a step
sed 's/, HALT/, RETURN/; s/, PRINT, DT=0.02/, RESTART, STEPSIZE=1E-3/' "$decks/brake.adm" >returns.adm
cat >returns.acf <<END
returns.adm

SIMULATE/DYNAMIC, END=2, DTOUT=0.1
DEACTIVATE/SENSOR, ID=3
SIMULATE/DYNAMIC, END=1, DTOUT=0.1
STOP
END
exits 0 run returns.acf -o run
says err 'SENSOR/3 (at_rest) at t = 0.7999999985 s, value'
says err ': RETURN'
[ "$(grep -c 'SENSOR/3' err)" = 1 ] || fail 'a deactivated sensor returns again'
# it goes back where it came from; the simulation lasts from where the one before has ended
moves returns 1 REQUEST_1.speed -400 1e-3
sed 's/END=1/DURATION=0.1/' returns.acf >lasts.acf
exits 0 run lasts.acf -o run
[ "$("$POLHODE" table run REQUEST_1 | tail -n 1 | cut -c 1-9)" = 0.8999999 ] || fail 'not 0.1 s from 0.8 s'
moves lasts 0.8999999 REQUEST_1.speed -200 1e-3

# --- control: a lag, an oscillator and a delay, in milliseconds -----------------------------------------
exits 0 run "$decks/control.adm" -o run --end 1
moves control 1 REQUEST_1.lag 0.9999546000702375 1e-7
moves control 1 REQUEST_1.lag_state 99.99546000702375 1e-5
moves control 1 REQUEST_1.place 2.8390715290764525 2e-5
moves control 1 REQUEST_1.rate -0.5440211108893698 2e-5
moves control 1 REQUEST_1.late -0.7568024953079282 1e-6
moves control 1 REQUEST_1.speed 1.80000908 1e-7

# --- follower: a constraint moves a table as a differential equation says ------------------------------
exits 0 run "$decks/follower.adm" -o run --end 2
moves follower 1 REQUEST_1.angle 0.7545789097221836 1e-4
moves follower 1 table.omega.z 0.9816843611112658 5e-4
moves follower 0 drive.on.table.torque.z 2 1e-9
exits 0 run "$decks/follower.adm" -o run --end 2 --integrator galpha --tol 1e-8
moves follower 1 REQUEST_1.angle 0.7545789097221836 1e-7

# --- actuator: an implicit differential equation in milliseconds; x + x^3/3 = t, v = 5 (x^2/2 + x^4/4)
exits 0 run "$decks/actuator.adm" -o run --end 1.3333333333333333
moves actuator 1.3333333333333333 REQUEST_1.valve 1 1e-7
moves actuator 1.3333333333333333 REQUEST_1.speed 3.75 1e-6
moves actuator 1.3333333333333333 valve 1 1e-7
moves actuator 1.3333333333333333 mass.vel.x 3.75 1e-6

# --- isolator: bushings, a spline and requests in millimetres: the same as a model file in SI ----------
cat >twin.yaml <<END
polhode: 1
gravity: [0, 0, -9.80665]
bodies:
  machine: {mass: 60, inertia: [4, 6, 8], position: [0, 0, 0.15]}
markers:
  floor1: {at: [0.4, 0.3, 0]}
  floor2: {at: [-0.4, 0.3, 0]}
  floor3: {at: [-0.4, -0.3, 0]}
  floor4: {at: [0.4, -0.3, 0]}
  hook: {at: [0, 0, -0.2]}
  corner1: {on: machine, at: [0.4, 0.3, -0.15]}
  corner2: {on: machine, at: [-0.4, 0.3, -0.15]}
  corner3: {on: machine, at: [-0.4, -0.3, -0.15]}
  corner4: {on: machine, at: [0.4, -0.3, -0.15]}
  bearing: {on: machine, at: [0.05, 0, 0.1]}
tables:
  law: {x: [0.33, 0.34, 0.35, 0.36, 0.37, 0.38], y: [60, 25, 0, -25, -60, -120]}
states:
  turn: {rate: "step(time, 0, 0, 2, 125.663706)"}
variables:
  shake: 0.02*turn.rate^2
repeat:
  - for: k
    to: 4
    forces:
      "foot{k}":
        type: bushing
        on: "corner{k}"
        reaction: "floor{k}"
        angles: projected
        stiffness: [5e4, 5e4, 2e5, 100, 100, 100]
        damping: [100, 100, 400, 0.1, 0.1, 0.1]
        preload: [0, 0, 147.1, 0, 0, 0]
forces:
  hold: {type: axial_force, on: machine, reaction: hook, force: "akispl(distance(machine, hook), law) - 50*distance_rate(machine, hook)"}
  rotor: {type: force, on: bearing, axes_of: machine, force: [shake*cos(turn), 0, shake*sin(turn)]}
simulate: {end: 1.5, step: 0.5 ms}
END
exits 0 run twin.yaml -o twin
exits 0 run "$decks/isolator.adm" -o run --end 1.5 --step 0.5e-3
agrees isolator 1.5 1e-9 machine.pos.x machine.pos.x machine.pos.z machine.pos.z \
    machine.omega.y machine.omega.y machine.omega.z machine.omega.z
agrees isolator 1.5 1e-6 foot3.force.z foot3.force.z hold_down.force.z hold.force.z
# the requests show the same in the deck's units
for pair in "REQUEST_1.z 1000*machine.pos.z" "REQUEST_1.y 1000*machine.pos.y" \
    "REQUEST_4.z foot1.force.z" "REQUEST_4.ty 1000*foot1.torque.y" "REQUEST_5.foot foot1.force.z" \
    "REQUEST_5.spring hold_down.force.z" "REQUEST_6.centrifugal centrifugal" \
    "MREQUEST_7_foot2.x foot2.force.x" "MREQUEST_7_foot4.z foot4.force.z"; do
    column=${pair#* }
    factor=1
    case $column in *\**) factor=${column%\**} column=${column#*\*} ;; esac
    want=$(at run 1.5 "$column" | awk -v f="$factor" '{ printf "%.15g", f * $1 }')
    moves isolator 1.5 "${pair% *}" "$want" 1e-6
done

# --- contacts: a ball that bounces, slides and rolls, one between posts; a block that slides to rest -----
contacts=$SOURCE/test/data/good
cat >twin.yaml <<END
polhode: 1
gravity: [0, 0, -9.81]
bodies:
  ball: {mass: 1, inertia: [4e-3, 4e-3, 4e-3], position: [0, 0, 0.11], velocity: [0.5, 0, 0]}
  second: {mass: 1, inertia: [4e-3, 4e-3, 4e-3], position: [0, 0.5, 0.0996], velocity: [2, 0, 0]}
shapes:
  plate: {type: box, at: [-1, -1, -0.05], size: [2, 2, 0.05]}
  round: {type: sphere, on: ball, radius: 0.1}
  round2: {type: sphere, on: second, radius: 0.1}
  post1: {type: box, at: [0.3, 0.005, 0], size: [0.05, 0.46, 0.2]}
  post2: {type: box, at: [0.3, 0.6, 0], size: [0.05, 0.05, 0.2]}
groups: {posts: {of: [post1, post2]}}
contacts:
  hit: {between: [round, plate], law: impact, stiffness: 1e6, exponent: 1.5, damping: 200, depth: 1e-4,
        friction_law: step, friction: 0.3, sliding_friction: 0.2, stiction_speed: 0.01, sliding_speed: 0.1}
  floor: {between: [round2, plate], law: impact, stiffness: 1e6, exponent: 1.5, damping: 200, depth: 1e-4,
          friction_law: none}
  post: {between: [round2, posts], joined: yes, law: power, stiffness: 1e6, exponent: 1, restitution: 0.5,
         friction_law: step, friction: 0.2, sliding_friction: 0.2, stiction_speed: 0.1}
simulate: {end: 0.4, step: 0.1 ms}
END
exits 0 run twin.yaml -o twin
exits 0 run "$contacts/contact-ball.adm" -o run --end 0.4 --step 1e-4
for time in 0.048 0.12 0.4; do
    agrees contact-ball $time 1e-12 ball.pos.x ball.pos.x ball.pos.z ball.pos.z ball.omega.y ball.omega.y \
        second.pos.x second.pos.x second.vel.x second.vel.x second.pos.y second.pos.y
    agrees contact-ball $time 1e-7 hit.force.x hit.force.x hit.force.z hit.force.z posts.force.x post.force.x \
        REQUEST_1.f2 hit.force.x REQUEST_1.f4 hit.force.z REQUEST_1.f8 post.force.x
done
# it rolls in the end, and the second has come back from the posts
moves contact-ball 0.4 ball.vel.x 0.3571 2e-3
[ "$(at run 0.4 second.vel.x | awk '{ print ($1 < -0.5) }')" = 1 ] || fail "nothing comes back from the posts"

cat >twin.yaml <<END
polhode: 1
gravity: [0, 0, -9.81]
bodies:
  block: {mass: 1, inertia: [1.667e-3, 4.167e-3, 4.167e-3], position: [0, 0, 0.0499], velocity: [0.8, 0, 0]}
  drop: {mass: 1, inertia: [4e-3, 4e-3, 4e-3], position: [0, 3, 0.2]}
  tip: {mass: 1, inertia: [4e-3, 4e-3, 4e-3], position: [0.2, 3, 0.1]}
shapes:
  plate: {type: box, at: [-1, -1, -0.05], size: [2, 2, 0.05]}
  brick: {type: box, on: block, at: [-0.1, -0.05, -0.05], size: [0.2, 0.1, 0.1]}
  egg: {type: sphere, on: drop, radius: 0.05}
  plane: {type: plane, at: [0, 3, 0]}
  point: {type: sphere, on: tip, at: [0, 0, -0.03], radius: 1e-6}
contacts:
  rub: {between: [brick, plate], law: impact, stiffness: 1e6, exponent: 1.5, damping: 200, depth: 1e-4,
        friction_law: step, friction: 0.3, sliding_friction: 0.2, stiction_speed: 0.01, sliding_speed: 0.1}
  fall: {between: [egg, plane], law: impact, stiffness: $(awk 'BEGIN { printf "%.17g", 1000 * 1000 ^ 2.2 }'),
         exponent: 2.2, damping: 500, depth: 1e-4, friction_law: none}
  land: {between: [point, plane], law: impact, stiffness: 1e6, exponent: 1, damping: 500, depth: 1e-4,
         friction_law: none}
simulate: {end: 0.5, step: 0.1 ms}
END
exits 0 run twin.yaml -o twin
exits 0 run "$contacts/contact-block.adm" -o run --end 0.5 --step 1e-4
for time in 0.2 0.5; do
    agrees contact-block $time 1e-10 block.pos.x block.pos.x block.pos.z block.pos.z block.vel.x block.vel.x \
        drop.pos.z drop.pos.z tip.pos.z tip.pos.z
    agrees contact-block $time 1e-6 rub.force.x rub.force.x rub.force.z rub.force.z
done

# --- a cam by a CURVE, an edge and a roller on it: the rigid one, and the same shapes in a model file ----
disc=$(awk 'BEGIN { for (i = 0; i < 24; i++) {
    a = 3.14159265358979323846 / 12 * i
    printf "[%.12g, %.12g], ", 0.01 + 0.03 * cos(a), 0.03 * sin(a) } }')
wheel=$(awk 'BEGIN { for (i = 0; i < 180; i++) {
    a = 3.14159265358979323846 / 90 * i
    printf "[%.17g, %.17g], ", 0.008 * cos(a), 0.008 * sin(a) } }')
cat >twin.yaml <<END
polhode: 1
gravity: [0, -9.80665, 0]
bodies:
  cam: {mass: 1, inertia: [5e-4, 5e-4, 9e-4]}
  edge: {mass: 0.5, inertia: [1e-4, 1e-4, 1e-4], position: [0, 0.028285, 0]}
  roller: {mass: 0.5, inertia: [1e-4, 1e-4, 1e-4], position: [0, -0.036662, 0]}
joints:
  shaft: {type: revolute, between: [ground, cam]}
  guide1: {type: prismatic, between: [ground, edge], axis: [0, 1, 0]}
  guide2: {type: prismatic, between: [ground, roller], axis: [0, 1, 0]}
motions: {turn: {joint: shaft, displacement: 2*pi*time}}
markers: {top: {at: [0, 0.09, 0]}, bottom: {at: [0, -0.09, 0]}}
forces:
  spring1: {type: spring_damper, on: edge, reaction: top, stiffness: 2000, damping: 10, length: 0.06, force: 50}
  spring2: {type: spring_damper, on: roller, reaction: bottom, stiffness: 2000, damping: 10, length: 0.06, force: 50}
shapes:
  disc: {type: profile, on: cam, at: [0, 0, -0.003], points: [$disc], length: 0.006}
  tip: {type: sphere, on: edge, radius: 1e-6}
  wheel: {type: profile, on: roller, at: [0, 0, -0.0008], points: [$wheel], length: 0.0016}
contacts:
  on_edge: {between: [tip, disc], law: impact, stiffness: 1e8, exponent: 1, damping: 5000, depth: 1e-6,
            friction_law: none}
  on_roller: {between: [wheel, disc], law: impact, stiffness: 1e8, exponent: 1, damping: 5000, depth: 1e-6,
              friction_law: none}
simulate: {end: 0.5, step: 0.1 ms}
END
exits 0 run twin.yaml -o twin
exits 0 run "$decks/cam.adm" -o run --end 0.5 --step 1e-4
for time in 0.2 0.25 0.5; do
    agrees cam $time 2e-8 edge.pos.y edge.pos.y roller.pos.y roller.pos.y
    agrees cam $time 0.5 on_edge.normal on_edge.normal on_roller.normal on_roller.normal \
        REQUEST_1.press1 on_edge.force.y REQUEST_1.press2 on_roller.force.y
done
moves cam 0.25 REQUEST_1.edge 40 2e-3
moves cam 0.25 REQUEST_1.roller -28 2e-3
moves cam 0.5 REQUEST_1.edge 28.284 2e-3
moves cam 0.5 REQUEST_1.roller -36.661 2e-3

exit $failed
