# SPDX-License-Identifier: BSD-3-Clause
#
# lib.sh -- for the tests of the command: a folder of their own and a few expectations.
# usage: POLHODE=command MAKE_RESULT=program sh TEST.sh
set -u
export LC_ALL=C
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 1
failed=0

fail()
{
    echo "failed: $*"
    failed=1
}

# exits STATUS ARGUMENT...: runs the command; its output goes to the files out and err
exits()
{
    wanted=$1
    shift
    "$POLHODE" "$@" >out 2>err </dev/null
    got=$?
    [ "$got" = "$wanted" ] && return
    fail "polhode $*: exit $got, want $wanted"
    cat err
}

# says FILE TEXT: the file has the text in it
says()
{
    grep -qF -e "$2" "$1" && return
    fail "no \"$2\" in $1, which is:"
    cat "$1"
}

# is FILE LINE...: the file is these lines
is()
{
    file=$1
    shift
    printf '%s\n' "$@" >wanted
    cmp -s wanted "$file" && return
    fail "$file is not as wanted:"
    diff wanted "$file"
}
