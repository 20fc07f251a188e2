// of: marks, controls, marey_compare
/** Own marks on the timeline, and lanes of feet on the ground with their thresholds. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { footOf, slideOf } from '../../www/tools/marks/slide.js';
import { stepsOf } from '../../www/actors/steps.js';
import { parseContacts, parseMarks, writeContacts, writeMarks } from '../../www/tools/marks/words.js';
import { inStrip, openStrip, pressInStrip } from './support/hands.mjs';
import { download } from './support/making.mjs';
import { copied, openSharing, unfold, valuesIn } from './support/sharing.mjs';
import { scenes, until } from './support/scenes.mjs';

const { scene, server } = await scenes({ loads: 'walk' });
/** @param {string} attributes @param {string} [css] */
const page = (attributes, css = 'marey-player { width: 100%; height: 100vh }') =>
  server.page(
    `/marks${(attributes + css).replace(/\W/g, '')}.html`,
    `<marey-player controls share="/" src="/samples/walk.bvh" ${attributes}></marey-player>`,
    { css },
  );
const WIDE = /** @type {[number, number]} */ ([1280, 720]);

/** @param {Player} player */
const marks = (player) => player.run((element) => element.marks);
/** The seconds of a lane's spans, by their place. @param {Player} player @param {'left' | 'right'} side */
const lane = (player, side) => player.find(`.lane-of-foot.${side}`).getAttribute('aria-label');

test('texts are marks and thresholds, there and back', () => {
  const text = 'a step@1.25; @0; turn of e@2@2-3.5';
  const { marks: found, wrong } = parseMarks(`${text}; nothing; late@3-2`);
  assert.deepEqual(found, [
    { name: 'a step', from: 1.25, to: 1.25 },
    { name: '', from: 0, to: 0 },
    { name: 'turn of e@2', from: 2, to: 3.5 },
  ]);
  assert.deepEqual(wrong, ['nothing', 'late@3-2']);
  assert.equal(writeMarks(found), text);
  assert.equal(writeMarks([{ name: 'one;  two', from: 1 / 3, to: 1 / 3 }]), 'one two@0.3333');
  assert.deepEqual(parseContacts('0.8,0.05'), { speed: 0.8, height: 0.05 });
  assert.deepEqual(parseContacts(''), { speed: NaN, height: NaN });
  assert.equal(writeContacts({ speed: 0.8, height: NaN }), '0.8');
  assert.equal(writeContacts({ speed: NaN, height: 0.05 }), ',0.05');
});

test('a foot slides as fast as its slowest joint does on the floor', () => {
  const joints = [-1, 0, 1, 2, 2, 0].map((parent) => /** @type {any} */ ({ parent }));
  assert.deepEqual(footOf(joints, 1), [1, 2, 3, 4]);
  assert.equal(
    slideOf(
      [
        [0, 0, 0],
        [0, 0, 0],
      ],
      [
        [0.3, 9, 0.4],
        [0, 5, 0.1],
      ],
      0.5,
    ),
    200,
  );
  assert.ok(Number.isNaN(slideOf([[0, 0, 0]], [[1, 0, 0]], 0)));
});

test('steps lie in the picture where the feet stand', () => {
  const found = Float64Array.of(1.1, 0.7, 0.2, 100, 7, 0.8, 3, 1.4, 1.7, 0.6, 0.2, 100, 3, 1.4, 7, 2);
  /** The places at which each foot stands. @type {Record<number, Record<number, [number, number]>>} */
  const places = { 3: { 1.4: [0.1, 1.3] }, 7: { 0.8: [-0.1, 0.6], 2: [-0.1, 1.9] } };
  /** @type {number[]} */
  const asked = [];
  const steps = stepsOf(found, (ankle, moments) => {
    asked.push(ankle);
    return [...moments].flatMap((moment) => [places[ankle][moment][0], 0.05, places[ankle][moment][1]]);
  });
  assert.deepEqual(steps, [
    { time: 1.1, length: 0.7, width: 0.2, cadence: 100, from: [-0.1, 0.6], to: [0.1, 1.3] },
    { time: 1.7, length: 0.6, width: 0.2, cadence: 100, from: [0.1, 1.3], to: [-0.1, 1.9] },
  ]);
  assert.deepEqual(asked.sort(), [3, 7], 'each foot is asked once');
});

