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

# --- statements with other numbers ------------------------------------------------------------------
cat >hang.adm <<'EOF'
what hangs on four elements
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND
PART/1, GROUND
MARKER/1, PART=1
MARKER/2, PART=1, QP=1000,0,0
MARKER/4, PART=1, QP=0,1000,0
MARKER/5, PART=1, QP=0,2000,0
PART/2, MASS=2, CM=20, IP=1000,1000,1000, QG=0,0,100
MARKER/20, PART=2
PART/3, MASS=2, CM=30, IP=1000,1000,1000, QG=1000,0,0
MARKER/30, PART=3
PART/4, MASS=2, CM=40, IP=1000,1000,1000, QG=0,1000,0
MARKER/40, PART=4
PART/5, MASS=2, CM=50, IP=1000,1000,1000, QG=1000,2000,0
MARKER/50, PART=5
PART/6, MASS=2, CM=60, IP=1000,1000,1000, QG=0,3000,0, VY=1000
MARKER/60, PART=6, REULER=0D,-90D,0D
MARKER/6, PART=1, QP=0,3000,0, REULER=0D,-90D,0D
JOINT/1, TRANSLATIONAL, I=20, J=1
JOINT/2, TRANSLATIONAL, I=60, J=6
SPRINGDAMPER/1, TRANSLATIONAL, I=20, J=1, K=1, C=0.1, LENGTH=100
BUSHING/1, I=30, J=2, K=1,1,1, C=0.1,0.1,0.1, KT=1E6,1E6,1E6, CT=1E5,1E5,1E5
FIELD/1, I=40, J=4, KMATRIX=1,0,0,0,0,0, 0,1,0,0,0,0, 0,0,1,0,0,0
, 0,0,0,1E6,0,0, 0,0,0,0,1E6,0, 0,0,0,0,0,1E6, CMATRIX=36*0.1
BEAM/1, I=50, J=5, LENGTH=1000, AREA=100, IXX=1000, IYY=1000, IZZ=1000, EMODULUS=2E5, GMODULUS=8E4
FRICTION/1, JOINT=2, MU_STATIC=0.2, MU_DYNAMIC=0.1, EFFECT=SLIDING
SENSOR/1, FUNCTION=TIME, VALUE=0.03, EQ, EVALUATE=2*TIME
REQUEST/1, F2=SPDP(1,0,4,0)\F3=FZ(30,2)\F4=FIELD(1,0,4,0)\F5=SENVAL(1)\F6=BEAM(1,0,4,0)\F7=FY(60,6)
ACCGRAV/KGRAV=-9806.65
INTEGRATOR/GSTIFF, ERROR=1E-6
END
EOF
sed -i 's/36\*0.1/0.1,0,0,0,0,0, 0,0.1,0,0,0,0, 0,0,0.1,0,0,0, 0,0,0,1E5,0,0, 0,0,0,0,1E5,0, 0,0,0,0,0,1E5/' hang.adm
cat >hang.acf <<'EOF'
hang
out
SPRINGDAMPER/1, K=2
SIM/STAT
SPRI/1, LENGTH=150
BUSHING/1, K=2,2,4
FIELD/1, CRATIO=0.05, KMATRIX=1,0,0,0,0,0, 0,1,0,0,0,0, 0,0,8,0,0,0, 0,0,0,1E6,0,0
, 0,0,0,0,1E6,0, 0,0,0,0,0,1E6
BEAM/1, IYY=2000
SENSOR/1, VALUE=0.02
SIM/STAT
SIM/DYN, END=0.05, STEPS=5
DEACTIVATE/FIELD, ID=1
SIM/DYN, END=0.1, STEPS=5
EOF
exits 0 run hang.acf -o hang --quiet
load=19.6133
while read -r t column want; do
    got=$(at hang "$t" "$column")
    near "$got" "$want" 1e-6 || fail "hang.acf: $column is $got at $t s, want $want"
done <<EOF
0 PART_2.pos.z 0.14019335
0 PART_3.pos.z -0.004903325
0 PART_4.pos.z -0.0024516625
0 PART_5.pos.z -0.016344416667
0 REQUEST_1.f2 $load
0 REQUEST_1.f3 $load
0 REQUEST_1.f4 $load
0 REQUEST_1.f6 $load
0.04 REQUEST_1.f4 $load
0.1 REQUEST_1.f4 0
0.01 REQUEST_1.f5 0
0.05 REQUEST_1.f5 0.04
EOF
says err 'SENSOR/1 (SENSOR_1_changed) at t = 0.02 s'
exits 0 convert hang.acf hang.yaml
exits 0 run hang.yaml -o hang2 --quiet
exits 0 convert hang hang.csv
exits 0 convert hang2 hang2.csv
check "the converted commands run differently" cmp hang.csv hang2.csv

# friction twice, of a part that slides at 1 m/s: mu g by each
printf '%s\n' hang '' 'SIM/DYN, END=0.02, STEPS=2' 'FRICTION/1, MU_DYNAMIC=0.3' 'SIM/DYN, END=0.04, STEPS=2' \
    'FRICTION/1, MU_DYNAMIC=0.2' 'SIM/DYN, END=0.06, STEPS=2' >rub.acf
