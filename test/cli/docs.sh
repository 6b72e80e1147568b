# SPDX-License-Identifier: BSD-3-Clause
#
# docs.sh -- the models shown in the documents are models: checked, and that of the README run with
# the commands it stands beside.
. "${0%/*}/lib.sh"

# split FILE: its yaml blocks that are whole models, as block-1.yaml, block-2.yaml, ...
split()
{
    rm -f block-*.yaml
    awk '/^```yaml/ { inside = 1; text = ""; next }
         /^```/ && inside { inside = 0; if (text ~ /polhode: 1/) printf "%s", text >("block-" ++n ".yaml") }
         inside { text = text $0 "\n" }' "$1"
}

for page in README.md docs/model-file.md docs/contact.md docs/analyses.md docs/stress.md; do
    split "$SOURCE/$page"
    [ -s block-1.yaml ] || fail "$page shows no model"
    for model in block-*.yaml; do
        exits 0 check "$model"
        # how runs with contacts step is always told
        grep -v '^note: contacts:' err >rest && fail "$page, $model: $(cat rest)"
    done
done

# the first contact bounces, and comes back as high as it says
split "$SOURCE/docs/contact.md"
exits 0 run block-1.yaml -o ball --quiet
exits 0 table ball ball.vel.z hit.points
awk -F, 'NR > 1 && $3 == 0 { if (v < 0 && $2 > 0 && !first) first = -$2 / v; if ($2 < 0) v = $2; else if (v < 0 && first) exit }
         END { if (!(first > 0.65 && first < 0.75)) exit 1 }' out || fail "contact.md: the ball does not bounce as it says"

# the lines that begin with build/polhode, below the model of the README
split "$SOURCE/README.md"
mv block-1.yaml arm.yaml
commands=$(sed -n 's/^    build\/polhode \(.* arm.yaml.*\|.* out\/arm .*\)/\1/p' "$SOURCE/README.md" |
    sed 's/out\/arm/result/g') # `out` is a file here
[ "$(echo "$commands" | wc -l)" = 5 ] || fail "the README has other commands: $commands"
echo "$commands" | while read -r line; do
    # a figure needs gnuplot, which is not asked for everywhere
    case $line in plot*) command -v gnuplot >/dev/null || continue ;; esac
    exits 0 $line
    [ -s out ] || [ -s result/forces.svg ] || fail "polhode $line prints nothing"
    [ "$failed" = 0 ] || exit 1
done || failed=1
exit $failed
