#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# setup.sh -- the Debian packages polhode is built from; installs the missing ones.
#
#   tools/setup.sh          to build, to run and to draw figures
#   tools/setup.sh --site   and to make the documents into pages
#   tools/setup.sh --test   and to run the tests
#   tools/setup.sh --ci     and for everything .ci/run does
#
# Does nothing when all is there. As root it installs; otherwise it prints the command that does
# and ends with status 3. On systems without dpkg it names the libraries and goes on: configuring
# tells what is missing there.
set -eu

build="gcc libc6-dev make cmake pkg-config libyaml-dev libhdf5-dev libsuitesparse-dev"
rival="libsundials-dev" # optional: without it there is no integrator `ida`
figures="gnuplot-nox"
viewer="nodejs npm" # optional: without them there is no page for view
site="python3"
solid="calculix-ccx" # optional: a program the tests compare with; without it they are skipped
tests="$site $solid g++ binutils chromium fonts-dejavu-core"
ci="git ninja-build clang clang-format clang-tidy libclang-rt-14-dev valgrind groff man-db"
readers="python3-vtk9 python3-scipy python3-h5py" # they read back what convert writes

wanted="$build $rival $figures"
# whatever brings node and npm will do: distributions pack them differently
command -v npm >/dev/null 2>&1 && command -v node >/dev/null 2>&1 || wanted="$wanted $viewer"
case "${1-}" in
'') ;;
--site) wanted="$wanted $site" ;;
--test) wanted="$wanted $tests" ;;
--ci) wanted="$wanted $tests $ci $readers" ;;
*)
    echo "usage: tools/setup.sh [--site | --test | --ci]" >&2
    exit 2
    ;;
esac

if ! command -v dpkg-query >/dev/null 2>&1; then
    echo "setup: not a Debian system; polhode needs a C17 compiler, CMake 3.21, pkg-config," >&2
    echo "setup: libyaml (yaml-0.1), HDF5 (hdf5-serial), SuiteSparse (KLU) and, if wanted, SUNDIALS for \`ida\`" >&2
    echo "setup: gnuplot for figures, Node.js and npm for the page of \`polhode view\`" >&2
    exit 0
fi

# A package is there when dpkg knows it as installed; any gnuplot will draw, any pkg-config serves.
# shellcheck disable=SC2086 # the lists are words
installed=$(dpkg-query -W -f='${db:Status-Abbrev} ${Package}\n' $wanted pkgconf gnuplot-qt \
    gnuplot-x11 2>/dev/null | sed -n 's/^ii  *//p') || true
missing=
for package in $wanted; do
    same=$package
    case $package in
    pkg-config) same="pkg-config|pkgconf" ;;
    gnuplot-nox) same="gnuplot-nox|gnuplot-qt|gnuplot-x11" ;;
    esac
    echo "$installed" | grep -Eqx -- "$(echo "$same" | sed 's/+/[+]/g')" || missing="$missing $package"
done
[ -n "$missing" ] || exit 0

if [ "$(id -u)" -ne 0 ]; then
    echo "setup: missing packages. As root, run" >&2
    echo "  apt-get update && apt-get install -y --no-install-recommends$missing" >&2
    exit 3
fi

# The lists of a fresh system are empty or old: fetch them only when the packages are not known.
echo "setup: installing$missing" >&2
export DEBIAN_FRONTEND=noninteractive
# shellcheck disable=SC2086
install() { apt-get -o DPkg::Lock::Timeout=300 install -y --no-install-recommends $missing >/dev/null; }
install 2>/dev/null || { apt-get update -qq && install; }
