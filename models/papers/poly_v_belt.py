#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes poly-v-belt.yaml, the belt drive of the paper on HHT for index 3.

usage: poly_v_belt.py > poly-v-belt.yaml
       poly_v_belt.py --adams > poly-v-belt.adm    the same as a deck of ADAMS/Solver

The path of the belt (tangents of four circles), the length of a segment (so that a hundred of them close
it) and the preload of the tensioner (so that it starts in balance) are worked out here; all else follows in
the model file itself, from its parameters."""
import math
import sys
from adams_deck import Deck

SEGMENTS = 100
TENSION = 500.0                # [N] of the belt at the start
HALF = 0.00225                 # [m] half its thickness
PIVOT = (-0.185, 0.035)        # [m] of the tensioner's arm
START = 0.25                   # [segments] the first one from where the belt meets the crank
# centre, radius [m], and the side of the belt that touches: 1 inside, -1 its back; in the belt's order
PULLEYS = [("crank", (0.0, 0.0), 0.075, 1), ("pump", (0.02, 0.21), 0.060, 1),
           ("alternator", (-0.19, 0.17), 0.030, 1), ("tensioner", (-0.115, 0.055), 0.0325, -1)]


def tangents():
    """Of each circle to the next: direction of the normal, in which both points lie, and length."""
    out = []
    for i, (_, (x, y), r, side) in enumerate(PULLEYS):
        _, (x2, y2), r2, side2 = PULLEYS[(i + 1) % len(PULLEYS)]
        r, r2 = side * (r + HALF), side2 * (r2 + HALF)
        way = math.hypot(x2 - x, y2 - y)
        out.append((math.atan2(y2 - y, x2 - x) - math.acos((r - r2) / way), math.sqrt(way**2 - (r - r2)**2)))
    return out


def path():
    """Of each pulley: angle at which the belt meets it, wrap, and free length behind it."""
    tangent, out = tangents(), []
    for i, (_, _, _, side) in enumerate(PULLEYS):
        back = 0 if side > 0 else math.pi
        meets, leaves = tangent[i - 1][0] + back, tangent[i][0] + back
        out.append((meets, (leaves - meets) * side % (2 * math.pi), tangent[i][1]))
    return out


def counts(pieces, half):
    """Of each pulley: the number of segments before it, and before the free length behind it; then all."""
    out, n = [], 0.0
    for (_, _, r, _), (_, wrap, span) in zip(PULLEYS, pieces):
        out.append((n, n + wrap / (2 * math.atan(half / (r + HALF)))))
        n = out[-1][1] + span / (2 * half)
    return out, n


def half_length(pieces):
    low, high = 1e-3, 1e-1
    for _ in range(100):
        middle = 0.5 * (low + high)
        low, high = (middle, high) if counts(pieces, middle)[1] > SEGMENTS else (low, middle)
    return 0.5 * (low + high)


def preload(pieces):
    """[N m] about the arm's pivot, against the belt's pull on the tensioner."""
    _, (x, y), _, side = PULLEYS[3]
    meets, wrap, _ = pieces[3]
    into, out = meets + side * math.pi / 2, meets + side * wrap + side * math.pi / 2
    fx, fy = TENSION * (math.cos(out) - math.cos(into)), TENSION * (math.sin(out) - math.sin(into))
    return (y - PIVOT[1]) * fx - (x - PIVOT[0]) * fy


def first_on(count):
    """The first segment whose centre lies behind a number of segments."""
    return math.ceil(count - START)


HEAD = """\
# Accessory drive of a car's engine: a poly-V belt over crank, water pump and alternator, tensioned by a
# pulley on a sprung arm. Written by poly_v_belt.py.
#
# The first industrial example of Negrut, Rampalli, Ottarsson and Sajdak (2007), who give counts, units and
# curves but no data, so that these are ours: 105 bodies, of which 100 are segments of the belt, 5 hinges,
# 400 forces of three components between the segments, 400 contacts; 605 degrees of freedom. The crank is
# driven by 30 N m with a ripple of 60 Hz; the others resist. It starts at rest and in balance, tensioned
# by 500 N, and runs for 200 ms, in which the belt goes round once.
#
# At 60 ms crank, alternator and pump turn at 49.906, 118.159 and 61.793 rad/s, and the alternator is pushed
# by -723.9 N along x. The torques have then done 30.492 J of work; 29.168 J are in motion, 3.369 J in the
# belt and its tensioner, which had 3.500 J, and 1.455 J are lost.
#
# The belt goes round counter-clockwise, in the plane x-y. Its segments are joined at two heights and two
# widths, so that the four forces of a joint resist stretching, bending and turning. What touches a pulley
# is the middle of a segment, as long as the belt is thick.
"""


def model():
    pieces = path()
    half = half_length(pieces)
    count, _ = counts(pieces, half)
    s = HEAD + f"""\
