// of: wall, page
/** The visitor's clips as a grid of cards with posters. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { DEEP } from '../support/deep.mjs';
import { isAccessible } from './support/axe.mjs';
import { amc, asf } from './support/acclaim.mjs';
import { broken, statue, stick, tooFewFrames, walker } from './support/clips.mjs';
import { withTools } from './support/devtools.mjs';
import { onDisk } from './support/disk.mjs';
import { figureIn } from './support/pixels.mjs';
import { Player, stillness } from './support/player.mjs';
import { framesLater, scenes, unchanged, until } from './support/scenes.mjs';

const { scene } = await scenes({ loads: 'Dance' });
const DESK = /** @type {const} */ ({ size: [1280, 800] });
const PHONE = { size: /** @type {[number, number]} */ ([390, 780]), touch: true };

const BAD = { name: 'bad.bvh', text: broken().text };
/** With a warning. */
const SHORT = { name: 'short.bvh', text: tooFewFrames() };
const FILES = [
  { name: 'walker.bvh', text: walker() },
  { name: 'stick.bvh', text: stick() },
  { name: 'marcher.asf', text: asf() },
  { name: 'march.amc', text: amc() },
  { name: 'statue.bvh', text: statue() },
];
/** This many short clips. @param {number} count */
const takes = (count) => Array.from({ length: count }, (_, index) => ({ name: `take ${index + 1}.bvh`, text: stick(12) }));

/** The player of the page: the wall has quiet ones. @param {Page} page */
const stageOf = (page) => new Player(page, 'main > marey-player');
/** @param {Page} page */
const labels = (page) => page.locator('.wall-card > .sr').allTextContents();
/** The names on the cards in view, row by row. @param {Page} page */
const names = async (page) => (await labels(page)).map((label) => label.split(',')[0]);
/** @param {Page} page @param {string} name */
const card = (page, name) => page.locator('.wall-card').filter({ has: page.locator('.sr').filter({ hasText: new RegExp(`^${name},`) }) });
/** @param {Page} page */
const focused = (page) =>
  page.evaluate(() => document.activeElement?.querySelector('.sr')?.textContent?.split(',')[0] ?? document.activeElement?.localName ?? '');
/** @param {Page} page @param {string} name */
const isFocused = (page, name) => until(`${name} has the focus`, async () => (await focused(page)) === name);

/** Opens the files, and the wall. @param {Page} page @param {Parameters<Player['drop']>} files */
async function opens(page, ...files) {
  await stageOf(page).drop(...files);
  const grid = page.locator('.clips .grid');
  // On a phone it stands above the list.
  if ((page.viewportSize()?.width ?? 0) <= 640) await stageOf(page).button('Clips').click();
  await grid.click();
  await page.locator('.wall-card').first().waitFor();
}

/** Waits until all cards in the document have their posters. @param {Page} page */
const drawn = (page) =>
  until('all posters are drawn', () =>
    page
      .locator('.wall-card')
      .evaluateAll(
        (cards) => cards.length > 0 && cards.every((each) => each.hasAttribute('data-bad') || each.querySelector('.wall-poster > canvas')),
      ),
  );
/** Whether a poster shows a figure: coloured pixels. @param {import('playwright-core').Locator} at */
const showsFigure = (at) =>
  at.locator('.wall-poster > canvas').evaluate((canvas) => {
    const { width, height } = /** @type {HTMLCanvasElement} */ (canvas);
    const data = /** @type {HTMLCanvasElement} */ (canvas).getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
    let coloured = 0;
    for (let at = 0; at < data.length; at += 4) if (Math.max(data[at], data[at + 1], data[at + 2]) > 110) coloured += 1;
    return coloured > 50;
  });
