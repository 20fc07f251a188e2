/** The keyboard, as video players taught everybody to use it. */
import assert from 'node:assert/strict';
import { walker } from './support/clips.mjs';
import { scenes } from './support/scenes.mjs';
import { until } from './support/browser.mjs';

const { scene, row, server } = await scenes();
server.put('/walker.bvh', { body: walker(), type: 'text/plain' });

// High enough for the whole bar.
const keys = row({ size: [760, 500], path: server.page('/keys.html', '<input aria-label="outside"><marey-player controls src="/walker.bvh"></marey-player>') },
  async ({ page, player }) => {
    await player.loaded('walker');
    if (await player.find('.panel').count()) await player.find('.panel').getByRole('button', { name: 'Close' }).click();
    await player.run((element) => { element.loop = false; element.loopRange = null; element.playbackRate = 1; element.removeAttribute('nohotkeys'); });
    await player.holdAt(1);
    await player.focus();
    await page.mouse.move(1, 1);
  });

/** @param {import('./support/player.mjs').Player} player @param {number} seconds */
const isAt = async (player, seconds) => {
  const { time } = await player.state();
  assert.ok(Math.abs(time - seconds) < 1e-3, `at ${time}, not at ${seconds}`);
};

for (const key of ['Space', 'k']) {
  keys(`${key} plays and pauses`, async ({ page, player }) => {
    await page.keyboard.press(key);
    await player.plays();
    await page.keyboard.press(key);
    await until('it pauses', async () => (await player.state()).paused);
  });
}

keys('arrows move by a second, and stop at the ends', async ({ page, player }) => {
  await page.keyboard.press('ArrowRight');
  await isAt(player, 2);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await isAt(player, 0);
  await page.keyboard.press('ArrowLeft');
  await isAt(player, 0);
});

keys('comma and full stop move by a frame, and pause', async ({ page, player }) => {
  await page.keyboard.press('Space');
  await player.plays();
  await page.keyboard.press('.');
  const { paused, frame } = await player.state();
  assert.equal(paused, true);
  await page.keyboard.press('.');
  assert.equal((await player.state()).frame, frame + 1);
  await page.keyboard.press(',');
  await page.keyboard.press(',');
  assert.equal((await player.state()).frame, frame - 1);
});

keys('Home, End and the digits jump', async ({ page, player }) => {
  const { duration } = await player.state();
  for (const [key, time] of /** @type {[string, number][]} */ ([['End', duration], ['Home', 0], ['5', duration / 2], ['9', duration * 0.9], ['0', 0]])) {
    await page.keyboard.press(key);
    await isAt(player, time);
  }
});

keys('brackets mark a loop from here to here', async ({ page, player }) => {
  await page.keyboard.press('[');
  await player.run((element) => { element.currentTime = 2; });
  await page.keyboard.press(']');
  const { range, loop } = await player.state();
  assert.deepEqual(range?.map((second) => Number(second.toFixed(3))), [1, 2]);
  assert.equal(loop, true);
  await player.find('.toast').getByText('Loop ends at 2.00 s').waitFor();
  assert.equal(await player.find('.handle').first().isVisible(), true);
});

keys('angle brackets change the speed, l the loop', async ({ page, player }) => {
  await page.keyboard.press('>');
  assert.equal((await player.state()).rate, 1.25);
  await page.keyboard.press('<');
  await page.keyboard.press('<');
  assert.equal((await player.state()).rate, 0.75);
  // The bar of a player as flat as this one shows no loop.
  const says = (/** @type {string} */ mode) => until(mode, async () => await player.find('.loop .toggle').getAttribute('aria-label') === `Loop: ${mode}`);
  await page.keyboard.press('l');
  assert.equal((await player.state()).loop, true);
  await says('Loop');
  await page.keyboard.press('Shift+L');
  await says('Ping-pong');
  await page.keyboard.press('l');
  await says('Play once');
  assert.equal((await player.state()).loop, false);
  await page.keyboard.press('l');
  await player.find('.toast').getByText('Loop: Ping-pong').waitFor();
  await page.keyboard.press('Shift+L');
  assert.deepEqual(await player.run((element) => [element.loop, element.loopMode]), [true, 'reverse']);
  await page.keyboard.press('Shift+L');
  await says('Loop');
});

keys('Shift with arrows turns the camera, plus and minus zoom', async ({ page, player }) => {
  const seen = [(await player.state()).camera];
  for (const key of ['Shift+ArrowLeft', 'Shift+ArrowUp', '+', '-']) {
    await page.keyboard.press(key);
    await player.settle();
    const { camera } = await player.state();
    assert.notEqual(camera, seen[seen.length - 1], key);
    seen.push(camera);
  }
  await isAt(player, 1);
});

keys('? shows the keys, i the details; Escape closes them and gives the focus back', async ({ page, player }) => {
  await page.keyboard.press('?');
  const panel = player.find('.panel');
  await panel.getByText('play or pause').waitFor();
  await page.keyboard.press('Escape');
  await panel.waitFor({ state: 'detached' });
  assert.equal(await player.run((element) => element.shadowRoot?.activeElement?.className), 'stage');
  await page.keyboard.press('i');
  await panel.getByRole('tree').waitFor();
  await page.keyboard.press('i');
});

