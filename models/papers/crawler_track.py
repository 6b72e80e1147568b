#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Writes crawler-track.yaml, the excavator's track of the paper on HHT for index 3.

usage: crawler_track.py > crawler-track.yaml
       crawler_track.py --adams > crawler-track.adm    the same as a deck of ADAMS/Solver

Where the 45 links lie at the start is worked out in the model file itself, from its parameters."""
import math
import sys
from adams_deck import Deck

HEAD = """\
# Crawler track of an excavator: 45 links around a driven sprocket and an idler, on six rollers. Written by
# crawler_track.py.
#
# The second industrial example of Negrut, Rampalli, Ottarsson and Sajdak (2007), who give counts and curves
# but no data, so that these are ours: 61 parts, 1 planar, 54 revolute, 1 translational, 4 fixed and 1 inline
# joints, 1 motion, 690 contacts; 61 degrees of freedom. The sprocket is turned for 12 s and the frame, held
# upright in the plane x-z, drives along x over level ground.
#
# The sprocket turns by 13.3 rad, that is 23.285 pitches of 0.2 m: the frame should come 4.657 m far, and comes
# 4.659 m. After 1 s it is at x = 1.71132 m and z = 0.49827 m, after 3 s at 2.43471 m and 0.50001 m.
#
# x along a link points to the next one, z inwards. The 690 contacts: 180 of links with the ground (four
# each), 405 of links with idler, rollers and carriers, 45 of pins with the sprocket (a root circle and round
# teeth), 45 of links with the next one, which stop them from bending outwards, 15 of the frame with the ground.
# Wheels and pins touch as spheres in the plane of the drive: against a box or a cylinder across it that is
# as good as a circle.
"""

MODEL = """\
polhode: 1
title: Crawler track of an excavator
gravity: [0, 0, -9.81]
parameters:
  n: 45                        # links
  p: 0.2                       # [m] pitch
  Z: 11                        # teeth
  R: p/2/sin(pi/Z)             # [m] radius of the pins on the sprocket
  a: R*cos(pi/Z)               # [m] of the middles of links there
  sole: 0.06                   # [m] from a link's middle to the ground
  rail: 0.05                   # [m] from there to where wheels run
  zc: a + sole                 # [m] height of sprocket and idler
  far: 17*p                    # [m] idler from sprocket
  ri: a - rail                 # [m] idler
  low: zc - ri + 0.15          # [m] height of the rollers
  high: zc + R - rail - 0.1    # [m] of the carriers
bodies:
  sprocket: {mass: 250, inertia: [250*(0.33^2/4 + 0.3^2/12), 250*0.33^2/2, 250*(0.33^2/4 + 0.3^2/12)], position: [0, 0, zc]}
  idler: {mass: 200, inertia: [200*(ri^2/4 + 0.3^2/12), 200*ri^2/2, 200*(ri^2/4 + 0.3^2/12)], position: [far, 0, zc]}
  frame: {mass: 4000, inertia: [800, 4500, 4500], position: [far/2, 0, zc + 0.1]}
  slide: {mass: 150, inertia: [5, 5, 5], position: [far - 0.4, 0, zc]}
  motor: {mass: 500, inertia: [40, 40, 40], position: [0.2, 0, zc + 0.5]}
  tank: {mass: 500, inertia: [40, 40, 40], position: [1.0, 0, zc + 0.8]}
  house: {mass: 500, inertia: [40, 40, 40], position: [1.9, 0, zc + 0.9]}
  weight: {mass: 500, inertia: [40, 40, 40], position: [2.8, 0, zc + 0.8]}
joints:
  upright: {type: planar, between: [ground, frame], at: [far/2, 0, zc + 0.1], axis: [0, 1, 0]}
  guide: {type: prismatic, between: [frame, slide], at: [far - 0.4, 0, zc], axis: [1, 0, 0]}
  sprocket_bearing: {type: revolute, between: [frame, sprocket], at: [0, 0, zc], axis: [0, 1, 0]}
  idler_bearing: {type: revolute, between: [slide, idler], at: [far, 0, zc], axis: [0, 1, 0]}
  motor_seat: {type: fixed, between: [frame, motor]}
  tank_seat: {type: fixed, between: [frame, tank]}
  house_seat: {type: fixed, between: [frame, house]}
  weight_seat: {type: fixed, between: [frame, weight]}
  # the last pin: all but along it and about two axes is held by the others
  pin0: {type: inline, between: ["front{n-1}", back0]}
