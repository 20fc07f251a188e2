// of: gallery, player, wall, page
/** The recipes that show a gallery of `marey gallery` in a page of VitePress or MkDocs. The tools themselves are not needed. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';

/** As the docs show it, without types. */
const { gallery } = await import(new URL('../../docs/.vitepress/gallery.mjs', import.meta.url).href);
const TEXT = '# Clips\n\n::: gallery sets/motions\n:::\n\n::: tip\nOther containers stay.\n:::\n';

test('VitePress shows the gallery under the base of its site, and other containers stay', () => {
  /** @type {(state: { src: string }) => void} */
  let rule = () => {};
  gallery('/docs/')({
    core: {
      ruler: {
        before: (/** @type {string} */ _, /** @type {string} */ __, /** @type {typeof rule} */ added) => {
          rule = added;
        },
      },
    },
  });
  const state = { src: TEXT };
  rule(state);
  assert.equal(
    state.src,
    TEXT.replace(
      /::: gallery.*\n:::/,
      '<iframe class="gallery" src="/docs/sets/motions/index.html" title="Clips" loading="lazy"></iframe>',
    ),
  );
});

test('MkDocs shows the gallery relative to the page', { skip: spawnSync('python3', ['--version']).status !== 0 }, () => {
  const script = `
import sys, types, posixpath
utils = types.ModuleType("mkdocs.utils")
utils.get_relative_url = lambda url, other: posixpath.relpath(url, posixpath.dirname(other) or ".")
sys.modules["mkdocs"], sys.modules["mkdocs.utils"] = types.ModuleType("mkdocs"), utils
sys.path.insert(0, "tests/hosts/galleries")
sys.dont_write_bytecode = True
import gallery
print(gallery.on_page_markdown(sys.stdin.read(), types.SimpleNamespace(url="guide/clips/")), end="")`;
  const shown = execFileSync('python3', ['-c', script], { input: TEXT, encoding: 'utf8' });
  assert.equal(
    shown,
    TEXT.replace(
      /::: gallery.*\n:::/,
      '<iframe class="gallery" src="../../sets/motions/index.html" title="Clips" loading="lazy"></iframe>',
    ),
  );
});

test('the docs show these files', async () => {
  for (const [page, file] of [
    ['vitepress', 'docs/.vitepress/gallery.mjs'],
    ['mkdocs', 'tests/hosts/galleries/gallery.py'],
  ]) {
    const [text, shown] = await Promise.all([readFile(`docs/hosts/${page}.md`, 'utf8'), readFile(file, 'utf8')]);
    assert.ok(text.includes(shown.trim()), `docs/hosts/${page}.md has ${file}`);
  }
});
