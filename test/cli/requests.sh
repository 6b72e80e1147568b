# SPDX-License-Identifier: BSD-3-Clause
#
# requests.sh -- requests in a model file: read, shown, chosen, refused.
. "${0%/*}/lib.sh"

cat >model.yaml <<'END'
polhode: 1
gravity: [0, 0, -9.81]
bodies:
  arm: {mass: 2, inertia: [0.1, 0.2, 0.3], position: [1, 0, 0]}
joints:
  pin: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 1, 0]}
requests:
  tip:
    id: 5
    title: where the tip is
    columns:
      x: {value: 1000*arm.pos.x, unit: mm}
      n: pin.force.z
repeat:
  - for: k
    to: 2
    requests: {"each{k}": {columns: {k: "k*arm.pos.x"}}}
simulate: {end: 0.5, steps: 2}
END
exits 0 run model.yaml -o all
"$POLHODE" table all tip each2 arm.pos.x pin.force.z >out || fail "no table"
says out 'time,tip.x,tip.n,each2.k,arm.pos.x,pin.force.z'
awk -F, 'NR > 1 && ($2 - 1000 * $5 > 1e-9 || 1000 * $5 - $2 > 1e-9 || $3 != $6 || $4 != 2 * $5) {
    exit 1 }' out || fail "requests and columns differ"
exits 0 plot all tip -o tip.svg
exits 2 table all tip.y
says err 'did you mean "tip.x"?'

{ cat model.yaml; echo 'outputs: [tip]'; } >some.yaml
exits 0 run some.yaml -o some
"$POLHODE" table some | head -n 1 >out
is out 'time,tip.x,tip.n'

# wrong DIFFERENCE TEXT...: the model with a line replaced is refused, and this is said of it
wrong()
{
    sed "$1" model.yaml >bad.yaml
    shift
    exits 2 check bad.yaml
    for text; do says err "$text"; done
}
wrong 's/n: pin.force.z/n: pin.force.q/' 'bad.yaml:13:10: error: unknown name `pin.force.q`' \
    'did you mean `pin.force.'
wrong 's/n: pin.force.z/x y: 1/' 'bad.yaml:13:7: error: column `x y` of request `tip` is not a name'
wrong 's/n: pin.force.z/n: {unit: N}/' 'bad.yaml:13:7: error: column `n` has no `value`'
wrong 's/n: pin.force.z/n: {value: 1, units: N}/' 'did you mean `unit`?'
wrong 's/columns: {k: .*/column: {}}}/' 'unknown key `column`' 'did you mean `columns`?' \
    'request `each1` has no columns'
wrong 's/^    columns:$/    columns: 3/; /^      /d' 'columns: expected a map'
wrong 's/id: 5/id: -5/' 'id must lie between'
wrong 's/^  tip:/  arm:/' '`arm` is already a body (line 4)'

sed 's/n: pin.force.z/n: log(0.2 - time)/' model.yaml >late.yaml
exits 1 run late.yaml -o late
says err 'error: t = 0.25 s: n of `tip`, `log(0.2 - time)`, is not a finite number'
exit $failed
