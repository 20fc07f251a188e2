// of: moments, panels, share, marey_write
/** The chronophotograph: figures at several moments in one picture, on every renderer, with its controls, in links and in saved pictures. */
import assert from 'node:assert/strict';
import { statue, stick, walker } from './support/clips.mjs';
import { openStrip, pressInStrip } from './support/hands.mjs';
import { download, made, unfoldShare } from './support/making.mjs';
import { scenes, until } from './support/scenes.mjs';

const { scene, server } = await scenes({
  loads: 'way',
  files: { '/way.bvh': walker({ speed: 120 }), '/pose.bvh': statue(1), '/pose-that-moves.bvh': stick() },
});
/** @param {string} attributes @param {string} [css] */
const page = (attributes, css = 'marey-player { width: 100%; height: 100vh }') =>
  server.page(
    `/moments${(attributes + css).replace(/\W/g, '')}.html`,
    `<marey-player controls share="/" src="/way.bvh" ${attributes}></marey-player>`,
    { css },
  );

/** The times that are written in the picture. @param {Player} player */
const times = (player) => player.find('.moments text:not([hidden])').allTextContents();
/** The points of the path. @param {Player} player */
const dots = (player) =>
  player.run((element) =>
    [...(element.shadowRoot?.querySelectorAll('.moments:not([hidden]) g:not([hidden]) > .dot') ?? [])].map((dot) =>
      ['cx', 'cy'].map((name) => Number(dot.getAttribute(name))),
    ),
  );
/** @param {Player} player @param {number} count */
const has = async (player, count) => {
  await until(`${count} figures`, async () => (await dots(player)).length === count);
  await player.settle();
};

scene.deep('a small player offers it among the tools', { path: page('', 'marey-player { width: 480px }') }, async ({ player }) => {
  await player.button('Tools').click();
  await player.find('.tools .menu button').filter({ hasText: 'Chronophotograph' }).click();
  await has(player, 11);
});

for (const renderer of ['webgpu', 'webgl', 'canvas']) {
  (renderer !== 'webgl' ? scene : scene.deep)(
    `figures stand where their times are, first to last, drawn by ${renderer}`,
    { path: page(`moments="4" moments-tint="none" renderer="${renderer}"`), gpu: renderer === 'canvas' ? 'none' : 'webgpu' },
    async ({ player }) => {
      await has(player, 4);
      const places = await dots(player);
      const across = places.map(([x]) => x);
      assert.deepEqual(
        across,
        [...across].sort((a, b) => a - b),
        'the motion goes to the right',
      );
      const { box } = await player.figure();
      assert.ok(box.left < across[0] && box.right > across[3], 'all figures are in the picture');
      const { width } = await player.run((element) => element.getBoundingClientRect());
      assert.ok(box.left > 4 && box.right < width - 4);
      // Above each point of the path there are limbs, and between the last two there is a gap.
      const picture = await player.picture();
      const limbs = (/** @type {number} */ x) => {
        let found = 0;
        for (let y = box.top; y < box.bottom; y += 1)
          for (let near = -6; near <= 6; near += 1) {
            const [r, , b] = picture.at(Math.round(x) + near, y);
            if (Math.abs(r - b) > 24) found += 1;
          }
        return found;
      };
      for (const x of across.slice(1)) assert.ok(limbs(x) > 20, `a figure at ${x}`);
    },
  );
}

scene(
  'no more figures stand there than were asked for, whatever the present moment',
  { path: page('moments="0 2.9" moments-tint="none"'), at: 1.45 },
  async ({ player }) => {
    await has(player, 2);
    const [[first], [last]] = await dots(player);
    const picture = await player.picture();
    const { box } = await player.figure();
    let found = 0;
    for (let y = box.top; y < box.bottom; y += 1) {
      for (let near = -6; near <= 6; near += 1) {
        const [r, g, b] = picture.at(Math.round((first + last) / 2) + near, y);
        found += Number(r - b > 40 || g - r > 60);
      }
    }
    assert.ok(found < 20, `${found} pixels of a figure between them`);
  },
);

