// SPDX-License-Identifier: BSD-3-Clause
//
// Meshes as geometry. Their triangles come with the page (cli/view/page_drawing.h); what is made of
// them here is the shading: smooth within a patch, with edges between patches.
import { BufferGeometry, Float32BufferAttribute, Vector3 } from 'three';

// Where faces of a patch look further from their mean than this, there is a tip, like that of a cone:
// each is then shaded for itself.
const SHARP = Math.cos(0.6);

// Unit normals of triangles, and the angles at their corners. Weighed by these, the two triangles
// of a rectangle count as much as one beside it.
function facesOf({ vertices, triangles }) {
  const faces = [];
  const point = (k) => new Vector3().fromArray(vertices, 3 * triangles[k]);
  for (let k = 0; k < triangles.length; k += 3) {
    const corner = [point(k), point(k + 1), point(k + 2)];
    const way = corner.map((p, i) => corner[(i + 1) % 3].clone().sub(p));
    const normal = way[0].clone().cross(way[1]).normalize();
    const angles = way.map((out, i) => Math.PI - out.angleTo(way[(i + 2) % 3]));
    faces.push({ normal, angles });
  }
  return faces;
}

const sum = (corners) =>
  corners
    .reduce((all, { face, angle }) => all.addScaledVector(face.normal, angle), new Vector3())
    .normalize();

class Shading {
  constructor(mesh) {
    this.mesh = mesh;
    this.faces = facesOf(mesh);
    this.position = [];
    this.normal = [];
    this.index = [];
  }

  add(vertex, normal) {
    const { vertices } = this.mesh;
    this.position.push(vertices[3 * vertex], vertices[3 * vertex + 1], vertices[3 * vertex + 2]);
    this.normal.push(normal.x, normal.y, normal.z);
    return this.position.length / 3 - 1;
  }

  // Triangles from one number up to another as one smooth face.
  addPatch(from, to) {
    const around = new Map(); // the corners of triangles at each vertex
    for (let k = 3 * from; k < 3 * to; k++) {
      const vertex = this.mesh.triangles[k],
        face = this.faces[Math.floor(k / 3)];
      if (!around.has(vertex)) around.set(vertex, []);
      around.get(vertex).push({ face, angle: face.angles[k % 3], k });
    }
    for (const [vertex, corners] of around) {
      const normal = sum(corners);
      if (corners.every(({ face }) => face.normal.dot(normal) > SHARP)) {
        const one = this.add(vertex, normal);
        for (const { k } of corners) this.index[k] = one;
      } else {
        for (const { face, k } of corners) this.index[k] = this.add(vertex, face.normal);
      }
    }
  }
}

function shaded(mesh) {
  const count = mesh.triangles.length / 3,
    shading = new Shading(mesh);
  let from = 0;
  // without patches each triangle is flat
  for (const to of mesh.patches ?? Array.from({ length: count }, (_, k) => k + 1)) {
    shading.addPatch(from, to);
    from = to;
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(shading.position, 3));
  geometry.setAttribute('normal', new Float32BufferAttribute(shading.normal, 3));
  geometry.setIndex(shading.index);
  return geometry;
}

export class Meshes {
  constructor({ meshes, shapes, solids, ball }) {
    this.list = meshes;
    this.shapes = shapes;
    this.solids = solids;
    this.ball = ball;
    this.made = new Map();
  }

  once(key, make) {
    if (!this.made.has(key)) this.made.set(key, make());
    return this.made.get(key);
  }

  // A mesh, stretched along its axes; about its middle if wanted. Equal ones are one geometry.
  stretched(mesh, stretch, centred = false) {
    return this.once(`${mesh} ${stretch} ${centred}`, () => {
      const geometry = this.once(mesh, () => shaded(this.list[mesh]))
        .clone()
        .scale(...stretch);
      return centred ? geometry.center() : geometry;
    });
  }

  // Geometry of a shape of the scene by its number; null: it is none of a body (a line, a spring).
  ofShape(index, shape) {
    if (shape.vertices) return shaded(shape);
    const drawn = this.shapes[index];
    return drawn ? this.stretched(drawn.mesh, drawn.stretch) : null;
  }

  // Geometry of a solid about its centre; null: there is none.
  ofSolid({ mesh, stretch }) {
    return mesh === undefined ? null : this.stretched(mesh, stretch, true);
  }
}

// How far a geometry reaches from its origin.
export function reach(geometry) {
  geometry.computeBoundingSphere();
  const { center, radius } = geometry.boundingSphere;
  return center.length() + radius;
}
