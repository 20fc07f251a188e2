/** What tools and the docs say of the element matches the sources, and links of the docs have a target. No browser is needed. */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { deadLinks } from '../../xtask/docs-links.mjs';
import { GROUPS } from '../../xtask/docs-attributes.mjs';
import { manifestOf } from '../../xtask/manifest.mjs';
import { LINK_PARAMETERS, TAUGHT } from '../../xtask/options.mjs';
import { DIST } from '../browser/support/server.mjs';
import { BESIDE, CLIP_ROWS, ROWS } from '../../www/player/base/options.js';

const WWW = fileURLToPath(new URL('../../www/', import.meta.url));
/** The page's own slot, for its list. */
const OWN_SLOTS = ['clips'];

/** @type {ReturnType<typeof manifestOf>['modules'][0]['declarations'][0]} */
let documented;
/** @type {typeof documented} */
let clip;
let sources = '';

before(async () => {
  [documented, clip] = manifestOf(await readFile(join(DIST, 'marey-player.d.ts'), 'utf8')).modules[0].declarations;
  const names = (await readdir(WWW, { recursive: true })).filter((name) => /\.(js|css)$/.test(name) && !name.startsWith('page'));
  sources = (await Promise.all(names.map((name) => readFile(join(WWW, name), 'utf8')))).join('\n');
});

/** The distinct matches of a pattern, sorted. @param {RegExp} pattern */
const found = (pattern) => [...new Set(Array.from(sources.matchAll(pattern), ([, name]) => name))].sort();
/** @param {{ name: string }[]} list */
const names = (list) => list.map(({ name }) => name).sort();

test('parts, custom properties and slots are those of the sources', () => {
  assert.deepEqual(names(documented.cssParts), found(/\bpart: '([\w-]+)'/g));
  assert.deepEqual(names(documented.cssProperties), found(/var\((--marey-[\w-]+)/g));
  assert.deepEqual(
    names(documented.slots),
    found(/h\('slot', \{ name: '([\w-]+)'/g).filter((name) => !OWN_SLOTS.includes(name)),
  );
});

test('exactly the events that are dispatched are documented', () => {
  const sent = [
    ...found(/\bemit\('([a-z]+)'/g),
    ...found(/new CustomEvent\('(before[a-z]+)'/g),
    ...Array.from(sources.matchAll(/for \(const type of \[([^\]]*)\]\)[^\n]*emit\(type/g), ([, list]) =>
      Array.from(list.matchAll(/'(\w+)'/g), ([, name]) => name),
    ).flat(),
  ];
  assert.deepEqual(names(documented.events), [...new Set(sent)].sort());
});

test('everything documented has a description', () => {
  for (const { name, description } of [...documented.events, ...documented.slots, ...documented.cssParts, ...documented.cssProperties])
    assert.ok(description, name);
  for (const attribute of documented.attributes) if (attribute.name !== 'behaviour') assert.ok('description' in attribute, attribute.name);
});

test('the link parameters that are documented are those that are read', async () => {
  const options = [...ROWS.flatMap(({ attribute, link }) => (link ? [attribute] : [])), ...BESIDE];
  // The type checker finds other parameters that are read but not declared.
  const readers = (
    await Promise.all(['player/session/link.js', 'actors/index.js', 'page/links.js'].map((name) => readFile(join(WWW, name), 'utf8')))
  ).join('\n');
  for (const [name, description] of LINK_PARAMETERS) {
    if (!options.includes(name)) assert.match(readers, new RegExp(`'${name}'`), name);
    assert.ok(description, name);
  }
  for (const name of options) assert.ok(LINK_PARAMETERS.has(name), name);
});

test('broken links of a built site are found', async () => {
  const site = await mkdtemp(join(tmpdir(), 'marey-links-'));
  try {
    await writeFile(
      join(site, 'index.html'),
      '<h1 id="top">Top</h1><a href="/a/b/other.html#there">1</a><a href="other.html#nowhere">2</a><a href="gone.html">3</a>' +
        '<a href="/elsewhere/">4</a><a href="https://example.org/x">5</a><marey-player src="walk.bvh?x=1&amp;y=2"></marey-player>',
    );
    await writeFile(join(site, 'other.html'), '<h2 id="there">There</h2><a href="./#top">1</a>');
    assert.deepEqual(await deadLinks(site, '/a/b/'), [
      'index.html: other.html#nowhere is no place on that page',
      'index.html: gone.html is no file of the site',
      'index.html: /elsewhere/ is outside of /a/b/',
      'index.html: walk.bvh?x=1&y=2 is no file of the site',
    ]);
  } finally {
    await rm(site, { recursive: true });
  }
});

test('every attribute is documented in one group, with the element\u2019s values and default', () => {
  assert.deepEqual(GROUPS.flatMap(({ attributes }) => attributes).sort(), names(documented.attributes));
  for (const { attribute: name, read, words } of ROWS) {
    const { takes, values, unset = '' } = TAUGHT.get(name) ?? assert.fail(name);
    const otherwise = read(null);
    assert.equal(takes !== '', values.length === 0, name);
    if (values.length) {
      assert.deepEqual(
        values.map(([word]) => word),
        words,
        name,
      );
      assert.equal(otherwise ?? 'anonymous', words?.[0], name);
    } else if (typeof otherwise === 'boolean') assert.deepEqual([otherwise, unset], [false, 'off'], name);
    else if (typeof otherwise === 'number') assert.equal(Number(/^`([\d.]+)`$/.exec(unset)?.[1] ?? 0), otherwise, name);
    else assert.equal(otherwise ?? '', '', name);
  }
});

test('the manifest has the clip beside the own one, with all its options', () => {
  assert.deepEqual(
    [clip.tagName, names(clip.attributes), names(clip.events)],
    ['marey-clip', CLIP_ROWS.map(({ attribute }) => attribute).sort(), ['cliploaded', 'error']],
  );
  const settable = clip.members.flatMap((member) => ('readonly' in member && member.readonly ? [] : [member.name])).sort();
  assert.deepEqual(settable, [...CLIP_ROWS.map(({ name }) => name), 'srcObject'].sort());
});

test('the types of attributes are those of the markup: addresses are texts, rates also numbers', () => {
  const type = Object.fromEntries(documented.attributes.map(({ name, type: { text } }) => [name, text]));
  for (const name of ['src', 'skeleton', 'skin', 'poster', 'alt', 'camera', 'behaviour', 'share', 'sync'])
    assert.equal(type[name], 'string', name);
  for (const name of ['speed', 'fps', 'width', 'height', 'sync-offset', 'start', 'end', 'unit'])
    assert.equal(type[name], 'string | number', name);
  for (const name of ['controls', 'autoplay']) assert.equal(type[name], 'boolean', name);
  assert.equal(type.loop, 'boolean | "forward" | "reverse" | "pingpong"');
});
