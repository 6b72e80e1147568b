#!/bin/bash
# SPDX-License-Identifier: BSD-3-Clause
#
# completion.sh FILE -- the shell completion, with a stand-in for the command it asks.
set -u
# shellcheck disable=SC1090
. "$1" || exit 1
failed=0

# what the command would print
fake()
{
    case "$1 $2" in
    "run --help") printf '%s\n' "  -o, --output DIR        folder" "      --integrator NAME   which" \
        "      --step H            fixed step [s]" "  -q, --quiet             no summary" ;;
    "list integrators") printf '%s\n' "liemid-ea  2  explicit" "liemid  2  implicit" "nmb  2" ;;
    "papers --list") printf '%s\n' "A. Uthor: Title" "  pcdm.fig1   Fig. 1" "  pcdm.table1   Table 1" ;;
    "table out") echo "time,top.pos.x,top.pos.y,energy.total" ;;
    esac
}

# expect WANTED WORD...: completing the last of the words gives the wanted ones
expect()
{
    local wanted=$1
    shift
    COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) COMPREPLY=()
    _polhode fake "${COMP_WORDS[COMP_CWORD]}"
    [ "${COMPREPLY[*]-}" = "$wanted" ] && return
    echo "$*: got '${COMPREPLY[*]-}', want '$wanted'"
    failed=1
}

expect "run" polhode ru
expect "--integrator" polhode run --int
expect "equilibrium" polhode e
expect "--set" polhode equilibrium m.yaml --se
expect "static" polhode run m.yaml --analysis s
expect "--step" polhode run m.yaml --st
expect "" polhode run m.yaml --step -
expect "--quiet" polhode run m.yaml --quiet --q
expect "liemid-ea liemid" polhode run m.yaml --integrator lie
expect "nmb,liemid-ea nmb,liemid" polhode converge m.yaml --integrators nmb,lie
expect "integrators elements functions statements" polhode list ""
expect "top top.pos top.pos.x top.pos.y" polhode table out to
expect "energy energy.total" polhode plot -o f.svg out en
expect "converge convert" polhode conv
expect "modes" polhode mo
expect "--campbell" polhode modes m.yaml --ca
expect "" polhode modes m.yaml --campbell ""
expect "--inputs" polhode linearize m.yaml --i
expect "--set" polhode convert --s
expect "--leave-out" polhode check m.adm --l
expect "--phase" polhode plot out --p
expect "x xy" polhode plot out top --log x
expect "energy energy.total" polhode plot out --x en
expect "energy energy.total" polhode plot --minus other out en
expect "pcdm.fig1 pcdm pcdm.table1" polhode papers pc
expect "--models" polhode papers --m
expect "" polhode nonsense ""
exit $failed
