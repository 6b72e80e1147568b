# SPDX-License-Identifier: BSD-3-Clause
#
# decks.sh -- ADAMS decks through the command: they run as they are, whatever their line ends; bad
# ones are refused with all that is wrong with them, and nothing is written.
. "${0%/*}/lib.sh"

deck()
{
    cat <<'STOP'
ADAMS/View model name: pendulum
!
!                       SYSTEM UNITS
UNITS/
, FORCE = NEWTON, MASS = KILOGRAM
, LENGTH = MILLIMETER, TIME = SECOND
!                       adams_view_name='ground'
PART/1, GROUND
MARKER/0011, PART = 1, REULER = 0D, 90D, 0D
!                       adams_view_name='bob.left'
PART/2, MASS = 2, CM = 21, IP = 100, 100, 1.0D+2
MARKER/21, PART = 2, QP = 1.0E3, 0, 0
mark/22, par = 2
, reu = 0d,
, 90d, 0d
!                       adams_view_name='pin'
  JOINT/5, REVOLUTE, &
  I = 22, J = 11
accgrav/ kgrav = -9806.65
OUTPUT/REQSAVE; RESULTS/
END
this is not read
MARKER/22, PART = 2
STOP
}

# --- it runs, and how it is written does not matter ------------------------------------------------
deck >a.adm
exits 0 run a.adm --end 1 --tol 1e-6 --steps 10 -o a
exits 0 table a bob_left.pos.z bob_left.vel.x
cp out a.csv
says out 'time,bob_left.pos.z'
deck | awk '{ printf "%s\r\n", $0 }' >b.ADM
exits 0 run b.ADM --end 1 --tol 1e-6 --steps 10 -o b
exits 0 table b bob_left.pos.z bob_left.vel.x
cmp -s out a.csv || fail "line ends of DOS change the result"

# behind END there may be anything, a second marker of the same number among it; without one that is
# told
exits 0 check a.adm
grep -q 'not read\|no END\|MARKER/22' err && fail "text behind END is read: $(cat err)"
deck | sed '/^END/,$d' >open.adm
exits 0 check open.adm
says err 'the deck has no END: is it complete?'
deck | sed '/^END/d' >read.adm
exits 2 check read.adm
says err 'read.adm:21:'
exits 0 check a.adm
says out 'degrees of freedom         1'
exits 0 check a.adm --json

# what is skipped is told once
exits 0 check a.adm
says err 'a.adm:20:1: note: OUTPUT has no meaning here and is skipped'
says err 'a.adm:20:17: note: RESULTS has no meaning here and is skipped'
[ "$(grep -c OUTPUT err)" = 1 ] || fail "OUTPUT is noted more than once"

# --- bad decks ------------------------------------------------------------------------------------
cp -r a saved
for bad in "$SOURCE"/test/data/bad/adams/*.adm; do
    case $bad in */override.adm) continue ;; esac
    exits 2 run "$bad" --end 1 -o a
    says err 'error: '
    [ -s out ] && fail "$bad: a refused deck prints a summary"
    exits 2 check "$bad"
done
diff -r a saved >/dev/null || fail "a refused deck has changed an older result"
deck | sed 's/MASS = 2/MAS = two/; s/22, J/23, J/; s/^OUTPUT/UCON\/4, OUTPUT/' >c.adm
exits 2 run c.adm --end 1 -o c
says err 'c.adm:11:'
says err 'c.adm:18:7: error: there is no MARKER/23'
says err 'c.adm:20:1: error: UCON/4: polhode has no element for it yet'
[ -e c ] && fail "a refused deck makes a folder"
exits 2 run a.adm --end 1 --set bodies.bob_left.mass=1 -o c
says err 'values of an ADAMS deck cannot be set'
exits 2 run a.adm -o c
says err 'no final time is given'
exits 2 run nothere.adm --end 1
says err 'cannot read nothere.adm'
head -c 3000 "$POLHODE" >binary.adm
exits 2 run binary.adm --end 1
says err 'the file is not a text'

# --- statements that are left out, geometry in files ----------------------------------------------
deck | sed 's/^OUTPUT.*/UCON\/4, JOINTS = 5, 6\nUCON\/5\nGRAPHICS\/1, EXTERNAL, RM = 21, FILE = bob.xmt_txt/' >users.adm
exits 2 run users.adm --end 1 -o c
says err 'users.adm:20:1: error: UCON: polhode has no element for it yet'
says err '; 2 statements, the first here'
says err 'hint: it would change the motion: `--leave-out UCON` goes without them and says so'
exits 0 run users.adm --end 1 --tol 1e-6 --steps 10 -o c --leave-out ucon
says err 'users.adm:20:1: warning: UCON is left out, as asked for: 2 statements, the first here'
says err 'shapes in files are not drawn (1 left out)'
exits 0 table c bob_left.pos.z bob_left.vel.x
cmp -s out a.csv || fail "what is left out changes the result"
exits 0 check users.adm --leave-out UCON --leave-out GRAPHICS
exits 2 check users.adm --leave-out UCONS
says err 'did you mean UCON?'
mkdir -p meshes
printf 'v 0 0 0\nv 100 0 0\nv 0 100 0\nf 1 2 3\n' >meshes/Bob.OBJ
exits 0 convert users.adm users.yaml --leave-out UCON --geometry meshes
says users.yaml 'type: mesh'
says users.yaml 'meshes/Bob.OBJ'
says users.yaml 'scale: 0.001'
exits 0 check users.yaml
exits 2 check users.adm --leave-out UCON --geometry nowhere
says err 'cannot look into the folder of geometry'
exits 2 check users.yaml --geometry meshes
says err 'a folder of geometry is for ADAMS decks'
# --- beams of other formulations are refused, or taken as LINEAR with a word about it ---------------
cat >string.adm <<'EOF'
two strings
UNITS/ FORCE=NEWTON, MASS=KILOGRAM, LENGTH=METER, TIME=SECOND
PART/1, GROUND
MARKER/10, PART=1
PART/2, QG=1,0,0, MASS=2, CM=20, IP=0.5,0.6,0.7
MARKER/20, PART=2
BEAM/1, I=20, J=10, LENGTH=1, AREA=1E-4, IXX=2E-8, IYY=1E-8, IZZ=1E-8, EMODULUS=2E6, GMODULUS=8E5
, FORMULATION=STRING
BEAM/2, I=20, J=10, LENGTH=1, AREA=1E-4, IXX=2E-8, IYY=1E-8, IZZ=1E-8, EMODULUS=2E6, GMODULUS=8E5
, FORMULATION=NONLINEAR
END
EOF
exits 2 check string.adm
says err 'BEAM/1: there is FORMULATION=LINEAR alone; 2 statements, the first here'
says err '`--approximate BEAM` takes LINEAR and says so'
exits 0 run string.adm --end 0.1 -o c --approximate beam
says err 'BEAM/1 is taken as FORMULATION=LINEAR, as asked for: 2 statements, the first here'
exits 2 check string.adm --approximate CONTACT
says err 'CONTACT cannot be approximated'
exits 2 convert a a.csv --leave-out UCON
says err '--leave-out is for models'
rm -r c

# --- the table of statements ------------------------------------------------------------------------
exits 0 list statements
says out 'SFORCE/id'
says out 'refused'
exits 0 list statements --json
says out '"name": "JOINT", "numbered": true, "use": "read"'
exit $failed
