// of: controls, player
/** The keyboard, with the keys of common video players. */
import assert from 'node:assert/strict';
import { stick } from './support/clips.mjs';
import { pick } from './support/list.mjs';
import { scenes, until } from './support/scenes.mjs';

const { row, scene, server } = await scenes({ loads: 'walker' });

// Tall enough for the whole bar.
const keys = row(
  {
    size: [760, 500],
    path: server.page('/keys.html', '<input aria-label="outside"><marey-player controls share="/" src="/walker.bvh"></marey-player>'),
  },
  async ({ page, player }) => {
    await player.closesPanel();
    await player.run((element) => {
      element.loop = false;
      element.loopRange = null;
      element.playbackRate = 1;
      element.removeAttribute('nohotkeys');
    });
    await player.holdAt(1);
    await player.focus();
    await page.mouse.move(1, 1);
  },
);

/** The state in which every test begins: paused, no loop, no open panel. @param {Player} player @param {number} seconds */
const isUntouched = async (player, seconds) => {
  await player.isAt(seconds);
  const { paused, loop, rate } = await player.state();
  assert.deepEqual([paused, loop, rate], [true, false, 1]);
  assert.equal(await player.find('.panel').count(), 0);
};

for (const key of ['Space', 'k']) {
  keys(`${key} plays and pauses`, async ({ player }) => {
    await player.press(key);
    await player.plays();
    await player.press(key);
    await player.isPaused();
  });
}

keys('arrows move by a second, and stop at the ends', async ({ player }) => {
  await player.isAt(2, 'ArrowRight');
  await player.isAt(0, 'ArrowLeft', 'ArrowLeft');
  await player.isAt(0, 'ArrowLeft');
});

keys('comma and full stop move by a frame, and pause', async ({ player }) => {
  await player.press('Space');
  await player.plays();
  await player.press('.');
  const { paused, frame } = await player.state();
  assert.equal(paused, true);
  await player.showsFrame(frame + 1, '.');
  await player.showsFrame(frame - 1, ',', ',');
});

keys('Home, End and the digits jump', async ({ player }) => {
  const { duration } = await player.state();
  for (const [key, time] of /** @type {[string, number][]} */ ([
    ['End', duration],
    ['Home', 0],
    ['5', duration / 2],
    ['9', duration * 0.9],
    ['0', 0],
  ])) {
    await player.isAt(time, key);
  }
});

keys('brackets set the start and the end of a loop', async ({ player }) => {
  await player.press('[');
  await player.run((element) => {
    element.currentTime = 2;
  });
  await player.press(']');
  const { range, loop } = await player.state();
  assert.deepEqual(
    range?.map((second) => Number(second.toFixed(3))),
    [1, 2],
  );
  assert.equal(loop, true);
  await player.find('.toast').getByText('Loop ends at 2.00 s').waitFor();
  assert.equal(await player.find('.handle').first().isVisible(), true);
});

keys('angle brackets change the speed, l the loop', async ({ player }) => {
  await player.press('>');
  assert.equal((await player.state()).rate, 1.25);
  await player.press('<', '<');
  assert.equal((await player.state()).rate, 0.75);
  // A player this low has no loop button in its bar.
  const says = (/** @type {string} */ mode) =>
    until(mode, async () => (await player.find('.loop .toggle').getAttribute('aria-label')) === `Loop: ${mode}`);
  await player.press('l');
  assert.equal((await player.state()).loop, true);
  await says('Loop');
  await player.press('Shift+L');
  await says('Ping-pong');
  await player.press('l');
  await says('Play once');
  assert.equal((await player.state()).loop, false);
  await player.press('l');
  await player.find('.toast').getByText('Loop: Ping-pong').waitFor();
  await player.press('Shift+L');
  assert.deepEqual(await player.run((element) => [element.loop, element.loopMode]), [true, 'reverse']);
  await player.press('Shift+L');
  await says('Loop');
});

keys.deep('Shift with arrows turns the camera, plus and minus zoom', async ({ player }) => {
  const seen = [(await player.state()).camera];
  for (const key of ['Shift+ArrowLeft', 'Shift+ArrowUp', '+', '-']) {
    await player.press(key);
    await player.settle();
    const { camera } = await player.state();
    assert.notEqual(camera, seen[seen.length - 1], key);
    seen.push(camera);
  }
  await player.isAt(1);
});

keys('? shows the keys, i the details; Escape closes them and restores the focus', async ({ player }) => {
  await player.press('?');
  const panel = player.find('.panel');
  await panel.getByText('play or pause').waitFor();
  await player.press('Escape');
  await panel.waitFor({ state: 'detached' });
  assert.equal(await player.run((element) => element.shadowRoot?.activeElement?.className), 'stage');
  await player.press('i');
  await panel.getByRole('tree').waitFor();
  await player.press('i');
});

keys('f enters the full screen and leaves it', async ({ player }) => {
  await player.press('f');
  await until('it fills the screen', () => player.run((element) => document.fullscreenElement === element));
  await player.settle();
  await player.isFramed();
  await player.press('f');
  await until('it is back', () => player.run(() => document.fullscreenElement === null));
});

keys('keys do nothing while the focus is elsewhere', async ({ page, player }) => {
  const outside = page.getByLabel('outside');
  await outside.focus();
  await outside.blur();
  await player.press('k', 'ArrowRight', '5', 'l', '?', 'i');
  await outside.focus();
  await player.press('Space', 'k', 'ArrowRight', '5', 'l', '?');
  await isUntouched(player, 1);
  assert.equal(await outside.inputValue(), ' k5l?');
});

