// SPDX-License-Identifier: BSD-3-Clause
import { h } from './dom.js';
import { keys } from './keyboard.js';

// Notes on the page, how to use it, its keys.
export function fillHelp(dialog, { result, model }) {
  const facts = [
    `${result.rows} rows from ${+result.start.toPrecision(8)} to ${+result.end.toPrecision(8)} s; ${result.time.length} frames; ${result.columns.size} columns`,
    ...result.notes,
  ];
  if (model.missing)
    facts.push(
      `${model.missing} bodies are not in the result, so not here: name them in the model’s outputs`,
    );
  if (!result.scene) facts.push('an older result: bodies are drawn as points');
  dialog.replaceChildren(
    h('form', { method: 'dialog' }, h('button', { class: 'tool', 'aria-label': 'Close' }, '×')),
    h('h2', {}, 'This page'),
    h('ul', {}, ...facts.map((fact) => h('li', {}, fact))),
    h('h2', {}, 'Mouse'),
    h(
      'p',
      {},
      'Drag turns, the right button or two fingers move, the wheel zooms. A click chooses a body and plots it; a click into a curve goes to that time.',
    ),
    h('h2', {}, 'Keys'),
    h('dl', {}, ...keys.flatMap(([, key, what]) => [h('dt', {}, key), h('dd', {}, what)])),
    h('p', { class: 'foot' }, `written by polhode ${result.version} from ${result.source}`),
  );
}
