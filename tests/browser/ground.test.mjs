// of: render, marey_web
/** How the figure stands on the floor: the shadow under its feet is visible, in both themes, by every renderer. */
import assert from 'node:assert/strict';
import { walker } from './support/clips.mjs';
import { contrast } from './support/pixels.mjs';
import { drawn, stagePage } from './support/renderers.mjs';
import { scenes } from './support/scenes.mjs';

const { row, server } = await scenes({ gpu: 'webgpu' });
const ground = row({ path: stagePage(server) });

const WALK = { files: [{ name: 'walk.bvh', text: walker() }], time: 0.7 };

ground.deep('the shadow at the feet stands out from the floor', async ({ page }) => {
  /** @type {string[]} */
  const faint = [];
  for (const theme of ['dark', 'light']) {
    for (const lower of /** @type {const} */ (['webgl', 'canvas'])) {
      const [lit, shaded] = [
        await drawn(page, lower, { ...WALK, settings: { theme, floor: 1 } }),
        await drawn(page, lower, { ...WALK, settings: { theme } }),
      ];
      for (const by of /** @type {const} */ (['webgpu', 'other'])) {
        const most = contrast(lit[by], shaded[by]);
        const report = `${theme}, ${by === 'other' ? lower : by}: ${most.toFixed(2)}`;
        console.log(`  ${report}`);
        if (most < 1.6) faint.push(report);
      }
    }
  }
  assert.deepEqual(faint, []);
});