scene(
  'a picture of it has a scale and says which limbs are left and right; \u201cSave\u2026\u201d opens the pictures',
  { path: page('moments="5"'), size: [1280, 720] },
  async ({ player }) => {
    await has(player, 5);
    /** How many pixels are drawn at both ends of the picture's lowest line. */
    const ends = await player.run(async (element) => {
      const bitmap = await createImageBitmap(
        await element.picture({ width: 640, height: 360, scale: 1, background: false, grid: false, shadow: false }),
      );
      const context = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(640, 360).getContext('2d'));
      context.drawImage(bitmap, 0, 0);
      return [20, 500].map((x) => context.getImageData(x, 328, 100, 16).data.filter((alpha, at) => at % 4 === 3 && alpha > 0).length);
    });
    assert.ok(
      ends.every((count) => count > 60),
      ends.join(),
    );
    await openStrip(player, 'Chronophotograph');
    await player.find('.strip-of-moments').getByRole('button', { name: 'Save\u2026' }).click();
    await player.find('[data-section="picture"][open]').getByRole('button', { name: 'Save SVG' }).waitFor();
  },
);

scene(
  'the picture is described, its times are those of the clip or of the loop’s range',
  { path: page('moments="5"') },
  async ({ player }) => {
    await has(player, 5);
    const { duration } = await player.state();
    const written = await times(player);
    assert.equal(written[0], '0.00 s');
    assert.equal(written.at(-1), duration.toFixed(2));
    assert.match((await player.find('.moments').getAttribute('aria-label')) ?? '', /^Chronophotograph, 5 moments from 0\.00 to /);
    await player.run((element) => {
      element.loopRange = [0.5, 1.5];
    });
    await until('the range is taken', async () => (await times(player))[0] === '0.50 s');
    assert.equal((await times(player)).at(-1), '1.50');
  },
);

scene(
  'a menu of the bar opens it with its controls; Escape closes both',
  { path: page(''), size: [1280, 720] },
  async ({ player, page: { keyboard } }) => {
    await openStrip(player, 'Chronophotograph');
    const strip = player.find('.strip-of-moments');
    await strip.waitFor();
    await has(player, 11);
    assert.equal(await player.find('.mark-of-moment').count(), 11, 'the moments stand on the timeline');
    await player.button('More figures').click();
    await has(player, 12);
    await strip.getByRole('spinbutton', { name: 'Figures' }).fill('6');
    await keyboard.press('Enter');
    await has(player, 6);
    await keyboard.press('ArrowDown');
    await has(player, 5);
    await strip.getByRole('button', { name: 'Distance', exact: true }).click();
    assert.equal(await player.run((element) => element.momentsSpacing), 'distance');
    await strip.getByRole('button', { name: 'Viridis', exact: true }).click();
    assert.ok(await strip.getByRole('slider', { name: 'Fade', includeHidden: true }).isDisabled());
    await pressInStrip(player, strip.getByRole('switch', { name: 'Times' }));
    await until('the times are hidden', async () => !(await player.find('.moments text').first().isVisible()));
    // One closes what was hidden, the other the strip.
    await keyboard.press('Escape');
    await keyboard.press('Escape');
    await strip.waitFor({ state: 'detached' });
    await until(
      'the figures are gone',
      async () => (await player.run((element) => element.moments)) === 0 && !(await player.find('.moments').isVisible()),
    );
    assert.equal(await player.find('.marks-of-moments').count(), 0);
  },
);

/** The moments on the timeline. @param {Player} player */
const marks = (player) => player.run((element) => element.momentTimes.map((at) => Math.round(at * 1000) / 1000));

