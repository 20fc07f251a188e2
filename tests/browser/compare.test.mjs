// of: compare, marey_compare
/** The comparison: lanes of clips that are shifted in time, the lane of their difference, the legend and the choice of alignment. */
import assert from 'node:assert/strict';
import { isAccessible, onPlainBackground } from './support/axe.mjs';
import { statue, walker } from './support/clips.mjs';
import { swipe, withTools } from './support/devtools.mjs';
import { download } from './support/making.mjs';
import { scenes, until } from './support/scenes.mjs';

const ODD =
  'HIERARCHY\nROOT q7\n{\nOFFSET 0 0 0\nCHANNELS 3 Xposition Yposition Zposition\nJOINT zz\n{\nOFFSET 0 9 0\nCHANNELS 0\nEnd Site\n{\nOFFSET 0 9 0\n}\n}\n}\nMOTION\nFrames: 2\nFrame Time: 0.1\n0 0 0\n0 1 0\n';
/** The frames of the walk in another order. */
const JUMBLED = (() => {
  const [head, rows] = walker().split(/(?<=Frame Time: .*\n)/);
  const frames = rows.trim().split('\n');
  return `${head}${frames.map((_, index) => frames[(index * 37) % frames.length]).join('\n')}\n`;
})();
const { scene, server } = await scenes({
  loads: 'walker',
  files: {
    '/beside.bvh': walker({ x: 20 }),
    '/late.bvh': walker({ frames: 60, x: 20 }),
    '/pose.bvh': statue(1),
    '/short.bvh': walker({ frames: 31, x: 20 }),
    '/odd.bvh': ODD,
    '/jumbled.bvh': JUMBLED,
  },
});
const CSS = { css: 'html, body { margin: 0 } marey-player { width: 100vw; height: 100vh }' };
/** @param {string} name @param {string} clips */
const page = (name, clips) => server.page(`/compare-${name}.html`, `<marey-player controls src="/walker.bvh">${clips}</marey-player>`, CSS);
const BESIDE = '<marey-clip src="/beside.bvh" label="beside"></marey-clip>';
const LATE = '<marey-clip src="/late.bvh" label="late" offset="0.5"></marey-clip>';
const DESK = /** @type {const} */ ({ size: [1280, 800] });

/** @param {Player} player @param {string} name */
const lane = (player, name) => player.root.getByRole('slider', { name, exact: true });
/** Waits until the difference has been measured. @param {Player} player */
const measured = async (player) => {
  await until('the difference is there', () => player.find('.head-of-difference .mean').isVisible());
  await player.settle();
};
/** @param {Player} player */
const offset = (player) => player.run((element) => /** @type {any} */ (element.querySelector('marey-clip')).offset);
const near = (/** @type {number} */ found, /** @type {number} */ expected, within = 1e-3) =>
  assert.ok(Math.abs(found - expected) < within, `${found} is not ${expected}`);

scene(
  'each clip has a lane on the timeline’s scale, and the difference its mean, worst moment and joint',
  { ...DESK, path: page('lanes', BESIDE) },
  async ({ player }) => {
    await measured(player);
    assert.equal(await player.find('.clip-lane').count(), 2);
    assert.equal(await lane(player, 'beside').getAttribute('aria-valuetext'), 'starts together with the others');
    // All joints are 20 cm beside those of the other figure.
    assert.equal(await player.text('.head-of-difference .mean'), 'mean 20 cm');
    await player.run((element) => {
      element.currentTime = element.duration;
    });
    await player.settle();
    assert.equal(await player.text('.worst b'), 'worst 20 cm');
    assert.match(await player.text('.worst-words span'), /\w 20 cm$/);
    const kind = player.root.getByRole('combobox', { name: 'Distances' });
    await player.button('Details').click();
    const value = () => player.find('.tree .head').first().getAttribute('data-turn');
    await until('the tree tells the distance of each joint', async () => (await value()) === '20 cm');
    await kind.selectOption('Hips together (root-relative)');
    assert.equal(await player.text('.head-of-difference .mean'), 'mean 0.0 mm');
    await until('the tree follows', async () => (await value()) === '0.0 mm');
    await kind.selectOption('Best fit (PA-MPJPE)');
    assert.equal(await player.text('.head-of-difference .mean'), 'mean 0.0 mm');
  },
);

