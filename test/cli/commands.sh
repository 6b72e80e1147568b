# SPDX-License-Identifier: BSD-3-Clause
#
# commands.sh -- ADAMS decks run by their command files, and without one.
. "${0%/*}/lib.sh"

cat >pend.adm <<'EOF'
A pendulum
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=MILLISECOND
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=2, CM=20, IP=1000,1000,1000, QG=100,0,0
MARKER/20, PART=2
MARKER/21, PART=2, QP=-100,0,0
JOINT/1, REVOLUTE, I=21, J=1
ACCGRAV/JGRAV=-9.80665E-3
END
EOF
mkdir runs
cat >runs/one.acf <<'EOF'
../pend
output
INTEGRATOR/GSTIFF, ERROR=1e-6
SIMULATE/TRANSIENT, END=200, STEPS=20
STOP
EOF
exits 0 run runs/one.acf -o one --quiet
says err "runs/one.acf:2:1: note:"
says err "integrator GSTIFF becomes"
exits 0 convert one one.csv
[ "$(wc -l <one.csv)" = 22 ] || fail "21 rows and a header expected"
tail -n 1 one.csv | grep -q '^0.2' || fail "the end is not 0.2 s"

# the same by hand
sed 's/^END/INTEGRATOR\/GSTIFF, ERROR=1e-6\nEND/' pend.adm >tight.adm
exits 0 run tight.adm --end 0.2 --steps 20 -o two --quiet
exits 0 convert two two.csv
check "the deck runs differently without its command file" cmp one.csv two.csv

# as a model file, in which all of it is written
exits 0 convert runs/one.acf one.yaml
says one.yaml "end: 0.2"
exits 0 run one.yaml -o three --quiet
exits 0 convert three three.csv
check "the converted deck runs differently" cmp one.csv three.csv

# the command line goes before the command file
exits 0 run runs/one.acf --end 0.05 --steps 5 -o short --quiet
exits 0 table short
[ "$(wc -l <out)" = 7 ] || fail "6 rows and a header expected"

# several simulations are parts of one run
coast=$SOURCE/models/adams/four-bar-coast.acf
exits 0 run "$coast" -o coast --quiet
exits 0 table coast crank.omega.z
[ "$(wc -l <out)" = 152 ] || fail "151 rows and a header expected"
set -- $(at coast 0.9 crank.omega.z) $(at coast 1.5 crank.omega.z)
near "$1" 6.283185307 1e-6 || fail "the motor turns the crank at $1"
near "$2" 6.283185307 1 && fail "the motor has not let go"
exits 0 convert "$coast" coast.yaml
says coast.yaml "deactivate: [motor]"
exits 0 run coast.yaml -o coast2 --quiet
exits 0 convert coast coast.csv
exits 0 convert coast2 coast2.csv
check "the converted commands run differently" cmp coast.csv coast2.csv
exits 0 run "$coast" --end 0.5 -o half --quiet
exits 0 table half crank.omega.z
tail -n 1 out | grep -q '^0.5,' || fail "the end is not 0.5 s"

# put together, and no more
printf '%s\n' pend '' SIMULATE/INITIAL_CONDITIONS >ini.acf
exits 0 run ini.acf -o ini --quiet
exits 0 table ini
[ "$(wc -l <out)" = 2 ] || fail "one row and a header expected"

# without either there is no end
exits 2 run pend.adm
says err "no final time is given"
says err "--end"

# all mistakes at once, with their places
cat >bad.acf <<'EOF'
pend

SIMULATE/STATIC, UPTO=3
LINEAR/MKB
DEACTIVATE/JOINT, ID=3
SIM/DYN, END=1
EOF
exits 2 run bad.acf
says err "bad.acf:3:18: error: SIMULATE: \`UPTO\` cannot be done"
says err "bad.acf:4:8: error: LINEAR: \`MKB\` cannot be done"
says err "bad.acf:5:22: error: there is no JOINT/3"
exits 2 run runs/one.acf --set bodies.PART_2.mass=3
says err "cannot be set"
exit $failed
