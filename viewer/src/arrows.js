// SPDX-License-Identifier: BSD-3-Clause
//
// Forces and reactions as arrows, to one scale; torques as arrows with two heads, to another.
import { CylinderGeometry, Group, Mesh, MeshStandardMaterial, Vector3 } from 'three';

const y = new Vector3(0, 1, 0);
const FORCE = '#d9534f',
  REACTION = '#3f8f6b',
  TORQUE = '#8a63c9';
const shaftShape = new CylinderGeometry(1, 1, 1, 12).translate(0, 0.5, 0);
const headShape = new CylinderGeometry(0, 1, 1, 18).translate(0, 0.5, 0);

class Arrow {
  constructor(color, heads, thick) {
    const material = new MeshStandardMaterial({ color, roughness: 0.5 });
    this.object = new Group();
    this.thick = thick;
    this.shaft = new Mesh(shaftShape, material);
    this.heads = Array.from({ length: heads }, () => new Mesh(headShape, material));
    this.object.add(this.shaft, ...this.heads);
  }

  set(from, vector, length) {
    const size = vector.length(),
      thick = this.thick;
    this.object.visible = Number.isFinite(size) && length > 0.3 * thick;
    if (!this.object.visible) return;
    const head = Math.min(6 * thick, (0.5 * length) / this.heads.length);
    const shaft = Math.max(length - head * this.heads.length, 1e-9);
    this.object.position.copy(from);
    this.object.quaternion.setFromUnitVectors(y, vector.clone().divideScalar(size));
    this.shaft.scale.set(thick, shaft, thick);
    this.heads.forEach((mesh, k) => {
      mesh.position.y = shaft + k * head;
      mesh.scale.set(2.6 * thick, head, 2.6 * thick);
    });
  }
}

export class Arrows {
  constructor(model) {
    this.model = model;
    this.result = model.result;
    this.root = new Group();
    this.list = [];
    this.shown = { force: true, reaction: false };
    this.gain = 1;
    this.most = { force: 0, torque: 0 };
    for (const item of model.items) {
      if (item.kind === 'force' && item.at?.length) this.addAll(item, 'force', item.at[0], FORCE);
      // what a joint does to its second body, at the joint
      if (item.kind === 'joint' && item.at) this.addAll(item, 'reaction', item.at[1], REACTION);
    }
    this.tip = new Vector3();
    this.from = new Vector3();
  }

  addAll(item, kind, side, color) {
    if (!this.model.carrier(side.body)) return;
    for (const quantity of ['force', 'torque']) {
      const names = this.result.vector(item.name, quantity);
      if (!names) continue;
      const arrow = new Arrow(
        quantity === 'torque' ? TORQUE : color,
        quantity === 'torque' ? 2 : 1,
        0.0035 * this.model.span,
      );
      arrow.object.userData.item = item;
      this.root.add(arrow.object);
      this.list.push({ item, kind, quantity, names, side, arrow });
    }
  }

  // The longest arrow of all times is a quarter of the picture.
  measure() {
    this.most = { force: 0, torque: 0 };
    for (const { names, quantity, kind } of this.list) {
      if (!this.shown[kind]) continue;
      const [a, b, c] = names.map((name) => this.result.column(name));
      for (let i = 0; i < a.length; i++) {
        const size = Math.hypot(a[i], b[i], c[i]);
        if (size > this.most[quantity]) this.most[quantity] = size;
      }
    }
    this.measured = true;
  }

  set(kind, on) {
    this.shown[kind] = on;
    this.measured = false;
  }

  show(t) {
    if (!this.measured) this.measure();
    for (const { item, kind, quantity, names, side, arrow } of this.list) {
      const value =
        this.shown[kind] && item.object.visible && item.hidden !== true
          ? names.map((name) => this.result.valueAt(name, t))
          : null;
      if (!value || !(this.most[quantity] > 0)) {
        arrow.object.visible = false;
        continue;
      }
      this.tip.set(...value);
      this.model.point(side, this.from);
      arrow.set(
        this.from,
        this.tip,
        (0.25 * this.model.span * this.gain * this.tip.length()) / this.most[quantity],
      );
    }
  }
}