scene(
  'moments are moved, added and removed by hand on the timeline',
  { path: page('moments="3"'), size: [1280, 720] },
  async ({ player, page: { keyboard, mouse } }) => {
    await has(player, 3);
    await openStrip(player, 'Chronophotograph');
    const strip = player.find('.strip-of-moments');
    await strip.waitFor();
    const all = player.find('.mark-of-moment');
    const { duration } = await player.state();
    const track = await player.find('.tracks').evaluate((element) => {
      const { left, width, top } = element.getBoundingClientRect();
      return { left, width, y: top + 12 };
    });
    const across = (/** @type {number} */ seconds) => track.left + (track.width * seconds) / duration;

    // Dragged, only the one in the middle moves, to a frame; it does not pass its neighbour.
    await mouse.move(across(duration / 2), track.y);
    await mouse.down();
    await mouse.move(across(1), track.y, { steps: 4 });
    assert.equal(await player.find('.tip').isVisible(), true, 'a tip tells where it is');
    await mouse.up();
    const own = strip.getByRole('button', { name: 'By hand', exact: true });
    await until('the moment has moved', async () => (await marks(player))[1] === 1);
    assert.equal(await own.getAttribute('aria-pressed'), 'true');
    assert.equal(await player.run((element) => element.getAttribute('moments')), `0 1 ${Number(duration.toFixed(4))}`);
    assert.deepEqual((await times(player))[1], '1.00');

    // A click on a moment goes there.
    await mouse.click(across(1), track.y);
    await until('the clip is there', async () => Math.abs((await player.state()).time - 1) < 1e-6);
    assert.equal((await marks(player))[1], 1);

    // By keys: a frame, ten frames, up to its neighbours.
    await all.nth(1).focus();
    assert.equal(await all.nth(1).getAttribute('aria-label'), 'Moment 2 of 3');
    assert.equal(await all.nth(1).getAttribute('aria-valuetext'), 'frame 30, 1.00 s');
    await keyboard.press('ArrowRight');
    assert.equal((await marks(player))[1], 1.033);
    await keyboard.press('Shift+ArrowLeft');
    assert.equal((await marks(player))[1], 0.7);
    await keyboard.press('Home');
    assert.equal((await marks(player))[1], 0.033);

    // One more behind it, which has the focus, and away again.
    await keyboard.press('+');
    assert.equal((await marks(player)).length, 4);
    assert.ok(await all.nth(2).evaluate((mark) => mark.matches(':focus')));
    await keyboard.press('Delete');
    assert.equal((await marks(player)).length, 3);
    for (let press = 0; press < 3; press += 1) await keyboard.press('Delete');
    assert.equal((await marks(player)).length, 2, 'two remain');

    // A double click on the track adds one.
    await mouse.dblclick(across(2), track.y);
    await until('it is added', async () => (await marks(player)).includes(2));
    await player.button('More figures').click();
    await has(player, 4);
    assert.ok((await marks(player)).includes(2), 'more figures leave those that are there');
    await player.button('Fewer figures').click();
    await has(player, 3);

    // The range does not move them; equal times end it.
    const before = await marks(player);
    await player.run((element) => {
      element.loopRange = [0.5, 1];
    });
    await player.settle();
    assert.deepEqual(await marks(player), before);
    await strip.getByRole('button', { name: 'Time', exact: true }).click();
    await until('they are spread over the range', async () => (await marks(player))[0] === 0.5);
    assert.equal(await own.getAttribute('aria-pressed'), 'false');
    assert.equal(await player.run((element) => element.getAttribute('moments')), '3');
    await own.click();
    assert.deepEqual((await marks(player)).length, 3);
    assert.equal(await own.getAttribute('aria-pressed'), 'true');
  },
);

scene.deep(
  'a mark leaves the playhead to be grabbed',
  { path: page('moments="0.5 1.5"'), size: [1280, 720] },
  async ({ player, page: { mouse } }) => {
    await has(player, 2);
    await openStrip(player, 'Chronophotograph');
    await player.find('.strip-of-moments').waitFor();
    await player.run((element) => {
      element.currentTime = 0.5;
    });
    const { duration } = await player.state();
    const track = await player.find('.tracks').evaluate((element) => {
      const { left, width, top } = element.getBoundingClientRect();
      return { left, width, y: top + 12 };
    });
    const across = (/** @type {number} */ seconds) => track.left + (track.width * seconds) / duration;
    await until(
      'the playhead stands on the mark',
      async () =>
        (await player
          .find('.mark-of-moment')
          .first()
          .evaluate((mark) => mark.getBoundingClientRect().width)) === 0,
    );
    await mouse.move(across(0.5), track.y);
    await mouse.down();
    await mouse.move(across(1), track.y, { steps: 4 });
    await mouse.up();
    await until('it was the playhead', async () => Math.abs((await player.state()).time - 1) < 0.04);
    assert.deepEqual(await marks(player), [0.5, 1.5]);
  },
);

