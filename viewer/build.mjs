// SPDX-License-Identifier: BSD-3-Clause
//
// Bundles the viewer into one page: node build.mjs NODE_MODULES OUT.html
// The page holds style, program and, where POLHODE_DATA stands, room for the data of a result.
import { createRequire } from 'node:module';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const [modules, out] = process.argv.slice(2).map((path) => resolve(path));
const esbuild = createRequire(join(modules, 'x.js'))('esbuild');
const shared = {
  bundle: true,
  minify: true,
  write: false,
  nodePaths: [modules],
  legalComments: 'eof',
  logLevel: 'warning',
};
const bundle = async (entry, more) =>
  (await esbuild.build({ ...shared, entryPoints: [join(here, 'src', entry)], ...more }))
    .outputFiles[0].text;

const style = await bundle('style.css', {});
// a script ends at the first </script in it, whatever that is part of
const script = (await bundle('main.js', { format: 'iife', target: ['es2020'] })).replaceAll(
  '</script',
  '<\\/script',
);
const page = readFileSync(join(here, 'src', 'index.html'), 'utf8')
  .replace('/* STYLE */', () => style)
  .replace('/* SCRIPT */', () => script);
if (page.split('POLHODE_DATA').length !== 2) throw new Error('the page needs one place for data');
writeFileSync(out, page);
