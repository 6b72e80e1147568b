# SPDX-License-Identifier: BSD-3-Clause
#
# good.sh -- what a run prints and writes when all is well: help, summary, columns, output times, and
# the same bits whenever they must be.
. "${0%/*}/lib.sh"
papers=$SOURCE/models/papers
rows() { "$POLHODE" table "$1" energy.total | sed 1d | wc -l; }
is_json() { ! command -v python3 >/dev/null || python3 -m json.tool <"$1" >/dev/null; }

for command in run check converge table plot list; do
    exits 0 $command --help
    says out "usage: polhode $command"
    [ -s err ] && fail "$command --help writes to standard error"
done

cat >m.yaml <<'END'
polhode: 1
title: Two "bodies"
gravity: [0, 0, -9.81]
bodies:
  a: {mass: 1, inertia: [1, 2, 2.5], omega: [0.1, 1, 0.2], velocity: [0, 0, 3]}
  b: {mass: 2, inertia: [1, 2, 2.5], position: [1, 0, 0]}
markers:
  tip: {on: a, at: [0.1, 0, 0]}
variables:
  speed: sqrt(a.vel.x^2 + a.vel.z^2)
forces:
  pull: {type: force, on: tip, reaction: b, force: [0, sin(time), 0]}
  kick: {type: impulse, on: a, at: 0.3, angular: [0, 0.2, 0]}
simulate: {end: 1, step: 0.01}
END

# --- summary on standard output, messages on standard error ----------------------------------------
exits 0 run m.yaml -o r
says out 'Two "bodies"'
says out 'r/result.h5, 101 rows'
[ -s err ] && fail "a good run has nothing to complain about: $(cat err)"
exits 0 run m.yaml -o r --quiet
[ -s out ] || [ -s err ] && fail "--quiet is not quiet"
exits 0 run m.yaml -o r --json
check "--json" is_json out
check "summary.json" is_json r/summary.json
cmp -s out r/summary.json || fail "--json and summary.json differ"
[ "$(field status) $(field rows) $(field steps)" = "done 101 100" ] || fail "summary: $(cat out)"
exits 0 check m.yaml --json
check "check --json" is_json out
[ "$(field bodies) $(field degrees_of_freedom)" = "2 12" ] || fail "check: $(cat out)"
mkdir elsewhere && (cd elsewhere && "$POLHODE" run ../m.yaml -q) || fail "default folder"
[ -s elsewhere/out/m/result.h5 ] || fail "without -o the result is not in out/NAME"

# --- a later run replaces the result, and leaves nothing else --------------------------------------
exits 0 run m.yaml -o r --end 0.5
[ "$(rows r)" = 51 ] || fail "the result was not replaced"
[ "$(ls -A r | tr '\n' ' ')" = "result.h5 summary.json " ] || fail "files left: $(ls -A r)"

# --- columns ---------------------------------------------------------------------------------------
{
    echo time
    for q in pos vel acc quat omega alpha omega_world alpha_world; do
        components="x y z"
        [ $q = quat ] && components="0 1 2 3"
        for body in a b; do for c in $components; do echo $body.$q.$c; done; done
    done
    for on in gravity.on.a gravity.on.b pull pull.on.a pull.on.b; do
        for q in force torque; do for c in x y z; do echo $on.$q.$c; done; done
    done
    echo pull.work
    echo speed
    for q in kinetic potential applied dissipated numerical total; do echo energy.$q; done
    for q in step error iterations violation; do echo solver.$q; done
} | sort >wanted
"$POLHODE" table r | head -n 1 | tr , '\n' | sort | diff wanted - || fail "columns"
exits 0 table r pull.on --at 0.5
awk -F, 'NR == 2 { for (i = 2; i <= 4; i++) { d = $i + $(i + 3); if (d != 0) exit 1 } }' out ||
    fail "the forces on both bodies do not cancel"

# --- columns of a contact ----------------------------------------------------------------------------
cat >drop.yaml <<'END'
polhode: 1
gravity: [0, 0, -9.81]
bodies:
  ball: {mass: 1, inertia: [0.004, 0.004, 0.004], position: [0, 0, 0.2], shape: {sphere: {radius: 0.1}}}
shapes:
  floor: {type: plane}
contacts:
  hit: {between: [ball, floor], stiffness: 1e5, restitution: 0.5}
