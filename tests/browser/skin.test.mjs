// of: render, panels, marey_mocap
/** A skin beside a skeleton is drawn, moves with the joints and can be switched; the parts that do not fit are reported. */
import assert from 'node:assert/strict';
import { amc, asf, obj } from './support/acclaim.mjs';
import { difference, figureIn } from './support/pixels.mjs';
import { scenes, until } from './support/scenes.mjs';
import { openPanel } from './support/hands.mjs';

/** @typedef {import('./support/pixels.mjs').Picture} Picture */

const { row, scene, server } = await scenes({ gpu: 'webgpu' });
const STAGE = { size: [980, 640], reducedMotion: true };
const stage = row({ ...STAGE, path: server.page('/skin.html', '<marey-player controls></marey-player>') });
const SKELETON = { name: 'marcher.asf', text: asf() };
const MARCH = { name: 'march.amc', text: amc() };

/** Gives the row's player this skin. @param {Player} player @param {string} [skin] */
async function wears(player, skin = obj()) {
  await player.record('cliploaded');
  await player.run(
    (element, files) => {
      element.srcObject = files.map(({ name, text }) => new File([text], name));
    },
    [SKELETON, MARCH, { name: 'boxes.obj', text: skin }],
  );
  await until('it is read', async () => (await player.events()).includes('cliploaded'));
  await player.loaded('march');
  await player.holdAt(0.125);
}

/** Only bones have strong colours; skins are pale. @param {Picture} picture */
const bones = (picture) => figureIn(picture).pixels;

/** Toggles a switch of the settings. @param {Player} player @param {string} name */
async function flip(player, name) {
  const panel = player.find('.panel[data-panel="settings"]');
  if (!(await panel.count())) await openPanel(player, 'Settings');
  await panel.getByRole('switch', { name, exact: true }).click();
  await player.settle();
  return player.picture();
}

scene('a skin dropped beside its skeleton is drawn and hides the bones', STAGE, async ({ player }) => {
  await player.opens('bare', SKELETON, { ...MARCH, name: 'bare.amc' });
  await player.holdAt(0.125);
  const bare = await player.picture();
  assert.ok(bones(bare) > 300, `${bones(bare)}`);
  await player.opens('march', SKELETON, MARCH, { name: 'boxes.obj', text: obj() });
  await player.holdAt(0.125);
  const worn = await player.picture();
  assert.ok(bones(worn) < bones(bare) / 4, `${bones(worn)} of ${bones(bare)}`);
  assert.ok(difference(bare, worn) > 2 * bones(bare), 'boxes are wider than bones');
  await player.holdAt(0.375);
  assert.ok(difference(worn, await player.picture()) > 1000, 'it moves');
});

stage.deep('a skin is visible on a light stage and on a transparent one', async ({ player }) => {
  await wears(player);
  for (const [name, value] of [
    ['theme', 'light'],
    ['transparent', ''],
  ]) {
    await player.run((element, [attribute, text]) => element.setAttribute(attribute, text), [name, value]);
    const bare = await flip(player, 'Skin');
    assert.ok(difference(bare, await flip(player, 'Skin')) > 2000, name);
  }
  await player.run((element) => {
    for (const name of ['theme', 'transparent']) element.removeAttribute(name);
  });
});

stage('the parts of a skin without a bone are reported with their place', async ({ player }) => {
  await wears(player, obj({ more: 'g hat\nf -1 -2 -3\nf -1 -2 -9999\n' }));
  const { warnings } = await player.run((element) => element.clips[0]);
  const found = warnings.filter(({ code }) => code.startsWith('obj.'));
  assert.deepEqual(
    found.map(({ code, file }) => [code, file]),
    [['obj.group', 'boxes.obj']],
  );
  assert.match(found[0].message, /`hat`/);
  assert.ok((found[0].line ?? 0) > 100);
});

stage('a skin that fits no bone is left out, and the motion plays', async ({ player }) => {
  await wears(player, 'v 0 0 0\nv 1 0 0\nv 0 1 0\ng hat\nf 1 2 3\n');
  const { warnings } = await player.run((element) => element.clips[0]);
  assert.deepEqual(
    warnings
      .map(({ code }) => code)
      .filter((code) => code.startsWith('obj.'))
      .sort(),
    ['obj.group', 'obj.no-bone'],
  );
  assert.ok(bones(await player.picture()) > 300);
});

stage.deep('the settings switch skin and bones', async ({ player }) => {
  await wears(player);
  const worn = await player.picture();
  const both = await flip(player, 'Bones inside');
  assert.ok(bones(both) > bones(worn) + 100, `${bones(both)}, ${bones(worn)} before`);
  const bare = await flip(player, 'Skin');
  assert.ok(bones(bare) > bones(both), `${bones(bare)}, ${bones(both)} inside`);
  assert.ok(difference(both, bare) > 1000);
  assert.equal(await player.root.getByRole('switch', { name: 'Bones inside' }).count(), 0);
});
