// SPDX-License-Identifier: BSD-3-Clause
//
// How large a model is, and where it will have been.
import { Box3, Quaternion, Vector3 } from 'three';
import { reach } from './meshes.js';

// Rough size: how far centres of mass and joints lie apart; of a body that stays, its own.
export function roughSize({ pos, time, bodies }, scene, meshes) {
  const box = new Box3(),
    p = new Vector3();
  const step = Math.max(1, Math.floor(time.length / 50));
  for (let f = 0; f < time.length; f += step)
    for (let b = 0; b < bodies.length; b++) {
      p.fromArray(pos, 3 * (f * bodies.length + b));
      if (Number.isFinite(p.x + p.y + p.z)) box.expandByPoint(p);
    }
  for (const joint of scene.joints)
    for (const side of joint.at ?? []) if (side.body < 0) box.expandByPoint(p.fromArray(side.pose));
  const span = box.isEmpty() ? 0 : box.getSize(p).length();
  if (span > 0) return span;
  const far = (solid) => (solid.type ? reach(meshes.ofSolid(solid)) : 0);
  return meshes.solids.reduce((most, solid) => Math.max(most, far(solid)), 0) || 1;
}

function cornersOfBox({ min, max }) {
  const list = [];
  for (const x of [min.x, max.x])
    for (const y of [min.y, max.y]) for (const z of [min.z, max.z]) list.push(new Vector3(x, y, z));
  return list;
}

// Corners of the box about the geometry of a body, in its frame.
function cornersOf({ object, meshes }) {
  const box = new Box3(),
    { position, quaternion } = object;
  const place = [position.clone(), quaternion.clone()];
  position.set(0, 0, 0);
  quaternion.identity();
  object.updateMatrixWorld(true);
  for (const mesh of meshes) {
    if (mesh.parent !== object && mesh.parent?.parent !== object) continue;
    mesh.geometry.computeBoundingBox();
    box.union(mesh.geometry.boundingBox.clone().applyMatrix4(mesh.matrixWorld));
  }
  position.copy(place[0]);
  quaternion.copy(place[1]);
  return box.isEmpty() ? [new Vector3()] : cornersOfBox(box);
}

// Points of bodies at some times, and of what is fixed: what a view has to hold.
export function pointsReached(result, groups, ground, frames) {
  const { time, bodies } = result,
    turn = new Quaternion(),
    P = [0, 0, 0],
    Q = [1, 0, 0, 0];
  const points = [];
  const corners = groups.map(cornersOf),
    step = Math.max(1, Math.floor(time.length / frames));
  for (let f = 0; f < time.length; f += step)
    for (let b = 0; b < bodies.length; b++) {
      result.pose(b, { i: f, j: f, s: 0 }, P, Q);
      if (!Number.isFinite(P[0] + P[1] + P[2])) continue;
      turn.set(Q[1], Q[2], Q[3], Q[0]);
      const at = new Vector3().fromArray(P);
      for (const corner of corners[b]) points.push(corner.clone().applyQuaternion(turn).add(at));
    }
  ground.updateMatrixWorld(true);
  const fixed = new Box3().setFromObject(ground);
  if (!fixed.isEmpty()) points.push(...cornersOfBox(fixed));
  return points.length ? points : [new Vector3(-0.5, -0.5, -0.5), new Vector3(0.5, 0.5, 0.5)];
}
