// of: mend, actors, controls, panels, share, page, marey_study, marey_write, marey_pack
/** Mending: what is found, mended, left, undone, saved and shared; and what cannot be mended. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isAccessible, onPlainBackground } from './support/axe.mjs';
import { flapper, statue, stick, walker } from './support/clips.mjs';
import { fresh } from './support/fresh.mjs';
import { modules, packetsOf } from './support/modules.mjs';
import { scenes, until } from './support/scenes.mjs';
import { asset } from './support/server.mjs';
import { openSharing, packed, valuesIn } from './support/sharing.mjs';

const WALK = walker({ speed: 40 });
/** The hips are at the origin in these frames of the damaged walk, which are too many for a spike. */
const [FIRST, LAST] = [40, 46];
const BROKEN = damaged(WALK, (row, frame) => (frame >= FIRST && frame <= LAST ? ['0', '0', '0', ...row.slice(3)] : row));

/** The same without damage, 25 cm above the zero of its file. */
const RAISED = damaged(WALK, ([x, y, ...row]) => [x, String(Number(y) + 25), ...row]);

/** A file with other rows. @param {string} text @param {(row: string[], frame: number) => string[]} change */
function damaged(text, change) {
  const [head, rows] = split(text);
  return head + rows.map((row, frame) => change(row.split(' '), frame).join(' ')).join('\n') + '\n';
}

/** What stands before the rows, and the rows. @param {string} text @returns {[head: string, rows: string[]]} */
function split(text) {
  const begin = text.indexOf('\n', text.indexOf('Frame Time')) + 1;
  return [text.slice(0, begin), text.slice(begin).trim().split('\n')];
}

/** The hips' height in each frame of a file. @param {string} text */
const heights = (text) => split(text)[1].map((row) => Number(row.split(/\s+/)[1]));

const { row, scene, server } = await scenes({
  gpu: 'none',
  loads: null,
  files: { '/clips/broken.bvh': BROKEN, '/clips/walk.bvh': WALK, '/clips/raised.bvh': RAISED },
});
const CSS = { css: 'html, body { margin: 0 } marey-player { width: 100vw; height: 100vh }' };
/** @param {string} name @param {string} src @param {string} [more] attributes */
const page = (name, src, more = '') =>
  server.page(`/mend-${name}.html`, `<marey-player controls share="/" src="/clips/${src}.bvh" ${more}></marey-player>`, CSS);
const DESK = /** @type {const} */ ({ size: [1280, 800] });
const drops = row({ loads: null, size: [1280, 800] }, fresh);

/** @param {Player} player */
const panel = (player) => player.find('.panel[data-panel="mend"]');
/** @param {Player} player */
const said = async (player) => ((await panel(player).locator('.mend-state p').textContent()) ?? '').trim();
/** @param {Player} player @param {RegExp} words */
const says = async (player, words) => {
  let last = '';
  await until(`the panel says ${words}`, async () => {
    last = await said(player);
    return words.test(last) && (await panel(player).locator('.mend-state progress:visible').count()) === 0;
  }).catch((error) => {
    throw new Error(`${error.message}: ${last}`);
  });
};
/** @param {Player} player */
async function opens(player) {
  await player.hotkey('r');
  await panel(player).waitFor();
}
/** @param {Player} player @param {string} step */
const control = (player, step) =>
  panel(player)
    .locator(`[data-step="${step}"] > .line`)
    .getByRole(step === 'spikes' || step === 'smooth' ? 'combobox' : 'switch');
/** The heights of the hips in the file that would be saved. @param {Player} player */
const saved = async (player) =>
  heights(
    await player.run(async (element) => {
      const [file] = await element.convert({ format: 'bvh' });
      return file.text();
    }),
  );
/** Whether the motion on the stage is filled. @param {Player} player */
const filled = async (player) => (await saved(player)).every((height) => height > 80);
/** @param {Player} player @param {boolean} wanted */
const isFilled = (player, wanted) => until(`the gap is ${wanted ? 'filled' : 'there'}`, async () => (await filled(player)) === wanted);

