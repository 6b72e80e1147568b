/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Joints that drive and roll, velocity rows and forces in random mechanisms: engines that have
 * nothing in common agree on the motion, and a model that is turned, renumbered and rescaled moves
 * alike.
 *
 * A scene is the text of a model with places to fill in, {kind numbers}, for one world after
 * another: {p x y z}    a point            {v x y z}  a velocity       {d x y z}  a direction {q x
 * y z a}  an orientation: turned by a about (x, y, z), before the world is turned {b x y z}    a
 * way in axes of a body                {w x y z}  an angular velocity in such axes {i x y z}
 * moments of inertia                     {n x l m t}  x of the dimension L^l M^m T^t A number
 * low:high is drawn, the same in all worlds.
 */
#include "adversary/dice.h"
#include "math/so3.h"
#include "text_model.h"

typedef struct {
    ph_quat turn;
    double length, mass, time;
    bool reversed; /* objects of every section */
} world;

static const struct {
    const char *name, *text;
    double far; /* how far apart two runs may be; of a length of about 1 m */
} scene[] = {
    {"convel",
     "bodies:\n"
     "  a: {mass: {n 1:3 0 1 0}, inertia: {i 0.1:0.2 0.2 0.22}, orientation: {q 1 0 0 0}}\n"
     "  b: {mass: {n 1:3 0 1 0}, inertia: {i 0.1:0.3 0.3 0.32}, position: {p 0.4 0.3 0},"
     " orientation: {q 0 0 1 0.6435}}\n"
     "joints:\n"
     "  bearing: {type: revolute, between: [ground, a], at: {p 0 0 0}, axis: {d 1 0 0}}\n"
     "  ball: {type: convel, between: [a, b], at: {p 0 0 0}, axis: {d -1 0 0},"
     " axis2: {d 0.8 0.6 0}}\n"
     "forces:\n"
     "  push: {type: torque, on: a, axes: own, torque: [{n 1:4 2 1 -2}, 0, 0]}\n"
     "simulate: {end: {n 1 0 0 1}}\n",
     1e-4},
    {"screw",
     "bodies:\n"
     "  nut: {mass: {n 1:3 0 1 0}, inertia: {i 0.012 0.012 0.003:0.02}, orientation: {q 0 0 1 0}}\n"
     "markers:\n"
     "  top: {at: {p 0 0 0.5}}\n"
     "joints:\n"
     "  sleeve: {type: cylindrical, between: [ground, nut], axis: {d 0 0 1}}\n"
     "  thread: {type: screw, between: [ground, nut], axis: {d 0 0 1}, pitch: {n 0.05:0.3 1 0 0}}\n"
     "forces:\n"
     "  hang: {type: spring_damper, on: nut, reaction: top, stiffness: {n 50:200 0 1 -2},"
     " length: {n 0.3 1 0 0}}\n"
     "simulate: {end: {n 2 0 0 1}}\n",
     1e-4},
    {"rack",
     "bodies:\n"
     "  rack: {mass: {n 1:3 0 1 0}, inertia: {i 0.1 0.1 0.1}, position: {p 0.1 0 0},"
     " orientation: {q 0 0 1 0}}\n"
     "  pinion: {mass: {n 1 0 1 0}, inertia: {i 0.03 0.01:0.05 0.03}, orientation: {q 0 1 0 0.3}}\n"
     "markers:\n"
     "  way: {on: rack}\n"
     "  post: {on: ground, orientation: {q 1 0 0 -1.5707963267948966}}\n"
     "  axle: {on: pinion, orientation: [0.7071067811865476, -0.7071067811865476, 0, 0]}\n"
     "joints:\n"
     "  guide: {type: prismatic, between: [ground, rack], axis: {d 0 0 1}, at: {p 0.1 0 0}}\n"
     "  pin: {type: revolute, between: [ground, pinion], axis: {d 0 1 0}}\n"
     "  teeth: {type: rack_pinion, between: [way, axle], diameter: {n 0.2 1 0 0}}\n"
     "forces:\n"
     "  wind: {type: torsion_spring, on: axle, reaction: post, stiffness: 0,"
     " damping: {n 0.1:0.4 2 1 -1}}\n"
     "simulate: {end: {n 1 0 0 1}}\n",
     1e-4},
    {"coupler",
     "bodies:\n"
     "  a: {mass: {n 1:3 0 1 0}, inertia: {i 0.2 0.1:0.3 0.25}, position: {p 0.3 0 0},"
     " orientation: {q 0 0 1 0}}\n"
     "  b: {mass: {n 1:3 0 1 0}, inertia: {i 0.2 0.15:0.3 0.3}, position: {p 1 0.2 0.1},"
     " orientation: {q 1 0 1 0.4}}\n"
     "  c: {mass: {n 1:3 0 1 0}, inertia: {i 0.1 0.1 0.1}, position: {p 2 0 0},"
     " orientation: {q 0 0 1 1}}\n"
     "joints:\n"
     "  ja: {type: revolute, between: [ground, a], at: {p 0 0 0}, axis: {d 0 1 0}}\n"
     "  jb: {type: revolute, between: [a, b], at: {p 1 0 0}, axis: {d 0 0.6 0.8}}\n"
     "  jc: {type: prismatic, between: [ground, c], axis: {d 1 1 0}}\n"
     "  three: {type: coupler, joints: [ja, jb, jc], scales: [{n 0.3 1 0 0}, {n -0.4:0.4 1 0 0}, "
     "1]}\n"
     "simulate: {end: {n 1 0 0 1}}\n",
     1e-4},
    {"gear",
     "bodies:\n"
     "  arm: {mass: {n 1:2 0 1 0}, inertia: {i 0.2 0.2 0.2}, orientation: {q 0 0 1 0},"
     " omega: {w 0 0 0}}\n"
     "  one: {mass: {n 1:2 0 1 0}, inertia: {i 0.02 0.02 0.03}, position: {p 0 0.3 0},"
     " orientation: {q 0 1 0 0.2}}\n"
     "  two: {mass: {n 1:2 0 1 0}, inertia: {i 0.02 0.03 0.03}, position: {p 0.3 0 0},"
     " orientation: {q 1 0 0 0.5}}\n"
     "markers:\n"
     "  mesh: {on: arm, at: {b 0.3 0.3 0}}\n"
     "joints:\n"
     "  hinge: {type: revolute, between: [ground, arm], at: {p 0 0 0}, axis: {d 1 0 0}}\n"
     "  j1: {type: revolute, between: [arm, one], at: {p 0 0.3 0}, axis: {d 0 1 0}}\n"
     "  j2: {type: revolute, between: [two, arm], at: {p 0.3 0 0}, axis: {d 1 0 0}}\n"
     "  teeth: {type: gear, joints: [j1, j2], pitch_point: mesh}\n"
     "forces:\n"
     "  drive: {type: torque, on: one, axes: own, torque: [0, {n 0.2:1 2 1 -2}, 0]}\n"
     "simulate: {end: {n 1 0 0 1}}\n",
     1e-4},
    {"bead",
     "tables:\n"
     "  wire: {closed: yes, order: 6, points: [1, 0, 0, 0.7, 0.6, 0.2, 0, 0.9, 0, -0.8, 0.5, -0.2,"
     " -1, 0, 0, -0.6, -0.7, 0.2, 0, -1, 0, 0.8, -0.5, -0.1, 1, 0, 0]}\n"
     "bodies:\n"
     "  frame: {mass: {n 2:4 0 1 0}, inertia: {i 1 1 1.5}, orientation: {q 1 0 0 0.8}}\n"
     "  bead: {mass: {n 0.5:1 0 1 0}, inertia: {i 0.01 0.01 0.01}, position: {p 1 0 0},"
     " orientation: {q 0 0 1 0}}\n"
     "joints:\n"
     "  pin: {type: revolute, between: [ground, frame], at: {p 0 0 0}, axis: {d 0 0.6 0.8}}\n"
     "  slide: {type: point_on_curve, between: [frame, bead], curve: wire, unit: {n 1 1 0 0}}\n"
     "simulate: {end: {n 0.8 0 0 1}}\n",
     1e-4},
    {"cam",
     "tables:\n"
     "  one: {closed: yes, order: 6, points: [0.5, 0, 0, 0.35, 0.3, 0, 0, 0.4, 0, -0.35, 0.3, 0, "
     "-0.5, 0,"
     " 0, -0.35, -0.3, 0, 0, -0.4, 0, 0.35, -0.3, 0, 0.5, 0, 0]}\n"
     "bodies:\n"
     "  cam: {mass: {n 2 0 1 0}, inertia: {i 0.15 0.15 0.2}, orientation: {q 0 0 1 0.1:0.3},"
     " omega: {w 0 0 5}}\n"
     "  foot: {mass: {n 0.5:1 0 1 0}, inertia: {i 0.01 0.01 0.01}, position: {p 0 1 0},"
     " orientation: {q 0 0 1 0}}\n"
     "joints:\n"
     "  pin: {type: revolute, between: [ground, cam], at: {p 0 0 0}, axis: {d 0 0 1}}\n"
     "  guide: {type: prismatic, between: [ground, foot], axis: {d 0 1 0}}\n"
     "  touch: {type: curve_on_curve, between: [cam, foot], curve: one, curve2: one,"
     " unit: {n 1 1 0 0}, unit2: {n 0.9 1 0 0}}\n"
     "simulate: {end: {n 1 0 0 1}}\n",
     1e-4},
    {"rod",
     "bodies:\n"
     "  bob: {mass: {n 1:2 0 1 0}, inertia: {i 0.02 0.03 0.04}, position: {p 0.5 0.1 0.2},"
     " orientation: {q 1 2 3 1}, omega: {w 1 2 3}}\n"
     "  other: {mass: {n 1:2 0 1 0}, inertia: {i 0.02 0.03 0.04}, position: {p 0.9 0.5 0.2},"
     " orientation: {q 1 0 3 2}}\n"
     "markers:\n"
     "  pin: {on: ground, at: {p 0 0 0}, orientation: {q 1 1 0 1}}\n"
     "joints:\n"
     "  arm: {type: hinged_rod, between: [pin, bob]}\n"
     "  link: {type: distance, between: [bob, other]}\n"
     "simulate: {end: {n 1 0 0 1}}\n",
     1e-4},
    {"skate",
     "bodies:\n"
     "  sled: {mass: {n 1:3 0 1 0}, inertia: {i 0.2 0.15 0.3}, orientation: {q 0 0 1 0},"
     " velocity: {v 0.7 0.75 0}, omega: {w 0 0 3}}\n"
     "markers:\n"
     "  edge: {on: sled, at: {b -0.25 0 0}, orientation: [0.7071067811865476, 0.7071067811865476, "
     "0, 0]}\n"
     "  floor: {on: ground, orientation: {q 0 0 1 0}}\n"
     "joints:\n"
     "  ice: {type: planar, between: [ground, sled], axis: {d 0 0 1}}\n"
     "  blade: {type: knife_edge, between: [floor, edge]}\n"
     "simulate: {end: {n 2 0 0 1}}\n",
     1e-4},
    {"disc",
     "bodies:\n"
     "  disc: {mass: {n 1:2 0 1 0}, inertia: {i 0.06 0.06 0.1}, position: {p 0 0 0.356},"
     " orientation: {q 0 1 0 1.1}, omega: {w 0.5 0.3:0.9 -4}}\n"
     "markers:\n"
     "  floor: {on: ground, orientation: {q 0 0 1 0}}\n"
     "  hub: {on: disc}\n"
     "joints:\n"
     "  wheel: {type: rolling_disc, between: [floor, hub], radius: {n 0.4 1 0 0}, rim: {n 0.02 1 0 "
     "0}}\n"
     "simulate: {end: {n 0.8 0 0 1}}\n",
     1e-4},
    {"table",
     "bodies:\n"
     "  table: {mass: {n 3 0 1 0}, inertia: {i 1 1 2}, orientation: {q 0 0 1 0.2}, omega: {w 0 0 "
     "3}}\n"
     "  ball: {mass: {n 0.5:1 0 1 0}, inertia: {i 0.02 0.02 0.02}, position: {p 0.5 0 0.2},"
     " orientation: {q 1 0 1 0}, omega: {w 1 2 1}}\n"
     "markers:\n"
     "  top: {on: table}\n"
     "  middle: {on: ball}\n"
     "joints:\n"
     "  pivot: {type: revolute, between: [ground, table], at: {p 0 0 0}, axis: {d 0 0 1}}\n"
     "  rolls: {type: rolling_sphere, between: [top, middle], radius: {n 0.2 1 0 0}}\n"
     "simulate: {end: {n 1 0 0 1}}\n",
     1e-4},
    {"pipe",
     "tables:\n"
     "  wall: {closed: yes, order: 6, points: [1, 0, 0, 0.7, 0.6, 0, 0, 0.9, 0, -0.7, 0.6, 0,"
     " -1, 0, 0, -0.7, -0.6, 0, 0, -0.9, 0, 0.7, -0.6, 0, 1, 0, 0]}\n"
     "bodies:\n"
     "  drum: {mass: {n 2:5 0 1 0}, inertia: {i 1 1 2}, orientation: {q 1 0 0 "
     "1.5707963267948966}}\n"
     "  wheel: {mass: {n 0.5:1 0 1 0}, inertia: {i 0.01 0.01 0.01}, position: {p 0.8 0 0},"
     " orientation: {q 1 0 0 1.5707963267948966}}\n"
     "joints:\n"
     "  pin: {type: revolute, between: [ground, drum], at: {p 0 0 0}, axis: {d 0 1 0}}\n"
     "  flat: {type: planar, between: [drum, wheel], axis: {d 0 1 0}}\n"
     "  rolls: {type: rolling_on_curve, between: [drum, wheel], curve: wall, unit: {n 1 1 0 0},"
     " radius: {n 0.1:0.2 1 0 0}}\n"
     "simulate: {end: {n 1 0 0 1}}\n",
     1e-4},
    {"belt",
     "bodies:\n"
     "  a: {mass: {n 1 0 1 0}, inertia: {i 0.2 0.2 0.1:0.3}, orientation: {q 0 0 1 0}}\n"
     "  b: {mass: {n 1:3 0 1 0}, inertia: {i 0.15 0.15 0.2}, position: {p 1 0 0},"
     " orientation: {q 0 0 1 1}}\n"
     "  arm: {mass: {n 1 0 1 0}, inertia: {i 0.15 0.15 0.2}, position: {p 0.5 0 0},"
     " orientation: {q 0 0 1 0}}\n"
     "joints:\n"
     "  ja: {type: revolute, between: [ground, a], at: {p 0 0 0}, axis: {d 0 1 0}}\n"
     "  jarm: {type: revolute, between: [ground, arm], at: {p 0 0 0}, axis: {d 0 1 0}}\n"
     "  jb: {type: revolute, between: [arm, b], at: {p 1 0 0}, axis: {d 0 1 0}}\n"
     "  belt: {type: belt, between: [a, b], axis: {d 0 1 0}, radius: {n 0.3 1 0 0},"
     " radius2: {n 0.1:0.2 1 0 0}, lay: crossed}\n"
     "simulate: {end: {n 1 0 0 1}}\n",
     1e-4},
    {"beam",
     "bodies:\n"
     "  tip: {mass: {n 1:2 0 1 0}, inertia: {i 0.01 0.02 0.03}, position: {p 0.5 0 0},"
     " orientation: {q 1 0 0 0}}\n"
     "markers:\n"
     "  wall: {on: ground, orientation: {q 1 0 0 0}}\n"
     "forces:\n"
     "  beam: {type: beam, on: tip, reaction: wall, length: {n 0.5 1 0 0}, young: {n 1e9:3e9 -1 1 "
     "-2},"
     " shear: {n 1e9 -1 1 -2}, radius: {n 0.01 1 0 0}, damping_ratio: {n 0.005 0 0 1}}\n"
     "simulate: {end: {n 0.5 0 0 1}}\n",
     1e-4},
    {"field",
     "bodies:\n"
     "  tip: {mass: {n 1:2 0 1 0}, inertia: {i 0.2 0.2 0.3}, position: {p 0.5 0 0},"
     " orientation: {q 1 0 0 0.3}, omega: {w 1 0 2}}\n"
     "markers:\n"
     "  wall: {on: ground, orientation: {q 1 1 0 0.5}}\n"
     "forces:\n"
     "  f: {type: field, on: tip, reaction: wall, stiffness: [{n 300 0 1 -2}, {n 100:300 0 1 -2},"
     " {n 200 0 1 -2}, {n 20 2 1 -2}, {n 20:40 2 1 -2}, {n 25 2 1 -2}],"
     " damping_ratio: {n 0.02 0 0 1}, rest: [{n 0.4 1 0 0}, 0, 0, 0.2, 0, 0],"
     " force: [0, {n 2 1 1 -2}, 0, 0, 0, {n 0.3 2 1 -2}]}\n"
     "simulate: {end: {n 1 0 0 1}}\n",
     1e-4},
    {"friction",
     "bodies:\n"
     "  rod: {mass: {n 1:2 0 1 0}, inertia: {i 0.05 0.05 0.01}, position: {p 0.5 0 0},"
     " orientation: {q 0 1 0 0.2}}\n"
     "  end: {mass: {n 0.5 0 1 0}, inertia: {i 0.02 0.02 0.02}, position: {p 1 0.2 0},"
     " orientation: {q 0 0 1 0}}\n"
     "joints:\n"
     "  pin: {type: revolute, between: [ground, rod], at: {p 0 0 0}, axis: {d 0 1 0.2}}\n"
     "  ball: {type: spherical, between: [rod, end], at: {p 1 0 0}}\n"
     "forces:\n"
     "  rub: {type: joint_friction, joint: pin, dynamic: 0.1:0.3, transition_velocity: {n 0.05 1 0 "
     "-1},"
     " pin_radius: {n 0.05 1 0 0}, bending_arm: {n 0.2 1 0 0}}\n"
     "  grind: {type: joint_friction, joint: ball, dynamic: 0.2, ball_radius: {n 0.03 1 0 0},"
     " transition_velocity: {n 0.05 1 0 -1}}\n"
     "simulate: {end: {n 1 0 0 1}}\n",
     1e-4},
    {"bristle",
     "bodies:\n"
     "  block: {mass: {n 1:2 0 1 0}, inertia: {i 0.1 0.1 0.1}, position: {p 0 0 0.1},"
     " orientation: {q 0 0 1 0}, velocity: {v 0.6 0 0}}\n"
     "joints:\n"
     "  guide: {type: cylindrical, between: [ground, block], at: {p 0 0 0}, axis: {d 1 0 0}}\n"
     "forces:\n"
     "  rub: {type: joint_bristle, joint: guide, dynamic: 0.2, static: 0.3,"
     " deformation: {n 2e-3 1 0 0}, transition_velocity: {n 0.1 1 0 -1}, pin_radius: {n 0.05 1 0 "
     "0},"
     " overlap: {n 0.4:0.8 1 0 0}}\n"
     "simulate: {end: {n 0.6 0 0 1}}\n",
     2e-4},
    {"stick",
     "bodies:\n"
     "  rod: {mass: {n 1:2 0 1 0}, inertia: {i 0.05 0.05 0.01}, position: {p 0.5 0 0},"
     " orientation: {q 0 1 0 0.2}}\n"
     "joints:\n"
     "  pin: {type: revolute, between: [ground, rod], at: {p 0 0 0}, axis: {d 0 1 0}}\n"
     "forces:\n"
     "  rub: {type: joint_friction, joint: pin, dynamic: 0.8:1, static: 1.2, stick: event,"
     " pin_radius: {n 0.2 1 0 0}}\n"
     "simulate: {end: {n 3 0 0 1}}\n",
     1e-4},
    {"stop",
     "bodies:\n"
     "  rod: {mass: {n 1:2 0 1 0}, inertia: {i 0.05 0.05 0.01}, position: {p 0.5 0 0},"
     " orientation: {q 0 1 0 0.2}}\n"
     "joints:\n"
     "  pin: {type: revolute, between: [ground, rod], at: {p 0 0 0}, axis: {d 0 1 0}}\n"
     "forces:\n"
     "  halt: {type: stop, joint: pin, upper: 0.5:1, stiffness: {n 1e4 2 1 -2}, exponent: 1.5,"
     " restitution: 0.6, rest_speed: {n 0.01 0 0 -1}}\n"
     "simulate: {end: {n 0.7 0 0 1}}\n",
     3e-4},
    {"motor",
     "bodies:\n"
     "  wheel: {mass: {n 1:2 0 1 0}, inertia: {i 0.05 0.05 0.04}, orientation: {q 0 0 1 0.2}}\n"
     "markers:\n"
     "  axle: {on: wheel}\n"
     "  stator: {on: ground, orientation: {q 0 0 1 0}}\n"
     "joints:\n"
     "  pin: {type: revolute, between: [stator, axle]}\n"
     "forces:\n"
     "  drive: {type: motor, on: axle, reaction: stator, voltage: {n 5:9 2 1 -3},"
     " resistance: {n 0.5 2 1 -3}, inductance: {n 0.05 2 1 -2}, constant: {n 0.1 2 1 -2}}\n"
     "simulate: {end: {n 1 0 0 1}}\n",
     1e-4},
    {"gas",
     "bodies:\n"
     "  lid: {mass: {n 4:9 0 1 0}, inertia: {i 0.5 0.5 0.5}, position: {p 0.5 0 0},"
     " orientation: {q 0 1 0 0}}\n"
     "markers:\n"
     "  eye: {on: lid, at: {b -0.2 0 0}}\n"
     "  foot: {on: ground, at: {p 0.1 0 -0.5}}\n"
     "joints:\n"
     "  hinge: {type: revolute, between: [ground, lid], at: {p 0 0 0}, axis: {d 0 1 0}}\n"
     "forces:\n"
     "  gas: {type: pneumatic_cylinder, on: eye, reaction: foot, bore: {n 0.05 1 0 0},"
     " length: {n 0.3 1 0 0}, stroke: {n 0.4 1 0 0}, dead_volume: {n 1e-4 3 0 0}, exponent: 1.2,"
     " pressure: [{n 1.5e5:2.5e5 -1 1 -2}, {n 1e5 -1 1 -2}], ambient: {n 1e5 -1 1 -2}}\n"
     "simulate: {end: {n 1 0 0 1}}\n",
     1e-4},
};
enum { SCENES = sizeof scene / sizeof *scene, MOST_BODIES = 4, TEXT = 8000 };