scene(
  'the details tell the length of each clip, not how long all of them play',
  { ...DESK, path: page('lengths', '<marey-clip src="/late.bvh" label="late" offset="2"></marey-clip>') },
  async ({ player }) => {
    await until('both play', async () => (await player.state()).duration > 3.9);
    await player.button('Details').click();
    const details = player.find('.panel');
    await details.getByText('2.97 s').waitFor();
    await details.getByRole('combobox', { name: 'Clip' }).selectOption('1');
    await details.getByText('1.97 s').waitFor();
  },
);

scene(
  'clips of unlike length open on what they share; the whole is one key away',
  { ...DESK, path: page('unlike', '<marey-clip src="/short.bvh" label="short" offset="1"></marey-clip>') },
  async ({ player }) => {
    await measured(player);
    const shown = () => player.find('.overview').getAttribute('aria-valuetext');
    await until('the second that both have', async () => /^1\.00 to 2\.00 s$/.test((await shown()) ?? ''));
    await player.hotkey('w');
    await until('the whole', async () => !(await player.find('.overview').isVisible()));
  },
);

scene(
  'the table has each measure by its name, its maximum, each joint, and is saved as CSV',
  { ...DESK, path: page('table', BESIDE) },
  async ({ player }) => {
    await measured(player);
    await player.root.getByRole('tab', { name: 'Table', exact: true }).click();
    const rows = () => player.find('.table-of-difference tr').allTextContents();
    assert.equal((await rows())[0], 'MPJPERoot-relativePA-MPJPE');
    assert.match((await rows())[2], /^Maximum20 cm0\.0 mm0\.0 mm$/);
    assert.ok(
      (await rows()).some((text) => /^LeftFoot20 cm0\.0 mm0\.0 mm$/.test(text)),
      (await rows()).join(),
    );
    await player.run((element) => {
      element.loopRange = [1, 2];
    });
    const lines = (await download(player, 'Save the moments as CSV')).bytes.toString().trim().split('\n');
    assert.equal(lines[0], 'time,MPJPE [mm],Root-relative [mm],PA-MPJPE [mm]');
    assert.equal(lines.length, 32);
    await player.find('.toast').getByText('the loop range, 1.00 \u2013 2.00 s').waitFor();
    const joints = (await download(player, 'Save the joints as CSV')).bytes.toString().trim().split('\n');
    assert.ok(
      joints.some((line) => /^LeftFoot,200(\.0\d*)?,/.test(line)),
      joints.join(),
    );
  },
);

scene(
  'figures of different sizes are compared with legs of one length',
  { ...DESK, path: page('scaled', '<marey-clip src="/walker.bvh" label="twice" unit="0.02"></marey-clip>') },
  async ({ player }) => {
    await measured(player);
    await player.root.getByRole('combobox', { name: 'Distances' }).selectOption('Hips together (root-relative)');
    const mean = () => player.text('.head-of-difference .mean');
    assert.match(await mean(), /^mean \d\d+ cm$/);
    await player.find('.align-opener').click();
    const scaled = player.root.getByRole('checkbox', { name: 'Same leg length' });
    await scaled.check();
    await until('both are as large', async () => (await mean()) === 'mean 0.0 mm');
    await scaled.uncheck();
    await until('each has its own size', async () => /^mean \d\d+ cm$/.test(await mean()));
  },
);

scene.deep(
  'along a warp in time the other figure follows the pace of the first',
  { ...DESK, path: page('pace', '<marey-clip src="/beside.bvh" label="slow" speed="0.5"></marey-clip>'), at: 1.25 },
  async ({ player }) => {
    await measured(player);
    await player.button('Details').click();
    const details = player.find('.panel');
    await details.getByRole('combobox', { name: 'Clip' }).selectOption('1');
    // The leg swings 32 degrees to both sides, once a second.
    const angle = async () => Number.parseFloat((await details.locator('.head', { hasText: 'LeftUpLeg' }).getAttribute('data-turn')) ?? '');
    await until('it plays at half the speed', async () => Math.abs((await angle()) - 32 * Math.SQRT1_2) < 0.5);
    await player.find('.align-opener').click();
    await player.root.getByRole('combobox', { name: 'Start' }).selectOption('warp');
    await until('it has caught up', async () => {
      await player.settle();
      return Math.abs((await angle()) - 32) < 2;
    });
  },
);

scene.deep('the tree of joints shows angles again after a comparison', { ...DESK, path: page('tree', BESIDE) }, async ({ player }) => {
  await measured(player);
  await player.button('Details').click();
  const value = () => player.find('.tree .head').first().getAttribute('data-turn');
  await until('distances', async () => (await value()) === '20 cm');
  await player.run((element) => {
    element.clips.remove(1);
  });
  await until('angles', async () => /\u00b0$/.test((await value()) ?? ''));
});

