# SPDX-License-Identifier: BSD-3-Clause
#
# converge.sh -- what `polhode converge` says about bad requests and methods that fail, and the files
# it writes. The numbers are checked in tables.sh.
. "${0%/*}/lib.sh"
free=$SOURCE/models/papers/free-body.yaml

exits 2 converge "$free" --integrators dvm,foo,nmb --h 1
says err 'no integrator `dvm`'
says err 'did you mean "dmv"?'
says err 'no integrator `foo`'
for h in 0 -1 x 0.1,nan , ''; do
    exits 2 converge "$free" --h "$h"
    says err "--h wants up to"
done
exits 2 converge "$free" --integrators , --h 1
says err "--integrators wants"
exits 2 converge "$free" --h 1 --reference cf4
says err "--reference wants an integrator and a step"
exits 2 converge "$free" --h 1 --reference foo:0.1
says err 'no integrator `foo`'
exits 2 converge "$free" --h 1 --end 5
says err "with --end give --reference"
exits 0 converge "$free" --h 1 --set bodies.body.mass=2
says err "the file's reference belongs to the file's own values"
sed '/^reference/,/momentum/d' "$free" >m.yaml
exits 2 converge m.yaml --h 1
says err 'the model file has no `reference`'

# without --h: the file's step, its half and its quarter; against a fine run the order is two
exits 0 converge m.yaml --reference cf4:0.01 --end 10 --csv
awk -F, 'NR > 2 && !($4 > 1.98 && $4 < 2.02) { exit 1 } END { exit NR != 4 }' out ||
    fail "three steps of order two expected: $(cat out)"

# a method that fails does not hide the others
exits 1 converge "$free" --integrators dmv,nmb --h 4,2
says out 'failed: t = 0 s: integrator `dmv` found no solution'
says out 'nmb '
says err 'polhode converge: dmv, h = 4 s: t = 0 s: integrator `dmv` found no solution'
grep -q 'nmb' err && fail "a method that did well is complained about"
exits 1 converge "$free" --integrators dmv,nmb --h 4,2 --csv
says out 'dmv,4,,,,,0'
says err 'dmv, h = 4 s: t = 0 s: integrator `dmv` found no solution'

# to tolerances: the error of the default integrator follows them
top=$SOURCE/models/papers/heavy-top.yaml
exits 0 converge "$top" --integrators galpha --tol 1e-3,1e-4,1e-5 --csv
awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) c[$i] = i }
         NR > 1 { ratio = $c["position"] / $c["tolerance"]; steps = $c["steps"]
                  if (NR == 2 || ratio < low) low = ratio; if (NR == 2 || ratio > high) high = ratio
                  if (!(steps > last)) exit 1; last = steps }
         END { exit !(NR == 4 && high < 10 * low) }' out || fail "error over tolerance: $(cat out)"
exits 2 converge "$top" --tol 1e-3 --h 0.1
says err "not both"
exits 1 converge "$free" --integrators nmb --tol 1e-3
says out "it cannot follow a tolerance"
says err "polhode converge: nmb, tolerance = 0.001: "
# a reference that is no integrator is bad usage, one that fails on its way a failure
exits 1 converge "$free" --integrators nmb --h 1 --reference dmv:4
says err 'the reference, dmv with h = 4 s, failed: t = 0 s: integrator `dmv` found no solution'
exits 2 converge "$top" --tol 0
says err "--tol wants up to"

# files; the figure shows every method by name
if command -v gnuplot >/dev/null; then
    methods=$("$POLHODE" list integrators --json | grep '"name"' |
        grep -vc 'steps of its own\|not in this build')
    exits 0 converge "$free" --integrators all --h 0.5,0.25 -o study
    [ "$(wc -l <study/converge.csv)" = $((2 * methods + 1)) ] ||
        fail "converge.csv has not $methods methods with 2 steps"
    # a legend that is too long goes on in a column beyond the edge: count the names that are inside
    awk -F'[(,)]' '/translate\(/ { x = $2 + 0; y = $3 + 0 }
        /<text>/ { name = $0; gsub(/.*<text>|<.text>.*/, "", name)
                   if (y < 992 && x + 7 * length(name) < 860) print name }' study/converge.svg |
        sort -u >names
    for method in $(sed 1d study/converge.csv | cut -d , -f 1 | sort -u); do
        grep -qx -e "$method" names || fail "$method is not in the legend"
    done
fi
: >file
exits 1 converge "$free" --h 1 -o file/below
says err "cannot make file/below"
exit $failed
