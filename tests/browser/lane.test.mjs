// of: panels, controls, marey_mocap
/** Marks on the timeline where joints exceed the limits of their file. */
import assert from 'node:assert/strict';
import { amc, asf } from './support/acclaim.mjs';
import { difference } from './support/pixels.mjs';
import { scenes, until } from './support/scenes.mjs';

// Five joints exceed their limits in frame 1 and in every fifteenth frame after it.
const still = amc({ frames: 2, swing: 0 }).split('\n2\n');
const out = still[1].replace(/^(lfemur|rfemur|lowerback|thorax|head) .*$/gm, '$1 60 0 0');
const frames = Array.from({ length: 6000 }, (_, frame) =>
  frame ? `\n${frame + 1}\n${(frame % 15 === 1 ? out : still[1]).trimEnd()}` : still[0],
);

const { scene, row, server } = await scenes({
  files: { '/marcher.asf': asf(), '/march.amc': amc(), '/calm.amc': amc({ swing: 20 }), '/crowded.amc': `${frames.join('')}\n` },
  loads: '',
});

/** @param {Player} player */
const isShown = (player) => until('the lane is shown', async () => (await lane(player)).shown);

/** The lane's bars, and its accessible description. @param {Player} player */
const lane = (player) =>
  player.run((element) => {
    const root = /** @type {HTMLElement | null} */ (element.shadowRoot?.querySelector('.lane'));
    const input = root?.querySelector('input');
    return {
      shown: Boolean(root && !root.hidden),
      shapes: root?.querySelectorAll('svg *').length ?? 0,
      bars: root?.querySelector('.limits')?.getAttribute('d')?.split('M').length ?? 1,
      value: input?.getAttribute('aria-valuetext') ?? '',
      label: input?.getAttribute('aria-label') ?? '',
    };
  });

const STAGE = {
  path: server.page('/lane.html', '<marey-player controls loop skeleton="/marcher.asf" src="/march.amc"></marey-player>', {
    css: 'body { margin: 0 } marey-player { width: 100vw; height: 100vh; aspect-ratio: auto }',
  }),
  size: [820, 520],
  reducedMotion: true,
};
const marching = row(STAGE, async ({ page, player }) => {
  await page.mouse.move(5, 5);
  if ((await player.state()).name !== 'march') await player.shows('/march.amc');
  await isShown(player);
  await player.run((element) => element.seekToFrame(0));
  await player.focus();
  await player.settle();
});

marching.deep('frames outside joint limits are marked, each by a bar at its frames', async ({ player }) => {
  const { bars, label } = await lane(player);
  // Two strides: each leg exceeds its limit once in each.
  assert.equal(bars - 1, 4);
  assert.equal(label, 'Outside joint limits');
});

marching('a mark under the pointer shows joint, excess and time; a click goes there and highlights the joint', async ({ page, player }) => {
  const box = await player.box('.lane');
  const before = await player.picture();
  // The left leg is farthest forward in frame 15 of 120.
  const at = { x: box.x + box.width * (15 / 120), y: box.y + box.height / 2 };
  await page.mouse.move(at.x, at.y);
  const tip = player.find('.tip');
  assert.match(await player.text('.tip'), /frame 15\s+Left femur, 12° past its limit$/);
  await player.showsFrame(0);
  await page.mouse.click(at.x, at.y);
  const { frame, paused } = await player.state();
  assert.deepEqual([frame, paused], [15, true]);
  await until('the joint is named', async () => /lfemur$/.test(await player.find('.label').innerText()));
  await page.mouse.move(5, 5);
  await tip.waitFor({ state: 'hidden' });
  await player.settle();
  assert.ok(difference(before, await player.picture()) > 100);
  await player.showsFrame(45, 'ArrowRight');
});

marching('beside the marks a press seeks the timeline', async ({ page, player }) => {
  const box = await player.box('.lane');
  await page.mouse.click(box.x + box.width * (30 / 119), box.y + box.height / 2);
  await player.showsFrame(30);
  assert.match(await player.find('.tip').innerText(), /^\d\.\d\d s · frame 30$/);
});

marching('the legend shows the number of marks and switches them', async ({ player }) => {
  const legend = player.root.getByRole('button', { name: 'past a joint limit, 4' });
  const state = () => legend.getAttribute('aria-pressed');
  assert.equal(await state(), 'true');
  await legend.click();
  assert.deepEqual([await state(), await player.find('.lane').isVisible()], ['false', false]);
  await player.focus();
  await player.showsFrame(15, 'n');
  await legend.click();
  assert.deepEqual([await state(), await player.find('.lane').isVisible()], ['true', true]);
});

marching('the marks follow the zoomed timeline', async ({ page, player }) => {
  await player.run((element) => element.seekToFrame(45));
  await player.press('z', 'z');
  assert.equal((await lane(player)).bars - 1, 1, 'one of them is in sight');
  await player.showsFrame(75, 'n');
  const box = await player.box('.lane');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  assert.match(await player.text('.tip'), /frame 75\s+Left femur/);
  await player.press('w');
});