/** Pixels of a poster with the strong colours that only bones have; 0 without a poster. @param {Page} page @param {string} name */
const bonesOn = async (page, name) => {
  const [picture] = await card(page, name)
    .locator('.wall-poster > canvas')
    .evaluateAll((all) =>
      all.map((each) => {
        const canvas = /** @type {HTMLCanvasElement} */ (each);
        const { width, height } = canvas;
        return { width, height, data: [...(canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? [])] };
      }),
    );
  return picture ? figureIn({ ...picture, data: Uint8Array.from(picture.data) }).pixels : 0;
};
/** The cards that play. @param {Page} page */
const playing = (page) =>
  page.locator('.wall-card:has(.wall-live[data-plays]) > .sr').evaluateAll((cards) => cards.map((each) => each.textContent?.split(',')[0]));

scene('each clip has a card with a poster, its name, its length and its warnings; unreadable ones are last', DESK, async ({ page }) => {
  await opens(page, ...FILES, BAD, SHORT);
  await drawn(page);
  await until('all are described', async () => (await labels(page)).includes('walker, 3 seconds, on the stage'));
  await until('they are in order', async () => (await names(page)).slice(0, 5).join() === 'march,short,statue,stick,walker');
  assert.ok((await labels(page)).includes('short, 1 second, 1 warning'), String(await labels(page)));
  assert.match((await labels(page))[5], /bad\.bvh/);
  for (const name of ['march', 'statue', 'stick', 'walker']) assert.ok(await showsFigure(card(page, name)), `${name} has a figure`);
  assert.equal(await page.locator('.wall-fault:visible').innerText(), `line ${broken().line}`);
  assert.equal(await page.locator('.wall-mark:visible').innerText(), '1');
  assert.equal(await stageOf(page).root.isVisible(), false);
  assert.equal((await stageOf(page).state()).paused, true);
  // A card tells what its picture found at once, the header a moment later, for all pictures of that time.
  const chips = 'All 6, BVH 4, ASF/AMC 1, With warnings 1, Unreadable 1';
  await until('the header counts them', async () => (await page.locator('.wall-chips button').allInnerTexts()).join(', ') === chips);
  await isAccessible(page, { within: '.wall' });
});

scene.deep('cards do not move while posters come', DESK, async ({ page }) => {
  await opens(page, ...takes(30));
  const places = () =>
    page.locator('.wall-card').evaluateAll((cards) =>
      cards.map((each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        return [each.querySelector('.sr')?.textContent?.split(',')[0], x, y, width, height].join(' ');
      }),
    );
  const before = await places();
  await drawn(page);
  assert.deepEqual(await places(), before);
  assert.equal(await page.locator('.wall-row').first().locator('.wall-card').count(), 6);
  const { width, height } = (await page.locator('.wall-poster').first().boundingBox()) ?? { width: 0, height: 0 };
  assert.deepEqual([width, height], [192, 128]);
});

scene.deep('no poster is begun while the wall scrolls, also when a file comes meanwhile', DESK, async ({ page }) => {
  await opens(page, ...takes(400));
  await drawn(page);
  const scrolling = page.evaluate(async () => {
    const scroll = /** @type {HTMLElement} */ (document.querySelector('.wall-scroll'));
    let came = 0;
    const watch = new MutationObserver((changes) => {
      for (const { addedNodes } of changes) for (const node of addedNodes) came += Number(node instanceof HTMLCanvasElement);
    });
    // Cards near the first ones have posters already, and two may have been begun.
    scroll.scrollTop = 4000;
    for (let frame = 0; frame < 120; frame += 1) {
      if (frame === 20) watch.observe(scroll, { childList: true, subtree: true });
      scroll.scrollTop += 20;
      await new Promise((resolve) => {
        requestAnimationFrame(resolve);
      });
    }
    watch.disconnect();
    return came;
  });
  await stageOf(page).drop({ name: 'another.bvh', text: stick(9) });
  assert.equal(await scrolling, 0);
  await until('what is in view is drawn', () =>
    page.locator('.wall-card').evaluateAll((cards) =>
      cards.every((each) => {
        const { top } = each.getBoundingClientRect();
        return top < 0 || top > innerHeight || each.querySelector('.wall-poster > canvas');
      }),
    ),
  );
});

