/** The module's own stage: it holds a clip without a canvas and without a device, and draws while it has both. */
import assert from 'node:assert/strict';
import { walker } from './support/clips.mjs';
import { scenes } from './support/scenes.mjs';

const { scene } = await scenes();

/** What `Stage.pushPacket` and `Stage.frame` tell. */
const NEW_CLIP = 1;
const COMPLETE = 4;
const DREW = 2;

scene('a clip stays on the stage while surfaces come and go', { path: 'embed.html' }, async ({ page }) => {
  const told = await page.evaluate(async (text) => {
    const at = (/** @type {string} */ name) => new URL(name, location.href).href;
    const glue = await import(at('marey_web.js?i=stage-test'));
    await glue.default({ module_or_path: await WebAssembly.compileStreaming(fetch(at('marey_web_bg.wasm'))) });
    const parser = new glue.ClipParser('walker.bvh', text.length);
    const packets = [parser.push(new TextEncoder().encode(text)), parser.finish()].filter(Boolean);

    const stage = new glue.Stage();
    const empty = stage.info();
    const pushed = packets.map((packet) => stage.pushPacket(packet));
    stage.resize(300, 200, 1);
    stage.seek(0.5);
    const state = () => ({
      time: stage.time(), name: stage.info().name, hips: [...stage.jointState(0)], camera: stage.camera(), screen: [...stage.jointScreen(0)],
    });
    const unseen = stage.frame(0);
    const before = state();

    const shown = [];
    for (let round = 0; round < 2; round += 1) {
      const engine = await glue.Engine.create();
      const canvas = document.body.appendChild(document.createElement('canvas'));
      stage.attach(engine, canvas);
      shown.push({ bits: stage.frame(16), width: canvas.width });
      stage.detach();
      shown.push({ bits: stage.frame(32), width: canvas.width });
      canvas.remove();
      engine.free();
    }
    let refused = '';
    try { stage.pushPacket(new Uint8Array([1, 2, 3])); } catch (error) { refused = /** @type {any} */ (error).code; }
    return { empty, pushed, unseen, before, after: state(), shown, refused, drawn: stage.drawCount() };
  }, walker());

  assert.equal(told.empty, undefined);
  assert.equal(told.pushed[0] & NEW_CLIP, NEW_CLIP);
  assert.equal((told.pushed.at(-1) ?? 0) & COMPLETE, COMPLETE);
  assert.equal(told.unseen & DREW, 0);
  assert.equal(told.before.name, 'walker');
  assert.equal(told.before.time, 0.5);
  assert.ok(told.before.screen[0] > 0 && told.before.screen[0] < 300, `${told.before.screen}`);
  assert.deepEqual(told.shown.map(({ bits }) => bits & DREW), [DREW, 0, DREW, 0]);
  assert.deepEqual(told.shown.map(({ width }) => width), [300, 300, 300, 300]);
  assert.equal(told.drawn, 2);
  assert.equal(told.refused, 'pack.damaged');
  assert.deepEqual(told.after, told.before);
});