motions:
  drive: {joint: sprocket_bearing, velocity: "1.4*(step(time, 0.5, 0, 2.5, 1) - step(time, 10, 0, 12, 1))"}
forces:
  tension:                     # pushes the idler outwards
    type: axial_force
    on: slide
    reaction: frame
    direction: x
    axes_of: frame
    force: 20000 - 2e6*(dx(slide, frame, frame) - (far/2 - 0.4)) - 2e4*vx(slide, frame, frame)
shapes:
  floor: {type: plane, size: [14, 3, 0]}
  root: {type: RIM, on: sprocket, axis: y, at: [0, -0.04, 0], radius: R - 0.02, length: 0.08}
  idler_rim: {type: tube, on: idler, axis: y, at: [0, -0.18, 0], radius: ri, radius2: ri - 0.06, length: 0.36}
  idler_disc: {type: cylinder, on: idler, axis: y, at: [0, -0.05, 0], radius: ri - 0.06, length: 0.1}
  idler_ball: {type: sphere, on: idler, radius: ri}
  beam: {type: box, on: frame, at: [-1.45, -0.06, -0.2], size: [2.6, 0.12, 0.3]}
  deck: {type: box, on: frame, at: [-1.6, -0.35, 0.1], size: [3.1, 0.7, 0.12]}
  fork: {type: box, on: slide, at: [-0.3, -0.05, -0.06], size: [0.7, 0.1, 0.12]}
  motor_block: {type: cylinder, on: motor, axis: y, at: [0, -0.3, 0], radius: 0.22, length: 0.6}
  tank_block: {type: cylinder, on: tank, axis: x, at: [-0.35, 0, -0.2], radius: 0.25, length: 0.7}
  house_block: {type: box, on: house, at: [-0.4, -0.4, -0.6], size: [0.8, 0.8, 1.1]}
  weight_block: {type: box, on: weight, at: [-0.3, -0.45, -0.5], size: [0.6, 0.9, 0.7]}
groups:
  toothed: {of: [root, "tooth*"]}
