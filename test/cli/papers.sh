# SPDX-License-Identifier: BSD-3-Clause
#
# papers.sh -- claims of the rotation papers, and numbers in closed form, as a user
# gets them from the command.
. "${0%/*}/lib.sh"
papers=$SOURCE/models/papers

# --- cf4, of order four, reproduces every reference in the files -----------------------------------
# problem, step, size of the momentum
while read -r problem h size; do
    exits 0 converge "$papers/$problem.yaml" --integrators cf4 --h "$h" --csv
    awk -F, -v size="$size" 'NR == 2 { exit !($3 <= 1e-9 && $5 <= 1e-9 * size) }' out ||
        fail "$problem: cf4 at $h misses the reference: $(tail -n 1 out)"
done <<END
free-body 0.00390625 1
book-toss 0.0001953125 40
lagrangian-top 0.000390625 7.5
fast-top 0.00015625 50
slow-top 0.000390625 5
coulomb-wall 0.000390625 3.4
symmetric-top 0.003125 2100
forced-sphere 0.001 171828
forced-cylinder 7.8125e-6 4.7e-4
forced-cylinder-552t 7.8125e-6 7.8e-5
two-cylinders 0.0025 5
END

# --- fast top: sw and hstagm alike, nmb eight times worse, liemid-ea eight times better ------------
exits 0 converge "$papers/fast-top.yaml" --integrators sw,hstagm,nmb,liemid-ea,lp2 --h 0.0025 --csv
while read -r method error; do
    got=$(awk -F, -v m="$method" '$1 == m { printf "%.1e", $3 }' out)
    [ "$got" = "$error" ] || fail "fast top, $method: attitude error $got, want $error"
done <<END
sw 8.5e-04
hstagm 8.3e-04
nmb 7.1e-03
liemid-ea 1.0e-04
lp2 3.5e-05
END

# --- two cylinders: velocities in closed form, order two improved and one original -----------------
# order METHOD: the observed orders of both cylinders' end velocities, from h and h/2
order()
{
    for h in 0.005 0.0025; do
        exits 0 run "$papers/two-cylinders.yaml" --integrator "$1" --step $h -o rub
        at rub 1 one.omega.z two.omega.z
    done | awk 'function size(x) { return x < 0 ? -x : x }
        { a[NR] = size($1 - 0.690681179136333); b[NR] = size($2 + 0.145549508693195) }
        END { print log(a[1] / a[2]) / log(2), log(b[1] / b[2]) / log(2) }'
}
for pair in ipcdm:2 pcdm:1; do
    for got in $(order ${pair%:*}); do
        check "two cylinders, ${pair%:*}: order $got" near "$got" ${pair#*:} 0.03
    done
done

# --- forced sphere: where an arrow along the body's x axis ends ------------------------------------
exits 0 run "$papers/forced-sphere.yaml" --integrator ipcdm --step 1e-4 -o sphere
arrow=$(at sphere 1 body.quat |
    awk '{ printf "%.15g %.15g %.15g", 1 - 2 * ($3^2 + $4^2), 2 * ($2 * $3 + $1 * $4),
                  2 * ($2 * $4 - $1 * $3) }')
# shellcheck disable=SC2086
set -- $arrow
check "arrow x" near "$1" 0.2934439661029839 1e-7
check "arrow y" near "$2" 0 1e-12
check "arrow z" near "$3" -0.9559762752065298 1e-7

# --- symmetric top over 10,000 s: the energy grows alike with both, and not at all with nmb --------
while read -r method growth slack; do
    exits 0 run "$papers/symmetric-top.yaml" --integrator "$method" --end 10000 --step 0.01 \
        --every 1000 -o top
    got=$("$POLHODE" table top energy.total |
        awk -F, 'NR == 2 { e = $2 } { d = $2 / e - 1 } END { printf "%.4e", d }')
    check "symmetric top, $method: energy" near "$got" "$growth" "$slack"
done <<END
pcdm 7.384e-4 3.7e-6
ipcdm 7.384e-4 3.7e-6
nmb 0 1e-12
END

# --- slow top: the staggered method leaves the energy at about 12.8 s ------------------------------
exits 0 run "$papers/slow-top.yaml" --integrator hstagm --end 30 --step 0.05 -o slow
says err "a body turned by up to"
got=$("$POLHODE" table slow energy.total | awk -F, 'NR == 2 { e = $2 }
    NR > 1 { d = $2 / e - 1; if (d > 0.5 || d < -0.5) { print $1; exit } }')
check "slow top, hstagm: energy off by half at" near "$got" 12.8 0.1

# --- force evaluations: per step, per start; implicit methods one for each residual ----------------
while read -r methods per_step start; do
    for method in $(echo "$methods" | tr , ' '); do
        exits 0 run "$papers/book-toss.yaml" --integrator "$method" --step 0.01 -o count --json
        steps=$(field steps) starts=$(field restarts) iterations=$(field iterations)
        if [ "$start" = - ]; then
            want=$((steps + iterations))
        else
            want=$((per_step * steps + start * starts))
        fi
        [ "$steps $starts" = "500 2" ] || fail "$method: $steps steps, $starts starts"
        [ "$(field force_evaluations)" = $want ] ||
            fail "$method: $(field force_evaluations) force evaluations, want $want"
    done
done <<END
nmb,nms,sw,liemid-ea,dmv,lp2,pcdm,pcdm-lead,ipcdm,ipcdm-pred,ipcdm-corr,ipcdm-gpred 1 1
liemid-e1,liemid-e2,liemid-ea-dkd 1 0
hstagm 2 2
pcdm-mid 2 0
cf4 4 0
akw,akw-exp,liemid,energy-momentum 1 -
END
exit $failed
