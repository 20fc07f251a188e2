// of: guesses, panels, marey_web
/** What a file leaves open is shown as chips beside the title: each with its reason and all choices. */
import assert from 'node:assert/strict';
import { amc, asf } from './support/acclaim.mjs';
import { isAccessible } from './support/axe.mjs';
import { statue } from './support/clips.mjs';
import { scenes, until } from './support/scenes.mjs';

const { row, scene, server } = await scenes({ files: { '/lifted.bvh': statue(60).replaceAll(/^0 92 /gm, '0 105 ') } });
/** A robot's arm: nothing in it is as long as a part of a person. */
const ARM = `HIERARCHY
ROOT Base
{
  OFFSET 0 0 0
  CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
  JOINT Link1
  {
    OFFSET 0 7 0
    CHANNELS 3 Zrotation Xrotation Yrotation
    End Site
    {
      OFFSET 0 0 7
    }
  }
}
MOTION
Frames: 2
Frame Time: 0.04
0 0 0 0 0 0 0 0 0
0 0 0 9 0 0 0 9 0
`;
const STAGE = { size: [1280, 800], reducedMotion: true };
const path = server.page('/guesses.html', '<marey-player controls></marey-player>');
const open = row({ ...STAGE, path }, async ({ player }) => {
  await player.run((element) => {
    element.pause();
    element.srcObject = null;
    for (const name of ['fps', 'unit', 'up', 'ground']) element.removeAttribute(name);
  });
});

const texts = (/** @type {Player} */ player) => player.find('.guess:visible .pill').allInnerTexts();
const chip = (/** @type {Player} */ player, /** @type {string} */ name) => player.button(new RegExp(`^${name}: `));
const choices = (/** @type {Player} */ player) => player.find('.guess [role=menuitemradio]:visible').allInnerTexts();

/** @param {Player} player @param {Parameters<typeof amc>[0]} [motion] */
async function march(player, motion) {
  await player.run(
    (element, [motionText, skeletonText]) => {
      element.srcObject = [new File([motionText], 'march.amc'), new File([skeletonText], 'marcher.asf')];
    },
    [amc(motion), asf()],
  );
  await player.loaded('march');
}

open('a BVH states neither unit nor up axis, but its rate', async ({ player }) => {
  await player.shows('/walker.bvh');
  await until('the chips are loaded', async () => (await texts(player)).length === 2);
  assert.deepEqual(await texts(player), ['Centimetres, our guess', 'Y up, our guess']);
  assert.match(await player.find('.meta').innerText(), /^90 frames \S 30 fps \S /);
});

open('where nothing tells the scale no length is on the floor until a unit is chosen', async ({ player }) => {
  await player.run((element, text) => {
    element.srcObject = new File([text], 'arm.bvh');
  }, ARM);
  await player.loaded('arm');
  await until('the chip says so', async () => (await texts(player))[0] === 'Scale unknown');
  assert.equal(await player.find('.scale').isVisible(), false);
  await player.run((element) => {
    element.unit = 'cm';
  });
  await player.find('.scale').waitFor();
});

open('another unit changes stature, floor scale and camera, and the guess can be chosen again', async ({ player }) => {
  await player.shows('/walker.bvh');
  await player.settle();
  const metre = await player.find('.scale').innerText();
  const distance = () => player.run((element) => Number(element.cameraState.split(',')[2]));
  const before = await distance();
  await chip(player, 'Unit').click();
  assert.match(
    await player.find('.guess .why:visible').innerText(),
    /^The file states no unit\. This one makes the figure as tall as a person, by its legs \(certain\)\.$/,
  );
  const all = await choices(player);
  assert.equal(all.length, 6);
  assert.match(all.find((each) => each.startsWith('Metre')) ?? '', /^Metres\n1\d\d\.\d+ m tall$/);
  assert.equal(
    await player
      .find('.guess [aria-checked=true]:visible')
      .innerText()
      .then((text) => text.split('\n')[0]),
    'Centimetres',
  );
  await player
    .find('.guess')
    .getByRole('menuitemradio', { name: /^Metre/ })
    .click();
  assert.match((await texts(player))[0], /^Metres, now 1\d\d\.\d+ m tall$/);
  assert.equal(await player.run((element) => element.unit), 'm');
  await player.settle();
  assert.notEqual(await player.find('.scale').innerText(), metre);
  assert.ok((await distance()) > 50 * before, `${await distance()} after ${before}`);
  await chip(player, 'Unit').click();
  await player
    .find('.guess')
    .getByRole('menuitemradio', { name: /^Centimetre/ })
    .click();
  assert.equal((await texts(player))[0], 'Centimetres, our guess');
  assert.equal(await player.run((element) => element.hasAttribute('unit')), false);
});