scene('a card plays under the pointer and with the focus, one at a time, and is a poster again after that', DESK, async ({ page }) => {
  await opens(page, ...FILES);
  await drawn(page);
  for (const name of ['stick', 'walker']) {
    await card(page, name).hover();
    await until(`${name} plays`, async () => (await playing(page)).join() === name);
  }
  const time = () => page.locator('.wall-time').innerText();
  const before = await time();
  await until('its time goes on', async () => (await time()) !== before);
  await page.locator('.wall-facts').hover();
  await until('none plays', async () => (await playing(page)).length === 0);
  await page.keyboard.press('Home');
  await isFocused(page, 'march');
  await until('the focused one plays', async () => (await playing(page)).join() === 'march');
});

scene(
  'under reduced motion nothing plays, and no frame is requested once the posters are there',
  { ...DESK, reducedMotion: true },
  async ({ page }) => {
    await opens(page, ...FILES);
    await drawn(page);
    await card(page, 'walker').hover();
    await framesLater(page, 30);
    assert.deepEqual(await playing(page), []);
    assert.equal(await page.locator('.wall-live').count(), 0);
    await until('nothing is left to draw', async () => Object.values(await stillness(page, stageOf(page))).every((count) => count === 0));
  },
);

scene('Enter and a click play a clip in the player, and Escape comes back to the same place', DESK, async ({ page }) => {
  await opens(page, ...takes(60));
  const player = stageOf(page);
  await page.keyboard.press('Control+End');
  await isFocused(page, 'take 60');
  const top = () => page.locator('.wall-scroll').evaluate((scroll) => scroll.scrollTop);
  const before = await top();
  assert.ok(before > 500);
  await page.keyboard.press('Enter');
  await player.loaded('take 60');
  assert.equal(await page.locator('.wall').isVisible(), false);
  await player.plays();
  await page.keyboard.press('Escape');
  await isFocused(page, 'take 60');
  assert.equal(await top(), before);
  assert.ok((await labels(page)).some((label) => label === 'take 60, 0.4 seconds, on the stage'));
  await player.isPaused();
  await card(page, 'take 50').click();
  await player.loaded('take 50');
  await page.keyboard.press('Escape');
  await isFocused(page, 'take 50');
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await player.find('.library').waitFor();
  assert.equal(await page.evaluate(() => document.activeElement?.getAttribute('aria-label')), 'Show as a grid');
  await page.keyboard.press('Escape');
  await framesLater(page, 3);
  assert.equal(await page.locator('.wall').isVisible(), false, 'from the list no key leads back');
});

scene('clips that were played are chosen by their rigs, once those of all are known', DESK, async ({ page }) => {
  await opens(page, ...FILES.slice(0, 2));
  const player = stageOf(page);
  const rig = page.locator('.wall-chips').getByRole('combobox', { name: 'Rig', exact: true });
  for (const name of ['walker', 'stick']) {
    assert.equal(await rig.isVisible(), false, `before ${name} was played`);
    await card(page, name).click();
    await player.loaded(name);
    await page.keyboard.press('Escape');
    await isFocused(page, name);
  }
  await rig.waitFor();
  assert.deepEqual(await rig.locator('option').allTextContents(), ['Rig', 'HumanIK names', 'No known rig']);
  await rig.selectOption('HumanIK names');
  await until('one has that rig', async () => (await names(page)).join() === 'walker');
  await rig.selectOption('Rig');
  await page.keyboard.press('/');
  await page.keyboard.type('humanik');
  await until('words find it', async () => (await names(page)).join() === 'walker');
});

