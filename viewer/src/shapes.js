// SPDX-License-Identifier: BSD-3-Clause
//
// Shapes of a scene as geometry. Unless said otherwise they lie along z, from their marker on.
import {
  BoxGeometry,
  BufferGeometry,
  CapsuleGeometry,
  CylinderGeometry,
  Float32BufferAttribute,
  LatheGeometry,
  SphereGeometry,
  TorusGeometry,
  Vector2,
} from 'three';

const along = (geometry, length) => geometry.rotateX(Math.PI / 2).translate(0, 0, length / 2);

// Fewer corners where there are very many bodies to draw.
let detail = 1;
export const setDetail = (value) => {
  detail = value;
};
const around = () => (detail < 1 ? 12 : 40);

function tube({ radius, radius2, length }) {
  // each corner of the section twice, or its edges would be shaded round
  const low = Math.min(0, length),
    high = Math.max(0, length);
  const corners = [
    [radius2, low],
    [radius, low],
    [radius, high],
    [radius2, high],
  ];
  const points = corners.flatMap((p, k) =>
    [p, corners[(k + 1) % 4]].map(([x, y]) => new Vector2(x, y)),
  );
  return new LatheGeometry(points, around()).rotateX(Math.PI / 2);
}

function mesh({ vertices, triangles }) {
  const flat = new BufferGeometry();
  flat.setAttribute('position', new Float32BufferAttribute(vertices, 3));
  flat.setIndex(triangles);
  const geometry = flat.toNonIndexed();
  geometry.computeVertexNormals();
  return geometry;
}

const makers = {
  box: ({ size: [x, y, z] }) => new BoxGeometry(x, y, z).translate(x / 2, y / 2, z / 2),
  cylinder: ({ radius, length }) =>
    along(new CylinderGeometry(radius, radius, Math.abs(length), around()), length),
  // three's cylinder has its top at +y, which comes to lie at +z
  frustum: ({ radius = 0, radius2 = 0, length }) =>
    along(
      length > 0
        ? new CylinderGeometry(radius2, radius, length, around())
        : new CylinderGeometry(radius, radius2, -length, around()),
      length,
    ),
  cone: ({ radius, length }) => makers.frustum({ radius, radius2: 0, length }),
  ellipsoid: ({ size: [x, y, z] }) =>
    new SphereGeometry(0.5, around(), Math.ceil(around() / 2)).rotateX(Math.PI / 2).scale(x, y, z),
  sphere: ({ radius }) => new SphereGeometry(radius, around(), Math.ceil(around() / 2)),
  capsule: ({ radius, length }) =>
    along(new CapsuleGeometry(radius, Math.abs(length), detail < 1 ? 3 : 10, around()), length),
  torus: ({ radius, radius2 }) => new TorusGeometry(radius, radius2, 14, 56),
  circle: ({ radius }) => new TorusGeometry(radius, radius / 60, 6, 64),
  tube,
  mesh,
};

// Geometry of a shape of the scene; null: it is none of a body (a line, a spring, a link).
export function geometryOf(shape) {
  const make = makers[shape.type];
  return make ? make(shape) : null;
}

// Geometry of a solid from solidOf, about its centre.
export function solidGeometry(solid) {
  if (solid.type === 'ball') return makers.sphere(solid);
  if (solid.type === 'box') return new BoxGeometry(...solid.size);
  return new CylinderGeometry(solid.radius, solid.radius, solid.length, around()).rotateX(
    Math.PI / 2,
  );
}

// How far a geometry reaches from its origin.
export function reach(geometry) {
  geometry.computeBoundingSphere();
  const { center, radius } = geometry.boundingSphere;
  return center.length() + radius;
}
