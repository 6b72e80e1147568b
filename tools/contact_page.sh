#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# contact_page.sh POLHODE [--check] -- the figures and tables of docs/contact.md, from runs.
#
# A ball of 1 kg hits a plane with 1 m/s, by three laws and with several restitutions; a block slides
# to a stop, and another lies on a slope, by three laws of friction. Writes docs/contact-*.svg and the
# lines between marks like <!-- restitution --> in docs/contact.md, or (--check) fails when these
# differ by more than a tenth.
set -eu
polhode=$(realpath "$1")
root=$(cd "$(dirname "$0")/.." && pwd)
page=$root/docs/contact.md
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"

# ball LAW: a model in which it acts
ball()
{
    cat <<END
polhode: 1
title: A ball of 1 kg hits the ground with 1 m/s
bodies:
  ball: {mass: 1, inertia: [0.004, 0.004, 0.004], position: [0, 0, 0.100002], velocity: [0, 0, -1], shape: {sphere: {radius: 0.1}}}
shapes:
  floor: {type: plane}
contacts:
  hit: {between: [ball, floor], $1}
END
}

# block FRICTION_LAW TITLE GRAVITY BODY RUN
block()
{
    cat <<END
polhode: 1
title: $2
gravity: [$3]
bodies:
  block: {$4}
shapes:
  floor: {type: plane}
contacts:
  rub: {between: [block, floor], stiffness: 1e6, restitution: 0.2, friction_law: $1, $5}
simulate: {$6}
END
}

run() { "$polhode" run "$@" --quiet 2>messages || { cat messages >&2 && exit 1; }; }
last() { "$polhode" table "$1" "$2" | awk -F, 'END { print $2 }'; }

# --- the force over the depth -----------------------------------------------------------------------
ball 'law: impact, stiffness: 4.866e10, damping: 5000, depth: 5e-6' >impact.yaml
ball 'law: power, stiffness: 4.866e10, restitution: 0.5' >power.yaml
ball 'law: hertz, restitution: 0.9' >hertz.yaml
{
    echo '| law | what is given | most depth [mm] | most force [kN] | lasts [ms] | comes back with [m/s] |'
    echo '|---|---|---|---|---|---|'
    for law in impact power hertz; do
        run $law.yaml -o $law --step 1e-6 --every 2e-6 --end 3e-4
        given=$(sed -n 's/.*floor\], law: [a-z]*, \(.*\)}/\1/p' $law.yaml)
        "$polhode" table $law hit.depth hit.normal ball.vel.z | awk -F, -v law=$law -v given="$given" '
            NR > 1 { if ($2 > depth) depth = $2; if ($3 > force) force = $3; speed = $4
                     if ($3 > 0 && !begin) begin = $1; if ($3 > 0) end = $1 }
            END { printf "| `%s` | `%s` | %.3f | %.1f | %.2f | %.2f |\n", law, given, 1e3 * depth, force / 1e3,
                         1e3 * (end - begin), speed }'
    done
} >loops

# --- what comes of a wanted restitution --------------------------------------------------------------
formulas='exact flores hunt_crossley lankarani_nikravesh'
ball 'stiffness: 1e6, restitution: 0.5, formula: exact' >bounce.yaml
for wanted in 0.1 0.2 0.3 0.4 0.5 0.6 0.7 0.8 0.9 1; do
    printf '%s' $wanted
    for formula in $formulas; do
        run bounce.yaml --set contacts.hit.restitution=$wanted --set contacts.hit.formula=$formula \
            -o bounce --step 5e-5 --end 0.05
        printf ' %s' "$(last bounce ball.vel.z)"
    done
    echo
done >bounces
{
    echo '| wanted | `exact` | `flores` | `hunt_crossley` | `lankarani_nikravesh` |'
    echo '|---|---|---|---|---|'
    awk 'NR % 2 || $1 == 1 { printf "| %s | %.3f | %.3f | %.3f | %.3f |\n", $1, $2, $3, $4, $5 }' bounces
} >restitution

# --- steps of a blow, of which the ball above takes so long ------------------------------------------
run bounce.yaml -o bounce --step 1e-6 --end 0.05
"$polhode" table bounce hit.points | awk -F, 'NR > 1 && $2 > 0 { if (!n++) a = $1; b = $1 } END { print b - a }' >blow
{
    echo '| steps in the blow | comes back with [m/s] |'
    echo '|---|---|'
    for count in 5 10 20 40 80; do
        run bounce.yaml -o bounce --step "$(awk -v n=$count '{ print $1 / n }' blow)" --end 0.05
        echo "| $count | $(last bounce ball.vel.z | awk '{ printf "%.3f", $1 }') |"
    done
} >steps

