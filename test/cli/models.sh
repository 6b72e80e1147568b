# SPDX-License-Identifier: BSD-3-Clause
#
# models.sh -- every model that comes along is right, and the mechanisms among them move as they
# must: references in the files, reduced equations of one or two angles solved elsewhere, closed
# forms.
. "${0%/*}/lib.sh"
models=$SOURCE/models

for model in "$models"/*.yaml "$models"/contact/*.yaml "$models"/flexible/*.yaml "$models"/papers/*.yaml; do
    exits 0 check "$model"
done

# --- references in the files: quantity, error at the smaller step, order 2 --------------------------
# model, two steps, largest error, of which column
while read -r model h error column; do
    exits 0 converge "$models/$model.yaml" --integrators galpha --h "$h" --csv
    awk -F, -v c="$column" -v e="$error" 'NR == 1 { for (i = 1; i <= NF; i++) if ($i == c) k = i }
        NR == 2 { first = $k } NR == 3 { second = $k }
        END { o = log(first / second) / log(2); exit !(k && second <= e && o > 1.9 && o < 2.1) }' out ||
        fail "$model: the error of the $column is not below $error, or not of second order: $(cat out)"
done <<END
pendulum 0.01,0.005 1e-4 position
andrews 2.5e-5,1.25e-5 1.6e-4 attitude
spatial-slider-crank 1e-3,5e-4 7e-5 position
papers/heavy-top 5e-4,2.5e-4 2.1e-6 position
sleigh 0.01,0.005 1e-5 attitude
rolling-disc 0.01,0.005 3e-5 position
turntable 0.01,0.005 2e-5 position
END

# moves MODEL TIME COLUMN WANTED TOLERANCE: of the run in the folder `run`
moves()
{
    got=$(at run "$2" "$3")
    near "$got" "$4" "$5" || fail "$1: $3 is $got at $2 s, want $4 +- $5"
}

# --- double pendulum: two angles, Runge-Kutta -------------------------------------------------------
exits 0 run "$models/double-pendulum.yaml" -o run --end 1
moves double-pendulum 1 lower_rod.pos.y -1.29846124298 1e-4
moves double-pendulum 1 lower_rod.pos.z -0.69831092002 1e-4

# --- clutch: it locks, opens and stops at times in closed form, and what slipping costs ---------------
exits 0 run "$models/clutch.yaml" -o run
while read -r event time; do
    near "$(sed -n "s/.*event .$event. at t = \([^ ]*\) s.*/\1/p" err)" "$time" 2e-7 ||
        fail "clutch: $event: $(grep event err)"
done <<END
closes 0.5
opens 3.625
rests 4.01032777
END
near "$(at run 4 energy.applied)" -756.0546 1e-3 || fail "clutch: applied $(at run 4 energy.applied)"
moves clutch 2 energy.applied -200 1e-3
moves clutch 2 load.omega.z 80 1e-6

# --- sampled controllers: the arm rests where it was sent, and is held against gravity ------------------
exits 0 run "$models/sampled-arm.yaml" -o run
moves sampled-arm 3 shoulder_angle 0.6 1e-3
moves sampled-arm 3 elbow_angle -1.1 1e-3
moves sampled-arm 3 shoulder_motor.torque.z 11.1789950 2e-3
moves sampled-arm 3 elbow_motor.torque.z 2.2727984 2e-3

# --- friction by the load of the same instant, solved elsewhere --------------------------------------------
exits 0 run "$models/friction-pendulum.yaml" -o run
moves friction-pendulum 1 angle -0.855644622569 1e-6
moves friction-pendulum 1 rod.omega.z 2.546516882836 1e-5

# --- balanced pole: upright, in the middle ---------------------------------------------------------------
exits 0 run "$models/inverted-pendulum.yaml" -o run
moves inverted-pendulum 6 pole.pos.x 0 1e-3
moves inverted-pendulum 6 cart.pos.x 0 1e-3

# --- gears, threads, racks, governor: ratios and closed forms ---------------------------------------
exits 0 run "$models/planetary-gear.yaml" -o run --end 2
moves planetary-gear 2 speed.carrier 0.25 1e-9
moves planetary-gear 2 speed.planet -0.5 1e-9
moves planetary-gear 2 drive.torque.z 0.5 1e-6
exits 0 run "$models/differential.yaml" -o run
moves differential 10 left.omega.y 10 1e-4
moves differential 10 right.omega.y 5 1e-4
moves differential 10 cage.omega.y 7.5 1e-4
exits 0 run "$models/screw-press.yaml" -o run --end 0.12
"$POLHODE" table run depth.ram >press.csv
least=$(awk -F, 'NR > 1 && $2 < m { m = $2 } END { print m }' press.csv)
near "$least" -0.00540812109 2e-7 || fail "screw-press: the greatest depth is $least"
exits 0 run "$models/rack-steering.yaml" -o run --end 2
moves rack-steering 2 rack.pos.y 0.02 1e-9
moves rack-steering 2 angle.left -9.657132472172 1e-6
moves rack-steering 2 angle.right -9.532557918237 1e-6
exits 0 run "$models/flyball-governor.yaml" -o run
moves flyball-governor 10 angle.theta 56.975336368 3e-4

