// of: page
/** The welcome: its text, its moving pictures, and what a link shows in its place. */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { walker } from './support/clips.mjs';
import { OPEN, host } from './support/hosts.mjs';
import { listReads } from './support/page.mjs';
import { framesLater, scenes, until } from './support/scenes.mjs';
import { DIST, asset } from './support/server.mjs';

const { scene, row, server } = await scenes({ server: { csp: OPEN }, files: { '/clips/walker.bvh': walker() } });
const DESK = [1280, 800];

const SAMPLES = ['Dance', 'Jump', 'March', 'Walk', 'Wave', 'Stroll', 'Human'];

// Pictures of samples are watched for hundreds of frames, each of which WebGPU would take a second to emulate.
const gpu = 'none';

const visitor = row({ size: DESK, loads: 'Dance', gpu }, async ({ page, player }) => {
  await player.run((element) => {
    /** @type {HTMLElement | null} */ (document.activeElement)?.blur();
    element.setAttribute('theme', 'dark');
    return element.play();
  });
  await page.mouse.move(900, 300);
  await player.find('.welcome .wordmark').waitFor();
});

visitor('a first visitor reads what this is, how to open which files, and sees the dance beside it', async ({ page, player }) => {
  const text = await player.find('.welcome').innerText();
  for (const words of [
    'Marey',
    'Plays motion capture in your browser. Nothing is uploaded.',
    'Open files',
    'or drop them anywhere',
    'ASF/AMC',
  ])
    assert.ok(text.includes(words), words);
  assert.deepEqual(await player.find('.welcome li .line bdi:first-child').allInnerTexts(), [...SAMPLES, 'Your own']);
  assert.equal(await player.find('.title').isVisible(), false, 'the samples mark the one that plays');
  await player.plays();
  const { box } = await player.isFramed();
  const right = await player.find('.samples').evaluate((each) => each.getBoundingClientRect().right);
  assert.ok(box.left > right, `the figure is beside it: ${box.left} ${right}`);
  for (const name of ['Open files', 'Your own', 'Open']) {
    const chooser = page.waitForEvent('filechooser');
    await player.root.getByRole('button', { name, exact: true }).click();
    assert.equal((await chooser).isMultiple(), true);
  }
});

/** Holds back a script of the page. @param {import('playwright-core').BrowserContext} context @param {string} name */
async function holdBack(context, name) {
  let come = () => {};
  const allowed = new Promise((resolve) => {
    come = () => resolve(undefined);
  });
  const held = { requests: false, come };
  await context.route(`**/${asset(name)}`, async (route) => {
    held.requests = true;
    await allowed;
    await route.continue();
  });
  return held;
}

/** Fails if the figure has moved. @param {Player} player @param {number[]} before @param {string} what */
async function stays(player, before, what) {
  await player.settle();
  const after = await player.run((element) => element.figureBox);
  assert.ok(
    after.every((value, at) => Math.abs(value - before[at]) < 2),
    `${what}: ${after} was ${before}`,
  );
}

/** A deep run has all sizes in both orders. */
const ORDERS = ['the picture', 'the request for controls'];
const USUAL = ['1280 the picture', '1024 the request for controls', '390 the picture'];
for (const size of [DESK, [1024, 600], [960, 540], [720, 450], [390, 780], [320, 480], [640, 360]]) {
  for (const first of ORDERS) {
    (USUAL.includes(`${size[0]} ${first}`) ? scene : scene.deep)(
      `at ${size.join(' x ')} the figure does not move when controls and welcome come, and both are whole; ${first} comes first`,
      { path: null, size, reducedMotion: true },
      async ({ context, page, player }) => {
        const [controls, clips, module] = await Promise.all(
          ['controls.js', 'clips.js', 'marey_web.wasm'].map((name) => holdBack(context, name)),
        );
        if (first === 'the picture') module.come();
        await page.goto(server.url());
        if (first !== 'the picture') {
          // A pointer fetches the controls at once; so does a picture that takes long on a slow machine.
          await until('the controls are requested', async () => {
            await page.mouse.move(200, 100);
            await page.mouse.move(300, 200);
            return controls.requests;
          });
          module.come();
        }
        await player.loaded('Dance');
        await player.settle();
        const before = await player.run((element) => element.figureBox);
        controls.come();
        await player.find('.bar').waitFor();
        await stays(player, before, 'with the controls');
        clips.come();
        await player.find('.welcome .wordmark').waitFor();
        await stays(player, before, 'with the welcome');
        const { box } = await player.isFramed();
        const covered = await player.run(
          (element, figure) =>
            [...element.querySelectorAll('[data-covers], .welcome button')]
              .filter((each) => {
                const { left, top, right, bottom, width } = each.getBoundingClientRect();
                return width > 0 && left < figure.right && right > figure.left && top < figure.bottom && bottom > figure.top;
              })
              .map((each) => each.className),
          box,
        );
        assert.deepEqual(covered, [], JSON.stringify(box));
        const outside = await player.run((element) =>
          [...element.querySelectorAll('.welcome button')]
            .filter((each) => {
              const { left, bottom, width } = each.getBoundingClientRect();
              return width > 0 && (left < 0 || bottom > innerHeight - (element.shadowRoot?.querySelector('.bar')?.clientHeight ?? 0));
            })
            .map((each) => each.textContent),
        );
        assert.deepEqual(outside, [], 'every button of the welcome is above the bar');
      },
    );
  }
}

