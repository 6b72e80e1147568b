# SPDX-License-Identifier: BSD-3-Clause
#
# decks_real.sh -- what decks written by other programs bring: arguments of pictures, longer lists,
# matrices in files, variables that are 0/0 at rest, libraries of ADAMS, decks on another drive.
. "${0%/*}/lib.sh"

cat >slide.adm <<'STOP'
a slide
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=MILLIMETER, TIME=SECOND
PART/1, GROUND
MARKER/1, PART=1
PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2, QP=0,0,0
JOINT/1, TRANSLATIONAL, I=20, J=1
VARIABLE/1, FUNCTION=VZ(20)/VM(20)
VARIABLE/2, FUNCTION=time
VARIABLE/3, FUNCTION=CURVE(0,0,1,1)
VARIABLE/4, FUNCTION=AKISPL(DZ(20,1)/1000, 1.5, 1, 1)
SPLINE/1, X=0,1,2,3,4, Y=1, 0,1,2,3,4, Y=2, 0,3,6,9,12
REQUEST/1, VARIABLES=1,2,3,4,1,2,3,4,1,2, CNAMES="a","b","","d","e","f","g","h","i","j","k","l"
GRAPHICS/1, CYLINDER, CM=20, LENGTH=10, RADIUS=3, FACETING_TOLERANCE=300
GRAPHICS/2, CYLINDER, CM=20, LENGTH=10, RADIUS=3, FACETING_TOLERANCE=300
MATRIX/1, FILE=numbers.mat, NAME=valk
CURVE/1, OPEN, CURVE_POINTS, MATRIX=1
ACCGRAV/KGRAV=9810
SECTION/1, TYPE=1
ENVIRONMENT/NAME=MSC_NOTHING
END
STOP
cat >numbers.mat <<'STOP'
ADAMSMAT numbers that touch each other
2
TRF VALK
TRF FULL RORDER 2 2 4 ( 4F8.5 )
 1.36400 0.00000-3.54600 4.00800
VALK FULL CORDER 5 3 15 (3F6.3,1X,2E9.2)
 1.970 0.000-3.440   1.0E+00-2.00D+00
 0.000 4.510 6.020  -1.0E+00 2.00D+00
   100  0.10 9.000        0.5       12
STOP

# --- they run, and what was passed over is told once -----------------------------------------------
exits 0 run slide.adm --end 1 -o slide
says err 'the deck gives no ERROR: taken is that of ADAMS, 0.001 mm'
says err '`FACETING_TOLERANCE` of GRAPHICS is not known and not used: it is about how things are drawn'
[ "$(grep -c FACETING err)" = 2 ] && fail "an argument of pictures is noted more than once"
says err 'note: SECTION has no meaning here and is skipped'
says err 'note: ENVIRONMENT has no meaning here and is skipped'
says err 'slide.adm:8:22: warning: t = 0 s: value of `VARIABLE_1` is undefined, as 0/0 is: 0 is taken'
exits 0 table slide REQUEST_1.a REQUEST_1.d REQUEST_1.j --at 0
is out 'time,REQUEST_1.a,REQUEST_1.d,REQUEST_1.j' '0,0,2,0'
exits 0 table slide REQUEST_1.a REQUEST_1.d REQUEST_1.j VARIABLE_3 --at 1
says out '1,1,2,1,-3.43999999999999'
exits 0 convert slide.adm slide.yaml
says slide.yaml 'undefined: zero'
exits 0 run slide.yaml --end 1 -o again

# no step is longer than the time between two rows that were asked for, but HMAX goes before that
longest() { sed -n 's/^step sizes.* to \([^ ]*\) s$/\1/p' out; }
sed '/^VARIABLE\/4/d; s/3,4,1,2,3,4,1,2/3,1,2,3,1,2/; /^SPLINE/d' slide.adm >plain.adm
exits 0 run plain.adm --end 1 --steps 4 -o plain
near "$(longest)" 0.02 1e-12 || fail "a deck takes a step of $(longest) s in a run of 1 s"
exits 0 run plain.adm --end 1 --every 0.01 -o plain
near "$(longest)" 0.01 1e-12 || fail "a deck takes a step of $(longest) s between rows of 0.01 s"
sed 's/^END/INTEGRATOR\/GSTIFF, ERROR=1e-3, HMAX=0.02\nEND/' plain.adm >most.adm
exits 0 run most.adm --end 1 --every 0.01 -o plain
near "$(longest)" 0.02 1e-12 || fail "HMAX is 0.02 s, a step is of $(longest) s"

