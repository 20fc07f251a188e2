// of: share, player, marey_pack, marey_write
/** Where a policy allows no worker, the page itself packs and writes: the share panel makes its link, and convert() its files. */
import assert from 'node:assert/strict';
import { walker } from './support/clips.mjs';
import { scenes } from './support/scenes.mjs';
import { CSP } from './support/server.mjs';
import { linkIn, openSharing, packed } from './support/sharing.mjs';

const { scene, server } = await scenes({ server: { csp: CSP.replace("worker-src 'self'", "worker-src 'none'") } });

function counted() {
  const scope = /** @type {any} */ (globalThis);
  scope.answers = 0;
  const { Worker: Own } = scope;
  scope.Worker = class extends Own {
    constructor(/** @type {any[]} */ ...given) {
      super(...given);
      this.addEventListener('message', () => {
        scope.answers += 1;
      });
    }
  };
}

scene(
  'a dropped clip becomes a link that plays, and a file',
  { size: [1280, 800], allow: [/worker-src/], scripts: [counted], loads: '' },
  async ({ page, player }) => {
    await player.opens('mine', { name: 'mine.bvh', text: walker() });
    await player.holdAt(1);
    await openSharing(player);
    await packed(player);
    const { hash } = new URL(await linkIn(player));
    assert.match(hash, /^#clip=[\w-]{100,}/);
    const [name, text] = await player.run(async (element) => {
      const [made] = await element.convert({ format: 'bvh', unit: 'm' });
      return [made.name, await made.text()];
    });
    assert.equal(name, 'mine.bvh');
    assert.match(text, /Frames: 90\n/);
    assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).answers), 0, 'no worker ever sent a message');

    const { time, frames } = await player.visits(server.url(hash), 'mine');
    assert.deepEqual([frames, Math.round(time * 100)], [90, 100]);
  },
);