test('the module keeps a clip, tells what it finds, and gives the mended clip to a stage', async () => {
  const { web, study } = await modules();
  const packets = new Uint8Array(Buffer.concat(packetsOf(web.glue, 'broken.bvh', [Buffer.from(BROKEN)])));
  assert.throws(() => study.glue.mendMotion({}), { code: 'study.none' });
  study.glue.studyClip(packets, { behaviour: 0 });
  const { packets: made, report } = study.glue.mendMotion({});
  assert.deepEqual(
    report.marks.map((/** @type {any} */ { kind, joint, first, last, filled: on }) => ({ kind, joint, first, last, on })),
    [{ kind: 'origin', joint: 0, first: FIRST, last: LAST, on: true }],
  );
  assert.deepEqual([report.changed, report.person, report.frames, report.after.filled], [true, true, 90, 7]);
  assert.equal(report.steps.length, 10);
  const stage = new web.glue.Stage();
  stage.pushPacket(made);
  const info = stage.info();
  assert.deepEqual([info.name, info.frameCount, info.complete, info.joints[0].name], ['broken', 90, true, 'Hips']);

  const left = study.glue.mendMotion({ gaps: false, spikes: 'off', smooth: 'off' });
  assert.deepEqual([left.report.changed, left.packets, left.report.marks[0].filled], [false, undefined, false]);
  const [{ kind, joint, first, last }] = left.report.marks;
  const one = study.glue.mendMotion({ gaps: false, spikes: 'off', smooth: 'off', also: [{ kind, joint, first, last }] });
  assert.deepEqual([one.report.changed, one.report.marks[0].filled], [true, true]);
  const other = study.glue.mendMotion({ except: [{ kind, joint, first, last }] });
  assert.equal(other.report.marks[0].filled, false);

  study.glue.studyClip(packets, { behaviour: 3 });
  assert.throws(() => study.glue.mendMotion({}), { code: 'mend.refused' });
  assert.throws(() => study.glue.studyClip(packets.subarray(0, 40), {}), { name: 'ParseError' });
});

/** The curves that are shown, as a table: its titles, then the rows of numbers. @param {Player} player @returns {Promise<[titles: string, rows: number[][]]>} */
async function curves(player) {
  await player.button('Copy as CSV').click();
  const text = await player.page.evaluate(() => navigator.clipboard.readText());
  const [titles, ...rows] = text
    .trim()
    .split('\n')
    .map((line) => line.split(',').slice(2));
  return [titles.join(), rows.map((row) => row.map(Number))];
}
const CLIPBOARD = { permissions: ['clipboard-read', 'clipboard-write'] };

scene(
  'behind the curves of a mended motion stand those of its file, and with the mending they go',
  { ...DESK, ...CLIPBOARD, path: page('curves', 'broken', 'curves="Hips:height"'), loads: 'broken', at: 1.4 },
  async ({ player }) => {
    await player.find('.plot canvas').waitFor();
    const titles = async () => (await curves(player))[0];
    await until('the file has one curve', async () => (await titles()) === 'height Hips [m]');
    await opens(player);
    await says(player, /^Filled 7 frames\./);
    await until('both are there', async () => (await titles()) === 'height Hips before [m],height Hips [m]');
    const [, rows] = await curves(player);
    rows.forEach(([before, after], frame) => {
      const away = Math.abs(after - before);
      if (frame >= FIRST && frame <= LAST) assert.ok(away > 0.5, `frame ${frame} was filled: ${before}, ${after}`);
      else assert.ok(away < 1e-4, `frame ${frame} is the same: ${before}, ${after}`);
    });
    await control(player, 'gaps').uncheck();
    await until('one curve again', async () => (await titles()) === 'height Hips [m]');
  },
);

scene(
  'the curves of a file stand at its heights, and where its frames are in a loop',
  { ...DESK, ...CLIPBOARD, path: page('raised', 'raised', 'curves="LeftLeg:height"'), loads: 'raised', at: 0 },
  async ({ player }) => {
    await player.find('.plot canvas').waitFor();
    await until('the file has one curve', async () => (await curves(player))[0] === 'height LeftLeg [m]');
    const [, file] = await curves(player);
    await opens(player);
    await control(player, 'loop').check();
    await until('both are there', async () => (await curves(player))[0] === 'height LeftLeg before [m],height LeftLeg [m]');
    const words = (await panel(player).locator('[data-step="loop"]').innerText()).replaceAll('\n', ' ');
    const [, first, last] = /frames? (\d+) (?:to|and) (\d+)/i.exec(words)?.map(Number) ?? [];
    assert.ok(first > 0 && last > first, words);
    const [, rows] = await curves(player);
    rows.forEach(([before], frame) => {
      const [was] = file[first + frame];
      assert.ok(Math.abs(before - was) < 1e-4, `frame ${frame} was frame ${first + frame}: ${before}, ${was}`);
    });
  },
);