/* ---- from a scene to a model file ---- */

static double drawn(dice *d, const char **at)
{
    char *end;
    double low = strtod(*at, &end);
    *at = end;
    if (*end != ':') return low;
    double high = strtod(end + 1, &end);
    *at = end;
    return dice_between(d, low, high);
}

static void fill(const world *w, char kind, const double *x, char *to, size_t size)
{
    ph_vec3 v = ph_v3(x[0], x[1], x[2]);
    double L = w->length, T = w->time;
    if (kind == 'n') {
        snprintf(to, size, "%.17g", x[0] * pow(L, x[1]) * pow(w->mass, x[2]) * pow(T, x[3]));
        return;
    }
    if (kind == 'q') {
        ph_quat q = phk_exp(ph_scale(x[3] / ph_norm(v), v));
        q = ph_quat_mul(w->turn, q);
        snprintf(to, size, "[%.17g, %.17g, %.17g, %.17g]", q.w, q.x, q.y, q.z);
        return;
    }
    if (strchr("pvd", kind)) v = ph_rotate(w->turn, v);
    double s = kind == 'd'   ? 1
               : kind == 'v' ? L / T
               : kind == 'w' ? 1 / T
               : kind == 'i' ? w->mass * L * L
                             : L;
    snprintf(to, size, "[%.17g, %.17g, %.17g]", s * v.x, s * v.y, s * v.z);
}

