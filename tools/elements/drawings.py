# SPDX-License-Identifier: BSD-3-Clause
"""What each element looks like. The first body is blue, the second orange; what is free or acts is red."""
import math

from sketch import AXIS, DARK, FAINT, FIRST, FORCE, SECOND, THIRD, Sketch, add, scaled, unit

X, Y, Z = (1, 0, 0), (0, 1, 0), (0, 0, 1)


def minus(a):
    return scaled(-1, a)


# ---- joints ----

def fixed(s):
    s.box((0, -0.55, 0), (0.6, 1, 0.5))
    s.box((0, 0.45, 0), (0.6, 1, 0.5), SECOND)


def revolute(s):
    s.cylinder((0, -0.9, 0), (0, 0.6, 0), 0.3)
    s.cylinder((0, -0.3, 0), (0, 0.6, 0), 0.3, SECOND)
    s.cylinder((0, 0.3, 0), (0, 0.6, 0), 0.3)
    s.box((0, 0, 0.8), (0.3, 0.5, 1.1), SECOND)
    s.axis((0, -1.5, 0), (0, 3, 0))
    s.turn((0, 1.3, 0), Y, 0.35)


def spherical(s):
    s.cylinder((0, 0, -1), (0, 0, 0.8), 0.12)
    s.ball((0, 0, 0), 0.3, FIRST)
    s.cylinder((0, 0.2, 0.2), (0, 0.8, 0.6), 0.12, SECOND)
    s.turn((0, 0, 0), Z, 0.55)
    s.turn((0, 0, 0), X, 0.6, 200, 420)


def cylindrical(s):
    s.cylinder((0, -0.5, 0), (0, 1, 0), 0.36)
    s.cylinder((0, 0.5, 0), (0, 1, 0), 0.2, SECOND)
    s.cylinder((0, -1.5, 0), (0, 1, 0), 0.2, SECOND)
    s.turn((0, 1.7, 0), Y, 0.35)
    s.arrow((0, 0.7, 0.5), (0, 0.8, 0))


def prismatic(s):
    s.box((0, 0, 0), (0.7, 1, 0.7))
    s.box((0, 1, 0), (0.36, 1, 0.36), SECOND)
    s.box((0, -1, 0), (0.36, 1, 0.36), SECOND)
    s.arrow((0, 0.7, 0.5), (0, 0.8, 0))


def universal(s):
    s.cylinder((0, -1.3, 0), (0, 0.7, 0), 0.15)
    s.cylinder((-0.45, 0, 0), (0.9, 0, 0), 0.1)
    s.cylinder((0, 0, -0.45), (0, 0, 0.9), 0.1, SECOND)
    s.line([(-0.45, 0, 0), (-0.45, -0.6, 0), (0.45, -0.6, 0), (0.45, 0, 0)], "#5d7fa8", 5)
    s.line([(0, 0, -0.45), (0, 0.6, -0.45), (0, 0.6, 0.45), (0, 0, 0.45)], "#b97a33", 5)
    s.cylinder((0, 0.6, 0), (0, 0.7, 0), 0.15, SECOND)
    s.turn((0, 0, 0.6), Z, 0.25)
    s.turn((0.6, 0, 0), X, 0.25)


def hooke(s):
    universal(s)
    s.axis((0, -1.7, 0), (0, 3.4, 0))


def planar(s):
    s.plane((0, 0, 0), scaled(1.3, X), scaled(1.3, Y), FIRST)
    s.box((0, 0, 0.15), (0.8, 0.8, 0.3), SECOND)
    s.arrow((0.5, 0, 0.3), (0.7, 0, 0))
    s.arrow((0, 0.5, 0.3), (0, 0.7, 0))
    s.turn((0, 0, 0.5), Z, 0.3)


def distance(s):
    s.ball((0, -1, 0), 0.22, FIRST)
    s.cylinder((0, -0.85, 0), (0, 1.7, 0.4), 0.06, FAINT)
    s.ball((0, 1, 0.45), 0.22)


def atpoint(s):
    s.box((0, -0.5, -0.3), (0.5, 0.8, 0.3))
    s.box((0, 0.5, 0.3), (0.5, 0.8, 0.3), SECOND)
    s.ball((0, 0, 0), 0.1, FORCE)


