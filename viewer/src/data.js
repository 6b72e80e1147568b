// SPDX-License-Identifier: BSD-3-Clause
//
// The data of a page (cli/view/page.h says what is in it): frames of the animation and curves.

function bytes(text) {
  const raw = atob(text);
  const out = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; i++) out[i] = raw.charCodeAt(i);
  return out.buffer;
}

const whole = (text) => new Int16Array(bytes(text));
const floats = (text) => new Float32Array(bytes(text));

// A flexible body as the page has it (cli/view/page_bending.h).
const bendOf = (data) => ({
  name: data.name,
  nodes: data.nodes,
  modes: data.modes,
  separation: data.separation,
  at: floats(data.at),
  shape: whole(data.shape),
  shapeUnit: floats(data.shape_unit),
  line: data.line,
  face: data.face,
  spots: data.spot_node.length,
  spotAt: floats(data.spot_at),
  spotNode: data.spot_node,
  labels: data.labels,
  spotLabel: data.spot_label,
  stress: data.stress ? whole(data.stress) : null,
  stressUnit: data.stress ? floats(data.stress_unit) : null,
  peak: data.peak ? floats(data.peak) : null,
  peakTime: data.peak ? floats(data.peak_time) : null,
  q: data.q ? floats(data.q) : null,
});

const numbers = (text, size) =>
  size === 8 ? new Float64Array(bytes(text)) : new Float32Array(bytes(text));

// The last index i with list[i] <= t; 0 when there is none.
export function indexAt(list, t) {
  let low = 0,
    high = list.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (list[middle] <= t) low = middle;
    else high = middle - 1;
  }
  return low;
}

// What columns are called: OBJECT.QUANTITY.PART, a group's own GROUP.QUANTITY.
const nameOf = (...parts) => parts.filter(Boolean).join('.');

// The columns of blocks in their order, each with what its block says of it.
function* columnsOf(blocks) {
  let index = 0;
  for (const { group, quantity, unit, objects } of blocks)
    for (const { name: object = group, owner = object, parts } of objects)
      for (const part of parts) {
        const vector = nameOf(object, quantity);
        const name = nameOf(vector, part);
        yield { name, vector, group, owner, object, quantity, part, unit, index: index++ };
      }
}

// More than this [rad] between two frames and nobody can say which way a body turned.
const LARGEST_TURN = 1;

export class Result {
  constructor(data) {
    this.title = data.title || data.scene?.title || 'polhode';
    this.source = data.source;
    this.notes = data.notes;
    this.doubtful = data.doubtful;
    this.modes = data.modes; // which rows show which mode; null: rows are those of a run
    this.version = data.polhode;
    this.rows = data.rows;
    this.live = data.live;
    this.scene = data.scene;
    this.drawn = data.drawn;
    this.bending = (data.bending ?? []).map(bendOf);
    this.time = numbers(data.frames.time, 8);
    this.bodies = data.frames.bodies;
    this.body = new Map(this.bodies.map((name, index) => [name, index]));
    this.pos = numbers(data.frames.pos.data, data.frames.pos.bytes);
    this.quat = numbers(data.frames.quat.data, data.frames.quat.bytes);
    this.turns = new Float32Array(this.time.length).fill(-1);
    this.curveTime = numbers(data.curves.time, 8);
    this.base = numbers(data.curves.base, 8);
    this.values = numbers(data.curves.data, 4);
    this.width = data.curves.columns;
    this.columns = new Map();
    this.objects = new Map(); // name of an object -> its columns, and those of what it does
    for (const column of columnsOf(data.curves.blocks)) {
      this.columns.set(column.name, column);
      if (!this.objects.has(column.owner)) this.objects.set(column.owner, []);
      this.objects.get(column.owner).push(column);
    }
    this.cache = new Map();
  }

  get start() {
    return this.time.length ? this.time[0] : 0;
  }
  get end() {
    return this.time.length ? this.time[this.time.length - 1] : 0;
  }