scene(
  'a finger has more to hold, and the mark stays at its moment',
  { path: page('marks="here@2"'), touch: true, size: [390, 780] },
  async ({ player }) => {
    const off = await player.find('.handle-of-mark.from').evaluate((handle) => {
      const { left, width } = getComputedStyle(handle, '::before');
      return Number.parseFloat(left) + Number.parseFloat(width) / 2 - handle.clientWidth / 2;
    });
    assert.equal(off, 0);
  },
);

scene(
  'a search for feet that another clip ends is no failure',
  { path: page('', ''), size: WIDE, at: 0.2 },
  async ({ page: tab, player }) => {
    let release = () => {};
    /** The module of the search comes only when the next clip is there. @type {Promise<void>} */
    const held = new Promise((resolve) => {
      release = resolve;
    });
    let asked = 0;
    await tab.context().route('**/marey_compare*.wasm', async (route) => {
      asked += 1;
      await held;
      await route.continue();
    });
    await player.run((element) => {
      element.contacts = '';
    });
    await until('the search has begun', () => asked > 0);
    await player.run(
      (element) =>
        new Promise((resolve) => {
          element.addEventListener('loadeddata', resolve, { once: true });
          element.load();
        }),
    );
    await until('the next search has begun', () => asked > 1);
    release();
    await until('the feet of the next clip are there', async () => /\d/.test((await lane(player, 'left')) ?? ''));
    const messages = (await tab.consoleMessages({ filter: 'all' })).map((message) => message.text());
    assert.deepEqual(
      messages.filter((text) => text.startsWith('Marey')),
      [],
    );
  },
);

scene(
  'E marks the moment, Shift+E the loop range; they are named, moved with keys, and removed',
  { path: page(''), size: WIDE, at: 0.5 },
  async ({ player, page: { keyboard } }) => {
    await player.focus();
    await keyboard.press('e');
    await until('an event', async () => (await marks(player)) === 'Event 1@0.5');
    await player.focus();
    await keyboard.press('Shift+E');
    await until('a span', async () => (await marks(player)) === 'Event 1@0.5; Span 1@0.5-1');
    await openStrip(player, 'Marks and feet');
    const name = player.find('.name-of-mark');
    await until('the span is chosen', async () => (await name.inputValue()) === 'Span 1');
    await name.fill('two steps');
    await name.press('Enter');
    await until('it has its name', async () => (await marks(player)) === 'Event 1@0.5; two steps@0.5-1');
    const end = player.root.getByRole('slider', { name: 'two steps, end' });
    await end.focus();
    await keyboard.press('ArrowRight');
    await until('it is longer', async () => (await marks(player)) === 'Event 1@0.5; two steps@0.5-1.0167');
    await keyboard.press('Enter');
    await until('the playhead is at its end', async () => Math.abs((await player.run((element) => element.currentTime)) - 1.0167) < 1e-3);
    await player.root.getByRole('slider', { name: 'Event 1' }).focus();
    await keyboard.press('Delete');
    await until('one is left', async () => (await marks(player)) === 'two steps@0.5-1.0167');
    assert.ok(await player.button('Remove the mark').isDisabled());
  },
);

