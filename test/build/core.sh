#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# core.sh PROGRAM -- examples/by_name.c, linked with the core alone: its pendulum swings as it must,
# and neither it nor what it is linked with needs what reads and writes files.
set -eu
"$1" | tr '\n' ' ' | grep "^body arm joint hinge force spring end 0\.4871[0-9]* -0\.1126"
needed=$(ldd "$1")
if printf '%s\n' "$needed" | grep -i -e yaml -e hdf5 -e 'libpolhode\.'; then
    echo "^ needed by $1"
    exit 1
fi
printf '%s\n' "$needed" | grep -q klu || { echo "not the list of libraries that was looked for"; exit 1; }
