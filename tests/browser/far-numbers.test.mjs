/** No number in a link, a frame's address, an attribute or a property keeps the page busy: farther ones than the player can show are clamped, in words. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEEP } from '../support/deep.mjs';
import { LinkPage } from './support/main-thread.mjs';
import { scenes, until } from './support/scenes.mjs';

const { browser, scene, server } = await scenes();

const NUMBERS = ['0', '1e9', '-1e9', '1e308', '-1e308', 'NaN'];
/** The same without exponents, for parameters that have none. */
const PLAIN = ['0', '1000000000', '-1000000000', `1${'0'.repeat(15)}`, `-1${'0'.repeat(36)}`, `1${'0'.repeat(308)}`];
/** How each parameter has its numbers. @type {Record<string, (number: string, plain: string) => string>} */
const PARAMETERS = {
  speed: (number) => number,
  'clip-speed': (number) => number,
  fps: (number) => number,
  'clip-fps': (number) => number,
  unit: (number) => number,
  'clip-unit': (number) => number,
  offset: (number) => number,
  position: (number) => `${number} ${number}`,
  turn: (number) => number,
  t: (_, plain) => plain.slice(0, 9),
  start: (_, plain) => `f${plain.slice(0, 9)}`,
  end: (_, plain) => plain.slice(0, 9),
  loop: (number) => `0-${number}`,
  moments: (_, plain) => plain,
  ghosts: (number, plain) => `${plain} ${number}`,
  'ghost-step': (_, plain) => plain,
  'trail-window': (number) => number,
  contacts: (number, plain) => `${plain},${number}`,
  marks: (_, plain) => `a@${plain};b@1-${plain}`,
  camera: (_, plain) => `0,10,3,${plain},0,${plain}`,
};
/** Two clips, with all that is drawn over time. */
const CLIPS = 'url=walker.bvh&url=samples/jump.bvh&trails=&curves=&compare=from-own';
/** Seconds of the main thread: several times the most that such a link takes, and a fraction of what a hang would. */
const MOST_S = 5;

/** @type {string[]} */
const links = [];
const names = Object.keys(PARAMETERS);
/** @param {string} name @param {number} value */
const written = (name, value) => `${name}=${encodeURIComponent(PARAMETERS[name](NUMBERS[value], PLAIN[value]))}`;
names.forEach((name, first) =>
  NUMBERS.forEach((_, value) => {
    // Everyday each parameter has one of the numbers.
    if (DEEP || value === first % NUMBERS.length) links.push(`#${CLIPS}&${written(name, value)}`);
    // Each pair of parameters has each number of either once: all 36 of each would take an hour.
    names.slice(first + 1).forEach((second, at) => {
      if (DEEP) links.push(`#${CLIPS}&${written(name, value)}&${written(second, (value + first + at) % NUMBERS.length)}`);
    });
  }),
);
// All of them at once.
NUMBERS.forEach((_, value) =>
  links.push(`#${CLIPS}&${names.map((name, index) => written(name, (value + index) % NUMBERS.length)).join('&')}`),
);

test('a number of a link, however far, alone and with others, is no work for the page', { timeout: 3_600_000 }, async () => {
  const page = new LinkPage(browser, server.url('embed.html'));
  try {
    for (const hash of links) {
      const { seconds, shown } = await page.load(hash).catch((error) => {
        throw new Error(`${hash}: ${error.message}`);
      });
      assert.ok(seconds < MOST_S, `${hash}: ${seconds} s of the main thread`);
      assert.equal(shown, 'walker', hash);
    }
    page.check();
  } finally {
    await page.close();
  }
});

/** What has numbers in a player, and in a clip beside its own. */
const OF_PLAYER =
  'speed fps unit start end moments ghosts ghost-step trail-window contacts marks camera sync-offset width height loopRange momentTimes ghosts trailWindow currentFrame selectedJoint stepFrame syncOffset';
const OF_CLIP = 'offset speed position turn unit fps';

test('nor is a number of an attribute or a property', { timeout: 3_600_000 }, async () => {
  const html = '<marey-player controls src="/walker.bvh" trails curves><marey-clip src="/walker.bvh"></marey-clip></marey-player>';
  const page = new LinkPage(browser, server.page('/attributes.html', html));
  const names = [...OF_PLAYER.split(' ').map((name) => ['marey-player', name]), ...OF_CLIP.split(' ').map((name) => ['marey-clip', name])];
  const numbers = [...NUMBERS, ...PLAIN];
  try {
    // Deep runs may have a GPU.
    const own = (await page.work(() => page.page.evaluate(put, { tag: 'marey-player', name: 'speed', number: '1' }))).rung;
    assert.match(own, /^(canvas|webgl|webgpu)$/);
    for (const [index, [tag, name]] of names.entries())
      for (const [at, number] of numbers.entries()) {
        if (!DEEP && at !== index % numbers.length) continue;
        const { rung, seconds } = await page.work(() => page.page.evaluate(put, { tag, name, number }));
        assert.ok(seconds < MOST_S, `${tag} ${name} ${number}: ${seconds} s of the main thread`);
        assert.equal(rung, own, `${tag} ${name} ${number}: the figure is drawn`);
      }
    page.check();
  } finally {
    await page.close();
  }
});