repeat:
  - for: k                     # links on the sprocket
    from: 0
    to: 5
    bodies:
      link{k}: &link
        mass: 25
        inertia: [25*(0.5^2 + 0.1^2)/12, 25*(p^2 + 0.1^2)/12, 25*(p^2 + 0.5^2)/12]
        position: [a*cos(pi/2 + (k + 0.5)*2*pi/Z), 0, zc + a*sin(pi/2 + (k + 0.5)*2*pi/Z)]
        orientation: {axis: [0, 1, 0], angle: -(pi + (k + 0.5)*2*pi/Z)}
  - for: k                     # on the ground
    from: 6
    to: 21
    bodies:
      link{k}: {<<: *link, position: [p*(k - 5), 0, sole], orientation: {axis: [0, 1, 0], angle: 0}}
  - for: k                     # on the idler
    from: 22
    to: 27
    bodies:
      link{k}:
        <<: *link
        position: [far + a*cos(pi/2 - (27.5 - k)*2*pi/Z), 0, zc + a*sin(pi/2 - (27.5 - k)*2*pi/Z)]
        orientation: {axis: [0, 1, 0], angle: (27.5 - k)*2*pi/Z - pi}
  - for: k                     # and back
    from: 28
    to: n - 1
    bodies:
      link{k}: {<<: *link, position: [far - p*(k - 27.5), 0, zc + R], orientation: {axis: [0, 1, 0], angle: pi}}
  - for: k
    from: 1
    to: n - 1
    joints:
      pin{k}: {type: revolute, between: ["front{k-1}", "back{k}"]}
  - for: k
    from: 0
    to: n - 1
    markers:
      front{k}: {on: "link{k}", at: [p/2, 0, 0], orientation: {axis: [1, 0, 0], angle: -90 deg}}
      back{k}: {on: "link{k}", at: [-p/2, 0, 0], orientation: {axis: [1, 0, 0], angle: -90 deg}}
    shapes:
      link{k}_rail: {type: box, on: "link{k}", at: [-p/2, -0.2, 0], size: [p, 0.4, rail]}
      link{k}_sole: {type: box, on: "link{k}", at: [-p/2 + 0.004, -0.25, -sole], size: [p - 0.008, 0.5, 0.02]}
      link{k}_web: {type: box, on: "link{k}", at: [-0.05, -0.15, 0.02 - sole], size: [0.1, 0.3, sole - 0.02]}
      link{k}_bolt: {type: cylinder, on: "link{k}", axis: y, at: [p/2, -0.23, 0], radius: 0.02, length: 0.46}
      link{k}_pin: {type: sphere, on: "link{k}", at: [p/2, 0, 0], radius: 0.02}
      link{k}_stop: {type: sphere, on: "link{k}", at: [p/2 - 0.014, 0, 0.012 - sole], radius: 0.01}
      link{k}_foot1: {type: sphere, on: "link{k}", at: [-0.08, -0.2, 0.01 - sole], radius: 0.01}
      link{k}_foot2: {type: sphere, on: "link{k}", at: [-0.08, 0.2, 0.01 - sole], radius: 0.01}
      link{k}_foot3: {type: sphere, on: "link{k}", at: [0.08, -0.2, 0.01 - sole], radius: 0.01}
      link{k}_foot4: {type: sphere, on: "link{k}", at: [0.08, 0.2, 0.01 - sole], radius: 0.01}
    contacts:
      drive{k}: &steel
        between: ["link{k}_pin", toothed]
        joined: yes
        law: impact
        stiffness: 3e8
        exponent: 1.5
        damping: 2e4
        depth: 2e-4
        friction_law: step
        friction: 0.1
        sliding_friction: 0.1
        stiction_speed: 0.02
        sliding_speed: 0.1
      stop{k}: {<<: *steel, between: ["link{k}_stop", "link{mod(k + 1, n)}_sole"]}
      roll{k}: {<<: *steel, between: [idler_ball, "link{k}_rail"]}
    repeat:
      - for: w
        from: 0
        to: 7
        contacts:
          roll{k}_{w}: {<<: *steel, between: ["roller{w}_ball", "link{k}_rail"]}
      - for: f
        to: 4
        contacts:
          ground{k}_{f}: &soil
            between: ["link{k}_foot{f}", floor]
            law: impact
            stiffness: 3e7
            exponent: 1.5
            damping: 2e4
            depth: 1e-3
            friction_law: step
            friction: 0.7
            sliding_friction: 0.6
            stiction_speed: 0.02
            sliding_speed: 0.1
  - for: w                     # rollers
    from: 0
    to: 5
    bodies:
      roller{w}:
        {mass: 60, inertia: [60*(0.15^2/4 + 0.3^2/12), 60*0.15^2/2, 60*(0.15^2/4 + 0.3^2/12)], position: [0.45 + 0.5*w, 0, low]}
    joints:
      roller{w}_bearing: {type: revolute, between: [frame, "roller{w}"], at: [0.45 + 0.5*w, 0, low], axis: [0, 1, 0]}
    shapes:
      roller{w}_rim: {type: tube, on: "roller{w}", axis: y, at: [0, -0.18, 0], radius: 0.15, radius2: 0.05, length: 0.36}
      roller{w}_ball: {type: sphere, on: "roller{w}", radius: 0.15}
  - for: w                     # carriers of the upper run
    from: 6
    to: 7
    bodies:
      roller{w}:
        {mass: 30, inertia: [30*(0.1^2/4 + 0.3^2/12), 30*0.1^2/2, 30*(0.1^2/4 + 0.3^2/12)], position: [1.2*w - 6.1, 0, high]}
    joints:
      roller{w}_bearing: {type: revolute, between: [frame, "roller{w}"], at: [1.2*w - 6.1, 0, high], axis: [0, 1, 0]}
    shapes:
      roller{w}_rim: {type: tube, on: "roller{w}", axis: y, at: [0, -0.18, 0], radius: 0.1, radius2: 0.03, length: 0.36}
      roller{w}_ball: {type: sphere, on: "roller{w}", radius: 0.1}
  - for: k                     # teeth, half a pitch from the pins
    to: Z
    shapes:
      tooth{k}:
        type: RIM
        on: sprocket
        axis: y
        at: [a*cos(pi/2 + (k + 0.5)*2*pi/Z), -0.04, a*sin(pi/2 + (k + 0.5)*2*pi/Z)]
        radius: 0.078
        length: 0.08
  - for: i                     # the frame's belly, should it come down
    from: 0
    to: 4
    repeat:
      - for: j
        from: 0
        to: 2
        shapes:
          belly{i}_{j}: {type: sphere, on: frame, at: [0.6*(i - 2), 0.3*(j - 1), -0.25], radius: 0.05}
        contacts:
          belly{i}_{j}_ground: {<<: *soil, between: ["belly{i}_{j}", floor]}
