/** The folders of www/ use each other in one direction: static imports, dynamic ones and types in JSDoc. */
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';

/** Each may use those before it. */
const PLAYER = ['words', 'base', 'loading', 'recovery', 'drawing', 'session', 'element'].map((name) => `player/${name}`);
const ROOMS = [
  'render',
  ...PLAYER,
  'actors',
  'moments',
  'ghosts',
  'trails',
  'sync',
  'retarget',
  'controls',
  'guesses',
  'panels',
  'compare',
  'share',
  'curves',
  'measures',
  'marks',
  'wall',
  'gallery',
  'page',
];
/** Scripts at the top of www/ that start everything: they may use all, and nothing uses them. Types (`.d.ts`) belong to nobody. */
const ENTRIES = /^[\w-]+\.js$/;

const scripts = (await readdir('www', { recursive: true }))
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => file.endsWith('.js'));
/** @param {string} file */
const roomOf = (file) => ROOMS.indexOf(dirname(file).replaceAll('\\', '/'));

/** The scripts that a text uses. @param {string} from its file @param {string} text */
const imported = (from, text) =>
  [...text.matchAll(/(?:\bfrom|\bimport\(|\bimport)\s*'(\.[^']+)'/g)]
    .map(([, path]) => normalize(join(dirname(from), path)).replaceAll('\\', '/'))
    .filter((path) => path.endsWith('.js'));

/** What each script uses, by any kind of import, and when it runs. */
const uses = await Promise.all(
  scripts.map(async (from) => {
    const text = await readFile(join('www', from), 'utf8');
    return { from, to: imported(from, text), runs: imported(from, text.replace(/\/\*\*[^]*?\*\//g, '')) };
  }),
);

test('every script is in a folder with a place in the order, or starts the others', () => {
  assert.ok(scripts.length > 100);
  assert.deepEqual(
    scripts.filter((file) => roomOf(file) < 0 && !ENTRIES.test(file)),
    [],
  );
});

test('no folder uses one above it, and none uses the scripts that start the others', () => {
  const arrows = uses.flatMap(({ from, to }) => to.map((used) => ({ from, used }))).filter(({ from, used }) => from.includes('/'));
  assert.ok(arrows.length > 500);
  const upwards = arrows.filter(({ from, used }) => roomOf(used) > roomOf(from) || !used.includes('/'));
  assert.deepEqual(
    upwards.map(({ from, used }) => `${from} uses ${used}`),
    [],
  );
});

test('no scripts import each other in a circle when they run', () => {
  const runs = new Map(uses.map(({ from, runs: used }) => [from, used]));
  const circles = scripts.filter((script) => {
    const reached = new Set(runs.get(script));
    // A set may grow during its iteration.
    for (const each of reached) for (const next of runs.get(each) ?? []) reached.add(next);
    return reached.has(script);
  });
  assert.deepEqual(circles, []);
});