# later it is an error all the same where the file does not say otherwise
sed 's/, undefined: zero//' slide.yaml >strict.yaml
exits 1 run strict.yaml --end 1 -o strict
says err 'is not a finite number'

# --- what beams and friction do counts among what acts between their markers ----------------------
cat >loads.adm <<'STOP'
loads
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
MARKER/11, PART=1, QP=0,0,3, REULER=90D,90D,0D
PART/2, MASS=1, CM=20, IP=1,1,1, QG=0.5,0,0
MARKER/20, PART=2
BEAM/1, I=20, J=10, LENGTH=0.5, AREA=1e-4, IXX=1e-9, IYY=1e-9, IZZ=1e-9, EMODULUS=2e9, GMODULUS=1e9, CRATIO=0.1
PART/3, MASS=1, CM=30, IP=1,1,1, QG=0,0,3, VX=1
MARKER/30, PART=3, REULER=90D,90D,0D
JOINT/1, TRANSLATIONAL, I=30, J=11
FRICTION/1, JOINT=1, MU_STATIC=0.2, MU_DYNAMIC=0.1, EFFECT=SLIDING
REQUEST/1, F1=BEAM(1,0,3,0)-FY(20,10)\\F2=FX(30,11)\\F3=FY(30,11)\\F4=FY(20,10)
ACCGRAV/JGRAV=-9.81
INTEGRATOR/GSTIFF, ERROR=1e-6
END
STOP
exits 0 run loads.adm --end 0.2 --steps 2 -o loads
exits 0 table loads REQUEST_1.f1 REQUEST_1.f2 REQUEST_1.f3 REQUEST_1.f4 --at 0.2
row=$(tail -1 out)
near "$(echo "$row" | cut -d, -f2)" 0 0 || fail "BEAM() is not what acts between its markers: $row"
near "$(echo "$row" | cut -d, -f3)" -0.981 1e-9 || fail "FX lacks the friction of its joint: $row"
near "$(echo "$row" | cut -d, -f4)" 9.81 1e-9 || fail "FY lacks the joint: $row"
near "$(echo "$row" | cut -d, -f5)" 10.9 0.1 || fail "FY lacks the beam: $row"

# --- matrices in files -----------------------------------------------------------------------------
bad() # TEXT SED: with numbers.mat changed so, the deck is refused so
{
    mkdir -p wrong
    cp slide.adm wrong/slide.adm
    sed "$2" numbers.mat >wrong/numbers.mat
    exits 2 check wrong/slide.adm
    says err "$1"
}
bad 'slide.adm:16:16: error: the file does not begin with ADAMSMAT: its form is not known' 's/^ADAMSMAT/MATSAVE /'
bad 'numbers.mat:9:1: error: there is no matrix `valk` in the file' 's/^VALK/OTHER/'
bad 'the values of this matrix are in an order that is not known' 's/FULL CORDER/SPARSE X/'
bad 'this matrix has no such size' 's/5 3 15/5 3 14/'
bad 'the format of the values cannot be read' 's/3F6.3/3A6/'
bad 'this line does not hold numbers of that format' 's/4.510/4.5x0/'
bad 'the file ends before all values of the matrix are there' '$d'
rm wrong/numbers.mat
exits 2 check wrong/slide.adm
says err 'numbers.mat'