def inline(s):
    s.cylinder((0, -1.3, 0), (0, 2.6, 0), 0.05)
    s.ball((0, 0.2, 0), 0.2)
    s.arrow((0, 0.4, 0.25), (0, 0.7, 0))


def inplane(s):
    s.plane((0, 0, 0), scaled(1.2, X), scaled(1.2, Y), FIRST)
    s.ball((0, 0, 0), 0.2)
    s.arrow((0.2, 0, 0), (0.8, 0, 0))
    s.arrow((0, 0.2, 0), (0, 0.8, 0))


def triad(s, p, color):
    for way in (X, Y, Z):
        s.arrow(p, scaled(0.6, way), color)


def orientation(s):
    s.box((0, -0.8, 0), (0.5, 0.5, 0.3))
    s.box((0, 0.8, 0.4), (0.5, 0.5, 0.3), SECOND)
    triad(s, (0, -0.8, 0.15), "#5d7fa8")
    triad(s, (0, 0.8, 0.55), "#b97a33")


def parallel_axes(s):
    s.cylinder((0, -0.6, -0.4), (0, 0, 1), 0.25)
    s.cylinder((0, 0.6, -0.1), (0, 0, 1), 0.25, SECOND)
    s.axis((0, -0.6, -0.8), (0, 0, 1.9))
    s.axis((0, 0.6, -0.6), (0, 0, 2))
    s.turn((0, 0.6, 1.2), Z, 0.3)


def perpendicular(s):
    s.cylinder((0, -0.6, -0.4), (0, 0, 1), 0.2)
    s.cylinder((0, 0.2, 0.2), (0, 1, 0), 0.2, SECOND)
    s.axis((0, -0.6, -0.8), (0, 0, 1.9))
    s.axis((0, -0.2, 0.2), (0, 1.8, 0))


def knife_edge(s):
    s.plane((0, 0, 0), scaled(1.3, X), scaled(1.3, Y), FIRST)
    s.polygon([(0, -0.6, 0), (0, 0.6, 0), (0, 0.6, 0.25), (0, -0.6, 0.25)], SECOND)
    s.arrow((0, 0.65, 0.05), (0, 0.7, 0))
    s.line([(0.15, 0, 0.1), (0.75, 0, 0.1)], DARK, 1.5, depth=100)
    s.line([(0.35, -0.15, 0.1), (0.55, 0.15, 0.1)], FORCE, 2, depth=101)
    s.line([(0.35, 0.15, 0.1), (0.55, -0.15, 0.1)], FORCE, 2, depth=101)


def rolling_disc(s):
    s.plane((0, 0, 0), scaled(1.3, X), scaled(1.3, Y), FIRST)
    axle = unit((1, 0, 0.35))
    up = unit((-0.35, 0, 1))
    middle = scaled(0.7, up)
    s.cylinder(add(middle, axle, -0.06), scaled(0.12, axle), 0.7, SECOND)
    s.axis(add(middle, axle, -0.2), scaled(0.9, axle))
    s.arrow((0, 0.1, 0), (0, 0.9, 0))


def rolling_sphere(s):
    s.plane((0, 0, 0), scaled(1.3, X), scaled(1.3, Y), FIRST)
    s.ball((0, 0, 0.45), 0.45)
    s.arrow((0, 0.1, 0), (0, 0.9, 0))
    s.turn((0, 0, 0.45), X, 0.6, 100, 10)


def profile(k):
    a = 2 * math.pi * k / 40
    r = 1 + 0.18 * math.cos(2 * a)
    return (0, r * math.cos(a), r * math.sin(a))


def rolling_on_curve(s):
    s.line([profile(k) for k in range(18, 43)], "#5d7fa8", 5)
    s.cylinder((-0.08, 0.42, -0.62), (0.16, 0, 0), 0.3, SECOND)
    s.turn((0.1, 0.42, -0.62), X, 0.42, 60, 160)


