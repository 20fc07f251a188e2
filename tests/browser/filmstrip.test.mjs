// of: share
/** `filmstrip()`: moments side by side, as a picture by every renderer, and as vector shapes for print. */
import assert from 'node:assert/strict';
import { walker } from './support/clips.mjs';
import { readClear } from './support/clear.mjs';
import { made, outcome, download, unfoldShare } from './support/making.mjs';
import { scenes, until } from './support/scenes.mjs';

/** @typedef {import('../../www/types.d.ts').FilmstripOptions} Options */

const { row, scene, server } = await scenes({
  files: {
    '/walker.bvh': walker({ speed: 90 }),
    '/plain.bvh': walker({ frames: 60, speed: 90, x: 700 }),
    '/rooted.bvh': walker({ frames: 60, speed: 90, x: 700, root: 'Scene' }),
  },
  loads: 'walker',
});
const onGpu = await scenes({ gpu: 'webgpu', loads: 'walker' });
const visit = (/** @type {string} */ rung) => ({
  path: server.page(`/strip-${rung}.html`, `<marey-player controls renderer="${rung}" src="/walker.bvh"></marey-player>`),
  at: 1.2,
});
const [webgpu, webgl, canvas] = [onGpu.row(visit('webgpu')), onGpu.row(visit('webgl')), row(visit('canvas'))];

/** @param {Player} player @param {Options} options */
const strip = (player, options) => made(player, 'filmstrip', options);

/** Where the figures of a row are, from left to right. @param {{ width: number, height: number, data: Uint8Array }} picture */
function figures({ width, height, data }) {
  /** @type {[number, number][]} */
  const found = [];
  for (let x = 0, on = false; x < width; x += 1) {
    let opaque = 0;
    for (let y = 0; y < height; y += 1) opaque += Number(data[(y * width + x) * 4 + 3] > 100);
    if (opaque && !on) found.push([x, x]);
    if (opaque) found[found.length - 1][1] = x;
    on = opaque > 0;
  }
  return found;
}

for (const [rung, stage] of Object.entries({ webgpu, webgl, canvas })) {
  stage(`${rung}: the requested number of figures stand side by side, and the stage stays as it is`, async ({ player }) => {
    await player.settle();
    const before = await player.state();
    const { type, bytes } = await strip(player, { count: 5, labels: false, shadow: false, height: 200 });
    assert.equal(type, 'image/png');
    const picture = readClear(bytes);
    assert.equal(picture.height, 200);
    const found = figures(picture);
    assert.equal(found.length, 5, JSON.stringify(found));
    const cell = picture.width / 5;
    for (const [index, [left, right]] of found.entries())
      assert.ok(left >= index * cell && right < (index + 1) * cell && right - left > 20, `${index}: ${left} to ${right} of ${cell}`);
    await player.settle();
    assert.deepEqual(await player.state(), before);
  });
}

canvas('the range, the size, the times below and the background are as requested', async ({ player }) => {
  const labelled = readClear((await strip(player, { count: 3, height: 100, scale: 2 })).bytes);
  assert.equal(labelled.height, 244);
  const stage = readClear((await strip(player, { count: 3, height: 100, background: true, labels: false })).bytes);
  assert.ok(
    stage.data.every((value, at) => at % 4 !== 3 || value === 255),
    'the background is opaque',
  );
  const paper = readClear((await strip(player, { count: 3, height: 100, background: 'white' })).bytes);
  assert.deepEqual([...paper.data.subarray(0, 4)], [255, 255, 255, 255]);
  const times = async (/** @type {Options} */ options) =>
    [...(await strip(player, { type: 'image/svg+xml', ...options })).bytes.toString().matchAll(/<text[^>]*>([^<]*)</g)].map(
      ([, text]) => text,
    );
  assert.deepEqual(await times({ count: 3, from: 0.5, to: 1.5 }), ['0.50 s', '1.00 s', '1.50 s']);
  await player.run((element) => {
    element.loopRange = [1, 2];
  });
  assert.deepEqual(await times({ count: 5 }), ['1.00 s', '1.25 s', '1.50 s', '1.75 s', '2.00 s']);
  assert.deepEqual(await times({ count: 5, labels: false }), []);
  await player.run((element) => {
    element.loopRange = null;
  });
});

