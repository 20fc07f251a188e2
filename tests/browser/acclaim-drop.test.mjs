// of: page, marey_mocap
/** Skeletons, motions and skins dropped on the page: together, one after the other, in any order, and those that do not fit. */
import assert from 'node:assert/strict';
import { amc, asf, obj } from './support/acclaim.mjs';
import { stick, walker } from './support/clips.mjs';
import { onDisk } from './support/disk.mjs';
import { fresh } from './support/fresh.mjs';
import { difference } from './support/pixels.mjs';
import { pick } from './support/list.mjs';
import { card, listReads } from './support/page.mjs';
import { scenes, until } from './support/scenes.mjs';

const { scene, row } = await scenes({ loads: 'Dance' });
const drops = row({ loads: null }, fresh);

const SKELETON = { name: 'marcher.asf', text: asf() };
const MOTION = { name: 'march.amc', text: amc() };
const SKIN = { name: 'boxes.obj', text: obj() };
const STRANGER = {
  name: 'stranger.asf',
  text: asf().replace(/\b(?:[lr](?:hipjoint|femur|tibia|foot|clavicle|humerus|radius|hand)|thorax|lowerneck|lowerback)\b/g, 'x$&'),
};

/** @param {Player} player */
const info = (player) =>
  player.run((element) => {
    const [{ skeletonFile, skin, skins, notes, joints, format }] = element.clips;
    return { skeletonFile, skin, skins, notes, format, joints: joints.filter(({ endSite }) => !endSite).length };
  });

/** Fails if the moment, the camera or the settings change. @param {Player} player @param {() => Promise<void>} steps */
async function changesNothing(player, steps) {
  const { draws: _, ...before } = await player.state();
  await steps();
  await player.settle();
  const { draws: __, ...now } = await player.state();
  assert.deepEqual(now, before);
}

for (const [order, files] of /** @type {const} */ ([
  ['the skeleton first', [SKELETON, MOTION]],
  ['the motion first', [MOTION, SKELETON]],
])) {
  drops(`a skeleton and its motion dropped together, ${order}: the motion plays, listed below its skeleton`, async ({ player }) => {
    const { frames, duration } = await player.opens('march', ...files);
    assert.equal(frames, 121);
    assert.ok(Math.abs(duration - 1) < 1e-6, 'at 120 frames a second, the default');
    await listReads(player, 'marcher.asf', 'march 1 s');
    assert.equal(
      await player
        .find('.library [aria-current="true"] .name')
        .innerText()
        .then((text) => text.split('\n')[0]),
      'march',
    );
    await player.plays();
    await player.isFramed();
    assert.deepEqual(await info(player).then(({ skeletonFile, format, joints }) => ({ skeletonFile, format, joints })), {
      skeletonFile: 'marcher.asf',
      format: 'ASF/AMC',
      joints: 21,
    });
  });
}

drops('a skeleton waits for motions that are dropped later', async ({ player }) => {
  assert.equal((await player.opens('marcher', SKELETON)).frames, 1);
  await player.isFramed();
  await listReads(player, 'marcher skeleton');
  assert.match(await player.find('.library .hint').innerText(), /Drop its motions \(\.amc\)/);
  await player.opens('march_1', { ...MOTION, name: 'march_1.amc' });
  await player.plays();
  assert.equal(await player.find('.library .hint').isVisible(), false);
  const more = Array.from({ length: 9 }, (_, n) => ({ name: `march_${n + 2}.amc`, text: amc({ frames: 121 + 60 * n }) }));
  await player.opens('march_2', ...more);
  await listReads(player, 'marcher.asf', 'march_1 1 s', ...more.map((_, n) => `march_${n + 2} ${1 + n / 2} s`));
  assert.equal((await pick(player, 'march_7')).frames, 421);
  await player.plays();
  assert.equal((await pick(player, 'marcher')).frames, 1);
});

drops('skins and pictures dropped beside another clip: a toast says what they are kept for', async ({ player }) => {
  await player.opens('marcher', SKELETON);
  await player.opens('other', { name: 'other.bvh', text: walker() });
  await player.drop({ name: 'face.png', text: 'a face' }, SKIN);
  await player.find('.toast').getByText('face.png is kept for its figure; boxes.obj is kept for its skeleton', { exact: true }).waitFor();
  assert.equal((await player.state()).name, 'other');
  assert.equal(await player.find('.card').isVisible(), false);
});