/* Gravity is an acceleration: in the head alone. */
static void expand(const world *w, const char *text, dice d, char *to)
{
    for (; *text; text++) {
        if (*text >= '0' && *text <= '9' && (text[-1] == ' ')) { /* low:high outside of braces */
            const char *end = text;
            double x = drawn(&d, &end);
            if (memchr(text, ':', (size_t)(end - text))) {
                to += sprintf(to, "%.17g", x);
                text = end - 1;
                continue;
            }
        }
        if (*text != '{' || !strchr("pvdqbwin", text[1]) || text[2] != ' ') {
            *to++ = *text;
            continue;
        }
        char kind = text[1];
        double x[4] = {0};
        text += 2;
        for (int k = 0; k < 4 && *text != '}'; k++) x[k] = drawn(&d, &text);
        fill(w, kind, x, to, 200);
        to += strlen(to);
    }
    *to = '\0';
}

/* Objects of every section, the last one first. */
static void reverse(const char *text, char *to)
{
    const char *line[60];
    int lines = 0;
    for (const char *at = text; *at; at = strchr(at, '\n') + 1) line[lines++] = at;
    line[lines] = text + strlen(text);
    for (int i = 0; i < lines;) {
        int end = i + 1;
        while (end < lines && *line[i] != ' ' && *line[end] == ' ') end++;
        to += sprintf(to, "%.*s", (int)(line[i + 1] - line[i]), line[i]);
        for (int k = end - 1; k > i; k--)
            to += sprintf(to, "%.*s", (int)(line[k + 1] - line[k]), line[k]);
        i = end;
    }
}

