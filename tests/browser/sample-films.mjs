/**
 * Makes the films of the samples for the page's welcome: transparent strips of frames as WebP, for dark and for light pages.
 *
 *   MAREY_DIST=dist node tests/browser/sample-films.mjs [SAMPLE..]
 *
 * They are written to `xtask/samples/films/`, and what each shows to `xtask/samples/films.json`. Look at them afterwards.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { SAMPLES } from '../../www/page/samples.js';
import { launch, open } from './support/browser.mjs';
import { THEMES, framing, onStage, stem, strip, sums } from './support/sample-films.mjs';
import { serve } from './support/server.mjs';

const FOLDER = new URL('../../xtask/samples/films/', import.meta.url);
const LIST = new URL('../films.json', FOLDER);
const QUALITY = 0.6;

const wanted = process.argv.slice(2);
await mkdir(FOLDER, { recursive: true });
const films = JSON.parse(await readFile(LIST, 'utf8').catch(() => '{}'));
const [browser, server] = await Promise.all([launch('webgl'), serve()]);
const { page, check } = await open(browser, {});
for (const [name] of SAMPLES) {
  if (wanted.length && !wanted.includes(name)) continue;
  const { player, moments } = await onStage(page, server, name);
  const square = await framing(player, moments);
  for (const [theme, end] of THEMES) {
    const bytes = await strip(player, moments, square, { theme, type: 'image/webp', quality: QUALITY });
    await writeFile(new URL(stem(name) + end, FOLDER), bytes);
    console.log(`${stem(name)}${end}: ${moments.length} frames, ${bytes.length} bytes`);
  }
  films[name] = { square, sha256: await sums(name) };
}
await writeFile(LIST, `${JSON.stringify(Object.fromEntries(SAMPLES.map(([name]) => [name, films[name]])), null, 2)}\n`);
check();
await browser.close();
await server.close();
