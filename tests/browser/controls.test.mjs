// of: controls, panels
/** Every control of the bar and the panels does what it says. */
import assert from 'node:assert/strict';
import { flapper, walker } from './support/clips.mjs';
import { openPanel, pointAtJoint } from './support/hands.mjs';
import { difference } from './support/pixels.mjs';
import { scenes, until } from './support/scenes.mjs';

const { row, server } = await scenes({ files: { '/flapper.bvh': flapper(), '/path.bvh': walker({ frames: 120, speed: 120 }) } });
const page = server.page('/controls.html', '<marey-player controls share="/" src="/walker.bvh"></marey-player>');

/** @typedef {import('./support/scenes.mjs').Scene} Scene */

/** Resets the player. Under reduced motion the camera jumps, which saves time; easing has its own test. @param {Scene} scene @param {string} clip */
async function fresh({ page: tab, player }, clip) {
  await player.run((element) => {
    element.loop = false;
    element.playbackRate = 1;
    for (const name of ['theme', 'interpolation', 'in-place', 'follow', 'fps', 'unit', 'up', 'patterns']) element.removeAttribute(name);
  });
  // Loading the clip again resets everything that belongs to it.
  await player.record('cliploaded');
  await player.run((element, src) => {
    element.src = src;
    element.load();
  }, `/${clip}.bvh`);
  await until('it is read', async () => (await player.events()).includes('cliploaded'));
  await player.loaded(clip);
  await player.closesPanel();
  await player.run((element) => {
    element.cameraState = 'home';
  });
  await player.holdAt(0);
  await tab.mouse.move(5, 5);
}

const warm = row({ path: page, size: [820, 520], reducedMotion: true });
const [controls, flapping, walking] = ['walker', 'flapper', 'path'].map(
  (clip) => (/** @type {string} */ name, /** @type {(scene: Scene) => Promise<void>} */ body) =>
    warm(name, (scene) => fresh(scene, clip).then(() => body(scene))),
);

/** @param {Player} player @param {string} name */
const slider = (player, name) => player.root.getByRole('slider', { name });

/** @param {Player} player @param {string} name of a switch in the settings */
async function switchOn(player, name) {
  await openPanel(player, 'Settings');
  await player.root.getByRole('switch', { name }).check();
  await player.closesPanel();
}

/** How far the figure's middle moves in the picture in three seconds, in pixels. @param {Player} player */
async function distance(player) {
  const middles = [];
  for (const second of [0, 3]) {
    await player.holdAt(second);
    const { box } = await player.figure();
    middles.push((box.left + box.right) / 2);
  }
  return Math.abs(middles[1] - middles[0]);
}

controls('the current view is marked until the camera is turned', async ({ player }) => {
  const pressed = () => player.find('.viewpoints [aria-pressed="true"]').allInnerTexts();
  assert.deepEqual(await pressed(), []);
  for (const name of ['Front', 'Side', 'Top', 'Front']) {
    await player.button(name).click();
    assert.deepEqual(await pressed(), [name]);
  }
  await player.button('No perspective').click();
  assert.deepEqual(await pressed(), ['Front', 'No perspective'], 'the projection leaves the view');
  await player.button('No perspective').click();
  await player.hotkey('Shift+ArrowLeft');
  await until('no view is marked', async () => (await pressed()).length === 0);
  await player.press('Numpad7');
  assert.deepEqual(await pressed(), ['Top'], 'also by a key');
  await player.button('Reset view').click();
  assert.deepEqual(await pressed(), []);
});

controls('the views are unreachable while a panel covers them', async ({ player }) => {
  const view = player.find('.viewpoints').getByRole('button', { name: 'Front' });
  assert.ok(await view.isVisible());
  await player.details();
  const panel = player.find('.panel');
  await panel.waitFor();
  assert.equal(await view.isVisible(), false);
  await player.press('Escape');
  await panel.waitFor({ state: 'detached' });
  assert.ok(await view.isVisible());
});

controls('a new clip ends the range, also in the bar', async ({ player }) => {
  await player.run((element) => {
    element.loopRange = [0.5, 1];
  });
  await player.find('.bar .range').waitFor();
  assert.equal((await player.shows('/path.bvh')).range, null);
  assert.equal(await player.find('.bar .range').isVisible(), false);
});