polhode: 1
title: Poly-V belt of an accessory drive
parameters:
  N: {SEGMENTS}                       # segments of the belt
  T0: {TENSION:g}                      # [N] tension at the start
  EA: 1.2e5                    # [N] stiffness: force for a strain of one
  line: 0.10                   # [kg/m]
  thick: {2 * HALF:g}                # [m] of the belt
  wide: 0.0214                 # [m]
  h1: {half!r}     # [m] half a segment, stretched by T0: {SEGMENTS} of them close the belt
  h0: h1/(1 + T0/EA)           # [m] the same without tension
  m: line*2*h1                 # [kg]
  k: EA/(2*h0)                 # [N/m] of a joint, along
  ks: 5e5                      # [N/m] across
  c: 0.05*sqrt(k*m)            # [N s/m]
  cs: 0.05*sqrt(ks*m)          # [N s/m]
  hard: 3e8                    # [N/m^1.5] belt against pulley
  # where the four forces of a joint act
  high1: 0.5 mm
  high2: 0.5 mm
  high3: -0.5 mm
  high4: -0.5 mm
  side1: 8 mm
  side2: -8 mm
  side3: 8 mm
  side4: -8 mm
  # pulleys in the order of the belt: centre, radius, and which side of the belt touches, 1 inside, -1 back;
  # angle at which the belt meets it, angle it stays for, and free length behind it
"""
    for i, ((name, (x, y), r, side), (meets, wrap, span)) in enumerate(zip(PULLEYS, pieces), 1):
        s += f"""\
  x{i}: {x:g}{' ' * (27 - len(f'{x:g}'))}# {name}
  y{i}: {y:g}
  r{i}: {r:g}
  inside{i}: {side}
  meets{i}: {meets!r}
  wrap{i}: {wrap!r}
  span{i}: {span!r}
"""
    s += "  # radius of the belt's middle there, angle of a segment, and segments before it and before the free length\n"
    for i in range(1, 5):
        before = "0" if i == 1 else f"leaves{i-1} + span{i-1}/(2*h1)"
        s += f"""\
  R{i}: r{i} + thick/2
  turn{i}: 2*atan(h1/R{i})
  before{i}: {before}
  leaves{i}: before{i} + wrap{i}/turn{i}
"""
    s += "  # first and last segment on it, and on the free length\n"
    for i, (on, off) in enumerate(count):
        after = count[i + 1][0] if i < 3 else SEGMENTS + START
        s += (f"  on_from{i+1}: {first_on(on)}\n  on_to{i+1}: {first_on(off) - 1}\n"
              f"  free_from{i+1}: {first_on(off)}\n  free_to{i+1}: {first_on(after) - 1}\n")
    s += f"""\
bodies:
  crank: {{mass: 3, inertia: [6e-3, 6e-3, 12e-3], position: [x1, y1, 0]}}
  pump: {{mass: 0.8, inertia: [0.6e-3, 0.6e-3, 1.2e-3], position: [x2, y2, 0]}}
  alternator: {{mass: 1.2, inertia: [0.75e-3, 0.75e-3, 1.5e-3], position: [x3, y3, 0]}}
  tensioner: {{mass: 0.25, inertia: [6e-5, 6e-5, 12e-5], position: [x4, y4, 0]}}
  arm: {{mass: 0.4, inertia: [2e-4, 4e-4, 5e-4], position: [({PIVOT[0]} + x4)/2, ({PIVOT[1]} + y4)/2, 0]}}
markers:
  foot: {{at: [{PIVOT[0]}, {PIVOT[1]}, 0]}}
  pivot: {{on: arm, at: [({PIVOT[0]} - x4)/2, ({PIVOT[1]} - y4)/2, 0]}}
  eye: {{on: arm, at: [(x4 - {PIVOT[0]})/2, (y4 - {PIVOT[1]})/2, 0]}}
