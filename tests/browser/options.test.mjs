// of: player, share, page
/** Every option in every way that it can be said, with the examples of the reference: the same state. No page is needed. */
import assert from 'node:assert/strict';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { GROUPS } from '../../xtask/docs-attributes.mjs';
import { TAUGHT } from '../../xtask/options.mjs';
import { listsIn } from './support/code-lists.mjs';

const { CLIP_ROWS, ROWS, reflect } = await import('../../www/player/base/options.js');
const { FrameParameters } = await import('../../www/page/frame-parameters.js');
const { parameters } = await import('../../www/player/base/parameters.js');
const { Settings } = await import('../../www/player/base/settings.js');
const { applyAttribute, attributeIntent } = await import('../../www/player/element/attributes.js');
const { ReflectedElement } = await import('../../www/player/element/reflected.js');
const { linked } = await import('../../www/player/session/link.js');
const { told } = await import('../../www/share/told.js');
const { P } = await import('../../www/panels/strings.js');
const { K } = await import('../../www/palette/strings.js');
const { TOOLS } = await import('../../www/tools.js');

const WWW = fileURLToPath(new URL('../../www/', import.meta.url));

/** What the reference tells of options in words, as their attributes have it. @type {Record<string, string[]>} */
const TOLD = {
  joints: ['humanml3d', 'inferred', 'rotations'],
  axes: ['FJ3'],
  holds: ['positions', '6d'],
  'skip-reference': [''],
  behaviour: ['Wave'],
  alt: ['A figure that marches'],
  start: ['12.5', '2:03', '2m3s', 'f120'],
  end: ['12.5', '2:03', '2m3s', 'f120'],
  speed: ['0.0625', '16', '-1'],
  sync: ['#talk'],
  'sync-offset': ['-1.5'],
  moments: ['0', '100', '0.2 0.55 1.1', '0.2,0.55'],
  ghosts: ['2', '3 1', '3,1', '0'],
  'ghost-step': ['0.1', '5f', 'keys', 'contacts'],
  trails: ['', 'LeftHand', 'LeftHand, right foot'],
  'trail-window': ['0.8', 'all'],
  measures: ['distance:A,B', 'angle:A,B,C', 'vertical:A,B; height:A', 'mass; steps'],
  marks: ['step@1.2; turn@2-3.5'],
  loop: ['reverse', 'pingpong'],
  contacts: ['', '0.8,0.05'],
  curves: ['', 'RightHand:y LeftLeg:angle', 'speed'],
  gait: ['', 'rest', 'f12'],
  fps: ['60', '0'],
  unit: ['m', 'dm', 'cm', 'mm', 'in', 'cmu', '0.3'],
  up: ['x', 'y', 'z', '-x', '-y', '-z'],
  camera: ['front', 'home', 'left,ortho', 'perspective', '10,20,3,0,1,0', 'view:Side'],
  gestures: ['all'],
  width: ['640'],
  height: ['360'],
  share: ['view/'],
};