marching('the lane is one tab stop; arrows go from mark to mark and announce them', async ({ player }) => {
  const slider = player.root.getByRole('slider', { name: 'Outside joint limits' });
  await player.find('.handle.out').focus();
  await player.press('Tab');
  assert.ok(await slider.evaluate((input) => input.matches(':focus-visible')));
  await player.showsFrame(15, 'ArrowRight');
  assert.match((await lane(player)).value, /^1 of 4: Left femur, 12° past its limit · frame 15$/);
  await player.find('.tip').waitFor();
  await player.showsFrame(45, 'ArrowRight');
  assert.match((await lane(player)).value, /^2 of 4: Right femur, /);
  await player.showsFrame(105, 'End');
  await player.showsFrame(75, 'ArrowLeft');
  await player.press('Tab');
  await player.find('.tip').waitFor({ state: 'hidden' });
  assert.equal(await slider.evaluate((input) => input.matches(':focus')), false);
});

marching('N goes to the next mark, Shift+N back, and a toast says where they end', async ({ player }) => {
  const announcement = player.find('[aria-live="polite"]');
  await player.run((element) => element.seekToFrame(50));
  await player.showsFrame(75, 'n');
  assert.match(await announcement.innerText(), /^Left femur, .* frame 75$/);
  await player.showsFrame(15, 'Shift+N', 'Shift+N');
  await player.press('Shift+N');
  assert.equal(await announcement.innerText(), 'No mark before this frame');
  await player.showsFrame(15);
  await player.press('?');
  assert.match(await player.text('.panel'), /N, Shift \+ N\s+next, previous mark/);
  await player.press('Escape');
});

marching('at another rate the marks stay at their frames', async ({ player }) => {
  const drawn = () => player.find('.lane .limits').getAttribute('d');
  const before = await drawn();
  await player.run((element) => element.setAttribute('fps', '30'));
  await player.press('n');
  const { frame, time } = await player.state();
  assert.equal(frame, 15);
  assert.ok(Math.abs(time - 0.5) < 1e-3);
  assert.equal(await drawn(), before);
  await player.run((element) => element.removeAttribute('fps'));
});

marching('the lane comes and goes with the clip, and nothing else moves', async ({ player }) => {
  const places = () =>
    player.run((element) =>
      [...(element.shadowRoot?.querySelectorAll('.bar, .timeline, .row, .scrub') ?? [])].map((each) => {
        const { x, y, width, height } = each.getBoundingClientRect();
        return [x, y, width, height];
      }),
    );
  await player.shows('/walker.bvh');
  await until('there is no mark', async () => !(await lane(player)).shown);
  const before = await places();
  await player.shows('/march.amc');
  await isShown(player);
  assert.deepEqual(await places(), before);
  await player.shows('/calm.amc');
  await until('there is no mark', async () => !(await lane(player)).shown);
  assert.deepEqual(await places(), before);
});

marching('the marks are visible in forced colours', async ({ page, player }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  const [stroke, ground] = await player.find('.limits').evaluate((path) => {
    const probe = document.createElement('span');
    document.body.append(probe);
    probe.style.setProperty('color', 'Canvas');
    const colours = [getComputedStyle(path).stroke, getComputedStyle(probe).color];
    probe.remove();
    return colours;
  });
  assert.notEqual(stroke, ground);
  assert.notEqual(stroke, 'none');
  await page.emulateMedia({ forcedColors: null });
});

scene.deep('thousands of marks are off at first, and are drawn as five shapes', STAGE, async ({ player }) => {
  await player.shows('/crowded.amc');
  await player.root.getByRole('button', { name: /past a joint limit, [\d,]+/, pressed: false }).click();
  await isShown(player);
  const { shapes, bars } = await lane(player);
  assert.equal(shapes, 5);
  assert.ok(bars < 820 / 2, `${bars} bars`);
  await player.run((element) => element.seekToFrame(0));
  await player.focus();
  await player.showsFrame(1, 'n', 'n');
  await player.showsFrame(16, 'n', 'n', 'n', 'n');
});

for (const [width, height] of [
  [390, 780],
  [1280, 720],
]) {
  (width === 390 ? scene : scene.deep)(
    `at ${width} x ${height} the lane is within the bar, under no button, and its words are whole`,
    { size: [width, height], reducedMotion: true },
    async ({ player }) => {
      await player.opens('march', { name: 'marcher.asf', text: asf() }, { name: 'march.amc', text: amc() });
      await isShown(player);
      await player.run((element) => {
        element.loop = true;
        element.loopRange = [0.2, 0.6];
      });
      await player.hotkey('n');
      await player.find('.marks').focus();
      await player.press('ArrowRight');
      await player.find('.tip').waitFor();
      const faults = await player.run((element) => {
        const root = /** @type {ShadowRoot} */ (element.shadowRoot);
        const whole = element.getBoundingClientRect();
        const [bar, rect, tip] = ['.bar', '.lane', '.tip'].map((each) =>
          /** @type {Element} */ (root.querySelector(each)).getBoundingClientRect(),
        );
        const found = [];
        if (rect.left < bar.left || rect.right > bar.right || rect.bottom > bar.bottom) found.push('the lane is outside of the bar');
        for (const share of [0.125, 0.375, 0.625, 0.875]) {
          const top = root.elementFromPoint(rect.left + rect.width * share, rect.top + 5);
          if (!top?.closest('.lane')) found.push(`at ${share} it is under ${top?.className}`);
        }
        if (tip.left < whole.left || tip.right > whole.right || tip.top < whole.top)
          found.push(`the words are cut: ${JSON.stringify(tip)}`);
        return found;
      });
      assert.deepEqual(faults, []);
    },
  );
}
