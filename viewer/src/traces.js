// SPDX-License-Identifier: BSD-3-Clause
//
// The way a point has gone: of a body's centre of mass, or of a marker.
import {
  BufferAttribute,
  BufferGeometry,
  Group,
  Line,
  LineBasicMaterial,
  Quaternion,
  Vector3,
} from 'three';

export class Traces {
  constructor(model) {
    this.model = model;
    this.root = new Group();
    this.list = new Map(); // item -> {whole, past}
  }

  has(item) {
    return this.list.has(item);
  }

  toggle(item) {
    if (this.list.has(item)) {
      const { whole, past } = this.list.get(item);
      this.root.remove(whole, past);
      this.list.delete(item);
      return false;
    }
    const geometry = new BufferGeometry(),
      color = item.material?.color.getStyle() ?? '#888888';
    geometry.setAttribute('position', new BufferAttribute(this.points(item), 3));
    const line = (opacity) => {
      const made = new Line(
        geometry.clone(),
        new LineBasicMaterial({ color, opacity, transparent: true }),
      );
      made.frustumCulled = false;
      return made;
    };
    const pair = { whole: line(0.28), past: line(1) };
    this.root.add(pair.whole, pair.past);
    this.list.set(item, pair);
    return true;
  }

  points(item) {
    const { result } = this.model,
      n = result.time.length,
      out = new Float32Array(3 * n);
    const p = [0, 0, 0],
      q = [1, 0, 0, 0],
      point = new Vector3(),
      turn = new Quaternion();
    const local = item.place ? item.place.pose : [0, 0, 0];
    for (let i = 0; i < n; i++) {
      point.set(local[0], local[1], local[2]);
      if (item.body !== undefined) {
        result.pose(item.body, { i, j: i, s: 0 }, p, q);
        point.applyQuaternion(turn.set(q[1], q[2], q[3], q[0]));
        point.x += p[0];
        point.y += p[1];
        point.z += p[2];
      }
      out.set([point.x, point.y, point.z], 3 * i);
    }
    return out;
  }

  // After the data has grown.
  renew() {
    const items = [...this.list.keys()];
    for (const item of items) {
      this.toggle(item);
      this.toggle(item);
    }
  }

  show(t) {
    const { i } = this.model.result.frameAt(t);
    for (const { past } of this.list.values()) past.geometry.setDrawRange(0, i + 1);
  }
}
