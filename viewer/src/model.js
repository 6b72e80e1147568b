// SPDX-License-Identifier: BSD-3-Clause
//
// The model in space: a group for each body, with its shapes, joints and markers in it; and what
// moves between bodies. show(t) puts everything where it is at a time.
import {
  Box3,
  Color,
  EdgesGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshStandardMaterial,
  Vector3,
} from 'three';
import { Bending } from './bending.js';
import { Coil, Link, Thread } from './between.js';
import { pointsReached, roughSize } from './bounds.js';
import { jointIcon, markerIcon } from './icons.js';
import { Meshes, reach } from './meshes.js';
import { fitSolid, turnOf } from './solids.js';

// Calm colours that stay apart on light and dark ground.
const palette = [
  '#5b8fc7',
  '#e0a24a',
  '#6fae84',
  '#d77e6a',
  '#9a89c9',
  '#54aeb0',
  '#c7ab63',
  '#c983a4',
  '#7f95ad',
  '#9fb05a',
];
const MANY = 150;
const black = new Color('#000000');

const place = (object, pose) => {
  object.position.set(pose[0], pose[1], pose[2]);
  object.quaternion.set(pose[4], pose[5], pose[6], pose[3]);
  return object;
};

export class Model {
  constructor(result) {
    this.result = result;
    this.root = new Group();
    this.items = []; // {kind, name, type, object, body}: everything the tree lists
    this.byName = new Map();
    this.moving = []; // {thing, places}: laid anew for each time
    this.p = [0, 0, 0];
    this.q = [1, 0, 0, 0];
    const scene = result.scene ?? {
      bodies: [],
      markers: [],
      joints: [],
      forces: [],
      shapes: [],
      motions: [],
    };
    scene.contacts ??= []; // results of old have none
    this.scene = scene;
    this.meshes = new Meshes(result.drawn);
    this.many = result.bodies.length > MANY;
    this.makeBodies();
    this.size = roughSize(result, scene, this.meshes);
    this.materials = {
      joint: new MeshStandardMaterial({ roughness: 0.6 }),
      ground: new MeshStandardMaterial({ roughness: 0.9 }),
      line: new LineBasicMaterial(),
      edge: new LineBasicMaterial({ color: '#10151d', transparent: true, opacity: 0.32 }),
      spring: new MeshStandardMaterial({ roughness: 0.35, metalness: 0.55, color: '#8c96a3' }),
    };
    this.onNodes = []; // {object, place}: they go with their node
    this.bending = new Bending(this);
    this.makeShapes();
    this.makeSolids();
    this.measure();
    this.makeJoints();
    this.makeMarkers();
    this.makeForces();
    this.makeMotions();
    this.makeContacts();
    this.bending.makeSpots(0.5 * this.iconSize);
  }

  add(item) {
    this.items.push(item);
    if (!this.byName.has(item.name)) this.byName.set(item.name, item);
  }

  makeBodies() {
    const defs = new Map(this.scene.bodies.map((body, index) => [body.name, { body, index }]));
    // rod1 .. rod8 are one family and share a colour, unless all bodies are of one
    const family = (name) => name.replace(/\d+/g, '');
    const families = [...new Set(this.result.bodies.map(family))];
    const colour = (name, index) =>
      palette[(families.length > 1 ? families.indexOf(family(name)) : index) % palette.length];
    this.groups = this.result.bodies.map((name, index) => {
      const object = new Group();
      const { body: def, index: number } = defs.get(name) ?? {};
      const material = new MeshStandardMaterial({
        color: colour(name, index),
        roughness: 0.5,
        metalness: 0.12,
      });
      const item = {
        kind: 'body',
        name,
        label: def?.label,
        object,
        body: index,
        def,
        solid: this.meshes.solids[number],
        material,
        meshes: [],
      };
      object.userData.item = item;
      this.root.add(object);
      this.add(item);
      return item;
    });
    this.ground = new Group();
    this.root.add(this.ground);
    // scene index -> item of the result; bodies that are not in the result stay away
    this.bodyItem = this.scene.bodies.map((def) => this.byName.get(def.name) ?? null);
    this.missing = this.bodyItem.filter((item) => !item).length;
  }

  // The group that carries what is fixed to a body of the scene; null: the body is not here.
  carrier(index) {
    return index < 0 ? this.ground : (this.bodyItem[index]?.object ?? null);
  }

  addMesh(item, geometry, material, pose) {
    const mesh = new Mesh(geometry, material);
    mesh.castShadow = mesh.receiveShadow = !this.many;
    if (pose) place(mesh, pose);
    if (!this.many) {
      const edges = this.meshes.once(geometry, () => new EdgesGeometry(geometry, 35));
      mesh.add(new LineSegments(edges, this.materials.edge));
    }
    if (item) {
      mesh.userData.item = item;
      item.meshes.push(mesh);
    }
    return mesh;
  }

