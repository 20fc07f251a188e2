// of: player
/** The first picture of `marey convert`'s glTF in `<model-viewer>` and in three.js, before the camera moves. */
import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { launch } from '../browser/support/browser.mjs';
import { DIST, serve } from '../browser/support/server.mjs';
import { emptyFolder, marey, ROOT } from './support/marey.mjs';
import { inModelViewer, inThree, openViewers } from './support/viewers.mjs';

/** Samples of the page, with options of the program. @type {Record<string, string[]>} */
const CLIPS = {
  walk: ['walk.bvh'],
  jump: ['jump.bvh'],
  dance: ['dance.bvh'],
  march: ['march.asf', 'march.amc'],
  marchWithSkin: ['march.asf', 'march.obj', 'march.amc'],
  stroll: ['adult.skel', 'stroll.anim'],
  wave: ['wave.x3d'],
  human: ['human-loa3.x3d'],
  end: ['--from', '1', 'walk.bvh'],
  inPlace: ['--in-place', 'walk.bvh'],
};

const folder = await emptyFolder('viewers');
const server = await serve({ csp: '' });
const browser = await launch('webgl');
after(async () => {
  await browser.close();
  await server.close();
});
const page = await browser.newPage();
await openViewers(page, server);

/** Shows a file in each viewer. @param {string} name @param {string} path */
async function wholeAndLarge(name, path) {
  const url = server.put(`/${name}.glb`, { body: await readFile(path), type: 'model/gltf-binary' });
  for (const [viewer, shown] of Object.entries({
    'model-viewer': await inModelViewer(page, url),
    'model-viewer that plays': await inModelViewer(page, url, true),
    three: await inThree(page, url),
  })) {
    const { png, ...measured } = shown;
    assert.ok(!measured.cut, `${viewer}: ${JSON.stringify(measured)}`);
    assert.ok(measured.bottom - measured.top >= measured.height / 3, `${viewer}: ${JSON.stringify(measured)}`);
    // On the page's white, no more than a tenth of the figure may be nearly white.
    assert.ok(measured.pale < 0.1, `${viewer}: ${JSON.stringify(measured)}`);
    if (process.env.MAREY_PICTURES) await writeFile(join(folder, `${name}-${viewer}.png`), png, 'base64');
  }
}

for (const [name, files] of Object.entries(CLIPS)) {
  test(`${name}: the whole figure is in the first picture, and large`, async () => {
    const path = join(folder, `${name}.glb`);
    await marey('convert', '--force', ...files.map((file) => (/\.\w+$/.test(file) ? join(DIST, 'samples', file) : file)), path);
    await wholeAndLarge(name, path);
  });
}

test('a walk on the figure of a VRM: the whole figure is in the first picture, and large', async () => {
  const path = join(folder, 'vrm.glb');
  await marey(
    'retarget',
    '--force',
    join(DIST, 'samples/walk.bvh'),
    '--onto',
    join(ROOT, 'tests/fixtures/gltf/person_one.vrm'),
    '-o',
    path,
  );
  await wholeAndLarge('vrm', path);
});
