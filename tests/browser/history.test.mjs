// of: controls, actors, compare, page, marks
/** What visitors change is undone and done again: options, clips beside each other, files of the list, marks. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { register } from '../../www/player/element/rooms.js';
import { History } from '../../www/controls/history.js';
import { C } from '../../www/controls/strings.js';
import { TOOLS } from '../../www/tools.js';
import { stick, walker } from './support/clips.mjs';
import { WIDE, pick } from './support/list.mjs';
import { scenes, until } from './support/scenes.mjs';

const { scene, server } = await scenes({
  loads: 'walker',
  files: { '/beside.bvh': walker({ x: 20 }), '/short.bvh': walker({ frames: 40 }) },
});
const DESK = /** @type {const} */ ({ size: [1280, 800] });
const CSS = { css: 'html, body { margin: 0 } marey-player { width: 100vw; height: 100vh }' };
/** @param {string} name @param {string} [attributes] @param {string} [inside] */
const page = (name, attributes = '', inside = '') =>
  server.page(`/history-${name}.html`, `<marey-player controls src="/walker.bvh" ${attributes}>${inside}</marey-player>`, CSS);

/** A history whose player has nothing but attributes and settings. */
function bare() {
  register(/** @type {any} */ ({ tools: TOOLS }));
  /** @type {Map<string, string>} */
  const attributes = new Map();
  /** @type {Record<string, unknown>} */
  const values = { range: null };
  /** @type {string[]} */
  const said = [];
  const element = Object.assign(new EventTarget(), {
    getAttribute: (/** @type {string} */ name) => attributes.get(name) ?? null,
    setAttribute: (/** @type {string} */ name, /** @type {string} */ text) => attributes.set(name, text),
    removeAttribute: (/** @type {string} */ name) => attributes.delete(name),
  });
  const session = {
    element,
    get: (/** @type {string} */ name) => values[name],
    set: (/** @type {string} */ name, /** @type {unknown} */ value) => {
      values[name] = value;
    },
    /** @type {Record<string, (detail: unknown) => void>} */
    listeners: {},
    on(/** @type {string} */ signal, /** @type {(detail: unknown) => void} */ listener) {
      this.listeners[signal] = listener;
    },
    signal() {},
    say: (/** @type {string} */ text) => said.push(text),
    overrides: {
      set: (/** @type {string} */ name, /** @type {string | null} */ text) =>
        text === null ? attributes.delete(name) : attributes.set(name, text),
    },
  };
  const history = new History(
    /** @type {any} */ ({
      element,
      session,
      root: new EventTarget(),
      toast: { withdraw() {} },
      bar: null,
      panels: { fetch: async () => null },
    }),
  );
  const press = () => element.dispatchEvent(new Event('pointerdown'));
  return { attributes, history, press, said, session, values };
}

globalThis.KeyboardEvent ??= /** @type {any} */ (class extends Event {});

test('what one press changes is one step, and goes back in reverse order', () => {
  const { attributes, history, press, said, values } = bare();
  press();
  history.set('ghosts', [3, 3]);
  history.set('trails', []);
  press();
  for (const speed of [1.25, 1.5, 2]) history.set('speed', speed);
  press();
  history.change('range', [1, 2]);
  history.undo();
  assert.equal(values.range, null);
  history.undo();
  assert.equal(attributes.has('speed'), false);
  history.undo();
  assert.deepEqual([...attributes], []);
  history.undo();
  assert.equal(said.at(-1), C.noStep.undo);
  for (let step = 0; step < 3; step += 1) history.redo();
  assert.deepEqual(Object.fromEntries(attributes), { ghosts: '3 3', trails: '', speed: '2' });
  assert.deepEqual(values.range, [1, 2]);
  history.redo();
  assert.equal(said.at(-1), C.noStep.redo);
});

test('a drag that ends where it began is no step, and a new step ends what could be done again', () => {
  const { history, press } = bare();
  press();
  history.set('ghosts', 2);
  history.set('ghosts', null);
  assert.equal(history.canUndo, false);
  press();
  history.set('speed', 2);
  history.undo();
  assert.equal(history.canRedo, true);
  press();
  history.set('theme', 'light');
  assert.equal(history.canRedo, false);
});

test('a hundred steps are kept', () => {
  const { attributes, history, press } = bare();
  for (let step = 0; step < 130; step += 1) {
    press();
    history.set('alt', `step ${step}`);
  }
  let undone = 0;
  while (history.canUndo) {
    history.undo();
    undone += 1;
  }
  assert.equal(undone, 100);
  assert.equal(attributes.get('alt'), 'step 29');
});

test('the oldest removed clips are let go beyond 200 MB, and say so', () => {
  const { history, press, said } = bare();
  /** @type {number[]} */
  const back = [];
  for (let clip = 0; clip < 5; clip += 1) {
    press();
    history.note({ of: clip, name: 'entries', bytes: 60e6, undo: () => back.push(clip), redo() {} }, `clip ${clip} removed`);
  }
  for (let step = 0; step < 5; step += 1) history.undo();
  assert.deepEqual(back, [4, 3, 2]);
  assert.deepEqual(said.slice(-2), [C.lostStep('clip 1 removed'), C.lostStep('clip 0 removed')]);
});

