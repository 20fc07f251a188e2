// of: player, share
/** The program and the modules in browsers pack and unpack motion to the same bits: links can be compared, and measurements of one hold for the other. */
import assert from 'node:assert/strict';
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { modules, packetsOf, readerOf } from '../browser/support/modules.mjs';
import { DIST } from '../browser/support/server.mjs';
import { emptyFolder, fileAt, marey, sources } from './support/marey.mjs';

const LINKS = fileURLToPath(new URL('../fixtures/link/', import.meta.url));
const QUALITIES = { tiny: { mean: 5 }, standard: { mean: 1.5 }, faithful: { p99: 2 } };
const SAMPLES = [['walk.bvh'], ['march.amc', 'march.asf'], ['stroll.anim', 'adult.skel'], ['wave.x3d']];

const made = await modules();

/** All packets of a clip. @param {string[]} files the motion, and the files beside it */
async function packets(files) {
  const [{ name, bytes }, ...beside] = await Promise.all(files.map(fileAt));
  const { glue } = extname(name) === '.marey' ? made.link : readerOf(name, bytes, made);
  return new Uint8Array(Buffer.concat(packetsOf(glue, name, [bytes], beside)));
}

/** Packs a motion by both. @param {string[]} files @param {keyof typeof QUALITIES} quality */
async function compare(files, quality) {
  const program = JSON.parse(await marey('link', '--json', '--quality', quality, ...files));
  const module = made.pack.glue.packMotion(await packets(files), { behaviour: 0, ...QUALITIES[quality] });
  const about = `${basename(files[0])}, ${quality}`;
  assert.equal(module.text, program.link, about);
  assert.deepEqual(
    [module.meanMm, module.p99Mm, module.maxMm].map(Math.fround),
    [program.mean_mm, program.p99_mm, program.max_mm].map(Math.fround),
    about,
  );
  return /** @type {string} */ (program.link);
}

test('every fixture becomes the same link', async () => {
  const all = (await sources('bvh', 'acclaim', 'skel', 'hanim')).filter(({ files }) => files[0].includes('fixtures'));
  assert.ok(all.length > 100, `${all.length} clips`);
  const links = new Set();
  for (const { files } of all) links.add(await compare(files, 'standard'));
  assert.ok(links.size > 50, `${links.size} different links`);
});

test('so does every sample', async () => {
  for (const names of SAMPLES)
    await compare(
      names.map((name) => join(DIST, 'samples', name)),
      'standard',
    );
});

test('so do tiny and faithful links', async () => {
  const files = ['stroll.anim', 'adult.skel'].map((name) => join(DIST, 'samples', name));
  const [tiny, faithful] = [await compare(files, 'tiny'), await compare(files, 'faithful')];
  assert.ok(tiny.length < faithful.length, `${tiny.length} and ${faithful.length}`);
});

test('an unpacked link packs into the same link again', async () => {
  const folder = await emptyFolder('packing');
  const names = (await readdir(LINKS)).filter((name) => name.endsWith('.link'));
  assert.ok(names.length >= 12, `${names.length}`);
  for (const name of names) {
    const text = await readFile(join(LINKS, name), 'utf8');
    const path = join(folder, name.replace(/\.link$/, '.marey'));
    await writeFile(path, Buffer.concat([Buffer.from('Marey\x1A\r\n', 'latin1'), Buffer.from(text.trim(), 'base64url')]));
    await compare([path], 'faithful');
  }
});
