// SPDX-License-Identifier: BSD-3-Clause
//
// The page as it is served: on this machine alone, of a whole result, and of a run that is still
// under way, to its end.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { check, finish, launch, near, polhode, source, truth, work } from './lib.mjs';

const children = [];
process.on('exit', () => children.forEach((child) => child.kill('SIGKILL')));

let environment = process.env;
function start(...args) {
  const child = spawn(process.env.POLHODE, args, {
    cwd: work,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  children.push(child);
  child.said = '';
  child.stderr.on('data', (text) => {
    child.said += text;
  });
  child.ended = new Promise((done) =>
    child.on('exit', (code) => {
      child.over = true;
      done(code);
    }),
  );
  return child;
}

// Starts `view` and gives its address.
async function serving(...args) {
  const child = start('view', ...args);
  child.url = await new Promise((done, broken) => {
    child.stdout.once('data', (text) => done(String(text).trim()));
    child.on('exit', () => broken(new Error(`view ended: ${child.said}`)));
  });
  return child;
}

function ask(url, path, headers = {}, method = 'GET') {
  return new Promise((done, broken) => {
    const call = request(new URL(path, url), { headers, method }, (answer) => {
      let text = '';
      answer.on('data', (part) => {
        text += part;
      });
      answer.on('end', () =>
        done({ status: answer.statusCode, type: answer.headers['content-type'], text }),
      );
    });
    call.on('error', broken);
    call.end();
  });
}

const sleep = (ms) => new Promise((done) => setTimeout(done, ms));

// However long it takes: what never comes true is ended by whoever runs the tests.
async function until(isTrue) {
  while (!(await isTrue())) await sleep(20);
}

// a whole result
polhode('run', source('models/four-bar.yaml'), '-o', 'linkage', '--quiet');
const whole = await serving('linkage', '--no-browser');
check('on this machine alone', /^http:\/\/127\.0\.0\.1:\d+\/$/.test(whole.url), whole.url);
const page = await ask(whole.url, '/');
check(
  'the page',
  page.status === 200 &&
    page.type.startsWith('text/html') &&
    page.text.includes('Four-bar linkage'),
);
const data = JSON.parse((await ask(whole.url, '/data')).text);
check('the data', data.rows === 401 && data.live === false, `${data.rows}`);
check('nothing else', (await ask(whole.url, '/etc/passwd')).status === 404);
check('not by another name', (await ask(whole.url, '/', { Host: 'example.org' })).status === 400);
check('only GET', (await ask(whole.url, '/', {}, 'POST')).status === 400);
// a new run of the model: the same address has the new result
polhode('run', source('models/four-bar.yaml'), '-o', 'linkage', '--quiet', '--end', '1');
check('the result as it is now', JSON.parse((await ask(whole.url, '/data')).text).rows === 201);
whole.kill('SIGINT');
check('Ctrl-C ends it', (await whole.ended) === 0);

// the browser: that of the reader, or a word on how to go on without
writeFileSync(join(work, 'browser'), '#!/bin/sh\necho "$1" >opened\n', { mode: 0o755 });
environment = { ...process.env, PATH: '/nowhere', BROWSER: join(work, 'browser') };
const opened = await serving('linkage');
const address = join(work, 'opened');
await until(() => existsSync(address) && readFileSync(address, 'utf8').endsWith('\n'));
check('the browser gets the address', readFileSync(address, 'utf8').trim() === opened.url);
opened.kill('SIGINT');
await opened.ended;
environment = { ...process.env, PATH: '/nowhere', BROWSER: '' };
const alone = await serving('linkage');
await until(() => alone.said.includes('no browser') && alone.said.endsWith('\n'));
check(
  'no browser is told',
  alone.said.includes('no browser found') && alone.said.includes('-o'),
  alone.said,
);
alone.kill('SIGINT');
await alone.ended;
environment = process.env;

// a run under way, held while it is looked at: nothing below depends on who is faster
const run = start(
  'run',
  source('models/papers/v8.yaml'),
  '-o',
  'v8',
  '--quiet',
  '--end',
  '5',
  '--every',
  '0.002',
  '--tol',
  '1e-5',
);
await until(() => existsSync(join(work, 'v8')) && readdirSync(join(work, 'v8')).length > 0);
// it goes on for a moment now and then, until it has rows to show, and is held from then on
let live;
serving('v8', '--no-browser').then((child) => {
  live = child;
});
await until(async () => {
  run.kill('SIGCONT');
  await sleep(5);
  run.kill('SIGSTOP');
  await sleep(100);
  return live || run.over;
});
check('it says so', live.said.includes('under way'), live.said);
const browser = await launch();
const seen = await browser.newPage();
const problems = [];
seen.on('pageerror', (error) => problems.push(error.message));
await seen.goto(live.url);
await seen.waitForFunction(() => window.polhode?.pictures > 0, null, { timeout: 0 });
const rows = () => seen.evaluate(() => window.polhode.result.rows);
const first = await rows();
check(
  'running when first seen',
  first < 2501 && (await seen.evaluate(() => window.polhode.result.live)),
  `${first} rows`,
);
run.kill('SIGCONT');
await seen.waitForFunction((n) => window.polhode.result.rows > n, first, { timeout: 0 });
check('it grows', (await rows()) > first);
check('the run ends well, watched or not', (await run.ended) === 0, run.said);
await seen.waitForFunction(() => !window.polhode.result.live, null, { timeout: 0 });
check('all rows at last', (await rows()) === 2501, `${await rows()} rows`);
await seen.evaluate(() => window.polhode.player.jump(4));
const [x, y, z] = truth('v8', 4, 'piston1.pos'),
  got = await seen.evaluate(() =>
    window.polhode.model.byName.get('piston1').object.position.toArray(),
  );
near('where it was', Math.hypot(got[0] - x, got[1] - y, got[2] - z), 0, 1e-6);
check('no complaint', problems.length === 0, problems.join('; '));
live.kill('SIGTERM');
await live.ended;

// the result of a watched run is that of one nobody looked at
polhode(
  'run',
  source('models/papers/v8.yaml'),
  '-o',
  'alone',
  '--quiet',
  '--end',
  '5',
  '--every',
  '0.002',
  '--tol',
  '1e-5',
);
check(
  'the same numbers',
  polhode('table', 'v8', 'crank', 'bearing') === polhode('table', 'alone', 'crank', 'bearing'),
);
await finish();
