// SPDX-License-Identifier: BSD-3-Clause
//
// Flexible bodies: drawn of their faces, or as the beams they are made of, where they bend to at a
// time, coloured by von Mises stress; and their hot spots.
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DynamicDrawUsage,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  SphereGeometry,
  Vector3,
} from 'three';

const HOT = 10; // spots that are marked
const SIDES = 6; // of a beam whose section is not known

// From none to the largest: apart for every eye by their lightness as well.
const COLOURS = ['#2b3a8f', '#2b7de0', '#3fb8a8', '#a6cf4e', '#f2d12e', '#ef7d1a', '#b3161b'];
const stops = COLOURS.map((text) => new Color(text));
export const SCALE = `linear-gradient(to right, ${COLOURS.join(', ')})`;

function colourAt(share, out) {
  const at = Math.min(Math.max(share, 0), 1) * (stops.length - 1),
    k = Math.min(Math.floor(at), stops.length - 2);
  return out.lerpColors(stops[k], stops[k + 1], at - k);
}

const mises = (x, y, z, xy, yz, zx) =>
  Math.sqrt(
    0.5 * ((x - y) ** 2 + (y - z) ** 2 + (z - x) ** 2) + 3 * (xy * xy + yz * yz + zx * zx),
  );

// Corners of what is drawn: where they are at rest, with which node they go, and which spot has
// their stress (-1: the largest of their node).
class Corners {
  constructor() {
    this.at = [];
    this.node = [];
    this.spot = [];
    this.index = [];
  }

  add(x, y, z, node, spot) {
    this.at.push(x, y, z);
    this.node.push(node);
    this.spot.push(spot);
    return this.node.length - 1;
  }

  // A tube from one ring of corners to another.
  tube(first, second) {
    const n = first.length;
    for (let k = 0; k < n; k++) {
      const [a, b, c, d] = [first[k], first[(k + 1) % n], second[k], second[(k + 1) % n]];
      this.index.push(a, b, c, c, b, d);
    }
  }
}

// The numbers of points of a ring, in their order around its axis; `at` gives x, y, z of each.
function around(points, at, axis) {
  const middle = new Vector3(),
    p = points.map((k) => new Vector3().fromArray(at, 3 * k));
  for (const one of p) middle.addScaledVector(one, 1 / p.length);
  const u = p[0].clone().sub(middle).normalize(),
    v = axis.clone().cross(u);
  const angle = p.map((one) => {
    const way = one.clone().sub(middle);
    return Math.atan2(way.dot(v), way.dot(u));
  });
  return points.map((_, k) => k).sort((a, b) => angle[a] - angle[b]);
}

class Bend {
  constructor(data, item, size) {
    Object.assign(this, data);
    this.item = item;
    this.moved = new Float32Array(3 * data.nodes);
    this.values = new Float32Array(data.spots); // von Mises now
    this.ofNode = new Float32Array(data.nodes);
    this.now = new Float64Array(data.modes);
    this.make(size);
    this.hot = this.findHot();
  }

  make(size) {
    const corners = new Corners();
    if (this.face.length) this.addFaces(corners);
    else this.addBeams(corners, size);
    this.node = Int32Array.from(corners.node);
    this.spot = Int32Array.from(corners.spot);
    this.rest = Float32Array.from(corners.at);
    this.drawn = this.node.length > 0;
    if (!this.drawn) return;
    const geometry = new BufferGeometry();
    for (const name of ['position', 'color'])
      geometry.setAttribute(
        name,
        new BufferAttribute(new Float32Array(this.rest.length), 3).setUsage(DynamicDrawUsage),
      );
    geometry.getAttribute('position').array.set(this.rest);
    geometry.setIndex(corners.index);
    this.plain = this.item.material.clone();
    this.plain.flatShading = true;
    this.coloured = new MeshStandardMaterial({
      vertexColors: true,
      flatShading: true,
      roughness: 0.6,
    });
    this.mesh = new Mesh(geometry, this.plain);
    this.mesh.castShadow = true;
    this.mesh.frustumCulled = false;
    this.mesh.userData.item = this.item;
    this.item.meshes.push(this.mesh);
    this.item.object.add(this.mesh);
  }

  addFaces(corners) {
    for (let n = 0; n < this.nodes; n++)
      corners.add(this.at[3 * n], this.at[3 * n + 1], this.at[3 * n + 2], n, -1);
    corners.index.push(...this.face);
  }

