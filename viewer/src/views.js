// SPDX-License-Identifier: BSD-3-Clause
//
// Buttons over the picture: views, what to follow, what to show.
import { button, h, icon } from './dom.js';

const NAMED = [
  ['iso', 'Corner', '0'],
  ['front', 'Front', '1'],
  ['back', 'Back', '2'],
  ['right', 'Right', '3'],
  ['left', 'Left', '4'],
  ['top', 'Top', '5'],
  ['bottom', 'Bottom', '6'],
];

export class Views {
  constructor(place, viewer) {
    const { stage, model, arrows } = viewer;
    this.viewer = viewer;
    this.view = h(
      'select',
      {
        id: 'view',
        'aria-label': 'View from',
        title: 'View from',
        onchange: () => stage.view(this.view.value),
      },
      ...NAMED.map(([name, text, key]) => h('option', { value: name }, `${text} (${key})`)),
    );
    this.follow = h(
      'select',
      {
        id: 'follow',
        'aria-label': 'Follow',
        title: 'Follow a body',
        onchange: () => {
          stage.follow(this.follow.value ? model.groups[+this.follow.value] : null);
        },
      },
      h('option', { value: '' }, 'Follow: none'),
      ...model.groups
        .slice(0, 500)
        .map((item, k) => h('option', { value: k }, `Follow: ${item.name}`)),
    );
    this.marks(stage.following);
    const kind = (name) => model.items.filter((item) => item.kind === name);
    const toggles = [
      [
        'joints',
        'Joints',
        kind('joint').length > 0,
        !viewer.crowded('joint'),
        (on) => viewer.showKind('joint', on),
      ],
      [
        'markers',
        'Markers',
        kind('marker').length > 0,
        !viewer.crowded('marker'),
        (on) => viewer.showKind('marker', on),
      ],
      [
        'forces',
        'Forces',
        arrows.list.some((a) => a.kind === 'force'),
        arrows.shown.force,
        (on) => arrows.set('force', on),
      ],
      [
        'reactions',
        'Reactions',
        arrows.list.some((a) => a.kind === 'reaction'),
        arrows.shown.reaction,
        (on) => arrows.set('reaction', on),
      ],
      [
        'contacts',
        'Contacts',
        viewer.contacts.list.some((contact) => contact.known),
        true,
        (on) => viewer.showContacts(on),
      ],
      [
        'grid',
        'Grid',
        true,
        true,
        (on) => {
          stage.grid.visible = on;
          stage.shadow.visible = on;
        },
      ],
    ]
      .filter(([, , there]) => there)
      .map(([id, text, , on, run]) =>
        h(
          'label',
          {},
          h('input', {
            type: 'checkbox',
            id: `show-${id}`,
            checked: on,
            onchange: (event) => {
              run(event.target.checked);
              viewer.refresh();
            },
          }),
          text,
        ),
      );
    const length = h(
      'label',
      { class: 'gain' },
      'Arrows',
      h('input', {
        type: 'range',
        min: -1,
        max: 1,
        step: 0.05,
        value: 0,
        'aria-label': 'Length of arrows',
        oninput: (event) => {
          arrows.gain = 10 ** +event.target.value;
          viewer.refresh();
        },
      }),
    );
    const menu = h(
      'details',
      { class: 'menu' },
      h(
        'summary',
        { class: 'tool', title: 'What to show', 'aria-label': 'What to show' },
        icon('layers'),
      ),
      h('div', { class: 'sheet' }, ...toggles, arrows.list.length ? length : null),
    );
    document.addEventListener('pointerdown', (event) => {
      if (!menu.contains(event.target)) menu.open = false;
    });
    place.replaceChildren(
      this.view,
      button('fit', 'Everything in view (f)', () => stage.fit(), { id: 'fit' }),
      this.follow,
      menu,
    );
  }

  marks(item) {
    this.follow.value = item ? String(this.viewer.model.groups.indexOf(item)) : '';
  }
}
