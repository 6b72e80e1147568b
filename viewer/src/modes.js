// SPDX-License-Identifier: BSD-3-Clause
//
// Modes of a model (`polhode modes -o`): each is a stretch of time of the result in which it swings
// once. A list chooses one, and the clock keeps within its stretch.
import { h } from './dom.js';

// Three digits, whatever the size.
const short = (x) => String(+x.toPrecision(4));

function nameOf({ frequency, damping, re, im }, number) {
  const text =
    im > 0 ? `${short(frequency)} Hz` : Math.abs(re) > 1e-6 ? `${short(re)} 1/s` : 'free';
  const damped = im > 0 && Math.abs(damping) > 5e-7 ? `, damping ${short(damping)}` : '';
  return `Mode ${number}: ${text}${damped}`;
}

export class Modes {
  constructor(place, result, player, wanted) {
    this.list = result.modes?.list ?? [];
    this.player = player;
    if (!this.list.length) return;
    this.select = h(
      'select',
      {
        id: 'mode',
        'aria-label': 'Mode',
        title: 'Mode (n, N)',
        onchange: () => this.set(+this.select.value),
      },
      ...this.list.map((mode, k) => h('option', { value: k }, nameOf(mode, k + 1))),
    );
    place.prepend(this.select);
    player.speed = 1;
    player.speedSelect.value = '1';
    this.set((+wanted || 1) - 1);
  }

  get there() {
    return this.list.length > 0;
  }

  set(index) {
    this.index = Math.min(Math.max(index, 0), this.list.length - 1);
    this.select.value = String(this.index);
    this.player.range = this.list[this.index];
    this.player.set(this.player.start);
  }

  next(steps) {
    if (this.there) this.set((this.index + steps + this.list.length) % this.list.length);
  }
}