scene('a link that is opened meanwhile is shown in the player, and so is why it cannot be', DESK, async ({ page }) => {
  await opens(page, ...FILES);
  await page.evaluate(() => {
    location.hash = '#url=samples/jump.bvh';
  });
  await page.locator('.wall').waitFor({ state: 'hidden' });
  await stageOf(page).loaded('jump');
  await page.locator('.clips .grid').click();
  await page.locator('.wall-card').first().waitFor();
  await page.evaluate(() => {
    location.hash = '#url=data:text/plain,a';
  });
  await stageOf(page).find('.card').waitFor();
  assert.equal(await page.locator('.wall').isVisible(), false);
});

scene('arrows move in two directions through one tab stop, and a slash leads to the search', DESK, async ({ page }) => {
  await opens(page, ...takes(20));
  await page.keyboard.press('Home');
  for (const [key, name] of /** @type {const} */ ([
    ['ArrowRight', 'take 2'],
    ['ArrowDown', 'take 8'],
    ['ArrowDown', 'take 14'],
    ['ArrowDown', 'take 20'],
    ['ArrowLeft', 'take 19'],
    ['ArrowUp', 'take 13'],
    ['End', 'take 18'],
    ['Home', 'take 13'],
    ['Control+Home', 'take 1'],
    ['Control+End', 'take 20'],
    ['ArrowRight', 'take 20'],
  ])) {
    await page.keyboard.press(key);
    assert.equal(await focused(page), name, key);
  }
  assert.equal(await page.locator('.wall-card[tabindex="0"]').count(), 1);
  await page.keyboard.press('/');
  await page.keyboard.type('take 1');
  await until(
    'those are left',
    async () => (await names(page)).join() === 'take 1,take 10,take 11,take 12,take 13,take 14,take 15,take 16,take 17,take 18,take 19',
  );
  await page.keyboard.type('xyz');
  await page.getByText('No clip is named “take 1xyz”.').waitFor();
  assert.equal(await page.locator('.wall-facts').innerText(), '0 clips');
  await page.getByRole('button', { name: 'Clear' }).click();
  await until('all are back', async () => (await names(page)).length === 20);
  await page.keyboard.type('take 7');
  await page.keyboard.press('Enter');
  await isFocused(page, 'take 7');
});

scene('two chosen clips are compared in the player; more than four cannot be', DESK, async ({ page }) => {
  await opens(page, ...FILES, { name: 'walk 2.bvh', text: walker({ x: 20 }) });
  await drawn(page);
  await card(page, 'walk 2').focus();
  await page.keyboard.press('x');
  await page.locator('.wall-another').waitFor();
  assert.equal(await page.locator('.wall-compare').isVisible(), false);
  assert.equal(await card(page, 'walk 2').getAttribute('aria-selected'), 'true');
  await card(page, 'walker').hover();
  await card(page, 'walker').locator('.wall-box').click();
  assert.deepEqual(await page.locator('.wall-chosen li').evaluateAll((lines) => lines.map((line) => line.textContent)), [
    'Awalk 2',
    'Bwalker',
  ]);
  for (const name of ['march', 'stick', 'statue']) await card(page, name).click({ modifiers: ['Shift'] });
  assert.equal(await page.locator('.wall-chosen li').count(), 4);
  for (const name of ['march', 'stick']) await card(page, name).click({ modifiers: ['Shift'] });
  await isAccessible(page, { within: '.wall' });
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  const player = stageOf(page);
  await player.loaded('walk 2');
  await until('both are compared', async () => (await player.find('.clip-lane').count()) === 2);
  assert.equal(await page.locator('.wall').isVisible(), false);
  await page.keyboard.press('Escape');
  await page.locator('.wall-tray').waitFor();
  await page.keyboard.press('Escape');
  await page.locator('.wall-tray').waitFor({ state: 'hidden' });
  assert.equal(await page.locator('.wall').isVisible(), true, 'the first Escape only chooses none');
});