keys('f asks for the full screen and gives it back', async ({ page, player }) => {
  await page.keyboard.press('f');
  await until('it fills the screen', () => player.run((element) => document.fullscreenElement === element));
  await player.settle();
  await player.isFramed();
  await page.keyboard.press('f');
  await until('it is back', () => player.run(() => document.fullscreenElement === null));
});

keys('keys do nothing while the focus is elsewhere', async ({ page, player }) => {
  const outside = page.getByLabel('outside');
  await outside.focus();
  await outside.blur();
  for (const key of ['k', 'ArrowRight', '5', 'l', '?', 'i']) await page.keyboard.press(key);
  await outside.focus();
  for (const key of ['Space', 'k', 'ArrowRight', '5', 'l', '?']) await page.keyboard.press(key);
  await isAt(player, 1);
  const { paused, loop } = await player.state();
  assert.deepEqual([paused, loop], [true, false]);
  assert.equal(await page.getByLabel('outside').inputValue(), ' k5l?');
  assert.equal(await player.find('.panel').count(), 0);
});

keys('keys typed into a field of the player belong to the field', async ({ page, player }) => {
  const field = player.root.getByRole('textbox', { name: 'Frame number' });
  await field.focus();
  await page.keyboard.type('12');
  await page.keyboard.press('l');
  await isAt(player, 1);
  assert.equal((await player.state()).loop, false);
  await page.keyboard.press('Enter');
  assert.equal((await player.state()).frame, 12);
});

keys('in a panel and in a menu keys move nothing on the stage', async ({ page, player }) => {
  await page.keyboard.press('?');
  const close = player.find('.panel').getByRole('button', { name: 'Close' });
  await close.waitFor();
  assert.equal(await close.evaluate((button) => button.matches(':focus')), true);
  const { camera } = await player.state();
  const press = async () => { for (const key of ['ArrowRight', 'End', '5', 'k', 'l', ',', '>', '[', '+', 'Shift+ArrowLeft']) await page.keyboard.press(key); };
  await press();
  // A text that scrolls has the focus itself.
  await player.find('.panel .body').focus();
  await press();
  await page.keyboard.press('Space');
  await page.keyboard.press('Escape');
  await player.find('.panel').waitFor({ state: 'detached' });
  await player.button(/^Speed/).click();
  for (const key of ['ArrowRight', '5', 'k', 'l']) await page.keyboard.press(key);
  await page.keyboard.press('Escape');
  await isAt(player, 1);
  const now = await player.state();
  assert.deepEqual([now.paused, now.loop, now.rate, now.camera], [true, false, 1, camera]);
  await player.find('.bar').getByRole('button', { name: 'Play', exact: true }).focus();
  await page.keyboard.press('ArrowRight');
  await isAt(player, 2);
});

keys('with Ctrl, Alt or Meta a key is the browser\u2019s', async ({ page, player }) => {
  for (const key of ['Control+k', 'Alt+k', 'Meta+k', 'Control+ArrowRight']) await page.keyboard.press(key);
  assert.equal((await player.state()).paused, true);
  await isAt(player, 1);
});

keys('nohotkeys turns them off', async ({ page, player }) => {
  await player.run((element) => element.setAttribute('nohotkeys', ''));
  for (const key of ['k', 'ArrowRight', '5', 'l', '?']) await page.keyboard.press(key);
  await isAt(player, 1);
  const { paused, loop } = await player.state();
  assert.deepEqual([paused, loop], [true, false]);
  assert.equal(await player.find('.panel').count(), 0);
});

scene('Tab goes through the controls in their visual order, each with a visible ring', { path: '' }, async ({ page, player }) => {
  await player.loaded();
  await player.run((element) => element.pause());
  await player.focus();
  /** @type {{ label: string, y: number, x: number, ring: string }[]} */
  const stops = [];
  for (let i = 0; i < 40; i += 1) {
    await page.keyboard.press('Tab');
    const stop = await player.run((element) => {
      const active = element.shadowRoot?.activeElement;
      if (!(active instanceof HTMLElement) || !active.closest('.bar')) return null;
      const box = active.getBoundingClientRect();
      const style = getComputedStyle(active);
      // A range input shows the ring on its thumb, the frame field on its pill.
      const ring = active.matches('input') ? 'own' : style.outlineStyle;
      return { label: active.getAttribute('aria-label') ?? '', x: box.x, y: box.y, ring };
    });
    if (stop) stops.push(stop);
    else if (stops.length) break;
  }
  const labels = stops.map(({ label }) => label);
  assert.equal(labels[0], 'Timeline');
  const row = stops.filter(({ label }) => !/Timeline|Loop (start|end)/.test(label));
  assert.deepEqual(row.map(({ x }) => x), row.map(({ x }) => x).sort((a, b) => a - b), labels.join(', '));
  assert.ok(row.length >= 6, labels.join(', '));
  assert.ok(stops.every(({ ring }) => ring !== 'none'), JSON.stringify(stops));
});
