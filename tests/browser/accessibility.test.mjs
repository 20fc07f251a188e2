// of: controls, panels, page, share
/** axe finds nothing in any state of the player, and a screen reader gets the right roles and announcements. */
import assert from 'node:assert/strict';
import { DEEP, onlyDeep } from '../support/deep.mjs';
import { isAccessible, onPlainBackground } from './support/axe.mjs';
import { tooFewFrames, htmlPage } from './support/clips.mjs';
import { openStrip } from './support/hands.mjs';
import { scenes, until } from './support/scenes.mjs';

const { scene } = await scenes({ loads: '' });

/** @param {Page} page @param {string} state @param {'all' | 'contrast'} [rules] */
async function isClean(page, state, rules) {
  await onPlainBackground(page);
  // A half-faded element has half its contrast.
  await until('nothing fades', () =>
    page.evaluate(() =>
      [document, document.querySelector('marey-player')?.shadowRoot]
        .flatMap((tree) => tree?.getAnimations() ?? [])
        .every(({ playState, effect }) => playState !== 'running' || effect?.getTiming().iterations === Infinity),
    ),
  );
  await isAccessible(page, { state, rules });
}

/** axe injects scripts, which the policy would refuse; everything else runs under the policy. */
const TOOL = { bypassCsp: true };

/** Pages that differ in colours only are checked for contrast only, except in a deep run. */
const COLOURS = DEEP ? 'all' : 'contrast';

const PANELS = ['details', 'settings', 'share', 'help'];

/** A narrow player reaches the other panels through the settings: their buttons are invisible. @param {Player} player @param {string} panel */
async function opens(player, panel) {
  await player.find(`button[data-panel="${panel}"]`).first().dispatchEvent('click');
  await player.find(`.panel[data-panel="${panel}"]`).waitFor();
  await player.settle();
}

/** @param {Page} page @param {Player} player @param {'all' | 'contrast'} [rules] */
async function speedMenuIsClean(page, player, rules) {
  await player.button(/^Speed/).click();
  await player.find('.speed .menu').waitFor();
  await isClean(page, 'speed menu', rules);
}

/** @type {[string, import('./support/scenes.mjs').Options, 'all' | 'contrast'][]} */
const STAGES = [
  ['dark', { size: [1024, 600] }, 'all'],
  ['light', { size: [1024, 600], path: '#theme=light' }, COLOURS],
  ['narrow', { size: [320, 640], skip: onlyDeep }, 'all'],
];

for (const [theme, rules] of /** @type {const} */ ([
  ['dark', 'all'],
  ['light', COLOURS],
])) {
  scene.deep(
    `axe finds nothing on the ${theme} page with a chronophotograph, ghosts and trails, measures, marks`,
    { size: [1280, 720], path: `#theme=${theme}`, ...TOOL },
    async ({ page, player }) => {
      await player.holdAt(0);
      await openStrip(player, 'Chronophotograph');
      await player.find('.moments .last text').waitFor();
      await player.find('.strip-of-moments').waitFor();
      await player.settle();
      await isClean(page, 'chronophotograph', rules);
      await openStrip(player, 'Ghosts and trails');
      await player.find('.chip-of-trail').first().waitFor();
      await player.settle();
      await isClean(page, 'ghosts and trails', rules);
      await player.run((element) => {
        element.measures = 'distance:LeftHand,RightHand';
      });
      await openStrip(player, 'Measures');
      await player.find('.chip-of-measure').waitFor();
      await player.settle();
      await isClean(page, 'measures', rules);
      await player.run((element) => {
        Object.assign(element, { marks: 'one@0.5; two@0.8-1.2', contacts: '' });
      });
      await openStrip(player, 'Marks and feet');
      await player.find('.lane-of-foot span').first().waitFor();
      await player.settle();
      await isClean(page, 'marks and feet', rules);
    },
  );

  scene.deep(
    `axe finds nothing on the ${theme} page with curves and their menus`,
    { size: [1280, 720], path: `#theme=${theme}`, ...TOOL },
    async ({ page, player }) => {
      await player.holdAt(0);
      await player.run((element) => {
        element.selectedJoint = 1;
        element.curves = `x, speed, ${element.clips[0].joints[2].name}:height`;
      });
      await until('three curves', async () => (await player.find('.now-of-curves dt').count()) === 3);
      await player.button('More curves').click();
      await player.settle();
      await isClean(page, 'curves', rules);
    },
  );
}