  makeShapes() {
    this.shapeItem = []; // by its number in the scene; empty where nothing is drawn
    for (const [index, shape] of this.scene.shapes.entries()) {
      if (shape.hidden) continue;
      const body = shape.body < 0 ? null : this.bodyItem[shape.body];
      const item = {
        kind: 'shape',
        name: shape.name,
        label: shape.label,
        type: shape.type,
        body: body?.body,
      };
      if (shape.through) {
        this.makeThrough(shape, item);
      } else {
        const carrier = this.carrier(shape.body),
          geometry = this.meshes.ofShape(index, shape);
        if (!carrier || !geometry) continue;
        const material = body ? body.material : this.materials.ground;
        item.object = this.addMesh(body, geometry, material, shape.pose);
        carrier.add(item.object);
        this.onNodes.push({ object: item.object, place: shape });
      }
      if (!item.object) continue;
      this.shapeItem[index] = item;
      this.add(item);
    }
  }

  // A line, link or spring; with both ends on one body it is part of that body.
  makeThrough(shape, item) {
    const places = shape.through;
    if (places.some((p) => !this.carrier(p.body))) return;
    const bodies = places.filter((p) => p.body >= 0);
    const owner = bodies.length ? this.bodyItem[bodies[bodies.length - 1].body] : null;
    const rigid =
      owner && bodies.length === places.length && bodies.every((p) => p.body === bodies[0].body);
    const material = shape.type === 'link' && owner ? owner.material : this.materials.spring;
    const thing =
      shape.type === 'line'
        ? new Thread(places.length, this.materials.line)
        : shape.type === 'link'
          ? new Link(shape.radius || 0.012 * this.size, material)
          : new Coil(shape.radius || 0.025 * this.size, material);
    item.object = thing.object;
    item.thing = thing;
    if (rigid) {
      thing.follow(places.map((p) => new Vector3(...p.pose.slice(0, 3))));
      thing.object.traverse((part) => {
        if (part.isMesh) {
          part.userData.item = owner;
          part.castShadow = true;
          owner.meshes.push(part);
        }
      });
      owner.object.add(thing.object);
    } else {
      this.root.add(thing.object);
      this.moving.push({ thing, places });
      if (owner && shape.type === 'link') {
        thing.object.traverse((part) => {
          part.userData.item = owner;
        });
        owner.meshes.push(thing.bar);
      }
    }
  }

  // Bodies without a shape get the solid of their inertia, and struts to joints outside of it.
  makeSolids() {
    const sides = new Map(); // of joints, by the item that carries them
    for (const joint of this.scene.joints)
      for (const side of joint.at ?? []) {
        const item = side.body >= 0 ? this.bodyItem[side.body] : null;
        if (!item) continue;
        if (!sides.has(item)) sides.set(item, []);
        sides.get(item).push(side);
      }
    for (const item of this.groups) {
      if (item.meshes.length) continue;
      const points = (sides.get(item) ?? []).map(({ pose }) => new Vector3(...pose.slice(0, 3)));
      const solid = this.solidOf(item, points);
      let geometry = this.meshes.ofSolid(solid);
      if (!geometry) continue;
      const far = reach(geometry),
        most = 0.6 * this.size,
        least = 0.006 * this.size;
      // neither filling the picture nor lost in it
      const factor = this.groups.length > 1 && far > most ? most / far : Math.max(least / far, 1);
      if (factor !== 1)
        geometry = this.meshes.ofSolid({
          ...solid,
          stretch: solid.stretch.map((width) => width * factor),
        });
      const mesh = this.addMesh(item, geometry, item.material);
      mesh.quaternion.copy(turnOf(solid));
      item.object.add(mesh);
      this.makeStruts(item, points, 0.95 * Math.min(far, most));
    }
  }

  // A body of which nothing is known is a small ball.
  solidOf({ solid }, points) {
    const ball = Array(3).fill(0.02 * this.size);
    if (!solid?.type) return { mesh: this.meshes.ball, stretch: ball, turn: [1, 0, 0, 0] };
    return points.length ? fitSolid(solid, points, this.size) : solid;
  }

  makeStruts(item, points, inside) {
    const origin = new Vector3(),
      ends = [];
    for (const end of points)
      if (end.length() > inside && !ends.some((e) => e.distanceTo(end) < 1e-9)) ends.push(end);
    for (const end of ends.slice(0, 40)) {
      const link = new Link(Math.min(0.012 * this.size, 0.06 * end.length()), item.material);
      link.follow([origin, end]);
      link.object.traverse((part) => {
        if (part.isMesh) {
          part.userData.item = item;
          part.castShadow = true;
          item.meshes.push(part);
        }
      });
      item.object.add(link.object);
    }
  }

  // Where everything will have been: for views and the ground. Again when a run has gone on.
  measure() {
    this.reached = pointsReached(this.result, this.groups, this.ground, this.many ? 10 : 40);
    this.bounds = new Box3().setFromPoints(this.reached);
    this.span = Math.max(this.bounds.getSize(new Vector3()).length(), 1e-9);
  }

