// SPDX-License-Identifier: BSD-3-Clause
//
// What is chosen: its kind, what it can do, and which of its columns to plot.
import { fill, h, icon, show } from './dom.js';

// Columns of an object by quantity: "top.pos" -> x, y, z. Those of a request stand alone, unless
// they are called like parts of a vector.
function quantities(columns) {
  const groups = new Map();
  for (const column of columns) {
    const together = column.quantity || /^(x|y|z|\d)$/.test(column.part);
    const key = together ? column.vector : column.name;
    if (!groups.has(key)) groups.set(key, []);
    groups.get(key).push(column);
  }
  return groups;
}

const namesOf = (columns) => columns.map((column) => column.name);

const KINDS = {
  body: 'body',
  joint: 'joint',
  force: 'force',
  motion: 'motion',
  marker: 'marker',
  shape: 'shape',
  quantity: 'quantity',
};

export class Card {
  constructor(place, { result, plots, actions, onClose }) {
    Object.assign(this, { place, result, plots, actions, onClose });
  }

  columns(item) {
    return this.result.objects.get(item.name) ?? [];
  }

  // The columns a click on an object plots: the first of its quantities.
  main(item) {
    const groups = [...quantities(this.columns(item)).values()];
    const own = (quantity) =>
      groups.find(([first]) => first.object === item.name && first.quantity === quantity);
    // a body that only turns has nothing to show of its place
    const moves = ({ name }) => {
      const list = this.result.column(name);
      return list.some((v) => Math.abs(v - list[0]) > 1e-9);
    };
    const pos = own('pos'),
      omega = own('omega');
    if (pos && omega && !pos.some(moves) && omega.some(moves)) return namesOf(omega);
    return namesOf(pos ?? own('force') ?? groups[0] ?? []);
  }

  set(item) {
    this.item = item;
    this.place.hidden = !item;
    if (!item) return;
    const about = [
      KINDS[item.kind],
      item.type,
      item.label,
      item.def ? `${show(item.def.mass)} kg` : null,
    ]
      .filter(Boolean)
      .join(' · ');
    const groups = [...quantities(this.columns(item))];
    this.chips = groups.map(([key, columns]) => {
      const names = namesOf(columns);
      const chip = h(
        'button',
        {
          class: 'plot-chip',
          'data-plot': key,
          title: names.join(', '),
          onclick: () => {
            this.toggle(names);
          },
        },
        key.slice(item.name.length + 1) || 'value',
      );
      return { chip, names };
    });
    const actions = this.actions(item).map(({ id, name, label, on, run }) =>
      h(
        'button',
        {
          class: 'action',
          id: `card-${id}`,
          'aria-pressed': String(on),
          onclick: (event) => {
            event.currentTarget.setAttribute('aria-pressed', String(run()));
          },
        },
        icon(name),
        label,
      ),
    );
    fill(
      this.place,
      h(
        'div',
        { class: 'head' },
        h('div', {}, h('h2', {}, item.name), h('p', {}, about)),
        h(
          'button',
          {
            class: 'tool',
            'aria-label': 'Close',
            title: 'Close (escape)',
            onclick: () => this.onClose(),
          },
          icon('close'),
        ),
      ),
      actions.length ? h('div', { class: 'actions' }, ...actions) : null,
      groups.length
        ? h(
            'div',
            { class: 'plot-chips', role: 'group', 'aria-label': 'Plot' },
            ...this.chips.map(({ chip }) => chip),
          )
        : h('p', { class: 'none' }, 'none of its columns are in this page'),
    );
    this.mark();
  }

  toggle(names) {
    const on = names.every((name) => this.plots.names.includes(name));
    this.plots.set(
      on
        ? this.plots.names.filter((name) => !names.includes(name))
        : [...new Set([...this.plots.names, ...names])],
    );
    this.mark();
  }

  mark() {
    for (const { chip, names } of this.chips)
      chip.setAttribute(
        'aria-pressed',
        String(names.every((name) => this.plots.names.includes(name))),
      );
  }
}
