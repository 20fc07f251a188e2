// of: controls
/** The timeline: the numbers on its ruler, the tooltip under the pointer, the time field, and the bar of one line in an embed. */
import assert from 'node:assert/strict';
import { long, stick, walker } from './support/clips.mjs';
import { scenes, until } from './support/scenes.mjs';

const POSE = stick()
  .replace(/Frames:\s*\d+/, 'Frames: 1')
  .replace(/(Frame Time:[^\n]*\n[^\n]*\n)[^]*/, '$1');
const { row, scene, server } = await scenes({
  // The long clip arrives in six packets or more.
  files: { '/stick.bvh': stick(), '/pose.bvh': POSE, '/minute.bvh': walker({ frames: 1801 }), '/long.bvh': long(14e6) },
});
const path = server.page('/timeline.html', '<marey-player controls src="/walker.bvh"></marey-player>');
const timeline = row({ path, size: [960, 540] }, async ({ player }) => {
  await player.loaded('walker');
  await player.holdAt(0);
});

/** @param {Player} player */
const numbers = (player) => player.find('.ticks text').allTextContents();

/** @param {Player} player */
const line = async (player) => {
  const box = await player.box('.timeline');
  return { ...box, y: box.y + 12 };
};

timeline('major ticks have their time beside them, as far apart as it needs', async ({ page, player }) => {
  await until('numbers', async () => (await numbers(player)).length > 3);
  const wide = await numbers(player);
  assert.equal(wide[0], '0 s');
  assert.deepEqual(wide.slice(1, 4), ['0.5', '1.0', '1.5'].slice(0, wide.length - 1));
  await player.run((element) => {
    element.style.setProperty('height', '500px');
    element.style.setProperty('aspect-ratio', 'auto');
  });
  await page.setViewportSize({ width: 420, height: 540 });
  await until('fewer on a narrow player', async () => (await numbers(player)).length < wide.length);
  const places = await player.find('.ticks text').evaluateAll((all) => all.map((each) => each.getBoundingClientRect()));
  places.forEach(({ left }, index) => assert.ok(index === 0 || left > places[index - 1].right + 4, 'numbers stand apart'));
  await player.run((element) => element.setAttribute('fps', '0.5'));
  await until('minutes in a long clip', async () => (await numbers(player)).includes('1:00'));
  await player.run((element) => {
    element.removeAttribute('fps');
    element.style.removeProperty('height');
    element.style.removeProperty('aspect-ratio');
  });
  await page.setViewportSize({ width: 960, height: 540 });
});

timeline('a tooltip shows the time and the frame under the pointer', async ({ page, player }) => {
  const { x, y, width } = await line(player);
  const tip = player.find('.tip');
  await page.mouse.move(x + width / 2, y);
  await tip.waitFor();
  const { duration, frames, time } = await player.state();
  assert.equal(await tip.innerText(), `${(duration / 2).toFixed(2)} s \u00b7 frame ${Math.round((frames - 1) / 2)}`);
  assert.equal(time, 0, 'nothing moves');
  await page.mouse.move(x + width - 1, y);
  const end = await tip.boundingBox();
  assert.ok(end && end.x + end.width <= x + width + 1, JSON.stringify(end));
  await page.mouse.move(x + 10, y - 112);
  await tip.waitFor({ state: 'hidden' });
});

timeline('while an end of the loop is dragged a tooltip shows its time', async ({ page, player }) => {
  await player.run((element) => {
    element.loopRange = [1, 2];
  });
  const { x, y, width } = await line(player);
  const { duration } = await player.state();
  const at = (/** @type {number} */ seconds) => x + (width * seconds) / duration;
  await page.mouse.move(at(1) - 5, y);
  await page.mouse.down();
  await page.mouse.move(at(2.6), y, { steps: 4 });
  const [from] = await player.run((element) => element.loopRange ?? [0, 0]);
  assert.ok(from > 1.9 && from < 2, String(from));
  assert.ok((await player.find('.tip').innerText()).startsWith(from.toFixed(2)), await player.find('.tip').innerText());
  await page.mouse.up();
  await player.run((element) => {
    element.loopRange = null;
    element.loop = false;
  });
});