scene(
  'what is found is told and mended by default; a switch takes it back, and so does the history',
  { ...DESK, path: page('usual', 'broken'), loads: 'broken', at: 0 },
  async ({ player }) => {
    await opens(player);
    await says(player, /^Filled 7 frames\./);
    const find = panel(player).locator('[data-step="gaps"] .mend-finds li');
    assert.match(await find.innerText(), new RegExp(`^Hips, frames ${FIRST}\u2013${LAST}`));
    assert.equal(await control(player, 'gaps').isChecked(), true);
    assert.equal(await control(player, 'spikes').inputValue(), 'root');
    assert.equal(await control(player, 'smooth').inputValue(), 'auto');
    for (const step of ['trim', 'resample', 'level', 'loop', 'path', 'feet', 'in-place'])
      assert.equal(await control(player, step).isChecked(), false, step);
    await isFilled(player, true);
    assert.equal(await player.find('.lane-of-finds span:visible').count(), 1);

    // A press goes there.
    await find.getByRole('button').click();
    await until('the first frame of the gap is shown', async () => (await player.state()).frame === FIRST);

    await control(player, 'gaps').click();
    await says(player, /^Nothing was changed\./);
    await isFilled(player, false);
    await player.press('Control+z');
    await says(player, /^Filled 7 frames\./);
    await isFilled(player, true);
    // The mending that came with the panel is a step, too.
    await player.press('Control+z');
    await isFilled(player, false);
    assert.equal(await control(player, 'smooth').inputValue(), 'off');
    await player.press('Control+Shift+z');
    await isFilled(player, true);

    // One find is left as it is.
    await find.getByRole('checkbox').click();
    await isFilled(player, false);
    await find.getByRole('checkbox').click();
    await isFilled(player, true);

    // The key closes the panel; what was mended stays, and is there when it opens again.
    await player.hotkey('r');
    await panel(player).waitFor({ state: 'detached' });
    assert.equal(await player.find('.lane-of-finds:visible').count(), 0);
    await isFilled(player, true);
    await opens(player);
    await says(player, /^Filled 7 frames\./);
  },
);

scene(
  'the stage shows the motion before, after, or both; closing the panel leaves the mended one',
  { ...DESK, path: page('views', 'broken'), loads: 'broken', at: 41 / 30 },
  async ({ player }) => {
    const ghosts = () => player.run((element) => element.querySelectorAll('marey-clip[ghost]').length);
    await opens(player);
    await says(player, /^Filled/);
    const view = (/** @type {string} */ name) => panel(player).locator('.mend-views').getByRole('button', { name });
    await view('Both').click();
    await until('the ghost is there', async () => (await ghosts()) === 1);
    assert.equal(await view('Both').getAttribute('aria-pressed'), 'true');
    await view('Before').click();
    assert.equal(await ghosts(), 1);
    // Without a mended motion there is nothing to compare.
    await control(player, 'gaps').click();
    await until('the ghost is gone', async () => (await ghosts()) === 0);
    assert.equal(await view('Both').isEnabled(), false);
    await control(player, 'gaps').click();
    await until('the ghost is back', async () => (await ghosts()) === 1);
    await player.closesPanel();
    await until('the ghost is gone', async () => (await ghosts()) === 0);
  },
);

scene(
  'a link to the file would not have what was mended: the motion goes inside, and the panel says so',
  { ...DESK, path: page('link', 'broken'), loads: 'broken', at: 0 },
  async ({ player }) => {
    await openSharing(player);
    assert.equal((await valuesIn(player)).url, 'clips/broken.bvh');
    await opens(player);
    await says(player, /^Filled/);
    await openSharing(player);
    await packed(player);
    const values = await valuesIn(player);
    assert.deepEqual([values.url, Boolean(values.clip)], [undefined, true]);
    assert.match(await player.find('.panel').innerText(), /The file at its address is as it was\./);
    await player.closesPanel();
    await player.hotkey('Control+z');
    await isFilled(player, false);
    await openSharing(player);
    assert.equal((await valuesIn(player)).url, 'clips/broken.bvh');
  },
);

scene(
  'a clean motion is left as it is, and steps that were not asked for say what they would change',
  { ...DESK, path: page('clean', 'walk'), loads: 'walk', at: 0 },
  async ({ player }) => {
    await opens(player);
    await says(player, /^Nothing needs mending\.$/);
    assert.equal(await panel(player).locator('.mend-views').getByRole('button', { name: 'Both' }).isEnabled(), false);
    const feet = panel(player).locator('[data-step="feet"] > .said-of-step');
    assert.match(await feet.innerText(), /mm\/s|No foot stands/);
    // Nothing was changed, so there is nothing to undo.
    assert.equal(
      await player.run((element) => element.shadowRoot?.querySelector('.mend-numbers')?.textContent?.includes('0') ?? false),
      true,
    );
    await control(player, 'in-place').click();
    await until('it stays in place', async () => {
      const text = await player.run(async (element) => (await element.convert({ format: 'bvh' }))[0].text());
      const along = split(text)[1].map((each) => Number(each.split(/\s+/)[2]));
      return Math.max(...along) - Math.min(...along) < 20;
    });
    await player.press('Control+z');
    await until('it walks', async () => !(await control(player, 'in-place').isChecked()));
  },
);

