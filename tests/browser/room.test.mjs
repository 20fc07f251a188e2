// of: controls, panels, page, curves, measures, compare, player
/** What stands around the stage leaves it room: no two pieces overlap, and the figure is behind none, at every size and whatever is open. */
import { walker } from './support/clips.mjs';
import { openStrip } from './support/hands.mjs';
import { scenes, until } from './support/scenes.mjs';

const { scene } = await scenes({ loads: '' });

/** @typedef {'list' | 'panel' | 'strip' | 'dock'} Piece */
/** @type {[number, number][]} */
const SIZES = [
  [1280, 800],
  [1024, 600],
  [844, 390],
  [640, 400],
  [390, 780],
  // An embed.
  [640, 360],
];
const PIECES = /** @type {Piece[]} */ (['list', 'panel', 'strip', 'dock']);

/** The boxes of what can be seen around the stage, and of the figure. @param {Player} player */
const boxes = (player) =>
  player.run((element) => {
    const root = /** @type {ShadowRoot} */ (element.shadowRoot);
    /** @type {Record<string, number[]>} */
    const found = {};
    const all = { list: '.library', panel: '.panel', strip: '.figure-strip', bar: '.bar', title: '.name' };
    for (const [name, selector] of Object.entries(all)) {
      const piece = root.querySelector(selector) ?? document.querySelector(selector);
      const box = piece?.getBoundingClientRect();
      if (box?.width && piece?.checkVisibility({ visibilityProperty: true })) found[name] = [box.left, box.top, box.right, box.bottom];
    }
    root.querySelectorAll('.folded .pill').forEach((pill, at) => {
      const box = pill.getBoundingClientRect();
      found[`header ${at}`] = [box.left, box.top, box.right, box.bottom];
    });
    return { found, figure: [...element.figureBox] };
  });

/** @param {number[]} a @param {number[]} b */
const overlap = (a, b) => Math.min(a[2], b[2]) - Math.max(a[0], b[0]) > 1 && Math.min(a[3], b[3]) - Math.max(a[1], b[1]) > 1;

/** Which pieces are open, or folded to their headers. @param {Player} player */
const opened = (player) =>
  player.run((element) => {
    const root = /** @type {ShadowRoot} */ (element.shadowRoot);
    const is = (/** @type {string} */ selector) =>
      Boolean((root.querySelector(selector) ?? document.querySelector(selector))?.checkVisibility());
    return { list: is('.library'), panel: is('.panel'), strip: is('.figure-strip'), dock: is('.curves') };
  });

/** Opens or closes a piece as a visitor would. @param {Player} player @param {Piece} piece */
async function toggle(player, piece) {
  const { keyboard } = player.page;
  await player.focus();
  if (piece === 'panel') await keyboard.press('i');
  else if (piece === 'strip') await keyboard.press('m');
  else if (piece === 'dock') await keyboard.press('c');
  else {
    const clips = player.button('Clips');
    if (await clips.isVisible()) await clips.click();
    else await player.page.getByRole('button', { name: /^(Show|Hide) the list$/ }).click();
  }
}

/** Closes everything. @param {Player} player */
async function clear(player) {
  await player.run((element) => {
    element.curves = null;
  });
  for (let tries = 0; tries < 8; tries += 1) {
    const now = await opened(player);
    const open = PIECES.find((piece) => now[piece]);
    const header = player.find('.folded .pill').first();
    if (await header.count()) await header.click();
    else if (open === 'dock') await until('the curves are closed', async () => !(await opened(player)).dock);
    else if (open) await toggle(player, open);
    else return;
  }
}

/** Nothing overlaps, the stage has its part of the height, and what was opened last is there. @param {Player} player @param {Piece} last @param {string} what */
async function hasRoom(player, last, what) {
  const [width, height] = await player.run(({ clientWidth, clientHeight }) => [clientWidth, clientHeight]);
  const phone = width <= 640 && height > 400;
  let faults = [''];
  await until(
    what,
    async () => {
      const { found, figure } = await boxes(player);
      const all = Object.entries(found);
      faults = all.flatMap(([name, box], at) =>
        all.slice(at + 1).flatMap(([other, its]) => (overlap(box, its) ? [`${name} over ${other}`] : [])),
      );
      const over = phone ? [] : all.filter(([name, box]) => name !== 'title' && overlap(box, figure));
      faults.push(...over.map(([name]) => `${name} over the figure`));
      const foot = Math.min(...['strip', 'bar'].flatMap((name) => (found[name] ? [found[name][1]] : [])));
      // The lowest players give the dock the room of their title.
      const title = !found.title ? 0 : height <= 400 ? 44 : 56;
      if (!phone && foot - title < height * 0.45 - 9) faults.push(`${foot - title} px of ${height} are free`);
      if (!(await opened(player))[last]) faults.push(`${last} is not there`);
      return !faults.length;
    },
    5000,
  ).catch((error) => {
    throw new Error(`${error.message}: ${faults.join(', ')}`);
  });
}

for (const [width, height] of SIZES) {
  (width === 1024 || width === 640 ? scene : scene.deep)(
    `no two pieces overlap in ${width} x ${height}`,
    { size: [width, height] },
    async ({ player }) => {
      await player.opens('walker', { name: 'walker.bvh', text: walker() }, { name: 'other.bvh', text: walker({ frames: 12 }) });
      await player.holdAt(0);
      for (const first of PIECES) {
        for (const second of PIECES.filter((piece) => piece !== first)) {
          await clear(player);
          await toggle(player, first);
          await until(`${first} is there`, async () => (await opened(player))[first]);
          await toggle(player, second);
          await hasRoom(player, second, `${first}, then ${second}`);
        }
      }
      await clear(player);
      await toggle(player, 'dock');
      for (const tool of /** @type {const} */ (['Ghosts and trails', 'Chronophotograph', 'Marks and feet'])) {
        await openStrip(player, tool);
        await hasRoom(player, 'strip', `the dock, then ${tool}`);
        await player.find('.figure-strip > .btn:last-child').click();
      }
      await clear(player);
      for (const piece of PIECES) {
        if (!(await opened(player))[piece]) await toggle(player, piece);
        await hasRoom(player, piece, `all up to ${piece}`);
      }
    },
  );
}
