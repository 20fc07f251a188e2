// of: curves, controls
/** Curves above the timeline: their numbers, switches, window, keys, links, and what is taken out of them. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { amc, asf } from './support/acclaim.mjs';
import { walker } from './support/clips.mjs';
import { copied, openSharing, valuesIn } from './support/sharing.mjs';
import { stillness } from './support/player.mjs';
import { framesLater, scenes, unchanged, until } from './support/scenes.mjs';

// The figure goes 1.2 metres a second along z; its left thigh swings by 32 degrees about x, its left knee stays at 20.
const { scene, server } = await scenes({
  loads: 'way',
  files: {
    '/way.bvh': walker({ speed: 120 }),
    // The left thigh is still, about axes of its own.
    '/tilted.asf': asf().replace(/(name lfemur[^]*?axis) 0 0 0 XYZ/, '$1 20 -35 50 XYZ'),
    '/tilted.amc': amc({ swing: 0 }).replaceAll(/^lfemur .*$/gm, 'lfemur 32 5 -7.5'),
  },
});
/** @param {string} attributes @param {string} [css] */
const page = (attributes, css = 'marey-player { width: 100%; height: 100vh }') =>
  server.page(
    `/curves${(attributes + css).replace(/\W/g, '')}.html`,
    `<marey-player controls share="/" src="/way.bvh" ${attributes}></marey-player>`,
    { css },
  );
const WIDE = /** @type {[number, number]} */ ([1280, 720]);
const swing = (/** @type {number} */ seconds) => 32 * Math.sin(2 * Math.PI * seconds);

/** @param {Player} player @param {string} joint */
const select = (player, joint) =>
  player.run((element, name) => {
    element.selectedJoint = element.clips[0].joints.findIndex((each) => each.name === name);
  }, joint);
/** The numbers beside the playhead, by their letters. @param {Player} player @param {string} [at] */
const reads = (player, at = 'now') =>
  player.run((element, which) => {
    const box = element.shadowRoot?.querySelector(`.${which}-of-curves`);
    if (!box || /** @type {HTMLElement} */ (box).hidden) return {};
    const names = [...box.querySelectorAll('dt')];
    return Object.fromEntries(names.map((name) => [name.firstChild?.textContent, name.nextElementSibling?.textContent]));
  }, at);
/** @param {Player} player */
const chips = (player) => player.find('.chip-of-curve').allTextContents();
/** The chips that are on. @param {Player} player */
const on = (player) => player.find('.chip-of-curve:is([aria-pressed="true"], .kept)').allTextContents();
/** @param {Player} player */
const windowOf = (player) => player.find('.window-of-curves').textContent();
/** The box of the lines. @param {Player} player */
const box = async (player) =>
  /** @type {{ x: number, y: number, width: number, height: number }} */ (await player.find('.curves .surface').boundingBox());
/** @param {Player} player */
const shows = (player) =>
  until('the curves are there', async () => (await on(player)).length > 0 && Object.keys(await reads(player)).length > 0);

scene(
  'C opens the curves of the selected joint, with the file’s own angles, and closes them',
  { path: page(''), size: WIDE, at: 0.2 },
  async ({ player, page: { keyboard } }) => {
    await select(player, 'LeftUpLeg');
    await player.focus();
    await keyboard.press('c');
    await shows(player);
    assert.equal(await player.find('.tools [aria-keyshortcuts="C"]').getAttribute('aria-checked'), 'true');
    assert.deepEqual(await chips(player), ['Rotation x', 'y', 'z', 'Height', 'Speed', 'Angular speed']);
    assert.deepEqual(await on(player), ['Rotation x', 'y', 'z']);
    assert.deepEqual(await reads(player), { x: `${swing(0.2).toFixed(1)}°`, y: '0.0°', z: '0.0°' });
    await player.run((element) => {
      element.currentTime = 0.75;
    });
    await until('the numbers follow', async () => (await reads(player)).x === '−31.8°');
    // Another joint: what is shown stays.
    await select(player, 'LeftLeg');
    await until('the knee', async () => (await reads(player)).x === '20.0°');
    assert.equal(await player.find('.head-of-curves strong').textContent(), 'LeftLeg');
    await keyboard.press('c');
    await until('they are closed', async () => !(await player.find('.curves').isVisible()));
    assert.equal(await player.run((element) => element.curves), null);
  },
);