drops(
  'a motion alone asks for its skeleton by name, keeps the clip on the stage, and plays once the skeleton comes',
  async ({ page, player }) => {
    await player.opens('walker', { name: 'walker.bvh', text: walker() });
    await player.drop(MOTION);
    assert.match(await card(player), /^march\.amc needs its skeleton Drop marcher\.asf here/);
    assert.equal((await player.state()).name, 'walker');
    await player.plays();
    await listReads(player, 'walker 3 s', 'march needs marcher.asf');
    const chooser = page.waitForEvent('filechooser');
    await player.button('Open it').click();
    await (await chooser).setFiles(await onDisk('marcher.asf', SKELETON.text));
    await player.loaded('march');
    await player.plays();
    assert.equal(await player.find('.card').count(), 0);
    await listReads(player, 'walker 3 s', 'marcher.asf', 'march 1 s');
  },
);

scene.deep('files dropped faster than they are read still find each other', {}, async ({ player }) => {
  for (const file of [MOTION, SKELETON, SKIN]) await player.drop(file);
  await player.loaded('march');
  await until('the skin is on', async () => (await info(player)).skin === 'boxes.obj');
  await player.plays();
  await listReads(player, 'marcher.asf', 'march 1 s');
});

drops('of several waiting motions the last one asked for plays', async ({ player }) => {
  await player.drop({ ...MOTION, name: 'one.amc' }, { ...MOTION, name: 'two.amc' });
  assert.match(await card(player), /^one\.amc needs its skeleton/);
  await player.drop({ ...MOTION, name: 'three.amc' });
  await until('the card asks for the third', async () => /^three\.amc needs/.test(await card(player)));
  await player.opens('three', SKELETON);
  await player.plays();
  await listReads(player, 'marcher.asf', 'one 1 s', 'two 1 s', 'three 1 s');
});

drops('a skeleton that does not fit is refused with the bones it lacks; one that fits ends the error', async ({ player }) => {
  await player.drop(MOTION, STRANGER);
  assert.match(await card(player), /march\.amc can.t be played.*Line \d+, column 1: .*stranger\.asf.*lfemur/);
  await until('both are marked', async () => (await player.list()).slice(-2).join() === 'stranger skeleton,march.amc no skeleton fits');
  await player.opens('march', SKELETON);
  await player.plays();
  assert.equal(await player.find('.card').count(), 0);
  assert.equal((await info(player)).skeletonFile, 'marcher.asf');
  await listReads(player, 'stranger skeleton', 'marcher.asf', 'march 1 s');
});

drops.deep('a newer skeleton of the same name replaces the old one and keeps moment, camera and settings', async ({ player }) => {
  await player.opens('march', SKELETON, MOTION);
  await player.run((element) => {
    element.cameraState = '70,25,6,0.2,0.9,0.1';
    element.playbackRate = 0.5;
    element.loopRange = [0.25, 0.75];
  });
  await player.holdAt(0.5);
  await changesNothing(player, async () => {
    await player.drop({ name: 'marcher.asf', text: asf({ documentation: 'The second one.' }) });
    await until('it is read', async () => (await info(player)).notes.some(({ text }) => text === 'The second one.'));
  });
  await listReads(player, 'marcher.asf', 'march 1 s');
});

drops('another skeleton is shown by itself, and the motion keeps its own', async ({ player }) => {
  await player.opens('march', SKELETON, MOTION);
  assert.equal((await player.opens('stranger', STRANGER)).frames, 1);
  await pick(player, 'march');
  assert.equal((await info(player)).skeletonFile, 'marcher.asf');
});

scene('a skin is put on whether it comes with the clip or while the motion plays', { reducedMotion: true }, async ({ player }) => {
  await player.opens('march', SKELETON, MOTION);
  await player.holdAt(0.5);
  const bare = await player.picture();
  await changesNothing(player, async () => {
    await player.drop(SKIN);
    await until('the skin is on', async () => (await info(player)).skin === 'boxes.obj');
  });
  // Canvas 2D draws it once its script for skins is there.
  await until('the skin is drawn', async () => difference(bare, await player.picture()) > 500);
  await player.start();
  await listReads(player, 'marcher.asf', 'march 1 s');
});

scene.deep('a skin without its skeleton asks for it', {}, async ({ player }) => {
  await player.drop(SKIN);
  assert.match(await card(player), /^boxes\.obj is a skin .*skeleton \(\.asf\)/);
  await player.plays();
  await player.opens('marcher', SKELETON);
  assert.equal((await info(player)).skin, 'boxes.obj', 'and finds it later');
  assert.equal(await player.find('.card').count(), 0);
});

