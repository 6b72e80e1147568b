// SPDX-License-Identifier: BSD-3-Clause
//
// Keys, and the table of them for the help.
export const keys = [
  [' ', 'space', 'play or pause', (v) => v.player.toggle()],
  [
    'ArrowLeft',
    '←',
    'a frame back; with shift ten',
    (v, e) => v.player.step(e.shiftKey ? -10 : -1),
  ],
  ['ArrowRight', '→', 'a frame on; with shift ten', (v, e) => v.player.step(e.shiftKey ? 10 : 1)],
  ['Home', 'home', 'to the start', (v) => v.player.jump(v.player.start)],
  ['End', 'end', 'to the end', (v) => v.player.jump(v.player.end)],
  ['ArrowUp', '↑', 'faster', (v) => v.player.faster(1)],
  ['ArrowDown', '↓', 'slower', (v) => v.player.faster(-1)],
  ['l', 'l', 'repeat or not', (v) => v.player.loop(!v.player.looping)],
  ['n', 'n', 'of modes: the next', (v) => v.modes.next(1)],
  ['N', 'N', 'of modes: the one before', (v) => v.modes.next(-1)],
  ['f', 'f', 'everything in view', (v) => v.stage.fit()],
  ['0', '0', 'from a corner', (v) => v.stage.view('iso')],
  ['1', '1', 'from the front', (v) => v.stage.view('front')],
  ['2', '2', 'from behind', (v) => v.stage.view('back')],
  ['3', '3', 'from the right', (v) => v.stage.view('right')],
  ['4', '4', 'from the left', (v) => v.stage.view('left')],
  ['5', '5', 'from above', (v) => v.stage.view('top')],
  ['6', '6', 'from below', (v) => v.stage.view('bottom')],
  ['o', 'o', 'the list of objects', (v) => v.togglePanel('tree')],
  ['c', 'c', 'the curves', (v) => v.togglePanel('plots')],
  ['d', 'd', 'light or dark', (v) => v.theme.toggle()],
  ['/', '/', 'find an object', (v) => v.find()],
  ['Escape', 'escape', 'choose nothing', (v) => v.choose(null)],
  ['?', '?', 'this help', (v) => v.help()],
];

export function listen(viewer) {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const typing = event.target.closest?.('input[type=search], select, dialog');
    if (typing) return;
    // a button that has the focus is pressed by space, as everywhere
    if (event.key === ' ' && event.target.closest?.('button, summary')) return;
    const found = keys.find(([key]) => key === event.key);
    if (!found) return;
    event.preventDefault();
    found[3](viewer, event);
  });
}
