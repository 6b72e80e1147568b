# SPDX-License-Identifier: BSD-3-Clause
#
# long.sh -- a million steps and a hundred thousand bodies: how much work, and how much memory
# (peak.c). How long they take is for `make bench`: here it would depend on what else runs.
. "${0%/*}/lib.sh"
below() { awk -v a="$1" -v b="$2" 'BEGIN { exit !(a != "" && a < b) }'; }

# measure ARGUMENT...: runs the command through peak; $memory [kB]
measure()
{
    "$PEAK" "$POLHODE" "$@" >out 2>err </dev/null || {
        fail "polhode $*"
        cat err
    }
    memory=$(tail -n 1 err)
}

# --- memory does not grow with the number of steps -------------------------------------------------
# The same number of rows in both, since rows have buffers. Two equal runs differ by up to 0.4 MB;
# eight bytes kept from each step would be 7 MB.
for end in 10 100; do
    measure run "$SOURCE/models/papers/free-body.yaml" --integrator nmb --step 1e-4 --steps 100 \
        --end $end -o free
    echo "free body, nmb, ${end}0000 steps: $memory kB"
    [ $end = 10 ] && few=$memory
done
check "memory of 1e6 and of 1e5 steps: $memory kB, $few kB" below "$memory" $((few + 1024))
# one evaluation of the forces a step, one at the start, and one for a row: rows cost nothing else
measure run "$SOURCE/models/papers/free-body.yaml" --integrator nmb --step 1e-4 --every 0.1 -o free \
    --json
echo "free body, nmb, 1000000 steps, 1001 rows: $memory kB"
[ "$(field steps) $(field force_evaluations) $(field output_evaluations)" = "1000000 1000001 1001" ] ||
    fail "$(field steps) steps, $(field force_evaluations) and $(field output_evaluations) evaluations"

# --- nor with the number of rows -------------------------------------------------------------------
for rows in 1000 100000; do
    measure run "$SOURCE/models/papers/free-body.yaml" --integrator nmb --step 1e-3 --steps $rows \
        -o rows
    echo "free body, $rows rows: $memory kB, $(wc -c <rows/result.h5) bytes"
    [ $rows = 1000 ] && few=$memory
done
check "memory of 1e5 and of 1e3 rows: $memory kB, $few kB" below "$memory" $((few + 8192))

# --- many bodies -----------------------------------------------------------------------------------
awk 'BEGIN {
    print "polhode: 1\ngravity: [0, 0, -9.81]\noutputs: [energy]\nbodies:"
    for (i = 0; i < 100000; i++)
        printf "  b%d: {mass: 1, inertia: [1, 2, 2.5], position: [%d, 0, 0], omega: [0.1, 1, %g]}\n",
               i, i, i / 1e5
    print "simulate: {end: 0.1, step: 0.01, integrator: ipcdm}" }' >many.yaml
measure run many.yaml -o many --json
echo "100,000 bodies: $memory kB"
[ "$(field steps)" = 10 ] || fail "100,000 bodies: $(field steps) steps, want 10"
[ "$("$POLHODE" table many | wc -l)" = 12 ] || fail "100,000 bodies: rows"
exit $failed
