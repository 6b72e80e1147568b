#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# use.sh PREFIX -- builds and runs examples/ against an installed polhode: with pkg-config shared
# and static, and with CMake; the whole library, and the core alone. CC and CFLAGS are used. The numbers of examples/torque.c are those of
# the fast top at t = 1 s; the reference comes from two independent quadruple-precision runs.
set -eu
prefix=$1
examples=$(cd "$(dirname "$0")/../../examples" && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cc=${CC:-cc} cflags=${CFLAGS-}

# what must be there
for file in bin/polhode include/polhode/polhode.h share/man/man1/polhode.1 \
    share/bash-completion/completions/polhode share/polhode/models/papers/book-toss.yaml; do
    [ -f "$prefix/$file" ] || { echo "not installed: $file"; exit 1; }
done
"$prefix/bin/polhode" list integrators | grep -q liemid-ea

pc=$(find "$prefix" -name polhode.pc)
[ -n "$pc" ] || { echo "not installed: polhode.pc"; exit 1; }
PKG_CONFIG_PATH=$(dirname "$pc")
export PKG_CONFIG_PATH
libdir=$(pkg-config --variable=libdir polhode)

# the numbers, each within what the step of 1 ms explains
check() {
    "$@" | awk -v how="$1" '
        function near(name, got, want, tolerance) {
            if (got - want <= tolerance && want - got <= tolerance) { good++; return }
            printf "%s: %s = %.12g, want %.12g +- %g\n", how, name, got, want, tolerance
        }
        $1 == "attitude" { # q and -q are the same attitude
            s = $2 < 0 ? -1 : 1
            near("q0", s * $2, 0.979325100768, 3e-6); near("q1", s * $3, 0.140206927391, 3e-6)
            near("q2", s * $4, 0.082137412822, 3e-6); near("q3", s * $5, -0.120489874812, 3e-6)
        }
        $1 == "energy" { near("energy", $2, 1269.10672978, 1e-5) }
        $1 == "evaluations" { near("evaluations", $2, 1001, 0) }
        END { print how ": " good + 0 " of 6 numbers right"; exit good != 6 }'
}

# shellcheck disable=SC2046,SC2086 # words
$cc -std=c17 $cflags "$examples/torque.c" -o "$work/shared" \
    $(pkg-config --cflags --libs polhode) -lm -Wl,-rpath,"$libdir"
check "$work/shared"

# shellcheck disable=SC2046,SC2086
$cc -std=c17 $cflags "$examples/torque.c" -o "$work/static" $(pkg-config --cflags polhode) \
    $(pkg-config --static --libs polhode | sed 's/-lpolhode/-l:libpolhode.a/')
check "$work/static"
if readelf -d "$work/static" | grep -q libpolhode; then
    echo "the static program still needs the shared library"
    exit 1
fi

# the core alone
# shellcheck disable=SC2046,SC2086
$cc -std=c17 $cflags "$examples/by_name.c" -o "$work/core" \
    $(pkg-config --cflags --libs polhode-core) -lm -Wl,-rpath,"$libdir"
# shellcheck disable=SC2046,SC2086
$cc -std=c17 $cflags "$examples/by_name.c" -o "$work/core_static" $(pkg-config --cflags polhode-core) \
    $(pkg-config --static --libs polhode-core | sed 's/-lpolhode-core/-l:libpolhode-core.a/')
if pkg-config --static --libs polhode-core | grep -e yaml -e hdf5; then
    echo "^ polhode-core.pc asks for what the core does not need"
    exit 1
fi

cmake -S "$examples" -B "$work/cmake" -DCMAKE_PREFIX_PATH="$prefix" \
    -DCMAKE_C_COMPILER="$cc" -DCMAKE_C_FLAGS="$cflags" >/dev/null
cmake --build "$work/cmake" >/dev/null
check "$work/cmake/torque"
check "$work/cmake/torque_static"
for program in core core_static cmake/by_name cmake/by_name_static; do
    sh "$(dirname "$0")/../build/core.sh" "$work/$program"
done

# find_package(polhode COMPONENTS core) looks for no more than that
mkdir "$work/only"
cat >"$work/only/CMakeLists.txt" <<END
cmake_minimum_required(VERSION 3.21)
project(only LANGUAGES C)
find_package(polhode 0.1 REQUIRED COMPONENTS core)
if(TARGET polhode::polhode OR TARGET PkgConfig::HDF5 OR NOT TARGET polhode::core_static)
  message(FATAL_ERROR "not the core alone")
endif()
END
cmake -S "$work/only" -B "$work/only/build" -DCMAKE_PREFIX_PATH="$prefix" \
    -DCMAKE_C_COMPILER="$cc" >/dev/null

# the page of `view`, where it was built
if [ -e "$prefix/share/polhode/viewer.html" ]; then
    "$prefix/bin/polhode" run "$prefix/share/polhode/models/pendulum.yaml" -o "$work/result" --quiet
    "$prefix/bin/polhode" view "$work/result" -o "$work/page.html" 2>/dev/null
    grep -q '"scene":{' "$work/page.html"
fi
