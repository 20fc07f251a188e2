// of: player, controls, marey_web
/** The camera under mouse, wheel, fingers and presets. */
import assert from 'node:assert/strict';
import { steadyFrames } from './support/frame-clock.mjs';
import { lookFrom, openPanel, pointAtJoint } from './support/hands.mjs';
import { coloured, difference, limb } from './support/pixels.mjs';
import { scenes, until } from './support/scenes.mjs';

const { scene, row, server } = await scenes();
const path = server.page('/camera.html', '<marey-player controls gestures="all" src="/walker.bvh"></marey-player>');

/** @param {import('./support/scenes.mjs').Scene} scene */
async function home({ player }) {
  await player.loaded('walker');
  await player.find('.bar').waitFor();
  await player.run((element) => {
    element.cameraState = 'home';
  });
  await player.holdAt(0.5);
}

const camera = row({ path }, home);
/** With reduced motion the camera jumps, for tests that need not see it ease. */
const jumping = row({ path, reducedMotion: true }, home);

/** Yaw, pitch, distance and target, as in the camera's text. @param {Player} player */
const pose = async (player) => (await player.state()).camera.split(',').map(Number);

/** @param {Player} player @param {[number, number]} by @param {'left' | 'right'} [button] */
async function drag(player, [dx, dy], button = 'left') {
  const { x, y } = await player.stageCentre();
  const { mouse } = player.page;
  await mouse.move(x - 150, y);
  await mouse.down({ button });
  await mouse.move(x - 150 + dx, y + dy, { steps: 5 });
  await mouse.up({ button });
  await player.settle();
}

camera('a drag turns the camera, and the figure stays in the picture', async ({ player }) => {
  const [yaw, pitch, distance] = await pose(player);
  const before = await player.picture();
  await drag(player, [80, 40]);
  const turned = await pose(player);
  assert.ok(Math.abs(turned[0] - yaw) > 10 && Math.abs(turned[1] - pitch) > 5, `${turned}`);
  assert.ok(Math.abs(turned[2] - distance) < 1e-3);
  assert.ok(difference(before, await player.picture()) > 300);
  assert.equal((await player.state()).paused, true, 'a drag is not a click');
  await player.isFramed();
});

camera('a drag with the right button pans the camera', async ({ player }) => {
  const before = await player.figure();
  const from = await pose(player);
  await drag(player, [100, 0], 'right');
  const to = await pose(player);
  assert.deepEqual(to.slice(0, 3), from.slice(0, 3), 'direction and distance stay');
  const moved = (await player.figure()).box.left - before.box.left;
  assert.ok(Math.abs(moved - 100) < 25, `the figure is under the hand (${moved} px)`);
});

jumping('the wheel zooms in and out at the pointer', async ({ page, player }) => {
  const before = await player.figure();
  const { x, y } = await player.stageCentre();
  await page.mouse.move(x, y);
  // The page handles the wheel some time after it was turned.
  const turn = async (/** @type {number} */ by) => {
    const { camera: from } = await player.state();
    await page.mouse.wheel(0, by);
    await until('the camera moves', async () => (await player.state()).camera !== from);
  };
  await turn(-300);
  await player.settle();
  const near = await player.figure();
  assert.ok(near.pixels > before.pixels * 1.4, `${before.pixels}, then ${near.pixels}`);
  await turn(300);
  await turn(300);
  await player.settle();
  assert.ok((await player.figure()).height < before.height * 0.8);
});

jumping('each preset looks from its side and shows the whole figure', async ({ player }) => {
  const panel = await openPanel(player, 'Settings');
  await player.settle();
  const before = await pose(player);
  const from = async (/** @type {string} */ name) => {
    await panel.getByRole('button', { name, exact: true }).click();
    await player.settle();
    assert.ok((await player.figure()).pixels > 100, name);
    return pose(player);
  };
  const [yaw, pitch] = await from('Front');
  assert.ok(Math.abs(pitch) < 1);
  for (const [name, turn] of /** @type {const} */ ([
    ['Back', 180],
    ['Left', 90],
    ['Right', 270],
  ])) {
    assert.ok(Math.abs((((((await from(name))[0] - yaw) % 360) + 360) % 360) - turn) < 1, name);
  }
  assert.ok((await from('Top'))[1] > 85);
  assert.deepEqual(await from('Reset'), before);
  await player.closesPanel();
});

jumping('from the front the figure\u2019s left is on the right of the picture; from behind, on the left', async ({ player }) => {
  const middle = async (/** @type {string} */ view) => {
    await lookFrom(player, view);
    const { middle: mean } = coloured(await player.picture(), limb, ['left', 'right']);
    return mean('left') - mean('right');
  };
  assert.ok((await middle('front')) > 20);
  assert.ok((await middle('back')) < -20);
});

camera.deep('a double click on a joint centres it; beside the figure it resets the view', async ({ page, player }) => {
  const home = await pose(player);
  const { x, y } = await pointAtJoint(player);
  await page.mouse.dblclick(x, y);
  await player.settle();
  const centred = await pose(player);
  assert.ok(Math.abs(centred[4] - home[4]) > 0.2, `the target is low now: ${home}; ${centred}`);
  await page.mouse.dblclick(60, 330);
  await until('the view is reset', async () => Math.abs((await pose(player))[4] - home[4]) < 0.01);
});

