#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# engine_tables.sh POLHODE [--check] -- the tables of docs/integrators.md, measured.
#
# Rewrites the lines between the marks <!-- NAME --> of that page, or (--check) fails when a step count
# there is more than 10 % from the one measured now, or an error more than 30 %. A run that fails has a dash.
set -eu
polhode=$1
root=$(cd "$(dirname "$0")/.." && pwd)
page=$root/docs/integrators.md
top=$root/models/papers/heavy-top.yaml
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

engines=$("$polhode" list integrators --json |
    sed -n '/free bodies/!s/.*{"name": "\([^"]*\)".*/\1/p')
# those without damping are BDFs, whose steps are their own affair
equal=$("$polhode" list integrators --json |
    sed -n '/"alpha"\|"rho"/s/.*{"name": "\([^"]*\)".*/\1/p')

# study MODEL H1,H2 [FIELD..]: cells with these fields of the second row of a study, or dashes
study()
{
    model=$1 steps=$2
    shift 2
    if ! "$polhode" converge "$root/models/$model" --integrators "$name" --h $steps --csv \
        >"$work/csv" 2>"$work/err"; then
        for field; do printf ' - |'; done
        return
    fi
    awk -F, -v wanted="$*" 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
        NR == 3 { n = split(wanted, field, " ")
            for (i = 1; i <= n; i++)
                printf field[i] ~ /order/ ? " %.1f |" : " %.1e |", $column[field[i]] }' "$work/csv"
}

# --- fixed steps: error at the end, order between the two steps ------------------------------------
{
    echo "| integrator | heavy top: position [m] | order | attitude [rad] | order | pendulum: position [m] | order | spatial slider-crank: position [m] | order |"
    echo "|---|---|---|---|---|---|---|---|---|"
    for name in $equal; do
        printf '| `%s` |' "$name"
        study papers/heavy-top.yaml 1e-3,5e-4 position position_order attitude attitude_order
        study pendulum.yaml 0.01,0.005 position position_order
        study spatial-slider-crank.yaml 1e-3,5e-4 position position_order
        echo
    done
} >"$work/fixed"

# --- tolerances: steps, and the error at the end -----------------------------------------------------
want=$(sed -n '/^reference:/,$ s/.*position: \[\(.*\)\].*/\1/p' "$top")
{
    echo "| integrator | 1e-3: steps, error [m] | 1e-4 | 1e-5 | 1e-6 |"
    echo "|---|---|---|---|---|"
    for name in $engines; do
        printf '| `%s` |' "$name"
        for tol in 1e-3 1e-4 1e-5 1e-6; do
            code=0
            "$polhode" run "$top" --integrator "$name" --tol $tol -o "$work/run" --json --every 1 \
                >"$work/json" 2>"$work/err" || code=$?
            # a doubtful run has its error all the same
            if [ $code = 0 ] || [ $code = 3 ]; then
                steps=$(sed -n 's/.*"steps": *\([0-9]*\).*/\1/p' "$work/json" | head -n 1)
                "$polhode" table "$work/run" top.pos --at 1 | awk -F, -v want="$want" -v steps="$steps" '
                    NR == 2 { split(want, w, /, */)
                        for (i = 1; i <= 3; i++) sum += ($(i + 1) - w[i])^2
                        printf " %d, %.1e |", steps, sqrt(sum) }'
            else
                printf ' - |'
            fi
        done
        echo
    done
} >"$work/tolerance"

# --- the page with these tables in it ----------------------------------------------------------------
awk -v folder="$work" '
/^<!-- [a-z]+ -->$/ {
    print
    if (!inside) { while ((getline line <(folder "/" $2)) > 0) print line }
    inside = !inside
    next
}
!inside' "$page" >"$work/page"

if [ "${2-}" != --check ]; then
    cp "$work/page" "$page"
    exit 0
fi
# a build without SUNDIALS says nothing about ida
cp "$page" "$work/old"
case " $engines " in *ida*) ;; *) sed -i '/^| `ida/d' "$work/old" ;; esac
# word by word; numbers need not agree to the last digit
awk '
function number(w) { return w ~ /^[0-9.]+(e[-+]?[0-9]+)?,?$/ }
NR == FNR { line[FNR] = $0; lines = FNR; next }
{
    n = split(line[FNR], a, " "); m = split($0, b, " ")
    for (i = 1; i <= n || i <= m; i++) {
        d = a[i] - b[i]; if (d < 0) d = -d
        size = (b[i] + 0 < 0 ? -b[i] : b[i]) + 0
        if (a[i] == b[i] || (number(a[i]) && number(b[i]) && d <= (b[i] ~ /e/ ? 0.3 : 0.1) * size)) continue
        print FILENAME ":" FNR ": " a[i] ", measured " b[i]; bad = 1
    }
}
END { exit bad || FNR != lines }' "$work/old" "$work/page" || {
    echo "docs/integrators.md is not current: run tools/engine_tables.sh build/polhode"
    exit 1
}
