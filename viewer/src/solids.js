// SPDX-License-Identifier: BSD-3-Clause
//
// What a body without a shape looks like as part of a mechanism: the solid of its inertia, which
// the page has, made to fit.
import { Quaternion, Vector3 } from 'three';

// How the axes of a solid lie in its body.
export const turnOf = ({ turn: [w, x, y, z] }) => new Quaternion(x, y, z, w);

// How far points lie apart, and which way.
function spanOf(points, size) {
  let span = 0,
    way = null;
  for (const a of points)
    for (const b of points)
      if (a.distanceTo(b) > span) {
        span = a.distanceTo(b);
        way = b.clone().sub(a).normalize();
      }
  // held at one end, it may reach as far to the other side
  for (const a of points)
    if (span < 0.02 * size && 2 * a.length() > span) {
      span = 2 * a.length();
      way = a.clone().normalize();
    }
  return { span, way };
}

// Inertias are often rough guesses, and solids of them would hide the joints. A solid keeps its form
// within what the points of its joints span, or, where they span nothing, within a part of the whole.
const fits = {
  sphere({ stretch: [radius] }, { span, jointed, size }) {
    return Array(3).fill(Math.min(radius, jointed ? 0.14 * span : 0.1 * size));
  },
  cylinder(solid, { span, way, jointed, size }) {
    const [radius, , length] = solid.stretch;
    const axis = new Vector3(0, 0, 1).applyQuaternion(turnOf(solid));
    const bar = jointed && Math.abs(axis.dot(way)) > 0.8;
    const r = Math.min(radius, bar ? 0.07 * span : jointed ? 0.6 * span : 0.12 * size);
    const l = Math.min(length, bar ? 1.1 * span : jointed ? 0.6 * span : 0.2 * size);
    // a disc stays one: thickness goes with the radius
    return [r, r, length < radius ? Math.min(l, (length * r) / radius) : l];
  },
  box({ stretch }, { span, jointed, size }) {
    const longest = Math.max(...stretch),
      most = jointed ? 1.1 * span : 0.2 * size;
    const scale = Math.min(1, most / longest),
      thick = jointed ? 0.18 * span : Infinity;
    return stretch.map((edge) => (edge === longest ? edge * scale : Math.min(edge * scale, thick)));
  },
};

export function fitSolid(solid, points, size) {
  const { span, way } = spanOf(points, size);
  const room = { span, way, size, jointed: span > 0.02 * size };
  return { ...solid, stretch: fits[solid.type](solid, room) };
}