jumping('a camera set as text reads back as the same text', async ({ player }) => {
  const text = '120,30,5,0.1,0.9,0';
  await lookFrom(player, text);
  assert.deepEqual(await pose(player), text.split(',').map(Number));
  const expected = (await player.state()).camera;
  for (const nonsense of ['', 'nowhere', '1,2', 'NaN,0,1,0,0,0', '1e999,0,0,0,0,0']) {
    await player.run((element, value) => {
      element.cameraState = value;
    }, nonsense);
    assert.equal((await player.state()).camera, expected, `${nonsense} changes nothing`);
  }
});

jumping('5 on the number pad toggles perspective, and the chip and the camera show it', async ({ player }) => {
  const ortho = async () => (await player.state()).camera.endsWith(',ortho');
  // This stage is too small for the chip.
  const chip = player.find('.viewpoints button').last();
  await lookFrom(player, '90,0,5,0,0.9,0');
  const before = await player.picture();
  await player.hotkey('Numpad5');
  await player.settle();
  assert.ok(await ortho());
  assert.equal(await chip.getAttribute('aria-pressed'), 'true');
  assert.ok(difference(before, await player.picture()) > 300, 'the floor is a line now');
  // The projection is parallel: near parts are not larger, although the figure is off-centre.
  const height = () => player.run(({ figureBox: [, top, , bottom] }) => bottom - top);
  const sizes = [];
  for (const yaw of [0, 180]) {
    await lookFrom(player, `${yaw},0,5,0,0.9,3,ortho`);
    sizes.push(await height());
  }
  assert.ok(Math.abs(sizes[0] - sizes[1]) < 0.5, `${sizes}`);
  for (const [key, expected] of /** @type {const} */ ([
    ['Shift+ArrowUp', true],
    ['Numpad1', true],
    ['Numpad5', false],
  ])) {
    await player.press(key);
    await player.settle();
    assert.equal(await ortho(), expected, key);
  }
  assert.equal(await chip.getAttribute('aria-pressed'), 'false');
  await player.run((element) => {
    element.cameraState = 'front,ortho';
  });
  assert.ok(await ortho());
  // The projection is in the event, and an attribute sets it for the next clip.
  await player.run(async (element) => {
    element.camera = 'left,ortho';
    element.load();
  });
  await player.loaded('walker');
  await until('the attribute takes effect', ortho);
});

scene.deep(
  'the camera eases into a preset, then rests',
  { path, scripts: [steadyFrames], loads: 'walker', at: 0.5 },
  async ({ player }) => {
    const before = (await player.state()).draws;
    await lookFrom(player, 'back');
    assert.ok((await player.state()).draws - before > 5);
  },
);

jumping('under reduced motion the camera jumps with one picture', async ({ player }) => {
  const before = await player.run((element) => {
    const draws = element.drawCount;
    element.cameraState = 'back';
    return draws;
  });
  await player.settle();
  assert.ok((await player.state()).draws - before <= 2, 'at most two pictures');
});

scene.deep(
  'two fingers pinch and pan, one finger turns',
  { touch: true, size: [500, 600], loads: 'Dance', at: 0.5 },
  async ({ page, player }) => {
    const session = await page.context().newCDPSession(page);
    const touch = (/** @type {'touchStart' | 'touchMove' | 'touchEnd'} */ type, /** @type {[number, number][]} */ ...points) =>
      session.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y], id) => ({ x, y, id })) });
    const before = await pose(player);
    await touch('touchStart', [250, 250]);
    for (const x of [270, 290, 310, 330]) await touch('touchMove', [x, 250]);
    await touch('touchEnd');
    await player.settle();
    const turned = await pose(player);
    assert.ok(Math.abs(turned[0] - before[0]) > 10, 'one finger turns');
    await touch('touchStart', [220, 250], [280, 250]);
    for (const by of [10, 30, 50, 70]) await touch('touchMove', [220 - by, 250], [280 + by, 250]);
    await touch('touchEnd');
    await player.settle();
    const pinched = await pose(player);
    assert.ok(pinched[2] < turned[2] * 0.7, `two fingers zoom: ${turned[2]} then ${pinched[2]}`);
    assert.equal((await player.state()).paused, true);
  },
);

const tall = server.page('/tall.html', '<marey-player controls src="/walker.bvh"></marey-player><p></p>');
scene(
  'on another page the wheel scrolls that page until the player has the focus',
  { path: tall, loads: 'walker' },
  async ({ page, player }) => {
    await page.evaluate(() => document.querySelector('p')?.style.setProperty('height', '2000px'));
    await player.settle();
    const before = await pose(player);
    await page.mouse.move(200, 100);
    await page.mouse.wheel(0, 120);
    await until('the page scrolls', () => page.evaluate(() => scrollY > 0));
    assert.deepEqual(await pose(player), before);
    await page.evaluate(() => scrollTo(0, 0));
    await player.focus();
    await page.mouse.wheel(0, 120);
    await until('the camera moves', async () => (await pose(player))[2] !== before[2]);
    assert.equal(await page.evaluate(() => scrollY), 0);
  },
);
