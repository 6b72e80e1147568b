# SPDX-License-Identifier: BSD-3-Clause
#
# convert.sh -- models and results in other forms.
. "${0%/*}/lib.sh"

# a model becomes one that says the same: written again, it is the same file but for its origin
exits 0 convert "$SOURCE/models/four-bar.yaml" bar.yaml
[ -s err ] && fail "nothing to complain of: $(cat err)"
says bar.yaml "# Written by polhode from"
says bar.yaml "  D: {type: revolute, between: [ground, rocker], at: [0.4, 0, 0], axis: [0, 0, 1]}"
exits 0 check bar.yaml
exits 0 convert bar.yaml again.yml
sed 1d bar.yaml >a
sed 1d again.yml >b
check "a second writing differs" cmp a b
exits 0 convert bar.yaml --set bodies.crank.mass=3 heavy.yaml
says heavy.yaml "mass: 3"

# and runs to the same result, to the last digit
exits 0 run bar.yaml --end 0.1 -o one --quiet
exits 0 run "$SOURCE/models/four-bar.yaml" --end 0.1 -o two --quiet
exits 0 convert one one.csv
exits 0 convert two/result.h5 two.csv
check "the converted model runs differently" cmp one.csv two.csv

# what `check` refuses is not written: a hand pulled to where its arm does not reach, an end before
# the start, an integrator that knows no joints
cat >arm.yaml <<'END'
polhode: 1
bodies: {arm: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [0.5, 0, -0.8660254037844386]}}
markers: {wall: {at: [0, 0, 0]}, hand: {on: arm}}
joints: {hinge: {type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 1, 0]}}
motions: {pull: {between: [wall, hand], direction: x, displacement: reach}}
parameters: {reach: 0.5}
simulate: {end: 2, tolerance: 1e-4}
END
exits 0 convert arm.yaml kept.yaml
cp kept.yaml before.yaml
for set in parameters.reach=2 simulate.end=-1 simulate.integrator=nmb; do
    exits 2 check arm.yaml --set $set
    mv err wanted
    exits 2 convert arm.yaml --set $set kept.yaml
    cmp -s wanted err || fail "convert --set $set does not say what check says: $(cat err)"
    check "a model that is wrong replaces an older file" cmp before.yaml kept.yaml
done

# a result as CSV is what `table` prints
exits 0 table one
check "convert and table differ" cmp out one.csv

# requests as tables; time in the unit the model says
cat >ask.yaml <<'END'
polhode: 1
parameters: {time_unit: 1 ms}
bodies: {a: {mass: 1, inertia: [1, 1, 1], velocity: [2, 0, 0]}}
requests:
  place: {id: 12, title: "where	it is", columns: {x: {value: 1000*a.pos.x, unit: mm}, n: time}}
  other: {columns: {one: 1}}
simulate: {end: 0.5, steps: 2}
END
exits 0 run ask.yaml -o ask --quiet
exits 0 convert ask ask.req
t=$(printf '\t')
is ask.req "REQUEST/12${t}place${t}where it is" "TIME${t}x${t}n" "ms${t}mm${t}" "0${t}0${t}0" \
    "250${t}500${t}0.25" "500${t}1000${t}0.5" "" \
    "REQUEST${t}other" "TIME${t}one" "ms${t}" "0${t}1" "250${t}1" "500${t}1" ""
exits 0 convert ask/result.h5 ask.tab
check "req and tab differ" cmp ask.req ask.tab
exits 2 convert one one.req
says err '"one" holds no requests'

# a plug-in is named so that it is found from anywhere
mkdir there
cp "$PLUGIN" there/plugin.so
printf '%s\n' 'polhode: 1' 'plugins: [plugin.so]' 'bodies: {a: {mass: 1, inertia: [1, 1, 1]}}' \
    'forces: {w: {type: well, on: a, stiffness: 4}}' >there/well.yaml
exits 0 convert there/well.yaml well.yaml
says well.yaml "$PWD/there/plugin.so"
exits 0 check well.yaml

# so is the file of a mesh, and a body's own shape comes along
printf '%s\n' 'v 0 0 0' 'v 1 0 0' 'v 0 1 0' 'f 1 2 3' >there/rock.obj
printf '%s\n' 'polhode: 1' \
    'bodies: {a: {mass: 1, inertia: [1, 1, 1], shape: {cone: {radius: 0.25, length: 1, axis: y}}}}' \
    'shapes: {rock: {type: mesh, on: a, file: rock.obj}}' >there/rock.yaml
exits 0 convert there/rock.yaml rock.yaml
says rock.yaml "$PWD/there/rock.obj"
says rock.yaml "type: cone"
exits 0 check rock.yaml

# what is wrong leaves an older file as it is
echo old >old.yaml
exits 2 convert nowhere.yaml old.yaml
says err "nowhere.yaml"
echo "bodies: {a: 1}" >bad.yaml
exits 2 convert bad.yaml old.yaml
says err "the file does not say its format version"
is old.yaml old
echo old >old.csv
exits 2 convert bad.yaml old.csv
says err 'no way from "bad.yaml" to "old.csv"'
says err "a model (.yaml, .json, .adm, .acf) becomes .yaml"
says err "becomes .csv"
exits 2 convert one bar.yaml
exits 2 convert one nothing
exits 2 convert bar.yaml old.png
exits 2 convert bad.h5 old.csv
exits 2 convert one old.csv --set a=1
says err "is for models"
is old.csv old
exits 2 convert bar.yaml
exits 1 convert bar.yaml no/folder/x.yaml
says err "no/folder"
exits 1 convert one no/folder/x.csv
mkdir folder.csv folder.yaml
exits 2 convert one folder.csv
exits 2 convert bar.yaml folder.yaml
ls -A | grep -E 'part$|polhode-' && fail "temporary files are left"

# bodies that weigh by their shapes: told by check, written as they were given
cat >weigh.yaml <<END
polhode: 1
bodies:
  ball: {omega: [1, 2, 3], shape: {box: {size: [1, 2, 3], density: 2}}}
  bar: {mass: 2, position: [9, 0, 0], shape: {box: {size: [1, 2, 3]}}}
simulate: {integrator: nmb, end: 0.1, step: 0.01}
END
exits 0 convert weigh.yaml weighed.yaml
grep -q 'inertia' weighed.yaml && fail "an inertia is written that was not given"
grep -c 'mass:' weighed.yaml | grep -qx 1 || fail "a mass is written that was not given, or lost"
for model in weigh.yaml weighed.yaml; do
    exits 0 check $model
    says out "ball                       12 kg of 1 shape: [13, 10, 5, 0, 0, 0] kg m^2"
    says out "bar                        2 kg, given, inertia of 1 shape: "
    exits 0 check $model --json
    says out '{"body": "ball", "mass": 12, "inertia": [13, 10, 5, 0, 0, 0], "shapes": 1}'
    exits 0 run $model -o $model.h5
done
exits 2 check weigh.yaml --set bodies.ball.shape.box.density=0
says err 'body `ball` has neither a mass nor a shape with a density'

# a disk that is full
"$MAKE_RESULT" long 20000 0.001
(
    ulimit -f 64
    exits 1 convert long old.csv
    says err "too large"
    exit $failed
) || failed=1
is old.csv old
exit $failed
