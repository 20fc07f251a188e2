// of: controls, panels, curves, compare
/** List, panels, sheets and messages end above the bar, however high it is: with curves and lanes, too. */
import assert from 'node:assert/strict';
import { openPanel } from './support/hands.mjs';
import { WIDE } from './support/list.mjs';
import { scenes, until } from './support/scenes.mjs';

const { scene } = await scenes({ loads: 'Dance' });

/** The vertical extent of an element. @param {Player} player @param {string} name */
async function extent(player, name) {
  const { y, height } = /** @type {{ y: number, height: number }} */ (await player.find(name).last().boundingBox());
  return [y, y + height];
}

/** Opens a walk with curves, lanes of feet and an own mark. @param {Player} player */
async function opensAll(player) {
  const text = await player.run(async () => (await fetch('samples/walk.bvh')).text());
  await player.opens('walk', { name: 'walk.bvh', text });
  await player.run((element) => {
    Object.assign(element, { curves: 'LeftUpLeg:x', contacts: '', marks: 'step@0.5' });
  });
  await until(
    'they are there',
    async () => (await player.find('.chip-of-curve').count()) > 0 && (await player.find('.lane-of-foot span').count()) > 0,
  );
}

/** Waits until an element ends above the bar, and is still high enough. @param {Player} player @param {string} name @param {number} least CSS pixels */
const endsAbove = (player, name, least) =>
  until(`${name} ends above the bar`, async () => {
    const [[top, bottom], [bar]] = [await extent(player, name), await extent(player, '.bar')];
    return bottom <= bar + 1 && bottom - top >= least;
  });

scene('list, panels and messages', WIDE, async ({ player }) => {
  await opensAll(player);
  const [bar] = await extent(player, '.bar');
  assert.ok(bar < 800 - 250, `the bar begins at ${bar}`);
  await endsAbove(player, '.library', 200);
  await openPanel(player, 'Details');
  await endsAbove(player, '.panel', 200);
  await player.run((element) => {
    element.marks = 'not a mark';
  });
  await player.find('.toast[data-shown]').waitFor();
  await endsAbove(player, '.toast', 20);
  // The figure is framed above it, too.
  await player.holdAt(1);
  const figure = await player.run((element) => element.figureBox);
  const [top] = await extent(player, '.bar');
  assert.ok(figure[3] <= top + 2, `the figure ends at ${figure[3]}, the bar begins at ${top}`);
  await player.run((element) => {
    Object.assign(element, { contacts: null, curves: null, marks: null });
  });
  await until('the list has its room back', async () => (await extent(player, '.library'))[1] > 650);
});

scene.deep(
  'a card on a phone leaves the figure above the curves',
  { size: [390, 940], touch: true, allow: [/404|not found/i] },
  async ({ player }) => {
    await player.holdAt(1);
    await player.run((element) => {
      element.setAttribute('curves', 'LeftUpLeg:x');
    });
    await player.find('.chip-of-curve').waitFor();
    await player.run((element) => {
      element.setAttribute('onto', 'missing.x3d');
    });
    await player.find('.card.low').waitFor();
    const [bar] = await extent(player, '.bar');
    await until('the figure ends above the bar', async () => {
      const [, top, , bottom] = await player.run((element) => element.figureBox);
      return bottom <= bar + 2 && bottom - top > 60;
    });
  },
);

scene.deep('sheets of a phone, which take the place of the curves', { size: [390, 780], touch: true }, async ({ player }) => {
  await opensAll(player);
  const [high] = await extent(player, '.bar');
  await player.button('More').tap();
  await player.find('.panel').waitFor();
  await endsAbove(player, '.panel', 150);
  assert.equal(await player.find('.curves').isVisible(), false);
  assert.ok((await extent(player, '.panel'))[0] > 150, 'the figure stays in view');
  await player.find('.panel').getByRole('button', { name: 'Close' }).tap();
  await until('the curves are back', async () => (await extent(player, '.bar'))[0] === high);
  await player.button('Clips').tap();
  await endsAbove(player, '.library', 150);
  await player.holdAt(1);
  await until(
    'the figure is framed above the list',
    async () => (await player.run((element) => element.figureBox))[3] <= (await extent(player, '.library'))[0] + 2,
  );
});

scene(
  'of compared clips and curves the dock shows one, which leaves the figure of a phone room',
  { size: [390, 780], touch: true, path: '#url=samples/walk.bvh&url=samples/dance.bvh', loads: 'walk' },
  async ({ player }) => {
    await player.find('.difference-line').waitFor({ state: 'attached' });
    await player.run((element) => {
      element.setAttribute('curves', 'LeftUpLeg:x LeftHand:speed');
    });
    await player.find('.chip-of-curve').first().waitFor();
    await player.holdAt(1);
    // The dock shows the curves, opened last; a tab brings the lanes back in their place.
    const isFramed = () =>
      until('the figure is above the bar', async () => {
        const [[bar], [, top, , bottom]] = [await extent(player, '.bar'), await player.run((element) => element.figureBox)];
        return bottom <= bar + 2 && bottom - top > 80;
      });
    await player.find('.compare-lanes').waitFor({ state: 'hidden' });
    await isFramed();
    await player.root.getByRole('tab', { name: 'Difference' }).click();
    await player.find('.curves').waitFor({ state: 'hidden' });
    assert.ok(
      (await extent(player, '.compare-lanes'))[1] <= (await extent(player, '.timeline'))[0] + 1,
      'the lanes are above the timeline',
    );
    await isFramed();
    const plots = await player.find('.difference-plot').evaluate((plot) => [plot.clientHeight, plot.parentElement?.clientHeight ?? 0]);
    assert.ok(plots[0] < plots[1], `the difference is higher than its lane: ${plots}`);
  },
);

scene.deep(
  'the line above the bar begins at its start where nothing is, and ends within the player',
  { size: [768, 1024], path: '#url=samples/walk.bvh&url=samples/dance.bvh', loads: 'walk' },
  async ({ player }) => {
    await player.find('.align-opener').waitFor();
    const edges = () =>
      player.run((element) => {
        const of = (/** @type {string} */ name) => element.shadowRoot?.querySelector(name)?.getBoundingClientRect();
        return [of('.align-opener')?.left ?? NaN, of('.viewpoints')?.right ?? NaN];
      });
    await until('both are at their ends', async () => {
      const [start, end] = await edges();
      return start < 60 && end <= 768;
    });
  },
);
