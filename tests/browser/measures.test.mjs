// of: measures, panels, marey_compare
/** Measures of joints: drawn on the stage with their numbers, picked there, in words, links and tables. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FORMULAS, values } from '../../www/tools/measures/formulas.js';
import { parseMeasures } from '../../www/tools/measures/words.js';
import { walker } from './support/clips.mjs';
import { openStrip, pressInStrip } from './support/hands.mjs';
import { copied, openSharing, valuesIn } from './support/sharing.mjs';
import { scenes, until } from './support/scenes.mjs';

// The left thigh swings by 32 degrees about x, its left knee stays bent by 20.
const { scene, server } = await scenes({ loads: 'way', files: { '/way.bvh': walker({ speed: 120 }) } });
/** @param {string} attributes @param {string} [css] */
const page = (attributes, css = 'marey-player { width: 100%; height: 100vh }') =>
  server.page(
    `/measures${(attributes + css).replace(/\W/g, '')}.html`,
    `<marey-player controls share="/" src="/way.bvh" ${attributes}></marey-player>`,
    { css },
  );
const WIDE = /** @type {[number, number]} */ ([1280, 720]);
const KNEE = 'angle:LeftUpLeg,LeftLeg,LeftFoot';

/** The measures in words, as screen readers hear them. @param {Player} player */
const label = (player) => player.find('canvas.measures').getAttribute('aria-label');
/** @param {Player} player */
const chips = (player) => player.find('.chip-of-measure').allTextContents();
/** @param {Player} player @param {string} joint */
const select = (player, joint) =>
  player.run((element, name) => {
    element.selectedJoint = element.clips[0].joints.findIndex((each) => each.name === name);
  }, joint);
/** How many pixels are drawn. @param {Player} player */
const drawn = (player) =>
  player.run((element) => {
    const canvas = /** @type {HTMLCanvasElement | null} */ (element.shadowRoot?.querySelector('canvas.measures') ?? null);
    if (!canvas || canvas.hidden) return 0;
    const { data } = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(0, 0, canvas.width, canvas.height);
    return data.filter((value, at) => at % 4 === 3 && value > 0).length;
  });

test('formulas have the values of known triangles', () => {
  const near = (/** @type {number} */ found, /** @type {number} */ expected) =>
    assert.ok(Math.abs(found - expected) < 1e-9, `${found}, expected ${expected}`);
  near(
    FORMULAS.distance([
      [0, 0, 0],
      [1, 2, 2],
    ]),
    3,
  );
  near(
    FORMULAS.angle([
      [1, 0, 0],
      [0, 0, 0],
      [1, Math.sqrt(3), 0],
    ]),
    60,
  );
  near(
    FORMULAS.angle([
      [1, 0, 0],
      [0, 0, 0],
      [-5, 0, 0],
    ]),
    180,
  );
  near(
    FORMULAS.vertical([
      [0, 0, 0],
      [0, 2, 0],
    ]),
    0,
  );
  near(
    FORMULAS.vertical([
      [0, 1, 0],
      [3, -2, 0],
    ]),
    135,
  );
  near(FORMULAS.height([[4, 1.5, 2]]), 1.5);
  assert.ok(
    Number.isNaN(
      FORMULAS.angle([
        [0, 0, 0],
        [0, 0, 0],
        [1, 0, 0],
      ]),
    ),
  );
  assert.deepEqual(
    [
      ...values(
        'distance',
        [
          [0, 0, 0, 0, 0, 0],
          [3, 4, 0, 0, 0, 2],
        ],
        2,
      ),
    ],
    [5, 2],
  );
});

test('a text is measures, and what is none is told', () => {
  assert.deepEqual(parseMeasures(' Angle: A , B b,C; height:mixamorig:Hips;; ').requests, [
    { kind: 'angle', joints: ['A', 'B b', 'C'] },
    { kind: 'height', joints: ['mixamorig:Hips'] },
  ]);
  assert.deepEqual(parseMeasures('angle:A,B; width:A; distance:A,; toString:A,B; angle:A,B,A').wrong, [
    'angle:A,B',
    'width:A',
    'distance:A,',
    'toString:A,B',
    'angle:A,B,A',
  ]);
  assert.deepEqual(parseMeasures(''), { requests: [], wrong: [] });
});

