// of: player, page, marey_web
/** The page and the element load, wherever and however they are served. */
import assert from 'node:assert/strict';
import { difference } from './support/pixels.mjs';
import { framesLater, scenes, until } from './support/scenes.mjs';
import { asset } from './support/server.mjs';
import { stick, walker } from './support/clips.mjs';

const { scene, row, server } = await scenes({
  files: { '/stick.bvh': stick(), '/gone.bvh': walker(), '/grows.bvh': walker({ frames: 900 }) },
});

const fresh = row({ path: server.page('/fresh.html', '<main></main><aside></aside>') }, ({ page }) =>
  page.evaluate(() => {
    for (const part of document.querySelectorAll('main, aside')) part.replaceChildren();
  }),
);

/** Inserts a new player with these attributes. @param {Page} page @param {string} [src] @param {string[]} switches */
const put = (page, src, ...switches) =>
  page.evaluate(([address, names]) => {
    const element = document.createElement('marey-player');
    if (address) element.src = address;
    for (const name of names) element.setAttribute(name, '');
    document.querySelector('main')?.replaceChildren(element);
  }, /** @type {const} */ ([src, switches]));

/** @param {Player} player */
const takeOut = (player) =>
  player.run((element) => {
    /** @type {any} */ (globalThis).removed = element;
    element.remove();
  });
const putBack = (/** @type {Page} */ page) =>
  page.evaluate(() => {
    document.querySelector('main')?.append(/** @type {any} */ (globalThis).removed);
  });

/** How often the server was asked for a path. @param {string} path */
const requests = (path) => server.requests.filter((each) => each === path).length;

scene('the page opens with a dance that plays, framed above the controls', { loads: '' }, async ({ page, player }) => {
  await player.plays();
  const first = await player.picture();
  await player.isFramed();
  await until('the picture moves', async () => difference(first, await player.picture()) > 100);
  await until('the title names the clip', async () => /dance/i.test(await page.title()));
  await player.find('.clips .pick').first().waitFor();
  assert.equal(
    await player
      .find('.clips li[data-current]')
      .innerText()
      .then((text) => text.split('\n')[0]),
    'Dance',
  );
});

scene('seven samples are offered, and each of them plays', { loads: '' }, async ({ player }) => {
  const picks = player.find('.welcome li:not(.own) .pick');
  await picks.last().waitFor();
  assert.equal(await picks.count(), 7);
  // Their files and readers are not fetched before one is chosen.
  const listed = (await picks.allTextContents()).map((text) => text.replace(/\s+/g, ''));
  for (const [index, start] of /** @type {const} */ ([
    [2, 'MarchAMC'],
    [4, 'WaveHAnim'],
    [5, 'StrollSKEL'],
    [6, 'HumanLOA'],
  ]))
    assert.ok(listed[index].includes(start), listed[index]);
  const names = new Set([(await player.state()).name]);
  for (const index of [1, 3, 5, 4, 2]) {
    await picks.nth(index).click();
    await until('another clip is shown', async () => !names.has((await player.state()).name));
    const { name, duration } = await player.loaded();
    names.add(name);
    assert.ok(duration > 1, `${name} lasts`);
    await player.plays();
    // A skin is paler than the bones that isFramed searches for.
    if (index !== 2 && index !== 4) await player.isFramed();
  }
  assert.equal(await player.run((element) => element.clips[0].skin), 'march.obj');
});

scene('every file comes from the page\u2019s own server', { path: null }, async ({ page, player }) => {
  /** @type {string[]} */
  const foreign = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(server.origin) && !/^(blob|data):/.test(request.url())) foreign.push(request.url());
  });
  const module = `/${asset('marey_web.wasm')}`;
  const before = requests(module);
  await page.goto(server.url());
  await player.loaded();
  assert.deepEqual(foreign, []);
  assert.equal(requests(module) - before, 1, 'the module is downloaded once, for the page and its worker');
});

scene('embed.html is the bare player', { path: 'embed.html' }, async ({ page, player }) => {
  const { name, paused } = await player.loaded();
  assert.match(name, /walk/i);
  assert.equal(paused, true, 'an embedded player does not start by itself');
  await player.settle();
  await player.isFramed();
  assert.equal(await page.locator('.clips').count(), 0);
  await player.button('Play').first().click();
  await player.plays();
});

scene(
  'an element on another page loads src, and needs no controls',
  {
    path: server.page('/bare.html', '<marey-player src="/walker.bvh" autoplay loop></marey-player>'),
    loads: 'walker',
  },
  async ({ player }) => {
    await player.plays();
    assert.equal(await player.find('.bar').count(), 0);
    await player.isFramed();
  },
);

fresh('src set twice in a row: the last one wins', async ({ page, player }) => {
  await put(page);
  await player.record('loadedmetadata', 'error');
  await player.run((element) => {
    element.src = '/fault/silent/walker.bvh';
  });
  await until('the first is requested', () => requests('/fault/silent/walker.bvh') === 1);
  await player.shows('/stick.bvh');
  server.release();
  await framesLater(page);
  assert.equal((await player.state()).name, 'stick');
  assert.deepEqual(await player.events(), ['loadedmetadata'], 'the first one fires no event');
  for (const name of ['walker.bvh', 'stick.bvh', 'walker.bvh'])
    await player.run((element, src) => {
      element.src = `/${src}`;
    }, name);
  await player.loaded('walker');
});