static ph_model *make(const world *w, int which, dice d)
{
    static char text[TEXT], other[TEXT];
    ph_vec3 g = ph_rotate(w->turn, ph_v3(0, 0, -9.81 * w->length / (w->time * w->time)));
    int head = sprintf(text, "gravity: [%.17g, %.17g, %.17g]\n", g.x, g.y, g.z);
    expand(w, scene[which].text, d, text + head);
    if (w->reversed) reverse(text, other);
    return text_model("%s", w->reversed ? other : text);
}

/* ---- where bodies are at the end, in the axes and units of the scene ---- */

typedef struct {
    ph_vec3 p[MOST_BODIES];
    ph_quat q[MOST_BODIES];
    int bodies;
    const world *in;
} places;

static ph_status note(void *user, const ph_sim *sim, const double *row)
{
    static const char *const name[] = {"a",     "b",    "c",     "nut",   "rack", "pinion", "arm",
                                       "one",   "two",  "frame", "bead",  "cam",  "foot",   "bob",
                                       "other", "sled", "disc",  "table", "ball", "drum",   "wheel",
                                       "tip",   "rod",  "end",   "block", "lid"};
    places *s = user;
    s->bodies = 0;
    for (size_t k = 0; k < sizeof name / sizeof *name; k++) {
        int at = -1, turn = -1;
        for (int b = 0, first = 1; b < ph_sim_blocks(sim); b++) {
            const ph_block *block = ph_sim_block(sim, b);
            for (int i = 0; block->object && i < block->objects; i++) {
                if (strcmp(block->object[i], name[k]) != 0) continue;
                if (strcmp(block->quantity, "pos") == 0) at = first + i * block->width;
                if (strcmp(block->quantity, "quat") == 0) turn = first + i * block->width;
            }
            first += block->objects * block->width;
        }
        if (at < 0 || turn < 0) continue;
        ph_quat back = ph_quat_conj(s->in->turn);
        ph_quat q = ph_quat_make(row[turn], row[turn + 1], row[turn + 2], row[turn + 3]);
        ph_vec3 p = ph_rotate(back, ph_v3(row[at], row[at + 1], row[at + 2]));
        s->p[s->bodies] = ph_scale(1 / s->in->length, p);
        s->q[s->bodies++] = ph_quat_mul(back, q);
    }
    return PH_OK;
}

