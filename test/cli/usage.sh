# SPDX-License-Identifier: BSD-3-Clause
#
# usage.sh -- help, versions, wrong words, and lists.
. "${0%/*}/lib.sh"

exits 0 --version
says out "polhode "
exits 0 --help
says out "  table "
exits 0 help table
says out "--every DT"
exits 0 table --help
says out "usage: polhode table RESULT"
exits 2
says err "usage"
exits 2 tabel
says err 'did you mean "table"?'
exits 2 --verbose
says err 'no option "--verbose"'
exits 2 table
says err "RESULT"
exits 2 table x --evry 3
says err 'did you mean "--every"?'
exits 2 table x --every
says err "--every wants a value"
exits 2 table x --every=-1
says err "above 0"
exits 2 table x --at 1 --every 1
says err "exclude"
exits 2 list
exits 2 list intgrators
says err 'did you mean "integrators"?'
exits 2 list elements functions
says err "one too many"
for what in integrators elements functions; do
    exits 0 list $what
    [ -s out ] || fail "list $what is empty"
    exits 0 list $what --json
    head -c 1 out | grep -q '\[' || fail "list $what --json is no JSON list"
    if command -v python3 >/dev/null; then
        python3 -c 'import json, sys; assert len(json.load(sys.stdin)) > 0' <out ||
            fail "list $what --json is not readable"
    fi
done
exits 0 list elements
says out "revolute: 5 equations"
says out "a motion may drive z rz"
says out "force by three expressions"
[ -w /dev/full ] && {
    "$POLHODE" list functions >/dev/full 2>err
    [ $? = 1 ] || fail "a full disk is not noticed"
    says err "cannot write to standard output"
}
exit $failed