timeline('outside the zoomed window the playhead is shown at the end where it left', async ({ page, player }) => {
  const beyond = () => player.find('.timeline').getAttribute('data-beyond');
  await player.focus();
  await player.press('z', 'z');
  assert.equal(await beyond(), null);
  await player.find('.overview').focus();
  await player.press('End');
  await until('it is before the window', async () => (await beyond()) === 'before');
  await player.holdAt((await player.state()).duration);
  await player.find('.overview').focus();
  await player.press('Home');
  await until('it is after the window', async () => (await beyond()) === 'after');
  await player.hotkey('w');
  await until('all is shown', async () => (await beyond()) === null);
  await page.mouse.move(1, 1);
});

scene(
  'in a slim bar no end of the loop covers the time or the speed',
  { path, size: [640, 360], loads: 'walker' },
  async ({ page, player }) => {
    for (const width of [640, 560, 480, 400]) {
      await page.setViewportSize({ width, height: 360 });
      for (const range of [null, [0, 1]]) {
        await player.run((element, ends) => {
          element.loopRange = /** @type {[number, number] | null} */ (ends);
          element.loop = true;
        }, range);
        const touched = await player.run((element) =>
          ['.time', '.speed'].filter((part) => {
            const root = /** @type {ShadowRoot} */ (element.shadowRoot);
            const { left, right, top, bottom } = /** @type {Element} */ (root.querySelector(part)).getBoundingClientRect();
            return [left, right].some((x) => root.elementsFromPoint(x, (top + bottom) / 2).some((each) => each.matches('.handle')));
          }),
        );
        assert.deepEqual(touched, [], `${width} ${range}`);
      }
    }
  },
);

timeline('the time can be typed in the formats of links', async ({ player }) => {
  const field = player.root.getByRole('textbox', { name: 'Time' });
  for (const [text, expected] of /** @type {const} */ ([
    ['2.5', 2.5],
    ['0:01', 1],
    ['f60', 2],
    ['1,5', 1.5],
    ['soon', 1.5],
  ])) {
    await field.click();
    await field.fill(text);
    await player.press('Enter');
    assert.ok(Math.abs((await player.state()).time - expected) < 1e-3, `${text}: ${(await player.state()).time}`);
    assert.equal(await field.inputValue(), expected.toFixed(2));
  }
  await field.fill('2');
  await player.press('Escape');
  assert.equal((await player.state()).time, 1.5);
  assert.equal(await player.run((element) => element.shadowRoot?.activeElement?.className), 'stage');
});

timeline('a growing clip is laid out at most once a picture, however fast it arrives', async ({ player }) => {
  await player.find('.ticks text').first().waitFor();
  const drawn = await player.run(async (element) => {
    const timeline = /** @type {HTMLElement} */ (element.shadowRoot?.querySelector('.timeline'));
    const { style } = timeline;
    let written = 0;
    style.setProperty = (name, value) => {
      if (name === '--from') written += 1;
      CSSStyleDeclaration.prototype.setProperty.call(style, name, value);
    };
    // No animation frame comes meanwhile.
    const { requestAnimationFrame } = globalThis;
    /** @type {FrameRequestCallback[]} */
    const held = [];
    globalThis.requestAnimationFrame = (callback) => held.push(callback);
    const whole = new Promise((resolve) => {
      element.addEventListener('cliploaded', resolve, { once: true });
    });
    element.src = '/long.bvh';
    await whole;
    globalThis.requestAnimationFrame = requestAnimationFrame;
    for (const callback of held) requestAnimationFrame(callback);
    Reflect.deleteProperty(style, 'setProperty');
    return written;
  });
  assert.ok(drawn > 0 && drawn <= 3, `once at its start, with its first frames and at its end: ${drawn}`);
  await until('all of it is loaded', async () => (await player.state()).frames > 1000);
  await player.run((element) => {
    element.src = '/walker.bvh';
  });
});