def belt(s):
    s.cylinder((-0.12, -0.9, 0), (0.24, 0, 0), 0.55)
    s.cylinder((-0.12, 0.9, 0), (0.24, 0, 0), 0.3, SECOND)
    slope = math.asin((0.55 - 0.3) / 1.8)
    for side in (1, -1):
        n = (0, math.sin(slope), side * math.cos(slope))
        s.line([add((0.13, -0.9, 0), n, 0.57), add((0.13, 0.9, 0), n, 0.32)], DARK, 3, depth=50)
    s.turn((0.2, -0.9, 0), X, 0.3)
    s.turn((0.2, 0.9, 0), X, 0.18)


def wire(t):
    return (0.4 * math.sin(2 * t), 1.3 * t / 1.6, 0.5 * math.cos(1.7 * t))


def point_on_curve(s):
    s.line([wire(-1.6 + 0.08 * k) for k in range(41)], "#5d7fa8", 4)
    s.ball(wire(0.5), 0.16)
    s.arrow(wire(0.6), scaled(1.1, add(wire(1.0), wire(0.6), -1)))


def curve_on_curve(s):
    def cam(k):
        a = 2 * math.pi * k / 40
        r = 0.55 + 0.2 * math.cos(a)
        return (0, r * math.cos(a - 0.6) - 0.2, r * math.sin(a - 0.6) - 0.5)
    s.polygon([cam(k) for k in range(40)], FIRST)
    s.polygon([(0, 0.35 + 0.3 * math.cos(math.pi * k / 15), 0.42 + 0.3 * math.sin(math.pi * k / 15))
               for k in range(30)], SECOND)
    s.box((0, 0.35, 1.05), (0.1, 0.2, 0.7), SECOND)
    s.turn((0.05, -0.2, -0.5), X, 0.3)
    s.arrow((0.1, 0.75, 0.6), (0, 0, 0.6))


def convel(s):
    s.cylinder((0, -1.3, 0), (0, 1.1, 0), 0.18)
    s.ball((0, 0, 0), 0.35, THIRD)
    s.cylinder((0, 0.2, 0.13), (0, 0.9, 0.6), 0.18, SECOND)
    s.turn((0, -1.4, 0), Y, 0.35)
    s.turn((0, 1.2, 0.8), (0, 0.83, 0.55), 0.35)


def screw(s):
    thread = [(0.22 * math.cos(k / 3), 0.22 * math.sin(k / 3), -1 + 2 * k / 120) for k in range(121)]
    s.cylinder((0, 0, -1), (0, 0, 2), 0.18)
    s.line([p for p in thread], DARK, 1.2, depth=0.6)
    s.box((0, 0, 0), (0.8, 0.8, 0.35), SECOND)
    s.arrow((0, 0.7, 0), (0, 0, 0.7))
    s.turn((0, 0, 1.1), Z, 0.4)


def rack_pinion(s):
    s.box((0, 0, -0.15), (0.3, 2.4, 0.2))
    for k in range(-5, 6):
        s.box((0, 0.22 * k, 0), (0.3, 0.1, 0.12))
    s.cylinder((-0.12, 0, 0.55), (0.24, 0, 0), 0.5, SECOND)
    s.turn((0.15, 0, 0.55), X, 0.33)
    s.arrow((0.2, 0.6, -0.1), (0, 0.8, 0))


def hinged_rod(s):
    s.cylinder((-0.4, -0.8, 0), (0.8, 0, 0), 0.16)
    s.cylinder((0, -0.8, 0), (0, 1.6, 0.5), 0.06, FAINT)
    s.ball((0, 0.85, 0.53), 0.2)
    s.turn((0.5, -0.8, 0), X, 0.3)


def coupler(s):
    s.cylinder((-0.1, -0.9, 0), (0.2, 0, 0), 0.4)
    s.cylinder((-0.1, 0.4, 0), (0.2, 0, 0), 0.4, SECOND)
    s.turn((0.15, -0.9, 0), X, 0.28, 20, 150)
    s.turn((0.15, 0.4, 0), X, 0.28)
    s.box((0, 1.5, 0), (0.4, 0.6, 0.3), THIRD)
    s.arrow((0, 1.6, 0.3), (0, 0.6, 0))
    s.line([(0, -0.9, 0.75), (0, 1.5, 0.75)], AXIS, 1.2, "4 3")
    for y in (-0.9, 0.4, 1.5):
        s.line([(0, y, 0.75), (0, y, 0.45)], AXIS, 1.2, "4 3")


