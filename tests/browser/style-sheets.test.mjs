/** The parts of the player share one shadow root, in which a class that two parts style looks different once the second part is fetched. */
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

const WWW = new URL('../../www/', import.meta.url).pathname;
/** The parts whose elements are in the shadow root of the player. */
const PARTS = ['actors', 'controls', 'panels', 'player', 'share', ...readdirSync(join(WWW, 'tools')).map((tool) => `tools/${tool}`)];
/** Classes that one part makes and others complete on purpose: colours of every part's dots and switches for forced colours, the root, the frame of panels. */
const SHARED = new Set(['dot', 'panel', 'probe', 'root', 'switch']);

/** The parts whose classes every part may use, and those that others are made of. @type {Record<string, string[]>} */
const BELOW = { '': ['controls', 'player'], share: ['panels'], 'tools/retarget': ['panels'] };

/** Parts that share the room of the bar give way to each other. */
const GIVE_WAY = ['tools/curves names .compare-lanes of tools/compare'];

/** The selectors of a part's style sheets. @param {string} part */
function selectorsOf(part) {
  const files = readdirSync(join(WWW, part), { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.css'));
  const text = files
    .map((name) => readFileSync(join(WWW, part, name), 'utf8'))
    .join('\n')
    .replace(/\/\*.*?\*\/|@import[^;]*;/gs, '');
  return [...text.matchAll(/([^{}]+)\{/g)].map(([, list]) => list.trim());
}

/** The classes that have a rule of their own in a part. @param {string} part @returns {Set<string>} */
const styledIn = (part) =>
  new Set(
    selectorsOf(part)
      .flatMap((list) => list.replace(/\([^()]*\)/g, '()').split(','))
      .flatMap((selector) => selector.trim().match(/^\.([\w-]+)$/)?.[1] ?? []),
  );

/** All classes that a part's selectors name. @param {string} part @returns {Set<string>} */
const namedIn = (part) => new Set(selectorsOf(part).flatMap((list) => [...list.matchAll(/\.([\w-]+)/g)].map(([, name]) => name)));

test('no class has rules in two parts of the player', () => {
  /** @type {Map<string, string[]>} */
  const parts = new Map();
  for (const part of PARTS) for (const name of styledIn(part)) parts.set(name, [...(parts.get(name) ?? []), part]);
  assert.ok(parts.size > 150, `${parts.size} classes`);
  const twice = [...parts].filter(([name, where]) => where.length > 1 && !SHARED.has(name));
  assert.deepEqual(twice, []);
});

test('a part gives its elements no class that another part styles', () => {
  const wrong = PARTS.flatMap((part) =>
    PARTS.filter((other) => other !== part && ![...BELOW[''], ...(BELOW[part] ?? [])].includes(other)).flatMap((other) =>
      [...namedIn(part)]
        .filter((name) => !SHARED.has(name) && styledIn(other).has(name))
        .map((name) => `${part} names .${name} of ${other}`),
    ),
  );
  assert.deepEqual(
    wrong.filter((each) => !GIVE_WAY.includes(each)),
    [],
  );
});
