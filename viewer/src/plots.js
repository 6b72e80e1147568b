// SPDX-License-Identifier: BSD-3-Clause
//
// Curves of columns, those of one unit in one figure, with the time shown as a line through them.
import uPlot from 'uplot';
import { h, icon, show } from './dom.js';

const COLOURS = [
  '#4f86c6',
  '#e08e3c',
  '#5aa06f',
  '#cf6a63',
  '#8f7cc3',
  '#3fa3a5',
  '#b3923f',
  '#c0709a',
];
const MOST_FOUND = 40;

// As many digits as tell a tick from its neighbours.
function tick(value, step) {
  const size = Math.abs(value);
  if (size < 1e-9 * step) return '0';
  const digits = Math.max(0, Math.ceil(Math.log10(Math.max(size, step) / step) + 1e-9));
  if (size >= 1e5 || step < 1e-5) return `${+value.toPrecision(Math.min(digits + 1, 15))}`;
  return value.toFixed(Math.max(0, -Math.floor(Math.log10(step) + 1e-9)));
}

export class Plots {
  constructor(place, result, onTime) {
    this.result = result;
    this.onTime = onTime;
    this.names = [];
    this.figures = [];
    this.t = result.start;
    this.input = h('input', {
      type: 'search',
      id: 'column',
      placeholder: 'Add a column, such as top.pos.x',
      'aria-label': 'Add a column',
      autocomplete: 'off',
      oninput: () => this.suggest(),
      onkeydown: (event) => this.key(event),
      onblur: () =>
        setTimeout(() => {
          this.found.hidden = true;
        }, 150),
      onfocus: () => this.suggest(),
    });
    this.found = h('div', {
      class: 'found',
      role: 'listbox',
      'aria-label': 'Columns found',
      hidden: true,
    });
    this.chips = h('div', { class: 'chips' });
    this.area = h('div', { class: 'figures' });
    place.replaceChildren(
      h('div', { class: 'bar' }, h('div', { class: 'adder' }, this.input, this.found), this.chips),
      this.area,
    );
    new ResizeObserver(() => this.resize()).observe(this.area);
  }

  suggest() {
    const words = this.input.value.trim().toLowerCase().split(/\s+/).filter(Boolean);
    const names = [];
    for (const name of this.result.columns.keys())
      if (
        words.every((word) => name.toLowerCase().includes(word)) &&
        names.push(name) >= MOST_FOUND
      )
        break;
    this.found.replaceChildren(
      ...names.map((name) =>
        h(
          'button',
          {
            role: 'option',
            tabindex: -1,
            onmousedown: (event) => {
              event.preventDefault();
              this.pick(name);
            },
          },
          h('span', {}, name),
          h('small', {}, this.result.columns.get(name).unit),
        ),
      ),
    );
    if (!names.length)
      this.found.replaceChildren(h('p', { class: 'none' }, 'no such column in this page'));
    this.found.hidden = false;
  }

  key(event) {
    if (event.key === 'Escape') {
      this.found.hidden = true;
      this.input.blur();
    }
    if (event.key !== 'Enter') return;
    const first = this.found.querySelector('button span');
    if (first)
      this.pick(this.result.columns.has(this.input.value) ? this.input.value : first.textContent);
  }

  pick(name) {
    this.input.value = '';
    this.found.hidden = true;
    if (!this.names.includes(name)) this.set([...this.names, name]);
  }

  set(names) {
    this.names = names.filter((name) => this.result.columns.has(name));
    this.build();
  }

  colour(name) {
    return COLOURS[this.names.indexOf(name) % COLOURS.length];
  }

  build() {
    for (const { plot } of this.figures) plot.destroy();
    this.figures = [];
    this.chips.replaceChildren(
      ...this.names.map((name) => {
        const value = h('b');
        const chip = h(
          'span',
          { class: 'chip', 'data-column': name },
          h('i', { style: `background:${this.colour(name)}` }),
          h('span', {}, name),
          value,
          h(
            'button',
            {
              'aria-label': `Remove ${name}`,
              title: 'Remove',
              onclick: () => this.set(this.names.filter((n) => n !== name)),
            },
            icon('close'),
          ),
        );
        chip.value = value;
        return chip;
      }),
    );
    const units = new Map();
    for (const name of this.names) {
      const { unit } = this.result.columns.get(name);
      if (!units.has(unit)) units.set(unit, []);
      units.get(unit).push(name);
    }
    this.area.replaceChildren();
    if (!this.result.curveTime.length) {
      this.area.append(h('p', { class: 'none' }, 'The result has no rows.'));
      return;
    }
    if (!units.size)
      this.area.append(
        h('p', { class: 'none' }, 'Click a body to see its curves, or add a column.'),
      );
    for (const [unit, names] of units) this.figure(unit, names);
    this.resize();
    this.show(this.t);
  }

