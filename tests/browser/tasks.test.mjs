// of: player, page, controls, panels, share, actors, compare, measures, moments, retarget, guesses
/** What people come for takes few clicks, on a desk and on a phone, and each step is in words on the screen. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { walker } from './support/clips.mjs';
import { casesOf } from './support/fixtures.mjs';
import { scenes, until } from './support/scenes.mjs';

const { scene } = await scenes({ loads: '' });

/** @type {{ name: string, size: [number, number], touch?: boolean }[]} */
const SCREENS = [
  { name: 'at a desk', size: [1280, 800] },
  { name: 'on a phone', size: [390, 780], touch: true },
];
/** An array of positions. */
const ARRAY = casesOf('arrays')
  .flatMap(({ files }) => files)
  .find(({ name }) => name === 'humanml.npy');
const WALK = { name: 'walker.bvh', text: walker() };

for (const { name, size, touch } of SCREENS) {
  const task = size[0] > 640 ? scene : scene.deep;
  /** @typedef {import('playwright-core').Locator} Locator */
  /** Presses what can be seen, and counts. */
  const counter = () => {
    let count = 0;
    return {
      press: async (/** @type {Locator} */ button) => {
        count += 1;
        await button.filter({ visible: true }).first().click();
      },
      get count() {
        return count;
      },
    };
  };
  /** @param {Player} player @param {string} tool */
  const item = (player, tool) => player.find('.tools .menu button').filter({ hasText: tool });

  task(`${name} two runs are compared by one click`, { size, touch }, async ({ player, page }) => {
    await player.opens('walker', WALK, { name: 'other.bvh', text: walker({ frames: 60 }) });
    const counted = counter();
    if (touch) await player.button('Clips').click();
    await counted.press(page.getByRole('button', { name: 'Compare', exact: true }));
    await until('both are there', () => player.run((element) => element.clips.length === 2));
    await player.find('.compare-lanes').waitFor();
    assert.equal(counted.count, 1);
  });

  task(
    `${name} the angle of a knee is a table by four clicks`,
    { size, touch, path: '#url=samples/walk.bvh' },
    async ({ player, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await player.loaded('walk');
      const counted = counter();
      await counted.press(player.button('Tools'));
      await counted.press(item(player, 'Measures'));
      await counted.press(player.find('.strip-of-measures').getByRole('button', { name: /^Left knee/ }));
      await counted.press(player.find('.strip-of-measures').getByRole('button', { name: /CSV/ }));
      await until('it is on the clipboard', () =>
        player.page.evaluate(async () => /^frame,time,.*angle/.test(await navigator.clipboard.readText())),
      );
      assert.equal(counted.count, 4);
    },
  );

  task(`${name} a chronophotograph is saved as SVG by three clicks`, { size, touch }, async ({ player, page }) => {
    await player.opens('walker', WALK);
    const counted = counter();
    await counted.press(player.button('Tools'));
    await counted.press(item(player, 'Chronophotograph'));
    await player.find('.strip-of-moments').waitFor();
    const saved = page.waitForEvent('download');
    await counted.press(player.find('.strip-of-moments').getByRole('button', { name: 'Save as SVG' }));
    const download = await saved;
    assert.equal(download.suggestedFilename(), 'walker-moments.svg');
    assert.match(await readFile(await download.path(), 'utf8'), /^<svg /);
    assert.equal(counted.count, 3);
  });

  task(`${name} the choice of another body is two clicks away`, { size, touch }, async ({ player }) => {
    await player.opens('walker', WALK);
    const counted = counter();
    await counted.press(player.button('Tools'));
    await counted.press(item(player, 'On another body'));
    const choice = player.find('.panel [data-row="onto"] select');
    await choice.waitFor();
    assert.equal(await choice.evaluate((select) => select.matches(':focus')), true);
    assert.equal(counted.count, 2);
  });

  task(`${name} a link is shared by two clicks`, { size, touch, path: '#url=samples/walk.bvh' }, async ({ player, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await player.loaded('walk');
    const counted = counter();
    await counted.press(player.button('Share'));
    await counted.press(player.find('.panel').getByRole('button', { name: 'Copy link' }));
    await until('it is on the clipboard', () => player.page.evaluate(async () => /#url=/.test(await navigator.clipboard.readText())));
    assert.equal(counted.count, 2);
  });

  task(`${name} a dropped file says its length`, { size, touch }, async ({ player }) => {
    await player.opens('walker', WALK);
    const said = player.find(touch ? '.title .moment' : '.title .meta');
    await until('without a click', async () => /2\.97 s/.test(await said.innerText()));
  });

  task(`${name} the wrong unit of an array is put right by ${touch ? 'three' : 'two'} clicks`, { size, touch }, async ({ player }) => {
    await player.opens('humanml', { name: 'humanml.npy', text: String.fromCharCode(...(ARRAY?.bytes ?? [])) });
    const counted = counter();
    if (touch) {
      await counted.press(player.button('More'));
      await counted.press(player.root.getByRole('tab', { name: 'Details' }));
      const unit = player.root.getByRole('combobox', { name: 'Unit' });
      await counted.press(unit);
      await unit.selectOption('mm');
    } else {
      await counted.press(player.button(/^Unit: /));
      await counted.press(player.root.getByRole('menuitemradio', { name: /^Millimetres/ }));
    }
    await until('it is chosen', async () => (await player.run((element) => element.unit)) === 'mm');
    assert.equal(counted.count, touch ? 3 : 2);
  });

  task(`${name} the 33rd of forty files plays by ${touch ? 'two clicks' : 'a click'}`, { size, touch }, async ({ player, page }) => {
    const files = Array.from({ length: 40 }, (_, at) => ({
      name: `take${String(at + 1).padStart(2, '0')}.bvh`,
      text: walker({ frames: 10 + at }),
    }));
    await player.opens('take01', ...files);
    const counted = counter();
    if (touch) await counted.press(player.button('Clips'));
    await page.getByText('40 clips').first().waitFor();
    await counted.press(page.locator('.library .row').filter({ hasText: 'take33' }));
    await player.loaded('take33');
    assert.equal(counted.count, touch ? 2 : 1);
  });

  task(
    `${name} a tag that embeds the clip is copied by ${touch ? 'three' : 'two'} clicks`,
    { size, touch, path: '#url=samples/walk.bvh' },
    async ({ player, context }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await player.loaded('walk');
      const counted = counter();
      await counted.press(player.button('Share'));
      if (touch) await counted.press(player.find('.panel summary').filter({ hasText: 'Embed code' }));
      await counted.press(player.find('.embed').getByRole('button', { name: /^Copy/ }));
      await until('it is on the clipboard', () =>
        player.page.evaluate(async () => /<(marey-player|iframe)/.test(await navigator.clipboard.readText())),
      );
      assert.equal(counted.count, touch ? 3 : 2);
    },
  );

  task(`${name} a damaged file says what it lost`, { size, touch }, async ({ player }) => {
    const text = walker();
    await player.opens('cut', { name: 'cut.bvh', text: text.slice(0, Math.floor(text.length * 0.6)) });
    const chip = player.button(/^cut: \d+ of 90 frames$/);
    await chip.waitFor();
    await chip.click();
    await player.find('.panel').getByText('The file ends early. What is there plays.').first().waitFor();
  });
}
