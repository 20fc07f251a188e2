/** The small pictures in the share panel: they are what would be saved, and are drawn only while somebody can see them. */
import assert from 'node:assert/strict';
import { walker } from './support/clips.mjs';
import { scenes } from './support/scenes.mjs';
import { framesLater, until } from './support/browser.mjs';

/** @typedef {import('./support/scenes.mjs').Scene} Scene */

const { scene, server } = await scenes();
server.put('/walker.bvh', { body: walker(), type: 'text/plain' });

/** Counts the canvases that are drawn beside the stage. */
function counting() {
  const scope = /** @type {any} */ (globalThis);
  scope.painted = 0;
  const { drawImage } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.drawImage = function draw(/** @type {any[]} */ ...args) {
    if (/** @type {HTMLCanvasElement} */ (this.canvas).closest?.('.preview')) scope.painted += 1;
    return /** @type {any} */ (drawImage).apply(this, args);
  };
}
const VISIT = { path: '#url=/walker.bvh&paused=1&renderer=canvas', size: /** @type {[number, number]} */ ([1280, 800]), scripts: [counting] };

/** @param {Scene} each */
const painted = ({ page }) => page.evaluate(() => /** @type {any} */ (globalThis).painted);
/** @param {Scene} each @param {string} section */
const canvas = ({ player }, section) => player.find(`[data-section="${section}"] .preview canvas`);

/** What is in a preview: its shape, how much of it is covered, a corner, and a number that changes with any pixel. @param {Scene} each @param {string} section */
const look = (each, section) => canvas(each, section).evaluate((/** @type {any} */ element) => {
  const { width, height } = element;
  const { data } = element.getContext('2d').getImageData(0, 0, width, height);
  let [covered, sum] = [0, 0];
  for (let at = 0; at < data.length; at += 4) {
    covered += Number(data[at + 3] > 127);
    sum = (sum * 31 + data[at] + 256 * data[at + 1] + 65_536 * data[at + 2] + data[at + 3]) % 1_000_003;
  }
  return { shape: width / height, width, covered: covered / (width * height), corner: [...data.slice(0, 4)], sum };
});

/** @param {Scene} each @param {string} section */
async function opened(each, section) {
  const { player } = each;
  await player.find(`[data-section="${section}"] summary`).click();
  await until('there is a picture', async () => (await canvas(each, section).getAttribute('width').catch(() => '0')) !== '0');
}

/** @param {Scene} each @param {string} section @param {() => Promise<unknown>} act */
async function changes(each, section, act) {
  const before = (await look(each, section)).sum;
  await act();
  await until('the picture is another one', async () => (await look(each, section)).sum !== before);
  return look(each, section);
}

/** Nothing more is drawn. @param {Scene} each */
async function quiet(each) {
  let before = -1;
  await until('nothing is drawn any more', async () => {
    const now = await painted(each);
    const same = now === before;
    before = now;
    await framesLater(each.page);
    return same;
  });
}

scene('the picture is shown as it would be saved, and follows what is chosen and the player', VISIT, async (each) => {
  const { player } = each;
  await player.loaded('walker');
  await player.holdAt(1);
  await player.button('Share').click();
  await player.button('Copy link').waitFor();
  assert.equal(await painted(each), 0, 'what is closed is not drawn');
  await opened(each, 'picture');
  const first = await look(each, 'picture');
  assert.ok(Math.abs(first.shape - 1.6) < 0.02 && first.covered === 1, JSON.stringify(first));
  assert.ok(first.width < 600, 'it is small');
  const light = await changes(each, 'picture', () => player.root.getByRole('combobox', { name: 'Theme' }).selectOption('light'));
  assert.ok(light.corner[0] > first.corner[0] + 80, 'light');
  const clear = await changes(each, 'picture', async () => { for (const name of ['Background', 'Lines on the ground']) await player.root.getByRole('switch', { name }).click(); });
  assert.ok(clear.corner[3] === 0 && clear.covered < 0.5, JSON.stringify(clear));
  await changes(each, 'picture', () => player.run((element) => { element.currentTime = 2; }));
  await changes(each, 'picture', () => player.run((element) => { element.cameraState = '120,10,4.5,0,0.9,0.3'; }));
  // Closed, it rests, whatever happens.
  await player.find('[data-section="picture"] summary').click();
  await quiet(each);
  const before = await painted(each);
  await player.run((element) => { element.currentTime = 0.5; });
  await quiet(each);
  assert.equal(await painted(each), before);
});

scene('the filmstrip and the first picture of a film are shown, with how long that is', VISIT, async (each) => {
  const { player } = each;
  await player.loaded('walker');
  await player.run((element) => { element.loopRange = [0.5, 1.5]; });
  await player.button('Share').click();
  await player.button('Copy link').waitFor();
  await opened(each, 'filmstrip');
  const eight = await look(each, 'filmstrip');
  const three = await changes(each, 'filmstrip', () => player.root.getByRole('combobox', { name: 'Figures' }).selectOption('3'));
  assert.ok(three.shape < eight.shape / 2, `${three.shape}, ${eight.shape}`);
  assert.equal(three.corner[3], 0);
  await opened(each, 'film');
  const section = player.find('[data-section="film"]');
  await section.getByText(/× 720 · 31 pictures · 1\.0 s/).waitFor();
  const film = await look(each, 'film');
  assert.ok(Math.abs(film.shape - 1.6) < 0.02, `${film.shape}`);
  await section.getByRole('combobox', { name: 'Speed' }).selectOption('0.5');
  await section.getByText(/ · 61 pictures · 2\.0 s/).waitFor();
  await changes(each, 'film', () => section.getByRole('combobox', { name: 'Size' }).selectOption('square'));
  assert.ok(Math.abs((await look(each, 'film')).shape - 1) < 0.02);
});

scene('a change ends what is being drawn', VISIT, async (each) => {
  const { player } = each;
  await player.loaded('walker');
  await player.button('Share').click();
  await player.button('Copy link').waitFor();
  await opened(each, 'filmstrip');
  await quiet(each);
  const before = await painted(each);
  const counts = player.root.getByRole('combobox', { name: 'Figures' });
  for (const count of ['24', '3', '24', '16', '4']) await counts.selectOption(count);
  await quiet(each);
  assert.ok(await painted(each) - before <= 2, 'what nobody waits for any more is not shown');
  assert.ok((await look(each, 'filmstrip')).shape < 3);
  // With the panel all of it ends.
  await player.button('Close').click();
  const now = await painted(each);
  await player.run((element) => { element.currentTime = 1; });
  await quiet(each);
  assert.equal(await painted(each), now);
});
