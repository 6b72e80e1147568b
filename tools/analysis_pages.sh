#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# analysis_pages.sh POLHODE -- the pictures of docs/events.md, control.md, analyses.md and modes.md, from
# runs of models: docs/events-clutch.svg, control-arm.svg, analyses-friction.svg, modes-campbell.svg.
set -eu
polhode=$(realpath "$1")
root=$(cd "$(dirname "$0")/.." && pwd)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
draw() { "$polhode" plot "$@" --size 720x320 2>/dev/null; }

"$polhode" run "$root/models/clutch.yaml" -o clutch -q 2>/dev/null
draw clutch motor.omega.z load.omega.z --title 'A clutch locks at 0.5 s and opens at 3.625 s' \
    -o "$root/docs/events-clutch.svg"

"$polhode" run "$root/models/sampled-arm.yaml" -o arm -q 2>/dev/null
draw arm shoulder_angle elbow_angle --to 1.6 --title 'An arm goes where its sampled controllers send it' \
    -o "$root/docs/control-arm.svg"

cat >block.yaml <<'END'
polhode: 1
title: A block that is pulled slowly
gravity: [0, 0, -9.81]
bodies: {block: {mass: 1, inertia: [1, 1, 1]}}
joints: {rail: {type: prismatic, between: [ground, block], at: [0, 0, 0], axis: [1, 0, 0]}}
forces:
  rubs: {type: joint_friction, joint: rail, static: 0.3, dynamic: 0.2, stick: event}
  pull: {type: force, on: block, force: [10*time - 40*block.pos.x, 0, 0]}
simulate: {analysis: static, end: 1, steps: 100}
END
"$polhode" run block.yaml -o block -q 2>/dev/null
draw block block.pos.x --title 'Equilibria of a block that is pulled slowly, with friction' \
    -o "$root/docs/analyses-friction.svg"

"$polhode" modes "$root/models/rotor.yaml" --campbell spin=0:300:61 --orders 1 -o campbell -q 2>/dev/null
cp campbell/campbell.svg "$root/docs/modes-campbell.svg"
