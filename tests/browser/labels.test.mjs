// of: page, labels, wall, share, marey_labels
/** Labels of clips: files of labels that are dropped, captions and lanes below the timeline, the search and the lists of the wall. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrapped } from '../../www/share/caption.js';
import { commonPrefix, shortNames } from '../../www/wall/short-names.js';
import { columnsOf, everything, fitting } from '../../www/wall/filter.js';
import { holdsAt, isBeyond, isWhole, stack, tintOf } from '../../www/tools/labels/stack.js';
import { isAccessible } from './support/axe.mjs';
import { stick, walker } from './support/clips.mjs';
import { onDisk } from './support/disk.mjs';
import { framesLater, scenes, until } from './support/scenes.mjs';
import { openSharing, unfold } from './support/sharing.mjs';
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

/** @param {Player} player */
const takesAway = (player) => player.page.getByRole('button', { name: 'Take the labels away' }).click();
/** Bytes of UTF-8, as files are dropped. @param {string} text */
const utf8 = (text) => Buffer.from(text).toString('latin1');
const LONG = 'The person begins to walk towards the window, looks back, then turns around and stops. '.repeat(6).trim();
const FROM_RIGHT = '\u05d4\u05d0\u05d9\u05e9 \u05d4\u05d5\u05dc\u05da \u05dc\u05d0\u05d8. '.repeat(30).trim();

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
  assert.ok(isBeyond(label({ from: 3 }), 2.97));
  assert.ok(!isBeyond(label({ from: 2.97, to: 9 }), 2.97));
});