scene(
  'the attribute draws them, and their values follow the time',
  { path: page(`measures="${KNEE}; height:Hips; distance:LeftHand,LeftHand"`), size: WIDE, at: 0.2 },
  async ({ player }) => {
    await until('they are drawn', async () => (await drawn(player)) > 500);
    await player.settle();
    const text = await label(player);
    assert.match(
      text ?? '',
      /^Angle: LeftUpLeg, LeftLeg, LeftFoot, 160\.0\u00b0; Height: Hips, \d\.\d{3} m; Distance: LeftHand, LeftHand, 0\.000 m$/,
    );
    assert.equal(await player.find('.strip-of-measures').count(), 0, 'without their controls');
    await player.run((element) => {
      element.measures = 'vertical:LeftUpLeg,LeftLeg';
    });
    await until('another one', async () => /Lean/.test((await label(player)) ?? ''));
    await player.settle();
    const swing = (/** @type {number} */ seconds) => 180 - Math.abs(32 * Math.sin(2 * Math.PI * seconds));
    assert.ok((await label(player))?.endsWith(`${swing(0.2).toFixed(1)}\u00b0`), (await label(player)) ?? '');
    await player.run((element) => {
      element.currentTime = 0.7;
    });
    await until('it follows', async () => (await label(player))?.endsWith(`${swing(0.7).toFixed(1)}\u00b0`) ?? false);
    await player.run((element) => {
      element.measures = null;
    });
    await until('they are gone', async () => (await drawn(player)) === 0);
  },
);

scene(
  'M opens the controls; joints that are selected are measured, one is removed',
  { path: page(''), size: WIDE, at: 0.2 },
  async ({ player, page: { keyboard } }) => {
    await select(player, 'LeftUpLeg');
    await player.focus();
    await keyboard.press('m');
    await player.find('.strip-of-measures').waitFor();
    assert.equal(await player.find('.chips-of-measures').textContent(), 'No measures yet');
    await player.button('Angle').click();
    assert.equal(await player.button('Angle').getAttribute('aria-pressed'), 'true');
    // The joint that was selected is the first one.
    await select(player, 'LeftLeg');
    await select(player, 'LeftFoot');
    await until('the angle is there', async () => (await player.run((element) => element.measures)) === KNEE);
    assert.equal(await player.button('Angle').getAttribute('aria-pressed'), 'false');
    assert.deepEqual(await chips(player), ['Left knee160.0\u00b0']);
    await player.button('Height').click();
    await until(
      'the height of the selected joint',
      async () => (await player.run((element) => element.measures)) === `${KNEE}; height:LeftFoot`,
    );
    // Escape gives up a measure, and then closes the controls; the measures stay.
    const distance = player.find('.strip-of-measures .segments button').filter({ hasText: 'Distance' });
    await pressInStrip(player, distance);
    assert.equal(await distance.getAttribute('aria-pressed'), 'true');
    await until('it is given up', async () => {
      await keyboard.press('Escape');
      return (await distance.getAttribute('aria-pressed')) === 'false';
    });
    await player.button('Remove Height: LeftFoot').click();
    await until('one is left', async () => (await chips(player)).length === 1);
    await keyboard.press('Escape');
    await until('the controls are closed', async () => (await player.find('.strip-of-measures').count()) === 0);
    assert.equal(await player.run((element) => element.measures), KNEE);
    // With none they leave no attribute.
    await player.focus();
    await keyboard.press('m');
    await player.button('Remove Angle: LeftUpLeg, LeftLeg, LeftFoot').click();
    await player.button('Close measures').click();
    await until('nothing is left', async () => (await player.run((element) => element.measures)) === null);
  },
);

