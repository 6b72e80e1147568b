# SPDX-License-Identifier: BSD-3-Clause
#
# stress.sh -- `polhode stress`: the table, its numbers in every form, what hides between rows, and
# what is wrong.
. "${0%/*}/lib.sh"

cat >frame.yaml <<'EOF'
polhode: 1
flexible:
  frame:
    beams:
      E: 2.07e11
      nu: 0.29
      density: 7800
      sections: {main: {tube: [0.0254, 0.002]}}
      divide: 2
      nodes: {a: [0, 0, 0], b: [1, 0, 0], c: [1, 0.6, 0.2]}
      members: [[a, b, main], [b, c, main]]
    interface: [a, c]
    modes: 4
bodies:
  load: {mass: 20, inertia: [0.1, 0.1, 0.1], position: [1, 0.6, 0.2]}
joints:
  wall: {type: fixed, between: [ground, frame.a]}
  grip: {type: fixed, between: [frame.c, load]}
forces:
  push: {type: force, on: load, force: [0, 0, "400*sin(40*time)"]}
simulate: {end: 0.3, step: 0.0005, integrator: galpha, every: 0.1}
EOF
exits 0 run frame.yaml -o r
says out "largest stress"
says out "polhode stress"
exits 0 stress r
says out "frame: largest von Mises stress in all steps, 64 points"
[ "$(grep -c '^ *[0-9]' out)" = 5 ] || fail "one point at each of five nodes expected"

# sorted, and apart; the same numbers as CSV and JSON
exits 0 stress r --separation 0 -n 7 --csv all.csv
awk -F, 'NR > 2 && $8 > last { exit 1 } { last = $8 } END { exit NR != 8 }' all.csv ||
    fail "seven points by falling stress expected"
head -1 all.csv >head
is head "body,no,spot,label,x,y,z,mises,time,xx,yy,zz,xy,yz,zx"
awk -F, 'NR == 2 { s = $10^2 + $11^2 + $12^2 - $10 * $11 - $11 * $12 - $12 * $10
                   s += 3 * ($13^2 + $14^2 + $15^2)
                   d = sqrt(s) / $8 - 1; exit !(d < 1e-5 && d > -1e-5) }' all.csv ||
    fail "the tensor has another von Mises stress"
exits 0 stress r -n 2 --json
says out '"body": "frame"'
spot=$(awk -F, 'NR == 2 { print $3 }' all.csv)
says out "\"spot\": $spot,"
exits 0 stress r --members
[ "$(grep -c '^ *[0-9]' out)" = 2 ] || fail "a point of each member expected"

# every step is looked at: few rows miss it, rows at every step do not
peak=$(awk -F, 'NR == 2 { print $8 }' all.csv)
exits 0 table r frame.stress.max
awk -F, -v peak="$peak" 'NR > 1 && $2 > 0.98 * peak { exit 1 }' out || fail "the rows have it too"
exits 0 run frame.yaml -o fine --every 0.0005 --quiet
exits 0 stress fine --separation 0 -n 7 --csv fine.csv
check "rows change what was found" cmp -s all.csv fine.csv
exits 0 table fine frame.stress.max
awk -F, -v peak="$peak" 'NR > 1 && $2 > most { most = $2 }
    END { d = most / peak - 1; exit !(d < 1e-5 && d > -1e-5) }' out || fail "rows at every step have another"

# courses and a picture
exits 0 stress fine -n 3 --history course.csv --vtp bent.vtp
awk -F, 'NR == 1 && NF != 4 { exit 1 } NR > 1 && $2 > most { most = $2 } END { print most }' course.csv >most
near "$(cat most)" "$peak" "$(awk "BEGIN { print 1e-5 * $peak }")" || fail "another largest stress in the course"
says bent.vtp 'NumberOfPoints="5"'
says bent.vtp 'Name="mises"'
says bent.vtp 'Name="peak_time"'

# outputs choose: without stresses, without modal coordinates
sed '$a outputs: [load]' frame.yaml >none.yaml
exits 0 run none.yaml -o none --quiet
exits 2 stress none
says err "no stresses of \`frame\` were kept"
says err "frame.stress among the model's outputs"
sed '$a outputs: [load, frame.stress]' frame.yaml >some.yaml
exits 0 run some.yaml -o some --quiet
exits 0 stress some --separation 0 -n 7 --csv some.csv
check "outputs change what was found" cmp -s all.csv some.csv
exits 2 stress some --history course.csv
says err "add frame.modes to the model's outputs"
exits 0 stress some --vtp still.vtp
says err "undeformed"
grep -q 'Name="mises"' still.vtp && fail "stresses of no time"
sed '$a outputs: [load, frame.stress, frame.modes]' frame.yaml >both.yaml
exits 0 run both.yaml -o both --quiet
exits 0 stress both --history course.csv

# what is wrong
"$MAKE_RESULT" rigid 11 0.01 || exit 1
exits 2 stress rigid
says err "no body of this result bends"
exits 2 stress r --body fram
says err 'did you mean "frame"?'
exits 2 stress r --separation -1
says err "must not be negative"
exits 2 stress r --members --separation 1
says err "exclude each other"
exits 2 stress nowhere
says err "no such file or folder"
exit $failed