scene(
  'marks belong to their clip: another has none of them, and they come back with it, also where the other cannot be read',
  { path: page('marks="author@2"'), size: WIDE, at: 0.5, allow: [/Failed to load resource/] },
  async ({ player }) => {
    await player.hotkey('e');
    await until('it is marked', async () => (await marks(player)) === 'author@2; Event 2@0.5');
    const opens = (/** @type {string} */ src) =>
      player.run((element, address) => {
        element.src = address;
      }, src);
    await opens('/samples/dance.bvh');
    await player.loaded('dance');
    await until('the other has the author\u2019s only', async () => (await marks(player)) === 'author@2');
    await player.hotkey('Control+z');
    assert.equal(await player.find('.toast').innerText(), 'There is nothing to undo');
    await opens('/samples/walk.bvh');
    await until('they are back', async () => (await marks(player)) === 'author@2; Event 2@0.5');
    await player.loaded('walk');
    await opens('/none.bvh');
    await until('it is refused', () => player.run((element) => element.error !== null));
    await until('they are still there', async () => (await marks(player)) === 'author@2; Event 2@0.5');
    // What an author sets last is the author's.
    await player.run((element) => {
      element.marks = 'new@1';
      element.src = '/samples/dance.bvh';
    });
    await player.loaded('dance');
    assert.equal(await marks(player), 'new@1');
  },
);

scene('marks are dragged', { path: page('marks="step@1; turn@2-3"'), size: WIDE, at: 0 }, async ({ player, page: { mouse } }) => {
  const event = player.find('.handle-of-mark').first();
  await event.waitFor();
  const track = await player.find('.timeline').boundingBox();
  const duration = await player.run((element) => element.duration);
  assert.ok(track);
  const x = (/** @type {number} */ seconds) => track.x + (track.width * seconds) / duration;
  const box = await player.find('.lane-of-marks').boundingBox();
  assert.ok(box);
  const y = box.y + box.height / 2;
  /** @param {number} from @param {number} to */
  const drag = async (from, to) => {
    await mouse.move(x(from), y);
    await mouse.down();
    await mouse.move(x((from + to) / 2), y);
    await mouse.move(x(to), y);
    await mouse.up();
  };
  await drag(1, 1.5);
  await until('the event is later', async () => /^step@1\.(4[89]|5|51)\d*; turn@2-3$/.test((await marks(player)) ?? ''));
  await drag(2.5, 2.2);
  await until('the span is earlier', async () => /; turn@1\.(6[89]|7|71)\d*-2\.(6[89]|7|71)\d*$/.test((await marks(player)) ?? ''));
});

scene.deep(
  'a name ends where the next mark begins',
  { path: page('marks="a long step@1; turn@1.2-3"'), size: [390, 780], at: 0 },
  async ({ player }) => {
    const names = player.find('.own-mark bdi');
    const [[, end], [begin]] = await names.evaluateAll((all) =>
      all.map((name) => [name.getBoundingClientRect().left, name.getBoundingClientRect().right]),
    );
    assert.ok(end <= begin, `${end} is after ${begin}`);
    assert.ok(((await names.nth(1).boundingBox())?.width ?? 0) > 20, 'the last one has room');
  },
);

scene(
  'N goes to the next mark, with Shift to the previous one',
  { path: page('marks="late@2; early@0.6"'), size: WIDE, at: 0 },
  async ({ player, page: { keyboard } }) => {
    await player.find('.handle-of-mark').first().waitFor();
    await player.focus();
    for (const [key, seconds] of /** @type {[string, number][]} */ ([
      ['n', 0.6],
      ['n', 2],
      ['Shift+N', 0.6],
    ])) {
      await keyboard.press(key);
      await until(`${key}: ${seconds}`, async () => Math.abs((await player.run((element) => element.currentTime)) - seconds) < 1e-3);
    }
  },
);

