# SPDX-License-Identifier: BSD-3-Clause
#
# mesh_contacts.sh -- round bodies on meshes, by the command: a wheel rolls over triangles as over a
# plane, what is dropped on a table or into a bowl comes to rest there, and no energy is unaccounted.
. "${0%/*}/lib.sh"

# plate FILE CELLS HEIGHT: 4 by 2 by 0.2 m of which each side of the top has so many cells, the height
# an expression of x and y
plate()
{
    awk -v n="$2" "function top(x, y) { return $3 }"'
    function id(i, j, up) { return up * (n + 1) * (n + 1) + i * (n + 1) + j + 1 }
    function quad(a, b, c, d) { print "f", a, b, c; print "f", a, c, d }
    BEGIN {
        for (up = 0; up < 2; up++) for (i = 0; i <= n; i++) for (j = 0; j <= n; j++) {
            x = -2 + 4 * i / n; y = -1 + 2 * j / n
            printf "v %.9g %.9g %.9g\n", x, y, up ? top(x, y) : -0.2
        }
        for (i = 0; i < n; i++) for (j = 0; j < n; j++) {
            quad(id(i, j, 1), id(i + 1, j, 1), id(i + 1, j + 1, 1), id(i, j + 1, 1))
            quad(id(i, j, 0), id(i, j + 1, 0), id(i + 1, j + 1, 0), id(i + 1, j, 0))
        }
        for (i = 0; i < n; i++) {
            quad(id(i, 0, 0), id(i + 1, 0, 0), id(i + 1, 0, 1), id(i, 0, 1))
            quad(id(i + 1, n, 0), id(i, n, 0), id(i, n, 1), id(i + 1, n, 1))
            quad(id(0, i + 1, 0), id(0, i, 0), id(0, i, 1), id(0, i + 1, 1))
            quad(id(n, i, 0), id(n, i + 1, 0), id(n, i + 1, 1), id(n, i, 1))
        }
    }' >"$1"
}

# closes RESULT TIME TOLERANCE: what the integrator got wrong, in J
closes()
{
    near "$(at "$1" "$2" energy.numerical)" 0 "$3" ||
        fail "$1: energy is off by $(at "$1" "$2" energy.numerical) J"
}

plate floor.obj 23 0
plate bowl.obj 24 "(x*x + y*y)/4"

# a wheel thrown along without spin slides, then rolls at 2/3 of its speed
for floor in plane mesh; do
    shape='{type: plane}'
    [ $floor = mesh ] && shape='{type: mesh, file: floor.obj}'
    cat >wheel-$floor.yaml <<MODEL
polhode: 1
gravity: [0, 0, -9.81]
bodies:
  wheel: {mass: 2, inertia: [0.006, 0.01, 0.006], position: [-1.5, 0.013, 0.1], velocity: [3, 0, 0],
          shape: {cylinder: {radius: 0.1, length: 0.06, axis: y}}}
shapes: {floor: $shape}
contacts: {rub: {between: [wheel, floor], stiffness: 1e7, friction: 0.4}}
simulate: {end: 0.9, every: 0.01, tolerance: 1e-7}
MODEL
    exits 0 run wheel-$floor.yaml -o wheel-$floor
done
for time in 0.1 0.3 0.6 0.9; do
    for column in wheel.vel.x wheel.pos.x wheel.omega.y wheel.pos.z; do
        want=$(at wheel-plane $time $column) got=$(at wheel-mesh $time $column)
        near "$got" "$want" 1e-3 || fail "wheel on a mesh: $column is $got at $time s, want $want"
    done
done
closes wheel-mesh 0.9 1e-3
near "$(at wheel-mesh 0.9 wheel.vel.x)" 2 1e-2 || fail "wheel: $(at wheel-mesh 0.9 wheel.vel.x) m/s"

# what is dropped comes to rest: on a cap, in a bowl
cat >drop.yaml <<MODEL
polhode: 1
gravity: [0, 0, -9.81]
bodies:
  can: {position: [0.1, 0.2, 0.16], mass: 1, inertia: [0.002, 0.002, 0.001],
        shape: {cylinder: {radius: 0.05, length: 0.12}}}
  egg: {position: [-0.5, 0.2, 0.12], mass: 1, inertia: [0.002, 0.002, 0.001],
        shape: {ellipsoid: {size: [0.2, 0.16, 0.12]}}}
  cup: {position: [0.7, -0.3, 0.12], mass: 1, inertia: [0.002, 0.002, 0.001],
        shape: {frustum: {radius: 0.06, radius2: 0.04, length: 0.1}}}
shapes: {table: {type: mesh, file: floor.obj}}
contacts:
  rest: {between: [everything, table], stiffness: 1e6, restitution: 0.2, friction: 0.4, rolling: 0.001}
simulate: {end: 2, every: 0.02}
MODEL
exits 0 run drop.yaml -o drop
closes drop 2 0.02
near "$(at drop 2 can.pos.z)" 0.06 1e-3 || fail "can: z is $(at drop 2 can.pos.z)"
near "$(at drop 2 egg.pos.z)" 0.06 1e-3 || fail "egg: z is $(at drop 2 egg.pos.z)"
for column in can.vel.z can.omega.x egg.vel.z cup.vel.z cup.omega.y; do
    near "$(at drop 2 $column)" 0 1e-3 || fail "drop: $column is $(at drop 2 $column)"
done

sed -e 's/floor.obj/bowl.obj/' -e 's/\[0.1, 0.2, 0.16\]/[0.3, 0.1, 0.2]/' -e 's/end: 2/end: 6/' \
    -e '/egg:/,/ellipsoid/d' -e '/cup:/,/frustum/d' -e 's/rolling: 0.001/rolling: 0.005/' drop.yaml >bowl.yaml
exits 0 run bowl.yaml -o bowl
closes bowl 6 0.02
for column in can.vel.x can.vel.z can.omega.y; do
    near "$(at bowl 6 $column)" 0 5e-3 || fail "bowl: $column is $(at bowl 6 $column)"
done
near "$(at bowl 6 rest.force.z)" 9.81 0.05 || fail "bowl: it bears $(at bowl 6 rest.force.z) N"
exit $failed