scene(
  'without a joint they ask for one; a joint without channels has its place and its speed',
  { path: page('curves=""'), size: WIDE, at: 1 },
  async ({ player }) => {
    await player.find('.plot .nothing').waitFor();
    assert.equal(await player.find('.plot .nothing').textContent(), 'Choose a joint');
    assert.deepEqual(await chips(player), []);
    await player.run((element) => {
      element.selectedJoint = element.clips[0].joints.findIndex((each) => each.endSite);
    });
    await shows(player);
    assert.deepEqual(await on(player), ['Height', 'Speed', 'Position x', 'Position z']);
    const { v } = await reads(player);
    assert.match(String(v), /^\d\.\d\d m\/s$/);
  },
);

scene(
  'switches are in the attribute; other joints are kept beside the selected one',
  { path: page('curves="LeftHand:height, RightLeg:x"'), size: WIDE, at: 1 },
  async ({ player, page: { keyboard } }) => {
    await shows(player);
    assert.deepEqual(await on(player), ['LeftHand Height', 'RightLeg x']);
    assert.equal((await reads(player)).x, '20.0°');
    await select(player, 'LeftUpLeg');
    await until('its switches', async () => (await chips(player)).length === 8);
    await player.button('Speed').click();
    await until('its speed', async () => (await player.run((element) => element.curves)) === 'speed, LeftHand:height, RightLeg:x');
    assert.equal(await player.button('Speed').getAttribute('aria-pressed'), 'true');
    assert.equal(await player.run((element) => element.shadowRoot?.activeElement?.textContent), 'Speed', 'a switch keeps the focus');
    await player.button('Remove LeftHand Height').click();
    await until('one less', async () => (await player.run((element) => element.curves)) === 'speed, RightLeg:x');
    // The menu has the rest, and keeps what is shown.
    await player.button('More curves').click();
    await player.find('.more-curves [role^="menuitem"]').filter({ hasText: 'Keep the curves of' }).click();
    await until('its speed is kept', async () => (await player.run((element) => element.curves)) === 'speed, RightLeg:x, LeftUpLeg:speed');
    await player.button('Speed').click();
    await select(player, 'Head');
    await until('it stays', async () => (await on(player)).includes('LeftUpLeg Speed'));
    await player.button('More curves').click();
    await player.find('.more-curves [role^="menuitem"]').filter({ hasText: 'Acceleration' }).click();
    await until('acceleration', async () => (await reads(player)).a !== undefined);
    await player.button('More curves').click();
    await keyboard.press('Escape');
    assert.equal(await player.find('.more-curves .menu').isVisible(), false);
  },
);

scene(
  'numbers are right: place, channels, speeds',
  { path: page('curves="Hips:pz, Hips:tz, Hips:height, Hips:speed, LeftUpLeg:angle, LeftUpLeg:angular"'), size: WIDE, at: 0.5 },
  async ({ player }) => {
    await shows(player);
    const read = async () =>
      (await player.find('.curves table td').allTextContents()).map((text) => Number(text.replace('−', '-').split(/[ °]/)[0]));
    await until('the table rests', async () => (await read()).length === 6);
    // Lines in the order of the attribute. At half a second the thigh goes through rest, where it is fastest: by central differences of frames.
    const [place, channel, height, speed, angle, angular] = await read();
    const slope = (swing(14 / 30) - swing(16 / 30)) * 15;
    for (const [found, wanted, off] of [
      [place, 0.6, 0.002],
      [channel, 0.6, 0.001],
      [speed, 1.2, 0.01],
      [angle, 0, 0.1],
      [angular, slope, 1],
    ]) {
      assert.ok(Math.abs(found - wanted) <= off, `${found} for ${wanted}`);
    }
    assert.ok(height > 0.8 && height < 1, String(height));
    await player.run((element) => {
      element.seekToFrame(20);
    });
    await until(
      'later',
      async () => Math.abs((await read())[1] - 0.8) < 0.001 && Math.abs((await read())[4] - Math.abs(swing(20 / 30))) < 0.1,
    );
  },
);