  // Spots of a beam come as they go round its two ends: they are then its corners.
  addBeams(corners, size) {
    let next = 0;
    for (let k = 0; k < this.line.length; k += 2) {
      const ends = [this.line[k], this.line[k + 1]],
        axis = new Vector3()
          .fromArray(this.at, 3 * ends[1])
          .sub(new Vector3().fromArray(this.at, 3 * ends[0]))
          .normalize();
      const count = this.ringAt(next, ends);
      if (count) {
        const rings = [0, 1].map((end) =>
          Array.from({ length: count }, (_, i) => next + end * count + i),
        );
        const order = around(rings[0], this.spotAt, axis);
        const [first, second] = rings.map((ring, end) =>
          order.map((i) => {
            const p = 3 * ring[i];
            return corners.add(
              this.spotAt[p],
              this.spotAt[p + 1],
              this.spotAt[p + 2],
              ends[end],
              ring[i],
            );
          }),
        );
        corners.tube(first, second);
        next += 2 * count;
      } else this.addPlainBeam(corners, ends, axis, 0.006 * size);
    }
  }

  // How many spots a beam has at each end, from spot `next` on; 0: it has none.
  ringAt(next, [a, b]) {
    let count = 0;
    while (next + count < this.spots && this.spotNode[next + count] === a) count++;
    if (count < 3 || next + 2 * count > this.spots) return 0;
    for (let i = 0; i < count; i++) if (this.spotNode[next + count + i] !== b) return 0;
    return count;
  }

  addPlainBeam(corners, ends, axis, radius) {
    const u = new Vector3(Math.abs(axis.x) < 0.9 ? 1 : 0, Math.abs(axis.x) < 0.9 ? 0 : 1, 0);
    const v = axis.clone().cross(u).normalize();
    u.crossVectors(v, axis);
    const [first, second] = ends.map((node) =>
      Array.from({ length: SIDES }, (_, i) => {
        const angle = (2 * Math.PI * i) / SIDES;
        const p = new Vector3()
          .fromArray(this.at, 3 * node)
          .addScaledVector(u, radius * Math.cos(angle))
          .addScaledVector(v, radius * Math.sin(angle));
        return corners.add(p.x, p.y, p.z, node, -1);
      }),
    );
    corners.tube(first, second);
  }

  // As `polhode stress` lists them.
  findHot() {
    if (!this.peak) return [];
    const found = [];
    const order = Array.from(this.peak.keys()).sort((a, b) => this.peak[b] - this.peak[a] || a - b);
    const place = (p) => new Vector3().fromArray(this.spotAt, 3 * p);
    for (const p of order) {
      if (found.length === HOT) break;
      if (found.every((other) => place(other).distanceTo(place(p)) >= this.separation)) found.push(p);
    }
    return found;
  }

  // Modal coordinates between two frames; nothing moves where they are not known.
  setTo({ i, j, s }) {
    const m = this.modes;
    for (let k = 0; k < m; k++)
      this.now[k] = this.q ? this.q[i * m + k] + s * (this.q[j * m + k] - this.q[i * m + k]) : 0;
    const unit = this.shapeUnit.map((u, k) => u * this.now[k]);
    for (let c = 0, at = 0; c < this.moved.length; c++) {
      let sum = 0;
      for (let k = 0; k < m; k++) sum += this.shape[at++] * unit[k];
      this.moved[c] = sum;
    }
  }

  // The stresses there are of the present modal coordinates: this.values.
  findStresses() {
    const m = this.modes,
      unit = this.stressUnit.map((u, k) => u * this.now[k]),
      s = new Float64Array(6);
    for (let p = 0, at = 0; p < this.spots; p++) {
      for (let c = 0; c < 6; c++) {
        s[c] = 0;
        for (let k = 0; k < m; k++) s[c] += this.stress[at++] * unit[k];
      }
      this.values[p] = mises(...s);
    }
    return this.values;
  }

  move(scale) {
    if (!this.drawn) return;
    const { position } = this.mesh.geometry.attributes,
      out = position.array;
    for (let v = 0; v < this.node.length; v++)
      for (let c = 0; c < 3; c++)
        out[3 * v + c] = this.rest[3 * v + c] + scale * this.moved[3 * this.node[v] + c];
    position.needsUpdate = true;
  }

  // values of spots, of which `most` is the top of the scale; null: as other bodies are.
  paint(values, most) {
    if (!this.drawn) return;
    this.mesh.material = values ? this.coloured : this.plain;
    if (!values) return;
    this.ofNode.fill(0);
    for (let p = 0; p < this.spots; p++) {
      const n = this.spotNode[p];
      if (n >= 0 && values[p] > this.ofNode[n]) this.ofNode[n] = values[p];
    }
    const { color } = this.mesh.geometry.attributes,
      one = new Color();
    for (let v = 0; v < this.node.length; v++) {
      const value = this.spot[v] >= 0 ? values[this.spot[v]] : this.ofNode[this.node[v]];
      colourAt(most > 0 ? value / most : 0, one);
      color.setXYZ(v, one.r, one.g, one.b);
    }
    color.needsUpdate = true;
  }

