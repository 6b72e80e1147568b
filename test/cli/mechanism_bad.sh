# SPDX-License-Identifier: BSD-3-Clause
#
# mechanism_bad.sh -- mechanisms that cannot be, cannot start or cannot go on: what is found before
# the run ends with 2 and touches no older result, what happens on the way with 1, with a message
# that names time and element and a result up to there. Every implicit integrator says the same.
. "${0%/*}/lib.sh"
bad=$SOURCE/test/data/bad/run
# those that take the steps they are told to
engines=$("$POLHODE" list integrators --json | grep -v 'free bodies only' |
    sed -n 's/.*"name": "\([^"]*\)".*/\1/p' | grep -v '^ida')
[ -n "$engines" ] || fail "no integrator for mechanisms"

# --- an older result that nothing found before a run may touch -------------------------------------
exits 0 run "$SOURCE/models/papers/free-body.yaml" --end 1 -o old
cp -r old saved

# refused NAME TEXT...: the model is not run, and this is said of it
refused()
{
    name=$1
    shift
    exits 2 run "$bad/$name.yaml" -o old
    for text; do says err "$text"; done
    [ -s out ] && fail "$name: a refused model prints a summary"
    diff -r old saved >/dev/null || fail "$name: the older result has changed"
    exits 2 check "$bad/$name.yaml"
    for text; do says err "$text"; done
}

# ends NAME LEAST MOST TEXT...: the run fails between these times, and its result can be read
ends()
{
    name=$1 least=$2 most=$3
    shift 3
    for engine in $engines; do
        rm -rf r
        exits 1 run "$bad/$name.yaml" --integrator $engine -o r
        for text; do says err "$text"; done
        says err 'error: t = '
        "$POLHODE" table r >table 2>said || fail "$name, $engine: the result cannot be read"
        grep -q 'warning: the run ended early: ' said || fail "$name, $engine: not said to be cut"
        grep -qi 'nan\|inf' table && fail "$name, $engine: the result holds numbers that are none"
        last=$(tail -n 1 table | cut -d , -f 1)
        awk -v t="$last" -v a="$least" -v b="$most" 'BEGIN { exit !(t >= a && t <= b) }' ||
            fail "$name, $engine: ended at $last s, want $least to $most"
        grep -q '"status": "failed"' r/summary.json || fail "$name, $engine: summary without failure"
    done
}

# --- found before the run --------------------------------------------------------------------------
refused joint_self 'joint_self.yaml:6:3: error: joint `hinge` is between body `arm` and itself'
refused missing_marker 'missing_marker.yaml:9:37: error: ' 'there is no body or marker `pin_wal`' \
    'did you mean `pin_wall`?'
refused motions_apart 'motions_apart.yaml:9:3: error: ' '    9 |   fast: {joint: shaft' 'motion `fast`' 'contradicts `slow`' \
    'in velocity they are apart by 1 rad/s'
refused hinges_apart 'hinges_apart.yaml:9:3: error: ' 'motion `opener`' \
    'contradicts `upper`, `lower`'
refused rolling 'rolling.yaml:7:3: error: joint `flat` lies flat on its plane' \
    'rolling.yaml:8:3: error: joint `blank` needs `axis2`' 'hint: the axle of the disc' \
    'rolling.yaml:9:3: error: joint `turned`: ground cannot roll' \
    'rolling.yaml:10:3: error: joint `inside` has its axles closer than the difference' \
    'rolling.yaml:11:3: error: joint `tight` has its axles closer than `radius` and `radius2` together' \
    'rolling.yaml:12:40: error: equation of `square` is not linear in the velocities it reads'
refused along_curves 'along_curves.yaml:14:59: error: joint `j1`: there is no table `arcs`' \
    'hint: did you mean `arc`?' 'joint `j2`: table `plain` has no `points`' \
    'joint `j3` cannot follow curve `twice`: its points 2 and 3 coincide' \
    'joint `j4` needs a smooth curve: one of `order` 2' 'joint `j5` has no `curve`' \
    'start must lie between -1 and 1, got 2' 'joint `j7` needs plane curves: `bent` lies in no plane' \
    'joint `j8` has curves whose planes are not parallel' \
    'joint `j9` has curves that bend alike where they touch as drawn' \
    'joint `j10` cannot follow curve `cusp`: it has a cusp between its points 2 and 3' \
    'joint `j11` needs a curve that lies in one plane' \
    'joint `j12` is drawn with the middle of the wheel on the curve' 'joint `j13` has no `radius`'
refused too_short 'too_short.yaml:11:3: error: the mechanism cannot be assembled' \
    'joint `rod_right` is still open by 0.5 m'
refused no_mass 'no_mass.yaml:5:3: error: ' 'singular from the start' 'body `ghost`' \
    'must be held by joints'
refused jams 'error: joint `guide` jams from the start' 'a longer `overlap`'
refused singular 'singular.yaml:5:3: error: ' 'singular from the start' 'body `bob`'
refused state_without_rate 'state_without_rate.yaml:8:3: error: ' 'the rate of state `lag`'
refused no_solution 'no_solution.yaml:8:9: error: variable `grip` depends on itself'
refused line_up 'singular position' 'joint `rod_right`'

# --- too much, but not wrong: it runs, and names what it left out ----------------------------------
exits 0 run "$bad/two_hinges.yaml" -o r
says err 'two_hinges.yaml:8:3: warning: redundant: joint `lower`, row 1'
says err 'already held by `upper`'
[ "$(grep -c 'warning: redundant' err)" = 5 ] || fail "two hinges: $(grep -c redundant err) of 5 rows"

# --- at the start: no row is there to keep, so the older result stays ------------------------------
exits 1 run "$bad/spring_starts.yaml" -o old
says err 't = 0 s: force `coil` is undefined: its ends have come together'
diff -r old saved >/dev/null || fail "spring_starts: the older result has changed"

# --- on the way ------------------------------------------------------------------------------------
ends not_a_number 0.25 0.25 \
    'not_a_number.yaml:9:48: error: t = 0.26 s: torque of `brake`, `sqrt(0.255 - time)`, is not a finite'
ends loses_solution 0.2 0.25 'found no solution' 'variable `grip`'
ends beyond_reach 0.4 0.5 '`'
ends spring_ends 0.375 0.375 't = 0.5 s: force `coil` is undefined: its ends have come together'
ends divides 0.3 0.6 'divides.yaml:8:48: error: ' 'force of `field`, `log(bead.pos.z)`, is not a finite'
ends in_line 0.8 1 ' in '
exits 1 run "$bad/in_line.yaml" -o r
says err 't = 1 s: '
says err 'go on in more than one way'

# the same to a tolerance: the step shrinks until nothing is left of it
for name in not_a_number loses_solution beyond_reach divides; do
    sed 's/step: [0-9.]*}/tolerance: 1e-4}/' "$bad/$name.yaml" >$name.yaml
done
bad=.
ends not_a_number 0.2549 0.2551 't = 0.255' ' s: torque of `brake`'
ends loses_solution 0.2499 0.2501 ' in ' 'no step is small enough'
ends beyond_reach 0.4999 0.5001 ' in '
ends divides 0.3 0.6 'force of `field`'
bad=$SOURCE/test/data/bad/run

# SUNDIALS chooses its own steps, and stops as near to the trouble as it can
engines="ida ida-index3"
ends not_a_number 0.25 0.255 't = 0.25'
ends loses_solution 0.24 0.26 'found no solution in a step of '
ends beyond_reach 0.4 0.5 '`'
ends divides 0.3 0.6 't = 0.'
exit $failed
