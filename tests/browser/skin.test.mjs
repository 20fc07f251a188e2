/** A skin beside a skeleton: drawn, moved with the joints, switched off and on, and what of it does not fit is told. */
import assert from 'node:assert/strict';
import { amc, asf, obj } from './support/acclaim.mjs';
import { difference, figureIn } from './support/pixels.mjs';
import { scenes } from './support/scenes.mjs';

/** @typedef {import('./support/player.mjs').Player} Player */
/** @typedef {import('./support/pixels.mjs').Picture} Picture */

const { scene } = await scenes({ gpu: 'webgpu' });
/** @type {import('./support/scenes.mjs').Options} */
const STAGE = { size: [980, 640], reducedMotion: true };

/** @param {Player} player @param {string | null} [skin] */
async function drop(player, skin = obj()) {
  const files = [{ name: 'marcher.asf', text: asf() }, { name: 'march.amc', text: amc() }];
  await player.drop(...files, ...(skin === null ? [] : [{ name: 'boxes.obj', text: skin }]));
  await player.loaded('march');
  await player.holdAt(0.125);
}

/** Skins are too pale to be taken for bones. @param {Picture} picture */
const bones = (picture) => figureIn(picture).pixels;

/** Opens the settings. @param {Player} player @returns {Promise<(name: string) => Promise<Picture>>} turns a switch */
async function switches(player) {
  await player.button('Settings').click();
  const panel = player.find('.panel[data-panel="settings"]');
  return async (name) => {
    await panel.getByRole('switch', { name, exact: true }).click();
    await player.settle();
    return player.picture();
  };
}

scene('a skin that is dropped beside its skeleton is worn and hides the bones', STAGE, async ({ player }) => {
  await drop(player, null);
  const bare = await player.picture();
  assert.ok(bones(bare) > 300, `${bones(bare)}`);
  await drop(player);
  const worn = await player.picture();
  assert.ok(bones(worn) < bones(bare) / 4, `${bones(worn)} of ${bones(bare)}`);
  assert.ok(difference(bare, worn) > 2 * bones(bare), 'boxes are broader than bones');
  await player.holdAt(0.375);
  assert.ok(difference(worn, await player.picture()) > 1000, 'it moves');
});

scene('skin and bones are switched in the settings', STAGE, async ({ player }) => {
  await drop(player);
  const worn = await player.picture();
  const flip = await switches(player);
  const both = await flip('Bones inside');
  assert.ok(bones(both) > bones(worn) + 100, `${bones(both)}, ${bones(worn)} before`);
  const bare = await flip('Skin');
  assert.ok(bones(bare) > bones(both), `${bones(bare)}, ${bones(both)} inside`);
  assert.ok(difference(both, bare) > 1000);
  assert.equal(await player.root.getByRole('switch', { name: 'Bones inside' }).count(), 0);
});

scene('a skin is seen on a light stage, and on a page that shows through', STAGE, async ({ player }) => {
  await drop(player);
  const flip = await switches(player);
  for (const [name, value] of [['theme', 'light'], ['transparent', '']]) {
    await player.run((element, [attribute, text]) => element.setAttribute(attribute, text), [name, value]);
    const bare = await flip('Skin');
    assert.ok(difference(bare, await flip('Skin')) > 2000, name);
  }
});

scene('what of a skin belongs to no bone is told with its place', STAGE, async ({ player }) => {
  await drop(player, obj({ more: 'g hat\nf -1 -2 -3\nf -1 -2 -9999\n' }));
  const { warnings } = await player.run((element) => element.clips[0]);
  const found = warnings.filter(({ code }) => code.startsWith('obj.'));
  assert.deepEqual(found.map(({ code, file }) => [code, file]), [['obj.group', 'boxes.obj']]);
  assert.match(found[0].message, /`hat`/);
  assert.ok((found[0].line ?? 0) > 100);
});

scene('a skin that fits no bone is left out, and the motion plays', STAGE, async ({ player }) => {
  await drop(player, 'v 0 0 0\nv 1 0 0\nv 0 1 0\ng hat\nf 1 2 3\n');
  const { warnings } = await player.run((element) => element.clips[0]);
  assert.deepEqual(warnings.map(({ code }) => code).filter((code) => code.startsWith('obj.')).sort(), ['obj.group', 'obj.no-bone']);
  assert.ok(bones(await player.picture()) > 300);
});
