// of: guesses, panels, marey_rigs
/** The rig of a clip that a visitor has opened: a chip, and in the details the programs that take its file. */
import assert from 'node:assert/strict';
import { walker } from './support/clips.mjs';
import { openPanel } from './support/hands.mjs';
import { scenes, until } from './support/scenes.mjs';

const { scene } = await scenes({ loads: '' });
const WIDE = /** @type {const} */ ({ size: [1280, 800] });

/** The requests for the module, from now on. @param {Player} player */
function requests(player) {
  /** @type {string[]} */
  const seen = [];
  player.page.context().on('request', (request) => {
    if (/marey_rigs[\w-]*\.wasm$/.test(request.url())) seen.push(request.url());
  });
  return seen;
}
/** @param {Player} player */
const chips = (player) => player.find('.guess:not([hidden]) .pill').allTextContents();

scene('names the rig of a dropped file, and tells which programs take it', WIDE, async ({ player }) => {
  const seen = requests(player);
  await player.opens('walker', { name: 'walker.bvh', text: walker() });
  await until('a chip names it', async () => (await chips(player)).some((text) => /^HumanIK names/.test(text)));
  await player.find('.guess').filter({ hasText: 'HumanIK' }).locator('.pill').click();
  await player.root.getByRole('menuitemradio', { name: 'Which programs take it' }).click();
  const place = player.find('.rig-place');
  await place.getByText('HumanIK names').first().waitFor();
  await place.locator('summary', { hasText: /of 21 programs take it as it is$/ }).click();
  const gmr = place.locator('.programs > li', { hasText: 'GMR, LAFAN1' });
  await gmr.locator('summary').click();
  assert.match(await gmr.innerText(), /marey convert .*walker\.bvh walker-gmr-lafan1\.bvh/);
  assert.equal(seen.length, 1);
});

scene(
  'a clip of a link is looked at when its details are opened',
  { ...WIDE, path: '#url=samples/walk.bvh', loads: 'walk' },
  async ({ player }) => {
    const seen = requests(player);
    await until('its other guesses are told', async () => (await chips(player)).length > 0);
    await player.holdAt(1);
    assert.equal(seen.length, 0);
    await openPanel(player, /^Details/);
    await player.find('.rig-place dd').waitFor();
    assert.equal(await player.find('.rig-place .programs').count(), 0, 'the letters of its file are not at hand');
    assert.equal(seen.length, 1);
  },
);
