// of: marey_web
/** The wasm module's stage: it holds a clip without a canvas or device, and draws while it has both. */
import assert from 'node:assert/strict';
import { amc, asf } from './support/acclaim.mjs';
import { long, walker } from './support/clips.mjs';
import { stagePage } from './support/renderers.mjs';
import { scenes } from './support/scenes.mjs';

const { row, scene, server } = await scenes({ gpu: 'webgpu' });
const PAGE = { path: stagePage(server) };
const stages = row(PAGE);
const WALK = [{ name: 'walker.bvh', text: walker() }];

/** A flag that `Stage.pushPacket` and `Stage.frame` return. */
const NEW_CLIP = 1;
const COMPLETE = 4;
const DREW = 2;

stages('a clip stays on the stage while surfaces come and go', async ({ page }) => {
  const result = await page.evaluate(async (files) => {
    const { packets, emptyStage, openGpu, draw, place } = /** @type {any} */ (globalThis).stages;
    const { glue, memory, stage, report } = await emptyStage();
    const empty = stage.info();
    const pushed = packets(glue, files).map((/** @type {Uint8Array} */ packet) => stage.pushPacket(packet));
    stage.resize(300, 200, 1);
    stage.seek(0.5);
    stage.set(place('highlight'), 0, 0);
    const state = () => ({
      time: report.get('time'),
      name: stage.info().name,
      hips: [...stage.jointState(0)],
      camera: stage.camera(),
      screen: [...report.list('jointScreen')],
    });
    const unseen = stage.frame(0);
    const before = state();

    const shown = [];
    for (let round = 0; round < 2; round += 1) {
      const { renderer } = await openGpu();
      const { canvas, surface, paint } = draw(renderer, stage, memory);
      shown.push({ bits: stage.frame(16), painted: paint(), width: canvas.width });
      surface.close();
      stage.detach();
      shown.push({ bits: stage.frame(32), painted: false, width: canvas.width });
      renderer.close();
    }
    let refused = '';
    try {
      stage.pushPacket(new Uint8Array([1, 2, 3]));
    } catch (error) {
      refused = /** @type {any} */ (error).code;
    }
    return { empty, pushed, unseen, before, after: state(), shown, refused, drawn: report.get('drawCount') };
  }, WALK);

  assert.equal(result.empty, undefined);
  assert.equal(result.pushed[0] & NEW_CLIP, NEW_CLIP);
  assert.equal((result.pushed.at(-1) ?? 0) & COMPLETE, COMPLETE);
  assert.equal(result.unseen & DREW, 0);
  assert.equal(result.before.name, 'walker');
  assert.equal(result.before.time, 0.5);
  assert.ok(result.before.screen[0] > 0 && result.before.screen[0] < 300, `${result.before.screen}`);
  assert.deepEqual(
    result.shown.map(({ bits, painted, width }) => [bits & DREW, painted, width]),
    [
      [DREW, true, 300],
      [0, false, 300],
      [DREW, true, 300],
      [0, false, 300],
    ],
  );
  assert.equal(result.drawn, 2);
  assert.equal(result.refused, 'pack.damaged');
  assert.deepEqual(result.after, result.before);
});

