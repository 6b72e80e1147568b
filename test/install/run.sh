#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# run.sh BUILD -- installs a built tree into a temporary prefix and builds the examples from it.
set -eu
build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# DESTDIR would send the files elsewhere
env -u DESTDIR cmake --install "$build" --prefix "$work/prefix" >/dev/null
sh "$(dirname "$0")/use.sh" "$work/prefix"