scene(
  'frames at both ends are left out: those of the loop range, or those that are written',
  { ...DESK, path: page('trim', 'broken'), loads: 'broken', at: 0 },
  async ({ player }) => {
    await player.run((element) => {
      element.loopRange = [1, 2];
    });
    await opens(player);
    await says(player, /^Filled/);
    await control(player, 'trim').click();
    await until('31 frames are left', () => player.run((element) => element.frameCount === 31));
    assert.equal(await player.run((element) => element.loopRange), null);
    // A find has the number of its frame in the file.
    assert.match(await panel(player).locator('[data-step="gaps"] .mend-finds li').innerText(), new RegExp(`frames ${FIRST}\u2013${LAST}`));
    const last = panel(player).getByLabel('Last frame');
    await last.fill('49');
    await last.press('Enter');
    await until('20 frames are left', () => player.run((element) => element.frameCount === 20));
    await player.hotkey('Control+z', 'Control+z');
    await until('all frames are there', () => player.run((element) => element.frameCount === 90));
    assert.deepEqual(await player.run((element) => element.loopRange), [1, 2]);
  },
);

drops(
  'a clip that is no person has no feet to hold; a pose has nothing to mend; the next clip is looked at by itself',
  async ({ player }) => {
    await player.opens('broken', { name: 'broken.bvh', text: BROKEN });
    await opens(player);
    await says(player, /^Filled 7 frames\./);
    await player.opens('stick', { name: 'stick.bvh', text: stick() });
    await says(player, /This is not recognised as a person/);
    for (const step of ['level', 'path', 'feet']) assert.equal(await control(player, step).isDisabled(), true, step);
    await player.opens('pose', { name: 'pose.bvh', text: statue(1) });
    await says(player, /one pose/);
    assert.equal(await panel(player).locator('.mend-steps:visible').count(), 0);
    await player.opens('again', { name: 'again.bvh', text: BROKEN });
    await says(player, /^Filled 7 frames\./);
    // A clip that cannot be read leaves the one before, mended as it is.
    await player.drop({ name: 'none.bvh', text: 'HIERARCHY' });
    await until('a card says so', async () => (await player.find('.card:visible').count()) > 0);
    await isFilled(player, true);
  },
);

drops('another clip that comes while the worker works is not replaced by its result', async ({ player }) => {
  await player.opens('long', {
    name: 'long.bvh',
    text: damaged(walker({ speed: 40, frames: 3000 }), (each, frame) => (frame === 50 ? ['0', '0', '0', ...each.slice(3)] : each)),
  });
  await player.hotkey('r');
  await player.opens('flaps', { name: 'flaps.bvh', text: flapper(8) });
  await panel(player).waitFor();
  await says(player, /.*/);
  await until('it is looked at', async () => (await panel(player).locator('.mend-steps:visible').count()) === 1);
  assert.equal((await player.state()).name, 'flaps');
});

scene(
  'a module that cannot be fetched is told with a way to try again',
  { ...DESK, path: page('fails', 'broken'), loads: 'broken', at: 0, allow: [/Failed to load resource/] },
  async ({ context, player }) => {
    const address = `**/${asset('marey_study.wasm')}*`;
    await context.route(address, (route) => route.abort());
    await opens(player);
    await says(player, /^The motion could not be looked at: /);
    await context.unroute(address);
    await panel(player).getByRole('button', { name: 'Try again' }).click();
    await says(player, /^Filled 7 frames\./);
  },
);

scene(
  'the menu of tools opens it, its tab is one of the panel, and a phone has it as a sheet',
  { size: [390, 780], path: page('phone', 'broken'), loads: 'broken', at: 0 },
  async ({ player }) => {
    await player.button('Tools').click();
    await player.find('.menu:visible').getByRole('menuitemcheckbox', { name: /^Mend/ }).click();
    await panel(player).waitFor();
    await says(player, /^Filled/);
    assert.deepEqual(await panel(player).getByRole('tab').allInnerTexts(), ['Details', 'Settings', 'Share', 'Help', 'Mend']);
    await panel(player).getByRole('tab', { name: 'Help' }).click();
    await player.find('.panel[data-panel="help"]').waitFor();
  },
);

for (const [theme, only] of /** @type {const} */ ([
  ['dark', scene],
  ['light', scene.deep],
])) {
  only(
    `axe finds nothing in the ${theme} panel with findings and all fields`,
    { ...DESK, path: page(`axe-${theme}`, 'broken', `theme="${theme}"`), loads: 'broken', at: 0, bypassCsp: true },
    async ({ page: tab, player }) => {
      await opens(player);
      await says(player, /^Filled/);
      await control(player, 'trim').click();
      await panel(player)
        .locator('.fold-of-step[aria-expanded="false"]')
        .evaluateAll((folds) => folds.forEach((fold) => /** @type {HTMLElement} */ (fold).click()));
      await says(player, /Filled 7 frames\./);
      await player.settle();
      await onPlainBackground(tab);
      await isAccessible(tab, { within: 'marey-player' });
    },
  );
}
