// of: controls, gait, marey_study
/** Gait and joint angles: curves over the cycle, the table, angles over time, what is zero, what is said where nobody walks, and files. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { GAIT, pedestrian, stick } from './support/clips.mjs';
import { isAccessible } from './support/axe.mjs';
import { scenes, until } from './support/scenes.mjs';

const { scene, server } = await scenes({
  loads: 'walk',
  files: {
    '/walk.bvh': pedestrian(),
    '/stands.bvh': pedestrian({ still: true, seconds: 2 }),
    '/stick.bvh': stick(),
  },
});
const WIDE = /** @type {[number, number]} */ ([1280, 800]);
/** @param {string} file @param {string} [attributes] */
const page = (file, attributes = 'gait') =>
  server.page(
    `/gait-${file}${attributes.replace(/\W/g, '')}.html`,
    `<marey-player controls share="/" src="/${file}.bvh" ${attributes}></marey-player>`,
    { css: 'html, body { margin: 0 } marey-player { width: 100vw; height: 100vh }' },
  );

/** Waits until the walk is measured. @param {Player} player */
const measured = async (player) => {
  await player.find('.gait[data-state="found"]').waitFor({ state: 'attached' });
  await player.settle();
};
/** @param {Player} player */
const says = (player) => player.text('.words-of-gait');
/** The plot of an angle. @param {Player} player @param {string} name */
const plot = (player, name) => player.root.getByRole('slider', { name, exact: true });
/** A row of the table beside the plots. @param {Player} player @param {string} name */
const row = async (player, name) => {
  const cells = await player.find('.few-numbers tbody tr').filter({ hasText: name }).locator('td').allTextContents();
  return cells.map((text) => Number(text.replace('\u2212', '-').split(' ')[0]));
};
/** The angle of a knee at a percent of the cycle, by the law of cosines. @param {number} percent of the stance */
const kneeAt = (percent) => {
  const ahead = 100 * GAIT.stride * (GAIT.stance / 2 - percent / 100);
  const chord = Math.hypot(ahead, 78);
  return 180 - (Math.acos((43 ** 2 + 41 ** 2 - chord ** 2) / (2 * 43 * 41)) * 180) / Math.PI;
};
/** The numbers that a plot tells, by their sides. @param {Player} player @param {string} name */
const told = async (player, name) => {
  const text = (await plot(player, name).getAttribute('aria-valuetext')) ?? '';
  return Object.fromEntries(
    [...text.matchAll(/(Left|Right) (\u2212?[\d.]+)/g)].map(([, side, value]) => [side, Number(value.replace('\u2212', '-'))]),
  );
};

scene(
  'J opens the cycles of a walk with their numbers, and closes them',
  { path: page('walk', ''), size: WIDE, at: 3 },
  async ({ player, page: { keyboard } }) => {
    await player.focus();
    await keyboard.press('j');
    await measured(player);
    assert.equal(await player.find('.tools [aria-keyshortcuts="J"]').getAttribute('aria-checked'), 'true');
    const names = await player.find('.multiples-of-gait > .plots-of-gait .name-of-cycle strong').allTextContents();
    assert.deepEqual(names.slice(0, 7), [
      'Pelvis tilt',
      'Pelvis obliquity',
      'Pelvis rotation',
      'Hip flexion',
      'Hip adduction',
      'Knee flexion',
      'Ankle dorsiflexion',
    ]);
    assert.ok(!names.some((name) => /varus|inversion/i.test(name)));
    assert.equal(await player.find('.folded-of-gait[open]').count(), 0, 'rotations are folded away');
    assert.match(await says(player), /\d left and \d right cycles.*zero: rest pose/);
    const [left, right, difference] = await row(player, 'Stride length');
    for (const length of [left, right]) assert.ok(Math.abs(length - GAIT.stride) < 0.01, `${length}`);
    assert.ok(Math.abs(difference) < 1);
    assert.ok(Math.abs((await row(player, 'Cadence'))[0] - 120 / GAIT.seconds) < 1);
    assert.ok(Math.abs((await row(player, 'Stance'))[1] - 100 * GAIT.stance) < 3);
    assert.ok(Math.abs((await row(player, 'Step width'))[0] - 0.2) < 0.005);
    await keyboard.press('j');
    await until('it is closed', async () => !(await player.find('.gait').isVisible()));
    assert.equal(await player.run((element) => element.gait), null);
  },
);

