// of: page, player
/** The package of the extension for VS Code. Neither VS Code nor a browser is needed. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { isUsual, offered, optional, usual } from '../../vscode/src/endings.js';
import { companionsOf, mayNeed } from '../../vscode/src/companions.js';
import { KINDS } from '../../www/page/kinds.js';
import { MOTION, PACKED_SCENE } from '../../www/player/loading/kinds.js';
import { unpacked } from './support/vsix.mjs';

const files = await unpacked();
const textOf = (/** @type {string} */ path) => new TextDecoder().decode(files[path]);
const manifest = JSON.parse(textOf('extension/package.json'));
/** @type {string[][]} */
const [opened, asked] = manifest.contributes.customEditors.map((/** @type {any} */ { selector }) =>
  /^\*\.\{(.*)\}$/.exec(selector[0].filenamePattern)?.[1].split(','),
);

test('every ending that plays opens the player, by itself or by choice, and no other does', () => {
  const all = Object.values(KINDS).flatMap(({ role, extensions }) => (role === 'part' ? [] : extensions));
  assert.deepEqual([...opened, ...asked.filter((ending) => !ending.includes('.'))].sort(), all.filter((ending) => ending !== 'gz').sort());
  assert.deepEqual(opened.sort(), ['amc', 'asf', 'bvh', 'marey']);
  // The player's own table of names, which is made from the registry apart from that of kinds.
  const skeletons = Object.values(KINDS).flatMap(({ role, extensions }) => (role === 'skeleton' ? extensions : []));
  for (const ending of [...opened, ...asked])
    assert.ok(MOTION.test(`x.${ending}`) || PACKED_SCENE.test(`x.${ending}`) || skeletons.includes(ending), ending);
});

test('menus offer the player for these files, but not for every JSON', () => {
  const [{ when }] = manifest.contributes.menus['explorer/context'];
  const pattern = new RegExp(/=~ \/(.*)\/i$/.exec(when)?.[1] ?? '', 'i');
  for (const ending of ['.bvh', '.AMC', '.fbx', '.npz', '.x3d', '.skel', '.trc']) assert.match(ending, pattern);
  for (const ending of ['.json', '.gz', '.pkl', '.obj', '.png', '.txt']) assert.doesNotMatch(ending, pattern);
  assert.ok([...usual, ...optional].every((ending) => offered.includes(ending) || /json|gz|pickle|pkl/.test(ending)));
  assert.deepEqual(['a.BVH', 'a.b.amc', 'bvh', 'a.fbx', 'a'].map(isUsual), [true, true, false, false, false]);
});

test('the package has what its manifests name, with the licences, and nothing else', async () => {
  const named = [...textOf('extension.vsixmanifest').matchAll(/Path="([^"]+)"|<(?:License|Icon)>([^<]+)/g)].map(
    ([, path, other]) => path ?? other,
  );
  for (const path of [...named, ...[manifest.main, manifest.browser, manifest.icon].map((each) => `extension/${each.replace('./', '')}`)])
    assert.ok(files[path]?.length, path);
  assert.deepEqual(Object.keys(files).sort(), [
    '[Content_Types].xml',
    'extension.vsixmanifest',
    ...['CHANGELOG.md', 'LICENSE-APACHE', 'LICENSE-MIT', 'LICENSE.txt', 'README.md', 'extension.js', 'icon.png', 'licenses.txt'].map(
      inside,
    ),
    ...['marey-player.standalone.js', 'view.css', 'view.js'].map((name) => inside(`media/${name}`)),
    inside('package.json'),
  ]);
  const types = textOf('[Content_Types].xml');
  for (const path of Object.keys(files).filter((each) => each.startsWith('extension')))
    assert.ok(types.includes(`Extension="${/\.\w+$/.exec(path)?.[0]}"`) || types.includes(`PartName="/${path}"`), path);
  const [, version] = /version = "(.*)"/.exec(await readFile('Cargo.toml', 'utf8')) ?? [];
  assert.equal(manifest.version, version);
  assert.ok(textOf('extension.vsixmanifest').includes(`Id="${manifest.name}" Version="${version}" Publisher="${manifest.publisher}"`));
});

test('the scripts need nothing of Node, and no newer VS Code than that whose types they are checked with', async () => {
  const required = [...textOf('extension/extension.js').matchAll(/require\(([^)]*)\)/g)].map(([, what]) => what);
  assert.deepEqual([...new Set(required)], ['"vscode"']);
  assert.doesNotMatch(textOf('extension/extension.js'), /\b(process|Buffer|__dirname)\b/);
  assert.doesNotMatch(textOf('extension/media/view.js'), /\brequire\(|\bimport\(/);
  const { devDependencies } = JSON.parse(await readFile('package.json', 'utf8'));
  assert.equal(manifest.engines.vscode, `^${devDependencies['@types/vscode']}`);
});

test('of a folder a file gets what it may need, the most alike first', () => {
  const folder = ['07.asf', '08.asf', '07_01.amc', '07_02.amc', 'skin.obj', 'walk.bvh', 'clip.gltf', 'clip.bin', 'other.bin', 'notes.txt'];
  const none = new Uint8Array();
  assert.deepEqual(companionsOf('07_01.amc', none, folder), ['07.asf', '08.asf', 'skin.obj']);
  assert.deepEqual(companionsOf('08_01.amc', none, folder), ['08.asf', '07.asf', 'skin.obj']);
  assert.deepEqual(companionsOf('walk.bvh', none, folder), []);
  assert.deepEqual(companionsOf('07.asf', none, folder), []);
  assert.deepEqual(companionsOf('clip.gltf', new TextEncoder().encode('{"buffers":[{"uri":"clip.bin"}]}'), folder), ['clip.bin']);
});

test('a scene gets the pictures and scenes that it names, as addresses, too', () => {
  const scene = new TextEncoder().encode('<ImageTexture url=\'"skin.png"\'/><Inline url=\'"my%20figure.x3d"\'/>');
  assert.deepEqual(companionsOf('walk.x3d', scene, ['skin.png', 'other.png', 'my figure.x3d', 'else.x3d', 'walk.bvh']), [
    'my figure.x3d',
    'skin.png',
  ]);
});

test('a change of another file concerns a motion only if it may need that file', () => {
  assert.ok(mayNeed('07_01.amc', '07.asf'));
  for (const other of ['07_02.amc', '07_01.amc', 'a.bvh', 'a.txt', 'a.skel']) assert.ok(!mayNeed('07_01.amc', other), other);
});

/** @param {string} path */
function inside(path) {
  return `extension/${path}`;
}