  // How far a node has moved, as it is shown.
  shift(node, scale, out) {
    return out.fromArray(this.moved, 3 * node).multiplyScalar(scale);
  }
}

const ball = new SphereGeometry(1, 20, 14);
const paints = ['#ffffff', '#b3161b'].map(
  (color) => new MeshBasicMaterial({ color, depthTest: false, depthWrite: false, transparent: true }),
);

export class Bending {
  constructor(model) {
    this.model = model;
    this.scale = 1;
    this.mode = 'off'; // 'now', 'largest'
    this.byItem = new Map();
    this.ranges = new Map();
    for (const data of model.result.bending) {
      const item = model.byName.get(data.name);
      if (item?.kind === 'body') this.byItem.set(item, new Bend(data, item, model.size));
    }
    this.list = [...this.byItem.values()];
    if (this.can('now')) this.mode = 'now';
    else if (this.can('largest')) this.mode = 'largest';
    this.shift = new Vector3();
  }

  can(mode) {
    return this.list.some((bend) =>
      mode === 'now' ? bend.stress && bend.q : mode === 'largest' ? bend.peak : true,
    );
  }

  get bends() {
    return this.list.some((bend) => bend.q);
  }

  // Hot spots as objects of the model.
  makeSpots(size) {
    for (const bend of this.list)
      bend.marks = bend.hot.map((spot, k) => {
        const object = new Group();
        paints.forEach((paint, i) => {
          const mesh = new Mesh(ball, paint);
          mesh.scale.setScalar(i ? 0.72 : 1);
          mesh.renderOrder = 30 + i;
          object.add(mesh);
        });
        const label = bend.labels[bend.spotLabel[spot]];
        const item = {
          kind: 'spot',
          name: `${this.list.length > 1 ? `${bend.name} ` : ''}${k + 1}. ${label || 'hot spot'}`,
          owner: bend.name,
          type: stressText(bend.peak[spot]),
          time: bend.peakTime[spot],
          stress: bend.peak[spot],
          spot,
          object,
        };
        object.scale.setScalar(size);
        object.traverse((part) => {
          part.userData.item = item;
        });
        bend.item.object.add(object);
        this.model.add(item);
        return item;
      });
  }

  // What a place on a node has moved by, in the axes of its body; null: it is on none.
  shiftOf(place) {
    if (place.node === undefined) return null;
    const bend = this.byItem.get(this.model.bodyItem[place.body]);
    return bend ? bend.shift(place.node, this.scale, this.shift) : null;
  }

  // The top of the scale: the largest stress of the run; where that is not known, of the frames of
  // a stretch of time.
  most({ start, end }) {
    const peaks = this.list.filter((bend) => bend.peak);
    if (peaks.length)
      return peaks.reduce((most, { peak }) => peak.reduce((a, b) => Math.max(a, b), most), 0);
    const key = `${start} ${end}`;
    if (!this.ranges.has(key)) {
      const { time } = this.model.result;
      const frames = [...time.keys()].filter((i) => time[i] >= start - 1e-9 && time[i] <= end + 1e-9);
      const step = Math.max(1, Math.floor(frames.length / 24));
      let most = 0;
      for (let k = 0; k < frames.length; k += step)
        for (const bend of this.list) {
          if (!bend.stress || !bend.q) continue;
          bend.setTo({ i: frames[k], j: frames[k], s: 0 });
          for (const value of bend.findStresses()) if (value > most) most = value;
        }
      this.ranges.set(key, most);
    }
    return this.ranges.get(key);
  }

  show(at, span) {
    const most = this.mode === 'off' ? 0 : this.most(span);
    for (const bend of this.list) {
      bend.setTo(at);
      bend.move(this.scale);
      const values =
        this.mode === 'now' && bend.stress && bend.q
          ? bend.findStresses()
          : this.mode === 'largest'
            ? bend.peak
            : null;
      bend.paint(values, most);
      for (const { object, spot } of bend.marks ?? []) {
        object.position.fromArray(bend.spotAt, 3 * spot);
        if (bend.spotNode[spot] >= 0)
          object.position.add(bend.shift(bend.spotNode[spot], this.scale, this.shift));
      }
    }
  }

  // A run has gone on.
  renew(list) {
    this.ranges.clear();
    for (const bend of this.list) {
      const { q } = list.find(({ name }) => name === bend.name) ?? {};
      if (q) bend.q = q;
    }
  }
}

// [Pa] for people.
export function stressText(value) {
  const [unit, size] = value >= 1e9 ? ['GPa', 1e9] : value >= 1e5 ? ['MPa', 1e6] : ['kPa', 1e3];
  return `${+(value / size).toPrecision(4)} ${unit}`;
}
