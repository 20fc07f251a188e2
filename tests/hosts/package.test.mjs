/** The package itself: its files, and the player as a single file opened from a disk. */
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { until } from '../browser/support/browser.mjs';
import { DIST } from '../browser/support/server.mjs';
import { ROOT, TARBALL, run } from './support/site.mjs';
import { visit } from './support/visits.mjs';
import { openPanel } from '../browser/support/hands.mjs';

const folder = await mkdtemp(join(tmpdir(), 'marey-package-'));
after(() => rm(folder, { recursive: true }));
await run(folder, 'tar', ['-xzf', TARBALL]);
const at = (/** @type {string[]} */ ...path) => join(folder, 'package', ...path);

test('the package has the files that its manifest names, and none of the page', async () => {
  const { version, exports, types, customElements, license } = JSON.parse(await readFile(at('package.json'), 'utf8'));
  const cargo = await readFile(new URL('../../Cargo.toml', import.meta.url), 'utf8');
  assert.ok(cargo.includes(`version = "${version}"`), version);
  assert.equal(license, 'MIT OR Apache-2.0');
  const named = [
    types,
    customElements,
    ...Object.values(exports).flatMap((each) => (typeof each === 'string' ? [each] : Object.values(each))),
  ];
  for (const path of named) if (!path.includes('*')) assert.notEqual((await readFile(at(path), 'utf8')).length, 0, path);
  assert.deepEqual((await readdir(at())).sort(), [
    'CHANGELOG.md',
    'LICENSE-APACHE',
    'LICENSE-MIT',
    'README.md',
    'custom-elements.json',
    'dist',
    'package.json',
  ]);
  const dist = (await readdir(at('dist'))).join(' ');
  assert.doesNotMatch(dist, /page|library|\.html|samples/);
  assert.match(dist, /marey_web-\w+\.wasm/);
});

test('licenses.txt names exactly the crates linked into the modules, with the terms of each', async () => {
  const licenses = await readFile(at('dist/licenses.txt'), 'utf8');
  const [list, ...texts] = licenses.split(/^-{80}$/m);
  const [packages, crates] = list
    .split('Rust crates:')
    .map((lines) => [...lines.matchAll(/^([\w-]+ \d[\w.+-]*), [\w ().,/-]+, https:\S+$/gm)].map(([, name]) => name));
  const linked = new Set();
  const web = ['web', ...['mocap', 'hanim', 'write', 'link', 'pack'].map((module) => `module-${module}`)].map((name) => `marey-${name}`);
  for (const module of ['marey-gpu', ...web]) {
    const tree = await run(ROOT, 'cargo', [
      'tree',
      '--quiet',
      '--locked',
      '--package',
      module,
      '--target',
      'wasm32-unknown-unknown',
      '--edges',
      'no-dev,no-build,no-proc-macro',
      '--prefix',
      'none',
    ]);
    for (const [, name, version, place] of tree.matchAll(/^(\S+) v(\S+)(?: \((.+)\))?$/gm))
      if (!place || place === '*') linked.add(`${name} ${version}`);
  }
  assert.ok(linked.size > 30, 'cargo lists them');
  assert.deepEqual(crates, [...linked].sort());
  const { dependencies } = JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8'));
  assert.deepEqual(
    packages,
    Object.entries(dependencies).map((each) => each.join(' ')),
  );
  // Each crate, and the standard library, is above a text that grants permissions.
  const owners = texts.flatMap((text) =>
    /permission|permitted|Licen[cs]e|hereby/i.test(text.split(':\n').slice(1).join()) ? text.trim().split(':\n')[0].split(', ') : [],
  );
  for (const name of [...packages, ...crates].map((each) => each.split(' ')[0])) assert.ok(owners.includes(name), name);
  assert.match(licenses, /^the Rust standard library .*, MIT OR Apache-2\.0, /m);
  for (const text of texts)
    assert.equal(
      texts.filter((other) => other.split(':\n').slice(1).join() === text.split(':\n').slice(1).join()).length,
      1,
      'each text appears once',
    );
  assert.doesNotMatch(licenses, /registry|crates\.io|\/(?:root|home|Users)\/|\.cargo/);

  const lines = (/** @type {string} */ text) => text.split('\n').filter((line) => !line.includes('*/'));
  assert.deepEqual(lines((await readFile(at('dist/marey-player.standalone.js'), 'utf8')).split('\n/*!\n')[1] ?? ''), lines(licenses));
  assert.equal(await readFile(join(ROOT, 'target/python/src/marey/licenses.txt'), 'utf8'), licenses);
  assert.equal(await readFile(join(DIST, 'licenses.txt'), 'utf8'), licenses);
});

test('the manifest names every attribute that the element observes', async () => {
  const { MareyPlayer } = await import(pathToFileURL(at('dist/marey-player.js')).href);
  const {
    modules: [
      {
        declarations: [player],
      },
    ],
  } = JSON.parse(await readFile(at('custom-elements.json'), 'utf8'));
  assert.deepEqual(
    player.attributes.map((/** @type {{ name: string }} */ { name }) => name).sort(),
    [...MareyPlayer.observedAttributes].sort(),
  );
});

test('in Node the module can be imported, and setAssetBase takes a path or an address', async () => {
  const { MareyPlayer } = await import(pathToFileURL(at('dist/marey-player.js')).href);
  assert.equal(MareyPlayer.name, 'MareyPlayer');
  for (const folder of ['marey/', '/marey/', 'https://host.example/marey/', new URL('https://host.example/marey/')])
    MareyPlayer.setAssetBase(folder);
});

test('a single file on a disk plays, with a worker', { timeout: 120_000 }, async () => {
  await mkdir(at('site'));
  await cp(at('dist/marey-player.standalone.js'), at('site/marey-player.standalone.js'));
  await writeFile(
    at('site/index.html'),
    `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>One file</title>
    <script src="marey-player.standalone.js"></script></head><body><marey-player controls autoplay loop></marey-player></body></html>`,
  );
  await visit({ folder: at('site') }, pathToFileURL(at('site/index.html')).href, async (visited) => {
    const player = visited.player();
    const give = async (/** @type {string[]} */ ...names) =>
      player.run(
        (element, files) => {
          element.srcObject = files.map(({ name, text }) => new File([text], name));
        },
        await Promise.all(names.map(async (name) => ({ name, text: await readFile(join(DIST, 'samples', name), 'utf8') }))),
      );
    await give('walk.bvh');
    await player.loaded();
    await player.plays();
    await give('march.asf', 'march.amc');
    await until('the march is read', async () => /march/i.test((await player.state()).name));
    await player.loaded();
    await player.plays();
    await openPanel(player, 'Settings');
    await player.find('.panel').waitFor();
    assert.ok(visited.page.workers().length > 0, 'a worker is running');
    // The video writer is inside, compressed.
    const films = await player.run(async (element) =>
      Promise.all(
        [{ format: /** @type {const} */ ('mp4') }, { background: false }].map(
          async (how) => (await element.film({ width: 160, height: 120, to: 0.2, ...how })).type,
        ),
      ),
    );
    assert.deepEqual(films, ['video/mp4', 'video/webm']);
  });
});
