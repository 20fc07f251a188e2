/** The folders of www/ use each other in one direction: static imports, dynamic ones and types in JSDoc. */
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { test } from 'node:test';
import { TOOLS } from '../../www/tools.js';

/** Each may use those before it. */
const PLAYER = ['words', 'base', 'loading', 'recovery', 'drawing', 'session', 'element'].map((name) => `player/${name}`);
const ROOMS = [
  'render',
  ...PLAYER,
  'actors',
  'sync',
  // Beside its own pages, the chip and the details offer other figures.
  'tools/retarget',
  'controls',
  'controls/chart',
  'guesses',
  'panels',
  'share',
  'tools',
  'palette',
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
const roomOf = (file) => {
  const folder = dirname(file).replaceAll('\\', '/');
  return Math.max(ROOMS.indexOf(folder), folder.startsWith('tools/') && !ROOMS.includes(folder) ? ROOMS.indexOf('tools') : -1);
};

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

test('no folder uses one above it, no tool another one, and none uses the scripts that start the others', () => {
  const arrows = uses.flatMap(({ from, to }) => to.map((used) => ({ from, used }))).filter(({ from, used }) => from.includes('/'));
  assert.ok(arrows.length > 500);
  const across = (/** @type {string} */ from, /** @type {string} */ used) =>
    roomOf(from) === ROOMS.indexOf('tools') && roomOf(used) === roomOf(from) && dirname(from) !== dirname(used);
  const upwards = arrows.filter(({ from, used }) => roomOf(used) > roomOf(from) || !used.includes('/') || across(from, used));
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

test('no tool is named outside its folder and its row', async () => {
  const wrong = [];
  for (const file of scripts.filter((name) => name !== 'tools.js')) {
    const text = await readFile(join('www', file), 'utf8');
    for (const { name, settings } of TOOLS.filter((tool) => !file.startsWith(`tools/${tool.name}/`)))
      for (const each of new Set([name, ...settings]))
        if (new RegExp(`tools\\.${each}\\b|tools/${each}/|element\\.${each}\\b|(get|set|Attribute)\\('${each}'`).test(text))
          wrong.push(`${file} names ${each}`);
  }
  assert.deepEqual(wrong.sort(), [
    // The search for a body's feet uses the thresholds that visitors set for contacts.
    'actors/body-finder.js names contacts',
    // The setting has the figures' number or their seconds, the property their number.
    'player/element/attributes.js names moments',
    // The element has a property of the seconds that the figures show.
    'player/element/element.js names moments',
    // How clips are compared is no option, but a part of the clips that a link brings.
    'player/session/link.js names compare',
    // Own marks are inside packed files.
    'share/packed-link.js names marks',
    // Seconds of packed motion count from its range.
    'share/told.js names marks',
    // Measures that were opened and have none are nothing to share.
    'share/told.js names measures',
    // Here, too, seconds count from the range.
    'share/told.js names moments',
    // Ghosts and trails have their controls in one strip.
    'tools/ghosts/strip.js names trails',
  ]);
});
