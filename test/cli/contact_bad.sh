# SPDX-License-Identifier: BSD-3-Clause
#
# contact_bad.sh -- contacts with mistakes through `polhode run`: told with place, cause and cure, exit
# 2, and nothing is written; numbers beyond reason, which end a run or not, but never with a crash, a
# number that is none, or silence; and what is set against advice, which is done and told.
. "${0%/*}/lib.sh"
cp "$SOURCE"/test/data/meshes/*.obj .

# model [VARIABLE=TEXT...]: a ball above a floor; what is not said is as here
model()
{
    round='type: sphere, on: ball, radius: 0.1' floor='type: plane' law='stiffness: 1e6' z=0.2
    between='[round, floor]' mass=1 how='' more=''
    for pair; do eval "${pair%%=*}=\${pair#*=}"; done
    cat >m.yaml <<X
polhode: 1
gravity: [0, 0, -9.81]
bodies: {ball: {mass: $mass, inertia: [0.004, 0.004, 0.004], position: [0, 0, $z]}}
shapes:
  round: {$round}
  floor: {$floor}
contacts:
  touch: {between: $between, $law}
simulate: {end: 0.3$how}
$more
X
}

# refused PLACE TEXT [HINT]: m.yaml is not run
refused()
{
    exits 2 run m.yaml -o run
    says err "m.yaml:$1: error: $2"
    says err "${3:-}"
    [ -e run ] && fail "$2: something was written"
}

# --- mistakes --------------------------------------------------------------------------------------
model floor='type: circle, radius: 1'
refused 6:3 'shape `floor` has no inside that could touch' 'make it a solid'
model round='type: sphere, on: ball, radius: 0'
refused 5:3 'shape `round` has no volume'
model round='type: mesh, on: ball, file: open.obj'
refused 5:3 'shape `round` is not closed: 4 edges'
printf 'v 0 0 0\nv 1 0 0\nv 0 1 0\n' >none.obj
model round='type: mesh, on: ball, file: none.obj'
refused 5:39 'cannot read mesh `none.obj`: there is no triangle in it' 'a mesh is an STL file'
[ "$(grep -c error: err)" = 1 ] || fail "a mesh without triangles is told of twice: $(cat err)"
model round='type: mesh, on: ball, file: nowhere.stl'
refused 5:39 'cannot read nowhere.stl: No such file' 'check the path'
model between='[ball, round]'
refused 8:3 'contact `touch`: all that it names is on one body' 'name shapes of two bodies'
model between='[ball, ball, floor]'
refused 8:3 'contact `touch` is between 3 things, not two or one' 'between: [ball, floor]'
model more='groups: {ring: {of: [round, ring]}}' between='[ring, floor]'
refused 10:29 'contact `touch`: group `ring` holds itself'
model law='friction: -0.1'
refused 8:46 'friction must be at least 0, got -0.1'
model law='stiffness: 1e6, sliding_friction: -0.1'
refused 8:70 'sliding_friction must be at least 0'
model law='stiffness: 1e6, restitution: 1.01'
refused 8:65 'restitution must lie between 0 (excluded) and 1'
model round='type: sphere, on: ball, radius: 0.1, material: jelly'
refused 5:58 'shape `round`: there is no material `jelly`' 'name it under `materials`'
model more='materials: {jam: {density: 1000}}' law='law: hertz' \
    round='type: sphere, on: ball, radius: 0.1, material: jam'
refused 8:3 'contact `touch`: nothing says how stiff `round` is, which is of `jam`' 'give the contact a `stiffness`'
model law="stiffness: 'sqrt(-1)'"
refused 8:48 'the value is not a number'
model law='force: -1e6*depth'
refused 8:43 'contact `touch`: its force is above zero at no depth'
model z=-0.5
exits 2 run m.yaml -o run
says err '`round` and `floor` overlap by 0.6 m at the start, more than half'
says err 'move `round` by 0.6 m along [0, 0, 1]'
[ -e run ] && fail 'an overlap beyond half: something was written'
cat >m.yaml <<'X'
polhode: 1
bodies: {arm: {mass: 1, inertia: [1, 1, 1]}}
shapes: {a: {type: sphere, on: arm, radius: 0.1}, b: {type: sphere, on: arm, radius: 0.2}, floor: {type: plane}}
joints: {hinge: {type: revolute, between: [ground, arm], axis: [1, 0, 0]}}
contacts: {touch: {between: [arm, floor]}}
simulate: {end: 1}
X
refused 5:12 'contact `touch`: joints join all bodies that it names' 'add `joined: yes`'
exits 2 run "$SOURCE/test/data/good/contact-ball.adm" --end 1 --geometry nowhere -o run
says err 'nowhere: error: cannot look into the folder of geometry'

# --- what is said of a start within each other, by how deep it is ------------------------------------
model z=0.05
exits 0 run m.yaml -o run
says err 'warning: contact `touch`: `round` and `floor` overlap by 0.05 m at the start'
says err 'move `round` by 0.05 m along [0, 0, 1]'
model z=0.0999
exits 0 run m.yaml -o run
grep -q overlap err && fail "what rests is told to overlap: $(cat err)"

# --- beyond reason ---------------------------------------------------------------------------------
# survives [VARIABLE=TEXT...]: ends by itself, as done or with an error that is told
survives()
{
    model "$@"
    rm -rf run
    "$POLHODE" run m.yaml -o run >out 2>err </dev/null
    got=$?
    [ $got -le 2 ] || fail "$*: exit $got"
    [ $got = 0 ] || grep -q error: err || fail "$*: exit $got without a word"
    [ -e run ] || return 0
    "$POLHODE" table run >all 2>notes
    grep -qi -e nan -e inf all && fail "$*: numbers that are none"
}
for stiff in 1e-300 1e20 1e100 1e300 1.7e308; do
    survives law="stiffness: $stiff"
    survives law="stiffness: $stiff" z=0.0999
done
for size in 1e-300 1e-12 1e150 1e300; do survives round="type: sphere, on: ball, radius: $size"; done
survives round='type: box, on: ball, size: [1e-12, 0.1, 0.1]'
survives round='type: capsule, on: ball, radius: 0.1, length: -0.2' z=0.5
survives round='type: mesh, on: ball, file: cube.obj, scale: 1e-200'
for number in 1e-300 1e300; do
    survives mass=$number
    for key in restitution friction bristle_stiffness damping adhesion stiction_speed rolling depth range; do
        survives law="stiffness: 1e6, $key: $number"
    done
done
survives law='force: 1e6*sqrt(depth - 0.001)'
says err 'force `touch` is undefined: as a contact it has a depth and rate at which it is not finite'
survives law='force: 1e6*depth^0.5/(depth - 1e-4)'

# --- against advice: done, and told ------------------------------------------------------------------
model how=', rho: 0.8'
exits 0 run m.yaml -o run
says err 'note: contacts: damping rho 0.8, steps grow by at most 1.2, error per unit step'
says err 'm.yaml:9:11: warning: `rho: 0.8` damps little'
model how=', tolerance: 1e-7'
exits 0 run m.yaml -o run
says err 'note: contacts: damping rho 0.5'
says out 'tolerance 1e-07'
grep -q warning: err && fail "a tolerance is no reason to warn: $(cat err)"
model how=', error: per-step'
exits 0 run m.yaml -o run
says err 'error per step'
says err '`error: per-step` does not bound errors of velocities'
exits 0 run m.yaml --integrator hht --alpha -0.05 -o run
says err '`alpha: -0.05` damps little'
if "$POLHODE" list integrators | grep -q '^ida '; then
    model how=', tolerance: 1e-3'
    exits 0 run m.yaml --integrator ida -o run
    says err '`ida` bounds no errors of velocities'
fi
for method in liemid liemid-ea nmb cf4 akw; do
    model how=', step: 1e-4'
    exits 0 run m.yaml --integrator $method -o run
    near "$(at run 0.1 ball.pos.z 2>notes)" 0.15095 1e-3 || fail "$method: the ball does not fall"
    awk -v z="$(at run 0.3 ball.pos.z 2>notes)" 'BEGIN { exit !(z > 0.09) }' || fail "$method: it fell through"
done

# a small ball and a thin plate: whoever steps far tells that it may have passed
cat >plate.yaml <<'X'
polhode: 1
gravity: [0, 0, -9.81]
bodies: {ball: {mass: 0.004, inertia: [4e-8, 4e-8, 4e-8], position: [0, 0, 1]}}
shapes:
  round: {type: sphere, on: ball, radius: 0.005}
  plate: {type: box, size: [1, 1, 0.002], at: [-0.5, -0.5, -0.001]}
contacts: {hit: {between: [round, plate], stiffness: 1e8, restitution: 0.7}}
simulate: {end: 0.6, step: 0.01}
X
for method in galpha hht liemid-ea nmb cf4; do
    exits 0 run plate.yaml --integrator $method -o run
    says err 'steps were so long that a body could pass through another unseen'
    says err 'take a smaller step'
    exits 0 run plate.yaml --integrator $method --step 1e-4 -o run
    grep -q unseen err && fail "$method: short steps are told of: $(cat err)"
done

# steps so long that the ball comes back faster than it came
model how=', step: 0.05'
exits 0 run m.yaml -o run
says err 'warning: the integrator made '
says err 'its contacts are not resolved'
model how=', step: 1e-3'
exits 0 run m.yaml -o run
grep -q warning: err && fail "short steps are warned of: $(cat err)"

exit $failed
