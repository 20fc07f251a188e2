// of: compare, render
/** Clips side by side: a column each, with a floor of its own and one camera for all. */
import assert from 'node:assert/strict';
import { walker } from './support/clips.mjs';
import { made } from './support/making.mjs';
import { coloured, readPng } from './support/pixels.mjs';
import { linkIn, openSharing } from './support/sharing.mjs';
import { scenes, until } from './support/scenes.mjs';

const { scene, server } = await scenes({
  loads: 'walker',
  files: { '/beside.bvh': walker({ x: 20 }), '/late.bvh': walker({ frames: 60, x: 20 }) },
});
const CSS = { css: 'html, body { margin: 0 } marey-player { width: 100vw; height: 100vh }' };
/** @param {string} name @param {string} clips @param {string} [attributes] */
const page = (name, clips, attributes = '') =>
  server.page(`/compare-side-${name}.html`, `<marey-player controls src="/walker.bvh" ${attributes}>${clips}</marey-player>`, CSS);
const BESIDE = '<marey-clip src="/beside.bvh" label="beside"></marey-clip>';
const LATE = '<marey-clip src="/late.bvh" label="late" offset="0.5"></marey-clip>';
const DESK = /** @type {const} */ ({ size: [1280, 800] });

/** @typedef {'blue' | 'pink' | 'white'} Clip by its colour */
/** @param {number} r @param {number} g @param {number} b @returns {Clip | null} */
const clipOf = (r, g, b) => (b - g > 40 && b - r > 70 ? 'blue' : r - g > 20 && b - g > 8 && r > 90 ? 'pink' : null);
/** Number and place of the pixels of each clip. @param {import('./support/pixels.mjs').Rgba} picture */
const figures = (picture) => coloured(picture, clipOf, /** @type {const} */ (['blue', 'pink']));

/** Shows the clips side by side. @param {Player} player @param {number} [views] on stages of their own */
async function apart(player, views = 1) {
  await until('the clips are compared', () => player.find('.compare-legend').isVisible());
  await player.root.getByRole('button', { name: 'Side by side' }).click();
  await until('each clip is drawn', () =>
    player
      .find('.side-view canvas')
      .count()
      .then((count) => count >= views),
  );
  await player.holdAt(1);
}
/** @param {Player} player @param {string} what @param {(found: ReturnType<typeof figures>) => boolean} holds */
const shows = async (player, what, holds) => {
  let found = figures(await player.picture());
  await until(`${what}: ${JSON.stringify(found.counts)} ${found.middle('blue')} ${found.middle('pink')}`, async () => {
    found = figures(await player.picture());
    return holds(found);
  });
  return found;
};
const near = (/** @type {number} */ found, /** @type {number} */ expected, within = 1e-3) =>
  assert.ok(Math.abs(found - expected) < within, `${found} is not ${expected}`);

scene(
  'each clip stands in the middle of its half, as large as the other',
  { ...DESK, path: page('halves', BESIDE) },
  async ({ player }) => {
    await apart(player);
    const { counts, middle } = await shows(
      player,
      'both halves',
      (found) => Math.abs(found.middle('blue') - 320) < 40 && Math.abs(found.middle('pink') - 960) < 40,
    );
    assert.ok(counts.blue > 500 && counts.pink > 500, JSON.stringify(counts));
    near(middle('pink') - middle('blue'), 640, 12);
    const picture = await player.picture();
    const [blue, pink] = /** @type {const} */ (['blue', 'pink']).map(
      (clip) => coloured(picture, (r, g, b) => (clipOf(r, g, b) === clip ? clip : null), [clip]).box,
    );
    near(pink.top, blue.top, 12);
    near(pink.bottom, blue.bottom, 12);
    const chips = await player.root
      .locator('.compare-chip')
      .evaluateAll((all) => all.map((chip) => Math.round(chip.getBoundingClientRect().left)));
    assert.deepEqual(chips, [20, 656]);
    await player.button('Details').click();
    await shows(player, 'both beside the panel', (found) => found.middle('pink') < 800);
    const [, chip] = await player.root.locator('.compare-chip').evaluateAll((all) => all.map((each) => each.getBoundingClientRect()));
    const ends = await player.find('.compare-ends').boundingBox();
    assert.ok(ends && chip.right <= ends.x, `${chip.right} ${ends?.x}`);
    await player.button('Details').click();
    await player.root.getByRole('button', { name: 'Overlay' }).click();
    await shows(
      player,
      'both on one stage',
      (found) => Math.abs(found.middle('blue') - 640) < 200 && Math.abs(found.middle('pink') - 640) < 200,
    );
    assert.equal(await player.find('.side-view').count(), 0);
  },
);

