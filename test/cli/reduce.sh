# SPDX-License-Identifier: BSD-3-Clause
#
# reduce.sh -- the command: what it takes, what it prints, what it refuses and with which status.
. "${0%/*}/lib.sh"

# masses at the corners of a block of cubes, springs between neighbours: MatrixMarket and its table
awk 'BEGIN {
    for (i = 0; i < 4; i++) for (j = 0; j < 2; j++) for (k = 0; k < 2; k++) { n++; x[n] = i; y[n] = j + .1 * i; z[n] = k }
    print "node,direction,x,y,z" >"dofs.csv"
    for (p = 1; p <= n; p++) for (d = 1; d <= 3; d++) print p "," d "," x[p] "," y[p] "," z[p] >"dofs.csv"
    for (p = 1; p <= n; p++) for (d = 1; d <= 3; d++) m[3 * p - 3 + d] = 1
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

exits 0 reduce stiffness.mtx mass.mtx dofs.csv -i left=1,2,3 -i right=16:position -o a.phf.h5
says out "nodes                      16"
says out "equations                  48"
says out "mass                       16 kg"
says out "9 unknowns of the interface"
says out "right                    [3, 1.3, 1], position alone"
cp out told
exits 0 check a.phf.h5
cmp -s told out || { fail "check tells something else than reduce"; diff told out; }
exits 0 reduce dofs.csv --stiffness stiffness.mtx --mass mass.mtx -i left=1,2,3 -i right=16:position -o b.phf.h5
exits 0 check --json b.phf.h5
says out '"fixed_interface_modes": 20'
says out '"turns": false'
exits 0 reduce stiffness.mtx mass.mtx dofs.csv -n 3 --up-to 1e6 -o all.phf.h5
says out "modes                      42"

# the same files give the same bytes
exits 0 reduce stiffness.mtx mass.mtx dofs.csv -i left=1,2,3 -i right=16:position -o c.phf.h5
cmp -s a.phf.h5 c.phf.h5 || fail "twice the same reduction, and other bytes"

# what is refused, and how it is told
exits 2 reduce stiffness.mtx mass.mtx dofs.csv
says err "-o BODY.phf.h5 is missing"
exits 2 reduce stiffness.mtx mass.mtx dofs.csv -o a.h5
says err "ends in .phf.h5"
exits 2 reduce stiffness.mtx mass.mtx dofs.csv -i left=1,2,99 -i right=Nright -o x.phf.h5
says err "there is no node 99"
says err "there is no set \"Nright\""
exits 2 reduce frame.mnf -o x.phf.h5
says err "a modal neutral file of ADAMS"
says err "hint: export the finite-element matrices instead"
exits 2 reduce a.phf.h5 -o x.phf.h5
says err "is reduced already"
exits 2 reduce a.phf.h5 --stress-deck x.inp
says err "--deck JOB.inp"
exits 2 reduce stiffness.mtx --stress x.frd
says err "stresses belong to a body"
exits 2 reduce a.phf.h5 --stress none.frd
exits 2 reduce stiffness.mtx mass.mtx dofs.csv -u "mm t" -o x.phf.h5
says err "no unit of time"
exits 2 check none.phf.h5
says err "cannot read none.phf.h5"
head -c 20000 a.phf.h5 >cut.phf.h5
exits 2 check cut.phf.h5
says err "hint: the file is damaged"
printf 'x' | dd of=b.phf.h5 bs=1 seek=9000 conv=notrunc 2>/dev/null
exits 2 check b.phf.h5
says err "its bytes are not those that were written"
echo text >text.phf.h5
exits 2 check text.phf.h5
says err "no HDF5 file"
[ ! -e x.phf.h5 ] || fail "a refusal left a file"
exit $failed
