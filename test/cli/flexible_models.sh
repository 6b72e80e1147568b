# SPDX-License-Identifier: BSD-3-Clause
#
# flexible_models.sh -- the models of models/flexible show the numbers that their heads promise: closed
# forms, and beams solved elsewhere as sums of sines. With `long`: the same by a second engine.
. "${0%/*}/lib.sh"
models=$SOURCE/models/flexible

# shows MODEL TIME COLUMN WANTED TOLERANCE: of the run in the folder `run`
shows()
{
    got=$(at run "$2" "$3" 2>notes)
    near "$got" "$4" "$5" || fail "$1: $3 is $got at $2 s, want $4 +- $5"
}

# most COLUMN: its largest value in the folder `run`
most()
{
    "$POLHODE" table run "$1" 2>notes | awk -F, 'NR == 2 || (NR > 2 && $2 > m) { m = $2 } END { print m }'
}

# reaches MODEL COLUMN WANTED TOLERANCE
reaches()
{
    got=$(most "$2")
    near "$got" "$3" "$4" || fail "$1: $2 is $got at most, want $3 +- $4"
}

# all of them, by what `run` is given beside the model
examine()
{
    # four modes, an integrator of order eight, from another build of the body
    exits 0 run "$models/pendulum.yaml" -o run "$@"
    shows pendulum 1 rod.end.pos.x -0.9996554 2e-6
    shows pendulum 1 rod.end.pos.z -0.0262855 6e-5

    # the exact beam lags by 0.57385 and is longer by w^2 L^3 rho/(3 E)
    exits 0 run "$models/spin-up.yaml" -o run "$@"
    reaches spin-up lag.plain 0.6822 5e-4
    reaches spin-up lag.stiffened 0.57385 3e-4
    reaches spin-up lag.pieces 0.57385 2e-3
    shows spin-up 20 longer.stiffened 5.1429e-4 1e-6
    shows spin-up 20 longer.pieces 5.1429e-4 1e-6

    # five parts in 384: nothing but the ring of 38 Hz parts them
    exits 0 run "$models/four-bar.yaml" -o run "$@"
    "$POLHODE" table run bend.middle bend.even 2>notes | awk -F, 'NR > 1 && $1 > 1 {
            d = $2 - $3; d = d < 0 ? -d : d
            if (d > e) e = d
            if (-$3 > m) m = -$3 }
        END { exit !(m > 6.0e-4 && m < 6.1e-4 && e < 2e-5) }' || fail "four-bar: the coupler bends otherwise"

    # three sines with the force along the rod
    exits 0 run "$models/slider-crank.yaml" -o run "$@"
    shows slider-crank 0.005 bend.middle 0.015072 2e-4
    shows slider-crank 0.05 bend.middle 0.012469 5e-4
    reaches slider-crank bend.middle 0.015441 2e-4

    # a cantilever of 2 L; what three engines agree on when it has come back and rings
    exits 0 run "$models/robot-arm.yaml" -o run "$@"
    shows robot-arm 0 tip.sag 0.0393577 2e-5
    shows robot-arm 5 tip.sag 0.0680 5e-4

    # E I y'''' = (N y')' by Runge-Kutta, at three spins; F H^3/E I
    exits 0 run "$models/rotor.yaml" -o run "$@"
    shows rotor 0 bend.blade 0.1135036 2e-4
    shows rotor 1 bend.blade 0.1135036 4e-4
    shows rotor 0 bend.tower 0.00590176 1e-6
    exits 0 run "$models/rotor.yaml" -o run --set parameters.spin=0.01 --end 0.1 "$@"
    shows rotor 0 bend.blade 0.27 1e-4
    exits 0 run "$models/rotor.yaml" -o run --set parameters.spin=8 --end 0.1 "$@"
    shows rotor 0 bend.blade 0.0426641 2e-4

    # ten sines with the car on them
    exits 0 run "$models/bridge.yaml" -o run "$@"
    shows bridge 0.4 bridge.11.pos.z -0.0103056 2e-5
    shows bridge 0.4 car.pos.z 0.9943575 1e-4
    shows bridge 0.8 bridge.11.pos.z 0.0035453 1e-4
    near "$("$POLHODE" table run bridge.11.pos.z 2>notes | awk -F, 'NR > 1 && $2 < m { m = $2 } END { print m }')" \
        -0.0114296 5e-5 || fail "bridge: it bends otherwise at most"
    exits 0 run "$models/bridge.yaml" -o run --end 0.001 --set parameters.v=0.001 --set parameters.before=-10 "$@"
    shows bridge 0 bridge.11.pos.z -0.0096082 4e-6

    # turns of the tone after the blow
    exits 0 run "$models/tuning-fork.yaml" -o run "$@"
    "$POLHODE" table run sound.speed 2>notes | awk -F, 'NR > 1 && $1 > 0.1 {
            if (p < 0 && $2 >= 0) { t = $1 - 1e-4 * $2 / ($2 - p); if (!n++) first = t }
            p = $2 }
        END { f = (n - 1) / (t - first); print f; exit !(f > 439.8 && f < 440.2) }' >tone ||
        fail "tuning-fork: it sounds at $(cat tone) Hz"
}

exits 0 modes "$models/tuning-fork.yaml"
awk '$1 == 3 { exit !($2 > 439.95 && $2 < 440.05) }' out || fail "tuning-fork: mode 3 is not of 440 Hz: $(cat out)"
examine
if [ "${1:-quick}" = long ]; then
    examine --integrator hht
fi
exit $failed