scene(
  'a drag and the wheel on either half turn and zoom both',
  { ...DESK, path: page('linked', BESIDE, 'gestures="all"') },
  async ({ page: { mouse }, player }) => {
    await apart(player);
    const before = await shows(player, 'both halves', (found) => Math.abs(found.middle('pink') - 960) < 40);
    const camera = await player.run(({ cameraState }) => cameraState);
    await mouse.move(960, 300);
    await mouse.down();
    await mouse.move(1060, 300, { steps: 5 });
    await mouse.up();
    const [yaw] = (await player.run(({ cameraState }) => cameraState)).split(',').map(Number);
    near(Math.abs(yaw - Number.parseFloat(camera)), (100 * 0.008 * 180) / Math.PI, 5);
    const wide = (/** @type {typeof before} */ { box }) => box.bottom - box.top;
    await mouse.wheel(0, 400);
    const after = await shows(
      player,
      'both are smaller',
      (found) => found.counts.blue < before.counts.blue * 0.6 && found.counts.pink < before.counts.pink * 0.6,
    );
    assert.ok(wide(after) < wide(before));
    near(after.middle('pink') - after.middle('blue'), 640, 12);
  },
);

scene.deep(
  'the clock goes on until the last clip ends; each clip waits at its ends',
  { ...DESK, path: page('time', LATE) },
  async ({ player }) => {
    const before = await player.run(({ duration }) => duration);
    await apart(player);
    near(await player.run(({ duration }) => duration), before);
    const {
      counts: { pink: whole },
    } = await shows(player, 'the late clip', (found) => found.counts.pink > 1000);
    await player.holdAt(0.1);
    await shows(player, 'the late clip is faint', (found) => found.counts.pink < whole / 4);
  },
);

scene.deep(
  'a hidden clip leaves its column to the others, and one alone takes all',
  { ...DESK, path: page('legend', BESIDE + LATE) },
  async ({ player }) => {
    await apart(player, 2);
    const lefts = () =>
      player.root.locator('.side-view').evaluateAll((all) => all.map((each) => Math.round(each.getBoundingClientRect().left)));
    assert.deepEqual(await lefts(), [427, 853]);
    await player.root.getByRole('button', { name: 'Hide beside' }).click();
    assert.deepEqual(await lefts(), [640]);
    await player.root.getByRole('button', { name: 'Hide beside' }).click();
    await until('three columns', async () => (await lefts()).length === 2);
    await player.root.getByRole('switch', { name: 'Show only late' }).click();
    assert.deepEqual(await lefts(), [0]);
    await player.root.getByRole('switch', { name: 'Show only late' }).click();
    await player.run((element) => {
      element.clips.remove(2);
    });
    await until('two columns', async () => String(await lefts()) === '640');
    await player.run((element) => {
      element.clips.remove(1);
    });
    await until('the comparison is over', async () => !(await player.find('.compare-legend').count()));
    assert.equal(await player.find('.side-by-side').count(), 0);
  },
);

scene.deep(
  'a player that leaves the page stops drawing them, and goes on when it comes back',
  { ...DESK, path: page('moved', BESIDE) },
  async ({ page: tab, player }) => {
    await apart(player);
    await tab.evaluate(() => {
      const player = /** @type {Element} */ (document.querySelector('marey-player'));
      Object.assign(globalThis, { player });
      player.remove();
    });
    const canvases = () =>
      tab.evaluate(() => /** @type {any} */ (globalThis).player.shadowRoot.querySelectorAll('.side-view canvas').length);
    await until('no canvas is left', async () => (await canvases()) === 0);
    await tab.evaluate(() => {
      document.body.append(/** @type {any} */ (globalThis).player);
    });
    await until('it is drawn again', async () => (await canvases()) > 0);
    await shows(player, 'both halves', (found) => Math.abs(found.middle('blue') - 320) < 40 && Math.abs(found.middle('pink') - 960) < 40);
  },
);

scene.deep(
  'a phone has the columns side by side, with their chips below the buttons',
  { size: [390, 780], touch: true, path: page('phone', BESIDE) },
  async ({ player }) => {
    await apart(player);
    await shows(player, 'both halves', (found) => Math.abs(found.middle('blue') - 97) < 20 && Math.abs(found.middle('pink') - 292) < 20);
    const boxes = await player.root.locator('.compare-chip').evaluateAll((all) => all.map((chip) => chip.getBoundingClientRect()));
    const ends = await player.find('.compare-ends').boundingBox();
    assert.ok(
      ends &&
        boxes.every(({ left, right, top }, index) => left >= 195 * index && right <= 195 * (index + 1) && top >= ends.y + ends.height),
      JSON.stringify(boxes),
    );
  },
);

scene('a picture has all columns', { ...DESK, path: page('picture', BESIDE) }, async ({ player }) => {
  await apart(player);
  await shows(player, 'both halves', (found) => Math.abs(found.middle('pink') - 960) < 40);
  for (const [how, width, options] of /** @type {const} */ ([
    ['picture', 800, { width: 800, height: 400 }],
    ['toBlob', 1280, undefined],
  ])) {
    const { counts, middle } = figures(readPng((await made(player, how, options)).bytes));
    assert.ok(counts.blue > 100 && counts.pink > 100, `${how}: ${JSON.stringify(counts)}`);
    near(middle('blue'), width / 4, width / 20);
    near(middle('pink'), (3 * width) / 4, width / 20);
  }
});

