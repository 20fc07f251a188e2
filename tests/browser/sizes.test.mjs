// of: controls, panels, page
/** The player at every size, from a stamp to a phone. */
import assert from 'node:assert/strict';
import { amc, asf } from './support/acclaim.mjs';
import { walker } from './support/clips.mjs';
import { scenes, until } from './support/scenes.mjs';
import { openSharing } from './support/sharing.mjs';

const { scene, server } = await scenes({
  loads: '',
  files: { '/early.bvh': String(walker()).replace(/(?:.*\n){10}$/, '') },
});

/** Every control is whole, large enough, in the picture and uncovered. @param {Player} player */
async function isUsable(player) {
  const faults = await player.run((element) => {
    const root = /** @type {ShadowRoot} */ (element.shadowRoot);
    const whole = element.getBoundingClientRect();
    /** @type {string[]} */
    const found = [];
    for (const control of root.querySelectorAll('.bar button, .bar .scrub, .bar label')) {
      const { x, y, width, height, right, bottom } = control.getBoundingClientRect();
      if (!width || control.closest('[hidden]')) continue;
      const name = control.getAttribute('aria-label') ?? control.textContent;
      if (width < 24 || height < 24) found.push(`${name} is ${width} x ${height}`);
      if (x < whole.x || y < whole.y || right > whole.right || bottom > whole.bottom) found.push(`${name} is cut off`);
      const top = root.elementFromPoint(x + width / 2, y + height / 2);
      if (!top || !(control.contains(top) || top.contains(control) || top.matches('.handle, .scrub')))
        found.push(`${name} is under ${top?.className}`);
    }
    const bar = root.querySelector('.row');
    if (bar && bar.scrollWidth > bar.clientWidth) found.push(`the row is ${bar.scrollWidth} wide in ${bar.clientWidth}`);
    return found;
  });
  assert.deepEqual(faults, []);
  await timeOnOneLine(player);
}

/** @param {Player} player */
async function timeOnOneLine(player) {
  const { height, line } = await player
    .find('.time')
    .evaluate((time) => ({ height: time.getBoundingClientRect().height, line: Number.parseFloat(getComputedStyle(time).lineHeight) }));
  assert.ok(height < 1.6 * line, `${height} px for lines of ${line} px`);
}

scene(
  'on a phone the time stays on one line, every control can be hit, and the figure is whole',
  { size: [390, 780], touch: true, ratio: 2 },
  async ({ page, player }) => {
    await timeOnOneLine(player);
    await player.opens('walker', { name: 'walker.bvh', text: walker() });
    await player.holdAt(0.5);
    await isUsable(player);
    await player.isFramed();
    const scrolls = () =>
      page.evaluate(() => document.documentElement.scrollWidth > innerWidth || document.documentElement.scrollHeight > innerHeight);
    assert.equal(await scrolls(), false);
    await player.find('.bar').getByRole('button', { name: 'Play', exact: true }).tap();
    await player.plays();
    await player.button('More').tap();
    const panel = player.find('.panel');
    await panel.waitFor();
    const box = await panel.boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= 390 && box.y >= 0, JSON.stringify(box));
    // Buttons without room in the bar are in the settings.
    await panel.getByRole('tab', { name: 'Details' }).tap();
    await player.find('.panel[data-panel="details"]').waitFor();
    assert.equal(await scrolls(), false);
  },
);

scene.deep(
  'on a phone play is in the middle, the speed two taps away, and settings and details leave the figure visible',
  { size: [390, 780], touch: true },
  async ({ player }) => {
    await player.opens('march', { name: 'marcher.asf', text: asf() }, { name: 'march.amc', text: amc() });
    await player.find('.legend button').first().waitFor();
    const play = await player.box('.btn.play');
    assert.equal(play.x + play.width / 2, 195);
    assert.equal(await player.find('.settings .word').evaluate((word) => getComputedStyle(word).letterSpacing), 'normal');
    await player.button('More').tap();
    await player.button('2\u00d7').tap();
    assert.equal((await player.state()).rate, 2);
    assert.equal(await player.button('2\u00d7').getAttribute('aria-pressed'), 'true');
    await player.run((element) => element.pause());
    for (const name of ['settings', 'details']) {
      if (name === 'details') await player.find('.panel').getByRole('tab', { name: 'Details' }).tap();
      await player.find(`.panel[data-panel="${name}"]`).waitFor();
      await player.settle();
      const { y } = await player.box('.panel');
      await until(`the figure is above ${name}`, async () => (await player.figure()).box.bottom < y);
      assert.ok((await player.figure()).height > y / 3, 'the figure is large enough');
      assert.equal(await player.find('.legend').isVisible(), false, 'nothing covers the sheet');
    }
    await player.closesPanel();
    await player.button('Clips').tap();
    const [number, out] = [await player.box('.library .head[data-kind="skeleton"] .number'), await player.box('.library .heads .drop-out')];
    assert.ok(number.x + number.width <= out.x, `${JSON.stringify(number)} ${JSON.stringify(out)}`);
  },
);

