// SPDX-License-Identifier: BSD-3-Clause
//
// What to see of flexible bodies: how far they bend, and which stresses their colours mean.
import { SCALE, stressText } from './bending.js';
import { h } from './dom.js';

const MOST = 3; // powers of ten

export class Stresses {
  constructor(place, bending, { change, span, wanted, relative }) {
    Object.assign(this, { place, bending, change, span, relative });
    place.hidden = !bending.list.length;
    if (place.hidden) return;
    const modes = [
      ['now', 'Stress now'],
      ['largest', 'Largest stress'],
      ['off', 'No stresses'],
    ].filter(([mode]) => bending.can(mode));
    this.select = h(
      'select',
      {
        id: 'bend-colour',
        'aria-label': 'Colours of flexible bodies',
        title: 'Colours: von Mises stress',
        onchange: () => this.set(this.select.value),
      },
      ...modes.map(([mode, text]) => h('option', { value: mode }, text)),
    );
    this.slider = h('input', {
      type: 'range',
      id: 'bend-scale',
      min: 0,
      max: MOST,
      step: 0.02,
      value: 0,
      'aria-label': 'Displacements multiplied by',
      oninput: () => this.scaleTo(10 ** +this.slider.value),
    });
    this.factor = h('output', { id: 'bend-factor', for: 'bend-scale' });
    this.bar = h('div', { class: 'bar', style: `background:${SCALE}` });
    this.most = h('span', { id: 'bend-most' });
    this.ends = h('div', { class: 'ends' }, h('span', {}, '0'), this.most);
    const bends = h('label', {}, h('span', {}, 'Deformation'), this.factor, this.slider);
    place.replaceChildren(this.select, this.bar, this.ends, ...(bending.bends ? [bends] : []));
    if (!bending.bends)
      place.append(
        h('p', { title: `Add ${bending.list[0].name}.modes to the outputs of the model.` }, 'drawn as undeformed: no modal coordinates in the result'),
      );
    if (modes.some(([mode]) => mode === wanted.stress)) bending.mode = wanted.stress;
    this.scaleTo(Math.min(Math.max(+wanted.scale || 1, 1), 10 ** MOST), false);
    this.slider.value = Math.log10(bending.scale);
    this.set(bending.mode, false);
  }

  set(mode, draw = true) {
    this.bending.mode = this.select.value = mode;
    this.bar.hidden = this.ends.hidden = mode === 'off';
    this.show();
    if (draw) this.change();
  }

  scaleTo(scale, draw = true) {
    this.bending.scale = scale;
    this.factor.textContent = `${+scale.toPrecision(2)}×`;
    if (draw) this.change();
  }

  // The top of the scale; of modes, which have no size of their own, another one for each.
  show() {
    if (this.place.hidden || this.bending.mode === 'off') return;
    const most = this.bending.most(this.span());
    this.most.textContent = this.relative ? 'largest' : stressText(most);
  }
}
