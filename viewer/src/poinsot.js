// SPDX-License-Identifier: BSD-3-Clause
//
// Poinsot's picture of a body's rotation: its ellipsoid of equal energy, the polhode that the
// angular velocity draws on it, and the herpolhode it draws in space. A free body's ellipsoid
// rolls on the plane across its angular momentum.
import {
  AmbientLight,
  BufferAttribute,
  BufferGeometry,
  CircleGeometry,
  DirectionalLight,
  DoubleSide,
  Group,
  Line,
  LineBasicMaterial,
  Mesh,
  MeshBasicMaterial,
  MeshStandardMaterial,
  PerspectiveCamera,
  Quaternion,
  Scene,
  SphereGeometry,
  Vector3,
} from 'three';
import { $ } from './dom.js';
import { turnOf } from './solids.js';

const POLHODE = '#e2683c',
  HERPOLHODE = '#3f7fd0';

const lineOf = (color, points) => {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(points, 3));
  const line = new Line(geometry, new LineBasicMaterial({ color }));
  line.frustumCulled = false;
  return line;
};

export class Poinsot {
  constructor(stage, model) {
    this.stage = stage;
    this.model = model;
    this.scene = new Scene();
    this.camera = new PerspectiveCamera(30, 1, 0.1, 50);
    this.camera.up.copy(stage.up);
    const sun = new DirectionalLight('#ffffff', 1.8);
    sun.position.set(1, -1, 2).applyQuaternion(stage.turn);
    this.scene.add(new AmbientLight('#ffffff', 1.3), sun);
    this.shown = false;
    this.item = null;
    stage.insets.push(this);
  }

  // Whether there is anything to show of an object.
  can(item) {
    return (
      item?.kind === 'body' &&
      this.model.result.vector(item.name, 'omega') &&
      item.solid?.moments.every((m) => m > 0)
    );
  }

  // Where the picture lies in the canvas, in pixels from below.
  place(size) {
    const frame = $('inset-frame').getBoundingClientRect(),
      canvas = this.stage.canvas.getBoundingClientRect();
    return {
      x: frame.left - canvas.left,
      y: size.y - (frame.bottom - canvas.top),
      width: frame.width,
      height: frame.height,
    };
  }

  set(item) {
    this.item = this.can(item) ? item : null;
    this.shown = this.item !== null;
    $('inset-frame').hidden = !this.shown;
    if (this.root) this.scene.remove(this.root);
    if (this.shown) this.build();
    this.stage.touch();
  }

  build() {
    const { result } = this.model,
      { name, solid } = this.item;
    $('inset-label').textContent = `polhode of ${name}`;
    const { moments } = solid,
      attitude = turnOf(solid);
    const axes = [0, 1, 2].map((k) => new Vector3().setComponent(k, 1).applyQuaternion(attitude));
    this.moments = moments;
    this.axes = axes;
    this.omega = result.vector(name, 'omega');
    const [a, b, c] = this.omega.map((column) => result.column(column));
    const n = a.length,
      body = new Float32Array(3 * n),
      world = new Float32Array(3 * n);
    const w = new Vector3(),
      turn = new Quaternion(),
      p = [0, 0, 0],
      q = [1, 0, 0, 0];
    // stored in world axes where it is: frames may lie between the rows of the curves
    const stored = result.vector(name, 'omega_world')?.map((column) => result.column(column));
    let most = 0;
    for (let i = 0; i < n; i++) {
      w.set(a[i], b[i], c[i]);
      w.toArray(body, 3 * i);
      const energy = axes.reduce((sum, axis, k) => sum + moments[k] * w.dot(axis) ** 2, 0);
      most = Math.max(most, w.length(), 0.72 * Math.sqrt(energy / Math.min(...moments)));
      if (stored) {
        world.set([stored[0][i], stored[1][i], stored[2][i]], 3 * i);
        continue;
      }
      result.pose(this.item.body, result.frameAt(result.curveTime[i]), p, q);
      w.applyQuaternion(turn.set(q[1], q[2], q[3], q[0])).toArray(world, 3 * i);
    }
    this.scale = most > 0 ? 1 / most : 1;
    this.root = new Group();
    this.inBody = new Group();
    this.ellipsoid = new Mesh(
      new SphereGeometry(1, 48, 32),
      new MeshStandardMaterial({
        color: this.item.material.color,
        transparent: true,
        opacity: 0.38,
        roughness: 0.6,
        depthWrite: false,
      }),
    );
    this.ellipsoid.quaternion.copy(attitude);
    this.polhode = lineOf(POLHODE, body);
    this.polhode.scale.setScalar(this.scale);
    this.inBody.add(this.ellipsoid, this.polhode);
    this.herpolhode = lineOf(HERPOLHODE, world);
    this.herpolhode.scale.setScalar(this.scale);
    this.plane = new Mesh(
      new CircleGeometry(1.5, 64),
      new MeshBasicMaterial({
        color: HERPOLHODE,
        transparent: true,
        opacity: 0.09,
        side: DoubleSide,
        depthWrite: false,
      }),
    );
    this.dot = new Mesh(
      new SphereGeometry(0.035, 16, 12),
      new MeshBasicMaterial({ color: POLHODE }),
    );
    this.spoke = lineOf('#888888', new Float32Array(6));
    this.root.add(this.inBody, this.herpolhode, this.plane, this.dot, this.spoke);
    this.scene.add(this.root);
  }

  show(t) {
    if (!this.shown) return;
    const { result } = this.model,
      { object } = this.item;
    const w = new Vector3(...this.omega.map((column) => result.valueAt(column, t)));
    const energy = this.axes.reduce((sum, axis, k) => sum + this.moments[k] * w.dot(axis) ** 2, 0);
    const momentum = this.axes.reduce(
      (sum, axis, k) => sum.addScaledVector(axis, this.moments[k] * w.dot(axis)),
      new Vector3(),
    );
    this.inBody.quaternion.copy(object.quaternion);
    const radius = (k) => Math.max(this.scale * Math.sqrt(energy / this.moments[k]), 1e-6);
    this.ellipsoid.scale.set(radius(0), radius(1), radius(2));
    w.applyQuaternion(object.quaternion).multiplyScalar(this.scale);
    momentum.applyQuaternion(object.quaternion);
    this.dot.position.copy(w);
    const { position } = this.spoke.geometry.attributes;
    position.setXYZ(1, w.x, w.y, w.z);
    position.needsUpdate = true;
    const size = momentum.length();
    this.plane.visible = size > 0;
    if (size > 0) {
      momentum.divideScalar(size);
      this.plane.quaternion.setFromUnitVectors(new Vector3(0, 0, 1), momentum);
      this.plane.position.copy(momentum).multiplyScalar(w.dot(momentum));
    }
    const from = this.stage.camera.position.clone().sub(this.stage.controls.target).normalize();
    this.camera.position.copy(from.multiplyScalar(6.2));
    this.camera.lookAt(0, 0, 0);
  }
}