scene(
  'a press goes to that moment of the cycle, keys go on, and the dots follow',
  { path: page('walk'), size: WIDE, at: 3 },
  async ({ player, page: { keyboard } }) => {
    await measured(player);
    const area = plot(player, 'Knee flexion');
    const { width, height } = /** @type {{ width: number, height: number }} */ (await area.boundingBox());
    const before = (await player.state()).time;
    await area.click({ position: { x: 0.3 * width, y: height / 2 } });
    const percent = async () => Number(await area.getAttribute('aria-valuenow'));
    await until('a moment at 30 %', async () => Math.abs((await percent()) - 30) <= 1 || Math.abs((await percent()) - 80) <= 1);
    const { time } = await player.state();
    assert.ok(time !== before && Math.abs(time - before) <= GAIT.seconds, `from ${before} to ${time}`);
    const dots = await area.locator('.dot-of-cycle').evaluateAll((all) => all.map((dot) => dot.getAttribute('d')));
    assert.ok(
      dots.every((d) => d?.startsWith('M')),
      `${dots}`,
    );
    const here = await percent();
    await keyboard.press('Shift+ArrowRight');
    await until('ten percent later', async () => Math.abs((await percent()) - here - 10) <= 1);
    const values = await told(player, 'Knee flexion');
    assert.ok(Math.abs(values.Left - values.Right) < 2, 'both sides at one percent of their cycles');
    await keyboard.press('ArrowDown');
    assert.equal(await player.run((element) => element.shadowRoot?.activeElement?.getAttribute('aria-label')), 'Ankle dorsiflexion');
  },
);

scene('the angles are those of the figure', { path: page('walk'), size: WIDE, at: 3 }, async ({ player }) => {
  await measured(player);
  await plot(player, 'Knee flexion').focus();
  // In the middle of the stance the ankle is below the hip.
  await player.run((element) => {
    element.currentTime = 2 * 1.1 + 0.33;
  });
  await until(
    'the middle of the stance',
    async () => Math.abs(Number(await plot(player, 'Knee flexion').getAttribute('aria-valuenow')) - 30) <= 3,
  );
  const { Left } = await told(player, 'Knee flexion');
  assert.ok(Math.abs(Left - kneeAt(30)) < 2.5, `${Left}, not ${kneeAt(30)}`);
});

scene(
  'angles over time: one angle of both sides in the window of the timeline',
  { path: page('walk'), size: WIDE, at: 3 },
  async ({ player }) => {
    await measured(player);
    await player.button('Over time').click();
    await until('both knees', async () => (await player.find('.gait .now-of-curves dt').allTextContents()).join() === 'L,R');
    await player.find('.angle-of-gait').selectOption('hip rotation');
    await until('what its zero is worth', async () => /hip rotation.*zero/i.test(await says(player)));
    assert.equal(await player.find('.angle-of-gait optgroup').getAttribute('label'), 'Rotations: shape only');
    await player.button('Cycles').click();
    await plot(player, 'Knee flexion').waitFor();
  },
);

scene('which pose is zero is chosen, and is in the attribute', { path: page('walk'), size: WIDE, at: 2 }, async ({ player }) => {
  await measured(player);
  const zero = player.find('.zero-of-gait');
  await zero.selectOption('Zero: straightest frame');
  await until('the frame is named', async () => /zero: frame \d+/.test(await says(player)));
  assert.equal(await player.run((element) => element.gait), 'straightest');
  await zero.selectOption('Zero: this frame');
  await until('this frame', async () => (await says(player)).includes('zero: frame 120'));
  assert.equal(await player.run((element) => element.gait), 'f120');
});