scene(
  'the lines are drawn where their numbers are, and letters stand at their ends',
  { path: page('curves="x"'), size: WIDE, at: 0 },
  async ({ player }) => {
    await select(player, 'LeftUpLeg');
    await shows(player);
    const spots = () =>
      player.run((element) =>
        [.../** @type {ShadowRoot} */ (element.shadowRoot).querySelectorAll('.now-of-curves .spot')].map((spot) => {
          const { left, top, width } = spot.getBoundingClientRect();
          const canvas = /** @type {HTMLCanvasElement} */ (element.shadowRoot?.querySelector('.plot canvas'));
          const frame = canvas.getBoundingClientRect();
          const ratio = devicePixelRatio;
          const [x, y] = [left + width / 2 - frame.left, top + width / 2 - frame.top];
          const { data } = /** @type {CanvasRenderingContext2D} */ (canvas.getContext('2d')).getImageData(
            Math.round(x * ratio) - 1,
            Math.round(y * ratio) - 1,
            3,
            3,
          );
          // The blue of x somewhere in these pixels.
          return { y, blue: Array.from({ length: 9 }, (_, at) => data[4 * at + 2] > 200 && data[4 * at + 3] > 120).some(Boolean) };
        }),
      );
    const places = [];
    for (const seconds of [0.1, 0.25, 0.5, 0.75, 1.4]) {
      await player.run((element, at) => {
        element.currentTime = at;
      }, seconds);
      await player.settle();
      const [spot] = await spots();
      assert.ok(spot.blue, `a line at ${seconds} s`);
      places.push(spot.y);
    }
    assert.ok(places[1] < places[0] && places[0] < places[2] && places[2] < places[3], String(places));
  },
);

scene(
  'the window is the timeline’s: the wheel zooms, a drag moves it, a click goes there, a double click shows all',
  { path: page('curves="LeftUpLeg:x" gestures="all"'), size: WIDE, at: 0 },
  async ({ player, page: { mouse } }) => {
    await shows(player);
    assert.equal(await windowOf(player), '0.00 – 2.97 s');
    const { x, y, width, height } = await box(player);
    await mouse.move(x + width / 2, y + height / 2);
    await until('the pointer reads', async () => Object.keys(await reads(player, 'there')).length === 1);
    assert.equal(await player.find('.there-of-curves .when').textContent(), '1.48 s');
    for (let turn = 0; turn < 3; turn += 1) await mouse.wheel(0, -200);
    // All three turns; a busy machine takes them one by one.
    await until('it zoomed', async () => {
      const [first, last] = String(await windowOf(player))
        .split(' – ')
        .map(Number.parseFloat);
      return last - first < 0.7;
    });
    const [from, to] = String(await unchanged('the window rests', () => windowOf(player)))
      .split(' – ')
      .map(Number.parseFloat);
    assert.ok(Math.abs((from + to) / 2 - 1.483) < 0.03, 'around the pointer');
    await mouse.down();
    await mouse.move(x + width / 2 + 200, y + 20, { steps: 4 });
    await mouse.up();
    await until(
      'it moved',
      async () => Math.abs(Number.parseFloat(String(await windowOf(player))) - (from - ((to - from) * 200) / width)) < 0.02,
    );
    assert.equal((await player.state()).time, 0, 'a drag does not seek');
    await mouse.click(x + width / 2, y + 40);
    await until('a click seeks', async () => (await player.state()).time > 0.5);
    await mouse.dblclick(x + width / 3, y + 40);
    await until('all of it', async () => (await windowOf(player)) === '0.00 – 2.97 s');
  },
);

scene.deep(
  'while it plays the scale stays, and the numbers turn to the left near the end',
  { path: page('curves="LeftUpLeg:x LeftHand:speed" loop speed="2"'), size: WIDE, at: 2.8 },
  async ({ player }) => {
    await shows(player);
    assert.equal(await player.find('.now-of-curves .readout').evaluate((readout) => readout.hasAttribute('data-left')), true);
    await player.run((element) => {
      element.currentTime = 0.2;
    });
    await until('to the right', () => player.find('.now-of-curves .readout').evaluate((readout) => !readout.hasAttribute('data-left')));
    const before = await player.find('.now-of-curves .upright').evaluate((line) => line.getBoundingClientRect().left);
    await player.start();
    await until(
      'the line moves',
      async () => (await player.find('.now-of-curves .upright').evaluate((line) => line.getBoundingClientRect().left)) !== before,
    );
    await player.run((element) => element.pause());
  },
);

