# SPDX-License-Identifier: BSD-3-Clause
#
# reduce_ccx.sh -- a bracket of 44 bricks of twenty nodes, in millimetres and tonnes, from end to end:
# CalculiX makes its matrices, they are reduced, CalculiX finds the stresses of the modes; all against
# what it finds for its own modes. Skipped where there is no ccx.
. "${0%/*}/lib.sh"
command -v ccx >/dev/null 2>&1 || { echo "skipped: no ccx (Debian: calculix-ccx)"; exit 77; }
export OMP_NUM_THREADS=1

# an arm of 10 x 2 x 1 bricks along x, and a leg of 2 x 2 x 6 below its end; the masses of both by volume
awk 'function node(i, j, k) { return 1 + i + 100 * j + 10000 * k }
    function put(i, j, k) { if (!((i, j, k) in seen)) { seen[i, j, k]; printf "%d,%.12g,%.12g,%.12g\n", node(i, j, k), 5 * i, 4 * j, 3 * (k - 12) } }
    function brick(i, j, k,   a, b, c) {
        for (c = 0; c < 3; c++) for (b = 0; b < 3; b++) for (a = 0; a < 3; a++)
            if ((a == 1) + (b == 1) + (c == 1) < 2) put(2 * i + a, 2 * j + b, 2 * k + c)
        x = 2 * i; y = 2 * j; z = 2 * k
        line[++n] = sprintf("%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,%d,\n%d,%d,%d,%d,%d,%d", n,
            node(x,y,z), node(x+2,y,z), node(x+2,y+2,z), node(x,y+2,z), node(x,y,z+2), node(x+2,y,z+2),
            node(x+2,y+2,z+2), node(x,y+2,z+2), node(x+1,y,z), node(x+2,y+1,z), node(x+1,y+2,z),
            node(x,y+1,z), node(x+1,y,z+2), node(x+2,y+1,z+2), node(x+1,y+2,z+2), node(x,y+1,z+2),
            node(x,y,z+1), node(x+2,y,z+1), node(x+2,y+2,z+1), node(x,y+2,z+1)) }
    BEGIN { print "*NODE, NSET=Nall"
        for (i = 0; i < 10; i++) for (j = 0; j < 2; j++) brick(i, j, 6)
        for (i = 0; i < 2; i++) for (j = 0; j < 2; j++) for (k = 0; k < 6; k++) brick(i, j, k)
        print "*ELEMENT, TYPE=C3D20, ELSET=Eall"
        for (i = 1; i <= n; i++) print line[i]
        print "*NSET, NSET=Ntip"; for (p in seen) { split(p, q, SUBSEP); if (q[1] == 20) print node(q[1], q[2], q[3]) "," }
        print "*NSET, NSET=Nfoot"; for (p in seen) { split(p, q, SUBSEP); if (q[3] == 0) print node(q[1], q[2], q[3]) "," }
    }' >mesh.inp
{
    echo '*INCLUDE, INPUT=mesh.inp'
    printf '%s\n' '*MATERIAL, NAME=STEEL' '*ELASTIC' '210000,0.3' '*DENSITY' '7.85e-09' \
        '*SOLID SECTION, ELSET=Eall, MATERIAL=STEEL'
} >model.inp
{ cat model.inp; printf '%s\n' '*STEP' '*FREQUENCY, SOLVER=MATRIXSTORAGE' '10' '*END STEP'; } >job.inp
{ cat model.inp; printf '%s\n' '*STEP' '*FREQUENCY, STORAGE=NO' '14,-1e3' '*NODE FILE' 'U' '*EL FILE' 'S' \
    '*END STEP'; } >own.inp
ccx job >job.log 2>&1
ccx own >own.log 2>&1
[ -s job.sti ] || { tail -5 job.log; fail "ccx wrote no matrices"; }

# the free body: frequencies, mass, six rigid modes
exits 0 reduce job.sti -u "mm t s" -n 8 -o free.phf.h5 --json
json() { tr -d ' \n' <out | sed "s/.*\"$1\":\[*\([^],}]*\).*/\1/"; }
near "$(json mass)" "$(awk 'BEGIN { printf "%.15g", 7.85e-6 * 240 * (20 + 24) * 2 }')" 1e-13 || fail "mass $(json mass)"
tr -d ' \n' <out | sed 's/.*"frequency":\[\([^]]*\).*/\1/' | tr ',' '\n' >ours
# ccx takes its six lowest for zero
awk '/E I G E N/ { if (seen++) exit } NF == 5 && $1 ~ /^[0-9]+$/ { print $4 }' own.dat | sed -n 7,14p >theirs
[ "$(wc -l <theirs)" = 8 ] || { fail "no frequencies in own.dat"; cat own.dat; }
paste -d' ' ours theirs | awk '{ d = $1 / $2 - 1; if (d > 1e-6 || d < -1e-6) { print; bad = 1 } } END { exit bad }' ||
    fail "frequencies differ"
tr -d ' \n' <out | sed 's/.*"rigid":\[\([^]]*\).*/\1/' | tr ',' '\n' |
    awk -v f="$(head -1 ours)" '{ if ($1 > 1e-4 * f || $1 < -1e-4 * f) bad = 1 } END { exit bad }' || fail "rigid modes"
exits 0 check free.phf.h5
says out "six rigid modes"

# stresses: a step for each mode with all nodes prescribed, against ccx's own
exits 0 reduce free.phf.h5 --stress-deck stress.inp --deck job.inp
says err "run \`ccx stress\`, then \`polhode reduce free.phf.h5 --stress stress.frd\`"
ccx stress >stress.log 2>&1
exits 0 reduce free.phf.h5 --stress stress.frd -o hot.phf.h5
exits 0 check hot.phf.h5
says out "places"
difference=$("$MODAL_STRESS" hot.phf.h5 own.frd 6 1e-3 1e6) || fail "modal_stress: $?"
near "${difference#* }" 0 2e-5 || fail "stresses differ by $difference"
# results of another body are told
exits 2 reduce free.phf.h5 --stress own.frd -o no.phf.h5
says err "14 blocks of stresses for 8 modes"

# rigid ends stiffen, averages do not
first() { "$POLHODE" reduce job.sti -u "mm t s" "$@" -o x.phf.h5 --json | tr -d ' \n' | sed 's/.*"frequency":\[\([^],]*\).*/\1/'; }
rigid=$(first -i tip=Ntip:rigid -i foot=Nfoot)
mean=$(first -i tip=Ntip:average -i foot=Nfoot:average)
awk -v f="$(head -1 ours)" -v r="$rigid" -v m="$mean" \
    'BEGIN { exit !(r > f * 1.00001 && r < 1.1 * f && m > f * 0.9999999 && m < f * 1.000001) }' ||
    fail "free $(head -1 ours), rigid $rigid, average $mean Hz"

# shells of CalculiX cannot be told from the solids it makes of them
printf '%s\n' '*NODE' '1,0,0,0' '2,1,0,0' '3,1,1,0' '4,0,1,0' '*ELEMENT, TYPE=S4, ELSET=Eall' '1,1,2,3,4' \
    '*MATERIAL, NAME=M' '*ELASTIC' '210000,0.3' '*DENSITY' '7.85e-09' '*SHELL SECTION, ELSET=Eall, MATERIAL=M' \
    '0.1' '*STEP' '*FREQUENCY, SOLVER=MATRIXSTORAGE' '2' '*END STEP' >shell.inp
ccx shell >shell.log 2>&1
if [ -s shell.dof ]; then
    exits 2 reduce shell.sti -o x.phf.h5
    says err "a model of shells or beams cannot be reduced"
fi
exit $failed
