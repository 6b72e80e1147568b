# SPDX-License-Identifier: BSD-3-Clause
#
# modal_force.sh -- loads that are spread over a flexible body: against the same forces at nodes, in a
# deck as in a model file, from `polhode reduce`; what is refused.
. "${0%/*}/lib.sh"
"$MAKE_BODY" rod.phf.h5 || fail "make_body"

# model FORCE..: a rod that is held at one end, or flies (`free=1`)
free=
model()
{
    echo "polhode: 1"
    echo "flexible: {rod: {start: drawn, omega: [0, ${free:+0.3}${free:-0}, 0], file: rod.phf.h5, damping: 0.01}}"
    echo "variables: {e: \"$scale*sin(30*time)*(1 + rod.end.vel.y)\"}"
    [ "$free" ] || echo "joints: {wall: {type: fixed, between: [ground, rod.start]}}"
    echo "forces:"
    printf '%s\n' "$@"
    echo "requests: {tip: {columns: {y: rod.end.pos.y, z: rod.end.pos.z, v: rod.end.vel.z, q: \"az(rod.4, rod)\"}}}"
    echo "simulate: {integrator: hht, end: 0.2, step: 5e-4, steps: 20}"
}
# the forces of `gust` and `pinch` (make_body.c) one by one
single()
{
    while read -r node x y z; do
        echo "  g$node: {type: force, on: rod.$node, axes_of: rod, force: [\"$x*e\", \"$y*e\", \"$z*e\"]}"
    done <<STOP
2 0 1 2
3 0.3 2 2
4 0 3 1
6 0 0 -1
7 1 0 -2
STOP
    for node in 2 4 6; do
        [ $node = 4 ] && f=-2 || f=1
        echo "  p$node: {type: force, on: rod.$node, axes_of: rod, force: [0, 0, \"$f*e\"]}"
    done
}
by_name='  gust: {type: modal_force, on: rod, load: gust, scale: e}
  pinch: {type: modal_force, on: rod, load: pinch, scale: e}'
by_nodes='  gust: {type: modal_force, on: rod, nodes: [[2, 0, 1, 2], [3, 0.3, 2, 2], [4, 0, 3, 1], [6, 0, 0, -1], [7, 1, 0, -2]], scale: e}
  pinch: {type: modal_force, on: rod, load: pinch, scale: e}'

# --- small loads are the forces at their nodes; the same load twice is the same ------------------------
for free in '' 1; do
    scale=1e-4
    model "$(single)" >single.yaml
    model "$by_name" >name.yaml
    model "$by_nodes" >nodes.yaml
    for run in single name nodes; do exits 0 run $run.yaml -o $run; done
    set -- $(at single 0.2 tip.y tip.z tip.v tip.q energy.applied rod.q.1 rod.q.4)
    for column in tip.y tip.z tip.v tip.q energy.applied rod.q.1 rod.q.4; do
        got=$(at name 0.2 $column)
        awk -v a="$got" -v b="$1" 'BEGIN { d = a - b; if (d < 0) d = -d; s = b < 0 ? -b : b; exit !(s > 0 && d < 2e-6 * s) }' ||
            fail "free=$free: $column is $got, want $1"
        near "$(at nodes 0.2 $column)" "$got" 1e-15 || fail "free=$free: $column by nodes is not that by name"
        shift
    done
done
near "$(at name 0.2 energy.total)" "$(at name 0 energy.total)" 1e-6 || fail "energy"

# --- the resultant, and its opposite on another body ----------------------------------------------------
free=1 scale=1
{ model "$by_name" | sed 's/load: gust/&, reaction: block/'; echo 'bodies: {block: {mass: 1, inertia: [1, 1, 1], position: [0, 0, 3]}}'; } >pair.yaml
exits 0 run pair.yaml -o pair --end 0.02
set -- $(at pair 0 gust.on.block.force.y) $(at pair 0.02 gust.force.x gust.on.block.force.x)
near "$2" "$(awk -v a="$3" 'BEGIN { print -a }')" 1e-6 || fail "reaction $3 to $2"
exits 0 convert pair.yaml again.yaml
exits 0 run again.yaml -o again --end 0.02
check "written and read again" test "$(at pair 0.02 rod.q.1)" = "$(at again 0.02 rod.q.1)"

# --- MFORCE: as the model file -------------------------------------------------------------------------
cat >rod.adm <<'STOP'
a rod with loads
PART/1, GROUND
MARKER/1
MARKER/11, FLOATING, PART = 1
FLEX_BODY/2, MNF_FILE = rod.mnf, CRATIO = 0.01
MARKER/21, FLEX_BODY = 2, NODE_ID = 1
MARKER/22, FLEX_BODY = 2, NODE_ID = 7
MARKER/23, FLEX_BODY = 2
JOINT/1, FIXED, I = 21, J = 1
MFORCE/1, FLEX_BODY = 2, JFLOAT = 11, CASE_INDEX = 1, SCALE = 1E-4*SIN(30*TIME)*(1 + VY(22))
MFORCE/2, FLEX_BODY = 2, CASE_INDEX = 2, SCALE = 1E-4*SIN(30*TIME)*(1 + VY(22))
REQUEST/1, F2 = DY(22)\F3 = DZ(22)
END
STOP
free= scale=1e-4
model "$by_name" >name.yaml
exits 0 run name.yaml -o name
exits 0 run rod.adm -o deck --integrator hht --step 5e-4 --end 0.2 --steps 20
near "$(at deck 0.2 REQUEST_1.f2)" "$(at name 0.2 tip.y)" 1e-15 || fail "MFORCE: $(at deck 0.2 REQUEST_1.f2), not $(at name 0.2 tip.y)"
near "$(at deck 0.2 REQUEST_1.f3)" "$(at name 0.2 tip.z)" 1e-15 || fail "MFORCE: z"

