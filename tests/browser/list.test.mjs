// of: page
/** The list of opened clips, with many files. */
import assert from 'node:assert/strict';
import { isAccessible } from './support/axe.mjs';
import { amc, asf } from './support/acclaim.mjs';
import { broken, stick, walker } from './support/clips.mjs';
import { swipe } from './support/devtools.mjs';
import { onDisk } from './support/disk.mjs';
import { WIDE, isCount, isInView, pressFor, pick } from './support/list.mjs';
import { framesLater, scenes, until } from './support/scenes.mjs';
import { listReads } from './support/page.mjs';

const { scene, row } = await scenes({ loads: 'Dance' });

const PHONE = { size: [390, 780], touch: true };

/** This many short clips. @param {number} count @param {string} [name] */
const takes = (count, name = 'take') => Array.from({ length: count }, (_, index) => ({ name: `${name} ${index + 1}.bvh`, text: stick() }));

/** The heads of the groups, from top to bottom. @param {Player} player */
const heads = (player) =>
  player.run((element) =>
    [...element.querySelectorAll('.library .head')].map((head) =>
      [...head.querySelectorAll('bdi, .number')]
        .filter((each) => getComputedStyle(each).display !== 'none')
        .map((each) => each.textContent)
        .join(' '),
    ),
  );

/** The counts that the list shows. @param {Player} player */
const summary = (player) =>
  player
    .find('.summary :is(.count, .unreadable:not([hidden]))')
    .allInnerTexts()
    .then((texts) => texts.join(', '));

const BAD = { name: 'bad.bvh', text: broken().text };
const MARCH = [
  { name: 'marcher.asf', text: asf() },
  { name: 'march.amc', text: amc() },
];

/** The button that folds a group. @param {Player} player @param {string} name */
const fold = (player, name) => player.find('.library .fold').filter({ hasText: name });

/** The row marked as playing. @param {Player} player */
const playing = (player) => player.find('.library [aria-current="true"] .name').innerText();

scene('clips are counted and grouped by skeleton and folder; the samples stay, and failures come last', WIDE, async ({ player }) => {
  const root = await onDisk('session', {
    'dances/waltz.bvh': stick(),
    'dances/tango.bvh': stick(),
    'marcher.asf': asf(),
    'march 1.amc': amc(),
    'march 2.amc': amc(),
    'turn.bvh': broken().text,
  });
  await player.opens('alone', { name: 'alone.bvh', text: walker() });
  await player.dropFromDisk(root);
  await listReads(
    player,
    'alone 3 s',
    'marcher.asf',
    'march 1 1 s',
    'march 2 1 s',
    'tango 2 s',
    'waltz 2 s',
    `turn.bvh line ${broken().line}`,
  );
  assert.deepEqual(await heads(player), ['marcher.asf 2', 'dances 2', 'Samples 7', 'Could not be read 1']);
  assert.equal(await summary(player), '5 clips, 1 could not be read');
  await fold(player, 'dances').click();
  await until('it is folded', async () => !(await player.list()).includes('waltz 2 s'));
  assert.equal(await fold(player, 'dances').getAttribute('aria-expanded'), 'false');
  await fold(player, 'Samples').click();
  await pick(player, 'Jump');
  assert.equal(await playing(player), 'Jump');
  await player.find('.unreadable').click();
  assert.equal(await player.find('.library .pick:focus .name').innerText(), 'turn.bvh');
});

const wide = row({ ...WIDE, loads: '' }, async ({ page, player }) => {
  await player.closesPanel();
  if (await player.find('.filter input').isVisible()) await player.find('.filter input').fill('');
  await until('the welcome is back', async () => {
    await player.run((element) => {
      for (const button of element.querySelectorAll('.library .drop-out')) /** @type {HTMLElement} */ (button).click();
    });
    return player.find('.welcome').isVisible();
  });
  await player.find('.welcome .pick').filter({ hasText: 'Dance' }).click();
  await player.loaded('Dance');
  await player.run((element) => {
    /** @type {HTMLElement} */ (document.activeElement).blur();
    void element.play();
  });
  await page.mouse.move(900, 300);
});

wide.deep('Page Down and Page Up play the next and the previous clip, skip unreadable ones and open groups', async ({ page, player }) => {
  await player.opens('take 1', ...takes(2), BAD, ...MARCH);
  await listReads(player, 'take 1 2 s', 'take 2 2 s', 'marcher.asf', 'march 1 s', `bad.bvh line ${broken().line}`);
  await player.find('.library .head .fold').first().click();
  await until('it is folded', async () => !(await player.list()).includes('march 1 s'));
  for (const [key, name] of /** @type {const} */ ([
    ['PageDown', 'take 2'],
    ['PageDown', 'march'],
    ['PageDown', 'march'],
    ['PageUp', 'take 2'],
    ['PageUp', 'take 1'],
    ['PageUp', 'take 1'],
  ])) {
    await pressFor(player, name, key);
    await until(`${name} is marked`, async () => (await playing(player)) === name);
  }
  assert.ok((await player.list()).includes('march 1 s'), 'its group is unfolded');
  await player.find('.frame input').focus();
  await player.press('PageDown');
  await framesLater(page);
  assert.equal((await player.state()).name, 'take 1', 'a field keeps the key');
  await player.hotkey('?');
  await player.find('.panel').getByText('Page Up, Page Down').waitFor();
});