scene('who stands has no cycles, and angles over time', { path: page('stands'), size: WIDE, loads: 'stands' }, async ({ player }) => {
  await measured(player);
  assert.match(await says(player), /no cycle/);
  await player.find('.over-time-of-gait').waitFor();
  assert.ok(!(await player.find('.numbers-of-gait').isVisible()));
  assert.ok(await player.button('Cycles').isDisabled());
});

scene('what is no person is told so', { path: page('stick'), size: WIDE, loads: 'stick' }, async ({ player }) => {
  await measured(player);
  assert.match(await says(player), /^No joint angles: .+\.$/);
  assert.equal(await player.find('.over-time-of-gait').isVisible(), false);
});

scene(
  'tables are saved: a row for each cycle and percent, one for the clip, all as JSON',
  { path: page('walk'), size: WIDE, at: 0 },
  async ({ player, page: tab }) => {
    await measured(player);
    const saved = async (/** @type {string} */ item) => {
      await player.find('.save-gait > button').click();
      const download = tab.waitForEvent('download');
      await player.find('.save-gait .menu button').filter({ hasText: item }).click();
      const file = await download;
      return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
    };
    const cycles = await saved('Cycles in percent');
    assert.equal(cycles.name, 'walk-cycles.csv');
    const [titles, ...rows] = cycles.text
      .trim()
      .split('\n')
      .map((line) => line.split(','));
    assert.deepEqual(titles.slice(0, 4), ['cycle', 'side', 'percent', 'time']);
    assert.equal(rows.length % 101, 0);
    const knee = titles.indexOf('knee flexion [deg]');
    const middle = rows.filter(([, , percent]) => percent === '30').map((cells) => Number(cells[knee]));
    for (const value of middle) assert.ok(Math.abs(value - kneeAt(30)) < 2.5, `${value}`);
    const table = await saved('Table');
    const [, stride] = /^stride length,m,([\d.]+),/m.exec(table.text) ?? [];
    assert.ok(Math.abs(Number(stride) - GAIT.stride) < 1e-4, stride);
    assert.equal((await saved('in one row')).text.trim().split('\n').length, 2);
    const drawing = await saved('Picture');
    assert.equal(drawing.name, 'walk-gait.svg');
    assert.match(drawing.text, /^<svg[^]*knee flexion[^]*<\/svg>/i);
    const [clip] = JSON.parse((await saved('Everything')).text);
    assert.equal(clip.walk, true);
    assert.ok(clip.table.some((/** @type {{ number: string }} */ { number }) => number === 'stride length'));
    const frames = await saved('Angles over time');
    assert.equal(frames.text.trim().split('\n').length, 1 + 7 * 60 + 1);
  },
);

scene('another clip takes the place of a walk that is being measured', { path: page('walk'), size: WIDE }, async ({ player }) => {
  await player.run((element) => {
    element.src = '/stands.bvh';
  });
  await player.loaded('stands');
  await measured(player);
  await until('of the clip that is shown', async () => /no cycle/.test(await says(player)));
});

scene(
  'axe finds nothing on the cycles, the table and the chart',
  { path: '#url=/walk.bvh&gait=', size: WIDE, at: 1 },
  async ({ player, page: tab }) => {
    await measured(player);
    await isAccessible(tab, { state: 'cycles' });
    await player.root.getByRole('tab', { name: 'Table', exact: true }).click();
    await isAccessible(tab, { state: 'table' });
    await player.root.getByRole('tab', { name: 'Gait', exact: true }).click();
    await player.button('Over time').click();
    await player.settle();
    await isAccessible(tab, { state: 'over time' });
  },
);