  figure(unit, names) {
    const holder = h('div', {
      class: 'figure',
      role: 'img',
      'aria-label': `Curves of ${names.join(', ')}${unit ? ` in ${unit}` : ''} over time`,
    });
    this.area.append(holder);
    const css = getComputedStyle(document.documentElement),
      of = (name) => css.getPropertyValue(name).trim();
    const axis = {
      stroke: of('--soft'),
      grid: { stroke: of('--rule'), width: 1 },
      ticks: { stroke: of('--rule'), width: 1, size: 4 },
      font: '11px system-ui, sans-serif',
    };
    const plot = new uPlot(
      {
        width: 300,
        height: 150,
        pxAlign: 0,
        legend: { show: false },
        padding: [10, 14, 0, 0],
        cursor: { y: false, points: { size: 6 }, drag: { x: false, y: false, setScale: false } },
        scales: { x: { time: false } },
        series: [
          {},
          ...names.map((name) => ({
            stroke: this.colour(name),
            width: 1.6,
            points: { show: false },
          })),
        ],
        axes: [
          { ...axis, size: 26, values: (_, list) => list.map((v) => `${+v.toPrecision(8)}`) },
          {
            ...axis,
            size: (_, labels) =>
              22 + 6.5 * Math.max(5, ...(labels ?? []).map((text) => text.length)),
            label: unit ? `[${unit}]` : '',
            labelSize: unit ? 16 : 0,
            labelFont: '11px system-ui, sans-serif',
            values: (_, list, __, ___, step) => list.map((v) => tick(v, step)),
          },
        ],
        hooks: { draw: [(u) => this.cursor(u)] },
      },
      [this.result.curveTime, ...names.map((name) => this.result.column(name))],
      holder,
    );
    const seek = (event) => {
      const box = plot.over.getBoundingClientRect();
      this.onTime(plot.posToVal(event.clientX - box.left, 'x'));
    };
    plot.over.addEventListener('pointerdown', (event) => {
      plot.over.setPointerCapture(event.pointerId);
      seek(event);
    });
    plot.over.addEventListener('pointermove', (event) => {
      if (event.buttons & 1) seek(event);
    });
    this.figures.push({ plot, holder, names });
  }

  // The line of the time shown.
  cursor(u) {
    const x = u.valToPos(this.t, 'x', true),
      { ctx, bbox } = u;
    if (x < bbox.left - 1 || x > bbox.left + bbox.width + 1) return;
    ctx.save();
    ctx.strokeStyle = getComputedStyle(document.documentElement)
      .getPropertyValue('--accent')
      .trim();
    ctx.lineWidth = 1.5 * (window.devicePixelRatio || 1);
    ctx.beginPath();
    ctx.moveTo(x, bbox.top);
    ctx.lineTo(x, bbox.top + bbox.height);
    ctx.stroke();
    ctx.restore();
  }

  resize() {
    const narrow = this.area.clientWidth < 640;
    const count = this.figures.length || 1,
      gap = 10;
    const columns = narrow ? 1 : Math.min(count, 3);
    const width = Math.max(
      Math.floor((this.area.clientWidth - 20 - gap * (columns - 1)) / columns),
      160,
    );
    const lines = Math.ceil(count / columns);
    const height = lines > 1 ? 150 : Math.max(this.area.clientHeight - 6, 90);
    for (const { plot } of this.figures)
      if (plot.width !== width || plot.height !== height) plot.setSize({ width, height });
  }

  show(t) {
    this.t = t;
    for (const { plot } of this.figures) plot.redraw(false, false);
    for (const chip of this.chips.children)
      chip.value.textContent = show(this.result.valueAt(chip.dataset.column, t));
  }

  // After the data has grown, or the colours have changed.
  renew() {
    this.build();
  }
}