wide('the loop range of a clip is there again when the clip comes back, and no other clip has it', async ({ page, player }) => {
  await player.opens('take 1', ...takes(2));
  await player.run((element) => {
    element.loopRange = [0.5, 1];
  });
  await pressFor(player, 'take 2', 'PageDown');
  assert.equal((await player.state()).range, null);
  await pressFor(player, 'take 1', 'PageUp');
  assert.deepEqual((await player.state()).range, [0.5, 1]);
  await player.run((element) => {
    element.loopRange = null;
  });
  await pressFor(player, 'take 2', 'PageDown');
  await pressFor(player, 'take 1', 'PageUp');
  await framesLater(page);
  assert.equal((await player.state()).range, null, 'one that was cleared does not come back');
});

wide('among the samples these keys go from one to the next', async ({ player }) => {
  await player.find('.welcome').waitFor();
  await pressFor(player, 'Jump', 'PageDown');
  assert.equal(await player.find('.welcome').isVisible(), true);
});

wide('a filter keeps the clips with its words; / focuses it, Escape clears it', async ({ page, player }) => {
  await player.opens('take 1', ...takes(12), { name: 'Waltz.bvh', text: stick() }, { name: 'waltz slow.bvh', text: stick() });
  await isCount(player, 14);
  await player.hotkey('/');
  assert.equal(await player.find('.filter input').evaluate((input) => input === document.activeElement), true);
  await page.keyboard.type('wal');
  await listReads(player, 'Waltz 2 s', 'waltz slow 2 s');
  assert.equal(await summary(player), '14 clips');
  await page.keyboard.type('k');
  await until('only the sample is left', async () => (await player.find('.library .row').count()) === 1);
  assert.equal(await player.find('.library .row .name').textContent(), 'Walk');
  await page.keyboard.type('xyz');
  await player.find('.none').waitFor();
  await page.keyboard.press('Escape');
  await isCount(player, 14);
  await page.keyboard.type('slow');
  await pressFor(player, 'waltz slow', 'Enter');
});

wide.deep('the playing row is in view, however it was chosen', async ({ player }) => {
  await player.opens('take 1', ...takes(60));
  await isCount(player, 60);
  await player
    .find('.library .pick')
    .nth(40)
    .evaluate((pick) => /** @type {HTMLElement} */ (pick).click());
  await player.loaded('take 41');
  await until('it is in view', () => isInView(player));
  await player.find('.library .scroll').evaluate((scroll) => scroll.scrollTo(0, 0));
  await pressFor(player, 'take 42', 'PageDown');
  await until('the next one is, too', () => isInView(player));
  await player.find('.library [data-current] .pick').focus();
  await pressFor(player, 'take 43', 'ArrowDown', 'Enter');
});

wide('rows are removed by a button or by Delete; after the last one the welcome is back', async ({ player }) => {
  await player.opens('take 1', ...takes(3));
  await listReads(player, 'take 1 2 s', 'take 2 2 s', 'take 3 2 s');
  await player.find('.library .row').nth(1).hover();
  await player.button('Remove take 2.bvh').click();
  await listReads(player, 'take 1 2 s', 'take 3 2 s');
  assert.equal((await player.state()).name, 'take 1');
  await player.find('.library .row .pick').first().focus();
  await pressFor(player, 'take 3', 'Delete');
  assert.equal(await player.find('.library .pick:focus .name').innerText(), 'take 3', 'the focus goes on');
  await pressFor(player, 'Dance', 'Delete');
  await player.find('.welcome').waitFor();
  assert.equal(await player.find('.library').isVisible(), false);
});

wide('two clips of one name are told apart by their extensions', async ({ player }) => {
  await player.opens(
    'walk',
    { name: 'walk.bvh', text: walker() },
    { name: 'walk.BVH', text: stick() },
    { name: 'other.bvh', text: stick() },
  );
  await listReads(player, 'walk.bvh 3 s', 'walk.BVH 2 s', 'other 2 s');
});