keys('keys typed into a field of the player stay in the field', async ({ player }) => {
  const field = player.root.getByRole('textbox', { name: 'Frame number' });
  await field.focus();
  await player.isAt(1, '1', '2', 'l');
  assert.equal((await player.state()).loop, false);
  await player.showsFrame(12, 'Enter');
});

keys('in a panel and in a menu keys move nothing on the stage', async ({ player }) => {
  await player.settle();
  const { camera } = await player.state();
  await player.press('?');
  const close = player.find('.panel').getByRole('button', { name: 'Close' });
  await close.waitFor();
  assert.equal(await close.evaluate((button) => button.matches(':focus')), true);
  const all = ['ArrowRight', 'End', '5', 'k', 'l', ',', '>', '[', '+', 'Shift+ArrowLeft'];
  await player.press(...all);
  // A scrolling text gets the focus itself.
  await player.find('.panel .body').focus();
  await player.press(...all);
  await player.press('Space', 'Escape');
  await player.find('.panel').waitFor({ state: 'detached' });
  await player.button(/^Speed/).click();
  await player.press('ArrowRight', '5', 'k', 'l', 'Escape');
  await isUntouched(player, 1);
  // The camera made room for the panel, and has gone back.
  await until('the camera is where it was', async () => (await player.state()).camera === camera);
  await player.find('.bar').getByRole('button', { name: 'Play', exact: true }).focus();
  await player.isAt(2, 'ArrowRight');
});

keys('with Ctrl, Alt or Meta a key is left to the browser', async ({ player }) => {
  await player.press('Control+l', 'Alt+k', 'Meta+l', 'Control+ArrowRight');
  await isUntouched(player, 1);
});

keys('nohotkeys turns the keys off', async ({ player }) => {
  await player.run((element) => element.setAttribute('nohotkeys', ''));
  await player.press('k', 'ArrowRight', '5', 'l', '?');
  await isUntouched(player, 1);
});

keys('Tab goes through the controls in their visual order, each with a visible ring', async ({ player }) => {
  /** @type {{ label: string, x: number, ring: string }[]} */
  const stops = [];
  for (let i = 0; i < 40; i += 1) {
    await player.press('Tab');
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
  assert.deepEqual(labels.slice(0, 2), ['Height of the curves', 'Timeline'], 'the bar’s upper edge first');
  const row = stops.filter(({ label }) => !/Height|Timeline|Loop (start|end)/.test(label));
  assert.deepEqual(
    row.map(({ x }) => x),
    row.map(({ x }) => x).sort((a, b) => a - b),
    labels.join(', '),
  );
  assert.ok(row.length >= 6, labels.join(', '));
  assert.ok(
    stops.every(({ ring }) => ring !== 'none'),
    JSON.stringify(stops),
  );
});

/** Space starts and stops the clip. @param {Player} player @param {string} when */
async function spaceTurns(player, when) {
  for (const paused of [true, false]) {
    await player.run((element, stops) => (stops ? element.play() : element.pause()), paused);
    await player.press('Space');
    assert.equal((await player.state()).paused, paused, when);
  }
}

scene.deep(
  'on a page that is nothing but the player keys work at once, whatever was clicked before',
  { path: '', size: [1280, 800], loads: 'Dance' },
  async ({ page, player }) => {
    await player.find('.welcome .wordmark').waitFor();
    assert.equal(await page.evaluate(() => document.activeElement === document.body), true);
    await spaceTurns(player, 'after loading');
    await player.press('Space');
    await player.isAt(2, '0', 'ArrowRight', 'ArrowRight');
    await player.find('.welcome .pick').filter({ hasText: 'Jump' }).click();
    await player.loaded('Jump');
    await spaceTurns(player, 'after a sample');
    await player.opens('take 1', { name: 'take 1.bvh', text: stick() }, { name: 'take 2.bvh', text: stick() });
    await spaceTurns(player, 'after a drop');
    await pick(player, 'take 2');
    await spaceTurns(player, 'after a row');
    assert.equal((await player.state()).name, 'take 2');
    await player.button(/^Speed/).click();
    await player.root.getByRole('menuitemradio', { name: '2\u00d7' }).click();
    await spaceTurns(player, 'after a choice in a menu');
    assert.equal(await player.find('.menu:visible').count(), 0);
    for (const [key, panel] of [
      ['i', 'details'],
      ['?', 'help'],
    ]) {
      await player.press(key);
      await player.find(`.panel[data-panel="${panel}"]`).waitFor();
      await spaceTurns(player, `beside ${panel}`);
      assert.equal(await player.find('.panel').count(), 1);
      await player.press('Escape');
      await player.find('.panel').waitFor({ state: 'detached' });
    }
  },
);

scene(
  'on the page Space presses a control that was reached by Tab, and fields keep their keys',
  { path: '', size: [1280, 800], loads: 'Dance' },
  async ({ player }) => {
    await player.find('.welcome .wordmark').waitFor();
    await player.run((element) => element.pause());
    await player.find('.welcome .pick').filter({ hasText: 'Dance' }).focus();
    await player.press('Tab', 'Space');
    await player.loaded('Jump');
    await player.run((element) => element.pause());
    await player.find('.frame input').focus();
    await player.press('5', 'k', 'l');
    assert.equal((await player.state()).loop, true);
    assert.equal((await player.state()).paused, true);
    await player.button(/^Speed/).click();
    await player.press('k', 'ArrowDown', 'Escape');
    assert.equal((await player.state()).paused, true, 'an open menu gets the key');
  },
);