scene(
  'the joints of an angle are chips, its corner is named, no joint is taken twice, and a knee is one click',
  { path: page('chips'), size: WIDE, at: 0.2 },
  async ({ player, page: { keyboard } }) => {
    const joints = () => player.find('span.chip-of-joint').allTextContents();
    await player.focus();
    await keyboard.press('m');
    await player.button('Angle').click();
    assert.deepEqual(await joints(), ['1hip', '2kneecorner', '3ankle']);
    await select(player, 'LeftUpLeg');
    await select(player, 'LeftLeg');
    await select(player, 'LeftUpLeg');
    await player.find('.toast').getByText('LeftUpLeg is chosen already').waitFor();
    assert.deepEqual(await joints(), ['1LeftUpLeg', '2LeftLegcorner', '3ankle']);
    assert.equal(await player.run((element) => element.measures), '');
    await player.button('Right knee').click();
    await until('it is there', async () => (await player.run((element) => element.measures)) === KNEE.replaceAll('Left', 'Right'));
    assert.deepEqual(await joints(), []);
  },
);

scene(
  'on a page from right to left a number stands before its unit',
  { path: page('measures="height:Head"'), size: WIDE, at: 0.2 },
  async ({ player, page: tab }) => {
    await tab.evaluate(() => {
      document.dir = 'rtl';
    });
    await openStrip(player, 'Measures');
    const [number, unit] = await player.find('.chip-of-measure output').evaluate((output) => {
      const text = /** @type {Text} */ (output.firstChild);
      return [0, text.length - 1].map((at) => {
        const range = document.createRange();
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        return range.getBoundingClientRect().x;
      });
    });
    assert.ok(number < unit, `${number}, ${unit}`);
  },
);

scene('two clicks on the stage are a distance', { path: page(''), size: WIDE, at: 0.2 }, async ({ player, page: { mouse } }) => {
  await openStrip(player, 'Measures');
  await player.settle();
  /** Where a joint is in the picture. @param {string} joint */
  const at = async (joint) => {
    await select(player, joint);
    await player.settle();
    const place = await player.run((element) => {
      const text = /** @type {HTMLElement} */ (element.shadowRoot?.querySelector('.label')).style.transform;
      const [, across = '0', down = '0'] = /min\((-?[\d.]+)px.*, (-?[\d.]+)px\)/.exec(text) ?? [];
      element.selectedJoint = -1;
      return [Number(across) - 12, Number(down) + 28];
    });
    return place;
  };
  const places = [await at('Head'), await at('LeftFoot')];
  await player.button('Distance').click();
  for (const [x, y] of places) await mouse.click(x, y);
  await until('it is there', async () => (await player.run((element) => element.measures)) === 'distance:Head,LeftFoot');
});

scene(
  'the table is that of the shown window, as the program writes it',
  { path: page(`measures="${KNEE}; height:Hips"`), size: WIDE, at: 0.2, permissions: ['clipboard-read', 'clipboard-write'] },
  async ({ player, page: { keyboard } }) => {
    await until('they are drawn', async () => (await drawn(player)) > 500);
    await player.focus();
    await keyboard.press('m');
    /** Copies until the text is such a table: other pages of the browser copy, too. @param {(rows: string[]) => boolean} is */
    const table = (is) =>
      until('it is copied', async () => {
        await player.button('Copy as CSV').click();
        const rows = (await copied(player)).trim().split('\n');
        return rows[0].startsWith('frame,time,angle LeftUpLeg LeftLeg') && is(rows) ? rows : null;
      });
    const lines = await table(() => true);
    assert.equal(lines[0], 'frame,time,angle LeftUpLeg LeftLeg LeftFoot [deg],height Hips [m]');
    assert.equal(lines.length, 91);
    for (const line of lines.slice(1)) assert.ok(Math.abs(Number(line.split(',')[2]) - 160) < 1e-3, line);
    await player.run((element) => {
      element.focus();
    });
    await keyboard.press('z');
    await table((rows) => rows.length < 60);
  },
);