wide(
  'a long name is shortened in its middle to one line, with the whole in its tooltip; so are missing files; a pose has no length',
  async ({ player }) => {
    const name = 'a_recording_with_a_name_that_is_far_too_long_for_the_list_take_17';
    const folder = 'a_folder_with_a_name_that_is_far_too_long_for_the_list_day_2';
    const root = await onDisk(folder, { 'walk.bvh': stick() });
    await player.opens(
      'take 1',
      ...takes(1),
      { name: `${name}.bvh`, text: stick() },
      { name: 'pose.bvh', text: walker({ frames: 1 }) },
      { name: 'lost.amc', text: amc().replace('marcher.asf', 'a_skeleton_with_a_long_name.asf') },
    );
    await player.dropFromDisk(root);
    await listReads(player, 'take 1 2 s', `${name} 2 s`, 'pose pose', 'lost needs a_skeleton_with_a_long_name.asf', 'walk 2 s');
    const lines = await player.run((element) =>
      [...element.querySelectorAll('.library :is(.row, .head)')].map((line) => {
        const end = line.querySelector('.name')?.lastElementChild;
        const { right } = (end ?? line).getBoundingClientRect();
        return {
          high: line.clientHeight,
          end: end?.textContent,
          fits: right <= line.getBoundingClientRect().right,
          title: line.querySelector('.pick, [title]')?.getAttribute('title'),
        };
      }),
    );
    assert.deepEqual([...new Set(lines.map(({ high }) => high))], [28], JSON.stringify(lines));
    const [long] = lines.filter(({ title }) => title === `${name}.bvh`);
    assert.deepEqual([long.end, long.fits], ['_take_17', true], 'its distinguishing end is visible');
    assert.ok(
      lines.some(({ end, title }) => end?.endsWith('day_2')),
      JSON.stringify(lines),
    );
    await player.root.getByRole('button', { name: `${name} 2 s` }).waitFor();
  },
);

wide('the range of the zoomed timeline is shown beside the list, which ends above the taller bar', async ({ player }) => {
  await player.opens('take 1', ...takes(1));
  await player.hotkey('z');
  const [leave, library] = [await player.box('.leave'), await player.box('.library')];
  assert.ok(leave.x >= library.x + library.width, JSON.stringify({ leave, library }));
  await until('the list ends above the bar', async () => {
    const [{ y, height }, bar] = [await player.box('.library'), await player.box('.bar')];
    return bar.height > 100 && y + height <= bar.y;
  });
  await player.press('w');
});

wide('pressed again, the playing row plays on; a card about another file closes', async ({ player }) => {
  await player.opens('take 1', ...takes(1), BAD);
  await player.holdAt(1);
  await player.record('loadstart', 'emptied', 'loadedmetadata');
  await player.find('.library [data-current] .pick').click();
  await player.isAt(1);
  await pick(player, 'take 1');
  assert.deepEqual(await player.events(), []);
  await player.find('.library [data-bad] .pick').click();
  await player.find('.card').waitFor();
  await player.record('loadstart', 'emptied', 'loadedmetadata');
  await player.find('.library [data-current] .pick').click();
  await player.find('.card').waitFor({ state: 'detached' });
  await player.isAt(1);
  assert.deepEqual(await player.events(), []);
});

wide('a picture is named whatever card is open and however often it is dropped', async ({ player }) => {
  await player.opens('take 1', ...takes(1));
  await player.drop({ name: 'lost.amc', text: amc() });
  await player.find('.card').getByText('needs').first().waitFor();
  for (const name of ['photo.png', 'photo.png', 'other.png']) {
    await player.drop({ name, text: '' });
    await player.find('.card').getByText(`${name} can\u2019t be played`).waitFor();
    await player.find('.card').getByText('This is a picture').waitFor();
    if (name !== 'photo.png') await player.find('.card').getByRole('button', { name: 'Dismiss' }).click();
  }
});

wide('the list folds and unfolds; the title and the figure take its room', async ({ player }) => {
  await player.opens('take 1', ...takes(2));
  await player.run((element) => element.pause());
  await player.settle();
  const left = () => player.find('.title').evaluate((title) => title.getBoundingClientRect().left);
  const middle = async () => {
    const { box } = await player.figure();
    return (box.left + box.right) / 2;
  };
  const [beside, at] = [await left(), await middle()];
  const right = await player.find('.library').evaluate((list) => list.getBoundingClientRect().right);
  assert.ok(beside > right, `${beside} ${right}`);
  await player.button('Hide the list').click();
  await player.find('.library').waitFor({ state: 'hidden' });
  await player.settle();
  assert.ok((await left()) < beside - 100);
  assert.ok((await middle()) < at - 100, 'the figure is in the middle of the free area');
  await player.button('Show the list').click();
  await player.find('.library').waitFor();
  await player.settle();
  assert.equal(await left(), beside);
});

