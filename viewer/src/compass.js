// SPDX-License-Identifier: BSD-3-Clause
//
// Which way the axes of the world point, and how wide the grid is.
import { Vector3 } from 'three';
import { h } from './dom.js';

const AXES = [
  ['x', new Vector3(1, 0, 0)],
  ['y', new Vector3(0, 1, 0)],
  ['z', new Vector3(0, 0, 1)],
];
const NS = 'http://www.w3.org/2000/svg',
  MIDDLE = 34,
  LONG = 22;

export class Compass {
  constructor(place, stage) {
    this.stage = stage;
    this.svg = document.createElementNS(NS, 'svg');
    this.svg.setAttribute('viewBox', '0 0 68 68');
    this.svg.setAttribute('role', 'img');
    this.svg.setAttribute('aria-label', 'Directions of x, y and z');
    this.parts = AXES.map(([name, axis]) => {
      const group = document.createElementNS(NS, 'g'),
        line = document.createElementNS(NS, 'line'),
        text = document.createElementNS(NS, 'text');
      group.classList.add(`axis-${name}`);
      line.setAttribute('x1', MIDDLE);
      line.setAttribute('y1', MIDDLE);
      text.textContent = name;
      group.append(line, text);
      return { axis, group, line, text };
    });
    this.svg.append(...this.parts.map((part) => part.group));
    const cell = stage.cell,
      length =
        cell >= 1000
          ? `${cell / 1000} km`
          : cell >= 1
            ? `${cell} m`
            : cell >= 0.01
              ? `${+(100 * cell).toPrecision(6)} cm`
              : `${+(1000 * cell).toPrecision(6)} mm`;
    place.replaceChildren(
      this.svg,
      h('small', { title: 'Distance of the lines of the grid' }, `grid ${length}`),
    );
  }

  show() {
    const turn = this.stage.camera.quaternion.clone().invert();
    const seen = this.parts.map((part) => ({
      ...part,
      v: part.axis.clone().applyQuaternion(turn),
    }));
    seen.sort((a, b) => a.v.z - b.v.z); // the nearest last, over the others
    for (const { group, line, text, v } of seen) {
      line.setAttribute('x2', MIDDLE + LONG * v.x);
      line.setAttribute('y2', MIDDLE - LONG * v.y);
      text.setAttribute('x', MIDDLE + (LONG + 7) * v.x);
      text.setAttribute('y', MIDDLE - (LONG + 7) * v.y);
      group.style.opacity = v.z < -0.3 ? 0.5 : 1;
      this.svg.append(group);
    }
  }
}
