#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# exports.sh INCLUDE HEADER LIBRARY -- the shared library shows what the public header HEADER and
# those it includes declare, all of it and nothing else.
set -u
include=$1 header=$2 library=$3
cc=${CC:-cc}
export LC_ALL=C
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# defined symbols; @version suffixes and the sanitizers' own marks are not ours to judge
nm -D --defined-only "$library" | awk '{ print $NF }' | sed 's/@.*//' |
    grep -v -e '^__odr_asan' -e '^_init$' -e '^_fini$' | sort -u >"$work/exported"
# a header includes what it names, and what those name in turn
"$cc" -MM -I "$include" "$include/polhode/$header" | tr ' ' '\n' | grep '\.h$' >"$work/headers"
# PH_API declarations, also those broken over several lines
xargs grep -hv '^ *#' <"$work/headers" | tr '\n' ' ' | grep -o 'PH_API [^;(]*(' |
    sed 's/ *($//; s/.*[ *]//' | sort -u >"$work/declared"

if [ ! -s "$work/exported" ] || [ ! -s "$work/declared" ]; then
    echo "nothing found to compare"
    exit 1
fi
comm -23 "$work/exported" "$work/declared" >"$work/extra"
comm -13 "$work/exported" "$work/declared" >"$work/lacking"
sed 's/^/exported but not declared: /' "$work/extra"
sed 's/^/declared but not exported: /' "$work/lacking"
echo "$(wc -l <"$work/declared") functions declared"
# the one that names all names all
if [ "$header" = polhode.h ] && [ "$(wc -l <"$work/headers")" -ne "$(find "$include/polhode" -name '*.h' | wc -l)" ]; then
    echo "polhode.h does not include all headers"
    exit 1
fi
if grep -v '^ph_' "$work/exported"; then
    echo "^ without the prefix ph_"
    exit 1
fi
[ ! -s "$work/extra" ] && [ ! -s "$work/lacking" ]
