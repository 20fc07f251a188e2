// of: wall
/** Which clips the wall shows and in what order, and which moment a poster shows: without a browser. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_RIG, chipsOf, chosenOf, everything } from '../../www/wall/filter.js';
import { farthest, spread, tells } from '../../www/wall/telling.js';

/** @typedef {import('../../www/wall/item.js').Item} Item */

/** @param {string} name @param {Partial<Item>} [facts] @returns {Item} */
const item = (name, facts = {}) => ({
  name,
  title: name,
  note: '',
  format: 'BVH',
  folder: '',
  seconds: 1,
  joints: 20,
  rig: null,
  warnings: 0,
  movement: 0.1,
  travel: null,
  date: 0,
  bad: false,
  current: false,
  bytes: 1,
  ...facts,
});
const ITEMS = [
  item('take 10', { seconds: 30, joints: 60, date: 3 }),
  item('take 2', { seconds: 2, warnings: 4, travel: 3, date: 1 }),
  item('broken', { bad: true, seconds: null, joints: null, warnings: null }),
  item('Dance', { seconds: 90, joints: 80, format: 'ASF/AMC', folder: 'ballet/first', date: 2 }),
  item('new', { movement: 0.2, seconds: null, joints: null, warnings: null, format: 'HAnim' }),
];
/** @param {Partial<import('../../www/wall/filter.js').Choice>} choice */
const names = (choice) => chosenOf(ITEMS, { ...everything(), ...choice }).map(({ name }) => name);

test('clips are in the order of their names, take 2 before take 10, and unreadable ones are last', () => {
  assert.deepEqual(names({}), ['Dance', 'new', 'take 2', 'take 10', 'broken']);
});

test('other orders have the largest first, what is not known yet after that, and unreadable ones last', () => {
  assert.deepEqual(names({ order: 'length' }), ['Dance', 'take 10', 'take 2', 'new', 'broken']);
  assert.deepEqual(names({ order: 'joints' }), ['Dance', 'take 10', 'take 2', 'new', 'broken']);
  assert.deepEqual(names({ order: 'warnings' }), ['take 2', 'Dance', 'take 10', 'new', 'broken']);
  assert.deepEqual(names({ order: 'movement' }), ['new', 'Dance', 'take 2', 'take 10', 'broken']);
  assert.deepEqual(names({ order: 'travel' }), ['take 2', 'Dance', 'new', 'take 10', 'broken']);
  assert.deepEqual(names({ order: 'date' }), ['take 10', 'Dance', 'take 2', 'new', 'broken']);
});

test('a search finds parts of names, folders and formats, in capitals or not', () => {
  assert.deepEqual(names({ text: ' TAKE ' }), ['take 2', 'take 10']);
  assert.deepEqual(names({ text: 'ballet' }), ['Dance']);
  assert.deepEqual(names({ text: 'hanim' }), ['new']);
  assert.deepEqual(names({ text: 'first dance' }), ['Dance'], 'words in any order');
  assert.deepEqual(names({ text: 'waltz' }), []);
});

test('facts with their units are found, and numbers alone only in names', () => {
  assert.deepEqual(names({ text: '80 joints' }), ['Dance']);
  assert.deepEqual(names({ text: '80' }), []);
  assert.deepEqual(
    chosenOf([item('seven', { note: '7.0 s' }), item('take 7', { note: '2.0 s' })], { ...everything(), text: '7' }).map(({ name }) => name),
    ['take 7'],
  );
  assert.deepEqual(names({ folder: 'ballet' }), ['Dance']);
});

test('chips count formats, warnings and unreadable clips, and are not there for what no clip is', () => {
  assert.deepEqual(chipsOf(ITEMS), [
    { only: '', count: 5 },
    { only: 'BVH', count: 2 },
    { only: 'ASF/AMC', count: 1 },
    { only: 'HAnim', count: 1 },
    { only: 'warnings', count: 1 },
    { only: 'bad', count: 1 },
  ]);
  assert.deepEqual(chipsOf([item('one')]), [
    { only: '', count: 1 },
    { only: 'BVH', count: 1 },
  ]);
  assert.deepEqual(names({ only: 'BVH' }), ['take 2', 'take 10']);
  assert.deepEqual(names({ only: 'warnings' }), ['take 2']);
  assert.deepEqual(names({ only: 'bad' }), ['broken']);
});

