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

// At some times: where body b is, and the corners of its geometry.
function* placed(result, groups, frames) {
  const { time, bodies } = result,
    turn = new Quaternion(),
    P = [0, 0, 0],
    Q = [1, 0, 0, 0];
  const corners = groups.map(cornersOf),
    step = Math.max(1, Math.floor(time.length / frames));
  for (let f = 0; f < time.length; f += step)
    for (let b = 0; b < bodies.length; b++) {
      result.pose(b, { i: f, j: f, s: 0 }, P, Q);
      if (!Number.isFinite(P[0] + P[1] + P[2])) continue;
      turn.set(Q[1], Q[2], Q[3], Q[0]);
      const at = new Vector3().fromArray(P);
      yield [f, b, at, corners[b].map((corner) => corner.clone().applyQuaternion(turn).add(at))];
    }
}

// Points of bodies at some times, and of what is fixed: what a view has to hold.
export function pointsReached(result, groups, ground, frames) {
  const points = [];
  for (const [, , , corners] of placed(result, groups, frames)) points.push(...corners);
  ground.updateMatrixWorld(true);
  const fixed = new Box3().setFromObject(ground);
  if (!fixed.isEmpty()) points.push(...cornersOfBox(fixed));
  return points.length ? points : [new Vector3(-0.5, -0.5, -0.5), new Vector3(0.5, 0.5, 0.5)];
}

const FAR = 6; // times their own size is a way on which bodies are too small to be seen

// A vehicle goes many times its own size: how large its bodies are together, at most, and where their
// corners are about the first of them. null: what moves stays about where it is.
export function travelling(result, groups, frames) {
  const around = [],
    way = new Box3(),
    now = new Box3(),
    size = new Vector3(),
    lead = new Vector3();
  let frame = -1,
    extent = 0;
  for (const [f, b, at, corners] of placed(result, groups, frames)) {
    if (f !== frame) now.makeEmpty();
    frame = f;
    if (b === 0) way.expandByPoint(lead.copy(at));
    now.union(new Box3().setFromPoints(corners));
    extent = Math.max(extent, now.getSize(size).length());
    around.push(...corners.map((corner) => corner.sub(lead)));
  }
  return extent > 0 && way.getSize(size).length() > FAR * extent ? { extent, around } : null;
}