# --- libraries of ADAMS, each once -----------------------------------------------------------------
sed 's/^END/GFORCE\/1, I=20, JFLOAT=3, RM=1, FUNCTION=USER(1)\\, ROUTINE=abgTire::tyr501\
GFORCE\/2, I=20, JFLOAT=4, RM=1, FUNCTION=USER(1)\\, ROUTINE=abgTire::tyr501\
MARKER\/3, PART=1, FLOATING\
MARKER\/4, PART=1, FLOATING\
END/' slide.adm >tire.adm
exits 2 run tire.adm --end 1 -o tire
says err 'there is no library `abgTire.so` (it is part of the tires of ADAMS); 2 statements call it, the first here'
says err '`--leave-out GFORCE`'
[ "$(grep -c abgTire err)" -le 3 ] || fail "a library is told more than once: $(cat err)"
exits 0 run tire.adm --end 1 --leave-out GFORCE -o tire

# --- files that are no models, and decks that are elsewhere ----------------------------------------
cp slide.adm model.cmd
exits 2 run model.cmd --end 1 -o cmd
says err 'a file `.cmd` holds commands of ADAMS/View, which make a model there: it is no model'
printf 'D:\\users\\me\\slide.adm\nout\nSIMULATE/DYNAMIC, END=0.5, STEPS=10\nSTOP\n' >go.acf
exits 0 run go.acf -o go
says err 'is not there: the deck beside this file is taken'
printf 'D:\\users\\me\\none.adm\nout\nSIMULATE/DYNAMIC, END=0.5, STEPS=10\nSTOP\n' >gone.acf
exits 2 run gone.acf -o gone
says err 'none.adm'

# --- one matrix in four forms, and the slope of a family of curves -------------------------------------
cat >forms.adm <<'STOP'
matrices
PART/1, GROUND
PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2
MATRIX/1, ROWS=4, COLUMNS=3, FULL=RORDER, VALUES=0,0,0, 1,1,0, 2,0,1, 3,1,1
MATRIX/2, ROWS=4, COLUMNS=3, FULL=CORDER, VALUES=0,1,2,3, 0,1,0,1, 0,0,1,1
MATRIX/3, M=4, N=3, SPARSE, I=2,2,3,3,4,4,4, J=1,2,1,3,1,2,3, VALUES=1,1,2,1,3,1,1
MATRIX/4, FILE=forms.mat, NAME=four
CURVE/1, OPEN, CURVE_POINTS, MATRIX=1
CURVE/2, OPEN, CURVE_POINTS, MATRIX=2
CURVE/3, OPEN, CURVE_POINTS, MATRIX=3
CURVE/4, OPEN, CURVE_POINTS, MATRIX=4
VARIABLE/1, FUNCTION=CURVE(TIME,0,2,1)
VARIABLE/2, FUNCTION=CURVE(TIME,0,2,2)-VARVAL(1)
VARIABLE/3, FUNCTION=CURVE(TIME,0,2,3)-VARVAL(1)
VARIABLE/4, FUNCTION=CURVE(TIME,0,2,4)-VARVAL(1)
SPLINE/1, X=0,1,2,3,4, Y=1, 0,1,4,9,16, Y=2, 0,2,8,18,32
VARIABLE/5, FUNCTION=AKISPL(TIME,1.5,1,1)
VARIABLE/6, FUNCTION=CUBSPL(TIME,1.5,1,2)
END
STOP
printf '%s\n' 'ADAMSMAT four forms' 1 four 'four FULL RORDER 4 3 12 (3F4.1)' ' 0.0 0.0 0.0' ' 1.0 1.0 0.0' ' 2.0 0.0 1.0' \
    ' 3.0 1.0 1.0' >forms.mat
exits 0 run forms.adm --end 1 --steps 4 -o forms
near "$(at forms 0.5 VARIABLE_1)" -0.09375 1e-12 || fail "CURVE by a matrix is $(at forms 0.5 VARIABLE_1)"
for k in 2 3 4; do
    near "$(at forms 0.75 VARIABLE_$k)" 0 1e-15 || fail "MATRIX/$k is another matrix: $(at forms 0.75 VARIABLE_$k)"
done
near "$(at forms 0.5 VARIABLE_5)" 1.5 1e-12 || fail "the slope of a family is $(at forms 0.5 VARIABLE_5)"
near "$(at forms 0.5 VARIABLE_6)" 3 1e-12 || fail "the second slope of a family is $(at forms 0.5 VARIABLE_6)"