scene.deep('under the pointer the list does not fade', WIDE, async ({ page, player }) => {
  await player.opens('take 1', ...takes(3));
  // A software GPU may be so slow that a transition does not start within the test's deadline.
  await player.run((element) => {
    element.renderer = 'canvas';
  });
  await until('Canvas 2D draws', async () => (await player.drawnWith()) === 'canvas');
  await player.plays();
  await page.clock.install();
  await player.find('.library .row').first().hover();
  await page.clock.fastForward(3200);
  assert.equal(await player.find('.root[data-idle]').count(), 0);
  await page.mouse.move(900, 300);
  await until('the controls go', async () => {
    // The page may notice the pointer only now, and its timer starts then.
    await page.clock.fastForward(3200);
    return (await player.find('.root[data-idle]').count()) === 1;
  });
  await until('it fades with the controls', () => player.find('.clips').evaluate((each) => getComputedStyle(each).opacity === '0'));
});

const phone = row({ ...PHONE, loads: '' }, async ({ player }) => {
  if ((await player.state()).name === 'Dance') await player.opens('take 1', ...takes(12));
  await player.run((element) => {
    element.cameraState = 'home';
  });
});

phone('a flick across the stage plays the next or the previous clip; a slow finger turns the camera', async ({ page, player }) => {
  const [left, right] = [
    { x: 80, y: 420 },
    { x: 320, y: 430 },
  ];
  await swipe(page, right, left);
  await player.loaded('take 2');
  await swipe(page, left, right);
  await player.loaded('take 1');
  const { camera } = await player.state();
  await swipe(page, right, left, 0.6);
  await until('the camera turns', async () => (await player.state()).camera !== camera);
  assert.equal((await player.state()).name, 'take 1');
});

phone(
  'on a phone the list is a sheet below a figure that stays whole; dragging opens it to full height or closes it',
  async ({ page, player }) => {
    assert.equal(await player.find('.library').count(), 0);
    await player.button('Clips').tap();
    await player.find('.library').waitFor();
    await player.run((element) => element.pause());
    await player.settle();
    const top = () => player.find('.library').evaluate((sheet) => sheet.getBoundingClientRect().top);
    const half = await top();
    const { box, height } = await player.figure();
    assert.ok(box.top > 0 && height > half / 4 && box.bottom < half, `${box.bottom} above ${half}`);
    await player.hotkey('z');
    await until('the sheet ends where the bar begins', async () => {
      const [sheet, bar] = [await player.box('.library'), await player.box('.bar')];
      return bar.height > 150 && Math.abs(sheet.y + sheet.height - bar.y) < 1.5;
    });
    await player.press('w');
    await player.find('.library .pick').nth(2).tap();
    await player.loaded('take 3');
    assert.equal(await player.find('.library').isVisible(), true, 'it stays for the next choice');
    await swipe(page, { x: 195, y: half + 8 }, { x: 195, y: 80 });
    // Where the finger let go it lies as high already: it is full once its own animation has ended, too.
    const full = () =>
      player.find('.library').evaluate((sheet) => {
        const { sheet: state, dragged } = /** @type {HTMLElement} */ (sheet).dataset;
        return state === 'full' && dragged === undefined && sheet.getAnimations().length === 0;
      });
    await until('it is full', async () => (await full()) && (await top()) < 80);
    await swipe(page, { x: 195, y: (await top()) + 8 }, { x: 195, y: 760 });
    await player.find('.library').waitFor({ state: 'hidden' });
    assert.equal(await player.button('Clips').getAttribute('aria-expanded'), 'false');
  },
);

for (const [name, options] of /** @type {[string, import('./support/scenes.mjs').Options][]} */ ([
  ['a dark page', WIDE],
  ['a light page', { ...WIDE, path: '#theme=light' }],
  ['a phone', PHONE],
])) {
  scene.deep(`axe finds nothing in the list on ${name}`, { ...options, bypassCsp: true }, async ({ page, player }) => {
    await player.opens('take 1', ...takes(9), BAD, ...MARCH, { name: 'lost.amc', text: amc().replace('marcher.asf', 'other.asf') });
    if (options.touch) await player.button('Clips').tap();
    await until('all are listed', async () => (await player.list()).length > 10);
    await fold(player, 'Samples').click();
    await isAccessible(page, { within: '.clips', rules: 'others' });
  });
}

phone('on a phone a long name keeps clear of the page\u2019s own, and a pose is labelled as one', async ({ player }) => {
  await player.opens('a_name_that_would_reach_across_the_whole_phone', {
    name: 'a_name_that_would_reach_across_the_whole_phone.bvh',
    text: walker({ frames: 1 }),
  });
  await until('the name keeps clear', async () => {
    const [name, share] = [await player.box('.title .name'), await player.box('.bar .btn.share')];
    return name.x + name.width <= share.x;
  });
  assert.equal(await player.find('.title .moment').innerText(), 'A pose');
  assert.equal(await player.find('.bar .step:visible').count(), 0, 'a pose has no other frames');
});
