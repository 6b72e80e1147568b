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
  contact: 'contact',
  motion: 'motion',
  marker: 'marker',
  shape: 'shape',
  quantity: 'quantity',
  spot: 'hot spot',
};

// What a card of a contact tells of the present time.
const OF_CONTACT = [
  ['normal', 'normal force'],
  ['depth', 'depth'],
  ['slip', 'slip'],
  ['grip', 'grip'],
  ['energy', 'energy stored'],
  ['dissipated', 'dissipated'],
];

export class Card {
  constructor(place, { result, plots, now, contact, actions, onClose }) {
    Object.assign(this, { place, result, plots, now, contact, actions, onClose });
  }

  // Of a hot spot: how the largest stress of its body goes.
  columns(item) {
    const of = this.result.objects.get(item.owner ?? item.name) ?? [];
    return item.owner ? of.filter(({ quantity }) => quantity === 'stress.max') : of;
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
    if (item.kind === 'contact' && own('normal')) return namesOf(own('normal'));
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
      item.between?.join(' – '),
      item.kind === 'spot' ? `${item.owner}, at ${show(item.time)} s` : null,
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
        key.slice((item.owner ?? item.name).length + 1) || 'value',
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
      this.makeNumbers(item),
      groups.length
        ? h(
            'div',
            { class: 'plot-chips', role: 'group', 'aria-label': 'Plot' },
            ...this.chips.map(({ chip }) => chip),
          )
        : h('p', { class: 'none' }, 'none of its columns are in this page'),
    );
    this.mark();
    this.show(this.now());
  }

  // The numbers of a contact, as show(t) fills them in; null: it is none.
  makeNumbers(item) {
    this.numbers = [];
    this.state = null;
    if (item.kind !== 'contact') return null;
    this.state = h('dd', { class: 'state' });
    const rows = [h('dt', {}, 'state'), this.state];
    for (const [quantity, text] of OF_CONTACT) {
      const column = this.result.columns.get(`${item.name}.${quantity}`);
      if (!column) continue;
      const value = h('dd', { 'data-number': quantity });
      this.numbers.push({ column, value });
      rows.push(h('dt', {}, text), value);
    }
    return h('dl', { class: 'numbers' }, ...rows);
  }

  show(t) {
    if (!this.item || !this.state) return;
    const now = this.contact(this.item, t);
    this.state.textContent = now ? (now.slips ? 'slips' : 'sticks') : 'apart';
    this.state.dataset.state = this.state.textContent;
    for (const { column, value } of this.numbers)
      value.textContent = `${show(this.result.valueAt(column.name, t))} ${column.unit}`.trim();
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
