// of: render, controls, marey_web
/** The look of the stage: themes, patterns, sizes and pixels. */
import assert from 'node:assert/strict';
import { statue } from './support/clips.mjs';
import { brightness, coloured, difference, figureIn } from './support/pixels.mjs';
import { scenes, until } from './support/scenes.mjs';

const { scene, row, server } = await scenes({ files: { '/statue.bvh': statue() }, loads: 'statue' });
const css =
  'body { margin: 0; background: rgb(250, 0, 250) } main { width: 640px; height: 400px } marey-player { width: 100%; height: 100%; aspect-ratio: auto }';
const framed = (/** @type {string} */ path, /** @type {string} */ attributes) =>
  server.page(path, `<main><marey-player controls src="/statue.bvh" ${attributes}></marey-player></main>`, { css });

const look = row({ path: framed('/look.html', '') }, async ({ player }) => {
  await player.run((element) => {
    for (const name of ['theme', 'transparent', 'patterns']) element.removeAttribute(name);
    element.cameraState = 'home';
    document.querySelector('main')?.style.removeProperty('width');
  });
  await player.holdAt(0);
});

/** @param {Player} player @param {string} name @param {string} [value] */
async function set(player, name, value = '') {
  await player.run((element, [attribute, text]) => element.setAttribute(attribute, text), [name, value]);
  await player.settle();
}

look('the dark stage is dark, the light one light, and the figure is visible on both', async ({ player }) => {
  const seen = async () => {
    const picture = await player.picture();
    const { left, right } = figureIn(picture);
    assert.ok(left > 200 && right > 200, `${left}, ${right}`);
    return brightness(picture);
  };
  const dark = await seen();
  assert.ok(dark < 70, `${dark}`);
  await set(player, 'theme', 'light');
  const light = await seen();
  assert.ok(light > 200, `${light}`);
});

look('a transparent stage shows the page', async ({ player }) => {
  const corner = async () => (await player.picture()).at(4, 4);
  assert.notDeepEqual(await corner(), [250, 0, 250]);
  await set(player, 'transparent');
  assert.deepEqual(await corner(), [250, 0, 250]);
  assert.ok((await player.figure()).pixels > 400);
});

look('patterns tell left from right', async ({ player }) => {
  const plain = await player.picture();
  await set(player, 'patterns');
  assert.ok(difference(plain, await player.picture()) > 100);
});

look('left is teal and right is amber, each on its side', async ({ player }) => {
  await player.run((element) => {
    element.cameraState = 'front';
  });
  await player.settle();
  const picture = await player.picture();
  const { left, right } = await player.run((element) => {
    const find = (/** @type {string} */ name) => element.clips[0].joints.find((joint) => joint.name === name)?.side;
    return { left: find('LeftHand'), right: find('RightHand') };
  });
  assert.deepEqual([left, right], ['left', 'right']);
  const [x0, , x1] = await player.run((element) => element.figureBox);
  assert.ok(x1 - x0 > 0.2 * picture.width);
  const colours = (/** @type {number} */ from, /** @type {number} */ to) =>
    coloured(
      picture,
      (r, g, b, x) => {
        if (x < Math.floor(from) || x >= to) return null;
        return g > r + 40 && b > r + 30 ? 'teal' : r > b + 50 && r > g + 15 ? 'amber' : null;
      },
      ['teal', 'amber'],
    ).counts;
  const quarter = (x1 - x0) / 4;
  const onTheRight = colours(x1 - quarter, x1);
  const onTheLeft = colours(x0, x0 + quarter);
  assert.ok(onTheRight.teal > 20 && onTheRight.amber === 0, JSON.stringify(onTheRight));
  assert.ok(onTheLeft.amber > 20 && onTheLeft.teal === 0, JSON.stringify(onTheLeft));
});

