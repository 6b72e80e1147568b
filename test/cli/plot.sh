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
exits 2 plot r top.pos --log z
says err "x, y or xy"
exits 2 plot r top.pos --fft --phase
says err "one at a time"
exits 2 plot r r/result.h5
says err "which columns?"
# several results: each must open, and have the columns in the same units
"$MAKE_RESULT" half 151 0.02 || exit 1
"$MAKE_RESULT" late 10 0.01 5 || exit 1
"$MAKE_RESULT" other 301 0.01 0 cm || exit 1
exits 2 plot r nowhere top.pos
says err 'no column "nowhere"'
exits 2 plot r top.pos --with nowhere
says err "nowhere"
exits 2 plot r top.pos --minus nowhere
exits 2 plot r other top.pos.x
says err 'units differ: "top.pos.x" is in [m] in "r" and in [cm] in "other"'
exits 2 plot r top.pos.x --minus other
says err "units differ"
exits 2 plot r top.vel.x --x top.pos.x --with other
says err "units differ"
exits 2 plot r top.pos.x --minus late
says err "no common times: one result covers 0 to 3 s, the other 5 to 5.09 s"
exits 2 plot r top.pos top.vel --phase
says err "draw columns of one unit"
exits 2 plot r gaps --fft
says err "finite"
exits 2 plot r top.pos.x --fft --to 0.02
says err "8 rows"
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

# ends FIGURE FIRST LAST: the numbers at the vertical axis of a figure with one panel
ends()
{
    awk '/text-anchor=/ { axis = /text-anchor="end"/ }
         axis && /<tspan/ { gsub(/<[^>]*>|[ \t]/, ""); print }' "$1" >numbers
    [ "$(head -n 1 numbers) $(tail -n 1 numbers)" = "$2 $3" ] ||
        fail "$1: the axis has $(tr '\n' ' ' <numbers), want $2 to $3"
}

# an axis does not cross zero where no value does: kinetic energy from 0 to 450 J
exits 0 plot r energy.kinetic -o fig.svg
ends fig.svg 0 450
zero=$(sed -n 's/.*M[0-9.]*,\([0-9.]*\) L.*text-anchor="end".*/\1/p' fig.svg | head -n 1)
bottom=$(sed -n 's/.*M[0-9.]*,[0-9.]* L[0-9.]*,\([0-9.]*\) L[0-9.]*,\1 .*/\1/p' fig.svg | head -n 1)
near "$zero" "$bottom" 0.5 || fail "zero is at $zero, the bottom of the frame at $bottom"
exits 0 plot r top.pos.x -o fig.svg
ends fig.svg -1 1

# phase plots: the rate of cos 2t is within 2
exits 0 plot r top.pos.x --phase
says err "r/top.pos.x-phase.svg"
says r/top.pos.x-phase.svg "rate of top.pos.x [m/s]"
says r/top.pos.x-phase.svg "top.pos.x [m]"
ends r/top.pos.x-phase.svg -2 2
exits 0 plot r top.vel --phase -o fig.svg
says fig.svg "[m/s^2]"
says fig.svg "top.vel [m/s]"

# spectra: the window is stated, and what is done to unequal rows
exits 0 plot r top.pos top.omega.x --fft -o fig.svg
says fig.svg "frequency [Hz]"
says fig.svg "amplitude of top.pos [m]"
says fig.svg "spectrum (Hann window)"
says err "spectrum of 301 rows, mean taken off, Hann window"
says err "of 50 Hz"
exits 0 plot r top.omega.x --fft --log y -o fig.svg
if grep -q "of 50 Hz" err; then fail "cut although all can be seen"; fi
exits 0 plot r top.pos.x --log y -o fig.svg
says err "157 points at or below zero are left out"
"$MAKE_RESULT" uneven 301 0.01 0 m 0.3 || exit 1
exits 0 plot uneven top.omega.x --fft -o fig.svg
says fig.svg "resampled to equal steps"
says err "by cubics at equal steps"

# several results, told apart by their folders; what is taken off is said
exits 0 plot r half top.pos -o fig.svg
says fig.svg "top.pos.x, half"
exits 0 plot r/result.h5 top.pos.x --with half/ -o fig.svg
says fig.svg ">half<"
exits 0 plot "$PWD/r" "$PWD/half" top.pos.x -o fig.svg
says fig.svg ">half<"
exits 0 plot half top.pos --minus r -o fig.svg
says fig.svg "half less r"
says fig.svg "difference of top.pos [m]"
says err '"r" is interpolated by cubics to 151 times from 0 to 3 s of "half"'
# the same function: rounding at common rows, of the fourth order between them
exits 0 plot r top.pos.x --minus half -o fig.svg
grep -q "×10" fig.svg || fail "differences are not small"
exits 0 plot r half top.pos --minus uneven --fft -o fig.svg
says fig.svg "amplitude of difference of top.pos [m]"

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
