#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# exports.sh INCLUDE LIBRARY -- the shared library shows what the public headers declare, all of
# it and nothing else.
set -u
include=$1 library=$2
export LC_ALL=C
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT

# defined symbols; @version suffixes and the sanitizers' own marks are not ours to judge
nm -D --defined-only "$library" | awk '{ print $NF }' | sed 's/@.*//' |
    grep -v -e '^__odr_asan' -e '^_init$' -e '^_fini$' | sort -u >"$work/exported"
# PH_API declarations, also those broken over several lines
grep -hv '^ *#' "$include"/polhode/*.h | tr '\n' ' ' | grep -o 'PH_API [^;(]*(' |
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
if grep -v '^ph_' "$work/exported"; then
    echo "^ without the prefix ph_"
    exit 1
fi
[ ! -s "$work/extra" ] && [ ! -s "$work/lacking" ]