scene.deep(
  'of Acclaim they are the numbers of the file, about the axes of its bones',
  {
    path: server.page(
      '/curves-acclaim.html',
      '<marey-player controls src="/tilted.amc" skeleton="/tilted.asf" curves="lfemur:rotation"></marey-player>',
      { css: 'marey-player { width: 100%; height: 100vh }' },
    ),
    size: WIDE,
    loads: 'tilted',
    at: 0.25,
  },
  async ({ player }) => {
    await shows(player);
    await until(
      'as in the file',
      async () => JSON.stringify(await reads(player)) === JSON.stringify({ x: '32.0°', y: '5.0°', z: '−7.5°' }),
    );
  },
);

scene.deep(
  'an angle that goes on beyond 180 degrees has no jump, unless the switch is off',
  { path: page('', 'marey-player { width: 100%; height: 99vh }'), size: WIDE, loads: 'way' },
  async ({ player }) => {
    const text =
      'HIERARCHY\nROOT Hips\n{\nOFFSET 0 0 0\nCHANNELS 3 Zrotation Xrotation Yrotation\nEnd Site\n{\nOFFSET 0 20 0\n}\n}\nMOTION\nFrames: 41\nFrame Time: 0.05\n' +
      Array.from({ length: 41 }, (_, frame) => `0 0 ${frame * 18}`).join('\n');
    await player.run((element, file) => {
      element.srcObject = new File([file], 'turns.bvh');
    }, text);
    await player.loaded('turns');
    await player.run((element) => {
      element.selectedJoint = 0;
      element.curves = 'y';
      element.pause();
      element.currentTime = 2;
    });
    await until('two turns', async () => (await reads(player)).y === '720.0°');
    await player.button('More curves').click();
    await player.find('.more-curves [role="menuitemcheckbox"]').click();
    await until('wrapped', async () => /^−?0\.0°$/.test(String((await reads(player)).y)));
  },
);

scene(
  'what is shown is copied as CSV, and saved as tables, arrays and pictures',
  { path: page('curves="LeftUpLeg:x, Hips:tz" gestures="all"'), size: WIDE, at: 0, permissions: ['clipboard-read', 'clipboard-write'] },
  async ({ player, page: tab }) => {
    await shows(player);
    await player.button('Copy as CSV').click();
    await until('it is copied', async () => (await copied(player)).startsWith('frame,time,'));
    const lines = (await copied(player)).trim().split('\n');
    assert.equal(lines[0], 'frame,time,x LeftUpLeg [deg],tz Hips [m]');
    assert.equal(lines.length, 91);
    const [frame, time, angle, way] = lines[16].split(',').map(Number);
    assert.deepEqual([frame, Math.round(time * 1e6)], [15, 500000]);
    assert.ok(Math.abs(angle - swing(0.5)) < 1e-3 && Math.abs(way - 0.6) < 1e-6, lines[16]);
    // Of the window alone.
    const { x, y, width, height } = await box(player);
    await tab.mouse.move(x + width / 2, y + height / 2);
    for (let turn = 0; turn < 4; turn += 1) await tab.mouse.wheel(0, -300);
    await until('it zoomed', async () => (await windowOf(player)) !== '0.00 – 2.97 s');
    await player.button('Copy as CSV').click();
    await until('fewer rows', async () => (await copied(player)).trim().split('\n').length < 60);
    await player.find('.toast').getByText('what the timeline shows').waitFor();
    await player.run((element) => {
      element.loopRange = [1, 1.5];
    });
    await player.button('Copy as CSV').click();
    await until('the loop range', async () => (await copied(player)).trim().split('\n').length === 17);
    await player.find('.toast').getByText('the loop range, 1.00 \u2013 1.50 s').waitFor();
    await player.run((element) => {
      element.loopRange = null;
    });

    const saved = async (/** @type {string} */ name) => {
      await player.button('Save').click();
      const download = tab.waitForEvent('download');
      await player.find('.save-curves [role="menuitem"]').filter({ hasText: name }).click();
      const file = await download;
      return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) };
    };
    const table = await saved('CSV');
    assert.deepEqual([table.name, table.bytes.toString().trim().split('\n').length], ['way-curves.csv', 91], 'of the whole clip');
    const arrays = await saved('NumPy');
    assert.equal(arrays.name, 'way-curves.npz');
    for (const entry of ['frame.npy', 'time.npy', 'LeftUpLeg:x.npy', 'Hips:tz.npy']) assert.ok(arrays.bytes.includes(entry), entry);
    const drawing = await saved('SVG');
    assert.equal(drawing.name, 'way-curves.svg');
    const svg = drawing.bytes.toString();
    assert.match(svg, /^<svg [^>]*role="img"/);
    assert.match(svg, /LeftUpLeg Rotation x/);
    assert.ok(!/NaN|undefined|d="L/.test(svg) && svg.trimEnd().endsWith('</svg>'));
    const picture = await saved('PNG');
    assert.deepEqual([picture.name, picture.bytes.readUInt32BE(16), picture.bytes.readUInt32BE(20)], ['way-curves.png', 2160, 1020]);
  },
);