  at(row, { index }) {
    return this.base[index] + this.values[row * this.width + index];
  }

  // All values of a column; null: not in the page.
  column(name) {
    const column = this.columns.get(name);
    if (!column) return null;
    if (!this.cache.has(name)) {
      const out = new Float64Array(this.curveTime.length);
      for (let i = 0; i < out.length; i++) out[i] = this.at(i, column);
      this.cache.set(name, out);
    }
    return this.cache.get(name);
  }

  // The value of a column at a time, on the line between two rows.
  valueAt(name, t) {
    const column = this.columns.get(name);
    if (!column || !this.curveTime.length) return NaN;
    const i = indexAt(this.curveTime, t);
    const at = (row) => this.at(row, column);
    if (i + 1 >= this.curveTime.length) return at(i);
    const span = this.curveTime[i + 1] - this.curveTime[i];
    const s = span > 0 ? Math.min(Math.max((t - this.curveTime[i]) / span, 0), 1) : 0;
    return s === 0 ? at(i) : at(i) + s * (at(i + 1) - at(i));
  }

  // The names of the columns x, y, z of a quantity of an object; null: not all are in the page.
  vector(object, quantity) {
    const names = ['x', 'y', 'z'].map((part) => nameOf(object, quantity, part));
    return names.every((name) => this.columns.has(name)) ? names : null;
  }

  // The largest turn of any body from frame i to the next [rad].
  turn(i) {
    if (this.turns[i] >= 0) return this.turns[i];
    const n = this.bodies.length,
      q = this.quat;
    let least = 1;
    for (let b = 0; b < n; b++) {
      const a = 4 * (i * n + b),
        c = 4 * ((i + 1) * n + b);
      const dot = Math.abs(
        q[a] * q[c] + q[a + 1] * q[c + 1] + q[a + 2] * q[c + 2] + q[a + 3] * q[c + 3],
      );
      if (dot < least) least = dot;
    }
    return (this.turns[i] = 2 * Math.acos(Math.min(least, 1)));
  }

  // Frames and weight for a time: between two frames where that is safe, else the nearest.
  frameAt(t) {
    const i = indexAt(this.time, t);
    if (i + 1 >= this.time.length) return { i, j: i, s: 0 };
    const span = this.time[i + 1] - this.time[i];
    const s = span > 0 ? Math.min(Math.max((t - this.time[i]) / span, 0), 1) : 0;
    if (s === 0) return { i, j: i, s: 0 };
    if (this.turn(i) > LARGEST_TURN)
      return s < 0.5 ? { i, j: i, s: 0 } : { i: i + 1, j: i + 1, s: 0 };
    return { i, j: i + 1, s };
  }

  // Place and turn of a body at frames: p[3], q[4] (w, x, y, z).
  pose(body, { i, j, s }, p, q) {
    const n = this.bodies.length;
    const a = 3 * (i * n + body),
      b = 3 * (j * n + body);
    for (let k = 0; k < 3; k++)
      p[k] = s === 0 ? this.pos[a + k] : this.pos[a + k] + s * (this.pos[b + k] - this.pos[a + k]);
    const c = 4 * (i * n + body),
      d = 4 * (j * n + body),
      Q = this.quat;
    const sign =
      s !== 0 && Q[c] * Q[d] + Q[c + 1] * Q[d + 1] + Q[c + 2] * Q[d + 2] + Q[c + 3] * Q[d + 3] < 0
        ? -1
        : 1;
    let norm = 0;
    for (let k = 0; k < 4; k++) {
      q[k] = s === 0 ? Q[c + k] : Q[c + k] + s * (sign * Q[d + k] - Q[c + k]);
      norm += q[k] * q[k];
    }
    norm = Math.sqrt(norm) || 1;
    for (let k = 0; k < 4; k++) q[k] /= norm;
  }
}

export function readData() {
  const text = document.getElementById('polhode-data').textContent;
  return new Result(JSON.parse(text));
}
