/** Who draws: the best that works, or what somebody asked for; and what happens when that stops working. */
import assert from 'node:assert/strict';
import { walker } from './support/clips.mjs';
import { figureIn } from './support/pixels.mjs';
import { destroyDevice, grasp, grip } from './support/sabotage.mjs';
import { scenes } from './support/scenes.mjs';
import { until } from './support/browser.mjs';

/** @typedef {import('./support/scenes.mjs').Scene} Scene */

const { scene, server } = await scenes({ gpu: 'webgpu' });
server.put('/walker.bvh', { body: walker(), type: 'text/plain' });
const page = server.page('/ladder.html', '<marey-player src="/walker.bvh" controls loop></marey-player>');

/** @param {Scene} each @param {string} rung */
const draws = ({ player }, rung) => until(`${rung} draws`, async () => await player.drawnWith() === rung && figureIn(await player.picture()).pixels > 100);

scene('each rung is drawn with when it is asked for, and told in the details', { path: page, size: [900, 560] }, async (each) => {
  const { player, page: tab } = each;
  await player.loaded('walker');
  await player.run((element) => { element.pause(); element.cameraState = 'front'; });
  await player.holdAt(1);
  /** @type {number[][]} */
  const seen = [];
  for (const [rung, name] of [['webgpu', 'WebGPU'], ['webgl', 'WebGL 2'], ['canvas', 'Canvas 2D']]) {
    await player.record('rendererchange');
    await player.run((element, value) => { element.setAttribute('renderer', value); }, rung);
    await draws(each, rung);
    const { left, right, top, bottom } = figureIn(await player.picture()).box;
    seen.push([left, right, top, bottom]);
    if (rung !== 'webgpu') assert.deepEqual(await player.events(), ['rendererchange']);
    await player.focus();
    await tab.keyboard.press('i');
    assert.match(await player.find('.rung').innerText(), new RegExp(`^${name}`));
    await tab.keyboard.press('Escape');
  }
  for (const edges of seen) edges.forEach((edge, side) => assert.ok(Math.abs(edge - seen[0][side]) <= 3, `${seen.join(' | ')}`));
  assert.equal((await player.state()).time, 1);
});

scene('what is lost again and again gives way to the next rung: clip, time, camera, selection and playing stay; Try again goes up', { path: page, scripts: [grasp, grip], size: [900, 560] }, async (each) => {
  const { player, page: tab } = each;
  await player.loaded('walker');
  await player.run((element) => { element.selectedJoint = 4; element.cameraState = '40,10,4,0,0.9,1'; element.pause(); });
  await player.holdAt(1.5);
  const kept = async () => {
    const { name, time, camera, paused } = await player.state();
    return { name, time, camera, paused, joint: await player.run((element) => element.selectedJoint) };
  };
  const before = await kept();
  // Four losses within a minute are forgiven, the fifth is not.
  for (let n = 0; await player.drawnWith() !== 'webgl'; n += 1) {
    assert.ok(n < 6, 'it never steps down');
    const draws = (await player.state()).draws;
    await destroyDevice(tab);
    await until('it draws again', async () => (await player.state()).draws > draws && await player.drawnWith() !== 'none');
  }
  await draws(each, 'webgl');
  assert.deepEqual(await kept(), before);
  assert.match(await player.find('.root > .sr').innerText(), /Now drawn with WebGL 2/);

  // Playing, the context goes and does not come back.
  await player.run((element) => element.play());
  await player.plays();
  await tab.evaluate(() => { for (const lose of /** @type {any} */ (globalThis).losers) lose.loseContext(); });
  await draws(each, 'canvas');
  await player.plays();
  assert.deepEqual({ ...await kept(), time: 0 }, { ...before, paused: false, time: 0 });
  await player.run((element) => element.pause());

  await player.button(/^Details/).click();
  const rung = player.find('.rung');
  assert.match(await rung.innerText(), /^Canvas 2D/);
  await rung.getByRole('button', { name: 'Try again' }).click();
  await draws(each, 'webgpu');
  assert.equal(await player.run((element) => element.selectedJoint), before.joint);
});

scene('a context that is restored goes on drawing', { path: page, scripts: [grip] }, async (each) => {
  const { player, page: tab } = each;
  await player.run((element) => { element.renderer = 'webgl'; });
  await player.loaded('walker');
  await draws(each, 'webgl');
  for (const playing of [false, true]) {
    await player.run((element, play) => { if (play) element.play(); else element.pause(); }, playing);
    await tab.evaluate(() => { for (const lose of /** @type {any} */ (globalThis).losers) lose.loseContext(); });
    await tab.evaluate(() => { for (const lose of /** @type {any} */ (globalThis).losers) lose.restoreContext(); });
    if (playing) await player.plays();
    await player.run((element) => { element.cameraState = element.cameraState === 'left' ? 'right' : 'left'; });
    await draws(each, 'webgl');
  }
});

scene('without WebGPU the next rung draws from the start, and the details say why', { path: page, scripts: [() => { Object.defineProperty(navigator, 'gpu', { value: undefined }); }], size: [900, 560] }, async (each) => {
  const { player } = each;
  await player.loaded('walker');
  await draws(each, 'webgl');
  await player.button(/^Details/).click();
  assert.match(await player.find('.rung').innerText(), /^WebGL 2\s+This browser offers no WebGPU here\./);
  assert.equal(await player.find('.card').count(), 0);
  await player.run((element) => element.play());
  await player.plays();
});

scene('renderer="none" is the details without a picture, and a link may ask for a rung', { path: null, size: [1000, 640] }, async (each) => {
  const { player, page: tab } = each;
  await tab.goto(server.page('/none.html', '<marey-player src="/walker.bvh" controls renderer="none"></marey-player>'));
  await until('the details show', async () => /90/.test(await player.find('.panel').innerText()));
  assert.match(await player.find('.card').innerText(), /Pictures are switched off/);
  await player.run((element) => { element.renderer = 'canvas'; });
  await draws(each, 'canvas');
  assert.equal(await player.find('.card').count(), 0);
  await tab.goto(server.url(`#url=${encodeURIComponent('/walker.bvh')}&renderer=canvas`));
  await player.loaded('walker');
  await draws(each, 'canvas');
});