# --- what there is no element for: one line for all of a kind, with how many ----------------------------
cat >without.adm <<'STOP'
what there is no element for
PART/1, GROUND
PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2
NFORCE/1, I=1,2, J=3
NFORCE/2, I=1,2, J=3
NFORCE/3, I=1,2, J=3
FE_PART/1
FE_LOAD/2
TIRE/1
UCON/1
CLEARANCE/1
SURFACE/1
EXTERNAL_SYSTEM/1
SECTION/1
SECTION/2
ENVIRONMENT/X=1
END
STOP
exits 2 check without.adm
says err 'without.adm:5:1: error: NFORCE: polhode has no element for it yet (a linear force between many markers by matrices); 3'
for kind in FE_PART FE_LOAD TIRE UCON CLEARANCE SURFACE EXTERNAL_SYSTEM; do
    [ "$(grep -c "error: $kind/[12]: polhode has no element for it yet" err)" = 1 ] || fail "$kind is not refused once"
done
[ "$(grep -c 'SECTION has no meaning here' err)" = 1 ] || fail "SECTION is not skipped with one line"
exits 0 check without.adm --leave-out NFORCE --leave-out FE_PART --leave-out FE_LOAD --leave-out TIRE \
    --leave-out UCON --leave-out CLEARANCE --leave-out SURFACE --leave-out EXTERNAL_SYSTEM
says err 'NFORCE is left out, as asked for: 3 statements'