# --- machine on mounts: a driven, damped oscillator in closed form, and the heat of its rubber -------
exits 0 run "$models/machine-mounts.yaml" -o run
moves machine-mounts 0.3 machine.pos.z -9.0448973e-05 2e-6
moves machine-mounts 1 machine.pos.z -1.71837709e-04 2e-6
moves machine-mounts 2 machine.pos.z 6.15856591e-04 2e-6
moves machine-mounts 2 machine.pos.x 0 1e-12
moves machine-mounts 2 energy.numerical 0 1e-4

# --- motor: two linear equations in closed form ------------------------------------------------------
exits 0 run "$models/motor.yaml" -o run
moves motor 0.5 drive.current 15.16932 1e-4
moves motor 0.5 drive.speed 18.016942 1e-4
moves motor 1 drive.current -26.50233 1e-4
moves motor 1 wheel.omega.z -13.547803 1e-4
moves motor 1 energy.numerical 0 1e-2

# --- strip bent to half a circle: the chord of so many pieces, in closed form -------------------------
exits 0 run "$models/beam-half-circle.yaml" -o run --every 14
moves beam-half-circle 14 chord 0.647083639 2e-9
exits 0 run "$models/beam-half-circle.yaml" -o run --every 14 --set parameters.N=20
moves beam-half-circle 14 chord 0.639237236 2e-9
exits 0 run "$models/beam-half-circle.yaml" -o run --every 14 --set parameters.N=40
moves beam-half-circle 14 chord 0.637274237 2e-9

# --- column: linear theory of the same row of beams; beyond its load it buckles ----------------------
exits 0 run "$models/buckling.yaml" -o run --every 1.5
moves buckling 1.5 middle 2.60248495e-05 1e-11
exits 0 run "$models/buckling.yaml" -o run --every 2 --end 2 --set parameters.load=720
[ "$(at run 2 middle | awk '{ print ($1 > 0.05) }')" = 1 ] || fail "buckling: it stays straight at 720 N"

# --- excavator: shut valves hold what statics says, then oil flows as pistons sweep -------------------
exits 0 run "$models/excavator.yaml" -o run
moves excavator 0.4 lift.pressure_a 13641653 2
moves excavator 0.4 lift.force.x 71423.129 0.01
moves excavator 0.4 boom.omega.y 0 1e-9
moves excavator 2 lift.flow_b "$("$POLHODE" table run lift.stroke | awk -F, '
    $1 > 1.985 && $1 < 1.995 { a = $2 } $1 > 2.005 && $1 < 2.015 { b = $2 }
    END { printf "%.9f", (a - b) / 0.02 * 6.283185307e-3 }')" 1e-5
moves excavator 4 energy.numerical 0 1

# --- washing machine: past its resonance the tub runs about the centre of mass ------------------------
exits 0 run "$models/washing-machine.yaml" -o run
moves washing-machine 6 swing 2.0314e-3 2e-6
moves washing-machine 1.97 swing 5.5297e-3 3e-6

# --- wishbone: load and deflection of the tyre on the flat road, the bump, the air behind it -----------
exits 0 run "$models/wishbone.yaml" -o run
moves wishbone 0 tyre.fz 3433.5 1e-6
moves wishbone 0 tyre.radius 0.2928325 1e-9
moves wishbone 1.4 tyre.fz 3433.5 40
moves wishbone 1.4 tyre.kappa -0.00089 1e-5
moves wishbone 1.516 tyre.fz 8861 30
moves wishbone 1.54 tyre.fz 0 1e-9
moves wishbone 2.2 energy.numerical 0 0.1

