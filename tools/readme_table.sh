#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# readme_table.sh POLHODE [--check] -- the README's tables of integrators, measured.
#
# Order and evaluations of the rotation methods come from the two cylinders, whose torque depends on
# both bodies' velocities: there no method gains an order by luck. Order and error of the engines
# come from the heavy top; those that choose their own steps have dashes. Rewrites the lines between the
# marks <!-- integrators --> and <!-- engines --> in README.md, or (--check) fails when they differ.
set -eu
polhode=$1
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$polhode" list integrators >"$work/list"
methods=$(awk '/free bodies only/ { printf "%s%s", between, $1; between = "," }' "$work/list")
"$polhode" converge "$root/models/papers/two-cylinders.yaml" --integrators "$methods" \
    --h 0.005,0.0025 --csv >"$work/study"

awk -F, '
FILENAME ~ /study$/ {                       # integrator,h,attitude,order,momentum,order,calls
    if (FNR > 1 && seen[$1]++) { order[$1] = $6; calls[$1] = $7 / 400 }
    next
}
/^[a-z]/ && FNR > 1 {
    split($0, w, " "); name = w[1]; rest = $0
    if (!(name in order)) next              # a line of explanation
    keeps = ""
    if (rest ~ /symmetric/) keeps = keeps ", symmetric"
    if (rest ~ /momentum,|momentum  *\[|momentum, free/) keeps = keeps ", momentum"
    if (rest ~ /[ ,]energy[ ,]/) keeps = keeps ", energy"
    sub(/^, /, "", keeps)
    getline; sub(/^ */, ""); summary = $0
    printf "| `%s` | %s | %.2f | %.2f | %s |\n", name, summary, order[name], calls[name], keeps
}' "$work/study" "$work/list" >"$work/rows"

{
    echo "| name | method | order | evaluations per step | keeps |"
    echo "|---|---|---|---|---|"
    cat "$work/rows"
} >"$work/integrators"

{
    echo "| name | method | order | error [m] | damping |"
    echo "|---|---|---|---|---|"
    "$polhode" list integrators --json >"$work/json"
    sed -n '/free bodies/!s/.*"name": "\([^"]*\)".*"properties": \(\[.*\]\), "summary": "\([^"]*\)".*/\1|\2|\3/p' "$work/json" |
        while IFS='|' read -r name properties summary; do
            measured="- | -" damping=
            case $properties in *'"rho"'*) damping='`rho`' ;; *'"alpha"'*) damping='`alpha`' ;; esac
            # one without damping is a BDF, whose steps are its own affair
            if [ "$damping" ] && "$polhode" converge "$root/models/papers/heavy-top.yaml" \
                --integrators "$name" --h 1e-3,5e-4 --csv >"$work/top" 2>"$work/err"; then
                measured=$(awk -F, 'NR == 1 { for (i = 1; i <= NF; i++) column[$i] = i }
                    NR == 3 { printf "%.1f | %.1e", $column["position_order"], $column["position"] }' \
                    "$work/top")
            fi
            echo "| \`$name\` | $summary | $measured | $damping |"
        done
} >"$work/engines"

awk -v folder="$work" '
/^<!-- (integrators|engines) -->$/ {
    print
    if (!inside) while ((getline line <(folder "/" $2)) > 0) print line
    inside = !inside
    next
}
!inside' "$root/README.md" >"$work/README.md"

if [ "${2-}" = --check ]; then
    # a build without SUNDIALS says nothing about ida
    cp "$root/README.md" "$work/old"
    grep -q '"ida"' "$work/json" || sed -i '/^| `ida/d' "$work/old"
    diff -u "$work/old" "$work/README.md" ||
        { echo "README.md is not current: run tools/readme_table.sh build/polhode"; exit 1; }
else
    cp "$work/README.md" "$root/README.md"
fi