scene.deep(
  'at 640 by 360 an embed has a slim bar of one line, and the figure has half of the height',
  { path, size: [640, 360], loads: 'walker' },
  async ({ page, player }) => {
    await player.find('.bar').waitFor();
    await player.settle();
    const bar = await player.box('.bar');
    assert.ok(bar.height <= 44, JSON.stringify(bar));
    const figure = await player.isFramed();
    const free = await player.free();
    assert.ok(figure.height >= 0.5 * free.bottom, `${figure.height} of ${free.bottom}`);
    const play = await player.box('.btn.play');
    assert.ok(play.x + play.width < figure.box.left || play.y > figure.box.bottom, 'the play button is not on it');
    await player.find('.btn.play').click();
    await player.plays();
    await until('the button is one of the bar', async () => ((await player.find('.btn.play').boundingBox())?.height ?? 99) <= 44);
    await page.setViewportSize({ width: 960, height: 600 });
    await until('a taller player has its ruler', () => player.find('.ticks').isVisible());
  },
);

scene(
  'a pose has no controls to play',
  { path: server.page('/pose.html', '<marey-player controls autoplay src="/pose.bvh"></marey-player>'), loads: 'pose' },
  async ({ player }) => {
    await player.find('.bar').waitFor();
    assert.match(await player.find('.title').innerText(), /A pose/);
    for (const hidden of ['.btn.play', '.timeline', '.time']) assert.equal(await player.find(hidden).isVisible(), false, hidden);
    assert.equal(await player.button('More').isVisible(), true);
  },
);

/** The first and last second of the timeline's window. @param {Player} player @returns {Promise<[number, number] | null>} */
const shownPart = async (player) => {
  const overview = player.root.getByRole('slider', { name: 'Part of the clip that the timeline shows' });
  if (!(await overview.isVisible())) return null;
  const [from, to] = ((await overview.getAttribute('aria-valuetext')) ?? '').split(' to ').map(Number.parseFloat);
  return [from, to];
};

const LONG = server.page('/minute.html', '<marey-player controls gestures="all" loop src="/minute.bvh"></marey-player>');
scene.deep(
  'the wheel zooms a long clip\u2019s timeline around the pointer; everything on it follows the window, and the whole clip comes back',
  { path: LONG, size: [960, 540], loads: 'minute', at: 30 },
  async ({ page, player }) => {
    await player.find('.bar').waitFor();
    assert.equal(await shownPart(player), null);
    const { x, y, width } = await line(player);
    const at = (/** @type {number} */ share) => page.mouse.move(x + share * width, y);
    /** @param {string} what @param {(first: number, last: number) => boolean} is */
    const shows = (what, is) =>
      until(what, async () => {
        const part = await shownPart(player);
        return part && is(...part) ? part : null;
      });
    await at(0.5);
    const tip = player.find('.tip');
    await tip.waitFor();
    const before = await tip.innerText();
    for (let turn = 0; turn < 3; turn += 1) await page.mouse.wheel(0, -300);
    const [from, to] = await shows('it is zoomed', (first, last) => last - first < 8);
    assert.ok(from > 20 && to < 40, `${from} to ${to}`);
    assert.equal(await tip.innerText(), before, 'the time under the pointer stays');
    const labels = await numbers(player);
    assert.ok(
      labels.length > 3 &&
        labels.every((label) => {
          const second = Number.parseFloat(label);
          return second >= from - 0.01 && second <= to + 0.01;
        }),
      labels.join(', '),
    );

    await page.mouse.click(x + 0.25 * width, y);
    const wanted = from + 0.25 * (to - from);
    assert.ok(Math.abs((await player.state()).time - wanted) < 0.06, `${(await player.state()).time}, not ${wanted}`);

    await player.run((element) => {
      element.loopRange = [20, 31];
    });
    const end = player.find('.handle.out');
    const place = (31 - from) / (to - from);
    await page.mouse.move(x + place * width + 4, y);
    await page.mouse.down();
    await page.mouse.move(x + 1.5 * width, y, { steps: 4 });
    await page.mouse.up();
    const { range } = await player.state();
    assert.ok(range && Math.abs(range[1] - to) < 0.1, `${range?.[1]}, not ${to}`);
    assert.equal(await end.isVisible(), true);
    await player.run((element) => {
      element.loopRange = null;
    });

    await at(0.5);
    await page.keyboard.down('Shift');
    await page.mouse.wheel(0, 200);
    await page.keyboard.up('Shift');
    const [aside] = await shows('it moved', (first) => first !== from);
    assert.ok(aside > from);
    const overview = await player.box('.overview');
    await page.mouse.click(overview.x + overview.width / 6, overview.y + overview.height / 2);
    const [left, right] = (await shownPart(player)) ?? [];
    assert.ok(left !== undefined && right !== undefined && Math.abs((left + right) / 2 - 10) < 0.5, `${left} to ${right}`);
    assert.equal((await player.state()).time > 20, true, 'panning does not seek');
    await player.find('.overview').focus();
    await player.press('End');
    assert.match((await player.find('.overview').getAttribute('aria-valuetext')) ?? '', / to 60\.00 s$/);

    // Playing scrolls the window to the playhead and along with it.
    await player.run((element) => element.seekToFrame(600));
    await player.hotkey('ArrowRight');
    const [first, last] = await shows('the moment is in it', (start, stop) => start < 21 && stop > 21);
    await player.run((element) => {
      element.playbackRate = 8;
      return element.play();
    });
    await shows('it turns the page', (start) => start > last - 1);
    await player.run((element) => element.pause());
    const { time } = await player.state();
    const part = await shownPart(player);
    assert.ok(part && time >= part[0] - 0.01 && time <= part[1] + 0.01 && part[0] > first, `${time} in ${part}`);

    await player.root.getByRole('button', { name: /Show the whole clip/ }).click();
    assert.equal(await shownPart(player), null);
    await player.hotkey('z');
    await player
      .find('.toast')
      .getByText(/^[\d.]+ to [\d.]+ s$/)
      .waitFor();
    assert.ok(await shownPart(player));
    await player.press('w');
    assert.equal(await shownPart(player), null);
    await player.press('z');
    await page.mouse.dblclick(x + width / 2, y);
    assert.equal(await shownPart(player), null);
    await player.press('z');
    await player.shows('/stick.bvh');
    await until('it is whole', async () => (await shownPart(player)) === null);
  },
);

