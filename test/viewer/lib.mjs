// SPDX-License-Identifier: BSD-3-Clause
//
// For the tests of the page in a browser: results, pages, a browser without network, checks.
// Environment: POLHODE the command, SOURCE the tree, MODULES where npm has put its packages,
// CHROMIUM the browser, PICTURES a folder for screenshots.
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const { POLHODE, SOURCE, MODULES, CHROMIUM, PICTURES } = process.env;
export const SKIPPED = 77;

function skip(why) {
  console.log(`skipped: ${why}`);
  process.exit(SKIPPED);
}

if (!CHROMIUM || !existsSync(CHROMIUM)) skip('no chromium');
if (!MODULES || !existsSync(join(MODULES, 'playwright-core'))) skip('no playwright-core');
if (
  spawnSync(POLHODE, ['view', '/nowhere', '-o', '/nowhere/page.html']).stderr.includes(
    'not installed',
  )
)
  skip('the viewer is not built');

const { chromium } = createRequire(join(MODULES, 'x.js'))('playwright-core');
export const work = mkdtempSync(join(tmpdir(), 'polhode-viewer-'));
export const source = (name) => join(SOURCE, name);
if (PICTURES) mkdirSync(PICTURES, { recursive: true });

let failed = 0,
  passed = 0;
export function check(what, condition, more = '') {
  if (condition) {
    passed++;
    return;
  }
  failed++;
  console.log(`failed: ${what} ${more}`);
}
export const near = (what, got, want, tolerance) =>
  check(what, Math.abs(got - want) <= tolerance, `got ${got}, want ${want} +- ${tolerance}`);

export function polhode(...args) {
  return execFileSync(POLHODE, args, {
    cwd: work,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

// Values of columns at a time, as the result itself has them.
export function truth(result, t, ...columns) {
  const lines = polhode('table', result, ...columns, '--at', String(t))
    .trim()
    .split('\n');
  return lines[1].split(',').slice(1).map(Number);
}

// Runs a model and writes its page; both are called by name. ends: the exit status of the run.
export function pageOf(name, model, run = [], view = [], ends = 0) {
  const args = ['run', model, '-o', name, '--quiet', ...run];
  const { status, stderr } = spawnSync(POLHODE, args, { cwd: work, encoding: 'utf8' });
  if (status !== ends) throw new Error(`exit status ${status}, want ${ends}: ${stderr}`);
  polhode('view', name, '-o', `${name}.html`, ...view);
  return join(work, `${name}.html`);
}

let browser;
export async function launch() {
  browser ??= await chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--use-angle=swiftshader',
      '--enable-unsafe-swiftshader',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
    ],
  });
  return browser;
}

export async function open(file, { hash = 't=0', width = 1280, height = 800, dark = false } = {}) {
  await launch();
  const context = await browser.newContext({
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    offline: true,
  });
  const page = await context.newPage();
  page.problems = [];
  page.requests = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning')
      page.problems.push(message.text());
  });
  page.on('pageerror', (error) => page.problems.push(error.message));
  page.on('request', (request) => page.requests.push(request.url()));
  await page.goto(`file://${file}#${hash}`);
  await page.waitForFunction(() => window.polhode?.pictures > 0, null, { timeout: 0 });
  return page;
}

// What software drawing says of itself is none of the page's faults.
const harmless = /GPU stall|swiftshader|software WebGL|Automatic fallback/i;
export function quiet(page, name) {
  const problems = page.problems.filter((text) => !harmless.test(text));
  check(`${name}: no complaint in the console`, problems.length === 0, problems.join('; '));
  const others = page.requests.filter(
    (url) => !url.startsWith('file://') && !url.startsWith('data:') && !url.startsWith('blob:'),
  );
  check(`${name}: no request but for the file`, others.length === 0, others.join(' '));
  check(`${name}: one file`, page.requests.filter((url) => url.startsWith('file://')).length === 1);
}

// Colours of the picture: how many there are, and how much of it is not empty.
export const picture = (page) =>
  page.evaluate(() => {
    const { stage } = window.polhode;
    stage.touch();
    stage.draw();
    const copy = document.createElement('canvas'),
      { canvas } = stage;
    copy.width = 160;
    copy.height = 100;
    const to = copy.getContext('2d');
    to.drawImage(canvas, 0, 0, 160, 100);
    const { data } = to.getImageData(0, 0, 160, 100);
    const colours = new Set();
    let solid = 0;
    for (let i = 0; i < data.length; i += 4) {
      if (data[i + 3] > 200) solid++;
      colours.add(((data[i] >> 4) << 8) | ((data[i + 1] >> 4) << 4) | (data[i + 2] >> 4));
    }
    return { colours: colours.size, solid: solid / (160 * 100) };
  });

export async function shoot(page, name) {
  const seen = await picture(page);
  check(
    `${name}: the picture is not blank`,
    seen.colours > 20 && seen.solid > 0.005,
    JSON.stringify(seen),
  );
  if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}

export async function finish() {
  await browser?.close();
  rmSync(work, { recursive: true, force: true });
  console.log(`${passed} passed, ${failed} failed`);
  process.exit(failed ? 1 : 0);
}

// A test that breaks must not leave a browser behind.
async function broken(error) {
  console.log(`failed: ${error.stack}`);
  await browser?.close();
  rmSync(work, { recursive: true, force: true });
  process.exit(1);
}
process.on('unhandledRejection', broken);
process.on('uncaughtException', broken);