open('the up axis is chosen by keyboard', async ({ player }) => {
  await player.shows('/walker.bvh');
  await chip(player, 'Up axis').press('Enter');
  assert.deepEqual(
    (await choices(player)).map((text) => text.trim()),
    ['Y', 'Z', 'X', '\u2212Y', '\u2212Z', '\u2212X'],
  );
  await player.press('ArrowDown', 'Enter');
  assert.equal((await texts(player))[1], 'Z up, chosen');
  assert.equal(await player.run((element) => element.up), 'z');
});

open('an assumed rate is a chip, amber where a hand would move as fast as in a throw', async ({ page, player }) => {
  await march(player);
  await until('the rate is shown', async () => (await texts(player)).includes('120 fps, assumed'));
  assert.match(await player.find('.meta').innerText(), /^121 frames \S 1\.00 s$/);
  assert.equal(await player.find('.guess[data-amber]').count(), 0);
  await chip(player, 'Frame rate').click();
  await player
    .find('.guess')
    .getByRole('menuitemradio', { name: /^60 fps/ })
    .click();
  assert.ok((await texts(player)).includes('60 fps, chosen'));
  await until('it lasts longer', async () => /2\.00 s$/.test(await player.find('.meta').innerText()));
  await player.run((element) => element.removeAttribute('fps'));
  await march(player, { swing: 160 });
  await player.find('.guess[data-amber]').waitFor();
  await chip(player, 'Frame rate').click();
  assert.match(await player.find('.guess .why:visible').innerText(), /a hand moves at \d+ m\/s, as in a throw or a blow/);
  await player.press('Escape');
  await chip(player, 'Frame rate').click();
  await isAccessible(page, { within: 'marey-player' });
  await player
    .find('.guess')
    .getByRole('menuitemradio', { name: /^30 fps/ })
    .click();
  assert.equal(await player.find('.guess[data-amber]').count(), 0);
});

open('the floor is at the feet; the details say so and can move it to zero', async ({ player }) => {
  await player.shows('/lifted.bvh');
  await player.button(/^Details/).click();
  const panel = player.find('.panel[data-panel=details]');
  const floor = panel.getByRole('combobox', { name: 'Floor' });
  assert.match(await panel.locator('.line', { hasText: 'Floor' }).innerText(), /above the file\u2019s zero/);
  await floor.selectOption({ label: 'At zero' });
  assert.equal(await player.run((element) => element.ground), 'zero');
  await floor.selectOption({ label: 'At the feet' });
  assert.equal(await player.run((element) => element.hasAttribute('ground')), false);
  await player.closesPanel();
});

scene('a narrow player has no chips and does not fetch them', { path, size: [640, 400] }, async ({ player }) => {
  const since = server.requests.length;
  await player.shows('/walker.bvh');
  await player.find('.bar').waitFor();
  await player.settle();
  assert.equal(await player.find('.guesses').count(), 0);
  assert.deepEqual(
    server.requests.slice(since).filter((each) => each.includes('guesses')),
    [],
  );
  assert.match(await player.find('.meta').innerText(), /fps/);
});
