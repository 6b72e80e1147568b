# SPDX-License-Identifier: BSD-3-Clause
#
# rounding.sh -- a body on a slope topples when its centre, at a height h, is beyond the flat part of the
# face it stands on: that of half width a ends r tan(d/2) before its edge of radius r, over which the
# surface turns by d. So it does above atan((a - r tan(d/2))/h), whatever kind of shape it is.
. "${0%/*}/lib.sh"

# tilt SLOPE POSITION SHAPE: its tilt after a while [deg]; the slope lies along x
tilt()
{
    cat >m.yaml <<END
polhode: 1
parameters: {slope: $1 deg}
gravity: [9.81*sin(slope), 0, -9.81*cos(slope)]
bodies:
  b: {position: [0, 0, $2], shape: {$3}}
shapes:
  floor: {type: plane}
contacts:
  stand: {between: [b, floor], stiffness: 1e9, restitution: 0.1, friction: 3}
requests:
  tilt: {columns: {angle: {value: ay(b)*rtod, unit: deg}}}
simulate: {end: 0.6}
END
    exits 0 run m.yaml -o run
    "$POLHODE" table run tilt.angle --at 0.6 2>notes | tail -n 1 | cut -d, -f2
}

# stands WHAT SLOPE POSITION SHAPE, and topples
stands()
{
    got=$(tilt "$2" "$3" "$4")
    near "$got" 0 0.5 || fail "$1 on a slope of $2 degrees has a tilt of $got"
}
topples()
{
    got=$(tilt "$2" "$3" "$4")
    awk -v a="$got" 'BEGIN { exit !(a > 20 || a < -20) }' ||
        fail "$1 on a slope of $2 degrees has a tilt of $got"
}

printf 'solid c\n' >cube.stl
for triangle in 0,2,3 0,3,1 4,5,7 4,7,6 0,1,5 0,5,4 2,6,7 2,7,3 0,4,6 0,6,2 1,3,7 1,7,5; do
    echo 'facet normal 0 0 0
outer loop'
    for corner in $(echo $triangle | tr , ' '); do
        echo "vertex $((corner % 2 * 2 - 1)) $((corner / 2 % 2 * 2 - 1)) $((corner / 4 * 2 - 1))"
    done
    echo 'endloop
endfacet'
done >>cube.stl
echo 'endsolid c' >>cube.stl

# a and h of 50 mm: 41.99 degrees with edges of 5 mm, 44.43 with edges of 1 mm
for shape in 'box: {size: [0.1, 0.1, 0.1]' 'mesh: {file: cube.stl, scale: 0.05' \
    'hull: {file: cube.stl, scale: 0.05' 'cylinder: {radius: 0.05, length: 0.1' \
    'frustum: {radius: 0.05, radius2: 0.05, length: 0.1' \
    'tube: {radius: 0.05, radius2: 0.03, length: 0.1'; do
    stands "a $shape}" 41 0.05 "$shape, rounding: 5 mm, density: 1000}"
    topples "a $shape}" 43 0.05 "$shape, rounding: 5 mm, density: 1000}"
    stands "a $shape}" 43 0.05 "$shape, rounding: 1 mm, density: 1000}"
done

# the centre of a cone is at a quarter of its height: 59.18 and 62.67 degrees
cone='cone: {radius: 0.05, length: 0.1'
stands "a cone" 57.6 0.025 "$cone, rounding: 5 mm, density: 1000}"
topples "a cone" 60.6 0.025 "$cone, rounding: 5 mm, density: 1000}"
stands "a cone" 60.6 0.025 "$cone, rounding: 1 mm, density: 1000}"

# an icosahedron with an edge of 100 mm rolls above 20.88 degrees, with edges of 5 mm above 19.63
corners='[
    [0.0288675, -0.0500000, -0.0755761], [0.0288675, 0.0500000, -0.0755761], [-0.0577350, -0.0000000, -0.0755761],
    [0.0467086, 0.0809017, 0.0178411], [-0.0934172, -0.0000000, 0.0178411], [0.0467086, -0.0809017, 0.0178411],
    [-0.0467086, -0.0809017, -0.0178411], [0.0934172, 0.0000000, -0.0178411], [-0.0467086, 0.0809017, -0.0178411],
    [-0.0288675, 0.0500000, 0.0755761], [-0.0288675, -0.0500000, 0.0755761], [0.0577350, 0.0000000, 0.0755761]]'
stands "an icosahedron" 20.5 0.0755761 "hull: {points: $corners, rounding: 0.1 mm, density: 1000}"
topples "an icosahedron" 21.3 0.0755761 "hull: {points: $corners, rounding: 0.1 mm, density: 1000}"
topples "an icosahedron" 20.2 0.0755761 "hull: {points: $corners, rounding: 5 mm, density: 1000}"
exit $failed