  get iconSize() {
    return (this.scene.joints.length > 6 ? 0.011 : 0.019) * this.span;
  }

  makeJoints() {
    for (const joint of this.scene.joints) {
      const item = {
        kind: 'joint',
        name: joint.name,
        label: joint.label,
        type: joint.type,
        at: joint.at,
        object: new Group(),
      };
      // where it is on a node it goes with that, however far displacements are drawn
      const here = (joint.at ?? []).filter((place) => this.carrier(place.body));
      const side = here.find(({ node }) => node !== undefined) ?? here[0];
      if (side) {
        const carrier = this.carrier(side.body);
        item.object = place(jointIcon(joint.type, this.materials.joint), side.pose);
        item.object.scale.setScalar(this.iconSize);
        item.object.traverse((part) => {
          part.userData.item = item;
        });
        carrier.add(item.object);
        this.onNodes.push({ object: item.object, place: side });
      }
      this.add(item);
    }
  }

  makeMarkers() {
    for (const marker of this.scene.markers) {
      const carrier = this.carrier(marker.body);
      if (!carrier) continue;
      const object = place(markerIcon(), marker.pose);
      object.scale.setScalar(2.2 * this.iconSize);
      carrier.add(object);
      this.onNodes.push({ object, place: marker });
      this.add({
        kind: 'marker',
        name: marker.name,
        label: marker.label,
        object,
        place: marker,
        body: this.bodyItem[marker.body]?.body,
      });
    }
  }

  // Springs as coils, unless the model has drawn them itself.
  makeForces() {
    const drawn = this.scene.shapes.some((shape) => shape.type === 'spring');
    for (const force of this.scene.forces) {
      const item = {
        kind: 'force',
        name: force.name,
        label: force.label,
        type: force.type,
        at: force.at,
        object: new Group(),
      };
      if (
        force.type === 'spring_damper' &&
        force.at?.length === 2 &&
        !drawn &&
        force.at.every((p) => this.carrier(p.body))
      ) {
        item.thing = new Coil(0.022 * this.span, this.materials.spring);
        item.thing.object.userData.item = item;
        item.object.add(item.thing.object);
        this.moving.push({ thing: item.thing, places: force.at });
      }
      this.root.add(item.object);
      this.add(item);
    }
  }

  makeMotions() {
    for (const motion of this.scene.motions)
      this.add({
        kind: 'motion',
        name: motion.name,
        label: motion.label,
        type: motion.joint ? `drives ${motion.joint}` : '',
        joint: motion.joint,
        at: motion.at,
        object: new Group(),
      });
  }

  // Which of many shapes touch is not in a result; a single one that is named does.
  makeContacts() {
    for (const contact of this.scene.contacts) {
      const sides = contact.between.map((side) => side.map((k) => this.scene.shapes[k].name));
      const second = new Set(contact.between[1]);
      const call = (names) => (names.length > 3 ? `${names.length} shapes` : names.join(', '));
      this.add({
        kind: 'contact',
        name: contact.name,
        label: contact.label,
        type: contact.type,
        between: sides.map(call),
        // things that touch each other have no first of which a sum of forces could be
        sided: !contact.between[0].some((k) => second.has(k)),
        touching: contact.between
          .filter((side) => side.length === 1)
          .map(([k]) => this.shapeItem[k])
          .filter(Boolean),
        object: new Group(),
      });
    }
  }

  // A place of the scene in the world, as shown now.
  point(side, out = new Vector3()) {
    out.set(side.pose[0], side.pose[1], side.pose[2]);
    const shift = this.bending.shiftOf(side);
    if (shift) out.add(shift);
    const carrier = this.carrier(side.body);
    return carrier && side.body >= 0
      ? out.applyQuaternion(carrier.quaternion).add(carrier.position)
      : out;
  }

  // span: of time that is shown.
  show(t, span = this.result) {
    const at = this.result.frameAt(t);
    this.bending.show(at, span);
    for (const { object, place } of this.onNodes) {
      const shift = this.bending.shiftOf(place);
      if (shift) object.position.fromArray(place.pose).add(shift);
    }
    this.groups.forEach((item, body) => {
      this.result.pose(body, at, this.p, this.q);
      item.object.position.set(this.p[0], this.p[1], this.p[2]);
      item.object.quaternion.set(this.q[1], this.q[2], this.q[3], this.q[0]);
    });
    for (const { thing, places } of this.moving)
      thing.follow(places.map((place) => this.point(place)));
  }

  paint({ ink, soft, floor }) {
    this.materials.joint.color.set(ink);
    this.materials.line.color.set(soft);
    this.materials.ground.color.set(floor);
  }

  highlight(item) {
    for (const other of this.groups) {
      other.material.emissive.copy(other === item ? other.material.color : black);
      other.material.emissiveIntensity = other === item ? 0.4 : 0;
      const bend = this.bending.byItem.get(other);
      if (bend?.drawn) bend.plain.emissive.copy(other.material.emissive);
    }
  }
}
