// of: share, page, marey_link, marey_pack
/** The motion in the address: packed in one browser, opened in another; its files; and damaged links. */
import assert from 'node:assert/strict';
import { walker } from './support/clips.mjs';
import { DANCER } from './support/fixtures.mjs';
import { scenes, until } from './support/scenes.mjs';

const { scene, server } = await scenes({ loads: '' });
const FILE = Buffer.concat([Buffer.from('Marey\x1A\r\n', 'latin1'), Buffer.from(DANCER, 'base64url')]);
server.put('/clips/dance.marey', { body: FILE, type: 'application/octet-stream' });

scene(
  'a link of version 1 plays from its text alone, without a request for a clip',
  { path: `#clip=${DANCER}&t=1&paused=1` },
  async ({ player }) => {
    await player.isFramed();
    const { time, frames } = await player.state();
    assert.ok(Math.abs(time - 1) < 1e-3 && frames === 200, `${frames} frames, at ${time} s`);
    assert.ok(!server.requests.some((path) => /\.(bvh|marey)$/.test(path)), 'no clip was fetched');
    assert.ok(!server.requests.some((path) => /marey_(mocap|hanim)/.test(path)), 'nor the readers of other formats');
  },
);

scene('the tag and the frame accept it, too', { path: `embed.html#clip=${DANCER}&t=0.5` }, async ({ player, page }) => {
  await player.isFramed();
  await page.evaluate((text) => {
    const made = document.createElement('marey-player');
    made.setAttribute('src', `#clip=${text}`);
    document.body.replaceChildren(made);
  }, DANCER);
  assert.equal((await player.loaded()).frames, 200);
});

scene(
  'the moment behind the motion or the address of a tag is where it begins, and no range',
  { path: server.page('/moment.html', `<marey-player src="#clip=${DANCER}&amp;t=0.5" loop></marey-player>`) },
  async ({ player }) => {
    const begins = (/** @type {number} */ second) =>
      until(`it begins at ${second}`, async () => Math.abs((await player.state()).time - second) < 1e-3);
    await begins(0.5);
    await player.run((element) => {
      element.src = '/walker.bvh#t=f30';
    });
    await player.loaded('walker');
    await begins(1);
    assert.deepEqual(await player.run((element) => [element.loopRange, element.paused]), [null, true]);
  },
);

scene('a file of packed motion is dropped, and embedded by its address', {}, async ({ player, page }) => {
  const text = FILE.toString('latin1');
  await player.opens('dancer', { name: 'mine.marey', text });
  await player.isFramed();
  await player.drop({ name: 'download', text });
  await until('it is listed', async () => (await player.list()).some((line) => line.includes('download')));
  await page.goto(server.page('/packed.html', '<marey-player controls src="/clips/dance.marey"></marey-player>'));
  assert.equal((await player.loaded('dancer')).frames, 200);
});

for (const [name, change, code, sentence] of /** @type {[string, (text: string) => string, string, string][]} */ ([
  ['cut off', (text) => text.slice(0, text.length / 2), 'link.truncated', 'The link was cut short: 50 % of it is missing.'],
  [
    'mistyped',
    (text) => text.slice(0, 400) + (text[400] === 'A' ? 'B' : 'A') + text.slice(401),
    'link.damaged',
    'The link is damaged: some of it was changed on its way.',
  ],
  [
    'of the future',
    (text) => `Ar${text.slice(2)}`,
    'link.version',
    'The link was made by a newer Marey (version 2 of the packing); this one reads version 1.',
  ],
  ['something else', () => 'hello', 'link.foreign', "This is no packed motion, or the link's start is missing."],
  ['longer than any', () => 'A'.repeat(1_100_000), 'link.too-large', 'The link holds more characters than the 1048576 that are allowed.'],
])) {
  (name === 'cut off' ? scene : scene.deep)(
    `a link that is ${name} is refused in one sentence, and the page continues`,
    { path: `#clip=${change(DANCER)}`, loads: null },
    async ({ player }) => {
      const fault = await until('it is reported', () =>
        player.run((element) => element.error && { code: element.error.reason, message: element.error.message }),
      );
      assert.deepEqual(fault, { code, message: sentence });
      await player.find('.card').getByText('The link can\u2019t be played').waitFor();
      await player.find('.card').getByText(sentence).waitFor();
      await player.opens('walker', { name: 'walker.bvh', text: walker() });
      await player.isFramed();
    },
  );
}