# --- what is refused -----------------------------------------------------------------------------------
sed 's/CASE_INDEX = 2/CASE_INDEX = 3/; s/, CASE_INDEX = 1//' rod.adm >bad.adm
exits 2 check bad.adm
says err "MFORCE/1 does not say its load"
says err "bad.adm:11:39: error: there is no load case 3: the file of modes holds 2"
sed 's/, CASE_INDEX = 2.*/, FUNCTION = USER(1, 2)/; s/DY(22)/MFORCE(1, 0, 2, 0)/' rod.adm >bad.adm
exits 2 check bad.adm
says err "\`FUNCTION\` cannot be done: modal loads of user's subroutines are not known"
says err "MFORCE: what a load on modes does cannot be read"

# refused TEXT FORCE: a model with that force
refused()
{
    model "  f: {type: modal_force, $2, scale: e}" >bad.yaml
    exits 2 check bad.yaml
    says err "$1"
}
refused "force \`f\`: the body has no load \`gusts\` (2 in all)" "on: rod, load: gusts"
refused "did you mean \`gust\`?" "on: rod, load: gusts"
refused "force \`f\`: the body has no node 70" "on: rod, nodes: [[70, 0, 0, 1]]"
refused "\`nodes\` needs four numbers in each row" "on: rod, nodes: [[7, 0, 1]]"
refused "force \`f\`: 3 numbers along 8 modes" "on: rod, modes: [1, 2, 3]"
refused "it says twice what it is" "on: rod, load: gust, modes: [1, 2, 3]"
refused "it does not say what it is" "on: rod"
refused "\`force\` and \`torque\` follow from the load" "on: rod, load: gust, force: [1, 0, 0]"
refused "loads the modes of a body, and is on none that bends" "on: rod.end, load: gust"
refused "loads the modes of a body, and is on none that bends" "on: ground, load: gust"

# --- polhode reduce --load: a block of masses and springs with all its modes ---------------------------------------
awk 'BEGIN {
    for (i = 0; i < 3; i++) for (j = 0; j < 2; j++) for (k = 0; k < 2; k++) { n++; x[n] = i; y[n] = j; z[n] = k }
    print "node,direction,x,y,z" >"dofs.csv"
    for (p = 1; p <= n; p++) for (d = 1; d <= 3; d++) print p "," d "," x[p] "," y[p] "," z[p] >"dofs.csv"
    for (p = 1; p <= n; p++) for (q = 1; q < p; q++) {
        e[1] = x[p] - x[q]; e[2] = y[p] - y[q]; e[3] = z[p] - z[q]
        l = e[1] * e[1] + e[2] * e[2] + e[3] * e[3]
        if (l > 3.5) continue
        for (a = 1; a <= 3; a++) for (b = 1; b <= 3; b++) {
            v = 1e6 * e[a] * e[b] / l
            k_[3 * p - 3 + a, 3 * q - 3 + b] -= v
            if (b <= a) { k_[3 * p - 3 + a, 3 * p - 3 + b] += v; k_[3 * q - 3 + a, 3 * q - 3 + b] += v }
        }
    }
    head = "%%MatrixMarket matrix coordinate real symmetric"
    for (s in k_) c++
    print head "\n" 3 * n, 3 * n, c >"stiffness.mtx"
    for (s in k_) { split(s, r, SUBSEP); printf "%d %d %.17g\n", r[1], r[2], k_[s] >"stiffness.mtx" }
    print head "\n" 3 * n, 3 * n, 3 * n >"mass.mtx"
    for (p = 1; p <= 3 * n; p++) print p, p, 1 >"mass.mtx" }'
printf 'node,fx,fy,fz\n1,0,0,12\n12, 0, 0, 12\n' >up.csv
exits 0 reduce stiffness.mtx mass.mtx dofs.csv -n 30 --load up=up.csv -o block.phf.h5
says out "loads                      up"
cat >block.yaml <<'STOP'
polhode: 1
flexible: {block: {start: drawn, file: block.phf.h5, damping: 0}}
forces: {lift: {type: modal_force, on: block, load: up, scale: 2}}
simulate: {end: 0.01, step: 1e-4}
STOP
exits 0 run block.yaml -o block
# 48 N on 12 kg
near "$(at block 0 block.acc.z)" 4 1e-12 || fail "the block rises with $(at block 0 block.acc.z) m/s^2"
# with all its modes, node 1 alone takes what it is pushed by
sed 's/simulate/requests: {node: {columns: {a: block.1.acc.z}}}\n&/' block.yaml >node.yaml
exits 0 run node.yaml -o node
near "$(at node 0 node.a)" 24 1e-9 || fail "node 1 moves with $(at node 0 node.a) m/s^2"
printf 'node,fx,fy,fz\n1,0,0\n99,0,0,1\n2,0,x,1\n' >bad.csv
exits 2 reduce stiffness.mtx mass.mtx dofs.csv --load up=bad.csv --load 7=up.csv --load a=none.csv -o x.phf.h5
says err "bad.csv:2:1: error: 3 numbers instead of four"
says err "bad.csv:3:1: error: the body has no node 99"
says err "bad.csv:4:5: error: expected a force"
says err "\`7=up.csv\` is no load: NAME=FILE.csv"
says err "none.csv"
exits 2 reduce stiffness.mtx mass.mtx dofs.csv --load up=up.csv --load up=up.csv -o x.phf.h5
says err "a second load \`up\`"
check "no file" test ! -e x.phf.h5

exit $failed