exits 0 run rub.acf -o rub --quiet
near "$(at rub 0.01 REQUEST_1.f7)" -1.96133 1e-6 || fail "friction at 0.01 s: $(at rub 0.01 REQUEST_1.f7)"
near "$(at rub 0.03 REQUEST_1.f7)" -5.88399 1e-6 || fail "friction at 0.03 s: $(at rub 0.03 REQUEST_1.f7)"
near "$(at rub 0.05 REQUEST_1.f7)" -3.92266 1e-6 || fail "friction at 0.05 s: $(at rub 0.05 REQUEST_1.f7)"
near "$(at rub 0.06 PART_6.vel.y)" 0.8823202 1e-6 || fail "PART_6 slides at $(at rub 0.06 PART_6.vel.y)"

printf '%s\n' hang '' 'SPRINGDAMPER/1, K=-2' 'SPRINGDAMPER/1, I=20' SPRINGDAMPER/1 'SPRI/2, K=1' \
    'SPRINGDAMPER/1, KT=3' 'BUSHING/1, K=1' 'FIELD/1, Q=1' 'SENSOR/1, GE, LE' 'FRICTION/1, JOINT=1' \
    'BEAM/1, LENGTH=0' SIM/STAT 'VARIABLE/1, FUNCTION=1' >wrong.acf
exits 2 run wrong.acf
says err "wrong.acf:3:17: error: K must not be below 0"
says err "wrong.acf:4:17: error: I of SPRINGDAMPER/1 cannot be changed here: it stays where"
says err "wrong.acf:5:1: error: SPRINGDAMPER/1 says nothing that is to change"
says err "wrong.acf:6:1: error: there is no SPRINGDAMPER/2 in the deck"
says err "wrong.acf:7:17: error: KT is of the other kind of SPRINGDAMPER"
says err "wrong.acf:8:12: error: \`K\` takes 3 values, not 1"
says err "wrong.acf:9:10: error: FIELD has no argument \`Q\`"
says err "wrong.acf:10:1: error: SENSOR/1 compares in several ways"
says err "wrong.acf:11:13: error: JOINT of FRICTION/1 cannot be changed here"
says err "wrong.acf:12:16: error: LENGTH must be above 0"
says err "wrong.acf:14:1: error: there is no VARIABLE/1"

# --- what shows something is skipped; states are not brought back --------------------------------------
printf '%s\n' hang '' 'SPRINGDAMPER/1, LIST' 'PART/2,LI' ACCGRAV/LIST 'MOTION/1, LIST' 'SAVE/STATES, BUFFER=1' 'SIM/DYN, END=0.01' >list.acf
exits 0 run list.acf -o list --quiet
[ "$(grep -c 'with LIST is skipped' err)" = 4 ] || fail "LIST: $(cat err)"
printf '%s\n' hang '' 'SIM/DYN, END=0.01' 'RELOAD/STATES, BUFFER=1' 'PART/2, LIST, MASS=3' >back.acf
exits 2 run back.acf
says err "back.acf:4:1: error: RELOAD cannot be carried out: a result has one course of time"
says err "back.acf:5:1: error: PART cannot be carried out"
printf '%s\n' hang '' SIM/STAT 'LINEAR/STATEMAT, PSTATE=9, PINPUT=8' 'LINEAR/EIGENSOL, RM=99' >lists.acf
exits 2 run lists.acf
says err "lists.acf:4:25: error: PSTATE of LINEAR: the deck has no PSTATE/9"
says err "lists.acf:4:35: error: PINPUT of LINEAR: the deck has no PINPUT/8"
says err "lists.acf:5:21: error: RM of LINEAR: the deck has no MARKER/99"
printf '%s\n' hang '' 'SPRI/1, K=3' >none.acf
exits 2 run none.acf
says err "no SIMULATE: what is to be run must be said"

# --- where variables and states begin, before the first simulation ----------------------------------
cat >ic.adm <<'EOF'
where variables begin
PART/1, GROUND
PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2
DIFF/1, FUNCTION=-DIF(1), IC=1
VARIABLE/1, FUNCTION=VARVAL(1)**2-2+VARVAL(1), IC=-1
END
EOF
printf '%s\n' ic '' 'DIFF/1, IC=0' 'VAR/1, IC=1' 'SIM/DYN, END=1, STEPS=2' >ic.acf
exits 0 run ic.acf -o ic --quiet
exits 0 run ic.acf -o ic --quiet # though a folder of the deck's name is there now
near "$(at ic 1 DIFF_1)" 0 0 || fail "DIFF/1 does not begin with the command's IC"
near "$(at ic 1 VARIABLE_1)" 1.414213562 1e-9 || fail "VARIABLE/1 does not begin with the command's IC"
exits 0 convert ic.acf ic.yaml
says ic.yaml "initial: 0"
printf '%s\n' ic '' 'SIM/DYN, END=1' 'DIFF/1, IC=3' >late.acf
exits 2 run late.acf
says err "late.acf:4:9: error: IC of DIFF/1 counts before the first simulation alone"
printf '%s\n' none '' 'DIFF/1, IC=3' >none.acf
exits 2 run none.acf
[ "$(grep -c error: err)" = 1 ] || fail "commands are judged without a deck: $(cat err)"
exits 2 run runs/one.acf --set bodies.PART_2.mass=3
says err "cannot be set"
exit $failed