canvas('options out of range are refused', async ({ player }) => {
  for (const options of [{ count: 2 }, { count: 25 }, { count: NaN }, { height: -1 }, { from: NaN }, { from: 2, to: 1 }]) {
    assert.equal(await outcome(player, 'filmstrip', options), 'RangeError', JSON.stringify(options));
  }
});

scene(
  'a root that stays at the origin does not make the figure small in strips, pictures or on the stage',
  {
    path: server.page(
      '/roots.html',
      ['plain', 'rooted'].map((name) => `<marey-player id="${name}" renderer="canvas" src="/${name}.bvh"></marey-player>`).join(''),
    ),
    loads: null,
  },
  async ({ page }) => {
    await until('both are on the stage', () =>
      page.evaluate(() => [...document.querySelectorAll('marey-player')].every((element) => /** @type {any} */ (element).readyState === 4)),
    );
    const [plain, rooted] = await page.evaluate(() =>
      Promise.all(
        ['plain', 'rooted'].map(async (id) => {
          const element = /** @type {any} */ (document.getElementById(id));
          const size = async (/** @type {Promise<Blob>} */ made) => {
            const { width, height } = await createImageBitmap(await made);
            return [width, height];
          };
          element.currentTime = 1;
          await element.picture();
          const strip = await size(element.filmstrip({ count: 8 }));
          return {
            box: element.figureBox,
            camera: element.cameraState,
            strip,
            shapes: (await (await element.filmstrip({ count: 3, type: 'image/svg+xml' })).text()).replaceAll(id, ''),
          };
        }),
      ),
    );
    assert.deepEqual(rooted, plain);
    assert.ok(rooted.strip[0] < 8 * rooted.strip[1], `${rooted.strip}`);
  },
);

canvas('for print it is an SVG that other programs read', async ({ player, page }) => {
  const { type, bytes } = await strip(player, { count: 4, type: 'image/svg+xml', height: 200 });
  assert.equal(type, 'image/svg+xml');
  const text = bytes.toString();
  assert.ok(text.length < 60_000 && !/NaN|Infinity|\d\.\d{3}|style=|<script|href/.test(text), text.slice(0, 400));
  await page.goto(server.put('/strip.svg', { body: text, type: 'image/svg+xml' }));
  const result = await page.evaluate(() => {
    const root = document.documentElement;
    return {
      name: root.nodeName,
      title: root.querySelector('title')?.textContent,
      desc: root.querySelector('desc')?.textContent,
      view: root.getAttribute('viewBox'),
      boxes: [...root.querySelectorAll('g')].map((figure) => {
        const { x, y, width, height } = figure.getBBox();
        return {
          left: x,
          right: x + width,
          top: y,
          bottom: y + height,
          bones: figure.querySelectorAll('polygon').length,
          joints: figure.querySelectorAll('circle').length,
          left_: figure.querySelectorAll('[stroke-dasharray]').length,
        };
      }),
      ground: Number(root.querySelector('line')?.getAttribute('y1')),
    };
  });
  assert.deepEqual([result.name, result.title], ['svg', 'walker: 4 moments']);
  assert.match(result.desc ?? '', /From 0\.00 s to 2\.97 s/);
  const [, , width, height] = (result.view ?? '').split(' ').map(Number);
  assert.equal(height, 222);
  assert.equal(result.boxes.length, 4);
  for (const [index, box] of result.boxes.entries()) {
    const dump = JSON.stringify(box);
    assert.ok(box.left >= (index * width) / 4 && box.right <= ((index + 1) * width) / 4, dump);
    assert.ok(box.top >= 0 && box.bottom <= 200 && box.bottom - box.top > 150, dump);
    assert.ok(box.bones >= 16 && box.joints >= 12 && box.left_ >= 8, dump);
    assert.ok(Math.abs(box.bottom - result.ground) < 25, `they stand on the line: ${dump} ${result.ground}`);
  }
});

scene('Share saves both kinds', { path: '#url=/walker.bvh&paused=1&renderer=canvas', size: [900, 600] }, async ({ player }) => {
  await unfoldShare(player, 'filmstrip');
  for (const [button, file, start] of [
    ['Save PNG', 'walker-0.00s-2.97s.png', '\ufffdPNG'],
    ['Save SVG', 'walker-0.00s-2.97s.svg', '<svg'],
  ]) {
    const { name, bytes } = await download(player, button);
    assert.equal(name, file);
    assert.ok(bytes.toString().startsWith(start));
  }
});
