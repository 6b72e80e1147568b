// SPDX-License-Identifier: BSD-3-Clause
//
// The objects of the model by kind: to find, show, hide and choose.
import { $, h, icon } from './dom.js';

const KINDS = [
  ['body', 'Bodies'],
  ['spot', 'Hot spots'],
  ['joint', 'Joints'],
  ['motion', 'Motions'],
  ['force', 'Forces'],
  ['contact', 'Contacts'],
  ['marker', 'Markers'],
  ['shape', 'Shapes'],
  ['quantity', 'Quantities'],
];
const MOST = 200; // lines of a kind; the search finds the others

export class Tree {
  constructor(place, items, { choose, change }) {
    this.items = items;
    this.choose = choose;
    this.change = change;
    this.open = new Set(['body', 'spot', 'joint', 'force', 'contact', 'motion', 'quantity']);
    if (items.length > 60) this.open = new Set(['body']);
    this.rows = new Map();
    this.search = h('input', {
      type: 'search',
      id: 'find',
      placeholder: 'Find an object',
      'aria-label': 'Find an object',
      oninput: () => this.fill(),
    });
    this.list = h('div', { class: 'list' });
    place.replaceChildren(h('div', { class: 'search' }, this.search), this.list);
    this.fill();
  }

  fill() {
    const wanted = this.search.value.trim().toLowerCase();
    this.rows.clear();
    const groups = [];
    for (const [kind, title] of KINDS) {
      const all = this.items.filter((item) => item.kind === kind);
      const found = wanted
        ? all.filter((item) =>
            `${item.name} ${item.label ?? ''} ${item.type ?? ''}`.toLowerCase().includes(wanted),
          )
        : all;
      if (found.length) groups.push(this.group(kind, title, found, all, wanted));
    }
    this.list.replaceChildren(...groups);
    if (!groups.length)
      this.list.append(
        h(
          'p',
          { class: 'none' },
          wanted ? `nothing is called “${this.search.value}”` : 'no objects',
        ),
      );
    this.mark(this.chosen);
  }

  group(kind, title, found, all, wanted) {
    const rows = found.slice(0, MOST).map((item) => this.row(item));
    if (found.length > MOST)
      rows.push(h('p', { class: 'none' }, `and ${found.length - MOST} more: search for them`));
    const details = h('details', {
      open: Boolean(wanted) || this.open.has(kind),
      ontoggle: () => {
        if (details.open) this.open.add(kind);
        else this.open.delete(kind);
      },
    });
    const eye =
      kind === 'quantity'
        ? null
        : h(
            'button',
            {
              class: 'eye',
              title: `Show or hide all ${title.toLowerCase()}`,
              'aria-label': `Show or hide all ${title.toLowerCase()}`,
              'aria-pressed': String(all.some((item) => item.hidden !== true)),
              onclick: (event) => {
                event.preventDefault();
                const hide = all.some((item) => item.hidden !== true);
                for (const item of all) this.hide(item, hide);
                this.fill();
                this.change();
              },
            },
            icon(all.some((item) => item.hidden !== true) ? 'eye' : 'hidden'),
          );
    details.append(
      h('summary', {}, h('span', {}, title), h('small', {}, String(found.length)), eye),
      ...rows,
    );
    return details;
  }

  row(item) {
    const swatch = h('i', { class: `swatch ${item.kind}` });
    if (item.material) swatch.style.background = item.material.color.getStyle();
    const eye =
      item.kind === 'quantity'
        ? null
        : h(
            'button',
            {
              class: 'eye',
              'aria-pressed': String(item.hidden !== true),
              'aria-label': `Show ${item.name}`,
              title: 'Show or hide',
              onclick: () => {
                this.hide(item, item.hidden !== true);
                eye.replaceChildren(icon(item.hidden ? 'hidden' : 'eye'));
                eye.setAttribute('aria-pressed', String(!item.hidden));
                row.classList.toggle('off', Boolean(item.hidden));
                this.change();
              },
            },
            icon(item.hidden ? 'hidden' : 'eye'),
          );
    const row = h(
      'div',
      { class: `row${item.hidden ? ' off' : ''}`, 'data-name': item.name },
      h(
        'button',
        { class: 'name', title: item.label ?? item.name, onclick: () => this.choose(item) },
        swatch,
        h('span', {}, item.name),
        item.type ? h('small', {}, item.type) : null,
      ),
      eye,
    );
    this.rows.set(item, row);
    return row;
  }

  hide(item, hidden) {
    item.hidden = hidden;
    // a contact is seen while it touches
    if (item.object && item.kind !== 'contact') item.object.visible = !hidden;
    if (item.thing) item.thing.wanted = !hidden;
  }

  mark(item) {
    this.chosen = item;
    for (const [other, row] of this.rows) {
      row.classList.toggle('chosen', other === item);
      row.querySelector('.name').setAttribute('aria-current', String(other === item));
    }
    const row = this.rows.get(item);
    // only within the panel: the page itself must not jump
    if (row && !$('tree').classList.contains('away')) row.scrollIntoView({ block: 'nearest' });
  }
}
