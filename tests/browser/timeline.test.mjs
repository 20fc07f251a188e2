/** The timeline: numbers on its ruler, what is under the pointer, a field for the time; and the bar of one line in an embed. */
import assert from 'node:assert/strict';
import { stick, walker } from './support/clips.mjs';
import { scenes } from './support/scenes.mjs';
import { until } from './support/browser.mjs';

const { row, scene, server } = await scenes();
server.put('/walker.bvh', { body: walker(), type: 'text/plain' });
server.put('/stick.bvh', { body: stick(), type: 'text/plain' });
const path = server.page('/timeline.html', '<marey-player controls src="/walker.bvh"></marey-player>');
const timeline = row({ path, size: [960, 540] }, async ({ player }) => { await player.loaded('walker'); await player.holdAt(0); });

/** @param {import('./support/player.mjs').Player} player */
const numbers = (player) => player.find('.ticks text').allTextContents();

timeline('strong ticks have their time beside them, as far apart as it needs', async ({ page, player }) => {
  await until('numbers', async () => (await numbers(player)).length > 3);
  const wide = await numbers(player);
  assert.equal(wide[0], '0 s');
  assert.deepEqual(wide.slice(1, 4), ['0.5', '1.0', '1.5'].slice(0, wide.length - 1));
  await player.run((element) => element.style.setProperty('height', '500px'));
  await page.setViewportSize({ width: 420, height: 540 });
  await until('fewer on a narrow one', async () => (await numbers(player)).length < wide.length);
  const places = await player.find('.ticks text').evaluateAll((all) => all.map((each) => each.getBoundingClientRect()));
  places.forEach(({ left }, index) => assert.ok(index === 0 || left > places[index - 1].right + 4, 'numbers stand apart'));
  await player.run((element) => element.setAttribute('fps', '0.5'));
  await until('minutes where a clip has them', async () => (await numbers(player)).some((text) => text === '1:00'));
  await player.run((element) => { element.removeAttribute('fps'); element.style.removeProperty('height'); });
  await page.setViewportSize({ width: 960, height: 540 });
});

timeline('the time and the frame under the pointer are told on the way to them', async ({ page, player }) => {
  const box = await player.find('.timeline').boundingBox();
  assert.ok(box);
  const tip = player.find('.when');
  await page.mouse.move(box.x + box.width / 2, box.y + 12);
  await tip.waitFor();
  const { duration, frames, time } = await player.state();
  assert.equal(await tip.innerText(), `${(duration / 2).toFixed(2)} s \u00b7 frame ${Math.round((frames - 1) / 2)}`);
  assert.equal(time, 0, 'nothing moves');
  // At the ends it stays on the bar.
  await page.mouse.move(box.x + box.width - 1, box.y + 12);
  const end = await tip.boundingBox();
  assert.ok(end && end.x + end.width <= box.x + box.width + 1, JSON.stringify(end));
  await page.mouse.move(box.x + 10, box.y - 100);
  await tip.waitFor({ state: 'hidden' });
});

timeline('the time can be typed as links spell it', async ({ page, player }) => {
  const field = player.root.getByRole('textbox', { name: 'Time' });
  for (const [text, expected] of /** @type {[string, number][]} */ ([['2.5', 2.5], ['0:01', 1], ['f60', 2], ['1,5', 1.5], ['soon', 1.5]])) {
    await field.click();
    await field.fill(text);
    await page.keyboard.press('Enter');
    assert.ok(Math.abs((await player.state()).time - expected) < 1e-3, `${text}: ${(await player.state()).time}`);
    assert.equal(await field.inputValue(), expected.toFixed(2));
  }
  await field.fill('2');
  await page.keyboard.press('Escape');
  assert.equal((await player.state()).time, 1.5);
  assert.equal(await player.run((element) => element.shadowRoot?.activeElement?.className), 'stage');
});

scene('in an embed of 640 by 360 the bar is one slim line, and the figure has half of the height', { path, size: [640, 360] }, async ({ page, player }) => {
  await player.loaded('walker');
  await player.find('.bar').waitFor();
  await player.settle();
  const bar = await player.find('.bar').boundingBox();
  assert.ok(bar && bar.height <= 44, JSON.stringify(bar));
  const figure = await player.isFramed();
  const free = await player.free();
  assert.ok(figure.height >= 0.5 * free.bottom, `${figure.height} of ${free.bottom}`);
  const play = await player.find('.btn.play').boundingBox();
  assert.ok(play && (play.x + play.width < figure.box.left || play.y > figure.box.bottom), 'the play button is not on it');
  await player.find('.btn.play').click();
  await player.plays();
  await until('the button is one of the bar', async () => ((await player.find('.btn.play').boundingBox())?.height ?? 99) <= 44);
  await page.setViewportSize({ width: 960, height: 600 });
  await until('a taller one has its ruler', () => player.find('.ticks').isVisible());
});

scene('a pose has nothing to play', { path: null }, async ({ page, player }) => {
  server.put('/pose.bvh', { body: stick().replace(/Frames:\s*\d+/, 'Frames: 1').replace(/(Frame Time:[^\n]*\n[^\n]*\n)[^]*/, '$1'), type: 'text/plain' });
  await page.goto(server.page('/pose.html', '<marey-player controls autoplay src="/pose.bvh"></marey-player>'));
  await player.loaded('pose');
  await player.find('.bar').waitFor();
  assert.match(await player.find('.title').innerText(), /A pose/);
  for (const hidden of ['.btn.play', '.timeline', '.time']) assert.equal(await player.find(hidden).isVisible(), false, hidden);
  assert.equal(await player.button('Settings').isVisible(), true);
});
