/**
 * The moving picture of the README: one cycle of the sample walk, as a seamless animated WebP.
 *
 *   MAREY_DIST=dist node tests/browser/readme-picture.mjs [OUT]
 *
 * OUT is `.github/walk.webp` by default. Look at it afterwards: no test does.
 */
import { writeFile } from 'node:fs/promises';
import { launch, open } from './support/browser.mjs';
import { Player } from './support/player.mjs';
import { serve } from './support/server.mjs';

const SIZE = { width: 800, height: 450 };
const QUALITY = 0.88;
/** Seconds. Two steps are 64 of the sample's 60 frames a second, and a sixth of its circle. */
const CYCLE = 64 / 60;
const TURN = 60;
const FRAMES = 32;
/** The second cycle, seen from its left and somewhat from the front: degrees and metres. */
const START = CYCLE;
const VIEW = { yaw: 130, pitch: 5, distance: 3.25, height: 0.86 };

const [out = '.github/walk.webp'] = process.argv.slice(2);
const [browser, server] = await Promise.all([launch('webgl'), serve()]);
server.page(
  '/readme.html',
  '<script type="module" src="/marey-player.js"></script><marey-player src="/samples/walk.bvh" in-place loading="eager"></marey-player>',
);
const { page } = await open(browser, { url: server.url('readme.html'), size: [SIZE.width, SIZE.height] });
const player = new Player(page);
await player.loaded();
const [x, , z] = (await player.state()).camera.split(',').slice(3);

/** @type {Buffer[]} */
const pictures = [];
for (let frame = 0; frame < FRAMES; frame += 1) {
  const share = frame / FRAMES;
  const camera = [VIEW.yaw + TURN * share, VIEW.pitch, VIEW.distance, x, VIEW.height, z].join();
  const bytes = await player.run(
    async (element, options) => {
      const blob = await element.picture({ ...options, grid: false, theme: 'dark', type: 'image/webp' });
      return Array.from(new Uint8Array(await blob.arrayBuffer()));
    },
    { ...SIZE, time: START + CYCLE * share, camera, quality: QUALITY },
  );
  pictures.push(Buffer.from(bytes));
}
const film = animated(pictures);
await writeFile(out, film);
console.log(`${out}: ${pictures.length} pictures, ${film.length} bytes`);
await browser.close();
await server.close();

/** Combines WebP pictures into an animated one, https://developers.google.com/speed/webp/docs/riff_container. @param {Buffer[]} stills */
function animated(stills) {
  const size = [...number(SIZE.width - 1, 3), ...number(SIZE.height - 1, 3)];
  const ms = (/** @type {number} */ frame) => Math.round((frame / stills.length) * CYCLE * 1000);
  const ANIMATION = 2;
  const chunks = [
    chunk('VP8X', Buffer.from([ANIMATION, 0, 0, 0, ...size])),
    chunk('ANIM', Buffer.alloc(6)),
    ...stills.map((still, frame) =>
      chunk('ANMF', Buffer.concat([Buffer.from([...number(0, 6), ...size, ...number(ms(frame + 1) - ms(frame), 3), 0]), image(still)])),
    ),
  ];
  return chunk('RIFF', Buffer.concat([Buffer.from('WEBP'), ...chunks]));
}

/** The chunks of a picture with its pixels. @param {Buffer} still */
function image(still) {
  const found = [];
  for (let at = 12; at < still.length;) {
    const end = at + 8 + still.readUInt32LE(at + 4);
    if (/^(ALPH|VP8 |VP8L)$/.test(still.toString('latin1', at, at + 4))) found.push(still.subarray(at, end + (end & 1)));
    at = end + (end & 1);
  }
  return Buffer.concat(found);
}

/** @param {string} name @param {Buffer} content */
function chunk(name, content) {
  return Buffer.concat([Buffer.from(name), Buffer.from(number(content.length, 4)), content, Buffer.alloc(content.length & 1)]);
}

/** Little-endian. @param {number} value @param {number} length bytes */
function number(value, length) {
  return Array.from({ length }, (_, at) => Math.floor(value / 256 ** at) % 256);
}
