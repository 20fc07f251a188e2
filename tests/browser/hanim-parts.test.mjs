// of: panels, marey_hanim
/** The parts of an HAnim figure (segments, skin, sites and bones) are shown and hidden one by one. */
import assert from 'node:assert/strict';
import { difference, figureIn } from './support/pixels.mjs';
import { scenes } from './support/scenes.mjs';
import { openPanel } from './support/hands.mjs';

/** An arm of three joints, a box around each of its two bones, a site beside each, and a sleeve over both. @param {{ segments?: boolean, skin?: boolean, sites?: boolean }} parts */
function arm({ segments = true, skin = true, sites = true }) {
  const box = segments ? "<Transform translation='0 0.5 0'><Shape><Box size='0.2 1 0.2'/></Shape></Transform>" : '';
  const site = (/** @type {string} */ name, /** @type {number} */ y) =>
    sites ? `<HAnimSite name='${name}' translation='0.4 ${y} 0'/>` : '';
  const segment = (/** @type {string} */ name, /** @type {number} */ y) => `<HAnimSegment name='${name}'>
    <Transform translation='0 ${y} 0'>${box}</Transform>${site(`${name}_pt`, y + 0.5)}</HAnimSegment>`;
  const joint = (/** @type {string} */ name, /** @type {number} */ y, /** @type {string} */ points, /** @type {string} */ inside) =>
    `<HAnimJoint name='${name}' center='0 ${y} 0' skinCoordIndex='${points}' skinCoordWeight='1 1 1 1'>${inside}</HAnimJoint>`;
  const sleeve = `<Coordinate DEF='Points' containerField='skinCoord' point='-0.3 0 0.2 0.3 0 0.2 -0.3 1 0.2 0.3 1 0.2 -0.3 2 0.2 0.3 2 0.2'/>
    <Shape containerField='skin'><IndexedFaceSet solid='false' coordIndex='0 1 3 2 -1 2 3 5 4 -1'><Coordinate USE='Points'/></IndexedFaceSet></Shape>`;
  return `<X3D profile='Immersive' version='4.0'><Scene><HAnimHumanoid name='arm'>
    ${joint(
      'l_shoulder',
      0,
      '0 1 2 3',
      `${segment('l_upperarm', 0)}${joint('l_elbow', 1, '4 5', `${segment('l_forearm', 1)}${joint('l_wrist', 2, '', '')}`)}`,
    ).replace('<HAnimJoint', "<HAnimJoint containerField='skeleton'")}
    ${skin ? sleeve : ''}</HAnimHumanoid></Scene></X3D>`;
}

const { scene, server } = await scenes({
  files: { '/arm.x3d': arm({}), '/bones/arm.x3d': arm({ segments: false, skin: false, sites: false }) },
  loads: 'arm',
});
/** @param {string} src @returns {import('./support/scenes.mjs').Options} */
const stage = (src) => ({
  path: server.page(`${src}.html`, `<marey-player controls src="${src}"></marey-player>`),
  size: [980, 640],
  reducedMotion: true,
  at: 0,
});

/** The switches in the settings. @param {Player} player */
const look = (player) => player.find('.panel[data-panel="settings"]').getByRole('group', { name: 'Look' }).getByRole('switch');
/** @param {Player} player */
const names = (player) =>
  look(player).evaluateAll((all) => all.map((each) => /** @type {HTMLInputElement} */ (each).labels?.[0]?.textContent ?? ''));

/** Bones have a strong colour, everything over them is pale. @param {import('./support/pixels.mjs').Picture} picture */
const bones = (picture) => figureIn(picture).left;

scene.deep('segments, skin, sites and bones have a switch each', { ...stage('/arm.x3d'), gpu: 'webgpu' }, async ({ player }) => {
  const flip = async (/** @type {string} */ name) => {
    await player.find('.panel').getByRole('switch', { name, exact: true }).click();
    await player.settle();
    return player.picture();
  };
  const all = await player.picture();
  await openPanel(player, 'Settings');
  await look(player).first().waitFor();
  assert.deepEqual((await names(player)).slice(-4), ['Skin', 'Segments', 'Bones inside', 'Sites']);
  const covered = await player.picture();
  const bare = await flip('Sites');
  const without = difference(covered, bare);
  assert.ok(without > 20 && without < 4000, `two small balls disappeared: ${without}`);
  const boxes = await flip('Skin');
  assert.ok(difference(bare, boxes) > 5000, 'the sleeve is larger than the boxes');
  assert.ok(bones(boxes) < 200, `boxes hide the bones: ${bones(boxes)}`);
  const skeleton = await flip('Segments');
  assert.ok(bones(skeleton) > bones(boxes) + 1000, `nothing hides them now: ${bones(skeleton)}`);
  assert.deepEqual((await names(player)).slice(-3), ['Skin', 'Segments', 'Sites'], 'no "Bones inside" without a surface');
  await flip('Segments');
  const inside = await flip('Bones inside');
  assert.ok(bones(inside) > bones(boxes) + 200, 'bones show through');
  assert.ok(difference(all, inside) > 0);
});

scene('only the parts that a figure has can be switched', stage('/bones/arm.x3d'), async ({ player }) => {
  await openPanel(player, 'Settings');
  await look(player).first().waitFor();
  assert.deepEqual(await names(player), ['Mark left and right by pattern']);
});
