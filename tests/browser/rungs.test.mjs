/** WebGL2 draws the same picture as WebGPU, for all canvases with one context, which may be lost. */
import assert from 'node:assert/strict';
import { readFile, mkdir, writeFile } from 'node:fs/promises';
import { amc, asf, obj } from './support/acclaim.mjs';
import { walker } from './support/clips.mjs';
import { x3d } from './support/hanim.mjs';
import { rungs } from './support/rungs.mjs';
import { scenes } from './support/scenes.mjs';
import { asset } from './support/server.mjs';
import { anim, skel } from './support/sims.mjs';

/** @typedef {import('./support/rungs.mjs').Shot} Shot */

const { scene, server } = await scenes({ gpu: 'webgpu' });
server.put('/frame.js', { body: await readFile(new URL('../../www/render/frame.js', import.meta.url)), type: 'text/javascript' });

const FILES = Object.fromEntries(['marey_web', 'marey_mocap', 'marey_hanim'].map((part) => [part, [asset(`${part}.js`), asset(`${part}.wasm`)]]));
const PAGE = { path: 'embed.html', scripts: [/** @type {() => void} */ (new Function(`(${rungs})(${JSON.stringify(FILES)}, '${asset('webgl.js')}')`))] };

/** Of 255. The two may round and sample edges in their own ways; nobody sees that. */
const MEAN = 1.5;
const REGION = 12;

/** Places in the list of settings.js. */
const PATTERNS = 11;
const THEME = 12;
const TRANSPARENT = 13;
const MASS_CENTRE = 15;
const BONES = 19;
const SIMPLE = 21;

/**
 * A sleeve around two joints that bends, bulges by a displacer and wears a picture, and a board of a segment without one.
 * @returns {string}
 */
function sleeve() {
  const [rings, sides] = [13, 12];
  const numbers = (/** @type {number} */ count, /** @type {(index: number) => (number | string)[]} */ of) => Array.from({ length: count }, (_, index) => of(index).join(' ')).join(', ');
  const corner = (/** @type {number} */ index) => ({ ring: Math.floor(index / sides), turn: (2 * Math.PI * (index % sides)) / sides });
  const count = rings * sides;
  const points = numbers(count, (index) => {
    const { ring, turn } = corner(index);
    return [(0.2 * Math.cos(turn)).toFixed(4), (ring / 6).toFixed(4), (0.2 * Math.sin(turn)).toFixed(4)];
  });
  const upper = (/** @type {number} */ index) => Math.min(1, Math.max(0, (corner(index).ring - 4) / 4));
  const all = Array.from({ length: count }, (_, index) => index);
  const quads = all.slice(sides).map((index) => {
    const next = index % sides === sides - 1 ? index - sides + 1 : index + 1;
    return `${index - sides} ${index} ${next} ${next - sides} -1`;
  }).join(' ');
  const bulged = all.filter((index) => Math.abs(corner(index).ring - 9) < 2);
  const bulge = bulged.map((index) => `${(0.3 * Math.cos(corner(index).turn)).toFixed(4)} 0 ${(0.3 * Math.sin(corner(index).turn)).toFixed(4)}`).join(' ');
  return `<X3D profile='Immersive' version='4.0'><Scene><HAnimHumanoid name='sleeve'>
  <HAnimJoint containerField='skeleton' name='humanoid_root' skinCoordIndex='${all.join(' ')}' skinCoordWeight='${all.map((index) => 1 - upper(index)).join(' ')}'>
    <HAnimJoint DEF='Elbow' name='l_elbow' center='0 1 0' skinCoordIndex='${all.join(' ')}' skinCoordWeight='${all.map(upper).join(' ')}'>
      <HAnimDisplacer DEF='Muscle' coordIndex='${bulged.join(' ')}' displacements='${bulge}'/>
    </HAnimJoint>
    <HAnimSegment name='sacrum'><Shape><Appearance><Material diffuseColor='0.8 0.2 0.6'/></Appearance>
      <IndexedFaceSet solid='false' coordIndex='0 1 2 3 -1'><Coordinate point='-0.8 0 -0.3 0.8 0 -0.3 0.8 0.8 -0.3 -0.8 0.8 -0.3'/></IndexedFaceSet></Shape></HAnimSegment>
  </HAnimJoint>
  <Coordinate DEF='Skin' point='${points}' containerField='skinCoord'/>
  <Shape containerField='skin'><Appearance><ImageTexture url='"check.png"'/></Appearance>
    <IndexedFaceSet solid='false' coordIndex='${quads}'><Coordinate USE='Skin'/>
    <TextureCoordinate point='${numbers(count, (index) => [(index % sides) / 3, corner(index).ring / 3])}'/></IndexedFaceSet></Shape>
  </HAnimHumanoid>
  <TimeSensor DEF='T' cycleInterval='2'/>
  <OrientationInterpolator DEF='Bend' key='0 1' keyValue='0 0 1 0, 0 0 1 1.2'/>
  <ScalarInterpolator DEF='Grow' key='0 1' keyValue='0 1'/>
  <ROUTE fromNode='T' fromField='fraction_changed' toNode='Bend' toField='set_fraction'/>
  <ROUTE fromNode='Bend' fromField='value_changed' toNode='Elbow' toField='set_rotation'/>
  <ROUTE fromNode='T' fromField='fraction_changed' toNode='Grow' toField='set_fraction'/>
  <ROUTE fromNode='Grow' fromField='value_changed' toNode='Muscle' toField='weight'/>
</Scene></X3D>`;
}