scene.deep(
  'the centre of mass and the steps need no joints: drawn, in words, as curves, in the table',
  {
    path: server.page(
      '/body.html',
      '<marey-player controls share="/" src="/samples/walk.bvh" measures="mass; steps" curves="none"></marey-player>',
      { css: 'marey-player { width: 100%; height: 100vh }' },
    ),
    loads: 'walk',
    size: WIDE,
    at: 4,
    permissions: ['clipboard-read', 'clipboard-write'],
  },
  async ({ player }) => {
    await until('both have numbers', async () =>
      /^Centre of mass, \d\.\d{3} m \u00b7 \d\.\d\d m\/s; Steps, \d\.\d{3} m \u00b7 \u2212?\d\.\d{3} m \u00b7 \d+\/min$/.test(
        (await label(player)) ?? '',
      ),
    );
    const [height, speed, length, width, cadence] = ((await label(player)) ?? '').match(/[\d.]+(?= m|\/min)/g)?.map(Number) ?? [];
    assert.ok(
      height > 0.8 && height < 1.2 && length > 0.3 && length < 1 && width < 0.4 && cadence > 60 && cadence < 160,
      (await label(player)) ?? '',
    );
    // A walker is as fast as its steps are long and frequent.
    assert.ok(Math.abs(speed - (length * cadence) / 60) < 0.25 * speed, `${speed}, ${length} x ${cadence}`);
    const before = await drawn(player);
    assert.ok(before > 1000);
    await until('five curves', async () => (await player.find('.now-of-curves dt').allTextContents()).join() === 'h,v,l,w,c');
    const colours = () =>
      player.run((element) =>
        [.../** @type {ShadowRoot} */ (element.shadowRoot).querySelectorAll('.now-of-curves dt')].map(
          (name) => getComputedStyle(name).color,
        ),
      );
    assert.equal(new Set(await colours()).size, 2, 'a colour for each measure');
    await openStrip(player, 'Measures');
    await player.button('Copy as CSV').first().click();
    await until('a table', async () =>
      (await copied(player)).startsWith(
        'frame,time,centre of mass height [m],centre of mass speed [m/s],step length [m],step width [m],cadence [steps/min]\n0,0,',
      ),
    );
    const button = (/** @type {string} */ name) => player.find('.strip-of-measures .segments button').filter({ hasText: name });
    assert.equal(await button('Steps').getAttribute('aria-pressed'), 'true');
    await pressInStrip(player, button('Steps'));
    await until('without steps', async () => (await player.run((element) => element.measures)) === 'mass');
    await pressInStrip(player, button('Steps'));
    await until('with them', async () => (await player.run((element) => element.measures)) === 'mass; steps');
    await openSharing(player);
    assert.equal((await valuesIn(player)).measures, 'mass; steps');
  },
);

scene(
  'a player without controls draws them, too',
  {
    path: server.page('/bare.html', '<marey-player src="/samples/walk.bvh" measures="mass; steps"></marey-player>', {
      css: 'marey-player { width: 100%; height: 100vh }',
    }),
    loads: 'walk',
    size: WIDE,
    at: 4,
  },
  async ({ player }) => {
    await until('both have numbers', async () => /^Centre of mass, \d\.\d{3} m.*; Steps, \d/.test((await label(player)) ?? ''));
    assert.equal(await player.find('.bar').count(), 0);
    assert.ok((await drawn(player)) > 1000);
  },
);

scene.deep(
  'curves of measures have colours of their own on light pages, too',
  { path: page(`measures="${KNEE}; height:Head; distance:LeftHand,RightHand" curves="none" theme="light"`), size: WIDE, at: 0.2 },
  async ({ player }) => {
    const colours = () =>
      player.run((element) =>
        [.../** @type {ShadowRoot} */ (element.shadowRoot).querySelectorAll('.now-of-curves dt')].map(
          (name) => getComputedStyle(name).color,
        ),
      );
    await until('three curves', async () => (await colours()).length === 3);
    const found = await colours();
    assert.equal(new Set(found).size, 3);
    for (const colour of found) {
      const [red, green, blue] = colour.match(/\d+/g)?.map(Number) ?? [];
      assert.ok(Math.max(red, green, blue) - Math.min(red, green, blue) > 60, `${colour} is a colour`);
    }
  },
);