scene.deep(
  'a card about another file covers neither the figure nor the list nor the views',
  { size: [1000, 700], loads: 'Dance' },
  async ({ player }) => {
    await player.opens('walker', { name: 'walker.bvh', text: walker() }, { name: 'bad.bvh', text: 'no' });
    await player.holdAt(0.5);
    await player.find('.library [data-bad] .pick').click();
    await player.find('.card.low').waitFor();
    await player.settle();
    const [card, library, views] = [await player.box('.card'), await player.box('.library'), await player.box('.viewpoints')];
    const { box } = await player.figure();
    assert.ok(box.bottom <= card.y, `${box.bottom} ${card.y}`);
    assert.ok(card.x >= library.x + library.width && card.y + card.height <= views.y, JSON.stringify({ card, library, views }));
  },
);

scene('every touch target is at least 24 pixels wide and high', { size: [900, 700], touch: true }, async ({ page, player }) => {
  await player.run((element) => {
    element.loop = true;
    element.loopRange = [1, 2];
  });
  await player.holdAt(0.5);
  const small = () =>
    page.evaluate(() => {
      const element = /** @type {Element} */ (document.querySelector('marey-player'));
      const all = 'button, input, select, textarea, summary, a, [role="treeitem"], .lane';
      return [...element.querySelectorAll(all), ...(element.shadowRoot?.querySelectorAll(all) ?? [])].flatMap((each) => {
        // The label of a switch belongs to its target.
        const { x, y, width: wide, height: high } = (each.closest('.keep label, .checks label') ?? each).getBoundingClientRect();
        // Only the handles of the loop's sliders take presses: count the pixels that do.
        const hits = (/** @type {number} */ length, /** @type {(at: number) => [number, number]} */ place) =>
          Array.from({ length }, (_, at) => element.shadowRoot?.elementFromPoint(...place(at + 0.5))).filter((hit) => hit === each).length;
        const row = y + high / 2;
        const first =
          Array.from({ length: wide }, (_, at) => x + at + 0.5).find((at) => element.shadowRoot?.elementFromPoint(at, row) === each) ?? 0;
        const [width, height] = each.matches('.handle')
          ? [hits(wide, (at) => [x + at, row]), hits(high + 8, (at) => [first + 14, y - 4 + at])]
          : [wide, high];
        // The frame field's target is its pill, a mark's is its lane.
        if (!width || each.matches('.frame input, .lane input') || !each.checkVisibility()) return [];
        return width < 24 || height < 24 ? [`${each.className || each.localName} ${each.textContent} is ${width} x ${height}`] : [];
      });
    });
  assert.deepEqual(await small(), []);
  for (const panel of ['details', 'settings', 'share', 'help']) {
    await player.find(`button[data-panel="${panel}"]`).first().tap();
    await player.find(`.panel[data-panel="${panel}"]`).waitFor();
    assert.deepEqual(await small(), [], panel);
  }
  await player.closesPanel();
  await player.opens('march', { name: 'marcher.asf', text: asf() }, { name: 'march.amc', text: amc() }, { name: 'bad.bvh', text: 'no' });
  await player.find('.lane').waitFor();
  await player.find('.library .row[data-bad] .pick').tap();
  await player.find('.card').waitFor();
  assert.deepEqual(await small(), [], 'marks, a list and a card');
});