simulate: {end: 0.3, step: 1e-3}
END
exits 0 run drop.yaml -o drop --quiet
{
    echo time
    for q in force torque point; do for c in x y z; do echo hit.$q.$c; done; done
    for q in points normal depth slip grip energy dissipated; do echo hit.$q; done
} | sort >wanted
exits 0 table drop hit
head -n 1 out | tr , '\n' | sort | diff wanted - || fail "columns of a contact"
exits 0 table drop hit.points hit.normal hit.force.z ball.pos.z
awk -F, 'NR > 1 { if (($2 > 0) != ($5 < 0.1) || $3 != $4) exit 1; touched += $2 } END { exit !touched }' out ||
    fail "a ball touches where it is not, or pushes otherwise than along the normal"

# rows within steps: friction holds back what slides, whatever the steps
cat >slide.yaml <<'END'
polhode: 1
gravity: [0, 0, -9.81]
bodies:
  block: {mass: 1, inertia: [0.002, 0.004, 0.004], position: [0, 0, 0.05], velocity: [1, 0, 0], shape: {box: {size: [0.2, 0.12, 0.1]}}}
shapes:
  floor: {type: plane}
contacts:
  rub: {between: [block, floor], stiffness: 1e5, restitution: 0.5, friction: 0.3}
simulate: {end: 1.5, every: 1e-3}
END
exits 0 run slide.yaml -o slide --quiet
exits 0 table slide block.vel.x rub.force.x rub.normal
awk -F, 'NR > 1 && $1 > 0.05 && $1 < 0.3 { if ($3 > -0.29 * $4) exit 1; if (NR > 2 && $2 > v) exit 1 } NR > 1 { v = $2 }' out ||
    fail "friction pushes a block that slides, or the block gains speed"

# --- mechanisms ------------------------------------------------------------------------------------
exits 0 check "$papers/v8.yaml"
grep -q '^differential equations  *119  *102$' out || fail "V8: $(cat out)"
grep -q '^constraints  *118  *101$' out || fail "V8: $(cat out)"
grep -q '^degrees of freedom  *1  *1$' out || fail "V8: $(cat out)"
exits 0 check "$SOURCE/models/bricard.yaml" --json
[ "$(field redundant) $(field degrees_of_freedom)" = "1 1" ] || fail "Bricard: $(cat out)"
says err 'redundant: joint `hinge'
# a tolerance of 1e-4 unless something else is asked for; the command line replaces what the file says
exits 0 run "$papers/heavy-top.yaml" -o top --end 0.1
says out 'galpha, tolerance 0.0001'
says out 'step sizes '
exits 0 run "$papers/heavy-top.yaml" -o top --end 0.1 --integrator hht --alpha -0.2 --step 1e-3 --json
[ "$(field steps) $(field rejected) $(field alpha)" = "100 0 -0.20000000000000001" ] ||
    fail "hht: $(cat out)"
exits 0 run "$papers/heavy-top.yaml" -o top --end 0.1 --rho 1 --step 1e-3
says err 'warning: without numerical damping (`rho: 1`)'
exits 0 check "$papers/heavy-top.yaml" --set 'bodies.top.position=[0, 1e-6, 0]'
says err 'warning: the model is 1e-06 m large, and the tolerance is relative to 1 m'
# the balance of the top: what the joint and gravity do is mass times acceleration
exits 0 run "$papers/heavy-top.yaml" -o top --end 0.1 --every 0.0123
"$POLHODE" table top tip.on.top.force gravity.on.top.force top.acc >out
awk -F, 'NR > 1 { for (i = 2; i <= 4; i++) { d = $i + $(i + 3) - 15*$(i + 6)
                                             if (d > 1e-9 || d < -1e-9) exit 1 } }
         END { exit NR < 9 }' out || fail "the forces on the top do not add up: $(cat out)"

# --- output times ----------------------------------------------------------------------------------
free=$papers/free-body.yaml
# count WANTED ARGUMENT...: a run with so many rows, the last at the end
count()
{
    number=$1
    shift
    exits 0 run "$free" -o n "$@" --json
    [ "$(rows n)" = "$number" ] || fail "$*: $(rows n) rows, want $number"
    [ "$(field rows)" = "$number" ] || fail "$*: summary says $(field rows) rows"
    [ "$("$POLHODE" table n energy.total | tail -n 1 | cut -d , -f 1)" = "$(field end)" ] ||
        fail "$*: the last row is not at the end"
}
count 10000 --step 0.01 --end 99.99
count 1001 --step 0.01 --end 100
count 8 --step 0.125 --end 10 --steps 7
count 5 --step 0.125 --end 1 --every 0.3
count 3 --step 0.125 --end 1 --every 0.5
count 9 --step 0.13 --end 1
count 2 --step 5 --end 1
count 2 --step 0.125 --end 1 --every 50

