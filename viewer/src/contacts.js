// SPDX-License-Identifier: BSD-3-Clause
//
// Contacts: a disc where shapes touch, coloured by whether they stick or slip, and an outline around
// the shapes that do. The arrows of their forces are in arrows.js.
import {
  BackSide,
  CircleGeometry,
  Group,
  Mesh,
  MeshBasicMaterial,
  RingGeometry,
  Vector3,
} from 'three';
import { indexAt } from './data.js';

// Colours that stay apart for every eye, on light and dark ground.
export const STICKS = '#2b7de0',
  SLIPS = '#ef7d1a',
  TOUCHES = '#f2b632';
// What a page keeps of a number are seven digits.
const WHOLE = 1 - 1e-5;
const OUTLINE = 0.003; // of the picture

const disc = new CircleGeometry(1, 40);
const rim = new RingGeometry(1, 1.28, 40);
const above = { depthTest: false, depthWrite: false, transparent: true };
const material = {
  stick: new MeshBasicMaterial({ color: STICKS, ...above }),
  slip: new MeshBasicMaterial({ color: SLIPS, ...above }),
  rim: new MeshBasicMaterial({ color: '#ffffff', ...above }),
  // the far side of a shape that is a little larger
  outline: new MeshBasicMaterial({ color: TOUCHES, side: BackSide }),
};

// Things over the picture, behind none of it.
const over = (geometry, paint, order) => {
  const mesh = new Mesh(geometry, paint);
  mesh.renderOrder = order;
  return mesh;
};

class Contact {
  constructor(item, result, size) {
    const name = (quantity) => `${item.name}.${quantity}`;
    this.item = item;
    this.result = result;
    this.point = result.vector(item.name, 'point');
    this.force = result.vector(item.name, 'force');
    this.points = name('points');
    this.grip = name('grip');
    this.slip = name('slip');
    this.face = over(disc, material.stick, 21);
    item.object.add(over(rim, material.rim, 21), this.face);
    item.object.scale.setScalar(size);
    item.object.visible = false;
    item.object.traverse((part) => {
      part.userData.item = item;
    });
  }

  get known() {
    return this.point && this.result.columns.has(this.points);
  }

  // Of a time between two rows: that of the nearer one, for what touches at the one need not at the
  // other, and then is nowhere. Vectors are on the line between them where both touch.
  at(t) {
    const { curveTime: time } = this.result;
    if (!this.known || !time.length) return null;
    const i = indexAt(time, t),
      j = Math.min(i + 1, time.length - 1);
    const near = t - time[i] <= time[j] - t ? i : j;
    const value = (name, row) => this.result.at(row, this.result.columns.get(name));
    if (!(value(this.points, near) > 0)) return null;
    const both = value(this.points, i) > 0 && value(this.points, j) > 0;
    const vector = (names) =>
      names?.map((name) => (both ? this.result.valueAt(name, t) : value(name, near)));
    const number = (name) => (this.result.columns.has(name) ? value(name, near) : NaN);
    // without friction there is nothing that holds
    const grip = number(this.grip),
      slips = grip >= WHOLE || (grip === 0 && number(this.slip) > 0);
    return { point: vector(this.point), force: vector(this.force), slips };
  }
}

export class Contacts {
  constructor(model) {
    this.model = model;
    this.root = new Group();
    this.shown = true;
    this.list = model.items
      .filter((item) => item.kind === 'contact')
      .map((item) => new Contact(item, model.result, 0.009 * model.grain));
    this.byItem = new Map(this.list.map((contact) => [contact.item, contact]));
    for (const { item } of this.list) this.root.add(item.object);
    this.outlines = new Map(); // by shape
  }

  set(on) {
    this.shown = on;
  }

  at(item, t) {
    return this.byItem.get(item)?.at(t) ?? null;
  }

  // Made when a shape touches for the first time; several contacts of one share it.
  outline(shape) {
    if (this.outlines.has(shape) || !shape.object.isMesh) return;
    const { geometry } = shape.object,
      size = new Vector3(),
      wide = 2 * OUTLINE * this.model.grain;
    geometry.computeBoundingBox();
    geometry.boundingBox.getSize(size);
    const outline = new Mesh(geometry, material.outline);
    for (const axis of ['x', 'y', 'z']) if (size[axis] > 0) outline.scale[axis] += wide / size[axis];
    // about its middle
    geometry.boundingBox.getCenter(outline.position);
    outline.position.sub(outline.position.clone().multiply(outline.scale));
    outline.raycast = () => {}; // a click is one on the shape
    shape.object.add(outline);
    this.outlines.set(shape, outline);
  }

  show(t) {
    const touching = new Set();
    for (const contact of this.list) {
      const { item } = contact,
        now = this.shown && item.hidden !== true ? contact.at(t) : null;
      item.object.visible = Boolean(now);
      if (!now) continue;
      item.object.position.set(...now.point);
      contact.face.material = now.slips ? material.slip : material.stick;
      for (const shape of item.touching) touching.add(shape);
    }
    for (const shape of touching) this.outline(shape);
    for (const [shape, outline] of this.outlines) outline.visible = touching.has(shape);
  }

  // Discs look at the reader.
  face(camera) {
    for (const { item } of this.list) item.object.quaternion.copy(camera.quaternion);
  }
}
