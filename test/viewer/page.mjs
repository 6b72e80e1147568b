// SPDX-License-Identifier: BSD-3-Clause
//
// The page of a four-bar linkage, used as people use it.
import { check, finish, near, open, pageOf, quiet, shoot, source, truth } from './lib.mjs';

const file = pageOf('linkage', source('models/four-bar.yaml'));
const page = await open(file);
const time = () => page.evaluate(() => window.polhode.player.t);
const body = (name) =>
  page.evaluate((n) => {
    const { position: p, quaternion: q } = window.polhode.model.byName.get(n).object;
    return [p.x, p.y, p.z, q.w, q.x, q.y, q.z];
  }, name);
const plotted = () => page.$$eval('.chip', (chips) => chips.map((chip) => chip.dataset.column));
const pressed = (id) => page.getAttribute(`#${id}`, 'aria-pressed');

check(
  'the title',
  (await page.title()) === 'Four-bar linkage' &&
    (await page.textContent('h1')) === 'Four-bar linkage',
);
check(
  'still at first when a time is given',
  (await time()) === 0 && (await pressed('play')) !== 'true',
);

// places are the result's own, wherever the slider goes
for (const t of [0.3, 1.25, 2]) {
  await page.evaluate((at) => {
    const slider = document.getElementById('scrub');
    slider.value = at / 2;
    slider.dispatchEvent(new Event('input'));
  }, t);
  near('the slider sets the time', await time(), t, 1e-9);
  for (const name of ['crank', 'coupler', 'rocker']) {
    const got = await body(name),
      want = truth('linkage', t, `${name}.pos`, `${name}.quat`);
    for (let k = 0; k < 3; k++) near(`${name}.pos at ${t}`, got[k], want[k], 1e-6);
    const dot = got.slice(3).reduce((sum, q, k) => sum + q * want[3 + k], 0);
    near(`${name}.quat at ${t}`, Math.abs(dot), 1, 1e-6);
  }
}

// play and pause
await page.evaluate(() => window.polhode.player.jump(0.2));
await page.click('#play');
await page.waitForFunction(() => window.polhode.player.t > 0.22, null, { timeout: 0 });
check('the button says that it plays', (await pressed('play')) === 'true');
await page.click('#play');
const stopped = await time();
await page.waitForTimeout(250);
check('pause keeps the time', (await time()) === stopped);

// a click on a body in the picture plots its columns
await page.evaluate(() => window.polhode.player.jump(0));
const at = await page.evaluate(() => {
  const { stage, model } = window.polhode;
  stage.draw();
  return stage.project(model.byName.get('rocker').object.position);
});
await page.mouse.click(at.x, at.y);
check('a click chooses', (await page.textContent('#card h2')) === 'rocker');
check(
  'and plots',
  (await plotted()).join() === 'rocker.pos.x,rocker.pos.y,rocker.pos.z',
  String(await plotted()),
);
check('a curve is drawn', (await page.$$('.figure canvas')).length === 1);
await page.click('[data-plot="rocker.omega"]');
check(
  'another quantity beside it',
  (await plotted()).length === 6 && (await page.$$('.figure canvas')).length === 2,
);
const shown = await page.$eval('.chip[data-column="rocker.pos.x"] b', (b) => +b.textContent);
near('the value at the time', shown, truth('linkage', 0, 'rocker.pos.x')[0], 1e-4);

// a click into a curve goes to that time
const curve = await page.$('.figure .u-over');
const box = await curve.boundingBox();
await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
near('the middle of a curve', await time(), 1, 0.02);

// columns by name
await page.fill('#column', 'energy tot');
await page.keyboard.press('Enter');
check('a column found by words', (await plotted()).includes('energy.total'));
await page.click('.chip[data-column="energy.total"] button');
check('and taken away', !(await plotted()).includes('energy.total'));

// the tree: find, hide, show
await page.fill('#find', 'coup');
check('found', (await page.$$('#tree .row')).length === 1);
await page.click('#tree .row .eye');
check(
  'hidden',
  await page.evaluate(() => window.polhode.model.byName.get('coupler').object.visible === false),
);
await page.click('#tree .row .eye');
check(
  'shown again',
  await page.evaluate(() => window.polhode.model.byName.get('coupler').object.visible === true),
);
await page.fill('#find', 'nothing of that name');
check(
  'nothing found is said',
  (await page.textContent('#tree .none')).includes('nothing is called'),
);
await page.fill('#find', '');
await page.click('#tree [data-name="C"] .name');
check(
  'a joint plots its force',
  (await plotted()).join() === 'C.force.x,C.force.y,C.force.z',
  String(await plotted()),
);