/** Runs in the page: sets an attribute or a property, draws, and takes the attribute away. @param {{ tag: string, name: string, number: string }} what */
async function put({ tag, name, number }) {
  const { later } = /** @type {any} */ (globalThis).animationFrames;
  const player = /** @type {any} */ (document.querySelector('marey-player'));
  const element = /** @type {any} */ (document.querySelector(tag));
  const value = Number(number);
  try {
    if (name === 'stepFrame') element[name](value);
    else if (name in element && name !== name.toLowerCase())
      element[name] = { loopRange: [0, value], momentTimes: [0, value] }[name] ?? value;
    else
      element.setAttribute(
        name,
        {
          position: `${number} ${number}`,
          marks: `a@${number};b@1-${number}`,
          contacts: `${number},${number}`,
          camera: `0,10,3,${number},0,${number}`,
        }[name] ?? number,
      );
  } catch {
    // A property may refuse a number.
  }
  await later(3);
  element.removeAttribute(name);
  await later(1);
  return { rung: player.currentRenderer };
}

/** The toast that tells it; a new one replaces the text. @param {Player} player @param {RegExp} wanted */
const tells = (player, wanted) => until(`${wanted} is told`, async () => wanted.test(await player.find('.toast').innerText()));

scene(
  'what a link asks for beyond the limits is clamped, and told in words',
  { path: 'embed.html#url=walker.bvh&url=walker.bvh&offset=1e9&turn=90&position=1e9,-1e308&clip-speed=1e-9', loads: 'walker' },
  async ({ page, player }) => {
    await tells(
      player,
      /^speed: 0\.0625 in place of 1e-9; offset: 86400 in place of 1000000000; position: 10000 in place of 1000000000; position: -10000 in place of -1e\+308$/,
    );
    const clip = await player.run((element) => {
      const { offset, position, speed, turn } = /** @type {any} */ (element.querySelector('marey-clip'));
      return { offset, position, speed, turn };
    });
    assert.deepEqual(clip, { offset: 86_400, position: [10_000, -10_000], speed: 1 / 16, turn: 90 });
    await page.evaluate(() => {
      location.hash = '#url=walker.bvh&speed=-1e9&fps=1e308&unit=1e-308&moments=0.1,200&ghosts=1,99';
    });
    await tells(
      player,
      /^speed: -16 in place of -1000000000; fps: 1000000 in place of 1e\+308; unit: 0\.000001 in place of 1e-308; ghosts: 12 in place of 99$/,
    );
    assert.deepEqual(
      await player.run(({ fps, frameTime, ghosts, playbackRate, speed }) => ({ fps, frameTime, ghosts, playbackRate, speed })),
      {
        fps: 1e6,
        frameTime: 1e-6,
        ghosts: [1, 12],
        playbackRate: -16,
        speed: -16,
      },
    );
  },
);

scene(
  'properties take the numbers that those of a video take, and throw for the others',
  { path: server.page('/numbers.html', '<video></video><marey-player src="/walker.bvh" controls></marey-player>'), loads: 'walker' },
  async ({ page }) => {
    const seen = await page.evaluate(() => {
      const numbers = [0, 1, -1, 0.5, 0.01, 1e9, -1e9, 1e308, -1e308, NaN, Infinity, 'x', undefined];
      const [video, player] = ['video', 'marey-player'].map((name) => {
        const element = /** @type {any} */ (document.querySelector(name));
        return ['currentTime', 'playbackRate', 'defaultPlaybackRate', 'volume', 'fastSeek'].flatMap((property) =>
          numbers.map((number) => {
            // Chromium's videos have no fastSeek, which sets the time.
            const isCall = property === 'fastSeek';
            try {
              if (isCall && element.fastSeek) element.fastSeek(number);
              else element[isCall ? 'currentTime' : property] = number;
              return `${property} ${number}: taken`;
            } catch (error) {
              return `${property} ${number}: ${/** @type {Error} */ (error).name}`;
            }
          }),
        );
      });
      // The player goes backwards, too, and refuses default rates that it could not play.
      const ours = /Rate -1:|defaultPlaybackRate [^NIxu]/;
      return { video: video.filter((line) => !ours.test(line)), player: player.filter((line) => !ours.test(line)) };
    });
    assert.deepEqual(seen.player, seen.video);
  },
);
