// of: player
/** The recipes for data sets, and the example notebook: their packages take long to install. */
import assert from 'node:assert/strict';
import { cp, mkdir, readFile, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { DIST } from '../browser/support/server.mjs';
import { installMarey, installReader } from '../hosts/support/python.mjs';
import { ROOT, pythonSite, run } from '../hosts/support/site.mjs';
import { DEEP, onlyDeep } from '../support/deep.mjs';

const folder = DEEP ? await pythonSite('many-clips') : '';
const work = join(folder, 'examples');
const PROGRAM = process.env.MAREY_PROGRAM || join(ROOT, 'target/debug/marey');

test('the packages are installed', { skip: onlyDeep, timeout: 600_000 }, async () => {
  await installMarey(folder);
  await installReader(folder, 'release', join(folder, 'built'));
  await rm(work, { recursive: true, force: true });
  await cp(join(ROOT, 'python/examples'), work, { recursive: true });
  await cp(join(DIST, 'samples/walk.bvh'), join(work, 'walk.bvh'));
});

test('Dask writes 10,000 clips, and loses none when a worker is killed', { skip: onlyDeep, timeout: 600_000 }, async () => {
  await mkdir(join(work, 'data'));
  const output = await run(work, join(folder, '.venv/bin/python'), ['test_dask.py', 'data', '10000'], { PYTHONPATH: work });
  assert.match(output, /10000 clips, one worker killed, nothing lost/);
});

test('of a gallery that Dask makes nothing is lost or double when a worker is killed', { skip: onlyDeep, timeout: 600_000 }, async () => {
  const output = await run(work, join(folder, '.venv/bin/python'), ['test_index.py', 'index', '400'], {
    PYTHONPATH: work,
    MAREY_PROGRAM: PROGRAM,
  });
  assert.match(output, /400 clips, one worker killed, nothing lost and nothing double/);
});

test('the example notebook runs', { skip: onlyDeep, timeout: 120_000 }, async () => {
  const own = Object.fromEntries(
    ['JUPYTER_CONFIG_DIR', 'JUPYTER_DATA_DIR', 'JUPYTER_RUNTIME_DIR', 'IPYTHONDIR'].map((name) => [name, join(folder, 'own', name)]),
  );
  const execute =
    "import nbformat, nbclient; book = nbformat.read('motion.ipynb', 4); nbclient.NotebookClient(book).execute(); nbformat.write(book, 'executed.ipynb')";
  await run(work, join(folder, '.venv/bin/python'), ['-c', execute], own);
  const { cells } = JSON.parse(await readFile(join(work, 'executed.ipynb'), 'utf8'));
  const shown = cells
    .flatMap((/** @type {any} */ cell) => cell.outputs ?? [])
    .map((/** @type {any} */ output) => Object.keys(output.data ?? {}));
  assert.ok(
    shown.some((/** @type {string[]} */ types) => types.includes('text/html')),
    'the player is shown',
  );
  assert.ok((await readdir(work)).includes('part.glb'));
});