# --- the same input gives the same bits ------------------------------------------------------------
for folder in one two; do
    sleep 1.1 # a time hidden in the file would show
    exits 0 run m.yaml -o $folder
    "$POLHODE" table $folder >$folder.csv
done
cmp -s one.csv two.csv || fail "two runs differ"
cmp -s one/result.h5 two/result.h5 || fail "the files of two runs differ"

# --- rows at the times of steps do not depend on the other rows ------------------------------------
for every in 0.001 0.0025 0.1; do
    exits 0 run m.yaml -o other --every $every
    "$POLHODE" table other >other.csv
    # the times of steps are the first column of one.csv
    awk -F, 'NR == FNR { row[$1] = $0; next } $1 in row { n++; if (row[$1] != $0) bad++ }
             END { if (bad || n < 12) print bad + 0 " of " n + 0 " rows differ"; exit bad || n < 12 }' \
        one.csv other.csv || fail "--every $every moves the steps"
done

# --- rows between steps: interpolated to the order of the method -----------------------------------
exits 0 run "$papers/lagrangian-top.yaml" -o exact --integrator cf4 --step 0.0005 --end 2 --every 0.037
"$POLHODE" table exact body.quat body.omega body.acc body.alpha >exact.csv
for h in 0.02 0.01 0.005; do
    exits 0 run "$papers/lagrangian-top.yaml" -o h --step $h --end 2 --every 0.037
    "$POLHODE" table h body.quat body.omega body.acc body.alpha >h.csv
    paste -d , exact.csv h.csv | awk -F, 'NR > 1 { n = NF / 2
        for (i = 2; i <= n; i++) { d = $i - $(i + n); d *= d; if (d > most[i]) most[i] = d } }
        END { for (i = 2; i <= n; i++) printf "%.17g ", sqrt(most[i]); print "" }'
done >errors
awk 'NR > 1 { for (i = 1; i <= NF; i++) { order = log(last[i] / $i) / log(2)
                 if (!(order > 1.9)) { print "column " i ": order " order; bad = 1 } } }
     { for (i = 1; i <= NF; i++) last[i] = $i } END { exit bad || NR != 3 }' errors ||
    fail "rows between steps are not of order two: $(cat errors)"

# --- every force type there is, from a file --------------------------------------------------------
forces=$SOURCE/test/data/good/forces.yaml
for type in $("$POLHODE" list elements --json | sed -n 's/.*"kind": "force", "name": "\([^"]*\)".*/\1/p'); do
    grep -q "type: $type[,}]" "$forces" "${forces%/*}/flexible.yaml" || fail "forces.yaml has no $type"
done
exits 0 run "$forces" -o r
says out ' J, dissipated '
check "energy kept" near "$(at r 1 energy.numerical)" 0 1e-3
check "an end names its body" "$POLHODE" table r mount.on.a.force mount.on.b.torque >/dev/null
"$POLHODE" table r | head -n 1 | grep -q 'push.on.ground\|push.on.b_' && fail "a marker that lends its axes takes no load"
# --- rows too far apart for what they show ---------------------------------------------------------
# 50 rad/s in rows of 60 ms: two for each turn; with rows of a step's length there is nothing to say
cat >spin.yaml <<'END'
polhode: 1
bodies: {wheel: {mass: 1, inertia: [1, 1, 1], omega: [0, 0, 50]}}
markers: {rim: {on: wheel, at: [1, 0, 0]}}
variables: {out: dx(rim)}
simulate: {end: 6, step: 0.001, integrator: nmb}
END
exits 0 run spin.yaml -o spin --every 0.06
grep -q '^note: out swings faster than rows of 0.06 s can show, as at t = .*; the steps were 0.001 s' err ||
    fail "fast swings in slow rows are not told: $(cat err)"
exits 0 run spin.yaml -o spin --every 0.01
[ -s err ] && fail "twelve rows a turn are enough: $(cat err)"
exits 0 run spin.yaml -o spin --every 0.06 --quiet
[ -s err ] && fail "quiet is quiet: $(cat err)"
exits 0 run spin.yaml -o spin --step 0.06
grep -q 'swing' err && fail "rows cannot be finer than steps: $(cat err)"
exit $failed
