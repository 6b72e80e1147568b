// SPDX-License-Identifier: BSD-3-Clause
//
// The page of the modes of a rotor: the list chooses one, which swings in its stretch of time as its
// shape says, and comes back to where it began.
import { join } from 'node:path';
import { check, finish, near, open, polhode, quiet, shoot, source, truth, work } from './lib.mjs';

polhode('modes', source('models/rotor.yaml'), '-o', 'modes', '-q');
polhode('view', 'modes', '-o', 'modes.html');
const page = await open(join(work, 'modes.html'), { hash: 'mode=4' });

const options = await page.$$eval('#mode option', (all) => all.map((one) => one.textContent));
check('four modes', options.length === 4, options.join());
check('with frequencies', options[3] === 'Mode 4: 84.16 Hz', options[3]);
check('and free ones', options[0] === 'Mode 1: free', options[0]);

// how far the rotor is tilted from where it began, by its axis
const range = () =>
  page.evaluate(() => {
    const { from: start, to: end } = window.polhode.player.range;
    return [start, end];
  });
const axis = (t) =>
  page.evaluate((at) => {
    const { player, model } = window.polhode;
    player.jump(at);
    const { object } = model.byName.get('rotor');
    return object.up.clone().set(0, 0, 1).applyQuaternion(object.quaternion).toArray();
  }, t);

for (const mode of [3, 4]) {
  await page.selectOption('#mode', String(mode - 1));
  const [start, end] = await range();
  check(`mode ${mode} has its stretch`, end - start > 1, `${start} ${end}`);
  let most = 0;
  for (let k = 0; k <= 8; k++) {
    const t = start + ((end - start) * k) / 8,
      seen = await axis(t);
    most = Math.max(most, Math.hypot(seen[0], seen[1]));
    const columns = [0, 1, 2, 3].map((i) => `rotor.quat.${i}`);
    const [w, x, y, z] = truth('modes', t, ...columns);
    near(`mode ${mode}, part ${k}, x`, seen[0], 2 * (x * z + w * y), 5e-3);
    near(`mode ${mode}, part ${k}, y`, seen[1], 2 * (y * z - w * x), 5e-3);
  }
  check(`mode ${mode} tilts`, most > 0.05 && most < 0.7, String(most));
  const [from, to] = [await axis(start), await axis(end)];
  for (let k = 0; k < 3; k++) near(`mode ${mode} comes back`, from[k], to[k], 1e-3);
}
await shoot(page, 'modes');

// the keys go from one to the next
const chosen = () => page.$eval('#mode', (list) => list.value);
await page.keyboard.press('n');
check('n is the next, after the last the first', (await chosen()) === '0', await chosen());
await page.keyboard.press('N');
check('N is the one before', (await chosen()) === '3', await chosen());
quiet(page, 'modes');
await finish();