joints:
  crank_bearing: {{type: revolute, between: [ground, crank], at: [x1, y1, 0]}}
  pump_bearing: {{type: revolute, between: [ground, pump], at: [x2, y2, 0]}}
  alternator_bearing: {{type: revolute, between: [ground, alternator], at: [x3, y3, 0]}}
  arm_bearing: {{type: revolute, between: [foot, pivot]}}
  tensioner_bearing: {{type: revolute, between: [eye, tensioner]}}
forces:
  spring: {{type: torsion_spring, on: pivot, reaction: foot, stiffness: 40, damping: 0.4, torque: {preload(pieces)!r}}}
  drive: {{type: axial_torque, on: crank, torque: "30*step(time, 0, 0, 0.02, 1)*(1 + 0.3*sin(2*pi*60*time))"}}
  alternator_load:
    type: axial_torque
    on: alternator
    torque: -2*step(time, 0, 0, 0.02, 1)*tanh(wz(alternator)/5) - 1e-5*wz(alternator)*abs(wz(alternator))
  pump_load:
    type: axial_torque
    on: pump
    torque: -1.5*step(time, 0, 0, 0.02, 1)*tanh(wz(pump)/5) - 2e-5*wz(pump)*abs(wz(pump))
shapes:
  crank_rim: {{type: RIM, on: crank, at: [0, 0, -0.013], radius: r1, length: 0.026}}
  pump_rim: {{type: RIM, on: pump, at: [0, 0, -0.013], radius: r2, length: 0.026}}
  alternator_rim: {{type: RIM, on: alternator, at: [0, 0, -0.013], radius: r3, length: 0.026}}
  tensioner_rim: {{type: RIM, on: tensioner, at: [0, 0, -0.013], radius: r4, length: 0.026}}
  crank_nose: {{type: cylinder, on: crank, at: [0, 0, -0.05], radius: 0.018, length: 0.075}}
  pump_nose: {{type: cylinder, on: pump, at: [0, 0, -0.05], radius: 0.010, length: 0.070}}
  alternator_nose: {{type: cylinder, on: alternator, at: [0, 0, -0.05], radius: 0.008, length: 0.072}}
  alternator_house: {{type: cylinder, at: [x3, y3, -0.13], radius: 0.055, length: 0.1}}
  arm_bar: {{type: link, radius: 0.012, through: [pivot, eye]}}
  foot_ring: {{type: torus, on: foot, radius: 0.014, radius2: 0.004}}
