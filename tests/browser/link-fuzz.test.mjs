/** Links made at random keep no page busy, throw nothing and ask no other host for anything, on our page and in a frame. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DEEP } from '../support/deep.mjs';
import { fuzz } from './support/link-fuzz.mjs';
import { scenes } from './support/scenes.mjs';

const { browser, server } = await scenes();
/** `MAREY_SEED` and `MAREY_LINKS` make other links, and more. */
const seed = Number(process.env.MAREY_SEED ?? 0x5eed0561);
const links = Number(process.env.MAREY_LINKS ?? (DEEP ? 3000 : 60));

test(`${links} links made at random from the seed ${seed} do no harm`, { timeout: 86_400_000 }, async () => {
  const { wrong, usual, most } = await fuzz(browser, server, {
    seed,
    links,
    progress: (done) => {
      if (done % 1000 === 0) console.log(`${done} links`);
    },
  });
  console.log(`usual ${usual.toFixed(3)} s of the main thread, most ${most.seconds.toFixed(3)} s: ${most.path}${most.hash.slice(0, 300)}`);
  assert.deepEqual(wrong, []);
});