/** Every example: of the groups, each word, and those above. @type {{ row: typeof ROWS[number], text: string }[]} */
const EXAMPLES = ROWS.filter(({ kind }) => kind !== 'address').flatMap((row) => {
  const { attribute, kind } = row;
  const group = GROUPS.flatMap(({ example: { rest } }) =>
    Array.from(rest.matchAll(/([\w-]+)(?:="([^"]*)")?/g), ([, name, value = '']) => ({ name, value })),
  );
  const texts = [
    ...(kind === 'boolean' ? [''] : []),
    ...group.flatMap(({ name, value }) => (name === attribute ? [value] : [])),
    ...(TAUGHT.get(attribute)?.values.map(([word]) => word) ?? []),
    ...(TOLD[attribute] ?? []),
  ];
  return [...new Set(texts)].map((text) => ({ row, text }));
});

/** An element without a page. */
class Element extends ReflectedElement {
  /** @type {Map<string, string>} */
  all = new Map();
  /** @param {string} name */
  getAttribute(name) {
    return this.all.get(name) ?? null;
  }
  /** @param {string} name @param {string} value */
  setAttribute(name, value) {
    this.all.set(name, value);
  }
  /** @param {string} name */
  removeAttribute(name) {
    this.all.delete(name);
  }
  load() {}
}

/** @typedef {Element & Record<string, any>} Player */
const player = () => /** @type {Player} */ (/** @type {unknown} */ (new Element()));

/** Sets what React does: a property where the element has one of that name. @param {Player} element @param {string} name @param {unknown} value */
function react(element, name, value) {
  if (name in element) element[name] = value;
  else if (value !== false) element.setAttribute(name, value === true ? '' : String(value));
}

/** The ways to say an option, each with the name that it uses. @type {Record<string, (element: Player, row: typeof ROWS[number], text: string) => void>} */
const WAYS = {
  'the property, with the text': (element, { name, kind }, text) => {
    // The text of a switch may be empty.
    element[name] = (kind === 'boolean' && !text) || text;
  },
  'the property, with its own value': (element, row, text) => {
    const other = player();
    other.setAttribute(row.attribute, text);
    element[row.name] = other[row.name];
  },
  'React, by the attribute': (element, { attribute, kind }, text) => react(element, attribute, (kind === 'boolean' && !text) || text),
  'React, by the property': (element, { name, kind }, text) => react(element, name, (kind === 'boolean' && !text) || text),
};

for (const [way, say] of Object.entries(WAYS))
  test(`${way}: as the attribute says it`, () => {
    for (const { row, text } of EXAMPLES) {
      const [attribute, other] = [player(), player()];
      attribute.setAttribute(row.attribute, text);
      say(other, row, text);
      assert.deepEqual(other[row.name], attribute[row.name], `${row.attribute}="${text}"`);
      // The own value of a switch has no word.
      if (!/own value/.test(way)) assert.equal(other.loopMode, attribute.loopMode, `${row.attribute}="${text}"`);
    }
  });

test('a frame’s address: as the attribute says it, and a switch is off in one way', () => {
  for (const { row, text } of EXAMPLES) {
    if (row.source || row.apart) continue;
    const [attribute, other] = [player(), player()];
    attribute.setAttribute(row.attribute, text);
    new FrameParameters(/** @type {any} */ (other)).apply(new Map([[row.attribute, text]]));
    assert.deepEqual(other[row.name], attribute[row.name], `${row.attribute}=${text}`);
    if (row.kind !== 'boolean') continue;
    for (const off of ['0', 'false', 'no', 'off']) {
      new FrameParameters(/** @type {any} */ (other)).apply(new Map([[row.attribute, off]]));
      assert.equal(other[row.name], false, `${row.attribute}=${off}`);
    }
  }
});

test('off is read in one way: none of what is shown, and a camera that does not follow', () => {
  for (const off of ['0', 'false', 'no', 'OFF']) {
    for (const name of ['ghosts', 'trails', 'measures', 'marks', 'contacts', 'curves', 'gait', 'moments', 'follow']) {
      const element = player();
      element.setAttribute(name, off);
      assert.ok([null, 0, 'off'].includes(element[name]), `${name}="${off}": ${element[name]}`);
    }
    const element = player();
    element.trails = [off, 'Head'];
    assert.deepEqual(element.trails, [off, 'Head'], 'joints may have such names');
  }
});

test('a property that is set to null or undefined takes its attribute away', () => {
  class Clip extends Element {}
  reflect(Clip, CLIP_ROWS);
  for (const [Made, rows] of /** @type {const} */ ([
    [Element, ROWS],
    [Clip, CLIP_ROWS],
  ]))
    for (const { name, attribute } of rows)
      for (const nothing of [null, undefined]) {
        const element = /** @type {Player} */ (new Made());
        element.setAttribute(attribute, '1');
        element[name] = nothing;
        assert.equal(element.getAttribute(attribute), null, `${name} = ${nothing}`);
      }
});

/** @param {string} hash */
const attributesOf = (hash) => linked(parameters({ search: '', hash: `#url=walk.bvh&${hash}` }), 'https://example.org/')?.intent.attributes;

test('a link: as the attribute says it', () => {
  for (const { row, text } of EXAMPLES) {
    if (!row.link) continue;
    const [attribute, other] = [player(), player()];
    attribute.setAttribute(row.attribute, text);
    for (const [name, value] of Object.entries(attributesOf(`${row.attribute}=${encodeURIComponent(text)}`) ?? {}))
      if (value !== null) other.setAttribute(name, value);
    assert.deepEqual(other[row.name], attribute[row.name], `${row.attribute}=${text}`);
  }
});

test('loop may have the word of its mode, in attributes and links; the own attribute of the mode comes first', () => {
  const element = player();
  element.setAttribute('loop', 'pingpong');
  assert.deepEqual([element.loop, element.loopMode], [true, 'pingpong']);
  element.loopMode = 'reverse';
  assert.equal(element.loopMode, 'reverse');
  assert.deepEqual(attributesOf('loop=pingpong'), { loop: '', 'loop-mode': 'pingpong' });
  assert.deepEqual(attributesOf('loop=pingpong&loop-mode=reverse'), { loop: '', 'loop-mode': 'reverse' });
  assert.deepEqual(attributesOf('loop=1-2'), { loop: '' });
});

/** Those of its clip. */
const BEHAVIOURS = ['Stand', 'Wave'];

/** A session that has what the attributes of an element ask for. @param {Player} element */
function sessionOf(element) {
  const { values } = new Settings();
  const set = (/** @type {string} */ name, /** @type {unknown} */ value) => Object.assign(values, { [name]: value });
  const session = {
    values,
    set,
    get: (/** @type {keyof typeof values} */ name) => values[name],
    state: { defaultRate: 1 },
    host: { read: (/** @type {unknown} */ _, /** @type {unknown} */ otherwise) => otherwise },
    playback: {
      setRate: (/** @type {number} */ rate) => set('rate', rate),
      behaviours: ['Stand', element.getAttribute('behaviour') ?? ''],
    },
    view: { camera: element.camera },
    element: { controls: false },
    emit() {},
  };
  for (const [name, value] of element.all) applyAttribute(/** @type {any} */ (element), /** @type {any} */ (session), name, value);
  const { unit, up, positions, ground, frameTime } = attributeIntent(/** @type {any} */ (element));
  Object.assign(values, {
    unit,
    up,
    positions,
    ground,
    frameTime,
    behaviour: Math.max(0, BEHAVIOURS.indexOf(element.getAttribute('behaviour') ?? '')),
  });
  return session;
}

test('what links and tags tell of a session sets the same again', () => {
  // What an option needs to mean something.
  const needs = {
    'moments-spacing': ['moments', '5'],
    'moments-tint': ['moments', '5'],
    'ghost-step': ['ghosts', '2'],
    'trail-window': ['trails', ''],
  };
  for (const { row, text } of EXAMPLES) {
    if (!row.link || row.kept || row.name === 'end') continue;
    const [before, after] = [player(), player()];
    const [needed, value] = needs[/** @type {keyof typeof needs} */ (row.attribute)] ?? [];
    if (needed !== undefined) before.setAttribute(needed, value);
    if (row.name === 'loopMode') before.setAttribute('loop', '');
    before.setAttribute(row.attribute, text);
    const session = sessionOf(before);
    for (const { attribute, kind, text: written } of told(/** @type {any} */ (session), { view: true, packed: false, rangeStart: 0 }))
      after.setAttribute(attribute, kind === 'boolean' ? '' : written);
    // Metres of a unit have six decimals.
    if (session.values.unit) session.values.unit = Number(session.values.unit.toFixed(6));
    assert.deepEqual(sessionOf(after).values, session.values, `${row.attribute}="${text}": ${JSON.stringify([...after.all])}`);
    if (row.name === 'camera') assert.equal(after.camera, before.camera);
  }
});

test('times of packed motion count from its range: moments and marks are moved, those outside of it are left out', () => {
  const element = player();
  element.setAttribute('moments', '0.5 1 2 3');
  element.setAttribute('marks', 'a@0.5; b@1.25; c@0.5-3; d@2.75');
  const texts = told(/** @type {any} */ (sessionOf(element)), { view: true, packed: true, rangeStart: 1, rangeEnd: 2.5 }).map(
    ({ text }) => text,
  );
  assert.deepEqual(texts, ['0 1', 'b@0.25; c@0-1.5']);
});

test('every option has an example', () => {
  const without = ROWS.filter(({ kind, attribute }) => kind !== 'address' && !EXAMPLES.some(({ row }) => row.attribute === attribute));
  assert.deepEqual(
    without.map(({ attribute }) => attribute),
    [],
  );
});

/** Where several options are named at once, in how many lists, and why. @type {Record<string, number>} */
const LISTS = {
  // Settings of a stage: which of them decide where joints are; which an intent has as they are.
  'player/base/of-pose.js': 1,
  'player/session/intent.js': 1,
  // Options with code of their own: when they change, in a link.
  'player/element/attributes.js': 1,
  'share/told.js': 1,
  'share/link-to.js': 1,
  'page/limits.js': 1,
  // Limits of numbers, and which may be negative.
  'player/base/limits.js': 2,
  // Settings that a panel shows.
  'panels/settings.js': 1,
  // Options that say where a clip stands, how its file is meant, and what an array holds.
  'tools/compare/aligning.js': 1,
  'actors/index.js': 1,
  'guesses/arrays.js': 1,
  // How a file is read, said again of the same file beside its mended motion.
  'tools/mend/beside.js': 1,
  // The player that draws posters and films for the program.
  'gallery/drawing.js': 1,
};

/**
 * Tables of words that pages may replace, and that come after the first load, which the rows belong to: what steps are called, and other
 * words by which somebody may look for something. Each has names of other things, too, and the next test compares them with the rows.
 * @type {Record<string, number>}
 */
const WORDS = { 'panels/strings.js': 1, 'palette/strings.js': 2 };

/** Names that pictures and films have, too. */
const COMMON = ['width', 'height', 'src', 'alt'];

test('no other file lists options', async () => {
  /** What an option is called. @type {Map<string, string>} */
  const options = new Map();
  for (const { name, attribute, beside = name } of [...ROWS, ...CLIP_ROWS])
    if (!COMMON.includes(name)) for (const each of [name, attribute, beside]) options.set(each, name);
  /** @type {Record<string, string[][]>} */
  const found = {};
  for (const file of await readdir(WWW, { recursive: true })) {
    if (!/\.(js|d\.ts)$/.test(file) || file === 'player/base/options.js') continue;
    // Tables of words have other names among those of options.
    const share = file in WORDS ? 0.3 : 0.8;
    const lists = listsIn(await readFile(join(WWW, file), 'utf8')).filter((list) => {
      const known = list.filter((name) => options.has(name));
      return new Set(known.map((name) => options.get(name))).size > 2 && known.length > share * list.length;
    });
    if (lists.length) found[file] = lists;
  }
  const counted = Object.fromEntries(Object.entries(found).map(([file, { length }]) => [file, length]));
  assert.deepEqual(counted, { ...LISTS, ...WORDS }, JSON.stringify(found, null, 1));
});

test('what steps are called, and other words for them, are those of options, tools and changes that there are; none that visitors set lacks one', async () => {
  const files = (await readdir(WWW, { recursive: true })).filter((file) =>
    /^(controls|panels|tools|guesses|share|palette|page|actors)\b.*\.js$/.test(file),
  );
  const scripts = (await Promise.all(files.map((file) => readFile(join(WWW, file), 'utf8')))).join('\n');
  const found = (/** @type {RegExp} */ pattern) => [...scripts.matchAll(pattern)].map(([, name]) => name);
  // A tool's settings are called after it, and mending says what it did.
  const titled = ['mend', ...TOOLS.filter(({ words: { title } }) => title).flatMap(({ settings }) => settings)];
  const set = [...found(/history\.(?:set|change)\('(\w+)'/g), ...found(/history\.setOf\([^;]*?, '(\w+)'/g)];
  const noted = [...found(/\bname: '(\w+)',\s*ofClip/g), ...found(/\bnoted\('(\w+)'/g)];
  const known = [...ROWS, ...CLIP_ROWS].map(({ name }) => name);
  const named = Object.keys(P.steps);
  assert.ok(set.length > 30 && noted.length > 5);
  assert.deepEqual(
    [...new Set([...set, ...noted])].filter((name) => !named.includes(name) && !titled.includes(name)),
    [],
  );
  const { values } = new Settings();
  assert.deepEqual(
    named.filter((name) => !known.includes(name) && !(name in values) && !noted.includes(name)),
    [],
  );
  const entries = await readFile(join(WWW, 'palette/entries.js'), 'utf8');
  const tools = TOOLS.map(({ name }) => name);
  assert.deepEqual(
    Object.keys(K.synonyms).filter((name) => ![...known, ...tools].includes(name) && !entries.includes(`'${name}'`)),
    [],
  );
});

/** Where something is set that no visitor has asked for, in how many places, and why. @type {Record<string, number>} */
const SET = {
  // The door itself.
  'controls/history.js': 4,
  // The joint under the pointer.
  'panels/tree.js': 1,
  // The parts of the look that was chosen.
  'tools/body/index.js': 1,
  // Columns follow their figures while clips are side by side.
  'tools/compare/index.js': 1,
  // Marks that were left on the clip, or that a packed file has inside.
  'tools/marks/index.js': 1,
  // Attributes about the motion's file, while another figure is shown.
  'tools/retarget/index.js': 3,
};

test('what visitors set goes through the history, so that it can be undone', async () => {
  const names = [...ROWS, ...CLIP_ROWS].map(({ name }) => name).join('|');
  const sets = new RegExp(`\\b(?:element|player)\\.(?:${names}) (?:\\?\\?|\\|\\|)?= |\\b(?:session|overrides)\\.set\\(`, 'g');
  /** @type {Record<string, number>} */
  const found = {};
  for (const file of await readdir(WWW, { recursive: true })) {
    if (!/^(controls|panels|tools|guesses|share)\b.*\.js$/.test(file)) continue;
    const count = [...(await readFile(join(WWW, file), 'utf8')).matchAll(sets)].length;
    if (count) found[file.replaceAll('\\', '/')] = count;
  }
  assert.deepEqual(found, SET);
});
