#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# check_words.sh -- fails when a tracked file names a package registry or a path of one machine.
# Everything polhode needs is a Debian package or lies in the tree, relative to it.
set -u
cd "$(dirname "$0")/.." || exit 1

# the brackets keep this file from finding itself
words='[r]egistry\.[a-z]|[p]ypi\.|[n]pmjs\.|[c]rates\.io|[d]ocker\.io|[g]hcr\.io|[q]uay\.io'
words="$words|[c]onda\.|[c]onan\.io|[a]rtifactory|[p]ythonhosted"
paths='(^|[^[:alnum:]_.})/-])/([w]ork|[h]ome|[r]oot|[U]sers)/'

if git grep -nIE "$words|$paths" -- . ; then
    echo "check_words: the lines above name a registry or a path of one machine" >&2
    exit 1
fi