static double apart(const places *a, const places *b)
{
    double most = a->bodies == b->bodies && a->bodies > 0 ? 0 : INFINITY;
    for (int k = 0; most < INFINITY && k < a->bodies; k++) {
        double cosine = a->q[k].w * b->q[k].w + a->q[k].x * b->q[k].x + a->q[k].y * b->q[k].y +
                        a->q[k].z * b->q[k].z;
        most = fmax(most, ph_norm(ph_sub(a->p[k], b->p[k])));
        most = fmax(most, 2 * sqrt(fmax(0, 1 - cosine * cosine)));
    }
    return most;
}

static text_outcome run_in(const world *w, int which, dice d, const char *engine, places *s)
{
    ph_model *model = make(w, which, d);
    *s = (places){.in = w};
    ph_options o = text_options(model, engine, strcmp(engine, "ida") == 0 ? 1e-8 : 1e-7);
    o.every = o.end;
    text_outcome out = text_run(model, &o, note, s);
    ph_model_free(model);
    return out;
}

int main(int argc, char **argv)
{
    const world plain = {{1, 0, 0, 0}, 1, 1, 1, false};
    int draws = argc > 1 ? atoi(argv[1]) : 1, first = argc > 2 ? atoi(argv[2]) : 0;
    for (int which = 0; which < SCENES; which++)
        for (int k = first; k < first + draws; k++) {
            dice d = dice_for(7, (uint64_t)which, (uint64_t)k), other = dice_for(8, 1, (uint64_t)k);
            world w = {.reversed = true};
            double axis[3];
            dice_direction(&other, axis);
            w.turn =
                phk_exp(ph_scale(dice_between(&other, 0.3, 3), ph_v3(axis[0], axis[1], axis[2])));
            w.length = dice_decades(&other, 1e-3, 1e3);
            w.mass = dice_decades(&other, 1e-3, 1e3);
            w.time = dice_decades(&other, 0.1, 10);
            places base, rival, again;
            text_outcome out = run_in(&plain, which, d, "galpha", &base);
            if (out.status) printf("%s %d: %s\n", scene[which].name, k, out.said);
            CHECK(out.status == PH_OK);
            text_outcome far = run_in(&plain, which, d, k % 2 ? "hht-euler" : "ida", &rival);
            if (far.status) printf("%s %d, rival: %s\n", scene[which].name, k, far.said);
            CHECK(far.status == PH_OK);
            text_outcome turned = run_in(&w, which, d, "galpha", &again);
            if (turned.status) printf("%s %d, turned: %s\n", scene[which].name, k, turned.said);
            CHECK(turned.status == PH_OK);
            double off = apart(&base, &rival), alike = apart(&base, &again);
            printf("%-9s %2d %5lld steps; rival off by %.1e, turned and rescaled by %.1e\n",
                   scene[which].name, k, out.stats.steps, off, alike);
            CHECK(off < scene[which].far && alike < scene[which].far);
            CHECK(fabs(out.energy.numerical) < 1e-3 * (1 + out.energy.kinetic));
        }
    return TEST_RESULT();
}