scene.deep('Space shows a clip large, arrows go to its neighbours, and Escape or Space goes back to its card', DESK, async ({ page }) => {
  await opens(page, ...FILES, BAD);
  await drawn(page);
  await card(page, 'statue').focus();
  await page.keyboard.press('Space');
  const large = page.locator('dialog.wall-large');
  const player = large.locator('marey-player');
  const shows = (/** @type {string} */ name) =>
    until(
      `${name} is shown and plays`,
      async () =>
        (await large.locator('.wall-name').textContent()) === name &&
        (await player.evaluate((element, wanted) => {
          const { currentTime, clips } = /** @type {any} */ (element);
          return clips?.[0]?.name === wanted || currentTime > 0;
        }, name)),
    );
  await until('it is open', () => large.isVisible());
  await isAccessible(page, { within: '.wall-large' });
  await page.keyboard.press('ArrowRight');
  await shows('stick');
  await page.keyboard.press('ArrowRight');
  await shows('walker');
  assert.equal(await large.getByRole('button', { name: 'Next clip' }).isDisabled(), true, 'the unreadable one is left out');
  await page.keyboard.press('Space');
  await until('it is closed', async () => !(await large.isVisible()));
  await isFocused(page, 'walker');
  await page.keyboard.press('Space');
  await until('it is open again', () => large.isVisible());
  await page.keyboard.press('Escape');
  await isFocused(page, 'walker');
  await page.keyboard.press('Space');
  await page.keyboard.press('Enter');
  await stageOf(page).loaded('walker');
});

scene('on posters persons wear what the player shows them in', { ...DESK, everyFrame: true }, async ({ page }) => {
  await opens(page, ...FILES);
  await drawn(page);
  const bare = { walker: await bonesOn(page, 'walker'), stick: await bonesOn(page, 'stick') };
  assert.ok(bare.walker > 300, `${bare.walker}`);
  const wears = (/** @type {any} */ look) =>
    stageOf(page).run((element, value) => {
      element.look = value;
    }, look);
  await wears('body');
  await until('the walker has a body', async () => {
    await drawn(page);
    return (await bonesOn(page, 'walker')) < bare.walker / 4 && (await showsFigure(card(page, 'walker')));
  });
  await drawn(page);
  assert.equal(await bonesOn(page, 'stick'), bare.stick, 'a stick is no person');
  await wears('bones');
  await until('the walker is bones again', async () => (await bonesOn(page, 'walker')) === bare.walker);
});

scene.deep('posters of kept clips are kept, and no others; without storage they are drawn anew', DESK, async ({ page }) => {
  await opens(page, ...FILES);
  await drawn(page);
  assert.equal(await page.evaluate(() => caches.has('marey-posters')), false, 'nobody has asked for it');
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await page.getByRole('switch', { name: /^Keep these clips/ }).click();
  await page.getByText(/^5 files, .* kept until/).waitFor();
  const shown = async () => {
    await page.reload();
    await page.locator('.clips .grid').click();
    await drawn(page);
  };
  await shown();
  const kept = () => page.evaluate(async () => (await (await caches.open('marey-posters')).keys()).length);
  await until('all are kept', async () => (await kept()) === 4);
  const first = await labels(page);
  await shown();
  assert.deepEqual((await labels(page)).sort(), first.sort());
  assert.equal(await kept(), 4, 'none was drawn again');
  assert.ok(await showsFigure(card(page, 'walker')));
  await stageOf(page).run((element) => {
    element.look = 'body';
  });
  await until('those in another look are kept beside them', async () => (await kept()) === 8);
  await page.getByRole('button', { name: 'List', exact: true }).click();
  await page.getByRole('switch', { name: /^Keep these clips/ }).click();
  await until('they are deleted with the clips', async () => !(await page.evaluate(() => caches.has('marey-posters'))));
  await page.addInitScript(() => {
    Object.defineProperty(globalThis, 'caches', { value: undefined });
  });
  await page.reload();
  await opens(page, ...FILES);
  await drawn(page);
  assert.ok(await showsFigure(card(page, 'walker')));
});

