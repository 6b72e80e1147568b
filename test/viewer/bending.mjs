// SPDX-License-Identifier: BSD-3-Clause
//
// The page of a frame that bends: nodes where the result has them, colours that are its stresses,
// hot spots that lead to their time, and modes that bend.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, finish, near, open, pageOf, polhode, quiet, shoot, truth, work } from './lib.mjs';

const text = (outputs, joints) => `polhode: 1
title: A frame at a wall
gravity: [0, 0, -9.81]
flexible:
  frame:
    beams:
      E: 2.07e11
      nu: 0.29
      density: 7800
      sections: {main: {tube: [0.0254, 0.002]}}
      divide: 2
      nodes: {a: [0, 0, 0], b: [1, 0, 0], c: [1, 0.6, 0.2]}
      members: [[a, b, main], [b, c, main]]
    interface: [a, c]
    modes: 4
bodies:
  load: {mass: 5, inertia: [0.1, 0.1, 0.1], position: [1, 0.6, 0.2]}
markers:
  tip: {on: frame.c, at: [0, 0, 0.1]}
joints:
${joints}
  grip: {type: fixed, between: [frame.c, load]}
forces:
  push: {type: force, on: load, force: [0, 0, "100*sin(40*time)"]}
  coil: {type: spring_damper, on: frame.b, reaction: load, stiffness: 10, length: 0.5}
simulate: {end: 0.3, step: 0.0005, integrator: galpha, every: 0.002}
${outputs}`;
const wall = '  wall: {type: fixed, between: [ground, frame.a]}';
const model = join(work, 'model.yaml');
writeFileSync(
  model,
  text('outputs: [frame, frame.b, frame.c, frame.stress, load, coil, grip, wall]', wall),
);
const page = await open(pageOf('frame', model), { hash: 't=0.1' });
const state = () =>
  page.evaluate(() => {
    const { model: shown, player } = window.polhode,
      [bend] = shown.bending.list,
      place = (object) => object.getWorldPosition(object.position.clone()).toArray();
    shown.root.updateMatrixWorld(true);
    const vertex = (node) => {
      const v = bend.node.indexOf(node),
        { array } = bend.mesh.geometry.attributes.position;
      return Array.from(array.slice(3 * v, 3 * v + 3), (x, k) => x - bend.rest[3 * v + k]);
    };
    const side = shown.scene.joints.find(({ name }) => name === 'grip').at.find((s) => s.node >= 0);
    return {
      t: player.t,
      node: shown.point(side).toArray(),
      marker: place(shown.byName.get('tip').object),
      body: place(shown.byName.get('frame').object),
      most: Math.max(...bend.values),
      moved: Array.from(bend.moved.slice(3 * side.node, 3 * side.node + 3)),
      drawn: vertex(side.node),
      coloured: bend.mesh.material === bend.coloured,
      colours: new Set(bend.mesh.geometry.attributes.color.array).size,
      spots: shown.items.filter(({ kind }) => kind === 'spot').map(({ name, time }) => [name, time]),
    };
  });
const jump = (t) => page.evaluate((at) => window.polhode.player.jump(at), t);

// nodes, and what sits on them, are where the result has them
for (const t of [0, 0.1, 0.254]) {
  await jump(t);
  const now = await state(),
    want = truth('frame', t, 'frame.c.pos');
  for (let k = 0; k < 3; k++) near(`node c at ${t}`, now.node[k], want[k], 2e-6);
  near(`the marker on it at ${t}`, Math.hypot(...now.marker.map((x, k) => x - want[k])), 0.1, 2e-3);
  for (let k = 0; k < 3; k++) near('drawn there', now.drawn[k], now.moved[k], 1e-7);
  const most = truth('frame', t, 'frame.stress.max')[0];
  near(`the largest stress at ${t}`, now.most / most, 1, 2e-3);
  check('in colours', now.coloured && now.colours > 20, String(now.colours));
}
await shoot(page, 'bending');

// the same table of hot spots as the command's; one leads to its time
const table = JSON.parse(polhode('stress', 'frame', '--json'))[0];
let now = await state();
check('as many hot spots', now.spots.length === table.spots.length, String(now.spots));
table.spots.forEach(({ label, time }, k) => {
  check('in their order', now.spots[k]?.[0] === `${k + 1}. ${label}`, String(now.spots[k]));
  near('with their times', now.spots[k]?.[1], time, 1e-6);
});
await page.click(`#tree [data-name="${now.spots[0][0]}"] .name`);
now = await state();
near('a click goes there', now.t, table.spots[0].time, 1e-6);
check('its card', (await page.textContent('#card')).includes('hot spot'));
check('the stress is plotted', (await page.$$('.chip[data-column="frame.stress.max"]')).length === 1);
check('the scale', (await page.textContent('#bend-most')).includes('MPa'));

