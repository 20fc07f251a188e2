// of: page, marey_web
/** Files dropped and pasted on the page. */
import assert from 'node:assert/strict';
import { tooFewFrames, broken, htmlPage, long, noise, png, statue, stick, walker } from './support/clips.mjs';
import { withTools } from './support/devtools.mjs';
import { onDisk } from './support/disk.mjs';
import { fresh } from './support/fresh.mjs';
import { card, listReads } from './support/page.mjs';
import { difference } from './support/pixels.mjs';
import { scenes, until } from './support/scenes.mjs';

const { row } = await scenes();
const drops = row({}, fresh);

drops('a dropped file plays, framed, under its name', async ({ player }) => {
  const { frames, duration } = await player.opens('my walk', { name: 'my walk.bvh', text: walker() });
  assert.equal(frames, 90);
  assert.ok(Math.abs(duration - 89 / 30) < 1e-3);
  await player.plays();
  await player.isFramed();
  assert.equal(await player.find('.title .name').innerText(), 'my walk');
  assert.equal((await player.list()).length, 1, 'the list replaces the welcome');
});

drops('a file dragged from the disk by the browser itself highlights the drop area and plays', async ({ page, player }) => {
  const path = await onDisk('from disk.bvh', stick());
  const session = await page.context().newCDPSession(page);
  const data = { items: [], files: [path], dragOperationsMask: 1 };
  await session.send('Input.dispatchDragEvent', { type: 'dragEnter', x: 300, y: 200, data });
  await player.find('.zone[data-over]').waitFor();
  // The pointer leaves the window; the protocol's own dragCancel fires no event.
  await player.run((element) => {
    element.dispatchEvent(new DragEvent('dragleave', { bubbles: true, composed: true }));
  });
  await player.find('.zone:not([data-over])').waitFor({ state: 'attached' });
  await player.dropFromDisk(path);
  await player.loaded('from disk');
  await player.plays();
  await player.find('.zone:not([data-over])').waitFor({ state: 'attached' });
});

drops('a dropped folder opens its motion files, by folder and name', async ({ player }) => {
  await player.dropFromDisk(
    await onDisk('session', {
      'take 10.bvh': walker(),
      'take 2.bvh': stick(),
      'notes.txt': 'not a motion',
      'deep/deeper/take 3.BVH': statue(),
    }),
  );
  await player.loaded('take 2');
  await listReads(player, 'take 2 2 s', 'take 10 3 s', 'take 3 1 s');
});

drops('several files become a list, with unreadable ones at its end, with reason and line', async ({ player }) => {
  const bad = broken();
  await player.opens(
    'one',
    { name: 'picture.dat', text: png },
    { name: 'one.bvh', text: walker() },
    { name: 'bad.bvh', text: bad.text },
    { name: 'two.bvh', text: stick() },
  );
  await player.plays();
  await listReads(player, 'one 3 s', 'two 2 s', 'picture.dat not readable', `bad.bvh line ${bad.line}`);
  const rows = player.find('.library .row .pick');
  const reason = await rows.nth(3).getAttribute('title');
  assert.match(reason ?? '', new RegExp(`bad\\.bvh, line ${bad.line}, column ${bad.column}: .*twenty`));

  await rows.nth(1).click();
  await player.loaded('two');
  await player.plays();
  assert.equal(await player.find('.library [aria-current="true"] .name').innerText(), 'two');
  await rows.nth(3).click();
  await player.find('.card').waitFor();
  assert.equal((await player.state()).name, 'two');
  await player.plays();
  await player.find('.library .row').first().hover();
  await player.button('Remove one.bvh').click();
  await until('it has disappeared', async () => (await player.list()).length === 3);
});

drops.deep('of several drops the last one wins, even while the first is being read', async ({ player }) => {
  await player.drop({ name: 'first.bvh', text: long(6e6) });
  assert.equal((await player.opens('second', { name: 'second.bvh', text: walker() })).frames, 90);
  await player.plays();
});

drops('a clip of 20 MB plays before it is complete, and its last frame is reached', async ({ player }) => {
  await player.dropFromDisk(await onDisk('long.bvh', long(20e6)));
  await until(
    'it plays',
    async () => {
      const { name, paused, time } = await player.state();
      return name === 'long' && !paused && time > 0;
    },
    60_000,
  );
  const { frames, duration } = await player.loaded('long');
  assert.ok(frames > 20_000, `${frames} frames`);
  await player.holdAt(duration);
  assert.equal((await player.state()).frame, frames - 1);
  await player.isFramed();
});

const junk = row({ loads: '' }, async ({ player }) => {
  if ((await player.state()).name !== 'good') {
    await player.opens('good', { name: 'good.bvh', text: walker() });
    const { x, width } = await player.box('.library');
    await until('the figure is beside the list', () => player.run((element, right) => element.figureBox[0] > right, x + width));
  }
  await player.holdAt(0.5);
});