// no card shows what is missing as a word
const cards = await page.evaluate(() => {
  const viewer = window.polhode;
  return viewer.listed().map((item) => {
    viewer.card.set(item);
    return document.getElementById('card').innerText;
  });
});
const odd = cards.filter((text) => /null|undefined|NaN|\[object/.test(text));
check('cards of words and numbers', cards.length > 10 && odd.length === 0, odd[0]);
await page.evaluate(() => window.polhode.card.set(window.polhode.model.byName.get('C')));

// follow keeps a body in the middle
await page.selectOption('#follow', { label: 'Follow: coupler' });
await page.evaluate(() => window.polhode.player.jump(0.7));
const middle = await page.evaluate(() => {
  const { stage, model } = window.polhode;
  return stage.controls.target.distanceTo(model.byName.get('coupler').object.position);
});
near('the body is what is looked at', middle, 0, 1e-9);
await page.selectOption('#follow', '');

// trace, reactions, markers
await page.click('#tree [data-name="coupler"] .name');
await page.click('#card-trace');
check(
  'a trace of every frame',
  await page.evaluate(() => {
    const [{ whole }] = window.polhode.traces.list.values();
    return whole.geometry.attributes.position.count === window.polhode.result.time.length;
  }),
);
await page.click('#views .menu summary');
await page.check('#show-reactions');
check(
  'arrows of reactions',
  await page.evaluate(
    () =>
      window.polhode.arrows.list.filter((a) => a.kind === 'reaction' && a.arrow.object.visible)
        .length > 3,
  ),
);
await page.keyboard.press('Escape');

// keys
const focus = () => page.evaluate(() => document.getElementById('canvas').focus());
await focus();
await page.keyboard.press('Home');
check('home', (await time()) === 0);
await page.keyboard.press('ArrowRight');
const frame = await time();
near('a frame on', frame, await page.evaluate(() => window.polhode.result.time[1]), 0);
await page.keyboard.press('ArrowLeft');
check('a frame back', (await time()) === 0);
await page.keyboard.press('End');
check('end', (await time()) === 2);
await page.keyboard.press('Space');
await page.waitForFunction(() => window.polhode.player.playing);
await page.keyboard.press('Space');
check('space', await page.evaluate(() => !window.polhode.player.playing));
const direction = () =>
  page.evaluate(() => {
    const { camera, controls, up } = window.polhode.stage;
    return camera.position.clone().sub(controls.target).normalize().dot(up);
  });
await page.keyboard.press('5');
near('from above', await direction(), 1, 1e-3);
await page.keyboard.press('1');
near('from the front', await direction(), 0, 1e-3);
await page.keyboard.press('0');
await page.keyboard.press('f');
await page.keyboard.press('d');
check('dark', (await page.getAttribute('html', 'data-theme')) === 'dark');
await page.keyboard.press('d');
await page.keyboard.press('?');
check('help', await page.isVisible('#help'));
await page.keyboard.press('Escape');
check('help goes', await page.isHidden('#help'));

// everything that can be pressed has a name
const nameless = await page.$$eval(
  'button, input, select, summary',
  (all) =>
    all.filter((e) => !(e.getAttribute('aria-label') || e.textContent.trim() || e.closest('label')))
      .length,
);
check('accessible names', nameless === 0, `${nameless} without`);
quiet(page, 'linkage');

// a phone
const phone = await open(file, { hash: 't=0.5', width: 390, height: 800, dark: true });
check(
  'nothing sticks out',
  await phone.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
);
check('the list is away', await phone.isHidden('#tree'));
check('as the system: dark', (await phone.getAttribute('html', 'data-theme')) === 'dark');
await phone.click('#tree-toggle');
check('and comes', await phone.isVisible('#tree'));
await phone.click('#tree [data-name="crank"] .name');
check('a choice puts it away', (await phone.isHidden('#tree')) && (await phone.isVisible('#card')));
const stage = await (await phone.$('#stage')).boundingBox();
check('room for the picture', stage.width === 390 && stage.height > 200, JSON.stringify(stage));
for (const id of ['play', 'scrub', 'speed', 'column']) {
  const place = await (await phone.$(`#${id}`)).boundingBox();
  check(
    `${id} is on the screen`,
    place && place.x >= 0 && place.x + place.width <= 390 && place.y + place.height <= 800,
    JSON.stringify(place),
  );
}
await shoot(phone, 'phone');
quiet(phone, 'phone');

// a result that is not to be trusted says so, on a screen and on a phone
check('nothing is said of one that is', await page.isHidden('#doubt'));
const wrong = pageOf(
  'wrong',
  source('models/papers/heavy-top.yaml'),
  ['--integrator', 'hht-classic', '--tol', '1e-2'],
  [],
  3,
);
for (const size of [{}, { width: 390, height: 800, dark: true }]) {
  const doubt = await open(wrong, size),
    width = size.width ?? 1280;
  const said = await doubt.textContent('#doubt');
  check('a doubtful result', /^Doubtful the integrator lost .* J were moved$/.test(said), said);
  const line = await (await doubt.$('#doubt')).boundingBox();
  const below = await (await doubt.$('#stage')).boundingBox();
  check(
    'is told in a line above the picture',
    line.x >= 0 && line.x + line.width <= width && line.y + line.height <= below.y,
    JSON.stringify([line, below]),
  );
  check('that leaves it its room', below.height > 200, JSON.stringify(below));
  await shoot(doubt, `doubt-${width}`);
  quiet(doubt, 'doubt');
}

// what goes far is followed from the start, and seen in its own size; the rest is not
check('a linkage is not followed', (await page.inputValue('#follow')) === '');
const ride = await open(
  pageOf('ride', source('models/bicycle.yaml'), ['--every', '0.05'], ['--size', '2']),
  { hash: 't=3' },
);
const seen = () =>
  ride.evaluate(() => {
    const { stage, model } = window.polhode;
    stage.keepUp();
    const { target } = stage.controls,
      distance = stage.camera.position.distanceTo(target);
    return [target.distanceTo(model.groups[0].object.position), distance, model.grain];
  });
check('a bicycle is followed', (await ride.inputValue('#follow')) === '0');
const [off, distance, grain] = await seen();
near('the view is where the bicycle is', off, 0, 1e-9);
check('and near it', distance > 2 && distance < 12, distance);
check('its signs are of its size', grain < 6, grain);
await ride.selectOption('#follow', '');
await ride.click('#fit');
check('not followed, all of its way is seen', (await seen())[1] > 15);
await shoot(ride, 'ride');
quiet(ride, 'ride');
await finish();
