# SPDX-License-Identifier: BSD-3-Clause
#
# redundant.sh -- plane linkages of joints in space, as CAD draws them: every superfluous equation
# is named once, and the motion is that of the same linkage without any.
. "${0%/*}/lib.sh"

# scissor STAGES PIN JOINTS-OF-A-STAGE JOINTS: a lift that sinks under its weight
scissor()
{
    cat <<END
polhode: 1
gravity: [0, -9.81, 0]
parameters: {N: $1, w: 0.8, h: 0.3}
bodies:
  plate: {mass: 5, inertia: [1, 1, 1], position: [w/2, N*h, 0]}
joints:
  foot: {type: $2, between: [ground, a1], at: [0, 0, 0]}
  head: {type: $2, between: ["b{N}", plate], at: [0, N*h, 0]}
  foot_slides: {type: inplane, between: [ground, b1], at: [w, 0, 0], axis: [0, 1, 0]}
  head_slides: {type: inplane, between: [plate, "a{N}"], at: [w, N*h, 0], axis: [0, 1, 0]}
$4
repeat:
  - for: k
    to: N
    bodies:
      a{k}: {mass: 1, inertia: [0.01, 0.06, 0.06], position: [w/2, (k - 0.5)*h, 0], orientation: {rotation: [0, 0, "atan2(h, w)"]}}
      b{k}: {mass: 1, inertia: [0.01, 0.06, 0.06], position: [w/2, (k - 0.5)*h, 0], orientation: {rotation: [0, 0, "-atan2(h, w)"]}}
    joints:
      cross{k}: {type: $2, between: ["a{k}", "b{k}"], at: [w/2, (k - 0.5)*h, 0]}
$3
  - for: k
    to: N - 1
    joints:
      right{k}: {type: $2, between: ["a{k}", "b{k + 1}"], at: [w, k*h, 0]}
      left{k}: {type: $2, between: ["b{k}", "a{k + 1}"], at: [0, k*h, 0]}
simulate: {end: 0.3, steps: 30, tolerance: 1e-7}
END
}
plane='      pa{k}: {type: planar, between: [ground, "a{k}"]}
      pb{k}: {type: planar, between: [ground, "b{k}"]}'
more='      cyl{k}: {type: cylindrical, between: ["a{k}", "b{k}"], at: [w/2, (k - 0.5)*h, 0.1]}
      par{k}: {type: parallel_axes, between: [ground, "b{k}"]}'
table='  pp: {type: planar, between: [ground, plate]}'
scissor 4 inline "$plane" "$table" >lean.yaml
scissor 4 revolute '' '' >hinges.yaml
scissor 4 revolute "$plane
$more" "$table" >cad.yaml

# counts MODEL REDUNDANT: so many equations too many, one free; each told once, in both commands
counts()
{
    exits 0 check "$1.yaml" --json
    [ "$(field redundant) $(field degrees_of_freedom)" = "$2 1" ] || fail "$1: $(cat out)"
    [ "$(grep -c ': warning: redundant: joint ' err)" = "$2" ] || fail "$1: $(cat err)"
    [ "$(sort -u err | grep -c ': warning: redundant: joint ')" = "$2" ] || fail "$1: one told twice"
    for engine in galpha hht hht-euler; do
        exits 0 run "$1.yaml" --integrator $engine -o "$1.$engine"
        [ "$(grep -c ': warning: redundant: joint ' err)" = "$2" ] || fail "$1: $(cat err)"
        told=0
        [ "$2" -gt 0 ] && told=1
        [ "$(grep -c 'note: redundant equations are left out' err)" = $told ] || fail "$1: $(cat err)"
        set -- "$1" "$2" $(at "$1.$engine" 0.3 plate.pos.y a4.pos.x a4.quat.3)
        near "$3" 0.682888654 1e-7 || fail "$1, $engine: the plate is at $3"
        near "$4" 0.418585100 1e-7 || fail "$1, $engine: the last bar is at $4"
    done
}
counts lean 0
counts hinges 9
counts cad 60

# a four-bar of four hinges, and the one equation each that holds nothing
cat >four.yaml <<'END'
polhode: 1
gravity: [0, -9.81, 0]
bodies:
  crank: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0, 0.5, 0]}
  coupler: {mass: 2, inertia: [0.1, 0.2, 0.2], position: [1, 1.25, 0]}
  rocker: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [2.1, 0.75, 0]}
joints:
  a: {type: revolute, between: [ground, crank], at: [0, 0, 0]}
  b: {type: revolute, between: [crank, coupler], at: [0, 1, 0]}
  c: {type: revolute, between: [coupler, rocker], at: [2, 1.5, 0]}
  d: {type: revolute, between: [rocker, ground], at: [2.2, 0, 0]}
simulate: {end: 1, tolerance: 1e-6}
END
exits 0 run four.yaml -o four
says err 'four.yaml:11:3: warning: redundant: joint `d`, row 3 (displacement along world z): already held by `a`, `b`, `c`'
[ "$(grep -c redundant: err)" = 3 ] || fail "four hinges: $(cat err)"
for quantity in d.force.z d.torque.x d.torque.y; do
    "$POLHODE" table four $quantity | awk -F, 'NR > 1 && $2 != 0 { exit 1 }' || fail "$quantity is not 0"
done
exit $failed
