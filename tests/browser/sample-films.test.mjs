// of: page, marey_web
/** The committed films of the samples are up to date: the samples have not changed, and the player draws them alike. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { PNG } from 'pngjs';
import { EDGE } from '../../www/page/film.js';
import { SAMPLES } from '../../www/page/samples.js';
import { onlyDeep } from '../support/deep.mjs';
import { unlike } from './support/pixels.mjs';
import { THEMES, onStage, stem, strip, sums } from './support/sample-films.mjs';
import { scenes } from './support/scenes.mjs';

const { scene } = await scenes({ gpu: 'webgl' });

const ANEW = 'make the films anew: node tests/browser/sample-films.mjs';
/** @type {Record<string, { square: [number, number, number], sha256: Record<string, string> }>} */
const FILMS = JSON.parse(await readFile(new URL('../../xtask/samples/films.json', import.meta.url), 'utf8'));

/** Largest difference between a frame as WebP and as drawn (`unlike`). */
const MOST = { mean: 1, worst: 10 };

/** A film of the page, decoded. @param {import('playwright-core').Page} page @param {string} path */
async function shown(page, path) {
  const png = await page.evaluate(async (url) => {
    const bitmap = await createImageBitmap(await (await fetch(url)).blob());
    const canvas = Object.assign(document.createElement('canvas'), { width: bitmap.width, height: bitmap.height });
    canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
    return canvas.toDataURL().split(',')[1];
  }, path);
  return PNG.sync.read(Buffer.from(png, 'base64'));
}

/** @param {PNG} film @param {number} at */
const frame = ({ data }, at) => ({ width: EDGE, height: EDGE, data: data.subarray(at * EDGE * EDGE * 4, (at + 1) * EDGE * EDGE * 4) });

for (const [index, [name]] of SAMPLES.entries()) {
  scene(
    `${name}: its film is of the sample, looks as the player draws it, is whole, and goes round without a jump`,
    { path: null, skip: index > 0 && onlyDeep },
    async ({ page, server }) => {
      const { square, sha256 } = FILMS[name];
      assert.deepEqual(await sums(name), sha256, ANEW);
      const { player, moments } = await onStage(page, server, name);
      const count = moments.length;
      for (const [theme, end] of THEMES) {
        const film = await shown(page, `/samples/${stem(name)}${end}`);
        assert.deepEqual([film.width, film.height], [EDGE, EDGE * count], ANEW);

        const some = [0, Math.floor(count / 3), Math.floor((2 * count) / 3)];
        const drawn = PNG.sync.read(
          await strip(
            player,
            some.map((at) => moments[at]),
            square,
            { theme, type: 'image/png' },
          ),
        );
        for (const [index, at] of some.entries()) {
          const off = unlike(frame(film, at), frame(drawn, index));
          assert.ok(off.mean < MOST.mean && off.worst < MOST.worst, `${theme}, frame ${at}: ${JSON.stringify(off)}; ${ANEW}`);
        }
        // Frames a tenth of a second later exceed the limit, so it notices small changes.
        const late = some.map((at, index) => unlike(frame(film, (at + 1) % count), frame(drawn, index)).worst);
        assert.ok(Math.max(...late) > 2 * MOST.worst, `${theme}: ${late}`);

        const steps = Array.from({ length: count }, (_, at) => unlike(frame(film, at), frame(film, (at + 1) % count)).mean);
        const over = steps.pop() ?? 0;
        assert.ok(over <= Math.max(...steps), `${theme}: ${over} from the end to the start, ${steps}`);

        for (let at = 0; at < count; at += 1) {
          const { data } = frame(film, at);
          const solid = Array.from({ length: EDGE * EDGE }, (_, pixel) => pixel).filter((pixel) => data[4 * pixel + 3] > 127);
          assert.ok(solid.length > 0.01 * EDGE * EDGE, `${theme}, frame ${at}: ${solid.length} pixels`);
          const cut = solid.filter((pixel) => [0, EDGE - 1].includes(pixel % EDGE) || [0, EDGE - 1].includes(Math.floor(pixel / EDGE)));
          assert.deepEqual(cut, [], `${theme}, frame ${at} is cut off`);
        }
      }
    },
  );
}