stages('the report has everything that the page needs at every picture, and nothing that does not exist', async ({ page }) => {
  const result = await page.evaluate(async (files) => {
    const { packets, emptyStage, openGpu, draw, place } = /** @type {any} */ (globalThis).stages;
    const { glue, memory, stage, report } = await emptyStage();
    const SINGLE = ['time', 'duration', 'frame', 'frameCount', 'frameTime', 'behaviour', 'gridSpacing', 'follows', 'drawCount', 'bytes'];
    const SEVERAL = ['groundEdge', 'jointScreen', 'jointWorld', 'jointRotation', 'massCentre'];
    /** @returns {Record<string, any>} */
    const read = () =>
      Object.fromEntries([...SINGLE.map((name) => [name, report.get(name)]), ...SEVERAL.map((name) => [name, [...report.list(name)]])]);

    const empty = read();
    for (const packet of packets(glue, files)) stage.pushPacket(packet);
    stage.resize(300, 200, 1);
    stage.frame(0);
    const unlit = read();
    const joint = stage.info().joints.findIndex((/** @type {{ name: string }} */ { name }) => name === 'LeftLeg');
    stage.set(place('highlight'), joint, 0);
    stage.seek(1);
    const stale = read();
    stage.report();
    const fresh = read();
    stage.frame(16);
    const lit = read();
    const [x, y] = lit.jointScreen;
    const picked = stage.pick(x, y);
    const state = [...stage.jointState(joint)];

    const { renderer } = await openGpu();
    const { paint } = draw(renderer, stage, memory);
    stage.frame(32);
    paint();
    const drawn = read();
    stage.clear();
    stage.frame(48);
    return { empty, unlit, stale, fresh, lit, drawn, cleared: read(), joint, picked, state };
  }, WALK);

  const none = (/** @type {number} */ count) => Array(count).fill(NaN);
  const NOTHING = { jointScreen: none(2), jointWorld: none(3), jointRotation: none(4), massCentre: none(3) };
  const still = { time: 0, frame: 0, behaviour: 0, follows: 0, drawCount: 0 };
  assert.deepEqual(result.empty, {
    ...still,
    ...NOTHING,
    groundEdge: none(4),
    duration: 0,
    frameCount: 0,
    frameTime: 0,
    bytes: 0,
    gridSpacing: result.empty.gridSpacing,
  });
  // 17 joints with rotations, one of them with translations.
  const clip = { frameCount: 90, frameTime: 0.0333333, duration: 89 * 0.0333333, bytes: 90 * (17 * 16 + 12) };
  assert.deepEqual(result.unlit, {
    ...still,
    ...clip,
    ...NOTHING,
    groundEdge: result.unlit.groundEdge,
    gridSpacing: result.unlit.gridSpacing,
  });
  assert.ok(result.unlit.gridSpacing > 0.005 && result.unlit.gridSpacing < 5, `${result.unlit.gridSpacing}`);
  assert.deepEqual(result.stale, result.unlit, 'the report changes only when it is updated');
  assert.deepEqual([result.fresh.time, result.fresh.frame], [1, 30]);
  assert.equal(result.picked, result.joint, 'the joint is where the report says');
  const near = (/** @type {number[]} */ are, /** @type {number[]} */ should) =>
    assert.ok(are.length === should.length && are.every((each, at) => Math.abs(each - should[at]) < 1e-3), `${are}, not ${should}`);
  near(result.lit.jointWorld, [10, 46, 0]);
  near(result.lit.jointRotation, [Math.sin(Math.PI / 18), 0, 0, Math.cos(Math.PI / 18)]);
  assert.deepEqual(result.state.slice(0, 7), [...result.lit.jointWorld, ...result.lit.jointRotation], 'as for any joint');
  const [cos, sin] = [Math.cos(Math.PI / 9), Math.sin(Math.PI / 9)];
  near(result.state.slice(7), [1, 0, 0, 0, cos, sin, 0, -sin, cos]);
  assert.deepEqual(result.drawn, { ...result.lit, drawCount: 1 });
  assert.deepEqual(result.cleared, { ...result.empty, drawCount: 2, gridSpacing: result.lit.gridSpacing });
});

stages('the report has the centre of mass while it is shown', async ({ page }) => {
  const result = await page.evaluate(
    async (files) => {
      const { packets, emptyStage, instance, place } = /** @type {any} */ (globalThis).stages;
      const [{ stage, report }, reader] = await Promise.all([emptyStage(), instance('marey_mocap')]);
      for (const packet of packets(reader.glue, files)) stage.pushPacket(packet);
      const centre = () => {
        stage.frame(0);
        return [...report.list('massCentre')];
      };
      const all = [centre()];
      for (const on of [1, 0]) {
        stage.set(place('massCentre'), on, 0);
        all.push(centre());
      }
      return all;
    },
    [
      { name: 'a.amc', text: amc({ swing: 0 }) },
      { name: 'a.asf', text: asf({ masses: true }) },
    ],
  );
  const [before, [x, y], after] = result;
  assert.deepEqual(
    [before, after],
    [
      [NaN, NaN, NaN],
      [NaN, NaN, NaN],
    ],
  );
  // Left and right weigh the same, and the centre is at about the height of the waist.
  assert.ok(Math.abs(x) < 0.01 && y > 85 && y < 120, `${x}, ${y}`);
});

