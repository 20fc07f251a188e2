// of: player
/** The Python package with its compiled reader, both installed as wheels. */
import assert from 'node:assert/strict';
import { cp, mkdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { DIST } from '../browser/support/server.mjs';
import { PYTHON, installMarey, installReader } from '../hosts/support/python.mjs';
import { ROOT, pythonSite, run } from '../hosts/support/site.mjs';
import { DEEP, onlyDeep } from '../support/deep.mjs';

/** The largest wheel, bytes. */
const LARGEST = 1_200_000;

const folder = await pythonSite('reader');
await installMarey(folder);
// Deep runs compile it as for a release.
const wheel = await installReader(folder, DEEP ? 'release' : 'quick');

test('the tests of the Python package pass with the reader', { timeout: 300_000 }, async (t) => {
  const output = await run(folder, 'python', ['-W', 'error', '-m', 'unittest', 'discover', '-s', join(PYTHON, 'tests')], {
    MAREY_REPOSITORY: ROOT,
  });
  // Five need anywidget (widgets.test.mjs runs them), one the corpus.
  assert.match(output, process.env.MAREY_CORPUS ? /\nOK \(skipped=5\)\n/ : /\nOK \(skipped=6\)\n/);
  t.diagnostic(/Ran \d+ tests/.exec(output)?.[0] ?? '');
});

test('the types of the package are right, and those of the reader are its own', { timeout: 300_000 }, async () => {
  await run(folder, 'mypy', ['--strict', '--python-version', '3.10', '--package', 'marey', '--package', 'marey_read']);
  await run(folder, 'python', ['-m', 'mypy.stubtest', 'marey_read']);
});

test('the examples of the guide run one after the other', { timeout: 120_000 }, async () => {
  const guide = await readFile(join(ROOT, 'docs/guide/python.md'), 'utf8');
  const examples = [...guide.matchAll(/^```python\n([^]*?)^```/gm)].map(([, code]) => code);
  assert.ok(examples.length >= 8, `${examples.length}`);
  const work = join(folder, 'guide');
  await rm(work, { recursive: true, force: true });
  await mkdir(work);
  for (const [from, to] of [
    ['walk.bvh', 'walk.bvh'],
    ['jump.bvh', 'jump.bvh'],
    ['march.asf', '07.asf'],
    ['march.amc', '07_01.amc'],
    ['human.x3d', 'human.x3d'],
  ])
    await cp(join(DIST, 'samples', from), join(work, to));
  await writeFile(join(work, 'guide.py'), examples.join('\n'));
  const output = await run(work, join(folder, '.venv/bin/python'), ['-W', 'error', 'guide.py']);
  assert.match(output, /^cut\.bvh 1 30 bvh\.expected-number$/m);
  assert.match(output, /^walk \d+\njump \d+$/m);
});

test('a motion plays on another figure, with its angles, its frames and its times', async () => {
  const [walk, human] = ['walk.bvh', 'human.x3d'].map((name) => JSON.stringify(join(DIST, 'samples', name)));
  await run(folder, join(folder, '.venv/bin/python'), [
    '-W',
    'error',
    '-c',
    `
import marey, numpy as np
CHAIN = b"HIERARCHY ROOT q7 { OFFSET 0 0 0 CHANNELS 3 Xposition Yposition Zposition End Site { OFFSET 0 9 0 } } MOTION Frames: 1 Frame Time: 0.1 0 0 0"
walk, human = marey.read(${walk}), marey.read(${human})
free = walk.onto(${human}, feet="free")
assert free.names == human.names and free.metres_per_unit == 1.0, free
np.testing.assert_allclose(free.times, walk.times, atol=1e-9)
own = walk.angle("LeftUpLeg", "LeftLeg", "LeftFoot")
np.testing.assert_allclose(free.angle("l_hip", "l_knee", "l_talocrural"), own, atol=0.05)
assert np.ptp(own) > 20
follow, again = walk.onto(${human}), walk.onto(human)
np.testing.assert_allclose(follow.positions, again.positions, atol=1e-4)
assert np.abs(follow.positions - free.positions).max() > 1e-3
for figure, feet, words in ((${human}, "glued", "feet takes"), (("chain.bvh", CHAIN), "free", "chain.bvh: ")):
    try:
        walk.onto(figure, feet=feet)
    except ValueError as error:
        assert words in str(error), error
    else:
        raise AssertionError(words)
`,
  ]);
});

test('the package asks for the reader of its own version', async () => {
  const asked = await run(folder, 'python', ['-c', 'import importlib.metadata as m; print(m.requires("marey"), m.version("marey_read"))']);
  const [, version] = /(\S+)\s*$/.exec(asked) ?? [];
  assert.ok(asked.includes(`marey-read==${version};`), asked);
});

test('the licences in the wheel are those of its crates', async () => {
  await run(ROOT, 'node', ['xtask/reader-licenses.mjs', '--check']);
  const files = await run(folder, 'python', ['-c', 'import importlib.metadata as m; print(*m.files("marey_read"), sep="\\n")']);
  for (const name of ['licenses/licenses.txt', 'marey_read/py.typed', 'marey_read/_marey.pyi']) assert.ok(files.includes(name), files);
});

test('the wheel is small', { skip: onlyDeep }, async (t) => {
  const { size } = await stat(wheel);
  t.diagnostic(`${size} bytes`);
  assert.ok(size <= LARGEST, `${size} bytes`);
});
