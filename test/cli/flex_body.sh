# SPDX-License-Identifier: BSD-3-Clause
#
# flex_body.sh -- FLEX_BODY of ADAMS decks: a rod from a file of modes, in millimetres, moves as the
# same rod made of beams by a model file; what is wrong with such a deck.
. "${0%/*}/lib.sh"

cat >beams.yaml <<'STOP'
polhode: 1
gravity: [0, 0, -9.80665]
flexible:
  rod:
    start: drawn
    position: [0, 0.2, 0]
    beams: {E: 70e9, nu: 0.3, density: 2700, section: {rectangle: [0.02, 0.01]}, line: [[0, 0, 0], [1, 0, 0]], divide: 6}
    interface: [start, end]
    modes: 2
    damping: 0.01 + 1e-5*f
joints:
  wall: {type: fixed, between: [ground, rod.start]}
forces:
  push: {type: force, on: rod.end, force: [0, 3*sin(10*time), 0]}
  pull: {type: spring_damper, on: rod.4, reaction: ground, stiffness: 200, length: 0.1}
simulate: {integrator: hht, end: 0.2, step: 5e-4, steps: 20}
requests:
  tip: {columns: {y: "rod.end.pos.y", v: "rod.end.vel.y", a: "rod.end.acc.y", turn: "az(rod.end, rod.start)", wall: "wall.force.z"}}
STOP

deck()
{
    cat <<'STOP'
a rod that is held at one end
UNITS/FORCE = NEWTON, MASS = KILOGRAM, LENGTH = MILLIMETER, TIME = SECOND
PART/1, GROUND
MARKER/1, PART = 1, QP = 0, 200, 0
MARKER/11, PART = 1, FLOATING
MARKER/12, PART = 1
!                       adams_view_name='frame.ROD'
FLEX_BODY/2, QG = 0, 200, 0
, MNF_FILE = rod_0.mnf
, MATRICES = 1, 2
, INVARIANTS = T:T:T:T:F:T:T:T:F
, CRATIO = 0.01 + 1.0E-05*FXFREQ
MATRIX/1, FILE = rod_0.mtx, NAME = INVAR1
!                       adams_view_name='root'
MARKER/21, FLEX_BODY = 2, NODE_ID = 1
!                       adams_view_name='tip'
MARKER/22, NODE_ID = 7, REULER = 90D, 0, 0
!                       adams_view_name='off'
MARKER/23, NODE_ID = 4, QP = 500, 10, 0
!                       adams_view_name='centre'
MARKER/24, QP = 500, 0, 0
!                       adams_view_name='inside'
MARKER/25, NODE_ID = 4
MARKER/26, NODE_ID = 7
!                       adams_view_name='wall'
JOINT/1, FIXED, I = 21, J = 1
!                       adams_view_name='push'
VFORCE/1, I = 22, JFLOAT = 11, RM = 1, FX = 0\ FY = 3*SIN(10*TIME)\ FZ = 0
SPRINGDAMPER/1, TRANSLATION, I = 25, J = 12, K = 0.2, LENGTH = 100
REQUEST/1, DISPLACEMENT, I = 22, J = 1, RM = 1
REQUEST/2, F2 = DY(22, 12)/1000\ F3 = VY(22)/1000\ F4 = ACCY(22)/1000\ F6 = AZ(26, 21)\ F7 = FZ(21, 1, 1)\ F8 = DX(24)
REQUEST/3, F2 = DX(23, 21)\ F3 = DY(23, 21)
ACCGRAV/KGRAV = -9806.65
INTEGRATOR/HHT, ERROR = 1E-5
END
STOP
}

# --- the same rod: its frequencies, and how it moves --------------------------------------------------
mkdir bodies
deck >rod.adm
"$MAKE_BODY" bodies/Rod.phf.h5 || fail "make_body"
exits 0 modes rod.adm --geometry bodies
awk '$1 ~ /^[0-9]+$/ && $2 != "modes" { print $1, $2, $3, $4, $5 }' out >deck.modes
exits 0 modes beams.yaml
awk '$1 ~ /^[0-9]+$/ && $2 != "modes" { print $1, $2, $3, $4, $5 }' out >beams.modes
check "8 modes" test "$(grep -c . deck.modes)" = 8
cmp -s deck.modes beams.modes || { fail "other modes than those of the beams"; diff deck.modes beams.modes; }

exits 0 run beams.yaml -o beams
exits 0 run rod.adm --geometry bodies --step 5e-4 --end 0.2 --steps 20 -o deck
says err "INVARIANTS of \`frame_ROD\` leaves 2 of nine out"
says err "MATRICES of FLEX_BODY is not used"
for time in 0.05 0.2; do
    set -- $(at beams "$time" tip.y tip.v tip.a tip.turn tip.wall)
    for column in f2:1e-12 f3:1e-10 f4:1e-7 f6:1e-12 f7:1e-8; do
        got=$(at deck "$time" "REQUEST_2.${column%:*}")
        near "$got" "$1" "${column#*:}" || fail "REQUEST_2.${column%:*} is $got at $time s, want $1"
        shift
    done