// a click in the picture
await page.click('#card [aria-label="Close"]');
const at = await page.evaluate(() => {
  const { stage, model: shown } = window.polhode,
    { object } = shown.items.find(({ kind }) => kind === 'spot');
  stage.draw();
  return stage.project(object.getWorldPosition(object.position.clone()));
});
await page.mouse.click(at.x, at.y);
check('a click on a hot spot', /^\d+\./.test(await page.textContent('#card h2')));

// displacements multiplied; the colours of the largest, and of none
const once = (await state()).moved;
await page.$eval('#bend-scale', (slider) => {
  slider.value = 2;
  slider.dispatchEvent(new Event('input'));
});
check('a hundred times', (await page.textContent('#bend-factor')) === '100×');
now = await state();
for (let k = 0; k < 3; k++) near('drawn a hundred times', now.drawn[k], 100 * once[k], 1e-4);
await page.selectOption('#bend-colour', 'largest');
check('the largest', (await state()).coloured);
await shoot(page, 'bending-largest');
await page.selectOption('#bend-colour', 'off');
check('no colours', !(await state()).coloured);
check('no scale', await page.isHidden('#bend-most'));
quiet(page, 'bending');

// by the address, in the dark, on a phone
const small = await open(join(work, 'frame.html'), {
  hash: 't=0.1&bend=30&stress=largest',
  width: 390,
  height: 780,
  dark: true,
});
check('the factor of the address', (await small.textContent('#bend-factor')) === '30×');
check('its colours', (await small.inputValue('#bend-colour')) === 'largest');
await shoot(small, 'bending-phone');
quiet(small, 'bending on a phone');

// modes, of which a free frame has six that are rigid
const free = join(work, 'free.yaml');
writeFileSync(free, text('', '').replace(/^gravity.*\n/m, '').replace(/^ {2}(push|coil).*\n/gm, ''));
polhode('modes', free, '-o', 'modes', '-n', '16', '--quiet');
polhode('view', 'modes', '-o', 'modes.html');
const modes = await open(join(work, 'modes.html'), { hash: 'mode=16' });
await modes.waitForFunction(() => window.polhode.player.t > 0);
const bent = await modes.evaluate(() => {
  const { model: shown, player } = window.polhode,
    [bend] = shown.bending.list;
  player.jump(player.start);
  return { far: Math.max(...bend.moved.map(Math.abs)), colours: bend.mesh.material === bend.coloured };
});
check('a mode bends', bent.far > 0.02 && bent.far < 0.6, JSON.stringify(bent));
check('in colours', bent.colours);
await shoot(modes, 'bending-modes');
quiet(modes, 'modes');

// a body of a file by itself: four masses with a spring between any two have six modes
const at4 = [
  [0, 0, 0],
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const K = Array.from({ length: 12 }, () => new Array(12).fill(0));
for (let p = 0; p < 4; p++)
  for (let q = 0; q < p; q++) {
    const e = at4[p].map((x, k) => x - at4[q][k]),
      square = e.reduce((sum, x) => sum + x * x, 0);
    for (let a = 0; a < 3; a++)
      for (let b = 0; b < 3; b++) {
        const k = (1e6 * e[a] * e[b]) / square;
        K[3 * p + a][3 * p + b] += k;
        K[3 * q + a][3 * q + b] += k;
        K[3 * p + a][3 * q + b] -= k;
        K[3 * q + a][3 * p + b] -= k;
      }
  }
const head = '%%MatrixMarket matrix coordinate real symmetric';
const entries = K.flatMap((row, i) => row.slice(0, i + 1).map((k, j) => `${i + 1} ${j + 1} ${k}`));
const mass = K.map((_, i) => `${i + 1} ${i + 1} 1`);
const dofs = at4.flatMap((x, n) => [1, 2, 3].map((d) => `${n + 1},${d},${x.join()}`));
const file = (name, ...lines) => writeFileSync(join(work, name), `${lines.join('\n')}\n`);
file('k.mtx', head, `12 12 ${entries.length}`, ...entries);
file('m.mtx', head, '12 12 12', ...mass);
file('dofs.csv', 'node,direction,x,y,z', ...dofs);
polhode('reduce', 'k.mtx', 'm.mtx', 'dofs.csv', '-n', '6', '-o', 'four.phf.h5');
polhode('view', 'four.phf.h5', '-o', 'four.html');
const four = await open(join(work, 'four.html'), { hash: 'mode=1' });
const list = await four.evaluate(() => window.polhode.result.modes.list.map((m) => m.frequency));
check('six modes', list.length === 6, String(list));
check('in order, undamped', list.every((f, k) => f > 0 && f >= (list[k - 1] ?? 0)), String(list));
quiet(four, 'a body');

// without modal coordinates it stays as it was, and says so
const still = join(work, 'still.yaml');
writeFileSync(still, text('outputs: [load, frame.stress]', wall));
const rigid = await open(pageOf('still', still));
check('no body, no picture of it', await rigid.isHidden('#bend'));
quiet(rigid, 'still');
await finish();