scene(
  'keys shift a lane by frames, and Home puts it back; the difference follows',
  { ...DESK, path: page('keys', BESIDE) },
  async ({ page: { keyboard }, player }) => {
    await measured(player);
    await lane(player, 'beside').focus();
    await keyboard.press('ArrowRight');
    near(await offset(player), 1 / 30);
    await keyboard.press('Shift+ArrowRight');
    near(await offset(player), 11 / 30);
    assert.equal(await lane(player, 'beside').getAttribute('aria-valuetext'), 'starts 0.37 seconds after');
    assert.equal(await player.text('[data-clip="B"] .offset'), '+0.37 s');
    await until('the difference has grown', async () => Number(/[\d.]+/.exec(await player.text('.head-of-difference .mean'))) > 20);
    await keyboard.press('ArrowLeft');
    near(await offset(player), 10 / 30);
    await keyboard.press('Home');
    near(await offset(player), 0);
    // The first clip moves, too: the others then start earlier.
    await lane(player, 'walker').focus();
    await keyboard.press('ArrowRight');
    near(await offset(player), -1 / 30);
    assert.equal(await lane(player, 'walker').getAttribute('aria-valuetext'), 'starts 0.03 seconds after');
  },
);

scene(
  'a dragged lane snaps to frames, with Alt to nothing, and a double click puts it back',
  { ...DESK, path: page('drag', LATE) },
  async ({ page: { keyboard, mouse }, player }) => {
    await measured(player);
    const box = await lane(player, 'late').boundingBox();
    assert.ok(box);
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await mouse.move(x, y);
    await mouse.down();
    await mouse.move(x - 61.3, y, { steps: 4 });
    await mouse.up();
    const dragged = await offset(player);
    near(dragged * 30, Math.round(dragged * 30));
    near(dragged, 0.5 - (61.3 / 1200) * (89 / 30), 0.03);
    await keyboard.down('Alt');
    await mouse.move(x - 61.3, y);
    await mouse.down();
    await mouse.move(x - 20.4, y, { steps: 4 });
    await mouse.up();
    await keyboard.up('Alt');
    const free = await offset(player);
    assert.ok(Math.abs(free * 30 - Math.round(free * 30)) > 1e-3, String(free));
    await lane(player, 'late').dblclick();
    near(await offset(player), 0);
  },
);

scene(
  'a clip plays slower or faster than the clock, by its menu and by keys',
  { ...DESK, path: page('speed', LATE) },
  async ({ page: { keyboard }, player }) => {
    await measured(player);
    const speed = () => player.run((element) => /** @type {any} */ (element.querySelector('marey-clip')).speed);
    const width = async () => (await lane(player, 'late').boundingBox())?.width ?? 0;
    const before = await width();
    const menu = player.root.getByRole('combobox', { name: 'Speed of late' });
    await menu.selectOption('2\u00d7');
    assert.equal(await speed(), 2);
    await until('the lane is half as long', async () => Math.abs((await width()) - before / 2) < 2);
    await lane(player, 'late').focus();
    await keyboard.press('<');
    assert.equal(await speed(), 1.5);
    await keyboard.press('>');
    await keyboard.press('>');
    await keyboard.press('>');
    assert.equal(await speed(), 4);
    await until('the menu follows', async () => (await menu.inputValue()) === '4');
    assert.ok(
      !(await player.root.getByRole('combobox', { name: 'Speed of walker' }).isVisible()),
      'the own clip has the speed of the clock',
    );
  },
);

scene(
  'the lane’s worst moment is gone to with its joint; N goes from peak to peak',
  { ...DESK, path: page('peaks', LATE) },
  async ({ page: { keyboard }, player }) => {
    await measured(player);
    await player.root.getByRole('button', { name: /^worst/ }).click();
    const worst = await player.run(({ currentTime }) => currentTime);
    assert.ok(worst >= 0.5 && (await player.run(({ paused }) => paused)));
    await player.run((element) => {
      element.currentTime = 0;
    });
    await player.settle();
    await player.find('.stage').focus();
    await keyboard.press('n');
    await until('a peak is reached', () => player.run(({ currentTime }) => currentTime > 0.4));
  },
);