done
# a marker without a node goes with the frame, one beside a node with that node
near "$(at deck 0.2 REQUEST_2.f8)" "$(at deck 0.2 frame_ROD.pos.x | awk '{ printf "%.15g", 1000 * $1 }')" 1e-9 || fail "MARKER/24 is not at the centre: $(at deck 0.2 REQUEST_2.f8), $(at deck 0.2 frame_ROD.pos.x)"
near "$(at deck 0 REQUEST_3.f3)" 10 1e-9 || fail "MARKER/23 is not beside its node"

# --- by the name of the MNF, beside the deck; damping as ADAMS has it; as a model file -----------------
mv bodies/Rod.phf.h5 ROD_0.phf.h5
sed 's/+ 1.0E-05\*FXFREQ/+ IF(FXFREQ-100: 0, 0.1, 0.1)/' rod.adm >if.adm
exits 0 check if.adm
says out "0.01 of 1 to 52.514 Hz, 0.11 of 7 to 2807.2 Hz"
sed '/CRATIO/d' rod.adm >plain.adm
exits 0 check plain.adm
says out "0.01 of 1 to 52.514 Hz, 0.1 of 5 to 950.02 Hz, 1 of 2 to 2807.2 Hz"
exits 0 convert rod.adm rod.yaml
exits 0 run rod.yaml --step 5e-4 --end 0.2 --steps 20 -o model
check "the model file gives the same" test "$(at deck 0.2 REQUEST_1.y)" = "$(at model 0.2 REQUEST_1.y)"

# a marker of several nodes is on that of its name; a command file finds the rod bent at rest
sed "s/view_name='tip'/view_name='end'/; s/NODE_ID = 7, REULER = 90D, 0, 0/NODE_ID = 5, 6, 7/" rod.adm >named.adm
exits 0 run named.adm --step 5e-4 --end 0.2 --steps 20 -o named
near "$(at deck 0.2 REQUEST_1.y)" "$(at named 0.2 REQUEST_1.y)" 1e-9 || fail "the node of the marker's name"
printf 'rod\nout\nSIMULATE/STATIC\nSIMULATE/DYNAMIC, END = 0.02, STEPS = 2\nSTOP\n' >rod.acf
exits 0 run rod.acf -o rest
near "$(at rest 0 REQUEST_1.z)" "$(at rest 0.02 REQUEST_1.z)" 0.02 || fail "the rod is not at rest: $(at rest 0 REQUEST_1.z), $(at rest 0.02 REQUEST_1.z)"

# --- what is wrong ------------------------------------------------------------------------------------
sed 's/NODE_ID = 7/NODE_ID = 77/; s/NODE_ID = 4,/NODE_ID = 3, 4,/; s/T:T:T:T:F:T:T:T:F/T:T/
s/MARKER\/11, PART = 1/MARKER\/11, FLEX_BODY = 2/; s/DY(22, 12)/Q(2, 7)/; s/VY(22)/FXFREQ/
s/, CRATIO/, DMODE = 0, 1\n, CRATIO/; s/MARKER\/1, PART = 1/&, NODE_ID = 3/; s/, FLEX_BODY = 2, NODE_ID = 1/, PART = 1&/' rod.adm >bad.adm
exits 2 check bad.adm
says err "INVARIANTS are nine letters T or F"
says err "bad.adm:18:22: error: there is no node 77 among the 7 of \`frame_ROD\`"
says err "marker \`off\` is on 2 nodes, and the modes of \`frame_ROD\` know no node \`off\`"
says err "polhode reduce .. -i off=3,..:average"
says err "marker \`MARKER_11\` floats on a flexible body"
says err "NODE_ID of \`MARKER_1\` is not used: it is on no flexible body"
says err "marker \`root\` is on a part and on a flexible body"
says err "DMODE of FLEX_BODY is not used"
says err "Q: modes are others here than in the MNF"
says err "unknown name \`FXFREQ\`"
sed 's/FXFREQ/FXMODE(2)/' rod.adm >bad.adm
exits 2 check bad.adm
says err "FXMODE: modes have other numbers here"
sed 's/1.0E-05\*FXFREQ/TIME/' rod.adm >bad.adm
exits 2 check bad.adm
says err "bad.adm:12:12: error: unknown name \`time\`"
sed 's/0.01 +/-0.01 -/' rod.adm >bad.adm
exits 2 check bad.adm
says err "the damping of the mode of 52.5139 Hz is -0.0105251"
sed 's/I = 21, J = 1/I = 24, J = 1/' rod.adm >bad.adm
exits 2 check bad.adm
says err "bends, and can be held at a node alone"

# one line for all bodies without a file
mkdir empty
sed 's/^MATRIX.*/FLEX_BODY\/3, MNF_FILE = arm.mnf/' rod.adm >empty/rod.adm
exits 2 check empty/rod.adm
says err "FLEX_BODY/2: there are no files of modes, rod_0.phf.h5, arm.phf.h5 (2 bodies, the first here)"
says err "-o NAME.phf.h5\`, and name the folder: --geometry DIR"
check "one error" test "$(grep -c error: err)" = 1
head -c 3000 ROD_0.phf.h5 >empty/rod_0.phf.h5
cp rod.adm empty/rod.adm
exits 2 check empty/rod.adm
says err "is damaged"
exits 2 check empty/rod.adm --leave-out FLEX_BODY
says err "MARKER/21 needs FLEX_BODY/2, which is left out"

exit $failed