scene(
  'a link has the curves; what is none is told',
  { path: page('curves="LeftUpLeg:x"'), size: WIDE, at: 1 },
  async ({ player, page: tab }) => {
    await shows(player);
    await openSharing(player);
    assert.equal((await valuesIn(player)).curves, 'LeftUpLeg:x');
    await tab.goto(server.url('#url=/way.bvh&paused=1&t=0.25&curves=LeftUpLeg:x,Nobody:y,speed%20sped'));
    await player.loaded('way');
    await until('it is told', async () => /has no sped, Nobody/.test(String(await player.find('.toast').textContent())));
    await until('the rest is shown', async () => (await reads(player)).x === '31.8°');
  },
);

scene.deep(
  'the edge and its keys change the height; a low player has low curves',
  { path: page('curves="LeftUpLeg:x"'), size: WIDE, at: 1 },
  async ({ player, page: tab }) => {
    await shows(player);
    const { height } = await box(player);
    assert.equal(height, 172);
    await player.find('.grip-of-bar').focus();
    await tab.keyboard.press('ArrowUp');
    await until('higher', async () => (await box(player)).height === 180);
    const edge = /** @type {{ x: number, y: number, width: number }} */ (await player.find('.grip-of-bar').boundingBox());
    await tab.mouse.move(edge.x + edge.width / 2, edge.y + 4);
    await tab.mouse.down();
    await tab.mouse.move(edge.x + edge.width / 2, edge.y + 54, { steps: 3 });
    await tab.mouse.up();
    await until('lower', async () => Math.abs((await box(player)).height - 130) <= 1);
    await tab.mouse.move(edge.x + edge.width / 2, edge.y + 54);
    await tab.mouse.down();
    await tab.mouse.move(edge.x + edge.width / 2, edge.y + 320, { steps: 3 });
    await tab.mouse.up();
    await player.find('.dock[data-folded]').waitFor();
    await player.find('.dock-summary').getByText('Curves: 1 line').click();
    await until('unfolded at the usual height', async () => (await box(player)).height === 172);
    await tab.setViewportSize({ width: 900, height: 560 });
    await player.run((element) => {
      element.curves = 'LeftUpLeg:x';
    });
    await until('low', async () => (await box(player)).height === 96);
  },
);

scene(
  'open curves of a paused player cost nothing',
  { path: page('curves="LeftUpLeg:x" measures="mass; height:Head" contacts marks="here@1"'), size: WIDE, at: 1 },
  async ({ player, page: tab }) => {
    await shows(player);
    await player.settle();
    await until('what draws for paper is there', () =>
      tab.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /save-\w+\.js$/.test(name))),
    );
    await until('no frame is asked for', () => tab.evaluate(() => /** @type {any} */ (globalThis).animationFrames.pending === 0));
    const { frames, draws } = await stillness(tab, player);
    assert.deepEqual({ frames, draws }, { frames: 0, draws: 0 });
  },
);

scene(
  'a drag at the upper edge of the bar opens them, as do its keys',
  { path: page(''), size: WIDE, at: 1 },
  async ({ player, page: tab }) => {
    const curves = () => player.run((element) => element.curves);
    const grip = async () => /** @type {{ x: number, y: number, width: number }} */ (await player.find('.grip-of-bar').boundingBox());
    const { x, y, width } = await grip();
    await tab.mouse.move(x + width / 2, y + 4);
    await tab.mouse.down();
    // The script of the dock comes with the press.
    await until('it is there', () =>
      tab.evaluate(() => performance.getEntriesByType('resource').some(({ name }) => /dock-\w+\.js$/.test(name))),
    );
    await until('they open', async () => {
      await tab.mouse.move(x + width / 2, y - 150 - Math.random());
      return (await curves()) === '';
    });
    await tab.mouse.up();
    await until('as high as they were drawn', async () => Math.abs((await box(player)).height - (154 - 38)) <= 3);
    await until('the edge is where the pointer left it', async () => Math.abs((await grip()).y + 4 - (y - 150)) <= 8);
    assert.equal(await player.find('.grip-of-bar').getAttribute('role'), 'separator');
    await until('its value', async () => Number(await player.find('.grip-of-bar').getAttribute('aria-valuenow')) > 100);
    await player.find('.grip-of-bar').focus();
    for (let press = 0; press < 3; press += 1) await tab.keyboard.press('PageDown');
    await player.find('.dock[data-folded]').waitFor();
    assert.equal(await curves(), '', 'a folded dock keeps what it shows');
    await until('its value is 0', async () => (await player.find('.grip-of-bar').getAttribute('aria-valuenow')) === '0');
    await tab.keyboard.press('ArrowUp');
    await until('unfolded by keys', async () => (await player.find('.curves').isVisible()) && (await box(player)).height >= 64);
  },
);