# --- time histories of RPC III ------------------------------------------------------------------------
cat >rpc.py <<'STOP'
import math, struct, sys
def write(name, order, floats, frames, per_frame, per_group, **other):
    channels, step = 3, 0.01
    points, groups = frames*per_frame, -(-frames*per_frame//per_group)
    head = {'FORMAT': 'BINARY_IEEE_' + ('LITTLE' if order == '<' else 'BIG') + '_END', 'NUM_HEADER_BLOCKS': 0,
            'NUM_PARAMS': 0, 'FILE_TYPE': 'TIME_HISTORY', 'DATA_TYPE': 'FLOATING_POINT' if floats else 'SHORT_INTEGER',
            'CHANNELS': channels, 'DELTA_T': step, 'PTS_PER_FRAME': per_frame, 'PTS_PER_GROUP': per_group, 'FRAMES': frames}
    head.update({'SCALE.CHAN_%d' % c: 0.001*c for c in range(1, channels + 1)})
    head.update(other)
    head = {k: v for k, v in head.items() if v is not None}
    head['NUM_PARAMS'] = len(head)
    head['NUM_HEADER_BLOCKS'] = -(-len(head)//4)
    data = b''.join(struct.pack('32s96s', k.encode(), str(v).encode()) for k, v in head.items())
    data += b'\0'*(512*head['NUM_HEADER_BLOCKS'] - len(data))
    for g in range(groups):
        for c in range(1, channels + 1):
            for i in range(g*per_group, (g + 1)*per_group):
                v = 10*c + i if i < points else 7777
                data += struct.pack(order + 'f', 0.001*c*v) if floats else struct.pack(order + 'h', v)
    open(name, 'wb').write(data if name != 'short.rsp' else data[:-800])
write('a.rsp', '<', False, 5, 16, 32)
write('b.rsp', '>', True, 5, 16, 32)
write('short.rsp', '<', False, 5, 16, 32)
write('step.rsp', '<', False, 5, 16, 32, DELTA_T='none')
write('odd.rsp', '<', False, 5, 16, 33)
write('form.rsp', '<', False, 5, 16, 32, FORMAT='ASCII')
write('less.rsp', '<', False, 5, 16, 32, FRAMES=None)
STOP
python3 rpc.py
cat >history.adm <<'STOP'
a history
UNITS/FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=MILLISECOND
PART/1, GROUND
PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2
SPLINE/1, FILE=D:\data\a.rsp, CHANNEL=2
SPLINE/2, FILE=b.rsp, CHANNEL=3
SPLINE/3, FILE=a.rsp, CHANNEL=1, LINEAR_EXTRAPOLATE
VARIABLE/1, FUNCTION=INTERP(TIME,1,1)
VARIABLE/2, FUNCTION=INTERP(TIME,3,2)
VARIABLE/3, FUNCTION=AKISPL(TIME,0,3)
END
STOP
exits 0 run history.adm --end 1 --steps 40 -o history
says err '`D:\data\a.rsp` is not there: the file beside this one is taken'
for row in 0.025:0.045:0.0975:0.0125 0.325:0.105:0.1875:0.0425 0.75:0.19:0.315:0.085 1:0.198:0.327:0.11; do
    for k in 1 2 3; do
        time=${row%%:*}
        want=$(echo "$row" | cut -d: -f$((k + 1)))
        got=$(at history "$time" VARIABLE_$k)
        near "$got" "$want" 1e-8 || fail "history: VARIABLE_$k is $got at $time s, want $want"
    done
done
wrong_history() # TEXT ARGUMENTS
{
    sed "/^SPLINE\/[23]/d; /^VARIABLE\/[23]/d; s/^SPLINE.*/SPLINE\/1, $2/" history.adm >no.adm
    exits 2 check no.adm
    says err "$1"
}
wrong_history 'no.adm:6:31: error: the file has no channel 4' 'FILE=a.rsp, CHANNEL=4'
wrong_history 'no.adm:6:1: error: the file has several channels: which?' 'FILE=a.rsp'
wrong_history 'it is shorter than its head says' 'FILE=short.rsp, CHANNEL=1'
wrong_history 'its DELTA_T is no time above zero' 'FILE=step.rsp, CHANNEL=1'
wrong_history 'PTS_PER_GROUP is no multiple of PTS_PER_FRAME' 'FILE=odd.rsp, CHANNEL=1'
wrong_history 'its FORMAT is neither' 'FILE=form.rsp, CHANNEL=1'
wrong_history 'its head lacks NUM_HEADER_BLOCKS' 'FILE=less.rsp, CHANNEL=1'
wrong_history 'no.adm:6:16' 'FILE=none.rsp, CHANNEL=1'

# --- signals of a given spectrum: the effective value is that of the density ---------------------------
cat >noise.adm <<'STOP'
noise
PART/1, GROUND
PART/2, MASS=1, CM=20, IP=1,1,1
MARKER/20, PART=2
SPLINE/1, X=1,2,4,8, Y=1,3,2,5
VARIABLE/1, FUNCTION=INVPSD(TIME,1,1,8,14,0,3)
VARIABLE/2, FUNCTION=INVPSD(TIME+4,1,1,8,14,0,3)
VARIABLE/3, FUNCTION=INVPSD(TIME,1,1,8,14,1,4)
END
STOP
exits 0 run noise.adm --end 4 --steps 400 -o noise
says err 'the spectrum is the same, the signal another'
"$POLHODE" table noise VARIABLE_1 VARIABLE_2 VARIABLE_3 | awk -F, 'NR > 1 && NR < 402 { a += $2^2; b += ($2 - $3)^2; c += $4^2 }
    END { print a/400, b, c/400 }' >power
read -r straight again curved <power
near "$straight" 21 1e-6 || fail "INVPSD: mean square $straight, want 21"
near "$again" 0 1e-9 || fail "INVPSD: the same seed has another signal"
near "$curved" 20.534755574 1e-4 || fail "INVPSD: mean square $curved, want 20.5348"
for bad in '0,8,14,0,3:does not reach from the first' '2,1,14,0,3:lie above 0' '1,8,1,0,3:from 2 to 1000' \
    '1,8,14,2,3:linlog is 0' 'TIME,8,14,0,3:of INVPSD are numbers'; do
    sed "s/^VARIABLE\/1.*/VARIABLE\/1, FUNCTION=INVPSD(TIME,1,${bad%%:*})/" noise.adm >loud.adm
    exits 2 check loud.adm
    says err "${bad#*:}"
done
exit $failed
