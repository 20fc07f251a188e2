// of: page
/** A zip archive opens as its motion files; what is wrong with an archive is said in plain words. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { stick, walker } from './support/clips.mjs';
import { amc, asf } from './support/acclaim.mjs';
import { onDisk } from './support/disk.mjs';
import { fresh } from './support/fresh.mjs';
import { gz, x3d } from './support/hanim.mjs';
import { card, listReads } from './support/page.mjs';
import { scenes } from './support/scenes.mjs';
import { zip } from './support/zip.mjs';

const { row } = await scenes();
const archive = row({}, fresh);

archive('an archive\u2019s motion files are opened in the order of their names, whatever else is in it', async ({ player }) => {
  await player.drop({
    name: 'takes.zip',
    text: zip([
      { name: 'session/', text: '', stored: true },
      { name: 'session/take 10.bvh', text: walker() },
      { name: 'session/take 2.bvh', text: stick(), stored: true },
      { name: 'read me.txt', text: 'not a motion' },
      { name: '__MACOSX/session/._take 2.bvh', text: 'x' },
      { name: 'package.json', text: '{ "name": "takes" }' },
      { name: 'figure.x3d.gz', text: gz(x3d()) },
    ]),
  });
  await player.loaded('figure');
  await listReads(player, 'figure 2 s', 'take 2 2 s', 'take 10 3 s');
});

archive('a skeleton and its motions find each other in an archive, also in a self-extracting one', async ({ player }) => {
  await player.opens('march', {
    name: 'march.zip',
    text: zip(
      [
        { name: 'a/march.amc', text: amc() },
        { name: 'a/marcher.asf', text: asf() },
      ],
      { before: 'MZ, a program' },
    ),
  });
  assert.equal(await player.run((element) => element.clips[0].skeletonFile), 'marcher.asf');
});

archive('of a partly encrypted archive the rest is opened, and the count is shown', async ({ player }) => {
  await player.drop({
    name: 'half.zip',
    text: zip([
      { name: 'a.bvh', text: walker() },
      { name: 'b.bvh', text: walker(), flags: 1 },
    ]),
  });
  await player.find('.toast').getByText('1 of 2 motion files opened').waitFor();
  await player.loaded('a');
});

const plain = zip([{ name: 'walk.bvh', text: walker() }]);
/** What is wrong, the archive, and the message. @type {[string, string, RegExp][]} */
const WRONG = [
  ['locked', zip([{ name: 'walk.bvh', text: walker(), flags: 1 }]), /locked with a password; unpack it/],
  [
    'packed in another way',
    zip([{ name: 'walk.bvh', text: walker(), method: 14 }]),
    /packed in a way that browsers can.t unpack \(method 14\); unpack it/,
  ],
  ['without a motion', zip([{ name: 'notes.txt', text: 'x' }]), /holds no motion file that Marey plays/],
  ['of archives', zip([{ name: 'inner.zip', text: plain, stored: true }]), /holds other archives and no motion file; unpack it/],
  ['cut', plain.slice(0, plain.length / 2), /the archive is cut off: the list of files at its end/i],
  ['of wrong bytes', zip([{ name: 'walk.bvh', text: walker(), crc: 1 }]), /is damaged: walk\.bvh in it can.t be unpacked/],
  ['that unpacks to more than it says', zip([{ name: 'walk.bvh', text: 'HIERARCHY\n'.repeat(1e6), size: 1000 }]), /is damaged: walk\.bvh/],
  ['that says it is huge', zip([{ name: 'walk.bvh', text: walker(), size: 4e9 }]), /unpack to more than 512 MB; unpack it, and open those/],
  [
    'whose files share bytes',
    zip(
      ['a', 'b', 'c'].map((name) => ({ name: `${name}.bvh`, text: walker() })),
      { shared: true },
    ),
    /damaged: its list of files is invalid/,
  ],
  ['of a list that lies', zip([{ name: 'walk.bvh', text: walker() }], { count: 60_000 }), /damaged: its list of files is invalid/],
];
for (const [what, bytes, says] of WRONG) {
  archive(`an archive ${what} is refused with that reason`, async ({ player }) => {
    await player.opens('good', { name: 'good.bvh', text: walker() });
    await player.drop({ name: 'takes.zip', text: bytes });
    const text = await card(player);
    assert.match(text, /takes\.zip can.t be played/);
    assert.match(text, says);
    assert.equal((await player.state()).name, 'good');
  });
}

archive('a Word document is recognised as one, not as an archive of motion files', async ({ player }) => {
  await player.drop({
    name: 'letter.docx',
    text: zip([
      { name: '[Content_Types].xml', text: '<Types/>' },
      { name: 'word/document.xml', text: '<w:document/>' },
    ]),
  });
  const text = await card(player);
  assert.match(text, /letter\.docx can.t be played This is a Word document, and no motion\./);
  assert.doesNotMatch(text, /zip|unpack|file\.other-kind/);
  await player.find('.card').getByText('Details').click();
  assert.match(await card(player), /file\.other-kind/);
});

archive('the browser\u2019s message about a file that has disappeared is only in the details', async ({ player }) => {
  const gone = await onDisk('gone.bvh', stick());
  for (const [path, name] of [
    [gone, 'gone'],
    [await onDisk('kept.bvh', walker()), 'kept'],
  ]) {
    await player.dropFromDisk(path);
    await player.loaded(name);
  }
  await rm(gone);
  await player.find('.library .pick').filter({ hasText: 'gone' }).click();
  const text = await card(player);
  assert.match(text, /The file could not be read\. It may have been moved or changed/);
  assert.doesNotMatch(text, /reference|acquired|operation/);
  await player.find('.card').getByText('Details').click();
  assert.match(await player.find('.card details').innerText(), /\w+ \w+/);
});
