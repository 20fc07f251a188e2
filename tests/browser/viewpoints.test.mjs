// of: panels, marey_hanim
/** The cameras of a file are chosen in a menu, ride on their joints, and are kept in links. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { difference } from './support/pixels.mjs';
import { lookFrom, openPanel } from './support/hands.mjs';
import { scenes, until } from './support/scenes.mjs';
import { linkIn, openSharing } from './support/sharing.mjs';

const FILE = await readFile(new URL('../fixtures/hanim/viewpoints.x3d', import.meta.url), 'utf8');
const odd = '<img src=x onerror=alert(1)> &amp; "Eyes", ortho';
const { scene, row, server } = await scenes({
  files: {
    '/viewpoints.x3d': FILE,
    '/odd.x3d': FILE.replace('Through the eyes', odd.replaceAll('"', '&quot;').replaceAll('<', '&lt;')),
  },
});
const page = server.page('/viewpoints.html', '<marey-player controls gestures="all"></marey-player>');
const NAMES = ['Whole figure', 'From the side', 'Through the eyes', 'behind', 'View 5', 'Whole figure 2', 'View 7'];

/** Where the camera is on the stage. @param {Player} player */
async function eye(player) {
  const [yaw, pitch, distance, x, y, z] = (await player.state()).camera.split(',').map(Number);
  const [a, b] = [yaw, pitch].map((degrees) => (degrees * Math.PI) / 180);
  return [x + distance * Math.sin(a) * Math.cos(b), y + distance * Math.sin(b), z + distance * Math.cos(a) * Math.cos(b)];
}

const shown = row({ path: page, size: [900, 640], reducedMotion: true }, async ({ player }) => {
  await player.shows('/viewpoints.x3d');
  await player.holdAt(0);
  await lookFrom(player, 'home');
  await player.button('Cameras').waitFor();
});

shown('the menu names them all, and is not there for a file without', async ({ player }) => {
  await player.button('Cameras').click();
  assert.deepEqual(await player.find('.cameras [role=menuitemradio]').allInnerTexts(), NAMES);
  await player.press('Escape');
  await player.shows('/walker.bvh');
  assert.equal(await player.find('.cameras').isVisible(), false);
});

shown('chosen by keyboard, one rides on its joint', async ({ player }) => {
  const before = await player.picture();
  await player.button('Cameras').focus();
  await player.press('Enter', 'ArrowDown', 'ArrowDown', 'Enter');
  assert.equal((await player.state()).camera, 'view:Through the eyes');
  await player.button('Camera: Through the eyes').waitFor();
  await player.settle();
  assert.ok(difference(before, await player.picture()) > 300, 'another picture');
  // Camera positions from the golden file of this fixture; the ground under it is the stage's.
  const places = [];
  for (const time of [0, 0.7, 2]) {
    await player.run((element, seconds) => {
      element.currentTime = seconds;
    }, time);
    for (const camera of ['view:Through the eyes', 'perspective']) await lookFrom(player, camera);
    places.push(await eye(player));
  }
  const wanted = [
    [0, 2.5, 0.18],
    [0.079064832, 2.525935168, 1.783846724],
    [-0.101635645, 2.8, 4.648560411],
  ];
  for (const at of [1, 2]) {
    for (const axis of [0, 1, 2]) {
      const [moved, expected] = [places, wanted].map((list) => list[at][axis] - list[0][axis]);
      assert.ok(Math.abs(moved - expected) < 0.01, `axis ${axis}: ${moved}, not ${expected}`);
    }
  }
});

shown('dragging goes on from there with a camera of its own', async ({ page: tab, player }) => {
  await lookFrom(player, 'view:From the side');
  const { x, y } = await player.stageCentre();
  await tab.mouse.move(x - 100, y);
  await tab.mouse.down();
  await tab.mouse.move(x - 97, y, { steps: 3 });
  await tab.mouse.up();
  await player.settle();
  const { camera } = await player.state();
  assert.match(camera, /^-?[\d.]+,/);
  await player.button('Cameras').waitFor();
  const [left] = await eye(player);
  assert.ok(Math.abs(left - 4) < 0.2, `the camera is about where it was, at x ${left}`);
});

shown('a view leaves it, and the settings have it where the window is small', async ({ player }) => {
  await lookFrom(player, 'view:behind');
  await player.find('.viewpoints').getByRole('button', { name: 'Front' }).click();
  await player.settle();
  assert.match((await player.state()).camera, /^0,0,/);
  await openPanel(player, 'Settings');
  const select = player.root.getByRole('combobox', { name: 'Camera of the file' });
  await select.selectOption('View 5');
  assert.equal((await player.state()).camera, 'view:View 5');
  await lookFrom(player, 'front');
  await until('the settings show that it is not a camera of the file', async () => (await select.inputValue()) === '-1');
  const chosen = await select.evaluate((each) => {
    const choice = /** @type {HTMLSelectElement} */ (each);
    choice.value = '4';
    choice.dispatchEvent(new Event('change'));
    Object.assign(/** @type {Element} */ (document.querySelector('marey-player')), { cameraState: 'front' });
    return choice.value;
  });
  assert.equal(chosen, '-1', 'no camera is chosen');
  await player.closesPanel();
});

shown('a name is text, whatever is in it', async ({ player }) => {
  await player.shows('/odd.x3d');
  await player.button('Cameras').click();
  const name = odd.replace('&amp;', '&');
  await player.find('.cameras [role=menuitemradio] >> nth=2').click();
  assert.equal((await player.state()).camera, `view:${name}`);
  await until('the button has the name', async () => (await player.find('.cameras .pill').innerText()) === name);
  assert.equal(await player.find('.viewpoints img').count(), 0);
  assert.equal(await player.button('No perspective').getAttribute('aria-pressed'), 'false');
});

scene.deep(
  'a link keeps the camera, and so does the link shared from it',
  {
    path: '#url=/viewpoints.x3d&t=0.5&paused=1&camera=view:Through%20the%20eyes',
    size: [900, 640],
    reducedMotion: true,
    loads: 'viewpoints',
  },
  async ({ player }) => {
    await player.settle();
    assert.equal((await player.state()).camera, 'view:Through the eyes');
    const before = await player.picture();
    await openSharing(player);
    const link = await linkIn(player);
    assert.equal(new URLSearchParams(new URL(link).hash.slice(1)).get('camera'), 'view:Through the eyes');
    await player.visits(link, 'viewpoints');
    await player.settle();
    assert.equal((await player.state()).camera, 'view:Through the eyes');
    assert.ok(difference(before, await player.picture()) < 300);
  },
);