outputs: [frame, sprocket, idler, slide, roller0, link8, idler_bearing, drive, energy, solver]
simulate: {end: 14, every: 0.02}
"""

# --- the same as a deck ---------------------------------------------------------------------------------

STEEL = (3e8, 1.5, 2e4, 2e-4, 0.1, 0.1, 0.02, 0.1)
SOIL = (3e7, 1.5, 2e4, 1e-3, 0.7, 0.6, 0.02, 0.1)
LINKS, PITCH, TEETH, SOLE, RAIL = 45, 0.2, 11, 0.06, 0.05
ALONG_Y, ALONG_X = (0, -math.pi / 2, 0), (math.pi / 2, math.pi / 2, -math.pi / 2)  # turns that bring z there


def about_y(angle):
    return (math.pi / 2, angle, -math.pi / 2)


def deck():
    R = PITCH / 2 / math.sin(math.pi / TEETH)
    a = R * math.cos(math.pi / TEETH)
    zc, far, ri, pitch = a + SOLE, 17 * PITCH, a - RAIL, 2 * math.pi / TEETH
    d = Deck("Crawler track of an excavator", ["61 parts, 54 revolute, 1 planar, 1 translational and 4 fixed joints, 1 inline, 1 motion,",
                                               "690 CONTACT: see crawler-track.yaml. The ground is a block."])
    d.lines.append("ACCGRAV/KGRAV=-9.81")
    floor = d.box(d.marker(d.ground, (-4, -1.5, -1)), (14.0, 3.0, 1.0))

    def joint(kind, name, i, j, place_i, place_j, turn):
        """Between two parts, whose axes are the world's, at a place seen from each."""
        return d.put("JOINT", f"{kind}, I={d.marker(i, place_i, turn)}, J={d.marker(j, place_j, turn)}", name)

    def wheel(name, mass, r, x, z, on, seat):
        J, K = mass * (r * r / 4 + 0.3**2 / 12), mass * r * r / 2
        part, middle = d.part(name, mass, (J, K, J), (x, 0, z))
        number = joint("REVOLUTE", name + "_bearing", part, on, (0, 0, 0), (x - seat[0], 0, z - seat[1]), ALONG_Y)
        return part, middle, number

    seat, fork = (far / 2, zc + 0.1), (far - 0.4, zc)
    frame, frame_middle = d.part("frame", 4000.0, (800, 4500, 4500), (seat[0], 0, seat[1]))
    slide, slide_middle = d.part("slide", 150.0, (5, 5, 5), (fork[0], 0, fork[1]))
    joint("PLANAR", "upright", frame, d.ground, (0, 0, 0), (seat[0], 0, seat[1]), ALONG_Y)
    joint("TRANSLATIONAL", "guide", slide, frame, (0, 0, 0), (fork[0] - seat[0], 0, fork[1] - seat[1]), ALONG_X)
    for name, x, z in (("motor", 0.2, 0.5), ("tank", 1.0, 0.8), ("house", 1.9, 0.9), ("weight", 2.8, 0.8)):
        part, _ = d.part(name, 500.0, (40, 40, 40), (x, 0, zc + z))
        joint("FIXED", name + "_seat", part, frame, (0, 0, 0), (x - seat[0], 0, zc + z - seat[1]), (0, 0, 0))
    sprocket, _, bearing = wheel("sprocket", 250.0, 0.33, 0.0, zc, frame, seat)
    d.put("MOTION", f"JOINT={bearing}, ROTATION, VELOCITY\n, FUNCTION=1.4*(STEP(TIME, 0.5, 0, 2.5, 1) - STEP(TIME, 10, 0, 12, 1))", "drive")
    push = f"{slide_middle},{frame_middle},{frame_middle}"
    d.put("VFORCE", f"I={slide_middle}, JFLOAT={d.floating(frame)}, RM={frame_middle}\n, FX=20000 - 2E6*(DX({push}) - {far/2 - 0.4!r})"
          f"\n, - 2E4*VX({push},{frame_middle})\\FY=0\\FZ=0", "tension")
    toothed = [d.cylinder(d.marker(sprocket, (0, -0.04, 0), ALONG_Y), R - 0.02, 0.08)]
    for k in range(1, TEETH + 1):
        angle = math.pi / 2 + (k + 0.5) * pitch
        toothed.append(d.cylinder(d.marker(sprocket, (a * math.cos(angle), -0.04, a * math.sin(angle)), ALONG_Y), 0.078, 0.08))
    wheels = [d.sphere(wheel("idler", 200.0, ri, far, zc, slide, fork)[1], ri)]
    for w in range(8):
        mass, r, x, z = (60.0, 0.15, 0.45 + 0.5 * w, zc - ri + 0.15) if w < 6 else (30.0, 0.1, 1.2 * w - 6.1, zc + R - RAIL - 0.1)
        wheels.append(d.sphere(wheel(f"roller{w}", mass, r, x, z, frame, seat)[1], r))
    link, sole = [], []
    for k in range(LINKS):
        if k < 6:
            angle = math.pi / 2 + (k + 0.5) * pitch
            at, turn = (a * math.cos(angle), 0, zc + a * math.sin(angle)), -(math.pi + (k + 0.5) * pitch)
        elif k < 22:
            at, turn = (PITCH * (k - 5), 0, SOLE), 0.0
        elif k < 28:
            angle = math.pi / 2 - (27.5 - k) * pitch
            at, turn = (far + a * math.cos(angle), 0, zc + a * math.sin(angle)), (27.5 - k) * pitch - math.pi
        else:
            at, turn = (far - PITCH * (k - 27.5), 0, zc + R), math.pi
        link.append(d.part(f"link{k}", 25.0, (25 * 0.26 / 12, 25 * 0.05 / 12, 25 * 0.29 / 12), at, about_y(turn))[0])
        sole.append(d.box(d.marker(link[k], (0.004 - PITCH / 2, -0.25, -SOLE)), (PITCH - 0.008, 0.5, 0.02)))
    for k in range(LINKS):
        after = (k + 1) % LINKS
        back, front = d.marker(link[after], (-PITCH / 2, 0, 0), ALONG_Y), d.marker(link[k], (PITCH / 2, 0, 0), ALONG_Y)
        if after:
            d.put("JOINT", f"REVOLUTE, I={back}, J={front}", f"pin{after}")
        else:
            d.put("JPRIM", f"INLINE, I={back}, J={front}", "pin0")
        d.contact([d.sphere(front, 0.02)], toothed, STEEL, f"drive{k}")
        stop = d.sphere(d.marker(link[k], (PITCH / 2 - 0.014, 0, 0.012 - SOLE)), 0.01)
        d.contact([stop], [sole[after]], STEEL, f"stop{k}")
        rail = d.box(d.marker(link[k], (-PITCH / 2, -0.2, 0)), (PITCH, 0.4, RAIL))
        for w, ball in enumerate(wheels):
            d.contact([ball], [rail], STEEL, f"roll{k}_{w-1}" if w else f"roll{k}")
        for f in range(4):
            place = ((-0.08, 0.08)[f // 2], (-0.2, 0.2)[f % 2], 0.01 - SOLE)
            d.contact([d.sphere(d.marker(link[k], place), 0.01)], [floor], SOIL, f"ground{k}_{f+1}")
    for i in range(5):
        for j in range(3):
            belly = d.sphere(d.marker(frame, (0.6 * (i - 2), 0.3 * (j - 1), -0.25)), 0.05)
            d.contact([belly], [floor], SOIL, f"belly{i}_{j}_ground")
    return d.text()


if __name__ == "__main__":
    print(deck() if "--adams" in sys.argv else (HEAD + MODEL).replace("RIM", "cylinder"), end="")