const TALL = server.page('/tall.html', '<marey-player controls width="944" height="500" src="/minute.bvh"></marey-player><p></p>');
scene(
  'on another page the wheel over the timeline scrolls that page until the player is used',
  { path: TALL, size: [960, 540], loads: 'minute' },
  async ({ page, player }) => {
    await page.evaluate(() => document.querySelector('p')?.style.setProperty('height', '2000px'));
    await player.run((element) => element.pause());
    await page.mouse.move(480, 100);
    await player.find('.bar').waitFor();
    let { x, y, width } = await line(player);
    await page.mouse.move(x + width / 2, y);
    await page.mouse.wheel(0, -100);
    await page.mouse.wheel(0, 100);
    await until('the page scrolls', () => page.evaluate(() => scrollY > 0));
    assert.equal(await shownPart(player), null);
    await page.evaluate(() => scrollTo(0, 0));
    await until('it is back', () => page.evaluate(() => scrollY === 0));
    await player.focus();
    ({ x, y, width } = await line(player));
    await page.mouse.move(x + width / 2, y);
    await page.mouse.wheel(0, -200);
    await until('it is zoomed', () => shownPart(player));
    assert.equal(await page.evaluate(() => scrollY), 0);
  },
);

const TOUCH = server.page('/touch.html', '<marey-player controls width="374" height="700" src="/minute.bvh"></marey-player>');
scene(
  'two fingers zoom the timeline without seeking',
  { path: TOUCH, size: [390, 780], touch: true, loads: 'minute', at: 12 },
  async ({ context, page, player }) => {
    await player.find('.bar').waitFor();
    await player.settle();
    const { x, y, width } = await line(player);
    const session = await context.newCDPSession(page);
    const touch = (/** @type {string} */ type, /** @type {number[]} */ ...shares) =>
      session.send('Input.dispatchTouchEvent', {
        type: /** @type {any} */ (type),
        touchPoints: shares.map((share, id) => ({ x: x + share * width, y, id })),
      });
    await touch('touchStart', 0.4);
    await touch('touchStart', 0.4, 0.6);
    for (const apart of [0.15, 0.2, 0.3, 0.4]) await touch('touchMove', 0.5 - apart, 0.5 + apart);
    await touch('touchEnd');
    const [from, to] = await until('it is zoomed', () => shownPart(player));
    // The times under the fingers stay: 24 s at a tenth of the width, 36 s at nine tenths.
    assert.ok(Math.abs(from - 22.5) < 0.7 && Math.abs(to - 37.5) < 0.7, `${from} to ${to}`);
    assert.equal((await player.state()).time, 12);
  },
);