scene('clips are hidden, and one is shown alone', { ...DESK, path: page('legend', BESIDE) }, async ({ player }) => {
  await measured(player);
  await player.root.getByRole('button', { name: 'Hide beside' }).click();
  assert.ok(await player.run((element) => /** @type {HTMLElement} */ (element.querySelector('marey-clip')).hidden));
  await player.root.getByRole('button', { name: 'Hide beside' }).click();
  const only = player.root.getByRole('switch', { name: 'Show only walker' });
  await only.click();
  assert.equal(await only.getAttribute('aria-checked'), 'true');
  await only.click();
  assert.equal(await only.getAttribute('aria-checked'), 'false');
});

scene('the best match in time is found, and starts are brought back', { ...DESK, path: page('match', LATE) }, async ({ player }) => {
  await measured(player);
  await player.find('.align-opener').click();
  const start = player.root.getByRole('combobox', { name: 'Start', exact: true });
  await start.selectOption('Best match');
  // The figure repeats itself each second: of offsets that fit equally well the one nearest to 0 is the best.
  await until('the offset is found', async () => Math.abs(await offset(player)) < 0.02);
  assert.match(await player.text('.align-opener'), /start by best match$/);
  await until('its correlation is told', async () => /^match (0\.9\d|1\.00)$/.test(await player.text('.match')));
  assert.ok(!(await player.find('.match[data-weak]').count()));
  await start.selectOption('Own start times');
  await until('the offset is back', async () => (await offset(player)) === 0.5);
  assert.equal(await player.find('.match').textContent(), '');
  await start.selectOption('Match step by step');
  await until('the whole of both is compared', async () => /matched step by step/.test(await player.text('.align-opener')));
  await player.root.getByRole('combobox', { name: 'Place', exact: true }).selectOption('Hips');
  assert.ok(await player.run((element) => element.hasAttribute('in-place')));
});

scene(
  'clips are aligned at the selected joint, where it is now',
  { ...DESK, path: page('joint', '<marey-clip src="/late.bvh" label="late" turn="90"></marey-clip>'), at: 1 },
  async ({ player }) => {
    await measured(player);
    await player.find('.align-opener').click();
    const place = player.root.getByRole('combobox', { name: 'Place', exact: true });
    await place.selectOption('Selected joint');
    await until('it asks for a joint', async () => (await player.find('.toast').textContent()) === 'Select a joint that both clips have');
    const position = () => player.run((element) => /** @type {any} */ (element.querySelector('marey-clip')).position);
    assert.deepEqual(await position(), [0, 0]);
    const hand = await player.run((element) => {
      element.selectedJoint = element.clips[0].joints.findIndex(({ name }) => name === 'LeftHand');
      return element.jointPosition('LeftHand');
    });
    await until('the clip has moved', async () => (await position())[0] !== 0);
    assert.ok(hand);
    // The same walk, 20 cm to the side, turned by a quarter around the middle of the stage.
    const [x, z] = await position();
    near(x, (hand.x - hand.z) / 100, 0.02);
    near(z, (hand.z + hand.x + 20) / 100, 0.02);
  },
);

for (const [file, said] of /** @type {const} */ ([
  ['jumbled', /^weak match -?0\.[0-4]\d$/],
  ['pose', /^no match found$/],
])) {
  scene.deep(
    `the match of ${file} is called weak`,
    { ...DESK, path: page(file, `<marey-clip src="/${file}.bvh" label="${file}"></marey-clip>`) },
    async ({ player }) => {
      await until('the clips are compared', () => player.find('.align-opener').isVisible());
      await player.find('.align-opener').click();
      await player.root.getByRole('combobox', { name: 'Start', exact: true }).selectOption('Best match');
      await until('it says so', async () => said.test(await player.text('.match')));
      assert.equal(await player.find('.match[data-weak]').count(), 1);
    },
  );
}

scene.deep(
  'clips without common joints or moments say so',
  { ...DESK, path: page('odd', '<marey-clip src="/odd.bvh" label="odd"></marey-clip>') },
  async ({ player }) => {
    await until('it says so', async () => (await player.text('.difference-note')) === 'no joints in common');
    assert.ok(!(await player.find('.head-of-difference .mean').isVisible()));
    await player.run((element) => {
      element.clips.remove(1);
      element.clips.add('/late.bvh', { offset: 99 });
    });
    await until('it says so', async () => (await player.text('.difference-note')) === 'no moment in common');
    await player.run((element) => {
      element.clips.remove(1);
    });
    await until('the comparison is over', async () => !(await player.find('.compare-lanes').count()));
    assert.equal(await player.find('.compare-legend').count(), 0);
  },
);

