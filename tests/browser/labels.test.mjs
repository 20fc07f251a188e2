// of: page, labels, wall, marey_labels
/** Labels of clips: files of labels that are dropped, captions and lanes below the timeline, the search and the lists of the wall. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { commonPrefix, shortNames } from '../../www/wall/short-names.js';
import { columnsOf, everything, fitting } from '../../www/wall/filter.js';
import { holdsAt, isWhole, stack, tintOf } from '../../www/tools/labels/stack.js';
import { isAccessible } from './support/axe.mjs';
import { stick, walker } from './support/clips.mjs';
import { onDisk } from './support/disk.mjs';
import { framesLater, scenes, until } from './support/scenes.mjs';
import { zip } from './support/zip.mjs';

const { scene } = await scenes({ loads: 'Dance' });
const DESK = /** @type {const} */ ({ size: [1280, 800] });
const PHONE = { size: /** @type {[number, number]} */ ([390, 844]), touch: true };

/** @param {string} text @param {string} [name] */
const labels = (text, name = 'labels.csv') => ({ name, text });
const WALK = { name: 'walker.bvh', text: walker() };
const TABLE = `path,start,end,text,style
walker.bvh,,,a person walks,calm
walker.bvh,0,1,stands,calm
walker.bvh,0.5,2,swings both arms,calm
stick,0,1,falls,wild
`;

/** @param {Player} player */
const caption = async (player) => (await player.find('.caption-of-labels .said bdi').allTextContents()).join(' | ');
/** @param {Player} player @param {string} text */
const says = (player, text) => until(`the caption is ${text}`, async () => (await caption(player)) === text);
/** @param {Player} player */
const spans = (player) => player.find('.span-of-label').allTextContents();
/** @param {Page} page */
const remarks = (page) => page.locator('.labelled li').allTextContents();
/** @param {Page} page @param {string} text */
const notes = (page, text) => until(`the list says ${text}`, async () => (await page.locator('.labelled summary').textContent()) === text);

/** @param {Partial<import('../../www/types.d.ts').ClipLabel>} label */
const label = (label) => ({ text: '', more: [], line: 1, ...label });

test('spans that overlap stack in lanes, and those beyond the last lane are counted', () => {
  const all = [
    label({ text: 'a', from: 0, to: 2 }),
    label({ text: 'b', from: 1, to: 3 }),
    label({ text: 'c', from: 2, to: 4 }),
    label({ text: 'd', from: 2.5, to: 9 }),
    label({ text: 'after', from: 8, to: 9 }),
  ];
  const { spans: placed, lanes, hidden } = stack(all, 0, 5, 2);
  assert.deepEqual(
    placed.map(({ label: { text }, lane, to }) => `${text} ${lane} ${to}`),
    ['a 0 2', 'b 1 3', 'c 0 4'],
  );
  assert.equal(lanes, 2);
  assert.deepEqual(
    hidden.map((span) => span.label.text),
    ['d'],
  );
});

test('a label holds from its start until its end; without both for the whole clip', () => {
  assert.ok(isWhole(label({})));
  assert.ok(!isWhole(label({ to: 1 })));
  assert.ok(holdsAt(label({ from: 1, to: 2 }), 1));
  assert.ok(!holdsAt(label({ from: 1, to: 2 }), 2));
  assert.ok(holdsAt(label({ from: 1, to: 1 }), 1));
  assert.equal(tintOf('Turns'), tintOf('turns'));
});

/** @param {string} name @param {Partial<import('../../www/wall/item.js').Item>} [more] */
const item = (name, more = {}) =>
  /** @type {import('../../www/wall/item.js').Item} */ ({ name, folder: '', bad: false, format: 'BVH', joints: 1, note: '', ...more });

test('cards drop what long names of a folder have in common, up to a separator', () => {
  assert.equal(commonPrefix(['session one_walk', 'session one_wave']), 'session one_'.length);
  const all = ['subject01_day2_walk', 'subject01_day2_wave', 'subject01_day2_run'].map((name) => item(name));
  assert.deepEqual([...shortNames(all).values()], ['\u2026walk', '\u2026wave', '\u2026run']);
  assert.equal(shortNames(all.slice(1)).size, 0, 'two clips have nothing in common');
  assert.equal(shortNames(['take 1', 'take 2', 'take 3'].map((name) => item(name))).size, 0, 'short names stay whole');
  assert.equal(shortNames([...all, item('other')]).size, 0);
});

test('clips are found by the words of their labels and by columns of one\u2019s own', () => {
  const all = [
    item('a', { labels: 'walks slowly', columns: { style: ['calm'], take: ['1'] } }),
    item('b', { labels: 'runs', columns: { style: ['wild', 'calm'], take: ['1'] } }),
    item('c'),
  ];
  const names = (/** @type {Partial<import('../../www/wall/filter.js').Choice>} */ choice) =>
    fitting(all, { ...everything(), ...choice }).map(({ name }) => name);
  assert.deepEqual(names({ text: 'slowly' }), ['a']);
  assert.deepEqual(names({ columns: { style: 'calm' } }), ['a', 'b']);
  assert.deepEqual(columnsOf(all), [['style', ['calm', 'wild']]], 'one value is no choice');
});

