// SPDX-License-Identifier: BSD-3-Clause
//
// What a body without a shape looks like: the uniform solid of its mass and inertia.
import { Matrix3, Matrix4, Quaternion, Vector3 } from 'three';

// Principal moments and axes of [xx, yy, zz, xy, xz, yz], by Jacobi's rotations.
export function principal([xx, yy, zz, xy, xz, yz]) {
  const a = [
    [xx, xy, xz],
    [xy, yy, yz],
    [xz, yz, zz],
  ];
  const v = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  for (let sweep = 0; sweep < 30; sweep++) {
    let off = 0;
    for (const [p, q] of [
      [0, 1],
      [0, 2],
      [1, 2],
    ]) {
      off += Math.abs(a[p][q]);
      if (Math.abs(a[p][q]) < 1e-300) continue;
      const theta = (a[q][q] - a[p][p]) / (2 * a[p][q]);
      const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
      const c = 1 / Math.sqrt(t * t + 1),
        s = t * c;
      for (let k = 0; k < 3; k++) {
        const x = a[k][p],
          y = a[k][q];
        a[k][p] = c * x - s * y;
        a[k][q] = s * x + c * y;
      }
      for (let k = 0; k < 3; k++) {
        const x = a[p][k],
          y = a[q][k];
        a[p][k] = c * x - s * y;
        a[q][k] = s * x + c * y;
      }
      for (let k = 0; k < 3; k++) {
        const x = v[k][p],
          y = v[k][q];
        v[k][p] = c * x - s * y;
        v[k][q] = s * x + c * y;
      }
    }
    if (off < 1e-14 * (Math.abs(a[0][0]) + Math.abs(a[1][1]) + Math.abs(a[2][2]))) break;
  }
  const axes = [0, 1, 2].map((k) => new Vector3(v[0][k], v[1][k], v[2][k]));
  if (new Matrix3().set(...v.flat()).determinant() < 0) axes[2].negate();
  return { moments: [a[0][0], a[1][1], a[2][2]], axes };
}

// Turns x, y, z to three axes.
export const turnTo = (x, y, z) =>
  new Quaternion().setFromRotationMatrix(new Matrix4().makeBasis(x, y, z));

const near = (a, b) => Math.abs(a - b) <= 0.02 * Math.max(Math.abs(a), Math.abs(b));

// {type, q, ...sizes}: a shape about the centre of mass, or null for a point.
export function solidOf(mass, inertia) {
  const {
    moments: [a, b, c],
    axes,
  } = principal(inertia);
  const largest = Math.max(a, b, c);
  if (!(mass > 0) || !(largest > 0)) return null;
  if (near(a, b) && near(b, c))
    return { type: 'ball', radius: Math.sqrt((2.5 * a) / mass), q: new Quaternion() };
  for (const [axis, along, across, other] of [
    [2, c, a, b],
    [1, b, a, c],
    [0, a, b, c],
  ]) {
    if (!near(across, other)) continue;
    // a cylinder: along = m r^2 / 2, across = m (3 r^2 + l^2) / 12
    let radius = Math.sqrt(Math.max((2 * along) / mass, 0));
    let length = Math.sqrt(Math.max((12 * across) / mass - 3 * radius * radius, 0));
    radius = Math.max(radius, 0.03 * length);
    length = Math.max(length, 0.12 * radius);
    const q = turnTo(axes[(axis + 1) % 3], axes[(axis + 2) % 3], axes[axis]);
    return { type: 'cylinder', radius, length, q };
  }
  // a box: a = m (y^2 + z^2) / 12
  const edge = (p, q, r) => Math.sqrt(Math.max((6 * (q + r - p)) / mass, 0));
  const size = [edge(a, b, c), edge(b, a, c), edge(c, a, b)];
  const least = 0.04 * Math.max(...size);
  return { type: 'box', size: size.map((s) => Math.max(s, least)), q: turnTo(...axes) };
}

// A solid as part of a mechanism: inertias are often rough guesses, and solids of them would hide
// the joints. It keeps its form within what the points of its joints span, or, where they span
// nothing, within a part of the whole.
export function fitSolid(solid, points, size) {
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
  const jointed = span > 0.02 * size;
  if (solid.type === 'ball')
    return { ...solid, radius: Math.min(solid.radius, jointed ? 0.14 * span : 0.1 * size) };
  if (solid.type === 'cylinder') {
    const axis = new Vector3(0, 0, 1).applyQuaternion(solid.q);
    const bar = jointed && Math.abs(axis.dot(way)) > 0.8;
    const radius = Math.min(solid.radius, bar ? 0.07 * span : jointed ? 0.6 * span : 0.12 * size);
    // a disc stays one: thickness goes with the radius
    const length = Math.min(solid.length, bar ? 1.1 * span : jointed ? 0.6 * span : 0.2 * size);
    return {
      ...solid,
      radius,
      length:
        solid.length < solid.radius
          ? Math.min(length, (solid.length * radius) / solid.radius)
          : length,
    };
  }
  const longest = Math.max(...solid.size),
    most = jointed ? 1.1 * span : 0.2 * size;
  const scale = Math.min(1, most / longest),
    thick = jointed ? 0.18 * span : Infinity;
  return {
    ...solid,
    size: solid.size.map((edge) =>
      edge === longest ? edge * scale : Math.min(edge * scale, thick),
    ),
  };
}