drops('a broken skeleton beside a good motion: the message names the skeleton and the line', async ({ player }) => {
  await player.drop({ name: 'marcher.asf', text: ':version 1.10\n:name marcher\n\nbonedata' }, MOTION);
  assert.match(await card(player), /march\.amc can.t be played.*marcher\.asf, line 4, column \d+: .*:bonedata/);
  await until('both are marked', async () => (await player.list()).slice(-2).join() === 'marcher.asf line 4,march.amc marcher, line 4');
  await player.opens('march', SKELETON);
  await player.plays();
  await listReads(player, 'marcher.asf', 'march 1 s');
});

drops.deep('two skeletons of one name in two folders each get their own motion', async ({ player }) => {
  const other = MOTION.text.replace(/^(?:[lr](?:femur|tibia|foot|clavicle|humerus|radius|hand)|thorax|lowerneck|lowerback)\b/gm, 'x$&');
  await player.dropFromDisk(
    await onDisk('subjects', {
      'a/skeleton.asf': SKELETON.text,
      'a/take a.amc': MOTION.text,
      'b/skeleton.asf': STRANGER.text,
      'b/take b.amc': other,
      'notes.txt': 'not a motion',
    }),
  );
  await player.loaded('take a');
  await pick(player, 'take b');
  await player.plays();
  assert.equal(await player.find('.library .row[data-bad]').count(), 0);
});

drops('files with uninformative names, and pasted text, are recognised by content', async ({ player }) => {
  await player.paste(SKELETON.text);
  assert.equal((await player.loaded('pasted')).frames, 1);
  await player.paste(MOTION.text);
  await player.loaded('pasted 2');
  await player.plays();
  await listReads(player, 'pasted', 'pasted 2 1 s');
  await player.opens('wide', { name: 'wide.txt', text: `\xff\xfe${[...MOTION.text].map((letter) => `${letter}\0`).join('')}` });
  await player.plays();
});

drops('hostile names are shown as plain text', async ({ page, player }) => {
  const evil = '<img src=x onerror=alert(1)>';
  await player.drop({ name: '__proto__.amc', text: amc().replace('marcher.asf', `${evil}\u00e9${'x'.repeat(300)}.asf`) });
  assert.ok((await card(player)).includes(evil));
  await player.opens('__proto__', { name: `${evil}.asf`, text: SKELETON.text });
  await player.plays();
  await player.opens('constructor', { name: 'constructor.amc', text: MOTION.text });
  await listReads(player, `${evil}.asf`, '__proto__ 1 s', 'constructor 1 s');
  assert.equal(await page.locator('img').count(), 0);
});

drops('the same files dropped twice are listed once', async ({ player }) => {
  const files = [SKELETON, MOTION].map((file) => ({ ...file, changed: 1000 }));
  await player.opens('march', ...files);
  await player.opens('march', ...files);
  await player.plays();
  await listReads(player, 'marcher.asf', 'march 1 s');
});

drops('clips and skeletons can be removed, a skeleton with its motions; the others stay', async ({ player }) => {
  await player.opens('march', SKELETON, MOTION, { ...MOTION, name: 'second.amc' }, { name: 'stick.bvh', text: stick() });
  await listReads(player, 'stick 2 s', 'marcher.asf', 'march 1 s', 'second 1 s');
  for (const [gone, next] of [
    ['march', 'second'],
    ['second', 'stick'],
  ]) {
    await player.find('.library .row').filter({ hasText: gone }).hover();
    await player.button(`Remove ${gone}.amc`).click();
    await player.loaded(next);
  }
  await player.opens('march', MOTION);
  await player.find('.library .heads').hover();
  await player.button('Remove marcher.asf and its motions').click();
  await player.loaded('stick');
  await listReads(player, 'stick 2 s');
  await player.drop(MOTION);
  assert.match(await card(player), /^march\.amc needs its skeleton/);
});

scene.deep('of several skins the finest is put on, and the details switch to another', {}, async ({ player }) => {
  const coarse = obj()
    .split('\n')
    .filter((line, index, lines) => !line.startsWith('f') || !lines[index - 1].startsWith('f'))
    .join('\n');
  await player.opens('march', SKELETON, { name: 'block.obj', text: coarse }, SKIN, MOTION);
  await until('the finer skin is on', async () => (await info(player)).skin === 'boxes.obj');
  assert.deepEqual((await info(player)).skins, ['block.obj', 'boxes.obj']);
  await player.button('Details').click();
  await player.find('select[aria-label="Skin"]').selectOption('block.obj');
  await until('the other skin is on', async () => (await info(player)).skin === 'block.obj');
  assert.equal(await player.find('select[aria-label="Skin"]').inputValue(), 'block.obj');
  await player.opens('other', { ...MOTION, name: 'other.amc' });
  await pick(player, 'march');
  assert.equal((await info(player)).skin, 'block.obj');
});
