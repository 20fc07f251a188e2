// of: player, controls
/** A player that is out of sight or paused costs nothing, and reduced motion is respected. */
import assert from 'node:assert/strict';
import { walker } from './support/clips.mjs';
import { stillness } from './support/player.mjs';
import { hookVisibility } from './support/sabotage.mjs';
import { framesLater, scenes, until } from './support/scenes.mjs';

const { scene, row, server } = await scenes();

const NOTHING = { frames: 0, requests: 0, draws: 0 };

const plays = row(
  {
    path: server.page('/plays.html', '<marey-player controls src="/walker.bvh"></marey-player><div id="gap"></div>', {
      css: '#gap { height: 3000px }',
    }),
    scripts: [hookVisibility],
    loads: 'walker',
  },
  async ({ page, player }) => {
    await page.evaluate(() => scrollTo(0, 0));
    await player.run((element) => {
      element.loop = true;
      element.playbackRate = 1;
      void element.play();
    });
    await player.plays();
  },
);

/** @param {Page} page */
const rests = (page) => until('it is idle', () => page.evaluate(() => /** @type {any} */ (globalThis).animationFrames.pending === 0));

scene('a paused player requests no animation frame and draws nothing', { loads: '' }, async ({ page, player }) => {
  await player.plays();
  await player.run((element) => element.pause());
  await player.settle();
  assert.deepEqual(await stillness(page, player), NOTHING);
  await player.run((element) => element.stepFrame(1));
  await player.settle();
  assert.deepEqual(await stillness(page, player), NOTHING, 'nor after a step');
  await player.start();
});

plays.deep('at its end a clip requests no more frames', async ({ page, player }) => {
  await player.run((element) => {
    element.loop = false;
    element.playbackRate = 4;
  });
  await until('it ends', async () => (await player.state()).ended);
  await player.settle();
  assert.deepEqual(await stillness(page, player), NOTHING);
});

plays('scrolled out of sight the player stops, and it continues when it is back', async ({ page, player }) => {
  await page.evaluate(() => scrollTo(0, 2500));
  await rests(page);
  const { time, paused } = await player.state();
  assert.deepEqual(await stillness(page, player), NOTHING);
  assert.equal(paused, false, 'it is still playing');
  assert.equal((await player.state()).time, time, 'unseen time is not caught up');
  await page.evaluate(() => scrollTo(0, 0));
  await player.plays();
});

plays('in a hidden tab the player stops, and it continues when the tab is shown', async ({ page, player }) => {
  await page.evaluate(() => /** @type {any} */ (globalThis).setHidden(true));
  await rests(page);
  assert.deepEqual(await stillness(page, player), NOTHING);
  // A script's seek is drawn once the player is visible.
  await player.run((element) => {
    element.pause();
    element.currentTime = 1;
  });
  assert.deepEqual(await stillness(page, player), NOTHING);
  const { draws } = await player.state();
  await page.evaluate(() => /** @type {any} */ (globalThis).setHidden(false));
  await until('it is drawn', async () => (await player.state()).draws > draws);
  assert.equal((await player.state()).time, 1);
});

/** Keeps what hides the controls after a while, to be called by the test. */
function hookIdle() {
  const later = globalThis.setTimeout;
  const all = /** @type {any} */ (globalThis);
  all.setTimeout = (/** @type {() => void} */ run, /** @type {number} */ after, /** @type {unknown[]} */ ...more) => {
    if (after === 2500) all.rest = run;
    return later(after === 2500 ? () => {} : run, after, ...more);
  };
}

scene(
  'controls stay while a finger goes through the list, and go once it has touched the stage',
  { loads: '', size: [1024, 700], touch: true, scripts: [hookIdle] },
  async ({ page, player }) => {
    await player.opens('one', { name: 'one.bvh', text: walker({ frames: 900 }) });
    const rest = () => page.evaluate(() => /** @type {any} */ (globalThis).rest());
    const hidden = () => player.find('.root').evaluate((root) => root.hasAttribute('data-idle'));
    await player.find('.library .summary').tap();
    await rest();
    assert.equal(await hidden(), false);
    await page.touchscreen.tap(700, 200);
    await rest();
    assert.equal(await hidden(), true);
  },
);

scene.deep(
  'an empty player requests nothing',
  { path: server.page('/empty.html', '<marey-player controls></marey-player>') },
  async ({ page, player }) => {
    await until('the stage is shown', async () => (await player.state()).draws > 0);
    // The controls come later, and the stage is framed anew in the room that they leave, and when a renderer has been chosen.
    await player.find('.bar').waitFor();
    await until('a renderer has been chosen', async () => {
      const { rung, interim } = await player.state();
      return rung !== 'none' && !interim;
    });
    await player.settle();
    assert.deepEqual(await stillness(page, player), NOTHING);
  },
);

scene('reduced motion gets the first frame and a Play button', { reducedMotion: true, loads: '' }, async ({ page, player }) => {
  await player.find('.bar[data-first]').waitFor();
  await player.settle();
  const { paused, time, frame } = await player.state();
  assert.deepEqual([paused, time, frame], [true, 0, 0]);
  await player.isFramed();
  assert.deepEqual(await stillness(page, player), NOTHING);
  await player.find('.btn.play').click();
  await player.plays();
  // Another clip does not start by itself either, unless the visitor had started the previous one.
  await player.run((element) => element.pause());
  await player.opens('next', { name: 'next.bvh', text: walker() });
  assert.equal((await player.state()).paused, true);
});

plays.deep(
  'while its controls are hidden it plays without writing to the document, and shown controls are up to date',
  async ({ page, player }) => {
    await player.find('.bar').waitFor();
    await page.mouse.move(360, 100);
    await player.find('.root[data-idle]').waitFor();
    await framesLater(page, 5);
    const writes = await player.run(async (element) => {
      /** @type {string[]} */
      const written = [];
      // The frame budget may resize the canvas on a busy machine.
      const observer = new MutationObserver((records) =>
        written.push(
          ...records.filter(({ target }) => target.nodeName !== 'CANVAS').map(({ type, target }) => `${type} ${target.nodeName}`),
        ),
      );
      observer.observe(/** @type {ShadowRoot} */ (element.shadowRoot), {
        subtree: true,
        attributes: true,
        childList: true,
        characterData: true,
      });
      const { drawCount } = element;
      while (element.drawCount <= drawCount + 3) await /** @type {any} */ (globalThis).animationFrames.later(1);
      observer.disconnect();
      return written;
    });
    assert.deepEqual(writes, []);
    await player.run((element) => element.pause());
    await page.mouse.move(360, 120);
    const { time } = await player.state();
    await until('the time is shown', async () => (await player.find('.now').inputValue()) === time.toFixed(2));
  },
);

scene(
  'on a phone, whose controls stay, the timeline goes on while nobody touches it',
  { loads: '', size: [390, 780] },
  async ({ player }) => {
    await player.plays();
    await player.find('.root[data-idle][data-phone]').waitFor();
    const place = () => player.find('.scrub').evaluate((scrub) => /** @type {HTMLInputElement} */ (scrub).value);
    const before = await place();
    await until('the thumb moves', async () => (await place()) !== before);
  },
);