scene(
  'feet on the ground are lanes, whose thresholds are shown and changed',
  { path: page('contacts'), size: WIDE, at: 0.2 },
  async ({ player }) => {
    await until(
      'both lanes',
      async () =>
        /Right foot on the ground: \d/.test((await lane(player, 'right')) ?? '') && /Left foot/.test((await lane(player, 'left')) ?? ''),
    );
    await openStrip(player, 'Marks and feet');
    const [speed, height] = [
      player.root.getByRole('textbox', { name: 'Feet, slower than (m/s)' }),
      player.root.getByRole('textbox', { name: 'Feet, lower than (cm)' }),
    ];
    await until('the usual thresholds', async () => Number(await speed.inputValue()) > 0.8 && Number(await height.inputValue()) > 5);
    assert.match((await player.find('.strip-of-marks output').textContent()) ?? '', /^feet slide: left \d+, right (\d+|\u2013) mm\/s$/);
    await player.run((element) => {
      element.currentTime = 1.2;
    });
    await until('the last step', async () =>
      / \u00b7 step 0\.61 m, 0\.19 m wide, 11[23]\/min$/.test((await player.find('.strip-of-marks output').textContent()) ?? ''),
    );
    const before = await lane(player, 'left');
    await inStrip(player, (options) => speed.fill('0.001', options));
    await inStrip(player, (options) => speed.press('Tab', options));
    await until('the attribute has them', async () => /^0\.001,0\.0\d+$/.test((await player.run((element) => element.contacts)) ?? ''));
    await until('other lanes', async () => (await lane(player, 'left')) !== before);
    await pressInStrip(player, player.button('Usual thresholds'));
    await until('the usual ones again', async () => (await lane(player, 'left')) === before);
    await player.button('Feet').click();
    await until('no lanes', async () => !(await player.find('.lanes-of-marks').isVisible()));
  },
);

scene(
  'marks are in links and copied as a table',
  { path: page('marks="b@2-3; a, first@1" contacts="0.9"'), size: WIDE, at: 0, permissions: ['clipboard-read', 'clipboard-write'] },
  async ({ player }) => {
    await player.find('.handle-of-mark').first().waitFor();
    await openStrip(player, 'Marks and feet');
    // Other pages of the browser copy, too.
    await until('it is copied', async () => {
      await pressInStrip(player, player.button('Copy the marks as CSV'));
      return (await copied(player)) === 'name,kind,from,to\n"a, first",event,1,\nb,span,2,3\n';
    });
    await openSharing(player);
    const values = await valuesIn(player);
    assert.equal(values.marks, 'b@2-3; a, first@1');
    assert.equal(values.contacts, '0.9');
  },
);

scene.deep(
  'a saved .marey file brings them back',
  { path: page('marks="b@2-3; a, first@1"', 'marey-player { width: 100%; height: 98vh }'), size: WIDE, at: 0 },
  async ({ player }) => {
    await player.find('.handle-of-mark').first().waitFor();
    await openSharing(player);
    await unfold(player, 'motion');
    const { name, bytes } = await download(player, 'Save as .marey file');
    assert.equal(name, 'walk.marey');
    // The share panel stays open, and does without an address.
    const opens = (/** @type {string | null} */ before, /** @type {string} */ called) =>
      player.run(
        (element, [own, file, content]) => {
          element.marks = own;
          element.srcObject = new File([Uint8Array.from(/** @type {number[]} */ (content))], String(file));
        },
        /** @type {const} */ ([before, called, [...bytes]]),
      );
    await opens(null, 'first.marey');
    await until('they are back', async () => (await marks(player)) === 'b@2-3; a, first@1');
    await player.find('.lane-of-marks .own-mark').first().waitFor();
    // A file without marks has none of those of the one before.
    await player.run((element) => {
      Object.assign(element, { srcObject: null, src: '/samples/dance.bvh' });
    });
    await player.loaded('dance');
    assert.equal(await marks(player), null);
    // Marks that are there stay.
    await opens('mine@1', 'second.marey');
    await until('it is there', async () => (await player.state()).frames === 385 || (await player.state()).name !== 'dance');
    await player.settle();
    assert.equal(await marks(player), 'mine@1');
  },
);