scene(
  'on a phone the focus goes through the controls, and the share panel, in the order on the screen',
  { path: server.url('#url=/walker.bvh&paused=1'), loads: 'walker', size: [390, 844], touch: true },
  async ({ page, player }) => {
    /** The controls that Tab reaches, by their lines on the screen. @param {string} within @param {number} most */
    const reached = async (within, most) => {
      /** @type {[line: number, left: number, name: string][]} */
      const found = [];
      for (let step = 0; step < most; step += 1) {
        await page.keyboard.press('Tab');
        const at = await player.run((element, scope) => {
          const focus = element.shadowRoot?.activeElement;
          if (!focus?.closest(scope) || focus.matches('.handle, .body')) return null;
          const { y, height, x } = focus.getBoundingClientRect();
          return /** @type {[number, number, string]} */ ([
            Math.round((y + height / 2) / 12),
            Math.round(x),
            focus.getAttribute('aria-label') ?? focus.textContent ?? '',
          ]);
        }, within);
        if (at && found.some((one) => `${one}` === `${at}`)) break;
        if (at) found.push(at);
      }
      return found;
    };
    const inOrder = (/** @type {[number, number, string][]} */ found) => [...found].sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    await page.locator('body').press('Tab');
    const controls = await reached('.bar', 24);
    assert.ok(controls.length > 8, JSON.stringify(controls));
    assert.deepEqual(controls, inOrder(controls));
    await openSharing(player);
    await player.find('.panel').getByRole('button', { name: 'Close' }).focus();
    const panel = await reached('.panel', 24);
    assert.ok(panel.length > 7, JSON.stringify(panel));
    assert.deepEqual(panel, inOrder(panel));
    assert.match(panel.at(-1)?.[2] ?? '', /Copy link/);
  },
);

scene(
  'a BVH that ends early says so beside its title, and on a phone below it',
  { path: server.url('#url=/early.bvh&paused=1'), loads: 'early', size: [390, 844], touch: true },
  async ({ page, player }) => {
    const chip = player.root.getByRole('button', { name: 'cut: 80 of 90 frames' });
    await chip.waitFor();
    const [told, origin] = await Promise.all([chip.boundingBox(), player.find('.origin').boundingBox()]);
    assert.ok(told && origin && told.y + told.height <= origin.y, JSON.stringify([told, origin]));
    await page.setViewportSize({ width: 1280, height: 800 });
    await chip.click();
    await player.find('.panel').getByText('The file ends early. What is there plays.').waitFor();
  },
);

scene(
  'a finger on the stage shows the controls, without playing or pausing',
  { size: [390, 780], touch: true },
  async ({ page, player }) => {
    await player.plays();
    await page.touchscreen.tap(330, 300);
    await until('they are loaded', () => player.find('.foot').evaluate((foot) => getComputedStyle(foot).opacity === '1'));
    assert.equal((await player.state()).paused, false);
  },
);

for (const size of [
  [280, 220],
  [320, 480],
  [640, 360],
  [1600, 900],
  [900, 240],
]) {
  const usual = size[0] === 320 || size[0] === 640;
  (usual ? scene : scene.deep)(
    `at ${size.join(' x ')} every control is whole and the figure is above the bar`,
    { size, at: 0.5 },
    async ({ player }) => {
      await isUsable(player);
      await player.isFramed();
    },
  );
}

scene(
  'the time of an hour-long clip fits on one line in any player',
  { path: server.page('/hour.html', '<marey-player controls src="/walker.bvh" fps="0.02"></marey-player>') },
  async ({ page, player }) => {
    for (const width of [296, 336, 420, 470, 537, 600, 700]) {
      await page.setViewportSize({ width, height: 700 });
      await until('the time is shown', async () => (await player.find('.now').inputValue()).startsWith('0:00:00.00'));
      await isUsable(player);
    }
    assert.match(await player.find('.time').innerText(), /1:14:10\.00/);
    await player.run((element) => {
      element.loopRange = [600, 3600];
    });
    for (const width of [740, 800, 900]) {
      await page.setViewportSize({ width, height: 700 });
      await player.button(/^0:10:00\.00 . 1:00:00\.00$/).waitFor();
      await isUsable(player);
    }
  },
);

scene.deep('with larger text nothing is cut off', { size: [640, 400], loads: null }, async ({ page, player }) => {
  await page.evaluate(() => {
    document.documentElement.style.fontSize = '200%';
  });
  await player.loaded();
  await player.holdAt(0.5);
  await isUsable(player);
});