test('duplicates and outliers have chips where they are known', () => {
  const items = [item('a', { duplicate: true }), item('b', { duplicate: true, outlier: true }), item('c', { duplicate: false })];
  assert.deepEqual(chipsOf(items).slice(-2), [
    { only: 'duplicates', count: 2 },
    { only: 'outliers', count: 1 },
  ]);
  assert.deepEqual(
    chosenOf(items, { ...everything(), only: 'outliers' }).map(({ name }) => name),
    ['b'],
  );
});

test('a rig is chosen and found by its words, and so is none; clips of which nobody knows it are left out', () => {
  const items = [item('a', { rig: 'LAFAN1' }), item('b', { rig: '' }), item('c', { rig: null }), item('d', { rig: 'Mixamo names' })];
  /** @param {Partial<import('../../www/wall/filter.js').Choice>} choice */
  const found = (choice) =>
    chosenOf(items, { ...everything(), ...choice })
      .map(({ name }) => name)
      .join('');
  assert.equal(found({ rig: 'LAFAN1' }), 'a');
  assert.equal(found({ rig: NO_RIG }), 'b');
  assert.equal(found({ text: 'mixamo' }), 'd');
  assert.equal(found({ text: 'known rig' }), 'b');
});

test('ranges of length and joints leave out clips that have not been read', () => {
  assert.deepEqual(names({ length: 'medium' }), ['take 2']);
  assert.deepEqual(names({ length: 'longest' }), ['Dance']);
  assert.deepEqual(names({ joints: 'some' }), ['take 10']);
  assert.deepEqual(names({ joints: 'few', length: 'long' }), []);
});

test('a poster shows the moment that is farthest from the beginning and from the mean', () => {
  assert.equal(farthest([[0, 0, 1, 0, 0]]), 1);
  assert.equal(
    farthest([
      [0, 0, 1, 0],
      [0, 0, 0, 3],
    ]),
    2,
  );
  assert.equal(farthest([]), 0);
});

test('the movement is the root mean square distance of joints from their mean places', () => {
  assert.equal(
    spread([
      [9, 0, 0],
      [9, 1, 1],
    ]),
    0,
  );
  assert.equal(
    spread([
      [9, 2, 4],
      [9, 1, 1],
    ]),
    1,
  );
  assert.equal(
    spread([
      [0, 3, 5],
      [0, 0, 0],
      [0, 3, 5],
      [0, 0, 0],
    ]),
    1,
  );
  assert.equal(spread([]), 0);
});

/** A stage with a hand that is raised at a moment, of a figure that walks on and turns. @param {number} raised seconds @returns {any} */
const stage = (raised) => ({
  carriers: (/** @type {Float64Array} */ moments) => Float32Array.of(1.7, 0, ...[...moments].flatMap((moment) => [0, 1, 2 * moment])),
  path: (/** @type {number} */ joint, /** @type {Float64Array} */ moments) =>
    Float32Array.from(
      [...moments].flatMap((moment) => [
        Math.sin(moment) * 0.5,
        joint === 3 && Math.abs(moment - raised) < 0.15 ? 2 : 1,
        2 * moment + Math.cos(moment) * 0.5,
      ]),
    ),
});
const JOINTS = [-1, 0, 0, 0, 0].map((parent) => ({ parent, endSite: false }));

test('turning and walking on do not count, and the ends of the clip are left out', () => {
  assert.ok(Math.abs(tells(stage(3), JOINTS, 5).moment - 3) < 0.2);
  const late = tells(stage(4.9), JOINTS, 5).moment;
  assert.ok(late >= 1 && late <= 4, `${late} is between 20 and 80 per cent`);
  assert.deepEqual(tells(stage(0), JOINTS, 0), { moment: 0, movement: 0 }, 'a pose has one moment');
});