scene('clips are sorted and filtered by what is known about them', DESK, async ({ page }) => {
  await opens(page, ...FILES, SHORT);
  await drawn(page);
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Length');
  await until('the longest is first', async () => (await names(page))[0] === 'walker');
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Warnings');
  await until('that with a warning is first', async () => (await names(page))[0] === 'short');
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Movement');
  await until('those that stand still are last', async () => /short,statue$/.test((await names(page)).join()));
  await page.getByRole('button', { name: 'ASF/AMC 1' }).click();
  assert.deepEqual(await names(page), ['march']);
  await stageOf(page).drop({ name: 'march.bvh', text: stick() });
  await page.getByRole('button', { name: 'All 6' }).click();
  await until('clips of one name have their extensions', async () => {
    const all = await names(page);
    return all.includes('march.bvh') && all.includes('march.amc');
  });
  await page.getByRole('combobox', { name: 'Length', exact: true }).selectOption('2 to 10 s');
  await until('only the walk is as long', async () => (await names(page)).join() === 'walker');
});

scene.deep(
  'of thousands of clips only those near the view are in the document, and their cards serve others later',
  DESK,
  async ({ page }) => {
    const player = stageOf(page);
    // With --deep more than ten thousand clips.
    const count = DEEP ? 2501 : 500;
    await player.run(
      (element, [text, most]) => {
        const data = new DataTransfer();
        for (let index = 1; index <= most; index += 1)
          for (const part of 'abcd') data.items.add(new File([text], `clip ${index}${part}.bvh`));
        dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }));
        return element.localName;
      },
      /** @type {const} */ ([stick(6), count]),
    );
    await player.find('.library .rest button.push').click();
    await until(
      'all are taken',
      async () => (await player.text('.summary .count')) === `${(4 * count).toLocaleString('en')} clips`,
      120_000,
    );
    await page.locator('.clips .grid').click();
    const cards = () => page.locator('.wall-card').count();
    await until('cards are there', cards);
    assert.ok((await cards()) < 100, `${await cards()} cards`);
    await page.keyboard.press('Control+End');
    await isFocused(page, `clip ${count}d`);
    assert.ok((await cards()) < 100, `${await cards()} cards`);
    await until('its poster is drawn', () => card(page, `clip ${count}d`).locator('canvas').count());
    assert.equal(await page.locator('.wall-grid').getAttribute('aria-rowcount'), String(Math.ceil((4 * count) / 6)));
    const met = await page.locator('.wall-scroll').evaluate(async (scroll) => {
      const elements = new Set();
      for (let screen = 0; screen < 40; screen += 1) {
        scroll.scrollTop = screen * scroll.clientHeight;
        await new Promise((resolve) => {
          requestAnimationFrame(() => requestAnimationFrame(resolve));
        });
        for (const each of scroll.querySelectorAll('.wall-card')) elements.add(each);
      }
      return elements.size;
    });
    assert.ok(met < 250, `${met} cards for 1,200 clips`);
  },
);

scene('clips whose folder is removed are told as unreadable, and the others stay', DESK, async ({ page }) => {
  const player = stageOf(page);
  const root = await onDisk('gone', { 'takes/one.bvh': stick(), 'takes/two.bvh': walker() });
  await player.dropFromDisk(`${root}/takes`);
  await player.loaded('one');
  await player.drop({ name: 'three.bvh', text: stick() });
  await player.loaded('three');
  await rm(root, { recursive: true });
  await page.locator('.clips .grid').click();
  await until(
    'three is there, and the others are last',
    async () => /^three,/.test((await labels(page))[0]) && (await page.locator('.wall-card[data-bad]').count()) === 2,
  );
  await until('it has its poster', () => card(page, 'three').locator('canvas').count());
  assert.ok(
    (await labels(page)).slice(1).every((label) => /^(one|two)/.test(label)),
    String(await labels(page)),
  );
  assert.match(await page.locator('.wall-fault:visible').first().innerText(), /\w/);
});