scene.deep(
  'a phone has the lanes above the timeline; a finger shifts one after holding it',
  { size: [390, 780], touch: true, path: page('phone', LATE) },
  async ({ page: tab, player }) => {
    await until('the lanes are there', () => player.find('.compare-lanes').isVisible());
    const [lanes, timeline] = [await player.find('.compare-lanes').boundingBox(), await player.find('.timeline').boundingBox()];
    assert.ok(lanes && timeline && lanes.y + lanes.height <= timeline.y + 1, 'above the timeline');
    const box = await lane(player, 'late').boundingBox();
    assert.equal(box?.height, 32);
    if (!box) return;
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await swipe(tab, { x, y }, { x: x - 40, y });
    assert.equal(await offset(player), 0.5, 'a finger that does not hold shifts nothing');
    await withTools(tab, async (tools) => {
      const touch = (/** @type {'touchStart' | 'touchMove' | 'touchEnd'} */ type, /** @type {number[]} */ ...places) =>
        tools.send('Input.dispatchTouchEvent', { type, touchPoints: places.map((place) => ({ x: place, y })) });
      await touch('touchStart', x);
      await until('the lane is held', () => player.find('[data-clip="B"][data-dragged]').count().then(Boolean));
      for (const part of [10, 20, 30, 40]) await touch('touchMove', x - part);
      await touch('touchEnd');
    });
    const shifted = await offset(player);
    assert.ok(shifted > 0 && shifted < 0.35, String(shifted));
  },
);

scene.deep(
  'a clip dropped with Shift comes to the hips of the one that plays; the comparison is ended',
  { path: '', loads: '', ...DESK },
  async ({ page: tab, player }) => {
    await player.drop({ name: 'one.bvh', text: walker() });
    await player.loaded('one');
    await player.holdAt(0.5);
    await tab.evaluate(
      (text) => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File([text], 'two.bvh'));
        dispatchEvent(new DragEvent('drop', { dataTransfer, shiftKey: true, bubbles: true, cancelable: true }));
      },
      walker({ x: 100 }),
    );
    await measured(player);
    assert.equal(await player.text('.align-opener'), 'Aligned at the hips \u00b7 own start times');
    assert.equal(await player.text('.head-of-difference .mean'), 'mean 0.0 mm');
    const [x] = await player.run((element) => /** @type {any} */ (element.querySelector('marey-clip')).position);
    near(x, -1);
    await player.button('End the comparison').click();
    await until('the comparison is over', async () => !(await player.find('.compare-lanes').count()));
    assert.ok(!(await player.run((element) => element.hasAttribute('in-place') || element.querySelector('marey-clip'))));
  },
);

for (const theme of ['dark', 'light']) {
  (theme === 'dark' ? scene : scene.deep)(
    `axe finds nothing in a comparison, ${theme}`,
    {
      ...DESK,
      bypassCsp: true,
      path: server.page(
        `/compare-axe-${theme}.html`,
        `<main><h1>Two walks</h1><marey-player controls src="/walker.bvh" theme="${theme}">${LATE}</marey-player></main>`,
        { css: `${CSS.css} h1 { position: absolute; clip-path: inset(50%) }` },
      ),
    },
    async ({ page: tab, player }) => {
      await measured(player);
      await player.root.getByRole('tab', { name: 'Table', exact: true }).click();
      assert.ok((await player.find('.table-of-difference tbody tr').count()) > 10);
      await onPlainBackground(tab);
      await isAccessible(tab, { state: 'table' });
      await player.find('.align-opener').click();
      await player.find('.align-card').waitFor();
      await isAccessible(tab, { state: 'alignment' });
    },
  );
}

scene(
  'a chronophotograph leaves the clock as long as all clips need it',
  { ...DESK, path: page('long-clock', '<marey-clip src="/walker.bvh" label="late" offset="2"></marey-clip>') },
  async ({ player }) => {
    await measured(player);
    const long = (await player.state()).duration;
    near(long, 2 + 89 / 30);
    const clock = () => player.text('.bar .total');
    const before = await clock();
    await player.run((element) => {
      element.moments = 5;
    });
    await until('the figures stand there', () => player.run((element) => element.momentTimes.length === 5));
    await player.settle();
    near((await player.state()).duration, long);
    assert.equal(await clock(), before);
    await player.run((element) => {
      element.moments = 0;
    });
    await player.settle();
    near((await player.state()).duration, long);
    assert.equal(await clock(), before);
  },
);