scene.deep('a film has all columns', { ...DESK, path: page('film', BESIDE) }, async ({ player }) => {
  await apart(player);
  await shows(player, 'both halves', (found) => Math.abs(found.middle('pink') - 960) < 40);
  const url = await player.run(async (element) => {
    // A browser shows the first picture of a GIF.
    const bitmap = await createImageBitmap(await element.film({ format: 'gif', width: 800, height: 400, from: 1, to: 1.1 }));
    const canvas = Object.assign(document.createElement('canvas'), { width: bitmap.width, height: bitmap.height });
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    return canvas.toDataURL();
  });
  const { counts, middle } = figures(readPng(Buffer.from(url.slice(url.indexOf(',') + 1), 'base64')));
  assert.ok(counts.blue > 100 && counts.pink > 100, JSON.stringify(counts));
  near(middle('blue'), 200, 40);
  near(middle('pink'), 600, 40);
});

scene.deep(
  'a joint in the column of another clip is named, chosen and lit there',
  { ...DESK, path: page('pick', BESIDE) },
  async ({ page: { mouse }, player }) => {
    await apart(player);
    await shows(player, 'both halves', (found) => Math.abs(found.middle('pink') - 960) < 40);
    await player.button('Details').click();
    const details = player.find('.panel');
    await details.getByRole('treeitem').nth(0).waitFor();
    const { counts } = await shows(player, 'both beside the panel', (found) => found.middle('pink') < 800);
    const { box } = coloured(
      await player.picture(),
      (r, g, b) => (clipOf(r, g, b) === 'pink' ? 'pink' : null),
      /** @type {const} */ (['pink']),
    );
    const label = player.find('.label');
    let found = null;
    for (let y = box.top; y < box.bottom && !found; y += 12) {
      for (let x = box.left; x < box.right && !found; x += 12) {
        await mouse.move(x, y);
        await player.settle();
        if ((await label.isVisible()) && /^beside \u00b7 ./.test((await label.textContent()) ?? '')) found = { x, y };
      }
    }
    assert.ok(found, 'a joint of the other clip is named');
    await mouse.click(found.x, found.y);
    await until(
      'its joint is selected in the tree',
      async () => (await details.locator('[role="treeitem"][aria-selected="true"]').count()) === 1,
    );
    await shows(player, 'the joint is lit', (lit) => Math.abs(lit.counts.pink - counts.pink) > 5);
    assert.equal((await player.state()).paused, true);
  },
);

scene.deep('a panel covers none of three columns', { ...DESK, path: page('three', BESIDE + LATE) }, async ({ player }) => {
  await apart(player, 2);
  await player.button('Details').click();
  const lefts = () => player.root.locator('.side-view').evaluateAll((all) => all.map((each) => each.getBoundingClientRect().left));
  await until('the columns share the rest', async () => (await lefts())[1] < 700);
  const [second, third] = await lefts();
  near(third - second, second, 30);
  await shows(player, 'the own figure is in its column', (found) => Math.abs(found.middle('blue') - second / 2) < 40);
});

scene(
  'a link brings the layout, the alignment and the pace of the clips along',
  {
    ...DESK,
    path: page(
      'link',
      '<marey-clip src="/beside.bvh" label="beside" speed="0.5" beyond="loop" unit="m" fps="60"></marey-clip>',
      'share="/"',
    ),
  },
  async ({ page: tab, player }) => {
    await apart(player);
    await player.find('.align-opener').click();
    for (const name of ['Same direction', 'Same leg length']) await player.root.getByRole('checkbox', { name }).check();
    await until('it is aligned', () => player.run((element) => element.clips.length === 2));
    await player.find('.align-opener').click();
    await openSharing(player);
    const link = await linkIn(player);
    const values = new URLSearchParams(new URL(link).hash.slice(1));
    assert.deepEqual(
      [values.get('compare'), values.get('beyond'), values.get('clip-speed'), values.get('clip-unit'), values.get('clip-fps')],
      ['side,facing,scaled', 'loop', '0.5', 'm', '60'],
    );
    await tab.goto('about:blank');
    await tab.goto(link);
    await until('the columns are there', () =>
      player
        .find('.side-view canvas')
        .count()
        .then((count) => count === 1),
    );
    // The dock is a script of its own.
    await player.find('.align-opener').waitFor();
    assert.deepEqual(
      await player.find('.align-card input').evaluateAll((all) => all.map((box) => /** @type {HTMLInputElement} */ (box).checked)),
      [true, true],
    );
    assert.deepEqual(
      await player.run((element) => {
        const clip = /** @type {any} */ (element.querySelector('marey-clip'));
        return [clip.speed, clip.beyond, clip.getAttribute('unit'), clip.getAttribute('fps')];
      }),
      [0.5, 'loop', 'm', '60'],
    );
  },
);
