// SPDX-License-Identifier: BSD-3-Clause
//
// The page of a ball that bounces and a block that slides to a stop: what is seen while they touch,
// and what is not while they do not.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { check, finish, near, open, pageOf, quiet, shoot, truth, work } from './lib.mjs';

const model = join(work, 'model.yaml');
writeFileSync(
  model,
  `polhode: 1
title: A ball that bounces, a block that slides
gravity: [0, 0, -9.81]
bodies:
  ball: {mass: 1, inertia: [0.004, 0.004, 0.004], position: [0, 0, 0.5], shape: {sphere: {radius: 0.1}}}
  block:
    mass: 1
    inertia: [0.002, 0.004, 0.004]
    position: [-0.3, -0.3, 0.05]
    velocity: [1, 0, 0]
    shape: {box: {size: [0.2, 0.12, 0.1]}}
shapes:
  floor: {type: plane, size: [1.2, 1.2, 0.02]}
  bump: {type: sphere, on: ball, radius: 0.05}
groups:
  things: {of: [block, bump]}
contacts:
  meet: {between: [things]}
  hit: {between: [ball_shape, floor], stiffness: 1e5, restitution: 0.7}
  rub: {between: [block, floor], stiffness: 1e5, restitution: 0.5, friction: 0.3}
simulate: {end: 1, step: 0.0005}
`,
);
const file = pageOf('bounce', model);
const FLIGHT = 0.15,
  BLOW = 0.295,
  REST = 0.9;
const page = await open(file, { hash: `t=${FLIGHT}` });
const jump = (t) => page.evaluate((at) => window.polhode.player.jump(at), t);

// what is drawn of a contact
const seen = (name) =>
  page.evaluate((which) => {
    const { arrows, contacts, model: shown } = window.polhode;
    const item = shown.byName.get(which);
    const { arrow } = arrows.list.find((one) => one.item === item);
    const face = contacts.byItem.get(item).face.material.color.getHexString();
    const outlined = [...contacts.outlines].filter(([, line]) => line.visible);
    return {
      arrow: arrow.object.visible,
      up: arrow.object.up.clone().set(0, 1, 0).applyQuaternion(arrow.object.quaternion).toArray(),
      cut: arrow.end.visible,
      disc: item.object.visible,
      at: item.object.position.toArray(),
      colour: face,
      arrowColour: arrow.material.color.getHexString(),
      outlined: outlined.map(([shape]) => shape.name).sort(),
    };
  }, name);
const card = (quantity) =>
  page.$eval(`#card [data-number="${quantity}"]`, (e) => parseFloat(e.textContent));

// in flight nothing is there of the ball; the block slips
let hit = await seen('hit'),
  rub = await seen('rub');
check('no arrow in flight', !hit.arrow && !hit.disc, JSON.stringify(hit));
check('the block has one', rub.arrow && rub.disc, JSON.stringify(rub));
check('the block is outlined', rub.outlined.join() === 'block_shape,floor', String(rub.outlined));
const slips = rub.colour;
check('arrow and disc have one colour', rub.arrowColour === slips);
check('friction holds it back', rub.up[0] < -0.2 && rub.up[2] > 0.9, String(rub.up));
const point = truth('bounce', FLIGHT, 'rub.point');
for (let k = 0; k < 3; k++) near('the disc is at the point', rub.at[k], point[k], 1e-5);

// things of one group have no first, so no arrow
check(
  'no arrow of a group',
  await page.evaluate(() => {
    const { arrows, contacts } = window.polhode;
    return contacts.list.length === 3 && arrows.list.filter((a) => a.kind === 'contact').length === 2;
  }),
);

// the blow
await jump(BLOW);
hit = await seen('hit');
check('an arrow in the blow', hit.arrow && hit.disc && hit.cut, JSON.stringify(hit));
near('it points up', hit.up[2], 1, 1e-6);
check('the ball, too', hit.outlined.join() === 'ball_shape,block_shape,floor', String(hit.outlined));
await shoot(page, 'contacts-blow');

// at rest
await jump(REST);
rub = await seen('rub');
check('what rests has another colour', rub.colour !== slips && rub.disc, rub.colour);
near('and is only pressed', rub.up[2], 1, 1e-3);
check('the ball flies', !(await seen('hit')).arrow);

// the list, the card and its numbers
await page.click('#tree [data-name="rub"] .name');
check('its normal force is plotted', (await page.$$('.chip[data-column="rub.normal"]')).length === 1);
for (const quantity of ['normal', 'depth', 'grip', 'dissipated']) {
  const want = truth('bounce', REST, `rub.${quantity}`)[0];
  near(`${quantity} on the card`, await card(quantity), want, 1e-3 * Math.abs(want) + 1e-4);
}
const state = () => page.textContent('#card .state');
check('it sticks', (await state()) === 'sticks', await state());
await jump(FLIGHT);
check('it slips', (await state()) === 'slips', await state());
near('the numbers follow', await card('slip'), truth('bounce', FLIGHT, 'rub.slip')[0], 1e-3);
await page.click('[data-plot="rub.slip"]');
check('another column', (await page.$$('.figure canvas')).length === 2);
await page.click('#tree [data-name="hit"] .name');
check('apart', (await state()) === 'apart', await state());
await page.click('#card [aria-label="Close"]');

// a click in the picture
const at = await page.evaluate(() => {
  const { stage, model: shown } = window.polhode;
  stage.draw();
  return stage.project(shown.byName.get('rub').object.position);
});
await page.mouse.click(at.x, at.y);
check('a click on the disc', (await page.textContent('#card h2')) === 'rub');

// away with all of it, by the switch and by the eye
check('the legend', (await page.textContent('#legend')) === 'sticksslipstouches');
await page.click('#views .menu summary');
await page.uncheck('#show-contacts');
rub = await seen('rub');
check('switched off', !rub.arrow && !rub.disc && rub.outlined.length === 0, JSON.stringify(rub));
check('and the legend', await page.isHidden('#legend'));
await page.check('#show-contacts');
check('on again', (await seen('rub')).arrow);
await page.keyboard.press('Escape');
await page.hover('#tree [data-name="rub"]');
await page.click('#tree [data-name="rub"] .eye');
rub = await seen('rub');
check('hidden', !rub.arrow && !rub.disc);
await page.click('#tree [data-name="rub"] .eye');
rub = await seen('rub');
check('shown', rub.arrow && rub.disc);
quiet(page, 'contacts');

// what happens between two rows is that of one of them: no disc on its way from the origin
const wild = await page.evaluate((end) => {
  const viewer = window.polhode;
  const item = viewer.model.byName.get('hit');
  let worst = 0;
  for (let t = 0; t < end; t += 0.00013) {
    const now = viewer.contacts.at(item, t);
    if (now) worst = Math.max(worst, Math.hypot(now.point[0], now.point[1]), -1e-2 - now.point[2]);
  }
  return worst;
}, 1);
near('points stay under the ball', wild, 0, 1e-2);

// a phone, in the dark
const phone = await open(file, { hash: `t=${BLOW}&select=rub`, width: 390, height: 800, dark: true });
check(
  'nothing sticks out',
  await phone.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth),
);
check('the card is there', await phone.isVisible('#card .numbers'));
await shoot(phone, 'contacts-phone');
quiet(phone, 'phone');
await finish();