test('another clip ends the steps that were about the one before, and keeps the others', () => {
  const { attributes, history, press, session } = bare();
  press();
  history.set('unit', 'cm');
  history.set('theme', 'light');
  press();
  history.set('up', 'z');
  session.listeners.load({ purpose: 'new' });
  history.undo();
  assert.deepEqual(Object.fromEntries(attributes), { unit: 'cm', up: 'z' });
  assert.equal(history.canUndo, false);
});

/** Drops two clips, and compares the second with the first, which plays. @param {Player} player */
async function compared(player) {
  await player.drop(...['one', 'two'].map((name) => ({ name: `${name}.bvh`, text: walker(name === 'two' ? { x: 30 } : {}) })));
  await player.loaded('one');
  await player.find('.library .row').filter({ hasText: 'two' }).hover();
  await player.button('Compare with two').click();
}

/** All that a visitor could have set. @param {Player} player */
const settings = (player) =>
  player.run((element) =>
    Object.fromEntries(
      element
        .getAttributeNames()
        .filter((name) => name !== 'style')
        .map((name) => [name, element.getAttribute(name)])
        .concat([['range', String(element.loopRange)]]),
    ),
  );

scene(
  'keys, menus and strips go back step by step, and forward again',
  { ...DESK, path: page('keys') },
  async ({ page: { keyboard }, player }) => {
    await player.run((element) => element.pause());
    await player.focus();
    const states = [await settings(player)];
    const changes = async (/** @type {() => Promise<unknown>} */ act) => {
      const before = JSON.stringify(states.at(-1));
      await act();
      await until('something has changed', async () => JSON.stringify(await settings(player)) !== before);
      await player.settle();
      states.push(await settings(player));
    };
    await changes(() => keyboard.press('>'));
    await changes(() => keyboard.press('l'));
    await changes(() => keyboard.press('g'));
    await until('the strip is open', () => player.find('.figure-strip').isVisible());
    await changes(() => player.button('Fewer ghosts before').click());
    await player.focus();
    await changes(() => keyboard.press('e'));
    await changes(() => keyboard.press('c'));
    for (let at = states.length - 2; at >= 0; at -= 1) {
      await player.focus();
      await keyboard.press('Control+z');
      await until(`step ${at + 1} is undone`, async () => JSON.stringify(await settings(player)) === JSON.stringify(states[at]));
    }
    await until('the strip has closed', async () => (await player.find('.figure-strip').count()) === 0);
    for (let at = 1; at < states.length; at += 1) {
      await player.focus();
      await keyboard.press(at % 2 ? 'Control+Shift+z' : 'Control+y');
      await until(`step ${at} is done again`, async () => JSON.stringify(await settings(player)) === JSON.stringify(states[at]));
    }
  },
);

scene('a removed mark comes back by the button of the message', { ...DESK, path: page('mark', 'marks="step@1"') }, async ({ player }) => {
  await player.focus();
  await player.button('Tools').click();
  await player.root.getByRole('menuitemcheckbox', { name: 'Marks and feet' }).click();
  await player.button('Next mark').click();
  await player.button('Remove the mark').click();
  assert.equal(await player.run((element) => element.marks), null);
  await player.find('.toast button').click();
  assert.equal(await player.run((element) => element.marks), 'step@1');
});

scene(
  'a drag of a lane is one step; its message brings it back',
  { ...DESK, path: page('lane', '', '<marey-clip src="/beside.bvh" label="beside" offset="0.5"></marey-clip>') },
  async ({ page: { keyboard, mouse }, player }) => {
    const offset = () => player.run((element) => /** @type {any} */ (element.querySelector('marey-clip')).offset);
    const lane = player.root.getByRole('slider', { name: 'beside', exact: true });
    await until('the lanes are there', () => lane.isVisible());
    const pull = async (/** @type {number} */ by) => {
      const box = /** @type {NonNullable<Awaited<ReturnType<typeof lane.boundingBox>>>} */ (await lane.boundingBox());
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      await mouse.move(x, y);
      await mouse.down();
      await mouse.move(x + by, y, { steps: 5 });
      await mouse.up();
      return offset();
    };
    const first = await pull(70);
    assert.notEqual(first, 0.5);
    await player.find('.toast button').click();
    assert.equal(await offset(), 0.5);
    const [second, third] = [await pull(-80), await pull(-40)];
    assert.notEqual(third, second);
    await player.focus();
    await keyboard.press('Control+z');
    assert.equal(await offset(), second);
    await keyboard.press('Control+z');
    assert.equal(await offset(), 0.5);
    await keyboard.press('Control+Shift+z');
    assert.equal(await offset(), second);
  },
);