scene.deep(
  'moments by hand are in the attribute, in links, and in links with the motion inside',
  { path: page('moments="1.5, 0.25 1"') },
  async ({ page: tab, player }) => {
    await has(player, 3);
    assert.deepEqual(await marks(player), [0.25, 1, 1.5]);
    assert.equal(await player.run((element) => element.moments), 3);
    await player.run((element) => {
      element.momentTimes = [0.5, 1.25];
    });
    await has(player, 2);
    assert.equal(await player.run((element) => element.getAttribute('moments')), '0.5 1.25');
    await player.run((element) => {
      element.momentTimes = [1];
    });
    await until('none are left', async () => (await player.run((element) => element.moments)) === 0);
    await tab.goto(server.url('#url=/way.bvh&paused=1&moments=0.5,1,2'));
    await player.loaded('way');
    await has(player, 3);
    assert.deepEqual(await marks(player), [0.5, 1, 2]);
  },
);

scene.deep(
  'at contacts there is a figure for each step, also on paper; the strip says if there are none',
  { path: page('moments="24" moments-spacing="contacts"'), size: [1280, 720] },
  async ({ page: tab, player }) => {
    await player.shows('/samples/walk.bvh');
    await until('a figure for each step', async () => {
      const { length } = await marks(player);
      return length > 3 && length < 24;
    });
    const steps = await marks(player);
    await openStrip(player, 'Chronophotograph');
    const strip = player.find('.strip-of-moments');
    await strip.waitFor();
    const figures = strip.getByRole('spinbutton', { name: 'Figures' });
    assert.equal(await figures.inputValue(), String(steps.length));
    await player.button('Fewer figures').click();
    await until('one fewer', async () => (await marks(player)).length === steps.length - 1);
    assert.ok(
      (await marks(player)).every((at) => steps.includes(at)),
      'the others stay where they were',
    );
    await player.button('More figures').click();
    await player.button('More figures').click();
    assert.equal(await player.run((element) => element.moments), steps.length, 'no more than there are');
    const svg = await player.run(async (element) => (await element.picture({ type: 'image/svg+xml' })).text());
    const drawn = /data-seconds="([^"]*)"/.exec(svg)?.[1].split(' ').map(Number) ?? [];
    assert.deepEqual(
      drawn.map((at) => at.toFixed(2)),
      steps.map((at) => at.toFixed(2)),
    );

    await player.shows('/pose-that-moves.bvh');
    const contacts = strip.getByRole('button', { name: 'Contacts', exact: true });
    await until('there are none', async () => contacts.isDisabled());
    assert.match((await contacts.getAttribute('title')) ?? '', /^No contacts found/);
    await until('it is told', async () => /^No contacts found/.test((await player.find('.toast').textContent()) ?? ''));
    assert.ok((await marks(player)).length > steps.length - 1, 'equal times instead');

    await tab.goto(server.url('#url=/samples/walk.bvh&paused=1&moments=5&moments-spacing=contacts'));
    await player.loaded('walk');
    await until('five of them', async () => (await marks(player)).length === 5 && (await marks(player)).every((at) => steps.includes(at)));
    assert.equal(await player.run((element) => element.momentsSpacing), 'contacts');
  },
);

scene.deep(
  'the strip stands above the bar and covers no figure, also on a phone',
  { path: page(''), size: [390, 780] },
  async ({ player }) => {
    await player.button('Tools').click();
    await player.find('.tools .menu button').filter({ hasText: 'Chronophotograph' }).click();
    const strip = player.find('.strip-of-moments');
    await strip.waitFor();
    await has(player, 11);
    const top = await strip.evaluate((element) => element.getBoundingClientRect().top);
    const { box } = await player.figure();
    assert.ok(box.bottom < top, `${box.bottom} above ${top}`);
    const close = player.button('Close the chronophotograph');
    const right = await close.evaluate((element) => element.getBoundingClientRect().right);
    assert.ok(right <= 390, 'the button that closes it is in reach');
    await close.click();
    await strip.waitFor({ state: 'detached' });
  },
);

scene(
  'a phone draws fewer figures than are asked for, and says so',
  { path: page('moments="40"'), size: [390, 780], touch: true },
  async ({ player }) => {
    await until('some of them', async () => (await marks(player)).length > 10);
    const { length } = await marks(player);
    assert.ok(length < 40, `${length} figures`);
    await until('it is told', async () => new RegExp(`^${length} of 40 figures`).test((await player.find('.toast').textContent()) ?? ''));
    assert.equal(await player.run((element) => element.getAttribute('moments')), '40', 'the attribute stays as it is');
  },
);