controls('the play button plays and pauses, and its name says which', async ({ player }) => {
  await player.find('.bar').getByRole('button', { name: 'Play', exact: true }).click();
  await player.plays();
  await player.button('Pause').click();
  await player.isPaused();
  const { duration } = await player.state();
  await player.holdAt(duration - 0.05);
  await player.find('.bar').getByRole('button', { name: 'Play', exact: true }).click();
  await player.button('Play again').click();
  await until('it starts again', async () => (await player.state()).time < duration - 0.05);
});

controls('the play button is larger until a clip has been played, and nothing covers the figure', async ({ player }) => {
  const first = player.find('.bar[data-first]');
  const width = async () => (await player.find('.btn.play').boundingBox())?.width ?? 0;
  await first.waitFor();
  const large = await width();
  assert.equal(
    await player.find('.centre').evaluate((centre) => [...centre.children].some((each) => each.getBoundingClientRect().width > 0)),
    false,
  );
  await player.run((element) => {
    element.currentTime = 1;
  });
  await first.waitFor({ state: 'detached' });
  assert.ok((await width()) < large);
  await player.run((element) => {
    element.currentTime = 0;
  });
  await first.waitFor();
  await player.find('.btn.play').click();
  await player.plays();
  await first.waitFor({ state: 'detached' });
});

controls('a click on the empty stage plays and pauses', async ({ page: tab, player }) => {
  await player.run((element) => element.play());
  await tab.mouse.click(150, 250);
  await player.isPaused();
  await tab.mouse.click(150, 270);
  await until('it plays', async () => !(await player.state()).paused);
});

controls('the step buttons go by one frame', async ({ player }) => {
  for (const [name, expected] of /** @type {const} */ ([
    ['Next frame', 1],
    ['Next frame', 2],
    ['Previous frame', 1],
  ])) {
    await player.button(name).click();
    const { frame, paused } = await player.state();
    assert.deepEqual([frame, paused], [expected, true]);
  }
});

controls('the frame field shows the frame and goes to the typed one', async ({ page: tab, player }) => {
  const field = player.root.getByRole('textbox', { name: 'Frame number' });
  await field.click();
  await tab.keyboard.type('44');
  await player.press('Enter');
  assert.equal((await player.state()).frame, 44);
  await player.settle();
  for (const [text, what] of [
    ['99999', 'no further than the last'],
    ['many', 'what is no number changes nothing'],
  ]) {
    await field.fill(text);
    await player.press('Enter');
    assert.equal((await player.state()).frame, 89, what);
  }
  await player.press('ArrowDown');
  assert.equal(await field.inputValue(), '88');
  await player.press('Escape');
  await player.holdAt(1);
  assert.equal(await field.inputValue(), '30');
});

controls('the timeline is a native slider: a drag scrubs at once, and its text names the position', async ({ page: tab, player }) => {
  const timeline = slider(player, 'Timeline');
  assert.equal(await timeline.evaluate((input) => input.localName), 'input');
  const box = await player.box('.scrub');
  const before = await player.picture();
  await player.record('seeking', 'seeked');
  await tab.mouse.move(box.x + box.width * 0.1, box.y + box.height / 2);
  await tab.mouse.down();
  await tab.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2, { steps: 4 });
  await until('it follows', async () => {
    const { frame } = await player.state();
    return frame > 20 && frame < 34;
  });
  await player.settle();
  assert.ok(difference(before, await player.picture()) > 200, 'the picture follows while the button is held');
  await tab.mouse.move(box.x + box.width * 0.75, box.y + box.height / 2, { steps: 4 });
  await tab.mouse.up();
  const { frame } = await player.state();
  assert.ok(frame > 60 && frame < 74, `frame ${frame}`);
  assert.match((await timeline.getAttribute('aria-valuetext')) ?? '', new RegExp(`^frame ${frame} of 89, \\d\\.\\d\\d s of 2\\.97 s$`));
  assert.ok((await player.events()).length >= 4);
});

controls('after a scrub while playing it plays on', async ({ player }) => {
  const timeline = slider(player, 'Timeline');
  await player.run((element) => {
    element.loop = true;
    return element.play();
  });
  await timeline.dragTo(timeline, { sourcePosition: { x: 100, y: 5 }, targetPosition: { x: 250, y: 5 }, steps: 3 });
  await player.plays();
});

