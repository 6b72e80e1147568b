// SPDX-License-Identifier: BSD-3-Clause
//
// Joints and markers as small things to see, of size 1; z is the axis of a joint.
import {
  BoxGeometry,
  BufferGeometry,
  CylinderGeometry,
  Float32BufferAttribute,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  OctahedronGeometry,
  SphereGeometry,
  TorusGeometry,
} from 'three';

const rod = (radius, length) =>
  new CylinderGeometry(radius, radius, length, 24).rotateX(Math.PI / 2);
const ring = () => new TorusGeometry(0.62, 0.14, 10, 36);

const parts = {
  revolute: () => [rod(0.34, 2), ring()],
  cylindrical: () => [rod(0.28, 3.2), ring()],
  spherical: () => [new SphereGeometry(0.62, 24, 16)],
  atpoint: () => [new SphereGeometry(0.62, 24, 16)],
  prismatic: () => [new BoxGeometry(0.42, 0.42, 3.2), new BoxGeometry(0.9, 0.9, 0.9)],
  universal: () => [rod(0.22, 2), rod(0.22, 2).rotateY(Math.PI / 2)],
  hooke: () => [rod(0.22, 2), rod(0.22, 2).rotateY(Math.PI / 2)],
  fixed: () => [new BoxGeometry(1, 1, 1)],
  planar: () => [new BoxGeometry(2.2, 2.2, 0.12)],
  inplane: () => [new BoxGeometry(2.2, 2.2, 0.12)],
  inline: () => [rod(0.16, 3.2), new SphereGeometry(0.42, 20, 12)],
};

const made = new Map();

export function jointIcon(type, material) {
  if (!made.has(type)) made.set(type, parts[type] ? parts[type]() : [new OctahedronGeometry(0.6)]);
  const group = new Group();
  for (const geometry of made.get(type)) group.add(new Mesh(geometry, material));
  return group;
}

const axes = new BufferGeometry();
axes.setAttribute(
  'position',
  new Float32BufferAttribute([0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 1], 3),
);
axes.setAttribute(
  'color',
  new Float32BufferAttribute(
    [
      0.83, 0.29, 0.29, 0.83, 0.29, 0.29, 0.3, 0.62, 0.34, 0.3, 0.62, 0.34, 0.25, 0.45, 0.85, 0.25,
      0.45, 0.85,
    ],
    3,
  ),
);
const axesMaterial = new LineBasicMaterial({ vertexColors: true });

// x red, y green, z blue.
export const markerIcon = () => new LineSegments(axes, axesMaterial);
