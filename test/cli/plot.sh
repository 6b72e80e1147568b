# SPDX-License-Identifier: BSD-3-Clause
#
# plot.sh -- figures of a synthetic result (make_result.c).
. "${0%/*}/lib.sh"
"$MAKE_RESULT" r 301 0.01 || exit 1

# without gnuplot: the package by name, and nothing left behind
mkdir empty
PATH=$work/empty "$POLHODE" plot r top.pos 2>err
[ $? = 1 ] || fail "exit 1 expected without gnuplot"
says err "gnuplot-nox"
[ "$(ls -A r | wc -l)" = 2 ] || fail "something is left behind"

exits 2 plot r
exits 2 plot r top.pos -o fig.gif
says err ".svg, .png or .pdf"
exits 2 plot r top.psos
says err 'did you mean "top.pos"?'
exits 2 plot r top.pos --x top.vel
says err "stands for 3"
exits 2 plot r top.pos --from 5
says err "covers 0 to 3 s"
exits 2 plot r top.pos --from 2 --to 1
exits 2 plot r top.pos --size 100
exits 1 plot r top.pos -o nowhere/fig.svg
says err "nowhere/fig.svg"

command -v gnuplot >/dev/null || {
    [ $failed = 0 ] && echo "skipped: no gnuplot" && exit 77
    exit 1
}

exits 0 plot r top.pos
says err "r/top.pos.svg"
says r/top.pos.svg "top.pos.x"
says r/top.pos.svg "time [s]"
says r/top.pos.svg "top.pos [m]"
says r/top.pos.svg "spinning"
exits 0 plot r top energy constant gaps -o fig.svg --title "a 'title' of <signs> & \$(more)"
says fig.svg "&lt;signs"
exits 0 plot r/result.h5 top.pos.y --x top.pos.x --from 0.5 --to 2 -o fig.png --size 400x300
head -c 4 fig.png | grep -q PNG || fail "no PNG"
exits 0 plot r energy.total -o fig.pdf
head -c 4 fig.pdf | grep -q PDF || fail "no PDF"
# names with signs, constants, numbers that differ in the twelfth digit, a single row
exits 0 plot r "it_s_100%" constant -o fig.svg
exits 0 plot r energy.total -o fig.svg
says fig.svg "98.1"
"$MAKE_RESULT" one 1 1
exits 0 plot one top.pos constant -o fig.svg
exits 1 plot one gaps -o other.svg
says err "nothing to draw"
[ -e other.svg ] && fail "a figure of nothing"

# many rows are thinned, and the peaks stay
"$MAKE_RESULT" long 100000 0.0001
exits 0 plot long top.omega.x -o fig.svg
says err "100000 rows"
[ "$(wc -c <fig.svg)" -lt 1000000 ] || fail "not thinned"

# what cannot be written leaves nothing behind and no older figure changed
cp fig.svg before.svg
(ulimit -f 1; exits 1 plot r top -o fig.svg; exit $failed) || failed=1
cmp -s fig.svg before.svg || fail "an older figure was changed"
mkdir folder.svg
exits 1 plot r top.pos -o folder.svg
[ -z "$(find . -name '.polhode*')" ] || fail "temporary files are left behind"
exit $failed