scene('a folder is named, and files dropped on the wall join it without opening the player', DESK, async ({ page }) => {
  const player = stageOf(page);
  await player.dropFromDisk(`${await onDisk('wall', { 'takes/one.bvh': stick(), 'takes/two.bvh': walker() })}/takes`);
  await player.loaded('one');
  await page.locator('.clips .grid').click();
  await until('its name is there', async () => (await page.locator('.wall-facts').innerText()).startsWith('takes'));
  await player.drop({ name: 'three.bvh', text: stick() });
  await until('it has a card', async () => (await names(page)).includes('three'));
  assert.equal(await page.locator('.wall').isVisible(), true);
  assert.equal((await player.state()).name, 'one');
});

scene('on a phone there are two columns, a long press chooses, and the card in the middle plays', PHONE, async ({ page }) => {
  await opens(page, ...takes(12));
  await drawn(page);
  assert.equal(await page.locator('.wall-row').first().locator('.wall-card').count(), 2);
  await until('one plays', async () => (await playing(page)).length === 1);
  for (const name of ['take 1', 'take 2']) {
    const { x, y } = (await card(page, name).boundingBox()) ?? { x: 0, y: 0 };
    await withTools(page, async (tools) => {
      await tools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x: x + 60, y: y + 60 }] });
      await until(`${name} is chosen`, async () => (await card(page, name).getAttribute('aria-selected')) === 'true');
      await tools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    });
  }
  assert.equal(await page.locator('.wall').isVisible(), true);
  await page.locator('.wall-compare').waitFor();
  await page.locator('.wall-find').click();
  await page.locator('.wall-search input').fill('take 12');
  await until('it is found', async () => (await names(page)).join() === 'take 12');
  await card(page, 'take 12').tap();
  await stageOf(page).loaded('take 12');
});

scene.deep('in the light theme posters are light', { ...DESK, scheme: 'light' }, async ({ page }) => {
  await opens(page, ...FILES);
  await drawn(page);
  const bright = await card(page, 'walker')
    .locator('.wall-poster > canvas')
    .evaluate((canvas) => /** @type {HTMLCanvasElement} */ (canvas).getContext('2d')?.getImageData(4, 4, 1, 1).data[0] ?? 0);
  assert.ok(bright > 200, `${bright} is bright`);
  await isAccessible(page, { within: '.wall' });
  await page.emulateMedia({ colorScheme: 'dark' });
  await until(
    'they are drawn again',
    async () =>
      (await card(page, 'walker')
        .locator('.wall-poster > canvas')
        .evaluateAll(([canvas]) =>
          canvas ? (/** @type {HTMLCanvasElement} */ (canvas).getContext('2d')?.getImageData(4, 4, 1, 1).data[0] ?? 255) : 255,
        )) < 80,
  );
});

scene.deep('printed, the wall is a contact sheet of all clips', DESK, async ({ page }) => {
  await opens(page, ...takes(40));
  await drawn(page);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  await unchanged('the cards are laid out', () => page.locator('.wall-card').count());
  assert.equal(await page.locator('.wall-card').count(), 40);
  assert.equal(await page.locator('.wall-search').isVisible(), false);
  assert.equal(
    await page
      .locator('.wall-poster > canvas')
      .first()
      .evaluate((canvas) => getComputedStyle(canvas).opacity),
    '1',
  );
  assert.equal(await stageOf(page).root.isVisible(), false);
  const [first, fifth] = await Promise.all([0, 4].map((index) => page.locator('.wall-card').nth(index).boundingBox()));
  assert.ok(first && fifth && fifth.y > first.y && fifth.x === first.x, 'four in a row');
});