test('captions of pictures have two lines at most, broken at spaces where there are some', () => {
  const fits = (/** @type {string} */ line) => line.length <= 10;
  assert.deepEqual(wrapped('a slow step', fits), ['a slow', 'step']);
  assert.deepEqual(wrapped('she looks back over a shoulder', fits), ['she looks', 'back over\u2026']);
  assert.deepEqual(wrapped('abcdefghijklm', fits), ['abcdefghij', 'klm']);
  assert.deepEqual(
    wrapped('abc', () => false),
    ['a', 'b\u2026'],
  );
  assert.deepEqual(wrapped('', fits), []);
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

for (const [where, options] of /** @type {const} */ ([
  ['on a desktop', DESK],
  ['on a phone', PHONE],
]))
  scene(`a long text has two lines until it is unfolded, by keys, too, ${where}`, options, async ({ player }) => {
    await player.opens('walker', WALK, labels(utf8(`path,text\nwalker,"${LONG}"\nwalker,${'x'.repeat(250)}\n`)));
    await until('it is there', async () => (await player.find('.caption-of-labels .said bdi').count()) === 2);
    const said = player.find('.caption-of-labels .said');
    const height = async () => (await said.boundingBox())?.height ?? 0;
    await until('two lines', async () => (await height()) === 40);
    assert.ok((await said.getAttribute('title'))?.includes(LONG));
    const more = player.button('The whole text');
    await more.focus();
    await more.press('Enter');
    await until('it is unfolded', async () => (await height()) > 80 && (await more.getAttribute('aria-expanded')) === 'true');
    await said.focus();
    await more.click();
    await until('it is folded', async () => (await height()) === 40);
  });

scene('a text from right to left begins at the right', DESK, async ({ player }) => {
  await player.opens('walker', WALK, labels(utf8(`path,text\nwalker,${FROM_RIGHT}\n`)));
  await until('it is there', async () => (await player.find('.caption-of-labels .said').getAttribute('dir')) === 'rtl');
  await player.button('The whole text').waitFor();
});

scene(
  'what found no lane, and what begins after the end, is named and gone to; keys stay within the clip',
  DESK,
  async ({ page, player }) => {
    const rows = Array.from({ length: 5 }, (_, index) => `walker,0.${index + 1},2,label ${index}`).join('\n');
    await player.opens('walker', WALK, labels(`path,start,end,text\n${rows}\nwalker,7,9,too late\n`));
    await until('four lanes', async () => (await spans(player)).length === 4);
    const more = player.button('+2, 1 more label at these times, 1 label after the clip\u2019s end');
    assert.equal(await more.textContent(), '+2');
    await more.click();
    const items = player.find('.further-labels li');
    assert.deepEqual(await items.allTextContents(), [
      'label 40.50 s \u2013 2.00 s',
      'too late7.00 s \u2013 9.00 s, after the clip\u2019s end',
    ]);
    await items.nth(0).getByRole('button').click();
    await until('it is gone to', async () => Math.abs((await player.run((element) => element.currentTime)) - 0.5) < 0.02);
    await player.holdAt(2.5);
    await player.root.press('n');
    await framesLater(page, 3);
    assert.ok(Math.abs((await player.run((element) => element.currentTime)) - 2.5) < 0.02, 'no label begins later');
    await player.root.press('Shift+N');
    await until('the one before', async () => Math.abs((await player.run((element) => element.currentTime)) - 0.5) < 0.02);
    await isAccessible(page);
  },
);

scene('a span is looped by a double click and by keys, says so, and no more when it is pressed again', DESK, async ({ page, player }) => {
  await player.opens('walker', WALK, labels(TABLE));
  await until('they are there', async () => (await spans(player)).length === 2);
  const [first, second] = [player.find('.span-of-label').nth(0), player.find('.span-of-label').nth(1)];
  const range = () => player.run((element) => element.loopRange);
  await second.dblclick();
  await until('it is looped', async () => (await second.getAttribute('aria-pressed')) === 'true');
  assert.deepEqual(await range(), [0.5, 2]);
  await second.press('Enter');
  await until('no more', async () => (await range()) === null && (await second.getAttribute('aria-pressed')) === 'false');
  await player.holdAt(2.5);
  await first.focus();
  await page.keyboard.press('Enter');
  await until('it is gone to', async () => (await player.run((element) => element.currentTime)) < 0.05);
  assert.equal(await range(), null);
  await page.keyboard.press('Enter');
  await until('the other is looped', async () => (await range())?.join() === '0,1');
  // Elsewhere a press leads back.
  await player.run((element) => {
    element.loopRange = null;
    element.currentTime = 2.5;
  });
  await page.keyboard.press('Enter');
  await until('it leads back', async () => (await player.run((element) => element.currentTime)) < 0.05);
  assert.equal(await range(), null);
});

scene('a text that still holds is not written again, and so not read again', DESK, async ({ player }) => {
  await player.opens('walker', WALK, labels(TABLE));
  await player.holdAt(0.2);
  await says(player, 'a person walks | stands');
  const whole = await player.find('.said .of-clip').elementHandle();
  await player.holdAt(0.7);
  await says(player, 'a person walks | stands | swings both arms');
  await player.holdAt(1.5);
  await says(player, 'a person walks | swings both arms');
  assert.ok(await whole?.evaluate((element) => element.isConnected));
});

scene('remarks beyond those that are listed are counted', DESK, async ({ page, player }) => {
  const rows = Array.from({ length: 1300 }, (_, index) => `walker,0,${index + 10},label ${index}`).join('\n');
  await player.opens('walker', WALK, labels(`path,start,end,text\n${rows}\nwalker,5,6,late\n`));
  await notes(page, 'labels.csv: 1,301 labels for 1 clip \u00b7 1,301 remarks');
  assert.equal((await remarks(page)).length, 201);
  assert.equal((await remarks(page)).at(-1), 'and 1,101 remarks more');
});

scene(
  'labels that come later are shown, a newer table replaces the older, and what was taken away comes back',
  DESK,
  async ({ page, player }) => {
    await player.opens('walker', WALK, { name: 'stick.bvh', text: stick() });
    await player.drop(labels(TABLE));
    await notes(page, 'labels.csv: 4 labels for 2 clips');
    await until('they are shown', async () => (await spans(player)).join() === 'stands,swings both arms');
    await player.drop(labels('path,start,end,text\nwalker,0,1,other\n'));
    await notes(page, 'labels.csv: 1 label for 1 clip');
    await until('the newer is shown', async () => (await spans(player)).join() === 'other');
    await takesAway(player);
    await until('they are gone', async () => !(await player.find('.labels-of-clip').isVisible()));
    await page.keyboard.press('Control+z');
    await until('they are back', async () => (await spans(player)).join() === 'other');
    await page.keyboard.press('Control+Shift+z');
    await until('they are gone again', async () => !(await player.find('.labels-of-clip').isVisible()));
  },
);

scene('labels of kept clips are kept, until they are taken away', DESK, async ({ page, player }) => {
  await player.opens('walker', WALK, labels(TABLE));
  await notes(page, 'labels.csv: 3 labels for 1 clip \u00b7 1 remark');
  await page.getByRole('switch', { name: 'Keep these clips in this browser' }).click();
  await until('they are kept', async () => /2 files/.test((await page.locator('.clips').textContent()) ?? ''));
  await page.reload();
  await player.loaded('walker');
  await until('they are shown', async () => (await spans(player)).join() === 'stands,swings both arms');
  assert.equal((await player.list()).length, 1);
  await takesAway(player);
  await until('one file is kept', async () => /1 file,/.test((await page.locator('.clips').textContent()) ?? ''));
  await page.reload();
  await player.loaded('walker');
  await framesLater(page, 10);
  assert.equal(await player.find('.labels-of-clip').count(), 0);
});

/** Bright pixels at the lower left of a picture. */
const inkBelow = (/** @type {Player} */ player, /** @type {import('../../www/types.d.ts').PictureOptions} */ options) =>
  player.run(async (element, how) => {
    const image = await createImageBitmap(
      await element.picture({ width: 640, height: 360, background: '#000', grid: false, shadow: false, theme: 'dark', ...how }),
    );
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext('2d'));
    context.drawImage(image, 0, 0);
    const { data } = context.getImageData(0, image.height - 45, 100, 45);
    return data.filter((value, index) => index % 4 === 0 && value > 120).length;
  }, options);

scene('pictures and films have what labels say of their moments, if that is wanted', DESK, async ({ player }) => {
  await player.opens('walker', WALK, labels('path,start,end,text\nwalker,0,1,stands still\n'));
  await until('it is there', async () => (await spans(player)).length === 1);
  assert.ok((await inkBelow(player, { time: 0.5, caption: true })) > 30, 'it says it');
  assert.equal(await inkBelow(player, { time: 1.5, caption: true }), 0, 'nothing is said then');
  assert.equal(await inkBelow(player, { time: 0.5 }), 0, 'nobody asked');
  assert.ok((await inkBelow(player, { time: 1.5, caption: 'at {time}' })) > 30, 'a text of one\u2019s own');
  await openSharing(player);
  for (const section of ['picture', 'film']) {
    await unfold(player, section);
    const captions = player.find(`[data-section="${section}"]`).getByRole('switch', { name: 'Captions' });
    await captions.waitFor();
    assert.ok(await captions.isChecked());
  }
  await player.closesPanel();
  await takesAway(player);
  await openSharing(player);
  await unfold(player, 'picture');
  await player.find('[data-section="picture"] .push').first().waitFor();
  assert.equal(await player.find('[data-section="picture"]').getByRole('switch', { name: 'Captions' }).count(), 0);
});

scene('two hundred clips with labels are found on the wall by their words', DESK, async ({ page, player }) => {
  const all = Array.from({ length: 200 }, (_, index) => ({
    name: `subject_01_session_${String(index).padStart(3, '0')}.bvh`,
    text: stick(),
  }));
  const rows = all
    .map(({ name }, index) => `${name},,,takes ${index % 7} steps and turn ${index},${index % 2 ? 'calm' : 'wild'}`)
    .join('\n');
  await player.drop(...all, labels(`path,start,end,text,style\n${rows}\n`));
  await notes(page, 'labels.csv: 200 labels for 200 clips');
  await page.locator('.clips .grid').click();
  const shown = () => page.locator('.wall-card .wall-name').allTextContents();
  await until('cards are there', async () => (await shown()).length > 5);
  assert.equal((await shown())[0], '\u2026000', 'the telling part');
  await page.getByRole('searchbox', { name: 'Search names and labels' }).fill('turn 137');
  await until('one is found', async () => (await shown()).length === 1);
  assert.deepEqual(await page.locator('.wall-said').allTextContents(), ['takes 4 steps and turn 137']);
  await page.getByRole('searchbox', { name: 'Search names and labels' }).fill('turn 13');
  await page.getByRole('combobox', { name: 'style' }).selectOption('calm');
  await until('seven are left', async () => (await shown()).length === 7);
});
