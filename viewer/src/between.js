// SPDX-License-Identifier: BSD-3-Clause
//
// What stretches from place to place: lines, links with their eyes, coils of springs.
import {
  BufferAttribute,
  BufferGeometry,
  CylinderGeometry,
  Group,
  Line,
  LineBasicMaterial,
  Mesh,
  SphereGeometry,
  Vector3,
} from 'three';

const up = new Vector3(0, 0, 1);

// A line through places: follow(points) lays it anew.
export class Thread {
  constructor(count, material) {
    this.geometry = new BufferGeometry();
    this.geometry.setAttribute('position', new BufferAttribute(new Float32Array(3 * count), 3));
    this.object = new Line(this.geometry, material ?? new LineBasicMaterial());
    this.object.frustumCulled = false;
  }

  follow(points) {
    const { position } = this.geometry.attributes;
    points.forEach((p, k) => position.setXYZ(k, p.x, p.y, p.z));
    position.needsUpdate = true;
  }
}

// A bar with an eye at either end.
export class Link {
  constructor(radius, material) {
    this.object = new Group();
    this.bar = new Mesh(new CylinderGeometry(radius, radius, 1, 24).rotateX(Math.PI / 2), material);
    this.eyes = [0, 1].map(() => new Mesh(new SphereGeometry(1.45 * radius, 24, 16), material));
    this.object.add(this.bar, ...this.eyes);
  }

  follow([a, b]) {
    const way = new Vector3().subVectors(b, a),
      length = way.length();
    this.bar.position.addVectors(a, b).multiplyScalar(0.5);
    if (length > 0) this.bar.quaternion.setFromUnitVectors(up, way.divideScalar(length));
    this.bar.scale.z = Math.max(length, 1e-9);
    this.eyes[0].position.copy(a);
    this.eyes[1].position.copy(b);
  }
}

const TURNS = 9,
  STEPS = 14,
  SIDES = 7,
  ENDS = 3;

// A coil of wire: turns about the way from one place to the other, straight at both ends.
export class Coil {
  constructor(radius, material) {
    this.radius = radius;
    this.rings = TURNS * STEPS + 1 + 2 * ENDS;
    const geometry = new BufferGeometry(),
      index = [];
    for (const name of ['position', 'normal'])
      geometry.setAttribute(name, new BufferAttribute(new Float32Array(3 * this.rings * SIDES), 3));
    for (let i = 0; i + 1 < this.rings; i++)
      for (let k = 0; k < SIDES; k++) {
        const a = i * SIDES + k,
          b = i * SIDES + ((k + 1) % SIDES);
        index.push(a, a + SIDES, b, b, a + SIDES, b + SIDES);
      }
    geometry.setIndex(index);
    this.object = new Mesh(geometry, material);
    this.object.frustumCulled = false;
  }

  // A point of the wire in the frame of the coil: z along it, at s from 0 to 1.
  wire(ring, length, out) {
    const s = (ring - ENDS) / (TURNS * STEPS),
      inner = Math.min(Math.max(s, 0), 1);
    const lead = 0.08 * length,
      angle = 2 * Math.PI * TURNS * inner;
    // the wire winds out of the axis within half a turn
    const grow = Math.min(1, 2 * TURNS * inner, 2 * TURNS * (1 - inner));
    let z = lead + inner * (length - 2 * lead);
    if (ring < ENDS) z = (lead * ring) / ENDS;
    if (ring >= this.rings - ENDS) z = length - (lead * (this.rings - 1 - ring)) / ENDS;
    const r = this.radius * (ring < ENDS || ring >= this.rings - ENDS ? 0 : grow);
    return out.set(r * Math.cos(angle), r * Math.sin(angle), z);
  }

  follow([a, b]) {
    const way = new Vector3().subVectors(b, a),
      length = way.length();
    const { position, normal } = this.object.geometry.attributes;
    const here = new Vector3(),
      before = new Vector3(),
      after = new Vector3();
    const t = new Vector3(),
      n = new Vector3(),
      m = new Vector3(),
      out = new Vector3();
    const thick = 0.15 * this.radius;
    this.object.visible = this.wanted !== false && length > 1e-12;
    if (!(length > 1e-12)) return;
    for (let i = 0; i < this.rings; i++) {
      this.wire(i, length, here);
      this.wire(Math.max(i - 1, 0), length, before);
      this.wire(Math.min(i + 1, this.rings - 1), length, after);
      t.subVectors(after, before).normalize();
      n.set(here.y, -here.x, 0);
      if (n.lengthSq() < 1e-20) n.set(1, 0, 0);
      m.crossVectors(t, n).normalize();
      n.crossVectors(m, t);
      for (let k = 0; k < SIDES; k++) {
        const angle = (2 * Math.PI * k) / SIDES,
          at = i * SIDES + k;
        out.copy(m).multiplyScalar(Math.cos(angle)).addScaledVector(n, Math.sin(angle));
        normal.setXYZ(at, out.x, out.y, out.z);
        position.setXYZ(at, here.x + thick * out.x, here.y + thick * out.y, here.z + thick * out.z);
      }
    }
    position.needsUpdate = normal.needsUpdate = true;
    this.object.position.copy(a);
    this.object.quaternion.setFromUnitVectors(up, way.divideScalar(length));
  }
}