scene(
  'a table that is dropped with clips labels them: the caption says what holds now, a press goes there and loops',
  DESK,
  async ({ page, player }) => {
    await player.opens('walker', WALK, { name: 'stick.bvh', text: stick() }, labels(TABLE));
    await notes(page, 'labels.csv: 4 labels for 2 clips');
    await player.run((element) => {
      element.pause();
      element.currentTime = 0.7;
    });
    await says(player, 'a person walks | stands | swings both arms');
    assert.deepEqual(await spans(player), ['stands', 'swings both arms']);
    const lanes = await player.find('.span-of-label').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
    assert.ok(lanes[1] > lanes[0], 'they overlap');
    assert.equal(await player.find('.caption-of-labels .said').getAttribute('aria-live'), 'polite');
    await player.find('.span-of-label').nth(1).click();
    assert.ok(Math.abs((await player.run((element) => element.currentTime)) - 0.5) < 0.02);
    const range = player.find('.pill.range');
    assert.equal(await range.isVisible(), false);
    await player.find('.span-of-label').nth(1).click();
    await range.waitFor();
    await page.locator('.library .row .pick').nth(1).click();
    await player.loaded('stick');
    await until('another clip has its own', async () => (await spans(player)).join() === 'falls');
    await isAccessible(page);
  },
);

scene(
  'labels alone are for the clips that are open; what is wrong is listed with its line, and nothing else is lost',
  DESK,
  async ({ page, player }) => {
    await player.opens('walker', WALK);
    await player.drop(
      labels('path;start;end;text\nwalker;2;1;late\ngone;0;1;x\nwalker;0;99;d\xe9j\xe0\nwalker;0;99;d\xe9j\xe0\nwalker;0;1;\n'),
    );
    await notes(page, 'labels.csv: 1 label for 1 clip \u00b7 7 remarks');
    assert.deepEqual((await remarks(page)).sort(), [
      'line 2: the end \u201c1\u201d is before the start \u201c2\u201d: the label is left out',
      'line 3: no clip is \u201cgone\u201d',
      'line 4: is not UTF-8: read as Windows-1252',
      'line 4: the span goes beyond the end of walker at 2.97 s',
      'line 5: is not UTF-8: read as Windows-1252',
      'line 5: says the same as line 4: it counts once',
      'line 6: has no text: it is no label',
    ]);
    await says(player, 'd\xe9j\xe0');
    await player.drop(labels('time,x\n0,1\n', 'numbers.csv'));
    await until('it is told', async () =>
      /numbers\.csv has no labels that can be read: line 1: no column/.test(await player.text('.toast')),
    );
    await says(player, 'd\xe9j\xe0');
    await page.getByRole('button', { name: 'Take the labels away' }).click();
    await until('they are gone', async () => !(await player.find('.labels-of-clip').isVisible()));
  },
);

scene(
  'texts beside arrays of their name, and labels in folders and archives, find their clips; other texts are left alone',
  DESK,
  async ({ page, player }) => {
    const files = {
      'motions/walker.bvh': WALK.text,
      'texts/walker.txt': 'someone walks.#someone/PRON walk/VERB#0.0#0.0\nstops.#stop/VERB#1#2\n',
      'readme.txt': 'not a motion',
      'values.csv': 'time,x\n0,1\n',
      'package.json': '{"name": "x", "main": "y"}',
    };
    await player.dropFromDisk(await onDisk('set', files));
    await player.loaded('walker');
    await notes(page, 'walker.txt: 2 labels for 1 clip');
    await until('one clip', async () => (await player.list()).length === 1);
    await page.getByRole('button', { name: 'Take the labels away' }).click();
    const json = '{"7": {"feat_p": "X/Y/stick_poses.npz", "frame_ann": {"labels": [{"raw_label": "waves", "start_t": 0, "end_t": 1}]}}}';
    await player.drop({
      name: 'set.zip',
      text: zip([
        { name: 'Y/stick.bvh', text: stick() },
        { name: 'train.json', text: json },
      ]),
    });
    await player.loaded('stick');
    await until('it is labelled', async () => (await spans(player)).join() === 'waves');
  },
);

scene('the wall finds clips by their labels, has lists for columns, and shows the text on the card', DESK, async ({ page, player }) => {
  await player.opens('walker', WALK, { name: 'stick.bvh', text: stick() }, labels(TABLE));
  await notes(page, 'labels.csv: 4 labels for 2 clips');
  await page.locator('.clips .grid').click();
  const shown = () => page.locator('.wall-card .wall-name').allTextContents();
  await until('both are there', async () => (await shown()).join() === 'stick,walker');
  assert.deepEqual(await page.locator('.wall-said').allTextContents(), ['falls', 'a person walks \u00b7 stands \u00b7 swings both arms']);
  await page.getByRole('searchbox', { name: 'Search names and labels' }).fill('both arms');
  await until('one is found', async () => (await shown()).join() === 'walker');
  await page.getByRole('searchbox', { name: 'Search names and labels' }).fill('');
  await page.getByRole('combobox', { name: 'style' }).selectOption('wild');
  await until('one is chosen', async () => (await shown()).join() === 'stick');
  await isAccessible(page, { within: '.wall' });
});

scene('on a phone the caption is below the timeline, and more than three lanes are counted', PHONE, async ({ player }) => {
  const rows = Array.from({ length: 5 }, (_, index) => `walker,0,2,label ${index}`).join('\n');
  await player.opens('walker', WALK, labels(`path,start,end,text\n${rows}\n`));
  await until('three lanes', async () => (await spans(player)).length === 3);
  assert.equal(await player.text('.caption-of-labels .more-labels'), '+2');
  const { width } = (await player.find('.labels-of-clip').boundingBox()) ?? { width: 999 };
  assert.ok(width <= 390);
});

scene('while a clip plays, the caption is not read aloud', DESK, async ({ page, player }) => {
  await player.opens('walker', WALK, labels(TABLE));
  await until('it is there', async () => (await spans(player)).length === 2);
  await player.plays();
  await framesLater(page, 5);
  assert.equal(await player.find('.caption-of-labels .said').getAttribute('aria-live'), 'off');
});