fresh('removed while it loads, an element reads on like a video, and draws once it is back', async ({ page, player }) => {
  await put(page, '/fault/silent/gone.bvh');
  await until('it is being read', () => requests('/fault/silent/gone.bvh') === 1);
  await takeOut(player);
  // Long enough that this is a removal and not a move within the page.
  await framesLater(page);
  server.release();
  await until('the clip is loaded', () => page.evaluate(() => /** @type {any} */ (globalThis).removed.readyState === 4));
  assert.equal(
    await page.evaluate(() => /** @type {any} */ (globalThis).removed.shadowRoot.querySelector('canvas')),
    null,
    'a removed element draws nothing',
  );
  await putBack(page);
  await player.loaded('gone');
  await player.settle();
  await player.isFramed();
  assert.equal(requests('/fault/silent/gone.bvh'), 1, 'it is fetched once');
});

fresh.deep('moved within the page, a player keeps its clip, time and camera', async ({ page, player }) => {
  await put(page, '/walker.bvh');
  await player.loaded('walker');
  await player.run((element) => {
    element.cameraState = 'left';
  });
  await player.holdAt(1);
  const before = await player.state();
  await player.run((element) => document.querySelector('aside')?.append(element));
  await player.settle();
  const after = await player.state();
  assert.deepEqual([after.name, after.time, after.camera], [before.name, before.time, before.camera]);
  await takeOut(player);
  await framesLater(page);
  await putBack(page);
  await until('it is loaded again', async () => (await player.state()).draws > 0 && (await player.state()).time === before.time);
  await player.settle();
  assert.equal((await player.state()).camera, before.camera);
  await player.isFramed();
});

fresh('a file that arrives in two halves plays once it is complete', async ({ page, player }) => {
  await put(page, '/fault/held/walker.bvh', 'controls', 'autoplay', 'loop');
  await until('it is requested', () => requests('/fault/held/walker.bvh') === 1);
  assert.match(await player.text('.progress'), /Reading walker\.bvh/);
  server.release();
  await player.loaded('walker');
  await player.plays();
  await player.find('.progress').waitFor({ state: 'hidden' });
  assert.equal((await player.state()).frames, 90);
});

fresh.deep('a slow source grows as it arrives, little by little', async ({ page, player }) => {
  await put(page, '/fault/pieces/grows.bvh', 'controls');
  let frames = 0;
  // Far fewer bytes than fill a packet.
  for (let piece = 0; piece < 6; piece += 1) {
    frames = await until('there are more frames', async () => {
      const { frames: now, ready } = await player.state();
      assert.ok(ready < 4, 'it is not complete');
      return now > frames ? now : 0;
    });
    if (piece === 2) {
      await player.start();
    }
    server.release();
  }
  server.release();
  server.release();
  await player.loaded('grows');
  assert.equal((await player.state()).frames, 900);
});

fresh.deep(
  'Escape and a button stop the reading: the previous clip stays, and the file is read when it is played',
  async ({ page, player }) => {
    await put(page, '/stick.bvh', 'controls');
    await player.loaded('stick');
    await player.holdAt(1);
    await player.record('abort', 'emptied', 'error', 'loadstart');
    const media = () => player.run((element) => [element.networkState, element.readyState, element.error?.code ?? 0]);

    await player.run((element) => {
      element.src = '/fault/silent/walker.bvh';
    });
    await player.find('.progress').waitFor();
    await player.hotkey('Escape');
    await player.find('.progress').waitFor({ state: 'hidden' });
    await player.find('.toast').getByText('Stopped reading walker.bvh').waitFor();
    assert.deepEqual(await media(), [0, 0, 1], 'EMPTY, NOTHING, ABORTED: like a media element');
    assert.equal((await player.events()).join(), 'abort,emptied,loadstart,abort,emptied');
    assert.deepEqual([(await player.state()).name, (await player.state()).time], ['stick', 1]);
    assert.equal(await player.find('.card').count(), 0);
    server.release();
    await framesLater(page);
    assert.equal((await player.state()).name, 'stick', 'later bytes are ignored');
    await player.start();

    await put(page, '/fault/silent/walker.bvh', 'controls');
    await player.find('.progress').waitFor();
    await player.find('.progress').getByRole('button', { name: 'Stop reading' }).click();
    await player.find('.progress').waitFor({ state: 'hidden' });
    assert.deepEqual(await media(), [0, 0, 1]);
    const before = requests('/fault/silent/walker.bvh');
    await player.find('.big').click();
    await until('it is requested again', () => requests('/fault/silent/walker.bvh') > before);
    server.release();
    await player.loaded('walker');
    await player.plays();
    assert.deepEqual(await media(), [1, 4, 0]);

    await put(page, '/fault/held/walker.bvh', 'controls', 'loop');
    await until('the first frames are loaded', async () => (await player.state()).frames > 1);
    await player.start();
    await player.hotkey('Escape');
    await until('it is stopped', async () => (await media())[2] === 1);
    assert.equal((await media())[0], 1, 'IDLE');
    const { frames } = await player.state();
    server.release();
    await player.plays();
    assert.equal((await player.state()).frames, frames);
    assert.ok(frames < 90);
  },
);
