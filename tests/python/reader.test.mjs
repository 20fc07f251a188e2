/** The Python package with its compiled reader, both installed as wheels. */
import assert from 'node:assert/strict';
import { mkdir, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { PYTHON, installMarey } from '../hosts/support/python.mjs';
import { ROOT, pythonSite, run } from '../hosts/support/site.mjs';
import { DEEP, onlyDeep } from '../support/deep.mjs';

/** The largest wheel, bytes. */
const LARGEST = 1_200_000;

const folder = await pythonSite('reader');
await installMarey(folder);
const wheel = await installReader();

/** Builds the reader's wheel and installs it; deep runs compile it as for a release. Returns the path. */
async function installReader() {
  const wheels = join(folder, 'reader');
  await rm(wheels, { recursive: true, force: true });
  await mkdir(wheels);
  await run(folder, 'maturin', ['build', '--profile', DEEP ? 'release' : 'quick', '--locked', '--quiet', '--manifest-path', join(ROOT, 'crates/python/Cargo.toml'), '--out', wheels]);
  const [name, ...others] = await readdir(wheels);
  assert.match(name, /^marey_read-[\d.]+-cp39-abi3-.*\.whl$/);
  assert.deepEqual(others, []);
  await run(folder, 'pip', ['install', '--quiet', '--disable-pip-version-check', '--no-deps', '--force-reinstall', join(wheels, name)]);
  return join(wheels, name);
}

test('the tests of the Python package pass with the reader', { timeout: 300_000 }, async (t) => {
  const output = await run(folder, 'python', ['-W', 'error', '-m', 'unittest', 'discover', '-s', join(PYTHON, 'tests')], { MAREY_REPOSITORY: ROOT });
  assert.match(output, process.env.MAREY_CORPUS ? /\nOK\n/ : /\nOK \(skipped=1\)\n/);
  t.diagnostic(/Ran \d+ tests/.exec(output)?.[0] ?? '');
});

test('the types of the package are right, and those of the reader are its own', { timeout: 300_000 }, async () => {
  await run(folder, 'mypy', ['--strict', '--python-version', '3.10', '--package', 'marey', '--package', 'marey_read']);
  await run(folder, 'python', ['-m', 'mypy.stubtest', 'marey_read']);
});

test('the package asks for the reader of its own version', async () => {
  const asked = await run(folder, 'python', ['-c', 'import importlib.metadata as m; print(m.requires("marey"), m.version("marey_read"))']);
  const [, version] = /(\S+)\s*$/.exec(asked) ?? [];
  assert.ok(asked.includes(`marey-read==${version};`), asked);
});

test('the wheel is small', { skip: onlyDeep }, async (t) => {
  const { size } = await stat(wheel);
  t.diagnostic(`${size} bytes`);
  assert.ok(size <= LARGEST, `${size} bytes`);
});
