// SPDX-License-Identifier: BSD-3-Clause
//
// The showcases: their pictures are not blank, their pages not large, and soon there. Then a
// thousand bodies, a body far away, and the polhode of a free body.
import { execFileSync } from 'node:child_process';
import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  check,
  finish,
  near,
  open,
  pageOf,
  quiet,
  shoot,
  source,
  truth,
  work,
  polhode,
} from './lib.mjs';

// the size that counts is of 15 s at 50 frames a second; the tolerance is only for speed
const v8 = pageOf(
  'v8',
  source('models/papers/v8.yaml'),
  ['--end', '15', '--tol', '1e-2'],
  ['--fps', '50'],
);
const size = statSync(v8).size / 1e6;
check('the page of the engine is below 5 MB', size < 5, `${size} MB`);
const engine = await open(v8, { hash: 't=0.8&select=crank' });
check('751 frames', await engine.evaluate(() => window.polhode.result.time.length === 751));
check(
  'all bodies are there',
  await engine.evaluate(
    () => window.polhode.model.groups.length === 17 && window.polhode.model.missing === 0,
  ),
);
await shoot(engine, 'v8');
quiet(engine, 'v8');
let paint = Infinity;
for (let i = 0; i < 3 && paint > 2000; i++) {
  await engine.reload();
  await engine.waitForFunction(
    () => performance.getEntriesByName('first-contentful-paint').length > 0,
  );
  paint = Math.min(
    paint,
    await engine.evaluate(
      () => performance.getEntriesByName('first-contentful-paint')[0].startTime,
    ),
  );
}
check('first paint within 2 s', paint < 2000, `${paint} ms`);

const top = await open(pageOf('top', source('models/papers/heavy-top.yaml')), {
  hash: 't=0.3&polhode=top&trace=top&reactions',
  dark: true,
});
await shoot(top, 'heavy-top');
quiet(top, 'heavy-top');

const linkage = await open(pageOf('linkage', source('models/four-bar.yaml')), { hash: 't=0.3' });
await shoot(linkage, 'four-bar');

const deck = await open(pageOf('deck', source('models/adams/four-bar.adm'), ['--end', '2']), {
  hash: 't=0.3',
});
await shoot(deck, 'deck');
quiet(deck, 'deck');

// the polhode of the tossed book lies on its ellipsoid; its page stays small
const book = await open(pageOf('book', source('models/papers/book-toss.yaml')), {
  hash: 't=3&polhode=body',
});
check('a polhode', await book.evaluate(() => window.polhode.poinsot.shown));
await shoot(book, 'book-toss');

// every kind of shape, a spring, and places beyond the reach of a float
writeFileSync(
  join(work, 'cube.obj'),
  'v 0 0 0\nv 0.2 0 0\nv 0 0.2 0\nv 0 0 0.2\nf 1 3 2\nf 1 2 4\nf 1 4 3\nf 2 3 4\n',
);
writeFileSync(
  join(work, 'shapes.yaml'),
  `polhode: 1
title: "</script><script>window.broken = 1</script>"
bodies:
  far: {mass: 1, inertia: [1, 1, 1], position: [1234.567, 0, 0], velocity: [1, 2, 3], omega: [1, 0, 0], shape: {capsule: {radius: 0.1, length: 0.5}}}
  near: {mass: 1, inertia: [0.1, 0.1, 0.1], position: [1234, 0, 0], shape: {box: {size: [0.2, 0.3, 0.1]}}}
markers:
  a: {on: near, at: [0.3, 0, 0]}
  b: {on: far, at: [-0.3, 0, 0]}
forces:
  coil: {type: spring_damper, on: a, reaction: b, stiffness: 1, length: 0.5}
shapes:
  s1: {type: sphere, on: a, radius: 0.1}
  s2: {type: cone, on: a, radius: 0.1, length: 0.2, axis: x}
  s3: {type: tube, on: b, radius: 0.1, radius2: 0.05, length: 0.2}
  s4: {type: torus, on: b, radius: 0.1, radius2: 0.02}
  s5: {type: ellipsoid, on: near, size: [0.1, 0.2, 0.3]}
  s6: {type: frustum, on: near, radius: 0.1, radius2: 0.05, length: -0.2}
  s7: {type: circle, on: near, radius: 0.3}
  s8: {type: link, radius: 0.02, through: [a, near]}
  s9: {type: line, through: [a, b, near]}
  s10: {type: spring, radius: 0.05, through: [a, b]}
  s11: {type: mesh, on: near, file: cube.obj}
  s12: {type: cylinder, on: far, radius: 0.05, length: 0.3}
simulate: {end: 1, every: 0.02}
`,
);
const shapes = await open(pageOf('shapes', join(work, 'shapes.yaml')), { hash: 't=1' });
const got = await shapes.evaluate(() =>
  window.polhode.model.byName.get('far').object.position.toArray(),
);
truth('shapes', 1, 'far.pos').forEach((want, k) => near('a place far away', got[k], want, 1e-6));
check(
  'a title is a text',
  (await shapes.title()).startsWith('</script>') &&
    (await shapes.evaluate(() => window.broken === undefined)),
);
check(
  'all shapes',
  await shapes.evaluate(
    () => window.polhode.model.items.filter((item) => item.kind === 'shape').length === 14,
  ),
);
// a mesh for each kind; the solids of both bodies are balls, and share that of the sphere
check(
  'equal shapes share their triangles',
  await shapes.evaluate(() => window.polhode.result.drawn.meshes.length === 11),
);
await shoot(shapes, 'shapes');
quiet(shapes, 'shapes');

// results without a scene, and without rows; what changes in the last digits is still seen
const results = { old: '301', empty: '0', single: '1' };
for (const [name, rows] of Object.entries(results)) {
  execFileSync(process.env.MAKE_RESULT, [name, rows, '0.01'], { cwd: work });
  polhode('view', name, '-o', `${name}.html`);
  const plain = await open(join(work, `${name}.html`));
  if (name === 'old') {
    const total = await plain.evaluate(() => window.polhode.result.valueAt('energy.total', 0.04));
    near('a twelfth digit', total, truth('old', 0.04, 'energy.total')[0], 3e-14);
  }
  quiet(plain, name);
  await plain.close();
}

// a thousand bodies
writeFileSync(
  join(work, 'many.yaml'),
  `polhode: 1
title: A thousand bodies
gravity: [0, 0, -9.81]
repeat:
  - for: k
    to: 1000
    bodies:
      b{k}:
        mass: 1
        inertia: [0.01, 0.02, 0.025]
        position: [k - 100*floor(k/100), floor(k/100), 0.1*k]
        omega: [3, 0.1, 0.2]
simulate: {end: 1, every: 0.02, step: 0.02, integrator: liemid-ea}
`,
);
const many = await open(pageOf('many', join(work, 'many.yaml'), [], ['--size', '20']));
await many.evaluate(() => {
  window.polhode.player.speed = 1;
  window.polhode.player.play();
});
const before = await many.evaluate(() => window.polhode.pictures);
await many.waitForFunction(
  (n) => window.polhode.player.t > 0.1 && window.polhode.pictures > n + 3,
  before,
  { timeout: 0 },
);
await many.evaluate(() => window.polhode.player.jump(0.5));
const one = await many.evaluate(() =>
  window.polhode.model.byName.get('b777').object.position.toArray(),
);
truth('many', 0.5, 'b777.pos').forEach((want, k) => near('one of a thousand', one[k], want, 1e-6));
await shoot(many, 'many');
quiet(many, 'many');
await finish();