repeat:
  - for: q                     # bolts, which show that a pulley turns
    to: 5
    shapes:
      crank_bolt{{q}}: {{type: cylinder, on: crank, at: [0.05*cos(0.4*pi*q), 0.05*sin(0.4*pi*q), 0.013], radius: 0.006, length: 0.006}}
      pump_bolt{{q}}: {{type: cylinder, on: pump, at: [0.035*cos(0.4*pi*q), 0.035*sin(0.4*pi*q), 0.013], radius: 0.004, length: 0.005}}
      alternator_bolt{{q}}:
        {{type: cylinder, on: alternator, at: [0.019*cos(0.4*pi*q), 0.019*sin(0.4*pi*q), 0.013], radius: 0.003, length: 0.004}}
  - for: p                     # the belt over pulley p: pressed in as far as its tension does
    to: 4
    repeat:
      - for: i
        from: on_from{{p}}
        to: on_to{{p}}
        bodies:
          s{{i}}: &segment
            mass: m
            inertia: [m*(wide^2 + thick^2)/12, m*(4*h1^2 + wide^2)/12, m*(4*h1^2 + thick^2)/12]
            position:
              - "x{{p}} + (R{{p}} - (2*T0*sin(turn{{p}}/2)/hard)^(2/3))*cos(meets{{p}} + inside{{p}}*turn{{p}}*(i + {START} - before{{p}}))"
              - "y{{p}} + (R{{p}} - (2*T0*sin(turn{{p}}/2)/hard)^(2/3))*sin(meets{{p}} + inside{{p}}*turn{{p}}*(i + {START} - before{{p}}))"
              - 0
            orientation: {{axis: [0, 0, 1], angle: "meets{{p}} + inside{{p}}*(turn{{p}}*(i + {START} - before{{p}}) + pi/2)"}}
      - for: i                 # and behind it
        from: free_from{{p}}
        to: free_to{{p}}
        bodies:
          s{{i}}:
            <<: *segment
            position:
              - "x{{p}} + R{{p}}*cos(meets{{p}} + inside{{p}}*wrap{{p}}) - 2*h1*(i + {START} - leaves{{p}})*inside{{p}}*sin(meets{{p}} + inside{{p}}*wrap{{p}})"
              - "y{{p}} + R{{p}}*sin(meets{{p}} + inside{{p}}*wrap{{p}}) + 2*h1*(i + {START} - leaves{{p}})*inside{{p}}*cos(meets{{p}} + inside{{p}}*wrap{{p}})"
              - 0
            orientation: {{axis: [0, 0, 1], angle: "meets{{p}} + inside{{p}}*(wrap{{p}} + pi/2)"}}
  - for: i
    from: 0
    to: N - 1
    shapes:
      s{{i}}_belt: {{type: box, on: "s{{i}}", at: [-h1, -thick/2, -wide/2], size: [2*h1, thick, wide]}}
      s{{i}}_core: {{type: sphere, on: "s{{i}}", radius: thick/2}}  # what touches
    contacts:
      s{{i}}_crank: &rubber
        between: ["s{{i}}_core", crank_rim]
        law: impact
        stiffness: hard
        exponent: 1.5
        damping: 30
        depth: 2e-5
        friction_law: step
        friction: 0.8
        sliding_friction: 0.6
        stiction_speed: 0.2
        sliding_speed: 1
      s{{i}}_pump: {{<<: *rubber, between: ["s{{i}}_core", pump_rim]}}
      s{{i}}_alternator: {{<<: *rubber, between: ["s{{i}}_core", alternator_rim]}}
      s{{i}}_tensioner: {{<<: *rubber, between: ["s{{i}}_core", tensioner_rim]}}
    repeat:
      - for: q                 # the joint to the next segment
        to: 4
        markers:
          s{{i}}_front{{q}}: {{on: "s{{i}}", at: [h0, "high{{q}}", "side{{q}}"]}}
          s{{i}}_back{{q}}: {{on: "s{{i}}", at: [-h0, "high{{q}}", "side{{q}}"]}}
        forces:
          s{{i}}_pull{{q}}:
            type: bushing
            on: "s{{mod(i + 1, N)}}_back{{q}}"
            reaction: "s{{i}}_front{{q}}"
            stiffness: [k/4, ks/4, ks/4, 0, 0, 0]
            damping: [c/4, cs/4, cs/4, 0, 0, 0]