controls('the loop\u2019s handles set its range, and a button clears it', async ({ player }) => {
  await player.button('Loop: Play once').click();
  await player.root.getByRole('menuitemradio', { name: 'Loop', exact: true }).click();
  assert.equal((await player.state()).loop, true);
  await slider(player, 'Loop start').focus();
  await player.press(...Array(30).fill('ArrowRight'));
  await slider(player, 'Loop end').focus();
  await player.press(...Array(29).fill('ArrowLeft'));
  const { range } = await player.state();
  assert.deepEqual(
    range?.map((second) => Math.round(second * 30)),
    [30, 60],
  );
  await player.run((element) => {
    element.currentTime = 1.2;
    return element.play();
  });
  await until('it turns at the end of the range', async () => (await player.state()).time < 1.2);
  assert.ok((await player.state()).time > 0.99);
  await player.root.getByRole('button', { name: /1\.00 . 2\.00/ }).click();
  assert.equal((await player.state()).range, null);
});

controls('the speed menu sets the speed by mouse and by keys', async ({ player }) => {
  await player.button(/^Speed 1×$/).click();
  await player.root.getByRole('menuitemradio', { name: '2×', exact: true }).click();
  assert.equal((await player.state()).rate, 2);
  await player.button(/^Speed 2×$/).click();
  await player.press('ArrowUp', 'Enter');
  assert.equal((await player.state()).rate, 1.5);
  await player.find('.speed .menu').waitFor({ state: 'hidden' });
});

controls('the settings change the frame rate and show the one in the file', async ({ player }) => {
  await openPanel(player, 'Settings');
  const field = player.root.getByRole('textbox', { name: 'Frame rate' });
  assert.equal(await field.getAttribute('placeholder'), '30 (in the file)');
  await player.run((element) => element.seekToFrame(30));
  await field.fill('60');
  await player.press('Enter');
  const { duration, frame, time } = await player.state();
  assert.ok(Math.abs(duration - 89 / 60) < 1e-4);
  assert.equal(frame, 30, 'the frame is kept');
  assert.ok(Math.abs(time - 0.5) < 1e-3);
  await field.fill('');
  await player.press('Enter');
  assert.ok(Math.abs((await player.state()).duration - 89 / 30) < 1e-3);
});

/** The confidence that the panel states for a guess. @param {import('playwright-core').Locator} select */
const confidence = (select) =>
  select.evaluate(
    (each) =>
      /** @type {HTMLElement} */ (each.getRootNode()).querySelector(`#${each.getAttribute('aria-describedby')}:not([hidden])`)
        ?.textContent ?? '',
  );

controls('the unit and the up axis show the guess and can be changed', async ({ player }) => {
  const panel = await openPanel(player, 'Details');
  assert.match(await panel.innerText(), /Stature\s+1\.[5-9]\d m\s+from the legs/);
  const [unit, up] = [panel.getByRole('combobox', { name: 'Unit' }), panel.getByRole('combobox', { name: 'Up axis' })];
  for (const each of [unit, up]) assert.match(await confidence(each), /●●●\s*our guess, certain/);
  const chosen = (/** @type {import('playwright-core').Locator} */ select) =>
    select.evaluate((each) => /** @type {HTMLSelectElement} */ (each).selectedOptions[0].text);
  assert.deepEqual([await chosen(unit), await chosen(up)], ['Centimetres', 'Y']);
  const before = await player.picture();
  await unit.selectOption({ label: 'Inches' });
  assert.equal(await confidence(unit), '', 'a chosen unit is no guess');
  await until('the stature follows', async () => /Stature\s+[34]\.\d\d m/.test(await panel.innerText()));
  await up.selectOption({ label: 'Z' });
  await player.settle();
  assert.ok(difference(before, await player.picture()) > 500, 'the figure lies down');
  await up.selectOption({ index: 0 });
  await unit.selectOption({ index: 0 });
  await until('the stature is back', async () => /Stature\s+1\.[5-9]\d m/.test(await panel.innerText()));
  assert.match(await confidence(unit), /certain/);
});