# --- robot arms: on the stop with all the motor has; at rest where they are sent to -------------------
exits 0 run "$models/robot-arm.yaml" -o run
moves robot-arm 1.5 angle.elbow -141.086 0.02
moves robot-arm 3 angle.elbow -90 1
moves robot-arm 3 angle.shoulder 60 2
moves robot-arm 3 energy.numerical 0 1e-3
exits 0 run "$models/sampled-arm.yaml" -o run
moves sampled-arm 3 shoulder_angle 0.6 1e-3
moves sampled-arm 3 elbow_angle -1.1 1e-3
moves sampled-arm 3 shoulder_motor.torque.z 11.1789950 0.02
moves sampled-arm 3 elbow_motor.torque.z 2.2727984 0.005

# --- a cam under a follower: its lift in closed form ---------------------------------------------------
exits 0 run "$models/cam-follower.yaml" -o run
moves cam-follower 0.3 follower.pos.z 0.090617422 1e-8

# --- a bicycle on its own: its leaning is made of weave and capsize, once the castering has died away ---
# Rows apart by d then obey (z^2 - 2 exp(s d) cos(w d) z + exp(2 s d)) (z - exp(c d)) x = 0, z one row on.
weave() # SPEED CAPSIZE DECAY FREQUENCY
{
    exits 0 run "$models/bicycle.yaml" --set parameters.v="$1" --set parameters.push=1e-3 --end 2 -o run --tol 1e-9
    "$POLHODE" table run rear.omega.x | awk -F, -v c="$2" -v s="$3" -v w="$4" 'NR > 1 { x[NR - 1] = $2 }
        END { d = 0.1; q = exp(c*d); p = 2*exp(s*d)*cos(w*d); r = exp(2*s*d)
              for (i = 71; i + 30 <= NR - 1; i++) {
                  e = x[i + 30] - (p + q)*x[i + 20] + (r + p*q)*x[i + 10] - r*q*x[i]
                  sum += e*e; all += x[i]^2 }
              print sqrt(sum/all) }' >weave
    near "$(cat weave)" 0 1e-4 || fail "bicycle at $1 m/s: off its modes by $(cat weave)"
}
weave 5 -0.32286642900 -0.77534188220 4.46486771379
weave 3 -2.63366137254 1.70675605664 2.31582447384

# --- a block that sticks and slips: extremes and period of the exact model ----------------------------
exits 0 run "$models/stick-slip.yaml" -o run --every 1e-3
"$POLHODE" table run block.pos.x | awk -F, 'NR > 1 { if ($2 > most) most = $2; if ($1 > 0.8 && (!low || $2 < least)) { least = $2; low = 1 }
    if ($1 > 0.2 && x <= 0.02 && $2 > 0.02) up[n++] = t + ($1 - t)*(0.02 - x)/($2 - x); t = $1; x = $2 }
    END { print most, least, (up[n - 1] - up[0])/(n - 1) }' >slips
read -r most least period <slips
near "$most" 0.0430278 2e-6 || fail "stick-slip: the block goes as far as $most"
near "$least" 0.0069722 2e-6 || fail "stick-slip: the block comes back to $least"
near "$period" 0.731759786 2e-4 || fail "stick-slip: a period of $period"

# --- a pole that is balanced, a chain that hangs still, a rotor that stays upright ----------------------
exits 0 run "$models/inverted-pendulum.yaml" -o run
moves inverted-pendulum 6 angle 0 1e-3
moves inverted-pendulum 6 place 0 2e-3
exits 0 run "$models/catenary.yaml" -o run
moves catenary 0.5 link25.pos.z "$(at run 0 link25.pos.z)" 1e-7

# --- four-bar: the rocker follows from the crank's angle --------------------------------------------
exits 0 run "$models/four-bar.yaml" -o run --end 0.3
moves four-bar 0.3 rocker.pos.x 0.3090419022446973 1e-10
moves four-bar 0.3 rocker.pos.y 0.0857416144747508 1e-10

# --- quarter car: two heights and two states, Runge-Kutta ------------------------------------------
exits 0 run "$models/quarter-car.yaml" -o run --end 1
moves quarter-car 1 car.pos.z 0.7820365756 1e-6
moves quarter-car 1 wheel.pos.z 0.2808809548 1e-5
moves quarter-car 1 thrust 47.470192 0.05
moves quarter-car 1 levelling -0.004804425 1e-5

# --- slider-crank: one angle, Runge-Kutta; the crank's given speed holds ----------------------------
exits 0 run "$models/slider-crank.yaml" -o run --end 1
moves slider-crank 0 crank.omega.z 20 1e-12
moves slider-crank 1 crank.omega.z 36.76088438 0.02

# --- Bricard: one equation is taken out and named, and still holds; the energy comes back ----------
exits 0 run "$models/bricard.yaml" -o run
[ "$(grep -c "redundant: joint" err)" = 1 ] || fail "bricard: not one redundant equation: $(cat err)"
moves bricard 7 rod5.quat.2 0 1e-10
moves bricard 7 rod5.quat.3 0 1e-10
moves bricard 10 energy.total -29.43 1e-4