scene.deep('theme="auto" follows the page', { path: framed('/auto.html', 'theme="auto"'), scheme: 'light' }, async ({ page, player }) => {
  await page.evaluate(() => {
    document.documentElement.style.colorScheme = 'light dark';
  });
  await player.settle();
  await until('light, as the page', async () => brightness(await player.picture()) > 200);
  await page.emulateMedia({ colorScheme: 'dark' });
  await until('dark, as the page', async () => brightness(await player.picture()) < 70);
});

scene(
  'the page is light or dark like the system, from the start and after a change',
  { path: '', scheme: 'light', loads: 'Dance' },
  async ({ page, player }) => {
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    assert.equal(await ground(), 'rgb(236, 239, 245)');
    await until('light, as the system', async () => brightness(await player.picture()) > 200);
    await page.emulateMedia({ colorScheme: 'dark' });
    await until('dark, as the system', async () => brightness(await player.picture()) < 70);
    assert.equal(await ground(), 'rgb(16, 21, 30)');
  },
);

scene.deep(
  'on a screen of device pixel ratio 2 the canvas has the screen\u2019s pixels',
  { path: framed('/sharp.html', ''), ratio: 2 },
  async ({ player }) => {
    await player.settle();
    const canvas = await player.find('canvas').evaluate((each) => {
      const { width, height } = /** @type {HTMLCanvasElement} */ (each);
      return { width, height };
    });
    assert.deepEqual(canvas, { width: 1280, height: 800 });
    await player.isFramed();
  },
);

scene(
  'resized, the picture follows at once and is never blank',
  { path: framed('/sizes.html', 'autoplay loop') },
  async ({ page, player }) => {
    await player.plays();
    for (const [width, height] of [
      [400, 300],
      [700, 380],
      [300, 440],
      [640, 400],
    ]) {
      // The canvas is resized and drawn within the frame in which the size changes, so that it is never blank.
      const seen = await player.run(
        async (element, size) => {
          const main = /** @type {HTMLElement} */ (document.querySelector('main'));
          const canvas = /** @type {HTMLCanvasElement} */ (element.shadowRoot?.querySelector('canvas'));
          const draws = element.drawCount;
          main.style.width = `${size[0]}px`;
          main.style.height = `${size[1]}px`;
          // Resize observers run after this frame's callbacks and before its paint, a message after the paint.
          await new Promise((resolve) => {
            requestAnimationFrame(() => {
              const { port1, port2 } = new MessageChannel();
              port1.onmessage = resolve;
              port2.postMessage(0);
            });
          });
          return { width: canvas.width, height: canvas.height, drew: element.drawCount > draws };
        },
        [width, height],
      );
      assert.deepEqual(seen, { width, height, drew: true });
      assert.ok((await player.figure()).pixels > 60, `${width} x ${height}`);
    }
    await player.run((element) => element.pause());
    await player.settle();
    await player.isFramed();
    await page.setViewportSize({ width: 500, height: 300 });
    await player.settle();
  },
);

look.deep('a paused picture is drawn again when its size changes', async ({ page, player }) => {
  await player.settle();
  const { draws } = await player.state();
  await page.evaluate(() => {
    const main = document.querySelector('main');
    if (main) main.style.width = '400px';
  });
  await until('it is drawn', async () => (await player.state()).draws > draws);
  await player.settle();
  await player.isFramed();
});

server.put('/poster.svg', {
  body: '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="36"><rect width="64" height="36" fill="#c00"/></svg>',
  type: 'image/svg+xml',
});
const poster = server.page('/poster.html', '<marey-player poster="/poster.svg" src="/fault/silent/statue.bvh"></marey-player>', {
  csp: null,
});

scene('a poster is shown until the first picture', { path: poster, loads: null }, async ({ player }) => {
  await player.find('.poster').waitFor();
  await until('the clip is requested', () => server.requests.includes('/fault/silent/statue.bvh'));
  server.release();
  await player.loaded('statue');
  await player.find('.poster').waitFor({ state: 'hidden' });
});
