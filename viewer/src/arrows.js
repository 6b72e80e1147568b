// SPDX-License-Identifier: BSD-3-Clause
//
// Forces, reactions and forces of contacts as arrows, to one scale; torques as arrows with two
// heads, to another.
import { CylinderGeometry, Group, Mesh, MeshStandardMaterial, Vector3 } from 'three';
import { SLIPS, STICKS } from './contacts.js';

const y = new Vector3(0, 1, 0);
const FORCE = '#d9534f',
  REACTION = '#3f8f6b',
  TORQUE = '#8a63c9';
const shaftShape = new CylinderGeometry(1, 1, 1, 12).translate(0, 0.5, 0);
const headShape = new CylinderGeometry(0, 1, 1, 18).translate(0, 0.5, 0);
// A blow is a thousand times a weight: of a contact the scale takes the force that is exceeded half
// of the time it touches, and an arrow that would be longer than this part of the picture has a gap.
const COMMON = 0.5,
  LONGEST = 0.4,
  GAP = 0.06;

class Arrow {
  constructor(color, heads, thick) {
    const material = new MeshStandardMaterial({ color, roughness: 0.5 });
    this.object = new Group();
    this.thick = thick;
    this.shaft = new Mesh(shaftShape, material);
    this.heads = Array.from({ length: heads }, () => new Mesh(headShape, material));
    this.object.add(this.shaft, ...this.heads);
    this.material = material;
  }

  // What acts within bodies is drawn over them.
  raise() {
    Object.assign(this.material, { depthTest: false, transparent: true });
    this.end = new Mesh(shaftShape, this.material);
    this.object.add(this.end);
    this.object.traverse((part) => {
      part.renderOrder = 20;
    });
  }

  // Up to a length, then with a gap: it is longer than it looks.
  setUpTo(most, from, vector, length) {
    const cut = length > most;
    this.set(from, vector, cut ? most : length);
    this.end.visible = cut;
    if (!this.object.visible || !cut) return;
    const whole = this.shaft.scale.y;
    this.shaft.scale.y = (0.75 - GAP) * whole;
    this.end.scale.set(this.thick, 0.25 * whole, this.thick);
    this.end.position.y = 0.75 * whole;
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
  constructor(model, contacts) {
    this.model = model;
    this.contacts = contacts;
    this.result = model.result;
    this.root = new Group();
    this.list = [];
    this.shown = { force: true, reaction: false, contact: true };
    this.gain = 1;
    this.most = { force: 0, torque: 0 };
    for (const item of model.items) {
      if (item.kind === 'force' && item.at?.length) this.addAll(item, 'force', item.at[0], FORCE);
      // what a joint does to its second body, at the joint
      if (item.kind === 'joint' && item.at) this.addAll(item, 'reaction', item.at[1], REACTION);
      if (item.kind === 'contact') this.addContact(item);
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
        0.0035 * this.model.grain,
      );
      arrow.object.userData.item = item;
      this.root.add(arrow.object);
      this.list.push({ item, kind, quantity, names, side, arrow });
    }
  }

  // On the first that it names, from the point where that touches.
  addContact(item) {
    const names = this.result.vector(item.name, 'force');
    if (!names || !item.sided) return;
    const arrow = new Arrow(STICKS, 1, 0.0042 * this.model.grain);
    arrow.raise();
    arrow.object.userData.item = item;
    arrow.object.traverse((part) => {
      part.userData.item = item;
    });
    this.root.add(arrow.object);
    this.list.push({ item, kind: 'contact', quantity: 'force', names, arrow });
  }

  // The longest arrow of all times is a quarter of the picture.
  measure() {
    this.most = { force: 0, torque: 0 };
    for (const { names, quantity, kind } of this.list) {
      if (!this.shown[kind]) continue;
      const [a, b, c] = names.map((name) => this.result.column(name));
      const sizes = a.map((_, i) => Math.hypot(a[i], b[i], c[i])).filter((size) => size > 0);
      let largest = 0;
      if (kind === 'contact') largest = sizes.sort()[Math.floor(COMMON * sizes.length)] ?? 0;
      else for (const size of sizes) largest = Math.max(largest, size);
      this.most[quantity] = Math.max(this.most[quantity], largest);
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
      if (kind === 'contact') {
        this.showContact(item, arrow, t);
        continue;
      }
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
        (0.25 * this.model.grain * this.gain * this.tip.length()) / this.most[quantity],
      );
    }
  }
  showContact(item, arrow, t) {
    const now =
      this.shown.contact && item.hidden !== true && this.most.force > 0
        ? this.contacts.at(item, t)
        : null;
    if (!now) {
      arrow.object.visible = false;
      return;
    }
    const { span } = this.model;
    this.tip.set(...now.force);
    this.from.set(...now.point);
    arrow.material.color.set(now.slips ? SLIPS : STICKS);
    arrow.setUpTo(
      LONGEST * span * Math.max(this.gain, 1),
      this.from,
      this.tip,
      (0.25 * span * this.gain * this.tip.length()) / this.most.force,
    );
  }
}
