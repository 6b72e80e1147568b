# SPDX-License-Identifier: BSD-3-Clause
#
# lib.sh -- for the tests of the command: a folder of their own and a few expectations.
# usage: POLHODE=command MAKE_RESULT=program PEAK=program SOURCE=folder sh TEST.sh
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

# check WHAT COMMAND...: the command must succeed
check()
{
    what=$1
    shift
    "$@" || fail "$what: $*"
}

# near VALUE WANTED TOLERANCE: the tolerance is absolute
near()
{
    awk -v a="$1" -v b="$2" -v e="$3" 'BEGIN { d = a - b; exit !(a != "" && d <= e && -d <= e) }'
}

# field KEY: a number or text of the summary that `run --json` printed
field()
{
    sed -n "s/^.*\"$1\": \"\{0,1\}\([^,\"}]*\).*/\1/p" out | head -n 1
}

# at RESULT TIME COLUMN...: the values at a time, parted by blanks
at()
{
    result=$1 time=$2
    shift 2
    "$POLHODE" table "$result" "$@" --at "$time" | awk -F, 'NR == 2 { $1 = ""; print }'
}