for (const [name, options, rules] of STAGES) {
  (name !== 'light' ? scene : scene.deep)(
    `axe finds nothing on the ${name} page: playing, paused, and in every panel`,
    { ...options, ...TOOL },
    async ({ page, player }) => {
      await player.plays();
      // The bar fades while a clip plays, which halves its contrast; under the pointer it stays.
      await player.find('.bar').hover();
      await player.find('.root:not([data-idle])').waitFor();
      await isClean(page, 'playing', rules);
      await player.holdAt(1);
      for (const panel of PANELS) {
        await opens(player, panel);
        await isClean(page, panel, rules);
        if (panel !== 'share') continue;
        for (const section of ['picture', 'filmstrip', 'film']) {
          await player.find(`[data-section="${section}"] summary`).click();
          await player.find(`[data-section="${section}"] .push`).first().waitFor();
          await isClean(page, section, rules);
        }
      }
    },
  );
}

scene.deep(
  'axe finds nothing in forced colours: paused, in every panel, in the speed menu',
  { size: [1024, 600], ...TOOL },
  async ({ page, player }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await player.run((element) => {
      element.loopRange = [1, 2];
    });
    await player.holdAt(1);
    await isClean(page, 'paused', COLOURS);
    for (const panel of PANELS) {
      await opens(player, panel);
      await isClean(page, panel, COLOURS);
    }
    await player.press('Escape');
    await speedMenuIsClean(page, player, COLOURS);
  },
);

scene.deep(
  'axe finds nothing in forced colours on strips and the legend of trails, which show what is chosen',
  { size: [1280, 720], ...TOOL },
  async ({ page, player }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await player.holdAt(1);
    await openStrip(player, 'Chronophotograph');
    await isClean(page, 'chronophotograph', COLOURS);
    const [pressed, other] = await Promise.all(
      ['true', 'false'].map((is) =>
        player
          .find(`.segments [aria-pressed="${is}"]`)
          .first()
          .evaluate((button) => getComputedStyle(button).backgroundColor),
      ),
    );
    assert.notEqual(pressed, other);
    await player.button('Close the chronophotograph').click();
    await openStrip(player, 'Ghosts and trails');
    await player.run((element) => {
      element.trails = [];
    });
    await player.find('.speed-legend').waitFor();
    await isClean(page, 'ghosts and trails', COLOURS);
  },
);

scene('axe finds nothing on an error, a warning and a list with failures', { ...TOOL, size: [960, 600] }, async ({ page, player }) => {
  await player.opens('odd', { name: 'odd.bvh', text: tooFewFrames() }, { name: 'page.bvh', text: htmlPage });
  await player.run((element) => element.pause());
  await player.find('.library .row[data-bad]').waitFor();
  await isClean(page, 'a list with a failure');
  await player.find('.library .row[data-bad] .pick').click();
  await player.find('.card').waitFor();
  await isClean(page, 'an error card');
  await player.button('Dismiss').click();
  await player.button(/^Details/).click();
  await player.find('.warnings').waitFor();
  await isClean(page, 'warnings');
});

scene.deep(
  'axe finds nothing on the welcome under reduced motion, and in the speed menu',
  { ...TOOL, reducedMotion: true },
  async ({ page, player }) => {
    await player.find('.bar[data-first]').waitFor();
    await isClean(page, 'welcome');
    await speedMenuIsClean(page, player);
  },
);

scene('a screen reader gets one alert, one polite live region and a silent clock', {}, async ({ player }) => {
  await player.run((element) => element.pause());
  assert.equal(await player.find('[role="alert"]').count(), 1);
  assert.equal(await player.find('[aria-live="polite"]').count(), 1);
  assert.equal(await player.find('.time').getAttribute('aria-live'), 'off');
  assert.match((await player.find('.stage').getAttribute('aria-label')) ?? '', /dance.*figure of \d+ joints/i);
  assert.equal(await player.find('.canvas canvas').getAttribute('tabindex'), null);
  // A stage that takes keys has the role of an application and names the keys; without keys it has neither.
  const semantics = () =>
    player
      .find('.stage')
      .evaluate((stage) => [stage.getAttribute('role'), stage.getAttribute('tabindex'), stage.getAttribute('aria-description')]);
  const [role, stop, keys] = await semantics();
  assert.deepEqual([role, stop], ['application', '0']);
  assert.match(keys ?? '', /^Space: play or pause\. Arrow keys/);
  await player.run((element) => {
    element.nohotkeys = true;
  });
  assert.deepEqual(await semantics(), ['group', '0', null]);
  await player.run((element) => {
    element.controls = false;
  });
  assert.deepEqual(await semantics(), ['group', null, null]);
});
