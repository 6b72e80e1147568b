#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# headers.sh INCLUDE CC -- every public header compiles alone, as C17 and as C++17.
set -u
include=$1 cc=$2
# looked for now, not when the build was configured: it may have been installed since
cxx=$(command -v c++ || command -v g++ || command -v clang++) || { echo "no C++ compiler"; exit 1; }
failed=0 count=0
warnings="-Wall -Wextra -Wpedantic -Werror -fsyntax-only"

for header in "$include"/polhode/*.h; do
    name=polhode/${header##*/}
    # shellcheck disable=SC2086 # words
    for compile in "$cc -std=c17 -x c" "$cxx -std=c++17 -x c++"; do
        count=$((count + 1))
        echo "#include <$name>" | $compile $warnings -I "$include" - && continue
        echo "$name does not compile alone: $compile"
        failed=1
    done
done
echo "$count compilations"
[ "$count" -gt 0 ] && exit $failed