def toothed(s, y, r, color, teeth):
    s.cylinder((-0.1, y, 0), (0.2, 0, 0), r - 0.06, color)
    for k in range(teeth):
        a = 2 * math.pi * k / teeth
        s.line([(0.1, y + (r - 0.08) * math.cos(a), (r - 0.08) * math.sin(a)),
                (0.1, y + (r + 0.04) * math.cos(a), (r + 0.04) * math.sin(a))], DARK, 3, depth=40)


def gear(s):
    toothed(s, -0.45, 0.45, FIRST, 14)
    toothed(s, 0.7, 0.7, SECOND, 22)
    s.turn((0.15, -0.45, 0), X, 0.25)
    s.turn((0.15, 0.7, 0), X, 0.35, 300, 20)
    s.arrow((0.15, 0, 0), (0, 0, 0.6), DARK)


def equation(s):
    s.line([(0, -1, 0), (0, 1, 0)], AXIS, 1)
    s.line([(0, 0, -0.7), (0, 0, 0.9)], AXIS, 1)
    s.line([(0, 0.1 * k, 0.5 * math.sin(0.35 * k)) for k in range(-9, 10)], "#5d7fa8", 3)
    s.ball((0, 0.45, 0.5), 0.09)


# ---- forces ----

def body(s, p=(0, 0, 0), color=SECOND):
    s.box(p, (0.7, 0.7, 0.5), color)


def gravity(s):
    body(s)
    s.arrow((0, 0, 0), (0, 0, -1.1))


def force(s):
    body(s)
    s.arrow((0, 0, 0.25), (0, 0.9, 0.6))


def torque(s):
    body(s)
    s.turn((0, 0, 0.55), Z, 0.5)


def general_force(s):
    force(s)
    s.turn((0, 0, 0.55), Z, 0.5)


def axial_force(s):
    body(s, (0, -1.1, 0), FIRST)
    body(s, (0, 1.1, 0))
    s.axis((0, -1.1, 0), (0, 2.2, 0))
    s.arrow((0, 1.5, 0), (0, 0.7, 0))
    s.arrow((0, -1.5, 0), (0, -0.7, 0))


def axial_torque(s):
    revolute(s)


def spring_damper(s):
    body(s, (0, -1.2, 0), FIRST)
    body(s, (0, 1.2, 0))
    s.spring((0, -0.85, 0), (0, 0.85, 0), 0.2)


def torsion_spring(s):
    s.cylinder((0, 0, -0.5), (0, 0, 0.5), 0.5)
    s.cylinder((0, 0, 0.25), (0, 0, 0.4), 0.5, SECOND)
    s.line([((0.55 + 0.012 * k) * math.cos(k / 4), (0.55 + 0.012 * k) * math.sin(k / 4), 0.12)
            for k in range(60)], DARK, 1.4)
    s.turn((0, 0, 0.8), Z, 0.35)


def bushing(s):
    s.cylinder((0, -0.5, 0), (0, 1, 0), 0.6, FIRST)
    s.cylinder((0, 0.3, 0), (0, 0.22, 0), 0.5, "#777777")
    s.cylinder((0, 0.5, 0), (0, 0.7, 0), 0.2, SECOND)
    triad(s, (0, 1.3, 0), FORCE)


def beam(s):
    s.box((0, -1.1, 0), (0.8, 0.15, 0.8))
    line = [(0, -1 + 0.1 * k, -0.35 * (0.05 * k) ** 2 * (3 - 0.05 * k) / 2) for k in range(21)]
    s.line(line, "#b97a33", 7)
    s.line([(0, -1, 0), (0, 1, 0)], AXIS, 1, "4 3")
    s.arrow(line[-1], (0, 0, -0.7))


def modal_force(s):
    s.box((0, -1.1, 0), (0.8, 0.15, 0.8))
    line = [(0, -1 + 0.1 * k, 0.35 * (0.05 * k) ** 2 * (3 - 0.05 * k) / 2) for k in range(21)]
    s.line(line, FIRST, 7)
    for k in range(4, 21, 4):
        x, y, z = line[k]
        s.arrow((x, y, z - 0.25 - 0.02 * k), (0, 0, 0.2 + 0.02 * k))


