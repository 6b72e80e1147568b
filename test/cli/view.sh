# SPDX-License-Identifier: BSD-3-Clause
#
# view.sh -- pages of results, with a page in place of the viewer's: what goes in, and what is said
# when it cannot. How the real one looks and works is test/viewer's.
. "${0%/*}/lib.sh"
"$MAKE_RESULT" r 301 0.01 || exit 1
printf '<head>POLHODE_DATA<tail>' >tiny.html
POLHODE_VIEWER=$work/tiny.html
export POLHODE_VIEWER

# numbers FILE KEY BYTES: the base64 numbers behind "KEY":" in a page
numbers()
{
    tr '\n' ' ' <"$1" | sed "s/.*\"$2\":\"\([^\"]*\)\".*/\1/" | base64 -d | od -An -v -t "f$3" |
        tr -s ' ' '\n' | sed '/^$/d'
}

exits 0 view r -o page.html
says err "wrote page.html"
case $(cat page.html) in "<head>{"*"}<tail>") ;; *) fail "the data does not stand in its place" ;; esac
says page.html '"rows":301'
says page.html '"bodies":["top"]'
says page.html '"scene":null'
says page.html '{"group":"bodies","quantity":"pos","unit":"m","objects":[{"name":"top","parts":["x","y","z"]}]}'
[ "$(numbers page.html 'curves":{"count":301,"columns":19,"time' 8 | wc -l)" = 301 ] || fail "times of the curves"
# positions of the frames: all 301 rows, for 3 s at 600 frames in all are as many
[ "$(numbers page.html 'pos":{"bytes":8,"data' 8 | wc -l)" = 903 ] ||
    fail "positions: $(grep -o '"pos":{"bytes":.' page.html)"
near "$(numbers page.html 'pos":{"bytes":8,"data' 8 | sed -n 304p)" "$(at r 1.01 top.pos.x)" 1e-12 ||
    fail "a position: $(numbers page.html 'pos":{"bytes":8,"data' 8 | sed -n 304p)"

# fewer frames, chosen columns, a size that does not do: told
exits 0 view r/result.h5 -o page.html --fps 10 --columns top.omega,energy.total
says err "31 frames, 10 a second"
says page.html '"frames":{"count":31,'
says page.html '"columns":4,'
says page.html '"notes":["animation: 31 frames, 10 a second"]'
"$MAKE_RESULT" long 20000 0.001
exits 0 view long -o page.html --size 0.2
[ "$(wc -c <page.html)" -lt 250000 ] || fail "a page of $(wc -c <page.html) bytes for 0.2 MB"
says err "of 20000 rows; what swings faster looks slow"
exits 0 view r -o page.html --size 0.001
"$MAKE_RESULT" one 1 1
exits 0 view one -o page.html
says page.html '"frames":{"count":1,'

# a real result has its scene
cat >top.yaml <<'END'
polhode: 1
title: "A </script> top"
bodies: {top: {mass: 1, inertia: [1, 1, 1], shape: {sphere: {radius: 1}}}}
simulate: {end: 1, every: 0.1, step: 0.1, integrator: liemid-ea}
END
exits 0 run top.yaml -o s --quiet
exits 0 view s -o page.html
says page.html '"type":"sphere"'
grep -q '</script>' page.html && fail "a title ends the script"
# bodies that are not in the result are no failure
exits 0 run top.yaml -o e --quiet --set 'outputs=[energy]'
exits 0 view e -o page.html
says err "no body is in the result"

# bad input: message and cure
exits 2 view
exits 2 view nowhere -o page.html
says err "polhode run MODEL -o DIR"
exits 2 view r -o page.html --columns top.psos
says err 'did you mean "top.pos"?'
exits 2 view r --fps 0
exits 2 view r --port 70000
cp page.html before.html
exits 2 view tiny.html -o page.html
says err "not a result (no HDF5 file)"
head -c 3000 r/result.h5 >cut.h5
exits 2 view cut.h5 -o page.html
says err "damaged"
# a newer format: the number behind the attribute of that name
if command -v perl >/dev/null; then
    perl -0777 -pe 's/(format\0\0.{16}\x01\0{7})\x01\0\0\0/$1\x09\0\0\0/s' r/result.h5 >newer.h5
    exits 2 view newer.h5 -o page.html
    says err "in format 9"
    says err "run the model again with this one"
fi
cmp -s page.html before.html || fail "an older page was changed"
exits 1 view r -o nowhere/page.html
says err "nowhere/page.html"
mkdir folder.html
exits 1 view r -o folder.html
(ulimit -f 1; exits 1 view r -o page.html; exit $failed) || failed=1
cmp -s page.html before.html || fail "an older page was changed"
[ -z "$(find . -name '.polhode*')" ] || fail "temporary files are left behind"

# without the viewer's page
POLHODE_VIEWER=$work/none.html exits 1 view r -o page.html
says err "none.html"
POLHODE_VIEWER=$work/r/summary.json exits 1 view r -o page.html
says err "build again"
cp "$POLHODE" alone && unset POLHODE_VIEWER
if [ ! -e /usr/local/share/polhode/viewer.html ]; then
    POLHODE=$work/alone exits 1 view r -o page.html
    says err "apt install nodejs npm"
fi
exit $failed
