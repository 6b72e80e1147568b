# SPDX-License-Identifier: BSD-3-Clause
#
# tables.sh -- `polhode converge` against tabulated errors and orders of every rotation method on
# nine problems (test/data/rotation-errors.csv: measured by an independent program, with references
# in quadruple precision). Errors agree to 1 %, orders to 0.05.
. "${0%/*}/lib.sh"
data=$SOURCE/test/data/rotation-errors.csv

methods=$(awk -F, '$1 == "free-body" { printf "%s%s", sep, $2; sep = "," }' "$data")
for problem in $(awk -F, 'NR > 1 && !seen[$1]++ { print $1 }' "$data"); do
    h=$(awk -F, -v p="$problem" '$1 == p { print $3; exit }' "$data")
    half=$(awk -v h="$h" 'BEGIN { printf "%.17g", h / 2 }')
    exits 0 converge "$SOURCE/models/papers/$problem.yaml" --integrators "$methods" \
        --h "$h,$half" --csv
    awk -F, -v problem="$problem" '
    function off(a, b) { return (a > b ? a - b : b - a) }
    function compare(what, got, want, order, wanted_order) {
        entries++
        if (!(off(got, want) <= 0.01 * want) || !(off(order, wanted_order) <= 0.05)) {
            printf "%s %s %s: error %.4g (want %.4g), order %.3f (want %.2f)\n",
                   problem, $1, what, got, want, order, wanted_order
            bad++
        }
    }
    FNR == NR { if ($1 == problem) { a[$2] = $4; ao[$2] = $5; m[$2] = $6; mo[$2] = $7; n++ }; next }
    # two lines for each method: the errors at h, the orders at h/2
    $1 in a && !($1 in coarse) { coarse[$1] = 1; attitude = $3; momentum = $5; next }
    $1 in a { compare("attitude", attitude, a[$1], $4, ao[$1])
              compare("momentum", momentum, m[$1], $6, mo[$1]) }
    END { printf "%s: %d of %d entries agree\n", problem, entries - bad, 2 * n
          exit bad > 0 || n != 21 || entries != 2 * n }' "$data" out || failed=1
done
exit $failed
