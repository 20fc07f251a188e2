// of: player, share, render
/** The films that `marey film` orders from the player in a browser. */
import assert from 'node:assert/strict';
import { cp, mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny';
import { PROGRAM as CHROMIUM } from '../browser/support/browser.mjs';
import { DIST } from '../browser/support/server.mjs';
import { onlyDeep } from '../support/deep.mjs';
import { emptyFolder, marey } from './support/marey.mjs';

const folder = await emptyFolder('film');
const [motions, films] = [join(folder, 'motions'), join(folder, 'films')];
const PLAYER = ['--player', DIST, `--browser=${CHROMIUM}`, '--browser-flag=--no-sandbox'];
const SMALL = ['--size', '96x64', '--fps', '10', '--to', '0.8', '--out', films];

/** Films all motions. @param {...string} options */
const filmed = (...options) => marey('film', ...PLAYER, ...SMALL, ...options, motions);

/** The size, seconds and number of frames of a film. @param {string} path */
async function measured(path) {
  const input = new Input({ source: new BufferSource(await readFile(join(films, path))), formats: ALL_FORMATS });
  const track = await input.getPrimaryVideoTrack();
  assert.ok(track, path);
  const { packetCount } = await track.computePacketStats();
  return { size: [track.displayWidth, track.displayHeight], seconds: await input.computeDuration(), frames: packetCount };
}

/** When each film was written. */
const written = async () =>
  Object.fromEntries(
    await Promise.all(
      (await readdir(films)).filter((name) => name.endsWith('.webm')).map(async (name) => [name, (await stat(join(films, name))).mtimeMs]),
    ),
  );

test('the player films motions in a browser, goes on after a stop, and leaves what is finished', async () => {
  await mkdir(motions, { recursive: true });
  for (const name of ['walk.bvh', 'march.asf', 'march.amc']) await cp(join(DIST, 'samples', name), join(motions, name));
  await filmed();
  for (const name of ['walk.webm', 'march.webm']) {
    const { frames, seconds, size } = await measured(name);
    assert.deepEqual([size, frames, seconds.toFixed(2)], [[96, 64], 8, '0.80'], name);
  }
  const first = await written();
  await filmed();
  assert.deepEqual(await written(), first);
  // A run was stopped before it had written one of them.
  const list = JSON.parse(await readFile(join(films, 'films.json'), 'utf8'));
  delete list['march.webm'];
  await writeFile(join(films, 'films.json'), JSON.stringify(list));
  await rm(join(films, 'march.webm'));
  await filmed();
  const again = await written();
  assert.equal(again['walk.webm'], first['walk.webm']);
  assert.ok(again['march.webm'] > first['march.webm']);
});

test('a film of another format, and one that cannot be made', { skip: onlyDeep }, async () => {
  await mkdir(motions, { recursive: true });
  await cp(join(DIST, 'samples', 'walk.bvh'), join(motions, 'walk.bvh'));
  await writeFile(join(motions, 'none.bvh'), 'HIERARCHY');
  await assert.rejects(filmed('--format', 'gif', '--caption={name}'), /none\.bvh/);
  const gif = await readFile(join(films, 'walk.gif'));
  assert.equal(gif.subarray(0, 10).toString('latin1'), 'GIF89a`\0@\0');
});