# --- friction ---------------------------------------------------------------------------------------
laws='step tanh bristle'
{
    echo '| law | after 1 s [mm] | after 10 s [mm] | speed then [mm/s] |'
    echo '|---|---|---|---|'
    for law in $laws; do
        block $law 'A block that is pressed with 1 N slides to a stop' '0, 0, -10' \
            'mass: 0.1, inertia: [1e-4, 1e-4, 2e-4], position: [0, 0, 0.00498], velocity: [-0.3, 0, 0], shape: {box: {size: [0.2, 0.2, 0.01]}}' \
            'friction: 0.5, sliding_friction: 0.3' 'end: 0.1, step: 1e-4, every: 2e-4' >slide.yaml
        run slide.yaml -o "slide-$law"
        block $law 'A block on a slope of 10 degrees' '1.7035, 0, -9.661' \
            'mass: 1, inertia: [0.01, 0.01, 0.01], position: [0, 0, 0.0498], shape: {box: {size: [0.2, 0.2, 0.1]}}' \
            'friction: 0.3' 'end: 10, every: 0.1' >lie.yaml
        run lie.yaml -o "lie-$law"
        "$polhode" table "lie-$law" block.pos.x block.vel.x | awk -F, -v law=$law '
            NR > 1 && $1 <= 1 + 1e-9 { one = $2 }
            END { speed = $3 < 0 ? -$3 : $3
                  printf "| `%s` | %.2g | %.2g | %.1g |\n", law, 1e3 * one, 1e3 * $2, 1e3 * (speed < 1e-6 ? 0 : speed) }'
    done
} >creep

# --- the page with these tables in it ----------------------------------------------------------------
awk -v folder="$work" '
/^<!-- [a-z]+ -->$/ {
    print
    if (!inside) { while ((getline line <(folder "/" $2)) > 0) print line }
    inside = !inside
    next
}
!inside' "$page" >page

if [ "${2-}" = --check ]; then
    awk '
    function number(w) { return w ~ /^[0-9.]+(e[-+]?[0-9]+)?$/ }
    NR == FNR { line[FNR] = $0; lines = FNR; next }
    {
        n = split(line[FNR], a, " "); m = split($0, b, " ")
        for (i = 1; i <= n || i <= m; i++) {
            d = a[i] - b[i]; if (d < 0) d = -d
            if (a[i] == b[i] || (number(a[i]) && number(b[i]) && d <= 0.1 * b[i])) continue
            print FILENAME ":" FNR ": " a[i] ", measured " b[i]; bad = 1
        }
    }
    END { exit bad || FNR != lines }' "$page" page || {
        echo "docs/contact.md is not current: run tools/contact_page.sh build/polhode"
        exit 1
    }
    exit 0
fi
cp page "$page"

# --- figures ----------------------------------------------------------------------------------------
draw() { "$polhode" plot "$@" 2>/dev/null; }
draw impact power hertz hit.normal --x hit.depth --title 'Normal force over depth in a blow' \
    --size 720x360 -o "$root/docs/contact-loop.svg"
(
    for law in $laws; do mv "slide-$law" $law; done
    draw $laws rub.force.x --x rub.slip --from 0.01 --title 'Friction over sliding speed, pressed with 1 N' \
        --size 720x360 -o "$root/docs/contact-friction.svg"
    rm -r $laws
    for law in $laws; do mv "lie-$law" $law; done
    draw $laws block.pos.x --title 'A block that should lie still on a slope of 10 degrees' \
        --size 720x320 -o "$root/docs/contact-creep.svg"
)
gnuplot <<END
set encoding utf8
set terminal svg enhanced size 720,420 font 'sans-serif,13' background '#ffffff'
set output '$root/docs/contact-restitution.svg'
set border 3 back lc rgb '#444444'
set tics nomirror out scale 0.6
set grid lt 1 lc rgb '#dcdcdc' lw 0.6
set label 1 'Restitution by formula' at graph 0, graph 1.07 left
set tmargin 3
set xlabel 'wanted'
set ylabel 'measured'
set xrange [0:1]
set yrange [0:1]
set key outside right top Left reverse noenhanced samplen 1.6
plot x with lines lc rgb '#bbbbbb' dt 2 title 'as wanted', \
    'bounces' using 1:2 with linespoints pt 7 ps 0.5 lc rgb '#0072b2' title 'exact', \
    '' using 1:3 with linespoints pt 7 ps 0.5 lc rgb '#d55e00' title 'flores', \
    '' using 1:4 with linespoints pt 7 ps 0.5 lc rgb '#009e73' title 'hunt_crossley', \
    '' using 1:5 with linespoints pt 7 ps 0.5 lc rgb '#cc79a7' title 'lankarani_nikravesh'
END