/** Red and blue squares, and a corner that is seen through; smaller levels behind it. */
function check() {
  const levels = [];
  for (let side = 16; side >= 1; side >>= 1) {
    for (let y = 0; y < side; y += 1) {
      for (let x = 0; x < side; x += 1) {
        const [u, v] = [x / side, y / side];
        levels.push(...(u < 0.25 && v < 0.25 ? [20, 200, 60, 40] : (u < 0.5) === (v < 0.5) ? [220, 30, 30, 255] : [30, 30, 220, 255]));
      }
    }
  }
  return { index: 0, width: 16, height: 16, levels };
}

/** @type {Omit<Shot, 'name'>} */
const walk = { file: { name: 'walker.bvh', text: walker() }, time: 0.7 };
/** @type {Omit<Shot, 'name'>} */
const humanoid = { part: 'marey_hanim', file: { name: 'a.x3d', text: x3d() }, time: 0.5 };
/** @type {Omit<Shot, 'name'>} */
const marcher = {
  part: 'marey_mocap', file: { name: 'marcher.amc', text: amc() },
  companions: [{ name: 'marcher.asf', text: asf({ masses: true, skins: ['marcher.obj'] }) }, { name: 'marcher.obj', text: obj() }], time: 0.1,
};
/** @type {Omit<Shot, 'name'>} */
const dressed = { part: 'marey_hanim', file: { name: 'sleeve.x3d', text: sleeve() }, picture: check(), time: 1.4 };

/** @type {Shot[]} */
const SHOTS = [
  { name: 'a walk', ...walk },
  { name: 'a walk in the light theme', ...walk, settings: [[THEME, 1]] },
  { name: 'a walk over the page', ...walk, settings: [[TRANSPARENT, 1]] },
  { name: 'a walk with a joint lit, from the side and below', ...walk, camera: '70,-12,4.5', highlight: 'LeftLeg' },
  { name: 'a walk without a vanishing point', ...walk, camera: 'left,ortho' },
  { name: 'a walk without a vanishing point, from above, light', ...walk, camera: 'top,ortho', settings: [[THEME, 1]] },
  { name: 'a walk with simple bones, a joint lit', ...walk, highlight: 'LeftLeg', settings: [[SIMPLE, 1]] },
  { name: 'a walk on a phone', ...walk, size: [390, 780], ratio: 2 },
  { name: 'a skin with displacers and a picture', ...dressed },
  { name: 'a skin with displacers and a picture over the page', ...dressed, camera: 'left', settings: [[TRANSPARENT, 1], [BONES, 1]] },
  { name: 'a skin with patterns that end within triangles', ...dressed, settings: [[PATTERNS, 1], [THEME, 1]] },
  { name: 'a humanoid with patterns', ...humanoid, settings: [[PATTERNS, 1]] },
  { name: 'a skin that hides its bones, with marks', ...marcher, settings: [[MASS_CENTRE, 1]] },
  { name: 'a skin with patterns and the bones inside', ...marcher, settings: [[PATTERNS, 1], [BONES, 1], [THEME, 1]] },
  { name: 'a Sim', part: 'marey_mocap', file: { name: 'adult.anim', text: anim() }, companions: [{ name: 'adult.skel', text: skel() }], time: 0.4 },
];

scene('WebGL2 draws the same picture as WebGPU', PAGE, async ({ page }) => {
  const keep = process.env.MAREY_RUNGS;
  if (keep) await mkdir(keep, { recursive: true });
  await page.evaluate((keeps) => { /** @type {any} */ (globalThis).keepsPictures = keeps; }, Boolean(keep));
  /** @type {string[]} */
  const wrong = [];
  // What WebGL does not take, browsers tell as warnings.
  page.on('console', (message) => { if (/webgl/i.test(message.text())) wrong.push(message.text()); });
  for (const shot of SHOTS) {
    const told = await page.evaluate((each) => /** @type {any} */ (globalThis).rungs.compare(each), shot);
    if (keep) {
      for (const [at, name] of ['webgpu', 'webgl'].entries()) {
        await writeFile(`${keep}/${shot.name.replace(/\W+/g, '-')}-${name}.png`, Buffer.from(told.pictures[at].split(',')[1], 'base64'));
      }
    }
    const said = `${shot.name}: ${told.size.join(' x ')}, mean ${told.mean.toFixed(3)}, worst region ${told.worst.toFixed(2)}, ${told.coloured} coloured pixels`;
    console.log(`  ${said}`);
    const [width, height] = shot.size ?? [720, 450];
    assert.deepEqual(told.size, [width * (shot.ratio ?? 1), height * (shot.ratio ?? 1)], said);
    if (told.mean > MEAN || told.worst > REGION || told.coloured < 100) wrong.push(said);
  }
  assert.deepEqual(wrong, []);
});

