# SPDX-License-Identifier: BSD-3-Clause
#
# models.sh -- every model that comes along is right, and the mechanisms among them move as they
# must: references in the files, reduced equations of one or two angles solved elsewhere, closed
# forms.
. "${0%/*}/lib.sh"
models=$SOURCE/models

for model in "$models"/*.yaml "$models"/contact/*.yaml "$models"/papers/*.yaml; do
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

# --- machine on mounts: a driven, damped oscillator in closed form, and the heat of its rubber -------
exits 0 run "$models/machine-mounts.yaml" -o run
moves machine-mounts 0.3 machine.pos.z -9.0448973e-05 2e-6
moves machine-mounts 1 machine.pos.z -1.71837709e-04 2e-6
moves machine-mounts 2 machine.pos.z 6.15856591e-04 2e-6
moves machine-mounts 2 machine.pos.x 0 1e-12
moves machine-mounts 2 energy.numerical 0 1e-4

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
