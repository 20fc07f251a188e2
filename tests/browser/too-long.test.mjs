// of: player, marey_web
/** A motion that needs more memory than a player may use is refused in a sentence, and the previous clip plays on. */
import assert from 'node:assert/strict';
import { onlyDeep } from '../support/deep.mjs';
import { walker } from './support/clips.mjs';
import { openLarge } from './support/large.mjs';
import { card } from './support/page.mjs';
import { scenes, until } from './support/scenes.mjs';

const { scene, server } = await scenes({ loads: 'walker' });
const page = server.page('/long.html', '<marey-player src="/walker.bvh" controls loop></marey-player>');

/** Runs in the page: with this little memory 64 MB are a long motion. */
const little = () => {
  Object.defineProperty(navigator, 'deviceMemory', { value: 0.25 });
};

const TOO_LONG =
  /large\.bvh can.t be played\s+This motion takes more than 64 MB of memory, the most for one on this device; cut the file into shorter ones\./;

/** The first clip plays on. @param {Player} player @param {RegExp} says the text of the card */
async function playsOn(player, says) {
  await player.find('.card').waitFor({ timeout: 60_000 });
  assert.match(await card(player), says);
  const { name, frames } = await player.state();
  assert.deepEqual([name, frames], ['walker', 90]);
  await player.plays();
  await player.button('Dismiss').click();
}

scene.deep('a motion that is far too long never replaces the clip', { path: page, scripts: [little] }, async ({ player }) => {
  await player.start();
  await player.record('loadedmetadata', 'cliploaded', 'error');
  await openLarge(player, 600_000);
  await playsOn(player, TOO_LONG);
  assert.deepEqual(await player.events(), ['error']);
});

scene('after a motion that turns out to be too long the previous clip returns', { path: page, scripts: [little] }, async ({ player }) => {
  await player.start();
  await player.record('loadedmetadata', 'cliploaded', 'error');
  // The first rows are so long that the estimate of the frame count is far too low.
  await player.run(
    (element, { text, wide, narrow }) => {
      const at = text.indexOf('\n', text.indexOf('Frame Time')) + 1;
      const row = (/** @type {string} */ value) =>
        `${Array(text.slice(at).split('\n')[0].trim().split(/\s+/).length).fill(value).join(' ')}\n`;
      element.srcObject = new File(
        [text.slice(0, at), row('1.000000000').repeat(wide), ...Array(narrow / 1000).fill(row('1').repeat(1000))],
        'large.bvh',
      );
    },
    { text: walker().replace(/Frames: \d+/, 'Frames: 400300'), wide: 300, narrow: 400_000 },
  );
  await playsOn(player, TOO_LONG);
  assert.deepEqual(await player.events(), ['loadedmetadata', 'error']);
});

scene(
  '2.9 million frames of sixty joints play, in half the memory of their numbers',
  { path: page, skip: onlyDeep },
  async ({ player }) => {
    const frames = 2_915_000;
    await player.run((element, count) => {
      const joints = 60;
      const open = Array.from(
        { length: joints },
        (_, joint) => `${joint ? 'JOINT' : 'ROOT'} j${joint}\n{\nOFFSET 0 3 0\nCHANNELS 1 Zrotation\n`,
      ).join('');
      const rows = Array.from(
        { length: 1000 },
        (_, frame) => `${Array.from({ length: joints }, (_, joint) => (frame + joint) % 10).join(' ')}\n`,
      ).join('');
      element.srcObject = new File(
        [
          `HIERARCHY\n${open}End Site\n{\nOFFSET 0 3 0\n}\n${'}\n'.repeat(joints)}MOTION\nFrames: ${count}\nFrame Time: 0.01\n`,
          ...Array(count / 1000).fill(rows),
        ],
        'huge.bvh',
      );
    }, frames);
    await until('all of it is loaded', async () => (await player.state()).frames === frames && (await player.state()).ready === 4, 140_000);
    assert.equal((await player.state()).error, null);
    // In the middle and near the end, the last joint is where the file's angles put it.
    for (const frame of [1, 1_457_500, 2_900_001]) {
      let [angle, x, y] = [0, 0, 3];
      for (let joint = 1; joint < 60; joint += 1) {
        angle += ((((frame % 1000) + joint - 1) % 10) * Math.PI) / 180;
        x -= 3 * Math.sin(angle);
        y += 3 * Math.cos(angle);
      }
      await player.run((element, to) => {
        element.pause();
        element.seekToFrame(to);
      }, frame);
      const at = await until(`frame ${frame}`, () => player.run((element) => element.jointPosition('j59')));
      assert.ok(Math.hypot(at.x - x, at.y - y) < 1e-3, `frame ${frame}: ${JSON.stringify(at)}, not ${x}, ${y}`);
    }
  },
);
