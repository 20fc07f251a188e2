/** The first picture comes before the controls, and does not jump when they come. */
import assert from 'node:assert/strict';
import { walker } from './support/clips.mjs';
import { scenes } from './support/scenes.mjs';
import { asset } from './support/server.mjs';
import { sleep, until } from './support/browser.mjs';

const { scene, server } = await scenes();
server.put('/walker.bvh', { body: walker(), type: 'text/plain' });

const PLAYER = '<marey-player controls src="/walker.bvh"></marey-player>';

for (const size of /** @type {[number, number][]} */ ([[960, 540], [640, 360], [360, 240]])) {
  scene(`at ${size.join(' x ')} the figure stands where it stood when the controls come`, { path: null, size }, async ({ context, page, player }) => {
    let come = () => {};
    const allowed = new Promise((resolve) => { come = () => resolve(undefined); });
    await context.route(`**/${asset('controls.js')}`, async (route) => { await allowed; await route.continue(); });
    await page.goto(server.page('/framed.html', PLAYER));
    await player.loaded('walker');
    await player.settle();
    const before = await player.run((element) => element.figureBox);
    assert.equal(await player.find('.bar').count(), 0);
    come();
    await player.find('.bar').waitFor();
    await player.settle();
    const after = await player.run((element) => element.figureBox);
    assert.deepEqual(after.map(Math.round), before.map(Math.round));
  });
}

scene('where the controls do not come the figure plays, and the shell says it', { path: null, allow: [/Failed to load/, /ERR_FAILED/] }, async ({ context, page, player }) => {
  await context.route(`**/${asset('controls.js')}`, (route) => route.abort());
  await page.goto(server.page('/bare.html', PLAYER.replace('controls', 'controls autoplay loop')));
  await player.plays();
  const note = player.find('.note');
  await note.waitFor();
  assert.match(await note.innerText(), /could not be fetched[^]*Reload/);
  await context.unroute(`**/${asset('controls.js')}`);
  await sleep(1100);
  await until('a hand brings them', async () => {
    await player.find('.stage').click({ position: { x: 20, y: 20 } });
    return await player.find('.bar').count() === 1;
  });
  assert.equal(await note.count(), 0);
});
