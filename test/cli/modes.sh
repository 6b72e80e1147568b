# SPDX-License-Identifier: BSD-3-Clause
#
# modes.sh -- `polhode modes` and `polhode linearize`: numbers, files, a Campbell diagram, and what
# they say about bad requests.
. "${0%/*}/lib.sh"
rotor=$SOURCE/models/rotor.yaml pole=$SOURCE/models/inverted-pendulum.yaml

# modes of the rotor: It s^2 -+ i Ip W s + k = 0
exits 0 modes "$rotor" --csv
awk -F, 'NR == 4 && !($5 > 3.7822750390 && $5 < 3.7822750392) { bad = 1 }
         NR == 5 && !($5 > 528.782275039 && $5 < 528.782275040) { bad = 1 }
         END { exit bad || NR != 5 }' out || fail "modes of the rotor: $(cat out)"
exits 0 modes "$rotor" --shapes --count 3
says out "3 modes at t = 0 s; degrees of freedom: 3, states: 6"
says out "rotor turns about"

# the same over the speed, joined: the forward mode rises, the backward one falls, to nine digits
exits 0 modes "$rotor" --campbell spin=0:400:41 --csv
awk -F, 'NR == 1 && NF != 9 { bad = 1 }
         NR > 1 { b = 0.035 * $1 / 0.04; r = sqrt(b * b + 2000)
                  up = $5 > $9 ? $5 : $9; down = $5 > $9 ? $9 : $5
                  if (!(up / (b + r) - 1 < 1e-9 && 1 - up / (b + r) < 1e-9)) bad = 1
                  if (!(down / (r - b) - 1 < 1e-9 && 1 - down / (r - b) < 1e-9)) bad = 1
                  if (NR > 3 && ($5 > $9) != first) bad = 1
                  first = $5 > $9 }
         END { exit bad || NR != 42 }' out || fail "Campbell diagram: $(cat out)"
exits 0 modes "$rotor" --campbell spin=0:300:4 -q
[ -s out ] && fail "--quiet prints a table"
if command -v gnuplot >/dev/null; then
    exits 0 modes "$rotor" --campbell parameters.spin=0:300:4 --orders 1,2 -o c
    says out "84.158313"
    grep -q "Campbell diagram" c/campbell.svg || fail "no figure"
    [ "$(wc -l <c/campbell.csv)" = 5 ] || fail "no table of the diagram"
fi

# a result to be watched
exits 0 modes "$rotor" -o m -q
exits 0 table m rotor.pos --at 6.5
# where the build has the viewer's page
if "$POLHODE" view m -o page.html >out 2>err; then
    grep -q '"modes"' page.html && grep -q '"frequency"' page.html || fail "the page knows no modes"
else
    says err "the viewer's page is not installed"
fi

# matrices: the pole falls, and the feedback holds it
exits 0 linearize "$pole" --inputs push --outputs "angle, pole.pos.x" --states place,angle \
    --set parameters.closed=0 --set parameters.tilt=0 -o deep/er/l
says out "linearised at t = 0 s: 4 states (2 displacements, 2 rates), 1 inputs, 2 outputs"
[ -s deep/er/l/linear.h5 ] && [ -s deep/er/l/linear.mat ] || fail "no matrices"
if python3 -c "import scipy, h5py" 2>/dev/null; then
    python3 "$SOURCE/test/cli/read_linear.py" deep/er/l "$pole" || fail "matrices as read back"
fi
exits 0 modes "$pole" --set parameters.tilt=0 --csv
awk -F, 'NR > 1 && !($4 < -0.5) { bad = 1 } END { exit bad || NR < 3 }' out || fail "the closed loop: $(cat out)"
exits 0 modes "$pole" --set parameters.tilt=0 --set parameters.closed=0
says out "unstable"

# a state on the way is not steady, and that is said
exits 0 modes "$SOURCE/models/pendulum.yaml" --at 0.3
says err "this state is not steady: eigenvalues of a frozen state"

# in equilibrium it is: sqrt(9.81 / 1.1) rad/s, wherever it was let go
exits 0 modes "$SOURCE/models/pendulum.yaml" --equilibrium --csv
awk -F, 'NR == 2 && !($5 > 2.9863325029 && $5 < 2.9863325030) { bad = 1 } END { exit bad || NR != 2 }' out ||
    fail "the pendulum in equilibrium: $(cat out)"
