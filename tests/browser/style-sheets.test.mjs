/**
 * The parts of the player share one shadow root, in which a class that two parts style looks different once the second part is fetched.
 * A script has one style sheet, which imports its files; what many sheets have in common has names in tokens.css.
 */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';

const WWW = new URL('../../www/', import.meta.url).pathname;
/** The parts whose elements are in the shadow root of the player. */
const PARTS = ['actors', 'controls', 'panels', 'player', 'share', ...readdirSync(join(WWW, 'tools')).map((tool) => `tools/${tool}`)];
/** Classes that one part makes and others complete on purpose: colours of every part's dots and switches for forced colours, the root, the frame of panels. */
const SHARED = new Set(['dot', 'panel', 'probe', 'root', 'switch']);

/** The parts whose classes every part may use, and those that others are made of. @type {Record<string, string[]>} */
const BELOW = { '': ['controls', 'player'], share: ['panels'], 'tools/mend': ['panels'], 'tools/retarget': ['panels'] };

/** Parts that share the room of the bar give way to each other. */
const GIVE_WAY = ['tools/curves names .compare-lanes of tools/compare'];

/** Sheets of what is shown before the controls, with which the tokens come. */
const EARLY = ['embed.css', 'page.css', 'player/element/player.css'];

/** Files of www with this ending, by their paths there. @param {string} ending */
const filesOf = (ending) => readdirSync(WWW, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith(ending));
/** @param {string} path in www */
const textOf = (path) => readFileSync(join(WWW, path), 'utf8');
/** A style sheet without comments. @param {string} path in www */
const cssOf = (path) => textOf(path).replace(/\/\*.*?\*\//gs, '');

/** The sheets that scripts and pages name, by the file that names them. @returns {[by: string, sheet: string][]} */
const sheets = () => [
  ...filesOf('.js').flatMap((path) =>
    [...textOf(path).matchAll(/^import .*'(.+\.css)';$/gm)].map(
      ([, sheet]) => /** @type {[string, string]} */ ([path, join(dirname(path), sheet)]),
    ),
  ),
  ...filesOf('.html').flatMap((path) =>
    [...textOf(path).matchAll(/href="(.+\.css)"/g)].map(([, sheet]) => /** @type {[string, string]} */ ([path, sheet])),
  ),
];
/** The files of a sheet. @param {string} path in www @returns {string[]} */
const filesIn = (path) => [
  ...[...cssOf(path).matchAll(/@import '(.+)';/g)].flatMap(([, file]) => filesIn(join(dirname(path), file))),
  path,
];

/** The names of values, from tokens.css. */
const tokens = new Map([...cssOf('tokens.css').matchAll(/(--[\w-]+): ([^;]+);/g)].map(([, name, value]) => [name, value]));
/** The lengths that have names which begin so. @param {string} name @returns {Set<string>} */
const lengths = (name) => new Set([...tokens].filter(([token]) => token.startsWith(name)).map(([, value]) => value));

/** The selectors of a part's style sheets. @param {string} part */
function selectorsOf(part) {
  const files = readdirSync(join(WWW, part), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'));
  const text = files
    .map((name) => readFileSync(join(WWW, part, name), 'utf8'))
    .join('\n')
    .replace(/\/\*.*?\*\/|@import[^;]*;/gs, '');
  return [...text.matchAll(/([^{}]+)\{/g)].map(([, list]) => list.trim());
}

/** @typedef {{ styled: Set<string>, named: Set<string> }} Classes those with a rule of their own, and all that selectors name */
/** The classes of each part. @type {Map<string, Classes>} */
const classes = new Map(
  PARTS.map((part) => {
    const lists = selectorsOf(part);
    const styled = lists
      .flatMap((list) => list.replace(/\([^()]*\)/g, '()').split(','))
      .flatMap((selector) => selector.trim().match(/^\.([\w-]+)$/)?.[1] ?? []);
    const named = lists.flatMap((list) => [...list.matchAll(/\.([\w-]+)/g)].map(([, name]) => name));
    return [part, { styled: new Set(styled), named: new Set(named) }];
  }),
);
/** @param {string} part */
const of = (part) => /** @type {Classes} */ (classes.get(part));

test('no class has rules in two parts of the player', () => {
  /** @type {Map<string, string[]>} */
  const parts = new Map();
  for (const part of PARTS) for (const name of of(part).styled) parts.set(name, [...(parts.get(name) ?? []), part]);
  assert.ok(parts.size > 150, `${parts.size} classes`);
  const twice = [...parts].filter(([name, where]) => where.length > 1 && !SHARED.has(name));
  assert.deepEqual(twice, []);
});

test('a part gives its elements no class that another part styles', () => {
  const wrong = PARTS.flatMap((part) =>
    PARTS.filter((other) => other !== part && ![...BELOW[''], ...(BELOW[part] ?? [])].includes(other)).flatMap((other) =>
      [...of(part).named]
        .filter((name) => !SHARED.has(name) && of(other).styled.has(name))
        .map((name) => `${part} names .${name} of ${other}`),
    ),
  );
  assert.deepEqual(
    wrong.filter((each) => !GIVE_WAY.includes(each)),
    [],
  );
});

test('a script or a page has at most one style sheet, and every file of styles belongs to a sheet', () => {
  const found = sheets();
  const by = found.map(([name]) => name);
  assert.deepEqual(
    by.filter((name, index) => by.indexOf(name) !== index),
    [],
  );
  const used = new Set(found.flatMap(([, sheet]) => filesIn(sheet)));
  assert.ok(used.size > 60, `${used.size} files`);
  assert.deepEqual(
    filesOf('.css').filter((path) => !used.has(path)),
    [],
  );
});

test('a sheet has one block for forced colours, one for reduced motion, and one for more contrast', () => {
  for (const [, sheet] of sheets()) {
    const files = filesIn(sheet);
    for (const feature of ['forced-colors', 'prefers-reduced-motion', 'prefers-contrast']) {
      const count = files.flatMap((path) => [...cssOf(path).matchAll(new RegExp(`@media [^{]*${feature}`, 'g'))]).length;
      assert.ok(count < 2, `${sheet} has ${count} blocks for ${feature}`);
    }
  }
});

test('a value that has a name is written by its name', () => {
  const [texts, radii, gaps] = ['--text', '--radius', '--gap'].map(lengths);
  assert.ok(texts.size > 4 && radii.size > 4 && gaps.size > 4, `${[...tokens.keys()]}`);
  const colours = [...tokens.values()].flatMap(
    (value) => /light-dark\(.*\)(?=\)$)|light-dark\(.*\)$|.*cubic-bezier.*/.exec(value)?.[0] ?? [],
  );
  const wrong = filesOf('.css')
    .filter((path) => path !== 'tokens.css' && !EARLY.includes(path))
    .flatMap((path) => {
      const css = cssOf(path);
      const raw = [...css.matchAll(/(?<![\w-])(font|font-size|[\w-]*radius|(?:row-|column-)?gap): ([^;]+);/g)].filter(
        ([, property, value]) => {
          const named = property.startsWith('font') ? texts : property.endsWith('gap') ? gaps : radii;
          // The radii of an ellipse are no steps of a scale.
          return !(property.endsWith('radius') && value.includes('/')) && value.split(/[\s/]+/).some((each) => named.has(each));
        },
      );
      return [...raw.map(([text]) => text), ...colours.filter((colour) => css.includes(colour))].map((text) => `${path}: ${text}`);
    });
  assert.deepEqual(wrong, []);
});

test('every name that a sheet uses has a value, and every token is used', () => {
  const css = filesOf('.css').map(cssOf).join('\n');
  const js = filesOf('.js').map(textOf).join('\n');
  const used = new Set([...css.matchAll(/var\((--[\w-]+)/g)].map(([, name]) => name));
  assert.deepEqual(
    [...tokens.keys()].filter((name) => !used.has(name)),
    [],
  );
  // The sites of galleries have sheets of their own.
  const own = readFileSync(join(WWW, '../crates/cli/src/gallery/pages/gallery.css'), 'utf8');
  const without = new Set([...css.matchAll(/var\((--[\w-]+)\)/g)].map(([, name]) => name));
  assert.deepEqual(
    [...without].filter((name) => !new RegExp(`(?<![\\w-])${name}:`).test(css + own) && !js.includes(`'${name}'`)),
    [],
  );
});