/** @param {import('./support/scenes.mjs').Scene} scene @param {string} name @param {string} text @param {RegExp} says */
async function refused({ player }, name, text, says) {
  const before = await player.picture();
  await player.drop({ name, text });
  const words = await card(player);
  assert.match(words, new RegExp(`${name.replace('.', '\\.')} can.t be played`));
  assert.match(words, says);
  assert.equal((await player.state()).name, 'good', 'the clip before is still there');
  await player.settle();
  assert.equal(difference(before, await player.picture()), 0, 'and looks as before');
  await player.button('Dismiss').click();
  await player.find('.card').waitFor({ state: 'detached' });
  assert.equal((await player.state()).error, null);
}

junk.deep('a picture dropped with a broken motion is named beside its error, a picture of an earlier drop is not', async ({ player }) => {
  const { text, line, column } = broken();
  await player.drop({ name: 'photo.png', text: png }, { name: 'bad.bvh', text });
  await until(
    'both are named',
    async () => /bad\.bvh can.t be played/.test(await card(player)) && /photo\.png is a picture/.test(await card(player)),
  );
  assert.match(await card(player), new RegExp(`Line ${line}, column ${column}`));
  await player.drop({ name: 'worse.bvh', text });
  await until('the card is about the other one', async () => /worse\.bvh can.t be played/.test(await card(player)));
  assert.doesNotMatch(await card(player), /picture/);
  await player.button('Dismiss').click();
});

junk('a picture is refused, and the previous clip stays', (scene) => refused(scene, 'picture.png', png, /HIERARCHY|picture|PNG|BVH/i));
junk('an empty file is refused, and the previous clip stays', (scene) => refused(scene, 'empty.bvh', '', /empty/i));
junk('a web page saved as .bvh is recognised as one', (scene) => refused(scene, 'page.bvh', htmlPage, /web page|HTML/i));
junk('binary data is refused, and the previous clip stays', (scene) => refused(scene, 'noise.bvh', noise(), /HIERARCHY|BVH|binary/i));
junk('a broken hierarchy is refused with its line, column and text', async (scene) => {
  const { text, line, column } = broken();
  await refused(scene, 'bad.bvh', text, new RegExp(`Line ${line}, column ${column}: .*twenty`));
});

drops('a file with warnings plays, and the details list them with their lines', async ({ player }) => {
  assert.equal((await player.opens('boastful', { name: 'boastful.bvh', text: tooFewFrames() })).frames, 30);
  await player.plays();
  await player.button(/^Details, 1 warning$/).click();
  assert.match(await player.text('.warnings'), /Line \d+: The file ends early\./);
});

drops('text on the clipboard is opened as a clip', async ({ page, context, player }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((text) => navigator.clipboard.writeText(text), stick());
  await player.focus();
  await page.keyboard.press('Control+V');
  await player.loaded('pasted');
  await player.plays();
});

drops('a file on the clipboard is opened under its own name', async ({ page, player }) => {
  await page.evaluate((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'copied.bvh'));
    document.body.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, walker());
  await player.loaded('copied');
});

drops('an address on the clipboard is opened', async ({ player, server }) => {
  const url = server.put('/elsewhere/from address.bvh', { body: walker(), type: 'text/plain' });
  await player.paste(url.replaceAll(' ', '%20'));
  await player.loaded('from address');
});

drops('a link that is dropped opens, and the page stays', async ({ page, player, server }) => {
  /** Drops an address as the browser itself does it. @param {string} url */
  const drop = (url) =>
    withTools(page, async (tools) => {
      const data = { items: [{ mimeType: 'text/uri-list', data: url }], dragOperationsMask: 7 };
      for (const type of /** @type {const} */ (['dragEnter', 'dragOver', 'drop']))
        await tools.send('Input.dispatchDragEvent', { type, x: 300, y: 200, data });
    });
  const clip = server.put('/elsewhere/dropped.bvh', { body: walker(), type: 'text/plain' });
  await drop(clip);
  await player.loaded('dropped');
  const before = page.url();
  await drop(`${before.split('#')[0]}#url=${encodeURIComponent(clip)}&paused=1`);
  await until('the link is followed', async () => (await player.state()).paused);
  assert.equal(page.url().split('#')[0], before.split('#')[0]);
});

drops('files are chosen in the system\u2019s dialog', async ({ page, player }) => {
  const chooser = page.waitForEvent('filechooser');
  await player.button('Open').click();
  await (await chooser).setFiles(await onDisk('picked.bvh', walker()));
  await player.loaded('picked');
});
