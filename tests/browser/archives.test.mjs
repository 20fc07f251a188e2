/** A zip archive gives its motion files; what is wrong with one is said as people say it. */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stick, walker } from './support/clips.mjs';
import { amc, asf } from './support/acclaim.mjs';
import { gz, x3d } from './support/hanim.mjs';
import { scenes } from './support/scenes.mjs';
import { until } from './support/browser.mjs';
import { zip } from './support/zip.mjs';

const { scene } = await scenes();

/** @param {import('./support/player.mjs').Player} player @param {...string} names */
const lists = (player, ...names) => until(`the list has ${names}`, async () => (await player.list()).map((line) => line.replace(/ [\d.]+ s$/, '')).join() === names.join());

scene('the motion files of an archive are opened, in the order of their names, whatever else is in it', {}, async ({ player }) => {
  await player.loaded();
  await player.drop({ name: 'takes.zip', text: zip([
    { name: 'session/', text: '', stored: true }, { name: 'session/take 10.bvh', text: walker() }, { name: 'session/take 2.bvh', text: stick(), stored: true },
    { name: 'read me.txt', text: 'not a motion' }, { name: '__MACOSX/session/._take 2.bvh', text: 'x' }, { name: 'package.json', text: '{ "name": "takes" }' },
    { name: 'figure.x3d.gz', text: gz(x3d()) },
  ]) });
  await player.loaded('figure');
  await lists(player, 'figure', 'take 2', 'take 10');
});

scene('a skeleton and its motions find each other in an archive, also behind a program that unpacks it', {}, async ({ player }) => {
  await player.loaded();
  await player.drop({ name: 'march.zip', text: zip([{ name: 'a/march.amc', text: amc() }, { name: 'a/marcher.asf', text: asf() }], { before: 'MZ, a program' }) });
  await player.loaded('march');
  assert.equal(await player.run((element) => element.clips[0].skeletonFile), 'marcher.asf');
});

scene('of an archive that is partly locked the rest is taken, and how many is said', {}, async ({ player }) => {
  await player.loaded();
  await player.drop({ name: 'half.zip', text: zip([{ name: 'a.bvh', text: walker() }, { name: 'b.bvh', text: walker(), flags: 1 }]) });
  await player.find('.toast').getByText('1 of 2 motion files taken').waitFor();
  await player.loaded('a');
});

const plain = zip([{ name: 'walk.bvh', text: walker() }]);
/** What is wrong, the archive, and what is said. @type {[string, string, RegExp][]} */
const WRONG = [
  ['locked', zip([{ name: 'walk.bvh', text: walker(), flags: 1 }]), /locked with a password; unpack it/],
  ['packed in another way', zip([{ name: 'walk.bvh', text: walker(), method: 14 }]), /packed in a way that browsers can.t unpack \(method 14\); unpack it/],
  ['without a motion', zip([{ name: 'notes.txt', text: 'x' }]), /holds no motion file that Marey plays/],
  ['of archives', zip([{ name: 'inner.zip', text: plain, stored: true }]), /holds other archives and no motion file; unpack it/],
  ['cut', plain.slice(0, plain.length / 2), /the file ends too early: an archive has the list of its files at its end/i],
  ['of wrong bytes', zip([{ name: 'walk.bvh', text: walker(), crc: 1 }]), /is damaged: walk\.bvh in it can.t be unpacked/],
  ['that unpacks to more than it says', zip([{ name: 'walk.bvh', text: 'HIERARCHY\n'.repeat(1e6), size: 1000 }]), /is damaged: walk\.bvh/],
  ['that says it is huge', zip([{ name: 'walk.bvh', text: walker(), size: 4e9 }]), /unpack to more than 512 MB; unpack it, and open those/],
  ['of a list that lies', zip([{ name: 'walk.bvh', text: walker() }], { count: 60_000 }), /damaged: the list of its files makes no sense/],
];
for (const [what, text, says] of WRONG) {
  scene(`an archive ${what} is told as one`, {}, async ({ player }) => {
    await player.loaded();
    await player.drop({ name: 'good.bvh', text: walker() });
    await player.loaded('good');
    await player.drop({ name: 'takes.zip', text });
    const card = player.find('.card');
    await card.waitFor();
    assert.match(await card.innerText(), /takes\.zip can.t be played/);
    assert.match(await card.innerText(), says);
    assert.equal((await player.state()).name, 'good');
  });
}

scene('a Word document is one, and no archive to unpack', {}, async ({ player }) => {
  await player.loaded();
  await player.drop({ name: 'letter.docx', text: zip([{ name: '[Content_Types].xml', text: '<Types/>' }, { name: 'word/document.xml', text: '<w:document/>' }]) });
  const card = player.find('.card');
  await card.waitFor();
  const text = await card.innerText();
  assert.match(text, /letter\.docx can.t be played\s+This is a Word document, and no motion\./);
  assert.doesNotMatch(text, /zip|unpack|file\.other-kind/);
  // Names that only programs know are there for those who ask.
  await card.getByText('Details').click();
  assert.match(await card.innerText(), /file\.other-kind/);
});

scene('what the browser says of a file that is gone stays behind the details', {}, async ({ player }) => {
  const folder = await mkdtemp(join(tmpdir(), 'marey-test-'));
  const [kept, gone] = [join(folder, 'kept.bvh'), join(folder, 'gone.bvh')];
  await writeFile(kept, walker());
  await writeFile(gone, stick());
  await player.loaded();
  await player.dropFromDisk(gone);
  await player.loaded('gone');
  await player.dropFromDisk(kept);
  await player.loaded('kept');
  await rm(gone);
  await player.find('.library .pick').filter({ hasText: 'gone' }).click();
  const card = player.find('.card');
  await card.waitFor();
  assert.match(await card.innerText(), /The file could not be read\. It may have been moved or changed/);
  assert.doesNotMatch(await card.innerText(), /reference|acquired|operation/);
  await card.getByText('Details').click();
  assert.match(await card.locator('details').innerText(), /\w+ \w+/);
  await rm(folder, { recursive: true });
});