def field(s):
    body(s, (0, -0.9, 0), FIRST)
    body(s, (0, 0.9, 0.2))
    for z in (-0.15, 0.15):
        s.spring((0.2, -0.5, z), (0.2, 0.5, z + 0.2), 0.08)
    triad(s, (0, 0.9, 0.5), FORCE)


def law(s, points, names=None):
    s.curve([(0, -0.1), (0, 1.3)], AXIS, 1)
    s.curve([(-0.1, 0), (2.2, 0)], AXIS, 1)
    s.curve(points)


def joint_friction(s):
    def mu(v):
        def step(x, a, fa, b, fb):
            t = min(1, max(0, (x - a) / (b - a)))
            return fa + (fb - fa) * t * t * (3 - 2 * t)
        return step(v, -0.5, -1, 0.5, 1) if v < 0.5 else step(v, 0.5, 1, 0.75, 0.7)
    law(s, [(0.05 * k, mu(0.05 * k)) for k in range(41)])


def joint_bristle(s):
    s.box((0, 0, -0.25), (0.7, 2, 0.2))
    s.box((0, 0.3, 0.45), (0.7, 1.2, 0.2), SECOND)
    for k in range(6):
        y = -0.25 + 0.2 * k
        s.line([(0.2, y, -0.15), (0.2, y + 0.06, 0.1), (0.2, y + 0.22, 0.35)], DARK, 1.2, depth=50)
    s.arrow((0, 0.9, 0.45), (0, 0.8, 0))


def stop(s):
    s.cylinder((-0.15, -0.6, 0), (0.3, 0, 0), 0.25)
    s.box((0, 0.2, 0.35), (0.2, 1.6, 0.18), SECOND, (X, unit((0, 1, 0.45)), unit((0, -0.45, 1))))
    s.box((0, 0.95, 1.15), (0.4, 0.3, 0.3))
    s.box((0, 0.95, -0.35), (0.4, 0.3, 0.3))
    s.turn((0.2, -0.6, 0), X, 0.45, 300, 420)


def cylinder_of(s, color):
    s.cylinder((0, -1.2, 0), (0, 1.4, 0), 0.35, FIRST)
    s.cylinder((0, 0.2, 0), (0, 1.2, 0), 0.12, SECOND)
    for y in (-1, 0):
        s.line([(0, y, 0.35), (0, y, 0.8)], color, 4)
    s.arrow((0, 1.5, 0), (0, 0.6, 0))


def hydraulic_cylinder(s):
    cylinder_of(s, "#8a6d3b")


def pneumatic_cylinder(s):
    cylinder_of(s, "#7fb2d9")


def motor(s):
    s.cylinder((0, -0.8, 0), (0, 1, 0), 0.5)
    s.cylinder((0, 0.2, 0), (0, 0.7, 0), 0.12, SECOND)
    s.line([(0.2, -0.8, 0.3), (0.2, -1.3, 0.3), (0.2, -1.3, 0.9)], FORCE, 1.6)
    s.line([(-0.2, -0.8, 0.3), (-0.2, -1.5, 0.3), (-0.2, -1.5, 0.9)], DARK, 1.6)
    s.turn((0, 1, 0), Y, 0.35)


def tyre(s):
    s.plane((0, 0, 0), scaled(1.3, X), scaled(1.3, Y), FIRST)
    s.cylinder((-0.15, 0, 0.6), (0.3, 0, 0), 0.62, "#666666")
    s.cylinder((0.15, 0, 0.6), (0.02, 0, 0), 0.35, SECOND)
    s.arrow((0, 0, 0), (0, 0.9, 0))
    s.arrow((0, 0, 0), (0.8, 0, 0))
    s.arrow((0, 0.75, 0), (0, 0, 0.7))


def impulse(s):
    body(s)
    s.arrow((0, -1.1, 0.1), (0, 0.7, 0))
    for a in (-40, 0, 40):
        r = math.radians(a)
        s.line([(0, -0.42, 0.1), (0, -0.42 - 0.25 * math.cos(r), 0.1 + 0.25 * math.sin(r))], FORCE, 1.2,
               depth=90)
