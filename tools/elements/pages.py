#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""pages.py POLHODE [--check] -- a picture of every joint and force, and docs/joints.md and
docs/force-types.md, which show them one by one: what the program says of each, how a model file and an ADAMS
deck write it, and which model has one. --check: fails where a file is not what would be written, where
an element of the program has no entry here or a model does not have what it is to show."""
import json
import os
import re
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import drawings
from sketch import Sketch

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

# name: statement of a deck, model (of models/), a line of a model file
JOINTS = {
    "fixed": ("JOINT/FIXED", "lifted-arm", "{type: fixed, between: [frame, plate]}"),
    "revolute": ("JOINT/REVOLUTE", "pendulum", "{type: revolute, between: [ground, arm], at: [0, 0, 0], axis: [0, 1, 0]}"),
    "spherical": ("JOINT/SPHERICAL", "wishbone", "{type: spherical, between: [arm, upright], at: [0.4, 0, 0]}"),
    "cylindrical": ("JOINT/CYLINDRICAL", "four-bar", "{type: cylindrical, between: [ground, ram], axis: [0, 0, 1]}"),
    "prismatic": ("JOINT/TRANSLATIONAL", "slider-crank", "{type: prismatic, between: [ground, slider], axis: [1, 0, 0]}"),
    "universal": ("JOINT/UNIVERSAL", "spatial-slider-crank", "{type: universal, between: [rod, slider], at: [1, 0, 0], axis: [0, 0, 1], axis2: [0, 1, 0]}"),
    "hooke": ("JOINT/HOOKE", None, "{type: hooke, between: [shaft, wheel], at: [0, 0, 0], axis: [1, 0, 0]}"),
    "planar": ("JOINT/PLANAR", "sleigh", "{type: planar, between: [ground, sledge], axis: [0, 0, 1]}"),
    "distance": (None, "wishbone", "{type: distance, between: [pin, bob], length: 0.5}"),
    "atpoint": ("JPRIM/ATPOINT", None, "{type: atpoint, between: [a, b], at: [0, 0, 0]}"),
    "inline": ("JPRIM/INLINE", "andrews", "{type: inline, between: [rail, shoe], at: [0, 0, 0], axis: [1, 0, 0]}"),
    "inplane": ("JPRIM/INPLANE", "wishbone", "{type: inplane, between: [table, foot], at: [0, 0, 0], axis: [0, 0, 1]}"),
    "orientation": ("JPRIM/ORIENTATION", "wishbone", "{type: orientation, between: [ground, stage]}"),
    "parallel_axes": ("JPRIM/PARALLEL_AXES", "drive-shaft", "{type: parallel_axes, between: [ground, mast], axis: [0, 0, 1]}"),
    "perpendicular": ("JPRIM/PERPENDICULAR", None, "{type: perpendicular, between: [a, b], axis: [1, 0, 0], axis2: [0, 1, 0]}"),
    "knife_edge": (None, "sleigh", "{type: knife_edge, between: [ground, sledge], at: [-0.25, 0, 0], axis: [0, 1, 0]}"),
    "rolling_disc": (None, "rolling-disc", "{type: rolling_disc, between: [ground, disc], radius: 0.4, axis: [0, 0, 1], axis2: [1, 0, 0.5]}"),
    "rolling_sphere": (None, "turntable", "{type: rolling_sphere, between: [table, ball], radius: 0.1, axis: [0, 0, 1]}"),
    "rolling_on_curve": (None, "half-pipe", "{type: rolling_on_curve, between: [ground, wheel], curve: pipe, radius: 0.1}"),
    "belt": (None, "belt-drive", "{type: belt, between: [pulley, wheel], axis: [0, 1, 0], radius: 0.1, radius2: 0.3}"),
    "point_on_curve": ("PTCV", "cycloid", "{type: point_on_curve, between: [ground, bead], curve: wire}"),
    "curve_on_curve": ("CVCV", "cam-follower", "{type: curve_on_curve, between: [cam, follower], curve: outline, curve2: foot}"),
    "convel": ("JOINT/CONVEL", "drive-shaft", "{type: convel, between: [input, output], at: [0, 0, 0], axis: [-1, 0, 0], axis2: [0.8, 0.6, 0]}"),
    "screw": ("JOINT/SCREW", "screw-press", "{type: screw, between: [ground, ram], axis: [0, 0, 1], pitch: 20 mm}"),
    "rack_pinion": ("JOINT/RACKPIN", "rack-steering", "{type: rack_pinion, between: [rack, pinion], at: [0, 0, 0], axis: [0, 1, 0], axis2: [1, 0, 0], diameter: 40 mm}"),
    "hinged_rod": (None, "massless-rod", "{type: hinged_rod, between: [pin, bob], length: 0.4}"),
    "coupler": ("COUPLER", "hoist", "{type: coupler, joints: [left, right], scales: [1, 0.5]}"),
    "gear": ("GEAR", "planetary-gear", "{type: gear, joints: [sun_pin, planet_pin], pitch_point: mesh}"),
    "equation": ("GCON", None, "{type: equation, expression: \"a.angle - 0.3*sin(b.angle)\"}"),
}
FORCES = {
    "gravity": ("ACCGRAV", "pendulum", None),
    "force": ("VFORCE", "slider-crank", "{type: force, on: piston, force: [\"-40*time\", 0, 0]}"),
    "torque": ("VTORQUE", "slider-crank", "{type: torque, on: crank, torque: [0, 0, 0.5]}"),
    "general_force": ("GFORCE", None, "{type: general_force, on: hub, force: [0, 0, 10], torque: [0, 0, 1]}"),
    "axial_force": ("SFORCE/TRANSLATIONAL", "papers/crawler-track", "{type: axial_force, on: a, reaction: b, force: \"100*sin(time)\"}"),
    "axial_torque": ("SFORCE/ROTATIONAL", "papers/poly-v-belt", "{type: axial_torque, on: a, reaction: b, torque: \"2*time\"}"),
    "spring_damper": ("SPRINGDAMPER/TRANSLATIONAL", "andrews", "{type: spring_damper, on: a, reaction: b, stiffness: 100, damping: 2, length: 0.5}"),
    "torsion_spring": ("SPRINGDAMPER/ROTATIONAL", "papers/poly-v-belt", "{type: torsion_spring, on: arm, reaction: frame, stiffness: 5, damping: 0.1}"),
    "bushing": ("BUSHING", "machine-mounts", "{type: bushing, on: a, reaction: b, stiffness: [1e6, 1e6, 1e6, 100, 100, 100]}"),
    "beam": ("BEAM", "beam-half-circle", "{type: beam, on: tip, reaction: root, length: 0.5, young: 2.1e11, shear: 8e10, radius: 0.01}"),
    "field": ("FIELD", "tilted-mount", "{type: field, on: a, reaction: b, stiffness: [100, 100, 100, 5, 5, 5], rest: [0.1, 0, 0, 0, 0, 0]}"),
    "joint_friction": ("FRICTION", "stick-slip", "{type: joint_friction, joint: pin, static: 0.4, dynamic: 0.25, pin_radius: 0.05, stick: event}"),
    "joint_bristle": ("FRICTION", "held-block", "{type: joint_bristle, joint: pin, static: 0.4, dynamic: 0.25, pin_radius: 0.05}"),
    "stop": (None, "guide-friction", "{type: stop, joint: hinge, upper: 60 deg, stiffness: 1e5, restitution: 0.5}"),
    "hydraulic_cylinder": (None, "excavator", "{type: hydraulic_cylinder, on: eye, reaction: foot, bore: 0.1, rod: 0.05, length: 0.8, stroke: 0.6, dead_volume: 1e-4, supply: 200e5, flow: 1e-3, valve: \"step(time, 0, 0, 1, 1)\"}"),
    "pneumatic_cylinder": (None, "gas-spring", "{type: pneumatic_cylinder, on: lid, reaction: frame, bore: 0.03, length: 0.3, stroke: 0.2, dead_volume: 1e-5, pressure: [8e5, 8e5]}"),
    "motor": (None, "motor", "{type: motor, on: shaft, reaction: housing, voltage: 24, resistance: 0.4, inductance: 2e-3, constant: 0.05}"),
    "tyre": (None, "wishbone", "{type: tyre, on: hub, file: car.tir}"),
    "modal_force": ("MFORCE", None, "{type: modal_force, on: wing, nodes: [[2, 0, 0, 10], [3, 0, 0, 15]], scale: \"sin(8*time)\"}"),
    "impulse": (None, "papers/book-toss", "{type: impulse, on: ball, at: 0.5, linear: [1, 0, 0]}"),
}


def elements(polhode):
    done = subprocess.run([polhode, "list", "elements", "--json"], capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


def picture(name):
    sketch = Sketch()
    getattr(drawings, name)(sketch)
    return sketch.svg(name.replace("_", " "))


def entry(kind, element, table):
    name = element["name"]
    deck, model, line = table[name]
    text = element["help"]
    out = [f"## {name}", "", f"![{name}]({kind}-{name.replace('_', '-')}.svg)", "",
           text[0].upper() + text[1:] + "."]
    if kind == "joint":
        n, held = element["equations"], element.get("velocity_equations", 0)
        out[-1] += f" {n} equation{'s' if n != 1 else ''}" + (f", {held} of them in velocities." if held else ".")
    if line:
        out += ["", "```yaml", f"name: {line}", "```"]
    seen = [f"a deck: `{deck}`"] if deck else []
    seen += [f"a model: [`models/{model}.yaml`](../models/{model}.yaml)"] if model else []
    seen += [f"its keys: [model file](model-file.md#type-{name})"] if element["fields"] else []
    if seen:
        out += ["", "; ".join(seen)[0].upper() + "; ".join(seen)[1:] + "."]
    return out + [""]


EQUATION = {"kind": "joint", "name": "equation", "equations": 1, "fields": [{"name": "expression"}],
            "help": "a constraint given by an expression, of places or of velocities; it has no place"}
HEADS = {
    "joint": ["<!-- Written by tools/elements/pages.py (ninja docs-elements). Do not edit. -->",
              "# Joints, one by one", "",
              "The first body of a joint is blue, the second orange; red is how they still move, or what acts.",
              "[Model files](model-file.md#joint-types) tell where joints are placed and what their keys are.", ""],
    "force": ["<!-- Written by tools/elements/pages.py (ninja docs-elements). Do not edit. -->",
              "# Forces, one by one", "",
              "A force acts on the orange body, and back on the blue one where there is one. What is",
              "[to be said of the larger ones](forces.md) stands on a page of its own; their keys are those of",
              "[model files](model-file.md#force-types).", ""]}
PAGES = {"joint": "joints.md", "force": "force-types.md"}


def files_of(polhode):
    """What is to be written, by name below docs."""
    files, wrong = {}, []
    for kind, table in (("joint", JOINTS), ("force", FORCES)):
        page = list(HEADS[kind])
        known = [e for e in elements(polhode) if e["kind"] == kind]
        known += [EQUATION] if kind == "joint" else []
        for element in known:
            name = element["name"]
            if name not in table or not hasattr(drawings, name):
                wrong.append(f"{kind} `{name}` has no entry or no drawing in tools/elements")
                continue
            keys = {f["name"] for f in element["fields"]} | {"type", "between", "at", "axis", "axis2"}
            wrong += [f"`{key}` is no key of {kind} `{name}`"
                      for key in re.findall(r"[{,] ?(\w+): ", table[name][2] or "") if key not in keys]
            wrong += [f"{kind} `{name}` is shown without `{f['name']}`" for f in element["fields"]
                      if f.get("required") and table[name][2] and f["name"] + ":" not in table[name][2]]
            files[f"{kind}-{name.replace('_', '-')}.svg"] = picture(name)
            page += entry(kind, element, table)
            model = table[name][1]
            path = os.path.join(ROOT, "models", f"{model}.yaml")
            if model and name != "gravity" and not (
                    os.path.exists(path) and re.search(rf"type: {name}\b", open(path).read())):
                wrong.append(f"models/{model}.yaml has no `{name}`")
        files[PAGES[kind]] = "\n".join(page).rstrip("\n") + "\n"
    return files, wrong


def main():
    files, wrong = files_of(sys.argv[1])
    for name, text in files.items():
        path = os.path.join(ROOT, "docs", name)
        if "--check" not in sys.argv:
            with open(path, "w") as out:
                out.write(text)
        elif not os.path.exists(path) or open(path).read() != text:
            wrong.append(f"docs/{name} is not what tools/elements/pages.py writes: run `ninja docs-elements`")
    for line in wrong:
        print(line)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