scene('a text field undoes its own text', { ...DESK, path: page('field') }, async ({ page: { keyboard }, player }) => {
  await player.focus();
  await keyboard.press('>');
  await player.find('.time .now').click();
  await keyboard.press('Control+z');
  assert.equal(await player.run((element) => element.playbackRate), 1.25);
});

scene('files that are removed from the list come back where they were, and play', { ...WIDE, loads: 'Dance' }, async ({ player }) => {
  const names = () =>
    player.run((element) => [...element.querySelectorAll('.library .row .name')].map(({ textContent }) => textContent).slice(0, 3));
  await player.drop(...['one', 'two', 'three'].map((name) => ({ name: `${name}.bvh`, text: stick() })));
  await player.loaded('one');
  await until('all are listed', async () => (await names()).join() === 'one,two,three');
  await pick(player, 'two');
  await player.loaded('two');
  await player.button('Remove two.bvh').click();
  await until('it is gone', async () => !(await names()).includes('two'));
  await until('another one plays', async () => (await player.state()).name !== 'two');
  await player.find('.toast button').click();
  await player.loaded('two');
  assert.deepEqual(await names(), ['one', 'two', 'three']);
});

scene('a clip that is taken out of a comparison comes back as it stood', { ...WIDE, loads: 'Dance' }, async ({ player }) => {
  await compared(player);
  await until('both stand there', () => player.find('.compare-lanes').isVisible());
  const stands = () =>
    player.run((element) => {
      const clip = element.querySelector('marey-clip');
      return { ...(clip && { position: clip.getAttribute('position'), turn: clip.getAttribute('turn') }), inPlace: element.inPlace };
    });
  await until('they have been brought together', async () => (await stands()).inPlace);
  const before = await stands();
  await player.button('End the comparison').click();
  await until('one is alone', async () => (await player.find('.compare-lanes').count()) === 0);
  assert.equal((await stands()).inPlace, false);
  await player.find('.toast button').click();
  await until('both stand there again', () => player.find('.compare-lanes').isVisible());
  await until('as they stood', async () => JSON.stringify(await stands()) === JSON.stringify(before));
  assert.match(await player.text('.align-opener'), /^Aligned at the hips/);
});

scene('steps go back and forth across the end of a comparison', { ...WIDE, loads: 'Dance' }, async ({ page: { keyboard }, player }) => {
  await compared(player);
  await until('they have been brought together', () => player.run((element) => element.inPlace));
  await player.find('.align-opener').waitFor();
  /** How they are compared, in words; '' without a comparison. */
  const how = async () =>
    (await player.find('.compare-lanes').count())
      ? `${await player.text('.align-opener')}, ${await player.find('.layouts [aria-pressed="true"]').textContent()}`
      : '';
  const states = [await how()];
  const changes = async (/** @type {() => Promise<unknown>} */ act) => {
    const before = await how();
    await act();
    await until('something has changed', async () => (await how()) !== before);
    states.push(await how());
  };
  await changes(() => player.button('Side by side').first().click());
  await player.find('.align-opener').click();
  await changes(() => player.root.getByRole('combobox', { name: 'Start' }).selectOption('Together'));
  await changes(() => player.root.getByRole('combobox', { name: 'Place' }).selectOption('As in the files'));
  await changes(() => player.button('End the comparison').click());
  assert.deepEqual(states.at(-1), '');
  for (const [keys, order] of /** @type {const} */ ([
    ['Control+z', [3, 2, 1, 0]],
    ['Control+y', [1, 2, 3, 4]],
    ['Control+z', [3, 2, 1, 0]],
  ]))
    for (const at of order) {
      await player.focus();
      await keyboard.press(keys);
      await until(`${keys} leads to ${states[at]}`, async () => (await how()) === states[at]);
    }
  // The comparison itself goes and comes back, as it was.
  await player.focus();
  await keyboard.press('Control+z');
  await until('one is alone', async () => (await how()) === '');
  await keyboard.press('Control+y');
  await until('both are compared again', async () => (await how()) === states[0]);
});

scene('with the clip that plays come back those beside it', { ...WIDE, loads: 'Dance' }, async ({ player }) => {
  await compared(player);
  await until('both stand there', () => player.find('.compare-lanes').isVisible());
  await player.find('.library .row').filter({ hasText: 'one' }).hover();
  await player.button('Remove one.bvh').click();
  await player.loaded('two');
  assert.equal(await player.find('.compare-lanes').count(), 0);
  await player.find('.toast button').click();
  await player.loaded('one');
  await until('both stand there again', () => player.find('.compare-lanes').isVisible());
});

scene('the key of ghosts and trails is one step, which is called after both', { path: page('called'), ...DESK }, async ({ player }) => {
  await player.hotkey('g');
  await until('both are on', () => player.run(({ ghosts, trails }) => ghosts !== null && trails !== null));
  await player.hotkey('Control+z');
  await until('the step is named', async () => (await player.text('.toast')) === 'Undone: Ghosts and trails');
  assert.deepEqual(await player.run(({ ghosts, trails }) => [ghosts, trails]), [null, null]);
});
