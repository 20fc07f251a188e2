// of: share
/** The previews in the share panel show what would be saved, and are drawn only while they are visible. */
import assert from 'node:assert/strict';
import { framesLater, scenes, unchanged, until } from './support/scenes.mjs';
import { closeSharing, unfold, openSharing } from './support/sharing.mjs';

const { row } = await scenes({ loads: 'walker' });

function counting() {
  const scope = /** @type {any} */ (globalThis);
  scope.painted = 0;
  const { putImageData } = CanvasRenderingContext2D.prototype;
  CanvasRenderingContext2D.prototype.putImageData = function put(/** @type {any[]} */ ...args) {
    if (/** @type {HTMLCanvasElement} */ (this.canvas).closest?.('.preview')) scope.painted += 1;
    return /** @type {any} */ (putImageData).apply(this, args);
  };
}
const shares = row(
  { path: 'embed.html#url=/walker.bvh&paused=1&renderer=canvas', size: [1280, 800], scripts: [counting] },
  async ({ page, player }) => {
    await closeSharing(player, 1);
    await page.evaluate(() => {
      /** @type {any} */ (globalThis).painted = 0;
    });
  },
);

/** @param {Player} player */
const painted = ({ page }) => page.evaluate(() => /** @type {any} */ (globalThis).painted);
/** @param {Player} player @param {string} section */
const canvas = (player, section) => player.find(`[data-section="${section}"] .preview canvas`);

/** A preview's aspect ratio, coverage, corner, and a hash of its pixels. @param {Player} player @param {string} section */
const look = (player, section) =>
  canvas(player, section).evaluate((/** @type {any} */ element) => {
    const { width, height } = element;
    const { data } = element.getContext('2d').getImageData(0, 0, width, height);
    let [covered, sum] = [0, 0];
    for (let at = 0; at < data.length; at += 4) {
      covered += Number(data[at + 3] > 127);
      sum = (sum * 31 + data[at] + 256 * data[at + 1] + 65_536 * data[at + 2] + data[at + 3]) % 1_000_003;
    }
    return { shape: width / height, width, covered: covered / (width * height), corner: [...data.slice(0, 4)], sum };
  });

/** @param {Player} player @param {string} section */
async function opened(player, section) {
  await unfold(player, section);
  await until(
    'there is a picture',
    async () =>
      (await canvas(player, section)
        .getAttribute('width')
        .catch(() => '0')) !== '0',
  );
}

/** @param {Player} player @param {string} section @param {() => Promise<unknown>} act */
async function changes(player, section, act) {
  const before = (await look(player, section)).sum;
  await act();
  await until('the picture has changed', async () => (await look(player, section)).sum !== before);
  return look(player, section);
}

/** Waits until nothing more is drawn. @param {Player} player */
const quiet = (player) =>
  unchanged('nothing is drawn any more', async () => {
    await framesLater(player.page);
    return painted(player);
  });

shares('the picture is previewed as it would be saved, and follows the choices and the player', async ({ player }) => {
  await openSharing(player);
  assert.equal(await painted(player), 0, 'a closed section is not drawn');
  await opened(player, 'picture');
  const first = await look(player, 'picture');
  assert.ok(Math.abs(first.shape - 1.6) < 0.02 && first.covered === 1, JSON.stringify(first));
  assert.ok(first.width < 600, 'it is small');
  const light = await changes(player, 'picture', () => player.root.getByRole('combobox', { name: 'Theme' }).selectOption('light'));
  assert.ok(light.corner[0] > first.corner[0] + 80, 'light');
  const clear = await changes(player, 'picture', async () => {
    for (const name of ['Background', 'Lines on the ground']) await player.root.getByRole('switch', { name }).click();
  });
  assert.ok(clear.corner[3] === 0 && clear.covered < 0.5, JSON.stringify(clear));
  await changes(player, 'picture', () =>
    player.run((element) => {
      element.currentTime = 2.2;
    }),
  );
  await changes(player, 'picture', () =>
    player.run((element) => {
      element.cameraState = '120,10,4.5,0,0.9,0.3';
    }),
  );
  await unfold(player, 'picture');
  await quiet(player);
  const before = await painted(player);
  await player.run((element) => {
    element.currentTime = 0.5;
  });
  await quiet(player);
  assert.equal(await painted(player), before);
});

shares.deep('the filmstrip and the first frame of a film are previewed with their duration', async ({ player }) => {
  await player.run((element) => {
    element.loopRange = [0.5, 1.5];
  });
  await openSharing(player);
  await opened(player, 'filmstrip');
  const eight = await look(player, 'filmstrip');
  const three = await changes(player, 'filmstrip', () => player.root.getByRole('combobox', { name: 'Figures' }).selectOption('3'));
  assert.ok(three.shape < eight.shape / 2, `${three.shape}, ${eight.shape}`);
  assert.equal(three.corner[3], 0);
  await opened(player, 'film');
  const section = player.find('[data-section="film"]');
  await section.getByText(/× 720 · 30 pictures · 1\.0 s/).waitFor();
  const film = await look(player, 'film');
  assert.ok(Math.abs(film.shape - 1.6) < 0.02, `${film.shape}`);
  await section.getByRole('combobox', { name: 'Speed' }).selectOption('0.5');
  await section.getByText(/ · 60 pictures · 2\.0 s/).waitFor();
  await changes(player, 'film', () => section.getByRole('combobox', { name: 'Size' }).selectOption('square'));
  assert.ok(Math.abs((await look(player, 'film')).shape - 1) < 0.02);
});

shares.deep('a change cancels the preview being drawn', async ({ player }) => {
  await openSharing(player);
  await opened(player, 'filmstrip');
  await quiet(player);
  const before = await painted(player);
  const counts = player.root.getByRole('combobox', { name: 'Figures' });
  for (const count of ['24', '3', '24', '16', '4']) await counts.selectOption(count);
  await quiet(player);
  assert.ok((await painted(player)) - before <= 2, 'outdated previews are not shown');
  assert.ok((await look(player, 'filmstrip')).shape < 3);
  await player.button('Close').click();
  const now = await painted(player);
  await player.run((element) => {
    element.currentTime = 1;
  });
  await quiet(player);
  assert.equal(await painted(player), now);
});