scene(
  'they are curves beside those of joints',
  { path: page(`measures="${KNEE}; height:Hips" curves="none"`), size: WIDE, at: 0.2 },
  async ({ player }) => {
    const reads = () =>
      player.run((element) =>
        [...(element.shadowRoot?.querySelectorAll('.now-of-curves :is(dt, dd)') ?? [])].map((each) => each.textContent),
      );
    await until('both are read', async () => (await reads()).length === 4);
    assert.deepEqual((await reads()).slice(0, 3), ['\u2220', '160.0\u00b0', 'h']);
    await player.run((element) => {
      element.measures = null;
    });
    await until('they are gone', async () => (await reads()).length === 0);
  },
);

scene.deep('saved pictures contain them', { path: page(`measures="${KNEE}"`), size: WIDE, at: 0.2 }, async ({ player }) => {
  await until('it is drawn', async () => (await drawn(player)) > 200);
  /** Pixels in the colour of the first measure. */
  const coloured = () =>
    player.run(async (element) => {
      const bitmap = await createImageBitmap(
        await element.picture({ width: 640, height: 360, background: false, grid: false, shadow: false }),
      );
      const context = /** @type {OffscreenCanvasRenderingContext2D} */ (new OffscreenCanvas(640, 360).getContext('2d'));
      context.drawImage(bitmap, 0, 0, 640, 360);
      const { data } = context.getImageData(0, 0, 640, 360);
      let count = 0;
      for (let at = 0; at < data.length; at += 4)
        count += Number(Math.abs(data[at] - 0xff) + Math.abs(data[at + 1] - 0xd1) + Math.abs(data[at + 2] - 0x66) < 24);
      return count;
    });
  assert.ok((await coloured()) > 50);
  await player.run((element) => {
    element.measures = null;
  });
  await until('it is gone', async () => (await drawn(player)) === 0);
  assert.ok((await coloured()) < 10);
});

scene(
  'links have them, and what a file does not have is told',
  { path: page(`measures="${KNEE}; height:Tail"`), size: WIDE, at: 0.2 },
  async ({ player }) => {
    await until('it is told', async () => (await player.find('.toast').textContent())?.includes('height:Tail') ?? false);
    assert.equal((await label(player))?.includes('Angle'), true);
    await openSharing(player);
    assert.equal((await valuesIn(player)).measures, `${KNEE}; height:Tail`);
  },
);

scene.deep(
  'on a phone the controls scroll, and the drawing is there',
  { path: page(`measures="${KNEE}"`), size: [390, 780], at: 0.2 },
  async ({ player, page: { keyboard } }) => {
    await until('it is drawn', async () => (await drawn(player)) > 200);
    await player.focus();
    await keyboard.press('m');
    await player.find('.strip-of-measures').waitFor();
    const box = await player.find('.strip-of-measures').boundingBox();
    assert.ok(box && box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box));
  },
);

scene('a picture waits for what finds the centre of mass', { path: page('picture') }, async ({ player }) => {
  await player.holdAt(0.5);
  /** A small picture, as text. @param {string | null} measures set just before */
  const picture = (measures) =>
    player.run(async (element, wanted) => {
      if (element.measures !== wanted) element.measures = wanted;
      return [...new Uint8Array(await (await element.picture({ width: 320, height: 240 })).arrayBuffer())].join();
    }, measures);
  const without = await picture(null);
  const first = await picture('mass');
  await until('it is told', async () => /^Centre of mass, \d/.test(String(await label(player))));
  assert.notEqual(first, without);
  assert.equal(first, await picture('mass'));
});
