/** One flag decides what all pages say about getting Marey. No browser is needed. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { PUBLISHED, TEXTS, pages, version, written } from '../../xtask/getting.mjs';

const now = await version();
/** @type {[path: string, text: string][]} */
const read = await Promise.all((await pages()).map(async (path) => [path, await readFile(path, 'utf8')]));

test('README, docs and packages say how to get Marey as the flag says; `node xtask/getting.mjs` writes it', () => {
  assert.match(now, /^\d+\.\d+\.\d+/);
  for (const [path, text] of read) assert.equal(written(text, now), text, path);
});

test('every text is used, and no page says it outside of its sections', () => {
  for (const name of Object.keys(TEXTS))
    assert.ok(
      read.some(([, text]) => text.includes(`<!-- get ${name} -->`)),
      name,
    );
  for (const [path, text] of read) {
    const rest = text.replace(/<!-- get (\w+) -->[^]*?<!-- \/get -->/g, '');
    assert.doesNotMatch(rest, /npm (i|install) marey-player|pip install|cargo (install|add) (marey|--path)|cdn\.jsdelivr/, path);
  }
});

test('the flag switches every page, and back', () => {
  for (const [path, text] of read) {
    const other = written(text, now, !PUBLISHED);
    assert.equal(other !== text, text.includes('<!-- get '), path);
    assert.doesNotMatch(PUBLISHED ? text : other, /not (published|on npm|on PyPI|on crates\.io)/, path);
    assert.equal(written(other, now), text, path);
  }
});

test('the release workflow publishes what the texts promise', async () => {
  const workflow = await readFile('.github/workflows/publish.yml', 'utf8');
  for (const step of [
    'npm publish ./npm/marey-player-*.tgz',
    'pypa/gh-action-pypi-publish',
    'cargo publish --allow-dirty --package marey-kernels --package marey --package marey-link --package marey-cli',
    'marey-$version.zip',
    'gh release create',
    'vscode/*.vsix',
  ])
    assert.ok(workflow.includes(step), step);
});