scene(
  'in an embed of 640 by 360 they are the first line of the bar; one that is lower has none',
  { path: page('curves="LeftUpLeg:x"'), size: [640, 360], at: 0.2 },
  async ({ player, page: tab }) => {
    await shows(player);
    const { x, y, width, height } = await box(player);
    const [bar, play] = await Promise.all(
      ['.bar', '.btn.play'].map(
        async (name) => /** @type {{ x: number, y: number, width: number }} */ (await player.find(name).boundingBox()),
      ),
    );
    assert.ok(bar.y >= 180 && x >= bar.x && x + width <= bar.x + bar.width, JSON.stringify(bar));
    assert.ok(y > bar.y && height >= 56 && y + height <= play.y + 1, JSON.stringify([y, height, play]));
    await player.isFramed();
    await tab.setViewportSize({ width: 640, height: 280 });
    await until('they are hidden', () => player.find('.curves').isHidden());
    assert.equal((await player.find('.bar').boundingBox())?.height, 44);
  },
);

scene.deep(
  'on a phone they open from the settings, above the bar, and two fingers zoom them',
  { path: page(''), size: [390, 780], touch: true, at: 1 },
  async ({ player, page: tab }) => {
    await player.button('Tools').click();
    await player.find('.tools .menu button').filter({ hasText: 'Curves' }).click();
    await select(player, 'LeftUpLeg');
    await shows(player);
    const { x, y, width, height } = await box(player);
    const bar = /** @type {{ y: number }} */ (await player.find('.bar .row').boundingBox());
    assert.ok(x >= 0 && x + width <= 390 && y > 300 && y + height < bar.y, JSON.stringify([x, y, width, height, bar]));
    const session = await tab.context().newCDPSession(tab);
    const fingers = (/** @type {string} */ type, /** @type {number[]} */ ...xs) =>
      session.send('Input.dispatchTouchEvent', {
        type: /** @type {any} */ (type),
        touchPoints: xs.map((each, id) => ({ x: each, y: y + 40, id })),
      });
    await fingers('touchStart', x + width / 2 - 20);
    await fingers('touchStart', x + width / 2 - 20, x + width / 2 + 20);
    for (let step = 1; step <= 5; step += 1) await fingers('touchMove', x + width / 2 - 20 - 12 * step, x + width / 2 + 20 + 12 * step);
    await fingers('touchEnd');
    await until('it zoomed', () =>
      player.run((element) => element.shadowRoot?.querySelector('.timeline')?.hasAttribute('data-zoomed') ?? false),
    );
  },
);

/** Controls that are not needed are hidden soon. */
function impatient() {
  const { setTimeout: wait } = globalThis;
  globalThis.setTimeout = /** @type {any} */ (
    (/** @type {() => void} */ run, /** @type {number} */ ms, /** @type {unknown[]} */ ...rest) =>
      wait(run, ms === 2500 ? 100 : ms, ...rest)
  );
}

scene.deep(
  'curves stay in sight while the clip plays',
  { path: page('loop autoplay'), size: WIDE, scripts: [impatient] },
  async ({ player, page: tab }) => {
    const hidden = player.find('.root[data-idle]');
    await hidden.waitFor({ state: 'attached' });
    await player.run((element) => {
      element.curves = 'Hips:speed';
    });
    await shows(player);
    await player.find('.root:not([data-idle])').waitFor();
    await framesLater(tab, 40);
    assert.equal(await hidden.count(), 0);
    await player.run((element) => {
      element.curves = null;
    });
    await hidden.waitFor({ state: 'attached' });
  },
);
