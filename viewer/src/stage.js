// SPDX-License-Identifier: BSD-3-Clause
//
// Canvas, camera and light. Draws only when something has changed.
import {
  DirectionalLight,
  GridHelper,
  HemisphereLight,
  Mesh,
  PCFShadowMap,
  PerspectiveCamera,
  PlaneGeometry,
  Quaternion,
  Raycaster,
  Scene,
  ShadowMaterial,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';

// Directions to look from; `up` is z, `front` looks along +y, as drawn in the frame of `turn`.
const VIEWS = {
  iso: [1, -1.35, 0.75],
  front: [0, -1, 0],
  back: [0, 1, 0],
  right: [1, 0, 0],
  left: [-1, 0, 0],
  top: [0, 0, 1],
  bottom: [0, 0, -1],
};

export class Stage {
  constructor(canvas, model) {
    this.canvas = canvas;
    this.model = model;
    this.scene = new Scene();
    this.renderer = new WebGLRenderer({
      canvas,
      antialias: true,
      alpha: true,
      preserveDrawingBuffer: false,
    });
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio || 1, 2));
    this.renderer.shadowMap.enabled = !model.many;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.scene.add(model.root);
    this.orient();
    this.camera = new PerspectiveCamera(32, 1, 0.01, 1000);
    this.camera.up.copy(this.up);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enableDamping = false;
    this.controls.zoomToCursor = true;
    this.controls.addEventListener('change', () => this.touch());
    this.makeLight();
    this.makeFloor();
    this.insets = [];
    this.before = []; // called before each picture
    this.dirty = true;
    this.following = model.travels ? model.groups[0] : null;
    this.offset = new Vector3();
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
    this.resize();
    this.view('iso', false);
    canvas.addEventListener('webglcontextlost', (event) => event.preventDefault());
    canvas.addEventListener('webglcontextrestored', () => this.touch());
  }

  touch() {
    this.dirty = true;
  }

  // Up is against gravity where there is any; a plane mechanism without is seen from its front.
  orient() {
    const g = new Vector3(...(this.model.scene.gravity ?? [0, 0, 0]));
    this.up = new Vector3(0, 0, 1);
    if (g.lengthSq() > 0) this.up.copy(g).negate().normalize();
    this.turn = new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), this.up);
  }

  makeLight() {
    const { span, bounds } = this.model,
      centre = bounds.getCenter(new Vector3());
    this.sky = new HemisphereLight('#ffffff', '#8d8a86', 1.9);
    this.sky.position.copy(this.up);
    this.sun = new DirectionalLight('#fff6e8', 2.3);
    this.sun.position.copy(
      new Vector3(0.55, -0.7, 1.25).applyQuaternion(this.turn).multiplyScalar(span).add(centre),
    );
    this.sun.target.position.copy(centre);
    this.sun.castShadow = !this.model.many;
    this.sun.shadow.mapSize.set(2048, 2048);
    this.sun.shadow.radius = 5;
    this.sun.shadow.bias = -2e-4;
    this.sun.shadow.normalBias = 0.002 * span;
    const c = this.sun.shadow.camera;
    c.left = c.bottom = -0.75 * span;
    c.right = c.top = 0.75 * span;
    c.near = 0.01 * span;
    c.far = 4 * span;
    const fill = new DirectionalLight('#dfe9ff', 0.7);
    fill.position.copy(new Vector3(-0.8, 0.6, 0.3).applyQuaternion(this.turn));
    this.scene.add(this.sky, this.sun, this.sun.target, fill);
  }

  // A grid of a round pitch under everything, and a shadow on it.
  makeFloor() {
    const { span, bounds } = this.model,
      centre = bounds.getCenter(new Vector3());
    const grain = Math.max(this.model.grain, span / 30), // not too many lines
      decade = 10 ** Math.floor(Math.log10(grain / 5)),
      ratio = grain / 5 / decade;
    const cell = (decade * (ratio < 1.5 ? 1 : ratio < 3 ? 2 : ratio < 7 ? 4 : 10)) / 2;
    const count = 2 * Math.ceil((1.6 * span) / cell);
    let lowest = Infinity;
    for (const x of [bounds.min.x, bounds.max.x])
      for (const y of [bounds.min.y, bounds.max.y])
        for (const z of [bounds.min.z, bounds.max.z])
          lowest = Math.min(lowest, new Vector3(x, y, z).dot(this.up));
    const at = centre.clone().addScaledVector(this.up, lowest - 0.015 * span - centre.dot(this.up));
    this.grid = new GridHelper(count * cell, count);
    this.grid.material.transparent = true;
    this.grid.material.depthWrite = false;
    this.grid.quaternion.setFromUnitVectors(new Vector3(0, 1, 0), this.up);
    this.grid.position.copy(at);
    this.shadow = new Mesh(
      new PlaneGeometry(6 * span, 6 * span),
      new ShadowMaterial({ opacity: 0.16 }),
    );
    this.shadow.quaternion.copy(this.turn);
    this.shadow.position.copy(at).addScaledVector(this.up, -0.001 * span);
    this.shadow.receiveShadow = true;
    this.scene.add(this.grid, this.shadow);
    this.cell = cell;
  }

  resize() {
    const { clientWidth: width, clientHeight: height } = this.canvas.parentElement;
    if (!width || !height) return;
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.touch();
  }

  // Looks from a named side, at everything.
  view(name, draw = true) {
    const from = new Vector3(...VIEWS[name]).normalize();
    if (Math.abs(from.z) === 1) from.y -= 1e-4 * Math.sign(from.z); // straight down has no up
    this.direction = from.applyQuaternion(this.turn).normalize();
    this.fit();
    if (draw) this.touch();
  }

  fit() {
    const { bounds, travels } = this.model,
      near = this.following && travels;
    const centre = near ? this.following.object.position.clone() : bounds.getCenter(new Vector3());
    const direction =
      this.direction ?? this.camera.position.clone().sub(this.controls.target).normalize();
    const right = new Vector3().crossVectors(this.up, direction).normalize();
    const above = new Vector3().crossVectors(direction, right);
    const tan = Math.tan((this.camera.fov * Math.PI) / 360),
      p = new Vector3();
    // in the middle, and near enough that every point reached is just seen
    const x = [Infinity, -Infinity],
      y = [Infinity, -Infinity];
    const seen = (near ? travels.around : this.model.reached).map((point) => {
      p.copy(point);
      if (!near) p.sub(centre);
      return [p.dot(right), p.dot(above), p.dot(direction)];
    });
    for (const [a, b] of seen) {
      x[0] = Math.min(x[0], a);
      x[1] = Math.max(x[1], a);
      y[0] = Math.min(y[0], b);
      y[1] = Math.max(y[1], b);
    }
    // what is followed stays in the middle itself
    const cx = near ? 0 : (x[0] + x[1]) / 2,
      cy = near ? 0 : (y[0] + y[1]) / 2;
    let distance = 1e-9;
    for (const [a, b, c] of seen)
      distance = Math.max(
        distance,
        Math.max(Math.abs(a - cx) / this.camera.aspect, Math.abs(b - cy)) / tan + c,
      );
    centre.addScaledVector(right, cx).addScaledVector(above, cy);
    this.controls.target.copy(centre);
    this.camera.position.copy(centre).addScaledVector(direction, 1.12 * distance);
    this.camera.near = 0.002 * distance;
    this.camera.far = 60 * Math.max(distance, this.model.span);
    this.camera.updateProjectionMatrix();
    this.controls.update();
    this.direction = null;
    if (this.following) this.follow(this.following);
    this.touch();
  }

  // Keeps an object of the model in place while the rest moves.
  follow(item) {
    this.following = item;
    if (item) {
      const move = item.object.position.clone().sub(this.controls.target);
      this.controls.target.add(move);
      this.camera.position.add(move);
      this.controls.update();
    }
    this.touch();
  }

  keepUp() {
    if (!this.following) return;
    const move = this.following.object.position.clone().sub(this.controls.target);
    if (move.lengthSq() === 0) return;
    this.controls.target.add(move);
    this.camera.position.add(move);
    this.controls.update();
  }

  // What lies under a point of the page; null: nothing.
  pick(x, y) {
    const box = this.canvas.getBoundingClientRect();
    const at = new Vector2(
      (2 * (x - box.left)) / box.width - 1,
      1 - (2 * (y - box.top)) / box.height,
    );
    const ray = new Raycaster();
    ray.setFromCamera(at, this.camera);
    const seen = (object) => {
      for (let o = object; o; o = o.parent) if (!o.visible) return false;
      return true;
    };
    const hits = ray
      .intersectObject(this.model.root, true)
      .filter((hit) => hit.object.isMesh && hit.object.userData.item && seen(hit.object));
    // what is drawn over all else is nearest
    const first = hits.find(({ object }) => !object.material.depthTest) ?? hits[0];
    return first ? first.object.userData.item : null;
  }

  // Where a point of the world is on the page.
  project(point) {
    const box = this.canvas.getBoundingClientRect(),
      p = point.clone().project(this.camera);
    return { x: box.left + ((p.x + 1) / 2) * box.width, y: box.top + ((1 - p.y) / 2) * box.height };
  }

  paint({ grid, paper, dark }) {
    this.paper = paper;
    this.grid.material.vertexColors = false;
    this.grid.material.color.set(grid);
    this.grid.material.opacity = dark ? 0.5 : 0.75;
    this.grid.material.needsUpdate = true;
    this.shadow.material.opacity = dark ? 0.4 : 0.16;
    this.sky.intensity = dark ? 1.5 : 1.9;
    this.touch();
  }

  draw() {
    if (!this.dirty) return false;
    this.dirty = false;
    for (const step of this.before) step();
    const { renderer } = this;
    const size = renderer.getSize(new Vector2());
    renderer.setScissorTest(false);
    renderer.setViewport(0, 0, size.x, size.y);
    renderer.autoClear = true;
    renderer.render(this.scene, this.camera);
    for (const inset of this.insets) {
      if (!inset.shown) continue;
      const { x, y, width, height } = inset.place(size);
      renderer.setViewport(x, y, width, height);
      renderer.setScissor(x, y, width, height);
      renderer.setScissorTest(true);
      renderer.setClearColor(this.paper ?? '#ffffff', 0.94);
      renderer.render(inset.scene, inset.camera);
      renderer.setClearColor('#000000', 0);
    }
    return true;
  }
}