const mirrored = () =>
  document.addEventListener('readystatechange', () => {
    document.documentElement.dir = 'rtl';
  });
scene(
  'from right to left the room for the welcome is reserved on the other side',
  { path: null, size: DESK, reducedMotion: true, scripts: [mirrored] },
  async ({ context, page, player }) => {
    const controls = await holdBack(context, 'controls.js');
    await page.goto(server.url());
    await player.loaded('Dance');
    await player.settle();
    const before = await player.run((element) => element.figureBox);
    assert.ok(before[2] < 640, `left of the middle: ${before}`);
    controls.come();
    await player.find('.welcome .wordmark').waitFor();
    await stays(player, before, 'with the controls');
  },
);

/** The pictures of the samples: how many pixels are painted, and a hash. @param {Player} player */
const films = (player) =>
  player.run((element) =>
    [...element.querySelectorAll('canvas.film')].map((canvas) => {
      const { width, height } = /** @type {HTMLCanvasElement} */ (canvas);
      const { data } = /** @type {any} */ (canvas).getContext('2d').getImageData(0, 0, width, height);
      let [painted, sum] = [0, 0];
      for (let at = 0; at < data.length; at += 4) {
        painted += Number(data[at + 3] > 200);
        sum = (sum * 31 + data[at + 3] + data[at]) % 1_000_003;
      }
      return { painted, sum };
    }),
  );

/** @param {Player} player */
const pictured = (player) =>
  until('there are pictures', async () => {
    const all = await films(player);
    return all.length === SAMPLES.length && all.every(({ painted }) => painted > 200);
  });

/** The samples whose pictures change over time. @param {Player} player */
async function moving(player) {
  const seen = SAMPLES.map(() => new Set());
  for (let look = 0; look < 8; look += 1) {
    for (const [index, { sum }] of (await films(player)).entries()) seen[index].add(sum);
    await framesLater(player.page, 8);
  }
  return SAMPLES.filter((_, index) => seen[index].size > 1);
}

visitor.deep(
  'every sample has a picture; those of the playing one and of one under the pointer or with the focus move',
  async ({ page, player }) => {
    await pictured(player);
    await until('the dance moves', async () => (await moving(player)).includes('Dance'));
    assert.deepEqual(await moving(player), ['Dance']);
    await player.find('.welcome .pick').filter({ hasText: 'Jump' }).hover();
    await until('the jump does, too', async () => (await moving(player)).join() === 'Dance,Jump');
    await page.mouse.move(900, 300);
    await player.run((element) => element.pause());
    await until('nothing moves', async () => (await moving(player)).length === 0);
    await player.find('.welcome .pick').filter({ hasText: 'Wave' }).focus();
    await until('the one with the focus moves', async () => (await moving(player)).join() === 'Wave');
    const dark = await films(player);
    await player.run((element) => element.setAttribute('theme', 'light'));
    await until('a light page has its own pictures', async () =>
      (await films(player)).every(({ sum, painted }, index) => painted > 200 && sum !== dark[index].sum),
    );
  },
);

scene.deep('under reduced motion no picture moves', { size: DESK, reducedMotion: true, loads: 'Dance', gpu }, async ({ player }) => {
  await player.run((element) => element.play());
  await pictured(player);
  await player.find('.welcome .pick').filter({ hasText: 'Jump' }).hover();
  assert.deepEqual(await moving(player), []);
});