controls('the details begin with three facts, the guesses and the joints, and end with the renderer', async ({ player }) => {
  const panel = await openPanel(player, 'Details');
  await panel.getByRole('tree').waitFor();
  assert.deepEqual(await panel.locator('.summary dt').allInnerTexts(), ['Format', 'Length', 'Stature']);
  const [search, facts, third, drawn] = await Promise.all(
    ['.search', '.facts', '[role="treeitem"] >> nth=2', '.rung'].map((part) =>
      panel
        .locator(part)
        .first()
        .evaluate((each) => each.getBoundingClientRect().top + each.getBoundingClientRect().height),
    ),
  );
  const top = await panel.evaluate((each) => each.getBoundingClientRect().top);
  assert.ok(search - top < 300 && third - top < 400, `the search ends at ${search - top}, the third joint at ${third - top}`);
  assert.ok(facts > third && drawn > facts, 'the other facts follow the tree');
  assert.equal(await panel.locator('.rung:not([open])').count(), 1, 'the renderer is folded');
  for (const select of await panel.getByRole('combobox').all()) {
    const [text, room] = await select.evaluate((each) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(each);
      const context = /** @type {CanvasRenderingContext2D} */ (document.createElement('canvas').getContext('2d'));
      context.font = font;
      return [
        context.measureText(/** @type {HTMLSelectElement} */ (each).selectedOptions[0].text).width,
        each.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight),
      ];
    });
    assert.ok(text <= room, `${text} px of text in ${room}`);
  }
});

controls('the details show the joints as a tree; hover highlights one, a click selects it', async ({ page: tab, player }) => {
  const panel = await openPanel(player, 'Details');
  await panel.getByRole('tree').waitFor();
  assert.match(await panel.innerText(), /90 frames/);
  assert.match(await panel.innerText(), /30 fps/);
  assert.equal(await panel.getByRole('treeitem').count(), 22);
  await player.settle();
  const before = await player.picture();
  const arm = panel.getByRole('treeitem', { name: /^LeftArm/ });
  await arm.hover();
  await player.settle();
  assert.ok(difference(before, await player.picture()) > 40, 'hover highlights it');
  await tab.mouse.move(5, 5);
  await player.settle();
  assert.equal(difference(before, await player.picture()), 0, 'the highlight ends');
  await arm.click();
  await tab.mouse.move(5, 5);
  await player.settle();
  assert.ok(difference(before, await player.picture()) > 40, 'a click selects it');
  assert.equal(await arm.getAttribute('aria-selected'), 'true');
  await until('its name stands beside it', async () => (await player.find('.label').innerText()) === 'LeftArm');
  assert.match(await arm.innerText(), /\u221262\.0\u00b0/);
  await player.press('ArrowDown', 'Enter');
  assert.equal(await panel.getByRole('treeitem', { name: /^LeftForeArm/ }).getAttribute('aria-selected'), 'true');
});

controls('a click on a joint of the figure selects it', async ({ page: tab, player }) => {
  const { x, y, name } = await pointAtJoint(player);
  await tab.mouse.click(x, y);
  assert.match(name, /\w+/);
  await tab.mouse.move(5, 5);
  await until('the name stays', async () => (await player.find('.label').innerText()) === name);
  assert.equal((await player.state()).paused, true, 'and the clip does not start');
});

flapping('between frames the figure is interpolated, or holds the frame', async ({ player }) => {
  const down = await player.picture();
  await player.holdAt(0.2);
  const between = await player.picture();
  assert.ok(difference(down, between) > 200, 'smooth: the arms are between two frames');
  await openPanel(player, 'Settings');
  await player.root.getByRole('combobox', { name: 'Between frames' }).selectOption({ label: 'Hold frames' });
  await player.closesPanel();
  await player.settle();
  assert.equal(difference(down, await player.picture()), 0, 'held: they are as in the frame');
});

walking('in place, the figure stays where it is while its limbs move', async ({ player }) => {
  await player.run((element) => {
    element.cameraState = 'left';
  });
  const away = await distance(player);
  assert.ok(away > 60, `it walks through the picture (${away} px)`);
  await switchOn(player, 'Hold in place');
  const held = await distance(player);
  assert.ok(held < 30, `it stays (${held} px)`);
});

walking('a camera that follows keeps the figure in the middle', async ({ player }) => {
  await player.run((element) => {
    element.cameraState = 'left';
  });
  await switchOn(player, 'Follow the figure');
  const away = await distance(player);
  assert.ok(away < 40, `${away} px`);
});

controls('controls fade while it plays, and come back when the pointer moves', async ({ page: tab, player }) => {
  await player.run((element) => {
    element.loop = true;
    return element.play();
  });
  await tab.mouse.move(400, 200);
  await tab.mouse.move(0, 0);
  await until('they fade', () => player.find('.foot').evaluate((foot) => getComputedStyle(foot).opacity === '0'));
  await tab.mouse.move(300, 200);
  await until('they are back', () => player.find('.foot').evaluate((foot) => getComputedStyle(foot).opacity === '1'));
});