grep -q "not steady" err && fail "an equilibrium is steady"
exits 0 linearize "$SOURCE/models/pendulum.yaml" --at 0.3 --equilibrium
says out "linearised at t = 0.3 s: 2 states"

# in a model file and in a command file: `run` works them out
exits 0 run "$SOURCE/models/adams/swing.acf" -o acf
says out "eigensol: 1 mode at t = 0 s, which are all"
awk -F, 'NR == 2 && !($5 > 3.80260786692 && $5 < 3.80260786693) { bad = 1 }
         END { exit bad || NR != 2 }' acf/eigensol.csv || fail "LINEAR/EIGENSOL"
says out "statemat: 2 states, 1 inputs, 2 outputs"
[ -s acf/statemat.h5 ] && [ -s acf/statemat.mat ] || fail "no matrices of LINEAR/STATEMAT"
cat >looks.yaml <<'EOF'
polhode: 1
gravity: [0, 0, -9.81]
bodies: {bob: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [1, 0, 0]}}
joints: {pin: {type: revolute, between: [ground, bob], at: [0, 0, 0], axis: [0, 1, 0]}}
variables: {u: 0, place: bob.pos.x}
forces: {motor: {type: torque, on: bob, torque: [0, u, 0]}}
linearizations:
  down: {at: 0.1, equilibrium: yes}
  plant: {equilibrium: yes, find: matrices, inputs: [u], outputs: [place], states: [place]}
simulate: {end: 0.2, integrator: galpha}
EOF
exits 0 run looks.yaml -o l
says out "down: 1 mode at t = 0.1 s"
says out "plant: 2 states, 1 inputs, 1 outputs"
exits 0 convert looks.yaml again.yaml
grep -q "down:" again.yaml && grep -q "matrices" again.yaml || fail "linearizations are not written"
sed 's/inputs: \[u\]/inputs: [v], frame: bab/' looks.yaml >bad.yaml
exits 2 run bad.yaml -o l
says err 'bad.yaml:9:'
says err 'there is no variable `v`'
says err '`bab`'
cp "$SOURCE/models/adams/swing.adm" .
printf 'swing.adm\n\nLINEAR\n' >a.acf
exits 2 run a.acf
says err "LINEAR needs one kind of analysis"
says err "LINEAR/EIGENSOL or LINEAR/STATEMAT"
printf 'swing.adm\n\nLINEAR/STATEMAT, PINPUT=9, RM=99\nLINEAR/MKB\n' >b.acf
exits 2 run b.acf
says err "b.acf:3:25: error: PINPUT of LINEAR: the deck has no PINPUT/9"
says err "RM of LINEAR: the deck has no MARKER/99"
says err "take STATEMAT, in states of first order"

# bad requests
exits 2 modes "$SOURCE/models/four-bar.yaml"
says err "the model has no freedom, and no states: nothing can swing"
exits 2 modes "$rotor" --at -1
says err "--at -1 s is before the start, 0 s"
exits 2 modes "$rotor" --frame ruter
says err 'there is no marker or body `ruter`'
says err 'did you mean `rotor`?'
for c in spin 'spin=1' 'spin=1:2' 'spin=1:2:1' 'spin=1:1:5' 'spin=a:2:3' '=1:2:3' 'spin=1:2:2.5'; do
    exits 2 modes "$rotor" --campbell "$c"
    says err "--campbell wants a value of the model"
done
exits 2 modes "$rotor" --campbell spun=0:1:2
says err "no modes with parameters.spun=0"
exits 2 modes "$rotor" --orders 1
says err "--orders goes with --campbell"
exits 2 modes "$rotor" --campbell spin=0:1:2 --orders x
says err "--orders wants up to 16 numbers"
exits 2 linearize "$pole" --inputs pusch --outputs nothing
says err '--inputs: there is no variable `pusch`'
says err 'did you mean "push"?'
says err '--outputs: there is no variable `nothing`'
exits 2 linearize "$pole" --states push
says err 'variable `push` cannot be a state: it is no function of places alone'
exits 2 linearize "$pole" --outputs "pole.pos.w"
says err "pole.pos.w"
exits 2 linearize "$SOURCE/models/four-bar.yaml"
says err "nothing is left to linearise"
# free bodies are linearised by an engine whatever moves them
exits 0 modes "$SOURCE/models/papers/free-body.yaml"
exits 0 linearize "$SOURCE/models/papers/book-toss.yaml" -q
[ -s out ] && fail "--quiet prints"
exit $failed