stages('the report survives growing memory, and a removed clip\u2019s memory is reused', async ({ page }) => {
  const result = await page.evaluate(
    async (texts) => {
      const { packets, emptyStage, instance } = /** @type {any} */ (globalThis).stages;
      const [{ memory, stage, report }, reader] = await Promise.all([emptyStage(), instance()]);
      const at = stage.reportAt();
      const read = () => ({
        frameCount: report.get('frameCount'),
        bytes: report.get('bytes'),
        size: memory.buffer.byteLength,
        at: stage.reportAt(),
      });
      const states = [];
      for (const text of [...texts, null]) {
        stage.clear();
        for (const packet of text === null ? [] : packets(reader.glue, [{ name: 'long.bvh', text }])) stage.pushPacket(packet);
        stage.report();
        states.push(read());
      }
      return { at, states };
    },
    [walker(), long(8e6), long(8e6)],
  );
  const [small, large, again, gone] = result.states;
  assert.ok(result.states.every(({ at }) => at === result.at));
  assert.equal(small.frameCount, 90);
  assert.ok(
    large.frameCount > 1000 && large.bytes === (small.bytes / 90) * large.frameCount,
    `${large.frameCount} frames, ${large.bytes} bytes`,
  );
  assert.ok(large.size > small.size && large.size > large.bytes, `${small.size}, ${large.size}`);
  assert.deepEqual(again, large, 'the second one fits where the first one was');
  assert.deepEqual(
    { frameCount: gone.frameCount, bytes: gone.bytes, size: gone.size },
    { frameCount: 0, bytes: 0, size: large.size },
    'and the memory stays as large',
  );
});

// The browser logs the broken shader by itself, too.
scene(
  'an engine is ready before the browser has validated its objects, and reports a later error',
  { ...PAGE, allow: [/shader|pipeline|WGSL/i] },
  async ({ page }) => {
    const result = await page.evaluate(async (files) => {
      const scope = /** @type {any} */ (globalThis);
      const { glue, memory, stage } = await scope.stages.emptyStage();
      const { popErrorScope, createShaderModule } = scope.GPUDevice.prototype;
      let check = () => {};
      const checked = new Promise((resolve) => {
        check = () => resolve(undefined);
      });
      scope.GPUDevice.prototype.popErrorScope = async function popLater() {
        const found = popErrorScope.call(this);
        await checked;
        return found;
      };
      for (const packet of scope.stages.packets(glue, files)) stage.pushPacket(packet);
      stage.resize(300, 200, 1);
      const draws = async () => {
        const { engine, renderer } = await scope.stages.openGpu();
        const { paint } = scope.stages.draw(renderer, stage, memory);
        return { engine, bits: stage.frame(0), painted: paint() };
      };
      const sound = await draws();
      scope.GPUDevice.prototype.createShaderModule = function broken(/** @type {any} */ descriptor) {
        return createShaderModule.call(this, { ...descriptor, code: 'this is no shader' });
      };
      const unsound = await draws();
      check();
      const error = await unsound.engine.lost().then(
        () => null,
        (/** @type {Error} */ each) => each,
      );
      const settled = await Promise.race([
        sound.engine.lost().then(
          () => true,
          () => true,
        ),
        scope.animationFrames.later(20).then(() => false),
      ]);
      return { sound: sound.bits, painted: sound.painted, name: error?.name, message: error?.message, settled };
    }, WALK);
    assert.equal(result.sound & DREW, DREW);
    assert.ok(result.painted);
    assert.equal(result.name, 'GpuError');
    assert.ok(result.message);
    assert.equal(result.settled, false, 'the valid one is not affected');
  },
);
