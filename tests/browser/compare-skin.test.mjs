// of: compare, ghosts, render
/** Clips with skins beside each other, and ghosts of one, are drawn with their skins. */
import assert from 'node:assert/strict';
import { onlyDeep } from '../support/deep.mjs';
import { amc, asf, obj } from './support/acclaim.mjs';
import { coloured, difference } from './support/pixels.mjs';
import { scenes, until } from './support/scenes.mjs';
import { openPanel } from './support/hands.mjs';

const { scene, server } = await scenes();
const FILES = [
  ['marcher.asf', asf()],
  ['march.amc', amc()],
  ['boxes.obj', obj()],
];
const STAGE = /** @type {const} */ ({ size: [980, 640], reducedMotion: true });

/** @param {number} r @param {number} g @param {number} b @returns {'blue' | 'pink' | null} */
const clipOf = (r, g, b) => (b - g > 40 && b - r > 70 ? 'blue' : r - g > 20 && b - g > 8 && r > 90 ? 'pink' : null);
/** Pixels of each clip. @param {Player} player */
const counts = async (player) => coloured(await player.picture(), clipOf, /** @type {const} */ (['blue', 'pink'])).counts;

/** Shows the marcher with a skin, and so many others like it at its side. @param {Player} player @param {number} others */
async function wears(player, others) {
  await player.run((element, [files, count]) => {
    const made = () => files.map(([name, text]) => new File([text], name));
    element.srcObject = made();
    for (let index = 0; index < count; index += 1) {
      const clip = /** @type {import('../../www/types.d.ts').MareyClip} */ (document.createElement('marey-clip'));
      Object.assign(clip, { srcObject: made(), label: 'other', position: [1.2, 0] });
      element.append(clip);
    }
  }, /** @type {const} */ ([FILES, others]));
  await player.loaded('march');
  await until('all are there', () => player.run((element, wanted) => element.clips.length === wanted, 1 + others));
  await player.holdAt(0.125);
}

/** Switches the skins in the settings. @param {Player} player */
async function flip(player) {
  const panel = player.find('.panel[data-panel="settings"]');
  if (!(await panel.count())) await openPanel(player, 'Settings');
  await panel.getByRole('switch', { name: 'Skin', exact: true }).click();
  await player.settle();
}

for (const renderer of /** @type {const} */ (['webgpu', 'webgl', 'canvas'])) {
  const gpu = renderer === 'canvas' ? 'none' : 'webgpu';
  const path = server.page(`/worn-${renderer}.html`, `<marey-player controls theme="dark" renderer="${renderer}"></marey-player>`);

  scene(
    `two clips wear their skins in their own colours, drawn by ${renderer}`,
    { ...STAGE, gpu, path, skip: renderer !== 'webgl' && onlyDeep },
    async ({ player }) => {
      await wears(player, 1);
      await flip(player);
      const bare = await counts(player);
      await flip(player);
      const worn = await counts(player);
      assert.ok(bare.blue > 200 && bare.pink > 200, JSON.stringify(bare));
      assert.ok(worn.blue > 1.4 * bare.blue && worn.pink > 1.4 * bare.pink, `${JSON.stringify(worn)}, as bones ${JSON.stringify(bare)}`);
    },
  );

  scene.deep(
    `ghosts wear the skin of their clip, drawn by ${renderer}`,
    { ...STAGE, gpu, path, skip: renderer !== 'webgl' && onlyDeep },
    async ({ player }) => {
      await wears(player, 0);
      const more = async () => {
        const alone = await player.picture();
        await player.run((element) => {
          element.setAttribute('ghosts', '0,1');
          element.setAttribute('ghost-step', '0.5');
        });
        await player.settle();
        const pixels = difference(alone, await player.picture());
        await player.run((element) => {
          element.removeAttribute('ghosts');
        });
        await player.settle();
        return pixels;
      };
      await more();
      const worn = await more();
      await flip(player);
      const bare = await more();
      assert.ok(bare > 300 && worn > 1.4 * bare, `${worn}, as bones ${bare}`);
    },
  );
}
