/**
 * The pictures of bones and bodies in the docs: a moment of each of five samples, as bones on the left and in a body on the right.
 *
 *   MAREY_DIST=dist node tests/browser/body-pictures.mjs [OUT]
 *
 * OUT is the folder `docs/guide/bodies` by default. Look at them afterwards: no test does.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { launch, open } from './support/browser.mjs';
import { Player } from './support/player.mjs';
import { serve } from './support/server.mjs';

const [WIDTH, HEIGHT] = [300, 340];
const SCALE = 1.5;
const QUALITY = 0.85;
/** Samples with their moments, in seconds, and the sides that they are seen from. */
const SHOTS = /** @type {const} */ ([
  ['walk', 'src="/samples/walk.bvh"', 1.1, 'home'],
  ['dance', 'src="/samples/dance.bvh"', 2.4, 'home'],
  ['jump', 'src="/samples/jump.bvh"', 1.2, 'home'],
  ['march', 'src="/samples/march.amc" skeleton="/samples/march.asf"', 1.3, 'left'],
  ['stroll', 'src="/samples/stroll.anim" skeleton="/samples/adult.skel"', 0.8, 'home'],
]);

const [out = 'docs/guide/bodies'] = process.argv.slice(2);
const [browser, server] = await Promise.all([launch('webgl'), serve()]);
await mkdir(out, { recursive: true });
for (const [name, source, time, camera] of SHOTS) {
  const url = server.page(
    `/${name}-pictures.html`,
    `<marey-player ${source} camera="${camera}" renderer="webgl" loading="eager"></marey-player>`,
    { css: `marey-player { width: ${WIDTH}px; height: ${HEIGHT}px }` },
  );
  const { page } = await open(browser, { url, size: [2 * WIDTH, HEIGHT] });
  const player = new Player(page);
  await player.loaded();
  const bytes = await player.run(
    async (element, { pixels, ...options }) => {
      const canvas = document.createElement('canvas');
      [canvas.width, canvas.height] = [2 * pixels[0], pixels[1]];
      const context = canvas.getContext('2d');
      for (const look of /** @type {const} */ (['bones', 'body'])) {
        element.look = look;
        const picture = await createImageBitmap(await element.picture({ ...options, fit: true, theme: 'light' }));
        context?.drawImage(picture, look === 'body' ? pixels[0] : 0, 0);
      }
      const blob = await new Promise((resolve) => {
        canvas.toBlob(resolve, 'image/webp', options.quality);
      });
      return Array.from(new Uint8Array(await /** @type {Blob} */ (blob).arrayBuffer()));
    },
    { time, width: WIDTH, height: HEIGHT, scale: SCALE, quality: QUALITY, pixels: [WIDTH * SCALE, HEIGHT * SCALE] },
  );
  const file = join(out, `${name}.webp`);
  await writeFile(file, Buffer.from(bytes));
  console.log(`${file}: ${bytes.length} bytes`);
  await page.close();
}
await browser.close();
await server.close();