# --- rolling: closed orbits; a belt: constant torque; what holds in velocities ----------------------
exits 0 run "$models/belt-drive.yaml" -o run
moves belt-drive 0.5 pulley.omega.y 152.542372881 1e-6
moves belt-drive 0.5 wheel.omega.y 50.847457627 1e-6
moves belt-drive 0.5 belt.torque.y 5.084745763 1e-8
exits 0 run "$models/sleigh.yaml" -o run --tol 1e-7
moves sleigh 2 sleigh.omega.z 0.107718782258 1e-6
near "$(at run 2 skate.force.x)" 0.2167631 1e-5 || near "$(at run 2 skate.force.x)" -0.2167631 1e-5 ||
    fail "sleigh: the skate is pushed along x by $(at run 2 skate.force.x)"

# a wheel in a pipe: the period of a pendulum, the load at the lowest place
exits 0 run "$models/half-pipe.yaml" -o run --tol 1e-7
moves half-pipe 1.667609546260 wheel.pos.x 0.346410162 1e-7
moves half-pipe 0.416902386565 rolls.on.wheel.force.z 32.7 1e-4
moves half-pipe 0.416902386565 wheel.pos.x 0 1e-6

# a shaft at any bend, a rope on two drums, a rod without mass, coupled stiffness, bristles, shut gas
exits 0 run "$models/drive-shaft.yaml" -o run
moves drive-shaft 1.37 output.omega.x 5 1e-7
moves drive-shaft 1.37 motor.torque.x 2 1e-6
exits 0 run "$models/hoist.yaml" -o run
moves hoist 0.4 load.pos.z -1.100141176 1e-6
moves hoist 0.4 rope.on.load.force.z 23.0823529 1e-6
exits 0 run "$models/massless-rod.yaml" -o run --tol 1e-7
moves massless-rod 0.4185792745 rod.on.ball.force.z 58.86 0.01
moves massless-rod 1.674317098 ball.pos.x 0.5 1e-7
exits 0 run "$models/tilted-mount.yaml" -o run
moves tilted-mount 4 machine.pos.x 3.924e-3 1e-7
moves tilted-mount 4 machine.pos.z -1.1772e-2 1e-7
exits 0 run "$models/held-block.yaml" -o run
moves held-block 1.9 friction.bend_1 3.75e-4 1e-9
moves held-block 1.9 block.vel.x 0 1e-8
near "$(at run 3 block.vel.x | awk -v a="$(at run 2.5 block.vel.x)" '{ print $1 - a }')" 1 1e-3 ||
    fail "held-block: it does not slide as it should"
exits 0 run "$models/gas-spring.yaml" -o run
moves gas-spring 0.0436449631 mass.pos.z 0.59986107 1e-6

# --- V8: one angle ----------------------------------------------------------------------------------
exits 0 run "$models/papers/v8.yaml" -o run --end 1
moves v8 1 crank.omega.x 4.74457312540255 2e-3

# --- chain: as many links as asked for, and hardly any energy lost ----------------------------------
exits 0 run "$models/chain.yaml" -o run --set parameters.N=25 --end 1 --json
moves chain 0 link25.pos.x 24.5 1e-12
near "$(at run 1 energy.total)" 0 0.05 || fail "chain: the energy is off by $(at run 1 energy.total)"

# --- constraints hold at every row: to 1e-4 of the tolerance, to 1e-11 m at equal steps --------------
violation() { sed -n 's/.*"largest_violation": \([^,]*\),*.*/\1/p' out; }
for model in pendulum double-pendulum four-bar slider-crank spatial-slider-crank bricard papers/heavy-top; do
    exits 0 run "$models/$model.yaml" -o run --end 1 --json
    near "$(violation)" 0 1e-8 || fail "$model: constraints are off by $(violation) at the tolerance"
    exits 0 run "$models/$model.yaml" -o run --end 1 --step 1e-3 --json
    near "$(violation)" 0 1e-11 || fail "$model: constraints are off by $(violation) at equal steps"
done

# the rows of the V8 show what its bearings bear, to the end; ten times as far apart they would not
exits 0 run "$models/papers/v8.yaml" -o run --tol 1e-3
grep -q 'swing' err && fail "rows of the V8: $(cat err)"
exits 0 run "$models/papers/v8.yaml" -o run --tol 1e-3 --every 0.01
says err 'columns swing faster than rows of 0.01 s can show'
exit $failed