/** As in browsers that have WebGL2 on the page's own canvases alone. */
const apart = () => { OffscreenCanvas.prototype.getContext = () => null; };

scene('pictures are copied where they cannot be given away', { ...PAGE, scripts: [apart, ...PAGE.scripts] }, async ({ page }) => {
  for (const shot of SHOTS.filter(({ name }) => /over the page|phone/.test(name))) {
    const { mean, worst, coloured } = await page.evaluate((each) => /** @type {any} */ (globalThis).rungs.compare(each), shot);
    assert.ok(mean <= MEAN && worst <= REGION && coloured > 300, `${shot.name}: ${mean}, ${worst}, ${coloured}`);
  }
  assert.equal(await page.evaluate(() => /** @type {any} */ (globalThis).rungs.contexts.length), 0);
});

scene('all canvases share one context, which forgets what is closed', PAGE, async ({ page }) => {
  /** @type {{ rounds: { name: string, size: number[], live: number }[], contexts: number, mean: number, worst: number }} */
  const told = await page.evaluate(async (shots) => {
    const scope = /** @type {any} */ (globalThis);
    /** @type {any[]} */
    const rounds = [];
    for (let round = 0; round < 3; round += 1) {
      // The second is drawn, larger, while the first is on its canvas.
      await scope.rungs.plain(shots[0], async (/** @type {any} */ _, /** @type {() => boolean} */ draw) => {
        const other = await scope.rungs.plain(shots[1]);
        if (!draw()) throw new Error('nothing was drawn');
        rounds.push({ name: 'both', size: [other.data.width, other.data.height], live: scope.rungs.contexts[0].live });
      });
      rounds.push({ name: 'none', size: [], live: scope.rungs.contexts[0].live });
    }
    const alone = await scope.rungs.webgpu(shots[0]);
    const beside = await scope.rungs.plain(shots[0], async (/** @type {any} */ _, /** @type {() => boolean} */ draw) => {
      await scope.rungs.plain(shots[1], async () => void draw());
    });
    return { rounds, contexts: scope.rungs.contexts.length, ...scope.rungs.apart(alone.data, beside.data) };
  }, [{ name: 'small', ...dressed, size: [300, 200] }, { name: 'large', ...marcher, size: [500, 400] }]);

  assert.equal(told.contexts, 1);
  const live = told.rounds.filter(({ name }) => name === 'none').map((each) => each.live);
  assert.deepEqual(live, Array(3).fill(live[0]), 'what a surface made goes with it');
  assert.ok(told.rounds[0].live > live[0]);
  assert.deepEqual(told.rounds[0].size, [500, 400]);
  assert.ok(told.mean < MEAN && told.worst < REGION, `beside a larger one the picture is the same: ${told.mean}, ${told.worst}`);
});

scene('a context that is lost comes back with everything on it, or the renderer says that it does not', PAGE, async ({ page }) => {
  const told = await page.evaluate(async (shot) => {
    const scope = /** @type {any} */ (globalThis);
    const renderer = await scope.rungs.renderer();
    const [{ gl }] = scope.rungs.contexts;
    const breaker = gl.getExtension('WEBGL_lose_context');
    /** Only when all have heard of it may it come back. */
    const gone = () => new Promise((resolve) => { gl.canvas.addEventListener('webglcontextlost', () => setTimeout(resolve), { once: true }); });
    const before = await scope.rungs.plain(shot);
    let unseen = true;
    const after = await scope.rungs.plain(shot, async (/** @type {any} */ surface, /** @type {() => boolean} */ draw) => {
      const lost = gone();
      breaker.loseContext();
      unseen = draw();
      await lost;
      unseen ||= draw();
      const again = new Promise((resolve) => { surface.again = () => resolve(draw()); });
      breaker.restoreContext();
      if (!await again) throw new Error('nothing was drawn after the context came back');
    });
    const restored = scope.rungs.apart(before.data, after.data);
    breaker.loseContext();
    const reason = await renderer.lost;
    breaker.restoreContext();
    return { unseen, restored, reason };
  }, { name: 'dressed', ...dressed });

  assert.equal(told.unseen, false, 'without a context nothing is drawn');
  assert.deepEqual([told.restored.mean, told.restored.worst], [0, 0]);
  assert.ok(told.restored.coloured > 10_000, `${told.restored.coloured}`);
  assert.match(told.reason, /lost/);
});