scene('pointing at a figure tells its time, a click goes there', { path: page('moments="4"') }, async ({ player, page: { mouse } }) => {
  await has(player, 4);
  const [, , [x, y]] = await dots(player);
  const left = await player.run((element) => element.getBoundingClientRect().left);
  const { box } = await player.figure();
  // The hips are about in the middle of the figure.
  const at = /** @type {const} */ ([left + x, y - (y - box.top) * 0.52]);
  await mouse.move(...at);
  await until('the time is told', async () => / s · frame \d+$/.test((await player.find('.label').textContent()) ?? ''));
  await mouse.click(...at);
  const { duration } = await player.state();
  await until('it went there', async () => Math.abs((await player.state()).time - (duration * 2) / 3) < 0.05);
});

scene('a saved picture contains path and times; a link the figures', { path: page('moments="5"') }, async ({ page: tab, player }) => {
  await has(player, 5);
  const differ = await player.run(async (element) => {
    const pixels = async () => {
      const bitmap = await createImageBitmap(
        await element.picture({ width: 640, height: 360, background: false, grid: false, shadow: false }),
      );
      const context = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(640, 360).getContext('2d'));
      context.drawImage(bitmap, 0, 0);
      return context
        .getImageData(0, 0, 640, 360)
        .data.filter((_, index) => index % 4 === 3)
        .reduce((sum, alpha) => sum + Number(alpha > 0), 0);
    };
    const all = await pixels();
    element.shadowRoot?.querySelector('.root')?.setAttribute('data-no-path', '');
    const noPath = await pixels();
    element.shadowRoot?.querySelector('.root')?.setAttribute('data-no-times', '');
    return [all, noPath, await pixels()];
  });
  assert.ok(differ[0] > differ[1] + 200 && differ[1] > differ[2] + 200, String(differ));
  await tab.goto(server.url('#url=/way.bvh&paused=1&moments=3&moments-tint=viridis'));
  await player.loaded('way');
  await has(player, 3);
  assert.equal(await player.run((element) => element.momentsTint), 'viridis');
});

scene.deep(
  'it is saved as SVG, too: the figures of the player on paper',
  { path: page('moments="5" moments-spacing="distance" moments-fade="0.5"') },
  async ({ player }) => {
    await has(player, 5);
    await unfoldShare(player, 'picture');
    const { name, bytes } = await download(player, 'Save SVG');
    assert.equal(name, 'way-moments.svg');
    const svg = bytes.toString();
    const seconds = /data-seconds="([^"]*)"/.exec(svg)?.[1].split(' ').map(Number) ?? [];
    const shown = (await times(player)).map((text) => Number.parseFloat(text));
    assert.deepEqual(
      seconds.map((each) => each.toFixed(2)),
      shown.map((each) => each.toFixed(2)),
    );
    assert.match(svg, /<title>way: chronophotograph, 5 moments from 0\.00 to /);
    assert.ok(svg.includes('>left<') && svg.includes('>right<') && svg.includes('stroke-dasharray'));
    assert.deepEqual([...new Set([...svg.matchAll(/<g class="(f\d+)"/g)].map(([, figure]) => figure))].sort(), [
      'f1',
      'f2',
      'f3',
      'f4',
      'f5',
    ]);
    assert.equal((await made(player, 'picture', { type: 'image/svg+xml', theme: 'dark' })).bytes.toString().includes('#10151e'), true);
  },
);

scene(
  'a figure that stays in place stands in a row, without a path; one pose has no moments',
  { path: page('moments="3"') },
  async ({ player }) => {
    await has(player, 3);
    assert.notEqual(await player.find('.moments .path').getAttribute('points'), '');
    await player.shows('/walker.bvh');
    await until('there is no path', async () => (await player.find('.moments .path').getAttribute('points')) === '');
    await has(player, 3);
    const [[first], [second], [third]] = await dots(player);
    assert.ok(second - first > 60 && Math.abs(third - second - (second - first)) < 0.2 * (second - first), 'a stature apart');
    await player.shows('/pose.bvh');
    await player.button('Tools').click();
    assert.ok(!(await player.find('.tools .menu button').filter({ hasText: 'Chronophotograph' }).isVisible()), 'a pose has no moments');
    await until('no times are shown', async () => (await dots(player)).length === 0);
  },
);