scene(
  'a movement of the pointer moves the dragged lane once, and no other one',
  { ...DESK, path: page('once', LATE) },
  async ({ page: { mouse }, player }) => {
    await measured(player);
    const box = await player.box('.clip-lane[data-clip="B"]');
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await mouse.move(x, y);
    await mouse.down();
    await mouse.move(x + 20, y);
    await player.settle();
    await player.run((element) => {
      /** @type {(string | undefined)[]} */
      const written = [];
      Object.assign(globalThis, { written });
      const rows = /** @type {HTMLElement[]} */ ([...(element.shadowRoot?.querySelectorAll('.lane-row') ?? [])]);
      for (const { style, firstElementChild: lane } of rows) {
        // A write of the same value is one, too.
        style.setProperty = (name, value) => {
          if (name === '--start') written.push(/** @type {HTMLElement} */ (lane).dataset.clip);
          CSSStyleDeclaration.prototype.setProperty.call(style, name, value);
        };
      }
    });
    await mouse.move(x + 60, y);
    await player.settle();
    assert.deepEqual(await player.run(() => /** @type {any} */ (globalThis).written), ['B']);
    await mouse.up();
  },
);

scene(
  'the best match is found though something else changes meanwhile; an older question is dropped',
  { ...DESK, path: page('meanwhile', LATE) },
  async ({ player }) => {
    await measured(player);
    await player.find('.align-opener').click();
    const start = player.root.getByRole('combobox', { name: 'Start' });
    await start.selectOption('Best match');
    await player.run((element) => {
      element.speed = 0.5;
      element.patterns = true;
    });
    await until('both start together, as they walk alike', async () => Math.abs(await offset(player)) < 0.05);
    await start.selectOption('Own start times');
    await until('its own start', async () => (await offset(player)) === 0.5);
    await start.selectOption('Best match');
    await start.selectOption('Own start times');
    await player.find('.align .match').waitFor({ state: 'hidden' });
    await player.settle();
    assert.equal(await offset(player), 0.5);
  },
);

scene(
  'a start whose answer is waited for is found though the clips are turned, scaled or placed meanwhile',
  { ...DESK, path: page('pending', LATE) },
  async ({ player }) => {
    await measured(player);
    await player.find('.align-opener').click();
    await player.run((element) => {
      const root = /** @type {ShadowRoot} */ (element.shadowRoot);
      const align = /** @type {HTMLElement} */ (root.querySelector('.align'));
      const start = /** @type {HTMLSelectElement} */ (
        [...align.querySelectorAll('select')].find(({ labels }) => labels[0]?.textContent.includes('Start'))
      );
      start.value = [...start.options].find(({ text }) => text === 'Best match')?.value ?? '';
      start.dispatchEvent(new Event('change', { bubbles: true }));
      for (const box of align.querySelectorAll('input')) box.click();
    });
    await until('both start together, as they walk alike', async () => Math.abs(await offset(player)) < 0.05);
    await until('its correlation is told', async () => /^match (0\.9\d|1\.00)$/.test(await player.text('.match')));
    await player.run((element) => {
      /** @type {any} */ (element.querySelector('marey-clip')).offset = 0.25;
    });
    await player.root.getByRole('combobox', { name: 'Speed of late', exact: true }).selectOption('2');
    await until('another speed asks for it anew', async () => (await offset(player)) !== 0.25);
    await player.settle();
    await player.page.keyboard.press('Control+z');
    const clip = () =>
      player.run((element) => {
        const { offset: at, speed } = /** @type {any} */ (element.querySelector('marey-clip'));
        return [at, speed];
      });
    await until('one undoing brings speed and start back', async () => String(await clip()) === '0.25,1');
  },
);

for (const [link, said] of /** @type {const} */ ([
  ['offset=0.7&compare=from-match', /own start times$/],
  ['offset=0.01&compare=from-match', /start by best match$/],
  ['compare=from-match', /start by best match$/],
  ['offset=0.7&compare=from-contact', /own start times$/],
]))
  scene(
    `a link that tells ${link} says what was done`,
    { ...DESK, path: `embed.html#url=/walker.bvh&url=/late.bvh&${link}` },
    async ({ player }) => {
      await measured(player);
      await until('the words are true', async () => said.test(await player.text('.align-opener')));
      const given = /offset=([\d.]+)/.exec(link);
      assert.equal(await offset(player), given ? Number(given[1]) : 0);
      if (/best match/.test(said.source))
        await until('so is the correlation', async () => /^match (0\.9\d|1\.00)$/.test(await player.text('.match')));
    },
  );