visitor.deep('the welcome does not fade while the visitor watches', async ({ player }) => {
  await player.find('.root[data-idle]').waitFor({ state: 'attached' });
  await until('the bar is gone', () => player.find('.foot').evaluate((foot) => getComputedStyle(foot).opacity === '0'));
  assert.equal(await player.find('.clips').evaluate((each) => getComputedStyle(each).opacity), '1');
});

visitor('the first opened clip replaces the welcome, which comes back by the page\u2019s name', async ({ player }) => {
  await player.opens('mine', { name: 'mine.bvh', text: walker() });
  await player.find('.library').waitFor();
  await player.find('.welcome .wordmark').waitFor({ state: 'hidden' });
  await player.button('Marey').click();
  await player.find('.welcome .wordmark').waitFor();
  assert.equal(await player.find('.library').isVisible(), false);
  assert.equal((await player.state()).name, 'mine', 'and plays on');
  await player.find('.welcome .pick').filter({ hasText: 'Jump' }).click();
  await player.loaded('Jump');
  assert.equal(await player.find('.welcome .wordmark').isVisible(), true);
  await player.button('Back to your clip').click();
  await player.find('.library').waitFor();
  await listReads(player, 'mine 3 s');
});

scene.deep('on a tablet nothing says to drop', { size: [1024, 768], touch: true, loads: 'Dance' }, async ({ player }) => {
  await player.find('.welcome .wordmark').waitFor();
  assert.match(await player.run((element) => element.innerText), /Open/);
  assert.doesNotMatch(await player.run((element) => element.innerText), /drop/i);
});

scene(
  'on a phone Open is in reach of the thumb, and nothing says to drop',
  { size: [390, 780], touch: true, loads: 'Dance' },
  async ({ page, player }) => {
    await player.find('.welcome .wordmark').waitFor();
    assert.doesNotMatch(await player.run((element) => element.innerText), /drop/i);
    for (const name of ['Clips', 'Open', 'Pause', 'Tools', 'More']) {
      const box = await player.button(name).boundingBox();
      assert.ok(box && box.y > 780 - 140 && box.width >= 44 && box.height >= 44, `${name}: ${JSON.stringify(box)}`);
    }
    const chooser = page.waitForEvent('filechooser');
    await player.button('Open').tap();
    await (await chooser).setFiles([{ name: 'mine.bvh', mimeType: 'text/plain', buffer: Buffer.from(walker()) }]);
    await player.loaded('mine');
    await player.find('.welcome .wordmark').waitFor({ state: 'hidden' });
    await player.isFramed();
  },
);

scene(
  'a link shows whose clip it is and how to open one\u2019s own; the page\u2019s name leads to the welcome',
  { path: `#url=${encodeURIComponent('/clips/walker.bvh')}`, size: DESK, loads: 'walker' },
  async ({ page, player }) => {
    assert.match(await player.text('.origin'), /^From walker\.bvh . Open your own or drop it here$/);
    assert.equal(await player.find('.title .name').innerText(), 'walker');
    assert.equal(await player.find('.welcome .wordmark').isVisible(), false);
    const chooser = page.waitForEvent('filechooser');
    await player.find('.origin button').click();
    await chooser;
    await player.button('Marey').click();
    await player.find('.welcome .wordmark').waitFor();
    await player.button('Back to your clip').click();
    await listReads(player, 'walker 3 s');
  },
);

scene(
  'opened from a disk the page says what to do',
  { path: null, allow: [/CORS policy/, /net::ERR_FAILED/, /Content Security Policy/, /content security policy/, /file:/] },
  async ({ page }) => {
    await page.goto(pathToFileURL(join(DIST, 'index.html')).href);
    await page.getByText('only from a web server').waitFor();
  },
);

const other = await host(walker());
scene.deep('a clip from another host is shown with the host', { path: `#url=${other.url}`, size: DESK }, async ({ player }) => {
  await player.button(`Open from ${new URL(other.url).host}`).click();
  await until('it is requested', () => other.open > 0);
  other.answer();
  await player.loaded('clip');
  await player
    .find('.origin')
    .getByText(`From ${new URL(other.url).host}`)
    .waitFor();
});