outputs: [crank, pump, alternator, tensioner, arm, alternator_bearing, s0, energy, solver]
simulate: {{end: 0.2, every: 0.0002, scale: {{length: 5 mm, time: 5 ms}}}}
"""
    return s


# --- the same as a deck ---------------------------------------------------------------------------------

STIFF, MASS_PER_LENGTH, WIDE = 1.2e5, 0.10, 0.0214
RUBBER = (3e8, 1.5, 30.0, 2e-5, 0.8, 0.6, 0.2, 1.0)
BODIES = [(3.0, 12e-3), (0.8, 1.2e-3), (1.2, 1.5e-3), (0.25, 12e-5)]  # mass, inertia about the axis


def segments(pieces, half):
    """Places and directions of the segments."""
    count, total = counts(pieces, half)
    ends, out = [c[0] for c in count[1:]] + [total], []
    for k in range(SEGMENTS):
        at = k + START
        i = next(n for n in range(4) if at < ends[n])
        (_, (x, y), r, side), (meets, wrap, _) = PULLEYS[i], pieces[i]
        r += HALF
        turn = 2 * math.atan(half / r)
        if at < count[i][1]:
            angle = meets + side * turn * (at - count[i][0])
            r -= (2 * TENSION * math.sin(turn / 2) / RUBBER[0])**(2 / 3)
            out.append((x + r * math.cos(angle), y + r * math.sin(angle), angle + side * math.pi / 2))
        else:
            angle, way = meets + side * wrap, 2 * half * (at - count[i][1]) * side
            out.append((x + r * math.cos(angle) - way * math.sin(angle), y + r * math.sin(angle) + way * math.cos(angle),
                        angle + side * math.pi / 2))
    return out


def deck():
    pieces = path()
    half = half_length(pieces)
    free = half / (1 + TENSION / STIFF)
    d = Deck("Poly-V belt of an accessory drive", ["105 parts, 5 revolute joints, 400 VFORCE, 400 CONTACT: see poly-v-belt.yaml."])
    pulley, rim = [], []
    for (name, (x, y), r, _), (mass, J) in zip(PULLEYS, BODIES):
        pulley.append(d.part(name, mass, (J / 2, J / 2, J), (x, y, 0)))
        rim.append(d.cylinder(d.marker(pulley[-1][0], (0, 0, -0.013)), r, 0.026))
    (x, y), (px, py) = PULLEYS[3][1], PIVOT
    arm, _ = d.part("arm", 0.4, (2e-4, 4e-4, 5e-4), ((px + x) / 2, (py + y) / 2, 0))
    pivot, eye = d.marker(arm, ((px - x) / 2, (py - y) / 2, 0)), d.marker(arm, ((x - px) / 2, (y - py) / 2, 0))
    foot = d.marker(d.ground, (px, py, 0))
    for i in range(3):
        d.put("JOINT", f"REVOLUTE, I={pulley[i][1]}, J={d.marker(d.ground, (*PULLEYS[i][1], 0))}", PULLEYS[i][0] + "_bearing")
    d.put("JOINT", f"REVOLUTE, I={pivot}, J={foot}", "arm_bearing")
    d.put("JOINT", f"REVOLUTE, I={pulley[3][1]}, J={eye}", "tensioner_bearing")
    d.put("SPRINGDAMPER", f"ROTATION, I={pivot}, J={foot}, KT=40, CT=0.4, TORQUE={preload(pieces)!r}, ANGLE=0", "spring")
    home, ramp = d.marker(d.ground), "STEP(TIME, 0, 0, 0.02, 1)"
    w = [f"WZ({p[1]})" for p in pulley]
    for i, torque in enumerate((f"30*{ramp}*(1 + 0.3*SIN(2*PI*60*TIME))", f"-1.5*{ramp}*TANH({w[1]}/5) - 2E-5*{w[1]}*ABS({w[1]})",
                                f"-2*{ramp}*TANH({w[2]}/5) - 1E-5*{w[2]}*ABS({w[2]})")):
        d.put("SFORCE", f"ROTATION, ACTIONONLY, I={pulley[i][1]}, J={home}, FUNCTION={torque}")
    m, thick = MASS_PER_LENGTH * 2 * half, 2 * HALF
    inertia = (m * (WIDE**2 + thick**2) / 12, m * (4 * half**2 + WIDE**2) / 12, m * (4 * half**2 + thick**2) / 12)
    part = [d.part(f"s{k}", m, inertia, (x, y, 0), (angle, 0, 0)) for k, (x, y, angle) in enumerate(segments(pieces, half))]
    k, ks = STIFF / (2 * free), 5e5
    c, cs = 0.05 * math.sqrt(k * m), 0.05 * math.sqrt(ks * m)
    for n, (number, middle) in enumerate(part):
        after = part[(n + 1) % SEGMENTS][0]
        for high, side in ((0.5e-3, 8e-3), (0.5e-3, -8e-3), (-0.5e-3, 8e-3), (-0.5e-3, -8e-3)):
            i, j = d.marker(after, (-free, high, side)), d.marker(number, (free, high, side))
            pull = "\\".join(f"F{a}=-{s/4!r}*D{a}({i},{j},{j})\n, -{r/4!r}*V{a}({i},{j},{j},{j})"
                             for a, s, r in (("X", k, c), ("Y", ks, cs), ("Z", ks, cs)))
            d.put("VFORCE", f"I={i}, JFLOAT={d.floating(number)}, RM={j}\n, {pull}")
        core = d.sphere(middle, HALF)
        for i in range(4):
            d.contact([core], [rim[i]], RUBBER, f"s{n}_{PULLEYS[i][0]}")
    return d.text()


if __name__ == "__main__":
    print(deck() if "--adams" in sys.argv else model().replace("RIM", "cylinder"), end="")
